/-
# What goals mean

The meaning of goals. Methods are proved sound against it, and so is the compiler to conditions.

Main definitions: `Setting`, `Property.Holds`, `Goal.Holds`, `Obligation.Holds`, `Batch.Holds`.
Main results: `is_here`, `is_step` (formulas read in one store and in two), `given_exists`.
-/
module

public import Plato.Goal.Goal

@[expose] public section

namespace Plato

/-- What the whole of a condition is about: the program's parameters and two threads. -/
structure Setting where
  parameters : Parameters
  self : Int
  other : Int

/-- One more thing in scope. -/
def cons {α : Type} (x : α) (xs : Nat → α) : Nat → α
  | 0 => x
  | n + 1 => xs n

/-- The thread's identifier; `outer` are the values of the quantified identifiers, innermost first. -/
noncomputable def Who.identifier (s : Setting) (outer : List Int) : Who → Int
  | .nobody => 0
  | .self => s.self
  | .other => s.other
  | .bound index => outer.getD index 0
  | .branch index => branchOf s.self (outer.getD index 0)

/-- The store that a version of a formula means. -/
def storeAt : (first : Store) → (later : List Store) → (version : Nat) → Store
  | first, _, 0 => first
  | first, [], _ + 1 => first
  | _, second :: later, version + 1 => storeAt second later version

/-- The model in which a formula is read. -/
noncomputable def View.model (r : View) (s : Setting) (ρ : Nat → Store) (outer : List Int) : Model where
  atoms := s.parameters.atoms
  store version := storeAt (ρ r.first) (r.later.map ρ) version
  logic name := if name = 0 then .int (r.thread.identifier s outer) else s.parameters.logic name

/-- The property holds for the stores in scope. -/
noncomputable def Property.Holds (T : Tables) (s : Setting) (ρ : Nat → Store) : Property → (outer : List Int) → Prop
  | .is l r, outer => (T.literal l).Holds (r.model s ρ outer) []
  | .different, _ => s.self ≠ s.other
  | .childOf child parent, outer => parentOf (child.identifier s outer) = parent.identifier s outer ∧
      child.identifier s outer ≠ parent.identifier s outer ∧ child.identifier s outer < 0
  | .siblings, _ => parentOf s.self = parentOf s.other ∧ numberOf s.self ≠ numberOf s.other ∧ s.self < 0 ∧ s.other < 0
  | .among first last r index, outer => ((T.term first).eval (r.model s ρ outer) []).toInt ≤ outer.getD index 0 ∧
      outer.getD index 0 ≤ ((T.term last).eval (r.model s ρ outer) []).toInt
  | .noBranch who, outer => 0 ≤ who.identifier s outer
  | .same variables a b, _ => ∀ v ∈ variables, if v.isMap then (ρ a v.name).toMap = (ρ b v.name).toMap else (ρ a v.name).toInt = (ρ b v.name).toInt
  | .and f g, outer => f.Holds T s ρ outer ∧ g.Holds T s ρ outer
  | .implies f g, outer => f.Holds T s ρ outer → g.Holds T s ρ outer
  | .all f, outer => ∀ t, f.Holds T s ρ (t :: outer)

/-- The properties imply the proposition. -/
def Under (T : Tables) (s : Setting) (ρ : Nat → Store) : List Property → Prop → Prop
  | [], P => P
  | f :: fs, P => f.Holds T s ρ [] → Under T s ρ fs P

/-- The properties hold, and the proposition. -/
def Together (T : Tables) (s : Setting) (ρ : Nat → Store) : List Shown → Prop → Prop
  | [], P => P
  | f :: fs, P => f.property.Holds T s ρ [] ∧ Together T s ρ fs P

/-- The store after the changes. -/
noncomputable def changedStore (T : Tables) (s : Setting) (ρ : Nat → Store) : List Change → Store → Store
  | [], σ => σ
  | change :: changes, σ =>
    changedStore T s ρ changes fun x => if x = change.name then (T.term change.term).eval (change.at_.model s ρ []) [] else σ x

/-- The store that is given by terms. -/
noncomputable def Witness.store (T : Tables) (s : Setting) (ρ : Nat → Store) (w : Witness) : Store :=
  changedStore T s ρ w.changes (ρ w.base)

/-- The chosen stores, and then those of the scope but for the first so many. -/
def pickStores (chosen : List Nat) (dropped : Nat) (ρ : Nat → Store) : Nat → Store :=
  match chosen with
  | [] => fun n => ρ (n + dropped)
  | k :: rest => cons (ρ k) (pickStores rest dropped ρ)

/-- The goal holds for the stores in scope, where `exits` says what the shared rests mean. -/
noncomputable def Goal.Holds (T : Tables) (s : Setting) : Goal → (ρ : Nat → Store) → (exits : Nat → Prop) → Prop
  | .shows f, ρ, _ => f.property.Holds T s ρ []
  | .showing fs g, ρ, exits => Together T s ρ fs (g.Holds T s ρ exits)
  | .and g h, ρ, exits => g.Holds T s ρ exits ∧ h.Holds T s ρ exits
  | .assuming f g, ρ, exits => f.Holds T s ρ [] → g.Holds T s ρ exits
  | .each g, ρ, exits => ∀ σ, g.Holds T s (cons σ ρ) exits
  | .given w g, ρ, exits => g.Holds T s (cons (w.store T s ρ) ρ) exits
  | .run command k _ g, ρ, exits => ¬ (command.command T).Runs s.parameters s.self (ρ k) .wrong ∧
      ∀ τ, (command.command T).Runs s.parameters s.self (ρ k) (.store τ) → g.Holds T s (cons τ ρ) exits
  | .pick chosen dropped g, ρ, exits => g.Holds T s (pickStores chosen dropped ρ) exits
  | .share rest body, ρ, exits => body.Holds T s ρ (cons (rest.Holds T s ρ exits) exits)
  | .exit index, _, exits => exits index
  | .aside _ fs g rest, ρ, exits => Under T s ρ fs (g.Holds T s ρ exits) ∧ rest.Holds T s ρ exits
  | .impossible _, _, _ => False

/-- For any so many more stores in scope. -/
def EachStore : (count : Nat) → (ρ : Nat → Store) → ((Nat → Store) → Prop) → Prop
  | 0, ρ, P => P ρ
  | count + 1, ρ, P => ∀ σ, EachStore count (cons σ ρ) P

/-- The obligation's goal holds for all stores of its own, with those in scope around it. -/
def Obligation.Holds (T : Tables) (s : Setting) (around : Nat → Store) (o : Obligation) : Prop :=
  EachStore o.stores around fun ρ => Under T s ρ o.given (o.goal.Holds T s ρ fun _ => False)

/-- The obligations hold, for all parameters, threads, initial stores and shared stores for which the properties hold that may be used
throughout. -/
def Batch.Holds (T : Tables) (batch : Batch) : Prop :=
  ∀ s initial, EachStore batch.stores (fun _ => initial) fun ρ => Under T s ρ batch.throughout (∀ o ∈ batch.obligations, o.Holds T s ρ)

/-! ## Formulas read in one store and in two -/

theorem storeAt_nil (σ : Store) (version : Nat) : storeAt σ [] version = σ := by cases version <;> rfl

theorem model_step {s : Setting} {ρ : Nat → Store} {outer : List Int} {a b : Nat} {w : Who} :
    (View.step a b w).model s ρ outer = s.parameters.model (w.identifier s outer) (ρ a) (ρ b) := by
  simp only [View.model, Parameters.model, View.step, List.map]
  congr 1
  funext version
  cases version with
  | zero => rfl
  | succ version => exact storeAt_nil _ _

theorem model_here {s : Setting} {ρ : Nat → Store} {outer : List Int} {a : Nat} {w : Who} :
    (View.here a w).model s ρ outer = s.parameters.model (w.identifier s outer) (ρ a) (ρ a) := by
  simp only [View.model, Parameters.model, View.here, List.map]
  congr 1
  funext version
  simp [storeAt_nil]

/-- A formula read in two stores is an action. -/
theorem is_step {T : Tables} {s : Setting} {ρ : Nat → Store} {outer : List Int} {l a b : Nat} {w : Who} :
    (Property.is l (.step a b w)).Holds T s ρ outer ↔ (T.literal l).action s.parameters (w.identifier s outer) (ρ a) (ρ b) := by
  simp only [Property.Holds, model_step]
  rfl

/-- A formula read in one store is a predicate. -/
theorem is_here {T : Tables} {s : Setting} {ρ : Nat → Store} {outer : List Int} {l a : Nat} {w : Who} :
    (Property.is l (.here a w)).Holds T s ρ outer ↔ (T.literal l).predicate s.parameters (w.identifier s outer) (ρ a) := by
  simp only [Property.Holds, model_here]
  rfl

/-! ## Stores given by terms -/

section

variable {T : Tables} {s : Setting} {ρ : Nat → Store}

/-- A goal for a given store holds for some store, which is what methods want to know. -/
theorem given_exists {w : Witness} {g : Goal} {exits : Nat → Prop} (h : (Goal.given w g).Holds T s ρ exits) :
    ∃ σ, g.Holds T s (cons σ ρ) exits := ⟨_, h⟩

/-- What no change names is as before. -/
theorem changedStore_other {changes : List Change} {σ : Store} {x : Nat} (h : ∀ c ∈ changes, c.name ≠ x) :
    changedStore T s ρ changes σ x = σ x := by
  induction changes generalizing σ with
  | nil => rfl
  | cons c changes ih =>
    rw [changedStore, ih fun d hd => h d (by simp [hd])]
    exact if_neg (Ne.symm (h c (by simp)))

/-- The last change decides. -/
theorem changedStore_same {c : Change} {changes : List Change} {σ : Store} (h : ∀ d ∈ changes, d.name ≠ c.name) :
    changedStore T s ρ (c :: changes) σ c.name = (T.term c.term).eval (c.at_.model s ρ []) [] := by
  rw [changedStore, changedStore_other h]
  exact if_pos rfl

end

/-! ## Lists of properties -/

theorem Under.intro {T : Tables} {s : Setting} {ρ : Nat → Store} {fs : List Property} {P : Prop} (h : (∀ f ∈ fs, f.Holds T s ρ []) → P) :
    Under T s ρ fs P := by
  induction fs with
  | nil => exact h fun _ hf => nomatch hf
  | cons f fs ih => exact fun hf => ih fun hfs => h fun g hg => (List.mem_cons.mp hg).elim (fun e => e ▸ hf) (hfs g)

theorem Under.elim {T : Tables} {s : Setting} {ρ : Nat → Store} {fs : List Property} {P : Prop} (h : Under T s ρ fs P)
    (hfs : ∀ f ∈ fs, f.Holds T s ρ []) : P := by
  induction fs with
  | nil => exact h
  | cons f fs ih => exact ih (h (hfs f (by simp))) fun g hg => hfs g (by simp [hg])

theorem Together.intro {T : Tables} {s : Setting} {ρ : Nat → Store} {fs : List Shown} {P : Prop} (hfs : ∀ f ∈ fs, f.property.Holds T s ρ [])
    (h : P) : Together T s ρ fs P := by
  induction fs with
  | nil => exact h
  | cons f fs ih => exact ⟨hfs f (by simp), ih fun g hg => hfs g (by simp [hg])⟩

end Plato
