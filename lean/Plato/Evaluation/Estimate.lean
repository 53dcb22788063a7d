/-
# Values that are known in part

A quantified formula is about infinitely many integers. The integers of a range are tried one by one; all that is known about the others is
that they lie below it or above it. What is known about a term is then an *estimate*: the exact value, or bounds of the integer. The truth
of a formula may stay unknown. A map may also be given by a term in its index, its *base*, and exceptions.

Main definitions: `Truth`, `Estimate`, `Estimate.combine`, `Estimate.le`, `Estimate.eq`.
-/
module

public import Plato.Evaluation.Values

@[expose] public section

namespace Plato

/-- What is known about the truth of a formula. -/
inductive Truth where
  | yes
  | no
  | unknown

namespace Truth

/-- What is decided is known. -/
def ofBool : Bool → Truth
  | true => .yes
  | false => .no

/-- The truth of the negation. -/
def negate : Truth → Truth
  | .yes => .no
  | .no => .yes
  | .unknown => .unknown

/-- The truth of both together. -/
def both : Truth → Truth → Truth
  | .no, _ => .no
  | _, .no => .no
  | .yes, .yes => .yes
  | _, _ => .unknown

/-- The truth of one or the other. -/
def either (a b : Truth) : Truth := (both a.negate b.negate).negate

/-- The truth of the equivalence. -/
def same : Truth → Truth → Truth
  | .yes, b => b
  | .no, b => b.negate
  | .unknown, _ => .unknown

end Truth

/-- What is known about a value. -/
inductive Estimate where
  | exact (value : FiniteValue)
  /-- Where an integer is needed it is at least `low` and at most `high`, if these are given. -/
  | between (low high : Option Int)
  /-- The map that is the term at each index, but for the exceptions, the latest first; and the weight of these. -/
  | based (term : Nat) (exceptions : List (Int × Int)) (weight : Nat)

/-- The exception at an index, if there is one. -/
def exceptionAt : List (Int × Int) → Int → Option Int
  | [], _ => none
  | (i, x) :: rest, j => if j = i then some x else exceptionAt rest j

namespace Estimate

/-- Nothing is known. -/
def unknown : Estimate := .between none none

/-- A bound from below. -/
def low : Estimate → Option Int
  | .exact v => some v.toInt
  | .between low _ => low
  | .based _ _ _ => some 0

/-- A bound from above. -/
def high : Estimate → Option Int
  | .exact v => some v.toInt
  | .between _ high => high
  | .based _ _ _ => some 0

/-- The length of a bound in machine words. -/
def boundWords : Option Int → Nat
  | none => 1
  | some n => Polynomial.words n

/-- The length of the bounds in machine words. -/
def words : Estimate → Nat
  | .exact v => Polynomial.words v.toInt
  | .between low high => boundWords low + boundWords high
  | .based _ _ _ => 1

/-- What it costs to go through a map that is known. -/
def weight : Estimate → Nat
  | .exact v => v.weight
  | .between _ _ => 1
  | .based _ _ weight => weight

/-- The value where an integer is needed. -/
def asInt : Estimate → Estimate
  | .exact v => .exact (.int v.toInt)
  | .between low high => .between low high
  | .based _ _ _ => .exact (.int 0)

/-- The sum of two bounds. -/
def addBounds : Option Int → Option Int → Option Int
  | some a, some b => some (a + b)
  | _, _ => none

/-- The difference of two bounds. -/
def subBounds : Option Int → Option Int → Option Int
  | some a, some b => some (a - b)
  | _, _ => none

/-- A multiple of a bound. -/
def scaleBound (k : Int) : Option Int → Option Int
  | some a => some (k * a)
  | none => none

/-- A multiple of a value with these bounds. -/
def scale (k : Int) (low high : Option Int) : Estimate :=
  if 0 ≤ k then .between (scaleBound k low) (scaleBound k high) else .between (scaleBound k high) (scaleBound k low)

/-- The integer lies outside of the bounds. -/
def excludes (low high : Option Int) (n : Int) : Bool :=
  (match low with
    | some l => decide (n < l)
    | none => false) ||
  (match high with
    | some h => decide (h < n)
    | none => false)

/-- Within the bounds, a map with these exceptions has its usual value. -/
def isUsual (elsewhere : Int) (low high : Option Int) : List (Int × Int) → Bool
  | [] => true
  | (i, x) :: rest => (x == elsewhere || excludes low high i) && isUsual elsewhere low high rest

/-- No exception lies within the bounds. -/
def noneWithin (low high : Option Int) : List (Int × Int) → Bool
  | [] => true
  | (i, _) :: rest => excludes low high i && noneWithin low high rest

/-- Maps with the same base and these exceptions agree at the indices of the list, and `known` is known. -/
def agreeAt (m n : List (Int × Int)) : List (Int × Int) → (known : Truth) → Truth
  | [], known => known
  | (i, _) :: rest, known =>
    match exceptionAt m i, exceptionAt n i with
    | some x, some y => if x = y then agreeAt m n rest known else .no
    | _, _ => agreeAt m n rest .unknown

/-- The operator on values of which not both are exact. -/
def combineBounds : Operator → Estimate → Estimate → Estimate
  | .add, a, b => .between (addBounds a.low b.low) (addBounds a.high b.high)
  | .sub, a, b => .between (subBounds a.low b.high) (subBounds a.high b.low)
  | .mul, .exact k, .between low high => scale k.toInt low high
  | .mul, .between low high, .exact k => scale k.toInt low high
  | .select, .exact m, .between low high =>
    if isUsual m.elsewhere low high m.exceptions then .exact (.int m.elsewhere) else unknown
  | _, _, _ => unknown

/-- The operator on values. -/
def combine (o : Operator) : Estimate → Estimate → Estimate
  | .exact a, .exact b =>
    match o.compute a b with
    | some n => .exact (.int n)
    | none => unknown
  | a, b => combineBounds o a b

/-- The bound from above is known to be less than the one from below. -/
def isLess : (high low : Option Int) → Bool
  | some h, some l => decide (h < l)
  | _, _ => false

/-- The first is at most the second, as integers. -/
def le : Estimate → Estimate → Truth
  | .exact a, .exact b => .ofBool (decide (a.toInt ≤ b.toInt))
  | a, b =>
    match a.high, b.low with
    | some h, some l => if h ≤ l then .yes else if isLess b.high a.low then .no else .unknown
    | _, _ => if isLess b.high a.low then .no else .unknown

/-- The two are equal, as integers. -/
def eq : Estimate → Estimate → Truth
  | .exact a, .exact b => .ofBool (decide (a.toInt = b.toInt))
  | a, b => if isLess a.high b.low || isLess b.high a.low then .no else .unknown

/-- The map with one value replaced. -/
def store : (m i x : Estimate) → Estimate
  | .exact m, .exact i, .exact x => .exact (m.write i.toInt x.toInt)
  | .based term exceptions weight, .exact i, .exact x =>
    .based term ((i.toInt, x.toInt) :: exceptions) (weight + FiniteValue.exceptionWeight i.toInt x.toInt)
  | _, _, _ => unknown

/-- The map that has the same value everywhere. -/
def const : Estimate → Estimate
  | .exact x => .exact (.constant x.toInt)
  | _ => unknown

/-- The two are equal, as maps. -/
def mapEq : Estimate → Estimate → Truth
  | .exact a, .exact b => .ofBool (a.sameMap b)
  | .based term m _, .based term' n _ => if term = term' then agreeAt m n n (agreeAt m n m .yes) else .unknown
  | _, _ => .unknown

end Estimate

end Plato
