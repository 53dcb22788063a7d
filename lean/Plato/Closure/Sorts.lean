/-
# What a program says of its variables alone

The logic has no sorts: where an integer is needed, a map is read as 0. So `x = 0` is true of stores in which `x` is a map, and every program has
stores that differ in variables which it does not mention. Commands that use each variable as an integer, or each as a map, cannot tell such stores
apart. That is checked here, of terms and formulas: then one store that is written down stands for all that look the same. Where a thread reads a map at
its own identifier alone, stores look the same to it that differ in the entries of others.

Parameters, atoms and terms that choose are refused: what depends on them is not known from a store. The walk is limited in depth, and in effort because
shared parts are looked at again.

Main definitions: `VariableSort`, `Sorts`, `sortsTerm`, `sortsEntry`, `sortsLiteral`, `sortsCommand`.
-/
module

public import Plato.Program.Command

@[expose] public section

namespace Plato

/-- What a variable is. -/
inductive VariableSort where
  | integer
  | map
  /-- A map of which each thread reads and writes the entry at its own identifier alone. -/
  | own

/-- What the variables are, by their numbers. Others must not be read. -/
abbrev Sorts := Array (Option VariableSort)

/-- The variable is known, and is a map or an integer. -/
def Sorts.has (S : Sorts) (name : Nat) (isMap : Bool) : Bool :=
  if h : name < S.size then
    match S[name] with
    | some .integer => !isMap
    | some .map => isMap
    | _ => false
  else false

/-- Threads have entries of their own in the variable. -/
def Sorts.isOwn (S : Sorts) (name : Nat) : Bool :=
  if h : name < S.size then
    match S[name] with
    | some .own => true
    | _ => false
  else false

/-- The term is a variable in which threads have entries of their own. -/
def Sorts.ownMap (T : Tables) (S : Sorts) (t : Nat) : Bool :=
  match T.termShape t with
  | .var name _ => S.isOwn name
  | _ => false

/-- The term is the thread's identifier. -/
def isThread (T : Tables) (t : Nat) : Bool :=
  match T.termShape t with
  | .logic name => name == 0
  | _ => false

/-- Why a term or formula is refused. -/
def unsorted : Reason :=
  .notClosed ("a formula or command has a parameter, an atom, a term that chooses, a variable that is used both as an integer and as a map, or one of which " ++
    "the initial condition does not say that it is a number, or a map that is a number everywhere")

mutual

/-- The term is an integer, or a map, made of variables of their sorts; gives the effort that is left. -/
def sortsTerm (T : Tables) (S : Sorts) : (depth : Nat) → (isMap : Bool) → (t : Nat) → (effort : Nat) → Except Reason Nat
  | 0, _, _, _ => .error .formulaTooDeep
  | depth + 1, isMap, t, effort => do
    require (0 < effort) .effort
    match T.termShape t with
    | .num _ =>
      require (isMap = false) unsorted
      .ok (effort - 1)
    | .var name _ =>
      require (S.has name isMap = true) unsorted
      .ok (effort - 1)
    | .logic name =>
      require (name = 0 ∧ isMap = false) unsorted
      .ok (effort - 1)
    | .bound _ =>
      require (isMap = false) unsorted
      .ok (effort - 1)
    | .binary .difference _ _ => .error unsorted
    | .binary .select a b =>
      require (isMap = false) unsorted
      if S.ownMap T a && isThread T b then .ok (effort - 1)
      else
        let effort ← sortsTerm T S depth true a (effort - 1)
        sortsTerm T S depth false b effort
    | .binary _ a b =>
      require (isMap = false) unsorted
      let effort ← sortsTerm T S depth false a (effort - 1)
      sortsTerm T S depth false b effort
    | .store m i x =>
      require (isMap = true) unsorted
      let effort ← sortsTerm T S depth true m (effort - 1)
      let effort ← sortsTerm T S depth false i effort
      sortsTerm T S depth false x effort
    | .const x =>
      require (isMap = true) unsorted
      sortsTerm T S depth false x (effort - 1)
    | .ite c a b =>
      let effort ← sortsEntry T S depth c.entry (effort - 1)
      let effort ← sortsTerm T S depth isMap a effort
      sortsTerm T S depth isMap b effort
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
      let effort ← sortsTerm T S depth false a (effort - 1)
      sortsTerm T S depth false b effort
    | .eq a b =>
      let effort ← sortsTerm T S depth false a (effort - 1)
      sortsTerm T S depth false b effort
    | .mapEq a b =>
      let effort ← sortsTerm T S depth true a (effort - 1)
      sortsTerm T S depth true b effort
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

/-- What a place gets is a map. -/
def Sorts.getsMap (S : Sorts) (place : PlaceCode) : Bool :=
  match place.index with
  | none => S.has place.name true
  | some _ => false

/-- The place is an integer, a map, an element, or the thread's own entry. -/
def sortsPlace (T : Tables) (S : Sorts) (place : PlaceCode) (effort : Nat) : Except Reason Nat :=
  match place.index with
  | none => do
    require (S.isOwn place.name = false) unsorted
    .ok effort
  | some i => do
    require (S.isOwn place.name = false ∨ isThread T i = true) unsorted
    sortsTerm T S sortsDepth false i effort

/-- The changes give integers and maps to places of that sort. -/
def sortsChanges (T : Tables) (S : Sorts) : List ChangeCode → (effort : Nat) → Except Reason Nat
  | [], effort => .ok effort
  | ⟨place, value⟩ :: rest, effort => do
    let effort ← sortsPlace T S place effort
    let effort ← sortsTerm T S sortsDepth (S.getsMap place) value effort
    sortsChanges T S rest effort

/-- The command uses variables as what they are; it leaves nothing open but which way it goes at a choice. -/
def sortsCommand (T : Tables) (S : Sorts) : CommandCode → (effort : Nat) → Except Reason Nat
  | .assign changes, effort => sortsChanges T S changes effort
  | .havoc _, _ => .error (.notClosed "a variable gets any value")
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
  | .operation _ _ _ _, _ => .error (.notClosed "an operation may lead to any store that its action allows")

end Plato
