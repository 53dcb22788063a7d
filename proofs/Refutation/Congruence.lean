/-
# Congruence is sound

Main results: `congruence_sound`.
-/
module

public import Plato.Refutation.Congruence
public import Refutation.Equality

@[expose] public section

namespace Plato

section

variable {T : Tables} {I : Interpretation} (hT : T.RightFor I)
include hT

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
      obtain ⟨i, h1, h⟩ := bind_some.mp h
      obtain ⟨j, h2, _⟩ := bind_some.mp h
      have ht : I.value [] t = _ := hT.termMeans ht (by simp) []
      have hu : I.value [] u = _ := hT.termMeans hu (by simp) []
      rw [ht, hu, apply_same (same_of_argument hT hf h1) (same_of_argument hT hf h2)]
    · simp at h
  · rename_i m i x m' i' x' ht hu
    obtain ⟨k1, h1, h⟩ := bind_some.mp h
    obtain ⟨k2, h2, h⟩ := bind_some.mp h
    obtain ⟨k3, h3, _⟩ := bind_some.mp h
    have ht : I.value [] t = _ := hT.termMeans ht (by simp) []
    have hu : I.value [] u = _ := hT.termMeans hu (by simp) []
    have h1 : I.map [] m = I.map [] m' := same_of_argument hT hf h1
    have h2 : I.int [] i = I.int [] i' := same_of_argument hT hf h2
    have h3 : I.int [] x = I.int [] x' := same_of_argument hT hf h3
    rw [ht, hu, h1, h2, h3]
  · rename_i x x' ht hu
    obtain ⟨k1, h1, _⟩ := bind_some.mp h
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

end

end Plato
