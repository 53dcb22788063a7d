/-
# The conditions of a thread are sound

If the literal that is generated for a statement is true whatever the later stores are, and the conditions that it rests on are
valid, then the weakest precondition of the statement's outline holds.

Main results: `weakestLiteral_sound`.
-/
module

public import ThreadModular.Statement

@[expose] public section

namespace Plato

/-- A larger postcondition has a larger weakest precondition. -/
theorem weakest_mono {explicit : Bool} {A G : Action Store} (O : Outline Store) {Q R : Store → Prop} (h : ∀ σ, Q σ → R σ) {σ : Store}
    (hw : weakest explicit A G O Q σ) : weakest explicit A G O R σ := by
  have does : ∀ {gate step post τ}, Does G gate step post Q τ → Does G gate step post R τ :=
    fun hd => ⟨hd.1, fun σ' hs => ⟨(hd.2 σ' hs).1, h _ (hd.2 σ' hs).2⟩⟩
  induction O generalizing Q R σ with
  | skip => exact ⟨hw.1, fun τ hτ => h τ (hw.2 τ hτ)⟩
  | atomic gate step post => exact ⟨hw.1, fun τ hτ => does (hw.2 τ hτ)⟩
  | guarded J gate step post => exact ⟨hw.1, hw.2.1, fun τ hτ => does (hw.2.2 τ hτ)⟩
  | choice S T ihS ihT => exact ⟨ihS h hw.1 does, ihT h hw.2 does⟩
  | seq S T ihS ihT =>
    have hT : ∀ τ, weakest explicit A G T Q τ → weakest explicit A G T R τ := fun τ hτ => ihT h hτ does
    exact ihS hT hw fun hd => ⟨hd.1, fun σ' hs => ⟨(hd.2 σ' hs).1, hT _ (hd.2 σ' hs).2⟩⟩
  | loop J S _ => exact ⟨hw.1, hw.2.1, hw.2.2.1, fun τ hτ => h τ (hw.2.2.2 τ hτ)⟩
  | cut J => exact ⟨hw.1, hw.2.1, fun τ hτ => h τ (hw.2.2 τ hτ)⟩

/-- What holds of the generator after a statement's literal was made. -/
structure Generated.Sound (c : FamilyContext) (code : Code) (k k' : Nat) (post : Literal) (g : Generator) (r : Generated) : Prop where
  ready : r.generator.Ready c.thread ofThread
  extends_ : Extends g r.generator
  /-- The literal depends on no other stores than its own, the fresh ones, and those of the postcondition. -/
  independent : ∀ {T' : Tables}, Grows r.generator.builder.tables T' → ∀ {s : Setting} {v}, v ≠ 0 → v ≠ k → v ≠ k' →
    (v < g.nextVersion ∨ r.generator.nextVersion ≤ v) → Independent T' s post v → Independent T' s r.literal v
  /-- The literal is the weakest precondition. -/
  weakest : ∀ {T' : Tables}, Grows r.generator.builder.tables T' → ∀ {s : Setting}, c.Hypotheses s T' →
    (∀ x ∈ r.generator.conditions, x.Valid T' s) →
    Independent T' s post k → (∀ v, g.nextVersion ≤ v → Independent T' s post v) → ∀ σ, Den T' s r.literal k σ →
    Plato.weakest c.explicit (c.assumes s) (c.guarantees s) (code.outline c.tables s.parameters s.thread) (Den T' s post k') σ

section

variable {c : FamilyContext} (hT : c.tables.Right)
include hT

theorem skip_generated {k k' : Nat} {post : Literal} {g : Generator} {r : Generated} (hg : g.Ready c.thread ofThread) (hkk : k ≠ k')
    (hk : k ≠ 0) (h : weakestLiteral c .skip k k' post g = .ok r) : r.Sound c .skip k k' post g := by
  simp only [weakestLiteral] at h
  split at h
  · simp at h
  rename_i hexplicit
  split at h
  · simp at h
  rename_i rely g₁ h1
  obtain ⟨hg₁, gr₁, same₁, says₁⟩ := copy_says hT hg h1
  obtain ⟨hg₂, gr₂, same₂, _⟩ := make_says hg₁ h
  have says₂ := fun {T'} (hT' : Grows r.generator.builder.tables T') M => make_implies_says hg₁ h hT' M
  refine ⟨hg₂, (Extends.of_same hg₁.right gr₁ same₁).trans (.of_same hg₂.right gr₂ same₂),
    fun {T'} hT' {s v} h0 hvk hvk' _ hpost M σ hM => ?_,
    fun {T'} hT' {s} _ _ hpk _ σ hden => ⟨by simpa using hexplicit, fun τ hA M hM hMk' => ?_⟩⟩
  · rw [says₂ hT', says₂ hT', copy_independent (fun M hM => says₁ (gr₂.trans hT') hM) hvk hvk' h0 M σ hM, hpost M σ hM]
  · have hM₁ := hM.setStore hk σ
    have hw := (says₂ hT' _).mp (hden _ hM₁ (M.setStore_same k σ))
    rw [says₁ (gr₂.trans hT') hM₁, M.setStore_same, M.setStore_other (Ne.symm hkk), hMk'] at hw
    exact (hpk M σ hM).mp (hw hA)

/-- An operation without an assertion: the environment makes a step before it. -/
theorem atomic_generated {label : Nat} {o : Operation} {k k' : Nat} {post : Literal} {g : Generator} {r : Generated}
    (hg : g.Ready c.thread ofThread) (hkk : k ≠ k') (hk : k ≠ 0) (hk' : k' ≠ 0) (hlt : k < g.nextVersion) (hlt' : k' < g.nextVersion)
    (hnone : o.assertion = none) (h : weakestLiteral c (.atomic label o) k k' post g = .ok r) :
    r.Sound c (.atomic label o) k k' post g := by
  simp only [weakestLiteral, hnone] at h
  split at h
  · simp at h
  rename_i hexplicit
  have hg₀ : g.useVersion.Ready c.thread ofThread := ⟨hg.right, hg.inTable, hg.means⟩
  split at h
  · simp at h
  rename_i rely g₁ h1
  obtain ⟨hg₁, gr₁, same₁, says₁⟩ := copy_says hT hg₀ h1
  split at h
  · simp at h
  rename_i right g₂ h2
  obtain ⟨e₂, ind₂, does₂⟩ := operation_generated hT hg₁ h2
  have hg₂ := hg₁.extend e₂
  obtain ⟨hg', gr', same', _⟩ := make_says hg₂ h
  have says := fun {T'} (hT' : Grows r.generator.builder.tables T') M => make_implies_says hg₂ h hT' M
  have e' : Extends g₂ r.generator := .of_same hg'.right gr' same'
  have e : Extends g.useVersion r.generator := ((Extends.of_same hg₁.right gr₁ same₁).trans e₂).trans e'
  have hversion : g.nextVersion + 1 ≤ r.generator.nextVersion := e.version
  have hright : Grows g₁.builder.tables r.generator.builder.tables := e₂.grows.trans gr'
  refine ⟨hg', (Extends.useVersion hg.right).trans e, fun {T'} hT' {s v} h0 hvk hvk' hfree hpost M σ hM => ?_,
    fun {T'} hT' {s} _ _ hpk hfresh σ hden => ?_⟩
  · have hva : v ≠ g.nextVersion := by omega
    rw [says hT', says hT', copy_independent (fun M hM => says₁ (hright.trans hT') hM) hvk hva h0 M σ hM,
      ind₂ (gr'.trans hT') h0 hva hvk' hpost M σ hM]
  · have ha0 : g.nextVersion ≠ 0 := by omega
    simp only [Code.outline, Operation.outline, hnone]
    refine ⟨by simpa using hexplicit, fun τ hA => does₂ (gr'.trans hT') ha0 hk' (by omega) (hfresh _ (Nat.le_refl _)) τ fun M hM hMa => ?_⟩
    have hM₁ := hM.setStore hk σ
    have hw := (says hT' _).mp (hden _ hM₁ (M.setStore_same k σ))
    rw [says₁ (hright.trans hT') hM₁, M.setStore_same, M.setStore_other (by omega), hMa] at hw
    exact (ind₂ (gr'.trans hT') hk (by omega) hkk hpk M σ hM).mp (hw hA)

/-- An operation with an assertion before it. -/
theorem guarded_generated {label : Nat} {o : Operation} {J : Literal} {k k' : Nat} {post : Literal} {g : Generator} {r : Generated}
    (hg : g.Ready c.thread ofThread) (hk : k ≠ 0) (hk' : k' ≠ 0) (hlt : k < g.nextVersion) (hlt' : k' < g.nextVersion)
    (hsome : o.assertion = some J) (h : weakestLiteral c (.atomic label o) k k' post g = .ok r) :
    r.Sound c (.atomic label o) k k' post g := by
  simp only [weakestLiteral, hsome] at h
  have hg₀ : g.useVersion.useVersion.Ready c.thread ofThread := ⟨hg.right, hg.inTable, hg.means⟩
  split at h
  · simp at h
  rename_i right g₁ h1
  obtain ⟨e₁, _, does₁⟩ := operation_generated hT hg₀ h1
  have hv₁ : g.nextVersion + 2 ≤ g₁.nextVersion := e₁.version
  have hg₁ : g₁.Ready c.thread ofThread := hg₀.extend e₁
  split at h
  · simp at h
  rename_i g₂ h2
  obtain ⟨e₂, stable₂⟩ := stable_generated hT hg₁ (by omega) (by omega) (by omega) h2
  have hv₂ : g₁.nextVersion ≤ g₂.nextVersion := e₂.version
  split at h
  · simp at h
  rename_i g₃ h3
  obtain ⟨e₃, follows₃⟩ := follows_generated hT (hg₁.extend e₂) h3
  have hv₃ := e₃.version
  obtain ⟨e₄, ind₄, enters₄⟩ := enter_generated hT ((hg₁.extend e₂).extend e₃) hk (by omega) (by omega) h
  have hv₄ := e₄.version
  refine ⟨((hg₁.extend e₂).extend e₃).extend e₄,
    ((Extends.useVersion hg.right).trans (.useVersion hg.right)).trans (((e₁.trans e₂).trans e₃).trans e₄),
    fun {T'} hT' {s v} h0 hvk _ hfree _ => ind₄ hT' h0 hvk (by omega), fun {T'} hT' {s} hyps hvalid _ hfresh σ hden => ?_⟩
  have valid₃ : ∀ x ∈ g₃.conditions, x.Valid T' s := fun x hx => hvalid x (e₄.conditions x hx)
  have G₃ := e₄.grows.trans hT'
  simp only [Code.outline, Operation.outline, hsome]
  refine ⟨enters₄ hT' hden, stable₂ (e₃.grows.trans G₃) hyps fun x hx => valid₃ x (e₃.conditions x hx), fun τ hτ => ?_⟩
  exact does₁ (e₂.grows.trans (e₃.grows.trans G₃)) (by omega) hk' (by omega) (hfresh _ (Nat.le_refl _)) τ (follows₃ G₃ hyps valid₃ τ hτ)

theorem cut_generated {label : Nat} {J : Literal} {k k' : Nat} {post : Literal} {g : Generator} {r : Generated} (hg : g.Ready c.thread ofThread)
    (hk : k ≠ 0) (hlt : k < g.nextVersion) (h : weakestLiteral c (.cut label J) k k' post g = .ok r) :
    r.Sound c (.cut label J) k k' post g := by
  simp only [weakestLiteral] at h
  have hg₀ : g.useVersion.useVersion.Ready c.thread ofThread := ⟨hg.right, hg.inTable, hg.means⟩
  split at h
  · simp at h
  rename_i g₁ h1
  obtain ⟨e₁, stable₁⟩ := stable_generated hT hg₀ (by omega) (by omega) (by omega) h1
  have hv₁ : g.nextVersion + 2 ≤ g₁.nextVersion := e₁.version
  have hg₁ := hg₀.extend e₁
  split at h
  · simp at h
  rename_i g₂ h2
  obtain ⟨e₂, follows₂⟩ := follows_generated hT hg₁ h2
  have hv₂ := e₂.version
  obtain ⟨e₃, ind₃, enters₃⟩ := enter_generated hT (hg₁.extend e₂) hk (by omega) (by omega) h
  have hv₃ := e₃.version
  refine ⟨(hg₁.extend e₂).extend e₃, ((Extends.useVersion hg.right).trans (.useVersion hg.right)).trans ((e₁.trans e₂).trans e₃),
    fun {T'} hT' {s v} h0 hvk _ hfree _ => ind₃ hT' h0 hvk (by omega), fun {T'} hT' {s} hyps hvalid _ _ σ hden => ?_⟩
  have valid₂ : ∀ x ∈ g₂.conditions, x.Valid T' s := fun x hx => hvalid x (e₃.conditions x hx)
  have G₂ := e₃.grows.trans hT'
  exact ⟨enters₃ hT' hden, stable₁ (e₂.grows.trans G₂) hyps fun x hx => valid₂ x (e₂.conditions x hx), follows₂ G₂ hyps valid₂⟩

/-- **The literal that is generated for a statement is its weakest precondition.** -/
theorem weakestLiteral_sound (code : Code) {k k' : Nat} {post : Literal} {g : Generator} {r : Generated} (hg : g.Ready c.thread ofThread)
    (hkk : k ≠ k') (hk : k ≠ 0) (hk' : k' ≠ 0) (hlt : k < g.nextVersion) (hlt' : k' < g.nextVersion)
    (h : weakestLiteral c code k k' post g = .ok r) : r.Sound c code k k' post g := by
  induction code generalizing k k' post g r with
  | skip => exact skip_generated hT hg hkk hk h
  | atomic label o =>
    cases ho : o.assertion with
    | none => exact atomic_generated hT hg hkk hk hk' hlt hlt' ho h
    | some J => exact guarded_generated hT hg hk hk' hlt hlt' ho h
  | cut label J => exact cut_generated hT hg hk hlt h
  | choice S S' ihS ihS' =>
    simp only [weakestLiteral] at h
    split at h
    · simp at h
    rename_i first g₁ h1
    have s₁ := ihS hg hkk hk hk' hlt hlt' h1
    have hv₁ : g.nextVersion ≤ g₁.nextVersion := s₁.extends_.version
    split at h
    · simp at h
    rename_i second g₂ h2
    have s₂ := ihS' (g := g₁) s₁.ready hkk hk hk' (by omega) (by omega) h2
    have hv₂ : g₁.nextVersion ≤ g₂.nextVersion := s₂.extends_.version
    obtain ⟨hg', gr', same', _⟩ := make_says s₂.ready h
    have e' : Extends g₂ r.generator := .of_same hg'.right gr' same'
    have says : ∀ {T'}, Grows r.generator.builder.tables T' → ∀ M, truth T' M r.literal ↔ (truth T' M first ∧ truth T' M second) := by
      intro T' hT' M
      rw [make_and_says s₂.ready h hT']
      simp only [List.mem_toArray, List.mem_cons, List.not_mem_nil, or_false, forall_eq_or_imp, forall_eq]
    have hversion : r.generator.nextVersion = g₂.nextVersion := same'.version
    have gr₂ : Grows g₁.builder.tables g₂.builder.tables := s₂.extends_.grows
    refine ⟨hg', (s₁.extends_.trans s₂.extends_).trans e', fun {T'} hT' {s v} h0 hvk hvk' hfree hpost M σ hM => ?_,
      fun {T'} hT' {s} hyps hvalid hpk hfresh σ hden => ?_⟩
    · rw [says hT', says hT',
        s₁.independent (gr₂.trans (e'.grows.trans hT')) h0 hvk hvk' (by show v < g.nextVersion ∨ g₁.nextVersion ≤ v; omega) hpost M σ hM,
        s₂.independent (e'.grows.trans hT') h0 hvk hvk' (by show v < g₁.nextVersion ∨ g₂.nextVersion ≤ v; omega) hpost M σ hM]
    · have hvalid₂ : ∀ x ∈ g₂.conditions, x.Valid T' s := fun x hx => hvalid x (e'.conditions x hx)
      exact ⟨s₁.weakest (gr₂.trans (e'.grows.trans hT')) hyps (fun x hx => hvalid₂ x (s₂.extends_.conditions x hx)) hpk hfresh σ
          fun M hM hMk => ((says hT' M).mp (hden M hM hMk)).1,
        s₂.weakest (e'.grows.trans hT') hyps hvalid₂ hpk (fun v hv => hfresh v (by omega)) σ
          fun M hM hMk => ((says hT' M).mp (hden M hM hMk)).2⟩
  | seq S S' ihS ihS' =>
    simp only [weakestLiteral] at h
    have hg₀ : g.useVersion.Ready c.thread ofThread := ⟨hg.right, hg.inTable, hg.means⟩
    have hv₀ : g.useVersion.nextVersion = g.nextVersion + 1 := rfl
    split at h
    · simp at h
    rename_i rest g₁ h1
    have s₁ := ihS' (g := g.useVersion) hg₀ (by omega) (by omega) hk' (by omega) (by omega) h1
    have hv₁ : g.nextVersion + 1 ≤ g₁.nextVersion := s₁.extends_.version
    have s₂ := ihS (g := g₁) s₁.ready (by omega) hk (by omega) (by omega) (by omega) h
    have hv₂ : g₁.nextVersion ≤ r.generator.nextVersion := s₂.extends_.version
    have gr₂ : Grows g₁.builder.tables r.generator.builder.tables := s₂.extends_.grows
    refine ⟨s₂.ready, (Extends.useVersion hg.right).trans (s₁.extends_.trans s₂.extends_),
      fun {T'} hT' {s v} h0 hvk hvk' hfree hpost => ?_, fun {T'} hT' {s} hyps hvalid hpk hfresh σ hden => ?_⟩
    · refine s₂.independent hT' h0 hvk (by omega) (by show v < g₁.nextVersion ∨ _; omega) ?_
      exact s₁.independent (gr₂.trans hT') h0 (by omega) hvk' (by show v < g.nextVersion + 1 ∨ g₁.nextVersion ≤ v; omega) hpost
    · have hrest : ∀ v, v ≠ 0 → v ≠ g.nextVersion → v ≠ k' → (v < g.nextVersion ∨ g₁.nextVersion ≤ v) → Independent T' s post v →
          Independent T' s rest v := fun v h0 hvm hvk' hfree hpost =>
        s₁.independent (gr₂.trans hT') h0 hvm hvk' (by show v < g.nextVersion + 1 ∨ g₁.nextVersion ≤ v; omega) hpost
      have hS := s₂.weakest hT' hyps hvalid (hrest k hk (by omega) hkk (by omega) hpk)
        (fun v hv => hrest v (by omega) (by omega) (by omega) (.inr hv) (hfresh v (by omega))) σ hden
      refine weakest_mono (S.outline c.tables s.parameters s.thread) (fun τ hτ => ?_) hS
      exact s₁.weakest (gr₂.trans hT') hyps (fun x hx => hvalid x (s₂.extends_.conditions x hx)) (hfresh _ (Nat.le_refl _))
        (fun v hv => hfresh v (by have : g.nextVersion + 1 ≤ v := hv; omega)) τ hτ
  | loop label J S ih =>
    simp only [weakestLiteral] at h
    have hg₀ : g.useVersion.useVersion.Ready c.thread ofThread := ⟨hg.right, hg.inTable, hg.means⟩
    split at h
    · simp at h
    rename_i before gb hb
    obtain ⟨hgb, grb, sameb, _⟩ := copy_says hT hg₀ hb
    split at h
    · simp at h
    rename_i later g₁ h1
    obtain ⟨hg₁, gr₁, same₁, says₁'⟩ := copy_says hT hgb h1
    split at h
    · simp at h
    rename_i others go ho
    obtain ⟨hgo, gro, sameo, _⟩ := copy_says hT hg₁ ho
    have says₁ := fun {T'} (hT' : Grows go.builder.tables T') {s : Setting} {M} (hM : s.Suits M) => says₁' (gro.trans hT') hM
    have hvo : go.nextVersion = g.nextVersion + 2 := by rw [sameo.version, same₁.version, sameb.version]; rfl
    split at h
    · simp at h
    rename_i body g₂ h2
    have hgm : (go.mark later label 3).Ready c.thread ofThread := ⟨hgo.right, hgo.inTable, hgo.means⟩
    have hvm : (go.mark later label 3).nextVersion = g.nextVersion + 2 := hvo
    have s₂ := ih (g := go.mark later label 3) hgm (by omega) (by omega) (by omega) (by omega) (by omega) h2
    have hv₂ : (go.mark later label 3).nextVersion ≤ g₂.nextVersion := s₂.extends_.version
    have hg₂ : g₂.Ready c.thread ofThread := s₂.ready
    split at h
    · simp at h
    rename_i g₃ h3
    obtain ⟨e₃, stable₃⟩ := stable_generated hT hg₂ (by omega) (by omega) (by omega) h3
    have hv₃ := e₃.version
    have hg₃ := hg₂.extend e₃
    split at h
    · simp at h
    rename_i g₄ h4
    obtain ⟨e₄, follows₄⟩ := follows_generated hT hg₃ h4
    have hv₄ := e₄.version
    have hg₄ := hg₃.extend e₄
    split at h
    · simp at h
    rename_i g₅ h5
    obtain ⟨e₅, follows₅⟩ := follows_generated hT hg₄ h5
    have hv₅ := e₅.version
    obtain ⟨e₆, ind₆, enters₆⟩ := enter_generated hT (hg₄.extend e₅) hk (by omega) (by omega) h
    have hv₆ := e₆.version
    have e₂ : Extends g g₂ := ((Extends.useVersion hg.right).trans (.useVersion hg.right)).trans
      (((Extends.of_same hgb.right grb sameb).trans (.of_same hg₁.right gr₁ same₁)).trans ((Extends.of_same hgo.right gro sameo).trans ((Extends.mark hgo.right _ _ _).trans s₂.extends_)))
    refine ⟨(hg₄.extend e₅).extend e₆, (((e₂.trans e₃).trans e₄).trans e₅).trans e₆,
      fun {T'} hT' {s v} h0 hvk _ hfree _ => ind₆ hT' h0 hvk (by omega), fun {T'} hT' {s} hyps hvalid _ _ σ hden => ?_⟩
    have valid₅ : ∀ x ∈ g₅.conditions, x.Valid T' s := fun x hx => hvalid x (e₆.conditions x hx)
    have valid₄ : ∀ x ∈ g₄.conditions, x.Valid T' s := fun x hx => valid₅ x (e₅.conditions x hx)
    have valid₃ : ∀ x ∈ g₃.conditions, x.Valid T' s := fun x hx => valid₄ x (e₄.conditions x hx)
    have valid₂ : ∀ x ∈ g₂.conditions, x.Valid T' s := fun x hx => valid₃ x (e₃.conditions x hx)
    have G₅ := e₆.grows.trans hT'
    have G₄ := e₅.grows.trans G₅
    have G₃ := e₄.grows.trans G₄
    have G₂ := e₃.grows.trans G₃
    have hgr₂ : Grows go.builder.tables g₂.builder.tables := s₂.extends_.grows
    have G₁ := hgr₂.trans G₂
    refine ⟨enters₆ hT' hden, stable₃ G₃ hyps valid₃, fun τ hτ => ?_, follows₅ G₅ hyps valid₅⟩
    have hbody := s₂.weakest G₂ hyps valid₂ (copy_independent (fun M hM => says₁ G₁ hM) (by omega) (by omega) (by omega))
      (fun v hv => copy_independent (fun M hM => says₁ G₁ hM) (by omega) (by omega) (by omega)) τ (follows₄ G₄ hyps valid₄ τ hτ)
    refine weakest_mono _ (fun υ hυ => ?_) hbody
    obtain ⟨M₀, hM₀⟩ := s.exists_suits
    have hM := hM₀.setStore (k := g.nextVersion + 1) (by omega) υ
    have := hυ _ hM (Model.setStore_same _ _ _)
    rw [says₁ G₁ hM, Model.setStore_same] at this
    exact this

end

end Plato
