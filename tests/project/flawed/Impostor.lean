/-
# Another function under the name that C++ calls

    found: Plato.impostor: is exported to C as plato_kernel_report, which is not expected
    expected: export plato_kernel_report Plato.report
-/
module

@[expose] public section

namespace Plato

def report (n : Nat) : Nat := n

@[export plato_kernel_report]
def impostor (_ : Nat) : Nat := 1

end Plato
