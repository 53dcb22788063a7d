/-
# Replaying a schedule

A certificate that a program goes wrong gives parameters, an initial store and a schedule: which thread moves, which way it goes at a
choice or a loop, and what the commands of its atomic steps leave open. The kernel follows it and runs the commands; the last event must go
wrong. The inputs of a command come before the event that runs it, and it must take them all.

A thread's statement is kept as a stack, what comes next on top: `[S, T, U]` means `(S; T); U`, and `[S, end of a block, T]` means
`block S; T`. Calls, blocks, exits and scopes need no decision, so the schedule does not mention them.

A thread whose branches are under way has their stacks on its own. The schedule says when branches start and when they have all ended; in between
events may be of a branch, or of a branch of a branch.

Main definitions: `Event`, `Pending`, `Moved`, `Stack`, `Replay`, `settle`, `enter`, `putBack`, `Replay.event`.
-/
module

public import Plato.Replay.Command

@[expose] public section

namespace Plato

/-- What happens next. -/
inductive Event where
  /-- The following events are of this thread: a family and an identifier. -/
  | thread (family : Nat) (id : Int)
  /-- The following events are of the branch with this number, of the thread or branch whose events were the last. -/
  | branch (number : Int)
  /-- The branches of a `par` start. -/
  | fork
  /-- All branches have ended. -/
  | join
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

mutual

/-- What a thread still has to do, as an entry of its stack. -/
inductive Pending where
  | code (S : Code)
  /-- The end of a block. -/
  | block
  /-- The end of a scope: this thread's entries of the variables get these values. -/
  | restore (saved : List (Nat × Int))
  /-- Branches under way: the numbers of the first and the last one, what those have to do that have not been selected, and the stacks of the others. -/
  | branches (first last : Int) (S : Code) (moved : Moved)

/-- The branches that have been selected, each once, with what they still have to do. -/
inductive Moved where
  | none
  | and (number : Int) (stack : Stack) (rest : Moved)

/-- All that a thread still has to do, what comes next on top. (This is no `List`: types that are nested in another are not allowed here.) -/
inductive Stack where
  | nil
  | cons (top : Pending) (below : Stack)

end

/-- How many there are, and `count` more. -/
def Moved.size : Moved → (count : Nat) → Nat
  | .none, count => count
  | .and _ _ rest, count => rest.size (count + 1)

/-- The stack of the branch with that number; what it has from the start if it has not been selected. -/
def Moved.stack (number : Int) (start : Stack) : Moved → Stack
  | .none => start
  | .and moved stack rest => if number = moved then stack else rest.stack number start

/-- The branch with that number has another stack. -/
def Moved.set (number : Int) (stack : Stack) : Moved → Moved
  | .none => .and number stack .none
  | .and moved before rest => if number = moved then .and moved stack rest else .and moved before (rest.set number stack)

/-- A thread that has been selected, and what it still has to do. -/
structure ThreadState where
  family : Nat
  id : Int
  stack : Stack

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
  /-- The numbers of the branches that lead from this thread to the one whose events these are. -/
  path : List Int
  stack : Stack
  effort : Nat
  /-- The last event went wrong. -/
  isWrong : Bool

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

/-- The body of the procedure of that number. -/
def Runnable.body (p : Runnable) (procedure : Nat) : Code :=
  match p.program.procedures[procedure]? with
  | none => .skip
  | some body => p.statements.getD body .skip

/-- The value of the map at an index, if it is known. -/
def StoreValue.entryAt (value : StoreValue) (i : Int) : Except Reason Int :=
  match value with
  | .finite v => .ok (v.at_ i)
  | .based _ _ _ => .error .notComputable

/-- The thread's entries of the variables in the store, and the effort that is left. -/
def saveEntries (store : Array StoreValue) (id : Int) : List Nat → (effort : Nat) → Except Reason (Evaluated (List (Nat × Int)))
  | [], effort => .ok ⟨[], effort⟩
  | name :: rest, effort => do
    let value := storeValue store name
    require (value.estimate.weight < effort) .effort
    let entry ← value.entryAt id
    let ⟨saved, effort⟩ ← saveEntries store id rest (effort - value.estimate.weight - 1)
    .ok ⟨(name, entry) :: saved, effort⟩

/-- The store with these entries of the thread. -/
def restoreEntries (id : Int) : List (Nat × Int) → (store : Array StoreValue) → (effort : Nat) → Except Reason (Evaluated (Array StoreValue))
  | [], store, effort => .ok ⟨store, effort⟩
  | (name, entry) :: rest, store, effort => do
    let effort ← payCopy store effort
    let store ← writePlace store name (some id) (.finite (.int entry))
    restoreEntries id rest store effort

/-- Takes what needs no decision from the top of the stack: composition, what does nothing, blocks, exits, calls and the beginning of scopes. Each
of them costs one visit, and so does looking. -/
def settle (p : Runnable) (store : Array StoreValue) (id : Int) :
    (effort : Nat) → Stack → Except Reason (Evaluated Stack)
  | 0, _ => .error .effort
  | effort + 1, stack =>
    match stack with
    | .cons (.code (.seq S T)) rest => settle p store id effort (.cons (.code S) (.cons (.code T) rest))
    | .cons (.code .skip) (.cons (.code S) rest) => settle p store id effort (.cons (.code S) rest)
    | .cons (.code .skip) (.cons (.restore saved) rest) => settle p store id effort (.cons (.restore saved) rest)
    | .cons (.code .skip) (.cons .block rest) => settle p store id effort (.cons (.code .skip) rest)
    | .cons (.code (.block S)) rest => settle p store id effort (.cons (.code S) (.cons .block rest))
    | .cons (.code (.exit level)) (.cons (.code _) rest) => settle p store id effort (.cons (.code (.exit level)) rest)
    | .cons (.code (.exit level)) (.cons (.restore _) rest) => settle p store id effort (.cons (.code (.exit level)) rest)
    | .cons (.code (.exit 0)) (.cons .block rest) => settle p store id effort (.cons (.code .skip) rest)
    | .cons (.code (.exit (level + 1))) (.cons .block rest) => settle p store id effort (.cons (.code (.exit level)) rest)
    | .cons (.code (.call procedure)) rest => settle p store id effort (.cons (.code (p.body procedure)) rest)
    | .cons (.code (.scope locals S)) rest => do
      let ⟨saved, left⟩ ← saveEntries store id locals effort
      settle p store id (min effort left) (.cons (.code S) (.cons (.restore saved) rest))
    | _ => .ok ⟨stack, effort⟩
termination_by effort => effort
decreasing_by all_goals omega

/-- The family of that number. -/
def Runnable.family (p : Runnable) (family : Nat) : Option Family :=
  if h : family < p.program.families.size then some p.program.families[family] else none

/-- A thread or a branch, what it still has to do, and the effort that is left. -/
structure Entered where
  id : Int
  stack : Stack
  effort : Nat

/-- A `par` has no more branches than this in a schedule, and branches are nested no deeper. -/
def maxBranches : Nat := 4096

/-- How many there are, and `count` more. -/
def countNumbers : List Int → (count : Nat) → Nat
  | [], count => count
  | _ :: rest, count => countNumbers rest (count + 1)

/-- The branch that the path leads to. -/
def enter : (path : List Int) → (id : Int) → (stack : Stack) → (effort : Nat) → Except Reason Entered
  | [], id, stack, effort => .ok ⟨id, stack, effort⟩
  | number :: path, id, stack, effort =>
    match stack with
    | .cons (.branches first last S moved) _ => do
      let cost := moved.size 1
      require (cost < effort) .effort
      require (cost ≤ maxBranches) (.badEvent "a 'par' of a schedule has at most 4095 branches")
      require (first ≤ number ∧ number ≤ last) (.badEvent "there is no branch of that number")
      enter path (branchOf id number) (moved.stack number (.cons (.code S) .nil)) (effort - cost)
    | _ => .error (.badEvent "the thread has no branches under way")

/-- The stack in which the branch that the path leads to has another stack. -/
def putBack : (path : List Int) → (stack inner : Stack) → Stack
  | [], _, inner => inner
  | number :: path, stack, inner =>
    match stack with
    | .cons (.branches first last S moved) rest =>
      .cons (.branches first last S (moved.set number (putBack path (moved.stack number (.cons (.code S) .nil)) inner))) rest
    | stack => stack

/-- The present thread or branch. -/
def Replay.enter (r : Replay) : Except Reason Entered := Plato.enter r.path r.id r.stack r.effort

/-- The thread or branch with that identifier, which runs its next command. -/
def Replay.runner (p : Runnable) (r : Replay) (id : Int) : Runner := ⟨p.tables, r.range, r.parameters, id, r.inputs⟩

/-- No command is being prepared. -/
def Replay.requireNoInputs (r : Replay) : Except Reason Unit :=
  require (r.inputs.size = 0) (.badEvent "the values, and ways at a choice, before it are for a command; 'step' or 'wrong' comes after them")

/-- A thread that has been selected before, and is at that place among the threads, moves on. -/
def Replay.resume (r : Replay) (family : Nat) (id : Int) (place : Nat) (effort : Nat) : Except Reason Replay :=
  if h : place < r.threads.size then .ok { r with family, id, place, path := [], stack := r.threads[place].stack, effort }
  else .error (.noSuchFamily family)

/-- A thread that has not been selected before starts, if it is a member of its family. -/
def Replay.begin (p : Runnable) (r : Replay) (family : Nat) (id : Int) (effort : Nat) : Except Reason Replay := do
  let entry ← orReject (.noSuchFamily family) (p.family family)
  let effort ← requireTrue p.tables ⟨r.range, r.parameters, .exact (.int id), r.initial, r.initial⟩ entry.members (.notAMember family) effort
  let stack : Stack := .cons (.code (p.statements.getD entry.body .skip)) .nil
  let place := r.threads.size
  .ok { r with threads := r.threads.push ⟨family, id, stack⟩, family, id, place, path := [], stack, effort }

/-- Another thread moves. -/
def Replay.select (p : Runnable) (r : Replay) (family : Nat) (id : Int) : Except Reason Replay := do
  r.requireNoInputs
  let ⟨found, effort⟩ ← orReject .effort (findThread r.threads family id 0 r.effort)
  match found with
  | some place => r.resume family id place effort
  | none => r.begin p family id effort

/-- The threads with another stack for one of them. -/
def Threads.update (threads : Threads) (place family : Nat) (id : Int) (stack : Stack) : Threads :=
  if h : place < threads.size then threads.set place ⟨family, id, stack⟩ h else threads

/-- The stack of the present thread or branch is now another one. -/
def Replay.withStack (r : Replay) (inner : Stack) (effort : Nat) : Replay :=
  let stack := putBack r.path r.stack inner
  { r with threads := r.threads.update r.place r.family r.id stack, stack, effort }

/-- What one atomic step does: a command of the program, or the end of a scope. -/
inductive NextStep where
  | command (command : CommandCode)
  | restore (saved : List (Nat × Int))

/-- The atomic step at the top of a settled stack, whose it is, what comes after it, and the effort that is left. -/
structure NextCommand where
  id : Int
  next : NextStep
  rest : Stack
  effort : Nat

/-- The thread's next atomic step. -/
def Replay.nextCommand (p : Runnable) (r : Replay) : Except Reason NextCommand := do
  let ⟨id, stack, effort⟩ ← r.enter
  let ⟨stack, effort⟩ ← settle p r.store id effort stack
  match stack with
  | .cons (.code (.atomic command)) rest => .ok ⟨id, .command command, rest, effort⟩
  | .cons (.restore saved) rest => .ok ⟨id, .restore saved, rest, effort⟩
  | _ => .error (.badEvent "the thread is not at an atomic step")

/-- Makes an atomic step of the present thread from the present store, with all the inputs that are there for it. -/
def Replay.run (p : Runnable) (r : Replay) (id : Int) (next : NextStep) (effort : Nat) : Except Reason (Evaluated (Outcome (Array StoreValue))) :=
  match next with
  | .command command => do
    let ⟨outcome, taken, effort⟩ ← command.run (r.runner p id) r.store 0 effort
    require (taken = r.inputs.size) (.badEvent "the command takes fewer values, or ways at a choice, than the schedule gives it")
    .ok ⟨outcome, effort⟩
  | .restore saved => do
    r.requireNoInputs
    let ⟨store, effort⟩ ← restoreEntries id saved r.store effort
    .ok ⟨.store store, effort⟩

/-- The next command is done: it leads to a store. -/
def Replay.step (p : Runnable) (r : Replay) : Except Reason Replay := do
  let ⟨id, next, rest, effort⟩ ← r.nextCommand p
  let ⟨outcome, effort⟩ ← r.run p id next effort
  match outcome with
  | .store store =>
    let stack := putBack r.path r.stack (.cons (.code .skip) rest)
    .ok { r with store, inputs := #[], threads := r.threads.update r.place r.family r.id stack, stack, effort }
  | .wrong => .error (.badEvent "the command goes wrong here; 'wrong' says so")

/-- The next command goes wrong. -/
def Replay.goWrong (p : Runnable) (r : Replay) : Except Reason Replay := do
  let ⟨id, next, _, effort⟩ ← r.nextCommand p
  let ⟨outcome, effort⟩ ← r.run p id next effort
  match outcome with
  | .store _ => .error (.badEvent "the command does not go wrong here")
  | .wrong => .ok { r with inputs := #[], effort, isWrong := true }

/-- The thread goes on with the stack that `move` makes of the settled one; `why` says why that is not possible. -/
@[inline] def Replay.go (p : Runnable) (r : Replay) (why : String) (move : Stack → Option Stack) : Except Reason Replay := do
  r.requireNoInputs
  let ⟨id, stack, effort⟩ ← r.enter
  let ⟨stack, effort⟩ ← settle p r.store id effort stack
  let stack ← orReject (.badEvent why) (move stack)
  .ok (r.withStack stack effort)

/-- The first part of a choice. -/
def goLeft : Stack → Option Stack
  | .cons (.code (.choice S _)) rest => some (.cons (.code S) rest)
  | _ => none

/-- The second part of a choice. -/
def goRight : Stack → Option Stack
  | .cons (.code (.choice _ T)) rest => some (.cons (.code T) rest)
  | _ => none

/-- The body of a loop, and then the loop again. -/
def goAgain : Stack → Option Stack
  | .cons (.code (.loop S)) rest => some (.cons (.code S) (.cons (.code (.loop S)) rest))
  | _ => none

/-- Out of a loop. -/
def goOn : Stack → Option Stack
  | .cons (.code (.loop _)) rest => some (.cons (.code .skip) rest)
  | _ => none

/-- The end. -/
def goEnd : Stack → Option Stack
  | .cons (.code .skip) .nil => some (.cons (.code .skip) .nil)
  | _ => none

/-- The branches of these numbers, so many from this one on, have ended. -/
def Moved.haveEnded (moved : Moved) : (count : Nat) → (number : Int) → Bool
  | 0, _ => true
  | count + 1, number =>
    match moved.stack number .nil with
    | .cons (.code .skip) .nil => moved.haveEnded count (number + 1)
    | _ => false

/-- All that have been selected have ended. -/
def Moved.allEnded : Moved → Bool
  | .none => true
  | .and _ stack rest =>
    match stack with
    | .cons (.code .skip) .nil => rest.allEnded
    | _ => false

/-- Beyond branches that have all ended. -/
def goJoin : Stack → Option Stack
  | .cons (.branches first last _ moved) rest =>
    let count := (last - first + 1).toNat
    if count ≤ moved.size 0 && moved.allEnded && moved.haveEnded count first then some (.cons (.code .skip) rest) else none
  | _ => none

/-- What it costs to see whether all branches have ended. -/
def joinCost : Stack → Nat
  | .cons (.branches _ _ _ moved) _ => moved.size 0 * moved.size 0
  | _ => 0

/-- All branches have ended. -/
def Replay.join (p : Runnable) (r : Replay) : Except Reason Replay := do
  let ⟨_, stack, _⟩ ← r.enter
  require (joinCost stack < r.effort) .effort
  { r with effort := r.effort - joinCost stack }.go p "not all branches have ended" goJoin

/-- The value of a term for the thread or branch with that identifier in the present store, where an integer is needed. -/
def Replay.value (p : Runnable) (r : Replay) (id : Int) (term effort : Nat) : Except Reason (Evaluated Int) := do
  let ⟨value, effort⟩ ← computeTerm p.tables ((r.runner p id).between r.store r.store) term effort
  .ok ⟨value.toInt, effort⟩

/-- The branches of a `par` start. -/
def Replay.fork (p : Runnable) (r : Replay) : Except Reason Replay := do
  r.requireNoInputs
  let ⟨id, stack, effort⟩ ← r.enter
  let ⟨stack, effort⟩ ← settle p r.store id effort stack
  match stack with
  | .cons (.code (.par first last S)) rest =>
    let ⟨first, effort⟩ ← r.value p id first effort
    let ⟨last, effort⟩ ← r.value p id last effort
    .ok (r.withStack (.cons (.branches first last S .none) rest) effort)
  | _ => .error (.badEvent "the thread is not at a par")

/-- The list with one more number at its end. -/
def appendNumber : List Int → Int → List Int
  | [], number => [number]
  | first :: rest, number => first :: appendNumber rest number

/-- What an event does. -/
def Replay.event (p : Runnable) (r : Replay) : Event → Except Reason Replay
  | .thread family id => r.select p family id
  | .branch number => do
    r.requireNoInputs
    let depth := countNumbers r.path 1
    require (depth < r.effort) .effort
    require (depth ≤ maxBranches) (.badEvent "branches of a schedule are nested at most 4096 deep")
    .ok { r with path := appendNumber r.path number, effort := r.effort - depth }
  | .fork => r.fork p
  | .join => r.join p
  | .left => r.go p "the thread is not at a choice" goLeft
  | .right => r.go p "the thread is not at a choice" goRight
  | .again => r.go p "the thread is not at a loop" goAgain
  | .leave => r.go p "the thread is not at a loop" goOn
  | .input input => .ok { r with inputs := r.inputs.push input }
  | .step => r.step p
  | .ended => r.go p "the thread has not ended" goEnd
  | .wrong => r.goWrong p

end Plato
