/-
# What the generator's steps do

Main definitions: `truth`, `Condition.Refuted`, `Extends`, `SameBelow`, `Scope.Sees`, `Forces`.
Main results: what `make`, `property`, `properties`, `shown` and `witness` give.
-/
module

public import Goal.Properties

@[expose] public section

namespace Plato

/-- The literal is true in the model, as an entry of the table. -/
def truth (T : Tables) (M : Model) (l : Literal) : Prop := (T.interpretation M).literal [] l

theorem truth_negate (T : Tables) (M : Model) (l : Nat) : truth T M (Literal.negate l) ↔ ¬ truth T M l := Literal.true_negate _ l

/-- The condition's literals are not all true in any model. -/
def Condition.Refuted (T : Tables) (condition : Condition) : Prop := ∀ M, ¬ ∀ l ∈ condition.literals, truth T M l

theorem forall_mem_push {ls : Array Literal} {l : Literal} {P : Literal → Prop} : (∀ x ∈ ls.push l, P x) ↔ (∀ x ∈ ls, P x) ∧ P l := by
  simp only [Array.mem_push]
  exact ⟨fun h => ⟨fun x hx => h x (.inl hx), h l (.inr rfl)⟩, fun h x hx => hx.elim (h.1 x) (fun e => e ▸ h.2)⟩

/-- A disjunction of complements and one more literal is an implication. -/
theorem or_negated {holds : Nat → Prop} {premises : Array Literal} {l : Literal} :
    (∃ x ∈ (pushNegated #[] premises 0).push l, Literal.True holds x) ↔ ((∀ x ∈ premises, Literal.True holds x) → Literal.True holds l) := by
  simp only [Array.mem_push]
  constructor
  · rintro ⟨x, hx | rfl, hxt⟩ hall
    · rw [← Array.mem_toList_iff, pushNegated_toList] at hx
      simp only [List.drop_zero, List.nil_append, List.mem_map] at hx
      obtain ⟨y, hy, rfl⟩ := hx
      exact absurd (hall y (Array.mem_toList_iff.mp hy)) ((Literal.true_negate _ y).mp hxt)
    · exact hxt
  · intro h
    by_cases hall : ∀ x ∈ premises, Literal.True holds x
    · exact ⟨l, .inr rfl, h hall⟩
    · obtain ⟨y, hy⟩ := Classical.not_forall.mp hall
      obtain ⟨hy, hyt⟩ := Classical.not_imp.mp hy
      refine ⟨Literal.negate y, .inl ?_, (Literal.true_negate _ y).mpr hyt⟩
      rw [← Array.mem_toList_iff, pushNegated_toList]
      simp only [List.drop_zero, List.nil_append, List.mem_map]
      exact ⟨y, Array.mem_toList_iff.mpr hy, rfl⟩

/-- If what a condition assumes is true, so is what it shows. -/
theorem Condition.Refuted.conclude {T : Tables} {origin : Origin} {ls : Array Literal} {l : Nat}
    (h : Condition.Refuted T ⟨origin, ls.push (Literal.negate l)⟩) {M : Model} (hls : ∀ x ∈ ls, truth T M x) : truth T M l := by
  refine Classical.byContradiction fun hl => h M ?_
  exact forall_mem_push.mpr ⟨hls, (truth_negate T M l).mpr hl⟩

/-- The second generator has all that the first has. -/
structure Extends (g g' : Generator) : Prop where
  right : g'.builder.tables.Right
  grows : Grows g.builder.tables g'.builder.tables
  version : g.nextVersion ≤ g'.nextVersion
  conditions : ∀ x ∈ g.conditions, x ∈ g'.conditions

theorem Extends.refl {g : Generator} (h : g.builder.tables.Right) : Extends g g := ⟨h, .refl _, Nat.le_refl _, fun _ hx => hx⟩

theorem Extends.trans {g g' g'' : Generator} (h : Extends g g') (h' : Extends g' g'') : Extends g g'' :=
  ⟨h'.right, h.grows.trans h'.grows, Nat.le_trans h.version h'.version, fun x hx => h'.conditions x (h.conditions x hx)⟩

theorem Extends.require {g : Generator} (hR : g.builder.tables.Right) (origin : Origin) (literals : Array Literal) :
    Extends g (g.require origin literals) :=
  ⟨hR, .refl _, Nat.le_refl _, fun x hx => by simp [Generator.require, hx]⟩

/-- The second generator has all that the first has, and has used no more versions. -/
structure Steady (g g' : Generator) : Prop where
  toExtends : Extends g g'
  sameVersion : g'.nextVersion = g.nextVersion

theorem Steady.trans {g g' g'' : Generator} (h : Steady g g') (h' : Steady g' g'') : Steady g g'' :=
  ⟨h.toExtends.trans h'.toExtends, h'.sameVersion.trans h.sameVersion⟩

/-! ## What the steps say -/

section

variable {T : Tables} (hT : T.Right) {sources : List Source} {g g' : Generator} {l : Nat}

/-- The literal says the property, in every larger table. -/
def SaysLater (T : Tables) (sources : List Source) (g' : Generator) (l : Nat) (f : Property) : Prop :=
  ∀ {T'}, Grows g'.builder.tables T' → ∀ {s M ρ}, Fits s M → Reads (T'.interpretation M) sources ρ → (truth T' M l ↔ f.Holds T s ρ [])

theorem SaysLater.extend {f : Property} {g'' : Generator} (h : SaysLater T sources g' l f) (e : Extends g' g'') :
    SaysLater T sources g'' l f := fun {_} hT' => h (e.grows.trans hT')

theorem make_says (hR : g.builder.tables.Right) {d : Definiens} (h : g.make d = .ok ⟨l, g'⟩) :
    Steady g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → ∀ M, ∃ n, l = 2 * n ∧ (d.shape n).Means (T'.interpretation M) [] n := by
  obtain ⟨builder, next, conditions, labels⟩ := g
  simp only [Generator.make] at h
  obtain ⟨⟨n, b⟩, h1, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Generated.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨hR', hg, _, hm⟩ := formula_built hR h1
  exact ⟨⟨⟨hR', hg, Nat.le_refl _, fun _ hx => hx⟩, rfl⟩,
    fun {T'} hT' M => ⟨n, rfl, hm _ (hT'.consistent _ (interpretation_consistent T' M)) []⟩⟩

theorem truth_positive (T : Tables) (M : Model) (n : Nat) : truth T M (2 * n) ↔ (T.interpretation M).holds [] n :=
  Literal.true_positive _ n

/-- A conjunction. -/
theorem make_and_says (hR : g.builder.tables.Right) {ls : Array Literal} (h : g.make (.and ls) = .ok ⟨l, g'⟩) {T' : Tables}
    (hT' : Grows g'.builder.tables T') (M : Model) : truth T' M l ↔ ∀ x ∈ ls, truth T' M x := by
  obtain ⟨n, rfl, hm⟩ := (make_says hR h).2 hT' M
  rw [truth_positive, and_holds hm]
  rfl

/-- A disjunction. -/
theorem make_or_says (hR : g.builder.tables.Right) {ls : Array Literal} (h : g.make (.or ls) = .ok ⟨l, g'⟩) {T' : Tables}
    (hT' : Grows g'.builder.tables T') (M : Model) : truth T' M l ↔ ∃ x ∈ ls, truth T' M x := by
  obtain ⟨n, rfl, hm⟩ := (make_says hR h).2 hT' M
  rw [truth_positive, or_holds hm]
  rfl

/-- An implication. -/
theorem make_implies_says (hR : g.builder.tables.Right) {a b : Literal} (h : g.make (.implies a b) = .ok ⟨l, g'⟩) {T' : Tables}
    (hT' : Grows g'.builder.tables T') (M : Model) : truth T' M l ↔ (truth T' M a → truth T' M b) := by
  obtain ⟨n, rfl, hm⟩ := (make_says hR h).2 hT' M
  rw [truth_positive, implies_holds hm]
  rfl

/-- A literal under assumptions. -/
theorem under_says (hR : g.builder.tables.Right) {assumed : Array Literal} {m : Nat} (h : g.under assumed m = .ok ⟨l, g'⟩) :
    Steady g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → ∀ M, (truth T' M l ↔ ((∀ x ∈ assumed, truth T' M x) → truth T' M m)) := by
  unfold Generator.under at h
  split at h
  · rename_i h0
    simp only [Except.ok.injEq, Generated.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    have : assumed = #[] := Array.eq_empty_of_size_eq_zero h0
    subst this
    exact ⟨⟨.refl hR, rfl⟩, fun {_} _ _ => by simp⟩
  · exact ⟨(make_says hR h).1, fun {T'} hT' M => (make_or_says hR h hT' M).trans or_negated⟩

/-- Literals, and one more. -/
theorem together_says (hR : g.builder.tables.Right) {shown : Array Literal} {m : Nat} (h : g.together shown m = .ok ⟨l, g'⟩) :
    Steady g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → ∀ M, (truth T' M l ↔ (∀ x ∈ shown, truth T' M x) ∧ truth T' M m) := by
  unfold Generator.together at h
  split at h
  · rename_i h0
    simp only [Except.ok.injEq, Generated.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    have : shown = #[] := Array.eq_empty_of_size_eq_zero h0
    subst this
    exact ⟨⟨.refl hR, rfl⟩, fun {_} _ _ => by simp⟩
  · exact ⟨(make_says hR h).1, fun {T'} hT' M => (make_and_says hR h hT' M).trans forall_mem_push⟩

include hT

/-- A property's literal. -/
theorem property_says (hR : g.builder.tables.Right) (hs : SourcesReady g.builder.tables sources) {f : Property}
    (h : g.property T sources f = .ok ⟨l, g'⟩) : Steady g g' ∧ SaysLater T sources g' l f := by
  obtain ⟨builder, next, conditions, labels⟩ := g
  simp only [Generator.property] at h
  obtain ⟨⟨n, b⟩, h1, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Generated.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨hR', hg, hsays⟩ := property_sound hT f hR hs h1
  exact ⟨⟨⟨hR', hg, Nat.le_refl _, fun _ hx => hx⟩, rfl⟩,
    fun {T'} hT' {s M ρ} hfit hρ => hsays _ (hT'.consistent _ (interpretation_consistent T' M)) hfit hρ []⟩

/-- The literal of a property that is to be shown. -/
theorem shown_says (hR : g.builder.tables.Right) (hs : SourcesReady g.builder.tables sources) {f : Shown}
    (h : g.shown T sources f = .ok ⟨l, g'⟩) : Steady g g' ∧ SaysLater T sources g' l f.property := by
  obtain ⟨⟨m, g₁⟩, h1, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Generated.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨st, says⟩ := property_says hT hR hs h1
  cases hm : f.mark with
  | none => exact ⟨st, says⟩
  | some mark => exact ⟨⟨⟨st.toExtends.right, st.toExtends.grows, st.toExtends.version, st.toExtends.conditions⟩, st.sameVersion⟩, says⟩

/-- Properties' literals: all true exactly if those before are and the properties hold. -/
theorem properties_says (fs : List Property) {out ls : Array Literal} (hR : g.builder.tables.Right) (hs : SourcesReady g.builder.tables sources)
    (h : Generator.properties T sources fs out g = .ok (ls, g')) :
    Steady g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → ∀ {s M ρ}, Fits s M → Reads (T'.interpretation M) sources ρ →
      ((∀ x ∈ ls, truth T' M x) ↔ (∀ x ∈ out, truth T' M x) ∧ ∀ f ∈ fs, f.Holds T s ρ []) := by
  induction fs generalizing g out with
  | nil =>
    simp only [Generator.properties, Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    exact ⟨⟨.refl hR, rfl⟩, fun {_} _ {_ _ _} _ _ => by simp⟩
  | cons f fs ih =>
    obtain ⟨⟨m, g₁⟩, h1, h⟩ := bind_ok.mp h
    obtain ⟨st₁, says₁⟩ := property_says hT hR hs h1
    obtain ⟨st₂, says₂⟩ := ih st₁.toExtends.right (hs.grow st₁.toExtends.grows) h
    refine ⟨st₁.trans st₂, fun {T'} hT' {s M ρ} hfit hρ => ?_⟩
    rw [says₂ hT' hfit hρ, forall_mem_push, says₁ (st₂.toExtends.grows.trans hT') hfit hρ]
    simp [and_assoc]

/-- The same for properties that are to be shown. -/
theorem allShown_says (fs : List Shown) {out ls : Array Literal} (hR : g.builder.tables.Right) (hs : SourcesReady g.builder.tables sources)
    (h : Generator.allShown T sources fs out g = .ok (ls, g')) :
    Steady g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → ∀ {s M ρ}, Fits s M → Reads (T'.interpretation M) sources ρ →
      ((∀ x ∈ ls, truth T' M x) ↔ (∀ x ∈ out, truth T' M x) ∧ ∀ f ∈ fs, f.property.Holds T s ρ []) := by
  induction fs generalizing g out with
  | nil =>
    simp only [Generator.allShown, Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    exact ⟨⟨.refl hR, rfl⟩, fun {_} _ {_ _ _} _ _ => by simp⟩
  | cons f fs ih =>
    obtain ⟨⟨m, g₁⟩, h1, h⟩ := bind_ok.mp h
    obtain ⟨st₁, says₁⟩ := shown_says hT hR hs h1
    obtain ⟨st₂, says₂⟩ := ih st₁.toExtends.right (hs.grow st₁.toExtends.grows) h
    refine ⟨st₁.trans st₂, fun {T'} hT' {s M ρ} hfit hρ => ?_⟩
    rw [says₂ hT' hfit hρ, forall_mem_push, says₁ (st₂.toExtends.grows.trans hT') hfit hρ]
    simp [and_assoc]

/-- A store given by terms. -/
theorem witness_says (hR : g.builder.tables.Right) (hs : SourcesReady g.builder.tables sources) {w : Witness} {source : Source}
    (h : g.witness T sources w = .ok (source, g')) :
    Steady g g' ∧ source.Ready g'.builder.tables ∧ ∀ {T'}, Grows g'.builder.tables T' → ∀ {s M ρ}, Fits s M →
      Reads (T'.interpretation M) sources ρ → source.value (T'.interpretation M) = w.store T s ρ := by
  obtain ⟨builder, next, conditions, labels⟩ := g
  simp only [Generator.witness] at h
  obtain ⟨b₁, hpay, h⟩ := bind_ok.mp h
  have ht := pay_tables hpay
  obtain ⟨⟨x, b⟩, h1, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Prod.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  have hs₁ : SourcesReady b₁.tables sources := ht ▸ hs
  obtain ⟨hR', hg, hx, hv⟩ := changes_sound hT w.changes (ht ▸ hR) hs₁ (hs₁.sourceOf w.base) h1
  exact ⟨⟨⟨hR', ht ▸ hg, Nat.le_refl _, fun _ hx => hx⟩, rfl⟩, hx,
    fun {T'} hT' {s M ρ} hfit hρ => hv _ (hT'.consistent _ (interpretation_consistent T' M)) hfit hρ (hρ w.base)⟩

end

/-! ## Models with free stores -/

/-- The models differ at most in stores from that version on. -/
structure SameBelow (n : Nat) (M M' : Model) : Prop where
  atoms : M'.atoms = M.atoms
  logic : M'.logic = M.logic
  store : ∀ i, i < n → M'.store i = M.store i

theorem SameBelow.refl (n : Nat) (M : Model) : SameBelow n M M := ⟨rfl, rfl, fun _ _ => rfl⟩

theorem SameBelow.trans {n n' : Nat} {M M' M'' : Model} (h : SameBelow n M M') (h' : SameBelow n' M' M'') (hn : n ≤ n') :
    SameBelow n M M'' :=
  ⟨h'.atoms.trans h.atoms, h'.logic.trans h.logic, fun i hi => (h'.store i (Nat.lt_of_lt_of_le hi hn)).trans (h.store i hi)⟩

theorem Fits.same {s : Setting} {n : Nat} {M M' : Model} (h : Fits s M) (hM : SameBelow n M M') : Fits s M' :=
  ⟨hM.atoms.trans h.atoms, (congrFun hM.logic 0).trans h.self, (congrFun hM.logic 1).trans h.other,
    fun i hi => (congrFun hM.logic (i + 1)).trans (h.logic i hi)⟩

/-- The model with one store replaced. -/
def Model.setStore (M : Model) (version : Nat) (σ : Store) : Model :=
  { M with store := fun k => if k = version then σ else M.store k }

theorem Model.setStore_same (M : Model) (k : Nat) (σ : Store) : (M.setStore k σ).store k = σ := by simp [Model.setStore]

theorem SameBelow.setStore (n : Nat) (M : Model) (σ : Store) : SameBelow n M (M.setStore n σ) :=
  ⟨rfl, rfl, fun i hi => by simp [Model.setStore, Nat.ne_of_lt hi]⟩

/-- In the model and in all that differ from version `n` on: the stores in scope are these, the literals of the shared rests imply what the
rests mean, and what every condition may use is true. -/
structure Scope.Sees (scope : Scope) (T : Tables) (n : Nat) (M : Model) (ρ : Nat → Store) (exits : Nat → Prop) : Prop where
  reads : ∀ M', SameBelow n M M' → Reads (T.interpretation M') scope.sources ρ
  exits : ∀ M', SameBelow n M M' → ∀ i l, exitOf scope.exits i = some l → truth T M' l → exits i
  hypotheses : ∀ M', SameBelow n M M' → ∀ l ∈ scope.hypotheses, truth T M' l

theorem Scope.Sees.later {scope : Scope} {T : Tables} {n n' : Nat} {M M' : Model} {ρ : Nat → Store} {exits : Nat → Prop}
    (h : scope.Sees T n M ρ exits) (hM : SameBelow n M M') (hn : n ≤ n') : scope.Sees T n' M' ρ exits :=
  ⟨fun M'' h' => h.reads M'' (hM.trans h' hn), fun M'' h' => h.exits M'' (hM.trans h' hn), fun M'' h' => h.hypotheses M'' (hM.trans h' hn)⟩

/-- For some choice of the stores from `n` on, whatever those from `n'` on are, the proposition is true if the literal is: these stores are a
counterexample if there is one. -/
def Forces (T : Tables) (n n' : Nat) (M : Model) (l : Nat) (P : Prop) : Prop :=
  ∃ M₁, SameBelow n M M₁ ∧ ∀ M', SameBelow n' M₁ M' → truth T M' l → P

end Plato
