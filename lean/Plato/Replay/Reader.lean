/-
# Reading schedules

The bytes of the last part of a certificate that a program is wrong: the range that quantified variables are tried for, values of the
parameters and of the variables initially, and events.

Main definitions: `Reader.range`, `Reader.initialValue`, `Reader.event`.
-/
module

public import Plato.Evaluation.Assignment
public import Plato.Replay.Replay

@[expose] public section

namespace Plato.Reader

/-- An event, and the offset of the next line. -/
structure ReadEvent where
  event : Event
  next : Nat

/-- Two integers, and the offset of the next line. -/
structure TwoIntegers where
  first : Int
  second : Int
  next : Nat

/-- The two integers from `next` on, on the line that starts at `i`. The line must end after them unless `accepts` refuses them first. -/
def twoIntegers (bytes : ByteArray) (i next : Nat) (accepts : Int → Option Reason) : Except Error TwoIntegers := do
  let ⟨values, next⟩ ← integers bytes next #[]
  if h : values.size = 2 then
    atOffset i (rejectIf (accepts values[0]))
    require (isAt bytes next '\n') ⟨next, notANumber⟩
    .ok ⟨values[0], values[1], next + 1⟩
  else .error ⟨i, .wrongArity 2 values.size⟩

/-- The line `range LOW HIGH` if there is one at `i`, and the offset of the next line. -/
def range (bytes : ByteArray) (i : Nat) : Except Error (Option Range × Nat) :=
  match word bytes "range".toUTF8 i with
  | none => .ok (none, i)
  | some next => do
    let ⟨low, high, next⟩ ← twoIntegers bytes i next fun _ => none
    .ok (some ⟨low, high⟩, next)

/-- The letters of values at the start, each with one number that is a name. -/
def initialLetters : List (Char × Nat) := [('y', 1), ('Y', 1), ('v', 1), ('V', 1), ('F', 1)]

/-- A value at the start. -/
def initialValue (bytes : ByteArray) (i : Nat) : Except Error ReadAssignment :=
  match letterAt bytes i initialLetters with
  | some (letter, names) => assigned bytes i letter names
  | none => .error ⟨i, .expected "a value at the start (y, Y, v, V or F), or the line 'run'"⟩

/-! ## Events -/

/-- `thread F T`: a family and an identifier. -/
def threadEvent (bytes : ByteArray) (i next : Nat) : Except Error ReadEvent := do
  let ⟨family, id, next⟩ ← twoIntegers bytes i next fun family =>
    if family < 0 then some (.expected "the number of a family, which is not negative") else none
  .ok ⟨.thread family.toNat id, next⟩

/-- `branch N`. -/
def branchEvent (bytes : ByteArray) (i next : Nat) : Except Error ReadEvent := do
  let ⟨values, next⟩ ← integers bytes next #[]
  if h : values.size = 1 then
    require (isAt bytes next '\n') ⟨next, notANumber⟩
    .ok ⟨.branch values[0], next + 1⟩
  else .error ⟨i, .wrongArity 1 values.size⟩

/-- An event that is a word. -/
def wordEvent (event : Event) (bytes : ByteArray) (_ next : Nat) : Except Error ReadEvent := do
  require (isAt bytes next '\n') ⟨next, .expected "the end of the line"⟩
  .ok ⟨event, next + 1⟩

/-- `v X N` and `V X N I N …`: the value of the next place. -/
def valueEvent (bytes : ByteArray) (i : Nat) (letter : Char) : Except Error ReadEvent := do
  let line ← assigned bytes i letter 1
  let value ← atOffset i (assignedValue line)
  .ok ⟨.input (.value line.name value), line.next⟩

/-- `W X I N …`: the next place is a map, which is written to. -/
def writeEvent (bytes : ByteArray) (i : Nat) : Except Error ReadEvent := do
  let line ← assigned bytes i 'W' 1
  require (line.values.size % 2 = 0) ⟨i, .expected "an index and a value for each place that is written to"⟩
  .ok ⟨.input (.write line.name line.values), line.next⟩

/-- The readers of events by their words. They take the offsets of the line and after the word. -/
def eventReaders : List (ByteArray × (ByteArray → Nat → Nat → Except Error ReadEvent)) := [
  ("thread".toUTF8, threadEvent),
  ("branch".toUTF8, branchEvent),
  ("fork".toUTF8, wordEvent .fork),
  ("join".toUTF8, wordEvent .join),
  ("left".toUTF8, wordEvent .left),
  ("right".toUTF8, wordEvent .right),
  ("again".toUTF8, wordEvent .again),
  ("leave".toUTF8, wordEvent .leave),
  ("first".toUTF8, wordEvent (.input .first)),
  ("second".toUTF8, wordEvent (.input .second)),
  ("step".toUTF8, wordEvent .step),
  ("ended".toUTF8, wordEvent .ended),
  ("wrong".toUTF8, wordEvent .wrong),
  ("v".toUTF8, fun bytes i _ => valueEvent bytes i 'v'),
  ("V".toUTF8, fun bytes i _ => valueEvent bytes i 'V'),
  ("W".toUTF8, fun bytes i _ => writeEvent bytes i)]

/-- The event at `i`, read by the first of the readers whose word it starts with. -/
def readEvent (bytes : ByteArray) (i : Nat) : List (ByteArray × (ByteArray → Nat → Nat → Except Error ReadEvent)) → Except Error ReadEvent
  | [] => .error ⟨i, .expected "an event: thread, branch, fork, join, left, right, again, leave, first, second, v, V, W, step, ended or wrong"⟩
  | (text, reader) :: rest =>
    match word bytes text i with
    | some next => reader bytes i next
    | none => readEvent bytes i rest

/-- The event that starts at `i`. -/
def event (bytes : ByteArray) (i : Nat) : Except Error ReadEvent := readEvent bytes i eventReaders

end Plato.Reader
