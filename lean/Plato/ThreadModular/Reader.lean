/-
# Reading programs

The lines of a certificate that describe a program: terms and formulas as everywhere, and statements, families and what is claimed of them,
which start with a word.

Main definitions: `ProgramLine`, `Reader.programReaders`, `Reader.programLine`.
-/
module

public import Plato.Certificate.Reader
public import Plato.ThreadModular.Outline

@[expose] public section

namespace Plato

/-- One line of a program. -/
inductive ProgramLine where
  /-- A term, a formula or a remark. -/
  | line (line : Line)
  | skip
  | atomic (operation : Operation)
  | choice (S T : Nat)
  | seq (S T : Nat)
  | loop (invariant : Literal) (S : Nat)
  | cut (assertion : Literal)
  | assume (l : Literal)
  | init (l : Literal)
  | invariant (l : Literal)
  /-- The initial stores with ghost variables. -/
  | initially (l : Literal)
  | lemma_ (l : Literal)
  | rely (l annotated : Literal)
  | guarantee (l : Literal)
  | ensures (l : Literal)
  | ghost (name : Nat)
  | family (members : Literal) (body : Nat) (rely guarantee post : Literal) (explicit : Bool)

/-- The formulas that a line names. -/
def ProgramLine.literals : ProgramLine → List Literal
  | .atomic ⟨gate, step, post, annotated, none⟩ => [gate, step, post, annotated]
  | .atomic ⟨gate, step, post, annotated, some assertion⟩ => [assertion, gate, step, post, annotated]
  | .loop J _ => [J]
  | .cut assertion => [assertion]
  | .assume l => [l]
  | .init l => [l]
  | .invariant l => [l]
  | .initially l => [l]
  | .lemma_ l => [l]
  | .guarantee l => [l]
  | .ensures l => [l]
  | .rely l Z => [l, Z]
  | .family M _ A G Q _ => [M, A, G, Q]
  | _ => []

namespace Reader

/-- A line of a program and the offset of the next one. -/
structure ReadProgram where
  line : ProgramLine
  next : Nat

/-- The literals after a word, given to `make`. -/
@[inline] def wordLine (bytes : ByteArray) (i next : Nat) (make : Array Literal → Except Reason ProgramLine) : Except Error ReadProgram := do
  let ⟨values, next⟩ ← literals bytes next
  let line ← atOffset i (make values)
  require (isAt bytes next '\n') ⟨next, notANumber⟩
  .ok ⟨line, next + 1⟩

/-- One literal. -/
def oneLiteral (make : Literal → ProgramLine) (values : Array Literal) : Except Reason ProgramLine :=
  if h : values.size = 1 then .ok (make values[0]) else .error (.wrongArity 1 values.size)

/-- Statements are written as positive numbers. -/
def statementOf (code : Literal) : Except Reason Nat :=
  if code.isPositive then .ok code.entry else .error (.expected "the number of a statement, which is not negative")

/-- Two statements. -/
def twoStatements (make : Nat → Nat → ProgramLine) (values : Array Literal) : Except Reason ProgramLine :=
  if h : values.size = 2 then do
    let S ← statementOf values[0]
    let T ← statementOf values[1]
    .ok (make S T)
  else .error (.wrongArity 2 values.size)

/-- `loop J S`. -/
def loopLine (values : Array Literal) : Except Reason ProgramLine :=
  if h : values.size = 2 then do
    let S ← statementOf values[1]
    .ok (.loop values[0] S)
  else .error (.wrongArity 2 values.size)

/-- `atomic G X Y`, or `atomic G X Y Z` where Z also says what becomes of ghost variables. -/
def atomicLine (values : Array Literal) : Except Reason ProgramLine :=
  if h : values.size = 4 then .ok (.atomic ⟨values[0], values[1], values[2], values[3], none⟩)
  else if h : values.size = 3 then .ok (.atomic ⟨values[0], values[1], values[2], values[1], none⟩)
  else .error (.wrongArity 3 values.size)

/-- `guarded J G X Y` or `guarded J G X Y Z`: J holds before the operation. -/
def guardedLine (values : Array Literal) : Except Reason ProgramLine :=
  if h : values.size = 5 then .ok (.atomic ⟨values[1], values[2], values[3], values[4], some values[0]⟩)
  else if h : values.size = 4 then .ok (.atomic ⟨values[1], values[2], values[3], values[2], some values[0]⟩)
  else .error (.wrongArity 4 values.size)

/-- `family M S A G` or `family M S A G Q`. -/
def familyLine (values : Array Literal) : Except Reason ProgramLine :=
  if h : values.size = 4 ∨ values.size = 5 then do
    let S ← statementOf values[1]
    let post := if h : values.size = 5 then values[4] else Literal.true
    .ok (.family values[0] S values[2] values[3] post false)
  else .error (.wrongArity 4 values.size)

/-- `outline M S A G Q`. -/
def outlineLine (values : Array Literal) : Except Reason ProgramLine :=
  if h : values.size = 5 then do
    let S ← statementOf values[1]
    .ok (.family values[0] S values[2] values[3] values[4] true)
  else .error (.wrongArity 5 values.size)

/-- `rely L` or `rely L Z`, where Z also says what becomes of ghost variables. -/
def relyLine (values : Array Literal) : Except Reason ProgramLine :=
  if h : values.size = 2 then .ok (.rely values[0] values[1])
  else if h : values.size = 1 then .ok (.rely values[0] values[0])
  else .error (.wrongArity 1 values.size)

/-- `ghost X`. -/
def ghostLine (bytes : ByteArray) (i next : Nat) : Except Error ReadProgram := do
  let ⟨values, next⟩ ← naturals bytes next
  if h : values.size = 1 then
    require (isAt bytes next '\n') ⟨next, .expected "the number of a program variable, then the end of the line"⟩
    .ok ⟨.ghost values[0], next + 1⟩
  else .error ⟨i, .wrongArity 1 values.size⟩

/-- `skip`. -/
def skipStatement (values : Array Literal) : Except Reason ProgramLine :=
  if values.size = 0 then .ok .skip else .error (.wrongArity 0 values.size)

/-- The readers of a program's lines by their words. They take the offsets of the line and after the word. -/
def programReaders : List (ByteArray × (ByteArray → Nat → Nat → Except Error ReadProgram)) := [
  ("atomic".toUTF8, fun bytes i next => wordLine bytes i next atomicLine),
  ("guarded".toUTF8, fun bytes i next => wordLine bytes i next guardedLine),
  ("seq".toUTF8, fun bytes i next => wordLine bytes i next (twoStatements .seq)),
  ("choice".toUTF8, fun bytes i next => wordLine bytes i next (twoStatements .choice)),
  ("loop".toUTF8, fun bytes i next => wordLine bytes i next loopLine),
  ("cut".toUTF8, fun bytes i next => wordLine bytes i next (oneLiteral .cut)),
  ("skip".toUTF8, fun bytes i next => wordLine bytes i next skipStatement),
  ("family".toUTF8, fun bytes i next => wordLine bytes i next familyLine),
  ("outline".toUTF8, fun bytes i next => wordLine bytes i next outlineLine),
  ("ghost".toUTF8, ghostLine),
  ("rely".toUTF8, fun bytes i next => wordLine bytes i next relyLine),
  ("guarantee".toUTF8, fun bytes i next => wordLine bytes i next (oneLiteral .guarantee)),
  ("ensures".toUTF8, fun bytes i next => wordLine bytes i next (oneLiteral .ensures)),
  ("lemma".toUTF8, fun bytes i next => wordLine bytes i next (oneLiteral .lemma_)),
  ("initially".toUTF8, fun bytes i next => wordLine bytes i next (oneLiteral .initially)),
  ("assume".toUTF8, fun bytes i next => wordLine bytes i next (oneLiteral .assume)),
  ("init".toUTF8, fun bytes i next => wordLine bytes i next (oneLiteral .init)),
  ("invariant".toUTF8, fun bytes i next => wordLine bytes i next (oneLiteral .invariant))]

/-- The line at `i`, read by the first of the readers whose word it starts with; without one it is a line as everywhere. -/
def readWith (bytes : ByteArray) (i : Nat) : List (ByteArray × (ByteArray → Nat → Nat → Except Error ReadProgram)) → Except Error ReadProgram
  | [] => do
    let ⟨line, next⟩ ← line bytes i
    .ok ⟨.line line, next⟩
  | (text, reader) :: rest =>
    match word bytes text i with
    | some next => reader bytes i next
    | none => readWith bytes i rest

/-- The line of a program that starts at `i`. -/
def programLine (bytes : ByteArray) (i : Nat) : Except Error ReadProgram := readWith bytes i programReaders

end Reader

end Plato
