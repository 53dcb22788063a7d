/-
# Steps of a proof keep all entries of the tables

A refutation may add abbreviations and terms; what was in the tables before keeps its number and its meaning. So several refutations can
share their tables.

Main results: `step_grows`.
-/
module

public import Plato.Refutation.State
public import Table.Builder

@[expose] public section

namespace Plato

theorem addTerm_grows {T T' : Tables} {shape : TermShape} (h : T.addTerm shape = .ok T') : Grows T T' := by
  obtain ⟨_, rfl⟩ := addTerm_eq h
  exact ⟨fun I hI => hI.of_push_term, by simp, Nat.le_refl _⟩

theorem define_grows {T T' : Tables} {d : Definiens} (h : T.define d = .ok T') : Grows T T' := by
  obtain ⟨rfl, _, _⟩ := define_eq h
  exact ⟨fun I hI => hI.of_push_formula, Nat.le_refl _, by simp⟩

theorem addWitness_grows {T T' : Tables} {entry : Nat} (h : T.addWitness entry = .ok T') : Grows T T' := by
  unfold Tables.addWitness at h
  split at h
  · exact addTerm_grows h
  · simp at h

namespace State

variable {state state' : State}

theorem define_grows {d : Definiens} (h : state.define d = .ok state') : Grows state.tables state'.tables := by
  obtain ⟨tables, hd, h⟩ := bind_ok.mp h
  injection h with h
  exact h ▸ Plato.define_grows hd

theorem addTerm_grows {add : Tables → Except Reason Tables} (hadd : ∀ {T T'}, add T = .ok T' → Grows T T')
    (h : state.addTerm add = .ok state') : Grows state.tables state'.tables := by
  obtain ⟨tables, hd, h⟩ := bind_ok.mp h
  injection h with h
  exact h ▸ hadd hd

theorem addValid_grows {rule : Tables → Clause → Option Reason} {clause : Clause} (h : state.addValid rule clause = .ok state') :
    Grows state.tables state'.tables := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  injection h with h
  exact h ▸ .refl _

theorem addChecked_grows {rule : Tables → Nat → Except Reason Nat} {clause : Clause} (h : state.addChecked rule clause = .ok state') :
    Grows state.tables state'.tables := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  injection h with h
  exact h ▸ .refl _

theorem definition_grows {entry number : Nat} (h : state.definition entry number = .ok state') : Grows state.tables state'.tables := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  injection h with h
  exact h ▸ .refl _

theorem rup_grows {clause : Clause} {hints : Array Nat} (h : state.rup clause hints = .ok state') : Grows state.tables state'.tables := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  split at h
  · simp at h
  · injection h with h
    exact h ▸ .refl _

theorem delete_grows {numbers : Array Nat} (h : state.delete numbers = .ok state') : Grows state.tables state'.tables := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  injection h with h
  exact h ▸ .refl _

end State

/-- Steps keep all entries of the tables. -/
theorem step_grows {state state' : State} {line : Line} (h : state.step line = .ok state') : Grows state.tables state'.tables := by
  cases line with
  | comment => injection h with h; exact h ▸ .refl _
  | entry => exact State.define_grows h
  | definition => exact State.definition_grows h
  | rup => exact State.rup_grows h
  | delete => exact State.delete_grows h
  | term => exact State.addTerm_grows (fun h => addTerm_grows h) h
  | witness => exact State.addTerm_grows (fun h => addWitness_grows h) h
  | arithmetic => simp only [State.step] at h; exact State.addChecked_grows h
  | congruence => simp only [State.step] at h; exact State.addValid_grows h
  | maps => simp only [State.step] at h; exact State.addValid_grows h
  | cases => simp only [State.step] at h; exact State.addValid_grows h
  | instantiate => simp only [State.step] at h; exact State.addChecked_grows h
  | generalize => simp only [State.step] at h; exact State.addChecked_grows h
  | assert => simp [State.step] at h
  | by_ => simp [State.step] at h

end Plato
