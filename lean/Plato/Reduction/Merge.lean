/-
# The program after a step of reduction

The certificate says before which statements something is to be asserted, which statements are right and left movers, and which statements are to become
one command. The program after that is computed here: first with the assertions, then with a command for each statement that is merged. A statement
can be merged if it is made of commands by sequence and choice, and is right movers, one command of any kind, and left movers.

Main definitions: `ReductionPlan`, `assertStatements`, `mergeStatements`, `familyAtoms`.
-/
module

public import Plato.Program.Read
public import Plato.Reduction.Movers

@[expose] public section

namespace Plato

/-- What the certificate says of the statements, by their numbers. -/
structure ReductionPlan where
  /-- What is asserted before it. -/
  gates : Array (Option Literal)
  rights : Array Bool
  lefts : Array Bool
  /-- It becomes one command. -/
  merges : Array Bool

/-- Nothing is said of so many statements. -/
def ReductionPlan.empty (size : Nat) : ReductionPlan where
  gates := Array.replicate size none
  rights := Array.replicate size false
  lefts := Array.replicate size false
  merges := Array.replicate size false

/-! ## Assertions -/

/-- The statement with an assertion before its command. -/
def assertShape (l : Literal) : StatementShape → Except Reason StatementShape
  | .atomic c => .ok (.atomic (.seq (.assert l) c))
  | _ => .error (.notReducible "an assertion can be put before a command only")

/-- The statements with their assertions, from number `i` on. -/
def assertStatements (gates : Array (Option Literal)) (statements : Array StatementEntry) (i : Nat) (out : Array StatementEntry) :
    Except Reason (Array StatementEntry) :=
  if h : i < statements.size then
    match gates.getD i none with
    | none => assertStatements gates statements (i + 1) (out.push statements[i])
    | some l => do
      let shape ← assertShape l statements[i].shape
      -- the command is one deeper
      require (statements[i].depth < maxDepth) .statementTooLarge
      assertStatements gates statements (i + 1) (out.push ⟨shape, statements[i].depth + 1, statements[i].size + 2, statements[i].exits⟩)
  else .ok out
termination_by statements.size - i

/-! ## Mover types of statements -/

/-- Whether the statement of number `i` consists of commands that are claimed to be movers, if that is known of those before it. -/
def consistsAt (claimed out : Array Bool) (i : Nat) : StatementShape → Bool
  | .skip => true
  | .atomic _ => claimed.getD i false
  | .choice S T => out.getD S false && out.getD T false
  | .seq S T => out.getD S false && out.getD T false
  | _ => false

/-- The same for each statement from number `i` on. -/
def consistsFrom (claimed : Array Bool) (statements : Array StatementEntry) (i : Nat) (out : Array Bool) : Array Bool :=
  if h : i < statements.size then consistsFrom claimed statements (i + 1) (out.push (consistsAt claimed out i statements[i].shape)) else out
termination_by statements.size - i

/-- Whether a statement is right movers, one command, and left movers, if that is known of those before it. -/
def blockAt (right left out : Array Bool) : StatementShape → Bool
  | .skip => true
  | .atomic _ => true
  | .choice S T => out.getD S false && out.getD T false
  | .seq S T => (right.getD S false && out.getD T false) || (out.getD S false && left.getD T false)
  | _ => false

/-- The same for each statement from number `i` on. -/
def blocksFrom (right left : Array Bool) (statements : Array StatementEntry) (i : Nat) (out : Array Bool) : Array Bool :=
  if h : i < statements.size then blocksFrom right left statements (i + 1) (out.push (blockAt right left out statements[i].shape)) else out
termination_by statements.size - i

/-! ## Merging -/

/-- The command that does what the statement does, if it is made of commands by sequence and choice. -/
def Code.merged : Code → Option CommandCode
  | .skip => some (.assign [])
  | .atomic c => some c
  | .seq S T =>
    match S.merged, T.merged with
    | some c, some d => some (.seq c d)
    | _, _ => none
  | .choice S T =>
    match S.merged, T.merged with
    | some c, some d => some (.choice c d)
    | _, _ => none
  | _ => none

/-- The statement does nothing. -/
def Code.isSkip : Code → Bool
  | .skip => true
  | _ => false

/-- The command for a statement that is to be merged. -/
def mergedCommand (isBlock : Bool) (S : Code) : Except Reason CommandCode := do
  require (isBlock = true) (.notReducible "the statement is not right movers, one command, and left movers")
  require (S.isSkip = false) (.notReducible "there is nothing to be merged")
  orReject (.notReducible "only commands in sequence and in choice can be merged") S.merged

/-- The statements with a command for each that is merged, from number `i` on; `trees` are the statements before that. -/
def mergeStatements (merges blocks : Array Bool) (trees : Array Code) (statements : Array StatementEntry) (i : Nat) (out : Array StatementEntry) :
    Except Reason (Array StatementEntry) :=
  if h : i < statements.size then
    if merges.getD i false then do
      let c ← mergedCommand (blocks.getD i false) (trees.getD i .skip)
      mergeStatements merges blocks trees statements (i + 1) (out.push ⟨.atomic c, statements[i].depth, statements[i].size, 0⟩)
    else mergeStatements merges blocks trees statements (i + 1) (out.push statements[i])
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
      if reached.getD i false then
        match partsReached reached statements[i].shape with
        | .error reason => .error reason
        | .ok _ =>
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

/-- No exit leaves a procedure, from number `i` on. -/
def bodiesInside (trees : Array Code) (procedures : Array Nat) (i : Nat) : Except Reason Unit :=
  if h : i < procedures.size then
    if (trees.getD procedures[i] .skip).inside 0 then bodiesInside trees procedures (i + 1)
    else .error (.notReducible "a procedure is recursive, or has 'par'")
  else .ok ()
termination_by procedures.size - i

end Plato
