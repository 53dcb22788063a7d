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

/-- A line of the outline keeps the tables as they are to be. -/
theorem outline_add_sound {r r' : ReadOutlined} {limit : Nat} {line : OutlineLine} (hT : r.program.tables.Sound)
    (h : r.add limit line = .ok r') :
    r'.program.tables.Sound := by
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
    | _ => simp [ReadOutlined.add] at h
  | command line =>
    obtain ⟨program, hadd, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ addCommandLine_tables hadd ▸ hT
  | contract family contract =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ hT
  | assertion statement l =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ hT
  | update statement command =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ hT
  | ghost name => injection h with h; exact h ▸ hT
  | initially l =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ hT
  | environment l =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ hT
  | lemma_ l =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    exact h ▸ hT
  | proof => simp [ReadOutlined.add] at h

/-- The outline that the kernel reads leaves the tables as they are to be. -/
theorem outline_sound {bytes : ByteArray} (i : Nat) (read : ReadOutlined) (hr : read.program.tables.Sound) {result : ReadOutlined × Nat}
    (h : Kernel.outline bytes i read = .ok result) : result.1.program.tables.Sound := by
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

/-- **Soundness of thread-modular proofs**: the program satisfies its specification. -/
theorem threadModular_sound {bytes : ByteArray} {p q : ProgramTables} (hp : p.tables.Sound) {i room effort : Nat}
    (h : Kernel.threadModular bytes p i room effort = .ok q) : q.text.Satisfies q.specificationText := by
  obtain ⟨⟨read, outlined, next⟩, hread, h⟩ := bind_ok.mp h
  obtain ⟨left, hghosts, h⟩ := bind_ok.mp h
  obtain ⟨generated, hgen, h⟩ := bind_ok.mp h
  obtain ⟨_, hall, h⟩ := bind_ok.mp h
  injection h with h
  subst h
  obtain ⟨⟨r, first⟩, houtline, hread⟩ := bind_ok.mp hread
  obtain ⟨o, houtlined, hread⟩ := bind_ok.mp hread
  simp only [Except.ok.injEq, Prod.mk.injEq] at hread
  obtain ⟨rfl, rfl, rfl⟩ := hread
  rw [atOffset_ok] at hghosts hgen houtlined
  rw [← outlined_text houtlined, ← outlined_specification houtlined]
  have hT : o.tables.Sound := by
    rw [outlined_tables houtlined]
    exact outline_sound _ _ hp houtline
  refine ghosts_sound hT.right hghosts (outlined_calls houtlined) (vcgen_sound hT.right hT.startsTrue hgen fun x hx => ?_)
  have hR : generated.builder.tables.Right := conditions_right hT.right hgen
  obtain ⟨j, hj, rfl⟩ := Array.mem_iff_getElem.mp hx
  obtain ⟨k, hk, hx⟩ := Array.mem_iff_getElem.mp ((mem_conditionLiterals 0 #[]).2 j hj (Nat.zero_le _))
  have := refuteAll_sound 0 first _ (start_sound (literals_right hR (literals := #[]) (by simp)) _) (.refl _) hall k hk (Nat.zero_le _)
  rw [hx] at this
  exact this

end Plato
