/-
# Substitution and re-versioning

A substitution replaces program variables (each in a version of the store) and variables of the logic by terms. Giving the
stores of a formula other version numbers is the special case that renames versions; putting a thread identifier in is the
special case that replaces one variable of the logic.

The terms that are put in must not have loose quantified variables, so nothing can be captured and nothing is renamed.
What substitution means is `holds_substitute` in `proofs/Soundness/Substitution.lean`: the formula, in another model.

Main definitions: `Substitution`, `Term.substitute`, `Formula.substitute`, `Substitution.versions`, `Substitution.logicVariable`.
-/
module

public import Plato.Formula

@[expose] public section

namespace Plato

/-- What variables are replaced by. -/
structure Substitution where
  /-- name, then version -/
  var : Nat → Nat → Term
  logic : Nat → Term

mutual

/-- The term with its variables replaced. -/
def Term.substitute (σ : Substitution) : Term → Term
  | .num n => .num n
  | .var name version => σ.var name version
  | .logic name => σ.logic name
  | .bound index => .bound index
  | .add a b => .add (a.substitute σ) (b.substitute σ)
  | .sub a b => .sub (a.substitute σ) (b.substitute σ)
  | .mul a b => .mul (a.substitute σ) (b.substitute σ)
  | .div a b => .div (a.substitute σ) (b.substitute σ)
  | .mod a b => .mod (a.substitute σ) (b.substitute σ)
  | .pair a b => .pair (a.substitute σ) (b.substitute σ)
  | .select m i => .select (m.substitute σ) (i.substitute σ)
  | .store m i x => .store (m.substitute σ) (i.substitute σ) (x.substitute σ)
  | .const x => .const (x.substitute σ)
  | .ite c a b => .ite (c.substitute σ) (a.substitute σ) (b.substitute σ)
  | .witness body => .witness (body.substitute σ)
  | .difference m n => .difference (m.substitute σ) (n.substitute σ)

/-- The formula with its variables replaced. -/
def Formula.substitute (σ : Substitution) : Formula → Formula
  | .true => .true
  | .atom name => .atom name
  | .le a b => .le (a.substitute σ) (b.substitute σ)
  | .eq a b => .eq (a.substitute σ) (b.substitute σ)
  | .mapEq m n => .mapEq (m.substitute σ) (n.substitute σ)
  | .not f => .not (f.substitute σ)
  | .and f g => .and (f.substitute σ) (g.substitute σ)
  | .or f g => .or (f.substitute σ) (g.substitute σ)
  | .implies f g => .implies (f.substitute σ) (g.substitute σ)
  | .iff f g => .iff (f.substitute σ) (g.substitute σ)
  | .ite c f g => .ite (c.substitute σ) (f.substitute σ) (g.substitute σ)
  | .all body => .all (body.substitute σ)

end

/-- Re-versioning: version `k` of the store becomes version `rename k`. -/
def Substitution.versions (rename : Nat → Nat) : Substitution where
  var name version := .var name (rename version)
  logic := .logic

/-- One variable of the logic is replaced. -/
def Substitution.logicVariable (replaced : Nat) (by_ : Term) : Substitution where
  var := .var
  logic name := if name = replaced then by_ else .logic name

end Plato
