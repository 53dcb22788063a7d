/-
# Events are steps of the program

Every event is a sequence of steps of the program, so the replayed state is reachable.

Main results: `select_right`, `step_right`, `goWrong_right`, `fork_right`, `join_right`, `event_sound`.
-/
module

public import Replay.Branches

@[expose] public section

namespace Plato

section

variable {p : ProgramTables} {E : Parameters} {σ₀ : Store}

/-- A thread that moves. -/
theorem replayed_update {t : p.text.Thread E σ₀} {key : Nat × Int} (ht : t.1 = key) {stack : Stack} {threads threads' : Threads}
    (h : ∀ k, lookupThread threads'.toList k = if key = k then some stack else lookupThread threads.toList k) :
    replayed p E σ₀ threads' = (replayed p E σ₀ threads).update t (stackStatement p.tables stack) := by
  subst ht
  funext u
  by_cases hu : u = t
  · subst hu
    rw [Program.update_same]
    simp [replayed, h]
  · rw [Program.update_other _ hu]
    have hne : ¬ t.1 = u.1 := fun he => hu (Subtype.ext he.symm)
    simp only [replayed, h, hne, if_false]

/-- The threads after the current one has another stack. -/
theorem update_noted {r : Replay} (h : IsAt r.threads.toList r.place ⟨r.family, r.id, r.stack⟩) (stack : Stack) :
    IsAt (r.threads.update r.place r.family r.id stack).toList r.place ⟨r.family, r.id, stack⟩ ∧
    ∀ key, lookupThread (r.threads.update r.place r.family r.id stack).toList key =
      if (r.family, r.id) = key then some stack else lookupThread r.threads.toList key := by
  have hplace : r.place < r.threads.size := by
    rw [← Array.length_toList]
    exact h.lt
  unfold Threads.update
  rw [dif_pos hplace, Array.toList_set]
  exact h.set stack

/-- Steps of the current thread: the program that it leads to, and what is noted then. -/
theorem Replay.Right.move {r : Replay} (hr : r.Right p E σ₀) (hne : r.stack ≠ .nil) {σ' : Array StoreValue} {stack : Stack}
    (h : Many (Core.Step p.bodies E r.id) (.run (storeOf (baseValue p.tables E) r.store) (stackStatement p.tables r.stack)) (.run (storeOf (baseValue p.tables E) σ') (stackStatement p.tables stack))) :
    Many (ParStep (p.text.step E σ₀)) (.run σ₀ (p.text.program E σ₀)) (.run (storeOf (baseValue p.tables E) σ') (replayed p E σ₀ (r.threads.update r.place r.family r.id stack))) ∧
    (∀ {key stack'}, lookupThread (r.threads.update r.place r.family r.id stack).toList key = some stack' → ∃ t : p.text.Thread E σ₀, t.1 = key) ∧
    IsAt (r.threads.update r.place r.family r.id stack).toList r.place ⟨r.family, r.id, stack⟩ ∧
    ∃ t : p.text.Thread E σ₀, t.1 = (r.family, r.id) := by
  have hat := hr.current.resolve_left hne
  obtain ⟨hat', hlookup⟩ := update_noted hat stack
  obtain ⟨t, ht⟩ := hr.known hat.lookup
  refine ⟨?_, fun {key stack'} hkey => ?_, hat', t, ht⟩
  · rw [replayed_update ht hlookup]
    refine hr.reachable.trans (parallel_many (step := p.text.step E σ₀) (fun h => by cases h) (i := t)
      (S := stackStatement p.tables r.stack) ?_ ?_)
    · simp only [replayed, ht, hat.lookup]
    · simp only [ProgramText.step, ht]
      exact h
  · rw [hlookup] at hkey
    split at hkey
    · rename_i he
      exact ⟨t, ht.trans he⟩
    · exact hr.known hkey

/-- A new stack for the current thread or branch, in the same store. -/
theorem withStack_right {r : Replay} (hr : r.Right p E σ₀) (hne : r.stack ≠ .nil) {e : Entered} (he : r.enter = .ok e) {inner : Stack} {left : Nat}
    (h : Many (Core.Step p.bodies E e.id) (.run (storeOf (baseValue p.tables E) r.store) (stackStatement p.tables e.stack))
      (.run (storeOf (baseValue p.tables E) r.store) (stackStatement p.tables inner))) : (r.withStack inner left).Right p E σ₀ := by
  obtain ⟨hreach, hknown, hat, _⟩ := hr.move hne (enter_many he h)
  exact ⟨hr.parameters, hr.initial, hreach, hknown, .inr hat, hr.wrong⟩

theorem settle_nil {store : Array StoreValue} {id : Int} (effort : Nat) :
    settle p.runnable store id effort .nil = .error .effort ∨ ∃ left, settle p.runnable store id effort .nil = .ok ⟨.nil, left⟩ := by
  cases effort with
  | zero => left; unfold settle; rfl
  | succ effort => right; exact ⟨effort, by unfold settle; rfl⟩

/-- Something is noted of a thread that has something to do. -/
theorem settled_ne {effort left : Nat} {r : Replay} {e : Entered} (he : r.enter = .ok e) {S : Pending} {rest : Stack}
    (h : settle p.runnable r.store e.id effort e.stack = .ok ⟨.cons S rest, left⟩) : r.stack ≠ .nil := by
  intro hn
  unfold Replay.enter at he
  rw [hn] at he
  rw [enter_nil he] at h
  rcases settle_nil effort with hs | ⟨_, hs⟩ <;> rw [hs] at h <;> simp at h

/-- From the stack to a settled one whose top has made a step. -/
theorem settled_step {effort left : Nat} {r : Replay} {e : Entered} {S : Pending} {S' : Code} {rest : Stack}
    (h : settle p.runnable r.store e.id effort e.stack = .ok ⟨.cons S rest, left⟩) {σ' : Store}
    (hs : Core.Step p.bodies E e.id (.run (storeOf (baseValue p.tables E) r.store) (S.core p.tables)) (.run σ' (S'.core p.tables))) :
    Many (Core.Step p.bodies E e.id) (.run (storeOf (baseValue p.tables E) r.store) (stackStatement p.tables e.stack))
      (.run σ' (stackStatement p.tables (.cons (.code S') rest))) :=
  (settle_steps h).trans (.single (under_step rest hs))

/-- A thread that was noted moves on. -/
theorem resume_right {r r' : Replay} (hr : r.Right p E σ₀) {family place effort : Nat} {id : Int}
    (hat : ∃ hp : place < r.threads.size, IsAt r.threads.toList place ⟨family, id, r.threads[place].stack⟩)
    (h : r.resume family id place effort = .ok r') : r'.Right p E σ₀ := by
  obtain ⟨hp, hat⟩ := hat
  unfold Replay.resume at h
  rw [dif_pos hp] at h
  injection h with h
  subst h
  exact ⟨hr.parameters, hr.initial, hr.reachable, hr.known, .inr hat, hr.wrong⟩

/-- A new thread is a member of its family, and has done nothing yet. -/
theorem begin_right (hT : p.tables.Right) {r r' : Replay} (hr : r.Right p E σ₀) {family effort : Nat} {id : Int}
    (hlookup : lookupThread r.threads.toList (family, id) = none) (h : r.begin p.runnable family id effort = .ok r') : r'.Right p E σ₀ := by
  obtain ⟨range, parameters, initial, store, inputs, threads, family₀, id₀, place₀, path₀, stack₀, effort₀, isWrong⟩ := r
  obtain ⟨entry, hbody, h⟩ := bind_ok.mp h
  obtain ⟨_, hmem, h⟩ := bind_ok.mp h
  injection h with h
  subst h
  rw [orReject_ok] at hbody
  unfold Runnable.family at hbody
  split at hbody
  · rename_i hf
    injection hbody with hbody
    subst hbody
    have hmem := requireTrue_sound hT hmem rfl
    have hparameters : E = parametersOf parameters := hr.parameters
    have hinitial : σ₀ = storeOf (baseValue p.tables E) initial := hr.initial
    simp only [Scene.bases, ← hparameters, ← hinitial] at hmem
    have hf' : family < p.text.families.size := by rw [families_size]; exact hf
    have heq := families_getElem p family hf
    let t : p.text.Thread E σ₀ := ⟨(family, id), hf', by simp only [heq]; exact hmem⟩
    obtain ⟨hat, hpushed⟩ := IsAt.push (t := ⟨family, id, (.cons (.code ((codes p.statements).getD p.families[family].body .skip)) .nil)⟩) hlookup
    rw [← Array.toList_push] at hpushed
    -- what is noted of the new thread is what it was before
    have hsame : replayed p E σ₀ (threads.push ⟨family, id, (.cons (.code ((codes p.statements).getD p.families[family].body .skip)) .nil)⟩) = replayed p E σ₀ threads := by
      rw [replayed_update (t := t) rfl hpushed]
      have hself : stackStatement p.tables (.cons (.code ((codes p.statements).getD p.families[family].body .skip)) .nil) = replayed p E σ₀ threads t := by
        simp only [replayed, t, hlookup, ProgramText.program, heq, stackStatement, under, Pending.core]
      show Program.update _ t (stackStatement p.tables (.cons (.code ((codes p.statements).getD p.families[family].body .skip)) .nil)) = _
      rw [hself, Program.update_self]
    refine ⟨hr.parameters, hr.initial, hsame ▸ hr.reachable, fun {key stack} hkey => ?_, .inr ?_, hr.wrong⟩
    · rw [hpushed] at hkey
      split at hkey
      · rename_i he
        exact ⟨t, he⟩
      · exact hr.known hkey
    · rw [Array.length_toList] at hat
      simpa using hat
  · simp at hbody

/-- Another thread moves: it was noted, or it starts. -/
theorem select_right (hT : p.tables.Right) {r r' : Replay} (hr : r.Right p E σ₀) {family : Nat} {id : Int}
    (h : r.select p.runnable family id = .ok r') : r'.Right p E σ₀ := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨⟨found, left⟩, hfind, h⟩ := bind_ok.mp h
  have hfind := findThread_sound 0 _ (orReject_ok.mp hfind)
  cases found with
  | some place =>
    obtain ⟨_, hp, hat⟩ := hfind.1 place rfl
    exact resume_right hr ⟨hp, by simpa using hat⟩ h
  | none => exact begin_right hT hr (by simpa using hfind.2 rfl) h

/-- What an atomic step means. -/
noncomputable def NextStep.does (T : Tables) : NextStep → Command
  | .command c => c.command T
  | .restore saved => restoreCommand saved

/-- The next atomic step is at the top of the settled stack. -/
theorem nextCommand_settled {r : Replay} {id : Int} {next : NextStep} {rest : Stack} {left : Nat}
    (h : r.nextCommand p.runnable = .ok ⟨id, next, rest, left⟩) :
    ∃ e S, r.enter = .ok e ∧ e.id = id ∧ settle p.runnable r.store e.id e.effort e.stack = .ok ⟨.cons S rest, left⟩ ∧
      S.core p.tables = .atomic (next.does p.tables) := by
  obtain ⟨e, henter, h⟩ := bind_ok.mp h
  obtain ⟨⟨stack, _⟩, hsettled, h⟩ := bind_ok.mp h
  dsimp only at h
  split at h
  · simp only [Except.ok.injEq, NextCommand.mk.injEq] at h
    obtain ⟨rfl, rfl, rfl, rfl⟩ := h
    exact ⟨e, _, henter, rfl, hsettled, by simp [Pending.core, Code.core, NextStep.does]⟩
  · simp only [Except.ok.injEq, NextCommand.mk.injEq] at h
    obtain ⟨rfl, rfl, rfl, rfl⟩ := h
    exact ⟨e, _, henter, rfl, hsettled, by simp [Pending.core, NextStep.does]⟩
  · simp at h

/-- An atomic step from the present store has an outcome of its command. -/
theorem run_right (hT : p.tables.Right) {r : Replay} (hr : r.Right p E σ₀) {id : Int} {next : NextStep} {effort left : Nat}
    {outcome : Outcome (Array StoreValue)} (h : r.run p.runnable id next effort = .ok ⟨outcome, left⟩) :
    (next.does p.tables).Runs E id (storeOf (baseValue p.tables E) r.store) (outcome.meant (baseValue p.tables E)) := by
  cases next with
  | command c =>
    obtain ⟨⟨reached, _, _⟩, hrun, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Evaluated.mk.injEq] at h
    obtain ⟨rfl, _⟩ := h
    rw [hr.parameters]
    exact run_sound (k := r.runner p.runnable id) hT hrun
  | restore saved =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨⟨store, _⟩, hrestore, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Evaluated.mk.injEq] at h
    obtain ⟨rfl, _⟩ := h
    exact restore_runs hrestore

/-- What a step that is taken says of the top of the stack. -/
theorem step_top (hT : p.tables.Right) {r r' : Replay} (hr : r.Right p E σ₀) (h : r.step p.runnable = .ok r') : ∃ e S rest left,
    r.enter = .ok e ∧ settle p.runnable r.store e.id e.effort e.stack = .ok ⟨.cons S rest, left⟩ ∧
    Core.Step p.bodies E e.id (.run (storeOf (baseValue p.tables E) r.store) (S.core p.tables))
      (.run (storeOf (baseValue p.tables E) r'.store) (Code.skip.core p.tables)) ∧
    ∃ store effort, r' = { r with
      store, inputs := #[], threads := r.threads.update r.place r.family r.id (putBack r.path r.stack (.cons (.code .skip) rest)),
      stack := putBack r.path r.stack (.cons (.code .skip) rest), effort } := by
  obtain ⟨⟨id, next, rest, left⟩, hnext, h⟩ := bind_ok.mp h
  obtain ⟨⟨outcome, _⟩, hrun, h⟩ := bind_ok.mp h
  have hruns := run_right hT hr hrun
  obtain ⟨e, S, henter, rfl, hsettled, hS⟩ := nextCommand_settled hnext
  cases outcome with
  | store store =>
    injection h with h
    subst h
    exact ⟨e, S, rest, left, henter, hsettled, hS ▸ .actionOk hruns, _, _, rfl⟩
  | wrong => simp at h

theorem step_right (hT : p.tables.Right) {r r' : Replay} (hr : r.Right p E σ₀) (h : r.step p.runnable = .ok r') : r'.Right p E σ₀ := by
  obtain ⟨e, S, rest, left, henter, hsettled, hstep, store, effort, rfl⟩ := step_top hT hr h
  obtain ⟨hreach, hknown, hat, _⟩ := hr.move (settled_ne henter hsettled) (enter_many henter (settled_step (S' := .skip) hsettled hstep))
  exact ⟨hr.parameters, hr.initial, hreach, hknown, .inr hat, hr.wrong⟩

/-- A step that is taken is a transition of the program, from a state that it reaches. -/
theorem step_transition (hT : p.tables.Right) {r r' : Replay} (hr : r.Right p E σ₀) (h : r.step p.runnable = .ok r') : ∃ P₁ P₂,
    Many (ParStep (p.text.step E σ₀)) (.run σ₀ (p.text.program E σ₀)) (.run (storeOf (baseValue p.tables E) r.store) P₁) ∧
    ParStep (p.text.step E σ₀) (.run (storeOf (baseValue p.tables E) r.store) P₁) (.run (storeOf (baseValue p.tables E) r'.store) P₂) := by
  obtain ⟨e, S, rest, left, henter, hsettled, hstep, _⟩ := step_top hT hr h
  obtain ⟨hreach, _, hat, t, ht⟩ := hr.move (settled_ne henter hsettled) (enter_many henter (settle_steps (E := E) hsettled))
  obtain ⟨S'', hs⟩ := putBack_step (T := p.tables) (inner := (.cons S rest)) henter (under_step (T := p.tables) rest hstep)
  refine ⟨_, _, hreach, .parallel (i := t) (S' := S'') ?_⟩
  simp only [replayed, ht, hat.lookup, ProgramText.step]
  exact hs

/-- A settled stack whose top goes wrong. -/
theorem goesWrong_of_top {effort left : Nat} {r : Replay} (hr : r.Right p E σ₀) {e : Entered} (henter : r.enter = .ok e) {S : Pending}
    {rest : Stack} (h : settle p.runnable r.store e.id effort e.stack = .ok ⟨.cons S rest, left⟩)
    (hs : Core.Step p.bodies E e.id (.run (storeOf (baseValue p.tables E) r.store) (S.core p.tables)) .wrong) :
    GoesWrong (p.text.step E σ₀) (p.text.program E σ₀) σ₀ := by
  obtain ⟨hreach, _, hat, t, ht⟩ := hr.move (settled_ne henter h) (enter_many henter (settle_steps (E := E) h))
  refine .tail hreach (.parallelWrong (i := t) ?_)
  simp only [replayed, ht, hat.lookup, ProgramText.step]
  exact putBack_wrong (T := p.tables) (inner := (.cons S rest)) henter (under_wrong (T := p.tables) rest hs)

theorem goWrong_right (hT : p.tables.Right) {r r' : Replay} (hr : r.Right p E σ₀) (h : r.goWrong p.runnable = .ok r') : r'.Right p E σ₀ := by
  obtain ⟨⟨id, next, rest, left⟩, hnext, h⟩ := bind_ok.mp h
  obtain ⟨⟨outcome, _⟩, hrun, h⟩ := bind_ok.mp h
  have hruns := run_right hT hr hrun
  obtain ⟨e, S, henter, rfl, hsettled, hS⟩ := nextCommand_settled hnext
  cases outcome with
  | store store => simp at h
  | wrong =>
    injection h with h
    subst h
    exact ⟨hr.parameters, hr.initial, hr.reachable, hr.known, hr.current,
      fun _ => goesWrong_of_top hr henter hsettled (hS ▸ .actionWrong hruns)⟩

/-- A move of the current thread: whatever it makes of a settled stack, the thread can do. -/
theorem go_right {r r' : Replay} (hr : r.Right p E σ₀) {why : String} {move : Stack → Option Stack} (hnil : move .nil = none)
    (hmove : ∀ {stack stack'}, move stack = some stack' → ∀ id σ,
      Many (Core.Step p.bodies E id) (.run σ (stackStatement p.tables stack)) (.run σ (stackStatement p.tables stack')))
    (h : r.go p.runnable why move = .ok r') : r'.Right p E σ₀ := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨e, henter, h⟩ := bind_ok.mp h
  obtain ⟨⟨stack, left⟩, hs, h⟩ := bind_ok.mp h
  obtain ⟨stack', hm, h⟩ := bind_ok.mp h
  rw [orReject_ok] at hm
  injection h with h
  subst h
  cases stack with
  | nil => rw [hnil] at hm; simp at hm
  | cons S rest => exact withStack_right hr (settled_ne henter hs) henter ((settle_steps hs).trans (hmove hm _ _))

/-- A value that is computed. -/
theorem value_right (hT : p.tables.Right) {r : Replay} (hr : r.Right p E σ₀) {id : Int} {term effort : Nat} {v : Evaluated Int}
    (h : r.value p.runnable id term effort = .ok v) :
    ((p.tables.term term).valueIn E id (storeOf (baseValue p.tables E) r.store)).toInt = v.known := by
  obtain ⟨⟨value, _⟩, hv, h⟩ := bind_ok.mp h
  have hvalue := computeTerm_sound hT hv (thread := id) rfl
  injection h with h
  subst h
  rw [hr.parameters]
  show _ = value.toInt
  rw [← StoreValue.toInt_value (B := baseValue p.tables (parametersOf r.parameters)) value]
  exact congrArg Value.toInt hvalue.symm

/-- Branches start. -/
theorem fork_right (hT : p.tables.Right) {r r' : Replay} (hr : r.Right p E σ₀) (h : r.fork p.runnable = .ok r') : r'.Right p E σ₀ := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨e, henter, h⟩ := bind_ok.mp h
  obtain ⟨⟨stack, left⟩, hs, h⟩ := bind_ok.mp h
  dsimp only at h
  split at h
  · obtain ⟨⟨a, _⟩, ha, h⟩ := bind_ok.mp h
    obtain ⟨⟨b, _⟩, hb, h⟩ := bind_ok.mp h
    injection h with h
    subst h
    exact withStack_right hr (settled_ne henter hs) henter
      ((settle_steps hs).trans (.single (fork_step (value_right hT hr ha) (value_right hT hr hb))))
  · simp at h

/-- All branches have ended. -/
theorem join_right {r r' : Replay} (hr : r.Right p E σ₀) (h : r.join p.runnable = .ok r') : r'.Right p E σ₀ := by
  obtain ⟨e, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  refine go_right (r := { r with effort := r.effort - joinCost e.stack }) ⟨hr.parameters, hr.initial, hr.reachable, hr.known, hr.current, hr.wrong⟩
    rfl (fun {stack stack'} hm id σ => .single (join_step hm id σ)) h

/-- Every event keeps what has been replayed reachable. -/
theorem event_sound (hT : p.tables.Right) {r r' : Replay} (hr : r.Right p E σ₀) {e : Event} (h : r.event p.runnable e = .ok r') : r'.Right p E σ₀ := by
  cases e with
  | thread family id => exact select_right hT hr h
  | branch number =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    subst h
    exact ⟨hr.parameters, hr.initial, hr.reachable, hr.known, hr.current, hr.wrong⟩
  | fork => exact fork_right hT hr h
  | join => exact join_right hr h
  | left =>
    refine go_right hr rfl (fun {stack stack'} hm _ σ => ?_) h
    unfold goLeft at hm
    split at hm
    · injection hm with hm
      exact hm ▸ .single (under_step _ .choiceLeft)
    · simp at hm
  | right =>
    refine go_right hr rfl (fun {stack stack'} hm _ σ => ?_) h
    unfold goRight at hm
    split at hm
    · injection hm with hm
      exact hm ▸ .single (under_step _ .choiceRight)
    · simp at hm
  | again =>
    refine go_right hr rfl (fun {stack stack'} hm _ σ => ?_) h
    unfold goAgain at hm
    split at hm
    · rename_i S rest
      injection hm with hm
      exact hm ▸ Many.single (under_step rest .loopUnroll)
    · simp at hm
  | leave =>
    refine go_right hr rfl (fun {stack stack'} hm _ σ => ?_) h
    unfold goOn at hm
    split at hm
    · injection hm with hm
      exact hm ▸ .single (under_step _ .loopDone)
    · simp at hm
  | input input =>
    -- nothing has happened yet
    injection h with h
    subst h
    exact ⟨hr.parameters, hr.initial, hr.reachable, hr.known, hr.current, hr.wrong⟩
  | step => exact step_right hT hr h
  | ended =>
    refine go_right hr rfl (fun {stack stack'} hm _ σ => ?_) h
    unfold goEnd at hm
    split at hm
    · injection hm with hm; exact hm ▸ .refl
    · simp at hm
  | wrong => exact goWrong_right hT hr h

end

end Plato
