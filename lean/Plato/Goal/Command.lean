/-
# Running commands with terms for values

What a command does, computed with terms and literals: what must be true so that it does not go wrong, what is true where it ends, and the
store in which it ends. Assignments are substituted. Only what is havocked, by `havoc` or by an operation, gets a new version of the store,
one for each place. Where two branches meet, the variables that either of them has changed become conditional terms; a choice is a branch on
something unknown.

Everything that is put into the table costs some of the builder's effort, and so does every command.

Main definitions: `Generator`, `Computed`, `CommandCode.execute`.
-/
module

public import Plato.Goal.Goal

@[expose] public section

namespace Plato

/-- Literals that must not all be true. -/
structure Condition where
  origin : Origin
  literals : Array Literal

/-- What a literal of a condition is. -/
structure PartLabel where
  literal : Literal
  mark : Mark

/-- Where a command was run: the label of its statement, the version of the store in which it started, the first one of those for what it
leaves open, and how many obligations had begun. -/
structure RunLabel where
  label : Nat
  before : Nat
  inputs : Nat
  obligation : Nat

/-- What is noted for messages: what literals are, where commands were run, and with which condition each obligation begins. -/
structure Labels where
  parts : Array PartLabel
  runs : Array RunLabel
  obligations : Array Nat

/-- The conditions being generated. -/
structure Generator where
  builder : Builder
  nextVersion : Nat
  conditions : Array Condition
  labels : Labels

/-- A literal, and the generator after it was made. -/
structure Generated where
  literal : Literal
  generator : Generator

/-- What a command has done. -/
structure Computed where
  /-- If all of these are true, it does not go wrong. -/
  shown : Array Literal
  /-- Where it ends, all of these are true. -/
  assumed : Array Literal
  /-- The store in which it ends. -/
  after : Source
  /-- The variables that it may have changed. -/
  names : List Nat

/-- The names of both lists. -/
def joinNames : List Nat → List Nat → List Nat
  | [], ys => ys
  | x :: xs, ys => joinNames xs (x :: ys)

/-- The literals from index `i` on after those in `out`. -/
def pushLiterals (out ls : Array Literal) (i : Nat) : Array Literal :=
  if h : i < ls.size then pushLiterals (out.push ls[i]) ls (i + 1) else out
termination_by ls.size - i

/-! ## Assignments and havoc -/

/-- A formula about a thread in one store. -/
abbrev Site.here (who : Who) (source : Source) : Site := ⟨source, [], who⟩

/-- The store with a value for a variable. The value may come to be inside quantifiers, so it must not depend on any. -/
def changeTo (name : Nat) (value : Nat) (after : Source) (b : Builder) : Except Reason Source :=
  if b.tables.termIndependent value 0 then .ok (.changed name value after) else .error .looseVariable

/-- The whole value of a variable whose element at that index gets a value. -/
def elementTo (name index value : Nat) (after : Source) (b : Builder) : Except Reason Built := do
  let ⟨map, b⟩ ← copyVariable name after b
  b.term (.store map index value)

/-- The store in which assignments end; their terms are read in the store before all of them. -/
def executeChanges (T : Tables) (who : Who) (before : Source) :
    List ChangeCode → (after : Source) → (names : List Nat) → Builder → Except Reason (Source × List Nat × Builder)
  | [], after, names, b => .ok (after, names, b)
  | ⟨⟨name, none⟩, value⟩ :: rest, after, names, b => do
    let ⟨value, b⟩ ← copyTerm T (.here who before) 0 copyDepth value b
    let after ← changeTo name value after b
    executeChanges T who before rest after (name :: names) b
  | ⟨⟨name, some index⟩, value⟩ :: rest, after, names, b => do
    let ⟨value, b⟩ ← copyTerm T (.here who before) 0 copyDepth value b
    let ⟨index, b⟩ ← copyTerm T (.here who before) 0 copyDepth index b
    let ⟨map, b⟩ ← elementTo name index value after b
    let after ← changeTo name map after b
    executeChanges T who before rest after (name :: names) b

/-- The store in which the places have the values of new versions, from `version` on. -/
def executeHavoc (T : Tables) (who : Who) (before : Source) :
    List PlaceCode → (after : Source) → (names : List Nat) → (version : Nat) → Builder → Except Reason (Source × List Nat × Builder)
  | [], after, names, _, b => .ok (after, names, b)
  | ⟨name, none⟩ :: rest, after, names, version, b => do
    let ⟨value, b⟩ ← b.term (.var name version)
    let after ← changeTo name value after b
    executeHavoc T who before rest after (name :: names) (version + 1) b
  | ⟨name, some index⟩ :: rest, after, names, version, b => do
    let ⟨fresh, b⟩ ← b.term (.var name version)
    let ⟨index, b⟩ ← copyTerm T (.here who before) 0 copyDepth index b
    let ⟨value, b⟩ ← b.term (.binary .select fresh index)
    let ⟨map, b⟩ ← elementTo name index value after b
    let after ← changeTo name map after b
    executeHavoc T who before rest after (name :: names) (version + 1) b

/-! ## Branches -/

/-- The store `after`, but the named variables have their values of the first store if the literal is true, and of the second one if not. -/
def mergeStores (l : Literal) (first second : Source) : List Nat → (after : Source) → Builder → Except Reason (Source × Builder)
  | [], after, b => .ok (after, b)
  | name :: rest, after, b => do
    let ⟨x, b⟩ ← copyVariable name first b
    let ⟨y, b⟩ ← copyVariable name second b
    let ⟨value, b⟩ ← b.term (.ite l x y)
    let after ← changeTo name value after b
    mergeStores l first second rest after b

/-- The conjunction of literals: the only one, if it is. -/
def conjoin (ls : Array Literal) (b : Builder) : Except Reason Built :=
  if h : ls.size = 1 then .ok ⟨ls[0], b⟩
  else do
    let ⟨n, b⟩ ← b.formula (.and ls)
    .ok ⟨2 * n, b⟩

/-- What must be shown if the premises are true, after what is in `out`. -/
def implied (premises conclusions out : Array Literal) (b : Builder) : Except Reason (Array Literal × Builder) :=
  if conclusions.size = 0 then .ok (out, b)
  else if premises.size = 0 then .ok (pushLiterals out conclusions 0, b)
  else do
    let ⟨l, b⟩ ← conjoin conclusions b
    let ⟨n, b⟩ ← b.formula (.or ((pushNegated #[] premises 0).push l))
    .ok (out.push (2 * n), b)

/-- What two branches have done, the first where the literal is true. -/
def joinComputed (l : Literal) (before : Source) (first second : Computed) (b : Builder) : Except Reason (Computed × Builder) := do
  let (shown, b) ← implied #[l] first.shown #[] b
  let (shown, b) ← implied #[l.negate] second.shown shown b
  let (assumed, b) ← implied #[l] first.assumed #[] b
  let (assumed, b) ← implied #[l.negate] second.assumed assumed b
  let names := joinNames first.names second.names
  let (after, b) ← mergeStores l first.after second.after names before b
  .ok (⟨shown, assumed, after, names⟩, b)

/-! ## Commands -/

namespace Generator

/-- Notes what a literal is. -/
def note (g : Generator) (literal : Literal) (mark : Option Mark) : Generator :=
  match g, mark with
  | g, none => g
  | ⟨builder, next, conditions, ⟨parts, runs, obligations⟩⟩, some mark => ⟨builder, next, conditions, ⟨parts.push ⟨literal, mark⟩, runs, obligations⟩⟩

/-- A literal of the program, copied. -/
def copy (g : Generator) (T : Tables) (site : Site) (l : Literal) : Except Reason Generated :=
  match g with
  | ⟨builder, next, conditions, labels⟩ => do
    let ⟨l, builder⟩ ← copyLiteral T site 0 copyDepth l builder
    .ok ⟨l, ⟨builder, next, conditions, labels⟩⟩

end Generator

/-- How many there are. -/
def countPlaces : List PlaceCode → Nat
  | [] => 0
  | _ :: rest => countPlaces rest + 1

/-- A literal about which nothing is known: variable 0 is 0 in a version of the store that nothing else is about. -/
def unknownLiteral (version : Nat) (b : Builder) : Except Reason Built := do
  let ⟨x, b⟩ ← b.term (.var 0 version)
  let ⟨nought, b⟩ ← b.term (.num 0)
  let ⟨n, b⟩ ← b.formula (.eq x nought)
  .ok ⟨2 * n, b⟩

/-- What the command does from a store on if that thread runs it; `label` is that of its statement. -/
def CommandCode.execute (T : Tables) (label : Nat) (who : Who) : CommandCode → (before : Source) → Generator → Except Reason (Computed × Generator)
  | .assign changes, before, ⟨builder, next, conditions, labels⟩ => do
    let builder ← builder.pay 1
    let (after, names, builder) ← executeChanges T who before changes before [] builder
    .ok (⟨#[], #[], after, names⟩, ⟨builder, next, conditions, labels⟩)
  | .havoc places, before, ⟨builder, next, conditions, labels⟩ => do
    let builder ← builder.pay 1
    let (after, names, builder) ← executeHavoc T who before places before [] next builder
    .ok (⟨#[], #[], after, names⟩, ⟨builder, next + countPlaces places, conditions, labels⟩)
  | .assume l, before, g => do
    let ⟨l, g⟩ ← g.copy T (.here who before) l
    .ok (⟨#[], #[l], before, []⟩, g)
  | .assert l, before, g => do
    let ⟨l, g⟩ ← g.copy T (.here who before) l
    .ok (⟨#[l], #[l], before, []⟩, g.note l (some ⟨label, .gate⟩))
  | .ite l C D, before, g => do
    let ⟨l, g⟩ ← g.copy T (.here who before) l
    let (first, g) ← C.execute T label who before g
    let (second, ⟨builder, next, conditions, labels⟩) ← D.execute T label who before g
    let (ran, builder) ← joinComputed l before first second builder
    .ok (ran, ⟨builder, next, conditions, labels⟩)
  | .choice C D, before, ⟨builder, next, conditions, labels⟩ => do
    let ⟨l, builder⟩ ← unknownLiteral next builder
    let (first, g) ← C.execute T label who before ⟨builder, next + 1, conditions, labels⟩
    let (second, ⟨builder, next, conditions, labels⟩) ← D.execute T label who before g
    let (ran, builder) ← joinComputed l before first second builder
    .ok (ran, ⟨builder, next, conditions, labels⟩)
  | .seq C D, before, g => do
    let (first, g) ← C.execute T label who before g
    let (second, ⟨builder, next, conditions, labels⟩) ← D.execute T label who first.after g
    let builder ← builder.pay (first.shown.size + first.assumed.size + second.shown.size + second.assumed.size + 1)
    let (shown, builder) ← implied first.assumed second.shown first.shown builder
    .ok (⟨shown, pushLiterals first.assumed second.assumed 0, second.after, joinNames second.names first.names⟩,
      ⟨builder, next, conditions, labels⟩)
  | .operation places gate action post, before, g => do
    let ⟨gate, g⟩ ← g.copy T (.here who before) gate
    let ⟨builder, next, conditions, labels⟩ := g.note gate (some ⟨label, .gate⟩)
    let (after, names, builder) ← executeHavoc T who before places before [] next builder
    let site : Site := ⟨before, [after], who⟩
    let ⟨action, g⟩ ← Generator.copy ⟨builder, next + countPlaces places, conditions, labels⟩ T site action
    let ⟨post, g⟩ ← g.copy T site post
    let ⟨builder, next, conditions, labels⟩ := g.note post (some ⟨label, .postAssertion⟩)
    let (shown, builder) ← implied #[action] #[post] #[gate] builder
    .ok (⟨shown, #[gate, action, post], after, names⟩, ⟨builder, next, conditions, labels⟩)

end Plato
