/-
# The statements of the papers

Statements made of atomic commands, as in section 3 of Flanagan, Freund and Qadeer, *Thread-Modular Verification for Shared-Memory Programs*,
rule by rule, with one generalisation: an atomic command is any relation from a store to what can become of it, another store or an execution
that has gone wrong. The paper's operation `step ↓ post` is one such relation (`operation` in `Theory/Operation`). The theories of the papers are
about these; programs have more (`Plato.Meaning.Statement`).

Main definitions: `Statement`, `SeqStep`, `ThreadsStep`, `ThreadsOpenStep`, `Program.ThreadsSat`.
-/
module

public import Plato.Meaning.Open

@[expose] public section

namespace Plato

/-- Statements. -/
inductive Statement (Store : Type) where
  | skip
  | atomic (command : Transition Store)
  /-- Either of two. -/
  | choice (S T : Statement Store)
  | seq (S T : Statement Store)
  /-- Any number of times. -/
  | loop (S : Statement Store)

/-- One step of a thread by itself. -/
inductive SeqStep {Store : Type} : Steps Store (Statement Store) where
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

/-- One step of a program made of such statements. -/
abbrev ThreadsStep {Thread Store : Type} := ParStep fun _ : Thread => SeqStep (Store := Store)

/-- The same in an environment. -/
abbrev ThreadsOpenStep {Thread Store : Type} (rely : Action Store) := OpenStep (fun _ : Thread => SeqStep (Store := Store)) rely

/-- `P sat [pre, rely, guar, post]` for such a program. -/
abbrev Program.ThreadsSat {Thread Store : Type} (P : Program Thread (Statement Store)) (s : Specification Store) : Prop :=
  P.Sat (fun _ => SeqStep) .skip s

end Plato
