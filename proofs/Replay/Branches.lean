/-
# Branches in a replay

A path leads from a thread to one of its branches, or to a branch of a branch: what that one does, the thread does.

Main results: `enter_many`, `putBack_step`, `putBack_wrong`, `fork_step`, `join_step`.
-/
module

public import Replay.Stack
public import Theory.Update

@[expose] public section

namespace Plato

section

variable {T : Tables} {bodies : Nat → Core} {E : Parameters}

theorem under_many {id : Int} {σ σ' : Store} {S S' : Core} (rest : Stack)
    (h : Many (Core.Step bodies E id) (.run σ S) (.run σ' S')) :
    Many (Core.Step bodies E id) (.run σ (under T S rest)) (.run σ' (under T S' rest)) := by
  generalize hs : SeqState.run σ' S' = s at h
  induction h generalizing σ' S' with
  | refl => cases hs; exact .refl
  | @tail u _ _ hu ih =>
    subst hs
    cases u with
    | wrong => cases hu
    | run σ₁ S₁ => exact .tail (ih rfl) (under_step rest hu)

/-- Another stack for one branch. -/
theorem cores_set (start : Int → Core) (moved : Moved) (number : Int) (stack : Stack) :
    (moved.set number stack).cores T start = Program.update (moved.cores T start) number (stackStatement T stack) := by
  induction moved using Moved.induct with
  | none =>
    funext i
    by_cases hi : i = number <;> simp [Moved.set, Moved.cores, Program.update, hi]
  | and n before rest ih =>
    funext i
    by_cases hn : number = n
    · subst hn
      by_cases hi : i = number <;> simp [Moved.set, Moved.cores, Program.update, hi]
    · simp only [Moved.set, hn, if_false, Moved.cores, ih]
      by_cases hi : i = n
      · subst hi
        simp [Program.update, Ne.symm hn]
      · by_cases hi' : i = number <;> simp [Program.update, hi, hi', hn]

/-- The stack of a branch means what is left for it. -/
theorem cores_stack (start : Int → Core) (moved : Moved) (number : Int) {first : Stack} (hfirst : stackStatement T first = start number) :
    stackStatement T (moved.stack number first) = moved.cores T start number := by
  induction moved using Moved.induct with
  | none => simpa [Moved.stack, Moved.cores] using hfirst
  | and n before rest ih =>
    by_cases hn : number = n
    · simp [Moved.stack, Moved.cores, hn]
    · simp only [Moved.stack, hn, if_false, Moved.cores]
      exact ih

/-- What a path leads through: branches under way, of which one is in range. -/
theorem enter_cons {number : Int} {path : List Int} {id : Int} {stack : Stack} {effort : Nat} {r : Entered}
    (h : enter (number :: path) id stack effort = .ok r) : ∃ first last S moved rest left, stack = (.cons (.branches first last S moved) rest) ∧
      (first ≤ number ∧ number ≤ last) ∧ enter path (branchOf id number) (moved.stack number (.cons (.code S) .nil)) left = .ok r := by
  unfold enter at h
  split at h
  · obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, hrange, h⟩ := bind_ok.mp h
    exact ⟨_, _, _, _, _, _, rfl, require_ok.mp hrange, h⟩
  · simp at h

/-- What is left for the branch that a path leads through first. -/
theorem inner_stack {first last : Int} {S : Code} {moved : Moved} {number : Int} (hrange : first ≤ number ∧ number ≤ last) :
    stackStatement T (moved.stack number (.cons (.code S) .nil)) = moved.cores T (fun i => if first ≤ i ∧ i ≤ last then S.core T else .skip) number :=
  cores_stack _ moved number (by simp [stackStatement, under, Pending.core, hrange])

/-- **What the branch does that a path leads to, its thread does.** -/
theorem enter_many {path : List Int} {id : Int} {stack : Stack} {effort : Nat} {r : Entered} (h : enter path id stack effort = .ok r)
    {σ σ' : Store} {inner : Stack}
    (hmany : Many (Core.Step bodies E r.id) (.run σ (stackStatement T r.stack)) (.run σ' (stackStatement T inner))) :
    Many (Core.Step bodies E id) (.run σ (stackStatement T stack)) (.run σ' (stackStatement T (putBack path stack inner))) := by
  induction path generalizing id stack effort with
  | nil =>
    injection h with h
    subst h
    exact hmany
  | cons number path ih =>
    obtain ⟨first, last, S, moved, rest, left, rfl, hrange, h⟩ := enter_cons h
    have hm := ih h
    rw [inner_stack hrange] at hm
    refine under_many (T := T) rest ?_
    simp only [Pending.core, cores_set]
    exact branch_many hm

/-- One step of the branch, with whatever stack it has now. -/
theorem putBack_step {path : List Int} {id : Int} {stack : Stack} {effort : Nat} {r : Entered} (h : enter path id stack effort = .ok r)
    {σ σ' : Store} {inner : Stack} {S' : Core} (hstep : Core.Step bodies E r.id (.run σ (stackStatement T inner)) (.run σ' S')) :
    ∃ S'', Core.Step bodies E id (.run σ (stackStatement T (putBack path stack inner))) (.run σ' S'') := by
  induction path generalizing id stack effort with
  | nil =>
    injection h with h
    subst h
    exact ⟨_, hstep⟩
  | cons number path ih =>
    obtain ⟨first, last, S, moved, rest, left, rfl, hrange, h⟩ := enter_cons h
    obtain ⟨S'', hs⟩ := ih h
    refine ⟨_, under_step (T := T) rest (.branchStep (number := number) (S' := S'') ?_)⟩
    rw [cores_set, Program.update_same]
    exact hs

/-- The same for a step that goes wrong. -/
theorem putBack_wrong {path : List Int} {id : Int} {stack : Stack} {effort : Nat} {r : Entered} (h : enter path id stack effort = .ok r)
    {σ : Store} {inner : Stack} (hstep : Core.Step bodies E r.id (.run σ (stackStatement T inner)) .wrong) :
    Core.Step bodies E id (.run σ (stackStatement T (putBack path stack inner))) .wrong := by
  induction path generalizing id stack effort with
  | nil =>
    injection h with h
    subst h
    exact hstep
  | cons number path ih =>
    obtain ⟨first, last, S, moved, rest, left, rfl, hrange, h⟩ := enter_cons h
    refine under_wrong (T := T) rest (.branchWrong (number := number) ?_)
    rw [cores_set, Program.update_same]
    exact ih h

/-- A thread with nothing noted has no branches, and stays so. -/
theorem enter_nil {path : List Int} {id : Int} {effort : Nat} {r : Entered} (h : enter path id .nil effort = .ok r) : r.stack = .nil := by
  cases path with
  | nil => injection h with h; subst h; rfl
  | cons => obtain ⟨_, _, _, _, _, _, hn, _⟩ := enter_cons h; simp at hn

/-! ## The end of branches -/

/-- A branch that is noted as ended has nothing left. -/
theorem cores_ended (start : Int → Core) (moved : Moved) (number : Int) (h : moved.stack number .nil = (.cons (.code .skip) .nil)) :
    moved.cores T start number = .skip := by
  induction moved using Moved.induct with
  | none => simp [Moved.stack] at h
  | and n before rest ih =>
    by_cases hn : number = n
    · simp only [Moved.stack, hn, if_true] at h
      simp [Moved.cores, hn, h, stackStatement, under, Pending.core, Code.core]
    · simp only [Moved.stack, hn, if_false] at h
      simp only [Moved.cores, hn, if_false]
      exact ih h

/-- If all that are noted have ended, a branch has nothing left, or has not begun. -/
theorem cores_allEnded (start : Int → Core) (moved : Moved) (number : Int) (h : moved.allEnded = true) :
    moved.cores T start number = .skip ∨ moved.cores T start number = start number := by
  induction moved using Moved.induct with
  | none => exact .inr rfl
  | and n before rest ih =>
    unfold Moved.allEnded at h
    split at h
    · by_cases hn : number = n
      · left
        simp [Moved.cores, hn, stackStatement, under, Pending.core, Code.core]
      · simp only [Moved.cores, hn, if_false]
        exact ih h
    · simp at h

theorem haveEnded_numbers (moved : Moved) (count : Nat) (first : Int) (h : moved.haveEnded count first = true) (number : Int)
    (hlow : first ≤ number) (hhigh : number < first + count) : moved.stack number .nil = (.cons (.code .skip) .nil) := by
  induction count generalizing first with
  | zero => omega
  | succ count ih =>
    unfold Moved.haveEnded at h
    split at h
    · rename_i hs
      by_cases he : number = first
      · rw [he]; exact hs
      · exact ih (first + 1) h (by omega) (by omega)
    · simp at h

/-- Beyond branches that have all ended. -/
theorem join_step {stack stack' : Stack} (h : goJoin stack = some stack') (id : Int) (σ : Store) :
    Core.Step bodies E id (.run σ (stackStatement T stack)) (.run σ (stackStatement T stack')) := by
  unfold goJoin at h
  split at h
  · rename_i first last S moved rest
    simp only [Bool.and_eq_true, decide_eq_true_eq] at h
    split at h
    · rename_i hc
      obtain ⟨⟨_, hall⟩, hended⟩ := hc
      injection h with h
      subst h
      refine under_step (T := T) rest (.join fun number => ?_)
      by_cases hin : first ≤ number ∧ number ≤ last
      · exact cores_ended _ moved number (haveEnded_numbers moved _ first hended number hin.1 (by omega))
      · rcases cores_allEnded (T := T) (fun i => if first ≤ i ∧ i ≤ last then S.core T else .skip) moved number hall with h | h
        · exact h
        · rw [h]; simp [hin]
    · simp at h
  · simp at h

end

/-- Branches start. -/
theorem fork_step {p : ProgramTables} {bodies : Nat → Core} {E : Parameters} {id : Int} {σ : Store} {first last : Nat} {S : Code} {a b : Int}
    {rest : Stack} (ha : ((p.tables.term first).valueIn E id σ).toInt = a) (hb : ((p.tables.term last).valueIn E id σ).toInt = b) :
    Core.Step bodies E id (.run σ (stackStatement p.tables (.cons (.code (.par first last S)) rest)))
      (.run σ (stackStatement p.tables (.cons (.branches a b S .none) rest))) := by
  have h : Core.Step bodies E id (.run σ (.par (p.tables.term first) (p.tables.term last) (S.core p.tables)))
    (.run σ (.branches (forked E id (p.tables.term first) (p.tables.term last) (S.core p.tables) σ))) := .fork
  have he : forked E id (p.tables.term first) (p.tables.term last) (S.core p.tables) σ =
      Moved.none.cores p.tables fun i => if a ≤ i ∧ i ≤ b then S.core p.tables else .skip := by
    funext i
    simp only [forked, ha, hb, Moved.cores]
  rw [he] at h
  exact under_step (T := p.tables) rest h

end Plato
