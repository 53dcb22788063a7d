/-
# Estimates are right

A truth that is known is the truth, an estimate contains the value: every operation keeps that.

Main definitions: `Truth.Says`, `Estimate.Covers`. Main results: `combine_covers`, `le_says`, `eq_says`.
-/
module

public import Plato.Evaluation.Scene
public import Evaluation.Values

@[expose] public section

namespace Plato

/-- What is known about a proposition is right. -/
def Truth.Says : Truth → Prop → Prop
  | .yes, p => p
  | .no, p => ¬ p
  | .unknown, _ => True

namespace Truth

theorem says_of_iff {a : Truth} {p q : Prop} (h : p ↔ q) (ha : a.Says p) : a.Says q := by
  cases a <;> simp_all [Says]

theorem ofBool_says {b : Bool} {p : Prop} (h : b = true ↔ p) : (ofBool b).Says p := by
  cases b <;> simp_all [ofBool, Says]

theorem negate_says {a : Truth} {p : Prop} (h : a.Says p) : a.negate.Says (¬ p) := by
  cases a <;> simp_all [negate, Says]

theorem both_says {a b : Truth} {p q : Prop} (ha : a.Says p) (hb : b.Says q) : (both a b).Says (p ∧ q) := by
  cases a <;> cases b <;> simp_all [both, Says]

theorem either_says {a b : Truth} {p q : Prop} (ha : a.Says p) (hb : b.Says q) : (either a b).Says (p ∨ q) := by
  cases a <;> cases b <;> simp_all [either, both, negate, Says]

theorem same_says {a b : Truth} {p q : Prop} (ha : a.Says p) (hb : b.Says q) : (same a b).Says (p ↔ q) := by
  cases a <;> cases b <;> simp_all [same, negate, Says]

end Truth

namespace Estimate

/-- The integer is not less than the bound, if there is one. -/
def AtLeast (low : Option Int) (n : Int) : Prop := ∀ l, low = some l → l ≤ n

/-- The integer is not more than the bound, if there is one. -/
def AtMost (high : Option Int) (n : Int) : Prop := ∀ h, high = some h → n ≤ h

/-- The value is among those that the estimate allows, if the terms that maps are given by have these values at each index. -/
def Covers (B : Nat → Int → Int) : Estimate → Value → Prop
  | .exact f, v => v = f.value
  | .between low high, v => AtLeast low v.toInt ∧ AtMost high v.toInt
  | .based term exceptions _, v => v = .map (basedAt (B term) exceptions)

variable {B : Nat → Int → Int}

theorem unknown_covers (v : Value) : unknown.Covers B v := ⟨fun _ h => by simp at h, fun _ h => by simp at h⟩

theorem low_le {e : Estimate} {v : Value} (h : e.Covers B v) : AtLeast e.low v.toInt := by
  cases e with
  | exact f => intro l hl; simp only [low, Option.some.injEq] at hl; rw [show v = f.value from h, FiniteValue.toInt_value]; omega
  | between low high => exact h.1
  | based => intro l hl; simp only [low, Option.some.injEq] at hl; rw [show v = Value.map _ from h]; simp [Value.toInt, ← hl]

theorem le_high {e : Estimate} {v : Value} (h : e.Covers B v) : AtMost e.high v.toInt := by
  cases e with
  | exact f => intro l hl; simp only [high, Option.some.injEq] at hl; rw [show v = f.value from h, FiniteValue.toInt_value]; omega
  | between low high => exact h.2
  | based => intro l hl; simp only [high, Option.some.injEq] at hl; rw [show v = Value.map _ from h]; simp [Value.toInt, ← hl]

theorem asInt_covers {e : Estimate} {v : Value} (h : e.Covers B v) : e.asInt.Covers B (.int v.toInt) := by
  cases e with
  | exact f => show Value.int _ = Value.int _; rw [show v = f.value from h, FiniteValue.toInt_value]
  | between low high => exact h
  | based => show Value.int _ = Value.int _; rw [show v = Value.map _ from h]; rfl

/-- An exception is the value at its index. -/
theorem basedAt_some {f : Int → Int} {exceptions : List (Int × Int)} {j x : Int} (h : exceptionAt exceptions j = some x) :
    basedAt f exceptions j = x := by
  induction exceptions with
  | nil => simp [exceptionAt] at h
  | cons p rest ih =>
    obtain ⟨i, y⟩ := p
    simp only [exceptionAt] at h
    simp only [basedAt]
    split at h
    · rename_i he; rw [if_pos he]; exact Option.some.inj h
    · rename_i he; rw [if_neg he]; exact ih h

/-- Without an exception, the value is the base's. -/
theorem basedAt_none {f : Int → Int} {exceptions : List (Int × Int)} {j : Int} (h : exceptionAt exceptions j = none) :
    basedAt f exceptions j = f j := by
  induction exceptions with
  | nil => rfl
  | cons p rest ih =>
    obtain ⟨i, y⟩ := p
    simp only [exceptionAt] at h
    simp only [basedAt]
    split at h
    · simp at h
    · rename_i he; rw [if_neg he]; exact ih h

/-- What is known about two maps with the same base at the indices of a list. -/
theorem agreeAt_says {f : Int → Int} {m n list : List (Int × Int)} {known : Truth} {q : Prop} (hq : known.Says q) :
    (agreeAt m n list known).Says (q ∧ ∀ p ∈ list, basedAt f m p.1 = basedAt f n p.1) := by
  induction list generalizing known q with
  | nil => exact Truth.says_of_iff (by simp) hq
  | cons p rest ih =>
    obtain ⟨i, x⟩ := p
    simp only [agreeAt]
    split
    · rename_i x y hx hy
      have hm : basedAt f m i = x := basedAt_some hx
      have hn : basedAt f n i = y := basedAt_some hy
      split
      · rename_i he
        exact Truth.says_of_iff (by simp [hm, hn, he]) (ih hq)
      · rename_i hne
        intro hall
        have hi := hall.2 _ List.mem_cons_self
        exact hne (hm.symm.trans (hi.trans hn))
    · -- whatever is known about the rest, it is not known for this index
      have hu := ih (known := .unknown) (q := q ∧ basedAt f m i = basedAt f n i) trivial
      exact Truth.says_of_iff (by simp [and_assoc]) hu

/-- Where there is no exception in either list, maps with the same base agree. -/
theorem exceptionAt_none {exceptions : List (Int × Int)} {j : Int} (h : ∀ p ∈ exceptions, p.1 ≠ j) : exceptionAt exceptions j = none := by
  induction exceptions with
  | nil => rfl
  | cons p rest ih =>
    obtain ⟨i, x⟩ := p
    have hne : ¬ j = i := fun he => h (i, x) (by simp) he.symm
    simp only [exceptionAt, hne, if_false]
    exact ih fun p hp => h p (by simp [hp])

theorem basedAt_eq {f : Int → Int} {m n : List (Int × Int)} (hm : ∀ p ∈ m, basedAt f m p.1 = basedAt f n p.1)
    (hn : ∀ p ∈ n, basedAt f m p.1 = basedAt f n p.1) : basedAt f m = basedAt f n := by
  funext j
  by_cases h1 : ∃ p ∈ m, p.1 = j
  · obtain ⟨p, hp, rfl⟩ := h1; exact hm p hp
  by_cases h2 : ∃ p ∈ n, p.1 = j
  · obtain ⟨p, hp, rfl⟩ := h2; exact hn p hp
  rw [basedAt_none (exceptionAt_none fun p hp he => h1 ⟨p, hp, he⟩), basedAt_none (exceptionAt_none fun p hp he => h2 ⟨p, hp, he⟩)]

theorem isLess_lt {high low : Option Int} {a b : Int} (h : isLess high low = true) (ha : AtMost high a) (hb : AtLeast low b) : a < b := by
  unfold isLess at h
  split at h
  · rename_i h' l'
    have := ha h' rfl
    have := hb l' rfl
    have := of_decide_eq_true h
    omega
  · simp at h

section

variable {a b : Estimate} {v w : Value} (ha : a.Covers B v) (hb : b.Covers B w)
include ha hb

theorem le_says : (a.le b).Says (v.toInt ≤ w.toInt) := by
  have hno : (if isLess b.high a.low then Truth.no else .unknown).Says (v.toInt ≤ w.toInt) := by
    split
    · rename_i h
      have := isLess_lt h (le_high hb) (low_le ha)
      exact Int.not_le.mpr this
    · trivial
  unfold le
  split
  · rename_i f g
    rw [show v = f.value from ha, show w = g.value from hb, FiniteValue.toInt_value, FiniteValue.toInt_value]
    exact Truth.ofBool_says (by simp)
  · split
    · rename_i h l hh hl
      split
      · have h1 := le_high ha h hh
        have h2 := low_le hb l hl
        show _ ≤ _
        omega
      · exact hno
    · exact hno

theorem eq_says : (a.eq b).Says (v.toInt = w.toInt) := by
  unfold eq
  split
  · rename_i f g
    rw [show v = f.value from ha, show w = g.value from hb, FiniteValue.toInt_value, FiniteValue.toInt_value]
    exact Truth.ofBool_says (by simp)
  · split
    · rename_i h
      rw [Bool.or_eq_true] at h
      show ¬ _
      rcases h with h | h
      · have := isLess_lt h (le_high ha) (low_le hb); omega
      · have := isLess_lt h (le_high hb) (low_le ha); omega
    · trivial

theorem mapEq_says : (a.mapEq b).Says (v.toMap = w.toMap) := by
  unfold mapEq
  split
  · rename_i f g
    rw [show v = f.value from ha, show w = g.value from hb]
    exact Truth.ofBool_says (sameMap_iff f g)
  · rename_i term m _ term' n _
    split
    · rename_i he
      subst he
      rw [show v = Value.map _ from ha, show w = Value.map _ from hb]
      refine Truth.says_of_iff ?_ (agreeAt_says (f := B term) (agreeAt_says (f := B term) (known := .yes) (q := True) trivial))
      constructor
      · exact fun ⟨⟨_, hm⟩, hn⟩ => basedAt_eq hm hn
      · intro h
        have h : basedAt (B term) m = basedAt (B term) n := h
        exact ⟨⟨trivial, fun p _ => by rw [h]⟩, fun p _ => by rw [h]⟩
    · trivial
  · trivial

theorem store_covers {x : Estimate} {u : Value} (hx : x.Covers B u) : (store a b x).Covers B (.map (update v.toMap w.toInt u.toInt)) := by
  unfold store
  split
  · rename_i f g k
    rw [show v = f.value from ha, show w = g.value from hb, show u = k.value from hx, FiniteValue.toInt_value, FiniteValue.toInt_value,
      FiniteValue.toMap_value]
    rfl
  · rename_i term exceptions weight g k
    rw [show v = Value.map _ from ha, show w = g.value from hb, show u = k.value from hx, FiniteValue.toInt_value, FiniteValue.toInt_value]
    rfl
  · exact unknown_covers _

end

theorem const_covers {x : Estimate} {u : Value} (hx : x.Covers B u) : (const x).Covers B (.map fun _ => u.toInt) := by
  unfold const
  split
  · rename_i f
    rw [show u = f.value from hx, FiniteValue.toInt_value]
    rfl
  · exact unknown_covers _

theorem addBounds_low {a b : Option Int} {m n : Int} (ha : AtLeast a m) (hb : AtLeast b n) : AtLeast (addBounds a b) (m + n) := by
  cases a <;> cases b <;> simp_all [addBounds, AtLeast] <;> omega

theorem addBounds_high {a b : Option Int} {m n : Int} (ha : AtMost a m) (hb : AtMost b n) : AtMost (addBounds a b) (m + n) := by
  cases a <;> cases b <;> simp_all [addBounds, AtMost] <;> omega

theorem subBounds_low {a b : Option Int} {m n : Int} (ha : AtLeast a m) (hb : AtMost b n) : AtLeast (subBounds a b) (m - n) := by
  cases a <;> cases b <;> simp_all [subBounds, AtLeast, AtMost] <;> omega

theorem subBounds_high {a b : Option Int} {m n : Int} (ha : AtMost a m) (hb : AtLeast b n) : AtMost (subBounds a b) (m - n) := by
  cases a <;> cases b <;> simp_all [subBounds, AtLeast, AtMost] <;> omega

/-- A multiple of an integer within bounds. -/
theorem scale_covers {k n : Int} {low high : Option Int} (hl : AtLeast low n) (hh : AtMost high n) : (scale k low high).Covers B (.int (k * n)) := by
  unfold scale
  split
  · rename_i hk
    refine ⟨fun l h => ?_, fun l h => ?_⟩
    · cases low with
      | none => simp [scaleBound] at h
      | some m => simp only [scaleBound, Option.some.injEq] at h; subst h; exact Int.mul_le_mul_of_nonneg_left (hl m rfl) hk
    · cases high with
      | none => simp [scaleBound] at h
      | some m => simp only [scaleBound, Option.some.injEq] at h; subst h; exact Int.mul_le_mul_of_nonneg_left (hh m rfl) hk
  · rename_i hk
    have hk : k ≤ 0 := by omega
    refine ⟨fun l h => ?_, fun l h => ?_⟩
    · cases high with
      | none => simp [scaleBound] at h
      | some m => simp only [scaleBound, Option.some.injEq] at h; subst h; exact Int.mul_le_mul_of_nonpos_left hk (hh m rfl)
    · cases low with
      | none => simp [scaleBound] at h
      | some m => simp only [scaleBound, Option.some.injEq] at h; subst h; exact Int.mul_le_mul_of_nonpos_left hk (hl m rfl)

theorem excludes_ne {low high : Option Int} {n i : Int} (hl : AtLeast low n) (hh : AtMost high n) (h : excludes low high i = true) : n ≠ i := by
  unfold excludes at h
  rw [Bool.or_eq_true] at h
  rcases h with h | h
  · split at h
    · have := hl _ rfl
      have := of_decide_eq_true h
      omega
    · simp at h
  · split at h
    · have := hh _ rfl
      have := of_decide_eq_true h
      omega
    · simp at h

/-- An integer within the bounds is no exception. -/
theorem noneWithin_ne {n : Int} {low high : Option Int} (hl : AtLeast low n) (hh : AtMost high n) {exceptions : List (Int × Int)}
    (h : noneWithin low high exceptions = true) : ∀ p ∈ exceptions, p.1 ≠ n := by
  induction exceptions with
  | nil => simp
  | cons p rest ih =>
    obtain ⟨i, x⟩ := p
    simp only [noneWithin, Bool.and_eq_true] at h
    intro p hp
    rcases List.mem_cons.mp hp with rfl | hp
    · exact (excludes_ne hl hh h.1).symm
    · exact ih h.2 p hp

/-- Within bounds that contain no exception, a map has its usual value. -/
theorem lookup_isUsual {elsewhere n : Int} {low high : Option Int} (hl : AtLeast low n) (hh : AtMost high n) {exceptions : List (Int × Int)}
    (h : isUsual elsewhere low high exceptions = true) : lookup elsewhere exceptions n = elsewhere := by
  induction exceptions with
  | nil => rfl
  | cons p rest ih =>
    obtain ⟨i, x⟩ := p
    simp only [isUsual, Bool.and_eq_true, Bool.or_eq_true, beq_iff_eq] at h
    simp only [lookup]
    split
    · rename_i he
      exact h.1.elim id fun hx => absurd he (excludes_ne hl hh hx)
    · exact ih h.2

theorem combineBounds_covers {o : Operator} {a b : Estimate} {v w : Value} (ha : a.Covers B v) (hb : b.Covers B w) :
    (combineBounds o a b).Covers B (.int (o.apply v w)) := by
  unfold combineBounds
  split
  · exact ⟨addBounds_low (low_le ha) (low_le hb), addBounds_high (le_high ha) (le_high hb)⟩
  · exact ⟨subBounds_low (low_le ha) (le_high hb), subBounds_high (le_high ha) (low_le hb)⟩
  · rename_i k low high
    have hk : v.toInt = k.toInt := by rw [show v = k.value from ha, FiniteValue.toInt_value]
    rw [Operator.apply, hk]
    exact scale_covers hb.1 hb.2
  · rename_i low high k
    have hk : w.toInt = k.toInt := by rw [show w = k.value from hb, FiniteValue.toInt_value]
    rw [Operator.apply, hk, Int.mul_comm]
    exact scale_covers ha.1 ha.2
  · rename_i m low high
    split
    · rename_i h
      rw [show v = m.value from ha]
      show Value.int _ = Value.int _
      rw [Operator.apply, FiniteValue.toMap_value, lookup_isUsual hb.1 hb.2 h]
    · exact unknown_covers _
  · exact unknown_covers _

theorem compute_operator {o : Operator} {a b : FiniteValue} {n : Int} (h : o.compute a b = some n) : n = o.apply a.value b.value := by
  cases o <;> simp only [Operator.compute, Option.some.injEq, reduceCtorEq] at h <;>
    simp [← h, Operator.apply, FiniteValue.toInt_value, FiniteValue.at_eq]

/-- Operators keep estimates right. -/
theorem combine_covers {o : Operator} {a b : Estimate} {v w : Value} (ha : a.Covers B v) (hb : b.Covers B w) :
    (combine o a b).Covers B (.int (o.apply v w)) := by
  unfold combine
  split
  · rename_i f g
    split
    · rename_i n hn
      rw [show v = f.value from ha, show w = g.value from hb, ← compute_operator hn]
      rfl
    · exact unknown_covers _
  · exact combineBounds_covers ha hb

end Estimate

end Plato
