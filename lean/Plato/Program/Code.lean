/-
# Programs as certificates give them

Statements refer to formulas by their literals in a table. Loops carry invariants and assertions stand in between: they are the proof's,
and are not part of the program that a claim speaks of.

Main definitions: `Code`, `Code.core`, `Family`, `ProgramTables`.
-/
module

public import Plato.Program.Core
public import Plato.Table

@[expose] public section

namespace Plato

/-- Statements with their proof outline; `label` is the number of the statement's line. -/
inductive Code where
  | skip
  | atomic (label : Nat) (gate step post : Literal)
  | choice (S T : Code)
  | seq (S T : Code)
  | loop (label : Nat) (invariant : Literal) (S : Code)
  | cut (label : Nat) (assertion : Literal)

/-- The statement itself, without its outline. -/
def Code.core (T : Tables) : Code → Core
  | .skip => .skip
  | .atomic _ gate step post => .atomic (T.literal gate) (T.literal step) (T.literal post)
  | .choice S S' => .choice (S.core T) (S'.core T)
  | .seq S S' => .seq (S.core T) (S'.core T)
  | .loop _ _ S => .loop (S.core T)
  | .cut _ _ => .skip

/-- A line of the statement table. -/
structure StatementEntry where
  code : Code
  depth : Nat
  size : Nat

/-- A family of threads, with its assumption about the others and its guarantee to them. -/
structure Family where
  members : Literal
  code : Code
  rely : Literal
  guarantee : Literal

/-- A program as it is read. -/
structure ProgramTables where
  tables : Tables
  statements : Array StatementEntry
  assumption : Literal
  init : Literal
  invariant : Literal
  families : Array Family

/-- Literal 0 is the formula true. -/
def ProgramTables.empty (room : Nat) : ProgramTables where
  tables := Tables.initial room
  statements := #[⟨.skip, 1, 1⟩]
  assumption := 0
  init := 0
  invariant := 0
  families := #[]

/-- The families' texts from index `i` on. -/
def familyTexts (T : Tables) (families : Array Family) (i : Nat) (out : Array FamilyText) : Array FamilyText :=
  if h : i < families.size then
    familyTexts T families (i + 1) (out.push ⟨T.literal families[i].members, families[i].code.core T⟩)
  else out
termination_by families.size - i

/-- The program that a claim speaks of. -/
def ProgramTables.text (p : ProgramTables) : ProgramText where
  assumption := p.tables.literal p.assumption
  init := p.tables.literal p.init
  families := familyTexts p.tables p.families 0 #[]

/-- Statements are not nested deeper than this. -/
def maxDepth : Nat := 4096

/-- Appends a statement that is not too deep and, as a tree, not larger than the file. -/
def ProgramTables.addStatement (p : ProgramTables) (limit : Nat) (entry : StatementEntry) : Except Reason ProgramTables :=
  if entry.depth > maxDepth ∨ entry.size > limit then .error .statementTooLarge
  else match p with
    | ⟨tables, statements, assumption, init, invariant, families⟩ =>
      .ok ⟨tables, statements.push entry, assumption, init, invariant, families⟩

/-- The statement of that number. -/
def ProgramTables.statement (p : ProgramTables) (s : Nat) : Except Reason StatementEntry :=
  if h : s < p.statements.size ∧ s ≠ 0 then .ok (p.statements[s]'(h.1)) else .error (.noSuchStatement s)

/-- The literal is in the table. -/
def ProgramTables.known (p : ProgramTables) (l : Literal) : Except Reason Unit :=
  if l / 2 < p.tables.formulas.size then .ok () else .error (.noSuchEntry (l / 2))

end Plato
