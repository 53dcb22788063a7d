/-
# Core Plato and the calculus

Programs of core Plato as programs of the calculus of atomic actions: a command is a gated action, whose gate says that it cannot go wrong; the threads
are the branches of one parallel composition. A scope reads the store when it begins, so its beginning is an action: any of those that remember some
values, and take place where the variables have these values. This is for programs without `par`.

A command may go wrong and also have a step from the same store. In the calculus it goes wrong then. That is enough: such a program goes wrong
in any case.

Main definitions: `gated`, `remember`, `ofCore`, `Plain`, `calculus`.
Main results: `bad_of_goesWrong`, `good_of_ended`.
-/
module

public import Theory.Reduction.Soundness
public import Plato.Meaning.Program

@[expose] public section

namespace Plato.Reduction

/-- A thread's place: its family and identifier. -/
abbrev Place := Nat × Int

/-- Branches are places, and a scope may remember any store. -/
abbrev Index := Place × Store

/-- The identifier of the thread at a position. -/
def ident : List Index → Int
  | [] => 0
  | b :: _ => b.1.2

/-- A command as a gated action. -/
def gated (E : Parameters) (C : Command) : Gated (List Index) Store where
  gate t σ := ¬ C.Runs E (ident t) σ .wrong
  trans t σ σ' := C.Runs E (ident t) σ (.store σ')

/-- The beginning of a scope of a thread, where its variables have the values that they have in a store. -/
def remember (locals : List Nat) (thread : Int) (v : Store) : Gated (List Index) Store where
  gate _ _ := True
  trans _ σ σ' := σ' = σ ∧ ∀ x ∈ locals, (σ x).toMap thread = (v x).toMap thread

abbrev CoreStmt := Stmt (List Index) Index (Nat × Int) Store

/-- A statement of core Plato, run by a thread, as one of the calculus. -/
noncomputable def ofCore (E : Parameters) (thread : Int) : Core → CoreStmt
  | .skip => .skip
  | .atomic C => .atomic (gated E C)
  | .choice S T => .choice (ofCore E thread S) (ofCore E thread T)
  | .seq S T => .seq (ofCore E thread S) (ofCore E thread T)
  | .loop S => .loop (ofCore E thread S)
  | .block S => .block (ofCore E thread S)
  | .exit n => .exit n
  | .call ρ => .call (ρ, thread)
  | .scope locals S => .pick fun v => .seq (.atomic (remember locals thread v.2))
      (.seq (ofCore E thread S) (.atomic (gated E (restoring locals thread v.2))))
  | .par _ _ _ | .branches _ => .skip

/-- Statements for which this is meant. -/
def Plain : Core → Prop
  | .skip | .atomic _ | .call _ | .exit _ => True
  | .choice S T | .seq S T => Plain S ∧ Plain T
  | .loop S | .block S | .scope _ S => Plain S
  | .par _ _ _ | .branches _ => False

/-- The bodies of the procedures. -/
def bodiesOf (p : ProgramText) (ρ : Nat) : Core := p.procedures.getD ρ .skip

/-- All threads and procedures are such. -/
structure PlainText (p : ProgramText) : Prop where
  family : ∀ i (h : i < p.families.size), Plain p.families[i].body
  procedure : ∀ ρ, Plain (bodiesOf p ρ)

/-- The program of the calculus, for parameters and an initial store. -/
noncomputable def calculus (p : ProgramText) (E : Parameters) (σ : Store) : Program (List Index) Index (Nat × Int) Store where
  root := []
  child t b := b :: t
  main := .par fun b => open Classical in
    if h : b.2 = σ ∧ ∃ h : b.1.1 < p.families.size, p.families[b.1.1].members.predicate E b.1.2 σ then
      ofCore E b.1.2 (p.families[b.1.1]'h.2.1).body
    else .skip
  body ρ := ofCore E ρ.2 (bodiesOf p ρ.1)

section

variable {p : ProgramText} {E : Parameters}

/-- A step of a thread: it goes on with the statement, or is one of an action that it can take next. -/
theorem core_step (hp : PlainText p) {t : Int} {σ : Store} {S : Core} {r : SeqState Store Core}
    (hs : Core.Step (bodiesOf p) E t (.run σ S) r) (hS : Plain S) (σ₀ : Store) :
    (∃ S', r = .run σ S' ∧ Plain S' ∧ Covers (calculus p E σ₀).body (ofCore E t S) (ofCore E t S')) ∨
    ∃ α X, Stmt.Edge (calculus p E σ₀).body [] (ofCore E t S) α X ∧
      ((∃ σ' S', r = .run σ' S' ∧ Plain S' ∧ Covers (calculus p E σ₀).body X (ofCore E t S') ∧ ∀ u, ident u = t → α.trans u σ σ') ∨
        r = .wrong ∧ ∀ u, ident u = t → ¬ α.gate u σ) := by
  induction S generalizing r with
  | skip | exit => cases hs
  | atomic C =>
    cases hs with
    | actionOk h => exact .inr ⟨_, _, .atomic, .inl ⟨_, .skip, rfl, trivial, .refl, fun u hu => by rw [← hu] at h; exact h⟩⟩
    | actionWrong h => exact .inr ⟨_, _, .atomic, .inr ⟨rfl, fun u hu hg => hg (by rw [hu]; exact h)⟩⟩
  | choice S T =>
    cases hs with
    | choiceLeft => exact .inl ⟨S, rfl, hS.1, .left⟩
    | choiceRight => exact .inl ⟨T, rfl, hS.2, .right⟩
  | seq S T ih =>
    cases hs with
    | seqStep hs =>
      rcases ih hs hS.1 with ⟨S', hr, hS', hc⟩ | ⟨α, X, he, ⟨σ', S', hr, hS', hc, h⟩ | ⟨hr, _⟩⟩
      · cases hr; exact .inl ⟨_, rfl, ⟨hS', hS.2⟩, hc.seq⟩
      · cases hr; exact .inr ⟨α, _, .seq he, .inl ⟨_, _, rfl, ⟨hS', hS.2⟩, hc.seq, h⟩⟩
      · cases hr
    | seqSkip => exact .inl ⟨T, rfl, hS.2, .next .skip⟩
    | seqExit =>
      exact .inl ⟨_, rfl, trivial, ⟨(fun he => by cases he), fun he => by cases he; exact .seqExit .exit⟩⟩
    | seqWrong hs =>
      rcases ih hs hS.1 with ⟨S', hr, _⟩ | ⟨α, X, he, ⟨σ', S', hr, _⟩ | ⟨_, h⟩⟩
      · cases hr
      · cases hr
      · exact .inr ⟨α, _, .seq he, .inr ⟨rfl, h⟩⟩
  | loop S =>
    cases hs with
    | loopDone => exact .inl ⟨.skip, rfl, trivial, ⟨(fun he => by cases he), fun he => by cases he; exact .loop⟩⟩
    | loopUnroll => exact .inl ⟨_, rfl, ⟨hS, hS⟩, .unroll⟩
  | block S ih =>
    cases hs with
    | blockStep hs =>
      rcases ih hs hS with ⟨S', hr, hS', hc⟩ | ⟨α, X, he, ⟨σ', S', hr, hS', hc, h⟩ | ⟨hr, _⟩⟩
      · cases hr; exact .inl ⟨_, rfl, hS', hc.block⟩
      · cases hr; exact .inr ⟨α, _, .block he, .inl ⟨_, _, rfl, hS', hc.block, h⟩⟩
      · cases hr
    | blockSkip => exact .inl ⟨.skip, rfl, trivial, ⟨(fun he => by cases he), fun he => by cases he; exact .block .skip⟩⟩
    | blockExit => exact .inl ⟨.skip, rfl, trivial, ⟨(fun he => by cases he), fun he => by cases he; exact .blockExit .exit⟩⟩
    | blockOut => exact .inl ⟨_, rfl, trivial, ⟨(fun he => by cases he), fun he => by cases he; exact .blockOut .exit⟩⟩
    | blockWrong hs =>
      rcases ih hs hS with ⟨S', hr, _⟩ | ⟨α, X, he, ⟨σ', S', hr, _⟩ | ⟨_, h⟩⟩
      · cases hr
      · cases hr
      · exact .inr ⟨α, _, .block he, .inr ⟨rfl, h⟩⟩
  | call ρ =>
    cases hs with
    | call => exact .inl ⟨_, rfl, hp.procedure ρ, ⟨fun he => .call he, fun he => .call he⟩⟩
  | scope locals S =>
    cases hs with
    | scope =>
      exact .inr ⟨_, _, .pick ((0, 0), σ) (.seq .atomic), .inl ⟨σ, _, rfl, ⟨hS, trivial⟩, .next .skip, fun _ _ => ⟨rfl, fun _ _ => rfl⟩⟩⟩
  | _ => exact hS.elim

/-- The branch of a thread. -/
def branchAt (σ : Store) (t : p.Thread E σ) : Index := (t.1, σ)

theorem branchAt_injective {σ : Store} {t u : p.Thread E σ} (h : branchAt σ t = branchAt σ u) : t = u := Subtype.ext (Prod.mk.inj h).1

/-- Where an execution of the program is in the calculus: what is left there can do what is left here. Threads that have not moved are as they
were. -/
structure Follows (p : ProgramText) (E : Parameters) (σ₀ : Store) (P : Plato.Program (p.Thread E σ₀) Core) (rest : Index → CoreStmt) : Prop where
  plain : ∀ t, Plain (P t)
  covers : ∀ t, Covers (calculus p E σ₀).body (rest (branchAt σ₀ t)) (ofCore E t.1.2 (P t))
  other : ∀ b, (¬ ∃ t : p.Thread E σ₀, branchAt σ₀ t = b) → rest b = .skip
  moved : ∃ l : List Index, ∀ t : p.Thread E σ₀, branchAt σ₀ t ∉ l → rest (branchAt σ₀ t) = ofCore E t.1.2 (P t)

theorem main_thread {σ : Store} {rest : Index → CoreStmt} (h : (calculus p E σ).main = .par rest) :
    (∀ t : p.Thread E σ, rest (branchAt σ t) = ofCore E t.1.2 (p.program E σ t)) ∧
    ∀ b, (¬ ∃ t : p.Thread E σ, branchAt σ t = b) → rest b = .skip := by
  cases h
  refine ⟨fun t => dif_pos ⟨rfl, t.2⟩, fun b hb => dif_neg fun h => hb ⟨⟨b.1, h.2⟩, ?_⟩⟩
  exact Prod.ext rfl h.1.symm

/-- An execution of the program is one of the calculus, or that one goes wrong. -/
theorem follow (hp : PlainText p) {σ : Store} {s : ParState (p.Thread E σ) Store Core} (hm : Many (ParStep (p.step E σ)) (.run σ (p.program E σ)) s) :
    WrongOf (calculus p E σ).body (calculus p E σ).child [] (σ, (calculus p E σ).main) ∨
    ∃ σ' P' rest, s = .run σ' P' ∧ Many (calculus p E σ).Step (σ, (calculus p E σ).main) (σ', .par rest) ∧ Follows p E σ P' rest := by
  induction hm with
  | refl =>
    have hrest := main_thread (p := p) (E := E) (σ := σ) rfl
    exact .inr ⟨σ, _, _, rfl, .refl, fun t => hp.family _ _, fun t => hrest.1 t ▸ .refl, hrest.2, [], fun t _ => hrest.1 t⟩
  | tail _ hs ih =>
    rcases ih with hw | ⟨σ', P', rest, rfl, hm, hf⟩
    · exact .inl hw
    have keep : ∀ {i : p.Thread E σ} {S' : Core}, Plain S' → ∀ t, Plain (P'.update i S' t) := by
      intro i S' hS' t
      by_cases ht : t = i
      · subst ht; rw [Plato.Program.update_same]; exact hS'
      · rw [Plato.Program.update_other _ ht]; exact hf.plain t
    have action : ∀ {i : p.Thread E σ} {r}, p.step E σ i (.run σ' (P' i)) r →
        (∃ S', r = .run σ' S' ∧ Plain S' ∧ Covers (calculus p E σ).body (ofCore E i.1.2 (P' i)) (ofCore E i.1.2 S')) ∨
        (∃ α X S' σ'', Plain S' ∧ Stmt.Edge (calculus p E σ).body [] (rest (branchAt σ i)) α X ∧ r = .run σ'' S' ∧
          Covers (calculus p E σ).body X (ofCore E i.1.2 S') ∧ α.Run [branchAt σ i] σ' σ'') ∨
        WrongOf (calculus p E σ).body (calculus p E σ).child [] (σ, (calculus p E σ).main) := by
      intro i r hs
      rcases core_step hp hs (hf.plain i) σ with h | ⟨α, X, he, h⟩
      · exact .inl h
      · have he' := (hf.covers i).edge he
        by_cases hg : α.gate [branchAt σ i] σ'
        · rcases h with ⟨σ'', S', rfl, hS', hc, hr⟩ | ⟨_, hr⟩
          · exact .inr (.inl ⟨α, X, S', σ'', hS', he', rfl, hc, hg, hr _ rfl⟩)
          · exact absurd hg (hr _ rfl)
        · exact .inr (.inr (wrong_of_many hm ⟨_, .refl, [branchAt σ i], _, _, .par he', hg⟩))
    cases hs with
    | @parallel _ σ'' _ i S' hs =>
      rcases action hs with ⟨S', hr, hS', hc⟩ | ⟨α, X, S', σ'', hS', he, hr, hc, hrun⟩ | hw
      · cases hr
        refine .inr ⟨σ', _, rest, rfl, hm, keep hS', fun t => ?_, hf.other, ?_⟩
        · by_cases ht : t = i
          · subst ht; rw [Plato.Program.update_same]; exact (hf.covers t).trans hc
          · rw [Plato.Program.update_other _ ht]; exact hf.covers t
        · obtain ⟨l, hl⟩ := hf.moved
          refine ⟨branchAt σ i :: l, fun t ht => ?_⟩
          rw [Plato.Program.update_other _ fun h => ht (by simp [h])]
          exact hl t fun h => ht (List.mem_cons_of_mem _ h)
      · cases hr
        refine .inr ⟨_, _, _, rfl, .tail hm ⟨[branchAt σ i], α, .par he, hrun⟩, keep hS', fun t => ?_, fun b hb => ?_, ?_⟩
        · by_cases ht : t = i
          · subst ht; rw [Plato.Program.update_same, Plato.Program.update_same]; exact hc
          · rw [Plato.Program.update_other _ ht, Plato.Program.update_other _ fun h => ht (branchAt_injective h)]; exact hf.covers t
        · rw [Plato.Program.update_other _ fun h => hb ⟨i, h.symm⟩]; exact hf.other b hb
        · obtain ⟨l, hl⟩ := hf.moved
          refine ⟨branchAt σ i :: l, fun t ht => ?_⟩
          rw [Plato.Program.update_other _ fun h => ht (by simp [h]), Plato.Program.update_other _ fun h => ht (by simp [h])]
          exact hl t fun h => ht (List.mem_cons_of_mem _ h)
      · exact .inl hw
    | @parallelWrong _ _ i hs =>
      rcases action hs with ⟨S', hr, _⟩ | ⟨α, X, S', σ'', _, _, hr, _⟩ | hw
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
    · by_cases hex : ∃ t : p.Thread E σ, branchAt σ t = b
      · obtain ⟨t, rfl⟩ := hex
        rw [hl t hb, hended t]; rfl
      · exact hf.other b hex
    · by_cases hex : ∃ t : p.Thread E σ, branchAt σ t = b
      · obtain ⟨t, rfl⟩ := hex
        have := hf.covers t
        rw [hended t] at this
        exact this.ends .skip
      · rw [hf.other b hex]; exact .skip

end

end Plato.Reduction
