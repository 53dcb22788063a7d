/-
# The kernel: bytes in, claim or rejection out

Reads the problem, then takes the steps of the proof one by one until the empty clause; or, if the claim is that the
problem can be satisfied, reads the model and evaluates the problem in it; or, if it is about a program, generates the program's
conditions and follows a refutation of each. Its theorem is `check_sound` in
`proofs/Soundness.lean`: an accepted certificate's claim holds.

Main definitions: `Kernel.problem`, `Kernel.refute`, `Kernel.valuation`, `Kernel.evaluate`, `Kernel.check`.
-/
module

public import Plato.Meaning.Claim
public import Plato.Certificate.Reader
public import Plato.Refutation.State
public import Plato.Evaluation.Values
public import Plato.ThreadModular.Check
public import Plato.ThreadModular.Auxiliary
public import Plato.Replay.Schedule

@[expose] public section

namespace Plato.Kernel

/-- The problem read so far: the formulas named, and which literals are asserted. -/
structure Problem where
  tables : Tables
  asserted : Array Literal
  /-- The formulas of the asserted literals: the claim. -/
  assertions : Array Formula

/-- What one line of the problem adds to it. -/
def Problem.add (problem : Problem) : Line → Except Reason Problem
  | .comment => .ok problem
  | .entry definiens =>
    match problem with
    | ⟨tables, asserted, assertions⟩ =>
      match tables.define definiens with
      | .error reason => .error reason
      | .ok tables => .ok ⟨tables, asserted, assertions⟩
  | .term shape =>
    match problem with
    | ⟨tables, asserted, assertions⟩ =>
      match tables.addTerm shape with
      | .error reason => .error reason
      | .ok tables => .ok ⟨tables, asserted, assertions⟩
  | .assert l =>
    match problem with
    | ⟨tables, asserted, assertions⟩ =>
      if l / 2 < tables.formulas.size then
        let formula := tables.literal l
        .ok ⟨tables, asserted.push l, assertions.push formula⟩
      else .error (.noSuchEntry (l / 2))
  | _ => .error (.expected "a term, an entry, an assertion or the end of the problem; steps and witnesses stand after 'proof'")

/-- Reads the problem up to the line `proof`; gives it and the offset of the first step. -/
def problem (bytes : ByteArray) (i : Nat) (read : Problem) : Except Error (Problem × Nat) :=
  match Reader.line bytes i with
  | .error e => .error e
  | .ok ⟨.proof, next⟩ => .ok (read, next)
  | .ok ⟨line, next⟩ =>
    match read.add line with
    | .error reason => .error ⟨i, reason⟩
    | .ok read =>
      if _h : i < next ∧ i < bytes.size then problem bytes next read
      else .error ⟨i, .expected "another line"⟩
termination_by bytes.size - i

/-- Takes the steps of the proof; succeeds if the last line adds the empty clause. -/
def refute (bytes : ByteArray) (i : Nat) (state : State) : Except Error Unit :=
  if i < bytes.size then
    if state.refuted then .error ⟨i, .afterTheEnd⟩
    else
      match Reader.line bytes i with
      | .error e => .error e
      | .ok ⟨line, next⟩ =>
        match state.step line with
        | .error reason => .error ⟨i, reason⟩
        | .ok state =>
          if _h : i < next ∧ i < bytes.size then refute bytes next state
          else .error ⟨i, .expected "another line"⟩
  else if state.refuted then .ok ()
  else .error ⟨i, .noEmptyClause⟩
termination_by bytes.size - i

/-- Skips the problem up to the line `model`; gives the offset of the model's first line. -/
def skipProblem (bytes : ByteArray) (i : Nat) : Except Error Nat :=
  match Reader.line bytes i with
  | .error e => .error e
  | .ok ⟨.model, next⟩ => .ok next
  | .ok ⟨_, next⟩ =>
    if _h : i < next ∧ i < bytes.size then skipProblem bytes next
    else .error ⟨i, .expected "another line"⟩
termination_by bytes.size - i

/-- What a line adds to the model. -/
def assign (v : Valuation) (line : Reader.ReadAssignment) : Except Reason Valuation :=
  if line.letter == 35 then .ok v
  else match assignedValue line with
    | .error reason => .error reason
    | .ok value =>
      match v with
      | ⟨atoms, logic, store⟩ =>
        if line.letter == 97 then                                                                                 -- a
          match extend atoms line.name value with
          | .error reason => .error reason
          | .ok atoms => .ok ⟨atoms, logic, store⟩
        else if line.letter == 121 || line.letter == 89 then                                                      -- y Y
          match extend logic line.name value with
          | .error reason => .error reason
          | .ok logic => .ok ⟨atoms, logic, store⟩
        else
          match extend store (storeName line.name line.version) value with
          | .error reason => .error reason
          | .ok store => .ok ⟨atoms, logic, store⟩

/-- Reads the model to the end of the file. -/
def valuation (bytes : ByteArray) (i : Nat) (v : Valuation) : Except Error Valuation :=
  if i < bytes.size then
    match Reader.assignment bytes i with
    | .error e => .error e
    | .ok line =>
      match assign v line with
      | .error reason => .error ⟨i, reason⟩
      | .ok v =>
        if _h : i < line.next ∧ i < bytes.size then valuation bytes line.next v
        else .error ⟨i, .expected "another line"⟩
  else .ok v
termination_by bytes.size - i

/-- Reads the problem up to the line `model` and evaluates it on the way; succeeds if all assertions are true. -/
def evaluate (bytes : ByteArray) (v : Valuation) (i effort : Nat) (read : Problem) (values : Values) : Except Error Problem :=
  match Reader.line bytes i with
  | .error e => .error e
  | .ok ⟨.model, _⟩ => .ok read
  | .ok ⟨line, next⟩ =>
    match read.add line with
    | .error reason => .error ⟨i, reason⟩
    | .ok read =>
      match values.add v effort line with
      | .error reason => .error ⟨i, reason⟩
      | .ok (values, effort) =>
        if _h : i < next ∧ i < bytes.size then evaluate bytes v next effort read values
        else .error ⟨i, .expected "another line"⟩
termination_by bytes.size - i

/-- How much work the whole file may ask for: proportional to its length, so that checking is, too. -/
def effort (bytes : ByteArray) : Nat := 256 * bytes.size + 4096

/-- How much normal forms may weigh together: proportional to the file, so that memory is, too. -/
def room (bytes : ByteArray) : Nat := 16 * bytes.size + 4096

/-- The problem before its first line. -/
def noProblem (bytes : ByteArray) : Problem := ⟨Tables.initial (room bytes), #[], #[]⟩

/-- Checks a certificate of unsatisfiability from its third line on. -/
def checkUnsatisfiable (bytes : ByteArray) (start : Nat) : Except Error Claim :=
  match problem bytes start (noProblem bytes) with
  | .error e => .error e
  | .ok (⟨tables, asserted, assertions⟩, first) =>
    match refute bytes first (State.start tables asserted (effort bytes)) with
    | .error e => .error e
    | .ok () => .ok (.unsatisfiable assertions)

/-- Checks a certificate of satisfiability from its third line on. -/
def checkSatisfiable (bytes : ByteArray) (start : Nat) : Except Error Claim :=
  match skipProblem bytes start with
  | .error e => .error e
  | .ok first =>
    match valuation bytes first ⟨⟨#[], #[]⟩, ⟨#[], #[]⟩, ⟨#[], #[]⟩⟩ with
    | .error e => .error e
    | .ok v =>
      match evaluate bytes v start (effort bytes) (noProblem bytes) Values.initial with
      | .error e => .error e
      | .ok read => .ok (.satisfiable read.assertions)

/-- Checks a certificate about a program from its third line on: the program, all whose conditions are refuted. -/
def checkProgram (bytes : ByteArray) (start : Nat) : Except Error ProgramTables :=
  match program bytes start (ProgramTables.empty (room bytes)) with
  | .error e => .error e
  | .ok (read, first) =>
    match auxiliary read (effort bytes) with
    | .error reason => .error ⟨first, reason⟩
    | .ok left => match conditions read (room bytes) left with
      | .error reason => .error ⟨first, reason⟩
      | .ok ⟨builder, _, conditions, _⟩ =>
        -- what the conditions have left is for their refutations: there is one budget for the whole file
        match refuteAll bytes conditions builder.tables.formulas.size 0 first builder.tables
            (freshMarks builder.tables.formulas.size) 1 builder.effort with
        | .error e => .error e
        | .ok () => .ok read

/-- Checks a certificate that a program goes wrong, from its third line on. -/
def checkWrong (bytes : ByteArray) (start : Nat) : Except Error Claim :=
  match program bytes start (ProgramTables.empty (room bytes)) with
  | .error e => .error e
  | .ok (read, first) =>
    match replayWrong read bytes first (effort bytes) with
    | .error e => .error e
    | .ok () => .ok (.goesWrong read.text)

/-- Checks a certificate that a formula is no invariant of a program, from its third line on. -/
def checkBroken (bytes : ByteArray) (start : Nat) : Except Error Claim :=
  match program bytes start (ProgramTables.empty (room bytes)) with
  | .error e => .error e
  | .ok (read, first) =>
    match replayBroken read bytes first (effort bytes) with
    | .error e => .error e
    | .ok () => .ok (.breaksInvariant read.text (read.tables.literal read.invariant))

/-- Checks a certificate that a formula is no guarantee of a program, from its third line on. -/
def checkBrokenGuarantee (bytes : ByteArray) (start : Nat) : Except Error Claim :=
  match program bytes start (ProgramTables.empty (room bytes)) with
  | .error e => .error e
  | .ok (read, first) =>
    match replayBrokenGuarantee read bytes first (effort bytes) with
    | .error e => .error e
    | .ok () => .ok (.breaksGuarantee read.text (read.tables.literal read.contract.guarantee))

/-- Checks a certificate that a formula is no postcondition of a program, from its third line on. -/
def checkBrokenPost (bytes : ByteArray) (start : Nat) : Except Error Claim :=
  match program bytes start (ProgramTables.empty (room bytes)) with
  | .error e => .error e
  | .ok (read, first) =>
    match replayBrokenPost read bytes first (effort bytes) with
    | .error e => .error e
    | .ok () => .ok (.breaksPost read.text (read.tables.literal read.contract.post))

/-- Checks a certificate: the claim that it proves, or why it is rejected. -/
def check (bytes : ByteArray) : Except Error Claim :=
  match Reader.header bytes with
  | .error e => .error e
  | .ok ⟨kind, start⟩ =>
    match kind with
    | .unsatisfiable => checkUnsatisfiable bytes start
    | .satisfiable => checkSatisfiable bytes start
    | .goesWrong => checkWrong bytes start
    | .breaksInvariant => checkBroken bytes start
    | .breaksGuarantee => checkBrokenGuarantee bytes start
    | .breaksPost => checkBrokenPost bytes start
    | .safe =>
      match checkProgram bytes start with
      | .error e => .error e
      | .ok read => .ok (.safe read.text)
    | .invariant =>
      match checkProgram bytes start with
      | .error e => .error e
      | .ok read => .ok (.invariant read.text (read.tables.literal read.invariant))
    | .triple =>
      match checkProgram bytes start with
      | .error e => .error e
      | .ok read => .ok (.triple read.text read.specification)

end Plato.Kernel
