/-
# The exported function says `certified` only for claims that hold

`report` is what C++ calls; this is the headline theorem carried over to it.

Main results: `report_certified`.
-/
module

public import Plato.Report
public import Soundness

@[expose] public section

namespace Plato

/-- If the exported function answers `certified`, its message describes a claim that holds. -/
theorem report_certified {bytes : ByteArray} (h : (report bytes).verdict = .certified) :
    ∃ claim : Claim, claim.Holds ∧ (report bytes).message = claim.describe := by
  unfold report at h ⊢
  cases hc : Kernel.check bytes with
  | ok claim => exact ⟨claim, check_sound hc, rfl⟩
  | error e =>
    rw [hc] at h
    simp only at h
    split at h <;> cases h

end Plato
