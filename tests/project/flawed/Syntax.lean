/-
# New syntax

    found: the command syntax is not allowed
-/
module

@[expose] public section

syntax "magic" : term
