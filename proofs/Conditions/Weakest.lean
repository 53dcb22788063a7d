/-
# The conditions of a thread are sound

If the literal that is generated for a statement is true whatever the later stores are, and the conditions that it rests on are
valid, then the weakest precondition of the statement's outline holds.

Main results: `weakestLiteral_sound`.
-/
module

public import Conditions.Setting

@[expose] public section

namespace Plato

/-- The condition's literals are not all true in any suitable model. -/
def Condition.Valid (T : Tables) (s : Setting) (condition : Condition) : Prop :=
  ∀ M, s.Suits M → ¬ ∀ l ∈ condition.literals, truth T M l

/-- A larger postcondition has a larger weakest precondition. -/
theorem weakest_mono {A G : Action Store} (O : Outline Store) {Q R : Store → Prop} (h : ∀ σ, Q σ → R σ) {σ : Store}
    (hw : weakest A G O Q σ) : weakest A G O R σ := by
  induction O generalizing Q R σ with
  | skip => exact fun τ hτ => h τ (hw τ hτ)
  | atomic gate step post => exact fun τ hτ => ⟨(hw τ hτ).1, fun σ' hs => ⟨((hw τ hτ).2 σ' hs).1, h _ ((hw τ hτ).2 σ' hs).2⟩⟩
  | choice S T ihS ihT => exact ⟨ihS h hw.1, ihT h hw.2⟩
  | seq S T ihS ihT => exact ihS (fun τ hτ => ihT h hτ) hw
  | loop J S _ => exact ⟨hw.1, hw.2.1, hw.2.2.1, fun τ hτ => h τ (hw.2.2.2 τ hτ)⟩
  | cut J => exact ⟨hw.1, hw.2.1, fun τ hτ => h τ (hw.2.2 τ hτ)⟩

/-- What holds of the generator after a statement's literal was made. -/
structure Generated.Sound (c : FamilyContext) (code : Code) (k k' : Nat) (post : Literal) (g : Generator) (r : Generated) : Prop where
  ready : r.generator.Ready c.thread ofThread
  grows : Grows g.builder.tables r.generator.builder.tables
  version : g.nextVersion ≤ r.generator.nextVersion
  conditions : ∀ x ∈ g.conditions, x ∈ r.generator.conditions
  /-- The literal depends on no other stores than its own, the fresh ones, and those of the postcondition. -/
  independent : ∀ {T' : Tables}, Grows r.generator.builder.tables T' → ∀ {s : Setting} {v}, v ≠ 0 → v ≠ k → v ≠ k' →
    (v < g.nextVersion ∨ r.generator.nextVersion ≤ v) → Independent T' s post v → Independent T' s r.literal v
  /-- The literal is the weakest precondition. -/
  weakest : ∀ {T' : Tables}, Grows r.generator.builder.tables T' → ∀ {s : Setting},
    (∀ M, s.Suits M → ∀ l ∈ c.hypotheses, truth T' M l) → (∀ x ∈ r.generator.conditions, x.Valid T' s) →
    Independent T' s post k → (∀ v, g.nextVersion ≤ v → Independent T' s post v) → ∀ σ, Den T' s r.literal k σ →
    Plato.weakest ((c.tables.literal c.rely).action s.parameters s.thread) ((c.tables.literal c.guarantee).action s.parameters s.thread)
      (code.outline c.tables s.parameters s.thread) (Den T' s post k') σ

/-- A predicate, copied to one version. -/
theorem predicate_of {T : Tables} {s : Setting} {T' : Tables} {l m : Literal} {a : Nat} {M : Model}
    (h : truth T' M m ↔ (T.literal l).action s.parameters s.thread (M.store a) (M.store a)) :
    truth T' M m ↔ (T.literal l).predicate s.parameters s.thread (M.store a) := h

section

variable {c : FamilyContext} (hT : c.tables.Right)
include hT

theorem skip_generated {k k' : Nat} {post : Literal} {g : Generator} {r : Generated} (hg : g.Ready c.thread ofThread) (hkk : k ≠ k')
    (hk : k ≠ 0) (h : weakestLiteral c .skip k k' post g = .ok r) : r.Sound c .skip k k' post g := by
  simp only [weakestLiteral] at h
  split at h
  · simp at h
  rename_i rely g₁ h1
  obtain ⟨hg₁, gr₁, same₁, says₁⟩ := copy_says hT hg h1
  obtain ⟨hg₂, gr₂, same₂, _⟩ := make_says hg₁ h
  have says₂ := fun {T'} (hT' : Grows r.generator.builder.tables T') M => make_implies_says hg₁ h hT' M
  refine ⟨hg₂, gr₁.trans gr₂, by rw [same₂.version, same₁.version]; omega, by rw [same₂.conditions, same₁.conditions]; exact fun x hx => hx,
    fun {T'} hT' {s v} h0 hvk hvk' _ hpost => ?_, fun {T'} hT' {s} _ _ hpk _ σ hden τ hA M hM hMk' => ?_⟩
  · intro M σ hM
    rw [says₂ hT', says₂ hT', copy_independent (fun M hM => says₁ (gr₂.trans hT') hM) hvk hvk' h0 M σ hM, hpost M σ hM]
  · have hM₁ := hM.setStore hk σ
    have hw := (says₂ hT' _).mp (hden _ hM₁ (M.setStore_same k σ))
    rw [says₁ (gr₂.trans hT') hM₁, M.setStore_same, M.setStore_other (Ne.symm hkk), hMk'] at hw
    exact (hpk M σ hM).mp (hw hA)

theorem atomic_generated {label : Nat} {gate step assertion : Literal} {k k' : Nat} {post : Literal} {g : Generator} {r : Generated}
    (hg : g.Ready c.thread ofThread) (hkk : k ≠ k') (hk : k ≠ 0) (hk' : k' ≠ 0) (hlt : k < g.nextVersion) (hlt' : k' < g.nextVersion)
    (h : weakestLiteral c (.atomic label gate step assertion) k k' post g = .ok r) :
    r.Sound c (.atomic label gate step assertion) k k' post g := by
  simp only [weakestLiteral] at h
  have hg₀ : g.useVersion.Ready c.thread ofThread := ⟨hg.right, hg.inTable, hg.means⟩
  split at h
  · simp at h
  rename_i rely g₁ h1
  obtain ⟨hg₁, gr₁, same₁, says₁⟩ := copy_says hT hg₀ h1
  split at h
  · simp at h
  rename_i gate' g₂ h2
  obtain ⟨hg₂, gr₂, same₂, says₂⟩ := copy_says hT hg₁ h2
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
  split at h
  · simp at h
  rename_i both g₉ h9
  obtain ⟨hg₉, gr₉, same₉, _⟩ := make_says hg₈ h9
  have hg₁₀ : (((g₉.mark gate' label 0).mark assertion' label 1).mark guarantee' label 2).Ready c.thread ofThread :=
    ⟨hg₉.right, hg₉.inTable, hg₉.means⟩
  obtain ⟨hg', gr', same', _⟩ := make_says hg₁₀ h
  have gr' : Grows g₉.builder.tables r.generator.builder.tables := gr'
  have hversion : r.generator.nextVersion = g.nextVersion + 1 := by
    rw [same'.version]
    show g₉.nextVersion = _
    rw [same₉.version, same₈.version, same₇.version, same₆.version, same₅.version, same₄.version, same₃.version, same₂.version,
      same₁.version]
    rfl
  have hconditions : r.generator.conditions = g.conditions := by
    rw [same'.conditions]
    show g₉.conditions = _
    rw [same₉.conditions, same₈.conditions, same₇.conditions, same₆.conditions, same₅.conditions, same₄.conditions, same₃.conditions,
      same₂.conditions, same₁.conditions]
    rfl
  have G₉ := gr'
  have G₈ := gr₉.trans G₉
  have G₇ := gr₈.trans G₈
  have G₆ := gr₇.trans G₇
  have G₅ := gr₆.trans G₆
  have G₄ := gr₅.trans G₅
  have G₃ := gr₄.trans G₄
  have G₂ := gr₃.trans G₃
  have G₁ := gr₂.trans G₂
  -- what the whole literal says
  have says : ∀ {T'}, Grows r.generator.builder.tables T' → ∀ M, truth T' M r.literal ↔
      (truth T' M rely → truth T' M gate' ∧ (truth T' M step' → truth T' M assertion' ∧ truth T' M guarantee' ∧
        (truth T' M assertion' → truth T' M guarantee' → truth T' M post))) := by
    intro T' hT' M
    rw [make_implies_says hg₁₀ h hT', make_and_says hg₈ h9 (G₉.trans hT')]
    simp only [List.mem_toArray, List.mem_cons, List.not_mem_nil, or_false, forall_eq_or_imp, forall_eq]
    rw [make_implies_says hg₇ h8 (G₈.trans hT'), make_and_says hg₆ h7 (G₇.trans hT')]
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
  refine ⟨hg', ((gr₁.trans G₁ : Grows g.builder.tables _)), by omega, by rw [hconditions]; exact fun x hx => hx,
    fun {T'} hT' {s v} h0 hvk hvk' hfree hpost => ?_, fun {T'} hT' {s} _ _ hpk hfresh σ hden τ hA => ?_⟩
  · intro M σ hM
    have hva : v ≠ g.nextVersion := by omega
    rw [says hT', says hT', copy_independent (fun M hM => says₁ (G₁.trans hT') hM) hvk hva h0 M σ hM,
      copy_independent (fun M hM => says₂ (G₂.trans hT') hM) hva hva h0 M σ hM,
      copy_independent (fun M hM => says₃ (G₃.trans hT') hM) hva hvk' h0 M σ hM,
      copy_independent (fun M hM => says₄ (G₄.trans hT') hM) hva hvk' h0 M σ hM,
      copy_independent (fun M hM => says₅ (G₅.trans hT') hM) hva hvk' h0 M σ hM, hpost M σ hM]
  · have ha0 : g.nextVersion ≠ 0 := by omega
    have hak : k ≠ g.nextVersion := by omega
    have hak' : k' ≠ g.nextVersion := by omega
    -- the literal in a model with the stores σ and τ
    have hat : ∀ M, s.Suits M → s.Suits ((M.setStore k σ).setStore g.nextVersion τ) ∧
        (truth T' ((M.setStore k σ).setStore g.nextVersion τ) gate' ∧
          (truth T' ((M.setStore k σ).setStore g.nextVersion τ) step' →
            truth T' ((M.setStore k σ).setStore g.nextVersion τ) assertion' ∧
            truth T' ((M.setStore k σ).setStore g.nextVersion τ) guarantee' ∧
            truth T' ((M.setStore k σ).setStore g.nextVersion τ) post)) := by
      intro M hM
      have hM₁ := (hM.setStore hk σ).setStore ha0 τ
      refine ⟨hM₁, ?_⟩
      have hw := (says hT' _).mp (hden _ hM₁ (by rw [Model.setStore_other _ hak, M.setStore_same]))
      rw [says₁ (G₁.trans hT') hM₁, Model.setStore_other _ hak, M.setStore_same, Model.setStore_same] at hw
      obtain ⟨hgate, hstep⟩ := hw hA
      exact ⟨hgate, fun hs => let ⟨h1, h2, h3⟩ := hstep hs; ⟨h1, h2, h3 h1 h2⟩⟩
    obtain ⟨M₀, hM₀⟩ := s.exists_suits
    refine ⟨?_, fun σ' hstep => ⟨?_, fun M hM hMk' => ?_⟩⟩
    · obtain ⟨hM₁, hgate, _⟩ := hat M₀ hM₀
      rw [says₂ (G₂.trans hT') hM₁, Model.setStore_same] at hgate
      exact hgate
    · obtain ⟨hM₁, _, hrest⟩ := hat _ (hM₀.setStore hk' σ')
      have hk'σ : (((M₀.setStore k' σ').setStore k σ).setStore g.nextVersion τ).store k' = σ' := by
        rw [Model.setStore_other _ hak', Model.setStore_other _ (Ne.symm hkk), Model.setStore_same]
      rw [says₃ (G₃.trans hT') hM₁, says₄ (G₄.trans hT') hM₁, says₅ (G₅.trans hT') hM₁, Model.setStore_same, hk'σ] at hrest
      obtain ⟨h1, h2, _⟩ := hrest hstep
      exact ⟨h1, h2⟩
    · obtain ⟨hM₁, _, hrest⟩ := hat M hM
      have hk'σ : ((M.setStore k σ).setStore g.nextVersion τ).store k' = σ' := by
        rw [Model.setStore_other _ hak', Model.setStore_other _ (Ne.symm hkk), hMk']
      rw [says₃ (G₃.trans hT') hM₁, Model.setStore_same, hk'σ] at hrest
      have hpost := (hrest hstep).2.2
      rw [hfresh _ (Nat.le_refl _) _ τ (hM.setStore hk σ), hpk M σ hM] at hpost
      exact hpost

omit hT in
/-- An assertion whose condition is valid is stable. -/
theorem stable_of_valid {T' : Tables} {s : Setting} {J : Literal} {before others later a b : Nat} {origin : Origin}
    (ha0 : a ≠ 0) (hab : b ≠ a) (hb0 : b ≠ 0)
    (hyps : ∀ M, s.Suits M → ∀ l ∈ c.hypotheses, truth T' M l)
    (hvalid : Condition.Valid T' s ⟨origin, (c.hypotheses.push before).push others |>.push (Literal.negate later)⟩)
    (hbefore : ∀ {M}, s.Suits M → (truth T' M before ↔ (c.tables.literal J).predicate s.parameters s.thread (M.store a)))
    (hlater : ∀ {M}, s.Suits M → (truth T' M later ↔ (c.tables.literal J).predicate s.parameters s.thread (M.store b)))
    (hothers : ∀ {M}, s.Suits M → (truth T' M others ↔ (c.tables.literal c.rely).action s.parameters s.thread (M.store a) (M.store b))) :
    Stable ((c.tables.literal c.rely).action s.parameters s.thread) ((c.tables.literal J).predicate s.parameters s.thread) := by
  intro σ τ hσ hA
  refine Classical.byContradiction fun hτ => ?_
  obtain ⟨M₀, hM₀⟩ := s.exists_suits
  have hM := (hM₀.setStore ha0 σ).setStore hb0 τ
  refine hvalid _ hM fun l hl => ?_
  have hsa : ((M₀.setStore a σ).setStore b τ).store a = σ := by rw [Model.setStore_other _ (Ne.symm hab), Model.setStore_same]
  rcases Array.mem_push.mp hl with hl | rfl
  · rcases Array.mem_push.mp hl with hl | rfl
    · rcases Array.mem_push.mp hl with hl | rfl
      · exact hyps _ hM l hl
      · exact (hbefore hM).mpr (by rw [hsa]; exact hσ)
    · exact (hothers hM).mpr (by rw [hsa, Model.setStore_same]; exact hA)
  · rw [truth_negate, hlater hM, Model.setStore_same]; exact hτ

omit hT in
/-- What follows an assertion, if its condition is valid. -/
theorem after_of_valid {T' : Tables} {s : Setting} {J : Literal} {after post k' : Nat} {origin : Origin}
    (hyps : ∀ M, s.Suits M → ∀ l ∈ c.hypotheses, truth T' M l)
    (hvalid : Condition.Valid T' s ⟨origin, (c.hypotheses.push after).push (Literal.negate post)⟩)
    (hafter : ∀ {M}, s.Suits M → (truth T' M after ↔ (c.tables.literal J).predicate s.parameters s.thread (M.store k')))
    {τ : Store} (hτ : (c.tables.literal J).predicate s.parameters s.thread τ) : Den T' s post k' τ := by
  intro M hM hMk
  refine Classical.byContradiction fun hpost => hvalid M hM fun l hl => ?_
  rcases Array.mem_push.mp hl with hl | rfl
  · rcases Array.mem_push.mp hl with hl | rfl
    · exact hyps M hM l hl
    · exact (hafter hM).mpr (hMk ▸ hτ)
  · rw [truth_negate]; exact hpost

theorem cut_generated {label : Nat} {J : Literal} {k k' : Nat} {post : Literal} {g : Generator} {r : Generated} (hg : g.Ready c.thread ofThread)
    (hk : k ≠ 0) (hlt : k < g.nextVersion) (h : weakestLiteral c (.cut label J) k k' post g = .ok r) :
    r.Sound c (.cut label J) k k' post g := by
  simp only [weakestLiteral] at h
  have hg₀ : g.useVersion.useVersion.Ready c.thread ofThread := ⟨hg.right, hg.inTable, hg.means⟩
  split at h
  · simp at h
  rename_i before g₁ h1
  obtain ⟨hg₁, gr₁, same₁, says₁⟩ := copy_says hT hg₀ h1
  split at h
  · simp at h
  rename_i later g₂ h2
  obtain ⟨hg₂, gr₂, same₂, says₂⟩ := copy_says hT hg₁ h2
  split at h
  · simp at h
  rename_i others g₃ h3
  obtain ⟨hg₃, gr₃, same₃, says₃⟩ := copy_says hT hg₂ h3
  split at h
  · simp at h
  rename_i after g₄ h4
  obtain ⟨hg₄, gr₄, same₄, says₄⟩ := copy_says hT hg₃ h4
  split at h
  · simp at h
  rename_i rely g₅ h5
  obtain ⟨hg₅, gr₅, same₅, says₅⟩ := copy_says hT hg₄ h5
  have hg₆ : (((g₅.require (.stable c.family label) ((c.hypotheses.push before).push others |>.push (Literal.negate later))).require
      (.after c.family label) ((c.hypotheses.push after).push (Literal.negate post))).mark before label 3).Ready c.thread ofThread :=
    ⟨hg₅.right, hg₅.inTable, hg₅.means⟩
  obtain ⟨hg', gr', same', _⟩ := make_says hg₆ h
  have gr' : Grows g₅.builder.tables r.generator.builder.tables := gr'
  have G₄ := gr₅.trans gr'
  have G₃ := gr₄.trans G₄
  have G₂ := gr₃.trans G₃
  have G₁ := gr₂.trans G₂
  have says := fun {T'} (hT' : Grows r.generator.builder.tables T') M => make_implies_says hg₆ h hT' M
  have hversion : r.generator.nextVersion = g.nextVersion + 2 := by
    rw [same'.version]
    show g₅.nextVersion = _
    rw [same₅.version, same₄.version, same₃.version, same₂.version, same₁.version]
    rfl
  have hconditions : r.generator.conditions = (g.conditions.push ⟨.stable c.family label,
      (c.hypotheses.push before).push others |>.push (Literal.negate later)⟩).push ⟨.after c.family label,
        (c.hypotheses.push after).push (Literal.negate post)⟩ := by
    rw [same'.conditions]
    show (g₅.conditions.push _).push _ = _
    rw [same₅.conditions, same₄.conditions, same₃.conditions, same₂.conditions, same₁.conditions]
    rfl
  refine ⟨hg', (gr₁.trans G₁ : Grows g.builder.tables _), by omega, by rw [hconditions]; intro x hx; simp [hx],
    fun {T'} hT' {s v} h0 hvk hvk' hfree _ => ?_, fun {T'} hT' {s} hyps hvalid _ _ σ hden => ?_⟩
  · intro M σ hM
    have hva : v ≠ g.nextVersion := by omega
    rw [says hT', says hT', copy_independent (fun M hM => says₅ (gr'.trans hT') hM) hvk hva h0 M σ hM,
      copy_independent (fun M hM => says₁ (G₁.trans hT') hM) hva hva h0 M σ hM]
  · have ha0 : g.nextVersion ≠ 0 := by omega
    have hstable : Condition.Valid T' s ⟨.stable c.family label,
        (c.hypotheses.push before).push others |>.push (Literal.negate later)⟩ := hvalid _ (by rw [hconditions]; simp)
    have hafter : Condition.Valid T' s ⟨.after c.family label, (c.hypotheses.push after).push (Literal.negate post)⟩ :=
      hvalid _ (by rw [hconditions]; simp)
    refine ⟨fun τ hA => ?_, ?_, fun τ hτ => ?_⟩
    · obtain ⟨M₀, hM₀⟩ := s.exists_suits
      have hM := (hM₀.setStore hk σ).setStore ha0 τ
      have hsk : ((M₀.setStore k σ).setStore g.nextVersion τ).store k = σ := by
        rw [Model.setStore_other _ (by omega), Model.setStore_same]
      have hw := (says hT' _).mp (hden _ hM hsk)
      rw [says₅ (gr'.trans hT') hM, says₁ (G₁.trans hT') hM, hsk, Model.setStore_same] at hw
      exact hw hA
    · exact stable_of_valid ha0 (by omega) (by omega) hyps hstable
        (fun hM => says₁ (G₁.trans hT') hM) (fun hM => says₂ (G₂.trans hT') hM) (fun hM => says₃ (G₃.trans hT') hM)
    · exact after_of_valid hyps hafter (fun hM => says₄ (G₄.trans hT') hM) hτ

/-- **The literal that is generated for a statement is its weakest precondition.** -/
theorem weakestLiteral_sound (code : Code) {k k' : Nat} {post : Literal} {g : Generator} {r : Generated} (hg : g.Ready c.thread ofThread)
    (hkk : k ≠ k') (hk : k ≠ 0) (hk' : k' ≠ 0) (hlt : k < g.nextVersion) (hlt' : k' < g.nextVersion)
    (h : weakestLiteral c code k k' post g = .ok r) : r.Sound c code k k' post g := by
  induction code generalizing k k' post g r with
  | skip => exact skip_generated hT hg hkk hk h
  | atomic label gate step assertion => exact atomic_generated hT hg hkk hk hk' hlt hlt' h
  | cut label J => exact cut_generated hT hg hk hlt h
  | choice S S' ihS ihS' =>
    simp only [weakestLiteral] at h
    split at h
    · simp at h
    rename_i first g₁ h1
    have s₁ := ihS hg hkk hk hk' hlt hlt' h1
    have hv₁ : g.nextVersion ≤ g₁.nextVersion := s₁.version
    split at h
    · simp at h
    rename_i second g₂ h2
    have s₂ := ihS' (g := g₁) s₁.ready hkk hk hk' (by omega) (by omega) h2
    have hv₂ : g₁.nextVersion ≤ g₂.nextVersion := s₂.version
    obtain ⟨hg', gr', same', _⟩ := make_says s₂.ready h
    have gr' : Grows g₂.builder.tables r.generator.builder.tables := gr'
    have gr₂ : Grows g₁.builder.tables g₂.builder.tables := s₂.grows
    have says : ∀ {T'}, Grows r.generator.builder.tables T' → ∀ M, truth T' M r.literal ↔ (truth T' M first ∧ truth T' M second) := by
      intro T' hT' M
      rw [make_and_says s₂.ready h hT']
      simp only [List.mem_toArray, List.mem_cons, List.not_mem_nil, or_false, forall_eq_or_imp, forall_eq]
    have hversion : r.generator.nextVersion = g₂.nextVersion := same'.version
    have hconditions : r.generator.conditions = g₂.conditions := same'.conditions
    refine ⟨hg', (s₁.grows.trans gr₂).trans gr', by omega, fun x hx => by rw [hconditions]; exact s₂.conditions x (s₁.conditions x hx),
      fun {T'} hT' {s v} h0 hvk hvk' hfree hpost => ?_, fun {T'} hT' {s} hyps hvalid hpk hfresh σ hden => ?_⟩
    · intro M σ hM
      rw [says hT', says hT',
        s₁.independent (gr₂.trans (gr'.trans hT')) h0 hvk hvk' (by show v < g.nextVersion ∨ g₁.nextVersion ≤ v; omega) hpost M σ hM,
        s₂.independent (gr'.trans hT') h0 hvk hvk' (by show v < g₁.nextVersion ∨ g₂.nextVersion ≤ v; omega) hpost M σ hM]
    · have hvalid₂ : ∀ x ∈ g₂.conditions, x.Valid T' s := fun x hx => hvalid x (by rw [hconditions]; exact hx)
      exact ⟨s₁.weakest (gr₂.trans (gr'.trans hT')) hyps (fun x hx => hvalid₂ x (s₂.conditions x hx)) hpk hfresh σ
          fun M hM hMk => ((says hT' M).mp (hden M hM hMk)).1,
        s₂.weakest (gr'.trans hT') hyps hvalid₂ hpk (fun v hv => hfresh v (by omega)) σ
          fun M hM hMk => ((says hT' M).mp (hden M hM hMk)).2⟩
  | seq S S' ihS ihS' =>
    simp only [weakestLiteral] at h
    have hg₀ : g.useVersion.Ready c.thread ofThread := ⟨hg.right, hg.inTable, hg.means⟩
    have hv₀ : g.useVersion.nextVersion = g.nextVersion + 1 := rfl
    split at h
    · simp at h
    rename_i rest g₁ h1
    have s₁ := ihS' (g := g.useVersion) hg₀ (by omega) (by omega) hk' (by omega) (by omega) h1
    have hv₁ : g.nextVersion + 1 ≤ g₁.nextVersion := s₁.version
    have s₂ := ihS (g := g₁) s₁.ready (by omega) hk (by omega) (by omega) (by omega) h
    have hv₂ : g₁.nextVersion ≤ r.generator.nextVersion := s₂.version
    have gr₂ : Grows g₁.builder.tables r.generator.builder.tables := s₂.grows
    refine ⟨s₂.ready, (s₁.grows : Grows g.builder.tables _).trans gr₂, by omega, fun x hx => s₂.conditions x (s₁.conditions x hx),
      fun {T'} hT' {s v} h0 hvk hvk' hfree hpost => ?_, fun {T'} hT' {s} hyps hvalid hpk hfresh σ hden => ?_⟩
    · refine s₂.independent hT' h0 hvk (by omega) (by show v < g₁.nextVersion ∨ _; omega) ?_
      exact s₁.independent (gr₂.trans hT') h0 (by omega) hvk' (by show v < g.nextVersion + 1 ∨ g₁.nextVersion ≤ v; omega) hpost
    · have hrest : ∀ v, v ≠ 0 → v ≠ g.nextVersion → v ≠ k' → (v < g.nextVersion ∨ g₁.nextVersion ≤ v) → Independent T' s post v →
          Independent T' s rest v := fun v h0 hvm hvk' hfree hpost =>
        s₁.independent (gr₂.trans hT') h0 hvm hvk' (by show v < g.nextVersion + 1 ∨ g₁.nextVersion ≤ v; omega) hpost
      have hS := s₂.weakest hT' hyps hvalid (hrest k hk (by omega) hkk (by omega) hpk)
        (fun v hv => hrest v (by omega) (by omega) (by omega) (.inr hv) (hfresh v (by omega))) σ hden
      refine weakest_mono (S.outline c.tables s.parameters s.thread) (fun τ hτ => ?_) hS
      exact s₁.weakest (gr₂.trans hT') hyps (fun x hx => hvalid x (s₂.conditions x hx)) (hfresh _ (Nat.le_refl _))
        (fun v hv => hfresh v (by have : g.nextVersion + 1 ≤ v := hv; omega)) τ hτ
  | loop label J S ih =>
    simp only [weakestLiteral] at h
    have hg₀ : g.useVersion.useVersion.Ready c.thread ofThread := ⟨hg.right, hg.inTable, hg.means⟩
    split at h
    · simp at h
    rename_i before g₁ h1
    obtain ⟨hg₁, gr₁, same₁, says₁⟩ := copy_says hT hg₀ h1
    split at h
    · simp at h
    rename_i later g₂ h2
    obtain ⟨hg₂, gr₂, same₂, says₂⟩ := copy_says hT hg₁ h2
    split at h
    · simp at h
    rename_i others g₃ h3
    obtain ⟨hg₃, gr₃, same₃, says₃⟩ := copy_says hT hg₂ h3
    have hv₃ : g₃.nextVersion = g.nextVersion + 2 := by rw [same₃.version, same₂.version, same₁.version]; rfl
    have hc₃ : g₃.conditions = g.conditions := by rw [same₃.conditions, same₂.conditions, same₁.conditions]; rfl
    split at h
    · simp at h
    rename_i body g₄ h4
    have s₄ := ih (g := g₃) hg₃ (by omega) (by omega) (by omega) (by omega) (by omega) h4
    have hv₄ : g₃.nextVersion ≤ g₄.nextVersion := s₄.version
    have gr₄ : Grows g₃.builder.tables g₄.builder.tables := s₄.grows
    split at h
    · simp at h
    rename_i after g₅ h5
    obtain ⟨hg₅, gr₅, same₅, says₅⟩ := copy_says hT s₄.ready h5
    have gr₅ : Grows g₄.builder.tables g₅.builder.tables := gr₅
    split at h
    · simp at h
    rename_i rely g₆ h6
    obtain ⟨hg₆, gr₆, same₆, says₆⟩ := copy_says hT hg₅ h6
    have hg₇ : ((((g₆.require (.stable c.family label) ((c.hypotheses.push before).push others |>.push (Literal.negate later))).require
        (.body c.family label) ((c.hypotheses.push before).push (Literal.negate body))).require
        (.after c.family label) ((c.hypotheses.push after).push (Literal.negate post))).mark before label 3).Ready c.thread ofThread :=
      ⟨hg₆.right, hg₆.inTable, hg₆.means⟩
    obtain ⟨hg', gr', same', _⟩ := make_says hg₇ h
    have gr' : Grows g₆.builder.tables r.generator.builder.tables := gr'
    have G₅ := gr₆.trans gr'
    have G₄ := gr₅.trans G₅
    have G₃ := gr₄.trans G₄
    have G₂ := gr₃.trans G₃
    have G₁ := gr₂.trans G₂
    have says := fun {T'} (hT' : Grows r.generator.builder.tables T') M => make_implies_says hg₇ h hT' M
    have hversion : r.generator.nextVersion = g₄.nextVersion := by
      rw [same'.version]
      show g₆.nextVersion = _
      rw [same₆.version, same₅.version]
    have hconditions : r.generator.conditions = ((g₄.conditions.push ⟨.stable c.family label,
        (c.hypotheses.push before).push others |>.push (Literal.negate later)⟩).push ⟨.body c.family label,
        (c.hypotheses.push before).push (Literal.negate body)⟩).push ⟨.after c.family label,
        (c.hypotheses.push after).push (Literal.negate post)⟩ := by
      rw [same'.conditions]
      show ((g₆.conditions.push _).push _).push _ = _
      rw [same₆.conditions, same₅.conditions]
    refine ⟨hg', (gr₁.trans G₁ : Grows g.builder.tables _), by omega, fun x hx => ?_,
      fun {T'} hT' {s v} h0 hvk hvk' hfree _ => ?_, fun {T'} hT' {s} hyps hvalid _ _ σ hden => ?_⟩
    · have := s₄.conditions x (by rw [hc₃]; exact hx)
      rw [hconditions]
      simp [this]
    · intro M σ hM
      have hva : v ≠ g.nextVersion := by omega
      rw [says hT', says hT', copy_independent (fun M hM => says₆ (gr'.trans hT') hM) hvk hva h0 M σ hM,
        copy_independent (fun M hM => says₁ (G₁.trans hT') hM) hva hva h0 M σ hM]
    · have ha0 : g.nextVersion ≠ 0 := by omega
      have hstable : Condition.Valid T' s ⟨.stable c.family label,
          (c.hypotheses.push before).push others |>.push (Literal.negate later)⟩ := hvalid _ (by rw [hconditions]; simp)
      have hafter : Condition.Valid T' s ⟨.after c.family label, (c.hypotheses.push after).push (Literal.negate post)⟩ :=
        hvalid _ (by rw [hconditions]; simp)
      have hbodyValid : Condition.Valid T' s ⟨.body c.family label, (c.hypotheses.push before).push (Literal.negate body)⟩ :=
        hvalid _ (by rw [hconditions]; simp)
      refine ⟨fun τ hA => ?_, ?_, fun τ hτ => ?_, fun τ hτ => ?_⟩
      · obtain ⟨M₀, hM₀⟩ := s.exists_suits
        have hM := (hM₀.setStore hk σ).setStore ha0 τ
        have hsk : ((M₀.setStore k σ).setStore g.nextVersion τ).store k = σ := by
          rw [Model.setStore_other _ (by omega), Model.setStore_same]
        have hw := (says hT' _).mp (hden _ hM hsk)
        rw [says₆ (gr'.trans hT') hM, says₁ (G₁.trans hT') hM, hsk, Model.setStore_same] at hw
        exact hw hA
      · exact stable_of_valid ha0 (by omega) (by omega) hyps hstable
          (fun hM => says₁ (G₁.trans hT') hM) (fun hM => says₂ (G₂.trans hT') hM) (fun hM => says₃ (G₃.trans hT') hM)
      · have hbody := s₄.weakest (G₄.trans hT') hyps (fun x hx => hvalid x (by rw [hconditions]; simp [hx]))
          (copy_independent (fun M hM => says₂ (G₂.trans hT') hM) (by omega) (by omega) ha0)
          (fun v hv => copy_independent (fun M hM => says₂ (G₂.trans hT') hM) (by omega) (by omega) (by omega)) τ
          (after_of_valid hyps hbodyValid (fun hM => says₁ (G₁.trans hT') hM) hτ)
        refine weakest_mono _ (fun υ hυ => ?_) hbody
        obtain ⟨M₀, hM₀⟩ := s.exists_suits
        have hM := hM₀.setStore (k := g.nextVersion + 1) (by omega) υ
        have := hυ _ hM (Model.setStore_same _ _ _)
        rw [says₂ (G₂.trans hT') hM, Model.setStore_same] at this
        exact this
      · exact after_of_valid hyps hafter (fun hM => says₅ (G₅.trans hT') hM) hτ

end

end Plato
