/-
# Programs with their proof outline

What a proof by thread-modular verification adds to a program: a contract for each family, invariants of loops, assertions before operations
and in between, and *ghost* variables, which only the proof uses. The claim mentions none of these. A procedure may have an *abstraction*, which its
callers use instead of its body: each step of the body is an idle one or the next of the abstraction's actions. The *witness* is a variable that
counts the actions which are still to come; it belongs to the proof of one body alone.

Assertions are about two stores: version 0 is the present one, and version 1 the one in which the thread or the procedure has started.

Main definitions: `Abstraction`, `Callees`, `BranchContract`, `OutlinedOperation`, `OutlinedCode`, `OutlinedFamily`, `Contract`, `OutlinedProcedure`, `OutlinedProgram`,
`FamilyContract`, `ProofOutline`.
-/
module

public import Plato.Program.Code

@[expose] public section

namespace Plato

/-- An action of an abstraction, and the literal that says that the witness is the number of actions from this one on. -/
structure AbstractStep where
  left : Literal
  action : Literal

/-- What callers know of a procedure, whatever thread runs it. -/
structure Abstraction where
  /-- What the environment does while it runs. -/
  rely : Literal
  /-- What its steps may do at any time: an action. -/
  idle : Literal
  /-- What callers show before it starts. -/
  pre : Literal
  /-- What holds at its end: version 1 is the store in which it started. -/
  post : Literal
  /-- What it does besides, in this order. -/
  steps : List AbstractStep
  /-- The literal that says that the witness is 0: no action is left. -/
  done : Literal
  /-- The only variables that its steps change, if that is said: then nothing needs to be said of the others. -/
  writes : Option (List Nat)

/-- What a caller says of procedures with abstractions that it calls. -/
structure Callees where
  /-- What happens while one of these runs, by the environment and by its idle steps. -/
  through : Literal
  procedures : List Nat

/-- What the proof says of the branches of a `par`; the formulas are about a branch, but for `through`. -/
structure BranchContract where
  /-- What all others do: the environment of the thread, and the other branches. -/
  rely : Literal
  guarantee : Literal
  /-- What happens while the branches run, by these and by the environment of the thread. -/
  through : Literal
  /-- What holds for each branch where it starts. -/
  pre : Literal
  /-- What holds for each branch where it ends, whatever the others do. -/
  post : Literal

/-- An atomic command, and what the proof says of it. -/
structure OutlinedOperation where
  command : CommandCode
  /-- The command with what it does to the ghost variables, if the proof says that. -/
  annotated : Option CommandCode
  /-- The same with what it does to the witness, if the proof of a procedure's body says that. -/
  witnessed : Option CommandCode
  /-- What holds before it, whatever the other threads do, if the proof says that. -/
  assertion : Option Literal

/-- The command as the proof sees it. -/
def OutlinedOperation.proofCommand (o : OutlinedOperation) : CommandCode :=
  match o.annotated with
  | none => o.command
  | some annotated => annotated

/-- The command as the proof of a procedure's body sees it. -/
def OutlinedOperation.witnessCommand (o : OutlinedOperation) : CommandCode :=
  match o.witnessed with
  | none => o.proofCommand
  | some witnessed => witnessed

/-- Statements with their proof outline; `label` is the number of the statement's line. -/
inductive OutlinedCode where
  | skip
  | atomic (label : Nat) (operation : OutlinedOperation)
  | choice (S T : OutlinedCode)
  | seq (S T : OutlinedCode)
  | loop (label : Nat) (invariant : Literal) (S : OutlinedCode)
  /-- An assertion at a statement that does nothing. -/
  | cut (label : Nat) (assertion : Literal)
  | block (S : OutlinedCode)
  | exit (level : Nat)
  /-- A call, with the body of the procedure. -/
  | call (procedure : Nat) (S : OutlinedCode)
  /-- A call of a procedure whose body comes later and that has no abstraction: the method refuses it. -/
  | recursion (procedure : Nat)
  /-- A call of a procedure with an abstraction; after each action, what the proof of the caller's own body does to its witness. -/
  | invoke (label procedure : Nat) (abstraction : Abstraction) (commits : List CommandCode)
  /-- A scope, and for each variable the term that gives this thread's entry back: version 1 is the store in which the scope started. -/
  | scope (label : Nat) (locals terms : List Nat) (S : OutlinedCode)
  /-- Branches, and what the proof says of them, if it does. -/
  | par (label first last : Nat) (contract : Option BranchContract) (calls : List Callees) (S : OutlinedCode)

/-- The statement itself, without its outline. -/
def OutlinedCode.core (T : Tables) : OutlinedCode → Core
  | .skip => .skip
  | .atomic _ o => .atomic (o.command.command T)
  | .choice S S' => .choice (S.core T) (S'.core T)
  | .seq S S' => .seq (S.core T) (S'.core T)
  | .loop _ _ S => .loop (S.core T)
  | .cut _ _ => .skip
  | .block S => .block (S.core T)
  | .exit level => .exit level
  | .call procedure _ => .call procedure
  | .recursion procedure => .call procedure
  | .invoke _ procedure _ _ => .call procedure
  | .scope _ locals _ S => .scope locals (S.core T)
  | .par _ first last _ _ S => .par (T.term first) (T.term last) (S.core T)

/-- A family of threads, with its rely on the others, its guarantee to them, and what holds where its threads end. -/
structure OutlinedFamily where
  members : Literal
  code : OutlinedCode
  rely : Literal
  guarantee : Literal
  post : Option Literal
  /-- The outline is explicit: every operation has an assertion before it, which the environment does not make false. Then the rely
  may be any. Otherwise weakest preconditions are computed, and the rely must be reflexive and transitive. -/
  explicit : Bool
  calls : List Callees
  /-- The variables that conditions equate where branches meet, if not all that are declared. -/
  uses : Option (List VariableCode)

/-- A procedure, with its abstraction if it has one. -/
structure OutlinedProcedure where
  code : OutlinedCode
  abstraction : Option Abstraction
  calls : List Callees
  uses : Option (List VariableCode)

/-- What is assumed and claimed about a program as a whole, and what the proof adds to it. -/
structure Contract where
  assumption : Literal
  init : Literal
  /-- The initial stores, with the first values of ghost variables. -/
  annotatedInit : Literal
  invariant : Literal
  /-- An invariant of the proof alone, which may mention ghost variables. -/
  lemma_ : Option Literal
  /-- What the environment may do; without it, nothing. -/
  rely : Option Literal
  /-- The same, with what becomes of ghost variables. -/
  annotatedRely : Option Literal
  guarantee : Option Literal
  post : Option Literal
  /-- The ghost variables. -/
  ghosts : List Nat

/-- A program with its proof outline. -/
structure OutlinedProgram where
  tables : Tables
  procedures : Array OutlinedProcedure
  /-- The variable that is the witness; without one no procedure has an abstraction. -/
  witness : Option Nat
  /-- The variables that are declared. -/
  variables : List VariableCode
  families : Array OutlinedFamily
  /-- The program has branches. -/
  forks : Bool
  contract : Contract

/-- What the proof says about a family. -/
structure FamilyContract where
  rely : Literal
  guarantee : Literal
  post : Option Literal
  explicit : Bool

/-- The variable that counts the actions which are still to come, and the literals that say that it is 0, 1, …. -/
structure WitnessCode where
  name : Nat
  left : Array Literal

/-- The lines of an outline: of each family its contract, of each statement its assertion and its step in the proof, of each procedure its
abstraction, and so on, if given. -/
structure ProofOutline where
  contracts : Array (Option FamilyContract)
  assertions : Array (Option Literal)
  updates : Array (Option CommandCode)
  witness : Option WitnessCode
  abstractions : Array (Option Abstraction)
  /-- Of the families and then the procedures: what they call, the latest line first, and the variables that they use. -/
  calls : Array (List Callees)
  uses : Array (Option (List VariableCode))
  /-- Of an operation its one command, of a call one for each action. -/
  commits : Array (Option (List CommandCode))
  restored : Array (Option (List Nat))
  branches : Array (Option BranchContract)
  /-- Of the branches of a `par`: what they call, the latest line first. -/
  branchCalls : Array (List Callees)
  ghosts : List Nat
  initially : Option Literal
  environment : Option Literal
  lemma_ : Option Literal

end Plato
