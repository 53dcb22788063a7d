/-
# Programs by number

A certificate gives a program as a table of statements, each of which refers to earlier ones, with formulas by their literals in a table of
formulas. This is what runs and what is claimed about it; what a proof adds belongs to the method.

Main definitions: `StatementShape`, `Code`, `codes`, `Code.core`, `Family`, `SpecificationCode`, `CommandEntry`,
`ProgramTables`.
-/
module

public import Plato.Meaning.Program
public import Plato.Program.Command

@[expose] public section

namespace Plato

/-- A line of the statement table, which names other statements by their numbers. -/
inductive StatementShape where
  | skip
  | atomic (command : CommandCode)
  | choice (S T : Nat)
  | seq (S T : Nat)
  | loop (S : Nat)
  | block (S : Nat)
  | exit (level : Nat)
  /-- The procedure of that number, which may come later. -/
  | call (procedure : Nat)
  | scope (locals : List Nat) (S : Nat)
  /-- The numbers of the first and the last branch are the values of terms. -/
  | par (first last S : Nat)

/-- Statements. -/
inductive Code where
  | skip
  | atomic (command : CommandCode)
  | choice (S T : Code)
  | seq (S T : Code)
  | loop (S : Code)
  | block (S : Code)
  | exit (level : Nat)
  | call (procedure : Nat)
  | scope (locals : List Nat) (S : Code)
  | par (first last : Nat) (S : Code)

/-- The statement that is made of earlier ones as the line says. -/
def StatementShape.code (earlier : Array Code) : StatementShape → Code
  | .skip => .skip
  | .atomic c => .atomic c
  | .choice S T => .choice (earlier.getD S .skip) (earlier.getD T .skip)
  | .seq S T => .seq (earlier.getD S .skip) (earlier.getD T .skip)
  | .loop S => .loop (earlier.getD S .skip)
  | .block S => .block (earlier.getD S .skip)
  | .exit level => .exit level
  | .call procedure => .call procedure
  | .scope locals S => .scope locals (earlier.getD S .skip)
  | .par first last S => .par first last (earlier.getD S .skip)

/-- A line of the statement table, the depth and size of its statement as a tree, and how many blocks must be around it for its exits. -/
structure StatementEntry where
  shape : StatementShape
  depth : Nat
  size : Nat
  exits : Nat

/-- The statements from number `i` on, after those before it. -/
def codesFrom (statements : Array StatementEntry) (i : Nat) (earlier : Array Code) : Array Code :=
  if h : i < statements.size then codesFrom statements (i + 1) (earlier.push (statements[i].shape.code earlier)) else earlier
termination_by statements.size - i

/-- All statements of a table. -/
def codes (statements : Array StatementEntry) : Array Code := codesFrom statements 0 #[]

/-- The statement, as a claim has it. -/
def Code.core (T : Tables) : Code → Core
  | .skip => .skip
  | .atomic c => .atomic (c.command T)
  | .choice S S' => .choice (S.core T) (S'.core T)
  | .seq S S' => .seq (S.core T) (S'.core T)
  | .loop S => .loop (S.core T)
  | .block S => .block (S.core T)
  | .exit level => .exit level
  | .call procedure => .call procedure
  | .scope locals S => .scope locals (S.core T)
  | .par first last S => .par (T.term first) (T.term last) (S.core T)

/-- A family of threads: which identifiers it has, and the number of its statement. -/
structure Family where
  members : Literal
  body : Nat

/-- The specification of a program as a whole, as far as it is stated. Without a rely the environment does nothing. -/
structure SpecificationCode where
  rely : Option Literal
  guarantee : Option Literal
  invariant : Option Literal
  post : Option Literal
  /-- The variables on which there must be no race. -/
  races : List Nat

/-- A command that has been read, and its depth and size as a tree. -/
structure CommandEntry where
  command : CommandCode
  depth : Nat
  size : Nat

/-- A variable that is declared: an integer or a map. -/
structure VariableCode where
  name : Nat
  isMap : Bool

/-- What a program calls its variables, parameters, procedures and families: for people, and nothing rests on it. -/
structure ProgramNames where
  /-- The variables, in the order in which they are declared, with what they are called. -/
  variables : Array (VariableCode × String)
  parameters : Array (VariableCode × String)
  procedures : Array (Nat × String)
  families : Array (Nat × String)

/-- A program as it is read. -/
structure ProgramTables where
  tables : Tables
  /-- The variables that are declared, the latest first. -/
  variables : List VariableCode
  names : ProgramNames
  places : Array PlaceCode
  commands : Array CommandEntry
  statements : Array StatementEntry
  /-- The numbers of the procedures' bodies. -/
  procedures : Array Nat
  /-- The largest number of a procedure that is called. -/
  called : Nat
  families : Array Family
  /-- What is assumed of the parameters, if anything is. -/
  assumption : Option Literal
  /-- The initial stores, if not all stores are. -/
  init : Option Literal
  specification : SpecificationCode

/-- The program before its first line; places, commands, statements and procedures are numbered from 1. -/
def ProgramTables.empty (room : Nat) : ProgramTables where
  tables := Tables.initial room
  variables := []
  names := ⟨#[], #[], #[], #[]⟩
  places := #[⟨0, none⟩]
  commands := #[⟨.assign [], 1, 1⟩]
  statements := #[⟨.skip, 1, 1, 0⟩]
  procedures := #[0]
  called := 0
  families := #[]
  assumption := none
  init := none
  specification := ⟨none, none, none, none, []⟩

/-- What is stated, or true. -/
def orTrue : Option Literal → Literal
  | none => .true
  | some l => l

/-- What is stated, or false. -/
def orFalse : Option Literal → Literal
  | none => .false
  | some l => l

/-- The families' texts from index `i` on. -/
def familyTexts (T : Tables) (statements : Array Code) (families : Array Family) (i : Nat) (out : Array FamilyText) : Array FamilyText :=
  if h : i < families.size then
    familyTexts T statements families (i + 1)
      (out.push ⟨T.literal families[i].members, (statements.getD families[i].body .skip).core T⟩)
  else out
termination_by families.size - i

/-- The bodies of the procedures from number `i` on. -/
def bodyTexts (T : Tables) (statements : Array Code) (procedures : Array Nat) (i : Nat) (out : Array Core) : Array Core :=
  if h : i < procedures.size then bodyTexts T statements procedures (i + 1) (out.push ((statements.getD procedures[i] .skip).core T))
  else out
termination_by procedures.size - i

/-- The program that a claim is about. -/
def ProgramTables.text (p : ProgramTables) : ProgramText where
  assumption := p.tables.literal (orTrue p.assumption)
  init := p.tables.literal (orTrue p.init)
  procedures := bodyTexts p.tables (codes p.statements) p.procedures 0 #[]
  families := familyTexts p.tables (codes p.statements) p.families 0 #[]

/-- What a claim says about the program in its environment. -/
def ProgramTables.specificationText (p : ProgramTables) : SpecificationText where
  rely := p.tables.literal (orFalse p.specification.rely)
  guarantee := p.tables.literal (orTrue p.specification.guarantee)
  invariant := p.tables.literal (orTrue p.specification.invariant)
  post := p.tables.literal (orTrue p.specification.post)

end Plato
