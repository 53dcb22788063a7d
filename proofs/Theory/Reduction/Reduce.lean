/-
# Reduction of blocks

The central rule: statements that consist of right movers, a commit and left movers, and that are finalizable after the commit, become single
actions. REDUCE-SEQUENTIAL, -CHOICE, -LOOP and -RECURSIVE are instances (`Theory/Reduction/Rules`).

Main results: `Reduction.Valid.bad`, `Reduction.Valid.good` (Lemma 1, both parts), `Reduction.Valid.refines`,
`Reduction.Valid.refines_source`.
-/
module

public import Theory.Reduction.Contract

@[expose] public section

namespace Plato.Reduction.Reduction.Valid

variable {Tid Br Proc Store : Type} {D : Reduction Tid Br Proc Store} {σ σ' : Store}

theorem quiet (V : D.Valid) : D.system.Quiet (σ, D.main) := fun p => V.main.phase p

/-- **Lemma 1** (Preservation), part 1, for reductions: failing executions are preserved. -/
theorem bad (V : D.Valid) (h : D.source.Bad D.I σ) : D.target.Bad D.I σ := by
  obtain ⟨hI, y, hm, p, α, S, he, hg⟩ := h
  obtain ⟨M, hM, hS, hIy, hw, hfew⟩ := lift_many V hI hm
  obtain ⟨M₁, M', hl, he', _⟩ := lift_edge V he hS hw hfew
  obtain ⟨hany, hw₁⟩ := leave_any V hIy hw hl
  exact ⟨hI, serialWrong_target V (V.movers.serialWrong_of_wrong V.quiet
    ⟨(y.1, M₁), p, hM.trans hany, hIy, hw₁, α, M', he', hg⟩)⟩

/-- Refinement: where the source is and no thread is inside of a marked statement, the target can be too, with the same store and the same left
to do for all threads; or the target goes wrong. -/
theorem refines (V : D.Valid) {M : Marked Tid Br Proc Store} (hI : D.I σ) (hm : Many D.system.Any (σ, D.main) (σ', M))
    (hq : ∀ p, M.phase p = .out) : D.target.Bad D.I σ ∨ Many D.target.Step (σ, D.target.main) (σ', M.contract) := by
  rcases V.movers.serial_of_reaches V.quiet hm hq with hf | hs
  · exact .inl ⟨hI, serialWrong_target V hf⟩
  · exact (serial_target V hs).imp (fun hf => ⟨hI, hf⟩) id

/-- The same for executions of the source: they come with what is left inside of marked statements, and where that is nothing the target can be there. -/
theorem refines_source (V : D.Valid) {y : Store × Stmt Tid Br Proc Store} (hI : D.I σ) (hm : Many D.source.Step (σ, D.source.main) y) :
    ∃ M : Marked Tid Br Proc Store, M.erase = y.2 ∧ Many D.system.Any (σ, D.main) (y.1, M) ∧
      ((∀ p, M.phase p = .out) → D.target.Bad D.I σ ∨ Many D.target.Step (σ, D.target.main) (y.1, M.contract)) := by
  obtain ⟨M, hM, hS, _⟩ := lift_many V hI hm
  exact ⟨M, hS, hM, fun hq => V.refines hI hM hq⟩

/-- **Lemma 1** (Preservation), part 2, for reductions: the target has the succeeding executions, or goes wrong. -/
theorem good (V : D.Valid) (h : D.source.Good D.I σ σ') : D.target.Bad D.I σ ∨ D.target.Good D.I σ σ' := by
  obtain ⟨hI, S, hm, hends⟩ := h
  obtain ⟨M, hM, hS, hIy, hw, hfew⟩ := lift_many V hI hm
  obtain ⟨M', hl, hM'⟩ := lift_leaves V hends hS hw hfew
  obtain ⟨hany, hw'⟩ := leave_any V hIy hw hl
  rcases V.refines hI (hM.trans hany) hM'.phase with hf | hm'
  · exact .inl hf
  rcases finish_contract (t := D.root) V hIy hM' hw' with hf | ⟨N, hN, hends⟩
  · exact .inl ⟨hI, wrong_of_many hm' hf⟩
  · exact .inr ⟨hI, N, hm'.trans hN, hends⟩

end Plato.Reduction.Reduction.Valid
