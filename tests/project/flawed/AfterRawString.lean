/-
# An axiom after a raw string that ends in a backslash

    found: the command axiom is not allowed
-/
module

@[expose] public section

def backslash : String := r"\"

axiom wish : 1 = 2

def other : String := r"\"
