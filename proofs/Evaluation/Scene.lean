/-
# Evaluation in a scene is right

What is known of a term or formula agrees with the scene's model, for every thread and every choice of the quantified variables that
the estimates allow.

The terms that maps are given by have values of their own, `baseValue`: those in the model of the parameters alone.

Main definitions: `baseValue`. Main results: `evaluate_sound`, `decideLiteral_sound`, `noneOutside_sound`.
-/
module

public import Plato.Evaluation.Scene
public import Table.Builder
public import Table.Copy
public import ThreadModular.Avoids
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
    split at h
    · simp at h
    rename_i here effort' hhere
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

/-- What is known of all integers. -/
theorem evaluateAll_sound {B : Nat → Int → Int} {p : Int → Prop} {evaluate : Estimate → Nat → Option (Evaluated Truth)}
    (he : ∀ e effort r, evaluate e effort = some r → ∀ x, e.Covers B (.int x) → r.known.Says (p x)) {range : Range} {effort : Nat}
    {r : Evaluated Truth} (h : evaluateAll evaluate range effort = some r) : r.known.Says (∀ x, p x) := by
  unfold evaluateAll at h
  split at h
  · simp at h
  rename_i below _ hbelow
  split at h
  · simp at h
  rename_i above _ habove
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

/-- A term that is about nothing but the parameters and the nearest quantified variable has the value that maps are given by. -/
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

section

variable {T : Tables} (hT : T.Right)
include hT

/-- Everything that is evaluated is what its tree is in the scene's model. -/
theorem evaluate_sound (depth : Nat) {s : Scene} {thread : Int} (hthread : s.thread.Covers (baseValue T (parametersOf s.parameters)) (.int thread)) :
    (∀ bs t effort r, evaluateTerm T s bs depth t effort = some r → ∀ xs, bs.Cover (baseValue T (parametersOf s.parameters)) xs →
      r.known.Covers (baseValue T (parametersOf s.parameters))
        ((T.interpretation (s.model (baseValue T (parametersOf s.parameters)) thread)).value xs t)) ∧
    (∀ bs (l : Nat) effort r, evaluateLiteral T s bs depth l effort = some r → ∀ xs, bs.Cover (baseValue T (parametersOf s.parameters)) xs →
      r.known.Says ((T.interpretation (s.model (baseValue T (parametersOf s.parameters)) thread)).literal xs l)) ∧
    (∀ bs e effort r, evaluateFormula T s bs depth e effort = some r → ∀ xs, bs.Cover (baseValue T (parametersOf s.parameters)) xs →
      r.known.Says ((T.interpretation (s.model (baseValue T (parametersOf s.parameters)) thread)).holds xs e)) ∧
    (∀ bs (ls : Array Nat) i known effort r, evaluateAny T s bs depth ls i known effort = some r →
      ∀ xs, bs.Cover (baseValue T (parametersOf s.parameters)) xs → ∀ q, known.Says q →
        r.known.Says (q ∨ ∃ l ∈ ls.toList.drop i, (T.interpretation (s.model (baseValue T (parametersOf s.parameters)) thread)).literal xs l)) := by
  induction depth generalizing s thread with
  | zero => refine ⟨?_, ?_, ?_, ?_⟩ <;> intros <;> simp_all [evaluateTerm, evaluateLiteral, evaluateFormula, evaluateAny]
  | succ depth ih =>
    have ihBase := (ih (s := s.ofParameters) (thread := 0) rfl).1
    obtain ⟨ihT, ihL, ihF, ihA⟩ := ih hthread
    have hcompare := fun bs a b effort r (h : compareWithBase T s bs a b effort = some r) xs hb =>
      compareWithBase_sound hT h hthread (xs := xs) hb
    generalize hI : T.interpretation (s.model (baseValue T (parametersOf s.parameters)) thread) = I at ihT ihL ihF ihA hcompare ⊢
    have hright : T.RightFor I := hI ▸ hT _ (interpretation_consistent T _)
    refine ⟨?_, ?_, ?_, ?_⟩
    · intro bs t effort r h xs hb
      unfold evaluateTerm at h
      generalize hs : T.termShape t = shape at h
      have hm : shape ≠ .num 0 → shape.Means I xs (I.value xs t) := fun hn => hright.termMeans hs hn xs
      cases shape with
      | num k =>
        rw [pay_eq h]
        by_cases hk : k = 0
        · subst hk
          unfold Tables.termShape at hs
          split at hs
          · have := (hright.terms t ‹_›).means xs
            rw [hs] at this
            exact this
          · rename_i ht
            subst hI
            simp [Tables.interpretation, Tables.term, ht, Term.eval, FiniteValue.value, Covers]
        · exact hm (by simp [hk])
      | var name version =>
        rw [pay_eq h]
        have := hm (by simp)
        simp only [TermShape.Means] at this
        rw [this, ← hI]
        simp only [Tables.interpretation, Scene.model, Parameters.model]
        split <;> exact estimate_covers _
      | logic name =>
        rw [pay_eq h]
        have := hm (by simp)
        simp only [TermShape.Means] at this
        rw [this, ← hI]
        simp only [Tables.interpretation, Scene.model, Parameters.model]
        split
        · exact hthread
        · rfl
      | bound index =>
        rw [pay_eq h, show I.value xs t = .int (xs.getD index 0) from hm (by simp)]
        exact hb index
      | binary o a b =>
        simp only at h
        split at h
        · simp at h
        rename_i ha
        split at h
        · simp at h
        rename_i hb'
        have ha := ihT _ _ _ _ ha xs hb
        have hb' := ihT _ _ _ _ hb' xs hb
        rw [show I.value xs t = .int (o.apply (I.value xs a) (I.value xs b)) from hm (by simp)]
        split at h
        · rw [pay_eq h]
          exact combine_covers ha hb'
        · rename_i term exceptions index hread
          unfold baseRead at hread
          split at hread
          · rename_i term' exceptions' weight i _ _
            injection hread with hread
            injection hread with h1 h2 h3
            subst h1 h2 h3
            have hmap : (I.value xs a).toMap = basedAt (baseValue T (parametersOf s.parameters) term') exceptions' := by
              rw [show I.value xs a = Value.map _ from ha]
              rfl
            have hindex : (I.value xs b).toInt = i.toInt := by rw [show I.value xs b = i.value from hb', FiniteValue.toInt_value]
            simp only [Operator.apply, hmap, hindex]
            split at h
            · simp at h
            split at h
            · rename_i x hx
              injection h with h
              subst h
              rw [basedAt_some hx]
              rfl
            · rename_i hx
              split at h
              · simp at h
              rename_i value left hvalue
              injection h with h
              subst h
              have hcovers := ihBase _ _ _ _ hvalue [i.toInt] (cons_cover rfl nil_cover)
              rw [basedAt_none hx]
              have hint := asInt_covers hcovers
              simp only [Scene.model, Scene.ofParameters, storeOf_empty] at hint
              exact hint
          · simp at hread
      | store m i x =>
        simp only at h
        split at h
        · simp at h
        rename_i h1
        split at h
        · simp at h
        rename_i h2
        split at h
        · simp at h
        rename_i h3
        rw [pay_eq h, show I.value xs t = .map (update (I.map xs m) (I.int xs i) (I.int xs x)) from hm (by simp)]
        exact store_covers (ihT _ _ _ _ h1 xs hb) (ihT _ _ _ _ h2 xs hb) (ihT _ _ _ _ h3 xs hb)
      | const x =>
        simp only at h
        split at h
        · simp at h
        rename_i h1
        rw [pay_eq h, show I.value xs t = .map (fun _ => I.int xs x) from hm (by simp)]
        exact const_covers (ihT _ _ _ _ h1 xs hb)
      | ite c a b =>
        have hm := hm (by simp)
        simp only [TermShape.Means] at hm
        simp only at h
        split at h
        · simp at h
        · rename_i h1
          rw [hm.1 (ihL _ _ _ _ h1 xs hb)]
          exact ihT _ _ _ _ h xs hb
        · rename_i h1
          rw [hm.2 (ihL _ _ _ _ h1 xs hb)]
          exact ihT _ _ _ _ h xs hb
        · injection h with h
          subst h
          exact unknown_covers _
      | witness body => rw [pay_eq h]; exact unknown_covers _
    · intro bs l effort r h xs hb
      unfold evaluateLiteral at h
      split at h
      · simp at h
      rename_i h1
      rw [pay_eq h]
      have := ihF _ _ _ _ h1 xs hb
      unfold Interpretation.literal Literal.True
      split
      · exact this
      · exact Truth.negate_says this
    · intro bs e effort r h xs hb
      unfold evaluateFormula at h
      generalize hs : T.shape e = shape at h
      have hm : shape.Means I xs e := hright.means hs xs
      cases shape with
      | atom => injection h with h; subst h; trivial
      | all body =>
        simp only at h
        split at h
        · injection h with h; subst h; trivial
        · exact Truth.says_of_iff (Iff.symm hm) (evaluateAll_sound (fun x effort r hr y hy => ihL _ _ _ _ hr (y :: xs) (cons_cover hy hb)) h)
      | gate long =>
        simp only at h
        split at h
        · simp at h
        rename_i any _ h1
        split at h
        · rename_i h0
          injection h with h
          subst h
          have hany := ihA _ _ _ _ _ _ h1 xs hb False (fun h => h)
          have hgate : ¬ I.literal xs long[0] ↔ ∃ l ∈ long.toList.drop 1, I.literal xs l := by
            refine gate_holds (n := e) ?_ hm
            have : long.toList ≠ [] := by intro hnil; simp [← Array.length_toList, hnil] at h0
            obtain ⟨x, xs, hx⟩ := List.exists_cons_of_ne_nil this
            have : long[0] = x := by simp [← Array.getElem_toList, hx]
            rw [this, hx]
            rfl
          have he : long[0] / 2 = e := hm.2.1
          simp only [false_or, ← hgate] at hany
          show Truth.Says (if long[0] % 2 = 1 then any else any.negate) _
          split
          · rename_i hp
            refine Truth.says_of_iff ?_ hany
            simp [Interpretation.literal, Literal.True, hp, he]
          · rename_i hp
            refine Truth.says_of_iff ?_ (Truth.negate_says hany)
            have hp : long[0] % 2 = 0 := (Nat.mod_two_eq_zero_or_one _).resolve_right hp
            simp [Interpretation.literal, Literal.True, hp, he]
        · simp at h
      | iff a b =>
        simp only at h
        split at h
        · simp at h
        rename_i h1
        split at h
        · simp at h
        rename_i h2
        injection h with h
        subst h
        exact Truth.says_of_iff (Iff.symm hm) (Truth.same_says (ihL _ _ _ _ h1 xs hb) (ihL _ _ _ _ h2 xs hb))
      | ite c a b =>
        simp only [Shape.Means] at hm
        simp only at h
        split at h
        · simp at h
        · rename_i h1
          have hc : I.literal xs c := ihL _ _ _ _ h1 xs hb
          exact Truth.says_of_iff (by simp [hm, hc]) (ihL _ _ _ _ h xs hb)
        · rename_i h1
          have hc : ¬ I.literal xs c := ihL _ _ _ _ h1 xs hb
          exact Truth.says_of_iff (by simp [hm, hc]) (ihL _ _ _ _ h xs hb)
        · injection h with h; subst h; trivial
      | le a b =>
        simp only at h
        split at h
        · simp at h
        rename_i h1
        split at h
        · simp at h
        rename_i h2
        rw [pay_eq h]
        exact Truth.says_of_iff (Iff.symm hm) (le_says (ihT _ _ _ _ h1 xs hb) (ihT _ _ _ _ h2 xs hb))
      | eq a b =>
        simp only at h
        split at h
        · simp at h
        rename_i h1
        split at h
        · simp at h
        rename_i h2
        split at h
        · simp at h
        · exact Truth.says_of_iff (Iff.symm hm) (hcompare _ _ _ _ _ h xs hb)
        · rename_i hpay
          injection h with h
          subst h
          rw [pay_eq hpay]
          exact Truth.says_of_iff (Iff.symm hm) (eq_says (ihT _ _ _ _ h1 xs hb) (ihT _ _ _ _ h2 xs hb))
      | mapEq a b =>
        simp only at h
        split at h
        · simp at h
        rename_i h1
        split at h
        · simp at h
        rename_i h2
        rw [pay_eq h]
        exact Truth.says_of_iff (Iff.symm hm) (mapEq_says (ihT _ _ _ _ h1 xs hb) (ihT _ _ _ _ h2 xs hb))
    · intro bs ls i known effort r h xs hb q hq
      unfold evaluateAny at h
      split at h
      · rename_i hi
        rw [drop_toList ls i hi]
        split at h
        · simp at h
        · rename_i h1
          injection h with h
          subst h
          exact .inr ⟨_, List.mem_cons_self, ihL _ _ _ _ h1 xs hb⟩
        · rename_i h1
          refine Truth.says_of_iff ?_ (ihA _ _ _ _ _ _ h xs hb _ (Truth.either_says hq (ihL _ _ _ _ h1 xs hb)))
          simp [or_assoc]
      · rename_i hi
        injection h with h
        subst h
        rw [drop_toList_nil ls i hi]
        simpa using hq

/-- What is known of a literal is right of its formula. -/
theorem evaluateLiteral_sound {s : Scene} {thread : Int} (hthread : s.thread.Covers (baseValue T (parametersOf s.parameters)) (.int thread))
    {depth l effort : Nat} {r : Evaluated Truth} (h : evaluateLiteral T s [] depth l effort = some r) :
    r.known.Says ((T.literal l).action (parametersOf s.parameters) thread (storeOf (baseValue T (parametersOf s.parameters)) s.before)
      (storeOf (baseValue T (parametersOf s.parameters)) s.after)) := by
  by_cases hl : l / 2 < T.formulas.size
  · exact Truth.says_of_iff ((interpretation_consistent T (s.model (baseValue T (parametersOf s.parameters)) thread)).literal hl [])
      ((evaluate_sound hT depth hthread).2.1 [] l effort r h [] nil_cover)
  · -- what is not in the table is not known
    have hs : T.shape (l / 2) = .atom := by simp [Tables.shape, hl]
    have hr : r.known = .unknown := by
      cases depth with
      | zero => simp [evaluateLiteral] at h
      | succ depth => cases depth with
        | zero => simp [evaluateLiteral, evaluateFormula] at h
        | succ depth =>
          simp only [evaluateLiteral, evaluateFormula, hs] at h
          rw [pay_eq h]
          split <;> rfl
    rw [hr]
    trivial

end

/-- A literal that is decided is true exactly if its formula holds in the scene. -/
theorem decideLiteral_sound {T : Tables} (hT : T.Right) {s : Scene} {l effort : Nat} {r : Evaluated Bool} (h : decideLiteral T s l effort = .ok r)
    {thread : Int} (hthread : s.thread = .exact (.int thread)) :
    r.known = true ↔ (T.literal l).action (parametersOf s.parameters) thread (storeOf (baseValue T (parametersOf s.parameters)) s.before)
      (storeOf (baseValue T (parametersOf s.parameters)) s.after) := by
  have hcovers : s.thread.Covers (baseValue T (parametersOf s.parameters)) (.int thread) := by rw [hthread]; rfl
  unfold decideLiteral at h
  split at h
  · simp at h
  · rename_i h1
    injection h with h
    subst h
    exact ⟨fun _ => evaluateLiteral_sound hT hcovers h1, fun _ => rfl⟩
  · rename_i h1
    injection h with h
    subst h
    have : ¬ _ := evaluateLiteral_sound hT hcovers h1
    simpa using this
  · simp at h

theorem mem_of_isAmong {x : Int} {xs : Array Int} (i : Nat) (h : isAmong x xs i = true) : x ∈ xs := by
  fun_induction isAmong x xs i with
  | case1 i hi he => exact he ▸ Array.getElem_mem hi
  | case2 i hi _ ih => exact ih h
  | case3 => simp at h

theorem isListed_mem {B : Nat → Int → Int} {threads : Array Int} {e : Estimate} (h : isListed threads e = true) {x : Int} (hx : e.Covers B (.int x)) : x ∈ threads := by
  unfold isListed at h
  split at h
  · rename_i n
    have : Value.int x = Value.int n := hx
    injection this with this
    exact mem_of_isAmong 0 (this ▸ h)
  · simp at h

theorem evaluateOutside_sound {T : Tables} (hT : T.Right) {s : Scene} {threads : Array Int} {l effort : Nat} {e : Estimate} {r : Evaluated Truth}
    (h : evaluateOutside T s threads l e effort = some r) {x : Int} (hx : e.Covers (baseValue T (parametersOf s.parameters)) (.int x)) :
    r.known.Says (x ∈ threads ∨ ¬ (T.literal l).action (parametersOf s.parameters) x (storeOf (baseValue T (parametersOf s.parameters)) s.before)
      (storeOf (baseValue T (parametersOf s.parameters)) s.after)) := by
  unfold evaluateOutside at h
  dsimp only at h
  split at h
  · simp at h
  split at h
  · rename_i hlisted
    injection h with h
    subst h
    exact .inl (isListed_mem hlisted hx)
  split at h
  · simp at h
  · rename_i heval
    injection h with h
    subst h
    exact .inr (evaluateLiteral_sound (thread := x) hT hx heval)
  · injection h with h
    subst h
    trivial

/-- If a literal is found false outside of a list of threads, its formula holds for no other thread. -/
theorem noneOutside_sound {T : Tables} (hT : T.Right) {s : Scene} {threads : Array Int} {l effort : Nat} {r : Evaluated Bool}
    (h : noneOutside T s threads l effort = .ok r) (hr : r.known = true) {thread : Int} (hthread : thread ∉ threads) :
    ¬ (T.literal l).action (parametersOf s.parameters) thread (storeOf (baseValue T (parametersOf s.parameters)) s.before)
      (storeOf (baseValue T (parametersOf s.parameters)) s.after) := by
  unfold noneOutside at h
  split at h
  · injection h with h; subst h; simp at hr
  split at h
  · simp at h
  · rename_i heval
    have hall := evaluateAll_sound (fun e effort r h x hx => evaluateOutside_sound hT h hx) heval
    exact (hall thread).resolve_left hthread
  · injection h with h; subst h; simp at hr

end Plato
