/-
# Results that may be rejections

The kernel is written in `do` notation over `Except`. These lemmas say what an accepted result means for each part, one lemma for each way
in which parts are put together.

Main results: `bind_ok`, `atOffset_ok`, `require_ok`, `orReject_ok`, `rejectIf_ok`.
-/
module

public import Plato.Certificate.Error

@[expose] public section

namespace Plato

/-- A sequence is accepted if its first part is, and the rest is with the result of the first. -/
theorem bind_ok {ε α β} {x : Except ε α} {f : α → Except ε β} {b : β} : (x >>= f) = .ok b ↔ ∃ a, x = .ok a ∧ f a = .ok b := by
  cases x <;> simp [bind, Except.bind]

/-- A sequence of optional parts has a result if its first part has, and the rest has with the result of the first. -/
theorem bind_some {α β} {x : Option α} {f : α → Option β} {b : β} : (x >>= f) = some b ↔ ∃ a, x = some a ∧ f a = some b := by
  cases x <;> simp [bind, Option.bind]

/-- An offset changes only rejections. -/
theorem atOffset_ok {α : Type} {offset : Nat} {x : Except Reason α} {a : α} : atOffset offset x = .ok a ↔ x = .ok a := by
  cases x <;> simp [atOffset]

/-- What is required holds. -/
theorem require_ok {ε : Type} {p : Prop} [Decidable p] {e : ε} {u : Unit} : require p e = .ok u ↔ p := by
  unfold require
  split <;> simp [*]

/-- Something was found. -/
theorem orReject_ok {ε α : Type} {e : ε} {x : Option α} {a : α} : orReject e x = .ok a ↔ x = some a := by
  cases x <;> simp [orReject]

/-- There is no reason to reject. -/
theorem rejectIf_ok {reason : Option Reason} {u : Unit} : rejectIf reason = .ok u ↔ reason = none := by
  cases reason <;> simp [rejectIf]

/-- A conditional that rejects otherwise. -/
theorem ite_error {ε α : Type} {p : Prop} [Decidable p] {e : ε} {x : Except ε α} {a : α} :
    (if p then x else .error e) = .ok a ↔ p ∧ x = .ok a := by
  split <;> simp [*]

end Plato
