/-
# Certificates about programs are sound

The program is read into right tables; each condition's refutation shows that its literals are not all true; the verification conditions and
the erasure of auxiliary variables do the rest.

Main results: `checkProgram_sound`.
-/
module

public import Plato.Kernel
public import Refutation.Check
public import ThreadModular.Auxiliary

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

theorem State.addTerm_grows {state state' : State} {add : Tables → Except Reason Tables} (hadd : ∀ {T T'}, add T = .ok T' → Grows T T')
    (h : state.addTerm add = .ok state') : Grows state.tables state'.tables := by
  cases state
  simp only [State.addTerm] at h
  split at h
  · simp at h
  · rename_i hT
    injection h with h
    subst h
    exact hadd hT

theorem State.addValid_grows {state state' : State} {rule : Tables → Clause → Option Reason} {clause : Clause}
    (h : state.addValid rule clause = .ok state') : Grows state.tables state'.tables := by
  cases state
  simp only [State.addValid] at h
  split at h
  · simp at h
  split at h
  · simp at h
  · injection h with h
    subst h
    exact .refl _

theorem State.addChecked_grows {state state' : State} {rule : Tables → Nat → Except Reason Nat} {clause : Clause}
    (h : state.addChecked rule clause = .ok state') : Grows state.tables state'.tables := by
  cases state
  simp only [State.addChecked] at h
  split at h
  · simp at h
  split at h
  · simp at h
  · injection h with h
    subst h
    exact .refl _

/-- Steps keep all entries of the tables. -/
theorem step_grows {state state' : State} {line : Line} (h : state.step line = .ok state') : Grows state.tables state'.tables := by
  cases line with
  | comment => injection h with h; exact h ▸ .refl _
  | entry d =>
    cases state
    simp only [State.step, State.define] at h
    split at h
    · simp at h
    · rename_i hT
      injection h with h
      subst h
      exact define_grows hT
  | definition entry number =>
    cases state
    simp only [State.step, State.definition] at h
    split at h
    · simp at h
    split at h
    · simp at h
    · injection h with h; subst h; exact .refl _
  | rup clause hints =>
    cases state
    simp only [State.step, State.rup] at h
    split at h
    · simp at h
    split at h
    · simp at h
    · injection h with h; subst h; exact .refl _
  | delete numbers =>
    cases state
    simp only [State.step, State.delete] at h
    split at h
    · simp at h
    · injection h with h; subst h; exact .refl _
  | term shape => exact State.addTerm_grows (fun h => addTerm_grows h) h
  | witness entry => exact State.addTerm_grows (fun h => addWitness_grows h) h
  | arithmetic => simp only [State.step] at h; exact State.addChecked_grows h
  | congruence => simp only [State.step] at h; exact State.addValid_grows h
  | maps => simp only [State.step] at h; exact State.addValid_grows h
  | cases => simp only [State.step] at h; exact State.addValid_grows h
  | instantiate => simp only [State.step] at h; exact State.addChecked_grows h
  | generalize => simp only [State.step] at h; exact State.addChecked_grows h
  | assert => simp [State.step] at h
  | proof => simp [State.step] at h
  | model => simp [State.step] at h

/-- A refutation of one condition. -/
theorem refuteOne_sound {bytes : ByteArray} {assertions : Array Formula} (i : Nat) (state : State) (hs : state.Sound assertions)
    {r : Kernel.Refuted} (h : Kernel.refuteOne bytes i state = .ok r) :
    r.tables.Right ∧ Grows state.tables r.tables ∧ (r.marks.Below r.stamp ∧ 0 < r.stamp) ∧ ∀ M : Model, ¬ ∀ f ∈ assertions, f.Holds M [] := by
  fun_induction Kernel.refuteOne bytes i state with
  | case1 i state hrefuted =>
    injection h with h
    subst h
    exact ⟨hs.right, .refl _, ⟨hs.marks, hs.stamp⟩, not_satisfiable_of_refuted hs hrefuted⟩
  | case2 => simp at h
  | case3 => simp at h
  | case4 i state _ _ line next _ state' hstep _ ih =>
    obtain ⟨h1, h2, h3, h4⟩ := ih (step_sound hs hstep) h
    exact ⟨h1, (step_grows hstep).trans h2, h3, h4⟩
  | case5 => simp at h
  | case6 => simp at h

/-- The literals of a condition, as a problem, are right. -/
theorem literals_right {T : Tables} (hT : T.Right) {literals : Array Literal}
    (hl : ∀ j (hj : j < literals.size), literals[j] / 2 < T.formulas.size) :
    Kernel.Problem.Right ⟨T, literals, literals.map T.literal⟩ := by
  refine ⟨hT, fun I hv hc l hmem => ?_⟩
  obtain ⟨j, hj, rfl⟩ := Array.mem_iff_getElem.mp hmem
  exact (hc.literal (hl j hj) []).mpr (hv _ (Array.mem_map.mpr ⟨_, Array.getElem_mem hj, rfl⟩))

/-- All conditions from number `j` on are refuted. -/
theorem refuteAll_sound {bytes : ByteArray} {cs : Array Condition} {T₀ : Tables} (j i : Nat) (tables : Tables) (marks : Marks)
    (stamp effort : Nat) (hT : tables.Right) (hg : Grows T₀ tables) (hm : marks.Below stamp ∧ 0 < stamp)
    (h : Kernel.refuteAll bytes cs T₀.formulas.size j i tables marks stamp effort = .ok ()) :
    ∀ k (hk : k < cs.size), j ≤ k → cs[k].Refuted T₀ := by
  generalize hn : T₀.formulas.size = limit at h
  fun_induction Kernel.refuteAll bytes cs limit j i tables marks stamp effort with
  | case1 => simp at h
  | case2 => simp at h
  | case3 => simp at h
  | case4 j i tables marks stamp effort hj hrange next _ next' tables' marks' stamp' effort' hone ih =>
    have hl : ∀ m (hm : m < cs[j].literals.size), cs[j].literals[m] / 2 < T₀.formulas.size := by
      intro m hm
      rw [hn]
      exact inRange_of_outOfRange 0 hrange m hm (Nat.zero_le _)
    have hl' : ∀ m (hm : m < cs[j].literals.size), cs[j].literals[m] / 2 < tables.formulas.size :=
      fun m hm => Nat.lt_of_lt_of_le (hl m hm) hg.formulas
    obtain ⟨hT', hg', hm', href⟩ := refuteOne_sound _ _ (next_sound (literals_right hT hl') hm.1 hm.2 effort) hone
    have hg' : Grows tables tables' := hg'
    intro k hk hjk
    by_cases he : j = k
    · subst he
      intro M hall
      refine href M fun f hf => ?_
      obtain ⟨l, hmem, rfl⟩ := Array.mem_map.mp hf
      obtain ⟨m, hm, rfl⟩ := Array.mem_iff_getElem.mp hmem
      have hc : tables.Consistent (tables.interpretation M) := interpretation_consistent tables M
      have h0 := (interpretation_consistent T₀ M).literal (hl m hm) []
      have h1 := (hg.consistent _ hc).literal (hl m hm) []
      exact (hc.literal (hl' m hm) []).mp (h1.mpr (h0.mp (hall _ hmem)))
    · exact ih hT' (hg.trans hg') hm' h k hk (by omega)
  | case5 => simp at h
  | case6 j i tables marks stamp effort hj => intro k hk hjk; omega

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

/-- A line of the program keeps its tables as they are to be. -/
theorem program_add_sound {p p' : ProgramTables} {limit : Nat} {line : ProgramLine} (hT : p.tables.Sound) (h : p.add limit line = .ok p') :
    p'.tables.Sound := by
  have hstatement : ∀ {entry : StatementEntry} {q : ProgramTables}, p.addStatement limit entry = .ok q → q.tables.Sound := by
    intro entry q hq
    obtain ⟨tables, statements, families, contract⟩ := p
    unfold ProgramTables.addStatement at hq
    split at hq
    · simp at hq
    · injection hq with hq; exact hq ▸ hT
  have hwith : ∀ {add : Tables → Except Reason Tables} {q : ProgramTables}, (∀ {T T' : Tables}, T.Sound → add T = .ok T' → T'.Sound) →
      p.withTables add = .ok q → q.tables.Sound := by
    intro add q hadd hq
    obtain ⟨tables, statements, families, contract⟩ := p
    simp only [ProgramTables.withTables] at hq
    split at hq
    · simp at hq
    · rename_i hadd'
      injection hq with hq
      exact hq ▸ hadd hT hadd'
  have hcontract : ∀ {change : Contract → Contract} {q : ProgramTables}, Except.ok (ε := Reason) (p.withContract change) = .ok q →
      q.tables.Sound := by
    intro change q hq
    obtain ⟨tables, statements, families, contract⟩ := p
    injection hq with hq
    exact hq ▸ hT
  cases line with
  | line line =>
    cases line with
    | comment => injection h with h; exact h ▸ hT
    | term shape => exact hwith (fun hT h => hT.addTerm h) h
    | entry d => exact hwith (fun hT h => hT.define h) h
    | _ => simp [ProgramTables.add] at h
  | skip => exact hstatement h
  | atomic => exact hstatement h
  | cut => exact hstatement h
  | choice S T =>
    simp only [ProgramTables.add] at h
    split at h
    · simp at h
    split at h
    · simp at h
    exact hstatement h
  | seq S T =>
    simp only [ProgramTables.add] at h
    split at h
    · simp at h
    split at h
    · simp at h
    exact hstatement h
  | loop invariant S =>
    simp only [ProgramTables.add] at h
    split at h
    · simp at h
    exact hstatement h
  | family =>
    simp only [ProgramTables.add] at h
    split at h
    · simp at h
    · cases p; injection h with h; exact h ▸ hT
  | _ => exact hcontract h

/-- The program that the kernel reads has tables as they are to be. -/
theorem program_sound {bytes : ByteArray} (i : Nat) (read : ProgramTables) (hr : read.tables.Sound) {result : ProgramTables × Nat}
    (h : Kernel.program bytes i read = .ok result) : result.1.tables.Sound := by
  fun_induction Kernel.program bytes i read with
  | case1 => simp at h
  | case2 => injection h with h; exact h ▸ hr
  | case3 => simp at h
  | case4 => simp at h
  | case5 i read line next _ _ _ read' hadd _ ih => exact ih (program_add_sound hr hadd) h
  | case6 => simp at h

/-- **Soundness of certificates about programs.** -/
theorem checkProgram_sound {bytes : ByteArray} {start : Nat} {p : ProgramTables} (h : Kernel.checkProgram bytes start = .ok p) :
    p.text.Satisfies p.specification := by
  unfold Kernel.checkProgram at h
  split at h
  · simp at h
  rename_i read first hread
  have hT : read.tables.Sound := program_sound _ _ (initial_sound _) hread
  split at h
  · simp at h
  rename_i hauxiliary
  split at h
  · simp at h
  rename_i builder next conditions labels hgen
  split at h
  · simp at h
  rename_i hall
  injection h with h
  subst h
  refine auxiliary_sound hT.right hauxiliary (vcgen_sound hT.right hT.startsTrue hgen fun x hx => ?_)
  obtain ⟨k, hk, rfl⟩ := Array.mem_iff_getElem.mp hx
  have hR : builder.tables.Right := conditions_right hT.right hgen
  exact refuteAll_sound 0 first builder.tables _ _ _ hR (.refl _) ⟨freshMarks_below _, Nat.one_pos⟩ hall k hk (Nat.zero_le _)

end Plato
