/-
# Checking programs thread by thread

Reads the proof outline, checks that its ghosts do not influence the program, computes the conditions, and follows a refutation of each.

Main definitions: `Kernel.conditionLiterals`, `Kernel.threadModular`.
-/
module

public import Plato.ThreadModular.Annotate
public import Plato.ThreadModular.Ghosts
public import Plato.ThreadModular.Branches
public import Plato.Refutation.Check

@[expose] public section

namespace Plato.Kernel

/-- The literals of the conditions from number `i` on. -/
def conditionLiterals (conditions : Array Condition) (i : Nat) (out : Array (Array Literal)) : Array (Array Literal) :=
  if h : i < conditions.size then conditionLiterals conditions (i + 1) (out.push conditions[i].literals) else out
termination_by conditions.size - i

/-- Reads the outline of a program from the line after the one that names the method on; gives the program with the outline's formulas in its tables, the
program with its outline, and the offset of the line after `proof`. -/
def outlinedProgram (bytes : ByteArray) (p : ProgramTables) (i : Nat) : Except Error (ProgramTables × OutlinedProgram × Nat) := do
  let (read, next) ← outline bytes i ⟨p, ProofOutline.empty p⟩
  let outlined ← atOffset next read.outlined
  .ok (read.program, outlined, next)

/-- No procedure from number `i` on has an abstraction. -/
def noAbstractions (procedures : Array OutlinedProcedure) (i : Nat) : Except Reason Unit :=
  if h : i < procedures.size then
    match procedures[i].abstraction with
    | none => noAbstractions procedures (i + 1)
    | some _ => .error (.otherMethod "by procedures")
  else .ok ()
termination_by procedures.size - i

/-- The program satisfies its specification, thread by thread: from the line after `by thread-modular` to the end of the file. Gives the
program, with the outline's formulas in its tables. -/
def threadModular (bytes : ByteArray) (p : ProgramTables) (i room effort : Nat) : Except Error ProgramTables := do
  let (p, outlined, next) ← outlinedProgram bytes p i
  atOffset next (noAbstractions outlined.procedures 0)
  let left ← atOffset next (ghosts outlined effort)
  let generated ← atOffset next (conditions outlined room left)
  let tables := generated.builder.tables
  -- what the conditions have left is for their refutations: there is one budget for the whole file
  refuteAll bytes (conditionLiterals generated.conditions 0 #[]) tables.formulas.size 0 next
    (State.start tables #[] generated.builder.effort)
  .ok p

end Plato.Kernel
