/-
# Commands do the same from stores that look the same

Main definitions: `Sorts.KeepsOthers`, `Outcome.Like`. Main results: `sortsLiteral_sound`, `sortsTerm_sound`, `place_like`, `sortsCommand_sound`,
`sortsCommand_keeps`.
-/
module

public import Closure.Sorts

@[expose] public section

namespace Plato

/-! ## Terms, formulas and commands of a thread -/

section

variable {T : Tables} (hT : T.Right) {S : Sorts} {E E' : Parameters} {id : Int}

theorem model_alike {σ σ' τ τ' : Store} (h : S.Like id σ τ) (h' : S.Like id σ' τ') : S.Alike (E.model id σ σ') (E'.model id τ τ') where
  thread := by simp [Parameters.model]
  store := fun {version _ _} hs => by
    simp only [Parameters.model]
    split
    · exact h.shared hs
    · exact h'.shared hs
  own := fun {version _ _} hs => by
    simp only [Parameters.model]
    split
    · exact h.own hs
    · exact h'.own hs

include hT

/-- A formula has the same truth. -/
theorem sortsLiteral_sound {l : Literal} {effort r : Nat} (h : sortsLiteral T S l effort = .ok r) {σ σ' τ τ' : Store} (hσ : S.Like id σ τ)
    (hσ' : S.Like id σ' τ') : (T.literal l).action E id σ σ' ↔ (T.literal l).action E' id τ τ' := by
  have := (sorts_sound hT (model_alike (E := E) (E' := E') (id := id) hσ hσ') sortsDepth).ofLiteral h []
  rwa [literal_iff, literal_iff] at this

/-- A term has the same value, as an integer or as a map. -/
theorem sortsTerm_sound {t effort r : Nat} {kind : ValueKind} (h : sortsTerm T S sortsDepth kind t effort = .ok r) {σ τ : Store} (hσ : S.Like id σ τ) :
    Value.Same kind ((T.term t).valueIn E id σ) ((T.term t).valueIn E' id τ) :=
  (sorts_sound hT (model_alike (E := E) (E' := E') (id := id) hσ hσ) sortsDepth).term _ _ _ _ h []

/-- A value that is the same, as far as it matters there, at a place leads to stores that look the same. -/
theorem place_like {place : PlaceCode} {effort r : Nat} (h : sortsPlace T S place effort = .ok r) {σ₀ τ₀ σ τ : Store}
    (h₀ : S.Like id σ₀ τ₀) (hσ : S.Like id σ τ) {v v' : Value} (hv : Value.Same (S.placeKind place) v v') :
    S.Like id ((place.place T).write E id σ₀ v σ) ((place.place T).write E' id τ₀ v' τ) := by
  obtain ⟨name, index⟩ := place
  cases index with
  | none =>
    obtain ⟨_, hown, _⟩ := bind_ok.mp h
    have hown := require_ok.mp hown
    constructor
    · intro x kind hs
      simp only [PlaceCode.place, Place.write]
      split
      · rename_i hx
        subst hx
        obtain ⟨known, hknown, hfits⟩ := Sorts.has_iff.mp hs
        simp only [Sorts.placeKind, hknown, Option.getD] at hv
        exact hv.fits hfits
      · exact hσ.shared hs
    · intro x kind hs
      simp only [PlaceCode.place, Place.write]
      split
      · rename_i hx
        subst hx
        rw [Sorts.isOwn_of hs] at hown
        simp at hown
      · exact hσ.own hs
  | some i =>
    obtain ⟨_, hown, hindex⟩ := bind_ok.mp h
    have hindex := (sortsTerm_sound (E := E) (E' := E') (id := id) hT hindex h₀).int
    constructor
    · intro x kind hs
      simp only [PlaceCode.place, Place.write]
      split
      · rename_i hx
        subst hx
        have hnone : S.ownKind x = none := by simpa [Sorts.isOwn] using Sorts.not_own hs
        obtain ⟨known, hknown, hfits⟩ := Sorts.has_iff.mp hs
        have hmaps := hσ.shared hs
        simp only [Sorts.placeKind, hnone, hknown, Option.getD] at hv
        cases kind <;> simp only [Value.Same, hindex] at hmaps ⊢
        · rfl
        · rfl
        · have hk : known = .map := by cases known <;> simp_all [ValueKind.fits]
          rw [hk] at hv
          simp only [ValueKind.element, Value.Same] at hv
          rw [hv, hmaps]
        · intro j
          show update _ _ _ j = 0 ↔ update _ _ _ j = 0
          simp only [update]
          split
          · have hk : known = .map ∨ known = .truths := by cases known <;> simp_all [ValueKind.fits]
            rcases hk with hk | hk <;> rw [hk] at hv <;> simp only [ValueKind.element, Value.Same] at hv
            · rw [hv]
            · exact hv
          · exact hmaps j
      · exact hσ.shared hs
    · intro x kind hs
      simp only [PlaceCode.place, Place.write]
      split
      · rename_i hx
        subst hx
        simp only [Sorts.placeKind, hs] at hv
        simp only [hindex]
        show SameEntry kind (update _ _ _ _) (update _ _ _ _)
        simp only [update]
        split
        · unfold SameEntry
          cases kind <;> exact hv
        · exact hσ.own hs
      · exact hσ.own hs

/-- Other threads' own entries are the same. -/
def Sorts.KeepsOthers (S : Sorts) (id : Int) (σ τ : Store) : Prop := ∀ {name i}, S.isOwn name = true → i ≠ id → (τ name).toMap i = (σ name).toMap i

/-- A place is no entry of another thread. -/
theorem place_keeps {place : PlaceCode} {effort r : Nat} (h : sortsPlace T S place effort = .ok r) {σ₀ σ : Store} {v : Value} :
    S.KeepsOthers id σ ((place.place T).write E id σ₀ v σ) := by
  intro x i hs hi
  obtain ⟨name, index⟩ := place
  by_cases hx : x = name
  · subst hx
    cases index with
    | none =>
      obtain ⟨_, hown, _⟩ := bind_ok.mp h
      have hown := require_ok.mp hown
      simp [hs] at hown
    | some t =>
      obtain ⟨_, hown, _⟩ := bind_ok.mp h
      have hthread := (require_ok.mp hown).resolve_left (by simp [hs])
      have hid : ((T.term t).valueIn E id σ₀).toInt = id := by
        have := isThread_value hT hthread (E.model id σ₀ σ₀) []
        exact congrArg Value.toInt this
      simp only [PlaceCode.place, Place.write, if_true, hid]
      show update _ _ _ _ = _
      simp [update, hi]
  · cases index <;> simp [PlaceCode.place, Place.write, hx]

/-- Assignments lead to stores that look the same. -/
theorem sortsChanges_sound {changes : List ChangeCode} {effort r : Nat} (h : sortsChanges T S changes effort = .ok r) {σ₀ τ₀ σ τ : Store}
    (h₀ : S.Like id σ₀ τ₀) (hσ : S.Like id σ τ) :
    S.Like id (writes E id σ₀ ((changesOf T changes).map fun (p, t) => (p, t.valueIn E id σ₀)) σ)
      (writes E' id τ₀ ((changesOf T changes).map fun (p, t) => (p, t.valueIn E' id τ₀)) τ) := by
  induction changes generalizing effort σ τ with
  | nil => exact hσ
  | cons c rest ih =>
    obtain ⟨place, value⟩ := c
    obtain ⟨_, hplace, h⟩ := bind_ok.mp h
    obtain ⟨_, hvalue, h⟩ := bind_ok.mp h
    exact ih h (place_like hT hplace h₀ hσ (sortsTerm_sound hT hvalue h₀))

/-- Assignments change no entry of another thread. -/
theorem sortsChanges_keeps {changes : List ChangeCode} {effort r : Nat} (h : sortsChanges T S changes effort = .ok r) {σ₀ σ : Store} :
    S.KeepsOthers id σ (writes E id σ₀ ((changesOf T changes).map fun (p, t) => (p, t.valueIn E id σ₀)) σ) := by
  induction changes generalizing effort σ with
  | nil => exact fun _ _ => rfl
  | cons c rest ih =>
    obtain ⟨place, value⟩ := c
    obtain ⟨_, hplace, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    exact fun hs hi => (ih h hs hi).trans (place_keeps hT hplace hs hi)

/-- The same values at places lead to stores that look the same. -/
theorem places_like {places : List PlaceCode} {effort r : Nat} (h : sortsPlaces T S places effort = .ok r) {σ₀ τ₀ σ τ : Store}
    (h₀ : S.Like id σ₀ τ₀) (hσ : S.Like id σ τ) (values : List Value) :
    S.Like id (writes E id σ₀ ((placesOf T places).zip values) σ) (writes E' id τ₀ ((placesOf T places).zip values) τ) := by
  induction places generalizing effort σ τ values with
  | nil => exact hσ
  | cons place rest ih =>
    obtain ⟨_, hplace, h⟩ := bind_ok.mp h
    cases values with
    | nil => exact hσ
    | cons value values => exact ih h (place_like hT hplace h₀ hσ .rfl) values

/-- No places are entries of another thread. -/
theorem places_keep {places : List PlaceCode} {effort r : Nat} (h : sortsPlaces T S places effort = .ok r) {σ₀ σ : Store} (values : List Value) :
    S.KeepsOthers id σ (writes E id σ₀ ((placesOf T places).zip values) σ) := by
  induction places generalizing effort σ values with
  | nil => exact fun _ _ => rfl
  | cons place rest ih =>
    obtain ⟨_, hplace, h⟩ := bind_ok.mp h
    cases values with
    | nil => exact fun _ _ => rfl
    | cons value values => exact fun hs hi => (ih h values hs hi).trans (place_keeps hT hplace hs hi)

/-- Both go wrong, or lead to stores that look the same. -/
def Outcome.Like (S : Sorts) (id : Int) : Outcome Store → Outcome Store → Prop
  | .store σ, .store τ => S.Like id σ τ
  | .wrong, .wrong => True
  | _, _ => False

/-- What a command does, it does from every store that looks the same, whatever the parameters are. -/
theorem sortsCommand_sound {c : CommandCode} {effort r : Nat} (h : sortsCommand T S c effort = .ok r) {σ τ : Store} (hσ : S.Like id σ τ)
    {o : Outcome Store} (hr : (c.command T).Runs E id σ o) : ∃ o', (c.command T).Runs E' id τ o' ∧ o.Like S id o' := by
  induction c generalizing effort r σ τ o with
  | assign changes =>
    cases hr
    exact ⟨_, .assign, sortsChanges_sound hT h hσ hσ⟩
  | havoc places =>
    cases hr with | havoc hh =>
    obtain ⟨values, hlength, rfl⟩ := hh
    exact ⟨_, .havoc ⟨values, hlength, rfl⟩, places_like hT h hσ hσ values⟩
  | assume l =>
    cases hr with | assume hf => exact ⟨_, .assume ((sortsLiteral_sound hT h hσ hσ).mp hf), hσ⟩
  | assert l =>
    cases hr with
    | assert hf => exact ⟨_, .assert ((sortsLiteral_sound hT h hσ hσ).mp hf), hσ⟩
    | assertWrong hf => exact ⟨_, .assertWrong fun hn => hf ((sortsLiteral_sound hT h hσ hσ).mpr hn), trivial⟩
  | ite l C D ihC ihD =>
    obtain ⟨_, hl, h⟩ := bind_ok.mp h
    obtain ⟨_, hC, hD⟩ := bind_ok.mp h
    cases hr with
    | ifTrue hf hr =>
      obtain ⟨o', hr, ho⟩ := ihC hC hσ hr
      exact ⟨o', .ifTrue ((sortsLiteral_sound hT hl hσ hσ).mp hf) hr, ho⟩
    | ifFalse hf hr =>
      obtain ⟨o', hr, ho⟩ := ihD hD hσ hr
      exact ⟨o', .ifFalse (fun hn => hf ((sortsLiteral_sound hT hl hσ hσ).mpr hn)) hr, ho⟩
  | choice C D ihC ihD =>
    obtain ⟨_, hC, hD⟩ := bind_ok.mp h
    cases hr with
    | choiceLeft hr =>
      obtain ⟨o', hr, ho⟩ := ihC hC hσ hr
      exact ⟨o', .choiceLeft hr, ho⟩
    | choiceRight hr =>
      obtain ⟨o', hr, ho⟩ := ihD hD hσ hr
      exact ⟨o', .choiceRight hr, ho⟩
  | seq C D ihC ihD =>
    obtain ⟨_, hC, hD⟩ := bind_ok.mp h
    cases hr with
    | seq hr hr' =>
      obtain ⟨o', hr, ho⟩ := ihC hC hσ hr
      cases o' with
      | wrong => exact False.elim ho
      | store τ' =>
        obtain ⟨o', hr', ho'⟩ := ihD hD ho hr'
        exact ⟨o', .seq hr hr', ho'⟩
    | seqWrong hr =>
      obtain ⟨o', hr, ho⟩ := ihC hC hσ hr
      cases o' with
      | wrong => exact ⟨_, .seqWrong hr, trivial⟩
      | store τ' => exact False.elim ho
  | operation places gate action post =>
    obtain ⟨_, hplaces, h⟩ := bind_ok.mp h
    obtain ⟨_, hgate, h⟩ := bind_ok.mp h
    obtain ⟨_, haction, hpost⟩ := bind_ok.mp h
    cases hr with
    | operation hg hh ha hp =>
      obtain ⟨values, hlength, rfl⟩ := hh
      have hlike := places_like (E := E) (E' := E') hT hplaces hσ hσ values
      exact ⟨_, .operation ((sortsLiteral_sound hT hgate hσ hσ).mp hg) ⟨values, hlength, rfl⟩ ((sortsLiteral_sound hT haction hσ hlike).mp ha)
        ((sortsLiteral_sound hT hpost hσ hlike).mp hp), hlike⟩
    | gateWrong hg => exact ⟨_, .gateWrong fun hn => hg ((sortsLiteral_sound hT hgate hσ hσ).mpr hn), trivial⟩
    | postWrong hh ha hp =>
      obtain ⟨values, hlength, rfl⟩ := hh
      have hlike := places_like (E := E) (E' := E') hT hplaces hσ hσ values
      exact ⟨_, .postWrong ⟨values, hlength, rfl⟩ ((sortsLiteral_sound hT haction hσ hlike).mp ha)
        (fun hn => hp ((sortsLiteral_sound hT hpost hσ hlike).mpr hn)), trivial⟩

/-- A command changes no entry of another thread. -/
theorem sortsCommand_keeps {c : CommandCode} {effort r : Nat} (h : sortsCommand T S c effort = .ok r) {σ σ' : Store}
    (hr : (c.command T).Runs E id σ (.store σ')) : S.KeepsOthers id σ σ' := by
  induction c generalizing effort r σ σ' with
  | assign changes =>
    cases hr
    exact sortsChanges_keeps hT h
  | havoc places =>
    cases hr with | havoc hh =>
    obtain ⟨values, _, rfl⟩ := hh
    exact places_keep hT h values
  | assume l => cases hr with | assume => exact fun _ _ => rfl
  | assert l => cases hr with | assert => exact fun _ _ => rfl
  | ite l C D ihC ihD =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, hC, hD⟩ := bind_ok.mp h
    cases hr with
    | ifTrue _ hr => exact ihC hC hr
    | ifFalse _ hr => exact ihD hD hr
  | choice C D ihC ihD =>
    obtain ⟨_, hC, hD⟩ := bind_ok.mp h
    cases hr with
    | choiceLeft hr => exact ihC hC hr
    | choiceRight hr => exact ihD hD hr
  | seq C D ihC ihD =>
    obtain ⟨_, hC, hD⟩ := bind_ok.mp h
    cases hr with
    | seq hr hr' => exact fun hs hi => (ihD hD hr' hs hi).trans (ihC hC hr hs hi)
  | operation places gate action post =>
    obtain ⟨_, hplaces, _⟩ := bind_ok.mp h
    cases hr with | operation _ hh =>
    obtain ⟨values, _, rfl⟩ := hh
    exact places_keep hT hplaces values

end

end Plato
