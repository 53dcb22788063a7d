/-
# What calls cost

For each action of a call, and for each procedure that a caller lists, the variables that the procedure does not write are found by a search. Goals
are made before they are paid for, so this is paid first. Nothing rests on it but that a small file cannot ask for much work.

Main definitions: `Kernel.payForCalls`.
-/
module

public import Plato.Program.Read
public import Plato.ThreadModular.Obligations

@[expose] public section

namespace Plato

/-- How many there are, and `count` more. -/
def countVariables : List VariableCode → (count : Nat) → Nat
  | [], count => count
  | _ :: rest, count => countVariables rest (count + 1)

/-- How many there are, and `count` more. -/
def countSteps : List AbstractStep → (count : Nat) → Nat
  | [], count => count
  | _ :: rest, count => countSteps rest (count + 1)

/-- What it costs to look for so many variables among those that the procedure writes. -/
def Abstraction.searchCost (x : Abstraction) (variables : Nat) : Nat :=
  match x.writes with
  | none => 1
  | some names => variables * ProgramTables.countNames names 1

namespace Kernel

/-- The effort that is left. -/
def paid (cost effort : Nat) : Except Reason Nat := do
  require (cost < effort) .effort
  .ok (effort - cost)

/-- What the calls of a statement cost, in a unit that uses so many variables; gives the effort that is left. -/
def payForCode (variables : Nat) : OutlinedCode → (effort : Nat) → Except Reason Nat
  | code, effort => do
    let effort ← paid 1 effort
    match code with
    | .choice S S' =>
      let effort ← payForCode variables S effort
      payForCode variables S' effort
    | .seq S S' =>
      let effort ← payForCode variables S effort
      payForCode variables S' effort
    | .loop _ _ S => payForCode variables S effort
    | .block S => payForCode variables S effort
    | .call _ S => payForCode variables S effort
    | .invoke _ _ x _ => paid (countSteps x.steps 0 * x.searchCost variables) effort
    | .scope _ _ _ S => payForCode variables S effort
    | .par _ _ _ _ _ S => payForCode variables S effort
    | _ => .ok effort

/-- What the procedures of these numbers cost a caller that lists them. -/
def payForProcedures (variables : Nat) (procedures : Array OutlinedProcedure) : List Nat → (effort : Nat) → Except Reason Nat
  | [], effort => .ok effort
  | procedure :: rest, effort =>
    match procedures[procedure]? with
    | none => payForProcedures variables procedures rest effort
    | some q =>
      match q.abstraction with
      | none => payForProcedures variables procedures rest effort
      | some x => do
        let effort ← paid (2 * x.searchCost variables) effort
        payForProcedures variables procedures rest effort

/-- What the lines about what a caller calls cost. -/
def payForGroups (variables : Nat) (procedures : Array OutlinedProcedure) : List Callees → (effort : Nat) → Except Reason Nat
  | [], effort => .ok effort
  | group :: rest, effort => do
    let effort ← payForProcedures variables procedures group.procedures effort
    payForGroups variables procedures rest effort

/-- What the calls of a unit cost. -/
def payForUnit (p : OutlinedProgram) (uses : Option (List VariableCode)) (code : OutlinedCode) (calls : List Callees) (effort : Nat) :
    Except Reason Nat := do
  let variables := countVariables (usedOr uses p.variables) 0
  let effort ← paid (variables + 1) effort
  let effort ← payForCode variables code effort
  payForGroups variables p.procedures calls effort

/-- What the calls of the families from number `i` on cost. -/
def payForFamilies (p : OutlinedProgram) (i effort : Nat) : Except Reason Nat :=
  if h : i < p.families.size then do
    let effort ← payForUnit p p.families[i].uses p.families[i].code p.families[i].calls effort
    payForFamilies p (i + 1) effort
  else .ok effort
termination_by p.families.size - i

/-- What the calls of the procedures with abstractions from number `i` on cost. -/
def payForBodies (p : OutlinedProgram) (i effort : Nat) : Except Reason Nat :=
  if h : i < p.procedures.size then
    match p.procedures[i].abstraction with
    | none => payForBodies p (i + 1) effort
    | some _ => do
      let effort ← payForUnit p p.procedures[i].uses p.procedures[i].code p.procedures[i].calls effort
      payForBodies p (i + 1) effort
  else .ok effort
termination_by p.procedures.size - i

/-- What the calls of a program cost; gives the effort that is left. -/
def payForCalls (p : OutlinedProgram) (effort : Nat) : Except Reason Nat := do
  let effort ← payForFamilies p 0 effort
  payForBodies p 0 effort

end Kernel

end Plato
