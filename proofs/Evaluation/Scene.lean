/-
# Quantifiers and given maps in a scene

The terms that maps are given by have values of their own, `baseValue`: those in the model of the parameters alone.

This file is about what evaluation rests on: quantifiers, and maps that are given by a term. The evaluation itself is in `Evaluation.Traversal`.

Main definitions: `baseValue`. Main results: `evaluateAll_sound`, `compareWithBase_sound`.
-/
module

public import Plato.Evaluation.Scene
public import Table.Avoids
public import Evaluation.Estimate

@[expose] public section

namespace Plato

open Estimate

theorem pay_eq {Known : Type} {effort cost : Nat} {known : Known} {r : Evaluated Known} (h : pay effort cost known = some r) : r.known = known := by
  unfold pay at h
  split at h
  · simp at h
  · injection h with h; subst h; rfl

/-- The quantified variables have values that are among those allowed. -/
def Bindings.Cover (B : Nat → Int → Int) (bs : Bindings) (xs : List Int) : Prop := ∀ index, (bs.find index).Covers B (.int (xs.getD index 0))

theorem nil_cover {B : Nat → Int → Int} : Bindings.Cover B [] [] := fun _ => rfl

theorem cons_cover {B : Nat → Int → Int} {bs : Bindings} {xs : List Int} {e : Estimate} {x : Int} (he : e.Covers B (.int x)) (h : bs.Cover B xs) :
    Bindings.Cover B (e :: bs) (x :: xs) := by
  intro index
  cases index with
  | zero => exact he
  | succ index => simpa [Bindings.find] using h index

section

variable {p : Int → Prop} {evaluate : Int → Nat → Option (Evaluated Truth)} (he : ∀ x effort r, evaluate x effort = some r → r.known.Says (p x))
include he

/-- What is known after trying `count` integers from `x` on. -/
theorem evaluateEach_sound {q : Prop} (cost count : Nat) (x : Int) (known : Truth) (effort : Nat) (hq : known.Says q) {r : Evaluated Truth}
    (h : evaluateEach evaluate cost count x known effort = some r) : r.known.Says (q ∧ ∀ y, x ≤ y → y < x + count → p y) := by
  induction count generalizing x known effort q with
  | zero =>
    injection h with h
    subst h
    exact Truth.says_of_iff ⟨fun hq => ⟨hq, fun y h1 h2 => by omega⟩, And.left⟩ hq
  | succ count ih =>
    unfold evaluateEach at h
    split at h
    · injection h with h
      subst h
      exact fun hall => hq hall.1
    split at h
    · simp at h
    obtain ⟨⟨here, effort'⟩, hhere, h⟩ := bind_some.mp h
    have hthis := he _ _ _ hhere
    refine Truth.says_of_iff ?_ (ih _ _ _ (Truth.both_says hq hthis) h)
    constructor
    · rintro ⟨⟨hq, hx⟩, hall⟩
      refine ⟨hq, fun y h1 h2 => ?_⟩
      by_cases heq : y = x
      · exact heq ▸ hx
      · exact hall y (by omega) (by omega)
    · rintro ⟨hq, hall⟩
      exact ⟨⟨hq, hall x (by omega) (by omega)⟩, fun y h1 h2 => hall y (by omega) (by omega)⟩

end

/-- What is known about all integers. -/
theorem evaluateAll_sound {B : Nat → Int → Int} {p : Int → Prop} {evaluate : Estimate → Nat → Option (Evaluated Truth)}
    (he : ∀ e effort r, evaluate e effort = some r → ∀ x, e.Covers B (.int x) → r.known.Says (p x)) {range : Range} {effort : Nat}
    {r : Evaluated Truth} (h : evaluateAll evaluate range effort = some r) : r.known.Says (∀ x, p x) := by
  obtain ⟨⟨below, _⟩, hbelow, h⟩ := bind_some.mp h
  obtain ⟨⟨above, _⟩, habove, h⟩ := bind_some.mp h
  -- what is known of a ray is known of each of its integers, and there is one
  have hray : ∀ {known : Truth} {q : Int → Prop} (y : Int), q y → (∀ x, q x → known.Says (p x)) → known.Says (∀ x, q x → p x) := by
    intro known q y hy hk
    cases known with
    | yes => exact hk
    | no => exact fun hall => hk y hy (hall y hy)
    | unknown => trivial
  have hb : below.Says (∀ x, x < range.low → p x) := hray (range.low - 1) (by omega) fun x hx =>
    he _ _ _ hbelow x ⟨fun _ hl => by simp at hl, fun n hn => by injection hn with hn; simp only [Value.toInt]; omega⟩
  have ha : above.Says (∀ x, range.high < x → p x) := hray (range.high + 1) (by omega) fun x hx =>
    he _ _ _ habove x ⟨fun n hn => by injection hn with hn; simp only [Value.toInt]; omega, fun _ hl => by simp at hl⟩
  refine Truth.says_of_iff ?_ (evaluateEach_sound (fun x effort r hr => he (.exact (.int x)) _ _ hr x rfl) _ _ _ _ _ (Truth.both_says hb ha) h)
  constructor
  · rintro ⟨⟨hb, ha⟩, hall⟩ x
    by_cases h1 : x < range.low
    · exact hb x h1
    by_cases h2 : range.high < x
    · exact ha x h2
    exact hall x (by omega) (by simp only [Range.size]; omega)
  · exact fun hall => ⟨⟨fun x _ => hall x, fun x _ => hall x⟩, fun x _ _ => hall x⟩

/-- The value of a term that maps are given by, at an index: it is read with the parameters, and with no thread and no store. -/
noncomputable def baseValue (T : Tables) (E : Parameters) (t : Nat) (x : Int) : Int :=
  (T.interpretation (E.model 0 (fun _ => .int 0) (fun _ => .int 0))).int [x] t

theorem storeOf_empty (B : Nat → Int → Int) : storeOf B #[] = fun _ => .int 0 := by
  funext name
  simp [storeOf, storeValue, StoreValue.value, FiniteValue.value]

theorem mem_allNames {n : Nat} {out : List Nat} {m : Nat} : m ∈ allNames n out ↔ m < n ∨ m ∈ out := by
  induction n generalizing out with
  | zero => simp [allNames]
  | succ n ih =>
    have hlt : (m < n ∨ m = n) ↔ m < n + 1 := by omega
    simp only [allNames, ih, List.mem_cons, ← or_assoc, hlt]

/-- A value of a store is what is known of it. -/
theorem estimate_covers {B : Nat → Int → Int} (v : StoreValue) : v.estimate.Covers B (v.value B) := by
  cases v <;> rfl

/-- A term that mentions only the parameters and the nearest quantified variable has the value that maps are given by. -/
theorem isOfIndex_sound {T : Tables} (hT : T.Right) {s : Scene} {t : Nat} (h : isOfIndex T s t = true) {thread : Int} {B : Nat → Int → Int}
    (hthread : s.thread.Covers B (.int thread)) (xs : List Int) :
    (T.interpretation (s.model B thread)).int xs t = baseValue T (parametersOf s.parameters) t (xs.getD 0 0) := by
  simp only [isOfIndex, Bool.and_eq_true] at h
  obtain ⟨⟨hloose, hnobody⟩, hmentions⟩ := h
  have hzero : thread = 0 := by
    unfold Scene.isOfNobody at hnobody
    split at hnobody
    · rename_i n hn
      rw [hn] at hthread
      have hthread : Value.int thread = Value.int n := hthread
      injection hthread with hthread
      simpa [hthread] using hnobody
    · simp at hnobody
  subst hzero
  split at hmentions
  · rename_i left havoid
    -- the two models differ in the stores' variables alone, which the term does not mention
    have hsame : Forbidden.Same ⟨allNames s.names [], false, ""⟩ (s.model B 0)
        ((parametersOf s.parameters).model 0 (fun _ => .int 0) (fun _ => .int 0)) := by
      refine ⟨rfl, rfl, fun version name hname => ?_⟩
      have hn : ¬ name < s.names := fun hlt => by
        simp [Forbidden.has, isIn_iff.mpr (mem_allNames.mpr (.inl hlt))] at hname
      have hbefore : ¬ name < s.before.size := by simp only [Scene.names] at hn; omega
      have hafter : ¬ name < s.after.size := by simp only [Scene.names] at hn; omega
      by_cases hv : version = 0 <;>
        simp [Scene.model, Parameters.model, hv, storeOf, storeValue, hbefore, hafter, StoreValue.value, FiniteValue.value]
    have hvalue := avoidsTerm_sound hT hsame havoid xs
    have hR := hT _ (interpretation_consistent T ((parametersOf s.parameters).model 0 (fun _ => .int 0) (fun _ => .int 0)))
    have hindex := hR.termIndependent hloose (bs := xs) (bs' := [xs.getD 0 0]) (fun k hk => by
      obtain rfl : k = 0 := by omega
      rfl)
    simp only [baseValue, Interpretation.int, hvalue, hindex]
  · simp at hmentions

/-- What a map that is given by a term has at the nearest quantified variable. -/
theorem elementOf_sound {T : Tables} (hT : T.Right) {s : Scene} {a term weight : Nat} {exceptions : List (Int × Int)}
    (h : elementOf T s a = some ⟨term, exceptions, weight⟩) (B : Nat → Int → Int) (thread : Int) (xs : List Int) :
    (T.interpretation (s.model B thread)).int xs a = basedAt (B term) exceptions (xs.getD 0 0) := by
  have hR := hT _ (interpretation_consistent T (s.model B thread))
  unfold elementOf at h
  split at h
  · rename_i m i hshape
    split at h
    · rename_i hindex
      split at h
      · rename_i name version hmap
        split at h
        · rename_i term' exceptions' _ hvalue
          injection h with h
          injection h with h1 h2 h3
          subst h1 h2 h3
          have ha : (T.interpretation (s.model B thread)).value xs a = _ := hR.termMeans hshape (by simp) xs
          have hi : (T.interpretation (s.model B thread)).value xs i = _ := hR.termMeans hindex (by simp) xs
          have hm : (T.interpretation (s.model B thread)).value xs m = _ := hR.termMeans hmap (by simp) xs
          have hstore : (T.interpretation (s.model B thread)).value xs m = .map (basedAt (B term') exceptions') := by
            rw [hm]
            simp only [Tables.interpretation, Scene.model, Parameters.model]
            split
            · rename_i hv
              rw [if_pos hv] at hvalue
              simp only [storeOf, hvalue, StoreValue.value]
            · rename_i hv
              rw [if_neg hv] at hvalue
              simp only [storeOf, hvalue, StoreValue.value]
          simp only [Interpretation.int, ha, Operator.apply, hstore, hi, Value.toMap, Value.toInt]
        · simp at h
      · simp at h
    · simp at h
  · simp at h

/-- A map that is given by a term has the term's value, where there is no exception. -/
theorem compareWithBase_sound {T : Tables} (hT : T.Right) {s : Scene} {bs : Bindings} {a b effort : Nat} {r : Evaluated Truth}
    (h : compareWithBase T s bs a b effort = some r) {thread : Int}
    (hthread : s.thread.Covers (baseValue T (parametersOf s.parameters)) (.int thread)) {xs : List Int}
    (hb : bs.Cover (baseValue T (parametersOf s.parameters)) xs) :
    r.known.Says ((T.interpretation (s.model (baseValue T (parametersOf s.parameters)) thread)).int xs a =
      (T.interpretation (s.model (baseValue T (parametersOf s.parameters)) thread)).int xs b) := by
  unfold compareWithBase at h
  split at h
  · injection h with h
    subst h
    trivial
  · rename_i term exceptions weight helement
    rw [pay_eq h]
    split
    · rename_i hall
      obtain ⟨rfl, hnone, hindex⟩ := hall
      have h0 := hb 0
      have hne : ∀ p ∈ exceptions, p.1 ≠ xs.getD 0 0 := noneWithin_ne (low_le h0) (le_high h0) hnone
      show _ = _
      rw [elementOf_sound hT helement, basedAt_none (exceptionAt_none hne), isOfIndex_sound hT hindex hthread]
    · trivial

end Plato
