/-
# Checking simulation by a sequential program

Section 5 of *Modular Verification of Multithreaded Programs* (Calvin): whether a body B is simulated by an abstraction A in an
environment E is checked by a sequential program, in which the environment's steps precede each step of B, and the step goes wrong where
it is not one of A. A witness counts the actions of A that have been performed: a step of B that leaves it unchanged must be one of A's
stuttering steps, one that increases it must be the next action.

A has the form `first; k*; y₁; …; k*; yₙ; k*; last`, any atomic steps; the paper's are `pre?⟨true⟩`, `I?K`, `I?Yᵢ` and `true?⟨post⟩`, and
constraining each of them, as Â does, keeps the form. What is shown to be simulated is not B, as the paper has it, but B with a step
before it and a step after it that do nothing: these are matched by `first` and `last`. The counter is here 0 to n; the paper's begins
with 1.

What precedes each step of B is a parameter: E*, E itself where E is reflexive and transitive, or part of E (section 6.4).

Main definitions: `sim`, `Witnessed`, `witness` (the paper's W), `abstraction`, `Body`, `checkBody`, `checkProgram`, `alone`.
Main results: `sim_operation`, `first_step`, `last_step`. That the check is sound is shown in `CheckingSound`.
-/
module

public import Theory.Procedures.Derived
public import Theory.ThreadModular.Translation

@[expose] public section

namespace Plato.Procedures

section

variable {Thread State : Type}

/-- Section 5: here the first step is simulated by the second. -/
def SimulatedAt (a b : Atomic Thread State) (t : Thread) (s : State) : Prop :=
  b t s .wrong ∨ (¬ a t s .wrong ∧ ∀ s', a t s (.store s') → b t s (.store s'))

/-- Section 5, sim(a, b): it goes wrong where `a` is not simulated by `b`, and otherwise behaves like `a`. -/
def sim (a b : Atomic Thread State) : Atomic Thread State
  | t, s, .store s' => SimulatedAt a b t s ∧ ¬ b t s .wrong ∧ a t s (.store s')
  | t, s, .wrong => ¬ SimulatedAt a b t s

/-- Section 5: sim(p?X, q?Y) is `(q ⇒ p) ∧ (∀Var'. q ∧ X ⇒ Y) ? (q ∧ X)`. -/
theorem sim_operation (p q : Thread → State → Prop) (X Y : Thread → Action State) :
    sim (fun t => operation (p t) (X t) fun _ _ => True) (fun t => operation (q t) (Y t) fun _ _ => True) =
      fun t => operation (fun s => (q t s → p t s) ∧ ∀ s', q t s ∧ X t s s' → Y t s s') (fun s s' => q t s ∧ X t s s') fun _ _ => True := by
  have hat : ∀ t s, SimulatedAt (fun t => operation (p t) (X t) fun _ _ => True) (fun t => operation (q t) (Y t) fun _ _ => True) t s ↔
      (q t s → p t s) ∧ ∀ s', q t s ∧ X t s s' → Y t s s' := by
    intro t s
    simp only [SimulatedAt, operation, not_true, and_false, exists_false, or_false, and_true, Classical.not_not]
    by_cases hq : q t s
    · simp only [hq, not_true, false_or, true_implies, true_and]
      exact ⟨fun h => ⟨h.1, fun s' hx => h.2 s' ⟨h.1, hx⟩⟩, fun h => ⟨h.1, fun s' hx => h.2 s' hx.2⟩⟩
    · simp [hq]
  funext t s r
  apply propext
  cases r with
  | wrong => simp only [sim, hat, operation, not_true, and_false, exists_false, or_false]
  | store s' =>
    simp only [sim, hat]
    simp only [operation, not_true, and_false, exists_false, or_false, and_true, Classical.not_not]
    exact ⟨fun ⟨h, hq, _, hx⟩ => ⟨h, hq, hx⟩, fun ⟨h, hq, hx⟩ => ⟨h, hq, h.1 hq, hx⟩⟩

/-- Run by itself, the thread goes wrong in this sequence. -/
inductive Bad (t : Thread) : State → List (Atomic Thread State) → Prop where
  | here {s a as} : a t s .wrong → Bad t s (a :: as)
  | later {s s' a as} : a t s (.store s') → Bad t s' as → Bad t s (a :: as)

/-- The paths of a sequential program. -/
def alone {Proc : Type} (B : Proc → Stmt (Atomic Thread State) Proc) (t : Thread) (S : Stmt (Atomic Thread State) Proc)
    (u : List (Thread × Atomic Thread State)) : Prop := ∃ a, sequences B S a ∧ u = threadPath t a

/-- A sequence goes wrong if and only if it has a run that does. -/
theorem bad_iff {t : Thread} {s : State} {a : List (Atomic Thread State)} :
    Bad t s a ↔ ∃ τ, Run false s (threadPath t a) τ ∧ τ.final s = .wrong := by
  constructor
  · intro h
    induction h with
    | here h => exact ⟨.wrong t, .wrong h, rfl⟩
    | later h _ ih => obtain ⟨τ, hr, hw⟩ := ih; exact ⟨.step t _ τ, .step h hr, hw⟩
  · rintro ⟨τ, hr, hw⟩
    induction a generalizing s τ with
    | nil => cases hr; cases hw
    | cons x a ih =>
      cases hr with
      | stop => cases hw
      | step h hr => exact .later h (ih _ hr hw)
      | wrong h => exact .here h

end

section

variable {Thread Store : Type}

/-- A step of a body, and how it changes the witness: from the stores before and after it. -/
structure Witnessed (Thread Store : Type) where
  step : Atomic Thread Store
  next : Thread → Store → Store → Nat → Nat

/-- The step, with the witness. -/
def Witnessed.both (x : Witnessed Thread Store) : Atomic Thread (Store × Nat)
  | t, (σ, n), .store (σ', n') => x.step t σ (.store σ') ∧ n' = x.next t σ σ' n
  | t, (σ, _), .wrong => x.step t σ .wrong

/-- Section 5, W: a stuttering step that leaves the witness, or the next action, which increases it. -/
def witness (k : Atomic Thread Store) (ys : List (Atomic Thread Store)) : Atomic Thread (Store × Nat)
  | t, (σ, n), .store (σ', n') => (n' = n ∧ k t σ (.store σ')) ∨ (n' = n + 1 ∧ ∃ y, ys[n]? = some y ∧ y t σ (.store σ'))
  | t, (σ, n), .wrong => k t σ .wrong ∨ ∃ y, ys[n]? = some y ∧ y t σ .wrong

/-- A step, when the witness is this. -/
def whenAt (a : Atomic Thread Store) (N : Nat) : Atomic Thread (Store × Nat)
  | t, (σ, n), .store (σ', n') => a t σ (.store σ') ∧ n = N ∧ n' = n
  | t, (σ, n), .wrong => a t σ .wrong ∧ n = N

/-- A step that does nothing: entering a procedure, or leaving it. -/
def stay {State : Type} : Atomic Thread State := fun _ => transition fun s s' => s' = s

/-- Steps of the environment leave the witness. -/
def around (E : Thread → Action Store) : Atomic Thread (Store × Nat) := fun t => transition fun s s' => E t s.1 s'.1 ∧ s'.2 = s.2

/-- Section 5: what remains of an abstraction after its first step. -/
noncomputable def remaining {Proc : Type} (k last : Atomic Thread Store) : List (Atomic Thread Store) → Stmt (Atomic Thread Store) Proc
  | [] => .seq (.loop (.atomic k)) (.atomic last)
  | y :: ys => .seq (.loop (.atomic k)) (.seq (.atomic y) (remaining k last ys))

/-- Section 5, A. -/
noncomputable def abstraction {Proc : Type} (first k last : Atomic Thread Store) (ys : List (Atomic Thread Store)) :
    Stmt (Atomic Thread Store) Proc := .seq (.atomic first) (remaining k last ys)

/-- A body that is entered and left: the two steps that `first` and `last` match. -/
noncomputable def Body {Proc : Type} (S : Stmt (Atomic Thread Store) Proc) : Stmt (Atomic Thread Store) Proc :=
  .seq (.atomic stay) (.seq S (.atomic stay))

variable {Proc : Type}

/-- Section 5, ⟦B⟧: before each step of the body comes what `before` says, and the step is checked. -/
noncomputable def checkBody (before : Witnessed Thread Store → Stmt (Atomic Thread (Store × Nat)) Proc) (k : Atomic Thread Store)
    (ys : List (Atomic Thread Store)) : Stmt (Witnessed Thread Store) Proc → Stmt (Atomic Thread (Store × Nat)) Proc
  | .skip => .skip
  | .atomic x => .seq (before x) (.atomic (sim x.both (witness k ys)))
  | .seq S T => .seq (checkBody before k ys S) (checkBody before k ys T)
  | .choice S T => .choice (checkBody before k ys S) (checkBody before k ys T)
  | .loop S => .loop (checkBody before k ys S)
  | .call m => .call m

/-- Section 5: the sequential program. For the paper's abstractions, its first step is `assume pre ∧ pc = 1` and its last one
`assert post ∧ pc = n + 1` (`first_step`, `last_step`). -/
noncomputable def checkProgram (before : Witnessed Thread Store → Stmt (Atomic Thread (Store × Nat)) Proc)
    (atEnd : Stmt (Atomic Thread (Store × Nat)) Proc) (first k last : Atomic Thread Store) (ys : List (Atomic Thread Store))
    (S : Stmt (Witnessed Thread Store) Proc) : Stmt (Atomic Thread (Store × Nat)) Proc :=
  .seq (.atomic (sim stay (whenAt first 0)))
    (.seq (checkBody before k ys S) (.seq atEnd (.atomic (sim stay (whenAt last ys.length)))))

/-- For `pre?⟨true⟩`, the first step of the sequential program is `assume pre`, when the counter is at its start. -/
theorem first_step (pre : Thread → Store → Prop) (t : Thread) (σ : Store) (r : Outcome (Store × Nat)) :
    sim stay (whenAt (fun t => operation (pre t) (fun σ σ' => σ' = σ) fun _ _ => True) 0) t (σ, 0) r ↔ r = .store (σ, 0) ∧ pre t σ := by
  by_cases hpre : pre t σ
  · rcases r with ⟨σ', n'⟩ | _
    · simp [sim, SimulatedAt, whenAt, stay, transition, operation, hpre]
    · simp [sim, SimulatedAt, whenAt, stay, transition, operation, hpre]
  · rcases r with ⟨σ', n'⟩ | _
    · simp [sim, SimulatedAt, whenAt, stay, transition, operation, hpre]
    · simp [sim, SimulatedAt, whenAt, stay, transition, operation, hpre]

/-- For `true?⟨post⟩`, the last step is `assert post ∧ pc = n + 1`. -/
theorem last_step (post : Thread → Store → Prop) (N : Nat) (t : Thread) (s : Store × Nat) :
    sim stay (whenAt (fun t => operation (fun _ => True) (fun σ σ' => σ' = σ ∧ post t σ) fun _ _ => True) N) t s .wrong ↔
      ¬ (post t s.1 ∧ s.2 = N) := by
  obtain ⟨σ, n⟩ := s
  by_cases hpost : post t σ <;> by_cases hn : n = N <;>
    simp [sim, SimulatedAt, whenAt, stay, transition, operation, hpost, hn]

end

end Plato.Procedures
