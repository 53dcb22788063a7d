/-
# What is built means what its shape says

Main definitions: `Grows`. Main results: `term_built`, `formula_built`, `pay_tables`, and what the shapes that conditions use mean.
-/
module

public import Plato.Table.Builder
public import Result
public import Table.Definition

@[expose] public section

namespace Plato

/-- The second tables have all entries of the first. -/
structure Grows (T T' : Tables) : Prop where
  consistent : ∀ I, T'.Consistent I → T.Consistent I
  terms : T.terms.size ≤ T'.terms.size
  formulas : T.formulas.size ≤ T'.formulas.size

theorem Grows.refl (T : Tables) : Grows T T := ⟨fun _ h => h, Nat.le_refl _, Nat.le_refl _⟩

theorem Grows.trans {T T' T'' : Tables} (h : Grows T T') (h' : Grows T' T'') : Grows T T'' :=
  ⟨fun I hI => h.consistent I (h'.consistent I hI), Nat.le_trans h.terms h'.terms, Nat.le_trans h.formulas h'.formulas⟩

theorem TermShape.eq_of_same {s s' : TermShape} (h : s.same s' = true) : s = s' := by
  cases s <;> cases s' <;> simp_all [TermShape.same]

theorem eq_of_sameFrom {ls ms : Array Nat} (i : Nat) (h : sameFrom ls ms i = true) (hs : ls.size = ms.size) :
    ∀ j (hj : j < ls.size), i ≤ j → ls[j] = ms[j]'(hs ▸ hj) := by
  fun_induction sameFrom ls ms i with
  | case1 i hi hi' ih =>
    simp only [Bool.and_eq_true, beq_iff_eq] at h
    intro j hj hij
    by_cases he : i = j
    · subst he; exact h.1
    · exact ih h.2 j hj (by omega)
  | case2 => simp at h
  | case3 => intro j hj hij; omega

theorem Shape.eq_of_same {s s' : Shape} (h : s.same s' = true) : s = s' := by
  cases s with
  | gate long => cases s' with
    | gate long' =>
      simp only [Shape.same, Bool.and_eq_true, beq_iff_eq] at h
      have : long = long' := Array.ext h.1 fun j hj _ => eq_of_sameFrom 0 h.2 h.1 j hj (Nat.zero_le _)
      rw [this]
    | _ => simp [Shape.same] at h
  | _ => cases s' <;> simp_all [Shape.same]

/-- A term that is built has the value that its shape says. -/
theorem term_built {b b' : Builder} {shape : TermShape} {n : Nat} (hR : b.tables.Right) (h : b.term shape = .ok ⟨n, b'⟩) :
    b'.tables.Right ∧ Grows b.tables b'.tables ∧ n < b'.tables.terms.size ∧
      ∀ I, b'.tables.Consistent I → ∀ bs, shape.Means I bs (I.value bs n) := by
  obtain ⟨tables, termSlots, formulaSlots, order, effort⟩ := b
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  split at h
  · rename_i hs
    simp only [Except.ok.injEq, Built.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    have hs := hs.2
    unfold Tables.hasTermShape at hs
    split at hs
    · rename_i hn
      refine ⟨hR, .refl _, hn, fun I hI bs => ?_⟩
      have hm := ((hR I hI).terms _ hn).means bs
      rwa [TermShape.eq_of_same hs] at hm
    · simp at hs
  · obtain ⟨tables', hadd, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Built.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    have hR' := addTerm_right hR hadd
    obtain ⟨_, rfl⟩ := addTerm_eq hadd
    refine ⟨hR', ⟨fun I hI => hI.of_push_term, by simp, Nat.le_refl _⟩, by simp, fun I hI bs => ?_⟩
    have hm := ((hR' I hI).terms tables.terms.size (by simp)).means bs
    simpa using hm

/-- A formula that is built has the truth that its shape says. -/
theorem formula_built {b b' : Builder} {d : Definiens} {n : Nat} (hR : b.tables.Right) (h : b.formula d = .ok ⟨n, b'⟩) :
    b'.tables.Right ∧ Grows b.tables b'.tables ∧ n < b'.tables.formulas.size ∧
      ∀ I, b'.tables.Consistent I → ∀ bs, (d.shape n).Means I bs n := by
  obtain ⟨tables, termSlots, formulaSlots, order, effort⟩ := b
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  split at h
  · rename_i hs
    simp only [Except.ok.injEq, Built.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    have hs := hs.2
    unfold Tables.hasFormulaShape at hs
    split at hs
    · rename_i hn
      refine ⟨hR, .refl _, hn, fun I hI bs => ?_⟩
      have hm := ((hR I hI).formulas _ hn).means bs
      rwa [Shape.eq_of_same hs] at hm
    · simp at hs
  · obtain ⟨tables', hadd, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Built.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    have hR' := define_right hR hadd
    obtain ⟨rfl, _, _⟩ := define_eq hadd
    refine ⟨hR', ⟨fun I hI => hI.of_push_formula, Nat.le_refl _, by simp⟩, by simp, fun I hI bs => ?_⟩
    have hm := ((hR' I hI).formulas tables.formulas.size (by simp)).means bs
    simpa using hm

/-- Paying changes no table. -/
theorem pay_tables {b b' : Builder} {cost : Nat} (h : b.pay cost = .ok b') : b'.tables = b.tables := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  injection h with h
  subst h
  rfl

section

variable {I : Interpretation} {bs : List Int} {n : Nat}

/-- A gate is the complement of its first literal's entry. -/
theorem gate_holds {long : Clause} {first : Nat} {rest : List Nat} (hl : long.toList = first :: rest)
    (h : Shape.Means I bs n (.gate long)) : ¬ I.literal bs first ↔ ∃ l ∈ rest, I.literal bs l := by
  obtain ⟨h0, _, hiff⟩ := h
  have hsize : long.size = rest.length + 1 := by simpa using congrArg List.length hl
  have hget : ∀ k (hk : k < long.size), long[k] = (first :: rest)[k]'(by simpa [hsize] using hk) := by
    intro k hk
    simp [← hl]
  rw [show long[0] = first by rw [hget 0 h0]; rfl] at hiff
  rw [hiff]
  constructor
  · rintro ⟨k, hk, hpos, hlit⟩
    rw [hget k hk] at hlit
    obtain ⟨k, rfl⟩ := Nat.exists_eq_add_of_lt hpos
    simp only [Nat.zero_add, List.getElem_cons_succ] at hlit
    exact ⟨_, List.getElem_mem _, hlit⟩
  · rintro ⟨l, hl', hlit⟩
    obtain ⟨k, hk, rfl⟩ := List.mem_iff_getElem.mp hl'
    exact ⟨k + 1, by omega, by omega, by rw [hget]; simpa using hlit⟩

theorem true_holds (h : (Definiens.true.shape n).Means I bs n) : I.holds bs n := by
  have := gate_holds (first := 2 * n) (rest := []) rfl h
  rw [Interpretation.literal, Literal.true_positive] at this
  simpa using this

theorem and_holds {ls : Array Nat} (h : ((Definiens.and ls).shape n).Means I bs n) : I.holds bs n ↔ ∀ l ∈ ls, I.literal bs l := by
  have := gate_holds (first := 2 * n) (rest := ls.toList.map Literal.negate) (by simp [pushNegated_toList]) h
  rw [Interpretation.literal, Literal.true_positive] at this
  rw [← Classical.not_not (a := I.holds bs n), this]
  simp [Interpretation.literal, Literal.true_negate]

theorem or_holds {ls : Array Nat} (h : ((Definiens.or ls).shape n).Means I bs n) : I.holds bs n ↔ ∃ l ∈ ls, I.literal bs l := by
  have := gate_holds (first := 2 * n + 1) (rest := ls.toList) (by simp [pushAll_toList]) h
  rw [Interpretation.literal, Literal.true_negative, Classical.not_not] at this
  rw [this]
  simp

theorem implies_holds {a b : Nat} (h : ((Definiens.implies a b).shape n).Means I bs n) :
    I.holds bs n ↔ (I.literal bs a → I.literal bs b) := by
  have := gate_holds (first := 2 * n + 1) (rest := [Literal.negate a, b]) rfl h
  rw [Interpretation.literal, Literal.true_negative, Classical.not_not] at this
  rw [this]
  simp only [List.mem_cons, List.not_mem_nil, or_false, exists_eq_or_imp, exists_eq_left]
  rw [show I.literal bs (Literal.negate a) ↔ ¬ I.literal bs a from Literal.true_negate _ _]
  exact ⟨fun h ha => h.elim (fun h => absurd ha h) id, fun h => Classical.or_iff_not_imp_left.mpr fun ha => h (Classical.not_not.mp ha)⟩

end

end Plato
