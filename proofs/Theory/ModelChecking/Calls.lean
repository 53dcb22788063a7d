/-
# Programs with recursive procedures

In core Plato a call becomes the body of the procedure, so what is left to do grows with the depth of the calls. Lemma 2 of Flanagan and
Qadeer, *Assume-Guarantee Model Checking*, does without that: what is left to do is split into the present activation's part and the
*contexts* in which its callers wait (`Context`), which are the stack. P and Q only have the parts of activations, so these sets can be
finite where the depth is not bounded.

The frame that a call pushes is the context around it, and what ends is `skip` or an `exit`, which the context then takes up. Where nothing
waits, at a call that is all that is left of its activation, nothing is pushed: the body takes its place. What a `scope` has to restore at
its end is in the context, too.

Main definitions: `Context`, `Context.plug`, `plugAll`, `Calls` (P, Q and G are closed), `ContextChain`.
Main results: `Context.step`, `plugAll_step`: what a thread does with contexts around it; `Calls.closure`: what is closed so is a closure of
the program, so that it is safe, keeps its invariants and satisfies its specification (`Core`); `calls_of_chosen`.
-/
module

public import Theory.ModelChecking.Views

@[expose] public section

namespace Plato.ModelChecking

/-- Where a statement waits for the end of another one: never an empty place. -/
inductive Context where
  | seq (T : Core)
  | block
  | inSeq (C : Context) (T : Core)
  | inBlock (C : Context)

/-- The statement in the context. -/
def Context.plug : Context → Core → Core
  | .seq T, S => .seq S T
  | .block, S => .block S
  | .inSeq C T, S => .seq (C.plug S) T
  | .inBlock C, S => .block (C.plug S)

/-- The statement in a stack of contexts, innermost first. -/
def plugAll : List Context → Core → Core
  | [], S => S
  | C :: s, S => plugAll s (C.plug S)

/-- What has ended. -/
inductive Final : Core → Prop where
  | skip : Final .skip
  | exit {level} : Final (.exit level)

section

variable {bodies : Nat → Core} {E : Parameters} {thread : Int}

theorem Context.not_final (C : Context) (S : Core) : ¬ Final (C.plug S) := by
  cases C <;> exact nofun

theorem final_stuck {S : Core} (h : Final S) {τ : Store} {s : SeqState Store Core} : ¬ Core.Step bodies E thread (.run τ S) s := by
  cases h <;> exact nofun

/-- A statement in a context takes a step of its own, or goes wrong by itself, or has ended, and the context goes on in the same store. -/
theorem Context.step {C : Context} {S : Core} {τ : Store} {s : SeqState Store Core} (h : Core.Step bodies E thread (.run τ (C.plug S)) s) :
    (∃ τ' S', Core.Step bodies E thread (.run τ S) (.run τ' S') ∧ s = .run τ' (C.plug S')) ∨
    (Core.Step bodies E thread (.run τ S) .wrong ∧ s = .wrong) ∨ (Final S ∧ ∃ S', s = .run τ S') := by
  induction C generalizing s with
  | seq T =>
    cases h with
    | seqStep h => exact .inl ⟨_, _, h, rfl⟩
    | seqSkip => exact .inr (.inr ⟨.skip, _, rfl⟩)
    | seqExit => exact .inr (.inr ⟨.exit, _, rfl⟩)
    | seqWrong h => exact .inr (.inl ⟨h, rfl⟩)
  | block =>
    cases h with
    | blockStep h => exact .inl ⟨_, _, h, rfl⟩
    | blockSkip => exact .inr (.inr ⟨.skip, _, rfl⟩)
    | blockExit => exact .inr (.inr ⟨.exit, _, rfl⟩)
    | blockOut => exact .inr (.inr ⟨.exit, _, rfl⟩)
    | blockWrong h => exact .inr (.inl ⟨h, rfl⟩)
  | inSeq C T ih =>
    rw [Context.plug] at h
    generalize hX : C.plug S = X at h
    cases h with
    | seqStep h =>
      subst hX
      rcases ih h with ⟨_, _, hS, he⟩ | ⟨_, he⟩ | ⟨hf, _, he⟩
      · cases he; exact .inl ⟨_, _, hS, rfl⟩
      · cases he
      · cases he; exact .inr (.inr ⟨hf, _, rfl⟩)
    | seqSkip => exact absurd (hX ▸ Final.skip) (C.not_final S)
    | seqExit => exact absurd (hX ▸ Final.exit) (C.not_final S)
    | seqWrong h =>
      subst hX
      rcases ih h with ⟨_, _, _, he⟩ | ⟨h, _⟩ | ⟨_, _, he⟩
      · cases he
      · exact .inr (.inl ⟨h, rfl⟩)
      · cases he
  | inBlock C ih =>
    rw [Context.plug] at h
    generalize hX : C.plug S = X at h
    cases h with
    | blockStep h =>
      subst hX
      rcases ih h with ⟨_, _, hS, he⟩ | ⟨_, he⟩ | ⟨hf, _, he⟩
      · cases he; exact .inl ⟨_, _, hS, rfl⟩
      · cases he
      · cases he; exact .inr (.inr ⟨hf, _, rfl⟩)
    | blockSkip => exact absurd (hX ▸ Final.skip) (C.not_final S)
    | blockExit => exact absurd (hX ▸ Final.exit) (C.not_final S)
    | blockOut => exact absurd (hX ▸ Final.exit) (C.not_final S)
    | blockWrong h =>
      subst hX
      rcases ih h with ⟨_, _, _, he⟩ | ⟨h, _⟩ | ⟨_, _, he⟩
      · cases he
      · exact .inr (.inl ⟨h, rfl⟩)
      · cases he

/-- The same in a stack of contexts: what has ended is taken up by the innermost of them. -/
theorem plugAll_step {s : List Context} {S : Core} {τ : Store} {r : SeqState Store Core} (h : Core.Step bodies E thread (.run τ (plugAll s S)) r) :
    (∃ τ' S', Core.Step bodies E thread (.run τ S) (.run τ' S') ∧ r = .run τ' (plugAll s S')) ∨
    (Core.Step bodies E thread (.run τ S) .wrong ∧ r = .wrong) ∨
    (Final S ∧ ∃ C s' S', s = C :: s' ∧ Core.Step bodies E thread (.run τ (C.plug S)) (.run τ S') ∧ r = .run τ (plugAll s' S')) := by
  induction s generalizing S with
  | nil =>
    cases r with
    | wrong => exact .inr (.inl ⟨h, rfl⟩)
    | run τ' S' => exact .inl ⟨_, _, h, rfl⟩
  | cons C s ih =>
    rcases ih h with ⟨τ', X, hX, rfl⟩ | ⟨hX, rfl⟩ | ⟨hf, _⟩
    · rcases Context.step hX with ⟨_, _, hS, he⟩ | ⟨_, he⟩ | ⟨hf, _, he⟩
      · cases he; exact .inl ⟨_, _, hS, rfl⟩
      · cases he
      · cases he; exact .inr (.inr ⟨hf, C, s, _, rfl, hX, rfl⟩)
    · rcases Context.step hX with ⟨_, _, _, he⟩ | ⟨h, _⟩ | ⟨_, _, he⟩
      · cases he
      · exact .inr (.inl ⟨h, rfl⟩)
      · cases he
    · exact absurd hf (C.not_final S)

/-- How a context takes up what has ended does not depend on the store. -/
theorem Context.resume {C : Context} {S S' : Core} (hS : Final S) {τ τ' : Store}
    (h : Core.Step bodies E thread (.run τ (C.plug S)) (.run τ' S')) (τ₀ : Store) :
    Core.Step bodies E thread (.run τ₀ (C.plug S)) (.run τ₀ S') := by
  induction C generalizing S' with
  | seq T =>
    cases h with
    | seqStep h => exact absurd h (final_stuck hS)
    | seqSkip => exact .seqSkip
    | seqExit => exact .seqExit
  | block =>
    cases h with
    | blockStep h => exact absurd h (final_stuck hS)
    | blockSkip => exact .blockSkip
    | blockExit => exact .blockExit
    | blockOut => exact .blockOut
  | inSeq C T ih =>
    rw [Context.plug] at h ⊢
    generalize hX : C.plug S = X at h
    cases h with
    | seqStep h => subst hX; exact .seqStep (ih h)
    | seqSkip => exact absurd (hX ▸ Final.skip) (C.not_final S)
    | seqExit => exact absurd (hX ▸ Final.exit) (C.not_final S)
  | inBlock C ih =>
    rw [Context.plug] at h ⊢
    generalize hX : C.plug S = X at h
    cases h with
    | blockStep h => subst hX; exact .blockStep (ih h)
    | blockSkip => exact absurd (hX ▸ Final.skip) (C.not_final S)
    | blockExit => exact absurd (hX ▸ Final.exit) (C.not_final S)
    | blockOut => exact absurd (hX ▸ Final.exit) (C.not_final S)

/-- A call in a context becomes the body there, and does nothing else. -/
theorem Context.call_step {C : Context} {q : Nat} {τ : Store} {r : SeqState Store Core}
    (h : Core.Step bodies E thread (.run τ (C.plug (.call q))) r) : r = .run τ (C.plug (bodies q)) := by
  rcases Context.step h with ⟨_, _, hq, rfl⟩ | ⟨hq, _⟩ | ⟨hf, _⟩
  · cases hq; rfl
  · cases hq
  · cases hf

end

variable {Thread Global Local : Type}

/-- P: from where the activation began to where it is. -/
abbrev Parts (Thread Global Local : Type) := Thread → Global → Local → Core → Global → Local → Core → Prop

/-- Q: from where the caller's activation began to where the body begins, with the context in which the caller waits. -/
abbrev CallParts (Thread Global Local : Type) := Thread → Global → Local → Core → Context → Global → Local → Core → Prop

/-- P, Q and G are closed for a program: the rules of `ClosedSummaries`, for threads with the given identifiers. -/
structure Calls (bodies : Nat → Core) (E : Parameters) (identifier : Thread → Int) (program : Program Thread Core) (σ : Store) (rely : Action Store)
    (v : View Thread Store Global Local) (V : Global → Prop) (P : Parts Thread Global Local) (Q : CallParts Thread Global Local)
    (G : Thread → Global → Global → Prop) : Prop where
  start : V (v.global σ)
  init : ∀ t, P t (v.global σ) (v.locals t σ) (program t) (v.global σ) (v.locals t σ) (program t)
  env : ∀ {t e g₁ l₁ S₁ g g' l S}, P t g₁ l₁ S₁ g l S → G e g g' → t ≠ e → P t g₁ l₁ S₁ g' l S
  own : ∀ {t g₁ l₁ S₁ τ τ' S S'}, P t g₁ l₁ S₁ (v.global τ) (v.locals t τ) S → (∀ C q, S ≠ Context.plug C (.call q)) →
    Core.Step bodies E (identifier t) (.run τ S) (.run τ' S') →
    P t g₁ l₁ S₁ (v.global τ') (v.locals t τ') S' ∧ G t (v.global τ) (v.global τ') ∧ v.KeepsOthers t τ τ'
  call : ∀ {t g₁ l₁ S₁ g l C q}, P t g₁ l₁ S₁ g l (C.plug (.call q)) → Q t g₁ l₁ S₁ C g l (bodies q) ∧ P t g l (bodies q) g l (bodies q)
  ret : ∀ {t g₁ l₁ S₁ C g₂ l₂ S₂ τ S S'}, Q t g₁ l₁ S₁ C g₂ l₂ S₂ → P t g₂ l₂ S₂ (v.global τ) (v.locals t τ) S → Final S →
    Core.Step bodies E (identifier t) (.run τ (C.plug S)) (.run τ S') → P t g₁ l₁ S₁ (v.global τ) (v.locals t τ) S'
  safe : ∀ {t g₁ l₁ S₁ τ S}, P t g₁ l₁ S₁ (v.global τ) (v.locals t τ) S → ¬ Core.Step bodies E (identifier t) (.run τ S) .wrong
  outside : ∀ {t g₁ l₁ S₁ τ τ' S}, P t g₁ l₁ S₁ (v.global τ) (v.locals t τ) S → rely τ τ' → P t g₁ l₁ S₁ (v.global τ') (v.locals t τ') S
  stores : ∀ {t g₁ l₁ S₁ g l S}, P t g₁ l₁ S₁ g l S → V g
  outsideStores : ∀ {τ τ'}, V (v.global τ) → rely τ τ' → V (v.global τ')

/-- The contexts in which the callers of an activation wait that began at (g, l, S). -/
def ContextChain (Q : CallParts Thread Global Local) (t : Thread) : List Context → Global → Local → Core → Prop
  | [], _, _, _ => True
  | C :: s, g, l, S => ∃ g₁ l₁ S₁, Q t g₁ l₁ S₁ C g l S ∧ ContextChain Q t s g₁ l₁ S₁

/-- The R of all that is left to do: a part of an activation, in the contexts of its callers. -/
def callsR (v : View Thread Store Global Local) (P : Parts Thread Global Local) (Q : CallParts Thread Global Local) (t : Thread) (τ : Store)
    (X : Core) : Prop :=
  ∃ s S g₁ l₁ S₁, X = plugAll s S ∧ P t g₁ l₁ S₁ (v.global τ) (v.locals t τ) S ∧ ContextChain Q t s g₁ l₁ S₁

/-- The G of views, or nothing: calls and returns leave the store alone. -/
def callsG (v : View Thread Store Global Local) (G : Thread → Global → Global → Prop) (t : Thread) : Action Store := fun τ τ' =>
  τ' = τ ∨ G t (v.global τ) (v.global τ') ∧ v.KeepsOthers t τ τ'

section

variable {bodies : Nat → Core} {E : Parameters} {identifier : Thread → Int} {program : Program Thread Core} {σ : Store} {rely : Action Store}
  {v : View Thread Store Global Local} {V : Global → Prop} {P : Parts Thread Global Local} {Q : CallParts Thread Global Local}
  {G : Thread → Global → Global → Prop}

/-- A step of a thread, as in the proof of Lemma 2: it goes on in the same activation, calls, or returns. -/
theorem Calls.step (h : Calls bodies E identifier program σ rely v V P Q G) {t : Thread} {τ τ' : Store} {X X' : Core} (hR : callsR v P Q t τ X)
    (hs : Core.Step bodies E (identifier t) (.run τ X) (.run τ' X')) : callsR v P Q t τ' X' ∧ callsG v G t τ τ' := by
  obtain ⟨s, S, g₁, l₁, S₁, rfl, hP, hc⟩ := hR
  rcases plugAll_step hs with ⟨_, S', hS, he⟩ | ⟨_, he⟩ | ⟨hf, C, s, S', rfl, hS, he⟩
  · cases he
    by_cases hcall : ∃ C q, S = Context.plug C (.call q)
    · obtain ⟨C, q, rfl⟩ := hcall
      cases Context.call_step hS
      exact ⟨⟨C :: s, _, _, _, _, rfl, (h.call hP).2, _, _, _, (h.call hP).1, hc⟩, .inl rfl⟩
    · obtain ⟨hP, hG⟩ := h.own hP (fun C q he => hcall ⟨C, q, he⟩) hS
      exact ⟨⟨s, S', g₁, l₁, S₁, rfl, hP, hc⟩, .inr hG⟩
  · cases he
  · cases he
    obtain ⟨g₂, l₂, S₂, hQ, hc⟩ := hc
    exact ⟨⟨s, S', g₂, l₂, S₂, rfl, h.ret hQ hP hf hS, hc⟩, .inl rfl⟩

/-- **Lemma 2 for programs**: parts of activations that are closed make a closure of the program, however deep its calls are. -/
theorem Calls.closure (h : Calls bodies E identifier program σ rely v V P Q G) :
    Closure (fun t => Core.Step bodies E (identifier t)) program σ rely (fun τ => V (v.global τ)) (callsR v P Q) (callsG v G) where
  start := h.start
  init := fun t => ⟨[], _, _, _, _, rfl, h.init t, trivial⟩
  env := by
    rintro t e τ τ' X ⟨s, S, g₁, l₁, S₁, rfl, hP, hc⟩ hG hne
    rcases hG with rfl | ⟨hG, hkeeps⟩
    · exact ⟨s, S, g₁, l₁, S₁, rfl, hP, hc⟩
    · refine ⟨s, S, g₁, l₁, S₁, rfl, ?_, hc⟩
      rw [hkeeps t hne]
      exact h.env hP hG hne
  own := fun hR hs => (h.step hR hs).1
  guarantee := fun hR hs => (h.step hR hs).2
  safe := by
    rintro t τ X ⟨s, S, g₁, l₁, S₁, rfl, hP, _⟩ hw
    rcases plugAll_step hw with ⟨_, _, _, he⟩ | ⟨hw, _⟩ | ⟨_, _, _, _, _, _, he⟩
    · cases he
    · exact h.safe hP hw
    · cases he
  outside := fun ⟨s, S, g₁, l₁, S₁, he, hP, hc⟩ hr => ⟨s, S, g₁, l₁, S₁, he, h.outside hP hr, hc⟩
  stores := fun ⟨_, _, _, _, _, _, hP, _⟩ => h.stores hP
  outsideStores := h.outsideStores

/-- If what a thread does depends on its view alone, one store for each view is enough to look at. -/
theorem calls_of_chosen {chosen : Thread → Global → Local → Store}
    (hchosen : ∀ t g₁ l₁ S₁ g l S, P t g₁ l₁ S₁ g l S → v.global (chosen t g l) = g ∧ v.locals t (chosen t g l) = l)
    (hv : ∀ t g₁ l₁ S₁ g l S, P t g₁ l₁ S₁ g l S → v.Determines (fun t => Core.Step bodies E (identifier t)) t S) (start : V (v.global σ))
    (init : ∀ t, P t (v.global σ) (v.locals t σ) (program t) (v.global σ) (v.locals t σ) (program t))
    (env : ∀ {t e g₁ l₁ S₁ g g' l S}, P t g₁ l₁ S₁ g l S → G e g g' → t ≠ e → P t g₁ l₁ S₁ g' l S)
    (own : ∀ {t g₁ l₁ S₁ g l τ' S S'}, P t g₁ l₁ S₁ g l S → (∀ C q, S ≠ Context.plug C (.call q)) →
      Core.Step bodies E (identifier t) (.run (chosen t g l) S) (.run τ' S') → P t g₁ l₁ S₁ (v.global τ') (v.locals t τ') S' ∧ G t g (v.global τ'))
    (call : ∀ {t g₁ l₁ S₁ g l C q}, P t g₁ l₁ S₁ g l (C.plug (.call q)) → Q t g₁ l₁ S₁ C g l (bodies q) ∧ P t g l (bodies q) g l (bodies q))
    (ret : ∀ {t g₁ l₁ S₁ C g₂ l₂ S₂ g l S S'}, Q t g₁ l₁ S₁ C g₂ l₂ S₂ → P t g₂ l₂ S₂ g l S → Final S →
      Core.Step bodies E (identifier t) (.run (chosen t g l) (C.plug S)) (.run (chosen t g l) S') → P t g₁ l₁ S₁ g l S')
    (safe : ∀ {t g₁ l₁ S₁ g l S}, P t g₁ l₁ S₁ g l S → ¬ Core.Step bodies E (identifier t) (.run (chosen t g l) S) .wrong)
    (outside : ∀ {t g₁ l₁ S₁ τ τ' S}, P t g₁ l₁ S₁ (v.global τ) (v.locals t τ) S → rely τ τ' → P t g₁ l₁ S₁ (v.global τ') (v.locals t τ') S)
    (stores : ∀ {t g₁ l₁ S₁ g l S}, P t g₁ l₁ S₁ g l S → V g) (outsideStores : ∀ {τ τ'}, V (v.global τ) → rely τ τ' → V (v.global τ')) :
    Calls bodies E identifier program σ rely v V P Q G where
  start := start
  init := init
  env := env
  own := fun hP hcall hs => by
    obtain ⟨hg, hl⟩ := hchosen _ _ _ _ _ _ _ hP
    obtain ⟨hkeeps, τ₀', hs, hg', hl'⟩ := (hv _ _ _ _ _ _ _ hP).moves hg hl hs
    obtain ⟨hP', hG⟩ := own hP hcall hs
    rw [hg', hl'] at hP'
    rw [hg'] at hG
    exact ⟨hP', hG, hkeeps⟩
  call := call
  ret := fun hQ hP hf hs => ret hQ hP hf (Context.resume hf hs _)
  safe := fun hP hw =>
    have ⟨hg, hl⟩ := hchosen _ _ _ _ _ _ _ hP
    safe hP ((hv _ _ _ _ _ _ _ hP).wrong hg hl hw)
  outside := outside
  stores := stores
  outsideStores := outsideStores

/-- A thread that has ended is in no context: P has it at its end. -/
theorem callsR_ended {t : Thread} {τ : Store} (h : callsR v P Q t τ .skip) : ∃ g₁ l₁ S₁, P t g₁ l₁ S₁ (v.global τ) (v.locals t τ) .skip := by
  obtain ⟨s, S, g₁, l₁, S₁, he, hP, hc⟩ := h
  have key : ∀ (s : List Context) (C : Context) (S : Core), ¬ Final (plugAll (C :: s) S) := fun s => by
    induction s with
    | nil => exact fun C S => C.not_final S
    | cons D s ih => exact fun C S => ih D (C.plug S)
  cases s with
  | nil => cases he; exact ⟨g₁, l₁, S₁, hP⟩
  | cons C s => exact absurd (he ▸ Final.skip) (key s C S)

end

end Plato.ModelChecking
