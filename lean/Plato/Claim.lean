/-
# Claims: what an accepted certificate proves

The kernel answers an accepted certificate with a `Claim`. `Claim.Holds` says what has then been proved, in terms of
the meaning of formulas alone: no clause, table or proof step occurs in it.

Main definitions: `Claim`, `Claim.Holds`.
-/
module

public import Plato.Formula

@[expose] public section

namespace Plato

/-- The statement a certificate proves. -/
inductive Claim where
  /-- No model makes all the assertions true. -/
  | unsatisfiable (assertions : Array Formula)
  /-- Some model makes all the assertions true. -/
  | satisfiable (assertions : Array Formula)

/-- What it means that a claim is right. -/
def Claim.Holds : Claim → Prop
  | .unsatisfiable assertions => ∀ M : Model, ¬ ∀ f ∈ assertions, f.Holds M []
  | .satisfiable assertions => ∃ M : Model, ∀ f ∈ assertions, f.Holds M []

end Plato
