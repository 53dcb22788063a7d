/-
# Programs with their proof outline

What a proof by thread-modular verification adds to a program: a contract for each family, invariants of loops, assertions before operations
and in between, and *ghost* variables, which only the proof uses. The claim mentions none of these.

Main definitions: `OutlinedOperation`, `OutlinedCode`, `OutlinedFamily`, `Contract`, `OutlinedProgram`, `FamilyContract`, `ProofOutline`.
-/
module

public import Plato.Program.Code

@[expose] public section

namespace Plato

/-- An atomic command, and what the proof says of it. -/
structure OutlinedOperation where
  command : CommandCode
  /-- The command with what it does to the ghost variables, if the proof says that. -/
  annotated : Option CommandCode
  /-- What holds before it, whatever the other threads do, if the proof says that. -/
  assertion : Option Literal

/-- The command as the proof sees it. -/
def OutlinedOperation.proofCommand (o : OutlinedOperation) : CommandCode :=
  match o.annotated with
  | none => o.command
  | some annotated => annotated

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
  /-- A call of a procedure whose body comes later: the method refuses it. -/
  | recursion (procedure : Nat)
  /-- The method refuses scopes, which recursive procedures have. -/
  | scope (locals : List Nat) (S : OutlinedCode)

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
  | .scope locals S => .scope locals (S.core T)

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
  /-- The bodies of the procedures. -/
  procedures : Array OutlinedCode
  /-- The variables that are declared. -/
  variables : List VariableCode
  families : Array OutlinedFamily
  contract : Contract

/-- What the proof says about a family. -/
structure FamilyContract where
  rely : Literal
  guarantee : Literal
  post : Option Literal
  explicit : Bool

/-- The lines of an outline: of each family its contract, of each statement its assertion and its step in the proof, if given. -/
structure ProofOutline where
  contracts : Array (Option FamilyContract)
  assertions : Array (Option Literal)
  updates : Array (Option CommandCode)
  ghosts : List Nat
  initially : Option Literal
  environment : Option Literal
  lemma_ : Option Literal

end Plato
