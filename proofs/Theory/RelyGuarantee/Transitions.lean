/-
# Code in an environment

What section 5.1 of Prensa Nieto, *The Rely-Guarantee Method in Isabelle/HOL*, says about transitions holds for components, for parallel
programs and for the paper's own commands; this file states it once, for any code that makes steps, can go wrong and can end. The
environment may change the store between any two steps of the code, as far as `rely` allows.

Main definitions: `Language` (`component` is its instance for core Plato), `Reach`, `Correct` (code, started in a store, keeps its
commitments), `Sat` (it does so wherever the precondition holds: `P sat [pre, rely, guar, post]`).
Main results: `correct_of_invariant` (how to show it), `Correct.step`, `Correct.environment` (it lasts).
-/
module

public import Theory.Statement

@[expose] public section

namespace Plato.RelyGuarantee

/-- How code runs: the steps it makes, where it goes wrong, and when it has ended. A step changes the code, so that steps of the code can be
distinguished from steps of the environment, which do not change it. -/
structure Language (Code Store : Type) where
  step : Code → Store → Code → Store → Prop
  wrong : Code → Store → Prop
  ended : Code → Prop
  changes : ∀ {c σ c' σ'}, step c σ c' σ' → c' ≠ c

variable {Code Store : Type}

/-- Code runs from a store to code in a store, the environment making steps of `rely`. -/
inductive Language.Reach (L : Language Code Store) (rely : Action Store) : Code → Store → Code → Store → Prop where
  | refl {c σ} : L.Reach rely c σ c σ
  | component {c σ c₁ σ₁ c₂ σ₂} : L.step c σ c₁ σ₁ → L.Reach rely c₁ σ₁ c₂ σ₂ → L.Reach rely c σ c₂ σ₂
  | environment {c σ σ₁ c₂ σ₂} : rely σ σ₁ → L.Reach rely c σ₁ c₂ σ₂ → L.Reach rely c σ c₂ σ₂

/-- Started in the store, among steps of `rely`, the code does not go wrong, makes only steps of `guar` and, if it ends, ends
where `post` holds. -/
structure Language.Correct (L : Language Code Store) (rely guar : Action Store) (post : Store → Prop) (c : Code) (σ : Store) : Prop where
  safe : ∀ {c' σ'}, L.Reach rely c σ c' σ' → ¬ L.wrong c' σ'
  guarantee : ∀ {c₁ σ₁ c₂ σ₂}, L.Reach rely c σ c₁ σ₁ → L.step c₁ σ₁ c₂ σ₂ → guar σ₁ σ₂
  post : ∀ {c' σ'}, L.Reach rely c σ c' σ' → L.ended c' → post σ'

/-- `c sat [pre, rely, guar, post]`, by what can be reached. -/
def Language.Sat (L : Language Code Store) (c : Code) (s : Specification Store) : Prop :=
  ∀ σ, s.pre σ → L.Correct s.rely s.guarantee s.post c σ

section

variable {L : Language Code Store} {rely guar : Action Store} {post : Store → Prop} {c c' c₁ c₂ : Code} {σ σ' σ₁ σ₂ : Store}

/-- What is reached from what is reached is reached. -/
theorem Language.Reach.trans (h : L.Reach rely c σ c₁ σ₁) (h' : L.Reach rely c₁ σ₁ c₂ σ₂) : L.Reach rely c σ c₂ σ₂ := by
  induction h with
  | refl => exact h'
  | component hstep _ ih => exact .component hstep (ih h')
  | environment hrely _ ih => exact .environment hrely (ih h')

/-- One more step of the code. -/
theorem Language.Reach.andComponent (h : L.Reach rely c σ c₁ σ₁) (hstep : L.step c₁ σ₁ c₂ σ₂) : L.Reach rely c σ c₂ σ₂ :=
  h.trans (.component hstep .refl)

/-- One more step of the environment. -/
theorem Language.Reach.andEnvironment (h : L.Reach rely c σ c₁ σ₁) (hrely : rely σ₁ σ₂) : L.Reach rely c σ c₁ σ₂ :=
  h.trans (.environment hrely .refl)

/-- Correctness lasts through steps of the code. -/
theorem Language.Correct.step (h : L.Correct rely guar post c σ) (hstep : L.step c σ c' σ') : L.Correct rely guar post c' σ' where
  safe hreach := h.safe (.component hstep hreach)
  guarantee hreach := h.guarantee (.component hstep hreach)
  post hreach := h.post (.component hstep hreach)

/-- Correctness lasts through steps of the environment. -/
theorem Language.Correct.environment (h : L.Correct rely guar post c σ) (hrely : rely σ σ') : L.Correct rely guar post c σ' where
  safe hreach := h.safe (.environment hrely hreach)
  guarantee hreach := h.guarantee (.environment hrely hreach)
  post hreach := h.post (.environment hrely hreach)

/-- Correctness lasts. -/
theorem Language.Correct.reach (h : L.Correct rely guar post c σ) (hreach : L.Reach rely c σ c' σ') : L.Correct rely guar post c' σ' where
  safe hreach' := h.safe (hreach.trans hreach')
  guarantee hreach' := h.guarantee (hreach.trans hreach')
  post hreach' := h.post (hreach.trans hreach')

/-- What keeps the commitments now, and lasts, is correct. -/
theorem correct_of_invariant {I : Code → Store → Prop} (henvironment : ∀ {c σ σ'}, I c σ → rely σ σ' → I c σ')
    (hstep : ∀ {c σ c' σ'}, I c σ → L.step c σ c' σ' → guar σ σ' ∧ I c' σ') (hsafe : ∀ {c σ}, I c σ → ¬ L.wrong c σ)
    (hpost : ∀ {c σ}, I c σ → L.ended c → post σ) (h : I c σ) : L.Correct rely guar post c σ := by
  have hI : ∀ {c₁ σ₁}, L.Reach rely c σ c₁ σ₁ → I c₁ σ₁ := by
    intro c₁ σ₁ hreach
    induction hreach with
    | refl => exact h
    | component hs _ ih => exact ih (hstep h hs).2
    | environment hr _ ih => exact ih (henvironment h hr)
  exact ⟨fun hreach => hsafe (hI hreach), fun hreach hs => (hstep (hI hreach) hs).1, fun hreach => hpost (hI hreach)⟩

/-- Consequence: weaker assumptions, stronger commitments. -/
theorem Language.Correct.consequence {rely' guar' : Action Store} {post' : Store → Prop} (h : L.Correct rely' guar' post' c σ)
    (hrely : ∀ σ τ, rely σ τ → rely' σ τ) (hguar : ∀ σ τ, guar' σ τ → guar σ τ) (hpost : ∀ σ, post' σ → post σ) :
    L.Correct rely guar post c σ :=
  correct_of_invariant (I := L.Correct rely' guar' post') (fun h hr => h.environment (hrely _ _ hr))
    (fun h hs => ⟨hguar _ _ (h.guarantee .refl hs), h.step hs⟩) (fun h => h.safe .refl) (fun h he => hpost _ (h.post .refl he)) h

/-- A weaker postcondition. -/
theorem Language.Correct.weaken {post' : Store → Prop} (h : L.Correct rely guar post' c σ) (hpost : ∀ σ, post' σ → post σ) :
    L.Correct rely guar post c σ := h.consequence (fun _ _ h => h) (fun _ _ h => h) hpost

end

/-- A step changes the statement. -/
theorem seqStep_changes {σ σ' : Store} {S S' : Statement Store} (h : SeqStep (.run σ S) (.run σ' S')) : S' ≠ S := by
  generalize hs : SeqState.run σ S = s at h
  generalize hs' : SeqState.run σ' S' = s' at h
  induction h generalizing S S' <;> cases hs <;> cases hs' <;> intro heq
  case seqStep ih => injection heq with h; exact ih rfl rfl h
  all_goals cases heq

/-- Components: the statement of one thread. -/
def component (Store : Type) : Language (Statement Store) Store where
  step S σ S' σ' := SeqStep (.run σ S) (.run σ' S')
  wrong S σ := SeqStep (.run σ S) .wrong
  ended S := S = .skip
  changes := seqStep_changes

/-- A statement reaches in an environment whatever it reaches by itself. -/
theorem reach_of_many {S S' : Statement Store} {σ σ' : Store} (h : Many SeqStep (.run σ S) (.run σ' S')) :
    (component Store).Reach rely S σ S' σ' := by
  generalize ht : SeqState.run σ' S' = t at h
  induction h generalizing σ' S' with
  | refl => cases ht; exact .refl
  | @tail t _ _ hstep ih =>
    subst ht
    cases t with
    | wrong => cases hstep
    | run => exact (ih rfl).andComponent hstep

end Plato.RelyGuarantee
