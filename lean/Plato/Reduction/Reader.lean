/-
# Reading the steps of a reduction

The lines between `by reduction` and the line that names the method for the program after the reduction: terms and formulas as everywhere, and lines that
start with a word and the number of a statement.

Main definitions: `ReductionLine`, `Kernel.reductionPlan`.
-/
module

public import Plato.Program.Read
public import Plato.Reduction.Merge

@[expose] public section

namespace Plato

/-- One line of a reduction. -/
inductive ReductionLine where
  /-- A term, a formula, a remark or the method for the reduced program. -/
  | line (line : Line)
  /-- The formula is asserted before the statement. -/
  | gate (statement : Nat) (l : Literal)
  /-- The statement is a right mover. -/
  | right (statement : Nat)
  /-- The statement is a left mover. -/
  | left (statement : Nat)
  /-- The statement becomes one command. -/
  | merge (statement : Nat)

namespace Reader

/-- The number of one statement. -/
def oneNumber (make : Nat → ReductionLine) (values : Array Literal) : Except Reason ReductionLine :=
  if h : values.size = 1 then do
    let S ← statementOf values[0]
    .ok (make S)
  else .error (.wrongArity 1 values.size)

/-- `gate S F`. -/
def gateLine (values : Array Literal) : Except Reason ReductionLine :=
  if h : values.size = 2 then do
    let S ← statementOf values[0]
    .ok (.gate S values[1])
  else .error (.wrongArity 2 values.size)

/-- What the lines of a reduction say, by their words. -/
def reductionReaders : List (ByteArray × (Array Literal → Except Reason ReductionLine)) := [
  ("gate".toUTF8, gateLine),
  ("right".toUTF8, oneNumber .right),
  ("left".toUTF8, oneNumber .left),
  ("merge".toUTF8, oneNumber .merge)]

/-- The line at `i`, as the first of the words that it starts with says, and the offset of the next one. -/
def reductionLineOf (bytes : ByteArray) (i : Nat) :
    List (ByteArray × (Array Literal → Except Reason ReductionLine)) → Except Error (ReductionLine × Nat)
  | [] => do
    let ⟨line, next⟩ ← line bytes i
    .ok (.line line, next)
  | (text, make) :: rest =>
    match word bytes text i with
    | none => reductionLineOf bytes i rest
    | some next => do
      let (values, next) ← wordLiterals bytes next
      let line ← atOffset i (make values)
      .ok (line, next)

end Reader

/-- The program so far, with the formulas of the reduction, and what is said of its statements. -/
structure ReadReduction where
  tables : Tables
  plan : ReductionPlan

/-- Sets what is said of a statement. -/
def setFlag (flags : Array Bool) (statement : Nat) : Except Reason (Array Bool) :=
  if h : statement < flags.size then .ok (flags.set statement true h) else .error (.noSuchStatement statement)

/-- What a line adds. -/
def ReadReduction.add (r : ReadReduction) : ReductionLine → Except Reason ReadReduction
  | .line .comment => .ok r
  | .line (.term shape) => do
    let tables ← r.tables.addTerm shape
    .ok ⟨tables, r.plan⟩
  | .line (.entry definiens) => do
    let tables ← r.tables.define definiens
    .ok ⟨tables, r.plan⟩
  | .line _ => .error (.expected "a line of the reduction, or 'by' and a method")
  | .gate statement l => do
    r.tables.hasLiterals [l]
    if h : statement < r.plan.gates.size then .ok ⟨r.tables, ⟨r.plan.gates.set statement (some l) h, r.plan.rights, r.plan.lefts, r.plan.merges⟩⟩
    else .error (.noSuchStatement statement)
  | .right statement => do
    let rights ← setFlag r.plan.rights statement
    .ok ⟨r.tables, ⟨r.plan.gates, rights, r.plan.lefts, r.plan.merges⟩⟩
  | .left statement => do
    let lefts ← setFlag r.plan.lefts statement
    .ok ⟨r.tables, ⟨r.plan.gates, r.plan.rights, lefts, r.plan.merges⟩⟩
  | .merge statement => do
    let merges ← setFlag r.plan.merges statement
    .ok ⟨r.tables, ⟨r.plan.gates, r.plan.rights, r.plan.lefts, merges⟩⟩

namespace Kernel

/-- Reads the reduction up to the line that names the next method; gives the offset after it. Only thread-modular verification can be next. -/
def reductionPlan (bytes : ByteArray) (i : Nat) (read : ReadReduction) : Except Error (ReadReduction × Nat) := do
  let (line, next) ← Reader.reductionLineOf bytes i Reader.reductionReaders
  match line with
  | .line (.by_ .threadModular) => .ok (read, next)
  | .line (.by_ _) => .error ⟨i, .otherMethod "by thread-modular"⟩
  | line =>
    let read ← atOffset i (read.add line)
    if _h : i < next ∧ i < bytes.size then reductionPlan bytes next read
    else .error ⟨i, .expected "another line"⟩
termination_by bytes.size - i

end Kernel

end Plato
