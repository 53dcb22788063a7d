/-
# Arithmetic lemmas are sound

Every fact that is derived holds wherever the clause is not true; so a contradiction, or the goal, shows that it is true.

Main results: `derive_sound`, `arithmetic_sound`.
-/
module

public import Plato.Refutation.Arithmetic
public import Table.Interpretation

@[expose] public section

namespace Plato

/-- The polynomial is 0 or at least 0, as the fact says. -/
def Fact.Holds (ρ : Nat → Int) (f : Fact) : Prop :=
  if f.equation then f.polynomial.eval ρ = 0 else 0 ≤ f.polynomial.eval ρ

/-- An equation is in particular an inequality. -/
theorem Fact.Holds.nonneg {ρ : Nat → Int} {f : Fact} (h : f.Holds ρ) : 0 ≤ f.polynomial.eval ρ := by
  unfold Fact.Holds at h
  split at h <;> omega

theorem Fact.Holds.zero {ρ : Nat → Int} {f : Fact} (h : f.Holds ρ) (he : f.equation = true) : f.polynomial.eval ρ = 0 := by
  simpa [Fact.Holds, he] using h

theorem trivial_holds (ρ : Nat → Int) : Fact.trivial.Holds ρ := by
  simp [Fact.Holds, Fact.trivial, eval_ofInt]

theorem not_holds_of_contradictory {ρ : Nat → Int} {f : Fact} (h : f.contradictory = true) : ¬ f.Holds ρ := by
  intro hf
  unfold Fact.contradictory at h
  simp only [Bool.and_eq_true] at h
  have hc := eval_of_isConstant ρ h.1
  unfold Fact.Holds at hf
  cases he : f.equation <;> simp [he, hc] at h hf <;> omega

theorem factAt_holds {ρ : Nat → Int} {facts : Array Fact} (h : ∀ f ∈ facts, f.Holds ρ) (i : Int) : (factAt facts i).Holds ρ := by
  unfold factAt
  split
  · exact h _ (Array.getElem_mem _)
  · exact trivial_holds ρ

theorem push_holds {ρ : Nat → Int} {facts : Array Fact} (h : ∀ f ∈ facts, f.Holds ρ) {fact : Fact} (hf : fact.Holds ρ) :
    ∀ f ∈ facts.push fact, f.Holds ρ := by
  intro f hm
  rcases Array.mem_push.mp hm with hm | rfl
  · exact h f hm
  · exact hf

theorem lastFact_holds {ρ : Nat → Int} {facts : Array Fact} (h : ∀ f ∈ facts, f.Holds ρ) : (lastFact facts).Holds ρ :=
  factAt_holds h _

theorem keep_holds {ρ : Nat → Int} {facts result : Array Fact} (h : ∀ f ∈ facts, f.Holds ρ) {fact : Fact} (hf : fact.Holds ρ)
    {effort left : Nat} (hr : keep fact effort facts = .done left result) : ∀ f ∈ result, f.Holds ρ := by
  unfold keep at hr
  simp only at hr
  split at hr
  · simp at hr
  · injection hr with _ hr
    exact hr ▸ push_holds h hf

theorem combination_holds {ρ : Nat → Int} {facts : Array Fact} (h : ∀ f ∈ facts, f.Holds ρ) (numbers : Array Int) (i effort : Nat)
    (sum : Fact) (hs : sum.Holds ρ) {left : Nat} {result : Fact} (hr : combination facts numbers i effort sum = .sum left result) :
    result.Holds ρ := by
  fun_induction combination facts numbers i effort sum with
  | case1 => simp at hr
  | case2 => simp at hr
  | case3 i effort sum hi fact cost _ _ hsign ih =>
    refine ih ?_ hr
    have hf : fact.Holds ρ := factAt_holds h numbers[i + 1]
    unfold Fact.Holds
    rw [eval_addScaled]
    split
    · rename_i heq
      simp only [Bool.and_eq_true] at heq
      rw [hs.zero heq.1, hf.zero heq.2]
      simp
    · have h1 := hs.nonneg
      simp only [Bool.or_eq_true, decide_eq_true_eq] at hsign
      rcases hsign with hsign | hsign
      · rw [hf.zero hsign]; simpa using h1
      · have := Int.mul_nonneg hsign hf.nonneg
        omega
  | case4 => simp at hr
  | case5 => simp at hr
  | case6 => injection hr with _ hr; exact hr ▸ hs

theorem divide_holds {ρ : Nat → Int} {f result : Fact} (h : f.Holds ρ) {d : Int} (hr : f.divide d = some result) :
    result.Holds ρ := by
  unfold Fact.divide at hr
  split at hr
  · rename_i hd
    split at hr
    · simp at hr
    · rename_i monomials hm
      have hv := monomialsValue_divide ρ _ d 0 #[] monomials hm
      simp only [monomialsValue, List.drop_zero, Int.mul_zero, Int.zero_add] at hv
      have he : f.polynomial.eval ρ = f.polynomial.constant + d * monomialsValue ρ monomials.toList := by
        rw [hv]; rfl
      have hc := Int.emod_add_mul_ediv f.polynomial.constant d
      split at hr
      · rename_i hbad
        simp only [Bool.and_eq_true, bne_iff_ne, ne_eq] at hbad
        have h0 := h.zero hbad.1
        exfalso
        apply hbad.2
        rw [he] at h0
        have : f.polynomial.constant = d * (- monomialsValue ρ monomials.toList) := by rw [Int.mul_neg]; omega
        rw [this]
        exact Int.mul_emod_right d _
      · rename_i hgood
        injection hr with hr
        subst hr
        unfold Fact.Holds Polynomial.eval
        simp only
        split
        · rename_i heq
          have h0 := h.zero heq
          simp only [heq, Bool.true_and, bne_iff_ne, ne_eq, Classical.not_not] at hgood
          rw [he] at h0
          have : d * (f.polynomial.constant / d + monomialsValue ρ monomials.toList) = 0 := by
            rw [Int.mul_add]; omega
          rcases Int.mul_eq_zero.mp this with h | h
          · omega
          · exact h
        · have h0 := h.nonneg
          rw [he] at h0
          have : - monomialsValue ρ monomials.toList ≤ f.polynomial.constant / d :=
            Int.le_ediv_of_mul_le hd (by rw [Int.neg_mul, Int.mul_comm]; omega)
          omega
  · simp at hr

theorem product_holds {ρ : Nat → Int} {f g result : Fact} (hf : f.Holds ρ)
    (hg : g.Holds ρ ∨ f.equation = true) (hr : f.product g = some result) : result.Holds ρ := by
  unfold Fact.product at hr
  split at hr
  · injection hr with hr
    subst hr
    unfold Fact.Holds
    simp only [eval_product]
    split
    · rename_i he
      simp only [Bool.or_eq_true] at he
      rcases he with he | he
      · rw [hf.zero he]; simp
      · rcases hg with hg | hg
        · rw [hg.zero he]; simp
        · rw [hf.zero hg]; simp
    · rcases hg with hg | hg
      · exact Int.mul_nonneg hf.nonneg hg.nonneg
      · rw [hf.zero hg]; simp
  · simp at hr

theorem divisorBound_right {ρ : Nat → Int} {b bound : Polynomial} {fact : Fact} (hf : fact.Holds ρ)
    (h : divisorBound b fact = some bound) : (bound.eval ρ = b.eval ρ - 1 ∧ 1 ≤ b.eval ρ) ∨
      (bound.eval ρ = -1 - b.eval ρ ∧ b.eval ρ ≤ -1) := by
  have habove : (b.addScaled 1 (.ofInt (-1))).eval ρ = b.eval ρ - 1 := by rw [eval_addScaled, eval_ofInt]; omega
  have hbelow : ((Polynomial.ofInt (-1)).addScaled (-1) b).eval ρ = -1 - b.eval ρ := by
    rw [eval_addScaled, eval_ofInt]; omega
  unfold divisorBound at h
  simp only at h
  split at h
  · rename_i hc
    have hc := eval_of_isConstant ρ hc
    split at h
    · simp at h
    · split at h <;> injection h with h <;> subst h
      · exact .inl ⟨habove, by omega⟩
      · exact .inr ⟨hbelow, by omega⟩
  · split at h
    · simp at h
    · have hn := hf.nonneg
      split at h
      · rename_i he
        injection h with h
        subst h
        have := eval_eq_of_equal ρ he
        exact .inl ⟨habove, by omega⟩
      · split at h
        · rename_i he
          injection h with h
          subst h
          have := eval_eq_of_equal ρ he
          exact .inr ⟨hbelow, by omega⟩
        · simp at h

/-- The square of a polynomial is at least 0. -/
theorem square_holds (ρ : Nat → Int) (p : Polynomial) : Fact.Holds ρ ⟨p.product p, false⟩ := by
  simp only [Fact.Holds, Bool.false_eq_true, if_false, eval_product]
  rcases Int.le_total 0 (p.eval ρ) with hp | hp
  · exact Int.mul_nonneg hp hp
  · exact Int.mul_nonneg_of_nonpos_of_nonpos hp hp

section

variable {T : Tables} {I : Interpretation} (hT : T.RightFor I)
include hT

theorem minus_eval (u t : Nat) : (T.minus u t).eval (I.int []) = I.int [] u - I.int [] t := by
  unfold Tables.minus
  rw [eval_addScaled, ← hT.normalForm, ← hT.normalForm]
  omega

/-- The negation of a literal gives its fact. -/
theorem hypothesis_holds {l : Nat} {fact : Fact} (h : hypothesis T l = some fact) (hl : ¬ I.literal [] l) :
    fact.Holds (I.int []) := by
  unfold hypothesis at h
  split at h
  · rename_i t u hs
    have hm : I.holds [] _ ↔ I.int [] t ≤ I.int [] u := hT.means hs []
    split at h <;> rename_i hp <;> injection h with h <;> subst h
    · simp only [Interpretation.literal, Literal.True, hp, if_true, hm] at hl
      simp only [Fact.Holds, Bool.false_eq_true, if_false, eval_addScaled, minus_eval hT, eval_ofInt]
      omega
    · simp only [Interpretation.literal, Literal.True, hp, if_false, hm, Classical.not_not] at hl
      simp only [Fact.Holds, Bool.false_eq_true, if_false, minus_eval hT]
      omega
  · rename_i t u hs
    have hm : I.holds [] _ ↔ I.int [] t = I.int [] u := hT.means hs []
    split at h <;> rename_i hp <;> injection h with h <;> subst h
    · exact trivial_holds _
    · simp only [Interpretation.literal, Literal.True, hp, if_false, hm, Classical.not_not] at hl
      simp only [Fact.Holds, if_true, minus_eval hT]
      omega
  · simp at h

theorem hypotheses_hold {clause : Clause} (hf : ¬ Clause.True (I.holds []) clause) (i effort : Nat) (facts : Array Fact)
    (h : ∀ f ∈ facts, f.Holds (I.int [])) {left : Nat} {result : Array Fact}
    (hr : hypotheses T clause i effort facts = .done left result) : ∀ f ∈ result, f.Holds (I.int []) := by
  fun_induction hypotheses T clause i effort facts with
  | case1 => simp at hr
  | case2 => simp at hr
  | case3 => simp at hr
  | case4 i effort facts hi fact hfact cost _ effort' facts' hk ih =>
    exact ih (keep_holds h (hypothesis_holds hT hfact (Clause.not_true_getElem hf i hi)) hk) hr
  | case5 => injection hr with _ hr; subst hr; exact h

/-- If the goal is the case, the clause is true. -/
theorem true_of_goal {clause : Clause} (i : Nat) {t u : Nat} (h : goal T clause i = some (t, u))
    (he : I.int [] t = I.int [] u) : Clause.True (I.holds []) clause := by
  fun_induction goal T clause i with
  | case1 i hi t' u' hs hp =>
    simp only [Option.some.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    have hm : I.holds [] _ ↔ I.int [] t' = I.int [] u' := hT.means hs []
    refine ⟨clause[i], Array.getElem_mem hi, ?_⟩
    simp only [Literal.True, hp, if_true]
    exact hm.mpr he
  | case2 _ _ _ _ _ _ ih => exact ih h
  | case3 _ _ _ ih => exact ih h
  | case4 => simp at h

/-- The three facts about a quotient and a remainder. -/
theorem division_holds {q r a b : Nat} (hd : T.division q r = some (a, b)) {fact : Fact} {bound : Polynomial}
    (hf : fact.Holds (I.int [])) (hb : divisorBound (T.normalForm b) fact = some bound) :
    Fact.Holds (I.int []) ⟨T.remainder a b q r, true⟩ ∧ Fact.Holds (I.int []) ⟨.ofAtom r, false⟩ ∧
      Fact.Holds (I.int []) ⟨bound.addScaled (-1) (.ofAtom r), false⟩ := by
  unfold Tables.division at hd
  split at hd
  · rename_i a1 b1 a2 b2 hq hr
    split at hd
    · rename_i heq
      obtain ⟨rfl, rfl⟩ := heq
      simp only [Option.some.injEq, Prod.mk.injEq] at hd
      obtain ⟨rfl, rfl⟩ := hd
      have hqv : I.value [] q = _ := hT.termMeans hq (by simp) []
      have hrv : I.value [] r = _ := hT.termMeans hr (by simp) []
      have hqi : I.int [] q = I.int [] a1 / I.int [] b1 := by
        show (I.value [] q).toInt = _; rw [hqv]; rfl
      have hri : I.int [] r = I.int [] a1 % I.int [] b1 := by
        show (I.value [] r).toInt = _; rw [hrv]; rfl
      have hbound := divisorBound_right hf hb
      rw [← hT.normalForm] at hbound
      have hmod := Int.emod_add_mul_ediv (I.int [] a1) (I.int [] b1)
      have hnonneg : 0 ≤ I.int [] a1 % I.int [] b1 := Int.emod_nonneg _ (by omega)
      have hless : I.int [] a1 % I.int [] b1 ≤ bound.eval (I.int []) := by
        rcases hbound with ⟨h1, h2⟩ | ⟨h1, h2⟩
        · have := Int.emod_lt_of_pos (I.int [] a1) (show 0 < I.int [] b1 by omega)
          omega
        · have := Int.emod_lt_of_pos (I.int [] a1) (show 0 < - I.int [] b1 by omega)
          rw [Int.emod_neg] at this
          omega
      refine ⟨?_, ?_, ?_⟩
      · simp only [Fact.Holds, if_true, Tables.remainder, eval_addScaled, eval_product, eval_ofAtom, ← hT.normalForm, hqi, hri]
        omega
      · simp only [Fact.Holds, Bool.false_eq_true, if_false, eval_ofAtom, hri]
        exact hnonneg
      · simp only [Fact.Holds, Bool.false_eq_true, if_false, eval_addScaled, eval_ofAtom, hri]
        omega
    · simp at hd
  · simp at hd

/-- The two facts about division by 0. -/
theorem divisionByZero_holds {q r a b : Nat} (hd : T.division q r = some (a, b))
    (hb : ((T.normalForm b).isConstant && (T.normalForm b).constant == 0) = true) :
    Fact.Holds (I.int []) ⟨(T.normalForm a).addScaled (-1) (.ofAtom r), true⟩ ∧ Fact.Holds (I.int []) ⟨.ofAtom q, true⟩ := by
  unfold Tables.division at hd
  split at hd
  · rename_i a1 b1 a2 b2 hq hr
    split at hd
    · rename_i heq
      obtain ⟨rfl, rfl⟩ := heq
      simp only [Option.some.injEq, Prod.mk.injEq] at hd
      obtain ⟨rfl, rfl⟩ := hd
      have hqv : I.value [] q = _ := hT.termMeans hq (by simp) []
      have hrv : I.value [] r = _ := hT.termMeans hr (by simp) []
      have hqi : I.int [] q = I.int [] a1 / I.int [] b1 := by
        show (I.value [] q).toInt = _; rw [hqv]; rfl
      have hri : I.int [] r = I.int [] a1 % I.int [] b1 := by
        show (I.value [] r).toInt = _; rw [hrv]; rfl
      simp only [Bool.and_eq_true, beq_iff_eq] at hb
      have hzero : I.int [] b1 = 0 := by
        rw [hT.normalForm, eval_of_isConstant _ hb.1, hb.2]
      rw [hzero, Int.ediv_zero] at hqi
      rw [hzero, Int.emod_zero] at hri
      refine ⟨?_, ?_⟩
      · simp only [Fact.Holds, if_true, eval_addScaled, eval_ofAtom, ← hT.normalForm, hri]
        omega
      · simp only [Fact.Holds, if_true, eval_ofAtom, hqi]
    · simp at hd
  · simp at hd

/-- What an instruction derives holds. -/
theorem derive_sound {number : Nat} {instruction : Instruction} {effort left : Nat} {facts result : Array Fact}
    (h : ∀ f ∈ facts, f.Holds (I.int [])) (hr : derive T number instruction effort facts = .done left result) :
    ∀ f ∈ result, f.Holds (I.int []) := by
  have hwrong : ∀ {why : String}, ¬ wrongInstruction number why = .done left result := by simp [wrongInstruction]
  unfold derive at hr
  simp only at hr
  split at hr
  · split at hr
    · exact absurd hr hwrong
    · simp at hr
    · rename_i fact hc
      exact keep_holds h (combination_holds h _ 0 _ _ (by simp [Fact.Holds, eval_ofInt]) hc) hr
  split at hr
  · split at hr
    · exact absurd hr hwrong
    split at hr
    · exact absurd hr hwrong
    · rename_i fact hc
      exact keep_holds h (divide_holds (lastFact_holds h) hc) hr
  split at hr
  · split at hr
    · exact absurd hr hwrong
    split at hr
    · exact absurd hr hwrong
    split at hr
    · exact absurd hr hwrong
    · rename_i fact hc
      exact keep_holds h (product_holds (factAt_holds h _) (.inl (factAt_holds h _)) hc) hr
  split at hr
  · split at hr
    · exact absurd hr hwrong
    split at hr
    · exact absurd hr hwrong
    split at hr
    · rename_i he
      split at hr
      · exact absurd hr hwrong
      · rename_i fact hc
        exact keep_holds h (product_holds (factAt_holds h _) (.inr he) hc) hr
    · exact absurd hr hwrong
  split at hr
  · split at hr
    · exact absurd hr hwrong
    split at hr
    · exact absurd hr hwrong
    split at hr
    · exact keep_holds h (square_holds _ _) hr
    · exact absurd hr hwrong
  split at hr
  · split at hr
    · exact absurd hr hwrong
    split at hr
    · exact absurd hr hwrong
    rename_i a b hd
    split at hr
    · exact absurd hr hwrong
    rename_i bound hb
    have hf : Fact.Holds (I.int []) (if instruction.numbers.size = 2 then .trivial else factAt facts (instruction.number 2)) := by
      split
      · exact trivial_holds _
      · exact factAt_holds h _
    obtain ⟨h1, h2, h3⟩ := division_holds hT hd hf hb
    split at hr
    · simp at hr
    rename_i hk1
    split at hr
    · simp at hr
    rename_i hk2
    exact keep_holds (keep_holds (keep_holds h h1 hk1) h2 hk2) h3 hr
  split at hr
  · split at hr
    · exact absurd hr hwrong
    split at hr
    · exact absurd hr hwrong
    rename_i a b hd
    split at hr
    · rename_i hb
      obtain ⟨h1, h2⟩ := divisionByZero_holds hT hd hb
      split at hr
      · simp at hr
      rename_i hk1
      exact keep_holds (keep_holds h h1 hk1) h2 hr
    · exact absurd hr hwrong
  · exact absurd hr hwrong

theorem deriveAll_sound {instructions : Array Instruction} (i effort : Nat) (facts : Array Fact)
    (h : ∀ f ∈ facts, f.Holds (I.int [])) {left : Nat} {result : Array Fact}
    (hr : deriveAll T instructions i effort facts = .done left result) : ∀ f ∈ result, f.Holds (I.int []) := by
  fun_induction deriveAll T instructions i effort facts with
  | case1 => simp at hr
  | case2 i effort facts hi effort' facts' hd ih => exact ih (derive_sound hT h hd) hr
  | case3 => injection hr with _ hr; subst hr; exact h

theorem eq_of_reaches {facts : Array Fact} (h : ∀ f ∈ facts, f.Holds (I.int [])) {t u : Nat}
    (hr : reaches T facts t u = true) : I.int [] t = I.int [] u := by
  have hlast := lastFact_holds h
  have hbefore := factAt_holds h (facts.size - 2 : Nat)
  unfold reaches at hr
  simp only [Bool.or_eq_true, Bool.and_eq_true] at hr
  rcases hr with (⟨he, hp | hp⟩ | ⟨h1, h2⟩) | ⟨h1, h2⟩
  · have := eval_eq_of_equal (I.int []) hp
    rw [minus_eval hT, hlast.zero he] at this
    omega
  · have := eval_eq_of_equal (I.int []) hp
    rw [minus_eval hT, hlast.zero he] at this
    omega
  · have e1 := eval_eq_of_equal (I.int []) h1
    have e2 := eval_eq_of_equal (I.int []) h2
    rw [minus_eval hT] at e1 e2
    have := hlast.nonneg
    have := hbefore.nonneg
    omega
  · have e1 := eval_eq_of_equal (I.int []) h1
    have e2 := eval_eq_of_equal (I.int []) h2
    rw [minus_eval hT] at e1 e2
    have := hlast.nonneg
    have := hbefore.nonneg
    omega

/-- A clause accepted as an arithmetic lemma is true. -/
theorem arithmetic_sound {clause : Clause} {instructions : Array Instruction} {effort left : Nat}
    (h : arithmeticRule T clause instructions effort = .ok left) : Clause.True (I.holds []) clause := by
  refine Classical.byContradiction fun hf => ?_
  unfold arithmeticRule at h
  split at h
  · simp at h
  · rename_i effort' facts hh
    split at h
    · simp at h
    · rename_i left' result hd
      have hall := deriveAll_sound hT 0 effort' facts (hypotheses_hold hT hf 0 effort #[] (by simp) hh) hd
      split at h
      · rename_i hc
        exact not_holds_of_contradictory hc (lastFact_holds hall)
      · split at h
        · rename_i t u hg
          split at h
          · rename_i hr
            exact hf (true_of_goal hT 0 hg (eq_of_reaches hT hall hr))
          · simp at h
        · simp at h

end

end Plato
