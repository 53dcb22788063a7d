/-
# Concurrent finite-state systems

Section 2 of Flanagan and Qadeer, *Assume-Guarantee Model Checking*: threads share a global store, each has a local store of its own (its
program counter is in it), and a step of the whole is a step of any one of them. The threads, the global stores and the local stores are of
any types; that these are finite matters to those who enumerate them, not to what is proved here. The paper has one initial state, here there
may be any number.

Main definitions: `System`, `System.Reached` (the rules BASIC INIT and BASIC STEP), `Erroneous`, `System.ClosedStates`.
Main results: `System.reached_closed`, `System.ClosedStates.reached`: standard model checking, section 2.1.
-/
module

public import Theory.Update

@[expose] public section

namespace Plato.ModelChecking

/-- A concurrent system: its initial states, and the transition relation T of its threads. -/
structure System (Tid Global Local : Type) where
  init : Global → (Tid → Local) → Prop
  T : Tid → Global → Local → Global → Local → Prop

variable {Tid Global Local : Type}

/-- The local stores ls[t := l]. -/
noncomputable abbrev setLocal (ls : Tid → Local) (t : Tid) (l : Local) : Tid → Local := Program.update ls t l

/-- R(g, ls): the system can reach the state. -/
inductive System.Reached (S : System Tid Global Local) : Global → (Tid → Local) → Prop where
  /-- BASIC INIT -/
  | init {g ls} : S.init g ls → Reached S g ls
  /-- BASIC STEP -/
  | step {t g ls g' l'} : Reached S g ls → S.T t g (ls t) g' l' → Reached S g' (setLocal ls t l')

/-- A state is erroneous if E is true of some thread in it. -/
def Erroneous (E : Tid → Global → Local → Prop) (g : Global) (ls : Tid → Local) : Prop := ∃ t, E t g (ls t)

/-- The system never reaches an erroneous state. -/
def System.Correct (S : System Tid Global Local) (E : Tid → Global → Local → Prop) : Prop := ∀ {g ls}, S.Reached g ls → ¬ Erroneous E g ls

/-- A set of states, the full product, is closed under the rules of standard model checking. -/
structure System.ClosedStates (S : System Tid Global Local) (V : Global → (Tid → Local) → Prop) : Prop where
  init : ∀ {g ls}, S.init g ls → V g ls
  step : ∀ {t g ls g' l'}, V g ls → S.T t g (ls t) g' l' → V g' (setLocal ls t l')

/-- The reachable states are the least such set: they are one … -/
theorem System.reached_closed (S : System Tid Global Local) : S.ClosedStates S.Reached := ⟨.init, .step⟩

/-- … and every other one contains them. -/
theorem System.ClosedStates.reached {S : System Tid Global Local} {V : Global → (Tid → Local) → Prop} (h : S.ClosedStates V) {g : Global}
    {ls : Tid → Local} (hr : S.Reached g ls) : V g ls := by
  induction hr with
  | init hi => exact h.init hi
  | step _ hT ih => exact h.step ih hT

end Plato.ModelChecking
