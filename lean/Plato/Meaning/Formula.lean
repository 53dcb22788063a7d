/-
# Terms and formulas, and what they mean

The logic of certificates: integer arithmetic, integer-indexed maps, propositional connectives, quantifiers over the integers. A program
variable carries a store version: 0 is the store before a step, 1 the store after it, higher numbers are later stores. Only `Term.eval` and
`Formula.Holds` give all this a meaning; everything that the kernel claims is stated with them.

Division is Euclidean, as in SMT-LIB, and total: x div 0 = 0 and x mod 0 = x.

Main definitions: `Term`, `Formula`, `Model`, `Term.eval`, `Formula.Holds`.
-/
module

public import Plato.Meaning.Value

@[expose] public section

namespace Plato

mutual

/-- Terms denote values. -/
inductive Term where
  | num (n : Int)
  /-- A program variable in a version of the store. -/
  | var (name version : Nat)
  /-- A variable of the logic, such as a thread identifier. -/
  | logic (name : Nat)
  /-- The variable of the quantifier `index` levels further out. -/
  | bound (index : Nat)
  | add (a b : Term)
  | sub (a b : Term)
  | mul (a b : Term)
  | div (a b : Term)
  | mod (a b : Term)
  /-- One integer for two: see `pairing`. -/
  | pair (a b : Term)
  /-- The parent of a branch, or its number: see `aboutBranch`. -/
  | branch (a question : Term)
  | select (m i : Term)
  | store (m i x : Term)
  /-- The map that has the same value everywhere. -/
  | const (x : Term)
  | ite (condition : Formula) (a b : Term)
  /-- An integer for which the body is false, if there is one. -/
  | witness (body : Formula)
  /-- An index at which two maps differ, if they do. -/
  | difference (m n : Term)

/-- Formulas are true or false. -/
inductive Formula where
  | true
  | atom (name : Nat)
  | le (a b : Term)
  /-- Equality of integers. -/
  | eq (a b : Term)
  /-- Equality of maps. -/
  | mapEq (m n : Term)
  | not (f : Formula)
  | and (f g : Formula)
  | or (f g : Formula)
  | implies (f g : Formula)
  | iff (f g : Formula)
  | ite (condition f g : Formula)
  /-- For all integers; the body sees the integer as `bound 0`. -/
  | all (body : Formula)

end

/-- What terms and formulas are about: truth of the atoms, the stores, the variables of the logic. -/
structure Model where
  atoms : Nat → Prop
  /-- version, then name of the variable -/
  store : Nat → Nat → Value
  logic : Nat → Value

mutual

/-- The value of a term in a model, with values for the quantified variables around it, innermost first. -/
noncomputable def Term.eval (M : Model) (bs : List Int) : Term → Value
  | .num n => .int n
  | .var name version => M.store version name
  | .logic name => M.logic name
  | .bound index => .int (bs.getD index 0)
  | .add a b => .int ((a.eval M bs).toInt + (b.eval M bs).toInt)
  | .sub a b => .int ((a.eval M bs).toInt - (b.eval M bs).toInt)
  | .mul a b => .int ((a.eval M bs).toInt * (b.eval M bs).toInt)
  | .div a b => .int ((a.eval M bs).toInt / (b.eval M bs).toInt)
  | .mod a b => .int ((a.eval M bs).toInt % (b.eval M bs).toInt)
  | .pair a b => .int (pairing (a.eval M bs).toInt (b.eval M bs).toInt)
  | .branch a b => .int (aboutBranch (a.eval M bs).toInt (b.eval M bs).toInt)
  | .select m i => .int ((m.eval M bs).toMap (i.eval M bs).toInt)
  | .store m i x => .map (update (m.eval M bs).toMap (i.eval M bs).toInt (x.eval M bs).toInt)
  | .const x => .map (fun _ => (x.eval M bs).toInt)
  | .ite c a b => open Classical in if c.Holds M bs then a.eval M bs else b.eval M bs
  | .witness body => .int (Classical.epsilon fun x => ¬ body.Holds M (x :: bs))
  | .difference m n => .int (Classical.epsilon fun i => (m.eval M bs).toMap i ≠ (n.eval M bs).toMap i)

/-- The truth of a formula in a model, with values for the quantified variables around it, innermost first. -/
noncomputable def Formula.Holds (M : Model) (bs : List Int) : Formula → Prop
  | .true => True
  | .atom name => M.atoms name
  | .le a b => (a.eval M bs).toInt ≤ (b.eval M bs).toInt
  | .eq a b => (a.eval M bs).toInt = (b.eval M bs).toInt
  | .mapEq m n => (m.eval M bs).toMap = (n.eval M bs).toMap
  | .not f => ¬ f.Holds M bs
  | .and f g => f.Holds M bs ∧ g.Holds M bs
  | .or f g => f.Holds M bs ∨ g.Holds M bs
  | .implies f g => f.Holds M bs → g.Holds M bs
  | .iff f g => f.Holds M bs ↔ g.Holds M bs
  | .ite c f g => (c.Holds M bs → f.Holds M bs) ∧ (¬ c.Holds M bs → g.Holds M bs)
  | .all body => ∀ x : Int, body.Holds M (x :: bs)

end

end Plato
