/-
# A schedule that is accepted shows what is claimed

The state at the end of the file is reachable from an initial store; the end of the schedule says what is wrong there.

Main results: `replay_right`, `replay_sound`, `replayBroken_sound`, `replayBrokenGuarantee_sound`, `replayBrokenPost_sound`.
-/
module

public import Plato.Replay.Check
public import Replay.Event

@[expose] public section

namespace Plato

/-- Events that are followed to the end of the file keep what has been replayed reachable. -/
theorem events_sound {p : ProgramTables} {E : Parameters} {σ₀ : Store} {bytes : ByteArray} (hT : p.tables.Right) (i : Nat) (r : Replay) (hr : r.Right p E σ₀) {r' : Replay}
    (h : Kernel.events p.runnable bytes i r = .ok r') : r'.Right p E σ₀ := by
  fun_induction Kernel.events p.runnable bytes i r with
  | case1 i r _ ih =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨⟨event, next⟩, _, h⟩ := bind_ok.mp h
    obtain ⟨r₁, he, h⟩ := bind_ok.mp h
    split at h
    · exact ih _ _ ‹_› (event_sound hT hr (atOffset_ok.mp he)) h
    · simp at h
  | case2 i r _ => injection h with h; exact h ▸ hr

/-- What a schedule leads to, from an initial store. -/
theorem replay_right {p : ProgramTables} (hT : p.tables.Right) {bytes : ByteArray} {i effort : Nat} {r : Replay}
    (h : Kernel.replay p.runnable bytes i effort = .ok r) : ∃ E σ, p.text.Initial E σ ∧ r.Right p E σ := by
  obtain ⟨⟨range, first⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨⟨start, next⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨effort', hinit, h⟩ := bind_ok.mp h
  obtain ⟨_, hassume, hstart⟩ := bind_ok.mp (atOffset_ok.mp hinit)
  have hinitial : p.text.Initial (parametersOf start.parameters)
      (storeOf (baseValue p.tables (parametersOf start.parameters)) start.store) :=
    ⟨requireTrue_sound hT hassume rfl, requireTrue_sound hT hstart rfl⟩
  refine ⟨_, _, hinitial, events_sound hT _ _ ?_ h⟩
  exact ⟨rfl, rfl, .refl, fun {key stack} hk => by simp [Kernel.Start.replay, lookupThread] at hk, .inl rfl,
    fun hw => by simp [Kernel.Start.replay] at hw⟩

/-- **Soundness of schedules.** If the kernel follows a schedule to something that goes wrong, the program is not safe. -/
theorem replay_sound {p : ProgramTables} (hT : p.tables.Right) {bytes : ByteArray} {i effort : Nat}
    (h : Kernel.replayWrong p.runnable bytes i effort = .ok ()) : ¬ p.text.Safe := by
  obtain ⟨r, hr, h⟩ := bind_ok.mp h
  obtain ⟨E, σ, hinitial, hright⟩ := replay_right hT hr
  exact fun hsafe => hsafe E σ hinitial (hright.wrong (require_ok.mp h))

/-- If the kernel follows a schedule to a store that does not satisfy the invariant, it is none. -/
theorem replayBroken_sound {p : ProgramTables} (hT : p.tables.Right) {bytes : ByteArray} {i effort : Nat}
    (h : Kernel.replayBroken p.runnable bytes i effort = .ok ()) : ¬ p.text.Invariant p.specificationText.invariant := by
  obtain ⟨r, hr, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨E, σ, hinitial, hright⟩ := replay_right hT hr
  intro hinv
  have hI := hinv E σ _ hinitial ⟨_, hright.reachable⟩
  rw [hright.parameters] at hI
  exact requireFalse_sound hT (atOffset_ok.mp h) rfl hI

/-- If the kernel follows a schedule to a step that does not satisfy the guarantee, the program does not keep it. -/
theorem replayBrokenGuarantee_sound {p : ProgramTables} (hT : p.tables.Right) {bytes : ByteArray} {i effort : Nat}
    (h : Kernel.replayBrokenGuarantee p.runnable bytes i effort = .ok ()) : ¬ p.text.Guarantees p.specificationText.guarantee := by
  obtain ⟨r, hr, h⟩ := bind_ok.mp h
  obtain ⟨after, hstep, h⟩ := bind_ok.mp h
  obtain ⟨E, σ, hinitial, hright⟩ := replay_right hT hr
  intro hkept
  obtain ⟨P₁, P₂, hreach, htransition⟩ := step_transition hT hright (atOffset_ok.mp hstep)
  have hG := hkept E σ _ _ _ _ hinitial hreach htransition
  rw [hright.parameters] at hG
  exact requireFalse_sound hT (atOffset_ok.mp h) rfl hG

/-- Every thread that is noted is at its end. -/
theorem haveEnded_sound {threads : Threads} (i : Nat) (h : Kernel.haveEnded threads i = true) {key : Nat × Int} {stack : Stack}
    (hkey : lookupThread (threads.toList.drop i) key = some stack) : stack = (.cons (.code .skip) .nil) := by
  fun_induction Kernel.haveEnded threads i with
  | case1 i hi hs ih =>
    rw [drop_toList threads i hi] at hkey
    simp only [lookupThread] at hkey
    split at hkey
    · rw [hs] at hkey
      injection hkey with hkey
      exact hkey.symm
    · exact ih h hkey
  | case2 => simp at h
  | case3 i hi => rw [drop_toList_nil threads i hi] at hkey; simp [lookupThread] at hkey

/-- Every listed thread has been selected. -/
theorem selectedThreads_sound {family : Nat} {threads : Threads} (i : Nat) (out : Array Int) {id : Int}
    (h : id ∈ Kernel.selectedThreads family threads i out) :
    id ∈ out ∨ ∃ stack, lookupThread (threads.toList.drop i) (family, id) = some stack := by
  fun_induction Kernel.selectedThreads family threads i out with
  | case1 i out hi ih =>
    rw [drop_toList threads i hi]
    simp only [lookupThread]
    split
    · exact .inr ⟨_, rfl⟩
    rename_i hne
    refine (ih h).imp (fun hmem => ?_) (fun hlater => hlater)
    split at hmem
    · rename_i hf
      rcases Array.mem_push.mp hmem with hmem | he
      · exact hmem
      · exact absurd (by rw [hf, he]) hne
    · exact hmem
  | case2 => exact .inl h

theorem haveMoved_sound {p : ProgramTables} (hT : p.tables.Right) {r : Replay} (i effort : Nat) {left : Nat}
    (h : Kernel.haveMoved p.runnable r i effort = .ok left) : ∀ j (hj : j < p.families.size), i ≤ j → ∀ t, t ∉ Kernel.selectedThreads j r.threads 0 #[] →
      ¬ (p.tables.literal p.families[j].members).predicate (parametersOf r.parameters) t (storeOf (baseValue p.tables (parametersOf r.parameters)) r.initial) := by
  fun_induction Kernel.haveMoved p.runnable r i effort with
  | case1 i effort hi ih =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨⟨alone, left⟩, hnone, h⟩ := bind_ok.mp h
    obtain ⟨_, halone, h⟩ := bind_ok.mp h
    intro j hj hij t ht
    by_cases he : i = j
    · subst he
      exact noneOutside_sound hT hnone (require_ok.mp halone) ht
    · exact ih _ h j hj (by omega) t ht
  | case2 i effort hi => intro j hj hij; exact absurd (Nat.lt_of_le_of_lt hij hj) hi

/-- If the kernel finds that all threads have ended, they have. -/
theorem allEnded_sound {p : ProgramTables} (hT : p.tables.Right) {r : Replay} {E : Parameters} {σ₀ : Store} (hr : r.Right p E σ₀) {left : Nat}
    (h : Kernel.allEnded p.runnable r = .ok left) : (replayed p E σ₀ r.threads).Ended .skip := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, hended, h⟩ := bind_ok.mp h
  rw [require_ok] at hended
  have hmoved := haveMoved_sound hT 0 _ h
  intro t
  have hsize : t.1.1 < p.families.size := families_size p ▸ t.2.1
  have hmember := thread_member t
  rw [← hr.parameters, ← hr.initial] at hmoved
  have hin : t.1.2 ∈ Kernel.selectedThreads t.1.1 r.threads 0 #[] :=
    Classical.byContradiction fun hn => hmoved _ hsize (Nat.zero_le _) _ hn hmember
  obtain ⟨stack, hlookup⟩ := (selectedThreads_sound 0 #[] hin).resolve_left (by simp)
  obtain rfl := haveEnded_sound 0 hended hlookup
  have hkey : lookupThread r.threads.toList t.1 = some (.cons (.code .skip) .nil) := by simpa using hlookup
  simp [replayed, hkey, stackStatement, under, Pending.core, Code.core]

/-- If the kernel follows a schedule to the end of all threads, in a store that does not satisfy the postcondition, it is none. -/
theorem replayBrokenPost_sound {p : ProgramTables} (hT : p.tables.Right) {bytes : ByteArray} {i effort : Nat}
    (h : Kernel.replayBrokenPost p.runnable bytes i effort = .ok ()) : ¬ p.text.Ensures p.specificationText.post := by
  obtain ⟨r, hr, h⟩ := bind_ok.mp h
  obtain ⟨left, hended, h⟩ := bind_ok.mp h
  obtain ⟨E, σ, hinitial, hright⟩ := replay_right hT hr
  intro hensures
  have hpost := hensures E σ _ _ hinitial hright.reachable (allEnded_sound hT hright (atOffset_ok.mp hended))
  rw [hright.parameters] at hpost
  exact requireFalse_sound hT (atOffset_ok.mp h) rfl hpost

end Plato
