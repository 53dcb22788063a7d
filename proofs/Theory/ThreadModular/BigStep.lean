/-
# Whole executions of a statement

What a statement can do from start to end, by recursion on its structure; this is easier to reason with than single steps and, as shown
here, covers all that the steps can do.

Main definitions: `Exec`. Main results: `exec_of_steps`, `exec_of_wrong`.
-/
module

public import Theory.ThreadModular.Translation

@[expose] public section

namespace Plato

variable {Store : Type}

/-- The statement, started in the first store, can end in the second, or go wrong. -/
inductive Exec : Statement Store → Transition Store where
  | skip {σ} : Exec .skip σ (.store σ)
  | atomic {command σ r} : command σ r → Exec (.atomic command) σ r
  | choiceLeft {S T σ r} : Exec S σ r → Exec (.choice S T) σ r
  | choiceRight {S T σ r} : Exec T σ r → Exec (.choice S T) σ r
  | seq {S T σ τ r} : Exec S σ (.store τ) → Exec T τ r → Exec (.seq S T) σ r
  | seqWrong {S T σ} : Exec S σ .wrong → Exec (.seq S T) σ .wrong
  | loopDone {S σ} : Exec (.loop S) σ (.store σ)
  | loopStep {S σ τ r} : Exec S σ (.store τ) → Exec (.loop S) τ r → Exec (.loop S) σ r
  | loopWrong {S σ} : Exec S σ .wrong → Exec (.loop S) σ .wrong

/-- What can be done after a step can be done before it. -/
theorem exec_of_step {σ σ' : Store} {S S' : Statement Store} (h : SeqStep (.run σ S) (.run σ' S')) {r : Outcome Store}
    (he : Exec S' σ' r) : Exec S σ r := by
  generalize hs : SeqState.run σ S = s at h
  generalize hs' : SeqState.run σ' S' = s' at h
  induction h generalizing S S' r with
  | actionOk hc => cases hs; cases hs'; cases he; exact .atomic hc
  | actionWrong => cases hs'
  | choiceLeft => cases hs; cases hs'; exact .choiceLeft he
  | choiceRight => cases hs; cases hs'; exact .choiceRight he
  | loopDone => cases hs; cases hs'; cases he; exact .loopDone
  | loopUnroll =>
    cases hs; cases hs'
    cases he with
    | seq h1 h2 => exact .loopStep h1 h2
    | seqWrong h1 => exact .loopWrong h1
  | assoc =>
    cases hs; cases hs'
    cases he with
    | seq h1 h2 => cases h2 with
      | seq h2 h3 => exact .seq (.seq h1 h2) h3
      | seqWrong h2 => exact .seqWrong (.seq h1 h2)
    | seqWrong h1 => exact .seqWrong (.seqWrong h1)
  | seqStep _ ih =>
    cases hs; cases hs'
    cases he with
    | seq h1 h2 => exact .seq (ih h1 rfl rfl) h2
    | seqWrong h1 => exact .seqWrong (ih h1 rfl rfl)
  | seqSkip => cases hs; cases hs'; exact .seq .skip he
  | seqWrong => cases hs'

/-- A step that goes wrong is an execution that does. -/
theorem exec_of_wrong_step {σ : Store} {S : Statement Store} (h : SeqStep (.run σ S) .wrong) : Exec S σ .wrong := by
  generalize hs : SeqState.run σ S = s at h
  generalize hs' : SeqState.wrong = s' at h
  induction h generalizing S with
  | actionWrong hc => cases hs; exact .atomic hc
  | seqWrong _ ih => cases hs; exact .seqWrong (ih rfl rfl)
  | _ => cases hs'

/-- What can be done after any number of steps can be done before them. -/
theorem exec_of_steps {σ σ' : Store} {S S' : Statement Store} (h : Many SeqStep (.run σ S) (.run σ' S')) {r : Outcome Store}
    (he : Exec S' σ' r) : Exec S σ r := by
  generalize hs : SeqState.run σ S = s at h
  generalize hs' : SeqState.run σ' S' = s' at h
  induction h generalizing σ' S' with
  | refl => subst hs; cases hs'; exact he
  | @tail t u _ hstep ih =>
    subst hs'
    cases t with
    | wrong => cases hstep
    | run σ₁ S₁ => exact ih (exec_of_step hstep he) rfl

/-- Steps that go wrong are an execution that does. -/
theorem exec_of_wrong {σ : Store} {S : Statement Store} (h : Many SeqStep (.run σ S) .wrong) : Exec S σ .wrong := by
  cases h with
  | @tail t _ hmany hstep => cases t with
    | wrong => cases hstep
    | run σ₁ S₁ => exact exec_of_steps hmany (exec_of_wrong_step hstep)

end Plato
