/-
# Programs, line by line

Reads a program: each line adds a term, a formula, a statement, a family or a part of the specification, up to the line `by METHOD`.

Main definitions: `ProgramTables.add`, `Kernel.program`.
-/
module

public import Plato.Program.Reader

@[expose] public section

namespace Plato

/-- Statements are not nested deeper than this. -/
def maxDepth : Nat := 4096

/-- What is given once. -/
def once (what : String) (before : Option Literal) (l : Literal) : Except Reason (Option Literal) :=
  match before with
  | none => .ok (some l)
  | some _ => .error (.saidTwice what)

/-- The entries of the literals are all in the table. -/
def Tables.hasLiterals (T : Tables) : List Literal → Except Reason Unit
  | [] => .ok ()
  | l :: rest => do
    require (l.entry < T.formulas.size) (.noSuchEntry l.entry)
    T.hasLiterals rest

namespace ProgramTables

/-- The statement of that number. -/
def statement (p : ProgramTables) (s : Nat) : Except Reason StatementEntry :=
  if h : s < p.statements.size ∧ s ≠ 0 then .ok (p.statements[s]'(h.1)) else .error (.noSuchStatement s)

/-- The line as an entry of the statement table. -/
def entryOf (p : ProgramTables) : StatementShape → Except Reason StatementEntry
  | .skip => .ok ⟨.skip, 1, 1⟩
  | .atomic o => .ok ⟨.atomic o, 1, 1⟩
  | .choice S T => do
    let first ← p.statement S
    let second ← p.statement T
    .ok ⟨.choice S T, max first.depth second.depth + 1, first.size + second.size + 1⟩
  | .seq S T => do
    let first ← p.statement S
    let second ← p.statement T
    .ok ⟨.seq S T, max first.depth second.depth + 1, first.size + second.size + 1⟩
  | .loop S => do
    let body ← p.statement S
    .ok ⟨.loop S, body.depth + 1, body.size + 1⟩

/-- Appends a statement that is not too deep and, as a tree, no larger than `limit`. -/
def addStatement (p : ProgramTables) (limit : Nat) (shape : StatementShape) : Except Reason ProgramTables := do
  let entry ← p.entryOf shape
  require (entry.depth ≤ maxDepth ∧ entry.size ≤ limit) .statementTooLarge
  .ok { p with statements := p.statements.push entry }

/-- What a line adds to the program; no statement may be larger than `limit`. -/
def add (p : ProgramTables) (limit : Nat) : ProgramLine → Except Reason ProgramTables
  | .line .comment => .ok p
  | .line (.term shape) => do
    let tables ← p.tables.addTerm shape
    .ok { p with tables }
  | .line (.entry definiens) => do
    let tables ← p.tables.define definiens
    .ok { p with tables }
  | .line _ => .error (.expected "a line of the program, or 'by' and a method")
  | .statement shape => p.addStatement limit shape
  | .family members body => do
    let _ ← p.statement body
    .ok { p with families := p.families.push ⟨members, body⟩ }
  | .assume l => do
    let assumption ← once "what is assumed" p.assumption l
    .ok { p with assumption }
  | .init l => do
    let init ← once "the initial condition" p.init l
    .ok { p with init }
  | .rely l => do
    let rely ← once "the rely" p.specification.rely l
    .ok { p with specification := { p.specification with rely } }
  | .guarantee l => do
    let guarantee ← once "the guarantee" p.specification.guarantee l
    .ok { p with specification := { p.specification with guarantee } }
  | .invariant l => do
    let invariant ← once "the invariant" p.specification.invariant l
    .ok { p with specification := { p.specification with invariant } }
  | .ensures l => do
    let post ← once "the postcondition" p.specification.post l
    .ok { p with specification := { p.specification with post } }

end ProgramTables

namespace Kernel

/-- A program that is read, the method by which the claim about it is shown, the offset of the line that names it, and of the next one. -/
structure ReadProgram where
  program : ProgramTables
  method : Method
  offset : Nat
  next : Nat

/-- Reads the program up to the line `by METHOD`. -/
def program (bytes : ByteArray) (i : Nat) (read : ProgramTables) : Except Error ReadProgram := do
  let (line, next) ← Reader.programLine bytes i
  match line with
  | .line (.by_ method) => .ok ⟨read, method, i, next⟩
  | line =>
    atOffset i (read.tables.hasLiterals line.literals)
    let read ← atOffset i (read.add bytes.size line)
    if _h : i < next ∧ i < bytes.size then program bytes next read
    else .error ⟨i, .expected "another line"⟩
termination_by bytes.size - i

end Kernel

end Plato
