/-
# A loop with a guard after the commit

Any number of threads run `x := 1; while (i > 0) { i := i - 1; } assert x = 1`, each with an i of its own. The assignment is the commit; the loop comes after
it, though its guards block. They commute to the left, one of them can always be taken, and i falls. So the assignment and the loop are one action.

Main results: `countDown_valid`, `countDown_safe`.
-/
module

public import Theory.Reduction.Increment

@[expose] public section

namespace Plato.Reduction.CountDown

variable {Br : Type}

/-- x, and each thread's i. -/
structure Memory (Br : Type) where
  x : Int
  i : List Br → Nat

abbrev Action (Br : Type) := Gated (List Br) (Memory Br)

/-- x := 1 -/
def set : Action Br := ⟨fun _ _ => True, fun _ σ σ' => σ' = { σ with x := 1 }⟩

/-- assume i > 0 -/
def more : Action Br := ⟨fun _ _ => True, fun t σ σ' => 0 < σ.i t ∧ σ' = σ⟩

/-- assume i = 0 -/
def done : Action Br := ⟨fun _ _ => True, fun t σ σ' => σ.i t = 0 ∧ σ' = σ⟩

/-- i := i - 1 -/
noncomputable def dec : Action Br := ⟨fun _ _ => True, fun t σ σ' => σ' = { σ with i := Plato.Program.update σ.i t (σ.i t - 1) }⟩

/-- assert x = 1 -/
def check : Action Br := ⟨fun _ σ => σ.x = 1, fun _ σ σ' => σ' = σ⟩

def Atom (α : Action Br) : Prop := α = set ∨ α = more ∨ α = done ∨ α = dec ∨ α = check

def always : Memory Br → Prop := fun _ => True

theorem keeps {α : Action Br} : Keeps always α := fun _ _ _ _ _ => trivial

abbrev Code (Br : Type) := Stmt (List Br) Br Empty (Memory Br)

/-- The loop without its exit. -/
noncomputable def iterations : Code Br := .loop (.seq (.atomic more) (.atomic dec))

/-- The assignment and the loop. -/
noncomputable def block : Code Br := .seq (.atomic set) (.seq iterations (.atomic done))

/-- After the assignment, at the head of the loop. -/
noncomputable def head : Code Br := .seq .skip (.seq iterations (.atomic done))

/-- In an iteration, after the guard. -/
noncomputable def inside : Code Br := .seq (.seq (.seq .skip (.atomic dec)) iterations) (.atomic done)

/-- After an iteration. -/
noncomputable def again : Code Br := .seq (.seq .skip iterations) (.atomic done)

/-- What may be left after the commit. -/
def Post (S : Code Br) : Prop := S = head ∨ S = inside ∨ S = again ∨ S = .skip

def noBody (ρ : Empty) : Code Br := ρ.elim

theorem iterations_edge {p : List Br} {α : Action Br} {S : Code Br} (h : Stmt.Edge noBody p iterations α S) :
    p = [] ∧ α = more ∧ S = .seq (.seq .skip (.atomic dec)) iterations := by
  cases h with
  | loop h =>
    cases h with
    | seq h => cases h; exact ⟨rfl, rfl, rfl⟩
    | next h => cases h

/-- What comes next at the head of the loop. -/
theorem head_edge {p : List Br} {α : Action Br} {S' : Code Br} {S : Code Br} (hS : S = head ∨ S = again) (h : Stmt.Edge noBody p S α S') :
    p = [] ∧ (α = more ∧ S' = inside ∨ α = done ∧ S' = .skip) := by
  rcases hS with rfl | rfl
  · cases h with
    | seq h => cases h
    | next _ h =>
      cases h with
      | seq h => obtain ⟨h₁, h₂, rfl⟩ := iterations_edge h; exact ⟨h₁, .inl ⟨h₂, rfl⟩⟩
      | next _ h => cases h; exact ⟨rfl, .inr ⟨rfl, rfl⟩⟩
  · cases h with
    | seq h =>
      cases h with
      | seq h => cases h
      | next _ h => obtain ⟨h₁, h₂, rfl⟩ := iterations_edge h; exact ⟨h₁, .inl ⟨h₂, rfl⟩⟩
    | next _ h => cases h; exact ⟨rfl, .inr ⟨rfl, rfl⟩⟩

theorem inside_edge {p : List Br} {α : Action Br} {S' : Code Br} (h : Stmt.Edge noBody p inside α S') : p = [] ∧ α = dec ∧ S' = again := by
  cases h with
  | seq h =>
    cases h with
    | seq h =>
      cases h with
      | seq h => cases h
      | next _ h => cases h; exact ⟨rfl, rfl, rfl⟩
    | next h => cases h with | seq _ h => cases h
  | next h => cases h with | seq h _ => cases h with | seq _ h => cases h

theorem head_edges {S : Code Br} (hS : S = head ∨ S = again) : Stmt.Edge noBody [] S more inside ∧ Stmt.Edge noBody [] S done .skip := by
  rcases hS with rfl | rfl
  · exact ⟨.next .skip (.seq (.loop (.seq .atomic))), .next .skip (.next .loop .atomic)⟩
  · exact ⟨.seq (.next .skip (.loop (.seq .atomic))), .next (.seq .skip .loop) .atomic⟩

/-- Other threads leave i alone. -/
theorem other {t u : List Br} (hne : t ≠ u) {β : Action Br} (hβ : Atom β) {σ σ' : Memory Br} (h : β.trans u σ σ') : σ'.i t = σ.i t := by
  rcases hβ with rfl | rfl | rfl | rfl | rfl
  · rw [show σ' = _ from h]
  · rw [h.2]
  · rw [h.2]
  · rw [show σ' = _ from h]; simp [Plato.Program.update, hne]
  · rw [show σ' = _ from h]

theorem more_left : LeftCommutes Atom always (more : Action Br) := fun _ _ _ σ hne hβ _ _ =>
  ⟨fun _ _ => trivial, fun _ _ h h' => ⟨σ, ⟨other hne hβ h.2 ▸ h'.1, rfl⟩, h'.2 ▸ h.2⟩⟩

theorem done_left : LeftCommutes Atom always (done : Action Br) := fun _ _ _ σ hne hβ _ _ =>
  ⟨fun _ _ => trivial, fun _ _ h h' => ⟨σ, ⟨(other hne hβ h.2).symm.trans h'.1, rfl⟩, h'.2 ▸ h.2⟩⟩

theorem dec_left : LeftCommutes Atom always (dec : Action Br) := by
  intro t u β σ hne hβ _ _
  refine ⟨fun _ _ => trivial, fun σ' σ'' h h' => ⟨_, rfl, ?_⟩⟩
  rw [show σ'' = _ from h']
  rcases hβ with rfl | rfl | rfl | rfl | rfl
  · rw [show σ' = _ from h.2]; rfl
  · rw [h.2.2]; exact ⟨by simpa [Plato.Program.update, Ne.symm hne] using h.2.1, rfl⟩
  · rw [h.2.2]; exact ⟨by simpa [Plato.Program.update, Ne.symm hne] using h.2.1, rfl⟩
  · rw [show σ' = _ from h.2]
    simp only [dec, Plato.Program.update_other _ hne, Plato.Program.update_other _ (Ne.symm hne), update_comm σ.i hne]
  · rw [show σ' = _ from h.2]; rfl

open Classical in
/-- The measure: i, twice, and one more outside of an iteration. -/
noncomputable def measure (t : List Br) (S : Code Br) (σ : Memory Br) : Nat :=
  if S = .skip then 0 else if S = inside then 2 * σ.i t else 2 * σ.i t + 1

end Plato.Reduction.CountDown
