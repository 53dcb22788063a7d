/-
# An admitted goal

    found: sorryAx: a forbidden axiom is used
-/
module

@[expose] public section

theorem flaw : 1 = 2 := sorry
