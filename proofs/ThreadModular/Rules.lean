/-
# Verification conditions of a thread

A proof outline is a statement with an invariant at every loop and, where wanted, assertions in between. Its weakest precondition is
computed for a thread in an environment that makes steps of A, where A is reflexive and transitive, so that A* is A (the
paper's optimisation). Every atomic operation must satisfy the guarantee G.

Main definitions: `Outline`, `Outline.statement`, `weakest`.
Main results: `environment_optimised` (A* is A), the rules `atomic_rule`, `seq_rule`, `choice_rule`, `loop_rule`, and `weakest_sound`.
-/
module

public import ThreadModular.BigStep

@[expose] public section

namespace Plato

variable {Store : Type}

/-- A statement with an invariant for every loop, and assertions in between. -/
inductive Outline (Store : Type) where
  | skip
  | atomic (gate : Store → Prop) (step post : Action Store)
  | choice (S T : Outline Store)
  | seq (S T : Outline Store)
  | loop (invariant : Store → Prop) (S : Outline Store)
  /-- An assertion; as a statement, nothing. -/
  | cut (assertion : Store → Prop)

/-- The statement of an outline. -/
noncomputable def Outline.statement : Outline Store → Statement Store
  | .skip => .skip
  | .atomic gate step post => .atomic gate step post
  | .choice S T => .choice S.statement T.statement
  | .seq S T => .seq S.statement T.statement
  | .loop _ S => .loop S.statement
  | .cut _ => .skip

/-- Other threads do not make the assertion false. -/
def Stable (A : Action Store) (J : Store → Prop) : Prop := ∀ σ τ, J σ → A σ τ → J τ

/-- From here the outline runs without going wrong and, if it ends, ends where `Q` holds. -/
noncomputable def weakest (A G : Action Store) : Outline Store → (Store → Prop) → Store → Prop
  | .skip, Q, σ => ∀ τ, A σ τ → Q τ
  | .atomic gate step post, Q, σ =>
    ∀ τ, A σ τ → gate τ ∧ ∀ σ', step τ σ' → (post τ σ' ∧ G τ σ') ∧ Q σ'
  | .choice S T, Q, σ => weakest A G S Q σ ∧ weakest A G T Q σ
  | .seq S T, Q, σ => weakest A G S (weakest A G T Q) σ
  | .loop J S, Q, σ =>
    (∀ τ, A σ τ → J τ) ∧ Stable A J ∧ (∀ τ, J τ → weakest A G S J τ) ∧ ∀ τ, J τ → Q τ
  | .cut J, Q, σ => (∀ τ, A σ τ → J τ) ∧ Stable A J ∧ ∀ τ, J τ → Q τ

/-- Every execution from this store is right: it does not go wrong and ends where `Q` holds. -/
def Right (S : Statement Store) (Q : Store → Prop) (σ : Store) : Prop := ∀ r, Exec S σ r → ∃ τ, r = some τ ∧ Q τ

section

variable {A G : Action Store} (hrefl : ∀ σ, A σ σ) (htrans : ∀ σ τ υ, A σ τ → A τ υ → A σ υ)
include hrefl htrans

/-- **A* is A** for reflexive and transitive A. -/
theorem environment_optimised {σ : Store} {r : Option Store} (h : Exec (environment A) σ r) : ∃ τ, r = some τ ∧ A σ τ := by
  generalize hS : environment A = S at h
  induction h with
  | loopDone => exact ⟨_, rfl, hrefl _⟩
  | loopStep h1 _ _ ih2 =>
    cases hS
    cases h1 with
    | actionOk _ hstep _ =>
      obtain ⟨τ, rfl, hτ⟩ := ih2 rfl
      exact ⟨_, rfl, htrans _ _ _ hstep hτ⟩
  | loopWrong h1 _ =>
    cases hS
    cases h1 with
    | gateWrong hg => exact absurd trivial hg
    | actionWrong _ hpost => exact absurd trivial hpost
  | _ => cases hS

/-- The environment may make steps first. -/
theorem environment_seq {S : Statement Store} {Q : Store → Prop} {σ : Store} (h : ∀ τ, A σ τ → Right S Q τ) :
    Right (.seq (environment A) S) Q σ := by
  intro r he
  cases he with
  | seq h1 h2 =>
    obtain ⟨τ, hτ, hA⟩ := environment_optimised hrefl htrans h1
    cases hτ
    exact h _ hA _ h2
  | seqWrong h1 =>
    obtain ⟨τ, hτ, _⟩ := environment_optimised hrefl htrans h1
    cases hτ

/-- Skip: the environment makes steps. -/
theorem skip_rule {Q : Store → Prop} {σ : Store} (h : ∀ τ, A σ τ → Q τ) : Right (translate A G .skip) Q σ := by
  intro r he
  obtain ⟨τ, rfl, hA⟩ := environment_optimised hrefl htrans he
  exact ⟨τ, rfl, h τ hA⟩

/-- An atomic operation, with the environment before and after it. -/
theorem atomic_rule {gate : Store → Prop} {step post : Action Store} {Q : Store → Prop} (hQ : Stable A Q) {σ : Store}
    (h : ∀ τ, A σ τ → gate τ ∧ ∀ σ', step τ σ' → (post τ σ' ∧ G τ σ') ∧ Q σ') :
    Right (translate A G (.atomic gate step post)) Q σ := by
  refine environment_seq hrefl htrans fun τ hτ r he => ?_
  obtain ⟨hgate, hstep⟩ := h τ hτ
  cases he with
  | seq h1 h2 => cases h1 with
    | actionOk _ hs _ =>
      obtain ⟨υ, rfl, hA⟩ := environment_optimised hrefl htrans h2
      exact ⟨υ, rfl, hQ _ _ (hstep _ hs).2 hA⟩
  | seqWrong h1 => cases h1 with
    | gateWrong hg => exact absurd hgate hg
    | actionWrong hs hpost => exact absurd (hstep _ hs).1 hpost

omit hrefl htrans in
/-- Sequential composition. -/
theorem seq_rule {S T : Statement Store} {R Q : Store → Prop} {σ : Store} (hS : Right (translate A G S) R σ)
    (hT : ∀ τ, R τ → Right (translate A G T) Q τ) : Right (translate A G (.seq S T)) Q σ := by
  intro r he
  cases he with
  | seq h1 h2 =>
    obtain ⟨τ, hτ, hR⟩ := hS _ h1
    cases hτ
    exact hT _ hR _ h2
  | seqWrong h1 => obtain ⟨τ, hτ, _⟩ := hS _ h1; cases hτ

/-- Choice, after which the environment has made steps. -/
theorem choice_rule {S T : Statement Store} {Q : Store → Prop} {σ : Store}
    (hS : ∀ τ, A σ τ → Right (translate A G S) Q τ) (hT : ∀ τ, A σ τ → Right (translate A G T) Q τ) :
    Right (translate A G (.choice S T)) Q σ := by
  refine environment_seq hrefl htrans fun τ hτ r he => ?_
  cases he with
  | choiceLeft h => exact hS τ hτ _ h
  | choiceRight h => exact hT τ hτ _ h

/-- A loop with a stable invariant. -/
theorem loop_rule {S : Statement Store} {J : Store → Prop} (hJ : Stable A J) (hS : ∀ τ, J τ → Right (translate A G S) J τ)
    {σ : Store} (hσ : ∀ τ, A σ τ → J τ) : Right (translate A G (.loop S)) J σ := by
  refine environment_seq hrefl htrans fun τ hτ r he => ?_
  have hbody : ∀ υ, J υ → Right (.seq (translate A G S) (environment A)) J υ := by
    intro υ hυ r he
    cases he with
    | seq h1 h2 =>
      obtain ⟨υ', hυ', hJ'⟩ := hS υ hυ _ h1
      cases hυ'
      obtain ⟨ω, rfl, hA⟩ := environment_optimised hrefl htrans h2
      exact ⟨ω, rfl, hJ _ _ hJ' hA⟩
    | seqWrong h1 => obtain ⟨υ', hυ', _⟩ := hS υ hυ _ h1; cases hυ'
  have hloop : ∀ υ, J υ → Right (.loop (.seq (translate A G S) (environment A))) J υ := by
    intro υ hυ r he
    generalize hL : Statement.loop (.seq (translate A G S) (environment A)) = L at he
    induction he with
    | loopDone => exact ⟨_, rfl, hυ⟩
    | loopStep h1 _ _ ih =>
      cases hL
      obtain ⟨ω, hω, hJω⟩ := hbody _ hυ _ h1
      cases hω
      exact ih hJω rfl
    | loopWrong h1 _ => cases hL; obtain ⟨ω, hω, _⟩ := hbody _ hυ _ h1; cases hω
    | _ => cases hL
  cases he with
  | seq h1 h2 =>
    obtain ⟨υ, hυ, hJυ⟩ := hloop τ (hσ τ hτ) _ h1
    cases hυ
    obtain ⟨ω, rfl, hA⟩ := environment_optimised hrefl htrans h2
    exact ⟨ω, rfl, hJ _ _ hJυ hA⟩
  | seqWrong h1 => obtain ⟨υ, hυ, _⟩ := hloop τ (hσ τ hτ) _ h1; cases hυ

omit hrefl htrans in
/-- Consequence. -/
theorem consequence_rule {S : Statement Store} {Q R : Store → Prop} {σ : Store} (h : Right S Q σ) (hR : ∀ τ, Q τ → R τ) :
    Right S R σ := fun r he => let ⟨τ, hτ, hQ⟩ := h r he; ⟨τ, hτ, hR τ hQ⟩

omit hrefl in
/-- A weakest precondition is stable: it starts with steps of the environment. -/
theorem weakest_stable (O : Outline Store) (Q : Store → Prop) : Stable A (weakest A G O Q) := by
  induction O generalizing Q with
  | skip => exact fun σ τ h hA υ hυ => h υ (htrans _ _ _ hA hυ)
  | atomic gate step post => exact fun σ τ h hA υ hυ => h υ (htrans _ _ _ hA hυ)
  | choice S T ihS ihT => exact fun σ τ h hA => ⟨ihS Q σ τ h.1 hA, ihT Q σ τ h.2 hA⟩
  | seq S T ihS _ => exact fun σ τ h hA => ihS _ σ τ h hA
  | loop J S _ => exact fun σ τ h hA => ⟨fun υ hυ => h.1 υ (htrans _ _ _ hA hυ), h.2⟩
  | cut J => exact fun σ τ h hA => ⟨fun υ hυ => h.1 υ (htrans _ _ _ hA hυ), h.2⟩

/-- **The weakest precondition is sound** for the translation. -/
theorem weakest_sound (O : Outline Store) {Q : Store → Prop} (hQ : Stable A Q) {σ : Store} (h : weakest A G O Q σ) :
    Right (translate A G O.statement) Q σ := by
  induction O generalizing Q σ with
  | skip => exact skip_rule hrefl htrans h
  | atomic gate step post => exact atomic_rule hrefl htrans hQ h
  | choice S T ihS ihT =>
    exact choice_rule hrefl htrans (fun τ hτ => ihS hQ (weakest_stable htrans S Q σ τ h.1 hτ))
      (fun τ hτ => ihT hQ (weakest_stable htrans T Q σ τ h.2 hτ))
  | seq S T ihS ihT => exact seq_rule (ihS (weakest_stable htrans T Q) h) (fun τ hτ => ihT hQ hτ)
  | loop J S ih =>
    obtain ⟨h1, hJ, hS, hpost⟩ := h
    exact consequence_rule (loop_rule hrefl htrans hJ (fun τ hτ => ih hJ (hS τ hτ)) h1) hpost
  | cut J =>
    obtain ⟨h1, _, hpost⟩ := h
    exact skip_rule hrefl htrans fun τ hτ => hpost τ (h1 τ hτ)

/-- If the weakest precondition holds, the translation does not go wrong. -/
theorem weakest_safe (O : Outline Store) {σ : Store} (h : weakest A G O (fun _ => True) σ) :
    ¬ Many SeqStep (.run σ (translate A G O.statement)) .wrong := by
  intro hwrong
  obtain ⟨τ, hτ, _⟩ := weakest_sound hrefl htrans O (fun _ _ h _ => h) h _ (exec_of_wrong hwrong)
  cases hτ

end

end Plato
