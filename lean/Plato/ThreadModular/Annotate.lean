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

/-- What is given, or nothing. -/
@[inline] def orNone {Value : Type} : Option (List Value) → List Value
  | none => []
  | some values => values

/-- The command of an operation as the proof of a body sees it, if it is given. -/
def firstOf : Option (List CommandCode) → Option CommandCode
  | some (command :: _) => some command
  | _ => none

/-- A call of a procedure without an abstraction: its body is in its place if it is one of the earlier statements. -/
def inlinedCall (procedures : Array Nat) (earlier : Array OutlinedCode) (procedure : Nat) : OutlinedCode :=
  match procedures[procedure]? with
  | none => .recursion procedure
  | some body => if body < earlier.size then .call procedure (earlier.getD body .skip) else .recursion procedure

/-- A call of a procedure, with its abstraction or its body. -/
def outlinedCall (o : ProofOutline) (procedures : Array Nat) (number : Nat) (earlier : Array OutlinedCode) (procedure : Nat) : OutlinedCode :=
  match o.abstractions.getD procedure none with
  | some abstraction => .invoke number procedure abstraction (orNone (o.commits.getD number none))
  | none => inlinedCall procedures earlier procedure

/-- The statement of that number, made of earlier ones as its line says, with its outline. -/
def StatementShape.outlined (o : ProofOutline) (procedures : Array Nat) (number : Nat) (earlier : Array OutlinedCode) :
    StatementShape → OutlinedCode
  | .skip =>
    match saidAt o.assertions number with
    | none => .skip
    | some J => .cut number J
  | .atomic command =>
    .atomic number ⟨command, o.updates.getD number none, firstOf (o.commits.getD number none), saidAt o.assertions number⟩
  | .choice S T => .choice (earlier.getD S .skip) (earlier.getD T .skip)
  | .seq S T => .seq (earlier.getD S .skip) (earlier.getD T .skip)
  | .loop S => .loop number (orTrue (saidAt o.assertions number)) (earlier.getD S .skip)
  | .block S => .block (earlier.getD S .skip)
  | .exit level => .exit level
  | .call procedure => outlinedCall o procedures number earlier procedure
  | .scope locals S => .scope number locals (orNone (o.restored.getD number none)) (earlier.getD S .skip)
  | .par first last S => .par number first last (o.branches.getD number none) (o.branchCalls.getD number []) (earlier.getD S .skip)

/-- The statements from number `i` on with their outline, after those before it. -/
def outlinedFrom (o : ProofOutline) (procedures : Array Nat) (statements : Array StatementEntry) (i : Nat) (earlier : Array OutlinedCode) :
    Array OutlinedCode :=
  if h : i < statements.size then
    outlinedFrom o procedures statements (i + 1) (earlier.push (statements[i].shape.outlined o procedures i earlier))
  else earlier
termination_by statements.size - i

/-- All statements of a table with their outline. -/
def outlinedCodes (o : ProofOutline) (procedures : Array Nat) (statements : Array StatementEntry) : Array OutlinedCode :=
  outlinedFrom o procedures statements 0 #[]

/-- The procedures from number `i` on with their abstractions. -/
def outlinedProcedures (o : ProofOutline) (statements : Array OutlinedCode) (procedures : Array Nat) (i : Nat) (out : Array OutlinedProcedure) :
    Array OutlinedProcedure :=
  if h : i < procedures.size then
    outlinedProcedures o statements procedures (i + 1)
      (out.push ⟨statements.getD procedures[i] .skip, o.abstractions.getD i none, o.calls.getD (o.contracts.size + i) [],
        o.uses.getD (o.contracts.size + i) none⟩)
  else out
termination_by procedures.size - i

/-- The variable that is the witness. -/
def ProofOutline.witnessName (o : ProofOutline) : Option Nat :=
  match o.witness with
  | none => none
  | some witness => some witness.name

/-- The families from number `i` on with their contracts; every family must have one. -/
def outlinedFamilies (o : ProofOutline) (statements : Array OutlinedCode) (families : Array Family) (i : Nat) (out : Array OutlinedFamily) :
    Except Reason (Array OutlinedFamily) :=
  if h : i < families.size then
    match o.contracts.getD i none with
    | none => .error (.noContract i)
    | some c =>
      outlinedFamilies o statements families (i + 1)
        (out.push ⟨families[i].members, statements.getD families[i].body .skip, c.rely, c.guarantee, c.post, c.explicit,
          o.calls.getD i [], o.uses.getD i none⟩)
  else .ok out
termination_by families.size - i

/-- A statement from number `i` on is a `par`. -/
def hasPar (statements : Array StatementEntry) (i : Nat) : Bool :=
  if h : i < statements.size then statements[i].shape.isPar || hasPar statements (i + 1) else false
termination_by statements.size - i

/-- The program with its outline. What the proof does not say anew is as in the program. -/
def ReadOutlined.outlined (r : ReadOutlined) : Except Reason OutlinedProgram := do
  let p := r.program
  let statements := outlinedCodes r.outline p.procedures p.statements
  let families ← outlinedFamilies r.outline statements p.families 0 #[]
  let init := orTrue p.init
  .ok {
    tables := p.tables
    procedures := outlinedProcedures r.outline statements p.procedures 0 #[]
    witness := r.outline.witnessName
    variables := p.variables
    families
    forks := hasPar p.statements 0
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
