/-
# Commands that only compare and store identifiers

Such a command does for thread π(i) from the renamed store what it does for thread i. After it, variables that hold identifiers hold what was held before, the
thread's own identifier, or a constant.

Main definitions: `Held`, `HoldsHeld`. Main results: `namesLiteral_sound`, `namesCommand_sound`, `namesCommand_held`.
-/
module

public import Closure.Identifiers

@[expose] public section

namespace Plato

open ModelChecking

/-- Stores in which all identifiers are renamed. -/
abbrev Identifiers.Renaming (I : Identifiers) (π : Int → Int) (σ τ : Store) : Prop := StoreRel I.sorting π (fun _ => True) σ τ

section

variable {T : Tables} (hT : T.Right) {I : Identifiers} {π : Int → Int} (hπ : Renames I.sorting π) {E : Parameters} {id : Int}

theorem model_renamed {σ σ' τ τ' : Store} (h : I.Renaming π σ τ) (h' : I.Renaming π σ' τ') : I.Renamed π (E.model id σ σ') (E.model (π id) τ τ') where
  thread := by simp [Parameters.model, Value.toInt]
  store := fun version x => by
    simp only [Parameters.model]
    split
    · exact h x
    · exact h' x

include hT hπ

/-- A formula has the same truth. -/
theorem namesLiteral_sound {l : Literal} {effort r : Nat} (h : namesLiteral T I l effort = .ok r) {σ σ' τ τ' : Store} (hσ : I.Renaming π σ τ)
    (hσ' : I.Renaming π σ' τ') : (T.literal l).action E id σ σ' ↔ (T.literal l).action E (π id) τ τ' := by
  have := (names_sound hT hπ (model_renamed (E := E) (id := id) hσ hσ') sortsDepth).ofLiteral h []
  rwa [literal_iff, literal_iff] at this

/-- A term is renamed if it is an identifier, and otherwise has the same value. -/
theorem namesTerm_sound {t effort r : Nat} {b : Bool} (h : namesTerm T I sortsDepth b t effort = .ok r) {σ τ : Store} (hσ : I.Renaming π σ τ) :
    ValueRel π b ((T.term t).valueIn E id σ) ((T.term t).valueIn E (π id) τ) :=
  (names_sound hT hπ (model_renamed (E := E) (id := id) hσ hσ) sortsDepth).term _ _ _ _ h []

/-- A renamed value at a place leads to renamed stores. -/
theorem namesPlace_sound {place : PlaceCode} {b : Bool} {effort r : Nat} (h : namesPlace T I b place effort = .ok r) {σ₀ τ₀ σ τ : Store}
    (h₀ : I.Renaming π σ₀ τ₀) (hσ : I.Renaming π σ τ) {v v' : Value} (hv : ValueRel π b v v') :
    I.Renaming π ((place.place T).write E id σ₀ v σ) ((place.place T).write E (π id) τ₀ v' τ) := by
  obtain ⟨name, index⟩ := place
  intro x
  by_cases hx : x = name
  · subst hx
    cases index with
    | none =>
      obtain ⟨_, hs, _⟩ := bind_ok.mp h
      simp only [PlaceCode.place, Place.write, if_true]
      exact (cell_shared (require_ok.mp hs)).mpr hv
    | some i =>
      unfold namesPlace at h
      dsimp only at h
      simp only [PlaceCode.place, Place.write, if_true]
      split at h
      · rename_i hown
        simp only [Bool.and_eq_true] at hown
        have hid (j : Int) (α : Store) : ((T.term i).valueIn E j α).toInt = j :=
          congrArg Value.toInt (isThread_value hT hown.2 (E.model j α α) [])
        have hentries := (cell_own hown.1).mp (hσ x)
        refine (cell_own hown.1).mpr fun j _ => ?_
        rw [hid, hid]
        show ValueRel π b (.int (update _ _ _ j)) (.int (update _ _ _ (π j)))
        simp only [update]
        by_cases hj : j = id
        · rw [if_pos hj, if_pos (by rw [hj])]
          cases b
          · exact congrArg (fun v => Value.int v.toInt) (show v' = v from hv)
          · exact hv
        · rw [if_neg hj, if_neg fun he => hj (hπ.injective he)]
          exact hentries j trivial
      · obtain ⟨_, hb, hterm⟩ := bind_ok.mp h
        obtain ⟨rfl, hs⟩ := require_ok.mp hb
        have hindex : _ = _ := namesTerm_sound (E := E) (id := id) hT hπ hterm h₀
        have hcell : _ = _ := (cell_shared hs).mp (hσ x)
        refine (cell_shared hs).mpr ?_
        show Value.map _ = Value.map _
        rw [hindex, hcell, show v' = v from hv]
  · cases index <;> simpa [PlaceCode.place, Place.write, hx] using hσ x

theorem namesChanges_sound {changes : List ChangeCode} {effort r : Nat} (h : namesChanges T I changes effort = .ok r) {σ₀ τ₀ σ τ : Store}
    (h₀ : I.Renaming π σ₀ τ₀) (hσ : I.Renaming π σ τ) :
    I.Renaming π (writes E id σ₀ ((changesOf T changes).map fun (p, t) => (p, t.valueIn E id σ₀)) σ)
      (writes E (π id) τ₀ ((changesOf T changes).map fun (p, t) => (p, t.valueIn E (π id) τ₀)) τ) := by
  induction changes generalizing effort σ τ with
  | nil => exact hσ
  | cons c rest ih =>
    obtain ⟨place, value⟩ := c
    obtain ⟨_, hplace, h⟩ := bind_ok.mp h
    obtain ⟨_, hvalue, h⟩ := bind_ok.mp h
    exact ih h (namesPlace_sound hT hπ hplace h₀ hσ (namesTerm_sound hT hπ hvalue h₀))

theorem namesPlaces_sound {places : List PlaceCode} {effort r : Nat} (h : namesPlaces T I places effort = .ok r) {σ₀ τ₀ σ τ : Store}
    (h₀ : I.Renaming π σ₀ τ₀) (hσ : I.Renaming π σ τ) (values : List Value) :
    I.Renaming π (writes E id σ₀ ((placesOf T places).zip values) σ) (writes E (π id) τ₀ ((placesOf T places).zip values) τ) := by
  induction places generalizing effort σ τ values with
  | nil => exact hσ
  | cons place rest ih =>
    obtain ⟨_, hplace, h⟩ := bind_ok.mp h
    cases values with
    | nil => exact hσ
    | cons value values => exact ih h (namesPlace_sound hT hπ hplace h₀ hσ (v := value) (v' := value) rfl) values

/-- **What a command does for thread i, it does for thread π(i)** from the renamed store. -/
theorem namesCommand_sound {c : CommandCode} {effort r : Nat} (h : namesCommand T I c effort = .ok r) {σ τ : Store} (hσ : I.Renaming π σ τ)
    {o : Outcome Store} (hr : (c.command T).Runs E id σ o) :
    ∃ o', (c.command T).Runs E (π id) τ o' ∧ OutcomeRel I.sorting π (fun _ => True) o o' := by
  induction c generalizing effort r σ τ o with
  | assign changes =>
    cases hr
    exact ⟨_, .assign, namesChanges_sound hT hπ h hσ hσ⟩
  | havoc places =>
    cases hr with | havoc hh =>
    obtain ⟨values, hlength, rfl⟩ := hh
    exact ⟨_, .havoc ⟨values, hlength, rfl⟩, namesPlaces_sound hT hπ h hσ hσ values⟩
  | assume l =>
    cases hr with | assume hf => exact ⟨_, .assume ((namesLiteral_sound hT hπ h hσ hσ).mp hf), hσ⟩
  | assert l =>
    cases hr with
    | assert hf => exact ⟨_, .assert ((namesLiteral_sound hT hπ h hσ hσ).mp hf), hσ⟩
    | assertWrong hf => exact ⟨_, .assertWrong fun hn => hf ((namesLiteral_sound hT hπ h hσ hσ).mpr hn), trivial⟩
  | ite l C D ihC ihD =>
    obtain ⟨_, hl, h⟩ := bind_ok.mp h
    obtain ⟨_, hC, hD⟩ := bind_ok.mp h
    cases hr with
    | ifTrue hf hr =>
      obtain ⟨o', hr, ho⟩ := ihC hC hσ hr
      exact ⟨o', .ifTrue ((namesLiteral_sound hT hπ hl hσ hσ).mp hf) hr, ho⟩
    | ifFalse hf hr =>
      obtain ⟨o', hr, ho⟩ := ihD hD hσ hr
      exact ⟨o', .ifFalse (fun hn => hf ((namesLiteral_sound hT hπ hl hσ hσ).mpr hn)) hr, ho⟩
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
      have hrel := namesPlaces_sound (E := E) (id := id) hT hπ hplaces hσ hσ values
      exact ⟨_, .operation ((namesLiteral_sound hT hπ hgate hσ hσ).mp hg) ⟨values, hlength, rfl⟩ ((namesLiteral_sound hT hπ haction hσ hrel).mp ha)
        ((namesLiteral_sound hT hπ hpost hσ hrel).mp hp), hrel⟩
    | gateWrong hg => exact ⟨_, .gateWrong fun hn => hg ((namesLiteral_sound hT hπ hgate hσ hσ).mpr hn), trivial⟩
    | postWrong hh ha hp =>
      obtain ⟨values, hlength, rfl⟩ := hh
      have hrel := namesPlaces_sound (E := E) (id := id) hT hπ hplaces hσ hσ values
      exact ⟨_, .postWrong ⟨values, hlength, rfl⟩ ((namesLiteral_sound hT hπ haction hσ hrel).mp ha)
        (fun hn => hp ((namesLiteral_sound hT hπ hpost hσ hrel).mpr hn)), trivial⟩

end

/-! ## No identifier comes out of nowhere -/

/-- The number is a constant, the thread's own identifier, or held by a variable or by an entry of the thread's own. -/
def Held (I : Identifiers) (id : Int) (σ : Store) (n : Int) : Prop :=
  I.sorting.literal n ∨ n = id ∨ (∃ x, I.sorting.sort x = .identifier ∧ (σ x).toInt = n) ∨ ∃ x, I.sorting.sort x = .ownIdentifier ∧ (σ x).toMap id = n

/-- What is held in the second store is held in the first one, or is a constant or the thread's own identifier. -/
structure HoldsHeld (I : Identifiers) (id : Int) (σ τ : Store) : Prop where
  shared : ∀ {x}, I.sorting.sort x = .identifier → Held I id σ (τ x).toInt
  own : ∀ {x}, I.sorting.sort x = .ownIdentifier → Held I id σ ((τ x).toMap id)

theorem HoldsHeld.rfl {I : Identifiers} {id : Int} {σ : Store} : HoldsHeld I id σ σ :=
  ⟨fun hx => .inr (.inr (.inl ⟨_, hx, Eq.refl _⟩)), fun hx => .inr (.inr (.inr ⟨_, hx, Eq.refl _⟩))⟩

theorem Held.trans {I : Identifiers} {id : Int} {σ τ : Store} (h : HoldsHeld I id σ τ) {n : Int} (hn : Held I id τ n) : Held I id σ n := by
  rcases hn with hn | hn | ⟨x, hx, rfl⟩ | ⟨x, hx, rfl⟩
  · exact .inl hn
  · exact .inr (.inl hn)
  · exact h.shared hx
  · exact h.own hx

theorem HoldsHeld.trans {I : Identifiers} {id : Int} {σ τ υ : Store} (h : HoldsHeld I id σ τ) (h' : HoldsHeld I id τ υ) : HoldsHeld I id σ υ :=
  ⟨fun hx => .trans h (h'.shared hx), fun hx => .trans h (h'.own hx)⟩

section

variable {T : Tables} (hT : T.Right) {I : Identifiers} {E : Parameters} {id : Int}
include hT

/-- A term for an identifier is one that is held. -/
theorem namesTerm_held {depth t effort r : Nat} (h : namesTerm T I depth true t effort = .ok r) {σ : Store} :
    Held I id σ ((T.term t).valueIn E id σ).toInt := by
  induction depth generalizing t effort r with
  | zero => simp [namesTerm] at h
  | succ depth ih =>
    unfold namesTerm at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    have hmeans {shape : TermShape} (hs : T.termShape t = shape) : shape.Means (T.interpretation (E.model id σ σ)) [] ((T.term t).valueIn E id σ) :=
      interpretation_termMeans hT (E.model id σ σ) hs []
    split at h
    · rename_i n hs
      obtain ⟨_, hn, _⟩ := bind_ok.mp h
      rw [show (T.term t).valueIn E id σ = _ from hmeans hs]
      exact .inl ((require_ok.mp hn).resolve_left (by simp))
    · rename_i x version hs
      obtain ⟨_, hx, _⟩ := bind_ok.mp h
      rw [show (T.term t).valueIn E id σ = _ from hmeans hs]
      refine .inr (.inr (.inl ⟨x, sort_shared (require_ok.mp hx), ?_⟩))
      simp [Tables.interpretation, Parameters.model]
    · rename_i name hs
      obtain ⟨_, hx, _⟩ := bind_ok.mp h
      rw [show (T.term t).valueIn E id σ = _ from hmeans hs]
      refine .inr (.inl ?_)
      simp [Tables.interpretation, Parameters.model, (require_ok.mp hx).1, Value.toInt]
    · obtain ⟨_, hb, _⟩ := bind_ok.mp h
      exact absurd (require_ok.mp hb) (by simp)
    · rename_i a b hs
      split at h
      · rename_i hown
        simp only [Bool.and_eq_true] at hown
        have hv := hmeans hs
        simp only [TermShape.Means, Operator.apply] at hv
        rw [isThread_value hT hown.2] at hv
        have ha := hown.1
        unfold Identifiers.isOwnTerm at ha
        split at ha
        · rename_i name version hs'
          have h1 := interpretation_termMeans hT (E.model id σ σ) hs' []
          simp only [TermShape.Means] at h1
          rw [h1] at hv
          rw [hv]
          refine .inr (.inr (.inr ⟨name, sort_own ha, ?_⟩))
          simp [Tables.interpretation, Parameters.model, Value.toInt]
        · simp at ha
      · obtain ⟨_, hb, _⟩ := bind_ok.mp h
        exact absurd (require_ok.mp hb) (by simp)
    · obtain ⟨_, hb, _⟩ := bind_ok.mp h
      exact absurd (require_ok.mp hb) (by simp)
    · obtain ⟨_, hb, _⟩ := bind_ok.mp h
      exact absurd (require_ok.mp hb) (by simp)
    · obtain ⟨_, hb, _⟩ := bind_ok.mp h
      exact absurd (require_ok.mp hb) (by simp)
    · rename_i c a b hs
      obtain ⟨_, _, h⟩ := bind_ok.mp h
      obtain ⟨_, ha, hb⟩ := bind_ok.mp h
      have hv := hmeans hs
      simp only [TermShape.Means] at hv
      by_cases hc : (T.interpretation (E.model id σ σ)).literal [] c
      · rw [hv.1 hc]; exact ih ha
      · rw [hv.2 hc]; exact ih hb
    · simp at h

/-- A place is written: with an identifier that is held, if it is for one. -/
theorem namesPlace_held {place : PlaceCode} {b : Bool} {effort r : Nat} (h : namesPlace T I b place effort = .ok r) {σ₀ σ : Store}
    (hσ : HoldsHeld I id σ₀ σ) {v : Value} (hv : b = true → Held I id σ₀ v.toInt) : HoldsHeld I id σ₀ ((place.place T).write E id σ₀ v σ) := by
  obtain ⟨name, index⟩ := place
  have hother {x : Nat} (hx : x ≠ name) : (PlaceCode.place T ⟨name, index⟩).write E id σ₀ v σ x = σ x := by
    cases index <;> simp [PlaceCode.place, Place.write, hx]
  cases index with
  | none =>
    obtain ⟨_, hs, _⟩ := bind_ok.mp h
    have hs := sort_shared (require_ok.mp hs)
    constructor
    · intro x hx
      by_cases he : x = name
      · subst he
        simp only [PlaceCode.place, Place.write, if_true]
        cases b
        · rw [hs] at hx; simp at hx
        · exact hv (Eq.refl _)
      · rw [hother he]; exact hσ.shared hx
    · intro x hx
      by_cases he : x = name
      · subst he
        rw [hs] at hx
        cases b <;> simp at hx
      · rw [hother he]; exact hσ.own hx
  | some i =>
    unfold namesPlace at h
    dsimp only at h
    split at h
    · rename_i hown
      simp only [Bool.and_eq_true] at hown
      have hid : ((T.term i).valueIn E id σ₀).toInt = id := congrArg Value.toInt (isThread_value hT hown.2 (E.model id σ₀ σ₀) [])
      have hs := sort_own hown.1
      constructor
      · intro x hx
        by_cases he : x = name
        · subst he
          rw [hs] at hx
          cases b <;> simp at hx
        · rw [hother he]; exact hσ.shared hx
      · intro x hx
        by_cases he : x = name
        · subst he
          simp only [PlaceCode.place, Place.write, if_true, hid]
          show Held I id σ₀ (update _ _ _ _)
          simp only [update, if_true]
          cases b
          · rw [hs] at hx; simp at hx
          · exact hv (Eq.refl _)
        · rw [hother he]; exact hσ.own hx
    · obtain ⟨_, hb, _⟩ := bind_ok.mp h
      obtain ⟨rfl, hs⟩ := require_ok.mp hb
      have hs := sort_shared hs
      exact ⟨fun {x} hx => by
        by_cases he : x = name
        · subst he; rw [hs] at hx; simp at hx
        · rw [hother he]; exact hσ.shared hx, fun {x} hx => by
        by_cases he : x = name
        · subst he; rw [hs] at hx; simp at hx
        · rw [hother he]; exact hσ.own hx⟩

theorem namesChanges_held {changes : List ChangeCode} {effort r : Nat} (h : namesChanges T I changes effort = .ok r) {σ₀ σ : Store}
    (hσ : HoldsHeld I id σ₀ σ) : HoldsHeld I id σ₀ (writes E id σ₀ ((changesOf T changes).map fun (p, t) => (p, t.valueIn E id σ₀)) σ) := by
  induction changes generalizing effort σ with
  | nil => exact hσ
  | cons c rest ih =>
    obtain ⟨place, value⟩ := c
    obtain ⟨_, hplace, h⟩ := bind_ok.mp h
    obtain ⟨_, hvalue, h⟩ := bind_ok.mp h
    exact ih h (namesPlace_held hT hplace hσ fun hb => namesTerm_held hT (hb ▸ hvalue))

theorem namesPlaces_held {places : List PlaceCode} {effort r : Nat} (h : namesPlaces T I places effort = .ok r) {σ₀ σ : Store}
    (hσ : HoldsHeld I id σ₀ σ) (values : List Value) : HoldsHeld I id σ₀ (writes E id σ₀ ((placesOf T places).zip values) σ) := by
  induction places generalizing effort σ values with
  | nil => exact hσ
  | cons place rest ih =>
    obtain ⟨_, hplace, h⟩ := bind_ok.mp h
    cases values with
    | nil => exact hσ
    | cons value values => exact ih h (namesPlace_held hT hplace hσ (by simp)) values

/-- **No identifier comes out of nowhere.** -/
theorem namesCommand_held {c : CommandCode} {effort r : Nat} (h : namesCommand T I c effort = .ok r) {σ σ' : Store}
    (hr : (c.command T).Runs E id σ (.store σ')) : HoldsHeld I id σ σ' := by
  induction c generalizing effort r σ σ' with
  | assign changes =>
    cases hr
    exact namesChanges_held hT h .rfl
  | havoc places =>
    cases hr with | havoc hh =>
    obtain ⟨values, _, rfl⟩ := hh
    exact namesPlaces_held hT h .rfl values
  | assume l => cases hr with | assume => exact .rfl
  | assert l => cases hr with | assert => exact .rfl
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
    | seq hr hr' => exact (ihC hC hr).trans (ihD hD hr')
  | operation places gate action post =>
    obtain ⟨_, hplaces, _⟩ := bind_ok.mp h
    cases hr with | operation _ hh =>
    obtain ⟨values, _, rfl⟩ := hh
    exact namesPlaces_held hT hplaces .rfl values

end

end Plato
