/-
# The procedures and families of a program's text

Main results: `bodyTexts_eq`, `codesFrom_shape`, `codesFrom_line`, `families_size`, `families_getElem`, `thread_member`.
-/
module

public import Plato.Program.Code
public import Table.Polynomial

@[expose] public section

namespace Plato

/-- The families of a program's text. -/
theorem familyTexts_eq (T : Tables) (statements : Array Code) (families : Array Family) (i : Nat) (out : Array FamilyText) :
    (familyTexts T statements families i out).toList =
      out.toList ++ (families.toList.drop i).map fun f => ⟨T.literal f.members, (statements.getD f.body .skip).core T⟩ := by
  fun_induction familyTexts T statements families i out with
  | case1 i out hi ih => rw [ih, drop_toList families i hi]; simp
  | case2 i out hi => simp [drop_toList_nil families i hi]

/-- The bodies of a program's text. -/
theorem bodyTexts_eq (T : Tables) (statements : Array Code) (procedures : Array Nat) (i : Nat) (out : Array Core) :
    (bodyTexts T statements procedures i out).toList =
      out.toList ++ (procedures.toList.drop i).map fun body => (statements.getD body .skip).core T := by
  fun_induction bodyTexts T statements procedures i out with
  | case1 i out hi ih => rw [ih, drop_toList procedures i hi]; simp
  | case2 i out hi => simp [drop_toList_nil procedures i hi]

/-! ## Statements by number -/

theorem codesFrom_size (statements : Array StatementEntry) (i : Nat) (earlier : Array Code) (h : earlier.size = i) (hi : i ≤ statements.size) :
    (codesFrom statements i earlier).size = statements.size := by
  fun_induction codesFrom statements i earlier with
  | case1 i earlier hlt ih => exact ih (by simp [h]) hlt
  | case2 i earlier hge => omega

theorem codesFrom_earlier (statements : Array StatementEntry) (i : Nat) (earlier : Array Code) (h : earlier.size = i) (j : Nat) (hj : j < i) :
    (codesFrom statements i earlier).getD j .skip = earlier.getD j .skip := by
  fun_induction codesFrom statements i earlier with
  | case1 i earlier hlt ih =>
    rw [ih (by simp [h]) (by omega)]
    have : j < earlier.size := by omega
    simp [Array.getD_eq_getD_getElem?, Array.getElem?_push, this, Nat.ne_of_lt this]
  | case2 => rfl

/-- A statement is made of statements as its line says. -/
theorem codesFrom_shape (statements : Array StatementEntry) (i : Nat) (earlier : Array Code) (h : earlier.size = i) (j : Nat) (hj : j < statements.size)
    (hij : i ≤ j) : ∃ before : Array Code, (codesFrom statements i earlier).getD j .skip = statements[j].shape.code before ∧
      ∀ m, m < j → before.getD m .skip = (codesFrom statements i earlier).getD m .skip := by
  fun_induction codesFrom statements i earlier with
  | case1 i earlier hlt ih =>
    by_cases he : i = j
    · subst he
      refine ⟨earlier, ?_, fun m hm => ?_⟩
      · rw [codesFrom_earlier _ _ _ (by simp [h]) _ (by omega)]
        subst h
        simp [Array.getD_eq_getD_getElem?]
      · rw [codesFrom_earlier _ _ _ (by simp [h]) _ (by omega)]
        have : m < earlier.size := by omega
        simp [Array.getD_eq_getD_getElem?, Array.getElem?_push, this, Nat.ne_of_lt this]
    · exact ih (by simp [h]) (by omega)
  | case2 i earlier hge => omega

/-- A line's statement is made of those of the lines before it. -/
theorem codesFrom_line {statements : Array StatementEntry} (i : Nat) (earlier : Array Code) (h : earlier.size = i) (k : Nat) (hk : k < statements.size)
    (hik : i ≤ k) : ∃ before : Array Code, before.size = k ∧ (codesFrom statements i earlier).getD k .skip = statements[k].shape.code before ∧
      ∀ m, m < k → before.getD m .skip = (codesFrom statements i earlier).getD m .skip := by
  fun_induction codesFrom statements i earlier with
  | case1 i earlier hlt ih =>
    by_cases he : i = k
    · subst he
      refine ⟨earlier, h, ?_, fun m hm => ?_⟩
      · rw [codesFrom_earlier _ _ _ (by simp [h]) _ (by omega)]
        simp [Array.getD, h, Array.getElem_push]
      · rw [codesFrom_earlier _ _ _ (by simp [h]) _ (by omega)]
        have hm' : m < earlier.size := by omega
        simp [Array.getD, Array.getElem_push, hm', Nat.lt_succ_of_lt hm']
    · exact ih (by simp [h]) (by omega)
  | case2 i earlier hlt => omega

theorem codesFrom_beyond {statements : Array StatementEntry} (i : Nat) (earlier : Array Code) (h : earlier.size = i) (hi : i ≤ statements.size) (k : Nat)
    (hk : statements.size ≤ k) : (codesFrom statements i earlier).getD k .skip = .skip := by
  fun_induction codesFrom statements i earlier with
  | case1 i earlier hlt ih => exact ih (by simp [h]) (by omega)
  | case2 i earlier hlt =>
    have hk' : ¬ k < earlier.size := by omega
    simp [Array.getD, hk']

/-! ## Families -/

theorem families_size (p : ProgramTables) : p.text.families.size = p.families.size := by
  have := congrArg List.length (familyTexts_eq p.tables (codes p.statements) p.families 0 #[])
  simpa [ProgramTables.text] using this

theorem families_getElem (p : ProgramTables) (i : Nat) (h : i < p.families.size) :
    p.text.families[i]'(by rw [families_size]; exact h) =
      ⟨p.tables.literal p.families[i].members, ((codes p.statements).getD p.families[i].body .skip).core p.tables⟩ := by
  have := familyTexts_eq p.tables (codes p.statements) p.families 0 #[]
  simp only [List.drop_zero, List.nil_append] at this
  rw [← Array.getElem_toList]
  simp [ProgramTables.text, this]

/-- The members of the thread's family. -/
theorem thread_member {p : ProgramTables} {E : Parameters} {σ : Store} (t : p.text.Thread E σ) :
    (p.tables.literal (p.families[t.1.1]'(families_size p ▸ t.2.1)).members).predicate E t.1.2 σ := by
  obtain ⟨⟨i, id⟩, hi, hmem⟩ := t
  have hi' : i < p.families.size := by rw [← families_size]; exact hi
  have heq := families_getElem p i hi'
  simp only [heq] at hmem
  exact hmem

end Plato
