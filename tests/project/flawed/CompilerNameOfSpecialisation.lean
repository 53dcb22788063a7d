/-
# A definition with a name as the compiler gives it to functions that it makes

    found: List.foldl._at_.check.spec_0: a name that means something to Lean's compiler
-/
module

@[expose] public section

def List.foldl._at_.check.spec_0 (n : Nat) : Nat := n
