/-
# All states of a program

A state of a program is a store and, for each of its threads, the number of a control. From the initial one the kernel runs every command that can be next and
notes each state that is new, until it has looked at all. On the way it checks that no command goes wrong, that the invariant holds in each store and the guarantee of each
step, and that the postcondition holds where all threads can have ended.

States are found again by a hash of what they hold. Nothing depends on it but the time: a state that is noted twice is looked at twice.

Main definitions: `Node`, `Node.normal`, `Product`, `Search`, `Search.insert`, `search`.
-/
module

public import Plato.Closure.Races

@[expose] public section

namespace Plato

/-! ## Values that are compared -/

/-- The exceptions without those at the index. -/
def withoutIndex (i : Int) : List (Int × Int) → List (Int × Int)
  | [] => []
  | (j, y) :: rest => if j = i then withoutIndex i rest else (j, y) :: withoutIndex i rest

/-- One more exception, before those of larger indices. -/
def insertException (i x : Int) : List (Int × Int) → List (Int × Int)
  | [] => [(i, x)]
  | (j, y) :: rest => if j < i then (j, y) :: insertException i x rest else (i, x) :: (j, y) :: rest

/-- The exceptions in ascending order, each once, without those that are none. -/
def sortedExceptions (elsewhere : Int) : List (Int × Int) → List (Int × Int)
  | [] => []
  | (i, x) :: rest =>
    let later := withoutIndex i (sortedExceptions elsewhere rest)
    if x = elsewhere then later else insertException i x later

/-- The weight of exceptions, and `weight` more. -/
def exceptionsWeight : List (Int × Int) → (weight : Nat) → Nat
  | [], weight => weight
  | (i, x) :: rest, weight => exceptionsWeight rest (weight + FiniteValue.exceptionWeight i x)

/-- The value in the one way in which it is written down here. -/
def FiniteValue.normal : FiniteValue → FiniteValue
  | .int n => .int n
  | .map elsewhere exceptions _ =>
    let exceptions := sortedExceptions elsewhere exceptions
    .map elsewhere exceptions (exceptionsWeight exceptions (Polynomial.words elsewhere))

/-- The same of a value of a store. -/
def StoreValue.normal : StoreValue → StoreValue
  | .finite v => .finite v.normal
  | .based term exceptions weight => .based term exceptions weight

/-- The store with the values from index `i` on written down in the one way. -/
def normalStore (store : Array StoreValue) (i : Nat) : Array StoreValue :=
  if h : i < store.size then normalStore (store.set i store[i].normal h) (i + 1) else store
termination_by store.size - i
decreasing_by simp; omega

/-- The exceptions are the same. -/
def sameExceptions : List (Int × Int) → List (Int × Int) → Bool
  | [], [] => true
  | (i, x) :: rest, (j, y) :: others => i == j && x == y && sameExceptions rest others
  | _, _ => false

/-- The values are written down in the same way. -/
def StoreValue.same : StoreValue → StoreValue → Bool
  | .finite (.int m), .finite (.int n) => m == n
  | .finite (.map e xs w), .finite (.map e' xs' w') => e == e' && w == w' && sameExceptions xs xs'
  | _, _ => false

/-- The values from index `i` on are written down in the same way. -/
def sameStores (a b : Array StoreValue) (i : Nat) : Bool :=
  if h : i < a.size ∧ i < b.size then a[i].same b[i] && sameStores a b (i + 1) else a.size == b.size
termination_by a.size - i

/-- The numbers from index `i` on are the same. -/
def sameNumbers (a b : Array Nat) (i : Nat) : Bool :=
  if h : i < a.size ∧ i < b.size then a[i] == b[i] && sameNumbers a b (i + 1) else a.size == b.size
termination_by a.size - i

/-! ## States -/

/-- A state: a store, and the control of each thread. -/
structure Node where
  store : Array StoreValue
  controls : Array Nat

/-- The states are written down in the same way. -/
def Node.same (a b : Node) : Bool := sameNumbers a.controls b.controls 0 && sameStores a.store b.store 0

/-- What it costs to compare a state with another. -/
def storeWeight (store : Array StoreValue) (i weight : Nat) : Nat :=
  if h : i < store.size then storeWeight store (i + 1) (weight + store[i].estimate.weight) else weight
termination_by store.size - i

/-- One more number for a hash. -/
def mixHash (hash number : UInt64) : UInt64 :=
  let hash := (hash ^^^ number) * 0xff51afd7ed558ccd
  hash ^^^ (hash >>> 32)

/-- One more integer for a hash. -/
def mixInt (hash : UInt64) (n : Int) : UInt64 := mixHash hash (UInt64.ofNat (2 * n.natAbs + if n < 0 then 1 else 0))

/-- Exceptions for a hash. -/
def mixExceptions (hash : UInt64) : List (Int × Int) → UInt64
  | [] => mixHash hash 7
  | (i, x) :: rest => mixExceptions (mixInt (mixInt hash i) x) rest

/-- A value for a hash. -/
def mixValue (hash : UInt64) : StoreValue → UInt64
  | .finite (.int n) => mixInt hash n
  | .finite (.map e xs _) => mixExceptions (mixInt hash e) xs
  | .based _ _ _ => hash

/-- The store from index `i` on for a hash. -/
def mixStore (store : Array StoreValue) (i : Nat) (hash : UInt64) : UInt64 :=
  if h : i < store.size then mixStore store (i + 1) (mixValue hash store[i]) else hash
termination_by store.size - i

/-- Numbers from index `i` on for a hash. -/
def mixNumbers (numbers : Array Nat) (i : Nat) (hash : UInt64) : UInt64 :=
  if h : i < numbers.size then mixNumbers numbers (i + 1) (mixHash hash (UInt64.ofNat numbers[i])) else hash
termination_by numbers.size - i

/-- A number for a state, the same for states that are written down in the same way. -/
def Node.hash (node : Node) : Nat := ((mixStore node.store 0 (mixNumbers node.controls 0 0x9e3779b97f4a7c15)) >>> 24).toNat

/-! ## The search -/

/-- What is searched: a program with its threads, each a family and an identifier, and controls; and how many states there may be. -/
structure Product where
  program : ProgramTables
  sorts : Sorts
  range : Option Range
  threads : Array (Nat × Int)
  controls : Array Control
  most : Nat

/-- The states that were met, their numbers by hash, and those that are still to be looked at. -/
structure Search where
  nodes : Array Node
  buckets : Array (List Nat)
  todo : List Node
  effort : Nat

/-- The state is one of those with these numbers. -/
def isKnown (nodes : Array Node) (node : Node) : List Nat → Bool
  | [] => false
  | i :: rest => (if h : i < nodes.size then node.same nodes[i] else false) || isKnown nodes node rest

/-- How many numbers there are, and `count` more. -/
def countIndices : List Nat → (count : Nat) → Nat
  | [], count => count
  | _ :: rest, count => countIndices rest (count + 1)

/-- Notes a state, if it is new. -/
def Search.insert (s : Search) (most : Nat) (node : Node) : Except Reason Search :=
  let ⟨nodes, buckets, todo, effort⟩ := s
  let slot := node.hash % buckets.size
  if h : slot < buckets.size then
    let bucket := buckets[slot]
    let cost := (storeWeight node.store 0 node.controls.size + 1) * countIndices bucket 1
    if effort < cost then .error .effort
    else if isKnown nodes node bucket then .ok ⟨nodes, buckets, todo, effort - cost⟩
    else if most ≤ nodes.size then .error .moreStates
    else .ok ⟨nodes.push node, buckets.set slot (nodes.size :: bucket) h, node :: todo, effort - cost⟩
  else .error .effort

/-- The scene of a formula of the program, about two stores. -/
def Product.scene (k : Product) (before after : Array StoreValue) : Scene := ⟨k.range, .empty, .exact (.int 0), before, after⟩

/-- The thread with that identifier, which runs commands. -/
def Product.runner (k : Product) (id : Int) : Runner := ⟨k.program.tables, k.range, .empty, id, #[]⟩

/-- The state after a step of thread `j`. -/
def Node.next (node : Node) (j : Nat) (store : Array StoreValue) (target : Nat) : Node :=
  ⟨normalStore store 0, if h : j < node.controls.size then node.controls.set j target h else node.controls⟩

/-- The step satisfies the guarantee; gives the effort that is left. -/
def Product.guaranteed (k : Product) (before after : Array StoreValue) (effort : Nat) : Except Reason Nat :=
  requireTrue k.program.tables (k.scene before after) (orTrue k.program.specification.guarantee)
    (.notClosed "a step does not satisfy the guarantee") effort

/-- A map weighs no more than this in a closure, so that it is not long to put its exceptions in order. -/
def heaviestMap : Nat := 4096

/-- What it costs to put the exceptions of maps in order, from index `i` on, and `cost` more; nothing if one is too heavy for it. -/
def orderCost (store : Array StoreValue) (i cost : Nat) : Option Nat :=
  if h : i < store.size then
    let weight := store[i].estimate.weight
    if weight ≤ heaviestMap then orderCost store (i + 1) (cost + weight * weight) else none
  else some cost
termination_by store.size - i

/-- Notes the states in which a step of thread `j` ends in one of the stores. -/
def Search.addStores (k : Product) (node : Node) (j target : Nat) : List (Array StoreValue) → Search → Except Reason Search
  | [], s => .ok s
  | store :: rest, s => do
    let effort ← k.guaranteed node.store store s.effort
    let cost ← orReject (.notClosed "a map has too many exceptions") (orderCost store 0 0)
    require (cost ≤ effort) .effort
    let s ← { s with effort := effort - cost }.insert k.most (node.next j store target)
    Search.addStores k node j target rest s

/-- Runs the commands that can be next for thread `j`. -/
def Search.addEdges (k : Product) (node : Node) (j : Nat) (id : Int) : List Edge → Search → Except Reason Search
  | [], s => .ok s
  | edge :: rest, s => do
    let ⟨stores, effort⟩ ← edge.command.outcomes (k.runner id) k.sorts node.store s.effort []
    let s ← Search.addStores k node j edge.target stores { s with effort }
    Search.addEdges k node j id rest s

/-- The control of that number. -/
def Product.control (k : Product) (i : Nat) : Control := if h : i < k.controls.size then k.controls[i] else ⟨[], [], [], false⟩

/-- The control of thread `j`. -/
def Node.controlOf (node : Node) (k : Product) (j : Nat) : Control := if h : j < node.controls.size then k.control node.controls[j] else ⟨[], [], [], false⟩

/-- Runs all commands that can be next, for the threads from number `j` on. -/
def Search.addThreads (k : Product) (node : Node) (j : Nat) (s : Search) : Except Reason Search :=
  if h : j < k.threads.size then do
    let s ← s.addEdges k node j k.threads[j].2 (node.controlOf k j).edges
    Search.addThreads k node (j + 1) s
  else .ok s
termination_by k.threads.size - j

/-- All threads from number `j` on can have ended. -/
def Product.allEnd (k : Product) (node : Node) (j : Nat) : Bool :=
  if h : j < k.threads.size then (node.controlOf k j).ends && k.allEnd node (j + 1) else true
termination_by k.threads.size - j

/-- No thread from number `j` on is in a race in this state, neither with one of them nor with those before, who are about to touch the others. -/
def Product.raceFree (k : Product) (node : Node) (names : List Nat) (j : Nat) (others : List Touch) (effort : Nat) : Except Reason Nat :=
  if h : j < k.threads.size then do
    let ⟨mine, effort⟩ ← edgesTouch (k.runner k.threads[j].2) k.sorts names node.store (node.controlOf k j).edges effort []
    let ⟨others, effort⟩ ← apartTouches mine others effort
    k.raceFree node names (j + 1) others effort
  else .ok effort
termination_by k.threads.size - j

/-- There is no race in this state on a variable that must be free of them; gives the effort that is left. -/
def Product.noRaces (k : Product) (node : Node) (effort : Nat) : Except Reason Nat :=
  match k.program.specification.races with
  | [] => .ok effort
  | names => k.raceFree node names 0 [] effort

/-- The specification, as far as it speaks of this state; gives the effort that is left. -/
def Product.isRight (k : Product) (node : Node) (effort : Nat) : Except Reason Nat := do
  require (k.threads.size < effort) .effort
  let effort ← requireTrue k.program.tables (k.scene node.store node.store) (orTrue k.program.specification.invariant)
    (.notClosed "the invariant is false in a state that is reached") (effort - k.threads.size - 1)
  let effort ← k.guaranteed node.store node.store effort
  let effort ← k.noRaces node effort
  if k.allEnd node 0 then
    requireTrue k.program.tables (k.scene node.store node.store) (orTrue k.program.specification.post)
      (.notClosed "the postcondition is false in a state in which all threads can have ended") effort
  else .ok effort

/-- Notes the states in which the program starts, with these stores and controls. -/
def Search.addStarts (most : Nat) (controls : Array Nat) : List (Array StoreValue) → Search → Except Reason Search
  | [], s => .ok s
  | store :: rest, s => do
    let s ← s.insert most ⟨normalStore store 0, controls⟩
    Search.addStarts most controls rest s

/-- Looks at all states that are still to be looked at, and at those that are found then. -/
def search (k : Product) : (fuel : Nat) → Search → Except Reason Search
  | 0, _ => .error .effort
  | fuel + 1, ⟨nodes, buckets, todo, effort⟩ =>
    match todo with
    | [] => .ok ⟨nodes, buckets, [], effort⟩
    | node :: todo => do
      let effort ← k.isRight node effort
      let s ← Search.addThreads k node 0 ⟨nodes, buckets, todo, effort⟩
      search k fuel s

end Plato
