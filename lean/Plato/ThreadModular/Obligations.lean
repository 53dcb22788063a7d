/-
# What thread-modular verification has to show

Turns a program and its proof outline into the goals that show it right: relies are reflexive and transitive, guarantees are reflexive and
imply the relies of the other threads, every thread's weakest precondition holds initially, the invariant holds initially and is preserved;
and for a program in an environment, the environment keeps to the threads' relies, and the threads' guarantees and postconditions imply the
program's. Parts of the specification that are not stated have no goals.

A family that calls procedures with abstractions also says what happens through such calls; the environment and the idle steps of these procedures
must keep to that.

The goals are made family by family, so that those of one family are paid for before those of the next one are made.

Main definitions: `callObligations`, `programBatch`, `familyBatch`, `stepBatch`; the conditions are put together in `ThreadModular/Branches`.
-/
module

public import Plato.ThreadModular.Weakest

@[expose] public section

namespace Plato

/-! ## Callers -/

/-- A property to be shown that needs no mark. -/
def Goal.plain (f : Property) : Goal := .shows ⟨none, f⟩

namespace Obligation

/-- The action may do nothing. -/
def reflexive (origin : Origin) (l : Literal) (who : Who) : Obligation := ⟨origin, 1, [], .plain (.is l (.step 0 0 who))⟩

/-- What the action does twice it may do at once. -/
def transitive (origin : Origin) (l : Literal) (who : Who) : Obligation :=
  ⟨origin, 3, [.is l (.step 2 1 who), .is l (.step 1 0 who)], .plain (.is l (.step 2 0 who))⟩

/-- Whatever the one action of the one thread does, the other one of the other thread does. -/
def included (origin : Origin) (l : Literal) (who : Who) (m : Literal) (whose : Who) : Obligation :=
  ⟨origin, 2, [.is l (.step 1 0 who)], .plain (.is m (.step 1 0 whose))⟩

/-- What the action does leaves the predicate true. -/
def stable (origin : Origin) (predicate action : Literal) : Obligation :=
  ⟨origin, 2, [.is predicate (.here 1 .self), .is action (.step 1 0 .self)], .plain (.is predicate (.here 0 .self))⟩

end Obligation

namespace ThreadRules

/-- What happens through calls may be nothing. -/
def throughReflexive (c : ThreadRules) (N : Literal) : Obligation := .reflexive (.throughReflexive c.family) N .self

/-- What happens through calls may be one thing after another. -/
def throughTransitive (c : ThreadRules) (N : Literal) : Obligation := .transitive (.throughTransitive c.family) N .self

/-- What the environment does may happen through calls. -/
def relyThrough (c : ThreadRules) (N : Literal) : Obligation := .included (.relyThrough c.family) c.rely .self N .self

/-- The environment does what the procedure relies on. -/
def relyCalls (c : ThreadRules) (procedure : Nat) (x : Abstraction) : Obligation :=
  .included (.relyCalls c.family procedure) c.rely .self x.rely .self

/-- Idle steps of the procedure may happen through calls. -/
def idleThrough (c : ThreadRules) (N : Literal) (procedure : Nat) (x : Abstraction) : Obligation :=
  ⟨.idleThrough c.family procedure, 2, [c.stepOf x 1 0 (.is x.idle (.step 1 0 .self))], .plain (.is N (.step 1 0 .self))⟩

/-- Idle steps of the procedure are as the caller's steps are to be. -/
def idleKept (c : ThreadRules) (procedure : Nat) (x : Abstraction) : Obligation :=
  ⟨.idleKept c.family procedure, 2, [c.stepOf x 1 0 (.is x.idle (.step 1 0 .self))],
    .showing (c.promises 0 1 0) (.shows ⟨none, .is Literal.true (.here 0 .self)⟩)⟩

/-- What must be shown about the procedures of these numbers that have an abstraction, before `rest`. -/
def calleeObligations (c : ThreadRules) (procedures : Array OutlinedProcedure) (N : Literal) : List Nat → (rest : List Obligation) → List Obligation
  | [], rest => rest
  | procedure :: others, rest =>
    match procedures[procedure]? with
    | none => c.calleeObligations procedures N others rest
    | some q =>
      match q.abstraction with
      | none => c.calleeObligations procedures N others rest
      | some x =>
        c.relyCalls procedure x :: c.idleThrough N procedure x :: c.idleKept procedure x :: c.calleeObligations procedures N others rest

/-- What must be shown about calls of procedures with abstractions, for each of these lines, before `rest`. -/
def callObligations (c : ThreadRules) (procedures : Array OutlinedProcedure) : List Callees → (rest : List Obligation) → List Obligation
  | [], rest => rest
  | group :: groups, rest =>
    c.throughReflexive group.through :: c.throughTransitive group.through :: c.relyThrough group.through ::
      c.calleeObligations procedures group.through group.procedures (c.callObligations procedures groups rest)

end ThreadRules

/-! ## Families -/

/-- The variables that are used, or all of these. -/
def usedOr (uses : Option (List VariableCode)) (variables : List VariableCode) : List VariableCode :=
  match uses with
  | none => variables
  | some used => used

/-- What a family says about its threads. -/
def OutlinedFamily.rules (f : OutlinedFamily) (number : Nat) (variables : List VariableCode) : ThreadRules :=
  ⟨number, f.rely, f.guarantee, f.explicit, usedOr f.uses variables, f.calls, none⟩

/-- The formula, about no thread, is true in store `k`. -/
def Property.ofProgram (l : Literal) (k : Nat) : Property := .is l (.here k .nobody)

/-- The invariant and the proof's own one, in store `k`. -/
def Contract.invariantProperty (contract : Contract) (k : Nat) : Property :=
  match contract.lemma_ with
  | none => .ofProgram contract.invariant k
  | some l => .and (.ofProgram contract.invariant k) (.ofProgram l k)

/-- The obligation, if there is something to be shown. -/
def obligeIf (isStated : Bool) (o : Obligation) (rest : List Obligation) : List Obligation := if isStated then o :: rest else rest

/-- The obligation about a formula that is stated, if one is. -/
def obligeFor (stated : Option Literal) (o : Literal → Obligation) (rest : List Obligation) : List Obligation :=
  match stated with
  | none => rest
  | some l => o l :: rest

namespace OutlinedFamily

/-- The rely is reflexive. -/
def relyReflexive (f : OutlinedFamily) (i : Nat) : Obligation := .reflexive (.relyReflexive i) f.rely .self

/-- The rely is transitive. -/
def relyTransitive (f : OutlinedFamily) (i : Nat) : Obligation := .transitive (.relyTransitive i) f.rely .self

/-- The guarantee is reflexive. -/
def guaranteeReflexive (f : OutlinedFamily) (i : Nat) : Obligation := .reflexive (.guaranteeReflexive i) f.guarantee .self

/-- The step is one that every other thread of family `j` relies on. -/
def implies (i j : Nat) (g : OutlinedFamily) : Obligation :=
  ⟨.guaranteeImplies i j, 0, .is g.members (.here 2 .other) :: (if i = j then [.different] else []), .plain (.is g.rely (.step 1 0 .other))⟩

/-- The step preserves the invariant. -/
def preserves (i : Nat) (contract : Contract) : Obligation :=
  ⟨.invariantPreserved i, 0, [contract.invariantProperty 1], .plain (contract.invariantProperty 0)⟩

/-- The environment of the program does what the family relies on. -/
def environment (f : OutlinedFamily) (i : Nat) (rely : Literal) : Obligation :=
  .included (.environmentImplies i) rely .nobody f.rely .self

/-- The step keeps the program's guarantee. -/
def kept (i : Nat) (guarantee : Literal) : Obligation := ⟨.guaranteeKept i, 0, [], .plain (.is guarantee (.step 1 0 .nobody))⟩

/-- Other threads do not make the postcondition false. -/
def postStable (f : OutlinedFamily) (i : Nat) (post : Literal) : Obligation := .stable (.postStable i) post f.rely

/-- No member has the identifier of a branch. -/
def apart (i : Nat) : Obligation := ⟨.membersApart i, 0, [], .plain (.noBranch .self)⟩

/-- From every initial store the family's statement does not go wrong and, if it ends, ends where the postcondition holds. -/
def thread (f : OutlinedFamily) (i : Nat) (contract : Contract) (variables : List VariableCode) : Obligation :=
  ⟨.thread i, 1, [.ofProgram contract.annotatedInit 0],
    weakestGoal (f.rules i variables) f.code 0 [] (.shows ⟨some ⟨0, .threadPost⟩, .is (orTrue f.post) (.here 0 .self)⟩)⟩

/-- The step is one that the families below number `j` rely on, before `rest`. -/
def impliesAll (i : Nat) (families : Array OutlinedFamily) : (j : Nat) → (rest : List Obligation) → List Obligation
  | 0, rest => rest
  | j + 1, rest => impliesAll i families j (if h : j < families.size then implies i j families[j] :: rest else rest)

end OutlinedFamily

/-- What must be shown about family `i`: the parameters are as assumed, and the thread is a member. -/
def familyBatch (p : OutlinedProgram) (i : Nat) (f : OutlinedFamily) : Batch :=
  ⟨0, [.ofProgram p.contract.assumption 0, .is f.members (.here 0 .self)],
    obligeIf (!f.explicit) (f.relyReflexive i) <| obligeIf (!f.explicit) (f.relyTransitive i) <| f.guaranteeReflexive i ::
    (obligeFor p.contract.annotatedRely (f.environment i) <| obligeFor f.post (f.postStable i) <|
      f.thread i p.contract p.variables :: obligeIf p.forks (OutlinedFamily.apart i) ((f.rules i p.variables).callObligations p.procedures f.calls []))⟩

/-- What must be shown about a step that family `i` guarantees, from store 1 to store 0: as before, and the thread takes such a step. The
guarantee may be as long as there are families, so it is stated once for all of these. -/
def stepBatch (p : OutlinedProgram) (i : Nat) (f : OutlinedFamily) : Batch :=
  ⟨2, [.ofProgram p.contract.assumption 2, .is f.members (.here 2 .self), .is f.guarantee (.step 1 0 .self)],
    OutlinedFamily.impliesAll i p.families p.families.size <| OutlinedFamily.preserves i p.contract ::
      obligeFor p.contract.guarantee (OutlinedFamily.kept i) []⟩

/-! ## The program as a whole -/

/-- The postcondition of every thread of the family, in store 0; store 1 is the initial one. -/
def OutlinedFamily.ended (f : OutlinedFamily) (post : Literal) : Property :=
  .all (.implies (.is f.members (.here 1 (.bound 0))) (.is post (.here 0 (.bound 0))))

/-- The same, if the family states one, before `rest`. -/
def OutlinedFamily.endedIf (f : OutlinedFamily) (rest : List Property) : List Property :=
  match f.post with
  | none => rest
  | some post => f.ended post :: rest

/-- For each family below number `j` that states one, the postcondition of its threads, before `rest`. -/
def endedAll (families : Array OutlinedFamily) : (j : Nat) → (rest : List Property) → List Property
  | 0, rest => rest
  | j + 1, rest =>
    endedAll families j (if h : j < families.size then families[j].endedIf rest else rest)

namespace OutlinedProgram

/-- The invariant holds initially. -/
def initially (p : OutlinedProgram) : Obligation :=
  ⟨.invariantInitially, 1, [.ofProgram p.contract.annotatedInit 0], .plain (p.contract.invariantProperty 0)⟩

/-- The environment preserves the invariant. -/
def environmentPreserves (p : OutlinedProgram) (rely : Literal) : Obligation :=
  ⟨.environmentPreserves, 2, [.is rely (.step 1 0 .nobody), p.contract.invariantProperty 1],
    .plain (p.contract.invariantProperty 0)⟩

/-- Where all threads have ended, the program's postcondition holds. -/
def postconditions (p : OutlinedProgram) (post : Literal) : Obligation :=
  ⟨.postconditions, 1, p.contract.invariantProperty 0 :: endedAll p.families p.families.size [], .plain (.ofProgram post 0)⟩

end OutlinedProgram

/-- What must be shown about the program as a whole: the parameters are as assumed. -/
def programBatch (p : OutlinedProgram) : Batch :=
  ⟨0, [.ofProgram p.contract.assumption 0],
    p.initially :: (obligeFor p.contract.annotatedRely p.environmentPreserves <| obligeFor p.contract.post p.postconditions [])⟩

end Plato
