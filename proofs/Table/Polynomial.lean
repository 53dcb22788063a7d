/-
# Polynomials compute what they should

Main definitions: `Polynomial.eval`.
Main results: `eval_addScaled`, `eval_product`, `eval_eq_of_equal`, `eval_divide`.
-/
module

public import Plato.Table.Polynomial

@[expose] public section

namespace Plato

/-- The product of the atoms' values. -/
def factorsValue (ρ : Nat → Int) : List Nat → Int
  | [] => 1
  | a :: as => ρ a * factorsValue ρ as

/-- The sum of the monomials' values. -/
def monomialsValue (ρ : Nat → Int) : List Monomial → Int
  | [] => 0
  | m :: ms => m.coefficient * factorsValue ρ m.factors + monomialsValue ρ ms

/-- The value of a polynomial under values for its atoms. -/
def Polynomial.eval (ρ : Nat → Int) (p : Polynomial) : Int := p.constant + monomialsValue ρ p.monomials.toList

theorem eq_of_compareFactors {as bs : List Nat} (h : compareFactors as bs = .eq) : as = bs := by
  induction as generalizing bs with
  | nil => cases bs <;> simp_all [compareFactors]
  | cons a as ih =>
    cases bs with
    | nil => simp [compareFactors] at h
    | cons b bs =>
      simp only [compareFactors] at h
      split at h
      · simp at h
      · split at h
        · simp at h
        · rw [ih h, show a = b by omega]

theorem factorsValue_merge (ρ : Nat → Int) (as bs : List Nat) :
    factorsValue ρ (mergeFactors as bs) = factorsValue ρ as * factorsValue ρ bs := by
  fun_induction mergeFactors as bs with
  | case1 => simp [factorsValue]
  | case2 => simp [factorsValue]
  | case3 a as b bs h ih => simp only [factorsValue, ih]; rw [Int.mul_assoc]
  | case4 a as b bs h ih => simp only [factorsValue, ih]; ac_rfl

theorem monomialsValue_append (ρ : Nat → Int) (ms ns : List Monomial) :
    monomialsValue ρ (ms ++ ns) = monomialsValue ρ ms + monomialsValue ρ ns := by
  induction ms with
  | nil => simp [monomialsValue]
  | cons m ms ih => simp only [List.cons_append, monomialsValue, ih]; omega

theorem monomialsValue_push (ρ : Nat → Int) (ms : Array Monomial) (m : Monomial) :
    monomialsValue ρ (ms.push m).toList = monomialsValue ρ ms.toList + m.coefficient * factorsValue ρ m.factors := by
  simp [monomialsValue_append, monomialsValue]

theorem monomialsValue_pushNonzero (ρ : Nat → Int) (ms : Array Monomial) (c : Int) (factors : List Nat) :
    monomialsValue ρ (Polynomial.pushNonzero ms c factors).toList
      = monomialsValue ρ ms.toList + c * factorsValue ρ factors := by
  unfold Polynomial.pushNonzero
  split
  · simp_all
  · exact monomialsValue_push ..

theorem drop_toList {α : Type} (ms : Array α) (i : Nat) (h : i < ms.size) :
    ms.toList.drop i = ms[i] :: ms.toList.drop (i + 1) := by
  simpa using List.drop_eq_getElem_cons (l := ms.toList) (i := i) (by simpa using h)

theorem drop_toList_nil {α : Type} (ms : Array α) (i : Nat) (h : ¬ i < ms.size) : ms.toList.drop i = [] :=
  List.drop_eq_nil_of_le (by simpa using Nat.not_lt.mp h)

theorem monomialsValue_mergeLoop (ρ : Nat → Int) (ps : Array Monomial) (scale : Int) (qs : Array Monomial) (i j : Nat)
    (out : Array Monomial) : monomialsValue ρ (Polynomial.merge ps scale qs i j out).toList =
      monomialsValue ρ out.toList + monomialsValue ρ (ps.toList.drop i) + scale * monomialsValue ρ (qs.toList.drop j) := by
  fun_induction Polynomial.merge ps scale qs i j out with
  | case1 i j out hi hj hc ih =>
    rw [ih, monomialsValue_push, drop_toList ps i hi]
    simp only [monomialsValue]
    omega
  | case2 i j out hi hj hc ih =>
    rw [ih, monomialsValue_push, drop_toList qs j hj]
    simp only [monomialsValue, Int.mul_add, Int.mul_assoc]
    omega
  | case3 i j out hi hj hc ih =>
    rw [ih, monomialsValue_pushNonzero, drop_toList ps i hi, drop_toList qs j hj]
    simp only [monomialsValue, Int.mul_add, Int.add_mul, Int.mul_assoc, ← eq_of_compareFactors hc]
    omega
  | case4 i j out hi hj ih =>
    rw [ih, monomialsValue_push, drop_toList ps i hi]
    simp only [monomialsValue]
    omega
  | case5 i j out hi hj ih =>
    rw [ih, monomialsValue_push, drop_toList qs j hj]
    simp only [monomialsValue, Int.mul_add, Int.mul_assoc]
    omega
  | case6 i j out hi hj =>
    rw [drop_toList_nil ps i hi, drop_toList_nil qs j hj]
    simp [monomialsValue]

theorem eval_addScaled (ρ : Nat → Int) (p : Polynomial) (scale : Int) (q : Polynomial) :
    (p.addScaled scale q).eval ρ = p.eval ρ + scale * q.eval ρ := by
  unfold Polynomial.addScaled
  split
  · simp_all
  · simp only [Polynomial.eval, monomialsValue_mergeLoop, List.drop_zero, monomialsValue, Int.mul_add]
    omega

theorem monomialsValue_shift (ρ : Nat → Int) (ps : Array Monomial) (scale : Int) (factors : List Nat) (i : Nat)
    (out : Array Monomial) : monomialsValue ρ (Polynomial.shift ps scale factors i out).toList =
      monomialsValue ρ out.toList + scale * factorsValue ρ factors * monomialsValue ρ (ps.toList.drop i) := by
  fun_induction Polynomial.shift ps scale factors i out with
  | case1 i out hi ih =>
    rw [ih, monomialsValue_push, drop_toList ps i hi]
    simp only [monomialsValue, factorsValue_merge, Int.mul_add]
    have : scale * ps[i].coefficient * (factorsValue ρ ps[i].factors * factorsValue ρ factors)
        = scale * factorsValue ρ factors * (ps[i].coefficient * factorsValue ρ ps[i].factors) := by ac_rfl
    omega
  | case2 i out hi => rw [drop_toList_nil ps i hi]; simp [monomialsValue]

theorem eval_productFrom (ρ : Nat → Int) (p : Polynomial) (qs : Array Monomial) (degree j : Nat) (out : Polynomial) :
    (Polynomial.productFrom p qs degree j out).eval ρ = out.eval ρ + p.eval ρ * monomialsValue ρ (qs.toList.drop j) := by
  fun_induction Polynomial.productFrom p qs degree j out with
  | case1 j out hj c factors shifted row ih =>
    rw [ih, eval_addScaled, drop_toList qs j hj]
    have hrow : monomialsValue ρ row.toList = p.eval ρ * (qs[j].coefficient * factorsValue ρ qs[j].factors) := by
      have hs : monomialsValue ρ shifted.toList
          = (qs[j].coefficient * factorsValue ρ qs[j].factors) * monomialsValue ρ p.monomials.toList := by
        simp [shifted, monomialsValue_shift, monomialsValue, c, factors]
      simp only [row, Polynomial.eval, Int.add_mul]
      split
      · rename_i h0; rw [hs, h0]; simp [Int.mul_comm]
      · rw [monomialsValue_mergeLoop]
        simp only [monomialsValue, List.drop_zero, hs, c, factors, Int.one_mul, Int.add_zero, Int.zero_add]
        rw [Int.add_comm]
        congr 1
        · ac_rfl
        · ac_rfl
    simp only [monomialsValue, Int.mul_add, Int.one_mul]
    rw [show (Polynomial.eval ρ ⟨0, row, p.degree + degree⟩) = monomialsValue ρ row.toList by
      simp [Polynomial.eval], hrow]
    omega
  | case2 j out hj => rw [drop_toList_nil qs j hj]; simp [monomialsValue]

theorem eval_ofInt (ρ : Nat → Int) (n : Int) : (Polynomial.ofInt n).eval ρ = n := by
  simp [Polynomial.eval, Polynomial.ofInt, monomialsValue]

theorem eval_ofAtom (ρ : Nat → Int) (a : Nat) : (Polynomial.ofAtom a).eval ρ = ρ a := by
  simp [Polynomial.eval, Polynomial.ofAtom, monomialsValue, factorsValue]

theorem eval_product (ρ : Nat → Int) (p q : Polynomial) : (p.product q).eval ρ = p.eval ρ * q.eval ρ := by
  unfold Polynomial.product
  rw [eval_productFrom, eval_addScaled, eval_ofInt, List.drop_zero, Int.zero_add, Int.mul_comm, ← Int.mul_add]
  rfl

theorem monomials_nil {p : Polynomial} (h : (p.monomials.size == 0) = true) : p.monomials.toList = [] := by
  have : p.monomials = #[] := Array.eq_empty_of_size_eq_zero (by simpa using h)
  simp [this]

theorem eval_of_isConstant (ρ : Nat → Int) {p : Polynomial} (h : p.isConstant = true) : p.eval ρ = p.constant := by
  simp [Polynomial.eval, monomials_nil h, monomialsValue]

theorem eval_of_isZero (ρ : Nat → Int) {p : Polynomial} (h : p.isZero = true) : p.eval ρ = 0 := by
  simp only [Polynomial.isZero, Bool.and_eq_true] at h
  rw [eval_of_isConstant ρ h.1]
  simpa using h.2

theorem eval_eq_of_equal (ρ : Nat → Int) {p q : Polynomial} (h : p.equal q = true) : p.eval ρ = q.eval ρ := by
  have := eval_of_isZero ρ h
  rw [eval_addScaled] at this
  omega

theorem monomialsValue_divide (ρ : Nat → Int) (ps : Array Monomial) (d : Int) (i : Nat) (out result : Array Monomial)
    (h : Polynomial.divideMonomials ps d i out = some result) :
    d * monomialsValue ρ result.toList = d * monomialsValue ρ out.toList + monomialsValue ρ (ps.toList.drop i) := by
  fun_induction Polynomial.divideMonomials ps d i out with
  | case1 i out hi hd ih =>
    rw [ih h, monomialsValue_push, drop_toList ps i hi]
    simp only [monomialsValue, Int.mul_add]
    have : d * (ps[i].coefficient / d * factorsValue ρ ps[i].factors)
        = ps[i].coefficient * factorsValue ρ ps[i].factors := by
      rw [← Int.mul_assoc, Int.mul_ediv_cancel_of_emod_eq_zero hd]
    omega
  | case2 => simp at h
  | case3 i out hi => injection h with h; subst h; rw [drop_toList_nil ps i hi]; simp [monomialsValue]

end Plato
