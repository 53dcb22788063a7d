/-
# A command does nothing but what is listed

Main results: `candidates_sound`, `outcomes_sound`.
-/
module

public import Plato.Closure.Command
public import Closure.Facts
public import Replay.Command

@[expose] public section

namespace Plato

/-- What comes of each store is collected. -/
theorem eachStore_sound {goOn : Array StoreValue → Nat → List (Array StoreValue) → Except Reason (Evaluated (List (Array StoreValue)))}
    {P : Array StoreValue → List (Array StoreValue) → Prop} (hmono : ∀ {s a b}, (∀ x ∈ a, x ∈ b) → P s a → P s b)
    (hgo : ∀ {s effort out r}, goOn s effort out = .ok r → (∀ x ∈ out, x ∈ r.known) ∧ P s r.known)
    {stores : List (Array StoreValue)} {effort : Nat} {out : List (Array StoreValue)} {r : Evaluated (List (Array StoreValue))}
    (h : eachStore goOn stores effort out = .ok r) : (∀ x ∈ out, x ∈ r.known) ∧ ∀ s ∈ stores, P s r.known := by
  induction stores generalizing effort out with
  | nil =>
    injection h with h
    subst h
    exact ⟨fun _ hx => hx, by simp⟩
  | cons store rest ih =>
    obtain ⟨⟨out', _⟩, hfirst, h⟩ := bind_ok.mp h
    obtain ⟨hkeep, hP⟩ := hgo hfirst
    obtain ⟨hkeep', hrest⟩ := ih h
    refine ⟨fun x hx => hkeep' x (hkeep x hx), fun s hs => ?_⟩
    rcases List.mem_cons.mp hs with rfl | hs
    · exact hmono hkeep' hP
    · exact hrest s hs

/-! ## Values that are left open -/

/-- What comes of each value is collected. -/
theorem eachValue_sound {goOn : Array StoreValue → Nat → List (Array StoreValue) → Except Reason (Evaluated (List (Array StoreValue)))}
    {P : Array StoreValue → List (Array StoreValue) → Prop} (hmono : ∀ {s a b}, (∀ x ∈ a, x ∈ b) → P s a → P s b)
    (hgo : ∀ {s effort out r}, goOn s effort out = .ok r → (∀ x ∈ out, x ∈ r.known) ∧ P s r.known)
    {name : Nat} {index : Option Int} {store : Array StoreValue} {count : Nat} {value : Int} {effort : Nat} {out : List (Array StoreValue)}
    {r : Evaluated (List (Array StoreValue))} (h : eachValue goOn name index store count value effort out = .ok r) :
    (∀ x ∈ out, x ∈ r.known) ∧ ∀ n, value ≤ n → n < value + count →
      ∃ after, writePlace store name index (.finite (.int n)) = .ok after ∧ P after r.known := by
  induction count generalizing value effort out with
  | zero =>
    injection h with h
    subst h
    exact ⟨fun _ hx => hx, fun n h1 h2 => absurd h2 (by omega)⟩
  | succ count ih =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨after, hwrite, h⟩ := bind_ok.mp h
    obtain ⟨⟨out', _⟩, hfirst, h⟩ := bind_ok.mp h
    obtain ⟨hkeep, hP⟩ := hgo hfirst
    obtain ⟨hkeep', hrest⟩ := ih h
    refine ⟨fun x hx => hkeep' x (hkeep x hx), fun n h1 h2 => ?_⟩
    by_cases he : n = value
    · subst he; exact ⟨after, hwrite, hmono hkeep' hP⟩
    · exact hrest n (by omega) (by omega)

section

variable {T : Tables} (hT : T.Right) {S : Sorts} {E : Parameters} {id : Int}

/-- What is written to other variables leaves this one as it is. -/
theorem writes_other_variable {σ₀ : Store} {name : Nat} {places : List PlaceCode} (hother : isNotPlace name places = true) (values : List Value) (σ : Store) :
    writes E id σ₀ ((placesOf T places).zip values) σ name = σ name := by
  induction places generalizing values σ with
  | nil => rfl
  | cons place rest ih =>
    simp only [isNotPlace, Bool.and_eq_true, Bool.not_eq_true', beq_eq_false_iff_ne] at hother
    cases values with
    | nil => rfl
    | cons value values =>
      simp only [placesOf, List.zip_cons_cons, writes]
      rw [ih hother.2]
      have : name ≠ place.name := fun he => hother.1 he.symm
      obtain ⟨other, index⟩ := place
      cases index <;> simp [PlaceCode.place, Place.write, this]

theorem placesOf_length (T : Tables) (places : List PlaceCode) : (placesOf T places).length = places.length := by
  induction places with
  | nil => rfl
  | cons place rest ih => simp [placesOf, ih]

include hT

/-- The term is the value that the place got. -/
theorem isAfter_value {place : PlaceCode} {t : Nat} (h : isAfter T place t = true) {σ₀ σ τ : Store} {v : Value}
    (hτ : τ place.name = (place.place T).write E id σ₀ v σ place.name) : (T.interpretation (E.model id σ₀ τ)).int [] t = v.toInt := by
  obtain ⟨name, index⟩ := place
  unfold isAfter at h
  split at h
  · rename_i x version hnone hs
    dsimp only at hnone
    subst hnone
    simp only [Bool.and_eq_true, beq_iff_eq] at h
    obtain ⟨rfl, rfl⟩ := h
    have := interpretation_termMeans hT (E.model id σ₀ τ) hs []
    simp only [TermShape.Means] at this
    rw [Interpretation.int, this]
    show (τ x).toInt = _
    rw [hτ]
    simp [PlaceCode.place, Place.write]
  · rename_i i m j hindex hs
    dsimp only at hindex
    subst hindex
    simp only [Bool.and_eq_true, beq_iff_eq, Bool.or_eq_true] at h
    obtain ⟨⟨rfl, hfixed⟩, hm⟩ := h
    split at hm
    · rename_i x version hsm
      simp only [Bool.and_eq_true, beq_iff_eq] at hm
      obtain ⟨rfl, rfl⟩ := hm
      have h1 := interpretation_termMeans hT (E.model id σ₀ τ) hs []
      have h2 := interpretation_termMeans hT (E.model id σ₀ τ) hsm []
      simp only [TermShape.Means] at h1 h2
      have hindex : ((T.interpretation (E.model id σ₀ τ)).value [] j).toInt = ((T.term j).valueIn E id σ₀).toInt := by
        rcases hfixed with hthread | hnumeral
        · have h3 := isThread_value hT hthread (E.model id σ₀ τ) []
          have h4 := isThread_value hT hthread (E.model id σ₀ σ₀) []
          rw [h3]
          exact congrArg Value.toInt h4.symm
        · obtain ⟨n, hn⟩ := Option.isSome_iff_exists.mp hnumeral
          have h3 := numeral_value (M := E.model id σ₀ τ) hT hn []
          have h4 := numeral_value (M := E.model id σ₀ σ₀) hT hn []
          exact h3.trans h4.symm
      rw [Interpretation.int, h1]
      simp only [Operator.apply]
      rw [hindex, h2]
      show (τ x).toMap _ = _
      rw [hτ]
      simp only [PlaceCode.place, Place.write, if_true]
      show update _ _ _ _ = _
      simp [update]
    · simp at hm
  · simp at h

/-- A value that a place can get is, as far as it matters, one of those that are tried. -/
theorem placeValues_sound {action : Option Literal} {place : PlaceCode} {effort left : Nat} {low : Int} {count : Nat}
    (h : placeValues T S action place effort = .ok ⟨(low, count), left⟩) {σ₀ σ τ : Store} {v : Value}
    (hτ : τ place.name = (place.place T).write E id σ₀ v σ place.name)
    (haction : ∀ l, action = some l → (T.interpretation (E.model id σ₀ τ)).literal [] l) :
    ∃ n, low ≤ n ∧ n < low + count ∧ Value.Same (S.placeKind place) v (.int n) := by
  unfold placeValues at h
  split at h
  · rename_i hkind
    injection h with h
    injection h with h _
    injection h with h1 h2
    subst h1 h2
    rw [hkind]
    by_cases hv : v.toInt = 0
    · exact ⟨0, by omega, by omega, ⟨fun _ => rfl, fun _ => hv⟩⟩
    · exact ⟨1, by omega, by omega, ⟨fun h => absurd h hv, fun h => absurd h (by simp [Value.toInt])⟩⟩
  · rename_i l hkind
    obtain ⟨⟨parts, _⟩, hparts, h⟩ := bind_ok.mp h
    have hall := (conjuncts_sound (M := E.model id σ₀ τ) hT _).1 _ _ _ _ hparts (haction l rfl) (by simp)
    have hbounds := allBounds_sound (M := E.model id σ₀ τ) hT (fun t ht => isAfter_value hT ht hτ) hall (known := ⟨none, none⟩) ⟨by simp, by simp⟩
    dsimp only at h
    split at h
    · rename_i low' high hlow hhigh
      injection h with h
      injection h with h _
      injection h with h1 h2
      subst h1 h2
      have h1 := hbounds.1 _ hlow
      have h2 := hbounds.2 _ hhigh
      rw [hkind]
      exact ⟨v.toInt, h1, by omega, rfl⟩
    · simp at h
  · simp at h

end

section

variable {k : Runner} (hT : k.tables.Right) {S : Sorts} {E : Parameters}
include hT

/-- **All values are tried**: whatever values the places get, one of the stores that are listed looks the same. -/
theorem candidates_sound {before : Array StoreValue} {action : Option Literal} {places : List PlaceCode} {store : Array StoreValue} {effort : Nat}
    {out : List (Array StoreValue)} {r : Evaluated (List (Array StoreValue))} (h : candidates k S before action places store effort out = .ok r)
    (hsorts : ∃ effort left, sortsPlaces k.tables S places effort = .ok left) :
    (∀ s ∈ out, s ∈ r.known) ∧ ∀ (σ₀ σ : Store) (values : List Value), S.Like k.id σ₀ (k.meant before) → S.Like k.id σ (k.meant store) → values.length = places.length →
      (∀ l, action = some l →
        (k.tables.interpretation (E.model k.id σ₀ (writes E k.id σ₀ ((placesOf k.tables places).zip values) σ))).literal [] l) →
      ∃ s ∈ r.known, S.Like k.id (writes E k.id σ₀ ((placesOf k.tables places).zip values) σ) (k.meant s) := by
  induction places generalizing store effort out r with
  | nil =>
    injection h with h
    subst h
    exact ⟨fun s hs => List.mem_cons_of_mem _ hs, fun σ₀ σ values _ hσ _ _ => ⟨store, by simp, hσ⟩⟩
  | cons place rest ih =>
    obtain ⟨_, _, hsorts⟩ := hsorts
    obtain ⟨_, hplace, hrest⟩ := bind_ok.mp hsorts
    obtain ⟨_, hother, h⟩ := bind_ok.mp h
    obtain ⟨⟨⟨low, count⟩, _⟩, hvalues, h⟩ := bind_ok.mp h
    obtain ⟨⟨index, _⟩, hindex, h⟩ := bind_ok.mp h
    obtain ⟨hkeep, hall⟩ := eachValue_sound
      (P := fun s known => ∀ (σ₀ σ : Store) (values : List Value), S.Like k.id σ₀ (k.meant before) → S.Like k.id σ (k.meant s) → values.length = rest.length →
        (∀ l, action = some l →
          (k.tables.interpretation (E.model k.id σ₀ (writes E k.id σ₀ ((placesOf k.tables rest).zip values) σ))).literal [] l) →
        ∃ s ∈ known, S.Like k.id (writes E k.id σ₀ ((placesOf k.tables rest).zip values) σ) (k.meant s))
      (fun hsub hP σ₀ σ values h1 h2 h3 h4 => let ⟨s, hs, hl⟩ := hP σ₀ σ values h1 h2 h3 h4; ⟨s, hsub s hs, hl⟩)
      (fun h => ih h ⟨_, _, hrest⟩) h
    refine ⟨hkeep, fun σ₀ σ values hσ₀ hσ hlength haction => ?_⟩
    cases values with
    | nil => simp at hlength
    | cons v values =>
      simp only [placesOf, List.zip_cons_cons, writes] at haction ⊢
      obtain ⟨n, h1, h2, hsame⟩ := placeValues_sound (E := E) (id := k.id) hT hvalues (σ := σ) (v := v)
        (writes_other_variable (require_ok.mp hother) values _) haction
      obtain ⟨after, hwrite, hP⟩ := hall n h1 h2
      refine hP σ₀ _ values hσ₀ ?_ (by simpa using hlength) haction
      rw [writePlace_sound hT hindex hwrite]
      exact place_like hT hplace hσ₀ hσ hsame

omit hT in
theorem allowed_keeps {before : Array StoreValue} {action post : Literal} {stores : List (Array StoreValue)} {effort : Nat} {out : List (Array StoreValue)}
    {r : Evaluated (List (Array StoreValue))} (h : allowed k before action post stores effort out = .ok r) : ∀ s ∈ out, s ∈ r.known := by
  induction stores generalizing effort out with
  | nil => injection h with h; subst h; exact fun _ hs => hs
  | cons after rest ih =>
    obtain ⟨⟨truth, _⟩, _, h⟩ := bind_ok.mp h
    dsimp only at h
    split at h
    · obtain ⟨_, _, h⟩ := bind_ok.mp h
      exact fun s hs => ih h s (List.mem_cons_of_mem _ hs)
    · exact ih h

/-- Candidates that the action allows are listed, and the post-assertion holds of them. -/
theorem allowed_sound {before : Array StoreValue} {action post : Literal} {stores : List (Array StoreValue)} {effort : Nat} {out : List (Array StoreValue)}
    {r : Evaluated (List (Array StoreValue))} (h : allowed k before action post stores effort out = .ok r) :
    ∀ s ∈ stores, (k.tables.literal action).action k.environment k.id (k.meant before) (k.meant s) →
      s ∈ r.known ∧ (k.tables.literal post).action k.environment k.id (k.meant before) (k.meant s) := by
  induction stores generalizing effort out with
  | nil => simp
  | cons after rest ih =>
    obtain ⟨⟨truth, _⟩, hdecide, h⟩ := bind_ok.mp h
    have hdecide := decideLiteral_sound (thread := k.id) hT hdecide rfl
    dsimp only at h
    intro s hs haction
    split at h
    · obtain ⟨_, hpost, h⟩ := bind_ok.mp h
      rcases List.mem_cons.mp hs with rfl | hs
      · exact ⟨allowed_keeps h _ (by simp), requireTrue_sound hT hpost rfl⟩
      · exact ih h s hs haction
    · rename_i hfalse
      rcases List.mem_cons.mp hs with rfl | hs
      · exact absurd (hdecide.mpr haction) hfalse
      · exact ih h s hs haction

/-- **All outcomes are listed**: from a store that looks the same the command does not go wrong, and leads to stores alone that look like some of the list. -/
theorem outcomes_sound {c : CommandCode} {store : Array StoreValue} {effort : Nat} {out : List (Array StoreValue)}
    {r : Evaluated (List (Array StoreValue))} (h : c.outcomes k S store effort out = .ok r) (hsorts : ∃ effort left, sortsCommand k.tables S c effort = .ok left) :
    (∀ s ∈ out, s ∈ r.known) ∧ ∀ σ o, S.Like k.id σ (k.meant store) → (c.command k.tables).Runs E k.id σ o →
      ∃ s ∈ r.known, ∃ σ', o = .store σ' ∧ S.Like k.id σ' (k.meant s) := by
  induction c generalizing store effort out r with
  | assign changes =>
    obtain ⟨_, _, hsorts⟩ := hsorts
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨⟨after, _⟩, hassign, h⟩ := bind_ok.mp h
    injection h with h
    subst h
    refine ⟨fun s hs => List.mem_cons_of_mem _ hs, fun σ o hσ hr => ?_⟩
    cases hr
    refine ⟨after, by simp, _, rfl, ?_⟩
    rw [show k.meant after = _ from assign_sound hT hassign]
    exact sortsChanges_sound hT hsorts hσ hσ
  | havoc places =>
    obtain ⟨hkeep, hall⟩ := candidates_sound (E := E) hT h hsorts
    refine ⟨hkeep, fun σ o hσ hr => ?_⟩
    cases hr with | havoc hh =>
    obtain ⟨values, hlength, rfl⟩ := hh
    obtain ⟨s, hs, hl⟩ := hall σ σ values hσ hσ (by rw [hlength, placesOf_length]) (by simp)
    exact ⟨s, hs, _, rfl, hl⟩
  | assume l =>
    obtain ⟨_, _, hsorts⟩ := hsorts
    obtain ⟨⟨truth, _⟩, hdecide, h⟩ := bind_ok.mp h
    have hdecide := decide_predicate hT hdecide
    injection h with h
    subst h
    refine ⟨fun s hs => by dsimp only; split <;> simp [hs], fun σ o hσ hr => ?_⟩
    cases hr with | assume hf =>
    have htrue : truth = true := hdecide.mpr ((sortsLiteral_sound hT hsorts hσ hσ).mp hf)
    exact ⟨store, by simp [htrue], _, rfl, hσ⟩
  | assert l =>
    obtain ⟨_, _, hsorts⟩ := hsorts
    obtain ⟨⟨truth, _⟩, hdecide, h⟩ := bind_ok.mp h
    have hdecide := decide_predicate hT hdecide
    obtain ⟨_, htrue, h⟩ := bind_ok.mp h
    injection h with h
    subst h
    refine ⟨fun s hs => List.mem_cons_of_mem _ hs, fun σ o hσ hr => ?_⟩
    cases hr with
    | assert hf => exact ⟨store, by simp, _, rfl, hσ⟩
    | assertWrong hf => exact absurd ((sortsLiteral_sound hT hsorts hσ hσ).mpr (hdecide.mp (require_ok.mp htrue))) hf
  | ite l C D ihC ihD =>
    obtain ⟨_, _, hsorts⟩ := hsorts
    obtain ⟨_, hl, hsorts⟩ := bind_ok.mp hsorts
    obtain ⟨_, hC, hD⟩ := bind_ok.mp hsorts
    obtain ⟨⟨truth, _⟩, hdecide, h⟩ := bind_ok.mp h
    have hdecide := decide_predicate hT hdecide
    dsimp only at h
    split at h
    · rename_i htrue
      refine ⟨(ihC h ⟨_, _, hC⟩).1, fun σ o hσ hr => ?_⟩
      cases hr with
      | ifTrue _ hr => exact (ihC h ⟨_, _, hC⟩).2 σ o hσ hr
      | ifFalse hf _ => exact absurd ((sortsLiteral_sound hT hl hσ hσ).mpr (hdecide.mp htrue)) hf
    · rename_i hfalse
      refine ⟨(ihD h ⟨_, _, hD⟩).1, fun σ o hσ hr => ?_⟩
      cases hr with
      | ifTrue hf _ => exact absurd (hdecide.mpr ((sortsLiteral_sound hT hl hσ hσ).mp hf)) hfalse
      | ifFalse _ hr => exact (ihD h ⟨_, _, hD⟩).2 σ o hσ hr
  | choice C D ihC ihD =>
    obtain ⟨_, _, hsorts⟩ := hsorts
    obtain ⟨_, hC, hD⟩ := bind_ok.mp hsorts
    obtain ⟨⟨out', _⟩, hfirst, h⟩ := bind_ok.mp h
    have hC := ihC hfirst ⟨_, _, hC⟩
    have hD := ihD h ⟨_, _, hD⟩
    refine ⟨fun s hs => hD.1 s (hC.1 s hs), fun σ o hσ hr => ?_⟩
    cases hr with
    | choiceLeft hr =>
      obtain ⟨s, hs, ho⟩ := hC.2 σ o hσ hr
      exact ⟨s, hD.1 s hs, ho⟩
    | choiceRight hr => exact hD.2 σ o hσ hr
  | seq C D ihC ihD =>
    obtain ⟨_, _, hsorts⟩ := hsorts
    obtain ⟨_, hC, hD⟩ := bind_ok.mp hsorts
    obtain ⟨⟨stores, _⟩, hfirst, h⟩ := bind_ok.mp h
    obtain ⟨hkeep, hall⟩ := eachStore_sound
      (P := fun s known => ∀ σ o, S.Like k.id σ (k.meant s) → (D.command k.tables).Runs E k.id σ o →
        ∃ s' ∈ known, ∃ σ', o = .store σ' ∧ S.Like k.id σ' (k.meant s'))
      (fun hsub hP σ o hσ hr => let ⟨s', hs', ho⟩ := hP σ o hσ hr; ⟨s', hsub s' hs', ho⟩) (fun h => ihD h ⟨_, _, hD⟩) h
    have hC := ihC hfirst ⟨_, _, hC⟩
    refine ⟨hkeep, fun σ o hσ hr => ?_⟩
    cases hr with
    | seq hr hr' =>
      obtain ⟨s, hs, σ', ho, hl⟩ := hC.2 σ _ hσ hr
      injection ho with ho
      subst ho
      exact hall s hs _ o hl hr'
    | seqWrong hr =>
      obtain ⟨_, _, _, ho, _⟩ := hC.2 σ _ hσ hr
      cases ho
  | operation places gate action post =>
    obtain ⟨_, _, hsorts⟩ := hsorts
    obtain ⟨_, hplaces, hsorts⟩ := bind_ok.mp hsorts
    obtain ⟨_, hgate, hsorts⟩ := bind_ok.mp hsorts
    obtain ⟨_, haction, hpost⟩ := bind_ok.mp hsorts
    obtain ⟨_, hrequire, h⟩ := bind_ok.mp h
    obtain ⟨⟨stores, _⟩, hstores, h⟩ := bind_ok.mp h
    have hgateTrue : (k.tables.literal gate).action k.environment k.id (k.meant store) (k.meant store) := requireTrue_sound hT hrequire rfl
    have hcandidates := (candidates_sound (E := E) hT hstores ⟨_, _, hplaces⟩).2
    have hallowed := allowed_sound hT h
    -- what the action allows is listed, and the post-assertion holds of it
    have key {σ : Store} (hσ : S.Like k.id σ (k.meant store)) {values : List Value} (hlength : values.length = places.length)
        (ha : (k.tables.literal action).action E k.id σ (writes E k.id σ ((placesOf k.tables places).zip values) σ)) :
        ∃ s ∈ r.known, S.Like k.id (writes E k.id σ ((placesOf k.tables places).zip values) σ) (k.meant s) ∧
          (k.tables.literal post).action E k.id σ (writes E k.id σ ((placesOf k.tables places).zip values) σ) := by
      obtain ⟨s, hs, hl⟩ := hcandidates σ σ values hσ hσ hlength (fun l hl => by
        injection hl with hl
        subst hl
        exact (literal_iff _ _ _).mpr ha)
      obtain ⟨hin, hp⟩ := hallowed s hs ((sortsLiteral_sound hT haction hσ hl).mp ha)
      exact ⟨s, hin, hl, (sortsLiteral_sound hT hpost hσ hl).mpr hp⟩
    refine ⟨allowed_keeps h, fun σ o hσ hr => ?_⟩
    cases hr with
    | operation _ hh ha _ =>
      obtain ⟨values, hlength, rfl⟩ := hh
      obtain ⟨s, hs, hl, _⟩ := key hσ (by rw [hlength, placesOf_length]) ha
      exact ⟨s, hs, _, rfl, hl⟩
    | gateWrong hg => exact absurd ((sortsLiteral_sound hT hgate hσ hσ).mpr hgateTrue) hg
    | postWrong hh ha hp =>
      obtain ⟨values, hlength, rfl⟩ := hh
      obtain ⟨_, _, _, hpost⟩ := key hσ (by rw [hlength, placesOf_length]) ha
      exact absurd hpost hp

end

end Plato
