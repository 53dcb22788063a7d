/-
# Reading programs

The lines of a certificate that describe a program: terms and formulas as everywhere, and statements, families and what is claimed of them,
which start with a word.

Main definitions: `ProgramLine`, `Reader.programLine`, `ProgramTables.add`.
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
  /-- The initial stores with auxiliary variables. -/
  | initially (l : Literal)
  | lemma_ (l : Literal)
  | rely (l annotated : Literal)
  | guarantee (l : Literal)
  | ensures (l : Literal)
  | auxiliary (name : Nat)
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

/-- The word stands at `i`, and a space or the end of the line after it; gives the offset after it. -/
def word (bytes text : ByteArray) (i : Nat) : Option Nat :=
  match keyword bytes text i 0 with
  | none => none
  | some next => if isAt bytes next 32 || isAt bytes next 10 then some next else none

/-- The literals after a word, given to `make`. -/
@[inline] def wordLine (bytes : ByteArray) (i next : Nat) (make : Array Literal → Except Reason ProgramLine) : Except Error ReadProgram :=
  match literals bytes next with
  | .error e => .error e
  | .ok ⟨values, next⟩ =>
    match make values with
    | .error reason => .error ⟨i, reason⟩
    | .ok line =>
      if isAt bytes next 10 then .ok ⟨line, next + 1⟩ else .error ⟨next, .expected "a number, a space or the end of the line"⟩

/-- One literal. -/
def oneLiteral (make : Literal → ProgramLine) (values : Array Literal) : Except Reason ProgramLine :=
  if h : values.size = 1 then .ok (make values[0]) else .error (.wrongArity 1 values.size)

/-- Statements are written as positive numbers. -/
def statementOf (code : Literal) : Except Reason Nat :=
  if code % 2 = 0 then .ok (code / 2) else .error (.expected "the number of a statement, which is not negative")

/-- Two statements. -/
def twoStatements (make : Nat → Nat → ProgramLine) (values : Array Literal) : Except Reason ProgramLine :=
  if h : values.size = 2 then
    match statementOf values[0] with
    | .error reason => .error reason
    | .ok S => match statementOf values[1] with
      | .error reason => .error reason
      | .ok T => .ok (make S T)
  else .error (.wrongArity 2 values.size)

/-- `loop J S`. -/
def loopLine (values : Array Literal) : Except Reason ProgramLine :=
  if h : values.size = 2 then
    match statementOf values[1] with
    | .error reason => .error reason
    | .ok S => .ok (.loop values[0] S)
  else .error (.wrongArity 2 values.size)

/-- `atomic G X Y`, or `atomic G X Y Z` where Z also says what becomes of auxiliary variables. -/
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
  if h : values.size = 4 ∨ values.size = 5 then
    match statementOf values[1] with
    | .error reason => .error reason
    | .ok S => .ok (.family values[0] S values[2] values[3] (if h : values.size = 5 then values[4] else 0) false)
  else .error (.wrongArity 4 values.size)

/-- `outline M S A G Q`. -/
def outlineLine (values : Array Literal) : Except Reason ProgramLine :=
  if h : values.size = 5 then
    match statementOf values[1] with
    | .error reason => .error reason
    | .ok S => .ok (.family values[0] S values[2] values[3] values[4] true)
  else .error (.wrongArity 5 values.size)

/-- `rely L` or `rely L Z`, where Z also says what becomes of auxiliary variables. -/
def relyLine (values : Array Literal) : Except Reason ProgramLine :=
  if h : values.size = 2 then .ok (.rely values[0] values[1])
  else if h : values.size = 1 then .ok (.rely values[0] values[0])
  else .error (.wrongArity 1 values.size)

/-- `ghost X`. -/
def auxiliaryLine (bytes : ByteArray) (i next : Nat) : Except Error ReadProgram :=
  match numbers bytes false next between 0 #[] with
  | .error e => .error e
  | .ok ⟨values, next⟩ =>
    if h : values.size = 1 then
      if isAt bytes next 10 then .ok ⟨.auxiliary values[0], next + 1⟩
      else .error ⟨next, .expected "the number of a program variable, then the end of the line"⟩
    else .error ⟨i, .wrongArity 1 values.size⟩

/-- `skip`. -/
def skipStatement (values : Array Literal) : Except Reason ProgramLine :=
  if values.size = 0 then .ok .skip else .error (.wrongArity 0 values.size)

/-- The line of a program that starts at `i`. -/
def programLine (bytes : ByteArray) (i : Nat) : Except Error ReadProgram :=
  match word bytes "atomic".toUTF8 i with
  | some next => wordLine bytes i next atomicLine
  | none => match word bytes "guarded".toUTF8 i with
  | some next => wordLine bytes i next guardedLine
  | none => match word bytes "seq".toUTF8 i with
  | some next => wordLine bytes i next (twoStatements .seq)
  | none => match word bytes "choice".toUTF8 i with
  | some next => wordLine bytes i next (twoStatements .choice)
  | none => match word bytes "loop".toUTF8 i with
  | some next => wordLine bytes i next loopLine
  | none => match word bytes "cut".toUTF8 i with
  | some next => wordLine bytes i next (oneLiteral .cut)
  | none => match word bytes "skip".toUTF8 i with
  | some next => wordLine bytes i next skipStatement
  | none => match word bytes "family".toUTF8 i with
  | some next => wordLine bytes i next familyLine
  | none => match word bytes "outline".toUTF8 i with
  | some next => wordLine bytes i next outlineLine
  | none => match word bytes "ghost".toUTF8 i with
  | some next => auxiliaryLine bytes i next
  | none => match word bytes "rely".toUTF8 i with
  | some next => wordLine bytes i next relyLine
  | none => match word bytes "guarantee".toUTF8 i with
  | some next => wordLine bytes i next (oneLiteral .guarantee)
  | none => match word bytes "ensures".toUTF8 i with
  | some next => wordLine bytes i next (oneLiteral .ensures)
  | none => match word bytes "lemma".toUTF8 i with
  | some next => wordLine bytes i next (oneLiteral .lemma_)
  | none => match word bytes "initially".toUTF8 i with
  | some next => wordLine bytes i next (oneLiteral .initially)
  | none => match word bytes "assume".toUTF8 i with
  | some next => wordLine bytes i next (oneLiteral .assume)
  | none => match word bytes "init".toUTF8 i with
  | some next => wordLine bytes i next (oneLiteral .init)
  | none => match word bytes "invariant".toUTF8 i with
  | some next => wordLine bytes i next (oneLiteral .invariant)
  | none => match line bytes i with
  | .error e => .error e
  | .ok ⟨line, next⟩ => .ok ⟨.line line, next⟩

end Reader

namespace ProgramTables

/-- The tables with another table of terms and formulas. -/
def withTables (p : ProgramTables) (add : Tables → Except Reason Tables) : Except Reason ProgramTables :=
  match p with
  | ⟨tables, statements, families, contract⟩ =>
    match add tables with
    | .error reason => .error reason
    | .ok tables => .ok ⟨tables, statements, families, contract⟩

/-- The program with another contract. -/
def withContract (p : ProgramTables) (change : Contract → Contract) : ProgramTables :=
  match p with
  | ⟨tables, statements, families, contract⟩ => ⟨tables, statements, families, change contract⟩

/-- What a line adds to the program; no statement may be larger than `limit`. -/
def add (p : ProgramTables) (limit : Nat) : ProgramLine → Except Reason ProgramTables
  | .line .comment => .ok p
  | .line (.term shape) => p.withTables fun tables => tables.addTerm shape
  | .line (.entry definiens) => p.withTables fun tables => tables.define definiens
  | .line _ => .error (.expected "a line of the program or 'proof'")
  | .skip => p.addStatement limit ⟨.skip, 1, 1⟩
  | .atomic o => p.addStatement limit ⟨.atomic p.statements.size o, 1, 1⟩
  | .choice S T =>
    match p.statement S with
    | .error reason => .error reason
    | .ok S => match p.statement T with
      | .error reason => .error reason
      | .ok T => p.addStatement limit ⟨.choice S.code T.code, max S.depth T.depth + 1, S.size + T.size + 1⟩
  | .seq S T =>
    match p.statement S with
    | .error reason => .error reason
    | .ok S => match p.statement T with
      | .error reason => .error reason
      | .ok T => p.addStatement limit ⟨.seq S.code T.code, max S.depth T.depth + 1, S.size + T.size + 1⟩
  | .loop invariant S =>
    match p.statement S with
    | .error reason => .error reason
    | .ok S => p.addStatement limit ⟨.loop p.statements.size invariant S.code, S.depth + 1, S.size + 1⟩
  | .cut assertion => p.addStatement limit ⟨.cut p.statements.size assertion, 1, 1⟩
  | .assume l => .ok (p.withContract fun c => { c with assumption := l })
  -- without a line of its own, the annotated formula is the formula itself
  | .init l => .ok (p.withContract fun c => { c with init := l, annotatedInit := l })
  | .initially l => .ok (p.withContract fun c => { c with annotatedInit := l })
  | .invariant l => .ok (p.withContract fun c => { c with invariant := l })
  | .lemma_ l => .ok (p.withContract fun c => { c with lemma_ := l })
  | .rely l annotated => .ok (p.withContract fun c => { c with rely := l, annotatedRely := annotated })
  | .guarantee l => .ok (p.withContract fun c => { c with guarantee := l })
  | .ensures l => .ok (p.withContract fun c => { c with post := l })
  | .auxiliary name => .ok (p.withContract fun c => { c with auxiliary := name :: c.auxiliary })
  | .family members S rely guarantee post explicit =>
    match p.statement S with
    | .error reason => .error reason
    | .ok S => match p with
      | ⟨tables, statements, families, contract⟩ =>
        .ok ⟨tables, statements, families.push ⟨members, S.code, rely, guarantee, post, explicit⟩, contract⟩

end ProgramTables

end Plato
