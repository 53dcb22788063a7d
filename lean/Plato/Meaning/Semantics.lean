/-
# Programs and how they run

Core Plato: statements made of atomic commands, threads that interleave. Claims about programs are stated with this semantics; it follows
section 3 of Flanagan, Freund and Qadeer, *Thread-Modular Verification for Shared-Memory Programs*, rule by rule, with two generalisations:
an atomic command is any relation from a store to what can become of it, another store or an execution that has gone wrong, and the
threads are indexed by any type, so that individually declared threads and any number of threads are both instances.

From one store a command may have several outcomes, and going wrong may be among them. If it has none, it blocks. The paper's operation
`step ↓ post` is one such relation (`operation` in `proofs/Theory/Operation`).

Main definitions: `Outcome`, `Transition`, `Statement`, `SeqStep`, `ParStep`, `Many`, `GoesWrong`, `Reachable`.
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

/-- What an atomic command can do: the outcomes from each store. -/
abbrev Transition (Store : Type) := Store → Outcome Store → Prop

/-- Statements. -/
inductive Statement (Store : Type) where
  | skip
  | atomic (command : Transition Store)
  /-- Either of two. -/
  | choice (S T : Statement Store)
  | seq (S T : Statement Store)
  /-- Any number of times. -/
  | loop (S : Statement Store)

/-- A thread in a store, or an execution that has gone wrong. -/
inductive SeqState (Store : Type) where
  | run (σ : Store) (S : Statement Store)
  | wrong

/-- One step of a thread by itself. -/
inductive SeqStep {Store : Type} : SeqState Store → SeqState Store → Prop where
  | actionOk {σ σ' command} : command σ (.store σ') → SeqStep (.run σ (.atomic command)) (.run σ' .skip)
  | actionWrong {σ command} : command σ .wrong → SeqStep (.run σ (.atomic command)) .wrong
  | choiceLeft {σ S T} : SeqStep (.run σ (.choice S T)) (.run σ S)
  | choiceRight {σ S T} : SeqStep (.run σ (.choice S T)) (.run σ T)
  | loopDone {σ S} : SeqStep (.run σ (.loop S)) (.run σ .skip)
  | loopUnroll {σ S} : SeqStep (.run σ (.loop S)) (.run σ (.seq S (.loop S)))
  | assoc {σ S T U} : SeqStep (.run σ (.seq (.seq S T) U)) (.run σ (.seq S (.seq T U)))
  | seqStep {σ σ' S S' T} : SeqStep (.run σ S) (.run σ' S') → SeqStep (.run σ (.seq S T)) (.run σ' (.seq S' T))
  | seqSkip {σ T} : SeqStep (.run σ (.seq .skip T)) (.run σ T)
  | seqWrong {σ S T} : SeqStep (.run σ S) .wrong → SeqStep (.run σ (.seq S T)) .wrong

/-- A program: a statement for each thread. -/
abbrev Program (Thread Store : Type) := Thread → Statement Store

/-- A program in a store, or an execution that has gone wrong. -/
inductive ParState (Thread Store : Type) where
  | run (σ : Store) (P : Program Thread Store)
  | wrong

/-- The program with the statement of one thread replaced. -/
noncomputable def Program.update {Thread Store : Type} (P : Program Thread Store) (i : Thread) (S : Statement Store) : Program Thread Store :=
  fun j => open Classical in if j = i then S else P j

/-- One step of a program: a step of any one of its threads. -/
inductive ParStep {Thread Store : Type} : ParState Thread Store → ParState Thread Store → Prop where
  | parallel {σ σ' P i S'} : SeqStep (.run σ (P i)) (.run σ' S') → ParStep (.run σ P) (.run σ' (P.update i S'))
  | parallelWrong {σ P i} : SeqStep (.run σ (P i)) .wrong → ParStep (.run σ P) .wrong

/-- Any number of steps. -/
inductive Many {State : Type} (Step : State → State → Prop) : State → State → Prop where
  | refl {s} : Many Step s s
  | tail {s t u} : Many Step s t → Step t u → Many Step s u

/-- Some interleaving from this store goes wrong. -/
def GoesWrong {Thread Store : Type} (P : Program Thread Store) (σ : Store) : Prop := Many ParStep (.run σ P) .wrong

/-- Some interleaving from the store σ comes to the store σ'. -/
def Reachable {Thread Store : Type} (P : Program Thread Store) (σ σ' : Store) : Prop :=
  ∃ P', Many ParStep (.run σ P) (.run σ' P')

end Plato
