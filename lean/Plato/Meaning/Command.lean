/-
# Commands: what an atomic step does

An atomic step of a thread is a command: assignments, assumptions, assertions and so on, which run without interference. A command leads
from a store to another store, or goes wrong; it may do either from the same store, and it blocks where it can do neither.

Terms and formulas of a command are read in the store in which the command starts: program variables in version 0. An action also speaks of
the store in which it ends: program variables in version 1. Variable 0 of the logic is the identifier of the thread, the other variables of
the logic are the program's symbolic parameters.

An assertion that does not hold goes wrong at once, whatever comes after it. From a store an operation `gate ? action ↓ post` goes wrong if
its gate is false, or if its action can lead to a store for which the post-assertion is false.

Main definitions: `Place`, `Command`, `Command.Runs`.
-/
module

public import Plato.Meaning.Formula
public import Plato.Meaning.Semantics

@[expose] public section

namespace Plato

/-- A store gives a value to every program variable. -/
abbrev Store := Nat → Value

/-- Truth of the atoms, and values of the parameters (variables of the logic from 1 on). -/
structure Parameters where
  atoms : Nat → Prop
  logic : Nat → Value

/-- The model in which a formula about a thread and two stores is read. -/
def Parameters.model (E : Parameters) (thread : Int) (σ σ' : Store) : Model where
  atoms := E.atoms
  store version := if version = 0 then σ else σ'
  logic name := if name = 0 then .int thread else E.logic name

/-- The formula as an action of a thread. -/
def Formula.action (f : Formula) (E : Parameters) (thread : Int) : Action Store :=
  fun σ σ' => f.Holds (E.model thread σ σ') []

/-- The formula as a predicate of a thread: both stores are the same. -/
def Formula.predicate (f : Formula) (E : Parameters) (thread : Int) (σ : Store) : Prop := f.action E thread σ σ

/-- The value of the term for a thread in a store. -/
noncomputable def Term.valueIn (t : Term) (E : Parameters) (thread : Int) (σ : Store) : Value := t.eval (E.model thread σ σ) []

/-- What can be assigned to: a variable, or the element of a map variable at an index. -/
structure Place where
  name : Nat
  index : Option Term

/-- The commands. -/
inductive Command where
  /-- All the terms are evaluated, and then the places get their values, one after the other. -/
  | assign (changes : List (Place × Term))
  /-- The places get any values. -/
  | havoc (places : List Place)
  | assume (f : Formula)
  | assert (f : Formula)
  | ite (condition : Formula) (C D : Command)
  /-- Either of two. -/
  | choice (C D : Command)
  | seq (C D : Command)
  /-- `gate ? action ↓ post`: only the places change, as the action says. -/
  | operation (places : List Place) (gate action post : Formula)

/-- The store `τ` with a value for a place, whose index is read in the store `σ`. -/
noncomputable def Place.write (p : Place) (E : Parameters) (thread : Int) (σ : Store) (value : Value) (τ : Store) : Store := fun x =>
  if x = p.name then
    match p.index with
    | none => value
    | some i => .map (update (τ x).toMap (i.valueIn E thread σ).toInt value.toInt)
  else τ x

/-- The store `τ` with values for places, one after the other, whose indices are read in the store `σ`. -/
noncomputable def writes (E : Parameters) (thread : Int) (σ : Store) : List (Place × Value) → (τ : Store) → Store
  | [], τ => τ
  | (p, value) :: rest, τ => writes E thread σ rest (p.write E thread σ value τ)

/-- The store after an assignment. -/
noncomputable def assigned (E : Parameters) (thread : Int) (changes : List (Place × Term)) (σ : Store) : Store :=
  writes E thread σ (changes.map fun (p, t) => (p, t.valueIn E thread σ)) σ

/-- The second store is the first one with any values for the places. -/
def Havocs (E : Parameters) (thread : Int) (places : List Place) (σ τ : Store) : Prop :=
  ∃ values : List Value, values.length = places.length ∧ τ = writes E thread σ (places.zip values) σ

/-- What a command can do when a thread runs it. -/
inductive Command.Runs (E : Parameters) (thread : Int) : Command → Transition Store where
  | assign {changes σ} : Runs E thread (.assign changes) σ (.store (assigned E thread changes σ))
  | havoc {places σ τ} : Havocs E thread places σ τ → Runs E thread (.havoc places) σ (.store τ)
  | assume {f σ} : f.predicate E thread σ → Runs E thread (.assume f) σ (.store σ)
  | assert {f σ} : f.predicate E thread σ → Runs E thread (.assert f) σ (.store σ)
  | assertWrong {f σ} : ¬ f.predicate E thread σ → Runs E thread (.assert f) σ .wrong
  | ifTrue {f C D σ r} : f.predicate E thread σ → Runs E thread C σ r → Runs E thread (.ite f C D) σ r
  | ifFalse {f C D σ r} : ¬ f.predicate E thread σ → Runs E thread D σ r → Runs E thread (.ite f C D) σ r
  | choiceLeft {C D σ r} : Runs E thread C σ r → Runs E thread (.choice C D) σ r
  | choiceRight {C D σ r} : Runs E thread D σ r → Runs E thread (.choice C D) σ r
  | seq {C D σ τ r} : Runs E thread C σ (.store τ) → Runs E thread D τ r → Runs E thread (.seq C D) σ r
  | seqWrong {C D σ} : Runs E thread C σ .wrong → Runs E thread (.seq C D) σ .wrong
  | operation {places gate action post σ τ} : gate.predicate E thread σ → Havocs E thread places σ τ → action.action E thread σ τ →
    post.action E thread σ τ → Runs E thread (.operation places gate action post) σ (.store τ)
  | gateWrong {places gate action post σ} : ¬ gate.predicate E thread σ → Runs E thread (.operation places gate action post) σ .wrong
  | postWrong {places gate action post σ τ} : Havocs E thread places σ τ → action.action E thread σ τ → ¬ post.action E thread σ τ →
    Runs E thread (.operation places gate action post) σ .wrong

end Plato
