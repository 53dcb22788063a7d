/-
# Programs with procedures and core programs

A statement without calls is a statement of core Plato, with the same steps. With the unfolding theorem, a program with procedures goes
wrong, or comes to a store, if and only if the core program of its unfolding to some depth does: every theorem on core programs is one on
programs with procedures.

Main definitions: `Stmt.core`. Main results: `leads_core`, `wrong_iff_core`, `reachable_iff_core`.
-/
module

public import Theory.Procedures.Depth

@[expose] public section

namespace Plato.Procedures

variable {Thread Store Proc : Type} {B : Proc → Stmt (Atomic Thread Store) Proc} {t : Thread}

/-- The statement that a thread runs, in core Plato. A call blocks. -/
noncomputable def Stmt.core (t : Thread) : Stmt (Atomic Thread Store) Proc → Statement Store
  | .skip => .skip
  | .atomic a => .atomic (a t)
  | .seq S T => .seq (S.core t) (T.core t)
  | .choice S T => .choice (S.core t) (T.core t)
  | .loop S => .loop (S.core t)
  | .call _ => .atomic fun _ _ => False

/-- What becomes of a store in a step that performs this, or nothing. -/
def Effect (t : Thread) (σ : Store) (r : Outcome Store) : Option (Atomic Thread Store) → Prop
  | none => r = .store σ
  | some a => a t σ r

/-- A thread that has this left to do. -/
def andDo (S : Statement Store) : Outcome Store → SeqState Store (Statement Store)
  | .store σ => .run σ S
  | .wrong => .wrong

theorem Moves.callFree {S S' : Stmt (Atomic Thread Store) Proc} {x : Option (Atomic Thread Store)} (h : Moves B S x S') (hS : S.CallFree) :
    S'.CallFree := by
  induction h with
  | atomic => exact fun _ => id
  | choiceLeft => exact fun m h => hS m (.inl h)
  | choiceRight => exact fun m h => hS m (.inr h)
  | loopDone => exact fun _ => id
  | loopUnroll => exact fun m h => hS m (h.elim id id)
  | assoc => exact fun m h => hS m (h.elim (fun h => .inl (.inl h)) fun h => h.elim (fun h => .inl (.inr h)) .inr)
  | seqStep _ ih => exact fun m h => h.elim (ih (fun m h => hS m (.inl h)) m) fun h => hS m (.inr h)
  | seqSkip => exact fun m h => hS m (.inr h)
  | call => exact absurd rfl (hS _)

/-- A step of a statement without calls is one of core Plato. -/
theorem Moves.core {S S' : Stmt (Atomic Thread Store) Proc} {x : Option (Atomic Thread Store)} (h : Moves B S x S') (hS : S.CallFree)
    {σ : Store} {r : Outcome Store} (hr : Effect t σ r x) : SeqStep (.run σ (S.core t)) (andDo (S'.core t) r) := by
  induction h with
  | atomic =>
    cases r with
    | store => exact .actionOk hr
    | wrong => exact .actionWrong hr
  | choiceLeft => cases hr; exact .choiceLeft
  | choiceRight => cases hr; exact .choiceRight
  | loopDone => cases hr; exact .loopDone
  | loopUnroll => cases hr; exact .loopUnroll
  | assoc => cases hr; exact .assoc
  | seqStep _ ih =>
    have h := ih (fun m h => hS m (.inl h)) hr
    cases r with
    | store => exact .seqStep h
    | wrong => exact .seqWrong h
  | seqSkip => cases hr; exact .seqSkip
  | call => exact absurd rfl (hS _)

/-- A step of core Plato is one of the statement. -/
theorem Moves.ofCore {S : Stmt (Atomic Thread Store) Proc} {σ : Store} {X : SeqState Store (Statement Store)} (h : SeqStep (.run σ (S.core t)) X) :
    ∃ x S' r, Moves B S x S' ∧ Effect t σ r x ∧ X = andDo (S'.core t) r := by
  induction S generalizing X with
  | skip => cases h
  | atomic a =>
    cases h with
    | actionOk h => exact ⟨_, _, _, .atomic, h, rfl⟩
    | actionWrong h => exact ⟨_, .skip, _, .atomic, h, rfl⟩
  | choice S T _ _ =>
    cases h with
    | choiceLeft => exact ⟨_, _, _, .choiceLeft, rfl, rfl⟩
    | choiceRight => exact ⟨_, _, _, .choiceRight, rfl, rfl⟩
  | loop S _ =>
    cases h with
    | loopDone => exact ⟨_, _, _, .loopDone, rfl, rfl⟩
    | loopUnroll => exact ⟨_, _, _, .loopUnroll, rfl, rfl⟩
  | call m =>
    cases h with
    | actionOk h => exact h.elim
    | actionWrong h => exact h.elim
  | seq S T ihS _ =>
    rw [Stmt.core] at h
    generalize hC : S.core t = C at h
    cases h with
    | assoc => cases S <;> cases hC; exact ⟨_, _, _, .assoc, rfl, rfl⟩
    | seqSkip => cases S <;> cases hC; exact ⟨_, _, _, .seqSkip, rfl, rfl⟩
    | seqStep h =>
      subst hC
      obtain ⟨x, S', r, hm, hr, hX⟩ := ihS h
      cases r with
      | store => cases hX; exact ⟨x, _, .store _, .seqStep hm, hr, rfl⟩
      | wrong => cases hX
    | seqWrong h =>
      subst hC
      obtain ⟨x, S', r, hm, hr, hX⟩ := ihS h
      cases r with
      | store => cases hX
      | wrong => exact ⟨x, _, .wrong, .seqStep hm, hr, rfl⟩

section

variable {P : Thread → Stmt (Atomic Thread Store) Proc} {σ : Store} {r : Outcome Store}

/-- A configuration in core Plato. -/
noncomputable def Config.core : Config Thread Store Proc → ParState Thread Store (Statement Store)
  | .run σ P => .run σ fun t => (P t).core t
  | .wrong => .wrong

/-- No thread has calls. -/
def Config.CallFree : Config Thread Store Proc → Prop
  | .run _ P => ∀ t, (P t).CallFree
  | .wrong => True

theorem core_replaced (i : Thread) (S : Stmt (Atomic Thread Store) Proc) :
    (fun t => (replaced P i S t).core t) = Program.update (fun t => (P t).core t) i (S.core i) := by
  funext t
  by_cases h : t = i
  · subst h; simp [replaced, Program.update]
  · simp [replaced, Program.update, h]

theorem ProgramStep.core {c c' : Config Thread Store Proc} (h : ProgramStep B c c') (hc : c.CallFree) :
    ThreadsStep c.core c'.core ∧ c'.CallFree := by
  cases h with
  | @silent σ P i S hm =>
    refine ⟨?_, fun t => ?_⟩
    · rw [Config.core, Config.core, core_replaced]
      exact .parallel (hm.core (hc i) (r := .store σ) rfl)
    · by_cases ht : t = i
      · subst ht; rw [replaced_same]; exact hm.callFree (hc t)
      · rw [replaced_other _ _ ht]; exact hc t
  | @step σ σ' P i a S hm h1 =>
    refine ⟨?_, fun t => ?_⟩
    · rw [Config.core, Config.core, core_replaced]
      exact .parallel (hm.core (hc i) (r := .store σ') h1)
    · by_cases ht : t = i
      · subst ht; rw [replaced_same]; exact hm.callFree (hc t)
      · rw [replaced_other _ _ ht]; exact hc t
  | @wrong σ P i a S hm h1 => exact ⟨.parallelWrong (i := i) (hm.core (hc i) (r := .wrong) h1), trivial⟩

theorem ProgramStep.ofCore {c : Config Thread Store Proc} {Θ : ParState Thread Store (Statement Store)} (h : ThreadsStep c.core Θ) :
    ∃ c', ProgramStep B c c' ∧ Θ = c'.core := by
  cases c with
  | wrong => cases h
  | run σ P =>
    rw [Config.core] at h
    cases h with
    | @parallel _ σ' _ i S' h =>
      obtain ⟨x, S, r, hm, hr, hX⟩ := Moves.ofCore (B := B) h
      cases r with
      | wrong => cases hX
      | store σ'' =>
        cases hX
        refine ⟨.run σ' (replaced P i S), ?_, by rw [Config.core, core_replaced]⟩
        cases x with
        | none => cases hr; exact .silent hm
        | some a => exact .step hm hr
    | @parallelWrong _ _ i h =>
      obtain ⟨x, S, r, hm, hr, hX⟩ := Moves.ofCore (B := B) h
      cases r with
      | store => cases hX
      | wrong =>
        cases x with
        | none => cases hr
        | some a => exact ⟨.wrong, .wrong hm hr, rfl⟩

/-- Where a core program is. -/
def place : ParState Thread Store (Statement Store) → Outcome Store
  | .run σ _ => .store σ
  | .wrong => .wrong

theorem place_core (c : Config Thread Store Proc) : place c.core = c.outcome := by cases c <;> rfl

/-- Without calls, small steps are those of core Plato. -/
theorem leads_core (hP : ∀ t, (P t).CallFree) :
    Leads B P σ r ↔ ∃ Θ : ParState Thread Store (Statement Store), Many ThreadsStep (.run σ fun t => (P t).core t) Θ ∧ place Θ = r := by
  constructor
  · rintro ⟨c, hc, rfl⟩
    suffices Many ThreadsStep (Config.run σ P).core c.core ∧ c.CallFree from ⟨c.core, this.1, place_core c⟩
    induction hc with
    | refl => exact ⟨.refl, hP⟩
    | tail _ h ih => exact ⟨.tail ih.1 (h.core ih.2).1, (h.core ih.2).2⟩
  · rintro ⟨Θ, hΘ, rfl⟩
    suffices ∃ c, Many (ProgramStep B) (.run σ P) c ∧ Θ = c.core by
      obtain ⟨c, hc, rfl⟩ := this
      exact ⟨c, hc, (place_core c).symm⟩
    generalize hs : ParState.run σ (fun t => (P t).core t) = s at hΘ
    induction hΘ with
    | refl => exact ⟨.run σ P, .refl, hs.symm⟩
    | tail _ h ih =>
      obtain ⟨c, hc, rfl⟩ := ih
      obtain ⟨c', hc', rfl⟩ := ProgramStep.ofCore (B := B) h
      exact ⟨c', .tail hc hc', rfl⟩

/-- **A program with procedures goes wrong** if and only if its unfolding to some depth does, as a core program. -/
theorem wrong_iff_core : Leads B P σ .wrong ↔ ∃ d, GoesWrong (fun _ => SeqStep) (fun t => (unfold B d (P t)).core t) σ := by
  rw [leads_iff_unfolding (B' := B)]
  refine exists_congr fun d => ?_
  rw [leads_core fun t => unfold_callFree d (P t)]
  constructor
  · rintro ⟨Θ, hΘ, hr⟩
    cases Θ with
    | run => cases hr
    | wrong => exact hΘ
  · exact fun h => ⟨.wrong, h, rfl⟩

/-- **A program with procedures comes to a store** if and only if its unfolding to some depth does, as a core program. -/
theorem reachable_iff_core {σ' : Store} : Leads B P σ (.store σ') ↔ ∃ d, Reachable (fun _ => SeqStep) (fun t => (unfold B d (P t)).core t) σ σ' := by
  rw [leads_iff_unfolding (B' := B)]
  refine exists_congr fun d => ?_
  rw [leads_core fun t => unfold_callFree d (P t)]
  constructor
  · rintro ⟨Θ, hΘ, hr⟩
    cases Θ with
    | run => cases hr; exact ⟨_, hΘ⟩
    | wrong => cases hr
  · exact fun ⟨P', h⟩ => ⟨_, h, rfl⟩

end

end Plato.Procedures
