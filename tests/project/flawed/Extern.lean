/-
# Compiled code that comes from C

    found: the attribute extern is not allowed
    behind an innocent source: entries of Lean.externAttr
-/
module

@[expose] public section

@[extern "somewhere_else"]
def check (n : Nat) : Nat := n
