/-
# What the conditions of all families say

Main definitions: `FamilyRight`. Main results: `common_sound`, `familyConditions_sound`, `allFamilies_sound`.
-/
module

public import ThreadModular.Family

@[expose] public section

namespace Plato

/-- What all conditions of a program share. -/
theorem common_sound {p : ProgramTables} (hT : p.tables.Right) {room effort : Nat} {k : Common} {g : Generator}
    (h : common p (Builder.start room effort) = .ok (k, g)) :
    k.Ready (p.tables.literal p.assumption) g ∧ firstVersion ≤ g.nextVersion := by
  simp only [common] at h
  have hR₀ : (Builder.start room effort).tables.Right := initial_right _
  split at h
  · simp at h
  rename_i thread b₁ h1
  obtain ⟨hR₁, gr₁, hn₁, means₁⟩ := term_built hR₀ h1
  split at h
  · simp at h
  rename_i other b₂ h2
  obtain ⟨hR₂, gr₂, hn₂, means₂⟩ := term_built hR₁ h2
  split at h
  · simp at h
  rename_i nobody b₃ h3
  obtain ⟨hR₃, gr₃, hn₃, means₃⟩ := term_built hR₂ h3
  have hthread : Generator.Ready ⟨b₃, firstVersion, #[], #[]⟩ thread ofThread :=
    ⟨hR₃, Nat.lt_of_lt_of_le hn₁ (gr₂.trans gr₃).terms, fun I hI bs => means₁ I ((gr₂.trans gr₃).consistent I hI) bs⟩
  have hother : Generator.Ready ⟨b₃, firstVersion, #[], #[]⟩ other (fun M => M.logic 1) :=
    ⟨hR₃, Nat.lt_of_lt_of_le hn₂ gr₃.terms, fun I hI bs => means₂ I (gr₃.consistent I hI) bs⟩
  have hnobody : Generator.Ready ⟨b₃, firstVersion, #[], #[]⟩ nobody (fun _ => .int 0) := ⟨hR₃, hn₃, fun I hI bs => means₃ I hI bs⟩
  split at h
  · simp at h
  rename_i truth' g₄ h4
  obtain ⟨hr₄, gr₄, same₄, _⟩ := make_says hthread h4
  have e₄ : Extends _ g₄ := .of_same hr₄.right gr₄ same₄
  split at h
  · simp at h
  rename_i assumption g₅ h5
  obtain ⟨e₅, says₅⟩ := copied hT (hnobody.extend e₄) h5
  simp only [Except.ok.injEq, Prod.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  have e := e₄.trans e₅
  exact ⟨⟨hthread.extend e, hother.extend e, hnobody.extend e, fun {T'} hT' {E M} hM => says₅ hT' hM rfl⟩, e.version⟩

/-- What the conditions of one family give for each of its threads. -/
structure FamilyRight (p : ProgramTables) (i : Nat) (family : Family) (E : Parameters) (σ : Store) (t : Int) : Prop where
  rely : family.explicit = false → (∀ τ, (p.tables.literal family.rely).action E t τ τ) ∧
    ∀ τ υ ω, (p.tables.literal family.rely).action E t τ υ → (p.tables.literal family.rely).action E t υ ω →
      (p.tables.literal family.rely).action E t τ ω
  guarantee : ∀ τ, (p.tables.literal family.guarantee).action E t τ τ
  implies : ∀ u j (hj : j < p.families.size), (p.tables.literal p.families[j].members).predicate E u σ → (i = j → t ≠ u) → ∀ τ τ',
    (p.tables.literal family.guarantee).action E t τ τ' → (p.tables.literal p.families[j].rely).action E u τ τ'
  preserves : ∀ τ τ', (p.tables.literal family.guarantee).action E t τ τ' → Inductive p.tables p.contract E τ →
    Inductive p.tables p.contract E τ'
  environment : ∀ τ τ', (p.tables.literal p.contract.annotatedRely).action E 0 τ τ' → (p.tables.literal family.rely).action E t τ τ'
  kept : ∀ τ τ', (p.tables.literal family.guarantee).action E t τ τ' → (p.tables.literal p.contract.guarantee).action E 0 τ τ'
  stable : Stable ((p.tables.literal family.rely).action E t) ((p.tables.literal family.post).predicate E t)
  weakest : (p.tables.literal p.contract.annotatedInit).predicate E 0 σ →
    Plato.weakest family.explicit ((p.tables.literal family.rely).action E t) ((p.tables.literal family.guarantee).action E t)
      (family.code.outline p.tables E t) ((p.tables.literal family.post).predicate E t) σ

theorem familyConditions_sound {p : ProgramTables} (hT : p.tables.Right) (h0 : p.tables.StartsTrue) {k : Common} {i : Nat} {family : Family}
    {g g' : Generator} (hk : k.Ready (p.tables.literal p.assumption) g) (hv : firstVersion ≤ g.nextVersion)
    (h : familyConditions p k i family g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {E σ},
      (p.tables.literal p.assumption).predicate E 0 σ → ∀ t, (p.tables.literal family.members).predicate E t σ →
      FamilyRight p i family E σ t := by
  simp only [familyConditions] at h
  split at h
  · simp at h
  rename_i members g₁ h1
  obtain ⟨e₁, says₁⟩ := copied hT hk.thread h1
  have hk₁ := hk.extend e₁
  generalize hc : (⟨p.tables, i, k.thread, family.rely, family.guarantee, family.explicit, #[k.assumption, members]⟩ : FamilyContext) = c at h
  have hcT : c.tables.Right := by rw [← hc]; exact hT
  have hc0 : c.tables.StartsTrue := by rw [← hc]; exact h0
  have hct : c.thread = k.thread := by rw [← hc]
  split at h
  · simp at h
  rename_i g₂ h2
  obtain ⟨e₂, s₂⟩ := relyConditions_sound hcT (hct ▸ hk₁.thread) h2
  have hk₂ := hk₁.extend e₂
  split at h
  · simp at h
  rename_i g₃ h3
  obtain ⟨e₃, s₃⟩ := guaranteeCondition_sound hcT (hct ▸ hk₂.thread) h3
  have hk₃ := hk₂.extend e₃
  split at h
  · simp at h
  rename_i g₄ h4
  obtain ⟨e₄, s₄⟩ := pairConditions_sound hcT 0 hk₃ hct h4
  have hk₄ := hk₃.extend e₄
  split at h
  · simp at h
  rename_i g₅ h5
  obtain ⟨e₅, s₅⟩ := preservationCondition_sound hcT hc0 hk₄ hct h5
  have hk₅ := hk₄.extend e₅
  split at h
  · simp at h
  rename_i g₆ h6
  obtain ⟨e₆, s₆⟩ := environmentCondition_sound hcT hc0 hk₅ hct h6
  have hk₆ := hk₅.extend e₆
  split at h
  · simp at h
  rename_i g₇ h7
  obtain ⟨e₇, s₇⟩ := keptCondition_sound hcT hc0 hk₆ hct h7
  have hk₇ := hk₆.extend e₇
  have e₁₇ := (((((e₁.trans e₂).trans e₃).trans e₄).trans e₅).trans e₆).trans e₇
  split at h
  · simp at h
  rename_i g₈ h8
  obtain ⟨e₈, s₈⟩ := postCondition_sound hcT (hct ▸ hk₇.thread) hc0 h8
  obtain ⟨e₉, s₉⟩ := threadCondition_sound hcT (hk₇.extend e₈) hct (Nat.le_trans hv (e₁₇.trans e₈).version) h
  refine ⟨(e₁₇.trans e₈).trans e₉, fun {T'} hT' hall {E σ} hassume t ht => ?_⟩
  have G₈ := e₉.grows.trans hT'
  have G₇ := e₈.grows.trans G₈
  have G₆ := e₇.grows.trans G₇
  have G₅ := e₆.grows.trans G₆
  have G₄ := e₅.grows.trans G₅
  have G₃ := e₄.grows.trans G₄
  have G₂ := e₃.grows.trans G₃
  have G₁ := e₂.grows.trans G₂
  have all₈ : ∀ x ∈ g₈.conditions, x.Refuted T' := fun x hx => hall x (e₉.conditions x hx)
  have all₇ : ∀ x ∈ g₇.conditions, x.Refuted T' := fun x hx => all₈ x (e₈.conditions x hx)
  have all₆ : ∀ x ∈ g₆.conditions, x.Refuted T' := fun x hx => all₇ x (e₇.conditions x hx)
  have all₅ : ∀ x ∈ g₅.conditions, x.Refuted T' := fun x hx => all₆ x (e₆.conditions x hx)
  have all₄ : ∀ x ∈ g₄.conditions, x.Refuted T' := fun x hx => all₅ x (e₅.conditions x hx)
  have all₃ : ∀ x ∈ g₃.conditions, x.Refuted T' := fun x hx => all₄ x (e₄.conditions x hx)
  have all₂ : ∀ x ∈ g₂.conditions, x.Refuted T' := fun x hx => all₃ x (e₃.conditions x hx)
  have hyps : c.Assumed ⟨E, t, σ⟩ T' := by
    intro M hM hM0 hthread l hl
    rw [← hc] at hl
    simp only [List.mem_toArray, List.mem_cons, List.not_mem_nil, or_false] at hl
    rcases hl with rfl | rfl
    · refine (hk₁.assumption G₁ hM).mpr ?_
      rw [hM0]
      exact hassume
    · refine (says₁ G₁ hM hthread).mpr ?_
      rw [hM0]
      exact ht
  subst hc
  exact {
    rely := s₂ G₂ all₂ hyps
    guarantee := s₃ G₃ all₃ hyps
    implies := fun u j hj hu hne => s₄ G₄ all₄ hyps j hj (Nat.zero_le _) hu hne
    preserves := s₅ G₅ all₅ hyps
    environment := s₆ G₆ all₆ hyps
    kept := s₇ G₇ all₇ hyps
    stable := s₈ G₈ all₈ hyps
    weakest := s₉ hT' hall hyps }

theorem allFamilies_sound {p : ProgramTables} (hT : p.tables.Right) (h0 : p.tables.StartsTrue) {k : Common} (i : Nat) {g g' : Generator}
    (hk : k.Ready (p.tables.literal p.assumption) g) (hv : firstVersion ≤ g.nextVersion) (h : allFamilies p k i g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {E σ},
      (p.tables.literal p.assumption).predicate E 0 σ → ∀ j (hj : j < p.families.size), i ≤ j → ∀ t,
      (p.tables.literal p.families[j].members).predicate E t σ → FamilyRight p j p.families[j] E σ t := by
  fun_induction allFamilies p k i g with
  | case1 => simp at h
  | case2 i g hi g₁ h1 ih =>
    obtain ⟨e₁, s₁⟩ := familyConditions_sound hT h0 hk hv h1
    obtain ⟨e₂, s₂⟩ := ih (hk.extend e₁) (Nat.le_trans hv e₁.version) h
    refine ⟨e₁.trans e₂, fun {T'} hT' hall {E σ} hassume j hj hij => ?_⟩
    by_cases he : i = j
    · subst he
      exact s₁ (e₂.grows.trans hT') (fun x hx => hall x (e₂.conditions x hx)) hassume
    · exact s₂ hT' hall hassume j hj (by omega)
  | case3 i g hi =>
    injection h with h
    subst h
    exact ⟨.refl hk.thread.right, fun {T'} _ _ {E σ} _ j hj hij => by omega⟩

end Plato
