/-
# The audit, seen from inside Lean

Walks from each theorem that the README names through everything of ours that it rests on, definitions and proofs alike,
and from every constant of our modules. Fails on `sorry`, on axioms of ours, on axioms that trust the compiler, and on
a body that was not loaded; prints what was reached, one record a line, for `audit/collect.js`.

Constants of Lean's own library are counted and not opened: the npm package does not ship their proofs. Which axioms
they use can be seen with an official Lean (`#print axioms Plato.check_sound` after `lake build`).
-/
module

public meta import Lean.Elab.Command
public meta import Lean.Util.FoldConsts
import all Plato.Value
import all Plato.Formula
import all Plato.Substitution
import all Plato.Claim
import all Plato.Error
import all Plato.Certificate
import all Plato.Reader
import all Plato.Polynomial
import all Plato.Table
import all Plato.Refutation.Rup
import all Plato.Refutation.Equality
import all Plato.Refutation.Congruence
import all Plato.Refutation.Cases
import all Plato.Refutation.Maps
import all Plato.Refutation.Instance
import all Plato.Refutation.Arithmetic
import all Plato.Refutation.State
import all Plato.Evaluation
import all Plato.Program.Semantics
import all Plato.Program.Open
import all Plato.Program.Core
import all Plato.Program.Code
import all Plato.Program.Auxiliary
import all Plato.Program.Reader
import all Plato.Program.Check
import all Plato.Conditions.Builder
import all Plato.Conditions.Instance
import all Plato.Conditions.Generate
import all Plato.Program.Estimate
import all Plato.Program.Scene
import all Plato.Program.Replay
import all Plato.Program.Schedule
import all Plato.Kernel
import all Plato.Report
import all Plato.Conditions.Print
import all Soundness.Clause
import all Soundness.Value
import all Soundness.Polynomial
import all Soundness.Interpretation
import all Soundness.Rup
import all Soundness.Table
import all Soundness.Definition
import all Soundness.Equality
import all Soundness.Congruence
import all Soundness.Cases
import all Soundness.Maps
import all Soundness.Instance
import all Soundness.Arithmetic
import all Soundness.Steps
import all Soundness.Refutation
import all Soundness.Problem
import all Soundness.Substitution
import all Soundness.Evaluation
import all ThreadModular.Translation
import all ThreadModular.Theorems
import all ThreadModular.BigStep
import all ThreadModular.Rules
import all ThreadModular.Open
import all RelyGuarantee.Transitions
import all RelyGuarantee.Parallel
import all RelyGuarantee.Computations
import all RelyGuarantee.ProofSystem
import all RelyGuarantee.Soundness
import all RelyGuarantee.Completeness
import all RelyGuarantee.Pieces
import all RelyGuarantee.Auxiliary
import all RelyGuarantee.Recorded
import all RelyGuarantee.Parameterized
import all RelyGuarantee.Limits
import all RelyGuarantee.ThreadModular
import all RelyGuarantee.Outlines
import all RelyGuarantee.Commands
import all RelyGuarantee.ModularComputations
import all RelyGuarantee.CommandRuns
import all RelyGuarantee.CommandAgreement
import all RelyGuarantee.CommandRules
import all RelyGuarantee.CommandCompleteness
import all RelyGuarantee.CommandPrograms
import all RelyGuarantee.Search
import all Conditions.Builder
import all Conditions.Instance
import all Conditions.Setting
import all Conditions.Statement
import all Conditions.Weakest
import all Conditions.Program
import all Conditions.Families
import all Conditions.Whole
import all Conditions.Sound
import all Auxiliary.Erasure
import all Auxiliary.Avoids
import all Auxiliary.Annotates
import all Auxiliary.Program
import all Soundness.Program
import all Replay.Estimate
import all Replay.Scene
import all Replay.Sound
import all Soundness
import all Soundness.Report

open Lean Elab Command

/-- Axioms that a proof must not rest on: admitted goals, and trust in compiled code. -/
meta def isForbidden (n : Name) : Bool :=
  n == `sorryAx || n == `Lean.ofReduceBool || n == `Lean.ofReduceNat || n == `Lean.trustCompiler
  || n == `lcProof || n == `lcUnreachable || n == `lcAny || n == `lcErased

/-- The three axioms of Lean's logic. -/
meta def logicalAxioms : List Name := [`propext, `Quot.sound, `Classical.choice]

/-- The constant belongs to Lean's library. -/
meta def isLibrary (env : Environment) (n : Name) : Bool :=
  match env.getModuleIdxFor? n with
  | none => false
  | some i => match env.header.moduleNames[i.toNat]!.getRoot with
    | .str .anonymous root => root == "Init" || root == "Std" || root == "Lean"
    | _ => false

/-- A name as text (the library's own function cannot be compiled against the npm package). -/
meta def nameText : Name → String
  | .anonymous => ""
  | .str .anonymous text => text
  | .str parent text => nameText parent ++ "." ++ text
  | .num parent number => nameText parent ++ "." ++ toString number

/-- What has been visited, and what is still to be. -/
structure Walk where
  seen : NameSet := {}
  todo : List Name := []
  ours : Nat := 0
  library : Nat := 0

meta partial def pushNames (names : Array Name) (i : Nat) (todo : List Name) : List Name :=
  if h : i < names.size then pushNames names (i + 1) (names[i] :: todo) else todo

/-- The terms that make up a constant, and the names it brings along; an error if it is an axiom. -/
meta def contents (n : Name) : ConstantInfo → Except String (List Expr × List Name)
  | .axiomInfo _ => .error (nameText n ++ ": an axiom of ours, or a body that was not loaded")
  | .defnInfo v =>
    if v.safety != .safe then .error (nameText n ++ ": not a safe definition") else .ok ([v.type, v.value], [])
  | .thmInfo v => .ok ([v.type, v.value], [])
  | .opaqueInfo v =>
    if v.isUnsafe then .error (nameText n ++ ": unsafe") else .ok ([v.type, v.value], [])
  | .inductInfo v => if v.isUnsafe then .error (nameText n ++ ": unsafe") else .ok ([v.type], v.ctors)
  | .ctorInfo v => .ok ([v.type], [])
  | .recInfo v => .ok ([v.type], [])
  | .quotInfo v => .ok ([v.type], [])

meta partial def walk (env : Environment) (w : Walk) : Except String Walk :=
  match w.todo with
  | [] => .ok w
  | n :: todo =>
    if w.seen.contains n then walk env { w with todo }
    else if isForbidden n then .error (nameText n ++ ": a forbidden axiom is used")
    else
      let w := { w with todo, seen := w.seen.insert n }
      if isLibrary env n then walk env { w with library := w.library + 1 }
      else match env.find? n with
        | none => .error (nameText n ++ ": no such constant")
        | some info => match contents n info with
          | .error why => .error why
          | .ok (terms, names) =>
            let todo := terms.foldl (fun todo term => pushNames term.getUsedConstants 0 todo) (names.foldl (fun l c => c :: l) w.todo)
            walk env { w with todo, ours := w.ours + 1 }

/-- A helper that Lean makes for compiling a recursive function; it is unsafe, and no proof can mention it. -/
meta def isCompilerHelper : Name → Bool
  | .str _ last => last == "_unsafe_rec"
  | _ => false

meta partial def pushChecked (names : Array Name) (i : Nat) (todo : List Name) : List Name :=
  if h : i < names.size then
    pushChecked names (i + 1) (if isCompilerHelper names[i] then todo else names[i] :: todo)
  else todo

/-- Every constant of every module of ours that Lean's logic knows. -/
meta partial def ourConstants (env : Environment) (i : Nat) (names : List Name) (modules : Nat) : List Name × Nat :=
  if h : i < env.header.moduleNames.size then
    match env.header.moduleNames[i].getRoot with
    | .str .anonymous root =>
      if root == "Init" || root == "Std" || root == "Lean" then ourConstants env (i + 1) names modules
      else ourConstants env (i + 1) (pushChecked (env.header.moduleData[i]!).constNames 0 names) (modules + 1)
    | _ => ourConstants env (i + 1) names modules
  else (names, modules)

meta def axiomsOf (w : Walk) : String :=
  logicalAxioms.foldl (fun text a => if w.seen.contains a then text ++ " " ++ nameText a else text) ""

meta def fail (at_ : Syntax) (why : String) : CommandElabM Unit :=
  throw (Exception.error at_ (stringToMessageData ("audit: " ++ why)))

elab "#audit_theorem " id:ident : command => do
  match walk (← getEnv) { todo := [id.getId] } with
  | .error why => fail id why
  | .ok w => IO.println ("theorem " ++ nameText id.getId ++ " ours=" ++ toString w.ours ++ " library=" ++ toString w.library
      ++ " axioms=" ++ axiomsOf w)

elab tk:"#audit_modules" : command => do
  let env ← getEnv
  let (todo, modules) := ourConstants env 0 [] 0
  match walk env { todo } with
  | .error why => fail tk why
  | .ok w => IO.println ("modules " ++ toString modules ++ " ours=" ++ toString w.ours ++ " library=" ++ toString w.library
      ++ " axioms=" ++ axiomsOf w)

#audit_theorem Plato.check_sound
#audit_theorem Plato.refutation_sound
#audit_theorem Plato.evaluation_sound
#audit_theorem Plato.vcgen_sound
#audit_theorem Plato.replay_sound
#audit_theorem Plato.thread_modular_verification
#audit_theorem Plato.invariant_verification
#audit_theorem Plato.open_verification
#audit_theorem Plato.erasure
#audit_theorem Plato.RelyGuarantee.program_valid_iff
#audit_theorem Plato.RelyGuarantee.sound
#audit_theorem Plato.RelyGuarantee.par_sound
#audit_theorem Plato.RelyGuarantee.component_complete
#audit_theorem Plato.RelyGuarantee.parameterized_complete
#audit_theorem Plato.RelyGuarantee.auxiliary_sat_iff
#audit_theorem Plato.RelyGuarantee.thread_modular_iff_derivable
#audit_theorem Plato.RelyGuarantee.valid_iff_outline
#audit_theorem Plato.RelyGuarantee.Com.par_sound
#audit_theorem Plato.RelyGuarantee.Com.parameterized_complete
#audit_theorem Plato.report_certified
#audit_theorem Plato.report_refuted
#audit_modules
