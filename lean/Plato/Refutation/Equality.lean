/-
# Equality literals, congruence and cases

Two rules about equalities of terms. *Congruence*: terms with the same head and equal arguments are equal. *Cases*: an
if-then-else term equals its first branch where the condition is true and its second where it is false.

A rule's clause lists its literals in a fixed order; which one is expected where is checked on the shapes.

Main definitions: `Reading`, `Tables.equates`, `congruenceRule`, `casesRule`.
-/
module

public import Plato.Table

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
  if h : i < clause.size then clause[i] % 2 == 0 && T.equates (clause[i] / 2) reading a b else false

/-- The literal at index `i` of the clause is the negated equality of the two terms. -/
def Tables.assumes (T : Tables) (clause : Clause) (i : Nat) (reading : Reading) (a b : Nat) : Bool :=
  if h : i < clause.size then clause[i] % 2 == 1 && T.equates (clause[i] / 2) reading a b else false

/-- The arguments are the same term, or the clause assumes at index `i` that they are equal; gives the next index. -/
def Tables.argument (T : Tables) (clause : Clause) (i : Nat) (reading : Reading) (a b : Nat) : Option Nat :=
  if a = b then some i
  else if T.assumes clause i reading a b then some (i + 1)
  else none

/-- How an operator reads its first argument. -/
def Operator.firstReading : Operator → Reading
  | .select => .map
  | .difference => .map
  | _ => .int

/-- How an operator reads its second argument. -/
def Operator.secondReading : Operator → Reading
  | .difference => .map
  | _ => .int

/-- The two terms have the same head and the clause assumes, from its start, that their arguments are equal. Gives how
the result may be read, and how many assumptions there are. -/
def Tables.congruent (T : Tables) (clause : Clause) (t u : Nat) : Option (Reading × Nat) :=
  match T.termShape t, T.termShape u with
  | .binary o a b, .binary o' a' b' =>
    if o = o' then
      match T.argument clause 0 o.firstReading a a' with
      | none => none
      | some i => match T.argument clause i o.secondReading b b' with
        | none => none
        | some i => some (.int, i)
    else none
  | .store m i x, .store m' i' x' =>
    match T.argument clause 0 .map m m' with
    | none => none
    | some k => match T.argument clause k .int i i' with
      | none => none
      | some k => match T.argument clause k .int x x' with
        | none => none
        | some k => some (.map, k)
  | .const x, .const x' =>
    match T.argument clause 0 .int x x' with
    | none => none
    | some k => some (.map, k)
  | _, _ => none

/-- The two terms that an equality entry speaks of. -/
def Tables.sides (T : Tables) (entry : Nat) : Option (Nat × Nat) :=
  match T.shape entry with
  | .eq a b => some (a, b)
  | .mapEq a b => some (a, b)
  | _ => none

/-- Congruence: assumed equalities of arguments, then the equality of two terms with the same head. -/
def congruenceRule (T : Tables) (clause : Clause) : Option Reason :=
  let wrong := some (.notAnInstance "congruence"
    "wanted are the negated equalities of the arguments that differ, in order, and last the equality of two terms with the same head")
  if h : 0 < clause.size then
    match T.sides (clause[clause.size - 1] / 2) with
    | none => wrong
    | some (t, u) =>
      match T.congruent clause t u with
      | none => wrong
      | some (reading, count) =>
        if count + 1 = clause.size && T.concludes clause count reading t u then none else wrong
  else wrong

/-- The literal is the condition of the if-then-else term, negated in case 0, and `other` is the branch of that case. -/
def Tables.isBranch (T : Tables) (number : Nat) (l : Literal) (ifThenElse other : Nat) : Bool :=
  match T.termShape ifThenElse with
  | .ite c a b => (number == 0 && l == c.negate && a == other) || (number == 1 && l == c && b == other)
  | _ => false

/-- Cases: the two branches of an if-then-else term, the condition first, then the equality of the term with a branch. -/
def casesRule (T : Tables) (number : Nat) (clause : Clause) : Option Reason :=
  let wrong := some (.notAnInstance "cases"
    "wanted are the condition (negated in case 0) and the equality of an if-then-else term with the branch of that case")
  if h : clause.size = 2 then
    match T.sides (clause[1] / 2) with
    | none => wrong
    | some (t, u) =>
      if clause[1] % 2 == 0 && (T.isBranch number clause[0] t u || T.isBranch number clause[0] u t) then none else wrong
  else wrong

end Plato
