/-
# Values

A value is an unbounded integer or a map from integers to integers. The logic is untyped and total: an integer where a map is needed is read
as the map that is 0 everywhere, and a map where an integer is needed is read as 0.

Main definitions: `Value`, `Value.toInt`, `Value.toMap`, `pairing`.
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

end Plato
