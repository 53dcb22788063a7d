/-
# Our modules as data

Loads our compiled modules from the very files that were compiled from our sources, without activating anything in them: their syntax,
macros and initialisers stay dead, so that what is examined cannot change how it is examined. Reports what they import, which may only be
one another and Lean's prelude, and examines what they contain besides constants.

Everything that a declaration leaves behind besides constants is an entry of some *extension* of Lean's environment: attributes,
instances, syntax, macros, initialisers, replacements of compiled code. The list below has the extensions that ours need. Any
other is a finding: `implemented_by`, `extern`, `csimp`, `macro`, `notation`, `elab`, `initialize`, `simproc`, and
whatever else there is or will be.
-/
module

public meta import Lean.Elab.Command
public meta import Lean.Setup
public meta import Audit.Request

public meta section

open Lean

namespace Audit

/-- Modules of Lean's library that ours may import: what every module imports by itself. -/
def allowedImports : List Name := [`Init]

/-- Extensions of the environment in which our modules may have entries. -/
def allowedExtensions : List String := [
  -- what Lean keeps about declarations for itself, its tactics and editors
  "Lean.auxRecExt", "Lean.declRangeExt", "Lean.defeqAttr", "Lean.docStringExt", "Lean.extraModUses", "Lean.namespacesExt",
  "Lean.noConfusionExt", "Lean.noncomputableExt", "Lean.projectionFnInfoExt", "Lean.protectedExt", "Lean.Linter.deprecatedAttr",
  "Lean.Elab.Structural.eqnInfoExt", "Lean.Elab.Term.elabAsElim", "Lean.Elab.WF.eqnInfoExt", "Lean.Meta.Match.Extension.extension",
  "Lean.Meta.completionBlackListExt", "Lean.Meta.congrKindsExt", "Lean.Meta.funIndInfoExt", "recExt", "reducibilityCore", "sineQueNon",
  "symbolFrequency", "_private.Lean.AddDecl.0.Lean.privateConstKindsExt", "_private.Lean.AuxRecursor.0.Lean.sparseCasesOnExt",
  "_private.Lean.Compiler.ModPkgExt.0.Lean.modPkgExt", "_private.Lean.DocString.Extension.0.Lean.moduleDocExt",
  "_private.Lean.Meta.Constructions.SparseCasesOn.0.Lean.Meta.sparseCasesOnInfoExt", "_private.Lean.Structure.0.Lean.structureExt",
  -- lemmas and instances for tactics and type classes: what they make is checked by the kernel
  "Lean.Meta.Grind.grindExt", "Lean.Meta.globalInstanceExtension", "Lean.Meta.instanceExtension", "Lean.Meta.simpExtension",
  -- compiled code, as the compiler makes it of the definitions
  "Lean.Compiler.LCNF.Specialize.specCacheExt", "Lean.Compiler.LCNF.UnreachableBranches.functionSummariesExt",
  "Lean.Compiler.LCNF.baseExt", "Lean.Compiler.LCNF.monoExt", "Lean.Compiler.inlineAttrs", "Lean.IR.declMapExt",
  -- names for C, which Audit.Exports looks at
  "Lean.exportAttr"]

/-- A module of ours, loaded. -/
structure Loaded where
  name : Name
  data : ModuleData

/-- All that the audit looks at. -/
structure Scene where
  /-- Our modules with everything that they import. -/
  env : Environment
  /-- Lean's prelude alone, with its syntax. -/
  prelude : Environment
  /-- Our modules, each after those it imports. -/
  modules : List Loaded

/-- The modules that are ours, in the order in which they were loaded, from number `i` on. -/
partial def oursFrom (env : Environment) (ours : NameSet) (i : Nat) : List Loaded :=
  if h : i < env.header.moduleData.size then
    let name := env.header.moduleNames[i]!
    let rest := oursFrom env ours (i + 1)
    if ours.contains name then ⟨name, env.header.moduleData[i]⟩ :: rest else rest
  else []

/-- Loads everything. `setup` lists the files of our modules as Lake lists them for a compilation. -/
def loadScene (request : Request) (setup : String) : IO Scene := do
  let arts := (← ModuleSetup.load setup).importArts
  let imports := request.modules.foldl (fun list m => list.push { module := m.name, importAll := true }) #[]
  let env ← importModules imports {} (level := .private) (arts := arts)
  let prelude ← importModules (allowedImports.foldl (fun list m => list.push { module := m }) #[]) {} (level := .exported) (loadExts := true)
  let ours := request.modules.foldl (fun set m => set.insert m.name) ({} : NameSet)
  return { env, prelude, modules := oursFrom env ours 0 }

/-- What modules import, one edge a line; a finding if it is neither ours nor allowed. -/
def importLines (modules : List Loaded) : IO (List String) := do
  let ours := modules.foldl (fun set m => set.insert m.name) ({} : NameSet)
  let mut lines := []
  for m in modules do
    for i in m.data.imports.toList do
      if ours.contains i.module then lines := ("import " ++ nameText m.name ++ " " ++ nameText i.module) :: lines
      else unless allowedImports.contains i.module do
        throw (finding (nameText m.name ++ ": imports " ++ nameText i.module ++ ", which is neither ours nor allowed"))
  return lines

/-- A finding if a module carries what is not allowed. -/
def checkExtensions (modules : List Loaded) : IO Unit := do
  for m in modules do
    for (extension, entries) in m.data.entries.toList do
      unless entries.size == 0 || allowedExtensions.contains (nameText extension) do
        throw (finding (nameText m.name ++ ": has entries of " ++ nameText extension ++ ", which is not allowed"))

end Audit
