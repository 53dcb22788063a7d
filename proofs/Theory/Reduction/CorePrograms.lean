/-
# Core Plato: what reduction proves of a program

What a program of the calculus that comes from core Plato does, the program does; so a proof by steps of the calculus gives `safe` and `ensures` of the
program as written.

Main results: `goesWrong_of_bad`, `ended_of_good`, `reduces_of_derives`, `safe_of_preserves`, `ensures_of_preserves`.
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

/-- The statement in a block. -/
def blocked : SeqState Store Core → SeqState Store Core
  | .run σ S => .run σ (.block S)
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

theorem core_block {bodies : Nat → Core} {t : Int} {σ : Store} {S : Core} {r : SeqState Store Core}
    (h : Many (Core.Step bodies E t) (.run σ S) r) : Many (Core.Step bodies E t) (.run σ (.block S)) (blocked r) := by
  induction h with
  | refl => exact .refl
  | @tail u r _ hs ih =>
    cases u with
    | wrong => cases hs
    | run σ₁ S₁ =>
      cases r with
      | run => exact .tail ih (.blockStep hs)
      | wrong => exact .tail ih (.blockWrong hs)

/-- What is left of a statement that is left without any action. -/
def left : Option Nat → Core
  | none => .skip
  | some n => .exit n

theorem skip_of_ofCore {t : Int} {S : Core} (h : ofCore E t S = .skip) : S = .skip := by
  cases S with
  | skip => rfl
  | _ => cases h

/-- A statement that can be left without any action is left by steps that leave the store as it is. -/
theorem leaves_core {k : Option Nat} {X : CoreStmt} (h : Stmt.Leaves (calculus p E σ₀).body k X) {S : Core} {t : Int}
    (hX : X = ofCore E t S) (σ : Store) : Many (Core.Step (bodiesOf p) E t) (.run σ S) (.run σ (left k)) := by
  induction h generalizing S t with
  | skip =>
    cases S with
    | skip => exact .refl
    | _ => cases hX
  | exit =>
    cases S with
    | exit => cases hX; exact .refl
    | _ => cases hX
  | left _ ih =>
    cases S with
    | choice S T => cases hX; exact .head .choiceLeft (ih rfl)
    | _ => cases hX
  | right _ ih =>
    cases S with
    | choice S T => cases hX; exact .head .choiceRight (ih rfl)
    | _ => cases hX
  | seq _ _ ih ih' =>
    cases S with
    | seq S T => cases hX; exact (core_seq T (ih rfl)).trans (.head .seqSkip (ih' rfl))
    | _ => cases hX
  | seqExit _ ih =>
    cases S with
    | seq S T => cases hX; exact (core_seq T (ih rfl)).trans (.single .seqExit)
    | _ => cases hX
  | loop =>
    cases S with
    | loop S => exact .single .loopDone
    | _ => cases hX
  | loopExit _ ih =>
    cases S with
    | loop S => cases hX; exact .head .loopUnroll ((core_seq (.loop S) (ih rfl)).trans (.single .seqExit))
    | _ => cases hX
  | call _ ih =>
    cases S with
    | call ρ => cases hX; exact .head .call (ih rfl)
    | _ => cases hX
  | block _ ih =>
    cases S with
    | block S => cases hX; exact (core_block (ih rfl)).trans (.single .blockSkip)
    | _ => cases hX
  | blockExit _ ih =>
    cases S with
    | block S => cases hX; exact (core_block (ih rfl)).trans (.single .blockExit)
    | _ => cases hX
  | blockOut _ ih =>
    cases S with
    | block S => cases hX; exact (core_block (ih rfl)).trans (.single .blockOut)
    | _ => cases hX
  | pick b h _ =>
    cases S with
    | scope locals S =>
      cases hX
      cases h with
      | seq h => cases h
      | seqExit h => cases h
    | par first last S =>
      cases hX
      cases h with
      | seq h => cases h
      | seqExit h => cases h
    | _ => cases hX
  | par busy hskip _ ih =>
    cases S with
    | branches rest =>
      cases hX
      suffices ∀ l : List Index, ∃ rest', Many (Core.Step (bodiesOf p) E t) (.run σ (.branches rest)) (.run σ (.branches rest')) ∧
          ∀ n, (numbered n ∈ l → rest' n = .skip) ∧ (numbered n ∉ l → rest' n = rest n) by
        obtain ⟨rest', hm, h⟩ := this busy
        refine .tail hm (.join fun n => ?_)
        by_cases hn : numbered n ∈ busy
        · exact (h n).1 hn
        · rw [(h n).2 hn]
          have := hskip _ hn
          rw [branching_numbered] at this
          exact skip_of_ofCore this
      intro l
      induction l with
      | nil => exact ⟨rest, .refl, fun n => ⟨(fun h => by cases h), fun _ => rfl⟩⟩
      | cons b l ihl =>
        obtain ⟨rest', hm, h⟩ := ihl
        by_cases hb : b ∉ l ∧ ∃ n, numbered n = b
        · obtain ⟨hbl, n, rfl⟩ := hb
          have hn : Many (Core.Step (bodiesOf p) E (branchOf t n)) (.run σ (rest' n)) (.run σ .skip) := by
            rw [(h n).2 hbl]
            exact ih (numbered n) branching_numbered
          refine ⟨Plato.Program.update rest' n .skip, hm.trans (branch_many hn), fun m => ?_⟩
          by_cases hmn : m = n
          · subst hmn
            exact ⟨fun _ => Plato.Program.update_same .., fun h => absurd (List.mem_cons_self ..) h⟩
          · rw [Plato.Program.update_other _ hmn]
            exact ⟨fun hmem => (h m).1 ((List.mem_cons.1 hmem).resolve_left fun h => hmn (congrArg (fun b : Index => b.1.2) h)),
              fun hmem => (h m).2 fun h' => hmem (List.mem_cons_of_mem _ h')⟩
        · refine ⟨rest', hm, fun m => ⟨fun hmem => ?_, fun hmem => (h m).2 fun h' => hmem (List.mem_cons_of_mem _ h')⟩⟩
          rcases List.mem_cons.1 hmem with heq | hmem
          · exact (h m).1 (Classical.byContradiction fun hn => hb ⟨heq ▸ hn, m, heq⟩)
          · exact (h m).1 hmem
    | _ => cases hX

theorem branch_wrong {bodies : Nat → Core} {t : Int} {rest : Int → Core} {n : Int} {σ : Store}
    (h : Many (Core.Step bodies E (branchOf t n)) (.run σ (rest n)) .wrong) : Many (Core.Step bodies E t) (.run σ (.branches rest)) .wrong := by
  cases h with
  | @tail u _ hm hs =>
    cases u with
    | wrong => cases hs
    | run σ' S' => exact .tail (branch_many hm) (.branchWrong (by rw [Plato.Program.update_same]; exact hs))

/-- What an action of the calculus does, the thread does: it goes wrong, or comes to where it can do all that is left in the calculus. -/
structure Meets (p : ProgramText) (E : Parameters) (σ₀ : Store) (t : Int) (S : Core) (q : List Index) (α : Gated (List Index) Store) (U : CoreStmt) : Prop where
  wrong : ∀ {u σ}, ident u = t → u ≠ [] → ¬ α.gate (actor (fun t b => b :: t) u q) σ → Many (Core.Step (bodiesOf p) E t) (.run σ S) .wrong
  run : ∀ {u σ σ'}, ident u = t → u ≠ [] → α.Run (actor (fun t b => b :: t) u q) σ σ' →
    ∃ S', Many (Core.Step (bodiesOf p) E t) (.run σ S) (.run σ' S') ∧ Above (calculus p E σ₀).body (ofCore E t S') U

theorem Meets.before {t : Int} {S T : Core} {q : List Index} {α : Gated (List Index) Store} {U : CoreStmt} (h : Meets p E σ₀ t T q α U)
    (hm : ∀ σ, Many (Core.Step (bodiesOf p) E t) (.run σ S) (.run σ T)) : Meets p E σ₀ t S q α U :=
  ⟨fun hu hne hg => (hm _).trans (h.wrong hu hne hg), fun hu hne hr => by
    obtain ⟨S', hm', hc⟩ := h.run hu hne hr
    exact ⟨S', (hm _).trans hm', hc⟩⟩

theorem Meets.seq {t : Int} {S T : Core} {q : List Index} {α : Gated (List Index) Store} {U : CoreStmt} (h : Meets p E σ₀ t S q α U) :
    Meets p E σ₀ t (.seq S T) q α (.seq U (ofCore E t T)) :=
  ⟨fun hu hne hg => core_seq T (h.wrong hu hne hg), fun hu hne hr => by
    obtain ⟨S', hm', hc⟩ := h.run hu hne hr
    exact ⟨.seq S' T, core_seq T hm', hc.seq⟩⟩

theorem edge_core {q : List Index} {X U : CoreStmt} {α : Gated (List Index) Store} (h : Stmt.Edge (calculus p E σ₀).body q X α U) {S : Core} {t : Int}
    (hX : X = ofCore E t S) : Meets p E σ₀ t S q α U := by
  induction h generalizing S t with
  | atomic =>
    cases S with
    | atomic C =>
      cases hX
      exact ⟨fun hu _ hg => .single (.actionWrong (hu ▸ Classical.not_not.1 hg)), fun hu _ hr => ⟨.skip, .single (.actionOk (hu ▸ hr.2)), .refl⟩⟩
    | _ => cases hX
  | left _ ih =>
    cases S with
    | choice S T => cases hX; exact (ih rfl).before fun _ => .single .choiceLeft
    | _ => cases hX
  | right _ ih =>
    cases S with
    | choice S T => cases hX; exact (ih rfl).before fun _ => .single .choiceRight
    | _ => cases hX
  | seq _ ih =>
    cases S with
    | seq S T => cases hX; exact (ih rfl).seq
    | _ => cases hX
  | next hends _ ih =>
    cases S with
    | seq S T => cases hX; exact (ih rfl).before fun σ => (core_seq T (leaves_core hends rfl σ)).trans (.single .seqSkip)
    | _ => cases hX
  | loop _ ih =>
    cases S with
    | loop S => cases hX; exact ((ih rfl).seq (T := .loop S)).before fun _ => .single .loopUnroll
    | _ => cases hX
  | call _ ih =>
    cases S with
    | call ρ => cases hX; exact (ih rfl).before fun _ => .single .call
    | _ => cases hX
  | block _ ih =>
    cases S with
    | block S =>
      cases hX
      have h := ih rfl
      refine ⟨fun hu hne hg => core_block (h.wrong hu hne hg), fun hu hne hr => ?_⟩
      obtain ⟨S', hm', hc⟩ := h.run hu hne hr
      exact ⟨.block S', core_block hm', hc.block⟩
    | _ => cases hX
  | pick b h _ =>
    have first : ∀ {S T : CoreStmt}, Covers (calculus p E σ₀).body T (.seq .skip T) := by
      intro _ T
      refine ⟨fun he => ?_, fun he => ?_⟩
      · cases he with
        | seq he => cases he
        | next _ he => exact he
      · cases he with
        | seq _ he => exact he
        | seqExit he => cases he
    cases S with
    | scope locals S =>
      cases hX
      cases h with
      | seq h =>
        cases h
        refine ⟨fun _ _ hg => absurd trivial hg, fun {u σ σ'} _ _ hr => ?_⟩
        obtain ⟨_, rfl, hx⟩ := hr
        refine ⟨.seq S (.atomic (restoring locals t σ')), .single .scope, ?_⟩
        have same : restoring locals t σ' = restoring locals t b.2 := by
          unfold restoring
          congr 1
          exact List.map_congr_left fun x hx' => by rw [hx x hx']
        rw [ofCore, ofCore, same]
        exact .of_covers (first (S := .skip))
      | next h => cases h
    | par low high S =>
      cases hX
      cases h with
      | seq h =>
        cases h
        refine ⟨fun _ _ hg => absurd trivial hg, fun {u σ σ'} _ _ hr => ?_⟩
        obtain ⟨_, rfl, hlow, hhigh⟩ := hr
        refine ⟨.branches (forked E t low high S σ'), .single .fork, ?_⟩
        rw [ofCore, ofCore_forked, hlow, hhigh]
        exact .of_covers (first (S := .skip))
      | next h => cases h
    | _ => cases hX
  | @par q b _ α U he ih =>
    cases S with
    | branches rest =>
      cases hX
      by_cases hb : ∃ n, numbered n = b
      · obtain ⟨n, rfl⟩ := hb
        have h := ih (branching_numbered (skip := .skip) (f := fun n => ofCore E (branchOf t n) (rest n)))
        have name : ∀ {u : List Index}, ident u = t → u ≠ [] → ident (numbered n :: u) = branchOf t n := by
          intro u hu hne
          rw [ident_branch hne, hu]; rfl
        refine ⟨fun {u σ} hu hne hg => branch_wrong (h.wrong (u := numbered n :: u) (name hu hne) (by simp) hg), fun {u σ σ'} hu hne hr => ?_⟩
        obtain ⟨S', hm', hc⟩ := h.run (u := numbered n :: u) (name hu hne) (by simp) hr
        refine ⟨_, branch_many hm', ?_⟩
        rw [ofCore_update]
        refine .par [numbered n] (fun b hb => ?_) fun b => ?_
        · have hbn : b ≠ numbered n := fun h => hb (by simp [h])
          rw [Plato.Program.update_other _ hbn, Plato.Program.update_other _ hbn]
        · by_cases hbn : b = numbered n
          · subst hbn; rw [Plato.Program.update_same, Plato.Program.update_same]; exact hc
          · rw [Plato.Program.update_other _ hbn, Plato.Program.update_other _ hbn]; exact .refl
      · rw [branching, if_neg fun h => hb ⟨_, h.symm⟩] at he
        cases he
    | _ => cases hX

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
  above : ∀ t, Above (calculus p E σ₀).body (ofCore E t.1.2 (P t)) (rest (branchAt σ₀ t))
  other : ∀ b, (¬ ∃ t : p.Thread E σ₀, branchAt σ₀ t = b) → rest b = .skip
  moved : ∃ l : List Index, ∀ t : p.Thread E σ₀, branchAt σ₀ t ∉ l → rest (branchAt σ₀ t) = ofCore E t.1.2 (P t)

/-- An execution of the calculus is one of the program. -/
theorem core_many {σ : Store} {y : Store × CoreStmt}
    (hm : Many (calculus p E σ).Step (σ, (calculus p E σ).main) y) :
    ∃ P rest, y.2 = .par rest ∧ Leads p E σ P rest ∧ Many (ParStep (p.step E σ)) (.run σ (p.program E σ)) (.run y.1 P) := by
  induction hm with
  | refl =>
    have hrest := main_thread (p := p) (E := E) (σ := σ) rfl
    exact ⟨_, _, rfl, ⟨fun t => hrest.1 t ▸ .refl, hrest.2, [], fun t _ => hrest.1 t⟩, .refl⟩
  | @tail x y _ hs ih =>
    obtain ⟨P, rest, hx, his, hm⟩ := ih
    obtain ⟨q, α, he, hr⟩ := hs
    rw [hx] at he
    obtain ⟨b, q, U, rfl, he, hy⟩ := edge_branch he
    by_cases hb : ∃ t : p.Thread E σ, branchAt σ t = b
    · obtain ⟨t, rfl⟩ := hb
      obtain ⟨V, he', hV⟩ := (his.above t).edge he
      obtain ⟨S', hrun, hc⟩ := (edge_core he' rfl).run (u := [branchAt σ t]) rfl (by simp) hr
      refine ⟨P.update t S', _, hy, ⟨fun u => ?_, fun b hb => ?_, ?_⟩, hm.trans (thread_many (r := .run y.1 S') hrun)⟩
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
    exact hm.trans (thread_many (r := .wrong) ((edge_core he' rfl).wrong (u := [branchAt σ t]) rfl (by simp) hg))
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
          exact leaves_core ((his.above t).leaves (hends _)) rfl _
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

end Plato.Reduction
