/-
# The meaning of literals and clauses

An *assignment* says which entries of the formula table are true. Literals and clauses are true or false under an assignment, whatever
formulas the entries are: `Table.Consistent` in `Table.Table` makes that connection.

Main definitions: `Assignment`, `Literal.True`, `Clause.True`.
-/
module

public import Plato.Certificate.Line

@[expose] public section

namespace Plato

/-- Which entries of the table are true. -/
abbrev Assignment := Nat → Prop

/-- The truth of a literal under an assignment. -/
def Literal.True (α : Assignment) (l : Literal) : Prop :=
  if l % 2 = 0 then α (l / 2) else ¬ α (l / 2)

/-- A clause is true if one of its literals is. -/
def Clause.True (α : Assignment) (c : Clause) : Prop :=
  ∃ l ∈ c, Literal.True α l

/-- The complement is true exactly if the literal is not. -/
theorem Literal.true_negate (α : Assignment) (l : Nat) : Literal.True α (Literal.negate l) ↔ ¬ Literal.True α l := by
  unfold Literal.negate Literal.True
  by_cases h : l % 2 = 0
  · have h1 : (l + 1) % 2 ≠ 0 := by omega
    have h2 : (l + 1) / 2 = l / 2 := by omega
    simp [h, h2, h1]
  · have h1 : (l - 1) % 2 = 0 := by omega
    have h2 : (l - 1) / 2 = l / 2 := by omega
    simp [h, h2, h1]

/-- A positive literal is true exactly if its entry is. -/
theorem Literal.true_of_isPositive {α : Assignment} {l : Literal} (h : l.isPositive) : Literal.True α l ↔ α l.entry := by
  simp only [Literal.True, if_pos h]

/-- A negative literal is true exactly if its entry is not. -/
theorem Literal.true_of_isNegative {α : Assignment} {l : Nat} (h : Literal.isNegative l) : Literal.True α l ↔ ¬ α (Literal.entry l) := by
  have h : ¬ l % 2 = 0 := fun hp => by simp [hp] at h
  simp only [Literal.True, if_neg h]

/-- The literal `2 * e` says that entry `e` is true. -/
theorem Literal.true_positive (α : Assignment) (e : Nat) : Literal.True α (2 * e) ↔ α e := by
  have h2 : 2 * e / 2 = e := by omega
  simp [Literal.True, h2]

/-- The literal `2 * e + 1` says that entry `e` is false. -/
theorem Literal.true_negative (α : Assignment) (e : Nat) : Literal.True α (2 * e + 1) ↔ ¬ α e := by
  have h2 : (2 * e + 1) / 2 = e := by omega
  simp [Literal.True, h2]

/-- A clause that is not true has no true literal at any index. -/
theorem Clause.not_true_getElem {α : Assignment} {c : Clause} (h : ¬ Clause.True α c) (i : Nat) (hi : i < c.size) :
    ¬ Literal.True α c[i] :=
  fun ht => h ⟨c[i], Array.getElem_mem hi, ht⟩

end Plato
