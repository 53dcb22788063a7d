/-
# Modular verification of programs with procedures

Theorem 1 of *Modular Verification of Multithreaded Programs* (Calvin): if every procedure, with its callees replaced by their derived
abstractions, is simulated by its own derived abstraction in its derived environment, then a program is simulated by the program of the
derived abstractions (part 1); and if the abstractions of what the threads run do not go wrong in their environments, the program does not
go wrong and keeps the invariants (part 2).

The paper's program is any number of threads that all call one procedure (`theorem1_simulated`, `theorem1_safe`). In a program of several
families every thread has a statement, an abstraction and an assumption of its own, and each step of a thread's abstraction satisfies the
assumption of every other thread (`threads_simulated`, `threads_safe`). An invariant of one thread is then kept by another's step either
because the two have the same invariant or because the one's assumption says so. Abstractions need not be safe from every store, as the
paper has it (those that assert a precondition are not), but from those in which the program starts.

Main definitions: `anything` (true*), `Procedures`. Main results: `threads_simulated`, `threads_safe`, `families_simulated`,
`families_safe`, `theorem1_simulated`, `theorem1_safe`, `simulated_anything`.
-/
module

public import Theory.Procedures.Composition

@[expose] public section

namespace Plato.Procedures

variable {Thread Store Proc : Type} {B : Proc → Stmt (Atomic Thread Store) Proc} {M : List Thread} {J : Store → Prop}
  {E : Thread → Action Store}

/-- The paper's true*: any steps, none of which goes wrong. -/
noncomputable def anything (Thread Store Proc : Type) : Stmt (Atomic Thread Store) Proc :=
  .loop (.atomic fun _ => transition fun _ _ => True)

/-- What Theorem 1 supposes of all procedures, run by any of these threads: each is simulated by its abstraction, from every store. -/
def Procedures (B abs : Proc → Stmt (Atomic Thread Store) Proc) (spec : Proc → Spec Thread Store Proc) (members : Thread → Prop) : Prop :=
  ∀ m, SimulatedBy B members (fun _ => True) (derivedRely B spec m) ((B m).inlineAbs abs) (abs m)

theorem SimulatedIn.from {j : Thread} {φ ψ : List (Atomic Thread Store) → Prop} (h : SimulatedIn (fun _ => True) E j φ ψ) :
    SimulatedIn J E j φ ψ := fun full σ τ _ => h full σ τ trivial

/-- **Theorem 1, part 1**, for threads of any families: a thread runs a statement, whose calls are inlined as abstractions, and is simulated
by its own abstraction from the stores in which the program starts. -/
theorem threads_simulated {abs : Proc → Stmt (Atomic Thread Store) Proc} {spec : Proc → Spec Thread Store Proc}
    (hB : Procedures B abs spec (· ∈ M)) {S A : Thread → Stmt (Atomic Thread Store) Proc}
    (hE : ∀ t, t ∈ M → ∀ m, (S t).Calls m → ∀ σ σ', E t σ σ' → derivedRely B spec m t σ σ')
    (hS : ∀ t, t ∈ M → SimulatedIn J E t (sequences B ((S t).inlineAbs abs)) (sequences B (A t)))
    (hguar : ∀ t, t ∈ M → ∀ b, sequences B (A t) b → ∀ x ∈ b, ∀ σ σ', x t σ (.store σ') → everyone M E t σ σ') :
    Simulated J (programPaths B M S) (programPaths B M A) :=
  parallel_simulated (fun t ht => ((inline_simulated_all (fun m => hB m t ht) (S t) E (hE t ht)).from).trans (hS t ht)) hguar

/-- The steps of a derived abstraction satisfy what they are constrained to. -/
theorem derived_steps {G : Thread → Action Store} {s : Spec Thread Store Proc} (hfree : s.abstraction.CallFree)
    {b : List (Atomic Thread Store)} (hb : sequences B (derivedAbstraction G s) b) {x : Atomic Thread Store} (hx : x ∈ b) {t : Thread}
    {σ σ' : Store} (h : x t σ (.store σ')) : G t σ σ' := by
  obtain ⟨a, _, rfl⟩ := (sequences_map (B := B) _ hfree).mp hb
  obtain ⟨y, _, rfl⟩ := List.mem_map.mp hx
  exact h.2.2.2

/-- Steps that cannot go wrong do not. -/
theorem Amid.safe {full : Bool} {j : Thread} {F : Action Store} {σ : Store} {a : List (Atomic Thread Store)} {τ : Trace Thread Store}
    (h : Amid full j F σ a τ) (ha : ∀ x ∈ a, ∀ σ, ¬ x j σ .wrong) : τ.final σ ≠ .wrong := by
  induction h with
  | stop => exact fun h => by cases h
  | own _ _ ih => exact ih fun x hx => ha x (by simp [hx])
  | other _ _ _ ih => exact ih ha
  | wrong h1 => exact absurd h1 (ha _ (by simp) _)

/-- A statement is simulated by true* if and only if it does not go wrong in its environment. -/
theorem simulated_anything {j : Thread} {φ : List (Atomic Thread Store) → Prop} :
    SimulatedIn J E j φ (sequences B (anything Thread Store Proc)) ↔ ∀ σ, J σ → ¬ GoesWrongFrom (inEnvironment φ E j) σ := by
  have hstar : ∀ b, sequences B (anything Thread Store Proc) b ↔ ∀ x ∈ b, x = fun _ => transition fun _ _ => True := by
    intro b
    rw [anything, sequences_loop, ← star_single]
    exact ⟨Star.mono fun _ => sequences_atomic.mp, Star.mono fun _ => sequences_atomic.mpr⟩
  constructor
  · intro h σ hσ hw
    obtain ⟨τ, hτ, hwrong⟩ := h.goesWrong hσ hw
    obtain ⟨b, hb, hr⟩ := trace_amid.mp hτ
    exact hr.safe (fun x hx σ => by rw [(hstar b).mp hb x hx]; exact id) hwrong
  · rw [simulatedIn_iff]
    intro h full σ τ a hσ ha hr
    have hsafe : τ.final σ ≠ .wrong := by
      intro hw
      refine h σ hσ ⟨τ, trace_amid.mpr ⟨a, ha, ?_⟩, hw⟩
      obtain ⟨hv, hA⟩ := amid_iff.mp hr
      exact amid_iff.mpr ⟨hv.any hw false, hA⟩
    suffices ∃ b, (∀ x ∈ b, x = fun _ => transition fun _ _ => True) ∧ Amid full j (E j) σ b τ by
      obtain ⟨b, hb, hr'⟩ := this
      exact ⟨b, τ, (hstar b).mpr hb, hr', .refl τ⟩
    clear ha hσ
    induction hr with
    | stop => exact ⟨[], by simp, .stop fun _ => rfl⟩
    | own _ _ ih =>
      obtain ⟨b, hb, hr⟩ := ih hsafe
      exact ⟨(fun _ => transition fun _ _ => True) :: b, by simpa using hb, .own trivial hr⟩
    | other hs h1 _ ih =>
      obtain ⟨b, hb, hr⟩ := ih hsafe
      exact ⟨b, hb, .other hs h1 hr⟩
    | wrong => exact absurd rfl hsafe

section

variable {G : Thread → Thread → Action Store} {spec : Thread → Spec Thread Store Proc}

/-- A run of the derived abstractions from a store in the invariants stays in them, or one of the abstractions goes wrong by itself. -/
theorem derived_run (hG : ∀ t, t ∈ M → ∀ σ σ', G t t σ σ' → everyone M E t σ σ')
    (hI : ∀ t, t ∈ M → ∀ j, j ∈ M → j ≠ t → ∀ σ σ', (spec j).invariant σ → (spec t).invariant σ' → E j σ σ' → (spec j).invariant σ')
    (τ : Trace Thread Store) (σ : Store) (f : Thread → List (Atomic Thread Store)) (hσ : ∀ t, t ∈ M → (spec t).invariant σ)
    (hin : ∀ t, t ∈ M → Views false t σ ((f t).map (constrained (spec t).invariant (G t))) τ)
    (hout : ∀ t, t ∉ M → Views false t σ [] τ) :
    (∃ j, j ∈ M ∧ Amid false j (E j) σ (f j) τ ∧ τ.final σ = .wrong) ∨
      ∃ σ', τ.final σ = .store σ' ∧ ∀ t, t ∈ M → (spec t).invariant σ' := by
  induction τ generalizing σ f with
  | stop => exact .inr ⟨σ, rfl, hσ⟩
  | wrong j =>
    have hj : j ∈ M := Classical.byContradiction fun hj => by
      cases hout j hj with | otherWrong h => exact h rfl
    have hv := hin j hj
    generalize hfj : f j = as at hv
    cases as with
    | nil => cases hv with | otherWrong h => exact absurd rfl h
    | cons a as =>
      cases hv with
      | otherWrong h => exact absurd rfl h
      | wrong h =>
        rcases h with h | h
        · exact absurd (hσ j hj) h
        · exact .inl ⟨j, hj, by rw [hfj]; exact .wrong h, rfl⟩
  | step j σ' τ ih =>
    classical
    have hj : j ∈ M := Classical.byContradiction fun hj => by
      cases hout j hj with | other h => exact h rfl
    have hv := hin j hj
    generalize hfj : f j = as at hv
    cases as with
    | nil => cases hv with | other h => exact absurd rfl h
    | cons a as =>
      cases hv with
      | other h => exact absurd rfl h
      | own h hv =>
        obtain ⟨-, ha, hIj, hGj⟩ := h
        have hE := hG j hj _ _ hGj
        have hσ' : ∀ t, t ∈ M → (spec t).invariant σ' := by
          intro t ht
          by_cases htj : t = j
          · exact htj ▸ hIj
          · exact hI j hj t ht htj σ σ' (hσ t ht) hIj (hE t ht htj)
        have hin' : ∀ t, t ∈ M → Views false t σ' ((if t = j then as else f t).map (constrained (spec t).invariant (G t))) τ := by
          intro t ht
          by_cases htj : t = j
          · subst htj; simpa using hv
          · simpa [htj] using (hin t ht).rest htj
        have hout' : ∀ t, t ∉ M → Views false t σ' [] τ := fun t ht => (hout t ht).rest fun h => ht (h ▸ hj)
        rcases ih σ' (fun t => if t = j then as else f t) hσ' hin' hout' with ⟨i, hi, hr, hw⟩ | hend
        · refine .inl ⟨i, hi, ?_, hw⟩
          by_cases hij : i = j
          · subst hij; rw [hfj]; exact .own ha (by simpa using hr)
          · exact .other (Ne.symm hij) (hE i hi hij) (by simpa [hij] using hr)
        · exact .inr hend

/-- **Theorem 1, part 2**, for threads of any families: what is simulated by the derived abstractions does not go wrong and keeps the
invariants, if the abstraction of each thread is simulated by true* in its environment. -/
theorem threads_safe {φ : List (Thread × Atomic Thread Store) → Prop}
    (hsim : Simulated J φ (programPaths B M fun t => derivedAbstraction (G t) (spec t)))
    (hfree : ∀ t, t ∈ M → (spec t).abstraction.CallFree)
    (hG : ∀ t, t ∈ M → ∀ σ σ', G t t σ σ' → everyone M E t σ σ')
    (hI : ∀ t, t ∈ M → ∀ j, j ∈ M → j ≠ t → ∀ σ σ', (spec j).invariant σ → (spec t).invariant σ' → E j σ σ' → (spec j).invariant σ')
    (hsafe : ∀ t, t ∈ M → SimulatedIn J E t (sequences B (spec t).abstraction) (sequences B (anything Thread Store Proc)))
    {σ : Store} (hσ : J σ) (hIσ : ∀ t, t ∈ M → (spec t).invariant σ) {τ : Trace Thread Store} (hτ : TraceOf φ false σ τ) :
    ∃ σ', τ.final σ = .store σ' ∧ ∀ t, t ∈ M → (spec t).invariant σ' := by
  obtain ⟨τ', hτ', hs⟩ := hsim false σ τ hσ hτ
  obtain ⟨hin, hout⟩ := trace_takingPart.mp hτ'
  have hseq : ∀ t, ∃ a, t ∈ M → sequences B (spec t).abstraction a ∧
      Views false t σ (a.map (constrained (spec t).invariant (G t))) τ' := by
    intro t
    by_cases ht : t ∈ M
    · obtain ⟨c, hc, hv⟩ := hin t ht
      obtain ⟨a, ha, rfl⟩ := (sequences_map (B := B) _ (hfree t ht)).mp hc
      exact ⟨a, fun _ => ⟨ha, hv⟩⟩
    · exact ⟨[], fun h => absurd h ht⟩
  obtain ⟨f, hf⟩ := Classical.axiomOfChoice hseq
  rcases derived_run hG hI τ' σ f hIσ (fun t ht => (hf t ht).2) hout with ⟨j, hj, hr, hw⟩ | ⟨σ', hσ', hend⟩
  · exact absurd ⟨τ', trace_amid.mpr ⟨f j, (hf j hj).1, hr⟩, hw⟩ (simulated_anything.mp (hsafe j hj) σ hσ)
  · rcases hs.final σ with hw | rfl
    · rw [hw] at hσ'; cases hσ'
    · exact ⟨σ', hσ', hend⟩

end

section

variable {spec : Proc → Spec Thread Store Proc} {G : Proc → Thread → Action Store} {main : Thread → Proc}

/-- **Theorem 1, part 1**, where each thread runs a procedure and different threads may run different ones: the steps of their derived
abstractions satisfy the derived assumption of every other thread. -/
theorem families_simulated (hB : Procedures B (fun m => derivedAbstraction (G m) (spec m)) spec (· ∈ M))
    (hfree : ∀ t, t ∈ M → (spec (main t)).abstraction.CallFree)
    (hG : ∀ t, t ∈ M → ∀ σ σ', G (main t) t σ σ' → everyone M (fun j => derivedRely B spec (main j) j) t σ σ') :
    Simulated J (programPaths B M fun t => .call (main t))
      (programPaths B M fun t => derivedAbstraction (G (main t)) (spec (main t))) :=
  threads_simulated hB (E := fun j => derivedRely B spec (main j) j) (fun _ _ _ hm _ _ h => hm ▸ h) (fun _ _ => Simulated.refl)
    fun t ht _ hb _ hx σ σ' h => hG t ht σ σ' (derived_steps (hfree t ht) hb hx h)

/-- **Theorem 1, part 2**, where different threads may run different procedures. -/
theorem families_safe (hB : Procedures B (fun m => derivedAbstraction (G m) (spec m)) spec (· ∈ M))
    (hfree : ∀ t, t ∈ M → (spec (main t)).abstraction.CallFree)
    (hG : ∀ t, t ∈ M → ∀ σ σ', G (main t) t σ σ' → everyone M (fun j => derivedRely B spec (main j) j) t σ σ')
    (hI : ∀ t, t ∈ M → ∀ j, j ∈ M → j ≠ t → ∀ σ σ', (spec (main j)).invariant σ → (spec (main t)).invariant σ' →
      derivedRely B spec (main j) j σ σ' → (spec (main j)).invariant σ')
    (hsafe : ∀ t, t ∈ M → SimulatedIn J (fun j => derivedRely B spec (main j) j) t (sequences B (spec (main t)).abstraction)
      (sequences B (anything Thread Store Proc)))
    {σ : Store} (hσ : J σ) (hIσ : ∀ t, t ∈ M → (spec (main t)).invariant σ) {τ : Trace Thread Store}
    (hτ : TraceOf (programPaths B M fun t => .call (main t)) false σ τ) :
    ∃ σ', τ.final σ = .store σ' ∧ ∀ t, t ∈ M → (spec (main t)).invariant σ' :=
  threads_safe (spec := fun t => spec (main t)) (G := fun t => G (main t)) (families_simulated hB hfree hG) hfree hG hI hsafe hσ hIσ hτ

end

section

variable {spec : Proc → Spec Thread Store Proc} {l : Proc}

/-- **Theorem 1, part 1**, as in the paper: ‖l() is simulated by ‖Â(l). -/
theorem theorem1_simulated (hB : Procedures B (fun m => derivedAbstraction (peers (derivedRely B spec m)) (spec m)) spec fun _ => True)
    (hfree : (spec l).abstraction.CallFree) :
    Simulated J (parallelPaths B fun _ => .call l)
      (parallelPaths B fun _ => derivedAbstraction (peers (derivedRely B spec l)) (spec l)) := by
  rintro full σ τ hσ ⟨u, ⟨M, hu⟩, hr⟩
  have h := families_simulated (J := J) (M := M) (main := fun _ => l) (G := fun m => peers (derivedRely B spec m))
    (fun m t _ => hB m t trivial) (fun _ _ => hfree) (fun _ _ _ _ h j _ hj => h j hj)
  obtain ⟨τ', ⟨w, hw, hr'⟩, hs⟩ := h full σ τ hσ ⟨u, hu, hr⟩
  exact ⟨τ', ⟨w, ⟨M, hw⟩, hr'⟩, hs⟩

/-- **Theorem 1, part 2**, as in the paper: if A(l) is simulated by true* in Ê(l), ‖l() does not go wrong and keeps I(l). -/
theorem theorem1_safe (hB : Procedures B (fun m => derivedAbstraction (peers (derivedRely B spec m)) (spec m)) spec fun _ => True)
    (hfree : (spec l).abstraction.CallFree)
    (hsafe : ∀ t, SimulatedIn J (derivedRely B spec l) t (sequences B (spec l).abstraction) (sequences B (anything Thread Store Proc)))
    {σ : Store} (hσ : J σ) (hIσ : (spec l).invariant σ) {τ : Trace Thread Store}
    (hτ : TraceOf (parallelPaths B fun _ : Thread => .call l) false σ τ) : ∃ σ', τ.final σ = .store σ' ∧ (spec l).invariant σ' := by
  obtain ⟨u, ⟨M, hu⟩, hr⟩ := hτ
  have h := families_safe (J := J) (M := M) (main := fun _ => l) (G := fun m => peers (derivedRely B spec m))
    (fun m t _ => hB m t trivial) (fun _ _ => hfree) (fun _ _ _ _ h j _ hj => h j hj) (fun _ _ _ _ _ _ _ _ h _ => h)
    (fun t _ => hsafe t) hσ (fun _ _ => hIσ) ⟨u, hu, hr⟩
  cases M with
  | cons t M => obtain ⟨σ', hσ', hI⟩ := h; exact ⟨σ', hσ', hI t (by simp)⟩
  | nil =>
    refine ⟨σ, ?_, hIσ⟩
    have hempty : ∀ t, own t u = [] := fun t => ((hu t).resolve_left fun h => by simp at h).2
    cases hr with
    | stop => rfl
    | @step _ _ t => exact absurd (hempty t) (by simp [own_same])
    | @wrong _ t => exact absurd (hempty t) (by simp [own_same])

end

end Plato.Procedures
