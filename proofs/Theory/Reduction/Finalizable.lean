/-
# Finalizable, checked

After its commit a block comes to its end by a way of left movers, or because a measure falls on all ways. With mover types and the first of these a
reduction is valid.

Main definitions: `WellMarked`, `Typing`.
Main results: `final_of_way`, `final_of_measure`, `Typing.valid`.
-/
module

public import Theory.Reduction.Types

@[expose] public section

namespace Plato.Reduction

variable {Tid Br Proc Store : Type}

section

variable {body : Proc → Stmt Tid Br Proc Store} {Atom : Gated Tid Store → Prop} {I : Store → Prop} {annot : Proc → Option Mover} {t : Tid}

theorem Final.covers {S T : Stmt Tid Br Proc Store} {σ : Store} (hc : Covers body T S) (h : Final body Atom I t S σ) :
    Final body Atom I t T σ := by
  cases h with
  | ends h => exact .ends (hc.ends h)
  | choose E hE hk hn => exact .choose E (fun h => hc.edge (hE h)) hk hn

theorem Final.block {S : Stmt Tid Br Proc Store} {σ : Store} (h : Final body Atom I t S σ) : Final body Atom I t (.block S) σ := by
  induction h with
  | @ends k _ _ h =>
    cases k with
    | none => exact .ends (.block h)
    | some n =>
      cases n with
      | zero => exact .ends (.blockExit h)
      | succ n => exact .ends (.blockOut h)
  | choose E hE hk _ ih =>
    refine .choose (fun α S' => ∃ S₁, E α S₁ ∧ S' = .block S₁) ?_ ?_ ?_
    · rintro α S' ⟨S₁, h, rfl⟩; exact .block (hE h)
    · intro u β hne hβ hg
      obtain ⟨α, ⟨S', h⟩, hα⟩ := hk hne hβ hg
      exact ⟨α, ⟨_, S', h, rfl⟩, hα⟩
    · rintro α S' σ' ⟨S₁, h, rfl⟩ hr hI'; exact ih h hr hI'

theorem Final.seq {S T : Stmt Tid Br Proc Store} {σ : Store} (h : Final body Atom I t S σ) (hT : ∀ σ, I σ → Final body Atom I t T σ) (hI : I σ) :
    Final body Atom I t (.seq S T) σ := by
  induction h with
  | @ends k _ _ h =>
    cases k with
    | none => exact (hT _ hI).covers (.next h)
    | some n => exact .ends (.seqExit h)
  | choose E hE hk _ ih =>
    refine .choose (fun α S' => ∃ S₁, E α S₁ ∧ S' = .seq S₁ T) ?_ ?_ ?_
    · rintro α S' ⟨S₁, h, rfl⟩; exact .seq (hE h)
    · intro u β hne hβ hg
      obtain ⟨α, ⟨S', h⟩, hα⟩ := hk hne hβ hg
      exact ⟨α, ⟨_, S', h, rfl⟩, hα⟩
    · rintro α S' σ' ⟨S₁, h, rfl⟩ hr hI'; exact ih h hr hI' hI'

/-- *Finalizable* from a way of left movers. -/
theorem final_of_way {S : Stmt Tid Br Proc Store} (h : Way body Atom I S) {σ : Store} (hI : I σ) : Final body Atom I t S σ := by
  induction h generalizing σ with
  | skip => exact .ends .skip
  | exit => exact .ends .exit
  | block _ ih => exact (ih hI).block
  | pick b _ ih => exact (ih hI).covers (.pick b)
  | @atomic α hα =>
    refine .choose (fun β S' => β = α ∧ S' = .skip) (fun ⟨h₁, h₂⟩ => h₁ ▸ h₂ ▸ .atomic) ?_ fun ⟨_, h₂⟩ _ _ => h₂ ▸ .ends .skip
    intro u β hne hβ hg
    obtain ⟨_, rfl, h⟩ := (leftMover_iff.1 hα).2 t σ hI hne hβ hg
    exact ⟨_, ⟨_, rfl, rfl⟩, h⟩
  | left _ ih => exact (ih hI).covers .left
  | right _ ih => exact (ih hI).covers .right
  | seq _ _ ihS ihT => exact (ihS hI).seq (fun _ hI => ihT hI) hI
  | loop => exact .ends .loop
  | call _ ih => exact (ih hI).covers .call

/-- *Finalizable* from a measure that falls on all ways, whatever the actions choose, where all next actions together keep other threads' failures. -/
theorem final_of_measure {Post : Stmt Tid Br Proc Store → Prop} (μ : Stmt Tid Br Proc Store → Store → Nat)
    (hpost : ∀ {S α S'}, Post S → Stmt.Edge body [] S α S' → Post S')
    (hμ : ∀ {S σ}, Post S → I σ → Stmt.Ends body S ∨ KeepsFailures Atom (fun α => ∃ S', Stmt.Edge body [] S α S') t σ ∧
      ∀ {α S' σ'}, Stmt.Edge body [] S α S' → α.Run t σ σ' → μ S' σ' < μ S σ)
    {S : Stmt Tid Br Proc Store} {σ : Store} (h : Post S) (hI : I σ) : Final body Atom I t S σ := by
  induction hn : μ S σ using Nat.strongRecOn generalizing S σ with
  | _ n ih =>
    rcases hμ h hI with he | ⟨hk, hdec⟩
    · exact .ends he
    · exact .choose _ id hk fun he hr hI' => ih _ (hn ▸ hdec he hr) (hpost h he) hI' rfl

theorem Lefts.way (hA : Annotated body Atom I annot) {S : Stmt Tid Br Proc Store} (h : Lefts Atom I annot S) : Way body Atom I S := by
  induction S with
  | skip => exact .skip
  | atomic => exact .atomic h.2
  | choice S T ihS _ => exact .left (ihS h.1)
  | seq S T ihS ihT => exact .seq (ihS h.1) (ihT h.2)
  | loop => exact .loop
  | block S ih => exact .block (ih h)
  | pick S ih =>
    obtain ⟨⟨b⟩, h⟩ := h
    exact .pick b (ih b (h b))
  | exit => exact .exit
  | call => exact .call (hA.way h)
  | par => exact h.elim

end

/-- All atoms of the program, marked statements included, are among those given; marked statements have the type A and are summarised by their
actions; and no mark has been entered. -/
def WellMarked (D : Reduction Tid Br Proc Store) (annot : Proc → Option Mover) : Marked Tid Br Proc Store → Prop
  | .skip | .call _ | .exit _ => True
  | .atomic α => D.Atom α
  | .choice S T | .seq S T => WellMarked D annot S ∧ WellMarked D annot T
  | .loop S | .block S => WellMarked D annot S
  | .pick S => ∀ b, WellMarked D annot (S b)
  | .par rest => ∀ b, WellMarked D annot (rest b)
  | .mark γ ph S => (ph = .out ∧ S ≠ .skip) ∧ (Atomic D.Atom D.I annot S ∧ Within 0 S) ∧ Summary D.source.body D.I γ S

/-- The conditions of a reduction by mover types. -/
structure Typing (D : Reduction Tid Br Proc Store) (annot : Proc → Option Mover) : Prop where
  distinct : ∀ {p q}, actor D.child D.root p = actor D.child D.root q → p = q
  keeps : ∀ {α}, D.Atom α → Keeps D.I α
  annotated : Annotated D.source.body D.Atom D.I annot
  main : WellMarked D annot D.main
  body : ∀ ρ, WellMarked D annot (D.body ρ)
  pre : D.Pre = fun S => Atomic D.Atom D.I annot S ∧ Within 0 S
  post : D.Post = fun S => Lefts D.Atom D.I annot S ∧ Within 0 S

/-- Mover types make a reduction valid. -/
theorem Typing.valid {D : Reduction Tid Br Proc Store} {annot : Proc → Option Mover} (h : Typing D annot) : D.Valid := by
  have fresh : ∀ {M}, WellMarked D annot M → D.Fresh M := by
    intro M hM
    induction M with
    | skip | call | exit => trivial
    | atomic => exact hM
    | choice S T ihS ihT => exact ⟨ihS hM.1, ihT hM.2⟩
    | seq S T ihS ihT => exact ⟨ihS hM.1, ihT hM.2⟩
    | loop S ih | block S ih => exact ih hM
    | pick S ih => exact fun b => ih b (hM b)
    | par rest ih => exact fun b => ih b (hM b)
    | mark => exact ⟨hM.1, h.pre ▸ hM.2.1, hM.2.2⟩
  have within := h.annotated.within
  refine ⟨h.distinct, h.keeps, fresh h.main, fun ρ => fresh (h.body ρ), fun hS he => ?_, fun hS he => ?_, fun hS hl => ?_, fun hS hI => ?_⟩
  · rw [h.pre] at hS ⊢
    rw [h.post]
    obtain ⟨h₁, h₂, h₃⟩ := hS.1.step h.annotated he
    have hw := hS.2.step within he
    exact ⟨h₁, h₂, h₃.imp (fun h => ⟨h.1, h.2, hw⟩) fun h => ⟨h, hw⟩⟩
  · rw [h.post] at hS ⊢
    obtain ⟨h₁, h₂, h₃, h₄⟩ := hS.1.step h.annotated he
    exact ⟨h₁, h₂, (leftMover_iff.1 h₃).1, h₄, hS.2.step within he⟩
  · rw [h.pre, h.post] at hS
    exact absurd ((hS.elim And.right And.right).leaves within hl rfl) (by omega)
  · rw [h.post] at hS
    exact final_of_way (hS.1.way h.annotated) hI

end Plato.Reduction
