/-
# Evaluating a program's formulas

A scene is what a formula of a program speaks of, written down: the parameters, the thread, and the stores before and after a step, with
integers and maps that have finitely many exceptions as values. Quantifiers, witnesses, differences and atoms cannot be evaluated.

The evaluation recurses: it is limited in depth, and in effort because shared parts are evaluated again.

Main definitions: `Scene`, `Scene.model`, `evaluateLiteral`.
-/
module

public import Plato.Evaluation
public import Plato.Program.Code

@[expose] public section

namespace Plato

/-- What a formula of a program speaks of. -/
structure Scene where
  parameters : Named
  thread : Int
  before : Array FiniteValue
  after : Array FiniteValue

/-- The value of a variable in a store, 0 if it has none. -/
def storeValue (store : Array FiniteValue) (name : Nat) : FiniteValue :=
  if h : name < store.size then store[name] else .int 0

/-- The store that the values describe. -/
def storeOf (store : Array FiniteValue) : Store := fun name => (storeValue store name).value

/-- The parameters that the values describe. -/
def parametersOf (parameters : Named) : Parameters where
  atoms _ := False
  logic name := (parameters.find name).value

/-- The model that the scene describes. -/
def Scene.model (s : Scene) : Model := (parametersOf s.parameters).model s.thread (storeOf s.before) (storeOf s.after)

/-- A value, and the effort that is left. -/
structure Evaluated (Value : Type) where
  value : Value
  effort : Nat

/-- Pays for a number and gives it. -/
def pay (effort : Nat) (cost : Nat) (value : FiniteValue) : Option (Evaluated FiniteValue) :=
  if effort < cost then none else some ⟨value, effort - cost⟩

mutual

/-- The value of a term. -/
def evaluateTerm (T : Tables) (s : Scene) : (depth : Nat) → (t : Nat) → (effort : Nat) → Option (Evaluated FiniteValue)
  | 0, _, _ => none
  | depth + 1, t, effort =>
    match T.termShape t with
    | .num n => pay effort 1 (.int n)
    | .var name version => pay effort 1 (storeValue (if version = 0 then s.before else s.after) name)
    | .logic name => pay effort 1 (if name = 0 then .int s.thread else s.parameters.find name)
    | .bound _ => pay effort 1 (.int 0)
    | .binary o a b =>
      match evaluateTerm T s depth a effort with
      | none => none
      | some ⟨a, effort⟩ => match evaluateTerm T s depth b effort with
        | none => none
        | some ⟨b, effort⟩ => match o.compute a b with
          | none => none
          | some n => pay effort (1 + a.count + Polynomial.words a.toInt * Polynomial.words b.toInt) (.int n)
    | .store m i x =>
      match evaluateTerm T s depth m effort with
      | none => none
      | some ⟨m, effort⟩ => match evaluateTerm T s depth i effort with
        | none => none
        | some ⟨i, effort⟩ => match evaluateTerm T s depth x effort with
          | none => none
          | some ⟨x, effort⟩ => pay effort 1 (.map m.elsewhere ((i.toInt, x.toInt) :: m.exceptions) (m.count + 1))
    | .const x =>
      match evaluateTerm T s depth x effort with
      | none => none
      | some ⟨x, effort⟩ => pay effort 1 (.map x.toInt [] 0)
    | .ite c a b =>
      match evaluateLiteral T s depth c effort with
      | none => none
      | some ⟨c, effort⟩ => if c then evaluateTerm T s depth a effort else evaluateTerm T s depth b effort
    | .witness _ => none

/-- The truth of a literal. -/
def evaluateLiteral (T : Tables) (s : Scene) : (depth : Nat) → (l : Literal) → (effort : Nat) → Option (Evaluated Bool)
  | 0, _, _ => none
  | depth + 1, l, effort =>
    match evaluateFormula T s depth (l / 2) effort with
    | none => none
    | some ⟨truth, effort⟩ => some ⟨truth == (l % 2 == 0), effort⟩

/-- The truth of an entry. -/
def evaluateFormula (T : Tables) (s : Scene) : (depth : Nat) → (e : Nat) → (effort : Nat) → Option (Evaluated Bool)
  | 0, _, _ => none
  | depth + 1, e, effort =>
    match T.shape e with
    | .atom => none
    | .all _ => none
    | .gate long =>
      match evaluateAny T s depth long 1 effort with
      | none => none
      | some ⟨any, effort⟩ =>
        -- the first literal is the complement of the others' disjunction
        if h : 0 < long.size then some ⟨any == (long[0] % 2 == 1), effort⟩ else none
    | .iff a b =>
      match evaluateLiteral T s depth a effort with
      | none => none
      | some ⟨a, effort⟩ => match evaluateLiteral T s depth b effort with
        | none => none
        | some ⟨b, effort⟩ => some ⟨a == b, effort⟩
    | .ite c a b =>
      match evaluateLiteral T s depth c effort with
      | none => none
      | some ⟨c, effort⟩ => if c then evaluateLiteral T s depth a effort else evaluateLiteral T s depth b effort
    | .le a b =>
      match evaluateTerm T s depth a effort with
      | none => none
      | some ⟨a, effort⟩ => match evaluateTerm T s depth b effort with
        | none => none
        | some ⟨b, effort⟩ => some ⟨decide (a.toInt ≤ b.toInt), effort⟩
    | .eq a b =>
      match evaluateTerm T s depth a effort with
      | none => none
      | some ⟨a, effort⟩ => match evaluateTerm T s depth b effort with
        | none => none
        | some ⟨b, effort⟩ => some ⟨decide (a.toInt = b.toInt), effort⟩
    | .mapEq a b =>
      match evaluateTerm T s depth a effort with
      | none => none
      | some ⟨a, effort⟩ => match evaluateTerm T s depth b effort with
        | none => none
        | some ⟨b, effort⟩ =>
          let cost := (a.count + b.count + 1) * (a.count + b.count + 1)
          if effort < cost then none else some ⟨a.sameMap b, effort - cost⟩

/-- One of the literals from index `i` on is true. -/
def evaluateAny (T : Tables) (s : Scene) : (depth : Nat) → (ls : Array Literal) → (i : Nat) → (effort : Nat) → Option (Evaluated Bool)
  | 0, _, _, _ => none
  | depth + 1, ls, i, effort =>
    if h : i < ls.size then
      match evaluateLiteral T s depth ls[i] effort with
      | none => none
      | some ⟨true, effort⟩ => some ⟨true, effort⟩
      | some ⟨false, effort⟩ => evaluateAny T s depth ls (i + 1) effort
    else some ⟨false, effort⟩

end

/-- How deep a formula may be nested, and how many parts a disjunction in it may have. -/
def sceneDepth : Nat := 8192

end Plato
