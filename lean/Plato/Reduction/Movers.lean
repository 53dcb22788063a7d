/-
# The conditions of movers

What must be shown so that a command moves to the right or to the left of a command of another thread: figure 9 of Elmas, Qadeer and Tasiran, *A Calculus
of Atomic Actions*. Both orders are computed from one store. In the second order the commands choose what they chose in the first one: what they leave
open are the same versions of the store. So no witness is needed.

Main definitions: `AtomCode`, `FamilyAtoms`, `rightCondition`, `leftCondition`, `enabledCondition`, `moverConditions`.
-/
module

public import Plato.Reduction.Identical

@[expose] public section

namespace Plato

/-- A statement that is a command, and what the certificate says of it. -/
structure AtomCode where
  statement : Nat
  command : CommandCode
  isRight : Bool
  isLeft : Bool

/-- A family and its commands. -/
structure FamilyAtoms where
  number : Nat
  members : Literal
  atoms : List AtomCode

namespace Origin

/-- The statement of the family moves to the right of other threads' statements. -/
def rightMover (family statement : Nat) : Origin := ⟨"right-mover", family, statement⟩

/-- The statement of the family moves to the left of other threads' statements. -/
def leftMover (family statement : Nat) : Origin := ⟨"left-mover", family, statement⟩

/-- The statement of the family does not block. -/
def enabled (family statement : Nat) : Origin := ⟨"enabled", family, statement⟩

/-- The statement of the family keeps the invariant of the step. -/
def keeps (family statement : Nat) : Origin := ⟨"keeps", family, statement⟩

/-- The invariant of the step holds where the program starts. -/
def begins : Origin := ⟨"begins", 0, 0⟩

end Origin

/-- Literals that together imply that the variables have the same values in two stores. -/
def Generator.identicals (g : Generator) (first second : Source) (names : List Nat) : Except Reason (Array Literal × Generator) :=
  match g with
  | ⟨builder, next, conditions, labels⟩ => do
    let (ls, builder) ← compileIdenticals first second names #[] builder
    .ok (ls, ⟨builder, next, conditions, labels⟩)

/-- The variables that four runs may have changed. -/
def changedNames (a b c d : Computed) : List Nat := joinNames a.names (joinNames b.names (joinNames c.names d.names))

/-- The store from which both orders start. -/
abbrev startStore : Source := .version 1

/-- Literals for what is known: of the parameters and threads, and the invariant, if there is one, in the store from which both orders start. -/
def Generator.knownAt (T : Tables) (given : List Property) (invariant : Option Literal) (g : Generator) : Except Reason (Array Literal × Generator) := do
  let (known, g) ← Generator.properties T [] given #[] g
  match invariant with
  | none => .ok (known, g)
  | some l =>
    let ⟨l, g⟩ ← g.copy T (.here .nobody startStore) l
    .ok (known.push l, g)

/-- Self's command moves to the right of other's: it does not make other's command fail, nor is it made to fail; and where other's command runs after it, it could
have run before. -/
def rightCondition (T : Tables) (given : List Property) (invariant : Option Literal) (origin : Origin) (a d : AtomCode) (g : Generator) : Except Reason Generator := do
  let (known, g) ← g.knownAt T given invariant
  let start := g.nextVersion
  let (A, g) ← a.command.execute T a.statement .self startStore g
  let middle := g.nextVersion
  let (AD, g) ← d.command.execute T d.statement .other A.after g
  let (D, g) ← d.command.execute T d.statement .other startStore (g.at middle)
  let fresh := g.nextVersion
  let (DA, g) ← a.command.execute T a.statement .self D.after (g.at start)
  -- whatever it chooses then
  let (sure, g) ← a.command.execute T a.statement .self D.after (g.at fresh)
  let (same, g) ← g.identicals DA.after AD.after (changedNames A AD D DA)
  let ⟨l, g⟩ ← g.make (.and (pushLiterals (pushLiterals D.assumed DA.assumed 0) same 0))
  let ⟨l, g⟩ ← g.under AD.assumed l
  let ⟨kept, g⟩ ← g.make (.and sure.shown)
  let ⟨kept, g⟩ ← g.under D.assumed kept
  let ⟨l, g⟩ ← g.together (AD.shown.push kept) l
  .ok (g.require origin ((pushLiterals (pushLiterals (pushLiterals known D.shown 0) A.shown 0) A.assumed 0).push l.negate))

/-- Self's command moves to the left of other's: it does not block, it keeps other's failure, and where it runs after other's command, it could have run before. -/
def leftCondition (T : Tables) (given : List Property) (invariant : Option Literal) (origin : Origin) (a d : AtomCode) (g : Generator) : Except Reason Generator := do
  let (known, g) ← g.knownAt T given invariant
  let start := g.nextVersion
  let (D, g) ← d.command.execute T d.statement .other startStore g
  let middle := g.nextVersion
  let (DA, g) ← a.command.execute T a.statement .self D.after g
  let fresh := g.nextVersion
  let (A, g) ← a.command.execute T a.statement .self startStore (g.at middle)
  let (AD, g) ← d.command.execute T d.statement .other A.after (g.at start)
  let g := g.at fresh
  let (same, g) ← g.identicals DA.after AD.after (changedNames A AD D DA)
  let ⟨kept, g⟩ ← g.make (.and AD.shown)
  let ⟨kept, g⟩ ← g.under A.assumed kept
  let ⟨l, g⟩ ← g.make (.and (pushLiterals AD.assumed same 0))
  let ⟨l, g⟩ ← g.under DA.assumed l
  let ⟨l, g⟩ ← g.together DA.shown l
  let ⟨l, g⟩ ← g.under D.assumed l
  let ⟨l, g⟩ ← g.together (pushLiterals A.assumed D.shown 0) l
  .ok (g.require origin (((pushLiterals known A.shown 0).push kept).push l.negate))

/-- Self's command does not block, whatever it chooses. -/
def enabledCondition (T : Tables) (given : List Property) (invariant : Option Literal) (origin : Origin) (a : AtomCode) (g : Generator) : Except Reason Generator := do
  let (known, g) ← g.knownAt T given invariant
  let (A, g) ← a.command.execute T a.statement .self startStore g
  let ⟨l, g⟩ ← g.make (.and A.assumed)
  .ok (g.require origin ((pushLiterals known A.shown 0).push l.negate))

/-- Self's command keeps the invariant, if there is one. -/
def keepsCondition (T : Tables) (given : List Property) (invariant : Option Literal) (origin : Origin) (a : AtomCode) (g : Generator) : Except Reason Generator :=
  match invariant with
  | none => .ok g
  | some l => do
    let (known, g) ← g.knownAt T given (some l)
    let (A, g) ← a.command.execute T a.statement .self startStore g
    let ⟨l, g⟩ ← g.copy T (.here .nobody A.after) l
    let ⟨l, g⟩ ← g.under A.assumed l
    .ok (g.require origin ((pushLiterals known A.shown 0).push l.negate))

/-- The condition of a right mover, if it is said to be one. -/
def rightIf (T : Tables) (given : List Property) (invariant : Option Literal) (origin : Origin) (a d : AtomCode) (g : Generator) : Except Reason Generator :=
  if a.isRight then rightCondition T given invariant origin a d g else .ok g

/-- The condition of a left mover, if it is said to be one. -/
def leftIf (T : Tables) (given : List Property) (invariant : Option Literal) (origin : Origin) (a d : AtomCode) (g : Generator) : Except Reason Generator :=
  if a.isLeft then leftCondition T given invariant origin a d g else .ok g

/-- A left mover does not block. -/
def enabledIf (T : Tables) (given : List Property) (invariant : Option Literal) (origin : Origin) (a : AtomCode) (g : Generator) : Except Reason Generator :=
  if a.isLeft then enabledCondition T given invariant origin a g else .ok g

/-- What is known of a thread of the family: the parameters are as assumed, and the thread is a member. -/
def FamilyAtoms.given (F : FamilyAtoms) (assumption : Literal) : List Property :=
  [.is assumption (.here 0 .nobody), .is F.members (.here 0 .self)]

/-- What is known of two threads of families. -/
def FamilyAtoms.givenBoth (F G : FamilyAtoms) (assumption : Literal) : List Property :=
  .is assumption (.here 0 .nobody) :: .is F.members (.here 0 .self) :: .is G.members (.here 0 .other) ::
    (if F.number = G.number then [.different] else [])

/-- The conditions of a command against commands of another thread. -/
def againstAtoms (T : Tables) (assumption : Literal) (invariant : Option Literal) (F : FamilyAtoms) (a : AtomCode) (G : FamilyAtoms) :
    List AtomCode → Generator → Except Reason Generator
  | [], g => .ok g
  | d :: rest, g => do
    let g ← rightIf T (F.givenBoth G assumption) invariant (.rightMover F.number a.statement) a d g
    let g ← leftIf T (F.givenBoth G assumption) invariant (.leftMover F.number a.statement) a d g
    againstAtoms T assumption invariant F a G rest g

/-- The conditions of a command against all commands of families. -/
def againstFamilies (T : Tables) (assumption : Literal) (invariant : Option Literal) (F : FamilyAtoms) (a : AtomCode) : List FamilyAtoms → Generator → Except Reason Generator
  | [], g => .ok g
  | G :: rest, g => do
    let g ← againstAtoms T assumption invariant F a G G.atoms g
    againstFamilies T assumption invariant F a rest g

/-- The conditions of a family's commands. -/
def atomConditions (T : Tables) (assumption : Literal) (invariant : Option Literal) (families : List FamilyAtoms) (F : FamilyAtoms) :
    List AtomCode → Generator → Except Reason Generator
  | [], g => .ok g
  | a :: rest, g => do
    let g ← againstFamilies T assumption invariant F a families g
    let g ← enabledIf T (F.given assumption) invariant (.enabled F.number a.statement) a g
    let g ← keepsCondition T (F.given assumption) invariant (.keeps F.number a.statement) a g
    atomConditions T assumption invariant families F rest g

/-- The conditions of the movers of families, against all families. -/
def moverConditions (T : Tables) (assumption : Literal) (invariant : Option Literal) (families : List FamilyAtoms) : List FamilyAtoms → Generator → Except Reason Generator
  | [], g => .ok g
  | F :: rest, g => do
    let g ← atomConditions T assumption invariant families F F.atoms g
    moverConditions T assumption invariant families rest g

end Plato
