/-
# A few members for a family of any size

Threads that are run apart can be members of a family of which the certificate lists only a few: the family may have any number of others. What the few see
shows what all see, if identifiers are only compared and stored (`Identifiers`). Then a thread that is not listed can be exchanged with one that is, and
whatever two threads see of a state names at most k + 2h + 2 threads: themselves, k in what is shared, and h in the own entries of each. If so many members
are listed, all that is named can be renamed into these.

It must be known of each shared store which other stores look like it. So what is shared is known exactly, each store is written down in one way, and none is
listed twice.

Main definitions: `FewLines`, `Modular.fewServe`.
-/
module

public import Plato.Closure.Identifiers
public import Plato.Closure.ThreadsApart

@[expose] public section

namespace Plato

/-- What a certificate says of families of which only a few members are listed: which these are, the variables that hold identifiers, and the constants that
these hold where they hold none. -/
structure FewLines where
  families : List Nat
  names : List Nat
  constants : List Int

/-! ## What is shared is known exactly -/

/-- The exceptions are in ascending order, above the first index, and none is as the map is elsewhere. -/
def areOrdered (elsewhere : Int) (above : Option Int) : List (Int × Int) → Bool
  | [] => true
  | (i, x) :: rest => (match above with | some j => j < i | none => true) && !(x == elsewhere) && areOrdered elsewhere (some i) rest

/-- It is 0 or 1. -/
def isTruth (n : Int) : Bool := n == 0 || n == 1

/-- All exceptions are. -/
def areTruths : List (Int × Int) → Bool
  | [] => true
  | (_, x) :: rest => isTruth x && areTruths rest

/-- Where this is known of a variable, its value is written down in the one way; truth values are 0 or 1. -/
def StoreValue.isExact (value : StoreValue) (sort : Option VariableSort) : Bool :=
  match value, sort with
  | .finite (.int _), some (.whole .integer) => true
  | .finite (.map elsewhere exceptions weight), some (.whole .map) =>
    areOrdered elsewhere none exceptions && weight == exceptionsWeight exceptions (Polynomial.words elsewhere)
  | .finite (.int n), some (.whole .truth) => isTruth n
  | .finite (.map elsewhere exceptions weight), some (.whole .truths) =>
    areOrdered elsewhere none exceptions && isTruth elsewhere && areTruths exceptions && weight == exceptionsWeight exceptions (Polynomial.words elsewhere)
  | .finite (.map elsewhere [] weight), some (.own _) => elsewhere == 0 && weight == Polynomial.words 0
  | _, _ => false

/-- The values of the store from index `i` on are all known, and written down in the one way. -/
def isExactStore (S : Sorts) (store : Array StoreValue) (i : Nat) : Bool :=
  if h : i < store.size ∧ i < S.size then store[i].isExact S[i] && isExactStore S store (i + 1) else store.size == S.size
termination_by store.size - i

/-- The shared stores from number `i` on are known exactly, and each is the first of its kind; gives the effort that is left. -/
def Modular.exactFrom (k : Modular) (i effort : Nat) : Except Reason Nat :=
  if h : i < k.stores.size then do
    let cost := storeWeight k.stores[i] 0 0 + k.sorts.size + 1
    require (cost ≤ effort) .effort
    require (isExactStore k.sorts k.stores[i] 0 = true) (.notClosed ("only a few members of a family are run, but of a variable it is not known that it is a number, " ++
      "or a map that is a number almost everywhere, or a truth value is neither 0 nor 1"))
    require (k.isOf i i = true) (.notClosed "only a few members of a family are run, but a shared store is listed twice")
    k.exactFrom (i + 1) (effort - cost)
  else .ok effort
termination_by k.stores.size - i

/-! ## What is held at first -/

/-- All of an integer matters of the variables, or of the entries that are threads' own. -/
def areIntegers (S : Sorts) : List Nat → Bool
  | [] => true
  | name :: rest =>
    (match S.kind name, S.ownKind name with
      | some .integer, _ => true
      | none, some .integer => true
      | _, _ => false) && areIntegers S rest

/-- The variable holds one of the constants at first, in all entries if it is a map. -/
def holdsConstant (I : Identifiers) (store : Array StoreValue) (name : Nat) : Bool :=
  match storeValue store name with
  | .finite (.int n) => !I.sorts.isOwn name && I.constants.elem n
  | .finite (.map n [] _) => I.sorts.isOwn name && I.constants.elem n
  | _ => false

/-- All of these variables do. -/
def holdConstants (I : Identifiers) (store : Array StoreValue) : List Nat → Bool
  | [] => true
  | name :: rest => holdsConstant I store name && holdConstants I store rest

/-- The local variables have the same entry for each thread at first. -/
def areUniform (store : Array StoreValue) : List Nat → Bool
  | [] => true
  | name :: rest => (match storeValue store name with | .finite (.map _ [] _) => true | _ => false) && areUniform store rest

/-- The initial stores name no thread. -/
def nameNobody (I : Identifiers) (locals : List Nat) : List (Array StoreValue) → Bool
  | [] => true
  | store :: rest => holdConstants I store I.names && areUniform store locals && nameNobody I locals rest

/-! ## Who is named -/

/-- The numbers are no identifiers of the family's; gives the effort that is left. -/
def areNobody (p : ProgramTables) (scene : Scene) (members : Literal) : List Int → (effort : Nat) → Except Reason Nat
  | [], effort => .ok effort
  | n :: rest, effort => do
    let ⟨isMember, effort⟩ ← decideLiteral p.tables { scene with thread := .exact (.int n) } members effort
    require (isMember = false) (.notClosed "a constant with which identifiers are compared, or 0, or the identifier of another thread is that of a member of a family of which only a few are run")
    areNobody p scene members rest effort

/-- The identifiers of threads of other families, from index `i` on. -/
def othersThan (family : Nat) (threads : Array (Nat × Int)) (i : Nat) (out : List Int) : List Int :=
  if h : i < threads.size then othersThan family threads (i + 1) (if threads[i].1 = family then out else threads[i].2 :: out) else out
termination_by threads.size - i

/-- How many threads from index `i` on are of the family, and `count` more. -/
def countOf (family : Nat) (threads : Array (Nat × Int)) (i count : Nat) : Nat :=
  if h : i < threads.size then countOf family threads (i + 1) (if threads[i].1 = family then count + 1 else count) else count
termination_by threads.size - i

/-- How many threads can be named in what two threads see, and `count` more: one by each shared variable, two by each local one. -/
def countNamed (I : Identifiers) : List Nat → (count : Nat) → Nat
  | [], count => count
  | name :: rest, count => countNamed I rest (if I.sorts.isOwn name then count + 2 else count + 1)

/-! ## Commands -/

/-- The commands of these edges only compare and store identifiers. -/
def namesEdges (T : Tables) (I : Identifiers) : List Edge → (effort : Nat) → Except Reason Nat
  | [], effort => .ok effort
  | edge :: rest, effort => do
    let effort ← namesCommand T I edge.command effort
    namesEdges T I rest effort

/-- Those of the controls from number `i` on do. -/
def namesControls (T : Tables) (I : Identifiers) (controls : Array Control) (i effort : Nat) : Except Reason Nat :=
  if h : i < controls.size then do
    require (0 < effort) .effort
    let effort ← namesEdges T I controls[i].edges (effort - 1)
    namesControls T I controls (i + 1) effort
  else .ok effort
termination_by controls.size - i

/-! ## All together -/

/-- How many constants there are, and `count` more. -/
def countConstants : List Int → (count : Nat) → Nat
  | [], count => count
  | _ :: rest, count => countConstants rest (count + 1)

/-- How many stores there are, and `count` more. -/
def countStores : List (Array StoreValue) → (count : Nat) → Nat
  | [], count => count
  | _ :: rest, count => countStores rest (count + 1)

/-- The threads of the family that are listed stand for all of its members; gives the effort that is left. -/
def Modular.fewServe (k : Modular) (scene : Scene) (starts : List (Array StoreValue)) (I : Identifiers) (family effort : Nat) : Except Reason Nat := do
  let p := k.program
  require (haveNoEntrances k.controls 0 = true) (.notClosed "only a few members of a family are run, and a procedure calls itself")
  if h : family < p.families.size then do
    let effort ← areNobody p scene p.families[family].members I.constants effort
    let effort ← areNobody p scene p.families[family].members (othersThan family k.threads 0 []) effort
    require (countNamed I I.names 2 ≤ countOf family k.threads 0 0)
      (.notClosed "too few members of a family are run: as many as shared variables that hold identifiers, twice as many as local ones that do, and two more")
    require (areIntegers I.sorts I.names = true) (.notClosed "a variable that is said to hold an identifier is no integer, or only matters whether it is 0")
    -- whoever asks what a variable holds goes through all that do
    let weight := countIndices I.names (countConstants I.constants 1)
    let cost := countStores starts 0 * (weight * weight + countIndices k.locals 1)
    require (cost ≤ effort) .effort
    require (nameNobody I k.locals starts = true)
      (.notClosed "only a few members of a family are run, but a variable that holds an identifier is no constant at first, or a local variable is not the same for all threads")
    let effort ← namesControls p.tables I k.controls 0 ((effort - cost) / weight)
    let effort ← namesLiteral p.tables I (orTrue p.specification.invariant) effort
    let effort ← namesLiteral p.tables I (orTrue p.specification.guarantee) effort
    let effort ← namesLiteral p.tables I (orTrue p.specification.post) effort
    k.exactFrom 0 (effort * weight)
  else .error (.noSuchFamily family)

end Plato
