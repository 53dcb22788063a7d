/-
# The goal of a statement is its weakest precondition

Main results: `weakestGoal_path` (the goal says what `path` says).
-/
module

public import Plato.ThreadModular.Obligations
public import Goal.Meaning
public import Theory.ThreadModular.Paths
public import ThreadModular.Outline

@[expose] public section

namespace Plato

section

open ThreadRules

variable {T : Tables} {s : Setting} {c : ThreadRules} {ρ : Nat → Store} {exits : Nat → Prop}

/-- What the thread relies on. -/
noncomputable def ThreadRules.assumes (c : ThreadRules) (T : Tables) (s : Setting) : Action Store := (T.literal c.rely).action s.parameters s.self

/-- What it guarantees to the other threads. -/
noncomputable def ThreadRules.guarantees (c : ThreadRules) (T : Tables) (s : Setting) : Action Store :=
  (T.literal c.guarantee).action s.parameters s.self

theorem holds_iff {l : Literal} {k : Nat} : (holds l k).Holds T s ρ [] ↔ (T.literal l).predicate s.parameters s.self (ρ k) := is_here

theorem others_iff {a b : Nat} : (c.others a b).Holds T s ρ [] ↔ c.assumes T s (ρ a) (ρ b) := is_step

/-- An assertion on entry. -/
theorem enters_iff {label : Nat} {J : Literal} {k a : Nat} : (c.enters label J k a).Holds T s ρ exits ↔
    EntersAt c.explicit (c.assumes T s) ((T.literal J).predicate s.parameters s.self) (ρ k) (ρ a) := by
  unfold enters
  cases c.explicit with
  | true => exact holds_iff
  | false =>
    simp only [Bool.false_eq_true, if_false, Goal.Holds, asserts, EntersAt, holds_iff, others_iff]

/-- A stable assertion, and the rest. -/
theorem stable_iff {label : Nat} {J : Literal} {rest : Goal} : (c.stable label J rest).Holds T s ρ exits ↔
    ((T.literal J).predicate s.parameters s.self (ρ 1) → c.assumes T s (ρ 1) (ρ 0) → (T.literal J).predicate s.parameters s.self (ρ 0)) ∧
      rest.Holds T s ρ exits := by
  simp only [stable, Goal.Holds, Under, holds_iff, others_iff]

/-- An operation. -/
theorem operation_iff {label : Nat} {o : OutlinedOperation} {a k' : Nat} : (c.operation label o a k').Holds T s ρ exits ↔
    DoesAt (c.guarantees T s) ((T.literal o.gate).predicate s.parameters s.self) ((T.literal o.annotated).action s.parameters s.self)
      ((T.literal o.post).action s.parameters s.self) (ρ a) (ρ k') (exits 0) := by
  simp only [operation, Goal.Holds, Together, holds_iff, is_step, DoesAt]
  rfl

/-- **The goal of a statement says what every path through it has to satisfy.** -/
theorem weakestGoal_path (code : OutlinedCode) {k k' : Nat} : (weakestGoal c code k k').Holds T s ρ exits ↔
    path c.explicit (c.assumes T s) (c.guarantees T s) (code.outline T s.parameters s.self) (ρ k) (ρ k') (exits 0) := by
  induction code generalizing k k' ρ exits with
  | skip =>
    simp only [weakestGoal, OutlinedCode.outline, path]
    cases c.explicit with
    | true => simp [Goal.Holds]
    | false => simp [Goal.Holds, others_iff]
  | atomic label o =>
    cases hJ : o.assertion with
    | none =>
      simp only [weakestGoal, OutlinedCode.outline, OutlinedOperation.outline, hJ, path]
      cases c.explicit with
      | true => simp [Goal.Holds]
      | false => simp only [Bool.false_eq_true, if_false, true_and, Goal.Holds, others_iff, operation_iff, cons]
    | some J =>
      simp only [weakestGoal, OutlinedCode.outline, OutlinedOperation.outline, hJ, path, Goal.Holds, stable_iff, Under, holds_iff, operation_iff, enters_iff, cons]
  | choice S S' ihS ihS' => simp only [weakestGoal, OutlinedCode.outline, path, Goal.Holds, ihS, ihS']
  | seq S S' ihS ihS' =>
    simp only [weakestGoal, OutlinedCode.outline, path, Goal.Holds, ihS, cons]
    simp only [ihS', cons]
  | loop label J S ih =>
    simp only [weakestGoal, OutlinedCode.outline, path, Goal.Holds, stable_iff, Under, asserts, holds_iff, enters_iff, ih, cons]
  | cut label J =>
    simp only [weakestGoal, OutlinedCode.outline, path, Goal.Holds, stable_iff, Under, holds_iff, enters_iff, cons]

end

end Plato
