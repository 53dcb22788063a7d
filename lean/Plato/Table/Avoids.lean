/-
# What does not mention a variable

Goes through a term or formula of the tables and rejects it if one of some variables occurs in it. The walk recurses: it is limited in depth,
and in effort because shared parts are looked at again.

Main definitions: `Forbidden`, `avoidsTerm`, `avoidsEntry`, `avoidsLiteral`.
-/
module

public import Plato.Table.Table

@[expose] public section

namespace Plato

/-- The number is in the list. -/
def isIn (n : Nat) : List Nat → Bool
  | [] => false
  | m :: rest => if n = m then true else isIn n rest

/-- The effort that is left after the number was looked for in the list. -/
def afterSearch (n : Nat) : List Nat → (effort : Nat) → Nat
  | [], effort => effort
  | m :: rest, effort => if effort = 0 then 0 else if n = m then effort - 1 else afterSearch n rest (effort - 1)

/-- Variables that must not occur. -/
structure Forbidden where
  names : List Nat
  /-- They may occur in version 0 of the store. -/
  laterOnly : Bool
  /-- What they must not occur in, for messages. -/
  place : String

/-- The variable must not occur in this version. -/
def Forbidden.has (f : Forbidden) (name version : Nat) : Bool :=
  if f.laterOnly && version == 0 then false else isIn name f.names

mutual

/-- No forbidden variable occurs in the term; gives the effort that is left. -/
def avoidsTerm (T : Tables) (f : Forbidden) : (depth : Nat) → (t : Nat) → (effort : Nat) → Except Reason Nat
  | 0, _, _ => .error .formulaTooDeep
  | depth + 1, t, effort => do
    require (0 < effort) .effort
    match T.termShape t with
    | .num _ => .ok (effort - 1)
    | .var name version =>
      let left := afterSearch name f.names effort
      require (0 < left) .effort
      require (f.has name version = false) (.mentionsGhost f.place)
      .ok (left - 1)
    | .logic _ => .ok (effort - 1)
    | .bound _ => .ok (effort - 1)
    | .binary _ a b =>
      let effort ← avoidsTerm T f depth a (effort - 1)
      avoidsTerm T f depth b effort
    | .store m i x =>
      let effort ← avoidsTerm T f depth m (effort - 1)
      let effort ← avoidsTerm T f depth i effort
      avoidsTerm T f depth x effort
    | .const x => avoidsTerm T f depth x (effort - 1)
    | .ite c a b =>
      let effort ← avoidsEntry T f depth c.entry (effort - 1)
      let effort ← avoidsTerm T f depth a effort
      avoidsTerm T f depth b effort
    | .witness body => avoidsEntry T f depth body.entry (effort - 1)

/-- No forbidden variable occurs in the entry. -/
def avoidsEntry (T : Tables) (f : Forbidden) : (depth : Nat) → (e : Nat) → (effort : Nat) → Except Reason Nat
  | 0, _, _ => .error .formulaTooDeep
  | depth + 1, e, effort => do
    require (0 < effort) .effort
    match T.shape e with
    | .atom => .error .atomInProgram
    | .gate long => avoidsEntries T f depth long 1 (effort - 1)
    | .iff a b =>
      let effort ← avoidsEntry T f depth a.entry (effort - 1)
      avoidsEntry T f depth b.entry effort
    | .ite c a b =>
      let effort ← avoidsEntry T f depth c.entry (effort - 1)
      let effort ← avoidsEntry T f depth a.entry effort
      avoidsEntry T f depth b.entry effort
    | .le a b =>
      let effort ← avoidsTerm T f depth a (effort - 1)
      avoidsTerm T f depth b effort
    | .eq a b =>
      let effort ← avoidsTerm T f depth a (effort - 1)
      avoidsTerm T f depth b effort
    | .mapEq a b =>
      let effort ← avoidsTerm T f depth a (effort - 1)
      avoidsTerm T f depth b effort
    | .all body => avoidsEntry T f depth body.entry (effort - 1)

/-- No forbidden variable occurs in the literals from index `i` on. -/
def avoidsEntries (T : Tables) (f : Forbidden) : (depth : Nat) → (ls : Array Literal) → (i : Nat) → (effort : Nat) → Except Reason Nat
  | 0, _, _, _ => .error .formulaTooDeep
  | depth + 1, ls, i, effort =>
    if h : i < ls.size then do
      let effort ← avoidsEntry T f depth ls[i].entry effort
      avoidsEntries T f depth ls (i + 1) effort
    else .ok effort

end

/-- How deep a formula may be nested, and how many parts a conjunction in it may have. -/
def avoidsDepth : Nat := 4096

/-- No forbidden variable occurs in the literal's formula. -/
def avoidsLiteral (T : Tables) (f : Forbidden) (l : Literal) (effort : Nat) : Except Reason Nat :=
  match f.names with
  | [] => .ok effort
  | _ => avoidsEntry T f avoidsDepth l.entry effort

end Plato
