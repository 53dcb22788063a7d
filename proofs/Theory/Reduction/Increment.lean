/-
# The increment under a lock

Figure 1 of Elmas, Qadeer and Tasiran, *A Calculus of Atomic Actions*, for any type of threads: acquire the lock, read x, write x, release the lock. The accesses
assert that the lock is held, as the tactic `mutex` makes them. The first three are right movers, the release is a left mover, so the whole is one
action that adds 1 to x, and no assertion fails.

Main results: `increment_valid`, `increment_safe`, `increment_refines`.
-/
module

public import Theory.Reduction.Rules
public import Theory.Reduction.Soundness

@[expose] public section

namespace Plato.Reduction

namespace Increment

variable {Br : Type}

/-- The lock, x, and each thread's local variable. -/
structure Memory (Br : Type) where
  lock : Option (List Br)
  x : Int
  own : List Br → Int

abbrev Action (Br : Type) := Gated (List Br) (Memory Br)

/-- acquire(lock) -/
def acquire : Action Br := ⟨fun _ _ => True, fun t σ σ' => σ.lock = none ∧ σ' = { σ with lock := some t }⟩

/-- assert lock = tid; own := x -/
noncomputable def read : Action Br := ⟨fun t σ => σ.lock = some t, fun t σ σ' => σ' = { σ with own := Plato.Program.update σ.own t σ.x }⟩

/-- assert lock = tid; x := own + 1 -/
def write : Action Br := ⟨fun t σ => σ.lock = some t, fun t σ σ' => σ' = { σ with x := σ.own t + 1 }⟩

/-- assert lock = tid; release(lock) -/
def release : Action Br := ⟨fun t σ => σ.lock = some t, fun _ σ σ' => σ' = { σ with lock := none }⟩

def Atom (α : Action Br) : Prop := α = acquire ∨ α = read ∨ α = write ∨ α = release

def always : Memory Br → Prop := fun _ => True

/-- The procedure's body. -/
noncomputable def inc : Stmt (List Br) Br Empty (Memory Br) := .seq (.atomic acquire) (.seq (.atomic read) (.seq (.atomic write) (.atomic release)))

/-- The one action. -/
noncomputable def increment : Action Br := acquire.comp (read.comp (write.comp release))

theorem held_right {α : Action Br} (hg : ∀ {t σ}, α.gate t σ → σ.lock = some t) (hl : ∀ {t σ σ'}, α.trans t σ σ' → σ'.lock = σ.lock) :
    RightMover Atom always α := by
  rw [rightMover_iff]
  rintro t u β σ σ' hne hβ _ hgβ ⟨hgα, htr⟩
  have ht := hg hgα
  have ht' := (hl htr).trans ht
  rcases hβ with rfl | rfl | rfl | rfl
  · refine ⟨trivial, fun σ'' h => ?_⟩
    have := h.1
    rw [ht'] at this
    cases this
  · exact absurd (Option.some.inj (ht.symm.trans hgβ)) hne
  · exact absurd (Option.some.inj (ht.symm.trans hgβ)) hne
  · exact absurd (Option.some.inj (ht.symm.trans hgβ)) hne

theorem acquire_right : RightMover Atom always (acquire : Action Br) := by
  rw [rightMover_iff]
  rintro t u β σ σ' hne hβ _ hgβ ⟨_, hl, rfl⟩
  rcases hβ with rfl | rfl | rfl | rfl
  · exact ⟨trivial, fun σ'' h => by cases h.1⟩
  · exact absurd (hl.symm.trans hgβ) (by simp)
  · exact absurd (hl.symm.trans hgβ) (by simp)
  · exact absurd (hl.symm.trans hgβ) (by simp)

theorem release_left : LeftMover Atom always (release : Action Br) := by
  rintro t u β hne (rfl | rfl | rfl | rfl)
  · refine ⟨fun σ _ hg => ⟨trivial, fun σ' h => ?_⟩, fun σ σ' _ hg ⟨m, h, _⟩ => ?_⟩
    · exact absurd (h.1.symm.trans hg.1) (by simp)
    · exact absurd (h.1.symm.trans hg.1) (by simp)
  all_goals exact ⟨fun σ _ hg => absurd (hg.2 _ rfl) (by simp [Gated.at, read, write, release]),
    fun σ σ' _ hg _ => absurd (hg.2 _ rfl) (by simp [Gated.at, read, write, release])⟩

/-- Any number of threads that each increment x. -/
noncomputable def reduction (Br : Type) : Reduction (List Br) Br Empty (Memory Br) where
  root := []
  child t b := b :: t
  main := .par fun _ => .mark increment .out inc
  body ρ := ρ.elim
  Atom := Atom
  I := always
  Pre S := Atomic Atom always (fun _ => none) S ∧ Within 0 S
  Post S := Lefts Atom always (fun _ => none) S ∧ Within 0 S

theorem keeps {α : Action Br} : Keeps always α := fun _ _ _ _ _ => trivial

/-- All conditions of the reduction hold. -/
theorem increment_valid (Br : Type) : (reduction Br).Valid := by
  refine Typing.valid (annot := fun _ => none) ⟨?_, fun _ => keeps, ⟨fun h => (by cases h), (fun {ρ} => ρ.elim), fun ρ => ρ.elim⟩, fun b => ⟨⟨rfl, by simp [inc]⟩,
    ⟨?_, trivial, trivial, trivial, trivial⟩, ?_⟩, fun ρ => ρ.elim, rfl, rfl⟩
  · intro p q h
    have := (actor_cons [] p).symm.trans (h.trans (actor_cons [] q))
    simpa using this
  · refine .inl ⟨⟨.inl rfl, acquire_right⟩, .inl ⟨⟨.inr (.inl rfl), held_right id fun h => by rw [h]⟩, .inr ⟨.inr (.inr (.inl rfl)), ?_⟩⟩⟩
    exact ⟨.inr (.inr (.inr rfl)), release_left⟩
  · exact Summary.seq .atomic (Summary.seq .atomic (Summary.seq .atomic .atomic keeps) keeps) keeps

/-- The action's gate always holds, and it adds 1 to x. -/
theorem increment_adds {t : List Br} {σ σ' : Memory Br} : increment.gate t σ ∧ (increment.trans t σ σ' → σ'.x = σ.x + 1) := by
  refine ⟨⟨trivial, ?_⟩, ?_⟩
  · rintro _ ⟨_, rfl⟩
    refine ⟨rfl, ?_⟩
    rintro _ rfl
    refine ⟨rfl, ?_⟩
    rintro _ rfl
    rfl
  · rintro ⟨m, ⟨_, rfl⟩, m', rfl, m'', rfl, rfl⟩
    simp [Plato.Program.update]

/-- No assertion of any thread fails. -/
theorem increment_safe (Br : Type) {σ : Memory Br} : ¬ (reduction Br).source.Bad always σ := fun h =>
  Program.Validated.safe (P := (reduction Br).target) (I := always) ⟨fun _ => fun _ => (increment_adds (σ' := σ)).1, fun ρ => ρ.elim⟩
    ⟨fun _ => keeps, fun ρ => ρ.elim⟩ ((increment_valid Br).bad h)

/-- Where all threads have ended, the atomic increments come to the same store. -/
theorem increment_refines (Br : Type) {σ σ' : Memory Br} (h : (reduction Br).source.Good always σ σ') : (reduction Br).target.Good always σ σ' :=
  ((increment_valid Br).good h).resolve_left fun hb =>
    Program.Validated.safe (P := (reduction Br).target) (I := always) ⟨fun _ => fun _ => (increment_adds (σ' := σ)).1, fun ρ => ρ.elim⟩
      ⟨fun _ => keeps, fun ρ => ρ.elim⟩ hb

end Increment

end Plato.Reduction
