/-
# A definition that the compiler takes for another one's code

    found: Plato.check._unsafe_rec: a name that means something to Lean's compiler
-/
module

@[expose] public section

namespace Plato

def check._unsafe_rec (n : Nat) : Nat := n + 1

def check (n : Nat) : Nat := n

end Plato
