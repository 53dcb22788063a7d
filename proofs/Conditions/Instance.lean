/-
# A formula that is copied means the same, at its place

Main definitions: `Place.model`. Main results: `copyLiteral_sound`.
-/
module

public import Plato.Conditions.Instance
public import Conditions.Builder

@[expose] public section

namespace Plato

/-- The model in which the program's formula is read if it is copied to this place. -/
def Place.model (at_ : Place) (I : Interpretation) : Model where
  atoms := I.model.atoms
  store version := if version = 0 then I.model.store at_.before else I.model.store at_.after
  logic name := if name = 0 then I.value [] at_.thread else I.model.logic (name + 1)

/-- What the table's own trees mean in a model. -/
noncomputable def Tables.interpretation (T : Tables) (M : Model) : Interpretation where
  model := M
  value bs t := (T.term t).eval M bs
  holds bs e := (T.formula e).Holds M bs

theorem interpretation_consistent (T : Tables) (M : Model) : T.Consistent (T.interpretation M) :=
  ⟨fun t ht bs => by simp [Tables.interpretation, Tables.term, ht], fun e he bs => by simp [Tables.interpretation, Tables.formula, he]⟩

/-- The builder's tables are right, and the thread's term does not depend on quantified variables. -/
structure Builder.Ready (b : Builder) (at_ : Place) : Prop where
  right : b.tables.Right
  thread : at_.thread < b.tables.terms.size
  closed : ∀ I, b.tables.Consistent I → ∀ bs, I.value bs at_.thread = I.value [] at_.thread

theorem Builder.Ready.grow {b b' : Builder} {at_ : Place} (h : b.Ready at_) (hR : b'.tables.Right) (hg : Grows b.tables b'.tables) :
    b'.Ready at_ := ⟨hR, Nat.lt_of_lt_of_le h.thread hg.terms, fun I hI => h.closed I (hg.consistent I hI)⟩

/-- The second number is a copy of the first. -/
def TermCopy (T : Tables) (at_ : Place) (b b' : Builder) (t n : Nat) : Prop :=
  b'.Ready at_ ∧ Grows b.tables b'.tables ∧ n < b'.tables.terms.size ∧
    ∀ I, b'.tables.Consistent I → ∀ bs, I.value bs n = (T.interpretation (at_.model I)).value bs t

def LiteralCopy (T : Tables) (at_ : Place) (b b' : Builder) (l m : Literal) : Prop :=
  b'.Ready at_ ∧ Grows b.tables b'.tables ∧ m / 2 < b'.tables.formulas.size ∧
    ∀ I, b'.tables.Consistent I → ∀ bs, (I.literal bs m ↔ (T.interpretation (at_.model I)).literal bs l)

def FormulaCopy (T : Tables) (at_ : Place) (b b' : Builder) (e n : Nat) : Prop :=
  b'.Ready at_ ∧ Grows b.tables b'.tables ∧ n < b'.tables.formulas.size ∧
    ∀ I, b'.tables.Consistent I → ∀ bs, (I.holds bs n ↔ (T.interpretation (at_.model I)).holds bs e)

def LiteralsCopy (T : Tables) (at_ : Place) (b b' : Builder) (ls : Array Nat) (i : Nat) (out ms : Array Nat) : Prop :=
  b'.Ready at_ ∧ Grows b.tables b'.tables ∧ ∃ more : List Nat, ms.toList = out.toList ++ more ∧
    ∀ I, b'.tables.Consistent I → ∀ bs,
      ((∃ m ∈ more, I.literal bs m) ↔ ∃ l ∈ ls.toList.drop i, (T.interpretation (at_.model I)).literal bs l)

section

variable {T : Tables} {at_ : Place}

/-- A new term whose shape means what the copied one's does. -/
theorem TermCopy.of_term {b b₁ b' : Builder} {shape : TermShape} {t n : Nat} (hb : b₁.Ready at_) (hg : Grows b.tables b₁.tables)
    (h : b₁.term shape = .ok ⟨n, b'⟩)
    (hm : ∀ I, b'.tables.Consistent I → ∀ bs v, shape.Means I bs v → v = (T.interpretation (at_.model I)).value bs t) :
    TermCopy T at_ b b' t n := by
  obtain ⟨hR, hg', hn, hmeans⟩ := term_built hb.right h
  exact ⟨hb.grow hR hg', hg.trans hg', hn, fun I hI bs => hm I hI bs _ (hmeans I hI bs)⟩

/-- A new formula whose shape means what the copied one's does. -/
theorem FormulaCopy.of_formula {b b₁ b' : Builder} {d : Definiens} {e n : Nat} (hb : b₁.Ready at_) (hg : Grows b.tables b₁.tables)
    (h : b₁.formula d = .ok ⟨n, b'⟩)
    (hm : ∀ I, b'.tables.Consistent I → ∀ bs, (d.shape n).Means I bs n → (I.holds bs n ↔ (T.interpretation (at_.model I)).holds bs e)) :
    FormulaCopy T at_ b b' e n := by
  obtain ⟨hR, hg', hn, hmeans⟩ := formula_built hb.right h
  exact ⟨hb.grow hR hg', hg.trans hg', hn, fun I hI bs => hm I hI bs (hmeans I hI bs)⟩

/-- Everything that is copied means the same at its place. -/
theorem copy_sound (hT : T.Right) (depth : Nat) :
    (∀ t b n b', b.Ready at_ → copyTerm T at_ depth t b = .ok ⟨n, b'⟩ → TermCopy T at_ b b' t n) ∧
    (∀ (l : Nat) b (m : Nat) b', b.Ready at_ → copyLiteral T at_ depth l b = .ok ⟨m, b'⟩ → LiteralCopy T at_ b b' l m) ∧
    (∀ e b n b', b.Ready at_ → copyFormula T at_ depth e b = .ok ⟨n, b'⟩ → FormulaCopy T at_ b b' e n) ∧
    (∀ ls i b out ms b', b.Ready at_ → copyLiterals T at_ depth ls i b out = .ok (ms, b') → LiteralsCopy T at_ b b' ls i out ms) := by
  induction depth with
  | zero => refine ⟨?_, ?_, ?_, ?_⟩ <;> intros <;> simp_all [copyTerm, copyLiteral, copyFormula, copyLiterals]
  | succ depth ih =>
    obtain ⟨ihT, ihL, ihF, ihLs⟩ := ih
    have hright : ∀ M, T.RightFor (T.interpretation M) := fun M => hT _ (interpretation_consistent T M)
    refine ⟨?_, ?_, ?_, ?_⟩
    · intro t b n b' hb h
      unfold copyTerm at h
      generalize hs : T.termShape t = shape at h
      -- what the copied term's shape says of its value
      have hm : ∀ M bs, shape ≠ .num 0 → shape.Means (T.interpretation M) bs ((T.interpretation M).value bs t) :=
        fun M bs hn => (hright M).termMeans hs hn bs
      cases shape with
      | num k =>
        refine .of_term hb (.refl _) h fun I hI bs v hv => ?_
        by_cases hk : k = 0
        · subst hk
          unfold Tables.termShape at hs
          have : (T.interpretation (at_.model I)).value bs t = .int 0 := by
            split at hs
            · have := ((hright (at_.model I)).terms t ‹_›).means bs
              rw [hs] at this
              exact this
            · rename_i ht
              simp [Tables.interpretation, Tables.term, ht, Term.eval]
          rw [this]
          exact hv
        · exact hv.trans (hm _ bs (by simp [hk])).symm
      | var name version =>
        refine .of_term hb (.refl _) h fun I hI bs v hv => hv.trans ?_
        have := hm (at_.model I) bs (by simp)
        simp only [TermShape.Means] at this
        rw [this]
        simp only [Tables.interpretation, Place.model]
        split <;> rfl
      | logic name =>
        simp only at h
        split at h
        · rename_i h0
          simp only [Except.ok.injEq, Built.mk.injEq] at h
          obtain ⟨rfl, rfl⟩ := h
          refine ⟨hb, .refl _, hb.thread, fun I hI bs => ?_⟩
          have := hm (at_.model I) bs (by simp)
          simp only [TermShape.Means] at this
          rw [this, hb.closed I hI bs]
          simp [Tables.interpretation, Place.model, h0]
        · rename_i h0
          refine .of_term hb (.refl _) h fun I hI bs v hv => hv.trans ?_
          have := hm (at_.model I) bs (by simp)
          simp only [TermShape.Means] at this
          rw [this]
          simp [Tables.interpretation, Place.model, h0]
      | bound index => exact .of_term hb (.refl _) h fun I hI bs v hv => hv.trans (hm _ bs (by simp)).symm
      | binary o x y =>
        simp only at h
        split at h
        · simp at h
        rename_i x' b₁ hx
        obtain ⟨hb₁, hg₁, _, hx⟩ := ihT _ _ _ _ hb hx
        split at h
        · simp at h
        rename_i y' b₂ hy
        obtain ⟨hb₂, hg₂, _, hy⟩ := ihT _ _ _ _ hb₁ hy
        refine .of_term hb₂ (hg₁.trans hg₂) h fun I hI bs v hv => hv.trans ?_
        have hg₃ := (term_built hb₂.right h).2.1
        have hI₂ := hg₃.consistent I hI
        rw [hx I (hg₂.consistent I hI₂) bs, hy I hI₂ bs]
        exact (hm (at_.model I) bs (by simp)).symm
      | store m i x =>
        simp only at h
        split at h
        · simp at h
        rename_i m' b₁ h1
        obtain ⟨hb₁, hg₁, _, h1⟩ := ihT _ _ _ _ hb h1
        split at h
        · simp at h
        rename_i i' b₂ h2
        obtain ⟨hb₂, hg₂, _, h2⟩ := ihT _ _ _ _ hb₁ h2
        split at h
        · simp at h
        rename_i x' b₃ h3
        obtain ⟨hb₃, hg₃, _, h3⟩ := ihT _ _ _ _ hb₂ h3
        refine .of_term hb₃ ((hg₁.trans hg₂).trans hg₃) h fun I hI bs v hv => hv.trans ?_
        have hI₃ := (term_built hb₃.right h).2.1.consistent I hI
        have hI₂ := hg₃.consistent I hI₃
        rw [Interpretation.map, Interpretation.int, Interpretation.int, h1 I (hg₂.consistent I hI₂) bs, h2 I hI₂ bs, h3 I hI₃ bs]
        exact (hm (at_.model I) bs (by simp)).symm
      | const x =>
        simp only at h
        split at h
        · simp at h
        rename_i x' b₁ h1
        obtain ⟨hb₁, hg₁, _, h1⟩ := ihT _ _ _ _ hb h1
        refine .of_term hb₁ hg₁ h fun I hI bs v hv => hv.trans ?_
        have hI₁ := (term_built hb₁.right h).2.1.consistent I hI
        rw [Interpretation.int, h1 I hI₁ bs]
        exact (hm (at_.model I) bs (by simp)).symm
      | ite c x y =>
        simp only at h
        split at h
        · simp at h
        rename_i c' b₁ h1
        obtain ⟨hb₁, hg₁, _, h1⟩ := ihL _ _ _ _ hb h1
        split at h
        · simp at h
        rename_i x' b₂ h2
        obtain ⟨hb₂, hg₂, _, h2⟩ := ihT _ _ _ _ hb₁ h2
        split at h
        · simp at h
        rename_i y' b₃ h3
        obtain ⟨hb₃, hg₃, _, h3⟩ := ihT _ _ _ _ hb₂ h3
        refine .of_term hb₃ ((hg₁.trans hg₂).trans hg₃) h fun I hI bs v hv => ?_
        have hI₃ := (term_built hb₃.right h).2.1.consistent I hI
        have hI₂ := hg₃.consistent I hI₃
        have hm := hm (at_.model I) bs (by simp)
        simp only [TermShape.Means, h1 I (hg₂.consistent I hI₂) bs, h2 I hI₂ bs, h3 I hI₃ bs] at hv hm
        by_cases hc : (T.interpretation (at_.model I)).literal bs c
        · rw [hv.1 hc, hm.1 hc]
        · rw [hv.2 hc, hm.2 hc]
      | witness body =>
        simp only at h
        split at h
        · simp at h
        rename_i body' b₁ h1
        obtain ⟨hb₁, hg₁, _, h1⟩ := ihL _ _ _ _ hb h1
        refine .of_term hb₁ hg₁ h fun I hI bs v hv => hv.trans ?_
        have hI₁ := (term_built hb₁.right h).2.1.consistent I hI
        have hm := hm (at_.model I) bs (by simp)
        simp only [TermShape.Means] at hm
        rw [hm]
        simp only [h1 I hI₁]
    · intro l b m b' hb h
      unfold copyLiteral at h
      split at h
      · simp at h
      rename_i n b₁ h1
      simp only [Except.ok.injEq, Built.mk.injEq] at h
      obtain ⟨rfl, rfl⟩ := h
      obtain ⟨hb₁, hg₁, hn, h1⟩ := ihF _ _ _ _ hb h1
      have h2 : (2 * n + l % 2) / 2 = n := by omega
      refine ⟨hb₁, hg₁, Nat.lt_of_le_of_lt (Nat.le_of_eq h2) hn, fun I hI bs => ?_⟩
      have h3 : (2 * n + l % 2) % 2 = l % 2 := by omega
      unfold Interpretation.literal Literal.True
      rw [h2, h3]
      split
      · exact h1 I hI bs
      · rw [h1 I hI bs]
    · intro e b n b' hb h
      unfold copyFormula at h
      generalize hs : T.shape e = shape at h
      have hm : ∀ M bs, shape.Means (T.interpretation M) bs e := fun M bs => (hright M).means hs bs
      cases shape with
      | atom => simp at h
      | gate long =>
        simp only at h
        split at h
        · simp at h
        rename_i ms b₁ h1
        obtain ⟨hb₁, hg₁, more, hmore, h1⟩ := ihLs _ _ _ _ _ _ hb h1
        simp only [List.nil_append] at hmore
        split at h
        · rename_i h0
          have hgate : ∀ M bs, ¬ (T.interpretation M).literal bs long[0] ↔ ∃ l ∈ long.toList.drop 1, (T.interpretation M).literal bs l := by
            intro M bs
            refine gate_holds (n := e) ?_ (hm M bs)
            have : long.toList ≠ [] := by intro hnil; simp [← Array.length_toList, hnil] at h0
            obtain ⟨x, xs, hx⟩ := List.exists_cons_of_ne_nil this
            have : long[0] = x := by simp [← Array.getElem_toList, hx]
            rw [this, hx]
            rfl
          have he : long[0] / 2 = e := (hm ⟨fun _ => True, fun _ _ => .int 0, fun _ => .int 0⟩ []).2.1
          split at h
          · rename_i hpos
            refine .of_formula hb₁ hg₁ h fun I hI bs hmeans => ?_
            have hI₁ := (formula_built hb₁.right h).2.1.consistent I hI
            have hlit : (T.interpretation (at_.model I)).literal bs long[0] ↔ (T.interpretation (at_.model I)).holds bs e := by
              simp [Interpretation.literal, Literal.True, hpos, he]
            rw [and_holds hmeans, ← hlit, ← Classical.not_not (a := (T.interpretation (at_.model I)).literal bs long[0]),
              hgate, ← h1 I hI₁ bs]
            have hmem : ∀ l, l ∈ pushNegated #[] ms 0 ↔ ∃ m ∈ more, Literal.negate m = l := by
              intro l
              rw [← Array.mem_toList_iff, pushNegated_toList]
              simp [hmore]
            constructor
            · rintro hall ⟨m, hm, hl⟩
              exact (Literal.true_negate _ m).mp (hall _ ((hmem _).mpr ⟨m, hm, rfl⟩)) hl
            · intro hnone l hl
              obtain ⟨m, hm, rfl⟩ := (hmem l).mp hl
              exact (Literal.true_negate _ m).mpr fun hl => hnone ⟨m, hm, hl⟩
          · rename_i hneg
            refine .of_formula hb₁ hg₁ h fun I hI bs hmeans => ?_
            have hI₁ := (formula_built hb₁.right h).2.1.consistent I hI
            have hlit : ¬ (T.interpretation (at_.model I)).literal bs long[0] ↔ (T.interpretation (at_.model I)).holds bs e := by
              simp [Interpretation.literal, Literal.True, hneg, he]
            rw [or_holds hmeans, ← hlit, hgate, ← h1 I hI₁ bs]
            simp only [← Array.mem_toList_iff, hmore]
        · simp at h
      | iff x y =>
        simp only at h
        split at h
        · simp at h
        rename_i x' b₁ h1
        obtain ⟨hb₁, hg₁, _, h1⟩ := ihL _ _ _ _ hb h1
        split at h
        · simp at h
        rename_i y' b₂ h2
        obtain ⟨hb₂, hg₂, _, h2⟩ := ihL _ _ _ _ hb₁ h2
        refine .of_formula hb₂ (hg₁.trans hg₂) h fun I hI bs hmeans => ?_
        have hI₂ := (formula_built hb₂.right h).2.1.consistent I hI
        have hm := hm (at_.model I) bs
        simp only [Definiens.shape, Shape.Means] at hmeans hm
        rw [hmeans, hm, h1 I (hg₂.consistent I hI₂) bs, h2 I hI₂ bs]
      | ite c x y =>
        simp only at h
        split at h
        · simp at h
        rename_i c' b₁ h1
        obtain ⟨hb₁, hg₁, _, h1⟩ := ihL _ _ _ _ hb h1
        split at h
        · simp at h
        rename_i x' b₂ h2
        obtain ⟨hb₂, hg₂, _, h2⟩ := ihL _ _ _ _ hb₁ h2
        split at h
        · simp at h
        rename_i y' b₃ h3
        obtain ⟨hb₃, hg₃, _, h3⟩ := ihL _ _ _ _ hb₂ h3
        refine .of_formula hb₃ ((hg₁.trans hg₂).trans hg₃) h fun I hI bs hmeans => ?_
        have hI₃ := (formula_built hb₃.right h).2.1.consistent I hI
        have hI₂ := hg₃.consistent I hI₃
        have hm := hm (at_.model I) bs
        simp only [Definiens.shape, Shape.Means] at hmeans hm
        rw [hmeans, hm, h1 I (hg₂.consistent I hI₂) bs, h2 I hI₂ bs, h3 I hI₃ bs]
      | le x y =>
        simp only at h
        split at h
        · simp at h
        rename_i x' b₁ h1
        obtain ⟨hb₁, hg₁, _, h1⟩ := ihT _ _ _ _ hb h1
        split at h
        · simp at h
        rename_i y' b₂ h2
        obtain ⟨hb₂, hg₂, _, h2⟩ := ihT _ _ _ _ hb₁ h2
        refine .of_formula hb₂ (hg₁.trans hg₂) h fun I hI bs hmeans => ?_
        have hI₂ := (formula_built hb₂.right h).2.1.consistent I hI
        have hm := hm (at_.model I) bs
        simp only [Definiens.shape, Shape.Means, Interpretation.int] at hmeans hm
        rw [hmeans, hm, h1 I (hg₂.consistent I hI₂) bs, h2 I hI₂ bs]
      | eq x y =>
        simp only at h
        split at h
        · simp at h
        rename_i x' b₁ h1
        obtain ⟨hb₁, hg₁, _, h1⟩ := ihT _ _ _ _ hb h1
        split at h
        · simp at h
        rename_i y' b₂ h2
        obtain ⟨hb₂, hg₂, _, h2⟩ := ihT _ _ _ _ hb₁ h2
        refine .of_formula hb₂ (hg₁.trans hg₂) h fun I hI bs hmeans => ?_
        have hI₂ := (formula_built hb₂.right h).2.1.consistent I hI
        have hm := hm (at_.model I) bs
        simp only [Definiens.shape, Shape.Means, Interpretation.int] at hmeans hm
        rw [hmeans, hm, h1 I (hg₂.consistent I hI₂) bs, h2 I hI₂ bs]
      | mapEq x y =>
        simp only at h
        split at h
        · simp at h
        rename_i x' b₁ h1
        obtain ⟨hb₁, hg₁, _, h1⟩ := ihT _ _ _ _ hb h1
        split at h
        · simp at h
        rename_i y' b₂ h2
        obtain ⟨hb₂, hg₂, _, h2⟩ := ihT _ _ _ _ hb₁ h2
        refine .of_formula hb₂ (hg₁.trans hg₂) h fun I hI bs hmeans => ?_
        have hI₂ := (formula_built hb₂.right h).2.1.consistent I hI
        have hm := hm (at_.model I) bs
        simp only [Definiens.shape, Shape.Means, Interpretation.map] at hmeans hm
        rw [hmeans, hm, h1 I (hg₂.consistent I hI₂) bs, h2 I hI₂ bs]
      | all body =>
        simp only at h
        split at h
        · simp at h
        rename_i body' b₁ h1
        obtain ⟨hb₁, hg₁, _, h1⟩ := ihL _ _ _ _ hb h1
        refine .of_formula hb₁ hg₁ h fun I hI bs hmeans => ?_
        have hI₁ := (formula_built hb₁.right h).2.1.consistent I hI
        have hm := hm (at_.model I) bs
        simp only [Definiens.shape, Shape.Means] at hmeans hm
        rw [hmeans, hm]
        simp only [h1 I hI₁]
    · intro ls i b out ms b' hb h
      unfold copyLiterals at h
      split at h
      · rename_i hi
        split at h
        · simp at h
        rename_i m b₁ h1
        obtain ⟨hb₁, hg₁, _, h1⟩ := ihL _ _ _ _ hb h1
        obtain ⟨hb', hg', more, hmore, h2⟩ := ihLs _ _ _ _ _ _ hb₁ h
        refine ⟨hb', hg₁.trans hg', m :: more, by simp [hmore], fun I hI bs => ?_⟩
        rw [drop_toList ls i hi]
        simp only [List.mem_cons, exists_eq_or_imp]
        rw [h1 I (hg'.consistent I hI) bs, h2 I hI bs]
      · rename_i hi
        simp only [Except.ok.injEq, Prod.mk.injEq] at h
        obtain ⟨rfl, rfl⟩ := h
        refine ⟨hb, .refl _, [], by simp, fun I hI bs => ?_⟩
        rw [drop_toList_nil ls i hi]
        simp

/-- A literal that is copied is true exactly if the program's formula holds at the place. -/
theorem copyLiteral_sound (hT : T.Right) {depth : Nat} {l m : Literal} {b b' : Builder} (hb : b.Ready at_) (hl : l / 2 < T.formulas.size)
    (h : copyLiteral T at_ depth l b = .ok ⟨m, b'⟩) :
    b'.tables.Right ∧ Grows b.tables b'.tables ∧ m / 2 < b'.tables.formulas.size ∧
      ∀ I, b'.tables.Consistent I → (I.literal [] m ↔ (T.literal l).Holds (at_.model I) []) := by
  obtain ⟨hb', hg, hm, hsem⟩ := (copy_sound hT depth).2.1 _ _ _ _ hb h
  refine ⟨hb'.right, hg, hm, fun I hI => (hsem I hI []).trans ?_⟩
  exact (interpretation_consistent T (at_.model I)).literal hl []

end

end Plato
