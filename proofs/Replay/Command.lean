/-
# A run of a command is one that the command can do

What the kernel computes, from a store that is written down, is an outcome of the command that is meant.

Main definitions: `Outcome.meant`. Main results: `assign_sound`, `havoc_sound`, `run_sound`.
-/
module

public import Plato.Replay.Command
public import Evaluation.Traversal

@[expose] public section

namespace Plato

/-- The outcome that the values describe, if the terms have these values at each index. -/
noncomputable def Outcome.meant (bases : Nat → Int → Int) : Outcome (Array StoreValue) → Outcome Store
  | .store values => .store (storeOf bases values)
  | .wrong => .wrong

/-! ## Values -/

theorem StoreValue.toInt_value {B : Nat → Int → Int} (v : StoreValue) : (v.value B).toInt = v.toInt := by
  cases v with
  | finite v => exact FiniteValue.toInt_value v
  | based => rfl

theorem StoreValue.write_value {B : Nat → Int → Int} (v : StoreValue) (i x : Int) :
    (v.write i x).value B = .map (update (v.value B).toMap i x) := by
  cases v with
  | finite v =>
    simp only [StoreValue.write, StoreValue.value, FiniteValue.toMap_value]
    rfl
  | based => rfl

theorem storeOf_set {B : Nat → Int → Int} {store : Array StoreValue} {name : Nat} (h : name < store.size) (v : StoreValue) :
    storeOf B (store.set name v h) = fun x => if x = name then v.value B else storeOf B store x := by
  funext x
  by_cases hx : x = name
  · subst hx
    simp [storeOf, storeValue, h]
  · have hne : name ≠ x := fun he => hx he.symm
    by_cases hlt : x < store.size <;> simp [storeOf, storeValue, hlt, hx, Array.getElem_set_ne, hne]

/-- The value that is computed for a term is its value in the scene. -/
theorem computeTerm_sound {T : Tables} (hT : T.Right) {s : Scene} {t effort : Nat} {r : Evaluated StoreValue}
    (h : computeTerm T s t effort = .ok r) {thread : Int} (hthread : s.thread = .exact (.int thread)) :
    r.known.value (s.bases T) = (T.term t).eval (s.model (s.bases T) thread) [] := by
  have hcovers : s.thread.Covers (s.bases T) (.int thread) := by rw [hthread]; rfl
  obtain ⟨⟨estimate, _⟩, heval, h⟩ := bind_ok.mp h
  have hvalue := (evaluate_sound hT sceneDepth).term t s thread [] [] effort _ ⟨hcovers, nil_cover⟩ (orReject_ok.mp heval)
  dsimp only at h
  split at h
  · injection h with h
    subst h
    exact hvalue.symm
  · injection h with h
    subst h
    exact hvalue.symm
  · simp at h

/-! ## Commands -/

/-- The parameters with which commands are run. -/
noncomputable abbrev Runner.environment (k : Runner) : Parameters := parametersOf k.parameters

/-- The store that the values describe. -/
noncomputable abbrev Runner.meant (k : Runner) (store : Array StoreValue) : Store := storeOf (baseValue k.tables k.environment) store

section

variable {k : Runner} (hT : k.tables.Right)
include hT

/-- A formula about a store that is decided. -/
theorem decide_predicate {l effort : Nat} {r : Evaluated Bool} {store : Array StoreValue}
    (h : decideLiteral k.tables (k.between store store) l effort = .ok r) :
    r.known = true ↔ (k.tables.literal l).predicate k.environment k.id (k.meant store) := decideLiteral_sound hT h rfl

/-- A value for a place is written as the place says, with its index in the store before. -/
theorem writePlace_sound {p : PlaceCode} {before store after : Array StoreValue} {effort left : Nat} {index : Option Int} {value : StoreValue}
    (hindex : k.index before effort p.index = .ok ⟨index, left⟩) (h : writePlace store p.name index value = .ok after) :
    k.meant after =
      (p.place k.tables).write k.environment k.id (k.meant before) (value.value (baseValue k.tables k.environment)) (k.meant store) := by
  obtain ⟨name, place⟩ := p
  unfold writePlace at h
  split at h
  · rename_i hname
    cases place with
    | none =>
      simp only [Runner.index, Except.ok.injEq, Evaluated.mk.injEq] at hindex
      obtain ⟨rfl, _⟩ := hindex
      injection h with h
      subst h
      exact storeOf_set hname _
    | some t =>
      obtain ⟨⟨i, _⟩, hi, hindex⟩ := bind_ok.mp hindex
      have hi := computeTerm_sound hT hi (thread := k.id) rfl
      simp only [Except.ok.injEq, Evaluated.mk.injEq] at hindex
      obtain ⟨rfl, _⟩ := hindex
      injection h with h
      subst h
      funext x
      simp only [Runner.meant, storeOf_set, PlaceCode.place, Place.write]
      split
      · rename_i hx
        subst hx
        have hhere : (storeOf (baseValue k.tables k.environment) store x) = store[x].value (baseValue k.tables k.environment) := by
          simp only [storeOf, storeValue, hname, dif_pos]
        have hvalue : ((k.tables.term t).valueIn k.environment k.id (k.meant before)).toInt = i.toInt := by
          rw [← StoreValue.toInt_value (B := baseValue k.tables k.environment) i]
          exact congrArg Value.toInt hi.symm
        rw [StoreValue.write_value, hhere, hvalue, StoreValue.toInt_value]
      · rfl
  · simp at h

/-- Assignments are written as they say, all of them computed in the store before. -/
theorem assign_sound {before : Array StoreValue} {changes : List ChangeCode} {store : Array StoreValue} {effort : Nat}
    {r : Evaluated (Array StoreValue)} (h : k.assign before changes store effort = .ok r) :
    k.meant r.known = writes k.environment k.id (k.meant before)
      ((changesOf k.tables changes).map fun (p, t) => (p, t.valueIn k.environment k.id (k.meant before))) (k.meant store) := by
  induction changes generalizing store effort with
  | nil =>
    injection h with h
    subst h
    rfl
  | cons c rest ih =>
    obtain ⟨⟨value, _⟩, hvalue, h⟩ := bind_ok.mp h
    obtain ⟨⟨index, _⟩, hindex, h⟩ := bind_ok.mp h
    obtain ⟨after, hwrite, h⟩ := bind_ok.mp h
    have hvalue := computeTerm_sound hT hvalue (thread := k.id) rfl
    rw [ih h, writePlace_sound hT hindex hwrite]
    simp only [changesOf, List.map_cons, writes]
    exact congrArg (fun v => writes k.environment k.id (k.meant before) _ ((c.place.place k.tables).write _ _ _ v (k.meant store))) hvalue

/-- Places that get values from inputs have got some values. -/
theorem havoc_sound {before : Array StoreValue} {places : List PlaceCode} {store : Array StoreValue} {taken effort : Nat}
    {r : Havocked} (h : k.havoc before places store taken effort = .ok r) : ∃ values : List Value,
    values.length = (placesOf k.tables places).length ∧
    k.meant r.store = writes k.environment k.id (k.meant before) ((placesOf k.tables places).zip values) (k.meant store) := by
  induction places generalizing store taken effort with
  | nil =>
    injection h with h
    subst h
    exact ⟨[], rfl, rfl⟩
  | cons p rest ih =>
    obtain ⟨⟨index, _⟩, hindex, h⟩ := bind_ok.mp h
    obtain ⟨input, _, h⟩ := bind_ok.mp h
    obtain ⟨value, _, h⟩ := bind_ok.mp h
    obtain ⟨after, hwrite, h⟩ := bind_ok.mp h
    obtain ⟨values, hlength, hstore⟩ := ih h
    refine ⟨value.value (baseValue k.tables k.environment) :: values, by simp [placesOf, hlength], ?_⟩
    rw [hstore, writePlace_sound hT hindex hwrite]
    rfl

/-- A run of `gate ? action ↓ post`. -/
theorem operation_sound {places : List PlaceCode} {gate action post : Literal} {store : Array StoreValue} {taken effort : Nat} {r : Ran}
    (h : k.operation places gate action post store taken effort = .ok r) :
    ((CommandCode.operation places gate action post).command k.tables).Runs k.environment k.id (k.meant store)
      (r.outcome.meant (baseValue k.tables k.environment)) := by
  obtain ⟨⟨allowed, _⟩, hgate, h⟩ := bind_ok.mp h
  have hgate := decide_predicate hT hgate
  dsimp only at h
  split at h
  · rename_i hallowed
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨⟨after, _, _⟩, hhavoc, h⟩ := bind_ok.mp h
    obtain ⟨_, haction, h⟩ := bind_ok.mp h
    obtain ⟨⟨kept, _⟩, hpost, h⟩ := bind_ok.mp h
    injection h with h
    subst h
    have hhavoc := havoc_sound hT hhavoc
    have haction := requireTrue_sound hT haction (thread := k.id) rfl
    have hpost := decideLiteral_sound hT hpost (thread := k.id) rfl
    cases kept with
    | true => exact .operation (hgate.mp hallowed) hhavoc haction (hpost.mp rfl)
    | false => exact .postWrong hhavoc haction fun hp => by simpa using hpost.mpr hp
  · rename_i hallowed
    injection h with h
    subst h
    exact .gateWrong fun hg => hallowed (hgate.mpr hg)

/-- **Runs of commands.** What the kernel makes of a store by running a command is an outcome of that command. -/
theorem run_sound {c : CommandCode} {store : Array StoreValue} {taken effort : Nat} {r : Ran} (h : c.run k store taken effort = .ok r) :
    (c.command k.tables).Runs k.environment k.id (k.meant store) (r.outcome.meant (baseValue k.tables k.environment)) := by
  induction c generalizing store taken effort r with
  | assign changes =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨⟨after, _⟩, hassign, h⟩ := bind_ok.mp h
    injection h with h
    subst h
    simp only [Outcome.meant]
    rw [show storeOf (baseValue k.tables k.environment) after = _ from assign_sound hT hassign]
    exact .assign
  | havoc places =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨⟨after, _, _⟩, hhavoc, h⟩ := bind_ok.mp h
    injection h with h
    subst h
    exact .havoc (havoc_sound hT hhavoc)
  | assume l =>
    obtain ⟨_, htrue, h⟩ := bind_ok.mp h
    injection h with h
    subst h
    exact .assume (requireTrue_sound hT htrue rfl)
  | assert l =>
    obtain ⟨⟨truth, _⟩, hdecide, h⟩ := bind_ok.mp h
    have hdecide := decide_predicate hT hdecide
    injection h with h
    subst h
    cases truth with
    | true => exact .assert (hdecide.mp rfl)
    | false => exact .assertWrong fun hp => by simpa using hdecide.mpr hp
  | ite l C D ihC ihD =>
    obtain ⟨⟨truth, _⟩, hdecide, h⟩ := bind_ok.mp h
    have hdecide := decide_predicate hT hdecide
    dsimp only at h
    split at h
    · rename_i htrue
      exact .ifTrue (hdecide.mp htrue) (ihC h)
    · rename_i hfalse
      exact .ifFalse (fun hp => hfalse (hdecide.mpr hp)) (ihD h)
  | choice C D ihC ihD =>
    obtain ⟨input, _, h⟩ := bind_ok.mp h
    split at h
    · exact .choiceLeft (ihC h)
    · exact .choiceRight (ihD h)
    · simp at h
  | seq C D ihC ihD =>
    obtain ⟨⟨outcome, _, _⟩, hfirst, h⟩ := bind_ok.mp h
    have hfirst := ihC hfirst
    cases outcome with
    | store τ => exact .seq hfirst (ihD h)
    | wrong =>
      injection h with h
      subst h
      exact .seqWrong hfirst
  | operation places gate action post => exact operation_sound hT h

end

end Plato
