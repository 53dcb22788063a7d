/-
# Checking that a program has been seen whole

A certificate by closure gives the initial store of a program and its threads (`Beginning`). Either it says how many states there are at most, and the kernel
runs the program in all ways; or it says what threads do to the stores that they share, and the kernel runs each thread by itself. Then it may list only a few
members of a family, who stand for all.

Main definitions: `Kernel.closed`, `Kernel.serve`, `Kernel.apart`, `Kernel.closure`.
-/
module

public import Plato.Closure.FewReader

@[expose] public section

namespace Plato

namespace Kernel

/-- All states that the program reaches from the initial store are as its specification says. -/
def closed (p : ProgramTables) (start : Start) (threads : Array (Nat × Int)) (values : ValueLines) (most effort : Nat) : Except Reason Unit := do
  let ⟨⟨sorts, starts, _, controls, first⟩, effort⟩ ← beginning p start threads values [] [] effort
  require (haveNoEntrances controls 0 = true) (.notClosed "a procedure calls itself, or a scope keeps values of local variables")
  let s ← Search.addStarts most first starts ⟨#[], Array.replicate (most + 1) [], [], effort⟩
  let _ ← search ⟨p, sorts, start.range, threads, controls, most⟩ (most + 2) s
  .ok ()

/-- The shared stores of the initial stores are listed; gives the effort that is left. -/
def sharedStarts (k : Modular) : List (Array StoreValue) → (effort : Nat) → Except Reason Nat
  | [], effort => .ok effort
  | store :: rest, effort => do
    let ⟨_, effort⟩ ← k.find (sharedStore k.locals store) effort
    sharedStarts k rest effort

/-- Of some family there may be other members than those that are listed. -/
def hasMembersBesides (few : FewLines) : Bool := match few.families with | [] => false | _ => true

/-- The members that are listed stand for all, if a family has others. -/
def serve (k : Modular) (start : Start) (starts : List (Array StoreValue)) (few : FewLines) (effort : Nat) : Except Reason Nat :=
  match few.families with
  | [] => .ok effort
  | [family] => k.fewServe start.alone starts ⟨k.sorts, few.names, 0 :: few.constants⟩ family effort
  | _ => .error (.notClosed "only of one family there may be other members than those that are listed")

/-- What each thread can see, among the listed steps of the others, is as the specification says. -/
def apart (p : ProgramTables) (start : Start) (threads : Array (Nat × Int)) (values : ValueLines) (locals : List Nat) (few : FewLines)
    (stores : Array (Array StoreValue)) (steps : Array (List SharedStep)) (calls : Array (List ListedCall)) (summaries : Array Summary)
    (most : Array Nat) (effort : Nat) : Except Reason Unit := do
  let ⟨⟨sorts, starts, _, controls, first⟩, effort⟩ ← beginning p start threads values locals few.families effort
  require (threads.size * threads.size ≤ effort) .effort
  require (areApart threads 0 = true) (.notClosed "two threads have the same identifier")
  let ⟨nexts, effort⟩ ← nextsFrom p controls 0 #[] (effort - threads.size * threads.size)
  let ⟨(firsts, buckets), effort⟩ ← numberStores stores 0 #[] (Array.replicate (stores.size + 1) []) effort
  let k : Modular := ⟨p, sorts, start.range, threads, locals, controls, nexts, stores, buckets, firsts, steps, calls, summaries, hasMembersBesides few⟩
  let effort ← sharedStarts k starts effort
  let ⟨marks, effort⟩ ← k.run starts first most 0 (Array.replicate stores.size true) (Array.replicate stores.size []) effort
  let effort ← k.storesRight marks 0 effort
  let _ ← serve k start starts few effort
  .ok ()

/-- Shows that the program satisfies its specification by running each thread by itself, as the lines from `next` on say. -/
def closureApart (bytes : ByteArray) (p : ProgramTables) (start : Start) (threads : Array (Nat × Int)) (values : ValueLines) (first next effort : Nat) :
    Except Error Unit := do
  let ⟨locals, next⟩ ← Reader.locals bytes next 0 []
  let ⟨few, next⟩ ← Reader.few bytes next
  let effort ← atOffset first (Reader.payStore start.store effort)
  let ⟨stores, next, effort⟩ ← Reader.stores bytes start.store locals next #[sharedStore locals start.store] effort
  let ⟨steps, next⟩ ← Reader.steps bytes threads.size next (Array.replicate stores.size [])
  let ⟨calls, count, summaries, next⟩ ← Reader.activations bytes p locals stores.size threads.size next [] 0 #[⟨[], []⟩]
  let ⟨most, total⟩ ← Reader.views bytes threads.size next
  let calls := hashCalls calls (Array.replicate (count + 1) [])
  atOffset first (apart p start threads values locals few stores steps calls summaries most (effort + stateEffort * total))

/-- Shows that the program satisfies its specification by running it in all ways, or its threads apart, as the lines from `first` on say. -/
def closure (bytes : ByteArray) (p : ProgramTables) (first effort : Nat) : Except Error ProgramTables := do
  let (range, next) ← Reader.range bytes first
  let (start, next) ← initialValues bytes p.tables.terms.size next ⟨range, .empty, #[]⟩
  let ⟨threads, next⟩ ← Reader.threads bytes next #[]
  let ⟨values, next⟩ ← Reader.values bytes next 0 ⟨[], []⟩
  match Reader.word bytes "states".toUTF8 next with
  | some _ =>
    let most ← Reader.states bytes next
    atOffset first (closed p start threads values most (effort + stateEffort * most))
    .ok p
  | none =>
    closureApart bytes p start threads values first next effort
    .ok p

end Kernel

end Plato
