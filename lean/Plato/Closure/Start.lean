/-
# The initial store and the threads

A certificate by closure gives the initial store of a program and its threads. The kernel makes sure that there is no other initial store and no other
thread, as far as the program can tell. The initial condition must be a conjunction in which each variable that is read is equal to a number, or to the map
that is a number everywhere. There must be no environment that changes the store, and no parameters.

Main definitions: `initialFacts`, `initialSorts`, `onlyThreads`, `Beginning`, `Kernel.beginning`.
-/
module

public import Plato.Replay.Check
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
      | .finite (.int _) => sortsOf store known (i + 1) (out.push (some .integer))
      | .finite (.map _ _ _) => sortsOf store known (i + 1) (out.push (some .map))
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

/-! ## What both forms of the method start from -/

/-- The sorts with entries of threads' own in these variables, which must be maps. -/
def Sorts.withOwn : (S : Sorts) → List Nat → Except Reason Sorts
  | S, [] => .ok S
  | S, name :: rest =>
    if h : name < S.size then do
      require (S.has name true = true) (.notClosed "a variable that is said to be local is no map of which the initial condition says that it is a number everywhere")
      Sorts.withOwn (S.set name (some .own) h) rest
    else .error (.notClosed "there is no such variable")

/-- The sorts of what all threads share, from index `i` on. -/
def Sorts.sharedFrom (S : Sorts) (i : Nat) : Sorts :=
  if h : i < S.size then
    match S[i] with
    | some .own => Sorts.sharedFrom (S.set i none h) (i + 1)
    | _ => Sorts.sharedFrom S (i + 1)
  else S
termination_by S.size - i

/-- The sorts of what all threads share. -/
def Sorts.shared (S : Sorts) : Sorts := S.sharedFrom 0

/-- What the program is seen to be: the sorts of its variables, all that its threads can have left to do, with their controls, and the controls at which the
threads start. -/
structure Beginning where
  sorts : Sorts
  all : Array (List Frame)
  controls : Array Control
  first : Array Nat

namespace Kernel

/-- The scene of a formula about the initial store. -/
def Start.alone (start : Start) : Scene := ⟨start.range, .empty, .exact (.int 0), start.store, start.store⟩

/-- Makes sure that the program has one initial store and these threads, which have entries of their own in the local variables, of which the
specification says nothing. -/
def beginning (p : ProgramTables) (start : Start) (threads : Array (Nat × Int)) (locals : List Nat) (effort : Nat) : Except Reason (Evaluated Beginning) := do
  require (start.parameters.names.size = 0) (.notClosed "the program has parameters")
  match p.specification.rely with
  | some _ => .error (.notClosed "an environment changes the store")
  | none =>
    let ⟨initial, effort⟩ ← initialSorts p start.store effort
    let sorts ← initial.withOwn locals
    let effort ← sortsSpecification p sorts.shared effort
    let effort ← onlyThreads p initial start.alone threads 0 effort
    let effort ← areMembers p start.alone threads 0 effort
    require (threads.size * threads.size ≤ effort) .effort
    require (areDistinct threads 0 = true) (.saidTwice "a thread")
    let ⟨all, effort⟩ ← allFrames p (effort - threads.size * threads.size) 0 (bodyFrames p threads 0 #[])
    let ⟨controls, effort⟩ ← controlsFrom p sorts all 0 #[] effort
    let first ← startControls p all threads 0 #[]
    .ok ⟨⟨sorts, all, controls, first⟩, effort⟩

end Kernel

end Plato
