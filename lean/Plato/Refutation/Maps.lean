/-
# Map axioms

Reading from an updated or constant map, extensionality, and equality of maps as an equivalence; and that different pairs are different
indices. Each instance lists its literals in the order given at `mapAxiom`.

Main definitions: `mapsRule`.
-/
module

public import Plato.Refutation.Equality

@[expose] public section

namespace Plato

/-- `read` is a read at some index `j` of `m[i := x]`; gives m, i, x, j. -/
def Tables.readOfStore (T : Tables) (read : Nat) : Option (Nat × Nat × Nat × Nat) :=
  match T.termShape read with
  | .binary .select w j => match T.termShape w with
    | .store m i x => some (m, i, x, j)
    | _ => none
  | _ => none

/-- `read` is a read of a constant map; gives its value. -/
def Tables.readOfConst (T : Tables) (read : Nat) : Option Nat :=
  match T.termShape read with
  | .binary .select w _ => match T.termShape w with
    | .const x => some x
    | _ => none
  | _ => none

/-- Axiom 0: `i ≠ j ∨ m[i := x][j] = x`, without the first literal if `i` and `j` are the same term. -/
def Tables.sameIndex (T : Tables) (clause : Clause) (read other : Nat) : Bool :=
  match T.readOfStore read with
  | some (_, i, x, j) =>
    x == other && (if clause.size = 1 then i == j && T.concludes clause 0 .int read other
      else clause.size == 2 && T.assumes clause 0 .int i j && T.concludes clause 1 .int read other)
  | none => false

/-- Axiom 1: `i = j ∨ m[i := x][j] = m[j]`. -/
def Tables.otherIndex (T : Tables) (clause : Clause) (read other : Nat) : Bool :=
  match T.readOfStore read, T.termShape other with
  | some (m, i, _, j), .binary .select m' j' =>
    m == m' && j == j' && clause.size == 2 && T.concludes clause 0 .int i j && T.concludes clause 1 .int read other
  | _, _ => false

/-- Axiom 2: `const(x)[j] = x`. -/
def Tables.constantMap (T : Tables) (clause : Clause) (read other : Nat) : Bool :=
  match T.readOfConst read with
  | some x => x == other && clause.size == 1 && T.concludes clause 0 .int read other
  | none => false

/-- Axiom 3: `m = n ∨ m[d] ≠ n[d]` at the index `d` where they differ. -/
def Tables.extensional (T : Tables) (clause : Clause) (read other : Nat) : Bool :=
  match T.termShape read, T.termShape other with
  | .binary .select m d, .binary .select n d' =>
    d == d' && clause.size == 2 && T.concludes clause 0 .map m n && T.assumes clause 1 .int read other &&
      match T.termShape d with
      | .binary .difference m' n' => (m == m' && n == n') || (m == n' && n == m')
      | _ => false
  | _, _ => false

/-- Axioms 4 to 6: reflexivity, symmetry, transitivity of the equality of maps. -/
def Tables.equivalence (T : Tables) (number : Nat) (clause : Clause) : Bool :=
  if h : 0 < clause.size then
    match T.sides clause[clause.size - 1].entry with
    | none => false
    | some (a, c) =>
      if number = 4 then clause.size == 1 && a == c && T.concludes clause 0 .map a c
      else if number = 5 then clause.size == 2 && T.assumes clause 0 .map a c && T.concludes clause 1 .map a c
      else
        match T.sides clause[0].entry with
        | none => false
        | some (x, y) =>
          clause.size == 3 && T.concludes clause 2 .map a c && T.assumes clause 0 .map x y &&
            ((x == a && T.assumes clause 1 .map y c) || (y == a && T.assumes clause 1 .map x c))
  else false

/-- Axioms 7 to 8: `⟨a, b⟩ ≠ ⟨c, d⟩ ∨ a = c`, and the same for `b = d`. -/
def Tables.samePair (T : Tables) (isSecond : Bool) (clause : Clause) : Bool :=
  if h : clause.size = 2 then
    match T.sides clause[0].entry with
    | none => false
    | some (p, q) =>
      match T.termShape p, T.termShape q with
      | .binary .pair a b, .binary .pair c d =>
        T.assumes clause 0 .int p q && (if isSecond then T.concludes clause 1 .int b d else T.concludes clause 1 .int a c)
      | _, _ => false
  else false

/-- The two terms that the entry equates have the property, in one order or the other. -/
def Tables.eitherWay (T : Tables) (property : Nat → Nat → Bool) (entry : Nat) : Bool :=
  match T.sides entry with
  | some (a, b) => property a b || property b a
  | none => false

/-- The clause is an instance of the map axiom of that number. -/
def Tables.mapAxiom (T : Tables) (number : Nat) (clause : Clause) : Bool :=
  if h : 0 < clause.size then
    let last := clause[clause.size - 1].entry
    if number = 0 then T.eitherWay (T.sameIndex clause) last
    else if number = 1 then T.eitherWay (T.otherIndex clause) last
    else if number = 2 then T.eitherWay (T.constantMap clause) last
    else if number = 3 then T.eitherWay (T.extensional clause) last
    else if number ≤ 6 then T.equivalence number clause
    else if number = 7 then T.samePair false clause
    else if number = 8 then T.samePair true clause
    else false
  else false

/-- Map axioms; `none` if the clause is an instance. -/
def mapsRule (T : Tables) (number : Nat) (clause : Clause) : Option Reason :=
  if T.mapAxiom number clause then none
  else some (.notAnInstance "the map axiom of that number" "see the format for the literals of each axiom and their order")

end Plato
