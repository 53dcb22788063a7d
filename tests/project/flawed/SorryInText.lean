/-
# An admitted goal inside an interpolated string

    found: sorryAx: a forbidden axiom is used
-/
module

@[expose] public section

def text : String := s!"{(sorry : String)}"
