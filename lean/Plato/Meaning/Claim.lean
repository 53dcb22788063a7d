/-
# Claims: what an accepted certificate proves

The kernel answers an accepted certificate with a `Claim`. `Claim.Holds` says what has then been proved, in terms of
the meaning of formulas and the interleaving semantics of programs alone: no clause, table or proof step occurs in it.

Main definitions: `Claim`, `Claim.Holds`, `Claim.isRefutation`.
-/
module

public import Plato.Meaning.Formula
public import Plato.Meaning.Race

@[expose] public section

namespace Plato

/-- The statement a certificate proves. -/
inductive Claim where
  /-- No model makes all the assertions true. -/
  | unsatisfiable (assertions : Array Formula)
  /-- Some model makes all the assertions true. -/
  | satisfiable (assertions : Array Formula)
  /-- No interleaving of the program goes wrong, from any initial store. -/
  | safe (program : ProgramText)
  /-- The program is safe, and every store that it reaches satisfies the formula. -/
  | invariant (program : ProgramText) (formula : Formula)
  /-- The program satisfies the specification in its environment. -/
  | triple (program : ProgramText) (specification : SpecificationText)
  /-- The program satisfies the specification, and no state that it reaches has a race on one of the variables. -/
  | raceFree (program : ProgramText) (specification : SpecificationText) (variables : List Nat)
  /-- Some interleaving of the program goes wrong, from some initial store. -/
  | goesWrong (program : ProgramText)
  /-- Some store that the program reaches does not satisfy the formula. -/
  | breaksInvariant (program : ProgramText) (formula : Formula)
  /-- Some transition of the program does not satisfy the formula. -/
  | breaksGuarantee (program : ProgramText) (formula : Formula)
  /-- All threads of the program can end in a store that does not satisfy the formula. -/
  | breaksPost (program : ProgramText) (formula : Formula)
  /-- Some state that the program reaches has a race on the variable. -/
  | hasRace (program : ProgramText) (name : Nat)

/-- What it means for a claim to hold. -/
def Claim.Holds : Claim → Prop
  | .unsatisfiable assertions => ∀ M : Model, ¬ ∀ f ∈ assertions, f.Holds M []
  | .satisfiable assertions => ∃ M : Model, ∀ f ∈ assertions, f.Holds M []
  | .safe program => program.Safe
  | .invariant program formula => program.Safe ∧ program.Invariant formula
  | .triple program specification => program.Satisfies specification
  | .raceFree program specification variables => program.Satisfies specification ∧ ∀ x ∈ variables, program.RaceFree x
  | .goesWrong program => ¬ program.Safe
  | .breaksInvariant program formula => ¬ program.Invariant formula
  | .breaksGuarantee program formula => ¬ program.Guarantees formula
  | .breaksPost program formula => ¬ program.Ensures formula
  | .hasRace program name => ¬ program.RaceFree name

/-- The claim is that a program is wrong: it goes wrong, or violates its specification. -/
def Claim.isRefutation : Claim → Bool
  | .goesWrong _ => true
  | .breaksInvariant _ _ => true
  | .breaksGuarantee _ _ => true
  | .breaksPost _ _ => true
  | .hasRace _ _ => true
  | _ => false

end Plato
