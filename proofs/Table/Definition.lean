/-
# New entries keep the tables right, and definition clauses are true

Main results: `define_eq` (what `define` returns), `define_right`, `initial_right`, `definition_sound`.
-/
module

public import Table.Table

@[expose] public section

namespace Plato

/-- A conjunction folded over literals holds if all of them and the last part do. -/
theorem foldLiterals_and_holds (T : Tables) (ls : Array Nat) (M : Model) (bs : List Int) (f : Formula) (count : Nat)
    (h : count ≤ ls.size) : (T.foldLiterals .and ls f count h).Holds M bs ↔
      (∀ j (hj : j < count), (T.literal ls[j]).Holds M bs) ∧ f.Holds M bs := by
  induction count generalizing f with
  | zero => simp [Tables.foldLiterals]
  | succ n ih =>
    rw [Tables.foldLiterals, ih]
    constructor
    · rintro ⟨h1, h2, h3⟩
      refine ⟨fun j hj => ?_, h3⟩
      by_cases hjn : j = n
      · subst hjn; exact h2
      · exact h1 j (by omega)
    · rintro ⟨h1, h2⟩
      exact ⟨fun j hj => h1 j (by omega), h1 n (by omega), h2⟩

/-- A disjunction folded over literals holds if one of them or the last part does. -/
theorem foldLiterals_or_holds (T : Tables) (ls : Array Nat) (M : Model) (bs : List Int) (f : Formula) (count : Nat)
    (h : count ≤ ls.size) : (T.foldLiterals .or ls f count h).Holds M bs ↔
      (∃ j, ∃ hj : j < count, (T.literal ls[j]).Holds M bs) ∨ f.Holds M bs := by
  induction count generalizing f with
  | zero => simp [Tables.foldLiterals]
  | succ n ih =>
    rw [Tables.foldLiterals, ih]
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
theorem combine_and_holds (T : Tables) (ls : Array Nat) (M : Model) (bs : List Int) :
    (T.combine .and .true ls).Holds M bs ↔ ∀ j (hj : j < ls.size), (T.literal ls[j]).Holds M bs := by
  unfold Tables.combine
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
theorem combine_or_holds (T : Tables) (ls : Array Nat) (M : Model) (bs : List Int) :
    (T.combine .or (.not .true) ls).Holds M bs ↔ ∃ j, ∃ hj : j < ls.size, (T.literal ls[j]).Holds M bs := by
  unfold Tables.combine
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

/-- Literals that are accepted are in range. -/
theorem literalsBelow_ok {size : Nat} {ls : Array Literal} {u : Unit} (h : literalsBelow size ls = .ok u) :
    ∀ j (hj : j < ls.size), ls[j].entry < size := by
  unfold literalsBelow at h
  split at h
  · simp at h
  · exact fun j hj => inRange_of_outOfRange 0 ‹_› j hj (Nat.zero_le j)

/-- The elements that `pushAll` appends. -/
theorem pushAll_toList (clause : Clause) (ls : Array Nat) (i : Nat) :
    (pushAll clause ls i).toList = clause.toList ++ ls.toList.drop i := by
  fun_induction pushAll clause ls i with
  | case1 clause i hi ih => rw [ih, drop_toList ls i hi]; simp
  | case2 clause i hi => simp [drop_toList_nil ls i hi]

/-- The elements that `pushNegated` appends. -/
theorem pushNegated_toList (clause : Clause) (ls : Array Nat) (i : Nat) :
    (pushNegated clause ls i).toList = clause.toList ++ (ls.toList.drop i).map Literal.negate := by
  fun_induction pushNegated clause ls i with
  | case1 clause i hi ih => rw [ih, drop_toList ls i hi]; simp
  | case2 clause i hi => simp [drop_toList_nil ls i hi]

/-- A gate means what it should if its first literal is the complement of the disjunction of the others. -/
theorem gate_means {I : Interpretation} {bs : List Int} {e : Nat} {long : Clause} {first : Nat} {rest : List Nat}
    (hl : long.toList = first :: rest) (he : first / 2 = e)
    (h : ¬ I.literal bs first ↔ ∃ l ∈ rest, I.literal bs l) : Shape.Means I bs e (.gate long) := by
  have hsize : long.size = rest.length + 1 := by simpa using congrArg List.length hl
  have hget : ∀ k (hk : k < long.size), long[k] = (first :: rest)[k]'(by simpa [hsize] using hk) := by
    intro k hk
    simp [← hl]
  refine ⟨by omega, ?_, ?_⟩
  · rw [hget 0 (by omega)]; exact he
  · rw [hget 0 (by omega)]
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

/-- A literal of `ls` is some `ls[j]`. -/
theorem exists_mem_toList {ls : Array Nat} {P : Nat → Prop} :
    (∃ l ∈ ls.toList, P l) ↔ ∃ j, ∃ hj : j < ls.size, P ls[j] := by
  constructor
  · rintro ⟨l, hl, hp⟩
    obtain ⟨j, hj, rfl⟩ := List.mem_iff_getElem.mp hl
    exact ⟨j, by simpa using hj, by simpa using hp⟩
  · rintro ⟨j, hj, hp⟩
    exact ⟨ls[j], by simp, hp⟩

/-- The terms of a definiens are in the table. -/
def Definiens.TermsInRange (T : Tables) : Definiens → Prop
  | .le a b => a < T.terms.size ∧ b < T.terms.size
  | .eq a b => a < T.terms.size ∧ b < T.terms.size
  | .mapEq a b => a < T.terms.size ∧ b < T.terms.size
  | _ => True

/-- The literals of a definiens are in the table. -/
def Definiens.LiteralsInRange (T : Tables) (d : Definiens) : Prop :=
  ∀ j (hj : j < d.literals.size), d.literals[j] / 2 < T.formulas.size

/-- If the entry's truth is that of its formula, it means what its shape says. -/
theorem definiens_means {T : Tables} {I : Interpretation} (hc : T.Consistent I) {d : Definiens} (ht : d.TermsInRange T)
    (hr : d.LiteralsInRange T) {e : Nat} {bs : List Int} (he : I.holds bs e ↔ (d.formula T).Holds I.model bs) :
    (d.shape e).Means I bs e := by
  cases d with
  | true =>
    refine gate_means (first := 2 * e) (rest := []) rfl (by omega) ?_
    simp [Interpretation.literal, Literal.true_positive, he, Definiens.formula, Formula.Holds]
  | atom name => trivial
  | le a b =>
    have ha := hc.term ht.1 bs
    have hb := hc.term ht.2 bs
    simpa [Shape.Means, Definiens.shape, Definiens.formula, Formula.Holds, Interpretation.int, Interpretation.map, ha, hb] using he
  | eq a b =>
    have ha := hc.term ht.1 bs
    have hb := hc.term ht.2 bs
    simpa [Shape.Means, Definiens.shape, Definiens.formula, Formula.Holds, Interpretation.int, Interpretation.map, ha, hb] using he
  | mapEq a b =>
    have ha := hc.term ht.1 bs
    have hb := hc.term ht.2 bs
    simpa [Shape.Means, Definiens.shape, Definiens.formula, Formula.Holds, Interpretation.int, Interpretation.map, ha, hb] using he
  | and ls =>
    refine gate_means (first := 2 * e) (rest := ls.toList.map Literal.negate) (by simp [pushNegated_toList]) (by omega) ?_
    rw [Interpretation.literal, Literal.true_positive, he]
    simp only [Definiens.formula, combine_and_holds, List.mem_map]
    constructor
    · intro h
      simp only [Classical.not_forall] at h
      obtain ⟨j, hj, h⟩ := h
      exact ⟨_, ⟨ls[j], by simp, rfl⟩, (Literal.true_negate _ _).mpr fun ht => h ((hc.literal (hr j hj) bs).mp ht)⟩
    · rintro ⟨_, ⟨l, hl, rfl⟩, ht⟩ h
      obtain ⟨j, hj, rfl⟩ := List.mem_iff_getElem.mp hl
      rw [Interpretation.literal, Literal.true_negate] at ht
      have hj : j < ls.size := by simpa using hj
      exact ht ((hc.literal (hr j hj) bs).mpr (h j hj))
  | or ls =>
    refine gate_means (first := 2 * e + 1) (rest := ls.toList) (by simp [pushAll_toList]) (by omega) ?_
    rw [Interpretation.literal, Literal.true_negative, he]
    simp only [Definiens.formula, combine_or_holds, exists_mem_toList, Classical.not_not]
    constructor
    · rintro ⟨j, hj, h⟩; exact ⟨j, hj, (hc.literal (hr j hj) bs).mpr h⟩
    · rintro ⟨j, hj, h⟩; exact ⟨j, hj, (hc.literal (hr j hj) bs).mp h⟩
  | implies a b =>
    have ha := hc.literal (hr 0 (by simp [Definiens.literals])) bs
    have hb := hc.literal (hr 1 (by simp [Definiens.literals])) bs
    simp only [Definiens.literals, List.getElem_toArray, List.getElem_cons_zero, List.getElem_cons_succ] at ha hb
    refine gate_means (first := 2 * e + 1) (rest := [a.negate, b]) rfl (by omega) ?_
    rw [Interpretation.literal, Literal.true_negative, he]
    simp only [Definiens.formula, Formula.Holds, ← ha, ← hb, List.mem_cons, List.not_mem_nil, or_false,
      exists_eq_or_imp, exists_eq_left, Interpretation.literal, Literal.true_negate, Classical.not_not]
    grind
  | iff a b =>
    have ha := hc.literal (hr 0 (by simp [Definiens.literals])) bs
    have hb := hc.literal (hr 1 (by simp [Definiens.literals])) bs
    simp only [Definiens.literals, List.getElem_toArray, List.getElem_cons_zero, List.getElem_cons_succ] at ha hb
    simpa only [Definiens.formula, Formula.Holds, ← ha, ← hb] using he
  | ite c a b =>
    have h1 := hc.literal (hr 0 (by simp [Definiens.literals])) bs
    have h2 := hc.literal (hr 1 (by simp [Definiens.literals])) bs
    have h3 := hc.literal (hr 2 (by simp [Definiens.literals])) bs
    simp only [Definiens.literals, List.getElem_toArray, List.getElem_cons_zero, List.getElem_cons_succ] at h1 h2 h3
    simpa only [Definiens.formula, Formula.Holds, ← h1, ← h2, ← h3] using he
  | all body =>
    have hb := fun x => hc.literal (hr 0 (by simp [Definiens.literals])) (x :: bs)
    simp only [Definiens.literals, List.getElem_toArray, List.getElem_cons_zero] at hb
    simpa only [Definiens.formula, Formula.Holds, ← hb] using he

/-- Every literal's loose variables are counted. -/
theorem loose_le_literalsLoose {T : Tables} (ls : Array Literal) (i most : Nat) :
    most ≤ T.literalsLoose ls i most ∧ ∀ j (hj : j < ls.size), i ≤ j → T.loose ls[j].entry ≤ T.literalsLoose ls i most := by
  fun_induction Tables.literalsLoose T ls i most with
  | case1 i most hi ih =>
    refine ⟨by omega, fun j hj hij => ?_⟩
    by_cases h : i = j
    · subst h; omega
    · exact ih.2 j hj (by omega)
  | case2 i most hi => exact ⟨Nat.le_refl _, fun j hj hij => by omega⟩

/-- A formula is true for the same quantified variables if they agree as far as they matter. -/
theorem formula_of_loose {T : Tables} {I : Interpretation} (hc : T.Consistent I) (hT : T.RightFor I) {d : Definiens}
    (ht : d.TermsInRange T) (hr : d.LiteralsInRange T) {bs bs' : List Int} (h : Agree (d.loose T) bs bs') :
    (d.formula T).Holds I.model bs ↔ (d.formula T).Holds I.model bs' := by
  have hlits : (d.loose T = T.literalsLoose d.literals 0 0) → ∀ j (hj : j < d.literals.size),
      ((T.literal d.literals[j]).Holds I.model bs ↔ (T.literal d.literals[j]).Holds I.model bs') := by
    intro hd j hj
    rw [← hc.literal (hr j hj), ← hc.literal (hr j hj)]
    exact literal_of_loose hT (hr j hj) (h.mono (hd ▸ (loose_le_literalsLoose d.literals 0 0).2 j hj (Nat.zero_le j)))
  cases d with
  | true => simp [Definiens.formula, Formula.Holds]
  | atom => simp [Definiens.formula, Formula.Holds]
  | le a b | eq a b | mapEq a b =>
    simp only [Definiens.formula, Formula.Holds, ← hc.term ht.1, ← hc.term ht.2]
    rw [value_of_termLoose hT ht.1 (h.mono (by simp only [Definiens.loose]; omega)),
      value_of_termLoose hT ht.2 (h.mono (by simp only [Definiens.loose]; omega))]
  | and ls =>
    have := hlits rfl
    simp only [Definiens.formula, combine_and_holds]
    exact ⟨fun h j hj => (this j hj).mp (h j hj), fun h j hj => (this j hj).mpr (h j hj)⟩
  | or ls =>
    have := hlits rfl
    simp only [Definiens.formula, combine_or_holds]
    exact ⟨fun ⟨j, hj, h⟩ => ⟨j, hj, (this j hj).mp h⟩, fun ⟨j, hj, h⟩ => ⟨j, hj, (this j hj).mpr h⟩⟩
  | implies a b | iff a b =>
    have h0 := hlits rfl 0 (by simp [Definiens.literals])
    have h1 := hlits rfl 1 (by simp [Definiens.literals])
    simp only [Definiens.literals, List.getElem_toArray, List.getElem_cons_zero, List.getElem_cons_succ] at h0 h1
    simp only [Definiens.formula, Formula.Holds, h0, h1]
  | ite c a b =>
    have h0 := hlits rfl 0 (by simp [Definiens.literals])
    have h1 := hlits rfl 1 (by simp [Definiens.literals])
    have h2 := hlits rfl 2 (by simp [Definiens.literals])
    simp only [Definiens.literals, List.getElem_toArray, List.getElem_cons_zero, List.getElem_cons_succ] at h0 h1 h2
    simp only [Definiens.formula, Formula.Holds, h0, h1, h2]
  | all body =>
    have hb : body / 2 < T.formulas.size := by
      simpa [Definiens.literals] using hr 0 (by simp [Definiens.literals])
    simp only [Definiens.formula, Formula.Holds, ← hc.literal hb]
    exact forall_congr' fun x => literal_of_loose hT hb (Agree.cons x h)

/-- What `define` returns: the tables with one more entry, whose children are in range. -/
theorem define_eq {T T' : Tables} {d : Definiens} (h : T.define d = .ok T') :
    T' = ⟨T.terms, T.formulas.push ⟨d.shape T.formulas.size, d.formula T, d.loose T⟩, T.room⟩ ∧ d.TermsInRange T ∧ d.LiteralsInRange T := by
  obtain ⟨_, hm, h⟩ := bind_ok.mp h
  obtain ⟨_, hr, h⟩ := bind_ok.mp h
  rw [rejectIf_ok] at hm
  injection h with h
  refine ⟨h.symm, ?_, literalsBelow_ok hr⟩
  cases d <;> simp only [Definiens.missingTerm, Definiens.TermsInRange] at hm ⊢ <;> grind

/-- A new entry keeps the tables right. -/
theorem define_right {T T' : Tables} {d : Definiens} (hT : T.Right) (h : T.define d = .ok T') : T'.Right := by
  obtain ⟨rfl, ht, hr⟩ := define_eq h
  intro I hc
  have hold : T.Consistent I := hc.of_push_formula
  have hT := hT I hold
  refine ⟨hT.terms, fun e he => ?_⟩
  by_cases hlt : e < T.formulas.size
  · rw [Array.getElem_push_lt hlt]
    exact hT.formulas e hlt
  · have heq : e = T.formulas.size := by simp at he; omega
    subst heq
    have hv := hc.formulas T.formulas.size he
    simp only [Array.getElem_push_eq] at hv ⊢
    exact ⟨fun bs => definiens_means hold ht hr (hv bs),
      fun bs bs' ha => (hv bs).trans ((formula_of_loose hold hT ht hr ha).trans (hv bs').symm)⟩

/-- The tables before the first line are right. -/
theorem initial_right (room : Nat) : (Tables.initial room).Right := by
  intro I hc
  refine ⟨fun t ht => ?_, fun e he => ?_⟩
  · have hz : t = 0 := by simp [Tables.initial] at ht; omega
    subst hz
    have hv : ∀ bs, I.value bs 0 = .int 0 := fun bs => by
      rw [hc.terms 0 ht bs]; simp [Tables.initial, Term.eval]
    refine ⟨fun bs => hv bs, fun bs => ?_, fun bs bs' _ => by rw [hv, hv]⟩
    simp [Tables.initial, eval_ofInt, Interpretation.int, hv, Value.toInt]
  · have hz : e = 0 := by simp [Tables.initial] at he; omega
    subst hz
    have hv : ∀ bs, I.holds bs 0 := fun bs => by
      rw [hc.formulas 0 he bs]; simp [Tables.initial, Formula.Holds]
    refine ⟨fun bs => gate_means (first := 2 * 0) (rest := []) rfl rfl ?_, fun bs bs' _ => by simp [hv]⟩
    rw [Interpretation.literal, Literal.true_positive]
    simp [hv]

/-- Every definition clause of an entry is true. -/
theorem definition_sound {T : Tables} {I : Interpretation} (hT : T.RightFor I) {e k : Nat} {clause : Clause}
    (h : definitionClause e (T.shape e) k = some clause) : Clause.True (I.holds []) clause := by
  generalize hs : T.shape e = shape at h
  have hm := hT.means hs []
  unfold definitionClause at h
  split at h
  · rename_i long
    obtain ⟨h0, _, hg⟩ := hm
    split at h
    · rename_i hk
      split at h
      · injection h with h
        subst h
        by_cases h1 : I.literal [] long[0]
        · exact ⟨_, Array.getElem_mem h0, h1⟩
        · obtain ⟨k, hk, _, ht⟩ := hg.mp h1
          exact ⟨_, Array.getElem_mem hk, ht⟩
      · cases h
        by_cases h1 : I.literal [] long[k]
        · exact ⟨Literal.negate long[0], by simp, (Literal.true_negate _ _).mpr (hg.mpr ⟨k, hk, by omega, h1⟩)⟩
        · exact ⟨Literal.negate long[k], by simp, (Literal.true_negate _ _).mpr h1⟩
    · simp at h
  · simp only [Shape.Means, Interpretation.literal] at hm
    split at h <;> cases h <;>
      simp only [Clause.True, List.mem_toArray, List.mem_cons, List.not_mem_nil, or_false, exists_eq_or_imp,
        exists_eq_left, Literal.true_negate, Literal.true_positive, Literal.true_negative, hm] <;> grind
  · simp only [Shape.Means, Interpretation.literal] at hm
    split at h <;> cases h <;>
      simp only [Clause.True, List.mem_toArray, List.mem_cons, List.not_mem_nil, or_false, exists_eq_or_imp,
        exists_eq_left, Literal.true_negate, Literal.true_positive, Literal.true_negative, hm] <;> grind
  · simp at h

end Plato
