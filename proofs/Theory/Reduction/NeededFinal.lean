/-
# After the commit a block must end

Programs that go wrong, while the program that is rewritten without the check of *finalizable* does not: a body that never ends, which `false` summarises; a
loop that ends only by choices that hide the failure; the exit of a loop taken for a left mover. All other conditions hold.

Main results: `endless_body`, `ends_by_hiding`, `exit_guard`.
-/
module

public import Theory.Reduction.Needed

@[expose] public section

namespace Plato.Reduction

/-- The action of the first thread; other threads do nothing by it. -/
def mine (α : BitAction) : BitAction where
  gate t σ := t = [false] → α.gate t σ
  trans t σ σ' := (t = [false] → α.trans t σ σ') ∧ (t ≠ [false] → σ' = σ)

/-- Nothing. -/
def nop : BitAction := action (fun _ => True) fun σ σ' => σ' = σ

/-- The body of a procedure that calls itself for ever. -/
def endless (_ : Unit) : Stmt (List Bool) Bool Unit Bits := .seq (.atomic nop) (.call ())

/-- `x := 1` and then the call. -/
def callEndless : Stmt (List Bool) Bool Unit Bits := .seq (.atomic (setX true)) (.call ())

/-- A body that never ends is summarised by `false`: `x := 1; ρ()` beside `assert x = 0`, where ρ is `skip; ρ()`. The body of ρ has type L, the statement has type A. -/
theorem endless_body :
    (∀ {Atom : BitAction → Prop} {I : Bits → Prop}, Atom nop → HasType Atom I (fun _ => some .L) .L (endless ())) ∧
    (∀ {Atom : BitAction → Prop} {I : Bits → Prop}, Atom (setX true) → Atomic (Br := Bool) Atom I (fun _ : Unit => some .L) callEndless) ∧
    Summary endless any (action (fun _ => True) fun _ _ => False) callEndless ∧
    (both endless callEndless (.atomic (assertX false))).Bad any ⟨false, false⟩ ∧
    ¬ (both endless (.atomic (action (fun _ => True) fun _ _ => False)) (.atomic (assertX false))).Bad any ⟨false, false⟩ := by
  refine ⟨fun hA => ⟨⟨hA, ?_⟩, _, rfl, .inl rfl⟩, fun hA => .inr ⟨hA, _, rfl, .inl rfl⟩, ?_, ⟨trivial, ?_⟩, ?_⟩
  · intro t u β _ _
    exact ⟨fun σ _ hg => ⟨hg.2 σ rfl, fun _ _ => trivial⟩, fun σ σ' _ hg ⟨m, hm, hn⟩ => ⟨σ, rfl, by rw [show σ' = m from hn]; exact hm⟩⟩
  · intro t σ σ' U _ _ hm
    have : U = callEndless ∨ U = .seq .skip (.call ()) := by
      generalize hy : (σ', U) = y at hm
      induction hm generalizing σ' U with
      | refl => cases hy; exact .inl rfl
      | @tail x _ _ hs ih =>
        cases hy
        obtain ⟨x₁, x₂⟩ := x
        obtain ⟨δ, he, _⟩ := hs
        rcases ih rfl with rfl | rfl
        · cases he with
          | seq he => cases he; exact .inr rfl
          | next h => cases h
        · cases he with
          | seq he => cases he
          | next _ he =>
            cases he with
            | call he =>
              cases he with
              | seq he => cases he; exact .inr rfl
              | next h => cases h
    rcases this with rfl | rfl
    · refine ⟨fun δ U he => ?_, fun he => ?_⟩
      · cases he with
        | seq he => cases he; trivial
        | next h => cases h
      · cases he with
        | seq h => cases h
    · refine ⟨fun δ U he => ?_, fun he => ?_⟩
      · cases he with
        | seq he => cases he
        | next _ he =>
          cases he with
          | call he =>
            cases he with
            | seq he => cases he; trivial
            | next h => cases h
      · cases he with
        | seq _ h =>
          cases h with
          | call h =>
            cases h with
            | seq h => cases h
  · exact step_left (P := both endless _ _) (.seq .atomic) ⟨trivial, rfl⟩ (wrong_right (P := both endless _ _) .atomic (fun h => by cases h))
  · rintro ⟨_, hw⟩
    refine safe_pair (P := both endless _ _) (fun σ S T => σ.x = false ∧ S = .atomic (action (fun _ => True) fun _ _ => False) ∧
      (T = .atomic (assertX false) ∨ T = .skip)) ?_ ?_ ⟨rfl, rfl, .inl rfl⟩ hw
    · rintro σ S T p ε S' ⟨_, rfl, _⟩ he u
      cases he
      exact ⟨trivial, fun _ h => h.elim⟩
    · rintro σ S T p ε T' ⟨hx, hS, rfl | rfl⟩ he u
      · cases he
        exact ⟨hx, fun σ' h => by rw [show σ' = σ from h]; exact ⟨hx, hS, .inr rfl⟩⟩
      · cases he

/-- A loop with a guard after an assignment to x; x is what the other thread asserts, y says that the loop is done. -/
def guarded (body : BitAction) : Stmt (List Bool) Bool Empty Bits :=
  .seq (.atomic (mine (setX true))) (.seq (.loop (.seq (.atomic (mine (assumeY false))) (.atomic body))) (.atomic (mine (assumeY true))))

/-- `choose { skip; } or { y := 1; x := 0; }` -/
def mayEnd : BitAction := mine (action (fun _ => True) fun σ σ' => σ' = σ ∨ σ' = ⟨false, true⟩)

/-- The actions of the program with the loop. -/
def loopAtom (body ε : BitAction) : Prop :=
  ε = mine (setX true) ∨ ε = mine (assumeY false) ∨ ε = body ∨ ε = mine (assumeY true) ∨ ε = assertX false

/-- What iterations of the loop do, if all that they do is allowed by the action. -/
def summary (γ : BitAction) : BitAction := (mine (setX true)).comp (γ.comp (mine (assumeY true)))

/-- Two threads, one of which is one action that leaves x = 0. -/
theorem summary_safe {γ : BitAction} (h : ∀ {t σ σ'}, σ.x = false → σ.y = false → (summary γ).trans t σ σ' → σ'.x = false)
    (hg : ∀ {t σ}, (summary γ).gate t σ) : ¬ (both noBody (.atomic (summary γ)) (.atomic (assertX false))).Bad any ⟨false, false⟩ := by
  rintro ⟨_, hw⟩
  refine safe_pair (P := both noBody _ _) (fun σ S T => σ.x = false ∧ (S = .atomic (summary γ) ∧ σ.y = false ∨ S = .skip) ∧
    (T = .atomic (assertX false) ∨ T = .skip)) ?_ ?_ ⟨rfl, .inl ⟨rfl, rfl⟩, .inl rfl⟩ hw
  · rintro σ S T p ε S' ⟨hx, ⟨rfl, hy⟩ | rfl, hT⟩ he u
    · cases he
      exact ⟨hg, fun σ' htr => ⟨h hx hy htr, .inr rfl, hT⟩⟩
    · cases he
  · rintro σ S T p ε T' ⟨hx, hS, rfl | rfl⟩ he u
    · cases he
      exact ⟨hx, fun σ' h => by rw [show σ' = σ from h]; exact ⟨hx, hS, .inr rfl⟩⟩
    · cases he

/-- The guards commute to the left. -/
theorem guards_commute {body : BitAction} (hbody : ∃ gate trans, body = mine (action gate trans)) (v : Bool) :
    LeftCommutes (loopAtom body) any (mine (assumeY v)) := by
  obtain ⟨gate, trans, rfl⟩ := hbody
  intro t u β σ hne hβ _ hg
  refine ⟨fun _ _ _ => trivial, fun σ' σ'' h h' => ?_⟩
  by_cases ht : t = [false]
  · have hu : u ≠ [false] := fun h => hne (ht.trans h.symm)
    have same : σ' = σ := by
      rcases hβ with rfl | rfl | rfl | rfl | rfl
      · exact h.2.2 hu
      · exact h.2.2 hu
      · exact h.2.2 hu
      · exact h.2.2 hu
      · exact h.2
    subst same
    have h'' : σ'' = σ' := (h'.1 ht).2
    subst h''
    exact ⟨σ'', h', h.2⟩
  · exact ⟨σ, ⟨fun h => absurd h ht, fun _ => rfl⟩, by rw [h'.2 ht]; exact h.2⟩

/-- The two guards of the loop together keep other threads' failures: none of them blocks where both can be taken. -/
theorem guards_keep (Atom : BitAction → Prop) (t : List Bool) (σ : Bits) :
    KeepsFailures Atom (fun α => α = mine (assumeY false) ∨ α = mine (assumeY true)) t σ := by
  intro u β _ _ hg
  cases hy : σ.y with
  | false => exact ⟨_, .inl rfl, .inr ⟨σ, ⟨fun _ => ⟨hy, rfl⟩, fun _ => rfl⟩, hg⟩⟩
  | true => exact ⟨_, .inr rfl, .inr ⟨σ, ⟨fun _ => ⟨hy, rfl⟩, fun _ => rfl⟩, hg⟩⟩

/-- After the assignment the other thread's assertion fails. -/
theorem guarded_wrong {body : BitAction} :
    WrongOf (both noBody (guarded body) (.atomic (assertX false))).body (both noBody (guarded body) (.atomic (assertX false))).child []
      (⟨false, false⟩, .par (pair (guarded body) (.atomic (assertX false)))) :=
  step_left (P := both noBody _ _) (σ' := ⟨true, false⟩) (.seq .atomic) ⟨fun _ => trivial, fun _ => rfl, fun h => absurd rfl h⟩
    (wrong_right (P := both noBody _ _) .atomic (fun h => by cases h))

/-- What iterations of `assume y = 0; choose …` do. -/
def untilDone : BitAction := mine (action (fun _ => True) fun σ σ' => σ' = σ ∨ σ.y = false ∧ σ' = ⟨false, true⟩)

/-- It is not enough that a block can always be extended to one that ends: `x := 1; while (y = 0) { choose { skip; } or { y := 1; x := 0; } }` beside `assert x = 0`.
The choice is a left mover, the guards commute and together keep failures, the loop can end from every store; but the choices that end it hide
the failure. -/
theorem ends_by_hiding :
    LeftMover (loopAtom mayEnd) any mayEnd ∧ (∀ v, LeftCommutes (loopAtom mayEnd) any (mine (assumeY v))) ∧
    (∀ t σ, KeepsFailures (loopAtom mayEnd) (fun α => α = mine (assumeY false) ∨ α = mine (assumeY true)) t σ) ∧
    (∀ t σ, ∃ σ' S', Many (Alone noBody t) (σ, .seq (.loop (.seq (.atomic (mine (assumeY false))) (.atomic mayEnd))) (.atomic (mine (assumeY true)))) (σ', S') ∧
      Stmt.Ends noBody S') ∧
    Summary noBody any (summary untilDone) (guarded mayEnd) ∧
    (both noBody (guarded mayEnd) (.atomic (assertX false))).Bad any ⟨false, false⟩ ∧
    ¬ (both noBody (.atomic (summary untilDone)) (.atomic (assertX false))).Bad any ⟨false, false⟩ := by
  have keeps : ∀ {α : BitAction}, Keeps any α := fun _ _ => trivial
  refine ⟨?_, fun v => guards_commute ⟨_, _, rfl⟩ v, guards_keep _, fun t σ => ?_, ?_, ⟨trivial, ?_⟩, summary_safe ?_ ?_⟩
  · intro t u β hne hβ
    by_cases ht : t = [false]
    · have hu : u ≠ [false] := fun h => hne (ht.trans h.symm)
      have stays : ∀ {σ σ'}, β.trans u σ σ' → σ' = σ := by
        intro σ σ' h
        rcases hβ with rfl | rfl | rfl | rfl | rfl
        · exact h.2 hu
        · exact h.2 hu
        · exact h.2 hu
        · exact h.2 hu
        · exact h
      have own : ∀ {σ}, mayEnd.trans t σ σ := fun {σ} => ⟨fun _ => .inl rfl, fun _ => rfl⟩
      refine ⟨fun σ _ hg => ⟨hg.2 σ own, fun _ _ _ => trivial⟩, fun σ σ' _ hg ⟨m, hm, hn⟩ => ?_⟩
      have hmσ := stays hm
      subst hmσ
      have hgσ' := hg.2 σ' hn
      refine ⟨σ', hn, ?_⟩
      rcases hβ with rfl | rfl | rfl | rfl | rfl
      · exact ⟨fun h => absurd h hu, fun _ => rfl⟩
      · exact ⟨fun h => absurd h hu, fun _ => rfl⟩
      · exact ⟨fun h => absurd h hu, fun _ => rfl⟩
      · exact ⟨fun h => absurd h hu, fun _ => rfl⟩
      · rfl
    · have own : ∀ {σ σ'}, mayEnd.trans t σ σ' ↔ σ' = σ := fun {σ σ'} => ⟨fun h => h.2 ht, fun h => ⟨fun h => absurd h ht, fun _ => h⟩⟩
      refine ⟨fun σ _ hg => ⟨hg.2 σ (own.2 rfl), fun _ _ h => absurd h ht⟩, fun σ σ' _ hg ⟨m, hm, hn⟩ => ⟨σ, own.2 rfl, ?_⟩⟩
      rw [own.1 hn]
      exact hm
  · by_cases ht : t = [false]
    · cases hy : σ.y with
      | true =>
        exact ⟨σ, .skip, .single ⟨_, .next .loop .atomic, fun _ => trivial, fun _ => ⟨hy, rfl⟩, fun _ => rfl⟩, .skip⟩
      | false =>
        have h₁ : Alone noBody t (σ, .seq (.loop (.seq (.atomic (mine (assumeY false))) (.atomic mayEnd))) (.atomic (mine (assumeY true))))
            (σ, .seq (.seq (.seq .skip (.atomic mayEnd)) (.loop (.seq (.atomic (mine (assumeY false))) (.atomic mayEnd)))) (.atomic (mine (assumeY true)))) :=
          ⟨mine (assumeY false), .seq (.loop (.seq .atomic)), fun _ => trivial, fun _ => ⟨hy, rfl⟩, fun _ => rfl⟩
        have h₂ : Alone noBody t
            (σ, .seq (.seq (.seq .skip (.atomic mayEnd)) (.loop (.seq (.atomic (mine (assumeY false))) (.atomic mayEnd)))) (.atomic (mine (assumeY true))))
            (⟨false, true⟩, .seq (.seq .skip (.loop (.seq (.atomic (mine (assumeY false))) (.atomic mayEnd)))) (.atomic (mine (assumeY true)))) :=
          ⟨mayEnd, .seq (.seq (.next .skip .atomic)), fun _ => trivial, fun _ => .inr rfl, fun h => absurd ht h⟩
        exact ⟨⟨false, true⟩, .skip, .tail (.tail (.single h₁) h₂)
          ⟨mine (assumeY true), .next (.seq .skip .loop) .atomic, fun _ => trivial, fun _ => ⟨rfl, rfl⟩, fun _ => rfl⟩, .skip⟩
    · exact ⟨σ, .skip, .single ⟨_, .next .loop .atomic, fun h => absurd h ht, fun h => absurd h ht, fun _ => rfl⟩, .skip⟩
  · refine Summary.seq .atomic (Summary.seq (Summary.loop (Summary.seq .atomic .atomic keeps) ⟨?_, ?_, ?_⟩ keeps) .atomic keeps) keeps
    · intro t σ _ _; exact ⟨fun _ => .inl rfl, fun _ => rfl⟩
    · intro t σ m _ _; exact ⟨fun _ => trivial, fun _ _ _ => trivial⟩
    · rintro t σ m σ' _ h ⟨m', h₁, h₂⟩
      refine ⟨fun ht => ?_, fun ht => ?_⟩
      · obtain ⟨hy, hm'⟩ := h₁.1 ht
        subst hm'
        rcases h.2.1 ht with rfl | ⟨_, rfl⟩
        · rcases h₂.1 ht with rfl | h
          · exact .inl rfl
          · exact .inr ⟨hy, h⟩
        · cases hy
      · rw [h₂.2 ht, h₁.2 ht, h.2.2 ht]
  · exact guarded_wrong
  · rintro t σ σ' hx hy ⟨m, h₁, m', h₂, h₃⟩
    by_cases ht : t = [false]
    · obtain ⟨hy', rfl⟩ := h₃.1 ht
      rcases h₂.1 ht with rfl | ⟨_, rfl⟩
      · rw [show σ' = { σ with x := true } from h₁.1 ht] at hy'
        exact absurd (hy.symm.trans hy') (by simp)
      · rfl
    · rw [h₃.2 ht, h₂.2 ht, h₁.2 ht]; exact hx
  · exact ⟨fun _ => trivial, fun _ _ => ⟨fun _ => trivial, fun _ _ _ => trivial⟩⟩

/-- The exit of a loop blocks, and is not a left mover: `x := 1; while (y = 0) { skip; }` beside `assert x = 0`. The guards commute to the left. -/
theorem exit_guard :
    (∀ v, LeftCommutes (loopAtom (mine nop)) any (mine (assumeY v))) ∧ Summary noBody any (summary (mine nop)) (guarded (mine nop)) ∧
    (both noBody (guarded (mine nop)) (.atomic (assertX false))).Bad any ⟨false, false⟩ ∧
    ¬ (both noBody (.atomic (summary (mine nop))) (.atomic (assertX false))).Bad any ⟨false, false⟩ := by
  have keeps : ∀ {α : BitAction}, Keeps any α := fun _ _ => trivial
  refine ⟨fun v => guards_commute ⟨_, _, rfl⟩ v, ?_, ⟨trivial, guarded_wrong⟩, summary_safe ?_ ?_⟩
  · refine Summary.seq .atomic (Summary.seq (Summary.loop (Summary.seq .atomic .atomic keeps) ⟨?_, ?_, ?_⟩ keeps) .atomic keeps) keeps
    · intro t σ _ _; exact ⟨fun _ => rfl, fun _ => rfl⟩
    · intro t σ m _ _; exact ⟨fun _ => trivial, fun _ _ _ => trivial⟩
    · rintro t σ m σ' _ h ⟨m', h₁, h₂⟩
      refine ⟨fun ht => ?_, fun ht => ?_⟩
      · rw [show σ' = m' from h₂.1 ht, (h₁.1 ht).2]; exact h.2.1 ht
      · rw [h₂.2 ht, h₁.2 ht, h.2.2 ht]
  · rintro t σ σ' hx hy ⟨m, h₁, m', h₂, h₃⟩
    by_cases ht : t = [false]
    · obtain ⟨hy', rfl⟩ := h₃.1 ht
      rw [show σ' = m from h₂.1 ht, show m = { σ with x := true } from h₁.1 ht] at hy'
      exact absurd (hy.symm.trans hy') (by simp)
    · rw [h₃.2 ht, h₂.2 ht, h₁.2 ht]; exact hx
  · exact ⟨fun _ => trivial, fun _ _ => ⟨fun _ => trivial, fun _ _ _ => trivial⟩⟩

end Plato.Reduction
