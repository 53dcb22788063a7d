/-
# What has to be shown about branches

A branch of a `par` is a thread of its own. In the company of its thread: what the thread relies on, and what the other branches guarantee, is what
it relies on; what it guarantees, its thread guarantees; and from where it starts, its statement runs as the contract says. This is the rule
Parallel of Prensa Nieto, *The Rely-Guarantee Method in Isabelle/HOL* (section 7), for a statement inside of a thread.

Here self is the branch and other is its thread, but for what two branches owe each other. No declared thread has the identifier of a branch.

Main definitions: `BranchContract.batch`, `BranchContract.siblingBatch`, `branchBatches`.
-/
module

public import Plato.ThreadModular.Obligations

@[expose] public section

namespace Plato

namespace BranchContract

/-- What the goals of a branch's statement have in common. -/
def rules (x : BranchContract) (unit : Nat) (variables : List VariableCode) (calls : List Callees) : ThreadRules :=
  ⟨unit, x.rely, x.guarantee, false, variables, calls, none⟩

/-- The rely is reflexive. -/
def relyReflexive (x : BranchContract) (unit : Nat) : Obligation := .reflexive (.relyReflexive unit) x.rely .self

/-- The rely is transitive. -/
def relyTransitive (x : BranchContract) (unit : Nat) : Obligation := .transitive (.relyTransitive unit) x.rely .self

/-- The guarantee is reflexive. -/
def guaranteeReflexive (x : BranchContract) (unit : Nat) : Obligation := .reflexive (.guaranteeReflexive unit) x.guarantee .self

/-- What the thread relies on, the branch relies on. -/
def branchRely (x : BranchContract) (c : ThreadRules) (unit : Nat) : Obligation := .included (.branchRely unit) c.rely .other x.rely .self

/-- What the branch guarantees, the thread guarantees. -/
def branchGuarantee (x : BranchContract) (c : ThreadRules) (unit : Nat) : Obligation :=
  .included (.branchGuarantee unit) x.guarantee .self c.guarantee .other

/-- While the branches run, nothing may happen. -/
def throughReflexive (x : BranchContract) (unit : Nat) : Obligation := .reflexive (.throughReflexive unit) x.through .other

/-- One thing may happen after another. -/
def throughTransitive (x : BranchContract) (unit : Nat) : Obligation := .transitive (.throughTransitive unit) x.through .other

/-- What the thread relies on may happen. -/
def relyThrough (x : BranchContract) (c : ThreadRules) (unit : Nat) : Obligation :=
  .included (.relyThrough unit) c.rely .other x.through .other

/-- What the branch guarantees may happen. -/
def branchThrough (x : BranchContract) (unit : Nat) : Obligation := .included (.branchThrough unit) x.guarantee .self x.through .other

/-- Others do not make the postcondition false. -/
def postStable (x : BranchContract) (unit : Nat) : Obligation := .stable (.postStable unit) x.post x.rely

/-- From where it starts, the branch does not go wrong and, if it ends, ends where the postcondition holds. -/
def body (x : BranchContract) (c : ThreadRules) (code : OutlinedCode) : Obligation :=
  ⟨.branch c.family, 1, [.is x.pre (.here 0 .self)],
    .pick [0, 0] 1 (weakestGoal c code 0 [] (.shows ⟨some ⟨0, .threadPost⟩, .is x.post (.here 0 .self)⟩))⟩

/-- What a branch guarantees, the other branches of the thread rely on. -/
def siblings (x : BranchContract) (unit : Nat) : Obligation := .included (.branchSiblings unit) x.guarantee .self x.rely .other

/-- What must be shown about the branches of a thread with these rules, of which something is `known`. -/
def batch (x : BranchContract) (p : OutlinedProgram) (c : ThreadRules) (known : List Property) (unit : Nat) (calls : List Callees)
    (code : OutlinedCode) : Batch :=
  ⟨0, .ofProgram p.contract.assumption 0 :: .childOf .self .other :: known,
    let b := x.rules unit p.variables calls
    x.relyReflexive unit :: x.relyTransitive unit :: x.guaranteeReflexive unit :: x.branchRely c unit :: x.branchGuarantee c unit ::
      x.throughReflexive unit :: x.throughTransitive unit :: x.relyThrough c unit :: x.branchThrough unit :: x.postStable unit ::
      x.body b code :: b.callObligations p.procedures calls []⟩

/-- What must be shown about two branches of one thread. -/
def siblingBatch (x : BranchContract) (p : OutlinedProgram) (unit : Nat) : Batch :=
  ⟨0, [.ofProgram p.contract.assumption 0, .siblings], [x.siblings unit]⟩

end BranchContract

/-- The number of the unit that the branches of the statement with that label are. -/
def OutlinedProgram.branchUnit (p : OutlinedProgram) (label : Nat) : Nat := p.families.size + p.procedures.size - 1 + label

/-- What must be shown about all branches inside of a statement of a thread with these rules, of which something is `known`, before `rest`. -/
def branchBatches (p : OutlinedProgram) (c : ThreadRules) (known : List Property) : OutlinedCode → (rest : List Batch) → List Batch
  | .choice S S', rest => branchBatches p c known S (branchBatches p c known S' rest)
  | .seq S S', rest => branchBatches p c known S (branchBatches p c known S' rest)
  | .loop _ _ S, rest => branchBatches p c known S rest
  | .block S, rest => branchBatches p c known S rest
  | .call _ S, rest => branchBatches p c known S rest
  | .scope _ _ _ S, rest => branchBatches p c known S rest
  | .par label _ _ (some x) calls S, rest =>
    x.batch p c known (p.branchUnit label) calls S :: x.siblingBatch p (p.branchUnit label) ::
      branchBatches p (x.rules (p.branchUnit label) p.variables calls) [.implies (.noBranch .other) (.is .false (.here 0 .other))] S rest
  | _, rest => rest

/-- What must be shown about the branches inside of a family's statement. -/
def OutlinedFamily.branchBatches (f : OutlinedFamily) (p : OutlinedProgram) (i : Nat) : List Batch :=
  Plato.branchBatches p (f.rules i p.variables) [.is f.members (.here 0 .other)] f.code []

/-- Adds the conditions of batches. -/
def compileBatches (T : Tables) : List Batch → Generator → Except Reason Generator
  | [], g => .ok g
  | batch :: rest, g => do
    let g ← batch.compile T g
    compileBatches T rest g

/-- Which conditions the batches have. -/
def batchesScopes : List Batch → Scopes → Scopes
  | [], scopes => scopes
  | batch :: rest, scopes => batchesScopes rest (batch.scopes scopes)

/-- Adds the conditions of the families from `i` on. -/
def familyConditions (p : OutlinedProgram) (i : Nat) (g : Generator) : Except Reason Generator :=
  if h : i < p.families.size then do
    let g ← (familyBatch p i p.families[i]).compile p.tables g
    let g ← (stepBatch p i p.families[i]).compile p.tables g
    let g ← compileBatches p.tables (p.families[i].branchBatches p i) g
    familyConditions p (i + 1) g
  else .ok g
termination_by p.families.size - i

/-- All conditions of a program, after those that the generator has. -/
def conditionsAfter (p : OutlinedProgram) (g : Generator) : Except Reason Generator := do
  let g ← (programBatch p).compile p.tables g
  familyConditions p 0 g

/-- All conditions of a program. -/
def conditions (p : OutlinedProgram) (room effort : Nat) : Except Reason Generator := conditionsAfter p (Generator.start room effort)

/-- Which condition shows what, of the families from `i` on. -/
def familyScopes (p : OutlinedProgram) (i : Nat) (scopes : Scopes) : Scopes :=
  if h : i < p.families.size then
    familyScopes p (i + 1) (batchesScopes (p.families[i].branchBatches p i)
      ((stepBatch p i p.families[i]).scopes ((familyBatch p i p.families[i]).scopes scopes)))
  else scopes
termination_by p.families.size - i

/-- Which condition of a program shows what, if there are so many conditions before. -/
def scopesAfter (p : OutlinedProgram) (conditions : Nat) : Scopes := familyScopes p 0 ((programBatch p).scopes ⟨conditions, 0, ""⟩)

/-- Which condition of a program shows what. -/
def programScopes (p : OutlinedProgram) : Scopes := scopesAfter p 0

end Plato
