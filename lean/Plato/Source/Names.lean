/-
# Names for people

A certificate may carry what its program calls variables, parameters and families. Such a name is used only if it is an identifier of the
language, no keyword, and the only one of its kind; what is printed could otherwise say something else than the claim. Everything else gets a
name that is made of its number and starts with `_`, and no carried name that starts so is used. `NAME:bool` says that people see truth values.

Main definitions: `isIdentifier`, `typeOf`, `SourceNames`, `ProgramNames.choose`.
-/
module

public import Plato.Program.Code

@[expose] public section

namespace Plato

/-- The words that cannot be names, or are keywords in some places: `return();` would be read as another statement. -/
def keywords : List String := [
  "acquire", "action", "assert", "assume", "atomic", "await", "bool", "break", "by", "cas", "choose", "const", "continue", "cut", "div",
  "else", "ensures", "enum", "exists", "false", "for", "forall", "ghost", "goto", "guarantee", "havoc", "if", "in", "init", "int", "invariant", "lock", "map", "mod",
  "modifies", "number_of", "or", "outline", "pair", "parent_of", "predicate", "procedure", "program", "release", "rely", "requires", "return",
  "returns", "set", "skip", "then", "thread", "tid", "true",
  "unchanged", "var", "while"]

/-- The word is in the list. -/
def isWord (word : String) : List String → Bool
  | [] => false
  | other :: rest => if word == other then true else isWord word rest

/-- A letter, a digit or `_`. -/
def isNameCharacter (c : Char) : Bool :=
  ('a' ≤ c && c ≤ 'z') || ('A' ≤ c && c ≤ 'Z') || ('0' ≤ c && c ≤ '9') || c == '_'

/-- All characters are those of names. -/
def areNameCharacters : List Char → Bool
  | [] => true
  | c :: rest => isNameCharacter c && areNameCharacters rest

/-- Names are not longer than this: they may be printed very often. -/
def longestName : Nat := 256

/-- The text is a name that may be used: it starts with a letter, is no keyword, and not too long. -/
def isIdentifier (text : String) : Bool :=
  if longestName < text.utf8ByteSize then false
  else match text.toList with
  | [] => false
  | c :: rest =>
    isNameCharacter c && c != '_' && !('0' ≤ c && c ≤ '9') && areNameCharacters rest && !isWord text keywords

/-- The characters end with the type of truth values; the name before it, after that in `name`, and whether they do. -/
def splitType : List Char → (name : String) → String × Bool
  | [], name => (name, false)
  | [':', 'b', 'o', 'o', 'l'], name => (name, true)
  | c :: rest, name => splitType rest (name.push c)

/-- What is carried as a name, apart: the name, and whether its values are truth values, or those of its elements. -/
def typeOf (carried : String) : String × Bool :=
  if longestName + 5 < carried.utf8ByteSize then (carried, false) else splitType carried.toList ""

/-- What is known of a variable or a parameter. -/
structure SourceName where
  /-- What it is called; empty if that cannot be used. -/
  called : String
  isMap : Bool
  /-- It may be printed as a truth value, or its elements may. Nobody has checked that its values are 0 and 1. -/
  isTruth : Bool
  /-- How many lines declare it: once, or what is printed could say something else than the claim. -/
  times : Nat
  /-- What it is called in the family of that number, if it may be printed as a local variable of it. -/
  own : Option (Nat × String)

/-- What variables, parameters, procedures and families are called, by their numbers. -/
structure SourceNames where
  variables : Array SourceName
  parameters : Array SourceName
  procedures : Array String
  families : Array String

/-- What the thing of that number is called. -/
def numbered (called letter : String) (number : Nat) : String :=
  if called.isEmpty then "_" ++ letter ++ toString number else called

/-- What the variable or parameter of that number is called, if it is declared once, and as a map or not. -/
def calledBy (names : Array SourceName) (letter : String) (number : Nat) (isMap : Bool) : Option String :=
  if h : number < names.size then
    if names[number].times = 1 ∧ names[number].isMap = isMap then some (numbered names[number].called letter number) else none
  else none

/-- Up to so many names are carried. More are not compared with each other. -/
def mostNames : Nat := 1000

/-- The name, if it can be used and no other one is the same; and the names that are used then. -/
def usable (name : String) (most : Nat) (used : List String) : String × List String :=
  if most ≤ mostNames && isIdentifier name && !isWord name used then (name, name :: used) else ("", used)

/-- The names of variables or parameters, from index `i` on. -/
def useDeclared (declared : Array (VariableCode × String)) (most i : Nat) (used : List String) (names : Array SourceName) :
    List String × Array SourceName :=
  if h : i < declared.size then
    let (⟨number, isMap⟩, carried) := declared[i]
    let (name, isTruth) := typeOf carried
    if hn : number < names.size then
      let times := names[number].times + 1
      let (called, used) := usable name most used
      useDeclared declared most (i + 1) used (names.set number ⟨called, isMap, isTruth, times, none⟩ hn)
    else useDeclared declared most (i + 1) used names
  else (used, names)
termination_by declared.size - i

/-- The names of procedures or families, from index `i` on. -/
def useNumbered (declared : Array (Nat × String)) (most i : Nat) (used : List String) (names : Array String) : List String × Array String :=
  if h : i < declared.size then
    let (number, name) := declared[i]
    let (called, used) := usable name most used
    useNumbered declared most (i + 1) used (if hn : number < names.size then names.set number called hn else names)
  else (used, names)
termination_by declared.size - i

/-- The characters as text, after that in `out`. -/
def textOf : List Char → (out : String) → String
  | [], out => out
  | c :: rest, out => textOf rest (out.push c)

/-- What follows these characters, if the others start with them. -/
def restAfter : List Char → List Char → Option (List Char)
  | [], rest => some rest
  | _ :: _, [] => none
  | c :: start, d :: rest => if c == d then restAfter start rest else none

/-- The first family from number `i` on whose local variable would be carried under that name, and what it is called there. -/
def ownerOf (families : Array String) (name : List Char) (i : Nat) : Option (Nat × String) :=
  if h : i < families.size then
    if families[i].isEmpty then ownerOf families name (i + 1)
    else match restAfter (families[i].push '_').toList name with
      | some rest => some (i, textOf rest "")
      | none => ownerOf families name (i + 1)
  else none
termination_by families.size - i

/-- The family has a local variable of that name. -/
def isOwned (family : Nat) (name : String) : List (Nat × String) → Bool
  | [] => false
  | (other, used) :: rest => if other = family && used == name then true else isOwned family name rest

/-- The maps from index `i` on that are called like local variables of families, under names that nothing else has. `used` are those of
everything else, `owned` those of local variables. -/
def useLocals (declared : Array (VariableCode × String)) (families : Array String) (used : List String) (i : Nat) (owned : List (Nat × String))
    (names : Array SourceName) : Array SourceName :=
  if h : i < declared.size then
    let (⟨number, isMap⟩, carried) := declared[i]
    if hn : number < names.size then
      if isMap && !names[number].called.isEmpty then
        match ownerOf families (typeOf carried).1.toList 0 with
        | some (family, name) =>
          if isIdentifier name && !isWord name used && !isOwned family name owned then
            useLocals declared families used (i + 1) ((family, name) :: owned) (names.set number { names[number] with own := some (family, name) } hn)
          else useLocals declared families used (i + 1) owned names
        | none => useLocals declared families used (i + 1) owned names
      else useLocals declared families used (i + 1) owned names
    else useLocals declared families used (i + 1) owned names
  else names
termination_by declared.size - i

/-- The names that can be used. -/
def ProgramNames.choose (p : ProgramNames) : SourceNames :=
  let most := p.variables.size + p.parameters.size + p.procedures.size + p.families.size
  let room := Array.replicate (2 * most + 64) ⟨"", false, false, 0, none⟩
  let (used, variables) := useDeclared p.variables most 0 [] room
  let (used, parameters) := useDeclared p.parameters most 0 used room
  let (used, procedures) := useNumbered p.procedures most 0 used (Array.replicate (2 * most + 64) "")
  let (used, families) := useNumbered p.families most 0 used (Array.replicate (2 * most + 64) "")
  ⟨if most ≤ mostNames then useLocals p.variables families used 0 [] variables else variables, parameters, procedures, families⟩

end Plato
