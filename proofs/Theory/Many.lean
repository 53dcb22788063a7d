/-
# Any number of steps

Main results: `Many.single`, `Many.trans`, `Many.head`.
-/
module

public import Plato.Meaning.Semantics

@[expose] public section

namespace Plato

theorem Many.single {State : Type} {Step : State → State → Prop} {s t : State} (h : Step s t) : Many Step s t := .tail .refl h

theorem Many.trans {State : Type} {Step : State → State → Prop} {s t u : State} (h : Many Step s t) (h' : Many Step t u) :
    Many Step s u := by
  induction h' with
  | refl => exact h
  | tail _ hstep ih => exact .tail ih hstep

theorem Many.head {State : Type} {Step : State → State → Prop} {s t u : State} (h : Step s t) (h' : Many Step t u) :
    Many Step s u := (Many.single h).trans h'

end Plato
