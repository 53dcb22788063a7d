/-
# Erasing ghosts

A program with ghosts simulates the program without them: whatever the program without ghosts does, the program with ghosts can do, for some
values of the ghosts. So the program without ghosts satisfies whatever the program with them satisfies. Owicki and Gries need a rule for
this; here it is a theorem about the semantics, for any relation between the stores of the two programs.

In the program with ghosts, the bodies of procedures may stand where the program without them has calls; or it has calls there, too, of bodies
with ghosts.

Main definitions: `Simulates`. Main results: `erasure`, `open_simulated`.
-/
module

public import Plato.Meaning.Open
public import Plato.Meaning.Statement

@[expose] public section

namespace Plato

/-- The second statement can do all that the first can, in stores that the relation relates. The procedures of which `called` is true are called
by both. -/
inductive Simulates (R : Store → Store → Prop) (bodies : Nat → Core) (called : Nat → Prop) (E : Parameters) : (t : Int) → Core → Core → Prop where
  | skip {t} : Simulates R bodies called E t .skip .skip
  | atomic {t} {c c' : Command} (hstore : ∀ {σ τ σ'}, R σ τ → c.Runs E t σ (.store σ') → ∃ τ', R σ' τ' ∧ c'.Runs E t τ (.store τ'))
    (hwrong : ∀ {σ τ}, R σ τ → c.Runs E t σ .wrong → c'.Runs E t τ .wrong) : Simulates R bodies called E t (.atomic c) (.atomic c')
  | choice {t S T S' T'} : Simulates R bodies called E t S S' → Simulates R bodies called E t T T' → Simulates R bodies called E t (.choice S T) (.choice S' T')
  | seq {t S T S' T'} : Simulates R bodies called E t S S' → Simulates R bodies called E t T T' → Simulates R bodies called E t (.seq S T) (.seq S' T')
  | loop {t S S'} : Simulates R bodies called E t S S' → Simulates R bodies called E t (.loop S) (.loop S')
  | block {t S S'} : Simulates R bodies called E t S S' → Simulates R bodies called E t (.block S) (.block S')
  | exit {t level} : Simulates R bodies called E t (.exit level) (.exit level)
  | call {t procedure S'} : Simulates R bodies called E t (bodies procedure) S' → Simulates R bodies called E t (.call procedure) (.seq .skip S')
  | invoke {t procedure} : called procedure → Simulates R bodies called E t (.call procedure) (.call procedure)
  | scope {t locals S S'} (hsame : ∀ {σ τ}, R σ τ → restoring locals t σ = restoring locals t τ)
    (hrestored : ∀ {υ σ τ σ'}, R σ τ → (restoring locals t υ).Runs E t σ (.store σ') → ∃ τ', R σ' τ' ∧ (restoring locals t υ).Runs E t τ (.store τ')) :
    Simulates R bodies called E t S S' → Simulates R bodies called E t (.scope locals S) (.scope locals S')
  | par {t first last S S'} (hfirst : ∀ {σ τ}, R σ τ → (first.valueIn E t σ).toInt = (first.valueIn E t τ).toInt)
    (hlast : ∀ {σ τ}, R σ τ → (last.valueIn E t σ).toInt = (last.valueIn E t τ).toInt) :
    (∀ i, Simulates R bodies called E (branchOf t i) S S') → Simulates R bodies called E t (.par first last S) (.par first last S')
  | branches {t rest rest'} : (∀ i, Simulates R bodies called E (branchOf t i) (rest i) (rest' i)) →
    Simulates R bodies called E t (.branches rest) (.branches rest')

section

variable {R : Store → Store → Prop} {bodies bodies' : Nat → Core} {called : Nat → Prop} {E : Parameters} {t : Int}

/-- Only what has ended simulates what has ended. -/
theorem Simulates.of_skip {T : Core} (h : Simulates R bodies called E t .skip T) : T = .skip := by cases h; rfl

/-- What restores entries does not go wrong. -/
theorem restoring_safe {locals : List Nat} {υ σ : Store} : ¬ (restoring locals t υ).Runs E t σ .wrong := fun h => by cases h

/-- A step is simulated. -/
theorem Simulates.step (hbodies : ∀ t p, called p → Simulates R bodies called E t (bodies p) (bodies' p)) {S S' T : Core} {σ σ' τ : Store} (h : Simulates R bodies called E t S T) (hR : R σ τ)
    (hstep : Core.Step bodies E t (.run σ S) (.run σ' S')) :
    ∃ τ' T', Core.Step bodies' E t (.run τ T) (.run τ' T') ∧ R σ' τ' ∧ Simulates R bodies called E t S' T' := by
  induction h generalizing S' σ' with
  | skip => cases hstep
  | exit => cases hstep
  | atomic hstore _ =>
    cases hstep with
    | actionOk hc =>
      obtain ⟨τ', hR', hc'⟩ := hstore hR hc
      exact ⟨τ', .skip, .actionOk hc', hR', .skip⟩
  | choice h1 h2 =>
    cases hstep with
    | choiceLeft => exact ⟨τ, _, .choiceLeft, hR, h1⟩
    | choiceRight => exact ⟨τ, _, .choiceRight, hR, h2⟩
  | loop h1 =>
    cases hstep with
    | loopDone => exact ⟨τ, _, .loopDone, hR, .skip⟩
    | loopUnroll => exact ⟨τ, _, .loopUnroll, hR, .seq h1 (.loop h1)⟩
  | seq h1 h2 ih =>
    cases hstep with
    | seqStep hs =>
      obtain ⟨τ', T', hs', hR', h1'⟩ := ih hs
      exact ⟨τ', _, .seqStep hs', hR', .seq h1' h2⟩
    | seqSkip => cases h1; exact ⟨τ, _, .seqSkip, hR, h2⟩
    | seqExit => cases h1; exact ⟨τ, _, .seqExit, hR, .exit⟩
  | block h1 ih =>
    cases hstep with
    | blockStep hs =>
      obtain ⟨τ', T', hs', hR', h1'⟩ := ih hs
      exact ⟨τ', _, .blockStep hs', hR', .block h1'⟩
    | blockSkip => cases h1; exact ⟨τ, _, .blockSkip, hR, .skip⟩
    | blockExit => cases h1; exact ⟨τ, _, .blockExit, hR, .skip⟩
    | blockOut => cases h1; exact ⟨τ, _, .blockOut, hR, .exit⟩
  | call h1 =>
    cases hstep with
    | call => exact ⟨τ, _, .seqSkip, hR, h1⟩
  | invoke hcalled =>
    cases hstep with
    | call => exact ⟨τ, _, .call, hR, hbodies _ _ hcalled⟩
  | scope hsame hrestored h1 =>
    cases hstep with
    | scope =>
      refine ⟨τ, _, .scope, hR, .seq h1 ?_⟩
      rw [← hsame hR]
      exact .atomic hrestored fun _ hw => absurd hw restoring_safe
  | par hfirst hlast h1 =>
    cases hstep with
    | fork =>
      refine ⟨τ, _, .fork, hR, .branches fun i => ?_⟩
      simp only [forked, hfirst hR, hlast hR]
      split
      · exact h1 i
      · exact .skip
  | branches h1 ih =>
    cases hstep with
    | @branchStep _ _ _ _ i _ hs =>
      obtain ⟨τ', T', hs', hR', h1'⟩ := ih i hs
      refine ⟨τ', _, .branchStep hs', hR', .branches fun j => ?_⟩
      by_cases hj : j = i
      · subst hj; simp only [Program.update, if_true]; exact h1'
      · simp only [Program.update, hj, if_false]; exact h1 j
    | join hended => exact ⟨τ, _, .join fun i => (hended i ▸ h1 i).of_skip, hR, .skip⟩

/-- So is a step that goes wrong. -/
theorem Simulates.wrong {S T : Core} {σ τ : Store} (h : Simulates R bodies called E t S T) (hR : R σ τ)
    (hstep : Core.Step bodies E t (.run σ S) .wrong) : Core.Step bodies' E t (.run τ T) .wrong := by
  induction h with
  | atomic _ hwrong => cases hstep with | actionWrong hc => exact .actionWrong (hwrong hR hc)
  | seq _ _ ih => cases hstep with | seqWrong hs => exact .seqWrong (ih hs)
  | block _ ih => cases hstep with | blockWrong hs => exact .blockWrong (ih hs)
  | branches _ ih => cases hstep with | branchWrong hs => exact .branchWrong (ih _ hs)
  | _ => cases hstep

end

section

variable {Thread : Type} {R : Store → Store → Prop} {bodies bodies' : Nat → Core} {called : Nat → Prop} {E : Parameters} {id : Thread → Int}
  {P Q : Program Thread Core} {rely rely' : Action Store}

/-- The steps of threads with these identifiers. -/
abbrev coreSteps (bodies : Nat → Core) (E : Parameters) (id : Thread → Int) : Thread → Steps Store Core := fun i => Core.Step bodies E (id i)

/-- The programs' threads simulate each other. -/
def Program.Simulated (R : Store → Store → Prop) (bodies : Nat → Core) (called : Nat → Prop) (E : Parameters) (id : Thread → Int)
    (P Q : Program Thread Core) : Prop :=
  ∀ i, Simulates R bodies called E (id i) (P i) (Q i)

variable (hbodies : ∀ t p, called p → Simulates R bodies called E t (bodies p) (bodies' p))
include hbodies

/-- A step of the program is simulated. -/
theorem par_simulated {P' : Program Thread Core} {σ σ' τ : Store} (h : P.Simulated R bodies called E id Q) (hR : R σ τ)
    (hstep : ParStep (coreSteps bodies E id) (.run σ P) (.run σ' P')) :
    ∃ τ' Q', ParStep (coreSteps bodies' E id) (.run τ Q) (.run τ' Q') ∧ R σ' τ' ∧ P'.Simulated R bodies called E id Q' := by
  cases hstep with
  | @parallel _ _ _ i S' hstep =>
    obtain ⟨τ', T', hstep', hR', hS'⟩ := (h i).step hbodies hR hstep
    refine ⟨τ', _, .parallel hstep', hR', fun j => ?_⟩
    by_cases hj : j = i
    · simp only [Program.update, hj, if_true]; exact hS'
    · simp only [Program.update, hj, if_false]; exact h j

variable (henv : ∀ σ τ σ', R σ τ → rely σ σ' → ∃ τ', R σ' τ' ∧ rely' τ τ')
include henv

/-- Any number of steps, of the program and of its environment, are simulated. -/
theorem open_simulated {P' : Program Thread Core} {σ σ' τ : Store} (h : P.Simulated R bodies called E id Q) (hR : R σ τ)
    (hmany : Many (OpenStep (coreSteps bodies E id) rely) (.run σ P) (.run σ' P')) :
    ∃ τ' Q', Many (OpenStep (coreSteps bodies' E id) rely') (.run τ Q) (.run τ' Q') ∧ R σ' τ' ∧ P'.Simulated R bodies called E id Q' := by
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
        obtain ⟨τ', Q', hstep', hR', h'⟩ := par_simulated hbodies h₁ hR₁ hstep
        exact ⟨τ', Q', .tail hmany (.component hstep'), hR', h'⟩
    | environment hrely =>
      obtain ⟨τ₁, Q₁, hmany, hR₁, h₁⟩ := ih rfl
      obtain ⟨τ', hR', hrely'⟩ := henv _ _ _ hR₁ hrely
      exact ⟨τ', Q₁, .tail hmany (.environment hrely'), hR', h₁⟩

/-- **Erasure**: whatever the program with ghosts satisfies, the program without them satisfies. -/
theorem erasure {pre pre' post post' : Store → Prop} {guarantee guarantee' : Action Store} (h : P.Simulated R bodies called E id Q)
    (hQ : Q.Sat (coreSteps bodies' E id) .skip ⟨pre', rely', guarantee', post'⟩) (hpre : ∀ {σ}, pre σ → ∃ τ, R σ τ ∧ pre' τ)
    (hguarantee : ∀ {σ τ σ' τ'}, R σ τ → R σ' τ' → guarantee' τ τ' → guarantee σ σ') (hpost : ∀ {σ τ}, R σ τ → post' τ → post σ) :
    P.Sat (coreSteps bodies E id) .skip ⟨pre, rely, guarantee, post⟩ where
  safe := fun {σ} hσ hwrong => by
    obtain ⟨τ, hR, hτ⟩ := hpre hσ
    cases hwrong with
    | @tail s _ hmany hstep =>
      cases hstep with
      | component hstep =>
        cases hstep with
        | @parallelWrong σ₁ P₁ i hstep =>
          obtain ⟨τ₁, Q₁, hmany', hR₁, h₁⟩ := open_simulated hbodies henv h hR hmany
          exact hQ.safe hτ (.tail hmany' (.component (.parallelWrong ((h₁ i).wrong hR₁ hstep))))
  guarantee := fun hσ hmany hstep => by
    obtain ⟨τ, hR, hτ⟩ := hpre hσ
    obtain ⟨τ₁, Q₁, hmany', hR₁, h₁⟩ := open_simulated hbodies henv h hR hmany
    obtain ⟨τ₂, Q₂, hstep', hR₂, _⟩ := par_simulated hbodies h₁ hR₁ hstep
    exact hguarantee hR₁ hR₂ (hQ.guarantee hτ hmany' hstep')
  post := fun hσ hmany hended => by
    obtain ⟨τ, hR, hτ⟩ := hpre hσ
    obtain ⟨τ', Q', hmany', hR', h'⟩ := open_simulated hbodies henv h hR hmany
    refine hpost hR' (hQ.post hτ hmany' fun i => ?_)
    exact Simulates.of_skip (hended i ▸ h' i)

end

end Plato
