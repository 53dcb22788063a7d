/-
# What a thread sees

From what a thread sees of the initial state it makes its own steps, and at any time the listed steps of the others. What it does to what is shared must be a step that is
listed as its own. What it sees is the number of a shared store, its own entries of the local variables, and its control. In the shared stores the local variables are 0
everywhere.

Threads with stacks are run activation by activation. Where one begins (`Entrance`), the certificate names it, and its *summary*: the stores and own entries in which it can
end. The caller waits, and goes on from these, with those of its own entries that a scope gives back. The activation itself is run like a thread, and must be listed to end
wherever it does. So one run serves all its calls, however deep they are. These are the rules AG PDA: what is seen is P, and where activations begin and end is their Q. Which
calls are one activation is for the certificate to choose: they are one if it gives them the same name.

Main definitions: `Sights`, `Sights.addEdges`, `Sights.addEntrances`, `sightsFrom`.
-/
module

public import Plato.Closure.SharedStores

@[expose] public section

namespace Plato

/-! ## What a thread sees -/

/-- The entries are the same. -/
def sameEntries : List (Nat × Int) → List (Nat × Int) → Bool
  | [], [] => true
  | (x, n) :: rest, (y, m) :: others => x == y && n == m && sameEntries rest others
  | _, _ => false

/-- The sights are written down in the same way. -/
def Sight.same (a b : Sight) : Bool := a.store == b.store && a.control == b.control && a.activation == b.activation && sameEntries a.own b.own

/-- Entries for a hash. -/
def mixEntries (hash : UInt64) : List (Nat × Int) → UInt64
  | [] => hash
  | (_, n) :: rest => mixEntries (mixInt hash n) rest

/-- A number for a sight, the same for sights that are written down in the same way. -/
def Sight.hash (sight : Sight) : Nat :=
  ((mixEntries (mixHash (mixHash (mixHash 0x9e3779b97f4a7c15 (UInt64.ofNat sight.store)) (UInt64.ofNat sight.control)) (UInt64.ofNat sight.activation)) sight.own) >>> 24).toNat

/-- What it costs to compare entries, and `cost` more. -/
def entriesWeight : List (Nat × Int) → (cost : Nat) → Nat
  | [], cost => cost
  | (_, n) :: rest, cost => entriesWeight rest (cost + Polynomial.words n + 1)

/-- What the thread has seen, the numbers of that by hash, and what is still to be looked at. -/
structure Sights where
  seen : Array Sight
  buckets : Array (List Nat)
  todo : List Sight
  effort : Nat

/-- The sight is one of those with these numbers. -/
def isSeen (seen : Array Sight) (sight : Sight) : List Nat → Bool
  | [] => false
  | i :: rest => (if h : i < seen.size then sight.same seen[i] else false) || isSeen seen sight rest

/-- Notes what the thread sees, if it is new. -/
def Sights.insert (s : Sights) (most : Nat) (sight : Sight) : Except Reason Sights :=
  let ⟨seen, buckets, todo, effort⟩ := s
  let slot := sight.hash % buckets.size
  if h : slot < buckets.size then
    let bucket := buckets[slot]
    let cost := entriesWeight sight.own 2 * countIndices bucket 1
    if effort < cost then .error .effort
    else if isSeen seen sight bucket then .ok ⟨seen, buckets, todo, effort - cost⟩
    else if most ≤ seen.size then .error .moreStates
    else .ok ⟨seen.push sight, buckets.set slot (seen.size :: bucket) h, sight :: todo, effort - cost⟩
  else .error .effort

/-! ## Running a thread -/

/-- The control of that number. -/
def Modular.control (k : Modular) (i : Nat) : Control := if h : i < k.controls.size then k.controls[i] else ⟨[], [], [], false⟩

/-- The thread with that identifier, which runs commands. -/
def Modular.runner (k : Modular) (id : Int) : Runner := ⟨k.program.tables, k.range, .empty, id, #[]⟩

/-- Other threads make the listed steps. -/
def Sights.addOthers (most thread : Nat) (sight : Sight) : List SharedStep → Sights → Except Reason Sights
  | [], s => .ok s
  | step :: rest, s =>
    if step.thread = thread then Sights.addOthers most thread sight rest s
    else do
      let s ← s.insert most { sight with store := step.target }
      Sights.addOthers most thread sight rest s

/-- What the thread sees in the store, at that control in that activation; and the effort that is left. -/
def Modular.sightOf (k : Modular) (id : Int) (store : Array StoreValue) (control activation effort : Nat) : Except Reason (Evaluated Sight) := do
  let ⟨own, effort⟩ ← saveEntries store id k.locals effort
  let cost ← orReject (.notClosed "a map has too many exceptions") (orderCost store 0 0)
  require (cost ≤ effort) .effort
  let ⟨number, effort⟩ ← k.find (sharedStore k.locals store) (effort - cost)
  .ok ⟨⟨number, own, control, activation⟩, effort⟩

/-- Notes what the thread sees after steps of its own that end in one of the stores; they must be listed if they change what is shared. -/
def Sights.addStores (k : Modular) (most thread : Nat) (id : Int) (sight : Sight) (target : Nat) : List (Array StoreValue) → Sights → Except Reason Sights
  | [], s => .ok s
  | store :: rest, s => do
    let ⟨after, effort⟩ ← k.sightOf id store target sight.activation s.effort
    let cost := countShared (k.stepsFrom sight.store) 0 * k.nextsWeight target
    require (cost ≤ effort) .effort
    let number ← orReject (.notClosed "a thread makes a step from one shared store to another that is not listed as its own")
      (k.landing thread sight.store after.store target)
    let s ← { s with effort := effort - cost }.insert most { after with store := number }
    Sights.addStores k most thread id sight target rest s

/-- Runs the commands that can be next for the thread, in a store that looks like what it sees. -/
def Sights.addEdges (k : Modular) (most thread : Nat) (id : Int) (sight : Sight) (store : Array StoreValue) : List Edge → Sights → Except Reason Sights
  | [], s => .ok s
  | edge :: rest, s => do
    let ⟨stores, effort⟩ ← edge.command.outcomes (k.runner id) k.sorts store s.effort []
    let s ← Sights.addStores k most thread id sight edge.target stores { s with effort }
    Sights.addEdges k most thread id sight store rest s

/-! ## Activations -/

/-- What the activation leads to. -/
def Modular.summary (k : Modular) (activation : Nat) : Summary := if h : activation < k.summaries.size then k.summaries[activation] else ⟨[], []⟩

/-- A number for where an activation begins. -/
def callHash (statement store : Nat) (own : List (Nat × Int)) : Nat :=
  ((mixEntries (mixHash (mixHash 0x9e3779b97f4a7c15 (UInt64.ofNat statement)) (UInt64.ofNat store)) own) >>> 24).toNat

/-- The calls by hash, with one more. -/
def addCall (call : ListedCall) (buckets : Array (List ListedCall)) : Array (List ListedCall) :=
  let slot := callHash call.statement call.store call.own % buckets.size
  if h : slot < buckets.size then buckets.set slot (call :: buckets[slot]) h else buckets

/-- All of these calls by hash. -/
def hashCalls : List ListedCall → (buckets : Array (List ListedCall)) → Array (List ListedCall)
  | [], buckets => buckets
  | call :: rest, buckets => hashCalls rest (addCall call buckets)

/-- The calls among which that at the statement is, in the store of that number. -/
def Modular.callsAt (k : Modular) (statement store : Nat) (own : List (Nat × Int)) : List ListedCall :=
  let slot := callHash statement store own % k.calls.size
  if h : slot < k.calls.size then k.calls[slot] else []

/-- The activation that begins when the thread, with these entries of its own, is at the statement. -/
def findCall (thread statement store : Nat) (own : List (Nat × Int)) : List ListedCall → Option Nat
  | [] => none
  | call :: rest =>
    if call.thread == thread && call.statement == statement && call.store == store && sameEntries call.own own && !(call.activation == 0) then
      some call.activation
    else findCall thread statement store own rest

/-- How many there are, and `count` more. -/
def countCalls : List ListedCall → (count : Nat) → Nat
  | [], count => count
  | _ :: rest, count => countCalls rest (count + 1)

/-- How many there are, and `count` more. -/
def countEnds : List ListedEnd → (count : Nat) → Nat
  | [], count => count
  | _ :: rest, count => countEnds rest (count + 1)

/-- The entries are the same, but perhaps those of the kept variables. -/
def sameBut (kept : List Nat) : List (Nat × Int) → List (Nat × Int) → Bool
  | [], [] => true
  | (x, n) :: rest, (y, m) :: others => x == y && (kept.elem x || n == m) && sameBut kept rest others
  | _, _ => false

/-- The activation can end in the store, with these entries. -/
def isListedEnd (kept : List Nat) (store : Nat) (own : List (Nat × Int)) : List ListedEnd → Bool
  | [] => false
  | listed :: rest => (listed.store == store && sameBut kept listed.own own) || isListedEnd kept store own rest

/-- The entry of the variable. -/
def entryOf (name : Nat) : List (Nat × Int) → Int
  | [] => 0
  | (x, n) :: rest => if x == name then n else entryOf name rest

/-- How many entries there are, and `count` more. -/
def countEntries : List (Nat × Int) → (count : Nat) → Nat
  | [], count => count
  | _ :: rest, count => countEntries rest (count + 1)

/-- The entries at the end of an activation, but of the kept variables those that the caller has had. -/
def givenBack (kept : List Nat) (before : List (Nat × Int)) : (after : List (Nat × Int)) → List (Nat × Int)
  | [] => []
  | (x, n) :: rest => (x, if kept.elem x then entryOf x before else n) :: givenBack kept before rest

/-- Notes what the thread sees after the activation, wherever that ends. -/
def Sights.addReturns (k : Modular) (most thread : Nat) (sight : Sight) (entrance : Entrance) (cost : Nat) : List ListedEnd → Sights → Except Reason Sights
  | [], s => .ok s
  | listed :: rest, s => do
    let cost' := cost + countShared (k.stepsFrom listed.store) 0 * k.nextsWeight entrance.after
    require (cost' ≤ s.effort) .effort
    let number ← orReject (.notClosed "an activation ends in a shared store that is not listed") (k.staying thread listed.store entrance.after)
    let s ← { s with effort := s.effort - cost' }.insert most ⟨number, givenBack entrance.kept sight.own listed.own, entrance.after, sight.activation⟩
    Sights.addReturns k most thread sight entrance cost rest s

/-- Notes what the thread sees where an activation begins, and after it. -/
def Sights.addEntrances (k : Modular) (most thread : Nat) (sight : Sight) : List Entrance → Sights → Except Reason Sights
  | [], s => .ok s
  | entrance :: rest, s => do
    let calls := k.callsAt entrance.statement sight.store sight.own
    let cost := entriesWeight sight.own 2 * countCalls calls 2 + countShared (k.stepsFrom sight.store) 0 * k.nextsWeight entrance.first
    require (cost ≤ s.effort) .effort
    let activation ← orReject (.notClosed "a thread begins an activation that is not listed")
      (findCall thread entrance.statement sight.store sight.own calls)
    let summary := k.summary activation
    require ((summary.kept == entrance.kept) = true) (.notClosed "a thread begins an activation that is not listed")
    let number ← orReject (.notClosed "a step leads to a shared store that is not listed") (k.staying thread sight.store entrance.first)
    let s ← { s with effort := s.effort - cost }.insert most ⟨number, sight.own, entrance.first, activation⟩
    let count := countEntries sight.own 1
    let s ← Sights.addReturns k most thread sight entrance (count * (count + countIndices entrance.kept 1)) summary.ends s
    Sights.addEntrances k most thread sight rest s

/-- Where the activation has ended, that is listed. -/
def Modular.endIsListed (k : Modular) (sight : Sight) (effort : Nat) : Except Reason Nat :=
  if (k.control sight.control).ends && !(sight.activation == 0) then do
    let summary := k.summary sight.activation
    let cost := entriesWeight sight.own 1 * countIndices summary.kept 1 * countEnds summary.ends 1
    require (cost ≤ effort) .effort
    require (isListedEnd summary.kept sight.store sight.own summary.ends = true) (.notClosed "an activation ends where it is not listed to end")
    .ok (effort - cost)
  else .ok effort

/-- Looks at all that is still to be looked at, and at what is found then. -/
def sightsFrom (k : Modular) (most thread : Nat) (id : Int) : (fuel : Nat) → Sights → Except Reason Sights
  | 0, _ => .error .effort
  | fuel + 1, ⟨seen, buckets, todo, effort⟩ =>
    match todo with
    | [] => .ok ⟨seen, buckets, [], effort⟩
    | sight :: todo => do
      let ⟨store, effort⟩ ← restoreEntries id sight.own (k.store sight.store) effort
      let s ← Sights.addEdges k most thread id sight store (k.control sight.control).edges ⟨seen, buckets, todo, effort⟩
      let s ← Sights.addEntrances k most thread sight (k.control sight.control).entrances s
      let effort ← k.endIsListed sight s.effort
      let s ← Sights.addOthers most thread sight (k.stepsFrom sight.store) { s with effort }
      sightsFrom k most thread id fuel s
end Plato
