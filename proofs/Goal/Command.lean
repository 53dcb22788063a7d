/-
# What is computed of a command is what it does

Whatever a command does, the versions of the store that its computation has introduced can be chosen so that the computed store is the one
in which it ends and what is assumed there is true; and if it goes wrong, they can be chosen so that something that must be shown is false.

Main definitions: `Computed.Follows`. Main results: `execute_sound`.
-/
module

public import Goal.Changes

@[expose] public section

namespace Plato

/-- In a model, what was computed is the outcome. -/
def Computed.Follows (ran : Computed) (T : Tables) (M : Model) : Outcome Store → Prop
  | .store τ => (∀ l ∈ ran.assumed, truth T M l) ∧ ran.after.value (T.interpretation M) = τ
  | .wrong => ¬ ∀ l ∈ ran.shown, truth T M l

/-- For every outcome of a command, the versions from `n` on can be chosen so that it is what was computed, whatever those from `n'` on are. -/
def Computed.Reaches (ran : Computed) (T' : Tables) (n n' : Nat) (s : Setting) (M : Model) (who : Who) (command : Command) (σ : Store) : Prop :=
  ∀ r, command.Runs s.parameters (who.identifier s []) σ r → ∃ M₁, SameBelow n M M₁ ∧ ∀ M', SameBelow n' M₁ M' → ran.Follows T' M' r

/-- What must be proved about a command. -/
def CommandCode.Executes (T : Tables) (label : Nat) (who : Who) (c : CommandCode) : Prop :=
  ∀ {before : Source} {ran : Computed} {g g' : Generator}, g.builder.tables.Right → before.Ready g.builder.tables →
    c.execute T label who before g = .ok (ran, g') →
    Extends g g' ∧ ran.after.Ready g'.builder.tables ∧ (∀ x, x ∉ ran.names → ∀ I, ran.after.value I x = before.value I x) ∧
    ∀ {T'}, Grows g'.builder.tables T' → ∀ {s M}, Fits s M → ∀ {σ},
      (∀ M', SameBelow g.nextVersion M M' → before.value (T'.interpretation M') = σ) →
      ran.Reaches T' g.nextVersion g'.nextVersion s M who (c.command T) σ

section

variable {T : Tables} {label : Nat} {who : Who}

/-- A literal of the program, copied. -/
theorem copy_says (hT : T.Right) {g g' : Generator} {site : Site} {l m : Nat} (hR : g.builder.tables.Right) (hs : site.Ready g.builder.tables)
    (h : g.copy T site l = .ok ⟨m, g'⟩) : Steady g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → ∀ M, (∃ t, M.logic 0 = .int t) →
      (truth T' M m ↔ (T.literal l).Holds (site.model (T'.interpretation M) []) []) := by
  obtain ⟨builder, next, conditions, labels⟩ := g
  simp only [Generator.copy] at h
  obtain ⟨⟨n, b⟩, h1, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Generated.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨hR', hg, hl⟩ := copyLiteral_sound hT ⟨hR, hs⟩ h1
  exact ⟨⟨⟨hR', hg, Nat.le_refl _, fun _ hx => hx⟩, rfl⟩,
    fun {T'} hT' M hself => hl _ (hT'.consistent _ (interpretation_consistent T' M)) hself []⟩

/-- A predicate, copied to a store. -/
theorem copy_here (hT : T.Right) {g g' : Generator} {source : Source} {l m : Nat} (hR : g.builder.tables.Right)
    (hs : source.Ready g.builder.tables) (h : g.copy T (.here who source) l = .ok ⟨m, g'⟩) :
    Steady g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → ∀ {s M}, Fits s M →
      (truth T' M m ↔ (T.literal l).predicate s.parameters (who.identifier s []) (source.value (T'.interpretation M))) := by
  obtain ⟨st, says⟩ := copy_says hT hR ⟨hs, by simp⟩ h
  exact ⟨st, fun {T'} hT' {s M} hfit => by rw [says hT' M hfit.isInt, here_model hfit who]; rfl⟩

theorem note_steady (g : Generator) (hR : g.builder.tables.Right) (l : Literal) (mark : Option Mark) : Steady g (g.note l mark) := by
  cases mark with
  | none => exact ⟨.refl hR, rfl⟩
  | some mark => exact ⟨⟨hR, .refl _, Nat.le_refl _, fun _ hx => hx⟩, rfl⟩

theorem assign_executes (hT : T.Right) (changes : List ChangeCode) : (CommandCode.assign changes).Executes T label who := by
  intro before ran g g' hR hb h
  obtain ⟨builder, next, conditions, labels⟩ := g
  obtain ⟨b₁, hpay, h⟩ := bind_ok.mp h
  have ht := pay_tables hpay
  obtain ⟨⟨after, names, b₂⟩, h1, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Prod.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  have hb₁ : before.Ready b₁.tables := ht ▸ hb
  obtain ⟨hc, hval⟩ := executeChanges_sound hT changes (ht ▸ hR) hb₁ hb₁ h1
  refine ⟨⟨hc.right, ht ▸ hc.grows, Nat.le_refl _, fun _ hx => hx⟩, hc.ready, fun x hx => (hc.others x hx).2, ?_⟩
  intro T' hT' s M hfit σ hσ r hr
  cases hr with
  | assign =>
    refine ⟨M, .refl _ _, fun M' hM' => ⟨by simp, ?_⟩⟩
    rw [hval _ (hT'.consistent _ (interpretation_consistent T' M')) (hfit.same hM'), hσ M' hM']
    rfl

theorem havoc_executes (hT : T.Right) (places : List PlaceCode) : (CommandCode.havoc places).Executes T label who := by
  intro before ran g g' hR hb h
  obtain ⟨builder, next, conditions, labels⟩ := g
  obtain ⟨b₁, hpay, h⟩ := bind_ok.mp h
  have ht := pay_tables hpay
  obtain ⟨⟨after, names, b₂⟩, h1, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Prod.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  have hb₁ : before.Ready b₁.tables := ht ▸ hb
  obtain ⟨hc, hval⟩ := executeHavoc_sound hT places (ht ▸ hR) hb₁ hb₁ h1
  refine ⟨⟨hc.right, ht ▸ hc.grows, Nat.le_add_right _ _, fun _ hx => hx⟩, hc.ready, fun x hx => (hc.others x hx).2, ?_⟩
  intro T' hT' s M hfit σ hσ r hr
  cases hr with
  | havoc hτ =>
    obtain ⟨values, hlen, rfl⟩ := hτ
    obtain ⟨M₁, hM₁, hsup⟩ := supplies_exists places values next M
    refine ⟨M₁, hM₁, fun M' hM' => ⟨by simp, ?_⟩⟩
    have hM := hM₁.trans hM' (Nat.le_add_right _ _)
    rw [hval _ (hT'.consistent _ (interpretation_consistent T' M')) (hfit.same hM) hlen (hsup M' hM'), hσ M' hM]

theorem assume_executes (hT : T.Right) (l : Literal) : (CommandCode.assume l).Executes T label who := by
  intro before ran g g' hR hb h
  obtain ⟨⟨m, g₁⟩, h1, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Prod.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨st, says⟩ := copy_here hT hR hb h1
  refine ⟨st.toExtends, hb.grow st.toExtends.grows, fun _ _ _ => rfl, ?_⟩
  intro T' hT' s M hfit σ hσ r hr
  rw [st.sameVersion]
  cases hr with
  | assume hf =>
    refine ⟨M, .refl _ _, fun M' hM' => ⟨?_, hσ M' hM'⟩⟩
    simp only [List.mem_toArray, List.mem_singleton, forall_eq]
    rw [says hT' (hfit.same hM'), hσ M' hM']
    exact hf

theorem assert_executes (hT : T.Right) (l : Literal) : (CommandCode.assert l).Executes T label who := by
  intro before ran g g' hR hb h
  obtain ⟨⟨m, g₁⟩, h1, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Prod.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨st₁, says⟩ := copy_here hT hR hb h1
  have st := st₁.trans (note_steady g₁ st₁.toExtends.right m (some ⟨label, .gate⟩))
  refine ⟨st.toExtends, hb.grow st.toExtends.grows, fun _ _ _ => rfl, ?_⟩
  intro T' hT' s M hfit σ hσ r hr
  rw [st.sameVersion]
  have hm : ∀ M', SameBelow g.nextVersion M M' → (truth T' M' m ↔ (T.literal l).predicate s.parameters (who.identifier s []) σ) :=
    fun M' hM' => by rw [says hT' (hfit.same hM'), hσ M' hM']
  cases hr with
  | assert hf =>
    refine ⟨M, .refl _ _, fun M' hM' => ⟨?_, hσ M' hM'⟩⟩
    simp only [List.mem_toArray, List.mem_singleton, forall_eq]
    exact (hm M' hM').mpr hf
  | assertWrong hf =>
    refine ⟨M, .refl _ _, fun M' hM' hall => hf ((hm M' hM').mp (hall m (by simp)))⟩

/-- Two branches that meet. -/
theorem joinComputed_sound {l : Literal} {before : Source} {first second ran : Computed} {b b' : Builder} (hR : b.tables.Right)
    (hb : before.Ready b.tables) (h1 : first.after.Ready b.tables) (h2 : second.after.Ready b.tables)
    (hn1 : ∀ x, x ∉ first.names → ∀ I, first.after.value I x = before.value I x)
    (hn2 : ∀ x, x ∉ second.names → ∀ I, second.after.value I x = before.value I x) (h : joinComputed l before first second b = .ok (ran, b')) :
    b'.tables.Right ∧ Grows b.tables b'.tables ∧ ran.after.Ready b'.tables ∧ (∀ x, x ∉ ran.names → ∀ I, ran.after.value I x = before.value I x) ∧
    ∀ {T'}, Grows b'.tables T' → ∀ M r, (truth T' M l → first.Follows T' M r → ran.Follows T' M r) ∧
      (¬ truth T' M l → second.Follows T' M r → ran.Follows T' M r) := by
  obtain ⟨⟨shown₁, b₁⟩, e1, h⟩ := bind_ok.mp h
  obtain ⟨⟨shown₂, b₂⟩, e2, h⟩ := bind_ok.mp h
  obtain ⟨⟨assumed₁, b₃⟩, e3, h⟩ := bind_ok.mp h
  obtain ⟨⟨assumed₂, b₄⟩, e4, h⟩ := bind_ok.mp h
  obtain ⟨⟨after, b₅⟩, e5, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Prod.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨hR₁, hg₁, s₁⟩ := implied_sound hR e1
  obtain ⟨hR₂, hg₂, s₂⟩ := implied_sound hR₁ e2
  obtain ⟨hR₃, hg₃, s₃⟩ := implied_sound hR₂ e3
  obtain ⟨hR₄, hg₄, s₄⟩ := implied_sound hR₃ e4
  have hg := ((hg₁.trans hg₂).trans hg₃).trans hg₄
  obtain ⟨hR₅, hg₅, hr, hothers, hsame⟩ := mergeStores_sound _ hR₄ (hb.grow hg) (h1.grow hg) (h2.grow hg) e5
  have hmem : ∀ x, x ∈ joinNames first.names second.names ↔ x ∈ first.names ∨ x ∈ second.names := fun x => mem_joinNames _ _
  refine ⟨hR₅, hg.trans hg₅, hr, hothers, fun {T'} hT' M r => ?_⟩
  have hI₅ := hT'.consistent _ (interpretation_consistent T' M)
  have hI₄ := hg₅.consistent _ hI₅
  have hI₃ := hg₄.consistent _ hI₄
  have hI₂ := hg₃.consistent _ hI₃
  have hI₁ := hg₂.consistent _ hI₂
  have hshown : (∀ x ∈ shown₂, truth T' M x) ↔ (truth T' M l → ∀ x ∈ first.shown, truth T' M x) ∧
      (¬ truth T' M l → ∀ x ∈ second.shown, truth T' M x) := by
    have := s₂ _ hI₂
    rw [s₁ _ hI₁] at this
    simp only [List.mem_toArray, List.mem_singleton, forall_eq, Literal.true_negate, List.not_mem_nil, false_implies, implies_true,
      true_and] at this
    exact this
  have hassumed : (∀ x ∈ assumed₂, truth T' M x) ↔ (truth T' M l → ∀ x ∈ first.assumed, truth T' M x) ∧
      (¬ truth T' M l → ∀ x ∈ second.assumed, truth T' M x) := by
    have := s₄ _ hI₄
    rw [s₃ _ hI₃] at this
    simp only [List.mem_toArray, List.mem_singleton, forall_eq, Literal.true_negate, List.not_mem_nil, false_implies, implies_true,
      true_and] at this
    exact this
  have hfirst : truth T' M l → after.value (T'.interpretation M) = first.after.value (T'.interpretation M) := fun hl => by
    funext x
    by_cases hx : x ∈ joinNames first.names second.names
    · exact (hsame _ hI₅ x hx).1 hl
    · rw [hothers x hx, hn1 x fun h => hx ((hmem x).mpr (.inl h))]
  have hsecond : ¬ truth T' M l → after.value (T'.interpretation M) = second.after.value (T'.interpretation M) := fun hl => by
    funext x
    by_cases hx : x ∈ joinNames first.names second.names
    · exact (hsame _ hI₅ x hx).2 hl
    · rw [hothers x hx, hn2 x fun h => hx ((hmem x).mpr (.inr h))]
  cases r with
  | store τ =>
    exact ⟨fun hl hf => ⟨hassumed.mpr ⟨fun _ => hf.1, fun h => absurd hl h⟩, (hfirst hl).trans hf.2⟩,
      fun hl hf => ⟨hassumed.mpr ⟨fun h => absurd h hl, fun _ => hf.1⟩, (hsecond hl).trans hf.2⟩⟩
  | wrong => exact ⟨fun hl hf h => hf ((hshown.mp h).1 hl), fun hl hf h => hf ((hshown.mp h).2 hl)⟩

theorem ite_executes (hT : T.Right) (l : Literal) {C D : CommandCode} (ihC : C.Executes T label who) (ihD : D.Executes T label who) :
    (CommandCode.ite l C D).Executes T label who := by
  intro before ran g g' hR hb h
  obtain ⟨⟨m, g₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨⟨first, g₂⟩, h2, h⟩ := bind_ok.mp h
  obtain ⟨⟨second, builder, next, conditions, labels⟩, h3, h⟩ := bind_ok.mp h
  obtain ⟨⟨joined, b⟩, h4, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Prod.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨st₁, says⟩ := copy_here hT hR hb h1
  have hb₁ := hb.grow st₁.toExtends.grows
  obtain ⟨e₂, r₂, n₂, reach₂⟩ := ihC st₁.toExtends.right hb₁ h2
  have hb₂ := hb₁.grow e₂.grows
  obtain ⟨e₃, r₃, n₃, reach₃⟩ := ihD e₂.right hb₂ h3
  obtain ⟨hR₄, hg₄, r₄, n₄, follow⟩ := joinComputed_sound e₃.right (hb₂.grow e₃.grows) (r₂.grow e₃.grows) r₃ n₂ n₃ h4
  have e : Extends g ⟨b, next, conditions, labels⟩ :=
    ((st₁.toExtends.trans e₂).trans e₃).trans ⟨hR₄, hg₄, Nat.le_refl _, fun _ hx => hx⟩
  refine ⟨e, r₄, n₄, ?_⟩
  intro T' hT' s M hfit σ hσ r hr
  have G₃ := hg₄.trans hT'
  have v₂ : g.nextVersion ≤ g₂.nextVersion := st₁.sameVersion ▸ e₂.version
  have hl : ∀ M', SameBelow g.nextVersion M M' → (truth T' M' m ↔ (T.literal l).predicate s.parameters (who.identifier s []) σ) :=
    fun M' hM' => by rw [says ((e₂.trans e₃).grows.trans G₃) (hfit.same hM'), hσ M' hM']
  cases hr with
  | ifTrue hf hr =>
    obtain ⟨M₁, hM₁, hfollow⟩ := reach₂ (e₃.grows.trans G₃) hfit (by rw [st₁.sameVersion]; exact hσ) _ hr
    rw [st₁.sameVersion] at hM₁
    exact ⟨M₁, hM₁, fun M' hM' => (follow hT' M' _).1 ((hl M' (hM₁.trans hM' e.version)).mpr hf)
      (hfollow M' ((SameBelow.refl _ _).trans hM' e₃.version))⟩
  | ifFalse hf hr =>
    obtain ⟨M₁, hM₁, hfollow⟩ := reach₃ G₃ hfit (fun M' hM' => hσ M' ((SameBelow.refl _ _).trans hM' v₂)) _ hr
    have hM₁ := (SameBelow.refl _ _).trans hM₁ v₂
    exact ⟨M₁, hM₁, fun M' hM' => (follow hT' M' _).2 (fun h => hf ((hl M' (hM₁.trans hM' e.version)).mp h)) (hfollow M' hM')⟩

/-- A literal about which nothing is known. -/
theorem unknownLiteral_sound {version l : Nat} {b b' : Builder} (hR : b.tables.Right) (h : unknownLiteral version b = .ok ⟨l, b'⟩) :
    b'.tables.Right ∧ Grows b.tables b'.tables ∧ ∀ {T'}, Grows b'.tables T' → ∀ M, (truth T' M l ↔ (M.store version 0).toInt = 0) := by
  obtain ⟨⟨x, b₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨⟨z, b₂⟩, h2, h⟩ := bind_ok.mp h
  obtain ⟨⟨n, b₃⟩, h3, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Built.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨hR₁, hg₁, _, m₁⟩ := term_built hR h1
  obtain ⟨hR₂, hg₂, _, m₂⟩ := term_built hR₁ h2
  obtain ⟨hR₃, hg₃, _, m₃⟩ := formula_built hR₂ h3
  refine ⟨hR₃, (hg₁.trans hg₂).trans hg₃, fun {T'} hT' M => ?_⟩
  have hI := hT'.consistent _ (interpretation_consistent T' M)
  have hI₂ := hg₃.consistent _ hI
  have e₁ : (T'.interpretation M).value [] x = M.store version 0 := m₁ _ (hg₂.consistent _ hI₂) []
  have e₂ : (T'.interpretation M).value [] z = .int 0 := m₂ _ hI₂ []
  have e₃ : (T'.interpretation M).holds [] n ↔ (T'.interpretation M).int [] x = (T'.interpretation M).int [] z := m₃ _ hI []
  rw [truth_positive, e₃, Interpretation.int, Interpretation.int, e₁, e₂]
  rfl

theorem choice_executes {C D : CommandCode} (ihC : C.Executes T label who) (ihD : D.Executes T label who) :
    (CommandCode.choice C D).Executes T label who := by
  intro before ran g g' hR hb h
  obtain ⟨builder₀, n, conditions₀, labels₀⟩ := g
  obtain ⟨⟨m, b₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨⟨first, g₂⟩, h2, h⟩ := bind_ok.mp h
  obtain ⟨⟨second, builder, next, conditions, labels⟩, h3, h⟩ := bind_ok.mp h
  obtain ⟨⟨joined, b⟩, h4, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Prod.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨hR₁, hg₁, says⟩ := unknownLiteral_sound hR h1
  have hb₁ := hb.grow hg₁
  obtain ⟨e₂, r₂, n₂, reach₂⟩ := ihC (g := ⟨b₁, n + 1, conditions₀, labels₀⟩) hR₁ hb₁ h2
  have hb₂ := hb₁.grow e₂.grows
  obtain ⟨e₃, r₃, n₃, reach₃⟩ := ihD e₂.right hb₂ h3
  obtain ⟨hR₄, hg₄, r₄, n₄, follow⟩ := joinComputed_sound e₃.right (hb₂.grow e₃.grows) (r₂.grow e₃.grows) r₃ n₂ n₃ h4
  have v₂ : n + 1 ≤ g₂.nextVersion := e₂.version
  have v₃ : g₂.nextVersion ≤ next := e₃.version
  refine ⟨⟨hR₄, ((hg₁.trans e₂.grows).trans e₃.grows).trans hg₄, by show n ≤ next; omega,
    fun x hx => e₃.conditions x (e₂.conditions x hx)⟩, r₄, n₄, ?_⟩
  intro T' hT' s M hfit σ hσ r hr
  have G₃ := hg₄.trans hT'
  have G₁ := (e₂.trans e₃).grows.trans G₃
  have hset : ∀ k : Int, SameBelow n M (M.setStore n fun _ => .int k) := fun k => SameBelow.setStore n M _
  have hcoin : ∀ (k : Int) M', SameBelow (n + 1) (M.setStore n fun _ => .int k) M' → (truth T' M' m ↔ k = 0) := fun k M' hM' => by
    rw [says G₁ M', hM'.store n (Nat.lt_succ_self n), Model.setStore_same]
    rfl
  cases hr with
  | choiceLeft hr =>
    obtain ⟨M₁, hM₁, hfollow⟩ := reach₂ (e₃.grows.trans G₃) (hfit.same (hset 0))
      (fun M' hM' => hσ M' ((hset 0).trans hM' (Nat.le_succ n))) _ hr
    exact ⟨M₁, (hset 0).trans hM₁ (Nat.le_succ n), fun M' hM' => (follow hT' M' _).1
      ((hcoin 0 M' (hM₁.trans hM' (Nat.le_trans v₂ v₃))).mpr rfl) (hfollow M' ((SameBelow.refl _ _).trans hM' v₃))⟩
  | choiceRight hr =>
    obtain ⟨M₁, hM₁, hfollow⟩ := reach₃ G₃ (hfit.same (hset 1))
      (fun M' hM' => hσ M' ((hset 1).trans hM' (by omega))) _ hr
    have hM₁' := (SameBelow.refl _ _).trans hM₁ v₂
    exact ⟨M₁, (hset 1).trans hM₁' (Nat.le_succ n), fun M' hM' => (follow hT' M' _).2
      (fun h => absurd ((hcoin 1 M' (hM₁'.trans hM' (Nat.le_trans v₂ v₃))).mp h) (by decide)) (hfollow M' hM')⟩

theorem seq_executes {C D : CommandCode} (ihC : C.Executes T label who) (ihD : D.Executes T label who) :
    (CommandCode.seq C D).Executes T label who := by
  intro before ran g g' hR hb h
  obtain ⟨⟨first, g₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨⟨second, builder, next, conditions, labels⟩, h2, h⟩ := bind_ok.mp h
  obtain ⟨b₁, hpay, h⟩ := bind_ok.mp h
  have ht := pay_tables hpay
  obtain ⟨⟨shown, b⟩, h3, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Prod.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨e₁, r₁, n₁, reach₁⟩ := ihC hR hb h1
  obtain ⟨e₂, r₂, n₂, reach₂⟩ := ihD e₁.right r₁ h2
  obtain ⟨hR₃, hg₃, hshown⟩ := implied_sound (ht ▸ e₂.right) h3
  rw [ht] at hg₃
  have e : Extends g ⟨b, next, conditions, labels⟩ := (e₁.trans e₂).trans ⟨hR₃, hg₃, Nat.le_refl _, fun _ hx => hx⟩
  refine ⟨e, r₂.grow hg₃, fun x hx I => ?_, ?_⟩
  · have hx2 : x ∉ second.names := fun h => hx ((mem_joinNames _ _).mpr (.inl h))
    have hx1 : x ∉ first.names := fun h => hx ((mem_joinNames _ _).mpr (.inr h))
    rw [n₂ x hx2 I, n₁ x hx1 I]
  intro T' hT' s M hfit σ hσ r hr
  have G₂ := hg₃.trans hT'
  have hshown : ∀ M, ((∀ l ∈ shown, truth T' M l) ↔ (∀ l ∈ first.shown, truth T' M l) ∧
      ((∀ l ∈ first.assumed, truth T' M l) → ∀ l ∈ second.shown, truth T' M l)) :=
    fun M => hshown _ (hT'.consistent _ (interpretation_consistent T' M))
  cases hr with
  | seq hC hD =>
    obtain ⟨M₁, hM₁, f₁⟩ := reach₁ (e₂.grows.trans G₂) hfit hσ _ hC
    obtain ⟨M₂, hM₂, f₂⟩ := reach₂ G₂ (hfit.same hM₁) (fun M' hM' => (f₁ M' hM').2) _ hD
    refine ⟨M₂, hM₁.trans hM₂ e₁.version, fun M' hM' => ?_⟩
    have hfirst := f₁ M' (hM₂.trans hM' e₂.version)
    have hsecond := f₂ M' hM'
    cases r with
    | store τ => exact ⟨all_pushLiterals.mpr ⟨hfirst.1, hsecond.1⟩, hsecond.2⟩
    | wrong => exact fun hall => hsecond (((hshown M').mp hall).2 hfirst.1)
  | seqWrong hC =>
    obtain ⟨M₁, hM₁, f₁⟩ := reach₁ (e₂.grows.trans G₂) hfit hσ _ hC
    exact ⟨M₁, hM₁, fun M' hM' hall => f₁ M' ((SameBelow.refl _ _).trans hM' e₂.version) ((hshown M').mp hall).1⟩

theorem operation_executes (hT : T.Right) (places : List PlaceCode) (gate action post : Literal) :
    (CommandCode.operation places gate action post).Executes T label who := by
  intro before ran g g' hR hb h
  obtain ⟨⟨gate', g₀⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨st₁, saysGate⟩ := copy_here hT hR hb h1
  have st₁ := st₁.trans (note_steady g₀ st₁.toExtends.right gate' (some ⟨label, .gate⟩))
  simp only at h
  have hbuilder₀ : (g₀.note gate' (some ⟨label, .gate⟩)).builder = g₀.builder := rfl
  generalize g₀.note gate' (some ⟨label, .gate⟩) = g₁ at h st₁ hbuilder₀
  obtain ⟨builder, next, conditions, labels⟩ := g₁
  obtain ⟨⟨after, names, b₂⟩, h2, h⟩ := bind_ok.mp h
  have hb₁ := hb.grow st₁.toExtends.grows
  obtain ⟨hc, hval⟩ := executeHavoc_sound hT places st₁.toExtends.right hb₁ hb₁ h2
  have e₂ : Extends ⟨builder, next, conditions, labels⟩ ⟨b₂, next + countPlaces places, conditions, labels⟩ :=
    ⟨hc.right, hc.grows, Nat.le_add_right _ _, fun _ hx => hx⟩
  have hsite : (Site.mk before [after] who).Ready b₂.tables := ⟨hb₁.grow hc.grows, fun x hx => by
    simp only [List.mem_singleton] at hx; exact hx ▸ hc.ready⟩
  obtain ⟨⟨action', g₃⟩, h3, h⟩ := bind_ok.mp h
  obtain ⟨⟨post', g₄⟩, h4, h⟩ := bind_ok.mp h
  obtain ⟨st₃, saysAction⟩ := copy_says (g := ⟨b₂, next + countPlaces places, conditions, labels⟩) hT hc.right hsite h3
  have hsite₃ : (Site.mk before [after] who).Ready g₃.builder.tables :=
    ⟨hsite.first.grow st₃.toExtends.grows, fun x hx => (hsite.later x hx).grow st₃.toExtends.grows⟩
  obtain ⟨st₄, saysPost⟩ := copy_says hT st₃.toExtends.right hsite₃ h4
  have st₄' := st₄.trans (note_steady g₄ st₄.toExtends.right post' (some ⟨label, .postAssertion⟩))
  simp only at h
  have hbuilder : (g₄.note post' (some ⟨label, .postAssertion⟩)).builder = g₄.builder := rfl
  generalize g₄.note post' (some ⟨label, .postAssertion⟩) = g₅ at h st₄' hbuilder
  obtain ⟨builder₅, next₅, conditions₅, labels₅⟩ := g₅
  obtain ⟨⟨shown, b₆⟩, h5, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Prod.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨hR₆, hg₆, hshown⟩ := implied_sound st₄'.toExtends.right h5
  have e₆ : Extends ⟨builder₅, next₅, conditions₅, labels₅⟩ ⟨b₆, next₅, conditions₅, labels₅⟩ := ⟨hR₆, hg₆, Nat.le_refl _, fun _ hx => hx⟩
  have e₃₆ := (st₃.toExtends.trans st₄'.toExtends).trans e₆
  refine ⟨(st₁.toExtends.trans e₂).trans e₃₆, hc.ready.grow e₃₆.grows, fun x hx => (hc.others x hx).2, ?_⟩
  intro T' hT' s M hfit σ hσ r hr
  have v₁ : next = g.nextVersion := st₁.sameVersion
  have v₅ : next₅ = next + countPlaces places := st₄'.sameVersion.trans st₃.sameVersion
  have G₄ : Grows g₄.builder.tables T' := hbuilder ▸ hg₆.trans hT'
  have G₃ := st₄.toExtends.grows.trans G₄
  have G₂ := st₃.toExtends.grows.trans G₃
  have hgate : ∀ M', SameBelow g.nextVersion M M' → (truth T' M' gate' ↔ (T.literal gate).predicate s.parameters (who.identifier s []) σ) :=
    fun M' hM' => by rw [saysGate (hbuilder₀ ▸ e₂.grows.trans (e₃₆.grows.trans hT')) (hfit.same hM'), hσ M' hM']
  have hstep : ∀ M' τ, SameBelow g.nextVersion M M' → after.value (T'.interpretation M') = τ →
      (truth T' M' action' ↔ (T.literal action).action s.parameters (who.identifier s []) σ τ) ∧
      (truth T' M' post' ↔ (T.literal post).action s.parameters (who.identifier s []) σ τ) := fun M' τ hM' hτ => by
    rw [saysAction G₃ M' (hfit.same hM').isInt, saysPost G₄ M' (hfit.same hM').isInt, step_model (hfit.same hM') who, hσ M' hM', hτ]
    exact ⟨Iff.rfl, Iff.rfl⟩
  have hsh : ∀ M', (∀ l ∈ shown, truth T' M' l) → truth T' M' gate' ∧ (truth T' M' action' → truth T' M' post') := fun M' hall => by
    obtain ⟨hg, hp⟩ := (hshown _ (hT'.consistent _ (interpretation_consistent T' M'))).mp hall
    exact ⟨hg gate' (by simp), fun ha => hp (by simpa using ha) post' (by simp)⟩
  have hend : ∀ τ, Havocs s.parameters (who.identifier s []) (placesOf T places) σ τ → ∃ M₁, SameBelow g.nextVersion M M₁ ∧
      ∀ M', SameBelow next₅ M₁ M' → SameBelow g.nextVersion M M' ∧ after.value (T'.interpretation M') = τ := by
    rintro τ ⟨values, hlen, rfl⟩
    obtain ⟨M₁, hM₁, hsup⟩ := supplies_exists places values next M
    rw [v₁] at hM₁
    refine ⟨M₁, hM₁, fun M' hM' => ?_⟩
    rw [v₅] at hM'
    have hM := hM₁.trans hM' (by omega)
    refine ⟨hM, ?_⟩
    rw [hval _ (G₂.consistent _ (interpretation_consistent T' M')) (hfit.same hM) hlen (hsup M' hM'), hσ M' hM]
  cases hr with
  | operation hg hτ ha hp =>
    obtain ⟨M₁, hM₁, hM⟩ := hend _ hτ
    refine ⟨M₁, hM₁, fun M' hM' => ?_⟩
    obtain ⟨hsame, hafter⟩ := hM M' hM'
    obtain ⟨hact, hpost⟩ := hstep M' _ hsame hafter
    refine ⟨?_, hafter⟩
    intro l hl
    simp only [List.mem_toArray, List.mem_cons, List.not_mem_nil, or_false] at hl
    rcases hl with rfl | rfl | rfl
    · exact (hgate M' hsame).mpr hg
    · exact hact.mpr ha
    · exact hpost.mpr hp
  | gateWrong hg =>
    exact ⟨M, .refl _ _, fun M' hM' hall =>
      hg ((hgate M' ((SameBelow.refl _ _).trans hM' (by show g.nextVersion ≤ next₅; omega))).mp (hsh M' hall).1)⟩
  | postWrong hτ ha hp =>
    obtain ⟨M₁, hM₁, hM⟩ := hend _ hτ
    refine ⟨M₁, hM₁, fun M' hM' hall => ?_⟩
    obtain ⟨hsame, hafter⟩ := hM M' hM'
    obtain ⟨hact, hpost⟩ := hstep M' _ hsame hafter
    exact hp (hpost.mp ((hsh M' hall).2 (hact.mpr ha)))

/-- **What is computed of a command is what it does.** -/
theorem execute_sound (hT : T.Right) (c : CommandCode) : c.Executes T label who := by
  induction c with
  | assign changes => exact assign_executes hT changes
  | havoc places => exact havoc_executes hT places
  | assume l => exact assume_executes hT l
  | assert l => exact assert_executes hT l
  | ite l C D ihC ihD => exact ite_executes hT l ihC ihD
  | choice C D ihC ihD => exact choice_executes ihC ihD
  | seq C D ihC ihD => exact seq_executes ihC ihD
  | operation places gate action post => exact operation_executes hT places gate action post

end

end Plato
