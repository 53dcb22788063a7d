/-
# The rely-guarantee proof system

Section 7 of *The Rely-Guarantee Method in Isabelle/HOL*, for core Plato. One rule for each kind of statement; the paper's Basic and Await
are both atomic commands here, and its Cond and While are derived forms (`RelyGuarantee.Commands`, with the paper's own rules).

Where the paper's rules differ: in core Plato entering a choice or a loop and passing from one statement of a sequence to the next are steps
of the component, which leave the store as it is, so those three rules require a reflexive guarantee; the rule for atomic commands does
not. An atomic command may go wrong, but not where its precondition holds.

Main definitions: `Derivable` (`⊢ S sat [pre, rely, guar, post]`), `ParallelRule`, `ParDerivable` (the same for programs). `Stable rely pre`
(the paper's `stable pre rely`) and `Does` (what an atomic command must do) are defined in `ThreadModular.Rules`.

Main results: `Derivable.operation` (the rule for an operation with a gate, a step and a post-assertion).
-/
module

public import Theory.RelyGuarantee.Computations
public import Theory.ThreadModular.Rules

@[expose] public section

namespace Plato.RelyGuarantee

variable {Thread Store : Type}

/-- A guarantee that allows leaving the store as it is. -/
abbrev Reflexive (guar : Action Store) : Prop := ∀ σ, guar σ σ

/-- `⊢ S sat [pre, rely, guar, post]`. -/
inductive Derivable : Statement Store → Specification Store → Prop where
  | skip {pre rely guar} : Stable rely pre → Derivable .skip ⟨pre, rely, guar, pre⟩
  | atomic {command pre rely guar post} :
    (∀ σ, pre σ → Does guar command post σ) → Stable rely pre → Stable rely post →
    Derivable (.atomic command) ⟨pre, rely, guar, post⟩
  | choice {S T pre rely guar post} :
    Derivable S ⟨pre, rely, guar, post⟩ → Derivable T ⟨pre, rely, guar, post⟩ → Reflexive guar →
    Derivable (.choice S T) ⟨pre, rely, guar, post⟩
  | seq {S T pre rely guar mid post} :
    Derivable S ⟨pre, rely, guar, mid⟩ → Derivable T ⟨mid, rely, guar, post⟩ → Reflexive guar →
    Derivable (.seq S T) ⟨pre, rely, guar, post⟩
  | loop {S pre rely guar} :
    Derivable S ⟨pre, rely, guar, pre⟩ → Stable rely pre → Reflexive guar →
    Derivable (.loop S) ⟨pre, rely, guar, pre⟩
  | conseq {S s s'} :
    (∀ σ, s.pre σ → s'.pre σ) → (∀ σ τ, s.rely σ τ → s'.rely σ τ) →
    (∀ σ τ, s'.guarantee σ τ → s.guarantee σ τ) → (∀ σ, s'.post σ → s.post σ) →
    Derivable S s' → Derivable S s

/-- The rule for an operation: the precondition implies the gate, and every step satisfies the post-assertion. -/
theorem Derivable.operation {gate pre post : Store → Prop} {step assertion rely guar : Action Store} (hgate : ∀ σ, pre σ → gate σ)
    (hstep : ∀ σ σ', pre σ → step σ σ' → assertion σ σ' ∧ guar σ σ' ∧ post σ') (hpre : Stable rely pre) (hpost : Stable rely post) :
    Derivable (.atomic (Plato.operation gate step assertion)) ⟨pre, rely, guar, post⟩ :=
  .atomic (fun σ hσ => does_operation.mpr
    ⟨hgate σ hσ, fun σ' hs => let ⟨ha, hg, hp⟩ := hstep σ σ' hσ hs; ⟨⟨ha, hg⟩, hp⟩⟩) hpre hpost

/-- Consequence for assertions alone: a stronger precondition, a weaker postcondition. -/
theorem Derivable.assertions {S : Statement Store} {pre pre' post post' : Store → Prop} {rely guar : Action Store}
    (h : Derivable S ⟨pre', rely, guar, post'⟩) (hpre : ∀ σ, pre σ → pre' σ) (hpost : ∀ σ, post' σ → post σ) :
    Derivable S ⟨pre, rely, guar, post⟩ :=
  .conseq (s' := ⟨pre', rely, guar, post'⟩) hpre (fun _ _ h => h) (fun _ _ h => h) hpost h

/-- The Parallel rule, over any rules for components: each component has a specification of its own. -/
inductive ParallelRule {Code : Type} (Derivable : Code → Specification Store → Prop) : (Thread → Code) → Specification Store → Prop where
  | parallel {P s} (spec : Thread → Specification Store) :
    (∀ i, Derivable (P i) (spec i)) →
    (∀ i σ τ, (s.rely σ τ ∨ ∃ j, j ≠ i ∧ (spec j).guarantee σ τ) → (spec i).rely σ τ) →
    (∀ i σ τ, (spec i).guarantee σ τ → s.guarantee σ τ) →
    (∀ σ, s.pre σ → ∀ i, (spec i).pre σ) →
    (∀ σ, (∀ i, (spec i).post σ) → s.post σ) →
    ParallelRule Derivable P s

/-- `⊢ P sat [pre, rely, guar, post]` for programs. -/
abbrev ParDerivable (P : Program Thread (Statement Store)) (s : Specification Store) : Prop := ParallelRule Derivable P s

end Plato.RelyGuarantee
