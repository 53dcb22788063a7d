/-
# Rules for parallel composition

EXPAND-PARALLEL of Elmas, Qadeer and Tasiran, *A Calculus of Atomic Actions*, makes a choice of the two orders of actions in parallel. REDUCE-PARALLEL keeps
one order: EXPAND-PARALLEL, then REDUCE-SEQUENTIAL for the other order, then `ordered`, which drops the other order where the one that is kept simulates
it. Figure 9's inequality for the two branches says so (`ordered_of_left`, `ordered_of_right`); the right mover must not fail.

Main definitions: `Gated.under`, `ParallelRule`.
Main results: `ParallelRule.preserves`, `ordered_of_left`, `ordered_of_right`.
-/
module

public import Theory.Reduction.Simulation

@[expose] public section

namespace Plato.Reduction

variable {Tid Br Proc Store : Type}

/-- The action as its thread's branch takes it: α[left(tid)/tid]. -/
def Gated.under (child : Tid → Br → Tid) (b : Br) (α : Gated Tid Store) : Gated Tid Store :=
  ⟨fun t => α.gate (child t b), fun t => α.trans (child t b)⟩

/-- The rules for parallel composition. -/
inductive ParallelRule (child : Tid → Br → Tid) (I : Store → Prop) : Stmt Tid Br Proc Store → Stmt Tid Br Proc Store → Prop where
  /-- EXPAND-PARALLEL -/
  | expand {b c : Br} {rest α β} : b ≠ c → rest b = .atomic α → rest c = .atomic β → (∀ d, d ≠ b → d ≠ c → rest d = .skip) →
    ParallelRule child I (.par rest) (.choice (.seq (.atomic (α.under child b)) (.atomic (β.under child c)))
      (.seq (.atomic (β.under child c)) (.atomic (α.under child b))))
  /-- … when one of them has run, … -/
  | rest {b : Br} {rest α} : rest b = .atomic α → (∀ d, d ≠ b → rest d = .skip) →
    ParallelRule child I (.par rest) (.seq .skip (.atomic (α.under child b)))
  /-- … or both. -/
  | done {rest} : (∀ d, rest d = .skip) → ParallelRule child I (.par rest) .skip
  /-- The last step of REDUCE-PARALLEL-I and -II. -/
  | ordered {α β δ} : (∀ t, Simulates I (δ.at t) ((α.at t).comp (β.at t))) →
    ParallelRule child I (.choice (.seq (.atomic α) (.atomic β)) (.atomic δ)) (.seq (.atomic α) (.atomic β))

/-- REDUCE-PARALLEL-I, its first case: the first branch is a left mover. -/
theorem ordered_of_left {Atom : Gated Tid Store → Prop} {I : Store → Prop} {α β : Gated Tid Store} (hα : LeftMover Atom I α) (hβ : Atom β)
    {child : Tid → Br → Tid} {b c : Br} (hne : ∀ t, child t b ≠ child t c) (t : Tid) :
    Simulates I (((β.under child c).comp (α.under child b)).at t) (((α.under child b).at t).comp ((β.under child c).at t)) :=
  hα (hne t) hβ

/-- REDUCE-PARALLEL-I, its second case: the second branch is a right mover that does not fail. -/
theorem ordered_of_right {Atom : Gated Tid Store → Prop} {I : Store → Prop} {α β : Gated Tid Store} (hβ : RightMover Atom I β) (hα : Atom α)
    (hvalid : ∀ {t σ}, I σ → β.gate t σ) {child : Tid → Br → Tid} {b c : Br} (hne : ∀ t, child t b ≠ child t c) (t : Tid) :
    Simulates I (((β.under child c).comp (α.under child b)).at t) (((α.under child b).at t).comp ((β.under child c).at t)) := by
  have h := rightMover_iff.1 hβ
  refine ⟨fun σ hI hg => ⟨hvalid hI, fun σ' htr => (h (Ne.symm (hne t)) hα hI hg.1 ⟨hvalid hI, htr⟩).1⟩, fun σ σ' hI hg => ?_⟩
  rintro ⟨m, hβm, hαm⟩
  obtain ⟨m', hm', hr⟩ := (h (Ne.symm (hne t)) hα hI hg.1 ⟨hvalid hI, hβm⟩).2 hαm
  exact ⟨m', hm', hr.2⟩

section

variable {body₁ body₂ : Proc → Stmt Tid Br Proc Store} {child : Tid → Br → Tid} {I : Store → Prop}

/-- An action is answered by the same action, of the branch or of its thread. -/
theorem answers_single {R : Stmt Tid Br Proc Store → Stmt Tid Br Proc Store → Prop} {p : List Br} {α β : Gated Tid Store} {S' T T' : Stmt Tid Br Proc Store}
    (he : Stmt.Edge body₂ [] T β T') (hβ : ∀ t, β.at t = α.at (actor child t p)) (hR : R S' T') : Answers body₂ child id I R p α S' T := by
  intro t σ _ hw
  have hg : β.gate t σ := Classical.byContradiction fun hg => hw ⟨_, .refl, [], β, _, he, hg⟩
  have hβ := hβ t
  simp only [Gated.at, Ground.mk.injEq] at hβ
  refine ⟨by rw [← hβ.1]; exact hg, fun σ' htr => ⟨(σ', T'), σ', T', ⟨[], β, he, hg, ?_⟩, .refl, rfl, hR⟩⟩
  show β.trans t σ σ'
  rw [hβ.2]
  exact htr

theorem edge_branch {rest : Br → Stmt Tid Br Proc Store} {p : List Br} {α : Gated Tid Store} {S' : Stmt Tid Br Proc Store}
    (h : Stmt.Edge body₁ p (.par rest) α S') : ∃ b q S'', p = b :: q ∧ Stmt.Edge body₁ q (rest b) α S'' ∧ S' = .par (Plato.Program.update rest b S'') := by
  cases h with
  | par h => exact ⟨_, _, _, rfl, h, rfl⟩

theorem ParallelRule.ends {k : Option Nat} {S T : Stmt Tid Br Proc Store} (h : ParallelRule child I S T) (he : Stmt.Leaves body₁ k S) :
    Stmt.Leaves body₂ k T := by
  cases h with
  | @expand b c rest α β _ hb =>
    cases he with
    | par _ _ h => have := h b; rw [hb] at this; cases this
  | @rest b rest α hb =>
    cases he with
    | par _ _ h => have := h b; rw [hb] at this; cases this
  | done => cases he; exact .skip
  | ordered =>
    cases he with
    | left he => cases he <;> rename_i h <;> cases h
    | right he => cases he

theorem ParallelRule.answers {p : List Br} {S S' T : Stmt Tid Br Proc Store} {α : Gated Tid Store} (h : ParallelRule child I S T)
    (he : Stmt.Edge body₁ p S α S') :
    Answers body₂ child id I (Cong id I body₁ (ParallelRule child I)) p α S' T := by
  cases h with
  | @expand b c rest α β hbc hb hc hrest =>
    obtain ⟨d, q, S'', rfl, hd, rfl⟩ := edge_branch he
    by_cases hdb : d = b
    · subst hdb
      rw [hb] at hd
      cases hd
      refine answers_single (.left (.seq .atomic)) (fun t => rfl) (.base (.rest (b := c) ?_ fun e he => ?_))
      · rw [Plato.Program.update_other _ (Ne.symm hbc)]; exact hc
      · by_cases hed : e = d
        · rw [hed, Plato.Program.update_same]
        · rw [Plato.Program.update_other _ hed]; exact hrest e hed he
    · by_cases hdc : d = c
      · subst hdc
        rw [hc] at hd
        cases hd
        refine answers_single (.right (.seq .atomic)) (fun t => rfl) (.base (.rest (b := b) ?_ fun e he => ?_))
        · rw [Plato.Program.update_other _ hbc]; exact hb
        · by_cases hed : e = d
          · rw [hed, Plato.Program.update_same]
          · rw [Plato.Program.update_other _ hed]; exact hrest e he hed
      · rw [hrest d hdb hdc] at hd; cases hd
  | @rest b rest α hb hrest =>
    obtain ⟨d, q, S'', rfl, hd, rfl⟩ := edge_branch he
    by_cases hdb : d = b
    · subst hdb
      rw [hb] at hd
      cases hd
      refine answers_single (.next .skip .atomic) (fun t => rfl) (.base (.done fun e => ?_))
      by_cases hed : e = d
      · rw [hed, Plato.Program.update_same]
      · rw [Plato.Program.update_other _ hed]; exact hrest e hed
    · rw [hrest d hdb] at hd; cases hd
  | done hrest =>
    obtain ⟨d, q, S'', rfl, hd, rfl⟩ := edge_branch he
    rw [hrest d] at hd; cases hd
  | @ordered α β δ hδ =>
    cases he with
    | left he =>
      cases he with
      | seq he =>
        cases he
        exact answers_single (.seq .atomic) (fun t => rfl)
          (.seq .skip (.atomic fun t σ _ hg => ⟨hg, fun σ' htr => ⟨σ', htr, rfl⟩⟩))
      | next he => cases he
    | right he =>
      cases he
      intro t σ hI hw
      have hg : ((α.at t).comp (β.at t)).gate σ := by
        refine ⟨Classical.byContradiction fun hg => hw ⟨_, .refl, [], α, _, .seq .atomic, hg⟩, fun m hm => ?_⟩
        by_cases hgα : α.gate t σ
        · exact Classical.byContradiction fun hg => hw ⟨(m, .seq .skip (.atomic β)), .single ⟨[], α, .seq .atomic, hgα, hm⟩,
            [], β, _, .next .skip .atomic, hg⟩
        · exact absurd ⟨_, .refl, [], α, _, .seq .atomic, hgα⟩ hw
      refine ⟨(hδ t).1 hI hg, fun σ' htr => ?_⟩
      obtain ⟨m, hm, hβ⟩ := (hδ t).2 hI hg htr
      exact ⟨(m, .seq .skip (.atomic β)), σ', .skip, ⟨[], α, .seq .atomic, hg.1, hm⟩,
        .single ⟨[], β, .next .skip .atomic, hg.2 m hm, hβ⟩, rfl, .skip⟩

end

/-- **Lemma 1** for the rules for parallel composition. -/
theorem ParallelRule.preserves {P₁ P₂ : Program Tid Br Proc Store} {I : Store → Prop} (hroot : P₁.root = P₂.root) (hchild : P₁.child = P₂.child)
    (hmain : Cong id I P₁.body (ParallelRule P₂.child I) P₁.main P₂.main)
    (hbody : ∀ ρ, Cong id I P₁.body (ParallelRule P₂.child I) (P₁.body ρ) (P₂.body ρ))
    (hk : P₂.Keeps I) : Preserves P₁ P₂ id I :=
  preserves_of_cong hroot hchild hmain hbody (fun h => by cases h) (fun h he => h.ends he) (fun h he => h.answers he) hk

end Plato.Reduction
