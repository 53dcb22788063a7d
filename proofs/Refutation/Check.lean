/-
# An accepted refutation shows that the assertions are unsatisfiable

Main results: `start_sound` (the invariant holds at the start), `refutation_sound`.
-/
module

public import Plato.Kernel
public import Refutation.Steps

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

/-- The asserted literals are in the table, and the assertions are their formulas. -/
structure Kernel.Problem.Right (problem : Kernel.Problem) : Prop where
  right : problem.tables.Right
  /-- wherever the assertions hold, the asserted literals are true -/
  asserted : ∀ I, (∀ f ∈ problem.assertions, f.Holds I.model []) → problem.tables.Consistent I →
    ∀ l ∈ problem.asserted, Literal.True (I.holds []) l

/-- Fresh marks are below every stamp. -/
theorem freshMarks_below (entries : Nat) : (freshMarks entries).Below 1 := fun l hl => by simp [freshMarks]

/-- The invariant holds when a proof starts. -/
theorem next_sound {problem : Kernel.Problem} (h : problem.Right) {marks : Marks} {stamp : Nat} (hm : marks.Below stamp) (hs : 0 < stamp)
    (effort : Nat) : (State.next problem.tables problem.asserted marks stamp effort).Sound problem.assertions := by
  refine ⟨h.right, fun I hv hc c hmem => ?_, hm, hs, fun h => by simp [State.next] at h⟩
  · rcases unitClauses_mem 0 _ c hmem with hmem | ⟨j, hj, rfl⟩
    · have : c = deleted := by simpa using hmem
      exact this ▸ deleted_true _
    · exact ⟨_, by simp, h.asserted I hv hc _ (Array.getElem_mem hj)⟩

/-- The invariant holds when the first proof starts. -/
theorem start_sound {problem : Kernel.Problem} (h : problem.Right) (effort : Nat) :
    (State.start problem.tables problem.asserted effort).Sound problem.assertions :=
  next_sound h (freshMarks_below _) Nat.one_pos effort

/-- If the steps are accepted from a sound state, no model makes the assertions true. -/
theorem refute_sound {bytes : ByteArray} {assertions : Array Formula} (i : Nat) (state : State)
    (hs : state.Sound assertions) (h : Kernel.refute bytes i state = .ok ()) (M : Model) :
    ¬ ∀ f ∈ assertions, f.Holds M [] := by
  fun_induction Kernel.refute bytes i state with
  | case1 => simp at h
  | case2 => simp at h
  | case3 => simp at h
  | case4 i state _ _ line next _ state' hstep hprogress ih => exact ih (step_sound hs hstep) h
  | case5 => simp at h
  | case6 i state _ hrefuted => exact not_satisfiable_of_refuted hs hrefuted M
  | case7 => simp at h

/-- **Soundness of refutations.** If the kernel accepts the steps from offset `i` on as a refutation of a problem, no
model makes all its assertions true. -/
theorem refutation_sound {bytes : ByteArray} {i effort : Nat} {problem : Kernel.Problem} (hp : problem.Right)
    (h : Kernel.refute bytes i (State.start problem.tables problem.asserted effort) = .ok ()) :
    ∀ M : Model, ¬ ∀ f ∈ problem.assertions, f.Holds M [] :=
  refute_sound i _ (start_sound hp effort) h

end Plato
