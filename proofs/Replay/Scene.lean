/-
# Evaluation in a scene is right

Main results: `evaluateLiteral_sound`.
-/
module

public import Plato.Program.Scene
public import Conditions.Builder
public import Conditions.Instance
public import Soundness.Evaluation

@[expose] public section

namespace Plato

theorem pay_eq {effort cost : Nat} {value : FiniteValue} {r : Evaluated FiniteValue} (h : pay effort cost value = some r) : r.value = value := by
  unfold pay at h
  split at h
  · simp at h
  · injection h with h; subst h; rfl

theorem compute_operator {o : Operator} {a b : FiniteValue} {n : Int} (h : o.compute a b = some n) : n = o.apply a.value b.value := by
  cases o <;> simp only [Operator.compute, Option.some.injEq, reduceCtorEq] at h <;>
    simp [← h, Operator.apply, FiniteValue.toInt_value, FiniteValue.at_eq]

section

variable {T : Tables} (hT : T.Right) {s : Scene}
include hT

/-- Everything that is evaluated has the value that its tree has in the scene's model. -/
theorem evaluate_sound (depth : Nat) :
    (∀ t effort r, evaluateTerm T s depth t effort = some r → r.value.value = (T.interpretation s.model).value [] t) ∧
    (∀ (l : Nat) effort r, evaluateLiteral T s depth l effort = some r → (r.value = true ↔ (T.interpretation s.model).literal [] l)) ∧
    (∀ e effort r, evaluateFormula T s depth e effort = some r → (r.value = true ↔ (T.interpretation s.model).holds [] e)) ∧
    (∀ (ls : Array Nat) i effort r, evaluateAny T s depth ls i effort = some r →
      (r.value = true ↔ ∃ l ∈ ls.toList.drop i, (T.interpretation s.model).literal [] l)) := by
  induction depth with
  | zero => refine ⟨?_, ?_, ?_, ?_⟩ <;> intros <;> simp_all [evaluateTerm, evaluateLiteral, evaluateFormula, evaluateAny]
  | succ depth ih =>
    obtain ⟨ihT, ihL, ihF, ihA⟩ := ih
    have hright : T.RightFor (T.interpretation s.model) := hT _ (interpretation_consistent T _)
    refine ⟨?_, ?_, ?_, ?_⟩
    · intro t effort r h
      unfold evaluateTerm at h
      generalize hs : T.termShape t = shape at h
      have hm : shape ≠ .num 0 → shape.Means (T.interpretation s.model) [] ((T.interpretation s.model).value [] t) :=
        fun hn => hright.termMeans hs hn []
      cases shape with
      | num k =>
        rw [pay_eq h]
        by_cases hk : k = 0
        · subst hk
          unfold Tables.termShape at hs
          split at hs
          · have := (hright.terms t ‹_›).means []
            rw [hs] at this
            exact this.symm
          · rename_i ht
            simp [Tables.interpretation, Tables.term, ht, Term.eval, FiniteValue.value]
        · exact (hm (by simp [hk])).symm
      | var name version =>
        rw [pay_eq h]
        have := hm (by simp)
        simp only [TermShape.Means] at this
        rw [this]
        simp only [Tables.interpretation, Scene.model, Parameters.model]
        split <;> rfl
      | logic name =>
        rw [pay_eq h]
        have := hm (by simp)
        simp only [TermShape.Means] at this
        rw [this]
        simp only [Tables.interpretation, Scene.model, Parameters.model]
        split <;> rfl
      | bound index =>
        rw [pay_eq h]
        have := hm (by simp)
        simp only [TermShape.Means] at this
        rw [this]
        simp [FiniteValue.value]
      | binary o a b =>
        simp only at h
        split at h
        · simp at h
        rename_i a' _ ha
        split at h
        · simp at h
        rename_i b' _ hb
        split at h
        · simp at h
        rename_i n hn
        rw [pay_eq h]
        have := hm (by simp)
        simp only [TermShape.Means, ← ihT _ _ _ ha, ← ihT _ _ _ hb] at this
        rw [this, compute_operator hn]
        rfl
      | store m i x =>
        simp only at h
        split at h
        · simp at h
        rename_i m' _ h1
        split at h
        · simp at h
        rename_i i' _ h2
        split at h
        · simp at h
        rename_i x' _ h3
        rw [pay_eq h]
        have := hm (by simp)
        simp only [TermShape.Means, Interpretation.map, Interpretation.int, ← ihT _ _ _ h1, ← ihT _ _ _ h2, ← ihT _ _ _ h3,
          FiniteValue.toInt_value, FiniteValue.toMap_value] at this
        rw [this]
        rfl
      | const x =>
        simp only at h
        split at h
        · simp at h
        rename_i x' _ h1
        rw [pay_eq h]
        have := hm (by simp)
        simp only [TermShape.Means, Interpretation.int, ← ihT _ _ _ h1, FiniteValue.toInt_value] at this
        rw [this]
        simp only [FiniteValue.value]
        rfl
      | ite c a b =>
        simp only at h
        split at h
        · simp at h
        rename_i c' _ h1
        have hc := ihL _ _ _ h1
        have := hm (by simp)
        simp only [TermShape.Means] at this
        split at h
        · rename_i htrue
          rw [ihT _ _ _ h, this.1 (hc.mp htrue)]
        · rename_i hfalse
          rw [ihT _ _ _ h, this.2 fun hl => hfalse (hc.mpr hl)]
      | witness body => simp at h
    · intro l effort r h
      unfold evaluateLiteral at h
      split at h
      · simp at h
      rename_i truth' _ h1
      injection h with h
      subst h
      have := ihF _ _ _ h1
      unfold Interpretation.literal Literal.True
      split
      · rename_i hp
        simp only [hp, beq_self_eq_true, beq_true]
        exact this
      · rename_i hp
        have hp' : (l % 2 == 0) = false := by simpa using hp
        simp only [hp', beq_false, Bool.not_eq_true']
        rw [← this]
        cases truth' <;> simp
    · intro e effort r h
      unfold evaluateFormula at h
      generalize hs : T.shape e = shape at h
      have hm : shape.Means (T.interpretation s.model) [] e := hright.means hs []
      cases shape with
      | atom => simp at h
      | all body => simp at h
      | gate long =>
        simp only at h
        split at h
        · simp at h
        rename_i any _ h1
        split at h
        · rename_i h0
          injection h with h
          subst h
          have hany := ihA _ _ _ _ h1
          have hgate : ¬ (T.interpretation s.model).literal [] long[0] ↔ ∃ l ∈ long.toList.drop 1, (T.interpretation s.model).literal [] l := by
            refine gate_holds (n := e) ?_ hm
            have : long.toList ≠ [] := by intro hnil; simp [← Array.length_toList, hnil] at h0
            obtain ⟨x, xs, hx⟩ := List.exists_cons_of_ne_nil this
            have : long[0] = x := by simp [← Array.getElem_toList, hx]
            rw [this, hx]
            rfl
          have he : long[0] / 2 = e := hm.2.1
          simp only at hany ⊢
          rw [← hgate] at hany
          by_cases hp : long[0] % 2 = 0
          · have h1 : (long[0] % 2 == 1) = false := by simp [hp]
            have hlit : (T.interpretation s.model).literal [] long[0] ↔ (T.interpretation s.model).holds [] e := by
              simp [Interpretation.literal, Literal.True, hp, he]
            rw [h1, ← hlit]
            simp only [beq_false, Bool.not_eq_true']
            constructor
            · intro hf
              refine Classical.byContradiction fun hn => ?_
              rw [hany.mpr hn] at hf
              simp at hf
            · intro hl
              cases any with
              | false => rfl
              | true => exact absurd hl (hany.mp rfl)
          · have hp' : long[0] % 2 = 1 := (Nat.mod_two_eq_zero_or_one _).resolve_left hp
            have hlit : ¬ (T.interpretation s.model).literal [] long[0] ↔ (T.interpretation s.model).holds [] e := by
              simp [Interpretation.literal, Literal.True, hp, he]
            rw [← hlit, ← hany]
            simp [hp']
        · simp at h
      | iff a b =>
        simp only at h
        split at h
        · simp at h
        rename_i a' _ h1
        split at h
        · simp at h
        rename_i b' _ h2
        injection h with h
        subst h
        have ha := ihL _ _ _ h1
        have hb := ihL _ _ _ h2
        simp only [Shape.Means] at hm
        rw [hm, ← ha, ← hb]
        cases a' <;> cases b' <;> simp
      | ite c a b =>
        simp only at h
        split at h
        · simp at h
        rename_i c' _ h1
        have hc := ihL _ _ _ h1
        simp only [Shape.Means] at hm
        rw [hm]
        split at h
        · rename_i htrue
          have hl := hc.mp htrue
          rw [ihL _ _ _ h]
          simp [hl]
        · rename_i hfalse
          have hl : ¬ (T.interpretation s.model).literal [] c := fun hl => hfalse (hc.mpr hl)
          rw [ihL _ _ _ h]
          simp [hl]
      | le a b =>
        simp only at h
        split at h
        · simp at h
        rename_i a' _ h1
        split at h
        · simp at h
        rename_i b' _ h2
        injection h with h
        subst h
        simp only [Shape.Means, Interpretation.int, ← ihT _ _ _ h1, ← ihT _ _ _ h2, FiniteValue.toInt_value] at hm
        rw [hm]
        simp
      | eq a b =>
        simp only at h
        split at h
        · simp at h
        rename_i a' _ h1
        split at h
        · simp at h
        rename_i b' _ h2
        injection h with h
        subst h
        simp only [Shape.Means, Interpretation.int, ← ihT _ _ _ h1, ← ihT _ _ _ h2, FiniteValue.toInt_value] at hm
        rw [hm]
        simp
      | mapEq a b =>
        simp only at h
        split at h
        · simp at h
        rename_i a' _ h1
        split at h
        · simp at h
        rename_i b' _ h2
        split at h
        · simp at h
        injection h with h
        subst h
        simp only [Shape.Means, Interpretation.map, ← ihT _ _ _ h1, ← ihT _ _ _ h2] at hm
        rw [hm]
        exact sameMap_iff _ _
    · intro ls i effort r h
      unfold evaluateAny at h
      split at h
      · rename_i hi
        rw [drop_toList ls i hi]
        split at h
        · simp at h
        · rename_i h1
          injection h with h
          subst h
          have := (ihL _ _ _ h1).mp rfl
          simp [this]
        · rename_i h1
          have hnot : ¬ (T.interpretation s.model).literal [] ls[i] := fun hl => by simpa using (ihL _ _ _ h1).mpr hl
          rw [ihA _ _ _ _ h]
          simp [hnot]
      · rename_i hi
        injection h with h
        subst h
        rw [drop_toList_nil ls i hi]
        simp

/-- A literal that is evaluated is true exactly if its formula holds in the scene. -/
theorem evaluateLiteral_sound {depth l effort : Nat} {r : Evaluated Bool} (h : evaluateLiteral T s depth l effort = some r) :
    r.value = true ↔ (T.literal l).action (parametersOf s.parameters) s.thread (storeOf s.before) (storeOf s.after) := by
  have hl : l / 2 < T.formulas.size := by
    refine Classical.byContradiction fun hl => ?_
    have hs : T.shape (l / 2) = .atom := by simp [Tables.shape, hl]
    cases depth with
    | zero => simp [evaluateLiteral] at h
    | succ depth => cases depth with
      | zero => simp [evaluateLiteral, evaluateFormula] at h
      | succ depth => simp [evaluateLiteral, evaluateFormula, hs] at h
  exact ((evaluate_sound hT depth).2.1 l effort r h).trans ((interpretation_consistent T s.model).literal hl [])

end

end Plato
