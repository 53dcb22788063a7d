/-
# What equality literals mean

Main results: `equates_iff`, `true_of_concludes`, `same_of_assumes`.
-/
module

public import Plato.Refutation.Equality
public import Table.Interpretation

@[expose] public section

namespace Plato

/-- Two values are the same, read so. -/
def Reading.Same : Reading → Value → Value → Prop
  | .int, v, w => v.toInt = w.toInt
  | .map, v, w => v.toMap = w.toMap

theorem Reading.Same.symm {r : Reading} {v w : Value} (h : r.Same v w) : r.Same w v := by
  cases r <;> exact Eq.symm h

theorem Reading.Same.of_eq {r : Reading} {v w : Value} (h : v = w) : r.Same v w := by
  subst h; cases r <;> rfl

/-- Operators see their arguments only through how they read them. -/
theorem apply_same {o : Operator} {a a' b b' : Value} (ha : o.firstReading.Same a a') (hb : o.secondReading.Same b b') :
    o.apply a b = o.apply a' b' := by
  cases o <;> simp only [Operator.firstReading, Operator.secondReading, Reading.Same] at ha hb <;>
    simp [Operator.apply, ha, hb]

section

variable {T : Tables} {I : Interpretation} (hT : T.RightFor I)
include hT

/-- An entry that equates two terms is true exactly if they are the same. -/
theorem equates_iff {e : Nat} {r : Reading} {a b : Nat} (h : T.equates e r a b = true) :
    I.holds [] e ↔ r.Same (I.value [] a) (I.value [] b) := by
  unfold Tables.equates at h
  split at h
  · rename_i x y hs
    have hm : I.holds [] e ↔ I.int [] x = I.int [] y := hT.means hs []
    simp only [Bool.or_eq_true, Bool.and_eq_true, beq_iff_eq] at h
    rcases h with ⟨rfl, rfl⟩ | ⟨rfl, rfl⟩
    · exact hm
    · exact hm.trans eq_comm
  · rename_i x y hs
    have hm : I.holds [] e ↔ I.map [] x = I.map [] y := hT.means hs []
    simp only [Bool.or_eq_true, Bool.and_eq_true, beq_iff_eq] at h
    rcases h with ⟨rfl, rfl⟩ | ⟨rfl, rfl⟩
    · exact hm
    · exact hm.trans eq_comm
  · simp at h

/-- A conclusion that is the case makes the clause true. -/
theorem true_of_concludes {clause : Clause} {i : Nat} {r : Reading} {a b : Nat} (h : T.concludes clause i r a b = true)
    (hs : r.Same (I.value [] a) (I.value [] b)) : Clause.True (I.holds []) clause := by
  unfold Tables.concludes at h
  split at h
  · rename_i hi
    simp only [Bool.and_eq_true, decide_eq_true_eq] at h
    exact ⟨clause[i], Array.getElem_mem hi, (Literal.true_of_isPositive h.1).mpr ((equates_iff hT h.2).mpr hs)⟩
  · simp at h

/-- In a clause that is not true, the assumed equalities hold. -/
theorem same_of_assumes {clause : Clause} (hf : ¬ Clause.True (I.holds []) clause) {i : Nat} {r : Reading} {a b : Nat}
    (h : T.assumes clause i r a b = true) : r.Same (I.value [] a) (I.value [] b) := by
  unfold Tables.assumes at h
  split at h
  · rename_i hi
    simp only [Bool.and_eq_true, decide_eq_true_eq] at h
    have := Clause.not_true_getElem hf i hi
    rw [Literal.true_of_isNegative h.1, Classical.not_not] at this
    exact (equates_iff hT h.2).mp this
  · simp at h

end

end Plato
