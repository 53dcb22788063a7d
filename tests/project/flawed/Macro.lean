/-
# A macro, which can make a proof say something else

    found: the command macro is not allowed
    behind an innocent source: has entries of .*metaExt, which is not allowed
-/
module

@[expose] public section

macro "magic" : term => `(1)
