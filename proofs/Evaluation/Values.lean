/-
# A model that is accepted satisfies the assertions

Evaluation keeps the values of the tables' entries in step with what their trees mean in the model that the valuation describes.

Main results: `sameMap_iff`, `compute_sound`, `computeFormula_sound`, `evaluation_sound`.
-/
module

public import Plato.Kernel
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
    simp only [TermShape.compute] at hv
    split at hv
    · simp at hv
    · rename_i n hn
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

/-- The values and the assertions of the problem read so far. -/
structure Kernel.Problem.TrueIn (problem : Kernel.Problem) (v : Valuation) (w : Values) : Prop where
  values : w.Right v problem.tables
  assertions : ∀ f ∈ problem.assertions, f.Holds v.model []

theorem initial_values (v : Valuation) (room : Nat) : Values.initial.Right v (Tables.initial room) := by
  refine ⟨rfl, rfl, fun t ht => ?_, fun l hl => ?_⟩
  · have : t = 0 := by simp [Tables.initial] at ht; omega
    subst this
    simp [Values.term, Values.initial, Tables.term, Tables.initial, FiniteValue.value, Term.eval]
  · have h0 : l / 2 = 0 := by simp [Tables.initial] at hl; omega
    by_cases hp : l % 2 = 0 <;>
      simp [Values.literal, Values.initial, Tables.literal, Tables.formula, Tables.initial, h0, hp, Formula.Holds]

/-- A line of the problem keeps values and trees in step. -/
theorem add_values {problem problem' : Kernel.Problem} {v : Valuation} {w w' : Values} {effort left : Nat}
    (hp : problem.TrueIn v w) {line : Line} (h : problem.add line = .ok problem') (hw : w.add v effort line = .ok (w', left)) :
    problem'.TrueIn v w' := by
  obtain ⟨tables, asserted, assertions⟩ := problem
  obtain ⟨terms, formulas⟩ := w
  cases line with
  | comment =>
    injection h with h; injection hw with hw
    simp only [Prod.mk.injEq] at hw
    exact h ▸ hw.1 ▸ hp
  | term shape =>
    simp only [Kernel.Problem.add] at h
    split at h
    · simp at h
    rename_i T' hT
    injection h with h
    subst h
    obtain ⟨hr, rfl⟩ := addTerm_eq hT
    simp only [Values.add] at hw
    split at hw
    · simp at hw
    split at hw
    · simp at hw
    rename_i value hv
    injection hw with hw
    simp only [Prod.mk.injEq] at hw
    obtain ⟨rfl, _⟩ := hw
    have hsize : terms.size = tables.terms.size := hp.values.terms
    have hvalue := compute_sound hp.values hr hv
    refine ⟨⟨by simp [hsize], hp.values.formulas, fun t ht => ?_, hp.values.literal⟩, hp.assertions⟩
    by_cases hlt : t < tables.terms.size
    · have := hp.values.term t hlt
      have hlt' : t < terms.size := by omega
      simpa [Values.term, Tables.term, hlt, hlt', Nat.lt_succ_of_lt, Array.getElem_push_lt] using this
    · have heq : t = tables.terms.size := by simp at ht; omega
      subst heq
      simp only [Values.term, Tables.term, Array.size_push, hsize, Nat.lt_succ_self, dite_true, Array.getElem_push_eq]
      rw [show (terms.push value)[tables.terms.size]'(by simp [hsize]) = value by simp [← hsize]]
      exact hvalue
  | entry d =>
    simp only [Kernel.Problem.add] at h
    split at h
    · simp at h
    rename_i T' hT
    injection h with h
    subst h
    obtain ⟨rfl, ht, hr⟩ := define_eq hT
    simp only [Values.add] at hw
    split at hw
    · simp at hw
    split at hw
    · simp at hw
    rename_i truth hv
    injection hw with hw
    simp only [Prod.mk.injEq] at hw
    obtain ⟨rfl, _⟩ := hw
    have hsize : formulas.size = tables.formulas.size := hp.values.formulas
    have htruth := computeFormula_sound hp.values ht hr hv
    refine ⟨⟨hp.values.terms, by simp [hsize], hp.values.term, fun l hl => ?_⟩, hp.assertions⟩
    by_cases hlt : l / 2 < tables.formulas.size
    · have := hp.values.literal l hlt
      have hlt' : l / 2 < formulas.size := by omega
      simpa [Values.literal, Tables.literal, Tables.formula, hlt, hlt', Nat.lt_succ_of_lt, Array.getElem_push_lt] using this
    · have heq : l / 2 = tables.formulas.size := by simp at hl; omega
      by_cases hpos : l % 2 = 0
      · simp only [Values.literal, Tables.literal, Tables.formula, Array.size_push, heq, hsize, Nat.lt_succ_self, dite_true,
          hpos, if_true, Array.getElem_push_eq, beq_self_eq_true]
        rw [show (formulas.push truth)[tables.formulas.size]'(by simp [hsize]) = truth by simp [← hsize]]
        simpa using htruth
      · have hbeq : (l % 2 == 0) = false := by simpa using hpos
        simp only [Values.literal, Tables.literal, Tables.formula, Array.size_push, heq, hsize, Nat.lt_succ_self, dite_true,
          hpos, if_false, Array.getElem_push_eq, hbeq, Formula.Holds]
        rw [show (formulas.push truth)[tables.formulas.size]'(by simp [hsize]) = truth by simp [← hsize], ← htruth]
        cases truth <;> simp
  | assert l =>
    simp only [Kernel.Problem.add] at h
    split at h
    · rename_i hl
      injection h with h
      subst h
      simp only [Values.add] at hw
      split at hw
      · rename_i htrue
        injection hw with hw
        simp only [Prod.mk.injEq] at hw
        obtain ⟨rfl, _⟩ := hw
        refine ⟨hp.values, fun f hf => ?_⟩
        rcases Array.mem_push.mp hf with hf | rfl
        · exact hp.assertions f hf
        · exact (hp.values.literal l hl).mp htrue
      · simp at hw
    · simp at h
  | _ => simp [Kernel.Problem.add] at h

/-- **Soundness of evaluation.** If the kernel accepts the lines from offset `i` on as true in a valuation, the
valuation's model makes all assertions true. -/
theorem evaluation_sound {bytes : ByteArray} {v : Valuation} (i effort : Nat) (read : Kernel.Problem) (w : Values)
    (hp : read.TrueIn v w) {result : Kernel.Problem} (h : Kernel.evaluate bytes v i effort read w = .ok result) :
    ∀ f ∈ result.assertions, f.Holds v.model [] := by
  fun_induction Kernel.evaluate bytes v i effort read w with
  | case1 => simp at h
  | case2 => injection h with h; exact h ▸ hp.assertions
  | case3 => simp at h
  | case4 => simp at h
  | case5 i effort read w line next _ _ read' hadd w' left hw _ ih => exact ih (add_values hp hadd hw) h
  | case6 => simp at h

end Plato
