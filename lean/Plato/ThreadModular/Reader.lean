/-
# Reading proof outlines

The lines after `by thread-modular` or `by procedures`, up to the line `proof`: more terms and formulas, and what the proof says about families,
procedures and statements.

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
  | witness (name : Nat) (left : Array Literal)
  /-- Rely, idle, pre and post, and then the actions. -/
  | abstraction (procedure : Nat) (rely idle pre post : Literal) (actions : List Literal)
  | writes (procedure : Nat) (names : List Nat)
  | calls (procedure : Nat) (callees : Callees)
  | through (family : Nat) (callees : Callees)
  /-- Of a family, or of a procedure after all families. -/
  | uses (unit : Nat) (variables : List VariableCode)
  | commit (statement : Nat) (commands : List Nat)
  | restore (statement : Nat) (terms : List Nat)
  | branches (statement : Nat) (contract : BranchContract)
  /-- What the branches of a `par` call. -/
  | within (statement : Nat) (callees : Callees)
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
  | .witness _ left => Reader.numbersBelow left left.size []
  | .abstraction _ rely idle pre post actions => rely :: idle :: pre :: post :: actions
  | .calls _ callees => [callees.through]
  | .through _ callees => [callees.through]
  | .branches _ x => [x.rely, x.guarantee, x.through, x.pre, x.post]
  | .within _ callees => [callees.through]
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

/-- The numbers of a list from index `i` on. -/
def numberList (what : String) (values : Array Literal) (i : Nat) : Except Reason (List Nat) := do
  let numbers ← positiveNumbers what values i #[]
  .ok (numbersBelow numbers numbers.size [])

/-- `witness X L…`. -/
def witnessLine (name : Nat) (values : Array Literal) : Except Reason OutlineLine := .ok (.witness name values)

/-- More actions than this make a goal too deep. -/
def maxActions : Nat := 256

/-- `abstraction P A K PRE POST Y…`. -/
def abstractionLine (procedure : Nat) (values : Array Literal) : Except Reason OutlineLine :=
  match numbersBelow values values.size [] with
  | rely :: idle :: pre :: post :: actions => do
    require (values.size ≤ maxActions) .tooManyActions
    .ok (.abstraction procedure rely idle pre post actions)
  | _ => .error (.wrongArity 5 (values.size + 1))

/-- A line lists no more procedures than this, and a caller has no more such lines than `maxGroups`, since each call looks for its own among them. -/
def maxCallees : Nat := 256

/-- How many lines may say what a caller calls. -/
def maxGroups : Nat := 16

/-- `writes P X…`. -/
def writesLine (procedure : Nat) (numbers : Array Nat) : Except Reason OutlineLine := do
  require (numbers.size ≤ maxDepth) .statementTooLarge
  .ok (.writes procedure (numbersBelow numbers numbers.size []))

/-- The variables from index `i` on, before those in `out`: each as its number and 1 for a map, 0 for an integer. -/
def usedVariables (numbers : Array Nat) : (i : Nat) → (out : List VariableCode) → List VariableCode
  | 0, out => out
  | i + 1, out => usedVariables numbers i (⟨numbers.getD i 0 / 2, numbers.getD i 0 % 2 == 1⟩ :: out)

/-- `uses U V…`: each V is twice the number of a variable, and one more if it is a map. -/
def usesLine (unit : Nat) (numbers : Array Nat) : Except Reason OutlineLine := .ok (.uses unit (usedVariables numbers numbers.size []))

/-- The number and the numbers after a word, which may be 0, given to `make`. -/
@[inline] def numbersWord (bytes : ByteArray) (i next : Nat) (make : Nat → Array Nat → Except Reason OutlineLine) : Except Error ReadOutline := do
  let (number, next) ← natural bytes (skipSpaces bytes next) false 0
  let ⟨values, next⟩ ← naturals bytes next
  require (isAt bytes next '\n') ⟨next, notANumber⟩
  let line ← atOffset i (make number values)
  .ok ⟨line, next + 1⟩

/-- `calls P N Q…`, `through F N Q…` and `within S N Q…`. -/
def calleesLine (make : Callees → OutlineLine) (values : Array Literal) : Except Reason OutlineLine :=
  if h : 0 < values.size ∧ values.size ≤ maxCallees then do
    let procedures ← numberList "the number of a procedure" values 1
    .ok (make ⟨values[0]'(h.1), procedures⟩)
  else .error (.expected "what happens through calls, and at most 255 procedures")

/-- `commit S C…`. -/
def commitLine (statement : Nat) (values : Array Literal) : Except Reason OutlineLine := do
  require (values.size ≤ maxActions) (.expected "at most 256 commands")
  let commands ← numberList "the number of a command" values 0
  .ok (.commit statement commands)

/-- `restore S T…`. -/
def restoreLine (statement : Nat) (values : Array Literal) : Except Reason OutlineLine := do
  require (values.size ≤ maxDepth) .statementTooLarge
  let terms ← numberList "the number of a term" values 0
  .ok (.restore statement terms)

/-- `branches S A G N PRE POST`. -/
def branchesLine (statement : Nat) (values : Array Literal) : Except Reason OutlineLine :=
  if h : values.size = 5 then .ok (.branches statement ⟨values[0], values[1], values[2], values[3], values[4]⟩)
  else .error (.wrongArity 6 (values.size + 1))

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
  ("witness".toUTF8, fun bytes i next => numberedWord bytes i next witnessLine),
  ("abstraction".toUTF8, fun bytes i next => numberedWord bytes i next abstractionLine),
  ("writes".toUTF8, fun bytes i next => numbersWord bytes i next writesLine),
  ("uses".toUTF8, fun bytes i next => numbersWord bytes i next usesLine),
  ("calls".toUTF8, fun bytes i next => numberedWord bytes i next fun procedure => calleesLine (.calls procedure)),
  ("through".toUTF8, fun bytes i next => numberedWord bytes i next fun family => calleesLine (.through family)),
  ("commit".toUTF8, fun bytes i next => numberedWord bytes i next commitLine),
  ("restore".toUTF8, fun bytes i next => numberedWord bytes i next restoreLine),
  ("branches".toUTF8, fun bytes i next => numberedWord bytes i next branchesLine),
  ("within".toUTF8, fun bytes i next => numberedWord bytes i next fun statement => calleesLine (.within statement)),
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
  witness := none
  abstractions := Array.replicate p.procedures.size none
  calls := Array.replicate (p.families.size + p.procedures.size) []
  uses := Array.replicate (p.families.size + p.procedures.size) none
  commits := Array.replicate p.statements.size none
  restored := Array.replicate p.statements.size none
  branches := Array.replicate p.statements.size none
  branchCalls := Array.replicate p.statements.size []
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

/-- A statement that may do an action of an abstraction. -/
def StatementShape.hasActions : StatementShape → Bool
  | .atomic _ => true
  | .call _ => true
  | _ => false

/-- A scope. -/
def StatementShape.isScope : StatementShape → Bool
  | .scope _ _ => true
  | _ => false

/-- Branches. -/
def StatementShape.isPar : StatementShape → Bool
  | .par _ _ _ => true
  | _ => false

/-- The actions, so many in all, each with the literal that counts it and those after it. -/
def WitnessCode.steps (w : WitnessCode) : (actions : List Literal) → (count : Nat) → Except Reason (List AbstractStep)
  | [], _ => .ok []
  | action :: rest, count =>
    if h : count < w.left.size then do
      let steps ← w.steps rest (count - 1)
      .ok (⟨w.left[count], action⟩ :: steps)
    else .error .tooManyActions

/-- The literal that says that no action is left. -/
def WitnessCode.done (w : WitnessCode) : Except Reason Literal :=
  if h : 0 < w.left.size then .ok w.left[0] else .error .tooManyActions

/-- The procedure's abstraction gets the variables that its steps change. -/
def writesOf (abstractions : Array (Option Abstraction)) (procedure : Nat) (names : List Nat) : Except Reason (Array (Option Abstraction)) :=
  if h : procedure < abstractions.size then
    match abstractions[procedure] with
    | none => .error (.expected "the abstraction of this procedure before what it writes")
    | some x =>
      match x.writes with
      | some _ => .error (.saidTwice "what this procedure writes")
      | none => .ok (abstractions.set procedure (some { x with writes := some names }) h)
  else .error (.noSuchProcedure procedure)

/-- The caller of that number calls these, too. -/
def addCallees (calls : Array (List Callees)) (caller : Nat) (callees : Callees) : Except Reason (Array (List Callees)) :=
  if h : caller < calls.size then do
    require (countCallees calls[caller] 0 < Reader.maxGroups) (.expected "fewer lines about what this one calls")
    .ok (calls.set caller (callees :: calls[caller]) h)
  else .error (.noSuchProcedure caller)
where
  /-- How many there are, and `count` more. -/
  countCallees : List Callees → (count : Nat) → Nat
    | [], count => count
    | _ :: rest, count => countCallees rest (count + 1)

/-- The commands of these numbers. -/
def ProgramTables.commandList (p : ProgramTables) : List Nat → Except Reason (List CommandCode)
  | [] => .ok []
  | number :: rest => do
    let ⟨command, _, _⟩ ← p.command number
    let commands ← p.commandList rest
    .ok (command :: commands)

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
  | .witness name left =>
    match r.outline.witness with
    | some _ => .error (.saidTwice "the witness")
    | none => .ok { r with outline := { r.outline with witness := some ⟨name, left⟩ } }
  | .abstraction procedure rely idle pre post actions => do
    require (procedure ≠ 0) (.noSuchProcedure 0)
    let witness ← orReject .tooManyActions r.outline.witness
    let steps ← witness.steps actions (ProgramTables.countNames actions 0)
    let done ← witness.done
    let abstractions ← setOnce r.outline.abstractions procedure (.noSuchProcedure procedure) "the abstraction of this procedure"
      ⟨rely, idle, pre, post, steps, done, none⟩
    .ok { r with outline := { r.outline with abstractions } }
  | .writes procedure names => do
    let witness ← orReject .tooManyActions r.outline.witness
    let abstractions ← writesOf r.outline.abstractions procedure (witness.name :: names)
    .ok { r with outline := { r.outline with abstractions } }
  | .calls procedure callees => do
    require (procedure < r.outline.abstractions.size) (.noSuchProcedure procedure)
    let calls ← addCallees r.outline.calls (r.outline.contracts.size + procedure) callees
    .ok { r with outline := { r.outline with calls } }
  | .through family callees => do
    require (family < r.outline.contracts.size) (.noSuchFamily family)
    let calls ← addCallees r.outline.calls family callees
    .ok { r with outline := { r.outline with calls } }
  | .uses unit variables => do
    let uses ← setOnce r.outline.uses (if unit < r.outline.contracts.size then unit else unit + 1) (.noSuchFamily unit) "what this unit uses" variables
    .ok { r with outline := { r.outline with uses } }
  | .commit statement commands => do
    let entry ← r.program.statement statement
    require entry.shape.hasActions (.expected "the number of an operation or a call")
    let commands ← r.program.commandList commands
    let commits ← setOnce r.outline.commits statement (.noSuchStatement statement) "the commit of this statement" commands
    .ok { r with outline := { r.outline with commits } }
  | .restore statement terms => do
    let entry ← r.program.statement statement
    require entry.shape.isScope (.expected "the number of a scope")
    let restored ← setOnce r.outline.restored statement (.noSuchStatement statement) "what this scope gives back" terms
    .ok { r with outline := { r.outline with restored } }
  | .branches statement contract => do
    let entry ← r.program.statement statement
    require entry.shape.isPar (.expected "the number of a par")
    let branches ← setOnce r.outline.branches statement (.noSuchStatement statement) "the branches of this statement" contract
    .ok { r with outline := { r.outline with branches } }
  | .within statement callees => do
    let entry ← r.program.statement statement
    require entry.shape.isPar (.expected "the number of a par")
    let branchCalls ← addCallees r.outline.branchCalls statement callees
    .ok { r with outline := { r.outline with branchCalls } }
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
