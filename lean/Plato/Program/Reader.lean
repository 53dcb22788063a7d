/-
# Reading programs

The lines of a certificate that describe a program: terms and formulas as everywhere, and statements, families and what is claimed of them,
which start with a word.

Main definitions: `ProgramLine`, `Reader.programLine`, `ProgramTables.add`.
-/
module

public import Plato.Reader
public import Plato.Program.Code

@[expose] public section

namespace Plato

/-- One line of a program. -/
inductive ProgramLine where
  /-- A term, a formula or a remark. -/
  | line (line : Line)
  | skip
  | atomic (gate step post : Literal)
  | choice (S T : Nat)
  | seq (S T : Nat)
  | loop (invariant : Literal) (S : Nat)
  | cut (assertion : Literal)
  | assume (l : Literal)
  | init (l : Literal)
  | invariant (l : Literal)
  | family (members : Literal) (body : Nat) (rely guarantee : Literal)

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

/-- `atomic G X Y`. -/
def atomicLine (values : Array Literal) : Except Reason ProgramLine :=
  if h : values.size = 3 then .ok (.atomic values[0] values[1] values[2]) else .error (.wrongArity 3 values.size)

/-- `family M S A G`. -/
def familyLine (values : Array Literal) : Except Reason ProgramLine :=
  if h : values.size = 4 then
    match statementOf values[1] with
    | .error reason => .error reason
    | .ok S => .ok (.family values[0] S values[2] values[3])
  else .error (.wrongArity 4 values.size)

/-- `skip`. -/
def skipStatement (values : Array Literal) : Except Reason ProgramLine :=
  if values.size = 0 then .ok .skip else .error (.wrongArity 0 values.size)

/-- The line of a program that starts at `i`. -/
def programLine (bytes : ByteArray) (i : Nat) : Except Error ReadProgram :=
  match word bytes "atomic".toUTF8 i with
  | some next => wordLine bytes i next atomicLine
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
  | ⟨tables, statements, assumption, init, invariant, families⟩ =>
    match add tables with
    | .error reason => .error reason
    | .ok tables => .ok ⟨tables, statements, assumption, init, invariant, families⟩

/-- What a line adds to the program; no statement may be larger than `limit`. -/
def add (p : ProgramTables) (limit : Nat) : ProgramLine → Except Reason ProgramTables
  | .line .comment => .ok p
  | .line (.term shape) => p.withTables fun tables => tables.addTerm shape
  | .line (.entry definiens) => p.withTables fun tables => tables.define definiens
  | .line _ => .error (.expected "a line of the program or 'proof'")
  | .skip => p.addStatement limit ⟨.skip, 1, 1⟩
  | .atomic gate step post => p.addStatement limit ⟨.atomic p.statements.size gate step post, 1, 1⟩
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
  | .assume l => match p with
    | ⟨tables, statements, _, init, invariant, families⟩ => .ok ⟨tables, statements, l, init, invariant, families⟩
  | .init l => match p with
    | ⟨tables, statements, assumption, _, invariant, families⟩ => .ok ⟨tables, statements, assumption, l, invariant, families⟩
  | .invariant l => match p with
    | ⟨tables, statements, assumption, init, _, families⟩ => .ok ⟨tables, statements, assumption, init, l, families⟩
  | .family members S rely guarantee =>
    match p.statement S with
    | .error reason => .error reason
    | .ok S => match p with
      | ⟨tables, statements, assumption, init, invariant, families⟩ =>
        .ok ⟨tables, statements, assumption, init, invariant, families.push ⟨members, S.code, rely, guarantee⟩⟩

end ProgramTables

end Plato
