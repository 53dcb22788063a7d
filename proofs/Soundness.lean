/-
# The kernel is sound

Start here. The one theorem that a user of Plato relies on:

> if the kernel accepts a certificate, the claim it answers with holds.

`Claim.Holds` is defined in `lean/Plato/Meaning/Claim.lean` by the meaning of formulas and the interleaving semantics of programs alone. For
unsatisfiability the proof is a chain of three steps: the problem is read right (`problem_right`, in `Table/Problem.lean`), its refutation
is sound (`refutation_sound`, in `Refutation/Check.lean`, by an invariant that every kind of step keeps, in `Refutation/Steps.lean`), and so
the claim holds. For satisfiability, evaluation in the model is right (`evaluation_sound`, in `Evaluation/Check.lean`). For programs, the
verification conditions are sound (`vcgen_sound`, in `ThreadModular/Sound.lean`, by verification thread by thread in `Theory/Secure.lean`), ghost variables can be taken away (`ghosts_sound`, in `ThreadModular/Ghosts.lean`), and every condition is refuted
(`threadModular_sound`, in `ThreadModular/Check.lean`); procedures with abstractions do what these say (`bodies_right`, in `Procedures/Sound.lean`), so
that callers may use the abstractions (`procedures_sound`, in `Procedures/Check.lean`); a program whose states the kernel has all visited, or whose threads it has run apart, satisfies its specification, and has no races (`closure_sound`, in `Closure/Check.lean`); a program satisfies its specification if the one does that is left after a reduction (`reduction_sound`, in `Reduction/Check.lean`); a schedule that goes wrong is one of the program's own (`replay_sound`, in
`Replay/Check.lean`), and so is one that leads to a race (`replayRace_sound`, in `Closure/RaceSchedule.lean`). Its own terms mention no axioms except those of Lean's logic (propext, Quot.sound, Classical.choice), which `plato
audit` and the tests confirm.
-/
module

public import Plato.Kernel
public import Refutation.Check
public import Evaluation.Check
public import Procedures.Check
public import Replay.Check
public import Closure.RaceSchedule
public import Closure.Check
public import Reduction.Check

@[expose] public section

namespace Plato

/-- What is shown about a problem holds: a refutation leaves no model of the assertions, and a model makes them true. -/
theorem checkProblem_sound {bytes : ByteArray} {start : Nat} {kind : Reader.ProblemClaim} {claim : Claim}
    (h : Kernel.checkProblem bytes start kind = .ok claim) : claim.Holds := by
  cases kind with
  | unsatisfiable =>
    obtain ⟨⟨read, first⟩, hproblem, h⟩ := bind_ok.mp h
    obtain ⟨_, hrefute, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ refutation_sound (problem_right _ _ (empty_right _) hproblem) hrefute
  | satisfiable =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨v, _, h⟩ := bind_ok.mp h
    obtain ⟨read, heval, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ ⟨v.model, evaluation_sound _ _ _ _ (empty_trueIn v _) heval⟩

/-- **Every method is sound**: it answers that the program satisfies its specification only if it does. -/
theorem satisfies_sound {bytes : ByteArray} {p q : ProgramTables} (hp : p.tables.Sound) {method : Method} {named first : Nat}
    (h : Kernel.satisfies bytes p method named first = .ok q) : q.text.Satisfies q.specificationText := by
  cases method with
  | threadModular => exact threadModular_sound hp h
  | procedures => exact procedures_sound hp h
  | closure => exact (closure_sound hp h).1
  | reduction => exact reduction_sound hp h
  | _ => simp [Kernel.satisfies] at h

/-- What is shown about a program holds: by a method that shows that it satisfies its specification, or by a schedule that shows that it does not. -/
theorem checkProgram_sound {bytes : ByteArray} {start : Nat} {kind : Reader.ProgramClaim} {claim : Claim}
    (h : Kernel.checkProgram bytes start kind = .ok claim) : claim.Holds := by
  obtain ⟨⟨p, method, named, first⟩, hread, h⟩ := bind_ok.mp h
  have hp : p.tables.Sound := program_sound _ _ (initial_sound _) hread
  cases kind with
  | safe =>
    obtain ⟨q, hq, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ safe_of_satisfies (satisfies_sound hp hq)
  | invariant =>
    obtain ⟨q, hq, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ ⟨safe_of_satisfies (satisfies_sound hp hq), invariant_of_satisfies (satisfies_sound hp hq)⟩
  | triple =>
    obtain ⟨q, hq, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ satisfies_sound hp hq
  | raceFree =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨q, hq, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ closure_sound hp hq
  | goesWrong =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, hreplay, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ replay_sound hp.right hreplay
  | breaksInvariant =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, hreplay, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ replayBroken_sound hp.right hreplay
  | breaksGuarantee =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, hreplay, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ replayBrokenGuarantee_sound hp.right hreplay
  | breaksPost =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, hreplay, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ replayBrokenPost_sound hp.right hreplay
  | hasRace =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, hreplay, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ replayRace_sound hp.right hreplay

/-- **The kernel is sound**: what it accepts, holds. -/
theorem check_sound {bytes : ByteArray} {claim : Claim} (h : Kernel.check bytes = .ok claim) : claim.Holds := by
  obtain ⟨⟨kind, start⟩, _, h⟩ := bind_ok.mp h
  cases kind with
  | problem kind => exact checkProblem_sound h
  | program kind => exact checkProgram_sound h

end Plato
