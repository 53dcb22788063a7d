/-
# Our sources as Lean reads them

Parses our sources with Lean's own parser, so that no trick with strings, comments or names can hide a word, and goes through the whole of
each syntax tree. Only the commands, parts of commands, attributes and options listed here may occur. The compiled modules do not show all
of this: an option is gone once a module is compiled, and so is a command that ran during compilation (`#eval`).
-/
module

public meta import Lean.Elab.Command
public meta import Lean.Parser.Module
public meta import Audit.Modules

public meta section

open Lean

namespace Audit

/-- Commands and parts of commands that may occur; the names are those of Lean's syntax trees, after `Lean.Parser.Command`. -/
def allowedCommands : List String := [
  "moduleDoc", "eoi", "section", "sectionHeader", "namespace", "end", "open", "openSimple", "in", "variable", "include", "omit", "mutual",
  "declaration", "declModifiers", "docComment", "public", "private", "noncomputable", "declId", "declSig", "optDeclSig",
  "definition", "abbrev", "theorem", "instance", "declValSimple", "declValEqns", "whereStructInst",
  "inductive", "ctor", "structure", "structureTk", "structFields", "structSimpleBinder", "structInstBinder", "extends", "optDeriving", "derivingClass"]

/-- Attributes that may occur. -/
def allowedAttributes : List String := ["expose", "inline", "macro_inline", "export", "specialize", "simp"]

/-- Options that may be set: those that limit Lean's effort. -/
def allowedOptions : List String := ["maxHeartbeats", "maxRecDepth"]

/-- The text of the first identifier or keyword. -/
partial def firstToken : Syntax → String
  | .atom _ text => text
  | .ident _ _ name _ => nameText name
  | .node _ _ args => go args.toList
  | .missing => ""
where
  go : List Syntax → String
    | [] => ""
    | s :: rest => match firstToken s with
      | "" => go rest
      | text => text

/-- The last part of the name of a command's syntax, if that is what the kind names. -/
def commandPart : Name → Option String
  | .str (.str (.str (.str .anonymous "Lean") "Parser") "Command") part => some part
  | .str parent part => match commandPart parent with
    | some whole => some (whole ++ "." ++ part)
    | none => none
  | _ => none

/-- What is wrong with this node itself. -/
def nodeFinding (kind : Name) (args : List Syntax) : Option String :=
  match commandPart kind, kind, args with
  | some part, _, _ =>
    if part == "set_option" then optionFinding args
    else if allowedCommands.contains part then none
    else some ("the command " ++ part ++ " is not allowed")
  | none, `Lean.Parser.Term.set_option, _ => optionFinding args
  | none, `Lean.Parser.Tactic.set_option, _ => optionFinding args
  | none, `Lean.Parser.Term.attrInstance, [_, given] =>
    let name := firstToken given
    if allowedAttributes.contains name then none else some ("the attribute " ++ name ++ " is not allowed")
  | none, `Lean.Parser.Term.attrInstance, _ => some "an attribute of unknown form"
  | none, _, _ => none
where
  optionFinding : List Syntax → Option String
    | _ :: name :: _ =>
      let name := firstToken name
      if allowedOptions.contains name then none else some ("the option " ++ name ++ " is not allowed")
    | _ => some "an option of unknown form"

/-- What is wrong in this tree, if anything is. -/
partial def treeFinding : Syntax → Option String
  | .node _ kind args => match nodeFinding kind args.toList with
    | some what => some what
    | none => go args.toList
  | _ => none
where
  go : List Syntax → Option String
    | [] => none
    | s :: rest => match treeFinding s with
      | some what => some what
      | none => go rest

/-- Goes through the commands of a source from the parser's position. We have no notations of our own, so parsing needs only Lean's prelude.
-/
partial def checkCommands (source : String) (context : Parser.InputContext) (prelude : Parser.ParserModuleContext)
    (state : Parser.ModuleParserState) (log : MessageLog) : IO Unit := do
  let (command, state, log) := Parser.parseCommand context prelude state log
  let line := toString (context.fileMap.toPosition (command.getPos?.getD 0)).line
  if log.hasErrors then throw (finding (source ++ ":" ++ line ++ ": Lean's prelude does not suffice to parse this"))
  unless (commandPart command.getKind).isSome do
    throw (finding (source ++ ":" ++ line ++ ": the command " ++ nameText command.getKind ++ " is not allowed"))
  match treeFinding command with
  | some what => throw (finding (source ++ ":" ++ line ++ ": " ++ what))
  | none => pure ()
  unless Parser.isTerminalCommand command do checkCommands source context prelude state log

/-- Looks through all sources. -/
def checkSources (scene : Scene) (modules : List OurModule) : IO Unit := do
  for m in modules do
    let text ← IO.FS.readFile m.source
    let context : Parser.InputContext :=
      { inputString := text, fileName := m.source, fileMap := FileMap.ofString text, endPos := text.rawEndPos, endPos_valid := by simp }
    let (_, state, log) ← Parser.parseHeader context
    checkCommands m.source context { env := scene.prelude, options := {} } state log

end Audit
