/-
# The literals of properties of branches express them

Main results: `childOf_says`, `siblings_says`, `among_says`, `noBranch_says`.
-/
module

public import Goal.Says

@[expose] public section

namespace Plato

section

variable {T : Tables} {sources : List Source} {b b' : Builder} {l n : Nat}

/-- What is built: right tables that have grown, and a term with that value. -/
def Gives (b b' : Builder) (n : Nat) (v : Interpretation → List Int → Int) : Prop :=
  b'.tables.Right ∧ Grows b.tables b'.tables ∧ ∀ I, b'.tables.Consistent I → ∀ outer, I.int outer n = v I outer

theorem term_gives {shape : TermShape} (hR : b.tables.Right) (h : b.term shape = .ok ⟨n, b'⟩) {v : Interpretation → List Int → Int}
    (hv : ∀ I, b'.tables.Consistent I → ∀ outer x, shape.Means I outer x → x.toInt = v I outer) : Gives b b' n v := by
  obtain ⟨hR', hg, _, m⟩ := term_built hR h
  exact ⟨hR', hg, fun I hI outer => hv I hI outer _ (m I hI outer)⟩

/-- The identifier of a thread. -/
theorem who_gives {who : Who} (hR : b.tables.Right) (h : who.copy 0 b = .ok ⟨n, b'⟩) :
    Gives b b' n fun I outer => (who.value I.model outer).toInt := by
  obtain ⟨hb, hg, _, hv⟩ := who_copy (at_ := ⟨.version 0, [], .self⟩) ⟨hR, True.intro, fun _ hx => nomatch hx⟩ h
  exact ⟨hb.right, hg, fun I hI outer => congrArg Value.toInt (hv I hI [] outer rfl)⟩

/-- It is that of the setting. -/
theorem who_identifier {s : Setting} {I : Interpretation} (hfit : Fits s I.model) (who : Who) (outer : List Int) :
    (who.value I.model outer).toInt = who.identifier s outer := by
  cases who with
  | nobody => rfl
  | self => rw [Who.value, hfit.self]; rfl
  | other => rw [Who.value, hfit.other]; rfl
  | bound => rfl
  | branch => simp only [Who.value, hfit.self, Who.identifier]; rfl

/-- What is asked about a branch. -/
theorem compileBranch_gives {child : Nat} {question : Int} (hR : b.tables.Right) (h : compileBranch child question b = .ok ⟨n, b'⟩) :
    Gives b b' n fun I outer => aboutBranch (I.int outer child) question := by
  obtain ⟨⟨q, b₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨hR₁, hg₁, m₁⟩ := term_gives hR h1 (v := fun _ _ => question) fun I _ outer x hx => by rw [hx]; rfl
  obtain ⟨hR₂, hg₂, _, m₂⟩ := term_built hR₁ h
  refine ⟨hR₂, hg₁.trans hg₂, fun I hI outer => ?_⟩
  have hq := m₁ I (hg₂.consistent I hI) outer
  have hn := m₂ I hI outer
  simp only [TermShape.Means, Operator.apply] at hn
  simp only [Interpretation.int] at hq ⊢
  rw [hn, hq]
  rfl

/-- An identifier below 0. -/
theorem compileNegative_sound {child : Nat} (hR : b.tables.Right) (h : compileNegative child b = .ok ⟨n, b'⟩) :
    b'.tables.Right ∧ Grows b.tables b'.tables ∧ ∀ I, b'.tables.Consistent I → ∀ outer, (I.holds outer n ↔ I.int outer child < 0) := by
  obtain ⟨⟨bound, b₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨hR₁, hg₁, m₁⟩ := term_gives hR h1 (v := fun _ _ => -1) fun I _ outer x hx => by rw [hx]; rfl
  obtain ⟨hR₂, hg₂, _, m₂⟩ := formula_built hR₁ h
  refine ⟨hR₂, hg₁.trans hg₂, fun I hI outer => ?_⟩
  have hn : I.holds outer n ↔ I.int outer child ≤ I.int outer bound := m₂ I hI outer
  have hb : I.int outer bound = -1 := m₁ I (hg₂.consistent I hI) outer
  rw [hn, hb]
  omega

theorem childOf_says {child parent : Who} (hR : b.tables.Right) (h : (Property.childOf child parent).compile T sources b = .ok ⟨l, b'⟩) :
    Says T sources b b' l (.childOf child parent) := by
  obtain ⟨⟨c, b₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨⟨p, b₂⟩, h2, h⟩ := bind_ok.mp h
  obtain ⟨⟨known, b₃⟩, h3, h⟩ := bind_ok.mp h
  obtain ⟨⟨equal, b₄⟩, h4, h⟩ := bind_ok.mp h
  obtain ⟨⟨own, b₅⟩, h5, h⟩ := bind_ok.mp h
  obtain ⟨⟨negative, b₆⟩, h6, h⟩ := bind_ok.mp h
  obtain ⟨⟨n, b₇⟩, h7, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Built.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨hR₁, hg₁, m₁⟩ := who_gives hR h1
  obtain ⟨hR₂, hg₂, m₂⟩ := who_gives hR₁ h2
  obtain ⟨hR₃, hg₃, m₃⟩ := compileBranch_gives hR₂ h3
  obtain ⟨hR₄, hg₄, _, m₄⟩ := formula_built hR₃ h4
  obtain ⟨hR₅, hg₅, _, m₅⟩ := formula_built hR₄ h5
  obtain ⟨hR₆, hg₆, m₆⟩ := compileNegative_sound hR₅ h6
  obtain ⟨hR₇, hg₇, _, m₇⟩ := formula_built hR₆ h7
  refine ⟨hR₇, (((((hg₁.trans hg₂).trans hg₃).trans hg₄).trans hg₅).trans hg₆).trans hg₇, fun I hI {s ρ} hfit _ outer => ?_⟩
  have hI₆ := hg₇.consistent I hI
  have hI₅ := hg₆.consistent I hI₆
  have hI₄ := hg₅.consistent I hI₅
  have hI₃ := hg₄.consistent I hI₄
  have hI₂ := hg₃.consistent I hI₃
  have e₁ : I.int outer c = child.identifier s outer := (m₁ I (hg₂.consistent I hI₂) outer).trans (who_identifier hfit _ _)
  have e₂ : I.int outer p = parent.identifier s outer := (m₂ I hI₂ outer).trans (who_identifier hfit _ _)
  have e₃ : I.int outer known = aboutBranch (I.int outer c) 0 := m₃ I hI₃ outer
  have e₄ : I.holds outer equal ↔ I.int outer known = I.int outer p := m₄ I hI₄ outer
  have e₅ : I.holds outer own ↔ I.int outer c = I.int outer p := m₅ I hI₅ outer
  rw [e₁] at e₃
  refine (Literal.true_positive _ n).trans ((and_holds (m₇ I hI outer)).trans ?_)
  simp [Interpretation.literal, Literal.true_positive, Literal.true_negative, e₄, e₅, e₃, e₂, m₆ I hI₆ outer, e₁, aboutBranch, Property.Holds]

theorem siblings_says (hR : b.tables.Right) (h : Property.siblings.compile T sources b = .ok ⟨l, b'⟩) : Says T sources b b' l .siblings := by
  obtain ⟨⟨self, b₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨⟨other, b₂⟩, h2, h⟩ := bind_ok.mp h
  obtain ⟨⟨parent, b₃⟩, h3, h⟩ := bind_ok.mp h
  obtain ⟨⟨parent', b₄⟩, h4, h⟩ := bind_ok.mp h
  obtain ⟨⟨number, b₅⟩, h5, h⟩ := bind_ok.mp h
  obtain ⟨⟨number', b₆⟩, h6, h⟩ := bind_ok.mp h
  obtain ⟨⟨one, b₇⟩, h7, h⟩ := bind_ok.mp h
  obtain ⟨⟨equal, b₈⟩, h8, h⟩ := bind_ok.mp h
  obtain ⟨⟨negative, b₉⟩, h9, h⟩ := bind_ok.mp h
  obtain ⟨⟨negative', b₁₀⟩, h10, h⟩ := bind_ok.mp h
  obtain ⟨⟨n, b₁₁⟩, h11, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Built.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨hR₁, hg₁, m₁⟩ := who_gives (who := .self) hR h1
  obtain ⟨hR₂, hg₂, m₂⟩ := who_gives (who := .other) hR₁ h2
  obtain ⟨hR₃, hg₃, m₃⟩ := compileBranch_gives hR₂ h3
  obtain ⟨hR₄, hg₄, m₄⟩ := compileBranch_gives hR₃ h4
  obtain ⟨hR₅, hg₅, m₅⟩ := compileBranch_gives hR₄ h5
  obtain ⟨hR₆, hg₆, m₆⟩ := compileBranch_gives hR₅ h6
  obtain ⟨hR₇, hg₇, _, m₇⟩ := formula_built hR₆ h7
  obtain ⟨hR₈, hg₈, _, m₈⟩ := formula_built hR₇ h8
  obtain ⟨hR₉, hg₉, m₉⟩ := compileNegative_sound hR₈ h9
  obtain ⟨hR₁₀, hg₁₀, m₁₀⟩ := compileNegative_sound hR₉ h10
  obtain ⟨hR₁₁, hg₁₁, _, m₁₁⟩ := formula_built hR₁₀ h11
  refine ⟨hR₁₁, (((((((((hg₁.trans hg₂).trans hg₃).trans hg₄).trans hg₅).trans hg₆).trans hg₇).trans hg₈).trans hg₉).trans hg₁₀).trans hg₁₁,
    fun I hI {s ρ} hfit _ outer => ?_⟩
  have hI₁₀ := hg₁₁.consistent I hI
  have hI₉ := hg₁₀.consistent I hI₁₀
  have hI₈ := hg₉.consistent I hI₉
  have hI₇ := hg₈.consistent I hI₈
  have hI₆ := hg₇.consistent I hI₇
  have hI₅ := hg₆.consistent I hI₆
  have hI₄ := hg₅.consistent I hI₅
  have hI₃ := hg₄.consistent I hI₄
  have hI₂ := hg₃.consistent I hI₃
  have e₁ : I.int outer self = s.self := (m₁ I (hg₂.consistent I hI₂) outer).trans (who_identifier hfit _ _)
  have e₂ : I.int outer other = s.other := (m₂ I hI₂ outer).trans (who_identifier hfit _ _)
  have e₃ : I.int outer parent = aboutBranch (I.int outer self) 0 := m₃ I hI₃ outer
  have e₄ : I.int outer parent' = aboutBranch (I.int outer other) 0 := m₄ I hI₄ outer
  have e₅ : I.int outer number = aboutBranch (I.int outer self) 1 := m₅ I hI₅ outer
  have e₆ : I.int outer number' = aboutBranch (I.int outer other) 1 := m₆ I hI₆ outer
  rw [e₁] at e₃ e₅
  rw [e₂] at e₄ e₆
  have e₇ : I.holds outer one ↔ I.int outer parent = I.int outer parent' := m₇ I hI₇ outer
  have e₈ : I.holds outer equal ↔ I.int outer number = I.int outer number' := m₈ I hI₈ outer
  refine (Literal.true_positive _ n).trans ((and_holds (m₁₁ I hI outer)).trans ?_)
  simp [Interpretation.literal, Literal.true_positive, Literal.true_negative, e₇, e₈, e₃, e₄, e₅, e₆, m₉ I hI₉ outer, m₁₀ I hI₁₀ outer, e₁, e₂,
    aboutBranch, Property.Holds]

theorem among_says (hT : T.Right) {first last : Nat} {r : View} {index : Nat} (hR : b.tables.Right) (hs : SourcesReady b.tables sources)
    (h : (Property.among first last r index).compile T sources b = .ok ⟨l, b'⟩) : Says T sources b b' l (.among first last r index) := by
  obtain ⟨b₀, hpay, h⟩ := bind_ok.mp h
  have ht := pay_tables hpay
  obtain ⟨⟨low, b₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨⟨high, b₂⟩, h2, h⟩ := bind_ok.mp h
  obtain ⟨⟨number, b₄⟩, h4, h⟩ := bind_ok.mp h
  obtain ⟨⟨above, b₅⟩, h5, h⟩ := bind_ok.mp h
  obtain ⟨⟨below, b₆⟩, h6, h⟩ := bind_ok.mp h
  obtain ⟨⟨n, b₇⟩, h7, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Built.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨hR₁, hg₁, _, m₁⟩ := copyTerm_sound hT ⟨ht ▸ hR, ht ▸ hs.site r⟩ h1
  obtain ⟨hR₂, hg₂, _, m₂⟩ := copyTerm_sound hT ⟨hR₁, (hs.grow (ht ▸ hg₁)).site r⟩ h2
  obtain ⟨hR₄, hg₄, m₄⟩ := who_gives (who := .bound index) hR₂ (by simpa [Who.copy] using h4)
  obtain ⟨hR₅, hg₅, _, m₅⟩ := formula_built hR₄ h5
  obtain ⟨hR₆, hg₆, _, m₆⟩ := formula_built hR₅ h6
  obtain ⟨hR₇, hg₇, _, m₇⟩ := formula_built hR₆ h7
  refine ⟨hR₇, ht ▸ ((((hg₁.trans hg₂).trans hg₄).trans hg₅).trans hg₆).trans hg₇, fun I hI {s ρ} hfit hρ outer => ?_⟩
  have hI₆ := hg₇.consistent I hI
  have hI₅ := hg₆.consistent I hI₆
  have hI₄ := hg₅.consistent I hI₅
  have hI₂ := hg₄.consistent I hI₄
  have e₁ := m₁ I (hg₂.consistent I hI₂) hfit.isInt outer
  have e₂ := m₂ I hI₂ hfit.isInt outer
  rw [site_model hfit hρ] at e₁ e₂
  have e₄ : I.int outer number = outer.getD index 0 := m₄ I hI₄ outer
  have e₅ : I.holds outer above ↔ I.int outer low ≤ I.int outer number := m₅ I hI₅ outer
  have e₆ : I.holds outer below ↔ I.int outer number ≤ I.int outer high := m₆ I hI₆ outer
  refine (Literal.true_positive _ n).trans ((and_holds (m₇ I hI outer)).trans ?_)
  simp only [Interpretation.int] at e₄ e₅ e₆
  simp only [Array.mem_def, List.mem_cons, List.not_mem_nil, or_false, forall_eq_or_imp, forall_eq, Interpretation.literal, Literal.true_positive]
  rw [e₅, e₆, e₄, e₁, e₂]
  rfl

theorem noBranch_says {who : Who} (hR : b.tables.Right) (h : (Property.noBranch who).compile T sources b = .ok ⟨l, b'⟩) :
    Says T sources b b' l (.noBranch who) := by
  obtain ⟨⟨w, b₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨⟨n, b₂⟩, h2, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Built.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨hR₁, hg₁, m₁⟩ := who_gives hR h1
  obtain ⟨hR₂, hg₂, m₂⟩ := compileNegative_sound hR₁ h2
  refine ⟨hR₂, hg₁.trans hg₂, fun I hI {s ρ} hfit _ outer => ?_⟩
  refine (Literal.true_negative _ n).trans ((not_congr (m₂ I hI outer)).trans ?_)
  have e₁ : I.int outer w = who.identifier s outer := (m₁ I (hg₂.consistent I hI) outer).trans (who_identifier hfit _ _)
  rw [e₁]
  simp only [Property.Holds]
  omega

end

end Plato
