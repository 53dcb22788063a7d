/-
# First values as source

Tells which parts of the initial condition are the first values of variables. They are printed with the declarations, as programs are written, if the language makes
the same condition of them: it puts the first values in the order of the variables, and after them the one other condition.

Main definitions: `FirstValues`, `firstValues`.
-/
module

public import Plato.Source.Expression

@[expose] public section

namespace Plato

/-- For each declared variable the term that is its first value, and what else is said of the initial stores. -/
structure FirstValues where
  values : Array (Option Nat)
  rest : Option Literal

/-- The term is a numeral or a parameter: it is the same in every store, and for every thread. -/
def isFixed (T : Tables) (t : Nat) : Bool :=
  match T.termShape t with
  | .num _ => true
  | .logic name => name != 0
  | _ => false

/-- The variable that has a first value of its kind by that formula, whether that is a map, and the value. -/
def firstValue (T : Tables) (l : Literal) : Option (VariableCode × Nat) :=
  if !l.isPositive then none
  else match T.shape l.entry with
    | .eq a b =>
      match T.termShape a with
      | .var name 0 => if isFixed T b then some (⟨name, false⟩, b) else none
      | _ => none
    | .mapEq a b =>
      match T.termShape a, T.termShape b with
      | .var name 0, .const x => if isFixed T x then some (⟨name, true⟩, b) else none
      | _, _ => none
    | _ => none

/-- The place of the variable among those that are declared, from index `i` on; after the last one if it is not there. -/
def placeOf (declared : Array (VariableCode × String)) (wanted : VariableCode) (i : Nat) : Nat :=
  if h : i < declared.size then
    let ⟨name, isMap⟩ := declared[i].1
    if name = wanted.name && isMap == wanted.isMap then i else placeOf declared wanted (i + 1)
  else i
termination_by declared.size - i

/-- Takes first values off the front of the conditions from index `k` on, for variables from place `i` on, and tells how many there are. -/
def takeFirst (T : Tables) (declared : Array (VariableCode × String)) (parts : Array Literal) (k i : Nat) (values : Array (Option Nat)) :
    Nat × Array (Option Nat) :=
  if h : k < parts.size then
    match firstValue T parts[k] with
    | none => (k, values)
    | some (wanted, value) =>
      let place := placeOf declared wanted i
      if hp : place < values.size then takeFirst T declared parts (k + 1) (place + 1) (values.set place (some value) hp) else (k, values)
  else (k, values)
termination_by parts.size - k

/-- The parts of a conjunction. -/
def conjunctsOf (T : Tables) (l : Literal) : Array Literal :=
  if !l.isPositive then #[l]
  else match T.shape l.entry with
    | .gate long =>
      match connectiveOf long (T.formula l.entry) with
      | .and => pushNegated #[] long 1
      | _ => #[l]
    | _ => #[l]

/-- The first values of the variables by that initial condition, and what else it says. -/
def firstValues (T : Tables) (declared : Array (VariableCode × String)) (init : Option Literal) : FirstValues :=
  let none_ := Array.replicate declared.size none
  match init with
  | none => ⟨none_, none⟩
  | some l =>
    let parts := conjunctsOf T l
    let (k, values) := takeFirst T declared parts 0 0 none_
    if k = 0 then ⟨none_, some l⟩
    else if h : k + 1 = parts.size then ⟨values, some parts[k]⟩
    else if k = parts.size then ⟨values, none⟩
    else ⟨none_, some l⟩

end Plato
