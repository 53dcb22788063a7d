/-
# The literal of a property expresses it

Main definitions: `Fits`, `Reads`. Main results: `property_sound`, `changes_sound`.
-/
module

public import Plato.Goal.Compile
public import Goal.Meaning
public import Table.Copy

@[expose] public section

namespace Plato

/-- The model has the setting's parameters and threads; the stores are free. -/
structure Fits (s : Setting) (M : Model) : Prop where
  atoms : M.atoms = s.parameters.atoms
  self : M.logic 0 = .int s.self
  other : M.logic 1 = .int s.other
  logic : ∀ i, 1 ≤ i → M.logic (i + 1) = s.parameters.logic i

/-- The stores in scope are the ones that the sources give. -/
def Reads (I : Interpretation) (sources : List Source) (ρ : Nat → Store) : Prop := ∀ i, (sourceOf sources i).value I = ρ i

theorem Reads.cons {I : Interpretation} {sources : List Source} {ρ : Nat → Store} (h : Reads I sources ρ) {source : Source} {σ : Store}
    (hσ : source.value I = σ) : Reads I (source :: sources) (Plato.cons σ ρ)
  | 0 => hσ
  | i + 1 => h i

section

variable {s : Setting} {I : Interpretation} {sources : List Source} {ρ : Nat → Store}

theorem sourceAt_value (hρ : Reads I sources ρ) (first : Nat) (later : List Nat) (version : Nat) :
    (sourceAt (sourceOf sources first) (sourcesOf sources later) version).value I = storeAt (ρ first) (later.map ρ) version := by
  induction later generalizing first version with
  | nil => cases version <;> exact hρ first
  | cons second later ih =>
    cases version with
    | zero => exact hρ first
    | succ version => exact ih second version

/-- A formula is copied to the place where it is to be read. -/
theorem place_model (hs : Fits s I.model) (hρ : Reads I sources ρ) (r : View) (outer : List Int) :
    (r.place sources).model I outer = r.model s ρ outer := by
  simp only [Place.model, View.model, View.place]
  congr 1
  · exact hs.atoms
  · funext version
    exact sourceAt_value hρ _ _ _
  · funext name
    split
    · cases r.thread with
      | nobody => rfl
      | self => exact hs.self
      | other => exact hs.other
      | bound => rfl
    · exact hs.logic name (by omega)

end

/-- All sources can be used. -/
def SourcesReady (T : Tables) (sources : List Source) : Prop := ∀ x ∈ sources, x.Ready T

theorem SourcesReady.grow {T T' : Tables} {sources : List Source} (h : SourcesReady T sources) (hg : Grows T T') : SourcesReady T' sources :=
  fun x hx => (h x hx).grow hg

theorem SourcesReady.cons {T : Tables} {source : Source} {sources : List Source} (hx : source.Ready T) (h : SourcesReady T sources) :
    SourcesReady T (source :: sources) := fun x hm => (List.mem_cons.mp hm).elim (fun e => e ▸ hx) (h x)

theorem SourcesReady.sourceOf {T : Tables} {sources : List Source} (h : SourcesReady T sources) (i : Nat) : (sourceOf sources i).Ready T := by
  induction sources generalizing i with
  | nil => trivial
  | cons x xs ih =>
    cases i with
    | zero => exact h x (by simp)
    | succ i => exact ih (fun y hy => h y (by simp [hy])) i

theorem SourcesReady.place {T : Tables} {sources : List Source} (h : SourcesReady T sources) (r : View) : (r.place sources).Ready T := by
  refine ⟨h.sourceOf _, ?_⟩
  show ∀ x ∈ sourcesOf sources r.later, x.Ready T
  generalize r.later = later
  induction later with
  | nil => exact fun _ hx => nomatch hx
  | cons i is ih => exact fun x hx => (List.mem_cons.mp hx).elim (fun e => e ▸ h.sourceOf i) (ih x)

/-- What is built: right tables that have grown, and a literal with that meaning. -/
def Says (T : Tables) (sources : List Source) (b b' : Builder) (l : Nat) (f : Property) : Prop :=
  b'.tables.Right ∧ Grows b.tables b'.tables ∧ ∀ I, b'.tables.Consistent I → ∀ {s ρ}, Fits s I.model → Reads I sources ρ → ∀ outer,
    (I.literal outer l ↔ f.Holds T s ρ outer)

section

variable {T : Tables} (hT : T.Right) {sources : List Source} {b b' : Builder} {l : Nat}
include hT

theorem is_says (hR : b.tables.Right) (hs : SourcesReady b.tables sources) {m : Nat} {r : View}
    (h : (Property.is m r).compile T sources b = .ok ⟨l, b'⟩) : Says T sources b b' l (.is m r) := by
  obtain ⟨b₁, hpay, h⟩ := bind_ok.mp h
  have ht := pay_tables hpay
  obtain ⟨hR', hg, hl⟩ := copyLiteral_sound hT ⟨ht ▸ hR, ht ▸ hs.place r⟩ h
  refine ⟨hR', ht ▸ hg, fun I hI {s ρ} hfit hρ outer => (hl I hI outer).trans ?_⟩
  rw [place_model hfit hρ]
  rfl

omit hT in
theorem different_says (hR : b.tables.Right) (h : Property.different.compile T sources b = .ok ⟨l, b'⟩) : Says T sources b b' l .different := by
  obtain ⟨⟨self, b₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨⟨other, b₂⟩, h2, h⟩ := bind_ok.mp h
  obtain ⟨⟨same, b₃⟩, h3, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Built.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨hR₁, hg₁, _, m₁⟩ := term_built hR h1
  obtain ⟨hR₂, hg₂, _, m₂⟩ := term_built hR₁ h2
  obtain ⟨hR₃, hg₃, _, m₃⟩ := formula_built hR₂ h3
  refine ⟨hR₃, (hg₁.trans hg₂).trans hg₃, fun I hI {s ρ} hfit _ outer => ?_⟩
  have hI₂ := hg₃.consistent I hI
  have e₁ : I.value outer self = .int s.self := (m₁ I (hg₂.consistent I hI₂) outer).trans hfit.self
  have e₂ : I.value outer other = .int s.other := (m₂ I hI₂ outer).trans hfit.other
  have e₃ : I.holds outer same ↔ I.int outer self = I.int outer other := m₃ I hI outer
  refine (Literal.true_negative _ same).trans (not_congr (e₃.trans ?_))
  simp [Interpretation.int, e₁, e₂, Value.toInt]

/-- **The literal of a property expresses it.** -/
theorem property_sound (f : Property) (hR : b.tables.Right) (hs : SourcesReady b.tables sources) (h : f.compile T sources b = .ok ⟨l, b'⟩) :
    Says T sources b b' l f := by
  induction f generalizing b b' l with
  | is m r => exact is_says hT hR hs h
  | different => exact different_says hR h
  | and f g ihf ihg =>
    obtain ⟨⟨x, b₁⟩, h1, h⟩ := bind_ok.mp h
    obtain ⟨⟨y, b₂⟩, h2, h⟩ := bind_ok.mp h
    obtain ⟨⟨n, b₃⟩, h3, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Built.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    obtain ⟨hR₁, hg₁, s₁⟩ := ihf hR hs h1
    obtain ⟨hR₂, hg₂, s₂⟩ := ihg hR₁ (hs.grow hg₁) h2
    obtain ⟨hR₃, hg₃, _, m₃⟩ := formula_built hR₂ h3
    refine ⟨hR₃, (hg₁.trans hg₂).trans hg₃, fun I hI {s ρ} hfit hρ outer => ?_⟩
    have hI₂ := hg₃.consistent I hI
    refine (Literal.true_positive _ n).trans ((and_holds (m₃ I hI outer)).trans ?_)
    simp [Property.Holds, s₁ I (hg₂.consistent I hI₂) hfit hρ outer, s₂ I hI₂ hfit hρ outer]
  | implies f g ihf ihg =>
    obtain ⟨⟨x, b₁⟩, h1, h⟩ := bind_ok.mp h
    obtain ⟨⟨y, b₂⟩, h2, h⟩ := bind_ok.mp h
    obtain ⟨⟨n, b₃⟩, h3, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Built.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    obtain ⟨hR₁, hg₁, s₁⟩ := ihf hR hs h1
    obtain ⟨hR₂, hg₂, s₂⟩ := ihg hR₁ (hs.grow hg₁) h2
    obtain ⟨hR₃, hg₃, _, m₃⟩ := formula_built hR₂ h3
    refine ⟨hR₃, (hg₁.trans hg₂).trans hg₃, fun I hI {s ρ} hfit hρ outer => ?_⟩
    have hI₂ := hg₃.consistent I hI
    refine (Literal.true_positive _ n).trans ((implies_holds (m₃ I hI outer)).trans ?_)
    rw [s₁ I (hg₂.consistent I hI₂) hfit hρ outer, s₂ I hI₂ hfit hρ outer]
    rfl
  | all f ih =>
    obtain ⟨⟨x, b₁⟩, h1, h⟩ := bind_ok.mp h
    obtain ⟨⟨n, b₃⟩, h3, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Built.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    obtain ⟨hR₁, hg₁, s₁⟩ := ih hR hs h1
    obtain ⟨hR₃, hg₃, _, m₃⟩ := formula_built hR₁ h3
    refine ⟨hR₃, hg₁.trans hg₃, fun I hI {s ρ} hfit hρ outer => (Literal.true_positive _ n).trans ?_⟩
    have hm : I.holds outer n ↔ ∀ t, I.literal (t :: outer) x := m₃ I hI outer
    simp only [hm, fun t => s₁ I (hg₃.consistent I hI) hfit hρ (t :: outer)]
    rfl

/-- **A store given by terms is the store that the changes make.** -/
theorem changes_sound (changes : List Change) {source result : Source} (hR : b.tables.Right) (hs : SourcesReady b.tables sources)
    (hx : source.Ready b.tables) (h : compileChanges T sources changes source b = .ok (result, b')) :
    b'.tables.Right ∧ Grows b.tables b'.tables ∧ result.Ready b'.tables ∧ ∀ I, b'.tables.Consistent I → ∀ {s ρ}, Fits s I.model →
      Reads I sources ρ → ∀ {σ}, source.value I = σ → result.value I = changedStore T s ρ changes σ := by
  induction changes generalizing b source with
  | nil =>
    simp only [compileChanges, Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    exact ⟨hR, .refl _, hx, fun I hI {s ρ} _ _ {σ} hσ => hσ⟩
  | cons change changes ih =>
    obtain ⟨b₁, hpay, h⟩ := bind_ok.mp h
    have ht := pay_tables hpay
    obtain ⟨⟨n, b₂⟩, hcopy, h⟩ := bind_ok.mp h
    obtain ⟨hR₂, hg, hn, hv⟩ := copyTerm_sound hT ⟨ht ▸ hR, ht ▸ hs.place change.at_⟩ hcopy
    rw [ht] at hg
    simp only at h
    split at h
    · rename_i hclosed
      have hready : (Source.changed change.name n source).Ready b₂.tables :=
        ⟨⟨hn, fun I hI bs => (hR₂ I hI).termIndependent hclosed fun i hi => absurd hi (Nat.not_lt_zero i)⟩, hx.grow hg⟩
      obtain ⟨hR', hg', hr, hval⟩ := ih hR₂ (hs.grow hg) hready h
      refine ⟨hR', hg.trans hg', hr, fun I hI {s ρ} hfit hρ {σ} hσ => hval I hI hfit hρ ?_⟩
      funext x
      simp only [Source.value]
      split
      · rw [hv I (hg'.consistent I hI) [], place_model hfit hρ]
      · rw [hσ]
    · simp at h

end

end Plato
