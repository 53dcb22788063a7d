/-
# Checking that a program has been seen whole

A certificate by closure gives the initial store of a program and its threads, and says how many states there are at most. The kernel makes sure that there is no other initial
store and no other thread, as far as the program can tell, and then runs the program in all ways.

The initial condition must be a conjunction in which each variable that is read is equal to a number, or to the map that is a number everywhere. There must be no environment that
changes the store, and no parameters.

Main definitions: `initialFacts`, `initialSorts`, `Kernel.closed`, `Kernel.closure`.
-/
module

public import Plato.Replay.Check
public import Plato.Closure.Search

@[expose] public section

namespace Plato

/-! ## The initial store -/

/-- The variable that the first term is, if the second is the number that it is initially. -/
def numberFact (T : Tables) (store : Array StoreValue) (a b : Nat) : Option Nat :=
  match T.termShape a with
  | .var name 0 => match T.termShape b with
    | .num n => match storeValue store name with
      | .finite (.int m) => if m = n then some name else none
      | _ => none
    | _ => none
  | _ => none

/-- The variable that the first term is, if the second is the map that it is initially. -/
def mapFact (T : Tables) (store : Array StoreValue) (a b : Nat) : Option Nat :=
  match T.termShape a with
  | .var name 0 => match T.termShape b with
    | .const x => match T.termShape x with
      | .num n => match storeValue store name with
        | .finite (.map m [] _) => if m = n then some name else none
        | _ => none
      | _ => none
    | _ => none
  | _ => none

/-- Notes that the variable, if it is one, has its initial value. -/
def noteFact (known : Array Bool) : Option Nat → Array Bool
  | none => known
  | some name => if h : name < known.size then known.set name true h else known

mutual

/-- Notes the variables of which the literal says that they have their initial values. -/
def initialFacts (T : Tables) (store : Array StoreValue) : (depth : Nat) → (l : Literal) → (known : Array Bool) → (effort : Nat) →
    Except Reason (Evaluated (Array Bool))
  | 0, _, _, _ => .error .formulaTooDeep
  | depth + 1, l, known, effort =>
    if effort = 0 then .error .effort
    else if l.isPositive then
      match T.shape l.entry with
      | .gate long => if h : 0 < long.size then if long[0].isPositive then partsFacts T store depth long 1 known (effort - 1) else .ok ⟨known, effort - 1⟩ else .ok ⟨known, effort - 1⟩
      | .eq a b => .ok ⟨noteFact (noteFact known (numberFact T store a b)) (numberFact T store b a), effort - 1⟩
      | .mapEq a b => .ok ⟨noteFact (noteFact known (mapFact T store a b)) (mapFact T store b a), effort - 1⟩
      | _ => .ok ⟨known, effort - 1⟩
    else .ok ⟨known, effort - 1⟩

/-- The same for the complements of the literals from index `i` on. -/
def partsFacts (T : Tables) (store : Array StoreValue) : (depth : Nat) → (ls : Array Literal) → (i : Nat) → (known : Array Bool) → (effort : Nat) →
    Except Reason (Evaluated (Array Bool))
  | 0, _, _, _, _ => .error .formulaTooDeep
  | depth + 1, ls, i, known, effort =>
    if h : i < ls.size then do
      let ⟨known, effort⟩ ← initialFacts T store depth ls[i].negate known effort
      partsFacts T store depth ls (i + 1) known effort
    else .ok ⟨known, effort⟩

end

/-- The variable is noted. -/
def isNoted (known : Array Bool) (name : Nat) : Bool := if h : name < known.size then known[name] else false

/-- Which variables are maps and which are integers, of those that are noted, from index `i` on. -/
def sortsOf (store : Array StoreValue) (known : Array Bool) (i : Nat) (out : Sorts) : Sorts :=
  if h : i < store.size then
    if isNoted known i then
      match store[i] with
      | .finite (.int _) => sortsOf store known (i + 1) (out.push (some false))
      | .finite (.map _ _ _) => sortsOf store known (i + 1) (out.push (some true))
      | .based _ _ _ => sortsOf store known (i + 1) (out.push none)
    else sortsOf store known (i + 1) (out.push none)
  else out
termination_by store.size - i

/-- The variables that have the values of this store in every initial store; and the effort that is left. -/
def initialSorts (p : ProgramTables) (store : Array StoreValue) (effort : Nat) : Except Reason (Evaluated Sorts) := do
  let ⟨known, effort⟩ ← initialFacts p.tables store sceneDepth (orTrue p.init) (Array.replicate store.size false) effort
  .ok ⟨sortsOf store known 0 #[], effort⟩

/-! ## The threads -/

/-- The identifiers of a family's threads, from index `i` on. -/
def identifiersOf (family : Nat) (threads : Array (Nat × Int)) (i : Nat) (out : Array Int) : Array Int :=
  if h : i < threads.size then
    identifiersOf family threads (i + 1) (if threads[i].1 = family then out.push threads[i].2 else out)
  else out
termination_by threads.size - i

/-- The families from number `i` on have no other threads than these; gives the effort that is left. -/
def onlyThreads (p : ProgramTables) (S : Sorts) (scene : Scene) (threads : Array (Nat × Int)) (i effort : Nat) : Except Reason Nat :=
  if h : i < p.families.size then do
    require (threads.size < effort) .effort
    let effort ← sortsLiteral p.tables S p.families[i].members (effort - threads.size)
    let ⟨alone, effort⟩ ← noneOutside p.tables scene (identifiersOf i threads 0 #[]) p.families[i].members effort
    require (alone = true) (.notClosed "a family may have other members than the threads that are listed")
    onlyThreads p S scene threads (i + 1) effort
  else .ok effort
termination_by p.families.size - i

/-- The threads from index `i` on are members of their families; gives the effort that is left. -/
def areMembers (p : ProgramTables) (scene : Scene) (threads : Array (Nat × Int)) (i effort : Nat) : Except Reason Nat :=
  if h : i < threads.size then
    if hf : threads[i].1 < p.families.size then do
      let effort ← requireTrue p.tables { scene with thread := .exact (.int threads[i].2) } (p.families[threads[i].1]).members
        (.notAMember threads[i].1) effort
      areMembers p scene threads (i + 1) effort
    else .error (.noSuchFamily threads[i].1)
  else .ok effort
termination_by threads.size - i

/-- The thread is none of those from index `i` on. -/
def isNoneOf (thread : Nat × Int) (threads : Array (Nat × Int)) (i : Nat) : Bool :=
  if h : i < threads.size then !(threads[i].1 == thread.1 && threads[i].2 == thread.2) && isNoneOf thread threads (i + 1) else true
termination_by threads.size - i

/-- No thread is listed twice, from index `i` on. -/
def areDistinct (threads : Array (Nat × Int)) (i : Nat) : Bool :=
  if h : i < threads.size then isNoneOf threads[i] threads (i + 1) && areDistinct threads (i + 1) else true
termination_by threads.size - i

/-- What the threads of a family have to do. -/
def ProgramTables.bodyOf (p : ProgramTables) (family : Nat) : List Frame :=
  if h : family < p.families.size then [.code p.families[family].body] else []

/-- What the threads have to do, each once, from index `i` on. -/
def bodyFrames (p : ProgramTables) (threads : Array (Nat × Int)) (i : Nat) (out : Array (List Frame)) : Array (List Frame) :=
  if h : i < threads.size then
    let body := p.bodyOf threads[i].1
    bodyFrames p threads (i + 1) (match findFrames body out 0 with
      | some _ => out
      | none => out.push body)
  else out
termination_by threads.size - i

/-- The controls at which the threads from index `i` on start. -/
def startControls (p : ProgramTables) (all : Array (List Frame)) (threads : Array (Nat × Int)) (i : Nat) (out : Array Nat) : Except Reason (Array Nat) :=
  if h : i < threads.size then do
    let number ← orReject (.notClosed "a way through a statement is missing") (findFrames (p.bodyOf threads[i].1) all 0)
    startControls p all threads (i + 1) (out.push number)
  else .ok out
termination_by threads.size - i

/-- What is claimed of the program has its sorts; gives the effort that is left. -/
def sortsSpecification (p : ProgramTables) (S : Sorts) (effort : Nat) : Except Reason Nat := do
  let effort ← sortsLiteral p.tables S (orTrue p.specification.invariant) effort
  let effort ← sortsLiteral p.tables S (orTrue p.specification.guarantee) effort
  sortsLiteral p.tables S (orTrue p.specification.post) effort

namespace Kernel

/-- There are no more states than this in a closure. -/
def mostStates : Nat := 1048576

/-- How much work each state that the certificate says there is may ask for. -/
def stateEffort : Nat := 1024

/-- No more threads than this are listed, so that looking for bodies is not long. -/
def mostThreads : Nat := 4096

/-- All states that the program reaches from the initial store are as its specification says. -/
def closed (p : ProgramTables) (start : Start) (threads : Array (Nat × Int)) (most effort : Nat) : Except Reason Unit := do
  require (start.parameters.names.size = 0) (.notClosed "the program has parameters")
  match p.specification.rely with
  | some _ => .error (.notClosed "an environment changes the store")
  | none =>
    let ⟨S, effort⟩ ← initialSorts p start.store effort
    let effort ← sortsSpecification p S effort
    let effort ← onlyThreads p S ⟨start.range, .empty, .exact (.int 0), start.store, start.store⟩ threads 0 effort
    let effort ← areMembers p ⟨start.range, .empty, .exact (.int 0), start.store, start.store⟩ threads 0 effort
    require (threads.size * threads.size ≤ effort) .effort
    require (areDistinct threads 0 = true) (.saidTwice "a thread")
    let ⟨all, effort⟩ ← allFrames p (effort - threads.size * threads.size) 0 (bodyFrames p threads 0 #[])
    let ⟨controls, effort⟩ ← controlsFrom p S all 0 #[] effort
    let numbers ← startControls p all threads 0 #[]
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
