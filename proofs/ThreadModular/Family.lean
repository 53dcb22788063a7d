/-
# What the conditions of a family say

If they are refuted: its assumption and guarantee are as they must be, its guarantee implies the assumptions of the others and that of the
program, the environment does what it assumes, and its threads' weakest preconditions hold.

Main results: `relyConditions_sound`, `pairConditions_sound`, `preservationCondition_sound`, `environmentCondition_sound`,
`keptCondition_sound`, `postCondition_sound`, `threadCondition_sound`.
-/
module

public import ThreadModular.Weakest

@[expose] public section

namespace Plato

/-- Copying as an extension, with what the copy says. -/
theorem copied {T : Tables} (hT : T.Right) {g g' : Generator} {thread : Nat} {value : Model → Value} (hg : g.Ready thread value)
    {l m : Literal} {a b : Nat} (h : g.copy T l ⟨a, b, thread⟩ = .ok ⟨m, g'⟩) :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → ∀ {E : Parameters} {M : Model} {t : Int}, Fits E M → value M = .int t →
      (truth T' M m ↔ (T.literal l).action E t (M.store a) (M.store b)) := by
  obtain ⟨hr, hgr, hs, hsays⟩ := copy_says_of hT hg h
  exact ⟨.of_same hr.right hgr hs, hsays⟩

/-- The condition's literals are not all true in any model. -/
def Condition.Refuted (T : Tables) (condition : Condition) : Prop := ∀ M, ¬ ∀ l ∈ condition.literals, truth T M l

theorem Condition.Refuted.valid {T : Tables} {condition : Condition} (h : condition.Refuted T) (s : Setting) : condition.Valid T s :=
  fun M _ => h M

theorem forall_mem_push {ls : Array Literal} {l : Literal} {P : Literal → Prop} : (∀ x ∈ ls.push l, P x) ↔ (∀ x ∈ ls, P x) ∧ P l := by
  simp only [Array.mem_push]
  exact ⟨fun h => ⟨fun x hx => h x (.inl hx), h l (.inr rfl)⟩, fun h x hx => hx.elim (h.1 x) (fun e => e ▸ h.2)⟩

/-- What a condition with hypotheses says: one more literal is true. -/
theorem Condition.Refuted.conclude {T : Tables} {origin : Origin} {ls : Array Literal} {l : Nat}
    (h : Condition.Refuted T ⟨origin, ls.push (Literal.negate l)⟩) {M : Model} (hls : ∀ x ∈ ls, truth T M x) : truth T M l := by
  refine Classical.byContradiction fun hl => h M ?_
  exact forall_mem_push.mpr ⟨hls, (truth_negate T M l).mpr hl⟩

/-- A model with three stores of one's choice, for a setting and another thread. -/
noncomputable def Setting.modelWith (s : Setting) (other : Int) (σ τ υ : Store) : Model where
  atoms := s.parameters.atoms
  store version := if version = 0 then s.initial else if version = 1 then σ else if version = 2 then τ else υ
  logic name := if name = 0 then .int s.thread else if name = 1 then .int other else s.parameters.logic (name - 1)

theorem Setting.modelWith_fits (s : Setting) (other : Int) (σ τ υ : Store) : Fits s.parameters (s.modelWith other σ τ υ) :=
  ⟨rfl, fun i hi => by
    have h1 : ¬ i = 0 := by omega
    simp [Setting.modelWith, h1]⟩

/-- The hypotheses of a family's conditions are true for its threads. -/
def FamilyContext.Assumed (c : FamilyContext) (s : Setting) (T : Tables) : Prop :=
  ∀ M, Fits s.parameters M → M.store 0 = s.initial → M.logic 0 = .int s.thread → ∀ l ∈ c.hypotheses, truth T M l

theorem FamilyContext.Assumed.modelWith {c : FamilyContext} {s : Setting} {T : Tables} (h : c.Assumed s T) (other : Int) (σ τ υ : Store) :
    ∀ l ∈ c.hypotheses, truth T (s.modelWith other σ τ υ) l :=
  h _ (s.modelWith_fits other σ τ υ) rfl rfl

section

variable {c : FamilyContext} (hT : c.tables.Right)
include hT

theorem relyConditions_sound {g g' : Generator} (hg : g.Ready c.thread ofThread) (h : relyConditions c g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {s : Setting}, c.Assumed s T' →
      c.explicit = false → (∀ σ, c.assumes s σ σ) ∧ ∀ σ τ υ, c.assumes s σ τ → c.assumes s τ υ → c.assumes s σ υ := by
  simp only [relyConditions] at h
  split at h
  · rename_i hexplicit
    injection h with h
    subst h
    exact ⟨.refl hg.right, fun {_} _ _ {_} _ hfalse => absurd hexplicit (by simp [hfalse])⟩
  split at h
  · simp at h
  rename_i same g₁ h1
  obtain ⟨e₁, says₁⟩ := copied hT hg h1
  split at h
  · simp at h
  rename_i first g₂ h2
  obtain ⟨e₂, says₂⟩ := copied hT (hg.extend e₁) h2
  split at h
  · simp at h
  rename_i second g₃ h3
  obtain ⟨e₃, says₃⟩ := copied hT ((hg.extend e₁).extend e₂) h3
  split at h
  · simp at h
  rename_i both g₄ h4
  obtain ⟨e₄, says₄⟩ := copied hT (((hg.extend e₁).extend e₂).extend e₃) h4
  injection h with h
  subst h
  have e' : Extends g₄ ((g₄.require (.relyReflexive c.family) (c.hypotheses.push (Literal.negate same))).require
      (.relyTransitive c.family) (((c.hypotheses.push first).push second).push (Literal.negate both))) :=
    ⟨e₄.right, .refl _, Nat.le_refl _, fun x hx => by simp [Generator.require, hx]⟩
  refine ⟨((e₁.trans e₂).trans e₃).trans (e₄.trans e'), fun {T'} hT' hall {s} hyps _ => ?_⟩
  have hT' : Grows g₄.builder.tables T' := hT'
  have hr1 : Condition.Refuted T' ⟨.relyReflexive c.family, c.hypotheses.push (Literal.negate same)⟩ :=
    hall _ (by simp [Generator.require])
  have hr2 : Condition.Refuted T' ⟨.relyTransitive c.family, ((c.hypotheses.push first).push second).push (Literal.negate both)⟩ :=
    hall _ (by simp [Generator.require])
  have G₃ := e₄.grows.trans hT'
  have G₂ := e₃.grows.trans G₃
  have G₁ := e₂.grows.trans G₂
  refine ⟨fun σ => ?_, fun σ τ υ h1 h2 => ?_⟩
  · exact (says₁ G₁ (s.modelWith_fits 0 σ σ σ) rfl).mp (hr1.conclude (hyps.modelWith 0 σ σ σ))
  · have hfit := s.modelWith_fits 0 σ τ υ
    refine (says₄ hT' hfit rfl).mp (hr2.conclude (forall_mem_push.mpr ⟨forall_mem_push.mpr ⟨hyps.modelWith 0 σ τ υ, ?_⟩, ?_⟩))
    · exact (says₂ G₂ hfit rfl).mpr h1
    · exact (says₃ G₃ hfit rfl).mpr h2

theorem guaranteeCondition_sound {g g' : Generator} (hg : g.Ready c.thread ofThread) (h : guaranteeCondition c g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {s : Setting}, c.Assumed s T' →
      ∀ σ, c.guarantees s σ σ := by
  simp only [guaranteeCondition] at h
  split at h
  · simp at h
  rename_i idle g₁ h1
  obtain ⟨e₁, says₁⟩ := copied hT hg h1
  injection h with h
  subst h
  refine ⟨e₁.trans (.require e₁.right _ _), fun {T'} hT' hall {s} hyps σ => ?_⟩
  have hr : Condition.Refuted T' ⟨.guaranteeReflexive c.family, c.hypotheses.push (Literal.negate idle)⟩ :=
    hall _ (by simp [Generator.require])
  exact (says₁ (T' := T') hT' (s.modelWith_fits 0 σ σ σ) rfl).mp (hr.conclude (hyps.modelWith 0 σ σ σ))

/-- What the conditions share, read. -/
structure Common.Ready (k : Common) (assumption : Formula) (g : Generator) : Prop where
  thread : g.Ready k.thread ofThread
  other : g.Ready k.other (fun M => M.logic 1)
  nobody : g.Ready k.nobody (fun _ => .int 0)
  assumption : ∀ {T'}, Grows g.builder.tables T' → ∀ {E M}, Fits E M →
    (Plato.truth T' M k.assumption ↔ assumption.action E 0 (M.store 0) (M.store 0))

omit hT in
theorem Common.Ready.extend {k : Common} {assumption : Formula} {g g' : Generator} (h : k.Ready assumption g) (he : Extends g g') :
    k.Ready assumption g' :=
  ⟨h.thread.extend he, h.other.extend he, h.nobody.extend he,
    fun {_} hT' {_ _} => h.assumption (he.grows.trans hT')⟩

/-- The invariant and the proof's own one hold of a store. -/
structure Inductive (T : Tables) (contract : Contract) (E : Parameters) (σ : Store) : Prop where
  invariant : (T.literal contract.invariant).predicate E 0 σ
  lemma_ : (T.literal contract.lemma_).predicate E 0 σ

/-- Formula 0, which no line can name, is true. -/
def Tables.StartsTrue (T : Tables) : Prop := ∃ h : 0 < T.formulas.size, T.formulas[0].formula = .true

omit hT in
theorem Tables.StartsTrue.literal {T : Tables} (h : T.StartsTrue) {E : Parameters} {t : Int} {σ τ : Store} :
    (T.literal 0).action E t σ τ := by
  obtain ⟨h, hf⟩ := h
  simp [Tables.literal, Tables.formula, h, hf, Formula.action, Formula.Holds]

omit hT in
theorem Tables.StartsTrue.not_literal {T : Tables} (h : T.StartsTrue) {E : Parameters} {t : Int} {σ τ : Store} :
    ¬ (T.literal 1).action E t σ τ := by
  obtain ⟨h, hf⟩ := h
  simp [Tables.literal, Tables.formula, h, hf, Formula.action, Formula.Holds]

omit hT in
/-- What the literal for the invariant says. -/
theorem invariantLiteral_says {T : Tables} (hT : T.Right) (h0 : T.StartsTrue) {k : Common} {contract : Contract} {version : Nat} {g : Generator}
    {assumption : Formula} {r : Generated} (hk : k.Ready assumption g) (h : invariantLiteral T contract k version g = .ok r) :
    Extends g r.generator ∧ ∀ {T'}, Grows r.generator.builder.tables T' → ∀ {E : Parameters} {M : Model}, Fits E M →
      (truth T' M r.literal ↔ Inductive T contract E (M.store version)) := by
  simp only [invariantLiteral] at h
  split at h
  · simp at h
  rename_i invariant g₁ h1
  obtain ⟨e₁, says₁⟩ := copied hT hk.nobody h1
  split at h
  · rename_i hl
    injection h with h
    subst h
    refine ⟨e₁, fun {T'} hT' {E M} hM => (says₁ hT' hM rfl).trans ⟨fun h => ⟨h, ?_⟩, fun h => h.1⟩⟩
    rw [hl]
    exact h0.literal
  split at h
  · simp at h
  rename_i lemma_ g₂ h2
  obtain ⟨e₂, says₂⟩ := copied hT (hk.nobody.extend e₁) h2
  obtain ⟨hr₃, gr₃, same₃, _⟩ := make_says (hk.nobody.extend (e₁.trans e₂)) h
  refine ⟨(e₁.trans e₂).trans (.of_same hr₃.right gr₃ same₃), fun {T'} hT' {E M} hM => ?_⟩
  rw [make_and_says (hk.nobody.extend (e₁.trans e₂)) h hT']
  simp only [List.mem_toArray, List.mem_cons, List.not_mem_nil, or_false, forall_eq_or_imp, forall_eq]
  rw [says₁ (e₂.grows.trans (gr₃.trans hT')) hM rfl, says₂ (gr₃.trans hT') hM rfl]
  exact ⟨fun h => ⟨h.1, h.2⟩, fun h => ⟨h.1, h.2⟩⟩

theorem threadCondition_sound {k : Common} {assumption : Formula} {init post : Literal} {code : Code} {g g' : Generator}
    (hk : k.Ready assumption g) (hthread : c.thread = k.thread) (hv : firstVersion ≤ g.nextVersion)
    (h : threadCondition c k init post code g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {s : Setting}, c.Assumed s T' →
      (c.tables.literal init).predicate s.parameters 0 s.initial →
      weakest c.explicit (c.assumes s) (c.guarantees s) (code.outline c.tables s.parameters s.thread) (c.asserts s post) s.initial := by
  simp only [threadCondition] at h
  simp only [firstVersion] at hv
  split at h
  · simp at h
  rename_i init' g₁ h1
  obtain ⟨e₁, says₁⟩ := copied hT hk.nobody h1
  split at h
  · simp at h
  rename_i post' g₂ h2
  have hr₁ : g₁.Ready c.thread ofThread := by rw [hthread]; exact hk.thread.extend e₁
  obtain ⟨hr₂, gr₂, same₂, says₂⟩ := copy_says hT hr₁ h2
  have e₂ : Extends g₁ (g₂.mark post' 0 4) := (Extends.of_same hr₂.right gr₂ same₂).trans (.mark hr₂.right _ _ _)
  have hrₘ : (g₂.mark post' 0 4).Ready c.thread ofThread := ⟨hr₂.right, hr₂.inTable, hr₂.means⟩
  split at h
  · simp at h
  rename_i right g₃ h3
  have hv₁ := e₁.version
  have hv₂ := e₂.version
  have s₃ := weakestLiteral_sound hT code hrₘ (by omega) (by omega) (by omega) (by omega) (by omega) h3
  have e₃ : Extends (g₂.mark post' 0 4) g₃ := s₃.extends_
  injection h with h
  subst h
  refine ⟨((e₁.trans e₂).trans e₃).trans (.require e₃.right _ _), fun {T'} hT' hall {s} hyps hinit => ?_⟩
  have hT' : Grows g₃.builder.tables T' := hT'
  have hr : Condition.Refuted T' ⟨.thread c.family, (c.hypotheses.push init').push (Literal.negate right)⟩ :=
    hall _ (by simp [Generator.require])
  have hsays₂ : ∀ M, s.Suits M → _ := fun M hM => says₂ (e₃.grows.trans hT') hM
  have hind : ∀ v, v ≠ 0 → v ≠ 2 → Independent T' s post' v := fun v h0 h2 => copy_independent hsays₂ h2 h2 h0
  have hw := s₃.weakest hT' (fun M hM => hyps M hM.fits hM.initial hM.thread)
    (fun x hx => (hall x (by simp [Generator.require, hx])).valid s) (hind 1 (by omega) (by omega))
    (fun v hv => hind v (by omega) (by omega)) s.initial fun M hM hM1 => by
      refine hr.conclude (forall_mem_push.mpr ⟨hyps M hM.fits hM.initial hM.thread, ?_⟩)
      refine (says₁ (e₂.grows.trans (e₃.grows.trans hT')) hM.fits rfl).mpr ?_
      rw [hM1]
      exact hinit
  refine weakest_mono _ (fun σ hσ => ?_) hw
  obtain ⟨M₀, hM₀⟩ := s.exists_suits
  have hM := hM₀.setStore (k := 2) (by omega) σ
  have := (hsays₂ _ hM).mp (hσ _ hM (Model.setStore_same _ _ _))
  rw [Model.setStore_same] at this
  exact this

theorem postCondition_sound {post : Literal} {g g' : Generator} (hg : g.Ready c.thread ofThread)
    (h0 : c.tables.StartsTrue) (h : postCondition c post g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {s : Setting}, c.Assumed s T' →
      Stable (c.assumes s) (c.asserts s post) := by
  simp only [postCondition] at h
  split at h
  · rename_i hpost
    injection h with h
    subst h
    refine ⟨.refl hg.right, fun {_} _ _ {_} _ σ τ _ _ => ?_⟩
    rw [hpost]
    exact h0.literal
  · obtain ⟨e, hstable⟩ := stable_generated hT hg (by omega) (by omega) (by omega) h
    exact ⟨e, fun {T'} hT' hall {s} hyps => hstable hT' (fun M hM => hyps M hM.fits hM.initial hM.thread) fun x hx => (hall x hx).valid s⟩

theorem pairCondition_sound {k : Common} {assumption : Formula} {j : Nat} {other : Family} {g g' : Generator}
    (hk : k.Ready assumption g) (hthread : c.thread = k.thread) (h : pairCondition c k j other g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {s : Setting} {u : Int}, c.Assumed s T' →
      (c.tables.literal other.members).predicate s.parameters u s.initial → (c.family = j → s.thread ≠ u) →
      ∀ σ σ', c.guarantees s σ σ' → (c.tables.literal other.rely).action s.parameters u σ σ' := by
  simp only [pairCondition] at h
  split at h
  · simp at h
  rename_i guarantee g₁ h1
  obtain ⟨e₁, says₁⟩ := copied (value := ofThread) hT (by rw [hthread]; exact hk.thread) h1
  split at h
  · simp at h
  rename_i members g₂ h2
  obtain ⟨e₂, says₂⟩ := copied hT (hk.other.extend e₁) h2
  split at h
  · simp at h
  rename_i rely g₃ h3
  obtain ⟨e₃, says₃⟩ := copied hT ((hk.other.extend e₁).extend e₂) h3
  split at h
  · simp at h
  rename_i same g₄ h4
  have hk₃ := ((hk.extend e₁).extend e₂).extend e₃
  obtain ⟨hr₄, gr₄, same₄, hmeans⟩ := make_says hk₃.thread h4
  have e₄ : Extends g₃ g₄ := .of_same hr₄.right gr₄ same₄
  injection h with h
  subst h
  refine ⟨(((e₁.trans e₂).trans e₃).trans e₄).trans (.require hr₄.right _ _), fun {T'} hT' hall {s u} hyps hmem hne σ σ' hG => ?_⟩
  have hT' : Grows g₄.builder.tables T' := hT'
  have G₃ := gr₄.trans hT'
  have G₂ := e₃.grows.trans G₃
  have G₁ := e₂.grows.trans G₂
  have hfit := s.modelWith_fits u σ σ' σ'
  have hM := hyps.modelWith u σ σ' σ'
  have hr := hall _ (Array.mem_push.mpr (.inr rfl))
  refine (says₃ G₃ hfit rfl).mp (hr.conclude ?_)
  have hbase : ∀ x ∈ (c.hypotheses.push members).push guarantee, truth T' (s.modelWith u σ σ' σ') x :=
    forall_mem_push.mpr ⟨forall_mem_push.mpr ⟨hM, (says₂ G₂ hfit rfl).mpr hmem⟩, (says₁ G₁ hfit rfl).mpr hG⟩
  split
  · rename_i hj
    refine forall_mem_push.mpr ⟨hbase, (truth_negate _ _ _).mpr fun hsame => hne hj ?_⟩
    obtain ⟨n, rfl, hn⟩ := hmeans hT' (s.modelWith u σ σ' σ')
    rw [truth_positive] at hsame
    have hI : g₃.builder.tables.Consistent (T'.interpretation (s.modelWith u σ σ' σ')) :=
      G₃.consistent _ (interpretation_consistent T' _)
    have heq : (T'.interpretation (s.modelWith u σ σ' σ')).int [] k.thread = (T'.interpretation (s.modelWith u σ σ' σ')).int [] k.other :=
      hn.mp hsame
    simp only [Interpretation.int, hk₃.thread.means _ hI [], hk₃.other.means _ hI []] at heq
    exact heq
  · exact hbase

theorem pairConditions_sound {k : Common} {assumption : Formula} {families : Array Family} (i : Nat) {g g' : Generator}
    (hk : k.Ready assumption g) (hthread : c.thread = k.thread) (h : pairConditions c k families i g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {s : Setting} {u : Int}, c.Assumed s T' →
      ∀ j (hj : j < families.size), i ≤ j → (c.tables.literal families[j].members).predicate s.parameters u s.initial →
      (c.family = j → s.thread ≠ u) → ∀ σ σ', c.guarantees s σ σ' → (c.tables.literal families[j].rely).action s.parameters u σ σ' := by
  fun_induction pairConditions c k families i g with
  | case1 => simp at h
  | case2 i g hi g₁ h1 ih =>
    obtain ⟨e₁, s₁⟩ := pairCondition_sound hT hk hthread h1
    obtain ⟨e₂, s₂⟩ := ih (hk.extend e₁) h
    refine ⟨e₁.trans e₂, fun {T'} hT' hall {s u} hyps j hj hij => ?_⟩
    by_cases he : i = j
    · subst he
      exact s₁ (e₂.grows.trans hT') (fun x hx => hall x (e₂.conditions x hx)) hyps
    · exact s₂ hT' hall hyps j hj (by omega)
  | case3 i g hi =>
    injection h with h
    subst h
    exact ⟨⟨hk.thread.right, .refl _, Nat.le_refl _, fun x hx => hx⟩, fun {T'} _ _ {s u} _ j hj hij => by omega⟩

theorem preservationCondition_sound {k : Common} {assumption : Formula} {contract : Contract} {g g' : Generator} (h0 : c.tables.StartsTrue)
    (hk : k.Ready assumption g) (hthread : c.thread = k.thread) (h : preservationCondition c contract k g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {s : Setting}, c.Assumed s T' →
      ∀ σ σ', c.guarantees s σ σ' → Inductive c.tables contract s.parameters σ → Inductive c.tables contract s.parameters σ' := by
  simp only [preservationCondition] at h
  split at h
  · simp at h
  rename_i guarantee g₁ h1
  obtain ⟨e₁, says₁⟩ := copied (value := ofThread) hT (by rw [hthread]; exact hk.thread) h1
  split at h
  · simp at h
  rename_i before g₂ h2
  obtain ⟨e₂, says₂⟩ := invariantLiteral_says hT h0 (hk.extend e₁) h2
  have e₂ : Extends g₁ g₂ := e₂
  split at h
  · simp at h
  rename_i after g₃ h3
  obtain ⟨e₃, says₃⟩ := invariantLiteral_says hT h0 ((hk.extend e₁).extend e₂) h3
  have e₃ : Extends g₂ g₃ := e₃
  injection h with h
  subst h
  refine ⟨((e₁.trans e₂).trans e₃).trans (.require e₃.right _ _), fun {T'} hT' hall {s} hyps σ σ' hG hI => ?_⟩
  have hT' : Grows g₃.builder.tables T' := hT'
  have G₂ := e₃.grows.trans hT'
  have G₁ := e₂.grows.trans G₂
  have hfit := s.modelWith_fits 0 σ σ' σ'
  have hr : Condition.Refuted T' ⟨.invariantPreserved c.family, ((c.hypotheses.push guarantee).push before).push (Literal.negate after)⟩ :=
    hall _ (by simp [Generator.require])
  refine (says₃ hT' hfit).mp (hr.conclude (forall_mem_push.mpr ⟨forall_mem_push.mpr ⟨hyps.modelWith 0 σ σ' σ', ?_⟩, ?_⟩))
  · exact (says₁ G₁ hfit rfl).mpr hG
  · exact (says₂ G₂ hfit).mpr hI

theorem environmentCondition_sound {k : Common} {assumption : Formula} {contract : Contract} {g g' : Generator} (h0 : c.tables.StartsTrue)
    (hk : k.Ready assumption g) (hthread : c.thread = k.thread) (h : environmentCondition c contract k g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {s : Setting}, c.Assumed s T' →
      ∀ σ σ', (c.tables.literal contract.annotatedRely).action s.parameters 0 σ σ' → c.assumes s σ σ' := by
  simp only [environmentCondition] at h
  split at h
  · rename_i hclosed
    injection h with h
    subst h
    refine ⟨.refl hk.thread.right, fun {_} _ _ {_} _ σ σ' hR => ?_⟩
    rw [hclosed] at hR
    exact absurd hR h0.not_literal
  split at h
  · simp at h
  rename_i environment g₁ h1
  obtain ⟨e₁, says₁⟩ := copied hT hk.nobody h1
  split at h
  · simp at h
  rename_i rely g₂ h2
  obtain ⟨e₂, says₂⟩ := copied (value := ofThread) hT (by rw [hthread]; exact hk.thread.extend e₁) h2
  injection h with h
  subst h
  refine ⟨(e₁.trans e₂).trans (.require e₂.right _ _), fun {T'} hT' hall {s} hyps σ σ' hR => ?_⟩
  have hT' : Grows g₂.builder.tables T' := hT'
  have hfit := s.modelWith_fits 0 σ σ' σ'
  have hr : Condition.Refuted T' ⟨.environmentImplies c.family, (c.hypotheses.push environment).push (Literal.negate rely)⟩ :=
    hall _ (by simp [Generator.require])
  refine (says₂ hT' hfit rfl).mp (hr.conclude (forall_mem_push.mpr ⟨hyps.modelWith 0 σ σ' σ', ?_⟩))
  exact (says₁ (e₂.grows.trans hT') hfit rfl).mpr hR

theorem keptCondition_sound {k : Common} {assumption : Formula} {contract : Contract} {g g' : Generator} (h0 : c.tables.StartsTrue)
    (hk : k.Ready assumption g) (hthread : c.thread = k.thread) (h : keptCondition c contract k g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {s : Setting}, c.Assumed s T' →
      ∀ σ σ', c.guarantees s σ σ' → (c.tables.literal contract.guarantee).action s.parameters 0 σ σ' := by
  simp only [keptCondition] at h
  split at h
  · rename_i hnone
    injection h with h
    subst h
    refine ⟨.refl hk.thread.right, fun {_} _ _ {_} _ σ σ' _ => ?_⟩
    rw [hnone]
    exact h0.literal
  split at h
  · simp at h
  rename_i guarantee g₁ h1
  obtain ⟨e₁, says₁⟩ := copied (value := ofThread) hT (by rw [hthread]; exact hk.thread) h1
  split at h
  · simp at h
  rename_i promised g₂ h2
  obtain ⟨e₂, says₂⟩ := copied hT (hk.nobody.extend e₁) h2
  injection h with h
  subst h
  refine ⟨(e₁.trans e₂).trans (.require e₂.right _ _), fun {T'} hT' hall {s} hyps σ σ' hG => ?_⟩
  have hT' : Grows g₂.builder.tables T' := hT'
  have hfit := s.modelWith_fits 0 σ σ' σ'
  have hr : Condition.Refuted T' ⟨.guaranteeKept c.family, (c.hypotheses.push guarantee).push (Literal.negate promised)⟩ :=
    hall _ (by simp [Generator.require])
  refine (says₂ hT' hfit rfl).mp (hr.conclude (forall_mem_push.mpr ⟨hyps.modelWith 0 σ σ' σ', ?_⟩))
  exact (says₁ (e₂.grows.trans hT') hfit rfl).mpr hG

end

end Plato
