/-
# The kernel is sound

Start here. The one theorem that a user of Plato relies on:

> if the kernel accepts a certificate, the claim it answers with holds.

`Claim.Holds` is defined in `lean/Plato/Meaning/Claim.lean` by the meaning of formulas and the interleaving semantics of programs alone. For unsatisfiability the proof is a chain of
three steps: the problem is read right (`problem_right`, in `Table/Problem.lean`), its refutation is sound (`refutation_sound`, in
`Refutation/Check.lean`, by an invariant that every kind of step keeps, in `Refutation/Steps.lean`), and so the claim holds. For
satisfiability, evaluation in the model is right (`evaluation_sound`, in `Evaluation/Check.lean`). For programs, the verification
conditions are sound (`vcgen_sound`, in `ThreadModular/Sound.lean`, by the theorems of thread-modular verification in
`Theory/ThreadModular`), ghost variables can be taken away (`ghosts_sound`, in `ThreadModular/Ghosts.lean`), and every condition is refuted
(`checkProgram_sound`, in `ThreadModular/Program.lean`); a schedule that goes wrong is one of the program's own (`replay_sound`, in
`Replay/Check.lean`).
Its own terms mention no axioms but those of Lean's logic (propext, Quot.sound, Classical.choice), which `plato audit` and the tests confirm.
-/
module

public import Plato.Kernel
public import Refutation.Check
public import Evaluation.Check
public import ThreadModular.Program
public import Replay.Check

@[expose] public section

namespace Plato

/-- A refutation that is accepted shows that no model makes the assertions true. -/
theorem checkUnsatisfiable_sound {bytes : ByteArray} {start : Nat} {claim : Claim}
    (h : Kernel.checkUnsatisfiable bytes start = .ok claim) : claim.Holds := by
  obtain ⟨⟨read, first⟩, hproblem, h⟩ := bind_ok.mp h
  obtain ⟨_, hrefute, h⟩ := bind_ok.mp h
  injection h with h
  exact h ▸ refutation_sound (problem_right _ _ (empty_right _) hproblem) hrefute

/-- A model that is accepted makes the assertions true. -/
theorem checkSatisfiable_sound {bytes : ByteArray} {start : Nat} {claim : Claim}
    (h : Kernel.checkSatisfiable bytes start = .ok claim) : claim.Holds := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨v, _, h⟩ := bind_ok.mp h
  obtain ⟨read, heval, h⟩ := bind_ok.mp h
  injection h with h
  exact h ▸ ⟨v.model, evaluation_sound _ _ _ _ (empty_trueIn v _) heval⟩

/-- A schedule that is accepted goes wrong. -/
theorem checkWrong_sound {bytes : ByteArray} {start : Nat} {claim : Claim} (h : Kernel.checkWrong bytes start = .ok claim) : claim.Holds := by
  obtain ⟨⟨read, first⟩, hread, h⟩ := bind_ok.mp h
  obtain ⟨_, hreplay, h⟩ := bind_ok.mp h
  injection h with h
  exact h ▸ replay_sound (readProgram_sound hread).right hreplay

/-- A schedule that is accepted breaks the invariant. -/
theorem checkBroken_sound {bytes : ByteArray} {start : Nat} {claim : Claim} (h : Kernel.checkBroken bytes start = .ok claim) : claim.Holds := by
  obtain ⟨⟨read, first⟩, hread, h⟩ := bind_ok.mp h
  obtain ⟨_, hreplay, h⟩ := bind_ok.mp h
  injection h with h
  exact h ▸ replayBroken_sound (readProgram_sound hread).right hreplay

/-- A schedule that is accepted breaks the guarantee. -/
theorem checkBrokenGuarantee_sound {bytes : ByteArray} {start : Nat} {claim : Claim}
    (h : Kernel.checkBrokenGuarantee bytes start = .ok claim) : claim.Holds := by
  obtain ⟨⟨read, first⟩, hread, h⟩ := bind_ok.mp h
  obtain ⟨_, hreplay, h⟩ := bind_ok.mp h
  injection h with h
  exact h ▸ replayBrokenGuarantee_sound (readProgram_sound hread).right hreplay

/-- A schedule that is accepted breaks the postcondition. -/
theorem checkBrokenPost_sound {bytes : ByteArray} {start : Nat} {claim : Claim} (h : Kernel.checkBrokenPost bytes start = .ok claim) :
    claim.Holds := by
  obtain ⟨⟨read, first⟩, hread, h⟩ := bind_ok.mp h
  obtain ⟨_, hreplay, h⟩ := bind_ok.mp h
  injection h with h
  exact h ▸ replayBrokenPost_sound (readProgram_sound hread).right hreplay

/-- **The kernel is sound**: what it accepts, holds. -/
theorem check_sound {bytes : ByteArray} {claim : Claim} (h : Kernel.check bytes = .ok claim) : claim.Holds := by
  obtain ⟨⟨kind, start⟩, _, h⟩ := bind_ok.mp h
  cases kind with
  | unsatisfiable => exact checkUnsatisfiable_sound h
  | satisfiable => exact checkSatisfiable_sound h
  | goesWrong => exact checkWrong_sound h
  | breaksInvariant => exact checkBroken_sound h
  | breaksGuarantee => exact checkBrokenGuarantee_sound h
  | breaksPost => exact checkBrokenPost_sound h
  | safe =>
    obtain ⟨read, hp, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ safe_of_satisfies (checkProgram_sound hp)
  | invariant =>
    obtain ⟨read, hp, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ ⟨safe_of_satisfies (checkProgram_sound hp), invariant_of_satisfies (checkProgram_sound hp)⟩
  | triple =>
    obtain ⟨read, hp, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ checkProgram_sound hp

end Plato
