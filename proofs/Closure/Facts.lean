/-
# What a conjunction says is true where it is

Main definitions: `Bounds.Hold`. Main results: `conjuncts_sound`, `allBounds_sound`.
-/
module

public import Plato.Closure.Facts
public import Closure.Changes

@[expose] public section

namespace Plato

section

variable {T : Tables} (hT : T.Right) {M : Model}
include hT

/-- All parts of a conjunction that holds hold. -/
theorem conjuncts_sound (depth : Nat) :
    (∀ l out effort r, conjuncts T depth l out effort = .ok r → (T.interpretation M).literal [] l → (∀ p ∈ out, (T.interpretation M).literal [] p) →
      ∀ p ∈ r.known, (T.interpretation M).literal [] p) ∧
    ∀ ls i out effort r, conjunctsFrom T depth ls i out effort = .ok r →
      (∀ n (hn : n < ls.size), i ≤ n → (T.interpretation M).literal [] (Literal.negate ls[n])) → (∀ p ∈ out, (T.interpretation M).literal [] p) →
      ∀ p ∈ r.known, (T.interpretation M).literal [] p := by
  induction depth with
  | zero => exact ⟨fun _ _ _ _ h => by simp [conjuncts] at h, fun _ _ _ _ _ h => by simp [conjunctsFrom] at h⟩
  | succ depth ih =>
    refine ⟨fun l out effort r h hl hout => ?_, fun ls i out effort r h hls hout => ?_⟩
    · have hself : ∀ p ∈ l :: out, (T.interpretation M).literal [] p := fun p hp => (List.mem_cons.mp hp).elim (fun he => he ▸ hl) (hout p)
      unfold conjuncts at h
      split at h
      · simp at h
      split at h
      · rename_i hpositive
        split at h
        · rename_i long hs
          obtain ⟨h0, he, hiff⟩ := interpretation_means hT M hs []
          split at h
          · split at h
            · rename_i hfirst
              have hentry : (T.interpretation M).holds [] l.entry := by simpa [Interpretation.literal, Literal.True, hpositive] using hl
              have hlong : (T.interpretation M).literal [] long[0] := by
                unfold Interpretation.literal Literal.True
                rw [if_pos hfirst, he]
                exact hentry
              exact ih.2 _ _ _ _ _ h (fun n hn hpos => (Literal.true_negate _ _).mpr fun ht => hiff.mpr ⟨n, hn, hpos, ht⟩ hlong) hout
            · injection h with h; subst h; exact hself
          · exact absurd h0 ‹_›
        · injection h with h; subst h; exact hself
      · injection h with h; subst h; exact hself
    · unfold conjunctsFrom at h
      split at h
      · rename_i hi
        obtain ⟨⟨out', _⟩, h1, h⟩ := bind_ok.mp h
        have hout' := ih.1 _ _ _ _ h1 (hls i hi (Nat.le_refl _)) hout
        exact ih.2 _ _ _ _ _ h (fun n hn hin => hls n hn (by omega)) hout'
      · injection h with h; subst h; exact hout

/-- The integer is between the bounds. -/
def Bounds.Hold (bounds : Bounds) (n : Int) : Prop := (∀ low, bounds.low = some low → low ≤ n) ∧ ∀ high, bounds.high = some high → n ≤ high

theorem numeral_value {t : Nat} {n : Int} (h : numeral T t = some n) (bs : List Int) : (T.interpretation M).int bs t = n := by
  unfold numeral at h
  split at h
  · rename_i m hs
    have := interpretation_termMeans hT M hs bs
    simp only [TermShape.Means, Option.some.injEq] at this h
    rw [Interpretation.int, this, h]
    rfl
  · simp at h

theorem boundsOf_sound {isIt : Nat → Bool} {n : Int} (hit : ∀ t, isIt t = true → (T.interpretation M).int [] t = n) {l : Literal}
    (hl : (T.interpretation M).literal [] l) {known : Bounds} (hknown : known.Hold n) : (boundsOf T isIt l known).Hold n := by
  unfold boundsOf
  split
  · rename_i hpositive
    split
    · rename_i a b hs
      have hentry : (T.interpretation M).holds [] l.entry := by simpa [Interpretation.literal, Literal.True, hpositive] using hl
      have hle := interpretation_means hT M hs []
      simp only [Shape.Means] at hle
      have hle := hle.mp hentry
      split
      · rename_i hb
        rw [hit b hb] at hle
        split
        · rename_i m hm
          rw [numeral_value hT hm] at hle
          exact ⟨fun low hlow => by simp at hlow; omega, hknown.2⟩
        · exact hknown
      · split
        · rename_i ha
          rw [hit a ha] at hle
          split
          · rename_i m hm
            rw [numeral_value hT hm] at hle
            exact ⟨hknown.1, fun high hhigh => by simp at hhigh; omega⟩
          · exact hknown
        · exact hknown
    · exact hknown
  · exact hknown

/-- What is noted is true. -/
theorem allBounds_sound {isIt : Nat → Bool} {n : Int} (hit : ∀ t, isIt t = true → (T.interpretation M).int [] t = n) {ls : List Literal}
    (hls : ∀ l ∈ ls, (T.interpretation M).literal [] l) {known : Bounds} (hknown : known.Hold n) : (allBounds T isIt ls known).Hold n := by
  induction ls generalizing known with
  | nil => exact hknown
  | cons l rest ih => exact ih (fun p hp => hls p (by simp [hp])) (boundsOf_sound hT hit (hls l (by simp)) hknown)

end

end Plato
