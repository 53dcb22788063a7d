/-
# Statements that become one command

The types that are computed are those of the theory. The commands are in `Commands.lean`, the conditions of loops in `Summaries.lean`.

Main results: `moverCode_core`, `MoverCode.after_sound`, `MoverCode.before_sound`.
-/
module

public import Plato.Reduction.Block
public import Reduction.Simulate
public import Program.Text

@[expose] public section

namespace Plato

open Reduction

/-- The statement without what is said of it. -/
def MoverCode.core (T : Tables) : MoverCode → Core
  | .skip => .skip
  | .atomic c _ _ => .atomic (c.command.command T)
  | .choice S S' => .choice (S.core T) (S'.core T)
  | .seq S S' => .seq (S.core T) (S'.core T)
  | .loop _ _ S => .loop (S.core T)
  | .block S => .block (S.core T)
  | .exit level => .exit level
  | .other S => S.core T

/-- Commands that are said to be movers satisfy the predicates. -/
def MoverCode.Typed (T : Tables) (R L : Command → Prop) : MoverCode → Prop
  | .atomic c isRight isLeft => (isRight = true → R (c.command.command T)) ∧ (isLeft = true → L (c.command.command T))
  | .choice S S' | .seq S S' => S.Typed T R L ∧ S'.Typed T R L
  | .loop _ _ S | .block S => S.Typed T R L
  | _ => True

section

variable {T : Tables} {plan : ReductionPlan} {statements : Array StatementEntry}

theorem getD_earlier {earlier : Array Code} {k j : Nat} (h : earlier.size = k) (hj : ¬ j < k) : earlier.getD j .skip = .skip := by
  simp [Array.getD, h, hj]

/-- The statement of a number is the one that the table has. -/
theorem moverCode_core (k : Nat) : (moverCode plan statements (codes statements) k).core T = ((codes statements).getD k .skip).core T := by
  induction k using Nat.strongRecOn with
  | _ k ih =>
    rw [moverCode]
    split
    · rename_i hk
      obtain ⟨before, h₁, h₂, h₃⟩ := codesFrom_line (statements := statements) 0 #[] rfl k hk (Nat.zero_le _)
      have h₂ : (codes statements).getD k .skip = statements[k].shape.code before := h₂
      have part (j : Nat) : (if j < k then moverCode plan statements (codes statements) j else .skip).core T = (before.getD j .skip).core T := by
        split
        · rename_i hj
          rw [h₃ j hj]
          exact ih j hj
        · rename_i hj
          rw [getD_earlier h₁ hj]
          rfl
      split
      · rename_i hs; rw [h₂, hs]; rfl
      · rename_i hs; rw [h₂, hs]; rfl
      · rename_i hs; rw [h₂, hs]; simp only [MoverCode.core, StatementShape.code, Code.core, part]
      · rename_i hs; rw [h₂, hs]; simp only [MoverCode.core, StatementShape.code, Code.core, part]
      · rename_i hs; rw [h₂, hs]; simp only [MoverCode.core, StatementShape.code, Code.core, part]
      · rename_i hs; rw [h₂, hs]; simp only [MoverCode.core, StatementShape.code, Code.core, part]
      · rename_i hs; rw [h₂, hs]; rfl
      · rfl
    · rename_i hk
      have h : (codes statements).getD k .skip = .skip := codesFrom_beyond 0 #[] rfl (Nat.zero_le _) k (by omega)
      rw [h]
      rfl

/-! ## Ways of leaving -/

/-- The ways of a list. -/
def waysOf (as : List Bool) : Ways
  | none => as.getD 0 false = true
  | some n => as.getD (n + 1) false = true

theorem getD_join (as bs : List Bool) (i : Nat) : (joinWays as bs).getD i false = (as.getD i false || bs.getD i false) := by
  induction as generalizing bs i with
  | nil => simp [joinWays]
  | cons a as ih =>
    cases bs with
    | nil => simp [joinWays]
    | cons b bs =>
      cases i with
      | zero => simp [joinWays]
      | succ i => simpa [joinWays] using ih bs i

theorem waysOf_join {as bs : List Bool} (k : Option Nat) : waysOf (joinWays as bs) k ↔ waysOf as k ∨ waysOf bs k := by
  cases k <;> (unfold waysOf; simp only [getD_join, Bool.or_eq_true])

theorem waysOf_outer {as : List Bool} (k : Option Nat) (h : waysOf as k) : (waysOf (outerWays as)).inner k := by
  match as, k with
  | [], none | [], some (_ + 1) => simp [waysOf] at h
  | [], some 0 => simp [waysOf] at h
  | [a], none => exact h
  | [a], some 0 => simp [waysOf] at h
  | [a], some (n + 1) => simp [waysOf] at h
  | a :: b :: as, none =>
    simp only [waysOf, List.getD_cons_zero] at h
    simp [Ways.inner, outerWays, waysOf, h]
  | a :: b :: as, some 0 =>
    simp only [waysOf, List.getD_cons_succ, List.getD_cons_zero] at h
    simp [Ways.inner, outerWays, waysOf, h]
  | a :: b :: as, some (n + 1) =>
    simp only [waysOf, List.getD_cons_succ] at h
    simpa [Ways.inner, outerWays, waysOf] using h

theorem getD_exitWays (level : Nat) : (exitWays level).getD level false = true := by
  induction level with
  | zero => rfl
  | succ level ih => simpa [exitWays] using ih

theorem core_after_mono {L : Command → Prop} {S : Core} {K K' : Ways} (h : ∀ k, K k → K' k) (hS : CoreAfter L K S) : CoreAfter L K' S := by
  induction S generalizing K K' with
  | skip | exit => exact h _ hS
  | atomic => exact ⟨hS.1, h _ hS.2⟩
  | choice S T ih ih' => exact ⟨ih h hS.1, ih' h hS.2⟩
  | seq S T ih ih' => exact hS.imp (ih (Ways.with_mono h id)) fun hS => ⟨ih (Ways.with_mono h id) hS.1, ih' h hS.2⟩
  | loop S ih => exact ⟨h _ hS.1, ih (Ways.with_mono h id) hS.2⟩
  | block S ih => exact ih (Ways.inner_mono h) hS
  | _ => exact hS.elim

theorem core_before_mono {R L : Command → Prop} {S : Core} {K K' : Ways} (h : ∀ k, K k → K' k) (hS : CoreBefore R L K S) : CoreBefore R L K' S := by
  induction S generalizing K K' with
  | skip | exit => trivial
  | atomic => exact hS.imp id (h _)
  | choice S T ih ih' => exact ⟨ih h hS.1, ih' h hS.2⟩
  | seq S T ih ih' =>
    exact hS.imp (fun hS => ⟨ih (Ways.with_mono h id) hS.1, ih' h hS.2⟩) fun hS => ⟨ih (Ways.with_mono h id) hS.1, core_after_mono h hS.2⟩
  | loop S ih => exact hS.imp (ih (Ways.with_mono h id)) fun hS => ⟨h _ hS.1, core_after_mono (Ways.with_mono h id) hS.2⟩
  | block S ih => exact ih (Ways.inner_mono h) hS
  | _ => exact hS.elim

/-- Ways that are among others, whether the end is one of these or not. -/
theorem waysOf_with {as : List Bool} {K : Ways} {c : Prop} (hn : waysOf as none → c) (h : ∀ n, waysOf as (some n) → K (some n)) :
    ∀ k, waysOf as k → (K.with c) k
  | none => hn
  | some n => h n

variable {R L : Command → Prop}

theorem MoverCode.after_sound {M : MoverCode} {as : List Bool} (ht : M.Typed T R L) (h : M.after = some as) : CoreAfter L (waysOf as) (M.core T) := by
  induction M generalizing as with
  | skip => cases h; rfl
  | atomic c isRight isLeft =>
    simp only [MoverCode.after] at h
    split at h
    · rename_i hl; cases h; exact ⟨ht.2 hl, rfl⟩
    · cases h
  | choice S S' ih ih' =>
    simp only [MoverCode.after] at h
    split at h
    · rename_i a b ha hb
      cases h
      exact ⟨core_after_mono (fun k hk => (waysOf_join k).2 (.inl hk)) (ih ht.1 ha), core_after_mono (fun k hk => (waysOf_join k).2 (.inr hk)) (ih' ht.2 hb)⟩
    · cases h
  | seq S S' ih ih' =>
    simp only [MoverCode.after] at h
    split at h
    · rename_i a ha
      split at h
      · rename_i b hb
        cases h
        refine .inr ⟨core_after_mono (waysOf_with (as := true :: a) (fun _ => trivial) fun n hn => (waysOf_join (as := false :: a) (some n)).2 (.inl hn)) (ih ht.1 ha),
          core_after_mono (fun k hk => (waysOf_join k).2 (.inr hk)) (ih' ht.2 hb)⟩
      · cases h
    · rename_i hn
      refine .inl (core_after_mono (waysOf_with (fun hk => ?_) fun n hn => hn) (ih ht.1 h))
      cases as with
      | nil => simp [waysOf] at hk
      | cons a as =>
        simp only [waysOf, List.getD_cons_zero] at hk
        exact hn as (by rw [h, hk])
  | loop number summary S ih =>
    simp only [MoverCode.after] at h
    split at h
    · rename_i a ha
      cases h
      refine ⟨(waysOf_join _).2 (.inl rfl), core_after_mono (waysOf_with (fun _ => trivial) fun n hn => (waysOf_join _).2 (.inr hn)) (ih ht ha)⟩
    · cases h
  | block S ih =>
    simp only [MoverCode.after] at h
    split at h
    · rename_i a ha
      cases h
      exact core_after_mono (S := S.core T) (K' := (waysOf (outerWays a)).inner) waysOf_outer (ih ht ha)
    · cases h
  | exit level =>
    cases h
    exact getD_exitWays level
  | other => cases h

theorem MoverCode.before_sound {M : MoverCode} {as : List Bool} (ht : M.Typed T R L) (h : M.before = some as) :
    CoreBefore R L (waysOf as) (M.core T) := by
  induction M generalizing as with
  | skip | exit => trivial
  | atomic c isRight isLeft =>
    cases h
    cases isRight with
    | true => exact .inl (ht.1 rfl)
    | false => exact .inr rfl
  | choice S S' ih ih' =>
    simp only [MoverCode.before] at h
    split at h
    · rename_i a b ha hb
      cases h
      exact ⟨core_before_mono (fun k hk => (waysOf_join k).2 (.inl hk)) (ih ht.1 ha), core_before_mono (fun k hk => (waysOf_join k).2 (.inr hk)) (ih' ht.2 hb)⟩
    · cases h
  | seq S S' ih ih' =>
    simp only [MoverCode.before] at h
    split at h
    · rename_i a ha
      split at h
      · rename_i b hb
        cases h
        exact .inr ⟨core_before_mono (waysOf_with (as := true :: a) (fun _ => trivial) fun n hn => (waysOf_join (as := false :: a) (some n)).2 (.inl hn)) (ih ht.1 ha),
          core_after_mono (fun k hk => (waysOf_join k).2 (.inr hk)) (MoverCode.after_sound ht.2 hb)⟩
      · cases h
    · rename_i a hn ha
      split at h
      · rename_i b hb
        cases h
        refine .inl ⟨core_before_mono (waysOf_with (fun hk => ?_) fun n hn => (waysOf_join _).2 (.inl hn)) (ih ht.1 ha),
          core_before_mono (fun k hk => (waysOf_join k).2 (.inr hk)) (ih' ht.2 hb)⟩
        cases a with
        | nil => simp [waysOf] at hk
        | cons x a =>
          simp only [waysOf, List.getD_cons_zero] at hk
          exact hn a (by rw [hk])
      · cases h
    · cases h
  | loop number summary S ih =>
    have late (h : (match S.after with | some a => some (joinWays [true] a) | none => none) = some as) :
        CoreBefore R L (waysOf as) (.loop (S.core T)) := by
      split at h
      · rename_i a ha
        cases h
        exact .inr ⟨(waysOf_join _).2 (.inl rfl),
          core_after_mono (waysOf_with (fun _ => trivial) fun n hn => (waysOf_join _).2 (.inr hn)) (MoverCode.after_sound ht ha)⟩
      · cases h
    simp only [MoverCode.before] at h
    split at h
    · exact late h
    · exact late h
    · rename_i a hn ha
      cases h
      refine .inl (core_before_mono (waysOf_with (fun hk => ?_) fun n hn => hn) (ih ht ha))
      cases as with
      | nil => simp [waysOf] at hk
      | cons x as =>
        simp only [waysOf, List.getD_cons_zero] at hk
        exact hn as (by rw [hk])
  | block S ih =>
    simp only [MoverCode.before] at h
    split at h
    · rename_i a ha
      cases h
      exact core_before_mono (S := S.core T) (K' := (waysOf (outerWays a)).inner) waysOf_outer (ih ht ha)
    · cases h
  | other => cases h

end

end Plato
