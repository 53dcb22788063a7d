/-
# Problems: terms, formulas, and which of them are asserted

The first part of a certificate about formulas. Each line adds a term or an entry to the tables, or asserts a literal.

Main definitions: `Problem`, `Problem.add`, `problem`.
-/
module

public import Plato.Table.Table
public import Plato.Certificate.Reader

@[expose] public section

namespace Plato.Kernel

/-- The problem read so far: the formulas named, and which literals are asserted. -/
structure Problem where
  tables : Tables
  asserted : Array Literal
  /-- The formulas of the asserted literals: the claim. -/
  assertions : Array Formula

/-- The problem before its first line. -/
def Problem.empty (room : Nat) : Problem := ⟨Tables.initial room, #[], #[]⟩

/-- What one line of the problem adds to it. -/
def Problem.add (problem : Problem) : Line → Except Reason Problem
  | .comment => .ok problem
  | .entry definiens => do
    let tables ← problem.tables.define definiens
    .ok { problem with tables }
  | .term shape => do
    let tables ← problem.tables.addTerm shape
    .ok { problem with tables }
  | .assert l => do
    require (l.entry < problem.tables.formulas.size) (.noSuchEntry l.entry)
    let formula := problem.tables.literal l
    .ok { problem with asserted := problem.asserted.push l, assertions := problem.assertions.push formula }
  | _ => .error (.expected "a term, an entry, an assertion or the end of the problem; steps and witnesses come after 'by refutation'")

/-- Reads the problem up to the line `by refutation`; gives it and the offset of the first step. -/
def problem (bytes : ByteArray) (i : Nat) (read : Problem) : Except Error (Problem × Nat) := do
  let ⟨line, next⟩ ← Reader.line bytes i
  match line with
  | .by_ .refutation => .ok (read, next)
  | .by_ _ => .error ⟨i, .otherMethod "by refutation"⟩
  | line =>
    let read ← atOffset i (read.add line)
    if _h : i < next ∧ i < bytes.size then problem bytes next read
    else .error ⟨i, .expected "another line"⟩
termination_by bytes.size - i

end Plato.Kernel
