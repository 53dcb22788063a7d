/-
# Certificates about programs are sound

The program is read into right tables; each condition's refutation shows that its literals are not all true; the verification conditions and
the erasure of ghost variables do the rest.

Main results: `checkProgram_sound`.
-/
module

public import Plato.Kernel
public import Refutation.Check
public import ThreadModular.Ghosts

@[expose] public section

namespace Plato

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

/-- A new statement changes no table. -/
theorem addStatement_sound {p q : ProgramTables} {limit : Nat} {entry : StatementEntry} (hT : p.tables.Sound)
    (h : p.addStatement limit entry = .ok q) : q.tables.Sound := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  injection h with h
  exact h ▸ hT

/-- A statement made of two others changes no table. -/
theorem addPair_sound {p q : ProgramTables} {limit S T : Nat} {make : Code → Code → Code} (hT : p.tables.Sound)
    (h : p.addPair limit S T make = .ok q) : q.tables.Sound := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  exact addStatement_sound hT h

/-- A new term or formula keeps the tables as they are to be. -/
theorem withTables_sound {p q : ProgramTables} {add : Tables → Except Reason Tables}
    (hadd : ∀ {T}, add p.tables = .ok T → T.Sound) (h : p.withTables add = .ok q) : q.tables.Sound := by
  obtain ⟨tables, hT, h⟩ := bind_ok.mp h
  injection h with h
  exact h ▸ hadd hT

/-- Another contract changes no table. -/
theorem withContract_sound {p q : ProgramTables} {change : Contract → Contract} (hT : p.tables.Sound)
    (h : Except.ok (ε := Reason) (p.withContract change) = .ok q) : q.tables.Sound := by
  injection h with h
  exact h ▸ hT

/-- A line of the program keeps its tables as they are to be. -/
theorem program_add_sound {p p' : ProgramTables} {limit : Nat} {line : ProgramLine} (hT : p.tables.Sound) (h : p.add limit line = .ok p') :
    p'.tables.Sound := by
  cases line with
  | line line =>
    cases line with
    | comment => injection h with h; exact h ▸ hT
    | term shape => exact withTables_sound (add := fun tables => tables.addTerm shape) (fun h => hT.addTerm h) h
    | entry d => exact withTables_sound (add := fun tables => tables.define d) (fun h => hT.define h) h
    | _ => simp [ProgramTables.add] at h
  | skip => exact addStatement_sound hT h
  | atomic => exact addStatement_sound hT h
  | cut => exact addStatement_sound hT h
  | choice S T => exact addPair_sound hT h
  | seq S T => exact addPair_sound hT h
  | loop invariant S =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    exact addStatement_sound hT h
  | family =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ hT
  | _ => exact withContract_sound hT h

/-- The program that the kernel reads has tables as they are to be. -/
theorem program_sound {bytes : ByteArray} (i : Nat) (read : ProgramTables) (hr : read.tables.Sound) {result : ProgramTables × Nat}
    (h : Kernel.program bytes i read = .ok result) : result.1.tables.Sound := by
  fun_induction Kernel.program bytes i read with
  | case1 i read ih =>
    obtain ⟨⟨line, next⟩, _, h⟩ := bind_ok.mp h
    dsimp only at h
    split at h
    · injection h with h; exact h ▸ hr
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨read', hadd, h⟩ := bind_ok.mp h
    split at h
    · exact ih _ _ ‹_› (program_add_sound hr (atOffset_ok.mp hadd)) h
    · simp at h

/-- The program of a certificate has right tables. -/
theorem readProgram_sound {bytes : ByteArray} {start : Nat} {read : ProgramTables} {first : Nat}
    (h : Kernel.readProgram bytes start = .ok (read, first)) : read.tables.Sound := program_sound _ _ (initial_sound _) h

/-- The literals of every condition are listed, and those of `out`. -/
theorem mem_conditionLiterals {conditions : Array Condition} (i : Nat) (out : Array (Array Literal)) :
    (∀ ls ∈ out, ls ∈ Kernel.conditionLiterals conditions i out) ∧
    ∀ k (hk : k < conditions.size), i ≤ k → conditions[k].literals ∈ Kernel.conditionLiterals conditions i out := by
  fun_induction Kernel.conditionLiterals conditions i out with
  | case1 i out hi ih =>
    refine ⟨fun ls h => ih.1 ls (Array.mem_push.mpr (.inl h)), fun k hk hik => ?_⟩
    by_cases he : i = k
    · subst he; exact ih.1 _ (Array.mem_push.mpr (.inr rfl))
    · exact ih.2 k hk (by omega)
  | case2 i out hi => exact ⟨fun ls h => h, fun k hk hik => by omega⟩

/-- **Soundness of certificates about programs.** -/
theorem checkProgram_sound {bytes : ByteArray} {start : Nat} {p : ProgramTables} (h : Kernel.checkProgram bytes start = .ok p) :
    p.text.Satisfies p.specification := by
  obtain ⟨⟨read, first⟩, hread, h⟩ := bind_ok.mp h
  obtain ⟨left, hghosts, h⟩ := bind_ok.mp h
  obtain ⟨generated, hgen, h⟩ := bind_ok.mp h
  obtain ⟨_, hall, h⟩ := bind_ok.mp h
  injection h with h
  subst h
  rw [atOffset_ok] at hghosts hgen
  have hT : read.tables.Sound := readProgram_sound hread
  refine ghosts_sound hT.right hghosts (vcgen_sound hT.right hT.startsTrue hgen fun x hx => ?_)
  have hR : generated.builder.tables.Right := conditions_right hT.right hT.startsTrue hgen
  obtain ⟨j, hj, rfl⟩ := Array.mem_iff_getElem.mp hx
  obtain ⟨k, hk, hx⟩ := Array.mem_iff_getElem.mp ((mem_conditionLiterals 0 #[]).2 j hj (Nat.zero_le _))
  have := refuteAll_sound 0 first _ (start_sound (literals_right hR (literals := #[]) (by simp)) _) (.refl _) hall k hk (Nat.zero_le _)
  rw [hx] at this
  exact this

end Plato
