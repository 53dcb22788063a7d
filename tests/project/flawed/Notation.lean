/-
# A notation, which can make a statement look like another one

    found: the command mixfix is not allowed
-/
module

@[expose] public section

local infixl:65 " ⊕⊕ " => Nat.add
