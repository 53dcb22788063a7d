/-
# An axiom

    found: the command axiom is not allowed
    behind an innocent source: wish: an axiom of ours
-/
module

@[expose] public section

axiom wish : 1 = 2

theorem flaw : 1 = 2 := wish
