/-
# The audit, seen from inside Lean

Examines our compiled modules and their sources, and fails at the first finding:

- `Audit.Modules`: they import nothing but one another and Lean's prelude, and carry nothing but what is listed;
- `Audit.Sources`: the sources consist of the commands, attributes and options that are listed;
- `Audit.Replay`: Lean's kernel accepts every constant of theirs again, in a fresh environment;
- `Audit.Walk`: what the theorems rest on;
- `Audit.Exports`: the functions that C++ calls are those that the theorems are about.

Writes what it found for `audit/collect.js`, one record a line. It imports none of our modules: it examines them as data, so that they
cannot change what the audit does.
-/
module

public meta import Lean.Elab.Command
public meta import Audit.Walk
public meta import Audit.Sources
public meta import Audit.Exports

open Lean Elab Command

namespace Audit

/-- Does all of it, for what `audit/prepare.js` has put into the folder, and writes `lean_report.txt` there. -/
meta def audit (folder : String) : IO Unit := do
  let request ← readRequest (folder ++ "/request.txt")
  let scene ← loadScene request (folder ++ "/setup.json")
  let mut lines ← importLines scene.modules
  checkSources scene request.modules
  checkExtensions scene.modules
  let whole ← modulesLine scene
  lines := ("replayed " ++ toString (← replayModules scene)) :: lines
  checkNames scene
  for line in ← exportLines scene request.exports do lines := line :: lines
  for n in request.statements do
    for line in ← statementLines scene n do lines := line :: lines
  for n in request.theorems do lines := (← theoremLine scene n) :: lines
  lines := whole :: lines
  IO.FS.writeFile (folder ++ "/lean_report.txt") (lines.foldl (fun text line => line ++ "\n" ++ text) "")

elab "#audit " folder:str : command => audit folder.getString

end Audit
