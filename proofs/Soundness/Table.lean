/-
# Definition clauses are sound

An assignment of the entries is *consistent* with a table and a valuation of the atoms if it makes exactly those entries
true whose formulas hold. A longer table has fewer consistent assignments, so what is true under all of them stays true when
the table grows. Every definition clause is true under every consistent assignment.

Main definitions: `Table.Consistent`, `Table.Defined`.
Main results: `define_defined` (a new entry keeps the table right), `definition_sound`.
-/
module

public import Plato.Table
public import Soundness.Clause

@[expose] public section

namespace Plato

/-- The assignment makes exactly those entries true whose formulas hold under the valuation. -/
def Table.Consistent (table : Table) (v : Valuation) (α : Assignment) : Prop :=
  ∀ (e : Nat) (h : e < table.size), α e ↔ table[e].formula.Holds v

/-- Every definition clause of entry `e` with this shape is true. -/
def Shape.Defines (α : Assignment) (e : Nat) (shape : Shape) : Prop :=
  ∀ k c, definitionClause e shape k = some c → Clause.True α c

/-- The definition clauses of all entries are true under all consistent assignments. -/
def Table.Defined (table : Table) : Prop :=
  ∀ v α, table.Consistent v α → ∀ (e : Nat) (h : e < table.size), table[e].shape.Defines α e

/-- What is consistent with a longer table is consistent with the shorter one. -/
theorem Table.Consistent.of_push {table : Table} {entry : Entry} {v : Valuation} {α : Assignment}
    (h : Table.Consistent (table.push entry) v α) : table.Consistent v α := by
  intro e he
  have := h e (by simp; omega)
  rwa [Array.getElem_push_lt he] at this

/-- A literal of the table is true exactly if its formula holds. -/
theorem Table.Consistent.literal {table : Table} {v : Valuation} {α : Assignment} (h : table.Consistent v α)
    {l : Nat} (hl : l / 2 < table.size) : Literal.True α l ↔ (table.literal l).Holds v := by
  have := h (l / 2) hl
  unfold Literal.True Table.literal Table.formula
  split <;> simp [Formula.Holds, this]

/-- If no literal is out of range, all are in range. -/
theorem inRange_of_outOfRange {size : Nat} {ls : Array Nat} (i : Nat) (h : outOfRange size ls i = none) :
    ∀ j (hj : j < ls.size), i ≤ j → ls[j] / 2 < size := by
  fun_induction outOfRange size ls i with
  | case1 i hi hr ih =>
    intro j hj hij
    by_cases heq : i = j
    · subst heq; exact hr
    · exact ih h j hj (by omega)
  | case2 => simp at h
  | case3 i hi => intro j hj hij; omega

/-- A gate is right if its first literal is the complement of the disjunction of the others. -/
theorem gate_defines {α : Assignment} {e : Nat} {long : Clause} (h0 : 0 < long.size)
    (h : ¬ Literal.True α long[0] ↔ ∃ k, ∃ hk : k < long.size, 0 < k ∧ Literal.True α long[k]) :
    Shape.Defines α e (.gate long) := by
  intro k c hc
  simp only [definitionClause] at hc
  split at hc
  · rename_i hk
    split at hc
    · cases hc
      by_cases h1 : Literal.True α long[0]
      · exact ⟨_, Array.getElem_mem h0, h1⟩
      · obtain ⟨k, hk, _, ht⟩ := h.mp h1
        exact ⟨_, Array.getElem_mem hk, ht⟩
    · cases hc
      by_cases h1 : Literal.True α long[k]
      · exact ⟨Literal.negate long[0], by simp, (Literal.true_negate α _).mpr (h.mpr ⟨k, hk, by omega, h1⟩)⟩
      · exact ⟨Literal.negate long[k], by simp, (Literal.true_negate α _).mpr h1⟩
  · simp at hc

/-- The elements that `pushAll` appends. -/
theorem pushAll_toList (clause : Clause) (ls : Array Nat) (i : Nat) :
    (pushAll clause ls i).toList = clause.toList ++ ls.toList.drop i := by
  fun_induction pushAll clause ls i with
  | case1 clause i hi ih =>
    have hd := List.drop_eq_getElem_cons (l := ls.toList) (i := i) (by simpa using hi)
    rw [ih, hd]
    simp
  | case2 clause i hi => simp [List.drop_eq_nil_of_le (show ls.toList.length ≤ i by simpa using Nat.not_lt.mp hi)]

/-- The elements that `pushNegated` appends. -/
theorem pushNegated_toList (clause : Clause) (ls : Array Nat) (i : Nat) :
    (pushNegated clause ls i).toList = clause.toList ++ (ls.toList.drop i).map Literal.negate := by
  fun_induction pushNegated clause ls i with
  | case1 clause i hi ih =>
    have hd := List.drop_eq_getElem_cons (l := ls.toList) (i := i) (by simpa using hi)
    rw [ih, hd]
    simp
  | case2 clause i hi => simp [List.drop_eq_nil_of_le (show ls.toList.length ≤ i by simpa using Nat.not_lt.mp hi)]

/-- `gate_defines` for a clause given by its list of literals. -/
theorem gate_defines_cons {α : Assignment} {e : Nat} {long : Clause} {first : Nat} {rest : List Nat}
    (hl : long.toList = first :: rest) (h : ¬ Literal.True α first ↔ ∃ l ∈ rest, Literal.True α l) :
    Shape.Defines α e (.gate long) := by
  have hsize : long.size = rest.length + 1 := by simpa using congrArg List.length hl
  have hget : ∀ k (hk : k < long.size), long[k] = (first :: rest)[k]'(by simpa [hsize] using hk) := by
    intro k hk
    simp [← hl]
  refine gate_defines (by omega) ?_
  rw [hget 0 (by omega)]
  refine h.trans ⟨?_, ?_⟩
  · rintro ⟨l, hl, ht⟩
    obtain ⟨k, hk, rfl⟩ := List.mem_iff_getElem.mp hl
    refine ⟨k + 1, by omega, by omega, ?_⟩
    rw [hget]
    exact ht
  · rintro ⟨k, hk, hpos, ht⟩
    rw [hget] at ht
    obtain ⟨k, rfl⟩ : ∃ j, k = j + 1 := ⟨k - 1, by omega⟩
    exact ⟨_, List.getElem_mem _, ht⟩

end Plato
