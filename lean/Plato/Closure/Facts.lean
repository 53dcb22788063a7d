/-
# What a conjunction says

A formula that is a conjunction, perhaps nested, says each of its parts. The parts are gone through, and what they say of a variable is noted: that it is a
number, or between two.

Main definitions: `conjuncts`, `Bounds`, `allBounds`.
-/
module

public import Plato.Closure.Sorts
public import Plato.Evaluation.Scene

@[expose] public section

namespace Plato

mutual

/-- The parts of the literal, if it is a conjunction, before those that are there. -/
def conjuncts (T : Tables) : (depth : Nat) → (l : Literal) → (out : List Literal) → (effort : Nat) → Except Reason (Evaluated (List Literal))
  | 0, _, _, _ => .error .formulaTooDeep
  | depth + 1, l, out, effort =>
    if effort = 0 then .error .effort
    else if l.isPositive then
      match T.shape l.entry with
      | .gate long =>
        if h : 0 < long.size then
          if long[0].isPositive then conjunctsFrom T depth long 1 out (effort - 1) else .ok ⟨l :: out, effort - 1⟩
        else .ok ⟨l :: out, effort - 1⟩
      | _ => .ok ⟨l :: out, effort - 1⟩
    else .ok ⟨l :: out, effort - 1⟩

/-- The same for the complements of the literals from index `i` on. -/
def conjunctsFrom (T : Tables) : (depth : Nat) → (ls : Array Literal) → (i : Nat) → (out : List Literal) → (effort : Nat) →
    Except Reason (Evaluated (List Literal))
  | 0, _, _, _, _ => .error .formulaTooDeep
  | depth + 1, ls, i, out, effort =>
    if h : i < ls.size then do
      let ⟨out, effort⟩ ← conjuncts T depth ls[i].negate out effort
      conjunctsFrom T depth ls (i + 1) out effort
    else .ok ⟨out, effort⟩

end

/-- An integer is known to be between these, if they are there. -/
structure Bounds where
  low : Option Int
  high : Option Int

/-- The numeral that the term is, if it is one. -/
def numeral (T : Tables) (t : Nat) : Option Int :=
  match T.termShape t with
  | .num n => some n
  | _ => none

/-- What a literal says of the terms that `isIt` knows, if it is `a ≤ b`. -/
def boundsOf (T : Tables) (isIt : Nat → Bool) (l : Literal) (known : Bounds) : Bounds :=
  if l.isPositive then
    match T.shape l.entry with
    | .le a b =>
      if isIt b then match numeral T a with
        | some n => { known with low := some n }
        | none => known
      else if isIt a then match numeral T b with
        | some n => { known with high := some n }
        | none => known
      else known
    | _ => known
  else known

/-- What the literals say of the terms that `isIt` knows. -/
def allBounds (T : Tables) (isIt : Nat → Bool) : List Literal → (known : Bounds) → Bounds
  | [], known => known
  | l :: rest, known => allBounds T isIt rest (boundsOf T isIt l known)

end Plato
