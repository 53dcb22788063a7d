/-
# Reading the steps of a reduction

The lines between `by reduction` and the line that names the method for the program after the reduction: terms, formulas, places and commands as everywhere, and lines that
start with a word and the number of a statement. The line `step` ends what is said for one step.

Main definitions: `ReductionLine`, `Kernel.reductionPlans`.
-/
module

public import Plato.Program.Read
public import Plato.Reduction.Merge

@[expose] public section

namespace Plato

/-- One line of a reduction. -/
inductive ReductionLine where
  /-- A term, a formula, a remark or the method for the reduced program. -/
  | line (line : Line)
  | command (line : CommandLine)
  /-- The formula is an invariant of the program of this step. -/
  | invariant (l : Literal)
  /-- The formula is asserted before the statement. -/
  | gate (statement : Nat) (l : Literal)
  /-- The command of the statement is replaced by the command of that number. -/
  | replace (statement command : Nat)
  /-- The loop does what the command of that number does, in any number of iterations. -/
  | summary (statement command : Nat)
  /-- The statement is a right mover. -/
  | right (statement : Nat)
  /-- The statement is a left mover. -/
  | left (statement : Nat)
  /-- The statement becomes one command. -/
  | merge (statement : Nat)
  /-- What follows is said of the program after this step. -/
  | step

/-- The formulas that a line names. -/
def ReductionLine.literals : ReductionLine → List Literal
  | .command c => c.literals
  | .gate _ l => [l]
  | .invariant l => [l]
  | _ => []

namespace Reader

/-- The number of one statement. -/
def oneNumber (make : Nat → ReductionLine) (values : Array Literal) : Except Reason ReductionLine :=
  if h : values.size = 1 then do
    let S ← statementOf values[0]
    .ok (make S)
  else .error (.wrongArity 1 values.size)

/-- `gate S F`. -/
def gateLine (values : Array Literal) : Except Reason ReductionLine :=
  if h : values.size = 2 then do
    let S ← statementOf values[0]
    .ok (.gate S values[1])
  else .error (.wrongArity 2 values.size)

/-- `replace S C` and `summary S C`. -/
def statementCommand (make : Nat → Nat → ReductionLine) (values : Array Literal) : Except Reason ReductionLine :=
  if h : values.size = 2 then do
    let S ← statementOf values[0]
    let c ← commandOf values[1]
    .ok (make S c)
  else .error (.wrongArity 2 values.size)

/-- `step`. -/
def stepLine (values : Array Literal) : Except Reason ReductionLine :=
  if values.size = 0 then .ok .step else .error (.wrongArity 0 values.size)

/-- What the lines of a reduction say, by their words. -/
def reductionReaders : List (ByteArray × (Array Literal → Except Reason ReductionLine)) := [
  ("invariant".toUTF8, oneLiteral .invariant),
  ("gate".toUTF8, gateLine),
  ("replace".toUTF8, statementCommand .replace),
  ("summary".toUTF8, statementCommand .summary),
  ("step".toUTF8, stepLine),
  ("right".toUTF8, oneNumber .right),
  ("left".toUTF8, oneNumber .left),
  ("merge".toUTF8, oneNumber .merge)]

/-- The line at `i`, as the first of the words that it starts with says, and the offset of the next one. -/
def reductionLineOf (bytes : ByteArray) (i : Nat) :
    List (ByteArray × (Array Literal → Except Reason ReductionLine)) → Except Error (ReductionLine × Nat)
  | [] => do
    match ← commandLineOf bytes i commandReaders with
    | some (line, next) => .ok (.command line, next)
    | none =>
      let ⟨line, next⟩ ← line bytes i
      .ok (.line line, next)
  | (text, make) :: rest =>
    match word bytes text i with
    | none => reductionLineOf bytes i rest
    | some next => do
      let (values, next) ← wordLiterals bytes next
      let line ← atOffset i (make values)
      .ok (line, next)

end Reader

/-- The program so far, with the formulas and commands of the reduction, what was said for earlier steps, and what is said for this one. -/
structure ReadReduction where
  program : ProgramTables
  earlier : Array ReductionPlan
  plan : ReductionPlan

/-- More steps than these are refused. -/
def maxSteps : Nat := 32

/-- Sets what is said of a statement. -/
def setFlag {Said : Type} (flags : Array Said) (statement : Nat) (said : Said) : Except Reason (Array Said) :=
  if h : statement < flags.size then .ok (flags.set statement said h) else .error (.noSuchStatement statement)

/-- What a line says of the statements. -/
def ReductionPlan.add (plan : ReductionPlan) (p : ProgramTables) : ReductionLine → Except Reason ReductionPlan
  | .invariant l => do
    let invariant ← once "the invariant of the step" plan.invariant l
    .ok { plan with invariant }
  | .gate statement l => do
    let gates ← setFlag plan.gates statement (some l)
    .ok { plan with gates }
  | .replace statement command => do
    let c ← p.command command
    let replacements ← setFlag plan.replacements statement (some c)
    .ok { plan with replacements }
  | .summary statement command => do
    let c ← p.command command
    let summaries ← setFlag plan.summaries statement (some c)
    .ok { plan with summaries }
  | .right statement => do
    let rights ← setFlag plan.rights statement true
    .ok { plan with rights }
  | .left statement => do
    let lefts ← setFlag plan.lefts statement true
    .ok { plan with lefts }
  | .merge statement => do
    let merges ← setFlag plan.merges statement true
    .ok { plan with merges }
  | _ => .error (.expected "a line of the reduction, or 'by' and a method")

/-- What a line adds; no command may be larger than `limit`. -/
def ReadReduction.add (r : ReadReduction) (limit : Nat) : ReductionLine → Except Reason ReadReduction
  | .line .comment => .ok r
  | .line (.term shape) => do
    let tables ← r.program.tables.addTerm shape
    .ok ⟨{ r.program with tables }, r.earlier, r.plan⟩
  | .line (.entry definiens) => do
    let tables ← r.program.tables.define definiens
    .ok ⟨{ r.program with tables }, r.earlier, r.plan⟩
  | .command (.place name index) => do
    let program ← r.program.addCommandLine limit (.place name index)
    .ok ⟨program, r.earlier, r.plan⟩
  | .command (.command shape) => do
    let program ← r.program.addCommandLine limit (.command shape)
    .ok ⟨program, r.earlier, r.plan⟩
  | .step => do
    require (r.earlier.size + 1 < maxSteps) (.notReducible "there are too many steps")
    .ok ⟨r.program, r.earlier.push r.plan, ReductionPlan.empty r.program.statements.size⟩
  | line => do
    let plan ← r.plan.add r.program line
    .ok ⟨r.program, r.earlier, plan⟩

namespace Kernel

/-- Reads the reduction up to the line that names the next method; gives the offset after it. Only thread-modular verification can be next. -/
def reductionPlans (bytes : ByteArray) (i : Nat) (read : ReadReduction) : Except Error (ReadReduction × Nat) := do
  let (line, next) ← Reader.reductionLineOf bytes i Reader.reductionReaders
  match line with
  | .line (.by_ .threadModular) => .ok (read, next)
  | .line (.by_ _) => .error ⟨i, .otherMethod "by thread-modular"⟩
  | line =>
    atOffset i (read.program.tables.hasLiterals line.literals)
    let read ← atOffset i (read.add (statementLimit bytes) line)
    if _h : i < next ∧ i < bytes.size then reductionPlans bytes next read
    else .error ⟨i, .expected "another line"⟩
termination_by bytes.size - i

end Kernel

end Plato
