/-
# The cases of an if-then-else term are sound

Main results: `cases_sound`.
-/
module

public import Plato.Refutation.Cases
public import Refutation.Equality

@[expose] public section

namespace Plato

section

variable {T : Tables} {I : Interpretation} (hT : T.RightFor I)
include hT

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
        simp only [Bool.and_eq_true, Bool.or_eq_true, decide_eq_true_eq] at hc
        have heq : I.value [] t = I.value [] u := by
          rcases hc.2 with hb | hb
          · exact hbranch t u hb
          · exact (hbranch u t hb).symm
        refine h1 ((Literal.true_of_isPositive hc.1).mpr ?_)
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
