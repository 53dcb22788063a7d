/-
# Compiled code that is not that of the definition

    found: the attribute implemented_by is not allowed
    behind an innocent source: entries of Lean.Compiler.implementedByAttr
-/
module

@[expose] public section

def other (n : Nat) : Nat := n + 1

@[implemented_by other]
def check (n : Nat) : Nat := n
