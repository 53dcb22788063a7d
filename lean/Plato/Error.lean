/-
# Rejections: why the kernel refuses a certificate

Every refusal has a name, a byte offset (from which the line is computed once, when the refusal is reported) and a
sentence for people.

Main definitions: `Reason`, `Error`, `Reason.isLimit`, `Reason.message`.
-/
module

@[expose] public section

namespace Plato

/-- Why a certificate is rejected. -/
inductive Reason where
  /-- The bytes here are not what the format asks for. -/
  | expected (what : String)
  /-- A number is larger than any certificate needs. -/
  | numberTooLarge
  /-- A literal or a step names an entry that no earlier line made. -/
  | noSuchEntry (entry : Nat)
  /-- A step names a clause that no earlier line added. -/
  | noSuchClause (clause : Nat)
  /-- A step names a clause that an earlier line deleted. -/
  | deletedClause (clause : Nat)
  /-- A shape has the wrong number of children. -/
  | wrongArity (wanted found : Nat)
  /-- The entry's truth table has no clause of that number. -/
  | noSuchDefinition (entry clause : Nat)
  /-- Under the negated clause and the earlier hints, two literals of the hint are still open. -/
  | hintNotUnit (clause : Nat)
  /-- All hints were used and none of them was falsified. -/
  | noConflict
  /-- The hints visit more literals than a certificate of this size may. -/
  | effort
  /-- The certificate ends before its last step, the empty clause. -/
  | noEmptyClause
  /-- Something follows the empty clause. -/
  | afterTheEnd

/-- A rejection and where it happened. -/
structure Error where
  /-- Offset of the byte where the offending line or number starts. -/
  offset : Nat
  reason : Reason

/-- A limit of the kernel was reached, which says nothing of the certificate being wrong. -/
def Reason.isLimit : Reason → Bool
  | .effort => true
  | _ => false

/-- The rejection as a sentence without its position. -/
def Reason.message : Reason → String
  | .expected what => "expected " ++ what
  | .numberTooLarge => "this number is too large: entries, clauses and atoms are numbered below 10^15"
  | .noSuchEntry e => "there is no entry " ++ toString e ++ " so far: entries are numbered from 1 in the order of their lines"
  | .noSuchClause c => "there is no clause " ++ toString c ++ " so far: clauses are numbered from 1, the assertions first"
  | .deletedClause c => "clause " ++ toString c ++ " was deleted by an earlier line"
  | .wrongArity wanted found =>
    "this shape takes " ++ toString wanted ++ " numbers, found " ++ toString found
  | .noSuchDefinition e k => "entry " ++ toString e ++ " has no definition clause " ++ toString k
  | .hintNotUnit c => "hint " ++ toString c ++ " is not unit here: two or more of its literals are not false"
  | .noConflict => "the hints end without a falsified clause, so the clause is not shown to follow"
  | .effort => "the hints visit more literals than a certificate of this size may (256 for each byte)"
  | .noEmptyClause => "the certificate ends without deriving the empty clause"
  | .afterTheEnd => "nothing may follow the step that derives the empty clause"

end Plato
