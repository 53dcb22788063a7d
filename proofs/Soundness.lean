/-
# The kernel is sound

Start here. The one theorem that a user of Plato relies on:

> if the kernel accepts a certificate, the claim it answers with holds.

`Claim.Holds` is defined in `lean/Plato/Claim.lean` by the meaning of formulas alone. The proof is a chain of three steps: the problem
is read right (`problem_right`, in `Soundness/Problem.lean`), its refutation is sound (`refutation_sound`, in `Soundness/Refutation.lean`, by an
invariant that every kind of step keeps, in `Soundness/Steps.lean`), and so the claim holds.
It uses no axioms but propext, Quot.sound and Classical.choice, which `plato audit` and the tests confirm.
-/
module

public import Plato.Kernel
public import Soundness.Problem

@[expose] public section

namespace Plato

/-- **The kernel is sound**: what it accepts, holds. -/
theorem check_sound {bytes : ByteArray} {claim : Claim} (h : Kernel.check bytes = .ok claim) : claim.Holds := by
  unfold Kernel.check at h
  split at h
  · simp at h
  · split at h
    · simp at h
    · rename_i table asserted assertions first hproblem
      split at h
      · simp at h
      · rename_i hrefute
        injection h with h
        subst h
        have hstart : Kernel.Problem.Right ⟨Tables.initial (Kernel.room bytes), #[], #[]⟩ :=
          ⟨initial_right _, fun _ _ _ l hl => by simp at hl⟩
        exact refutation_sound (problem_right _ _ hstart hproblem) hrefute

end Plato
