/-
# A program with its outline is the program

The statements with their outline are made of the same table as the statements of the program, line by line: without the outline they are the same.

Where a call has the body of a procedure, it is that of the program.

Main definitions: `OutlinedProgram.text`, `OutlinedProgram.specification`, `OutlinedCode.CallsRight`, `OutlinedCode.InvokesRight`.
Main results: `outlined_text`, `outlined_specification`, `outlined_calls`, `outlined_invokes`.
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
  procedures := p.procedures.map fun q => q.code.core p.tables
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
    · unfold inlinedCall
      split
      · rfl
      · split <;> rfl
  | scope locals S => simp only [StatementShape.outlined, StatementShape.code, OutlinedCode.core, Code.core, h.core]
  | par first last S => simp only [StatementShape.outlined, StatementShape.code, OutlinedCode.core, Code.core, h.core]

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

theorem outlinedProcedures_codes (o : ProofOutline) (statements : Array OutlinedCode) (procedures : Array Nat) (i : Nat)
    (out : Array OutlinedProcedure) : (outlinedProcedures o statements procedures i out).toList.map OutlinedProcedure.code =
      out.toList.map OutlinedProcedure.code ++ (procedures.toList.drop i).map fun body => statements.getD body .skip := by
  fun_induction outlinedProcedures o statements procedures i out with
  | case1 i out hi ih => rw [ih, drop_toList procedures i hi]; simp
  | case2 i out hi => simp [drop_toList_nil procedures i hi]

/-- The bodies of the procedures, one after the other. -/
theorem outlinedProcedures_map {Result : Type} (o : ProofOutline) (statements : Array OutlinedCode) (procedures : Array Nat)
    (f : OutlinedCode → Result) : (outlinedProcedures o statements procedures 0 #[]).map (fun q => f q.code) =
      procedures.map fun body => f (statements.getD body .skip) := by
  apply Array.ext'
  have := congrArg (List.map f) (outlinedProcedures_codes o statements procedures 0 #[])
  simpa [List.map_map, Function.comp_def] using this

/-- The bodies of the procedures are the same. -/
theorem outlinedBodies_same {T : Tables} (o : ProofOutline) {outlined : Array OutlinedCode} {plain : Array Code} (h : SameCode T outlined plain)
    (procedures : Array Nat) :
    (outlinedProcedures o outlined procedures 0 #[]).map (fun q => q.code.core T) = bodyTexts T plain procedures 0 #[] := by
  rw [outlinedProcedures_map o outlined procedures (OutlinedCode.core T)]
  apply Array.ext'
  rw [Array.toList_map, bodyTexts_eq]
  simp only [List.nil_append, List.drop_zero]
  exact List.map_congr_left fun a _ => h.core a

/-- Wherever the statement has a body in the place of a call, it is that of the procedure. -/
def OutlinedCode.CallsRight (T : Tables) (bodies : Nat → Core) : OutlinedCode → Prop
  | .choice S S' => S.CallsRight T bodies ∧ S'.CallsRight T bodies
  | .seq S S' => S.CallsRight T bodies ∧ S'.CallsRight T bodies
  | .loop _ _ S => S.CallsRight T bodies
  | .block S => S.CallsRight T bodies
  | .call procedure S => S.core T = bodies procedure ∧ S.CallsRight T bodies
  | .scope _ _ _ S => S.CallsRight T bodies
  | .par _ _ _ _ _ S => S.CallsRight T bodies
  | _ => True

/-- The body of a procedure, among the statements of a table. -/
def bodyIn (T : Tables) (procedures : Array Nat) (statements : Array OutlinedCode) (procedure : Nat) : Core :=
  match procedures[procedure]? with
  | none => .skip
  | some body => (statements.getD body .skip).core T

theorem bodyIn_eq {T : Tables} (o : ProofOutline) (procedures : Array Nat) (statements : Array OutlinedCode) (procedure : Nat) :
    ((outlinedProcedures o statements procedures 0 #[]).map (fun q => q.code.core T)).getD procedure .skip =
      bodyIn T procedures statements procedure := by
  rw [outlinedProcedures_map o statements procedures (OutlinedCode.core T), bodyIn]
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
    split
    · exact True.intro
    unfold inlinedCall
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
  | par first last S => exact h.right S

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
  simp only [OutlinedProgram.text, ProgramTables.text, this, outlinedBodies_same r.outline hsame]
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

/-- The procedures of an outlined program: the code has the bodies of procedures in the place of calls, or their abstractions. -/
theorem outlinedProcedures_all {o : ProofOutline} {statements : Array OutlinedCode} {property : OutlinedCode → Prop}
    (h : ∀ s, property (statements.getD s .skip)) (procedures : Array Nat) (i : Nat) {out : Array OutlinedProcedure}
    (hout : ∀ j (hj : j < out.size), property out[j].code) :
    ∀ j (hj : j < (outlinedProcedures o statements procedures i out).size), property (outlinedProcedures o statements procedures i out)[j].code := by
  fun_induction outlinedProcedures o statements procedures i out with
  | case1 i out hi ih =>
    refine ih fun j hj => ?_
    rw [Array.getElem_push]
    split
    · exact hout j ‹_›
    · exact h _
  | case2 => exact hout

/-- Where the bodies of procedures have a body in the place of a call, it is that of the procedure. -/
theorem outlined_bodies_calls {r : ReadOutlined} {q : OutlinedProgram} (h : r.outlined = .ok q) (j : Nat) (hj : j < q.procedures.size) :
    q.procedures[j].code.CallsRight q.tables fun procedure => q.text.procedures.getD procedure .skip := by
  simp only [ReadOutlined.outlined, bind_ok] at h
  obtain ⟨families, hf, h⟩ := h
  injection h with h
  subst h
  simp only [OutlinedProgram.text, bodyIn_eq]
  exact outlinedProcedures_all (outlinedCodes_calls r.outline r.program.procedures r.program.statements) r.program.procedures 0
    (fun j hj => by simp at hj) j hj

/-- Wherever the statement has an abstraction in the place of a call, it is that of the procedure. -/
def OutlinedCode.InvokesRight (abstractions : Nat → Option Abstraction) : OutlinedCode → Prop
  | .choice S S' => S.InvokesRight abstractions ∧ S'.InvokesRight abstractions
  | .seq S S' => S.InvokesRight abstractions ∧ S'.InvokesRight abstractions
  | .loop _ _ S => S.InvokesRight abstractions
  | .block S => S.InvokesRight abstractions
  | .call _ S => S.InvokesRight abstractions
  | .invoke _ procedure x _ => abstractions procedure = some x
  | .scope _ _ _ S => S.InvokesRight abstractions
  | .par _ _ _ _ _ S => S.InvokesRight abstractions
  | _ => True

theorem outlined_invokesRight {o : ProofOutline} {earlier : Array OutlinedCode} {abstractions : Nat → Option Abstraction}
    (ho : ∀ p x, o.abstractions.getD p none = some x → abstractions p = some x)
    (h : ∀ s, (earlier.getD s .skip).InvokesRight abstractions) (procedures : Array Nat) (number : Nat) (shape : StatementShape) :
    (shape.outlined o procedures number earlier).InvokesRight abstractions := by
  cases shape with
  | skip => simp only [StatementShape.outlined]; split <;> exact True.intro
  | atomic => exact True.intro
  | choice S S' => exact ⟨h S, h S'⟩
  | seq S S' => exact ⟨h S, h S'⟩
  | loop S => exact h S
  | block S => exact h S
  | exit => exact True.intro
  | call procedure =>
    simp only [StatementShape.outlined, outlinedCall]
    split
    · exact ho _ _ ‹_›
    · unfold inlinedCall
      cases procedures[procedure]? with
      | none => exact True.intro
      | some body =>
        by_cases hlt : body < earlier.size
        · simp only [hlt, if_true]
          exact h body
        · simp only [hlt, if_false]
          exact True.intro
  | scope locals S => exact h S
  | par first last S => exact h S

theorem outlinedFrom_invokes {o : ProofOutline} {procedures : Array Nat} {abstractions : Nat → Option Abstraction}
    (ho : ∀ p x, o.abstractions.getD p none = some x → abstractions p = some x) (statements : Array StatementEntry) (i : Nat)
    {earlier : Array OutlinedCode} (h : ∀ s, (earlier.getD s .skip).InvokesRight abstractions) (s : Nat) :
    ((outlinedFrom o procedures statements i earlier).getD s .skip).InvokesRight abstractions := by
  fun_induction outlinedFrom o procedures statements i earlier with
  | case1 i earlier hi ih =>
    refine ih fun s => ?_
    rw [getD_push]
    split
    · exact outlined_invokesRight ho h procedures i _
    · exact h s
  | case2 => exact h s

/-- The abstraction of a procedure. -/
def OutlinedProgram.abstractionOf (p : OutlinedProgram) (procedure : Nat) : Option Abstraction :=
  match p.procedures[procedure]? with
  | none => none
  | some q => q.abstraction

theorem outlinedProcedures_size (o : ProofOutline) (statements : Array OutlinedCode) (procedures : Array Nat) (i : Nat) (hi : i ≤ procedures.size)
    (out : Array OutlinedProcedure) : (outlinedProcedures o statements procedures i out).size = out.size + (procedures.size - i) := by
  fun_induction outlinedProcedures o statements procedures i out with
  | case1 i out h ih => rw [ih h, Array.size_push]; omega
  | case2 i out h => omega

theorem outlinedProcedures_abstraction (o : ProofOutline) (statements : Array OutlinedCode) (procedures : Array Nat) (i : Nat)
    (out : Array OutlinedProcedure) (hout : out.size = i) (h : ∀ j (hj : j < out.size), out[j].abstraction = o.abstractions.getD j none) :
    ∀ j (hj : j < (outlinedProcedures o statements procedures i out).size),
      (outlinedProcedures o statements procedures i out)[j].abstraction = o.abstractions.getD j none := by
  fun_induction outlinedProcedures o statements procedures i out with
  | case1 i out hi ih =>
    refine ih (by simp [hout]) fun j hj => ?_
    rw [Array.getElem_push]
    split
    · exact h j ‹_›
    · have : j = i := by simp at hj; omega
      subst this; rfl
  | case2 => exact h

/-- Only procedures of the program have abstractions. -/
structure ProofOutline.Fits (o : ProofOutline) (p : ProgramTables) : Prop where
  abstractions : o.abstractions.size = p.procedures.size

theorem outlined_abstractions {r : ReadOutlined} {q : OutlinedProgram} (hr : r.outline.Fits r.program) (h : r.outlined = .ok q) (p : Nat)
    (x : Abstraction) (hx : r.outline.abstractions.getD p none = some x) : q.abstractionOf p = some x := by
  simp only [ReadOutlined.outlined, bind_ok] at h
  obtain ⟨families, hf, h⟩ := h
  injection h with h
  subst h
  have hp : p < r.program.procedures.size := by
    rw [← hr.abstractions]
    refine Classical.byContradiction fun hn => ?_
    simp [Array.getD_eq_getD_getElem?, Array.getElem?_eq_none (Nat.le_of_not_lt hn)] at hx
  have hsize := outlinedProcedures_size r.outline (outlinedCodes r.outline r.program.procedures r.program.statements) r.program.procedures 0
    (Nat.zero_le _) #[]
  have hlt : p < (outlinedProcedures r.outline (outlinedCodes r.outline r.program.procedures r.program.statements) r.program.procedures 0 #[]).size := by
    rw [hsize]; simpa using hp
  simp only [OutlinedProgram.abstractionOf, Array.getElem?_eq_getElem hlt]
  rw [← hx]
  exact outlinedProcedures_abstraction r.outline (outlinedCodes r.outline r.program.procedures r.program.statements) r.program.procedures 0 #[]
    rfl (fun j hj => by simp at hj) p hlt

/-- Where the families' statements have an abstraction in the place of a call, it is that of the procedure. -/
theorem outlined_invokes {r : ReadOutlined} {q : OutlinedProgram} (hr : r.outline.Fits r.program) (h : r.outlined = .ok q) :
    (∀ j (hj : j < q.families.size), q.families[j].code.InvokesRight q.abstractionOf) ∧
    ∀ j (hj : j < q.procedures.size), q.procedures[j].code.InvokesRight q.abstractionOf := by
  have ho := outlined_abstractions hr h
  simp only [ReadOutlined.outlined, bind_ok] at h
  obtain ⟨families, hf, h⟩ := h
  injection h with h
  subst h
  have hcodes := outlinedFrom_invokes (procedures := r.program.procedures) ho r.program.statements 0 (earlier := #[])
    (fun _ => by simp [OutlinedCode.InvokesRight])
  exact ⟨outlinedFamilies_codes hcodes r.program.families 0 (fun j hj => by simp at hj) hf,
    outlinedProcedures_all hcodes r.program.procedures 0 (fun j hj => by simp at hj)⟩

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
