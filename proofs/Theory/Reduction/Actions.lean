/-
# Gated actions

Sections 3 and 4 of Elmas, Qadeer and Tasiran, *A Calculus of Atomic Actions*: an atomic action φ ▹ τ goes wrong where its gate φ does not hold, and
otherwise does what its transition predicate τ says; it blocks where τ allows nothing. Actions are relations here, and the identifier of the thread,
which the paper substitutes for `tid`, is an argument.

Main definitions: `Gated`, `Gated.comp` (∘), `Gated.join` (⊕), `Simulates` (⪯), `Keeps`, `LeftMover` and `RightMover` of figure 9, `LeftCommutes`.
Main results: `leftMover_iff`, `rightMover_iff`.
-/
module

public import Theory.Many

@[expose] public section

namespace Plato.Reduction

/-- A gated action φ ▹ τ. -/
structure Gated (Tid Store : Type) where
  gate : Tid → Store → Prop
  trans : Tid → Store → Store → Prop

variable {Tid Store : Type}

/-- A step of the action that does not go wrong. -/
def Gated.Run (α : Gated Tid Store) (t : Tid) (σ σ' : Store) : Prop := α.gate t σ ∧ α.trans t σ σ'

/-- An action of one thread: the identifier is substituted. -/
structure Ground (Store : Type) where
  gate : Store → Prop
  trans : Store → Store → Prop

/-- α[t]. -/
def Gated.at (α : Gated Tid Store) (t : Tid) : Ground Store := ⟨α.gate t, α.trans t⟩

/-- α ∘ β: the gate is φ₁ ∧ wp(τ₁, φ₂). -/
def Ground.comp (α β : Ground Store) : Ground Store where
  gate σ := α.gate σ ∧ ∀ σ', α.trans σ σ' → β.gate σ'
  trans σ σ' := ∃ m, α.trans σ m ∧ β.trans m σ'

/-- true ▹ (φ ∧ τ), which RIGHT-MOVER looks at. -/
def Ground.ungated (α : Ground Store) : Ground Store := ⟨fun _ => True, fun σ σ' => α.gate σ ∧ α.trans σ σ'⟩

/-- I ⊢ α ⪯ β, simulation (section 4.3): β fails where α fails, and otherwise does what α does. -/
def Simulates (I : Store → Prop) (α β : Ground Store) : Prop :=
  (∀ ⦃σ⦄, I σ → β.gate σ → α.gate σ) ∧ ∀ ⦃σ σ'⦄, I σ → β.gate σ → α.trans σ σ' → β.trans σ σ'

/-- The composition of actions of the same thread. -/
def Gated.comp (α β : Gated Tid Store) : Gated Tid Store where
  gate t σ := α.gate t σ ∧ ∀ σ', α.trans t σ σ' → β.gate t σ'
  trans t σ σ' := ∃ m, α.trans t σ m ∧ β.trans t m σ'

/-- α ⊕ β. -/
def Gated.join (α β : Gated Tid Store) : Gated Tid Store where
  gate t σ := α.gate t σ ∧ β.gate t σ
  trans t σ σ' := α.trans t σ σ' ∨ β.trans t σ σ'

/-- α ⊢ I: the action goes wrong or preserves the predicate. -/
def Keeps (I : Store → Prop) (α : Gated Tid Store) : Prop := ∀ ⦃t σ σ'⦄, I σ → α.Run t σ σ' → I σ'

/-- LEFT-MOVER of figure 9. -/
def LeftMover (Atom : Gated Tid Store → Prop) (I : Store → Prop) (α : Gated Tid Store) : Prop :=
  ∀ ⦃t u β⦄, t ≠ u → Atom β → Simulates I ((β.at u).comp (α.at t)) ((α.at t).comp (β.at u))

/-- RIGHT-MOVER of figure 9: it has no condition about the action's own failures. -/
def RightMover (Atom : Gated Tid Store → Prop) (I : Store → Prop) (α : Gated Tid Store) : Prop :=
  ∀ ⦃t u β⦄, t ≠ u → Atom β → Simulates I ((α.at t).ungated.comp (β.at u)) ((β.at u).comp (α.at t).ungated)

/-- LEFT-MOVER without the preservation of failures. An action that blocks, such as the guard of a branch, may satisfy it. -/
def LeftCommutes (Atom : Gated Tid Store → Prop) (I : Store → Prop) (α : Gated Tid Store) : Prop :=
  ∀ ⦃t u β σ⦄, t ≠ u → Atom β → I σ → ((α.at t).comp (β.at u)).gate σ →
    (∀ ⦃σ'⦄, β.Run u σ σ' → α.gate t σ') ∧
    ∀ ⦃σ' σ''⦄, β.Run u σ σ' → α.trans t σ' σ'' → ∃ m, α.trans t σ m ∧ β.trans u m σ''

/-- Actions, between which a thread can choose, keep the failures of other threads: where the gate of β fails, one of them fails or has a step to
a store where it still fails. The guards of a branch do so together, and each of them alone does not. -/
def KeepsFailures (Atom E : Gated Tid Store → Prop) (t : Tid) (σ : Store) : Prop :=
  ∀ ⦃u β⦄, t ≠ u → Atom β → ¬ β.gate u σ → ∃ α, E α ∧ (¬ α.gate t σ ∨ ∃ σ', α.trans t σ σ' ∧ ¬ β.gate u σ')

section

variable {Atom : Gated Tid Store → Prop} {I : Store → Prop} {α : Gated Tid Store}

/-- Figure 9's inequality for left movers is commutation, preservation of the own gate and of other threads' failures. -/
theorem leftMover_iff : LeftMover Atom I α ↔ LeftCommutes Atom I α ∧ ∀ t σ, I σ → KeepsFailures Atom (· = α) t σ := by
  constructor
  · intro h
    refine ⟨fun _ _ _ _ htu hβ hI hg => ?_, fun t σ hI u β htu hβ hf => ?_⟩
    · have hs := h htu hβ
      exact ⟨fun _ hr => (hs.1 hI hg).2 _ hr.2, fun _ _ hr hα => hs.2 hI hg ⟨_, hr.2, hα⟩⟩
    · refine ⟨α, rfl, ?_⟩
      by_cases hg : α.gate t σ
      · refine .inr (Classical.byContradiction fun hne => hf ((h htu hβ).1 hI ⟨hg, fun σ' hσ' => ?_⟩).1)
        exact Classical.byContradiction fun hb => hne ⟨σ', hσ', hb⟩
      · exact .inl hg
  · intro ⟨hc, hk⟩ t u β htu hβ
    have gate : ∀ {σ}, I σ → ((α.at t).comp (β.at u)).gate σ → β.gate u σ := by
      intro σ hI hg
      refine Classical.byContradiction fun hf => ?_
      obtain ⟨_, rfl, hα | ⟨σ', hα, hf'⟩⟩ := hk t σ hI htu hβ hf
      · exact hα hg.1
      · exact hf' (hg.2 σ' hα)
    exact ⟨fun _ hI hg => ⟨gate hI hg, fun _ hb => (hc htu hβ hI hg).1 ⟨gate hI hg, hb⟩⟩,
      fun _ _ hI hg ⟨_, hb, ha⟩ => (hc htu hβ hI hg).2 ⟨gate hI hg, hb⟩ ha⟩

/-- Figure 9's inequality for right movers. -/
theorem rightMover_iff : RightMover Atom I α ↔ ∀ ⦃t u β σ σ'⦄, t ≠ u → Atom β → I σ → β.gate u σ → α.Run t σ σ' →
    β.gate u σ' ∧ ∀ ⦃σ''⦄, β.trans u σ' σ'' → ∃ m, β.trans u σ m ∧ α.Run t m σ'' := by
  constructor
  · intro h t u β σ σ' htu hβ hI hg hr
    have hs := h htu hβ
    have hg' : ((β.at u).comp (α.at t).ungated).gate σ := ⟨hg, fun _ _ => trivial⟩
    exact ⟨(hs.1 hI hg').2 _ hr, fun _ hb => hs.2 hI hg' ⟨_, hr, hb⟩⟩
  · intro h t u β htu hβ
    exact ⟨fun _ hI hg => ⟨trivial, fun _ hr => (h htu hβ hI hg.1 hr).1⟩, fun _ _ hI hg ⟨_, hr, hb⟩ => (h htu hβ hI hg.1 hr).2 hb⟩

end

end Plato.Reduction
