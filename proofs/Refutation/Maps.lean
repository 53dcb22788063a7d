/-
# The map axioms are sound

Main results: `maps_sound`.
-/
module

public import Meaning.Value
public import Plato.Refutation.Maps
public import Refutation.Equality

@[expose] public section

namespace Plato

/-- Maps that are the same at the index where they would differ are the same. -/
theorem eq_of_eq_at_difference {f g : Int → Int}
    (h : f (Classical.epsilon fun i => f i ≠ g i) = g (Classical.epsilon fun i => f i ≠ g i)) : f = g := by
  refine Classical.byContradiction fun hne => ?_
  have hex : ∃ i, f i ≠ g i := Classical.byContradiction fun hn => hne (funext fun i =>
    Classical.byContradiction fun hi => hn ⟨i, hi⟩)
  exact Classical.epsilon_spec hex h

section

variable {T : Tables} {I : Interpretation} (hT : T.RightFor I)
include hT

/-- What a read of an updated map is. -/
theorem readOfStore_value {read m i x j : Nat} (h : T.readOfStore read = some (m, i, x, j)) :
    I.value [] read = .int (update (I.map [] m) (I.int [] i) (I.int [] x) (I.int [] j)) := by
  unfold Tables.readOfStore at h
  split at h
  · rename_i w j' hread
    split at h
    · rename_i m' i' x' hw
      simp only [Option.some.injEq, Prod.mk.injEq] at h
      obtain ⟨rfl, rfl, rfl, rfl⟩ := h
      have hread : I.value [] read = _ := hT.termMeans hread (by simp) []
      have hw : I.value [] w = _ := hT.termMeans hw (by simp) []
      rw [hread, Operator.apply, hw]
      rfl
    · simp at h
  · simp at h

/-- What a read of a constant map is. -/
theorem readOfConst_value {read x : Nat} (h : T.readOfConst read = some x) : I.value [] read = .int (I.int [] x) := by
  unfold Tables.readOfConst at h
  split at h
  · rename_i w j hread
    split at h
    · rename_i x' hw
      simp only [Option.some.injEq] at h
      subst h
      have hread : I.value [] read = _ := hT.termMeans hread (by simp) []
      have hw : I.value [] w = _ := hT.termMeans hw (by simp) []
      rw [hread, Operator.apply, hw]
      rfl
    · simp at h
  · simp at h

variable {clause : Clause} (hf : ¬ Clause.True (I.holds []) clause)
include hf

theorem sameIndex_sound {a b : Nat} (h : T.sameIndex clause a b = true) : False := by
  unfold Tables.sameIndex at h
  split at h
  · rename_i m i x j hread
    have hv := readOfStore_value hT hread
    simp only [Bool.and_eq_true, beq_iff_eq] at h
    obtain ⟨rfl, h⟩ := h
    have hconclude : ∀ k, T.concludes clause k .int a x = true → I.int [] i = I.int [] j → False := fun k hc hij =>
      hf (true_of_concludes hT hc (show (I.value [] a).toInt = I.int [] x by simp [hv, Value.toInt, update, hij]))
    split at h
    · simp only [Bool.and_eq_true, beq_iff_eq] at h
      exact hconclude 0 h.2 (by rw [h.1])
    · simp only [Bool.and_eq_true, beq_iff_eq] at h
      exact hconclude 1 h.2 (same_of_assumes hT hf h.1.2)
  · simp at h

theorem otherIndex_sound {a b : Nat} (h : T.otherIndex clause a b = true) : False := by
  unfold Tables.otherIndex at h
  split at h
  · rename_i m i x j m' j' hread hother
    have hv := readOfStore_value hT hread
    have ho : I.value [] b = _ := hT.termMeans hother (by simp) []
    simp only [Bool.and_eq_true, beq_iff_eq] at h
    obtain ⟨⟨⟨⟨rfl, rfl⟩, _⟩, h1⟩, h2⟩ := h
    by_cases hij : I.int [] i = I.int [] j
    · exact hf (true_of_concludes hT h1 hij)
    · refine hf (true_of_concludes hT h2 ?_)
      show (I.value [] a).toInt = (I.value [] b).toInt
      have hji : ¬ I.int [] j = I.int [] i := fun h => hij h.symm
      rw [hv, ho]
      show update (I.map [] m) (I.int [] i) (I.int [] x) (I.int [] j) = I.map [] m (I.int [] j)
      simp [update, hji]
  · simp at h

theorem constantMap_sound {a b : Nat} (h : T.constantMap clause a b = true) : False := by
  unfold Tables.constantMap at h
  split at h
  · rename_i x hread
    simp only [Bool.and_eq_true, beq_iff_eq] at h
    obtain ⟨⟨rfl, _⟩, h⟩ := h
    refine hf (true_of_concludes hT h ?_)
    show (I.value [] a).toInt = _
    rw [readOfConst_value hT hread]
    rfl
  · simp at h

theorem extensional_sound {a b : Nat} (h : T.extensional clause a b = true) : False := by
  unfold Tables.extensional at h
  split at h
  · rename_i m d n d' hread hother
    simp only [Bool.and_eq_true, beq_iff_eq] at h
    obtain ⟨⟨⟨⟨rfl, _⟩, h1⟩, h2⟩, h3⟩ := h
    have ha : I.value [] a = _ := hT.termMeans hread (by simp) []
    have hb : I.value [] b = _ := hT.termMeans hother (by simp) []
    have hab : (I.value [] a).toInt = (I.value [] b).toInt := same_of_assumes hT hf h2
    simp only [ha, hb, Value.toInt, Operator.apply] at hab
    split at h3
    · rename_i m' n' hd
      have hd : I.value [] d = _ := hT.termMeans hd (by simp) []
      simp only [Bool.or_eq_true, Bool.and_eq_true, beq_iff_eq] at h3
      simp only [hd, Operator.apply] at hab
      refine hf (true_of_concludes hT h1 (show I.map [] m = I.map [] n from ?_))
      rcases h3 with ⟨rfl, rfl⟩ | ⟨rfl, rfl⟩
      · exact eq_of_eq_at_difference hab
      · exact (eq_of_eq_at_difference hab.symm).symm
    · simp at h3
  · simp at h

theorem equivalence_sound {number : Nat} (h : T.equivalence number clause = true) : False := by
  unfold Tables.equivalence at h
  split at h
  · split at h
    · simp at h
    · rename_i a c _
      split at h
      · simp only [Bool.and_eq_true, beq_iff_eq] at h
        exact hf (true_of_concludes hT h.2 (.of_eq (by rw [h.1.2])))
      · split at h
        · simp only [Bool.and_eq_true, beq_iff_eq] at h
          exact hf (true_of_concludes hT h.2 (same_of_assumes hT hf h.1.2))
        · split at h
          · simp at h
          · rename_i x y _
            simp only [Bool.and_eq_true, Bool.or_eq_true, beq_iff_eq] at h
            obtain ⟨⟨⟨_, h1⟩, h2⟩, h3⟩ := h
            have hxy : I.map [] x = I.map [] y := same_of_assumes hT hf h2
            refine hf (true_of_concludes hT h1 (show I.map [] a = I.map [] c from ?_))
            rcases h3 with ⟨rfl, h3⟩ | ⟨rfl, h3⟩
            · exact hxy.trans (same_of_assumes hT hf h3)
            · exact hxy.symm.trans (same_of_assumes hT hf h3)
  · simp at h

theorem samePair_sound {isSecond : Bool} (h : T.samePair isSecond clause = true) : False := by
  unfold Tables.samePair at h
  split at h
  · split at h
    · simp at h
    · rename_i p q _
      split at h
      · rename_i a b c d hp hq
        simp only [Bool.and_eq_true] at h
        have hsame : (I.value [] p).toInt = (I.value [] q).toInt := same_of_assumes hT hf h.1
        have ep : I.value [] p = _ := hT.termMeans hp (by simp) []
        have eq : I.value [] q = _ := hT.termMeans hq (by simp) []
        rw [ep, eq] at hsame
        obtain ⟨h1, h2⟩ := pairing_injective hsame
        cases isSecond with
        | false => exact hf (true_of_concludes hT h.2 h1)
        | true => exact hf (true_of_concludes hT h.2 h2)
      · simp at h
  · simp at h

omit hf in
/-- A clause accepted as an instance of a map axiom is true. -/
theorem maps_sound {number : Nat} (h : mapsRule T number clause = none) : Clause.True (I.holds []) clause := by
  refine Classical.byContradiction fun hf => ?_
  have either : ∀ {property : Nat → Nat → Bool} {entry : Nat}, (∀ {a b}, property a b = true → False) →
      T.eitherWay property entry = true → False := by
    intro property entry hp he
    unfold Tables.eitherWay at he
    split at he
    · simp only [Bool.or_eq_true] at he
      exact he.elim hp hp
    · simp at he
  unfold mapsRule at h
  split at h
  · rename_i hm
    unfold Tables.mapAxiom at hm
    split at hm
    · simp only at hm
      split at hm
      · exact either (sameIndex_sound hT hf) hm
      · split at hm
        · exact either (otherIndex_sound hT hf) hm
        · split at hm
          · exact either (constantMap_sound hT hf) hm
          · split at hm
            · exact either (extensional_sound hT hf) hm
            · split at hm
              · exact equivalence_sound hT hf hm
              · split at hm
                · exact samePair_sound hT hf hm
                · split at hm
                  · exact samePair_sound hT hf hm
                  · simp at hm
    · simp at hm
  · simp at h

end

end Plato
