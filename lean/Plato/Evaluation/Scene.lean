/-
# Evaluating a program's formulas

A scene writes down what a formula of a program is about: the parameters, the thread, and the stores before and after a step, with integers
and maps that have finitely many exceptions as values. Apart from its exceptions a map has the same value everywhere, or is given by a term
in its index (`b 0`), which is read with the parameters alone. Local variables whose first values mention the thread start in this way.

A quantified formula is tried for each integer of a range, and once for all integers below it and once for all above it, about which no more
is known. So `forall i :: 0 <= i && i < n ==> a[i] == 0` can be evaluated if the range contains 0 to n - 1 and the exceptions of `a`.
Witnesses, differences and atoms cannot be evaluated. `∀ i. k[i] = t` is known to hold if `k` is given by the very term `t`.

The evaluation recurses: it is limited in depth, and in effort because shared parts are evaluated again.

Main definitions: `Scene`, `Scene.model`, `evaluateLiteral`, `decideLiteral`, `noneOutside`.
-/
module

public import Plato.Meaning.Program
public import Plato.Table.Avoids
public import Plato.Evaluation.Estimate

@[expose] public section

namespace Plato

/-- Integers from `low` to `high`. -/
structure Range where
  low : Int
  high : Int

/-- What is known about the integers below the range. -/
def Range.below (r : Range) : Estimate := .between none (some (r.low - 1))

/-- What is known about the integers above the range. -/
def Range.above (r : Range) : Estimate := .between (some (r.high + 1)) none

/-- What it costs to go on to the next integer of the range. -/
def Range.stepCost (r : Range) : Nat := Polynomial.words r.low + Polynomial.words r.high

/-- How many integers the range has. -/
def Range.size (r : Range) : Nat := (r.high - r.low + 1).toNat

/-- The value of a program variable. -/
inductive StoreValue where
  | finite (value : FiniteValue)
  /-- The map that is the term at each index, but for the exceptions, the latest first; and the weight of these. -/
  | based (term : Nat) (exceptions : List (Int × Int)) (weight : Nat)

/-- The value at `j` of a map with these exceptions, which is `f` elsewhere. -/
def basedAt (f : Int → Int) : List (Int × Int) → Int → Int
  | [], j => f j
  | (i, x) :: rest, j => if j = i then x else basedAt f rest j

namespace StoreValue

/-- The value that is meant, if the terms have these values at each index. -/
def value (bases : Nat → Int → Int) : StoreValue → Value
  | .finite v => v.value
  | .based term exceptions _ => .map (basedAt (bases term) exceptions)

/-- What is known about it. -/
def estimate : StoreValue → Estimate
  | .finite v => .exact v
  | .based term exceptions weight => .based term exceptions weight

/-- The map with one value replaced. -/
def write (i x : Int) : StoreValue → StoreValue
  | .finite v => .finite (v.write i x)
  | .based term exceptions weight => .based term ((i, x) :: exceptions) (weight + FiniteValue.exceptionWeight i x)

end StoreValue

/-- What a formula of a program is about. -/
structure Scene where
  /-- The integers that are tried for a quantified variable; without it, quantified formulas are not evaluated. -/
  range : Option Range
  parameters : Named
  thread : Estimate
  before : Array StoreValue
  after : Array StoreValue

/-- The value of a variable in a store, 0 if it has none. -/
def storeValue (store : Array StoreValue) (name : Nat) : StoreValue :=
  if h : name < store.size then store[name] else .finite (.int 0)

/-- The store that the values describe, if the terms have these values at each index. -/
def storeOf (bases : Nat → Int → Int) (store : Array StoreValue) : Store := fun name => (storeValue store name).value bases

/-- The parameters that the values describe. -/
def parametersOf (parameters : Named) : Parameters where
  atoms _ := False
  logic name := (parameters.find name).value

/-- The model that the scene describes, for a thread. -/
def Scene.model (bases : Nat → Int → Int) (s : Scene) (thread : Int) : Model :=
  (parametersOf s.parameters).model thread (storeOf bases s.before) (storeOf bases s.after)

/-- The scene of the terms that maps are given by: the parameters, and no thread and no store. -/
def Scene.ofParameters (s : Scene) : Scene := ⟨s.range, s.parameters, .exact (.int 0), #[], #[]⟩

/-- The innermost quantified variables. -/
abbrev Bindings := List Estimate

/-- What is known about the quantified variable of that index. -/
def Bindings.find : Bindings → Nat → Estimate
  | [], _ => .exact (.int 0)
  | e :: _, 0 => e
  | _ :: rest, index + 1 => Bindings.find rest index

/-- What is known, and the effort that is left. -/
structure Evaluated (Known : Type) where
  known : Known
  effort : Nat

/-- Pays for what becomes known. It is computed only if it can be paid for. -/
@[macro_inline] def pay {Known : Type} (effort cost : Nat) (known : Known) : Option (Evaluated Known) :=
  if effort < cost then none else some ⟨known, effort - cost⟩

/-- The truth for `count` integers from `x` on, and of what is known before; each costs `cost` more than itself. -/
def evaluateEach (evaluate : Int → Nat → Option (Evaluated Truth)) (cost : Nat) :
    (count : Nat) → (x : Int) → Truth → (effort : Nat) → Option (Evaluated Truth)
  | 0, _, known, effort => some ⟨known, effort⟩
  | count + 1, x, known, effort =>
    match known with
    | .no => some ⟨.no, effort⟩
    | known =>
      if effort < cost then none
      else do
        let ⟨here, effort⟩ ← evaluate x (effort - cost)
        evaluateEach evaluate cost count (x + 1) (known.both here) effort

/-- The truth for all integers: those below the range, those above it, and each of the range. -/
def evaluateAll (evaluate : Estimate → Nat → Option (Evaluated Truth)) (range : Range) (effort : Nat) : Option (Evaluated Truth) := do
  let ⟨below, effort⟩ ← evaluate range.below effort
  let ⟨above, effort⟩ ← evaluate range.above effort
  evaluateEach (fun x effort => evaluate (.exact (.int x)) effort) range.stepCost range.size range.low (below.both above) effort

/-- A map that is given by a term, and an index that is known. -/
structure BaseRead where
  term : Nat
  exceptions : List (Int × Int)
  index : Int

/-- The operator reads a map that is given by a term, at an index that is known. -/
def baseRead : Operator → Estimate → Estimate → Option BaseRead
  | .select, .based term exceptions _, .exact i => some ⟨term, exceptions, i.toInt⟩
  | _, _, _ => none

/-- A map that is given by a term. -/
structure BaseMap where
  term : Nat
  exceptions : List (Int × Int)
  weight : Nat

/-- The map, if the term is `X[b 0]` for a variable that is given by a term. -/
def elementOf (T : Tables) (s : Scene) (t : Nat) : Option BaseMap :=
  match T.termShape t with
  | .binary .select m i => match T.termShape i with
    | .bound 0 => match T.termShape m with
      | .var name version => match storeValue (if version = 0 then s.before else s.after) name with
        | .based term exceptions weight => some ⟨term, exceptions, weight⟩
        | .finite _ => none
      | _ => none
    | _ => none
  | _ => none

/-- The numbers below `n`, and those of the list. -/
def allNames : (n : Nat) → List Nat → List Nat
  | 0, out => out
  | n + 1, out => allNames n (n :: out)

/-- How many variables the stores give values to. -/
def Scene.names (s : Scene) : Nat := max s.before.size s.after.size

/-- No thread is meant. -/
def Scene.isOfNobody (s : Scene) : Bool :=
  match s.thread with
  | .exact (.int n) => n == 0
  | _ => false

/-- How many parts of a term are looked through to see what it mentions. -/
def mentionEffort : Nat := 1024

/-- The term mentions only the parameters and the nearest quantified variable. -/
def isOfIndex (T : Tables) (s : Scene) (t : Nat) : Bool :=
  T.termIndependent t 1 && s.isOfNobody &&
    match avoidsTerm T ⟨allNames s.names [], false, ""⟩ avoidsDepth t mentionEffort with
    | .ok _ => true
    | .error _ => false

/-- The first term is `X[b 0]`, `X` is given by the second, and no exception is meant: then they are equal. -/
def compareWithBase (T : Tables) (s : Scene) (bs : Bindings) (a b effort : Nat) : Option (Evaluated Truth) :=
  match elementOf T s a with
  | none => some ⟨.unknown, effort⟩
  | some ⟨term, exceptions, weight⟩ =>
    pay effort (mentionEffort + weight * (bs.find 0).words + s.names)
      (if term = b ∧ Estimate.noneWithin (bs.find 0).low (bs.find 0).high exceptions ∧ isOfIndex T s b then .yes else .unknown)

mutual

/-- What is known about a term. -/
def evaluateTerm (T : Tables) (s : Scene) : (bs : Bindings) → (depth : Nat) → (t : Nat) → (effort : Nat) → Option (Evaluated Estimate)
  | _, 0, _, _ => none
  | bs, depth + 1, t, effort =>
    match T.termShape t with
    | .num n => pay effort 1 (.exact (.int n))
    | .var name version => pay effort 1 (storeValue (if version = 0 then s.before else s.after) name).estimate
    | .logic name => pay effort 1 (if name = 0 then s.thread else .exact (s.parameters.find name))
    | .bound index => pay effort (index + 1) (bs.find index)
    | .binary o a b => do
      let ⟨a, effort⟩ ← evaluateTerm T s bs depth a effort
      let ⟨b, effort⟩ ← evaluateTerm T s bs depth b effort
      match baseRead o a b with
      | none => pay effort (a.weight + a.words * b.words + o.extra a.words) (.combine o a b)
      | some ⟨term, exceptions, index⟩ =>
        let ⟨exception, effort⟩ ← pay effort (a.weight + b.words) (exceptionAt exceptions index)
        match exception with
        | some x => some ⟨.exact (.int x), effort⟩
        | none =>
          let ⟨value, effort⟩ ← evaluateTerm T s.ofParameters [.exact (.int index)] depth term effort
          some ⟨value.asInt, effort⟩
    | .store m i x => do
      let ⟨m, effort⟩ ← evaluateTerm T s bs depth m effort
      let ⟨i, effort⟩ ← evaluateTerm T s bs depth i effort
      let ⟨x, effort⟩ ← evaluateTerm T s bs depth x effort
      pay effort 1 (.store m i x)
    | .const x => do
      let ⟨x, effort⟩ ← evaluateTerm T s bs depth x effort
      pay effort 1 (.const x)
    | .ite c a b => do
      let ⟨condition, effort⟩ ← evaluateLiteral T s bs depth c effort
      match condition with
      | .yes => evaluateTerm T s bs depth a effort
      | .no => evaluateTerm T s bs depth b effort
      | .unknown => some ⟨.unknown, effort⟩
    | .witness _ => pay effort 1 .unknown

/-- What is known about a literal. -/
def evaluateLiteral (T : Tables) (s : Scene) : (bs : Bindings) → (depth : Nat) → (l : Literal) → (effort : Nat) → Option (Evaluated Truth)
  | _, 0, _, _ => none
  | bs, depth + 1, l, effort => do
    let ⟨truth, effort⟩ ← evaluateFormula T s bs depth l.entry effort
    pay effort 1 (if l.isPositive then truth else truth.negate)

/-- What is known about an entry. -/
def evaluateFormula (T : Tables) (s : Scene) : (bs : Bindings) → (depth : Nat) → (e : Nat) → (effort : Nat) → Option (Evaluated Truth)
  | _, 0, _, _ => none
  | bs, depth + 1, e, effort =>
    match T.shape e with
    | .atom => some ⟨.unknown, effort⟩
    | .all body =>
      match s.range with
      | none => some ⟨.unknown, effort⟩
      | some range => evaluateAll (fun x effort => evaluateLiteral T s (x :: bs) depth body effort) range effort
    | .gate long => do
      let ⟨any, effort⟩ ← evaluateAny T s bs depth long 1 .no effort
      -- the first literal is the complement of the others' disjunction
      if h : 0 < long.size then some ⟨if long[0].isNegative then any else any.negate, effort⟩ else none
    | .iff a b => do
      let ⟨a, effort⟩ ← evaluateLiteral T s bs depth a effort
      let ⟨b, effort⟩ ← evaluateLiteral T s bs depth b effort
      some ⟨a.same b, effort⟩
    | .ite c a b => do
      let ⟨condition, effort⟩ ← evaluateLiteral T s bs depth c effort
      match condition with
      | .yes => evaluateLiteral T s bs depth a effort
      | .no => evaluateLiteral T s bs depth b effort
      | .unknown => some ⟨.unknown, effort⟩
    | .le a b => do
      let ⟨a, effort⟩ ← evaluateTerm T s bs depth a effort
      let ⟨b, effort⟩ ← evaluateTerm T s bs depth b effort
      pay effort (a.words + b.words) (a.le b)
    | .eq a b => do
      let ⟨x, effort⟩ ← evaluateTerm T s bs depth a effort
      let ⟨y, effort⟩ ← evaluateTerm T s bs depth b effort
      let ⟨known, effort⟩ ← pay effort (x.words + y.words) (x.eq y)
      match known with
      | .unknown => compareWithBase T s bs a b effort
      | known => some ⟨known, effort⟩
    | .mapEq a b => do
      let ⟨a, effort⟩ ← evaluateTerm T s bs depth a effort
      let ⟨b, effort⟩ ← evaluateTerm T s bs depth b effort
      pay effort ((a.weight + b.weight) * (a.weight + b.weight)) (a.mapEq b)

/-- One of the literals from index `i` on is true, or what is known of the others. -/
def evaluateAny (T : Tables) (s : Scene) : (bs : Bindings) → (depth : Nat) → (ls : Array Literal) → (i : Nat) → (known : Truth) → (effort : Nat) → Option (Evaluated Truth)
  | _, 0, _, _, _, _ => none
  | bs, depth + 1, ls, i, known, effort =>
    if h : i < ls.size then do
      let ⟨here, effort⟩ ← evaluateLiteral T s bs depth ls[i] effort
      match here with
      | .yes => some ⟨.yes, effort⟩
      | here => evaluateAny T s bs depth ls (i + 1) (known.either here) effort
    else some ⟨known, effort⟩

end

/-- How deep a formula may be nested, and how many parts a disjunction in it may have. -/
def sceneDepth : Nat := 2048

/-- Whether a literal is true in a scene, and the effort that is left. -/
def decideLiteral (T : Tables) (s : Scene) (l : Literal) (effort : Nat) : Except Reason (Evaluated Bool) := do
  let ⟨truth, effort⟩ ← orReject .effort (evaluateLiteral T s [] sceneDepth l effort)
  match truth with
  | .yes => .ok ⟨true, effort⟩
  | .no => .ok ⟨false, effort⟩
  | .unknown => .error .notComputable

/-- The literal must be true in the scene; gives the effort that is left. -/
def requireTrue (T : Tables) (s : Scene) (l : Literal) (otherwise : Reason) (effort : Nat) : Except Reason Nat := do
  let ⟨truth, effort⟩ ← decideLiteral T s l effort
  require (truth = true) otherwise
  .ok effort

/-- The literal must be false in the scene. -/
def requireFalse (T : Tables) (s : Scene) (l : Literal) (otherwise : Reason) (effort : Nat) : Except Reason Unit := do
  let ⟨truth, _⟩ ← decideLiteral T s l effort
  require (truth = false) otherwise

/-- The integer is among those from index `i` on. -/
def isAmong (x : Int) (xs : Array Int) (i : Nat) : Bool :=
  if h : i < xs.size then if xs[i] = x then true else isAmong x xs (i + 1) else false
termination_by xs.size - i

/-- The thread is known to be listed. -/
def isListed (threads : Array Int) : Estimate → Bool
  | .exact (.int x) => isAmong x threads 0
  | _ => false

/-- The thread is listed or the literal is false for it, as far as that is known. -/
def evaluateOutside (T : Tables) (s : Scene) (threads : Array Int) (l : Literal) (thread : Estimate) (effort : Nat) : Option (Evaluated Truth) := do
  let ⟨listed, effort⟩ ← pay effort (threads.size * thread.words) (isListed threads thread)
  if listed then some ⟨.yes, effort⟩
  else
    let ⟨truth, effort⟩ ← evaluateLiteral T { s with thread } [] sceneDepth l effort
    match truth with
    | .no => some ⟨.yes, effort⟩
    | _ => some ⟨.unknown, effort⟩

/-- Whether a literal is found to be false for every thread that is not listed. -/
def noneOutside (T : Tables) (s : Scene) (threads : Array Int) (l : Literal) (effort : Nat) : Except Reason (Evaluated Bool) :=
  match s.range with
  | none => .ok ⟨false, effort⟩
  | some range => do
    let ⟨truth, effort⟩ ← orReject .effort (evaluateAll (fun thread effort => evaluateOutside T s threads l thread effort) range effort)
    match truth with
    | .yes => .ok ⟨true, effort⟩
    | _ => .ok ⟨false, effort⟩

end Plato
