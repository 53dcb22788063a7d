/-
# Stacks of activations

What a thread has left to do is what is left in its latest activation, and around that what waits for it to end: the rest of the activation before, and so on. A step is
one of the latest activation, unless that has ended.

Main definitions: `stacked`, `Modular.Waits`. Main results: `stacked_step`, `stacked_skip`, `Waiter.returns`.
-/
module

public import Closure.OwnEntries

@[expose] public section

namespace Plato

/-- What is left to do, with all that waits for it, the latest first. -/
noncomputable def stacked (p : ProgramTables) : List Waiter → Core → Core
  | [], S => S
  | w :: rest, S => stacked p rest (w.core p S)

/-- What is left to do after a step, put into the place of what there was. -/
def SeqState.with (f : Core → Core) : SeqState Store Core → SeqState Store Core
  | .run σ S => .run σ (f S)
  | .wrong => .wrong

section

variable {p : ProgramTables} {bodies : Nat → Core} {E : Parameters} {id : Int}

theorem before_over {S : Core} {rest : List Frame} (h : (before p S rest).IsOver) : rest = [] ∧ S.IsOver := by
  rcases h with h | ⟨level, h⟩
  · exact ⟨(before_skip h).1, .inl (before_skip h).2⟩
  · exact ⟨(before_exit h).1, .inr ⟨level, (before_exit h).2⟩⟩

theorem seq_not_over {S T : Core} : ¬ (Core.seq S T).IsOver := by simp [Core.IsOver]

theorem Waiter.core_over {w : Waiter} {S : Core} (h : (w.core p S).IsOver) : w.giving = none ∧ w.rest = [] ∧ S.IsOver := by
  unfold Waiter.core at h
  split at h
  · exact ⟨by assumption, before_over h⟩
  · exact absurd (before_over h).2 seq_not_over

theorem beforeState_with {rest : List Frame} {r : SeqState Store Core} : beforeState p rest r = r.with fun S => before p S rest := by cases r <;> rfl

/-- A step of an activation is one of its body, unless that is over. -/
theorem Waiter.core_step {w : Waiter} {σ : Store} {S : Core} {r : SeqState Store Core} (hS : ¬ S.IsOver) (h : Core.Step bodies E id (.run σ (w.core p S)) r) :
    ∃ r₀, Core.Step bodies E id (.run σ S) r₀ ∧ r = r₀.with (w.core p) := by
  unfold Waiter.core at h
  split at h
  · rename_i hw
    obtain ⟨r₀, h₀, rfl⟩ := before_step hS h
    refine ⟨r₀, h₀, ?_⟩
    cases r₀ <;> simp [beforeState, SeqState.with, Waiter.core, hw]
  · rename_i command hw
    obtain ⟨r₀, h₀, rfl⟩ := before_step seq_not_over h
    cases h₀ with
    | seqStep h₀ => exact ⟨_, h₀, by simp [beforeState, SeqState.with, Waiter.core, hw]⟩
    | seqSkip => exact absurd (.inl rfl) hS
    | seqExit => exact absurd (.inr ⟨_, rfl⟩) hS
    | seqWrong h₀ => exact ⟨_, h₀, rfl⟩

theorem stacked_step {ws : List Waiter} {σ : Store} {S : Core} {r : SeqState Store Core} (hS : ¬ S.IsOver)
    (h : Core.Step bodies E id (.run σ (stacked p ws S)) r) : ∃ r₀, Core.Step bodies E id (.run σ S) r₀ ∧ r = r₀.with (stacked p ws) := by
  induction ws generalizing S with
  | nil => exact ⟨r, h, by cases r <;> rfl⟩
  | cons w rest ih =>
    obtain ⟨r₁, h₁, rfl⟩ := ih (fun ho => hS (Waiter.core_over ho).2.2) h
    obtain ⟨r₀, h₀, rfl⟩ := Waiter.core_step hS h₁
    exact ⟨r₀, h₀, by cases r₀ <;> rfl⟩

/-- Where nothing is left to do nobody waits, if a caller without a scope has something to do. -/
theorem stacked_skip {ws : List Waiter} {S : Core} (hws : ∀ w ∈ ws, w.giving = none → w.rest ≠ []) (h : stacked p ws S = .skip) : ws = [] ∧ S = .skip := by
  induction ws generalizing S with
  | nil => exact ⟨rfl, h⟩
  | cons w rest ih =>
    have := (ih (fun w hw => hws w (List.mem_cons_of_mem _ hw)) h).2
    obtain ⟨hg, hr, _⟩ := Waiter.core_over (p := p) (w := w) (S := S) (.inl this)
    exact absurd hr (hws w List.mem_cons_self hg)

theorem Waiter.core_next {w : Waiter} {S : Core} {runner : Int} {path : List Int} {command : Command} (h : (w.core p S).Next id path runner command) :
    S.Next id path runner command := by
  unfold Waiter.core at h
  split at h
  · exact before_next h
  · cases before_next h with | seq h => exact h

/-- What is next for the whole is next for the latest activation. -/
theorem stacked_next {ws : List Waiter} {S : Core} {runner : Int} {path : List Int} {command : Command} (h : (stacked p ws S).Next id path runner command) :
    S.Next id path runner command := by
  induction ws generalizing S with
  | nil => exact h
  | cons w rest ih => exact Waiter.core_next (ih h)

/-- Where an activation has ended, either the caller goes on, or the thread is about to get entries back. -/
theorem ended_step {w : Waiter} {ws : List Waiter} {σ : Store} {command : Command} {r : SeqState Store Core} (hw : w.giving = some command)
    (h : Core.Step bodies E id (.run σ (stacked p (w :: ws) .skip)) r) : r = .run σ (stacked p ws (before p (.atomic command) w.rest)) := by
  have hcore : w.core p .skip = before p (.seq .skip (.atomic command)) w.rest := by simp [Waiter.core, hw]
  rw [stacked, hcore] at h
  obtain ⟨r₁, h₁, rfl⟩ := stacked_step (fun ho => seq_not_over (before_over ho).2) h
  obtain ⟨r₀, h₀, rfl⟩ := before_step seq_not_over h₁
  cases h₀ with
  | seqStep h₀ => cases h₀
  | seqSkip => rfl
  | seqWrong h₀ => cases h₀

/-- The step in which a thread gets entries back. -/
theorem giving_step {ws : List Waiter} {rest : List Frame} {σ : Store} {command : Command} {r : SeqState Store Core}
    (h : Core.Step bodies E id (.run σ (stacked p ws (before p (.atomic command) rest))) r) :
    (∃ σ', command.Runs E id σ (.store σ') ∧ r = .run σ' (stacked p ws (framesCore p (.skip :: rest)))) ∨ (command.Runs E id σ .wrong ∧ r = .wrong) := by
  have hover : ¬ (Core.atomic command).IsOver := by simp [Core.IsOver]
  obtain ⟨r₁, h₁, rfl⟩ := stacked_step (fun ho => hover (before_over ho).2) h
  obtain ⟨r₀, h₀, rfl⟩ := before_step hover h₁
  cases h₀ with
  | actionOk h₀ => exact .inl ⟨_, h₀, rfl⟩
  | actionWrong h₀ => exact .inr ⟨h₀, rfl⟩

end

/-! ## Who waits -/

/-- The callers that wait for an activation of the thread: each of them goes on where the activation is listed to end, as has been seen, with its own entries from before. -/
inductive Modular.Waits (k : Modular) (S : Sorts) (all : Array (List Frame)) (thread : Nat) (id : Int) (seen : Array Sight) :
    (activation : Nat) → List Waiter → Prop where
  | body : Waits k S all thread id seen 0 []
  | call {activation : Nat} {caller : Sight} {entrance : Entrance} {w : Waiter} {ws : List Waiter} {before : Store} :
    activation ≠ 0 → (∃ control ∈ k.controls, entrance ∈ control.entrances) → (k.summary activation).kept = entrance.kept → all[entrance.after]? = some (.skip :: w.rest) →
    (∀ listed ∈ (k.summary activation).ends, ∃ number, k.staying thread listed.store entrance.after = some number ∧
      ⟨number, givenBack entrance.kept caller.own listed.own, entrance.after, caller.activation⟩ ∈ seen) →
    OwnIs S id caller.own before → (∀ x ∈ entrance.kept, S.isOwn x = true ∧ x ∉ k.program.specification.races) →
    (w.giving = none ∧ entrance.kept = [] ∧ w.rest ≠ [] ∨ w.giving = some (restoring entrance.kept id before)) →
    Waits k S all thread id seen caller.activation ws → Waits k S all thread id seen activation (w :: ws)

theorem Modular.Waits.rests {k : Modular} {S : Sorts} {all : Array (List Frame)} {thread : Nat} {id : Int} {seen : Array Sight} {activation : Nat} {ws : List Waiter}
    (h : k.Waits S all thread id seen activation ws) : ∀ w ∈ ws, w.giving = none → w.rest ≠ [] := by
  induction h with
  | body => simp
  | call _ _ _ _ _ _ _ hw _ ih =>
    intro w h hg
    rcases List.mem_cons.mp h with rfl | h
    · rcases hw with ⟨_, _, hr⟩ | hs
      · exact hr
      · rw [hg] at hs; cases hs
    · exact ih w h hg

/-- Where nobody waits, the thread is in its own body. -/
theorem Modular.Waits.nobody {k : Modular} {S : Sorts} {all : Array (List Frame)} {thread : Nat} {id : Int} {seen : Array Sight} {activation : Nat}
    (h : k.Waits S all thread id seen activation []) : activation = 0 := by
  cases h
  rfl

/-- Where no activation can begin, nobody waits. -/
theorem Modular.Waits.flat {k : Modular} {S : Sorts} {all : Array (List Frame)} {thread : Nat} {id : Int} {seen : Array Sight} {activation : Nat} {ws : List Waiter}
    (hflat : ∀ control ∈ k.controls, control.entrances = []) (h : k.Waits S all thread id seen activation ws) : ws = [] := by
  cases h with
  | body => rfl
  | call _ hentrance =>
    obtain ⟨control, hcontrol, hin⟩ := hentrance
    rw [hflat control hcontrol] at hin
    simp at hin

/-- What a thread gets back is not asked about races. -/
theorem Modular.Waits.gives {k : Modular} {S : Sorts} {all : Array (List Frame)} {thread : Nat} {id : Int} {seen : Array Sight} {activation : Nat} {w : Waiter}
    {ws : List Waiter} (h : k.Waits S all thread id seen activation (w :: ws)) {command : Command} (hw : w.giving = some command) :
    ∃ kept before, command = restoring kept id before ∧ ∀ x ∈ kept, x ∉ k.program.specification.races := by
  cases h with | call _ _ _ _ _ _ hnames hw' =>
  rcases hw' with ⟨hw', _⟩ | hw'
  · rw [hw] at hw'; cases hw'
  · rw [hw] at hw'
    injection hw' with hw'
    exact ⟨_, _, hw', fun x hx => (hnames x hx).2⟩

end Plato
