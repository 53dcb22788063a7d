/-
# Where conditions come from, for messages

Nothing rests on this: it is what people are told about a condition that is not proved.

Main definitions: `Origin`, `Part`, `Mark`.
-/
module

@[expose] public section

namespace Plato

/-- Where a condition comes from. Families are numbered; a label is the number of a statement's line. -/
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
  /-- The operation with this label, after the assertion before it. -/
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

/-- What a property that is to be shown is in the program. -/
inductive Part where
  | gate
  | postAssertion
  | guarantee
  /-- A loop's invariant, or an assertion. -/
  | assertion
  /-- A thread's postcondition, which has no label. -/
  | threadPost

/-- A part of the statement with that label. -/
structure Mark where
  label : Nat
  part : Part

end Plato
