/-
# Traces in the view of each thread

A thread's view of a trace says which steps the thread makes in it. A trace is one of a program if it is one in the view of every thread:
this is what lets the appendix of *Modular Verification of Multithreaded Programs* (Calvin) replace one thread's steps in a run by others
that have the same trace.

Main definitions: `Views`. Main results: `exists_interleaving`, `trace_views` (the traces of a program).
-/
module

public import Theory.Procedures.Simulation

@[expose] public section

namespace Plato.Procedures

variable {Thread Store : Type}

/-- A thread's view of a trace: the thread makes its steps in it by a run of the sequence; the others' steps are anything. -/
inductive Views (full : Bool) (j : Thread) : Store → List (Atomic Thread Store) → Trace Thread Store → Prop where
  | stop {σ as} : (full = true → as = []) → Views full j σ as .stop
  | own {σ σ' a as τ} : a j σ (.store σ') → Views full j σ' as τ → Views full j σ (a :: as) (.step j σ' τ)
  | other {σ σ' s as τ} : s ≠ j → Views full j σ' as τ → Views full j σ as (.step s σ' τ)
  | wrong {σ a as} : a j σ .wrong → Views full j σ (a :: as) (.wrong j)
  | otherWrong {σ s as} : s ≠ j → Views full j σ as (.wrong s)

theorem Views.ended {j : Thread} {σ : Store} {as : List (Atomic Thread Store)} (h : Views true j σ as .stop) : as = [] := by
  cases h with | stop h => exact h rfl

theorem Views.rest {full : Bool} {j s : Thread} {σ σ' : Store} {as : List (Atomic Thread Store)} {τ : Trace Thread Store}
    (h : Views full j σ as (.step s σ' τ)) (hs : j ≠ s) : Views full j σ' as τ := by
  cases h with
  | own => exact absurd rfl hs
  | other _ h => exact h

/-- One sequence for each thread, all but finitely many of them empty, can be interleaved. -/
theorem exists_interleaving {Atom : Type} (M : List Thread) (f : Thread → List Atom) (h : ∀ t, t ∉ M → f t = []) :
    ∃ u, ∀ t, own t u = f t := by
  classical
  induction M generalizing f with
  | nil => exact ⟨[], fun t => (h t (by simp)).symm⟩
  | cons s M ih =>
    obtain ⟨u, hu⟩ := ih (fun t => if t = s then [] else f t) fun t ht => by
      by_cases hs : t = s
      · simp [hs]
      · simp only [hs, if_false]; exact h t (by simp [hs, ht])
    refine ⟨threadPath s (f s) ++ u, fun t => ?_⟩
    rw [own_append, hu t]
    by_cases hs : t = s
    · subst hs; simp [own_threadPath]
    · simp [hs, own_threadPath_other (Ne.symm hs)]

/-- **The traces of a program** are those that every thread views as its own. -/
theorem trace_views {Φ : Thread → List (Atomic Thread Store) → Prop} {M : List Thread} (hM : ∀ t a, t ∉ M → Φ t a → a = [])
    {full : Bool} {σ : Store} {τ : Trace Thread Store} :
    TraceOf (interleavings Φ) full σ τ ↔ ∀ t, ∃ a, Φ t a ∧ Views full t σ a τ := by
  constructor
  · rintro ⟨u, hu, hrun⟩ t
    refine ⟨own t u, hu t, ?_⟩
    clear hu
    induction hrun with
    | stop h => exact .stop fun hf => by rw [h hf]; rfl
    | @step σ σ' s a u τ h1 _ ih =>
      by_cases hs : s = t
      · subst hs; rw [own_same]; exact .own h1 ih
      · rw [own_other hs]; exact .other hs ih
    | @wrong σ s a u h1 =>
      by_cases hs : s = t
      · subst hs; rw [own_same]; exact .wrong h1
      · exact .otherWrong hs
  · intro h
    obtain ⟨f, hf⟩ := Classical.axiomOfChoice h
    have hfin : ∀ t, t ∉ M → f t = [] := fun t ht => hM t _ ht (hf t).1
    have hviews : ∀ t, Views full t σ (f t) τ := fun t => (hf t).2
    have : ∃ u, (∀ t, own t u = f t) ∧ Run full σ u τ := by
      clear hf h
      induction τ generalizing σ f with
      | stop =>
        by_cases hfull : full = true
        · refine ⟨[], fun t => ?_, .stop fun _ => rfl⟩
          subst hfull
          exact (hviews t).ended.symm
        · obtain ⟨u, hu⟩ := exists_interleaving M f hfin
          exact ⟨u, hu, .stop fun hf => absurd hf hfull⟩
      | step s σ' τ ih =>
        classical
        have hs := hviews s
        generalize hfs : f s = as at hs
        cases hs with
        | other hs => exact absurd rfl hs
        | @own _ _ a as _ h1 h2 =>
          obtain ⟨u, hu, hrun⟩ := ih (σ := σ') (fun t => if t = s then as else f t)
            (fun t ht => by
              by_cases hts : t = s
              · subst hts; rw [hfin t ht] at hfs; cases hfs
              · simp only [hts, if_false]; exact hfin t ht)
            (fun t => by
              by_cases hts : t = s
              · subst hts; simpa using h2
              · simpa only [hts, if_false] using (hviews t).rest hts)
          refine ⟨(s, a) :: u, fun t => ?_, .step h1 hrun⟩
          by_cases hts : s = t
          · subst hts; rw [own_same, hu s, hfs]; simp
          · rw [own_other hts, hu t]; simp [Ne.symm hts]
      | wrong s =>
        classical
        have hs := hviews s
        generalize hfs : f s = as at hs
        cases hs with
        | otherWrong hs => exact absurd rfl hs
        | @wrong _ a as h1 =>
          obtain ⟨u, hu⟩ := exists_interleaving M (fun t => if t = s then as else f t) fun t ht => by
            by_cases hts : t = s
            · subst hts; rw [hfin t ht] at hfs; cases hfs
            · simp only [hts, if_false]; exact hfin t ht
          refine ⟨(s, a) :: u, fun t => ?_, .wrong h1⟩
          by_cases hts : s = t
          · subst hts; rw [own_same, hu s, hfs]; simp
          · rw [own_other hts, hu t]; simp [Ne.symm hts]
    obtain ⟨u, hu, hrun⟩ := this
    exact ⟨u, fun t => hu t ▸ (hf t).1, hrun⟩

end Plato.Procedures
