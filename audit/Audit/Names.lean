/-
# Names and findings

How the audit writes names, and how it complains. Lean's own functions for this cannot be compiled against the npm package.
-/
module

public meta import Lean.Elab.Command

public meta section

open Lean

namespace Audit

/-- A name as text. -/
def nameText : Name → String
  | .anonymous => ""
  | .str .anonymous text => text
  | .str parent text => nameText parent ++ "." ++ text
  | .num parent number => nameText parent ++ "." ++ toString number

/-- What was found, as the error that stops the audit. -/
def finding (what : String) : IO.Error := IO.userError ("audit: " ++ what)

/-- Names, each after a space. -/
def spacedNames (names : List Name) : String := names.foldl (fun text n => text ++ " " ++ nameText n) ""

end Audit
