/-
# Formulas and what they mean

The logic of certificates: so far propositional logic over numbered atoms. `Formula.Holds` is the only place that
gives formulas a meaning; everything the kernel claims is stated with it.

Main definitions: `Formula`, `Valuation`, `Formula.Holds`.
-/
module

@[expose] public section

namespace Plato

/-- Propositional formulas over numbered atoms. -/
inductive Formula where
  | true
  | atom (name : Nat)
  | not (f : Formula)
  | and (f g : Formula)
  | or (f g : Formula)
  | implies (f g : Formula)
  | iff (f g : Formula)
  | ite (condition f g : Formula)
  deriving Inhabited

/-- A valuation says which atoms are true. -/
abbrev Valuation := Nat → Prop

/-- The truth of a formula under a valuation. -/
def Formula.Holds (v : Valuation) : Formula → Prop
  | .true => True
  | .atom name => v name
  | .not f => ¬ f.Holds v
  | .and f g => f.Holds v ∧ g.Holds v
  | .or f g => f.Holds v ∨ g.Holds v
  | .implies f g => f.Holds v → g.Holds v
  | .iff f g => f.Holds v ↔ g.Holds v
  | .ite c f g => (c.Holds v → f.Holds v) ∧ (¬ c.Holds v → g.Holds v)

end Plato
