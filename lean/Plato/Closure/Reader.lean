/-
# Reading certificates by closure

The bytes after the initial store of a certificate by closure: the threads, what is said of the variables, and how many states there are at most; or the local variables, the stores that threads
share, the steps between them, the activations of threads with stacks, and how much each thread sees at most.

Main definitions: `Reader.threads`, `Reader.values`, `Reader.states`, `Reader.locals`, `Reader.stores`, `Reader.steps`, `Reader.activations`, `Reader.views`.
-/
module

public import Plato.Closure.ThreadsApart

@[expose] public section

namespace Plato

namespace Kernel

/-- There are no more states than this in a closure. -/
def mostStates : Nat := 1048576

/-- How much work each state, or each view of a thread, that the certificate says there is may ask for. -/
def stateEffort : Nat := 1024

/-- No more threads than this are listed, so that looking for bodies is not long. -/
def mostThreads : Nat := 4096

/-- No more local variables than this are listed: their entries are saved one inside of the other. -/
def mostLocals : Nat := 4096

/-- No more variables than this are left open, whose values are tried one inside of the other. -/
def mostOpen : Nat := 256

end Kernel

namespace Reader

/-- Threads, and the offset of the next line. -/
structure ReadThreads where
  threads : Array (Nat × Int)
  next : Nat

/-- The lines `thread F T` from `i` on. -/
def threads (bytes : ByteArray) (i : Nat) (out : Array (Nat × Int)) : Except Error ReadThreads :=
  match word bytes "thread".toUTF8 i with
  | none => .ok ⟨out, i⟩
  | some start => do
    require (out.size < Kernel.mostThreads) ⟨i, .notClosed "there are more than 4096 threads"⟩
    let ⟨family, id, next⟩ ← twoIntegers bytes i start fun family =>
      if family < 0 then some (.expected "the number of a family, which is not negative") else none
    if _h : i < next ∧ i < bytes.size then threads bytes next (out.push (family.toNat, id)) else .error ⟨i, .expected "another line"⟩
termination_by bytes.size - i

/-- The line `states N`, which is the last one. -/
def states (bytes : ByteArray) (i : Nat) : Except Error Nat :=
  match word bytes "states".toUTF8 i with
  | none => .error ⟨i, .expected "a line 'states'"⟩
  | some start => do
    let ⟨values, next⟩ ← integers bytes start #[]
    if h : values.size = 1 then
      require (isAt bytes next '\n') ⟨next, notANumber⟩
      require (next + 1 = bytes.size) ⟨next, .expected "the end of the file after 'states'"⟩
      require (0 ≤ values[0] ∧ values[0].toNat ≤ Kernel.mostStates) ⟨i, .notClosed "a closure has at most 1048576 states"⟩
      .ok values[0].toNat
    else .error ⟨i, .wrongArity 1 values.size⟩

/-- What is said of the variables, and the offset of the next line. -/
structure ReadValues where
  values : ValueLines
  next : Nat

/-- The lines `bool X` and `open X LOW HIGH` from `i` on; so many of the latter came before. -/
def values (bytes : ByteArray) (i : Nat) (opens : Nat) (out : ValueLines) : Except Error ReadValues :=
  match word bytes "bool".toUTF8 i with
  | some start => do
    let ⟨numbers, next⟩ ← integers bytes start #[]
    require (isAt bytes next '\n') ⟨next, notANumber⟩
    if h : numbers.size = 1 then
      require (0 ≤ numbers[0]) ⟨i, .expected "the number of a variable, which is not negative"⟩
      if _h : i < next + 1 ∧ i < bytes.size then values bytes (next + 1) opens { out with truths := numbers[0].toNat :: out.truths }
      else .error ⟨i, .expected "another line"⟩
    else .error ⟨i, .wrongArity 1 numbers.size⟩
  | none =>
    match word bytes "open".toUTF8 i with
    | none => .ok ⟨out, i⟩
    | some start => do
      require (opens < Kernel.mostOpen) ⟨i, .notClosed "more than 256 variables are left open"⟩
      let ⟨numbers, next⟩ ← integers bytes start #[]
      require (isAt bytes next '\n') ⟨next, notANumber⟩
      if h : numbers.size = 3 then
        require (0 ≤ numbers[0]) ⟨i, .expected "the number of a variable, which is not negative"⟩
        if _h : i < next + 1 ∧ i < bytes.size then values bytes (next + 1) (opens + 1) { out with opens := ⟨numbers[0].toNat, numbers[1], numbers[2]⟩ :: out.opens }
        else .error ⟨i, .expected "another line"⟩
      else .error ⟨i, .wrongArity 3 numbers.size⟩
termination_by bytes.size - i

/-- Variables, and the offset of the next line. -/
structure ReadLocals where
  locals : List Nat
  next : Nat

/-- The lines `local X` from `i` on; so many came before. -/
def locals (bytes : ByteArray) (i : Nat) (count : Nat) (out : List Nat) : Except Error ReadLocals :=
  match word bytes "local".toUTF8 i with
  | none => .ok ⟨out, i⟩
  | some start => do
    require (count < Kernel.mostLocals) ⟨i, .notClosed "there are more than 4096 local variables"⟩
    let ⟨values, next⟩ ← integers bytes start #[]
    require (isAt bytes next '\n') ⟨next, notANumber⟩
    if h : values.size = 1 then
      require (0 ≤ values[0]) ⟨i, .expected "the number of a variable, which is not negative"⟩
      if _h : i < next + 1 ∧ i < bytes.size then locals bytes (next + 1) (count + 1) (values[0].toNat :: out) else .error ⟨i, .expected "another line"⟩
    else .error ⟨i, .wrongArity 1 values.size⟩
termination_by bytes.size - i

/-- A store, and the offset of the next line. -/
structure ReadStore where
  store : Array StoreValue
  next : Nat

/-- A line `v X N` or `V X …` begins at `i`. -/
def valueLetter (bytes : ByteArray) (i : Nat) : Option Char :=
  if isAt bytes (i + 1) ' ' then if isAt bytes i 'v' then some 'v' else if isAt bytes i 'V' then some 'V' else none else none

/-- The store with the values of the lines `v X N` and `V X …` from `i` on. -/
def storeValues (bytes : ByteArray) (i : Nat) (store : Array StoreValue) : Except Error ReadStore :=
  match valueLetter bytes i with
  | none => .ok ⟨store, i⟩
  | some letter => do
    let line ← assigned bytes i letter 1
    let value ← atOffset i (assignedValue line)
    let store ← atOffset i (writePlace store line.name none (.finite value))
    if _h : i < line.next ∧ i < bytes.size then storeValues bytes line.next store else .error ⟨i, .expected "another line"⟩
termination_by bytes.size - i

/-- The shared stores, the offset of the next line, and the effort that is left. -/
structure ReadStores where
  stores : Array (Array StoreValue)
  next : Nat
  effort : Nat

/-- Pays for putting the values of the store in order, and for its hash. -/
def payStore (store : Array StoreValue) (effort : Nat) : Except Reason Nat := do
  let cost ← orReject (.notClosed "a map has too many exceptions") (orderCost store 0 0)
  require (cost + store.size < effort) .effort
  .ok (effort - cost - store.size)

/-- The stores from `i` on, each a line `store` and the values in which it is not as the initial one. -/
def stores (bytes : ByteArray) (initial : Array StoreValue) (locals : List Nat) (i : Nat) (out : Array (Array StoreValue)) (effort : Nat) :
    Except Error ReadStores :=
  match keyword bytes "store\n".toUTF8 i 0 with
  | none => .ok ⟨out, i, effort⟩
  | some next => do
    require (initial.size < effort) ⟨i, .effort⟩
    let ⟨store, next⟩ ← storeValues bytes next initial
    let effort ← atOffset i (payStore store (effort - initial.size))
    if _h : i < next ∧ i < bytes.size then stores bytes initial locals next (out.push (sharedStore locals store)) effort
    else .error ⟨i, .expected "another line"⟩
termination_by bytes.size - i

/-- The steps from each shared store, and the offset of the next line. -/
structure ReadSteps where
  steps : Array (List SharedStep)
  next : Nat

/-- One more step; a statement that is named is not negative. -/
def addStep (steps : Array (List SharedStep)) (threads : Nat) (thread source target : Int) (next : Option Int) : Except Reason (Array (List SharedStep)) := do
  require (0 ≤ thread ∧ thread.toNat < threads) (.expected "the place of a thread in the list of threads, from 0 on")
  require (0 ≤ next.getD 0) (.expected "the number of a statement, which is not negative")
  require (0 ≤ source ∧ 0 ≤ target ∧ target.toNat < steps.size) (.expected "the numbers of two stores, from 0 on, where 0 is the initial one")
  if h : source.toNat < steps.size then .ok (steps.set source.toNat (⟨thread.toNat, target.toNat, next.map Int.toNat⟩ :: steps[source.toNat]) h)
  else .error (.expected "the numbers of two stores, from 0 on, where 0 is the initial one")

/-- The lines `step J A B` and `step J A B S` from `i` on. -/
def steps (bytes : ByteArray) (threads : Nat) (i : Nat) (out : Array (List SharedStep)) : Except Error ReadSteps :=
  match word bytes "step".toUTF8 i with
  | none => .ok ⟨out, i⟩
  | some start => do
    let ⟨values, next⟩ ← integers bytes start #[]
    require (isAt bytes next '\n') ⟨next, notANumber⟩
    if h : values.size = 3 ∨ values.size = 4 then
      let out ← atOffset i (addStep out threads values[0] values[1] values[2] values[3]?)
      if _h : i < next + 1 ∧ i < bytes.size then steps bytes threads (next + 1) out else .error ⟨i, .expected "another line"⟩
    else .error ⟨i, .wrongArity 3 values.size⟩
termination_by bytes.size - i

/-- The numbers up to index `i`, as entries of the variables, the last one first. -/
def entriesUpTo (values : Array Int) : List Nat → (i : Nat) → List (Nat × Int)
  | [], _ => []
  | name :: rest, i => (name, values.getD (i - 1) 0) :: entriesUpTo values rest (i - 1)

/-- How many variables there are, and `count` more. -/
def countNames : List Nat → (count : Nat) → Nat
  | [], count => count
  | _ :: rest, count => countNames rest (count + 1)

/-- A shared store, and entries of a thread's own. -/
structure ReadPlace where
  store : Nat
  own : List (Nat × Int)
  next : Nat

/-- The rest of a line, from `start` on: one of so many shared stores, and a number for each local variable. -/
def place (bytes : ByteArray) (locals : List Nat) (stores i start : Nat) : Except Error ReadPlace := do
  let ⟨values, next⟩ ← integers bytes start #[]
  require (isAt bytes next '\n') ⟨next, notANumber⟩
  require (values.size = countNames locals 1) ⟨i, .wrongArity (countNames locals 1) values.size⟩
  let store := values.getD 0 0
  require (0 ≤ store ∧ store.toNat < stores) ⟨i, .expected "the number of a store, from 0 on, where 0 is the initial one"⟩
  .ok ⟨store.toNat, entriesUpTo values locals values.size, next + 1⟩

/-- Where activations begin, the last line first, how many that are, what each activation leads to, and the offset of the next line. -/
structure ReadActivations where
  calls : List ListedCall
  count : Nat
  summaries : Array Summary
  next : Nat

/-- The variables whose entries the statement gives back. -/
def keptBy (p : ProgramTables) (statement : Nat) : List Nat :=
  match p.shapeOf statement with
  | .scope names _ => names
  | _ => []

/-- The lines `begin A N …` from `i` on, of the activation of that number. -/
def begins (bytes : ByteArray) (locals : List Nat) (stores thread statement activation : Nat) (i : Nat) (calls : List ListedCall) (count : Nat) :
    Except Error (List ListedCall × Nat × Nat) :=
  match word bytes "begin".toUTF8 i with
  | none => .ok (calls, count, i)
  | some start => do
    let ⟨store, own, next⟩ ← place bytes locals stores i start
    let call : ListedCall := ⟨thread, statement, store, own, activation⟩
    if _h : i < next ∧ i < bytes.size then begins bytes locals stores thread statement activation next (call :: calls) (count + 1) else .error ⟨i, .expected "another line"⟩
termination_by bytes.size - i

/-- The lines `end A N …` from `i` on, of an activation, and the offset of the next line. -/
def endsFrom (bytes : ByteArray) (locals : List Nat) (stores : Nat) (i : Nat) (out : List ListedEnd) : Except Error (List ListedEnd × Nat) :=
  match word bytes "end".toUTF8 i with
  | none => .ok (out, i)
  | some start => do
    let ⟨store, own, next⟩ ← place bytes locals stores i start
    if _h : i < next ∧ i < bytes.size then endsFrom bytes locals stores next (⟨store, own⟩ :: out) else .error ⟨i, .expected "another line"⟩
termination_by bytes.size - i

/-- The activations from `i` on, each a line `activation J S`, where it begins, and where it ends. -/
def activations (bytes : ByteArray) (p : ProgramTables) (locals : List Nat) (stores threads : Nat) (i : Nat) (calls : List ListedCall) (count : Nat)
    (summaries : Array Summary) : Except Error ReadActivations :=
  match word bytes "activation".toUTF8 i with
  | none => .ok ⟨calls, count, summaries, i⟩
  | some start => do
    let ⟨values, next⟩ ← integers bytes start #[]
    require (isAt bytes next '\n') ⟨next, notANumber⟩
    if h : values.size = 2 then
      require (0 ≤ values[0] ∧ values[0].toNat < threads) ⟨i, .expected "the place of a thread in the list of threads, from 0 on"⟩
      require (0 ≤ values[1]) ⟨i, .expected "the number of a statement, which is not negative"⟩
      let (calls, count, next) ← begins bytes locals stores values[0].toNat values[1].toNat summaries.size (next + 1) calls count
      let (ends, next) ← endsFrom bytes locals stores next []
      if _h : i < next ∧ i < bytes.size then activations bytes p locals stores threads next calls count (summaries.push ⟨keptBy p values[1].toNat, ends⟩)
      else .error ⟨i, .expected "another line"⟩
    else .error ⟨i, .wrongArity 2 values.size⟩
termination_by bytes.size - i

/-- How much each thread sees at most, and how much that is together. -/
structure ReadViews where
  most : Array Nat
  total : Nat

/-- The numbers from index `j` on. -/
def viewsFrom (values : Array Int) (j : Nat) (out : ReadViews) : ReadViews :=
  if h : j < values.size then viewsFrom values (j + 1) ⟨out.most.push values[j].toNat, out.total + values[j].toNat⟩ else out
termination_by values.size - j

/-- The line `views N …`, which is the last one. -/
def views (bytes : ByteArray) (threads : Nat) (i : Nat) : Except Error ReadViews :=
  match word bytes "views".toUTF8 i with
  | none => .error ⟨i, .expected "a line 'thread', 'bool', 'open', 'states', 'local', 'store', 'step', 'activation' or 'views'"⟩
  | some start => do
    let ⟨values, next⟩ ← integers bytes start #[]
    require (isAt bytes next '\n') ⟨next, notANumber⟩
    require (next + 1 = bytes.size) ⟨next, .expected "the end of the file after 'views'"⟩
    require (values.size = threads) ⟨i, .wrongArity threads values.size⟩
    let read := viewsFrom values 0 ⟨#[], 0⟩
    require (read.total ≤ Kernel.mostStates) ⟨i, .notClosed "threads have at most 1048576 views"⟩
    .ok read

end Reader

end Plato
