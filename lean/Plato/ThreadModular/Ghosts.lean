/-
# Ghost variables

A proof may use variables that the program does not have: ghost variables. The claim is about the program without them. That is sound if
they do not influence it: the program's own formulas do not mention them, and whatever the program does, there are values for them that the
proof allows. For commands that is so if the proof's command is the program's one with further assignments, all of them to ghost variables.
For formulas it is so if the proof's formula is the program's one together with equations that each give one ghost variable its value in terms
of what is known.

Main definitions: `CommandCode.erase`, `updateOf`, `annotates`, `Kernel.ghosts`.
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

/-! ## Commands -/

/-- The name is that of a ghost variable; and the effort that is left. -/
def isGhost (ghosts : List Nat) (name effort : Nat) : Except Reason (Bool × Nat) := do
  let left := afterSearch name ghosts effort
  require (0 < left) .effort
  .ok (isIn name ghosts, left - 1)

/-- The changes of what is no ghost variable. -/
def eraseChanges (ghosts : List Nat) : List ChangeCode → (effort : Nat) → Except Reason (List ChangeCode × Nat)
  | [], effort => .ok ([], effort)
  | change :: rest, effort => do
    let (ghost, effort) ← isGhost ghosts change.place.name effort
    let (rest, effort) ← eraseChanges ghosts rest effort
    .ok (if ghost then rest else change :: rest, effort)

/-- One command after the other; what does nothing is left out. -/
def CommandCode.andThen (C D : CommandCode) : CommandCode :=
  if C.isNothing then D else if D.isNothing then C else .seq C D

/-- The command without its assignments to ghost variables; and the effort that is left. -/
def CommandCode.erase (ghosts : List Nat) : CommandCode → (effort : Nat) → Except Reason (CommandCode × Nat)
  | .assign changes, effort => do
    let (changes, effort) ← eraseChanges ghosts changes effort
    .ok (.assign changes, effort)
  | .ite l C D, effort => do
    let (C, effort) ← C.erase ghosts effort
    let (D, effort) ← D.erase ghosts effort
    .ok (.ite l C D, effort)
  | .choice C D, effort => do
    let (C, effort) ← C.erase ghosts effort
    let (D, effort) ← D.erase ghosts effort
    .ok (.choice C D, effort)
  | .seq C D, effort => do
    require (0 < effort) .effort
    let (C, effort) ← C.erase ghosts (effort - 1)
    let (D, effort) ← D.erase ghosts effort
    .ok (C.andThen D, effort)
  | command, effort => .ok (command, effort)

/-- The places are the same. -/
def PlaceCode.same (p q : PlaceCode) : Bool :=
  p.name == q.name &&
    match p.index, q.index with
    | none, none => true
    | some i, some j => i == j
    | _, _ => false

/-- The lists of places are the same. -/
def samePlaces : List PlaceCode → List PlaceCode → Bool
  | [], [] => true
  | p :: ps, q :: qs => p.same q && samePlaces ps qs
  | _, _ => false

/-- The lists of changes are the same. -/
def sameChanges : List ChangeCode → List ChangeCode → Bool
  | [], [] => true
  | p :: ps, q :: qs => p.place.same q.place && p.value == q.value && sameChanges ps qs
  | _, _ => false

/-- The commands are the same. -/
def CommandCode.same : CommandCode → CommandCode → Bool
  | .assign xs, .assign ys => sameChanges xs ys
  | .havoc xs, .havoc ys => samePlaces xs ys
  | .assume l, .assume m => l == m
  | .assert l, .assert m => l == m
  | .ite l C D, .ite m C' D' => l == m && C.same C' && D.same D'
  | .choice C D, .choice C' D' => C.same C' && D.same D'
  | .seq C D, .seq C' D' => C.same C' && D.same D'
  | .operation xs g a y, .operation ys g' a' y' => samePlaces xs ys && g == g' && a == a' && y == y'
  | _, _ => false

/-- No ghost variable is the place, or occurs in its index. -/
def avoidsPlace (T : Tables) (f : Forbidden) (p : PlaceCode) (effort : Nat) : Except Reason Nat := do
  let (ghost, effort) ← isGhost f.names p.name effort
  require (ghost = false) (.mentionsGhost f.place)
  match p.index with
  | none => .ok effort
  | some i => avoidsTerm T f avoidsDepth i effort

/-- No ghost variable is one of the places, or occurs in their indices. -/
def avoidsPlaces (T : Tables) (f : Forbidden) : List PlaceCode → (effort : Nat) → Except Reason Nat
  | [], effort => .ok effort
  | p :: rest, effort => do
    let effort ← avoidsPlace T f p effort
    avoidsPlaces T f rest effort

/-- No ghost variable occurs in the changes. -/
def avoidsChanges (T : Tables) (f : Forbidden) : List ChangeCode → (effort : Nat) → Except Reason Nat
  | [], effort => .ok effort
  | c :: rest, effort => do
    let effort ← avoidsPlace T f c.place effort
    let effort ← avoidsTerm T f avoidsDepth c.value effort
    avoidsChanges T f rest effort

/-- No ghost variable occurs in the command. -/
def avoidsCommand (T : Tables) (f : Forbidden) : CommandCode → (effort : Nat) → Except Reason Nat
  | .assign changes, effort => avoidsChanges T f changes effort
  | .havoc places, effort => avoidsPlaces T f places effort
  | .assume l, effort => avoidsLiteral T f l effort
  | .assert l, effort => avoidsLiteral T f l effort
  | .ite l C D, effort => do
    let effort ← avoidsLiteral T f l effort
    let effort ← avoidsCommand T f C effort
    avoidsCommand T f D effort
  | .choice C D, effort => do
    let effort ← avoidsCommand T f C effort
    avoidsCommand T f D effort
  | .seq C D, effort => do
    let effort ← avoidsCommand T f C effort
    avoidsCommand T f D effort
  | .operation places gate action post, effort => do
    let effort ← avoidsPlaces T f places effort
    let effort ← avoidsLiteral T f gate effort
    let effort ← avoidsLiteral T f action effort
    avoidsLiteral T f post effort

namespace Kernel

/-- No ghost variable influences the command of a statement. -/
def ghostsOfOperation (T : Tables) (names : List Nat) (o : OutlinedOperation) (effort : Nat) : Except Reason Nat :=
  match names, o.annotated with
  | [], none => .ok effort
  | names, none => avoidsCommand T ⟨names, false, "a command"⟩ o.command effort
  | names, some annotated => do
    let effort ← avoidsCommand T ⟨names, false, "a command"⟩ o.command effort
    let (erased, effort) ← annotated.erase names effort
    require (erased.same o.command = true) (.notAnUpdate "without its assignments to ghost variables, the command is another one")
    .ok effort

/-- None of the variables is a ghost. -/
def avoidsNames (names : List Nat) (place : String) : (variables : List Nat) → (effort : Nat) → Except Reason Nat
  | [], effort => .ok effort
  | x :: rest, effort => do
    let (ghost, effort) ← isGhost names x effort
    require (ghost = false) (.mentionsGhost place)
    avoidsNames names place rest effort

/-- The term is the map variable with the thread's entry of version 1. -/
def isRestoring (T : Tables) (x t : Nat) : Bool :=
  match T.termShape t with
  | .store m i v =>
    match T.termShape m, T.termShape i, T.termShape v with
    | .var y 0, .logic 0, .binary .select m' i' =>
      match T.termShape m', T.termShape i' with
      | .var z 1, .logic 0 => x == y && x == z
      | _, _ => false
    | _, _, _ => false
  | _ => false

/-- The terms give the variables back, one each. -/
def areRestoring (T : Tables) : (locals terms : List Nat) → Except Reason Unit
  | [], [] => .ok ()
  | x :: locals, t :: terms => do
    require (isRestoring T x t = true) (.notRestoring x)
    areRestoring T locals terms
  | _, _ => .error (.expected "one term for each variable of the scope")

/-- No ghost variable influences the statement. A statement that is used several times is looked at as often. Recursive procedures without an
abstraction are refused here. -/
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
    | .block S => ghostsOfCode T names S effort
    | .exit _ => .ok effort
    | .call _ S => ghostsOfCode T names S effort
    | .recursion _ => .error .recursiveProcedure
    | .invoke _ _ _ _ => .ok effort
    | .scope _ locals terms S =>
      areRestoring T locals terms
      let effort ← avoidsNames names "a scope" locals effort
      ghostsOfCode T names S effort
    | .par _ first last _ _ S =>
      let effort ← avoidsTerm T ⟨names, false, "the number of a branch"⟩ avoidsDepth first effort
      let effort ← avoidsTerm T ⟨names, false, "the number of a branch"⟩ avoidsDepth last effort
      ghostsOfCode T names S effort

/-- No ghost variable influences the families from number `i` on. -/
def ghostsOfFamilies (T : Tables) (names : List Nat) (families : Array OutlinedFamily) (i effort : Nat) : Except Reason Nat :=
  if h : i < families.size then do
    let effort ← avoidsLiteral T ⟨names, false, "the members of a family"⟩ families[i].members effort
    let effort ← ghostsOfCode T names families[i].code effort
    ghostsOfFamilies T names families (i + 1) effort
  else .ok effort
termination_by families.size - i

/-- No ghost variable influences the bodies of the procedures with abstractions, from number `i` on. -/
def ghostsOfProcedures (T : Tables) (names : List Nat) (procedures : Array OutlinedProcedure) (i effort : Nat) : Except Reason Nat :=
  if h : i < procedures.size then
    match procedures[i].abstraction with
    | none => ghostsOfProcedures T names procedures (i + 1) effort
    | some _ => do
      let effort ← ghostsOfCode T names procedures[i].code effort
      ghostsOfProcedures T names procedures (i + 1) effort
  else .ok effort
termination_by procedures.size - i

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
  let effort ← ghostsOfFamilies T names p.families 0 effort
  ghostsOfProcedures T names p.procedures 0 effort

end Kernel

end Plato
