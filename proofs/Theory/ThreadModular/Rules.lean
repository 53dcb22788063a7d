/-
# Verification conditions of a thread

A proof outline is a statement with an invariant at every loop and, where wanted, assertions in between. Its weakest precondition is
computed for a thread in an environment that makes steps of A. There are two ways. If A is reflexive and transitive, so that A* is A (the
paper's optimisation), the environment makes one step of A before every command. If the outline is *explicit*, every command has an
assertion before it that steps of A do not make false, and A may be any action: that is the way of Prensa Nieto's *The Rely-Guarantee
Method in Isabelle/HOL* (section 7, rules Basic and Await). Every command must satisfy the guarantee G.

Main definitions: `Outline`, `Outline.statement`, `weakest`.
Main results: `environment_optimised` (A* is A), the rules `atomic_rule`, `seq_rule`, `choice_rule`, `loop_rule`, and `weakest_sound`;
`weakest_mono` and `weakest_forall` (what holds at the end may be weakened, and be shown case by case); `does_operation`.
-/
module

public import Theory.ThreadModular.BigStep

@[expose] public section

namespace Plato

variable {Store : Type}

/-- A statement with an invariant for every loop, and assertions in between. -/
inductive Outline (Store : Type) where
  | skip
  | atomic (command : Transition Store)
  /-- A command, and what holds before it. -/
  | guarded (assertion : Store → Prop) (command : Transition Store)
  | choice (S T : Outline Store)
  | seq (S T : Outline Store)
  | loop (invariant : Store → Prop) (S : Outline Store)
  /-- An assertion; as a statement, nothing. -/
  | cut (assertion : Store → Prop)

/-- The statement of an outline. -/
noncomputable def Outline.statement : Outline Store → Statement Store
  | .skip => .skip
  | .atomic command => .atomic command
  | .guarded _ command => .atomic command
  | .choice S T => .choice S.statement T.statement
  | .seq S T => .seq S.statement T.statement
  | .loop _ S => .loop S.statement
  | .cut _ => .skip

/-- Other threads do not make the assertion false. -/
def Stable (A : Action Store) (J : Store → Prop) : Prop := ∀ σ τ, J σ → A σ τ → J τ

/-- The assertion holds whatever the environment does from here on; if the outline is explicit, it holds here. -/
def Enters (explicit : Bool) (A : Action Store) (J : Store → Prop) (σ : Store) : Prop :=
  match explicit with
  | true => J σ
  | false => ∀ τ, A σ τ → J τ

/-- The command does not go wrong here, satisfies the guarantee, and leads to where `Q` holds. -/
def Does (G : Action Store) (command : Transition Store) (Q : Store → Prop) (τ : Store) : Prop :=
  ¬ command τ .wrong ∧ ∀ σ', command τ (.store σ') → G τ σ' ∧ Q σ'

/-- From here the outline runs without going wrong and, if it ends, ends where `Q` holds. -/
noncomputable def weakest (explicit : Bool) (A G : Action Store) : Outline Store → (Store → Prop) → Store → Prop
  | .skip, Q, σ => explicit = false ∧ ∀ τ, A σ τ → Q τ
  | .atomic command, Q, σ => explicit = false ∧ ∀ τ, A σ τ → Does G command Q τ
  | .guarded J command, Q, σ => Enters explicit A J σ ∧ Stable A J ∧ ∀ τ, J τ → Does G command Q τ
  | .choice S T, Q, σ => weakest explicit A G S Q σ ∧ weakest explicit A G T Q σ
  | .seq S T, Q, σ => weakest explicit A G S (weakest explicit A G T Q) σ
  | .loop J S, Q, σ =>
    Enters explicit A J σ ∧ Stable A J ∧ (∀ τ, J τ → weakest explicit A G S J τ) ∧ ∀ τ, J τ → Q τ
  | .cut J, Q, σ => Enters explicit A J σ ∧ Stable A J ∧ ∀ τ, J τ → Q τ

/-- For the papers' operations: the gate holds, and every step satisfies the post-assertion. -/
theorem does_operation {G : Action Store} {gate : Store → Prop} {step post : Action Store} {Q : Store → Prop} {τ : Store} :
    Does G (operation gate step post) Q τ ↔ gate τ ∧ ∀ σ', step τ σ' → (post τ σ' ∧ G τ σ') ∧ Q σ' := by
  constructor
  · rintro ⟨hsafe, hdoes⟩
    have hgate : gate τ := Classical.byContradiction fun hg => hsafe (.inl hg)
    refine ⟨hgate, fun σ' hs => ?_⟩
    have hpost : post τ σ' := Classical.byContradiction fun hp => hsafe (.inr ⟨σ', hs, hp⟩)
    exact ⟨⟨hpost, (hdoes σ' ⟨hgate, hs, hpost⟩).1⟩, (hdoes σ' ⟨hgate, hs, hpost⟩).2⟩
  · rintro ⟨hgate, hdoes⟩
    refine ⟨?_, fun σ' hc => ⟨(hdoes σ' hc.2.1).1.2, (hdoes σ' hc.2.1).2⟩⟩
    rintro (hg | ⟨σ', hs, hp⟩)
    · exact hg hgate
    · exact hp (hdoes σ' hs).1.1

section

variable {explicit : Bool} {A G : Action Store}

theorem Does.mono {command : Transition Store} {Q R : Store → Prop} (hQR : ∀ τ, Q τ → R τ) {τ : Store} (h : Does G command Q τ) :
    Does G command R τ := ⟨h.1, fun σ' hc => ⟨(h.2 σ' hc).1, hQR σ' (h.2 σ' hc).2⟩⟩

theorem does_forall {ι : Sort _} (i : ι) {command : Transition Store} {P : ι → Store → Prop} {τ : Store}
    (h : ∀ i, Does G command (P i) τ) : Does G command (fun σ' => ∀ i, P i σ') τ :=
  ⟨(h i).1, fun σ' hc => ⟨((h i).2 σ' hc).1, fun j => ((h j).2 σ' hc).2⟩⟩

/-- What holds at the end may be weakened. -/
theorem weakest_mono (O : Outline Store) {Q R : Store → Prop} (hQR : ∀ τ, Q τ → R τ) {σ : Store} (h : weakest explicit A G O Q σ) :
    weakest explicit A G O R σ := by
  induction O generalizing Q R σ with
  | skip => exact ⟨h.1, fun τ hτ => hQR τ (h.2 τ hτ)⟩
  | atomic command => exact ⟨h.1, fun τ hτ => (h.2 τ hτ).mono hQR⟩
  | guarded J command => exact ⟨h.1, h.2.1, fun τ hτ => (h.2.2 τ hτ).mono hQR⟩
  | choice S T ihS ihT => exact ⟨ihS hQR h.1, ihT hQR h.2⟩
  | seq S T ihS ihT => exact ihS (fun _ => ihT hQR) h
  | loop J S _ => exact ⟨h.1, h.2.1, h.2.2.1, fun τ hτ => hQR τ (h.2.2.2 τ hτ)⟩
  | cut J => exact ⟨h.1, h.2.1, fun τ hτ => hQR τ (h.2.2 τ hτ)⟩

/-- What holds at the end in each of several cases holds in all of them. -/
theorem weakest_forall {ι : Sort _} (i : ι) (O : Outline Store) {P : ι → Store → Prop} {σ : Store}
    (h : ∀ i, weakest explicit A G O (P i) σ) : weakest explicit A G O (fun σ' => ∀ i, P i σ') σ := by
  induction O generalizing P σ with
  | skip => exact ⟨(h i).1, fun τ hτ j => (h j).2 τ hτ⟩
  | atomic command => exact ⟨(h i).1, fun τ hτ => does_forall i fun j => (h j).2 τ hτ⟩
  | guarded J command => exact ⟨(h i).1, (h i).2.1, fun τ hτ => does_forall i fun j => (h j).2.2 τ hτ⟩
  | choice S T ihS ihT => exact ⟨ihS fun j => (h j).1, ihT fun j => (h j).2⟩
  | seq S T ihS ihT => exact weakest_mono S (fun τ hτ => ihT hτ) (ihS h)
  | loop J S _ => exact ⟨(h i).1, (h i).2.1, (h i).2.2.1, fun τ hτ j => (h j).2.2.2 τ hτ⟩
  | cut J => exact ⟨(h i).1, (h i).2.1, fun τ hτ j => (h j).2.2 τ hτ⟩

end

/-- Every execution from this store is right: it does not go wrong and ends where `Q` holds. -/
def Right (S : Statement Store) (Q : Store → Prop) (σ : Store) : Prop := ∀ r, Exec S σ r → ∃ τ, r = .store τ ∧ Q τ

/-- The environment can lead from the one store to the other: A*. -/
def Leads (A : Action Store) (σ τ : Store) : Prop := Exec (environment A) σ (.store τ)

section

variable {A G : Action Store}

/-- The environment does not go wrong. -/
theorem environment_ends {σ : Store} {r : Outcome Store} (h : Exec (environment A) σ r) : ∃ τ, r = .store τ ∧ Leads A σ τ := by
  cases r with
  | store τ => exact ⟨τ, rfl, h⟩
  | wrong =>
    exfalso
    generalize hS : environment A = S at h
    generalize hr : (.wrong : Outcome Store) = r at h
    induction h with
    | loopStep _ _ _ ih => cases hS; exact ih rfl hr
    | loopWrong h1 _ => cases hS; cases h1 with | atomic h => exact h
    | _ => first | (cases hr; done) | (cases hS; done)

/-- An assertion that one step of the environment does not make false, many steps do not make false. -/
theorem Stable.leads {J : Store → Prop} (hJ : Stable A J) {σ τ : Store} (h : Leads A σ τ) (hσ : J σ) : J τ := by
  unfold Leads at h
  generalize hS : environment A = S at h
  generalize hr : Outcome.store τ = r at h
  induction h with
  | loopDone => cases hr; exact hσ
  | loopStep h1 _ _ ih =>
    cases hS
    cases h1 with
    | atomic hstep => exact ih (hJ _ _ hσ hstep) rfl hr
  | _ => first | (cases hr; done) | (cases hS; done)

/-- **A* is A** for reflexive and transitive A. -/
theorem environment_optimised (hrefl : ∀ σ, A σ σ) (htrans : ∀ σ τ υ, A σ τ → A τ υ → A σ υ) {σ τ : Store} (h : Leads A σ τ) : A σ τ :=
  Stable.leads (J := A σ) (fun _ _ h1 h2 => htrans _ _ _ h1 h2) h (hrefl σ)

/-- The environment may make steps first. -/
theorem environment_seq {S : Statement Store} {Q : Store → Prop} {σ : Store} (h : ∀ τ, Leads A σ τ → Right S Q τ) :
    Right (.seq (environment A) S) Q σ := by
  intro r he
  cases he with
  | seq h1 h2 => exact h _ h1 _ h2
  | seqWrong h1 =>
    obtain ⟨τ, hτ, _⟩ := environment_ends h1
    cases hτ

/-- Skip: the environment makes steps. -/
theorem skip_rule {Q : Store → Prop} {σ : Store} (h : ∀ τ, Leads A σ τ → Q τ) : Right (translate A G .skip) Q σ := by
  intro r he
  obtain ⟨τ, rfl, hA⟩ := environment_ends he
  exact ⟨τ, rfl, h τ hA⟩

/-- An atomic command, with the environment before and after it. -/
theorem atomic_rule {command : Transition Store} {Q : Store → Prop} (hQ : Stable A Q) {σ : Store}
    (h : ∀ τ, Leads A σ τ → Does G command Q τ) : Right (translate A G (.atomic command)) Q σ := by
  refine environment_seq fun τ hτ r he => ?_
  obtain ⟨hsafe, hstep⟩ := h τ hτ
  cases he with
  | seq h1 h2 => cases h1 with
    | atomic hc =>
      obtain ⟨υ, rfl, hA⟩ := environment_ends h2
      exact ⟨υ, rfl, hQ.leads hA (hstep _ hc.1).2⟩
  | seqWrong h1 => cases h1 with
    | atomic hc =>
      rcases hc with hc | ⟨σ', hc, hG⟩
      · exact absurd hc hsafe
      · exact absurd (hstep _ hc).1 hG

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
    (hS : ∀ τ, Leads A σ τ → Right (translate A G S) Q τ) (hT : ∀ τ, Leads A σ τ → Right (translate A G T) Q τ) :
    Right (translate A G (.choice S T)) Q σ := by
  refine environment_seq fun τ hτ r he => ?_
  cases he with
  | choiceLeft h => exact hS τ hτ _ h
  | choiceRight h => exact hT τ hτ _ h

/-- A loop with a stable invariant. -/
theorem loop_rule {S : Statement Store} {J : Store → Prop} (hJ : Stable A J) (hS : ∀ τ, J τ → Right (translate A G S) J τ)
    {σ : Store} (hσ : ∀ τ, Leads A σ τ → J τ) : Right (translate A G (.loop S)) J σ := by
  refine environment_seq fun τ hτ r he => ?_
  have hbody : ∀ υ, J υ → Right (.seq (translate A G S) (environment A)) J υ := by
    intro υ hυ r he
    cases he with
    | seq h1 h2 =>
      obtain ⟨υ', hυ', hJ'⟩ := hS υ hυ _ h1
      cases hυ'
      obtain ⟨ω, rfl, hA⟩ := environment_ends h2
      exact ⟨ω, rfl, hJ.leads hA hJ'⟩
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
    obtain ⟨ω, rfl, hA⟩ := environment_ends h2
    exact ⟨ω, rfl, hJ.leads hA hJυ⟩
  | seqWrong h1 => obtain ⟨υ, hυ, _⟩ := hloop τ (hσ τ hτ) _ h1; cases hυ

/-- Consequence. -/
theorem consequence_rule {S : Statement Store} {Q R : Store → Prop} {σ : Store} (h : Right S Q σ) (hR : ∀ τ, Q τ → R τ) :
    Right S R σ := fun r he => let ⟨τ, hτ, hQ⟩ := h r he; ⟨τ, hτ, hR τ hQ⟩

end

section

variable {A G : Action Store} {explicit : Bool}
  (hA : explicit = false → (∀ σ, A σ σ) ∧ ∀ σ τ υ, A σ τ → A τ υ → A σ υ)
include hA

/-- What is entered holds whatever the environment does before. -/
theorem Enters.leads {J : Store → Prop} (hJ : Stable A J) {σ τ : Store} (h : Enters explicit A J σ) (hτ : Leads A σ τ) : J τ := by
  cases explicit with
  | true => exact hJ.leads hτ h
  | false => exact h τ (environment_optimised (hA rfl).1 (hA rfl).2 hτ)

/-- What is entered is still entered after a step of the environment. -/
theorem Enters.stable {J : Store → Prop} (hJ : Stable A J) {σ τ : Store} (h : Enters explicit A J σ) (hτ : A σ τ) :
    Enters explicit A J τ := by
  cases explicit with
  | true => exact hJ _ _ h hτ
  | false => exact fun υ hυ => h υ ((hA rfl).2 _ _ _ hτ hυ)

/-- A weakest precondition is stable. -/
theorem weakest_stable (O : Outline Store) (Q : Store → Prop) : Stable A (weakest explicit A G O Q) := by
  induction O generalizing Q with
  | skip => exact fun σ τ h hτ => ⟨h.1, fun υ hυ => h.2 υ ((hA h.1).2 _ _ _ hτ hυ)⟩
  | atomic command => exact fun σ τ h hτ => ⟨h.1, fun υ hυ => h.2 υ ((hA h.1).2 _ _ _ hτ hυ)⟩
  | guarded J command => exact fun σ τ h hτ => ⟨h.1.stable hA h.2.1 hτ, h.2⟩
  | choice S T ihS ihT => exact fun σ τ h hτ => ⟨ihS Q σ τ h.1 hτ, ihT Q σ τ h.2 hτ⟩
  | seq S T ihS _ => exact fun σ τ h hτ => ihS _ σ τ h hτ
  | loop J S _ => exact fun σ τ h hτ => ⟨h.1.stable hA h.2.1 hτ, h.2⟩
  | cut J => exact fun σ τ h hτ => ⟨h.1.stable hA h.2.1 hτ, h.2⟩

/-- **The weakest precondition is sound** for the translation. -/
theorem weakest_sound (O : Outline Store) {Q : Store → Prop} (hQ : Stable A Q) {σ : Store} (h : weakest explicit A G O Q σ) :
    Right (translate A G O.statement) Q σ := by
  induction O generalizing Q σ with
  | skip => exact skip_rule fun τ hτ => h.2 τ (environment_optimised (hA h.1).1 (hA h.1).2 hτ)
  | atomic command => exact atomic_rule hQ fun τ hτ => h.2 τ (environment_optimised (hA h.1).1 (hA h.1).2 hτ)
  | guarded J command => exact atomic_rule hQ fun τ hτ => h.2.2 τ (h.1.leads hA h.2.1 hτ)
  | choice S T ihS ihT =>
    exact choice_rule (fun τ hτ => ihS hQ ((weakest_stable hA S Q).leads hτ h.1))
      (fun τ hτ => ihT hQ ((weakest_stable hA T Q).leads hτ h.2))
  | seq S T ihS ihT => exact seq_rule (ihS (weakest_stable hA T Q) h) (fun τ hτ => ihT hQ hτ)
  | loop J S ih =>
    obtain ⟨h1, hJ, hS, hpost⟩ := h
    exact consequence_rule (loop_rule hJ (fun τ hτ => ih hJ (hS τ hτ)) fun τ hτ => h1.leads hA hJ hτ) hpost
  | cut J =>
    obtain ⟨h1, hJ, hpost⟩ := h
    exact skip_rule fun τ hτ => hpost τ (h1.leads hA hJ hτ)

/-- If the weakest precondition holds, the translation does not go wrong. -/
theorem weakest_safe (O : Outline Store) {σ : Store} (h : weakest explicit A G O (fun _ => True) σ) :
    ¬ Many SeqStep (.run σ (translate A G O.statement)) .wrong := by
  intro hwrong
  obtain ⟨τ, hτ, _⟩ := weakest_sound hA O (fun _ _ h _ => h) h _ (exec_of_wrong hwrong)
  cases hτ

end

end Plato
