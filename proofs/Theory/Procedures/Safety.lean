/-
# Modular verification is sound for small steps

Theorem 1 of *Modular Verification of Multithreaded Programs* (Calvin) speaks of the paper's paths, and those have nothing of a body that
never ends (see `Depth`). Its conclusion holds for small steps all the same, from the same premises: let every body also have the choice
to block. Then every procedure has a sequence, paths and small steps agree, and a body that blocks is simulated by any abstraction.

Main definitions: `mayBlock`. Main results: `procedures_mayBlock`, `leads_mayBlock`, `threads_safe_steps`, `theorem1_safe_steps` (Theorem 1,
part 2, for small steps).
-/
module

public import Theory.Procedures.Modular
public import Theory.Procedures.Depth

@[expose] public section

namespace Plato.Procedures

variable {Thread Store Proc : Type} {B abs : Proc → Stmt (Atomic Thread Store) Proc} {spec : Proc → Spec Thread Store Proc}

/-- The bodies, with the choice to block instead. -/
noncomputable def mayBlock (B : Proc → Stmt (Atomic Thread Store) Proc) : Proc → Stmt (Atomic Thread Store) Proc :=
  fun m => .choice (B m) (.atomic blocked)

theorem Moves.mayBlock {S S' : Stmt (Atomic Thread Store) Proc} {x : Option (Atomic Thread Store)} (h : Moves B S x S') :
    ∃ T, Silent (mayBlock B) S T ∧ Moves (mayBlock B) T x S' := by
  induction h with
  | atomic => exact ⟨_, .refl, .atomic⟩
  | choiceLeft => exact ⟨_, .refl, .choiceLeft⟩
  | choiceRight => exact ⟨_, .refl, .choiceRight⟩
  | loopDone => exact ⟨_, .refl, .loopDone⟩
  | loopUnroll => exact ⟨_, .refl, .loopUnroll⟩
  | assoc => exact ⟨_, .refl, .assoc⟩
  | seqStep _ ih => obtain ⟨T, hT, hm⟩ := ih; exact ⟨_, hT.seq _, .seqStep hm⟩
  | seqSkip => exact ⟨_, .refl, .seqSkip⟩
  | call => exact ⟨_, .single .call, .choiceLeft⟩

/-- What a program does in small steps, it does if bodies may block. -/
theorem leads_mayBlock {P : Thread → Stmt (Atomic Thread Store) Proc} {σ : Store} {r : Outcome Store} (h : Leads B P σ r) :
    Leads (mayBlock B) P σ r := by
  obtain ⟨c, hc, hr⟩ := h
  refine ⟨c, ?_, hr⟩
  clear hr
  induction hc with
  | refl => exact .refl
  | tail _ h ih =>
    refine ih.trans ?_
    cases h with
    | silent hm =>
      obtain ⟨T, hT, hm⟩ := hm.mayBlock
      have h := ProgramStep.silent (σ := ‹Store›) (P := replaced ‹_› ‹_› T) (by rwa [replaced_same])
      rw [replaced_twice] at h
      exact (program_silent hT).trans (.single h)
    | step hm h1 =>
      obtain ⟨T, hT, hm⟩ := hm.mayBlock
      have h := ProgramStep.step (P := replaced ‹_› ‹_› T) (by rwa [replaced_same]) h1
      rw [replaced_twice] at h
      exact (program_silent hT).trans (.single h)
    | wrong hm h1 =>
      obtain ⟨T, hT, hm⟩ := hm.mayBlock
      exact (program_silent hT).trans (.single (.wrong (by rwa [replaced_same]) h1))

theorem mayBlock_nonempty (m : Proc) : ∃ a, sequences (mayBlock B) (.call m) a :=
  ⟨[blocked], sequences_call.mpr (sequences_choice.mpr (.inr (sequences_atomic.mpr rfl)))⟩

theorem callFree_nonempty {S : Stmt (Atomic Thread Store) Proc} (h : S.CallFree) : ∃ a, sequences B S a :=
  let ⟨a, ha⟩ := sequences_nonempty (mayBlock_nonempty (B := B)) S
  ⟨a, (sequences_table h).mp ha⟩

theorem reaches_mayBlock : Reaches (mayBlock B) = Reaches B := by
  funext m l
  refine propext ⟨fun h => ?_, fun h => ?_⟩
  · induction h with
    | refl => exact .refl
    | head h _ ih => exact .head (h.resolve_right id) ih
  · induction h with
    | refl => exact .refl
    | head h _ ih => exact .head (.inl h) ih

theorem derivedRely_mayBlock : derivedRely (mayBlock B) spec = derivedRely B spec := by
  funext m t σ σ'
  rw [derivedRely, derivedRely, reaches_mayBlock]

/-- Where a thread is blocked, it could be about to perform anything. -/
theorem Amid.ofBlocked {full : Bool} {j : Thread} {E : Action Store} {σ : Store} {τ : Trace Thread Store}
    (h : Amid full j E σ [blocked] τ) (b : List (Atomic Thread Store)) : Amid full j E σ b τ := by
  generalize ha : [blocked] = a at h
  induction h with
  | stop hf => subst ha; exact .stop fun h => absurd (hf h) (by simp)
  | own h1 => cases ha; exact h1.elim
  | other hs h1 _ ih => exact .other hs h1 (ih ha)
  | wrong h1 => cases ha; exact h1.elim

/-- What Theorem 1 supposes of all procedures, it may suppose of those that may block. -/
theorem procedures_mayBlock {members : Thread → Prop} (habs : ∀ m, (abs m).CallFree) (h : Procedures B abs spec members) :
    Procedures (mayBlock B) abs spec members := by
  intro m j hj
  rw [derivedRely_mayBlock, simulatedIn_all]
  intro a ha
  rw [mayBlock, Stmt.inlineAbs, sequences_choice, sequences_table (B := B) (inlineAbs_callFree habs (B m)), Stmt.inlineAbs,
    sequences_atomic] at ha
  refine MatchedBy.mono (φ := sequences B (abs m)) ?_ fun b hb => (sequences_table (habs m)).mpr hb
  rcases ha with ha | rfl
  · exact simulatedIn_all.mp (h m j hj) a ha
  · obtain ⟨b, hb⟩ := callFree_nonempty (B := B) (habs m)
    exact fun full σ τ hr => ⟨b, τ, hb, hr.ofBlocked b, .refl τ⟩

/-- A run that is not full is a run of a program in which this thread takes part. -/
theorem trace_member {P : Thread → Stmt (Atomic Thread Store) Proc} (hB : ∀ m, ∃ a, sequences B (.call m) a) {σ : Store}
    {τ : Trace Thread Store} (h : TraceOf (parallelPaths B P) false σ τ) (t : Thread) :
    ∃ M, t ∈ M ∧ TraceOf (programPaths B M P) false σ τ := by
  obtain ⟨u, ⟨M, hu⟩, hr⟩ := h
  by_cases ht : t ∈ M
  · exact ⟨M, ht, u, hu, hr⟩
  · obtain ⟨c, hc⟩ := sequences_nonempty hB (P t)
    refine ⟨t :: M, by simp, u ++ threadPath t c, fun s => ?_, hr.append _⟩
    rw [own_append]
    by_cases hs : s = t
    · subst hs
      have hn : own s u = [] := ((hu s).resolve_left fun h => ht h.1).2
      exact .inl ⟨by simp, by rw [hn, own_threadPath]; exact hc⟩
    · rw [own_threadPath_other (Ne.symm hs), List.append_nil]
      exact (hu s).imp (fun h => ⟨by simp [h.1], h.2⟩) (fun h => ⟨by simp [hs, h.1], h.2⟩)

theorem Stmt.map_calls {Atom Atom' : Type} (f : Atom → Atom') {S : Stmt Atom Proc} (h : S.CallFree) : (S.map f).CallFree := by
  induction S with
  | skip => exact fun _ => id
  | atomic => exact fun _ => id
  | seq S T ihS ihT => exact fun m hm => hm.elim (ihS (fun l hl => h l (.inl hl)) m) (ihT (fun l hl => h l (.inr hl)) m)
  | choice S T ihS ihT => exact fun m hm => hm.elim (ihS (fun l hl => h l (.inl hl)) m) (ihT (fun l hl => h l (.inr hl)) m)
  | loop S ih => exact ih h
  | call m => exact absurd rfl (h m)

theorem SimulatedIn.table {J : Store → Prop} {E : Thread → Action Store} {t : Thread} {S T : Stmt (Atomic Thread Store) Proc}
    {B' : Proc → Stmt (Atomic Thread Store) Proc} (hS : S.CallFree) (hT : T.CallFree)
    (h : SimulatedIn J E t (sequences B S) (sequences B T)) : SimulatedIn J E t (sequences B' S) (sequences B' T) := by
  have hS' : sequences B' S = sequences B S := funext fun _ => propext (sequences_table hS)
  have hT' : sequences B' T = sequences B T := funext fun _ => propext (sequences_table hT)
  rwa [hS', hT']

/-- Theorem 1 for threads of any families, where bodies may block. -/
theorem threads_safe_mayBlock {J : Store → Prop} {E : Thread → Action Store} {G : Thread → Thread → Action Store}
    {threads : Thread → Spec Thread Store Proc} {S : Thread → Stmt (Atomic Thread Store) Proc}
    (hB : Procedures B abs spec fun _ => True) (habs : ∀ m, (abs m).CallFree) (hfree : ∀ t, (threads t).abstraction.CallFree)
    (hE : ∀ t m, (S t).Calls m → ∀ σ σ', E t σ σ' → derivedRely B spec m t σ σ')
    (hS : ∀ t, SimulatedIn J E t (sequences B ((S t).inlineAbs abs)) (sequences B (derivedAbstraction (G t) (threads t))))
    (hG : ∀ t σ σ', G t t σ σ' → peers E t σ σ')
    (hI : ∀ t j, j ≠ t → ∀ σ σ', (threads j).invariant σ → (threads t).invariant σ' → E j σ σ' → (threads j).invariant σ')
    (hsafe : ∀ t, SimulatedIn J E t (sequences B (threads t).abstraction) (sequences B (anything Thread Store Proc)))
    {σ : Store} (hσ : J σ) (hIσ : ∀ t, (threads t).invariant σ) {τ : Trace Thread Store}
    (hτ : TraceOf (parallelPaths (mayBlock B) S) false σ τ) (t : Thread) : ∃ σ', τ.final σ = .store σ' ∧ (threads t).invariant σ' := by
  obtain ⟨M, ht, hτ⟩ := trace_member mayBlock_nonempty hτ t
  have hsim := threads_simulated (M := M) (fun m j _ => procedures_mayBlock habs hB m j trivial)
    (fun t _ m hm σ σ' h => by rw [derivedRely_mayBlock]; exact hE t m hm σ σ' h)
    (fun t _ => (hS t).table (inlineAbs_callFree habs (S t)) (Stmt.map_calls _ (hfree t)))
    (fun t _ _ hb _ hx σ σ' h j _ hj => hG t σ σ' (derived_steps (hfree t) hb hx h) j hj)
  obtain ⟨σ', hσ', hend⟩ := threads_safe hsim (fun t _ => hfree t) (fun t _ σ σ' h j _ hj => hG t σ σ' h j hj)
    (fun t _ j _ => hI t j) (fun t _ => (hsafe t).table (hfree t) fun _ => id) hσ (fun t _ => hIσ t) hτ
  exact ⟨σ', hσ', hend t ht⟩

/-- **Theorem 1 in small steps**, for threads of any families: the program does not go wrong and keeps the invariants. -/
theorem threads_safe_steps {J : Store → Prop} {E : Thread → Action Store} {G : Thread → Thread → Action Store}
    {threads : Thread → Spec Thread Store Proc} {S : Thread → Stmt (Atomic Thread Store) Proc}
    (hB : Procedures B abs spec fun _ => True) (habs : ∀ m, (abs m).CallFree) (hfree : ∀ t, (threads t).abstraction.CallFree)
    (hE : ∀ t m, (S t).Calls m → ∀ σ σ', E t σ σ' → derivedRely B spec m t σ σ')
    (hS : ∀ t, SimulatedIn J E t (sequences B ((S t).inlineAbs abs)) (sequences B (derivedAbstraction (G t) (threads t))))
    (hG : ∀ t σ σ', G t t σ σ' → peers E t σ σ')
    (hI : ∀ t j, j ≠ t → ∀ σ σ', (threads j).invariant σ → (threads t).invariant σ' → E j σ σ' → (threads j).invariant σ')
    (hsafe : ∀ t, SimulatedIn J E t (sequences B (threads t).abstraction) (sequences B (anything Thread Store Proc)))
    {σ : Store} (hσ : J σ) (hIσ : ∀ t, (threads t).invariant σ) {r : Outcome Store} (h : Leads B S σ r) (t : Thread) :
    ∃ σ', r = .store σ' ∧ (threads t).invariant σ' := by
  obtain ⟨τ, hτ, rfl⟩ := (leads_iff_trace mayBlock_nonempty).mp (leads_mayBlock h)
  exact threads_safe_mayBlock hB habs hfree hE hS hG hI hsafe hσ hIσ hτ t

/-- **Theorem 1, part 2, in small steps**, for the paper's ‖l(). -/
theorem theorem1_safe_steps {J : Store → Prop} {l : Proc}
    (hB : Procedures B (fun m => derivedAbstraction (peers (derivedRely B spec m)) (spec m)) spec fun _ => True)
    (hfree : ∀ m, (spec m).abstraction.CallFree)
    (hsafe : ∀ t, SimulatedIn J (derivedRely B spec l) t (sequences B (spec l).abstraction) (sequences B (anything Thread Store Proc)))
    {σ : Store} (hσ : J σ) (hIσ : (spec l).invariant σ) {r : Outcome Store} (h : Leads B (fun _ : Thread => .call l) σ r) (t : Thread) :
    ∃ σ', r = .store σ' ∧ (spec l).invariant σ' :=
  threads_safe_steps (S := fun _ => .call l) (E := derivedRely B spec l) (threads := fun _ => spec l)
    (G := fun _ => peers (derivedRely B spec l)) hB (fun m => Stmt.map_calls _ (hfree m)) (fun _ => hfree l)
    (fun _ _ hm _ _ h => hm ▸ h) (fun _ => Simulated.refl) (fun _ _ _ h => h) (fun _ _ _ _ _ _ h _ => h) hsafe hσ (fun _ => hIσ) h t

end Plato.Procedures
