/-
# An inductive type that is nested in another, which the kernel of this Lean does not check in full

    found: Tree: an inductive type that is nested in another
-/
module

@[expose] public section

inductive Tree where
  | node (children : List Tree)
