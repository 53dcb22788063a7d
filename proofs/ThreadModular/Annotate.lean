/-
# A program with its outline is the program

The statements with their outline are made of the same table as the statements of the program, line by line: without the outline they are the same.

Main definitions: `OutlinedProgram.text`, `OutlinedProgram.specification`. Main results: `outlined_text`, `outlined_specification`.
-/
module

public import Plato.ThreadModular.Annotate
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
def OutlinedProgram.text (p : OutlinedProgram) : ProgramText where
  assumption := p.tables.literal p.contract.assumption
  init := p.tables.literal p.contract.init
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
    (o : ProofOutline) (number : Nat) (shape : StatementShape) :
    (shape.outlined o number outlined).core T = (shape.code plain).core T := by
  cases shape with
  | skip =>
    simp only [StatementShape.outlined, StatementShape.code, Code.core]
    split <;> rfl
  | atomic => rfl
  | choice S S' => simp only [StatementShape.outlined, StatementShape.code, OutlinedCode.core, Code.core, h.core]
  | seq S S' => simp only [StatementShape.outlined, StatementShape.code, OutlinedCode.core, Code.core, h.core]
  | loop S => simp only [StatementShape.outlined, StatementShape.code, OutlinedCode.core, Code.core, h.core]

theorem outlinedFrom_same {T : Tables} (o : ProofOutline) (statements : Array StatementEntry) (i : Nat)
    {outlined : Array OutlinedCode} {plain : Array Code} (h : SameCode T outlined plain) :
    SameCode T (outlinedFrom o statements i outlined) (codesFrom statements i plain) := by
  induction hn : statements.size - i generalizing i outlined plain with
  | zero =>
    unfold outlinedFrom codesFrom
    have : ¬ i < statements.size := by omega
    simpa [this] using h
  | succ n ih =>
    unfold outlinedFrom codesFrom
    have hi : i < statements.size := by omega
    simp only [hi, ↓reduceDIte]
    exact ih (i + 1) (h.push (outlined_core h o i _)) (by omega)

/-- The statements with their outline are those of the program. -/
theorem outlinedCodes_same {T : Tables} (o : ProofOutline) (statements : Array StatementEntry) :
    SameCode T (outlinedCodes o statements) (codes statements) :=
  outlinedFrom_same o statements 0 ⟨rfl, fun _ => by simp [OutlinedCode.core, Code.core]⟩

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

/-- **Without its outline, the outlined program is the program.** -/
theorem outlined_text {r : ReadOutlined} {q : OutlinedProgram} (h : r.outlined = .ok q) : q.text = r.program.text := by
  simp only [ReadOutlined.outlined, bind_ok] at h
  obtain ⟨families, hf, h⟩ := h
  injection h with h
  subst h
  have := outlinedFamilies_texts (outlinedCodes_same (T := r.program.tables) r.outline r.program.statements) r.program.families 0 hf
  simp only [OutlinedProgram.text, ProgramTables.text, this]
  congr 1
  unfold outlinedTexts
  simp

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
