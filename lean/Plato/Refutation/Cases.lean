/-
# Cases of an if-then-else term

An if-then-else term equals its first branch where the condition is true and its second where it is false.

Main definitions: `casesRule`.
-/
module

public import Plato.Refutation.Equality

@[expose] public section

namespace Plato

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
    match T.sides clause[1].entry with
    | none => wrong
    | some (t, u) =>
      if clause[1].isPositive && (T.isBranch number clause[0] t u || T.isBranch number clause[0] u t) then none else wrong
  else wrong

end Plato
