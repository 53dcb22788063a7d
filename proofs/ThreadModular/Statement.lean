/-
# The parts of a statement's conditions are sound

What the literals and conditions say that the weakest precondition of a statement is made of: that an assertion holds on entry, that it is
stable, what follows from it, and what an operation does.

Main results: `enter_generated`, `stable_generated`, `follows_generated`, `operation_generated`.
-/
module

public import ThreadModular.Setting

@[expose] public section

namespace Plato

/-- The condition's literals are not all true in any suitable model. -/
def Condition.Valid (T : Tables) (s : Setting) (condition : Condition) : Prop :=
  ∀ M, s.Suits M → ¬ ∀ l ∈ condition.literals, truth T M l

/-- The assumption of a family's thread. -/
noncomputable abbrev FamilyContext.assumes (c : FamilyContext) (s : Setting) : Action Store :=
  (c.tables.literal c.rely).action s.parameters s.thread

/-- The guarantee of a family's thread. -/
noncomputable abbrev FamilyContext.guarantees (c : FamilyContext) (s : Setting) : Action Store :=
  (c.tables.literal c.guarantee).action s.parameters s.thread

/-- An assertion of a family's thread. -/
noncomputable abbrev FamilyContext.asserts (c : FamilyContext) (s : Setting) (J : Literal) : Store → Prop :=
  (c.tables.literal J).predicate s.parameters s.thread

/-- The hypotheses of a family's conditions are true in suitable models. -/
def FamilyContext.Hypotheses (c : FamilyContext) (s : Setting) (T : Tables) : Prop :=
  ∀ M, s.Suits M → ∀ l ∈ c.hypotheses, truth T M l

section

variable {c : FamilyContext} (hT : c.tables.Right)
include hT

theorem enter_generated {label : Nat} {J : Literal} {k a : Nat} {g : Generator} {r : Generated} (hg : g.Ready c.thread ofThread)
    (hk : k ≠ 0) (ha0 : a ≠ 0) (hka : k ≠ a) (h : enterLiteral c label J k a g = .ok r) :
    Extends g r.generator ∧
    (∀ {T'}, Grows r.generator.builder.tables T' → ∀ {s : Setting} {v}, v ≠ 0 → v ≠ k → v ≠ a → Independent T' s r.literal v) ∧
    ∀ {T'}, Grows r.generator.builder.tables T' → ∀ {s : Setting} {σ}, Den T' s r.literal k σ →
      Enters c.explicit (c.assumes s) (c.asserts s J) σ := by
  unfold enterLiteral at h
  split at h
  · rename_i hexplicit
    split at h
    · simp at h
    rename_i here g₁ h1
    obtain ⟨hg₁, gr₁, same₁, says₁⟩ := copy_says hT hg h1
    injection h with h
    subst h
    refine ⟨(Extends.of_same hg₁.right gr₁ same₁).trans (.mark hg₁.right _ _ _), fun {T'} hT' {s v} h0 hvk _ => ?_,
      fun {T'} hT' {s σ} hden => ?_⟩
    · exact copy_independent (fun M hM => says₁ hT' hM) hvk hvk h0
    · obtain ⟨M₀, hM₀⟩ := s.exists_suits
      have hM := hM₀.setStore hk σ
      have hw := (says₁ hT' hM).mp (hden _ hM (M₀.setStore_same k σ))
      rw [Model.setStore_same] at hw
      rw [hexplicit]
      exact hw
  · rename_i hexplicit
    split at h
    · simp at h
    rename_i here g₁ h1
    obtain ⟨hg₁, gr₁, same₁, says₁⟩ := copy_says hT hg h1
    split at h
    · simp at h
    rename_i rely g₂ h2
    obtain ⟨hg₂, gr₂, same₂, says₂⟩ := copy_says hT hg₁ h2
    have hg₃ : (g₂.mark here label 3).Ready c.thread ofThread := ⟨hg₂.right, hg₂.inTable, hg₂.means⟩
    obtain ⟨hg', gr', same', _⟩ := make_says hg₃ h
    have says := fun {T'} (hT' : Grows r.generator.builder.tables T') M => make_implies_says hg₃ h hT' M
    have gr' : Grows g₂.builder.tables r.generator.builder.tables := gr'
    have e : Extends g r.generator :=
      ((Extends.of_same hg₁.right gr₁ same₁).trans (.of_same hg₂.right gr₂ same₂)).trans
        ((Extends.mark hg₂.right here label 3).trans (.of_same hg'.right gr' same'))
    refine ⟨e, fun {T'} hT' {s v} h0 hvk hva M σ hM => ?_, fun {T'} hT' {s σ} hden => ?_⟩
    · rw [says hT', says hT', copy_independent (fun M hM => says₂ (gr'.trans hT') hM) hvk hva h0 M σ hM,
        copy_independent (fun M hM => says₁ (gr₂.trans (gr'.trans hT')) hM) hva hva h0 M σ hM]
    · have hfalse : c.explicit = false := by simpa using hexplicit
      rw [hfalse]
      intro τ hA
      obtain ⟨M₀, hM₀⟩ := s.exists_suits
      have hM := (hM₀.setStore hk σ).setStore ha0 τ
      have hsk : ((M₀.setStore k σ).setStore a τ).store k = σ := by rw [Model.setStore_other _ hka, Model.setStore_same]
      have hw := (says hT' _).mp (hden _ hM hsk)
      rw [says₂ (gr'.trans hT') hM, says₁ (gr₂.trans (gr'.trans hT')) hM, hsk, Model.setStore_same] at hw
      exact hw hA

theorem stable_generated {origin : Origin} {J : Literal} {a b : Nat} {g g' : Generator} (hg : g.Ready c.thread ofThread) (ha0 : a ≠ 0)
    (hb0 : b ≠ 0) (hab : a ≠ b) (h : stableCondition c origin J a b g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → ∀ {s : Setting}, c.Hypotheses s T' → (∀ x ∈ g'.conditions, x.Valid T' s) →
      Stable (c.assumes s) (c.asserts s J) := by
  unfold stableCondition at h
  split at h
  · simp at h
  rename_i before g₁ h1
  obtain ⟨hg₁, gr₁, same₁, says₁⟩ := copy_says hT hg h1
  split at h
  · simp at h
  rename_i later g₂ h2
  obtain ⟨hg₂, gr₂, same₂, says₂⟩ := copy_says hT hg₁ h2
  split at h
  · simp at h
  rename_i others g₃ h3
  obtain ⟨hg₃, gr₃, same₃, says₃⟩ := copy_says hT hg₂ h3
  injection h with h
  subst h
  have e : Extends g g₃ := ((Extends.of_same hg₁.right gr₁ same₁).trans (.of_same hg₂.right gr₂ same₂)).trans (.of_same hg₃.right gr₃ same₃)
  refine ⟨e.trans (.require hg₃.right _ _), fun {T'} hT' {s} hyps hvalid σ τ hσ hA => ?_⟩
  have hT' : Grows g₃.builder.tables T' := hT'
  have hvalid := hvalid _ (Array.mem_push.mpr (.inr rfl))
  refine Classical.byContradiction fun hτ => ?_
  obtain ⟨M₀, hM₀⟩ := s.exists_suits
  have hM := (hM₀.setStore ha0 σ).setStore hb0 τ
  have hsa : ((M₀.setStore a σ).setStore b τ).store a = σ := by rw [Model.setStore_other _ hab, Model.setStore_same]
  refine hvalid _ hM fun l hl => ?_
  rcases Array.mem_push.mp hl with hl | rfl
  · rcases Array.mem_push.mp hl with hl | rfl
    · rcases Array.mem_push.mp hl with hl | rfl
      · exact hyps _ hM l hl
      · refine (says₁ (gr₂.trans (gr₃.trans hT')) hM).mpr ?_
        rw [hsa]
        exact hσ
    · refine (says₃ hT' hM).mpr ?_
      rw [hsa, Model.setStore_same]
      exact hA
  · rw [truth_negate, says₂ (gr₃.trans hT') hM, Model.setStore_same]
    exact hτ

theorem follows_generated {origin : Origin} {J : Literal} {k : Nat} {literal : Literal} {g g' : Generator} (hg : g.Ready c.thread ofThread)
    (h : followsCondition c origin J k literal g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → ∀ {s : Setting}, c.Hypotheses s T' → (∀ x ∈ g'.conditions, x.Valid T' s) →
      ∀ τ, c.asserts s J τ → Den T' s literal k τ := by
  unfold followsCondition at h
  split at h
  · simp at h
  rename_i here g₁ h1
  obtain ⟨hg₁, gr₁, same₁, says₁⟩ := copy_says hT hg h1
  injection h with h
  subst h
  refine ⟨(Extends.of_same hg₁.right gr₁ same₁).trans (.require hg₁.right _ _), fun {T'} hT' {s} hyps hvalid τ hτ M hM hMk => ?_⟩
  have hT' : Grows g₁.builder.tables T' := hT'
  have hvalid := hvalid _ (Array.mem_push.mpr (.inr rfl))
  refine Classical.byContradiction fun hpost => hvalid M hM fun l hl => ?_
  rcases Array.mem_push.mp hl with hl | rfl
  · rcases Array.mem_push.mp hl with hl | rfl
    · exact hyps M hM l hl
    · exact (says₁ hT' hM).mpr (hMk ▸ hτ)
  · rw [truth_negate]; exact hpost

theorem operation_generated {label : Nat} {o : Operation} {a k' : Nat} {post : Literal} {g : Generator} {r : Generated}
    (hg : g.Ready c.thread ofThread) (h : operationLiteral c label o a k' post g = .ok r) :
    Extends g r.generator ∧
    (∀ {T'}, Grows r.generator.builder.tables T' → ∀ {s : Setting} {v}, v ≠ 0 → v ≠ a → v ≠ k' →
      Independent T' s post v → Independent T' s r.literal v) ∧
    ∀ {T'}, Grows r.generator.builder.tables T' → ∀ {s : Setting}, a ≠ 0 → k' ≠ 0 → a ≠ k' → Independent T' s post a →
      ∀ τ, Den T' s r.literal a τ → Does (c.guarantees s) (c.asserts s o.gate) ((c.tables.literal o.annotated).action s.parameters s.thread)
        ((c.tables.literal o.post).action s.parameters s.thread) (Den T' s post k') τ := by
  unfold operationLiteral at h
  split at h
  · simp at h
  rename_i gate' g₂ h2
  obtain ⟨hg₂, gr₂, same₂, says₂⟩ := copy_says hT hg h2
  split at h
  · simp at h
  rename_i step' g₃ h3
  obtain ⟨hg₃, gr₃, same₃, says₃⟩ := copy_says hT hg₂ h3
  split at h
  · simp at h
  rename_i assertion' g₄ h4
  obtain ⟨hg₄, gr₄, same₄, says₄⟩ := copy_says hT hg₃ h4
  split at h
  · simp at h
  rename_i guarantee' g₅ h5
  obtain ⟨hg₅, gr₅, same₅, says₅⟩ := copy_says hT hg₄ h5
  split at h
  · simp at h
  rename_i rest g₆ h6
  obtain ⟨hg₆, gr₆, same₆, _⟩ := make_says hg₅ h6
  split at h
  · simp at h
  rename_i after g₇ h7
  obtain ⟨hg₇, gr₇, same₇, _⟩ := make_says hg₆ h7
  split at h
  · simp at h
  rename_i stepping g₈ h8
  obtain ⟨hg₈, gr₈, same₈, _⟩ := make_says hg₇ h8
  have hg₁₀ : (((g₈.mark gate' label 0).mark assertion' label 1).mark guarantee' label 2).Ready c.thread ofThread :=
    ⟨hg₈.right, hg₈.inTable, hg₈.means⟩
  obtain ⟨hg', gr', same', _⟩ := make_says hg₁₀ h
  have gr' : Grows g₈.builder.tables r.generator.builder.tables := gr'
  have e₅ : Extends g g₅ := ((Extends.of_same hg₂.right gr₂ same₂).trans (.of_same hg₃.right gr₃ same₃)).trans
    ((Extends.of_same hg₄.right gr₄ same₄).trans (.of_same hg₅.right gr₅ same₅))
  have e₈ : Extends g₅ g₈ := ((Extends.of_same hg₆.right gr₆ same₆).trans (.of_same hg₇.right gr₇ same₇)).trans (.of_same hg₈.right gr₈ same₈)
  have e' : Extends g₈ r.generator := ⟨hg'.right, gr', by rw [same'.version]; exact Nat.le_refl _, by rw [same'.conditions]; exact fun x hx => hx⟩
  have G₇ := gr₈.trans gr'
  have G₆ := gr₇.trans G₇
  have G₅ := gr₆.trans G₆
  have G₄ := gr₅.trans G₅
  have G₃ := gr₄.trans G₄
  have G₂ := gr₃.trans G₃
  -- what the whole literal says
  have says : ∀ {T'}, Grows r.generator.builder.tables T' → ∀ M, truth T' M r.literal ↔
      truth T' M gate' ∧ (truth T' M step' → truth T' M assertion' ∧ truth T' M guarantee' ∧
        (truth T' M assertion' → truth T' M guarantee' → truth T' M post)) := by
    intro T' hT' M
    rw [make_and_says hg₁₀ h hT']
    simp only [List.mem_toArray, List.mem_cons, List.not_mem_nil, or_false, forall_eq_or_imp, forall_eq]
    rw [make_implies_says hg₇ h8 (gr'.trans hT'), make_and_says hg₆ h7 (G₇.trans hT')]
    simp only [List.mem_toArray, List.mem_cons, List.not_mem_nil, or_false, forall_eq_or_imp, forall_eq]
    rw [make_or_says hg₅ h6 (G₆.trans hT')]
    simp only [List.mem_toArray, List.mem_cons, List.not_mem_nil, or_false, exists_eq_or_imp, exists_eq_left, truth_negate]
    have hor : ∀ p q t : Prop, (¬p ∨ ¬q ∨ t) ↔ (p → q → t) := fun p q t => by
      constructor
      · rintro (h | h | h) hp hq
        · exact absurd hp h
        · exact absurd hq h
        · exact h
      · intro h
        by_cases hp : p
        · by_cases hq : q
          · exact .inr (.inr (h hp hq))
          · exact .inr (.inl hq)
        · exact .inl hp
    rw [hor]
  refine ⟨(e₅.trans e₈).trans e', fun {T'} hT' {s v} h0 hva hvk' hpost M σ hM => ?_, fun {T'} hT' {s} ha0 hk' hak hpa τ hden => ?_⟩
  · rw [says hT', says hT', copy_independent (fun M hM => says₂ (G₂.trans hT') hM) hva hva h0 M σ hM,
      copy_independent (fun M hM => says₃ (G₃.trans hT') hM) hva hvk' h0 M σ hM,
      copy_independent (fun M hM => says₄ (G₄.trans hT') hM) hva hvk' h0 M σ hM,
      copy_independent (fun M hM => says₅ (G₅.trans hT') hM) hva hvk' h0 M σ hM, hpost M σ hM]
  · -- the literal in a model with the store τ
    have hat : ∀ M, s.Suits M → _ := fun M hM => (says hT' _).mp (hden _ (hM.setStore ha0 τ) (M.setStore_same a τ))
    obtain ⟨M₀, hM₀⟩ := s.exists_suits
    refine ⟨?_, fun σ' hstep => ⟨?_, fun M hM hMk' => ?_⟩⟩
    · have hgate := (hat M₀ hM₀).1
      rw [says₂ (G₂.trans hT') (hM₀.setStore ha0 τ), Model.setStore_same] at hgate
      exact hgate
    · have hM₁ := (hM₀.setStore hk' σ').setStore ha0 τ
      have hrest := (hat _ (hM₀.setStore hk' σ')).2
      have hk'σ : ((M₀.setStore k' σ').setStore a τ).store k' = σ' := by rw [Model.setStore_other _ (Ne.symm hak), Model.setStore_same]
      rw [says₃ (G₃.trans hT') hM₁, says₄ (G₄.trans hT') hM₁, says₅ (G₅.trans hT') hM₁, Model.setStore_same, hk'σ] at hrest
      obtain ⟨h1, h2, _⟩ := hrest hstep
      exact ⟨h1, h2⟩
    · have hM₁ := hM.setStore ha0 τ
      have hrest := (hat M hM).2
      have hk'σ : (M.setStore a τ).store k' = σ' := by rw [Model.setStore_other _ (Ne.symm hak), hMk']
      rw [says₃ (G₃.trans hT') hM₁, Model.setStore_same, hk'σ] at hrest
      obtain ⟨h1, h2, h3⟩ := hrest hstep
      exact (hpa M τ hM).mp (h3 h1 h2)

end

end Plato
