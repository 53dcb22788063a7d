/-
# Replaying a schedule

A certificate that a program goes wrong gives parameters, an initial store and a schedule: which thread moves, which way it goes at a
choice or a loop, and the store after each atomic step. The kernel follows it; the last event must go wrong.

A thread's statement is kept as a stack, what comes next on top: `[S, T, U]` stands for `S; (T; U)`.

Main definitions: `Event`, `Replay`, `Replay.event`.
-/
module

public import Plato.Program.Scene

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
  /-- The atomic operation is done. -/
  | step
  /-- The thread has ended. -/
  | ended
  /-- The atomic operation goes wrong. -/
  | wrong

/-- Threads that have moved, the latest state of each first. -/
abbrev Threads := List ((Nat × Int) × List Code)

/-- The stack of a thread that has moved. -/
def lookupThread : Threads → Nat × Int → Option (List Code)
  | [], _ => none
  | (key, stack) :: rest, thread => if key.1 = thread.1 ∧ key.2 = thread.2 then some stack else lookupThread rest thread

/-- How many entries are looked at to find the stack. -/
def lookupCost : Threads → Nat × Int → Nat
  | [], _ => 1
  | (key, _) :: rest, thread => if key.1 = thread.1 ∧ key.2 = thread.2 then 1 else lookupCost rest thread + 1

/-- What is being replayed. -/
structure Replay where
  range : Option Range
  parameters : Named
  initial : Array FiniteValue
  store : Array FiniteValue
  /-- The store after the step that is being prepared. -/
  next : Array FiniteValue
  threads : Threads
  /-- The thread whose events these are. -/
  family : Nat
  id : Int
  stack : List Code
  effort : Nat
  /-- The last event went wrong. -/
  isWrong : Bool

/-- Takes what needs no decision from the top of the stack: composition, and what does nothing. -/
def settle : (fuel : Nat) → List Code → List Code
  | 0, stack => stack
  | fuel + 1, stack =>
    match stack with
    | .seq S T :: rest => settle fuel (S :: T :: rest)
    | .skip :: S :: rest => settle fuel (S :: rest)
    | .cut _ _ :: S :: rest => settle fuel (S :: rest)
    | _ => stack

/-- Enough for any program that is read. -/
def settleFuel : Nat := 1000000

/-- The scene of the next step. -/
def Replay.scene (r : Replay) : Scene := ⟨r.range, r.parameters, .exact (.int r.id), r.store, r.next⟩

/-- The scene of the store before it. -/
def Replay.here (r : Replay) : Scene := ⟨r.range, r.parameters, .exact (.int r.id), r.store, r.store⟩

/-- The body of a family. -/
def ProgramTables.body (p : ProgramTables) (family : Nat) : Option Family :=
  if h : family < p.families.size then some p.families[family] else none

/-- Another thread moves. -/
def Replay.select (p : ProgramTables) (r : Replay) (family : Nat) (id : Int) : Except Reason Replay :=
  match r with
  | ⟨range, parameters, initial, store, _, threads, _, _, _, effort, isWrong⟩ =>
    let cost := lookupCost threads (family, id)
    if effort < cost then .error .effort
    else match lookupThread threads (family, id) with
      | some stack => .ok ⟨range, parameters, initial, store, store, threads, family, id, stack, effort - cost, isWrong⟩
      | none => match p.body family with
        | none => .error (.noSuchFamily family)
        | some entry =>
          match decideLiteral p.tables ⟨range, parameters, .exact (.int id), initial, initial⟩ entry.members (effort - cost) with
          | .error reason => .error reason
          | .ok ⟨false, _⟩ => .error (.notAMember family)
          | .ok ⟨true, effort⟩ =>
            let stack := [entry.code]
            .ok ⟨range, parameters, initial, store, store, threads, family, id, stack, effort, isWrong⟩

/-- The thread's stack is now another one. -/
def Replay.withStack (r : Replay) (stack : List Code) : Replay :=
  match r with
  | ⟨range, parameters, initial, store, next, threads, family, id, _, effort, isWrong⟩ =>
    ⟨range, parameters, initial, store, next, ((family, id), stack) :: threads, family, id, stack, effort, isWrong⟩

/-- The next atomic operation is done: its gate, its step and its assertion are true. -/
def Replay.step (p : ProgramTables) (r : Replay) : Except Reason Replay :=
  match settle settleFuel r.stack with
  | .atomic _ ⟨gate, step, post, _, _⟩ :: rest =>
    match decideLiteral p.tables r.here gate r.effort with
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
          | ⟨range, parameters, initial, _, next, threads, family, id, _, _, isWrong⟩ =>
            .ok ⟨range, parameters, initial, next, next, ((family, id), .skip :: rest) :: threads, family, id, .skip :: rest, effort, isWrong⟩
  | _ => .error (.badEvent "the thread does not stand before an atomic operation")

/-- The next atomic operation goes wrong: its gate is false, or it leads to the next store and its assertion is false there. -/
def Replay.goWrong (p : ProgramTables) (r : Replay) : Except Reason Replay :=
  match settle settleFuel r.stack with
  | .atomic _ ⟨gate, step, post, _, _⟩ :: _ =>
    let wrong : Replay := { r with isWrong := true }
    match decideLiteral p.tables r.here gate r.effort with
    | .error reason => .error reason
    | .ok ⟨false, _⟩ => .ok wrong
    | .ok ⟨true, effort⟩ => match decideLiteral p.tables r.scene step effort with
      | .error reason => .error reason
      | .ok ⟨false, _⟩ => .error (.badEvent "the operation does not lead to this store")
      | .ok ⟨true, effort⟩ => match decideLiteral p.tables r.scene post effort with
        | .error reason => .error reason
        | .ok ⟨true, _⟩ => .error (.badEvent "the operation does not go wrong here")
        | .ok ⟨false, _⟩ => .ok wrong
  | _ => .error (.badEvent "the thread does not stand before an atomic operation")

/-- What an event does. -/
def Replay.event (p : ProgramTables) (r : Replay) : Event → Except Reason Replay
  | .thread family id => r.select p family id
  | .left => match settle settleFuel r.stack with
    | .choice S _ :: rest => .ok (r.withStack (S :: rest))
    | _ => .error (.badEvent "the thread does not stand before a choice")
  | .right => match settle settleFuel r.stack with
    | .choice _ T :: rest => .ok (r.withStack (T :: rest))
    | _ => .error (.badEvent "the thread does not stand before a choice")
  | .again => match settle settleFuel r.stack with
    | .loop label J S :: rest => .ok (r.withStack (S :: .loop label J S :: rest))
    | _ => .error (.badEvent "the thread does not stand before a loop")
  | .leave => match settle settleFuel r.stack with
    | .loop _ _ _ :: rest => .ok (r.withStack (.skip :: rest))
    | _ => .error (.badEvent "the thread does not stand before a loop")
  | .value name value =>
    match r with
    | ⟨range, parameters, initial, store, next, threads, family, id, stack, effort, isWrong⟩ =>
      if h : name < next.size then
        .ok ⟨range, parameters, initial, store, next.set name value h, threads, family, id, stack, effort, isWrong⟩
      else .error (.badEvent "the initial store has no such variable")
  | .step => r.step p
  | .ended => match settle settleFuel r.stack with
    | [.skip] => .ok (r.withStack [.skip])
    | [.cut _ _] => .ok (r.withStack [.skip])
    | _ => .error (.badEvent "the thread has not ended")
  | .wrong => r.goWrong p

end Plato
