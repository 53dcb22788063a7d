/-
# Statements as stacks, and lists of threads

A thread's statement is kept as a stack, and what has been replayed as a list of threads with their stacks.

Main definitions: `stackStatement`, `lookupThread`, `replayed`, `IsAt`, `Replay.Right`. Main results: `settle_steps`, `findThread_sound`.
-/
module

public import Plato.Replay.Replay
public import Program.Text
public import Replay.Command
public import Theory.ThreadModular.Open

@[expose] public section

namespace Plato

/-- The statement that a stack means. -/
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

end

end Plato
