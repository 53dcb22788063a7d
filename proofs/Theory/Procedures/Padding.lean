/-
# Entering and leaving a procedure may be left out

For an abstraction that begins with `pre?` and ends with `post` (*Modular Verification of Multithreaded Programs*, Calvin, section 5),
entering and leaving a procedure are steps of its body. They do nothing, and a program whose procedures do not have them does what the
program with them does: what is verified of the one holds for the other.

Main definitions: `Padded`. Main results: `padded_sequences`, `padded_trace`.
-/
module

public import Theory.Procedures.Safety
public import Theory.Procedures.Checking

@[expose] public section

namespace Plato.Procedures

variable {Thread Store Proc : Type} {B : Proc → Stmt (Atomic Thread Store) Proc}

/-- The second sequence is the first with steps in between that do nothing. -/
inductive Padded : List (Atomic Thread Store) → List (Atomic Thread Store) → Prop where
  | nil : Padded [] []
  | keep {x a b} : Padded a b → Padded (x :: a) (x :: b)
  | pad {a b} : Padded a b → Padded a (stay :: b)

theorem Padded.refl (a : List (Atomic Thread Store)) : Padded a a := by
  induction a with
  | nil => exact .nil
  | cons x a ih => exact .keep ih

theorem Padded.append {a b c d : List (Atomic Thread Store)} (h1 : Padded a b) (h2 : Padded c d) : Padded (a ++ c) (b ++ d) := by
  induction h1 with
  | nil => exact h2
  | keep _ ih => exact .keep ih
  | pad _ ih => exact .pad ih

theorem Padded.cons_inv {x : Atomic Thread Store} {a b : List (Atomic Thread Store)} (h : Padded (x :: a) b) :
    ∃ e b', (∀ y ∈ e, y = stay) ∧ b = e ++ x :: b' ∧ Padded a b' := by
  generalize hc : x :: a = c at h
  induction h with
  | nil => cases hc
  | keep h => cases hc; exact ⟨[], _, by simp, rfl, h⟩
  | pad _ ih =>
    obtain ⟨e, b', he, rfl, h⟩ := ih hc
    exact ⟨stay :: e, b', by simpa using he, rfl, h⟩

theorem padded_with {calls calls' : Proc → List (Atomic Thread Store) → Prop} (h : ∀ m a, calls m a → ∃ b, calls' m b ∧ Padded a b)
    (S : Stmt (Atomic Thread Store) Proc) {a : List (Atomic Thread Store)} (ha : S.sequencesWith calls a) :
    ∃ b, S.sequencesWith calls' b ∧ Padded a b := by
  induction S generalizing a with
  | skip => exact ⟨a, ha, .refl a⟩
  | atomic => exact ⟨a, ha, .refl a⟩
  | seq S T ihS ihT =>
    obtain ⟨a₁, a₂, h1, h2, rfl⟩ := ha
    obtain ⟨b₁, hb1, hp1⟩ := ihS h1
    obtain ⟨b₂, hb2, hp2⟩ := ihT h2
    exact ⟨_, ⟨b₁, b₂, hb1, hb2, rfl⟩, hp1.append hp2⟩
  | choice S T ihS ihT =>
    rcases ha with ha | ha
    · obtain ⟨b, hb, hp⟩ := ihS ha; exact ⟨b, .inl hb, hp⟩
    · obtain ⟨b, hb, hp⟩ := ihT ha; exact ⟨b, .inr hb, hp⟩
  | loop S ih =>
    replace ha : Star (S.sequencesWith calls) a := ha
    induction ha with
    | nil => exact ⟨[], .nil, .nil⟩
    | cons h1 _ ih2 =>
      obtain ⟨b₁, hb1, hp1⟩ := ih h1
      obtain ⟨b₂, hb2, hp2⟩ := ih2
      exact ⟨_, .cons hb1 hb2, hp1.append hp2⟩
  | call m => exact h m a ha

/-- A sequence of a statement, padded, is one of the statement with procedures that are entered and left. -/
theorem padded_sequences {S : Stmt (Atomic Thread Store) Proc} {a : List (Atomic Thread Store)} (ha : sequences (mayBlock B) S a) :
    ∃ b, sequences (mayBlock fun m => Body (B m)) S b ∧ Padded a b := by
  obtain ⟨d, ha⟩ := ha
  suffices ∃ b, upTo (mayBlock fun m => Body (B m)) d S b ∧ Padded a b from let ⟨b, hb, hp⟩ := this; ⟨b, ⟨d, hb⟩, hp⟩
  induction d generalizing S a with
  | zero => exact padded_with (fun _ _ h => h.elim) S ha
  | succ d ih =>
    refine padded_with (fun m c hc => ?_) S ha
    obtain ⟨b, hb, hp⟩ := ih hc
    rw [upTo_eq] at hb
    rcases hb with hb | hb
    · refine ⟨stay :: (b ++ [stay]), ?_, .pad ?_⟩
      · change upTo _ d _ _
        rw [upTo_eq]
        exact .inl ⟨[stay], _, rfl, ⟨b, [stay], hb, rfl, rfl⟩, rfl⟩
      · simpa using hp.append (.pad .nil)
    · refine ⟨b, ?_, hp⟩
      change upTo _ d _ _
      rw [upTo_eq]
      exact .inr hb

/-- Steps that do nothing may come first. -/
theorem run_stays {t : Thread} {e : List (Atomic Thread Store)} (he : ∀ y ∈ e, y = stay) {σ : Store}
    {u : List (Thread × Atomic Thread Store)} {τ : Trace Thread Store} (h : Run false σ u τ) :
    ∃ τ', Run false σ (threadPath t e ++ u) τ' ∧ τ'.final σ = τ.final σ := by
  induction e with
  | nil => exact ⟨τ, h, rfl⟩
  | cons y e ih =>
    obtain ⟨rfl, he'⟩ := List.forall_mem_cons.mp he
    obtain ⟨τ', hr, hf⟩ := ih he'
    exact ⟨.step t σ τ', .step rfl hr, hf⟩

/-- A run of sequences is one of padded sequences, and ends where it ends. -/
theorem padded_run {M : List Thread} {σ : Store} {u : List (Thread × Atomic Thread Store)} {τ : Trace Thread Store} (h : Run false σ u τ)
    (f : Thread → List (Atomic Thread Store)) (hf : ∀ t, Padded (own t u) (f t)) (hM : ∀ t, t ∉ M → f t = []) :
    ∃ u' τ', (∀ t, own t u' = f t) ∧ Run false σ u' τ' ∧ τ'.final σ = τ.final σ := by
  have hnext : ∀ {t : Thread} {a : Atomic Thread Store} {u : List (Thread × Atomic Thread Store)} {f : Thread → List (Atomic Thread Store)},
      (∀ s, Padded (own s ((t, a) :: u)) (f s)) → (∀ s, s ∉ M → f s = []) → ∃ e b, (∀ y ∈ e, y = stay) ∧ f t = e ++ a :: b ∧
        (∀ s, Padded (own s u) (replaced f t b s)) ∧ ∀ s, s ∉ M → replaced f t b s = [] := by
    intro t a u f hf hM
    have ht := hf t
    rw [own_same] at ht
    obtain ⟨e, b, he, hb, hp⟩ := ht.cons_inv
    refine ⟨e, b, he, hb, fun s => ?_, fun s hs => ?_⟩ <;> by_cases hst : s = t
    · subst hst; rwa [replaced_same]
    · rw [replaced_other _ _ hst, ← own_other (Ne.symm hst) a]; exact hf s
    · subst hst; rw [hM s hs] at hb; simp at hb
    · rw [replaced_other _ _ hst]; exact hM s hs
  have hown : ∀ {t : Thread} {a : Atomic Thread Store} {e b : List (Atomic Thread Store)} {f : Thread → List (Atomic Thread Store)}
      {w : List (Thread × Atomic Thread Store)}, f t = e ++ a :: b → (∀ s, own s w = replaced f t b s) →
      ∀ s, own s (threadPath t e ++ (t, a) :: w) = f s := by
    intro t a e b f w hb hw s
    rw [own_append]
    by_cases hst : s = t
    · subst hst; rw [own_threadPath, own_same, hw, replaced_same, hb]
    · rw [own_threadPath_other (Ne.symm hst), own_other (Ne.symm hst), hw, replaced_other _ _ hst]; rfl
  induction h generalizing f with
  | stop =>
    obtain ⟨u', hu'⟩ := exists_interleaving M f hM
    exact ⟨u', .stop, hu', .stop (fun h => by cases h), rfl⟩
  | step h1 _ ih =>
    obtain ⟨e, b, he, hb, hf', hM'⟩ := hnext hf hM
    obtain ⟨u', τ', hu', hr, hfin⟩ := ih _ hf' hM'
    obtain ⟨τ'', hr', hfin'⟩ := run_stays he (.step h1 hr)
    exact ⟨_, τ'', hown hb hu', hr', hfin'.trans hfin⟩
  | wrong h1 =>
    obtain ⟨e, b, he, hb, hf', hM'⟩ := hnext hf hM
    obtain ⟨u', hu'⟩ := exists_interleaving M _ hM'
    obtain ⟨τ'', hr', hfin'⟩ := run_stays he (.wrong (u := u') h1)
    exact ⟨_, τ'', hown hb hu', hr', hfin'⟩

/-- **Entering and leaving may be left out**: what a program does, it does if its procedures are entered and left. -/
theorem padded_trace {P : Thread → Stmt (Atomic Thread Store) Proc} {σ : Store} {τ : Trace Thread Store}
    (h : TraceOf (parallelPaths (mayBlock B) P) false σ τ) :
    ∃ τ', TraceOf (parallelPaths (mayBlock fun m => Body (B m)) P) false σ τ' ∧ τ'.final σ = τ.final σ := by
  obtain ⟨u, ⟨M, hu⟩, hr⟩ := h
  have hex : ∀ t, ∃ b, Padded (own t u) b ∧ ((t ∈ M ∧ sequences (mayBlock fun m => Body (B m)) (P t) b) ∨ (t ∉ M ∧ b = [])) := by
    intro t
    rcases hu t with ⟨ht, hs⟩ | ⟨ht, hn⟩
    · obtain ⟨b, hb, hp⟩ := padded_sequences hs
      exact ⟨b, hp, .inl ⟨ht, hb⟩⟩
    · exact ⟨[], by rw [hn]; exact .nil, .inr ⟨ht, rfl⟩⟩
  obtain ⟨f, hf⟩ := Classical.axiomOfChoice hex
  obtain ⟨u', τ', hu', hr', hfin⟩ := padded_run hr f (fun t => (hf t).1) fun t ht => ((hf t).2.resolve_left fun h => ht h.1).2
  refine ⟨τ', ⟨u', ⟨M, fun t => ?_⟩, hr'⟩, hfin⟩
  rw [hu' t]
  exact (hf t).2

end Plato.Procedures
