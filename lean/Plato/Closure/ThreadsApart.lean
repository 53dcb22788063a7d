/-
# Threads run apart

A certificate may list the stores that threads share, and which threads lead from which of them to which. Then the kernel runs each thread by itself. So all that other threads
can do has been reckoned with, and the states of the whole are never looked at. This is the method of Flanagan and Qadeer, *Assume-Guarantee Model Checking*: the listed steps are
the guarantees, and what threads see is their R.

Main definitions: `Modular.run`, `Modular.noRaces`, `Modular.guaranteed`, `Modular.storesRight`.
-/
module

public import Plato.Closure.Views

@[expose] public section

namespace Plato

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
