/-
# Thread-modular verification

The two theorems of *Thread-Modular Verification for Shared-Memory Programs*, for threads indexed by any type.

Main definitions: `Decomposition` (an assume-guarantee decomposition), `abstraction` (the i-abstraction of a parallel state).
Main results: `parallel_step` (Lemma 3), `parallel_steps` (Lemma 4), `thread_modular_verification` (Theorem 1),
`invariant_verification` (Theorem 2).
-/
module

public import Theory.Secure
public import Theory.ThreadModular.Translation

@[expose] public section

namespace Plato

variable {Thread Store : Type}

/-- An assume-guarantee decomposition: reflexive guarantees, each of which implies the relies of the other threads. (The paper's relies are
reflexive, too; this is not needed here, because A* is.) -/
structure Decomposition (A G : Thread → Action Store) : Prop where
  guarantee : ∀ i σ, G i σ σ
  implies : ∀ i j, i ≠ j → ∀ σ σ', G i σ σ' → A j σ σ'

/-- The i-abstraction of a state: the translation of thread i. -/
noncomputable def abstraction (A G : Thread → Action Store) (i : Thread) : ParState Thread Store (Statement Store) → SeqState Store (Statement Store)
  | .run σ P => .run σ (translate (A i) (G i) (P i))
  | .wrong => .wrong

section

variable {A G : Thread → Action Store} (hd : Decomposition A G)
include hd

/-- **Lemma 3.** A step of the program is simulated by every abstraction, or makes one go wrong. -/
theorem parallel_step {σ : Store} {P : Program Thread (Statement Store)} {Θ : ParState Thread Store (Statement Store)} (h : ThreadsStep (.run σ P) Θ) :
    (∀ j, Many SeqStep (abstraction A G j (.run σ P)) (abstraction A G j Θ)) ∨
      ∃ j, Many SeqStep (abstraction A G j (.run σ P)) .wrong := by
  cases h with
  | parallel hstep =>
    rename_i σ' i S'
    by_cases hG : G i σ σ'
    · refine .inl fun j => ?_
      by_cases hij : j = i
      · subst hij
        simp only [abstraction, Program.update_same]
        exact translation_simulation hstep hG
      · simp only [abstraction, Program.update_other P hij]
        refine (translation_yield (A j) (G j) σ (P j)).trans ?_
        exact .head (.seqStep (.actionOk (hd.implies i j (Ne.symm hij) _ _ hG))) (.single .seqSkip)
    · exact .inr ⟨i, translation_guarantee (hd.guarantee i) hstep hG⟩
  | parallelWrong hstep => exact .inr ⟨_, translation_wrong hstep⟩

/-- **Lemma 4.** So are any number of steps. -/
theorem parallel_steps {Θ₁ Θ₂ : ParState Thread Store (Statement Store)} (h : Many ThreadsStep Θ₁ Θ₂) :
    (∀ j, Many SeqStep (abstraction A G j Θ₁) (abstraction A G j Θ₂)) ∨
      ∃ j, Many SeqStep (abstraction A G j Θ₁) .wrong := by
  induction h with
  | refl => exact .inl fun _ => .refl
  | @tail Θ₃ Θ₂ _ hstep ih =>
    rcases ih with ih | ih
    · cases Θ₃ with
      | wrong => cases hstep
      | run σ P =>
        rcases parallel_step hd hstep with h | ⟨j, h⟩
        · exact .inl fun j => (ih j).trans (h j)
        · exact .inr ⟨j, (ih j).trans h⟩
    · exact .inr ih

/-- **Theorem 1 (Thread-Modular Verification).** If no abstraction goes wrong, the program does not. -/
theorem thread_modular_verification {P : Program Thread (Statement Store)} {σ : Store}
    (h : ∀ i, ¬ Many SeqStep (.run σ (translate (A i) (G i) (P i))) .wrong) : ¬ GoesWrong (fun _ => SeqStep) P σ := by
  intro hwrong
  rcases parallel_steps hd hwrong with hall | ⟨j, hj⟩
  · cases hwrong with
    | tail _ hstep => cases hstep with
      | @parallelWrong _ _ i _ => exact h i (hall i)
  · exact h j hj

/-- **Theorem 2 (Invariant Verification).** If `I` holds initially, guarantees preserve it, and no abstraction goes wrong, then
every reachable store satisfies `I`. -/
theorem invariant_verification {P : Program Thread (Statement Store)} {Init I : Store → Prop} (hinit : ∀ σ, Init σ → I σ)
    (hpreserved : ∀ i σ σ', G i σ σ' → I σ → I σ')
    (h : ∀ i σ, Init σ → ¬ Many SeqStep (.run σ (translate (A i) (G i) (P i))) .wrong)
    {σ σ' : Store} (hσ : Init σ) (hreach : Reachable (fun _ => SeqStep) P σ σ') : I σ' := by
  obtain ⟨P', hmany⟩ := hreach
  generalize hΘ : ParState.run σ' P' = Θ at hmany
  induction hmany generalizing σ' P' with
  | refl => cases hΘ; exact hinit _ hσ
  | @tail Θ₃ Θ₂ hmany hstep ih =>
    subst hΘ
    cases Θ₃ with
    | wrong => cases hstep
    | run σ₃ P₃ =>
      have hI : I σ₃ := ih _ rfl
      have hsim := parallel_steps hd hmany
      cases hstep with
      | parallel hstep =>
        rename_i i S'
        refine hpreserved i _ _ (Classical.byContradiction fun hG => ?_) hI
        rcases hsim with hsim | ⟨j, hj⟩
        · exact h i σ hσ ((hsim i).trans (translation_guarantee (hd.guarantee i) hstep hG))
        · exact h j σ hσ hj

end

end Plato
