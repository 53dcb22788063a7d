/-
# Congruence

Terms with the same head and equal arguments are equal. The clause lists the negated equalities of those arguments that are
not the same term, in order, and then the equality of the two terms.

Main definitions: `congruenceRule`.
-/
module

public import Plato.Refutation.Equality

@[expose] public section

namespace Plato

/-- The arguments are the same term, or the clause assumes at index `i` that they are equal; gives the next index. -/
def Tables.argument (T : Tables) (clause : Clause) (i : Nat) (reading : Reading) (a b : Nat) : Option Nat :=
  if a = b then some i
  else if T.assumes clause i reading a b then some (i + 1)
  else none

/-- The two terms have the same head and the clause assumes, from its start, that their arguments are equal. Gives how
the result may be read, and how many assumptions there are. -/
def Tables.congruent (T : Tables) (clause : Clause) (t u : Nat) : Option (Reading × Nat) :=
  match T.termShape t, T.termShape u with
  | .binary o a b, .binary o' a' b' =>
    if o = o' then do
      let i ← T.argument clause 0 o.firstReading a a'
      let i ← T.argument clause i o.secondReading b b'
      some (.int, i)
    else none
  | .store m i x, .store m' i' x' => do
    let k ← T.argument clause 0 .map m m'
    let k ← T.argument clause k .int i i'
    let k ← T.argument clause k .int x x'
    some (.map, k)
  | .const x, .const x' => do
    let k ← T.argument clause 0 .int x x'
    some (.map, k)
  | _, _ => none

/-- Congruence: assumed equalities of arguments, then the equality of two terms with the same head. -/
def congruenceRule (T : Tables) (clause : Clause) : Option Reason :=
  let wrong := some (.notAnInstance "congruence"
    "wanted are the negated equalities of the arguments that differ, in order, and last the equality of two terms with the same head")
  if h : 0 < clause.size then
    match T.sides clause[clause.size - 1].entry with
    | none => wrong
    | some (t, u) =>
      match T.congruent clause t u with
      | none => wrong
      | some (reading, count) =>
        if count + 1 = clause.size && T.concludes clause count reading t u then none else wrong
  else wrong

end Plato
