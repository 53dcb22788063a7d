/-
# One thread or branch moves

What becomes of the others when one thread of a program, or one branch of a thread, has something else to do; and steps of a branch as steps of its
thread.

Main results: `branch_many`.
-/
module

public import Plato.Meaning.Statement
public import Theory.Many

@[expose] public section

namespace Plato

section

variable {Thread Control : Type}

theorem Program.update_same (P : Program Thread Control) (i : Thread) (S : Control) : P.update i S i = S := by
  simp [Program.update]

theorem Program.update_other (P : Program Thread Control) {i j : Thread} (h : j ≠ i) (S : Control) : P.update i S j = P j := by
  simp [Program.update, h]

theorem Program.update_update (P : Program Thread Control) (i : Thread) (S S' : Control) : (P.update i S).update i S' = P.update i S' := by
  funext j
  by_cases h : j = i <;> simp [Program.update, h]

theorem Program.update_self (P : Program Thread Control) (i : Thread) : P.update i (P i) = P := by
  funext j
  by_cases h : j = i <;> simp [Program.update, h]

end

/-- Steps of one branch are steps of the thread. -/
theorem branch_many {bodies : Nat → Core} {E : Parameters} {t : Int} {rest : Int → Core} {i : Int} {σ σ' : Store} {S' : Core}
    (h : Many (Core.Step bodies E (branchOf t i)) (.run σ (rest i)) (.run σ' S')) :
    Many (Core.Step bodies E t) (.run σ (.branches rest)) (.run σ' (.branches (Program.update rest i S'))) := by
  generalize hs' : SeqState.run σ' S' = s' at h
  induction h generalizing σ' S' with
  | refl =>
    cases hs'
    rw [Program.update_self]
    exact .refl
  | @tail u _ _ hstep ih =>
    subst hs'
    cases u with
    | wrong => cases hstep
    | run σ₁ S₁ =>
      refine .tail (ih rfl) ?_
      rw [← Program.update_update rest i S₁ S']
      exact .branchStep (by rw [Program.update_same]; exact hstep)

end Plato
