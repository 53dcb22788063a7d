/-
# Lean's own library, with which a proof can be written by a program

    found: imports Lean.Elab.Command, which is neither ours nor allowed
-/
module

public import Lean.Elab.Command

@[expose] public section

theorem fine : 1 = 1 := rfl
