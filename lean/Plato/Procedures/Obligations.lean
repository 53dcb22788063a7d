/-
# What verification of procedures one at a time has to show

For each procedure with an abstraction: its rely is reflexive and transitive, its idle steps may do nothing, what it calls is as it is to be, and
from every store in which `pre` holds its body runs as the abstraction says, in the company of any thread that keeps to its rely. This is section 5
of Flanagan, Freund, Qadeer and Seshia, *Modular Verification of Multithreaded Programs*. The rest is as for programs without procedures.

Main definitions: `procedureBatch`, `modularConditions`.
-/
module

public import Plato.ThreadModular.Branches

@[expose] public section

namespace Plato

/-- What the goals of a procedure's body have in common. -/
def Abstraction.rules (x : Abstraction) (unit witness : Nat) (variables : List VariableCode) (q : OutlinedProcedure) : ThreadRules :=
  ⟨unit, x.rely, .true, false, usedOr q.uses variables, q.calls, some ⟨witness, x⟩⟩

namespace Abstraction

/-- The rely is reflexive. -/
def relyReflexive (x : Abstraction) (unit : Nat) : Obligation := .reflexive (.relyReflexive unit) x.rely .self

/-- The rely is transitive. -/
def relyTransitive (x : Abstraction) (unit : Nat) : Obligation := .transitive (.relyTransitive unit) x.rely .self

/-- Idle steps may do nothing. -/
def idleReflexive (x : Abstraction) (unit : Nat) : Obligation := .reflexive (.idleReflexive unit) x.idle .self

/-- Where the body has ended, whatever the environment does then, no action is left, and `post` holds; the procedure started in store 1. -/
def ends (x : Abstraction) (c : ThreadRules) : Goal :=
  .each (.assuming (c.others 1 0) (.showing [⟨some ⟨0, .done⟩, .is x.done (.here 0 .self)⟩]
    (.shows ⟨some ⟨0, .threadPost⟩, .is x.post ⟨0, [2], .self⟩⟩)))

/-- From every store in which `pre` holds and all actions are left, the body runs as the abstraction says. -/
def body (x : Abstraction) (c : ThreadRules) (code : OutlinedCode) : Obligation :=
  ⟨.procedure c.family, 1, [.is x.pre (.here 0 .self), .is (ThreadRules.actions.nextLeft x.done x.steps) (.here 0 .self)],
    .pick [0, 0] 1 (weakestGoal c code 0 [] (x.ends c))⟩

end Abstraction

/-- What must be shown about a procedure with an abstraction: the parameters are as assumed. -/
def procedureBatch (p : OutlinedProgram) (unit witness : Nat) (q : OutlinedProcedure) (x : Abstraction) : Batch :=
  ⟨0, [.ofProgram p.contract.assumption 0],
    let c := x.rules unit witness p.variables q
    x.relyReflexive unit :: x.relyTransitive unit :: x.idleReflexive unit :: x.body c q.code :: c.callObligations p.procedures q.calls []⟩

/-- Adds the conditions of the procedures from number `i` on. Procedure 1 is the first unit after the families. -/
def procedureConditions (p : OutlinedProgram) (witness i : Nat) (g : Generator) : Except Reason Generator :=
  if h : i < p.procedures.size then
    match p.procedures[i].abstraction with
    | none => procedureConditions p witness (i + 1) g
    | some x => do
      let g ← (procedureBatch p (p.families.size + i - 1) witness p.procedures[i] x).compile p.tables g
      procedureConditions p witness (i + 1) g
  else .ok g
termination_by p.procedures.size - i

/-- All conditions of a program whose witness is that variable. -/
def modularConditions (p : OutlinedProgram) (witness room effort : Nat) : Except Reason Generator := do
  let g ← conditions p room effort
  procedureConditions p witness 0 g

/-- Which condition shows what, of the procedures from number `i` on. -/
def procedureScopes (p : OutlinedProgram) (witness i : Nat) (scopes : Scopes) : Scopes :=
  if h : i < p.procedures.size then
    match p.procedures[i].abstraction with
    | none => procedureScopes p witness (i + 1) scopes
    | some x =>
      procedureScopes p witness (i + 1) ((procedureBatch p (p.families.size + i - 1) witness p.procedures[i] x).scopes scopes)
  else scopes
termination_by p.procedures.size - i

end Plato
