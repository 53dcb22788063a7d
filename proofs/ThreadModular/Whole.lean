/-
# What the conditions of the program as a whole say

The invariant holds initially and the environment preserves it; where all threads' postconditions hold, the program's does.

Main results: `initialCondition_sound`, `environmentPreserves_sound`, `postconditions_sound`, `conditions_sound`.
-/
module

public import ThreadModular.Families

@[expose] public section

namespace Plato

section

variable {p : ProgramTables} (hT : p.tables.Right) (h0 : p.tables.StartsTrue) {k : Common}
include hT h0

theorem initialCondition_sound {g g' : Generator} (hk : k.Ready (p.tables.literal p.assumption) g) (h : initialCondition p k g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {E σ},
      (p.tables.literal p.assumption).predicate E 0 σ → (p.tables.literal p.contract.annotatedInit).predicate E 0 σ →
      Inductive p.tables p.contract E σ := by
  simp only [initialCondition] at h
  split at h
  · simp at h
  rename_i init g₁ h1
  obtain ⟨e₁, says₁⟩ := copied hT hk.nobody h1
  split at h
  · simp at h
  rename_i invariant g₂ h2
  obtain ⟨e₂, says₂⟩ := invariantLiteral_says hT h0 (hk.extend e₁) h2
  have e₂ : Extends g₁ g₂ := e₂
  injection h with h
  subst h
  refine ⟨(e₁.trans e₂).trans (.require e₂.right _ _), fun {T'} hT' hall {E σ} hassume hinit => ?_⟩
  have hT' : Grows g₂.builder.tables T' := hT'
  have hr : Condition.Refuted T' ⟨.invariantInitially, #[k.assumption, init].push (Literal.negate invariant)⟩ :=
    hall _ (by simp [Generator.require])
  have hfit := Setting.modelWith_fits ⟨E, 0, σ⟩ 0 σ σ σ
  refine (says₂ hT' hfit).mp (hr.conclude fun l hl => ?_)
  simp only [List.mem_toArray, List.mem_cons, List.not_mem_nil, or_false] at hl
  rcases hl with rfl | rfl
  · exact (hk.assumption ((e₁.trans e₂).grows.trans hT') hfit).mpr hassume
  · exact (says₁ (e₂.grows.trans hT') hfit rfl).mpr hinit

theorem environmentPreserves_sound {g g' : Generator} (hk : k.Ready (p.tables.literal p.assumption) g)
    (h : environmentPreserves p k g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {E σ},
      (p.tables.literal p.assumption).predicate E 0 σ → ∀ τ τ', (p.tables.literal p.contract.annotatedRely).action E 0 τ τ' →
      Inductive p.tables p.contract E τ → Inductive p.tables p.contract E τ' := by
  simp only [environmentPreserves] at h
  split at h
  · rename_i hclosed
    injection h with h
    subst h
    refine ⟨.refl hk.thread.right, fun {_} _ _ {_ _} _ τ τ' hR => ?_⟩
    rw [hclosed] at hR
    exact absurd hR h0.not_literal
  split at h
  · simp at h
  rename_i environment g₁ h1
  obtain ⟨e₁, says₁⟩ := copied hT hk.nobody h1
  split at h
  · simp at h
  rename_i before g₂ h2
  obtain ⟨e₂, says₂⟩ := invariantLiteral_says hT h0 (hk.extend e₁) h2
  have e₂ : Extends g₁ g₂ := e₂
  split at h
  · simp at h
  rename_i after g₃ h3
  obtain ⟨e₃, says₃⟩ := invariantLiteral_says hT h0 (hk.extend (e₁.trans e₂)) h3
  have e₃ : Extends g₂ g₃ := e₃
  injection h with h
  subst h
  refine ⟨((e₁.trans e₂).trans e₃).trans (.require e₃.right _ _), fun {T'} hT' hall {E σ} hassume τ τ' hR hI => ?_⟩
  have hT' : Grows g₃.builder.tables T' := hT'
  have hr : Condition.Refuted T' ⟨.environmentPreserves, #[k.assumption, environment, before].push (Literal.negate after)⟩ :=
    hall _ (by simp [Generator.require])
  have hfit := Setting.modelWith_fits ⟨E, 0, σ⟩ 0 τ τ' τ'
  refine (says₃ hT' hfit).mp (hr.conclude fun l hl => ?_)
  simp only [List.mem_toArray, List.mem_cons, List.not_mem_nil, or_false] at hl
  rcases hl with rfl | rfl | rfl
  · exact (hk.assumption (((e₁.trans e₂).trans e₃).grows.trans hT') hfit).mpr hassume
  · exact (says₁ ((e₂.trans e₃).grows.trans hT') hfit rfl).mpr hR
  · exact (says₂ (e₃.grows.trans hT') hfit).mpr hI

omit h0 in
/-- The literals for the threads' postconditions are true if those hold. -/
theorem postLiterals_sound (i : Nat) {g g' : Generator} {out ls : Array Literal} (hk : k.Ready (p.tables.literal p.assumption) g)
    (h : postLiterals p k i g out = .ok (ls, g')) :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → ∀ {E : Parameters} {M : Model}, Fits E M → (∀ l ∈ out, truth T' M l) →
      (∀ j (hj : j < p.families.size) t, (p.tables.literal p.families[j].members).predicate E t (M.store 0) →
        (p.tables.literal p.families[j].post).predicate E t (M.store 1)) → ∀ l ∈ ls, truth T' M l := by
  fun_induction postLiterals p k i g out with
  | case1 i g out hi hnone ih => exact ih hk h
  | case2 => simp at h
  | case3 => simp at h
  | case4 => simp at h
  | case5 => simp at h
  | case6 i g out hi hpost members g₁ h1 post g₂ h2 ofOne g₃ h3 ofAll g₄ h4 ih =>
    obtain ⟨e₁, says₁⟩ := copyOfAny_says hT hk.nobody h1
    obtain ⟨e₂, says₂⟩ := copyOfAny_says hT (hk.extend e₁).nobody h2
    have hk₂ := (hk.extend e₁).extend e₂
    obtain ⟨hr₃, gr₃, same₃, _⟩ := make_says hk₂.nobody h3
    have e₃ : Extends g₂ g₃ := .of_same hr₃.right gr₃ same₃
    obtain ⟨hr₄, gr₄, same₄, _⟩ := make_says hr₃ h4
    have e₄ : Extends g₃ g₄ := .of_same hr₄.right gr₄ same₄
    obtain ⟨e₅, s₅⟩ := ih ((hk₂.extend e₃).extend e₄) h
    refine ⟨(((e₁.trans e₂).trans e₃).trans e₄).trans e₅, fun {T'} hT' {E M} hM hout hposts => s₅ hT' hM ?_ hposts⟩
    refine forall_mem_push.mpr ⟨hout, ?_⟩
    have G₄ := e₅.grows.trans hT'
    obtain ⟨n, rfl, hall⟩ := make_means hr₃ h4 G₄ M
    obtain ⟨m, rfl, hone⟩ := make_means hk₂.nobody h3 (gr₄.trans G₄) M
    rw [truth_positive]
    refine (hall []).mpr fun t => (Literal.true_positive _ m).mpr ?_
    rw [implies_holds (hone [t]), says₁ (e₂.grows.trans (gr₃.trans (gr₄.trans G₄))) hM t, says₂ (gr₃.trans (gr₄.trans G₄)) hM t]
    exact hposts i hi t
  | case7 i g out hi =>
    simp only [Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    exact ⟨.refl hk.thread.right, fun {_} _ {_ _} _ hout _ => hout⟩

theorem postconditions_sound {g g' : Generator} (hk : k.Ready (p.tables.literal p.assumption) g) (h : postconditions p k g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {E σ},
      (p.tables.literal p.assumption).predicate E 0 σ → ∀ τ, Inductive p.tables p.contract E τ →
      (∀ j (hj : j < p.families.size) t, (p.tables.literal p.families[j].members).predicate E t σ →
        (p.tables.literal p.families[j].post).predicate E t τ) → (p.tables.literal p.contract.post).predicate E 0 τ := by
  simp only [postconditions] at h
  split at h
  · rename_i hnone
    injection h with h
    subst h
    refine ⟨.refl hk.thread.right, fun {_} _ _ {_ _} _ τ _ _ => ?_⟩
    rw [hnone]
    exact h0.literal
  split at h
  · simp at h
  rename_i invariant g₁ h1
  obtain ⟨e₁, says₁⟩ := invariantLiteral_says hT h0 hk h1
  have e₁ : Extends g g₁ := e₁
  split at h
  · simp at h
  rename_i ended g₂ h2
  obtain ⟨e₂, s₂⟩ := postLiterals_sound hT 0 (hk.extend e₁) h2
  split at h
  · simp at h
  rename_i post g₃ h3
  obtain ⟨e₃, says₃⟩ := copied hT (hk.extend (e₁.trans e₂)).nobody h3
  injection h with h
  subst h
  refine ⟨((e₁.trans e₂).trans e₃).trans (.require e₃.right _ _), fun {T'} hT' hall {E σ} hassume τ hI hposts => ?_⟩
  have hT' : Grows g₃.builder.tables T' := hT'
  have hr : Condition.Refuted T' ⟨.postconditions, ended.push (Literal.negate post)⟩ := hall _ (by simp [Generator.require])
  have hfit := Setting.modelWith_fits ⟨E, 0, σ⟩ 0 τ τ τ
  refine (says₃ hT' hfit rfl).mp (hr.conclude (s₂ (e₃.grows.trans hT') hfit (fun l hl => ?_) hposts))
  simp only [List.mem_toArray, List.mem_cons, List.not_mem_nil, or_false] at hl
  rcases hl with rfl | rfl
  · exact (hk.assumption (((e₁.trans e₂).trans e₃).grows.trans hT') hfit).mpr hassume
  · exact (says₁ ((e₂.trans e₃).grows.trans hT') hfit).mpr hI

end

/-- What all conditions of a program say, if they are refuted. -/
theorem conditions_sound {p : ProgramTables} (hT : p.tables.Right) (h0 : p.tables.StartsTrue) {room effort : Nat} {g : Generator}
    (h : conditions p room effort = .ok g) :
    g.builder.tables.Right ∧
    (∀ {T'}, Grows g.builder.tables T' → (∀ x ∈ g.conditions, x.Refuted T') → ∀ {E σ},
      (p.tables.literal p.assumption).predicate E 0 σ → (p.tables.literal p.contract.annotatedInit).predicate E 0 σ →
      Inductive p.tables p.contract E σ) ∧
    (∀ {T'}, Grows g.builder.tables T' → (∀ x ∈ g.conditions, x.Refuted T') → ∀ {E σ},
      (p.tables.literal p.assumption).predicate E 0 σ → ∀ τ τ', (p.tables.literal p.contract.annotatedRely).action E 0 τ τ' →
      Inductive p.tables p.contract E τ → Inductive p.tables p.contract E τ') ∧
    (∀ {T'}, Grows g.builder.tables T' → (∀ x ∈ g.conditions, x.Refuted T') → ∀ {E σ},
      (p.tables.literal p.assumption).predicate E 0 σ → ∀ τ, Inductive p.tables p.contract E τ →
      (∀ j (hj : j < p.families.size) t, (p.tables.literal p.families[j].members).predicate E t σ →
        (p.tables.literal p.families[j].post).predicate E t τ) → (p.tables.literal p.contract.post).predicate E 0 τ) ∧
    ∀ {T'}, Grows g.builder.tables T' → (∀ x ∈ g.conditions, x.Refuted T') → ∀ {E σ},
      (p.tables.literal p.assumption).predicate E 0 σ → ∀ j (hj : j < p.families.size) t,
      (p.tables.literal p.families[j].members).predicate E t σ → FamilyRight p j p.families[j] E σ t := by
  simp only [conditions] at h
  split at h
  · simp at h
  rename_i k g₁ h1
  obtain ⟨hk, hv⟩ := common_sound hT h1
  split at h
  · simp at h
  rename_i g₂ h2
  obtain ⟨e₂, s₂⟩ := initialCondition_sound hT h0 hk h2
  split at h
  · simp at h
  rename_i g₃ h3
  obtain ⟨e₃, s₃⟩ := environmentPreserves_sound hT h0 (hk.extend e₂) h3
  split at h
  · simp at h
  rename_i g₄ h4
  obtain ⟨e₄, s₄⟩ := postconditions_sound hT h0 (hk.extend (e₂.trans e₃)) h4
  obtain ⟨e₅, s₅⟩ := allFamilies_sound hT h0 0 (hk.extend ((e₂.trans e₃).trans e₄))
    (Nat.le_trans hv ((e₂.trans e₃).trans e₄).version) h
  have c₄ := e₅.conditions
  have c₃ : ∀ x ∈ g₃.conditions, x ∈ g.conditions := fun x hx => c₄ x (e₄.conditions x hx)
  have c₂ : ∀ x ∈ g₂.conditions, x ∈ g.conditions := fun x hx => c₃ x (e₃.conditions x hx)
  exact ⟨e₅.right,
    fun {_} hT' hall => s₂ ((e₃.trans (e₄.trans e₅)).grows.trans hT') fun x hx => hall x (c₂ x hx),
    fun {_} hT' hall => s₃ ((e₄.trans e₅).grows.trans hT') fun x hx => hall x (c₃ x hx),
    fun {_} hT' hall => s₄ (e₅.grows.trans hT') fun x hx => hall x (c₄ x hx),
    fun {_} hT' hall {_ _} hassume j hj t ht => s₅ hT' hall hassume j hj (Nat.zero_le _) t ht⟩

end Plato
