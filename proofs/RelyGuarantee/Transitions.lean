/-
# Code in an environment

What section 5.1 of Prensa Nieto, *The Rely-Guarantee Method in Isabelle/HOL*, says of transitions holds for components, for parallel
programs and for the paper's own commands; it is said once, for any code that makes steps, can go wrong and can end.
The environment may change the store between any two steps of the code, as far as `rely` allows.

Main definitions: `Language` (`component` is its instance here), `Language.parallel` (and `program`), `Reach`, `Correct` (code, started
in a store, keeps its commitments), `Sat` (it does so wherever the precondition holds: `P sat [pre, rely, guar, post]`).
Main results: `correct_of_invariant` (how to show it), `Correct.step`, `Correct.environment` (it lasts), `program_sat_iff`
(for programs `Sat` is the `Program.Sat` that the kernel's claims are stated with).
-/
module

public import Plato.Program.Open

@[expose] public section

namespace Plato.RelyGuarantee

/-- How code runs: the steps it makes, where it goes wrong, and when it has ended. A step changes the code, so that steps of the code
can be told from steps of the environment, which do not. -/
structure Language (Code Store : Type) where
  step : Code → Store → Code → Store → Prop
  wrong : Code → Store → Prop
  ended : Code → Prop
  changes : ∀ {c σ c' σ'}, step c σ c' σ' → c' ≠ c

variable {Code Store Thread : Type}

/-- Code runs from a store to code in a store, the environment making steps of `rely`. -/
inductive Language.Reach (L : Language Code Store) (rely : Action Store) : Code → Store → Code → Store → Prop where
  | refl {c σ} : L.Reach rely c σ c σ
  | component {c σ c₁ σ₁ c₂ σ₂} : L.step c σ c₁ σ₁ → L.Reach rely c₁ σ₁ c₂ σ₂ → L.Reach rely c σ c₂ σ₂
  | environment {c σ σ₁ c₂ σ₂} : rely σ σ₁ → L.Reach rely c σ₁ c₂ σ₂ → L.Reach rely c σ c₂ σ₂

/-- Started in the store, among steps of `rely`, the code does not go wrong, makes only steps of `guar` and, if it ends, ends
where `post` holds. -/
structure Language.Correct (L : Language Code Store) (rely guar : Action Store) (post : Store → Prop) (c : Code) (σ : Store) : Prop where
  safe : ∀ {c' σ'}, L.Reach rely c σ c' σ' → ¬ L.wrong c' σ'
  guarantee : ∀ {c₁ σ₁ c₂ σ₂}, L.Reach rely c σ c₁ σ₁ → L.step c₁ σ₁ c₂ σ₂ → guar σ₁ σ₂
  post : ∀ {c' σ'}, L.Reach rely c σ c' σ' → L.ended c' → post σ'

/-- `c sat [pre, rely, guar, post]`, by what can be reached. -/
def Language.Sat (L : Language Code Store) (c : Code) (s : Specification Store) : Prop :=
  ∀ σ, s.pre σ → L.Correct s.rely s.guarantee s.post c σ

section

variable {L : Language Code Store} {rely guar : Action Store} {post : Store → Prop} {c c' c₁ c₂ : Code} {σ σ' σ₁ σ₂ : Store}

/-- What is reached from what is reached is reached. -/
theorem Language.Reach.trans (h : L.Reach rely c σ c₁ σ₁) (h' : L.Reach rely c₁ σ₁ c₂ σ₂) : L.Reach rely c σ c₂ σ₂ := by
  induction h with
  | refl => exact h'
  | component hstep _ ih => exact .component hstep (ih h')
  | environment hrely _ ih => exact .environment hrely (ih h')

/-- One more step of the code. -/
theorem Language.Reach.andComponent (h : L.Reach rely c σ c₁ σ₁) (hstep : L.step c₁ σ₁ c₂ σ₂) : L.Reach rely c σ c₂ σ₂ :=
  h.trans (.component hstep .refl)

/-- One more step of the environment. -/
theorem Language.Reach.andEnvironment (h : L.Reach rely c σ c₁ σ₁) (hrely : rely σ₁ σ₂) : L.Reach rely c σ c₁ σ₂ :=
  h.trans (.environment hrely .refl)

/-- Correctness lasts through steps of the code. -/
theorem Language.Correct.step (h : L.Correct rely guar post c σ) (hstep : L.step c σ c' σ') : L.Correct rely guar post c' σ' where
  safe hreach := h.safe (.component hstep hreach)
  guarantee hreach := h.guarantee (.component hstep hreach)
  post hreach := h.post (.component hstep hreach)

/-- Correctness lasts through steps of the environment. -/
theorem Language.Correct.environment (h : L.Correct rely guar post c σ) (hrely : rely σ σ') : L.Correct rely guar post c σ' where
  safe hreach := h.safe (.environment hrely hreach)
  guarantee hreach := h.guarantee (.environment hrely hreach)
  post hreach := h.post (.environment hrely hreach)

/-- Correctness lasts. -/
theorem Language.Correct.reach (h : L.Correct rely guar post c σ) (hreach : L.Reach rely c σ c' σ') : L.Correct rely guar post c' σ' where
  safe hreach' := h.safe (hreach.trans hreach')
  guarantee hreach' := h.guarantee (hreach.trans hreach')
  post hreach' := h.post (hreach.trans hreach')

/-- What keeps the commitments now, and lasts, is correct. -/
theorem correct_of_invariant {I : Code → Store → Prop} (henvironment : ∀ {c σ σ'}, I c σ → rely σ σ' → I c σ')
    (hstep : ∀ {c σ c' σ'}, I c σ → L.step c σ c' σ' → guar σ σ' ∧ I c' σ') (hsafe : ∀ {c σ}, I c σ → ¬ L.wrong c σ)
    (hpost : ∀ {c σ}, I c σ → L.ended c → post σ) (h : I c σ) : L.Correct rely guar post c σ := by
  have hI : ∀ {c₁ σ₁}, L.Reach rely c σ c₁ σ₁ → I c₁ σ₁ := by
    intro c₁ σ₁ hreach
    induction hreach with
    | refl => exact h
    | component hs _ ih => exact ih (hstep h hs).2
    | environment hr _ ih => exact ih (henvironment h hr)
  exact ⟨fun hreach => hsafe (hI hreach), fun hreach hs => (hstep (hI hreach) hs).1, fun hreach => hpost (hI hreach)⟩

/-- Consequence: weaker assumptions, stronger commitments. -/
theorem Language.Correct.consequence {rely' guar' : Action Store} {post' : Store → Prop} (h : L.Correct rely' guar' post' c σ)
    (hrely : ∀ σ τ, rely σ τ → rely' σ τ) (hguar : ∀ σ τ, guar' σ τ → guar σ τ) (hpost : ∀ σ, post' σ → post σ) :
    L.Correct rely guar post c σ :=
  correct_of_invariant (I := L.Correct rely' guar' post') (fun h hr => h.environment (hrely _ _ hr))
    (fun h hs => ⟨hguar _ _ (h.guarantee .refl hs), h.step hs⟩) (fun h => h.safe .refl) (fun h he => hpost _ (h.post .refl he)) h

/-- A weaker postcondition. -/
theorem Language.Correct.weaken {post' : Store → Prop} (h : L.Correct rely guar post' c σ) (hpost : ∀ σ, post' σ → post σ) :
    L.Correct rely guar post c σ := h.consequence (fun _ _ h => h) (fun _ _ h => h) hpost

end

/-- A step changes the statement. -/
theorem seqStep_changes {σ σ' : Store} {S S' : Statement Store} (h : SeqStep (.run σ S) (.run σ' S')) : S' ≠ S := by
  generalize hs : SeqState.run σ S = s at h
  generalize hs' : SeqState.run σ' S' = s' at h
  induction h generalizing S S' <;> cases hs <;> cases hs' <;> intro heq
  case seqStep ih => injection heq with h; exact ih rfl rfl h
  all_goals cases heq

/-- Components: the statement of one thread. -/
def component (Store : Type) : Language (Statement Store) Store where
  step S σ S' σ' := SeqStep (.run σ S) (.run σ' S')
  wrong S σ := SeqStep (.run σ S) .wrong
  ended S := S = .skip
  changes := seqStep_changes

/-- What a statement reaches by itself, it reaches in an environment. -/
theorem reach_of_many {S S' : Statement Store} {σ σ' : Store} (h : Many SeqStep (.run σ S) (.run σ' S')) :
    (component Store).Reach rely S σ S' σ' := by
  generalize ht : SeqState.run σ' S' = t at h
  induction h generalizing σ' S' with
  | refl => cases ht; exact .refl
  | @tail t _ _ hstep ih =>
    subst ht
    cases t with
    | wrong => cases hstep
    | run => exact (ih rfl).andComponent hstep

/-- The code with that of one thread replaced. -/
noncomputable def replace (P : Thread → Code) (i : Thread) (c : Code) : Thread → Code := fun j => open Classical in if j = i then c else P j

/-- What one thread is given, it has. -/
theorem replace_same (P : Thread → Code) (i : Thread) (c : Code) : replace P i c i = c := by simp [replace]

/-- What the others had, they keep. -/
theorem replace_other (P : Thread → Code) {i j : Thread} (h : j ≠ i) (c : Code) : replace P i c j = P j := by simp [replace, h]

/-- Threads of any code, interleaved: a step is a step of any one of them, and all have ended when each has. -/
def Language.parallel (L : Language Code Store) (Thread : Type) : Language (Thread → Code) Store where
  step P σ P' σ' := ∃ i c, L.step (P i) σ c σ' ∧ P' = replace P i c
  wrong P σ := ∃ i, L.wrong (P i) σ
  ended P := ∀ i, L.ended (P i)
  changes := by
    rintro P σ _ σ' ⟨i, c, hstep, rfl⟩ heq
    exact L.changes hstep (by simpa [replace_same] using congrFun heq i)

/-- What one thread reaches by itself, all together reach. -/
theorem reach_parallel {L : Language Code Store} {rely : Action Store} {P : Thread → Code} {i : Thread} {c : Code} {σ σ' : Store}
    (h : L.Reach (fun _ _ => False) (P i) σ c σ') : (L.parallel Thread).Reach rely P σ (replace P i c) σ' := by
  generalize hc : P i = c₀ at h
  induction h generalizing P with
  | refl =>
    have hsame : replace P i (P i) = P := funext fun j => by by_cases hij : j = i <;> simp [replace, hij]
    rw [← hc, hsame]
    exact .refl
  | @component _ _ c₁ _ c₂ _ hstep _ ih =>
    subst hc
    have htwice : replace (replace P i c₁) i c₂ = replace P i c₂ := funext fun j => by by_cases hij : j = i <;> simp [replace, hij]
    exact .component ⟨i, c₁, hstep, rfl⟩ (htwice ▸ ih (replace_same P i c₁))
  | environment h => exact h.elim

/-- Parallel programs. -/
abbrev program (Thread Store : Type) : Language (Program Thread Store) Store := (component Store).parallel Thread

/-- A step of a program is one in the semantics that the kernel's claims are stated with. -/
theorem program_step_iff {P P' : Program Thread Store} {σ σ' : Store} :
    (program Thread Store).step P σ P' σ' ↔ ParStep (.run σ P) (.run σ' P') := by
  constructor
  · rintro ⟨i, S, hstep, rfl⟩
    exact .parallel hstep
  · intro h
    cases h with | parallel hstep => exact ⟨_, _, hstep, rfl⟩

/-- A program goes wrong just as in that semantics. -/
theorem program_wrong_iff {P : Program Thread Store} {σ : Store} : (program Thread Store).wrong P σ ↔ ParStep (.run σ P) .wrong := by
  constructor
  · exact fun ⟨_, hwrong⟩ => .parallelWrong hwrong
  · intro h
    cases h with | parallelWrong hwrong => exact ⟨_, hwrong⟩

/-- What a program reaches, in the words of `Program.Sat`. -/
theorem program_reach_iff {rely : Action Store} {P P' : Program Thread Store} {σ σ' : Store} :
    (program Thread Store).Reach rely P σ P' σ' ↔ Many (OpenStep rely) (.run σ P) (.run σ' P') := by
  constructor
  · have hmany : ∀ {s t : ParState Thread Store}, OpenStep rely s t → ∀ {u}, Many (OpenStep rely) t u → Many (OpenStep rely) s u := by
      intro s t hst u h
      induction h with
      | refl => exact .tail .refl hst
      | tail _ hstep ih => exact .tail ih hstep
    intro h
    induction h with
    | refl => exact .refl
    | component hstep _ ih => exact hmany (.component (program_step_iff.mp hstep)) ih
    | environment hrely _ ih => exact hmany (.environment hrely) ih
  · intro h
    generalize hs : ParState.run σ' P' = s at h
    induction h generalizing σ' P' with
    | refl => cases hs; exact .refl
    | @tail t u _ hstep ih =>
      subst hs
      cases t with
      | wrong => cases hstep with | component hstep => cases hstep
      | run σ₁ P₁ => cases hstep with
        | component hstep => exact (ih rfl).andComponent (program_step_iff.mpr hstep)
        | environment hrely => exact (ih rfl).andEnvironment hrely

/-- For programs, `Sat` is the one that the kernel's claims are stated with. -/
theorem program_sat_iff {P : Program Thread Store} {s : Specification Store} : (program Thread Store).Sat P s ↔ P.Sat s := by
  constructor
  · intro h
    refine ⟨fun {σ} hpre hwrong => ?_, fun hpre hmany hstep =>
      (h _ hpre).guarantee (program_reach_iff.mpr hmany) (program_step_iff.mpr hstep), fun hpre hmany => (h _ hpre).post (program_reach_iff.mpr hmany)⟩
    cases hwrong with
    | @tail t _ hmany hstep => cases t with
      | wrong => cases hstep with | component hstep => cases hstep
      | run σ₁ P₁ => cases hstep with
        | component hstep => exact (h σ hpre).safe (program_reach_iff.mpr hmany) (program_wrong_iff.mpr hstep)
  · intro h σ hpre
    exact ⟨fun hreach hwrong => h.safe hpre (.tail (program_reach_iff.mp hreach) (.component (program_wrong_iff.mp hwrong))),
      fun hreach hstep => h.guarantee hpre (program_reach_iff.mp hreach) (program_step_iff.mp hstep), fun hreach => h.post hpre (program_reach_iff.mp hreach)⟩

end Plato.RelyGuarantee
