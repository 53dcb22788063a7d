/-
# A function outside of the logic

    found: the command unsafe is not allowed
    behind an innocent source: trick: not a safe definition
-/
module

@[expose] public section

unsafe def trick (n : Nat) : Nat := n
