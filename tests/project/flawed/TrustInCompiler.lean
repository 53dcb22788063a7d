/-
# A proof by running compiled code

    found: Lean.ofReduceBool: a forbidden axiom is used
-/
module

@[expose] public section

theorem flaw : 2 + 2 = 4 := by native_decide
