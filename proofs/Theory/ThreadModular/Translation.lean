/-
# The translation of a thread, and what it simulates

Section 4 and appendix A of *Thread-Modular Verification for Shared-Memory Programs*: the sequential program `translate A G S` behaves
like the thread `S` in an environment that makes steps of `A`, and goes wrong if a step of the thread is not one of `G`.

Main definitions: `environment` (A*), `guaranteed` (a command that goes wrong where it does not satisfy the guarantee), `translate` (the
paper's ⟦S⟧).
Main results: `translation_simulation` (Lemma 1.1), `translation_wrong` (Lemma 1.2), `translation_guarantee` (Lemma 1.3),
`translation_yield` (Lemma 2), `guaranteed_operation` (the paper's own translation of an operation).
-/
module

public import Theory.Many
public import Theory.Operation

@[expose] public section

namespace Plato

variable {Store : Type}

/-- The statement that makes one step of the action. -/
noncomputable def action (A : Action Store) : Statement Store := .atomic (transition A)

/-- A*: any number of steps of the environment. -/
noncomputable def environment (A : Action Store) : Statement Store := .loop (action A)

/-- The command, which also goes wrong where one of its stores does not satisfy the guarantee. -/
def guaranteed (G : Action Store) (command : Transition Store) : Transition Store
  | σ, .store σ' => command σ (.store σ') ∧ G σ σ'
  | σ, .wrong => command σ .wrong ∨ ∃ σ', command σ (.store σ') ∧ ¬ G σ σ'

/-- The paper's ⟦S⟧ with rely A and guarantee G. -/
noncomputable def translate (A G : Action Store) : Statement Store → Statement Store
  | .skip => environment A
  | .atomic command => .seq (environment A) (.seq (.atomic (guaranteed G command)) (environment A))
  | .choice S T => .seq (environment A) (.choice (translate A G S) (translate A G T))
  | .seq S T => .seq (translate A G S) (translate A G T)
  | .loop S =>
    .seq (environment A) (.seq (.loop (.seq (translate A G S) (environment A))) (environment A))

/-- For the paper's operations: the guarantee becomes part of the post-assertion. -/
theorem guaranteed_operation (G : Action Store) (gate : Store → Prop) (step post : Action Store) :
    guaranteed G (operation gate step post) = operation gate step fun σ σ' => post σ σ' ∧ G σ σ' := by
  funext σ r
  cases r with
  | store σ' => simp only [guaranteed, operation, and_assoc]
  | wrong =>
    refine propext ⟨?_, ?_⟩
    · rintro ((hg | ⟨σ', hs, hp⟩) | ⟨σ', ⟨_, hs, _⟩, hG⟩)
      · exact .inl hg
      · exact .inr ⟨σ', hs, fun h => hp h.1⟩
      · exact .inr ⟨σ', hs, fun h => hG h.2⟩
    · rintro (hg | ⟨σ', hs, hp⟩)
      · exact .inl (.inl hg)
      · by_cases hg : gate σ
        · by_cases hpost : post σ σ'
          · exact .inr ⟨σ', ⟨hg, hs, hpost⟩, fun hG => hp ⟨hpost, hG⟩⟩
          · exact .inl (.inr ⟨σ', hs, hpost⟩)
        · exact .inl (.inl hg)

/-- [SEQ STEP], many times. -/
theorem seqStep_many {σ σ' : Store} {S S' T : Statement Store} (h : Many SeqStep (.run σ S) (.run σ' S')) :
    Many SeqStep (.run σ (.seq S T)) (.run σ' (.seq S' T)) := by
  generalize hs : SeqState.run σ S = s at h
  generalize hs' : SeqState.run σ' S' = s' at h
  induction h generalizing σ' S' with
  | refl =>
    subst hs
    injection hs' with h1 h2
    subst h1 h2
    exact .refl
  | tail hmany hstep ih =>
    rename_i t u
    cases t with
    | wrong => cases hstep
    | run σ₁ S₁ => subst hs'; exact .tail (ih rfl) (.seqStep hstep)

/-- [SEQ WRONG], after many steps. -/
theorem seqWrong_many {σ : Store} {S T : Statement Store} (h : Many SeqStep (.run σ S) .wrong) :
    Many SeqStep (.run σ (.seq S T)) .wrong := by
  cases h with
  | tail hmany hstep =>
    rename_i t
    cases t with
    | wrong => cases hstep
    | run σ₁ S₁ => exact .tail (seqStep_many hmany) (.seqWrong hstep)

/-- The environment may make no step: A*; S → S. -/
theorem skip_environment (A : Action Store) (σ : Store) (S : Statement Store) :
    Many SeqStep (.run σ (.seq (environment A) S)) (.run σ S) :=
  .head (.seqStep .loopDone) (.single .seqSkip)

section lemma1

variable {A G : Action Store}

/-- **Lemma 1.1.** A step that satisfies the guarantee is simulated. -/
theorem translation_simulation {σ₁ σ₂ : Store} {S₁ S₂ : Statement Store} (h : SeqStep (.run σ₁ S₁) (.run σ₂ S₂)) (hG : G σ₁ σ₂) :
    Many SeqStep (.run σ₁ (translate A G S₁)) (.run σ₂ (translate A G S₂)) := by
  generalize hs : SeqState.run σ₁ S₁ = s at h
  generalize hs' : SeqState.run σ₂ S₂ = s' at h
  induction h generalizing S₁ S₂ with
  | actionOk hc =>
    cases hs; cases hs'
    exact (skip_environment A _ _).trans (.head (.seqStep (.actionOk ⟨hc, hG⟩)) (.single .seqSkip))
  | actionWrong => cases hs'
  | choiceLeft => cases hs; cases hs'; exact (skip_environment A _ _).trans (.single .choiceLeft)
  | choiceRight => cases hs; cases hs'; exact (skip_environment A _ _).trans (.single .choiceRight)
  | loopDone =>
    cases hs; cases hs'
    exact (skip_environment A _ _).trans (.head (.seqStep .loopDone) (.single .seqSkip))
  | loopUnroll =>
    cases hs; cases hs'
    refine (skip_environment A _ _).trans (.head (.seqStep .loopUnroll) ?_)
    exact .head .assoc (.head .assoc .refl)
  | assoc => cases hs; cases hs'; exact .single .assoc
  | seqStep _ ih => cases hs; cases hs'; exact seqStep_many (ih rfl rfl)
  | seqSkip => cases hs; cases hs'; exact skip_environment A _ _
  | seqWrong => cases hs'

/-- **Lemma 1.2.** A thread that goes wrong is simulated. -/
theorem translation_wrong {σ₁ : Store} {S₁ : Statement Store} (h : SeqStep (.run σ₁ S₁) .wrong) :
    Many SeqStep (.run σ₁ (translate A G S₁)) .wrong := by
  generalize hs : SeqState.run σ₁ S₁ = s at h
  generalize hs' : SeqState.wrong = s' at h
  induction h generalizing S₁ with
  | actionWrong hc => cases hs; exact (skip_environment A _ _).trans (.single (.seqWrong (.actionWrong (.inl hc))))
  | seqWrong _ ih => cases hs; exact seqWrong_many (ih rfl rfl)
  | _ => cases hs'

/-- **Lemma 1.3.** If a step does not satisfy the guarantee, the translation goes wrong. -/
theorem translation_guarantee (hrefl : ∀ σ, G σ σ) {σ₁ σ₂ : Store} {S₁ S₂ : Statement Store}
    (h : SeqStep (.run σ₁ S₁) (.run σ₂ S₂)) (hG : ¬ G σ₁ σ₂) : Many SeqStep (.run σ₁ (translate A G S₁)) .wrong := by
  generalize hs : SeqState.run σ₁ S₁ = s at h
  generalize hs' : SeqState.run σ₂ S₂ = s' at h
  induction h generalizing S₁ S₂ with
  | actionOk hc =>
    cases hs; cases hs'
    exact (skip_environment A _ _).trans (.single (.seqWrong (.actionWrong (.inr ⟨_, hc, hG⟩))))
  | seqStep _ ih => cases hs; cases hs'; exact seqWrong_many (ih rfl rfl)
  | actionWrong => cases hs'
  | seqWrong => cases hs'
  | _ => cases hs; cases hs'; exact absurd (hrefl _) hG

end lemma1

/-- **Lemma 2.** The translation begins with a point at which the environment may make a step. -/
theorem translation_yield (A G : Action Store) (σ : Store) (S : Statement Store) :
    Many SeqStep (.run σ (translate A G S)) (.run σ (.seq (action A) (translate A G S))) := by
  have hrest : ∀ T : Statement Store,
      Many SeqStep (.run σ (.seq (environment A) T)) (.run σ (.seq (action A) (.seq (environment A) T))) :=
    fun T => .head (.seqStep .loopUnroll) (.single .assoc)
  induction S with
  | skip => exact .single .loopUnroll
  | atomic command => exact hrest _
  | choice S T _ _ => exact hrest _
  | seq S T ih _ => exact (seqStep_many ih).trans (.single .assoc)
  | loop S _ => exact hrest _

end Plato
