/-
# A formula that is copied means the same, at its place

Main definitions: `Place.model`. Main results: `copyLiteral_sound`.
-/
module

public import Plato.Table.Copy
public import Table.Builder

@[expose] public section

namespace Plato

/-- The model in which the program's formula is read if it is copied to this place, for a thread. -/
def Place.model (at_ : Place) (I : Interpretation) (thread : Value) : Model where
  atoms := I.model.atoms
  store version := if version = 0 then I.model.store at_.before else I.model.store at_.after
  logic name := if name = 0 then thread else I.model.logic (name + 1)

/-- How the quantified variables around the copy (`bs`), those around the formula (`cs`) and the thread belong together: they are the same
and the thread is the place's; or the thread is the variable after as many as stand around the formula. -/
def Sees (at_ : Place) (under : Option Nat) (I : Interpretation) (bs cs : List Int) (thread : Value) : Prop :=
  match under with
  | none => bs = cs ∧ thread = I.value [] at_.thread
  | some k => cs.length = k ∧ ∃ t rest, bs = cs ++ t :: rest ∧ thread = .int t

theorem Sees.cons {at_ : Place} {under : Option Nat} {I : Interpretation} {bs cs : List Int} {thread : Value}
    (h : Sees at_ under I bs cs thread) (x : Int) : Sees at_ (inside under) I (x :: bs) (x :: cs) thread := by
  cases under with
  | none => exact ⟨by rw [h.1], h.2⟩
  | some k =>
    obtain ⟨hk, t, rest, hbs, ht⟩ := h
    exact ⟨by simp [hk], t, rest, by simp [hbs], ht⟩

/-- Variables that the formula's own quantifiers bind have the same value. -/
theorem Sees.bound {at_ : Place} {under : Option Nat} {I : Interpretation} {bs cs : List Int} {thread : Value}
    (h : Sees at_ under I bs cs thread) {index : Nat} (hi : isOutside under index = false) : bs.getD index 0 = cs.getD index 0 := by
  cases under with
  | none => rw [h.1]
  | some k =>
    obtain ⟨hk, t, rest, rfl, _⟩ := h
    simp only [isOutside, decide_eq_false_iff_not, Nat.not_le] at hi
    simp [List.getD_eq_getElem?_getD, List.getElem?_append_left (hk ▸ hi)]

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
def TermCopy (T : Tables) (at_ : Place) (under : Option Nat) (b b' : Builder) (t n : Nat) : Prop :=
  b'.Ready at_ ∧ Grows b.tables b'.tables ∧ n < b'.tables.terms.size ∧
    ∀ I, b'.tables.Consistent I → ∀ bs cs v, Sees at_ under I bs cs v → I.value bs n = (T.interpretation (at_.model I v)).value cs t

def LiteralCopy (T : Tables) (at_ : Place) (under : Option Nat) (b b' : Builder) (l m : Literal) : Prop :=
  b'.Ready at_ ∧ Grows b.tables b'.tables ∧ m / 2 < b'.tables.formulas.size ∧
    ∀ I, b'.tables.Consistent I → ∀ bs cs v, Sees at_ under I bs cs v →
      (I.literal bs m ↔ (T.interpretation (at_.model I v)).literal cs l)

def FormulaCopy (T : Tables) (at_ : Place) (under : Option Nat) (b b' : Builder) (e n : Nat) : Prop :=
  b'.Ready at_ ∧ Grows b.tables b'.tables ∧ n < b'.tables.formulas.size ∧
    ∀ I, b'.tables.Consistent I → ∀ bs cs v, Sees at_ under I bs cs v → (I.holds bs n ↔ (T.interpretation (at_.model I v)).holds cs e)

def LiteralsCopy (T : Tables) (at_ : Place) (under : Option Nat) (b b' : Builder) (ls : Array Nat) (i : Nat) (out ms : Array Nat) : Prop :=
  b'.Ready at_ ∧ Grows b.tables b'.tables ∧ ∃ more : List Nat, ms.toList = out.toList ++ more ∧
    ∀ I, b'.tables.Consistent I → ∀ bs cs v, Sees at_ under I bs cs v →
      ((∃ m ∈ more, I.literal bs m) ↔ ∃ l ∈ ls.toList.drop i, (T.interpretation (at_.model I v)).literal cs l)

section

variable {T : Tables} {at_ : Place}

/-- A new term whose shape means what the copied one's does. -/
theorem TermCopy.of_term {under : Option Nat} {b b₁ b' : Builder} {shape : TermShape} {t n : Nat} (hb : b₁.Ready at_) (hg : Grows b.tables b₁.tables)
    (h : b₁.term shape = .ok ⟨n, b'⟩)
    (hm : ∀ I, b'.tables.Consistent I → ∀ bs cs w, Sees at_ under I bs cs w → ∀ v, shape.Means I bs v →
      v = (T.interpretation (at_.model I w)).value cs t) : TermCopy T at_ under b b' t n := by
  obtain ⟨hR, hg', hn, hmeans⟩ := term_built hb.right h
  exact ⟨hb.grow hR hg', hg.trans hg', hn, fun I hI bs cs w hs => hm I hI bs cs w hs _ (hmeans I hI bs)⟩

/-- A new formula whose shape means what the copied one's does. -/
theorem FormulaCopy.of_formula {under : Option Nat} {b b₁ b' : Builder} {d : Definiens} {e n : Nat} (hb : b₁.Ready at_) (hg : Grows b.tables b₁.tables)
    (h : b₁.formula d = .ok ⟨n, b'⟩)
    (hm : ∀ I, b'.tables.Consistent I → ∀ bs cs w, Sees at_ under I bs cs w → (d.shape n).Means I bs n →
      (I.holds bs n ↔ (T.interpretation (at_.model I w)).holds cs e)) : FormulaCopy T at_ under b b' e n := by
  obtain ⟨hR, hg', hn, hmeans⟩ := formula_built hb.right h
  exact ⟨hb.grow hR hg', hg.trans hg', hn, fun I hI bs cs w hs => hm I hI bs cs w hs (hmeans I hI bs)⟩

/-- Everything that is copied means the same at its place. -/
theorem copy_sound (hT : T.Right) (depth : Nat) :
    (∀ under t b n b', b.Ready at_ → copyTerm T at_ under depth t b = .ok ⟨n, b'⟩ → TermCopy T at_ under b b' t n) ∧
    (∀ under (l : Nat) b (m : Nat) b', b.Ready at_ → copyLiteral T at_ under depth l b = .ok ⟨m, b'⟩ → LiteralCopy T at_ under b b' l m) ∧
    (∀ under e b n b', b.Ready at_ → copyFormula T at_ under depth e b = .ok ⟨n, b'⟩ → FormulaCopy T at_ under b b' e n) ∧
    (∀ under ls i b out ms b', b.Ready at_ → copyLiterals T at_ under depth ls i b out = .ok (ms, b') →
      LiteralsCopy T at_ under b b' ls i out ms) := by
  induction depth with
  | zero => refine ⟨?_, ?_, ?_, ?_⟩ <;> intros <;> simp_all [copyTerm, copyLiteral, copyFormula, copyLiterals]
  | succ depth ih =>
    obtain ⟨ihT, ihL, ihF, ihLs⟩ := ih
    have hright : ∀ M, T.RightFor (T.interpretation M) := fun M => hT _ (interpretation_consistent T M)
    refine ⟨?_, ?_, ?_, ?_⟩
    · intro under t b n b' hb h
      unfold copyTerm at h
      generalize hs : T.termShape t = shape at h
      -- what the copied term's shape says of its value
      have hm : ∀ M bs, shape ≠ .num 0 → shape.Means (T.interpretation M) bs ((T.interpretation M).value bs t) :=
        fun M bs hn => (hright M).termMeans hs hn bs
      cases shape with
      | num k =>
        refine .of_term hb (.refl _) h fun I hI bs cs w hw v hv => ?_
        by_cases hk : k = 0
        · subst hk
          unfold Tables.termShape at hs
          have : (T.interpretation (at_.model I w)).value cs t = .int 0 := by
            split at hs
            · have := ((hright (at_.model I w)).terms t ‹_›).means cs
              rw [hs] at this
              exact this
            · rename_i ht
              simp [Tables.interpretation, Tables.term, ht, Term.eval]
          rw [this]
          exact hv
        · exact hv.trans (hm _ cs (by simp [hk])).symm
      | var name version =>
        refine .of_term hb (.refl _) h fun I hI bs cs w hw v hv => hv.trans ?_
        have := hm (at_.model I w) cs (by simp)
        simp only [TermShape.Means] at this
        rw [this]
        simp only [Tables.interpretation, Place.model]
        split <;> rfl
      | logic name =>
        dsimp only at h
        have hm' : ∀ I cs w, (T.interpretation (at_.model I w)).value cs t = (at_.model I w).logic name :=
          fun I cs w => hm (at_.model I w) cs (by simp)
        split at h
        · rename_i h0
          split at h
          · simp only [Except.ok.injEq, Built.mk.injEq] at h
            obtain ⟨rfl, rfl⟩ := h
            refine ⟨hb, .refl _, hb.thread, fun I hI bs cs w hw => ?_⟩
            rw [hm', hb.closed I hI bs, ← hw.2]
            simp [Place.model, h0]
          · refine .of_term hb (.refl _) h fun I hI bs cs w hw v hv => ?_
            obtain ⟨hk, t, rest, rfl, rfl⟩ := hw
            simp only [TermShape.Means] at hv
            rw [hm', hv]
            simp [Place.model, h0, ← hk, List.getD_eq_getElem?_getD]
        · rename_i h0
          refine .of_term hb (.refl _) h fun I hI bs cs w hw v hv => ?_
          rw [hm', hv]
          simp [Place.model, h0]
      | bound index =>
        dsimp only at h
        split at h
        · simp at h
        rename_i hi
        refine .of_term hb (.refl _) h fun I hI bs cs w hw v hv => ?_
        rw [hm (at_.model I w) cs (by simp), ← hw.bound (by simpa using hi)]
        exact hv
      | binary o x y =>
        simp only at h
        split at h
        · simp at h
        rename_i x' b₁ hx
        obtain ⟨hb₁, hg₁, _, hx⟩ := ihT _ _ _ _ _ hb hx
        split at h
        · simp at h
        rename_i y' b₂ hy
        obtain ⟨hb₂, hg₂, _, hy⟩ := ihT _ _ _ _ _ hb₁ hy
        refine .of_term hb₂ (hg₁.trans hg₂) h fun I hI bs cs w hw v hv => hv.trans ?_
        have hg₃ := (term_built hb₂.right h).2.1
        have hI₂ := hg₃.consistent I hI
        rw [hx I (hg₂.consistent I hI₂) bs cs w hw, hy I hI₂ bs cs w hw]
        exact (hm (at_.model I w) cs (by simp)).symm
      | store m i x =>
        simp only at h
        split at h
        · simp at h
        rename_i m' b₁ h1
        obtain ⟨hb₁, hg₁, _, h1⟩ := ihT _ _ _ _ _ hb h1
        split at h
        · simp at h
        rename_i i' b₂ h2
        obtain ⟨hb₂, hg₂, _, h2⟩ := ihT _ _ _ _ _ hb₁ h2
        split at h
        · simp at h
        rename_i x' b₃ h3
        obtain ⟨hb₃, hg₃, _, h3⟩ := ihT _ _ _ _ _ hb₂ h3
        refine .of_term hb₃ ((hg₁.trans hg₂).trans hg₃) h fun I hI bs cs w hw v hv => hv.trans ?_
        have hI₃ := (term_built hb₃.right h).2.1.consistent I hI
        have hI₂ := hg₃.consistent I hI₃
        rw [Interpretation.map, Interpretation.int, Interpretation.int, h1 I (hg₂.consistent I hI₂) bs cs w hw, h2 I hI₂ bs cs w hw, h3 I hI₃ bs cs w hw]
        exact (hm (at_.model I w) cs (by simp)).symm
      | const x =>
        simp only at h
        split at h
        · simp at h
        rename_i x' b₁ h1
        obtain ⟨hb₁, hg₁, _, h1⟩ := ihT _ _ _ _ _ hb h1
        refine .of_term hb₁ hg₁ h fun I hI bs cs w hw v hv => hv.trans ?_
        have hI₁ := (term_built hb₁.right h).2.1.consistent I hI
        rw [Interpretation.int, h1 I hI₁ bs cs w hw]
        exact (hm (at_.model I w) cs (by simp)).symm
      | ite c x y =>
        simp only at h
        split at h
        · simp at h
        rename_i c' b₁ h1
        obtain ⟨hb₁, hg₁, _, h1⟩ := ihL _ _ _ _ _ hb h1
        split at h
        · simp at h
        rename_i x' b₂ h2
        obtain ⟨hb₂, hg₂, _, h2⟩ := ihT _ _ _ _ _ hb₁ h2
        split at h
        · simp at h
        rename_i y' b₃ h3
        obtain ⟨hb₃, hg₃, _, h3⟩ := ihT _ _ _ _ _ hb₂ h3
        refine .of_term hb₃ ((hg₁.trans hg₂).trans hg₃) h fun I hI bs cs w hw v hv => ?_
        have hI₃ := (term_built hb₃.right h).2.1.consistent I hI
        have hI₂ := hg₃.consistent I hI₃
        have hm := hm (at_.model I w) cs (by simp)
        simp only [TermShape.Means, h1 I (hg₂.consistent I hI₂) bs cs w hw, h2 I hI₂ bs cs w hw, h3 I hI₃ bs cs w hw] at hv hm
        by_cases hc : (T.interpretation (at_.model I w)).literal cs c
        · rw [hv.1 hc, hm.1 hc]
        · rw [hv.2 hc, hm.2 hc]
      | witness body =>
        simp only at h
        split at h
        · simp at h
        rename_i body' b₁ h1
        obtain ⟨hb₁, hg₁, _, h1⟩ := ihL _ _ _ _ _ hb h1
        refine .of_term hb₁ hg₁ h fun I hI bs cs w hw v hv => hv.trans ?_
        have hI₁ := (term_built hb₁.right h).2.1.consistent I hI
        have hm := hm (at_.model I w) cs (by simp)
        simp only [TermShape.Means] at hm
        rw [hm]
        simp only [fun x => h1 I hI₁ (x :: bs) (x :: cs) w (hw.cons x)]
    · intro under l b m b' hb h
      unfold copyLiteral at h
      split at h
      · simp at h
      rename_i n b₁ h1
      simp only [Except.ok.injEq, Built.mk.injEq] at h
      obtain ⟨rfl, rfl⟩ := h
      obtain ⟨hb₁, hg₁, hn, h1⟩ := ihF _ _ _ _ _ hb h1
      have h2 : (2 * n + l % 2) / 2 = n := by omega
      refine ⟨hb₁, hg₁, Nat.lt_of_le_of_lt (Nat.le_of_eq h2) hn, fun I hI bs cs w hw => ?_⟩
      have h3 : (2 * n + l % 2) % 2 = l % 2 := by omega
      unfold Interpretation.literal Literal.True
      rw [h2, h3]
      split
      · exact h1 I hI bs cs w hw
      · rw [h1 I hI bs cs w hw]
    · intro under e b n b' hb h
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
        obtain ⟨hb₁, hg₁, more, hmore, h1⟩ := ihLs _ _ _ _ _ _ _ hb h1
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
            refine .of_formula hb₁ hg₁ h fun I hI bs cs w hw hmeans => ?_
            have hI₁ := (formula_built hb₁.right h).2.1.consistent I hI
            have hlit : (T.interpretation (at_.model I w)).literal cs long[0] ↔ (T.interpretation (at_.model I w)).holds cs e := by
              simp [Interpretation.literal, Literal.True, hpos, he]
            rw [and_holds hmeans, ← hlit, ← Classical.not_not (a := (T.interpretation (at_.model I w)).literal cs long[0]),
              hgate, ← h1 I hI₁ bs cs w hw]
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
            refine .of_formula hb₁ hg₁ h fun I hI bs cs w hw hmeans => ?_
            have hI₁ := (formula_built hb₁.right h).2.1.consistent I hI
            have hlit : ¬ (T.interpretation (at_.model I w)).literal cs long[0] ↔ (T.interpretation (at_.model I w)).holds cs e := by
              simp [Interpretation.literal, Literal.True, hneg, he]
            rw [or_holds hmeans, ← hlit, hgate, ← h1 I hI₁ bs cs w hw]
            simp only [← Array.mem_toList_iff, hmore]
        · simp at h
      | iff x y =>
        simp only at h
        split at h
        · simp at h
        rename_i x' b₁ h1
        obtain ⟨hb₁, hg₁, _, h1⟩ := ihL _ _ _ _ _ hb h1
        split at h
        · simp at h
        rename_i y' b₂ h2
        obtain ⟨hb₂, hg₂, _, h2⟩ := ihL _ _ _ _ _ hb₁ h2
        refine .of_formula hb₂ (hg₁.trans hg₂) h fun I hI bs cs w hw hmeans => ?_
        have hI₂ := (formula_built hb₂.right h).2.1.consistent I hI
        have hm := hm (at_.model I w) cs
        simp only [Definiens.shape, Shape.Means] at hmeans hm
        rw [hmeans, hm, h1 I (hg₂.consistent I hI₂) bs cs w hw, h2 I hI₂ bs cs w hw]
      | ite c x y =>
        simp only at h
        split at h
        · simp at h
        rename_i c' b₁ h1
        obtain ⟨hb₁, hg₁, _, h1⟩ := ihL _ _ _ _ _ hb h1
        split at h
        · simp at h
        rename_i x' b₂ h2
        obtain ⟨hb₂, hg₂, _, h2⟩ := ihL _ _ _ _ _ hb₁ h2
        split at h
        · simp at h
        rename_i y' b₃ h3
        obtain ⟨hb₃, hg₃, _, h3⟩ := ihL _ _ _ _ _ hb₂ h3
        refine .of_formula hb₃ ((hg₁.trans hg₂).trans hg₃) h fun I hI bs cs w hw hmeans => ?_
        have hI₃ := (formula_built hb₃.right h).2.1.consistent I hI
        have hI₂ := hg₃.consistent I hI₃
        have hm := hm (at_.model I w) cs
        simp only [Definiens.shape, Shape.Means] at hmeans hm
        rw [hmeans, hm, h1 I (hg₂.consistent I hI₂) bs cs w hw, h2 I hI₂ bs cs w hw, h3 I hI₃ bs cs w hw]
      | le x y =>
        simp only at h
        split at h
        · simp at h
        rename_i x' b₁ h1
        obtain ⟨hb₁, hg₁, _, h1⟩ := ihT _ _ _ _ _ hb h1
        split at h
        · simp at h
        rename_i y' b₂ h2
        obtain ⟨hb₂, hg₂, _, h2⟩ := ihT _ _ _ _ _ hb₁ h2
        refine .of_formula hb₂ (hg₁.trans hg₂) h fun I hI bs cs w hw hmeans => ?_
        have hI₂ := (formula_built hb₂.right h).2.1.consistent I hI
        have hm := hm (at_.model I w) cs
        simp only [Definiens.shape, Shape.Means, Interpretation.int] at hmeans hm
        rw [hmeans, hm, h1 I (hg₂.consistent I hI₂) bs cs w hw, h2 I hI₂ bs cs w hw]
      | eq x y =>
        simp only at h
        split at h
        · simp at h
        rename_i x' b₁ h1
        obtain ⟨hb₁, hg₁, _, h1⟩ := ihT _ _ _ _ _ hb h1
        split at h
        · simp at h
        rename_i y' b₂ h2
        obtain ⟨hb₂, hg₂, _, h2⟩ := ihT _ _ _ _ _ hb₁ h2
        refine .of_formula hb₂ (hg₁.trans hg₂) h fun I hI bs cs w hw hmeans => ?_
        have hI₂ := (formula_built hb₂.right h).2.1.consistent I hI
        have hm := hm (at_.model I w) cs
        simp only [Definiens.shape, Shape.Means, Interpretation.int] at hmeans hm
        rw [hmeans, hm, h1 I (hg₂.consistent I hI₂) bs cs w hw, h2 I hI₂ bs cs w hw]
      | mapEq x y =>
        simp only at h
        split at h
        · simp at h
        rename_i x' b₁ h1
        obtain ⟨hb₁, hg₁, _, h1⟩ := ihT _ _ _ _ _ hb h1
        split at h
        · simp at h
        rename_i y' b₂ h2
        obtain ⟨hb₂, hg₂, _, h2⟩ := ihT _ _ _ _ _ hb₁ h2
        refine .of_formula hb₂ (hg₁.trans hg₂) h fun I hI bs cs w hw hmeans => ?_
        have hI₂ := (formula_built hb₂.right h).2.1.consistent I hI
        have hm := hm (at_.model I w) cs
        simp only [Definiens.shape, Shape.Means, Interpretation.map] at hmeans hm
        rw [hmeans, hm, h1 I (hg₂.consistent I hI₂) bs cs w hw, h2 I hI₂ bs cs w hw]
      | all body =>
        simp only at h
        split at h
        · simp at h
        rename_i body' b₁ h1
        obtain ⟨hb₁, hg₁, _, h1⟩ := ihL _ _ _ _ _ hb h1
        refine .of_formula hb₁ hg₁ h fun I hI bs cs w hw hmeans => ?_
        have hI₁ := (formula_built hb₁.right h).2.1.consistent I hI
        have hm := hm (at_.model I w) cs
        simp only [Definiens.shape, Shape.Means] at hmeans hm
        rw [hmeans, hm]
        simp only [fun x => h1 I hI₁ (x :: bs) (x :: cs) w (hw.cons x)]
    · intro under ls i b out ms b' hb h
      unfold copyLiterals at h
      split at h
      · rename_i hi
        split at h
        · simp at h
        rename_i m b₁ h1
        obtain ⟨hb₁, hg₁, _, h1⟩ := ihL _ _ _ _ _ hb h1
        obtain ⟨hb', hg', more, hmore, h2⟩ := ihLs _ _ _ _ _ _ _ hb₁ h
        refine ⟨hb', hg₁.trans hg', m :: more, by simp [hmore], fun I hI bs cs w hw => ?_⟩
        rw [drop_toList ls i hi]
        simp only [List.mem_cons, exists_eq_or_imp]
        rw [h1 I (hg'.consistent I hI) bs cs w hw, h2 I hI bs cs w hw]
      · rename_i hi
        simp only [Except.ok.injEq, Prod.mk.injEq] at h
        obtain ⟨rfl, rfl⟩ := h
        refine ⟨hb, .refl _, [], by simp, fun I hI bs cs w hw => ?_⟩
        rw [drop_toList_nil ls i hi]
        simp

/-- A literal that is copied is true exactly if the program's formula holds at the place. -/
theorem copyLiteral_sound (hT : T.Right) {depth : Nat} {l m : Literal} {b b' : Builder} (hb : b.Ready at_) (hl : l / 2 < T.formulas.size)
    (h : copyLiteral T at_ none depth l b = .ok ⟨m, b'⟩) :
    b'.tables.Right ∧ Grows b.tables b'.tables ∧ m / 2 < b'.tables.formulas.size ∧
      ∀ I, b'.tables.Consistent I → (I.literal [] m ↔ (T.literal l).Holds (at_.model I (I.value [] at_.thread)) []) := by
  obtain ⟨hb', hg, hm, hsem⟩ := (copy_sound hT depth).2.1 _ _ _ _ _ hb h
  refine ⟨hb'.right, hg, hm, fun I hI => (hsem I hI [] [] _ ⟨rfl, rfl⟩).trans ?_⟩
  exact (interpretation_consistent T _).literal hl []

/-- The same where the thread is the variable of the nearest quantifier. -/
theorem copyOfAny_sound (hT : T.Right) {depth : Nat} {l m : Literal} {b b' : Builder} (hb : b.Ready at_) (hl : l / 2 < T.formulas.size)
    (h : copyLiteral T at_ (some 0) depth l b = .ok ⟨m, b'⟩) :
    b'.tables.Right ∧ Grows b.tables b'.tables ∧ m / 2 < b'.tables.formulas.size ∧
      ∀ I, b'.tables.Consistent I → ∀ t, (I.literal [t] m ↔ (T.literal l).Holds (at_.model I (.int t)) []) := by
  obtain ⟨hb', hg, hm, hsem⟩ := (copy_sound hT depth).2.1 _ _ _ _ _ hb h
  refine ⟨hb'.right, hg, hm, fun I hI t => (hsem I hI [t] [] _ ⟨rfl, t, [], rfl, rfl⟩).trans ?_⟩
  exact (interpretation_consistent T _).literal hl []

end

end Plato
