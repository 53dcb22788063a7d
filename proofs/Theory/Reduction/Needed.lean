/-
# The side conditions are needed

For each side condition of the rules of reduction, a program that goes wrong, while the program that is rewritten without the condition does not. The
programs have two threads over a store of two bits, or a few more values.

Main results: `blocking_left_mover`, `failure_not_preserved`, `own_failure_not_preserved`, `commutation`, `distinct_threads`, `right_mover_makes_fail`,
`right_mover_fails`, `new_action_blocks`, `invariant_not_kept`; about what comes after the commit: `Theory/Reduction/NeededFinal`.
-/
module

public import Theory.Reduction.Rules
public import Theory.Reduction.Parallel

@[expose] public section

namespace Plato.Reduction

section

variable {Tid Proc Store : Type}

/-- Two branches. -/
def pair (S T : Stmt Tid Bool Proc Store) : Bool → Stmt Tid Bool Proc Store
  | false => S
  | true => T

theorem pair_left {S T S' : Stmt Tid Bool Proc Store} : Plato.Program.update (pair S T) false S' = pair S' T := by
  funext b; cases b <;> simp [Plato.Program.update, pair]

theorem pair_right {S T T' : Stmt Tid Bool Proc Store} : Plato.Program.update (pair S T) true T' = pair S T' := by
  funext b; cases b <;> simp [Plato.Program.update, pair]

/-- Two threads with different identifiers. -/
def both (body : Proc → Stmt (List Bool) Bool Proc Store) (S T : Stmt (List Bool) Bool Proc Store) : Program (List Bool) Bool Proc Store :=
  ⟨[], fun t b => b :: t, .par (pair S T), body⟩

/-- An action that does not depend on its thread. -/
def action (gate : Store → Prop) (trans : Store → Store → Prop) : Gated Tid Store := ⟨fun _ => gate, fun _ => trans⟩

/-- Any store. -/
abbrev any : Store → Prop := fun _ => True

variable {P : Program Tid Bool Proc Store} {S T S' T' : Stmt Tid Bool Proc Store} {α : Gated Tid Store} {σ σ' : Store}

theorem wrong_left {p : List Bool} {t : Tid} (he : Stmt.Edge P.body p S α S') (hg : ¬ α.gate (actor P.child t (false :: p)) σ) :
    WrongOf P.body P.child t (σ, .par (pair S T)) := ⟨_, .refl, false :: p, _, _, .par he, hg⟩

theorem wrong_right {p : List Bool} {t : Tid} (he : Stmt.Edge P.body p T α T') (hg : ¬ α.gate (actor P.child t (true :: p)) σ) :
    WrongOf P.body P.child t (σ, .par (pair S T)) := ⟨_, .refl, true :: p, _, _, .par he, hg⟩

theorem step_left {p : List Bool} {t : Tid} (he : Stmt.Edge P.body p S α S') (hr : α.Run (actor P.child t (false :: p)) σ σ')
    (h : WrongOf P.body P.child t (σ', .par (pair S' T))) : WrongOf P.body P.child t (σ, .par (pair S T)) :=
  wrong_of_many (.single (t := (σ', .par (pair S' T)))
    ⟨false :: p, α, by
      have := Stmt.Edge.par (rest := pair S T) (b := false) he
      rwa [pair_left] at this, hr⟩) h

theorem step_right {p : List Bool} {t : Tid} (he : Stmt.Edge P.body p T α T') (hr : α.Run (actor P.child t (true :: p)) σ σ')
    (h : WrongOf P.body P.child t (σ', .par (pair S T'))) : WrongOf P.body P.child t (σ, .par (pair S T)) :=
  wrong_of_many (.single (t := (σ', .par (pair S T')))
    ⟨true :: p, α, by
      have := Stmt.Edge.par (rest := pair S T) (b := true) he
      rwa [pair_right] at this, hr⟩) h

/-- Two threads do not go wrong, by an invariant about the store and what is left for them. -/
theorem safe_pair {t : Tid} (inv : Store → Stmt Tid Bool Proc Store → Stmt Tid Bool Proc Store → Prop)
    (left : ∀ {σ S T p α S'}, inv σ S T → Stmt.Edge P.body p S α S' → ∀ u, α.gate u σ ∧ ∀ σ', α.trans u σ σ' → inv σ' S' T)
    (right : ∀ {σ S T p α T'}, inv σ S T → Stmt.Edge P.body p T α T' → ∀ u, α.gate u σ ∧ ∀ σ', α.trans u σ σ' → inv σ' S T')
    (h : inv σ S T) : ¬ WrongOf P.body P.child t (σ, .par (pair S T)) := by
  rintro ⟨y, hm, p, α, U, he, hg⟩
  have : ∃ S T, y.2 = .par (pair S T) ∧ inv y.1 S T := by
    clear he hg
    induction hm with
    | refl => exact ⟨S, T, rfl, h⟩
    | @tail x y _ hs ih =>
      obtain ⟨S, T, hx, hi⟩ := ih
      obtain ⟨p, α, he, hr⟩ := hs
      rw [hx] at he
      obtain ⟨b, q, V, rfl, he, hy⟩ := edge_branch he
      cases b with
      | false => exact ⟨V, T, by rw [hy, pair_left], (left hi he _).2 _ hr.2⟩
      | true => exact ⟨S, V, by rw [hy, pair_right], (right hi he _).2 _ hr.2⟩
  obtain ⟨S, T, hy, hi⟩ := this
  rw [hy] at he
  obtain ⟨b, q, V, rfl, he, _⟩ := edge_branch he
  cases b with
  | false => exact hg (left hi he _).1
  | true => exact hg (right hi he _).1

end

/-- The store: two bits. -/
structure Bits where
  x : Bool
  y : Bool

/-- The bodies of no procedures. -/
def noBody (ρ : Empty) : Stmt (List Bool) Bool Empty Bits := ρ.elim

abbrev BitAction := Gated (List Bool) Bits

/-- x := v -/
def setX (v : Bool) : BitAction := action (fun _ => True) fun σ σ' => σ' = { σ with x := v }

/-- x := 1 - x -/
def flipX : BitAction := action (fun _ => True) fun σ σ' => σ' = { σ with x := !σ.x }

/-- assert x = v -/
def assertX (v : Bool) : BitAction := action (fun σ => σ.x = v) fun σ σ' => σ' = σ

/-- assume y = v -/
def assumeY (v : Bool) : BitAction := action (fun _ => True) fun σ σ' => σ.y = v ∧ σ' = σ

/-- assume x = v -/
def assumeX (v : Bool) : BitAction := action (fun _ => True) fun σ σ' => σ.x = v ∧ σ' = σ

/-- y := x -/
def readX : BitAction := action (fun _ => True) fun σ σ' => σ' = { σ with y := σ.x }

/-- assert x = y -/
def assertEq : BitAction := action (fun σ => σ.x = σ.y) fun σ σ' => σ' = σ

/-- REDUCE-SEQUENTIAL without its condition about movers, and a second thread. -/
def unreduced (α β δ : BitAction) : Program (List Bool) Bool Empty Bits := both noBody (.seq (.atomic α) (.atomic β)) (.atomic δ)

/-- What it makes of the program. -/
def reduced (α β δ : BitAction) : Program (List Bool) Bool Empty Bits := both noBody (.atomic (α.comp β)) (.atomic δ)

/-- Among the actions of these programs. -/
abbrev among (α β δ : BitAction) (ε : BitAction) : Prop := ε = α ∨ ε = β ∨ ε = δ

/-- The reduced program does not go wrong, by an invariant that its two actions and the gates follow from. -/
theorem reduced_safe {α β δ : BitAction} {σ : Bits} (inv : Bits → Prop) (hδ : ∀ {u σ}, inv σ → δ.gate u σ ∧ ∀ σ', δ.trans u σ σ' → inv σ')
    (hαβ : ∀ {u σ}, inv σ → (α.comp β).gate u σ ∧ ∀ σ', (α.comp β).trans u σ σ' → inv σ') (h : inv σ) : ¬ (reduced α β δ).Bad any σ := by
  rintro ⟨_, hw⟩
  refine safe_pair (P := reduced α β δ) (fun σ S T => inv σ ∧ (S = .atomic (α.comp β) ∨ S = .skip) ∧ (T = .atomic δ ∨ T = .skip)) ?_ ?_
    ⟨h, .inl rfl, .inl rfl⟩ hw
  · rintro σ S T p ε S' ⟨hi, rfl | rfl, hT⟩ he u
    · cases he; exact ⟨(hαβ hi).1, fun σ' h => ⟨(hαβ hi).2 σ' h, .inr rfl, hT⟩⟩
    · cases he
  · rintro σ S T p ε S' ⟨hi, hS, rfl | rfl⟩ he u
    · cases he; exact ⟨(hδ hi).1, fun σ' h => ⟨(hδ hi).2 σ' h, hS, .inr rfl⟩⟩
    · cases he

/-- A blocking left mover hides a failure: `x := 1; assume y = 1` beside `assert x = 0`. The assumption commutes to the left. -/
theorem blocking_left_mover :
    LeftCommutes (among (setX true) (assumeY true) (assertX false)) any (assumeY true) ∧
    (unreduced (setX true) (assumeY true) (assertX false)).Bad any ⟨false, false⟩ ∧
    ¬ (reduced (setX true) (assumeY true) (assertX false)).Bad any ⟨false, false⟩ := by
  refine ⟨?_, ⟨trivial, ?_⟩, reduced_safe (fun σ => σ.x = false ∧ σ.y = false) ?_ ?_ ⟨rfl, rfl⟩⟩
  · rintro t u β ⟨x, y⟩ _ (rfl | rfl | rfl) _ hg <;> simp_all [Gated.Run, setX, assumeY, assertX, action]
  · exact step_left (.seq .atomic) ⟨trivial, rfl⟩ (wrong_right .atomic (fun h => by cases h))
  · rintro u ⟨x, y⟩ hi; simp_all [assertX, action]
  · rintro u ⟨x, y⟩ hi; simp_all [Gated.comp, setX, assumeY, action]

/-- A left mover that does not block hides a failure, too: `x := 1 - x; x := 1 - x` beside `assert x = 0`. The assignment commutes to the left. -/
theorem failure_not_preserved :
    LeftCommutes (among flipX flipX (assertX false)) any flipX ∧
    (unreduced flipX flipX (assertX false)).Bad any ⟨false, false⟩ ∧ ¬ (reduced flipX flipX (assertX false)).Bad any ⟨false, false⟩ := by
  refine ⟨?_, ⟨trivial, ?_⟩, reduced_safe (fun σ => σ.x = false) ?_ ?_ rfl⟩
  · rintro t u β ⟨x, y⟩ _ (rfl | rfl | rfl) _ hg <;> simp_all [Gated.Run, Gated.at, Ground.comp, flipX, assertX, action]
  · exact step_left (.seq .atomic) ⟨trivial, rfl⟩ (wrong_right .atomic (fun h => by cases h))
  · rintro u ⟨x, y⟩ hi; simp_all [assertX, action]
  · rintro u ⟨x, y⟩ hi; simp_all [Gated.comp, flipX, action]

/-- The failure of a left mover itself must move to the left: `assume x = 0; assert x = 0` beside `x := 1`. The assertion commutes, and it keeps other
threads' failures. -/
theorem own_failure_not_preserved :
    (∀ {t u β σ σ' σ''}, t ≠ u → among (assumeX false) (assertX false) (setX true) β → β.Run u σ σ' → (assertX false).Run t σ' σ'' →
      ∃ m, (assertX false).Run t σ m ∧ β.trans u m σ'') ∧
    (∀ t σ, KeepsFailures (among (assumeX false) (assertX false) (setX true)) (· = assertX false) t σ) ∧
    (unreduced (assumeX false) (assertX false) (setX true)).Bad any ⟨false, false⟩ ∧
    ¬ (reduced (assumeX false) (assertX false) (setX true)).Bad any ⟨false, false⟩ := by
  refine ⟨?_, ?_, ⟨trivial, ?_⟩, reduced_safe any ?_ ?_ trivial⟩
  · rintro t u β ⟨x, y⟩ ⟨x', y'⟩ σ'' _ (rfl | rfl | rfl) h h' <;> simp_all [Gated.Run, setX, assumeX, assertX, action]
  · rintro t ⟨x, y⟩ u β _ (rfl | rfl | rfl) hg <;> simp_all [setX, assumeX, assertX, action]
  · exact step_left (.seq .atomic) ⟨trivial, rfl, rfl⟩ (step_right .atomic ⟨trivial, rfl⟩ (wrong_left (.next .skip .atomic) (fun h => by cases h)))
  · rintro u ⟨x, y⟩ hi; simp_all [setX, action]
  · rintro u ⟨x, y⟩ hi; simp_all [Gated.comp, assumeX, assertX, action]

/-- A right mover must commute: `y := x; assert x = y` beside `x := 1`. No action makes `x := 1` fail. -/
theorem commutation :
    (unreduced readX assertEq (setX true)).Bad any ⟨false, false⟩ ∧ ¬ (reduced readX assertEq (setX true)).Bad any ⟨false, false⟩ := by
  refine ⟨⟨trivial, ?_⟩, reduced_safe any ?_ ?_ trivial⟩
  · exact step_left (.seq .atomic) ⟨trivial, rfl⟩ (step_right .atomic ⟨trivial, rfl⟩ (wrong_left (.next .skip .atomic) (fun h => by cases h)))
  · rintro u ⟨x, y⟩ hi; simp_all [setX, action]
  · rintro u ⟨x, y⟩ hi; simp_all [Gated.comp, readX, assertEq, action]

/-- A right mover must not make others fail: `x := 1 - x; x := 1 - x` beside `assert x = 0`. The assignment commutes to the right of all steps. -/
theorem right_mover_makes_fail :
    (∀ {t u β σ σ' σ''}, t ≠ u → among flipX flipX (assertX false) β → β.gate u σ → flipX.Run t σ σ' → β.Run u σ' σ'' →
      ∃ m, β.trans u σ m ∧ flipX.Run t m σ'') ∧
    (unreduced flipX flipX (assertX false)).Bad any ⟨false, false⟩ ∧ ¬ (reduced flipX flipX (assertX false)).Bad any ⟨false, false⟩ := by
  refine ⟨?_, failure_not_preserved.2⟩
  rintro t u β ⟨x, y⟩ ⟨x', y'⟩ σ'' _ (rfl | rfl | rfl) hg h h' <;> simp_all [Gated.Run, flipX, assertX, action]

/-- An action, with one identifier for all threads. -/
def alike (α : BitAction) : Gated Unit Bits := ⟨fun _ => α.gate [], fun _ => α.trans []⟩

/-- Two threads with the same identifier. -/
def twins (S T : Stmt Unit Bool Empty Bits) : Program Unit Bool Empty Bits := ⟨(), fun _ _ => (), .par (pair S T), fun ρ => ρ.elim⟩

/-- Threads must have different identifiers: if there is one identifier only, every action is a right mover and a left mover, and the program of
`commutation` is reduced. -/
theorem distinct_threads :
    (∀ (Atom : Gated Unit Bits → Prop) (I : Bits → Prop) (α : Gated Unit Bits), RightMover Atom I α ∧ LeftMover Atom I α) ∧
    (twins (.seq (.atomic (alike readX)) (.atomic (alike assertEq))) (.atomic (alike (setX true)))).Bad any ⟨false, false⟩ ∧
    ¬ (twins (.atomic ((alike readX).comp (alike assertEq))) (.atomic (alike (setX true)))).Bad any ⟨false, false⟩ := by
  refine ⟨fun Atom I α => ⟨fun _ _ _ h => absurd rfl h, fun _ _ _ h => absurd rfl h⟩, ⟨trivial, ?_⟩, ?_⟩
  · exact step_left (P := twins _ _) (.seq .atomic) ⟨trivial, rfl⟩ (step_right (P := twins _ _) .atomic ⟨trivial, rfl⟩
      (wrong_left (P := twins _ _) (.next .skip .atomic) (fun h => by cases h)))
  · rintro ⟨_, hw⟩
    refine safe_pair (P := twins _ _) (fun _ S T => (S = .atomic ((alike readX).comp (alike assertEq)) ∨ S = .skip) ∧
      (T = .atomic (alike (setX true)) ∨ T = .skip)) ?_ ?_ ⟨.inl rfl, .inl rfl⟩ hw
    · rintro σ S T p ε S' ⟨rfl | rfl, hT⟩ he u
      · cases he
        refine ⟨⟨trivial, ?_⟩, fun _ _ => ⟨.inr rfl, hT⟩⟩
        rintro _ rfl
        rfl
      · cases he
    · rintro σ S T p ε S' ⟨hS, rfl | rfl⟩ he u
      · cases he; exact ⟨trivial, fun _ _ => ⟨hS, .inr rfl⟩⟩
      · cases he

/-- AUX-ANNOTATE must not make an action block, and SIMULATE must allow all that the old action does: `y := x; assert x = 1`, where `y := x` becomes `assume false`. -/
theorem new_action_blocks :
    (both noBody (.seq (.atomic readX) (.atomic (assertX true))) .skip).Bad any ⟨false, false⟩ ∧
    ¬ (both noBody (.seq (.atomic (action (fun _ => True) fun _ _ => False)) (.atomic (assertX true))) .skip).Bad any ⟨false, false⟩ := by
  refine ⟨⟨trivial, step_left (P := both noBody _ _) (.seq .atomic) ⟨trivial, rfl⟩ (wrong_left (P := both noBody _ _) (.next .skip .atomic) (fun h => by cases h))⟩, ?_⟩
  rintro ⟨_, hw⟩
  refine safe_pair (P := both noBody _ _) (fun σ S T => T = .skip ∧ S = .seq (.atomic (action (fun _ => True) fun _ _ => False)) (.atomic (assertX true))) ?_ ?_
    ⟨rfl, rfl⟩ hw
  · rintro σ S T p ε S' ⟨_, rfl⟩ he u
    cases he with
    | seq he => cases he; exact ⟨trivial, fun _ h => h.elim⟩
    | next he => cases he
  · rintro σ S T p ε S' ⟨rfl, _⟩ he; cases he

/-- INVARIANT: the invariant must be kept by all actions. From x = 0, `x := 1; assert x = 0` goes wrong; with the invariant x = 0 RELAX makes the assertion true. -/
theorem invariant_not_kept :
    (∀ {t σ}, σ.x = false → (assertX false).gate t σ) ∧
    (both noBody (.seq (.atomic (setX true)) (.atomic (assertX false))) .skip).Bad (fun σ => σ.x = false) ⟨false, false⟩ ∧
    ¬ (both noBody (.seq (.atomic (setX true)) (.atomic (action (fun _ => True) fun σ σ' => σ' = σ))) .skip).Bad (fun σ => σ.x = false) ⟨false, false⟩ := by
  refine ⟨fun h => h, ⟨rfl, step_left (P := both noBody _ _) (.seq .atomic) ⟨trivial, rfl⟩
    (wrong_left (P := both noBody _ _) (.next .skip .atomic) (fun h => by cases h))⟩, ?_⟩
  rintro ⟨_, hw⟩
  refine safe_pair (P := both noBody _ _) (fun σ S T => T = .skip ∧ S.Over fun α => ∀ u σ, α.gate u σ) ?_ ?_ ?_ hw
  · rintro σ S T p ε S' ⟨hT, hS⟩ he u
    have := he.over (fun ρ => ρ.elim) hS
    exact ⟨this.1 _ _, fun _ _ => ⟨hT, this.2⟩⟩
  · rintro σ S T p ε S' ⟨rfl, _⟩ he; cases he
  · exact ⟨rfl, fun _ _ => trivial, fun _ _ => trivial⟩

/-- REDUCE-PARALLEL with a right mover that fails: `x := 0 ∥ assert x = 0` becomes `x := 0; assert x = 0`. The assertion is a right mover. -/
theorem right_mover_fails :
    RightMover (fun β => β = setX false ∨ β = assertX false) any (assertX false) ∧
    (both noBody (.atomic (setX false)) (.atomic (assertX false))).Bad any ⟨true, false⟩ ∧
    ¬ (both noBody (.seq (.atomic (setX false)) (.atomic (assertX false))) .skip).Bad any ⟨true, false⟩ := by
  refine ⟨?_, ⟨trivial, wrong_right (P := both noBody _ _) .atomic (fun h => by cases h)⟩, ?_⟩
  · rw [rightMover_iff]
    rintro t u β ⟨x, y⟩ ⟨x', y'⟩ _ (rfl | rfl) _ hg h <;> simp_all [Gated.Run, setX, assertX, action]
  · rintro ⟨_, hw⟩
    refine safe_pair (P := both noBody _ _) (fun σ S T => T = .skip ∧ (S = .seq (.atomic (setX false)) (.atomic (assertX false)) ∨
      S = .seq .skip (.atomic (assertX false)) ∧ σ.x = false ∨ S = .skip)) ?_ ?_ ⟨rfl, .inl rfl⟩ hw
    · rintro σ S T p ε S' ⟨hT, rfl | ⟨rfl, hx⟩ | rfl⟩ he u
      · cases he with
        | seq he => cases he; exact ⟨trivial, fun σ' h => ⟨hT, .inr (.inl ⟨rfl, by rw [show σ' = _ from h]⟩)⟩⟩
        | next he => cases he
      · cases he with
        | seq he => cases he
        | next _ he => cases he; exact ⟨hx, fun σ' h => ⟨hT, .inr (.inr rfl)⟩⟩
      · cases he
    · rintro σ S T p ε S' ⟨rfl, _⟩ he; cases he

end Plato.Reduction
