/-
# What a certificate says of the statements for a step of reduction

Before which statements something is asserted, by which command the command of a statement is replaced, which commands are right and left movers, what loops
do in any number of iterations, and which statements become one command. Assertions and replacements are made first.

Main definitions: `ReductionPlan`, `changeStatements`.
-/
module

public import Plato.Program.Read
public import Plato.Reduction.Movers

@[expose] public section

namespace Plato

/-- What the certificate says of the statements, by their numbers. -/
structure ReductionPlan where
  /-- What all commands keep, with their replacements: it is known where they move. -/
  invariant : Option Literal
  /-- What is asserted before it. -/
  gates : Array (Option Literal)
  /-- By what its command is replaced. -/
  replacements : Array (Option CommandEntry)
  rights : Array Bool
  lefts : Array Bool
  /-- What a loop does in any number of iterations that come to their end. -/
  summaries : Array (Option CommandEntry)
  /-- It becomes one command. -/
  merges : Array Bool

/-- Nothing is said of so many statements. -/
def ReductionPlan.empty (size : Nat) : ReductionPlan where
  invariant := none
  gates := Array.replicate size none
  replacements := Array.replicate size none
  rights := Array.replicate size false
  lefts := Array.replicate size false
  summaries := Array.replicate size none
  merges := Array.replicate size false

/-- The command in the place of a command. -/
def replaced (replacement : Option CommandEntry) (c : CommandEntry) : CommandEntry := replacement.getD c

/-- The command with an assertion before it. -/
def guarded (gate : Option Literal) (c : CommandEntry) : CommandEntry :=
  match gate with
  | none => c
  | some l => ⟨.seq (.assert l) c.command, c.depth + 1, c.size + 2⟩

/-- The line with what is said of its command; nothing is said of other lines. -/
def changedEntry (gate : Option Literal) (replacement : Option CommandEntry) (limit : Nat) (entry : StatementEntry) : Except Reason StatementEntry :=
  match entry.shape with
  | .atomic c => do
    let c := guarded gate (replaced replacement ⟨c, entry.depth, entry.size⟩)
    require (c.depth ≤ maxDepth ∧ c.size ≤ limit) .statementTooLarge
    .ok ⟨.atomic c.command, c.depth, c.size, entry.exits⟩
  | _ => do
    require (gate.isNone = true) (.notReducible "an assertion can be put before a command only")
    require (replacement.isNone = true) (.notReducible "only a command can be replaced")
    .ok entry

/-- The statements with their assertions and replacements, from number `i` on. -/
def changeStatements (plan : ReductionPlan) (limit : Nat) (statements : Array StatementEntry) (i : Nat) (out : Array StatementEntry) :
    Except Reason (Array StatementEntry) :=
  if h : i < statements.size then do
    let entry ← changedEntry (plan.gates.getD i none) (plan.replacements.getD i none) limit statements[i]
    changeStatements plan limit statements (i + 1) (out.push entry)
  else .ok out
termination_by statements.size - i

namespace Origin

/-- What replaces the command of the statement does what it did. -/
def simulates (statement : Nat) : Origin := ⟨"simulates", 0, statement⟩

end Origin

end Plato
