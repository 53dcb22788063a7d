/-
# Running commands on stores that are written down

A schedule says which thread makes its next atomic step, and the kernel runs the command of that step itself. What a command leaves open,
the schedule gives as inputs, in the order in which the run takes them: values of the places that get any value, and the way at a choice.

Terms, indices and formulas are evaluated in the store in which their command starts. The run goes from that store to another one, or goes
wrong. It is refused where the command blocks, where an input is missing or of the wrong kind, and where a value is not known.

Main definitions: `Input`, `Runner`, `Runner.assign`, `Runner.havoc`, `CommandCode.run`.
-/
module

public import Plato.Evaluation.Scene
public import Plato.Program.Code

@[expose] public section

namespace Plato

/-- What the run of a command takes from the schedule. -/
inductive Input where
  /-- The next place is of this variable and gets this value. -/
  | value (name : Nat) (value : FiniteValue)
  /-- The next place is this map as a whole: it is as before, but for index, value, index, value, …. -/
  | write (name : Nat) (values : Array Int)
  /-- The first or the second part of the next choice. -/
  | first
  | second

/-- Who runs commands, and with which inputs. -/
structure Runner where
  tables : Tables
  range : Option Range
  parameters : Named
  /-- The identifier of the thread. -/
  id : Int
  inputs : Array Input

/-- What has become of a store, how many inputs have been taken, and the effort that is left. -/
structure Ran where
  outcome : Outcome (Array StoreValue)
  taken : Nat
  effort : Nat

/-- The store after places have got values from inputs, how many inputs have been taken, and the effort that is left. -/
structure Havocked where
  store : Array StoreValue
  taken : Nat
  effort : Nat

/-- What it costs that a store may have to be copied: one visit, and one more for sixteen variables. -/
def copyCost (store : Array StoreValue) : Nat := store.size / 16 + 1

/-- Pays for a copy of the store; gives the effort that is left. -/
def payCopy (store : Array StoreValue) (effort : Nat) : Except Reason Nat := do
  require (copyCost store ≤ effort) .effort
  .ok (effort - copyCost store)

/-- The value where an integer is needed. -/
def StoreValue.toInt : StoreValue → Int
  | .finite v => v.toInt
  | .based _ _ _ => 0

/-- The map with the values from index `i` on written to it. -/
def writeFrom (values : Array Int) (i : Nat) (map : StoreValue) : StoreValue :=
  if h : i + 1 < values.size then writeFrom values (i + 2) (map.write values[i] values[i + 1]) else map
termination_by values.size - i

/-- The value of a term in a scene, and the effort that is left. -/
def computeTerm (T : Tables) (s : Scene) (t effort : Nat) : Except Reason (Evaluated StoreValue) := do
  let ⟨estimate, effort⟩ ← orReject .effort (evaluateTerm T s [] sceneDepth t effort)
  match estimate with
  | .exact value => .ok ⟨.finite value, effort⟩
  | .based term exceptions weight => .ok ⟨.based term exceptions weight, effort⟩
  | .between _ _ => .error .notComputable

/-- The store with a value for a variable, or for its element at the index. -/
def writePlace (store : Array StoreValue) (name : Nat) (index : Option Int) (value : StoreValue) : Except Reason (Array StoreValue) :=
  if h : name < store.size then
    match index with
    | none => .ok (store.set name value h)
    | some i => .ok (store.set name (store[name].write i value.toInt) h)
  else .error (.badEvent "the initial store has no such variable")

/-- The value that the input gives to a place of the variable, or of its element at an index; `present` is the variable's value so far. -/
def Input.valueFor (name : Nat) (index : Option Int) (present : StoreValue) : Input → Except Reason StoreValue
  | .value named given => do
    require (named = name) (.badEvent "the next value that the command takes is one of another variable")
    match index, given with
    | none, given => .ok (.finite given)
    | some _, .int n => .ok (.finite (.int n))
    | some _, .map _ _ _ => .error (.badEvent "the element of a map gets an integer")
  | .write named values => do
    require (named = name) (.badEvent "the next value that the command takes is one of another variable")
    match index with
    | none => .ok (writeFrom values 0 present)
    | some _ => .error (.badEvent "the element of a map gets an integer")
  | _ => .error (.badEvent "the command takes a value before it comes to a choice")

namespace Runner

/-- The scene of an action between two stores. -/
def between (k : Runner) (before after : Array StoreValue) : Scene := ⟨k.range, k.parameters, .exact (.int k.id), before, after⟩

/-- The next input. -/
def input (k : Runner) (taken : Nat) : Except Reason Input :=
  if h : taken < k.inputs.size then .ok k.inputs[taken]
  else .error (.badEvent "the command takes more values, or ways at a choice, than the schedule gives it")

/-- The index of a place if it has one, in the store before, and the effort that is left. -/
def index (k : Runner) (before : Array StoreValue) (effort : Nat) : Option Nat → Except Reason (Evaluated (Option Int))
  | none => .ok ⟨none, effort⟩
  | some t => do
    let ⟨value, effort⟩ ← computeTerm k.tables (k.between before before) t effort
    .ok ⟨some value.toInt, effort⟩

/-- The store `after` with the changes, whose terms and indices are evaluated in the store before, and the effort that is left. -/
def assign (k : Runner) (before : Array StoreValue) :
    List ChangeCode → (after : Array StoreValue) → (effort : Nat) → Except Reason (Evaluated (Array StoreValue))
  | [], after, effort => .ok ⟨after, effort⟩
  | c :: rest, after, effort => do
    let ⟨value, effort⟩ ← computeTerm k.tables (k.between before before) c.value effort
    let ⟨index, effort⟩ ← k.index before effort c.place.index
    let after ← writePlace after c.place.name index value
    k.assign before rest after effort

/-- The store `after` with values from inputs for the places, whose indices are evaluated in the store before. -/
def havoc (k : Runner) (before : Array StoreValue) :
    List PlaceCode → (after : Array StoreValue) → (taken effort : Nat) → Except Reason Havocked
  | [], after, taken, effort => .ok ⟨after, taken, effort⟩
  | p :: rest, after, taken, effort => do
    let ⟨index, effort⟩ ← k.index before effort p.index
    let input ← k.input taken
    let value ← input.valueFor p.name index (storeValue after p.name)
    let after ← writePlace after p.name index value
    k.havoc before rest after (taken + 1) effort

/-- Runs `gate ? action ↓ post`. -/
def operation (k : Runner) (places : List PlaceCode) (gate action post : Literal) (store : Array StoreValue) (taken effort : Nat) :
    Except Reason Ran := do
  let ⟨allowed, effort⟩ ← decideLiteral k.tables (k.between store store) gate effort
  if allowed then
    let effort ← payCopy store effort
    let ⟨after, taken, effort⟩ ← k.havoc store places store taken effort
    let effort ← requireTrue k.tables (k.between store after) action (.badEvent "the operation does not lead to this store") effort
    let ⟨kept, effort⟩ ← decideLiteral k.tables (k.between store after) post effort
    .ok ⟨if kept then .store after else .wrong, taken, effort⟩
  else .ok ⟨.wrong, taken, effort⟩

end Runner

/-- Runs the command from a store, when so many inputs have been taken. -/
def CommandCode.run (k : Runner) : CommandCode → (store : Array StoreValue) → (taken effort : Nat) → Except Reason Ran
  | .assign changes, store, taken, effort => do
    let effort ← payCopy store effort
    let ⟨after, effort⟩ ← k.assign store changes store effort
    .ok ⟨.store after, taken, effort⟩
  | .havoc places, store, taken, effort => do
    let effort ← payCopy store effort
    let ⟨after, taken, effort⟩ ← k.havoc store places store taken effort
    .ok ⟨.store after, taken, effort⟩
  | .assume l, store, taken, effort => do
    let effort ← requireTrue k.tables (k.between store store) l (.badEvent "what the command assumes is false here, so it blocks") effort
    .ok ⟨.store store, taken, effort⟩
  | .assert l, store, taken, effort => do
    let ⟨truth, effort⟩ ← decideLiteral k.tables (k.between store store) l effort
    .ok ⟨if truth then .store store else .wrong, taken, effort⟩
  | .ite l C D, store, taken, effort => do
    let ⟨truth, effort⟩ ← decideLiteral k.tables (k.between store store) l effort
    if truth then C.run k store taken effort else D.run k store taken effort
  | .choice C D, store, taken, effort => do
    match ← k.input taken with
    | .first => C.run k store (taken + 1) effort
    | .second => D.run k store (taken + 1) effort
    | _ => .error (.badEvent "the command comes to a choice before it takes a value")
  | .seq C D, store, taken, effort => do
    let ⟨outcome, taken, effort⟩ ← C.run k store taken effort
    match outcome with
    | .store store => D.run k store taken effort
    | .wrong => .ok ⟨.wrong, taken, effort⟩
  | .operation places gate action post, store, taken, effort => k.operation places gate action post store taken effort

end Plato
