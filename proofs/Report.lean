/-
# The exported function says `certified` and `refuted` only of claims that hold

C++ calls `report`; this file carries the headline theorem over to it.

Main results: `report_certified`, `report_refuted`.
-/
module

public import Plato.Report
public import Soundness

@[expose] public section

namespace Plato

/-- An answer that accepts comes from a certificate that `check` accepts, all of it. -/
theorem report_accepted {bytes : ByteArray} (h : (report bytes).verdict = .certified ∨ (report bytes).verdict = .refuted) :
    ∃ claim : Claim, claim.Holds ∧ (report bytes).message = claim.describe ∧ (report bytes).accepted = bytes.size ∧
      (report bytes).verdict = if claim.isRefutation then .refuted else .certified := by
  unfold report at h ⊢
  cases hc : Kernel.check bytes with
  | ok claim => exact ⟨claim, check_sound hc, rfl, rfl, rfl⟩
  | error e =>
    rw [hc] at h
    simp only at h
    split at h <;> simp at h

/-- If the exported function answers `certified`, its message describes a claim that holds, and that is not that a program is wrong. -/
theorem report_certified {bytes : ByteArray} (h : (report bytes).verdict = .certified) :
    ∃ claim : Claim, claim.Holds ∧ claim.isRefutation = false ∧ (report bytes).message = claim.describe := by
  obtain ⟨claim, holds, message, _, verdict⟩ := report_accepted (Or.inl h)
  refine ⟨claim, holds, ?_, message⟩
  cases hr : claim.isRefutation with
  | false => rfl
  | true => simp [hr, h] at verdict

/-- If the exported function answers `refuted`, its message describes a claim that holds: that a program is wrong. -/
theorem report_refuted {bytes : ByteArray} (h : (report bytes).verdict = .refuted) :
    ∃ claim : Claim, claim.Holds ∧ claim.isRefutation = true ∧ (report bytes).message = claim.describe := by
  obtain ⟨claim, holds, message, _, verdict⟩ := report_accepted (Or.inr h)
  refine ⟨claim, holds, ?_, message⟩
  cases hr : claim.isRefutation with
  | true => rfl
  | false => simp [hr, h] at verdict

end Plato
