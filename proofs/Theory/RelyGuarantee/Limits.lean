/-
# What the Parallel rule cannot derive

Why completeness (section 9 of *The Rely-Guarantee Method in Isabelle/HOL*; `RelyGuarantee.Parameterized`) is stated as it is.

Ghosts are needed: two threads, each of which adds one to the same number, started at zero and left alone, end at two. The Parallel rule
cannot derive this: either thread by itself can end at one, so every pair of postconditions allows the number one, and so does the
postcondition of the program. With a ghost the rule can derive it.

Finitely many threads are needed for postconditions: infinitely many never all end, so that even the postcondition False is valid; but no
ghost helps if each thread by itself can end without an atomic command. And if there is no thread, no premise of the rule mentions the
precondition.

Main definitions: `increments`, `endsAtTwo`, `idlers`, `neverEnds`.
Main results: `increments_sat`, `auxiliary_needed`, `increments_derivable`; `idlers_sat`, `finitely_many_needed`, `thread_needed`.
-/
module

public import Theory.RelyGuarantee.Parameterized

@[expose] public section

namespace Plato.RelyGuarantee

/-- `x := x + 1`. -/
noncomputable def increment : Statement Nat := action fun x y => y = x + 1

/-- `x := x + 1 ∥ x := x + 1`. -/
noncomputable def increments : Program Bool (Statement Nat) := fun _ => increment

/-- From zero, left alone, to two. -/
def endsAtTwo : Specification Nat where
  pre x := x = 0
  rely x y := y = x
  guarantee _ _ := True
  post x := x = 2

/-- How many of the two threads have ended. -/
noncomputable def hasEnded (S : Statement Nat) : Nat := open Classical in if S = .skip then 1 else 0

/-- The program satisfies the specification. -/
theorem increments_sat : increments.ThreadsSat endsAtTwo := by
  refine program_sat_iff.mp fun x hx => correct_of_invariant (I := fun P x => (∀ i, P i = increment ∨ P i = .skip) ∧
    x = hasEnded (P false) + hasEnded (P true)) ?_ ?_ ?_ ?_ ⟨fun _ => .inl rfl, ?_⟩
  · rintro P x _ h rfl; exact h
  · rintro P x _ y ⟨hP, hcount⟩ ⟨i, S, hstep, rfl⟩
    refine ⟨trivial, fun j => ?_, ?_⟩
    · rcases hP i with hi | hi <;> rw [hi] at hstep <;> cases hstep
      by_cases hij : j = i
      · subst hij; exact .inr (replace_same P j _)
      · rw [replace_other P hij]; exact hP j
    · have hbefore : hasEnded increment = 0 := by simp [hasEnded, increment, action]
      have hafter : hasEnded .skip = 1 := by simp [hasEnded]
      rcases hP i with hi | hi <;> rw [hi] at hstep <;> cases hstep
      rename_i hs
      replace hs : y = x + 1 := hs
      cases i <;> simp only [hi, hbefore] at hcount <;>
        simp only [replace_same, replace_other P (by decide : true ≠ false),
          replace_other P (by decide : false ≠ true), hafter, hs, hcount] <;> omega
  · rintro P x ⟨hP, _⟩ ⟨i, hwrong⟩
    rcases hP i with hi | hi <;> rw [hi] at hwrong <;> cases hwrong
    rename_i hc
    exact hc
  · rintro P x ⟨_, hcount⟩ hended
    simp [hcount, hasEnded, show P false = .skip from hended false, show P true = .skip from hended true, endsAtTwo]
  · simp [show x = 0 from hx, hasEnded, increments, increment, action]

/-- **Without ghosts it is not derivable.** -/
theorem auxiliary_needed : ¬ ParDerivable increments endsAtTwo := by
  rintro ⟨spec, hcomponents, _, _, hpre, hpost⟩
  have hone : ∀ i, (spec i).post 1 := fun i =>
    (sat_of_derivable (hcomponents i) 0 (hpre 0 rfl i)).post (.component (.actionOk rfl) .refl) rfl
  exact absurd (hpost 1 hone) (by simp [endsAtTwo])

/-- With one it is. -/
theorem increments_derivable : ParDerivable (recordedProgram increments) (endsAtTwo.withGhost (everything increments)) :=
  parameterized_complete (fun _ => trivial) (.inl ⟨[false, true], by simp⟩) increments_sat

/-- Infinitely many threads, each of which has a choice between nothing and nothing. -/
def idlers : Program Nat (Statement Unit) := fun _ => .choice .skip .skip

/-- Whatever happens, they do not all end. -/
def neverEnds : Specification Unit := ⟨fun _ => True, fun _ _ => True, fun _ _ => True, fun _ => False⟩

/-- They do not: at any time only finitely many have. -/
theorem idlers_sat : idlers.ThreadsSat neverEnds := by
  refine program_sat_iff.mp fun x _ => correct_of_invariant (I := fun P _ => (∀ i, P i = .choice .skip .skip ∨ P i = .skip) ∧
    ∃ n, ∀ i, n ≤ i → P i = .choice .skip .skip) (fun h _ => h) ?_ ?_ ?_ ⟨fun _ => .inl rfl, 0, fun _ _ => rfl⟩
  · rintro P x _ y ⟨hP, n, hn⟩ ⟨i, S, hstep, rfl⟩
    refine ⟨trivial, fun j => ?_, n + i + 1, fun j hj => ?_⟩
    · by_cases hij : j = i
      · subst hij
        rw [replace_same]
        rcases hP j with hj | hj <;> rw [hj] at hstep <;> cases hstep <;> exact .inr rfl
      · rw [replace_other P hij]; exact hP j
    · rw [replace_other P (by omega)]; exact hn j (by omega)
  · rintro P x ⟨hP, _⟩ ⟨i, hwrong⟩
    rcases hP i with hi | hi <;> rw [hi] at hwrong <;> cases hwrong
  · rintro P x ⟨_, n, hn⟩ hended
    exact absurd ((hn n (Nat.le_refl n)).symm.trans (hended n)) (by simp)

/-- **It is not derivable, whatever ghosts there are.** -/
theorem finitely_many_needed {Ghost : Type} {P : Program Nat (Statement (Unit × Ghost))} (he : ∀ i, Erases (P i) (idlers i)) (first : Ghost) :
    ¬ ParDerivable P (neverEnds.withGhost first) := by
  rintro ⟨spec, hcomponents, _, _, hpre, hpost⟩
  refine hpost ((), first) fun i => ?_
  have hi : P i = .choice .skip .skip := by
    have hi := he i
    generalize P i = S at hi
    cases hi with | choice hS hT => cases hS; cases hT; rfl
  exact (sat_of_derivable (hcomponents i) ((), first) (hpre _ ⟨trivial, rfl⟩ i)).post
    (.component (hi ▸ SeqStep.choiceLeft) .refl) rfl

/-- **A thread is needed**: of a program without threads the rule derives no postcondition that is not true everywhere. -/
theorem thread_needed (P : Program Empty (Statement Nat)) :
    P.ThreadsSat ⟨fun x => x = 0, fun x y => y = x, fun _ _ => True, fun x => x = 0⟩ ∧
      ¬ ParDerivable P ⟨fun x => x = 0, fun x y => y = x, fun _ _ => True, fun x => x = 0⟩ := by
  refine ⟨program_sat_iff.mp fun x hx =>
    correct_of_invariant (I := fun _ x => x = 0) (fun h hrely => hrely.trans h) ?_ ?_ (fun h _ => h) hx, ?_⟩
  · exact fun _ ⟨i, _⟩ => i.elim
  · exact fun _ ⟨i, _⟩ => i.elim
  · rintro ⟨spec, _, _, _, _, hpost⟩
    exact absurd (hpost 1 fun i => i.elim) (by simp)

end Plato.RelyGuarantee
