/-
# Evaluation: models that can be written down

A certificate of satisfiability gives values to the variables: integers, and maps with finitely many exceptions. The
kernel then evaluates the problem line by line. Formulas with quantifiers, and the terms that choose (witnesses,
differences), cannot be evaluated and are refused.

Evaluation is charged for the words of the numbers and the weight of the maps it goes through, so that time and memory
are bounded by the certificate's length.

Main definitions: `FiniteValue`, `Valuation`, `Valuation.model`, `Values`, `Values.add`.
-/
module

public import Plato.Table.Table

@[expose] public section

namespace Plato

/-- An integer, or a map that has the same value almost everywhere. -/
inductive FiniteValue where
  | int (n : Int)
  /-- The exceptions, the latest first, and the weight of it all. -/
  | map (elsewhere : Int) (exceptions : List (Int × Int)) (weight : Nat)

/-- The value at `j` of a map with these exceptions. -/
def lookup (elsewhere : Int) : List (Int × Int) → Int → Int
  | [], _ => elsewhere
  | (i, x) :: rest, j => if j = i then x else lookup elsewhere rest j

namespace FiniteValue

/-- The value that is meant. -/
def value : FiniteValue → Value
  | .int n => .int n
  | .map elsewhere exceptions _ => .map (lookup elsewhere exceptions)

/-- The value where an integer is needed. -/
def toInt : FiniteValue → Int
  | .int n => n
  | .map _ _ _ => 0

/-- Where a map is needed: its value almost everywhere. -/
def elsewhere : FiniteValue → Int
  | .int _ => 0
  | .map elsewhere _ _ => elsewhere

/-- Where a map is needed: its exceptions. -/
def exceptions : FiniteValue → List (Int × Int)
  | .int _ => []
  | .map _ exceptions _ => exceptions

/-- Where a map is needed: what it costs to go through it. That is the words of its value almost everywhere, and for each exception those
of the index and the value, less one. -/
def weight : FiniteValue → Nat
  | .int _ => 1
  | .map _ _ weight => weight

/-- What one more exception weighs. -/
def exceptionWeight (i x : Int) : Nat := Polynomial.words i + Polynomial.words x - 1

/-- The map that has the same value everywhere. -/
def constant (x : Int) : FiniteValue := .map x [] (Polynomial.words x)

/-- The map with one value replaced. -/
def write (m : FiniteValue) (i x : Int) : FiniteValue := .map m.elsewhere ((i, x) :: m.exceptions) (m.weight + exceptionWeight i x)

/-- Where a map is needed: its value at `i`. -/
def at_ (m : FiniteValue) (i : Int) : Int := lookup m.elsewhere m.exceptions i

/-- Two maps agree at the indices of these exceptions. -/
def agree (m n : FiniteValue) : List (Int × Int) → Bool
  | [] => true
  | (i, _) :: rest => m.at_ i == n.at_ i && agree m n rest

/-- Two maps are the same. -/
def sameMap (m n : FiniteValue) : Bool :=
  m.elsewhere == n.elsewhere && agree m n m.exceptions && agree m n n.exceptions

end FiniteValue

/-! ## Valuations -/

/-- Values by number, the numbers in ascending order. -/
structure Named where
  names : Array Nat
  values : Array FiniteValue

/-- The first index from `low` on, and below `high`, whose name is at least `name`. -/
def position? (names : Array Nat) (name low high : Nat) : Nat :=
  if low < high then
    let middle := (low + high) / 2
    if h : middle < names.size then
      if names[middle] < name then position? names name (middle + 1) high else position? names name low middle
    else low
  else low
termination_by high - low

/-- The value of that name, 0 if there is none. -/
def Named.find (named : Named) (name : Nat) : FiniteValue :=
  let i := position? named.names name 0 named.names.size
  if h : i < named.names.size ∧ i < named.values.size then
    if named.names[i] = name then named.values[i] else .int 0
  else .int 0

/-- The last name is smaller than this one. -/
def Named.ascends (named : Named) (name : Nat) : Bool :=
  if h : 0 < named.names.size then named.names[named.names.size - 1] < name else true

/-- Appends a value. -/
def Named.push (named : Named) (name : Nat) (value : FiniteValue) : Named where
  names := named.names.push name
  values := named.values.push value

/-- No names and no values. -/
def Named.empty : Named := ⟨#[], #[]⟩

/-- One number for the name and version of a program variable. -/
def storeName (name version : Nat) : Nat := version * 1000000000000000 + name

/-- Values for everything that a problem mentions. -/
structure Valuation where
  /-- The atoms that are true, each with the value 1. -/
  atoms : Named
  logic : Named
  /-- The program variables by `storeName`. -/
  store : Named

/-- The atom is true. -/
def Valuation.isTrue (v : Valuation) (atom : Nat) : Bool := (v.atoms.find atom).toInt == 1

/-- The model that the valuation describes. -/
def Valuation.model (v : Valuation) : Model where
  atoms := fun atom => v.isTrue atom = true
  store := fun version name => (v.store.find (storeName name version)).value
  logic := fun name => (v.logic.find name).value

/-! ## Values of the tables' entries -/

/-- The values of the terms and the truth of the formulas so far, by number. -/
structure Values where
  terms : Array FiniteValue
  formulas : Array Bool

/-- The values of the tables before the first line. -/
def Values.initial : Values := ⟨#[.int 0], #[true]⟩

/-- The value of a term. -/
def Values.term (w : Values) (t : Nat) : FiniteValue :=
  if h : t < w.terms.size then w.terms[t] else .int 0

/-- The truth of a literal. -/
def Values.literal (w : Values) (l : Literal) : Bool :=
  (if h : l.entry < w.formulas.size then w.formulas[l.entry] else true) == decide l.isPositive

/-- The literals from index `i` on are all of that truth. -/
def Values.all (w : Values) (truth : Bool) (ls : Array Literal) (i : Nat) : Bool :=
  if h : i < ls.size then w.literal ls[i] == truth && w.all truth ls (i + 1) else true
termination_by ls.size - i

/-- The operator on values; `none` for the operator that chooses. -/
def Operator.compute : Operator → FiniteValue → FiniteValue → Option Int
  | .add, a, b => some (a.toInt + b.toInt)
  | .sub, a, b => some (a.toInt - b.toInt)
  | .mul, a, b => some (a.toInt * b.toInt)
  | .div, a, b => some (a.toInt / b.toInt)
  | .mod, a, b => some (a.toInt % b.toInt)
  | .pair, a, b => some (pairing a.toInt b.toInt)
  | .branch, a, b => some (aboutBranch a.toInt b.toInt)
  | .select, m, i => some (m.at_ i.toInt)
  | .difference, _, _ => none

/-- The value of a shape. -/
def TermShape.compute (v : Valuation) (w : Values) : TermShape → Option FiniteValue
  | .num n => some (.int n)
  | .var name version => some (v.store.find (storeName name version))
  | .logic name => some (v.logic.find name)
  | .bound _ => some (.int 0)
  | .binary o a b => do
    let n ← o.compute (w.term a) (w.term b)
    some (.int n)
  | .store m i x => some ((w.term m).write (w.term i).toInt (w.term x).toInt)
  | .const x => some (.constant (w.term x).toInt)
  | .ite c a b => some (if w.literal c then w.term a else w.term b)
  | .witness _ => none

/-- What the operator costs more than a product, for a first operand of so many machine words: a root takes a product for every two bits. -/
def Operator.extra (o : Operator) (words : Nat) : Nat :=
  match o with
  | .branch => 512 * words * words * words
  | _ => 0

/-- What computing the value costs. -/
def TermShape.cost (w : Values) : TermShape → Nat
  | .binary .select m i => (w.term m).weight + Polynomial.words (w.term i).toInt
  | .binary o a b => 16 * Polynomial.words (w.term a).toInt * Polynomial.words (w.term b).toInt + o.extra (Polynomial.words (w.term a).toInt)
  | _ => 1

/-- The truth of a right-hand side. -/
def Definiens.compute (v : Valuation) (w : Values) : Definiens → Option Bool
  | .true => some Bool.true
  | .atom name => some (v.isTrue name)
  | .le a b => some (decide ((w.term a).toInt ≤ (w.term b).toInt))
  | .eq a b => some (decide ((w.term a).toInt = (w.term b).toInt))
  | .mapEq m n => some ((w.term m).sameMap (w.term n))
  | .and ls => some (w.all Bool.true ls 0)
  | .or ls => some (!w.all false ls 0)
  | .implies a b => some (!w.literal a || w.literal b)
  | .iff a b => some (w.literal a == w.literal b)
  | .ite c a b => some (if w.literal c then w.literal a else w.literal b)
  | .all _ => none

/-- What computing the truth costs. -/
def Definiens.cost (w : Values) : Definiens → Nat
  | .mapEq m n => ((w.term m).weight + (w.term n).weight) * ((w.term m).weight + (w.term n).weight)
  | .le a b => Polynomial.words (w.term a).toInt + Polynomial.words (w.term b).toInt
  | .eq a b => Polynomial.words (w.term a).toInt + Polynomial.words (w.term b).toInt
  | _ => 1

/-- The values after a line of the problem, and the effort that is left. -/
def Values.add (v : Valuation) (w : Values) (effort : Nat) : Line → Except Reason (Values × Nat)
  | .term shape => do
    let cost := shape.cost w
    require (cost ≤ effort) .effort
    let value ← orReject .notComputable (shape.compute v w)
    .ok ({ w with terms := w.terms.push value }, effort - cost)
  | .entry definiens => do
    let cost := definiens.cost w
    require (cost ≤ effort) .effort
    let truth ← orReject .notComputable (definiens.compute v w)
    .ok ({ w with formulas := w.formulas.push truth }, effort - cost)
  | .assert l => if w.literal l then .ok (w, effort) else .error .falseInModel
  | _ => .ok (w, effort)

end Plato
