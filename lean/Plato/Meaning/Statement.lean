/-
# Statements: what a thread does, step by step

Statements are made of atomic commands. Each command is one step of the store; all other steps only go on with what is left to do, and leave
the store as it is.

`block S` is left by `exit 0` inside of `S`, and `exit 1` leaves the block around it, and so on: `break`, `continue` and `return` are such. A
call becomes the body of the procedure, so procedures may be recursive. A procedure's parameters, results and locals are maps from thread
identifiers to the values of each thread's latest activation. A `scope` keeps those of an earlier one: it remembers this thread's own
entries, and gives them back at its end by one step. Other threads' entries are left alone.

Main definitions: `Core`, `Core.Step`.
-/
module

public import Plato.Meaning.Command

@[expose] public section

namespace Plato

/-- The statements of a program. -/
inductive Core where
  | skip
  | atomic (command : Command)
  /-- Either of two. -/
  | choice (S T : Core)
  | seq (S T : Core)
  /-- Any number of times. -/
  | loop (S : Core)
  /-- A statement that `exit 0` leaves. -/
  | block (S : Core)
  /-- Leaves the block that is so many further out than the nearest one. -/
  | exit (level : Nat)
  /-- The body of the procedure with that number. -/
  | call (procedure : Nat)
  /-- The statement; then this thread's entries of the map variables have their values from before it again. -/
  | scope (locals : List Nat) (S : Core)

/-- The command that gives this thread's entries of map variables the values that they have in a store. -/
noncomputable def restoring (locals : List Nat) (thread : Int) (σ : Store) : Command :=
  .assign (locals.map fun x => (⟨x, some (.logic 0)⟩, .num ((σ x).toMap thread)))

/-- One step of a thread by itself, with the bodies of the procedures. -/
inductive Core.Step (bodies : Nat → Core) (E : Parameters) (thread : Int) : Steps Store Core where
  | actionOk {σ σ' command} : command.Runs E thread σ (.store σ') → Step bodies E thread (.run σ (.atomic command)) (.run σ' .skip)
  | actionWrong {σ command} : command.Runs E thread σ .wrong → Step bodies E thread (.run σ (.atomic command)) .wrong
  | choiceLeft {σ S T} : Step bodies E thread (.run σ (.choice S T)) (.run σ S)
  | choiceRight {σ S T} : Step bodies E thread (.run σ (.choice S T)) (.run σ T)
  | loopDone {σ S} : Step bodies E thread (.run σ (.loop S)) (.run σ .skip)
  | loopUnroll {σ S} : Step bodies E thread (.run σ (.loop S)) (.run σ (.seq S (.loop S)))
  | seqStep {σ σ' S S' T} : Step bodies E thread (.run σ S) (.run σ' S') → Step bodies E thread (.run σ (.seq S T)) (.run σ' (.seq S' T))
  | seqSkip {σ T} : Step bodies E thread (.run σ (.seq .skip T)) (.run σ T)
  | seqExit {σ level T} : Step bodies E thread (.run σ (.seq (.exit level) T)) (.run σ (.exit level))
  | seqWrong {σ S T} : Step bodies E thread (.run σ S) .wrong → Step bodies E thread (.run σ (.seq S T)) .wrong
  | blockStep {σ σ' S S'} : Step bodies E thread (.run σ S) (.run σ' S') → Step bodies E thread (.run σ (.block S)) (.run σ' (.block S'))
  | blockSkip {σ} : Step bodies E thread (.run σ (.block .skip)) (.run σ .skip)
  | blockExit {σ} : Step bodies E thread (.run σ (.block (.exit 0))) (.run σ .skip)
  | blockOut {σ level} : Step bodies E thread (.run σ (.block (.exit (level + 1)))) (.run σ (.exit level))
  | blockWrong {σ S} : Step bodies E thread (.run σ S) .wrong → Step bodies E thread (.run σ (.block S)) .wrong
  | call {σ procedure} : Step bodies E thread (.run σ (.call procedure)) (.run σ (bodies procedure))
  | scope {σ locals S} : Step bodies E thread (.run σ (.scope locals S)) (.run σ (.seq S (.atomic (restoring locals thread σ))))

end Plato
