/-
# Statements as stacks, and lists of threads

A thread's statement is kept as a stack, and what has been replayed as a list of threads with their stacks.

Main definitions: `Pending.core`, `Moved.cores`, `under`, `stackStatement`, `lookupThread`, `replayed`, `IsAt`, `Replay.Right`. Main results: `settle_steps`, `findThread_sound`.
-/
module

public import Plato.Replay.Replay
public import Program.Text
public import Replay.Command
public import Theory.Many
public import Theory.Secure

@[expose] public section

namespace Plato

/-- The command that gives the thread's entries of variables these values. -/
noncomputable def restoreCommand (saved : List (Nat × Int)) : Command := .assign (saved.map fun (x, entry) => (⟨x, some (.logic 0)⟩, .num entry))

/-- Induction on what is below the top of a stack. -/
theorem Stack.induct {motive : Stack → Prop} (nil : motive .nil) (cons : ∀ top below, motive below → motive (.cons top below)) (s : Stack) :
    motive s :=
  Stack.rec (motive_1 := fun _ => True) (motive_2 := fun _ => True) (motive_3 := motive) (fun _ => trivial) trivial (fun _ => trivial)
    (fun _ _ _ _ _ => trivial) trivial (fun _ _ _ _ _ => trivial) nil (fun top below _ ih => cons top below ih) s

/-- Induction on the branches that have been selected. -/
theorem Moved.induct {motive : Moved → Prop} (none : motive .none) (and : ∀ number stack rest, motive rest → motive (.and number stack rest))
    (m : Moved) : motive m :=
  Moved.rec (motive_1 := fun _ => True) (motive_2 := motive) (motive_3 := fun _ => True) (fun _ => trivial) trivial (fun _ => trivial)
    (fun _ _ _ _ _ => trivial) none (fun number stack rest _ ih => and number stack rest ih) trivial (fun _ _ _ _ => trivial) m

mutual

/-- What an entry of a stack means by itself. -/
noncomputable def Pending.core (T : Tables) : Pending → Core
  | .code S => S.core T
  | .block => .block .skip
  | .restore saved => .atomic (restoreCommand saved)
  | .branches first last S moved => .branches (moved.cores T fun i => if first ≤ i ∧ i ≤ last then S.core T else .skip)

/-- What is left for each branch, if those that have not been selected have `start` to do. -/
noncomputable def Moved.cores (T : Tables) (start : Int → Core) : Moved → Int → Core
  | .none => start
  | .and number stack rest => fun i => if i = number then stackStatement T stack else rest.cores T start i

/-- A statement with the rest of a stack after it. -/
noncomputable def under (T : Tables) (S : Core) : Stack → Core
  | .nil => S
  | .cons .block rest => under T (.block S) rest
  | .cons entry rest => under T (.seq S (entry.core T)) rest

/-- The statement that a stack means. -/
noncomputable def stackStatement (T : Tables) : Stack → Core
  | .nil => .skip
  | .cons entry rest => under T (entry.core T) rest

end

section

variable {T : Tables} {bodies : Nat → Core} {E : Parameters} {id : Int}

/-- A step of the top of a stack is one of the stack. -/
theorem under_step {σ σ' : Store} {S S' : Core} (rest : Stack) (h : Core.Step bodies E id (.run σ S) (.run σ' S')) :
    Core.Step bodies E id (.run σ (under T S rest)) (.run σ' (under T S' rest)) := by
  induction rest using Stack.induct generalizing S S' with
  | nil => exact h
  | cons entry rest ih =>
    cases entry with
    | block => exact ih (.blockStep h)
    | code => exact ih (.seqStep h)
    | restore => exact ih (.seqStep h)
    | branches => exact ih (.seqStep h)

/-- A thread's step that goes wrong makes its stack go wrong. -/
theorem under_wrong {σ : Store} {S : Core} (rest : Stack) (h : Core.Step bodies E id (.run σ S) .wrong) :
    Core.Step bodies E id (.run σ (under T S rest)) .wrong := by
  induction rest using Stack.induct generalizing S with
  | nil => exact h
  | cons entry rest ih =>
    cases entry with
    | block => exact ih (.blockWrong h)
    | code => exact ih (.seqWrong h)
    | restore => exact ih (.seqWrong h)
    | branches => exact ih (.seqWrong h)

end

/-! ## Scopes -/

section

variable {p : ProgramTables} {E : Parameters}

theorem entryAt_sound {B : Nat → Int → Int} {value : StoreValue} {i entry : Int} (h : value.entryAt i = .ok entry) :
    (value.value B).toMap i = entry := by
  cases value with
  | finite v =>
    injection h with h
    rw [← h, FiniteValue.at_eq]
    rfl
  | based => simp [StoreValue.entryAt] at h

/-- What is remembered at the beginning of a scope is what is given back at its end. -/
theorem saveEntries_sound {B : Nat → Int → Int} {store : Array StoreValue} {id : Int} {locals : List Nat} {effort : Nat}
    {r : Evaluated (List (Nat × Int))} (h : saveEntries store id locals effort = .ok r) :
    restoreCommand r.known = restoring locals id (storeOf B store) := by
  suffices hs : r.known.map (fun (x, entry) => ((⟨x, some (.logic 0)⟩ : Place), Term.num entry)) =
      locals.map fun x => (⟨x, some (.logic 0)⟩, .num ((storeOf B store x).toMap id)) by
    simp only [restoreCommand, restoring, hs]
  induction locals generalizing effort r with
  | nil => injection h with h; subst h; rfl
  | cons name rest ih =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨entry, hentry, h⟩ := bind_ok.mp h
    obtain ⟨⟨saved, _⟩, hsaved, h⟩ := bind_ok.mp h
    injection h with h
    subst h
    simp only [List.map_cons, ih hsaved, storeOf, entryAt_sound hentry]

/-- What is given back at the end of a scope is what the command gives back. -/
theorem restoreEntries_sound {B : Nat → Int → Int} {id : Int} {saved : List (Nat × Int)} {store : Array StoreValue} {effort : Nat}
    {r : Evaluated (Array StoreValue)} (h : restoreEntries id saved store effort = .ok r) (σ : Store) :
    storeOf B r.known = writes E id σ ((saved.map fun (x, entry) => ((⟨x, some (.logic 0)⟩ : Place), Value.int entry))) (storeOf B store) := by
  induction saved generalizing store effort with
  | nil => injection h with h; subst h; rfl
  | cons entry rest ih =>
    obtain ⟨name, entry⟩ := entry
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨after, hwrite, h⟩ := bind_ok.mp h
    rw [ih h]
    simp only [List.map_cons, writes]
    congr 1
    unfold writePlace at hwrite
    split at hwrite
    · rename_i hname
      injection hwrite with hwrite
      subst hwrite
      funext x
      simp only [storeOf_set, Place.write]
      split
      · rename_i hx
        subst hx
        have hhere : storeOf B store x = store[x].value B := by simp only [storeOf, storeValue, hname, dif_pos]
        rw [StoreValue.write_value, hhere]
        rfl
      · rfl
    · simp at hwrite

/-- The end of a scope is a step. -/
theorem restore_runs {B : Nat → Int → Int} {id : Int} {saved : List (Nat × Int)} {store : Array StoreValue} {effort : Nat}
    {r : Evaluated (Array StoreValue)} (h : restoreEntries id saved store effort = .ok r) :
    (restoreCommand saved).Runs E id (storeOf B store) (.store (storeOf B r.known)) := by
  rw [restoreEntries_sound h (storeOf B store) (E := E)]
  have : assigned E id (saved.map fun (x, entry) => ((⟨x, some (.logic 0)⟩ : Place), Term.num entry)) (storeOf B store) =
      writes E id (storeOf B store) (saved.map fun (x, entry) => ((⟨x, some (.logic 0)⟩ : Place), Value.int entry)) (storeOf B store) := by
    simp only [assigned, List.map_map]
    rfl
  rw [← this]
  exact .assign

/-! ## Settling -/

/-- The bodies of the program's procedures. -/
abbrev ProgramTables.bodies (p : ProgramTables) (procedure : Nat) : Core := p.text.procedures.getD procedure .skip

theorem body_core (procedure : Nat) : (p.runnable.body procedure).core p.tables = p.bodies procedure := by
  have : p.text.procedures = p.procedures.map fun body => ((codes p.statements).getD body .skip).core p.tables := by
    apply Array.ext'
    simp only [ProgramTables.text, bodyTexts_eq, Array.toList_map]
    rfl
  simp only [ProgramTables.bodies, this, Runnable.body, Array.getD_eq_getD_getElem?, Array.getElem?_map]
  cases p.procedures[procedure]? <;> rfl

/-- Settling takes steps that leave the store as it is. -/
theorem settle_steps {store : Array StoreValue} {id : Int} {effort : Nat} {stack : Stack} {r : Evaluated Stack}
    (h : settle p.runnable store id effort stack = .ok r) :
    Many (Core.Step p.bodies E id) (.run (storeOf (baseValue p.tables E) store) (stackStatement p.tables stack))
      (.run (storeOf (baseValue p.tables E) store) (stackStatement p.tables r.known)) := by
  fun_induction settle p.runnable store id effort stack with
  | case1 => simp at h
  | case2 _ S T rest ih => exact ih h
  | case3 _ S rest ih => exact .head (under_step rest .seqSkip) (ih h)
  | case4 _ saved rest ih => exact .head (under_step rest .seqSkip) (ih h)
  | case5 _ rest ih => exact .head (under_step rest .blockSkip) (ih h)
  | case6 _ S rest ih => exact ih h
  | case7 _ level S rest ih => exact .head (under_step rest .seqExit) (ih h)
  | case8 _ level saved rest ih => exact .head (under_step rest .seqExit) (ih h)
  | case9 _ rest ih => exact .head (under_step rest .blockExit) (ih h)
  | case10 _ level rest ih => exact .head (under_step rest .blockOut) (ih h)
  | case11 _ procedure rest ih =>
    refine .head (under_step rest .call) ?_
    rw [← body_core]
    exact ih h
  | case12 _ locals S rest ih =>
    obtain ⟨⟨saved, left⟩, hsave, h⟩ := bind_ok.mp h
    refine .head (under_step rest .scope) ?_
    rw [← saveEntries_sound hsave]
    exact ih saved left h
  | case13 => injection h with h; subst h; exact .refl

end

/-- Steps of one thread are steps of the program. -/
theorem parallel_many {Thread Store Control : Type} {step : Thread → Steps Store Control} (hwrong : ∀ {i s}, ¬ step i .wrong s)
    {P : Program Thread Control} {i : Thread} {σ σ' : Store} {S S' : Control}
    (hS : P i = S) (h : Many (step i) (.run σ S) (.run σ' S')) : Many (ParStep step) (.run σ P) (.run σ' (P.update i S')) := by
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
    | wrong => exact absurd hstep hwrong
    | run σ₁ S₁ =>
      refine .tail (ih rfl) ?_
      rw [← Program.update_update P i S₁ S']
      exact .parallel (by rw [Program.update_same]; exact hstep)

section

variable (p : ProgramTables) (E : Parameters) (σ₀ : Store)

/-- The stack of a thread, the first one that is noted. -/
noncomputable def lookupThread : List ThreadState → Nat × Int → Option Stack
  | [], _ => none
  | t :: rest, key => if (t.family, t.id) = key then some t.stack else lookupThread rest key

/-- The program after the threads have moved. -/
noncomputable def replayed (threads : Threads) : Program (p.text.Thread E σ₀) Core := fun t =>
  match lookupThread threads.toList t.1 with
  | some stack => stackStatement p.tables stack
  | none => p.text.program E σ₀ t

/-- The thread is noted at that place, and at none before it. -/
inductive IsAt : List ThreadState → Nat → ThreadState → Prop where
  | here {t rest} : IsAt (t :: rest) 0 t
  | later {t u rest place} (hne : (u.family, u.id) ≠ (t.family, t.id)) (h : IsAt rest place t) : IsAt (u :: rest) (place + 1) t

/-- What has been replayed is reachable. -/
structure Replay.Right (r : Replay) : Prop where
  parameters : E = parametersOf r.parameters
  initial : σ₀ = storeOf (baseValue p.tables E) r.initial
  reachable : Many (ParStep (p.text.step E σ₀)) (.run σ₀ (p.text.program E σ₀)) (.run (storeOf (baseValue p.tables E) r.store) (replayed p E σ₀ r.threads))
  /-- the threads that have been selected are threads of the program -/
  known : ∀ {key stack}, lookupThread r.threads.toList key = some stack → ∃ t : p.text.Thread E σ₀, t.1 = key
  /-- and the one whose events these are is noted at its place -/
  current : r.stack = .nil ∨ IsAt r.threads.toList r.place ⟨r.family, r.id, r.stack⟩
  wrong : r.isWrong = true → GoesWrong (p.text.step E σ₀) (p.text.program E σ₀) σ₀

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
theorem IsAt.set {threads : List ThreadState} {place : Nat} {t : ThreadState} (h : IsAt threads place t) (stack : Stack) :
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
