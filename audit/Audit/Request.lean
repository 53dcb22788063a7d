/-
# What is to be examined

A request is a text file, one item a line, fields separated by tabs:

    module     NAME  SOURCE      a module of ours and its source
    theorem    NAME              a theorem to report on
    export     SYMBOL  NAME      a C symbol, and the one definition that bears it
    statement  NAME              the definition that says what claims mean

The build makes it from the files below `lean/` and `proofs/` and from `audit/expected.txt` (`audit/prepare.js`). What is ours is decided by
these files and not by what a module is called; everything else that is imported comes from Lean's own folder.
-/
module

public meta import Lean.Elab.Command
public meta import Init.Data.String.Legacy
public meta import Audit.Names

public meta section

open Lean

namespace Audit

/-- A module of ours. -/
structure OurModule where
  name : Name
  source : String

/-- What is to be examined. -/
structure Request where
  modules : List OurModule := []
  theorems : List Name := []
  exports : List (String × Name) := []
  statements : List Name := []

/-- Adds what one line says, in front. Empty lines and lines that start with `#` say nothing. -/
def Request.addLine (r : Request) (line : String) : Except String Request :=
  match line.splitOn "\t" with
  | ["module", name, source] => .ok { r with modules := ⟨name.toName, source⟩ :: r.modules }
  | ["theorem", name] => .ok { r with theorems := name.toName :: r.theorems }
  | ["export", symbol, name] => .ok { r with exports := (symbol, name.toName) :: r.exports }
  | ["statement", name] => .ok { r with statements := name.toName :: r.statements }
  | [text] => match text.toList with
    | [] => .ok r
    | '#' :: _ => .ok r
    | _ => .error line
  | _ => .error line

/-- What the lines say, in their order. -/
def requestOf : List String → Except String Request
  | [] => .ok {}
  | line :: lines => match requestOf lines with
    | .error why => .error why
    | .ok r => r.addLine line

/-- Reads a request. -/
def readRequest (file : String) : IO Request := do
  match requestOf ((← IO.FS.readFile file).splitOn "\n") with
  | .error line => throw (finding (file ++ ": not a line of a request: " ++ line))
  | .ok r => return r

end Audit
