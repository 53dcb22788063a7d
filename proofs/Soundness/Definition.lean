/-
# A new entry keeps the table right

The formula that `Table.define` builds for an entry agrees with the definition clauses of the shape it stores.

Main results: `definiens_defines`, `define_defined`, `initial_defined`.
-/
module

public import Soundness.Table

@[expose] public section

namespace Plato

/-- A conjunction folded over literals holds if all of them and the last part do. -/
theorem foldLiterals_and_holds (table : Table) (ls : Array Nat) (v : Valuation) (f : Formula) (count : Nat)
    (h : count ≤ ls.size) : (table.foldLiterals .and ls f count h).Holds v ↔
      (∀ j (hj : j < count), (table.literal ls[j]).Holds v) ∧ f.Holds v := by
  induction count generalizing f with
  | zero => simp [Table.foldLiterals]
  | succ n ih =>
    rw [Table.foldLiterals, ih]
    constructor
    · rintro ⟨h1, h2, h3⟩
      refine ⟨fun j hj => ?_, h3⟩
      by_cases hjn : j = n
      · subst hjn; exact h2
      · exact h1 j (by omega)
    · rintro ⟨h1, h2⟩
      exact ⟨fun j hj => h1 j (by omega), h1 n (by omega), h2⟩

/-- A disjunction folded over literals holds if one of them or the last part does. -/
theorem foldLiterals_or_holds (table : Table) (ls : Array Nat) (v : Valuation) (f : Formula) (count : Nat)
    (h : count ≤ ls.size) : (table.foldLiterals .or ls f count h).Holds v ↔
      (∃ j, ∃ hj : j < count, (table.literal ls[j]).Holds v) ∨ f.Holds v := by
  induction count generalizing f with
  | zero => simp [Table.foldLiterals]
  | succ n ih =>
    rw [Table.foldLiterals, ih]
    constructor
    · rintro (⟨j, hj, h1⟩ | h2 | h3)
      · exact .inl ⟨j, by omega, h1⟩
      · exact .inl ⟨n, by omega, h2⟩
      · exact .inr h3
    · rintro (⟨j, hj, h1⟩ | h2)
      · by_cases hjn : j = n
        · subst hjn; exact .inr (.inl h1)
        · exact .inl ⟨j, by omega, h1⟩
      · exact .inr (.inr h2)

/-- A conjunction of literals holds if all of them do. -/
theorem combine_and_holds (table : Table) (ls : Array Nat) (v : Valuation) :
    (table.combine .and .true ls).Holds v ↔ ∀ j (hj : j < ls.size), (table.literal ls[j]).Holds v := by
  unfold Table.combine
  split
  · rename_i h
    rw [foldLiterals_and_holds]
    constructor
    · rintro ⟨h1, h2⟩ j hj
      by_cases hl : j = ls.size - 1
      · subst hl; exact h2
      · exact h1 j (by omega)
    · exact fun h1 => ⟨fun j hj => h1 j (by omega), h1 _ (by omega)⟩
  · rename_i h
    exact ⟨fun _ j hj => by omega, fun _ => by simp [Formula.Holds]⟩

/-- A disjunction of literals holds if one of them does. -/
theorem combine_or_holds (table : Table) (ls : Array Nat) (v : Valuation) :
    (table.combine .or (.not .true) ls).Holds v ↔ ∃ j, ∃ hj : j < ls.size, (table.literal ls[j]).Holds v := by
  unfold Table.combine
  split
  · rename_i h
    rw [foldLiterals_or_holds]
    constructor
    · rintro (⟨j, hj, h1⟩ | h2)
      · exact ⟨j, by omega, h1⟩
      · exact ⟨_, by omega, h2⟩
    · rintro ⟨j, hj, h1⟩
      by_cases hl : j = ls.size - 1
      · subst hl; exact .inr h1
      · exact .inl ⟨j, by omega, h1⟩
  · rename_i h
    exact ⟨fun hf => by simp [Formula.Holds] at hf, fun ⟨j, hj, _⟩ => by omega⟩

/-- The same, over assignments: a literal of `ls` is some `ls[j]`. -/
theorem exists_mem_toList {ls : Array Nat} {P : Nat → Prop} :
    (∃ l ∈ ls.toList, P l) ↔ ∃ j, ∃ hj : j < ls.size, P ls[j] := by
  constructor
  · rintro ⟨l, hl, hp⟩
    obtain ⟨j, hj, rfl⟩ := List.mem_iff_getElem.mp hl
    exact ⟨j, by simpa using hj, by simpa using hp⟩
  · rintro ⟨j, hj, hp⟩
    exact ⟨ls[j], by simp, hp⟩

/-- If the entry's truth is that of its formula, the definition clauses of its shape are true. -/
theorem definiens_defines {table : Table} {v : Valuation} {α : Assignment} (hc : table.Consistent v α)
    (d : Definiens) (hr : ∀ j (hj : j < d.children.size), d.children[j] / 2 < table.size) (e : Nat)
    (he : α e ↔ (d.formula table).Holds v) : Shape.Defines α e (d.shape e) := by
  cases d with
  | true =>
    refine gate_defines_cons (first := 2 * e) (rest := []) rfl ?_
    simp [Literal.true_positive, he, Definiens.formula, Formula.Holds]
  | atom name => intro k c h; simp [Definiens.shape, definitionClause] at h
  | and ls =>
    refine gate_defines_cons (first := 2 * e) (rest := ls.toList.map Literal.negate) (by simp [pushNegated_toList]) ?_
    rw [Literal.true_positive, he]
    simp only [Definiens.formula, combine_and_holds, List.mem_map]
    constructor
    · intro h
      simp only [Classical.not_forall] at h
      obtain ⟨j, hj, h⟩ := h
      refine ⟨_, ⟨ls[j], by simp, rfl⟩, ?_⟩
      exact (Literal.true_negate α _).mpr fun ht => h ((hc.literal (hr j hj)).mp ht)
    · rintro ⟨_, ⟨l, hl, rfl⟩, ht⟩ h
      obtain ⟨j, hj, rfl⟩ := List.mem_iff_getElem.mp hl
      rw [Literal.true_negate] at ht
      have hj : j < ls.size := by simpa using hj
      exact ht ((hc.literal (hr j hj)).mpr (h j hj))
  | or ls =>
    refine gate_defines_cons (first := 2 * e + 1) (rest := ls.toList) (by simp [pushAll_toList]) ?_
    rw [Literal.true_negative, he]
    simp only [Definiens.formula, combine_or_holds, exists_mem_toList, Classical.not_not]
    constructor
    · rintro ⟨j, hj, h⟩; exact ⟨j, hj, (hc.literal (hr j hj)).mpr h⟩
    · rintro ⟨j, hj, h⟩; exact ⟨j, hj, (hc.literal (hr j hj)).mp h⟩
  | implies a b =>
    have ha := hc.literal (hr 0 (by simp [Definiens.children]))
    have hb := hc.literal (hr 1 (by simp [Definiens.children]))
    simp only [Definiens.children, List.getElem_toArray, List.getElem_cons_zero, List.getElem_cons_succ] at ha hb
    refine gate_defines_cons (first := 2 * e + 1) (rest := [a.negate, b]) rfl ?_
    rw [Literal.true_negative, he]
    simp only [Definiens.formula, Formula.Holds, ← ha, ← hb, List.mem_cons, List.not_mem_nil, or_false,
      exists_eq_or_imp, exists_eq_left, Literal.true_negate, Classical.not_not]
    grind
  | iff a b =>
    have ha := hc.literal (hr 0 (by simp [Definiens.children]))
    have hb := hc.literal (hr 1 (by simp [Definiens.children]))
    simp only [Definiens.children, List.getElem_toArray, List.getElem_cons_zero, List.getElem_cons_succ] at ha hb
    simp only [Definiens.formula, Formula.Holds, ← ha, ← hb] at he
    intro k c h
    simp only [Definiens.shape, definitionClause] at h
    split at h <;> cases h <;>
      simp only [Clause.True, List.mem_toArray, List.mem_cons, List.not_mem_nil, or_false, exists_eq_or_imp,
        exists_eq_left, Literal.true_negate, Literal.true_positive, Literal.true_negative, he] <;> grind
  | ite c a b =>
    have hcond := hc.literal (hr 0 (by simp [Definiens.children]))
    have ha := hc.literal (hr 1 (by simp [Definiens.children]))
    have hb := hc.literal (hr 2 (by simp [Definiens.children]))
    simp only [Definiens.children, List.getElem_toArray, List.getElem_cons_zero, List.getElem_cons_succ] at hcond ha hb
    simp only [Definiens.formula, Formula.Holds, ← hcond, ← ha, ← hb] at he
    intro k c h
    simp only [Definiens.shape, definitionClause] at h
    split at h <;> cases h <;>
      simp only [Clause.True, List.mem_toArray, List.mem_cons, List.not_mem_nil, or_false, exists_eq_or_imp,
        exists_eq_left, Literal.true_negate, Literal.true_positive, Literal.true_negative, he] <;> grind

/-- What `define` returns: the table with one more entry, whose literals are in range. -/
theorem define_eq {table table' : Table} {d : Definiens} (h : table.define d = .ok table') :
    table' = table.push ⟨d.shape table.size, d.formula table⟩ ∧
      ∀ j (hj : j < d.children.size), d.children[j] / 2 < table.size := by
  unfold Table.define at h
  split at h
  · simp at h
  · rename_i hr
    injection h with h
    exact ⟨h.symm, fun j hj => inRange_of_outOfRange 0 hr j hj (Nat.zero_le j)⟩

/-- A new entry keeps all definition clauses right. -/
theorem define_defined {table table' : Table} {d : Definiens} (hd : table.Defined)
    (h : table.define d = .ok table') : table'.Defined := by
  obtain ⟨rfl, hr⟩ := define_eq h
  intro v α hc e he
  by_cases hlt : e < table.size
  · rw [Array.getElem_push_lt hlt]
    exact hd v α hc.of_push e hlt
  · have heq : e = table.size := by simp at he; omega
    subst heq
    rw [Array.getElem_push_eq]
    refine definiens_defines hc.of_push d hr _ ?_
    have := hc table.size he
    rwa [Array.getElem_push_eq] at this

/-- The table before the first line is right. -/
theorem initial_defined : Table.initial.Defined := by
  intro v α hc e he
  have hz : e = 0 := by simp [Table.initial] at he; omega
  subst hz
  have h0 := hc 0 he
  refine gate_defines_cons (first := 2 * 0) (rest := []) rfl ?_
  rw [Literal.true_positive, h0]
  simp [Table.initial, Formula.Holds]

/-- A definition step adds a clause that is true under every consistent assignment. -/
theorem definition_sound {table : Table} (hd : table.Defined) {v : Valuation} {α : Assignment}
    (hc : table.Consistent v α) {e k : Nat} (he : e < table.size) {clause : Clause}
    (h : definitionClause e table[e].shape k = some clause) : Clause.True α clause :=
  hd v α hc e he k clause h

end Plato
