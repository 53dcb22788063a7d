/-
# Core Plato and the calculus

Programs of core Plato as programs of the calculus of atomic actions: a command is a gated action, whose gate says that it cannot go wrong; the threads
are the branches of one parallel composition. This is for programs without blocks, exits, scopes and `par`; what the kernel needs for these is
said on the page of the theory.

A command may go wrong and also have a step from the same store. In the calculus it goes wrong then. That is enough: such a program goes wrong
in any case.

Main definitions: `gated`, `ofCore`, `Plain`, `calculus`.
Main results: `bad_of_goesWrong`, `good_of_ended`.
-/
module

public import Theory.Reduction.Soundness
public import Plato.Meaning.Program

@[expose] public section

namespace Plato.Reduction

/-- A thread's place: its family and identifier. -/
abbrev Place := Nat × Int

/-- The identifier of the thread at a position. -/
def ident : List Place → Int
  | [] => 0
  | b :: _ => b.2

/-- A command as a gated action. -/
def gated (E : Parameters) (C : Command) : Gated (List Place) Store where
  gate t σ := ¬ C.Runs E (ident t) σ .wrong
  trans t σ σ' := C.Runs E (ident t) σ (.store σ')

/-- A statement of core Plato as one of the calculus. -/
def ofCore (E : Parameters) : Core → Stmt (List Place) Place Nat Store
  | .atomic C => .atomic (gated E C)
  | .choice S T => .choice (ofCore E S) (ofCore E T)
  | .seq S T => .seq (ofCore E S) (ofCore E T)
  | .loop S => .loop (ofCore E S)
  | .call ρ => .call ρ
  | .skip | .block _ | .exit _ | .scope _ _ | .par _ _ _ | .branches _ => .skip

/-- Statements for which this is meant. -/
def Plain : Core → Prop
  | .skip | .atomic _ | .call _ => True
  | .choice S T | .seq S T => Plain S ∧ Plain T
  | .loop S => Plain S
  | .block _ | .exit _ | .scope _ _ | .par _ _ _ | .branches _ => False

/-- The bodies of the procedures. -/
def bodiesOf (p : ProgramText) (ρ : Nat) : Core := p.procedures.getD ρ .skip

/-- All threads and procedures are such. -/
structure PlainText (p : ProgramText) : Prop where
  family : ∀ i (h : i < p.families.size), Plain p.families[i].body
  procedure : ∀ ρ, Plain (bodiesOf p ρ)

/-- The program of the calculus, for parameters and an initial store. -/
noncomputable def calculus (p : ProgramText) (E : Parameters) (σ : Store) : Program (List Place) Place Nat Store where
  root := []
  child t b := b :: t
  main := .par fun b => open Classical in
    if h : ∃ h : b.1 < p.families.size, p.families[b.1].members.predicate E b.2 σ then ofCore E (p.families[b.1]'h.1).body else .skip
  body ρ := ofCore E (bodiesOf p ρ)

section

variable {p : ProgramText} {E : Parameters}

theorem Covers.refl {Tid Br Proc Store : Type} {body : Proc → Stmt Tid Br Proc Store} {S : Stmt Tid Br Proc Store} : Covers body S S := ⟨id, id⟩

theorem Covers.trans {Tid Br Proc Store : Type} {body : Proc → Stmt Tid Br Proc Store} {S T U : Stmt Tid Br Proc Store} (h : Covers body S T)
    (h' : Covers body T U) : Covers body S U := ⟨fun he => h.edge (h'.edge he), fun he => h.ends (h'.ends he)⟩

theorem Covers.seq {Tid Br Proc Store : Type} {body : Proc → Stmt Tid Br Proc Store} {S S' T : Stmt Tid Br Proc Store} (h : Covers body S S') :
    (∀ {p α U}, Stmt.Edge body p (.seq S' T) α U → Stmt.Edge body p (.seq S T) α U) ∧ (Stmt.Ends body (.seq S' T) → Stmt.Ends body (.seq S T)) := by
  refine ⟨fun he => ?_, fun he => ?_⟩
  · cases he with
    | seq he => exact .seq (h.edge he)
    | next hS he => exact .next (h.ends hS) he
  · cases he with
    | seq hS hT => exact .seq (h.ends hS) hT

/-- A step of a thread: it goes on with the statement, or is one of an action. -/
theorem core_step (hp : PlainText p) {t : Int} {σ : Store} {S : Core} {r : SeqState Store Core}
    (hs : Core.Step (bodiesOf p) E t (.run σ S) r) (hS : Plain S) (σ₀ : Store) :
    (∃ S', r = .run σ S' ∧ Plain S' ∧ Covers (calculus p E σ₀).body (ofCore E S) (ofCore E S')) ∨
    ∃ C S', Plain S' ∧ Stmt.Edge (calculus p E σ₀).body [] (ofCore E S) (gated E C) (ofCore E S') ∧
      ((∃ σ', r = .run σ' S' ∧ C.Runs E t σ (.store σ')) ∨ r = .wrong ∧ C.Runs E t σ .wrong) := by
  induction S generalizing r with
  | skip => cases hs
  | atomic C =>
    cases hs with
    | actionOk h => exact .inr ⟨C, .skip, trivial, .atomic, .inl ⟨_, rfl, h⟩⟩
    | actionWrong h => exact .inr ⟨C, .skip, trivial, .atomic, .inr ⟨rfl, h⟩⟩
  | choice S T =>
    cases hs with
    | choiceLeft => exact .inl ⟨S, rfl, hS.1, .left⟩
    | choiceRight => exact .inl ⟨T, rfl, hS.2, .right⟩
  | seq S T ih =>
    cases hs with
    | seqStep hs =>
      rcases ih hs hS.1 with ⟨S', hr, hS', hc⟩ | ⟨C, S', hS', he, ⟨σ', hr, h⟩ | ⟨hr, _⟩⟩
      · cases hr; exact .inl ⟨_, rfl, ⟨hS', hS.2⟩, hc.seq.1, hc.seq.2⟩
      · cases hr; exact .inr ⟨C, .seq _ T, ⟨hS', hS.2⟩, .seq he, .inl ⟨_, rfl, h⟩⟩
      · cases hr
    | seqSkip => exact .inl ⟨T, rfl, hS.2, .next .skip⟩
    | seqExit => exact hS.1.elim
    | seqWrong hs =>
      rcases ih hs hS.1 with ⟨S', hr, _⟩ | ⟨C, S', hS', he, ⟨σ', hr, _⟩ | ⟨_, h⟩⟩
      · cases hr
      · cases hr
      · exact .inr ⟨C, .seq S' T, ⟨hS', hS.2⟩, .seq he, .inr ⟨rfl, h⟩⟩
  | loop S =>
    cases hs with
    | loopDone => exact .inl ⟨.skip, rfl, trivial, ⟨(fun he => by cases he), fun _ => .loop⟩⟩
    | loopUnroll =>
      refine .inl ⟨_, rfl, ⟨hS, hS⟩, fun he => ?_, fun _ => .loop⟩
      cases he with
      | seq he => exact .loop he
      | next _ he => exact he
  | call ρ =>
    cases hs with
    | call => exact .inl ⟨_, rfl, hp.procedure ρ, fun he => .call he, fun he => .call he⟩
  | _ => exact hS.elim

/-- Where an execution of the program is in the calculus: what is left there can do what is left here. Threads that have not moved are as they
were. -/
structure Follows (p : ProgramText) (E : Parameters) (σ₀ : Store) (P : Plato.Program (p.Thread E σ₀) Core) (rest : Place → Stmt (List Place) Place Nat Store) :
    Prop where
  plain : ∀ t, Plain (P t)
  covers : ∀ t, Covers (calculus p E σ₀).body (rest t.1) (ofCore E (P t))
  other : ∀ b, (¬ ∃ t : p.Thread E σ₀, t.1 = b) → rest b = .skip
  moved : ∃ l : List Place, ∀ t : p.Thread E σ₀, t.1 ∉ l → rest t.1 = ofCore E (P t)

theorem follows_start (hp : PlainText p) (σ : Store) : ∃ rest, (calculus p E σ).main = .par rest ∧ Follows p E σ (p.program E σ) rest := by
  refine ⟨_, rfl, fun t => hp.family _ _, fun t => ?_, fun b hb => ?_, [], fun t _ => ?_⟩
  · rw [dif_pos t.2]; exact .refl
  · exact dif_neg fun h => hb ⟨⟨b, h⟩, rfl⟩
  · exact dif_pos t.2

/-- An execution of the program is one of the calculus, or that one goes wrong. -/
theorem follow (hp : PlainText p) {σ : Store} {s : ParState (p.Thread E σ) Store Core} (hm : Many (ParStep (p.step E σ)) (.run σ (p.program E σ)) s) :
    WrongOf (calculus p E σ).body (calculus p E σ).child [] (σ, (calculus p E σ).main) ∨
    ∃ σ' P' rest, s = .run σ' P' ∧ Many (calculus p E σ).Step (σ, (calculus p E σ).main) (σ', .par rest) ∧ Follows p E σ P' rest := by
  induction hm with
  | refl =>
    obtain ⟨rest, hrest, hf⟩ := follows_start (E := E) hp σ
    exact .inr ⟨σ, _, rest, rfl, hrest ▸ .refl, hf⟩
  | tail _ hs ih =>
    rcases ih with hw | ⟨σ', P', rest, rfl, hm, hf⟩
    · exact .inl hw
    have action : ∀ {i : p.Thread E σ} {r}, p.step E σ i (.run σ' (P' i)) r →
        (∃ S', r = .run σ' S' ∧ Plain S' ∧ Covers (calculus p E σ).body (ofCore E (P' i)) (ofCore E S')) ∨
        (∃ C S' σ'', Plain S' ∧ Stmt.Edge (calculus p E σ).body [] (rest i.1) (gated E C) (ofCore E S') ∧ r = .run σ'' S' ∧
          (gated E C).Run [i.1] σ' σ'') ∨
        WrongOf (calculus p E σ).body (calculus p E σ).child [] (σ, (calculus p E σ).main) := by
      intro i r hs
      rcases core_step hp hs (hf.plain i) σ with h | ⟨C, S', hS', he, h⟩
      · exact .inl h
      · have he' := (hf.covers i).edge he
        by_cases hg : (gated E C).gate [i.1] σ'
        · rcases h with ⟨σ'', rfl, hr⟩ | ⟨_, hr⟩
          · exact .inr (.inl ⟨C, S', σ'', hS', he', rfl, hg, hr⟩)
          · exact absurd hr hg
        · exact .inr (.inr (wrong_of_many hm ⟨_, .refl, [i.1], _, _, .par he', hg⟩))
    cases hs with
    | @parallel _ σ'' _ i S' hs =>
      have other : ∀ b, (¬ ∃ t : p.Thread E σ, t.1 = b) → ∀ S, Plato.Program.update rest i.1 S b = .skip := by
        intro b hb S
        rw [Plato.Program.update_other _ fun h => hb ⟨i, h.symm⟩]; exact hf.other b hb
      rcases action hs with ⟨S', hr, hS', hc⟩ | ⟨C, S', σ'', hS', he, hr, hrun⟩ | hw
      · cases hr
        refine .inr ⟨σ', _, rest, rfl, hm, fun t => ?_, fun t => ?_, hf.other, ?_⟩
        · by_cases ht : t = i
          · subst ht; rw [Plato.Program.update_same]; exact hS'
          · rw [Plato.Program.update_other _ ht]; exact hf.plain t
        · by_cases ht : t = i
          · subst ht; rw [Plato.Program.update_same]; exact (hf.covers t).trans hc
          · rw [Plato.Program.update_other _ ht]; exact hf.covers t
        · obtain ⟨l, hl⟩ := hf.moved
          refine ⟨i.1 :: l, fun t ht => ?_⟩
          rw [Plato.Program.update_other _ fun h => ht (by simp [h])]
          exact hl t fun h => ht (List.mem_cons_of_mem _ h)
      · cases hr
        refine .inr ⟨_, _, _, rfl, .tail hm ⟨[i.1], gated E C, .par he, hrun⟩, fun t => ?_, fun t => ?_, fun b hb => other b hb _, ?_⟩
        · by_cases ht : t = i
          · subst ht; rw [Plato.Program.update_same]; exact hS'
          · rw [Plato.Program.update_other _ ht]; exact hf.plain t
        · by_cases ht : t = i
          · subst ht; rw [Plato.Program.update_same, Plato.Program.update_same]; exact .refl
          · rw [Plato.Program.update_other _ ht, Plato.Program.update_other _ fun h => ht (Subtype.ext h)]; exact hf.covers t
        · obtain ⟨l, hl⟩ := hf.moved
          refine ⟨i.1 :: l, fun t ht => ?_⟩
          rw [Plato.Program.update_other _ fun h => ht (by simp [h]), Plato.Program.update_other _ fun h => ht (by simp [h])]
          exact hl t fun h => ht (List.mem_cons_of_mem _ h)
      · exact .inl hw
    | @parallelWrong _ _ i hs =>
      rcases action hs with ⟨S', hr, _⟩ | ⟨C, S', σ'', _, _, hr, _⟩ | hw
      · cases hr
      · cases hr
      · exact .inl hw

/-- A program that goes wrong does so in the calculus. -/
theorem bad_of_goesWrong (hp : PlainText p) {σ : Store} (h : GoesWrong (p.step E σ) (p.program E σ) σ) : (calculus p E σ).Bad (fun _ => True) σ := by
  rcases follow hp h with hw | ⟨_, _, _, hs, _⟩
  · exact ⟨trivial, hw⟩
  · cases hs

/-- Where all threads of a program end, it succeeds in the calculus, or goes wrong there. -/
theorem good_of_ended (hp : PlainText p) {σ σ' : Store} {P' : Plato.Program (p.Thread E σ) Core}
    (h : Many (ParStep (p.step E σ)) (.run σ (p.program E σ)) (.run σ' P')) (hended : P'.Ended .skip) :
    (calculus p E σ).Bad (fun _ => True) σ ∨ (calculus p E σ).Good (fun _ => True) σ σ' := by
  rcases follow hp h with hw | ⟨_, _, rest, hs, hm, hf⟩
  · exact .inl ⟨trivial, hw⟩
  · cases hs
    obtain ⟨l, hl⟩ := hf.moved
    refine .inr ⟨trivial, _, hm, .par l (fun b hb => ?_) fun b => ?_⟩
    · by_cases hex : ∃ t : p.Thread E σ, t.1 = b
      · obtain ⟨t, rfl⟩ := hex
        rw [hl t hb, hended t]; rfl
      · exact hf.other b hex
    · by_cases hex : ∃ t : p.Thread E σ, t.1 = b
      · obtain ⟨t, rfl⟩ := hex
        have := hf.covers t
        rw [hended t] at this
        exact this.ends .skip
      · rw [hf.other b hex]; exact .skip

end

end Plato.Reduction
