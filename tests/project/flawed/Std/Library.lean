/-
# An axiom in a module that is called like one of Lean's library

    found: the command axiom is not allowed
    behind an innocent source: Std.wish: an axiom of ours
-/
module

@[expose] public section

axiom Std.wish : 1 = 2
