/-
# Checking models

A certificate of satisfiability gives a model after its problem. The kernel reads the model first and then evaluates the problem in it,
line by line.

Main definitions: `Kernel.skipProblem`, `Kernel.valuation`, `Kernel.evaluate`.
-/
module

public import Plato.Table.Problem
public import Plato.Evaluation.Assignment

@[expose] public section

namespace Plato.Kernel

/-- Skips the problem up to the line `by model`; gives the offset of the model's first line. -/
def skipProblem (bytes : ByteArray) (i : Nat) : Except Error Nat := do
  let ⟨line, next⟩ ← Reader.line bytes i
  match line with
  | .by_ .model => .ok next
  | .by_ _ => .error ⟨i, .otherMethod "by model"⟩
  | _ =>
    if _h : i < next ∧ i < bytes.size then skipProblem bytes next
    else .error ⟨i, .expected "another line"⟩
termination_by bytes.size - i

/-- Reads the model to the end of the file. -/
def valuation (bytes : ByteArray) (i : Nat) (v : Valuation) : Except Error Valuation :=
  if i < bytes.size then do
    let line ← Reader.assignment bytes i
    let v ← atOffset i (v.assign line)
    if _h : i < line.next ∧ i < bytes.size then valuation bytes line.next v
    else .error ⟨i, .expected "another line"⟩
  else .ok v
termination_by bytes.size - i

/-- Reads the problem up to the line `by model` and evaluates it on the way; succeeds if all assertions are true. -/
def evaluate (bytes : ByteArray) (v : Valuation) (i effort : Nat) (read : Problem) (values : Values) : Except Error Problem := do
  let ⟨line, next⟩ ← Reader.line bytes i
  match line with
  | .by_ _ => .ok read
  | line =>
    let read ← atOffset i (read.add line)
    let (values, effort) ← atOffset i (values.add v effort line)
    if _h : i < next ∧ i < bytes.size then evaluate bytes v next effort read values
    else .error ⟨i, .expected "another line"⟩
termination_by bytes.size - i

end Plato.Kernel
