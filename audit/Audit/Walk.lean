/-
# What a theorem rests on

Walks from a constant through everything of ours that it mentions, definitions and proofs alike. Constants of Lean's library are
listed and not opened: the npm package has no proofs of its theorems. So the axioms found are those that our own terms mention; what the
library's constants rest on is not known here.
-/
module

public meta import Lean.Elab.Command
public meta import Lean.Util.FoldConsts
public meta import Audit.Replay

public meta section

open Lean

namespace Audit

/-- The three axioms of Lean's logic. -/
def logicalAxioms : List Name := [`propext, `Quot.sound, `Classical.choice]

/-- Axioms that nothing may rest on: admitted goals, and trust in compiled code. -/
def forbiddenAxioms : List Name :=
  [`sorryAx, `Lean.ofReduceBool, `Lean.ofReduceNat, `Lean.trustCompiler, `lcProof, `lcUnreachable, `lcAny, `lcErased]

/-- What has been visited, and what is still to be. -/
structure Walk where
  seen : NameSet := {}
  todo : List Name := []
  ours : List Name := []
  oursCount : Nat := 0
  libraryCount : Nat := 0
  classical : List Name := []

/-- The name lies in the namespace `Classical`. -/
def isClassical : Name → Bool
  | .str .anonymous text => text == "Classical"
  | .str parent _ => isClassical parent
  | .num parent _ => isClassical parent
  | .anonymous => false

partial def walk (scene : Scene) (w : Walk) : Except String Walk :=
  match w.todo with
  | [] => .ok w
  | n :: todo =>
    if w.seen.contains n then walk scene { w with todo }
    else if forbiddenAxioms.contains n then .error (nameText n ++ ": a forbidden axiom is used")
    else
      let w := { w with todo, seen := w.seen.insert n }
      if (scene.prelude.find? n).isSome then
        walk scene { w with libraryCount := w.libraryCount + 1, classical := if isClassical n then n :: w.classical else w.classical }
      else match scene.env.find? n with
        | none => .error (nameText n ++ ": no such constant")
        | some info => match contents scene.env info with
          | .error why => .error (nameText n ++ ": " ++ why)
          | .ok (terms, names) =>
            walk scene { w with todo := mentioned terms (names.foldl (fun list c => c :: list) w.todo),
                                ours := n :: w.ours, oursCount := w.oursCount + 1 }

/-- What was found, as fields of a line. -/
def walkText (w : Walk) : String :=
  "ours=" ++ toString w.oursCount ++ " library=" ++ toString w.libraryCount
  ++ " axioms=" ++ spacedNames (logicalAxioms.foldl (fun list a => if w.seen.contains a then a :: list else list) [])
  ++ " classical=" ++ spacedNames w.classical

/-- A line about a theorem. -/
def theoremLine (scene : Scene) (n : Name) : IO String := do
  match scene.env.find? n with
  | some (.thmInfo _) => pure ()
  | _ => throw (finding (nameText n ++ ": not a theorem"))
  match walk scene { todo := [n] } with
  | .error why => throw (finding why)
  | .ok w => return "theorem " ++ nameText n ++ " " ++ walkText w

/-- A line about all constants of all modules. -/
def modulesLine (scene : Scene) : IO String := do
  let mut todo := []
  let mut count := 0
  for m in scene.modules do
    count := count + 1
    for c in m.data.constants.toList do
      unless isCompilerHelper c do todo := c.name :: todo
  match walk scene { todo } with
  | .error why => throw (finding why)
  | .ok w => return "modules " ++ toString count ++ " " ++ walkText w

/-- The modules of ours that a definition reaches, one a line. -/
def statementLines (scene : Scene) (n : Name) : IO (List String) := do
  match walk scene { todo := [n] } with
  | .error why => throw (finding why)
  | .ok w =>
    let mut lines := []
    for m in scene.modules do
      if m.data.constNames.toList.foldl (fun found c => found || w.seen.contains c) false then
        lines := ("statement " ++ nameText n ++ " " ++ nameText m.name) :: lines
    return lines

end Audit
