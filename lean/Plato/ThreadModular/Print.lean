/-
# The verification conditions of a program as text

What the prover asks the kernel for. Nothing rests on this: the kernel computes the conditions again when it checks a certificate.

Main definitions: `conditionsReport`.
-/
module

public import Plato.Goal.Print
public import Plato.Report

@[expose] public section

namespace Plato

/-- The conditions as text, or why there are none. -/
structure ConditionsReport where
  ok : Bool
  line : Nat
  column : Nat
  text : String

/-- The conditions of a certificate's program (up to its line `proof`). This is the function that C++ asks. -/
@[export plato_kernel_conditions]
def conditionsReport (bytes : ByteArray) : ConditionsReport :=
  let report (e : Error) : ConditionsReport :=
    match position bytes e.offset 0 1 1 with
    | (line, column) => ⟨false, line, column, e.reason.message⟩
  match Reader.header bytes with
  | .error e => report e
  | .ok ⟨_, start⟩ =>
    match Kernel.program bytes start (ProgramTables.empty (Kernel.room bytes)) with
    | .error e => report e
    | .ok (read, first) =>
      -- the certificate will be longer than the program, and its length decides how much effort is allowed: here no claim is made
      match conditions read (Kernel.room bytes) (16 * Kernel.effort bytes) with
      | .error reason => report ⟨first, reason⟩
      | .ok g => ⟨true, 0, 0, g.text⟩

end Plato
