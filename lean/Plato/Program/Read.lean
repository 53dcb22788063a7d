/-
# Programs, line by line

Reads a program: each line adds a term, a formula, a statement, a family or a part of the specification, up to the line `by METHOD`.

Main definitions: `ProgramTables.addCommandLine`, `ProgramTables.add`, `Kernel.program`.
-/
module

public import Plato.Program.Reader

@[expose] public section

namespace Plato

/-- Statements and commands are not nested deeper than this, and no command has more places. -/
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

/-- The place of that number. -/
def place (p : ProgramTables) (number : Nat) : Except Reason PlaceCode :=
  if h : number < p.places.size ∧ number ≠ 0 then .ok (p.places[number]'(h.1)) else .error (.noSuchPlace number)

/-- The command of that number. -/
def command (p : ProgramTables) (number : Nat) : Except Reason CommandEntry :=
  if h : number < p.commands.size ∧ number ≠ 0 then .ok (p.commands[number]'(h.1)) else .error (.noSuchCommand number)

/-- The places of these numbers, from the `i`-th on, counted from the end, before those in `out`. -/
def placesFrom (p : ProgramTables) (numbers : Array Nat) (i : Nat) (out : List PlaceCode) : Except Reason (List PlaceCode) :=
  if h : i < numbers.size then do
    let place ← p.place numbers[numbers.size - 1 - i]
    placesFrom p numbers (i + 1) (place :: out)
  else .ok out
termination_by numbers.size - i

/-- The changes that pairs of a place and a term give: those from the `i`-th pair on, counted from the end, before those in `out`. -/
def changesFrom (p : ProgramTables) (numbers : Array Nat) (i : Nat) (out : List ChangeCode) : Except Reason (List ChangeCode) :=
  if h : 2 * i + 1 < numbers.size then do
    let place ← p.place numbers[numbers.size - 2 - 2 * i]
    let value := numbers[numbers.size - 1 - 2 * i]
    require (value < p.tables.terms.size) (.noSuchTerm value)
    changesFrom p numbers (i + 1) (⟨place, value⟩ :: out)
  else .ok out
termination_by numbers.size - i

/-- The line as an entry of the table of commands. -/
def commandEntryOf (p : ProgramTables) : CommandShape → Except Reason CommandEntry
  | .assign numbers => do
    require (numbers.size % 2 = 0) (.expected "a place and a term for each change")
    require (numbers.size ≤ 2 * maxDepth) .statementTooLarge
    let changes ← p.changesFrom numbers 0 []
    .ok ⟨.assign changes, 1, numbers.size + 1⟩
  | .havoc numbers => do
    require (numbers.size ≤ maxDepth) .statementTooLarge
    let places ← p.placesFrom numbers 0 []
    .ok ⟨.havoc places, 1, numbers.size + 1⟩
  | .assume l => .ok ⟨.assume l, 1, 1⟩
  | .assert l => .ok ⟨.assert l, 1, 1⟩
  | .ite l C D => do
    let first ← p.command C
    let second ← p.command D
    .ok ⟨.ite l first.command second.command, max first.depth second.depth + 1, first.size + second.size + 1⟩
  | .choice C D => do
    let first ← p.command C
    let second ← p.command D
    .ok ⟨.choice first.command second.command, max first.depth second.depth + 1, first.size + second.size + 1⟩
  | .seq C D => do
    let first ← p.command C
    let second ← p.command D
    .ok ⟨.seq first.command second.command, max first.depth second.depth + 1, first.size + second.size + 1⟩
  | .operation gate action post numbers => do
    require (numbers.size ≤ maxDepth) .statementTooLarge
    let places ← p.placesFrom numbers 0 []
    .ok ⟨.operation places gate action post, 1, numbers.size + 1⟩

/-- The term has a number, if one is given. -/
def hasTerm (p : ProgramTables) : Option Nat → Except Reason Unit
  | none => .ok ()
  | some t => require (t < p.tables.terms.size) (.noSuchTerm t)

/-- What a line about variables, places and commands adds; no command may be larger than `limit`. -/
def addCommandLine (p : ProgramTables) (limit : Nat) : CommandLine → Except Reason ProgramTables
  | .variable declared called =>
    .ok { p with variables := declared :: p.variables, names := { p.names with variables := p.names.variables.push (declared, called) } }
  | .parameter declared called => .ok { p with names := { p.names with parameters := p.names.parameters.push (declared, called) } }
  | .procedure number called => .ok { p with names := { p.names with procedures := p.names.procedures.push (number, called) } }
  | .family number called => .ok { p with names := { p.names with families := p.names.families.push (number, called) } }
  | .place name index => do
    p.hasTerm index
    .ok { p with places := p.places.push ⟨name, index⟩ }
  | .command shape => do
    let entry ← p.commandEntryOf shape
    require (entry.depth ≤ maxDepth ∧ entry.size ≤ limit) .statementTooLarge
    .ok { p with commands := p.commands.push entry }

/-- How many there are, and `count` more. -/
def countNames : List Nat → (count : Nat) → Nat
  | [], count => count
  | _ :: rest, count => countNames rest (count + 1)

/-- The depth and size of the procedure's body, if it comes before the call: a method may put it in the place of the call. -/
def bodyEntry (p : ProgramTables) (procedure : Nat) : StatementEntry :=
  p.statements.getD (p.procedures.getD procedure 0) ⟨.skip, 1, 1, 0⟩

/-- The line as an entry of the statement table. -/
def entryOf (p : ProgramTables) : StatementShape → Except Reason StatementEntry
  | .skip => .ok ⟨.skip, 1, 1, 0⟩
  | .atomic c => .ok ⟨.atomic c, 1, 1, 0⟩
  | .choice S T => do
    let first ← p.statement S
    let second ← p.statement T
    .ok ⟨.choice S T, max first.depth second.depth + 1, first.size + second.size + 1, max first.exits second.exits⟩
  | .seq S T => do
    let first ← p.statement S
    let second ← p.statement T
    .ok ⟨.seq S T, max first.depth second.depth + 1, first.size + second.size + 1, max first.exits second.exits⟩
  | .loop S => do
    let body ← p.statement S
    .ok ⟨.loop S, body.depth + 1, body.size + 1, body.exits⟩
  | .block S => do
    let body ← p.statement S
    .ok ⟨.block S, body.depth + 1, body.size + 1, body.exits - 1⟩
  | .exit level => .ok ⟨.exit level, 1, 1, level + 1⟩
  | .call procedure =>
    let body := p.bodyEntry procedure
    .ok ⟨.call procedure, body.depth + 1, body.size + 1, 0⟩
  | .scope locals S => do
    let body ← p.statement S
    -- what leaves a scope would leave its values behind
    require (body.exits = 0) .looseExit
    require (countNames locals 0 ≤ maxDepth) .statementTooLarge
    .ok ⟨.scope locals S, body.depth + 1, countNames locals (body.size + 1), 0⟩
  | .par first last S => do
    p.hasTerm (some first)
    p.hasTerm (some last)
    let body ← p.statement S
    -- a branch ends by itself
    require (body.exits = 0) .looseExit
    .ok ⟨.par first last S, body.depth + 1, body.size + 1, 0⟩

/-- The procedure that the statement calls, or 0. -/
def calledBy : StatementShape → Nat
  | .call procedure => procedure
  | _ => 0

/-- The number of a statement that is a whole: all its exits leave blocks of its own. -/
def whole (p : ProgramTables) (s : Nat) : Except Reason Unit := do
  let entry ← p.statement s
  require (entry.exits = 0) .looseExit

/-- Appends the command of that number as a statement. -/
def addAtomic (p : ProgramTables) (limit command : Nat) : Except Reason ProgramTables := do
  let ⟨command, depth, size⟩ ← p.command command
  require (depth < maxDepth ∧ size < limit) .statementTooLarge
  .ok { p with statements := p.statements.push ⟨.atomic command, depth + 1, size + 1, 0⟩ }

/-- Appends a statement that is not too deep and, as a tree, no larger than `limit`. -/
def addStatement (p : ProgramTables) (limit : Nat) (shape : StatementShape) : Except Reason ProgramTables := do
  let entry ← p.entryOf shape
  require (entry.depth ≤ maxDepth ∧ entry.size ≤ limit) .statementTooLarge
  .ok { p with statements := p.statements.push entry, called := max p.called (calledBy shape) }

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
  | .command c => p.addCommandLine limit c
  | .atomic command => p.addAtomic limit command
  | .statement shape => p.addStatement limit shape
  | .procedure body => do
    p.whole body
    .ok { p with procedures := p.procedures.push body }
  | .family members body => do
    p.whole body
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
  | .raceFree races =>
    match p.specification.races with
    | [] => .ok { p with specification := { p.specification with races } }
    | _ => .error (.saidTwice "what there are no races on")

end ProgramTables

namespace Kernel

/-- A program that is read, the method by which the claim about it is shown, the offset of the line that names it, and of the next one. -/
structure ReadProgram where
  program : ProgramTables
  method : Method
  offset : Nat
  next : Nat

/-- How large statements may be as trees, with procedures in the place of their calls: proportional to the file. -/
def statementLimit (bytes : ByteArray) : Nat := 4 * bytes.size + 4096

/-- Reads the program up to the line `by METHOD`. -/
def program (bytes : ByteArray) (i : Nat) (read : ProgramTables) : Except Error ReadProgram := do
  let (line, next) ← Reader.programLine bytes i
  match line with
  | .line (.by_ method) => do
    atOffset i (require (read.called < read.procedures.size) (.noSuchProcedure read.called))
    .ok ⟨read, method, i, next⟩
  | line =>
    atOffset i (read.tables.hasLiterals line.literals)
    let read ← atOffset i (read.add (statementLimit bytes) line)
    if _h : i < next ∧ i < bytes.size then program bytes next read
    else .error ⟨i, .expected "another line"⟩
termination_by bytes.size - i

end Kernel

end Plato
