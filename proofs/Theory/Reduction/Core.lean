/-
# Core Plato and the calculus

Programs of core Plato as programs of the calculus of atomic actions: a command is a gated action, whose gate says that it cannot go wrong; the threads
are the branches of one parallel composition, and `par` is one inside of a thread. An action is one of a thread: at any other position its gate is false and
it does nothing, so that conditions about pairs of actions are about the threads that run them. A scope reads the store when it begins, and so does `par`, so their
beginnings are actions: any of those that remember some values, and take place where the terms have these values.

A command may go wrong and also have a step from the same store. In the calculus it goes wrong then. That is enough: such a program goes wrong
in any case.

Main definitions: `gated`, `remember`, `bounds`, `ofCore`, `Live`, `calculus`.
Main results: `calculus_distinct`, `bad_of_goesWrong`, `good_of_ended`.
-/
module

public import Theory.Reduction.Soundness
public import Theory.Reduction.Above
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
  | [b] => b.1.2
  | b :: b' :: l => branchOf (ident (b' :: l)) b.1.2

theorem ident_branch {b : Index} {u : List Index} (h : u ≠ []) : ident (b :: u) = branchOf (ident u) b.1.2 := by
  cases u with
  | nil => exact absurd rfl h
  | cons => rfl

/-- The branch of a thread with that number. -/
def numbered (n : Int) : Index := ((0, n), fun _ => .int 0)

/-- A command of the thread at a position as a gated action. -/
def gated (E : Parameters) (t : List Index) (C : Command) : Gated (List Index) Store where
  gate u σ := u = t ∧ ¬ C.Runs E (ident t) σ .wrong
  trans u σ σ' := u = t ∧ C.Runs E (ident t) σ (.store σ')

/-- The beginning of a scope of a thread, where its variables have the values that they have in a store. -/
def remember (locals : List Nat) (t : List Index) (v : Store) : Gated (List Index) Store where
  gate u _ := u = t
  trans u σ σ' := u = t ∧ σ' = σ ∧ ∀ x ∈ locals, (σ x).toMap (ident t) = (v x).toMap (ident t)

/-- The beginning of branches of a thread, where their bounds have the values that they have in a store. -/
def bounds (E : Parameters) (first last : Term) (t : List Index) (v : Store) : Gated (List Index) Store where
  gate u _ := u = t
  trans u σ σ' := u = t ∧ σ' = σ ∧ (first.valueIn E (ident t) σ).toInt = (first.valueIn E (ident t) v).toInt ∧
    (last.valueIn E (ident t) σ).toInt = (last.valueIn E (ident t) v).toInt

/-- Branches, for each number. -/
noncomputable def branching {Control : Type} (skip : Control) (f : Int → Control) (b : Index) : Control :=
  open Classical in if b = numbered b.1.2 then f b.1.2 else skip

abbrev CoreStmt := Stmt (List Index) Index (Nat × List Index) Store

/-- A statement of core Plato, run by the thread at a position, as one of the calculus. -/
noncomputable def ofCore (E : Parameters) (t : List Index) : Core → CoreStmt
  | .skip => .skip
  | .atomic C => .atomic (gated E t C)
  | .choice S T => .choice (ofCore E t S) (ofCore E t T)
  | .seq S T => .seq (ofCore E t S) (ofCore E t T)
  | .loop S => .loop (ofCore E t S)
  | .block S => .block (ofCore E t S)
  | .exit n => .exit n
  | .call ρ => .call (ρ, t)
  | .scope locals S => .pick fun v => .seq (.atomic (remember locals t v.2))
      (.seq (ofCore E t S) (.atomic (gated E t (restoring locals (ident t) v.2))))
  | .par first last S => .pick fun v => .seq (.atomic (bounds E first last t v.2)) (.par (branching .skip fun n =>
      open Classical in
      if (first.valueIn E (ident t) v.2).toInt ≤ n ∧ n ≤ (last.valueIn E (ident t) v.2).toInt then ofCore E (numbered n :: t) S else .skip))
  | .branches rest => .par (branching .skip fun n => ofCore E (numbered n :: t) (rest n))

/-- The bodies of the procedures. -/
def bodiesOf (p : ProgramText) (ρ : Nat) : Core := p.procedures.getD ρ .skip

/-- No `par` is in the statement. -/
def NoPar : Core → Prop
  | .choice S T | .seq S T => NoPar S ∧ NoPar T
  | .loop S | .block S | .scope _ S => NoPar S
  | .par _ _ _ | .branches _ => False
  | _ => True

/-- Some `par` is in the program. -/
def Forks (p : ProgramText) : Prop := ¬ ((∀ i (h : i < p.families.size), NoPar p.families[i].body) ∧ ∀ ρ, NoPar (bodiesOf p ρ))

/-- The branch is one of the program's threads. -/
def Member (p : ProgramText) (E : Parameters) (σ : Store) (b : Index) : Prop :=
  b.2 = σ ∧ ∃ h : b.1.1 < p.families.size, p.families[b.1.1].members.predicate E b.1.2 σ

/-- The position is that of a thread of the program, or of a branch of one, if there are any. -/
def Live (p : ProgramText) (E : Parameters) (σ : Store) : List Index → Prop
  | [] => False
  | [b] => Member p E σ b
  | _ :: b :: t => Forks p ∧ Live p E σ (b :: t)

theorem Live.nonempty {p : ProgramText} {E : Parameters} {σ : Store} {t : List Index} (h : Live p E σ t) : t ≠ [] := by
  rintro rfl; exact h

theorem Live.branch {p : ProgramText} {E : Parameters} {σ : Store} {t : List Index} (h : Live p E σ t) (hf : Forks p) (b : Index) :
    Live p E σ (b :: t) := by
  cases t with
  | nil => exact h.elim
  | cons => exact ⟨hf, h⟩

theorem live_congr {p p' : ProgramText} {E : Parameters} {σ : Store} (hf : Forks p' ↔ Forks p) (h : ∀ {b}, Member p' E σ b ↔ Member p E σ b) {t : List Index} :
    Live p' E σ t ↔ Live p E σ t := by
  induction t with
  | nil => exact .rfl
  | cons b t ih =>
    cases t with
    | nil => exact h
    | cons => exact and_congr hf ih

/-- The program of the calculus, for parameters and an initial store. -/
noncomputable def calculus (p : ProgramText) (E : Parameters) (σ : Store) : Program (List Index) Index (Nat × List Index) Store where
  root := []
  child t b := b :: t
  main := .par fun b => open Classical in
    if h : Member p E σ b then ofCore E [b] (p.families[b.1.1]'h.2.1).body else .skip
  body ρ := open Classical in if Live p E σ ρ.2 then ofCore E ρ.2 (bodiesOf p ρ.1) else .skip

theorem calculus_body {p : ProgramText} {E : Parameters} {σ : Store} {t : List Index} (h : Live p E σ t) (ρ : Nat) :
    (calculus p E σ).body (ρ, t) = ofCore E t (bodiesOf p ρ) := if_pos h

theorem calculus_body_other {p : ProgramText} {E : Parameters} {σ : Store} {t : List Index} (h : ¬ Live p E σ t) (ρ : Nat) :
    (calculus p E σ).body (ρ, t) = .skip := if_neg h

/-- All threads and branches run different identifiers. -/
theorem calculus_distinct {p : ProgramText} {E : Parameters} {σ : Store} {q r : List Index}
    (h : actor (calculus p E σ).child (calculus p E σ).root q = actor (calculus p E σ).child (calculus p E σ).root r) : q = r := by
  have := (actor_cons [] q).symm.trans (h.trans (actor_cons [] r))
  simpa using this

section

variable {p : ProgramText} {E : Parameters}

theorem branching_numbered {Control : Type} {skip : Control} {f : Int → Control} {n : Int} : branching skip f (numbered n) = f n := if_pos rfl

theorem branching_update {Control : Type} {skip S : Control} {f : Int → Control} {n : Int} :
    branching skip (Plato.Program.update f n S) = Plato.Program.update (branching skip f) (numbered n) S := by
  funext b
  by_cases hb : b = numbered b.1.2
  · obtain ⟨m, rfl⟩ : ∃ m, b = numbered m := ⟨_, hb⟩
    by_cases hn : m = n
    · subst hn
      rw [branching_numbered, Plato.Program.update_same, Plato.Program.update_same]
    · rw [Plato.Program.update_other _ fun h => hn (congrArg (fun b : Index => b.1.2) h), branching_numbered, branching_numbered,
        Plato.Program.update_other _ hn]
  · rw [Plato.Program.update_other _ fun h => hb (by rw [h]; rfl), branching, branching, if_neg hb, if_neg hb]

theorem ofCore_forked {t : List Index} {first last : Term} {S : Core} {v : Store} :
    (branching .skip fun n => ofCore E (numbered n :: t) (forked E (ident t) first last S v n)) = branching .skip fun n => open Classical in
      if (first.valueIn E (ident t) v).toInt ≤ n ∧ n ≤ (last.valueIn E (ident t) v).toInt then ofCore E (numbered n :: t) S else .skip := by
  congr 1
  funext n
  unfold forked
  split <;> rfl

theorem ofCore_update {t : List Index} {n : Int} {rest : Int → Core} {S' : Core} : ofCore E t (.branches (Plato.Program.update rest n S')) =
    .par (Plato.Program.update (branching .skip fun n => ofCore E (numbered n :: t) (rest n)) (numbered n) (ofCore E (numbered n :: t) S')) := by
  have same : (fun m => ofCore E (numbered m :: t) (Plato.Program.update rest n S' m)) =
      Plato.Program.update (fun m => ofCore E (numbered m :: t) (rest m)) n (ofCore E (numbered n :: t) S') := by
    funext m
    by_cases hm : m = n
    · subst hm; rw [Plato.Program.update_same, Plato.Program.update_same]
    · rw [Plato.Program.update_other _ hm, Plato.Program.update_other _ hm]
  rw [ofCore, same, branching_update]

/-- What is left of a statement without `par` is one, if procedures have none. -/
theorem noPar_step {bodies : Nat → Core} (hb : ∀ ρ, NoPar (bodies ρ)) {t : Int} {σ σ' : Store} {S S' : Core}
    (h : Core.Step bodies E t (.run σ S) (.run σ' S')) (hS : NoPar S) : NoPar S' := by
  induction S generalizing S' with
  | skip | exit => cases h
  | atomic => cases h; trivial
  | choice S T =>
    cases h with
    | choiceLeft => exact hS.1
    | choiceRight => exact hS.2
  | seq S T ih =>
    cases h with
    | seqStep h => exact ⟨ih h hS.1, hS.2⟩
    | seqSkip => exact hS.2
    | seqExit => trivial
  | loop S =>
    cases h with
    | loopDone => trivial
    | loopUnroll => exact ⟨hS, hS⟩
  | block S ih =>
    cases h with
    | blockStep h =>
      have := ih h hS
      exact this
    | blockSkip | blockExit | blockOut => trivial
  | call ρ => cases h; exact hb ρ
  | scope locals S => cases h; exact ⟨hS, trivial⟩
  | par => exact hS.elim
  | branches => exact hS.elim

/-- The statement has no `par`, or the program has some. -/
abbrev Parless (p : ProgramText) (S : Core) : Prop := Forks p ∨ NoPar S

theorem parless_body (ρ : Nat) : Parless p (bodiesOf p ρ) := by
  by_cases hf : Forks p
  · exact .inl hf
  · exact .inr ((Classical.not_not.1 hf).2 ρ)

theorem parless_family (i : Nat) (h : i < p.families.size) : Parless p p.families[i].body := by
  by_cases hf : Forks p
  · exact .inl hf
  · exact .inr ((Classical.not_not.1 hf).1 i h)

theorem Parless.step {t : Int} {σ σ' : Store} {S S' : Core} (hS : Parless p S) (h : Core.Step (bodiesOf p) E t (.run σ S) (.run σ' S')) : Parless p S' := by
  by_cases hf : Forks p
  · exact .inl hf
  · exact .inr (noPar_step (Classical.not_not.1 hf).2 h (hS.resolve_left hf))

theorem Parless.many {t : Int} {σ σ' : Store} {S S' : Core} (hS : Parless p S) (h : Many (Core.Step (bodiesOf p) E t) (.run σ S) (.run σ' S')) : Parless p S' := by
  generalize hx : SeqState.run σ' S' = x at h
  induction h generalizing σ' S' with
  | refl => cases hx; exact hS
  | @tail y _ _ hs ih =>
    cases hx
    cases y with
    | wrong => cases hs
    | run σ₁ S₁ => exact (ih rfl).step hs

/-- What a step of a thread is in the calculus: it goes on with the statement, or is one of an action that can be taken next, by the thread or a branch of it. -/
def Done (p : ProgramText) (E : Parameters) (σ₀ : Store) (t : List Index) (σ : Store) (S : Core) (r : SeqState Store Core) : Prop :=
  (∃ S', r = .run σ S' ∧ Above (calculus p E σ₀).body (ofCore E t S) (ofCore E t S')) ∨
  ∃ q α X, Stmt.Edge (calculus p E σ₀).body q (ofCore E t S) α X ∧
    ((∃ σ' S', r = .run σ' S' ∧ Above (calculus p E σ₀).body X (ofCore E t S') ∧ α.trans (actor (fun t b => b :: t) t q) σ σ') ∨
    r = .wrong ∧ ¬ α.gate (actor (fun t b => b :: t) t q) σ)

theorem core_step {t : List Index} {σ₀ : Store} (hl : Live p E σ₀ t) {σ : Store} {S : Core} (hS : Parless p S) {r : SeqState Store Core}
    (hs : Core.Step (bodiesOf p) E (ident t) (.run σ S) r) : Done p E σ₀ t σ S r := by
  induction S generalizing r t with
  | skip | exit => cases hs
  | atomic C =>
    cases hs with
    | actionOk h => exact .inr ⟨[], _, _, .atomic, .inl ⟨_, .skip, rfl, .refl, rfl, h⟩⟩
    | actionWrong h => exact .inr ⟨[], _, _, .atomic, .inr ⟨rfl, fun hg => hg.2 h⟩⟩
  | choice S T =>
    cases hs with
    | choiceLeft => exact .inl ⟨S, rfl, .of_covers .left⟩
    | choiceRight => exact .inl ⟨T, rfl, .of_covers .right⟩
  | seq S T ih =>
    cases hs with
    | seqStep hs =>
      rcases ih hl (hS.imp id And.left) hs with ⟨S', hr, hc⟩ | ⟨q, α, X, he, ⟨σ', S', hr, hc, h⟩ | ⟨hr, _⟩⟩
      · cases hr; exact .inl ⟨_, rfl, hc.seq⟩
      · cases hr; exact .inr ⟨q, α, _, .seq he, .inl ⟨_, _, rfl, hc.seq, h⟩⟩
      · cases hr
    | seqSkip => exact .inl ⟨T, rfl, .of_covers (.next .skip)⟩
    | seqExit => exact .inl ⟨_, rfl, .of_covers ⟨(fun he => by cases he), fun he => by cases he; exact .seqExit .exit⟩⟩
    | seqWrong hs =>
      rcases ih hl (hS.imp id And.left) hs with ⟨S', hr, _⟩ | ⟨q, α, X, he, ⟨σ', S', hr, _⟩ | ⟨_, h⟩⟩
      · cases hr
      · cases hr
      · exact .inr ⟨q, α, _, .seq he, .inr ⟨rfl, h⟩⟩
  | loop S =>
    cases hs with
    | loopDone => exact .inl ⟨.skip, rfl, .of_covers ⟨(fun he => by cases he), fun he => by cases he; exact .loop⟩⟩
    | loopUnroll => exact .inl ⟨_, rfl, .of_covers .unroll⟩
  | block S ih =>
    cases hs with
    | blockStep hs =>
      rcases ih hl hS hs with ⟨S', hr, hc⟩ | ⟨q, α, X, he, ⟨σ', S', hr, hc, h⟩ | ⟨hr, _⟩⟩
      · cases hr; exact .inl ⟨_, rfl, hc.block⟩
      · cases hr; exact .inr ⟨q, α, _, .block he, .inl ⟨_, _, rfl, hc.block, h⟩⟩
      · cases hr
    | blockSkip => exact .inl ⟨.skip, rfl, .of_covers ⟨(fun he => by cases he), fun he => by cases he; exact .block .skip⟩⟩
    | blockExit => exact .inl ⟨.skip, rfl, .of_covers ⟨(fun he => by cases he), fun he => by cases he; exact .blockExit .exit⟩⟩
    | blockOut => exact .inl ⟨_, rfl, .of_covers ⟨(fun he => by cases he), fun he => by cases he; exact .blockOut .exit⟩⟩
    | blockWrong hs =>
      rcases ih hl hS hs with ⟨S', hr, _⟩ | ⟨q, α, X, he, ⟨σ', S', hr, _⟩ | ⟨_, h⟩⟩
      · cases hr
      · cases hr
      · exact .inr ⟨q, α, _, .block he, .inr ⟨rfl, h⟩⟩
  | call ρ =>
    cases hs with
    | call => exact .inl ⟨_, rfl, .of_covers ⟨fun he => .call (by rw [calculus_body hl]; exact he), fun he => .call (by rw [calculus_body hl]; exact he)⟩⟩
  | scope locals S =>
    cases hs with
    | scope =>
      exact .inr ⟨[], _, _, .pick ((0, 0), σ) (.seq .atomic), .inl ⟨σ, _, rfl, .of_covers (.next .skip), rfl, rfl, fun _ _ => rfl⟩⟩
  | par first last S =>
    cases hs with
    | fork =>
      refine .inr ⟨[], _, _, .pick ((0, 0), σ) (.seq .atomic), .inl ⟨σ, _, rfl, ?_, rfl, rfl, rfl, rfl⟩⟩
      rw [ofCore, ofCore_forked]
      exact .of_covers (.next .skip)
  | branches rest ih =>
    have replace : ∀ {n : Int} {X : CoreStmt} {S' : Core}, Above (calculus p E σ₀).body X (ofCore E (numbered n :: t) S') →
        Above (calculus p E σ₀).body (.par (Plato.Program.update (branching .skip fun n => ofCore E (numbered n :: t) (rest n)) (numbered n) X))
          (ofCore E t (.branches (Plato.Program.update rest n S'))) := by
      intro n X S' h
      rw [ofCore_update]
      refine .par [numbered n] (fun b hb => ?_) fun b => ?_
      · have hbn : b ≠ numbered n := fun h => hb (by simp [h])
        rw [Plato.Program.update_other _ hbn, Plato.Program.update_other _ hbn]
      · by_cases hbn : b = numbered n
        · subst hbn; rw [Plato.Program.update_same, Plato.Program.update_same]; exact h
        · rw [Plato.Program.update_other _ hbn, Plato.Program.update_other _ hbn]; exact .refl
    have edge : ∀ {n : Int} {q α X}, Stmt.Edge (calculus p E σ₀).body q (ofCore E (numbered n :: t) (rest n)) α X →
        Stmt.Edge (calculus p E σ₀).body (numbered n :: q) (ofCore E t (.branches rest)) α
          (.par (Plato.Program.update (branching .skip fun n => ofCore E (numbered n :: t) (rest n)) (numbered n) X)) := by
      intro n q α X he
      exact .par (by rw [branching_numbered]; exact he)
    have name (n : Int) : ident (numbered n :: t) = branchOf (ident t) n := ident_branch hl.nonempty
    have hf : Forks p := hS.resolve_right id
    cases hs with
    | @branchStep _ _ _ _ n S' hs =>
      rw [← name] at hs
      rcases ih n (hl.branch hf _) (.inl hf) hs with ⟨S'', hr, hc⟩ | ⟨q, α, X, he, ⟨σ', S'', hr, hc, h⟩ | ⟨hr, _⟩⟩
      · cases hr
        refine .inl ⟨_, rfl, ?_⟩
        have := replace (n := n) hc
        rwa [show Plato.Program.update (branching .skip fun n => ofCore E (numbered n :: t) (rest n)) (numbered n) (ofCore E (numbered n :: t) (rest n)) =
          branching .skip fun n => ofCore E (numbered n :: t) (rest n) from by
            rw [← branching_numbered (skip := .skip) (f := fun n => ofCore E (numbered n :: t) (rest n)) (n := n), Plato.Program.update_self]] at this
      · cases hr
        exact .inr ⟨_, α, _, edge he, .inl ⟨_, _, rfl, replace hc, h⟩⟩
      · cases hr
    | @branchWrong _ _ _ n hs =>
      rw [← name] at hs
      rcases ih n (hl.branch hf _) (.inl hf) hs with ⟨S', hr, _⟩ | ⟨q, α, X, he, ⟨σ', S', hr, _⟩ | ⟨_, h⟩⟩
      · cases hr
      · cases hr
      · exact .inr ⟨_, α, _, edge he, .inr ⟨rfl, h⟩⟩
    | join hall =>
      refine .inl ⟨.skip, rfl, ?_⟩
      have : (branching .skip fun n => ofCore E (numbered n :: t) (rest n)) = fun _ => .skip := by
        funext b
        rw [branching]
        split
        · rw [hall]; rfl
        · rfl
      have hb : ofCore E t (.branches rest) = .par fun _ => .skip := by rw [ofCore, this]
      rw [hb]
      exact .of_covers ⟨(fun he => by cases he), fun he => by cases he; exact .par [] (fun _ _ => rfl) fun _ => .skip⟩

/-- The branch of a thread. -/
def branchAt (σ : Store) (t : p.Thread E σ) : Index := (t.1, σ)

theorem branchAt_injective {σ : Store} {t u : p.Thread E σ} (h : branchAt σ t = branchAt σ u) : t = u := Subtype.ext (Prod.mk.inj h).1

/-- Where an execution of the program is in the calculus: what is left there can do what is left here. Threads that have not moved are as they
were. -/
structure Follows (p : ProgramText) (E : Parameters) (σ₀ : Store) (P : Plato.Program (p.Thread E σ₀) Core) (rest : Index → CoreStmt) : Prop where
  fits : ∀ t, Parless p (P t)
  above : ∀ t, Above (calculus p E σ₀).body (rest (branchAt σ₀ t)) (ofCore E [branchAt σ₀ t] (P t))
  other : ∀ b, (¬ ∃ t : p.Thread E σ₀, branchAt σ₀ t = b) → rest b = .skip
  moved : ∃ l : List Index, ∀ t : p.Thread E σ₀, branchAt σ₀ t ∉ l → rest (branchAt σ₀ t) = ofCore E [branchAt σ₀ t] (P t)

theorem main_thread {σ : Store} {rest : Index → CoreStmt} (h : (calculus p E σ).main = .par rest) :
    (∀ t : p.Thread E σ, rest (branchAt σ t) = ofCore E [branchAt σ t] (p.program E σ t)) ∧
    ∀ b, (¬ ∃ t : p.Thread E σ, branchAt σ t = b) → rest b = .skip := by
  cases h
  refine ⟨fun t => dif_pos ⟨rfl, t.2⟩, fun b hb => dif_neg fun h => hb ⟨⟨b.1, h.2⟩, ?_⟩⟩
  exact Prod.ext rfl h.1.symm

/-- An execution of the program is one of the calculus, or that one goes wrong. -/
theorem follow {σ : Store} {s : ParState (p.Thread E σ) Store Core} (hm : Many (ParStep (p.step E σ)) (.run σ (p.program E σ)) s) :
    WrongOf (calculus p E σ).body (calculus p E σ).child [] (σ, (calculus p E σ).main) ∨
    ∃ σ' P' rest, s = .run σ' P' ∧ Many (calculus p E σ).Step (σ, (calculus p E σ).main) (σ', .par rest) ∧ Follows p E σ P' rest := by
  induction hm with
  | refl =>
    have hrest := main_thread (p := p) (E := E) (σ := σ) rfl
    exact .inr ⟨σ, _, _, rfl, .refl, fun t => parless_family _ t.2.1, fun t => hrest.1 t ▸ .refl, hrest.2, [], fun t _ => hrest.1 t⟩
  | tail _ hs ih =>
    rcases ih with hw | ⟨σ', P', rest, rfl, hm, hf⟩
    · exact .inl hw
    have action : ∀ {i : p.Thread E σ} {r}, p.step E σ i (.run σ' (P' i)) r →
        (∃ S', r = .run σ' S' ∧ Above (calculus p E σ).body (ofCore E [branchAt σ i] (P' i)) (ofCore E [branchAt σ i] S')) ∨
        (∃ q α X S' σ'', Stmt.Edge (calculus p E σ).body q (rest (branchAt σ i)) α X ∧ r = .run σ'' S' ∧
          Above (calculus p E σ).body X (ofCore E [branchAt σ i] S') ∧ α.Run (actor (calculus p E σ).child [branchAt σ i] q) σ' σ'') ∨
        WrongOf (calculus p E σ).body (calculus p E σ).child [] (σ, (calculus p E σ).main) := by
      intro i r hs
      rcases core_step (t := [branchAt σ i]) (σ₀ := σ) ⟨rfl, i.2⟩ (hf.fits i) hs with h | ⟨q, α, X, he, h⟩
      · exact .inl h
      · obtain ⟨Y, he', hY⟩ := (hf.above i).edge he
        by_cases hg : α.gate (actor (calculus p E σ).child [branchAt σ i] q) σ'
        · rcases h with ⟨σ'', S', rfl, hc, hr⟩ | ⟨_, hr⟩
          · exact .inr (.inl ⟨q, α, Y, S', σ'', he', rfl, hY.trans hc, hg, hr⟩)
          · exact absurd hg hr
        · exact .inr (.inr (wrong_of_many hm ⟨_, .refl, branchAt σ i :: q, _, _, .par he', hg⟩))
    cases hs with
    | @parallel _ σ'' _ i S' hs =>
      have fits (t : p.Thread E σ) : Parless p (P'.update i S' t) := by
        by_cases ht : t = i
        · subst ht; rw [Plato.Program.update_same]; exact (hf.fits t).step hs
        · rw [Plato.Program.update_other _ ht]; exact hf.fits t
      rcases action hs with ⟨S', hr, hc⟩ | ⟨q, α, X, S', σ'', he, hr, hc, hrun⟩ | hw
      · cases hr
        refine .inr ⟨σ', _, rest, rfl, hm, fits, fun t => ?_, hf.other, ?_⟩
        · by_cases ht : t = i
          · subst ht; rw [Plato.Program.update_same]; exact (hf.above t).trans hc
          · rw [Plato.Program.update_other _ ht]; exact hf.above t
        · obtain ⟨l, hl⟩ := hf.moved
          refine ⟨branchAt σ i :: l, fun t ht => ?_⟩
          rw [Plato.Program.update_other _ fun h => ht (by simp [h])]
          exact hl t fun h => ht (List.mem_cons_of_mem _ h)
      · cases hr
        refine .inr ⟨_, _, _, rfl, .tail hm ⟨branchAt σ i :: q, α, .par he, hrun⟩, fits, fun t => ?_, fun b hb => ?_, ?_⟩
        · by_cases ht : t = i
          · subst ht; rw [Plato.Program.update_same, Plato.Program.update_same]; exact hc
          · rw [Plato.Program.update_other _ ht, Plato.Program.update_other _ fun h => ht (branchAt_injective h)]; exact hf.above t
        · rw [Plato.Program.update_other _ fun h => hb ⟨i, h.symm⟩]; exact hf.other b hb
        · obtain ⟨l, hl⟩ := hf.moved
          refine ⟨branchAt σ i :: l, fun t ht => ?_⟩
          rw [Plato.Program.update_other _ fun h => ht (by simp [h]), Plato.Program.update_other _ fun h => ht (by simp [h])]
          exact hl t fun h => ht (List.mem_cons_of_mem _ h)
      · exact .inl hw
    | @parallelWrong _ _ i hs =>
      rcases action hs with ⟨S', hr, _⟩ | ⟨q, α, X, S', σ'', _, hr, _⟩ | hw
      · cases hr
      · cases hr
      · exact .inl hw

/-- A program that goes wrong does so in the calculus. -/
theorem bad_of_goesWrong {σ : Store} (h : GoesWrong (p.step E σ) (p.program E σ) σ) : (calculus p E σ).Bad (fun _ => True) σ := by
  rcases follow h with hw | ⟨_, _, _, hs, _⟩
  · exact ⟨trivial, hw⟩
  · cases hs

/-- Where all threads of a program end, it succeeds in the calculus, or goes wrong there. -/
theorem good_of_ended {σ σ' : Store} {P' : Plato.Program (p.Thread E σ) Core}
    (h : Many (ParStep (p.step E σ)) (.run σ (p.program E σ)) (.run σ' P')) (hended : P'.Ended .skip) :
    (calculus p E σ).Bad (fun _ => True) σ ∨ (calculus p E σ).Good (fun _ => True) σ σ' := by
  rcases follow h with hw | ⟨_, _, rest, hs, hm, hf⟩
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
        have := hf.above t
        rw [hended t] at this
        exact this.leaves .skip
      · rw [hf.other b hex]; exact .skip

end

end Plato.Reduction
