/-
# The procedures and families of a program's text

Main results: `bodyTexts_eq`, `families_size`, `families_getElem`, `thread_member`.
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
