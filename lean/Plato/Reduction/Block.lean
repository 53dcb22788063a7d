/-
# Blocks with loops and exits

A statement that becomes one command is made of commands by sequence, choice, loops, blocks and exits. It may be left at its end or by an exit, and for each way of leaving it there is a
command that does what the statement does on the ways to there. A loop is any number of iterations that come to their end, which the certificate sums up in a command, and then the end or an iteration
that an exit leaves.

The statement is right movers, one command of any kind, and left movers. A loop before the command of any kind may contain it, if the loop is left by an exit after it: what is computed is by which ways the
statement may be left after it.

Main definitions: `MoverCode`, `moverCode`, `MoverCode.before`, `MoverCode.merged`, `summaryConditions`.
-/
module

public import Plato.Reduction.Plan
public import Plato.Reduction.Simulate

@[expose] public section

namespace Plato

/-- A statement with what the certificate says of its parts. -/
inductive MoverCode where
  | skip
  | atomic (c : CommandEntry) (isRight isLeft : Bool)
  | choice (S T : MoverCode)
  | seq (S T : MoverCode)
  /-- With its number, and what it does in any number of iterations. -/
  | loop (number : Nat) (summary : Option CommandEntry) (S : MoverCode)
  | block (S : MoverCode)
  | exit (level : Nat)
  /-- One that cannot be merged. -/
  | other (S : Code)

/-- The statement of number `k`; `trees` are the statements of all numbers. -/
def moverCode (plan : ReductionPlan) (statements : Array StatementEntry) (trees : Array Code) (k : Nat) : MoverCode :=
  if h : k < statements.size then
    match statements[k].shape with
    | .skip => .skip
    | .atomic c => .atomic ⟨c, statements[k].depth, statements[k].size⟩ (plan.rights.getD k false) (plan.lefts.getD k false)
    | .choice S T => .choice (if S < k then moverCode plan statements trees S else .skip) (if T < k then moverCode plan statements trees T else .skip)
    | .seq S T => .seq (if S < k then moverCode plan statements trees S else .skip) (if T < k then moverCode plan statements trees T else .skip)
    | .loop S => .loop k (plan.summaries.getD k none) (if S < k then moverCode plan statements trees S else .skip)
    | .block S => .block (if S < k then moverCode plan statements trees S else .skip)
    | .exit level => .exit level
    | _ => .other (trees.getD k .skip)
  else .skip
termination_by k

/-! ## Ways of leaving a statement

Lists have the end first, and then the exits by their levels. -/

/-- The ways of both lists. -/
def joinWays : List Bool → List Bool → List Bool
  | [], bs => bs
  | as, [] => as
  | a :: as, b :: bs => (a || b) :: joinWays as bs

/-- The ways of leaving a block with that body. -/
def outerWays : List Bool → List Bool
  | a :: b :: rest => (a || b) :: rest
  | as => as

/-- The way of leaving that an exit is, after the end. -/
def exitWays : (level : Nat) → List Bool
  | 0 => [true]
  | level + 1 => false :: exitWays level

/-- The ways of leaving a statement that consists of left movers; nothing if it does not. -/
def MoverCode.after : MoverCode → Option (List Bool)
  | .skip => some [true]
  | .atomic _ _ isLeft => if isLeft then some [true] else none
  | .choice S T =>
    match S.after, T.after with
    | some a, some b => some (joinWays a b)
    | _, _ => none
  | .seq S T =>
    match S.after with
    | some (true :: a) =>
      match T.after with
      | some b => some (joinWays (false :: a) b)
      | none => none
    | a => a
  | .loop _ _ S =>
    match S.after with
    | some a => some (joinWays [true] a)
    | none => none
  | .block S =>
    match S.after with
    | some a => some (outerWays a)
    | none => none
  | .exit level => some (false :: exitWays level)
  | .other _ => none

/-- The ways by which a statement may be left after its command of any kind; nothing if it is not right movers, one command of any kind, and left movers. -/
def MoverCode.before : MoverCode → Option (List Bool)
  | .skip => some []
  | .atomic _ isRight _ => some (if isRight then [] else [true])
  | .choice S T =>
    match S.before, T.before with
    | some a, some b => some (joinWays a b)
    | _, _ => none
  | .seq S T =>
    match S.before with
    | some (true :: a) =>
      match T.after with
      | some b => some (joinWays (false :: a) b)
      | none => none
    | some a =>
      match T.before with
      | some b => some (joinWays a b)
      | none => none
    | none => none
  | .loop _ _ S =>
    match S.before with
    | some (true :: _) | none =>
      match S.after with
      | some a => some (joinWays [true] a)
      | none => none
    | some a => some a
  | .block S =>
    match S.before with
    | some a => some (outerWays a)
    | none => none
  | .exit _ => some []
  | .other _ => none

/-! ## Commands for the ways of leaving a statement -/

/-- The one command and then the other. -/
def CommandEntry.then (c d : CommandEntry) : CommandEntry := ⟨.seq c.command d.command, max c.depth d.depth + 1, c.size + d.size + 1⟩

/-- Either of the commands that there are. -/
def eitherCommand : Option CommandEntry → Option CommandEntry → Option CommandEntry
  | some c, some d => some ⟨.choice c.command d.command, max c.depth d.depth + 1, c.size + d.size + 1⟩
  | some c, none => some c
  | none, d => d

/-- The command that does nothing. -/
def nothingCommand : CommandEntry := ⟨.assign [], 1, 1⟩

/-- By the ways of both lists. -/
def joinCommands : List (Option CommandEntry) → List (Option CommandEntry) → List (Option CommandEntry)
  | [], ds => ds
  | cs, [] => cs
  | c :: cs, d :: ds => eitherCommand c d :: joinCommands cs ds

/-- The command, and then each of the others. -/
def thenCommands (c : CommandEntry) : List (Option CommandEntry) → List (Option CommandEntry)
  | [] => []
  | none :: ds => none :: thenCommands c ds
  | some d :: ds => some (c.then d) :: thenCommands c ds

/-- By the ways of leaving a block with that body. -/
def outerCommands : List (Option CommandEntry) → List (Option CommandEntry)
  | c :: d :: rest => eitherCommand c d :: rest
  | cs => cs

/-- For the way of leaving that an exit is, after the end. -/
def exitCommands : (level : Nat) → List (Option CommandEntry)
  | 0 => [some nothingCommand]
  | level + 1 => none :: exitCommands level

/-- For each way of leaving the statement, the command that does what it does until then; nothing if it cannot be merged. -/
def MoverCode.merged : MoverCode → Option (List (Option CommandEntry))
  | .skip => some [some nothingCommand]
  | .atomic c _ _ => some [some c]
  | .choice S T =>
    match S.merged, T.merged with
    | some a, some b => some (joinCommands a b)
    | _, _ => none
  | .seq S T =>
    match S.merged, T.merged with
    | some (some c :: a), some b => some (joinCommands (none :: a) (thenCommands c b))
    | some a, some _ => some a
    | _, _ => none
  | .loop _ summary S =>
    match summary, S.merged with
    | some c, some (_ :: a) => some (some c :: thenCommands c a)
    | some c, some [] => some [some c]
    | _, _ => none
  | .block S =>
    match S.merged with
    | some a => some (outerCommands a)
    | none => none
  | .exit level => some (none :: exitCommands level)
  | .other _ => none

/-- There are no commands. -/
def noCommands : List (Option CommandEntry) → Bool
  | [] => true
  | none :: rest => noCommands rest
  | some _ :: _ => false

/-- The command for the end, if there is no other way of leaving. -/
def endCommand : List (Option CommandEntry) → Option CommandEntry
  | some c :: rest => if noCommands rest then some c else none
  | _ => none

/-! ## Summaries of loops -/

namespace Origin

/-- The summary of the loop does what its iterations do. -/
def summary (statement : Nat) : Origin := ⟨"summary", 0, statement⟩

end Origin

/-- A command that goes wrong where this one does, and otherwise blocks. -/
def CommandCode.only (c : CommandCode) : CommandCode := .seq c (.assume .false)

/-- After any number of iterations none of the commands for exits goes wrong. -/
def exitConditions (T : Tables) (given : List Property) (invariant : Option Literal) (number : Nat) (summary : CommandCode) : List (Option CommandEntry) → Generator → Except Reason Generator
  | [], g => .ok g
  | none :: rest, g => exitConditions T given invariant number summary rest g
  | some e :: rest, g => do
    let g ← simulateCondition T given invariant (.summary number) number (CommandCode.seq summary e.command).only summary g
    exitConditions T given invariant number summary rest g

/-- The conditions of a loop's summary: no iteration is within it, one more iteration is, and after any number of them the next one does not go wrong. -/
def loopConditions (T : Tables) (given : List Property) (invariant : Option Literal) (number : Nat) (summary : CommandCode) (body : List (Option CommandEntry)) (g : Generator) :
    Except Reason Generator := do
  let g ← simulateCondition T given invariant (.summary number) number (.assign []) summary g
  match body with
  | [] => .ok g
  | none :: exits => exitConditions T given invariant number summary exits g
  | some c :: exits => do
    let g ← simulateCondition T given invariant (.summary number) number (.seq summary c.command) summary g
    exitConditions T given invariant number summary exits g

/-- The conditions of all summaries in a statement. -/
def summaryConditions (T : Tables) (given : List Property) (invariant : Option Literal) : MoverCode → Generator → Except Reason Generator
  | .choice S T', g => do
    let g ← summaryConditions T given invariant S g
    summaryConditions T given invariant T' g
  | .seq S T', g => do
    let g ← summaryConditions T given invariant S g
    summaryConditions T given invariant T' g
  | .loop number summary S, g => do
    let g ← summaryConditions T given invariant S g
    match summary, S.merged with
    | some c, some body => loopConditions T given invariant number c.command body g
    | _, _ => .ok g
  | .block S, g => summaryConditions T given invariant S g
  | _, g => .ok g

end Plato
