/-
# Statements with calls, and their paths

Programs of Flanagan, Freund, Qadeer and Seshia, *Modular Verification of Multithreaded Programs* (Calvin), section 2: a statement means the
set of sequences of atomic steps that running it could perform, a program the interleavings of its threads' sequences, and a run performs
a path up to some step. Three things are more general than in the paper: an atomic step is any relation from a store to what can become of
it, threads are of any type, and each thread has a statement of its own. A run may have no steps at all, as the paper's appendix has it
(its section 2 asks for one, and then Lemma 3 fails).

The paper's ‖S is the union of the programs with 1, 2, 3, … threads; here it is the union over all finite sets of threads that take part.

Main definitions: `Stmt`, `upTo`, `sequences` (figure 3), `interleavings`, `programPaths`, `parallelPaths`, `Trace`, `Run`, `TraceOf`,
`GoesWrongFrom`, `InvariantOf`. Main results: `upTo_mono`, `parallel_iff`.
-/
module

public import Theory.Statement

@[expose] public section

namespace Plato.Procedures

/-- Figure 1: statements, with calls. An empty statement is added, which the paper writes as a step. -/
inductive Stmt (Atom Proc : Type) where
  | skip
  | atomic (a : Atom)
  | seq (S T : Stmt Atom Proc)
  | choice (S T : Stmt Atom Proc)
  | loop (S : Stmt Atom Proc)
  | call (m : Proc)

/-- An atomic step, for each thread that may perform it: the paper's `p?X` is one. -/
abbrev Atomic (Thread Store : Type) := Thread → Transition Store

/-- Kleene closure: any number of sequences, one after another. -/
inductive Star {Atom : Type} (φ : List Atom → Prop) : List Atom → Prop where
  | nil : Star φ []
  | cons {a b} : φ a → Star φ b → Star φ (a ++ b)

section

variable {Atom Proc : Type}

/-- The sequences of a statement, if those of calls are these. -/
def Stmt.sequencesWith (calls : Proc → List Atom → Prop) : Stmt Atom Proc → List Atom → Prop
  | .skip, c => c = []
  | .atomic a, c => c = [a]
  | .seq S T, c => ∃ a b, S.sequencesWith calls a ∧ T.sequencesWith calls b ∧ c = a ++ b
  | .choice S T, c => S.sequencesWith calls c ∨ T.sequencesWith calls c
  | .loop S, c => Star (S.sequencesWith calls) c
  | .call m, c => calls m c

/-- Figure 3: the sequences through a statement where the stack is never deeper than `d`. -/
def upTo (B : Proc → Stmt Atom Proc) : Nat → Stmt Atom Proc → List Atom → Prop
  | 0, S => S.sequencesWith fun _ _ => False
  | d + 1, S => S.sequencesWith fun m => upTo B d (B m)

/-- Figure 3: the sequences of a statement, of any depth. -/
def sequences (B : Proc → Stmt Atom Proc) (S : Stmt Atom Proc) (a : List Atom) : Prop := ∃ d, upTo B d S a

theorem Star.mono {φ ψ : List Atom → Prop} (h : ∀ a, φ a → ψ a) {a : List Atom} (ha : Star φ a) : Star ψ a := by
  induction ha with
  | nil => exact .nil
  | cons h1 _ ih => exact .cons (h _ h1) ih

theorem Stmt.sequencesWith_mono {calls calls' : Proc → List Atom → Prop} (h : ∀ m a, calls m a → calls' m a)
    (S : Stmt Atom Proc) {a : List Atom} (ha : S.sequencesWith calls a) : S.sequencesWith calls' a := by
  induction S generalizing a with
  | skip => exact ha
  | atomic => exact ha
  | seq S T ihS ihT => obtain ⟨b, c, hb, hc, rfl⟩ := ha; exact ⟨b, c, ihS hb, ihT hc, rfl⟩
  | choice S T ihS ihT => exact ha.imp ihS ihT
  | loop S ih => exact Star.mono (fun _ => ih) ha
  | call m => exact h m a ha

/-- A deeper stack allows more. -/
theorem upTo_mono {B : Proc → Stmt Atom Proc} {d e : Nat} (hde : d ≤ e) {S : Stmt Atom Proc} {a : List Atom} (h : upTo B d S a) :
    upTo B e S a := by
  induction d generalizing e S a with
  | zero =>
    cases e with
    | zero => exact h
    | succ e => exact S.sequencesWith_mono (fun _ _ h => h.elim) h
  | succ d ih =>
    cases e with
    | zero => exact absurd hde (Nat.not_succ_le_zero d)
    | succ e => exact S.sequencesWith_mono (fun m b hb => ih (Nat.le_of_succ_le_succ hde) hb) h

end

section

variable {Thread Atom : Type}

/-- The steps of one thread in a path. -/
noncomputable def own (t : Thread) : List (Thread × Atom) → List Atom
  | [] => []
  | (s, a) :: u => open Classical in if s = t then a :: own t u else own t u

theorem own_nil (t : Thread) : own t ([] : List (Thread × Atom)) = [] := rfl

theorem own_same (t : Thread) (a : Atom) (u : List (Thread × Atom)) : own t ((t, a) :: u) = a :: own t u := if_pos rfl

theorem own_other {t s : Thread} (h : s ≠ t) (a : Atom) (u : List (Thread × Atom)) : own t ((s, a) :: u) = own t u := if_neg h

theorem own_append (t : Thread) (u w : List (Thread × Atom)) : own t (u ++ w) = own t u ++ own t w := by
  induction u with
  | nil => rfl
  | cons x u ih =>
    obtain ⟨s, a⟩ := x
    by_cases h : s = t
    · subst h; simp [own_same, ih]
    · simp [own_other h, ih]

/-- The path of one thread: every step of the sequence is the thread's. -/
noncomputable def threadPath (t : Thread) (a : List Atom) : List (Thread × Atom) := a.map (t, ·)

theorem own_threadPath (t : Thread) (a : List Atom) : own t (threadPath t a) = a := by
  induction a with
  | nil => rfl
  | cons x a ih => simpa [threadPath, own_same] using ih

theorem own_threadPath_other {t s : Thread} (h : s ≠ t) (a : List Atom) : own t (threadPath s a) = [] := by
  induction a with
  | nil => rfl
  | cons x a ih => simpa [threadPath, own_other h] using ih

/-- Figure 3, ⊗: all interleavings of one sequence for each thread. -/
def interleavings (Φ : Thread → List Atom → Prop) (u : List (Thread × Atom)) : Prop := ∀ t, Φ t (own t u)

variable {Proc : Type}

/-- The paths of the program in which these threads take part, each to its end. -/
def programPaths (B : Proc → Stmt Atom Proc) (M : List Thread) (P : Thread → Stmt Atom Proc) : List (Thread × Atom) → Prop :=
  interleavings fun t a => (t ∈ M ∧ sequences B (P t) a) ∨ (t ∉ M ∧ a = [])

/-- Figure 3, ‖: any finite number of threads takes part. -/
def parallelPaths (B : Proc → Stmt Atom Proc) (P : Thread → Stmt Atom Proc) (u : List (Thread × Atom)) : Prop :=
  ∃ M, programPaths B M P u

/-- A thread whose steps are in a path occurs in it. -/
theorem own_eq_nil {t : Thread} {u : List (Thread × Atom)} (h : t ∉ u.map Prod.fst) : own t u = [] := by
  induction u with
  | nil => rfl
  | cons x u ih =>
    obtain ⟨s, a⟩ := x
    simp only [List.map_cons, List.mem_cons, not_or] at h
    rw [own_other (fun hs => h.1 hs.symm), ih h.2]

/-- A path is one of ‖ if every thread performs a sequence of its statement or nothing. -/
theorem parallel_iff {B : Proc → Stmt Atom Proc} {P : Thread → Stmt Atom Proc} {u : List (Thread × Atom)} :
    parallelPaths B P u ↔ interleavings (fun t a => a = [] ∨ sequences B (P t) a) u := by
  constructor
  · rintro ⟨M, h⟩ t
    rcases h t with h | h
    · exact .inr h.2
    · exact .inl h.2
  · intro h
    classical
    refine ⟨(u.map Prod.fst).filter fun t => decide (own t u ≠ []), fun t => ?_⟩
    by_cases ht : own t u = []
    · exact .inr ⟨by simp [ht], ht⟩
    · have hu : t ∈ u.map Prod.fst := Classical.byContradiction fun hu => ht (own_eq_nil hu)
      exact .inl ⟨by rw [List.mem_filter]; exact ⟨hu, by simpa using ht⟩, (h t).resolve_left ht⟩

end

section

/-- A trace from a store: which threads make steps, and where they lead. -/
inductive Trace (Thread Store : Type) where
  | stop
  | step (t : Thread) (σ : Store) (τ : Trace Thread Store)
  | wrong (t : Thread)

variable {Thread Store : Type}

/-- Where a trace ends: the paper's ω. -/
def Trace.final (σ : Store) : Trace Thread Store → Outcome Store
  | .stop => .store σ
  | .step _ σ' τ => τ.final σ'
  | .wrong _ => .wrong

/-- Section 2.1: the path has a run from the store with this trace; if `full`, a full run: it goes wrong or performs the whole path. -/
inductive Run (full : Bool) : Store → List (Thread × Atomic Thread Store) → Trace Thread Store → Prop where
  | stop {σ u} : (full = true → u = []) → Run full σ u .stop
  | step {σ σ' t a u τ} : a t σ (.store σ') → Run full σ' u τ → Run full σ ((t, a) :: u) (.step t σ' τ)
  | wrong {σ t a u} : a t σ .wrong → Run full σ ((t, a) :: u) (.wrong t)

/-- A trace (if `full`, a full trace) of a set of paths from a store. -/
def TraceOf (φ : List (Thread × Atomic Thread Store) → Prop) (full : Bool) (σ : Store) (τ : Trace Thread Store) : Prop :=
  ∃ u, φ u ∧ Run full σ u τ

/-- Section 2.1: some run from the store goes wrong. -/
def GoesWrongFrom (φ : List (Thread × Atomic Thread Store) → Prop) (σ : Store) : Prop :=
  ∃ τ, TraceOf φ false σ τ ∧ τ.final σ = .wrong

/-- Section 2.1: runs that start in the set of stores and do not go wrong end there. -/
def InvariantOf (φ : List (Thread × Atomic Thread Store) → Prop) (I : Store → Prop) : Prop :=
  ∀ σ τ σ', I σ → TraceOf φ false σ τ → τ.final σ = .store σ' → I σ'

/-- The first part of a path may be run without the rest. -/
theorem Run.append {σ : Store} {u : List (Thread × Atomic Thread Store)} {τ : Trace Thread Store} (h : Run false σ u τ)
    (w : List (Thread × Atomic Thread Store)) : Run false σ (u ++ w) τ := by
  induction h with
  | stop => exact .stop (fun h => by cases h)
  | step h1 _ ih => exact .step h1 ih
  | wrong h1 => exact .wrong h1

end

end Plato.Procedures
