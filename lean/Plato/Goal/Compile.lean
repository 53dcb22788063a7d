/-
# From goals to verification conditions

The compiler of goals. A condition is a list of literals that must not all be true: what may be assumed, and the negation of what must be
shown. Version 0 of the store is the initial one. The stores that a batch and an obligation introduce are the versions from 1 on; every store that the
obligation's goal introduces is a new version. Each obligation starts again, so that what obligations say alike is in the table once.

Everything that is put into the table costs some of the builder's effort.

Main definitions: `Property.compile`, `Goal.compile`, `Obligation.compile`, `Batch.compile`.
-/
module

public import Plato.Goal.Command

@[expose] public section

namespace Plato

/-- The first version of the store that goals introduce; obligations introduce those before it, or as many as they need. -/
def firstVersion : Nat := 4

/-- No conditions yet. -/
def Generator.start (room effort : Nat) : Generator := ⟨Builder.start room effort, firstVersion, #[], ⟨#[], #[], #[]⟩⟩

/-! ## Properties -/

/-- The store in scope with that number; the initial one is beyond all others. -/
def sourceOf : (sources : List Source) → (store : Nat) → Source
  | [], _ => .version 0
  | source :: _, 0 => source
  | _ :: sources, store + 1 => sourceOf sources store

/-- The stores in scope with these numbers. -/
def sourcesOf (sources : List Source) : (stores : List Nat) → List Source
  | [] => []
  | store :: stores => sourceOf sources store :: sourcesOf sources stores

/-- The place where a view puts formulas. -/
def View.site (r : View) (sources : List Source) : Site := ⟨sourceOf sources r.first, sourcesOf sources r.later, r.thread⟩

/-- What it costs to find the stores of these numbers. -/
def reach : (stores : List Nat) → (cost : Nat) → Nat
  | [], cost => cost
  | store :: stores, cost => reach stores (store + cost)

/-- The equations that say that the variables have the same values in two stores, after those in `out`. -/
def compileSame (a b : Source) : List VariableCode → (out : Array Literal) → Builder → Except Reason (Array Literal × Builder)
  | [], out, builder => .ok (out, builder)
  | ⟨name, isMap⟩ :: rest, out, builder => do
    let ⟨x, builder⟩ ← copyVariable name a builder
    let ⟨y, builder⟩ ← copyVariable name b builder
    let ⟨n, builder⟩ ← builder.formula (if isMap then .mapEq x y else .eq x y)
    compileSame a b rest (out.push (2 * n)) builder

/-- What is asked about a branch. -/
def compileBranch (child : Nat) (question : Int) (b : Builder) : Except Reason Built := do
  let ⟨question, b⟩ ← b.term (.num question)
  b.term (.binary .branch child question)

/-- The identifier is below 0. -/
def compileNegative (child : Nat) (b : Builder) : Except Reason Built := do
  let ⟨bound, b⟩ ← b.term (.num (-1))
  b.formula (.le child bound)

/-- The literal that expresses the property. -/
def Property.compile (T : Tables) (sources : List Source) : Property → Builder → Except Reason Built
  | .is l r, b => do
    let b ← b.pay (reach r.later r.first)
    copyLiteral T (r.site sources) 0 copyDepth l b
  | .different, b => do
    let ⟨self, b⟩ ← b.term (.logic 0)
    let ⟨other, b⟩ ← b.term (.logic 1)
    let ⟨equal, b⟩ ← b.formula (.eq self other)
    .ok ⟨2 * equal + 1, b⟩
  | .childOf child parent, b => do
    let ⟨child, b⟩ ← child.copy 0 b
    let ⟨parent, b⟩ ← parent.copy 0 b
    let ⟨known, b⟩ ← compileBranch child 0 b
    let ⟨equal, b⟩ ← b.formula (.eq known parent)
    let ⟨own, b⟩ ← b.formula (.eq child parent)
    let ⟨negative, b⟩ ← compileNegative child b
    let ⟨n, b⟩ ← b.formula (.and #[2 * equal, 2 * own + 1, 2 * negative])
    .ok ⟨2 * n, b⟩
  | .siblings, b => do
    let ⟨self, b⟩ ← b.term (.logic 0)
    let ⟨other, b⟩ ← b.term (.logic 1)
    let ⟨parent, b⟩ ← compileBranch self 0 b
    let ⟨parent', b⟩ ← compileBranch other 0 b
    let ⟨number, b⟩ ← compileBranch self 1 b
    let ⟨number', b⟩ ← compileBranch other 1 b
    let ⟨one, b⟩ ← b.formula (.eq parent parent')
    let ⟨equal, b⟩ ← b.formula (.eq number number')
    let ⟨negative, b⟩ ← compileNegative self b
    let ⟨negative', b⟩ ← compileNegative other b
    let ⟨n, b⟩ ← b.formula (.and #[2 * one, 2 * equal + 1, 2 * negative, 2 * negative'])
    .ok ⟨2 * n, b⟩
  | .among first last r index, b => do
    let b ← b.pay (reach r.later r.first)
    let ⟨first, b⟩ ← copyTerm T (r.site sources) 0 copyDepth first b
    let ⟨last, b⟩ ← copyTerm T (r.site sources) 0 copyDepth last b
    let ⟨number, b⟩ ← b.term (.bound index)
    let ⟨above, b⟩ ← b.formula (.le first number)
    let ⟨below, b⟩ ← b.formula (.le number last)
    let ⟨n, b⟩ ← b.formula (.and #[2 * above, 2 * below])
    .ok ⟨2 * n, b⟩
  | .noBranch who, b => do
    let ⟨who, b⟩ ← who.copy 0 b
    let ⟨n, b⟩ ← compileNegative who b
    .ok ⟨2 * n + 1, b⟩
  | .same variables i j, b => do
    let b ← b.pay (i + j)
    let (equations, b) ← compileSame (sourceOf sources i) (sourceOf sources j) variables #[] b
    let ⟨n, b⟩ ← b.formula (.and equations)
    .ok ⟨2 * n, b⟩
  | .and f g, b => do
    let ⟨f, b⟩ ← f.compile T sources b
    let ⟨g, b⟩ ← g.compile T sources b
    let ⟨n, b⟩ ← b.formula (.and #[f, g])
    .ok ⟨2 * n, b⟩
  | .implies f g, b => do
    let ⟨f, b⟩ ← f.compile T sources b
    let ⟨g, b⟩ ← g.compile T sources b
    let ⟨n, b⟩ ← b.formula (.implies f g)
    .ok ⟨2 * n, b⟩
  | .all f, b => do
    let ⟨f, b⟩ ← f.compile T sources b
    let ⟨n, b⟩ ← b.formula (.all f)
    .ok ⟨2 * n, b⟩

/-- The store with the changes. -/
def compileChanges (T : Tables) (sources : List Source) : List Change → Source → Builder → Except Reason (Source × Builder)
  | [], source, b => .ok (source, b)
  | change :: changes, source, b => do
    let b ← b.pay (reach change.at_.later change.at_.first)
    let ⟨term, b⟩ ← copyTerm T (change.at_.site sources) 0 copyDepth change.term b
    -- the term may come to be inside quantifiers, so it must not depend on any
    if b.tables.termIndependent term 0 then compileChanges T sources changes (.changed change.name term source) b
    else .error .looseVariable

/-! ## Goals -/

/-- The list without its first so many. -/
def dropSources : (dropped : Nat) → List Source → List Source
  | 0, sources => sources
  | _ + 1, [] => []
  | dropped + 1, _ :: sources => dropSources dropped sources

/-- The sources before the others. -/
def joinSources : List Source → List Source → List Source
  | [], ys => ys
  | x :: xs, ys => x :: joinSources xs ys

/-- What a goal is compiled in: the stores, the literals of the shared rests, and what every condition may use. -/
structure Scope where
  sources : List Source
  exits : List Literal
  hypotheses : Array Literal

/-- The literal of the shared rest with that number. -/
def exitOf : (exits : List Literal) → (index : Nat) → Option Literal
  | [], _ => none
  | literal :: _, 0 => some literal
  | _ :: exits, index + 1 => exitOf exits index

namespace Generator

/-- A formula of the right-hand side. -/
def make (g : Generator) (d : Definiens) : Except Reason Generated :=
  match g with
  | ⟨builder, next, conditions, labels⟩ => do
    let ⟨n, builder⟩ ← builder.formula d
    .ok ⟨2 * n, ⟨builder, next, conditions, labels⟩⟩

/-- The literal that expresses the property. -/
def property (g : Generator) (T : Tables) (sources : List Source) (f : Property) : Except Reason Generated :=
  match g with
  | ⟨builder, next, conditions, labels⟩ => do
    let ⟨l, builder⟩ ← f.compile T sources builder
    .ok ⟨l, ⟨builder, next, conditions, labels⟩⟩

/-- The store that is given by terms. -/
def witness (g : Generator) (T : Tables) (sources : List Source) (w : Witness) : Except Reason (Source × Generator) :=
  match g with
  | ⟨builder, next, conditions, labels⟩ => do
    let builder ← builder.pay w.base
    let (source, builder) ← compileChanges T sources w.changes (sourceOf sources w.base) builder
    .ok (source, ⟨builder, next, conditions, labels⟩)

/-- The next version of the store is this one. -/
def «at» (g : Generator) (version : Nat) : Generator :=
  match g with
  | ⟨builder, _, conditions, labels⟩ => ⟨builder, version, conditions, labels⟩

/-- An obligation begins, whose goal introduces the versions from this one on. -/
def begin (g : Generator) (version : Nat) : Generator :=
  match g with
  | ⟨builder, _, conditions, ⟨parts, runs, obligations⟩⟩ => ⟨builder, version, conditions, ⟨parts, runs, obligations.push conditions.size⟩⟩

/-- Adds a condition. -/
def require (g : Generator) (origin : Origin) (literals : Array Literal) : Generator :=
  match g with
  | ⟨builder, next, conditions, labels⟩ => ⟨builder, next, conditions.push ⟨origin, literals⟩, labels⟩

/-- The literal of a property that is to be shown. -/
def shown (g : Generator) (T : Tables) (sources : List Source) (s : Shown) : Except Reason Generated := do
  let ⟨l, g⟩ ← g.property T sources s.property
  .ok ⟨l, g.note l s.mark⟩

/-- The literals of properties, after those in `out`. -/
def properties (T : Tables) (sources : List Source) :
    List Property → (out : Array Literal) → Generator → Except Reason (Array Literal × Generator)
  | [], out, g => .ok (out, g)
  | f :: fs, out, g => do
    let ⟨l, g⟩ ← g.property T sources f
    properties T sources fs (out.push l) g

/-- The literals of properties that are to be shown, after those in `out`. -/
def allShown (T : Tables) (sources : List Source) :
    List Shown → (out : Array Literal) → Generator → Except Reason (Array Literal × Generator)
  | [], out, g => .ok (out, g)
  | s :: rest, out, g => do
    let ⟨l, g⟩ ← g.shown T sources s
    allShown T sources rest (out.push l) g

end Generator

/-- Notes that a command is run, if its store is a version as it is. -/
def Labels.run (labels : Labels) (label : Nat) (before : Source) (inputs : Nat) : Labels :=
  match labels, before with
  | ⟨parts, runs, obligations⟩, .version number => ⟨parts, runs.push ⟨label, number, inputs, obligations.size⟩, obligations⟩
  | labels, _ => labels

/-- The literal under assumptions. -/
def Generator.under (g : Generator) (assumed : Array Literal) (l : Literal) : Except Reason Generated :=
  if assumed.size = 0 then .ok ⟨l, g⟩ else g.make (.or ((pushNegated #[] assumed 0).push l))

/-- The literals, and one more. -/
def Generator.together (g : Generator) (shown : Array Literal) (l : Literal) : Except Reason Generated :=
  if shown.size = 0 then .ok ⟨l, g⟩ else g.make (.and (shown.push l))

/-- The literal of a goal; the conditions of its own that it has are added. -/
def Goal.compile (T : Tables) : Goal → Scope → Generator → Except Reason Generated
  | .shows s, scope, g => g.shown T scope.sources s
  | .showing ss goal, scope, g => do
    let (ls, g) ← Generator.allShown T scope.sources ss #[] g
    let ⟨l, g⟩ ← goal.compile T scope g
    let ⟨rest, g⟩ ← g.make (.or ((pushNegated #[] ls 0).push l))
    g.make (.and (ls.push rest))
  | .and a b, scope, g => do
    let ⟨a, g⟩ ← a.compile T scope g
    let ⟨b, g⟩ ← b.compile T scope g
    g.make (.and #[a, b])
  | .assuming f goal, scope, g => do
    let ⟨f, g⟩ ← g.property T scope.sources f
    let ⟨l, g⟩ ← goal.compile T scope g
    g.make (.implies f l)
  | .each goal, ⟨sources, exits, hypotheses⟩, ⟨builder, next, conditions, labels⟩ =>
    goal.compile T ⟨.version next :: sources, exits, hypotheses⟩ ⟨builder, next + 1, conditions, labels⟩
  | .given w goal, ⟨sources, exits, hypotheses⟩, g => do
    let (source, g) ← g.witness T sources w
    goal.compile T ⟨source :: sources, exits, hypotheses⟩ g
  | .run command store label goal, ⟨sources, exits, hypotheses⟩, ⟨builder, next, conditions, labels⟩ => do
    let builder ← builder.pay store
    let before := sourceOf sources store
    let (ran, g) ← command.execute T label .self before ⟨builder, next, conditions, labels.run label before next⟩
    let ⟨l, g⟩ ← goal.compile T ⟨ran.after :: sources, exits, hypotheses⟩ g
    let ⟨l, g⟩ ← g.under ran.assumed l
    g.together ran.shown l
  | .pick chosen dropped goal, ⟨sources, exits, hypotheses⟩, ⟨builder, next, conditions, labels⟩ => do
    let builder ← builder.pay (reach chosen dropped)
    goal.compile T ⟨joinSources (sourcesOf sources chosen) (dropSources dropped sources), exits, hypotheses⟩ ⟨builder, next, conditions, labels⟩
  | .share rest body, scope, g => do
    let ⟨l, g⟩ ← rest.compile T scope g
    body.compile T ⟨scope.sources, l :: scope.exits, scope.hypotheses⟩ g
  | .exit index, scope, g =>
    match exitOf scope.exits index with
    | some l => .ok ⟨l, g⟩
    | none => g.make (.or #[])
  | .aside origin properties goal rest, scope, g => do
    let (ls, g) ← Generator.properties T scope.sources properties scope.hypotheses g
    let ⟨l, g⟩ ← goal.compile T scope g
    rest.compile T scope (g.require origin (ls.push l.negate))
  | .impossible reason, _, _ => .error reason

/-! ## Obligations -/

/-- So many stores in scope, the versions from `version` on. -/
def freshSources : (count version : Nat) → List Source → List Source
  | 0, _, sources => sources
  | count + 1, version, sources => freshSources count (version + 1) (.version version :: sources)

/-- Adds the condition of an obligation, in whose batch so many stores are `shared`. -/
def Obligation.compile (T : Tables) (o : Obligation) (shared : Nat) (hypotheses : Array Literal) (g : Generator) : Except Reason Generator :=
  match g with
  | ⟨builder, next, conditions, labels⟩ => do
    let sources := freshSources o.stores (shared + 1) (freshSources shared 1 [])
    let (ls, g) ← Generator.properties T sources o.given hypotheses ⟨builder, next, conditions, labels⟩
    let ⟨l, g⟩ ← o.goal.compile T ⟨sources, [], hypotheses⟩ (g.begin (max firstVersion (shared + 1 + o.stores)))
    .ok ((g.require o.origin (ls.push l.negate)).at next)

/-- Adds the conditions of obligations. -/
def compileObligations (T : Tables) (shared : Nat) (hypotheses : Array Literal) : List Obligation → Generator → Except Reason Generator
  | [], g => .ok g
  | o :: os, g => do
    let g ← o.compile T shared hypotheses g
    compileObligations T shared hypotheses os g

/-- Adds the conditions of a batch. -/
def Batch.compile (T : Tables) (batch : Batch) (g : Generator) : Except Reason Generator := do
  let (hypotheses, g) ← Generator.properties T (freshSources batch.stores 1 []) batch.throughout #[] g
  compileObligations T batch.stores hypotheses batch.obligations g

end Plato
