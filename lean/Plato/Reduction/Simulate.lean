/-
# A command that simulates another one

A command may be replaced by one that goes wrong where it does, and that otherwise can take each of its steps. The new command is run towards the store in which the
old one ends: what it leaves open gets its values of that store, and of two branches it takes the first one if that one's assumptions are true and it comes to that store. So no witness is needed.

Main definitions: `CommandCode.towards`, `simulateCondition`.
-/
module

public import Plato.Reduction.Movers

@[expose] public section

namespace Plato

/-- The store in which the places have their values of the store `target`. -/
def followHavoc (T : Tables) (who : Who) (before target : Source) :
    List PlaceCode → (after : Source) → (names : List Nat) → Builder → Except Reason (Source × List Nat × Builder)
  | [], after, names, b => .ok (after, names, b)
  | ⟨name, none⟩ :: rest, after, names, b => do
    let ⟨value, b⟩ ← copyVariable name target b
    let after ← changeTo name value after b
    followHavoc T who before target rest after (name :: names) b
  | ⟨name, some index⟩ :: rest, after, names, b => do
    let ⟨index, b⟩ ← copyTerm T (.here who before) 0 copyDepth index b
    let ⟨map, b⟩ ← copyVariable name target b
    let ⟨value, b⟩ ← b.term (.binary .select map index)
    let ⟨map, b⟩ ← elementTo name index value after b
    let after ← changeTo name map after b
    followHavoc T who before target rest after (name :: names) b

/-- What the command does from a store on if that thread runs it and chooses so that it comes to the store `target`, if it can. -/
def CommandCode.towards (T : Tables) (who : Who) (target : Source) : CommandCode → (before : Source) → Builder → Except Reason (Computed × Builder)
  | .assign changes, before, b => do
    let b ← b.pay 1
    let (after, names, b) ← executeChanges T who before changes before [] b
    .ok (⟨#[], #[], after, names⟩, b)
  | .havoc places, before, b => do
    let b ← b.pay 1
    let (after, names, b) ← followHavoc T who before target places before [] b
    .ok (⟨#[], #[], after, names⟩, b)
  | .assume l, before, b => do
    let ⟨l, b⟩ ← copyLiteral T (.here who before) 0 copyDepth l b
    .ok (⟨#[], #[l], before, []⟩, b)
  | .assert l, before, b => do
    let ⟨l, b⟩ ← copyLiteral T (.here who before) 0 copyDepth l b
    .ok (⟨#[l], #[l], before, []⟩, b)
  | .ite l C D, before, b => do
    let ⟨l, b⟩ ← copyLiteral T (.here who before) 0 copyDepth l b
    let (first, b) ← C.towards T who target before b
    let (second, b) ← D.towards T who target before b
    joinComputed l before first second b
  | .choice C D, before, b => do
    let (first, b) ← C.towards T who target before b
    let (second, b) ← D.towards T who target before b
    let (same, b) ← compileIdenticals first.after target (joinNames first.names second.names) #[] b
    let ⟨l, b⟩ ← conjoin (pushLiterals first.assumed same 0) b
    joinComputed l before first second b
  | .seq C D, before, b => do
    let (first, b) ← C.towards T who target before b
    let (second, b) ← D.towards T who target first.after b
    let b ← b.pay (first.shown.size + first.assumed.size + second.shown.size + second.assumed.size + 1)
    let (shown, b) ← implied first.assumed second.shown first.shown b
    .ok (⟨shown, pushLiterals first.assumed second.assumed 0, second.after, joinNames second.names first.names⟩, b)
  | .operation places gate action post, before, b => do
    let ⟨gate, b⟩ ← copyLiteral T (.here who before) 0 copyDepth gate b
    let b ← b.pay 1
    let (after, names, b) ← followHavoc T who before target places before [] b
    let site : Site := ⟨before, [after], who⟩
    let ⟨action, b⟩ ← copyLiteral T site 0 copyDepth action b
    let ⟨post, b⟩ ← copyLiteral T site 0 copyDepth post b
    let (shown, b) ← implied #[action] #[post] #[gate] b
    .ok (⟨shown, #[gate, action, post], after, names⟩, b)

/-- The same with a generator. -/
def Generator.towards (g : Generator) (T : Tables) (command : CommandCode) (target before : Source) : Except Reason (Computed × Generator) :=
  match g with
  | ⟨builder, next, conditions, labels⟩ => do
    let (ran, builder) ← command.towards T .self target before builder
    .ok (ran, ⟨builder, next, conditions, labels⟩)

/-- Where the new command does not go wrong, the old one does not, and each of its steps is one of the new one. -/
def simulateCondition (T : Tables) (given : List Property) (invariant : Option Literal) (origin : Origin) (statement : Nat) (old new : CommandCode) (g : Generator) :
    Except Reason Generator := do
  let (known, g) ← g.knownAt T given invariant
  let (O, g) ← old.execute T statement .self startStore g
  let (N, g) ← g.towards T new O.after startStore
  let (same, g) ← g.identicals N.after O.after (joinNames O.names N.names)
  let ⟨l, g⟩ ← g.make (.and (pushLiterals N.assumed same 0))
  let ⟨l, g⟩ ← g.under O.assumed l
  let ⟨l, g⟩ ← g.together O.shown l
  .ok (g.require origin ((pushLiterals known N.shown 0).push l.negate))

end Plato
