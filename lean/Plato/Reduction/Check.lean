/-
# Checking programs by reduction

Reads what is said for each step, computes the program after it, reads the proof outline of the last program, and follows a refutation of each condition: those of
the steps first, then those of the outline. Nothing is shown of invariants and guarantees of the program as written, because stores inside of merged
statements vanish; and other programs beside it would take part in the conditions of movers. Both are refused.

Main definitions: `Kernel.reduced`, `Kernel.reduction`.
-/
module

public import Plato.Reduction.Reader
public import Plato.ThreadModular.Check

@[expose] public section

namespace Plato.Kernel

/-- The program states nothing but what holds at the end. -/
def onlyEnsures (s : SpecificationCode) : Except Reason Unit :=
  match s.rely, s.guarantee, s.invariant with
  | none, none, none => .ok ()
  | some _, _, _ => .error (.notReducible "the program has an environment")
  | _, some _, _ => .error (.notReducible "a guarantee is not shown by reduction")
  | _, _, some _ => .error (.notReducible "an invariant is not shown by reduction")

/-- One step of a reduction: what is said of the statements, these before the step, with their assertions and replacements, and after it. -/
structure Stage where
  plan : ReductionPlan
  before : Array StatementEntry
  changed : Array StatementEntry
  after : Array StatementEntry

/-- The steps from the `i`-th plan on, and the statements after them. -/
def stagesOf (limit : Nat) (plans : Array ReductionPlan) (i : Nat) (statements : Array StatementEntry) : Except Reason (List Stage × Array StatementEntry) :=
  if h : i < plans.size then do
    let changed ← changeStatements plans[i] limit statements 0 #[]
    let after ← mergeStatements plans[i] limit (codes changed) changed 0 #[]
    let (stages, last) ← stagesOf limit plans (i + 1) after
    .ok (⟨plans[i], statements, changed, after⟩ :: stages, last)
  else .ok ([], statements)
termination_by plans.size - i

/-- A step with the commands of families. -/
structure ReductionStep where
  stage : Stage
  families : List FamilyAtoms

/-- The steps with the commands of the program's families. -/
def stepsOf (p : ProgramTables) : List Stage → Except Reason (List ReductionStep)
  | [] => .ok []
  | stage :: stages => do
    bodiesInside (codes stage.changed) p.procedures 0
    let families ← familyAtoms stage.plan stage.changed p.procedures p.families p.families.size []
    let steps ← stepsOf p stages
    .ok (⟨stage, families⟩ :: steps)

/-- What is needed of a reduction: the program as it is written, the outline of the program after the reduction, the steps, and the offset of the first refutation. -/
structure Reduced where
  program : ProgramTables
  outlined : OutlinedProgram
  steps : List ReductionStep
  next : Nat

/-- Reads a reduction and computes the programs after its steps. -/
def reduced (bytes : ByteArray) (p : ProgramTables) (i : Nat) : Except Error Reduced := do
  let (read, next) ← reductionPlans bytes i ⟨p, #[], ReductionPlan.empty p.statements.size⟩
  let (stages, merged) ← atOffset next (stagesOf (statementLimit bytes) (read.earlier.push read.plan) 0 p.statements)
  let last := { read.program with statements := merged }
  let (outline, next) ← outline bytes next ⟨last, ProofOutline.empty last⟩
  -- the outline has not changed the statements; here that needs no proof
  let last := { outline.program with statements := merged }
  let outlined ← atOffset next (ReadOutlined.outlined ⟨last, outline.outline⟩)
  let program := { outline.program with statements := p.statements }
  atOffset next (onlyEnsures program.specification)
  let steps ← atOffset next (stepsOf program stages)
  .ok ⟨program, outlined, steps, next⟩

/-- The conditions of the commands that are replaced, from number `i` on. -/
def replacementConditions (T : Tables) (given : List Property) (stage : Stage) (i : Nat) (g : Generator) : Except Reason Generator :=
  if h : i < stage.before.size then
    match stage.plan.replacements.getD i none, stage.before[i].shape with
    | some c, .atomic old => do
      let g ← simulateCondition T given none (.simulates i) i old c.command g
      replacementConditions T given stage (i + 1) g
    | _, _ => replacementConditions T given stage (i + 1) g
  else .ok g
termination_by stage.before.size - i

/-- The conditions of the summaries of loops in statements that are merged, from number `i` on. -/
def mergeConditions (T : Tables) (given : List Property) (stage : Stage) (i : Nat) (g : Generator) : Except Reason Generator :=
  if i < stage.changed.size then
    if stage.plan.merges.getD i false then do
      let g ← summaryConditions T given stage.plan.invariant (moverCode stage.plan stage.changed (codes stage.changed) i) g
      mergeConditions T given stage (i + 1) g
    else mergeConditions T given stage (i + 1) g
  else .ok g
termination_by stage.changed.size - i

/-- The invariant of a step holds in the initial stores. -/
def beginsCondition (T : Tables) (assumption init : Literal) (invariant : Option Literal) (g : Generator) : Except Reason Generator :=
  match invariant with
  | none => .ok g
  | some l => do
    let (known, g) ← Generator.properties T [] [.is assumption (.here 0 .nobody), .is init (.here 0 .nobody)] #[] g
    let (ls, g) ← Generator.properties T [] [.is l (.here 0 .nobody)] #[] g
    let ⟨l, g⟩ ← g.make (.and ls)
    .ok (g.require .begins (known.push l.negate))

/-- The conditions of a step. -/
def ReductionStep.conditions (T : Tables) (assumption init : Literal) (step : ReductionStep) (g : Generator) : Except Reason Generator := do
  let g ← beginsCondition T assumption init step.stage.plan.invariant g
  let g ← replacementConditions T [.is assumption (.here 0 .nobody)] step.stage 0 g
  let g ← mergeConditions T [.is assumption (.here 0 .nobody)] step.stage 0 g
  moverConditions T assumption step.stage.plan.invariant step.families step.families g

/-- The conditions of the steps. -/
def stepConditions (T : Tables) (assumption init : Literal) : List ReductionStep → Generator → Except Reason Generator
  | [], g => .ok g
  | step :: steps, g => do
    let g ← step.conditions T assumption init g
    stepConditions T assumption init steps g

/-- The conditions of the steps of a reduction. -/
def moversOf (r : Reduced) (room effort : Nat) : Except Reason Generator :=
  stepConditions r.program.tables (orTrue r.program.assumption) (orTrue r.program.init) r.steps (Generator.start room effort)

/-- The program satisfies its specification because the one does that is left after a reduction: from the line after `by reduction` to the end of the file. -/
def reduction (bytes : ByteArray) (p : ProgramTables) (i room effort : Nat) : Except Error ProgramTables := do
  let r ← reduced bytes p i
  atOffset r.next (noAbstractions r.outlined.procedures 0)
  let left ← atOffset r.next (ghosts r.outlined effort)
  let movers ← atOffset r.next (moversOf r room left)
  let generated ← atOffset r.next (conditionsAfter r.outlined movers)
  let tables := generated.builder.tables
  refuteAll bytes (conditionLiterals generated.conditions 0 #[]) tables.formulas.size 0 r.next
    (State.start tables #[] generated.builder.effort)
  .ok r.program

end Plato.Kernel
