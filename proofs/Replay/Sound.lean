/-
# A schedule that is accepted goes wrong

Every event is some steps of the program: the state that is kept is reachable.

Main definitions: `stackStatement`, `replayed`, `Replay.Right`. Main results: `event_sound`, `replay_sound`.
-/
module

public import Plato.Kernel
public import Evaluation.Scene
public import ThreadModular.Sound

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

theorem settle_steps (σ : Store) {effort left : Nat} {stack stack' : List Code} (h : settle effort stack = .ok ⟨stack', left⟩) :
    Many SeqStep (.run σ (stackStatement T E id stack)) (.run σ (stackStatement T E id stack')) := by
  induction effort generalizing stack with
  | zero => simp [settle] at h
  | succ effort ih =>
    unfold settle at h
    split at h
    · exact (seq_steps σ _ _ _).trans (ih h)
    · exact .head .seqSkip (ih h)
    · exact .head .seqSkip (ih h)
    · injection h with h
      injection h with h
      exact h ▸ .refl

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

/-- The stack of a thread, the first one that is noted. -/
noncomputable def lookupThread : List ThreadState → Nat × Int → Option (List Code)
  | [], _ => none
  | t :: rest, key => if (t.family, t.id) = key then some t.stack else lookupThread rest key

/-- The program after the threads have moved. -/
noncomputable def replayed (threads : Threads) : Program (p.text.Thread E σ₀) Store := fun t =>
  match lookupThread threads.toList t.1 with
  | some stack => stackStatement p.tables E t.1.2 stack
  | none => p.text.program E σ₀ t

/-- The thread is noted at that place, and at none before it. -/
inductive IsAt : List ThreadState → Nat → ThreadState → Prop where
  | here {t rest} : IsAt (t :: rest) 0 t
  | later {t u rest place} (hne : (u.family, u.id) ≠ (t.family, t.id)) (h : IsAt rest place t) : IsAt (u :: rest) (place + 1) t

/-- What has been replayed is reachable. -/
structure Replay.Right (r : Replay) : Prop where
  parameters : E = parametersOf r.parameters
  initial : σ₀ = storeOf (baseValue p.tables E) r.initial
  reachable : Many ParStep (.run σ₀ (p.text.program E σ₀)) (.run (storeOf (baseValue p.tables E) r.store) (replayed p E σ₀ r.threads))
  /-- the threads that have been selected are threads of the program -/
  known : ∀ {key stack}, lookupThread r.threads.toList key = some stack → ∃ t : p.text.Thread E σ₀, t.1 = key
  /-- and the one whose events these are is noted at its place -/
  current : r.stack = [] ∨ IsAt r.threads.toList r.place ⟨r.family, r.id, r.stack⟩
  wrong : r.isWrong = true → GoesWrong (p.text.program E σ₀) σ₀

end

section

variable {p : ProgramTables} {E : Parameters} {σ₀ : Store}

theorem IsAt.lt {threads : List ThreadState} {place : Nat} {t : ThreadState} (h : IsAt threads place t) : place < threads.length := by
  induction h with
  | here => simp
  | later _ _ ih => simpa using ih

theorem IsAt.lookup {threads : List ThreadState} {place : Nat} {t : ThreadState} (h : IsAt threads place t) :
    lookupThread threads (t.family, t.id) = some t.stack := by
  induction h with
  | here => simp [lookupThread]
  | later hne _ ih => simp only [lookupThread, hne, if_false, ih]

/-- Another stack for a thread that is noted. -/
theorem IsAt.set {threads : List ThreadState} {place : Nat} {t : ThreadState} (h : IsAt threads place t) (stack : List Code) :
    IsAt (threads.set place ⟨t.family, t.id, stack⟩) place ⟨t.family, t.id, stack⟩ ∧
    ∀ key, lookupThread (threads.set place ⟨t.family, t.id, stack⟩) key =
      if (t.family, t.id) = key then some stack else lookupThread threads key := by
  induction h with
  | here =>
    refine ⟨.here, fun key => ?_⟩
    simp only [List.set_cons_zero, lookupThread]
    split <;> rfl
  | @later t u rest place hne _ ih =>
    refine ⟨.later hne ih.1, fun key => ?_⟩
    simp only [List.set_cons_succ, lookupThread, ih.2]
    by_cases hk : (u.family, u.id) = key
    · subst hk
      simp [Ne.symm hne]
    · simp [hk]

/-- A thread that is noted last. -/
theorem IsAt.push {threads : List ThreadState} {t : ThreadState} (h : lookupThread threads (t.family, t.id) = none) :
    IsAt (threads ++ [t]) threads.length t ∧
    ∀ key, lookupThread (threads ++ [t]) key = if (t.family, t.id) = key then some t.stack else lookupThread threads key := by
  induction threads with
  | nil => exact ⟨.here, fun key => rfl⟩
  | cons u rest ih =>
    simp only [lookupThread] at h
    split at h
    · simp at h
    rename_i hne
    obtain ⟨hat, hlookup⟩ := ih h
    refine ⟨.later hne hat, fun key => ?_⟩
    simp only [List.cons_append, lookupThread, hlookup]
    by_cases hk : (u.family, u.id) = key
    · subst hk
      simp [Ne.symm hne]
    · simp [hk]

/-- A search finds the place of a thread, or that it is not noted. -/
theorem findThread_sound {threads : Threads} {family : Nat} {id : Int} (i effort : Nat) {r : Evaluated (Option Nat)}
    (h : findThread threads family id i effort = some r) :
    (∀ place, r.known = some place → i ≤ place ∧ ∃ hp : place < threads.size,
      IsAt (threads.toList.drop i) (place - i) ⟨family, id, threads[place].stack⟩) ∧
    (r.known = none → lookupThread (threads.toList.drop i) (family, id) = none) := by
  fun_induction findThread threads family id i effort with
  | case1 => simp at h
  | case2 i effort _ hi hkey =>
    injection h with h
    subst h
    refine ⟨fun place hplace => ?_, fun hn => by simp at hn⟩
    injection hplace with hplace
    subst hplace
    refine ⟨Nat.le_refl _, hi, ?_⟩
    rw [drop_toList threads i hi, Nat.sub_self, ← hkey.1, ← hkey.2]
    exact .here
  | case3 i effort _ hi hkey ih =>
    have hne : (threads[i].family, threads[i].id) ≠ (family, id) := fun he => hkey ⟨congrArg Prod.fst he, congrArg Prod.snd he⟩
    obtain ⟨hfound, hnone⟩ := ih h
    rw [drop_toList threads i hi]
    refine ⟨fun place hplace => ?_, fun hn => ?_⟩
    · obtain ⟨hle, hp, hat⟩ := hfound place hplace
      refine ⟨by omega, hp, ?_⟩
      rw [show place - i = place - (i + 1) + 1 by omega]
      exact .later hne hat
    · simp only [lookupThread, hne, if_false]
      exact hnone hn
  | case4 i effort _ hi =>
    injection h with h
    subst h
    refine ⟨fun place hplace => by simp at hplace, fun _ => ?_⟩
    rw [drop_toList_nil threads i hi]
    rfl

/-- A thread that moves. -/
theorem replayed_update {t : p.text.Thread E σ₀} {key : Nat × Int} (ht : t.1 = key) {stack : List Code} {threads threads' : Threads}
    (h : ∀ k, lookupThread threads'.toList k = if key = k then some stack else lookupThread threads.toList k) :
    replayed p E σ₀ threads' = (replayed p E σ₀ threads).update t (stackStatement p.tables E key.2 stack) := by
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
theorem update_noted {r : Replay} (h : IsAt r.threads.toList r.place ⟨r.family, r.id, r.stack⟩) (stack : List Code) :
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
theorem Replay.Right.move {r : Replay} (hr : r.Right p E σ₀) (hne : r.stack ≠ []) {σ' : Array StoreValue} {stack : List Code}
    (h : Many SeqStep (.run (storeOf (baseValue p.tables E) r.store) (stackStatement p.tables E r.id r.stack)) (.run (storeOf (baseValue p.tables E) σ') (stackStatement p.tables E r.id stack))) :
    Many ParStep (.run σ₀ (p.text.program E σ₀)) (.run (storeOf (baseValue p.tables E) σ') (replayed p E σ₀ (r.threads.update r.place r.family r.id stack))) ∧
    (∀ {key stack'}, lookupThread (r.threads.update r.place r.family r.id stack).toList key = some stack' → ∃ t : p.text.Thread E σ₀, t.1 = key) ∧
    IsAt (r.threads.update r.place r.family r.id stack).toList r.place ⟨r.family, r.id, stack⟩ ∧
    ∃ t : p.text.Thread E σ₀, t.1 = (r.family, r.id) := by
  have hat := hr.current.resolve_left hne
  obtain ⟨hat', hlookup⟩ := update_noted hat stack
  obtain ⟨t, ht⟩ := hr.known hat.lookup
  refine ⟨?_, fun {key stack'} hkey => ?_, hat', t, ht⟩
  · rw [replayed_update ht hlookup]
    refine hr.reachable.trans (parallel_many ?_ h)
    simp only [replayed, ht, hat.lookup]
  · rw [hlookup] at hkey
    split at hkey
    · rename_i he
      exact ⟨t, ht.trans he⟩
    · exact hr.known hkey

/-- A new stack for the current thread, in the same store. -/
theorem withStack_right {r : Replay} (hr : r.Right p E σ₀) (hne : r.stack ≠ []) {stack : List Code} {left : Nat}
    (h : Many SeqStep (.run (storeOf (baseValue p.tables E) r.store) (stackStatement p.tables E r.id r.stack))
      (.run (storeOf (baseValue p.tables E) r.store) (stackStatement p.tables E r.id stack))) : (r.withStack stack left).Right p E σ₀ := by
  obtain ⟨hreach, hknown, hat, _⟩ := hr.move hne h
  exact ⟨hr.parameters, hr.initial, hreach, hknown, .inr hat, hr.wrong⟩

theorem settle_nil (effort : Nat) : settle effort [] = .error .effort ∨ ∃ left, settle effort [] = .ok ⟨[], left⟩ := by
  cases effort with
  | zero => exact .inl rfl
  | succ effort => exact .inr ⟨effort, rfl⟩

theorem settled_ne {effort left : Nat} {r : Replay} {S : Code} {rest : List Code} (h : settle effort r.stack = .ok ⟨S :: rest, left⟩) : r.stack ≠ [] := by
  intro he
  rw [he] at h
  rcases settle_nil effort with hs | ⟨_, hs⟩ <;> rw [hs] at h <;> simp at h

/-- From the stack to a settled one whose top has made a step. -/
theorem settled_step {effort left : Nat} {r : Replay} {S S' : Code} {rest : List Code} (h : settle effort r.stack = .ok ⟨S :: rest, left⟩) {σ' : Store}
    (hs : SeqStep (.run (storeOf (baseValue p.tables E) r.store) ((S.core p.tables).denote E r.id)) (.run σ' ((S'.core p.tables).denote E r.id))) :
    Many SeqStep (.run (storeOf (baseValue p.tables E) r.store) (stackStatement p.tables E r.id r.stack)) (.run σ' (stackStatement p.tables E r.id (S' :: rest))) :=
  (settle_steps (storeOf (baseValue p.tables E) r.store) h).trans (.single (top_step hs))

theorem select_right (hT : p.tables.Right) {r r' : Replay} (hr : r.Right p E σ₀) {family : Nat} {id : Int}
    (h : r.select p family id = .ok r') : r'.Right p E σ₀ := by
  obtain ⟨range, parameters, initial, store, next, threads, family₀, id₀, place₀, stack₀, effort, isWrong⟩ := r
  simp only [Replay.select] at h
  split at h
  · simp at h
  split at h
  · simp at h
  · rename_i place left hfind
    obtain ⟨_, hp, hat⟩ := (findThread_sound 0 _ hfind).1 place rfl
    split at h
    · injection h with h
      subst h
      exact ⟨hr.parameters, hr.initial, hr.reachable, hr.known, .inr (by simpa using hat), hr.wrong⟩
    · rename_i hn
      exact absurd hp hn
  · rename_i left hfind
    have hlookup : lookupThread threads.toList (family, id) = none := by simpa using (findThread_sound 0 _ hfind).2 rfl
    split at h
    · simp at h
    rename_i entry hbody
    split at h
    · simp at h
    · simp at h
    rename_i effort' heval
    injection h with h
    subst h
    unfold ProgramTables.body at hbody
    split at hbody
    · rename_i hf
      injection hbody with hbody
      subst hbody
      have hmem := (decideLiteral_sound hT heval rfl).mp rfl
      have hparameters : E = parametersOf parameters := hr.parameters
      have hinitial : σ₀ = storeOf (baseValue p.tables E) initial := hr.initial
      rw [← hparameters, ← hinitial] at hmem
      have hf' : family < p.text.families.size := by rw [families_size]; exact hf
      have heq := families_getElem p family hf
      let t : p.text.Thread E σ₀ := ⟨(family, id), hf', by simp only [heq]; exact hmem⟩
      obtain ⟨hat, hpushed⟩ := IsAt.push (t := ⟨family, id, [p.families[family].code]⟩) hlookup
      rw [← Array.toList_push] at hpushed
      -- what is noted of the new thread is what it was before
      have hsame : replayed p E σ₀ (threads.push ⟨family, id, [p.families[family].code]⟩) = replayed p E σ₀ threads := by
        rw [replayed_update (t := t) rfl hpushed]
        have hself : stackStatement p.tables E id [p.families[family].code] = replayed p E σ₀ threads t := by
          simp only [replayed, t, hlookup, ProgramText.program, heq, stackStatement]
        show Program.update _ t (stackStatement p.tables E id [p.families[family].code]) = _
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

/-- What a step that is taken says of the top of the stack. -/
theorem step_top (hT : p.tables.Right) {r r' : Replay} (hr : r.Right p E σ₀) (h : r.step p = .ok r') : ∃ S rest left,
    settle r.effort r.stack = .ok ⟨S :: rest, left⟩ ∧
    SeqStep (.run (storeOf (baseValue p.tables E) r.store) ((S.core p.tables).denote E r.id))
      (.run (storeOf (baseValue p.tables E) r.next) ((Code.skip.core p.tables).denote E r.id)) ∧
    ∃ effort, r' = ⟨r.range, r.parameters, r.initial, r.next, r.next, r.threads.update r.place r.family r.id (.skip :: rest), r.family, r.id,
      r.place, .skip :: rest, effort, r.isWrong⟩ := by
  unfold Replay.step at h
  split at h
  · simp at h
  · rename_i label gate step post rest left hsettled
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
    refine ⟨_, rest, left, hsettled, ?_, ?_⟩
    · refine .actionOk ?_ ?_ ?_ <;> rw [hr.parameters]
      · exact hgate
      · exact hstep
      · exact hpost
    · obtain ⟨range, parameters, initial, store, next, threads, family, id, place, stack₀, effort, isWrong⟩ := r
      dsimp only at h
      split at h
      · simp at h
      injection h with h
      exact ⟨_, h.symm⟩
  · simp at h

theorem step_right (hT : p.tables.Right) {r r' : Replay} (hr : r.Right p E σ₀) (h : r.step p = .ok r') : r'.Right p E σ₀ := by
  obtain ⟨S, rest, left, hsettled, hstep, effort, rfl⟩ := step_top hT hr h
  obtain ⟨hreach, hknown, hat, _⟩ := hr.move (settled_ne hsettled) (settled_step (S' := .skip) hsettled hstep)
  exact ⟨hr.parameters, hr.initial, hreach, hknown, .inr hat, hr.wrong⟩

/-- A step that is taken is a transition of the program, from a state that it reaches. -/
theorem step_transition (hT : p.tables.Right) {r r' : Replay} (hr : r.Right p E σ₀) (h : r.step p = .ok r') : ∃ P₁ P₂,
    Many ParStep (.run σ₀ (p.text.program E σ₀)) (.run (storeOf (baseValue p.tables E) r.store) P₁) ∧
    ParStep (.run (storeOf (baseValue p.tables E) r.store) P₁) (.run (storeOf (baseValue p.tables E) r.next) P₂) := by
  obtain ⟨S, rest, left, hsettled, hstep, _⟩ := step_top hT hr h
  have hsettle := settle_steps (T := p.tables) (E := E) (id := r.id) (storeOf (baseValue p.tables E) r.store) hsettled
  obtain ⟨hreach, _, hat, t, ht⟩ := hr.move (settled_ne hsettled) hsettle
  refine ⟨_, _, hreach, .parallel (i := t) (S' := stackStatement p.tables E r.id (.skip :: rest)) ?_⟩
  simp only [replayed, ht, hat.lookup]
  exact top_step hstep

/-- A settled stack whose top goes wrong. -/
theorem goesWrong_of_top {effort left : Nat} {r : Replay} (hr : r.Right p E σ₀) {S : Code} {rest : List Code}
    (h : settle effort r.stack = .ok ⟨S :: rest, left⟩)
    (hs : SeqStep (.run (storeOf (baseValue p.tables E) r.store) ((S.core p.tables).denote E r.id)) .wrong) : GoesWrong (p.text.program E σ₀) σ₀ := by
  have hsettle := settle_steps (T := p.tables) (E := E) (id := r.id) (storeOf (baseValue p.tables E) r.store) h
  obtain ⟨hreach, _, hat, t, ht⟩ := hr.move (settled_ne h) hsettle
  refine .tail hreach (.parallelWrong (i := t) ?_)
  simp only [replayed, ht, hat.lookup]
  exact top_wrong hs

theorem goWrong_right (hT : p.tables.Right) {r r' : Replay} (hr : r.Right p E σ₀) (h : r.goWrong p = .ok r') : r'.Right p E σ₀ := by
  have hkeep : GoesWrong (p.text.program E σ₀) σ₀ → Replay.Right p E σ₀ { r with isWrong := true } :=
    fun hw => ⟨hr.parameters, hr.initial, hr.reachable, hr.known, hr.current, fun _ => hw⟩
  unfold Replay.goWrong at h
  split at h
  · simp at h
  · rename_i label gate step post rest left hsettled
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
    refine hkeep (goesWrong_of_top hr hsettled (.actionWrong (σ' := storeOf (baseValue p.tables E) r.next) ?_ ?_)) <;> rw [hr.parameters]
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
    · simp at h
    · rename_i hs
      injection h with h
      subst h
      exact withStack_right hr (settled_ne hs) (settled_step hs .choiceLeft)
    · simp at h
  | right =>
    simp only [Replay.event] at h
    split at h
    · simp at h
    · rename_i hs
      injection h with h
      subst h
      exact withStack_right hr (settled_ne hs) (settled_step hs .choiceRight)
    · simp at h
  | again =>
    simp only [Replay.event] at h
    split at h
    · simp at h
    · rename_i label J S rest left hs
      injection h with h
      subst h
      refine withStack_right hr (settled_ne hs) ?_
      exact (settled_step (S' := .seq S (.loop label J S)) hs .loopUnroll).trans (seq_steps _ _ _ _)
    · simp at h
  | leave =>
    simp only [Replay.event] at h
    split at h
    · simp at h
    · rename_i hs
      injection h with h
      subst h
      exact withStack_right hr (settled_ne hs) (settled_step (S' := .skip) hs .loopDone)
    · simp at h
  | value name value =>
    obtain ⟨range, parameters, initial, store, next, threads, family, id, place, stack, effort, isWrong⟩ := r
    simp only [Replay.event] at h
    split at h
    · injection h with h
      subst h
      exact ⟨hr.parameters, hr.initial, hr.reachable, hr.known, hr.current, hr.wrong⟩
    · simp at h
  | write name values =>
    obtain ⟨range, parameters, initial, store, next, threads, family, id, place, stack, effort, isWrong⟩ := r
    simp only [Replay.event] at h
    split at h
    · injection h with h
      subst h
      exact ⟨hr.parameters, hr.initial, hr.reachable, hr.known, hr.current, hr.wrong⟩
    · simp at h
  | step => exact step_right hT hr h
  | ended =>
    simp only [Replay.event] at h
    split at h
    · simp at h
    · rename_i hs
      injection h with h
      subst h
      exact withStack_right hr (settled_ne hs) (settle_steps _ hs)
    · rename_i hs
      injection h with h
      subst h
      have hsettle := settle_steps (T := p.tables) (E := E) (id := r.id) (storeOf (baseValue p.tables E) r.store) hs
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
  have hinitial : p.text.Initial (parametersOf start.parameters)
      (storeOf (baseValue p.tables (parametersOf start.parameters)) start.store) := by
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

/-- If the kernel follows a schedule to a step that does not satisfy the guarantee, the program does not keep it. -/
theorem replayBrokenGuarantee_sound {p : ProgramTables} (hT : p.tables.Right) {bytes : ByteArray} {i effort : Nat}
    (h : Kernel.replayBrokenGuarantee p bytes i effort = .ok ()) : ¬ p.text.Guarantees (p.tables.literal p.contract.guarantee) := by
  unfold Kernel.replayBrokenGuarantee at h
  split at h
  · simp at h
  rename_i r hr
  obtain ⟨E, σ, hinitial, hright⟩ := replay_right hT hr
  split at h
  · simp at h
  rename_i after hstep
  split at h
  · simp at h
  · simp at h
  rename_i heval
  intro hkept
  obtain ⟨P₁, P₂, hreach, htransition⟩ := step_transition hT hright hstep
  have hG := hkept E σ _ _ _ _ hinitial hreach htransition
  rw [hright.parameters] at hG
  simpa using (decideLiteral_sound hT heval rfl).mpr hG

/-- Every thread that is noted stands at its end. -/
theorem haveEnded_sound {threads : Threads} (i : Nat) (h : Kernel.haveEnded threads i = true) {key : Nat × Int} {stack : List Code}
    (hkey : lookupThread (threads.toList.drop i) key = some stack) : stack = [.skip] := by
  fun_induction Kernel.haveEnded threads i with
  | case1 i hi hs ih =>
    rw [drop_toList threads i hi] at hkey
    simp only [lookupThread] at hkey
    split at hkey
    · rw [hs] at hkey
      injection hkey with hkey
      exact hkey.symm
    · exact ih h hkey
  | case2 => simp at h
  | case3 i hi => rw [drop_toList_nil threads i hi] at hkey; simp [lookupThread] at hkey

/-- Who is listed has been selected. -/
theorem selectedThreads_sound {family : Nat} {threads : Threads} (i : Nat) (out : Array Int) {id : Int}
    (h : id ∈ Kernel.selectedThreads family threads i out) :
    id ∈ out ∨ ∃ stack, lookupThread (threads.toList.drop i) (family, id) = some stack := by
  fun_induction Kernel.selectedThreads family threads i out with
  | case1 i out hi ih =>
    rw [drop_toList threads i hi]
    simp only [lookupThread]
    split
    · exact .inr ⟨_, rfl⟩
    rename_i hne
    refine (ih h).imp (fun hmem => ?_) (fun hlater => hlater)
    split at hmem
    · rename_i hf
      rcases Array.mem_push.mp hmem with hmem | he
      · exact hmem
      · exact absurd (by rw [hf, he]) hne
    · exact hmem
  | case2 => exact .inl h

theorem haveMoved_sound {p : ProgramTables} (hT : p.tables.Right) {r : Replay} (i effort : Nat) {left : Nat}
    (h : Kernel.haveMoved p r i effort = .ok left) : ∀ j (hj : j < p.families.size), i ≤ j → ∀ t, t ∉ Kernel.selectedThreads j r.threads 0 #[] →
      ¬ (p.tables.literal p.families[j].members).predicate (parametersOf r.parameters) t (storeOf (baseValue p.tables (parametersOf r.parameters)) r.initial) := by
  fun_induction Kernel.haveMoved p r i effort with
  | case1 => simp at h
  | case2 => simp at h
  | case3 => simp at h
  | case4 i effort hi _ effort' hnone ih =>
    intro j hj hij t ht
    by_cases he : i = j
    · subst he
      exact noneOutside_sound hT hnone rfl ht
    · exact ih h j hj (by omega) t ht
  | case5 => intro j hj hij; omega

/-- If the kernel finds that all threads have ended, they have. -/
theorem allEnded_sound {p : ProgramTables} (hT : p.tables.Right) {r : Replay} {E : Parameters} {σ₀ : Store} (hr : r.Right p E σ₀) {left : Nat}
    (h : Kernel.allEnded p r = .ok left) : (replayed p E σ₀ r.threads).Ended := by
  unfold Kernel.allEnded at h
  split at h
  · simp at h
  split at h
  · rename_i hended
    have hmoved := haveMoved_sound hT 0 _ h
    intro t
    have hsize : t.1.1 < p.families.size := families_size p ▸ t.2.1
    have hmember := thread_member t
    rw [← hr.parameters, ← hr.initial] at hmoved
    have hin : t.1.2 ∈ Kernel.selectedThreads t.1.1 r.threads 0 #[] :=
      Classical.byContradiction fun hn => hmoved _ hsize (Nat.zero_le _) _ hn hmember
    obtain ⟨stack, hlookup⟩ := (selectedThreads_sound 0 #[] hin).resolve_left (by simp)
    obtain rfl := haveEnded_sound 0 hended hlookup
    have hkey : lookupThread r.threads.toList t.1 = some [.skip] := by simpa using hlookup
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
