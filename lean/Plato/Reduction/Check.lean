/-
# Checking programs by reduction

Reads what is to become atomic, computes the program after that, reads the proof outline of this program, and follows a refutation of each condition: those of
the movers first, then those of the outline. Nothing is shown of invariants and guarantees of the program as written, because stores inside of merged
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

/-- What is needed of a reduction: the program as it is written, the outline of the program after the reduction, the families with their commands, the
program's tables, and the offset of the first refutation. -/
structure Reduced where
  program : ProgramTables
  outlined : OutlinedProgram
  families : List FamilyAtoms
  next : Nat

/-- Reads a reduction and computes the program after it. -/
def reduced (bytes : ByteArray) (p : ProgramTables) (i : Nat) : Except Error Reduced := do
  let (read, next) ← reductionPlan bytes i ⟨p.tables, ReductionPlan.empty p.statements.size⟩
  let plan := read.plan
  let asserted ← atOffset next (assertStatements plan.gates p.statements 0 #[])
  let right := consistsFrom plan.rights asserted 0 #[]
  let left := consistsFrom plan.lefts asserted 0 #[]
  let merged ← atOffset next (mergeStatements plan.merges (blocksFrom right left asserted 0 #[]) (codes asserted) asserted 0 #[])
  let last := { p with tables := read.tables, statements := merged }
  let (outline, next) ← outline bytes next ⟨last, ProofOutline.empty last⟩
  -- the outline has not changed the statements; here that needs no proof
  let last := { outline.program with statements := merged }
  let outlined ← atOffset next (ReadOutlined.outlined ⟨last, outline.outline⟩)
  let program := { outline.program with statements := p.statements }
  atOffset next (onlyEnsures program.specification)
  atOffset next (bodiesInside (codes asserted) program.procedures 0)
  let families ← atOffset next (familyAtoms plan asserted program.procedures program.families program.families.size [])
  .ok ⟨program, outlined, families, next⟩

/-- The conditions of the movers. -/
def moversOf (r : Reduced) (room effort : Nat) : Except Reason Generator :=
  moverConditions r.program.tables (orTrue r.program.assumption) r.families r.families (Generator.start room effort)

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
