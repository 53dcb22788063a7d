/-
# Reading models

The lines that give values to atoms, variables of the logic and program variables: in a model they give all of them, in a schedule those at
the start and those that a step changes.

Main definitions: `Reader.ReadAssignment`, `Reader.assigned`, `Reader.assignment`.
-/
module

public import Plato.Certificate.Reader

@[expose] public section

namespace Plato.Reader

/-- A line of a model, and the offset of the next line. -/
structure ReadAssignment where
  letter : Char
  /-- The name; of a program variable, the version, too. -/
  name : Nat
  version : Nat
  /-- The value, or a map's value almost everywhere, then its exceptions: index, value, index, value, …. -/
  values : Array Int
  next : Nat

/-- The elements from index `i` on. -/
def dropIntegers (values : Array Int) (i : Nat) (out : Array Int) : Array Int :=
  if h : i < values.size then dropIntegers values (i + 1) (out.push values[i]) else out
termination_by values.size - i

/-- The numbers of a line with this letter: `names` of them name something, and are not negative. -/
def assigned (bytes : ByteArray) (i : Nat) (letter : Char) (names : Nat) : Except Error ReadAssignment := do
  let ⟨values, next⟩ ← integers bytes (i + 1) #[]
  require (isAt bytes next '\n') ⟨next, notANumber⟩
  if h : names ≤ values.size ∧ 0 < names then
    let name := values[0]'(by omega)
    let version := if h' : 1 < names then values[1]'(by omega) else 0
    require (0 ≤ name ∧ 0 ≤ version) ⟨i, .expected "names and versions, which are not negative"⟩
    .ok ⟨letter, name.toNat, version.toNat, dropIntegers values names #[], next + 1⟩
  else .error ⟨i, .wrongArity (names + 1) values.size⟩

/-- The letters of a model's lines, and how many numbers name something. -/
def assignmentLetters : List (Char × Nat) := [('a', 1), ('y', 1), ('Y', 1), ('v', 2), ('V', 2)]

/-- The first of the letters that is at `i` and ends there, and its number. -/
def letterAt (bytes : ByteArray) (i : Nat) : List (Char × Nat) → Option (Char × Nat)
  | [] => none
  | (letter, number) :: rest =>
    if isAt bytes i letter && letterEnds bytes i then some (letter, number) else letterAt bytes i rest

/-- The line of a model that starts at `i`; a remark has the letter `#` and gives no value. -/
def assignment (bytes : ByteArray) (i : Nat) : Except Error ReadAssignment :=
  if i < bytes.size then
    if isAt bytes i '#' then do
      let ⟨_, next⟩ ← endLine bytes (skipLine bytes i) .comment
      .ok ⟨'#', 0, 0, #[], next⟩
    else match letterAt bytes i assignmentLetters with
      | some (letter, names) => assigned bytes i letter names
      | none => .error ⟨i, .expected "a line of the model: a, y, Y, v or V and its numbers"⟩
  else .error ⟨i, .expected "another line; the file ends here"⟩

end Plato.Reader
