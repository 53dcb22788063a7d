/-
# The same option, set inside a term

    found: the option debug.skipKernelTC is not allowed
-/
module

@[expose] public section

theorem evil : (2 : Nat) = 2 := set_option debug.skipKernelTC true in rfl
