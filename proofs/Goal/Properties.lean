/-
# The literal of a property expresses it

Main results: `property_sound`, `changes_sound`.
-/
module

public import Goal.Branches

@[expose] public section

namespace Plato

section

variable {T : Tables} (hT : T.Right) {sources : List Source} {b b' : Builder} {l : Nat}
include hT

theorem is_says (hR : b.tables.Right) (hs : SourcesReady b.tables sources) {m : Nat} {r : View}
    (h : (Property.is m r).compile T sources b = .ok ⟨l, b'⟩) : Says T sources b b' l (.is m r) := by
  obtain ⟨b₁, hpay, h⟩ := bind_ok.mp h
  have ht := pay_tables hpay
  obtain ⟨hR', hg, hl⟩ := copyLiteral_sound hT ⟨ht ▸ hR, ht ▸ hs.site r⟩ h
  refine ⟨hR', ht ▸ hg, fun I hI {s ρ} hfit hρ outer => (hl I hI hfit.isInt outer).trans ?_⟩
  rw [site_model hfit hρ]
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

omit hT in
/-- The equations of two stores. -/
theorem compileSame_sound {x y : Source} (variables : List VariableCode) {out ls : Array Literal} (hR : b.tables.Right) (hx : x.Ready b.tables)
    (hy : y.Ready b.tables) (h : compileSame x y variables out b = .ok (ls, b')) :
    b'.tables.Right ∧ Grows b.tables b'.tables ∧ ∀ I, b'.tables.Consistent I → ∀ outer, ((∀ l ∈ ls, I.literal outer l) ↔
      (∀ l ∈ out, I.literal outer l) ∧ ∀ v ∈ variables, if v.isMap then (x.value I v.name).toMap = (y.value I v.name).toMap
        else (x.value I v.name).toInt = (y.value I v.name).toInt) := by
  induction variables generalizing b out with
  | nil =>
    simp only [compileSame, Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    exact ⟨hR, .refl _, fun I _ outer => by simp⟩
  | cons v variables ih =>
    obtain ⟨name, isMap⟩ := v
    obtain ⟨⟨m, b₁⟩, h1, h⟩ := bind_ok.mp h
    obtain ⟨⟨n, b₂⟩, h2, h⟩ := bind_ok.mp h
    obtain ⟨⟨e, b₃⟩, h3, h⟩ := bind_ok.mp h
    obtain ⟨hb₁, hg₁, _, hm⟩ := copyVariable_sound (at_ := ⟨x, [], .self⟩) ⟨hR, hx, fun _ hx => nomatch hx⟩ hx h1
    obtain ⟨hb₂, hg₂, _, hn⟩ := copyVariable_sound (at_ := ⟨y, [], .self⟩) ⟨hb₁.right, hy.grow hg₁, fun _ hx => nomatch hx⟩ (hy.grow hg₁) h2
    obtain ⟨hR₃, hg₃, _, he⟩ := formula_built hb₂.right h3
    have hg := (hg₁.trans hg₂).trans hg₃
    obtain ⟨hR', hg', hls⟩ := ih hR₃ (hx.grow hg) (hy.grow hg) h
    refine ⟨hR', hg.trans hg', fun I hI outer => ?_⟩
    have hI₃ := hg'.consistent I hI
    have hI₂ := hg₃.consistent I hI₃
    have hmv := hm I (hg₂.consistent I hI₂) outer
    have hnv := hn I hI₂ outer
    have heq : I.literal outer (2 * e) ↔ if isMap then (x.value I name).toMap = (y.value I name).toMap
        else (x.value I name).toInt = (y.value I name).toInt := by
      refine (Literal.true_positive _ e).trans ?_
      have he := he I hI₃ outer
      cases isMap with
      | true =>
        have he : I.holds outer e ↔ I.map outer m = I.map outer n := he
        simp only [if_true, he, Interpretation.map, hmv, hnv]
      | false =>
        have he : I.holds outer e ↔ I.int outer m = I.int outer n := he
        simp only [Bool.false_eq_true, if_false, he, Interpretation.int, hmv, hnv]
    rw [hls I hI outer]
    simp only [Array.mem_push, List.mem_cons, forall_eq_or_imp]
    constructor
    · exact fun ⟨h1, h2⟩ => ⟨fun l hl => h1 l (.inl hl), heq.mp (h1 _ (.inr rfl)), h2⟩
    · exact fun ⟨h1, h2, h3⟩ => ⟨fun l hl => hl.elim (h1 l) (fun e => e ▸ heq.mpr h2), h3⟩

/-- **The literal of a property expresses it.** -/
theorem property_sound (f : Property) (hR : b.tables.Right) (hs : SourcesReady b.tables sources) (h : f.compile T sources b = .ok ⟨l, b'⟩) :
    Says T sources b b' l f := by
  induction f generalizing b b' l with
  | is m r => exact is_says hT hR hs h
  | different => exact different_says hR h
  | childOf => exact childOf_says hR h
  | siblings => exact siblings_says hR h
  | among => exact among_says hT hR hs h
  | noBranch => exact noBranch_says hR h
  | same variables i j =>
    obtain ⟨b₁, hpay, h⟩ := bind_ok.mp h
    have ht := pay_tables hpay
    obtain ⟨⟨ls, b₂⟩, h1, h⟩ := bind_ok.mp h
    obtain ⟨⟨n, b₃⟩, h2, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Built.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    have hs₁ : SourcesReady b₁.tables sources := ht ▸ hs
    obtain ⟨hR₂, hg₂, hls⟩ := compileSame_sound variables (ht ▸ hR) (hs₁.sourceOf i) (hs₁.sourceOf j) h1
    obtain ⟨hR₃, hg₃, _, m₃⟩ := formula_built hR₂ h2
    refine ⟨hR₃, ht ▸ hg₂.trans hg₃, fun I hI {s ρ} hfit hρ outer => ?_⟩
    refine (Literal.true_positive _ n).trans ((and_holds (m₃ I hI outer)).trans ?_)
    rw [hls I (hg₃.consistent I hI) outer, hρ i, hρ j]
    simp [Property.Holds]
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
    obtain ⟨hR₂, hg, hn, hv⟩ := copyTerm_sound hT ⟨ht ▸ hR, ht ▸ hs.site change.at_⟩ hcopy
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
      · rw [hv I (hg'.consistent I hI) hfit.isInt [], site_model hfit hρ]
      · rw [hσ]
    · simp at h

end

end Plato
