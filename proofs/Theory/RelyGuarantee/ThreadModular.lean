/-
# Rely-guarantee and thread-modular verification

How the fifth paper (Prensa Nieto, *The Rely-Guarantee Method in Isabelle/HOL*) and the first (Flanagan, Freund and Qadeer, *Thread-Modular
Verification for Shared-Memory Programs*) are related. For a reflexive guarantee G and any rely A, they say the same about a thread: its
translation does not go wrong from a store where Init holds iff `⊢ S sat [Init, A, G, True]` (`thread_modular_iff_derivable`).

For programs both methods apply where relies and guarantees are a `Decomposition`. Then each method's premises give the other's conclusions.
Rely-guarantee goes further: it has postconditions and an environment of the whole program.

Main results: `right_iff_correct`, `thread_modular_iff_derivable`; `derivable_of_thread_modular` (a rely-guarantee derivation for the
program from the first paper's premises); `thread_modular_of_derivable`, `invariant_of_derivable` (Theorems 1 and 2 of the first paper
from rely-guarantee derivations). Verification conditions are the subject of `RelyGuarantee.Outlines`.
-/
module

public import Theory.RelyGuarantee.Completeness
public import Theory.ThreadModular.Open

@[expose] public section

namespace Plato.RelyGuarantee

variable {Thread Store : Type} {A G : Action Store} {Q R : Store → Prop} {S T : Statement Store} {σ : Store}

/-- Correctness is stable. -/
theorem correct_stable : Stable A (Correct A G Q S) := fun _ _ h hA => h.environment hA

/-- Steps of the environment leave a correct statement correct. -/
theorem right_environment (h : Correct A G Q S σ) : Right (environment A) (Correct A G Q S) σ := fun _ he =>
  let ⟨τ, hr, hleads⟩ := environment_ends he
  ⟨τ, hr, correct_stable.leads hleads h⟩

/-- What is right wherever a statement is correct may be preceded by steps of the environment. -/
theorem right_after_environment (h : Correct A G Q S σ) (hT : ∀ τ, Correct A G Q S τ → Right T R τ) :
    Right (.seq (environment A) T) R σ := environment_seq fun τ hτ => hT τ (correct_stable.leads hτ h)

/-- Rounds that are right and lead from a predicate to itself make a right loop. -/
theorem right_loop (hS : ∀ τ, R τ → Right S R τ) (hσ : R σ) : Right (.loop S) R σ := by
  intro r he
  generalize hL : Statement.loop S = L at he
  induction he with
  | loopDone => exact ⟨_, rfl, hσ⟩
  | loopStep h1 _ _ ih =>
    cases hL
    obtain ⟨τ, hτ, hR⟩ := hS _ hσ _ h1
    cases hτ
    exact ih hR rfl
  | loopWrong h1 _ => cases hL; obtain ⟨τ, hτ, _⟩ := hS _ hσ _ h1; cases hτ
  | _ => cases hL

/-- What is right is followed by what is right. -/
theorem right_seq {M : Store → Prop} (hS : Right S M σ) (hT : ∀ τ, M τ → Right T R τ) : Right (.seq S T) R σ := by
  intro r he
  cases he with
  | seq h1 h2 => obtain ⟨τ, hτ, hM⟩ := hS _ h1; cases hτ; exact hT _ hM _ h2
  | seqWrong h1 => obtain ⟨τ, hτ, _⟩ := hS _ h1; cases hτ

/-- The translation of a correct statement ends only where the environment alone is left. -/
theorem right_of_correct (h : Correct A G Q S σ) : Right (translate A G S) (Correct A G Q .skip) σ := by
  induction S generalizing Q σ with
  | skip => exact right_environment h
  | atomic command =>
    refine right_after_environment h fun τ hτ => right_seq (M := Correct A G Q .skip) ?_ fun υ hυ => right_environment hυ
    intro r he
    cases he with
    | atomic hc => cases r with
      | store υ => exact ⟨_, rfl, hτ.step (.actionOk hc.1)⟩
      | wrong =>
        rcases hc with hc | ⟨υ, hc, hG⟩
        · exact absurd (.actionWrong hc) (hτ.safe .refl)
        · exact absurd (hτ.guarantee .refl (.actionOk hc)) hG
  | choice S T ihS ihT =>
    refine right_after_environment h fun τ hτ r he => ?_
    cases he with
    | choiceLeft he => exact ihS (hτ.step .choiceLeft) _ he
    | choiceRight he => exact ihT (hτ.step .choiceRight) _ he
  | seq S T ihS ihT => exact right_seq (ihS (correct_first h)) fun τ hτ => ihT (hτ.post .refl rfl)
  | loop S ih =>
    refine right_after_environment h fun τ hτ => right_seq (M := Correct A G Q (.loop S)) (right_loop (fun υ hυ => ?_) hτ)
      fun υ hυ => right_environment (hυ.step .loopDone)
    exact right_seq (ih (correct_first (hυ.step .loopUnroll))) fun ω hω => right_environment (hω.post .refl rfl)

/-- **The translation is right iff the statement is correct**, for a reflexive guarantee. -/
theorem right_iff_correct (hG : Reflexive G) : Right (translate A G S) Q σ ↔ Correct A G Q S σ := by
  constructor
  · refine correct_of_invariant (I := fun S σ => Right (translate A G S) Q σ) ?_ ?_ ?_ ?_
    · intro S σ σ' h hA r he
      exact h r (exec_of_steps (translation_yield A G σ S) (.seq (.atomic hA) he))
    · intro S σ S' σ' h hs
      have hguar : G σ σ' := Classical.byContradiction fun hn => by
        obtain ⟨τ, hτ, _⟩ := h _ (exec_of_wrong (translation_guarantee hG hs hn))
        cases hτ
      exact ⟨hguar, fun r he => h r (exec_of_steps (translation_simulation hs hguar) he)⟩
    · intro S σ h hwrong
      obtain ⟨τ, hτ, _⟩ := h _ (exec_of_wrong (translation_wrong hwrong))
      cases hτ
    · intro S σ h hended
      cases (hended : S = .skip)
      obtain ⟨τ, hτ, hQ⟩ := h _ .loopDone
      cases hτ
      exact hQ
  · exact fun h r he => let ⟨τ, hτ, hskip⟩ := right_of_correct h r he; ⟨τ, hτ, hskip.post .refl rfl⟩

/-- A translation that does not go wrong is right as far as it says anything. -/
theorem translation_safe_iff (hG : Reflexive G) :
    ¬ Many SeqStep (.run σ (translate A G S)) .wrong ↔ Correct A G (fun _ => True) S σ := by
  constructor
  · refine correct_of_invariant (I := fun S σ => ¬ Many SeqStep (.run σ (translate A G S)) .wrong) ?_ ?_ ?_ fun _ _ => trivial
    · exact fun h hA hw => h ((translation_yield A G _ _).trans (.head (.seqStep (.actionOk hA)) (.head .seqSkip hw)))
    · intro S σ S' σ' h hs
      have hguar : G σ σ' := Classical.byContradiction fun hn => h (translation_guarantee hG hs hn)
      exact ⟨hguar, fun hw => h ((translation_simulation hs hguar).trans hw)⟩
    · exact fun h hwrong => h (translation_wrong hwrong)
  · intro h hw
    obtain ⟨τ, hτ, _⟩ := (right_iff_correct hG).mpr h _ (exec_of_wrong hw)
    cases hτ

/-- **The first paper's premise about a thread is a rely-guarantee derivation**, with the postcondition True. -/
theorem thread_modular_iff_derivable (hG : Reflexive G) {Init : Store → Prop} :
    (∀ σ, Init σ → ¬ Many SeqStep (.run σ (translate A G S)) .wrong) ↔ Derivable S ⟨Init, A, G, fun _ => True⟩ :=
  ⟨fun h => derivable_of_sat hG fun σ hσ => (translation_safe_iff hG).mp (h σ hσ),
    fun h σ hσ => (translation_safe_iff hG).mpr (sat_of_derivable h σ hσ)⟩

section programs

variable {A G : Thread → Action Store} {P : Program Thread (Statement Store)} {Init : Store → Prop} {post : Thread → Store → Prop}

/-- Components derived for a decomposition make a program derived, in every environment that all of them allow. -/
theorem parallel_of_decomposition (hd : Decomposition A G) (h : ∀ i, Derivable (P i) ⟨Init, A i, G i, post i⟩) {rely : Action Store}
    (hrely : ∀ i σ τ, rely σ τ → A i σ τ) {Q : Store → Prop} (hpost : ∀ σ, (∀ i, post i σ) → Q σ) :
    ParDerivable P ⟨Init, rely, fun σ τ => ∃ i, G i σ τ, Q⟩ :=
  .parallel (fun i => ⟨Init, A i, G i, post i⟩) h
    (fun i σ τ => fun | .inl hr => hrely i σ τ hr | .inr ⟨j, hj, hG⟩ => hd.implies j i hj σ τ hG)
    (fun i _ _ hG => ⟨i, hG⟩) (fun _ hσ _ => hσ) hpost

/-- What components derived for a decomposition make of their program by itself. -/
theorem closed_of_decomposition (hd : Decomposition A G) (h : ∀ i, Derivable (P i) ⟨Init, A i, G i, post i⟩) :
    P.ThreadsSat ⟨Init, fun _ _ => False, fun σ τ => ∃ i, G i σ τ, fun σ => ∀ i, post i σ⟩ :=
  program_sat_of_derivable (parallel_of_decomposition hd h (fun _ _ _ h => h.elim) fun _ h => h)

/-- **Threads verified thread-modularly are a rely-guarantee derivation** of the program, in every environment that all of them allow
(one that does nothing at all is always such). -/
theorem derivable_of_thread_modular (hd : Decomposition A G)
    (h : ∀ i σ, Init σ → ¬ Many SeqStep (.run σ (translate (A i) (G i) (P i))) .wrong) {rely : Action Store}
    (hrely : ∀ i σ τ, rely σ τ → A i σ τ) : ParDerivable P ⟨Init, rely, fun σ τ => ∃ i, G i σ τ, fun _ => True⟩ :=
  parallel_of_decomposition hd (fun i => (thread_modular_iff_derivable (hd.guarantee i)).mp (h i)) hrely fun _ _ => trivial

/-- A program that satisfies a specification does not go wrong by itself. -/
theorem not_wrong_of_sat {s : Specification Store} (h : P.ThreadsSat s) {σ : Store} (hσ : s.pre σ) : ¬ GoesWrong (fun _ => SeqStep) P σ :=
  fun hwrong => h.safe hσ (open_of_closed hwrong)

/-- An invariant that the guarantee preserves holds in every store that the program reaches by itself. -/
theorem invariant_of_sat {s : Specification Store} (h : P.ThreadsSat s) {I : Store → Prop} (hinit : ∀ σ, s.pre σ → I σ)
    (hpreserved : ∀ σ τ, s.guarantee σ τ → I σ → I τ) {σ σ' : Store} (hσ : s.pre σ) (hreach : Reachable (fun _ => SeqStep) P σ σ') : I σ' := by
  obtain ⟨P', hmany⟩ := hreach
  generalize ht : ParState.run σ' P' = t at hmany
  induction hmany generalizing σ' P' with
  | refl => cases ht; exact hinit σ hσ
  | @tail t _ hmany hstep ih =>
    subst ht
    cases t with
    | wrong => cases hstep
    | run σ₁ P₁ => exact hpreserved _ _ (h.guarantee hσ (open_of_closed hmany) hstep) (ih P₁ rfl)

/-- **Theorem 1 of the first paper, by rely-guarantee.** -/
theorem thread_modular_of_derivable (hd : Decomposition A G) (h : ∀ i, Derivable (P i) ⟨Init, A i, G i, post i⟩) {σ : Store}
    (hσ : Init σ) : ¬ GoesWrong (fun _ => SeqStep) P σ :=
  not_wrong_of_sat (closed_of_decomposition hd h) hσ

/-- **Theorem 2 of the first paper, by rely-guarantee.** -/
theorem invariant_of_derivable (hd : Decomposition A G) (h : ∀ i, Derivable (P i) ⟨Init, A i, G i, post i⟩) {I : Store → Prop}
    (hinit : ∀ σ, Init σ → I σ) (hpreserved : ∀ i σ σ', G i σ σ' → I σ → I σ') {σ σ' : Store} (hσ : Init σ)
    (hreach : Reachable (fun _ => SeqStep) P σ σ') : I σ' :=
  invariant_of_sat (closed_of_decomposition hd h) hinit (fun σ τ ⟨i, hG⟩ => hpreserved i σ τ hG) hσ hreach

end programs

end Plato.RelyGuarantee
