/-
# Checking programs

Reads the program, generates its verification conditions, and follows one refutation for each of them.

Main definitions: `Kernel.program`, `Kernel.refuteOne`, `Kernel.refuteAll`.
-/
module

public import Plato.ThreadModular.Reader
public import Plato.ThreadModular.Obligations
public import Plato.Refutation.State

@[expose] public section

namespace Plato.Kernel

/-- Reads the program up to the line `proof`; gives it and the offset of the next line. -/
def program (bytes : ByteArray) (i : Nat) (read : ProgramTables) : Except Error (ProgramTables × Nat) :=
  match Reader.programLine bytes i with
  | .error e => .error e
  | .ok ⟨.line .proof, next⟩ => .ok (read, next)
  | .ok ⟨line, next⟩ =>
    match read.missing line.literals with
    | some l => .error ⟨i, .noSuchEntry (l / 2)⟩
    | none => match read.add bytes.size line with
      | .error reason => .error ⟨i, reason⟩
      | .ok read =>
        if _h : i < next ∧ i < bytes.size then program bytes next read
        else .error ⟨i, .expected "another line"⟩
termination_by bytes.size - i

/-- What is left after a refutation: the offset of the next line, the tables, the marks with their stamp, and the effort. -/
structure Refuted where
  next : Nat
  tables : Tables
  marks : Marks
  stamp : Nat
  effort : Nat

/-- Takes steps until one adds the empty clause. -/
def refuteOne (bytes : ByteArray) (i : Nat) (state : State) : Except Error Refuted :=
  if state.refuted then .ok ⟨i, state.tables, state.marks, state.stamp, state.effort⟩
  else if i < bytes.size then
    match Reader.line bytes i with
    | .error e => .error e
    | .ok ⟨line, next⟩ =>
      match state.step line with
      | .error reason => .error ⟨i, reason⟩
      | .ok state =>
        if _h : i < next ∧ i < bytes.size then refuteOne bytes next state
        else .error ⟨i, .expected "another line"⟩
  else .error ⟨i, .noEmptyClause⟩
termination_by bytes.size - i

/-- Refutes the conditions from number `j` on, each after a line `condition`. All their literals must be below `limit`. The marks go from one
refutation to the next, because new ones would cost each the whole table. -/
def refuteAll (bytes : ByteArray) (conditions : Array Condition) (limit j i : Nat) (tables : Tables) (marks : Marks) (stamp effort : Nat) :
    Except Error Unit :=
  if h : j < conditions.size then
    match outOfRange limit conditions[j].literals 0 with
    | some l => .error ⟨i, .noSuchEntry (l / 2)⟩
    | none =>
      match Reader.keyword bytes "condition\n".toUTF8 i 0 with
      | none => .error ⟨i, .expected "the line 'condition' before the refutation of each condition"⟩
      | some next =>
        match refuteOne bytes next (State.next tables conditions[j].literals marks stamp effort) with
        | .error e => .error e
        | .ok ⟨next, tables, marks, stamp, effort⟩ => refuteAll bytes conditions limit (j + 1) next tables marks stamp effort
  else if i < bytes.size then .error ⟨i, .afterTheEnd⟩
  else .ok ()
termination_by conditions.size - j

end Plato.Kernel
