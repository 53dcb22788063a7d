/-
# A program and its outline, put together

The statements of the program, each with what the outline says at its number; the families with their contracts. Without its outline this is
the program again (`outlined_text` in `proofs/ThreadModular/Annotate.lean`), so what is shown about it is what the claim says.

Main definitions: `outlinedCodes`, `ReadOutlined.outlined`.
-/
module

public import Plato.ThreadModular.Reader

@[expose] public section

namespace Plato

/-- What the outline says at a number, if anything. -/
def saidAt (values : Array (Option Literal)) (number : Nat) : Option Literal := values.getD number none

/-- The statement of that number, made of earlier ones as its line says, with its outline. -/
def StatementShape.outlined (o : ProofOutline) (number : Nat) (earlier : Array OutlinedCode) : StatementShape → OutlinedCode
  | .skip =>
    match saidAt o.assertions number with
    | none => .skip
    | some J => .cut number J
  | .atomic command => .atomic number ⟨command, o.updates.getD number none, saidAt o.assertions number⟩
  | .choice S T => .choice (earlier.getD S .skip) (earlier.getD T .skip)
  | .seq S T => .seq (earlier.getD S .skip) (earlier.getD T .skip)
  | .loop S => .loop number (orTrue (saidAt o.assertions number)) (earlier.getD S .skip)

/-- The statements from number `i` on with their outline, after those before it. -/
def outlinedFrom (o : ProofOutline) (statements : Array StatementEntry) (i : Nat) (earlier : Array OutlinedCode) : Array OutlinedCode :=
  if h : i < statements.size then outlinedFrom o statements (i + 1) (earlier.push (statements[i].shape.outlined o i earlier)) else earlier
termination_by statements.size - i

/-- All statements of a table with their outline. -/
def outlinedCodes (o : ProofOutline) (statements : Array StatementEntry) : Array OutlinedCode := outlinedFrom o statements 0 #[]

/-- The families from number `i` on with their contracts; every family must have one. -/
def outlinedFamilies (o : ProofOutline) (statements : Array OutlinedCode) (families : Array Family) (i : Nat) (out : Array OutlinedFamily) :
    Except Reason (Array OutlinedFamily) :=
  if h : i < families.size then
    match o.contracts.getD i none with
    | none => .error (.noContract i)
    | some c =>
      outlinedFamilies o statements families (i + 1)
        (out.push ⟨families[i].members, statements.getD families[i].body .skip, c.rely, c.guarantee, c.post, c.explicit⟩)
  else .ok out
termination_by families.size - i

/-- The program with its outline. What the proof does not say anew is as in the program. -/
def ReadOutlined.outlined (r : ReadOutlined) : Except Reason OutlinedProgram := do
  let p := r.program
  let families ← outlinedFamilies r.outline (outlinedCodes r.outline p.statements) p.families 0 #[]
  let init := orTrue p.init
  .ok {
    tables := p.tables
    variables := p.variables
    families
    contract := {
      assumption := orTrue p.assumption
      init
      annotatedInit := r.outline.initially.getD init
      invariant := orTrue p.specification.invariant
      lemma_ := r.outline.lemma_
      rely := p.specification.rely
      annotatedRely := match r.outline.environment with
        | none => p.specification.rely
        | some l => some l
      guarantee := p.specification.guarantee
      post := p.specification.post
      ghosts := r.outline.ghosts } }

end Plato
