/-
# Core Plato: what reduction proves of a program

What a program of the calculus that comes from core Plato does, the program does; so a proof by steps of the calculus gives `safe` and `ensures` of the
program as written.

Main results: `goesWrong_of_bad`, `ended_of_good`, `reduces_of_derives`, `safe_of_preserves`, `ensures_of_preserves`,
`refines_core`.
-/
module

public import Theory.Reduction.CoreSteps

@[expose] public section

namespace Plato.Reduction

variable {p : ProgramText} {E : Parameters} {σ₀ : Store}

/-- The program with what has become of one of its threads. -/
noncomputable def moved (P : Plato.Program (p.Thread E σ₀) Core) (i : p.Thread E σ₀) : SeqState Store Core → ParState (p.Thread E σ₀) Store Core
  | .run σ S => .run σ (P.update i S)
  | .wrong => .wrong

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

/-- What is left for the threads can do what is left in the calculus. Threads that have not moved are as they were. -/
structure Leads (p : ProgramText) (E : Parameters) (σ₀ : Store) (P : Plato.Program (p.Thread E σ₀) Core) (rest : Index → CoreStmt) : Prop where
  fits : ∀ t, Parless p (P t)
  above : ∀ t, Above (calculus p E σ₀).body (ofCore E [branchAt σ₀ t] (P t)) (rest (branchAt σ₀ t))
  other : ∀ b, (¬ ∃ t : p.Thread E σ₀, branchAt σ₀ t = b) → rest b = .skip
  moved : ∃ l : List Index, ∀ t : p.Thread E σ₀, branchAt σ₀ t ∉ l → rest (branchAt σ₀ t) = ofCore E [branchAt σ₀ t] (P t)

/-- An execution of the calculus is one of the program. -/
theorem core_many {σ : Store} {y : Store × CoreStmt}
    (hm : Many (calculus p E σ).Step (σ, (calculus p E σ).main) y) :
    ∃ P rest, y.2 = .par rest ∧ Leads p E σ P rest ∧ Many (ParStep (p.step E σ)) (.run σ (p.program E σ)) (.run y.1 P) := by
  induction hm with
  | refl =>
    have hrest := main_thread (p := p) (E := E) (σ := σ) rfl
    exact ⟨_, _, rfl, ⟨fun t => parless_family _ t.2.1, fun t => hrest.1 t ▸ .refl, hrest.2, [], fun t _ => hrest.1 t⟩, .refl⟩
  | @tail x y _ hs ih =>
    obtain ⟨P, rest, hx, his, hm⟩ := ih
    obtain ⟨q, α, he, hr⟩ := hs
    rw [hx] at he
    obtain ⟨b, q, U, rfl, he, hy⟩ := edge_branch he
    by_cases hb : ∃ t : p.Thread E σ, branchAt σ t = b
    · obtain ⟨t, rfl⟩ := hb
      obtain ⟨V, he', hV⟩ := (his.above t).edge he
      obtain ⟨S', hrun, hc⟩ := (edge_core he' (t := [branchAt σ t]) ⟨rfl, t.2⟩ (his.fits t) rfl).run hr
      refine ⟨P.update t S', _, hy, ⟨fun u => ?_, fun u => ?_, fun b hb => ?_, ?_⟩, hm.trans (thread_many (r := .run y.1 S') hrun)⟩
      · by_cases hu : u = t
        · subst hu; rw [Plato.Program.update_same]; exact (his.fits u).many hrun
        · rw [Plato.Program.update_other _ hu]; exact his.fits u
      · by_cases hu : u = t
        · subst hu; rw [Plato.Program.update_same, Plato.Program.update_same]; exact hc.trans hV
        · rw [Plato.Program.update_other _ hu, Plato.Program.update_other _ fun h => hu (branchAt_injective h)]; exact his.above u
      · rw [Plato.Program.update_other _ fun h => hb ⟨t, h.symm⟩]; exact his.other b hb
      · obtain ⟨l, hl⟩ := his.moved
        refine ⟨branchAt σ t :: l, fun u hu => ?_⟩
        rw [Plato.Program.update_other _ fun h => hu (by simp [h]), Plato.Program.update_other _ fun h => hu (by simp [h])]
        exact hl u fun h => hu (List.mem_cons_of_mem _ h)
    · rw [his.other b hb] at he; cases he

/-- A program that goes wrong in the calculus goes wrong. -/
theorem goesWrong_of_bad {σ : Store} {φ : Store → Prop} (h : (calculus p E σ).Bad φ σ) :
    GoesWrong (p.step E σ) (p.program E σ) σ := by
  obtain ⟨_, y, hm, q, α, U, he, hg⟩ := h
  obtain ⟨P, rest, hy, his, hm⟩ := core_many hm
  rw [hy] at he
  obtain ⟨b, q, V, rfl, he, _⟩ := edge_branch he
  by_cases hb : ∃ t : p.Thread E σ, branchAt σ t = b
  · obtain ⟨t, rfl⟩ := hb
    obtain ⟨V, he', _⟩ := (his.above t).edge he
    exact hm.trans (thread_many (r := .wrong) ((edge_core he' (t := [branchAt σ t]) ⟨rfl, t.2⟩ (his.fits t) rfl).wrong hg))
  · rw [his.other b hb] at he; cases he

/-- Where a program succeeds in the calculus, all its threads can end. -/
theorem ended_of_good {σ σ' : Store} {φ : Store → Prop} (h : (calculus p E σ).Good φ σ σ') :
    ∃ P' : Plato.Program (p.Thread E σ) Core, Many (ParStep (p.step E σ)) (.run σ (p.program E σ)) (.run σ' P') ∧ P'.Ended .skip := by
  obtain ⟨_, X, hm, hends⟩ := h
  obtain ⟨P, rest, hX, his, hm⟩ := core_many hm
  cases (show X = .par rest from hX)
  obtain ⟨moved, hmoved⟩ := his.moved
  cases hends with
  | par busy hskip hends =>
    suffices ∀ l : List Index, ∃ P' : Plato.Program (p.Thread E σ) Core, Many (ParStep (p.step E σ)) (.run σ (p.program E σ)) (.run σ' P') ∧
        ∀ t, (branchAt σ t ∈ l → P' t = .skip) ∧ (branchAt σ t ∉ l → P' t = P t) by
      obtain ⟨P', hm', hP'⟩ := this (busy ++ moved)
      refine ⟨P', hm', fun t => ?_⟩
      by_cases ht : branchAt σ t ∈ busy ++ moved
      · exact (hP' t).1 ht
      · rw [(hP' t).2 ht]
        simp only [List.mem_append, not_or] at ht
        exact skip_of_ofCore (E := E) ((hmoved t ht.2).symm.trans (hskip _ ht.1))
    intro l
    induction l with
    | nil => exact ⟨P, hm, fun t => ⟨(fun h => by cases h), fun _ => rfl⟩⟩
    | cons b l ih =>
      obtain ⟨P', hm', hP'⟩ := ih
      by_cases hb : b ∉ l ∧ ∃ t : p.Thread E σ, branchAt σ t = b
      · obtain ⟨hbl, t, rfl⟩ := hb
        have ht : Many (Core.Step (bodiesOf p) E t.1.2) (.run σ' (P' t)) (.run σ' .skip) := by
          rw [(hP' t).2 hbl]
          exact leaves_core ((his.above t).leaves (hends _)) (t := [branchAt σ t]) ⟨rfl, t.2⟩ (his.fits t) rfl _
        refine ⟨P'.update t .skip, hm'.trans (thread_many ht), fun u => ?_⟩
        by_cases hu : u = t
        · subst hu
          exact ⟨fun _ => Plato.Program.update_same .., fun h => absurd (List.mem_cons_self ..) h⟩
        · rw [Plato.Program.update_other _ hu]
          exact ⟨fun h => (hP' u).1 ((List.mem_cons.1 h).resolve_left fun h => hu (branchAt_injective h)),
            fun h => (hP' u).2 fun h' => h (List.mem_cons_of_mem _ h')⟩
      · refine ⟨P', hm', fun u => ⟨fun h => ?_, fun h => (hP' u).2 fun h' => h (List.mem_cons_of_mem _ h')⟩⟩
        rcases List.mem_cons.1 h with h | h
        · refine (hP' u).1 (Classical.byContradiction fun hn => hb ⟨h ▸ hn, u, h⟩)
        · exact (hP' u).1 h

/-- What connects a program and the one that reduction makes of it: the same initial stores, and Lemma 1 for the sequence of steps between them. -/
def Reduces (p p' : ProgramText) : Prop := ∀ E σ, p.Initial E σ → p'.Initial E σ ∧
  ∃ I : Store → Prop, I σ ∧ Preserves (calculus p E σ) (calculus p' E σ) id I

/-- A sequence of proof steps connects them. -/
theorem reduces_of_derives {p p' : ProgramText} (h : ∀ E σ, p.Initial E σ → p'.Initial E σ ∧
    ∃ I I' : Store → Prop, I' σ ∧ Derives ⟨Store, calculus p E σ, I⟩ ⟨Store, calculus p' E σ, I'⟩ id) : Reduces p p' :=
  fun E σ hi => by
    obtain ⟨hi', I, I', hI, hd⟩ := h E σ hi
    exact ⟨hi', I', hI, hd.preserves.1⟩

/-- `safe`: if the last program is safe, so is the program as written. -/
theorem safe_of_preserves {p p' : ProgramText} (h : Reduces p p') (hsafe : p'.Safe) : p.Safe := by
  intro E σ hi hw
  obtain ⟨hi', I, hI, hpres⟩ := h E σ hi
  exact hsafe E σ hi' (goesWrong_of_bad (hpres.bad hI (bad_of_goesWrong hw)))

/-- `ensures`: what holds where all threads of the last program have ended holds where those of the program as written have. -/
theorem ensures_of_preserves {p p' : ProgramText} {f : Formula} (h : Reduces p p') (hsafe : p'.Safe) (hens : p'.Ensures f) : p.Ensures f := by
  intro E σ σ' P' hi hm hended
  obtain ⟨hi', I, hI, hpres⟩ := h E σ hi
  have wrong : ¬ (calculus p' E σ).Bad I σ := fun hb => hsafe E σ hi' (goesWrong_of_bad hb)
  rcases good_of_ended hm hended with hb | hg
  · exact absurd (hpres.bad hI hb) wrong
  · rcases hpres.good hI hg with hb | ⟨τ, rfl, hg'⟩
    · exact absurd hb wrong
    · obtain ⟨Q, hQ, hQe⟩ := ended_of_good hg'
      exact hens E σ τ Q hi' hQ hQe

/-- `refines`: a program and the one that a reduction makes of it. Where an execution of the program is, it comes with what is left inside of marked
statements; if that is nothing, the reduced program can come to the same store, to where its threads can do all that is left, or it goes wrong. -/
theorem refines_core {p p' : ProgramText} {E : Parameters} {σ σ' : Store} {D : Reduction (List Index) Index (Nat × List Index) Store} (V : D.Valid)
    (hsource : D.source = calculus p E σ) (htarget : D.target = calculus p' E σ) (hI : D.I σ) {P' : Plato.Program (p.Thread E σ) Core}
    (h : Many (ParStep (p.step E σ)) (.run σ (p.program E σ)) (.run σ' P')) :
    GoesWrong (p'.step E σ) (p'.program E σ) σ ∨ ∃ rest, ∃ M : Marked (List Index) Index (Nat × List Index) Store, M.erase = .par rest ∧ Follows p E σ P' rest ∧
      ((∀ q, M.phase q = .out) → GoesWrong (p'.step E σ) (p'.program E σ) σ ∨ ∃ Q' rest', M.contract = .par rest' ∧ Leads p' E σ Q' rest' ∧
        Many (ParStep (p'.step E σ)) (.run σ (p'.program E σ)) (.run σ' Q')) := by
  have wrong : D.target.Bad D.I σ → GoesWrong (p'.step E σ) (p'.program E σ) σ := by
    rw [htarget]; exact goesWrong_of_bad
  rcases follow h with hw | ⟨_, _, rest, heq, hm, hf⟩
  · refine .inl (wrong (V.bad ⟨hI, ?_⟩))
    rw [hsource]; exact hw
  · cases heq
    rw [← hsource] at hm
    obtain ⟨M, hM, _, hq⟩ := V.refines_source hI hm
    refine .inr ⟨rest, M, hM, hf, fun hquiet => ?_⟩
    rcases hq hquiet with hb | hm'
    · exact .inl (wrong hb)
    · rw [htarget] at hm'
      obtain ⟨Q', rest', hr, hl, hQ⟩ := core_many hm'
      exact .inr ⟨Q', rest', hr, hl, hQ⟩

end Plato.Reduction
