/-
# Substitution and re-versioning

A substitution replaces program variables (each in a version of the store) and variables of the logic by terms. Giving the
stores of a formula other version numbers is the special case that renames versions; putting a thread identifier in is the
special case that replaces one variable of the logic. The terms that are put in must not have loose quantified variables, so nothing
can be captured and nothing is renamed.

A formula after a substitution holds in a model exactly if the formula before it holds in the model whose variables have the
values of the terms put in.

Main definitions: `Substitution`, `Term.substitute`, `Formula.substitute`, `Substitution.versions`, `Substitution.logicVariable`.
Main results: `holds_substitute`, `holds_versions`, `holds_logicVariable`.
-/
module

public import Plato.Meaning.Formula

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
  | .branch a b => .branch (a.substitute σ) (b.substitute σ)
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

/-! ## What it means -/

/-- The model in which the substituted variables have the values of their terms. -/
noncomputable def Substitution.model (σ : Substitution) (M : Model) : Model where
  atoms := M.atoms
  store version name := (σ.var name version).eval M []
  logic name := (σ.logic name).eval M []

/-- The terms that are put in do not depend on quantified variables. -/
structure Substitution.Closed (σ : Substitution) (M : Model) : Prop where
  var : ∀ name version bs, (σ.var name version).eval M bs = (σ.var name version).eval M []
  logic : ∀ name bs, (σ.logic name).eval M bs = (σ.logic name).eval M []

mutual

/-- The value of a term after substitution. -/
theorem eval_substitute {σ : Substitution} {M : Model} (h : σ.Closed M) (t : Term) (bs : List Int) :
    (t.substitute σ).eval M bs = t.eval (σ.model M) bs := by
  cases t with
  | num n => simp [Term.substitute, Term.eval]
  | var name version => simp [Term.substitute, Term.eval, Substitution.model, h.var name version bs]
  | logic name => simp [Term.substitute, Term.eval, Substitution.model, h.logic name bs]
  | bound index => simp [Term.substitute, Term.eval]
  | add a b => simp [Term.substitute, Term.eval, eval_substitute h a bs, eval_substitute h b bs]
  | sub a b => simp [Term.substitute, Term.eval, eval_substitute h a bs, eval_substitute h b bs]
  | mul a b => simp [Term.substitute, Term.eval, eval_substitute h a bs, eval_substitute h b bs]
  | div a b => simp [Term.substitute, Term.eval, eval_substitute h a bs, eval_substitute h b bs]
  | mod a b => simp [Term.substitute, Term.eval, eval_substitute h a bs, eval_substitute h b bs]
  | pair a b => simp [Term.substitute, Term.eval, eval_substitute h a bs, eval_substitute h b bs]
  | branch a b => simp [Term.substitute, Term.eval, eval_substitute h a bs, eval_substitute h b bs]
  | select m i => simp [Term.substitute, Term.eval, eval_substitute h m bs, eval_substitute h i bs]
  | store m i x => simp [Term.substitute, Term.eval, eval_substitute h m bs, eval_substitute h i bs, eval_substitute h x bs]
  | const x => simp [Term.substitute, Term.eval, eval_substitute h x bs]
  | ite c a b =>
    have hc := holds_substitute h c bs
    by_cases hh : c.Holds (σ.model M) bs
    · simp [Term.substitute, Term.eval, hc.mpr hh, hh, eval_substitute h a bs]
    · simp [Term.substitute, Term.eval, mt hc.mp hh, hh, eval_substitute h b bs]
  | witness body =>
    have hb : ∀ x, (body.substitute σ).Holds M (x :: bs) ↔ body.Holds (σ.model M) (x :: bs) := fun x => holds_substitute h body (x :: bs)
    simp [Term.substitute, Term.eval, hb]
  | difference m n => simp [Term.substitute, Term.eval, eval_substitute h m bs, eval_substitute h n bs]

/-- **Substitution**: the formula after it holds exactly if the formula before it holds in the substituted model. -/
theorem holds_substitute {σ : Substitution} {M : Model} (h : σ.Closed M) (f : Formula) (bs : List Int) :
    (f.substitute σ).Holds M bs ↔ f.Holds (σ.model M) bs := by
  cases f with
  | true => simp [Formula.substitute, Formula.Holds]
  | atom name => simp [Formula.substitute, Formula.Holds, Substitution.model]
  | le a b => simp [Formula.substitute, Formula.Holds, eval_substitute h a bs, eval_substitute h b bs]
  | eq a b => simp [Formula.substitute, Formula.Holds, eval_substitute h a bs, eval_substitute h b bs]
  | mapEq m n => simp [Formula.substitute, Formula.Holds, eval_substitute h m bs, eval_substitute h n bs]
  | not f => simp [Formula.substitute, Formula.Holds, holds_substitute h f bs]
  | and f g => simp [Formula.substitute, Formula.Holds, holds_substitute h f bs, holds_substitute h g bs]
  | or f g => simp [Formula.substitute, Formula.Holds, holds_substitute h f bs, holds_substitute h g bs]
  | implies f g => simp [Formula.substitute, Formula.Holds, holds_substitute h f bs, holds_substitute h g bs]
  | iff f g => simp [Formula.substitute, Formula.Holds, holds_substitute h f bs, holds_substitute h g bs]
  | ite c f g => simp [Formula.substitute, Formula.Holds, holds_substitute h c bs, holds_substitute h f bs, holds_substitute h g bs]
  | all body =>
    have hb : ∀ x, (body.substitute σ).Holds M (x :: bs) ↔ body.Holds (σ.model M) (x :: bs) := fun x => holds_substitute h body (x :: bs)
    simp [Formula.substitute, Formula.Holds, hb]

end

/-- Re-versioning: the stores are looked up under their new numbers. -/
theorem holds_versions (rename : Nat → Nat) (M : Model) (f : Formula) (bs : List Int) :
    (f.substitute (.versions rename)).Holds M bs ↔
      f.Holds ⟨M.atoms, fun version name => M.store (rename version) name, M.logic⟩ bs := by
  have hc : (Substitution.versions rename).Closed M :=
    ⟨fun _ _ _ => by simp [Substitution.versions, Term.eval], fun _ _ => by simp [Substitution.versions, Term.eval]⟩
  have hm : (Substitution.versions rename).model M = ⟨M.atoms, fun version name => M.store (rename version) name, M.logic⟩ := by
    simp [Substitution.model, Substitution.versions, Term.eval]
  rw [holds_substitute hc, hm]

/-- Replacing one variable of the logic by a term without loose quantified variables gives it the term's value. -/
theorem holds_logicVariable (name : Nat) (t : Term) (M : Model) (ht : ∀ bs, t.eval M bs = t.eval M []) (f : Formula) (bs : List Int) :
    (f.substitute (.logicVariable name t)).Holds M bs ↔
      f.Holds ⟨M.atoms, M.store, fun n => if n = name then t.eval M [] else M.logic n⟩ bs := by
  have hc : (Substitution.logicVariable name t).Closed M := by
    refine ⟨fun _ _ _ => by simp [Substitution.logicVariable, Term.eval], fun n bs => ?_⟩
    by_cases h : n = name
    · simp [Substitution.logicVariable, h, ht bs]
    · simp [Substitution.logicVariable, h, Term.eval]
  have hm : (Substitution.logicVariable name t).model M = ⟨M.atoms, M.store, fun n => if n = name then t.eval M [] else M.logic n⟩ := by
    unfold Substitution.model Substitution.logicVariable
    congr 1
    funext n
    by_cases h : n = name <;> simp [h, Term.eval]
  rw [holds_substitute hc, hm]

end Plato
