/-
# What does not mention a variable does not depend on it

Main definitions: `Forbidden.Same`. Main results: `avoidsLiteral_sound`, `avoidsTerm_sound`.
-/
module

public import Plato.ThreadModular.Auxiliary
public import Table.Copy

@[expose] public section

namespace Plato

/-- The models differ in nothing but forbidden variables. -/
structure Forbidden.Same (f : Forbidden) (M M' : Model) : Prop where
  atoms : M.atoms = M'.atoms
  logic : M.logic = M'.logic
  store : ∀ version name, f.has name version = false → M.store version name = M'.store version name

theorem isIn_iff {n : Nat} {l : List Nat} : isIn n l = true ↔ n ∈ l := by
  induction l with
  | nil => simp [isIn]
  | cons m rest ih =>
    simp only [isIn, List.mem_cons]
    split
    · simp [*]
    · simp [*]

section

variable {T : Tables} (hT : T.Right) {f : Forbidden} {M M' : Model} (hM : f.Same M M')
include hT hM

/-- Everything that avoids the forbidden variables means the same in both models. -/
theorem avoids_sound (depth : Nat) :
    (∀ t effort r, avoidsTerm T f depth t effort = .ok r → ∀ bs, (T.interpretation M).value bs t = (T.interpretation M').value bs t) ∧
    (∀ e effort r, avoidsEntry T f depth e effort = .ok r → ∀ bs, (T.interpretation M).holds bs e ↔ (T.interpretation M').holds bs e) ∧
    (∀ ls i effort r, avoidsEntries T f depth ls i effort = .ok r → ∀ bs,
      ∀ k (hk : k < ls.size), i ≤ k → ((T.interpretation M).literal bs ls[k] ↔ (T.interpretation M').literal bs ls[k])) := by
  induction depth with
  | zero => refine ⟨?_, ?_, ?_⟩ <;> intros <;> simp_all [avoidsTerm, avoidsEntry, avoidsEntries]
  | succ depth ih =>
    obtain ⟨ihT, ihE, ihEs⟩ := ih
    have hR : T.RightFor (T.interpretation M) := hT _ (interpretation_consistent T M)
    have hR' : T.RightFor (T.interpretation M') := hT _ (interpretation_consistent T M')
    have ihL : ∀ (l : Nat) effort r, avoidsEntry T f depth (l / 2) effort = .ok r → ∀ bs,
        ((T.interpretation M).literal bs l ↔ (T.interpretation M').literal bs l) := by
      intro l effort r h bs
      have := ihE _ _ _ h bs
      unfold Interpretation.literal Literal.True
      split <;> simp [this]
    refine ⟨?_, ?_, ?_⟩
    · intro t effort r h bs
      unfold avoidsTerm at h
      split at h
      · simp at h
      generalize hs : T.termShape t = shape at h
      by_cases hzero : shape = .num 0
      · subst hzero
        unfold Tables.termShape at hs
        split at hs
        · have h1 := (hR.terms t ‹_›).means bs
          have h2 := (hR'.terms t ‹_›).means bs
          rw [hs] at h1 h2
          exact h1.trans h2.symm
        · rename_i ht
          simp [Tables.interpretation, Tables.term, ht, Term.eval]
      have hm := hR.termMeans hs hzero bs
      have hm' := hR'.termMeans hs hzero bs
      cases shape with
      | num n => exact hm.trans hm'.symm
      | var name version =>
        dsimp only at h
        split at h
        · simp at h
        split at h
        · simp at h
        rename_i hf
        simp only [TermShape.Means, Tables.interpretation] at hm hm' ⊢
        rw [hm, hm', hM.store version name (by simpa using hf)]
      | logic name =>
        simp only [TermShape.Means, Tables.interpretation] at hm hm' ⊢
        rw [hm, hm', hM.logic]
      | bound index => exact hm.trans hm'.symm
      | binary o a b =>
        dsimp only at h
        split at h
        · simp at h
        rename_i e1 h1
        simp only [TermShape.Means] at hm hm'
        rw [hm, hm', ihT _ _ _ h1, ihT _ _ _ h]
      | store m i x =>
        dsimp only at h
        split at h
        · simp at h
        rename_i e1 h1
        split at h
        · simp at h
        rename_i e2 h2
        simp only [TermShape.Means, Interpretation.map, Interpretation.int] at hm hm'
        rw [hm, hm', ihT _ _ _ h1, ihT _ _ _ h2, ihT _ _ _ h]
      | const x =>
        simp only [TermShape.Means, Interpretation.int] at hm hm'
        rw [hm, hm', ihT _ _ _ h]
      | ite c a b =>
        dsimp only at h
        split at h
        · simp at h
        rename_i e1 h1
        split at h
        · simp at h
        rename_i e2 h2
        simp only [TermShape.Means] at hm hm'
        rw [← ihL _ _ _ h1, ← ihT _ _ _ h2, ← ihT _ _ _ h] at hm'
        by_cases hc : (T.interpretation M).literal bs c
        · rw [hm.1 hc, hm'.1 hc]
        · rw [hm.2 hc, hm'.2 hc]
      | witness body =>
        simp only [TermShape.Means] at hm hm'
        rw [hm, hm']
        simp only [fun x => ihL _ _ _ h (x :: bs)]
    · intro e effort r h bs
      unfold avoidsEntry at h
      split at h
      · simp at h
      generalize hs : T.shape e = shape at h
      have hm := hR.means hs bs
      have hm' := hR'.means hs bs
      cases shape with
      | atom => simp at h
      | gate long =>
        have hlong := ihEs _ _ _ _ h bs
        obtain ⟨h0, he, hiff⟩ := hm
        obtain ⟨_, _, hiff'⟩ := hm'
        have hfirst : (¬ (T.interpretation M).literal bs long[0]) ↔ ¬ (T.interpretation M').literal bs long[0] := by
          rw [hiff, hiff']
          exact ⟨fun ⟨k, hk, hpos, hl⟩ => ⟨k, hk, hpos, (hlong k hk hpos).mp hl⟩, fun ⟨k, hk, hpos, hl⟩ => ⟨k, hk, hpos, (hlong k hk hpos).mpr hl⟩⟩
        unfold Interpretation.literal Literal.True at hfirst
        rw [he] at hfirst
        split at hfirst
        · exact ⟨fun h => Classical.byContradiction fun hn => hfirst.mpr hn h, fun h => Classical.byContradiction fun hn => hfirst.mp hn h⟩
        · simpa using hfirst
      | iff a b =>
        dsimp only at h
        split at h
        · simp at h
        rename_i e1 h1
        simp only [Shape.Means] at hm hm'
        rw [hm, hm', ihL _ _ _ h1, ihL _ _ _ h]
      | ite c a b =>
        dsimp only at h
        split at h
        · simp at h
        rename_i e1 h1
        split at h
        · simp at h
        rename_i e2 h2
        simp only [Shape.Means] at hm hm'
        rw [hm, hm', ihL _ _ _ h1, ihL _ _ _ h2, ihL _ _ _ h]
      | le a b =>
        dsimp only at h
        split at h
        · simp at h
        rename_i e1 h1
        simp only [Shape.Means, Interpretation.int] at hm hm'
        rw [hm, hm', ihT _ _ _ h1, ihT _ _ _ h]
      | eq a b =>
        dsimp only at h
        split at h
        · simp at h
        rename_i e1 h1
        simp only [Shape.Means, Interpretation.int] at hm hm'
        rw [hm, hm', ihT _ _ _ h1, ihT _ _ _ h]
      | mapEq a b =>
        dsimp only at h
        split at h
        · simp at h
        rename_i e1 h1
        simp only [Shape.Means, Interpretation.map] at hm hm'
        rw [hm, hm', ihT _ _ _ h1, ihT _ _ _ h]
      | all body =>
        simp only [Shape.Means] at hm hm'
        rw [hm, hm']
        simp only [fun x => ihL _ _ _ h (x :: bs)]
    · intro ls i effort r h bs k hk hik
      unfold avoidsEntries at h
      split at h
      · rename_i hi
        split at h
        · simp at h
        rename_i e1 h1
        by_cases he : i = k
        · subst he; exact ihL _ _ _ h1 bs
        · exact ihEs _ _ _ _ h bs k hk (by omega)
      · omega

/-- A literal that avoids the forbidden variables has the same truth. -/
theorem avoidsLiteral_sound {l : Literal} {effort r : Nat} (h : avoidsLiteral T f l effort = .ok r) (bs : List Int) :
    (T.interpretation M).literal bs l ↔ (T.interpretation M').literal bs l := by
  unfold avoidsLiteral at h
  split at h
  · rename_i hnames
    have hsame : M = M' := by
      obtain ⟨atoms, store, logic⟩ := M
      obtain ⟨atoms', store', logic'⟩ := M'
      have h1 : atoms = atoms' := hM.atoms
      have h2 : logic = logic' := hM.logic
      have h3 : store = store' := funext fun version => funext fun name => hM.store version name (by simp [Forbidden.has, hnames, isIn])
      rw [h1, h2, h3]
    rw [hsame]
  · have := (avoids_sound hT hM avoidsDepth).2.1 _ _ _ h bs
    unfold Interpretation.literal Literal.True
    split <;> simp [this]

/-- A term that avoids the forbidden variables has the same value. -/
theorem avoidsTerm_sound {t effort r : Nat} (h : avoidsTerm T f avoidsDepth t effort = .ok r) (bs : List Int) :
    (T.interpretation M).value bs t = (T.interpretation M').value bs t := (avoids_sound hT hM avoidsDepth).1 _ _ _ h bs

end

/-- The table's literal means the formula of that name. -/
theorem literal_iff (T : Tables) (M : Model) (l : Nat) : (T.interpretation M).literal [] l ↔ (T.literal l).Holds M [] := by
  unfold Interpretation.literal Literal.True Tables.literal
  split <;> simp [Tables.interpretation, Formula.Holds]

end Plato
