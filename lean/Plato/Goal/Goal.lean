/-
# Goals: what must be shown, as data

A method of verification states what must be shown as *goals*: data with one meaning (`Goal.Holds`, in the proofs) and one compiler to
verification conditions (`Goal.compile`), which is proved sound once. Goals are about stores and threads.

The stores in scope are numbered from the nearest one: 0 is the store that was introduced last. After all of them comes the initial store.
There are two threads, self and other; a property may also be about all identifiers.

The size of a goal is linear in its source: what follows a choice is one goal that both branches share (`share`, `exit`).

Main definitions: `View`, `Property`, `Witness`, `Goal`, `Obligation`, `Batch`.
-/
module

public import Plato.Goal.Origin
public import Plato.Program.Code
public import Plato.Table.Copy

@[expose] public section

namespace Plato

/-- How a formula of the program is read: the stores in scope that its versions mean (0 the first one, 1 and so on the later ones, and
beyond their end the last one), and its thread. -/
structure View where
  first : Nat
  later : List Nat
  thread : Who

/-- A predicate is read in one store. -/
def View.here (store : Nat) (thread : Who) : View := ⟨store, [], thread⟩

/-- An action is read in two stores. -/
def View.step (before after : Nat) (thread : Who) : View := ⟨before, [after], thread⟩

/-- What can be assumed or shown. -/
inductive Property where
  /-- The formula of the program is true. -/
  | is (l : Literal) (at_ : View)
  /-- Self and other are different threads. -/
  | different
  /-- The one is the identifier of a branch, and its parent is the other. -/
  | childOf (child parent : Who)
  /-- Self and other are different branches of one thread. -/
  | siblings
  /-- The variable of a quantifier around the property lies between the values of two terms of the program. -/
  | among (first last : Nat) (at_ : View) (index : Nat)
  /-- No branch has this identifier. -/
  | noBranch (who : Who)
  /-- The variables have the same values in two stores. -/
  | same (variables : List VariableCode) (a b : Nat)
  | and (f g : Property)
  | implies (f g : Property)
  /-- For all identifiers; the property sees the identifier as `Who.bound 0`. -/
  | all (f : Property)

/-- A property to be shown, and what it is for messages. -/
structure Shown where
  mark : Option Mark
  property : Property

/-- A new value for a variable: that of a term of the program. -/
structure Change where
  name : Nat
  term : Nat
  at_ : View

/-- A store given by terms: a store in scope, with these changes one after the other. -/
structure Witness where
  base : Nat
  changes : List Change

/-- What must be shown about the stores in scope. -/
inductive Goal where
  | shows (shown : Shown)
  /-- The properties, and then the goal; what has been shown may be used for what follows. -/
  | showing (shown : List Shown) (g : Goal)
  | and (g h : Goal)
  | assuming (f : Property) (g : Goal)
  /-- The goal for every store, which it sees as 0. -/
  | each (g : Goal)
  /-- The goal for the store that is given by terms, which it sees as 0. -/
  | given (w : Witness) (g : Goal)
  /-- The command, run by self in a store of the scope, does not go wrong and, wherever it ends, the goal, which sees that store as 0.
  The label is that of the command's statement. -/
  | run (command : CommandCode) (store label : Nat) (g : Goal)
  /-- The goal for other stores in scope: the chosen ones, and then those of the scope but for the first so many. -/
  | pick (chosen : List Nat) (dropped : Nat) (g : Goal)
  /-- The body, in which `exit 0` means `rest`. -/
  | share (rest body : Goal)
  /-- The rest of the `share` that is so many further out than the nearest one. -/
  | exit (index : Nat)
  /-- The goal under these properties, as a condition of its own; and `rest`. -/
  | aside (origin : Origin) (given : List Property) (g rest : Goal)
  /-- The goal cannot be shown, for this reason. -/
  | impossible (reason : Reason)

/-- A goal that becomes a condition: for any so many stores, besides those of its batch, under these properties. -/
structure Obligation where
  origin : Origin
  stores : Nat
  given : List Property
  goal : Goal

/-- Obligations with properties that all their conditions may use, about the initial store and any so many stores that they share. What is said
of these once is put into the tables once. -/
structure Batch where
  stores : Nat
  throughout : List Property
  obligations : List Obligation

end Plato
