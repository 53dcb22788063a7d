/-
# The paper's example

The program Simple(n) of section 1.1 of Flanagan and Qadeer, *Assume-Guarantee Model Checking*, with the paper's R and G and its three
properties, for threads of any type: any number of them. The lock `m` is `none` where the paper has 0.

The paper says of R that `m = 1` at location 4; it is to be `x = 1`: `m` is the thread there (`printed_assertion`). And the full product has not
O(2ⁿ) states but about n·2ⁿ: any threads may have ended while any one holds the lock.

Main definitions: `simple`, `simpleR`, `simpleG`.
Main results: `simple_closed`, and the three properties: `simple_raceFree`, `simple_assertion`, `simple_invariant`.
-/
module

public import Theory.ModelChecking.Races

@[expose] public section

namespace Plato.ModelChecking

variable {Tid : Type}

/-- The mutex and the data variable. -/
structure SimpleStore (Tid : Type) where
  m : Option Tid
  x : Int

/-- `1: acquire; 2: x := 0; 3: x := x + 1; 4: assert x > 0; 5: release; 6:`. The local store is the program counter. -/
inductive SimpleStep (t : Tid) : SimpleStore Tid → Nat → SimpleStore Tid → Nat → Prop where
  | acquire {x} : SimpleStep t ⟨none, x⟩ 1 ⟨some t, x⟩ 2
  | reset {m x} : SimpleStep t ⟨m, x⟩ 2 ⟨m, 0⟩ 3
  | increment {m x} : SimpleStep t ⟨m, x⟩ 3 ⟨m, x + 1⟩ 4
  | assert {m x} : 0 < x → SimpleStep t ⟨m, x⟩ 4 ⟨m, x⟩ 5
  | release {m x} : SimpleStep t ⟨m, x⟩ 5 ⟨none, x⟩ 6

/-- Simple(n), with a thread for each element of the type. -/
def simple (Tid : Type) : System Tid (SimpleStore Tid) Nat where
  init g ls := g = ⟨none, 1⟩ ∧ ∀ t, ls t = 1
  T := SimpleStep

/-- The paper's G. -/
def simpleG (t : Tid) (g g' : SimpleStore Tid) : Prop :=
  (g.m = none ∧ g'.m = some t ∧ g.x = 1 ∧ g'.x = 1) ∨ (g.m = some t ∧ g'.m = none ∧ g.x = 1 ∧ g'.x = 1) ∨
  (g.m = some t ∧ g'.m = some t ∧ g.x = 0 ∧ g'.x = 1) ∨ (g.m = some t ∧ g'.m = some t ∧ g.x = 1 ∧ (g'.x = 0 ∨ g'.x = 1))

/-- The paper's R. -/
def simpleR (t : Tid) (g : SimpleStore Tid) (pc : Nat) : Prop :=
  ((pc = 1 ∨ pc = 6) ∧ g.m = none ∧ g.x = 1) ∨ ((pc = 1 ∨ pc = 6) ∧ (∃ u, u ≠ t ∧ g.m = some u) ∧ (g.x = 0 ∨ g.x = 1)) ∨
  ((pc = 2 ∨ pc = 4 ∨ pc = 5) ∧ g.m = some t ∧ g.x = 1) ∨ (pc = 3 ∧ g.m = some t ∧ g.x = 0)

/-- They are closed. -/
theorem simple_closed : Closed (simple Tid) simpleR simpleG where
  init := by rintro t g ls ⟨rfl, h⟩; exact .inl ⟨.inl (h t), rfl, rfl⟩
  env := by
    rintro t e ⟨m, x⟩ ⟨m', x'⟩ l hR hG hte
    simp only [simpleR, simpleG] at hR hG ⊢
    rcases hG with ⟨rfl, rfl, rfl, rfl⟩ | ⟨rfl, rfl, rfl, rfl⟩ | ⟨rfl, rfl, rfl, rfl⟩ | ⟨rfl, rfl, rfl, hx⟩ <;>
      simp_all [Ne.symm hte] <;> simp_all [eq_comm]
  step := by
    rintro t g l g' l' hR hT
    cases hT <;> simp_all [simpleR]
  guarantee := by
    rintro t g l g' l' hR hT
    cases hT <;> simp_all [simpleR, simpleG]

/-- Locations 2, 3 and 4 access x, and 2 and 3 write it. -/
def simpleAccesses : Accesses Tid (SimpleStore Tid) Nat Unit where
  reads _ _ pc _ := pc = 3 ∨ pc = 4
  writes _ _ pc _ := pc = 2 ∨ pc = 3

/-- 1. There are no races on x. -/
theorem simple_raceFree : (simple Tid).RaceFree simpleAccesses () :=
  raceFree_of_owner simple_closed (owns := fun t g => g.m = some t) (fun _ _ _ ht hu => Option.some.inj (ht.symm.trans hu))
    fun t g pc hR hx => by
      simp only [simpleR, Accesses.touches, simpleAccesses] at hR hx
      rcases hR with h | h | h | h <;> first | exact h.2.1 | (exfalso; omega)

/-- 2. The assertion does not fail. -/
theorem simple_assertion : (simple Tid).Correct fun _ g pc => pc = 4 ∧ ¬ 0 < g.x :=
  correct_of_closed simple_closed fun t g pc hR ⟨hpc, hx⟩ => by simp only [simpleR] at hR; omega

/-- 3. Where the lock is free, x is 1. -/
theorem simple_invariant {g : SimpleStore Tid} {ls : Tid → Nat} (hr : (simple Tid).Reached g ls) : g.m = none → g.x = 1 := by
  refine invariant_of_closed simple_closed (I := fun g => g.m = none → g.x = 1) (fun t g pc hR hm => ?_) (fun g ls hi _ => by rw [hi.1]) hr
  rcases hR with h | ⟨_, ⟨u, _, hu⟩, _⟩ | h | h
  · exact h.2.2
  · rw [hm] at hu; cases hu
  · exact h.2.2
  · rw [hm] at h; cases h.2.1

/-- At location 4 the lock is held by whichever thread is there, and not by thread 1. -/
theorem printed_assertion (t : Tid) : simpleR t ⟨some t, 1⟩ 4 := .inr (.inr (.inl ⟨.inr (.inl rfl), rfl, rfl⟩))

end Plato.ModelChecking
