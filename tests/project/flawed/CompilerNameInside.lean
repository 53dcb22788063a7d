/-
# The same, below the definition

    found: Plato.check._unsafe_rec: a name that means something to Lean's compiler
-/
module

@[expose] public section

namespace Plato

def check (n : Nat) : Nat := if _unsafe_rec n = 0 then n else n
where _unsafe_rec (n : Nat) : Nat := n + 1

end Plato
