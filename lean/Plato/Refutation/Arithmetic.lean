/-
# Arithmetic lemmas

A clause of comparisons is valid if assuming all its literals false leads to a contradiction by integer arithmetic. The
negated literals are the first *facts*, polynomials that are 0 or at least 0; each instruction derives more:

    c λ₁ i₁ λ₂ i₂ …   a linear combination of facts (Farkas), λ ≥ 0 for facts that are not equations
    z d               the last fact divided by d > 0, the constant rounded down (a cutting plane)
    p i j             the product of two facts
    t i t             an equation times a term
    s t               the square of a term is at least 0
    q q r [i]         what division with remainder means, for q = a div b and r = a mod b; if b is not a numeral
                      then fact i must say b ≥ 1 or b ≤ -1

The last fact must be contradictory. A clause may contain one equation `t = u` as a literal, the *goal*: then it is also
enough if the last fact is that equation, or the last two are its two inequalities.

Main definitions: `Fact`, `hypothesis`, `derive`, `arithmeticRule`.
-/
module

public import Plato.Table

@[expose] public section

namespace Plato

/-- The polynomial is 0 (an equation) or at least 0. -/
structure Fact where
  polynomial : Polynomial
  equation : Bool

/-- The fact that holds always. -/
def Fact.trivial : Fact := ⟨.ofInt 0, false⟩

/-- The fact that never holds. -/
def Fact.contradiction : Fact := ⟨.ofInt (-1), false⟩

/-- No integers make the fact true. -/
def Fact.contradictory (f : Fact) : Bool :=
  f.polynomial.isConstant && (if f.equation then f.polynomial.constant != 0 else f.polynomial.constant < 0)

/-- The difference `u - t` as a polynomial. -/
def Tables.minus (T : Tables) (u t : Nat) : Polynomial := (T.normalForm u).addScaled (-1) (T.normalForm t)

/-- What assuming the literal false says; `none` if it is no comparison of integers. -/
def hypothesis (T : Tables) (l : Literal) : Option Fact :=
  match T.shape (l / 2) with
  | .le t u =>
    if l % 2 = 0 then some ⟨(T.minus t u).addScaled 1 (.ofInt (-1)), false⟩
    else some ⟨T.minus u t, false⟩
  | .eq t u => if l % 2 = 0 then some .trivial else some ⟨T.minus u t, true⟩
  | _ => none

/-- The facts of the literals from index `i` on. -/
def hypotheses (T : Tables) (clause : Clause) (i : Nat) (facts : Array Fact) : Option (Array Fact) :=
  if h : i < clause.size then
    match hypothesis T clause[i] with
    | none => none
    | some fact => hypotheses T clause (i + 1) (facts.push fact)
  else some facts
termination_by clause.size - i

/-- The goal: the equation that the clause contains as a literal, if any, from index `i` on. -/
def goal (T : Tables) (clause : Clause) (i : Nat) : Option (Nat × Nat) :=
  if h : i < clause.size then
    match T.shape (clause[i] / 2) with
    | .eq t u => if clause[i] % 2 = 0 then some (t, u) else goal T clause (i + 1)
    | _ => goal T clause (i + 1)
  else none
termination_by clause.size - i

/-- The fact of that number; a trivial one if there is none. -/
def factAt (facts : Array Fact) (i : Int) : Fact :=
  if h : i.toNat < facts.size then facts[i.toNat] else .trivial

/-- The combination of the pairs (multiplier, fact) from index `i` on, added to `sum`; `none` if a multiplier has the wrong sign. -/
def combination (facts : Array Fact) (numbers : Array Int) (i : Nat) (sum : Fact) : Option Fact :=
  if h : i + 1 < numbers.size then
    let fact := factAt facts numbers[i + 1]
    if fact.equation || 0 ≤ numbers[i] then
      combination facts numbers (i + 2)
        ⟨sum.polynomial.addScaled numbers[i] fact.polynomial, sum.equation && fact.equation⟩
    else none
  else some sum
termination_by numbers.size - i

/-- The fact divided by `d`. -/
def Fact.divide (f : Fact) (d : Int) : Option Fact :=
  if 0 < d then
    match Polynomial.divideMonomials f.polynomial.monomials d 0 #[] with
    | none => none
    | some monomials =>
      if f.equation && f.polynomial.constant % d != 0 then some .contradiction
      else some ⟨⟨f.polynomial.constant / d, monomials, f.polynomial.degree⟩, f.equation⟩
  else none

/-- The product of two facts. -/
def Fact.product (f g : Fact) : Option Fact :=
  if f.polynomial.mayExpand g.polynomial then
    some ⟨f.polynomial.product g.polynomial, f.equation || g.equation⟩
  else none

/-- The polynomial of `a - b * q - r`. -/
def Tables.remainder (T : Tables) (a b q r : Nat) : Polynomial :=
  ((T.normalForm a).addScaled (-1) ((T.normalForm b).product (.ofAtom q))).addScaled (-1) (.ofAtom r)

/-- What division with remainder says if `bound` is `|b| - 1`. -/
def divisionFacts (T : Tables) (a b q r : Nat) (bound : Polynomial) (facts : Array Fact) : Array Fact :=
  ((facts.push ⟨T.remainder a b q r, true⟩).push ⟨.ofAtom r, false⟩).push ⟨bound.addScaled (-1) (.ofAtom r), false⟩

/-- `|b| - 1` where it is known to be at least 0: for a numeral `b`, or by the fact. -/
def divisorBound (b : Polynomial) (fact : Fact) : Option Polynomial :=
  let above := b.addScaled 1 (.ofInt (-1))
  let below := (Polynomial.ofInt (-1)).addScaled (-1) b
  if b.isConstant then
    if b.constant = 0 then none else if 0 < b.constant then some above else some below
  else if fact.equation then none
  else if fact.polynomial.equal above then some above
  else if fact.polynomial.equal below then some below
  else none

/-- The quotient and the remainder have the same arguments; gives those. -/
def Tables.division (T : Tables) (q r : Nat) : Option (Nat × Nat) :=
  match T.termShape q, T.termShape r with
  | .binary .div a b, .binary .mod a' b' => if a = a' ∧ b = b' then some (a, b) else none
  | _, _ => none

/-- The number of an instruction at that place, 0 if it has fewer. -/
def Instruction.number (instruction : Instruction) (i : Nat) : Int :=
  if h : i < instruction.numbers.size then instruction.numbers[i] else 0

/-- Appends what the instruction derives; `none` if it cannot be followed. -/
def derive (T : Tables) (instruction : Instruction) (facts : Array Fact) : Option (Array Fact) :=
  if instruction.letter == 99 then                                                                                -- c
    match combination facts instruction.numbers 0 ⟨.ofInt 0, true⟩ with
    | none => none
    | some fact => some (facts.push fact)
  else if instruction.letter == 122 then                                                                          -- z
    match (factAt facts (facts.size - 1 : Nat)).divide (instruction.number 0) with
    | none => none
    | some fact => some (facts.push fact)
  else if instruction.letter == 112 then                                                                          -- p
    match (factAt facts (instruction.number 0)).product (factAt facts (instruction.number 1)) with
    | none => none
    | some fact => some (facts.push fact)
  else if instruction.letter == 116 then                                                                          -- t
    let fact := factAt facts (instruction.number 0)
    if fact.equation then
      match fact.product ⟨T.normalForm (instruction.number 1).toNat, false⟩ with
      | none => none
      | some fact => some (facts.push fact)
    else none
  else if instruction.letter == 115 then                                                                          -- s
    let p := T.normalForm (instruction.number 0).toNat
    if p.mayExpand p then some (facts.push ⟨p.product p, false⟩) else none
  else if instruction.letter == 113 then                                                                          -- q
    let q := (instruction.number 0).toNat
    let r := (instruction.number 1).toNat
    match T.division q r with
    | none => none
    | some (a, b) =>
      match divisorBound (T.normalForm b) (factAt facts (instruction.number 2)) with
      | none => none
      | some bound => some (divisionFacts T a b q r bound facts)
  else none

/-- The work of an instruction is proportional to the facts it touches: their monomials. -/
def Fact.size (f : Fact) : Nat := f.polynomial.monomials.size + 1

/-- How derivation ends. -/
inductive Derivation where
  | done (effort : Nat) (facts : Array Fact)
  | failure (reason : Reason)

/-- Follows the instructions from number `i` on. -/
def deriveAll (T : Tables) (instructions : Array Instruction) (i effort : Nat) (facts : Array Fact) : Derivation :=
  if h : i < instructions.size then
    match derive T instructions[i] facts with
    | none => .failure (.badInstruction (i + 1) "it names no such fact or term, or its side condition fails")
    | some facts =>
      let cost := (factAt facts (facts.size - 1 : Nat)).size * (instructions[i].numbers.size + 1)
      if effort < cost then .failure .effort else deriveAll T instructions (i + 1) (effort - cost) facts
  else .done effort facts
termination_by instructions.size - i

/-- The facts end with the equation `t = u`, or with its two inequalities. -/
def reaches (T : Tables) (facts : Array Fact) (t u : Nat) : Bool :=
  let last := factAt facts (facts.size - 1 : Nat)
  let before := factAt facts (facts.size - 2 : Nat)
  let up := T.minus u t
  let down := T.minus t u
  (last.equation && (last.polynomial.equal up || last.polynomial.equal down)) ||
    (last.polynomial.equal up && before.polynomial.equal down) ||
    (last.polynomial.equal down && before.polynomial.equal up)

/-- The clause is valid by arithmetic; gives the effort that is left. -/
def arithmeticRule (T : Tables) (clause : Clause) (instructions : Array Instruction) (effort : Nat) : Except Reason Nat :=
  match hypotheses T clause 0 #[] with
  | none => .error (.notAnInstance "arithmetic" "every literal must be a comparison or equality of integers")
  | some facts =>
    match deriveAll T instructions 0 effort facts with
    | .failure reason => .error reason
    | .done effort facts =>
      if (factAt facts (facts.size - 1 : Nat)).contradictory then .ok effort
      else match goal T clause 0 with
        | some (t, u) => if reaches T facts t u then .ok effort else .error .noContradiction
        | none => .error .noContradiction

end Plato
