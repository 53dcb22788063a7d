/-
# Core Plato: commands become more abstract

SIMULATE for core programs: commands are replaced by commands that do as much, or fail, at any number of places.

Main definitions: `Abstracts`, `AbstractsText`.
Main results: `reduces_of_abstracts`.
-/
module

public import Theory.Reduction.CorePrograms

@[expose] public section

namespace Plato.Reduction

/-- Commands of a statement are replaced by commands that simulate them from the invariant. -/
inductive Abstracts (E : Parameters) (I : Store → Prop) : Core → Core → Prop where
  | skip : Abstracts E I .skip .skip
  | atomic {C C'} : (∀ t, Refines id I (gated E t C) (gated E t C')) → Abstracts E I (.atomic C) (.atomic C')
  | choice {S T S' T'} : Abstracts E I S S' → Abstracts E I T T' → Abstracts E I (.choice S T) (.choice S' T')
  | seq {S T S' T'} : Abstracts E I S S' → Abstracts E I T T' → Abstracts E I (.seq S T) (.seq S' T')
  | loop {S S'} : Abstracts E I S S' → Abstracts E I (.loop S) (.loop S')
  | block {S S'} : Abstracts E I S S' → Abstracts E I (.block S) (.block S')
  | exit {n} : Abstracts E I (.exit n) (.exit n)
  | call {ρ} : Abstracts E I (.call ρ) (.call ρ)
  | scope {locals S S'} : Abstracts E I S S' → Abstracts E I (.scope locals S) (.scope locals S')
  | par {first last S S'} : Abstracts E I S S' → Abstracts E I (.par first last S) (.par first last S')

theorem refines_refl {Tid Store : Type} {I : Store → Prop} {α : Gated Tid Store} : Refines id I α α :=
  fun _ _ _ hg => ⟨hg, fun σ' htr => ⟨σ', htr, rfl⟩⟩

theorem Abstracts.noPar {E : Parameters} {I : Store → Prop} {S S' : Core} (h : Abstracts E I S S') : NoPar S' ↔ NoPar S := by
  induction h with
  | skip | atomic | exit | call => exact .rfl
  | choice _ _ ih ih' | seq _ _ ih ih' => exact and_congr ih ih'
  | loop _ ih | block _ ih | scope _ ih => exact ih
  | par => exact .rfl

theorem Abstracts.cong {E : Parameters} {I : Store → Prop} {S S' : Core} (h : Abstracts E I S S') {body : Nat × List Index → CoreStmt} (t : List Index) :
    Cong id I body (fun _ _ => False) (ofCore E t S) (ofCore E t S') := by
  induction h generalizing t with
  | skip => exact .skip
  | atomic h => exact .atomic (h t)
  | choice _ _ ih ih' => exact .choice (ih t) (ih' t)
  | seq _ _ ih ih' => exact .seq (ih t) (ih' t)
  | loop _ ih => exact .loop (ih t)
  | block _ ih => exact .block (ih t)
  | exit => exact .exit
  | call => exact .call
  | scope _ ih => exact .pick fun v => .seq (.atomic refines_refl) (.seq (ih t) (.atomic refines_refl))
  | par _ ih =>
    refine .pick fun v => .seq (.atomic refines_refl) (.par fun b => ?_)
    unfold branching
    split
    · dsimp only
      split
      · exact ih _
      · exact .skip
    · exact .skip

/-- The second program is the first one with more abstract commands. -/
structure AbstractsText (p p' : ProgramText) (E : Parameters) (I : Store → Prop) : Prop where
  size : p'.families.size = p.families.size
  members : ∀ i (h : i < p.families.size) (h' : i < p'.families.size), p'.families[i].members = p.families[i].members
  family : ∀ i (h : i < p.families.size) (h' : i < p'.families.size), Abstracts E I p.families[i].body p'.families[i].body
  procedure : ∀ ρ, Abstracts E I (bodiesOf p ρ) (bodiesOf p' ρ)

/-- SIMULATE for core programs. -/
theorem reduces_of_abstracts {p p' : ProgramText} (h : ∀ E σ, p.Initial E σ → p'.Initial E σ ∧ ∃ I, I σ ∧ AbstractsText p p' E I ∧ (calculus p' E σ).Keeps I) :
    Reduces p p' := by
  intro E σ hi
  obtain ⟨hi', I, hI, ht, hk⟩ := h E σ hi
  have member {b : Index} : Member p' E σ b ↔ Member p E σ b := by
    constructor
    · rintro ⟨h₁, h₂, h₃⟩
      have h₂' : b.1.1 < p.families.size := by rw [← ht.size]; exact h₂
      exact ⟨h₁, h₂', by rw [← ht.members _ h₂' h₂]; exact h₃⟩
    · rintro ⟨h₁, h₂, h₃⟩
      have h₂' : b.1.1 < p'.families.size := by rw [ht.size]; exact h₂
      exact ⟨h₁, h₂', by rw [ht.members _ h₂ h₂']; exact h₃⟩
  have forks : Forks p' ↔ Forks p := by
    refine not_congr (and_congr ⟨fun h i hi => ?_, fun h i hi => ?_⟩ (forall_congr' fun ρ => (ht.procedure ρ).noPar))
    · exact (ht.family i hi (ht.size ▸ hi)).noPar.1 (h i _)
    · exact (ht.family i (ht.size ▸ hi) hi).noPar.2 (h i _)
  have hbody : ∀ ρ, Cong id I (calculus p E σ).body (fun _ _ => False) ((calculus p E σ).body ρ) ((calculus p' E σ).body ρ) := by
    rintro ⟨ρ, t⟩
    by_cases hl : Live p E σ t
    · rw [calculus_body hl, calculus_body ((live_congr forks member).2 hl)]
      exact (ht.procedure ρ).cong t
    · rw [calculus_body_other hl, calculus_body_other fun h => hl ((live_congr forks member).1 h)]
      exact .skip
  refine ⟨hi', I, hI, preserves_of_cong rfl rfl (.par fun b => ?_) hbody (fun h => h) (fun h => h.elim) (fun h => h.elim) hk⟩
  by_cases hb : Member p E σ b
  · rw [dif_pos hb, dif_pos (member.2 hb)]
    exact (ht.family _ hb.2.1 (member.2 hb).2.1).cong _
  · rw [dif_neg hb, dif_neg fun h => hb (member.1 h)]
    exact .skip

end Plato.Reduction
