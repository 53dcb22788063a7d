/-
# The kernel: bytes in, claim or rejection out

Reads what is claimed, and then what is needed for it: a problem and a refutation of it; a problem and a model, in which it is evaluated; a
program, whose conditions are generated, and a refutation of each; a program and a schedule, which is followed. Its theorem is `check_sound`
in `proofs/Soundness.lean`: an accepted certificate's claim holds.

Main definitions: `Kernel.check`.
-/
module

public import Plato.Meaning.Claim
public import Plato.Certificate.Reader
public import Plato.Refutation.Check
public import Plato.Evaluation.Check
public import Plato.ThreadModular.Check
public import Plato.ThreadModular.Ghosts
public import Plato.Replay.Check

@[expose] public section

namespace Plato.Kernel

/-- How much work the whole file may ask for: proportional to its length, so that checking is, too. -/
def effort (bytes : ByteArray) : Nat := 256 * bytes.size + 4096

/-- How much normal forms may weigh together: proportional to the file, so that memory is, too. -/
def room (bytes : ByteArray) : Nat := 16 * bytes.size + 4096

/-- Checks a certificate of unsatisfiability from its third line on. -/
def checkUnsatisfiable (bytes : ByteArray) (start : Nat) : Except Error Claim := do
  let (read, first) ← problem bytes start (Problem.empty (room bytes))
  refute bytes first (State.start read.tables read.asserted (effort bytes))
  .ok (.unsatisfiable read.assertions)

/-- Checks a certificate of satisfiability from its third line on. -/
def checkSatisfiable (bytes : ByteArray) (start : Nat) : Except Error Claim := do
  let first ← skipProblem bytes start
  let v ← valuation bytes first Valuation.empty
  let read ← evaluate bytes v start (effort bytes) (Problem.empty (room bytes)) Values.initial
  .ok (.satisfiable read.assertions)

/-- Reads the program of a certificate from its third line on; gives it and the offset of the line after `proof`. -/
def readProgram (bytes : ByteArray) (start : Nat) : Except Error (ProgramTables × Nat) :=
  program bytes start (ProgramTables.empty (room bytes))

/-- Checks a certificate about a program from its third line on: the program, all whose conditions are refuted. -/
def checkProgram (bytes : ByteArray) (start : Nat) : Except Error ProgramTables := do
  let (read, first) ← readProgram bytes start
  let left ← atOffset first (ghosts read (effort bytes))
  let generated ← atOffset first (conditions read (room bytes) left)
  let tables := generated.builder.tables
  -- what the conditions have left is for their refutations: there is one budget for the whole file
  refuteAll bytes (conditionLiterals generated.conditions 0 #[]) tables.formulas.size 0 first
    (State.start tables #[] generated.builder.effort)
  .ok read

/-- Checks a certificate that a program goes wrong, from its third line on. -/
def checkWrong (bytes : ByteArray) (start : Nat) : Except Error Claim := do
  let (read, first) ← readProgram bytes start
  replayWrong read bytes first (effort bytes)
  .ok (.goesWrong read.text)

/-- Checks a certificate that a formula is no invariant of a program, from its third line on. -/
def checkBroken (bytes : ByteArray) (start : Nat) : Except Error Claim := do
  let (read, first) ← readProgram bytes start
  replayBroken read bytes first (effort bytes)
  .ok (.breaksInvariant read.text (read.tables.literal read.invariant))

/-- Checks a certificate that a formula is no guarantee of a program, from its third line on. -/
def checkBrokenGuarantee (bytes : ByteArray) (start : Nat) : Except Error Claim := do
  let (read, first) ← readProgram bytes start
  replayBrokenGuarantee read bytes first (effort bytes)
  .ok (.breaksGuarantee read.text (read.tables.literal read.contract.guarantee))

/-- Checks a certificate that a formula is no postcondition of a program, from its third line on. -/
def checkBrokenPost (bytes : ByteArray) (start : Nat) : Except Error Claim := do
  let (read, first) ← readProgram bytes start
  replayBrokenPost read bytes first (effort bytes)
  .ok (.breaksPost read.text (read.tables.literal read.contract.post))

/-- Checks a certificate: the claim that it proves, or why it is rejected. -/
def check (bytes : ByteArray) : Except Error Claim := do
  let ⟨kind, start⟩ ← Reader.header bytes
  match kind with
  | .unsatisfiable => checkUnsatisfiable bytes start
  | .satisfiable => checkSatisfiable bytes start
  | .goesWrong => checkWrong bytes start
  | .breaksInvariant => checkBroken bytes start
  | .breaksGuarantee => checkBrokenGuarantee bytes start
  | .breaksPost => checkBrokenPost bytes start
  | .safe =>
    let read ← checkProgram bytes start
    .ok (.safe read.text)
  | .invariant =>
    let read ← checkProgram bytes start
    .ok (.invariant read.text (read.tables.literal read.invariant))
  | .triple =>
    let read ← checkProgram bytes start
    .ok (.triple read.text read.specification)

end Plato.Kernel
