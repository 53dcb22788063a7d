/-
# Rejections: why the kernel refuses a certificate

Every rejection has a name, a byte offset (from which line and column are computed once, when it is reported) and a
sentence for people.

The kernel is written in `do` notation: the first rejection is the result. A function that knows no offsets rejects with a `Reason`; the
reader of the line adds the offset with `atOffset`.

Main definitions: `Reason`, `Error`, `atOffset`, `require`, `orReject`, `rejectIf`, `Reason.isLimit`, `Reason.message`, `position`.
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
  /-- A number has a leading zero, or is 0 with a sign. -/
  | leadingZero
  /-- The first line names a version that is not this kernel's. -/
  | unknownVersion (version : Nat)
  /-- A literal or a step names an entry that no earlier line made. -/
  | noSuchEntry (entry : Nat)
  /-- A line names a term that no earlier line made. -/
  | noSuchTerm (term : Nat)
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
  /-- A witness, instantiation or generalization names an entry that is not universal. -/
  | notUniversal (entry : Nat)
  /-- The clause is not an instance of the rule. -/
  | notAnInstance (rule why : String)
  /-- The instruction of an arithmetic lemma with this number, counted from 1, cannot be followed. -/
  | badInstruction (number : Nat) (why : String)
  /-- The facts of an arithmetic lemma end without a contradiction and without the goal. -/
  | noContradiction
  /-- A line names a statement that no earlier line made. -/
  | noSuchStatement (statement : Nat)
  /-- A statement calls a procedure that the program does not have. -/
  | noSuchProcedure (procedure : Nat)
  /-- An exit leaves the body of a thread or procedure, or a scope. -/
  | looseExit
  /-- The method cannot show anything of a recursive procedure that has no abstraction. -/
  | recursiveProcedure
  /-- The proof says nothing of the branches of a `par`. -/
  | noBranches
  /-- A procedure with an abstraction has a `par`. -/
  | parInProcedure
  /-- A procedure with an abstraction is called that is not among those whose abstractions the caller was checked against. -/
  | unlistedCall (procedure : Nat)
  /-- The literal does not say that the witness has that value. -/
  | notACount (value : Nat)
  /-- The abstraction has more actions than the witness counts. -/
  | tooManyActions
  /-- The term does not give the thread's entry of the variable back. -/
  | notRestoring (name : Nat)
  /-- A command after a call's action does more than change the witness. -/
  | notACommit
  /-- A procedure changes a variable that is not among those which it is said to write. -/
  | writesMore (name : Nat)
  /-- A procedure that is said to write some variables alone calls one of which that is not said. -/
  | writesAnything (procedure : Nat)
  /-- A line names a place that no earlier line made. -/
  | noSuchPlace (place : Nat)
  /-- A line names a command that no earlier line made. -/
  | noSuchCommand (command : Nat)
  /-- A line of the program or of the outline repeats an earlier one. -/
  | saidTwice (what : String)
  /-- This method cannot show the claim. -/
  | otherMethod (wanted : String)
  /-- A family has no contract. -/
  | noContract (family : Nat)
  /-- A statement is nested too deeply, or is larger than the file because parts of it are used several times. -/
  | statementTooLarge
  /-- A formula of a program is nested too deeply to be put into conditions. -/
  | formulaTooDeep
  /-- Programs have no atoms. -/
  | atomInProgram
  /-- A formula of a thread refers to a quantifier around it that is not there. -/
  | looseVariable
  /-- Only an operation with an assertion before it may be in an explicit outline, and no `skip`. -/
  | needsAssertion
  /-- A formula of the program itself mentions a ghost variable. -/
  | mentionsGhost (what : String)
  /-- The formula is not the program's, together with values for ghost variables. -/
  | notAnUpdate (why : String)
  /-- A schedule names a family that the program does not have. -/
  | noSuchFamily (family : Nat)
  /-- A schedule names a thread that is not a member of its family. -/
  | notAMember (family : Nat)
  /-- An event of a schedule is not possible. -/
  | badEvent (why : String)
  /-- A schedule ends before anything has gone wrong. -/
  | notWrong
  /-- A schedule ends in a store that satisfies the invariant. -/
  | notBroken
  /-- A schedule ends in a store that satisfies the postcondition. -/
  | notBrokenPost
  /-- The step that a schedule prepares last satisfies the guarantee. -/
  | notBrokenGuarantee
  /-- A schedule ends before all threads have. -/
  | notEnded (why : String)
  /-- Not all states of the program are seen to be as they should. -/
  | notClosed (why : String)
  /-- The program cannot be reduced as the certificate says. -/
  | notReducible (why : String)
  /-- More states of the program are reached than the certificate says. -/
  | moreStates
  /-- A quantified formula or a term that chooses cannot be evaluated. -/
  | notComputable
  /-- The assertion is false in the model. -/
  | falseInModel
  /-- The program cannot be printed as source. -/
  | notSource
  /-- The names of a model must ascend. -/
  | notAscending
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

/-- A result without an offset; a rejection happened at this one. -/
@[macro_inline] def atOffset {Result : Type} (offset : Nat) (result : Except Reason Result) : Except Error Result :=
  match result with
  | .error reason => .error ⟨offset, reason⟩
  | .ok value => .ok value

/-- Rejects for this reason unless the condition holds. The reason is computed only if it is needed. -/
@[macro_inline] def require {Rejection : Type} (condition : Prop) [Decidable condition] (rejection : Rejection) : Except Rejection Unit :=
  if condition then .ok () else .error rejection

/-- What was found; rejects if nothing was. -/
@[macro_inline] def orReject {Rejection Result : Type} (rejection : Rejection) (found : Option Result) : Except Rejection Result :=
  match found with
  | none => .error rejection
  | some result => .ok result

/-- Rejects for the reason that is given, if one is. -/
@[macro_inline] def rejectIf (reason : Option Reason) : Except Reason Unit :=
  match reason with
  | some reason => .error reason
  | none => .ok ()

/-- A limit of the kernel was reached; this does not mean that the certificate is wrong. -/
def Reason.isLimit : Reason → Bool
  | .effort => true
  | .moreStates => true
  | _ => false

/-- The rejection as a sentence without its position. -/
def Reason.message : Reason → String
  | .expected what => "expected " ++ what
  | .numberTooLarge => "this number is too large: entries, clauses and atoms are numbered below 10^15"
  | .leadingZero => "a number has no leading zeros, and 0 has no sign"
  | .unknownVersion version =>
    "version " ++ toString version ++ ": this kernel knows version 2" ++ (if version < 2 then "; make the certificate again" else "")
  | .noSuchEntry e => "there is no entry " ++ toString e ++ " so far: entries are numbered from 1 in the order of their lines"
  | .noSuchTerm t => "there is no term " ++ toString t ++ " so far: terms are numbered from 1 in the order of their lines"
  | .notUniversal e => "entry " ++ toString e ++ " is not a universal formula"
  | .notAnInstance rule why => "this is not an instance of " ++ rule ++ ": " ++ why
  | .badInstruction n why => "instruction " ++ toString n ++ " of the arithmetic lemma: " ++ why
  | .noContradiction => "the last fact is neither a contradiction nor the equality to be shown"
  | .noSuchClause c => "there is no clause " ++ toString c ++ " so far: clauses are numbered from 1, the assertions first"
  | .deletedClause c => "clause " ++ toString c ++ " was deleted by an earlier line"
  | .wrongArity wanted found =>
    "this shape takes " ++ toString wanted ++ " numbers, found " ++ toString found
  | .noSuchDefinition e k => "entry " ++ toString e ++ " has no definition clause " ++ toString k
  | .hintNotUnit c => "hint " ++ toString c ++ " is not unit here: two or more of its literals are not false"
  | .noConflict => "the hints end without a falsified clause, so the clause is not shown to follow"
  | .noSuchStatement s => "there is no statement " ++ toString s ++ " so far: statements are numbered from 1 in the order of their lines"
  | .noSuchProcedure p => "there is no procedure " ++ toString p ++ ": procedures are numbered from 1 in the order of their lines"
  | .looseExit => "an exit leaves this statement; the body of a thread or procedure, and a scope, must have a block for each of its exits"
  | .noBranches => "'par' needs a line 'branches' in the outline, and no explicit outline"
  | .parInProcedure => "a procedure with an abstraction must not have 'par'; without an abstraction its body is put in the place of its calls"
  | .recursiveProcedure => "a recursive procedure without an abstraction is called; without one, only procedures whose line comes before their calls are proved"
  | .unlistedCall p => "procedure " ++ toString p ++ " has an abstraction and is called, but the line of the caller does not list it"
  | .notACount value => "this literal does not say that the witness is " ++ toString value
  | .tooManyActions => "the abstraction has more actions than the line 'witness' counts"
  | .notRestoring x => "this term does not give the thread's entry of variable " ++ toString x ++ " back"
  | .notACommit => "a command after an action of a call may only assign to the witness"
  | .writesMore x => "variable " ++ toString x ++ " may be changed, but the line 'writes' of the procedure does not list it"
  | .writesAnything p => "procedure " ++ toString p ++ " is called, of which no line says what it writes"
  | .noSuchPlace p => "there is no place " ++ toString p ++ " so far: places are numbered from 1 in the order of their lines"
  | .noSuchCommand c => "there is no command " ++ toString c ++ " so far: commands are numbered from 1 in the order of their lines"
  | .saidTwice what => what ++ " is given twice"
  | .otherMethod wanted => "expected the line '" ++ wanted ++ "', by which this claim is shown"
  | .noContract family => "family " ++ toString family ++ " has no contract; families are numbered from 0"
  | .statementTooLarge => "this statement is nested too deeply, or larger than the file because parts of it are used several times"
  | .formulaTooDeep => "a formula of the program is nested too deeply"
  | .atomInProgram => "a formula of a program has an atom in it; programs have variables instead"
  | .looseVariable => "a postcondition of a thread has a variable that no quantifier binds"
  | .needsAssertion => "in an explicit outline every operation needs an assertion before it ('guarded'), and 'skip' is written as a cut"
  | .mentionsGhost what => what ++ " mentions a ghost variable: those must not influence the program or what is claimed of it"
  | .notAnUpdate why => "this is not the program's formula with values for ghost variables: " ++ why
  | .noSuchFamily f => "the program has no family " ++ toString f ++ ": families are numbered from 0"
  | .notAMember f => "this thread is no member of family " ++ toString f
  | .badEvent why => "this event is not possible: " ++ why
  | .notBroken => "the schedule ends in a store that satisfies the invariant"
  | .notBrokenPost => "the schedule ends in a store that satisfies the postcondition"
  | .notBrokenGuarantee => "the step that the schedule ends with satisfies the guarantee"
  | .notEnded why => "the schedule ends before all threads of the program have: " ++ why
  | .notClosed why => "the states of the program are not seen to be closed: " ++ why
  | .notReducible why => "the program cannot be reduced so: " ++ why
  | .moreStates => "the program reaches more states than the certificate says"
  | .notWrong => "the schedule ends before anything has gone wrong"
  | .notComputable => "witnesses, differences and quantifiers cannot be evaluated, but for what the range of a schedule settles"
  | .falseInModel => "this assertion is false in the model that the certificate gives"
  | .notSource => "the program cannot be printed in the language of programs: a formula is too deep, too long, or has no words there"
  | .notAscending => "the lines of a model must be in ascending order: atoms, logic variables and program variables, each once"
  | .effort => "the certificate asks for more work than its size allows (256 visits for each byte)"
  | .noEmptyClause => "the certificate ends without deriving the empty clause"
  | .afterTheEnd => "nothing may follow the step that derives the empty clause"

/-- The line and column of the byte at `offset`, both counted from 1. -/
def position (bytes : ByteArray) (offset i line column : Nat) : Nat × Nat :=
  if h : i < offset ∧ i < bytes.size then
    if bytes.get i h.2 == '\n'.toUInt8 then position bytes offset (i + 1) (line + 1) 1
    else position bytes offset (i + 1) line (column + 1)
  else (line, column)
termination_by bytes.size - i

end Plato
