/-
# The paper's parallel programs

Parallel composition of the paper's commands (sections 4 and 5.1 of *The Rely-Guarantee Method in Isabelle/HOL*), with threads indexed by
any type where the paper has lists; the Parallel rule over the paper's rules (section 7), its soundness (section 8), and how these programs
relate to core Plato's, so that section 9 carries over to them.

Main definitions: `ComParDerivable`, `translated` (the program of core Plato).
Main results: `Com.par_sound`; `command_program_sat_iff` (a program and its translation satisfy the same specifications),
`Com.parameterized_complete`.
-/
module

public import Theory.RelyGuarantee.CommandAgreement
public import Theory.RelyGuarantee.CommandRules
public import Theory.RelyGuarantee.Parameterized

@[expose] public section

namespace Plato.RelyGuarantee

variable {Thread Store : Type} {rely guar : Action Store} {post : Store → Prop}

/-- `⊢ P sat [pre, rely, guar, post]` for programs of commands. -/
abbrev ComParDerivable (P : Thread → Com Store) (s : Specification Store) : Prop := ParallelRule ComDerivable P s

/-- A parallel program at its start. -/
def started (P : Thread → Com Store) : Thread → Option (Com Store) := fun i => some (P i)

/-- **Soundness of the paper's rules for programs.** -/
theorem Com.par_sound {P : Thread → Com Store} {s : Specification Store} (h : ComParDerivable P s) :
    ((commands Store).parallel Thread).Valid (started P) s := by
  obtain ⟨spec, hcomponents, hrely, hguar, hpre, hpost⟩ := h
  exact valid_iff_sat.mpr (parallel_sound (.parallel spec (fun i => Com.sat_of_derivable (hcomponents i)) hrely hguar hpre hpost))

/-- The translation of a program into core Plato. -/
noncomputable def translated (P : Thread → Com Store) : Program Thread (Statement Store) := fun i => (P i).statement

/-- If the translation of a program is correct, the program is. -/
theorem command_program_correct {P : Thread → Option (Com Store)} {σ : Store}
    (h : (program Thread Store).Correct rely guar post (fun i => statementOf (P i)) σ) :
    ((commands Store).parallel Thread).Correct rely guar post P σ := by
  refine correct_of_invariant (I := fun P σ => (program Thread Store).Correct rely guar post (fun i => statementOf (P i)) σ)
    (fun h hrely => h.environment hrely) ?_ (fun _ ⟨_, hwrong⟩ => hwrong) ?_ h
  · rintro P σ _ σ' h ⟨i, c, hstep, rfl⟩
    have hafter : (fun j => statementOf (replace P i c j)) = replace (fun j => statementOf (P j)) i (statementOf c) :=
      funext fun j => by by_cases hij : j = i <;> simp [replace, hij]
    obtain ⟨S, T, hbefore, hstep', _⟩ := command_step hstep
    refine ⟨h.guarantee (reach_parallel (i := i) (reach_of_many hbefore)) ⟨i, T, by simpa [replace_same] using hstep', rfl⟩, ?_⟩
    show Language.Correct _ _ _ _ (fun j => statementOf (replace P i c j)) _
    exact hafter ▸ h.reach (reach_parallel (i := i) (reach_of_many (command_step hstep).many))
  · intro P σ h hended
    exact h.post .refl fun i => show statementOf (P i) = .skip by rw [show P i = none from hended i]; rfl

/-- If a program is correct, its translation is, the guarantee being reflexive. -/
theorem translated_correct (hrefl : Reflexive guar) {P : Thread → Option (Com Store)} {P' : Program Thread (Statement Store)} {σ : Store}
    (hP : ∀ i, Represents (P i) (pieces (P' i))) (h : ((commands Store).parallel Thread).Correct rely guar post P σ) :
    (program Thread Store).Correct rely guar post P' σ := by
  refine correct_of_invariant (I := fun P' σ => ∃ P, (∀ i, Represents (P i) (pieces (P' i))) ∧
    ((commands Store).parallel Thread).Correct rely guar post P σ) ?_ ?_ ?_ ?_ ⟨P, hP, h⟩
  · exact fun ⟨P, hP, h⟩ hrely => ⟨P, hP, h.environment hrely⟩
  · rintro P' σ _ σ' ⟨P, hP, h⟩ ⟨i, S, hstep, rfl⟩
    rcases represented_step (hP i) hstep with ⟨rfl, hS⟩ | ⟨c, hstep', hS⟩
    · refine ⟨hrefl _, P, fun j => ?_, h⟩
      by_cases hij : j = i
      · subst hij; simpa [replace_same] using hS
      · simpa [replace_other P' hij] using hP j
    · have hall : ((commands Store).parallel Thread).step P σ (replace P i c) σ' := ⟨i, c, hstep', rfl⟩
      refine ⟨h.guarantee .refl hall, replace P i c, fun j => ?_, h.step hall⟩
      by_cases hij : j = i
      · subst hij; simpa [replace_same] using hS
      · simpa [replace_other P' hij, replace_other P hij] using hP j
  · rintro P' σ ⟨P, hP, h⟩ ⟨i, hwrong⟩
    exact represented_safe (hP i) hwrong
  · rintro P' σ ⟨P, hP, h⟩ hended
    refine h.post .refl fun i => represents_nil ?_
    simpa [show P' i = .skip from hended i, pieces] using hP i

/-- **A program and its translation satisfy the same specifications**, the guarantee being reflexive. -/
theorem command_program_sat_iff {P : Thread → Com Store} {s : Specification Store} (hrefl : Reflexive s.guarantee) :
    ((commands Store).parallel Thread).Sat (started P) s ↔ (translated P).ThreadsSat s := by
  rw [← program_sat_iff]
  exact ⟨fun h σ hσ => translated_correct hrefl (fun i => represents_pieces (P i)) (h σ hσ),
    fun h σ hσ => command_program_correct (P := started P) (h σ hσ)⟩

/-- **Completeness for the paper's parameterized programs**: what is valid is derivable for the translation with a ghost. -/
theorem Com.parameterized_complete [Nonempty Thread] {P : Thread → Com Store} {s : Specification Store} (hrefl : Reflexive s.guarantee)
    (hpost : (∃ threads : List Thread, ∀ i, i ∈ threads) ∨ ∀ σ, s.post σ) :
    ((commands Store).parallel Thread).Valid (started P) s ↔
      ParDerivable (recordedProgram (translated P)) (s.withGhost (everything (translated P))) := by
  refine (valid_iff_sat.trans (command_program_sat_iff hrefl)).trans (sat_iff_derivable hrefl (hpost.imp_left ?_))
  exact fun ⟨threads, hall⟩ => ⟨threads, fun i hi => absurd (hall i) hi⟩

end Plato.RelyGuarantee
