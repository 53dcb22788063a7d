/-
# What is printed

Text that is being printed, with what may still be printed and what could not be.

Main definitions: `Written`.
-/
module

public import Plato.Program.Code

@[expose] public section

namespace Plato

/-- That the type of a variable is used. -/
def typeOfVariable (number : Nat) : Nat := 3 * number

/-- That the type of a parameter is used. -/
def typeOfParameter (number : Nat) : Nat := 3 * number + 1

/-- That a variable is printed as a local one. -/
def placeOfVariable (number : Nat) : Nat := 3 * number + 2

/-- Text, how much more may be printed (bytes, and one for every part), whether everything could be printed, and what must be printed
otherwise (`typeOfVariable`, `typeOfParameter`, `placeOfVariable`). Parts that are used several
times are printed as often, and names and numbers may be long: only a count of bytes keeps the text as short as the certificate allows. -/
structure Written where
  text : String
  budget : Nat
  complete : Bool
  refused : List Nat

namespace Written

/-- Appends text. -/
def put (out : Written) (text : String) : Written :=
  match out with
  | ⟨before, budget, complete, refused⟩ => ⟨before ++ text, budget - text.utf8ByteSize, complete, refused⟩

/-- One part more has been printed. -/
def spend (out : Written) : Written :=
  match out with
  | ⟨text, budget, complete, refused⟩ => ⟨text, budget - 1, complete, refused⟩

/-- Something could not be printed. -/
def fail (out : Written) : Written :=
  match out with
  | ⟨text, budget, _, refused⟩ => ⟨text ++ "…", budget, false, refused⟩

/-- This cannot be used, and so this text is not. -/
def refuse (out : Written) (code : Nat) : Written :=
  match out with
  | ⟨text, budget, complete, refused⟩ => ⟨text, budget - 1, complete, code :: refused⟩

/-- Appends text, if there is any. -/
def putFound (out : Written) (text : Option String) : Written :=
  match text with
  | none => out.fail
  | some text => out.put text

/-- Appends text if the condition holds. -/
def putIf (out : Written) (condition : Bool) (text : String) : Written := if condition then out.put text else out

end Written


end Plato
