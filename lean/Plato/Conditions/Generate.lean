/-
# Verification conditions

From a program and its proof outline to the conditions that make it right: assumptions are reflexive and transitive, guarantees
are reflexive and imply the assumptions of the other threads, every thread's weakest precondition holds initially, the
invariant holds initially and is preserved. A condition is a list of literals that must not all be true.

Version 0 of the store is the initial one, of which only the parameters' assumption and the families' members speak; the stores of
a condition are the versions from 1 on. Variables 0 and 1 of the logic are the condition's threads.

Main definitions: `Condition`, `Origin`, `Generator`, `weakestLiteral`, `conditions`.
-/
module

public import Plato.Conditions.Instance
public import Plato.Program.Code

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
  | invariantInitially
  | invariantPreserved (family : Nat)

/-- Literals that must not all be true. -/
structure Condition where
  origin : Origin
  literals : Array Literal

/-- Which part of an operation a literal of a condition is, for messages. -/
structure PartLabel where
  literal : Literal
  label : Nat
  /-- 0 gate, 1 post-assertion, 2 guarantee, 3 a loop's invariant or an assertion -/
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
    match copyLiteral T at_ copyDepth l builder with
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
  /-- True of all threads of the family: the parameters' assumption, and that the thread is a member. -/
  hypotheses : Array Literal

/-- The weakest precondition of the statement, from version `k` of the store on, for the literal `post` about version `k'`; the
conditions that it rests on are added. -/
def weakestLiteral (c : FamilyContext) : Code → (k k' : Nat) → (post : Literal) → Generator → Except Reason Generated
  | .skip, k, k', post, g =>
    match g.copy c.tables c.rely ⟨k, k', c.thread⟩ with
    | .error reason => .error reason
    | .ok ⟨rely, g⟩ => g.make (.implies rely post)
  | .atomic label gate step assertion, k, k', post, g =>
    let a := g.nextVersion
    match g.useVersion.copy c.tables c.rely ⟨k, a, c.thread⟩ with
    | .error reason => .error reason
    | .ok ⟨rely, g⟩ => match g.copy c.tables gate ⟨a, a, c.thread⟩ with
      | .error reason => .error reason
      | .ok ⟨gate, g⟩ => match g.copy c.tables step ⟨a, k', c.thread⟩ with
        | .error reason => .error reason
        | .ok ⟨step, g⟩ => match g.copy c.tables assertion ⟨a, k', c.thread⟩ with
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
                  | .ok ⟨stepping, g⟩ => match g.make (.and #[gate, stepping]) with
                    | .error reason => .error reason
                    | .ok ⟨both, g⟩ =>
                      (((g.mark gate label 0).mark assertion label 1).mark guarantee label 2).make (.implies rely both)
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
  | .loop label invariant S, k, k', post, g =>
    let a := g.nextVersion
    let b := a + 1
    match g.useVersion.useVersion.copy c.tables invariant ⟨a, a, c.thread⟩ with
    | .error reason => .error reason
    | .ok ⟨before, g⟩ => match g.copy c.tables invariant ⟨b, b, c.thread⟩ with
      | .error reason => .error reason
      | .ok ⟨later, g⟩ => match g.copy c.tables c.rely ⟨a, b, c.thread⟩ with
        | .error reason => .error reason
        | .ok ⟨others, g⟩ => match weakestLiteral c S a b later g with
          | .error reason => .error reason
          | .ok ⟨body, g⟩ => match g.copy c.tables invariant ⟨k', k', c.thread⟩ with
            | .error reason => .error reason
            | .ok ⟨after, g⟩ => match g.copy c.tables c.rely ⟨k, a, c.thread⟩ with
              | .error reason => .error reason
              | .ok ⟨rely, g⟩ =>
                ((((g.require (.stable c.family label) ((c.hypotheses.push before).push others |>.push later.negate)).require
                  (.body c.family label) ((c.hypotheses.push before).push body.negate)).require
                  (.after c.family label) ((c.hypotheses.push after).push post.negate)).mark before label 3).make (.implies rely before)
  | .cut label assertion, k, k', post, g =>
    let a := g.nextVersion
    let b := a + 1
    match g.useVersion.useVersion.copy c.tables assertion ⟨a, a, c.thread⟩ with
    | .error reason => .error reason
    | .ok ⟨before, g⟩ => match g.copy c.tables assertion ⟨b, b, c.thread⟩ with
      | .error reason => .error reason
      | .ok ⟨later, g⟩ => match g.copy c.tables c.rely ⟨a, b, c.thread⟩ with
        | .error reason => .error reason
        | .ok ⟨others, g⟩ => match g.copy c.tables assertion ⟨k', k', c.thread⟩ with
          | .error reason => .error reason
          | .ok ⟨after, g⟩ => match g.copy c.tables c.rely ⟨k, a, c.thread⟩ with
            | .error reason => .error reason
            | .ok ⟨rely, g⟩ =>
              (((g.require (.stable c.family label) ((c.hypotheses.push before).push others |>.push later.negate)).require
                (.after c.family label) ((c.hypotheses.push after).push post.negate)).mark before label 3).make (.implies rely before)

/-! ## All conditions of a program -/

/-- Terms and literals that all conditions share. -/
structure Common where
  /-- The terms that are the condition's threads: variables 0 and 1 of the logic, and the numeral 0 where no thread is meant. -/
  thread : Nat
  other : Nat
  nobody : Nat
  truth : Literal
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
        match g.make .true with
        | .error reason => .error reason
        | .ok ⟨truth, g⟩ => match g.copy p.tables p.assumption ⟨0, 0, nobody⟩ with
          | .error reason => .error reason
          | .ok ⟨assumption, g⟩ => .ok (⟨thread, other, nobody, truth, assumption⟩, g)

/-- The assumption is reflexive and transitive, the guarantee is reflexive. -/
def actionConditions (c : FamilyContext) (g : Generator) : Except Reason Generator :=
  match g.copy c.tables c.rely ⟨1, 1, c.thread⟩ with
  | .error reason => .error reason
  | .ok ⟨same, g⟩ => match g.copy c.tables c.rely ⟨1, 2, c.thread⟩ with
    | .error reason => .error reason
    | .ok ⟨first, g⟩ => match g.copy c.tables c.rely ⟨2, 3, c.thread⟩ with
      | .error reason => .error reason
      | .ok ⟨second, g⟩ => match g.copy c.tables c.rely ⟨1, 3, c.thread⟩ with
        | .error reason => .error reason
        | .ok ⟨both, g⟩ => match g.copy c.tables c.guarantee ⟨1, 1, c.thread⟩ with
          | .error reason => .error reason
          | .ok ⟨idle, g⟩ =>
            .ok (((g.require (.relyReflexive c.family) (c.hypotheses.push same.negate)).require
              (.relyTransitive c.family) (((c.hypotheses.push first).push second).push both.negate)).require
              (.guaranteeReflexive c.family) (c.hypotheses.push idle.negate))

/-- From every initial store the family's statement does not go wrong. -/
def threadCondition (c : FamilyContext) (common : Common) (init : Literal) (code : Code) (g : Generator) : Except Reason Generator :=
  match g.copy c.tables init ⟨1, 1, common.nobody⟩ with
  | .error reason => .error reason
  | .ok ⟨init, g⟩ => match weakestLiteral c code 1 2 common.truth g with
    | .error reason => .error reason
    | .ok ⟨right, g⟩ => .ok (g.require (.thread c.family) ((c.hypotheses.push init).push right.negate))

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
def preservationCondition (c : FamilyContext) (common : Common) (invariant : Literal) (g : Generator) : Except Reason Generator :=
  match g.copy c.tables c.guarantee ⟨1, 2, c.thread⟩ with
  | .error reason => .error reason
  | .ok ⟨guarantee, g⟩ => match g.copy c.tables invariant ⟨1, 1, common.nobody⟩ with
    | .error reason => .error reason
    | .ok ⟨before, g⟩ => match g.copy c.tables invariant ⟨2, 2, common.nobody⟩ with
      | .error reason => .error reason
      | .ok ⟨after, g⟩ =>
        .ok (g.require (.invariantPreserved c.family) (((c.hypotheses.push guarantee).push before).push after.negate))

/-- All conditions about family `i`. -/
def familyConditions (p : ProgramTables) (common : Common) (i : Nat) (family : Family) (g : Generator) : Except Reason Generator :=
  match g.copy p.tables family.members ⟨0, 0, common.thread⟩ with
  | .error reason => .error reason
  | .ok ⟨members, g⟩ =>
    let c : FamilyContext := ⟨p.tables, i, common.thread, family.rely, family.guarantee, #[common.assumption, members]⟩
    match actionConditions c g with
    | .error reason => .error reason
    | .ok g => match pairConditions c common p.families 0 g with
      | .error reason => .error reason
      | .ok g => match preservationCondition c common p.invariant g with
        | .error reason => .error reason
        | .ok g => threadCondition c common p.init family.code g

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
  match g.copy p.tables p.init ⟨1, 1, common.nobody⟩ with
  | .error reason => .error reason
  | .ok ⟨init, g⟩ => match g.copy p.tables p.invariant ⟨1, 1, common.nobody⟩ with
    | .error reason => .error reason
    | .ok ⟨invariant, g⟩ =>
      .ok (g.require .invariantInitially #[common.assumption, init, invariant.negate])

/-- All conditions of a program. -/
def conditions (p : ProgramTables) (room effort : Nat) : Except Reason Generator :=
  match common p (Builder.start room effort) with
  | .error reason => .error reason
  | .ok (common, g) => match initialCondition p common g with
    | .error reason => .error reason
    | .ok g => allFamilies p common 0 g

end Plato
