/-
# The function that C++ calls is not exported

    found: Plato.report: is not exported to C as plato_kernel_report
    expected: export plato_kernel_report Plato.report
-/
module

@[expose] public section

namespace Plato

def report (n : Nat) : Nat := n

end Plato
