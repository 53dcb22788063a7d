/-
# Programs in an environment

A program may run together with unknown others: its environment may change the store between any two of its steps, as far as the *rely*
allows. Its specification is then `P sat [pre, rely, guar, post]`, as in sections 5 and 6 of Prensa Nieto, *The Rely-Guarantee Method in
Isabelle/HOL*: if the program starts in a store where `pre` holds, in an environment whose transitions all satisfy `rely`, then every
transition of the program satisfies `guar`, and if all its threads end, they end in a store where `post` holds. Beyond the paper, no
execution may go wrong (the paper's programs cannot).

The paper uses computations, which are lists of configurations; `proofs/Theory/RelyGuarantee` defines those, too, and shows that both
definitions agree.

Main definitions: `OpenStep`, `Program.Ended`, `Specification`, `Program.Sat`.
-/
module

public import Plato.Meaning.Semantics

@[expose] public section

namespace Plato

variable {Thread Store Control : Type}

/-- One transition of a program, or of an environment that changes the store as `rely` allows. -/
inductive OpenStep (step : Thread → Steps Store Control) (rely : Action Store) :
    ParState Thread Store Control → ParState Thread Store Control → Prop where
  | component {s t} : ParStep step s t → OpenStep step rely s t
  | environment {σ σ' P} : rely σ σ' → OpenStep step rely (.run σ P) (.run σ' P)

/-- All threads have ended: what is left for each is `done`. -/
def Program.Ended (P : Program Thread Control) (done : Control) : Prop := ∀ i, P i = done

/-- What a program must satisfy, and under which assumptions: [pre, rely, guar, post]. -/
structure Specification (Store : Type) where
  pre : Store → Prop
  rely : Action Store
  guarantee : Action Store
  post : Store → Prop

/-- `P sat [pre, rely, guar, post]`. -/
structure Program.Sat (P : Program Thread Control) (step : Thread → Steps Store Control) (done : Control) (s : Specification Store) : Prop where
  /-- No execution goes wrong. -/
  safe : ∀ {σ}, s.pre σ → ¬ Many (OpenStep step s.rely) (.run σ P) .wrong
  /-- Every transition of the program satisfies the guarantee. -/
  guarantee : ∀ {σ σ₁ σ₂ P₁ P₂}, s.pre σ → Many (OpenStep step s.rely) (.run σ P) (.run σ₁ P₁) →
    ParStep step (.run σ₁ P₁) (.run σ₂ P₂) → s.guarantee σ₁ σ₂
  /-- Where all threads have ended, the postcondition holds. -/
  post : ∀ {σ σ' P'}, s.pre σ → Many (OpenStep step s.rely) (.run σ P) (.run σ' P') → P'.Ended done → s.post σ'

end Plato
