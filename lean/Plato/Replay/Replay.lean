/-
# Replaying a schedule

A certificate that a program goes wrong gives parameters, an initial store and a schedule: which thread moves, which way it goes at a
choice or a loop, and the store after each atomic step. The kernel follows it; the last event must go wrong.

A thread's statement is kept as a stack, what comes next on top: `[S, T, U]` stands for `S; (T; U)`.

Main definitions: `Event`, `Replay`, `Replay.event`.
-/
module

public import Plato.Evaluation.Scene

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
    | .cut _ _ :: S :: rest => settle effort (S :: rest)
    | _ => .ok ⟨stack, effort⟩

/-- The scene of the next step. -/
def Replay.scene (r : Replay) : Scene := ⟨r.range, r.parameters, .exact (.int r.id), r.store, r.next⟩

/-- The scene of the store before it. -/
def Replay.here (r : Replay) : Scene := ⟨r.range, r.parameters, .exact (.int r.id), r.store, r.store⟩

/-- The body of a family. -/
def ProgramTables.body (p : ProgramTables) (family : Nat) : Option Family :=
  if h : family < p.families.size then some p.families[family] else none

/-- What it costs that the store after a step may have to be copied: one visit for sixteen variables. -/
def copyCost (store : Array StoreValue) : Nat := store.size / 16

/-- Another thread moves. -/
def Replay.select (p : ProgramTables) (r : Replay) (family : Nat) (id : Int) : Except Reason Replay :=
  match r with
  | ⟨range, parameters, initial, store, _, threads, _, _, _, _, effort, isWrong⟩ =>
    if effort < copyCost store then .error .effort
    else match findThread threads family id 0 (effort - copyCost store) with
      | none => .error .effort
      | some ⟨some place, effort⟩ =>
        if h : place < threads.size then
          let stack := threads[place].stack
          .ok ⟨range, parameters, initial, store, store, threads, family, id, place, stack, effort, isWrong⟩
        else .error (.noSuchFamily family)
      | some ⟨none, effort⟩ => match p.body family with
        | none => .error (.noSuchFamily family)
        | some entry =>
          match decideLiteral p.tables ⟨range, parameters, .exact (.int id), initial, initial⟩ entry.members effort with
          | .error reason => .error reason
          | .ok ⟨false, _⟩ => .error (.notAMember family)
          | .ok ⟨true, effort⟩ =>
            let stack := [entry.code]
            let place := threads.size
            .ok ⟨range, parameters, initial, store, store, threads.push ⟨family, id, stack⟩, family, id, place, stack, effort, isWrong⟩

/-- The threads with another stack for one of them. -/
def Threads.update (threads : Threads) (place family : Nat) (id : Int) (stack : List Code) : Threads :=
  if h : place < threads.size then threads.set place ⟨family, id, stack⟩ h else threads

/-- The thread's stack is now another one. -/
def Replay.withStack (r : Replay) (stack : List Code) (effort : Nat) : Replay :=
  match r with
  | ⟨range, parameters, initial, store, next, threads, family, id, place, _, _, isWrong⟩ =>
    ⟨range, parameters, initial, store, next, threads.update place family id stack, family, id, place, stack, effort, isWrong⟩

/-- The next atomic operation is done: its gate, its step and its assertion are true. -/
def Replay.step (p : ProgramTables) (r : Replay) : Except Reason Replay :=
  match settle r.effort r.stack with
  | .error reason => .error reason
  | .ok ⟨.atomic _ ⟨gate, step, post, _, _⟩ :: rest, effort⟩ =>
    match decideLiteral p.tables r.here gate effort with
    | .error reason => .error reason
    | .ok ⟨false, _⟩ => .error (.badEvent "the gate is false here; 'wrong' says so")
    | .ok ⟨true, effort⟩ => match decideLiteral p.tables r.scene step effort with
      | .error reason => .error reason
      | .ok ⟨false, _⟩ => .error (.badEvent "the operation does not lead to this store")
      | .ok ⟨true, effort⟩ => match decideLiteral p.tables r.scene post effort with
        | .error reason => .error reason
        | .ok ⟨false, _⟩ => .error (.badEvent "the operation's assertion is false here; 'wrong' says so")
        | .ok ⟨true, effort⟩ =>
          match r with
          | ⟨range, parameters, initial, _, next, threads, family, id, place, _, _, isWrong⟩ =>
            if effort < copyCost next then .error .effort
            else
              let stack := .skip :: rest
              .ok ⟨range, parameters, initial, next, next, threads.update place family id stack, family, id, place, stack,
                effort - copyCost next, isWrong⟩
  | .ok _ => .error (.badEvent "the thread does not stand before an atomic operation")

/-- The next atomic operation goes wrong: its gate is false, or it leads to the next store and its assertion is false there. -/
def Replay.goWrong (p : ProgramTables) (r : Replay) : Except Reason Replay :=
  match settle r.effort r.stack with
  | .error reason => .error reason
  | .ok ⟨.atomic _ ⟨gate, step, post, _, _⟩ :: _, effort⟩ =>
    let wrong : Replay := { r with isWrong := true }
    match decideLiteral p.tables r.here gate effort with
    | .error reason => .error reason
    | .ok ⟨false, _⟩ => .ok wrong
    | .ok ⟨true, effort⟩ => match decideLiteral p.tables r.scene step effort with
      | .error reason => .error reason
      | .ok ⟨false, _⟩ => .error (.badEvent "the operation does not lead to this store")
      | .ok ⟨true, effort⟩ => match decideLiteral p.tables r.scene post effort with
        | .error reason => .error reason
        | .ok ⟨true, _⟩ => .error (.badEvent "the operation does not go wrong here")
        | .ok ⟨false, _⟩ => .ok wrong
  | .ok _ => .error (.badEvent "the thread does not stand before an atomic operation")

/-- The map with the values from index `i` on written to it. -/
def writeFrom (values : Array Int) (i : Nat) (map : StoreValue) : StoreValue :=
  if h : i + 1 < values.size then writeFrom values (i + 2) (map.write values[i] values[i + 1]) else map
termination_by values.size - i

/-- What an event does. -/
def Replay.event (p : ProgramTables) (r : Replay) : Event → Except Reason Replay
  | .thread family id => r.select p family id
  | .left => match settle r.effort r.stack with
    | .error reason => .error reason
    | .ok ⟨.choice S _ :: rest, effort⟩ => .ok (r.withStack (S :: rest) effort)
    | .ok _ => .error (.badEvent "the thread does not stand before a choice")
  | .right => match settle r.effort r.stack with
    | .error reason => .error reason
    | .ok ⟨.choice _ T :: rest, effort⟩ => .ok (r.withStack (T :: rest) effort)
    | .ok _ => .error (.badEvent "the thread does not stand before a choice")
  | .again => match settle r.effort r.stack with
    | .error reason => .error reason
    | .ok ⟨.loop label J S :: rest, effort⟩ => .ok (r.withStack (S :: .loop label J S :: rest) effort)
    | .ok _ => .error (.badEvent "the thread does not stand before a loop")
  | .leave => match settle r.effort r.stack with
    | .error reason => .error reason
    | .ok ⟨.loop _ _ _ :: rest, effort⟩ => .ok (r.withStack (.skip :: rest) effort)
    | .ok _ => .error (.badEvent "the thread does not stand before a loop")
  | .value name value =>
    match r with
    | ⟨range, parameters, initial, store, next, threads, family, id, place, stack, effort, isWrong⟩ =>
      if h : name < next.size then
        .ok ⟨range, parameters, initial, store, next.set name (.finite value) h, threads, family, id, place, stack, effort, isWrong⟩
      else .error (.badEvent "the initial store has no such variable")
  | .write name values =>
    match r with
    | ⟨range, parameters, initial, store, next, threads, family, id, place, stack, effort, isWrong⟩ =>
      if h : name < next.size then
        let value := writeFrom values 0 next[name]
        .ok ⟨range, parameters, initial, store, next.set name value h, threads, family, id, place, stack, effort, isWrong⟩
      else .error (.badEvent "the initial store has no such variable")
  | .step => r.step p
  | .ended => match settle r.effort r.stack with
    | .error reason => .error reason
    | .ok ⟨[.skip], effort⟩ => .ok (r.withStack [.skip] effort)
    | .ok ⟨[.cut _ _], effort⟩ => .ok (r.withStack [.skip] effort)
    | .ok _ => .error (.badEvent "the thread has not ended")
  | .wrong => r.goWrong p

end Plato
