/-
# Certificates: what one line says

The abstract syntax of the format specified in `certificates/FORMAT.md`. A certificate is a list of lines; `Plato.Reader`
turns bytes into lines one at a time and `Plato.Kernel` acts on them.

A *literal* is an entry of the formula table or its negation, written `e` or `-e` and encoded as `2 * e` or `2 * e + 1`.

Main definitions: `Literal`, `Literal.negate`, `Clause`, `Definiens`, `Line`.
-/
module

@[expose] public section

namespace Plato

/-- An entry `e` of the table (`2 * e`) or its negation (`2 * e + 1`). -/
abbrev Literal := Nat

/-- The entry a literal speaks of. -/
abbrev Literal.entry (l : Literal) : Nat := l / 2

/-- Whether the literal is the entry itself, not its negation. -/
abbrev Literal.positive (l : Literal) : Bool := l % 2 == 0

/-- The complementary literal. -/
def Literal.negate (l : Literal) : Literal := if l % 2 = 0 then l + 1 else l - 1

/-- A disjunction of literals. -/
abbrev Clause := Array Literal

/-- The right-hand side of a table entry: its shape, with literals as children. -/
inductive Definiens where
  | true
  | atom (name : Nat)
  | and (children : Array Literal)
  | or (children : Array Literal)
  | implies (a b : Literal)
  | iff (a b : Literal)
  | ite (condition a b : Literal)

/-- One line of a certificate after its header. -/
inductive Line where
  /-- A remark for people. -/
  | comment
  /-- A new entry of the formula table. -/
  | entry (definiens : Definiens)
  /-- The problem contains this literal. -/
  | assert (l : Literal)
  /-- The problem is complete; steps follow. -/
  | proof
  /-- Add a clause of the entry's truth table. -/
  | definition (entry number : Nat)
  /-- Add a clause that unit propagation through the hints confirms. -/
  | rup (clause : Clause) (hints : Array Nat)
  /-- Forget clauses. -/
  | delete (clauses : Array Nat)

end Plato
