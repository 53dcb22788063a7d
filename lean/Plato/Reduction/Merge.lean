/-
# The program after a step of reduction

The program after a step is computed here: with a command for each statement that is merged. What is merged is left at its end alone.

Main definitions: `mergedEntry`, `mergeStatements`, `familyAtoms`.
-/
module

public import Plato.Reduction.Block

@[expose] public section

namespace Plato

/-! ## Merging -/

/-- Exits of the statement leave fewer blocks around it than these. -/
def Code.inside : (blocks : Nat) → Code → Bool
  | m, .choice S T => S.inside m && T.inside m
  | m, .seq S T => S.inside m && T.inside m
  | m, .loop S => S.inside m
  | m, .block S => S.inside (m + 1)
  | m, .exit level => decide (level < m)
  | _, .scope _ _ => false
  | _, .par _ _ _ => false
  | _, _ => true

/-- The statement does nothing. -/
def Code.isSkip : Code → Bool
  | .skip => true
  | _ => false

/-- The command for a statement that is to be merged; `tree` is the statement. -/
def mergedCommand (tree : Code) (S : MoverCode) : Except Reason CommandEntry := do
  require (tree.inside 0 = true) (.notReducible "an exit leaves the statement that is to be merged")
  require (S.before.isSome = true) (.notReducible "the statement is not right movers, one command, and left movers")
  require (tree.isSkip = false) (.notReducible "there is nothing to be merged")
  let commands ← orReject (.notReducible "a call cannot be merged, nor a loop without a summary") S.merged
  orReject (.notReducible "the statement that is to be merged is not left at its end alone") (endCommand commands)

/-- The statements with a command for each that is merged, from number `i` on; `trees` are the statements before that. -/
def mergeStatements (plan : ReductionPlan) (limit : Nat) (trees : Array Code) (statements : Array StatementEntry) (i : Nat) (out : Array StatementEntry) :
    Except Reason (Array StatementEntry) :=
  if h : i < statements.size then
    if plan.merges.getD i false then do
      let c ← mergedCommand (trees.getD i .skip) (moverCode plan statements trees i)
      require (c.depth < maxDepth ∧ c.size < limit) .statementTooLarge
      mergeStatements plan limit trees statements (i + 1) (out.push ⟨.atomic c.command, c.depth + 1, c.size + 1, 0⟩)
    else mergeStatements plan limit trees statements (i + 1) (out.push statements[i])
  else .ok out
termination_by statements.size - i

/-! ## The commands of a family -/

/-- The parts of a statement are reached, too. -/
def reachParts (reached : Array Bool) : StatementShape → Array Bool
  | .choice S T => (reached.setIfInBounds S true).setIfInBounds T true
  | .seq S T => (reached.setIfInBounds S true).setIfInBounds T true
  | .loop S => reached.setIfInBounds S true
  | .block S => reached.setIfInBounds S true
  | .scope _ S => reached.setIfInBounds S true
  | .par _ _ S => reached.setIfInBounds S true
  | _ => reached

/-- The statements that are part of those reached, from below number `i` on downwards. -/
def reachBelow (statements : Array StatementEntry) : (i : Nat) → (reached : Array Bool) → Array Bool
  | 0, reached => reached
  | i + 1, reached =>
    reachBelow statements i (if h : i < statements.size then if reached.getD i false then reachParts reached statements[i].shape else reached else reached)

/-- All parts of a statement are reached, and there is no scope and no `par`. -/
def partsReached (reached : Array Bool) : StatementShape → Except Reason Unit
  | .choice S T => require (reached.getD S false = true ∧ reached.getD T false = true) (.notReducible "a part is missing")
  | .seq S T => require (reached.getD S false = true ∧ reached.getD T false = true) (.notReducible "a part is missing")
  | .loop S => require (reached.getD S false = true) (.notReducible "a part is missing")
  | .block S => require (reached.getD S false = true) (.notReducible "a part is missing")
  | .scope _ _ => .error (.notReducible "the program has recursive procedures")
  | .par _ _ _ => .error (.notReducible "the program has 'par'")
  | _ => .ok ()

/-- The commands among the statements that are reached, below number `i`; all parts of these are reached. -/
def atomsBelow (plan : ReductionPlan) (statements : Array StatementEntry) (reached : Array Bool) : (i : Nat) → (out : List AtomCode) → Except Reason (List AtomCode)
  | 0, out => .ok out
  | i + 1, out =>
    if h : i < statements.size then
      if reached.getD i false then do
        partsReached reached statements[i].shape
        match statements[i].shape with
        | .atomic c => atomsBelow plan statements reached i (⟨i, c, plan.rights.getD i false, plan.lefts.getD i false⟩ :: out)
        | _ => atomsBelow plan statements reached i out
      else atomsBelow plan statements reached i out
    else atomsBelow plan statements reached i out

/-- The bodies of procedures from number `i` on are reached, too. -/
def reachBodies (procedures : Array Nat) (i : Nat) (reached : Array Bool) : Array Bool :=
  if h : i < procedures.size then reachBodies procedures (i + 1) (reached.setIfInBounds procedures[i] true) else reached
termination_by procedures.size - i

/-- The statements that a family's body is made of, and those of all procedures, which it may call. -/
def reachedFrom (statements : Array StatementEntry) (procedures : Array Nat) (body : Nat) : Array Bool :=
  reachBelow statements statements.size (reachBodies procedures 0 ((Array.replicate statements.size false).setIfInBounds body true))

/-- The bodies of procedures from number `i` on are reached. -/
def bodiesReached (reached : Array Bool) (procedures : Array Nat) (i : Nat) : Except Reason Unit :=
  if h : i < procedures.size then
    if reached.getD procedures[i] false then bodiesReached reached procedures (i + 1) else .error (.noSuchStatement procedures[i])
  else .ok ()
termination_by procedures.size - i

/-- The families with their commands, below number `i`, before `out`. -/
def familyAtoms (plan : ReductionPlan) (statements : Array StatementEntry) (procedures : Array Nat) (families : Array Family) :
    (i : Nat) → (out : List FamilyAtoms) → Except Reason (List FamilyAtoms)
  | 0, out => .ok out
  | i + 1, out =>
    if h : i < families.size then do
      let reached := reachedFrom statements procedures families[i].body
      require (reached.getD families[i].body false = true) (.noSuchStatement families[i].body)
      bodiesReached reached procedures 0
      let atoms ← atomsBelow plan statements reached statements.size []
      familyAtoms plan statements procedures families i (⟨i, families[i].members, atoms⟩ :: out)
    else .error (.noSuchFamily i)

/-- No exit leaves a procedure, from number `i` on. -/
def bodiesInside (trees : Array Code) (procedures : Array Nat) (i : Nat) : Except Reason Unit :=
  if h : i < procedures.size then
    if (trees.getD procedures[i] .skip).inside 0 then bodiesInside trees procedures (i + 1)
    else .error (.notReducible "a procedure is recursive, or has 'par'")
  else .ok ()
termination_by procedures.size - i

end Plato
