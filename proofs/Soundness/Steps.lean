/-
# Every step of a proof keeps the invariant

The invariant of a refutation: under every assignment that is consistent with the table and a valuation that makes the
assertions true, all clauses are true. One lemma for each kind of step.

Main definitions: `State.Sound`.
Main results: `define_sound`, `definition_step_sound`, `rup_step_sound`, `delete_sound`, `step_sound`, `not_refuted`.
-/
module

public import Plato.Refutation.State
public import Soundness.Rup
public import Soundness.Definition

@[expose] public section

namespace Plato

/-- The invariant of a refutation of the `assertions`. -/
structure State.Sound (assertions : Array Formula) (state : State) : Prop where
  /-- the definition clauses of the table are right -/
  defined : state.table.Defined
  /-- every clause is true wherever the assertions are -/
  clauses : ∀ v α, (∀ f ∈ assertions, f.Holds v) → state.table.Consistent v α →
    ∀ c ∈ state.clauses, Clause.True α c
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

/-- The clause that stands for deleted ones is a tautology. -/
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
  cases state
  simp only [State.define] at h
  split at h
  · simp at h
  · rename_i hd
    injection h with h
    subst h
    refine ⟨define_defined hs.defined hd, fun v α hv hc => ?_,
      Marks.below_push (Marks.below_push hs.marks hs.stamp) hs.stamp, hs.stamp, fun h => by simp at h⟩
    obtain ⟨rfl, _⟩ := define_eq hd
    exact hs.clauses v α hv hc.of_push

/-- Adding a clause that is true wherever the assertions are keeps all of them so. -/
theorem push_true {assertions : Array Formula} {state : State} (hs : state.Sound assertions) {clause : Clause}
    (h : ∀ v α, (∀ f ∈ assertions, f.Holds v) → state.table.Consistent v α → Clause.True α clause) :
    ∀ v α, (∀ f ∈ assertions, f.Holds v) → state.table.Consistent v α →
      ∀ c ∈ state.clauses.push clause, Clause.True α c := by
  intro v α hv hc c hmem
  rcases Array.mem_push.mp hmem with hmem | rfl
  · exact hs.clauses v α hv hc c hmem
  · exact h v α hv hc

/-- Definition clauses hold by themselves. -/
theorem definition_step_sound {assertions : Array Formula} {state state' : State} (hs : state.Sound assertions)
    {entry number : Nat} (h : state.definition entry number = .ok state') : state'.Sound assertions := by
  cases state
  simp only [State.definition] at h
  split at h
  · simp at h
  · split at h
    · rename_i he
      split at h
      · simp at h
      · rename_i clause hclause
        injection h with h
        subst h
        exact ⟨hs.defined, push_true hs fun v α _ hc => definition_sound hs.defined hc he hclause, hs.marks, hs.stamp,
          fun h => by simp [eq_empty_of_size h]⟩
    · simp at h

/-- A clause confirmed by its hints follows from the earlier ones. -/
theorem rup_step_sound {assertions : Array Formula} {state state' : State} (hs : state.Sound assertions)
    {clause : Clause} {hints : Array Nat} (h : state.rup clause hints = .ok state') : state'.Sound assertions := by
  cases state
  simp only [State.rup] at h
  split at h
  · simp at h
  · rename_i assumed ha
    split at h
    · simp at h
    · rename_i effort marks hp
      injection h with h
      subst h
      refine ⟨hs.defined, push_true hs fun v α hv hc => rup_sound (hs.clauses v α hv hc) hs.marks ha hp, ?_,
        Nat.succ_pos _, fun h => by simp [eq_empty_of_size h]⟩
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
  cases state
  simp only [State.delete] at h
  split at h
  · simp at h
  · rename_i hd
    injection h with h
    subst h
    refine ⟨hs.defined, fun v α hv hc c hmem => ?_, hs.marks, hs.stamp, fun h => by simp at h⟩
    rcases deleteClauses_mem 0 _ hd c hmem with hmem | rfl
    · exact hs.clauses v α hv hc c hmem
    · exact deleted_true α

/-- Every line of a proof keeps the invariant. -/
theorem step_sound {assertions : Array Formula} {state state' : State} (hs : state.Sound assertions) {line : Line}
    (h : state.step line = .ok state') : state'.Sound assertions := by
  cases line with
  | comment => injection h with h; exact h ▸ hs
  | entry => exact define_sound hs h
  | definition => exact definition_step_sound hs h
  | rup => exact rup_step_sound hs h
  | delete => exact delete_sound hs h
  | assert => simp [State.step] at h
  | proof => simp [State.step] at h

/-- Once the empty clause is there, no valuation makes the assertions true. -/
theorem not_satisfiable_of_refuted {assertions : Array Formula} {state : State} (hs : state.Sound assertions)
    (h : state.refuted = true) (v : Valuation) : ¬ ∀ f ∈ assertions, f.Holds v := by
  intro hv
  let α : Assignment := fun e => (state.table.formula e).Holds v
  have hc : state.table.Consistent v α := fun e he => by simp [α, Table.formula, he]
  obtain ⟨l, hl, _⟩ := hs.clauses v α hv hc #[] (hs.refuted h)
  simp at hl

end Plato
