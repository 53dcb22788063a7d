/-
# Building formulas

Verification conditions are built as entries of a table, the same entry for the same shape: an entry is looked up in a hash table
before it is made. The hash table needs no proof: whatever number it gives is used only if the entry of that number has the
wanted shape.

Main definitions: `Builder`, `Builder.term`, `Builder.formula`.
-/
module

public import Plato.Table.Table

@[expose] public section

namespace Plato

/-- A table being built. -/
structure Builder where
  tables : Tables
  /-- Numbers of terms by hash, with a part of it (`slotEntry`); 0 where there is none. -/
  termSlots : Array Nat
  formulaSlots : Array Nat
  /-- Whether a line made a formula, for all lines in order. -/
  order : Array Bool
  /-- How many more entries may be looked at or made. -/
  effort : Nat

/-- An entry's number or literal, and the table with it. -/
structure Built where
  number : Nat
  builder : Builder

/-- A step of the hash function. -/
@[inline] def mix (h : UInt64) (n : Nat) : UInt64 := (h ^^^ n.toUInt64) * (0x9E3779B97F4A7C15 : UInt64) + (h >>> (29 : UInt64))

/-- The hash of the numbers from index `i` on. -/
def mixAll (h : UInt64) (ns : Array Nat) (i : Nat) : UInt64 :=
  if lt : i < ns.size then mixAll (mix h ns[i]) ns (i + 1) else h
termination_by ns.size - i

/-- A number for each operator. -/
def Operator.code : Operator → Nat
  | .add => 0 | .sub => 1 | .mul => 2 | .div => 3 | .mod => 4 | .pair => 5 | .select => 6 | .difference => 7 | .branch => 8

/-- The hash of a term's shape. -/
def TermShape.hash : TermShape → UInt64
  | .num n => mix (mix 1 n.natAbs) (if n < 0 then 1 else 0)
  | .var name version => mix (mix 2 name) version
  | .logic name => mix 3 name
  | .bound index => mix 4 index
  | .binary o a b => mix (mix (mix 5 o.code) a) b
  | .store m i x => mix (mix (mix 6 m) i) x
  | .const x => mix 7 x
  | .ite c a b => mix (mix (mix 8 c) a) b
  | .witness body => mix 9 body

/-- The shapes are the same. -/
def TermShape.same : TermShape → TermShape → Bool
  | .num n, .num n' => decide (n = n')
  | .var x k, .var x' k' => x == x' && k == k'
  | .logic x, .logic x' => x == x'
  | .bound i, .bound i' => i == i'
  | .binary o a b, .binary o' a' b' => decide (o = o') && a == a' && b == b'
  | .store m i x, .store m' i' x' => m == m' && i == i' && x == x'
  | .const x, .const x' => x == x'
  | .ite c a b, .ite c' a' b' => c == c' && a == a' && b == b'
  | .witness body, .witness body' => body == body'
  | _, _ => false

/-- The hash of a formula's shape, whatever its number. -/
def Shape.hash : Shape → UInt64
  | .atom => 11
  | .gate long => mixAll (if h : 0 < long.size then mix 12 (long[0] % 2) else 12) long 1
  | .iff a b => mix (mix 13 a) b
  | .ite c a b => mix (mix (mix 14 c) a) b
  | .le a b => mix (mix 15 a) b
  | .eq a b => mix (mix 16 a) b
  | .mapEq m n => mix (mix 17 m) n
  | .all body => mix 18 body

/-- The literals from index `i` on are the same. -/
def sameFrom (ls ms : Array Nat) (i : Nat) : Bool :=
  if h : i < ls.size then
    if h' : i < ms.size then ls[i] == ms[i] && sameFrom ls ms (i + 1) else false
  else true
termination_by ls.size - i

/-- The shapes are the same. Atoms do not show their names, so no two are. -/
def Shape.same : Shape → Shape → Bool
  | .gate long, .gate long' => long.size == long'.size && sameFrom long long' 0
  | .iff a b, .iff a' b' => a == a' && b == b'
  | .ite c a b, .ite c' a' b' => c == c' && a == a' && b == b'
  | .le a b, .le a' b' => a == a' && b == b'
  | .eq a b, .eq a' b' => a == a' && b == b'
  | .mapEq a b, .mapEq a' b' => a == a' && b == b'
  | .all body, .all body' => body == body'
  | _, _ => false

/-- How many slots are looked at before a search is given up. The slots are at most half full, so that among a million entries some 70 are the most to
be expected; an entry that is not found is made a second time, which is no danger, but whoever wrote the certificate may not have reckoned with it. -/
def maxTries : Nat := 512

/-- The slot where the search for a hash starts. It is mixed once more, or the entries of a row of stores would stand side by side; the upper half is a small
number that depends on all of it. -/
@[inline] def slotOf (slots : Array Nat) (hash : UInt64) : Nat :=
  if slots.size = 0 then 0
  else (((hash ^^^ (hash >>> (29 : UInt64))) * (0xBF58476D1CE4E5B9 : UInt64)) >>> (32 : UInt64)).toNat % slots.size

/-- The part of a hash that a slot holds beside the number of an entry, so that others need not be looked at. -/
@[inline] def hashPart (hash : UInt64) : Nat := (hash % (2147483648 : UInt64)).toNat

/-- What a slot holds for an entry. -/
@[inline] def slotEntry (hash : UInt64) (number : Nat) : Nat := hashPart hash * 1073741824 + number

/-- The slot after this one. -/
@[inline] def nextSlot (slots : Array Nat) (index : Nat) : Nat := if index + 1 < slots.size then index + 1 else 0

/-- Puts an entry into the first free slot from `index` on, if there is one. -/
def placeFrom (slots : Array Nat) (index entry : Nat) : (tries : Nat) → Array Nat
  | 0 => slots
  | tries + 1 =>
    if h : index < slots.size then
      if slots[index] = 0 then slots.set index entry h
      else placeFrom slots (nextSlot slots index) entry tries
    else slots

/-- Puts the number of an entry with this hash into a slot. -/
@[inline] def place (slots : Array Nat) (hash : UInt64) (number : Nat) : Array Nat :=
  placeFrom slots (slotOf slots hash) (slotEntry hash number) maxTries

/-- Slots that are more than half full. -/
@[inline] def isFull (slots : Array Nat) (entries : Nat) : Bool := slots.size < 2 * entries

/-- The term of that number has the shape. -/
def Tables.hasTermShape (T : Tables) (shape : TermShape) (n : Nat) : Bool :=
  if h : n < T.terms.size then T.terms[n].shape.same shape else false

/-- The formula of that number has the shape that the right-hand side would have. -/
def Tables.hasFormulaShape (T : Tables) (d : Definiens) (n : Nat) : Bool :=
  if h : n < T.formulas.size then T.formulas[n].shape.same (d.shape n) else false

/-- A number that was found, 0 if there is none, and the effort that is left. -/
structure Found where
  number : Nat
  effort : Nat

/-- The number of a term of that shape in the slots from `index` on; each term that is met costs `cost`. -/
def findTerm (T : Tables) (shape : TermShape) (part cost : Nat) (slots : Array Nat) (index : Nat) : (tries effort : Nat) → Found
  | 0, effort => ⟨0, effort⟩
  | tries + 1, effort =>
    if h : index < slots.size then
      if slots[index] = 0 then ⟨0, effort⟩
      else if effort < cost then ⟨0, 0⟩
      else if slots[index] / 1073741824 = part ∧ T.hasTermShape shape (slots[index] % 1073741824) then ⟨slots[index] % 1073741824, effort - cost⟩
      else findTerm T shape part cost slots (nextSlot slots index) tries (effort - cost)
    else ⟨0, effort⟩

/-- The number of a formula of that shape in the slots from `index` on; each formula that is met costs `cost`. -/
def findFormula (T : Tables) (d : Definiens) (part cost : Nat) (slots : Array Nat) (index : Nat) : (tries effort : Nat) → Found
  | 0, effort => ⟨0, effort⟩
  | tries + 1, effort =>
    if h : index < slots.size then
      if slots[index] = 0 then ⟨0, effort⟩
      else if effort < cost then ⟨0, 0⟩
      else if slots[index] / 1073741824 = part ∧ T.hasFormulaShape d (slots[index] % 1073741824) then ⟨slots[index] % 1073741824, effort - cost⟩
      else findFormula T d part cost slots (nextSlot slots index) tries (effort - cost)
    else ⟨0, effort⟩

/-- What it costs to make or compare a term's shape. -/
def TermShape.size : TermShape → Nat
  | .num n => Polynomial.words n
  | _ => 1

/-- What it costs to make or compare a formula's shape. -/
def Definiens.size (d : Definiens) : Nat := d.literals.size + 1

/-- Puts the terms from number `t` on into slots. -/
def placeTerms (T : Tables) (t : Nat) (slots : Array Nat) : Array Nat :=
  if h : t < T.terms.size then placeTerms T (t + 1) (place slots T.terms[t].shape.hash t)
  else slots
termination_by T.terms.size - t

/-- Puts the formulas from number `e` on into slots. -/
def placeFormulas (T : Tables) (e : Nat) (slots : Array Nat) : Array Nat :=
  if h : e < T.formulas.size then placeFormulas T (e + 1) (place slots T.formulas[e].shape.hash e)
  else slots
termination_by T.formulas.size - e

namespace Builder

/-- The builder of an empty table. -/
def start (room effort : Nat) : Builder where
  tables := Tables.initial room
  termSlots := Array.replicate 256 0
  formulaSlots := Array.replicate 256 0
  order := #[]
  effort := effort

/-- Pays for work that makes no entries. -/
def pay (b : Builder) (cost : Nat) : Except Reason Builder := do
  require (cost ≤ b.effort) .effort
  .ok { b with effort := b.effort - cost }

/-- The number of a term of that shape, which is made if there is none. -/
def term (b : Builder) (shape : TermShape) : Except Reason Built := do
  require (0 < b.effort) .effort
  let hash := shape.hash
  let found := findTerm b.tables shape (hashPart hash) shape.size b.termSlots (slotOf b.termSlots hash) maxTries b.effort
  require (shape.size ≤ found.effort) .effort
  let effort := found.effort - shape.size
  if found.number ≠ 0 ∧ b.tables.hasTermShape shape found.number then .ok ⟨found.number, { b with effort }⟩
  else
    let tables ← b.tables.addTerm shape
    -- the number is taken from the new table: the old one must not be needed any more, or it would be copied
    let n := tables.terms.size - 1
    let termSlots :=
      if isFull b.termSlots n then placeTerms tables 1 (Array.replicate (4 * n) 0)
      else place b.termSlots hash n
    .ok ⟨n, { b with tables, termSlots, order := b.order.push false, effort }⟩

/-- The number of a formula of that shape, which is made if there is none. -/
def formula (b : Builder) (d : Definiens) : Except Reason Built := do
  require (0 < b.effort) .effort
  let hash := (d.shape 0).hash
  let found := findFormula b.tables d (hashPart hash) d.size b.formulaSlots (slotOf b.formulaSlots hash) maxTries b.effort
  require (d.size ≤ found.effort) .effort
  let effort := found.effort - d.size
  if found.number ≠ 0 ∧ b.tables.hasFormulaShape d found.number then .ok ⟨found.number, { b with effort }⟩
  else
    let tables ← b.tables.define d
    let n := tables.formulas.size - 1
    let formulaSlots :=
      if isFull b.formulaSlots n then placeFormulas tables 1 (Array.replicate (4 * n) 0)
      else place b.formulaSlots hash n
    .ok ⟨n, { b with tables, formulaSlots, order := b.order.push true, effort }⟩

end Builder

end Plato
