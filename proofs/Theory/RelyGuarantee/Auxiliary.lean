/-
# Ghosts

The paper's auxiliary variables are ghosts here. A program gets a ghost by extending the store with it. Atomic commands update the ghost
and never read it: what a command can do depends on the store alone, and every step sets the ghost to a function of the old store, the old
ghost and the new store. Erasing the ghost gives the program back, command by command. Section 9 of *The Rely-Guarantee Method in
Isabelle/HOL* rests on ghosts, and they are necessary: for `x := x + 1 ∥ x := x + 1`, started with x = 0, the Parallel rule cannot derive
x = 2 unless the store records which threads have made their step (`RelyGuarantee.Limits`). (`Theory.Erasure` treats ghosts as the kernel
has them: variables of one store, known by their names.)

Main definitions: `updating` (a command that updates the ghost), `Erases`, `Specification.withGhost` (the specification of the extended
program: the ghost has a first value, the environment leaves it alone, nothing is guaranteed about it).
Main results: `auxiliary_step`, `erased_step` (the two simulations), `auxiliary_sat_iff` (ghosts change nothing), `auxiliary_sound` (what is
derived with them holds).
-/
module

public import Theory.RelyGuarantee.Soundness

@[expose] public section

namespace Plato

variable {Thread Store Ghost : Type}

/-- The specification of a program with a ghost. -/
def Specification.withGhost (s : Specification Store) (first : Ghost) : Specification (Store × Ghost) where
  pre x := s.pre x.1 ∧ x.2 = first
  rely x y := s.rely x.1 y.1 ∧ y.2 = x.2
  guarantee x y := s.guarantee x.1 y.1
  post x := s.post x.1

namespace RelyGuarantee

/-- The command, which updates a ghost. -/
def updating (command : Transition Store) (update : Store → Ghost → Store → Ghost) : Transition (Store × Ghost)
  | x, .store y => command x.1 (.store y.1) ∧ y.2 = update x.1 x.2 y.1
  | x, .wrong => command x.1 .wrong

/-- The first statement is the second with a ghost. -/
inductive Erases : Statement (Store × Ghost) → Statement Store → Prop where
  | skip : Erases .skip .skip
  | atomic {command} (update : Store → Ghost → Store → Ghost) : Erases (.atomic (updating command update)) (.atomic command)
  | choice {S' S T' T} : Erases S' S → Erases T' T → Erases (.choice S' T') (.choice S T)
  | seq {S' S T' T} : Erases S' S → Erases T' T → Erases (.seq S' T') (.seq S T)
  | loop {S' S} : Erases S' S → Erases (.loop S') (.loop S)

/-- A step of a statement with a ghost is a step of the statement. -/
theorem auxiliary_step {x y : Store × Ghost} {S' T' : Statement (Store × Ghost)} {S : Statement Store} (he : Erases S' S)
    (h : SeqStep (.run x S') (.run y T')) : ∃ T, SeqStep (.run x.1 S) (.run y.1 T) ∧ Erases T' T := by
  generalize hs : SeqState.run x S' = s at h
  generalize ht : SeqState.run y T' = t at h
  induction h generalizing S' S T' <;> cases hs <;> cases ht
  case actionOk hc => cases he with | atomic => exact ⟨_, .actionOk hc.1, .skip⟩
  case choiceLeft => cases he with | choice hS hT => exact ⟨_, .choiceLeft, hS⟩
  case choiceRight => cases he with | choice hS hT => exact ⟨_, .choiceRight, hT⟩
  case loopDone => cases he with | loop hS => exact ⟨_, .loopDone, .skip⟩
  case loopUnroll => cases he with | loop hS => exact ⟨_, .loopUnroll, .seq hS (.loop hS)⟩
  case assoc => cases he with | seq hST hU => cases hST with | seq hS hT => exact ⟨_, .assoc, .seq hS (.seq hT hU)⟩
  case seqStep ih => cases he with | seq hS hT => obtain ⟨T, hstep, hT'⟩ := ih hS rfl rfl; exact ⟨_, .seqStep hstep, .seq hT' hT⟩
  case seqSkip => cases he with | seq hS hT => cases hS; exact ⟨_, .seqSkip, hT⟩

/-- A step of a statement is also a step of the statement with a ghost, whatever the ghost's value. -/
theorem erased_step {x : Store × Ghost} {τ : Store} {S' : Statement (Store × Ghost)} {S T : Statement Store} (he : Erases S' S)
    (h : SeqStep (.run x.1 S) (.run τ T)) : ∃ γ T', SeqStep (.run x S') (.run (τ, γ) T') ∧ Erases T' T := by
  generalize hs : SeqState.run x.1 S = s at h
  generalize ht : SeqState.run τ T = t at h
  induction h generalizing S' S T <;> cases hs <;> cases ht
  case actionOk hc => cases he with | atomic update => exact ⟨update x.1 x.2 τ, _, .actionOk ⟨hc, rfl⟩, .skip⟩
  case choiceLeft => cases he with | choice hS hT => exact ⟨_, _, .choiceLeft, hS⟩
  case choiceRight => cases he with | choice hS hT => exact ⟨_, _, .choiceRight, hT⟩
  case loopDone => cases he with | loop hS => exact ⟨_, _, .loopDone, .skip⟩
  case loopUnroll => cases he with | loop hS => exact ⟨_, _, .loopUnroll, .seq hS (.loop hS)⟩
  case assoc => cases he with | seq hST hU => cases hST with | seq hS hT => exact ⟨_, _, .assoc, .seq hS (.seq hT hU)⟩
  case seqStep ih =>
    cases he with | seq hS hT => obtain ⟨γ, T', hstep, hT'⟩ := ih hS rfl rfl; exact ⟨γ, _, .seqStep hstep, .seq hT' hT⟩
  case seqSkip => cases he with | seq hS hT => cases hS; exact ⟨_, _, .seqSkip, hT⟩

/-- A statement with a ghost goes wrong exactly where the statement does. -/
theorem auxiliary_wrong_iff {x : Store × Ghost} {S' : Statement (Store × Ghost)} {S : Statement Store} (he : Erases S' S) :
    SeqStep (.run x S') .wrong ↔ SeqStep (.run x.1 S) .wrong := by
  induction he with
  | atomic update =>
    constructor
    · intro h
      cases h with | actionWrong hc => exact .actionWrong hc
    · intro h
      cases h with | actionWrong hc => exact .actionWrong hc
  | seq _ _ ih _ =>
    constructor
    · intro h
      cases h with | seqWrong h => exact .seqWrong (ih.mp h)
    · intro h
      cases h with | seqWrong h => exact .seqWrong (ih.mpr h)
  | _ => constructor <;> intro h <;> cases h

/-- A statement with a ghost has ended exactly when the statement has. -/
theorem auxiliary_ended_iff {S' : Statement (Store × Ghost)} {S : Statement Store} (he : Erases S' S) : S' = .skip ↔ S = .skip := by
  cases he <;> simp

/-- **Auxiliary variables change nothing**: a program satisfies a specification iff it does so with them. -/
theorem auxiliary_sat_iff {P' : Program Thread (Statement (Store × Ghost))} {P : Program Thread (Statement Store)} (he : ∀ i, Erases (P' i) (P i))
    {s : Specification Store} {first : Ghost} : P'.ThreadsSat (s.withGhost first) ↔ P.ThreadsSat s := by
  rw [← program_sat_iff, ← program_sat_iff]
  constructor
  · intro h σ hσ
    refine correct_of_invariant (I := fun P σ => ∃ P' γ, (∀ i, Erases (P' i) (P i)) ∧
      (program Thread (Store × Ghost)).Correct (s.withGhost first).rely (s.withGhost first).guarantee (s.withGhost first).post P' (σ, γ))
      ?_ ?_ ?_ ?_ ⟨P', first, he, h (σ, first) ⟨hσ, rfl⟩⟩
    · exact fun ⟨P', γ, he, h⟩ hrely => ⟨P', γ, he, h.environment ⟨hrely, rfl⟩⟩
    · rintro P σ _ σ' ⟨P', γ, he, h⟩ ⟨i, T, hstep, rfl⟩
      obtain ⟨γ', T', hstep', hT⟩ := erased_step (x := (σ, γ)) (he i) hstep
      have hP' : (program Thread (Store × Ghost)).step P' (σ, γ) (replace P' i T') (σ', γ') := ⟨i, T', hstep', rfl⟩
      refine ⟨h.guarantee .refl hP', replace P' i T', γ', fun j => ?_, h.step hP'⟩
      by_cases hij : j = i
      · simpa [replace, hij] using hT
      · simpa [replace, hij] using he j
    · rintro P σ ⟨P', γ, he, h⟩ ⟨i, hwrong⟩
      exact h.safe .refl ⟨i, (auxiliary_wrong_iff (x := (σ, γ)) (he i)).mpr hwrong⟩
    · rintro P σ ⟨P', γ, he, h⟩ hended
      exact h.post .refl fun i => (auxiliary_ended_iff (he i)).mpr (hended i)
  · intro h x hx
    refine correct_of_invariant (I := fun P' x => ∃ P, (∀ i, Erases (P' i) (P i)) ∧
      (program Thread Store).Correct s.rely s.guarantee s.post P x.1) ?_ ?_ ?_ ?_ ⟨P, he, h x.1 hx.1⟩
    · exact fun ⟨P, he, h⟩ hrely => ⟨P, he, h.environment hrely.1⟩
    · rintro P' x _ y ⟨P, he, h⟩ ⟨i, T', hstep, rfl⟩
      obtain ⟨T, hstep', hT⟩ := auxiliary_step (he i) hstep
      have hP : (program Thread Store).step P x.1 (replace P i T) y.1 := ⟨i, T, hstep', rfl⟩
      refine ⟨h.guarantee .refl hP, replace P i T, fun j => ?_, h.step hP⟩
      by_cases hij : j = i
      · simpa [replace, hij] using hT
      · simpa [replace, hij] using he j
    · rintro P' x ⟨P, he, h⟩ ⟨i, hwrong⟩
      exact h.safe .refl ⟨i, (auxiliary_wrong_iff (he i)).mp hwrong⟩
    · rintro P' x ⟨P, he, h⟩ hended
      exact h.post .refl fun i => (auxiliary_ended_iff (he i)).mp (hended i)

/-- What is derived with a ghost holds without it. -/
theorem auxiliary_sound {P' : Program Thread (Statement (Store × Ghost))} {P : Program Thread (Statement Store)} (he : ∀ i, Erases (P' i) (P i))
    {s : Specification Store} {first : Ghost} (h : ParDerivable P' (s.withGhost first)) : P.ThreadsSat s :=
  (auxiliary_sat_iff he).mp (program_sat_of_derivable h)

end RelyGuarantee

end Plato
