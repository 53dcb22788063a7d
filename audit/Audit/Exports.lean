/-
# What C++ calls is what the theorems are about

Lean emits a definition with the attribute `export` under the C name that it gives. Each name that C++ knows must belong to the one
definition that the request names, and no other definition of ours may be exported.

Lean emits a definition's compiled code, which is made from the definition itself unless something else is put in its place. `Audit.Modules`
excludes attributes that do so; but the compiler also looks for definitions by their *names*: where there is an `f._unsafe_rec`, it compiles
that instead of `f`. So no definition of ours may have a name of that kind that Lean did not give it.
-/
module

public meta import Lean.Elab.Command
public meta import Lean.Compiler.ExportAttr
public meta import Audit.Modules

public meta section

open Lean

namespace Audit

/-- A line for each exported definition; a finding if they are not exactly those expected. -/
def exportLines (scene : Scene) (expected : List (String × Name)) : IO (List String) := do
  let mut lines := []
  for m in scene.modules do
    for n in m.data.constNames.toList do
      match getExportNameFor? scene.env n with
      | none => pure ()
      | some symbol =>
        unless expected.foldl (fun found (s, d) => found || (s == nameText symbol && d == n)) false do
          throw (finding (nameText n ++ ": is exported to C as " ++ nameText symbol ++ ", which is not expected"))
        lines := ("export " ++ nameText symbol ++ " " ++ nameText n ++ " " ++ nameText m.name) :: lines
  for (symbol, n) in expected do
    unless (match getExportNameFor? scene.env n with | some name => nameText name == symbol | none => false) do
      throw (finding (nameText n ++ ": is not exported to C as " ++ symbol))
  return lines

/-- Names of definitions that Lean makes besides those in the sources. None of them means anything to the compiler. -/
def auxiliaryNames : List String := ["_flat_ctor", "_mutual", "_unary", "_sunfold", "_sizeOf_inst"]

/-- Such names that are followed by a number. -/
def numberedNames : List String := ["_sizeOf", "_sparseCasesOn"]

/-- The text is one of `numberedNames`, an underscore and a number. -/
def isNumbered (text : String) : Bool :=
  match text.splitOn "_" with
  | ["", name, number] => numberedNames.contains ("_" ++ name) && number.isNat
  | _ => false

/-- The part of a name begins with an underscore and is not one that Lean gives by itself. -/
def isReserved (text : String) : Bool :=
  match text.toList with
  | '_' :: _ => !(auxiliaryNames.contains text || isNumbered text)
  | _ => false

/-- Some part of the name does; `_private` in front of all others does not count. -/
def hasReserved : Name → Bool
  | .anonymous => false
  | .str .anonymous text => text != "_private" && isReserved text
  | .str parent text => isReserved text || hasReserved parent
  | .num parent _ => hasReserved parent

/-- No definition has a name that could make the compiler take it for another one's code. -/
def checkNames (scene : Scene) : IO Unit := do
  for m in scene.modules do
    for c in m.data.constants.toList do
      match c with
      | .defnInfo { name, safety := .safe, .. } =>
        if hasReserved name then throw (finding (nameText name ++ ": a name that means something to Lean's compiler"))
      | _ => pure ()

end Audit
