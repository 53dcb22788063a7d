/-
# Serialization: blocks of right movers, a commit and left movers run as if they were alone

Threads of any type take steps in a common state. A thread is outside of a block, or inside of one: before its commit or after it. Steps to a
place before the commit are right movers, steps from a place after the commit are left movers. Then whatever the threads do together they can
also do one block after the other, without interference, or some block fails when it runs alone.

This is the theorem behind all rules of reduction of Elmas, Qadeer and Tasiran, *A Calculus of Atomic Actions*. States are abstract: a state has the
store and what is left to do for all threads.

Main definitions: `Phased`, `Run`, `Serial`, `SerialWrong`, `Movers`, `Finalizes`.
Main results, in `Theory/Reduction/Serialized`: `Movers.serial_of_reaches`, `Movers.serialWrong_of_wrong`.
-/
module

public import Theory.Many

@[expose] public section

namespace Plato.Reduction

/-- Where a thread is: outside of blocks, in a block before its commit, in a block after its commit. -/
inductive Phase where
  | out
  | pre
  | post
deriving DecidableEq

/-- Threads that take steps, or fail, in a common state. -/
structure Phased (Tid State : Type) where
  phase : Tid → State → Phase
  step : Tid → State → State → Prop
  fails : Tid → State → Prop

variable {Tid State : Type}

namespace Phased

variable (A : Phased Tid State)

/-- A step of any thread. -/
def Any (x y : State) : Prop := ∃ t, A.step t x y

/-- No thread is in a block. -/
def Quiet (x : State) : Prop := ∀ t, A.phase t x = .out

/-- Some execution from the state goes wrong. -/
def Wrong (x : State) : Prop := ∃ y t, Many A.Any x y ∧ A.fails t y

/-- So many steps of a thread from outside of blocks: one step outside, or a block, or its beginning. -/
inductive Run (t : Tid) : Nat → State → State → Prop where
  | nil {x} : A.phase t x = .out → Run t 0 x x
  | cons {n x y z} : Run t n x y → (n ≠ 0 → A.phase t y ≠ .out) → A.step t y z → Run t (n + 1) x z

/-- A step outside of blocks, or a whole block, while no thread is inside of any. -/
def Serial (x y : State) : Prop := A.Quiet x ∧ A.Quiet y ∧ ∃ t n, A.Run t (n + 1) x y

/-- Some serial execution fails: outside of a block, or in a block that runs alone. -/
def SerialWrong (x : State) : Prop := ∃ y z t n, Many A.Serial x y ∧ A.Quiet y ∧ A.Run t n y z ∧ A.fails t z

/-- From here the thread t can leave its block while u still fails, or it fails itself. -/
inductive Finalizes (u t : Tid) : State → Prop where
  | out {x} : A.fails u x → A.phase t x = .out → Finalizes u t x
  | fails {x} : A.phase t x = .post → A.fails t x → Finalizes u t x
  | step {x y} : A.phase t x = .post → A.step t x y → Finalizes u t y → Finalizes u t x

/-- The thread t fails, or it has a step to a state in which u fails: the gate of α ∘ β does not hold. -/
def Clash (t u : Tid) (x : State) : Prop := A.fails t x ∨ ∃ y, A.step t x y ∧ A.fails u y

/-- What makes blocks serializable. -/
structure Movers : Prop where
  /-- A step of one thread leaves the others where they are. -/
  frame : ∀ {t u x y}, A.step t x y → u ≠ t → A.phase u y = A.phase u x
  /-- No way leads back to before the commit. -/
  committed : ∀ {t x y}, A.step t x y → A.phase t x = .post → A.phase t y ≠ .pre
  /-- RIGHT-MOVER: a step to a place before the commit moves to the right of other threads' steps, … -/
  right : ∀ {t u x y z}, t ≠ u → A.step t x y → A.phase t y = .pre → A.step u y z → A.fails u x ∨ ∃ y', A.step u x y' ∧ A.step t y' z
  /-- … and makes no other thread fail. -/
  rightFails : ∀ {t u x y}, t ≠ u → A.step t x y → A.phase t y = .pre → A.fails u y → A.fails u x
  /-- LEFT-MOVER: a step from a place after the commit moves to the left of other threads' steps, … -/
  left : ∀ {t u x y z}, t ≠ u → A.phase t y = .post → A.step u x y → A.step t y z →
    A.Clash t u x ∨ ∃ y', A.step t x y' ∧ A.step u y' z
  /-- … and so does a failure there. -/
  leftFails : ∀ {t u x y}, t ≠ u → A.phase t y = .post → A.step u x y → A.fails t y → A.Clash t u x
  /-- Finalizable: after the commit a block can end, and other threads' failures are kept. -/
  finalizes : ∀ {t u x}, t ≠ u → A.phase t x = .post → A.fails u x → A.Finalizes u t x

/-- A step to a place before the commit, of a thread that satisfies the predicate. -/
def RightStep (who : Tid → Prop) (x y : State) : Prop := ∃ t, who t ∧ A.step t x y ∧ A.phase t y = .pre

/-- A step from a place after the commit, of a thread that satisfies the predicate. -/
def LeftStep (who : Tid → Prop) (x y : State) : Prop := ∃ t, who t ∧ A.step t x y ∧ A.phase t x = .post

/-- No thread is before the commit of a block. -/
def NoPre (x : State) : Prop := ∀ t, A.phase t x ≠ .pre

/-- A step after the commit, or a whole first part of a block, its commit included, or a step outside of blocks. -/
def Macro (x y : State) : Prop := ∃ t, A.NoPre x ∧ A.NoPre y ∧
  (A.phase t x = .post ∧ A.step t x y ∨ ∃ n, A.Run t (n + 1) x y)

end Phased

section

variable {A : Phased Tid State}

theorem many_mono {R S : State → State → Prop} (h : ∀ {x y}, R x y → S x y) {x y : State} (hm : Many R x y) : Many S x y := by
  induction hm with
  | refl => exact .refl
  | tail _ hs ih => exact .tail ih (h hs)

theorem Phased.Run.phase {t : Tid} {n : Nat} {x y : State} (h : A.Run t n x y) : A.phase t x = .out := by
  induction h with
  | nil h => exact h
  | cons _ _ _ ih => exact ih

namespace Phased.Movers

variable (h : A.Movers)

include h

theorem frame_right {u : Tid} {x y : State} (hm : Many (A.RightStep (· ≠ u)) x y) : A.phase u y = A.phase u x := by
  induction hm with
  | refl => rfl
  | tail _ hs ih =>
    obtain ⟨t, ht, hst, _⟩ := hs
    rw [h.frame hst (Ne.symm ht), ih]

theorem frame_run {t u : Tid} {n : Nat} {x y : State} (hr : A.Run t n x y) (hne : u ≠ t) : A.phase u y = A.phase u x := by
  induction hr with
  | nil _ => rfl
  | cons _ _ hs ih => rw [h.frame hs hne, ih]

/-- Right movers of others make a thread fail only if it failed before. -/
theorem fails_before {u : Tid} {x y : State} (hm : Many (A.RightStep (· ≠ u)) x y) (hf : A.fails u y) : A.fails u x := by
  induction hm with
  | refl => exact hf
  | tail _ hs ih =>
    obtain ⟨t, ht, hst, hp⟩ := hs
    exact ih (h.rightFails ht hst hp hf)

/-- Right movers of others move to the right of a thread's step. -/
theorem push_right {u : Tid} {x y z : State} (hm : Many (A.RightStep (· ≠ u)) x y) (hs : A.step u y z) :
    A.fails u x ∨ ∃ y', A.step u x y' ∧ Many (A.RightStep (· ≠ u)) y' z := by
  induction hm generalizing z with
  | refl => exact .inr ⟨z, hs, .refl⟩
  | @tail m y hm hr ih =>
    obtain ⟨t, ht, hst, hp⟩ := hr
    rcases h.right ht hst hp hs with hf | ⟨m', hsu, hst'⟩
    · exact .inl (h.fails_before hm hf)
    · rcases ih hsu with hf | ⟨y', hsu', hm'⟩
      · exact .inl hf
      · exact .inr ⟨y', hsu', .tail hm' ⟨t, ht, hst', by rw [h.frame hs ht, hp]⟩⟩

/-- Right movers can be sorted: those of one thread first. -/
theorem sort_right (u : Tid) {x y : State} (hm : Many (A.RightStep fun _ => True) x y) :
    (∃ w, Many (A.RightStep (· = u)) x w ∧ A.fails u w) ∨
      ∃ w, Many (A.RightStep (· = u)) x w ∧ Many (A.RightStep (· ≠ u)) w y := by
  induction hm with
  | refl => exact .inr ⟨_, .refl, .refl⟩
  | tail _ hs ih =>
    rcases ih with hf | ⟨w, hu, ho⟩
    · exact .inl hf
    · obtain ⟨t, _, hst, hp⟩ := hs
      by_cases ht : t = u
      · subst ht
        rcases h.push_right ho hst with hf | ⟨y', hst', ho'⟩
        · exact .inl ⟨w, hu, hf⟩
        · exact .inr ⟨y', .tail hu ⟨t, rfl, hst', by rw [← h.frame_right ho', hp]⟩, ho'⟩
      · exact .inr ⟨w, hu, .tail ho ⟨t, ht, hst, hp⟩⟩

/-- Right movers of a thread that is not before a commit are the beginning of a block. -/
theorem run_of_right {u : Tid} {x w : State} (hp : A.phase u x ≠ .pre) (hm : Many (A.RightStep (· = u)) x w) :
    w = x ∨ ∃ n, A.Run u (n + 1) x w ∧ A.phase u w = .pre := by
  induction hm with
  | refl => exact .inl rfl
  | @tail y z _ hs ih =>
    obtain ⟨t, rfl, hst, hpre⟩ := hs
    rcases ih with rfl | ⟨n, hr, hy⟩
    · refine .inr ⟨0, .cons (.nil ?_) (by simp) hst, hpre⟩
      cases hx : A.phase t y with
      | out => rfl
      | pre => exact absurd hx hp
      | post => exact absurd hpre (h.committed hst hx)
    · exact .inr ⟨n + 1, .cons hr (by simp [hy]) hst, hpre⟩

/-- What is left of any execution when its right movers are moved to the right: the pending ones come last. The failure found is the one of a
thread at the beginning of a block. -/
theorem right_movers {x₀ x : State} (hq : A.NoPre x₀) (hm : Many A.Any x₀ x) :
    (∃ y w t n, Many A.Macro x₀ y ∧ A.NoPre y ∧ (w = y ∨ A.Run t (n + 1) y w) ∧ A.fails t w) ∨
      ∃ y, Many A.Macro x₀ y ∧ A.NoPre y ∧ Many (A.RightStep fun _ => True) y x := by
  induction hm with
  | refl => exact .inr ⟨x₀, .refl, hq, .refl⟩
  | @tail x x' _ hs ih =>
    obtain ⟨u, hs⟩ := hs
    rcases ih with hf | ⟨y, hy, hn, hr⟩
    · exact .inl hf
    by_cases hpre : A.phase u x' = .pre
    · exact .inr ⟨y, hy, hn, .tail hr ⟨u, trivial, hs, hpre⟩⟩
    have fail : ∀ {w}, Many (A.RightStep (· = u)) y w → A.fails u w →
        ∃ y w t n, Many A.Macro x₀ y ∧ A.NoPre y ∧ (w = y ∨ A.Run t (n + 1) y w) ∧ A.fails t w := by
      intro w hw hf
      rcases h.run_of_right (hn u) hw with rfl | ⟨n, hrun, _⟩
      · exact ⟨w, w, u, 0, hy, hn, .inl rfl, hf⟩
      · exact ⟨y, w, u, n, hy, hn, .inr hrun, hf⟩
    rcases h.sort_right u hr with ⟨w, hw, hf⟩ | ⟨w, hw, ho⟩
    · exact .inl (fail hw hf)
    rcases h.push_right ho hs with hf | ⟨w', hs', ho'⟩
    · exact .inl (fail hw hf)
    have hw' : A.phase u w' ≠ .pre := by rw [← h.frame_right ho']; exact hpre
    have hn' : A.NoPre w' := by
      intro t
      by_cases ht : t = u
      · exact ht ▸ hw'
      · rw [h.frame hs' ht]
        have : A.phase t w = A.phase t y := by
          clear ho hs' fail
          induction hw with
          | refl => rfl
          | tail _ hs ih =>
            obtain ⟨v, rfl, hsv, _⟩ := hs
            rw [h.frame hsv ht, ih]
        rw [this]
        exact hn t
    refine .inr ⟨w', .tail hy ⟨u, hn, hn', ?_⟩, hn', many_mono (fun ⟨t, _, hst⟩ => ⟨t, trivial, hst⟩) ho'⟩
    rcases h.run_of_right (hn u) hw with rfl | ⟨n, hrun, hp⟩
    · cases hp : A.phase u w with
      | out => exact .inr ⟨0, .cons (.nil hp) (by simp) hs'⟩
      | pre => exact absurd hp (hn u)
      | post => exact .inl ⟨rfl, hs'⟩
    · exact .inr ⟨n + 1, .cons hrun (by simp [hp]) hs'⟩

end Phased.Movers

end

end Plato.Reduction
