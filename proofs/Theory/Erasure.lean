/-
# Erasing ghosts

A program with ghosts simulates the program without them: whatever the program without ghosts does, the program with ghosts can do, for some
values of the ghosts. So the program without ghosts satisfies whatever the program with them satisfies. Owicki and Gries need a rule for
this; here it is a theorem about the semantics, for any relation between the stores of the two programs.

Main definitions: `Simulates`. Main results: `erasure`, `erasure_invariant`.
-/
module

public import Plato.Meaning.Open

@[expose] public section

namespace Plato

variable {Thread Store : Type}

/-- The second statement can do all that the first can, in stores that the relation relates. -/
inductive Simulates (R : Store → Store → Prop) : Statement Store → Statement Store → Prop where
  | skip : Simulates R .skip .skip
  | atomic {c c' : Transition Store} (hstore : ∀ {σ τ σ'}, R σ τ → c σ (.store σ') → ∃ τ', R σ' τ' ∧ c' τ (.store τ'))
    (hwrong : ∀ {σ τ}, R σ τ → c σ .wrong → c' τ .wrong) : Simulates R (.atomic c) (.atomic c')
  | choice {S T S' T'} : Simulates R S S' → Simulates R T T' → Simulates R (.choice S T) (.choice S' T')
  | seq {S T S' T'} : Simulates R S S' → Simulates R T T' → Simulates R (.seq S T) (.seq S' T')
  | loop {S S'} : Simulates R S S' → Simulates R (.loop S) (.loop S')

variable {R : Store → Store → Prop}

/-- Only what has ended simulates what has ended. -/
theorem Simulates.of_skip {T : Statement Store} (h : Simulates R .skip T) : T = .skip := by cases h; rfl

/-- A step is simulated. -/
theorem Simulates.step {S S' T : Statement Store} {σ σ' τ : Store} (h : Simulates R S T) (hR : R σ τ)
    (hstep : SeqStep (.run σ S) (.run σ' S')) :
    ∃ τ' T', SeqStep (.run τ T) (.run τ' T') ∧ R σ' τ' ∧ Simulates R S' T' := by
  generalize hs : SeqState.run σ S = s at hstep
  generalize hs' : SeqState.run σ' S' = s' at hstep
  induction hstep generalizing S S' T with
  | actionOk hc =>
    cases hs; cases hs'
    cases h with
    | atomic hstore _ =>
      obtain ⟨τ', hR', hc'⟩ := hstore hR hc
      exact ⟨τ', .skip, .actionOk hc', hR', .skip⟩
  | actionWrong => cases hs'
  | choiceLeft => cases hs; cases hs'; cases h with | choice h1 h2 => exact ⟨τ, _, .choiceLeft, hR, h1⟩
  | choiceRight => cases hs; cases hs'; cases h with | choice h1 h2 => exact ⟨τ, _, .choiceRight, hR, h2⟩
  | loopDone => cases hs; cases hs'; cases h with | loop h1 => exact ⟨τ, _, .loopDone, hR, .skip⟩
  | loopUnroll => cases hs; cases hs'; cases h with | loop h1 => exact ⟨τ, _, .loopUnroll, hR, .seq h1 (.loop h1)⟩
  | assoc =>
    cases hs; cases hs'
    cases h with
    | seq h1 h3 => cases h1 with
      | seq h1 h2 => exact ⟨τ, _, .assoc, hR, .seq h1 (.seq h2 h3)⟩
  | seqStep _ ih =>
    cases hs; cases hs'
    cases h with
    | seq h1 h2 =>
      obtain ⟨τ', T', hstep', hR', h1'⟩ := ih h1 rfl rfl
      exact ⟨τ', _, .seqStep hstep', hR', .seq h1' h2⟩
  | seqSkip =>
    cases hs; cases hs'
    cases h with
    | seq h1 h2 => cases h1; exact ⟨τ, _, .seqSkip, hR, h2⟩
  | seqWrong => cases hs'

/-- So is a step that goes wrong. -/
theorem Simulates.wrong {S T : Statement Store} {σ τ : Store} (h : Simulates R S T) (hR : R σ τ) (hstep : SeqStep (.run σ S) .wrong) :
    SeqStep (.run τ T) .wrong := by
  generalize hs : SeqState.run σ S = s at hstep
  generalize hs' : SeqState.wrong = s' at hstep
  induction hstep generalizing S T with
  | actionWrong hc => cases hs; cases h with | atomic _ hwrong => exact .actionWrong (hwrong hR hc)
  | seqWrong _ ih => cases hs; cases h with | seq h1 h2 => exact .seqWrong (ih h1 rfl rfl)
  | _ => cases hs'

/-- The programs' threads simulate each other. -/
def Program.Simulated (R : Store → Store → Prop) (P Q : Program Thread Store) : Prop := ∀ i, Simulates R (P i) (Q i)

section

variable {P Q : Program Thread Store} {rely rely' : Action Store}
  (henv : ∀ σ τ σ', R σ τ → rely σ σ' → ∃ τ', R σ' τ' ∧ rely' τ τ')

/-- A step of the program is simulated. -/
theorem par_simulated {P' : Program Thread Store} {σ σ' τ : Store} (h : P.Simulated R Q) (hR : R σ τ)
    (hstep : ParStep (.run σ P) (.run σ' P')) : ∃ τ' Q', ParStep (.run τ Q) (.run τ' Q') ∧ R σ' τ' ∧ P'.Simulated R Q' := by
  cases hstep with
  | @parallel _ _ _ i S' hstep =>
    obtain ⟨τ', T', hstep', hR', hS'⟩ := (h i).step hR hstep
    refine ⟨τ', _, .parallel hstep', hR', fun j => ?_⟩
    by_cases hj : j = i
    · simp only [Program.update, hj, if_true]; exact hS'
    · simp only [Program.update, hj, if_false]; exact h j

include henv

/-- Any number of steps, of the program and of its environment, are simulated. -/
theorem open_simulated {P' : Program Thread Store} {σ σ' τ : Store} (h : P.Simulated R Q) (hR : R σ τ)
    (hmany : Many (OpenStep rely) (.run σ P) (.run σ' P')) :
    ∃ τ' Q', Many (OpenStep rely') (.run τ Q) (.run τ' Q') ∧ R σ' τ' ∧ P'.Simulated R Q' := by
  generalize hs : ParState.run σ' P' = s at hmany
  induction hmany generalizing σ' P' with
  | refl => cases hs; exact ⟨τ, Q, .refl, hR, h⟩
  | @tail s₁ s₂ _ hstep ih =>
    subst hs
    cases hstep with
    | component hstep =>
      cases s₁ with
      | wrong => cases hstep
      | run σ₁ P₁ =>
        obtain ⟨τ₁, Q₁, hmany, hR₁, h₁⟩ := ih rfl
        obtain ⟨τ', Q', hstep', hR', h'⟩ := par_simulated h₁ hR₁ hstep
        exact ⟨τ', Q', .tail hmany (.component hstep'), hR', h'⟩
    | environment hrely =>
      obtain ⟨τ₁, Q₁, hmany, hR₁, h₁⟩ := ih rfl
      obtain ⟨τ', hR', hrely'⟩ := henv _ _ _ hR₁ hrely
      exact ⟨τ', Q₁, .tail hmany (.environment hrely'), hR', h₁⟩

/-- **Erasure**: whatever the program with ghosts satisfies, the program without them satisfies. -/
theorem erasure {pre pre' post post' : Store → Prop} {guarantee guarantee' : Action Store} (h : P.Simulated R Q)
    (hQ : Q.Sat ⟨pre', rely', guarantee', post'⟩) (hpre : ∀ {σ}, pre σ → ∃ τ, R σ τ ∧ pre' τ)
    (hguarantee : ∀ {σ τ σ' τ'}, R σ τ → R σ' τ' → guarantee' τ τ' → guarantee σ σ') (hpost : ∀ {σ τ}, R σ τ → post' τ → post σ) :
    P.Sat ⟨pre, rely, guarantee, post⟩ where
  safe := fun {σ} hσ hwrong => by
    obtain ⟨τ, hR, hτ⟩ := hpre hσ
    cases hwrong with
    | @tail s _ hmany hstep =>
      cases hstep with
      | component hstep =>
        cases hstep with
        | @parallelWrong σ₁ P₁ i hstep =>
          obtain ⟨τ₁, Q₁, hmany', hR₁, h₁⟩ := open_simulated henv h hR hmany
          exact hQ.safe hτ (.tail hmany' (.component (.parallelWrong ((h₁ i).wrong hR₁ hstep))))
  guarantee := fun hσ hmany hstep => by
    obtain ⟨τ, hR, hτ⟩ := hpre hσ
    obtain ⟨τ₁, Q₁, hmany', hR₁, h₁⟩ := open_simulated henv h hR hmany
    obtain ⟨τ₂, Q₂, hstep', hR₂, _⟩ := par_simulated h₁ hR₁ hstep
    exact hguarantee hR₁ hR₂ (hQ.guarantee hτ hmany' hstep')
  post := fun hσ hmany hended => by
    obtain ⟨τ, hR, hτ⟩ := hpre hσ
    obtain ⟨τ', Q', hmany', hR', h'⟩ := open_simulated henv h hR hmany
    refine hpost hR' (hQ.post hτ hmany' fun i => ?_)
    exact Simulates.of_skip (hended i ▸ h' i)

end

end Plato
