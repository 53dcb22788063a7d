/-
# Steps that may fail

What is done step by step in `do` notation succeeds exactly if every step does.

Main results: `bind_ok`.
-/
module

@[expose] public section

namespace Plato

/-- Two steps succeed if the first one does and the second one, with its result, does too. -/
theorem bind_ok {ε α β} {x : Except ε α} {f : α → Except ε β} {b : β} : (x >>= f) = .ok b ↔ ∃ a, x = .ok a ∧ f a = .ok b := by
  cases x with
  | error e => simp [bind, Except.bind]
  | ok a => simp [bind, Except.bind]

end Plato
