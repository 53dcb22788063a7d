/-
# Specifications of procedures

A specification of a procedure is an invariant, an environment assumption and an abstraction (section 4 of *Modular Verification of
Multithreaded Programs*, Calvin). From these are derived the environment assumption Ê(m), which also has those of all procedures called
from `m`, and the abstraction Â(m), every step of which keeps the invariant and satisfies the other threads' assumptions.

What a step of Â(m) must satisfy is a parameter here. The paper takes Ê(m) for every other thread, which is enough if all threads run the
same procedure (`peers`); where the threads run different ones, it is the assumption of each (`everyone`).

Main definitions: `Spec`, `Stmt.Calls`, `Reaches`, `derivedRely` (Ê), `constrained`, `derivedAbstraction` (Â), `peers`, `everyone`,
`Stmt.inlineAbs` (InlineAbs). Main results: `constrained_operation`, `sequences_seq`, `sequences_loop`, `sequences_call`, `sequences_map`,
`sequences_table`.
-/
module

public import Theory.Procedures.Simulation

@[expose] public section

namespace Plato.Procedures

section

variable {Atom Proc : Type}

/-- The statement calls the procedure: ⇝. -/
def Stmt.Calls : Stmt Atom Proc → Proc → Prop
  | .skip, _ => False
  | .atomic _, _ => False
  | .seq S T, m => S.Calls m ∨ T.Calls m
  | .choice S T, m => S.Calls m ∨ T.Calls m
  | .loop S, m => S.Calls m
  | .call l, m => l = m

/-- The first procedure calls the second, in zero or more calls: ⇝*. -/
inductive Reaches (B : Proc → Stmt Atom Proc) : Proc → Proc → Prop where
  | refl {m} : Reaches B m m
  | head {m l k} : (B m).Calls l → Reaches B l k → Reaches B m k

/-- The statement has no calls. -/
def Stmt.CallFree (S : Stmt Atom Proc) : Prop := ∀ m, ¬ S.Calls m

/-- Section 4, InlineAbs: every call is replaced by the abstraction of what is called. -/
noncomputable def Stmt.inlineAbs (abs : Proc → Stmt Atom Proc) : Stmt Atom Proc → Stmt Atom Proc
  | .skip => .skip
  | .atomic a => .atomic a
  | .seq S T => .seq (S.inlineAbs abs) (T.inlineAbs abs)
  | .choice S T => .choice (S.inlineAbs abs) (T.inlineAbs abs)
  | .loop S => .loop (S.inlineAbs abs)
  | .call m => abs m

/-- Every atomic step replaced. -/
noncomputable def Stmt.map {Atom' : Type} (f : Atom → Atom') : Stmt Atom Proc → Stmt Atom' Proc
  | .skip => .skip
  | .atomic a => .atomic (f a)
  | .seq S T => .seq (S.map f) (T.map f)
  | .choice S T => .choice (S.map f) (T.map f)
  | .loop S => .loop (S.map f)
  | .call m => .call m

variable {B : Proc → Stmt Atom Proc}

/-- What calls can do, up to a depth. -/
def callsUpTo (B : Proc → Stmt Atom Proc) : Nat → Proc → List Atom → Prop
  | 0 => fun _ _ => False
  | d + 1 => fun m => upTo B d (B m)

theorem upTo_eq (d : Nat) (S : Stmt Atom Proc) : upTo B d S = S.sequencesWith (callsUpTo B d) := by cases d <;> rfl

theorem sequences_skip {c : List Atom} : sequences B .skip c ↔ c = [] := by
  constructor
  · rintro ⟨d, h⟩; rw [upTo_eq] at h; exact h
  · exact fun h => ⟨0, h⟩

theorem sequences_atomic {a : Atom} {c : List Atom} : sequences B (.atomic a) c ↔ c = [a] := by
  constructor
  · rintro ⟨d, h⟩; rw [upTo_eq] at h; exact h
  · exact fun h => ⟨0, h⟩

theorem sequences_seq {S T : Stmt Atom Proc} {c : List Atom} :
    sequences B (.seq S T) c ↔ ∃ a b, sequences B S a ∧ sequences B T b ∧ c = a ++ b := by
  constructor
  · rintro ⟨d, h⟩
    rw [upTo_eq] at h
    obtain ⟨a, b, ha, hb, rfl⟩ := h
    exact ⟨a, b, ⟨d, by rw [upTo_eq]; exact ha⟩, ⟨d, by rw [upTo_eq]; exact hb⟩, rfl⟩
  · rintro ⟨a, b, ⟨d, ha⟩, ⟨e, hb⟩, rfl⟩
    refine ⟨max d e, ?_⟩
    have ha := upTo_mono (Nat.le_max_left d e) ha
    have hb := upTo_mono (Nat.le_max_right d e) hb
    rw [upTo_eq] at ha hb ⊢
    exact ⟨a, b, ha, hb, rfl⟩

theorem sequences_choice {S T : Stmt Atom Proc} {c : List Atom} :
    sequences B (.choice S T) c ↔ sequences B S c ∨ sequences B T c := by
  constructor
  · rintro ⟨d, h⟩
    rw [upTo_eq] at h
    exact h.imp (fun h => ⟨d, by rw [upTo_eq]; exact h⟩) (fun h => ⟨d, by rw [upTo_eq]; exact h⟩)
  · rintro (⟨d, h⟩ | ⟨d, h⟩) <;> refine ⟨d, ?_⟩ <;> rw [upTo_eq] at h ⊢
    · exact .inl h
    · exact .inr h

theorem sequences_loop {S : Stmt Atom Proc} {c : List Atom} : sequences B (.loop S) c ↔ Star (sequences B S) c := by
  constructor
  · rintro ⟨d, h⟩
    rw [upTo_eq] at h
    exact Star.mono (fun a ha => ⟨d, by rw [upTo_eq]; exact ha⟩) h
  · intro h
    have : ∃ d, Star (upTo B d S) c := by
      induction h with
      | nil => exact ⟨0, .nil⟩
      | cons h1 _ ih =>
        obtain ⟨d, h1⟩ := h1
        obtain ⟨e, h2⟩ := ih
        exact ⟨max d e, .cons (upTo_mono (Nat.le_max_left d e) h1) (h2.mono fun _ => upTo_mono (Nat.le_max_right d e))⟩
    obtain ⟨d, h⟩ := this
    refine ⟨d, ?_⟩
    rw [upTo_eq] at h ⊢
    exact h

theorem sequences_call {m : Proc} {c : List Atom} : sequences B (.call m) c ↔ sequences B (B m) c := by
  constructor
  · rintro ⟨d, h⟩
    cases d with
    | zero => exact h.elim
    | succ d => exact ⟨d, h⟩
  · rintro ⟨d, h⟩
    exact ⟨d + 1, h⟩

/-- The sequences of a statement with every step replaced and without calls. -/
theorem sequences_map {Atom' : Type} {B' : Proc → Stmt Atom' Proc} (f : Atom → Atom') {S : Stmt Atom Proc} (hS : S.CallFree)
    {c : List Atom'} : sequences B' (S.map f) c ↔ ∃ a, sequences B S a ∧ c = a.map f := by
  induction S generalizing c with
  | skip => simp [Stmt.map, sequences_skip]
  | atomic a => simp [Stmt.map, sequences_atomic]
  | seq S T ihS ihT =>
    simp only [Stmt.map, sequences_seq, ihS fun m h => hS m (.inl h), ihT fun m h => hS m (.inr h)]
    constructor
    · rintro ⟨_, _, ⟨a, ha, rfl⟩, ⟨b, hb, rfl⟩, rfl⟩
      exact ⟨a ++ b, ⟨a, b, ha, hb, rfl⟩, by simp⟩
    · rintro ⟨_, ⟨a, b, ha, hb, rfl⟩, rfl⟩
      exact ⟨a.map f, b.map f, ⟨a, ha, rfl⟩, ⟨b, hb, rfl⟩, by simp⟩
  | choice S T ihS ihT =>
    simp only [Stmt.map, sequences_choice, ihS fun m h => hS m (.inl h), ihT fun m h => hS m (.inr h)]
    constructor
    · rintro (⟨a, ha, rfl⟩ | ⟨a, ha, rfl⟩)
      · exact ⟨a, .inl ha, rfl⟩
      · exact ⟨a, .inr ha, rfl⟩
    · rintro ⟨a, ha | ha, rfl⟩
      · exact .inl ⟨a, ha, rfl⟩
      · exact .inr ⟨a, ha, rfl⟩
  | loop S ih =>
    simp only [Stmt.map, sequences_loop]
    constructor
    · intro h
      induction h with
      | nil => exact ⟨[], .nil, rfl⟩
      | cons h1 _ ih2 =>
        obtain ⟨a, ha, rfl⟩ := (ih hS).mp h1
        obtain ⟨b, hb, rfl⟩ := ih2
        exact ⟨a ++ b, .cons ha hb, by simp⟩
    · rintro ⟨a, ha, rfl⟩
      induction ha with
      | nil => exact .nil
      | cons h1 _ ih2 => rw [List.map_append]; exact .cons ((ih hS).mpr ⟨_, h1, rfl⟩) ih2
  | call m => exact absurd rfl (hS m)

/-- Without calls, the table of bodies does not matter. -/
theorem sequences_table {B' : Proc → Stmt Atom Proc} {S : Stmt Atom Proc} (hS : S.CallFree) {a : List Atom} :
    sequences B' S a ↔ sequences B S a := by
  have hid : S.map id = S := by
    clear hS
    induction S with
    | skip => rfl
    | atomic => rfl
    | seq S T ihS ihT => simp only [Stmt.map, ihS, ihT]
    | choice S T ihS ihT => simp only [Stmt.map, ihS, ihT]
    | loop S ih => simp only [Stmt.map, ih]
    | call => rfl
  have h := sequences_map (B := B) (B' := B') id hS (c := a)
  rw [hid] at h
  simpa using h

/-- With abstractions that have no calls inlined, a statement has none. -/
theorem inlineAbs_callFree {abs : Proc → Stmt Atom Proc} (h : ∀ m, (abs m).CallFree) (S : Stmt Atom Proc) : (S.inlineAbs abs).CallFree := by
  induction S with
  | skip => exact fun _ => id
  | atomic => exact fun _ => id
  | seq S T ihS ihT => exact fun m hm => hm.elim (ihS m) (ihT m)
  | choice S T ihS ihT => exact fun m hm => hm.elim (ihS m) (ihT m)
  | loop S ih => exact ih
  | call m => exact h m

end

section

variable {Thread Store Proc : Type}

/-- Section 4: the specification of a procedure. The environment assumption is one for each thread that may run it. -/
structure Spec (Thread Store Proc : Type) where
  invariant : Store → Prop
  rely : Thread → Action Store
  abstraction : Stmt (Atomic Thread Store) Proc

/-- Section 4, Ê(m): the environment assumptions of all that is called from `m`, and its own. -/
def derivedRely (B : Proc → Stmt (Atomic Thread Store) Proc) (spec : Proc → Spec Thread Store Proc) (m : Proc) :
    Thread → Action Store :=
  fun t σ σ' => ∀ l, Reaches B m l → (spec l).rely t σ σ'

/-- The paper's `(p ∧ I)?(X ∧ I' ∧ G)`, for any step: it goes wrong outside of I, too, and keeps I and satisfies G. -/
def constrained (I : Store → Prop) (G : Thread → Action Store) (a : Atomic Thread Store) : Atomic Thread Store
  | t, σ, .store σ' => I σ ∧ a t σ (.store σ') ∧ I σ' ∧ G t σ σ'
  | t, σ, .wrong => ¬ I σ ∨ a t σ .wrong

/-- Section 4, Â(m): every step is constrained. -/
noncomputable def derivedAbstraction (G : Thread → Action Store) (s : Spec Thread Store Proc) : Stmt (Atomic Thread Store) Proc :=
  s.abstraction.map (constrained s.invariant G)

/-- Section 4: the step satisfies Ê(m) of every thread other than the one that makes it. -/
def peers (E : Thread → Action Store) : Thread → Action Store := fun t σ σ' => ∀ j, j ≠ t → E j σ σ'

/-- The step satisfies the assumption of every other thread of those that take part, whatever that thread runs. -/
def everyone (M : List Thread) (E : Thread → Action Store) : Thread → Action Store := fun t σ σ' => ∀ j, j ∈ M → j ≠ t → E j σ σ'

/-- For the paper's operations, the constrained step is the one it prints. -/
theorem constrained_operation (I : Store → Prop) (G : Thread → Action Store) (p : Thread → Store → Prop) (X : Thread → Action Store) :
    constrained I G (fun t => operation (p t) (X t) fun _ _ => True) =
      fun t => operation (fun σ => p t σ ∧ I σ) (fun σ σ' => X t σ σ' ∧ I σ' ∧ G t σ σ') fun _ _ => True := by
  funext t σ r
  apply propext
  cases r with
  | store σ' =>
    simp only [constrained, operation, and_true]
    exact ⟨fun ⟨hI, ⟨hp, hX⟩, h⟩ => ⟨⟨hp, hI⟩, hX, h⟩, fun ⟨⟨hp, hI⟩, hX, h⟩ => ⟨hI, ⟨hp, hX⟩, h⟩⟩
  | wrong =>
    simp only [constrained, operation, not_true, and_false, exists_false, or_false, Classical.not_and_iff_not_or_not]
    exact ⟨Or.symm, Or.symm⟩

/-- Ê(m) implies Ê of everything called from `m`. -/
theorem derivedRely_calls {B : Proc → Stmt (Atomic Thread Store) Proc} {spec : Proc → Spec Thread Store Proc} {m l : Proc}
    (h : (B m).Calls l) {t : Thread} {σ σ' : Store} (hE : derivedRely B spec m t σ σ') : derivedRely B spec l t σ σ' :=
  fun k hk => hE k (.head h hk)

end

end Plato.Procedures
