/-
# The kernel: bytes in, claim or rejection out

Reads the problem, then takes the steps of the proof one by one until the empty clause. Its theorem is `check_sound` in
`proofs/Soundness.lean`: an accepted certificate's claim holds.

Main definitions: `Kernel.problem`, `Kernel.refute`, `Kernel.check`.
-/
module

public import Plato.Claim
public import Plato.Reader
public import Plato.Refutation.State

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
  | _ => .error (.expected "a term, an entry, an assertion or 'proof'; steps and witnesses stand after 'proof'")

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

/-- How much work the steps may ask for: proportional to the file, so that checking is, too. -/
def effort (bytes : ByteArray) : Nat := 256 * bytes.size + 4096

/-- How much normal forms may weigh together: proportional to the file, so that memory is, too. -/
def room (bytes : ByteArray) : Nat := 16 * bytes.size + 4096

/-- Checks a certificate: the claim that it proves, or why it is rejected. -/
def check (bytes : ByteArray) : Except Error Claim :=
  match Reader.header bytes with
  | .error e => .error e
  | .ok start =>
    match problem bytes start ⟨Tables.initial (room bytes), #[], #[]⟩ with
    | .error e => .error e
    | .ok (⟨tables, asserted, assertions⟩, first) =>
      match refute bytes first (State.start tables asserted (effort bytes)) with
      | .error e => .error e
      | .ok () => .ok (.unsatisfiable assertions)

end Plato.Kernel
