/-
# Replaying a schedule

A certificate that a program goes wrong gives parameters, an initial store and a schedule: which thread moves, which way it goes at a
choice or a loop, and what the commands of its atomic steps leave open. The kernel follows it and runs the commands; the last event must go
wrong. The inputs of a command come before the event that runs it, and it must take them all.

A thread's statement is kept as a stack, what comes next on top: `[S, T, U]` means `S; (T; U)`.

Main definitions: `Event`, `Replay`, `Replay.event`.
-/
module

public import Plato.Replay.Command

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
  /-- One more input for the next command. -/
  | input (input : Input)
  /-- The next command is done. -/
  | step
  /-- The thread has ended. -/
  | ended
  /-- The next command goes wrong. -/
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
  /-- The inputs for the next command. -/
  inputs : Array Input
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

/-- The present thread, which runs its next command. -/
def Replay.runner (p : Runnable) (r : Replay) : Runner := ⟨p.tables, r.range, r.parameters, r.id, r.inputs⟩

/-- No command is being prepared. -/
def Replay.requireNoInputs (r : Replay) : Except Reason Unit :=
  require (r.inputs.size = 0) (.badEvent "the values, and ways at a choice, before it are for a command; 'step' or 'wrong' comes after them")

/-- A thread that has been selected before, and is at that place among the threads, moves on. -/
def Replay.resume (r : Replay) (family : Nat) (id : Int) (place : Nat) (effort : Nat) : Except Reason Replay :=
  if h : place < r.threads.size then .ok { r with family, id, place, stack := r.threads[place].stack, effort }
  else .error (.noSuchFamily family)

/-- A thread that has not been selected before starts, if it is a member of its family. -/
def Replay.begin (p : Runnable) (r : Replay) (family : Nat) (id : Int) (effort : Nat) : Except Reason Replay := do
  let entry ← orReject (.noSuchFamily family) (p.family family)
  let effort ← requireTrue p.tables ⟨r.range, r.parameters, .exact (.int id), r.initial, r.initial⟩ entry.members (.notAMember family) effort
  let stack := [p.statements.getD entry.body .skip]
  let place := r.threads.size
  .ok { r with threads := r.threads.push ⟨family, id, stack⟩, family, id, place, stack, effort }

/-- Another thread moves. -/
def Replay.select (p : Runnable) (r : Replay) (family : Nat) (id : Int) : Except Reason Replay := do
  r.requireNoInputs
  let ⟨found, effort⟩ ← orReject .effort (findThread r.threads family id 0 r.effort)
  match found with
  | some place => r.resume family id place effort
  | none => r.begin p family id effort

/-- The threads with another stack for one of them. -/
def Threads.update (threads : Threads) (place family : Nat) (id : Int) (stack : List Code) : Threads :=
  if h : place < threads.size then threads.set place ⟨family, id, stack⟩ h else threads

/-- The thread's stack is now another one. -/
def Replay.withStack (r : Replay) (stack : List Code) (effort : Nat) : Replay :=
  { r with threads := r.threads.update r.place r.family r.id stack, stack, effort }

/-- The command at the top of a settled stack, what comes after it, and the effort that is left. -/
structure NextCommand where
  command : CommandCode
  rest : List Code
  effort : Nat

/-- The thread's next command. -/
def Replay.nextCommand (r : Replay) : Except Reason NextCommand := do
  let ⟨stack, effort⟩ ← settle r.effort r.stack
  match stack with
  | .atomic command :: rest => .ok ⟨command, rest, effort⟩
  | _ => .error (.badEvent "the thread is not at an atomic step")

/-- Runs a command of the present thread from the present store, with all the inputs that are there for it. -/
def Replay.run (p : Runnable) (r : Replay) (command : CommandCode) (effort : Nat) : Except Reason (Evaluated (Outcome (Array StoreValue))) := do
  let ⟨outcome, taken, effort⟩ ← command.run (r.runner p) r.store 0 effort
  require (taken = r.inputs.size) (.badEvent "the command takes fewer values, or ways at a choice, than the schedule gives it")
  .ok ⟨outcome, effort⟩

/-- The next command is done: it leads to a store. -/
def Replay.step (p : Runnable) (r : Replay) : Except Reason Replay := do
  let ⟨command, rest, effort⟩ ← r.nextCommand
  let ⟨outcome, effort⟩ ← r.run p command effort
  match outcome with
  | .store store =>
    let stack := .skip :: rest
    .ok { r with store, inputs := #[], threads := r.threads.update r.place r.family r.id stack, stack, effort }
  | .wrong => .error (.badEvent "the command goes wrong here; 'wrong' says so")

/-- The next command goes wrong. -/
def Replay.goWrong (p : Runnable) (r : Replay) : Except Reason Replay := do
  let ⟨command, _, effort⟩ ← r.nextCommand
  let ⟨outcome, effort⟩ ← r.run p command effort
  match outcome with
  | .store _ => .error (.badEvent "the command does not go wrong here")
  | .wrong => .ok { r with inputs := #[], effort, isWrong := true }

/-- The thread goes on with the stack that `move` makes of the settled one; `why` says why that is not possible. -/
@[inline] def Replay.go (r : Replay) (why : String) (move : List Code → Option (List Code)) : Except Reason Replay := do
  r.requireNoInputs
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
  | .input input => .ok { r with inputs := r.inputs.push input }
  | .step => r.step p
  | .ended => r.go "the thread has not ended" goEnd
  | .wrong => r.goWrong p

end Plato
