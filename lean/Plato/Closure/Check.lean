/-
# Checking that a program has been seen whole

A certificate by closure gives the initial store of a program and its threads (`Setting`). Either it says how many states there are at most, and the kernel
runs the program in all ways; or it says what threads do to the stores that they share, and the kernel runs each thread by itself.

Main definitions: `Kernel.closed`, `Kernel.closure`.
-/
module

public import Plato.Closure.Start
public import Plato.Closure.Search

@[expose] public section

namespace Plato

namespace Kernel

/-- There are no more states than this in a closure. -/
def mostStates : Nat := 1048576

/-- How much work each state that the certificate says there is may ask for. -/
def stateEffort : Nat := 1024

/-- No more threads than this are listed, so that looking for bodies is not long. -/
def mostThreads : Nat := 4096

/-- All states that the program reaches from the initial store are as its specification says. -/
def closed (p : ProgramTables) (start : Start) (threads : Array (Nat × Int)) (most effort : Nat) : Except Reason Unit := do
  let ⟨⟨_, _, controls, numbers⟩, effort⟩ ← setting p start threads [] effort
  let first : Node := ⟨normalStore start.store 0, numbers⟩
  let s ← Search.insert ⟨#[], Array.replicate (most + 1) [], [], effort⟩ most first
  let _ ← search ⟨p, start.range, threads, controls, most⟩ (most + 2) s
  .ok ()

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
  | none => .error ⟨i, .expected "a line 'thread' or 'states'"⟩
  | some start => do
    let ⟨values, next⟩ ← integers bytes start #[]
    if h : values.size = 1 then
      require (isAt bytes next '\n') ⟨next, notANumber⟩
      require (next + 1 = bytes.size) ⟨next, .expected "the end of the file after 'states'"⟩
      require (0 ≤ values[0] ∧ values[0].toNat ≤ Kernel.mostStates) ⟨i, .notClosed "a closure has at most 1048576 states"⟩
      .ok values[0].toNat
    else .error ⟨i, .wrongArity 1 values.size⟩

end Reader

namespace Kernel

/-- Shows that the program satisfies its specification by running it in all ways, as the lines from `first` on say. -/
def closure (bytes : ByteArray) (p : ProgramTables) (first effort : Nat) : Except Error ProgramTables := do
  let (range, next) ← Reader.range bytes first
  let (start, next) ← initialValues bytes p.tables.terms.size next ⟨range, .empty, #[]⟩
  let ⟨threads, next⟩ ← Reader.threads bytes next #[]
  let most ← Reader.states bytes next
  atOffset first (closed p start threads most (effort + stateEffort * most))
  .ok p

end Kernel

end Plato
