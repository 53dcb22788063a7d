/-
# Polynomials: the normal form of integer terms

Every term has a normal form as a polynomial with integer coefficients over *atoms*: the numbers of those terms that are not
sums, differences, products or numerals. Arithmetic lemmas compute with normal forms, so that terms which are equal by the laws
of rings are the same to them.

Monomials are kept in lexicographic order of their exponents, so that like ones meet when two polynomials are merged.
The order matters for finding proofs, never for soundness.

Main definitions: `Monomial`, `Polynomial`, `Polynomial.addScaled`, `Polynomial.product`, `Polynomial.weight`.
-/
module

@[expose] public section

namespace Plato

/-- A coefficient and the atoms it is multiplied with, in ascending order, repeated for powers. -/
structure Monomial where
  coefficient : Int
  factors : List Nat

/-- A constant and monomials with factors. -/
structure Polynomial where
  constant : Int
  monomials : Array Monomial
  /-- No monomial has more factors than this. -/
  degree : Nat

/-- The order of monomials: lexicographic in the exponents, atoms with smaller numbers first. -/
def compareFactors : List Nat → List Nat → Ordering
  | [], [] => .eq
  | [], _ :: _ => .lt
  | _ :: _, [] => .gt
  | a :: as, b :: bs => if a < b then .gt else if b < a then .lt else compareFactors as bs

/-- The factors of a product. -/
def mergeFactors : List Nat → List Nat → List Nat
  | [], bs => bs
  | as, [] => as
  | a :: as, b :: bs => if a ≤ b then a :: mergeFactors as (b :: bs) else b :: mergeFactors (a :: as) bs

namespace Polynomial

/-- A constant polynomial. -/
def ofInt (n : Int) : Polynomial := ⟨n, #[], 0⟩

/-- The polynomial that is one atom. -/
def ofAtom (atom : Nat) : Polynomial := ⟨0, #[⟨1, [atom]⟩], 1⟩

/-- Appends a monomial unless it vanishes. -/
def pushNonzero (out : Array Monomial) (coefficient : Int) (factors : List Nat) : Array Monomial :=
  if coefficient = 0 then out else out.push ⟨coefficient, factors⟩

/-- Appends the monomials of `ps` from `i` on and `scale` times those of `qs` from `j` on, adding like ones. -/
def merge (ps : Array Monomial) (scale : Int) (qs : Array Monomial) (i j : Nat) (out : Array Monomial) : Array Monomial :=
  if hi : i < ps.size then
    if hj : j < qs.size then
      match compareFactors ps[i].factors qs[j].factors with
      | .lt => merge ps scale qs (i + 1) j (out.push ps[i])
      | .gt => merge ps scale qs i (j + 1) (out.push ⟨scale * qs[j].coefficient, qs[j].factors⟩)
      | .eq =>
        merge ps scale qs (i + 1) (j + 1)
          (pushNonzero out (ps[i].coefficient + scale * qs[j].coefficient) ps[i].factors)
    else merge ps scale qs (i + 1) j (out.push ps[i])
  else if hj : j < qs.size then
    merge ps scale qs i (j + 1) (out.push ⟨scale * qs[j].coefficient, qs[j].factors⟩)
  else out
termination_by (ps.size - i) + (qs.size - j)

/-- `p + scale * q`. -/
def addScaled (p : Polynomial) (scale : Int) (q : Polynomial) : Polynomial :=
  if scale = 0 then p
  else ⟨p.constant + scale * q.constant, merge p.monomials scale q.monomials 0 0 #[], max p.degree q.degree⟩

/-- `scale` times the monomials of `ps` from `i` on, each with more factors. -/
def shift (ps : Array Monomial) (scale : Int) (factors : List Nat) (i : Nat) (out : Array Monomial) : Array Monomial :=
  if hi : i < ps.size then
    shift ps scale factors (i + 1) (out.push ⟨scale * ps[i].coefficient, mergeFactors ps[i].factors factors⟩)
  else out
termination_by ps.size - i

/-- `out` plus `p` times the monomials of `qs` from `j` on, which have at most `degree` factors. -/
def productFrom (p : Polynomial) (qs : Array Monomial) (degree : Nat) (j : Nat) (out : Polynomial) : Polynomial :=
  if hj : j < qs.size then
    let c := qs[j].coefficient
    let factors := qs[j].factors
    let shifted := shift p.monomials c factors 0 #[]
    -- the constant of `p` times the monomial has the fewest factors of all: it is the first
    let row := if p.constant = 0 then shifted else merge shifted 1 #[⟨c * p.constant, factors⟩] 0 0 #[]
    productFrom p qs degree (j + 1) (out.addScaled 1 ⟨0, row, p.degree + degree⟩)
  else out
termination_by qs.size - j

/-- `p * q`. -/
def product (p q : Polynomial) : Polynomial :=
  productFrom p q.monomials q.degree 0 ((ofInt 0).addScaled q.constant p)

/-- The length of an integer in machine words. -/
def words (n : Int) : Nat := if n.natAbs < 0x40000000 then 1 else n.natAbs.log2 / 64 + 1

/-- Adds the words of the coefficients from `i` on. -/
def weigh (ps : Array Monomial) (i weight : Nat) : Nat :=
  if hi : i < ps.size then weigh ps (i + 1) (weight + words ps[i].coefficient) else weight
termination_by ps.size - i

/-- The words of all coefficients: what the polynomial takes in memory, and what it costs to go through it. -/
def weight (p : Polynomial) : Nat := weigh p.monomials 0 (words p.constant)

/-- Sums are merged only while that stays small; a larger one is an atom. -/
def mayAdd (p q : Polynomial) : Bool := p.weight + q.weight ≤ 4096

/-- Products are expanded only while that stays small; a larger one is an atom. -/
def mayExpand (p q : Polynomial) : Bool := p.degree + q.degree ≤ 16 && p.weight * q.weight ≤ 1024

/-- The polynomial is this constant. -/
def isConstant (p : Polynomial) : Bool := p.monomials.size == 0

/-- The polynomial is 0. -/
def isZero (p : Polynomial) : Bool := p.monomials.size == 0 && p.constant == 0

/-- `p` and `q` have the same normal form. -/
def equal (p q : Polynomial) : Bool := (p.addScaled (-1) q).isZero

/-- Divides the coefficients of the monomials from `i` on; `none` if one is not divisible. -/
def divideMonomials (ps : Array Monomial) (divisor : Int) (i : Nat) (out : Array Monomial) : Option (Array Monomial) :=
  if hi : i < ps.size then
    if ps[i].coefficient % divisor = 0 then
      divideMonomials ps divisor (i + 1) (out.push ⟨ps[i].coefficient / divisor, ps[i].factors⟩)
    else none
  else some out
termination_by ps.size - i

end Polynomial

end Plato
