/-
# Whole executions of a command

The body of an Await runs from start to end in one step, both in the paper (section 5.1 of *The Rely-Guarantee Method in Isabelle/HOL*) and
in the translation into core Plato. This file shows, by structure, that both bodies end in the same stores: there is no environment inside.

Main results: `comSteps_seq`, `comSteps_of_exec` (the converse is `command_steps`).
-/
module

public import Theory.RelyGuarantee.Commands
public import Theory.ThreadModular.BigStep

@[expose] public section

namespace Plato.RelyGuarantee

variable {Store : Type}

/-- Steps of the first command of a sequence, up to its end. -/
theorem comSteps_seq {P Q : Com Store} {s t : Store} (h : Many ComStep (some P, s) (none, t)) :
    Many ComStep (some (.Seq P Q), s) (some Q, t) := by
  suffices hall : ∀ {x : Option (Com Store) × Store}, Many ComStep (some P, s) x →
      Many ComStep (some (.Seq P Q), s) (some (x.1.elim Q fun P' => .Seq P' Q), x.2) from hall h
  intro x h
  induction h with
  | refl => exact .refl
  | @tail y z _ hstep ih =>
    obtain ⟨c, σ⟩ := y
    obtain ⟨c', σ'⟩ := z
    cases c with
    | none => cases hstep
    | some P' => cases c' with
      | none => exact .tail ih (.Seq1 hstep)
      | some P'' => exact .tail ih (.Seq2 hstep)

/-- A whole execution of the translation is one of the command. -/
theorem comSteps_of_exec (C : Com Store) {σ : Store} {r : Outcome Store} (h : Exec C.statement σ r) :
    ∃ τ, r = .store τ ∧ Many ComStep (some C, σ) (none, τ) := by
  have hawait : ∀ {b : Store → Prop} {σ : Store} {r : Outcome Store}, Exec (await b) σ r → r = .store σ ∧ b σ := by
    intro b σ r h
    cases h with
    | atomic hs => cases r with
      | store τ => exact ⟨by rw [hs.2], hs.1⟩
      | wrong => exact hs.elim
  induction C generalizing σ r with
  | Basic f => cases h with
    | atomic hs => cases r with
      | store τ => exact ⟨_, rfl, hs ▸ .single .Basic⟩
      | wrong => exact hs.elim
  | Await b P ih => cases h with
    | atomic hs => cases r with
      | store τ =>
        obtain ⟨τ, hτ, hmany⟩ := ih (exec_of_steps hs.2 .skip)
        cases hτ
        exact ⟨_, rfl, .single (.Await hs.1 (comSteps_iff.mpr hmany))⟩
      | wrong => exact hs.elim
  | Seq P Q ihP ihQ => cases h with
    | seq h1 h2 =>
      obtain ⟨τ, hτ, hP⟩ := ihP h1
      cases hτ
      obtain ⟨υ, rfl, hQ⟩ := ihQ h2
      exact ⟨υ, rfl, (comSteps_seq hP).trans hQ⟩
    | seqWrong h1 => obtain ⟨τ, hτ, _⟩ := ihP h1; cases hτ
  | Cond b P Q ihP ihQ => cases h with
    | choiceLeft h => cases h with
      | seq h1 h2 =>
        obtain ⟨hτ, hb⟩ := hawait h1
        cases hτ
        obtain ⟨υ, rfl, hP⟩ := ihP h2
        exact ⟨υ, rfl, .head (.CondT hb) hP⟩
      | seqWrong h1 => cases (hawait h1).1
    | choiceRight h => cases h with
      | seq h1 h2 =>
        obtain ⟨hτ, hb⟩ := hawait h1
        cases hτ
        obtain ⟨υ, rfl, hQ⟩ := ihQ h2
        exact ⟨υ, rfl, .head (.CondF hb) hQ⟩
      | seqWrong h1 => cases (hawait h1).1
  | While b P ih =>
    have hloop : ∀ {σ r}, Exec (.loop (.seq (await b) P.statement)) σ r →
        ∃ τ, r = .store τ ∧ Many ComStep (some (.While b P), σ) (some (.While b P), τ) := by
      intro σ r h
      generalize hL : Statement.loop (.seq (await b) P.statement) = L at h
      induction h with
      | loopDone => exact ⟨_, rfl, .refl⟩
      | loopStep h1 _ _ ih' =>
        cases hL
        cases h1 with
        | seq h1 h2 =>
          obtain ⟨hτ, hb⟩ := hawait h1
          cases hτ
          obtain ⟨υ, hυ, hP⟩ := ih h2
          cases hυ
          obtain ⟨ω, rfl, hrest⟩ := ih' rfl
          exact ⟨ω, rfl, .head (.WhileT hb) ((comSteps_seq hP).trans hrest)⟩
      | loopWrong h1 _ =>
        cases hL
        cases h1 with
        | seq h1 h2 => cases (hawait h1).1; obtain ⟨υ, hυ, _⟩ := ih h2; cases hυ
        | seqWrong h1 => cases (hawait h1).1
      | _ => cases hL
    cases h with
    | seq h1 h2 =>
      obtain ⟨τ, hτ, hmany⟩ := hloop h1
      cases hτ
      obtain ⟨rfl, hb⟩ := hawait h2
      exact ⟨_, rfl, .tail hmany (.WhileF hb)⟩
    | seqWrong h1 => obtain ⟨τ, hτ, _⟩ := hloop h1; cases hτ

end Plato.RelyGuarantee
