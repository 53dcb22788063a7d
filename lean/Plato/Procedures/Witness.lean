/-
# The witness of a procedure's body

The proof of a body has a variable of its own, the *witness*: it counts the actions of the abstraction that are still to come, and a step is an
action where it counts down (section 5 of Flanagan, Freund, Qadeer and Seshia, *Modular Verification of Multithreaded Programs*, where it counts
up). Nothing that runs may depend on it, and no abstraction mentions it. For the body's commands that is checked as for ghost variables.

Main definitions: `isCount`, `Kernel.witnessOfCode`, `Kernel.witnesses`.
-/
module

public import Plato.ThreadModular.Ghosts

@[expose] public section

namespace Plato

/-- The literal says that the variable has that value. -/
def isCount (T : Tables) (name value : Nat) (l : Literal) : Bool :=
  if l.isPositive then
    match T.shape l.entry with
    | .eq a b =>
      match T.termShape a, T.termShape b with
      | .var x 0, .num n => x == name && n == Int.ofNat value
      | _, _ => false
    | _ => false
  else false

/-- The literals of the actions count them, from the last one on; gives their number. -/
def areCounts (T : Tables) (name : Nat) : List AbstractStep → Except Reason Nat
  | [] => .ok 0
  | s :: later => do
    let count ← areCounts T name later
    require (isCount T name (count + 1) s.left = true) (.notACount (count + 1))
    .ok (count + 1)

/-- The operation as the proof of a body sees it, with the witness in the place of ghost variables. -/
def OutlinedOperation.forWitness (o : OutlinedOperation) : OutlinedOperation := ⟨o.proofCommand, o.witnessed, none, o.assertion⟩

/-- The commands only assign to the witness. -/
def areCommits (name : Nat) : List CommandCode → (effort : Nat) → Except Reason Nat
  | [], effort => .ok effort
  | C :: rest, effort => do
    let (erased, effort) ← C.erase [name] effort
    require (erased.isNothing = true) .notACommit
    areCommits name rest effort

namespace Kernel

/-- The witness does not influence the statement, as the program with its ghosts has it. -/
def witnessOfCode (T : Tables) (name : Nat) : OutlinedCode → (effort : Nat) → Except Reason Nat
  | code, effort => do
    require (0 < effort) .effort
    let effort := effort - 1
    match code with
    | .skip => .ok effort
    | .cut _ _ => .ok effort
    | .atomic _ o => ghostsOfOperation T [name] o.forWitness effort
    | .choice S S' =>
      let effort ← witnessOfCode T name S effort
      witnessOfCode T name S' effort
    | .seq S S' =>
      let effort ← witnessOfCode T name S effort
      witnessOfCode T name S' effort
    | .loop _ _ S => witnessOfCode T name S effort
    | .block S => witnessOfCode T name S effort
    | .exit _ => .ok effort
    | .call _ S => witnessOfCode T name S effort
    | .recursion _ => .error .recursiveProcedure
    | .invoke _ _ _ commits => areCommits name commits effort
    | .scope _ locals _ S =>
      let effort ← avoidsNames [name] "a scope" locals effort
      witnessOfCode T name S effort
    | .par _ _ _ _ _ _ => .error .parInProcedure

/-- The witness occurs in none of the actions. -/
def witnessOfSteps (T : Tables) (name : Nat) : List AbstractStep → (effort : Nat) → Except Reason Nat
  | [], effort => .ok effort
  | s :: later, effort => do
    let effort ← avoidsLiteral T ⟨[name], false, "an action"⟩ s.action effort
    witnessOfSteps T name later effort

/-- The abstraction's actions are counted, and the witness does not occur in it. -/
def witnessOfAbstraction (T : Tables) (name : Nat) (x : Abstraction) (effort : Nat) : Except Reason Nat := do
  let _ ← areCounts T name x.steps
  require (isCount T name 0 x.done = true) (.notACount 0)
  let effort ← avoidsLiteral T ⟨[name], false, "a procedure's rely"⟩ x.rely effort
  let effort ← avoidsLiteral T ⟨[name], false, "an idle step"⟩ x.idle effort
  let effort ← avoidsLiteral T ⟨[name], false, "what a procedure requires"⟩ x.pre effort
  let effort ← avoidsLiteral T ⟨[name], false, "what a procedure ensures"⟩ x.post effort
  witnessOfSteps T name x.steps effort

/-- The same for all procedures from number `i` on that have an abstraction, and their bodies. -/
def witnessOfProcedures (T : Tables) (name : Nat) (procedures : Array OutlinedProcedure) (i effort : Nat) : Except Reason Nat :=
  if h : i < procedures.size then
    match procedures[i].abstraction with
    | none => witnessOfProcedures T name procedures (i + 1) effort
    | some x => do
      let effort ← witnessOfAbstraction T name x effort
      let effort ← witnessOfCode T name procedures[i].code effort
      witnessOfProcedures T name procedures (i + 1) effort
  else .ok effort
termination_by procedures.size - i

end Kernel

end Plato
