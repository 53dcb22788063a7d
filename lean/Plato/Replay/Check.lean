/-
# Checking schedules

A certificate that a program is wrong gives an initial store and a schedule. The kernel checks that the store is an initial one, follows the
events, and checks how the schedule ends: something went wrong, or a formula that was claimed is false.

Main definitions: `Kernel.initialValues`, `Kernel.events`, `Kernel.replay`, `Kernel.replayWrong`, `Kernel.replayBroken`,
`Kernel.replayBrokenGuarantee`, `Kernel.replayBrokenPost`.
-/
module

public import Plato.Replay.Reader

@[expose] public section

namespace Plato

namespace Kernel

/-- The integers that quantified variables are tried for, and values of the parameters and of the variables initially. -/
structure Start where
  range : Option Range
  parameters : Named
  store : Array StoreValue

/-- The scene of a formula about the start. -/
def Start.scene (start : Start) : Scene := ⟨start.range, start.parameters, .exact (.int 0), start.store, start.store⟩

/-- Adds the value of the next variable. -/
def Start.addVariable (start : Start) (name : Nat) (value : StoreValue) : Except Reason Start := do
  require (name = start.store.size) (.expected "the variables in their order, all of them")
  .ok { start with store := start.store.push value }

/-- The map that the line gives by a term, and exceptions. -/
def basedValue (terms : Nat) (line : Reader.ReadAssignment) : Except Reason StoreValue :=
  if h : line.values.size % 2 = 1 then
    let term := line.values[0]'(by omega)
    if 0 ≤ term ∧ term.toNat < terms then .ok (writeFrom line.values 1 (.based term.toNat [] 1))
    else .error (.noSuchTerm term.toNat)
  else .error (.expected "a term, and an index and a value for each exception of the map")

/-- Adds a line to the values at the start, of a program with that many terms. -/
def Start.add (start : Start) (terms : Nat) (line : Reader.ReadAssignment) : Except Reason Start :=
  if line.letter == 'F' then do
    let value ← basedValue terms line
    start.addVariable line.name value
  else do
    let value ← assignedValue line
    if line.letter == 'y' || line.letter == 'Y' then
      let parameters ← start.parameters.extend line.name value
      .ok { start with parameters }
    else start.addVariable line.name (.finite value)

/-- Reads the values at the start, up to the line `run`. -/
def initialValues (bytes : ByteArray) (terms i : Nat) (start : Start) : Except Error (Start × Nat) :=
  if _hi : i < bytes.size then
    match Reader.keyword bytes "run\n".toUTF8 i 0 with
    | some next => .ok (start, next)
    | none => do
      let line ← Reader.initialValue bytes i
      let start ← atOffset i (start.add terms line)
      if _h : i < line.next then initialValues bytes terms line.next start else .error ⟨i, .expected "another line"⟩
  else .error ⟨i, .expected "another line; the file ends here"⟩
termination_by bytes.size - i

/-- Follows the events to the end of the file. -/
def events (p : Runnable) (bytes : ByteArray) (i : Nat) (r : Replay) : Except Error Replay :=
  if _hi : i < bytes.size then do
    require (r.isWrong = false) ⟨i, .expected "the end of the file after 'wrong'"⟩
    let ⟨event, next⟩ ← Reader.event bytes i
    let r ← atOffset i (r.event p event)
    if _h : i < next then events p bytes next r else .error ⟨i, .expected "another line"⟩
  else .ok r
termination_by bytes.size - i

/-- The store satisfies what is assumed of the parameters, and is an initial one; gives the effort that is left. -/
def isInitial (p : Runnable) (start : Start) (effort : Nat) : Except Reason Nat := do
  let effort ← requireTrue p.tables start.scene (orTrue p.program.assumption) (.badEvent "the parameters are not as assumed") effort
  requireTrue p.tables start.scene (orTrue p.program.init) (.badEvent "the store is not an initial one") effort

/-- What is replayed, before the first event. -/
def Start.replay (start : Start) (effort : Nat) : Replay where
  range := start.range
  parameters := start.parameters
  initial := start.store
  store := start.store
  inputs := #[]
  threads := #[]
  family := 0
  id := 0
  place := 0
  path := []
  stack := .nil
  effort := effort
  isWrong := false

/-- Follows a schedule from the line after `by schedule` on. -/
def replay (p : Runnable) (bytes : ByteArray) (i effort : Nat) : Except Error Replay := do
  let (range, first) ← Reader.range bytes i
  let (start, next) ← initialValues bytes p.tables.terms.size first ⟨range, .empty, #[]⟩
  let effort ← atOffset i (isInitial p start effort)
  events p bytes next (start.replay effort)

/-! ## How a schedule ends -/

/-- Checks a schedule that goes wrong. -/
def replayWrong (p : Runnable) (bytes : ByteArray) (i effort : Nat) : Except Error Unit := do
  let r ← replay p bytes i effort
  require r.isWrong ⟨bytes.size, .notWrong⟩

/-- Checks a schedule that ends in a store that does not satisfy the invariant. -/
def replayBroken (p : Runnable) (bytes : ByteArray) (i effort : Nat) : Except Error Unit := do
  let r ← replay p bytes i effort
  atOffset bytes.size r.requireNoInputs
  atOffset bytes.size (requireFalse p.tables (r.sceneOf r.store r.store) (orTrue p.program.specification.invariant) .notBroken r.effort)

/-- Checks a schedule that ends immediately before a step that does not satisfy the guarantee; the last events are its inputs. -/
def replayBrokenGuarantee (p : Runnable) (bytes : ByteArray) (i effort : Nat) : Except Error Unit := do
  let r ← replay p bytes i effort
  let after ← atOffset bytes.size (r.step p)
  atOffset bytes.size (requireFalse p.tables (r.sceneOf r.store after.store) (orTrue p.program.specification.guarantee) .notBrokenGuarantee after.effort)

/-- The identifiers of a family's threads from index `i` on. -/
def selectedThreads (family : Nat) (threads : Threads) (i : Nat) (out : Array Int) : Array Int :=
  if h : i < threads.size then
    selectedThreads family threads (i + 1) (if threads[i].family = family then out.push threads[i].id else out)
  else out
termination_by threads.size - i

/-- The threads from index `i` on are at their ends. -/
def haveEnded (threads : Threads) (i : Nat) : Bool :=
  if h : i < threads.size then
    match threads[i].stack with
    | .cons (.code .skip) .nil => haveEnded threads (i + 1)
    | _ => false
  else true
termination_by threads.size - i

/-- All members of the families from number `i` on have been selected; gives the effort that is left. -/
def haveMoved (p : Runnable) (r : Replay) (i effort : Nat) : Except Reason Nat :=
  if h : i < p.program.families.size then do
    require (r.threads.size ≤ effort) .effort
    let ⟨alone, effort⟩ ← noneOutside p.tables (r.sceneOf r.initial r.initial) (selectedThreads i r.threads 0 #[])
      p.program.families[i].members (effort - r.threads.size)
    require (alone = true) (.notEnded "a family may have other members than those that the schedule brings to their end")
    haveMoved p r (i + 1) effort
  else .ok effort
termination_by p.program.families.size - i

/-- All threads have ended; gives the effort that is left. -/
def allEnded (p : Runnable) (r : Replay) : Except Reason Nat := do
  r.requireNoInputs
  require (r.threads.size ≤ r.effort) .effort
  require (haveEnded r.threads 0) (.notEnded "a thread has moved and is not said to have ended")
  haveMoved p r 0 (r.effort - r.threads.size)

/-- Checks a schedule after which all threads have ended, in a store that does not satisfy the postcondition. -/
def replayBrokenPost (p : Runnable) (bytes : ByteArray) (i effort : Nat) : Except Error Unit := do
  let r ← replay p bytes i effort
  let effort ← atOffset bytes.size (allEnded p r)
  atOffset bytes.size (requireFalse p.tables (r.sceneOf r.store r.store) (orTrue p.program.specification.post) .notBrokenPost effort)

end Kernel

end Plato
