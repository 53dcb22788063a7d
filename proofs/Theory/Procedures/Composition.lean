/-
# Threads that are simulated in their environments are simulated together

Lemma 1 of the appendix of *Modular Verification of Multithreaded Programs* (Calvin), for threads that each have a statement, an abstraction
and an environment assumption of their own: if every thread is simulated by its abstraction in its environment, and every step of an
abstraction satisfies the assumption of every other thread, then the program is simulated by the program of the abstractions.

As in the paper, a trace of the program is followed step by step. As long as no abstraction goes wrong, the steps so far are steps of the
abstractions, so each thread has been in an environment that it assumes, and its next step is one of its abstraction or the abstraction
goes wrong.

Main definitions: `Trace.Allows`, `takingPart`. Main results: `amid_iff`, `parallel_simulated` (Lemma 1).
-/
module

public import Theory.Procedures.Views
public import Theory.Procedures.Lemmas

@[expose] public section

namespace Plato.Procedures

variable {Thread Store : Type}

/-- Every step of a thread other than `j` satisfies E, and no other thread goes wrong. -/
def Trace.Allows (j : Thread) (E : Action Store) : Store → Trace Thread Store → Prop
  | _, .stop => True
  | σ, .step t σ' τ => (t ≠ j → E σ σ') ∧ τ.Allows j E σ'
  | _, .wrong t => t = j

/-- Every step is one of the thread `j`. -/
def Trace.Only (j : Thread) : Trace Thread Store → Prop
  | .stop => True
  | .step t _ τ => t = j ∧ τ.Only j
  | .wrong t => t = j

/-- These threads perform sequences from these sets; others do nothing. -/
def takingPart (M : List Thread) (φ : Thread → List (Atomic Thread Store) → Prop) : List (Thread × Atomic Thread Store) → Prop :=
  interleavings fun t a => (t ∈ M ∧ φ t a) ∨ (t ∉ M ∧ a = [])

section

variable {full : Bool} {j t : Thread} {E : Action Store} {σ σ' : Store} {a : List (Atomic Thread Store)} {π ρ τ τ' : Trace Thread Store}

/-- A thread is amid an environment if it views the trace as its own and the trace allows it. -/
theorem amid_iff : Amid full j E σ a τ ↔ Views full j σ a τ ∧ τ.Allows j E σ := by
  constructor
  · intro h
    induction h with
    | stop h => exact ⟨.stop h, trivial⟩
    | own h1 _ ih => exact ⟨.own h1 ih.1, fun h => absurd rfl h, ih.2⟩
    | other hs h1 _ ih => exact ⟨.other hs ih.1, fun _ => h1, ih.2⟩
    | wrong h1 => exact ⟨.wrong h1, rfl⟩
  · rintro ⟨h, hA⟩
    induction h with
    | stop h => exact .stop h
    | own h1 _ ih => exact .own h1 (ih hA.2)
    | other hs _ ih => exact .other hs (hA.1 hs) (ih hA.2)
    | wrong h1 => exact .wrong h1
    | otherWrong hs => exact absurd hA hs

theorem Trace.andThen_stop (τ : Trace Thread Store) : τ.andThen .stop = τ := by
  induction τ with
  | stop => rfl
  | step _ _ _ ih => exact congrArg _ ih
  | wrong => rfl

theorem Trace.andThen_assoc (τ₁ τ₂ τ₃ : Trace Thread Store) : (τ₁.andThen τ₂).andThen τ₃ = τ₁.andThen (τ₂.andThen τ₃) := by
  induction τ₁ with
  | stop => rfl
  | step _ _ _ ih => exact congrArg _ ih
  | wrong => rfl

theorem Trace.final_andThen (h : π.final σ = .store σ') : (π.andThen ρ).final σ = ρ.final σ' := by
  induction π generalizing σ with
  | stop => cases h; rfl
  | step _ _ _ ih => exact ih h
  | wrong => cases h

theorem Trace.Allows.andThen (h : π.Allows j E σ) (hσ' : π.final σ = .store σ') (hρ : ρ.Allows j E σ') : (π.andThen ρ).Allows j E σ := by
  induction π generalizing σ with
  | stop => cases hσ'; exact hρ
  | step _ _ _ ih => exact ⟨h.1, ih h.2 hσ'⟩
  | wrong => exact h

/-- The view of the first part of a trace. -/
theorem Views.before (h : Views full j σ a (π.andThen ρ)) : Views false j σ a π := by
  induction π generalizing σ a with
  | stop => exact .stop fun h => by cases h
  | step s σ' π ih =>
    cases h with
    | own h1 h => exact .own h1 (ih h)
    | other hs h => exact .other hs (ih h)
  | wrong s =>
    cases h with
    | wrong h1 => exact .wrong h1
    | otherWrong hs => exact .otherWrong hs

/-- A thread that does nothing does nothing in the second part of a trace. -/
theorem Views.silent (h : Views full j σ [] (π.andThen ρ)) (hσ' : π.final σ = .store σ') : Views full j σ' [] ρ := by
  induction π generalizing σ with
  | stop => cases hσ'; exact h
  | step s σ'' π ih => cases h with | other hs h => exact ih h hσ'
  | wrong => cases hσ'

theorem Views.any (h : Views full j σ a τ) (hw : τ.final σ = .wrong) (full' : Bool) : Views full' j σ a τ := by
  induction h with
  | stop => cases hw
  | own h1 _ ih => exact .own h1 (ih hw)
  | other hs _ ih => exact .other hs (ih hw)
  | wrong h1 => exact .wrong h1
  | otherWrong hs => exact .otherWrong hs

/-- Steps of another thread do not matter. -/
theorem Views.extend (h : Views false t σ a π) (hσ' : π.final σ = .store σ') (hρ : ρ.Only j) (ht : j ≠ t) :
    Views false t σ a (π.andThen ρ) := by
  induction h with
  | @stop σ as _ =>
    have : ∀ σ : Store, Views false t σ as ρ := by
      clear hσ'
      induction ρ with
      | stop => exact fun _ => .stop fun h => by cases h
      | step s σ' ρ ih => exact fun _ => .other (hρ.1 ▸ ht) (ih hρ.2 σ')
      | wrong s => exact fun _ => .otherWrong (Eq.symm hρ ▸ ht)
    exact this σ
  | own h1 _ ih => exact .own h1 (ih hσ')
  | other hs _ ih => exact .other hs (ih hσ')
  | wrong => cases hσ'
  | otherWrong => cases hσ'

/-- Where thread `j` goes wrong, the others have done what they had done. -/
theorem Views.whenWrong (h : Views false t σ a π) (hs : Subsumed (π.andThen ρ) τ') (hρ : ρ.Only j) (hA : τ'.Allows j E σ)
    (hw : τ'.final σ = .wrong) (ht : j ≠ t) : Views full t σ a τ' := by
  induction h generalizing τ' with
  | @stop σ as _ =>
    replace hs : Subsumed ρ τ' := hs
    clear hA
    induction hs generalizing σ with
    | stop => cases hw
    | step _ ih => exact .other (hρ.1 ▸ ht) (ih hρ.2 hw)
    | early => exact .otherWrong (hρ.1 ▸ ht)
    | wrong => exact .otherWrong (Eq.symm hρ ▸ ht)
  | own h1 _ ih =>
    cases hs with
    | step hs => exact .own h1 (ih hs hA.2 hw)
    | early => exact .otherWrong (Eq.symm hA ▸ ht)
  | other hs' _ ih =>
    cases hs with
    | step hs => exact .other hs' (ih hs hA.2 hw)
    | early => exact .otherWrong (Eq.symm hA ▸ ht)
  | wrong => cases hs; exact .otherWrong (Eq.symm hA ▸ ht)
  | otherWrong hs' => cases hs; exact .otherWrong hs'

/-- The last step of a run satisfies what all steps of its sequence satisfy. -/
theorem Views.last {R : Action Store} {σ'' : Store} (h : Views full j σ a (π.andThen (.step j σ'' ρ))) (hσ' : π.final σ = .store σ')
    (hR : ∀ x ∈ a, ∀ σ σ', x j σ (.store σ') → R σ σ') : R σ' σ'' := by
  induction π generalizing σ a with
  | stop =>
    cases hσ'
    cases h with
    | own h1 => exact hR _ (by simp) _ _ h1
    | other hs => exact absurd rfl hs
  | step s σ₁ π ih =>
    cases h with
    | own _ h => exact ih h hσ' fun x hx => hR x (by simp [hx])
    | other _ h => exact ih h hσ' hR
  | wrong => cases hσ'

end

section

variable {M : List Thread} {J : Store → Prop} {E : Thread → Action Store} {φ ψ : Thread → List (Atomic Thread Store) → Prop}

theorem trace_takingPart {full : Bool} {σ : Store} {τ : Trace Thread Store} : TraceOf (takingPart M φ) full σ τ ↔
    (∀ t, t ∈ M → ∃ a, φ t a ∧ Views full t σ a τ) ∧ ∀ t, t ∉ M → Views full t σ [] τ := by
  rw [takingPart, trace_views (M := M) fun t a ht h => (h.resolve_left fun h => ht h.1).2]
  constructor
  · refine fun h => ⟨fun t ht => ?_, fun t ht => ?_⟩
    · obtain ⟨a, ha, hv⟩ := h t
      exact ⟨a, (ha.resolve_right fun h => h.1 ht).2, hv⟩
    · obtain ⟨a, ha, hv⟩ := h t
      obtain rfl := (ha.resolve_left fun h => ht h.1).2
      exact hv
  · intro ⟨h1, h2⟩ t
    by_cases ht : t ∈ M
    · obtain ⟨a, ha, hv⟩ := h1 t ht
      exact ⟨a, .inl ⟨ht, ha⟩, hv⟩
    · exact ⟨[], .inr ⟨ht, rfl⟩, h2 t ht⟩

/-- **Lemma 1**: if each thread is simulated by its abstraction in an environment that satisfies its assumption, and each step of an
abstraction satisfies the assumption of every other thread, then the program is simulated by that of the abstractions. -/
theorem parallel_simulated (hsim : ∀ j, j ∈ M → SimulatedIn J E j (φ j) (ψ j))
    (hguar : ∀ j, j ∈ M → ∀ b, ψ j b → ∀ x ∈ b, ∀ σ σ', x j σ (.store σ') → everyone M E j σ σ') :
    Simulated J (takingPart M φ) (takingPart M ψ) := by
  intro full σ τ₀ hσ hτ₀
  simp only [simulatedIn_iff] at hsim
  simp only [trace_takingPart] at hτ₀ ⊢
  -- the trace so far is `π`, and `τ` is to come
  have key : ∀ (τ π : Trace Thread Store) (σ' : Store), π.final σ = .store σ' → (∀ t, t ∈ M → ∃ c, ψ t c ∧ Views false t σ c π) →
      (∀ t, t ∈ M → π.Allows t (E t) σ) → (∀ t, t ∈ M → ∃ a, φ t a ∧ Views full t σ a (π.andThen τ)) →
      (∀ t, t ∉ M → Views full t σ [] (π.andThen τ)) →
      ∃ τ', ((∀ t, t ∈ M → ∃ c, ψ t c ∧ Views full t σ c τ') ∧ ∀ t, t ∉ M → Views full t σ [] τ') ∧ Subsumed (π.andThen τ) τ' := by
    intro τ
    induction τ with
    | stop =>
      intro π σ' hσ' hgood hallows hin hout
      rw [Trace.andThen_stop] at *
      by_cases hwrong : ∃ j c τ', j ∈ M ∧ ψ j c ∧ Amid full j (E j) σ c τ' ∧ Subsumed π τ' ∧ τ'.final σ = .wrong
      · obtain ⟨j, c, τ', hj, hc, hr, hs, hw⟩ := hwrong
        refine ⟨τ', ⟨fun t ht => ?_, fun t ht => ?_⟩, hs⟩
        · by_cases htj : j = t
          · subst htj; exact ⟨c, hc, (amid_iff.mp hr).1⟩
          · obtain ⟨c', hc', hv⟩ := hgood t ht
            exact ⟨c', hc', hv.whenWrong (ρ := .stop) (by rwa [Trace.andThen_stop]) trivial (amid_iff.mp hr).2 hw htj⟩
        · exact (Views.before (ρ := .stop) (by rw [Trace.andThen_stop]; exact hout t ht)).whenWrong (ρ := .stop)
            (by rwa [Trace.andThen_stop]) trivial (amid_iff.mp hr).2 hw (fun h => ht (h ▸ hj))
      · refine ⟨π, ⟨fun t ht => ?_, hout⟩, .refl π⟩
        obtain ⟨a, ha, hv⟩ := hin t ht
        obtain ⟨c, τ', hc, hr, hs⟩ := hsim t ht full σ π a hσ ha (amid_iff.mpr ⟨hv, hallows t ht⟩)
        rcases hs.final σ with hw | rfl
        · exact absurd ⟨t, c, τ', ht, hc, hr, hs, hw⟩ hwrong
        · exact ⟨c, hc, (amid_iff.mp hr).1⟩
    | wrong j =>
      intro π σ' hσ' hgood hallows hin hout
      have hj : j ∈ M := Classical.byContradiction fun hj => by
        cases (hout j hj).silent hσ' with
        | otherWrong h => exact h rfl
      obtain ⟨a, ha, hv⟩ := hin j hj
      obtain ⟨c, τ', hc, hr, hs⟩ := hsim j hj full σ _ a hσ ha (amid_iff.mpr ⟨hv, (hallows j hj).andThen hσ' rfl⟩)
      have hw : τ'.final σ = .wrong := by
        rcases hs.final σ with hw | rfl
        · exact hw
        · rw [Trace.final_andThen hσ']; rfl
      refine ⟨τ', ⟨fun t ht => ?_, fun t ht => ?_⟩, hs⟩
      · by_cases htj : j = t
        · subst htj; exact ⟨c, hc, (amid_iff.mp hr).1⟩
        · obtain ⟨c', hc', hv⟩ := hgood t ht
          exact ⟨c', hc', hv.whenWrong hs rfl (amid_iff.mp hr).2 hw htj⟩
      · exact (hout t ht).before.whenWrong hs rfl (amid_iff.mp hr).2 hw (fun h => ht (h ▸ hj))
    | step j σ₁ τ ih =>
      intro π σ' hσ' hgood hallows hin hout
      have hj : j ∈ M := Classical.byContradiction fun hj => by
        cases (hout j hj).silent hσ' with
        | other h => exact h rfl
      have heq : π.andThen (.step j σ₁ τ) = (π.andThen (.step j σ₁ .stop)).andThen τ := (Trace.andThen_assoc π (.step j σ₁ .stop) τ).symm
      obtain ⟨a, ha, hv⟩ := hin j hj
      rw [heq] at hv
      obtain ⟨c, τ', hc, hr, hs⟩ := hsim j hj false σ _ a hσ ha
        (amid_iff.mpr ⟨hv.before, (hallows j hj).andThen hσ' ⟨fun h => absurd rfl h, trivial⟩⟩)
      rw [heq]
      rcases hs.final σ with hw | rfl
      · refine ⟨τ', ⟨fun t ht => ?_, fun t ht => ?_⟩, hs.andThen_wrong hw τ⟩
        · by_cases htj : j = t
          · subst htj; exact ⟨c, hc, (amid_iff.mp hr).1.any hw full⟩
          · obtain ⟨c', hc', hv⟩ := hgood t ht
            exact ⟨c', hc', hv.whenWrong hs ⟨rfl, trivial⟩ (amid_iff.mp hr).2 hw htj⟩
        · exact (hout t ht).before.whenWrong hs ⟨rfl, trivial⟩ (amid_iff.mp hr).2 hw (fun h => ht (h ▸ hj))
      · refine ih _ σ₁ (Trace.final_andThen hσ') (fun t ht => ?_) (fun t ht => ?_) (heq ▸ hin) (heq ▸ hout)
        · by_cases htj : j = t
          · subst htj; exact ⟨c, hc, (amid_iff.mp hr).1⟩
          · obtain ⟨c', hc', hv⟩ := hgood t ht
            exact ⟨c', hc', hv.extend hσ' ⟨rfl, trivial⟩ htj⟩
        · exact (hallows t ht).andThen hσ'
            ⟨fun htj => (amid_iff.mp hr).1.last hσ' (hguar j hj c hc) t ht (Ne.symm htj), trivial⟩
  refine key τ₀ .stop σ rfl (fun t ht => ?_) (fun _ _ => trivial) hτ₀.1 hτ₀.2
  obtain ⟨a, ha, _⟩ := hτ₀.1 t ht
  obtain ⟨c, _, hc, _, _⟩ := hsim t ht false σ .stop a hσ ha (.stop fun h => by cases h)
  exact ⟨c, hc, .stop fun h => by cases h⟩

end

end Plato.Procedures
