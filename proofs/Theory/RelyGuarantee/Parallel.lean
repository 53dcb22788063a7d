/-
# Parallel programs

Threads that interleave (section 5.1 of *The Rely-Guarantee Method in Isabelle/HOL*), again for any code: statements of core Plato,
and the paper's commands. Threads are indexed by any type, where the paper has lists.

Main definitions: `Language.parallel`, `program` (the programs of core Plato).
Main results: `reach_parallel`, `program_sat_iff` (for programs `Sat` is the `Program.Sat` that the kernel's claims are stated with).
-/
module

public import Theory.RelyGuarantee.Transitions

@[expose] public section

namespace Plato.RelyGuarantee

variable {Code Store Thread : Type}

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

/-- All threads together reach whatever one thread reaches by itself. -/
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
abbrev program (Thread Store : Type) : Language (Program Thread (Statement Store)) Store := (component Store).parallel Thread

/-- A step of a program is one in the semantics that the kernel's claims are stated with. -/
theorem program_step_iff {P P' : Program Thread (Statement Store)} {σ σ' : Store} :
    (program Thread Store).step P σ P' σ' ↔ ThreadsStep (.run σ P) (.run σ' P') := by
  constructor
  · rintro ⟨i, S, hstep, rfl⟩
    exact .parallel hstep
  · intro h
    cases h with | parallel hstep => exact ⟨_, _, hstep, rfl⟩

/-- A program goes wrong exactly as in that semantics. -/
theorem program_wrong_iff {P : Program Thread (Statement Store)} {σ : Store} : (program Thread Store).wrong P σ ↔ ThreadsStep (.run σ P) .wrong := by
  constructor
  · exact fun ⟨_, hwrong⟩ => .parallelWrong hwrong
  · intro h
    cases h with | parallelWrong hwrong => exact ⟨_, hwrong⟩

/-- What a program reaches, in the words of `Program.Sat`. -/
theorem program_reach_iff {rely : Action Store} {P P' : Program Thread (Statement Store)} {σ σ' : Store} :
    (program Thread Store).Reach rely P σ P' σ' ↔ Many (ThreadsOpenStep rely) (.run σ P) (.run σ' P') := by
  constructor
  · have hmany : ∀ {s t : ParState Thread Store (Statement Store)}, ThreadsOpenStep rely s t → ∀ {u}, Many (ThreadsOpenStep rely) t u → Many (ThreadsOpenStep rely) s u := by
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

/-- For programs, `Sat` is the definition that states the kernel's claims. -/
theorem program_sat_iff {P : Program Thread (Statement Store)} {s : Specification Store} : (program Thread Store).Sat P s ↔ P.ThreadsSat s := by
  constructor
  · intro h
    refine ⟨fun {σ} hpre hwrong => ?_,
      fun hpre hmany hstep => (h _ hpre).guarantee (program_reach_iff.mpr hmany) (program_step_iff.mpr hstep),
      fun hpre hmany => (h _ hpre).post (program_reach_iff.mpr hmany)⟩
    cases hwrong with
    | @tail t _ hmany hstep => cases t with
      | wrong => cases hstep with | component hstep => cases hstep
      | run σ₁ P₁ => cases hstep with
        | component hstep => exact (h σ hpre).safe (program_reach_iff.mpr hmany) (program_wrong_iff.mpr hstep)
  · intro h σ hpre
    exact ⟨fun hreach hwrong => h.safe hpre (.tail (program_reach_iff.mp hreach) (.component (program_wrong_iff.mp hwrong))),
      fun hreach hstep => h.guarantee hpre (program_reach_iff.mp hreach) (program_step_iff.mp hstep),
      fun hreach => h.post hpre (program_reach_iff.mp hreach)⟩

end Plato.RelyGuarantee
