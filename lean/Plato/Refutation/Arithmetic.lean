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

Main definitions: `Fact`, `hypothesis`, `Derived`, `derive`, `arithmeticRule`.
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

/-- What assuming the literal false says; `none` if it is not a comparison of integers. -/
def hypothesis (T : Tables) (l : Literal) : Option Fact :=
  match T.shape l.entry with
  | .le t u =>
    if l.isPositive then some ⟨(T.minus t u).addScaled 1 (.ofInt (-1)), false⟩
    else some ⟨T.minus u t, false⟩
  | .eq t u => if l.isPositive then some .trivial else some ⟨T.minus u t, true⟩
  | _ => none

/-- The facts so far, and the effort that is left. -/
structure Derived where
  effort : Nat
  facts : Array Fact

/-- Appends a fact and charges for keeping it. -/
def keep (fact : Fact) (effort : Nat) (facts : Array Fact) : Except Reason Derived := do
  let cost := 16 * fact.polynomial.weight
  require (cost ≤ effort) .effort
  .ok ⟨effort - cost, facts.push fact⟩

/-- The weight of the two sides of a comparison. -/
def Tables.comparisonWeight (T : Tables) (entry : Nat) : Nat :=
  match T.shape entry with
  | .le t u => (T.normalForm t).weight + (T.normalForm u).weight
  | .eq t u => (T.normalForm t).weight + (T.normalForm u).weight
  | _ => 0

/-- The facts of the literals from index `i` on. -/
def hypotheses (T : Tables) (clause : Clause) (i effort : Nat) (facts : Array Fact) : Except Reason Derived :=
  if h : i < clause.size then do
    let fact ← orReject (.notAnInstance "arithmetic" "every literal must be a comparison or equality of integers") (hypothesis T clause[i])
    let cost := T.comparisonWeight clause[i].entry
    require (cost ≤ effort) .effort
    let ⟨effort, facts⟩ ← keep fact (effort - cost) facts
    hypotheses T clause (i + 1) effort facts
  else .ok ⟨effort, facts⟩
termination_by clause.size - i

/-- The goal: the equation that the clause contains as a literal, if any, from index `i` on. -/
def goal (T : Tables) (clause : Clause) (i : Nat) : Option (Nat × Nat) :=
  if h : i < clause.size then
    match T.shape clause[i].entry with
    | .eq t u => if clause[i].isPositive then some (t, u) else goal T clause (i + 1)
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

/-- The instruction of that number cannot be followed. -/
def wrongInstruction (number : Nat) (why : String) : Reason := .badInstruction number why

/-- A fact, and the effort that is left. -/
structure Combined where
  effort : Nat
  fact : Fact

/-- The combination of the pairs (multiplier, fact) from index `i` on, added to `sum`, for the instruction of that number. -/
def combination (number : Nat) (facts : Array Fact) (numbers : Array Int) (i effort : Nat) (sum : Fact) : Except Reason Combined :=
  if h : i + 1 < numbers.size then do
    let fact := factAt facts numbers[i + 1]
    let cost := (sum.polynomial.weight + fact.polynomial.weight) * Polynomial.words numbers[i]
    require (isFact facts numbers[i + 1]) (wrongInstruction number "there is no fact of that number so far")
    require (cost ≤ effort) .effort
    require (fact.equation || 0 ≤ numbers[i]) (wrongInstruction number "a negative multiplier needs an equation")
    combination number facts numbers (i + 2) (effort - cost)
      ⟨sum.polynomial.addScaled numbers[i] fact.polynomial, sum.equation && fact.equation⟩
  else if i < numbers.size then .error (wrongInstruction number "multipliers and facts come in pairs")
  else .ok ⟨effort, sum⟩
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

/-! ## Instructions

Each takes its own number, counted from 1, the instruction, the effort that is left and the facts so far. -/

/-- `c λ₁ i₁ λ₂ i₂ …`: a linear combination of facts. -/
def deriveCombination (number : Nat) (instruction : Instruction) (effort : Nat) (facts : Array Fact) : Except Reason Derived := do
  let ⟨effort, fact⟩ ← combination number facts instruction.numbers 0 effort ⟨.ofInt 0, true⟩
  keep fact effort facts

/-- `z d`: the last fact divided by `d`. -/
def deriveQuotient (number : Nat) (instruction : Instruction) (effort : Nat) (facts : Array Fact) : Except Reason Derived := do
  require (instruction.numbers.size = 1) (wrongInstruction number "it takes the divisor")
  let fact ← orReject (wrongInstruction number "the divisor must be positive and divide all coefficients but the constant")
    ((lastFact facts).divide (instruction.number 0))
  keep fact effort facts

/-- `p i j`: the product of two facts. -/
def deriveProduct (number : Nat) (instruction : Instruction) (effort : Nat) (facts : Array Fact) : Except Reason Derived := do
  let first := instruction.number 0
  let second := instruction.number 1
  require (instruction.numbers.size = 2) (wrongInstruction number "it takes two facts")
  require (isFact facts first && isFact facts second) (wrongInstruction number "there is no fact of that number so far")
  let fact ← orReject (wrongInstruction number "the product is too large") ((factAt facts first).product (factAt facts second))
  keep fact effort facts

/-- `t i t`: an equation times a term. -/
def deriveMultiple (T : Tables) (number : Nat) (instruction : Instruction) (effort : Nat) (facts : Array Fact) : Except Reason Derived := do
  let equation := factAt facts (instruction.number 0)
  let term := instruction.number 1
  require (instruction.numbers.size = 2) (wrongInstruction number "it takes a fact and a term")
  require (T.isTerm term) (wrongInstruction number "there is no term of that number so far")
  require equation.equation (wrongInstruction number "only an equation may be multiplied with a term")
  let fact ← orReject (wrongInstruction number "the product is too large") (equation.product ⟨T.normalForm term.toNat, false⟩)
  keep fact effort facts

/-- `s t`: the square of a term is at least 0. -/
def deriveSquare (T : Tables) (number : Nat) (instruction : Instruction) (effort : Nat) (facts : Array Fact) : Except Reason Derived := do
  let term := instruction.number 0
  let p := T.normalForm term.toNat
  require (instruction.numbers.size = 1) (wrongInstruction number "it takes a term")
  require (T.isTerm term) (wrongInstruction number "there is no term of that number so far")
  require (p.mayExpand p) (wrongInstruction number "the product is too large")
  keep ⟨p.product p, false⟩ effort facts

/-- `q q r [i]`: what division with remainder means. -/
def deriveDivision (T : Tables) (number : Nat) (instruction : Instruction) (effort : Nat) (facts : Array Fact) : Except Reason Derived := do
  let q := (instruction.number 0).toNat
  let r := (instruction.number 1).toNat
  require (instruction.numbers.size = 2 ∨ instruction.numbers.size = 3)
    (wrongInstruction number "it takes a quotient, a remainder and, if the divisor is not a numeral, a fact about it")
  let (a, b) ← orReject (wrongInstruction number "it takes a quotient and the remainder of the same division") (T.division q r)
  let about := if instruction.numbers.size = 2 then Fact.trivial else factAt facts (instruction.number 2)
  let bound ← orReject
    (wrongInstruction number "the divisor must be a numeral other than 0, or the fact must say that it is at least 1 or at most -1")
    (divisorBound (T.normalForm b) about)
  let ⟨effort, facts⟩ ← keep ⟨T.remainder a b q r, true⟩ effort facts
  let ⟨effort, facts⟩ ← keep ⟨.ofAtom r, false⟩ effort facts
  keep ⟨bound.addScaled (-1) (.ofAtom r), false⟩ effort facts

/-- `o q r`: what division by 0 means. -/
def deriveDivisionByZero (T : Tables) (number : Nat) (instruction : Instruction) (effort : Nat) (facts : Array Fact) : Except Reason Derived := do
  let q := (instruction.number 0).toNat
  let r := (instruction.number 1).toNat
  require (instruction.numbers.size = 2) (wrongInstruction number "it takes a quotient and a remainder")
  let (a, b) ← orReject (wrongInstruction number "it takes a quotient and the remainder of the same division") (T.division q r)
  require ((T.normalForm b).isConstant && (T.normalForm b).constant == 0) (wrongInstruction number "the divisor must be the numeral 0")
  let ⟨effort, facts⟩ ← keep ⟨(T.normalForm a).addScaled (-1) (.ofAtom r), true⟩ effort facts
  keep ⟨.ofAtom q, true⟩ effort facts

/-- Appends what the instruction, which has that number, derives. -/
def derive (T : Tables) (number : Nat) (instruction : Instruction) (effort : Nat) (facts : Array Fact) : Except Reason Derived :=
  let letter := instruction.letter
  if letter == 'c'.toUInt8 then deriveCombination number instruction effort facts
  else if letter == 'z'.toUInt8 then deriveQuotient number instruction effort facts
  else if letter == 'p'.toUInt8 then deriveProduct number instruction effort facts
  else if letter == 't'.toUInt8 then deriveMultiple T number instruction effort facts
  else if letter == 's'.toUInt8 then deriveSquare T number instruction effort facts
  else if letter == 'q'.toUInt8 then deriveDivision T number instruction effort facts
  else if letter == 'o'.toUInt8 then deriveDivisionByZero T number instruction effort facts
  else .error (wrongInstruction number "there is no instruction of that letter")

/-- Follows the instructions from number `i` on, counted from 0. -/
def deriveAll (T : Tables) (instructions : Array Instruction) (i effort : Nat) (facts : Array Fact) : Except Reason Derived :=
  if h : i < instructions.size then do
    let ⟨effort, facts⟩ ← derive T (i + 1) instructions[i] effort facts
    deriveAll T instructions (i + 1) effort facts
  else .ok ⟨effort, facts⟩
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

/-- The facts end with the goal of the clause, if it has one. -/
def reachesGoal (T : Tables) (clause : Clause) (facts : Array Fact) : Bool :=
  match goal T clause 0 with
  | some (t, u) => reaches T facts t u
  | none => false

/-- The clause is valid by arithmetic; gives the effort that is left. -/
def arithmeticRule (T : Tables) (clause : Clause) (instructions : Array Instruction) (effort : Nat) : Except Reason Nat := do
  let ⟨effort, facts⟩ ← hypotheses T clause 0 effort #[]
  let ⟨effort, facts⟩ ← deriveAll T instructions 0 effort facts
  require ((lastFact facts).contradictory || reachesGoal T clause facts) .noContradiction
  .ok effort

end Plato
