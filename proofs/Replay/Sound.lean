/-
# A schedule that is accepted goes wrong

Every event is some steps of the program: the state that is kept is reachable.

Main definitions: `stackStatement`, `replayed`, `Replay.Right`. Main results: `event_sound`, `replay_sound`.
-/
module

public import Plato.Kernel
public import Replay.Scene
public import Conditions.Sound

@[expose] public section

namespace Plato

/-- The statement that a stack stands for. -/
noncomputable def stackStatement (T : Tables) (E : Parameters) (id : Int) : List Code → Statement Store
  | [] => .skip
  | [S] => (S.core T).denote E id
  | S :: S' :: rest => .seq ((S.core T).denote E id) (stackStatement T E id (S' :: rest))

section

variable {T : Tables} {E : Parameters} {id : Int}

/-- A step of the top of a stack is one of the stack. -/
theorem top_step {σ σ' : Store} {S S' : Code} {rest : List Code}
    (h : SeqStep (.run σ ((S.core T).denote E id)) (.run σ' ((S'.core T).denote E id))) :
    SeqStep (.run σ (stackStatement T E id (S :: rest))) (.run σ' (stackStatement T E id (S' :: rest))) := by
  cases rest with
  | nil => exact h
  | cons R rest => exact .seqStep h

/-- Composition is taken apart. -/
theorem seq_steps (σ : Store) (S S' : Code) (rest : List Code) :
    Many SeqStep (.run σ (stackStatement T E id (.seq S S' :: rest))) (.run σ (stackStatement T E id (S :: S' :: rest))) := by
  cases rest with
  | nil => exact .refl
  | cons R rest => exact .single .assoc

theorem settle_steps (σ : Store) (fuel : Nat) (stack : List Code) :
    Many SeqStep (.run σ (stackStatement T E id stack)) (.run σ (stackStatement T E id (settle fuel stack))) := by
  induction fuel generalizing stack with
  | zero => exact .refl
  | succ fuel ih =>
    unfold settle
    split
    · exact (seq_steps σ _ _ _).trans (ih _)
    · exact .head .seqSkip (ih _)
    · exact .head .seqSkip (ih _)
    · exact .refl

/-- A thread's step that goes wrong makes its stack go wrong. -/
theorem top_wrong {σ : Store} {S : Code} {rest : List Code} (h : SeqStep (.run σ ((S.core T).denote E id)) .wrong) :
    SeqStep (.run σ (stackStatement T E id (S :: rest))) .wrong := by
  cases rest with
  | nil => exact h
  | cons R rest => exact .seqWrong h

end

theorem Program.update_update {Thread Store : Type} (P : Program Thread Store) (i : Thread) (S S' : Statement Store) :
    (P.update i S).update i S' = P.update i S' := by
  funext j
  by_cases h : j = i <;> simp [Program.update, h]

theorem Program.update_self {Thread Store : Type} (P : Program Thread Store) (i : Thread) : P.update i (P i) = P := by
  funext j
  by_cases h : j = i <;> simp [Program.update, h]

/-- Steps of one thread are steps of the program. -/
theorem parallel_many {Thread Store : Type} {P : Program Thread Store} {i : Thread} {σ σ' : Store} {S S' : Statement Store}
    (hS : P i = S) (h : Many SeqStep (.run σ S) (.run σ' S')) : Many ParStep (.run σ P) (.run σ' (P.update i S')) := by
  generalize hs : SeqState.run σ S = s at h
  generalize hs' : SeqState.run σ' S' = s' at h
  induction h generalizing σ' S' with
  | refl =>
    subst hs
    injection hs' with h1 h2
    subst h1 h2 hS
    rw [Program.update_self]
    exact .refl
  | @tail t u _ hstep ih =>
    subst hs'
    cases t with
    | wrong => cases hstep
    | run σ₁ S₁ =>
      refine .tail (ih rfl) ?_
      rw [← Program.update_update P i S₁ S']
      exact .parallel (by rw [Program.update_same]; exact hstep)

section

variable (p : ProgramTables) (E : Parameters) (σ₀ : Store)

/-- The program after the threads have moved. -/
noncomputable def replayed (threads : Threads) : Program (p.text.Thread E σ₀) Store := fun t =>
  match lookupThread threads t.1 with
  | some stack => stackStatement p.tables E t.1.2 stack
  | none => p.text.program E σ₀ t

/-- What has been replayed is reachable. -/
structure Replay.Right (r : Replay) : Prop where
  parameters : E = parametersOf r.parameters
  initial : σ₀ = storeOf r.initial
  reachable : Many ParStep (.run σ₀ (p.text.program E σ₀)) (.run (storeOf r.store) (replayed p E σ₀ r.threads))
  /-- the threads that have moved are threads of the program -/
  known : ∀ {key stack}, lookupThread r.threads key = some stack → ∃ t : p.text.Thread E σ₀, t.1 = key
  /-- and so is the one whose events these are -/
  current : r.stack = [] ∨ ∃ t : p.text.Thread E σ₀, t.1 = (r.family, r.id) ∧
    replayed p E σ₀ r.threads t = stackStatement p.tables E r.id r.stack
  wrong : r.isWrong = true → GoesWrong (p.text.program E σ₀) σ₀

end

section

variable {p : ProgramTables} {E : Parameters} {σ₀ : Store}

theorem lookupThread_cons (key : Nat × Int) (stack : List Code) (threads : Threads) (thread : Nat × Int) :
    lookupThread ((key, stack) :: threads) thread = if key = thread then some stack else lookupThread threads thread := by
  simp only [lookupThread]
  by_cases h : key = thread
  · subst h; simp
  · have : ¬ (key.1 = thread.1 ∧ key.2 = thread.2) := fun hh => h (Prod.ext hh.1 hh.2)
    simp [h, this]

/-- A thread that moves. -/
theorem replayed_cons {t : p.text.Thread E σ₀} {key : Nat × Int} (ht : t.1 = key) (stack : List Code) (threads : Threads) :
    replayed p E σ₀ ((key, stack) :: threads) = (replayed p E σ₀ threads).update t (stackStatement p.tables E key.2 stack) := by
  subst ht
  funext u
  by_cases h : u = t
  · subst h
    rw [Program.update_same]
    simp [replayed, lookupThread_cons]
  · rw [Program.update_other _ h]
    have hne : ¬ t.1 = u.1 := fun he => h (Subtype.ext he.symm)
    simp only [replayed, lookupThread_cons, hne, if_false]

/-- Steps of the current thread. -/
theorem Replay.Right.move {r : Replay} (hr : r.Right p E σ₀) (hne : r.stack ≠ []) {σ' : Array FiniteValue} {stack : List Code}
    (h : Many SeqStep (.run (storeOf r.store) (stackStatement p.tables E r.id r.stack)) (.run (storeOf σ') (stackStatement p.tables E r.id stack))) :
    ∃ t : p.text.Thread E σ₀, t.1 = (r.family, r.id) ∧
      Many ParStep (.run σ₀ (p.text.program E σ₀)) (.run (storeOf σ') (replayed p E σ₀ (((r.family, r.id), stack) :: r.threads))) := by
  rcases hr.current with he | ⟨t, ht, hstack⟩
  · exact absurd he hne
  · refine ⟨t, ht, hr.reachable.trans ?_⟩
    rw [replayed_cons ht]
    exact parallel_many hstack h

/-- A new stack for the current thread, in the same store. -/
theorem withStack_right {r : Replay} (hr : r.Right p E σ₀) (hne : r.stack ≠ []) {stack : List Code}
    (h : Many SeqStep (.run (storeOf r.store) (stackStatement p.tables E r.id r.stack))
      (.run (storeOf r.store) (stackStatement p.tables E r.id stack))) : (r.withStack stack).Right p E σ₀ := by
  obtain ⟨t, ht, hreach⟩ := hr.move hne h
  obtain ⟨range, parameters, initial, store, next, threads, family, id, stack₀, effort, isWrong⟩ := r
  refine ⟨hr.parameters, hr.initial, hreach, fun {key stack'} hkey => ?_, .inr ⟨t, ht, ?_⟩, hr.wrong⟩
  · simp only [Replay.withStack, lookupThread_cons] at hkey
    split at hkey
    · rename_i he
      exact ⟨t, ht.trans he⟩
    · exact hr.known hkey
  · have ht' : t.1 = (family, id) := ht
    simp only [replayed, Replay.withStack, lookupThread_cons, ht', if_true]

theorem settled_ne {r : Replay} {S : Code} {rest : List Code} (h : settle settleFuel r.stack = S :: rest) : r.stack ≠ [] := by
  intro he
  rw [he] at h
  simp [settleFuel, settle] at h

/-- From the stack to a settled one whose top has made a step. -/
theorem settled_step {r : Replay} {S S' : Code} {rest : List Code} (h : settle settleFuel r.stack = S :: rest) {σ' : Store}
    (hs : SeqStep (.run (storeOf r.store) ((S.core p.tables).denote E r.id)) (.run σ' ((S'.core p.tables).denote E r.id))) :
    Many SeqStep (.run (storeOf r.store) (stackStatement p.tables E r.id r.stack)) (.run σ' (stackStatement p.tables E r.id (S' :: rest))) := by
  refine (settle_steps (storeOf r.store) settleFuel r.stack).trans ?_
  rw [h]
  exact .single (top_step hs)

theorem select_right (hT : p.tables.Right) {r r' : Replay} (hr : r.Right p E σ₀) {family : Nat} {id : Int}
    (h : r.select p family id = .ok r') : r'.Right p E σ₀ := by
  obtain ⟨range, parameters, initial, store, next, threads, family₀, id₀, stack₀, effort, isWrong⟩ := r
  simp only [Replay.select] at h
  split at h
  · simp at h
  split at h
  · rename_i stack hlookup
    injection h with h
    subst h
    refine ⟨hr.parameters, hr.initial, hr.reachable, hr.known, .inr ?_, hr.wrong⟩
    obtain ⟨t, ht⟩ := hr.known hlookup
    refine ⟨t, ht, ?_⟩
    simp only [replayed, ht, hlookup]
  · rename_i hlookup
    split at h
    · simp at h
    rename_i entry hbody
    split at h
    · simp at h
    · simp at h
    rename_i effort' heval
    injection h with h
    subst h
    refine ⟨hr.parameters, hr.initial, hr.reachable, hr.known, .inr ?_, hr.wrong⟩
    unfold ProgramTables.body at hbody
    split at hbody
    · rename_i hf
      injection hbody with hbody
      subst hbody
      have hmem := (decideLiteral_sound hT heval rfl).mp rfl
      have hparameters : E = parametersOf parameters := hr.parameters
      have hinitial : σ₀ = storeOf initial := hr.initial
      rw [← hparameters, ← hinitial] at hmem
      have hf' : family < p.text.families.size := by rw [families_size]; exact hf
      have heq := families_getElem p family hf
      refine ⟨⟨(family, id), hf', ?_⟩, rfl, ?_⟩
      · simp only [heq]
        exact hmem
      · simp only [replayed, hlookup, ProgramText.program, heq, stackStatement]
    · simp at hbody

theorem step_right (hT : p.tables.Right) {r r' : Replay} (hr : r.Right p E σ₀) (h : r.step p = .ok r') : r'.Right p E σ₀ := by
  unfold Replay.step at h
  split at h
  · rename_i label gate step post rest hsettled
    split at h
    · simp at h
    · simp at h
    rename_i hgate
    split at h
    · simp at h
    · simp at h
    rename_i hstep
    split at h
    · simp at h
    · simp at h
    rename_i hpost
    have hgate := (decideLiteral_sound hT hgate rfl).mp rfl
    have hstep := (decideLiteral_sound hT hstep rfl).mp rfl
    have hpost := (decideLiteral_sound hT hpost rfl).mp rfl
    have hne := settled_ne hsettled
    have hsteps := settled_step (p := p) (E := E) (S' := .skip) hsettled (σ' := storeOf r.next) (by
      refine .actionOk ?_ ?_ ?_ <;> rw [hr.parameters]
      · exact hgate
      · exact hstep
      · exact hpost)
    obtain ⟨t, ht, hreach⟩ := hr.move hne hsteps
    obtain ⟨range, parameters, initial, store, next, threads, family, id, stack₀, effort, isWrong⟩ := r
    injection h with h
    subst h
    refine ⟨hr.parameters, hr.initial, hreach, fun {key stack'} hkey => ?_, .inr ⟨t, ht, ?_⟩, hr.wrong⟩
    · simp only [lookupThread_cons] at hkey
      split at hkey
      · rename_i he
        exact ⟨t, ht.trans he⟩
      · exact hr.known hkey
    · have ht' : t.1 = (family, id) := ht
      simp only [replayed, lookupThread_cons, ht', if_true]
  · simp at h

/-- A settled stack whose top goes wrong. -/
theorem goesWrong_of_top {r : Replay} (hr : r.Right p E σ₀) {S : Code} {rest : List Code} (h : settle settleFuel r.stack = S :: rest)
    (hs : SeqStep (.run (storeOf r.store) ((S.core p.tables).denote E r.id)) .wrong) : GoesWrong (p.text.program E σ₀) σ₀ := by
  have hsettle := settle_steps (T := p.tables) (E := E) (id := r.id) (storeOf r.store) settleFuel r.stack
  rw [h] at hsettle
  obtain ⟨t, ht, hreach⟩ := hr.move (settled_ne h) hsettle
  refine .tail hreach (.parallelWrong (i := t) ?_)
  rw [replayed_cons ht, Program.update_same]
  exact top_wrong hs

theorem goWrong_right (hT : p.tables.Right) {r r' : Replay} (hr : r.Right p E σ₀) (h : r.goWrong p = .ok r') : r'.Right p E σ₀ := by
  have hkeep : GoesWrong (p.text.program E σ₀) σ₀ → Replay.Right p E σ₀ { r with isWrong := true } :=
    fun hw => ⟨hr.parameters, hr.initial, hr.reachable, hr.known, hr.current, fun _ => hw⟩
  unfold Replay.goWrong at h
  split at h
  · rename_i label gate step post rest hsettled
    simp only at h
    split at h
    · simp at h
    · rename_i hgate
      injection h with h
      subst h
      have hgate : ¬ _ := fun hh => by simpa using (decideLiteral_sound hT hgate rfl).mpr hh
      refine hkeep (goesWrong_of_top hr hsettled (.gateWrong ?_))
      rw [hr.parameters]
      exact hgate
    rename_i hgate
    split at h
    · simp at h
    · simp at h
    rename_i hstep
    split at h
    · simp at h
    · simp at h
    rename_i hpost
    injection h with h
    subst h
    have hstep := (decideLiteral_sound hT hstep rfl).mp rfl
    have hpost : ¬ _ := fun hh => by simpa using (decideLiteral_sound hT hpost rfl).mpr hh
    refine hkeep (goesWrong_of_top hr hsettled (.actionWrong (σ' := storeOf r.next) ?_ ?_)) <;> rw [hr.parameters]
    · exact hstep
    · exact hpost
  · simp at h

/-- Every event keeps what has been replayed reachable. -/
theorem event_sound (hT : p.tables.Right) {r r' : Replay} (hr : r.Right p E σ₀) {e : Event} (h : r.event p e = .ok r') : r'.Right p E σ₀ := by
  cases e with
  | thread family id => exact select_right hT hr h
  | left =>
    simp only [Replay.event] at h
    split at h
    · rename_i hs
      injection h with h
      subst h
      exact withStack_right hr (settled_ne hs) (settled_step hs .choiceLeft)
    · simp at h
  | right =>
    simp only [Replay.event] at h
    split at h
    · rename_i hs
      injection h with h
      subst h
      exact withStack_right hr (settled_ne hs) (settled_step hs .choiceRight)
    · simp at h
  | again =>
    simp only [Replay.event] at h
    split at h
    · rename_i label J S rest hs
      injection h with h
      subst h
      refine withStack_right hr (settled_ne hs) ?_
      exact (settled_step (S' := .seq S (.loop label J S)) hs .loopUnroll).trans (seq_steps _ _ _ _)
    · simp at h
  | leave =>
    simp only [Replay.event] at h
    split at h
    · rename_i hs
      injection h with h
      subst h
      exact withStack_right hr (settled_ne hs) (settled_step (S' := .skip) hs .loopDone)
    · simp at h
  | value name value =>
    obtain ⟨range, parameters, initial, store, next, threads, family, id, stack, effort, isWrong⟩ := r
    simp only [Replay.event] at h
    split at h
    · injection h with h
      subst h
      exact ⟨hr.parameters, hr.initial, hr.reachable, hr.known, hr.current, hr.wrong⟩
    · simp at h
  | step => exact step_right hT hr h
  | ended =>
    simp only [Replay.event] at h
    have hsettle := settle_steps (T := p.tables) (E := E) (id := r.id) (storeOf r.store) settleFuel r.stack
    split at h
    · rename_i hs
      injection h with h
      subst h
      rw [hs] at hsettle
      exact withStack_right hr (settled_ne hs) hsettle
    · rename_i hs
      injection h with h
      subst h
      rw [hs] at hsettle
      exact withStack_right hr (settled_ne hs) hsettle
    · simp at h
  | wrong => exact goWrong_right hT hr h

theorem events_sound {bytes : ByteArray} (hT : p.tables.Right) (i : Nat) (r : Replay) (hr : r.Right p E σ₀) {r' : Replay}
    (h : Kernel.events p bytes i r = .ok r') : r'.Right p E σ₀ := by
  fun_induction Kernel.events p bytes i r with
  | case1 => simp at h
  | case2 => simp at h
  | case3 => simp at h
  | case4 i r _ _ e next _ r'' he _ ih => exact ih (event_sound hT hr he) h
  | case5 => simp at h
  | case6 i r _ => injection h with h; exact h ▸ hr

end

/-- What a schedule leads to, from an initial store. -/
theorem replay_right {p : ProgramTables} (hT : p.tables.Right) {bytes : ByteArray} {i effort : Nat} {r : Replay}
    (h : Kernel.replay p bytes i effort = .ok r) : ∃ E σ, p.text.Initial E σ ∧ r.Right p E σ := by
  unfold Kernel.replay at h
  split at h
  · simp at h
  split at h
  · simp at h
  rename_i start next _
  split at h
  · simp at h
  rename_i effort' hinit
  have hinitial : p.text.Initial (parametersOf start.parameters) (storeOf start.store) := by
    unfold Kernel.isInitial at hinit
    split at hinit
    · simp at hinit
    · simp at hinit
    rename_i hassume
    split at hinit
    · simp at hinit
    · simp at hinit
    rename_i hstart
    exact ⟨(decideLiteral_sound hT hassume rfl).mp rfl, (decideLiteral_sound hT hstart rfl).mp rfl⟩
  exact ⟨_, _, hinitial, events_sound hT _ _ ⟨rfl, rfl, .refl, fun {key stack} hk => by simp [lookupThread] at hk, .inl rfl, fun hw => by simp at hw⟩ h⟩

/-- **Soundness of schedules.** If the kernel follows a schedule to something that goes wrong, the program is not safe. -/
theorem replay_sound {p : ProgramTables} (hT : p.tables.Right) {bytes : ByteArray} {i effort : Nat}
    (h : Kernel.replayWrong p bytes i effort = .ok ()) : ¬ p.text.Safe := by
  unfold Kernel.replayWrong at h
  split at h
  · simp at h
  rename_i r hr
  obtain ⟨E, σ, hinitial, hright⟩ := replay_right hT hr
  split at h
  · rename_i hw
    exact fun hsafe => hsafe E σ hinitial (hright.wrong hw)
  · simp at h

/-- If the kernel follows a schedule to a store that does not satisfy the invariant, it is none. -/
theorem replayBroken_sound {p : ProgramTables} (hT : p.tables.Right) {bytes : ByteArray} {i effort : Nat}
    (h : Kernel.replayBroken p bytes i effort = .ok ()) : ¬ p.text.Invariant (p.tables.literal p.invariant) := by
  unfold Kernel.replayBroken at h
  split at h
  · simp at h
  rename_i r hr
  obtain ⟨E, σ, hinitial, hright⟩ := replay_right hT hr
  split at h
  · simp at h
  · simp at h
  rename_i heval
  intro hinv
  have hI := hinv E σ _ hinitial ⟨_, hright.reachable⟩
  rw [hright.parameters] at hI
  simpa using (decideLiteral_sound hT heval rfl).mpr hI

/-- A thread that has moved and ended is at its end. -/
theorem haveEnded_sound {all threads : Threads} (h : Kernel.haveEnded all threads = true) {key : Nat × Int} {stack : List Code}
    (hmem : (key, stack) ∈ threads) : lookupThread all key = some [.skip] := by
  induction threads with
  | nil => simp at hmem
  | cons entry rest ih =>
    obtain ⟨k, s⟩ := entry
    simp only [Kernel.haveEnded] at h
    split at h
    · rename_i hk
      rcases List.mem_cons.mp hmem with he | hmem
      · cases he; exact hk
      · exact ih h hmem
    · simp at h

theorem movedThreads_sound {family : Nat} {threads : Threads} {id : Int} (h : id ∈ Kernel.movedThreads family threads) :
    ∃ stack, ((family, id), stack) ∈ threads := by
  induction threads with
  | nil => simp [Kernel.movedThreads] at h
  | cons entry rest ih =>
    obtain ⟨⟨f, t⟩, s⟩ := entry
    simp only [Kernel.movedThreads] at h
    split at h
    · rename_i hf
      have hf : f = family := hf
      rcases List.mem_cons.mp h with rfl | h
      · exact ⟨s, by simp [hf]⟩
      · obtain ⟨stack, hmem⟩ := ih h; exact ⟨stack, .tail _ hmem⟩
    · obtain ⟨stack, hmem⟩ := ih h; exact ⟨stack, .tail _ hmem⟩

theorem haveMoved_sound {p : ProgramTables} (hT : p.tables.Right) {r : Replay} (i effort : Nat) {left : Nat}
    (h : Kernel.haveMoved p r i effort = .ok left) : ∀ j (hj : j < p.families.size), i ≤ j → ∀ t, t ∉ Kernel.movedThreads j r.threads →
      ¬ (p.tables.literal p.families[j].members).predicate (parametersOf r.parameters) t (storeOf r.initial) := by
  fun_induction Kernel.haveMoved p r i effort with
  | case1 => simp at h
  | case2 => simp at h
  | case3 i effort hi effort' hnone ih =>
    intro j hj hij t ht
    by_cases he : i = j
    · subst he
      exact noneOutside_sound hT hnone rfl ht
    · exact ih h j hj (by omega) t ht
  | case4 => intro j hj hij; omega

/-- If the kernel finds that all threads have ended, they have. -/
theorem allEnded_sound {p : ProgramTables} (hT : p.tables.Right) {r : Replay} {E : Parameters} {σ₀ : Store} (hr : r.Right p E σ₀) {left : Nat}
    (h : Kernel.allEnded p r = .ok left) : (replayed p E σ₀ r.threads).Ended := by
  unfold Kernel.allEnded at h
  dsimp only at h
  split at h
  · simp at h
  split at h
  · rename_i hended
    have hmoved := haveMoved_sound hT 0 r.effort h
    intro t
    have hsize : t.1.1 < p.families.size := families_size p ▸ t.2.1
    have hmember := thread_member t
    rw [← hr.parameters, ← hr.initial] at hmoved
    have hin : t.1.2 ∈ Kernel.movedThreads t.1.1 r.threads :=
      Classical.byContradiction fun hn => hmoved _ hsize (Nat.zero_le _) _ hn hmember
    obtain ⟨stack, hmem⟩ := movedThreads_sound hin
    have hlookup := haveEnded_sound hended hmem
    have hkey : lookupThread r.threads t.1 = some [.skip] := hlookup
    simp [replayed, hkey, stackStatement, Code.core, Core.denote]
  · simp at h

/-- If the kernel follows a schedule to the end of all threads, in a store that does not satisfy the postcondition, it is none. -/
theorem replayBrokenPost_sound {p : ProgramTables} (hT : p.tables.Right) {bytes : ByteArray} {i effort : Nat}
    (h : Kernel.replayBrokenPost p bytes i effort = .ok ()) : ¬ p.text.Ensures (p.tables.literal p.contract.post) := by
  unfold Kernel.replayBrokenPost at h
  split at h
  · simp at h
  rename_i r hr
  obtain ⟨E, σ, hinitial, hright⟩ := replay_right hT hr
  split at h
  · simp at h
  rename_i left hended
  split at h
  · simp at h
  · simp at h
  rename_i heval
  intro hensures
  have hpost := hensures E σ _ _ hinitial hright.reachable (allEnded_sound hT hright hended)
  rw [hright.parameters] at hpost
  simpa using (decideLiteral_sound hT heval rfl).mpr hpost

end Plato
