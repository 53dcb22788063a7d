/-
# Unit propagation through hints is sound

If an assignment makes all clauses true and falsifies the clause of a RUP step, then every literal the step marks is
false under it, so no hint can be falsified. Hence a step that ends in a conflict adds a clause that is true under
every assignment that makes the earlier clauses true.

Main results: `propagate_sound`, `rup_sound`.
-/
module

public import Plato.Refutation.Rup
public import Table.Clause

@[expose] public section

namespace Plato

/-- Every literal marked by the step with this stamp is false. -/
def Marks.Right (α : Assignment) (stamp : Nat) (marks : Marks) : Prop :=
  ∀ l, marks.isFalse stamp l = true → ¬ Literal.True α l

/-- No mark is larger than `bound`. -/
def Marks.Below (bound : Nat) (marks : Marks) : Prop :=
  ∀ (l : Nat) (h : l < marks.size), marks[l] < bound

theorem Marks.isFalse_iff {marks : Marks} {stamp l : Nat} :
    marks.isFalse stamp l = true ↔ ∃ h : l < marks.size, marks[l] = stamp := by
  unfold Marks.isFalse
  split
  · simp_all
  · exact ⟨fun h => by simp at h, fun ⟨h, _⟩ => absurd h ‹_›⟩

/-- Marks of earlier steps do not count for a new stamp. -/
theorem Marks.right_of_below {α : Assignment} {stamp : Nat} {marks : Marks} (h : marks.Below stamp) :
    marks.Right α stamp := by
  intro l hl
  obtain ⟨hs, he⟩ := Marks.isFalse_iff.mp hl
  have := h l hs
  omega

/-- Marking a false literal keeps the marks right. -/
theorem Marks.right_set {α : Assignment} {stamp : Nat} {marks : Marks} (h : marks.Right α stamp)
    {l : Nat} (hl : l < marks.size) (hf : ¬ Literal.True α l) : Marks.Right α stamp (marks.set l stamp hl) := by
  intro m hm
  obtain ⟨hs, he⟩ := Marks.isFalse_iff.mp hm
  by_cases hlm : l = m
  · exact hlm ▸ hf
  · refine h m (Marks.isFalse_iff.mpr ⟨by simpa using hs, ?_⟩)
    rw [Array.getElem_set_ne _ _ hlm] at he
    exact he

/-- Marking with the current stamp keeps all marks below the next one. -/
theorem Marks.below_set {stamp : Nat} {marks : Marks} (h : marks.Below (stamp + 1)) {l : Nat} (hl : l < marks.size) :
    Marks.Below (stamp + 1) (marks.set l stamp hl) := by
  intro m hm
  by_cases hlm : l = m
  · subst hlm; simp
  · rw [Array.getElem_set_ne _ _ hlm]
    exact h m (by simpa using hm)

/-- Assuming a false clause keeps the marks right. -/
theorem assume_right {α : Assignment} {stamp : Nat} {clause : Clause} (hc : ¬ Clause.True α clause) (i : Nat)
    (marks : Marks) (h : marks.Right α stamp) {marks' : Marks} (ha : assume stamp clause i marks = some marks') :
    marks'.Right α stamp := by
  fun_induction assume stamp clause i marks with
  | case1 i marks hi l hl ih => exact ih (Marks.right_set h hl (Clause.not_true_getElem hc i hi)) ha
  | case2 => simp at ha
  | case3 => simp_all

/-- Assuming a clause keeps all marks below the next stamp. -/
theorem assume_below {stamp : Nat} {clause : Clause} (i : Nat) (marks : Marks) (h : marks.Below (stamp + 1))
    {marks' : Marks} (ha : assume stamp clause i marks = some marks') : marks'.Below (stamp + 1) := by
  fun_induction assume stamp clause i marks with
  | case1 i marks hi l hl ih => exact ih (Marks.below_set h hl) ha
  | case2 => simp at ha
  | case3 => simp_all

/-- Every literal from `i` up to the first open one is marked false. -/
theorem isFalse_of_lt_firstOpen {marks : Marks} {stamp : Nat} {clause : Clause} (i : Nat) :
    ∀ j (hj : j < clause.size), i ≤ j → j < firstOpen marks stamp clause i → marks.isFalse stamp clause[j] = true := by
  fun_induction firstOpen marks stamp clause i with
  | case1 i hi hf ih =>
    intro j hj hij hlt
    by_cases h : i = j
    · subst h; exact hf
    · exact ih j hj (by omega) hlt
  | case2 i hi hf => intro j hj hij hlt; omega
  | case3 i hi => intro j hj hij hlt; omega

/-- A true clause whose literals but one are marked false has that one true. -/
theorem unit_true {α : Assignment} {stamp : Nat} {marks : Marks} {clause : Clause} (hr : marks.Right α stamp)
    (hc : Clause.True α clause) (first : Nat) (hfirst : first = firstOpen marks stamp clause 0) (hf : first < clause.size)
    (hrest : ¬ firstOpen marks stamp clause (first + 1) < clause.size) : Literal.True α clause[first] := by
  obtain ⟨l, hl, ht⟩ := hc
  obtain ⟨j, hj, rfl⟩ := Array.mem_iff_getElem.mp hl
  by_cases h : j = first
  · subst h; exact ht
  · exfalso
    by_cases hlt : j < first
    · exact hr _ (isFalse_of_lt_firstOpen 0 j hj (by omega) (hfirst ▸ hlt)) ht
    · exact hr _ (isFalse_of_lt_firstOpen (first + 1) j hj (by omega) (by omega)) ht

/-- Propagation through true clauses from right marks never ends in a conflict. -/
theorem propagate_sound {α : Assignment} {clauses : Array Clause} (hcs : ∀ c ∈ clauses, Clause.True α c)
    {stamp : Nat} {hints : Array Nat} (i effort : Nat) (marks : Marks) (hr : marks.Right α stamp) {effort' : Nat}
    {marks' : Marks} : propagate clauses stamp hints i effort marks ≠ .conflict effort' marks' := by
  fun_induction propagate clauses stamp hints i effort marks with
  | case1 => simp
  | case2 => simp
  | case3 i effort marks hi hfound clause _ first hopen unit hrest complement hbound ih =>
    refine ih (Marks.right_set hr hbound ?_)
    rw [Literal.true_negate]
    exact fun h => h (unit_true hr (hcs _ (Array.getElem_mem hfound)) first rfl hopen hrest)
  | case4 => simp
  | case5 i effort marks hi hfound clause _ first hclosed =>
    exfalso
    obtain ⟨l, hl, ht⟩ := hcs _ (Array.getElem_mem hfound)
    obtain ⟨j, hj, rfl⟩ := Array.mem_iff_getElem.mp hl
    exact hr _ (isFalse_of_lt_firstOpen 0 j hj (by omega) (Nat.lt_of_lt_of_le hj (Nat.not_lt.mp hclosed))) ht
  | case6 => simp
  | case7 => simp

/-- Propagation keeps all marks below the next stamp. -/
theorem propagate_below {clauses : Array Clause} {stamp : Nat} {hints : Array Nat} (i effort : Nat) (marks : Marks)
    (h : marks.Below (stamp + 1)) {effort' : Nat} {marks' : Marks}
    (hp : propagate clauses stamp hints i effort marks = .conflict effort' marks') : marks'.Below (stamp + 1) := by
  fun_induction propagate clauses stamp hints i effort marks with
  | case3 _ _ _ _ _ _ _ _ _ _ _ _ hbound ih => exact ih (Marks.below_set h hbound) hp
  | case5 => simp_all
  | _ => simp at hp

/-- A clause accepted by unit propagation is true under every assignment that makes the earlier clauses true. -/
theorem rup_sound {α : Assignment} {clauses : Array Clause} (hcs : ∀ c ∈ clauses, Clause.True α c) {stamp : Nat}
    {clause : Clause} {hints : Array Nat} {effort effort' : Nat} {marks assumed marks' : Marks}
    (hb : marks.Below stamp) (ha : assume stamp clause 0 marks = some assumed)
    (hp : propagate clauses stamp hints 0 effort assumed = .conflict effort' marks') : Clause.True α clause :=
  Classical.byContradiction fun hc =>
    propagate_sound hcs 0 effort assumed (assume_right hc 0 marks (Marks.right_of_below hb) ha) hp

end Plato
