/-
# The formula table

A certificate names every formula it speaks of by its number in a table. An entry keeps two things: the formula itself
(a tree that shares its children's) and the *shape* from which the clauses of its truth table are computed on demand.

The definition clauses of `e ↔ l₁ ∧ … ∧ lₙ` are the long one `e ∨ ¬l₁ ∨ … ∨ ¬lₙ` and the short ones `¬e ∨ lᵢ`; a
disjunction has the dual ones. In both cases the i-th short clause is made of the complements of the long clause's
first and i-th literal, so a *gate* stores the long clause alone: a step that adds it shares it, whatever its length.

Entry 0 is the constant true; no line can name it. A deleted clause is replaced by the tautology over it.

Main definitions: `Shape`, `Entry`, `Table`, `Table.define`, `definitionClause`.
-/
module

public import Plato.Formula
public import Plato.Certificate
public import Plato.Error

@[expose] public section

namespace Plato

/-- What the definition clauses of an entry are computed from. -/
inductive Shape where
  /-- An atom: nothing defines it. -/
  | atom
  /-- A conjunction, disjunction, implication or constant, by its long definition clause. -/
  | gate (long : Clause)
  | iff (a b : Literal)
  | ite (condition a b : Literal)

/-- A line of the table. -/
structure Entry where
  shape : Shape
  formula : Formula

/-- The formulas named so far; the index is the entry's number. -/
abbrev Table := Array Entry

/-- The table before the first line: the constant true. -/
def Table.initial : Table := #[⟨.gate #[0], .true⟩]

/-- The formula of an entry (true for one that is not there). -/
def Table.formula (table : Table) (entry : Nat) : Formula :=
  if h : entry < table.size then table[entry].formula else .true

/-- The formula a literal stands for. -/
def Table.literal (table : Table) (l : Literal) : Formula :=
  if l % 2 = 0 then table.formula (l / 2) else .not (table.formula (l / 2))

/-- The first literal at or after index `i` whose entry is not in a table of the given size. -/
def outOfRange (size : Nat) (ls : Array Literal) (i : Nat) : Option Literal :=
  if h : i < ls.size then
    if ls[i] / 2 < size then outOfRange size ls (i + 1) else some ls[i]
  else none
termination_by ls.size - i

/-- `l₀ ∘ (l₁ ∘ (… ∘ f))` for the first `count` literals. -/
def Table.foldLiterals (table : Table) (connective : Formula → Formula → Formula) (ls : Array Literal) (f : Formula) :
    (count : Nat) → count ≤ ls.size → Formula
  | 0, _ => f
  | count + 1, h => foldLiterals table connective ls (connective (table.literal ls[count]) f) count (Nat.le_of_succ_le h)

/-- The conjunction or disjunction of literals, nested to the right; `unit` if there is none. -/
def Table.combine (table : Table) (connective : Formula → Formula → Formula) (unit : Formula) (ls : Array Literal) : Formula :=
  if h : 0 < ls.size then
    table.foldLiterals connective ls (table.literal ls[ls.size - 1]) (ls.size - 1) (Nat.sub_le _ _)
  else unit

/-- Appends the complements of the literals from index `i` on. -/
def pushNegated (clause : Clause) (ls : Array Literal) (i : Nat) : Clause :=
  if h : i < ls.size then pushNegated (clause.push ls[i].negate) ls (i + 1) else clause
termination_by ls.size - i

/-- Appends the literals from index `i` on. -/
def pushAll (clause : Clause) (ls : Array Literal) (i : Nat) : Clause :=
  if h : i < ls.size then pushAll (clause.push ls[i]) ls (i + 1) else clause
termination_by ls.size - i

/-- The literals of a definiens. -/
def Definiens.children : Definiens → Array Literal
  | .true => #[]
  | .atom _ => #[]
  | .and ls => ls
  | .or ls => ls
  | .implies a b => #[a, b]
  | .iff a b => #[a, b]
  | .ite c a b => #[c, a, b]

/-- The shape of entry number `e` with the given right-hand side. -/
def Definiens.shape (e : Nat) : Definiens → Shape
  | .true => .gate #[2 * e]
  | .atom _ => .atom
  | .and ls => .gate (pushNegated #[2 * e] ls 0)
  | .or ls => .gate (pushAll #[2 * e + 1] ls 0)
  | .implies a b => .gate #[2 * e + 1, a.negate, b]
  | .iff a b => .iff a b
  | .ite c a b => .ite c a b

/-- The formula of a right-hand side whose literals are in the table. -/
def Definiens.formula (table : Table) : Definiens → Formula
  | .true => .true
  | .atom name => .atom name
  | .and ls => table.combine .and .true ls
  | .or ls => table.combine .or (.not .true) ls
  | .implies a b => .implies (table.literal a) (table.literal b)
  | .iff a b => .iff (table.literal a) (table.literal b)
  | .ite c a b => .ite (table.literal c) (table.literal a) (table.literal b)

/-- Appends an entry, whose literals must name earlier ones. -/
def Table.define (table : Table) (definiens : Definiens) : Except Reason Table :=
  match outOfRange table.size definiens.children 0 with
  | some l => .error (.noSuchEntry (l / 2))
  | none => .ok (table.push ⟨definiens.shape table.size, definiens.formula table⟩)

/-- Clause number `k` of the truth table of entry `e`. -/
def definitionClause (e : Nat) : Shape → (k : Nat) → Option Clause
  | .atom, _ => none
  | .gate long, k =>
    if h : k < long.size then
      if k = 0 then some long else some #[long[0].negate, long[k].negate]
    else none
  | .iff a b, k => match k with
    | 0 => some #[2 * e + 1, a.negate, b]
    | 1 => some #[2 * e + 1, a, b.negate]
    | 2 => some #[2 * e, a, b]
    | 3 => some #[2 * e, a.negate, b.negate]
    | _ => none
  | .ite c a b, k => match k with
    | 0 => some #[2 * e + 1, c.negate, a]
    | 1 => some #[2 * e + 1, c, b]
    | 2 => some #[2 * e, c.negate, a.negate]
    | 3 => some #[2 * e, c, b.negate]
    | _ => none

end Plato
