/-
# The papers' operations

Atomic steps as the papers write them, as transitions. In *Thread-Modular Verification for Shared-Memory Programs* an operation is
`step ↓ post`: it goes wrong if its step can lead to a store for which the post-assertion is false. Here it also has a gate, outside of
which it goes wrong whatever its step is. Basic and Await of *The Rely-Guarantee Method in Isabelle/HOL* cannot go wrong: they are actions.

Main definitions: `operation`, `transition` (an action by itself). Main results: `operation_true`.
-/
module

public import Theory.Statement

@[expose] public section

namespace Plato

variable {Store : Type}

/-- `gate ? step ↓ post`. -/
def operation (gate : Store → Prop) (step post : Action Store) : Transition Store
  | σ, .store σ' => gate σ ∧ step σ σ' ∧ post σ σ'
  | σ, .wrong => ¬ gate σ ∨ ∃ σ', step σ σ' ∧ ¬ post σ σ'

/-- The action: it never goes wrong. -/
def transition (A : Action Store) : Transition Store
  | σ, .store σ' => A σ σ'
  | _, .wrong => False

/-- An operation that asserts nothing is its step. -/
theorem operation_true (step : Action Store) : operation (fun _ => True) step (fun _ _ => True) = transition step := by
  funext σ r
  cases r <;> simp [operation, transition]

end Plato
