/-
# The same option, set inside a proof

    found: the option debug.skipKernelTC is not allowed
-/
module

@[expose] public section

theorem evil : (2 : Nat) = 2 := by
  set_option debug.skipKernelTC true in
  rfl
