/-
# Values

A value is an unbounded integer or a map from integers to integers. The logic is untyped and total: an integer where a map is needed is read
as the map that is 0 everywhere, and a map where an integer is needed is read as 0.

Branches of a thread have identifiers of their own: an integer below 0 for a parent and a number, different for different ones.

Main definitions: `Value`, `Value.toInt`, `Value.toMap`, `pairing`, `branchOf`, `parentOf`, `numberOf`.
-/
module

@[expose] public section

namespace Plato

/-- What variables hold and terms denote. -/
inductive Value where
  | int (n : Int)
  | map (f : Int → Int)

/-- The value where an integer is needed. -/
def Value.toInt : Value → Int
  | .int n => n
  | .map _ => 0

/-- The value where a map is needed. -/
def Value.toMap : Value → Int → Int
  | .int _ => fun _ => 0
  | .map f => f

/-- The map `f` with its value at `i` replaced by `x`. -/
def update (f : Int → Int) (i x : Int) : Int → Int := fun j => if j = i then x else f j

/-- A natural number for each integer: 0, -1, 1, -2, 2, … become 0, 1, 2, 3, 4, …. -/
def zigzag : Int → Nat
  | .ofNat n => 2 * n
  | .negSucc n => 2 * n + 1

/-- One integer for two, different for different pairs: it codes functions of several arguments as maps. -/
def pairing (a b : Int) : Int :=
  let m := zigzag a
  let n := zigzag b
  Int.ofNat ((m + n) * (m + n) + m)

/-- The identifier of the branch of a thread with that number: different from those of all other branches, and from 0, 1, 2, …. -/
def branchOf (parent number : Int) : Int := -1 - pairing parent number

/-- The largest number whose square is no larger. -/
def root (n : Nat) : Nat :=
  if n = 0 then 0
  else
    let r := 2 * root (n / 4)
    if (r + 1) * (r + 1) ≤ n then r + 1 else r
termination_by n
decreasing_by omega

/-- The integer of a natural number. -/
def unzigzag (n : Nat) : Int := if n % 2 = 0 then .ofNat (n / 2) else .negSucc (n / 2)

/-- The parent and the number that an identifier stands for, if it is that of a branch. -/
def partsOf (branch : Int) : Int × Int :=
  let n := (-1 - branch).toNat
  let r := root n
  (unzigzag (n - r * r), unzigzag (r - (n - r * r)))

/-- The identifier is that of a branch. -/
def isBranch (id : Int) : Bool := branchOf (partsOf id).1 (partsOf id).2 = id

/-- The thread that a branch belongs to. A thread that is no branch is its own parent. -/
def parentOf (branch : Int) : Int := if isBranch branch then (partsOf branch).1 else branch

/-- The number of a branch among those of its thread, and 0 for a thread that is no branch. -/
def numberOf (branch : Int) : Int := if isBranch branch then (partsOf branch).2 else 0

/-- What is asked about a branch: 0 for its parent, anything else for its number. -/
def aboutBranch (branch question : Int) : Int := if question = 0 then parentOf branch else numberOf branch

end Plato
