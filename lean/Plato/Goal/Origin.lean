/-
# Where conditions come from, for messages

Soundness does not depend on this: it serves messages about conditions that are not proved.

Main definitions: `Origin`, `Part`, `Mark`.
-/
module

@[expose] public section

namespace Plato

/-- Where a condition comes from: its method's word for its kind, and what numbers go with that, 0 where none do: a family, and another
family or the label of a statement. -/
structure Origin where
  rule : String
  family : Nat
  other : Nat

/-- What a property that is to be shown is in the program. -/
inductive Part where
  | gate
  | postAssertion
  | guarantee
  /-- A loop's invariant, or an assertion. -/
  | assertion
  /-- The postcondition of a thread or procedure, which has no label. -/
  | threadPost
  /-- What the procedure that is called requires. -/
  | requires
  /-- The step is one of the procedure's abstraction. -/
  | abstraction
  /-- All actions of the abstraction were done at the end, which has no label. -/
  | done
  /-- What each branch requires where it starts. -/
  | fork

/-- A part of the statement with that label. -/
structure Mark where
  label : Nat
  part : Part

end Plato
