/-
# Where threads can be

What a thread still has to do is a list of frames, what comes next first: `[S, T, U]` means `(S; T); U`, and `[S, end of a block, T]` means
`block S; T`. A frame names a statement by its number, so that lists can be compared. Choices, loops, exits and calls only change what is left to do. So a
*control* is a list of frames with all to which it leads by such steps alone, and the commands that can be next there, each with the control to which it leads.

A procedure that calls itself would make lists of any length. So what such a call becomes is an *activation*, a list of its own, and what comes after the call is another
one; and so it is with the statement of a scope, which keeps values.

Main definitions: `Frame`, `expand`, `Control`, `Entrance`, `controls`.
-/
module

public import Plato.Closure.Sorts
public import Plato.Program.Code
public import Plato.Evaluation.Scene

@[expose] public section

namespace Plato

/-- What a thread still has to do, as an entry of a list. -/
inductive Frame where
  | skip
  | code (statement : Nat)
  /-- The end of a block. -/
  | block
  | exit (level : Nat)

/-- The frames are the same. -/
def Frame.same : Frame → Frame → Bool
  | .skip, .skip => true
  | .code S, .code T => S == T
  | .block, .block => true
  | .exit m, .exit n => m == n
  | _, _ => false

/-- The lists of frames are the same. -/
def sameFrames : List Frame → List Frame → Bool
  | [], [] => true
  | a :: as, b :: bs => a.same b && sameFrames as bs
  | _, _ => false

/-- The list of frames is one of these. -/
def isAmongFrames (frames : List Frame) : List (List Frame) → Bool
  | [] => false
  | other :: rest => sameFrames frames other || isAmongFrames frames rest

/-- All of the first are among the second. -/
def areAmongFrames : List (List Frame) → List (List Frame) → Bool
  | [], _ => true
  | frames :: rest, others => isAmongFrames frames others && areAmongFrames rest others

/-- What a thread does next. -/
inductive Expansion where
  /-- Nothing: it has ended. -/
  | ended
  /-- A command, after which this is left to do. -/
  | act (command : CommandCode) (after : List Frame)
  /-- It goes on with one of these, and leaves the store as it is. -/
  | silent (next : List (List Frame))
  /-- The statement, a call or a scope, begins an activation, which has the body to do; after that comes the rest. A scope gives back entries of the variables. -/
  | enter (statement : Nat) (body : Frame) (kept : Option (List Nat)) (rest : List Frame)

/-- After something that has been done. -/
def expandSkip : List Frame → Expansion
  | [] => .ended
  | .block :: rest => .silent [.skip :: rest]
  | frame :: rest => .silent [frame :: rest]

/-- On the way out of blocks. -/
def expandExit (level : Nat) : List Frame → Expansion
  | [] => .silent []
  | .block :: rest =>
    match level with
    | 0 => .silent [.skip :: rest]
    | level + 1 => .silent [.exit level :: rest]
  | _ :: rest => .silent [.exit level :: rest]

/-- The line of the statement table. -/
def ProgramTables.shapeOf (p : ProgramTables) (statement : Nat) : StatementShape :=
  if h : statement < p.statements.size then p.statements[statement].shape else .skip

/-- The statement's parts come before it. -/
def StatementShape.isAbove (statement : Nat) : StatementShape → Bool
  | .choice S T => S < statement && T < statement
  | .seq S T => S < statement && T < statement
  | .loop S => S < statement
  | .block S => S < statement
  | .scope _ S => S < statement
  | _ => true

/-- The body of a procedure. -/
def ProgramTables.bodyFrame (p : ProgramTables) (procedure : Nat) : Frame :=
  match p.procedures[procedure]? with
  | none => .skip
  | some body => .code body

/-- The call does not come after the procedure, as a call in its own body. -/
def ProgramTables.isRecursive (p : ProgramTables) (statement procedure : Nat) : Bool :=
  match p.procedures[procedure]? with
  | none => false
  | some body => statement ≤ body

/-- What is next where this is left to do. -/
def expand (p : ProgramTables) : (depth : Nat) → List Frame → Except Reason Expansion
  | 0, _ => .error .statementTooLarge
  | depth + 1, frames =>
    match frames with
    | [] => .ok .ended
    | .skip :: rest => .ok (expandSkip rest)
    | .block :: rest => .ok (.silent [.skip :: rest])
    | .exit level :: rest => .ok (expandExit level rest)
    | .code S :: rest => do
      require ((p.shapeOf S).isAbove S = true) (.noSuchStatement S)
      match p.shapeOf S with
      | .skip => .ok (expandSkip rest)
      | .atomic command => .ok (.act command (.skip :: rest))
      | .choice T U => .ok (.silent [.code T :: rest, .code U :: rest])
      | .seq T U => expand p depth (.code T :: .code U :: rest)
      | .loop T => .ok (.silent [.skip :: rest, .code T :: .code S :: rest])
      | .block T => expand p depth (.code T :: .block :: rest)
      | .exit level => .ok (expandExit level rest)
      | .call procedure =>
        match rest with
        | [] => .ok (.silent [[p.bodyFrame procedure]])
        | next :: others =>
          if p.isRecursive S procedure then .ok (.enter S (p.bodyFrame procedure) none (next :: others))
          else .ok (.silent [p.bodyFrame procedure :: next :: others])
      | .scope locals T => .ok (.enter S (.code T) (some locals) rest)
      | .par _ _ _ => .error (.notClosed "branches are started")

/-- How deep statements are nested. -/
def expandDepth : Nat := 4096

/-- How many frames there are, and `count` more. -/
def countFrames : List Frame → (count : Nat) → Nat
  | [], count => count
  | _ :: rest, count => countFrames rest (count + 1)

/-- A command that can be next, and the number of the control to which it leads. -/
structure Edge where
  command : CommandCode
  target : Nat

/-- A statement that begins an activation, the variables whose entries it gives back, and the numbers of the controls at which the activation begins and with which
it goes on after it. -/
structure Entrance where
  statement : Nat
  kept : List Nat
  first : Nat
  after : Nat

/-- Lists of frames that are reached from one of them with the store as it is, the commands that can be next, the activations that can begin, and whether the thread, or the
activation, can have ended. -/
structure Control where
  seen : List (List Frame)
  edges : List Edge
  entrances : List Entrance
  ends : Bool

/-- The number of the list of frames, from `i` on. -/
def findFrames (frames : List Frame) (all : Array (List Frame)) (i : Nat) : Option Nat :=
  if h : i < all.size then if sameFrames frames all[i] then some i else findFrames frames all (i + 1) else none
termination_by all.size - i

/-- What is reached with the store as it is; what it costs is paid before it is looked for. -/
def silentFrom (p : ProgramTables) : (effort : Nat) → (todo seen : List (List Frame)) → (count : Nat) → Except Reason (Evaluated (List (List Frame)))
  | 0, _, _, _ => .error .effort
  | effort + 1, todo, seen, count =>
    match todo with
    | [] => .ok ⟨seen, effort⟩
    | frames :: todo =>
      let cost := countFrames frames 1 * (count + 1)
      if effort < cost then .error .effort
      else if isAmongFrames frames seen then silentFrom p (effort - cost) todo seen count
      else do
        match ← expand p expandDepth frames with
        | .silent (a :: b :: _) => silentFrom p (effort - cost) (a :: b :: todo) (frames :: seen) (count + 1)
        | .silent (a :: _) => silentFrom p (effort - cost) (a :: todo) (frames :: seen) (count + 1)
        | _ => silentFrom p (effort - cost) todo (frames :: seen) (count + 1)
termination_by effort => effort
decreasing_by all_goals omega

/-- How many lists there are, and `count` more. -/
def countLists : List (List Frame) → (count : Nat) → Nat
  | [], count => count
  | _ :: rest, count => countLists rest (count + 1)

/-- Each thread has its own entries of the variables, and of none it is asked whether there are races. -/
def areKept (S : Sorts) (races : List Nat) : List Nat → Bool
  | [] => true
  | name :: rest => S.isOwn name && !races.elem name && areKept S races rest

/-- Adds what the lists of frames say of the control, whose `seen` they are; and the effort that is left. -/
def edgesFrom (p : ProgramTables) (S : Sorts) (all : Array (List Frame)) (cost : Nat) :
    List (List Frame) → (control : Control) → (effort : Nat) → Except Reason (Evaluated Control)
  | [], control, effort => .ok ⟨control, effort⟩
  | frames :: rest, control, effort => do
    let here := countFrames frames 2 * cost
    require (here ≤ effort) .effort
    match ← expand p expandDepth frames with
    | .ended => edgesFrom p S all cost rest { control with ends := true } (effort - here)
    | .silent [] => .error (.notClosed "an exit leaves no block")
    | .silent (frames :: others) =>
      require (areAmongFrames (frames :: others) control.seen = true) (.notClosed "a way through a statement is missing")
      edgesFrom p S all cost rest control (effort - here)
    | .enter statement body kept later =>
      let kept := kept.getD []
      require (areKept S p.specification.races kept = true)
        (.notClosed "a scope keeps values of a variable that is not local, or must be free of races")
      let first ← orReject (.notClosed "a way through a statement is missing") (findFrames [body] all 0)
      let after ← orReject (.notClosed "a way through a statement is missing") (findFrames (.skip :: later) all 0)
      edgesFrom p S all cost rest { control with entrances := ⟨statement, kept, first, after⟩ :: control.entrances } (effort - here)
    | .act command after =>
      let target ← orReject (.notClosed "a way through a statement is missing") (findFrames after all 0)
      let effort ← sortsCommand p.tables S command (effort - here)
      edgesFrom p S all cost rest { control with edges := ⟨command, target⟩ :: control.edges } effort

/-- The control of a list of frames, when all controls have these; and the effort that is left. -/
def controlOf (p : ProgramTables) (S : Sorts) (all : Array (List Frame)) (frames : List Frame) (effort : Nat) : Except Reason (Evaluated Control) := do
  let ⟨seen, effort⟩ ← silentFrom p effort [frames] [] 0
  require (isAmongFrames frames seen = true) (.notClosed "a way through a statement is missing")
  edgesFrom p S all (all.size + countLists seen 1) seen ⟨seen, [], [], false⟩ effort

/-- Nowhere an activation begins, at the controls from number `i` on. -/
def haveNoEntrances (controls : Array Control) (i : Nat) : Bool :=
  if h : i < controls.size then
    match controls[i].entrances with
    | [] => haveNoEntrances controls (i + 1)
    | _ :: _ => false
  else true
termination_by controls.size - i

/-- The controls from number `i` on. -/
def controlsFrom (p : ProgramTables) (S : Sorts) (all : Array (List Frame)) (i : Nat) (out : Array Control) (effort : Nat) :
    Except Reason (Evaluated (Array Control)) :=
  if h : i < all.size then do
    let ⟨control, effort⟩ ← controlOf p S all all[i] effort
    controlsFrom p S all (i + 1) (out.push control) effort
  else .ok ⟨out, effort⟩
termination_by all.size - i

/-- The lists of frames with this one, if it is new. -/
def noteFrames (frames : List Frame) (all : Array (List Frame)) : Array (List Frame) :=
  match findFrames frames all 0 with
  | some _ => all
  | none => all.push frames

/-- Adds what is left to do after commands that can be next there, in activations that can begin, and after them. -/
def addAfters (p : ProgramTables) : List (List Frame) → (all : Array (List Frame)) → (effort : Nat) → Except Reason (Evaluated (Array (List Frame)))
  | [], all, effort => .ok ⟨all, effort⟩
  | frames :: rest, all, effort => do
    let cost := countFrames frames 2 * (all.size + 1)
    require (cost ≤ effort) .effort
    match ← expand p expandDepth frames with
    | .act _ after => addAfters p rest (noteFrames after all) (effort - cost)
    | .enter _ body _ later => addAfters p rest (noteFrames (.skip :: later) (noteFrames [body] all)) (effort - cost)
    | _ => addAfters p rest all (effort - cost)

/-- All that threads can have left to do after a command; those from number `i` on have not been looked at. -/
def allFrames (p : ProgramTables) : (effort : Nat) → (i : Nat) → (all : Array (List Frame)) → Except Reason (Evaluated (Array (List Frame)))
  | 0, _, _ => .error .effort
  | effort + 1, i, all =>
    if h : i < all.size then do
      let ⟨seen, left⟩ ← silentFrom p effort [all[i]] [] 0
      let ⟨all, left⟩ ← addAfters p seen all left
      allFrames p (min effort left) (i + 1) all
    else .ok ⟨all, effort⟩
termination_by effort => effort
decreasing_by all_goals omega

end Plato
