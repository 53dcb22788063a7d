/-
# Weakest preconditions, one end at a time

`weakest` is about all stores in which a statement may end. This file states the same about one of them: what follows is then a proposition
that the branches of a choice share. Conditions are made from this form.

Main definitions: `path`. Main results: `path_weakest`.
-/
module

public import Theory.ThreadModular.Rules

@[expose] public section

namespace Plato

variable {Store : Type}

/-- The assertion holds in the second store, whatever the environment has done since the first; if the outline is explicit, in the first. -/
def EntersAt (explicit : Bool) (A : Action Store) (J : Store → Prop) (σ τ : Store) : Prop :=
  match explicit with
  | true => J σ
  | false => A σ τ → J τ

/-- The operation can be done here, satisfies its assertion and the guarantee and, if it leads to the second store, then `P`. -/
def DoesAt (G : Action Store) (gate : Store → Prop) (step post : Action Store) (τ σ' : Store) (P : Prop) : Prop :=
  gate τ ∧ (step τ σ' → post τ σ' ∧ G τ σ' ∧ P)

/-- From the first store the outline runs without going wrong and, if it ends in the second one, then `P`. -/
noncomputable def path (explicit : Bool) (A G : Action Store) : Outline Store → (σ σ' : Store) → Prop → Prop
  | .skip, σ, σ', P => explicit = false ∧ (A σ σ' → P)
  | .atomic gate step post, σ, σ', P => explicit = false ∧ ∀ τ, A σ τ → DoesAt G gate step post τ σ' P
  | .guarded J gate step post, σ, σ', P =>
    ∀ τ υ, (J τ → A τ υ → J υ) ∧ (J τ → DoesAt G gate step post τ σ' P) ∧ EntersAt explicit A J σ τ
  | .choice S T, σ, σ', P => path explicit A G S σ σ' P ∧ path explicit A G T σ σ' P
  | .seq S T, σ, σ', P => ∀ τ, path explicit A G S σ τ (path explicit A G T τ σ' P)
  | .loop J S, σ, σ', P =>
    ∀ τ υ, (J τ → A τ υ → J υ) ∧ (J τ → path explicit A G S τ υ (J υ)) ∧ (J σ' → P) ∧ EntersAt explicit A J σ τ
  | .cut J, σ, σ', P => ∀ τ υ, (J τ → A τ υ → J υ) ∧ (J σ' → P) ∧ EntersAt explicit A J σ τ

section

variable {explicit : Bool} {A G : Action Store}

/-- What follows may be weakened. -/
theorem path_mono (O : Outline Store) {σ σ' : Store} {P Q : Prop} (hPQ : P → Q) (h : path explicit A G O σ σ' P) :
    path explicit A G O σ σ' Q := by
  induction O generalizing σ σ' P Q with
  | skip => exact ⟨h.1, fun hA => hPQ (h.2 hA)⟩
  | atomic => exact ⟨h.1, fun τ hA => ⟨(h.2 τ hA).1, fun hs => let ⟨h1, h2, h3⟩ := (h.2 τ hA).2 hs; ⟨h1, h2, hPQ h3⟩⟩⟩
  | guarded =>
    exact fun τ υ => ⟨(h τ υ).1,
      fun hJ => ⟨((h τ υ).2.1 hJ).1, fun hs => let ⟨h1, h2, h3⟩ := ((h τ υ).2.1 hJ).2 hs; ⟨h1, h2, hPQ h3⟩⟩, (h τ υ).2.2⟩
  | choice S T ihS ihT => exact ⟨ihS hPQ h.1, ihT hPQ h.2⟩
  | seq S T ihS ihT => exact fun τ => ihS (ihT hPQ) (h τ)
  | loop => exact fun τ υ => ⟨(h τ υ).1, (h τ υ).2.1, fun hJ => hPQ ((h τ υ).2.2.1 hJ), (h τ υ).2.2.2⟩
  | cut => exact fun τ υ => ⟨(h τ υ).1, fun hJ => hPQ ((h τ υ).2.1 hJ), (h τ υ).2.2⟩

/-- What follows in each of several cases follows in all. -/
theorem path_forall {ι : Type} (i : ι) (O : Outline Store) {σ σ' : Store} {P : ι → Prop} (h : ∀ i, path explicit A G O σ σ' (P i)) :
    path explicit A G O σ σ' (∀ i, P i) := by
  induction O generalizing σ σ' P with
  | skip => exact ⟨(h i).1, fun hA j => (h j).2 hA⟩
  | atomic =>
    exact ⟨(h i).1, fun τ hA => ⟨((h i).2 τ hA).1, fun hs =>
      ⟨(((h i).2 τ hA).2 hs).1, (((h i).2 τ hA).2 hs).2.1, fun j => (((h j).2 τ hA).2 hs).2.2⟩⟩⟩
  | guarded =>
    exact fun τ υ => ⟨(h i τ υ).1, fun hJ => ⟨((h i τ υ).2.1 hJ).1, fun hs =>
      ⟨(((h i τ υ).2.1 hJ).2 hs).1, (((h i τ υ).2.1 hJ).2 hs).2.1, fun j => (((h j τ υ).2.1 hJ).2 hs).2.2⟩⟩, (h i τ υ).2.2⟩
  | choice S T ihS ihT => exact ⟨ihS fun j => (h j).1, ihT fun j => (h j).2⟩
  | seq S T ihS ihT => exact fun τ => path_mono S ihT (ihS fun j => h j τ)
  | loop => exact fun τ υ => ⟨(h i τ υ).1, (h i τ υ).2.1, fun hJ j => (h j τ υ).2.2.1 hJ, (h i τ υ).2.2.2⟩
  | cut => exact fun τ υ => ⟨(h i τ υ).1, fun hJ j => (h j τ υ).2.1 hJ, (h i τ υ).2.2⟩

/-- What is entered at every store is entered. -/
theorem enters_of_entersAt {J : Store → Prop} {σ : Store} (h : ∀ τ, EntersAt explicit A J σ τ) : Enters explicit A J σ := by
  cases explicit with
  | true => exact h σ
  | false => exact h

/-- What can be done with every end can be done. -/
theorem does_of_doesAt {gate : Store → Prop} {step post : Action Store} {Q : Store → Prop} {τ : Store}
    (h : ∀ σ', DoesAt G gate step post τ σ' (Q σ')) : Does G gate step post Q τ :=
  ⟨(h τ).1, fun σ' hs => let ⟨h1, h2, h3⟩ := (h σ').2 hs; ⟨⟨h1, h2⟩, h3⟩⟩

/-- **What holds for every end is the weakest precondition.** -/
theorem path_weakest (O : Outline Store) {Q : Store → Prop} {σ : Store} (h : ∀ σ', path explicit A G O σ σ' (Q σ')) :
    weakest explicit A G O Q σ := by
  induction O generalizing Q σ with
  | skip => exact ⟨(h σ).1, fun τ hA => (h τ).2 hA⟩
  | atomic => exact ⟨(h σ).1, fun τ hA => does_of_doesAt fun σ' => (h σ').2 τ hA⟩
  | guarded =>
    exact ⟨enters_of_entersAt fun τ => (h σ τ σ).2.2, fun τ υ hJ hA => (h σ τ υ).1 hJ hA,
      fun τ hJ => does_of_doesAt fun σ' => (h σ' τ σ).2.1 hJ⟩
  | choice S T ihS ihT => exact ⟨ihS fun σ' => (h σ').1, ihT fun σ' => (h σ').2⟩
  | seq S T ihS ihT => exact ihS fun τ => path_mono S ihT (path_forall σ S fun σ' => h σ' τ)
  | loop J S ih =>
    exact ⟨enters_of_entersAt fun τ => (h σ τ σ).2.2.2, fun τ υ hJ hA => (h σ τ υ).1 hJ hA,
      fun τ hJ => ih fun σ' => (h σ τ σ').2.1 hJ, fun τ hJ => (h τ σ σ).2.2.1 hJ⟩
  | cut =>
    exact ⟨enters_of_entersAt fun τ => (h σ τ σ).2.2, fun τ υ hJ hA => (h σ τ υ).1 hJ hA, fun τ hJ => (h τ σ σ).2.1 hJ⟩

end

end Plato
