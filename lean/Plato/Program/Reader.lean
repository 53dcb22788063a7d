/-
# Reading programs

The lines of a certificate that describe a program and its specification: terms and formulas as everywhere, and lines that start with a word.

Main definitions: `ProgramLine`, `Reader.programReaders`, `Reader.programLine`.
-/
module

public import Plato.Certificate.Reader
public import Plato.Program.Code

@[expose] public section

namespace Plato

/-- One line of a program. -/
inductive ProgramLine where
  /-- A term, a formula, a remark or the end of the program. -/
  | line (line : Line)
  | statement (shape : StatementShape)
  | family (members : Literal) (body : Nat)
  | assume (l : Literal)
  | init (l : Literal)
  | rely (l : Literal)
  | guarantee (l : Literal)
  | invariant (l : Literal)
  | ensures (l : Literal)

/-- The formulas that a line names. -/
def ProgramLine.literals : ProgramLine → List Literal
  | .line _ => []
  | .statement (.atomic o) => [o.gate, o.step, o.post]
  | .statement _ => []
  | .family members _ => [members]
  | .assume l => [l]
  | .init l => [l]
  | .rely l => [l]
  | .guarantee l => [l]
  | .invariant l => [l]
  | .ensures l => [l]

namespace Reader

/-- The literals after a word, up to the end of the line, and the offset of the next line. -/
@[inline] def wordLiterals (bytes : ByteArray) (next : Nat) : Except Error (Array Literal × Nat) := do
  let ⟨values, next⟩ ← literals bytes next
  require (isAt bytes next '\n') ⟨next, notANumber⟩
  .ok (values, next + 1)

/-- Statements, families and variables are written as positive numbers. -/
def positiveNumber (what : String) (code : Literal) : Except Reason Nat :=
  if code.isPositive then .ok code.entry else .error (.expected (what ++ ", which is not negative"))

/-- The number of a statement. -/
def statementOf (code : Literal) : Except Reason Nat := positiveNumber "the number of a statement" code

/-- One literal. -/
@[inline] def oneLiteral {Line : Type} (make : Literal → Line) (values : Array Literal) : Except Reason Line :=
  if h : values.size = 1 then .ok (make values[0]) else .error (.wrongArity 1 values.size)

/-- `skip`. -/
def skipStatement (values : Array Literal) : Except Reason ProgramLine :=
  if values.size = 0 then .ok (.statement .skip) else .error (.wrongArity 0 values.size)

/-- `atomic G X Y`. -/
def atomicLine (values : Array Literal) : Except Reason ProgramLine :=
  if h : values.size = 3 then .ok (.statement (.atomic ⟨values[0], values[1], values[2]⟩)) else .error (.wrongArity 3 values.size)

/-- `choice S T` and `seq S T`. -/
def twoStatements (make : Nat → Nat → StatementShape) (values : Array Literal) : Except Reason ProgramLine :=
  if h : values.size = 2 then do
    let S ← statementOf values[0]
    let T ← statementOf values[1]
    .ok (.statement (make S T))
  else .error (.wrongArity 2 values.size)

/-- `loop S`. -/
def loopLine (values : Array Literal) : Except Reason ProgramLine :=
  if h : values.size = 1 then do
    let S ← statementOf values[0]
    .ok (.statement (.loop S))
  else .error (.wrongArity 1 values.size)

/-- `family M S`. -/
def familyLine (values : Array Literal) : Except Reason ProgramLine :=
  if h : values.size = 2 then do
    let S ← statementOf values[1]
    .ok (.family values[0] S)
  else .error (.wrongArity 2 values.size)

/-- What the lines of a program say, by their words. -/
def programReaders : List (ByteArray × (Array Literal → Except Reason ProgramLine)) := [
  ("atomic".toUTF8, atomicLine),
  ("seq".toUTF8, twoStatements .seq),
  ("choice".toUTF8, twoStatements .choice),
  ("loop".toUTF8, loopLine),
  ("skip".toUTF8, skipStatement),
  ("family".toUTF8, familyLine),
  ("assume".toUTF8, oneLiteral .assume),
  ("init".toUTF8, oneLiteral .init),
  ("rely".toUTF8, oneLiteral .rely),
  ("guarantee".toUTF8, oneLiteral .guarantee),
  ("invariant".toUTF8, oneLiteral .invariant),
  ("ensures".toUTF8, oneLiteral .ensures)]

/-- The line at `i`, as the first of the words that it starts with says, and the offset of the next one; without such a word it is a line as
everywhere. -/
def programLineOf (bytes : ByteArray) (i : Nat) :
    List (ByteArray × (Array Literal → Except Reason ProgramLine)) → Except Error (ProgramLine × Nat)
  | [] => do
    let ⟨line, next⟩ ← line bytes i
    .ok (.line line, next)
  | (text, make) :: rest =>
    match word bytes text i with
    | none => programLineOf bytes i rest
    | some next => do
      let (values, next) ← wordLiterals bytes next
      let line ← atOffset i (make values)
      .ok (line, next)

/-- The line of a program that starts at `i`, and the offset of the next one. -/
def programLine (bytes : ByteArray) (i : Nat) : Except Error (ProgramLine × Nat) := programLineOf bytes i programReaders

end Reader

end Plato
