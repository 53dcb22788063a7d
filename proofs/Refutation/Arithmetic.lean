/-
# Arithmetic lemmas are sound

Every derived fact holds wherever the clause is false; so deriving a contradiction, or the goal, shows that the clause is true.

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
    {effort left : Nat} (hr : keep fact effort facts = .ok ⟨left, result⟩) : ∀ f ∈ result, f.Holds ρ := by
  obtain ⟨_, _, hr⟩ := bind_ok.mp hr
  simp only [Except.ok.injEq, Derived.mk.injEq] at hr
  exact hr.2 ▸ push_holds h hf

theorem combination_holds {ρ : Nat → Int} {facts : Array Fact} (h : ∀ f ∈ facts, f.Holds ρ) {number : Nat} (numbers : Array Int)
    (i effort : Nat) (sum : Fact) (hs : sum.Holds ρ) {left : Nat} {result : Fact}
    (hr : combination number facts numbers i effort sum = .ok ⟨left, result⟩) : result.Holds ρ := by
  fun_induction combination number facts numbers i effort sum with
  | case1 i effort sum hi fact cost ih =>
    obtain ⟨_, _, hr⟩ := bind_ok.mp hr
    obtain ⟨_, _, hr⟩ := bind_ok.mp hr
    obtain ⟨_, hsign, hr⟩ := bind_ok.mp hr
    rw [require_ok] at hsign
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
  | case2 => simp at hr
  | case3 => simp only [Except.ok.injEq, Combined.mk.injEq] at hr; exact hr.2 ▸ hs

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
    (hr : hypotheses T clause i effort facts = .ok ⟨left, result⟩) : ∀ f ∈ result, f.Holds (I.int []) := by
  fun_induction hypotheses T clause i effort facts with
  | case1 i effort facts hi ih =>
    obtain ⟨fact, hfact, hr⟩ := bind_ok.mp hr
    obtain ⟨_, _, hr⟩ := bind_ok.mp hr
    obtain ⟨⟨effort', facts'⟩, hk, hr⟩ := bind_ok.mp hr
    exact ih _ _ (keep_holds h (hypothesis_holds hT (orReject_ok.mp hfact) (Clause.not_true_getElem hf i hi)) hk) hr
  | case2 => simp only [Except.ok.injEq, Derived.mk.injEq] at hr; exact hr.2 ▸ h

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

/-! One lemma for each instruction: what it derives holds. -/

section

variable {number : Nat} {instruction : Instruction} {effort left : Nat} {facts result : Array Fact} (h : ∀ f ∈ facts, f.Holds (I.int []))
include h

omit hT in
theorem combination_derived (hr : deriveCombination number instruction effort facts = .ok ⟨left, result⟩) :
    ∀ f ∈ result, f.Holds (I.int []) := by
  obtain ⟨⟨_, fact⟩, hc, hr⟩ := bind_ok.mp hr
  exact keep_holds h (combination_holds h _ 0 _ _ (by simp [Fact.Holds, eval_ofInt]) hc) hr

omit hT in
theorem quotient_derived (hr : deriveQuotient number instruction effort facts = .ok ⟨left, result⟩) :
    ∀ f ∈ result, f.Holds (I.int []) := by
  obtain ⟨_, _, hr⟩ := bind_ok.mp hr
  obtain ⟨fact, hc, hr⟩ := bind_ok.mp hr
  exact keep_holds h (divide_holds (lastFact_holds h) (orReject_ok.mp hc)) hr

omit hT in
theorem product_derived (hr : deriveProduct number instruction effort facts = .ok ⟨left, result⟩) :
    ∀ f ∈ result, f.Holds (I.int []) := by
  obtain ⟨_, _, hr⟩ := bind_ok.mp hr
  obtain ⟨_, _, hr⟩ := bind_ok.mp hr
  obtain ⟨fact, hc, hr⟩ := bind_ok.mp hr
  exact keep_holds h (product_holds (factAt_holds h _) (.inl (factAt_holds h _)) (orReject_ok.mp hc)) hr

omit hT in
theorem multiple_derived (hr : deriveMultiple T number instruction effort facts = .ok ⟨left, result⟩) :
    ∀ f ∈ result, f.Holds (I.int []) := by
  obtain ⟨_, _, hr⟩ := bind_ok.mp hr
  obtain ⟨_, _, hr⟩ := bind_ok.mp hr
  obtain ⟨_, he, hr⟩ := bind_ok.mp hr
  obtain ⟨fact, hc, hr⟩ := bind_ok.mp hr
  exact keep_holds h (product_holds (factAt_holds h _) (.inr (require_ok.mp he)) (orReject_ok.mp hc)) hr

omit hT in
theorem square_derived (hr : deriveSquare T number instruction effort facts = .ok ⟨left, result⟩) :
    ∀ f ∈ result, f.Holds (I.int []) := by
  obtain ⟨_, _, hr⟩ := bind_ok.mp hr
  obtain ⟨_, _, hr⟩ := bind_ok.mp hr
  obtain ⟨_, _, hr⟩ := bind_ok.mp hr
  exact keep_holds h (square_holds _ _) hr

theorem division_derived (hr : deriveDivision T number instruction effort facts = .ok ⟨left, result⟩) :
    ∀ f ∈ result, f.Holds (I.int []) := by
  obtain ⟨_, _, hr⟩ := bind_ok.mp hr
  obtain ⟨⟨a, b⟩, hd, hr⟩ := bind_ok.mp hr
  obtain ⟨bound, hb, hr⟩ := bind_ok.mp hr
  obtain ⟨⟨_, _⟩, hk1, hr⟩ := bind_ok.mp hr
  obtain ⟨⟨_, _⟩, hk2, hr⟩ := bind_ok.mp hr
  have hf : Fact.Holds (I.int []) (if instruction.numbers.size = 2 then .trivial else factAt facts (instruction.number 2)) := by
    split
    · exact trivial_holds _
    · exact factAt_holds h _
  obtain ⟨h1, h2, h3⟩ := division_holds hT (orReject_ok.mp hd) hf (orReject_ok.mp hb)
  exact keep_holds (keep_holds (keep_holds h h1 hk1) h2 hk2) h3 hr

theorem divisionByZero_derived (hr : deriveDivisionByZero T number instruction effort facts = .ok ⟨left, result⟩) :
    ∀ f ∈ result, f.Holds (I.int []) := by
  obtain ⟨_, _, hr⟩ := bind_ok.mp hr
  obtain ⟨⟨a, b⟩, hd, hr⟩ := bind_ok.mp hr
  obtain ⟨_, hb, hr⟩ := bind_ok.mp hr
  obtain ⟨⟨_, _⟩, hk, hr⟩ := bind_ok.mp hr
  obtain ⟨h1, h2⟩ := divisionByZero_holds hT (orReject_ok.mp hd) (require_ok.mp hb)
  exact keep_holds (keep_holds h h1 hk) h2 hr

/-- What an instruction derives holds. -/
theorem derive_sound (hr : derive T number instruction effort facts = .ok ⟨left, result⟩) : ∀ f ∈ result, f.Holds (I.int []) := by
  unfold derive at hr
  dsimp only at hr
  split at hr
  · exact combination_derived h hr
  split at hr
  · exact quotient_derived h hr
  split at hr
  · exact product_derived h hr
  split at hr
  · exact multiple_derived h hr
  split at hr
  · exact square_derived h hr
  split at hr
  · exact division_derived hT h hr
  split at hr
  · exact divisionByZero_derived hT h hr
  · simp at hr

end

theorem deriveAll_sound {instructions : Array Instruction} (i effort : Nat) (facts : Array Fact)
    (h : ∀ f ∈ facts, f.Holds (I.int [])) {left : Nat} {result : Array Fact}
    (hr : deriveAll T instructions i effort facts = .ok ⟨left, result⟩) : ∀ f ∈ result, f.Holds (I.int []) := by
  fun_induction deriveAll T instructions i effort facts with
  | case1 i effort facts hi ih =>
    obtain ⟨⟨effort', facts'⟩, hd, hr⟩ := bind_ok.mp hr
    exact ih _ _ (derive_sound hT h hd) hr
  | case2 => simp only [Except.ok.injEq, Derived.mk.injEq] at hr; exact hr.2 ▸ h

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
  obtain ⟨⟨effort', facts⟩, hh, h⟩ := bind_ok.mp h
  obtain ⟨⟨_, result⟩, hd, h⟩ := bind_ok.mp h
  obtain ⟨_, hend, _⟩ := bind_ok.mp h
  have hall := deriveAll_sound hT 0 effort' facts (hypotheses_hold hT hf 0 effort #[] (by simp) hh) hd
  rw [require_ok, Bool.or_eq_true] at hend
  rcases hend with hc | hg
  · exact not_holds_of_contradictory hc (lastFact_holds hall)
  · unfold reachesGoal at hg
    split at hg
    · exact hf (true_of_goal hT 0 ‹_› (eq_of_reaches hT hall hg))
    · simp at hg

end

end Plato
