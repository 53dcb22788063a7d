/-
# Threads in an environment

A thread is *secure* if, whatever its environment does within the rely, it does not go wrong, makes only steps of the guarantee, and is always
where it may be. Threads that are secure in each other's company make a program that satisfies its specification: this is Theorem 1 and
Theorem 2 of Flanagan, Freund and Qadeer, *Thread-Modular Verification for Shared-Memory Programs*, and the rule Parallel of Prensa Nieto, *The
Rely-Guarantee Method in Isabelle/HOL* (section 7), for threads that take steps in whatever way.

Main definitions: `Lasting`, `Secure`. Main results: `Secure.own`, `Secure.environment` (it lasts), `secure_sat`, `secure_invariant`.
-/
module

public import Plato.Meaning.Open

@[expose] public section

namespace Plato

variable {Thread Store Control : Type}

/-- What lasts through the steps of a thread and of its environment, which makes steps of `A`. Where it holds, the thread does not go wrong,
makes only steps of `G`, and is where it may be. -/
structure Lasting (step : Steps Store Control) (A G : Action Store) (may I : Control → Store → Prop) : Prop where
  environment : ∀ {S σ σ'}, I S σ → A σ σ' → I S σ'
  own : ∀ {S σ S' σ'}, I S σ → step (.run σ S) (.run σ' S') → G σ σ' ∧ I S' σ'
  safe : ∀ {S σ}, I S σ → ¬ step (.run σ S) .wrong
  here : ∀ {S σ}, I S σ → may S σ

/-- From here on the thread, among steps of `A`, does not go wrong, makes only steps of `G`, and is where it may be. -/
def Secure (step : Steps Store Control) (A G : Action Store) (may : Control → Store → Prop) (S : Control) (σ : Store) : Prop :=
  ∃ I, Lasting step A G may I ∧ I S σ

section

variable {step : Steps Store Control} {A G : Action Store} {may : Control → Store → Prop} {S S' : Control} {σ σ' : Store}

theorem Secure.environment (h : Secure step A G may S σ) (hA : A σ σ') : Secure step A G may S σ' :=
  let ⟨I, hI, h⟩ := h; ⟨I, hI, hI.environment h hA⟩

theorem Secure.own (h : Secure step A G may S σ) (hs : step (.run σ S) (.run σ' S')) : Secure step A G may S' σ' :=
  let ⟨I, hI, h⟩ := h; ⟨I, hI, (hI.own h hs).2⟩

theorem Secure.guarantee (h : Secure step A G may S σ) (hs : step (.run σ S) (.run σ' S')) : G σ σ' :=
  let ⟨_, hI, h⟩ := h; (hI.own h hs).1

theorem Secure.safe (h : Secure step A G may S σ) : ¬ step (.run σ S) .wrong :=
  let ⟨_, hI, h⟩ := h; hI.safe h

theorem Secure.here (h : Secure step A G may S σ) : may S σ :=
  let ⟨_, hI, h⟩ := h; hI.here h

/-- Being secure lasts. -/
theorem secure_lasting : Lasting step A G may (Secure step A G may) :=
  ⟨fun h => h.environment, fun h hs => ⟨h.guarantee hs, h.own hs⟩, fun h => h.safe, fun h => h.here⟩

/-- Where a thread may be, it may be if less is asked. -/
theorem Secure.weaken {may' : Control → Store → Prop} (h : Secure step A G may S σ) (hmay : ∀ S σ, may S σ → may' S σ) :
    Secure step A G may' S σ :=
  ⟨Secure step A G may, ⟨fun h => h.environment, fun h hs => ⟨h.guarantee hs, h.own hs⟩, fun h => h.safe, fun h => hmay _ _ h.here⟩, h⟩

end

theorem Program.update_same {Control : Type} (P : Program Thread Control) (i : Thread) (S : Control) : P.update i S i = S := by
  simp [Program.update]

theorem Program.update_other {Control : Type} (P : Program Thread Control) {i j : Thread} (h : j ≠ i) (S : Control) :
    P.update i S j = P j := by
  simp [Program.update, h]

section

variable {step : Thread → Steps Store Control} {A G : Thread → Action Store} {may : Thread → Control → Store → Prop} {R : Action Store}
  (himplies : ∀ i j, i ≠ j → ∀ σ σ', G i σ σ' → A j σ σ') (henv : ∀ i σ σ', R σ σ' → A i σ σ')
include himplies henv

/-- All threads stay secure, whatever they and the environment of the program do; none of them goes wrong, and each step is in the guarantee of
the thread that makes it. -/
theorem secure_open_step {P : Program Thread Control} {σ : Store} (h : ∀ i, Secure (step i) (A i) (G i) (may i) (P i) σ)
    {Θ : ParState Thread Store Control} (hstep : OpenStep step R (.run σ P) Θ) :
    ∃ σ' P', Θ = .run σ' P' ∧ (R σ σ' ∨ ∃ i, G i σ σ') ∧ ∀ i, Secure (step i) (A i) (G i) (may i) (P' i) σ' := by
  cases hstep with
  | environment hR => exact ⟨_, P, rfl, .inl hR, fun i => (h i).environment (henv i _ _ hR)⟩
  | component hstep =>
    cases hstep with
    | parallelWrong hwrong => exact absurd hwrong (h _).safe
    | @parallel _ σ' _ i S' hs =>
      have hG := (h i).guarantee hs
      refine ⟨σ', _, rfl, .inr ⟨i, hG⟩, fun j => ?_⟩
      by_cases hij : j = i
      · subst hij; rw [Program.update_same]; exact (h j).own hs
      · rw [Program.update_other P hij]; exact (h j).environment (himplies i j (Ne.symm hij) _ _ hG)

/-- The same after any number of steps. -/
theorem secure_open_steps {P : Program Thread Control} {σ : Store} (h : ∀ i, Secure (step i) (A i) (G i) (may i) (P i) σ)
    {Θ : ParState Thread Store Control} (hmany : Many (OpenStep step R) (.run σ P) Θ) :
    ∃ σ' P', Θ = .run σ' P' ∧ ∀ i, Secure (step i) (A i) (G i) (may i) (P' i) σ' := by
  induction hmany with
  | refl => exact ⟨σ, P, rfl, h⟩
  | tail _ hstep ih =>
    obtain ⟨σ₁, P₁, rfl, h₁⟩ := ih
    obtain ⟨σ₂, P₂, rfl, _, h₂⟩ := secure_open_step himplies henv h₁ hstep
    exact ⟨σ₂, P₂, rfl, h₂⟩

/-- **Verification thread by thread**: if all threads are secure, the program satisfies every specification whose guarantee and postcondition
theirs imply. -/
theorem secure_sat {P : Program Thread Control} {σ : Store} (h : ∀ i, Secure (step i) (A i) (G i) (may i) (P i) σ)
    {done : Control} {guarantee : Action Store} {post : Store → Prop} (hguarantee : ∀ i τ τ', G i τ τ' → guarantee τ τ')
    (hpost : ∀ τ P', Many (OpenStep step R) (.run σ P) (.run τ P') → (∀ i, may i done τ) → post τ) :
    P.Sat step done ⟨fun τ => τ = σ, R, guarantee, post⟩ where
  safe := fun hσ hwrong => by
    cases hσ
    obtain ⟨_, _, he, _⟩ := secure_open_steps himplies henv h hwrong
    cases he
  guarantee := fun hσ hmany hstep => by
    cases hσ
    obtain ⟨_, _, he, h₁⟩ := secure_open_steps himplies henv h hmany
    cases he
    cases hstep with
    | @parallel _ _ _ i _ hs => exact hguarantee i _ _ ((h₁ i).guarantee hs)
  post := fun hσ hmany hended => by
    cases hσ
    obtain ⟨_, _, he, h₁⟩ := secure_open_steps himplies henv h hmany
    cases he
    exact hpost _ _ hmany fun i => hended i ▸ (h₁ i).here

/-- What holds initially and is preserved by the guarantees and by the environment holds of every store that is reached. -/
theorem secure_invariant {P : Program Thread Control} {σ : Store} (h : ∀ i, Secure (step i) (A i) (G i) (may i) (P i) σ)
    {I : Store → Prop} (hinit : I σ) (hpreserved : ∀ i τ τ', G i τ τ' → I τ → I τ') (henvironment : ∀ τ τ', R τ τ' → I τ → I τ')
    {σ' : Store} {P' : Program Thread Control} (hmany : Many (OpenStep step R) (.run σ P) (.run σ' P')) : I σ' := by
  generalize hs : ParState.run σ' P' = s at hmany
  induction hmany generalizing σ' P' with
  | refl => cases hs; exact hinit
  | tail hmany hstep ih =>
    obtain ⟨σ₁, P₁, rfl, h₁⟩ := secure_open_steps himplies henv h hmany
    obtain ⟨σ₂, P₂, rfl, hGR, _⟩ := secure_open_step himplies henv h₁ hstep
    cases hs
    rcases hGR with hR | ⟨i, hG⟩
    · exact henvironment _ _ hR (ih rfl)
    · exact hpreserved i _ _ hG (ih rfl)

end

/-- A program can do in any environment whatever it does without one. -/
theorem open_of_closed {step : Thread → Steps Store Control} {R : Action Store} {Θ Θ' : ParState Thread Store Control}
    (h : Many (ParStep step) Θ Θ') : Many (OpenStep step R) Θ Θ' := by
  induction h with
  | refl => exact .refl
  | tail _ hstep ih => exact .tail ih (.component hstep)

end Plato
