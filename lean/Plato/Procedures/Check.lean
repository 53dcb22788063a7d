/-
# Checking programs thread by thread and procedure by procedure

As for programs without abstractions of procedures, and in addition that no witness influences a body, and the conditions of the procedures.

Main definitions: `Kernel.procedures`.
-/
module

public import Plato.Procedures.Effort
public import Plato.Procedures.Obligations
public import Plato.Procedures.Witness
public import Plato.Procedures.Writes
public import Plato.ThreadModular.Check

@[expose] public section

namespace Plato.Kernel

/-- The variable that is the witness, which an outline with abstractions has. -/
def witnessOf (p : OutlinedProgram) : Except Reason Nat := orReject (.expected "a line 'witness' in the outline") p.witness

/-- The program satisfies its specification, thread by thread and procedure by procedure: from the line after `by procedures` to the end of the file.
Gives the program, with the outline's formulas in its tables. -/
def procedures (bytes : ByteArray) (p : ProgramTables) (i room effort : Nat) : Except Error ProgramTables := do
  let (p, outlined, next) ← outlinedProgram bytes p i
  let left ← atOffset next (ghosts outlined effort)
  let witness ← atOffset next (witnessOf outlined)
  let left ← atOffset next (witnessOfProcedures outlined.tables witness outlined.procedures 0 left)
  let left ← atOffset next (writesOfProcedures witness outlined.procedures 0 left)
  let left ← atOffset next (payForCalls outlined left)
  let generated ← atOffset next (modularConditions outlined witness room left)
  let tables := generated.builder.tables
  refuteAll bytes (conditionLiterals generated.conditions 0 #[]) tables.formulas.size 0 next
    (State.start tables #[] generated.builder.effort)
  .ok p

end Plato.Kernel
