/-
# Ghost variables have values that the proof's formulas allow

If a formula is the program's formula together with equations for ghost variables, then wherever the program's formula holds, some values of
those variables make the whole formula hold.

Main definitions: `AgreeOff`. Main results: `annotates_sound`, `ghost_step`, `ghost_init`.
-/
module

public import Plato.ThreadModular.Ghosts
public import Table.Avoids
public import Plato.Meaning.Program

@[expose] public section

namespace Plato

/-- The stores differ only in these variables. -/
def AgreeOff (names : List Nat) (σ τ : Store) : Prop := ∀ x, x ∉ names → σ x = τ x

theorem AgreeOff.refl (names : List Nat) (σ : Store) : AgreeOff names σ σ := fun _ _ => rfl

theorem AgreeOff.trans {names : List Nat} {σ τ υ : Store} (h : AgreeOff names σ τ) (h' : AgreeOff names τ υ) : AgreeOff names σ υ :=
  fun x hx => (h x hx).trans (h' x hx)

theorem AgreeOff.symm {names : List Nat} {σ τ : Store} (h : AgreeOff names σ τ) : AgreeOff names τ σ := fun x hx => (h x hx).symm

/-- A term that is a variable has its value. -/
theorem variableOf_sound {T : Tables} (hT : T.Right) {version t name : Nat} (h : variableOf T version t = some name) (M : Model) (bs : List Int) :
    (T.interpretation M).value bs t = M.store version name := by
  unfold variableOf at h
  split at h
  · rename_i n v hs
    split at h
    · rename_i hv
      simp only [Option.some.injEq] at h
      subst h hv
      exact (hT _ (interpretation_consistent T M)).termMeans hs (by simp) bs
    · simp at h
  · simp at h

/-- For every update of an element at each index there is a map that makes it true everywhere. -/
theorem elementUpdateOf_sound {T : Tables} (hT : T.Right) {version e name value : Nat} (h : elementUpdateOf T version e = some ⟨name, value⟩)
    (M : Model) : ∃ v : Value, ∀ M' : Model, M'.store version name = v →
      (∀ bs, (T.interpretation M').value bs value = (T.interpretation M).value bs value) → ∀ x, (T.interpretation M').holds [x] e := by
  unfold elementUpdateOf at h
  split at h
  · rename_i a b hs
    split at h
    · rename_i m i ha
      split at h
      · rename_i hi
        obtain ⟨n, hvar, h⟩ := bind_some.mp h
        simp only [Option.some.injEq, Update.mk.injEq] at h
        obtain ⟨rfl, rfl⟩ := h
        refine ⟨.map fun x => ((T.interpretation M).value [x] b).toInt, fun M' hstore hsame x => ?_⟩
        have hb := interpretation_means hT M' hs [x]
        have hsel := interpretation_termMeans hT M' ha [x]
        have hidx := interpretation_termMeans hT M' hi [x]
        simp only [Shape.Means, TermShape.Means, Interpretation.int, Operator.apply] at hb hsel hidx
        rw [hb, hsel, hidx, variableOf_sound hT hvar, hstore, hsame]
        simp [Value.toInt, Value.toMap]
      · simp at h
    · simp at h
  · simp at h

/-- For every update there is a value of its variable that makes it true. -/
theorem updateOf_sound {T : Tables} (hT : T.Right) {version e name value : Nat} (h : updateOf T version e = some ⟨name, value⟩) (M : Model) :
    ∃ v : Value, ∀ M' : Model, M'.store version name = v →
      (∀ bs, (T.interpretation M').value bs value = (T.interpretation M).value bs value) → (T.interpretation M').holds [] e := by
  unfold updateOf at h
  split at h
  · rename_i a b hs
    obtain ⟨n, hvar, h⟩ := bind_some.mp h
    simp only [Option.some.injEq, Update.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    refine ⟨(T.interpretation M).value [] b, fun M' hstore hsame => ?_⟩
    have hm := interpretation_means hT M' hs []
    simp only [Shape.Means, Interpretation.int] at hm
    rw [hm, variableOf_sound hT hvar, hstore, hsame]
  · rename_i a b hs
    obtain ⟨n, hvar, h⟩ := bind_some.mp h
    simp only [Option.some.injEq, Update.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    refine ⟨(T.interpretation M).value [] b, fun M' hstore hsame => ?_⟩
    have hm := interpretation_means hT M' hs []
    simp only [Shape.Means, Interpretation.map] at hm
    rw [hm, variableOf_sound hT hvar, hstore, hsame]
  · rename_i body hs
    split at h
    · rename_i hpos
      obtain ⟨v, hv⟩ := elementUpdateOf_sound hT h M
      refine ⟨v, fun M' hstore hsame => ?_⟩
      have hm := interpretation_means hT M' hs []
      simp only [Shape.Means] at hm
      exact hm.mpr fun x => (Literal.true_of_isPositive hpos).mpr (hv M' hstore hsame x)
    · simp at h
  · simp at h

section

variable {T : Tables} (hT : T.Right) {names : List Nat} {f : Forbidden} {version : Nat} {M : Store → Model}
  (hstore : ∀ τ, (M τ).store version = τ) (hsame : ∀ {τ τ'}, AgreeOff names τ τ' → f.Same (M τ) (M τ'))
include hT hstore hsame

/-- There are values for all variables that are given some. -/
theorem updates_sound {ls : Array Literal} (i least effort : Nat) {r : Nat} (h : updates T names f version ls i least effort = .ok r)
    (σ : Store) : ∃ τ, AgreeOff names σ τ ∧ (∀ x, x < least → τ x = σ x) ∧
      ∀ k (hk : k < ls.size), i ≤ k → ¬ (T.interpretation (M τ)).literal [] ls[k] := by
  fun_induction updates T names f version ls i least effort generalizing σ with
  | case1 i least effort hi ih =>
    obtain ⟨_, hneg, h⟩ := bind_ok.mp h
    obtain ⟨⟨name, value⟩, hupdate, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, hname, h⟩ := bind_ok.mp h
    obtain ⟨effort', havoid, h⟩ := bind_ok.mp h
    rw [require_ok] at hneg hname
    have hmem : name ∈ names := isIn_iff.mp hname.1
    obtain ⟨v, hv⟩ := updateOf_sound hT (orReject_ok.mp hupdate) (M σ)
    obtain ⟨τ, hagree, hbelow, hrest⟩ := ih _ _ h (fun x => if x = name then v else σ x)
    have hστ : AgreeOff names σ τ := by
      intro x hx
      have hne : x ≠ name := fun he => hx (he ▸ hmem)
      have := hagree x hx
      simpa [hne] using this
    refine ⟨τ, hστ, fun x hx => ?_, fun k hk hik => ?_⟩
    · have hne : x ≠ name := by omega
      have := hbelow x (by omega)
      simpa [hne] using this
    · by_cases he : i = k
      · subst he
        have hholds : (T.interpretation (M τ)).holds [] (ls[i] / 2) := by
          refine hv (M τ) ?_ fun bs => ?_
          · rw [hstore]
            have := hbelow name (by omega)
            simpa using this
          · exact (avoidsTerm_sound hT (hsame hστ) havoid bs).symm
        rw [Interpretation.literal, Literal.true_of_isNegative hneg]
        exact not_not_intro hholds
      · exact hrest k hk (by omega)
  | case2 i least effort hi => exact ⟨σ, .refl _ _, fun _ _ => rfl, fun k hk hik => by omega⟩

/-- **Where the program's formula holds, there are values of the ghost variables for which the proof's formula does.** -/
theorem annotates_sound {plain annotated : Nat} {effort r : Nat} (h : annotates T names f version plain annotated effort = .ok r) {σ : Store}
    (hplain : ∀ τ, AgreeOff names σ τ → (T.interpretation (M τ)).literal [] plain) :
    ∃ τ, AgreeOff names σ τ ∧ (T.interpretation (M τ)).literal [] annotated := by
  unfold annotates at h
  split at h
  · rename_i he
    subst he
    exact ⟨σ, .refl _ _, hplain σ (.refl _ _)⟩
  split at h
  · simp at h
  split at h
  · rename_i long hs
    split at h
    · rename_i hstarts
      unfold startsWith at hstarts
      split at hstarts
      · rename_i hsize
        have hlong := of_decide_eq_true hstarts
        obtain ⟨τ, hagree, _, hrest⟩ := updates_sound hT hstore hsame 2 0 effort h σ
        refine ⟨τ, hagree, Classical.byContradiction fun hnot => ?_⟩
        obtain ⟨h0, _, hiff⟩ := (hT _ (interpretation_consistent T (M τ))).means hs []
        rw [← hlong.1] at hnot
        obtain ⟨k, hk, hpos, hl⟩ := hiff.mp hnot
        by_cases h1 : k = 1
        · subst h1
          rw [hlong.2] at hl
          exact (Literal.true_negate _ plain).mp hl (hplain τ hagree)
        · exact hrest k hk (by omega) hl
      · simp at hstarts
    · simp at h
  · simp at h

end

section

variable {T : Tables} (hT : T.Right) {names : List Nat} {place : String} {E : Parameters} {thread : Int}
include hT

omit hT in
/-- Stores that differ in ghost variables alone make models that do. -/
theorem same_models {σ σ' τ τ' : Store} (h : AgreeOff names σ τ) (h' : AgreeOff names σ' τ') :
    Forbidden.Same ⟨names, false, place⟩ (E.model thread σ σ') (E.model thread τ τ') := by
  refine ⟨rfl, rfl, fun version name hname => ?_⟩
  have hn : name ∉ names := fun hmem => by simp [Forbidden.has, isIn_iff.mpr hmem] at hname
  simp only [Parameters.model]
  split
  · exact h name hn
  · exact h' name hn

/-- A formula that avoids ghost variables says the same of such stores. -/
theorem avoids_action {l effort r : Nat} (h : avoidsLiteral T ⟨names, false, place⟩ l effort = .ok r) {σ σ' τ τ' : Store}
    (hσ : AgreeOff names σ τ) (hσ' : AgreeOff names σ' τ') : (T.literal l).action E thread σ σ' ↔ (T.literal l).action E thread τ τ' := by
  have := avoidsLiteral_sound hT (same_models (place := place) (E := E) (thread := thread) hσ hσ') h []
  rw [literal_iff, literal_iff] at this
  exact this

/-- Whatever step the program makes, the proof's step is possible, with some values of the ghost variables. -/
theorem ghost_step {place' : String} {plain annotated effort r effort' r' : Nat} (hplain : avoidsLiteral T ⟨names, false, place⟩ plain effort = .ok r)
    (h : annotates T names ⟨names, true, place'⟩ 1 plain annotated effort' = .ok r') {σ σ' τ : Store} (hσ : AgreeOff names σ τ)
    (hstep : (T.literal plain).action E thread σ σ') :
    ∃ τ', AgreeOff names σ' τ' ∧ (T.literal annotated).action E thread τ τ' := by
  have hsame : ∀ {υ υ'}, AgreeOff names υ υ' → Forbidden.Same ⟨names, true, place'⟩ (E.model thread τ υ) (E.model thread τ υ') := by
    refine fun hυ => ⟨rfl, rfl, fun version name hname => ?_⟩
    simp only [Parameters.model]
    split
    · rfl
    · rename_i hv
      refine hυ name fun hmem => ?_
      simp [Forbidden.has, hv, isIn_iff.mpr hmem] at hname
  obtain ⟨τ', hagree, hlit⟩ := annotates_sound hT (M := fun υ => E.model thread τ υ) (fun _ => rfl) hsame h (σ := σ') fun υ hυ =>
    (literal_iff _ _ _).mpr ((avoids_action hT hplain hσ hυ).mp hstep)
  exact ⟨τ', hagree, (literal_iff _ _ _).mp hlit⟩

/-- Every initial store of the program is one of the proof's, with some values of the ghost variables. -/
theorem ghost_init {place' : String} {plain annotated effort r effort' r' : Nat} (hplain : avoidsLiteral T ⟨names, false, place⟩ plain effort = .ok r)
    (h : annotates T names ⟨names, false, place'⟩ 0 plain annotated effort' = .ok r') {σ : Store}
    (hinit : (T.literal plain).predicate E thread σ) :
    ∃ τ, AgreeOff names σ τ ∧ (T.literal annotated).predicate E thread τ := by
  obtain ⟨τ, hagree, hlit⟩ := annotates_sound hT (M := fun υ => E.model thread υ υ) (fun _ => rfl)
    (fun hυ => same_models (place := place') hυ hυ) h (σ := σ) fun υ hυ =>
      (literal_iff _ _ _).mpr ((avoids_action hT hplain hυ hυ).mp hinit)
  exact ⟨τ, hagree, (literal_iff _ _ _).mp hlit⟩

end

end Plato
