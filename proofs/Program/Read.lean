/-
# Programs are read into right tables

Whatever the lines of a program say, its tables are right: every entry denotes what its line says, and formula 0 is true.

Main definitions: `Tables.StartsTrue`, `Tables.Sound`. Main results: `program_sound`.
-/
module

public import Plato.Program.Read
public import Result
public import Table.Definition

@[expose] public section

namespace Plato

/-- Formula 0, which no line can name, is true. -/
def Tables.StartsTrue (T : Tables) : Prop := ∃ h : 0 < T.formulas.size, T.formulas[0].formula = .true

theorem Tables.StartsTrue.literal {T : Tables} (h : T.StartsTrue) {E : Parameters} {t : Int} {σ τ : Store} :
    (T.literal 0).action E t σ τ := by
  obtain ⟨h, hf⟩ := h
  simp [Tables.literal, Tables.formula, h, hf, Formula.action, Formula.Holds]

theorem Tables.StartsTrue.not_literal {T : Tables} (h : T.StartsTrue) {E : Parameters} {t : Int} {σ τ : Store} :
    ¬ (T.literal 1).action E t σ τ := by
  obtain ⟨h, hf⟩ := h
  simp [Tables.literal, Tables.formula, h, hf, Formula.action, Formula.Holds]

/-- What the tables of a program that is being read are like. -/
structure Tables.Sound (T : Tables) : Prop where
  right : T.Right
  startsTrue : T.StartsTrue

theorem Tables.Sound.addTerm {T T' : Tables} {shape : TermShape} (hT : T.Sound) (h : T.addTerm shape = .ok T') : T'.Sound := by
  refine ⟨addTerm_right hT.right h, ?_⟩
  obtain ⟨_, rfl⟩ := addTerm_eq h
  exact hT.startsTrue

theorem Tables.Sound.define {T T' : Tables} {d : Definiens} (hT : T.Sound) (h : T.define d = .ok T') : T'.Sound := by
  refine ⟨define_right hT.right h, ?_⟩
  obtain ⟨rfl, _, _⟩ := define_eq h
  obtain ⟨h0, hf⟩ := hT.startsTrue
  refine ⟨by simp, ?_⟩
  simp only [Array.getElem_push_lt h0]
  exact hf

theorem initial_sound (room : Nat) : (Tables.initial room).Sound := ⟨initial_right room, by simp [Tables.initial], rfl⟩

/-- A line about variables, places and commands leaves the tables alone. -/
theorem addCommandLine_tables {p q : ProgramTables} {limit : Nat} {line : CommandLine} (h : p.addCommandLine limit line = .ok q) :
    q.tables = p.tables := by
  cases line with
  | «variable» => injection h with h; exact h ▸ rfl
  | parameter => injection h with h; exact h ▸ rfl
  | procedure => injection h with h; exact h ▸ rfl
  | family => injection h with h; exact h ▸ rfl
  | place =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ rfl
  | command =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ rfl

/-- A line of the program keeps its tables as they are to be. -/
theorem program_add_sound {p q : ProgramTables} {limit : Nat} {line : ProgramLine} (hT : p.tables.Sound) (h : p.add limit line = .ok q) :
    q.tables.Sound := by
  cases line with
  | line line =>
    cases line with
    | comment => injection h with h; exact h ▸ hT
    | term shape =>
      obtain ⟨tables, hadd, h⟩ := bind_ok.mp h
      injection h with h
      exact h ▸ hT.addTerm hadd
    | entry d =>
      obtain ⟨tables, hadd, h⟩ := bind_ok.mp h
      injection h with h
      exact h ▸ hT.define hadd
    | _ => simp [ProgramTables.add] at h
  | command line => exact addCommandLine_tables h ▸ hT
  | atomic command =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ hT
  | statement shape =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ hT
  | procedure body =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ hT
  | family members body =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ hT
  | assume l =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ hT
  | init l =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ hT
  | rely l =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ hT
  | guarantee l =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ hT
  | invariant l =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ hT
  | raceFree races =>
    simp only [ProgramTables.add] at h
    split at h
    · injection h with h
      exact h ▸ hT
    · simp at h
  | ensures l =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ hT

/-- The program that the kernel reads has tables as they are to be. -/
theorem program_sound {bytes : ByteArray} (i : Nat) (read : ProgramTables) (hr : read.tables.Sound) {result : Kernel.ReadProgram}
    (h : Kernel.program bytes i read = .ok result) : result.program.tables.Sound := by
  fun_induction Kernel.program bytes i read with
  | case1 i read ih =>
    obtain ⟨⟨line, next⟩, _, h⟩ := bind_ok.mp h
    dsimp only at h
    split at h
    · obtain ⟨_, _, h⟩ := bind_ok.mp h
      injection h with h
      exact h ▸ hr
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨read', hadd, h⟩ := bind_ok.mp h
    split at h
    · exact ih _ _ ‹_› (program_add_sound hr (atOffset_ok.mp hadd)) h
    · simp at h

end Plato
