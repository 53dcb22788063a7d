/-
# Reading programs

The lines of a certificate that describe a program and its specification: terms and formulas as everywhere, and lines that start with a word.

Main definitions: `CommandLine`, `ProgramLine`, `Reader.commandReaders`, `Reader.programReaders`, `Reader.programLine`.
-/
module

public import Plato.Certificate.Reader
public import Plato.Program.Code

@[expose] public section

namespace Plato

/-- A line of the table of commands, which names places, terms and other commands by their numbers. -/
inductive CommandShape where
  /-- Places and terms in turn. -/
  | assign (numbers : Array Nat)
  | havoc (places : Array Nat)
  | assume (l : Literal)
  | assert (l : Literal)
  | ite (l : Literal) (C D : Nat)
  | choice (C D : Nat)
  | seq (C D : Nat)
  | operation (gate action post : Literal) (places : Array Nat)

/-- A line that a program and the outline of its proof may both have. -/
inductive CommandLine where
  | variable (declared : VariableCode) (called : String)
  | parameter (declared : VariableCode) (called : String)
  | procedure (number : Nat) (called : String)
  | family (number : Nat) (called : String)
  | place (name : Nat) (index : Option Nat)
  | command (shape : CommandShape)

/-- One line of a program. -/
inductive ProgramLine where
  /-- A term, a formula, a remark or the end of the program. -/
  | line (line : Line)
  | command (line : CommandLine)
  /-- The command of that number as a statement. -/
  | atomic (command : Nat)
  | statement (shape : StatementShape)
  | procedure (body : Nat)
  | family (members : Literal) (body : Nat)
  | assume (l : Literal)
  | init (l : Literal)
  | rely (l : Literal)
  | guarantee (l : Literal)
  | invariant (l : Literal)
  | ensures (l : Literal)
  | raceFree (variables : List Nat)

/-- The formulas that a line names. -/
def CommandLine.literals : CommandLine → List Literal
  | .command (.assume l) => [l]
  | .command (.assert l) => [l]
  | .command (.ite l _ _) => [l]
  | .command (.operation gate action post _) => [gate, action, post]
  | _ => []

/-- The formulas that a line names. -/
def ProgramLine.literals : ProgramLine → List Literal
  | .line _ => []
  | .command c => c.literals
  | .atomic _ => []
  | .statement _ => []
  | .procedure _ => []
  | .family members _ => [members]
  | .assume l => [l]
  | .init l => [l]
  | .rely l => [l]
  | .guarantee l => [l]
  | .invariant l => [l]
  | .ensures l => [l]
  | .raceFree _ => []

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

/-- The numbers of places, terms and commands, from index `i` on; all of these are numbered from 1. -/
def positiveNumbers (what : String) (values : Array Literal) (i : Nat) (out : Array Nat) : Except Reason (Array Nat) :=
  if h : i < values.size then do
    let number ← positiveNumber what values[i]
    positiveNumbers what values (i + 1) (out.push number)
  else .ok out
termination_by values.size - i

/-- The number of a command. -/
def commandOf (code : Literal) : Except Reason Nat := positiveNumber "the number of a command" code

/-- One number and a name. -/
@[inline] def namedLine (numbers : Array Nat) (make : Nat → CommandLine) : Except Reason CommandLine :=
  if h : numbers.size = 1 then .ok (make numbers[0]) else .error (.wrongArity 1 numbers.size)

/-- `place X` and `place X I`. -/
def placeLine (numbers : Array Nat) (name : String) : Except Reason CommandLine := do
  require (name.isEmpty = true) (.expected "the end of the line")
  if h : numbers.size = 2 then .ok (.place numbers[0] (some numbers[1]))
  else if h : numbers.size = 1 then .ok (.place numbers[0] none)
  else .error (.wrongArity 2 numbers.size)

/-- `assign P T …`. -/
def assignLine (values : Array Literal) : Except Reason CommandLine := do
  let numbers ← positiveNumbers "the number of a place or term" values 0 #[]
  .ok (.command (.assign numbers))

/-- `havoc P …`. -/
def havocLine (values : Array Literal) : Except Reason CommandLine := do
  let numbers ← positiveNumbers "the number of a place" values 0 #[]
  .ok (.command (.havoc numbers))

/-- `if F C D`. -/
def ifLine (values : Array Literal) : Except Reason CommandLine :=
  if h : values.size = 3 then do
    let C ← commandOf values[1]
    let D ← commandOf values[2]
    .ok (.command (.ite values[0] C D))
  else .error (.wrongArity 3 values.size)

/-- `either C D` and `then C D`. -/
def twoCommands (make : Nat → Nat → CommandShape) (values : Array Literal) : Except Reason CommandLine :=
  if h : values.size = 2 then do
    let C ← commandOf values[0]
    let D ← commandOf values[1]
    .ok (.command (make C D))
  else .error (.wrongArity 2 values.size)

/-- `operation G A Y P …`. -/
def operationLine (values : Array Literal) : Except Reason CommandLine :=
  if h : 3 ≤ values.size then do
    let places ← positiveNumbers "the number of a place" values 3 #[]
    .ok (.command (.operation values[0] values[1] values[2] places))
  else .error (.wrongArity 3 values.size)

/-- What the lines say that a program and an outline may have, by their words. -/
def commandReaders : List (ByteArray × (Array Literal → Except Reason CommandLine)) := [
  ("assign".toUTF8, assignLine),
  ("havoc".toUTF8, havocLine),
  ("when".toUTF8, oneLiteral fun l => .command (.assume l)),
  ("assert".toUTF8, oneLiteral fun l => .command (.assert l)),
  ("if".toUTF8, ifLine),
  ("either".toUTF8, twoCommands .choice),
  ("then".toUTF8, twoCommands .seq),
  ("operation".toUTF8, operationLine)]

/-- What the lines say that start with the number of a variable, a parameter, a procedure or a family, by their words. -/
def variableReaders : List (ByteArray × (Array Nat → String → Except Reason CommandLine)) := [
  ("place".toUTF8, placeLine),
  ("int".toUTF8, fun numbers name => namedLine numbers fun x => .variable ⟨x, false⟩ name),
  ("map".toUTF8, fun numbers name => namedLine numbers fun x => .variable ⟨x, true⟩ name),
  ("const".toUTF8, fun numbers name => namedLine numbers fun x => .parameter ⟨x, false⟩ name),
  ("constmap".toUTF8, fun numbers name => namedLine numbers fun x => .parameter ⟨x, true⟩ name),
  ("proc".toUTF8, fun numbers name => namedLine numbers fun p => .procedure p name),
  ("called".toUTF8, fun numbers name => namedLine numbers fun f => .family f name)]

/-- The character with that code. -/
def characterOf (byte : UInt8) : Char :=
  ⟨byte.toUInt32, .inl (by have := byte.toNat_lt; rw [UInt8.toNat_toUInt32]; omega)⟩

/-- The name from `i` on, up to the end of the line: characters that can be seen. -/
def nameAt (bytes : ByteArray) (i : Nat) (out : String) : Except Error (String × Nat) :=
  if h : i < bytes.size then
    let byte := bytes.get i h
    if byte == '\n'.toUInt8 then .ok (out, i)
    else if '!'.toUInt8 ≤ byte && byte ≤ '~'.toUInt8 then nameAt bytes (i + 1) (out.push (characterOf byte))
    else .error ⟨i, .expected "a name without spaces, or the end of the line"⟩
  else .error ⟨i, unfinished⟩
termination_by bytes.size - i

/-- The line at `i`, as the first of the words that it starts with says, and the offset of the next one; nothing without such a word. -/
def variableLineOf (bytes : ByteArray) (i : Nat) :
    List (ByteArray × (Array Nat → String → Except Reason CommandLine)) → Except Error (Option (CommandLine × Nat))
  | [] => .ok none
  | (text, make) :: rest =>
    match word bytes text i with
    | none => variableLineOf bytes i rest
    | some next => do
      let ⟨values, next⟩ ← naturals bytes next
      let (name, next) ← nameAt bytes next ""
      let line ← atOffset i (make values name)
      .ok (some (line, next + 1))

/-- The line at `i`, as the first of the words that it starts with says, and the offset of the next one; nothing without such a word. -/
def commandLineOf (bytes : ByteArray) (i : Nat) :
    List (ByteArray × (Array Literal → Except Reason CommandLine)) → Except Error (Option (CommandLine × Nat))
  | [] => variableLineOf bytes i variableReaders
  | (text, make) :: rest =>
    match word bytes text i with
    | none => commandLineOf bytes i rest
    | some next => do
      let (values, next) ← wordLiterals bytes next
      let line ← atOffset i (make values)
      .ok (some (line, next))

/-- `atomic C`. -/
def atomicLine (values : Array Literal) : Except Reason ProgramLine :=
  if h : values.size = 1 then do
    let C ← commandOf values[0]
    .ok (.atomic C)
  else .error (.wrongArity 1 values.size)

/-- `choice S T` and `seq S T`. -/
def twoStatements (make : Nat → Nat → StatementShape) (values : Array Literal) : Except Reason ProgramLine :=
  if h : values.size = 2 then do
    let S ← statementOf values[0]
    let T ← statementOf values[1]
    .ok (.statement (make S T))
  else .error (.wrongArity 2 values.size)

/-- `loop S`, `block S` and `procedure S`. -/
def oneStatement (make : Nat → ProgramLine) (values : Array Literal) : Except Reason ProgramLine :=
  if h : values.size = 1 then do
    let S ← statementOf values[0]
    .ok (make S)
  else .error (.wrongArity 1 values.size)

/-- `call P`. -/
def callLine (values : Array Literal) : Except Reason ProgramLine :=
  if h : values.size = 1 then do
    let procedure ← positiveNumber "the number of a procedure" values[0]
    .ok (.statement (.call procedure))
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
  ("loop".toUTF8, oneStatement fun S => .statement (.loop S)),
  ("block".toUTF8, oneStatement fun S => .statement (.block S)),
  ("call".toUTF8, callLine),
  ("procedure".toUTF8, oneStatement .procedure),
  ("skip".toUTF8, skipStatement),
  ("family".toUTF8, familyLine),
  ("assume".toUTF8, oneLiteral .assume),
  ("init".toUTF8, oneLiteral .init),
  ("rely".toUTF8, oneLiteral .rely),
  ("guarantee".toUTF8, oneLiteral .guarantee),
  ("invariant".toUTF8, oneLiteral .invariant),
  ("ensures".toUTF8, oneLiteral .ensures)]

/-- `exit N`. -/
def exitLine (numbers : Array Nat) : Except Reason ProgramLine :=
  if h : numbers.size = 1 then .ok (.statement (.exit numbers[0])) else .error (.wrongArity 1 numbers.size)

/-- The numbers before index `i`, before those in `out`. -/
def numbersBelow (numbers : Array Nat) : (i : Nat) → (out : List Nat) → List Nat
  | 0, out => out
  | i + 1, out => numbersBelow numbers i (numbers.getD i 0 :: out)

/-- `scope S X …`. -/
def scopeLine (numbers : Array Nat) : Except Reason ProgramLine :=
  match numbersBelow numbers numbers.size [] with
  | [] => .error (.wrongArity 1 0)
  | S :: locals => .ok (.statement (.scope locals S))

/-- `par A B S`. -/
def parLine (numbers : Array Nat) : Except Reason ProgramLine :=
  if h : numbers.size = 3 then .ok (.statement (.par numbers[0] numbers[1] numbers[2])) else .error (.wrongArity 3 numbers.size)

/-- `race-free X …`. -/
def raceFreeLine (numbers : Array Nat) : Except Reason ProgramLine :=
  match numbersBelow numbers numbers.size [] with
  | [] => .error (.wrongArity 1 0)
  | variables => .ok (.raceFree variables)

/-- What the lines of a program say that have numbers of variables or blocks, which start at 0, by their words. -/
def numberReaders : List (ByteArray × (Array Nat → Except Reason ProgramLine)) := [
  ("exit".toUTF8, exitLine),
  ("scope".toUTF8, scopeLine),
  ("par".toUTF8, parLine),
  ("race-free".toUTF8, raceFreeLine)]

/-- The line at `i`, as the first of the words that it starts with says, and the offset of the next one; without such a word it is a line
about commands or a line as everywhere. -/
def numberLineOf (bytes : ByteArray) (i : Nat) :
    List (ByteArray × (Array Nat → Except Reason ProgramLine)) → Except Error (ProgramLine × Nat)
  | [] => do
    match ← commandLineOf bytes i commandReaders with
    | some (line, next) => .ok (.command line, next)
    | none =>
      let ⟨line, next⟩ ← line bytes i
      .ok (.line line, next)
  | (text, make) :: rest =>
    match word bytes text i with
    | none => numberLineOf bytes i rest
    | some next => do
      let ⟨values, next⟩ ← naturals bytes next
      require (isAt bytes next '\n') ⟨next, notANumber⟩
      let line ← atOffset i (make values)
      .ok (line, next + 1)

/-- The line at `i`, as the first of the words that it starts with says, and the offset of the next one. -/
def programLineOf (bytes : ByteArray) (i : Nat) :
    List (ByteArray × (Array Literal → Except Reason ProgramLine)) → Except Error (ProgramLine × Nat)
  | [] => numberLineOf bytes i numberReaders
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
