/-
# How threads run together

Threads interleave: a step of the whole is a step of any one of them. What a thread is, and how it takes a step by itself, is left open here:
programs are defined so in `Plato.Meaning.Program`, and the papers' statements in `proofs/Theory/Statement`. It follows section 3 of Flanagan,
Freund and Qadeer, *Thread-Modular Verification for Shared-Memory Programs*. The threads are indexed by any type, so that individually declared
threads and any number of threads are both instances.

Main definitions: `Outcome`, `Transition`, `SeqState`, `ParState`, `ParStep`, `Many`, `GoesWrong`, `Reachable`.
-/
module

@[expose] public section

namespace Plato

/-- A two-store predicate: what a step from one store to another may do. -/
abbrev Action (Store : Type) := Store → Store → Prop

/-- What can become of a store. -/
inductive Outcome (Store : Type) where
  | store (σ : Store)
  | wrong

/-- What an atomic command can do: the outcomes from each store. From one store a command may have several outcomes, and going wrong may be
among them. If it has none, it blocks. -/
abbrev Transition (Store : Type) := Store → Outcome Store → Prop

/-- A thread in a store with what is left for it to do, or an execution that has gone wrong. -/
inductive SeqState (Store Control : Type) where
  | run (σ : Store) (S : Control)
  | wrong

/-- The steps that a thread can take by itself. -/
abbrev Steps (Store Control : Type) := SeqState Store Control → SeqState Store Control → Prop

/-- What is left to do for each thread. -/
abbrev Program (Thread Control : Type) := Thread → Control

/-- Threads in a store, or an execution that has gone wrong. -/
inductive ParState (Thread Store Control : Type) where
  | run (σ : Store) (P : Program Thread Control)
  | wrong

/-- The program with what is left for one thread replaced. -/
noncomputable def Program.update {Thread Control : Type} (P : Program Thread Control) (i : Thread) (S : Control) : Program Thread Control :=
  fun j => open Classical in if j = i then S else P j

/-- One step of a program: a step of any one of its threads. -/
inductive ParStep {Thread Store Control : Type} (step : Thread → Steps Store Control) :
    ParState Thread Store Control → ParState Thread Store Control → Prop where
  | parallel {σ σ' P i S'} : step i (.run σ (P i)) (.run σ' S') → ParStep step (.run σ P) (.run σ' (P.update i S'))
  | parallelWrong {σ P i} : step i (.run σ (P i)) .wrong → ParStep step (.run σ P) .wrong

/-- Any number of steps. -/
inductive Many {State : Type} (Step : State → State → Prop) : State → State → Prop where
  | refl {s} : Many Step s s
  | tail {s t u} : Many Step s t → Step t u → Many Step s u

/-- Some interleaving from this store goes wrong. -/
def GoesWrong {Thread Store Control : Type} (step : Thread → Steps Store Control) (P : Program Thread Control) (σ : Store) : Prop :=
  Many (ParStep step) (.run σ P) .wrong

/-- Some interleaving from the store σ comes to the store σ'. -/
def Reachable {Thread Store Control : Type} (step : Thread → Steps Store Control) (P : Program Thread Control) (σ σ' : Store) : Prop :=
  ∃ P', Many (ParStep step) (.run σ P) (.run σ' P')

end Plato
