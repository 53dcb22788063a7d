/-
# An option tells Lean to skip its kernel

    found: the option debug.skipKernelTC is not allowed
    behind an innocent source: Plato._*evil.*: Lean's kernel rejects it
-/
module

@[expose] public section

namespace Plato

set_option debug.skipKernelTC true in
theorem evil : (1 : Nat) = 2 := by decide +kernel

theorem anything (claim : Prop) : claim := absurd evil (by decide)

end Plato
