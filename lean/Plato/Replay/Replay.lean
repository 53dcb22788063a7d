/-
# Replaying a schedule

A certificate that a program goes wrong gives parameters, an initial store and a schedule: which thread moves, which way it goes at a
choice or a loop, and the store after each atomic step. The kernel follows it; the last event must go wrong.

A thread's statement is kept as a stack, what comes next on top: `[S, T, U]` means `S; (T; U)`.

Main definitions: `Event`, `Replay`, `Replay.event`.
-/
module

public import Plato.Evaluation.Scene
public import Plato.Program.Code

@[expose] public section

namespace Plato

/-- What happens next. -/
inductive Event where
  /-- The following events are of this thread: a family and an identifier. -/
  | thread (family : Nat) (id : Int)
  /-- The first or the second part of a choice. -/
  | left
  | right
  /-- Once more, or out of the loop. -/
  | again
  | leave
  /-- The next step gives this variable this value. -/
  | value (name : Nat) (value : FiniteValue)
  /-- The next step writes to this map: index, value, index, value, …. -/
  | write (name : Nat) (values : Array Int)
  /-- The atomic operation is done. -/
  | step
  /-- The thread has ended. -/
  | ended
  /-- The atomic operation goes wrong. -/
  | wrong

/-- A thread that has been selected, and what it still has to do. -/
structure ThreadState where
  family : Nat
  id : Int
  stack : List Code

/-- Each thread that has been selected, once. -/
abbrev Threads := Array ThreadState

/-- The place of a thread, from index `i` on; every thread that is looked at costs one visit. -/
def findThread (threads : Threads) (family : Nat) (id : Int) (i effort : Nat) : Option (Evaluated (Option Nat)) :=
  if effort = 0 then none
  else if h : i < threads.size then
    if threads[i].family = family ∧ threads[i].id = id then some ⟨some i, effort - 1⟩
    else findThread threads family id (i + 1) (effort - 1)
  else some ⟨none, effort - 1⟩
termination_by threads.size - i

/-- What is being replayed. -/
structure Replay where
  range : Option Range
  parameters : Named
  initial : Array StoreValue
  store : Array StoreValue
  /-- The store after the step that is being prepared. -/
  next : Array StoreValue
  threads : Threads
  /-- The thread whose events these are, and its place among the threads. -/
  family : Nat
  id : Int
  place : Nat
  stack : List Code
  effort : Nat
  /-- The last event went wrong. -/
  isWrong : Bool

/-- Takes what needs no decision from the top of the stack: composition, and what does nothing. Each of them costs one visit, and so does
looking. -/
def settle : (effort : Nat) → List Code → Except Reason (Evaluated (List Code))
  | 0, _ => .error .effort
  | effort + 1, stack =>
    match stack with
    | .seq S T :: rest => settle effort (S :: T :: rest)
    | .skip :: S :: rest => settle effort (S :: rest)
    | _ => .ok ⟨stack, effort⟩

/-- The scene of a formula about no thread in particular. -/
def Replay.sceneOf (r : Replay) (before after : Array StoreValue) : Scene := ⟨r.range, r.parameters, .exact (.int 0), before, after⟩

/-- The scene of the next step. -/
def Replay.scene (r : Replay) : Scene := ⟨r.range, r.parameters, .exact (.int r.id), r.store, r.next⟩

/-- The scene of the store before it. -/
def Replay.here (r : Replay) : Scene := ⟨r.range, r.parameters, .exact (.int r.id), r.store, r.store⟩

/-- A program and its statements by their numbers. -/
structure Runnable where
  program : ProgramTables
  statements : Array Code

/-- The program with its statements. -/
abbrev ProgramTables.runnable (p : ProgramTables) : Runnable := ⟨p, codes p.statements⟩

/-- The program's tables. -/
abbrev Runnable.tables (p : Runnable) : Tables := p.program.tables

/-- The family of that number. -/
def Runnable.family (p : Runnable) (family : Nat) : Option Family :=
  if h : family < p.program.families.size then some p.program.families[family] else none

/-- What it costs that the store after a step may have to be copied: one visit for sixteen variables. -/
def copyCost (store : Array StoreValue) : Nat := store.size / 16

/-- A thread that has been selected before, and is at that place among the threads, moves on. -/
def Replay.resume (r : Replay) (family : Nat) (id : Int) (place : Nat) (effort : Nat) : Except Reason Replay :=
  if h : place < r.threads.size then .ok { r with next := r.store, family, id, place, stack := r.threads[place].stack, effort }
  else .error (.noSuchFamily family)

/-- A thread that has not been selected before starts, if it is a member of its family. -/
def Replay.begin (p : Runnable) (r : Replay) (family : Nat) (id : Int) (effort : Nat) : Except Reason Replay := do
  let entry ← orReject (.noSuchFamily family) (p.family family)
  let effort ← requireTrue p.tables ⟨r.range, r.parameters, .exact (.int id), r.initial, r.initial⟩ entry.members (.notAMember family) effort
  let stack := [p.statements.getD entry.body .skip]
  let place := r.threads.size
  .ok { r with next := r.store, threads := r.threads.push ⟨family, id, stack⟩, family, id, place, stack, effort }

/-- Another thread moves. -/
def Replay.select (p : Runnable) (r : Replay) (family : Nat) (id : Int) : Except Reason Replay := do
  require (copyCost r.store ≤ r.effort) .effort
  let ⟨found, effort⟩ ← orReject .effort (findThread r.threads family id 0 (r.effort - copyCost r.store))
  match found with
  | some place => r.resume family id place effort
  | none => r.begin p family id effort

/-- The threads with another stack for one of them. -/
def Threads.update (threads : Threads) (place family : Nat) (id : Int) (stack : List Code) : Threads :=
  if h : place < threads.size then threads.set place ⟨family, id, stack⟩ h else threads

/-- The thread's stack is now another one. -/
def Replay.withStack (r : Replay) (stack : List Code) (effort : Nat) : Replay :=
  { r with threads := r.threads.update r.place r.family r.id stack, stack, effort }

/-- The atomic operation at the top of a settled stack, what comes after it, and the effort that is left. -/
structure NextOperation where
  operation : Operation
  rest : List Code
  effort : Nat

/-- The thread's next atomic operation. -/
def Replay.nextOperation (r : Replay) : Except Reason NextOperation := do
  let ⟨stack, effort⟩ ← settle r.effort r.stack
  match stack with
  | .atomic operation :: rest => .ok ⟨operation, rest, effort⟩
  | _ => .error (.badEvent "the thread is not at an atomic operation")

/-- The next atomic operation is done: its gate, its step and its assertion are true. -/
def Replay.step (p : Runnable) (r : Replay) : Except Reason Replay := do
  let ⟨o, rest, effort⟩ ← r.nextOperation
  let effort ← requireTrue p.tables r.here o.gate (.badEvent "the gate is false here; 'wrong' says so") effort
  let effort ← requireTrue p.tables r.scene o.step (.badEvent "the operation does not lead to this store") effort
  let effort ← requireTrue p.tables r.scene o.post (.badEvent "the operation's assertion is false here; 'wrong' says so") effort
  require (copyCost r.next ≤ effort) .effort
  let stack := .skip :: rest
  .ok { r with
    store := r.next, threads := r.threads.update r.place r.family r.id stack, stack, effort := effort - copyCost r.next }

/-- The next atomic operation goes wrong: its gate is false, or it leads to the next store and its assertion is false there. -/
def Replay.goWrong (p : Runnable) (r : Replay) : Except Reason Replay := do
  let ⟨o, _, effort⟩ ← r.nextOperation
  let ⟨gate, effort⟩ ← decideLiteral p.tables r.here o.gate effort
  if gate then
    let effort ← requireTrue p.tables r.scene o.step (.badEvent "the operation does not lead to this store") effort
    requireFalse p.tables r.scene o.post (.badEvent "the operation does not go wrong here") effort
    .ok { r with isWrong := true }
  else .ok { r with isWrong := true }

/-- The map with the values from index `i` on written to it. -/
def writeFrom (values : Array Int) (i : Nat) (map : StoreValue) : StoreValue :=
  if h : i + 1 < values.size then writeFrom values (i + 2) (map.write values[i] values[i + 1]) else map
termination_by values.size - i

/-- The next store has another value for a variable, which `change` makes of the present one. -/
@[inline] def Replay.withValue (r : Replay) (name : Nat) (change : StoreValue → StoreValue) : Except Reason Replay :=
  if h : name < r.next.size then .ok { r with next := r.next.set name (change r.next[name]) h }
  else .error (.badEvent "the initial store has no such variable")

/-- The thread goes on with the stack that `move` makes of the settled one; `why` says why that is not possible. -/
@[inline] def Replay.go (r : Replay) (why : String) (move : List Code → Option (List Code)) : Except Reason Replay := do
  let ⟨stack, effort⟩ ← settle r.effort r.stack
  let stack ← orReject (.badEvent why) (move stack)
  .ok (r.withStack stack effort)

/-- The first part of a choice. -/
def goLeft : List Code → Option (List Code)
  | .choice S _ :: rest => some (S :: rest)
  | _ => none

/-- The second part of a choice. -/
def goRight : List Code → Option (List Code)
  | .choice _ T :: rest => some (T :: rest)
  | _ => none

/-- The body of a loop, and then the loop again. -/
def goAgain : List Code → Option (List Code)
  | .loop S :: rest => some (S :: .loop S :: rest)
  | _ => none

/-- Out of a loop. -/
def goOn : List Code → Option (List Code)
  | .loop _ :: rest => some (.skip :: rest)
  | _ => none

/-- The end. -/
def goEnd : List Code → Option (List Code)
  | [.skip] => some [.skip]
  | _ => none

/-- What an event does. -/
def Replay.event (p : Runnable) (r : Replay) : Event → Except Reason Replay
  | .thread family id => r.select p family id
  | .left => r.go "the thread is not at a choice" goLeft
  | .right => r.go "the thread is not at a choice" goRight
  | .again => r.go "the thread is not at a loop" goAgain
  | .leave => r.go "the thread is not at a loop" goOn
  | .value name value => r.withValue name fun _ => .finite value
  | .write name values => r.withValue name fun map => writeFrom values 0 map
  | .step => r.step p
  | .ended => r.go "the thread has not ended" goEnd
  | .wrong => r.goWrong p

end Plato
