/-
# An admitted goal in a module that is called like one of Lean's own

    found: sorryAx: a forbidden axiom is used
-/
module

@[expose] public section

theorem Lean.flaw : 1 = 2 := sorry
