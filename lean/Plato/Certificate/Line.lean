/-
# Certificates: what one line says

The abstract syntax of the format specified in `certificates/FORMAT.md`. A certificate is a list of lines; `Plato.Certificate.Reader`
turns bytes into lines one at a time and `Plato.Kernel` acts on them.

A *literal* is an entry of the formula table or its negation, written `e` or `-e` and encoded as `2 * e` or `2 * e + 1`: one machine word.
Entry 0 is the formula true. Proofs read a literal as that number: `simp` unfolds what is defined here.

Main definitions: `Literal`, `Literal.entry`, `Literal.isPositive`, `Literal.negate`, `Clause`, `Operator`, `TermShape`, `Definiens`, `Instruction`, `Method`, `Line`.
-/
module

@[expose] public section

namespace Plato

/-- An entry `e` of the table (`2 * e`) or its negation (`2 * e + 1`). -/
abbrev Literal := Nat

/-- The literal that is the entry itself. -/
@[simp] abbrev Literal.positive (entry : Nat) : Literal := 2 * entry

/-- The literal that is the negation of the entry. -/
@[simp] abbrev Literal.negative (entry : Nat) : Literal := 2 * entry + 1

/-- The formula true. -/
@[simp] abbrev Literal.true : Literal := 0

/-- The formula false. -/
@[simp] abbrev Literal.false : Literal := 1

/-- The entry that the literal is, or negates. -/
@[simp] abbrev Literal.entry (l : Literal) : Nat := l / 2

/-- The literal is its entry, not the negation of it. -/
@[simp] abbrev Literal.isPositive (l : Literal) : Prop := l % 2 = 0

/-- The literal negates its entry. -/
@[simp] abbrev Literal.isNegative (l : Literal) : Prop := l % 2 = 1

/-- The two literals are both entries or both negations. -/
@[simp] abbrev Literal.sameSign (l m : Literal) : Prop := l % 2 = m % 2

/-- The complementary literal. -/
def Literal.negate (l : Literal) : Literal := if l.isPositive then l + 1 else l - 1

/-- A disjunction of literals. -/
abbrev Clause := Array Literal

/-- The operators with two arguments. -/
inductive Operator where
  | add | sub | mul | div | mod | pair | branch | select | difference
  deriving DecidableEq

/-- A term of the term table, with the numbers of its subterms as children. -/
inductive TermShape where
  | num (n : Int)
  | var (name version : Nat)
  | logic (name : Nat)
  | bound (index : Nat)
  | binary (operator : Operator) (a b : Nat)
  | store (m i x : Nat)
  | const (x : Nat)
  | ite (condition : Literal) (a b : Nat)
  /-- An integer for which the body is false, if there is one. -/
  | witness (body : Literal)

/-- The right-hand side of a formula entry: its shape, with literals or terms as children. -/
inductive Definiens where
  | true
  | atom (name : Nat)
  | le (a b : Nat)
  | eq (a b : Nat)
  | mapEq (m n : Nat)
  | and (children : Array Literal)
  | or (children : Array Literal)
  | implies (a b : Literal)
  | iff (a b : Literal)
  | ite (condition a b : Literal)
  | all (body : Literal)

/-- One instruction of an arithmetic lemma: its letter and its numbers. -/
structure Instruction where
  letter : UInt8
  numbers : Array Int

/-- How a claim is shown. -/
inductive Method where
  /-- One refutation of a problem. -/
  | refutation
  /-- A model of a problem. -/
  | model
  /-- A proof outline of a program, and a refutation of each of its conditions. -/
  | threadModular
  /-- The same, with abstractions of procedures. -/
  | procedures
  /-- A schedule of a program. -/
  | schedule
  /-- All states of a program. -/
  | closure
  /-- Statements that become atomic, and a proof outline of the program after that. -/
  | reduction

/-- One line of a certificate after its header. -/
inductive Line where
  /-- A remark for people. -/
  | comment
  /-- A new term. -/
  | term (shape : TermShape)
  /-- A new term: the witness of a universal formula. -/
  | witness (entry : Nat)
  /-- A new entry of the formula table. -/
  | entry (definiens : Definiens)
  /-- The problem contains this literal. -/
  | assert (l : Literal)
  /-- The problem or program is complete; what follows shows the claim by this method. -/
  | by_ (method : Method)
  /-- Add a clause of the entry's truth table. -/
  | definition (entry number : Nat)
  /-- Add a clause that unit propagation through the hints confirms. -/
  | rup (clause : Clause) (hints : Array Nat)
  /-- Forget clauses. -/
  | delete (clauses : Array Nat)
  /-- Add a clause that is valid by arithmetic. -/
  | arithmetic (clause : Clause) (instructions : Array Instruction)
  /-- Add a clause that says that equal arguments give equal results. -/
  | congruence (clause : Clause)
  /-- Add an instance of the map axiom of that number. -/
  | maps (axiomNumber : Nat) (clause : Clause)
  /-- Add one of the two cases of an if-then-else term. -/
  | cases (number : Nat) (clause : Clause)
  /-- Add: the universal entry implies the literal, its body at a term. -/
  | instantiate (entry term : Nat) (instance_ : Literal)
  /-- Add: the literal, the body at the entry's witness, implies the universal entry. -/
  | generalize (entry term : Nat) (instance_ : Literal)

end Plato
