/-
# Auxiliary variables

A proof may follow the values of variables that the program does not have: auxiliary, or ghost, variables. The claim speaks of the program
without them. That is right if they do not influence it: the program's own formulas do not mention them, and whatever the program does,
there are values for them that the proof's formulas allow. The latter is so if a formula of the proof is the program's formula and
equations that each give one auxiliary variable its next value in terms of what is known.

Main definitions: `Forbidden`, `avoidsLiteral`, `annotates`, `Kernel.auxiliary`.
-/
module

public import Plato.ThreadModular.Outline

@[expose] public section

namespace Plato

/-- The number is in the list. -/
def isIn (n : Nat) : List Nat → Bool
  | [] => false
  | m :: rest => if n = m then true else isIn n rest

/-- The effort that is left after the number was looked for in the list. -/
def afterSearch (n : Nat) : List Nat → (effort : Nat) → Nat
  | [], effort => effort
  | m :: rest, effort => if effort = 0 then 0 else if n = m then effort - 1 else afterSearch n rest (effort - 1)

/-- Variables that must not occur. -/
structure Forbidden where
  names : List Nat
  /-- They may occur in version 0 of the store. -/
  laterOnly : Bool
  /-- What they must not occur in, for messages. -/
  place : String

/-- The variable must not occur in this version. -/
def Forbidden.has (f : Forbidden) (name version : Nat) : Bool :=
  if f.laterOnly && version == 0 then false else isIn name f.names

mutual

/-- No forbidden variable occurs in the term; gives the effort that is left. -/
def avoidsTerm (T : Tables) (f : Forbidden) : (depth : Nat) → (t : Nat) → (effort : Nat) → Except Reason Nat
  | 0, _, _ => .error .formulaTooDeep
  | depth + 1, t, effort =>
    if effort = 0 then .error .effort
    else match T.termShape t with
      | .num _ => .ok (effort - 1)
      | .var name version =>
        let left := afterSearch name f.names effort
        if left = 0 then .error .effort
        else if f.has name version then .error (.mentionsAuxiliary f.place)
        else .ok (left - 1)
      | .logic _ => .ok (effort - 1)
      | .bound _ => .ok (effort - 1)
      | .binary _ a b =>
        match avoidsTerm T f depth a (effort - 1) with
        | .error reason => .error reason
        | .ok effort => avoidsTerm T f depth b effort
      | .store m i x =>
        match avoidsTerm T f depth m (effort - 1) with
        | .error reason => .error reason
        | .ok effort => match avoidsTerm T f depth i effort with
          | .error reason => .error reason
          | .ok effort => avoidsTerm T f depth x effort
      | .const x => avoidsTerm T f depth x (effort - 1)
      | .ite c a b =>
        match avoidsEntry T f depth (c / 2) (effort - 1) with
        | .error reason => .error reason
        | .ok effort => match avoidsTerm T f depth a effort with
          | .error reason => .error reason
          | .ok effort => avoidsTerm T f depth b effort
      | .witness body => avoidsEntry T f depth (body / 2) (effort - 1)

/-- No forbidden variable occurs in the entry. -/
def avoidsEntry (T : Tables) (f : Forbidden) : (depth : Nat) → (e : Nat) → (effort : Nat) → Except Reason Nat
  | 0, _, _ => .error .formulaTooDeep
  | depth + 1, e, effort =>
    if effort = 0 then .error .effort
    else match T.shape e with
      | .atom => .error .atomInProgram
      | .gate long => avoidsEntries T f depth long 1 (effort - 1)
      | .iff a b =>
        match avoidsEntry T f depth (a / 2) (effort - 1) with
        | .error reason => .error reason
        | .ok effort => avoidsEntry T f depth (b / 2) effort
      | .ite c a b =>
        match avoidsEntry T f depth (c / 2) (effort - 1) with
        | .error reason => .error reason
        | .ok effort => match avoidsEntry T f depth (a / 2) effort with
          | .error reason => .error reason
          | .ok effort => avoidsEntry T f depth (b / 2) effort
      | .le a b =>
        match avoidsTerm T f depth a (effort - 1) with
        | .error reason => .error reason
        | .ok effort => avoidsTerm T f depth b effort
      | .eq a b =>
        match avoidsTerm T f depth a (effort - 1) with
        | .error reason => .error reason
        | .ok effort => avoidsTerm T f depth b effort
      | .mapEq a b =>
        match avoidsTerm T f depth a (effort - 1) with
        | .error reason => .error reason
        | .ok effort => avoidsTerm T f depth b effort
      | .all body => avoidsEntry T f depth (body / 2) (effort - 1)

/-- No forbidden variable occurs in the literals from index `i` on. -/
def avoidsEntries (T : Tables) (f : Forbidden) : (depth : Nat) → (ls : Array Literal) → (i : Nat) → (effort : Nat) → Except Reason Nat
  | 0, _, _, _ => .error .formulaTooDeep
  | depth + 1, ls, i, effort =>
    if h : i < ls.size then
      match avoidsEntry T f depth (ls[i] / 2) effort with
      | .error reason => .error reason
      | .ok effort => avoidsEntries T f depth ls (i + 1) effort
    else .ok effort

end

/-- How deep a formula may be nested, and how many parts a conjunction in it may have. -/
def avoidsDepth : Nat := 4096

/-- No forbidden variable occurs in the literal's formula. -/
def avoidsLiteral (T : Tables) (f : Forbidden) (l : Literal) (effort : Nat) : Except Reason Nat :=
  match f.names with
  | [] => .ok effort
  | _ => avoidsEntry T f avoidsDepth (l / 2) effort

/-- The variable in that version, if the term is one. -/
def variableOf (T : Tables) (version t : Nat) : Option Nat :=
  match T.termShape t with
  | .var name v => if v = version then some name else none
  | _ => none

/-- An entry that gives a variable a value: its name, and the term that is the value (or its value at each index). -/
structure Update where
  name : Nat
  value : Nat

/-- The entry `x = t` (of integers or of maps) or `∀ i. x[i] = t`, for a variable in that version. -/
def updateOf (T : Tables) (version e : Nat) : Option Update :=
  match T.shape e with
  | .eq a b => match variableOf T version a with
    | some name => some ⟨name, b⟩
    | none => none
  | .mapEq a b => match variableOf T version a with
    | some name => some ⟨name, b⟩
    | none => none
  | .all body =>
    if body % 2 = 0 then
      match T.shape (body / 2) with
      | .eq a b => match T.termShape a with
        | .binary .select m i => match T.termShape i with
          | .bound 0 => match variableOf T version m with
            | some name => some ⟨name, b⟩
            | none => none
          | _ => none
        | _ => none
      | _ => none
    else none
  | _ => none

/-- The complements of the literals from index `i` on each give an auxiliary variable a value; their names ascend from `least` on. -/
def updates (T : Tables) (auxiliary : List Nat) (f : Forbidden) (version : Nat) (ls : Array Literal) (i least effort : Nat) :
    Except Reason Nat :=
  if h : i < ls.size then
    if ls[i] % 2 = 0 then .error (.notAnUpdate "a part of the conjunction is negated")
    else match updateOf T version (ls[i] / 2) with
      | none => .error (.notAnUpdate "a part is not an equation with the variable on its left side")
      | some ⟨name, value⟩ =>
        let left := afterSearch name auxiliary effort
        if left = 0 then .error .effort
        else if isIn name auxiliary && decide (least ≤ name) then
          match avoidsTerm T f avoidsDepth value left with
          | .error reason => .error reason
          | .ok effort => updates T auxiliary f version ls (i + 1) (name + 1) effort
        else .error (.notAnUpdate "the variables given values must be auxiliary, and ascend")
  else .ok effort
termination_by ls.size - i

/-- The formula is the plain one, or its conjunction with values for auxiliary variables in that version. -/
def annotates (T : Tables) (auxiliary : List Nat) (f : Forbidden) (version : Nat) (plain annotated : Literal) (effort : Nat) :
    Except Reason Nat :=
  if plain = annotated then .ok effort
  else if annotated % 2 = 1 then .error (.notAnUpdate "it is negated")
  else match T.shape (annotated / 2) with
    | .gate long =>
      if h : 2 ≤ long.size then
        if long[0] = annotated ∧ long[1] = Literal.negate plain then updates T auxiliary f version long 2 0 effort
        else .error (.notAnUpdate "it is not a conjunction that starts with the program's formula")
      else .error (.notAnUpdate "it is not a conjunction that starts with the program's formula")
    | _ => .error (.notAnUpdate "it is not a conjunction that starts with the program's formula")

namespace Kernel

/-- No auxiliary variable influences the operation. -/
def auxiliaryOperation (T : Tables) (names : List Nat) (o : Operation) (effort : Nat) : Except Reason Nat :=
  match avoidsLiteral T ⟨names, false, "a gate"⟩ o.gate effort with
  | .error reason => .error reason
  | .ok effort => match avoidsLiteral T ⟨names, false, "a step"⟩ o.step effort with
    | .error reason => .error reason
    | .ok effort => match avoidsLiteral T ⟨names, false, "a post-assertion"⟩ o.post effort with
      | .error reason => .error reason
      | .ok effort => annotates T names ⟨names, true, "the value of an auxiliary variable, after the step,"⟩ 1 o.step o.annotated effort

/-- No auxiliary variable influences the statement. A statement that is used several times is looked at as often. -/
def auxiliaryCode (T : Tables) (names : List Nat) : Code → (effort : Nat) → Except Reason Nat
  | .skip, effort => if effort = 0 then .error .effort else .ok (effort - 1)
  | .cut _ _, effort => if effort = 0 then .error .effort else .ok (effort - 1)
  | .atomic _ o, effort => if effort = 0 then .error .effort else auxiliaryOperation T names o (effort - 1)
  | .choice S S', effort =>
    if effort = 0 then .error .effort
    else match auxiliaryCode T names S (effort - 1) with
      | .error reason => .error reason
      | .ok effort => auxiliaryCode T names S' effort
  | .seq S S', effort =>
    if effort = 0 then .error .effort
    else match auxiliaryCode T names S (effort - 1) with
      | .error reason => .error reason
      | .ok effort => auxiliaryCode T names S' effort
  | .loop _ _ S, effort => if effort = 0 then .error .effort else auxiliaryCode T names S (effort - 1)

/-- No auxiliary variable influences the families from number `i` on. -/
def auxiliaryFamilies (T : Tables) (names : List Nat) (families : Array Family) (i effort : Nat) : Except Reason Nat :=
  if h : i < families.size then
    match avoidsLiteral T ⟨names, false, "the members of a family"⟩ families[i].members effort with
    | .error reason => .error reason
    | .ok effort => match auxiliaryCode T names families[i].code effort with
      | .error reason => .error reason
      | .ok effort => auxiliaryFamilies T names families (i + 1) effort
  else .ok effort
termination_by families.size - i

/-- No auxiliary variable influences the program or what is claimed of it. -/
def auxiliary (p : ProgramTables) (effort : Nat) : Except Reason Nat :=
  let T := p.tables
  let c := p.contract
  let names := c.auxiliary
  match avoidsLiteral T ⟨names, false, "the assumption"⟩ c.assumption effort with
  | .error reason => .error reason
  | .ok effort => match avoidsLiteral T ⟨names, false, "the initial condition"⟩ c.init effort with
    | .error reason => .error reason
    | .ok effort => match avoidsLiteral T ⟨names, false, "the invariant"⟩ c.invariant effort with
      | .error reason => .error reason
      | .ok effort => match avoidsLiteral T ⟨names, false, "the program's rely"⟩ c.rely effort with
        | .error reason => .error reason
        | .ok effort => match avoidsLiteral T ⟨names, false, "the program's guarantee"⟩ c.guarantee effort with
          | .error reason => .error reason
          | .ok effort => match avoidsLiteral T ⟨names, false, "the program's postcondition"⟩ c.post effort with
            | .error reason => .error reason
            | .ok effort =>
              match annotates T names ⟨names, false, "the first value of an auxiliary variable"⟩ 0 c.init c.annotatedInit effort with
              | .error reason => .error reason
              | .ok effort =>
                match annotates T names ⟨names, true, "the value of an auxiliary variable, after a step of the environment,"⟩ 1
                    c.rely c.annotatedRely effort with
                | .error reason => .error reason
                | .ok effort => auxiliaryFamilies T names p.families 0 effort

end Kernel

end Plato
