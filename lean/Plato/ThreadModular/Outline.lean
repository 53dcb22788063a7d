/-
# Programs as certificates give them

Statements refer to formulas by their literals in a table. Loops carry invariants and there are assertions in between: they are the proof's,
and are not part of the program that a claim is about. Neither are the *ghost* variables, whose values only the proof follows.

Main definitions: `Operation`, `Code`, `Code.core`, `Family`, `Contract`, `ProgramTables`.
-/
module

public import Plato.Meaning.Program
public import Plato.Table.Table

@[expose] public section

namespace Plato

/-- The atomic operation `gate ? step ↓ post`, and what the proof says of it. -/
structure Operation where
  gate : Literal
  step : Literal
  post : Literal
  /-- The step, and what it does to the ghost variables. -/
  annotated : Literal
  /-- What holds before it, whatever the other threads do, if the proof says that. -/
  assertion : Option Literal

/-- Statements with their proof outline; `label` is the number of the statement's line. -/
inductive Code where
  | skip
  | atomic (label : Nat) (operation : Operation)
  | choice (S T : Code)
  | seq (S T : Code)
  | loop (label : Nat) (invariant : Literal) (S : Code)
  | cut (label : Nat) (assertion : Literal)

/-- The statement itself, without its outline. -/
def Code.core (T : Tables) : Code → Core
  | .skip => .skip
  | .atomic _ o => .atomic (T.literal o.gate) (T.literal o.step) (T.literal o.post)
  | .choice S S' => .choice (S.core T) (S'.core T)
  | .seq S S' => .seq (S.core T) (S'.core T)
  | .loop _ _ S => .loop (S.core T)
  | .cut _ _ => .skip

/-- A line of the statement table. -/
structure StatementEntry where
  code : Code
  depth : Nat
  size : Nat

/-- A family of threads, with its rely on the others, its guarantee to them, and what holds where its threads end. -/
structure Family where
  members : Literal
  code : Code
  rely : Literal
  guarantee : Literal
  post : Literal
  /-- The outline is explicit: every operation has an assertion before it, which the environment does not make false. Then the rely
  may be any. Otherwise weakest preconditions are computed, and the rely must be reflexive and transitive. -/
  explicit : Bool

/-- What is assumed and claimed of a program as a whole, and what the proof adds to it. -/
structure Contract where
  assumption : Literal
  init : Literal
  /-- The initial stores, with the first values of ghost variables. -/
  annotatedInit : Literal
  invariant : Literal
  /-- An invariant of the proof alone, which may mention ghost variables. -/
  lemma_ : Literal
  /-- What the environment may do. -/
  rely : Literal
  /-- The same, with what becomes of ghost variables. -/
  annotatedRely : Literal
  guarantee : Literal
  post : Literal
  /-- The ghost variables. -/
  auxiliary : List Nat

/-- A program as it is read. -/
structure ProgramTables where
  tables : Tables
  statements : Array StatementEntry
  families : Array Family
  contract : Contract

namespace ProgramTables

/-- What is assumed of the parameters. -/
abbrev assumption (p : ProgramTables) : Literal := p.contract.assumption

/-- The initial stores. -/
abbrev init (p : ProgramTables) : Literal := p.contract.init

/-- What is claimed of every reachable store. -/
abbrev invariant (p : ProgramTables) : Literal := p.contract.invariant

end ProgramTables

/-- Nothing is assumed and nothing claimed; the environment does nothing. -/
def Contract.empty : Contract where
  assumption := .true
  init := .true
  annotatedInit := .true
  invariant := .true
  lemma_ := .true
  rely := .false
  annotatedRely := .false
  guarantee := .true
  post := .true
  auxiliary := []

/-- The program before its first line. -/
def ProgramTables.empty (room : Nat) : ProgramTables where
  tables := Tables.initial room
  statements := #[⟨.skip, 1, 1⟩]
  families := #[]
  contract := Contract.empty

/-- The families' texts from index `i` on. -/
def familyTexts (T : Tables) (families : Array Family) (i : Nat) (out : Array FamilyText) : Array FamilyText :=
  if h : i < families.size then
    familyTexts T families (i + 1) (out.push ⟨T.literal families[i].members, families[i].code.core T⟩)
  else out
termination_by families.size - i

/-- The program that a claim is about. -/
def ProgramTables.text (p : ProgramTables) : ProgramText where
  assumption := p.tables.literal p.assumption
  init := p.tables.literal p.init
  families := familyTexts p.tables p.families 0 #[]

/-- What a claim says of the program in its environment. -/
def ProgramTables.specification (p : ProgramTables) : SpecificationText where
  rely := p.tables.literal p.contract.rely
  guarantee := p.tables.literal p.contract.guarantee
  invariant := p.tables.literal p.contract.invariant
  post := p.tables.literal p.contract.post

/-- Statements are not nested deeper than this. -/
def maxDepth : Nat := 4096

/-- Appends a statement that is not too deep and, as a tree, not larger than the file. -/
def ProgramTables.addStatement (p : ProgramTables) (limit : Nat) (entry : StatementEntry) : Except Reason ProgramTables := do
  require (entry.depth ≤ maxDepth ∧ entry.size ≤ limit) .statementTooLarge
  .ok { p with statements := p.statements.push entry }

/-- The statement of that number. -/
def ProgramTables.statement (p : ProgramTables) (s : Nat) : Except Reason StatementEntry :=
  if h : s < p.statements.size ∧ s ≠ 0 then .ok (p.statements[s]'(h.1)) else .error (.noSuchStatement s)

/-- The entries of the literals are all in the table. -/
def ProgramTables.hasLiterals (p : ProgramTables) : List Literal → Except Reason Unit
  | [] => .ok ()
  | l :: rest => do
    require (l.entry < p.tables.formulas.size) (.noSuchEntry l.entry)
    p.hasLiterals rest

end Plato
