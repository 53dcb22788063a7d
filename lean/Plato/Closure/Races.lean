/-
# What a thread is about to access

In a store that is written down, a thread's next command can go in finitely many ways, and each of them touches some variables. All that is touched on ways that come
to an end is listed here, for the variables that are watched. The index at which a map is touched is worked out where that is easy. Where it is not known, the map counts as
touched at every index: then more may look like a race, but no race is overlooked.

Main definitions: `Touch`, `indexOf`, `readsTerm`, `CommandCode.ways`, `edgesTouch`, `apartTouches`.
-/
module

public import Plato.Closure.Command
public import Plato.Closure.Control

@[expose] public section

namespace Plato

/-- A variable is read or written, at an index or at every index. -/
structure Touch where
  name : Nat
  index : Option Int
  writes : Bool

/-- Finds touches, and adds them to those that are there; gives the effort that is left. -/
abbrev Finder := (effort : Nat) → (out : List Touch) → Except Reason (Evaluated (List Touch))

/-- One after the other. -/
def inTurn (f g : Finder) : Finder := fun effort out => do
  let ⟨out, effort⟩ ← f effort out
  g effort out

/-- There is nothing to find. -/
def nothing : Finder := fun effort out => .ok ⟨out, effort⟩

/-- A thread that makes a step from a store to another one, and the variables that are watched. -/
structure Watch where
  sorts : Sorts
  id : Int
  before : Array StoreValue
  after : Array StoreValue
  names : List Nat

namespace Watch

/-- The value of a variable in a version of the store. -/
def valueOf (w : Watch) (name version : Nat) : StoreValue := storeValue (if version = 0 then w.before else w.after) name

/-- The integer that is meant, if it is known. -/
def known : StoreValue → Option Int
  | .finite v => some v.toInt
  | .based _ _ _ => none

/-- The element of the map at the index, if it is known. -/
def element (i : Int) : StoreValue → Option Int
  | .finite v => some (v.at_ i)
  | .based _ _ _ => none

/-- The variable's element at the index, if it matters as an integer. -/
def elementOf (w : Watch) (name version : Nat) (i : Int) : Option Int :=
  if w.sorts.has name .map then element i (w.valueOf name version) else none

/-- The thread's own element of the variable, if it matters as an integer. -/
def ownOf (w : Watch) (name version : Nat) : Option Int :=
  match w.sorts.ownKind name with
  | some .integer => element w.id (w.valueOf name version)
  | some .map => element w.id (w.valueOf name version)
  | _ => none

end Watch

/-- The operation on integers, for those that indices are worked out with. -/
def integerOf (operator : Operator) (m n : Int) : Option Int :=
  match operator with
  | .add => some (m + n)
  | .sub => some (m - n)
  | .mul => some (m * n)
  | .div => some (m / n)
  | .mod => some (m % n)
  | _ => none

/-- The operation on numbers that are known; numbers that are too long for the effort are not. -/
def knownBoth (operator : Operator) (a b : Option Int) (effort : Nat) : Evaluated (Option Int) :=
  match a, b with
  | some m, some n =>
    let cost := 16 * Polynomial.words m * Polynomial.words n
    if cost ≤ effort then ⟨integerOf operator m n, effort - cost⟩ else ⟨none, 0⟩
  | _, _ => ⟨none, effort⟩

/-- The number of the variable whose element a thread has for itself, and its version, if the term is one. -/
def isOwnElement (w : Watch) (m j : Term) : Option (Nat × Nat) :=
  match m, j with
  | .var name version, .logic 0 => if w.sorts.isOwn name then some (name, version) else none
  | _, _ => none

/-- The value of a term where an integer is needed, if it is easy to see; and the effort that is left. -/
def indexOf (w : Watch) : (depth : Nat) → Term → (effort : Nat) → Evaluated (Option Int)
  | 0, _, effort => ⟨none, effort⟩
  | depth + 1, t, effort =>
    match effort with
    | 0 => ⟨none, 0⟩
    | effort + 1 =>
      match t with
      | .num n => ⟨some n, effort⟩
      | .logic 0 => ⟨some w.id, effort⟩
      | .var name version => ⟨if w.sorts.has name .integer then Watch.known (w.valueOf name version) else none, effort⟩
      | .add a b =>
        let ⟨m, effort⟩ := indexOf w depth a effort
        let ⟨n, effort⟩ := indexOf w depth b effort
        knownBoth .add m n effort
      | .sub a b =>
        let ⟨m, effort⟩ := indexOf w depth a effort
        let ⟨n, effort⟩ := indexOf w depth b effort
        knownBoth .sub m n effort
      | .mul a b =>
        let ⟨m, effort⟩ := indexOf w depth a effort
        let ⟨n, effort⟩ := indexOf w depth b effort
        knownBoth .mul m n effort
      | .div a b =>
        let ⟨m, effort⟩ := indexOf w depth a effort
        let ⟨n, effort⟩ := indexOf w depth b effort
        knownBoth .div m n effort
      | .mod a b =>
        let ⟨m, effort⟩ := indexOf w depth a effort
        let ⟨n, effort⟩ := indexOf w depth b effort
        knownBoth .mod m n effort
      | .select (.var name version) j =>
        let cost := (w.valueOf name version).estimate.weight
        if effort < cost then ⟨none, 0⟩
        else match isOwnElement w (.var name version) j with
          | some _ => ⟨w.ownOf name version, effort - cost⟩
          | none =>
            let ⟨i, effort⟩ := indexOf w depth j (effort - cost)
            match i with
            | some i => ⟨w.elementOf name version i, effort⟩
            | none => ⟨none, effort⟩
      | _ => ⟨none, effort⟩

/-- Terms and formulas are nested no deeper than this where it is looked for what they read. -/
def readsDepth : Nat := 2048

/-- The index of a variable that is read at a term is worked out no deeper than this. -/
def indexDepth : Nat := 64

/-- The variable is touched, if it is watched. -/
def touched (w : Watch) (name : Nat) (index : Option Int) (writes : Bool) : Finder := fun effort out => do
  let left := afterSearch name w.names effort
  require (0 < left) .effort
  .ok ⟨if isIn name w.names then ⟨name, index, writes⟩ :: out else out, left - 1⟩

/-- The variable is touched at the value of the term. -/
def touchedAt (w : Watch) (name : Nat) (j : Term) (writes : Bool) : Finder := fun effort out =>
  let ⟨index, effort⟩ := indexOf w indexDepth j effort
  touched w name index writes effort out

mutual

/-- What the term reads. -/
def readsTerm (w : Watch) : (depth : Nat) → Term → Finder
  | 0, _, _, _ => .error .formulaTooDeep
  | depth + 1, t, effort, out =>
    match effort with
    | 0 => .error .effort
    | effort + 1 =>
      match t with
      | .num _ => .ok ⟨out, effort⟩
      | .var name _ => touched w name none false effort out
      | .logic _ => .ok ⟨out, effort⟩
      | .bound _ => .ok ⟨out, effort⟩
      | .add a b => inTurn (readsTerm w depth a) (readsTerm w depth b) effort out
      | .sub a b => inTurn (readsTerm w depth a) (readsTerm w depth b) effort out
      | .mul a b => inTurn (readsTerm w depth a) (readsTerm w depth b) effort out
      | .div a b => inTurn (readsTerm w depth a) (readsTerm w depth b) effort out
      | .mod a b => inTurn (readsTerm w depth a) (readsTerm w depth b) effort out
      | .pair a b => inTurn (readsTerm w depth a) (readsTerm w depth b) effort out
      | .branch a b => inTurn (readsTerm w depth a) (readsTerm w depth b) effort out
      | .select (.var name _) j => inTurn (touchedAt w name j false) (readsTerm w depth j) effort out
      | .select m j => inTurn (readsTerm w depth m) (readsTerm w depth j) effort out
      | .store m j y => inTurn (readsTerm w depth m) (inTurn (readsTerm w depth j) (readsTerm w depth y)) effort out
      | .const y => readsTerm w depth y effort out
      | .ite c a b => inTurn (readsFormula w depth c) (inTurn (readsTerm w depth a) (readsTerm w depth b)) effort out
      | .witness body => readsFormula w depth body effort out
      | .difference m n => inTurn (readsTerm w depth m) (readsTerm w depth n) effort out

/-- What the formula reads. -/
def readsFormula (w : Watch) : (depth : Nat) → Formula → Finder
  | 0, _, _, _ => .error .formulaTooDeep
  | depth + 1, f, effort, out =>
    match effort with
    | 0 => .error .effort
    | effort + 1 =>
      match f with
      | .true => .ok ⟨out, effort⟩
      | .atom _ => .ok ⟨out, effort⟩
      | .le a b => inTurn (readsTerm w depth a) (readsTerm w depth b) effort out
      | .eq a b => inTurn (readsTerm w depth a) (readsTerm w depth b) effort out
      | .mapEq m n => inTurn (readsTerm w depth m) (readsTerm w depth n) effort out
      | .not f => readsFormula w depth f effort out
      | .and f g => inTurn (readsFormula w depth f) (readsFormula w depth g) effort out
      | .or f g => inTurn (readsFormula w depth f) (readsFormula w depth g) effort out
      | .implies f g => inTurn (readsFormula w depth f) (readsFormula w depth g) effort out
      | .iff f g => inTurn (readsFormula w depth f) (readsFormula w depth g) effort out
      | .ite c f g => inTurn (readsFormula w depth c) (inTurn (readsFormula w depth f) (readsFormula w depth g)) effort out
      | .all body => readsFormula w depth body effort out

end

/-! ## Commands -/

/-- A place is written, and its index is read. -/
def touchesPlace (T : Tables) (w : Watch) (place : PlaceCode) : Finder :=
  match place.index with
  | none => touched w place.name none true
  | some i => inTurn (touchedAt w place.name (T.term i) true) (readsTerm w readsDepth (T.term i))

/-- The places are written, and their indices are read. -/
def touchesPlaces (T : Tables) (w : Watch) : List PlaceCode → Finder
  | [], effort, out => .ok ⟨out, effort⟩
  | place :: rest, effort, out => do
    let ⟨out, effort⟩ ← touchesPlace T w place effort out
    touchesPlaces T w rest effort out

/-- Places are written, and the terms for their values are read. -/
def touchesChanges (T : Tables) (w : Watch) : List ChangeCode → Finder
  | [], effort, out => .ok ⟨out, effort⟩
  | change :: rest, effort, out => do
    let ⟨out, effort⟩ ← touchesPlace T w change.place effort out
    let ⟨out, effort⟩ ← readsTerm w readsDepth (T.term change.value) effort out
    touchesChanges T w rest effort out

/-- What the command itself touches, when it leads from the one store to the other; commands that are made of others touch nothing by themselves, but for a
condition. -/
def CommandCode.touches (T : Tables) (S : Sorts) (id : Int) (names : List Nat) (before after : Array StoreValue) : CommandCode → Finder
  | .assign changes => touchesChanges T ⟨S, id, before, before, names⟩ changes
  | .havoc places => touchesPlaces T ⟨S, id, before, before, names⟩ places
  | .assume l => readsFormula ⟨S, id, before, before, names⟩ readsDepth (T.literal l)
  | .assert l => readsFormula ⟨S, id, before, before, names⟩ readsDepth (T.literal l)
  | .ite l _ _ => readsFormula ⟨S, id, before, before, names⟩ readsDepth (T.literal l)
  | .choice _ _ => nothing
  | .seq _ _ => nothing
  | .operation places gate action post =>
    inTurn (touchesPlaces T ⟨S, id, before, before, names⟩ places) (inTurn (readsFormula ⟨S, id, before, before, names⟩ readsDepth (T.literal gate))
      (inTurn (readsFormula ⟨S, id, before, after, names⟩ readsDepth (T.literal action))
        (readsFormula ⟨S, id, before, after, names⟩ readsDepth (T.literal post))))

/-- Where a way through a command has come to, and what it has touched. -/
structure Way where
  store : Array StoreValue
  touches : List Touch

/-- A command that is not made of others leads from where the way has come to on to these stores. -/
def waysTo (k : Runner) (S : Sorts) (names : List Nat) (command : CommandCode) (way : Way) : List (Array StoreValue) → (effort : Nat) → (out : List Way) →
    Except Reason (Evaluated (List Way))
  | [], effort, out => .ok ⟨out, effort⟩
  | after :: rest, effort, out => do
    let ⟨touches, effort⟩ ← command.touches k.tables S k.id names way.store after effort way.touches
    waysTo k S names command way rest effort (⟨after, touches⟩ :: out)

/-- All that a command that is not made of others can do next. -/
def simpleWays (k : Runner) (S : Sorts) (names : List Nat) (command : CommandCode) (way : Way) (effort : Nat) (out : List Way) :
    Except Reason (Evaluated (List Way)) := do
  let ⟨stores, effort⟩ ← command.outcomes k S way.store effort []
  waysTo k S names command way stores effort out

/-- Goes on from each of the ways, and collects what comes of them. -/
def eachWay (goOn : Way → Nat → List Way → Except Reason (Evaluated (List Way))) : List Way → (effort : Nat) → (out : List Way) →
    Except Reason (Evaluated (List Way))
  | [], effort, out => .ok ⟨out, effort⟩
  | way :: rest, effort, out => do
    let ⟨out, effort⟩ ← goOn way effort out
    eachWay goOn rest effort out

/-- All ways through the command that come to its end, after what has been touched before, and those that were there. -/
def CommandCode.ways (k : Runner) (S : Sorts) (names : List Nat) : CommandCode → (way : Way) → (effort : Nat) → (out : List Way) →
    Except Reason (Evaluated (List Way))
  | .assign changes, way, effort, out => simpleWays k S names (.assign changes) way effort out
  | .havoc places, way, effort, out => simpleWays k S names (.havoc places) way effort out
  | .assume l, way, effort, out => simpleWays k S names (.assume l) way effort out
  | .assert l, way, effort, out => simpleWays k S names (.assert l) way effort out
  | .ite l C D, way, effort, out => do
    let ⟨truth, effort⟩ ← decideLiteral k.tables (k.between way.store way.store) l effort
    let ⟨touches, effort⟩ ← (CommandCode.ite l C D).touches k.tables S k.id names way.store way.store effort way.touches
    if truth then C.ways k S names ⟨way.store, touches⟩ effort out else D.ways k S names ⟨way.store, touches⟩ effort out
  | .choice C D, way, effort, out => do
    let ⟨out, effort⟩ ← C.ways k S names way effort out
    D.ways k S names way effort out
  | .seq C D, way, effort, out => do
    let ⟨ways, effort⟩ ← C.ways k S names way effort []
    eachWay (fun way effort out => D.ways k S names way effort out) ways effort out
  | .operation places gate action post, way, effort, out => simpleWays k S names (.operation places gate action post) way effort out

/-! ## Threads -/

/-- How many touches there are, and `count` more. -/
def countTouches : List Touch → (count : Nat) → Nat
  | [], count => count
  | _ :: rest, count => countTouches rest (count + 1)

/-- The same variable is touched in the same way at the same index, or at every index. -/
def Touch.same (a b : Touch) : Bool :=
  a.name == b.name && a.writes == b.writes && match a.index, b.index with
    | none, none => true
    | some i, some j => i == j
    | _, _ => false

/-- The touch is one of these. -/
def isTouchIn (touch : Touch) : List Touch → Bool
  | [] => false
  | other :: rest => touch.same other || isTouchIn touch rest

/-- Adds touches, each once. -/
def addTouches : List Touch → Finder
  | [], effort, out => .ok ⟨out, effort⟩
  | touch :: rest, effort, out => do
    let cost := countTouches out 1
    require (cost ≤ effort) .effort
    addTouches rest (effort - cost) (if isTouchIn touch out then out else touch :: out)

/-- Adds what the ways touch. -/
def addWays : List Way → Finder
  | [], effort, out => .ok ⟨out, effort⟩
  | way :: rest, effort, out => do
    let ⟨out, effort⟩ ← addTouches way.touches effort out
    addWays rest effort out

/-- All that the commands, which can be next in the store, touch on their ways. -/
def edgesTouch (k : Runner) (S : Sorts) (names : List Nat) (store : Array StoreValue) : List Edge → Finder
  | [], effort, out => .ok ⟨out, effort⟩
  | edge :: rest, effort, out => do
    let ⟨ways, effort⟩ ← edge.command.ways k S names ⟨store, []⟩ effort []
    let ⟨out, effort⟩ ← addWays ways effort out
    edgesTouch k S names store rest effort out

/-- Two threads that do these are in a race. -/
def Touch.clashes (a b : Touch) : Bool :=
  a.name == b.name && (a.writes || b.writes) && match a.index, b.index with
    | some i, some j => i == j
    | _, _ => true

/-- None of these makes a race together with the touch. -/
def isApart (touch : Touch) : List Touch → Bool
  | [] => true
  | other :: rest => !touch.clashes other && isApart touch rest

/-- None of the first and none of the second make a race together. -/
def areApartTouches : List Touch → List Touch → Bool
  | [], _ => true
  | touch :: rest, others => isApart touch others && areApartTouches rest others

/-- Rejects a race of what one thread is about to touch with what others are; gives all of that, each once, and the effort that is left. -/
def apartTouches (mine others : List Touch) (effort : Nat) : Except Reason (Evaluated (List Touch)) := do
  let cost := countTouches mine 0 * countTouches others 1
  require (cost ≤ effort) .effort
  require (areApartTouches mine others = true) (.notClosed "two threads can be about to access a variable that must be free of races, and one of them to write it")
  addTouches mine (effort - cost) others

end Plato
