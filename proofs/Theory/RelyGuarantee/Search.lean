/-
# The paper's example: a parallel search

Section 10 of *The Rely-Guarantee Method in Isabelle/HOL*, derived with the paper's rules. Threads 0 … n - 1 look for the first index below
m that satisfies a predicate; thread i looks at i, n + i, 2n + i and so on. `x i` is where it looks, `y i` is the index that it has found,
and until then a number larger than any index it looks at; a thread stops when any thread has found an index that is not after its own.

The number of threads is a parameter of the program and of the one derivation; unlike in the paper it need not divide m. When all
threads have ended, the least `y` is the index looked for, or m if there is none (the paper's last lemma, here part of `search_valid`).

Main definitions: `Search`, `searcher` (the program), `searcherSpecification`.
Main results: `searcher_derivable`, `search_derivable` (the paper's Parameterized-Example), `search_valid`.
-/
module

public import Theory.RelyGuarantee.CommandPrograms

@[expose] public section

namespace Plato.RelyGuarantee

variable {n : Nat} (found : Nat → Prop) (m : Nat)

/-- The variables x and y of every thread. -/
structure Search (n : Nat) where
  x : Fin n → Nat
  y : Fin n → Nat

/-- `x := x (i := v)`. -/
noncomputable def Search.setX (s : Search n) (i : Fin n) (v : Nat) : Search n := { s with x := replace s.x i v }

/-- `y := y (i := v)`. -/
noncomputable def Search.setY (s : Search n) (i : Fin n) (v : Nat) : Search n := { s with y := replace s.y i v }

/-- `while ∀ j < n. x i < y j do if P (x i) then y := y (i := x i) else x := x (i := x i + n) od`. -/
noncomputable def searcher (i : Fin n) : Com (Search n) :=
  .While (fun s => ∀ j, s.x i < s.y j)
    (.Cond (fun s => found (s.x i)) (.Basic fun s => s.setY i (s.x i)) (.Basic fun s => s.setX i (s.x i + n)))

/-- The invariant of thread i: it has found nothing before where it looks. -/
structure Searched (i : Fin n) (s : Search n) : Prop where
  turn : s.x i % n = i
  passed : ∀ z, z < s.x i → z % n = i → ¬ found z
  hit : s.y i < m → found (s.y i)
  bound : s.y i ≤ m + i

/-- What thread i relies on, and what it guarantees. -/
def searcherSpecification (i : Fin n) : Specification (Search n) where
  pre := Searched found m i
  rely s t := (∀ j, j ≠ i → t.y j ≤ s.y j) ∧ t.x i = s.x i ∧ t.y i = s.y i
  guarantee s t := (∀ j, j ≠ i → t.x j = s.x j ∧ t.y j = s.y j) ∧ t.y i ≤ s.y i
  post s := Searched found m i s ∧ ∃ j, s.y j ≤ s.x i

variable {found m}

/-- The invariant mentions only the thread's own variables. -/
theorem Searched.stable {i : Fin n} {s t : Search n} (h : Searched found m i s) (hx : t.x i = s.x i) (hy : t.y i = s.y i) :
    Searched found m i t := ⟨hx ▸ h.turn, hx ▸ h.passed, hy ▸ h.hit, hy ▸ h.bound⟩

/-- Looking at the next index of the thread. -/
theorem Searched.next {i : Fin n} {s : Search n} (h : Searched found m i s) (hx : ¬ found (s.x i)) :
    Searched found m i (s.setX i (s.x i + n)) := by
  refine ⟨by simpa [Search.setX, replace_same] using h.turn, ?_, h.hit, h.bound⟩
  intro z hz hturn
  simp only [Search.setX, replace_same] at hz
  have hzx : z = s.x i ∨ z < s.x i := by
    have hi := h.turn
    have hmod : z % n = s.x i % n := hturn.trans hi.symm
    have hz' := Nat.div_add_mod z n
    have hx' := Nat.div_add_mod (s.x i) n
    by_cases hdiv : z / n ≤ s.x i / n
    · have := Nat.mul_le_mul_left n hdiv
      omega
    · have := Nat.mul_le_mul_left n (show s.x i / n + 1 ≤ z / n by omega)
      rw [Nat.mul_add, Nat.mul_one] at this
      omega
  rcases hzx with rfl | hlt
  · exact hx
  · exact h.passed z hlt hturn

/-- Thread i satisfies its specification. Its body starts from what is stable of the loop's condition, that its own y is greater. -/
theorem searcher_derivable (i : Fin n) : ComDerivable (searcher found i) (searcherSpecification found m i) := by
  have hbody : ComDerivable _ ⟨fun s => Searched found m i s ∧ s.x i < s.y i, (searcherSpecification found m i).rely,
      (searcherSpecification found m i).guarantee, Searched found m i⟩ :=
    .Cond (b := fun s => found (s.x i)) (P := .Basic fun s => s.setY i (s.x i)) (Q := .Basic fun s => s.setX i (s.x i + n))
      (.Basic ?_ ?_ ?_ ?_) (.Basic ?_ ?_ ?_ ?_) ?_ ?_
  · refine .While (hbody.assertions (fun s h => ⟨h.1, h.2 i⟩) fun _ h => h) ?_ ?_ ?_ ?_
    · intro s ⟨h, hstop⟩
      refine ⟨h, Classical.byContradiction fun hn => hstop fun j => ?_⟩
      exact Nat.lt_of_not_le fun hj => hn ⟨j, hj⟩
    · rintro s t ⟨h, j, hj⟩ ⟨hothers, hx, hy⟩
      refine ⟨h.stable hx hy, j, ?_⟩
      by_cases hij : j = i
      · subst hij; rw [hx, hy]; exact hj
      · rw [hx]; exact Nat.le_trans (hothers j hij) hj
    · exact fun s t h ⟨_, hx, hy⟩ => h.stable hx hy
    · exact fun s => ⟨fun _ _ => ⟨rfl, rfl⟩, Nat.le_refl _⟩
  · intro s ⟨⟨h, hlt⟩, hfound⟩
    have hbound := h.bound
    exact ⟨h.turn, h.passed, by simpa [Search.setY, replace_same] using fun _ => hfound,
      by simp only [Search.setY, replace_same]; omega⟩
  · rintro s _ ⟨⟨h, hlt⟩, hfound⟩ (rfl | rfl)
    · exact ⟨fun j hj => ⟨rfl, by simp [Search.setY, replace_other _ hj]⟩, by simp only [Search.setY, replace_same]; omega⟩
    · exact ⟨fun _ _ => ⟨rfl, rfl⟩, Nat.le_refl _⟩
  · rintro s t ⟨⟨h, hlt⟩, hfound⟩ ⟨_, hx, hy⟩
    exact ⟨⟨h.stable hx hy, by rw [hx, hy]; exact hlt⟩, by simpa only [hx] using hfound⟩
  · exact fun s t h ⟨_, hx, hy⟩ => h.stable hx hy
  · exact fun s ⟨⟨h, _⟩, hfound⟩ => h.next hfound
  · rintro s _ ⟨⟨h, hlt⟩, hfound⟩ (rfl | rfl)
    · exact ⟨fun j hj => ⟨by simp [Search.setX, replace_other _ hj], rfl⟩, Nat.le_refl _⟩
    · exact ⟨fun _ _ => ⟨rfl, rfl⟩, Nat.le_refl _⟩
  · rintro s t ⟨⟨h, hlt⟩, hfound⟩ ⟨_, hx, hy⟩
    exact ⟨⟨h.stable hx hy, by rw [hx, hy]; exact hlt⟩, by simpa only [hx] using hfound⟩
  · exact fun s t h ⟨_, hx, hy⟩ => h.stable hx hy
  · rintro s t ⟨h, hlt⟩ ⟨_, hx, hy⟩
    exact ⟨h.stable hx hy, by rw [hx, hy]; exact hlt⟩
  · exact fun s => ⟨fun _ _ => ⟨rfl, rfl⟩, Nat.le_refl _⟩

variable (found m)

/-- The specification of the program: alone, it brings every thread to its postcondition. -/
def searchSpecification (n : Nat) : Specification (Search n) where
  pre s := ∀ i, s.x i = i ∧ s.y i = m + i
  rely s t := t = s
  guarantee _ _ := True
  post s := ∀ i, Searched found m i s ∧ ∃ j, s.y j ≤ s.x i

/-- **The paper's Parameterized-Example**, for any number of threads. -/
theorem search_derivable (n : Nat) : ComParDerivable (searcher found (n := n)) (searchSpecification found m n) := by
  refine .parallel (searcherSpecification found m) searcher_derivable ?_ (fun _ _ _ _ => trivial) ?_ fun _ h => h
  · rintro i s t (rfl | ⟨j, hj, hothers, hown⟩)
    · exact ⟨fun _ _ => Nat.le_refl _, rfl, rfl⟩
    · refine ⟨fun k _ => ?_, hothers i (Ne.symm hj)⟩
      by_cases hk : k = j
      · subst hk; exact hown
      · exact Nat.le_of_eq (hothers k hk).2
  · intro s h i
    obtain ⟨hx, hy⟩ := h i
    refine ⟨by rw [hx]; exact Nat.mod_eq_of_lt i.isLt, fun z hz hturn => ?_, fun hlt => by omega, by omega⟩
    rw [hx] at hz
    rw [Nat.mod_eq_of_lt (Nat.lt_trans hz i.isLt)] at hturn
    omega

/-- Where every thread has stopped, the least y is the first index below m that was looked for, or m. -/
theorem least_found {s : Search n} (h : (searchSpecification found m n).post s) {e : Nat} (he : ∃ j, s.y j = e) (hleast : ∀ j, e ≤ s.y j) :
    e ≤ m ∧ (∀ z, z < e → ¬ found z) ∧ (e < m → found e) := by
  obtain ⟨j, rfl⟩ := he
  have hn : 0 < n := Nat.lt_of_le_of_lt (Nat.zero_le _) j.isLt
  refine ⟨Nat.le_trans (hleast ⟨0, hn⟩) (h ⟨0, hn⟩).1.bound, fun z hz => ?_, (h j).1.hit⟩
  obtain ⟨hz', k, hk⟩ := h ⟨z % n, Nat.mod_lt z hn⟩
  exact hz'.passed z (Nat.lt_of_lt_of_le hz (Nat.le_trans (hleast k) hk)) rfl

/-- **The search finds the first index**, whatever the number of threads. -/
theorem search_valid (n : Nat) : ((commands (Search n)).parallel (Fin n)).Valid (started (searcher found))
    { searchSpecification found m n with
      post := fun s => ∀ e, (∃ j, s.y j = e) → (∀ j, e ≤ s.y j) → e ≤ m ∧ (∀ z, z < e → ¬ found z) ∧ (e < m → found e) } :=
  valid_iff_sat.mpr (conseq_sound (s' := searchSpecification found m n) (fun _ h => h) (fun _ _ h => h) (fun _ _ h => h)
    (fun _ h _ => least_found found m h) (valid_iff_sat.mp (Com.par_sound (search_derivable found m n))))

end Plato.RelyGuarantee
