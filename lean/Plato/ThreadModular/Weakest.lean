/-
# The goal of a statement

The weakest precondition of a statement as a goal: from the present store on, whatever the environment does, the statement does not go wrong,
its steps are as they are to be, and it ends where another goal holds. The statement is run by a thread of a family, whose steps are to keep its
guarantee; or it is in the body of a procedure with an abstraction, whose steps are to be idle ones or the next actions of that.

The goal of a statement is linear in the statement, which is no larger than the file.

Main definitions: `ThreadRules`, `weakestGoal`.
-/
module

public import Plato.Goal.Scopes
public import Plato.ThreadModular.Kinds
public import Plato.Table.Avoids
public import Plato.ThreadModular.Outline

@[expose] public section

namespace Plato

/-- What a body is to do: the abstraction, and the variable that counts its actions. -/
structure Activation where
  witness : Nat
  abstraction : Abstraction

/-- What the goals of a statement of a thread or of a procedure have in common. -/
structure ThreadRules where
  /-- The number of the family, or of the procedure after all families. -/
  family : Nat
  rely : Literal
  /-- For the statement of a family. -/
  guarantee : Literal
  /-- Every operation has an assertion before it. -/
  explicit : Bool
  /-- The variables that stores are compared by. -/
  variables : List VariableCode
  calls : List Callees
  /-- For the body of a procedure. -/
  activation : Option Activation

namespace ThreadRules

/-- The formula is true of the thread in store `k`; `first` is the store in which the statement started. -/
def holds (l : Literal) (k first : Nat) : Property := .is l ⟨k, [first], .self⟩

/-- The property, and the witness is the same in both stores. -/
def unwitnessed (c : ThreadRules) (a b : Nat) (f : Property) : Property :=
  match c.activation with
  | none => f
  | some x => .and f (.same [⟨x.witness, false⟩] a b)

/-- The environment may lead from store `a` to store `b`. -/
def others (c : ThreadRules) (a b : Nat) : Property := c.unwitnessed a b (.is c.rely (.step a b .self))

/-- What holds where the statement started, before other properties. -/
def known (c : ThreadRules) (first : Nat) (fs : List Property) : List Property :=
  match c.activation with
  | none => fs
  | some x => .is x.abstraction.pre (.here first .self) :: fs

/-- The formula is to be shown of the thread in store `k`, as an assertion. -/
def asserts (label : Nat) (J : Literal) (k first : Nat) : Goal := .shows ⟨some ⟨label, .assertion⟩, holds J k first⟩

/-- The assertion holds in store `a`, whatever the environment has done since store `k`; in an explicit outline, already in store `k`. -/
def enters (c : ThreadRules) (label : Nat) (J : Literal) (k a first : Nat) : Goal :=
  if c.explicit then asserts label J k first else .assuming (c.others k a) (asserts label J a first)

/-- The environment does not make the assertion false by a step from store 1 to store 0; and `rest`. -/
def stable (c : ThreadRules) (label : Nat) (J : Literal) (first : Nat) (rest : Goal) : Goal :=
  .aside (.stable c.family label) (c.known first [holds J 1 first, c.others 1 0]) (.shows ⟨none, holds J 0 first⟩) rest

/-- With these actions still to come: a step from store `a` to store `b` is the next of them and the witness counts one less, or it is idle and the
witness is the same. -/
def actions (label : Nat) (idle done : Literal) (a b : Nat) : List AbstractStep → List Shown
  | [] => [⟨some ⟨label, .abstraction⟩, .implies (.is done (.here a .self)) (.and (.is done (.here b .self)) (.is idle (.step a b .self)))⟩]
  | s :: later =>
    ⟨some ⟨label, .abstraction⟩, .implies (.is s.left (.here a .self))
      (.implies (.is s.left (.here b .self)) (.is idle (.step a b .self)))⟩ ::
    ⟨some ⟨label, .abstraction⟩, .implies (.is s.left (.here a .self)) (.implies (.is s.left.negate (.here b .self))
      (.and (.is (nextLeft done later) (.here b .self)) (.is s.action (.step a b .self))))⟩ ::
    actions label idle done a b later
where
  /-- The literal that counts the actions which are still to come. -/
  nextLeft (done : Literal) : List AbstractStep → Literal
    | [] => done
    | s :: _ => s.left

/-- What a step from store `a` to store `b` is to be. -/
def promises (c : ThreadRules) (label a b : Nat) : List Shown :=
  match c.activation with
  | none => [⟨some ⟨label, .guarantee⟩, .is c.guarantee (.step a b .self)⟩]
  | some x => actions label x.abstraction.idle x.abstraction.done a b x.abstraction.steps

/-- The command of an operation. -/
def command (c : ThreadRules) (o : OutlinedOperation) : CommandCode :=
  match c.activation with
  | none => o.proofCommand
  | some _ => o.witnessCommand

/-- The command does not go wrong in store `a`; it ends where its step is as it is to be, and then the goal, which sees the store in which it ends
and those beyond store `k`. -/
def operation (c : ThreadRules) (label : Nat) (o : OutlinedOperation) (a k : Nat) (g : Goal) : Goal :=
  .run (c.command o) a label (.showing (c.promises label (a + 1) 0) (.pick [0] (k + 2) g))

/-! ## Calls -/

/-- What happens while that procedure runs, if the caller says so. -/
def throughOf (procedure : Nat) : List Callees → Option Literal
  | [] => none
  | group :: rest => if isIn procedure group.procedures then some group.through else throughOf procedure rest

/-- The variables but those of the given names, before those in `out`. -/
def without (names : List Nat) : List VariableCode → (out : List VariableCode) → List VariableCode
  | [], out => out
  | v :: rest, out => without names rest (if isIn v.name names then out else v :: out)

/-- The property of a step of a procedure from store `a` to store `b`; the witness of the caller, and what the procedure does not write, is the same in
both. -/
def stepOf (c : ThreadRules) (x : Abstraction) (a b : Nat) (f : Property) : Property :=
  match x.writes with
  | none => c.unwitnessed a b f
  | some names => .and (c.unwitnessed a b f) (.same (without names c.variables []) a b)

/-- What happens while a procedure runs may lead from store `a` to store `b`. -/
def through (c : ThreadRules) (N : Literal) (a b : Nat) : Property := c.unwitnessed a b (.is N (.step a b .self))

/-- After an action, which has led from store 1 to store 0: the witness changes as the command says, if there is one, and the step is as it is to
be. The goal sees the last store, and those beyond store 1. -/
def committed (c : ThreadRules) (label : Nat) (commits : List CommandCode) (g : Goal) : Goal :=
  match c.activation, commits with
  | some _, C :: _ => .run C 0 label (.showing (c.promises label 2 0) (.pick [0] 3 g))
  | _, _ => .showing (c.promises label 1 0) (.pick [0] 2 g)

/-- What is to be shown while a procedure runs, with these actions still to come. Store 0 is the present one, store 1 that in which the procedure
started; the goal `g` sees the store in which it ends in the place of both. -/
def follow (c : ThreadRules) (label : Nat) (N : Literal) (x : Abstraction) (g : Goal) : List AbstractStep → (commits : List CommandCode) → Goal
  | [], _ => .each (.assuming (c.through N 1 0) (.assuming (.is x.post ⟨0, [2], .self⟩) (.pick [0] 3 g)))
  | s :: later, commits =>
    .each (.assuming (c.through N 1 0) (.each (.assuming (c.stepOf x 1 0 (.is s.action (.step 1 0 .self)))
      (c.committed label commits (.pick [0] 2 (c.follow label N x g later (rest commits)))))))
where
  /-- All but the first. -/
  rest : List CommandCode → List CommandCode
    | [] => []
    | _ :: commits => commits

/-- A call of a procedure with an abstraction. -/
def invokes (c : ThreadRules) (label procedure : Nat) (x : Abstraction) (commits : List CommandCode) (g : Goal) : Goal :=
  match throughOf procedure c.calls with
  | none => .impossible (.unlistedCall procedure)
  | some N =>
    if c.explicit then .impossible (.unlistedCall procedure)
    else .each (.assuming (c.others 1 0) (.showing [⟨some ⟨label, .requires⟩, .is x.pre (.here 0 .self)⟩]
      (.pick [0, 0] 2 (c.follow label N x g x.steps commits))))

/-! ## Scopes -/

/-- The variables get the values of the terms; version 0 is store 0, and version 1 store 2. -/
def changesBack : (locals terms : List Nat) → List Change
  | x :: locals, t :: terms => ⟨x, t, ⟨0, [2], .self⟩⟩ :: changesBack locals terms
  | _, _ => []

/-- The end of a scope that started in store 1: the thread's entries are given back, and then the goal, which sees the last store in the place of
stores 0 and 1. -/
def restores (c : ThreadRules) (label : Nat) (locals terms : List Nat) (g : Goal) : Goal :=
  .each (.assuming (c.others 1 0) (.given ⟨0, changesBack locals terms⟩ (.showing (c.promises label 1 0) (.pick [0] 4 g))))

end ThreadRules

/-! ## Branches -/

namespace ThreadRules

/-- The property for every branch of the thread whose number lies between the terms' values in store `k`. -/
def forBranches (first last k : Nat) (f : Property) : Property := .all (.implies (.among first last (.here k .self) 0) f)

/-- Branches start where each requires; they end where all their postconditions hold, after what happens while they run. The goal sees that store
in the place of store 0. -/
def forks (c : ThreadRules) (label first last : Nat) (x : BranchContract) (g : Goal) : Goal :=
  .each (.assuming (c.others 1 0) (.showing [⟨some ⟨label, .fork⟩, forBranches first last 0 (.is x.pre (.here 0 (.branch 0)))⟩]
    (.each (.assuming (.is x.through (.step 1 0 .self))
      (.assuming (forBranches first last 1 (.is x.post (.here 0 (.branch 0)))) (.pick [0] 3 g))))))

/-- The same, if the proof says something of the branches, and the thread is no procedure with an abstraction. -/
def forksIf (c : ThreadRules) (label first last : Nat) (contract : Option BranchContract) (g : Goal) : Goal :=
  match contract, c.activation with
  | some x, none => if c.explicit then .impossible .noBranches else c.forks label first last x g
  | none, _ => .impossible .noBranches
  | _, some _ => .impossible .parInProcedure

end ThreadRules

/-! ## Statements -/

/-- How many more parts there may be after so many actions; none if they are too many. -/
def shortenActions : List AbstractStep → (most : Nat) → Option Nat
  | [], most => some most
  | _ :: _, 0 => none
  | _ :: later, most + 1 => shortenActions later most

/-- How many more statements there may be after this one; none if it is too long. -/
def OutlinedCode.shorten : OutlinedCode → (most : Nat) → Option Nat
  | _, 0 => none
  | .choice S S', most + 1 => do
    let most ← S.shorten most
    S'.shorten most
  | .seq S S', most + 1 => do
    let most ← S.shorten most
    S'.shorten most
  | .loop _ _ S, most + 1 => S.shorten most
  | .block S, most + 1 => S.shorten most
  | .call _ S, most + 1 => S.shorten most
  | .invoke _ _ x _, most + 1 => shortenActions x.steps most
  | .scope _ _ _ S, most + 1 => S.shorten most
  | _, most + 1 => some most

/-- The statement has few parts: goals of sequences are nested, so only short ones are put together directly. -/
def OutlinedCode.isShort (S : OutlinedCode) : Bool := (S.shorten 48).isSome

/-- The goal in the store in which a statement ends, if that is the one of the shared rest with that index. -/
def ThreadRules.meetsAt (c : ThreadRules) (index : Nat) : Goal := .assuming (.same c.variables 0 (index + 1)) (.exit index)

/-- The goal in the store in which a statement ends, if that is the one of the nearest shared rest. -/
def ThreadRules.meets (c : ThreadRules) : Goal := c.meetsAt 0

/-- For each block around a statement, the nearest one first, how many rests are shared between it and the next one inside of it. -/
abbrev Blocks := List Nat

/-- One more rest is shared. -/
def Blocks.shared : Blocks → Blocks
  | [] => []
  | between :: outer => (between + 1) :: outer

/-- The index of the shared rest after the block that is so many further out than the nearest one. -/
def Blocks.rest : Blocks → (level : Nat) → Option Nat
  | [], _ => none
  | between :: _, 0 => some between
  | between :: outer, level + 1 =>
    match Blocks.rest outer level with
    | none => none
    | some index => some (between + 1 + index)

/-- The goal where a block is left. -/
def ThreadRules.leaves (c : ThreadRules) (blocks : Blocks) (level : Nat) : Goal :=
  match blocks.rest level with
  | none => .impossible .looseExit
  | some index => c.meetsAt index

open ThreadRules in
/-- The weakest precondition as a goal about store 0: the statement does not go wrong and, wherever it ends, then the goal `g`, which sees the
store in which it ends in its place. The store in which the thread or procedure started is the one with number `first` after store 0. Where two
branches or the exits of a block meet, and in the middle of a long sequence, the goal that follows is shared: it is about any store, which is the
one in which the first part ends. -/
def weakestGoal (c : ThreadRules) : OutlinedCode → (first : Nat) → (blocks : Blocks) → (g : Goal) → Goal
  | .skip, _, _, g => if c.explicit then .impossible .needsAssertion else .each (.assuming (c.others 1 0) (.pick [0] 2 g))
  | .atomic label o, first, _, g =>
    match o.assertion with
    | none =>
      if c.explicit then .impossible .needsAssertion
      else .each (.assuming (c.others 1 0) (c.operation label o 0 1 g))
    | some J =>
      .each (.each (c.stable label J (first + 3)
        (.aside (.step c.family label) (c.known (first + 3) [holds J 1 (first + 3)]) (c.operation label o 1 2 g)
          (c.enters label J 2 1 (first + 3)))))
  | .choice S S', first, blocks, g =>
    .each (.share (.pick [0] 2 g)
      (.pick [1, 0] 2 (.and (weakestGoal c S (first + 1) blocks.shared c.meets) (weakestGoal c S' (first + 1) blocks.shared c.meets))))
  | .seq S S', first, blocks, g =>
    if S.isShort && S'.isShort then weakestGoal c S first blocks (weakestGoal c S' first blocks g)
    else .each (.share (.pick [0] 2 (weakestGoal c S' first blocks g)) (.pick [1, 0] 2 (weakestGoal c S (first + 1) blocks.shared c.meets)))
  | .loop label J S, first, blocks, g =>
    .each (.each (c.stable label J (first + 3)
      (.aside (.body c.family label) (c.known (first + 3) [holds J 1 (first + 3)])
        (.pick [1] 3 (weakestGoal c S first blocks (asserts label J 0 (first + 1))))
        (.aside (.after c.family label) (c.known (first + 3) [holds J 1 (first + 3)]) (.pick [1] 3 g) (c.enters label J 2 1 (first + 3))))))
  | .cut label J, first, _, g =>
    .each (.each (c.stable label J (first + 3)
      (.aside (.after c.family label) (c.known (first + 3) [holds J 1 (first + 3)]) (.pick [1] 3 g) (c.enters label J 2 1 (first + 3)))))
  | .block S, first, blocks, g =>
    .each (.share (.pick [0] 2 g) (.pick [1, 0] 2 (weakestGoal c S (first + 1) (0 :: blocks) c.meets)))
  | .exit level, _, blocks, _ => c.leaves blocks level
  | .call _ S, first, blocks, g => weakestGoal c S first blocks g
  | .recursion _, _, _, _ => .impossible .recursiveProcedure
  | .invoke label procedure x commits, _, _, g => c.invokes label procedure x commits g
  | .scope label locals terms S, first, _, g =>
    if c.explicit then .impossible .needsAssertion
    else .each (.assuming (c.others 1 0) (.pick [0, 0] 2 (weakestGoal c S (first + 1) [] (c.restores label locals terms g))))
  | .par label first last contract _ _, _, _, g => c.forksIf label first last contract g

end Plato
