/-
# Ghost variables

A proof may use variables that the program does not have: ghost variables. The claim is about the program without them. That is sound if
they do not influence it: the program's own formulas do not mention them, and whatever the program does, there are values for them that the
proof's formulas allow. Such values exist if a formula of the proof is the program's formula together with equations that each give one
ghost variable its next value in terms of what is known.

Main definitions: `updateOf`, `annotates`, `Kernel.ghosts`.
-/
module

public import Plato.Table.Avoids
public import Plato.ThreadModular.Outline

@[expose] public section

namespace Plato

/-- The variable in that version, if the term is one. -/
def variableOf (T : Tables) (version t : Nat) : Option Nat :=
  match T.termShape t with
  | .var name v => if v = version then some name else none
  | _ => none

/-- An entry that gives a variable a value: its name, and the term that is the value (or its value at each index). -/
structure Update where
  name : Nat
  value : Nat

/-- The entry `x[i] = t` at the nearest quantified variable `i`, for a map variable in that version. -/
def elementUpdateOf (T : Tables) (version e : Nat) : Option Update :=
  match T.shape e with
  | .eq a b => match T.termShape a with
    | .binary .select m i => match T.termShape i with
      | .bound 0 => do
        let name ← variableOf T version m
        some ⟨name, b⟩
      | _ => none
    | _ => none
  | _ => none

/-- The entry `x = t` (of integers or of maps) or `∀ i. x[i] = t`, for a variable in that version. -/
def updateOf (T : Tables) (version e : Nat) : Option Update :=
  match T.shape e with
  | .eq a b => do
    let name ← variableOf T version a
    some ⟨name, b⟩
  | .mapEq a b => do
    let name ← variableOf T version a
    some ⟨name, b⟩
  | .all body => if body.isPositive then elementUpdateOf T version body.entry else none
  | _ => none

/-- The complements of the literals from index `i` on each give a ghost variable a value; their names ascend from `least` on. -/
def updates (T : Tables) (ghosts : List Nat) (f : Forbidden) (version : Nat) (ls : Array Literal) (i least effort : Nat) :
    Except Reason Nat :=
  if h : i < ls.size then do
    require ls[i].isNegative (.notAnUpdate "a part of the conjunction is negated")
    let ⟨name, value⟩ ← orReject (.notAnUpdate "a part is not an equation with the variable on its left side")
      (updateOf T version ls[i].entry)
    let left := afterSearch name ghosts effort
    require (0 < left) .effort
    require (isIn name ghosts = true ∧ least ≤ name) (.notAnUpdate "the variables given values must be ghosts, and ascend")
    let effort ← avoidsTerm T f avoidsDepth value left
    updates T ghosts f version ls (i + 1) (name + 1) effort
  else .ok effort
termination_by ls.size - i

/-- The clause is the long one of a conjunction that starts with this literal. -/
def startsWith (long : Clause) (whole first : Literal) : Bool :=
  if h : 2 ≤ long.size then long[0] = whole ∧ long[1] = first.negate else false

/-- The formula is the plain one, or its conjunction with values for ghost variables in that version. -/
def annotates (T : Tables) (ghosts : List Nat) (f : Forbidden) (version : Nat) (plain annotated : Literal) (effort : Nat) :
    Except Reason Nat :=
  if plain = annotated then .ok effort
  else if annotated.isNegative then .error (.notAnUpdate "it is negated")
  else match T.shape annotated.entry with
    | .gate long =>
      if startsWith long annotated plain then updates T ghosts f version long 2 0 effort
      else .error (.notAnUpdate "it is not a conjunction that starts with the program's formula")
    | _ => .error (.notAnUpdate "it is not a conjunction that starts with the program's formula")

namespace Kernel

/-- No ghost variable influences the operation. -/
def ghostsOfOperation (T : Tables) (names : List Nat) (o : OutlinedOperation) (effort : Nat) : Except Reason Nat := do
  let effort ← avoidsLiteral T ⟨names, false, "a gate"⟩ o.gate effort
  let effort ← avoidsLiteral T ⟨names, false, "a step"⟩ o.step effort
  let effort ← avoidsLiteral T ⟨names, false, "a post-assertion"⟩ o.post effort
  annotates T names ⟨names, true, "the value of a ghost variable, after the step,"⟩ 1 o.step o.annotated effort

/-- No ghost variable influences the statement. A statement that is used several times is looked at as often. -/
def ghostsOfCode (T : Tables) (names : List Nat) : OutlinedCode → (effort : Nat) → Except Reason Nat
  | code, effort => do
    require (0 < effort) .effort
    let effort := effort - 1
    match code with
    | .skip => .ok effort
    | .cut _ _ => .ok effort
    | .atomic _ o => ghostsOfOperation T names o effort
    | .choice S S' =>
      let effort ← ghostsOfCode T names S effort
      ghostsOfCode T names S' effort
    | .seq S S' =>
      let effort ← ghostsOfCode T names S effort
      ghostsOfCode T names S' effort
    | .loop _ _ S => ghostsOfCode T names S effort

/-- No ghost variable influences the families from number `i` on. -/
def ghostsOfFamilies (T : Tables) (names : List Nat) (families : Array OutlinedFamily) (i effort : Nat) : Except Reason Nat :=
  if h : i < families.size then do
    let effort ← avoidsLiteral T ⟨names, false, "the members of a family"⟩ families[i].members effort
    let effort ← ghostsOfCode T names families[i].code effort
    ghostsOfFamilies T names families (i + 1) effort
  else .ok effort
termination_by families.size - i

/-- No ghost variable influences the program or what is claimed of it; gives the effort that is left. -/
def ghosts (p : OutlinedProgram) (effort : Nat) : Except Reason Nat := do
  let T := p.tables
  let c := p.contract
  let names := c.ghosts
  let effort ← avoidsLiteral T ⟨names, false, "the assumption"⟩ c.assumption effort
  let effort ← avoidsLiteral T ⟨names, false, "the initial condition"⟩ c.init effort
  let effort ← avoidsLiteral T ⟨names, false, "the invariant"⟩ c.invariant effort
  let effort ← avoidsLiteral T ⟨names, false, "the program's rely"⟩ (orFalse c.rely) effort
  let effort ← avoidsLiteral T ⟨names, false, "the program's guarantee"⟩ (orTrue c.guarantee) effort
  let effort ← avoidsLiteral T ⟨names, false, "the program's postcondition"⟩ (orTrue c.post) effort
  let effort ← annotates T names ⟨names, false, "the first value of a ghost variable"⟩ 0 c.init c.annotatedInit effort
  let effort ← annotates T names ⟨names, true, "the value of a ghost variable, after a step of the environment,"⟩ 1 (orFalse c.rely) (orFalse c.annotatedRely) effort
  ghostsOfFamilies T names p.families 0 effort

end Kernel

end Plato
