/-
# Values that are computed are right

The value of a term and the truth of a formula are what their trees mean in the model that the valuation describes.

Main definitions: `Values.Right`. Main results: `sameMap_iff`, `compute_sound`, `computeFormula_sound`, `pushTerm_right`, `pushFormula_right`.
-/
module

public import Plato.Evaluation.Values
public import Table.Definition

@[expose] public section

namespace Plato

theorem FiniteValue.toInt_value (a : FiniteValue) : a.value.toInt = a.toInt := by cases a <;> rfl

theorem FiniteValue.toMap_value (m : FiniteValue) : m.value.toMap = lookup m.elsewhere m.exceptions := by
  cases m <;> rfl

theorem FiniteValue.at_eq (m : FiniteValue) (i : Int) : m.at_ i = m.value.toMap i := by
  rw [FiniteValue.toMap_value]; rfl

/-- Where no exception is, a map has its usual value. -/
theorem lookup_of_not_mem {elsewhere : Int} {exceptions : List (Int × Int)} {j : Int}
    (h : ∀ p ∈ exceptions, p.1 ≠ j) : lookup elsewhere exceptions j = elsewhere := by
  induction exceptions with
  | nil => rfl
  | cons p rest ih =>
    obtain ⟨i, x⟩ := p
    have hne : ¬ j = i := fun he => h (i, x) (by simp) he.symm
    simp only [lookup, hne, if_false]
    exact ih fun q hq => h q (by simp [hq])

/-- There is an index larger than those of all exceptions. -/
theorem exists_larger (exceptions : List (Int × Int)) : ∃ j : Int, ∀ p ∈ exceptions, p.1 < j := by
  induction exceptions with
  | nil => exact ⟨0, by simp⟩
  | cons p rest ih =>
    obtain ⟨j, hj⟩ := ih
    refine ⟨max j (p.1 + 1), fun q hq => ?_⟩
    rcases List.mem_cons.mp hq with rfl | hq
    · omega
    · have := hj q hq; omega

theorem agree_iff (m n : FiniteValue) (exceptions : List (Int × Int)) :
    m.agree n exceptions = true ↔ ∀ p ∈ exceptions, m.at_ p.1 = n.at_ p.1 := by
  induction exceptions with
  | nil => simp [FiniteValue.agree]
  | cons p rest ih => obtain ⟨i, x⟩ := p; simp [FiniteValue.agree, ih]

/-- Maps with finitely many exceptions are the same exactly if they agree elsewhere and at all exceptions. -/
theorem sameMap_iff (m n : FiniteValue) : m.sameMap n = true ↔ m.value.toMap = n.value.toMap := by
  unfold FiniteValue.sameMap
  simp only [Bool.and_eq_true, beq_iff_eq, agree_iff, FiniteValue.at_eq]
  constructor
  · rintro ⟨⟨he, hm⟩, hn⟩
    funext j
    by_cases h : ∃ p, (p ∈ m.exceptions ∨ p ∈ n.exceptions) ∧ p.1 = j
    · obtain ⟨p, hp | hp, rfl⟩ := h
      · exact hm p hp
      · exact hn p hp
    · rw [FiniteValue.toMap_value, FiniteValue.toMap_value,
        lookup_of_not_mem fun p hp he => h ⟨p, .inl hp, he⟩, lookup_of_not_mem fun p hp he => h ⟨p, .inr hp, he⟩, he]
  · intro h
    refine ⟨⟨?_, fun p _ => by rw [h]⟩, fun p _ => by rw [h]⟩
    obtain ⟨j, hj⟩ := exists_larger (m.exceptions ++ n.exceptions)
    have hat : m.value.toMap j = n.value.toMap j := by rw [h]
    rw [FiniteValue.toMap_value, FiniteValue.toMap_value] at hat
    have hne : ∀ p ∈ m.exceptions ++ n.exceptions, p.1 ≠ j := fun p hp => by have := hj p hp; omega
    rwa [lookup_of_not_mem fun p hp => hne p (List.mem_append.mpr (.inl hp)),
      lookup_of_not_mem fun p hp => hne p (List.mem_append.mpr (.inr hp))] at hat

/-- The values are what the tables' trees mean in the model. -/
structure Values.Right (w : Values) (v : Valuation) (T : Tables) : Prop where
  terms : w.terms.size = T.terms.size
  formulas : w.formulas.size = T.formulas.size
  term : ∀ t, t < T.terms.size → (w.term t).value = (T.term t).eval v.model []
  literal : ∀ l, l / 2 < T.formulas.size → (w.literal l = true ↔ (T.literal l).Holds v.model [])

section

variable {v : Valuation} {w : Values} {T : Tables} (h : w.Right v T)
include h

theorem all_iff {ls : Array Literal} (hl : ∀ j (hj : j < ls.size), ls[j] / 2 < T.formulas.size) (truth : Bool) (i : Nat) :
    w.all truth ls i = true ↔
      ∀ j (hj : j < ls.size), i ≤ j → ((T.literal ls[j]).Holds v.model [] ↔ truth = true) := by
  fun_induction Values.all w truth ls i with
  | case1 i hi ih =>
    rw [Bool.and_eq_true, ih]
    have hiff := h.literal ls[i] (hl i hi)
    have hhere : (w.literal ls[i] == truth) = true ↔ ((T.literal ls[i]).Holds v.model [] ↔ truth = true) := by
      rw [← hiff]; cases w.literal ls[i] <;> cases truth <;> simp
    rw [hhere]
    constructor
    · rintro ⟨h0, hrest⟩ j hj hij
      by_cases he : i = j
      · subst he; exact h0
      · exact hrest j hj (by omega)
    · exact fun hall => ⟨hall i hi (Nat.le_refl _), fun j hj hij => hall j hj (by omega)⟩
  | case2 i hi => simp; intro j hj hij; omega

/-- The value that is computed for a shape is that of its tree. -/
theorem compute_sound {shape : TermShape} (hr : shape.InRange T) {value : FiniteValue} (hv : shape.compute v w = some value) :
    value.value = (shape.tree T).eval v.model [] := by
  have hint : ∀ t, t < T.terms.size → ((T.term t).eval v.model []).toInt = (w.term t).toInt := fun t ht => by
    rw [← h.term t ht, FiniteValue.toInt_value]
  cases shape with
  | num n => simp only [TermShape.compute, Option.some.injEq] at hv; subst hv; simp [TermShape.tree, Term.eval, FiniteValue.value]
  | var name version =>
    simp only [TermShape.compute, Option.some.injEq] at hv; subst hv; simp [TermShape.tree, Term.eval, Valuation.model]
  | logic name => simp only [TermShape.compute, Option.some.injEq] at hv; subst hv; simp [TermShape.tree, Term.eval, Valuation.model]
  | bound index => simp only [TermShape.compute, Option.some.injEq] at hv; subst hv; simp [TermShape.tree, Term.eval, FiniteValue.value]
  | binary o a b =>
    simp only [TermShape.InRange] at hr
    obtain ⟨n, hn, hv⟩ := bind_some.mp hv
    simp only [Option.some.injEq] at hv
    subst hv
    rw [TermShape.tree, eval_operator_tree]
    have ha := hint a hr.1
    have hb := hint b hr.2
    cases o <;> simp only [Operator.compute, Option.some.injEq, reduceCtorEq] at hn <;>
      simp only [FiniteValue.value, Operator.apply, ha, hb, ← hn]
    rw [← h.term a hr.1, FiniteValue.at_eq]
  | store m i x =>
    simp only [TermShape.InRange] at hr
    simp only [TermShape.compute, Option.some.injEq] at hv
    subst hv
    have hm : ((T.term m).eval v.model []).toMap = lookup (w.term m).elsewhere (w.term m).exceptions := by
      rw [← h.term m hr.1, FiniteValue.toMap_value]
    simp only [TermShape.tree, Term.eval, FiniteValue.value, hint i hr.2.1, hint x hr.2.2, hm]
    rfl
  | const x =>
    simp only [TermShape.InRange] at hr
    simp only [TermShape.compute, Option.some.injEq] at hv
    subst hv
    simp only [TermShape.tree, Term.eval, FiniteValue.value, hint x hr]
    congr 1
  | ite c a b =>
    simp only [TermShape.InRange] at hr
    simp only [TermShape.compute, Option.some.injEq] at hv
    subst hv
    simp only [TermShape.tree, Term.eval, ← h.literal c hr.1, ← h.term a hr.2.1, ← h.term b hr.2.2]
    split <;> rfl
  | witness body => simp [TermShape.compute] at hv

/-- The truth that is computed for a right-hand side is that of its formula. -/
theorem computeFormula_sound {d : Definiens} (ht : d.TermsInRange T) (hr : d.LiteralsInRange T) {truth : Bool}
    (hd : d.compute v w = some truth) : truth = true ↔ (d.formula T).Holds v.model [] := by
  have hint : ∀ t, t < T.terms.size → ((T.term t).eval v.model []).toInt = (w.term t).toInt := fun t ht => by
    rw [← h.term t ht, FiniteValue.toInt_value]
  cases d with
  | true => simp only [Definiens.compute, Option.some.injEq] at hd; subst hd; simp [Definiens.formula, Formula.Holds]
  | atom name =>
    simp only [Definiens.compute, Option.some.injEq] at hd; subst hd; simp [Definiens.formula, Formula.Holds, Valuation.model]
  | le a b =>
    simp only [Definiens.compute, Option.some.injEq] at hd; subst hd
    simp [Definiens.formula, Formula.Holds, hint a ht.1, hint b ht.2]
  | eq a b =>
    simp only [Definiens.compute, Option.some.injEq] at hd; subst hd
    simp [Definiens.formula, Formula.Holds, hint a ht.1, hint b ht.2]
  | mapEq m n =>
    simp only [Definiens.compute, Option.some.injEq] at hd; subst hd
    simp only [Definiens.formula, Formula.Holds, ← h.term m ht.1, ← h.term n ht.2, sameMap_iff]
  | and ls =>
    simp only [Definiens.compute, Option.some.injEq] at hd; subst hd
    rw [all_iff h (ls := ls) hr, Definiens.formula, combine_and_holds]
    simp
  | or ls =>
    simp only [Definiens.compute, Option.some.injEq] at hd; subst hd
    rw [Definiens.formula, combine_or_holds, Bool.not_eq_true', ← Bool.not_eq_true, all_iff h (ls := ls) hr]
    simp
  | implies a b =>
    simp only [Definiens.compute, Option.some.injEq] at hd; subst hd
    have ha := h.literal a (hr 0 (by simp [Definiens.literals]))
    have hb := h.literal b (hr 1 (by simp [Definiens.literals]))
    simp only [Definiens.formula, Formula.Holds, ← ha, ← hb]
    cases w.literal a <;> cases w.literal b <;> simp
  | iff a b =>
    simp only [Definiens.compute, Option.some.injEq] at hd; subst hd
    have ha := h.literal a (hr 0 (by simp [Definiens.literals]))
    have hb := h.literal b (hr 1 (by simp [Definiens.literals]))
    simp only [Definiens.formula, Formula.Holds, ← ha, ← hb]
    cases w.literal a <;> cases w.literal b <;> simp
  | ite c a b =>
    simp only [Definiens.compute, Option.some.injEq] at hd; subst hd
    have hc := h.literal c (hr 0 (by simp [Definiens.literals]))
    have ha := h.literal a (hr 1 (by simp [Definiens.literals]))
    have hb := h.literal b (hr 2 (by simp [Definiens.literals]))
    simp only [Definiens.formula, Formula.Holds, ← hc, ← ha, ← hb]
    cases w.literal c <;> cases w.literal a <;> cases w.literal b <;> simp
  | all body => simp [Definiens.compute] at hd

end

/-- The values before the first line are right. -/
theorem initial_values (v : Valuation) (room : Nat) : Values.initial.Right v (Tables.initial room) := by
  refine ⟨rfl, rfl, fun t ht => ?_, fun l hl => ?_⟩
  · have : t = 0 := by simp [Tables.initial] at ht; omega
    subst this
    simp [Values.term, Values.initial, Tables.term, Tables.initial, FiniteValue.value, Term.eval]
  · have h0 : l / 2 = 0 := by simp [Tables.initial] at hl; omega
    by_cases hp : l % 2 = 0 <;>
      simp [Values.literal, Values.initial, Tables.literal, Tables.formula, Tables.initial, h0, hp, Formula.Holds]

/-- A new value that is right keeps the values so. -/
theorem pushTerm_right {v : Valuation} {w : Values} {T : Tables} (h : w.Right v T) {entry : TermEntry} {value : FiniteValue} {room : Nat}
    (hvalue : value.value = entry.term.eval v.model []) :
    Values.Right { w with terms := w.terms.push value } v ⟨T.terms.push entry, T.formulas, room⟩ := by
  obtain ⟨terms, formulas⟩ := w
  have hsize : terms.size = T.terms.size := h.terms
  refine ⟨by simp [hsize], h.formulas, fun t ht => ?_, h.literal⟩
  by_cases hlt : t < T.terms.size
  · have := h.term t hlt
    have hlt' : t < terms.size := by omega
    simpa [Values.term, Tables.term, hlt, hlt', Nat.lt_succ_of_lt, Array.getElem_push_lt] using this
  · have heq : t = T.terms.size := by simp at ht; omega
    subst heq
    simp only [Values.term, Tables.term, Array.size_push, hsize, Nat.lt_succ_self, dite_true, Array.getElem_push_eq]
    rw [show (terms.push value)[T.terms.size]'(by simp [hsize]) = value by simp [← hsize]]
    exact hvalue

/-- A new truth value that is right keeps the values so. -/
theorem pushFormula_right {v : Valuation} {w : Values} {T : Tables} (h : w.Right v T) {entry : Entry} {truth : Bool}
    (htruth : truth = true ↔ entry.formula.Holds v.model []) :
    Values.Right { w with formulas := w.formulas.push truth } v ⟨T.terms, T.formulas.push entry, T.room⟩ := by
  obtain ⟨terms, formulas⟩ := w
  have hsize : formulas.size = T.formulas.size := h.formulas
  refine ⟨h.terms, by simp [hsize], h.term, fun l hl => ?_⟩
  by_cases hlt : l / 2 < T.formulas.size
  · have := h.literal l hlt
    have hlt' : l / 2 < formulas.size := by omega
    simpa [Values.literal, Tables.literal, Tables.formula, hlt, hlt', Nat.lt_succ_of_lt, Array.getElem_push_lt] using this
  · have heq : l / 2 = T.formulas.size := by simp at hl; omega
    have hlast : (formulas.push truth)[T.formulas.size]'(by simp [hsize]) = truth := by simp [← hsize]
    by_cases hpos : l % 2 = 0
    · simp [Values.literal, Tables.literal, Tables.formula, heq, hsize, hpos, hlast, htruth]
    · have hone : l % 2 = 1 := by omega
      cases truth <;> simp_all [Values.literal, Tables.literal, Tables.formula, Formula.Holds]

end Plato
