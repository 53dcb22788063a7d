/-
# Every constant again, through Lean's kernel

Takes every constant of ours from the compiled modules and adds it to a fresh environment, which contains only Lean's prelude, through the
kernel's own check, each after those that it mentions. So it does not matter how a constant got into a module: an option that skips the
check, or a program that wrote it there, is detected here. The constructors and recursors that the kernel itself makes for an inductive type
must be those in the module.

Besides, no constant of ours is an axiom, opaque, unsafe or partial; and no inductive type is nested in another, since the check of
those was repaired in Lean 4.32.2 and 4.33.1 and the Lean used here is older.
-/
module

public meta import Lean.Elab.Command
public meta import Lean.Util.FoldConsts
public meta import Audit.Modules

public meta section

open Lean

namespace Audit

/-- A helper that Lean makes for compiling a recursive function. It is not safe, so no proof can mention it; and since our sources
have no `unsafe` and no `partial`, it is Lean's own. -/
def isCompilerHelper : ConstantInfo → Bool
  | .defnInfo { name := .str _ "_unsafe_rec", safety, .. } => safety != .safe
  | _ => false

/-- The type is the first of its group. -/
def isFirst (v : InductiveVal) : Bool :=
  match v.all with
  | first :: _ => first == v.name
  | [] => false

/-- The types of a group of inductive types and of their constructors. -/
def typesOf (env : Environment) (all : List Name) : List Expr :=
  all.foldl (fun types n => match env.find? n with
    | some (.inductInfo v) => v.ctors.foldl (fun types c => typeOf c types) (v.type :: types)
    | _ => types) []
where
  typeOf (n : Name) (types : List Expr) : List Expr :=
    match env.find? n with
    | some (.ctorInfo v) => v.type :: types
    | _ => types

/-- The terms that make up a constant, and the names that come with it; or why it may not be there. The first type of a group of inductive
types represents all of them and their constructors and recursors. -/
def contents (env : Environment) : ConstantInfo → Except String (List Expr × List Name)
  | .axiomInfo _ => .error "an axiom of ours, or a body that was not loaded"
  | .defnInfo v => if v.safety != .safe then .error "not a safe definition" else .ok ([v.type, v.value], [])
  | .thmInfo v => .ok ([v.type, v.value], [])
  | .opaqueInfo _ => .error "opaque"
  | .quotInfo _ => .error "a quotient of ours"
  | .inductInfo v =>
    if v.isUnsafe then .error "unsafe"
    else if v.numNested != 0 then .error "an inductive type that is nested in another"
    else if isFirst v then .ok (typesOf env v.all, v.all)
    else .ok ([], v.all)
  | .ctorInfo v => if v.isUnsafe then .error "unsafe" else .ok ([], [v.induct])
  | .recInfo v => if v.isUnsafe then .error "unsafe" else .ok ([], v.all)

/-- Puts names in front of a list. -/
partial def pushNames (names : Array Name) (i : Nat) (list : List Name) : List Name :=
  if h : i < names.size then pushNames names (i + 1) (names[i] :: list) else list

/-- The constants that a constant mentions. -/
def mentioned (terms : List Expr) (names : List Name) : List Name :=
  terms.foldl (fun list term => pushNames term.getUsedConstants 0 list) names

/-- The kernel's complaint. -/
def complaint : Kernel.Exception → String
  | .unknownConstant _ n => "unknown constant " ++ nameText n
  | .alreadyDeclared _ _ => "declared twice"
  | .declTypeMismatch .. => "its value does not have its type"
  | .declHasMVars .. => "it has metavariables"
  | .declHasFVars .. => "it has free variables"
  | .funExpected .. => "function expected"
  | .typeExpected .. => "type expected"
  | .letTypeMismatch .. => "type mismatch in a let"
  | .exprTypeMismatch .. => "type mismatch"
  | .appTypeMismatch .. => "type mismatch in an application"
  | .invalidProj .. => "invalid projection"
  | .thmTypeIsNotProp .. => "a theorem that is no proposition"
  | .other what => what
  | .deterministicTimeout => "out of time"
  | .excessiveMemory => "out of memory"
  | .deepRecursion => "recursion too deep"
  | .interrupted => "interrupted"

/-- A constructor with its type. -/
def constructorOf (env : Environment) (n : Name) : Except String Constructor :=
  match env.find? n with
  | some (.ctorInfo v) => .ok ⟨n, v.type⟩
  | _ => .error (nameText n ++ ": not a constructor")

def constructorsOf (env : Environment) : List Name → Except String (List Constructor)
  | [] => .ok []
  | n :: rest => match constructorOf env n, constructorsOf env rest with
    | .ok c, .ok list => .ok (c :: list)
    | .error why, _ => .error why
    | _, .error why => .error why

def inductiveTypesOf (env : Environment) : List Name → Except String (List InductiveType)
  | [] => .ok []
  | n :: rest => match env.find? n with
    | some (.inductInfo v) => match constructorsOf env v.ctors, inductiveTypesOf env rest with
      | .ok ctors, .ok list => .ok (⟨n, v.type, ctors⟩ :: list)
      | .error why, _ => .error why
      | _, .error why => .error why
    | _ => .error (nameText n ++ ": not an inductive type")

/-- What the kernel is asked to check for a constant; nothing for constructors and recursors, which come with their type, and for
the types of a group but the first. -/
def declarationOf (env : Environment) : ConstantInfo → Except String (Option Declaration)
  | .defnInfo v => .ok (some (.defnDecl v))
  | .thmInfo v => .ok (some (.thmDecl v))
  | .inductInfo v =>
    if !isFirst v then .ok none
    else match inductiveTypesOf env v.all with
      | .ok types => .ok (some (.inductDecl v.levelParams v.numParams types false))
      | .error why => .error why
  | .ctorInfo _ => .ok none
  | .recInfo _ => .ok none
  | _ => .error "not a definition, theorem or inductive type"

def sameRules : List RecursorRule → List RecursorRule → Bool
  | [], [] => true
  | a :: as, b :: bs => a.ctor == b.ctor && a.nfields == b.nfields && a.rhs == b.rhs && sameRules as bs
  | _, _ => false

/-- The constant of the module is the kernel's. -/
def sameConstant : ConstantInfo → ConstantInfo → Bool
  | .defnInfo a, .defnInfo b => a.levelParams == b.levelParams && a.type == b.type && a.value == b.value
  | .thmInfo a, .thmInfo b => a.levelParams == b.levelParams && a.type == b.type && a.value == b.value
  | .inductInfo a, .inductInfo b =>
    a.levelParams == b.levelParams && a.type == b.type && a.numParams == b.numParams && a.numIndices == b.numIndices
    && a.all == b.all && a.ctors == b.ctors && a.isRec == b.isRec && a.isReflexive == b.isReflexive
  | .ctorInfo a, .ctorInfo b =>
    a.levelParams == b.levelParams && a.type == b.type && a.induct == b.induct && a.cidx == b.cidx
    && a.numParams == b.numParams && a.numFields == b.numFields
  | .recInfo a, .recInfo b =>
    a.levelParams == b.levelParams && a.type == b.type && a.all == b.all && a.numParams == b.numParams && a.numIndices == b.numIndices
    && a.numMotives == b.numMotives && a.numMinors == b.numMinors && a.k == b.k && sameRules a.rules b.rules
  | _, _ => false

/-- What is still to be done: a constant is *entered*, then come those that it mentions, and then it is *added*. -/
inductive Task where
  | enter (name : Name)
  | add (name : Name) (declaration : Declaration)

/-- The state of the replay. -/
structure Replay where
  fresh : Kernel.Environment
  entered : NameSet := {}
  added : Nat := 0
  todo : List Task := []

/-- Works off the tasks. Constants of Lean's prelude are there from the beginning. -/
partial def replayTasks (scene : Scene) (r : Replay) : Except String Replay :=
  match r.todo with
  | [] => .ok r
  | .add n declaration :: todo => match r.fresh.addDeclCore 0 declaration none with
    | .ok fresh => replayTasks scene { r with fresh, todo, added := r.added + 1 }
    | .error what => .error (nameText n ++ ": Lean's kernel rejects it: " ++ complaint what)
  | .enter n :: todo =>
    if r.entered.contains n || (scene.prelude.find? n).isSome then replayTasks scene { r with todo }
    else match scene.env.find? n with
      | none => .error (nameText n ++ ": no such constant")
      | some info => match contents scene.env info, declarationOf scene.env info with
        | .error why, _ => .error (nameText n ++ ": " ++ why)
        | _, .error why => .error (nameText n ++ ": " ++ why)
        | .ok (terms, names), .ok declaration =>
          let todo := match declaration with
            | some declaration => .add n declaration :: todo
            | none => todo
          let todo := (mentioned terms names).foldl (fun todo name => .enter name :: todo) todo
          replayTasks scene { r with todo, entered := r.entered.insert n }

/-- A constant of ours is what the kernel now has under its name. -/
def checkReplayed (scene : Scene) (fresh : Kernel.Environment) (n : Name) : IO Unit :=
  match scene.env.find? n with
  | none => throw (finding (nameText n ++ ": no such constant"))
  | some info =>
    if (scene.prelude.find? n).isSome then throw (finding (nameText n ++ ": a name of Lean's prelude"))
    else if isCompilerHelper info then pure ()
    else match fresh.find? n with
      | none => throw (finding (nameText n ++ ": the kernel has not seen it"))
      | some again =>
        if sameConstant info again then pure () else throw (finding (nameText n ++ ": not what the kernel makes of it"))

/-- Replays all modules, and says how many constants the kernel has checked. -/
def replayModules (scene : Scene) : IO Nat := do
  let mut r : Replay := { fresh := scene.prelude.toKernelEnv }
  for m in scene.modules do
    let todo := m.data.constants.toList.foldl (fun todo c => if isCompilerHelper c then todo else Task.enter c.name :: todo) []
    match replayTasks scene { r with todo } with
    | .error why => throw (finding why)
    | .ok next => r := next
  for m in scene.modules do
    for n in m.data.constNames.toList do checkReplayed scene r.fresh n
  return r.added

end Audit
