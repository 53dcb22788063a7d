/-
# Equality literals

What the rules about equalities share: how an operator reads its arguments, and which literal of a clause assumes or concludes
that two terms are equal. Every rule's clause lists its literals in a fixed order.

Main definitions: `Reading`, `Tables.equates`, `Tables.concludes`, `Tables.assumes`.
-/
module

public import Plato.Table.Table

@[expose] public section

namespace Plato

/-- How an argument is read. -/
inductive Reading where
  | int | map

/-- The entry says that the two terms are equal, read so; in either order. -/
def Tables.equates (T : Tables) (entry : Nat) (reading : Reading) (a b : Nat) : Bool :=
  match reading, T.shape entry with
  | .int, .eq x y => (x == a && y == b) || (x == b && y == a)
  | .map, .mapEq x y => (x == a && y == b) || (x == b && y == a)
  | _, _ => false

/-- The literal at index `i` of the clause is the equality of the two terms. -/
def Tables.concludes (T : Tables) (clause : Clause) (i : Nat) (reading : Reading) (a b : Nat) : Bool :=
  if h : i < clause.size then clause[i].isPositive && T.equates clause[i].entry reading a b else false

/-- The literal at index `i` of the clause is the negated equality of the two terms. -/
def Tables.assumes (T : Tables) (clause : Clause) (i : Nat) (reading : Reading) (a b : Nat) : Bool :=
  if h : i < clause.size then clause[i].isNegative && T.equates clause[i].entry reading a b else false

/-- How an operator reads its first argument. -/
def Operator.firstReading : Operator → Reading
  | .select => .map
  | .difference => .map
  | _ => .int

/-- How an operator reads its second argument. -/
def Operator.secondReading : Operator → Reading
  | .difference => .map
  | _ => .int

/-- The two terms that the entry equates, if it is an equality. -/
def Tables.sides (T : Tables) (entry : Nat) : Option (Nat × Nat) :=
  match T.shape entry with
  | .eq a b => some (a, b)
  | .mapEq a b => some (a, b)
  | _ => none

end Plato
