/-
# Statements: what a thread does, step by step

Statements are made of atomic commands. Each command is one step of the store; all other steps only go on with what is left to do, and leave
the store as it is.

`block S` is left by `exit 0` inside of `S`, and `exit 1` leaves the block around it, and so on: `break`, `continue` and `return` are such. A
call becomes the body of the procedure, so procedures may be recursive. A procedure's parameters, results and locals are maps from thread
identifiers to the values of each thread's latest activation. A `scope` keeps those of an earlier one: it remembers this thread's own
entries, and gives them back at its end by one step. Other threads' entries are left alone.

`par first last S` runs a branch for each number from `first` to `last`, as these are in the store where it starts. Each branch runs `S` as a
thread of its own, with an identifier of its own (`branchOf`); the thread itself goes on when all of them have ended.

Main definitions: `Core`, `forked`, `Core.Step`.
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
  /-- The statement in parallel, for each number from the first to the last. -/
  | par (first last : Term) (S : Core)
  /-- Branches under way: what is left for the branch of each number. -/
  | branches (rest : Int → Core)

/-- The command that gives this thread's entries of map variables the values that they have in a store. -/
noncomputable def restoring (locals : List Nat) (thread : Int) (σ : Store) : Command :=
  .assign (locals.map fun x => (⟨x, some (.logic 0)⟩, .num ((σ x).toMap thread)))

/-- Branches that have not begun: the statement for each number from the first to the last, and nothing for all others. -/
noncomputable def forked (E : Parameters) (thread : Int) (first last : Term) (S : Core) (σ : Store) (number : Int) : Core :=
  if (first.valueIn E thread σ).toInt ≤ number ∧ number ≤ (last.valueIn E thread σ).toInt then S else .skip

/-- One step of a thread by itself, with the bodies of the procedures. A step of a branch is one of its thread. -/
inductive Core.Step (bodies : Nat → Core) (E : Parameters) : (thread : Int) → Steps Store Core where
  | actionOk {thread σ σ' command} : command.Runs E thread σ (.store σ') → Step bodies E thread (.run σ (.atomic command)) (.run σ' .skip)
  | actionWrong {thread σ command} : command.Runs E thread σ .wrong → Step bodies E thread (.run σ (.atomic command)) .wrong
  | choiceLeft {thread σ S T} : Step bodies E thread (.run σ (.choice S T)) (.run σ S)
  | choiceRight {thread σ S T} : Step bodies E thread (.run σ (.choice S T)) (.run σ T)
  | loopDone {thread σ S} : Step bodies E thread (.run σ (.loop S)) (.run σ .skip)
  | loopUnroll {thread σ S} : Step bodies E thread (.run σ (.loop S)) (.run σ (.seq S (.loop S)))
  | seqStep {thread σ σ' S S' T} : Step bodies E thread (.run σ S) (.run σ' S') → Step bodies E thread (.run σ (.seq S T)) (.run σ' (.seq S' T))
  | seqSkip {thread σ T} : Step bodies E thread (.run σ (.seq .skip T)) (.run σ T)
  | seqExit {thread σ level T} : Step bodies E thread (.run σ (.seq (.exit level) T)) (.run σ (.exit level))
  | seqWrong {thread σ S T} : Step bodies E thread (.run σ S) .wrong → Step bodies E thread (.run σ (.seq S T)) .wrong
  | blockStep {thread σ σ' S S'} : Step bodies E thread (.run σ S) (.run σ' S') → Step bodies E thread (.run σ (.block S)) (.run σ' (.block S'))
  | blockSkip {thread σ} : Step bodies E thread (.run σ (.block .skip)) (.run σ .skip)
  | blockExit {thread σ} : Step bodies E thread (.run σ (.block (.exit 0))) (.run σ .skip)
  | blockOut {thread σ level} : Step bodies E thread (.run σ (.block (.exit (level + 1)))) (.run σ (.exit level))
  | blockWrong {thread σ S} : Step bodies E thread (.run σ S) .wrong → Step bodies E thread (.run σ (.block S)) .wrong
  | call {thread σ procedure} : Step bodies E thread (.run σ (.call procedure)) (.run σ (bodies procedure))
  | scope {thread σ locals S} : Step bodies E thread (.run σ (.scope locals S)) (.run σ (.seq S (.atomic (restoring locals thread σ))))
  | fork {thread σ first last S} : Step bodies E thread (.run σ (.par first last S)) (.run σ (.branches (forked E thread first last S σ)))
  | branchStep {thread σ σ' rest number S'} : Step bodies E (branchOf thread number) (.run σ (rest number)) (.run σ' S') →
    Step bodies E thread (.run σ (.branches rest)) (.run σ' (.branches (Program.update rest number S')))
  | branchWrong {thread σ rest number} : Step bodies E (branchOf thread number) (.run σ (rest number)) .wrong →
    Step bodies E thread (.run σ (.branches rest)) .wrong
  | join {thread σ rest} : (∀ number, rest number = .skip) → Step bodies E thread (.run σ (.branches rest)) (.run σ .skip)

end Plato
