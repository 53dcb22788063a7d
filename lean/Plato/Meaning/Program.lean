/-
# Programs as text: statements made of commands

A program is given by commands, terms and formulas. Its threads run statements, whose atomic steps are commands.

Threads come in families: every identifier for which `members` is true runs a copy of the family's body. An individually declared thread is
a family with one member.

Main definitions: `Core`, `Core.denote`, `ProgramText`, `ProgramText.program`, `ProgramText.Safe`, `ProgramText.Satisfies`; claims about
programs are in `Plato.Meaning.Claim`.
-/
module

public import Plato.Meaning.Command
public import Plato.Meaning.Open

@[expose] public section

namespace Plato

/-- The statements of a program. -/
inductive Core where
  | skip
  | atomic (command : Command)
  | choice (S T : Core)
  | seq (S T : Core)
  | loop (S : Core)

/-- What a statement does when a thread runs it. -/
noncomputable def Core.denote (E : Parameters) (thread : Int) : Core → Statement Store
  | .skip => .skip
  | .atomic command => .atomic (command.Runs E thread)
  | .choice S T => .choice (S.denote E thread) (T.denote E thread)
  | .seq S T => .seq (S.denote E thread) (T.denote E thread)
  | .loop S => .loop (S.denote E thread)

/-- Threads that run the same statement: one for each identifier that `members` is true of. -/
structure FamilyText where
  members : Formula
  body : Core

/-- A program: what is assumed of its parameters, its initial stores, its threads. -/
structure ProgramText where
  assumption : Formula
  init : Formula
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

/-- The program started in a store. -/
noncomputable def program (p : ProgramText) (E : Parameters) (σ : Store) : Program (p.Thread E σ) Store :=
  fun t => (p.families[t.1.1]'(t.2.1)).body.denote E t.1.2

/-- The store is an initial one, for parameters as assumed. -/
def Initial (p : ProgramText) (E : Parameters) (σ : Store) : Prop :=
  p.assumption.predicate E 0 σ ∧ p.init.predicate E 0 σ

/-- The program never goes wrong: no interleaving from any initial store does. -/
def Safe (p : ProgramText) : Prop := ∀ E σ, p.Initial E σ → ¬ GoesWrong (p.program E σ) σ

/-- Every reachable store satisfies the formula. -/
def Invariant (p : ProgramText) (f : Formula) : Prop :=
  ∀ E σ σ', p.Initial E σ → Reachable (p.program E σ) σ σ' → f.predicate E 0 σ'

/-- Every transition of the program satisfies the formula. -/
def Guarantees (p : ProgramText) (f : Formula) : Prop :=
  ∀ E σ σ₁ σ₂ P₁ P₂, p.Initial E σ → Many ParStep (.run σ (p.program E σ)) (.run σ₁ P₁) →
    ParStep (.run σ₁ P₁) (.run σ₂ P₂) → f.action E 0 σ₁ σ₂

/-- When all threads have ended, the formula holds. -/
def Ensures (p : ProgramText) (f : Formula) : Prop :=
  ∀ E σ σ' P', p.Initial E σ → Many ParStep (.run σ (p.program E σ)) (.run σ' P') → P'.Ended → f.predicate E 0 σ'

/-- The program, started in an initial store in an environment that keeps to the rely, satisfies its specification, and every store that it
reaches satisfies the invariant. -/
def Satisfies (p : ProgramText) (s : SpecificationText) : Prop := ∀ E σ, p.Initial E σ →
  (p.program E σ).Sat ⟨fun τ => τ = σ, s.rely.action E 0, s.guarantee.action E 0, s.post.predicate E 0⟩ ∧
  ∀ σ' P', Many (OpenStep (s.rely.action E 0)) (.run σ (p.program E σ)) (.run σ' P') → s.invariant.predicate E 0 σ'

end ProgramText

end Plato
