/-
# The conditions of movers are sound

If the condition of two commands is refuted, the one moves to the right, or to the left, of the other. A run of both gives a model; in this model the other
order is computed, too.

Main results: `rightCondition_sound`, `leftCondition_sound`, `enabledCondition_sound`, `moverConditions_sound`.
-/
module

public import Plato.Reduction.Movers
public import Reduction.Identical
public import Goal.Exact
public import Goal.Sound
public import Theory.Reduction.CoreReduction

@[expose] public section

namespace Plato

open Reduction

section

variable {T : Tables} {given : List Property} {invariant : Option Literal} {origin : Origin} {a d : AtomCode} {g g' : Generator}

theorem start_ready (T : Tables) : startStore.Ready T := trivial

/-- The variables have the same values in two stores, and all others are as in a third one. -/
theorem identicals_sound {first second : Source} {names : List Nat} {ls : Array Literal} (hR : g.builder.tables.Right) (h1 : first.Ready g.builder.tables)
    (h2 : second.Ready g.builder.tables) (h : g.identicals first second names = .ok (ls, g')) :
    Steady g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → ∀ {s M}, Fits s M → (∀ l ∈ ls, truth T' M l) →
      ∀ x ∈ names, first.value (T'.interpretation M) x = second.value (T'.interpretation M) x := by
  obtain ⟨builder, next, conditions, labels⟩ := g
  simp only [Generator.identicals] at h
  obtain ⟨⟨ls', b⟩, h3, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Prod.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨hR', hg, hs⟩ := compileIdenticals_sound names hR h1 h2 h3
  exact ⟨⟨⟨hR', hg, Nat.le_refl _, fun _ hx => hx⟩, rfl⟩, fun {T'} hT' {s M} hfit hls =>
    (hs _ (hT'.consistent _ (interpretation_consistent T' M)) hfit hls).2⟩

/-- Two runs in both orders end in the same store if they do so for all variables that are changed. -/
theorem stores_same {I : Interpretation} {A AD D DA : Computed} {start : Source}
    (hA : ∀ x, x ∉ A.names → ∀ I, A.after.value I x = start.value I x) (hAD : ∀ x, x ∉ AD.names → ∀ I, AD.after.value I x = A.after.value I x)
    (hD : ∀ x, x ∉ D.names → ∀ I, D.after.value I x = start.value I x) (hDA : ∀ x, x ∉ DA.names → ∀ I, DA.after.value I x = D.after.value I x)
    (h : ∀ x ∈ changedNames A AD D DA, DA.after.value I x = AD.after.value I x) : DA.after.value I = AD.after.value I := by
  funext x
  by_cases hx : x ∈ changedNames A AD D DA
  · exact h x hx
  · simp only [changedNames, mem_joinNames, not_or] at hx
    rw [hDA x hx.2.2.2, hD x hx.2.2.1, hAD x hx.2.1, hA x hx.1]

/-- The model in which both orders start. -/
noncomputable def Setting.from (s : Setting) (σ₀ σ : Store) : Model := (s.model σ₀).setStore 1 σ

theorem from_fits {s : Setting} {σ₀ σ : Store} : Fits s (s.from σ₀ σ) := (s.model_fits σ₀).same (SameBelow.setStore 1 _ _)

theorem from_start {s : Setting} {σ₀ σ : Store} : (s.from σ₀ σ).store 1 = σ := Model.setStore_same ..

theorem from_initial {s : Setting} {σ₀ σ : Store} : (s.from σ₀ σ).store 0 = σ₀ := rfl

/-- A command that does not go wrong: what must be shown is true in every model. -/
theorem Computed.Exact.sure {ran : Computed} {T' : Tables} {s : Setting} {M : Model} {who : Who} {command : Command} {σ : Store}
    (h : ran.Exact T' s M who command σ) (hs : Sure s.parameters (who.identifier s []) command σ) : ∀ l ∈ ran.shown, truth T' M l :=
  Classical.byContradiction fun hn => hs (h.wrong hn)

/-- What is known of stores in a step: its invariant. -/
def invariantAt (T : Tables) (invariant : Option Literal) (E : Parameters) (σ : Store) : Prop :=
  ∀ l, invariant = some l → (T.literal l).predicate E 0 σ

theorem invariantAt_none {T : Tables} {E : Parameters} {σ : Store} : invariantAt T none E σ := fun _ h => nomatch h

theorem knownAt_says {known : Array Literal} (hT : T.Right) (hR : g.builder.tables.Right)
    (h : g.knownAt T given invariant = .ok (known, g')) : Steady g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → ∀ {s M σ₀ σ}, Fits s M → M.store 0 = σ₀ →
      startStore.value (T'.interpretation M) = σ → (∀ f ∈ given, f.Holds T s (fun _ => σ₀) []) → invariantAt T invariant s.parameters σ →
      ∀ l ∈ known, truth T' M l := by
  obtain ⟨⟨ls, g₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨st₁, says₁⟩ := properties_says hT given hR (sources := []) (fun _ hx => nomatch hx) h1
  cases invariant with
  | none =>
    simp only [Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    exact ⟨st₁, fun {T'} hT' {s M σ₀ σ} hfit h0 _ hgiven _ => (says₁ hT' hfit (ρ := fun _ => σ₀) fun _ => h0).mpr ⟨fun _ hx => by simp at hx, hgiven⟩⟩
  | some l =>
    obtain ⟨⟨m, g₂⟩, h2, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    obtain ⟨st₂, says₂⟩ := copy_here hT st₁.toExtends.right (start_ready _) h2
    refine ⟨st₁.trans st₂, fun {T'} hT' {s M σ₀ σ} hfit h0 hσ hgiven hI => forall_mem_push.mpr ⟨?_, ?_⟩⟩
    · exact (says₁ (st₂.toExtends.grows.trans hT') hfit (ρ := fun _ => σ₀) fun _ => h0).mpr ⟨fun _ hx => by simp at hx, hgiven⟩
    · exact (says₂ hT' hfit).2 (hσ ▸ hI l rfl)

/-- The right mover. -/
theorem rightCondition_sound (hT : T.Right) (hR : g.builder.tables.Right) (hv : 2 ≤ g.nextVersion) (h : rightCondition T given invariant origin a d g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {s : Setting} {σ₀ : Store},
      (∀ f ∈ given, f.Holds T s (fun _ => σ₀) []) →
      RightOf s.parameters (invariantAt T invariant s.parameters) s.self s.other (a.command.command T) (d.command.command T) := by
  obtain ⟨⟨known, g₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨⟨A, g₂⟩, h2, h⟩ := bind_ok.mp h
  obtain ⟨⟨AD, g₃⟩, h3, h⟩ := bind_ok.mp h
  obtain ⟨⟨D, g₄⟩, h4, h⟩ := bind_ok.mp h
  obtain ⟨⟨DA, g₅⟩, h5, h⟩ := bind_ok.mp h
  obtain ⟨⟨sure, g₆⟩, h6, h⟩ := bind_ok.mp h
  obtain ⟨⟨same, g₇⟩, h7, h⟩ := bind_ok.mp h
  obtain ⟨⟨l₁, g₈⟩, h8, h⟩ := bind_ok.mp h
  obtain ⟨⟨l₂, g₉⟩, h9, h⟩ := bind_ok.mp h
  obtain ⟨⟨k₁, g₁₀⟩, h10, h⟩ := bind_ok.mp h
  obtain ⟨⟨k₂, g₁₁⟩, h11, h⟩ := bind_ok.mp h
  obtain ⟨⟨l, g₁₂⟩, h12, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq] at h
  obtain ⟨st₁, says₁⟩ := knownAt_says hT hR h1
  have e₁ := st₁.toExtends
  obtain ⟨e₂, r₂, n₂, reach₂⟩ := execute_sound hT a.command e₁.right (start_ready _) h2
  obtain ⟨e₃, r₃, n₃, reach₃⟩ := execute_sound hT d.command e₂.right r₂ h3
  have x₂ {T' : Tables} (G : Grows g₂.builder.tables T') {s : Setting} {M : Model} (hf : Fits s M) :=
    execute_exact hT a.command e₁.right (start_ready _) h2 G hf
  obtain ⟨e₄, r₄, n₄, reach₄⟩ := execute_sound hT d.command (g := g₃.at g₂.nextVersion) e₃.right (start_ready _) h4
  have x₄ {T' : Tables} (G : Grows g₄.builder.tables T') {s : Setting} {M : Model} (hf : Fits s M) :=
    execute_exact hT d.command (g := g₃.at g₂.nextVersion) e₃.right (start_ready _) h4 G hf
  obtain ⟨e₅, r₅, n₅, _⟩ := execute_sound hT a.command (g := g₄.at g₁.nextVersion) e₄.right r₄ h5
  have x₅ {T' : Tables} (G : Grows g₅.builder.tables T') {s : Setting} {M : Model} (hf : Fits s M) :=
    execute_exact hT a.command (g := g₄.at g₁.nextVersion) e₄.right r₄ h5 G hf
  obtain ⟨e₆, r₆, n₆, reach₆⟩ := execute_sound hT a.command (g := g₅.at g₄.nextVersion) e₅.right (r₄.grow e₅.grows) h6
  have grow₃₆ : Grows g₃.builder.tables g₆.builder.tables := (e₄.grows.trans e₅.grows).trans e₆.grows
  obtain ⟨st₇, says₇⟩ := identicals_sound e₆.right (r₅.grow e₆.grows) (r₃.grow grow₃₆) h7
  have st₈ := (make_says st₇.toExtends.right h8).1
  have says₈ {T'} (hT') (M) := make_and_says (T' := T') st₇.toExtends.right h8 hT' M
  obtain ⟨st₉, says₉⟩ := under_says st₈.toExtends.right h9
  have st₁₀ := (make_says st₉.toExtends.right h10).1
  have says₁₀ {T'} (hT') (M) := make_and_says (T' := T') st₉.toExtends.right h10 hT' M
  obtain ⟨st₁₁, says₁₁⟩ := under_says st₁₀.toExtends.right h11
  obtain ⟨st₁₂, says₁₂⟩ := together_says st₁₁.toExtends.right h12
  subst h
  have e₁₂ : Extends g₆ g₁₂ := ((((st₇.trans st₈).trans st₉).trans st₁₀).trans (st₁₁.trans st₁₂)).toExtends
  have er := Extends.require e₁₂.right origin ((pushLiterals (pushLiterals (pushLiterals known D.shown 0) A.shown 0) A.assumed 0).push (Literal.negate l))
  have v₁ : 2 ≤ g₁.nextVersion := st₁.sameVersion ▸ hv
  have v₂ : g₁.nextVersion ≤ g₂.nextVersion := e₂.version
  have v₄ : g₂.nextVersion ≤ g₄.nextVersion := e₄.version
  have v₆ : g₄.nextVersion ≤ g₆.nextVersion := e₆.version
  refine ⟨⟨er.right, ((e₁.trans e₂).trans e₃).grows.trans (grow₃₆.trans (e₁₂.trans er).grows),
    Nat.le_trans e₁.version (Nat.le_trans v₂ (Nat.le_trans v₄ (Nat.le_trans v₆ (e₁₂.trans er).version))),
    fun x hx => er.conditions x (e₁₂.conditions x (e₆.conditions x (e₅.conditions x (e₄.conditions x (((e₁.trans e₂).trans e₃).conditions x hx)))))⟩,
    fun {T'} hT' hall {s σ₀} hgiven => ?_⟩
  have hrefuted : Condition.Refuted T' ⟨origin, (pushLiterals (pushLiterals (pushLiterals known D.shown 0) A.shown 0) A.assumed 0).push (Literal.negate l)⟩ :=
    hall _ (by simp [Generator.require])
  have G₁₂ : Grows g₁₂.builder.tables T' := er.grows.trans hT'
  have G₁₁ := st₁₂.toExtends.grows.trans G₁₂
  have G₁₀ := st₁₁.toExtends.grows.trans G₁₁
  have G₉ := st₁₀.toExtends.grows.trans G₁₀
  have G₈ := st₉.toExtends.grows.trans G₉
  have G₇ := st₈.toExtends.grows.trans G₈
  have G₆ := st₇.toExtends.grows.trans G₇
  have G₅ : Grows g₅.builder.tables T' := e₆.grows.trans G₆
  have G₄ : Grows g₄.builder.tables T' := e₅.grows.trans G₅
  have G₃ : Grows g₃.builder.tables T' := e₄.grows.trans G₄
  have G₂ := e₃.grows.trans G₃
  have G₁ := e₂.grows.trans G₂
  intro σ σ' hI hD hC hrun
  -- a model in which self's command has taken its step
  have start : ∀ M', SameBelow g₁.nextVersion (s.from σ₀ σ) M' → startStore.value (T'.interpretation M') = σ := fun M' hM' =>
    (hM'.store 1 (by omega)).trans from_start
  obtain ⟨M₁, hM₁, f₁⟩ := reach₂ G₂ from_fits start _ hrun
  have fits {M : Model} (hM : SameBelow g₂.nextVersion M₁ M) : Fits s M := (from_fits (σ₀ := σ₀) (σ := σ)).same (hM₁.trans hM v₂)
  have value {M : Model} (hM : SameBelow g₂.nextVersion M₁ M) : startStore.value (T'.interpretation M) = σ := start M (hM₁.trans hM v₂)
  -- what holds in every such model
  have key {M : Model} (hM : SameBelow g₂.nextVersion M₁ M) : (∀ l ∈ AD.shown, truth T' M l) ∧
      ((∀ l ∈ D.assumed, truth T' M l) → ∀ l ∈ sure.shown, truth T' M l) ∧ ((∀ l ∈ AD.assumed, truth T' M l) →
      (∀ l ∈ D.assumed, truth T' M l) ∧ (∀ l ∈ DA.assumed, truth T' M l) ∧ ∀ l ∈ same, truth T' M l) := by
    have hM' : SameBelow g₁.nextVersion (s.from σ₀ σ) M := hM₁.trans hM v₂
    have hknown : ∀ l ∈ known, truth T' M l := says₁ G₁ (fits hM) ((hM'.store 0 (by omega)).trans from_initial) (value hM) hgiven hI
    have hl := hrefuted.conclude (all_pushLiterals.mpr ⟨all_pushLiterals.mpr ⟨all_pushLiterals.mpr ⟨hknown,
      (x₄ G₄ (fits hM)).sure (by rw [value hM]; exact hD)⟩, (x₂ G₂ (fits hM)).sure (by rw [value hM]; exact hC)⟩, (f₁ M hM).1⟩)
    obtain ⟨hsh, hl⟩ := (says₁₂ G₁₂ M).1 hl
    obtain ⟨hsh, hk⟩ := forall_mem_push.mp hsh
    refine ⟨hsh, fun ha => (says₁₀ G₁₀ M).1 ((says₁₁ G₁₁ M).1 hk ha), fun ha => ?_⟩
    obtain ⟨h₁, h₃⟩ := all_pushLiterals.mp ((says₈ G₈ M).1 ((says₉ G₉ M).1 hl ha))
    obtain ⟨h₁, h₂⟩ := all_pushLiterals.mp h₁
    exact ⟨h₁, h₂, h₃⟩
  have reach := reach₃ G₃ (fits (.refl _ _)) (σ := σ') fun M' hM' => (f₁ M' hM').2
  refine ⟨fun hw => ?_, fun σ'' hr => ?_⟩
  · obtain ⟨M₂, hM₂, f₂⟩ := reach _ hw
    exact f₂ M₂ (.refl _ _) (key hM₂).1
  · obtain ⟨M₂, hM₂, f₂⟩ := reach _ hr
    obtain ⟨k₁, k₂, k₃⟩ := (key hM₂).2.2 (f₂ M₂ (.refl _ _)).1
    have hDrun := (x₄ G₄ (fits hM₂)).store k₁
    rw [value hM₂] at hDrun
    have hArun := (x₅ G₅ (fits hM₂)).store k₂
    have heq : DA.after.value (T'.interpretation M₂) = σ'' :=
      (stores_same n₂ n₃ n₄ n₅ (says₇ G₇ (fits hM₂) k₃)).trans (f₂ M₂ (.refl _ _)).2
    rw [heq] at hArun
    refine ⟨_, hDrun, fun hw => ?_, hArun⟩
    -- a model in which other's command takes that step, and then self's goes wrong
    obtain ⟨M₃, hM₃, f₃⟩ := reach₄ G₄ (fits (.refl _ _)) (σ := σ) (fun M' hM' => value hM') _ hDrun
    obtain ⟨M₄, hM₄, f₄⟩ := reach₆ G₆ (fits hM₃) (fun M' hM' => (f₃ M' hM').2) _ hw
    exact f₄ M₄ (.refl _ _) ((key (hM₃.trans hM₄ v₄)).2.1 (f₃ M₄ hM₄).1)

/-- The left mover. -/
theorem leftCondition_sound (hT : T.Right) (hR : g.builder.tables.Right) (hv : 2 ≤ g.nextVersion) (h : leftCondition T given invariant origin a d g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {s : Setting} {σ₀ : Store},
      (∀ f ∈ given, f.Holds T s (fun _ => σ₀) []) →
      LeftOf s.parameters (invariantAt T invariant s.parameters) s.self s.other (a.command.command T) (d.command.command T) := by
  obtain ⟨⟨known, g₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨⟨D, g₂⟩, h2, h⟩ := bind_ok.mp h
  obtain ⟨⟨DA, g₃⟩, h3, h⟩ := bind_ok.mp h
  obtain ⟨⟨A, g₄⟩, h4, h⟩ := bind_ok.mp h
  obtain ⟨⟨AD, g₅⟩, h5, h⟩ := bind_ok.mp h
  obtain ⟨⟨same, g₇⟩, h7, h⟩ := bind_ok.mp h
  obtain ⟨⟨k₁, g₈⟩, h8, h⟩ := bind_ok.mp h
  obtain ⟨⟨k₂, g₉⟩, h9, h⟩ := bind_ok.mp h
  obtain ⟨⟨l₁, g₁₀⟩, h10, h⟩ := bind_ok.mp h
  obtain ⟨⟨l₂, g₁₁⟩, h11, h⟩ := bind_ok.mp h
  obtain ⟨⟨l₃, g₁₂⟩, h12, h⟩ := bind_ok.mp h
  obtain ⟨⟨l₄, g₁₃⟩, h13, h⟩ := bind_ok.mp h
  obtain ⟨⟨l, g₁₄⟩, h14, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq] at h
  obtain ⟨st₁, says₁⟩ := knownAt_says hT hR h1
  have e₁ := st₁.toExtends
  obtain ⟨e₂, r₂, n₂, reach₂⟩ := execute_sound hT d.command e₁.right (start_ready _) h2
  obtain ⟨e₃, r₃, n₃, reach₃⟩ := execute_sound hT a.command e₂.right r₂ h3
  obtain ⟨e₄, r₄, n₄, _⟩ := execute_sound hT a.command (g := g₃.at g₂.nextVersion) e₃.right (start_ready _) h4
  have x₄ {T' : Tables} (G : Grows g₄.builder.tables T') {s : Setting} {M : Model} (hf : Fits s M) :=
    execute_exact hT a.command (g := g₃.at g₂.nextVersion) e₃.right (start_ready _) h4 G hf
  obtain ⟨e₅, r₅, n₅, _⟩ := execute_sound hT d.command (g := g₄.at g₁.nextVersion) e₄.right r₄ h5
  have x₅ {T' : Tables} (G : Grows g₅.builder.tables T') {s : Setting} {M : Model} (hf : Fits s M) :=
    execute_exact hT d.command (g := g₄.at g₁.nextVersion) e₄.right r₄ h5 G hf
  have grow₃₅ : Grows g₃.builder.tables g₅.builder.tables := e₄.grows.trans e₅.grows
  obtain ⟨st₇, says₇⟩ := identicals_sound (g := g₅.at g₃.nextVersion) e₅.right (r₃.grow grow₃₅) r₅ h7
  have st₈ := (make_says st₇.toExtends.right h8).1
  have says₈ {T'} (hT') (M) := make_and_says (T' := T') st₇.toExtends.right h8 hT' M
  obtain ⟨st₉, says₉⟩ := under_says st₈.toExtends.right h9
  have st₁₀ := (make_says st₉.toExtends.right h10).1
  have says₁₀ {T'} (hT') (M) := make_and_says (T' := T') st₉.toExtends.right h10 hT' M
  obtain ⟨st₁₁, says₁₁⟩ := under_says st₁₀.toExtends.right h11
  obtain ⟨st₁₂, says₁₂⟩ := together_says st₁₁.toExtends.right h12
  obtain ⟨st₁₃, says₁₃⟩ := under_says st₁₂.toExtends.right h13
  obtain ⟨st₁₄, says₁₄⟩ := together_says st₁₃.toExtends.right h14
  subst h
  have e₁₄ : Extends (g₅.at g₃.nextVersion) g₁₄ :=
    ((((st₇.trans st₈).trans st₉).trans st₁₀).trans ((st₁₁.trans st₁₂).trans (st₁₃.trans st₁₄))).toExtends
  have er := Extends.require e₁₄.right origin (((pushLiterals known A.shown 0).push k₂).push (Literal.negate l))
  have v₁ : 2 ≤ g₁.nextVersion := st₁.sameVersion ▸ hv
  have v₂ : g₁.nextVersion ≤ g₂.nextVersion := e₂.version
  have v₃ : g₂.nextVersion ≤ g₃.nextVersion := e₃.version
  have grow : Grows g₅.builder.tables g₁₄.builder.tables := e₁₄.grows
  refine ⟨⟨er.right, ((e₁.trans e₂).trans e₃).grows.trans (grow₃₅.trans (grow.trans er.grows)),
    Nat.le_trans e₁.version (Nat.le_trans v₂ (Nat.le_trans v₃ (e₁₄.trans er).version)),
    fun x hx => er.conditions x (e₁₄.conditions x (e₅.conditions x (e₄.conditions x (((e₁.trans e₂).trans e₃).conditions x hx))))⟩,
    fun {T'} hT' hall {s σ₀} hgiven => ?_⟩
  have hrefuted : Condition.Refuted T' ⟨origin, ((pushLiterals known A.shown 0).push k₂).push (Literal.negate l)⟩ := hall _ (by simp [Generator.require])
  have G₁₄ : Grows g₁₄.builder.tables T' := er.grows.trans hT'
  have G₁₃ := st₁₄.toExtends.grows.trans G₁₄
  have G₁₂ := st₁₃.toExtends.grows.trans G₁₃
  have G₁₁ := st₁₂.toExtends.grows.trans G₁₂
  have G₁₀ := st₁₁.toExtends.grows.trans G₁₁
  have G₉ := st₁₀.toExtends.grows.trans G₁₀
  have G₈ := st₉.toExtends.grows.trans G₉
  have G₇ := st₈.toExtends.grows.trans G₈
  have G₅ : Grows g₅.builder.tables T' := st₇.toExtends.grows.trans G₇
  have G₄ : Grows g₄.builder.tables T' := e₅.grows.trans G₅
  have G₃ : Grows g₃.builder.tables T' := e₄.grows.trans G₄
  have G₂ := e₃.grows.trans G₃
  have G₁ := e₂.grows.trans G₂
  intro σ hI hC hD
  have start : ∀ M', SameBelow g₁.nextVersion (s.from σ₀ σ) M' → startStore.value (T'.interpretation M') = σ := fun M' hM' =>
    (hM'.store 1 (by omega)).trans from_start
  have fits {M : Model} (hM : SameBelow g₁.nextVersion (s.from σ₀ σ) M) : Fits s M := (from_fits (σ₀ := σ₀) (σ := σ)).same hM
  -- what holds in every model that starts so
  have key {M : Model} (hM : SameBelow g₁.nextVersion (s.from σ₀ σ) M) : (∀ l ∈ A.assumed, truth T' M l) ∧ (∀ l ∈ D.shown, truth T' M l) ∧
      ((∀ l ∈ D.assumed, truth T' M l) → (∀ l ∈ DA.shown, truth T' M l) ∧ ((∀ l ∈ DA.assumed, truth T' M l) →
        (∀ l ∈ AD.assumed, truth T' M l) ∧ ∀ l ∈ same, truth T' M l)) := by
    have hknown : ∀ l ∈ known, truth T' M l := says₁ G₁ (fits hM) ((hM.store 0 (by omega)).trans from_initial) (start M hM) hgiven hI
    have hsure := (x₄ G₄ (fits hM)).sure (by rw [start M hM]; exact hC)
    have hkept : truth T' M k₂ := (says₉ G₉ M).2 fun ha => (says₈ G₈ M).2 ((x₅ G₅ (fits hM)).sure (by
      have hrun := (x₄ G₄ (fits hM)).store ha
      rw [start M hM] at hrun
      exact hD hrun))
    have hl := hrefuted.conclude (forall_mem_push.mpr ⟨all_pushLiterals.mpr ⟨hknown, hsure⟩, hkept⟩)
    obtain ⟨h₁, h₂⟩ := (says₁₄ G₁₄ M).1 hl
    obtain ⟨h₁, h₃⟩ := all_pushLiterals.mp h₁
    refine ⟨h₁, h₃, fun ha => ?_⟩
    obtain ⟨h₄, h₅⟩ := (says₁₂ G₁₂ M).1 ((says₁₃ G₁₃ M).1 h₂ ha)
    exact ⟨h₄, fun ha' => all_pushLiterals.mp ((says₁₀ G₁₀ M).1 ((says₁₁ G₁₁ M).1 h₅ ha'))⟩
  refine ⟨fun hw => ?_, fun m hm => ?_⟩
  · obtain ⟨M₁, hM₁, f₁⟩ := reach₂ G₂ from_fits start _ hw
    exact f₁ M₁ (.refl _ _) (key hM₁).2.1
  obtain ⟨M₁, hM₁, f₁⟩ := reach₂ G₂ from_fits start _ hm
  have reach := reach₃ G₃ (fits hM₁) (σ := m) fun M' hM' => (f₁ M' hM').2
  refine ⟨fun hw => ?_, fun σ'' hr => ?_⟩
  · obtain ⟨M₂, hM₂, f₂⟩ := reach _ hw
    exact f₂ M₂ (.refl _ _) ((key (hM₁.trans hM₂ v₂)).2.2 (f₁ M₂ hM₂).1).1
  · obtain ⟨M₂, hM₂, f₂⟩ := reach _ hr
    have hM := hM₁.trans hM₂ v₂
    obtain ⟨k₁, _, k₂⟩ := key hM
    obtain ⟨k₃, k₄⟩ := (k₂ (f₁ M₂ hM₂).1).2 (f₂ M₂ (.refl _ _)).1
    have hArun := (x₄ G₄ (fits hM)).store k₁
    rw [start M₂ hM] at hArun
    have hDrun := (x₅ G₅ (fits hM)).store k₃
    have heq : AD.after.value (T'.interpretation M₂) = σ'' :=
      (stores_same n₄ n₅ n₂ n₃ (says₇ G₇ (fits hM) k₄)).symm.trans (f₂ M₂ (.refl _ _)).2
    rw [heq] at hDrun
    exact ⟨_, hArun, hDrun⟩

/-- The command does not block. -/
theorem enabledCondition_sound (hT : T.Right) (hR : g.builder.tables.Right) (h : enabledCondition T given invariant origin a g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {s : Setting} {σ₀ : Store},
      (∀ f ∈ given, f.Holds T s (fun _ => σ₀) []) → Enabled s.parameters (invariantAt T invariant s.parameters) s.self (a.command.command T) := by
  obtain ⟨⟨known, g₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨⟨A, g₂⟩, h2, h⟩ := bind_ok.mp h
  obtain ⟨⟨l, g₃⟩, h3, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq] at h
  subst h
  obtain ⟨st₁, says₁⟩ := knownAt_says hT hR h1
  have e₁ := st₁.toExtends
  obtain ⟨e₂, _, _, _⟩ := execute_sound hT a.command e₁.right (start_ready _) h2
  have x₂ {T' : Tables} (G : Grows g₂.builder.tables T') {s : Setting} {M : Model} (hf : Fits s M) :=
    execute_exact hT a.command e₁.right (start_ready _) h2 G hf
  have st₃ := (make_says e₂.right h3).1
  have says₃ {T'} (hT') (M) := make_and_says (T' := T') e₂.right h3 hT' M
  have er := Extends.require st₃.toExtends.right origin ((pushLiterals known A.shown 0).push (Literal.negate l))
  refine ⟨((e₁.trans e₂).trans st₃.toExtends).trans er, fun {T'} hT' hall {s σ₀} hgiven σ hI hC => ?_⟩
  have hrefuted : Condition.Refuted T' ⟨origin, (pushLiterals known A.shown 0).push (Literal.negate l)⟩ := hall _ (by simp [Generator.require])
  have G₃ : Grows g₃.builder.tables T' := er.grows.trans hT'
  have G₂ := st₃.toExtends.grows.trans G₃
  have hfit : Fits s (s.from σ₀ σ) := from_fits
  have hvalue : startStore.value (T'.interpretation (s.from σ₀ σ)) = σ := from_start
  have hknown : ∀ l ∈ known, truth T' (s.from σ₀ σ) l := says₁ (e₂.grows.trans G₂) hfit from_initial hvalue hgiven hI
  have hl := hrefuted.conclude (all_pushLiterals.mpr ⟨hknown, (x₂ G₂ hfit).sure (by rw [hvalue]; exact hC)⟩)
  have hrun := (x₂ G₂ hfit).store ((says₃ G₃ _).1 hl)
  rw [hvalue] at hrun
  exact ⟨_, hrun⟩

/-- The command keeps the invariant. -/
theorem keepsCondition_sound (hT : T.Right) (hR : g.builder.tables.Right) (hv : 2 ≤ g.nextVersion) (h : keepsCondition T given invariant origin a g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {s : Setting} {σ₀ : Store},
      (∀ f ∈ given, f.Holds T s (fun _ => σ₀) []) → KeepsOf s.parameters (invariantAt T invariant s.parameters) s.self (a.command.command T) := by
  cases invariant with
  | none => cases h; exact ⟨.refl hR, fun {_} _ _ {_ _} _ _ _ _ _ _ => invariantAt_none⟩
  | some f =>
    obtain ⟨⟨known, g₁⟩, h1, h⟩ := bind_ok.mp h
    obtain ⟨⟨A, g₂⟩, h2, h⟩ := bind_ok.mp h
    obtain ⟨⟨l₁, g₃⟩, h3, h⟩ := bind_ok.mp h
    obtain ⟨⟨l, g₄⟩, h4, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq] at h
    subst h
    obtain ⟨st₁, says₁⟩ := knownAt_says hT hR h1
    have e₁ := st₁.toExtends
    obtain ⟨e₂, r₂, _, reach₂⟩ := execute_sound hT a.command e₁.right (start_ready _) h2
    have x₂ {T' : Tables} (G : Grows g₂.builder.tables T') {s : Setting} {M : Model} (hf : Fits s M) :=
      execute_exact hT a.command e₁.right (start_ready _) h2 G hf
    obtain ⟨st₃, says₃⟩ := copy_here hT e₂.right r₂ h3
    obtain ⟨st₄, says₄⟩ := under_says st₃.toExtends.right h4
    have er := Extends.require st₄.toExtends.right origin ((pushLiterals known A.shown 0).push (Literal.negate l))
    have v₁ : 2 ≤ g₁.nextVersion := st₁.sameVersion ▸ hv
    refine ⟨(((e₁.trans e₂).trans st₃.toExtends).trans st₄.toExtends).trans er, fun {T'} hT' hall {s σ₀} hgiven σ σ' hI hC hrun => ?_⟩
    have hrefuted : Condition.Refuted T' ⟨origin, (pushLiterals known A.shown 0).push (Literal.negate l)⟩ := hall _ (by simp [Generator.require])
    have G₄ : Grows g₄.builder.tables T' := er.grows.trans hT'
    have G₃ := st₄.toExtends.grows.trans G₄
    have G₂ := st₃.toExtends.grows.trans G₃
    have start : ∀ M', SameBelow g₁.nextVersion (s.from σ₀ σ) M' → startStore.value (T'.interpretation M') = σ := fun M' hM' =>
      (hM'.store 1 (by omega)).trans from_start
    obtain ⟨M₁, hM₁, f₁⟩ := reach₂ G₂ from_fits start _ hrun
    obtain ⟨ha, hv⟩ := f₁ M₁ (.refl _ _)
    have hfit : Fits s M₁ := (from_fits (σ₀ := σ₀) (σ := σ)).same hM₁
    have hknown := says₁ (e₂.grows.trans G₂) hfit ((hM₁.store 0 (by omega)).trans from_initial) (start M₁ hM₁) hgiven hI
    have hl := hrefuted.conclude (all_pushLiterals.mpr ⟨hknown, (x₂ G₂ hfit).sure (by rw [start M₁ hM₁]; exact hC)⟩)
    have := (says₃ G₃ hfit).1 ((says₄ G₄ M₁).1 hl ha)
    rw [hv] at this
    intro f' hf'
    cases hf'
    exact this

/-- What is shown of a command against another one. -/
def PairRight (T : Tables) (assumption : Literal) (invariant : Option Literal) (F : FamilyAtoms) (a : AtomCode) (G : FamilyAtoms) (d : AtomCode) : Prop :=
  ∀ {s : Setting} {σ₀ : Store}, (∀ f ∈ F.givenBoth G assumption, f.Holds T s (fun _ => σ₀) []) →
    (a.isRight = true → RightOf s.parameters (invariantAt T invariant s.parameters) s.self s.other (a.command.command T) (d.command.command T)) ∧
    (a.isLeft = true → LeftOf s.parameters (invariantAt T invariant s.parameters) s.self s.other (a.command.command T) (d.command.command T))

theorem againstAtoms_sound (hT : T.Right) {assumption : Literal} {F G : FamilyAtoms} (ds : List AtomCode) (hR : g.builder.tables.Right) (hv : 2 ≤ g.nextVersion)
    (h : againstAtoms T assumption invariant F a G ds g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ d ∈ ds, PairRight T assumption invariant F a G d := by
  induction ds generalizing g with
  | nil =>
    simp only [againstAtoms, Except.ok.injEq] at h
    subst h
    exact ⟨.refl hR, fun {_} _ _ d hd => nomatch hd⟩
  | cons d ds ih =>
    obtain ⟨g₁, h1, h⟩ := bind_ok.mp h
    obtain ⟨g₂, h2, h⟩ := bind_ok.mp h
    have right : Extends g g₁ ∧ ∀ {T'}, Grows g₁.builder.tables T' → (∀ x ∈ g₁.conditions, x.Refuted T') → ∀ {s : Setting} {σ₀ : Store},
        (∀ f ∈ F.givenBoth G assumption, f.Holds T s (fun _ => σ₀) []) → a.isRight = true →
        RightOf s.parameters (invariantAt T invariant s.parameters) s.self s.other (a.command.command T) (d.command.command T) := by
      unfold rightIf at h1
      split at h1
      · obtain ⟨e, r⟩ := rightCondition_sound hT hR hv h1
        exact ⟨e, fun {_} hT' hall {_ _} hg _ => r hT' hall hg⟩
      · rename_i hn
        injection h1 with h1
        subst h1
        exact ⟨.refl hR, fun {_} _ _ {_ _} _ hr => absurd hr hn⟩
    obtain ⟨e₁, r₁⟩ := right
    have left : Extends g₁ g₂ ∧ ∀ {T'}, Grows g₂.builder.tables T' → (∀ x ∈ g₂.conditions, x.Refuted T') → ∀ {s : Setting} {σ₀ : Store},
        (∀ f ∈ F.givenBoth G assumption, f.Holds T s (fun _ => σ₀) []) → a.isLeft = true →
        LeftOf s.parameters (invariantAt T invariant s.parameters) s.self s.other (a.command.command T) (d.command.command T) := by
      unfold leftIf at h2
      split at h2
      · obtain ⟨e, r⟩ := leftCondition_sound hT e₁.right (Nat.le_trans hv e₁.version) h2
        exact ⟨e, fun {_} hT' hall {_ _} hg _ => r hT' hall hg⟩
      · rename_i hn
        injection h2 with h2
        subst h2
        exact ⟨.refl e₁.right, fun {_} _ _ {_ _} _ hr => absurd hr hn⟩
    obtain ⟨e₂, r₂⟩ := left
    obtain ⟨e₃, r₃⟩ := ih e₂.right (Nat.le_trans hv (e₁.trans e₂).version) h
    refine ⟨(e₁.trans e₂).trans e₃, fun {T'} hT' hall d' hd' => ?_⟩
    rcases List.mem_cons.mp hd' with rfl | hd'
    · exact fun {s σ₀} hg => ⟨r₁ ((e₂.trans e₃).grows.trans hT') (fun x hx => hall x ((e₂.trans e₃).conditions x hx)) hg,
        r₂ (e₃.grows.trans hT') (fun x hx => hall x (e₃.conditions x hx)) hg⟩
    · exact r₃ hT' hall d' hd'

theorem againstFamilies_sound (hT : T.Right) {assumption : Literal} {F : FamilyAtoms} (Gs : List FamilyAtoms) (hR : g.builder.tables.Right)
    (hv : 2 ≤ g.nextVersion) (h : againstFamilies T assumption invariant F a Gs g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ G ∈ Gs, ∀ d ∈ G.atoms, PairRight T assumption invariant F a G d := by
  induction Gs generalizing g with
  | nil =>
    simp only [againstFamilies, Except.ok.injEq] at h
    subst h
    exact ⟨.refl hR, fun {_} _ _ G hG => nomatch hG⟩
  | cons G Gs ih =>
    obtain ⟨g₁, h1, h⟩ := bind_ok.mp h
    obtain ⟨e₁, r₁⟩ := againstAtoms_sound hT _ hR hv h1
    obtain ⟨e₂, r₂⟩ := ih e₁.right (Nat.le_trans hv e₁.version) h
    refine ⟨e₁.trans e₂, fun {T'} hT' hall G' hG' => ?_⟩
    rcases List.mem_cons.mp hG' with rfl | hG'
    · exact r₁ (e₂.grows.trans hT') fun x hx => hall x (e₂.conditions x hx)
    · exact r₂ hT' hall G' hG'

/-- What is shown of a command of a family. -/
structure AtomRight (T : Tables) (assumption : Literal) (invariant : Option Literal) (families : List FamilyAtoms) (F : FamilyAtoms) (a : AtomCode) : Prop where
  pairs : ∀ G ∈ families, ∀ d ∈ G.atoms, PairRight T assumption invariant F a G d
  enabled : a.isLeft = true → ∀ {s : Setting} {σ₀ : Store}, (∀ f ∈ F.given assumption, f.Holds T s (fun _ => σ₀) []) →
    Enabled s.parameters (invariantAt T invariant s.parameters) s.self (a.command.command T)
  keeps : ∀ {s : Setting} {σ₀ : Store}, (∀ f ∈ F.given assumption, f.Holds T s (fun _ => σ₀) []) →
    KeepsOf s.parameters (invariantAt T invariant s.parameters) s.self (a.command.command T)

theorem atomConditions_sound (hT : T.Right) {assumption : Literal} {families : List FamilyAtoms} {F : FamilyAtoms} (as : List AtomCode)
    (hR : g.builder.tables.Right) (hv : 2 ≤ g.nextVersion) (h : atomConditions T assumption invariant families F as g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ a ∈ as, AtomRight T assumption invariant families F a := by
  induction as generalizing g with
  | nil =>
    simp only [atomConditions, Except.ok.injEq] at h
    subst h
    exact ⟨.refl hR, fun {_} _ _ a ha => nomatch ha⟩
  | cons a as ih =>
    obtain ⟨g₁, h1, h⟩ := bind_ok.mp h
    obtain ⟨g₂, h2, h⟩ := bind_ok.mp h
    obtain ⟨g₃, h3, h⟩ := bind_ok.mp h
    obtain ⟨e₁, r₁⟩ := againstFamilies_sound hT _ hR hv h1
    have left : Extends g₁ g₂ ∧ ∀ {T'}, Grows g₂.builder.tables T' → (∀ x ∈ g₂.conditions, x.Refuted T') → a.isLeft = true →
        ∀ {s : Setting} {σ₀ : Store}, (∀ f ∈ F.given assumption, f.Holds T s (fun _ => σ₀) []) →
        Enabled s.parameters (invariantAt T invariant s.parameters) s.self (a.command.command T) := by
      unfold enabledIf at h2
      split at h2
      · obtain ⟨e, r⟩ := enabledCondition_sound hT e₁.right h2
        exact ⟨e, fun {_} hT' hall _ {_ _} hg => r hT' hall hg⟩
      · rename_i hn
        injection h2 with h2
        subst h2
        exact ⟨.refl e₁.right, fun {_} _ _ hr => absurd hr hn⟩
    obtain ⟨e₂, r₂⟩ := left
    obtain ⟨e₄, r₄⟩ := keepsCondition_sound hT e₂.right (Nat.le_trans hv (e₁.trans e₂).version) h3
    obtain ⟨e₃, r₃⟩ := ih e₄.right (Nat.le_trans hv ((e₁.trans e₂).trans e₄).version) h
    refine ⟨((e₁.trans e₂).trans e₄).trans e₃, fun {T'} hT' hall a' ha' => ?_⟩
    rcases List.mem_cons.mp ha' with rfl | ha'
    · have e₄₃ := e₄.trans e₃
      exact ⟨r₁ ((e₂.trans e₄₃).grows.trans hT') fun x hx => hall x ((e₂.trans e₄₃).conditions x hx),
        r₂ (e₄₃.grows.trans hT') fun x hx => hall x (e₄₃.conditions x hx),
        fun {_ _} hg => r₄ (e₃.grows.trans hT') (fun x hx => hall x (e₃.conditions x hx)) hg⟩
    · exact r₃ hT' hall a' ha'

/-- **The conditions of movers**: if all are refuted, the commands are the movers that they are said to be. -/
theorem moverConditions_sound (hT : T.Right) {assumption : Literal} {families : List FamilyAtoms} (Fs : List FamilyAtoms) (hR : g.builder.tables.Right)
    (hv : 2 ≤ g.nextVersion) (h : moverConditions T assumption invariant families Fs g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') →
      ∀ F ∈ Fs, ∀ a ∈ F.atoms, AtomRight T assumption invariant families F a := by
  induction Fs generalizing g with
  | nil =>
    simp only [moverConditions, Except.ok.injEq] at h
    subst h
    exact ⟨.refl hR, fun {_} _ _ F hF => nomatch hF⟩
  | cons F Fs ih =>
    obtain ⟨g₁, h1, h⟩ := bind_ok.mp h
    obtain ⟨e₁, r₁⟩ := atomConditions_sound hT _ hR hv h1
    obtain ⟨e₂, r₂⟩ := ih e₁.right (Nat.le_trans hv e₁.version) h
    refine ⟨e₁.trans e₂, fun {T'} hT' hall F' hF' => ?_⟩
    rcases List.mem_cons.mp hF' with rfl | hF'
    · exact r₁ (e₂.grows.trans hT') fun x hx => hall x (e₂.conditions x hx)
    · exact r₂ hT' hall F' hF'

end

end Plato
