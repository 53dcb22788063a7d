/-
# Thread-modular verification of programs in an environment

The environment of a program makes steps that every thread's rely allows. Then it is like one more thread: the abstractions of Lemma 3
follow its steps, too, and what the threads' verification shows holds for everything that the program does in its environment: it does not
go wrong, its steps satisfy a thread's guarantee, and where all threads have ended, all their postconditions hold (the rule Parallel of
Prensa Nieto's *The Rely-Guarantee Method in Isabelle/HOL*, section 7).

Main results: `open_steps` (Lemma 4, with an environment), `open_verification`, `open_invariant`.
-/
module

public import Theory.Statement
public import Theory.ThreadModular.Rules
public import Theory.ThreadModular.Theorems

@[expose] public section

namespace Plato

variable {Thread Store : Type} {A G : Thread → Action Store} {R : Action Store} {P : Program Thread (Statement Store)}

section

variable (hd : Decomposition A G) (henv : ∀ i σ σ', R σ σ' → A i σ σ')
include hd henv

/-- Lemma 3, with an environment. -/
theorem open_step {σ : Store} {P : Program Thread (Statement Store)} {Θ : ParState Thread Store (Statement Store)} (h : ThreadsOpenStep R (.run σ P) Θ) :
    (∀ j, Many SeqStep (abstraction A G j (.run σ P)) (abstraction A G j Θ)) ∨
      ∃ j, Many SeqStep (abstraction A G j (.run σ P)) .wrong := by
  cases h with
  | component h => exact parallel_step hd h
  | environment hR =>
    refine .inl fun j => (translation_yield (A j) (G j) σ (P j)).trans ?_
    exact .head (.seqStep (.actionOk (henv j _ _ hR))) (.single .seqSkip)

/-- Lemma 4, with an environment. -/
theorem open_steps {Θ₁ Θ₂ : ParState Thread Store (Statement Store)} (h : Many (ThreadsOpenStep R) Θ₁ Θ₂) :
    (∀ j, Many SeqStep (abstraction A G j Θ₁) (abstraction A G j Θ₂)) ∨
      ∃ j, Many SeqStep (abstraction A G j Θ₁) .wrong := by
  induction h with
  | refl => exact .inl fun _ => .refl
  | @tail Θ₃ Θ₂ _ hstep ih =>
    rcases ih with ih | ih
    · cases Θ₃ with
      | wrong => cases hstep with
        | component h => cases h
      | run σ P =>
        rcases open_step hd henv hstep with h | ⟨j, h⟩
        · exact .inl fun j => (ih j).trans (h j)
        · exact .inr ⟨j, (ih j).trans h⟩
    · exact .inr ih

/-- If all threads are right, the program in its environment goes on as the abstractions do. -/
theorem open_abstractions {Q : Thread → Store → Prop} {σ : Store} (h : ∀ i, Right (translate (A i) (G i) (P i)) (Q i) σ)
    {Θ : ParState Thread Store (Statement Store)} (hmany : Many (ThreadsOpenStep R) (.run σ P) Θ) (i : Thread) :
    Many SeqStep (.run σ (translate (A i) (G i) (P i))) (abstraction A G i Θ) := by
  rcases open_steps hd henv hmany with hall | ⟨j, hj⟩
  · exact hall i
  · obtain ⟨_, hτ, _⟩ := h j _ (exec_of_wrong hj)
    cases hτ

/-- A program whose threads are right does not go wrong in its environment. -/
theorem open_safe {Q : Thread → Store → Prop} {σ : Store} (h : ∀ i, Right (translate (A i) (G i) (P i)) (Q i) σ) :
    ¬ Many (ThreadsOpenStep R) (.run σ P) .wrong := by
  intro hwrong
  cases hwrong with
  | @tail Θ _ hmany hstep => cases hstep with
    | component hstep => cases hstep with
      | @parallelWrong _ _ i _ =>
        have hall := open_abstractions hd henv h (.tail hmany (.component (.parallelWrong ‹_›))) i
        obtain ⟨_, hτ, _⟩ := h i _ (exec_of_wrong hall)
        cases hτ

/-- Each of its steps satisfies the guarantee of the thread that makes it. -/
theorem open_guarantee {Q : Thread → Store → Prop} {σ : Store} (h : ∀ i, Right (translate (A i) (G i) (P i)) (Q i) σ)
    {σ₁ σ₂ : Store} {P₁ P₂ : Program Thread (Statement Store)} (hmany : Many (ThreadsOpenStep R) (.run σ P) (.run σ₁ P₁))
    (hstep : ThreadsStep (.run σ₁ P₁) (.run σ₂ P₂)) : ∃ i, G i σ₁ σ₂ := by
  cases hstep with
  | parallel hstep =>
    rename_i i S'
    refine ⟨i, Classical.byContradiction fun hG => ?_⟩
    have hwrong := (open_abstractions hd henv h hmany i).trans (translation_guarantee (hd.guarantee i) hstep hG)
    obtain ⟨_, hτ, _⟩ := h i _ (exec_of_wrong hwrong)
    cases hτ

/-- When all threads have ended, all their postconditions hold. -/
theorem open_post {Q : Thread → Store → Prop} {σ : Store} (h : ∀ i, Right (translate (A i) (G i) (P i)) (Q i) σ)
    {σ' : Store} {P' : Program Thread (Statement Store)} (hmany : Many (ThreadsOpenStep R) (.run σ P) (.run σ' P')) (hended : P'.Ended .skip) (i : Thread) :
    Q i σ' := by
  have hsteps := open_abstractions hd henv h hmany i
  simp only [abstraction, hended i, translate] at hsteps
  obtain ⟨τ, hτ, hQ⟩ := h i _ (exec_of_steps hsteps .loopDone)
  cases hτ
  exact hQ

/-- **Verification of a program in an environment**: if all threads are right, the program satisfies every specification whose guarantee
and postcondition theirs imply. -/
theorem open_verification {Q : Thread → Store → Prop} {σ : Store} (h : ∀ i, Right (translate (A i) (G i) (P i)) (Q i) σ)
    {guarantee : Action Store} {post : Store → Prop} (hguarantee : ∀ i τ τ', G i τ τ' → guarantee τ τ')
    (hpost : ∀ σ' P', Many (ThreadsOpenStep R) (.run σ P) (.run σ' P') → (∀ i, Q i σ') → post σ') :
    P.ThreadsSat ⟨fun τ => τ = σ, R, guarantee, post⟩ where
  safe := fun hσ => by cases hσ; exact open_safe hd henv h
  guarantee := fun hσ hmany hstep => by
    cases hσ
    obtain ⟨i, hi⟩ := open_guarantee hd henv h hmany hstep
    exact hguarantee i _ _ hi
  post := fun hσ hmany hended => by
    cases hσ
    exact hpost _ _ hmany (open_post hd henv h hmany hended)

/-- What holds initially and is preserved by the guarantees and by the environment holds of every store that is reached (Theorem 2, with
an environment). -/
theorem open_invariant {Q : Thread → Store → Prop} {σ : Store} (h : ∀ i, Right (translate (A i) (G i) (P i)) (Q i) σ)
    {I : Store → Prop} (hinit : I σ) (hpreserved : ∀ i τ τ', G i τ τ' → I τ → I τ') (henvironment : ∀ τ τ', R τ τ' → I τ → I τ')
    {σ' : Store} {P' : Program Thread (Statement Store)} (hmany : Many (ThreadsOpenStep R) (.run σ P) (.run σ' P')) : I σ' := by
  generalize hΘ : ParState.run σ' P' = Θ at hmany
  induction hmany generalizing σ' P' with
  | refl => cases hΘ; exact hinit
  | @tail Θ₃ Θ₂ hmany hstep ih =>
    subst hΘ
    cases hstep with
    | component hstep => cases hstep with
      | @parallel σ₃ _ P₃ i S' hstep =>
        obtain ⟨j, hj⟩ := open_guarantee hd henv h hmany (.parallel hstep)
        exact hpreserved j _ _ hj (ih rfl)
    | environment hR => exact henvironment _ _ hR (ih rfl)

end

end Plato
