/-
# A program with its outline is the program

The statements with their outline are made of the same table as the statements of the program, line by line: without the outline they are the same.

Where a call has the body of a procedure, it is that of the program.

Main definitions: `OutlinedProgram.text`, `OutlinedProgram.specification`, `OutlinedCode.CallsRight`.
Main results: `outlined_text`, `outlined_specification`, `outlined_calls`.
-/
module

public import Plato.ThreadModular.Annotate
public import Program.Text
public import Result

@[expose] public section

namespace Plato

/-- The families' texts from index `i` on, without the outline. -/
def outlinedTexts (T : Tables) (families : Array OutlinedFamily) (i : Nat) (out : Array FamilyText) : Array FamilyText :=
  if h : i < families.size then
    outlinedTexts T families (i + 1) (out.push ⟨T.literal families[i].members, families[i].code.core T⟩)
  else out
termination_by families.size - i

/-- The program without its outline. -/
noncomputable def OutlinedProgram.text (p : OutlinedProgram) : ProgramText where
  assumption := p.tables.literal p.contract.assumption
  init := p.tables.literal p.contract.init
  procedures := p.procedures.map (OutlinedCode.core p.tables)
  families := outlinedTexts p.tables p.families 0 #[]

/-- What is claimed of the program in its environment. -/
def OutlinedProgram.specification (p : OutlinedProgram) : SpecificationText where
  rely := p.tables.literal (orFalse p.contract.rely)
  guarantee := p.tables.literal (orTrue p.contract.guarantee)
  invariant := p.tables.literal p.contract.invariant
  post := p.tables.literal (orTrue p.contract.post)

/-- The statements are the same but for their outline. -/
structure SameCode (T : Tables) (outlined : Array OutlinedCode) (plain : Array Code) : Prop where
  size : outlined.size = plain.size
  core : ∀ s, (outlined.getD s .skip).core T = (plain.getD s .skip).core T

theorem SameCode.push {T : Tables} {outlined : Array OutlinedCode} {plain : Array Code} (h : SameCode T outlined plain)
    {a : OutlinedCode} {b : Code} (hab : a.core T = b.core T) : SameCode T (outlined.push a) (plain.push b) := by
  refine ⟨by simp [h.size], fun s => ?_⟩
  have hs := h.core s
  have hsize := h.size
  simp only [Array.getD_eq_getD_getElem?, Array.getElem?_push] at hs ⊢
  rw [hsize]
  split
  · exact hab
  · exact hs

/-- A line makes the same statement of the same earlier ones. -/
theorem outlined_core {T : Tables} {outlined : Array OutlinedCode} {plain : Array Code} (h : SameCode T outlined plain)
    (o : ProofOutline) (procedures : Array Nat) (number : Nat) (shape : StatementShape) :
    (shape.outlined o procedures number outlined).core T = (shape.code plain).core T := by
  cases shape with
  | skip =>
    simp only [StatementShape.outlined, StatementShape.code, Code.core]
    split <;> rfl
  | atomic => rfl
  | choice S S' => simp only [StatementShape.outlined, StatementShape.code, OutlinedCode.core, Code.core, h.core]
  | seq S S' => simp only [StatementShape.outlined, StatementShape.code, OutlinedCode.core, Code.core, h.core]
  | loop S => simp only [StatementShape.outlined, StatementShape.code, OutlinedCode.core, Code.core, h.core]
  | block S => simp only [StatementShape.outlined, StatementShape.code, OutlinedCode.core, Code.core, h.core]
  | exit => rfl
  | call procedure =>
    simp only [StatementShape.outlined, StatementShape.code, Code.core, outlinedCall]
    split
    · rfl
    · split <;> rfl
  | scope locals S => simp only [StatementShape.outlined, StatementShape.code, OutlinedCode.core, Code.core, h.core]

theorem outlinedFrom_same {T : Tables} (o : ProofOutline) (procedures : Array Nat) (statements : Array StatementEntry) (i : Nat)
    {outlined : Array OutlinedCode} {plain : Array Code} (h : SameCode T outlined plain) :
    SameCode T (outlinedFrom o procedures statements i outlined) (codesFrom statements i plain) := by
  induction hn : statements.size - i generalizing i outlined plain with
  | zero =>
    unfold outlinedFrom codesFrom
    have : ¬ i < statements.size := by omega
    simpa [this] using h
  | succ n ih =>
    unfold outlinedFrom codesFrom
    have hi : i < statements.size := by omega
    simp only [hi, ↓reduceDIte]
    exact ih (i + 1) (h.push (outlined_core h o procedures i _)) (by omega)

/-- The statements with their outline are those of the program. -/
theorem outlinedCodes_same {T : Tables} (o : ProofOutline) (procedures : Array Nat) (statements : Array StatementEntry) :
    SameCode T (outlinedCodes o procedures statements) (codes statements) :=
  outlinedFrom_same o procedures statements 0 ⟨rfl, fun _ => by simp [OutlinedCode.core, Code.core]⟩

/-- The families' texts, one after the other. -/
theorem outlinedTexts_push {T : Tables} (families : Array OutlinedFamily) (f : OutlinedFamily) (i : Nat) (hi : i ≤ families.size)
    (out : Array FamilyText) :
    outlinedTexts T (families.push f) i out = (outlinedTexts T families i out).push ⟨T.literal f.members, f.code.core T⟩ := by
  induction hn : families.size - i generalizing i out with
  | zero =>
    have hi' : i = families.size := by omega
    subst hi'
    unfold outlinedTexts
    simp only [Array.size_push, Nat.lt_add_one, ↓reduceDIte, Array.getElem_push_eq, Nat.lt_irrefl]
    unfold outlinedTexts
    simp
  | succ n ih =>
    have hlt : i < families.size := by omega
    have hlt' : i < families.size + 1 := by omega
    rw [outlinedTexts]
    conv => rhs; rw [outlinedTexts]
    simp only [Array.size_push, hlt, hlt', ↓reduceDIte, Array.getElem_push_lt]
    exact ih (i + 1) (by omega) _ (by omega)

theorem outlinedFamilies_texts {T : Tables} {o : ProofOutline} {statements : Array OutlinedCode} {plain : Array Code}
    (h : SameCode T statements plain) (families : Array Family) (i : Nat) {out result : Array OutlinedFamily}
    (hr : outlinedFamilies o statements families i out = .ok result) :
    outlinedTexts T result 0 #[] = familyTexts T plain families i (outlinedTexts T out 0 #[]) := by
  induction hn : families.size - i generalizing i out with
  | zero =>
    unfold outlinedFamilies at hr
    unfold familyTexts
    have : ¬ i < families.size := by omega
    simp only [this, ↓reduceDIte, Except.ok.injEq] at hr ⊢
    rw [hr]
  | succ n ih =>
    unfold outlinedFamilies at hr
    unfold familyTexts
    have hi : i < families.size := by omega
    simp only [hi, ↓reduceDIte] at hr ⊢
    split at hr
    · simp at hr
    · rename_i c _
      rw [ih (i + 1) hr (by omega), outlinedTexts_push _ _ 0 (Nat.zero_le _), h.core]

/-! ## Procedures -/

theorem outlinedBodies_eq (statements : Array OutlinedCode) (procedures : Array Nat) (i : Nat) (out : Array OutlinedCode) :
    (outlinedBodies statements procedures i out).toList =
      out.toList ++ (procedures.toList.drop i).map fun body => statements.getD body .skip := by
  fun_induction outlinedBodies statements procedures i out with
  | case1 i out hi ih => rw [ih, drop_toList procedures i hi]; simp
  | case2 i out hi => simp [drop_toList_nil procedures i hi]

/-- The bodies of the procedures are the same. -/
theorem outlinedBodies_same {T : Tables} {outlined : Array OutlinedCode} {plain : Array Code} (h : SameCode T outlined plain)
    (procedures : Array Nat) : (outlinedBodies outlined procedures 0 #[]).map (OutlinedCode.core T) = bodyTexts T plain procedures 0 #[] := by
  apply Array.ext'
  rw [Array.toList_map, outlinedBodies_eq, bodyTexts_eq]
  simp only [List.nil_append, List.drop_zero, List.map_map]
  exact List.map_congr_left fun a _ => h.core a

/-- Wherever the statement has a body in the place of a call, it is that of the procedure. -/
def OutlinedCode.CallsRight (T : Tables) (bodies : Nat → Core) : OutlinedCode → Prop
  | .choice S S' => S.CallsRight T bodies ∧ S'.CallsRight T bodies
  | .seq S S' => S.CallsRight T bodies ∧ S'.CallsRight T bodies
  | .loop _ _ S => S.CallsRight T bodies
  | .block S => S.CallsRight T bodies
  | .call procedure S => S.core T = bodies procedure ∧ S.CallsRight T bodies
  | .scope _ S => S.CallsRight T bodies
  | _ => True

/-- The body of a procedure, among the statements of a table. -/
def bodyIn (T : Tables) (procedures : Array Nat) (statements : Array OutlinedCode) (procedure : Nat) : Core :=
  match procedures[procedure]? with
  | none => .skip
  | some body => (statements.getD body .skip).core T

theorem bodyIn_eq {T : Tables} (procedures : Array Nat) (statements : Array OutlinedCode) (procedure : Nat) :
    ((outlinedBodies statements procedures 0 #[]).map (OutlinedCode.core T)).getD procedure .skip = bodyIn T procedures statements procedure := by
  have : outlinedBodies statements procedures 0 #[] = procedures.map fun body => statements.getD body .skip := by
    apply Array.ext'
    rw [outlinedBodies_eq, Array.toList_map]
    rfl
  rw [this, bodyIn]
  simp only [Array.getD_eq_getD_getElem?, Array.getElem?_map]
  cases procedures[procedure]? <;> rfl

theorem getD_push {α : Type} (values : Array α) (value default : α) (i : Nat) :
    (values.push value).getD i default = if i = values.size then value else values.getD i default := by
  simp only [Array.getD_eq_getD_getElem?, Array.getElem?_push]
  split <;> rfl

/-- All statements of the table have the bodies of `final` in the place of calls; so far these are the ones there are. -/
structure CallsSoFar (T : Tables) (procedures : Array Nat) (final earlier : Array OutlinedCode) : Prop where
  right : ∀ s, (earlier.getD s .skip).CallsRight T (bodyIn T procedures final)
  kept : ∀ s, s < earlier.size → earlier.getD s .skip = final.getD s .skip

theorem outlined_callsRight {T : Tables} {procedures : Array Nat} {final earlier : Array OutlinedCode}
    (h : CallsSoFar T procedures final earlier) (o : ProofOutline) (number : Nat) (shape : StatementShape) :
    (shape.outlined o procedures number earlier).CallsRight T (bodyIn T procedures final) := by
  cases shape with
  | skip => simp only [StatementShape.outlined]; split <;> exact True.intro
  | atomic => exact True.intro
  | choice S S' => exact ⟨h.right S, h.right S'⟩
  | seq S S' => exact ⟨h.right S, h.right S'⟩
  | loop S => exact h.right S
  | block S => exact h.right S
  | exit => exact True.intro
  | call procedure =>
    simp only [StatementShape.outlined, outlinedCall]
    cases hb : procedures[procedure]? with
    | none => exact True.intro
    | some body =>
      by_cases hlt : body < earlier.size
      · simp only [hlt, if_true]
        refine ⟨?_, h.right _⟩
        simp only [bodyIn, hb, h.kept _ hlt]
      · simp only [hlt, if_false]
        exact True.intro
  | scope locals S => exact h.right S

theorem outlinedFrom_grows (o : ProofOutline) (procedures : Array Nat) (statements : Array StatementEntry) (i : Nat)
    (earlier : Array OutlinedCode) : ∀ s, s < earlier.size →
      earlier.getD s .skip = (outlinedFrom o procedures statements i earlier).getD s .skip := by
  fun_induction outlinedFrom o procedures statements i earlier with
  | case1 i earlier hi ih =>
    intro s hs
    rw [← ih s (by simp; omega)]
    simp [Array.getD_eq_getD_getElem?, Array.getElem?_push, hs, Nat.ne_of_lt hs]
  | case2 => exact fun _ _ => rfl

theorem outlinedFrom_calls {T : Tables} (o : ProofOutline) (procedures : Array Nat) (statements : Array StatementEntry) (i : Nat)
    {final earlier : Array OutlinedCode} (hfinal : final = outlinedFrom o procedures statements i earlier)
    (h : ∀ s, (earlier.getD s .skip).CallsRight T (bodyIn T procedures final)) (s : Nat) :
    (final.getD s .skip).CallsRight T (bodyIn T procedures final) := by
  induction hn : statements.size - i generalizing i earlier with
  | zero =>
    unfold outlinedFrom at hfinal
    have : ¬ i < statements.size := by omega
    simp only [this, ↓reduceDIte] at hfinal
    exact hfinal ▸ h s
  | succ n ih =>
    have hi : i < statements.size := by omega
    have hgrows := outlinedFrom_grows o procedures statements i earlier
    rw [← hfinal] at hgrows
    unfold outlinedFrom at hfinal
    simp only [hi, ↓reduceDIte] at hfinal
    refine ih (i + 1) hfinal (fun s => ?_) (by omega)
    rw [getD_push]
    split
    · exact outlined_callsRight ⟨h, hgrows⟩ o i _
    · exact h s

/-- Every statement has the bodies of the procedures in the place of calls. -/
theorem outlinedCodes_calls {T : Tables} (o : ProofOutline) (procedures : Array Nat) (statements : Array StatementEntry) (s : Nat) :
    ((outlinedCodes o procedures statements).getD s .skip).CallsRight T (bodyIn T procedures (outlinedCodes o procedures statements)) :=
  outlinedFrom_calls o procedures statements 0 rfl (fun _ => by simp [OutlinedCode.CallsRight]) s

theorem outlinedFamilies_codes {o : ProofOutline} {statements : Array OutlinedCode} {property : OutlinedCode → Prop}
    (h : ∀ s, property (statements.getD s .skip)) (families : Array Family) (i : Nat) {out result : Array OutlinedFamily}
    (hout : ∀ j (hj : j < out.size), property out[j].code) (hr : outlinedFamilies o statements families i out = .ok result) :
    ∀ j (hj : j < result.size), property result[j].code := by
  fun_induction outlinedFamilies o statements families i out with
  | case1 => simp at hr
  | case2 i out hi c hc ih =>
    refine ih (fun j hj => ?_) hr
    rw [Array.getElem_push]
    split
    · exact hout j ‹_›
    · exact h _
  | case3 => injection hr with hr; exact hr ▸ hout

/-- **Without its outline, the outlined program is the program.** -/
theorem outlined_text {r : ReadOutlined} {q : OutlinedProgram} (h : r.outlined = .ok q) : q.text = r.program.text := by
  simp only [ReadOutlined.outlined, bind_ok] at h
  obtain ⟨families, hf, h⟩ := h
  injection h with h
  subst h
  have hsame := outlinedCodes_same (T := r.program.tables) r.outline r.program.procedures r.program.statements
  have := outlinedFamilies_texts hsame r.program.families 0 hf
  simp only [OutlinedProgram.text, ProgramTables.text, this, outlinedBodies_same hsame]
  congr 1
  unfold outlinedTexts
  simp

/-- Where the families' statements have a body in the place of a call, it is that of the procedure. -/
theorem outlined_calls {r : ReadOutlined} {q : OutlinedProgram} (h : r.outlined = .ok q) (j : Nat) (hj : j < q.families.size) :
    q.families[j].code.CallsRight q.tables fun procedure => q.text.procedures.getD procedure .skip := by
  simp only [ReadOutlined.outlined, bind_ok] at h
  obtain ⟨families, hf, h⟩ := h
  injection h with h
  subst h
  simp only [OutlinedProgram.text, bodyIn_eq]
  exact outlinedFamilies_codes (outlinedCodes_calls r.outline r.program.procedures r.program.statements) r.program.families 0
    (fun j hj => by simp at hj) hf j hj

/-- The outlined program has the program's tables. -/
theorem outlined_tables {r : ReadOutlined} {q : OutlinedProgram} (h : r.outlined = .ok q) : q.tables = r.program.tables := by
  obtain ⟨families, _, h⟩ := bind_ok.mp h
  injection h with h
  subst h
  rfl

/-- What is claimed of the outlined program is what is claimed of the program. -/
theorem outlined_specification {r : ReadOutlined} {q : OutlinedProgram} (h : r.outlined = .ok q) :
    q.specification = r.program.specificationText := by
  simp only [ReadOutlined.outlined, bind_ok] at h
  obtain ⟨families, _, h⟩ := h
  injection h with h
  subst h
  rfl

end Plato
