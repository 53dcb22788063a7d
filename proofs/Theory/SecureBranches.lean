/-
# When branches are secure

A thread with branches is secure if its branches are, in the company of each other and of what the thread relies on. This is the rule Parallel of
Prensa Nieto, *The Rely-Guarantee Method in Isabelle/HOL* (section 7), for a statement inside of a thread.

Main definitions: `Branching`. Main results: `par_secure`.
-/
module

public import Theory.SecureStatements

@[expose] public section

namespace Plato

/-- What a thread and its branches owe each other: `A` is what each branch relies on, `G` what it guarantees, and `N` what happens to the thread
while its branches run. -/
structure Branching (c : Company) (A G : Int → Action Store) (N : Action Store) : Prop where
  /-- The proof adjusts nothing. -/
  exact : c.R = Eq
  rely : ∀ {i σ τ}, c.A σ τ → A i σ τ
  guarantee : ∀ {i σ τ}, G i σ τ → c.G σ τ
  siblings : ∀ {i j σ τ}, i ≠ j → G i σ τ → A j σ τ
  nothing : ∀ σ, N σ σ
  one_after_another : ∀ {σ τ υ}, N σ τ → N τ υ → N σ υ
  others : ∀ {σ τ}, c.A σ τ → N σ τ
  steps : ∀ {i σ τ}, G i σ τ → N σ τ

/-- The branch of that number is secure for so many steps, and may end where `post` holds. -/
abbrev Company.BranchSecure (c : Company) (A G : Int → Action Store) (post : Int → Store → Prop) (n : Nat) (i : Int) (S : Core) (σ : Store) : Prop :=
  SecureFor (Core.Step c.bodies c.E (branchOf c.t i)) Eq (A i) (G i) (Ends (post i) fun _ _ => False) n S σ

/-- The number is that of a branch that starts in the store. -/
def InRange (E : Parameters) (t : Int) (first last : Term) (σ : Store) (i : Int) : Prop :=
  (first.valueIn E t σ).toInt ≤ i ∧ i ≤ (last.valueIn E t σ).toInt

/-- **Branches**: each starts where `pre` holds and is secure from there; where all have ended, after what happens while they run, `Q` holds. -/
theorem par_secure {c : Company} {A G : Int → Action Store} {N : Action Store} {pre post : Int → Store → Prop} {P Q : Store → Prop}
    {X : Nat → Store → Prop} {n : Nat} {first last : Term} {S : Core} {σ : Store} (hb : Branching c A G N) (hP : Stable c.A P) (hQ : Stable c.A Q)
    (hbody : ∀ i τ, pre i τ → c.BranchSecure A G post n i S τ)
    (hstart : ∀ τ, P τ → (∀ i, InRange c.E c.t first last τ i → pre i τ) ∧
      ∀ υ, N τ υ → (∀ i, InRange c.E c.t first last τ i → post i υ) → Q υ) (h : P σ) : c.Secure Q X n (.par first last S) σ := by
  refine ⟨fun k U σ => (U = .par first last S ∧ k ≤ n ∧ P σ) ∨ (∃ τ rest, U = .branches rest ∧ P τ ∧ N τ σ ∧
    (∀ i, InRange c.E c.t first last τ i → c.BranchSecure A G post k i (rest i) σ) ∧ ∀ i, ¬ InRange c.E c.t first last τ i → rest i = .skip) ∨
    c.Secure Q X k U σ, ⟨?_, ?_, ?_, ?_⟩, .inl ⟨rfl, Nat.le_refl _, h⟩⟩
  · rintro k U σ σ' (⟨rfl, hk, h⟩ | ⟨τ, rest, rfl, hτ, hN, hin, hout⟩ | h) hA
    · exact .inl ⟨rfl, hk, hP _ _ h hA⟩
    · exact .inr (.inl ⟨τ, rest, rfl, hτ, hb.one_after_another hN (hb.others hA), fun i hi => (hin i hi).environment (hb.rely hA), hout⟩)
    · exact .inr (.inr (h.environment hA))
  · rintro k U σ U' σ₁ (⟨rfl, hk, h⟩ | ⟨τ, rest, rfl, hτ, hN, hin, hout⟩ | h) hs
    · cases hs with
      | fork =>
        refine c.goes (.inr (.inl ⟨σ, _, rfl, h, hb.nothing σ, fun i hi => ?_, fun i hi => ?_⟩))
        · have : forked c.E c.t first last S σ i = S := if_pos hi
          rw [this]
          exact (hbody i σ ((hstart σ h).1 i hi)).fewer (by omega)
        · exact if_neg hi
    · cases hs with
      | @branchStep _ _ _ _ i S' hs =>
        by_cases hi : InRange c.E c.t first last τ i
        · obtain ⟨_, rfl, hG, hS'⟩ := (hin i hi).own hs
          refine ⟨σ₁, hb.exact ▸ rfl, hb.guarantee hG, .inr (.inl ⟨τ, _, rfl, hτ, hb.one_after_another hN (hb.steps hG), fun j hj => ?_, fun j hj => ?_⟩)⟩
          · by_cases hij : j = i
            · subst hij; rw [Program.update_same]; exact hS'
            · rw [Program.update_other _ hij]
              exact ((hin j hj).environment (hb.siblings (Ne.symm hij) hG)).fewer (Nat.le_succ _)
          · have hij : j ≠ i := fun e => hj (e ▸ hi)
            rw [Program.update_other _ hij]
            exact hout j hj
        · rw [hout i hi] at hs
          cases hs
      | join hended =>
        refine c.goes (.inr (.inr (skip_secure hQ ((hstart τ hτ).2 σ hN fun i hi => ?_))))
        have := (hin i hi).here
        rw [hended i] at this
        exact this
    · obtain ⟨σ', hR, hG, h⟩ := h.own hs
      exact ⟨σ', hR, hG, .inr (.inr h)⟩
  · rintro k U σ (⟨rfl, hk, h⟩ | ⟨τ, rest, rfl, hτ, hN, hin, hout⟩ | h) hs
    · cases hs
    · cases hs with
      | @branchWrong _ _ _ i hs =>
        by_cases hi : InRange c.E c.t first last τ i
        · exact (hin i hi).safe hs
        · rw [hout i hi] at hs
          cases hs
    · exact h.safe hs
  · rintro k U σ (⟨rfl, hk, h⟩ | ⟨τ, rest, rfl, hτ, hN, hin, hout⟩ | h)
    · exact True.intro
    · exact True.intro
    · exact h.here

end Plato
