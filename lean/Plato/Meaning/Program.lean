/-
# Programs as text

A program is given by statements, commands, terms and formulas.

Threads come in families: every identifier for which `members` is true runs a copy of the family's body. An individually declared thread is
a family with one member.

Main definitions: `ProgramText`, `ProgramText.program`, `ProgramText.step`, `ProgramText.Safe`, `ProgramText.Satisfies`; claims about
programs are in `Plato.Meaning.Claim`.
-/
module

public import Plato.Meaning.Open
public import Plato.Meaning.Statement

@[expose] public section

namespace Plato

/-- Threads that run the same statement: one for each identifier that `members` is true of. -/
structure FamilyText where
  members : Formula
  body : Core

/-- A program: what is assumed of its parameters, its initial stores, the bodies of its procedures, its threads. -/
structure ProgramText where
  assumption : Formula
  init : Formula
  procedures : Array Core
  families : Array FamilyText

/-- What a program must satisfy, apart from its initial stores: what its environment does, what it does to the environment, what holds of
every store that is reached, and what holds where all threads have ended. -/
structure SpecificationText where
  rely : Formula
  guarantee : Formula
  invariant : Formula
  post : Formula

namespace ProgramText

/-- The threads of the program started in a store: a family and an identifier among its members. -/
def Thread (p : ProgramText) (E : Parameters) (σ : Store) : Type :=
  { t : Nat × Int // ∃ h : t.1 < p.families.size, p.families[t.1].members.predicate E t.2 σ }

/-- The program started in a store: each thread has the body of its family to run. -/
def program (p : ProgramText) (E : Parameters) (σ : Store) : Program (p.Thread E σ) Core :=
  fun t => (p.families[t.1.1]'(t.2.1)).body

/-- The steps of a thread. -/
def step (p : ProgramText) (E : Parameters) (σ : Store) (t : p.Thread E σ) : Steps Store Core :=
  Core.Step (fun procedure => p.procedures.getD procedure .skip) E t.1.2

/-- The store is an initial one, for parameters as assumed. -/
def Initial (p : ProgramText) (E : Parameters) (σ : Store) : Prop :=
  p.assumption.predicate E 0 σ ∧ p.init.predicate E 0 σ

/-- The program never goes wrong: no interleaving from any initial store does. -/
def Safe (p : ProgramText) : Prop := ∀ E σ, p.Initial E σ → ¬ GoesWrong (p.step E σ) (p.program E σ) σ

/-- Every reachable store satisfies the formula. -/
def Invariant (p : ProgramText) (f : Formula) : Prop :=
  ∀ E σ σ', p.Initial E σ → Reachable (p.step E σ) (p.program E σ) σ σ' → f.predicate E 0 σ'

/-- Every transition of the program satisfies the formula. -/
def Guarantees (p : ProgramText) (f : Formula) : Prop :=
  ∀ E σ σ₁ σ₂ P₁ P₂, p.Initial E σ → Many (ParStep (p.step E σ)) (.run σ (p.program E σ)) (.run σ₁ P₁) →
    ParStep (p.step E σ) (.run σ₁ P₁) (.run σ₂ P₂) → f.action E 0 σ₁ σ₂

/-- When all threads have ended, the formula holds. -/
def Ensures (p : ProgramText) (f : Formula) : Prop :=
  ∀ E σ σ' P', p.Initial E σ → Many (ParStep (p.step E σ)) (.run σ (p.program E σ)) (.run σ' P') → P'.Ended .skip → f.predicate E 0 σ'

/-- The program, started in an initial store in an environment that keeps to the rely, satisfies its specification, and every store that it
reaches satisfies the invariant. -/
def Satisfies (p : ProgramText) (s : SpecificationText) : Prop := ∀ E σ, p.Initial E σ →
  (p.program E σ).Sat (p.step E σ) .skip ⟨fun τ => τ = σ, s.rely.action E 0, s.guarantee.action E 0, s.post.predicate E 0⟩ ∧
  ∀ σ' P', Many (OpenStep (p.step E σ) (s.rely.action E 0)) (.run σ (p.program E σ)) (.run σ' P') → s.invariant.predicate E 0 σ'

end ProgramText

end Plato
