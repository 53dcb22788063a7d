/-
# The paper's rules for commands

Section 7 of *The Rely-Guarantee Method in Isabelle/HOL*, to the letter, and the soundness of every rule (section 8) for the paper's own
transitions. Rule Conseq is sound for any code (`conseq_sound`). Only Cond and While require a reflexive guarantee.

Main definitions: `ComDerivable`.
Main results: `Com.basic_sound`, `Com.seq_sound`, `Com.cond_sound`, `Com.while_sound`, `Com.await_sound`, `Com.sound`.
-/
module

public import Theory.RelyGuarantee.Commands
public import Theory.RelyGuarantee.Soundness

@[expose] public section

namespace Plato.RelyGuarantee

variable {Store : Type} {rely guar : Action Store} {pre mid post : Store → Prop} {P Q : Com Store} {b : Store → Prop}

/-- `⊢ P sat [pre, rely, guar, post]`, as in the paper. -/
inductive ComDerivable : Com Store → Specification Store → Prop where
  | Basic {f pre rely guar post} :
    (∀ s, pre s → post (f s)) → (∀ s t, pre s → t = f s ∨ t = s → guar s t) → Stable rely pre → Stable rely post →
    ComDerivable (.Basic f) ⟨pre, rely, guar, post⟩
  | Seq {P Q pre rely guar mid post} :
    ComDerivable P ⟨pre, rely, guar, mid⟩ → ComDerivable Q ⟨mid, rely, guar, post⟩ →
    ComDerivable (.Seq P Q) ⟨pre, rely, guar, post⟩
  | Cond {b P Q pre rely guar post} :
    ComDerivable P ⟨fun s => pre s ∧ b s, rely, guar, post⟩ → ComDerivable Q ⟨fun s => pre s ∧ ¬ b s, rely, guar, post⟩ →
    Stable rely pre → Reflexive guar → ComDerivable (.Cond b P Q) ⟨pre, rely, guar, post⟩
  | While {b P pre rely guar post} :
    ComDerivable P ⟨fun s => pre s ∧ b s, rely, guar, pre⟩ → (∀ s, pre s ∧ ¬ b s → post s) → Stable rely post → Stable rely pre →
    Reflexive guar → ComDerivable (.While b P) ⟨pre, rely, guar, post⟩
  | Await {b P pre rely guar post} :
    (∀ V, ComDerivable P ⟨fun s => pre s ∧ b s ∧ s = V, fun s t => s = t, fun _ _ => True, fun s => guar V s ∧ post s⟩) →
    Stable rely pre → Stable rely post → ComDerivable (.Await b P) ⟨pre, rely, guar, post⟩
  | Conseq {P s s'} :
    (∀ σ, s.pre σ → s'.pre σ) → (∀ σ τ, s.rely σ τ → s'.rely σ τ) → (∀ σ τ, s'.guarantee σ τ → s.guarantee σ τ) →
    (∀ σ, s'.post σ → s.post σ) → ComDerivable P s' → ComDerivable P s

/-- Consequence for assertions alone. -/
theorem ComDerivable.assertions {pre' post' : Store → Prop} (h : ComDerivable P ⟨pre', rely, guar, post'⟩)
    (hpre : ∀ σ, pre σ → pre' σ) (hpost : ∀ σ, post' σ → post σ) : ComDerivable P ⟨pre, rely, guar, post⟩ :=
  .Conseq (s' := ⟨pre', rely, guar, post'⟩) hpre (fun _ _ h => h) (fun _ _ h => h) hpost h

/-- Any number of steps of a command, in an environment that does nothing. -/
theorem reach_of_comSteps {c c' : Option (Com Store)} {σ σ' : Store} (h : ComSteps (c, σ) (c', σ')) :
    (commands Store).Reach rely c σ c' σ' := by
  suffices hall : ∀ {x y}, Many ComStep x y → (commands Store).Reach rely x.1 x.2 y.1 y.2 from hall (comSteps_iff.mp h)
  intro x y h
  induction h with
  | refl => exact .refl
  | tail _ hstep ih => exact ih.andComponent hstep

/-- What is reached in an environment that does nothing. -/
theorem comSteps_of_reach {c c' : Option (Com Store)} {σ σ' : Store} (h : (commands Store).Reach (fun s t => s = t) c σ c' σ') :
    ComSteps (c, σ) (c', σ') := by
  refine comSteps_iff.mpr ?_
  induction h with
  | refl => exact .refl
  | component hstep _ ih => exact .head hstep ih
  | environment heq _ ih => exact heq ▸ ih

/-- A command that ends with its only step: rules Basic and Await. -/
theorem single_step_sound (hstep : ∀ {s c t}, pre s → ComStep (some P, s) (c, t) → c = none ∧ guar s t ∧ post t)
    (hpre : Stable rely pre) (hpost : Stable rely post) : (commands Store).Sat (some P) ⟨pre, rely, guar, post⟩ := by
  intro σ hσ
  refine correct_of_invariant (I := fun c σ => (c = some P ∧ pre σ) ∨ (c = none ∧ post σ)) ?_ ?_ (fun _ h => h) ?_ (.inl ⟨rfl, hσ⟩)
  · rintro c σ σ' (⟨rfl, h⟩ | ⟨rfl, h⟩) hrely
    · exact .inl ⟨rfl, hpre _ _ h hrely⟩
    · exact .inr ⟨rfl, hpost _ _ h hrely⟩
  · rintro c σ c' σ' (⟨rfl, h⟩ | ⟨rfl, h⟩) hs
    · obtain ⟨hc, hguar, hp⟩ := hstep h hs
      exact ⟨hguar, .inr ⟨hc, hp⟩⟩
    · cases hs
  · rintro c σ (⟨rfl, h⟩ | ⟨rfl, h⟩) hended
    · cases hended
    · exact h

/-- Rule Basic. -/
theorem Com.basic_sound {f : Store → Store} (hpost : ∀ s, pre s → post (f s)) (hguar : ∀ s t, pre s → t = f s ∨ t = s → guar s t)
    (hpres : Stable rely pre) (hposts : Stable rely post) : (commands Store).Sat (some (.Basic f)) ⟨pre, rely, guar, post⟩ :=
  single_step_sound (fun h hs => by cases hs; exact ⟨rfl, hguar _ _ h (.inl rfl), hpost _ h⟩) hpres hposts

/-- Rule Await. -/
theorem Com.await_sound
    (hP : ∀ V, (commands Store).Sat (some P)
      ⟨fun s => pre s ∧ b s ∧ s = V, fun s t => s = t, fun _ _ => True, fun s => guar V s ∧ post s⟩)
    (hpres : Stable rely pre) (hposts : Stable rely post) : (commands Store).Sat (some (.Await b P)) ⟨pre, rely, guar, post⟩ :=
  single_step_sound (fun {s _ _} h hs => by
    cases hs with | Await hb hsteps => exact ⟨rfl, (hP s s ⟨h, hb, rfl⟩).post (reach_of_comSteps hsteps) rfl⟩) hpres hposts

/-- Rule Seq. -/
theorem Com.seq_sound (hP : (commands Store).Sat (some P) ⟨pre, rely, guar, mid⟩)
    (hQ : (commands Store).Sat (some Q) ⟨mid, rely, guar, post⟩) : (commands Store).Sat (some (.Seq P Q)) ⟨pre, rely, guar, post⟩ := by
  intro σ hσ
  refine correct_of_invariant (I := fun c σ => (∃ P', c = some (.Seq P' Q) ∧ (commands Store).Correct rely guar mid (some P') σ) ∨
    (commands Store).Correct rely guar post c σ) ?_ ?_ (fun _ h => h) ?_ (.inl ⟨P, rfl, hP σ hσ⟩)
  · rintro c σ σ' (⟨P', rfl, h⟩ | h) hrely
    · exact .inl ⟨P', rfl, h.environment hrely⟩
    · exact .inr (h.environment hrely)
  · rintro c σ c' σ' (⟨P', rfl, h⟩ | h) hs
    · cases hs with
      | Seq1 hs => exact ⟨h.guarantee .refl hs, .inr (hQ _ ((h.step hs).post .refl rfl))⟩
      | Seq2 hs => exact ⟨h.guarantee .refl hs, .inl ⟨_, rfl, h.step hs⟩⟩
    · exact ⟨h.guarantee .refl hs, .inr (h.step hs)⟩
  · rintro c σ (⟨P', rfl, h⟩ | h) hended
    · cases hended
    · exact h.post .refl hended

/-- Rule Cond. -/
theorem Com.cond_sound (hP : (commands Store).Sat (some P) ⟨fun s => pre s ∧ b s, rely, guar, post⟩)
    (hQ : (commands Store).Sat (some Q) ⟨fun s => pre s ∧ ¬ b s, rely, guar, post⟩) (hpre : Stable rely pre) (hrefl : Reflexive guar) :
    (commands Store).Sat (some (.Cond b P Q)) ⟨pre, rely, guar, post⟩ := by
  intro σ hσ
  refine correct_of_invariant (I := fun c σ => (c = some (.Cond b P Q) ∧ pre σ) ∨ (commands Store).Correct rely guar post c σ) ?_ ?_
    (fun _ h => h) ?_ (.inl ⟨rfl, hσ⟩)
  · rintro c σ σ' (⟨rfl, h⟩ | h) hrely
    · exact .inl ⟨rfl, hpre _ _ h hrely⟩
    · exact .inr (h.environment hrely)
  · rintro c σ c' σ' (⟨rfl, h⟩ | h) hs
    · cases hs with
      | CondT hb => exact ⟨hrefl _, .inr (hP _ ⟨h, hb⟩)⟩
      | CondF hb => exact ⟨hrefl _, .inr (hQ _ ⟨h, hb⟩)⟩
    · exact ⟨h.guarantee .refl hs, .inr (h.step hs)⟩
  · rintro c σ (⟨rfl, h⟩ | h) hended
    · cases hended
    · exact h.post .refl hended

/-- Rule While. -/
theorem Com.while_sound (hP : (commands Store).Sat (some P) ⟨fun s => pre s ∧ b s, rely, guar, pre⟩)
    (hdone : ∀ s, pre s ∧ ¬ b s → post s) (hpost : Stable rely post) (hpre : Stable rely pre) (hrefl : Reflexive guar) :
    (commands Store).Sat (some (.While b P)) ⟨pre, rely, guar, post⟩ := by
  intro σ hσ
  refine correct_of_invariant (I := fun c σ => (c = some (.While b P) ∧ pre σ) ∨
    (∃ P', c = some (.Seq P' (.While b P)) ∧ (commands Store).Correct rely guar pre (some P') σ) ∨ (c = none ∧ post σ)) ?_ ?_
    (fun _ h => h) ?_ (.inl ⟨rfl, hσ⟩)
  · rintro c σ σ' (⟨rfl, h⟩ | ⟨P', rfl, h⟩ | ⟨rfl, h⟩) hrely
    · exact .inl ⟨rfl, hpre _ _ h hrely⟩
    · exact .inr (.inl ⟨P', rfl, h.environment hrely⟩)
    · exact .inr (.inr ⟨rfl, hpost _ _ h hrely⟩)
  · rintro c σ c' σ' (⟨rfl, h⟩ | ⟨P', rfl, h⟩ | ⟨rfl, h⟩) hs
    · cases hs with
      | WhileF hb => exact ⟨hrefl _, .inr (.inr ⟨rfl, hdone _ ⟨h, hb⟩⟩)⟩
      | WhileT hb => exact ⟨hrefl _, .inr (.inl ⟨P, rfl, hP _ ⟨h, hb⟩⟩)⟩
    · cases hs with
      | Seq1 hs => exact ⟨h.guarantee .refl hs, .inl ⟨rfl, (h.step hs).post .refl rfl⟩⟩
      | Seq2 hs => exact ⟨h.guarantee .refl hs, .inr (.inl ⟨_, rfl, h.step hs⟩)⟩
    · cases hs
  · rintro c σ (⟨rfl, h⟩ | ⟨P', rfl, h⟩ | ⟨rfl, h⟩) hended
    · cases hended
    · cases hended
    · exact h

/-- The command satisfies whatever the paper's rules derive. -/
theorem Com.sat_of_derivable {s : Specification Store} (h : ComDerivable P s) : (commands Store).Sat (some P) s := by
  induction h with
  | Basic hpost hguar hpres hposts => exact Com.basic_sound hpost hguar hpres hposts
  | Seq _ _ ihP ihQ => exact Com.seq_sound ihP ihQ
  | Cond _ _ hpre hrefl ihP ihQ => exact Com.cond_sound ihP ihQ hpre hrefl
  | While _ hdone hpost hpre hrefl ih => exact Com.while_sound ih hdone hpost hpre hrefl
  | Await _ hpre hpost ih => exact Com.await_sound ih hpre hpost
  | Conseq hpre hrely hguar hpost _ ih => exact conseq_sound hpre hrely hguar hpost ih

/-- **Soundness of the paper's rules** for the paper's commands. -/
theorem Com.sound {s : Specification Store} (h : ComDerivable P s) : (commands Store).Valid (some P) s :=
  valid_iff_sat.mpr (Com.sat_of_derivable h)

end Plato.RelyGuarantee
