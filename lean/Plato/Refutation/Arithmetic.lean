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
    o q r             what division by the numeral 0 means: a mod 0 = a, a div 0 = 0

Facts are numbered from 0. Every instruction is charged for the words of the polynomials it goes through, and once more,
sixteenfold, for those it keeps: time and memory are bounded by the certificate's length.

The last fact must be contradictory. A clause may contain one equation `t = u` as a literal, the *goal*: then it is also
enough if the last fact is that equation, or the last two are its two inequalities.

Main definitions: `Fact`, `hypothesis`, `derive`, `arithmeticRule`.
-/
module

public import Plato.Table.Table

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

/-- How derivation ends. -/
inductive Derivation where
  | done (effort : Nat) (facts : Array Fact)
  | failure (reason : Reason)

/-- Appends a fact and charges for keeping it. -/
def keep (fact : Fact) (effort : Nat) (facts : Array Fact) : Derivation :=
  let cost := 16 * fact.polynomial.weight
  if effort < cost then .failure .effort else .done (effort - cost) (facts.push fact)

/-- The weight of the two sides of a comparison. -/
def Tables.comparisonWeight (T : Tables) (entry : Nat) : Nat :=
  match T.shape entry with
  | .le t u => (T.normalForm t).weight + (T.normalForm u).weight
  | .eq t u => (T.normalForm t).weight + (T.normalForm u).weight
  | _ => 0

/-- The facts of the literals from index `i` on. -/
def hypotheses (T : Tables) (clause : Clause) (i effort : Nat) (facts : Array Fact) : Derivation :=
  if h : i < clause.size then
    match hypothesis T clause[i] with
    | none => .failure (.notAnInstance "arithmetic" "every literal must be a comparison or equality of integers")
    | some fact =>
      let cost := T.comparisonWeight (clause[i] / 2)
      if effort < cost then .failure .effort
      else match keep fact (effort - cost) facts with
        | .failure reason => .failure reason
        | .done effort facts => hypotheses T clause (i + 1) effort facts
  else .done effort facts
termination_by clause.size - i

/-- The goal: the equation that the clause contains as a literal, if any, from index `i` on. -/
def goal (T : Tables) (clause : Clause) (i : Nat) : Option (Nat × Nat) :=
  if h : i < clause.size then
    match T.shape (clause[i] / 2) with
    | .eq t u => if clause[i] % 2 = 0 then some (t, u) else goal T clause (i + 1)
    | _ => goal T clause (i + 1)
  else none
termination_by clause.size - i

/-- There is a fact of that number. -/
def isFact (facts : Array Fact) (i : Int) : Bool := 0 ≤ i && i.toNat < facts.size

/-- The fact of that number; a trivial one if there is none. -/
def factAt (facts : Array Fact) (i : Int) : Fact :=
  if h : i.toNat < facts.size then facts[i.toNat] else .trivial

/-- The last fact. -/
def lastFact (facts : Array Fact) : Fact := factAt facts (facts.size - 1 : Nat)

/-- How a combination ends. -/
inductive Combination where
  | sum (effort : Nat) (fact : Fact)
  /-- A pair names no fact, or a multiplier has the wrong sign. -/
  | wrong (why : String)
  | effort

/-- The combination of the pairs (multiplier, fact) from index `i` on, added to `sum`. -/
def combination (facts : Array Fact) (numbers : Array Int) (i effort : Nat) (sum : Fact) : Combination :=
  if h : i + 1 < numbers.size then
    let fact := factAt facts numbers[i + 1]
    let cost := (sum.polynomial.weight + fact.polynomial.weight) * Polynomial.words numbers[i]
    if !isFact facts numbers[i + 1] then .wrong "there is no fact of that number so far"
    else if effort < cost then .effort
    else if fact.equation || 0 ≤ numbers[i] then
      combination facts numbers (i + 2) (effort - cost)
        ⟨sum.polynomial.addScaled numbers[i] fact.polynomial, sum.equation && fact.equation⟩
    else .wrong "a negative multiplier needs an equation"
  else if i < numbers.size then .wrong "multipliers and facts come in pairs"
  else .sum effort sum
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

/-- There is a term of that number. -/
def Tables.isTerm (T : Tables) (t : Int) : Bool := 0 ≤ t && t.toNat < T.terms.size

/-- The quotient and the remainder have the same arguments; gives those. -/
def Tables.division (T : Tables) (q r : Nat) : Option (Nat × Nat) :=
  match T.termShape q, T.termShape r with
  | .binary .div a b, .binary .mod a' b' => if a = a' ∧ b = b' then some (a, b) else none
  | _, _ => none

/-- The number of an instruction at that place, 0 if it has fewer. -/
def Instruction.number (instruction : Instruction) (i : Nat) : Int :=
  if h : i < instruction.numbers.size then instruction.numbers[i] else 0

/-- The instruction of that number cannot be followed. -/
def wrongInstruction (number : Nat) (why : String) : Derivation := .failure (.badInstruction number why)

/-- Appends what the instruction, which has that number, derives. -/
def derive (T : Tables) (number : Nat) (instruction : Instruction) (effort : Nat) (facts : Array Fact) : Derivation :=
  let first := instruction.number 0
  let second := instruction.number 1
  if instruction.letter == 99 then                                                                                -- c
    match combination facts instruction.numbers 0 effort ⟨.ofInt 0, true⟩ with
    | .wrong why => wrongInstruction number why
    | .effort => .failure .effort
    | .sum effort fact => keep fact effort facts
  else if instruction.letter == 122 then                                                                          -- z
    if instruction.numbers.size ≠ 1 then wrongInstruction number "it takes the divisor"
    else match (lastFact facts).divide first with
      | none => wrongInstruction number "the divisor must be positive and divide all coefficients but the constant"
      | some fact => keep fact effort facts
  else if instruction.letter == 112 then                                                                          -- p
    if instruction.numbers.size ≠ 2 then wrongInstruction number "it takes two facts"
    else if !isFact facts first || !isFact facts second then wrongInstruction number "there is no fact of that number so far"
    else match (factAt facts first).product (factAt facts second) with
      | none => wrongInstruction number "the product is too large"
      | some fact => keep fact effort facts
  else if instruction.letter == 116 then                                                                          -- t
    let fact := factAt facts first
    if instruction.numbers.size ≠ 2 then wrongInstruction number "it takes a fact and a term"
    else if !T.isTerm second then wrongInstruction number "there is no term of that number so far"
    else if fact.equation then
      match fact.product ⟨T.normalForm second.toNat, false⟩ with
      | none => wrongInstruction number "the product is too large"
      | some fact => keep fact effort facts
    else wrongInstruction number "only an equation may be multiplied with a term"
  else if instruction.letter == 115 then                                                                          -- s
    let p := T.normalForm first.toNat
    if instruction.numbers.size ≠ 1 then wrongInstruction number "it takes a term"
    else if !T.isTerm first then wrongInstruction number "there is no term of that number so far"
    else if p.mayExpand p then keep ⟨p.product p, false⟩ effort facts
    else wrongInstruction number "the product is too large"
  else if instruction.letter == 113 then                                                                          -- q
    if instruction.numbers.size ≠ 2 && instruction.numbers.size ≠ 3 then
      wrongInstruction number "it takes a quotient, a remainder and, if the divisor is not a numeral, a fact about it"
    else match T.division first.toNat second.toNat with
    | none => wrongInstruction number "it takes a quotient and the remainder of the same division"
    | some (a, b) =>
      match divisorBound (T.normalForm b) (if instruction.numbers.size = 2 then .trivial else factAt facts (instruction.number 2)) with
      | none => wrongInstruction number "the divisor must be a numeral other than 0, or the fact must say that it is at least 1 or at most -1"
      | some bound => match keep ⟨T.remainder a b first.toNat second.toNat, true⟩ effort facts with
        | .failure reason => .failure reason
        | .done effort facts => match keep ⟨.ofAtom second.toNat, false⟩ effort facts with
          | .failure reason => .failure reason
          | .done effort facts => keep ⟨bound.addScaled (-1) (.ofAtom second.toNat), false⟩ effort facts
  else if instruction.letter == 111 then                                                                          -- o
    if instruction.numbers.size ≠ 2 then wrongInstruction number "it takes a quotient and a remainder"
    else match T.division first.toNat second.toNat with
    | none => wrongInstruction number "it takes a quotient and the remainder of the same division"
    | some (a, b) =>
      if (T.normalForm b).isConstant && (T.normalForm b).constant == 0 then
        match keep ⟨(T.normalForm a).addScaled (-1) (.ofAtom second.toNat), true⟩ effort facts with
        | .failure reason => .failure reason
        | .done effort facts => keep ⟨.ofAtom first.toNat, true⟩ effort facts
      else wrongInstruction number "the divisor must be the numeral 0"
  else wrongInstruction number "there is no instruction of that letter"

/-- Follows the instructions from number `i` on, counted from 0. -/
def deriveAll (T : Tables) (instructions : Array Instruction) (i effort : Nat) (facts : Array Fact) : Derivation :=
  if h : i < instructions.size then
    match derive T (i + 1) instructions[i] effort facts with
    | .failure reason => .failure reason
    | .done effort facts => deriveAll T instructions (i + 1) effort facts
  else .done effort facts
termination_by instructions.size - i

/-- The facts end with the equation `t = u`, or with its two inequalities. -/
def reaches (T : Tables) (facts : Array Fact) (t u : Nat) : Bool :=
  let last := lastFact facts
  let before := factAt facts (facts.size - 2 : Nat)
  let up := T.minus u t
  let down := T.minus t u
  (last.equation && (last.polynomial.equal up || last.polynomial.equal down)) ||
    (last.polynomial.equal up && before.polynomial.equal down) ||
    (last.polynomial.equal down && before.polynomial.equal up)

/-- The clause is valid by arithmetic; gives the effort that is left. -/
def arithmeticRule (T : Tables) (clause : Clause) (instructions : Array Instruction) (effort : Nat) : Except Reason Nat :=
  match hypotheses T clause 0 effort #[] with
  | .failure reason => .error reason
  | .done effort facts =>
    match deriveAll T instructions 0 effort facts with
    | .failure reason => .error reason
    | .done effort facts =>
      if (lastFact facts).contradictory then .ok effort
      else match goal T clause 0 with
        | some (t, u) => if reaches T facts t u then .ok effort else .error .noContradiction
        | none => .error .noContradiction

end Plato
