/-
# Names of one namespace in another

    found: the command export is not allowed
-/
module

@[expose] public section

export Nat (succ)
