/-
# Checking that a program has been seen whole

A certificate by closure gives the initial store of a program and its threads (`Beginning`). Either it says how many states there are at most, and the kernel
runs the program in all ways; or it says what threads do to the stores that they share, and the kernel runs each thread by itself.

Main definitions: `Kernel.closed`, `Kernel.apart`, `Kernel.closure`.
-/
module

public import Plato.Closure.Reader

@[expose] public section

namespace Plato

namespace Kernel

/-- All states that the program reaches from the initial store are as its specification says. -/
def closed (p : ProgramTables) (start : Start) (threads : Array (Nat × Int)) (most effort : Nat) : Except Reason Unit := do
  let ⟨⟨_, _, controls, numbers⟩, effort⟩ ← beginning p start threads [] effort
  let first : Node := ⟨normalStore start.store 0, numbers⟩
  let s ← Search.insert ⟨#[], Array.replicate (most + 1) [], [], effort⟩ most first
  let _ ← search ⟨p, start.range, threads, controls, most⟩ (most + 2) s
  .ok ()

/-- The numbers of the stores from `i` on, by their hashes. -/
def storeBuckets (stores : Array (Array StoreValue)) (i : Nat) (buckets : Array (List Nat)) : Array (List Nat) :=
  if h : i < stores.size then
    let slot := storeHash stores[i] % buckets.size
    storeBuckets stores (i + 1) (if hs : slot < buckets.size then buckets.set slot (i :: buckets[slot]) hs else buckets)
  else buckets
termination_by stores.size - i

/-- What each thread can see, among the listed steps of the others, is as the specification says. -/
def apart (p : ProgramTables) (start : Start) (threads : Array (Nat × Int)) (locals : List Nat) (stores : Array (Array StoreValue))
    (steps : Array (List SharedStep)) (most : Array Nat) (effort : Nat) : Except Reason Unit := do
  let ⟨⟨_, _, controls, first⟩, effort⟩ ← beginning p start threads locals effort
  require (threads.size * threads.size ≤ effort) .effort
  require (areApart threads 0 = true) (.notClosed "two threads have the same identifier")
  let k : Modular := ⟨p, start.range, threads, locals, controls, stores, storeBuckets stores 0 (Array.replicate (stores.size + 1) []), steps⟩
  let ⟨_, effort⟩ ← k.find (sharedStore locals start.store) (effort - threads.size * threads.size)
  let ⟨ends, effort⟩ ← k.run start.store first most 0 (Array.replicate stores.size true) effort
  let _ ← k.storesRight ends 0 effort
  .ok ()

/-- Shows that the program satisfies its specification by running each thread by itself, as the lines from `next` on say. -/
def closureApart (bytes : ByteArray) (p : ProgramTables) (start : Start) (threads : Array (Nat × Int)) (first next effort : Nat) : Except Error Unit := do
  let ⟨locals, next⟩ ← Reader.locals bytes next []
  let effort ← atOffset first (Reader.payStore start.store effort)
  let ⟨stores, next, effort⟩ ← Reader.stores bytes start.store locals next #[sharedStore locals start.store] effort
  let ⟨steps, next⟩ ← Reader.steps bytes threads.size next (Array.replicate stores.size [])
  let ⟨most, total⟩ ← Reader.views bytes threads.size next
  atOffset first (apart p start threads locals stores steps most (effort + stateEffort * total))

/-- Shows that the program satisfies its specification by running it in all ways, or its threads apart, as the lines from `first` on say. -/
def closure (bytes : ByteArray) (p : ProgramTables) (first effort : Nat) : Except Error ProgramTables := do
  let (range, next) ← Reader.range bytes first
  let (start, next) ← initialValues bytes p.tables.terms.size next ⟨range, .empty, #[]⟩
  let ⟨threads, next⟩ ← Reader.threads bytes next #[]
  match Reader.word bytes "states".toUTF8 next with
  | some _ =>
    let most ← Reader.states bytes next
    atOffset first (closed p start threads most (effort + stateEffort * most))
    .ok p
  | none =>
    closureApart bytes p start threads first next effort
    .ok p

end Kernel

end Plato
