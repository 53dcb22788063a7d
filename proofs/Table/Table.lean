/-
# New terms keep the tables right

Main results: `addTerm_eq` (what `addTerm` returns), `addTerm_right`.
-/
module

public import Table.Interpretation

@[expose] public section

namespace Plato

namespace Tables.Consistent

variable {T : Tables} {I : Interpretation} (h : T.Consistent I)
include h

/-- A term of the table denotes its tree. -/
theorem term {t : Nat} (ht : t < T.terms.size) (bs : List Int) : I.value bs t = (T.term t).eval I.model bs := by
  rw [h.terms t ht bs]
  simp [Tables.term, ht]

/-- A literal of the table is true exactly if its formula holds. -/
theorem literal {l : Nat} (hl : l / 2 < T.formulas.size) (bs : List Int) :
    I.literal bs l ↔ (T.literal l).Holds I.model bs := by
  have := h.formulas (l / 2) hl bs
  unfold Interpretation.literal Literal.True Tables.literal Tables.formula
  split <;> simp [Formula.Holds, this]

end Tables.Consistent

/-- What is consistent with more terms is consistent with fewer. -/
theorem Tables.Consistent.of_push_term {terms : Array TermEntry} {formulas : Array Entry} {room room' : Nat} {entry : TermEntry}
    {I : Interpretation} (h : Tables.Consistent ⟨terms.push entry, formulas, room'⟩ I) : Tables.Consistent ⟨terms, formulas, room⟩ I := by
  refine ⟨fun t ht bs => ?_, h.formulas⟩
  have ht : t < terms.size := ht
  have := h.terms t (by simp; omega) bs
  simpa only [Array.getElem_push_lt ht] using this

/-- What is consistent with more formulas is consistent with fewer. -/
theorem Tables.Consistent.of_push_formula {terms : Array TermEntry} {formulas : Array Entry} {room : Nat} {entry : Entry}
    {I : Interpretation} (h : Tables.Consistent ⟨terms, formulas.push entry, room⟩ I) : Tables.Consistent ⟨terms, formulas, room⟩ I := by
  refine ⟨h.terms, fun e he bs => ?_⟩
  have he : e < formulas.size := he
  have := h.formulas e (by simp; omega) bs
  simpa only [Array.getElem_push_lt he] using this

/-- The children of a shape are in the tables. -/
def TermShape.InRange (T : Tables) : TermShape → Prop
  | .binary _ a b => a < T.terms.size ∧ b < T.terms.size
  | .store m i x => m < T.terms.size ∧ i < T.terms.size ∧ x < T.terms.size
  | .const x => x < T.terms.size
  | .ite c a b => c / 2 < T.formulas.size ∧ a < T.terms.size ∧ b < T.terms.size
  | .witness body => body / 2 < T.formulas.size
  | _ => True

theorem inRange_of_missing {T : Tables} {shape : TermShape} (h : shape.missing T = none) : shape.InRange T := by
  cases shape <;> simp only [TermShape.missing, TermShape.InRange] at h ⊢ <;> grind [Option.orElse]

/-- What `addTerm` returns. -/
theorem addTerm_eq {T T' : Tables} {shape : TermShape} (h : T.addTerm shape = .ok T') :
    shape.InRange T ∧ T' = ⟨T.terms.push ⟨shape, shape.tree T, shape.normalForm T T.terms.size, shape.loose T⟩, T.formulas,
      T.room - shape.normalFormCost T T.terms.size⟩ := by
  obtain ⟨_, hm, h⟩ := bind_ok.mp h
  injection h with h
  exact ⟨inRange_of_missing (rejectIf_ok.mp hm), h.symm⟩

/-- The tree of an operator denotes the operator. -/
theorem eval_operator_tree (o : Operator) (M : Model) (bs : List Int) (a b : Term) :
    (o.tree a b).eval M bs = .int (o.apply (a.eval M bs) (b.eval M bs)) := by
  cases o <;> simp [Operator.tree, Operator.apply, Term.eval]

/-- The tree of a shape denotes what the shape means. -/
theorem tree_means {T : Tables} {I : Interpretation} (hc : T.Consistent I) {shape : TermShape} (hr : shape.InRange T)
    (bs : List Int) : shape.Means I bs ((shape.tree T).eval I.model bs) := by
  cases shape <;> simp only [TermShape.InRange, TermShape.Means, TermShape.tree] at hr ⊢
  case num => simp [Term.eval]
  case var => simp [Term.eval]
  case logic => simp [Term.eval]
  case bound => simp [Term.eval]
  case binary => rw [eval_operator_tree, hc.term hr.1, hc.term hr.2]
  case store => simp [Term.eval, Interpretation.map, Interpretation.int, hc.term hr.1, hc.term hr.2.1, hc.term hr.2.2]
  case const => simp [Term.eval, Interpretation.int, hc.term hr]
  case ite => simp only [Term.eval, hc.literal hr.1, hc.term hr.2.1, hc.term hr.2.2]; constructor <;> intro h <;> simp [h]
  case witness => simp only [Term.eval, hc.literal hr]

/-- A term has the value of the normal form that is stored for it. -/
theorem normalForm_right {T : Tables} {I : Interpretation} (hT : T.RightFor I) {shape : TermShape} {t : Nat} {bs : List Int}
    (hm : shape.Means I bs (I.value bs t)) : I.int bs t = (shape.normalForm T t).eval (I.int bs) := by
  have hi : ∀ {n : Int}, I.value bs t = .int n → I.int bs t = n := fun h => by simp [Interpretation.int, h, Value.toInt]
  unfold TermShape.normalForm
  split
  · rw [eval_ofInt]; exact hi hm
  · split
    · rw [eval_addScaled, ← hT.normalForm, ← hT.normalForm, hi hm, Int.one_mul]; rfl
    · rw [eval_ofAtom]
  · split
    · rw [eval_addScaled, ← hT.normalForm, ← hT.normalForm, hi hm]; simp only [Operator.apply, Interpretation.int]; omega
    · rw [eval_ofAtom]
  · split
    · rw [eval_product, ← hT.normalForm, ← hT.normalForm, hi hm]; rfl
    · rw [eval_ofAtom]
  · rw [eval_ofAtom]

section loose

variable {T : Tables} {I : Interpretation} (hT : T.RightFor I)
include hT

theorem value_of_termLoose {t : Nat} (ht : t < T.terms.size) {bs bs' : List Int} (h : Agree (T.termLoose t) bs bs') :
    I.value bs t = I.value bs' t :=
  (hT.terms t ht).loose bs bs' (by simpa [Tables.termLoose, ht] using h)

theorem literal_of_loose {l : Nat} (hl : l / 2 < T.formulas.size) {bs bs' : List Int} (h : Agree (T.loose (l / 2)) bs bs') :
    I.literal bs l ↔ I.literal bs' l := by
  have := (hT.formulas (l / 2) hl).loose bs bs' (by simpa [Tables.loose, hl] using h)
  unfold Interpretation.literal Literal.True
  split <;> simp [this]

/-- A shape means the same for quantified variables that agree as far as they matter. -/
theorem means_of_loose {shape : TermShape} (hr : shape.InRange T) {bs bs' : List Int} (h : Agree (shape.loose T) bs bs')
    {v v' : Value} (hm : shape.Means I bs v) (hm' : shape.Means I bs' v') : v = v' := by
  cases shape <;> simp only [TermShape.InRange, TermShape.Means, TermShape.loose, Literal.entry] at hr h hm hm'
  case num => rw [hm, hm']
  case var => rw [hm, hm']
  case logic => rw [hm, hm']
  case bound index => rw [hm, hm', h index (by omega)]
  case binary =>
    rw [hm, hm', value_of_termLoose hT hr.1 (h.mono (by omega)), value_of_termLoose hT hr.2 (h.mono (by omega))]
  case store =>
    simp only [Interpretation.map, Interpretation.int] at hm hm'
    rw [hm, hm', value_of_termLoose hT hr.1 (h.mono (by omega)), value_of_termLoose hT hr.2.1 (h.mono (by omega)),
      value_of_termLoose hT hr.2.2 (h.mono (by omega))]
  case const =>
    simp only [Interpretation.int] at hm hm'
    rw [hm, hm', value_of_termLoose hT hr h]
  case ite c a b =>
    have hc := literal_of_loose hT hr.1 (h.mono (by omega))
    rw [← hc, ← value_of_termLoose hT hr.2.1 (h.mono (by omega)), ← value_of_termLoose hT hr.2.2 (h.mono (by omega))] at hm'
    by_cases hl : I.literal bs c
    · rw [hm.1 hl, hm'.1 hl]
    · rw [hm.2 hl, hm'.2 hl]
  case witness body =>
    rw [hm, hm']
    have : ∀ x, I.literal (x :: bs) body ↔ I.literal (x :: bs') body :=
      fun x => literal_of_loose hT hr (h.cons x)
    simp only [this]

end loose

/-- A new term keeps the tables right. -/
theorem addTerm_right {T T' : Tables} {shape : TermShape} (hT : T.Right) (h : T.addTerm shape = .ok T') : T'.Right := by
  obtain ⟨hr, rfl⟩ := addTerm_eq h
  intro I hc
  have hold : T.Consistent I := hc.of_push_term
  have hT := hT I hold
  refine ⟨fun t ht => ?_, hT.formulas⟩
  by_cases hlt : t < T.terms.size
  · rw [Array.getElem_push_lt hlt]
    exact hT.terms t hlt
  · have heq : t = T.terms.size := by simp at ht; omega
    subst heq
    rw [Array.getElem_push_eq]
    have hm : ∀ bs, shape.Means I bs (I.value bs T.terms.size) := by
      intro bs
      have hv := hc.terms T.terms.size ht bs
      rw [Array.getElem_push_eq] at hv
      rw [hv]
      exact tree_means hold hr bs
    exact ⟨hm, fun bs => normalForm_right hT (hm bs), fun bs bs' ha => means_of_loose hT hr ha (hm bs) (hm bs')⟩

end Plato
