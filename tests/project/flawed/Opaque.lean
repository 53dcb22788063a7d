/-
# A constant without a value to look at

    found: the command opaque is not allowed
    behind an innocent source: secret: opaque
-/
module

@[expose] public section

opaque secret : Nat
