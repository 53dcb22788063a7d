/-
# The initial store and the threads

A certificate by closure gives the initial store of a program and its threads. The kernel makes sure that there is no other initial store and no other
thread, as far as the program can tell. The initial condition must be a conjunction in which each variable that is read is equal to a number, or to the map
that is a number everywhere. Other variables may be left open, if it says between which numbers they are, or if only matters whether they are 0: then
there is an initial store for each of the values. There must be no environment that changes the store, and no parameters.

Main definitions: `factOf`, `noteFacts`, `noteOpen`, `startStores`, `onlyThreads`, `Beginning`, `Kernel.beginning`.
-/
module

public import Plato.Replay.Check
public import Plato.Closure.Command
public import Plato.Closure.Control

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

/-- The variable that the first term is, if the second is 0 and the variable is not 0 initially. -/
def truthFact (T : Tables) (store : Array StoreValue) (a b : Nat) : Option Nat :=
  match T.termShape a with
  | .var name 0 => if isZero T b then match storeValue store name with
      | .finite (.int m) => if m = 0 then none else some name
      | _ => none
    else none
  | _ => none

/-- The variable is noted. -/
def isNoted (known : Array Bool) (name : Nat) : Bool := if h : name < known.size then known[name] else false

/-- The first of two, if there is one, or else the second. -/
def eitherFact (a b : Option Nat) : Option Nat :=
  match a with
  | some name => some name
  | none => b

/-- The variable of which the literal says that it has its initial value, and what of it matters: `truths` are those of which only matters what is 0. -/
def factOf (T : Tables) (store : Array StoreValue) (truths : Array Bool) (l : Literal) : Option (Nat × ValueKind) :=
  if l.isPositive then
    match T.shape l.entry with
    | .eq a b => match eitherFact (numberFact T store a b) (numberFact T store b a) with
      | some name => some (name, if isNoted truths name then .truth else .integer)
      | none => none
    | .mapEq a b => match eitherFact (mapFact T store a b) (mapFact T store b a) with
      | some name => some (name, if isNoted truths name then .truths else .map)
      | none => none
    | _ => none
  else
    match T.shape l.entry with
    | .eq a b => match truthFact T store a b with
      | some name => if isNoted truths name then some (name, .truth) else none
      | none => none
    | _ => none

/-- Notes what the literals say of the initial store. -/
def noteFacts (T : Tables) (store : Array StoreValue) (truths : Array Bool) : List Literal → (S : Sorts) → Sorts
  | [], S => S
  | l :: rest, S =>
    match factOf T store truths l with
    | some (name, kind) => noteFacts T store truths rest (if h : name < S.size then S.set name (some (.whole kind)) h else S)
    | none => noteFacts T store truths rest S

/-! ## Initial values that are left open -/

/-- A variable that has any of these values initially. -/
structure OpenValue where
  name : Nat
  low : Int
  high : Int

/-- The term is the variable. -/
def isVariable (T : Tables) (name t : Nat) : Bool :=
  match T.termShape t with
  | .var x _ => x == name
  | _ => false

/-- The initial condition, whose parts these are, says that the variable is between the numbers. -/
def isWithin (T : Tables) (parts : List Literal) (o : OpenValue) : Bool :=
  match (allBounds T (isVariable T o.name) parts ⟨none, none⟩).low, (allBounds T (isVariable T o.name) parts ⟨none, none⟩).high with
  | some low, some high => o.low ≤ low && high ≤ o.high
  | _, _ => false

/-- Notes variables whose initial values are left open; gives the effort that is left. -/
def noteOpen (T : Tables) (parts : List Literal) (truths : Array Bool) (cost : Nat) : List OpenValue → (S : Sorts) → (effort : Nat) →
    Except Reason (Evaluated Sorts)
  | [], S, effort => .ok ⟨S, effort⟩
  | o :: rest, S, effort => do
    require (cost ≤ effort) .effort
    if h : o.name < S.size then
      match S[o.name] with
      | some _ => .error (.notClosed "a variable whose first value is said to be open has one, or is said to be open twice")
      | none =>
        if isNoted truths o.name then
          require (o.low ≤ 0 ∧ 1 ≤ o.high) (.notClosed "a truth value that is left open is 0 or 1")
          noteOpen T parts truths cost rest (S.set o.name (some (.whole .truth)) h) (effort - cost)
        else
          require (isWithin T parts o = true) (.notClosed "the initial condition does not say that a variable is between the numbers that are tried")
          noteOpen T parts truths cost rest (S.set o.name (some (.whole .integer)) h) (effort - cost)
    else .error (.notClosed "there is no such variable")

/-- The initial store with all values of the variables that are left open. -/
def startStores : List OpenValue → (store : Array StoreValue) → (effort : Nat) → (out : List (Array StoreValue)) →
    Except Reason (Evaluated (List (Array StoreValue)))
  | [], store, effort, out => .ok ⟨store :: out, effort⟩
  | o :: rest, store, effort, out =>
    eachValue (fun after effort out => startStores rest after effort out) o.name none store (o.high - o.low + 1).toNat o.low effort out

/-! ## The threads -/

/-- The identifiers of a family's threads, from index `i` on. -/
def identifiersOf (family : Nat) (threads : Array (Nat × Int)) (i : Nat) (out : Array Int) : Array Int :=
  if h : i < threads.size then
    identifiersOf family threads (i + 1) (if threads[i].1 = family then out.push threads[i].2 else out)
  else out
termination_by threads.size - i

/-- The families from number `i` on have no other threads than these, but for those of which only a few are listed; gives the effort that is left. -/
def onlyThreads (p : ProgramTables) (S : Sorts) (scene : Scene) (threads : Array (Nat × Int)) (few : List Nat) (i effort : Nat) : Except Reason Nat :=
  if h : i < p.families.size then do
    require (threads.size < effort) .effort
    let effort ← sortsLiteral p.tables S p.families[i].members (effort - threads.size)
    if few.elem i then onlyThreads p S scene threads few (i + 1) effort
    else
      let ⟨alone, effort⟩ ← noneOutside p.tables scene (identifiersOf i threads 0 #[]) p.families[i].members effort
      require (alone = true) (.notClosed "a family may have other members than the threads that are listed")
      onlyThreads p S scene threads few (i + 1) effort
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

/-! ## What both forms of the method start from -/

/-- The sorts with entries of threads' own in these variables, which must be maps. -/
def Sorts.withOwn : (S : Sorts) → List Nat → Except Reason Sorts
  | S, [] => .ok S
  | S, name :: rest =>
    if h : name < S.size then
      match S[name] with
      | some (.whole .map) => Sorts.withOwn (S.set name (some (.own .integer)) h) rest
      | some (.whole .truths) => Sorts.withOwn (S.set name (some (.own .truth)) h) rest
      | _ => .error (.notClosed "a variable that is said to be local is no map of which the initial condition says that it is a number everywhere")
    else .error (.notClosed "there is no such variable")

/-- The sorts of what all threads share, from index `i` on. -/
def Sorts.sharedFrom (S : Sorts) (i : Nat) : Sorts :=
  if h : i < S.size then
    match S[i] with
    | some (.own _) => Sorts.sharedFrom (S.set i none h) (i + 1)
    | _ => Sorts.sharedFrom S (i + 1)
  else S
termination_by S.size - i

/-- The sorts of what all threads share. -/
def Sorts.shared (S : Sorts) : Sorts := S.sharedFrom 0

/-- What a certificate says of the variables: those of which only matters what is 0, and those whose first values are left open. -/
structure ValueLines where
  truths : List Nat
  opens : List OpenValue

/-- Marks the variables. -/
def markNames : List Nat → (marks : Array Bool) → Array Bool
  | [], marks => marks
  | name :: rest, marks => markNames rest (if h : name < marks.size then marks.set name true h else marks)

/-- How many literals there are, and `count` more. -/
def countLiterals : List Literal → (count : Nat) → Nat
  | [], count => count
  | _ :: rest, count => countLiterals rest (count + 1)

/-- What the program is seen to be: the sorts of its variables, its initial stores, all that its threads can have left to do, with their controls, and the controls at which the
threads start. -/
structure Beginning where
  sorts : Sorts
  starts : List (Array StoreValue)
  all : Array (List Frame)
  controls : Array Control
  first : Array Nat

namespace Kernel

/-- The scene of a formula about the initial store. -/
def Start.alone (start : Start) : Scene := ⟨start.range, .empty, .exact (.int 0), start.store, start.store⟩

/-- Makes sure that the program has these initial stores and these threads, which have entries of their own in the local variables, of which the
specification says nothing. Of some families there may be other threads, too. -/
def beginning (p : ProgramTables) (start : Start) (threads : Array (Nat × Int)) (values : ValueLines) (locals few : List Nat) (effort : Nat) :
    Except Reason (Evaluated Beginning) := do
  require (start.parameters.names.size = 0) (.notClosed "the program has parameters")
  match p.specification.rely with
  | some _ => .error (.notClosed "an environment changes the store")
  | none =>
    let truths := markNames values.truths (Array.replicate start.store.size false)
    let ⟨parts, effort⟩ ← conjuncts p.tables sceneDepth (orTrue p.init) [] effort
    let fixed := noteFacts p.tables start.store truths parts (Array.replicate start.store.size none)
    let ⟨initial, effort⟩ ← noteOpen p.tables parts truths (countLiterals parts 1) values.opens fixed effort
    let ⟨starts, effort⟩ ← startStores values.opens start.store effort []
    let sorts ← initial.withOwn locals
    let effort ← sortsSpecification p sorts.shared effort
    let effort ← onlyThreads p fixed start.alone threads few 0 effort
    let effort ← areMembers p start.alone threads 0 effort
    require (threads.size * threads.size ≤ effort) .effort
    require (areDistinct threads 0 = true) (.saidTwice "a thread")
    let ⟨all, effort⟩ ← allFrames p (effort - threads.size * threads.size) 0 (bodyFrames p threads 0 #[])
    let ⟨controls, effort⟩ ← controlsFrom p sorts all 0 #[] effort
    let first ← startControls p all threads 0 #[]
    .ok ⟨⟨sorts, starts, all, controls, first⟩, effort⟩

end Kernel

end Plato
