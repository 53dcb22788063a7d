/-
# Identifiers that are only compared and stored

Some variables hold the identifier of a thread, or one of some constants that are no thread's, such as 0 for a lock that is free. If a program only compares
these with each other, and stores them, it cannot tell which thread is which: threads of a family can be exchanged, along with their identifiers wherever
these are held. That is checked here, of terms, formulas and commands: each term denotes data, or an identifier, and the two are never mixed. A thread's
identifier is nothing that can be calculated with, no index but of a thread's own entries, and never a value out of nowhere.

Main definitions: `Identifiers`, `namesTerm`, `namesEntry`, `namesLiteral`, `namesCommand`.
-/
module

public import Plato.Closure.Sorts

@[expose] public section

namespace Plato

/-- The variables that hold identifiers, as a whole or in a thread's own entry, and the constants with which these may be compared. -/
structure Identifiers where
  sorts : Sorts
  names : List Nat
  constants : List Int

/-- The variable, or a thread's own entry of it, holds an identifier. -/
def Identifiers.isName (I : Identifiers) (name : Nat) : Bool := I.names.elem name

/-- The variable is shared, and holds an identifier, or data. -/
def Identifiers.isShared (I : Identifiers) (name : Nat) (isIdentifier : Bool) : Bool := !I.sorts.isOwn name && I.isName name == isIdentifier

/-- Threads have entries of their own in the variable, which are identifiers, or data. -/
def Identifiers.isOwn (I : Identifiers) (name : Nat) (isIdentifier : Bool) : Bool := I.sorts.isOwn name && I.isName name == isIdentifier

/-- The term is a variable in which threads have such entries of their own. -/
def Identifiers.isOwnTerm (T : Tables) (I : Identifiers) (t : Nat) (isIdentifier : Bool) : Bool :=
  match T.termShape t with
  | .var name _ => I.isOwn name isIdentifier
  | _ => false

/-- The term is a variable or an entry that holds an identifier, or the thread's own identifier. -/
def Identifiers.isHeld (T : Tables) (I : Identifiers) (t : Nat) : Bool :=
  match T.termShape t with
  | .var name _ => I.isShared name true
  | .logic name => name == 0
  | .binary .select a b => I.isOwnTerm T a true && isThread T b
  | _ => false

/-- Why a program is refused. -/
def namesMixed : Reason :=
  .notClosed ("only a few members of a family are run, but an identifier is not only compared with others and stored: it is calculated with, ordered, an index, " ++
    "compared with a number that is no constant for it, or gets any value")

mutual

/-- The term is made of data alone, or it denotes an identifier; gives the effort that is left. -/
def namesTerm (T : Tables) (I : Identifiers) : (depth : Nat) → (isIdentifier : Bool) → (t : Nat) → (effort : Nat) → Except Reason Nat
  | 0, _, _, _ => .error .formulaTooDeep
  | depth + 1, isIdentifier, t, effort => do
    require (0 < effort) .effort
    match T.termShape t with
    | .num n =>
      require (isIdentifier = false ∨ I.constants.elem n = true) namesMixed
      .ok (effort - 1)
    | .var name _ =>
      require (I.isShared name isIdentifier = true) namesMixed
      .ok (effort - 1)
    | .logic name =>
      require (name = 0 ∧ isIdentifier = true) namesMixed
      .ok (effort - 1)
    | .bound _ =>
      require (isIdentifier = false) namesMixed
      .ok (effort - 1)
    | .binary .select a b =>
      if I.isOwnTerm T a isIdentifier && isThread T b then .ok (effort - 1)
      else
        require (isIdentifier = false) namesMixed
        let effort ← namesTerm T I depth false a (effort - 1)
        namesTerm T I depth false b effort
    | .binary _ a b =>
      require (isIdentifier = false) namesMixed
      let effort ← namesTerm T I depth false a (effort - 1)
      namesTerm T I depth false b effort
    | .store m i x =>
      require (isIdentifier = false) namesMixed
      let effort ← namesTerm T I depth false m (effort - 1)
      let effort ← namesTerm T I depth false i effort
      namesTerm T I depth false x effort
    | .const x =>
      require (isIdentifier = false) namesMixed
      namesTerm T I depth false x (effort - 1)
    | .ite c a b =>
      let effort ← namesEntry T I depth c.entry (effort - 1)
      let effort ← namesTerm T I depth isIdentifier a effort
      namesTerm T I depth isIdentifier b effort
    | .witness _ => .error namesMixed

/-- Identifiers are only compared in the entry. -/
def namesEntry (T : Tables) (I : Identifiers) : (depth : Nat) → (e : Nat) → (effort : Nat) → Except Reason Nat
  | 0, _, _ => .error .formulaTooDeep
  | depth + 1, e, effort => do
    require (0 < effort) .effort
    match T.shape e with
    | .atom => .error namesMixed
    | .gate long => namesEntries T I depth long 1 (effort - 1)
    | .iff a b =>
      let effort ← namesEntry T I depth a.entry (effort - 1)
      namesEntry T I depth b.entry effort
    | .ite c a b =>
      let effort ← namesEntry T I depth c.entry (effort - 1)
      let effort ← namesEntry T I depth a.entry effort
      namesEntry T I depth b.entry effort
    | .le a b =>
      let effort ← namesTerm T I depth false a (effort - 1)
      namesTerm T I depth false b effort
    | .eq a b =>
      let isIdentifier := I.isHeld T a || I.isHeld T b
      let effort ← namesTerm T I depth isIdentifier a (effort - 1)
      namesTerm T I depth isIdentifier b effort
    | .mapEq a b =>
      let effort ← namesTerm T I depth false a (effort - 1)
      namesTerm T I depth false b effort
    | .all body => namesEntry T I depth body.entry (effort - 1)

/-- The same of the literals from index `i` on. -/
def namesEntries (T : Tables) (I : Identifiers) : (depth : Nat) → (ls : Array Literal) → (i : Nat) → (effort : Nat) → Except Reason Nat
  | 0, _, _, _ => .error .formulaTooDeep
  | depth + 1, ls, i, effort =>
    if h : i < ls.size then do
      let effort ← namesEntry T I depth ls[i].entry effort
      namesEntries T I depth ls (i + 1) effort
    else .ok effort

end

/-- Identifiers are only compared in the literal's formula. -/
def namesLiteral (T : Tables) (I : Identifiers) (l : Literal) (effort : Nat) : Except Reason Nat := namesEntry T I sortsDepth l.entry effort

/-- The place is a variable, an element at an index that is data, or the thread's own entry; `isIdentifier` says of what. -/
def namesPlace (T : Tables) (I : Identifiers) (isIdentifier : Bool) (place : PlaceCode) (effort : Nat) : Except Reason Nat :=
  match place.index with
  | none => do
    require (I.isShared place.name isIdentifier = true) namesMixed
    .ok effort
  | some i =>
    if I.isOwn place.name isIdentifier && isThread T i then .ok effort
    else do
      require (isIdentifier = false ∧ I.isShared place.name false = true) namesMixed
      namesTerm T I sortsDepth false i effort

/-- Places get what they are for. -/
def namesChanges (T : Tables) (I : Identifiers) : List ChangeCode → (effort : Nat) → Except Reason Nat
  | [], effort => .ok effort
  | ⟨place, value⟩ :: rest, effort => do
    let effort ← namesPlace T I (I.isName place.name) place effort
    let effort ← namesTerm T I sortsDepth (I.isName place.name) value effort
    namesChanges T I rest effort

/-- Places that get any values are for data. -/
def namesPlaces (T : Tables) (I : Identifiers) : List PlaceCode → (effort : Nat) → Except Reason Nat
  | [], effort => .ok effort
  | place :: rest, effort => do
    let effort ← namesPlace T I false place effort
    namesPlaces T I rest effort

/-- The command only compares and stores identifiers. -/
def namesCommand (T : Tables) (I : Identifiers) : CommandCode → (effort : Nat) → Except Reason Nat
  | .assign changes, effort => namesChanges T I changes effort
  | .havoc places, effort => namesPlaces T I places effort
  | .assume l, effort => namesLiteral T I l effort
  | .assert l, effort => namesLiteral T I l effort
  | .ite l C D, effort => do
    let effort ← namesLiteral T I l effort
    let effort ← namesCommand T I C effort
    namesCommand T I D effort
  | .choice C D, effort => do
    let effort ← namesCommand T I C effort
    namesCommand T I D effort
  | .seq C D, effort => do
    let effort ← namesCommand T I C effort
    namesCommand T I D effort
  | .operation places gate action post, effort => do
    let effort ← namesPlaces T I places effort
    let effort ← namesLiteral T I gate effort
    let effort ← namesLiteral T I action effort
    namesLiteral T I post effort

end Plato
