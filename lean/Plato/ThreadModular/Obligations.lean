/-
# What thread-modular verification has to show

Turns a program and its proof outline into the goals that show it right: relies are reflexive and transitive, guarantees are reflexive and
imply the relies of the other threads, every thread's weakest precondition holds initially, the invariant holds initially and is preserved;
and for a program in an environment, the environment keeps to the threads' relies, and the threads' guarantees and postconditions imply the
program's. Parts of the specification that are not stated have no goals.

The goals are made family by family, so that those of one family are paid for before those of the next one are made. The goal of a
statement is linear in the statement, which is no larger than the file.

Main definitions: `weakestGoal`, `programBatch`, `familyBatch`, `conditions`.
-/
module

public import Plato.Goal.Scopes
public import Plato.ThreadModular.Kinds
public import Plato.ThreadModular.Outline

@[expose] public section

namespace Plato

/-! ## Statements -/

/-- What the goals of a thread's statement have in common. -/
structure ThreadRules where
  family : Nat
  rely : Literal
  guarantee : Literal
  /-- Every operation has an assertion before it. -/
  explicit : Bool
  /-- The variables that are declared. -/
  variables : List VariableCode

/-- What a family says about its threads. -/
def OutlinedFamily.rules (f : OutlinedFamily) (number : Nat) (variables : List VariableCode) : ThreadRules :=
  ⟨number, f.rely, f.guarantee, f.explicit, variables⟩

namespace ThreadRules

/-- The formula is true of the thread in store `k`. -/
def holds (l : Literal) (k : Nat) : Property := .is l (.here k .self)

/-- The environment may lead from store `a` to store `b`. -/
def others (c : ThreadRules) (a b : Nat) : Property := .is c.rely (.step a b .self)

/-- The formula is to be shown of the thread in store `k`, as an assertion. -/
def asserts (label : Nat) (J : Literal) (k : Nat) : Goal := .shows ⟨some ⟨label, .assertion⟩, holds J k⟩

/-- The assertion holds in store `a`, whatever the environment has done since store `k`; in an explicit outline, already in store `k`. -/
def enters (c : ThreadRules) (label : Nat) (J : Literal) (k a : Nat) : Goal :=
  if c.explicit then asserts label J k else .assuming (c.others k a) (asserts label J a)

/-- The environment does not make the assertion false by a step from store 1 to store 0; and `rest`. -/
def stable (c : ThreadRules) (label : Nat) (J : Literal) (rest : Goal) : Goal :=
  .aside (.stable c.family label) [holds J 1, c.others 1 0] (.shows ⟨none, holds J 0⟩) rest

/-- The command does not go wrong in store `a`; it ends where the guarantee is true and then the goal, which sees the store in which it ends
and those beyond store `k`. -/
def operation (c : ThreadRules) (label : Nat) (o : OutlinedOperation) (a k : Nat) (g : Goal) : Goal :=
  .run o.proofCommand a label
    (.showing [⟨some ⟨label, .guarantee⟩, .is c.guarantee (.step (a + 1) 0 .self)⟩] (.pick [0] (k + 2) g))

end ThreadRules

/-- How many more statements there may be after this one; none if it is too long. -/
def OutlinedCode.shorten : OutlinedCode → (most : Nat) → Option Nat
  | _, 0 => none
  | .choice S S', most + 1 => do
    let most ← S.shorten most
    S'.shorten most
  | .seq S S', most + 1 => do
    let most ← S.shorten most
    S'.shorten most
  | .loop _ _ S, most + 1 => S.shorten most
  | .block S, most + 1 => S.shorten most
  | .call _ S, most + 1 => S.shorten most
  | _, most + 1 => some most

/-- The statement has few parts: goals of sequences are nested, so only short ones are put together directly. -/
def OutlinedCode.isShort (S : OutlinedCode) : Bool := (S.shorten 48).isSome

/-- The goal in the store in which a statement ends, if that is the one of the shared rest with that index. -/
def ThreadRules.meetsAt (c : ThreadRules) (index : Nat) : Goal := .assuming (.same c.variables 0 (index + 1)) (.exit index)

/-- The goal in the store in which a statement ends, if that is the one of the nearest shared rest. -/
def ThreadRules.meets (c : ThreadRules) : Goal := c.meetsAt 0

/-- For each block around a statement, the nearest one first, how many rests are shared between it and the next one inside of it. -/
abbrev Blocks := List Nat

/-- One more rest is shared. -/
def Blocks.shared : Blocks → Blocks
  | [] => []
  | between :: outer => (between + 1) :: outer

/-- The index of the shared rest after the block that is so many further out than the nearest one. -/
def Blocks.rest : Blocks → (level : Nat) → Option Nat
  | [], _ => none
  | between :: _, 0 => some between
  | between :: outer, level + 1 =>
    match Blocks.rest outer level with
    | none => none
    | some index => some (between + 1 + index)

/-- The goal where a block is left. -/
def ThreadRules.leaves (c : ThreadRules) (blocks : Blocks) (level : Nat) : Goal :=
  match blocks.rest level with
  | none => .impossible .looseExit
  | some index => c.meetsAt index

open ThreadRules in
/-- The weakest precondition as a goal about store 0: the statement does not go wrong and, wherever it ends, then the goal `g`, which sees the
store in which it ends in its place. Where two branches or the exits of a block meet, and in the middle of a long sequence, the goal that
follows is shared: it is about any store, which is the one in which the first part ends. -/
def weakestGoal (c : ThreadRules) : OutlinedCode → (blocks : Blocks) → (g : Goal) → Goal
  | .skip, _, g => if c.explicit then .impossible .needsAssertion else .each (.assuming (c.others 1 0) (.pick [0] 2 g))
  | .atomic label o, _, g =>
    match o.assertion with
    | none =>
      if c.explicit then .impossible .needsAssertion
      else .each (.assuming (c.others 1 0) (c.operation label o 0 1 g))
    | some J =>
      .each (.each (c.stable label J (.aside (.step c.family label) [holds J 1] (c.operation label o 1 2 g) (c.enters label J 2 1))))
  | .choice S S', blocks, g =>
    .each (.share (.pick [0] 2 g)
      (.pick [1, 0] 2 (.and (weakestGoal c S blocks.shared c.meets) (weakestGoal c S' blocks.shared c.meets))))
  | .seq S S', blocks, g =>
    if S.isShort && S'.isShort then weakestGoal c S blocks (weakestGoal c S' blocks g)
    else .each (.share (.pick [0] 2 (weakestGoal c S' blocks g)) (.pick [1, 0] 2 (weakestGoal c S blocks.shared c.meets)))
  | .loop label J S, blocks, g =>
    .each (.each (c.stable label J
      (.aside (.body c.family label) [holds J 1] (.pick [1] 3 (weakestGoal c S blocks (asserts label J 0)))
        (.aside (.after c.family label) [holds J 1] (.pick [1] 3 g) (c.enters label J 2 1)))))
  | .cut label J, _, g =>
    .each (.each (c.stable label J (.aside (.after c.family label) [holds J 1] (.pick [1] 3 g) (c.enters label J 2 1))))
  | .block S, blocks, g => .each (.share (.pick [0] 2 g) (.pick [1, 0] 2 (weakestGoal c S (0 :: blocks) c.meets)))
  | .exit level, blocks, _ => c.leaves blocks level
  | .call _ S, blocks, g => weakestGoal c S blocks g
  | .recursion _, _, _ => .impossible .recursiveProcedure
  | .scope _ _, _, _ => .impossible .recursiveProcedure

/-! ## Families -/

/-- A property to be shown that needs no mark. -/
def Goal.plain (f : Property) : Goal := .shows ⟨none, f⟩

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
def relyReflexive (f : OutlinedFamily) (i : Nat) : Obligation := ⟨.relyReflexive i, 1, [], .plain (.is f.rely (.step 0 0 .self))⟩

/-- The rely is transitive. -/
def relyTransitive (f : OutlinedFamily) (i : Nat) : Obligation :=
  ⟨.relyTransitive i, 3, [.is f.rely (.step 2 1 .self), .is f.rely (.step 1 0 .self)], .plain (.is f.rely (.step 2 0 .self))⟩

/-- The guarantee is reflexive. -/
def guaranteeReflexive (f : OutlinedFamily) (i : Nat) : Obligation := ⟨.guaranteeReflexive i, 1, [], .plain (.is f.guarantee (.step 0 0 .self))⟩

/-- The guarantee implies the rely of every other thread of family `j`. -/
def implies (f : OutlinedFamily) (i j : Nat) (g : OutlinedFamily) : Obligation :=
  ⟨.guaranteeImplies i j, 2,
    .is g.members (.here 2 .other) :: .is f.guarantee (.step 1 0 .self) :: (if i = j then [.different] else []),
    .plain (.is g.rely (.step 1 0 .other))⟩

/-- The guarantee preserves the invariant. -/
def preserves (f : OutlinedFamily) (i : Nat) (contract : Contract) : Obligation :=
  ⟨.invariantPreserved i, 2, [.is f.guarantee (.step 1 0 .self), contract.invariantProperty 1], .plain (contract.invariantProperty 0)⟩

/-- The environment of the program does what the family relies on. -/
def environment (f : OutlinedFamily) (i : Nat) (rely : Literal) : Obligation :=
  ⟨.environmentImplies i, 2, [.is rely (.step 1 0 .nobody)], .plain (.is f.rely (.step 1 0 .self))⟩

/-- The family's guarantee implies the program's. -/
def kept (f : OutlinedFamily) (i : Nat) (guarantee : Literal) : Obligation :=
  ⟨.guaranteeKept i, 2, [.is f.guarantee (.step 1 0 .self)], .plain (.is guarantee (.step 1 0 .nobody))⟩

/-- Other threads do not make the postcondition false. -/
def postStable (f : OutlinedFamily) (i : Nat) (post : Literal) : Obligation :=
  ⟨.postStable i, 2, [.is post (.here 1 .self), .is f.rely (.step 1 0 .self)], .plain (.is post (.here 0 .self))⟩

/-- From every initial store the family's statement does not go wrong and, if it ends, ends where the postcondition holds. -/
def thread (f : OutlinedFamily) (i : Nat) (contract : Contract) (variables : List VariableCode) : Obligation :=
  ⟨.thread i, 1, [.ofProgram contract.annotatedInit 0],
    weakestGoal (f.rules i variables) f.code [] (.shows ⟨some ⟨0, .threadPost⟩, .is (orTrue f.post) (.here 0 .self)⟩)⟩

/-- The family's guarantee implies the relies of the families below number `j`, before `rest`. -/
def impliesAll (f : OutlinedFamily) (i : Nat) (families : Array OutlinedFamily) : (j : Nat) → (rest : List Obligation) → List Obligation
  | 0, rest => rest
  | j + 1, rest => impliesAll f i families j (if h : j < families.size then f.implies i j families[j] :: rest else rest)

end OutlinedFamily

/-- What must be shown about family `i`: the parameters are as assumed, and the thread is a member. -/
def familyBatch (p : OutlinedProgram) (i : Nat) (f : OutlinedFamily) : Batch :=
  ⟨[.ofProgram p.contract.assumption 0, .is f.members (.here 0 .self)],
    obligeIf (!f.explicit) (f.relyReflexive i) <| obligeIf (!f.explicit) (f.relyTransitive i) <| f.guaranteeReflexive i ::
    (f.impliesAll i p.families p.families.size <| f.preserves i p.contract ::
      (obligeFor p.contract.annotatedRely (f.environment i) <|
        obligeFor p.contract.guarantee (f.kept i) <| obligeFor f.post (f.postStable i) [f.thread i p.contract p.variables]))⟩

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
  ⟨[.ofProgram p.contract.assumption 0],
    p.initially :: (obligeFor p.contract.annotatedRely p.environmentPreserves <| obligeFor p.contract.post p.postconditions [])⟩

/-- Adds the conditions of the families from `i` on. -/
def familyConditions (p : OutlinedProgram) (i : Nat) (g : Generator) : Except Reason Generator :=
  if h : i < p.families.size then do
    let g ← (familyBatch p i p.families[i]).compile p.tables g
    familyConditions p (i + 1) g
  else .ok g
termination_by p.families.size - i

/-- All conditions of a program. -/
def conditions (p : OutlinedProgram) (room effort : Nat) : Except Reason Generator := do
  let g ← (programBatch p).compile p.tables (Generator.start room effort)
  familyConditions p 0 g

/-- Which condition shows what, of the families from `i` on. -/
def familyScopes (p : OutlinedProgram) (i : Nat) (scopes : Scopes) : Scopes :=
  if h : i < p.families.size then familyScopes p (i + 1) ((familyBatch p i p.families[i]).scopes scopes) else scopes
termination_by p.families.size - i

/-- Which condition of a program shows what, as text. -/
def scopesText (p : OutlinedProgram) : String := (familyScopes p 0 ((programBatch p).scopes ⟨0, 0, ""⟩)).text

end Plato
