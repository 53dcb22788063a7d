/-
# All that a command can do

From a store that is written down a command leads to finitely many stores, if it leaves nothing open but which way it goes at a choice, and values from a finite
range. They are listed here. A command that can go wrong is rejected at once, and so is one of which something is not known.

A place of which only matters whether it is 0 gets 0 and 1. Of other places an operation must say between which numbers they are: in its action, as a part of a
conjunction.

Main definitions: `candidates`, `CommandCode.outcomes`.
-/
module

public import Plato.Replay.Command
public import Plato.Closure.Facts

@[expose] public section

namespace Plato

/-- Goes on from each of the stores, and collects what comes of them. -/
def eachStore (goOn : Array StoreValue → Nat → List (Array StoreValue) → Except Reason (Evaluated (List (Array StoreValue)))) :
    List (Array StoreValue) → (effort : Nat) → (out : List (Array StoreValue)) → Except Reason (Evaluated (List (Array StoreValue)))
  | [], effort, out => .ok ⟨out, effort⟩
  | store :: rest, effort, out => do
    let ⟨out, effort⟩ ← goOn store effort out
    eachStore goOn rest effort out

/-! ## Values that are left open -/

/-- The term is what the place is after a command; an index is the same before and after it. -/
def isAfter (T : Tables) (place : PlaceCode) (t : Nat) : Bool :=
  match place.index, T.termShape t with
  | none, .var name version => name == place.name && version == 1
  | some i, .binary .select m j =>
    j == i && (isThread T i || (numeral T i).isSome) && match T.termShape m with
      | .var name version => name == place.name && version == 1
      | _ => false
  | _, _ => false

/-- No place is of the variable. -/
def isNotPlace (name : Nat) : List PlaceCode → Bool
  | [] => true
  | place :: rest => !(place.name == name) && isNotPlace name rest

/-- Why a value that is left open is refused. -/
def unbounded : Reason :=
  .notClosed "a variable gets any value, and it is neither said to be a truth value nor said to be between two numbers"

/-- The least value of a place, and how many there are, if an action says what it does. -/
def placeValues (T : Tables) (S : Sorts) (action : Option Literal) (place : PlaceCode) (effort : Nat) : Except Reason (Evaluated (Int × Nat)) :=
  match S.placeKind place, action with
  | .truth, _ => .ok ⟨(0, 2), effort⟩
  | .integer, some l => do
    let ⟨parts, effort⟩ ← conjuncts T sceneDepth l [] effort
    let bounds := allBounds T (isAfter T place) parts ⟨none, none⟩
    match bounds.low, bounds.high with
    | some low, some high => .ok ⟨(low, (high - low + 1).toNat), effort⟩
    | _, _ => .error unbounded
  | _, _ => .error unbounded

/-- Goes on with `count` values from `value` on at the place of each store, in turn. -/
def eachValue (goOn : Array StoreValue → Nat → List (Array StoreValue) → Except Reason (Evaluated (List (Array StoreValue))))
    (name : Nat) (index : Option Int) (store : Array StoreValue) :
    (count : Nat) → (value : Int) → (effort : Nat) → (out : List (Array StoreValue)) → Except Reason (Evaluated (List (Array StoreValue)))
  | 0, _, effort, out => .ok ⟨out, effort⟩
  | count + 1, value, effort, out => do
    require (Polynomial.words value ≤ effort) .effort
    let effort ← payCopy store (effort - Polynomial.words value)
    let after ← writePlace store name index (.finite (.int value))
    let ⟨out, effort⟩ ← goOn after effort out
    eachValue goOn name index store count (value + 1) effort out

/-- All stores with values for the places, whose indices are read in the store before. -/
def candidates (k : Runner) (S : Sorts) (before : Array StoreValue) (action : Option Literal) : List PlaceCode → (store : Array StoreValue) → (effort : Nat) →
    (out : List (Array StoreValue)) → Except Reason (Evaluated (List (Array StoreValue)))
  | [], store, effort, out => .ok ⟨store :: out, effort⟩
  | place :: rest, store, effort, out => do
    require (isNotPlace place.name rest = true) (.notClosed "two places of a variable get values at once")
    let ⟨(low, count), effort⟩ ← placeValues k.tables S action place effort
    let ⟨index, effort⟩ ← k.index before effort place.index
    eachValue (fun after effort out => candidates k S before action rest after effort out) place.name index store count low effort out

/-- Of the candidates, those that the action allows; the post-assertion must hold of them. -/
def allowed (k : Runner) (before : Array StoreValue) (action post : Literal) : List (Array StoreValue) → (effort : Nat) → (out : List (Array StoreValue)) →
    Except Reason (Evaluated (List (Array StoreValue)))
  | [], effort, out => .ok ⟨out, effort⟩
  | after :: rest, effort, out => do
    let ⟨truth, effort⟩ ← decideLiteral k.tables (k.between before after) action effort
    if truth then
      let effort ← requireTrue k.tables (k.between before after) post (.notClosed "a post-assertion is false in a state that is reached") effort
      allowed k before action post rest effort (after :: out)
    else allowed k before action post rest effort out

/-! ## Commands -/

/-- All stores that the command leads to from this one, and those that were there before; and the effort that is left. -/
def CommandCode.outcomes (k : Runner) (S : Sorts) : CommandCode → (store : Array StoreValue) → (effort : Nat) → (out : List (Array StoreValue)) →
    Except Reason (Evaluated (List (Array StoreValue)))
  | .assign changes, store, effort, out => do
    let effort ← payCopy store effort
    let ⟨after, effort⟩ ← k.assign store changes store effort
    .ok ⟨after :: out, effort⟩
  | .havoc places, store, effort, out => candidates k S store none places store effort out
  | .assume l, store, effort, out => do
    let ⟨truth, effort⟩ ← decideLiteral k.tables (k.between store store) l effort
    .ok ⟨if truth then store :: out else out, effort⟩
  | .assert l, store, effort, out => do
    let ⟨truth, effort⟩ ← decideLiteral k.tables (k.between store store) l effort
    require (truth = true) (.notClosed "an assertion is false in a state that is reached")
    .ok ⟨store :: out, effort⟩
  | .ite l C D, store, effort, out => do
    let ⟨truth, effort⟩ ← decideLiteral k.tables (k.between store store) l effort
    if truth then C.outcomes k S store effort out else D.outcomes k S store effort out
  | .choice C D, store, effort, out => do
    let ⟨out, effort⟩ ← C.outcomes k S store effort out
    D.outcomes k S store effort out
  | .seq C D, store, effort, out => do
    let ⟨stores, effort⟩ ← C.outcomes k S store effort []
    eachStore (fun store effort out => D.outcomes k S store effort out) stores effort out
  | .operation places gate action post, store, effort, out => do
    let effort ← requireTrue k.tables (k.between store store) gate (.notClosed "a gate is false in a state that is reached") effort
    let ⟨stores, effort⟩ ← candidates k S store (some action) places store effort []
    allowed k store action post stores effort out

end Plato
