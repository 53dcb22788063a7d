/-
# Simulation

Simulation between sets of paths and between statements in an environment, as in section 4 of *Modular Verification of Multithreaded
Programs* (Calvin). A trace is subsumed by one that is equal to it or does the same up to some step at which it goes wrong: step by step,
with no stuttering. So an abstraction that begins with `pre?` and ends with `post` takes two steps more than what it abstracts, and the
paper's abstractions do not simulate its bodies; the repair is that entering and leaving a procedure are steps of its body (see
`Checking`). A simulation starts from a set of stores, as the paper's examples do (its definition has all stores).

Main definitions: `Subsumed`, `Simulated`, `inEnvironment` (the paper's P(B, E, j)), `SimulatedIn`, `SimulatedBy` (B ⊑ A in E), `Amid`.
Main results: `trace_amid` (the traces of P(B, E, j)), `Simulated.trans`, `Simulated.goesWrong`, `simulatedIn_iff`.
-/
module

public import Theory.Procedures.Paths
public import Theory.Operation

@[expose] public section

namespace Plato.Procedures

variable {Thread Store : Type}

/-- Section 4: the second trace is equal to the first, or equal to it up to a step at which it goes wrong. -/
inductive Subsumed : Trace Thread Store → Trace Thread Store → Prop where
  | stop : Subsumed .stop .stop
  | step {t σ τ τ'} : Subsumed τ τ' → Subsumed (.step t σ τ) (.step t σ τ')
  | early {t σ τ} : Subsumed (.step t σ τ) (.wrong t)
  | wrong {t} : Subsumed (.wrong t) (.wrong t)

/-- Section 4: from these stores, traces of the first set of paths are subsumed by traces of the second, and full ones by full ones. -/
def Simulated (J : Store → Prop) (φ ψ : List (Thread × Atomic Thread Store) → Prop) : Prop :=
  ∀ full σ τ, J σ → TraceOf φ full σ τ → ∃ τ', TraceOf ψ full σ τ' ∧ Subsumed τ τ'

/-- Section 4, P(B, E, j): the thread `j` performs one of these sequences, every other thread E*, where E speaks of `j`. -/
def inEnvironment (φ : List (Atomic Thread Store) → Prop) (E : Thread → Action Store) (j : Thread) :
    List (Thread × Atomic Thread Store) → Prop :=
  interleavings fun t a => (t = j ∧ φ a) ∨ (t ≠ j ∧ Star (· = [fun _ => transition (E j)]) a)

/-- P(B, E, j) is simulated by P(A, E, j), from these stores. -/
def SimulatedIn (J : Store → Prop) (E : Thread → Action Store) (j : Thread) (φ ψ : List (Atomic Thread Store) → Prop) : Prop :=
  Simulated J (inEnvironment φ E j) (inEnvironment ψ E j)

/-- Section 4, S ⊑ T in E: for each of these threads, from these stores, the one statement is simulated by the other. -/
def SimulatedBy {Proc : Type} (B : Proc → Stmt (Atomic Thread Store) Proc) (members : Thread → Prop) (J : Store → Prop)
    (E : Thread → Action Store) (S T : Stmt (Atomic Thread Store) Proc) : Prop :=
  ∀ j, members j → SimulatedIn J E j (sequences B S) (sequences B T)

section

theorem Subsumed.refl (τ : Trace Thread Store) : Subsumed τ τ := by
  induction τ with
  | stop => exact .stop
  | step _ _ _ ih => exact .step ih
  | wrong => exact .wrong

theorem Subsumed.trans {τ₁ τ₂ τ₃ : Trace Thread Store} (h1 : Subsumed τ₁ τ₂) (h2 : Subsumed τ₂ τ₃) : Subsumed τ₁ τ₃ := by
  induction h1 generalizing τ₃ with
  | stop => exact h2
  | step _ ih => cases h2 with
    | step h2 => exact .step (ih h2)
    | early => exact .early
  | early => cases h2; exact .early
  | wrong => exact h2

/-- A trace that goes wrong is subsumed only by such. -/
theorem Subsumed.final {τ τ' : Trace Thread Store} (h : Subsumed τ τ') (σ : Store) :
    τ'.final σ = .wrong ∨ τ' = τ := by
  induction h generalizing σ with
  | stop => exact .inr rfl
  | @step t σ' _ _ _ ih => exact (ih σ').imp id (congrArg _)
  | early => exact .inl rfl
  | wrong => exact .inl rfl

variable {J : Store → Prop} {φ ψ χ : List (Thread × Atomic Thread Store) → Prop}

theorem Simulated.refl : Simulated J φ φ := fun _ _ τ _ h => ⟨τ, h, .refl τ⟩

theorem Simulated.trans (h1 : Simulated J φ ψ) (h2 : Simulated J ψ χ) : Simulated J φ χ := by
  intro full σ τ hσ h
  obtain ⟨τ', h', hs'⟩ := h1 full σ τ hσ h
  obtain ⟨τ'', h'', hs''⟩ := h2 full σ τ' hσ h'
  exact ⟨τ'', h'', hs'.trans hs''⟩

/-- What is simulated goes wrong only if what simulates it does. -/
theorem Simulated.goesWrong (h : Simulated J φ ψ) {σ : Store} (hσ : J σ) (hw : GoesWrongFrom φ σ) : GoesWrongFrom ψ σ := by
  obtain ⟨τ, hτ, hwrong⟩ := hw
  obtain ⟨τ', hτ', hs⟩ := h false σ τ hσ hτ
  refine ⟨τ', hτ', ?_⟩
  rcases hs.final σ with h | rfl
  · exact h
  · exact hwrong

end

section

/-- A run of a sequence by thread `j` with this trace, where every step of another thread satisfies E. -/
inductive Amid (full : Bool) (j : Thread) (E : Action Store) : Store → List (Atomic Thread Store) → Trace Thread Store → Prop where
  | stop {σ as} : (full = true → as = []) → Amid full j E σ as .stop
  | own {σ σ' a as τ} : a j σ (.store σ') → Amid full j E σ' as τ → Amid full j E σ (a :: as) (.step j σ' τ)
  | other {σ σ' s as τ} : s ≠ j → E σ σ' → Amid full j E σ' as τ → Amid full j E σ as (.step s σ' τ)
  | wrong {σ a as} : a j σ .wrong → Amid full j E σ (a :: as) (.wrong j)

theorem star_single {Atom : Type} {e : Atom} {a : List Atom} : Star (· = [e]) a ↔ ∀ x ∈ a, x = e := by
  constructor
  · intro h
    induction h with
    | nil => simp
    | cons h1 _ ih => subst h1; simpa using ih
  · intro h
    induction a with
    | nil => exact .nil
    | cons x a ih =>
      obtain ⟨rfl, h⟩ := List.forall_mem_cons.mp h
      exact .cons (a := [x]) rfl (ih h)

/-- **The traces of P(B, E, j)** are those of its thread amid an environment. -/
theorem trace_amid {φ : List (Atomic Thread Store) → Prop} {E : Thread → Action Store} {j : Thread} {full : Bool} {σ : Store}
    {τ : Trace Thread Store} : TraceOf (inEnvironment φ E j) full σ τ ↔ ∃ a, φ a ∧ Amid full j (E j) σ a τ := by
  constructor
  · rintro ⟨u, hu, hrun⟩
    refine ⟨own j u, ((hu j).resolve_right fun h => h.1 rfl).2, ?_⟩
    have hE : ∀ t, t ≠ j → ∀ x ∈ own t u, x = fun _ => transition (E j) := fun t ht =>
      star_single.mp ((hu t).resolve_left fun h => ht h.1).2
    clear hu
    induction hrun with
    | stop h => exact .stop fun hf => by rw [h hf]; rfl
    | @step σ σ' t a u τ h1 _ ih =>
      have hE' : ∀ s, s ≠ j → ∀ x ∈ own s u, x = fun _ => transition (E j) := by
        intro s hs x hx
        apply hE s hs
        by_cases hts : t = s
        · subst hts; simp [own_same, hx]
        · rwa [own_other hts]
      by_cases ht : t = j
      · subst ht
        rw [own_same]
        exact .own h1 (ih hE')
      · rw [own_other ht]
        have := hE t ht a (by simp [own_same])
        subst this
        exact .other ht h1 (ih hE')
    | @wrong σ t a u h1 =>
      by_cases ht : t = j
      · subst ht; rw [own_same]; exact .wrong h1
      · have := hE t ht a (by simp [own_same])
        subst this
        exact h1.elim
  · rintro ⟨a, ha, hamid⟩
    have : ∃ u, own j u = a ∧ (∀ t, t ≠ j → ∀ x ∈ own t u, x = fun _ => transition (E j)) ∧ Run full σ u τ := by
      clear ha
      induction hamid with
      | @stop σ as h =>
        refine ⟨threadPath j as, own_threadPath j as, fun t ht => ?_, .stop fun hf => by rw [h hf]; rfl⟩
        rw [own_threadPath_other (Ne.symm ht)]; simp
      | @own σ σ' a as τ h1 _ ih =>
        obtain ⟨u, rfl, hE, hrun⟩ := ih
        exact ⟨(j, a) :: u, own_same .., fun t ht => by rw [own_other (Ne.symm ht)]; exact hE t ht, .step h1 hrun⟩
      | @other σ σ' s as τ hs h1 _ ih =>
        obtain ⟨u, rfl, hE, hrun⟩ := ih
        refine ⟨(s, fun _ => transition (E j)) :: u, own_other hs .., fun t ht => ?_, .step h1 hrun⟩
        by_cases hst : s = t
        · subst hst; simpa [own_same] using hE s ht
        · rw [own_other hst]; exact hE t ht
      | @wrong σ a as h1 =>
        refine ⟨(j, a) :: threadPath j as, by rw [own_same, own_threadPath], fun t ht => ?_, .wrong h1⟩
        rw [own_other (Ne.symm ht), own_threadPath_other (Ne.symm ht)]; simp
    obtain ⟨u, hu, hE, hrun⟩ := this
    refine ⟨u, fun t => ?_, hrun⟩
    by_cases ht : t = j
    · subst ht; exact .inl ⟨rfl, hu ▸ ha⟩
    · exact .inr ⟨ht, star_single.mpr (hE t ht)⟩

/-- Simulation in an environment, said of the sequences alone. -/
theorem simulatedIn_iff {J : Store → Prop} {E : Thread → Action Store} {j : Thread} {φ ψ : List (Atomic Thread Store) → Prop} :
    SimulatedIn J E j φ ψ ↔ ∀ full σ τ a, J σ → φ a → Amid full j (E j) σ a τ →
      ∃ b τ', ψ b ∧ Amid full j (E j) σ b τ' ∧ Subsumed τ τ' := by
  constructor
  · intro h full σ τ a hσ ha hr
    obtain ⟨τ', hτ', hs⟩ := h full σ τ hσ (trace_amid.mpr ⟨a, ha, hr⟩)
    obtain ⟨b, hb, hr'⟩ := trace_amid.mp hτ'
    exact ⟨b, τ', hb, hr', hs⟩
  · intro h full σ τ hσ hτ
    obtain ⟨a, ha, hr⟩ := trace_amid.mp hτ
    obtain ⟨b, τ', hb, hr', hs⟩ := h full σ τ a hσ ha hr
    exact ⟨τ', trace_amid.mpr ⟨b, hb, hr'⟩, hs⟩

end

end Plato.Procedures
