/-
# The verification conditions of a program as text

The conditions of a certificate that has no refutations yet, which the prover asks the kernel for. Soundness does not depend on this: the
kernel computes the conditions again when it checks a certificate.

Main definitions: `Kernel.conditionsOf`, `conditionsReport`.
-/
module

public import Plato.Goal.Print
public import Plato.Kernel

@[expose] public section

namespace Plato

/-- What is asked for as text, or why there is none. -/
structure TextReport where
  ok : Bool
  line : Nat
  column : Nat
  text : String

/-- The text, or the reason and its place in the bytes. -/
def TextReport.of (bytes : ByteArray) : Except Error String → TextReport
  | .ok text => ⟨true, 0, 0, text⟩
  | .error ⟨offset, reason⟩ =>
    let (line, column) := position bytes offset 0 1 1
    ⟨false, line, column, reason.message⟩

/-- The conditions of the method that the certificate names, and which of them shows what, as text. The complete certificate will be longer
than its program and outline, and its length decides how much effort is allowed; since no claim is made here, the effort allowed is sixteen
times that of the bytes so far. -/
def Kernel.conditionsOf (bytes : ByteArray) : Except Error String := do
  let ⟨_, start⟩ ← Reader.header bytes
  let ⟨p, method, named, first⟩ ← program bytes start (ProgramTables.empty (room bytes))
  match method with
  | .threadModular => do
    let (_, outlined, next) ← outlinedProgram bytes p first
    let generated ← atOffset next (conditions outlined (room bytes) (16 * effort bytes))
    .ok (generated.text ++ (programScopes outlined).text)
  | .procedures => do
    let (_, outlined, next) ← outlinedProgram bytes p first
    let witness ← atOffset next (witnessOf outlined)
    let left ← atOffset next (payForCalls outlined (16 * effort bytes))
    let generated ← atOffset next (modularConditions outlined witness (room bytes) left)
    .ok (generated.text ++ (procedureScopes outlined witness 0 (programScopes outlined)).text)
  | .reduction => do
    let r ← reduced bytes p first
    let movers ← atOffset r.next (moversOf r (room bytes) (16 * effort bytes))
    let generated ← atOffset r.next (conditionsAfter r.outlined movers)
    .ok (generated.text ++ (scopesAfter r.outlined movers.conditions.size).text)
  | _ => .error ⟨named, .otherMethod "by thread-modular"⟩

/-- The conditions, or why there are none. This is the function that C++ asks. -/
@[export plato_kernel_conditions]
def conditionsReport (bytes : ByteArray) : TextReport := .of bytes (Kernel.conditionsOf bytes)

end Plato
