/-
# Following refutations

Takes the steps of a proof line by line until one adds the empty clause. A certificate of unsatisfiability is one refutation; a certificate
about a program has one for each of its conditions, all in the same tables.

Main definitions: `Kernel.refuteOne`, `Kernel.refute`, `Kernel.refuteAll`.
-/
module

public import Plato.Certificate.Reader
public import Plato.Refutation.State

@[expose] public section

namespace Plato.Kernel

/-- Takes steps until one adds the empty clause; gives the state then, and the offset of the next line. -/
def refuteOne (bytes : ByteArray) (i : Nat) (state : State) : Except Error (State × Nat) :=
  if state.refuted then .ok (state, i)
  else if i < bytes.size then do
    let ⟨line, next⟩ ← Reader.line bytes i
    let state ← atOffset i (state.step line)
    if _h : i < next ∧ i < bytes.size then refuteOne bytes next state
    else .error ⟨i, .expected "another line"⟩
  else .error ⟨i, .noEmptyClause⟩
termination_by bytes.size - i

/-- The file ends at `i`. -/
def fileEnds (bytes : ByteArray) (i : Nat) : Except Error Unit := require (bytes.size ≤ i) ⟨i, .afterTheEnd⟩

/-- Takes the steps of a proof; succeeds if the last line of the file adds the empty clause. -/
def refute (bytes : ByteArray) (i : Nat) (state : State) : Except Error Unit := do
  let (_, next) ← refuteOne bytes i state
  fileEnds bytes next

/-- Refutes the conditions from number `j` on, each after a line `condition`. All their literals must be below `limit`. The marks go from one
refutation to the next, because new ones would cost each the whole table. -/
def refuteAll (bytes : ByteArray) (conditions : Array (Array Literal)) (limit j i : Nat) (state : State) : Except Error Unit :=
  if h : j < conditions.size then do
    atOffset i (literalsBelow limit conditions[j])
    let next ← orReject ⟨i, .expected "the line 'condition' before the refutation of each condition"⟩
      (Reader.keyword bytes "condition\n".toUTF8 i 0)
    let (state, next) ← refuteOne bytes next (state.restart conditions[j])
    refuteAll bytes conditions limit (j + 1) next state
  else fileEnds bytes i
termination_by conditions.size - j

end Plato.Kernel
