/-
# Serialization: the left movers

The second half of the proof, after `right_movers`: steps after the commit move to the left, to the commit of their block. A failure that is found
on the way, or at the end, is made a failure of a serial execution: the blocks of all other threads are ended first, which is what *finalizable* is
for.

Main results: `Phased.Movers.serialWrong_of_wrong`, `Phased.Movers.serial_of_reaches`.
-/
module

public import Theory.Reduction.Serialization

@[expose] public section

namespace Plato.Reduction.Phased

variable {Tid State : Type} {A : Phased Tid State}

/-- What is known of a state when the serial executions from the first state do not fail: if only steps after commits follow, no thread fails,
and where all blocks have ended a serial execution comes too. -/
structure Tame (A : Phased Tid State) (x₀ x : State) : Prop where
  noPre : A.NoPre x
  finite : ∃ l : List Tid, ∀ t, A.phase t x ≠ .out → t ∈ l
  serial : ∀ {z}, Many (A.LeftStep fun _ => True) x z → A.Quiet z → Many A.Serial x₀ z
  safe : ∀ {z v}, Many (A.LeftStep fun _ => True) x z → ¬ A.fails v z

/-- No thread fails after fewer than n steps of u, which follow steps of others after their commits. -/
def SafeBelow (A : Phased Tid State) (x : State) (u : Tid) (n : Nat) : Prop :=
  ∀ {j w z v}, j < n → Many (A.LeftStep (· ≠ u)) x w → A.Run u j w z → ¬ A.fails v z

theorem LeftStep.any {who : Tid → Prop} {x y : State} (h : Many (A.LeftStep who) x y) : Many (A.LeftStep fun _ => True) x y :=
  many_mono (fun ⟨t, _, hs⟩ => ⟨t, trivial, hs⟩) h

namespace Movers

variable (h : A.Movers) {x₀ x : State} {u : Tid}

include h

/-- A step after a commit moves to the left of another thread's run. -/
theorem move_left {n : Nat} {t : Tid} {w z z' : State} (hsafe : SafeBelow A x u n) (hw : Many (A.LeftStep (· ≠ u)) x w)
    (hr : A.Run u n w z) (htu : t ≠ u) (hp : A.phase t z = .post) (hs : A.step t z z') :
    ∃ w', Many (A.LeftStep (· ≠ u)) x w' ∧ A.Run u n w' z' := by
  induction hr generalizing z' with
  | nil hout => exact ⟨z', .tail hw ⟨t, htu, hs, hp⟩, .nil (by rw [h.frame hs (Ne.symm htu), hout])⟩
  | @cons n w y z hr hin hsu ih =>
    have hpy : A.phase t y = .post := by rw [← hp, h.frame hsu htu]
    have safe' : SafeBelow A x u n := fun hj => hsafe (by omega)
    rcases h.left htu hp hsu hs with (hf | ⟨y', hst, hf⟩) | ⟨y', hst, hsu'⟩
    · exact absurd hf (hsafe (by omega) hw hr)
    · obtain ⟨w', hw', hr'⟩ := ih safe' hw hpy hst
      exact absurd hf (hsafe (by omega) hw' hr')
    · obtain ⟨w', hw', hr'⟩ := ih safe' hw hpy hst
      exact ⟨w', hw', .cons hr' (fun hn => by rw [h.frame hst (Ne.symm htu)]; exact hin hn) hsu'⟩

/-- And so does a failure after a commit. -/
theorem fails_left {n : Nat} {t : Tid} {w z : State} (tame : Tame A x₀ x) (hsafe : SafeBelow A x u n)
    (hw : Many (A.LeftStep (· ≠ u)) x w) (hr : A.Run u n w z) (htu : t ≠ u) (hp : A.phase t z = .post) : ¬ A.fails t z := by
  intro hf
  cases hr with
  | nil => exact tame.safe (LeftStep.any hw) hf
  | @cons n _ y _ hr hin hsu =>
    have hpy : A.phase t y = .post := by rw [← hp, h.frame hsu htu]
    rcases h.leftFails htu hp hsu hf with hf | ⟨y', hst, hf⟩
    · exact hsafe (by omega) hw hr hf
    · obtain ⟨w', hw', hr'⟩ := h.move_left (fun hj => hsafe (by omega)) hw hr htu hpy hst
      exact hsafe (by omega) hw' hr' hf

/-- The block of another thread is ended, and a failure is kept. -/
theorem end_other {n : Nat} {t v : Tid} {z : State} (tame : Tame A x₀ x) (hsafe : SafeBelow A x u n) (hfin : A.Finalizes v t z) (htu : t ≠ u)
    {w : State} (hw : Many (A.LeftStep (· ≠ u)) x w) (hr : A.Run u n w z) :
    ∃ w' z', Many (A.LeftStep (· ≠ u)) x w' ∧ A.Run u n w' z' ∧ A.fails v z' ∧ A.phase t z' = .out ∧
      ∀ s, s ≠ t → A.phase s z' = A.phase s z := by
  induction hfin generalizing w with
  | out hf hp => exact ⟨w, _, hw, hr, hf, hp, fun _ _ => rfl⟩
  | fails hp hf => exact absurd hf (h.fails_left tame hsafe hw hr htu hp)
  | step hp hs _ ih =>
    obtain ⟨w', hw', hr'⟩ := h.move_left hsafe hw hr htu hp hs
    obtain ⟨w'', z'', hw'', hr'', hf, ht, hother⟩ := ih hw' hr'
    exact ⟨w'', z'', hw'', hr'', hf, ht, fun s hs' => by rw [hother s hs', h.frame hs hs']⟩

/-- The blocks of all other threads are ended, and a failure is kept. -/
theorem end_others {n : Nat} {v : Tid} (tame : Tame A x₀ x) (hsafe : SafeBelow A x u n) (l : List Tid) {w z : State}
    (hw : Many (A.LeftStep (· ≠ u)) x w) (hr : A.Run u n w z) (hf : A.fails v z) (hpre : ∀ t, t ≠ u → A.phase t z ≠ .pre)
    (hl : ∀ t, t ≠ u → t ≠ v → A.phase t z ≠ .out → t ∈ l) :
    ∃ w' z', Many (A.LeftStep (· ≠ u)) x w' ∧ A.Run u n w' z' ∧ A.fails v z' ∧ (∀ t, t ≠ u → t ≠ v → A.phase t z' = .out) ∧
      A.phase v z' = A.phase v z ∧ A.phase u z' = A.phase u z := by
  induction l generalizing w z with
  | nil =>
    refine ⟨w, z, hw, hr, hf, fun t hu hv => ?_, rfl, rfl⟩
    exact Classical.byContradiction fun hne => absurd (hl t hu hv hne) (by simp)
  | cons t l ih =>
    by_cases skip : t = u ∨ t = v ∨ A.phase t z = .out
    · refine ih hw hr hf hpre fun s hu hv hne => ?_
      rcases List.mem_cons.1 (hl s hu hv hne) with rfl | hmem
      · rcases skip with h' | h' | h' <;> contradiction
      · exact hmem
    · have htu : t ≠ u := fun h' => skip (.inl h')
      have htv : t ≠ v := fun h' => skip (.inr (.inl h'))
      have hp : A.phase t z = .post := by
        cases hph : A.phase t z with
        | out => exact absurd (.inr (.inr hph)) skip
        | pre => exact absurd hph (hpre t htu)
        | post => rfl
      obtain ⟨w', z', hw', hr', hf', ht, hother⟩ := h.end_other tame hsafe (h.finalizes htv hp hf) htu hw hr
      obtain ⟨w'', z'', hw'', hr'', hf'', hout, hv, hu⟩ := ih hw' hr' hf'
        (fun s hs => by
          by_cases hst : s = t
          · rw [hst, ht]; simp
          · rw [hother s hst]; exact hpre s hs)
        (fun s hu hv hne => by
          by_cases hst : s = t
          · rw [hst, ht] at hne; contradiction
          · rw [hother s hst] at hne
            exact (List.mem_cons.1 (hl s hu hv hne)).resolve_left hst)
      exact ⟨w'', z'', hw'', hr'', hf'', hout, by rw [hv, hother v (Ne.symm htv)], by rw [hu, hother u (Ne.symm htu)]⟩

omit h in
theorem quiet_tail {n : Nat} {w z : State} (hw : Many A.Serial x₀ w) (hq : A.Quiet w) (hr : A.Run u n w z) (hz : A.Quiet z) :
    Many A.Serial x₀ z := by
  cases n with
  | zero => cases hr; exact hw
  | succ n => exact .tail hw ⟨hq, hz, u, n, hr⟩

/-- A thread alone in a block: if another one fails, the block ends first, and a serial execution fails. -/
theorem alone {n : Nat} {v : Tid} {w z : State} (hwrong : ¬ A.SerialWrong x₀) (hw : Many A.Serial x₀ w) (hq : A.Quiet w)
    (hr : A.Run u n w z) (hout : ∀ t, t ≠ u → A.phase t z = .out) (hpre : A.phase u z ≠ .pre) : ¬ A.fails v z := by
  intro hf
  by_cases hvu : v = u
  · subst hvu; exact hwrong ⟨w, z, v, n, hw, hq, hr, hf⟩
  have quiet : ∀ {n z}, A.Run u n w z → (∀ t, t ≠ u → A.phase t z = .out) → A.phase u z = .out → A.fails v z → False := by
    intro n z hr hout hu hf
    have hz : A.Quiet z := fun t => by
      by_cases ht : t = u
      · rw [ht, hu]
      · exact hout t ht
    exact hwrong ⟨z, z, v, 0, quiet_tail hw hq hr hz, hz, .nil (hz v), hf⟩
  cases hu : A.phase u z with
  | out => exact quiet hr hout hu hf
  | pre => exact hpre hu
  | post =>
    have fin := h.finalizes (Ne.symm hvu) hu hf
    clear hf hu hpre
    induction fin generalizing n with
    | out hf hp => exact quiet hr hout hp hf
    | fails _ hf => exact hwrong ⟨w, _, u, n, hw, hq, hr, hf⟩
    | step hp hs _ ih =>
      exact ih (.cons hr (by simp [hp]) hs) fun t ht => by rw [h.frame hs ht]; exact hout t ht

theorem noPre_left {w : State} (hn : A.NoPre x) (hw : Many (A.LeftStep (· ≠ u)) x w) : A.NoPre w := by
  induction hw with
  | refl => exact hn
  | tail _ hs ih =>
    obtain ⟨t, _, hst, hp⟩ := hs
    intro s
    by_cases hs : s = t
    · exact hs ▸ h.committed hst hp
    · rw [h.frame hst hs]; exact ih s

theorem finite_left {w : State} {t : Tid} (hw : Many (A.LeftStep (· ≠ u)) x w) (ht : A.phase t w ≠ .out) : A.phase t x ≠ .out := by
  induction hw with
  | refl => exact ht
  | tail _ hs ih =>
    obtain ⟨s, _, hst, hp⟩ := hs
    by_cases hs : t = s
    · subst hs; exact ih (by simp [hp])
    · rw [h.frame hst hs] at ht; exact ih ht

/-- In a run of any thread from a tame state no thread fails. By induction on the length of the run: a thread after its commit fails earlier;
otherwise the blocks of all other threads are ended, and the failure is one of a serial execution. -/
theorem safe_run (hwrong : ¬ A.SerialWrong x₀) (tame : Tame A x₀ x) (n : Nat) : SafeBelow A x u n := by
  induction n with
  | zero => intro j _ _ _ hj; omega
  | succ n ih =>
    intro j w z v hj hw hr hf
    by_cases hjn : j < n
    · exact ih hjn hw hr hf
    have : j = n := by omega
    subst this
    have hphase : ∀ t, t ≠ u → A.phase t z = A.phase t w := fun t ht => h.frame_run hr ht
    have hwpre := h.noPre_left tame.noPre hw
    have hpre : ∀ t, t ≠ u → A.phase t z ≠ .pre := fun t ht => by rw [hphase t ht]; exact hwpre t
    obtain ⟨l, hl⟩ := tame.finite
    obtain ⟨w', z', hw', hr', hf', hout, hv, hu⟩ := h.end_others tame ih l hw hr hf hpre fun t htu _ hne =>
      hl t (h.finite_left hw (by rw [← hphase t htu]; exact hne))
    have serial : (∀ t, t ≠ u → A.phase t z' = .out) → A.Quiet w' ∧ Many A.Serial x₀ w' := by
      intro hall
      have hq : A.Quiet w' := fun t => by
        by_cases ht : t = u
        · exact ht ▸ hr'.phase
        · rw [← h.frame_run hr' ht]; exact hall t ht
      exact ⟨hq, tame.serial (LeftStep.any hw') hq⟩
    by_cases hvu : v = u
    · subst hvu
      obtain ⟨hq, hs⟩ := serial fun t ht => hout t ht ht
      exact hwrong ⟨w', z', v, j, hs, hq, hr', hf'⟩
    cases hpv : A.phase v z with
    | pre => exact hpre v hvu hpv
    | post => exact h.fails_left tame ih hw' hr' hvu (by rw [hv, hpv]) hf'
    | out =>
      have hall : ∀ t, t ≠ u → A.phase t z' = .out := fun t ht => by
        by_cases htv : t = v
        · rw [htv, hv, hpv]
        · exact hout t ht htv
      by_cases hup : A.phase u z' = .pre
      · cases hr' with
        | nil hp => rw [hp] at hup; cases hup
        | cons hr'' _ hs => exact ih (by omega) hw' hr'' (h.rightFails (Ne.symm hvu) hs hup hf')
      · obtain ⟨hq, hs⟩ := serial hall
        exact h.alone hwrong hs hq hr' hall hup hf'

/-- Steps after commits, which follow a run, can go before it. -/
theorem left_of_run (hwrong : ¬ A.SerialWrong x₀) (tame : Tame A x₀ x) {n : Nat} {y z : State} (hr : A.Run u (n + 1) x y)
    (hm : Many (A.LeftStep fun _ => True) y z) : ∃ w n, Many (A.LeftStep (· ≠ u)) x w ∧ A.Run u (n + 1) w z := by
  induction hm with
  | refl => exact ⟨x, n, .refl, hr⟩
  | tail _ hs ih =>
    obtain ⟨w, m, hw, hr'⟩ := ih
    obtain ⟨t, _, hst, hp⟩ := hs
    by_cases ht : t = u
    · subst ht; exact ⟨w, m + 1, hw, .cons hr' (by simp [hp]) hst⟩
    · obtain ⟨w', hw', hr''⟩ := h.move_left (h.safe_run hwrong tame _) hw hr' ht hp hst
      exact ⟨w', m, hw', hr''⟩

theorem tame_of_macro (hwrong : ¬ A.SerialWrong x₀) (hq : A.Quiet x₀) (hm : Many A.Macro x₀ x) : Tame A x₀ x := by
  induction hm with
  | refl =>
    have stay : ∀ {z}, Many (A.LeftStep fun _ => True) x₀ z → z = x₀ := by
      intro z hz
      induction hz with
      | refl => rfl
      | tail _ hs ih =>
        obtain ⟨t, _, _, hp⟩ := hs
        rw [ih, hq t] at hp; cases hp
    exact ⟨fun t => by rw [hq t]; simp, ⟨[], fun t ht => absurd (hq t) ht⟩, fun hz _ => stay hz ▸ .refl,
      fun hz hf => hwrong ⟨x₀, x₀, _, 0, .refl, hq, .nil (hq _), stay hz ▸ hf⟩⟩
  | @tail x y _ hs tame =>
    obtain ⟨u, _, hn, hs⟩ := hs
    have finite : (∀ t, t ≠ u → A.phase t y = A.phase t x) → ∃ l : List Tid, ∀ t, A.phase t y ≠ .out → t ∈ l := by
      intro hframe
      obtain ⟨l, hl⟩ := tame.finite
      refine ⟨u :: l, fun t ht => ?_⟩
      by_cases htu : t = u
      · simp [htu]
      · exact List.mem_cons_of_mem _ (hl t (by rw [← hframe t htu]; exact ht))
    rcases hs with ⟨hp, hs⟩ | ⟨n, hr⟩
    · have first : ∀ {z}, Many (A.LeftStep fun _ => True) y z → Many (A.LeftStep fun _ => True) x z :=
        fun hz => .head ⟨u, trivial, hs, hp⟩ hz
      exact ⟨hn, finite fun t ht => h.frame hs ht, fun hz => tame.serial (first hz), fun hz => tame.safe (first hz)⟩
    · refine ⟨hn, finite fun t ht => h.frame_run hr ht, fun hz hquiet => ?_, fun hz hf => ?_⟩
      · obtain ⟨w, m, hw, hr'⟩ := h.left_of_run hwrong tame hr hz
        have hqw : A.Quiet w := fun t => by
          by_cases ht : t = u
          · exact ht ▸ hr'.phase
          · rw [← h.frame_run hr' ht]; exact hquiet t
        exact .tail (tame.serial (LeftStep.any hw) hqw) ⟨hqw, hquiet, u, m, hr'⟩
      · obtain ⟨w, m, hw, hr'⟩ := h.left_of_run hwrong tame hr hz
        exact h.safe_run hwrong tame (m + 2) (by omega) hw hr' hf

/-- A failure at the beginning of a block, while others are after their commits, is one of a serial execution. -/
theorem wrong_of_begun (hq : A.Quiet x₀) {y w : State} {t : Tid} {n : Nat} (hm : Many A.Macro x₀ y) (hr : w = y ∨ A.Run t (n + 1) y w)
    (hf : A.fails t w) : A.SerialWrong x₀ := by
  refine Classical.byContradiction fun hwrong => ?_
  have tame := h.tame_of_macro hwrong hq hm
  rcases hr with rfl | hr
  · exact tame.safe .refl hf
  · exact h.safe_run hwrong tame (n + 2) (by omega) .refl hr hf

/-- **Serialization**, failing executions: if an execution goes wrong, a serial one does. -/
theorem serialWrong_of_wrong (hq : A.Quiet x₀) (hw : A.Wrong x₀) : A.SerialWrong x₀ := by
  obtain ⟨x, t, hm, hf⟩ := hw
  rcases h.right_movers (fun t => by rw [hq t]; simp) hm with ⟨y, w, u, n, hy, _, hr, hf⟩ | ⟨y, hy, hn, hr⟩
  · exact h.wrong_of_begun hq hy hr hf
  · have fail : ∀ {w}, Many (A.RightStep (· = t)) y w → A.fails t w → A.SerialWrong x₀ := by
      intro w hw hf
      rcases h.run_of_right (hn t) hw with rfl | ⟨n, hrun, _⟩
      · exact h.wrong_of_begun (n := 0) hq hy (.inl rfl) hf
      · exact h.wrong_of_begun hq hy (.inr hrun) hf
    rcases h.sort_right t hr with ⟨w, hw, hf⟩ | ⟨w, hw, ho⟩
    · exact fail hw hf
    · exact fail hw (h.fails_before ho hf)

/-- **Serialization**, refinement: where no thread is in a block, a serial execution comes too, or one fails. -/
theorem serial_of_reaches (hq : A.Quiet x₀) {x : State} (hm : Many A.Any x₀ x) (hx : A.Quiet x) : A.SerialWrong x₀ ∨ Many A.Serial x₀ x := by
  refine Classical.or_iff_not_imp_left.2 fun hwrong => ?_
  rcases h.right_movers (fun t => by rw [hq t]; simp) hm with ⟨y, w, u, n, hy, _, hr, hf⟩ | ⟨y, hy, _, hr⟩
  · exact absurd (h.wrong_of_begun hq hy hr hf) hwrong
  · cases hr with
    | refl => exact (h.tame_of_macro hwrong hq hy).serial .refl hx
    | tail _ hs =>
      obtain ⟨t, _, _, hp⟩ := hs
      rw [hx t] at hp; cases hp

end Movers

end Plato.Reduction.Phased
