/-
# The kinds of conditions of thread-modular verification

Each kind has a word. `cpp/thread_modular/condition_kinds.cpp` has the table of what these mean to people, in the same order. What runs statements is a
*unit*: the families have the numbers from 0 on, and the procedures those after them.

The branches of a `par` are a unit after all procedures: the one with the number of the statement is so many after the last one.

Main definitions: the origins `relyReflexive` … `membersApart`.
-/
module

public import Plato.Goal.Origin

@[expose] public section

namespace Plato.Origin

/-- The family's rely is reflexive. -/
def relyReflexive (family : Nat) : Origin := ⟨"rely-reflexive", family, 0⟩

/-- The family's rely is transitive. -/
def relyTransitive (family : Nat) : Origin := ⟨"rely-transitive", family, 0⟩

/-- The family's guarantee is reflexive. -/
def guaranteeReflexive (family : Nat) : Origin := ⟨"guarantee-reflexive", family, 0⟩

/-- The guarantee of one family implies the rely of the other. -/
def guaranteeImplies (family other : Nat) : Origin := ⟨"guarantee-implies", family, other⟩

/-- The family's statement, from the initial stores on. -/
def thread (family : Nat) : Origin := ⟨"thread", family, 0⟩

/-- What follows the loop or assertion with this label. -/
def after (family label : Nat) : Origin := ⟨"after", family, label⟩

/-- The body of the loop with this label. -/
def body (family label : Nat) : Origin := ⟨"body", family, label⟩

/-- The invariant or assertion with this label is stable. -/
def stable (family label : Nat) : Origin := ⟨"stable", family, label⟩

/-- The operation with this label, after the assertion before it. -/
def step (family label : Nat) : Origin := ⟨"step", family, label⟩

/-- The invariant holds initially. -/
def invariantInitially : Origin := ⟨"invariant-initially", 0, 0⟩

/-- The family's guarantee preserves the invariant. -/
def invariantPreserved (family : Nat) : Origin := ⟨"invariant-preserved", family, 0⟩

/-- The environment of the program does what the family relies on. -/
def environmentImplies (family : Nat) : Origin := ⟨"environment-implies", family, 0⟩

/-- The environment of the program preserves the invariant. -/
def environmentPreserves : Origin := ⟨"environment-preserves", 0, 0⟩

/-- The family's guarantee implies that of the program. -/
def guaranteeKept (family : Nat) : Origin := ⟨"guarantee-kept", family, 0⟩

/-- Other threads do not make the family's postcondition false. -/
def postStable (family : Nat) : Origin := ⟨"post-stable", family, 0⟩

/-- Where all threads have ended, the program's postcondition holds. -/
def postconditions : Origin := ⟨"postconditions", 0, 0⟩

/-- The procedure's idle steps may do nothing. -/
def idleReflexive (unit : Nat) : Origin := ⟨"idle-reflexive", unit, 0⟩

/-- What happens through calls may be nothing. -/
def throughReflexive (unit : Nat) : Origin := ⟨"through-reflexive", unit, 0⟩

/-- What happens through calls may be one thing after another. -/
def throughTransitive (unit : Nat) : Origin := ⟨"through-transitive", unit, 0⟩

/-- What the environment does may happen through calls. -/
def relyThrough (unit : Nat) : Origin := ⟨"rely-through", unit, 0⟩

/-- The environment does what the called procedure relies on. -/
def relyCalls (unit procedure : Nat) : Origin := ⟨"rely-calls", unit, procedure⟩

/-- Idle steps of the called procedure may happen through calls. -/
def idleThrough (unit procedure : Nat) : Origin := ⟨"idle-through", unit, procedure⟩

/-- Idle steps of the called procedure keep the caller's guarantee, or are idle steps of the caller. -/
def idleKept (unit procedure : Nat) : Origin := ⟨"idle-kept", unit, procedure⟩

/-- The procedure's body, from where it is called on. -/
def procedure (unit : Nat) : Origin := ⟨"procedure", unit, 0⟩

/-- What the thread relies on is what its branches rely on. -/
def branchRely (unit : Nat) : Origin := ⟨"branch-rely", unit, 0⟩

/-- What a branch guarantees, its thread guarantees. -/
def branchGuarantee (unit : Nat) : Origin := ⟨"branch-guarantee", unit, 0⟩

/-- What a branch guarantees may happen while the branches run. -/
def branchThrough (unit : Nat) : Origin := ⟨"branch-through", unit, 0⟩

/-- What a branch guarantees is what the other branches of its thread rely on. -/
def branchSiblings (unit : Nat) : Origin := ⟨"branch-siblings", unit, 0⟩

/-- The statement of a branch, from where it starts. -/
def branch (unit : Nat) : Origin := ⟨"branch", unit, 0⟩

/-- No member of the family has the identifier of a branch. -/
def membersApart (family : Nat) : Origin := ⟨"members-apart", family, 0⟩

end Plato.Origin
