/-
# Reading proof outlines

The lines after `by thread-modular`, up to the line `proof`: more terms and formulas, and what the proof says about families and statements.

Main definitions: `OutlineLine`, `Reader.outlineReaders`, `Reader.outlineLine`, `ProofOutline.add`, `Kernel.outline`.
-/
module

public import Plato.Program.Read
public import Plato.ThreadModular.Outline

@[expose] public section

namespace Plato

/-- One line of an outline. -/
inductive OutlineLine where
  /-- A term, a formula or a remark. -/
  | line (line : Line)
  | command (line : CommandLine)
  | contract (family : Nat) (contract : FamilyContract)
  | assertion (statement : Nat) (l : Literal)
  | update (statement command : Nat)
  | ghost (name : Nat)
  | initially (l : Literal)
  | environment (l : Literal)
  | lemma_ (l : Literal)
  /-- The outline is complete. -/
  | proof

/-- The formulas that a line names. -/
def OutlineLine.literals : OutlineLine → List Literal
  | .command c => c.literals
  | .contract _ ⟨rely, guarantee, none, _⟩ => [rely, guarantee]
  | .contract _ ⟨rely, guarantee, some post, _⟩ => [rely, guarantee, post]
  | .assertion _ l => [l]
  | .initially l => [l]
  | .environment l => [l]
  | .lemma_ l => [l]
  | _ => []

namespace Reader

/-- A line of an outline and the offset of the next one. -/
structure ReadOutline where
  line : OutlineLine
  next : Nat

/-- The number and the literals after a word, given to `make`, which may refuse their number. -/
@[inline] def numberedWord (bytes : ByteArray) (i next : Nat) (make : Nat → Array Literal → Except Reason OutlineLine) :
    Except Error ReadOutline := do
  let (number, next) ← natural bytes (skipSpaces bytes next) false 0
  let (values, next) ← wordLiterals bytes next
  let line ← atOffset i (make number values)
  .ok ⟨line, next⟩

/-- The literals after a word, given to `make`. -/
@[inline] def literalWord (bytes : ByteArray) (i next : Nat) (make : Array Literal → Except Reason OutlineLine) :
    Except Error ReadOutline := do
  let (values, next) ← wordLiterals bytes next
  let line ← atOffset i (make values)
  .ok ⟨line, next⟩

/-- `contract F A G` or `contract F A G Q`. -/
def contractLine (family : Nat) (values : Array Literal) : Except Reason OutlineLine :=
  if h : values.size = 3 then .ok (.contract family ⟨values[0], values[1], some values[2], false⟩)
  else if h : values.size = 2 then .ok (.contract family ⟨values[0], values[1], none, false⟩)
  else .error (.wrongArity 3 (values.size + 1))

/-- `explicit F A G Q`. -/
def explicitLine (family : Nat) (values : Array Literal) : Except Reason OutlineLine :=
  if h : values.size = 3 then .ok (.contract family ⟨values[0], values[1], some values[2], true⟩)
  else .error (.wrongArity 4 (values.size + 1))

/-- `at S J`. -/
def atLine (statement : Nat) (values : Array Literal) : Except Reason OutlineLine :=
  if h : values.size = 1 then .ok (.assertion statement values[0]) else .error (.wrongArity 2 (values.size + 1))

/-- `update S C`. -/
def updateLine (statement : Nat) (values : Array Literal) : Except Reason OutlineLine :=
  if h : values.size = 1 then do
    let command ← commandOf values[0]
    .ok (.update statement command)
  else .error (.wrongArity 2 (values.size + 1))

/-- `ghost X`. -/
def ghostLine (name : Nat) (values : Array Literal) : Except Reason OutlineLine :=
  if values.size = 0 then .ok (.ghost name) else .error (.wrongArity 1 (values.size + 1))

/-- `proof`. -/
def proofLine (values : Array Literal) : Except Reason OutlineLine :=
  if values.size = 0 then .ok .proof else .error (.wrongArity 0 values.size)

/-- The readers of an outline's lines by their words. They take the offsets of the line and after the word. -/
def outlineReaders : List (ByteArray × (ByteArray → Nat → Nat → Except Error ReadOutline)) := [
  ("at".toUTF8, fun bytes i next => numberedWord bytes i next atLine),
  ("update".toUTF8, fun bytes i next => numberedWord bytes i next updateLine),
  ("contract".toUTF8, fun bytes i next => numberedWord bytes i next contractLine),
  ("explicit".toUTF8, fun bytes i next => numberedWord bytes i next explicitLine),
  ("ghost".toUTF8, fun bytes i next => numberedWord bytes i next ghostLine),
  ("initially".toUTF8, fun bytes i next => literalWord bytes i next (oneLiteral .initially)),
  ("environment".toUTF8, fun bytes i next => literalWord bytes i next (oneLiteral .environment)),
  ("lemma".toUTF8, fun bytes i next => literalWord bytes i next (oneLiteral .lemma_)),
  ("proof".toUTF8, fun bytes i next => literalWord bytes i next proofLine)]

/-- The line at `i`, read by the first of the readers whose word it starts with; without one it is a line as everywhere. -/
def outlineLineOf (bytes : ByteArray) (i : Nat) :
    List (ByteArray × (ByteArray → Nat → Nat → Except Error ReadOutline)) → Except Error ReadOutline
  | [] => do
    match ← commandLineOf bytes i commandReaders with
    | some (line, next) => .ok ⟨.command line, next⟩
    | none =>
      let ⟨line, next⟩ ← line bytes i
      .ok ⟨.line line, next⟩
  | (text, reader) :: rest =>
    match word bytes text i with
    | some next => reader bytes i next
    | none => outlineLineOf bytes i rest

/-- The line of an outline that starts at `i`. -/
def outlineLine (bytes : ByteArray) (i : Nat) : Except Error ReadOutline := outlineLineOf bytes i outlineReaders

end Reader

/-- The number's place gets a value, if there is such a place and it has none. -/
@[inline] def setOnce {Value : Type} (values : Array (Option Value)) (number : Nat) (missing : Reason) (what : String) (value : Value) :
    Except Reason (Array (Option Value)) :=
  if h : number < values.size then
    match values[number] with
    | none => .ok (values.set number (some value) h)
    | some _ => .error (.saidTwice what)
  else .error missing

/-- The outline of a program before its first line. -/
def ProofOutline.empty (p : ProgramTables) : ProofOutline where
  contracts := Array.replicate p.families.size none
  assertions := Array.replicate p.statements.size none
  updates := Array.replicate p.statements.size none
  ghosts := []
  initially := none
  environment := none
  lemma_ := none

/-- A statement that an assertion can be at. -/
def StatementShape.hasAssertion : StatementShape → Bool
  | .skip => true
  | .atomic _ => true
  | .loop _ => true
  | _ => false

/-- A statement that takes a step. -/
def StatementShape.isOperation : StatementShape → Bool
  | .atomic _ => true
  | _ => false

/-- A program with the outline that has been read so far; its tables have the outline's formulas, too. -/
structure ReadOutlined where
  program : ProgramTables
  outline : ProofOutline

/-- What a line adds to an outline; no command may be larger than `limit`. -/
def ReadOutlined.add (r : ReadOutlined) (limit : Nat) : OutlineLine → Except Reason ReadOutlined
  | .line .comment => .ok r
  | .line (.term shape) => do
    let tables ← r.program.tables.addTerm shape
    .ok { r with program := { r.program with tables } }
  | .line (.entry definiens) => do
    let tables ← r.program.tables.define definiens
    .ok { r with program := { r.program with tables } }
  | .line _ => .error (.expected "a line of the outline or 'proof'")
  | .proof => .error (.expected "a line of the outline or 'proof'")
  | .command c => do
    let program ← r.program.addCommandLine limit c
    .ok { r with program }
  | .contract family contract => do
    let contracts ← setOnce r.outline.contracts family (.noSuchFamily family) "the contract of this family" contract
    .ok { r with outline := { r.outline with contracts } }
  | .assertion statement l => do
    let entry ← r.program.statement statement
    require entry.shape.hasAssertion (.expected "the number of a loop, an operation or a skip")
    let assertions ← setOnce r.outline.assertions statement (.noSuchStatement statement) "the assertion at this statement" l
    .ok { r with outline := { r.outline with assertions } }
  | .update statement command => do
    let entry ← r.program.statement statement
    require entry.shape.isOperation (.expected "the number of an operation")
    let ⟨command, _, _⟩ ← r.program.command command
    let updates ← setOnce r.outline.updates statement (.noSuchStatement statement) "the update of this statement" command
    .ok { r with outline := { r.outline with updates } }
  | .ghost name => .ok { r with outline := { r.outline with ghosts := name :: r.outline.ghosts } }
  | .initially l => do
    let initially ← once "the proof's initial condition" r.outline.initially l
    .ok { r with outline := { r.outline with initially } }
  | .environment l => do
    let environment ← once "the proof's environment" r.outline.environment l
    .ok { r with outline := { r.outline with environment } }
  | .lemma_ l => do
    let lemma_ ← once "the lemma" r.outline.lemma_ l
    .ok { r with outline := { r.outline with lemma_ } }

namespace Kernel

/-- Reads the outline up to the line `proof`; gives it with the program, and the offset of the next line. -/
def outline (bytes : ByteArray) (i : Nat) (read : ReadOutlined) : Except Error (ReadOutlined × Nat) := do
  let ⟨line, next⟩ ← Reader.outlineLine bytes i
  match line with
  | .proof => .ok (read, next)
  | line =>
    atOffset i (read.program.tables.hasLiterals line.literals)
    let read ← atOffset i (read.add bytes.size line)
    if _h : i < next ∧ i < bytes.size then outline bytes next read
    else .error ⟨i, .expected "another line"⟩
termination_by bytes.size - i

end Kernel

end Plato
