module
@[expose] public section

/-! Proofs of the everyday kinds. Only run, never imported: what it exercises goes into the code cache. -/

inductive Tree (α : Type) where
  | leaf : Tree α
  | node : Tree α → α → Tree α → Tree α

namespace Tree

def size : Tree α → Nat
  | leaf => 0
  | node l _ r => l.size + 1 + r.size

def mirror : Tree α → Tree α
  | leaf => leaf
  | node l x r => node r.mirror x l.mirror

noncomputable def toList : Tree α → List α
  | leaf => []
  | node l x r => l.toList ++ x :: r.toList

theorem mirror_mirror (t : Tree α) : t.mirror.mirror = t := by
  induction t with
  | leaf => rfl
  | node l x r hl hr => simp [mirror, hl, hr]

theorem size_mirror (t : Tree α) : t.mirror.size = t.size := by
  induction t with
  | leaf => rfl
  | node l x r hl hr => simp only [mirror, size, hl, hr]; omega

theorem length_toList (t : Tree α) : t.toList.length = t.size := by
  induction t with
  | leaf => rfl
  | node l x r hl hr => simp [toList, size, hl, hr]; omega

theorem toList_mirror (t : Tree α) : t.mirror.toList = t.toList.reverse := by
  induction t with
  | leaf => rfl
  | node l x r hl hr => simp [mirror, toList, hl, hr]

end Tree

theorem linear_one (x y z : Int) (h₁ : x ≤ y) (h₂ : y < z) (h₃ : 3 * z ≤ 2 * x + 7) : x ≤ 4 := by omega
theorem linear_two (a b : Nat) (h : a % 4 = 3) (h' : b = a / 2) : b % 2 = 1 := by omega
theorem linear_three (a b c : Nat) : a ≤ b → b ≤ c → (a = c → b = c) ∧ (¬ a = c → a < c) := by
  intro h₁ h₂
  constructor
  · intro h; omega
  · intro h; omega

structure Relation (σ : Type) where
  holds : σ → σ → Prop
  refl : ∀ s, holds s s
  trans : ∀ {a b c}, holds a b → holds b c → holds a c

inductive Star (r : α → α → Prop) : α → α → Prop where
  | refl : Star r a a
  | step : r a b → Star r b c → Star r a c

theorem Star.trans {r : α → α → Prop} {a b c : α} (h₁ : Star r a b) (h₂ : Star r b c) : Star r a c := by
  induction h₁ with
  | refl => exact h₂
  | step h _ ih => exact .step h (ih h₂)

theorem Star.mono {r s : α → α → Prop} (h : ∀ a b, r a b → s a b) {a b : α} (hr : Star r a b) : Star s a b := by
  induction hr with
  | refl => exact .refl
  | step hab _ ih => exact .step (h _ _ hab) ih

def Star.relation (r : α → α → Prop) : Relation α := ⟨Star r, fun _ => .refl, Star.trans⟩

theorem exists_and (p q : Nat → Prop) : (∃ x, p x ∧ q x) → (∃ x, p x) ∧ ∃ x, q x := by
  rintro ⟨x, hp, hq⟩
  refine ⟨⟨x, hp⟩, ⟨x, hq⟩⟩

theorem cases_on_sum (x y : Nat) (h : x + y = 1) : (x = 0 ∧ y = 1) ∨ (x = 1 ∧ y = 0) := by
  rcases x with _ | x
  · left; exact ⟨rfl, by omega⟩
  · right
    obtain ⟨hx, hy⟩ : x = 0 ∧ y = 0 := by omega
    subst hx hy
    exact ⟨rfl, rfl⟩

theorem rewriting (f : Nat → Nat) (h : ∀ x, f (x + 1) = f x + 2) (n : Nat) : f n = f 0 + 2 * n := by
  induction n with
  | zero => simp
  | succ n ih =>
    calc f (n + 1) = f n + 2 := h n
      _ = f 0 + 2 * n + 2 := by rw [ih]
      _ = f 0 + 2 * (n + 1) := by omega

theorem decidable_one : ∀ x : Fin 8, x.val * x.val ≤ 49 := by decide
theorem extensional (f g : Nat → Bool) (h : ∀ x, f x = g x) : f = g := by funext x; exact h x
theorem classical (p q : Prop) : ¬ (p ∧ q) ↔ ¬ p ∨ ¬ q := by
  by_cases hp : p <;> simp [hp]
theorem grinding (a b c : List Nat) (h : a = b) (h' : b = c) : a.length = c.length := by grind

/-- A total evaluator with well-founded recursion. -/
def collatzBelow (bound n : Nat) : Nat :=
  if h : n < bound then collatzBelow bound (n + 1) + 1 else 0
termination_by bound - n

theorem collatzBelow_eq (bound n : Nat) : collatzBelow bound n = bound - n := by
  fun_induction collatzBelow bound n with
  | case1 n h ih => omega
  | case2 n h => omega
