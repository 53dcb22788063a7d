/-
# What a procedure writes

An abstraction may say which variables are the only ones that the procedure's steps change; then its formulas need not say that the others stay.
The body's commands, its scopes and the procedures that it calls must keep to that.

Main definitions: `Kernel.writesOfCode`, `Kernel.writesOfProcedures`.
-/
module

public import Plato.ThreadModular.Ghosts

@[expose] public section

namespace Plato

/-- The names of the variables that places are of. -/
def placeNames : List PlaceCode → (out : List Nat) → List Nat
  | [], out => out
  | p :: rest, out => placeNames rest (p.name :: out)

/-- The names of the variables that are changed. -/
def changeNames : List ChangeCode → (out : List Nat) → List Nat
  | [], out => out
  | c :: rest, out => changeNames rest (c.place.name :: out)

namespace Kernel

/-- All these names are among the others; gives the effort that is left. -/
def areAmong (names : List Nat) : List Nat → (effort : Nat) → Except Reason Nat
  | [], effort => .ok effort
  | x :: rest, effort => do
    let (isOne, effort) ← isGhost names x effort
    require (isOne = true) (.writesMore x)
    areAmong names rest effort

/-- The command changes these variables alone. -/
def writesOfCommand (names : List Nat) : CommandCode → (effort : Nat) → Except Reason Nat
  | .assign changes, effort => areAmong names (changeNames changes []) effort
  | .havoc places, effort => areAmong names (placeNames places []) effort
  | .assume _, effort => .ok effort
  | .assert _, effort => .ok effort
  | .ite _ C D, effort => do
    let effort ← writesOfCommand names C effort
    writesOfCommand names D effort
  | .choice C D, effort => do
    let effort ← writesOfCommand names C effort
    writesOfCommand names D effort
  | .seq C D, effort => do
    let effort ← writesOfCommand names C effort
    writesOfCommand names D effort
  | .operation places _ _ _, effort => areAmong names (placeNames places []) effort

/-- The statement changes these variables alone. -/
def writesOfCode (names : List Nat) : OutlinedCode → (effort : Nat) → Except Reason Nat
  | code, effort => do
    require (0 < effort) .effort
    let effort := effort - 1
    match code with
    | .atomic _ o => writesOfCommand names o.proofCommand effort
    | .choice S S' =>
      let effort ← writesOfCode names S effort
      writesOfCode names S' effort
    | .seq S S' =>
      let effort ← writesOfCode names S effort
      writesOfCode names S' effort
    | .loop _ _ S => writesOfCode names S effort
    | .block S => writesOfCode names S effort
    | .call _ S => writesOfCode names S effort
    | .invoke _ procedure x _ =>
      match x.writes with
      | none => .error (.writesAnything procedure)
      | some more => areAmong names more effort
    | .scope _ locals _ S =>
      let effort ← areAmong names locals effort
      writesOfCode names S effort
    | .par _ _ _ _ _ _ => .error .parInProcedure
    | _ => .ok effort

/-- The bodies of the procedures from number `i` on change only what their abstractions say, if they say it. -/
def writesOfProcedures (witness : Nat) (procedures : Array OutlinedProcedure) (i effort : Nat) : Except Reason Nat :=
  if h : i < procedures.size then
    match procedures[i].abstraction with
    | none => writesOfProcedures witness procedures (i + 1) effort
    | some x =>
      match x.writes with
      | none => writesOfProcedures witness procedures (i + 1) effort
      | some names => do
        let effort ← areAmong names [witness] effort
        let effort ← writesOfCode names procedures[i].code effort
        writesOfProcedures witness procedures (i + 1) effort
  else .ok effort
termination_by procedures.size - i

end Kernel

end Plato
