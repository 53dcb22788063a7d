/-
# Every step of a proof keeps the invariant

The invariant of a refutation: under every interpretation that is consistent with the tables and whose model makes the
assertions true, all clauses are true. One lemma for each kind of step.

Main definitions: `State.Sound`.
Main results: `define_sound`, `addTerm_sound`, `addValid_sound`, `addChecked_sound`, `definition_step_sound`, `rup_step_sound`,
`delete_sound`, `step_sound`, `not_satisfiable_of_refuted`.
-/
module

public import Plato.Refutation.State
public import Refutation.Rup
public import Table.Definition
public import Refutation.Arithmetic
public import Refutation.Congruence
public import Refutation.Cases
public import Refutation.Maps
public import Refutation.Instance

@[expose] public section

namespace Plato

/-- The invariant of a refutation of the `assertions`. -/
structure State.Sound (assertions : Array Formula) (state : State) : Prop where
  /-- the entries of the tables are right -/
  right : state.tables.Right
  /-- every clause is true wherever the assertions are -/
  clauses : ∀ I, (∀ f ∈ assertions, f.Holds I.model []) → state.tables.Consistent I →
    ∀ c ∈ state.clauses, Clause.True (I.holds []) c
  /-- no mark counts for the next step -/
  marks : state.marks.Below state.stamp
  /-- stamps are positive: marks start as 0 -/
  stamp : 0 < state.stamp
  /-- `refuted` means that the empty clause is there -/
  refuted : state.refuted = true → #[] ∈ state.clauses

/-- Appending marks that are 0 keeps them below every positive stamp. -/
theorem Marks.below_push {marks : Marks} {stamp : Nat} (h : marks.Below stamp) (hs : 0 < stamp) :
    Marks.Below stamp (marks.push 0) := by
  intro l hl
  rw [Array.getElem_push]
  split
  · exact h l ‹_›
  · exact hs

/-- The clause that replaces deleted ones is a tautology. -/
theorem deleted_true (α : Assignment) : Clause.True α deleted := by
  by_cases h : α 0
  · exact ⟨0, by simp [deleted], by simpa [Literal.True] using h⟩
  · exact ⟨1, by simp [deleted], by simpa [Literal.True] using h⟩

/-- A clause of size 0 is the empty one. -/
theorem eq_empty_of_size {c : Clause} (h : (c.size == 0) = true) : c = #[] :=
  Array.eq_empty_of_size_eq_zero (by simpa using h)

/-- Abbreviations do no harm. -/
theorem define_sound {assertions : Array Formula} {state state' : State} (hs : state.Sound assertions)
    {d : Definiens} (h : state.define d = .ok state') : state'.Sound assertions := by
  obtain ⟨tables, hd, h⟩ := bind_ok.mp h
  injection h with h
  subst h
  refine ⟨define_right hs.right hd, fun I hv hc => ?_,
    Marks.below_push (Marks.below_push hs.marks hs.stamp) hs.stamp, hs.stamp, fun h => by simp at h⟩
  obtain ⟨rfl, _⟩ := define_eq hd
  exact hs.clauses I hv hc.of_push_formula

/-- New terms do no harm. -/
theorem addTerm_sound {assertions : Array Formula} {state state' : State} (hs : state.Sound assertions)
    {add : Tables → Except Reason Tables} (hadd : ∀ T T', add T = .ok T' → ∃ shape, T.addTerm shape = .ok T')
    (h : state.addTerm add = .ok state') : state'.Sound assertions := by
  obtain ⟨tables, hd, h⟩ := bind_ok.mp h
  injection h with h
  subst h
  obtain ⟨shape, hd⟩ := hadd _ _ hd
  refine ⟨addTerm_right hs.right hd, fun I hv hc => ?_, hs.marks, hs.stamp, fun h => by simp at h⟩
  obtain ⟨_, rfl⟩ := addTerm_eq hd
  exact hs.clauses I hv hc.of_push_term

/-- A witness is a term. -/
theorem addWitness_eq {entry : Nat} (T T' : Tables) (h : T.addWitness entry = .ok T') : ∃ shape, T.addTerm shape = .ok T' := by
  unfold Tables.addWitness at h
  split at h
  · exact ⟨_, h⟩
  · simp at h

/-- Adding a clause that is true wherever the assertions are keeps all of them so. -/
theorem push_true {assertions : Array Formula} {state : State} (hs : state.Sound assertions) {clause : Clause}
    (h : ∀ I, (∀ f ∈ assertions, f.Holds I.model []) → state.tables.Consistent I → Clause.True (I.holds []) clause) :
    ∀ I, (∀ f ∈ assertions, f.Holds I.model []) → state.tables.Consistent I →
      ∀ c ∈ state.clauses.push clause, Clause.True (I.holds []) c := by
  intro I hv hc c hmem
  rcases Array.mem_push.mp hmem with hmem | rfl
  · exact hs.clauses I hv hc c hmem
  · exact h I hv hc

/-- Clauses that a sound rule accepts do no harm. -/
theorem addValid_sound {assertions : Array Formula} {state state' : State} (hs : state.Sound assertions)
    {rule : Tables → Clause → Option Reason} {clause : Clause}
    (hrule : ∀ T I, T.RightFor I → rule T clause = none → Clause.True (I.holds []) clause)
    (h : state.addValid rule clause = .ok state') : state'.Sound assertions := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, hr, h⟩ := bind_ok.mp h
  injection h with h
  subst h
  exact ⟨hs.right, push_true hs fun I _ hc => hrule _ I (hs.right I hc) (rejectIf_ok.mp hr), hs.marks, hs.stamp,
    fun h => by simp [State.push, eq_empty_of_size h]⟩

/-- Clauses that a sound rule with effort accepts do no harm. -/
theorem addChecked_sound {assertions : Array Formula} {state state' : State} (hs : state.Sound assertions)
    {rule : Tables → Nat → Except Reason Nat} {clause : Clause}
    (hrule : ∀ T I effort left, T.RightFor I → rule T effort = .ok left → Clause.True (I.holds []) clause)
    (h : state.addChecked rule clause = .ok state') : state'.Sound assertions := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨left, hr, h⟩ := bind_ok.mp h
  injection h with h
  subst h
  exact ⟨hs.right, push_true hs fun I _ hc => hrule _ I _ _ (hs.right I hc) hr, hs.marks, hs.stamp,
    fun h => by simp [State.push, eq_empty_of_size h]⟩

/-- Definition clauses hold by themselves. -/
theorem definition_step_sound {assertions : Array Formula} {state state' : State} (hs : state.Sound assertions)
    {entry number : Nat} (h : state.definition entry number = .ok state') : state'.Sound assertions := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨clause, hclause, h⟩ := bind_ok.mp h
  injection h with h
  subst h
  exact ⟨hs.right, push_true hs fun I _ hc => definition_sound (hs.right I hc) (orReject_ok.mp hclause), hs.marks, hs.stamp,
    fun h => by simp [State.push, eq_empty_of_size h]⟩

/-- A clause confirmed by its hints follows from the earlier ones. -/
theorem rup_step_sound {assertions : Array Formula} {state state' : State} (hs : state.Sound assertions)
    {clause : Clause} {hints : Array Nat} (h : state.rup clause hints = .ok state') : state'.Sound assertions := by
  obtain ⟨assumed, ha, h⟩ := bind_ok.mp h
  rw [orReject_ok] at ha
  split at h
  · simp at h
  · rename_i effort marks hp
    injection h with h
    subst h
    refine ⟨hs.right, push_true hs fun I hv hc => rup_sound (hs.clauses I hv hc) hs.marks ha hp, ?_,
      Nat.succ_pos _, fun h => by simp [State.push, eq_empty_of_size h]⟩
    refine propagate_below 0 _ _ (assume_below 0 _ (fun l hl => ?_) ha) hp
    exact Nat.lt_succ_of_lt (hs.marks l hl)

/-- What remains after a deletion was there before, or is the tautology. -/
theorem deleteClauses_mem {numbers : Array Nat} (i : Nat) (clauses : Array Clause) {clauses' : Array Clause}
    (h : deleteClauses numbers i clauses = .ok clauses') : ∀ c ∈ clauses', c ∈ clauses ∨ c = deleted := by
  fun_induction deleteClauses numbers i clauses with
  | case1 => simp at h
  | case2 i clauses hi _ hfound ih =>
    intro c hc
    rcases ih h c hc with hc | hc
    · rcases Array.mem_or_eq_of_mem_set hc with hc | hc
      · exact .inl hc
      · exact .inr hc
    · exact .inr hc
  | case3 => simp at h
  | case4 => injection h with h; subst h; exact fun c hc => .inl hc

/-- Forgetting clauses does no harm. -/
theorem delete_sound {assertions : Array Formula} {state state' : State} (hs : state.Sound assertions)
    {numbers : Array Nat} (h : state.delete numbers = .ok state') : state'.Sound assertions := by
  obtain ⟨clauses, hd, h⟩ := bind_ok.mp h
  injection h with h
  subst h
  refine ⟨hs.right, fun I hv hc c hmem => ?_, hs.marks, hs.stamp, fun h => by simp at h⟩
  rcases deleteClauses_mem 0 _ hd c hmem with hmem | rfl
  · exact hs.clauses I hv hc c hmem
  · exact deleted_true _

/-- Every line of a proof keeps the invariant. -/
theorem step_sound {assertions : Array Formula} {state state' : State} (hs : state.Sound assertions) {line : Line}
    (h : state.step line = .ok state') : state'.Sound assertions := by
  cases line with
  | comment => injection h with h; exact h ▸ hs
  | entry => exact define_sound hs h
  | definition => exact definition_step_sound hs h
  | rup => exact rup_step_sound hs h
  | delete => exact delete_sound hs h
  | term shape => exact addTerm_sound hs (fun T T' h => ⟨shape, h⟩) h
  | witness => exact addTerm_sound hs addWitness_eq h
  | arithmetic => exact addChecked_sound hs (fun T I _ _ hT h => arithmetic_sound hT h) h
  | congruence => exact addValid_sound hs (fun T I hT h => congruence_sound hT h) h
  | maps => exact addValid_sound hs (fun T I hT h => maps_sound hT h) h
  | cases => exact addValid_sound hs (fun T I hT h => cases_sound hT h) h
  | instantiate => exact addChecked_sound hs (fun T I _ _ hT h => instantiate_sound hT h) h
  | generalize =>
    refine addChecked_sound hs (fun T I _ _ hT h => ?_) h
    unfold generalizeRule at h
    split at h
    · exact generalize_sound hT ‹_› h
    · simp at h
  | assert => simp [State.step] at h
  | by_ => simp [State.step] at h

/-- Once the empty clause is there, no model makes the assertions true. -/
theorem not_satisfiable_of_refuted {assertions : Array Formula} {state : State} (hs : state.Sound assertions)
    (h : state.refuted = true) (M : Model) : ¬ ∀ f ∈ assertions, f.Holds M [] := by
  intro hv
  let I : Interpretation :=
    ⟨M, fun bs t => (state.tables.term t).eval M bs, fun bs e => (state.tables.formula e).Holds M bs⟩
  have hc : state.tables.Consistent I :=
    ⟨fun t ht bs => by simp [I, Tables.term, ht], fun e he bs => by simp [I, Tables.formula, he]⟩
  obtain ⟨l, hl, _⟩ := hs.clauses I hv hc #[] (hs.refuted h)
  simp at hl

end Plato
