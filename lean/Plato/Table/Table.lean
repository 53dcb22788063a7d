/-
# The tables of terms and formulas

A certificate names every term and every formula by its number in a table. An entry keeps the tree (which
shares its children's) and its *shape*, the tree's top with the numbers of the children, on which all rules are checked. A
term also keeps its polynomial normal form; both keep how many quantified variables reach out of them (*loose* ones).

The definition clauses of `e ↔ l₁ ∧ … ∧ lₙ` are the long one `e ∨ ¬l₁ ∨ … ∨ ¬lₙ` and the short ones `¬e ∨ lᵢ`; a
disjunction has the dual ones. In both cases the i-th short clause is made of the complements of the long clause's
first and i-th literal, so a *gate* stores the long clause alone: a step that adds it shares it, whatever its length.

Formula 0 is the constant true and term 0 the numeral 0; no line can name them. A deleted clause is replaced by the tautology
over formula 0.

Main definitions: `TermEntry`, `Shape`, `Entry`, `Tables`, `Tables.addTerm`, `Tables.define`, `definitionClause`.
-/
module

public import Plato.Meaning.Formula
public import Plato.Table.Polynomial
public import Plato.Certificate.Line
public import Plato.Certificate.Error

@[expose] public section

namespace Plato

/-- A line of the term table. -/
structure TermEntry where
  shape : TermShape
  term : Term
  /-- The value of the term as a polynomial over the values of other terms. -/
  normalForm : Polynomial
  /-- Only the innermost so many quantified variables around the term matter to it. -/
  loose : Nat

/-- What the definition clauses of an entry are computed from, and what rules look at. -/
inductive Shape where
  | atom
  /-- A conjunction, disjunction, implication or constant, by its long definition clause. -/
  | gate (long : Clause)
  | iff (a b : Literal)
  | ite (condition a b : Literal)
  | le (a b : Nat)
  | eq (a b : Nat)
  | mapEq (m n : Nat)
  | all (body : Literal)

/-- A line of the formula table. -/
structure Entry where
  shape : Shape
  formula : Formula
  /-- Only the innermost so many quantified variables around the formula matter to it. -/
  loose : Nat

/-- The terms and formulas named so far; the index is the number. -/
structure Tables where
  terms : Array TermEntry
  formulas : Array Entry
  /-- How much may still be weighed to make normal forms; without room, a sum or product is an atom. -/
  room : Nat

/-- The tables before the first line. -/
def Tables.initial (room : Nat) : Tables where
  terms := #[⟨.num 0, .num 0, .ofInt 0, 0⟩]
  formulas := #[⟨.gate #[Literal.true], .true, 0⟩]
  room := room

namespace Tables

/-- The term of that number (0 for one that is not there). -/
def term (T : Tables) (t : Nat) : Term :=
  if h : t < T.terms.size then T.terms[t].term else .num 0

/-- The shape of a term. -/
@[inline] def termShape (T : Tables) (t : Nat) : TermShape :=
  if h : t < T.terms.size then T.terms[t].shape else .num 0

/-- The normal form of a term. -/
def normalForm (T : Tables) (t : Nat) : Polynomial :=
  if h : t < T.terms.size then T.terms[t].normalForm else .ofAtom t

/-- How many quantified variables matter to a term. -/
def termLoose (T : Tables) (t : Nat) : Nat :=
  if h : t < T.terms.size then T.terms[t].loose else 0

/-- The formula of an entry (true for one that is not there). -/
def formula (T : Tables) (entry : Nat) : Formula :=
  if h : entry < T.formulas.size then T.formulas[entry].formula else .true

/-- The shape of an entry. -/
@[inline] def shape (T : Tables) (entry : Nat) : Shape :=
  if h : entry < T.formulas.size then T.formulas[entry].shape else .atom

/-- How many quantified variables matter to an entry. -/
def loose (T : Tables) (entry : Nat) : Nat :=
  if h : entry < T.formulas.size then T.formulas[entry].loose else 0

/-- At most the innermost `k` quantified variables matter to the term. -/
def termIndependent (T : Tables) (t k : Nat) : Bool :=
  if h : t < T.terms.size then T.terms[t].loose ≤ k else false

/-- At most the innermost `k` quantified variables matter to the entry. -/
def independent (T : Tables) (entry k : Nat) : Bool :=
  if h : entry < T.formulas.size then T.formulas[entry].loose ≤ k else false

/-- The formula that a literal means. -/
def literal (T : Tables) (l : Literal) : Formula :=
  if l.isPositive then T.formula l.entry else .not (T.formula l.entry)

end Tables

/-- The first literal at or after index `i` whose entry is not in a table of the given size. -/
def outOfRange (size : Nat) (ls : Array Literal) (i : Nat) : Option Literal :=
  if h : i < ls.size then
    if ls[i].entry < size then outOfRange size ls (i + 1) else some ls[i]
  else none
termination_by ls.size - i

/-- The literals' entries are all in a table of the given size. -/
def literalsBelow (size : Nat) (ls : Array Literal) : Except Reason Unit :=
  match outOfRange size ls 0 with
  | some l => .error (.noSuchEntry l.entry)
  | none => .ok ()

/-! ## Terms -/

/-- The operator applied to trees. -/
def Operator.tree : Operator → Term → Term → Term
  | .add => .add
  | .sub => .sub
  | .mul => .mul
  | .div => .div
  | .mod => .mod
  | .pair => .pair
  | .branch => .branch
  | .select => .select
  | .difference => .difference

/-- The tree of a term. -/
def TermShape.tree (T : Tables) : TermShape → Term
  | .num n => .num n
  | .var name version => .var name version
  | .logic name => .logic name
  | .bound index => .bound index
  | .binary operator a b => operator.tree (T.term a) (T.term b)
  | .store m i x => .store (T.term m) (T.term i) (T.term x)
  | .const x => .const (T.term x)
  | .ite c a b => .ite (T.literal c) (T.term a) (T.term b)
  | .witness body => .witness (T.literal body)

/-- The sum of the polynomials is small enough, and there is room for it. Without any room they are not even weighed. -/
def Tables.mayAdd (T : Tables) (p q : Polynomial) : Bool := T.room != 0 && p.mayAdd q && p.weight + q.weight ≤ T.room

/-- The product of the polynomials is small enough, and there is room for it. -/
def Tables.mayExpand (T : Tables) (p q : Polynomial) : Bool := T.room != 0 && p.mayExpand q && p.weight * q.weight ≤ T.room

/-- The normal form of term number `t`; a sum or product that would grow too large is an atom, as is every other term. -/
def TermShape.normalForm (T : Tables) (t : Nat) : TermShape → Polynomial
  | .num n => .ofInt n
  | .binary .add a b =>
    if T.mayAdd (T.normalForm a) (T.normalForm b) then (T.normalForm a).addScaled 1 (T.normalForm b) else .ofAtom t
  | .binary .sub a b =>
    if T.mayAdd (T.normalForm a) (T.normalForm b) then (T.normalForm a).addScaled (-1) (T.normalForm b) else .ofAtom t
  | .binary .mul a b =>
    if T.mayExpand (T.normalForm a) (T.normalForm b) then (T.normalForm a).product (T.normalForm b) else .ofAtom t
  | _ => .ofAtom t

/-- What making the normal form costs: of a sum or product, weighing what it is made of, whatever comes of it, and the product of the weights
where it is expanded; of any other term its own weight. -/
def TermShape.normalFormCost (T : Tables) (t : Nat) (shape : TermShape) : Nat :=
  let both (a b : Nat) : Nat := if T.room = 0 then 0 else (T.normalForm a).weight + (T.normalForm b).weight
  match shape with
  | .binary .add a b => both a b
  | .binary .sub a b => both a b
  | .binary .mul a b =>
    both a b + if T.mayExpand (T.normalForm a) (T.normalForm b) then (T.normalForm a).weight * (T.normalForm b).weight else 0
  | shape => (shape.normalForm T t).weight

/-- How many quantified variables matter to a term. -/
def TermShape.loose (T : Tables) : TermShape → Nat
  | .num _ => 0
  | .var _ _ => 0
  | .logic _ => 0
  | .bound index => index + 1
  | .binary _ a b => max (T.termLoose a) (T.termLoose b)
  | .store m i x => max (T.termLoose m) (max (T.termLoose i) (T.termLoose x))
  | .const x => T.termLoose x
  | .ite c a b => max (T.loose c.entry) (max (T.termLoose a) (T.termLoose b))
  | .witness body => T.loose body.entry - 1

/-- The first child of a term that is not in the tables. -/
def TermShape.missing (T : Tables) (shape : TermShape) : Option Reason :=
  let term (t : Nat) : Option Reason := if t < T.terms.size then none else some (.noSuchTerm t)
  let formula (l : Literal) : Option Reason := if l.entry < T.formulas.size then none else some (.noSuchEntry l.entry)
  match shape with
  | .num _ => none
  | .var _ _ => none
  | .logic _ => none
  | .bound _ => none
  | .binary _ a b => (term a).orElse fun _ => term b
  | .store m i x => (term m).orElse fun _ => (term i).orElse fun _ => term x
  | .const x => term x
  | .ite c a b => (formula c).orElse fun _ => (term a).orElse fun _ => term b
  | .witness body => formula body

/-- Appends a term, whose children must be there. -/
def Tables.addTerm (T : Tables) (shape : TermShape) : Except Reason Tables := do
  rejectIf (shape.missing T)
  let entry : TermEntry := ⟨shape, shape.tree T, shape.normalForm T T.terms.size, shape.loose T⟩
  let room := T.room - shape.normalFormCost T T.terms.size
  .ok { T with terms := T.terms.push entry, room }

/-- Appends the witness of a universal entry. -/
def Tables.addWitness (T : Tables) (entry : Nat) : Except Reason Tables :=
  match T.shape entry with
  | .all body => T.addTerm (.witness body)
  | _ => .error (.notUniversal entry)

/-! ## Formulas -/

/-- `l₀ ∘ (l₁ ∘ (… ∘ f))` for the first `count` literals. -/
def Tables.foldLiterals (T : Tables) (connective : Formula → Formula → Formula) (ls : Array Literal) (f : Formula) :
    (count : Nat) → count ≤ ls.size → Formula
  | 0, _ => f
  | count + 1, h => foldLiterals T connective ls (connective (T.literal ls[count]) f) count (Nat.le_of_succ_le h)

/-- The conjunction or disjunction of literals, nested to the right; `unit` if there is none. -/
def Tables.combine (T : Tables) (connective : Formula → Formula → Formula) (unit : Formula) (ls : Array Literal) : Formula :=
  if h : 0 < ls.size then
    T.foldLiterals connective ls (T.literal ls[ls.size - 1]) (ls.size - 1) (Nat.sub_le _ _)
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
def Definiens.literals : Definiens → Array Literal
  | .and ls => ls
  | .or ls => ls
  | .implies a b => #[a, b]
  | .iff a b => #[a, b]
  | .ite c a b => #[c, a, b]
  | .all body => #[body]
  | _ => #[]

/-- The shape of entry number `e` with the given right-hand side. -/
def Definiens.shape (e : Nat) : Definiens → Shape
  | .true => .gate #[.positive e]
  | .atom _ => .atom
  | .le a b => .le a b
  | .eq a b => .eq a b
  | .mapEq m n => .mapEq m n
  | .and ls => .gate (pushNegated #[.positive e] ls 0)
  | .or ls => .gate (pushAll #[.negative e] ls 0)
  | .implies a b => .gate #[.negative e, a.negate, b]
  | .iff a b => .iff a b
  | .ite c a b => .ite c a b
  | .all body => .all body

/-- The formula of a right-hand side whose children are in the tables. -/
def Definiens.formula (T : Tables) : Definiens → Formula
  | .true => .true
  | .atom name => .atom name
  | .le a b => .le (T.term a) (T.term b)
  | .eq a b => .eq (T.term a) (T.term b)
  | .mapEq m n => .mapEq (T.term m) (T.term n)
  | .and ls => T.combine .and .true ls
  | .or ls => T.combine .or (.not .true) ls
  | .implies a b => .implies (T.literal a) (T.literal b)
  | .iff a b => .iff (T.literal a) (T.literal b)
  | .ite c a b => .ite (T.literal c) (T.literal a) (T.literal b)
  | .all body => .all (T.literal body)

/-- The most quantified variables that matter to the literals from index `i` on, or `most`. -/
def Tables.literalsLoose (T : Tables) (ls : Array Literal) (i most : Nat) : Nat :=
  if h : i < ls.size then T.literalsLoose ls (i + 1) (max most (T.loose ls[i].entry)) else most
termination_by ls.size - i

/-- How many quantified variables matter to a formula. -/
def Definiens.loose (T : Tables) (d : Definiens) : Nat :=
  match d with
  | .le a b => max (T.termLoose a) (T.termLoose b)
  | .eq a b => max (T.termLoose a) (T.termLoose b)
  | .mapEq m n => max (T.termLoose m) (T.termLoose n)
  | .all body => T.loose body.entry - 1
  | d => T.literalsLoose d.literals 0 0

/-- The first term of a definiens that is not in the table. -/
def Definiens.missingTerm (T : Tables) (d : Definiens) : Option Reason :=
  let missing (a b : Nat) : Option Reason :=
    if a < T.terms.size then if b < T.terms.size then none else some (.noSuchTerm b) else some (.noSuchTerm a)
  match d with
  | .le a b => missing a b
  | .eq a b => missing a b
  | .mapEq a b => missing a b
  | _ => none

/-- Appends an entry, whose children must be there. -/
def Tables.define (T : Tables) (d : Definiens) : Except Reason Tables := do
  rejectIf (d.missingTerm T)
  literalsBelow T.formulas.size d.literals
  let entry : Entry := ⟨d.shape T.formulas.size, d.formula T, d.loose T⟩
  .ok { T with formulas := T.formulas.push entry }

/-- Clause number `k` of the truth table of entry `e`. -/
def definitionClause (e : Nat) (shape : Shape) (k : Nat) : Option Clause :=
  match shape with
  | .gate long =>
    if h : k < long.size then
      if k = 0 then some long else some #[long[0].negate, long[k].negate]
    else none
  | .iff a b => match k with
    | 0 => some #[.negative e, a.negate, b]
    | 1 => some #[.negative e, a, b.negate]
    | 2 => some #[.positive e, a, b]
    | 3 => some #[.positive e, a.negate, b.negate]
    | _ => none
  | .ite c a b => match k with
    | 0 => some #[.negative e, c.negate, a]
    | 1 => some #[.negative e, c, b]
    | 2 => some #[.positive e, c.negate, a.negate]
    | 3 => some #[.positive e, c, b.negate]
    | _ => none
  | _ => none

end Plato
