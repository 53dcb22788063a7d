/-
# Thread-modular proofs are sound

The outline is read into right tables; each condition's refutation shows that its literals are not all true; the verification conditions and
the erasure of ghost variables do the rest.

Main results: `outline_sound`, `threadModular_sound`.
-/
module

public import Plato.ThreadModular.Check
public import Refutation.Check
public import ThreadModular.Ghosts

@[expose] public section

namespace Plato

/-- A line about commands leaves the procedures as they are. -/
theorem addCommandLine_procedures {p p' : ProgramTables} {limit : Nat} {line : CommandLine} (h : p.addCommandLine limit line = .ok p') :
    p'.procedures = p.procedures := by
  cases line with
  | place name index =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ rfl
  | command shape =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ rfl
  | _ => injection h with h; exact h ▸ rfl

theorem setOnce_size {Value : Type} {values result : Array (Option Value)} {number : Nat} {missing : Reason} {what : String} {value : Value}
    (h : setOnce values number missing what value = .ok result) : result.size = values.size := by
  unfold setOnce at h
  split at h
  · split at h
    · injection h with h; simp [← h]
    · simp at h
  · simp at h

theorem writesOf_size {abstractions result : Array (Option Abstraction)} {procedure : Nat} {names : List Nat}
    (h : writesOf abstractions procedure names = .ok result) : result.size = abstractions.size := by
  unfold writesOf at h
  split at h
  · split at h
    · simp at h
    · split at h
      · simp at h
      · injection h with h; simp [← h]
  · simp at h

/-- The tables are as they are to be, and only procedures of the program have abstractions. -/
structure ReadOutlined.Sound (r : ReadOutlined) : Prop where
  tables : r.program.tables.Sound
  fits : r.outline.Fits r.program

/-- A line of the outline keeps what has been read as it is to be. -/
theorem outline_add_sound {r r' : ReadOutlined} {limit : Nat} {line : OutlineLine} (hr : r.Sound) (h : r.add limit line = .ok r') :
    r'.Sound := by
  obtain ⟨hT, ⟨hfits⟩⟩ := hr
  cases line with
  | line line =>
    cases line with
    | comment => injection h with h; exact h ▸ ⟨hT, ⟨hfits⟩⟩
    | term shape =>
      obtain ⟨tables, hadd, h⟩ := bind_ok.mp h
      injection h with h
      exact h ▸ ⟨hT.addTerm hadd, ⟨hfits⟩⟩
    | entry d =>
      obtain ⟨tables, hadd, h⟩ := bind_ok.mp h
      injection h with h
      exact h ▸ ⟨hT.define hadd, ⟨hfits⟩⟩
    | _ => simp [ReadOutlined.add] at h
  | command line =>
    obtain ⟨program, hadd, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ ⟨addCommandLine_tables hadd ▸ hT, ⟨(addCommandLine_procedures hadd).symm ▸ hfits⟩⟩
  | contract family contract =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ ⟨hT, ⟨hfits⟩⟩
  | assertion statement l =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ ⟨hT, ⟨hfits⟩⟩
  | update statement command =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ ⟨hT, ⟨hfits⟩⟩
  | witness name left =>
    simp only [ReadOutlined.add] at h
    split at h
    · simp at h
    · injection h with h
      exact h ▸ ⟨hT, ⟨hfits⟩⟩
  | abstraction procedure rely idle pre post actions =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨abstractions, hset, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ ⟨hT, ⟨(setOnce_size hset).trans hfits⟩⟩
  | writes procedure names =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨abstractions, hset, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ ⟨hT, ⟨(writesOf_size hset).trans hfits⟩⟩
  | calls procedure callees =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ ⟨hT, ⟨hfits⟩⟩
  | through family callees =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ ⟨hT, ⟨hfits⟩⟩
  | uses unit variables =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ ⟨hT, ⟨hfits⟩⟩
  | commit statement commands =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ ⟨hT, ⟨hfits⟩⟩
  | restore statement terms =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ ⟨hT, ⟨hfits⟩⟩
  | branches statement contract =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ ⟨hT, ⟨hfits⟩⟩
  | within statement callees =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ ⟨hT, ⟨hfits⟩⟩
  | ghost name => injection h with h; exact h ▸ ⟨hT, ⟨hfits⟩⟩
  | initially l =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ ⟨hT, ⟨hfits⟩⟩
  | environment l =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ ⟨hT, ⟨hfits⟩⟩
  | lemma_ l =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ ⟨hT, ⟨hfits⟩⟩
  | proof => simp [ReadOutlined.add] at h

/-- The outline that the kernel reads is as it is to be. -/
theorem outline_sound {bytes : ByteArray} (i : Nat) (read : ReadOutlined) (hr : read.Sound) {result : ReadOutlined × Nat}
    (h : Kernel.outline bytes i read = .ok result) : result.1.Sound := by
  fun_induction Kernel.outline bytes i read with
  | case1 i read ih =>
    obtain ⟨⟨line, next⟩, _, h⟩ := bind_ok.mp h
    dsimp only at h
    split at h
    · injection h with h; exact h ▸ hr
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨read', hadd, h⟩ := bind_ok.mp h
    split at h
    · exact ih _ _ ‹_› (outline_add_sound hr (atOffset_ok.mp hadd)) h
    · simp at h

/-- The outline before its first line. -/
theorem empty_sound {p : ProgramTables} (hp : p.tables.Sound) : ReadOutlined.Sound ⟨p, ProofOutline.empty p⟩ :=
  ⟨hp, ⟨by simp [ProofOutline.empty]⟩⟩

/-- What is known of a program with its outline: it is the program, and its calls have the procedures' own bodies and abstractions. -/
structure OutlinedRight (q : ProgramTables) (o : OutlinedProgram) : Prop where
  tables : o.tables.Sound
  text : o.text = q.text
  specification : o.specification = q.specificationText
  calls : ∀ j (hj : j < o.families.size), o.families[j].code.CallsRight o.tables fun procedure => o.text.procedures.getD procedure .skip
  bodies : ∀ j (hj : j < o.procedures.size), o.procedures[j].code.CallsRight o.tables fun procedure => o.text.procedures.getD procedure .skip
  invokes : (∀ j (hj : j < o.families.size), o.families[j].code.InvokesRight o.abstractionOf) ∧
    ∀ j (hj : j < o.procedures.size), o.procedures[j].code.InvokesRight o.abstractionOf

/-- The program with its outline is read right. -/
theorem outlined_right {r : ReadOutlined} (hr : r.Sound) {o : OutlinedProgram} (h : r.outlined = .ok o) : OutlinedRight r.program o :=
  ⟨outlined_tables h ▸ hr.tables, outlined_text h, outlined_specification h, outlined_calls h, outlined_bodies_calls h, outlined_invokes hr.fits h⟩

/-- The program with its outline is read right. -/
theorem outlinedProgram_right {bytes : ByteArray} {p q : ProgramTables} {o : OutlinedProgram} {i next : Nat} (hp : p.tables.Sound)
    (h : Kernel.outlinedProgram bytes p i = .ok (q, o, next)) : OutlinedRight q o := by
  obtain ⟨⟨r, first⟩, houtline, h⟩ := bind_ok.mp h
  obtain ⟨o', houtlined, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Prod.mk.injEq] at h
  obtain ⟨rfl, rfl, rfl⟩ := h
  rw [atOffset_ok] at houtlined
  have hr := outline_sound _ _ (empty_sound hp) houtline
  exact outlined_right hr houtlined

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

/-- No procedure has an abstraction. -/
theorem noAbstractions_sound {p : OutlinedProgram} (i : Nat) (h : Kernel.noAbstractions p.procedures i = .ok ()) :
    ∀ j (hj : j < p.procedures.size), i ≤ j → p.procedures[j].abstraction = none := by
  fun_induction Kernel.noAbstractions p.procedures i with
  | case1 i hi hn ih =>
    intro j hj hij
    by_cases he : i = j
    · subst he; exact hn
    · exact ih h j hj (by omega)
  | case2 => simp at h
  | case3 => intro j hj hij; omega

/-- The conditions are refuted if the kernel has followed a refutation of each. -/
theorem refuteAll_conditions {bytes : ByteArray} {g : Generator} (hR : g.builder.tables.Right) {first effort : Nat}
    (hall : Kernel.refuteAll bytes (Kernel.conditionLiterals g.conditions 0 #[]) g.builder.tables.formulas.size 0 first
      (State.start g.builder.tables #[] effort) = .ok ()) : ∀ x ∈ g.conditions, x.Refuted g.builder.tables := by
  intro x hx
  obtain ⟨j, hj, rfl⟩ := Array.mem_iff_getElem.mp hx
  obtain ⟨k, hk, hx⟩ := Array.mem_iff_getElem.mp ((mem_conditionLiterals 0 #[]).2 j hj (Nat.zero_le _))
  have := refuteAll_sound 0 first _ (start_sound (literals_right hR (literals := #[]) (by simp)) _) (.refl _) hall k hk (Nat.zero_le _)
  rw [hx] at this
  exact this

/-- What the check of ghosts says about scopes of families. -/
theorem ghosts_restore {p : OutlinedProgram} {effort r : Nat} (h : Kernel.ghosts p effort = .ok r) :
    (∀ j (hj : j < p.families.size), p.families[j].code.Restores p.tables) ∧
    ∀ j (hj : j < p.procedures.size) x, p.procedures[j].abstraction = some x → p.procedures[j].code.Restores p.tables := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, hfamilies, hprocedures⟩ := bind_ok.mp h
  refine ⟨fun j hj => ?_, fun j hj x hx => ?_⟩
  · obtain ⟨_, _, hcode⟩ := (families_avoid 0 _ hfamilies j hj (Nat.zero_le _)).2
    exact code_restores _ hcode
  · obtain ⟨_, _, hcode⟩ := procedures_avoid 0 _ hprocedures j hj (Nat.zero_le _) x hx
    exact code_restores _ hcode

/-- A program whose conditions are refuted satisfies its specification; the conditions may come after others. -/
theorem outlined_satisfies {q : ProgramTables} {outlined : OutlinedProgram} (hright : OutlinedRight q outlined)
    (hnone : Kernel.noAbstractions outlined.procedures 0 = .ok ()) {effort left : Nat} (hghosts : Kernel.ghosts outlined effort = .ok left)
    {g₀ g : Generator} (hR₀ : g₀.builder.tables.Right) (hgen : conditionsAfter outlined g₀ = .ok g)
    (hrefuted : ∀ x ∈ g.conditions, x.Refuted g.builder.tables) : q.text.Satisfies q.specificationText := by
  rw [← hright.text, ← hright.specification]
  have hT := hright.tables
  have hnone : ∀ procedure, outlined.abstractionOf procedure = none := by
    intro procedure
    unfold OutlinedProgram.abstractionOf
    cases hq : outlined.procedures[procedure]? with
    | none => rfl
    | some q =>
      obtain ⟨hlt, rfl⟩ := Array.getElem?_eq_some_iff.mp hq
      exact noAbstractions_sound 0 hnone procedure hlt (Nat.zero_le _)
  refine ghosts_sound hT.right hghosts hright.calls hright.bodies hright.invokes fun {E σ τ} hassume hinit hmembers => ?_
  exact vcgen_sound hT.right hT.startsTrue hR₀ hgen (.refl _) hrefuted (ghosts_restore hghosts).1 hright.invokes.1 (hidden := Eq)
    ⟨fun _ => rfl, fun h => by simp [hnone] at h, fun h => by simp [hnone] at h, fun h => by simp [hnone] at h⟩ hassume hinit hmembers

/-- **Soundness of thread-modular proofs**: the program satisfies its specification. -/
theorem threadModular_sound {bytes : ByteArray} {p q : ProgramTables} (hp : p.tables.Sound) {i room effort : Nat}
    (h : Kernel.threadModular bytes p i room effort = .ok q) : q.text.Satisfies q.specificationText := by
  obtain ⟨⟨read, outlined, next⟩, hread, h⟩ := bind_ok.mp h
  obtain ⟨_, hnone, h⟩ := bind_ok.mp h
  obtain ⟨left, hghosts, h⟩ := bind_ok.mp h
  obtain ⟨generated, hgen, h⟩ := bind_ok.mp h
  obtain ⟨_, hall, h⟩ := bind_ok.mp h
  injection h with h
  subst h
  have hright := outlinedProgram_right hp hread
  rw [atOffset_ok] at hghosts hgen hnone
  exact outlined_satisfies hright hnone hghosts (g₀ := Generator.start room left) (initial_right _) hgen
    (refuteAll_conditions (conditions_right hright.tables.right hgen) hall)

end Plato
