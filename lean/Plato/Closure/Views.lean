/-
# Threads run apart

A certificate may list the stores that threads share, and which threads lead from which of them to which. Then the kernel runs each thread by itself: from what
it sees of the initial state it makes its own steps, and at any time the listed steps of the others. What a thread does to what is shared must be a step that is
listed as its own. So all that other threads can do has been reckoned with, and the states of the whole are never looked at.

What a thread sees is the number of a shared store, its own entries of the local variables, and its control. In the shared stores the local variables are 0
everywhere. This is the method of Flanagan and Qadeer, *Assume-Guarantee Model Checking*: the listed steps are the guarantees, and what threads see is their R.

The same shared store may be listed several times. Then its numbers tell apart what has happened besides, such as where a thread is: what the paper calls exposing
local states. The kernel need not know what they stand for. A step leads to one of the numbers of the store in which it ends, and all that are listed are looked at.

Threads with stacks are run activation by activation. Where one begins (`Entrance`), the certificate names it, and its *summary*: the stores and own entries in which it can
end. The caller waits, and goes on from these, with those of its own entries that a scope gives back. The activation itself is run like a thread, and must be listed to end
wherever it does. So one run serves all its calls, however deep they are. These are the rules AG PDA: what is seen is P, and where activations begin and end is their Q. Which
calls are one activation is for the certificate to choose: they are one if it gives them the same name.

Main definitions: `Sight`, `Modular`, `Modular.landing`, `Sights`, `sightsFrom`, `Modular.run`, `Modular.storesRight`.
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

/-! ## All threads -/

/-- Notes what the thread sees in the initial stores, at its first control. -/
def Sights.addStarts (k : Modular) (most : Nat) (id : Int) (control : Nat) : List (Array StoreValue) → Sights → Except Reason Sights
  | [], s => .ok s
  | store :: rest, s => do
    let ⟨sight, effort⟩ ← k.sightOf id store control 0 s.effort
    let s ← { s with effort }.insert most sight
    Sights.addStarts k most id control rest s

/-- No thread from index `i` on has the identifier. -/
def isNobodys (id : Int) (threads : Array (Nat × Int)) (i : Nat) : Bool :=
  if h : i < threads.size then !(threads[i].2 == id) && isNobodys id threads (i + 1) else true
termination_by threads.size - i

/-- No two threads from index `i` on have the same identifier, and so the same entries of local variables. -/
def areApart (threads : Array (Nat × Int)) (i : Nat) : Bool :=
  if h : i < threads.size then isNobodys threads[i].2 threads (i + 1) && areApart threads (i + 1) else true
termination_by threads.size - i

/-- Notes the shared stores in which the thread can have ended, from index `i` on. -/
def markEnds (k : Modular) (seen : Array Sight) (i : Nat) (marks : Array Bool) : Array Bool :=
  if h : i < seen.size then
    let sight := seen[i]
    markEnds k seen (i + 1)
      (if hs : sight.store < marks.size then if (k.control sight.control).ends && sight.activation == 0 then marks.set sight.store true hs else marks else marks)
  else marks
termination_by seen.size - i

/-- The marks that both have, from index `i` on. -/
def bothMarks (a b : Array Bool) (i : Nat) : Array Bool :=
  if h : i < a.size then bothMarks (a.set i (a[i] && isNoted b i) h) b (i + 1) else a
termination_by a.size - i

/-- Notes what the thread is about to touch in the shared stores, for its sights from index `i` on. -/
def Modular.touched (k : Modular) (names : List Nat) (id : Int) (seen : Array Sight) (i : Nat) (mine : Array (List Touch)) (effort : Nat) :
    Except Reason (Evaluated (Array (List Touch))) :=
  if h : i < seen.size then
    let sight := seen[i]
    if hs : sight.store < mine.size then do
      let ⟨store, effort⟩ ← restoreEntries id sight.own (k.store sight.store) effort
      let ⟨here, effort⟩ ← edgesTouch (k.runner id) k.sorts names store (k.control sight.control).edges effort mine[sight.store]
      k.touched names id seen (i + 1) (mine.set sight.store here hs) effort
    else .error (.notClosed "a step leads to a shared store that is not listed")
  else .ok ⟨mine, effort⟩
termination_by seen.size - i

/-- None of these is touched at an index. -/
def areWhole : List Touch → Bool
  | [] => true
  | touch :: rest => touch.index.isNone && areWhole rest

/-- Nothing is touched at an index in the shared stores from number `g` on. -/
def areAllWhole (mine : Array (List Touch)) (g : Nat) : Bool := if h : g < mine.size then areWhole mine[g] && areAllWhole mine (g + 1) else true
termination_by mine.size - g

/-- In no shared store from number `g` on the thread is in a race with the others. Gives what all of them are about to touch. -/
def apartStores (mine : Array (List Touch)) (g : Nat) (others : Array (List Touch)) (effort : Nat) : Except Reason (Evaluated (Array (List Touch))) :=
  if h : g < others.size then
    if hm : g < mine.size then do
      let ⟨here, effort⟩ ← apartTouches mine[g] others[g] effort
      apartStores mine (g + 1) (others.set g here h) effort
    else .error .effort
  else .ok ⟨others, effort⟩
termination_by others.size - g

/-- The thread, which has seen this, is in no race with the others, who are about to touch that in the shared stores, on a variable that must be free of races. Gives
what all of them are about to touch. -/
def Modular.noRaces (k : Modular) (id : Int) (seen : Array Sight) (others : Array (List Touch)) (effort : Nat) : Except Reason (Evaluated (Array (List Touch))) :=
  match k.program.specification.races with
  | [] => .ok ⟨others, effort⟩
  | names => do
    require (k.stores.size < effort) .effort
    let ⟨mine, effort⟩ ← k.touched names id seen 0 (Array.replicate k.stores.size []) (effort - k.stores.size)
    require (k.hasMore = false ∨ areAllWhole mine 0 = true)
      (.notClosed "only a few members of a family are run, and what must be free of races is accessed at an index")
    apartStores mine 0 others effort

/-- Runs the threads from number `j` on, each by itself, from the initial stores; `most` says how much each of them sees at most. The threads before are about to touch
the others in the shared stores. Gives the shared stores in which all threads can have ended, of those that are given. -/
def Modular.run (k : Modular) (starts : List (Array StoreValue)) (first most : Array Nat) (j : Nat) (marks : Array Bool) (others : Array (List Touch)) (effort : Nat) :
    Except Reason (Evaluated (Array Bool)) :=
  if h : j < k.threads.size then
    if hn : j < first.size ∧ j < most.size then do
      let id := k.threads[j].2
      require (most[j] + 3 * k.stores.size < effort) .effort
      let s ← Sights.addStarts k most[j] id first[j] starts ⟨#[], Array.replicate (most[j] + 1) [], [], effort - most[j] - 3 * k.stores.size⟩
      let ⟨seen, _, _, effort⟩ ← sightsFrom k most[j] j id (most[j] + 2) s
      let ends := markEnds k seen 0 (Array.replicate k.stores.size false)
      let ⟨others, effort⟩ ← k.noRaces id seen others effort
      k.run starts first most (j + 1) (bothMarks marks ends 0) others effort
    else .error (.notClosed "the line 'views' has a number for each thread")
  else .ok ⟨marks, effort⟩
termination_by k.threads.size - j

/-- The scene of a formula of the program, about two shared stores. -/
def Modular.scene (k : Modular) (before after : Nat) : Scene := ⟨k.range, .empty, .exact (.int 0), k.store before, k.store after⟩

/-- The steps satisfy the guarantee; gives the effort that is left. -/
def Modular.guaranteed (k : Modular) (before : Nat) : List SharedStep → (effort : Nat) → Except Reason Nat
  | [], effort => .ok effort
  | step :: rest, effort => do
    let effort ← requireTrue k.program.tables (k.scene before step.target) (orTrue k.program.specification.guarantee)
      (.notClosed "a step does not satisfy the guarantee") effort
    k.guaranteed before rest effort

/-- The specification, as far as it speaks of the shared stores from number `i` on; gives the effort that is left. -/
def Modular.storesRight (k : Modular) (ends : Array Bool) (i effort : Nat) : Except Reason Nat :=
  if i < k.stores.size then do
    require (0 < effort) .effort
    let effort ← requireTrue k.program.tables (k.scene i i) (orTrue k.program.specification.invariant)
      (.notClosed "the invariant is false in a shared store that is listed") (effort - 1)
    let effort ← k.guaranteed i (⟨0, i, none⟩ :: k.stepsFrom i) effort
    if isNoted ends i then
      let effort ← requireTrue k.program.tables (k.scene i i) (orTrue k.program.specification.post)
        (.notClosed "the postcondition is false in a shared store in which each thread can have ended") effort
      k.storesRight ends (i + 1) effort
    else k.storesRight ends (i + 1) effort
  else .ok effort
termination_by k.stores.size - i

end Plato
