/-
# A function that need not end

    found: the command partial is not allowed
    behind an innocent source: search: opaque
-/
module

@[expose] public section

partial def search (n : Nat) : Nat := search (n + 1)
