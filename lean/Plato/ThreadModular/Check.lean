/-
# Programs, line by line

Reads a program: each line adds a term, a formula, a statement, a family or a part of what is claimed.

Main definitions: `ProgramTables.add`, `Kernel.program`, `Kernel.conditionLiterals`.
-/
module

public import Plato.ThreadModular.Reader
public import Plato.ThreadModular.Generate

@[expose] public section

namespace Plato

namespace ProgramTables

/-- Adds a term or a formula, which `add` does. -/
@[inline] def withTables (p : ProgramTables) (add : Tables → Except Reason Tables) : Except Reason ProgramTables := do
  let tables ← add p.tables
  .ok { p with tables }

/-- The program with another contract. -/
@[inline] def withContract (p : ProgramTables) (change : Contract → Contract) : ProgramTables := { p with contract := change p.contract }

/-- Appends a statement made of two others. -/
def addPair (p : ProgramTables) (limit S T : Nat) (make : Code → Code → Code) : Except Reason ProgramTables := do
  let S ← p.statement S
  let T ← p.statement T
  p.addStatement limit ⟨make S.code T.code, max S.depth T.depth + 1, S.size + T.size + 1⟩

/-- What a line adds to the program; no statement may be larger than `limit`. -/
def add (p : ProgramTables) (limit : Nat) : ProgramLine → Except Reason ProgramTables
  | .line .comment => .ok p
  | .line (.term shape) => p.withTables fun tables => tables.addTerm shape
  | .line (.entry definiens) => p.withTables fun tables => tables.define definiens
  | .line _ => .error (.expected "a line of the program or 'proof'")
  | .skip => p.addStatement limit ⟨.skip, 1, 1⟩
  | .atomic o => p.addStatement limit ⟨.atomic p.statements.size o, 1, 1⟩
  | .choice S T => p.addPair limit S T .choice
  | .seq S T => p.addPair limit S T .seq
  | .loop invariant S => do
    let S ← p.statement S
    p.addStatement limit ⟨.loop p.statements.size invariant S.code, S.depth + 1, S.size + 1⟩
  | .cut assertion => p.addStatement limit ⟨.cut p.statements.size assertion, 1, 1⟩
  | .assume l => .ok (p.withContract fun c => { c with assumption := l })
  -- without a line of its own, the annotated formula is the formula itself
  | .init l => .ok (p.withContract fun c => { c with init := l, annotatedInit := l })
  | .initially l => .ok (p.withContract fun c => { c with annotatedInit := l })
  | .invariant l => .ok (p.withContract fun c => { c with invariant := l })
  | .lemma_ l => .ok (p.withContract fun c => { c with lemma_ := l })
  | .rely l annotated => .ok (p.withContract fun c => { c with rely := l, annotatedRely := annotated })
  | .guarantee l => .ok (p.withContract fun c => { c with guarantee := l })
  | .ensures l => .ok (p.withContract fun c => { c with post := l })
  | .ghost name => .ok (p.withContract fun c => { c with auxiliary := name :: c.auxiliary })
  | .family members S rely guarantee post explicit => do
    let S ← p.statement S
    .ok { p with families := p.families.push ⟨members, S.code, rely, guarantee, post, explicit⟩ }

end ProgramTables

namespace Kernel

/-- Reads the program up to the line `proof`; gives it and the offset of the next line. -/
def program (bytes : ByteArray) (i : Nat) (read : ProgramTables) : Except Error (ProgramTables × Nat) := do
  let ⟨line, next⟩ ← Reader.programLine bytes i
  match line with
  | .line .proof => .ok (read, next)
  | line =>
    atOffset i (read.hasLiterals line.literals)
    let read ← atOffset i (read.add bytes.size line)
    if _h : i < next ∧ i < bytes.size then program bytes next read
    else .error ⟨i, .expected "another line"⟩
termination_by bytes.size - i

/-- The literals of the conditions from number `i` on. -/
def conditionLiterals (conditions : Array Condition) (i : Nat) (out : Array (Array Literal)) : Array (Array Literal) :=
  if h : i < conditions.size then conditionLiterals conditions (i + 1) (out.push conditions[i].literals) else out
termination_by conditions.size - i

end Kernel

end Plato
