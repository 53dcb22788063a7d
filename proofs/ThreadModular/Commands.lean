/-
# Commands without their ghost variables

A command that mentions no ghost variable does the same in stores that differ in ghost variables alone. A command with assignments to ghost
variables can do all that the command without them can.

Main definitions: `AgreeOutcome`. Main results: `runs_avoiding`, `runs_annotated`.
-/
module

public import ThreadModular.Annotates

@[expose] public section

namespace Plato

/-- The outcomes differ in ghost variables alone. -/
def AgreeOutcome (names : List Nat) : Outcome Store → Outcome Store → Prop
  | .store σ, .store τ => AgreeOff names σ τ
  | .wrong, .wrong => True
  | _, _ => False

theorem isGhost_ok {ghosts : List Nat} {name effort left : Nat} {ghost : Bool} (h : isGhost ghosts name effort = .ok (ghost, left)) :
    ghost = true ↔ name ∈ ghosts := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Prod.mk.injEq] at h
  rw [← h.1, isIn_iff]

section

variable {T : Tables} (hT : T.Right) {names : List Nat} {place : String} {E : Parameters} {thread : Int}
include hT

/-- A term that avoids ghost variables has the same value in such stores. -/
theorem avoids_value {t effort r : Nat} (h : avoidsTerm T ⟨names, false, place⟩ avoidsDepth t effort = .ok r) {σ τ : Store}
    (hσ : AgreeOff names σ τ) : (T.term t).valueIn E thread σ = (T.term t).valueIn E thread τ :=
  avoidsTerm_sound hT (same_models (place := place) (E := E) (thread := thread) hσ hσ) h []

/-- A place that is no ghost variable is written alike. -/
theorem place_agree {p : PlaceCode} {effort r : Nat} (h : avoidsPlace T ⟨names, false, place⟩ p effort = .ok r) {σ τ υ ω : Store} {v : Value}
    (hσ : AgreeOff names σ τ) (hυ : AgreeOff names υ ω) :
    AgreeOff names ((p.place T).write E thread σ v υ) ((p.place T).write E thread τ v ω) := by
  obtain ⟨⟨ghost, left⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  intro x hx
  obtain ⟨name, index⟩ := p
  cases index with
  | none => simp only [PlaceCode.place, Place.write, hυ x hx]
  | some i =>
    simp only [PlaceCode.place, Place.write, hυ x hx]
    rw [avoids_value hT h hσ]

omit hT in
/-- What is written to a ghost variable does not matter. -/
theorem place_ghost {p : PlaceCode} (h : p.name ∈ names) {τ υ ω : Store} {v : Value} (hυ : AgreeOff names υ ω) :
    AgreeOff names υ ((p.place T).write E thread τ v ω) := by
  intro x hx
  have hne : x ≠ p.name := fun he => hx (he ▸ h)
  obtain ⟨name, index⟩ := p
  cases index <;> simp [PlaceCode.place, Place.write, hne, hυ x hx]

/-- Assignments that avoid ghost variables do the same. -/
theorem changes_agree (changes : List ChangeCode) {effort r : Nat} (h : avoidsChanges T ⟨names, false, place⟩ changes effort = .ok r)
    {σ τ υ ω : Store} (hσ : AgreeOff names σ τ) (hυ : AgreeOff names υ ω) :
    AgreeOff names (writes E thread σ ((changesOf T changes).map fun (p, t) => (p, t.valueIn E thread σ)) υ)
      (writes E thread τ ((changesOf T changes).map fun (p, t) => (p, t.valueIn E thread τ)) ω) := by
  induction changes generalizing effort υ ω with
  | nil => exact hυ
  | cons c rest ih =>
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    obtain ⟨_, h2, h⟩ := bind_ok.mp h
    simp only [changesOf, List.map_cons, writes]
    rw [avoids_value hT h2 hσ]
    exact ih h (place_agree hT h1 hσ hυ)

/-- Assignments to ghost variables do not matter. -/
theorem changes_erased (annotated : List ChangeCode) {changes : List ChangeCode} {effort left e r : Nat}
    (herase : eraseChanges names annotated effort = .ok (changes, left)) (h : avoidsChanges T ⟨names, false, place⟩ changes e = .ok r)
    {σ τ υ ω : Store} (hσ : AgreeOff names σ τ) (hυ : AgreeOff names υ ω) :
    AgreeOff names (writes E thread σ ((changesOf T changes).map fun (p, t) => (p, t.valueIn E thread σ)) υ)
      (writes E thread τ ((changesOf T annotated).map fun (p, t) => (p, t.valueIn E thread τ)) ω) := by
  induction annotated generalizing effort changes left e υ ω with
  | nil =>
    simp only [eraseChanges, Except.ok.injEq, Prod.mk.injEq] at herase
    obtain ⟨rfl, _⟩ := herase
    exact hυ
  | cons c rest ih =>
    obtain ⟨⟨ghost, _⟩, hghost, herase⟩ := bind_ok.mp herase
    obtain ⟨⟨rest', _⟩, hrest, herase⟩ := bind_ok.mp herase
    simp only [Except.ok.injEq, Prod.mk.injEq] at herase
    obtain ⟨rfl, _⟩ := herase
    have hghost := isGhost_ok hghost
    cases ghost with
    | true =>
      simp only [if_true] at h ⊢
      simp only [changesOf, List.map_cons, writes]
      exact ih hrest h (place_ghost (hghost.mp rfl) hυ)
    | false =>
      simp only [Bool.false_eq_true, if_false] at h ⊢
      obtain ⟨_, h1, h⟩ := bind_ok.mp h
      obtain ⟨_, h2, h⟩ := bind_ok.mp h
      simp only [changesOf, List.map_cons, writes]
      rw [avoids_value hT h2 hσ]
      exact ih hrest h (place_agree hT h1 hσ hυ)

/-- What is havocked can get the same values. -/
theorem havocs_agree {places : List PlaceCode} {effort r : Nat} (h : avoidsPlaces T ⟨names, false, place⟩ places effort = .ok r)
    {σ τ σ' : Store} (hσ : AgreeOff names σ τ) (hh : Havocs E thread (placesOf T places) σ σ') :
    ∃ τ', Havocs E thread (placesOf T places) τ τ' ∧ AgreeOff names σ' τ' := by
  obtain ⟨values, hlen, rfl⟩ := hh
  refine ⟨_, ⟨values, hlen, rfl⟩, ?_⟩
  suffices ∀ υ ω, AgreeOff names υ ω → AgreeOff names (writes E thread σ ((placesOf T places).zip values) υ)
      (writes E thread τ ((placesOf T places).zip values) ω) from this _ _ hσ
  induction places generalizing effort values with
  | nil => exact fun _ _ hυ => hυ
  | cons p rest ih =>
    intro υ ω hυ
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    cases values with
    | nil => exact hυ
    | cons v values =>
      simp only [placesOf, List.zip_cons_cons, writes]
      exact ih h values (by simpa [placesOf] using hlen) _ _ (place_agree hT h1 hσ hυ)

/-- **A command that avoids ghost variables does the same in stores that differ in these alone.** -/
theorem runs_avoiding (c : CommandCode) {effort e : Nat} (h : avoidsCommand T ⟨names, false, place⟩ c effort = .ok e) {σ τ : Store}
    {r : Outcome Store} (hσ : AgreeOff names σ τ) (hr : (c.command T).Runs E thread σ r) :
    ∃ r', (c.command T).Runs E thread τ r' ∧ AgreeOutcome names r r' := by
  induction c generalizing effort e σ τ r with
  | assign changes =>
    cases hr
    exact ⟨_, .assign, changes_agree hT changes h hσ hσ⟩
  | havoc places =>
    cases hr with
    | havoc hh =>
      obtain ⟨τ', hh', hτ⟩ := havocs_agree hT h hσ hh
      exact ⟨_, .havoc hh', hτ⟩
  | assume l =>
    cases hr with
    | assume hf => exact ⟨_, .assume ((avoids_action hT h hσ hσ).mp hf), hσ⟩
  | assert l =>
    cases hr with
    | assert hf => exact ⟨_, .assert ((avoids_action hT h hσ hσ).mp hf), hσ⟩
    | assertWrong hf => exact ⟨_, .assertWrong fun h' => hf ((avoids_action hT h hσ hσ).mpr h'), trivial⟩
  | ite l C D ihC ihD =>
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    obtain ⟨_, h2, h⟩ := bind_ok.mp h
    cases hr with
    | ifTrue hf hr =>
      obtain ⟨r', hr', ha⟩ := ihC h2 hσ hr
      exact ⟨r', .ifTrue ((avoids_action hT h1 hσ hσ).mp hf) hr', ha⟩
    | ifFalse hf hr =>
      obtain ⟨r', hr', ha⟩ := ihD h hσ hr
      exact ⟨r', .ifFalse (fun h' => hf ((avoids_action hT h1 hσ hσ).mpr h')) hr', ha⟩
  | choice C D ihC ihD =>
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    cases hr with
    | choiceLeft hr => obtain ⟨r', hr', ha⟩ := ihC h1 hσ hr; exact ⟨r', .choiceLeft hr', ha⟩
    | choiceRight hr => obtain ⟨r', hr', ha⟩ := ihD h hσ hr; exact ⟨r', .choiceRight hr', ha⟩
  | seq C D ihC ihD =>
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    cases hr with
    | seq hC hD =>
      obtain ⟨r₁, hC', ha⟩ := ihC h1 hσ hC
      cases r₁ with
      | wrong => exact ha.elim
      | store τ₁ =>
        obtain ⟨r', hD', ha'⟩ := ihD h ha hD
        exact ⟨r', .seq hC' hD', ha'⟩
    | seqWrong hC =>
      obtain ⟨r₁, hC', ha⟩ := ihC h1 hσ hC
      cases r₁ with
      | wrong => exact ⟨_, .seqWrong hC', trivial⟩
      | store τ₁ => exact ha.elim
  | operation places gate action post =>
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    obtain ⟨_, h2, h⟩ := bind_ok.mp h
    obtain ⟨_, h3, h⟩ := bind_ok.mp h
    cases hr with
    | operation hg hh ha hp =>
      obtain ⟨τ', hh', hτ⟩ := havocs_agree hT h1 hσ hh
      exact ⟨_, .operation ((avoids_action hT h2 hσ hσ).mp hg) hh' ((avoids_action hT h3 hσ hτ).mp ha) ((avoids_action hT h hσ hτ).mp hp), hτ⟩
    | gateWrong hg => exact ⟨_, .gateWrong fun h' => hg ((avoids_action hT h2 hσ hσ).mpr h'), trivial⟩
    | postWrong hh ha hp =>
      obtain ⟨τ', hh', hτ⟩ := havocs_agree hT h1 hσ hh
      exact ⟨_, .postWrong hh' ((avoids_action hT h3 hσ hτ).mp ha) fun h' => hp ((avoids_action hT h hσ hτ).mpr h'), trivial⟩

omit hT in
/-- What does nothing can be put back. -/
theorem runs_andThen {C D : CommandCode} {σ : Store} {r : Outcome Store} (h : ((C.andThen D).command T).Runs E thread σ r) :
    (Command.seq (C.command T) (D.command T)).Runs E thread σ r := by
  have hnothing : ∀ {X : CommandCode} {υ : Store}, X.isNothing = true → (X.command T).Runs E thread υ (.store υ) := by
    intro X υ hX
    match X, hX with
    | .assign [], _ => exact .assign
  unfold CommandCode.andThen at h
  split at h
  · exact .seq (hnothing ‹_›) h
  split at h
  · cases r with
    | store τ => exact .seq h (hnothing ‹_›)
    | wrong => exact .seqWrong h
  · exact h

omit hT in
theorem avoids_andThen {C D : CommandCode} {effort e : Nat} (h : avoidsCommand T ⟨names, false, place⟩ (C.andThen D) effort = .ok e) :
    (∃ effort e, avoidsCommand T ⟨names, false, place⟩ C effort = .ok e) ∧ ∃ effort e, avoidsCommand T ⟨names, false, place⟩ D effort = .ok e := by
  have hnothing : ∀ {X : CommandCode}, X.isNothing = true → ∃ effort e, avoidsCommand T ⟨names, false, place⟩ X effort = .ok e := by
    intro X hX
    match X, hX with
    | .assign [], _ => exact ⟨0, 0, rfl⟩
  unfold CommandCode.andThen at h
  split at h
  · exact ⟨hnothing ‹_›, _, _, h⟩
  split at h
  · exact ⟨⟨_, _, h⟩, hnothing ‹_›⟩
  · obtain ⟨_, h1, h⟩ := bind_ok.mp h
    exact ⟨⟨_, _, h1⟩, _, _, h⟩

/-- **A command with assignments to ghost variables can do all that the command without them can.** -/
theorem runs_annotated (a : CommandCode) {c : CommandCode} {effort left effort' e : Nat} (herase : a.erase names effort = .ok (c, left))
    (h : avoidsCommand T ⟨names, false, place⟩ c effort' = .ok e) {σ τ : Store} {r : Outcome Store} (hσ : AgreeOff names σ τ)
    (hr : (c.command T).Runs E thread σ r) : ∃ r', (a.command T).Runs E thread τ r' ∧ AgreeOutcome names r r' := by
  induction a generalizing c effort left effort' e σ τ r with
  | assign changes =>
    obtain ⟨⟨changes', _⟩, h1, herase⟩ := bind_ok.mp herase
    simp only [Except.ok.injEq, Prod.mk.injEq] at herase
    obtain ⟨rfl, _⟩ := herase
    cases hr
    exact ⟨_, .assign, changes_erased hT changes h1 h hσ hσ⟩
  | ite l C D ihC ihD =>
    obtain ⟨⟨C', _⟩, h1, herase⟩ := bind_ok.mp herase
    obtain ⟨⟨D', _⟩, h2, herase⟩ := bind_ok.mp herase
    simp only [Except.ok.injEq, Prod.mk.injEq] at herase
    obtain ⟨rfl, _⟩ := herase
    obtain ⟨_, a1, h⟩ := bind_ok.mp h
    obtain ⟨_, a2, h⟩ := bind_ok.mp h
    cases hr with
    | ifTrue hf hr =>
      obtain ⟨r', hr', ha⟩ := ihC h1 a2 hσ hr
      exact ⟨r', .ifTrue ((avoids_action hT a1 hσ hσ).mp hf) hr', ha⟩
    | ifFalse hf hr =>
      obtain ⟨r', hr', ha⟩ := ihD h2 h hσ hr
      exact ⟨r', .ifFalse (fun h' => hf ((avoids_action hT a1 hσ hσ).mpr h')) hr', ha⟩
  | choice C D ihC ihD =>
    obtain ⟨⟨C', _⟩, h1, herase⟩ := bind_ok.mp herase
    obtain ⟨⟨D', _⟩, h2, herase⟩ := bind_ok.mp herase
    simp only [Except.ok.injEq, Prod.mk.injEq] at herase
    obtain ⟨rfl, _⟩ := herase
    obtain ⟨_, a1, h⟩ := bind_ok.mp h
    cases hr with
    | choiceLeft hr => obtain ⟨r', hr', ha⟩ := ihC h1 a1 hσ hr; exact ⟨r', .choiceLeft hr', ha⟩
    | choiceRight hr => obtain ⟨r', hr', ha⟩ := ihD h2 h hσ hr; exact ⟨r', .choiceRight hr', ha⟩
  | seq C D ihC ihD =>
    obtain ⟨_, _, herase⟩ := bind_ok.mp herase
    obtain ⟨⟨C', _⟩, h1, herase⟩ := bind_ok.mp herase
    obtain ⟨⟨D', _⟩, h2, herase⟩ := bind_ok.mp herase
    simp only [Except.ok.injEq, Prod.mk.injEq] at herase
    obtain ⟨rfl, _⟩ := herase
    obtain ⟨⟨_, _, a1⟩, _, _, a2⟩ := avoids_andThen h
    cases runs_andThen hr with
    | seq hC hD =>
      obtain ⟨r₁, hC', ha⟩ := ihC h1 a1 hσ hC
      cases r₁ with
      | wrong => exact ha.elim
      | store τ₁ =>
        obtain ⟨r', hD', ha'⟩ := ihD h2 a2 ha hD
        exact ⟨r', .seq hC' hD', ha'⟩
    | seqWrong hC =>
      obtain ⟨r₁, hC', ha⟩ := ihC h1 a1 hσ hC
      cases r₁ with
      | wrong => exact ⟨_, .seqWrong hC', trivial⟩
      | store τ₁ => exact ha.elim
  | _ =>
    simp only [CommandCode.erase, Except.ok.injEq, Prod.mk.injEq] at herase
    obtain ⟨rfl, _⟩ := herase
    exact runs_avoiding hT _ h hσ hr

end

/-! ## The same commands -/

theorem PlaceCode.eq_of_same {p q : PlaceCode} (h : p.same q = true) : p = q := by
  obtain ⟨x, i⟩ := p
  obtain ⟨y, j⟩ := q
  cases i <;> cases j <;> simp_all [PlaceCode.same]

theorem eq_of_samePlaces {ps qs : List PlaceCode} (h : samePlaces ps qs = true) : ps = qs := by
  induction ps generalizing qs with
  | nil => cases qs <;> simp_all [samePlaces]
  | cons p ps ih =>
    cases qs with
    | nil => simp [samePlaces] at h
    | cons q qs =>
      simp only [samePlaces, Bool.and_eq_true] at h
      rw [PlaceCode.eq_of_same h.1, ih h.2]

theorem eq_of_sameChanges {ps qs : List ChangeCode} (h : sameChanges ps qs = true) : ps = qs := by
  induction ps generalizing qs with
  | nil => cases qs <;> simp_all [sameChanges]
  | cons p ps ih =>
    cases qs with
    | nil => simp [sameChanges] at h
    | cons q qs =>
      simp only [sameChanges, Bool.and_eq_true, beq_iff_eq] at h
      obtain ⟨⟨h1, h2⟩, h3⟩ := h
      obtain ⟨place, value⟩ := p
      obtain ⟨place', value'⟩ := q
      have := PlaceCode.eq_of_same h1
      simp only at this h2
      rw [this, h2, ih h3]

theorem CommandCode.eq_of_same {c d : CommandCode} (h : c.same d = true) : c = d := by
  induction c generalizing d with
  | assign xs => cases d <;> simp only [CommandCode.same, Bool.false_eq_true] at h; rw [eq_of_sameChanges h]
  | havoc xs => cases d <;> simp only [CommandCode.same, Bool.false_eq_true] at h; rw [eq_of_samePlaces h]
  | assume l => cases d <;> simp_all [CommandCode.same]
  | assert l => cases d <;> simp_all [CommandCode.same]
  | ite l C D ihC ihD =>
    cases d <;> simp only [CommandCode.same, Bool.and_eq_true, beq_iff_eq, Bool.false_eq_true] at h
    rw [h.1.1, ihC h.1.2, ihD h.2]
  | choice C D ihC ihD =>
    cases d <;> simp only [CommandCode.same, Bool.and_eq_true, Bool.false_eq_true] at h
    rw [ihC h.1, ihD h.2]
  | seq C D ihC ihD =>
    cases d <;> simp only [CommandCode.same, Bool.and_eq_true, Bool.false_eq_true] at h
    rw [ihC h.1, ihD h.2]
  | operation xs g a y =>
    cases d <;> simp only [CommandCode.same, Bool.and_eq_true, beq_iff_eq, Bool.false_eq_true] at h
    rw [eq_of_samePlaces h.1.1.1, h.1.1.2, h.1.2, h.2]

end Plato
