/-
# Completeness for parameterized programs

Section 9 of *The Rely-Guarantee Method in Isabelle/HOL*, for threads indexed by any type: a specification that a program satisfies is
derivable by the Parallel rule for the program with one ghost, which records what each thread has left to do. Erasing the ghost gives the
program back. What is derived is the specification itself, with an initial value for the ghost and an environment that leaves it alone. The
guarantee is reflexive; nothing is assumed about the rely, the precondition or the statements.

The Parallel rule derives a postcondition only from what holds where each thread by itself can have ended. Infinitely many threads with
something to do never all end, which makes any postcondition valid; but each of them may have ended without an atomic command that could
record it (`RelyGuarantee.Limits`). So either all but finitely many threads are skip from the start (`FinitelyMany`), as in the paper, whose
programs are lists, or the postcondition is true. And there is at least one thread: otherwise the rule has no premise that mentions the
precondition.

The paper reduces the theorem to the completeness of the Owicki-Gries system; here it is proved outright. A thread guarantees that whatever
it does to the store is possible according to the ghost. So the program can reach whatever state the ghost has reached (`Global`).

Main definitions: `Global`, `Follows`, `threadSpecification`, `FinitelyMany`.
Main results: `thread_correct`, `parameterized_complete`, `sat_iff_derivable`.
-/
module

public import Theory.RelyGuarantee.Completeness
public import Theory.RelyGuarantee.Recorded

@[expose] public section

namespace Plato.RelyGuarantee

variable {Thread Store : Type}

variable {P : Program Thread (Statement Store)} {s : Specification Store}

/-- The program can be in this store with each thread having left what `left` says. -/
def Global (P : Program Thread (Statement Store)) (s : Specification Store) (σ : Store) (left : Left Thread Store) : Prop :=
  ∃ σ₀ Q, s.pre σ₀ ∧ (program Thread Store).Reach s.rely P σ₀ Q σ ∧ ∀ j, pieces (Q j) = left j

/-- What thread i guarantees: the guarantee, and that `left` for i follows steps that i can make. -/
def Follows (s : Specification Store) (i : Thread) (a b : Store × Left Thread Store) : Prop :=
  s.guarantee a.1 b.1 ∧ Many ListStep (a.1, a.2 i) (b.1, b.2 i) ∧ ∀ j, j ≠ i → b.2 j = a.2 j

/-- Steps that a thread guarantees keep `left` up to date. -/
theorem Global.follow {i : Thread} {a b : Store × Left Thread Store} (h : Global P s a.1 a.2) (hfollows : Follows s i a b) :
    Global P s b.1 b.2 := by
  obtain ⟨σ₀, Q, hσ₀, hreach, hleft⟩ := h
  obtain ⟨_, hsteps, hothers⟩ := hfollows
  rw [← hleft i] at hsteps
  obtain ⟨S, hmany, hS⟩ := steps_of_pieces hsteps
  refine ⟨σ₀, replace Q i S, hσ₀, hreach.trans (reach_parallel (reach_of_many hmany)), fun j => ?_⟩
  by_cases hij : j = i
  · subst hij; simpa [replace] using hS
  · simpa [replace, hij, hothers j hij] using hleft j

/-- The program can be where thread i is about to do what its first piece does. -/
theorem Global.front {i : Thread} {σ : Store} {left : Left Thread Store} {x : Statement Store} {rest : List (Statement Store)}
    (h : Global P s σ left) (hunfolds : Many ListUnfolds (left i) (x :: rest)) :
    ∃ σ₀ Q, s.pre σ₀ ∧ (program Thread Store).Reach s.rely P σ₀ Q σ ∧ (PieceWrong x σ → SeqStep (.run σ (Q i)) .wrong) ∧
      ∀ {xs σ'}, PieceStep x σ xs σ' → ∃ S, SeqStep (.run σ (Q i)) (.run σ' S) := by
  obtain ⟨σ₀, Q, hσ₀, hreach, hleft⟩ := h
  rw [← hleft i] at hunfolds
  obtain ⟨S, hmany, hS⟩ := steps_of_pieces (listSteps_of_unfolds (σ := σ) hunfolds)
  obtain ⟨S₁, hmany₁, hwrong, hstep⟩ := front_of_pieces σ hS
  refine ⟨σ₀, replace Q i S₁, hσ₀, hreach.trans (reach_parallel (reach_of_many (hmany.trans hmany₁))), ?_, ?_⟩
  · simpa [replace] using hwrong
  · intro xs σ' hs
    obtain ⟨S', hs', _⟩ := hstep hs
    exact ⟨S', by simpa [replace] using hs'⟩

/-- The initial value of the ghost: everything is left. -/
noncomputable def everything (P : Program Thread (Statement Store)) : Left Thread Store := fun i => pieces (P i)

/-- The specification of thread i with the ghost. -/
noncomputable def threadSpecification (P : Program Thread (Statement Store)) (s : Specification Store) (i : Thread) :
    Specification (Store × Left Thread Store) where
  pre := (s.withGhost (everything P)).pre
  rely a b := (s.withGhost (everything P)).rely a b ∨ ∃ j, j ≠ i ∧ Follows s j a b
  guarantee := Follows s i
  post a := Global P s a.1 a.2 ∧ Many ListUnfolds (a.2 i) []

/-- Each thread satisfies its specification. -/
theorem thread_correct (hrefl : Reflexive s.guarantee) (h : P.ThreadsSat s) (i : Thread) :
    (component _).Sat (recordedProgram P i) (threadSpecification P s i) := by
  rw [← program_sat_iff] at h
  rintro a ⟨hpre, hleft⟩
  refine correct_of_invariant (I := fun S a => Global P s a.1 a.2 ∧
    ∃ L, pieces S = recordedPieces i L ∧ Many ListUnfolds (a.2 i) L) ?_ ?_ ?_ ?_ ?_
  · rintro S a b ⟨hglobal, L, hL, hunfolds⟩ (⟨hrely, hsame⟩ | ⟨j, hj, hfollows⟩)
    · obtain ⟨σ₀, Q, hσ₀, hreach, hQ⟩ := hglobal
      rw [← hsame] at hQ hunfolds
      exact ⟨⟨σ₀, Q, hσ₀, hreach.andEnvironment hrely, hQ⟩, L, hL, hunfolds⟩
    · rw [← hfollows.2.2 i (Ne.symm hj)] at hunfolds
      exact ⟨hglobal.follow hfollows, L, hL, hunfolds⟩
  · rintro S a S' b ⟨hglobal, L, hL, hunfolds⟩ hstep
    have hsilent : Follows s i a a := ⟨hrefl _, .refl, fun _ _ => rfl⟩
    rcases pieces_of_step hstep with ⟨rfl, hsame⟩ | ⟨y, restY, ys, hy, hpiece, hS'⟩
    · exact ⟨hsilent, hglobal, L, hsame.trans hL, hunfolds⟩
    · cases L with
      | nil => rw [hL] at hy; cases hy
      | cons x rest =>
        obtain ⟨rfl, rfl⟩ : recorded i x rest = y ∧ recordedPieces i rest = restY := by simpa [recordedPieces, hL] using hy
        rcases recorded_pieceStep hpiece with ⟨rfl, xs, hu, hxs⟩ | ⟨haction, hrecord, rfl⟩
        · exact ⟨hsilent, hglobal, xs ++ rest, hS'.trans hxs, hunfolds.tail (.first hu)⟩
        · obtain ⟨σ₀, Q, hσ₀, hreach, _, hfront⟩ := hglobal.front hunfolds
          obtain ⟨T, hT⟩ := hfront haction
          have hrest : b.2 i = rest := by simp [hrecord, replace]
          have hfollows : Follows s i a b := by
            refine ⟨(h σ₀ hσ₀).guarantee hreach ⟨i, T, hT, rfl⟩, ?_, fun j hj => by simp [hrecord, replace, hj]⟩
            rw [hrest]
            exact .tail (listSteps_of_unfolds hunfolds) (.first haction)
          exact ⟨hfollows, hglobal.follow hfollows, rest, hS', hrest ▸ .refl⟩
  · rintro S a ⟨hglobal, L, hL, hunfolds⟩ hwrong
    obtain ⟨y, restY, hy, hpiece⟩ := pieces_of_wrong hwrong
    cases L with
    | nil => rw [hL] at hy; cases hy
    | cons x rest =>
      obtain ⟨rfl, rfl⟩ : recorded i x rest = y ∧ recordedPieces i rest = restY := by simpa [recordedPieces, hL] using hy
      obtain ⟨σ₀, Q, hσ₀, hreach, hfront, _⟩ := hglobal.front hunfolds
      exact (h σ₀ hσ₀).safe hreach ⟨i, hfront (recorded_pieceWrong hpiece)⟩
  · rintro S a ⟨hglobal, L, hL, hunfolds⟩ hended
    cases (hended : S = .skip)
    cases L with
    | nil => exact ⟨hglobal, hunfolds⟩
    | cons x rest => cases hL
  · refine ⟨⟨a.1, P, hpre, .refl, fun j => by rw [hleft]; rfl⟩, pieces (P i), ?_, by rw [hleft]; exact .refl⟩
    simpa [recordedProgram, recordedPieces] using pieces_recorded i (P i) []

/-- All but finitely many threads have nothing to do. -/
def FinitelyMany (P : Program Thread (Statement Store)) : Prop := ∃ threads : List Thread, ∀ i, i ∉ threads → P i = .skip

/-- A thread that has ended stays so. -/
theorem ended_stays {rely : Action Store} {P Q : Program Thread (Statement Store)} {σ σ' : Store} (h : (program Thread Store).Reach rely P σ Q σ')
    {i : Thread} (hi : P i = .skip) : Q i = .skip := by
  induction h with
  | refl => exact hi
  | environment _ _ ih => exact ih hi
  | component hstep _ ih =>
    obtain ⟨j, S, hstep, rfl⟩ := hstep
    refine ih ?_
    by_cases hij : i = j
    · subst hij; rw [hi] at hstep; cases hstep
    · simpa [replace, hij] using hi

/-- Threads that can end without changing the store can do so one after another. -/
theorem all_end {rely : Action Store} {σ : Store} (threads : List Thread) {Q : Program Thread (Statement Store)}
    (h : ∀ i, Many SeqStep (.run σ (Q i)) (.run σ .skip)) :
    ∃ Q', (program Thread Store).Reach rely Q σ Q' σ ∧ ∀ i, i ∈ threads → Q' i = .skip := by
  induction threads generalizing Q with
  | nil => exact ⟨Q, .refl, by simp⟩
  | cons i threads ih =>
    have hone : ∀ j, Many SeqStep (.run σ (replace Q i .skip j)) (.run σ .skip) := by
      intro j
      by_cases hij : j = i
      · simpa [replace, hij] using Many.refl
      · simpa [replace, hij] using h j
    obtain ⟨Q', hreach, hended⟩ := ih hone
    refine ⟨Q', (reach_parallel (reach_of_many (h i))).trans hreach, fun j hj => ?_⟩
    rcases List.mem_cons.mp hj with rfl | hj
    · exact ended_stays hreach (by simp [replace])
    · exact hended j hj

/-- Where every thread has come to the end of what it had left, the program can have ended. -/
theorem post_of_left (hP : FinitelyMany P) (h : P.ThreadsSat s) {σ : Store} {left : Left Thread Store} (hglobal : Global P s σ left)
    (hleft : ∀ i, Many ListUnfolds (left i) []) : s.post σ := by
  obtain ⟨σ₀, Q, hσ₀, hreach, hQ⟩ := hglobal
  obtain ⟨threads, hthreads⟩ := hP
  have hends : ∀ i, Many SeqStep (.run σ (Q i)) (.run σ .skip) := by
    intro i
    have hunfolds := hleft i
    rw [← hQ i] at hunfolds
    obtain ⟨S, hmany, hS⟩ := steps_of_pieces (listSteps_of_unfolds (σ := σ) hunfolds)
    exact hmany.trans (ends_of_no_pieces hS)
  obtain ⟨Q', hreach', hended⟩ := all_end threads hends
  refine (program_sat_iff.mpr h σ₀ hσ₀).post (hreach.trans hreach') fun i => ?_
  by_cases hi : i ∈ threads
  · exact hended i hi
  · exact ended_stays (hreach.trans hreach') (hthreads i hi)

/-- **Completeness for parameterized programs**: what a program satisfies is derivable for it with a ghost. -/
theorem parameterized_complete [Nonempty Thread] (hrefl : Reflexive s.guarantee) (hpost : FinitelyMany P ∨ ∀ σ, s.post σ)
    (h : P.ThreadsSat s) : ParDerivable (recordedProgram P) (s.withGhost (everything P)) := by
  refine .parallel (threadSpecification P s)
    (fun i => derivable_of_sat (fun a => ⟨hrefl _, .refl, fun _ _ => rfl⟩) (thread_correct hrefl h i))
    (fun _ _ _ hrely => hrely) (fun _ _ _ hfollows => hfollows.1) (fun _ hpre _ => hpre) fun a hall => ?_
  obtain ⟨i⟩ := ‹Nonempty Thread›
  exact hpost.elim (fun hP => post_of_left hP h (hall i).1 fun j => (hall j).2) fun htrue => htrue a.1

/-- A program satisfies a specification iff that is derivable with a ghost. -/
theorem sat_iff_derivable [Nonempty Thread] (hrefl : Reflexive s.guarantee) (hpost : FinitelyMany P ∨ ∀ σ, s.post σ) :
    P.ThreadsSat s ↔ ParDerivable (recordedProgram P) (s.withGhost (everything P)) :=
  ⟨parameterized_complete hrefl hpost, auxiliary_sound fun i => recorded_erases i (P i) []⟩

end Plato.RelyGuarantee
