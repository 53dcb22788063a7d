/-
# Core Plato: what reduction proves of a program

What a program of the calculus that comes from core Plato does, the program does; so a proof by steps of the calculus gives `safe` and `ensures` of the
program as written.

Main results: `goesWrong_of_bad`, `ended_of_good`, `safe_of_preserves`, `ensures_of_preserves`.
-/
module

public import Theory.Reduction.Core

@[expose] public section

namespace Plato.Reduction

variable {p : ProgramText} {E : Parameters} {σ₀ : Store}

/-- The statement with another one after it. -/
def followed (T : Core) : SeqState Store Core → SeqState Store Core
  | .run σ S => .run σ (.seq S T)
  | .wrong => .wrong

/-- The program with what has become of one of its threads. -/
noncomputable def moved (P : Plato.Program (p.Thread E σ₀) Core) (i : p.Thread E σ₀) : SeqState Store Core → ParState (p.Thread E σ₀) Store Core
  | .run σ S => .run σ (P.update i S)
  | .wrong => .wrong

theorem core_seq {bodies : Nat → Core} {t : Int} {σ : Store} {S : Core} {r : SeqState Store Core} (T : Core)
    (h : Many (Core.Step bodies E t) (.run σ S) r) :
    Many (Core.Step bodies E t) (.run σ (.seq S T)) (followed T r) := by
  induction h with
  | refl => exact .refl
  | @tail u r _ hs ih =>
    cases u with
    | wrong => cases hs
    | run σ₁ S₁ =>
      cases r with
      | run => exact .tail ih (.seqStep hs)
      | wrong => exact .tail ih (.seqWrong hs)

/-- A statement that can end without any action ends by steps that leave the store as it is. -/
theorem ends_core (hp : PlainText p) {X : Stmt (List Place) Place Nat Store} (h : Stmt.Ends (calculus p E σ₀).body X) {S : Core}
    (hX : X = ofCore E S) (hS : Plain S) (t : Int) (σ : Store) : Many (Core.Step (bodiesOf p) E t) (.run σ S) (.run σ .skip) := by
  induction h generalizing S with
  | skip =>
    cases S with
    | skip => exact .refl
    | block | exit | scope | par | branches => exact hS.elim
    | _ => cases hX
  | left _ ih =>
    cases S with
    | choice S T => cases hX; exact .head .choiceLeft (ih rfl hS.1)
    | _ => cases hX
  | right _ ih =>
    cases S with
    | choice S T => cases hX; exact .head .choiceRight (ih rfl hS.2)
    | _ => cases hX
  | seq _ _ ih ih' =>
    cases S with
    | seq S T => cases hX; exact (core_seq T (ih rfl hS.1)).trans (.head .seqSkip (ih' rfl hS.2))
    | _ => cases hX
  | loop =>
    cases S with
    | loop S => exact .single .loopDone
    | _ => cases hX
  | @call ρ _ ih =>
    cases S with
    | call ρ => cases hX; exact .head .call (ih rfl (hp.procedure _))
    | _ => cases hX
  | par => cases S <;> cases hX

/-- What is left of a thread when a command has an outcome. -/
def outcome (S : Core) : Outcome Store → SeqState Store Core
  | .store σ => .run σ S
  | .wrong => .wrong

/-- An action of the calculus is a command that the thread comes to. -/
theorem edge_core (hp : PlainText p) {q : List Place} {X U : Stmt (List Place) Place Nat Store} {α : Gated (List Place) Store}
    (h : Stmt.Edge (calculus p E σ₀).body q X α U) {S : Core} (hX : X = ofCore E S) (hS : Plain S) :
    q = [] ∧ ∃ C S', α = gated E C ∧ U = ofCore E S' ∧ Plain S' ∧
      ∀ {t σ r}, C.Runs E t σ r → Many (Core.Step (bodiesOf p) E t) (.run σ S) (outcome S' r) := by
  induction h generalizing S with
  | atomic =>
    cases S with
    | atomic C =>
      cases hX
      refine ⟨rfl, C, .skip, rfl, rfl, trivial, fun {t σ r} hr => ?_⟩
      cases r with
      | store => exact .single (.actionOk hr)
      | wrong => exact .single (.actionWrong hr)
    | _ => cases hX
  | left _ ih =>
    cases S with
    | choice S T =>
      cases hX
      obtain ⟨hq, C, S', hα, hU, hS', hr⟩ := ih rfl hS.1
      exact ⟨hq, C, S', hα, hU, hS', fun h => .head .choiceLeft (hr h)⟩
    | _ => cases hX
  | right _ ih =>
    cases S with
    | choice S T =>
      cases hX
      obtain ⟨hq, C, S', hα, hU, hS', hr⟩ := ih rfl hS.2
      exact ⟨hq, C, S', hα, hU, hS', fun h => .head .choiceRight (hr h)⟩
    | _ => cases hX
  | seq _ ih =>
    cases S with
    | seq S T =>
      cases hX
      obtain ⟨hq, C, S', hα, rfl, hS', hr⟩ := ih rfl hS.1
      refine ⟨hq, C, .seq S' T, hα, rfl, ⟨hS', hS.2⟩, fun {t σ r} h => ?_⟩
      have := core_seq T (hr h)
      cases r <;> exact this
    | _ => cases hX
  | next hends _ ih =>
    cases S with
    | seq S T =>
      cases hX
      obtain ⟨hq, C, S', hα, hU, hS', hr⟩ := ih rfl hS.2
      exact ⟨hq, C, S', hα, hU, hS', fun h => (core_seq T (ends_core hp hends rfl hS.1 _ _)).trans (.head .seqSkip (hr h))⟩
    | _ => cases hX
  | loop _ ih =>
    cases S with
    | loop S =>
      cases hX
      obtain ⟨hq, C, S', hα, rfl, hS', hr⟩ := ih rfl hS
      refine ⟨hq, C, .seq S' (.loop S), hα, rfl, ⟨hS', hS⟩, fun {t σ r} h => .head .loopUnroll ?_⟩
      have := core_seq (.loop S) (hr h)
      cases r <;> exact this
    | _ => cases hX
  | call _ ih =>
    cases S with
    | call ρ =>
      cases hX
      obtain ⟨hq, C, S', hα, hU, hS', hr⟩ := ih rfl (hp.procedure _)
      exact ⟨hq, C, S', hα, hU, hS', fun h => .head .call (hr h)⟩
    | _ => cases hX
  | par => cases S <;> cases hX

/-- Steps of one thread are steps of the program. -/
theorem thread_many {P : Plato.Program (p.Thread E σ₀) Core} {i : p.Thread E σ₀} {σ : Store} {r : SeqState Store Core}
    (h : Many (Core.Step (bodiesOf p) E i.1.2) (.run σ (P i)) r) :
    Many (ParStep (p.step E σ₀)) (.run σ P) (moved P i r) := by
  induction h with
  | refl => rw [moved, Plato.Program.update_self]; exact .refl
  | @tail u r _ hs ih =>
    cases u with
    | wrong => cases hs
    | run σ₁ S₁ =>
      have hs' : p.step E σ₀ i (.run σ₁ (P.update i S₁ i)) r := by rw [Plato.Program.update_same]; exact hs
      cases r with
      | run σ' S =>
        rw [moved, ← Plato.Program.update_update P i S₁ S]
        exact .tail ih (.parallel hs')
      | wrong => exact .tail ih (.parallelWrong hs')

/-- What is left in the calculus is what is left for the threads. -/
structure Is (p : ProgramText) (E : Parameters) (σ₀ : Store) (P : Plato.Program (p.Thread E σ₀) Core) (rest : Place → Stmt (List Place) Place Nat Store) :
    Prop where
  plain : ∀ t, Plain (P t)
  same : ∀ t, rest t.1 = ofCore E (P t)
  other : ∀ b, (¬ ∃ t : p.Thread E σ₀, t.1 = b) → rest b = .skip

/-- An execution of the calculus is one of the program. -/
theorem core_many (hp : PlainText p) {σ : Store} {y : Store × Stmt (List Place) Place Nat Store}
    (hm : Many (calculus p E σ).Step (σ, (calculus p E σ).main) y) :
    ∃ P rest, y.2 = .par rest ∧ Is p E σ P rest ∧ Many (ParStep (p.step E σ)) (.run σ (p.program E σ)) (.run y.1 P) := by
  induction hm with
  | refl =>
    refine ⟨_, _, rfl, ⟨fun t => hp.family _ _, fun t => ?_, fun b hb => ?_⟩, .refl⟩
    · exact dif_pos t.2
    · exact dif_neg fun h => hb ⟨⟨b, h⟩, rfl⟩
  | @tail x y _ hs ih =>
    obtain ⟨P, rest, hx, his, hm⟩ := ih
    obtain ⟨q, α, he, hr⟩ := hs
    rw [hx] at he
    obtain ⟨b, q, U, rfl, he, hy⟩ := edge_branch he
    by_cases hb : ∃ t : p.Thread E σ, t.1 = b
    · obtain ⟨t, rfl⟩ := hb
      obtain ⟨rfl, C, S', rfl, rfl, hS', hrun⟩ := edge_core hp he (his.same t) (his.plain t)
      refine ⟨P.update t S', _, hy, ⟨fun u => ?_, fun u => ?_, fun b hb => ?_⟩, hm.trans (thread_many (r := .run y.1 S') (hrun hr.2))⟩
      · by_cases hu : u = t
        · subst hu; rw [Plato.Program.update_same]; exact hS'
        · rw [Plato.Program.update_other _ hu]; exact his.plain u
      · by_cases hu : u = t
        · subst hu; rw [Plato.Program.update_same, Plato.Program.update_same]
        · rw [Plato.Program.update_other _ hu, Plato.Program.update_other _ fun h => hu (Subtype.ext h)]; exact his.same u
      · rw [Plato.Program.update_other _ fun h => hb ⟨t, h.symm⟩]; exact his.other b hb
    · rw [his.other b hb] at he; cases he

/-- A program that goes wrong in the calculus goes wrong. -/
theorem goesWrong_of_bad (hp : PlainText p) {σ : Store} {φ : Store → Prop} (h : (calculus p E σ).Bad φ σ) :
    GoesWrong (p.step E σ) (p.program E σ) σ := by
  obtain ⟨_, y, hm, q, α, U, he, hg⟩ := h
  obtain ⟨P, rest, hy, his, hm⟩ := core_many hp hm
  rw [hy] at he
  obtain ⟨b, q, V, rfl, he, _⟩ := edge_branch he
  by_cases hb : ∃ t : p.Thread E σ, t.1 = b
  · obtain ⟨t, rfl⟩ := hb
    obtain ⟨rfl, C, S', rfl, rfl, _, hrun⟩ := edge_core hp he (his.same t) (his.plain t)
    exact hm.trans (thread_many (r := .wrong) (hrun (Classical.not_not.1 hg)))
  · rw [his.other b hb] at he; cases he

theorem skip_of_ofCore {S : Core} (hS : Plain S) (h : ofCore E S = .skip) : S = .skip := by
  cases S with
  | skip => rfl
  | block | exit | scope | par | branches => exact hS.elim
  | _ => cases h

/-- Where a program succeeds in the calculus, all its threads can end. -/
theorem ended_of_good (hp : PlainText p) {σ σ' : Store} {φ : Store → Prop} (h : (calculus p E σ).Good φ σ σ') :
    ∃ P' : Plato.Program (p.Thread E σ) Core, Many (ParStep (p.step E σ)) (.run σ (p.program E σ)) (.run σ' P') ∧ P'.Ended .skip := by
  obtain ⟨_, X, hm, hends⟩ := h
  obtain ⟨P, rest, hX, his, hm⟩ := core_many hp hm
  cases (show X = .par rest from hX)
  cases hends with
  | par busy hskip hends =>
    suffices ∀ l : List Place, ∃ P' : Plato.Program (p.Thread E σ) Core, Many (ParStep (p.step E σ)) (.run σ (p.program E σ)) (.run σ' P') ∧
        ∀ t, (t.1 ∈ l → P' t = .skip) ∧ (t.1 ∉ l → P' t = P t) by
      obtain ⟨P', hm', hP'⟩ := this busy
      refine ⟨P', hm', fun t => ?_⟩
      by_cases ht : t.1 ∈ busy
      · exact (hP' t).1 ht
      · rw [(hP' t).2 ht]
        exact skip_of_ofCore (E := E) (his.plain t) (by rw [← his.same t]; exact hskip _ ht)
    intro l
    induction l with
    | nil => exact ⟨P, hm, fun t => ⟨(fun h => by cases h), fun _ => rfl⟩⟩
    | cons b l ih =>
      obtain ⟨P', hm', hP'⟩ := ih
      by_cases hb : b ∉ l ∧ ∃ t : p.Thread E σ, t.1 = b
      · obtain ⟨hbl, t, rfl⟩ := hb
        have ht : Many (Core.Step (bodiesOf p) E t.1.2) (.run σ' (P' t)) (.run σ' .skip) := by
          rw [(hP' t).2 hbl]
          exact ends_core hp (hends t.1) (his.same t) (his.plain t) _ _
        refine ⟨P'.update t .skip, hm'.trans (thread_many ht), fun u => ?_⟩
        by_cases hu : u = t
        · subst hu
          exact ⟨fun _ => Plato.Program.update_same .., fun h => absurd (List.mem_cons_self ..) h⟩
        · rw [Plato.Program.update_other _ hu]
          exact ⟨fun h => (hP' u).1 ((List.mem_cons.1 h).resolve_left fun h => hu (Subtype.ext h)),
            fun h => (hP' u).2 fun h' => h (List.mem_cons_of_mem _ h')⟩
      · refine ⟨P', hm', fun u => ⟨fun h => ?_, fun h => (hP' u).2 fun h' => h (List.mem_cons_of_mem _ h')⟩⟩
        rcases List.mem_cons.1 h with h | h
        · refine (hP' u).1 (Classical.byContradiction fun hn => hb ⟨h ▸ hn, u, h⟩)
        · exact (hP' u).1 h

/-- What connects a program and the one that reduction makes of it: the same initial stores, and Lemma 1 for the sequence of steps between them. -/
def Reduces (p p' : ProgramText) : Prop := PlainText p ∧ PlainText p' ∧ ∀ E σ, p.Initial E σ → p'.Initial E σ ∧
  ∃ I : Store → Prop, I σ ∧ Preserves (calculus p E σ) (calculus p' E σ) id I

/-- `safe`: if the last program is safe, so is the program as written. -/
theorem safe_of_preserves {p p' : ProgramText} (h : Reduces p p') (hsafe : p'.Safe) : p.Safe := by
  intro E σ hi hw
  obtain ⟨hp, hp', h⟩ := h
  obtain ⟨hi', I, hI, hpres⟩ := h E σ hi
  exact hsafe E σ hi' (goesWrong_of_bad hp' (hpres.bad hI (bad_of_goesWrong hp hw)))

/-- `ensures`: what holds where all threads of the last program have ended holds where those of the program as written have. -/
theorem ensures_of_preserves {p p' : ProgramText} {f : Formula} (h : Reduces p p') (hsafe : p'.Safe) (hens : p'.Ensures f) : p.Ensures f := by
  intro E σ σ' P' hi hm hended
  obtain ⟨hp, hp', h⟩ := h
  obtain ⟨hi', I, hI, hpres⟩ := h E σ hi
  have wrong : ¬ (calculus p' E σ).Bad I σ := fun hb => hsafe E σ hi' (goesWrong_of_bad hp' hb)
  rcases good_of_ended hp hm hended with hb | hg
  · exact absurd (hpres.bad hI hb) wrong
  · rcases hpres.good hI hg with hb | ⟨τ, rfl, hg'⟩
    · exact absurd hb wrong
    · obtain ⟨Q, hQ, hQe⟩ := ended_of_good hp' hg'
      exact hens E σ τ Q hi' hQ hQe

end Plato.Reduction
