/-
# The kernel is sound

Start here. The one theorem that a user of Plato relies on:

> if the kernel accepts a certificate, the claim it answers with holds.

`Claim.Holds` is defined in `lean/Plato/Meaning/Claim.lean` by the meaning of formulas and the interleaving semantics of programs alone. For unsatisfiability the proof is a chain of
three steps: the problem is read right (`problem_right`, in `Soundness/Problem.lean`), its refutation is sound (`refutation_sound`, in
`Soundness/Refutation.lean`, by an invariant that every kind of step keeps, in `Soundness/Steps.lean`), and so the claim holds. For
satisfiability, evaluation in the model is right (`evaluation_sound`, in `Soundness/Evaluation.lean`). For programs, the verification
conditions are sound (`vcgen_sound`, in `Conditions/Sound.lean`, by the theorems of thread-modular verification in
`ThreadModular/Theorems.lean` and `ThreadModular/Open.lean`), auxiliary variables can be taken away (`auxiliary_sound`, in
`Auxiliary/Program.lean`), and every condition is refuted (`checkProgram_sound`, in `Soundness/Program.lean`); a schedule that goes wrong
is one of the program's own (`replay_sound`, in `Replay/Sound.lean`).
Its own terms mention no axioms but those of Lean's logic (propext, Quot.sound, Classical.choice), which `plato audit` and the tests confirm.
-/
module

public import Plato.Kernel
public import Refutation.Problem
public import Evaluation.Values
public import ThreadModular.Program
public import Replay.Sound

@[expose] public section

namespace Plato

/-- A refutation that is accepted shows that no model makes the assertions true. -/
theorem checkUnsatisfiable_sound {bytes : ByteArray} {start : Nat} {claim : Claim}
    (h : Kernel.checkUnsatisfiable bytes start = .ok claim) : claim.Holds := by
  unfold Kernel.checkUnsatisfiable at h
  split at h
  · simp at h
  · rename_i table asserted assertions first hproblem
    split at h
    · simp at h
    · rename_i hrefute
      injection h with h
      subst h
      have hstart : (Kernel.noProblem bytes).Right := ⟨initial_right _, fun _ _ _ l hl => by simp [Kernel.noProblem] at hl⟩
      exact refutation_sound (problem_right _ _ hstart hproblem) hrefute

/-- A model that is accepted makes the assertions true. -/
theorem checkSatisfiable_sound {bytes : ByteArray} {start : Nat} {claim : Claim}
    (h : Kernel.checkSatisfiable bytes start = .ok claim) : claim.Holds := by
  unfold Kernel.checkSatisfiable at h
  split at h
  · simp at h
  · split at h
    · simp at h
    · rename_i v _
      split at h
      · simp at h
      · rename_i heval
        injection h with h
        subst h
        have hstart : (Kernel.noProblem bytes).TrueIn v Values.initial :=
          ⟨initial_values v _, fun f hf => by simp [Kernel.noProblem] at hf⟩
        exact ⟨v.model, evaluation_sound _ _ _ _ hstart heval⟩

/-- A schedule that is accepted goes wrong. -/
theorem checkWrong_sound {bytes : ByteArray} {start : Nat} {claim : Claim} (h : Kernel.checkWrong bytes start = .ok claim) : claim.Holds := by
  unfold Kernel.checkWrong at h
  split at h
  · simp at h
  rename_i read first hread
  split at h
  · simp at h
  · rename_i hreplay
    injection h with h
    subst h
    exact replay_sound (program_sound _ _ (initial_sound _) hread).right hreplay

/-- A schedule that is accepted breaks the invariant. -/
theorem checkBroken_sound {bytes : ByteArray} {start : Nat} {claim : Claim} (h : Kernel.checkBroken bytes start = .ok claim) : claim.Holds := by
  unfold Kernel.checkBroken at h
  split at h
  · simp at h
  rename_i read first hread
  split at h
  · simp at h
  · rename_i hreplay
    injection h with h
    subst h
    exact replayBroken_sound (program_sound _ _ (initial_sound _) hread).right hreplay

/-- A schedule that is accepted breaks the guarantee. -/
theorem checkBrokenGuarantee_sound {bytes : ByteArray} {start : Nat} {claim : Claim}
    (h : Kernel.checkBrokenGuarantee bytes start = .ok claim) : claim.Holds := by
  unfold Kernel.checkBrokenGuarantee at h
  split at h
  · simp at h
  rename_i read first hread
  split at h
  · simp at h
  · rename_i hreplay
    injection h with h
    subst h
    exact replayBrokenGuarantee_sound (program_sound _ _ (initial_sound _) hread).right hreplay

/-- A schedule that is accepted breaks the postcondition. -/
theorem checkBrokenPost_sound {bytes : ByteArray} {start : Nat} {claim : Claim} (h : Kernel.checkBrokenPost bytes start = .ok claim) :
    claim.Holds := by
  unfold Kernel.checkBrokenPost at h
  split at h
  · simp at h
  rename_i read first hread
  split at h
  · simp at h
  · rename_i hreplay
    injection h with h
    subst h
    exact replayBrokenPost_sound (program_sound _ _ (initial_sound _) hread).right hreplay

/-- **The kernel is sound**: what it accepts, holds. -/
theorem check_sound {bytes : ByteArray} {claim : Claim} (h : Kernel.check bytes = .ok claim) : claim.Holds := by
  unfold Kernel.check at h
  split at h
  · simp at h
  split at h
  · exact checkUnsatisfiable_sound h
  · exact checkSatisfiable_sound h
  · exact checkWrong_sound h
  · exact checkBroken_sound h
  · exact checkBrokenGuarantee_sound h
  · exact checkBrokenPost_sound h
  · split at h
    · simp at h
    · rename_i hp
      injection h with h
      subst h
      exact safe_of_satisfies (checkProgram_sound hp)
  · split at h
    · simp at h
    · rename_i hp
      injection h with h
      subst h
      exact ⟨safe_of_satisfies (checkProgram_sound hp), invariant_of_satisfies (checkProgram_sound hp)⟩
  · split at h
    · simp at h
    · rename_i hp
      injection h with h
      subst h
      exact checkProgram_sound hp

end Plato
