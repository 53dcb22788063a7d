/-
# Verification conditions

From a program and its proof outline to the conditions that make it right: assumptions are reflexive and transitive, guarantees
are reflexive and imply the assumptions of the other threads, every thread's weakest precondition holds initially, the
invariant holds initially and is preserved; and for a program in an environment, the environment keeps to the threads' assumptions, their
guarantees to the program's, and their postconditions imply the program's. What is not stated has no conditions. A condition is a list of
literals that must not all be true.

Version 0 of the store is the initial one, of which only the parameters' assumption and the families' members speak; the stores of
a condition are the versions from 1 on. Variables 0 and 1 of the logic are the condition's threads.

Main definitions: `Condition`, `Origin`, `Generator`, `weakestLiteral`, `conditions`.
-/
module

public import Plato.Table.Copy
public import Plato.ThreadModular.Outline

@[expose] public section

namespace Plato

/-- Where a condition comes from, for messages. -/
inductive Origin where
  | relyReflexive (family : Nat)
  | relyTransitive (family : Nat)
  | guaranteeReflexive (family : Nat)
  /-- The guarantee of one family implies the assumption of the other. -/
  | guaranteeImplies (family other : Nat)
  /-- The family's statement, from the initial stores on. -/
  | thread (family : Nat)
  /-- What follows the loop or assertion with this label. -/
  | after (family label : Nat)
  /-- The body of the loop with this label. -/
  | body (family label : Nat)
  /-- The invariant or assertion with this label is stable. -/
  | stable (family label : Nat)
  /-- The operation with this label, after the assertion that stands before it. -/
  | step (family label : Nat)
  | invariantInitially
  | invariantPreserved (family : Nat)
  /-- The environment of the program does what the family assumes of others. -/
  | environmentImplies (family : Nat)
  | environmentPreserves
  /-- The family's guarantee implies that of the program. -/
  | guaranteeKept (family : Nat)
  /-- Other threads do not make the family's postcondition false. -/
  | postStable (family : Nat)
  /-- Where all threads have ended, the program's postcondition holds. -/
  | postconditions

/-- Literals that must not all be true. -/
structure Condition where
  origin : Origin
  literals : Array Literal

/-- Which part of an operation a literal of a condition is, for messages. -/
structure PartLabel where
  literal : Literal
  label : Nat
  /-- 0 gate, 1 post-assertion, 2 guarantee, 3 a loop's invariant or an assertion; 4 a thread's postcondition, which has no label -/
  part : Nat

/-- The conditions being generated. -/
structure Generator where
  builder : Builder
  nextVersion : Nat
  conditions : Array Condition
  labels : Array PartLabel

/-- A literal, and the generator after it was made. -/
structure Generated where
  literal : Literal
  generator : Generator

namespace Generator

/-- A formula of the right-hand side. -/
def make (g : Generator) (d : Definiens) : Except Reason Generated :=
  match g with
  | ⟨builder, next, conditions, labels⟩ =>
    match builder.formula d with
    | .error reason => .error reason
    | .ok ⟨n, builder⟩ => .ok ⟨2 * n, ⟨builder, next, conditions, labels⟩⟩

/-- The program's formula at a place. -/
def copy (g : Generator) (T : Tables) (l : Literal) (at_ : Place) : Except Reason Generated :=
  match g with
  | ⟨builder, next, conditions, labels⟩ =>
    match copyLiteral T at_ none copyDepth l builder with
    | .error reason => .error reason
    | .ok ⟨l, builder⟩ => .ok ⟨l, ⟨builder, next, conditions, labels⟩⟩

/-- The program's formula at a place, of the thread that is the variable of the nearest quantifier. -/
def copyOfAny (g : Generator) (T : Tables) (l : Literal) (at_ : Place) : Except Reason Generated :=
  match g with
  | ⟨builder, next, conditions, labels⟩ =>
    match copyLiteral T at_ (some 0) copyDepth l builder with
    | .error reason => .error reason
    | .ok ⟨l, builder⟩ => .ok ⟨l, ⟨builder, next, conditions, labels⟩⟩

/-- A version of the store that was not used before is `nextVersion`; this uses it up. -/
def useVersion (g : Generator) : Generator :=
  match g with
  | ⟨builder, next, conditions, labels⟩ => ⟨builder, next + 1, conditions, labels⟩

/-- Adds a condition. -/
def require (g : Generator) (origin : Origin) (literals : Array Literal) : Generator :=
  match g with
  | ⟨builder, next, conditions, labels⟩ => ⟨builder, next, conditions.push ⟨origin, literals⟩, labels⟩

/-- Notes what a literal is. -/
def mark (g : Generator) (literal : Literal) (label part : Nat) : Generator :=
  match g with
  | ⟨builder, next, conditions, labels⟩ => ⟨builder, next, conditions, labels.push ⟨literal, label, part⟩⟩

end Generator

/-- What the conditions of a family's statement have in common. -/
structure FamilyContext where
  tables : Tables
  family : Nat
  /-- The term that is the thread. -/
  thread : Nat
  rely : Literal
  guarantee : Literal
  /-- Every operation has an assertion before it. -/
  explicit : Bool
  /-- True of all threads of the family: the parameters' assumption, and that the thread is a member. -/
  hypotheses : Array Literal

/-- The assertion holds in version `a`, whatever the environment has done since version `k`; in an explicit outline, already in the latter. -/
def enterLiteral (c : FamilyContext) (label : Nat) (J : Literal) (k a : Nat) (g : Generator) : Except Reason Generated :=
  if c.explicit then
    match g.copy c.tables J ⟨k, k, c.thread⟩ with
    | .error reason => .error reason
    | .ok ⟨here, g⟩ => .ok ⟨here, g.mark here label 3⟩
  else
    match g.copy c.tables J ⟨a, a, c.thread⟩ with
    | .error reason => .error reason
    | .ok ⟨here, g⟩ => match g.copy c.tables c.rely ⟨k, a, c.thread⟩ with
      | .error reason => .error reason
      | .ok ⟨rely, g⟩ => (g.mark here label 3).make (.implies rely here)

/-- The environment does not make the assertion false, by a step from version `a` to version `b`. -/
def stableCondition (c : FamilyContext) (origin : Origin) (J : Literal) (a b : Nat) (g : Generator) : Except Reason Generator :=
  match g.copy c.tables J ⟨a, a, c.thread⟩ with
  | .error reason => .error reason
  | .ok ⟨before, g⟩ => match g.copy c.tables J ⟨b, b, c.thread⟩ with
    | .error reason => .error reason
    | .ok ⟨later, g⟩ => match g.copy c.tables c.rely ⟨a, b, c.thread⟩ with
      | .error reason => .error reason
      | .ok ⟨others, g⟩ => .ok (g.require origin ((c.hypotheses.push before).push others |>.push later.negate))

/-- Where the assertion holds, in version `k`, the literal is true. -/
def followsCondition (c : FamilyContext) (origin : Origin) (J : Literal) (k : Nat) (literal : Literal) (g : Generator) :
    Except Reason Generator :=
  match g.copy c.tables J ⟨k, k, c.thread⟩ with
  | .error reason => .error reason
  | .ok ⟨here, g⟩ => .ok (g.require origin ((c.hypotheses.push here).push literal.negate))

/-- The operation can be done in version `a` of the store and, if it leads to version `k'`, its assertion, the guarantee and `post` are true. -/
def operationLiteral (c : FamilyContext) (label : Nat) (o : Operation) (a k' : Nat) (post : Literal) (g : Generator) :
    Except Reason Generated :=
  match g.copy c.tables o.gate ⟨a, a, c.thread⟩ with
  | .error reason => .error reason
  | .ok ⟨gate, g⟩ => match g.copy c.tables o.annotated ⟨a, k', c.thread⟩ with
    | .error reason => .error reason
    | .ok ⟨step, g⟩ => match g.copy c.tables o.post ⟨a, k', c.thread⟩ with
      | .error reason => .error reason
      | .ok ⟨assertion, g⟩ => match g.copy c.tables c.guarantee ⟨a, k', c.thread⟩ with
        | .error reason => .error reason
        | .ok ⟨guarantee, g⟩ =>
          -- what has been shown may be used for what follows
          match g.make (.or #[assertion.negate, guarantee.negate, post]) with
          | .error reason => .error reason
          | .ok ⟨rest, g⟩ => match g.make (.and #[assertion, guarantee, rest]) with
            | .error reason => .error reason
            | .ok ⟨after, g⟩ => match g.make (.implies step after) with
              | .error reason => .error reason
              | .ok ⟨stepping, g⟩ =>
                (((g.mark gate label 0).mark assertion label 1).mark guarantee label 2).make (.and #[gate, stepping])

/-- The weakest precondition of the statement, from version `k` of the store on, for the literal `post` about version `k'`; the
conditions that it rests on are added. -/
def weakestLiteral (c : FamilyContext) : Code → (k k' : Nat) → (post : Literal) → Generator → Except Reason Generated
  | .skip, k, k', post, g =>
    if c.explicit then .error .needsAssertion
    else match g.copy c.tables c.rely ⟨k, k', c.thread⟩ with
      | .error reason => .error reason
      | .ok ⟨rely, g⟩ => g.make (.implies rely post)
  | .atomic label o, k, k', post, g =>
    match o.assertion with
    | none =>
      if c.explicit then .error .needsAssertion
      else
        let a := g.nextVersion
        match g.useVersion.copy c.tables c.rely ⟨k, a, c.thread⟩ with
        | .error reason => .error reason
        | .ok ⟨rely, g⟩ => match operationLiteral c label o a k' post g with
          | .error reason => .error reason
          | .ok ⟨right, g⟩ => g.make (.implies rely right)
    | some J =>
      let a := g.nextVersion
      let b := a + 1
      match operationLiteral c label o a k' post g.useVersion.useVersion with
      | .error reason => .error reason
      | .ok ⟨right, g⟩ => match stableCondition c (.stable c.family label) J a b g with
        | .error reason => .error reason
        | .ok g => match followsCondition c (.step c.family label) J a right g with
          | .error reason => .error reason
          | .ok g => enterLiteral c label J k a g
  | .choice S S', k, k', post, g =>
    match weakestLiteral c S k k' post g with
    | .error reason => .error reason
    | .ok ⟨first, g⟩ => match weakestLiteral c S' k k' post g with
      | .error reason => .error reason
      | .ok ⟨second, g⟩ => g.make (.and #[first, second])
  | .seq S S', k, k', post, g =>
    let middle := g.nextVersion
    match weakestLiteral c S' middle k' post g.useVersion with
    | .error reason => .error reason
    | .ok ⟨rest, g⟩ => weakestLiteral c S k middle rest g
  | .loop label J S, k, k', post, g =>
    let a := g.nextVersion
    let b := a + 1
    -- the entries in the order that certificates know: before, later, others, then those of the body
    match g.useVersion.useVersion.copy c.tables J ⟨a, a, c.thread⟩ with
    | .error reason => .error reason
    | .ok ⟨_, g⟩ => match g.copy c.tables J ⟨b, b, c.thread⟩ with
      | .error reason => .error reason
      | .ok ⟨later, g⟩ => match g.copy c.tables c.rely ⟨a, b, c.thread⟩ with
        | .error reason => .error reason
        | .ok ⟨_, g⟩ => match weakestLiteral c S a b later (g.mark later label 3) with
          | .error reason => .error reason
          | .ok ⟨body, g⟩ => match stableCondition c (.stable c.family label) J a b g with
            | .error reason => .error reason
            | .ok g => match followsCondition c (.body c.family label) J a body g with
              | .error reason => .error reason
              | .ok g => match followsCondition c (.after c.family label) J k' post g with
                | .error reason => .error reason
                | .ok g => enterLiteral c label J k a g
  | .cut label J, k, k', post, g =>
    let a := g.nextVersion
    let b := a + 1
    match stableCondition c (.stable c.family label) J a b g.useVersion.useVersion with
    | .error reason => .error reason
    | .ok g => match followsCondition c (.after c.family label) J k' post g with
      | .error reason => .error reason
      | .ok g => enterLiteral c label J k a g

/-! ## All conditions of a program -/

/-- Terms and literals that all conditions share. -/
structure Common where
  /-- The terms that are the condition's threads: variables 0 and 1 of the logic, and the numeral 0 where no thread is meant. -/
  thread : Nat
  other : Nat
  nobody : Nat
  /-- The assumption about the parameters. -/
  assumption : Literal

/-- The first version of the store that is free, after those that the conditions name themselves. -/
def firstVersion : Nat := 4

/-- Makes what all conditions share. -/
def common (p : ProgramTables) (builder : Builder) : Except Reason (Common × Generator) :=
  match builder.term (.logic 0) with
  | .error reason => .error reason
  | .ok ⟨thread, builder⟩ => match builder.term (.logic 1) with
    | .error reason => .error reason
    | .ok ⟨other, builder⟩ => match builder.term (.num 0) with
      | .error reason => .error reason
      | .ok ⟨nobody, builder⟩ =>
        let g : Generator := ⟨builder, firstVersion, #[], #[]⟩
        -- the formula true is the first entry that certificates know
        match g.make .true with
        | .error reason => .error reason
        | .ok ⟨_, g⟩ => match g.copy p.tables p.assumption ⟨0, 0, nobody⟩ with
          | .error reason => .error reason
          | .ok ⟨assumption, g⟩ => .ok (⟨thread, other, nobody, assumption⟩, g)

/-- The invariant and the proof's own one, in one version of the store. -/
def invariantLiteral (T : Tables) (contract : Contract) (common : Common) (version : Nat) (g : Generator) : Except Reason Generated :=
  match g.copy T contract.invariant ⟨version, version, common.nobody⟩ with
  | .error reason => .error reason
  | .ok ⟨invariant, g⟩ =>
    if contract.lemma_ = 0 then .ok ⟨invariant, g⟩
    else match g.copy T contract.lemma_ ⟨version, version, common.nobody⟩ with
      | .error reason => .error reason
      | .ok ⟨lemma_, g⟩ => g.make (.and #[invariant, lemma_])

/-- The guarantee is reflexive. -/
def guaranteeCondition (c : FamilyContext) (g : Generator) : Except Reason Generator :=
  match g.copy c.tables c.guarantee ⟨1, 1, c.thread⟩ with
  | .error reason => .error reason
  | .ok ⟨idle, g⟩ => .ok (g.require (.guaranteeReflexive c.family) (c.hypotheses.push idle.negate))

/-- The assumption is reflexive and transitive, unless the outline is explicit. -/
def relyConditions (c : FamilyContext) (g : Generator) : Except Reason Generator :=
  if c.explicit then .ok g
  else match g.copy c.tables c.rely ⟨1, 1, c.thread⟩ with
    | .error reason => .error reason
    | .ok ⟨same, g⟩ => match g.copy c.tables c.rely ⟨1, 2, c.thread⟩ with
      | .error reason => .error reason
      | .ok ⟨first, g⟩ => match g.copy c.tables c.rely ⟨2, 3, c.thread⟩ with
        | .error reason => .error reason
        | .ok ⟨second, g⟩ => match g.copy c.tables c.rely ⟨1, 3, c.thread⟩ with
          | .error reason => .error reason
          | .ok ⟨both, g⟩ =>
            .ok ((g.require (.relyReflexive c.family) (c.hypotheses.push same.negate)).require
              (.relyTransitive c.family) (((c.hypotheses.push first).push second).push both.negate))

/-- From every initial store the family's statement does not go wrong and, if it ends, ends where the postcondition holds. -/
def threadCondition (c : FamilyContext) (common : Common) (init post : Literal) (code : Code) (g : Generator) : Except Reason Generator :=
  match g.copy c.tables init ⟨1, 1, common.nobody⟩ with
  | .error reason => .error reason
  | .ok ⟨init, g⟩ => match g.copy c.tables post ⟨2, 2, c.thread⟩ with
    | .error reason => .error reason
    | .ok ⟨post, g⟩ => match weakestLiteral c code 1 2 post (g.mark post 0 4) with
      | .error reason => .error reason
      | .ok ⟨right, g⟩ => .ok (g.require (.thread c.family) ((c.hypotheses.push init).push right.negate))

/-- The postcondition is stable, if one is stated. -/
def postCondition (c : FamilyContext) (post : Literal) (g : Generator) : Except Reason Generator :=
  if post = 0 then .ok g else stableCondition c (.postStable c.family) post 1 2 g

/-- The guarantee implies the assumption of every other thread of family `j`. -/
def pairCondition (c : FamilyContext) (common : Common) (j : Nat) (other : Family) (g : Generator) : Except Reason Generator :=
  match g.copy c.tables c.guarantee ⟨1, 2, c.thread⟩ with
  | .error reason => .error reason
  | .ok ⟨guarantee, g⟩ => match g.copy c.tables other.members ⟨0, 0, common.other⟩ with
    | .error reason => .error reason
    | .ok ⟨members, g⟩ => match g.copy c.tables other.rely ⟨1, 2, common.other⟩ with
      | .error reason => .error reason
      | .ok ⟨rely, g⟩ => match g.make (.eq common.thread common.other) with
        | .error reason => .error reason
        | .ok ⟨same, g⟩ =>
          let hypotheses := (c.hypotheses.push members).push guarantee
          let hypotheses := if c.family = j then hypotheses.push same.negate else hypotheses
          .ok (g.require (.guaranteeImplies c.family j) (hypotheses.push rely.negate))

/-- The same for every family from `j` on. -/
def pairConditions (c : FamilyContext) (common : Common) (families : Array Family) (j : Nat) (g : Generator) : Except Reason Generator :=
  if h : j < families.size then
    match pairCondition c common j families[j] g with
    | .error reason => .error reason
    | .ok g => pairConditions c common families (j + 1) g
  else .ok g
termination_by families.size - j

/-- The guarantee preserves the invariant. -/
def preservationCondition (c : FamilyContext) (contract : Contract) (common : Common) (g : Generator) : Except Reason Generator :=
  match g.copy c.tables c.guarantee ⟨1, 2, c.thread⟩ with
  | .error reason => .error reason
  | .ok ⟨guarantee, g⟩ => match invariantLiteral c.tables contract common 1 g with
    | .error reason => .error reason
    | .ok ⟨before, g⟩ => match invariantLiteral c.tables contract common 2 g with
      | .error reason => .error reason
      | .ok ⟨after, g⟩ =>
        .ok (g.require (.invariantPreserved c.family) (((c.hypotheses.push guarantee).push before).push after.negate))

/-- The environment of the program does what the family assumes of others, if it does anything. -/
def environmentCondition (c : FamilyContext) (contract : Contract) (common : Common) (g : Generator) : Except Reason Generator :=
  if contract.annotatedRely = 1 then .ok g
  else match g.copy c.tables contract.annotatedRely ⟨1, 2, common.nobody⟩ with
    | .error reason => .error reason
    | .ok ⟨environment, g⟩ => match g.copy c.tables c.rely ⟨1, 2, c.thread⟩ with
      | .error reason => .error reason
      | .ok ⟨rely, g⟩ => .ok (g.require (.environmentImplies c.family) ((c.hypotheses.push environment).push rely.negate))

/-- The family's guarantee implies the program's, if one is stated. -/
def keptCondition (c : FamilyContext) (contract : Contract) (common : Common) (g : Generator) : Except Reason Generator :=
  if contract.guarantee = 0 then .ok g
  else match g.copy c.tables c.guarantee ⟨1, 2, c.thread⟩ with
    | .error reason => .error reason
    | .ok ⟨guarantee, g⟩ => match g.copy c.tables contract.guarantee ⟨1, 2, common.nobody⟩ with
      | .error reason => .error reason
      | .ok ⟨promised, g⟩ => .ok (g.require (.guaranteeKept c.family) ((c.hypotheses.push guarantee).push promised.negate))

/-- All conditions about family `i`. -/
def familyConditions (p : ProgramTables) (common : Common) (i : Nat) (family : Family) (g : Generator) : Except Reason Generator :=
  match g.copy p.tables family.members ⟨0, 0, common.thread⟩ with
  | .error reason => .error reason
  | .ok ⟨members, g⟩ =>
    let c : FamilyContext :=
      ⟨p.tables, i, common.thread, family.rely, family.guarantee, family.explicit, #[common.assumption, members]⟩
    match relyConditions c g with
    | .error reason => .error reason
    | .ok g => match guaranteeCondition c g with
      | .error reason => .error reason
      | .ok g => match pairConditions c common p.families 0 g with
        | .error reason => .error reason
        | .ok g => match preservationCondition c p.contract common g with
          | .error reason => .error reason
          | .ok g => match environmentCondition c p.contract common g with
            | .error reason => .error reason
            | .ok g => match keptCondition c p.contract common g with
              | .error reason => .error reason
              | .ok g => match postCondition c family.post g with
                | .error reason => .error reason
                | .ok g => threadCondition c common p.contract.annotatedInit family.post family.code g

/-- The same for every family from `i` on. -/
def allFamilies (p : ProgramTables) (common : Common) (i : Nat) (g : Generator) : Except Reason Generator :=
  if h : i < p.families.size then
    match familyConditions p common i p.families[i] g with
    | .error reason => .error reason
    | .ok g => allFamilies p common (i + 1) g
  else .ok g
termination_by p.families.size - i

/-- The invariant holds initially. -/
def initialCondition (p : ProgramTables) (common : Common) (g : Generator) : Except Reason Generator :=
  match g.copy p.tables p.contract.annotatedInit ⟨1, 1, common.nobody⟩ with
  | .error reason => .error reason
  | .ok ⟨init, g⟩ => match invariantLiteral p.tables p.contract common 1 g with
    | .error reason => .error reason
    | .ok ⟨invariant, g⟩ =>
      .ok (g.require .invariantInitially #[common.assumption, init, invariant.negate])

/-- The environment preserves the invariant, if it does anything. -/
def environmentPreserves (p : ProgramTables) (common : Common) (g : Generator) : Except Reason Generator :=
  if p.contract.annotatedRely = 1 then .ok g
  else match g.copy p.tables p.contract.annotatedRely ⟨1, 2, common.nobody⟩ with
    | .error reason => .error reason
    | .ok ⟨environment, g⟩ => match invariantLiteral p.tables p.contract common 1 g with
      | .error reason => .error reason
      | .ok ⟨before, g⟩ => match invariantLiteral p.tables p.contract common 2 g with
        | .error reason => .error reason
        | .ok ⟨after, g⟩ => .ok (g.require .environmentPreserves #[common.assumption, environment, before, after.negate])

/-- For each family from `i` on that states one: the postcondition of every thread of it, in version 1 of the store. -/
def postLiterals (p : ProgramTables) (common : Common) (i : Nat) (g : Generator) (out : Array Literal) :
    Except Reason (Array Literal × Generator) :=
  if h : i < p.families.size then
    if p.families[i].post = 0 then postLiterals p common (i + 1) g out
    else match g.copyOfAny p.tables p.families[i].members ⟨0, 0, common.nobody⟩ with
      | .error reason => .error reason
      | .ok ⟨members, g⟩ => match g.copyOfAny p.tables p.families[i].post ⟨1, 1, common.nobody⟩ with
        | .error reason => .error reason
        | .ok ⟨post, g⟩ => match g.make (.implies members post) with
          | .error reason => .error reason
          | .ok ⟨ofOne, g⟩ => match g.make (.all ofOne) with
            | .error reason => .error reason
            | .ok ⟨ofAll, g⟩ => postLiterals p common (i + 1) g (out.push ofAll)
  else .ok (out, g)
termination_by p.families.size - i

/-- Where all threads have ended, the program's postcondition holds, if one is stated. -/
def postconditions (p : ProgramTables) (common : Common) (g : Generator) : Except Reason Generator :=
  if p.contract.post = 0 then .ok g
  else match invariantLiteral p.tables p.contract common 1 g with
    | .error reason => .error reason
    | .ok ⟨invariant, g⟩ => match postLiterals p common 0 g #[common.assumption, invariant] with
      | .error reason => .error reason
      | .ok (ended, g) => match g.copy p.tables p.contract.post ⟨1, 1, common.nobody⟩ with
        | .error reason => .error reason
        | .ok ⟨post, g⟩ => .ok (g.require .postconditions (ended.push post.negate))

/-- All conditions of a program. -/
def conditions (p : ProgramTables) (room effort : Nat) : Except Reason Generator :=
  match common p (Builder.start room effort) with
  | .error reason => .error reason
  | .ok (common, g) => match initialCondition p common g with
    | .error reason => .error reason
    | .ok g => match environmentPreserves p common g with
      | .error reason => .error reason
      | .ok g => match postconditions p common g with
        | .error reason => .error reason
        | .ok g => allFamilies p common 0 g

end Plato
