/-
# A program that runs when the module is loaded

    found: the command initialize is not allowed
-/
module

@[expose] public section

initialize counter : IO.Ref Nat ← IO.mkRef 0
