/-
# Assume-guarantee model checking of threads with stacks

Section 3 of Flanagan and Qadeer, *Assume-Guarantee Model Checking*. P(t, g₁, l₁, g₂, l₂): a part of thread t's run between a push and the
pop that belongs to it, or the one with the stack empty, begins at (g₁, l₁) and comes to (g₂, l₂) with the same stack. Q(t, g₁, l₁, f, g₂, l₂): a
part that begins at (g₁, l₁) comes to (g₂, l₂) with the frame f more on the stack. So the sets are finite where the stacks are unbounded.

Lemma 2 needs no more than that P, Q and G are closed. It does not need all of the paper's rules, either. Q is needed only where a push ends:
AG PDA ENV2 can be left out, and AG PDA STEP2 joined with AG PDA POP (`ClosedSummaries`, `Closed.summaries`). The least P is
the same (`summaries_least`).

In the copy of the paper, BASIC PDA PUSH concludes R(g', …) where the push leaves the global store as it is: it is to be g. As printed the
rule reaches any global store, and Lemma 2 fails (`printed_push`); P is said to hold of all parts of a run, but it only has those that begin
at a push or initially (`informal_reading`); and the bound of n·G³·L³·F applications for each rule does not hold for AG PDA ENV2, which has two
threads: it can be applied n²·G³·L²·F times.

Main definitions: `Pushdown`, `Pushdown.Reached`, `Pushdown.Closed`, `ClosedSummaries`, `Chain`, `Pushdown.Summary`.
Main results: `lemma2`, `Pushdown.correct_of_closed`, `Pushdown.error_caught`, `Pushdown.invariant_of_closed`; the same from `ClosedSummaries`.
-/
module

public import Theory.ModelChecking.FiniteState

@[expose] public section

namespace Plato.ModelChecking

/-- A concurrent pushdown system: T leaves the stack alone, T⁺ pushes a frame, T⁻ pops one; the latter two leave the global store alone. -/
structure Pushdown (Tid Global Local Frame : Type) where
  init : Global → (Tid → Local) → Prop
  T : Tid → Global → Local → Global → Local → Prop
  push : Tid → Global → Local → Local → Frame → Prop
  pop : Tid → Global → Local → Frame → Local → Prop

variable {Tid Global Local Frame : Type}

/-- R(g, ls, ss): the system can reach the state. The top of a stack is the head of the list. -/
inductive Pushdown.Reached (S : Pushdown Tid Global Local Frame) : Global → (Tid → Local) → (Tid → List Frame) → Prop where
  /-- BASIC PDA INIT -/
  | init {g ls} : S.init g ls → Reached S g ls fun _ => []
  /-- BASIC PDA STEP -/
  | step {t g ls ss g' l'} : Reached S g ls ss → S.T t g (ls t) g' l' → Reached S g' (setLocal ls t l') ss
  /-- BASIC PDA PUSH -/
  | push {t g ls ss l' f} : Reached S g ls ss → S.push t g (ls t) l' f → Reached S g (setLocal ls t l') (setLocal ss t (f :: ss t))
  /-- BASIC PDA POP -/
  | pop {t g ls ss l' f s} : Reached S g ls ss → ss t = f :: s → S.pop t g (ls t) f l' → Reached S g (setLocal ls t l') (setLocal ss t s)

/-- The relation P. -/
abbrev Summaries (Tid Global Local : Type) := Tid → Global → Local → Global → Local → Prop

/-- The relation Q. -/
abbrev FrameSummaries (Tid Global Local Frame : Type) := Tid → Global → Local → Frame → Global → Local → Prop

/-- P, Q and G are closed under the rules of assume-guarantee PDA model checking. -/
structure Pushdown.Closed (S : Pushdown Tid Global Local Frame) (P : Summaries Tid Global Local) (Q : FrameSummaries Tid Global Local Frame)
    (G : Tid → Global → Global → Prop) : Prop where
  /-- AG PDA INIT -/
  init : ∀ {t g ls}, S.init g ls → P t g (ls t) g (ls t)
  /-- AG PDA ENV1 -/
  env1 : ∀ {t e g₁ l₁ g₂ l₂ g₃}, P t g₁ l₁ g₂ l₂ → G e g₂ g₃ → e ≠ t → P t g₁ l₁ g₃ l₂
  /-- AG PDA ENV2 -/
  env2 : ∀ {t e g₁ l₁ f g₂ l₂ g₃}, Q t g₁ l₁ f g₂ l₂ → G e g₂ g₃ → e ≠ t → Q t g₁ l₁ f g₃ l₂
  /-- AG PDA STEP1 -/
  step1 : ∀ {t g₁ l₁ g₂ l₂ g₃ l₃}, P t g₁ l₁ g₂ l₂ → S.T t g₂ l₂ g₃ l₃ → P t g₁ l₁ g₃ l₃ ∧ G t g₂ g₃
  /-- AG PDA PUSH -/
  push : ∀ {t g₁ l₁ g₂ l₂ l₃ f}, P t g₁ l₁ g₂ l₂ → S.push t g₂ l₂ l₃ f → Q t g₁ l₁ f g₂ l₃ ∧ P t g₂ l₃ g₂ l₃
  /-- AG PDA STEP2 -/
  step2 : ∀ {t g₁ l₁ f g₂ l₂ g₃ l₃}, Q t g₁ l₁ f g₂ l₂ → P t g₂ l₂ g₃ l₃ → Q t g₁ l₁ f g₃ l₃
  /-- AG PDA POP -/
  pop : ∀ {t g₁ l₁ f g₂ l₂ l₃}, Q t g₁ l₁ f g₂ l₂ → S.pop t g₂ l₂ f l₃ → P t g₁ l₁ g₂ l₃

/-- What Lemma 2 needs: Q is where pushes end, and a pop looks up the pushes that led to the beginning of its part. -/
structure ClosedSummaries (S : Pushdown Tid Global Local Frame) (P : Summaries Tid Global Local) (Q : FrameSummaries Tid Global Local Frame)
    (G : Tid → Global → Global → Prop) : Prop where
  init : ∀ {t g ls}, S.init g ls → P t g (ls t) g (ls t)
  env : ∀ {t e g₁ l₁ g₂ l₂ g₃}, P t g₁ l₁ g₂ l₂ → G e g₂ g₃ → e ≠ t → P t g₁ l₁ g₃ l₂
  step : ∀ {t g₁ l₁ g₂ l₂ g₃ l₃}, P t g₁ l₁ g₂ l₂ → S.T t g₂ l₂ g₃ l₃ → P t g₁ l₁ g₃ l₃ ∧ G t g₂ g₃
  push : ∀ {t g₁ l₁ g₂ l₂ l₃ f}, P t g₁ l₁ g₂ l₂ → S.push t g₂ l₂ l₃ f → Q t g₁ l₁ f g₂ l₃ ∧ P t g₂ l₃ g₂ l₃
  pop : ∀ {t g₁ l₁ f g₂ l₂ g₃ l₃ l₄}, Q t g₁ l₁ f g₂ l₂ → P t g₂ l₂ g₃ l₃ → S.pop t g₃ l₃ f l₄ → P t g₁ l₁ g₃ l₄

/-- The stack of a thread whose present part began at (g, l): each frame was pushed in a part that has a beginning, too. -/
def Chain (Q : FrameSummaries Tid Global Local Frame) (t : Tid) : List Frame → Global → Local → Prop
  | [], _, _ => True
  | f :: s, g, l => ∃ g₁ l₁, Q t g₁ l₁ f g l ∧ Chain Q t s g₁ l₁

section

variable {S : Pushdown Tid Global Local Frame} {P : Summaries Tid Global Local} {Q : FrameSummaries Tid Global Local Frame}
  {G : Tid → Global → Global → Prop} {g g' : Global} {ls : Tid → Local} {ss : Tid → List Frame}

/-- The paper's rules are more than enough. -/
theorem Pushdown.Closed.summaries (h : S.Closed P Q G) : ClosedSummaries S P Q G :=
  ⟨h.init, h.env1, h.step1, h.push, fun hQ hP hpop => h.pop (h.step2 hQ hP) hpop⟩

/-- Lemma 2 with what makes its induction go through: the frames of a stack are those of a chain of pushes. A push begins a part and makes the
chain longer, a pop goes back to the part before, and all other steps go on in the same part. -/
theorem ClosedSummaries.reached (h : ClosedSummaries S P Q G) (hr : S.Reached g ls ss) (t : Tid) :
    ∃ g₁ l₁, P t g₁ l₁ g (ls t) ∧ Chain Q t (ss t) g₁ l₁ := by
  induction hr generalizing t with
  | init hi => exact ⟨_, _, h.init hi, trivial⟩
  | @step e _ _ _ _ _ _ hT ih =>
    obtain ⟨g₁, l₁, hP, hc⟩ := ih t
    refine ⟨g₁, l₁, ?_, hc⟩
    by_cases ht : t = e
    · subst ht; rw [setLocal, Program.update_same]; exact (h.step hP hT).1
    · obtain ⟨_, _, hPe, _⟩ := ih e
      rw [setLocal, Program.update_other _ ht]; exact h.env hP (h.step hPe hT).2 (Ne.symm ht)
  | @push e _ _ _ _ _ _ hpush ih =>
    obtain ⟨g₁, l₁, hP, hc⟩ := ih t
    by_cases ht : t = e
    · subst ht
      simp only [setLocal, Program.update_same]
      exact ⟨_, _, (h.push hP hpush).2, _, _, (h.push hP hpush).1, hc⟩
    · simp only [setLocal, Program.update_other _ ht]; exact ⟨g₁, l₁, hP, hc⟩
  | @pop e _ _ _ _ _ _ _ hs hpop ih =>
    obtain ⟨g₁, l₁, hP, hc⟩ := ih t
    by_cases ht : t = e
    · subst ht
      rw [hs] at hc
      obtain ⟨g₂, l₂, hQ, hc⟩ := hc
      simp only [setLocal, Program.update_same]
      exact ⟨g₂, l₂, h.pop hQ hP hpop, hc⟩
    · simp only [setLocal, Program.update_other _ ht]; exact ⟨g₁, l₁, hP, hc⟩

/-- **Lemma 2.** If the system can reach a state, then P has it, as each thread sees it, after some beginning. -/
theorem lemma2 (h : S.Closed P Q G) (hr : S.Reached g ls ss) (t : Tid) : ∃ g' l', P t g' l' g (ls t) :=
  let ⟨g₁, l₁, hP, _⟩ := h.summaries.reached hr t; ⟨g₁, l₁, hP⟩

/-- If P has no error, the system has none. -/
theorem ClosedSummaries.correct (h : ClosedSummaries S P Q G) {E : Tid → Global → Local → Prop} (hE : ∀ t g' l' g l, P t g' l' g l → ¬ E t g l)
    (hr : S.Reached g ls ss) : ¬ Erroneous E g ls := fun ⟨t, ht⟩ =>
  let ⟨_, _, hP, _⟩ := h.reached hr t; hE t _ _ _ _ hP ht

/-- If P has no error, the system has none. -/
theorem Pushdown.correct_of_closed (h : S.Closed P Q G) {E : Tid → Global → Local → Prop} (hE : ∀ t g' l' g l, P t g' l' g l → ¬ E t g l)
    (hr : S.Reached g ls ss) : ¬ Erroneous E g ls := h.summaries.correct hE hr

/-- In the paper's words: if a software error causes an erroneous state to be reachable, the assume-guarantee algorithm will catch it. -/
theorem Pushdown.error_caught (h : S.Closed P Q G) {E : Tid → Global → Local → Prop} (hr : ∃ t g ls ss, S.Reached g ls ss ∧ E t g (ls t)) :
    ∃ t g l g' l', P t g' l' g l ∧ E t g l :=
  let ⟨t, g, ls, _, hr, hE⟩ := hr
  let ⟨g', l', hP⟩ := lemma2 h hr t
  ⟨t, g, ls t, g', l', hP, hE⟩

/-- Whatever a thread does to the global store is in its guarantee. -/
theorem ClosedSummaries.steps_in_guarantee (h : ClosedSummaries S P Q G) (hr : S.Reached g ls ss) {t : Tid} {l' : Local}
    (hT : S.T t g (ls t) g' l') : G t g g' :=
  let ⟨_, _, hP, _⟩ := h.reached hr t; (h.step hP hT).2

/-- What is true of all global stores in P is true of all that are reached. The initial ones are looked at in case there is no thread. -/
theorem ClosedSummaries.invariant (h : ClosedSummaries S P Q G) {I : Global → Prop} (hI : ∀ t g' l' g l, P t g' l' g l → I g)
    (hinit : ∀ g ls, S.init g ls → I g) (hr : S.Reached g ls ss) : I g := by
  have here (t : Tid) : I g := let ⟨_, _, hP, _⟩ := h.reached hr t; hI t _ _ _ _ hP
  cases hr with
  | init hi => exact hinit _ _ hi
  | @step t => exact here t
  | @push t => exact here t
  | @pop t => exact here t

/-- What is true of all global stores in P is true of all that are reached. -/
theorem Pushdown.invariant_of_closed (h : S.Closed P Q G) {I : Global → Prop} (hI : ∀ t g' l' g l, P t g' l' g l → I g)
    (hinit : ∀ g ls, S.init g ls → I g) (hr : S.Reached g ls ss) : I g := h.summaries.invariant hI hinit hr

end

/-! The least sets: with Q only where pushes end, and by the paper's rules. -/

mutual

/-- The least P. -/
inductive Pushdown.Summary (S : Pushdown Tid Global Local Frame) : Tid → Global → Local → Global → Local → Prop where
  | init {t g ls} : S.init g ls → Summary S t g (ls t) g (ls t)
  | env {t e g₁ l₁ g₂ l₂ g₃} : Summary S t g₁ l₁ g₂ l₂ → SummaryStep S e g₂ g₃ → e ≠ t → Summary S t g₁ l₁ g₃ l₂
  | step {t g₁ l₁ g₂ l₂ g₃ l₃} : Summary S t g₁ l₁ g₂ l₂ → S.T t g₂ l₂ g₃ l₃ → Summary S t g₁ l₁ g₃ l₃
  | push {t g₁ l₁ g₂ l₂ l₃ f} : Summary S t g₁ l₁ g₂ l₂ → S.push t g₂ l₂ l₃ f → Summary S t g₂ l₃ g₂ l₃
  | pop {t g₁ l₁ f g₂ l₂ g₃ l₃ l₄} : SummaryPush S t g₁ l₁ f g₂ l₂ → Summary S t g₂ l₂ g₃ l₃ → S.pop t g₃ l₃ f l₄ → Summary S t g₁ l₁ g₃ l₄

/-- Where pushes end. -/
inductive Pushdown.SummaryPush (S : Pushdown Tid Global Local Frame) : Tid → Global → Local → Frame → Global → Local → Prop where
  | push {t g₁ l₁ g₂ l₂ l₃ f} : Summary S t g₁ l₁ g₂ l₂ → S.push t g₂ l₂ l₃ f → SummaryPush S t g₁ l₁ f g₂ l₃

/-- The least G. -/
inductive Pushdown.SummaryStep (S : Pushdown Tid Global Local Frame) : Tid → Global → Global → Prop where
  | step {t g₁ l₁ g₂ l₂ g₃ l₃} : Summary S t g₁ l₁ g₂ l₂ → S.T t g₂ l₂ g₃ l₃ → SummaryStep S t g₂ g₃

end

section

variable {S : Pushdown Tid Global Local Frame} {P : Summaries Tid Global Local} {Q : FrameSummaries Tid Global Local Frame}
  {G : Tid → Global → Global → Prop}

theorem summaries_closed (S : Pushdown Tid Global Local Frame) : ClosedSummaries S S.Summary S.SummaryPush S.SummaryStep :=
  ⟨.init, .env, fun h hT => ⟨.step h hT, .step h hT⟩, fun h hp => ⟨.push h hp, .push h hp⟩, .pop⟩

theorem ClosedSummaries.summary (h : ClosedSummaries S P Q G) {t : Tid} {g₁ g₂ : Global} {l₁ l₂ : Local} (hs : S.Summary t g₁ l₁ g₂ l₂) :
    P t g₁ l₁ g₂ l₂ :=
  Pushdown.Summary.rec (motive_1 := fun t g₁ l₁ g₂ l₂ _ => P t g₁ l₁ g₂ l₂) (motive_2 := fun t g₁ l₁ f g₂ l₂ _ => Q t g₁ l₁ f g₂ l₂)
    (motive_3 := fun t g g' _ => G t g g') h.init (fun _ _ hne ihP ihG => h.env ihP ihG hne) (fun _ hT ih => (h.step ih hT).1)
    (fun _ hp ih => (h.push ih hp).2) (fun _ _ hp ihQ ihP => h.pop ihQ ihP hp) (fun _ hp ih => (h.push ih hp).1)
    (fun _ hT ih => (h.step ih hT).2) hs

/-- The Q of the paper's rules, from the least P: a push, and then a part of the run that it begins. -/
def Pushdown.SummaryFrame (S : Pushdown Tid Global Local Frame) : FrameSummaries Tid Global Local Frame :=
  fun t g₁ l₁ f g₃ l₃ => ∃ g₂ l₂, S.SummaryPush t g₁ l₁ f g₂ l₂ ∧ S.Summary t g₂ l₂ g₃ l₃

/-- A part that begins at a place of the least P goes on from where another part, with the same stack, comes to that place. -/
theorem Pushdown.Summary.trans {t : Tid} {g₁ g₂ g₃ : Global} {l₁ l₂ l₃ : Local} (h₁ : S.Summary t g₁ l₁ g₂ l₂) (h₂ : S.Summary t g₂ l₂ g₃ l₃) :
    S.Summary t g₁ l₁ g₃ l₃ :=
  Pushdown.Summary.rec (motive_1 := fun t g₂ l₂ g₃ l₃ _ => ∀ g₁ l₁, S.Summary t g₁ l₁ g₂ l₂ → S.Summary t g₁ l₁ g₃ l₃)
    (motive_2 := fun t g₂ l₂ f g₃ l₃ _ => ∀ g₁ l₁, S.Summary t g₁ l₁ g₂ l₂ → S.SummaryPush t g₁ l₁ f g₃ l₃)
    (motive_3 := fun _ _ _ _ => True) (fun _ _ _ h => h) (fun _ hG hne ih _ _ _ h => .env (ih _ _ h) hG hne)
    (fun _ hT ih _ _ h => .step (ih _ _ h) hT) (fun _ _ _ _ _ h => h) (fun _ hP hp ihQ _ _ _ h => .pop (ihQ _ _ h) hP hp)
    (fun _ hp ih _ _ h => .push (ih _ _ h) hp) (fun _ _ _ => trivial) h₂ g₁ l₁ h₁

/-- The paper's rules have the same least P. -/
theorem summaries_least (S : Pushdown Tid Global Local Frame) : S.Closed S.Summary S.SummaryFrame S.SummaryStep where
  init := .init
  env1 := .env
  env2 := fun ⟨g, l, hQ, hP⟩ hG hne => ⟨g, l, hQ, .env hP hG hne⟩
  step1 := fun h hT => ⟨.step h hT, .step h hT⟩
  push := fun h hp => ⟨⟨_, _, .push h hp, .push h hp⟩, .push h hp⟩
  step2 := fun ⟨g, l, hQ, hP⟩ hP' => ⟨g, l, hQ, hP.trans hP'⟩
  pop := fun ⟨_, _, hQ, hP⟩ hp => .pop hQ hP hp

end

/-! What is not so in the paper. -/

/-- One thread, whose only step is a push: it goes from `false` to `true`. -/
def pusher : Pushdown Unit Bool Bool Unit where
  init g ls := g = false ∧ ls () = false
  T _ _ _ _ _ := False
  push _ _ l l' _ := l = false ∧ l' = true
  pop _ _ _ _ _ := False

/-- BASIC PDA PUSH as printed, with any global store g' in its conclusion. -/
inductive PrintedReached (S : Pushdown Tid Global Local Frame) : Global → (Tid → Local) → (Tid → List Frame) → Prop where
  | init {g ls} : S.init g ls → PrintedReached S g ls fun _ => []
  | push {t g ls ss g' l' f} : PrintedReached S g ls ss → S.push t g (ls t) l' f →
    PrintedReached S g' (setLocal ls t l') (setLocal ss t (f :: ss t))

/-- With the printed rule Lemma 2 is false: the push makes the global store `true`, which a closed P need not have. -/
theorem printed_push : ∃ P Q G, pusher.Closed P Q G ∧ ∃ g ls ss, PrintedReached pusher g ls ss ∧ ¬ ∃ g' l', P () g' l' g (ls ()) := by
  refine ⟨fun _ g _ g' _ => g = false ∧ g' = false, fun _ g _ _ g' _ => g = false ∧ g' = false, fun _ _ _ => False, ?_,
    true, _, _, .push (t := ()) (f := ()) (l' := true) (.init (ls := fun _ => false) ⟨rfl, rfl⟩) ⟨rfl, rfl⟩, by simp⟩
  exact ⟨fun h => ⟨h.1, h.1⟩, fun _ h => h.elim, fun _ h => h.elim, fun _ h => h.elim, fun h _ => ⟨h, h.2, h.2⟩, fun h h' => ⟨h.1, h'.2⟩,
    fun _ h => h.elim⟩

/-- One thread without a stack that counts. -/
def counter : Pushdown Unit Unit Nat Unit where
  init _ ls := ls () = 0
  T _ _ l _ l' := l' = l + 1
  push _ _ _ _ _ := False
  pop _ _ _ _ _ := False

/-- The paper says that P(t, g, l, g', l') holds if the system can reach a state with g and l, and can go on from any such state to g' and
l' with the same stack. The counter can reach 1, and always goes on from 1 to 2, but the least P only has what begins at 0. -/
theorem informal_reading : (∃ ls ss, counter.Reached () ls ss ∧ ls () = 1) ∧
    (∀ ls ss, counter.Reached () ls ss → ls () = 1 → counter.Reached () (setLocal ls () 2) ss) ∧ ¬ counter.Summary () () 1 () 2 := by
  refine ⟨⟨_, _, .step (t := ()) (g' := ()) (l' := 1) (.init (g := ()) (ls := fun _ => 0) rfl) rfl, Program.update_same _ _ _⟩,
    fun ls ss hr h1 => .step hr (by rw [h1]; rfl), fun h => ?_⟩
  have closed : ClosedSummaries counter (fun _ _ l _ _ => l = 0) (fun _ _ _ _ _ _ => False) (fun _ _ _ => True) :=
    ⟨fun h => h, fun h _ _ => h, fun h _ => ⟨h, trivial⟩, fun _ h => h.elim, fun h => h.elim⟩
  exact absurd (closed.summary h) (by decide)

end Plato.ModelChecking
