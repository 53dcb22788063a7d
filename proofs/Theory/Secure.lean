/-
# Threads in an environment

A thread is *secure* if, whatever its environment does within the rely, it does not go wrong, makes only steps of the guarantee, and is always
where it may be. Threads that are secure in each other's company make a program that satisfies its specification: this is Theorem 1 and
Theorem 2 of Flanagan, Freund and Qadeer, *Thread-Modular Verification for Shared-Memory Programs*, and the rule Parallel of Prensa Nieto, *The
Rely-Guarantee Method in Isabelle/HOL* (section 7), for threads that take steps in whatever way.

What is secure for so many steps is defined first, so that procedures that call themselves can be shown secure by induction on the number of
steps. After each step a proof may adjust the store as the relation `R` allows: for threads that is not at all, and for the body of a
procedure its witness, which counts the actions of its abstraction.

Main definitions: `Lasting`, `SecureFor`, `Secure`. Main results: `Secure.own`, `Secure.environment` (it lasts), `secure_sat`,
`secure_invariant`.
-/
module

public import Plato.Meaning.Open
public import Theory.Update

@[expose] public section

namespace Plato

variable {Thread Store Control : Type}

/-- What lasts through so many steps of a thread, and through those of its environment, which makes steps of `A`. Where it holds for one
more step, the thread does not go wrong, makes only a step of `G`, after which `R` allows to adjust the store, and is where it may be. -/
structure Lasting (step : Steps Store Control) (R : Store → Store → Prop) (A G : Action Store) (may : Control → Store → Prop)
    (I : Nat → Control → Store → Prop) : Prop where
  environment : ∀ {n S σ σ'}, I n S σ → A σ σ' → I n S σ'
  own : ∀ {n S σ S' σ₁}, I (n + 1) S σ → step (.run σ S) (.run σ₁ S') → ∃ σ', R σ₁ σ' ∧ G σ σ' ∧ I n S' σ'
  safe : ∀ {n S σ}, I (n + 1) S σ → ¬ step (.run σ S) .wrong
  here : ∀ {n S σ}, I (n + 1) S σ → may S σ

/-- For so many steps from here on the thread, among steps of `A`, does not go wrong, makes only steps of `G`, and is where it may be. -/
def SecureFor (step : Steps Store Control) (R : Store → Store → Prop) (A G : Action Store) (may : Control → Store → Prop) (n : Nat)
    (S : Control) (σ : Store) : Prop :=
  ∃ I, Lasting step R A G may I ∧ I n S σ

/-- The same for any number of steps, with no adjustment. -/
def Secure (step : Steps Store Control) (A G : Action Store) (may : Control → Store → Prop) (S : Control) (σ : Store) : Prop :=
  ∀ n, SecureFor step Eq A G may n S σ

section

variable {step : Steps Store Control} {R : Store → Store → Prop} {A G : Action Store} {may : Control → Store → Prop} {n : Nat} {S S' : Control}
  {σ σ' : Store}

theorem SecureFor.environment (h : SecureFor step R A G may n S σ) (hA : A σ σ') : SecureFor step R A G may n S σ' :=
  let ⟨I, hI, h⟩ := h; ⟨I, hI, hI.environment h hA⟩

theorem SecureFor.own (h : SecureFor step R A G may (n + 1) S σ) {σ₁ : Store} (hs : step (.run σ S) (.run σ₁ S')) :
    ∃ σ', R σ₁ σ' ∧ G σ σ' ∧ SecureFor step R A G may n S' σ' :=
  let ⟨I, hI, h⟩ := h
  let ⟨σ', hR, hG, h⟩ := hI.own h hs
  ⟨σ', hR, hG, I, hI, h⟩

theorem SecureFor.safe (h : SecureFor step R A G may (n + 1) S σ) : ¬ step (.run σ S) .wrong :=
  let ⟨_, hI, h⟩ := h; hI.safe h

theorem SecureFor.here (h : SecureFor step R A G may (n + 1) S σ) : may S σ :=
  let ⟨_, hI, h⟩ := h; hI.here h

/-- What is secure for some steps is secure for fewer. -/
theorem SecureFor.fewer {m : Nat} (h : SecureFor step R A G may n S σ) (hm : m ≤ n) : SecureFor step R A G may m S σ := by
  obtain ⟨I, hI, h⟩ := h
  refine ⟨fun k S σ => ∃ l, k ≤ l ∧ I l S σ, ⟨?_, ?_, ?_, ?_⟩, n, hm, h⟩
  · exact fun ⟨l, hl, h⟩ hA => ⟨l, hl, hI.environment h hA⟩
  · rintro k S σ S' σ₁ ⟨l, hl, h⟩ hs
    obtain ⟨l, rfl⟩ : ∃ j, l = j + 1 := ⟨l - 1, by omega⟩
    obtain ⟨σ', hR, hG, h⟩ := hI.own h hs
    exact ⟨σ', hR, hG, l, by omega, h⟩
  · rintro k S σ ⟨l, hl, h⟩
    obtain ⟨l, rfl⟩ : ∃ j, l = j + 1 := ⟨l - 1, by omega⟩
    exact hI.safe h
  · rintro k S σ ⟨l, hl, h⟩
    obtain ⟨l, rfl⟩ : ∃ j, l = j + 1 := ⟨l - 1, by omega⟩
    exact hI.here h

/-- Where a thread may be, it may be if less is asked. -/
theorem SecureFor.weaken {may' : Control → Store → Prop} (h : SecureFor step R A G may n S σ) (hmay : ∀ S σ, may S σ → may' S σ) :
    SecureFor step R A G may' n S σ :=
  ⟨SecureFor step R A G may, ⟨fun h => h.environment, fun h hs => h.own hs, fun h => h.safe, fun h => hmay _ _ h.here⟩, h⟩

theorem Secure.environment (h : Secure step A G may S σ) (hA : A σ σ') : Secure step A G may S σ' := fun n => (h n).environment hA

theorem Secure.own (h : Secure step A G may S σ) (hs : step (.run σ S) (.run σ' S')) : Secure step A G may S' σ' := fun n => by
  obtain ⟨_, rfl, _, h⟩ := (h (n + 1)).own hs
  exact h

theorem Secure.guarantee (h : Secure step A G may S σ) (hs : step (.run σ S) (.run σ' S')) : G σ σ' := by
  obtain ⟨_, rfl, hG, _⟩ := (h 1).own hs
  exact hG

theorem Secure.safe (h : Secure step A G may S σ) : ¬ step (.run σ S) .wrong := (h 1).safe

theorem Secure.here (h : Secure step A G may S σ) : may S σ := (h 1).here

end

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
