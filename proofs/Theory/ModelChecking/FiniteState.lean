/-
# Assume-guarantee model checking of finite-state threads

Section 2.2 of Flanagan and Qadeer, *Assume-Guarantee Model Checking*. R(t, g, l) is what thread t can reach by itself, among steps of the
other threads that are in their guarantees; G(t, g, g') is what thread t does to the global store. The paper takes the least R and G that
are closed under its rules. Lemma 1 needs no more than that they are closed (`Closed`), so that sets that somebody lists need only be
checked; the least ones are `Reach` and `Guarantee`.

In the rule AG INIT, the paper's `ls(t)` is to be `ls₀(t)`. As printed, `ls` stands for anything: then every local store is in R together with
the initial global store, and no assertion that can fail there is ever proved (`printed_init`). In section 2.1 an erroneous state is found by
`E(t, g, ls)`, which is to be `E(t, g, ls(t))`.

Main definitions: `Closed`, `Reach`, `Guarantee`.
Main results: `lemma1`, `correct_of_closed`, `error_caught` (the consequence of Lemma 1), `steps_in_guarantee`, `invariant_of_closed`,
`invariant_of_guarantee`; `reach_closed` and `Closed.reach` (the least sets).
-/
module

public import Theory.ModelChecking.Systems

@[expose] public section

namespace Plato.ModelChecking

variable {Tid Global Local : Type}

/-- R and G are closed under the rules of assume-guarantee model checking. -/
structure Closed (S : System Tid Global Local) (R : Tid → Global → Local → Prop) (G : Tid → Global → Global → Prop) : Prop where
  /-- AG INIT -/
  init : ∀ {t g ls}, S.init g ls → R t g (ls t)
  /-- AG ENV -/
  env : ∀ {t e g g' l}, R t g l → G e g g' → t ≠ e → R t g' l
  /-- AG STEP, its first conclusion -/
  step : ∀ {t g l g' l'}, R t g l → S.T t g l g' l' → R t g' l'
  /-- AG STEP, its second conclusion -/
  guarantee : ∀ {t g l g' l'}, R t g l → S.T t g l g' l' → G t g g'

section

variable {S : System Tid Global Local} {R : Tid → Global → Local → Prop} {G : Tid → Global → Global → Prop} {g g' : Global}
  {ls : Tid → Local}

/-- **Lemma 1.** If the system can reach a state, then R has it, as each thread sees it. -/
theorem lemma1 (h : Closed S R G) (hr : S.Reached g ls) (t : Tid) : R t g (ls t) := by
  induction hr generalizing t with
  | init hi => exact h.init hi
  | @step e _ _ _ _ _ hT ih =>
    by_cases ht : t = e
    · subst ht; rw [setLocal, Program.update_same]; exact h.step (ih t) hT
    · rw [setLocal, Program.update_other _ ht]; exact h.env (ih t) (h.guarantee (ih e) hT) ht

/-- If R has no error, the system has none. -/
theorem correct_of_closed (h : Closed S R G) {E : Tid → Global → Local → Prop} (hE : ∀ t g l, R t g l → ¬ E t g l) : S.Correct E :=
  fun hr ⟨t, ht⟩ => hE t _ _ (lemma1 h hr t) ht

/-- In the paper's words: if a software error causes an erroneous state to be reachable, the assume-guarantee algorithm will catch it. -/
theorem error_caught (h : Closed S R G) {E : Tid → Global → Local → Prop} (hr : ∃ t g ls, S.Reached g ls ∧ E t g (ls t)) :
    ∃ t g l, R t g l ∧ E t g l :=
  let ⟨t, g, ls, hr, hE⟩ := hr; ⟨t, g, ls t, lemma1 h hr t, hE⟩

/-- Whatever a thread does to the global store is in its guarantee. -/
theorem steps_in_guarantee (h : Closed S R G) (hr : S.Reached g ls) {t : Tid} {l' : Local} (hT : S.T t g (ls t) g' l') : G t g g' :=
  h.guarantee (lemma1 h hr t) hT

/-- What is true of all global stores in R is true of all that are reached. The initial ones are looked at in case there is no thread. -/
theorem invariant_of_closed (h : Closed S R G) {I : Global → Prop} (hI : ∀ t g l, R t g l → I g) (hinit : ∀ g ls, S.init g ls → I g)
    (hr : S.Reached g ls) : I g := by
  cases hr with
  | init hi => exact hinit _ _ hi
  | @step t _ _ _ _ hr hT => exact hI t _ _ (h.step (lemma1 h hr t) hT)

/-- What is true initially and preserved by the guarantees is true of all global stores that are reached. -/
theorem invariant_of_guarantee (h : Closed S R G) {I : Global → Prop} (hinit : ∀ g ls, S.init g ls → I g)
    (hI : ∀ t g g', G t g g' → I g → I g') (hr : S.Reached g ls) : I g := by
  induction hr with
  | init hi => exact hinit _ _ hi
  | step hr hT ih => exact hI _ _ _ (steps_in_guarantee h hr hT) ih

end

mutual

/-- The least R. -/
inductive Reach (S : System Tid Global Local) : Tid → Global → Local → Prop where
  | init {t g ls} : S.init g ls → Reach S t g (ls t)
  | env {t e g g' l} : Reach S t g l → Guarantee S e g g' → t ≠ e → Reach S t g' l
  | step {t g l g' l'} : Reach S t g l → S.T t g l g' l' → Reach S t g' l'

/-- The least G. -/
inductive Guarantee (S : System Tid Global Local) : Tid → Global → Global → Prop where
  | step {t g l g' l'} : Reach S t g l → S.T t g l g' l' → Guarantee S t g g'

end

section

variable {S : System Tid Global Local} {R : Tid → Global → Local → Prop} {G : Tid → Global → Global → Prop}

/-- The least sets are closed … -/
theorem reach_closed (S : System Tid Global Local) : Closed S (Reach S) (Guarantee S) := ⟨.init, .env, .step, .step⟩

/-- … and all others contain them: so does R … -/
theorem Closed.reach (h : Closed S R G) {t : Tid} {g : Global} {l : Local} (hr : Reach S t g l) : R t g l :=
  Reach.rec (motive_1 := fun t g l _ => R t g l) (motive_2 := fun t g g' _ => G t g g') h.init (fun _ _ hte ihr ihG => h.env ihr ihG hte)
    (fun _ hT ih => h.step ih hT) (fun _ hT ih => h.guarantee ih hT) hr

/-- … and G. -/
theorem Closed.reach_guarantee (h : Closed S R G) {t : Tid} {g g' : Global} (hG : Guarantee S t g g') : G t g g' := by
  cases hG with | step hr hT => exact h.guarantee (h.reach hr) hT

/-- So there are closed sets without an error exactly if the least ones have none. -/
theorem closed_iff_reach {E : Tid → Global → Local → Prop} :
    (∃ R G, Closed S R G ∧ ∀ t g l, R t g l → ¬ E t g l) ↔ ∀ t g l, Reach S t g l → ¬ E t g l :=
  ⟨fun ⟨_, _, h, hE⟩ t g l hr => hE t g l (h.reach hr), fun h => ⟨_, _, reach_closed S, h⟩⟩

/-- AG INIT as printed, for an initial global store g₀, puts every local store into R. -/
theorem printed_init {g₀ : Global} (h : ∀ (t : Tid) (ls : Tid → Local), R t g₀ (ls t)) (t : Tid) (l : Local) : R t g₀ l := h t fun _ => l

end

end Plato.ModelChecking
