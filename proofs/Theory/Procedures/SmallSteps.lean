/-
# Small steps of statements with calls

A small-step semantics: a call becomes the body. The sequences of *Modular Verification of Multithreaded Programs* (Calvin), figure 3, are
exactly what a statement performs on the way to its end, so everything that a path of a program does, small steps do. The converse holds
if every procedure has a sequence at all; without that, small steps do more (see `Depth`).

Main definitions: `Silent`, `Moves`, `Config`, `ProgramStep`, `Leads` (a program in small steps comes to a store, or goes wrong),
`Performs`. Main results: `performs_iff`, `leads_of_trace`, `leads_iff_trace`.
-/
module

public import Theory.Procedures.Derived
public import Theory.ThreadModular.Translation

@[expose] public section

namespace Plato.Procedures

section

variable {Atom Proc : Type}

/-- One step of a statement: it performs an atomic step, or none. -/
inductive Moves (B : Proc → Stmt Atom Proc) : Stmt Atom Proc → Option Atom → Stmt Atom Proc → Prop where
  | atomic {a} : Moves B (.atomic a) (some a) .skip
  | choiceLeft {S T} : Moves B (.choice S T) none S
  | choiceRight {S T} : Moves B (.choice S T) none T
  | loopDone {S} : Moves B (.loop S) none .skip
  | loopUnroll {S} : Moves B (.loop S) none (.seq S (.loop S))
  | assoc {S T U} : Moves B (.seq (.seq S T) U) none (.seq S (.seq T U))
  | seqStep {S S' T x} : Moves B S x S' → Moves B (.seq S T) x (.seq S' T)
  | seqSkip {T} : Moves B (.seq .skip T) none T
  | call {m} : Moves B (.call m) none (B m)

/-- Any number of steps that perform nothing. -/
abbrev Silent (B : Proc → Stmt Atom Proc) : Stmt Atom Proc → Stmt Atom Proc → Prop := Many fun S T => Moves B S none T

/-- The statement performs this sequence and ends. -/
def Performs (B : Proc → Stmt Atom Proc) : Stmt Atom Proc → List Atom → Prop
  | S, [] => Silent B S .skip
  | S, a :: as => ∃ T S', Silent B S T ∧ Moves B T (some a) S' ∧ Performs B S' as

variable {B : Proc → Stmt Atom Proc}

theorem Silent.seq {S S' : Stmt Atom Proc} (h : Silent B S S') (T : Stmt Atom Proc) : Silent B (.seq S T) (.seq S' T) := by
  induction h with
  | refl => exact .refl
  | tail _ h ih => exact .tail ih (.seqStep h)

theorem Performs.silent {S T : Stmt Atom Proc} (h : Silent B S T) {a : List Atom} (ha : Performs B T a) : Performs B S a := by
  cases a with
  | nil => exact Many.trans h ha
  | cons x a => obtain ⟨U, V, hU, hV⟩ := ha; exact ⟨U, V, Many.trans h hU, hV⟩

theorem Performs.seq {S T : Stmt Atom Proc} {a b : List Atom} (ha : Performs B S a) (hb : Performs B T b) :
    Performs B (.seq S T) (a ++ b) := by
  induction a generalizing S with
  | nil => exact Performs.silent (Many.tail (Silent.seq ha T) .seqSkip) hb
  | cons x a ih =>
    obtain ⟨U, V, hU, hV, ha⟩ := ha
    exact ⟨.seq U T, .seq V T, hU.seq T, .seqStep hV, ih ha⟩

theorem performs_of_with {calls : Proc → List Atom → Prop} (h : ∀ m a, calls m a → Performs B (.call m) a) (S : Stmt Atom Proc)
    {a : List Atom} (ha : S.sequencesWith calls a) : Performs B S a := by
  induction S generalizing a with
  | skip => obtain rfl := ha; exact Many.refl
  | atomic x => obtain rfl := ha; exact ⟨_, _, .refl, .atomic, Many.refl⟩
  | seq S T ihS ihT => obtain ⟨b, c, hb, hc, rfl⟩ := ha; exact (ihS hb).seq (ihT hc)
  | choice S T ihS ihT =>
    rcases ha with ha | ha
    · exact .silent (.single .choiceLeft) (ihS ha)
    · exact .silent (.single .choiceRight) (ihT ha)
  | loop S ih =>
    replace ha : Star (S.sequencesWith calls) a := ha
    induction ha with
    | nil => exact Many.single .loopDone
    | cons h1 _ ih2 => exact .silent (.single .loopUnroll) ((ih h1).seq ih2)
  | call m => exact h m a ha

/-- What can be performed after a step can be performed before it. -/
theorem sequences_of_move {S S' : Stmt Atom Proc} {x : Option Atom} (h : Moves B S x S') {a : List Atom} (ha : sequences B S' a) :
    sequences B S (x.toList ++ a) := by
  induction h generalizing a with
  | atomic => rw [sequences_skip] at ha; subst ha; exact sequences_atomic.mpr rfl
  | choiceLeft => exact sequences_choice.mpr (.inl ha)
  | choiceRight => exact sequences_choice.mpr (.inr ha)
  | loopDone => rw [sequences_skip] at ha; subst ha; exact sequences_loop.mpr .nil
  | loopUnroll =>
    obtain ⟨b, c, hb, hc, rfl⟩ := sequences_seq.mp ha
    exact sequences_loop.mpr (Star.cons (a := b) hb (sequences_loop.mp hc))
  | assoc =>
    obtain ⟨b, _, hb, hce, rfl⟩ := sequences_seq.mp ha
    obtain ⟨c, e, hc, he, rfl⟩ := sequences_seq.mp hce
    exact sequences_seq.mpr ⟨b ++ c, e, sequences_seq.mpr ⟨b, c, hb, hc, rfl⟩, he, by simp⟩
  | seqStep _ ih =>
    obtain ⟨b, c, hb, hc, rfl⟩ := sequences_seq.mp ha
    exact sequences_seq.mpr ⟨_, c, ih hb, hc, by simp⟩
  | seqSkip => exact sequences_seq.mpr ⟨[], a, sequences_skip.mpr rfl, ha, rfl⟩
  | call => exact sequences_call.mpr ha

theorem sequences_of_silent {S T : Stmt Atom Proc} (h : Silent B S T) {a : List Atom} (ha : sequences B T a) : sequences B S a := by
  induction h with
  | refl => exact ha
  | tail _ h ih => exact ih (sequences_of_move h ha)

/-- **Figure 3 in small steps**: the sequences of a statement are what it performs to its end. -/
theorem performs_iff {S : Stmt Atom Proc} {a : List Atom} : sequences B S a ↔ Performs B S a := by
  constructor
  · rintro ⟨d, h⟩
    induction d generalizing S a with
    | zero => exact performs_of_with (fun _ _ h => h.elim) S h
    | succ d ih => exact performs_of_with (fun m b hb => .silent (.single .call) (ih hb)) S h
  · intro h
    induction a generalizing S with
    | nil => exact sequences_of_silent h (sequences_skip.mpr rfl)
    | cons x a ih =>
      obtain ⟨T, S', hT, hS', h⟩ := h
      exact sequences_of_silent hT (sequences_of_move hS' (ih h))

/-- If every procedure has a sequence, every statement has one. -/
theorem sequences_nonempty (hB : ∀ m, ∃ a, sequences B (.call m) a) (S : Stmt Atom Proc) : ∃ a, sequences B S a := by
  induction S with
  | skip => exact ⟨[], sequences_skip.mpr rfl⟩
  | atomic a => exact ⟨[a], sequences_atomic.mpr rfl⟩
  | seq S T ihS ihT =>
    obtain ⟨a, ha⟩ := ihS
    obtain ⟨b, hb⟩ := ihT
    exact ⟨a ++ b, sequences_seq.mpr ⟨a, b, ha, hb, rfl⟩⟩
  | choice S T ihS _ => obtain ⟨a, ha⟩ := ihS; exact ⟨a, sequences_choice.mpr (.inl ha)⟩
  | loop S _ => exact ⟨[], sequences_loop.mpr .nil⟩
  | call m => exact hB m

end

section

variable {Thread Store Proc : Type}

/-- The family with one member replaced. -/
noncomputable def replaced {α : Type} (P : Thread → α) (i : Thread) (x : α) : Thread → α :=
  fun j => open Classical in if j = i then x else P j

theorem replaced_same {α : Type} (P : Thread → α) (i : Thread) (x : α) : replaced P i x i = x := if_pos rfl

theorem replaced_other {α : Type} (P : Thread → α) {i j : Thread} (x : α) (h : j ≠ i) : replaced P i x j = P j := if_neg h

/-- A program in a store, or an execution that has gone wrong. -/
inductive Config (Thread Store Proc : Type) where
  | run (σ : Store) (P : Thread → Stmt (Atomic Thread Store) Proc)
  | wrong

/-- Where a program is. -/
def Config.outcome : Config Thread Store Proc → Outcome Store
  | .run σ _ => .store σ
  | .wrong => .wrong

/-- One step of a program: a step of any one of its threads. -/
inductive ProgramStep (B : Proc → Stmt (Atomic Thread Store) Proc) : Config Thread Store Proc → Config Thread Store Proc → Prop where
  | silent {σ P i S} : Moves B (P i) none S → ProgramStep B (.run σ P) (.run σ (replaced P i S))
  | step {σ σ' P i a S} : Moves B (P i) (some a) S → a i σ (.store σ') → ProgramStep B (.run σ P) (.run σ' (replaced P i S))
  | wrong {σ P i a S} : Moves B (P i) (some a) S → a i σ .wrong → ProgramStep B (.run σ P) .wrong

/-- In small steps the program comes from the store to this: a store, or having gone wrong. -/
def Leads (B : Proc → Stmt (Atomic Thread Store) Proc) (P : Thread → Stmt (Atomic Thread Store) Proc) (σ : Store)
    (r : Outcome Store) : Prop :=
  ∃ c, Many (ProgramStep B) (.run σ P) c ∧ c.outcome = r

variable {B : Proc → Stmt (Atomic Thread Store) Proc} {P : Thread → Stmt (Atomic Thread Store) Proc} {σ : Store} {r : Outcome Store}

theorem replaced_twice {α : Type} (P : Thread → α) (i : Thread) (x y : α) : replaced (replaced P i x) i y = replaced P i y := by
  funext j; by_cases hj : j = i <;> simp [replaced, hj]

theorem replaced_self {α : Type} (P : Thread → α) (i : Thread) : replaced P i (P i) = P := by
  funext j; by_cases hj : j = i <;> simp [replaced, hj]

theorem program_silent {i : Thread} {S : Stmt (Atomic Thread Store) Proc} (h : Silent B (P i) S) :
    Many (ProgramStep B) (.run σ P) (.run σ (replaced P i S)) := by
  have hP := replaced_self P i
  generalize P i = T at h hP
  induction h with
  | refl => rw [hP]; exact .refl
  | @tail U V h hm ih =>
    have h := ProgramStep.silent (B := B) (σ := σ) (P := replaced P i U) (i := i) (S := V) (by rwa [replaced_same])
    rw [replaced_twice] at h
    exact .tail ih h

theorem Leads.silent {i : Thread} {S : Stmt (Atomic Thread Store) Proc} (h : Silent B (P i) S) (hr : Leads B (replaced P i S) σ r) :
    Leads B P σ r := let ⟨c, hc, hr⟩ := hr; ⟨c, (program_silent h).trans hc, hr⟩

/-- **What a path does, small steps do.** -/
theorem leads_of_trace {τ : Trace Thread Store} (h : TraceOf (parallelPaths B P) false σ τ) : Leads B P σ (τ.final σ) := by
  obtain ⟨u, hu, hr⟩ := h
  replace hu : ∀ t, own t u = [] ∨ Performs B (P t) (own t u) := fun t => (parallel_iff.mp hu t).imp id performs_iff.mp
  induction hr generalizing P with
  | stop => exact ⟨_, .refl, rfl⟩
  | @step σ σ' t a u τ h1 _ ih =>
    have ht := (hu t).resolve_left (by simp [own_same])
    rw [own_same] at ht
    obtain ⟨T, S', hT, hS', hp⟩ := ht
    obtain ⟨c, hc, hout⟩ := ih (P := replaced (replaced P t T) t S') fun s => by
      by_cases hs : s = t
      · subst hs; rw [replaced_same]; exact .inr hp
      · rw [replaced_other _ _ hs, replaced_other _ _ hs, ← own_other (Ne.symm hs) a]; exact hu s
    exact Leads.silent hT ⟨c, .head (.step (by rwa [replaced_same]) h1) hc, hout⟩
  | @wrong σ t a u h1 =>
    have ht := (hu t).resolve_left (by simp [own_same])
    rw [own_same] at ht
    obtain ⟨T, S', hT, hS', _⟩ := ht
    exact Leads.silent hT ⟨.wrong, .single (.wrong (by rwa [replaced_same]) h1), rfl⟩

/-- A path of the program from here ends there. -/
def Follows (B : Proc → Stmt (Atomic Thread Store) Proc) (r : Outcome Store) : Config Thread Store Proc → Prop
  | .run σ P => ∃ τ, TraceOf (parallelPaths B P) false σ τ ∧ τ.final σ = r
  | .wrong => r = .wrong

theorem Follows.back (hB : ∀ m, ∃ a, sequences B (.call m) a) {c c' : Config Thread Store Proc} (h : ProgramStep B c c')
    (hf : Follows B r c') : Follows B r c := by
  cases h with
  | @silent σ P i S hm =>
    obtain ⟨τ, ⟨u, hu, hr⟩, hfin⟩ := hf
    refine ⟨τ, ⟨u, parallel_iff.mpr fun t => ?_, hr⟩, hfin⟩
    have ht : own t u = [] ∨ sequences B (replaced P i S t) (own t u) := parallel_iff.mp hu t
    change own t u = [] ∨ sequences B (P t) (own t u)
    by_cases hti : t = i
    · subst hti; rw [replaced_same] at ht; exact ht.imp id (sequences_of_move hm)
    · rwa [replaced_other _ _ hti] at ht
  | @step σ σ' P i a S hm h1 =>
    obtain ⟨τ, ⟨u, hu, hr⟩, hfin⟩ := hf
    rw [parallel_iff] at hu
    obtain ⟨w, hw, hi⟩ : ∃ w, (∀ t, t ≠ i → own t w = []) ∧ sequences B S (own i (u ++ w)) := by
      have hi : own i u = [] ∨ sequences B (replaced P i S i) (own i u) := hu i
      rw [replaced_same] at hi
      rcases hi with hi | hi
      · obtain ⟨c, hc⟩ := sequences_nonempty hB S
        exact ⟨threadPath i c, fun t ht => own_threadPath_other (Ne.symm ht) c, by rw [own_append, hi, own_threadPath]; exact hc⟩
      · exact ⟨[], fun _ _ => rfl, by simpa using hi⟩
    refine ⟨.step i σ' τ, ⟨(i, a) :: (u ++ w), parallel_iff.mpr fun t => ?_, .step h1 (hr.append w)⟩, hfin⟩
    by_cases hti : t = i
    · subst hti; rw [own_same]; exact .inr (sequences_of_move hm hi)
    · have ht : own t u = [] ∨ sequences B (replaced P i S t) (own t u) := hu t
      change own t ((i, a) :: (u ++ w)) = [] ∨ sequences B (P t) (own t ((i, a) :: (u ++ w)))
      rw [replaced_other _ _ hti] at ht
      rwa [own_other (Ne.symm hti), own_append, hw t hti, List.append_nil]
  | @wrong σ P i a S hm h1 =>
    obtain ⟨c, hc⟩ := sequences_nonempty hB S
    refine ⟨.wrong i, ⟨(i, a) :: threadPath i c, parallel_iff.mpr fun t => ?_, .wrong h1⟩, hf.symm⟩
    by_cases hti : t = i
    · subst hti; rw [own_same, own_threadPath]; exact .inr (sequences_of_move hm hc)
    · rw [own_other (Ne.symm hti), own_threadPath_other (Ne.symm hti)]; exact .inl rfl

/-- **Paths and small steps agree** if every procedure has a sequence. -/
theorem leads_iff_trace (hB : ∀ m, ∃ a, sequences B (.call m) a) :
    Leads B P σ r ↔ ∃ τ, TraceOf (parallelPaths B P) false σ τ ∧ τ.final σ = r := by
  constructor
  · rintro ⟨c, hc, hr⟩
    have hback : ∀ {c c'}, Many (ProgramStep B) c c' → Follows B r c' → Follows B r c := by
      intro c c' h
      induction h with
      | refl => exact id
      | tail _ h ih => exact fun hf => ih (hf.back hB h)
    refine hback hc ?_
    cases c with
    | run σ' P' => exact ⟨.stop, ⟨[], parallel_iff.mpr fun _ => .inl rfl, .stop fun h => by cases h⟩, hr⟩
    | wrong => exact hr.symm
  · rintro ⟨τ, hτ, rfl⟩
    exact leads_of_trace hτ

end

end Plato.Procedures
