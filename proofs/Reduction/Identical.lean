/-
# Terms that are seen to be the same have the same value

Main results: `compileIdentical_sound`, `compileIdenticals_sound`.
-/
module

public import Plato.Reduction.Identical
public import Goal.Changes

@[expose] public section

namespace Plato

section

variable {b b' : Builder} {s : Setting}

/-- What a term's shape says of its value. -/
theorem termShape_means {T : Tables} (hR : T.Right) {t : Nat} (ht : t < T.terms.size) {I : Interpretation} (hI : T.Consistent I) :
    (T.termShape t).Means I [] (I.value [] t) := by
  rw [Tables.termShape, dif_pos ht]
  exact ((hR I hI).terms t ht).means []

/-- A term that is known to be an integer or a map is one. -/
theorem isMap_sound {T : Tables} (hR : T.Right) {t : Nat} (ht : t < T.terms.size) {I : Interpretation} (hI : T.Consistent I) (hfit : Fits s I.model)
    {isMap : Bool} (h : (T.termShape t).isMap = some isMap) :
    if isMap then I.value [] t = .map (I.map [] t) else I.value [] t = .int (I.int [] t) := by
  have hm := termShape_means hR ht hI
  revert hm h
  cases hs : T.termShape t with
  | logic name =>
    intro h hm
    match name with
    | 0 =>
      cases h
      simp only [TermShape.Means] at hm
      rw [hfit.self] at hm
      simp [Interpretation.int, hm, Value.toInt]
    | 1 =>
      cases h
      simp only [TermShape.Means] at hm
      rw [hfit.other] at hm
      simp [Interpretation.int, hm, Value.toInt]
    | n + 2 => cases h
  | var => intro h hm; cases h
  | ite => intro h hm; cases h
  | num | bound | binary | witness =>
    intro h hm
    cases h
    simp only [TermShape.Means] at hm
    simp [Interpretation.int, hm, Value.toInt]
  | store | const =>
    intro h hm
    cases h
    simp only [TermShape.Means] at hm
    simp [Interpretation.map, hm, Value.toMap]

/-- What the literal or entry must imply. -/
def Says.Same (b b' : Builder) (x y l : Nat) : Prop :=
  b'.tables.Right ∧ Grows b.tables b'.tables ∧ ∀ I, b'.tables.Consistent I → ∀ {s}, Fits s I.model → I.literal [] l → I.value [] x = I.value [] y

theorem compileEquation_sound {x y n : Nat} (hR : b.tables.Right) (hx : x < b.tables.terms.size) (hy : y < b.tables.terms.size)
    (h : compileEquation x y b = .ok ⟨n, b'⟩) : Says.Same b b' x y (2 * n) := by
  unfold compileEquation at h
  split at h
  · rename_i kx ky
    obtain ⟨hR', hg, _, hm⟩ := formula_built hR h
    refine ⟨hR', hg, fun I hI {s} hfit hl => ?_⟩
    have hIb := hg.consistent I hI
    have hmm := (hm I hI []).1 ((Literal.true_positive _ n).1 hl)
    have h₁ := isMap_sound hR hx hIb hfit kx
    have h₂ := isMap_sound hR hy hIb hfit ky
    simp only [Bool.false_eq_true, if_false] at h₁ h₂
    rw [h₁, h₂, hmm]
  · rename_i kx ky
    obtain ⟨hR', hg, _, hm⟩ := formula_built hR h
    refine ⟨hR', hg, fun I hI {s} hfit hl => ?_⟩
    have hIb := hg.consistent I hI
    have hmm := (hm I hI []).1 ((Literal.true_positive _ n).1 hl)
    have h₁ := isMap_sound hR hx hIb hfit kx
    have h₂ := isMap_sound hR hy hIb hfit ky
    simp only [if_true] at h₁ h₂
    rw [h₁, h₂, hmm]
  · obtain ⟨hR', hg, _, hm⟩ := formula_built hR h
    refine ⟨hR', hg, fun I hI {s} hfit hl => ?_⟩
    obtain ⟨_, hx, _⟩ := (or_holds (hm I hI [])).1 ((Literal.true_positive _ n).1 hl)
    simp at hx

/-- The children of a conditional term are in the table. -/
theorem ite_parts {T : Tables} (hR : T.Right) {t c x y : Nat} (h : T.termShape t = .ite c x y) {I : Interpretation} (hI : T.Consistent I)
    (ht : t < T.terms.size) : (I.literal [] c → I.value [] t = I.value [] x) ∧ (¬ I.literal [] c → I.value [] t = I.value [] y) := by
  have hm := termShape_means hR ht hI
  rw [h] at hm
  exact hm

theorem compileIdentical_sound (most : Nat) {x y l : Nat} (hR : b.tables.Right) (hx : x < b.tables.terms.size) (hy : y < b.tables.terms.size)
    (h : compileIdentical most x y b = .ok ⟨l, b'⟩) : Says.Same b b' x y l := by
  induction most generalizing b b' x y l with
  | zero =>
    obtain ⟨⟨n, b₁⟩, h1, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Built.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    obtain ⟨hR', hg, _, hm⟩ := formula_built hR h1
    refine ⟨hR', hg, fun I hI {s} hfit hl => ?_⟩
    obtain ⟨_, hx, _⟩ := (or_holds (hm I hI [])).1 ((Literal.true_positive _ n).1 hl)
    simp at hx
  | succ most ih =>
    rw [compileIdentical] at h
    split at h
    · rename_i hxy
      subst hxy
      obtain ⟨⟨n, b₁⟩, h1, h⟩ := bind_ok.mp h
      simp only [Except.ok.injEq, Built.mk.injEq] at h
      obtain ⟨rfl, rfl⟩ := h
      obtain ⟨hR', hg, _, _⟩ := formula_built hR h1
      exact ⟨hR', hg, fun _ _ {_} _ _ => rfl⟩
    · -- the parts of a conditional term may be any numbers; those that are not in the table are not looked up
      split at h
      · rename_i c x₁ x₂ hs
        split at h
        · rename_i hlt
          obtain ⟨⟨l₁, b₁⟩, h1, h⟩ := bind_ok.mp h
          obtain ⟨⟨l₂, b₂⟩, h2, h⟩ := bind_ok.mp h
          obtain ⟨⟨n, b₃⟩, h3, h⟩ := bind_ok.mp h
          simp only [Except.ok.injEq, Built.mk.injEq] at h
          obtain ⟨rfl, rfl⟩ := h
          obtain ⟨hR₁, hg₁, s₁⟩ := ih hR hlt.1 hy h1
          obtain ⟨hR₂, hg₂, s₂⟩ := ih hR₁ (Nat.lt_of_lt_of_le hlt.2 hg₁.terms) (Nat.lt_of_lt_of_le hy hg₁.terms) h2
          obtain ⟨hR₃, hg₃, _, hm⟩ := formula_built hR₂ h3
          refine ⟨hR₃, (hg₁.trans hg₂).trans hg₃, fun I hI {s} hfit hl => ?_⟩
          have hI₂ := hg₃.consistent I hI
          have hI₁ := hg₂.consistent I hI₂
          obtain ⟨p₁, p₂⟩ := ite_parts hR hs (hg₁.consistent I hI₁) hx
          obtain ⟨q₁, q₂⟩ := (hm I hI []).1 ((Literal.true_positive _ n).1 hl)
          by_cases hc : I.literal [] c
          · rw [p₁ hc]; exact s₁ I hI₁ hfit (q₁ hc)
          · rw [p₂ hc]; exact s₂ I hI₂ hfit (q₂ hc)
        · simp at h
      · rename_i c y₁ y₂ hs _
        split at h
        · rename_i hlt
          obtain ⟨⟨l₁, b₁⟩, h1, h⟩ := bind_ok.mp h
          obtain ⟨⟨l₂, b₂⟩, h2, h⟩ := bind_ok.mp h
          obtain ⟨⟨n, b₃⟩, h3, h⟩ := bind_ok.mp h
          simp only [Except.ok.injEq, Built.mk.injEq] at h
          obtain ⟨rfl, rfl⟩ := h
          obtain ⟨hR₁, hg₁, s₁⟩ := ih hR hx hlt.1 h1
          obtain ⟨hR₂, hg₂, s₂⟩ := ih hR₁ (Nat.lt_of_lt_of_le hx hg₁.terms) (Nat.lt_of_lt_of_le hlt.2 hg₁.terms) h2
          obtain ⟨hR₃, hg₃, _, hm⟩ := formula_built hR₂ h3
          refine ⟨hR₃, (hg₁.trans hg₂).trans hg₃, fun I hI {s} hfit hl => ?_⟩
          have hI₂ := hg₃.consistent I hI
          have hI₁ := hg₂.consistent I hI₂
          obtain ⟨p₁, p₂⟩ := ite_parts hR hs (hg₁.consistent I hI₁) hy
          obtain ⟨q₁, q₂⟩ := (hm I hI []).1 ((Literal.true_positive _ n).1 hl)
          by_cases hc : I.literal [] c
          · rw [p₁ hc]; exact s₁ I hI₁ hfit (q₁ hc)
          · rw [p₂ hc]; exact s₂ I hI₂ hfit (q₂ hc)
        · simp at h
      · obtain ⟨⟨n, b₁⟩, h1, h⟩ := bind_ok.mp h
        simp only [Except.ok.injEq, Built.mk.injEq] at h
        obtain ⟨rfl, rfl⟩ := h
        exact compileEquation_sound hR hx hy h1

/-- The variables have the same values in two stores. -/
theorem compileIdenticals_sound {first second : Source} (names : List Nat) {out ls : Array Literal} (hR : b.tables.Right) (h1 : first.Ready b.tables)
    (h2 : second.Ready b.tables) (h : compileIdenticals first second names out b = .ok (ls, b')) :
    b'.tables.Right ∧ Grows b.tables b'.tables ∧ ∀ I, b'.tables.Consistent I → ∀ {s}, Fits s I.model → (∀ l ∈ ls, I.literal [] l) →
      (∀ l ∈ out, I.literal [] l) ∧ ∀ x ∈ names, first.value I x = second.value I x := by
  induction names generalizing b out with
  | nil =>
    simp only [compileIdenticals, Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    exact ⟨hR, .refl _, fun I _ {s} _ hls => ⟨hls, fun x hx => nomatch hx⟩⟩
  | cons name names ih =>
    obtain ⟨⟨x, b₁⟩, e1, h⟩ := bind_ok.mp h
    obtain ⟨⟨y, b₂⟩, e2, h⟩ := bind_ok.mp h
    obtain ⟨⟨l, b₃⟩, e3, h⟩ := bind_ok.mp h
    obtain ⟨hR₁, hg₁, hn₁, hv₁⟩ := copyVariable_here hR h1 e1
    obtain ⟨hR₂, hg₂, hn₂, hv₂⟩ := copyVariable_here hR₁ (h2.grow hg₁) e2
    obtain ⟨hR₃, hg₃, hs⟩ := compileIdentical_sound _ hR₂ (Nat.lt_of_lt_of_le hn₁ hg₂.terms) hn₂ e3
    have hg := (hg₁.trans hg₂).trans hg₃
    obtain ⟨hR', hg', hrest⟩ := ih hR₃ (h1.grow hg) (h2.grow hg) h
    refine ⟨hR', hg.trans hg', fun I hI {s} hfit hls => ?_⟩
    obtain ⟨hout, hnames⟩ := hrest I hI hfit hls
    rw [forall_mem_push] at hout
    refine ⟨hout.1, fun z hz => ?_⟩
    rcases List.mem_cons.mp hz with rfl | hz
    · have hI₃ := hg'.consistent I hI
      have hI₂ := hg₃.consistent I hI₃
      rw [← hv₁ I (hg₂.consistent I hI₂), ← hv₂ I hI₂]
      exact hs I hI₃ hfit hout.2
    · exact hnames z hz

end

end Plato
