/-
# An axiom after the character literal that a naive reader takes for the start of a string

    found: the command axiom is not allowed
-/
module

@[expose] public section

def quote : Char := '"'

axiom wish : 1 = 2

def otherQuote : Char := '"'
