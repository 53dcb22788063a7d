/-
# An admitted goal in a private theorem that nobody uses

    found: sorryAx: a forbidden axiom is used
-/
module

@[expose] public section

private theorem flaw : 1 = 2 := sorry
