/-
# What a certificate lists of threads that are run apart

The stores that threads share, the steps of each thread between them, and of activations where they begin and end. The same shared store may be listed several times. Then its
numbers tell apart what has happened besides, such as where a thread is: what the paper calls exposing local states. The kernel need not know what they stand for. A step leads
to one of the numbers of the store in which it ends, and all that are listed are looked at.

Main definitions: `Sight`, `Modular`, `Modular.find`, `Modular.landing`, `Modular.staying`.
-/
module

public import Plato.Closure.Search
public import Plato.Closure.Start

@[expose] public section

namespace Plato

/-- What a thread sees: the number of the shared store, its own entries, its control, and the activation in which it is; 0 is that of its own body. -/
structure Sight where
  store : Nat
  own : List (Nat × Int)
  control : Nat
  activation : Nat

/-- A step that is listed: of that thread, to the shared store of that number; if a statement is named, only where its command can be next for the thread after
the step. -/
structure SharedStep where
  thread : Nat
  target : Nat
  next : Option Nat

/-- An activation that is listed to begin: of that thread at the statement, in the shared store of that number, with these entries of its own. -/
structure ListedCall where
  thread : Nat
  statement : Nat
  store : Nat
  own : List (Nat × Int)
  activation : Nat

/-- Where an activation is listed to end: in the shared store of that number, with these entries of the thread's own. -/
structure ListedEnd where
  store : Nat
  own : List (Nat × Int)

/-- All ends of an activation, and the variables whose entries are given back there, so that it does not matter what they are. -/
structure Summary where
  kept : List Nat
  ends : List ListedEnd

/-- What is searched: a program with its threads, each a family and an identifier, its local variables and its controls, with the statements whose commands can be
next there; the shared stores, the first numbers of different ones by hash, and for each number the first one of the same store; the steps from each of them; the activations
that begin, by hash; and what each activation leads to. There may be other threads, for whom a few of these stand (`Few`). -/
structure Modular where
  program : ProgramTables
  sorts : Sorts
  range : Option Range
  threads : Array (Nat × Int)
  locals : List Nat
  controls : Array Control
  nexts : Array (List Nat)
  stores : Array (Array StoreValue)
  buckets : Array (List Nat)
  firsts : Array Nat
  steps : Array (List SharedStep)
  calls : Array (List ListedCall)
  summaries : Array Summary
  hasMore : Bool

/-! ## Shared stores -/

/-- The store with local variables that are 0 everywhere. -/
def withoutOwn : List Nat → (store : Array StoreValue) → Array StoreValue
  | [], store => store
  | name :: rest, store => withoutOwn rest (if h : name < store.size then store.set name (.finite (.map 0 [] 1)) h else store)

/-- What is shared of the store, in the one way in which it is written down. -/
def sharedStore (locals : List Nat) (store : Array StoreValue) : Array StoreValue := normalStore (withoutOwn locals store) 0

/-- A number for a store. -/
def storeHash (store : Array StoreValue) : Nat := ((mixStore store 0 0x9e3779b97f4a7c15) >>> 24).toNat

/-- Which of these numbers is the store's. -/
def findStore (stores : Array (Array StoreValue)) (store : Array StoreValue) : List Nat → Option Nat
  | [] => none
  | i :: rest => if h : i < stores.size then if sameStores store stores[i] 0 then some i else findStore stores store rest else findStore stores store rest

/-- For the shared stores from number `i` on the first number of the same store, and these first numbers by hash. -/
def numberStores (stores : Array (Array StoreValue)) (i : Nat) (firsts : Array Nat) (buckets : Array (List Nat)) (effort : Nat) :
    Except Reason (Evaluated (Array Nat × Array (List Nat))) :=
  if h : i < stores.size then
    let slot := storeHash stores[i] % buckets.size
    if hs : slot < buckets.size then
      let bucket := buckets[slot]
      let cost := (storeWeight stores[i] 0 0 + 1) * countIndices bucket 1
      if effort < cost then .error .effort
      else
        match findStore stores stores[i] bucket with
        | some first => numberStores stores (i + 1) (firsts.push first) buckets (effort - cost)
        | none => numberStores stores (i + 1) (firsts.push i) (buckets.set slot (i :: bucket) hs) (effort - cost)
    else .error .effort
  else .ok ⟨(firsts, buckets), effort⟩
termination_by stores.size - i

/-- The numbers among which the first one of the shared store is. -/
def Modular.bucket (k : Modular) (store : Array StoreValue) : List Nat :=
  let slot := storeHash store % k.buckets.size
  if h : slot < k.buckets.size then k.buckets[slot] else []

/-- The number of what is shared of a store, and the effort that is left. -/
def Modular.find (k : Modular) (store : Array StoreValue) (effort : Nat) : Except Reason (Evaluated Nat) := do
  let bucket := k.bucket store
  let cost := (storeWeight store 0 0 + 1) * countIndices bucket 1
  require (cost ≤ effort) .effort
  let number ← orReject (.notClosed "a step leads to a shared store that is not listed") (findStore k.stores store bucket)
  .ok ⟨number, effort - cost⟩

/-- The shared store of that number. -/
def Modular.store (k : Modular) (i : Nat) : Array StoreValue := if h : i < k.stores.size then k.stores[i] else #[]

/-- The steps from the store of that number. -/
def Modular.stepsFrom (k : Modular) (i : Nat) : List SharedStep := if h : i < k.steps.size then k.steps[i] else []

/-- The number is one of the store whose first number that is. -/
def Modular.isOf (k : Modular) (first number : Nat) : Bool := if h : number < k.firsts.size then k.firsts[number] == first else false

/-- The command of the statement that is named, if there is one, can be next at the control. -/
def Modular.suits (k : Modular) (control : Nat) : Option Nat → Bool
  | none => true
  | some statement => if h : control < k.nexts.size then k.nexts[control].elem statement else false

/-- Where a listed step of the thread leads that ends in the store with that first number, at that control. -/
def Modular.stepTo (k : Modular) (thread first control : Nat) : List SharedStep → Option Nat
  | [] => none
  | step :: rest =>
    if step.thread == thread && k.isOf first step.target && k.suits control step.next then some step.target else k.stepTo thread first control rest

/-- The number of the shared store after a step of the thread, from the one with that number: where a listed step leads, or else the same number. -/
def Modular.landing (k : Modular) (thread source first control : Nat) : Option Nat :=
  match k.stepTo thread first control (k.stepsFrom source) with
  | some target => some target
  | none => if k.isOf first source then some source else none

/-- The number of the shared store where the thread goes on at the control, and what is shared stays as it is. -/
def Modular.staying (k : Modular) (thread source control : Nat) : Option Nat :=
  if h : source < k.firsts.size then k.landing thread source k.firsts[source] control else none

/-- What it costs to see whether a statement can be next at the control. -/
def Modular.nextsWeight (k : Modular) (control : Nat) : Nat := if h : control < k.nexts.size then countIndices k.nexts[control] 1 else 1

/-- How many steps there are, and `count` more. -/
def countShared : List SharedStep → (count : Nat) → Nat
  | [], count => count
  | _ :: rest, count => countShared rest (count + 1)

/-! ## What can be next -/

/-- The statement whose command is next where this is left to do. -/
def nextStatement (p : ProgramTables) : (effort : Nat) → List Frame → Except Reason (Evaluated (Option Nat))
  | 0, _ => .error .effort
  | effort + 1, .code S :: rest =>
    match p.shapeOf S with
    | .atomic _ => .ok ⟨some S, effort⟩
    | .seq T U => nextStatement p effort (.code T :: .code U :: rest)
    | .block T => nextStatement p effort (.code T :: .block :: rest)
    | _ => .ok ⟨none, effort⟩
  | effort + 1, _ => .ok ⟨none, effort⟩

/-- The same of each of the lists. -/
def nextStatements (p : ProgramTables) : List (List Frame) → (out : List Nat) → (effort : Nat) → Except Reason (Evaluated (List Nat))
  | [], out, effort => .ok ⟨out, effort⟩
  | frames :: rest, out, effort => do
    let ⟨next, effort⟩ ← nextStatement p effort frames
    nextStatements p rest (match next with | some S => S :: out | none => out) effort

/-- The statements whose commands can be next at the controls from number `i` on. -/
def nextsFrom (p : ProgramTables) (controls : Array Control) (i : Nat) (out : Array (List Nat)) (effort : Nat) : Except Reason (Evaluated (Array (List Nat))) :=
  if h : i < controls.size then do
    let ⟨next, effort⟩ ← nextStatements p controls[i].seen [] effort
    nextsFrom p controls (i + 1) (out.push next) effort
  else .ok ⟨out, effort⟩
termination_by controls.size - i
end Plato
