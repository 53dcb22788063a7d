/-
# An accepted refutation shows that the assertions are unsatisfiable

One refutation, and several that share their tables.

Main results: `start_sound` (the invariant holds at the start), `refuteOne_sound`, `refutation_sound`, `refuteAll_sound`.
-/
module

public import Plato.Refutation.Check
public import Refutation.Steps
public import Refutation.Grows
public import Table.Problem
public import Table.Copy

@[expose] public section

namespace Plato

/-- The clauses a proof starts with: the tautology and a unit clause for each asserted literal. -/
theorem unitClauses_mem {ls : Array Nat} (i : Nat) (clauses : Array Clause) :
    ∀ c ∈ unitClauses ls i clauses, c ∈ clauses ∨ ∃ j, ∃ hj : j < ls.size, c = #[ls[j]] := by
  fun_induction unitClauses ls i clauses with
  | case1 i clauses hi ih =>
    intro c hc
    rcases ih c hc with hc | hc
    · rcases Array.mem_push.mp hc with hc | rfl
      · exact .inl hc
      · exact .inr ⟨i, hi, rfl⟩
    · exact .inr hc
  | case2 => exact fun c hc => .inl hc

/-- The clauses that a proof starts with are true wherever the assertions are. -/
theorem unitClauses_true {problem : Kernel.Problem} (h : problem.Right) :
    ∀ I, (∀ f ∈ problem.assertions, f.Holds I.model []) → problem.tables.Consistent I →
      ∀ c ∈ unitClauses problem.asserted 0 #[deleted], Clause.True (I.holds []) c := by
  intro I hv hc c hmem
  rcases unitClauses_mem 0 _ c hmem with hmem | ⟨j, hj, rfl⟩
  · have : c = deleted := by simpa using hmem
    exact this ▸ deleted_true _
  · exact ⟨_, by simp, h.asserted I hv hc _ (Array.getElem_mem hj)⟩

/-- Fresh marks are below every stamp. -/
theorem freshMarks_below (entries : Nat) : (freshMarks entries).Below 1 := fun l hl => by simp [freshMarks]

/-- The invariant holds when the first proof starts. -/
theorem start_sound {problem : Kernel.Problem} (h : problem.Right) (effort : Nat) :
    (State.start problem.tables problem.asserted effort).Sound problem.assertions :=
  ⟨h.right, unitClauses_true h, freshMarks_below _, Nat.one_pos, fun h => by simp [State.start] at h⟩

/-- A refutation that is accepted from a sound state: no model makes the assertions true, and the tables have grown. -/
theorem refuteOne_sound {bytes : ByteArray} {assertions : Array Formula} (i : Nat) (state : State) (hs : state.Sound assertions)
    {state' : State} {next : Nat} (h : Kernel.refuteOne bytes i state = .ok (state', next)) :
    state'.Sound assertions ∧ Grows state.tables state'.tables ∧ ∀ M : Model, ¬ ∀ f ∈ assertions, f.Holds M [] := by
  fun_induction Kernel.refuteOne bytes i state with
  | case1 i state hrefuted =>
    simp only [Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    exact ⟨hs, .refl _, not_satisfiable_of_refuted hs hrefuted⟩
  | case2 i state _ _ ih =>
    obtain ⟨⟨line, next⟩, _, h⟩ := bind_ok.mp h
    obtain ⟨state₁, hstep, h⟩ := bind_ok.mp h
    rw [atOffset_ok] at hstep
    split at h
    · obtain ⟨h1, h2, h3⟩ := ih _ _ ‹_› (step_sound hs hstep) h
      exact ⟨h1, (step_grows hstep).trans h2, h3⟩
    · simp at h
  | case3 => simp at h

/-- **Soundness of refutations.** If the kernel accepts the steps from offset `i` on as a refutation of a problem, no
model makes all its assertions true. -/
theorem refutation_sound {bytes : ByteArray} {i effort : Nat} {problem : Kernel.Problem} (hp : problem.Right)
    (h : Kernel.refute bytes i (State.start problem.tables problem.asserted effort) = .ok ()) :
    ∀ M : Model, ¬ ∀ f ∈ problem.assertions, f.Holds M [] := by
  obtain ⟨⟨_, _⟩, hone, _⟩ := bind_ok.mp h
  exact (refuteOne_sound _ _ (start_sound hp effort) hone).2.2

/-- The literals of a condition, as a problem, are right. -/
theorem literals_right {T : Tables} (hT : T.Right) {literals : Array Literal}
    (hl : ∀ j (hj : j < literals.size), literals[j].entry < T.formulas.size) :
    Kernel.Problem.Right ⟨T, literals, literals.map T.literal⟩ := by
  refine ⟨hT, fun I hv hc l hmem => ?_⟩
  obtain ⟨j, hj, rfl⟩ := Array.mem_iff_getElem.mp hmem
  exact (hc.literal (hl j hj) []).mpr (hv _ (Array.mem_map.mpr ⟨_, Array.getElem_mem hj, rfl⟩))

/-- The invariant holds when the next proof starts. -/
theorem restart_sound {state : State} {assertions : Array Formula} (hs : state.Sound assertions) {literals : Array Literal}
    (hl : ∀ j (hj : j < literals.size), literals[j].entry < state.tables.formulas.size) :
    (state.restart literals).Sound (literals.map state.tables.literal) :=
  ⟨hs.right, unitClauses_true (literals_right hs.right hl), hs.marks, hs.stamp, fun h => by simp [State.restart] at h⟩

/-- The literals are not all true in any model, where the table's formulas are read. -/
def Tables.Refutes (T : Tables) (literals : Array Literal) : Prop := ∀ M, ¬ ∀ l ∈ literals, (T.interpretation M).literal [] l

/-- All conditions from number `j` on are refuted. -/
theorem refuteAll_sound {bytes : ByteArray} {cs : Array (Array Literal)} {T₀ : Tables} {assertions : Array Formula} (j i : Nat) (state : State)
    (hs : state.Sound assertions) (hg : Grows T₀ state.tables)
    (h : Kernel.refuteAll bytes cs T₀.formulas.size j i state = .ok ()) :
    ∀ k (hk : k < cs.size), j ≤ k → T₀.Refutes cs[k] := by
  generalize hn : T₀.formulas.size = limit at h
  fun_induction Kernel.refuteAll bytes cs limit j i state generalizing assertions with
  | case1 j i state hj ih =>
    obtain ⟨_, hrange, h⟩ := bind_ok.mp h
    obtain ⟨next, _, h⟩ := bind_ok.mp h
    obtain ⟨⟨state', next'⟩, hone, h⟩ := bind_ok.mp h
    have hl : ∀ m (hm : m < cs[j].size), cs[j][m].entry < T₀.formulas.size := hn ▸ literalsBelow_ok (atOffset_ok.mp hrange)
    have hl' : ∀ m (hm : m < cs[j].size), cs[j][m].entry < state.tables.formulas.size :=
      fun m hm => Nat.lt_of_lt_of_le (hl m hm) hg.formulas
    obtain ⟨hs', hg', href⟩ := refuteOne_sound _ _ (restart_sound hs hl') hone
    have hg' : Grows state.tables state'.tables := hg'
    intro k hk hjk
    by_cases he : j = k
    · subst he
      intro M hall
      refine href M fun f hf => ?_
      obtain ⟨l, hmem, rfl⟩ := Array.mem_map.mp hf
      obtain ⟨m, hm, rfl⟩ := Array.mem_iff_getElem.mp hmem
      have hc : state.tables.Consistent (state.tables.interpretation M) := interpretation_consistent state.tables M
      have h0 := (interpretation_consistent T₀ M).literal (hl m hm) []
      have h1 := (hg.consistent _ hc).literal (hl m hm) []
      exact (hc.literal (hl' m hm) []).mp (h1.mpr (h0.mp (hall _ hmem)))
    · exact ih _ _ hs' (hg.trans hg') h k hk (by omega)
  | case2 j i state hj => intro k hk hjk; omega

end Plato
