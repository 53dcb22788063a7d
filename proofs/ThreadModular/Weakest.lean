/-
# The goal of a statement is its weakest precondition

Main results: `weakestGoal_sound` (the goal implies the weakest precondition).
-/
module

public import Plato.ThreadModular.Obligations
public import Goal.Meaning
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

/-- The assertion holds in the second store, whatever the environment has done since the first; if the outline is explicit, in the first. -/
def EntersAt (explicit : Bool) (A : Action Store) (J : Store → Prop) (σ τ : Store) : Prop :=
  match explicit with
  | true => J σ
  | false => A σ τ → J τ

/-- What is entered at every store is entered. -/
theorem enters_of_entersAt {explicit : Bool} {A : Action Store} {J : Store → Prop} {σ : Store} (h : ∀ τ, EntersAt explicit A J σ τ) :
    Enters explicit A J σ := by
  cases explicit with
  | true => exact h σ
  | false => exact h

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

/-- A command, the guarantee, and what follows. -/
theorem operation_does {label : Nat} {o : OutlinedOperation} {a k : Nat} {g : Goal} {Q : Store → Prop}
    (hg : ∀ τ, g.Holds T s (cons τ fun n => ρ (n + (k + 1))) exits → Q τ) (h : (c.operation label o a k g).Holds T s ρ exits) :
    Does (c.guarantees T s) ((o.proofCommand.command T).Runs s.parameters s.self) Q (ρ a) := by
  refine ⟨h.1, fun τ hτ => ?_⟩
  obtain ⟨h1, h2⟩ := h.2 τ hτ
  exact ⟨is_step.mp h1, hg τ h2⟩

/-- Where a statement ends in the store of the shared rest, what the rest implies holds. -/
theorem meets_sound {P : Prop} {Q : Store → Prop} {υ : Store} (hP : P → Q υ) (τ : Store)
    (h : c.meets.Holds T s (cons τ (cons υ ρ)) (cons P exits)) : τ = υ → Q υ := by
  intro he
  subst he
  exact hP (h fun v _ => by cases v.isMap <;> simp [cons])

/-- What is meant where blocks are left is the same inside of one more shared rest. -/
theorem leaves_shared {blocks : Blocks} {level : Nat} {τ υ : Store} {P : Prop}
    (h : (c.leaves blocks.shared level).Holds T s (cons τ (cons υ ρ)) (cons P exits)) : (c.leaves blocks level).Holds T s (cons τ ρ) exits := by
  have hrest : blocks.shared.rest level = (blocks.rest level).map (· + 1) := by
    cases blocks with
    | nil => rfl
    | cons between outer =>
      cases level with
      | zero => rfl
      | succ level =>
        simp only [Blocks.shared, Blocks.rest]
        cases Blocks.rest outer level with
        | none => rfl
        | some index => simp; omega
  simp only [leaves, hrest] at h ⊢
  cases hr : blocks.rest level with
  | none => simp [hr, Goal.Holds] at h
  | some index =>
    simp only [hr, Option.map_some] at h
    exact h

/-- What is meant where blocks are left, inside of one more. -/
theorem leaves_inside {blocks : Blocks} {level : Nat} {τ υ : Store} {P : Prop} {Q : Store → Prop} {X : Nat → Store → Prop} (hP : P → Q υ)
    (hX : ∀ n τ, (c.leaves blocks n).Holds T s (cons τ ρ) exits → X n τ)
    (h : (c.leaves (0 :: blocks) level).Holds T s (cons τ (cons υ ρ)) (cons P exits)) : outward (fun τ => τ = υ → Q υ) X level τ := by
  cases level with
  | zero => exact meets_sound hP τ h
  | succ level =>
    refine hX level τ ?_
    simp only [leaves, Blocks.rest] at h ⊢
    cases hr : Blocks.rest blocks level with
    | none => simp [hr, Goal.Holds] at h
    | some index =>
      simp only [hr] at h
      rw [show 0 + 1 + index = index + 1 by omega] at h
      exact h

/-- What holds for every store in which a statement may end holds where it ends. -/
theorem weakest_meets {A G : Action Store} {explicit : Bool} {S : OutlinedCode} {Q : Store → Prop} {X : Nat → Store → Prop} {E : Parameters}
    {t : Int} {σ : Store} (h : ∀ υ, S.weakest explicit A G T E t (fun τ => τ = υ → Q υ) X σ) : S.weakest explicit A G T E t Q X σ :=
  S.weakest_mono (fun τ h => h τ rfl) (fun _ _ h => h σ) (S.weakest_forall σ h)

/-- The same where blocks are left for the store. -/
theorem weakest_leaves {A G : Action Store} {explicit : Bool} {S : OutlinedCode} {Q : Store → Prop} {X : Nat → Store → Prop} {E : Parameters}
    {t : Int} {σ : Store} (h : ∀ υ, S.weakest explicit A G T E t (fun τ => τ = υ → Q υ) (outward (fun τ => τ = υ → Q υ) X) σ) :
    S.weakest explicit A G T E t Q (outward Q X) σ := by
  refine S.weakest_mono (fun τ h => h τ rfl) (fun n τ h => ?_) (S.weakest_forall σ h)
  cases n with
  | zero => exact h τ rfl
  | succ n => exact h σ

/-- **The goal of a statement implies its weakest precondition**, if the goal that follows implies what is to hold where it ends, and the goals
where blocks are left what is to hold there. -/
theorem weakestGoal_sound (code : OutlinedCode) {blocks : Blocks} {g : Goal} {Q : Store → Prop} {X : Nat → Store → Prop}
    (hg : ∀ τ, g.Holds T s (cons τ ρ) exits → Q τ) (hX : ∀ n τ, (c.leaves blocks n).Holds T s (cons τ ρ) exits → X n τ) {σ : Store}
    (h : (weakestGoal c code blocks g).Holds T s (cons σ ρ) exits) :
    code.weakest c.explicit (c.assumes T s) (c.guarantees T s) T s.parameters s.self Q X σ := by
  induction code generalizing blocks g Q X σ ρ exits with
  | skip =>
    simp only [weakestGoal] at h
    cases hx : c.explicit with
    | true => simp [hx, Goal.Holds] at h
    | false =>
      simp only [hx, Bool.false_eq_true, if_false] at h
      exact ⟨rfl, fun τ hA => hg τ (h τ (others_iff.mpr hA))⟩
  | atomic label o =>
    cases hJ : o.assertion with
    | none =>
      simp only [weakestGoal, hJ] at h
      simp only [OutlinedCode.weakest, OutlinedOperation.weakest, hJ]
      cases hx : c.explicit with
      | true => simp [hx, Goal.Holds] at h
      | false =>
        simp only [hx, Bool.false_eq_true, if_false] at h
        exact ⟨rfl, fun τ hA => operation_does (ρ := cons τ (cons σ ρ)) hg (h τ (others_iff.mpr hA))⟩
    | some J =>
      simp only [weakestGoal, hJ] at h
      simp only [OutlinedCode.weakest, OutlinedOperation.weakest, hJ]
      have h := fun τ υ => stable_iff.mp (h τ υ)
      exact ⟨enters_of_entersAt fun τ => enters_iff.mp (h τ τ).2.2, fun τ υ hJτ hA => (h τ υ).1 hJτ hA,
        fun τ hJτ => operation_does (ρ := cons τ (cons τ (cons σ ρ))) hg ((h τ τ).2.1 (holds_iff.mpr hJτ))⟩
  | choice S S' ihS ihS' =>
    have hS := fun υ => ihS (meets_sound (hg υ)) (fun n τ h' => hX n τ (leaves_shared h')) (h υ).1
    have hS' := fun υ => ihS' (meets_sound (hg υ)) (fun n τ h' => hX n τ (leaves_shared h')) (h υ).2
    exact ⟨weakest_meets hS, weakest_meets hS'⟩
  | seq S S' ihS ihS' =>
    simp only [weakestGoal] at h
    split at h
    · exact ihS (fun τ h => ihS' hg hX h) hX h
    · refine weakest_meets (Q := S'.weakest c.explicit (c.assumes T s) (c.guarantees T s) T s.parameters s.self Q X) fun υ => ?_
      exact ihS (meets_sound fun h' => ihS' hg hX h') (fun n τ h' => hX n τ (leaves_shared h')) (h υ)
  | loop label J S ih =>
    have h := fun τ υ => stable_iff.mp (h τ υ)
    refine ⟨enters_of_entersAt fun τ => enters_iff.mp (h τ τ).2.2.2, fun τ υ hJ hA => (h τ υ).1 hJ hA, fun τ hJ => ?_, fun τ hJ => ?_⟩
    · exact ih (ρ := ρ) (g := asserts label J 0) (fun υ h => (holds_iff (k := 0)).mp h) hX ((h τ τ).2.1 (holds_iff.mpr hJ))
    · exact hg τ ((h τ τ).2.2.1 (holds_iff.mpr hJ))
  | cut label J =>
    have h := fun τ υ => stable_iff.mp (h τ υ)
    exact ⟨enters_of_entersAt fun τ => enters_iff.mp (h τ τ).2.2, fun τ υ hJ hA => (h τ υ).1 hJ hA,
      fun τ hJ => hg τ ((h τ τ).2.1 (holds_iff.mpr hJ))⟩
  | block S ih => exact weakest_leaves fun υ => ih (meets_sound (hg υ)) (fun n τ h' => leaves_inside (hg υ) hX h') (h υ)
  | exit level => exact hX level σ h
  | call _ S ih => exact ih hg hX h
  | recursion => exact h.elim
  | scope => exact h.elim

end

end Plato
