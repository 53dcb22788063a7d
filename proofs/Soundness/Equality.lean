/-
# Congruence and cases are sound

Main results: `congruence_sound`, `cases_sound`.
-/
module

public import Plato.Refutation.Equality
public import Soundness.Interpretation

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
    simp only [Bool.and_eq_true, beq_iff_eq] at h
    refine ⟨clause[i], Array.getElem_mem hi, ?_⟩
    simp only [Literal.True, h.1, if_true]
    exact (equates_iff hT h.2).mpr hs
  · simp at h

/-- In a clause that is not true, assumptions are the case. -/
theorem same_of_assumes {clause : Clause} (hf : ¬ Clause.True (I.holds []) clause) {i : Nat} {r : Reading} {a b : Nat}
    (h : T.assumes clause i r a b = true) : r.Same (I.value [] a) (I.value [] b) := by
  unfold Tables.assumes at h
  split at h
  · rename_i hi
    simp only [Bool.and_eq_true, beq_iff_eq] at h
    have := Clause.not_true_getElem hf i hi
    simp only [Literal.True, h.1] at this
    exact (equates_iff hT h.2).mp (by simpa using this)
  · simp at h

/-- In a clause that is not true, arguments are the same. -/
theorem same_of_argument {clause : Clause} (hf : ¬ Clause.True (I.holds []) clause) {i j : Nat} {r : Reading} {a b : Nat}
    (h : T.argument clause i r a b = some j) : r.Same (I.value [] a) (I.value [] b) := by
  unfold Tables.argument at h
  split at h
  · rename_i hab; subst hab; exact .of_eq rfl
  · split at h
    · exact same_of_assumes hT hf ‹_›
    · simp at h

/-- In a clause that is not true, congruent terms have the same value. -/
theorem same_of_congruent {clause : Clause} (hf : ¬ Clause.True (I.holds []) clause) {t u count : Nat} {r : Reading}
    (h : T.congruent clause t u = some (r, count)) : I.value [] t = I.value [] u := by
  unfold Tables.congruent at h
  split at h
  · rename_i o a b o' a' b' ht hu
    split at h
    · rename_i ho
      subst ho
      split at h
      · simp at h
      · rename_i i h1
        split at h
        · simp at h
        · rename_i j h2
          have ht : I.value [] t = _ := hT.termMeans ht (by simp) []
          have hu : I.value [] u = _ := hT.termMeans hu (by simp) []
          rw [ht, hu, apply_same (same_of_argument hT hf h1) (same_of_argument hT hf h2)]
    · simp at h
  · rename_i m i x m' i' x' ht hu
    split at h
    · simp at h
    · rename_i k1 h1
      split at h
      · simp at h
      · rename_i k2 h2
        split at h
        · simp at h
        · rename_i k3 h3
          have ht : I.value [] t = _ := hT.termMeans ht (by simp) []
          have hu : I.value [] u = _ := hT.termMeans hu (by simp) []
          have h1 : I.map [] m = I.map [] m' := same_of_argument hT hf h1
          have h2 : I.int [] i = I.int [] i' := same_of_argument hT hf h2
          have h3 : I.int [] x = I.int [] x' := same_of_argument hT hf h3
          rw [ht, hu, h1, h2, h3]
  · rename_i x x' ht hu
    split at h
    · simp at h
    · rename_i k1 h1
      have ht : I.value [] t = _ := hT.termMeans ht (by simp) []
      have hu : I.value [] u = _ := hT.termMeans hu (by simp) []
      have h1 : I.int [] x = I.int [] x' := same_of_argument hT hf h1
      rw [ht, hu, h1]
  · simp at h

/-- A clause accepted by congruence is true. -/
theorem congruence_sound {clause : Clause} (h : congruenceRule T clause = none) : Clause.True (I.holds []) clause := by
  refine Classical.byContradiction fun hf => ?_
  unfold congruenceRule at h
  simp only at h
  split at h
  · split at h
    · simp at h
    · split at h
      · simp at h
      · rename_i t u _ r count hcong
        split at h
        · rename_i hc
          simp only [Bool.and_eq_true] at hc
          exact hf (true_of_concludes hT hc.2 (.of_eq (same_of_congruent hT hf hcong)))
        · simp at h
  · simp at h

/-- A clause accepted as a case of an if-then-else term is true. -/
theorem cases_sound {number : Nat} {clause : Clause} (h : casesRule T number clause = none) :
    Clause.True (I.holds []) clause := by
  refine Classical.byContradiction fun hf => ?_
  unfold casesRule at h
  simp only at h
  split at h
  · rename_i hsize
    have h0 := Clause.not_true_getElem hf 0 (by omega)
    have h1 := Clause.not_true_getElem hf 1 (by omega)
    have hbranch : ∀ x y : Nat, T.isBranch number clause[0] x y = true → I.value [] x = I.value [] y := by
      intro x y hb
      unfold Tables.isBranch at hb
      split at hb
      · rename_i c a b hs
        have hm : (I.literal [] c → I.value [] x = I.value [] a) ∧ (¬ I.literal [] c → I.value [] x = I.value [] b) :=
          hT.termMeans hs (by simp) []
        simp only [Bool.or_eq_true, Bool.and_eq_true, beq_iff_eq] at hb
        rcases hb with ⟨⟨_, hc⟩, rfl⟩ | ⟨⟨_, hc⟩, rfl⟩
        · rw [hc, Literal.true_negate, Classical.not_not] at h0
          exact hm.1 h0
        · rw [hc] at h0
          exact hm.2 h0
      · simp at hb
    split at h
    · simp at h
    · rename_i t u hsides
      split at h
      · rename_i hc
        simp only [Bool.and_eq_true, Bool.or_eq_true, beq_iff_eq] at hc
        have heq : I.value [] t = I.value [] u := by
          rcases hc.2 with hb | hb
          · exact hbranch t u hb
          · exact (hbranch u t hb).symm
        apply h1
        simp only [Literal.True, hc.1, if_true]
        unfold Tables.sides at hsides
        split at hsides
        · rename_i a b hs
          have hm : I.holds [] _ ↔ I.int [] a = I.int [] b := hT.means hs []
          simp only [Option.some.injEq, Prod.mk.injEq] at hsides
          obtain ⟨rfl, rfl⟩ := hsides
          exact hm.mpr (by rw [Interpretation.int, heq])
        · rename_i a b hs
          have hm : I.holds [] _ ↔ I.map [] a = I.map [] b := hT.means hs []
          simp only [Option.some.injEq, Prod.mk.injEq] at hsides
          obtain ⟨rfl, rfl⟩ := hsides
          exact hm.mpr (by rw [Interpretation.map, heq])
        · simp at hsides
      · simp at h
  · simp at h

end

end Plato
