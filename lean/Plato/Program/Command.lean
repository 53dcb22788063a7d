/-
# Commands by number

The commands of a program as a certificate gives them: terms and formulas are numbers in the tables.

Main definitions: `PlaceCode`, `CommandCode`, `CommandCode.command`.
-/
module

public import Plato.Meaning.Command
public import Plato.Table.Table

@[expose] public section

namespace Plato

/-- A variable, or its element at the index that a term gives. -/
structure PlaceCode where
  name : Nat
  index : Option Nat

/-- A place, and the term for its new value. -/
structure ChangeCode where
  place : PlaceCode
  value : Nat

/-- Commands. -/
inductive CommandCode where
  | assign (changes : List ChangeCode)
  | havoc (places : List PlaceCode)
  | assume (l : Literal)
  | assert (l : Literal)
  | ite (condition : Literal) (C D : CommandCode)
  | choice (C D : CommandCode)
  | seq (C D : CommandCode)
  | operation (places : List PlaceCode) (gate action post : Literal)

/-- The command does nothing. -/
def CommandCode.isNothing : CommandCode → Bool
  | .assign [] => true
  | _ => false

/-- The place, as a claim has it. -/
def PlaceCode.place (T : Tables) (p : PlaceCode) : Place :=
  match p.index with
  | none => ⟨p.name, none⟩
  | some i => ⟨p.name, some (T.term i)⟩

/-- The places, as a claim has them. -/
def placesOf (T : Tables) : List PlaceCode → List Place
  | [] => []
  | p :: rest => p.place T :: placesOf T rest

/-- The changes, as a claim has them. -/
def changesOf (T : Tables) : List ChangeCode → List (Place × Term)
  | [] => []
  | c :: rest => (c.place.place T, T.term c.value) :: changesOf T rest

/-- The command, as a claim has it. -/
def CommandCode.command (T : Tables) : CommandCode → Command
  | .assign changes => .assign (changesOf T changes)
  | .havoc places => .havoc (placesOf T places)
  | .assume l => .assume (T.literal l)
  | .assert l => .assert (T.literal l)
  | .ite l C D => .ite (T.literal l) (C.command T) (D.command T)
  | .choice C D => .choice (C.command T) (D.command T)
  | .seq C D => .seq (C.command T) (D.command T)
  | .operation places gate action post => .operation (placesOf T places) (T.literal gate) (T.literal action) (T.literal post)

end Plato
