/-
# What a program says of its variables alone

The logic has no sorts: where an integer is needed, a map is read as 0. So `x = 0` is true of stores in which `x` is a map, and every program has
stores that differ in variables which it does not mention. Commands that use each variable as an integer, or each as a map, cannot tell such stores
apart. That is checked here, of terms and formulas: then one store that is written down stands for all that look the same. Where a thread reads a map at
its own identifier alone, stores look the same to it that differ in the entries of others. Where a value is only compared with 0, as a truth value is, it does not
matter which other integer it is.

Parameters, atoms and terms that choose are refused: what depends on them is not known from a store. The walk is limited in depth, and in effort because
shared parts are looked at again.

Main definitions: `ValueKind`, `VariableSort`, `Sorts`, `sortsTerm`, `sortsEntry`, `sortsLiteral`, `sortsCommand`.
-/
module

public import Plato.Program.Command

@[expose] public section

namespace Plato

/-- What of a value matters: all of an integer, whether it is 0, all of a map, or at which indices it is 0. -/
inductive ValueKind where
  | integer
  | truth
  | map
  | truths

namespace ValueKind

/-- It is one of maps. -/
def isMap : ValueKind → Bool
  | .map => true
  | .truths => true
  | _ => false

/-- What matters of the elements of a map. -/
def element : ValueKind → ValueKind
  | .truths => .truth
  | .truth => .truth
  | _ => .integer

/-- What matters of a map if this matters of its elements. -/
def ofElements : ValueKind → ValueKind
  | .truth => .truths
  | .truths => .truths
  | _ => .map

/-- Where the second matters, the first is enough to know. -/
def fits : ValueKind → ValueKind → Bool
  | .integer, .integer => true
  | .integer, .truth => true
  | .truth, .truth => true
  | .map, .map => true
  | .map, .truths => true
  | .truths, .truths => true
  | _, _ => false

end ValueKind

/-- What of a variable matters. -/
inductive VariableSort where
  | whole (kind : ValueKind)
  /-- A map of which each thread reads and writes the entry at its own identifier alone, and what of that matters. -/
  | own (kind : ValueKind)

/-- What of the variables matters, by their numbers. Others must not be read. -/
abbrev Sorts := Array (Option VariableSort)

/-- What matters of the variable as a whole, if anything is known. -/
def Sorts.kind (S : Sorts) (name : Nat) : Option ValueKind :=
  if h : name < S.size then
    match S[name] with
    | some (.whole kind) => some kind
    | _ => none
  else none

/-- What matters of a thread's own entry of the variable, if threads have such entries. -/
def Sorts.ownKind (S : Sorts) (name : Nat) : Option ValueKind :=
  if h : name < S.size then
    match S[name] with
    | some (.own kind) => some kind
    | _ => none
  else none

/-- The variable is known as far as this matters. -/
def Sorts.has (S : Sorts) (name : Nat) (kind : ValueKind) : Bool :=
  match S.kind name with
  | some known => known.fits kind
  | none => false

/-- Threads have entries of their own in the variable. -/
def Sorts.isOwn (S : Sorts) (name : Nat) : Bool := (S.ownKind name).isSome

/-- The term is a variable of which threads have entries of their own, known as far as this matters. -/
def Sorts.ownFits (T : Tables) (S : Sorts) (t : Nat) (kind : ValueKind) : Bool :=
  match T.termShape t with
  | .var name _ => match S.ownKind name with
    | some known => known.fits kind
    | none => false
  | _ => false

/-- The term is the thread's identifier. -/
def isThread (T : Tables) (t : Nat) : Bool :=
  match T.termShape t with
  | .logic name => name == 0
  | _ => false

/-- The term is the numeral 0. -/
def isZero (T : Tables) (t : Nat) : Bool :=
  match T.termShape t with
  | .num n => n == 0
  | _ => false

/-- Why a term or formula is refused. -/
def unsorted : Reason :=
  .notClosed ("a formula or command has a parameter, an atom, a term that chooses, a variable that is used both as an integer and as a map, or one of which " ++
    "the initial condition does not say that it is a number, or a map that is a number everywhere")

mutual

/-- The term is made of variables of which what matters is known, if this matters of it; gives the effort that is left. -/
def sortsTerm (T : Tables) (S : Sorts) : (depth : Nat) → (kind : ValueKind) → (t : Nat) → (effort : Nat) → Except Reason Nat
  | 0, _, _, _ => .error .formulaTooDeep
  | depth + 1, kind, t, effort => do
    require (0 < effort) .effort
    match T.termShape t with
    | .num _ =>
      require (kind.isMap = false) unsorted
      .ok (effort - 1)
    | .var name _ =>
      require (S.has name kind = true) unsorted
      .ok (effort - 1)
    | .logic name =>
      require (name = 0 ∧ kind.isMap = false) unsorted
      .ok (effort - 1)
    | .bound _ =>
      require (kind.isMap = false) unsorted
      .ok (effort - 1)
    | .binary .difference _ _ => .error unsorted
    | .binary .select a b =>
      require (kind.isMap = false) unsorted
      if S.ownFits T a kind && isThread T b then .ok (effort - 1)
      else
        let effort ← sortsTerm T S depth kind.ofElements a (effort - 1)
        sortsTerm T S depth .integer b effort
    | .binary _ a b =>
      require (kind.isMap = false) unsorted
      let effort ← sortsTerm T S depth .integer a (effort - 1)
      sortsTerm T S depth .integer b effort
    | .store m i x =>
      require (kind.isMap = true) unsorted
      let effort ← sortsTerm T S depth kind m (effort - 1)
      let effort ← sortsTerm T S depth .integer i effort
      sortsTerm T S depth kind.element x effort
    | .const x =>
      require (kind.isMap = true) unsorted
      sortsTerm T S depth kind.element x (effort - 1)
    | .ite c a b =>
      let effort ← sortsEntry T S depth c.entry (effort - 1)
      let effort ← sortsTerm T S depth kind a effort
      sortsTerm T S depth kind b effort
    | .witness _ => .error unsorted

/-- The parts of the entry are of their sorts. -/
def sortsEntry (T : Tables) (S : Sorts) : (depth : Nat) → (e : Nat) → (effort : Nat) → Except Reason Nat
  | 0, _, _ => .error .formulaTooDeep
  | depth + 1, e, effort => do
    require (0 < effort) .effort
    match T.shape e with
    | .atom => .error unsorted
    | .gate long => sortsEntries T S depth long 1 (effort - 1)
    | .iff a b =>
      let effort ← sortsEntry T S depth a.entry (effort - 1)
      sortsEntry T S depth b.entry effort
    | .ite c a b =>
      let effort ← sortsEntry T S depth c.entry (effort - 1)
      let effort ← sortsEntry T S depth a.entry effort
      sortsEntry T S depth b.entry effort
    | .le a b =>
      let effort ← sortsTerm T S depth .integer a (effort - 1)
      sortsTerm T S depth .integer b effort
    | .eq a b =>
      if isZero T b then sortsTerm T S depth .truth a (effort - 1)
      else
        let effort ← sortsTerm T S depth .integer a (effort - 1)
        sortsTerm T S depth .integer b effort
    | .mapEq a b =>
      let effort ← sortsTerm T S depth .map a (effort - 1)
      sortsTerm T S depth .map b effort
    | .all body => sortsEntry T S depth body.entry (effort - 1)

/-- The parts of the literals from index `i` on are of their sorts. -/
def sortsEntries (T : Tables) (S : Sorts) : (depth : Nat) → (ls : Array Literal) → (i : Nat) → (effort : Nat) → Except Reason Nat
  | 0, _, _, _ => .error .formulaTooDeep
  | depth + 1, ls, i, effort =>
    if h : i < ls.size then do
      let effort ← sortsEntry T S depth ls[i].entry effort
      sortsEntries T S depth ls (i + 1) effort
    else .ok effort

end

/-- How deep a formula may be nested, and how many parts a conjunction in it may have. -/
def sortsDepth : Nat := 2048

/-- The parts of the literal's formula are of their sorts. -/
def sortsLiteral (T : Tables) (S : Sorts) (l : Literal) (effort : Nat) : Except Reason Nat := sortsEntry T S sortsDepth l.entry effort

/-- What matters of what a place gets. -/
def Sorts.placeKind (S : Sorts) (place : PlaceCode) : ValueKind :=
  match place.index with
  | none => (S.kind place.name).getD .integer
  | some _ => match S.ownKind place.name with
    | some kind => kind.element
    | none => ((S.kind place.name).getD .integer).element

/-- The place is a variable, an element, or the thread's own entry. -/
def sortsPlace (T : Tables) (S : Sorts) (place : PlaceCode) (effort : Nat) : Except Reason Nat :=
  match place.index with
  | none => do
    require (S.isOwn place.name = false) unsorted
    .ok effort
  | some i => do
    require (S.isOwn place.name = false ∨ isThread T i = true) unsorted
    sortsTerm T S sortsDepth .integer i effort

/-- The changes give places what matters of them. -/
def sortsChanges (T : Tables) (S : Sorts) : List ChangeCode → (effort : Nat) → Except Reason Nat
  | [], effort => .ok effort
  | ⟨place, value⟩ :: rest, effort => do
    let effort ← sortsPlace T S place effort
    let effort ← sortsTerm T S sortsDepth (S.placeKind place) value effort
    sortsChanges T S rest effort

/-- The places are variables, elements, or the thread's own entries. -/
def sortsPlaces (T : Tables) (S : Sorts) : List PlaceCode → (effort : Nat) → Except Reason Nat
  | [], effort => .ok effort
  | place :: rest, effort => do
    let effort ← sortsPlace T S place effort
    sortsPlaces T S rest effort

/-- The command uses variables as what they are. -/
def sortsCommand (T : Tables) (S : Sorts) : CommandCode → (effort : Nat) → Except Reason Nat
  | .assign changes, effort => sortsChanges T S changes effort
  | .havoc places, effort => sortsPlaces T S places effort
  | .assume l, effort => sortsLiteral T S l effort
  | .assert l, effort => sortsLiteral T S l effort
  | .ite l C D, effort => do
    let effort ← sortsLiteral T S l effort
    let effort ← sortsCommand T S C effort
    sortsCommand T S D effort
  | .choice C D, effort => do
    let effort ← sortsCommand T S C effort
    sortsCommand T S D effort
  | .seq C D, effort => do
    let effort ← sortsCommand T S C effort
    sortsCommand T S D effort
  | .operation places gate action post, effort => do
    let effort ← sortsPlaces T S places effort
    let effort ← sortsLiteral T S gate effort
    let effort ← sortsLiteral T S action effort
    sortsLiteral T S post effort

end Plato
