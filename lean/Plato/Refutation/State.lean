/-
# The state of a refutation and its steps

A refutation starts with one unit clause for each assertion and adds clauses, each true in every model in which the
assertions are, until it adds the empty clause. This file says what each step does to the state; `Refutation.Steps` proves
that each keeps that invariant.

Main definitions: `State`, `State.step`.
-/
module

public import Plato.Refutation.Rup
public import Plato.Refutation.Arithmetic
public import Plato.Refutation.Congruence
public import Plato.Refutation.Cases
public import Plato.Refutation.Maps
public import Plato.Refutation.Instance

@[expose] public section

namespace Plato

/-- What the kernel remembers between two lines of a proof. -/
structure State where
  tables : Tables
  /-- The clauses by their numbers; there is no clause 0, and `deleted` is in its place. -/
  clauses : Array Clause
  marks : Marks
  /-- Larger than every mark. -/
  stamp : Nat
  /-- How many literals the hints may still visit. -/
  effort : Nat
  /-- The last step added the empty clause. -/
  refuted : Bool

/-- What a deleted clause is replaced by: the tautology over entry 0, which no line can name. -/
def deleted : Clause := #[.true, .false]

/-- The clause is the replacement of deleted clauses. -/
def isDeleted (clause : Clause) : Bool :=
  if h : clause.size = 2 then clause[0] == .true && clause[1] == .false else false

/-- Appends unit clauses for the literals from index `i` on. -/
def unitClauses (ls : Array Literal) (i : Nat) (clauses : Array Clause) : Array Clause :=
  if h : i < ls.size then unitClauses ls (i + 1) (clauses.push #[ls[i]]) else clauses
termination_by ls.size - i

/-- Two marks, for the entry and its negation, for each of `entries` entries. -/
def freshMarks (entries : Nat) : Marks := Array.replicate (2 * entries) 0

/-- The state in which a proof of the asserted literals starts, with the marks, their stamp and the effort of the proof before it. -/
def State.restart (state : State) (asserted : Array Literal) : State :=
  { state with clauses := unitClauses asserted 0 #[deleted], refuted := false }

/-- The state in which the first proof starts: a unit clause for each asserted literal. -/
def State.start (tables : Tables) (asserted : Array Literal) (effort : Nat) : State where
  tables := tables
  clauses := unitClauses asserted 0 #[deleted]
  marks := freshMarks tables.formulas.size
  stamp := 1
  effort := effort
  refuted := false

/-- Adds an entry to the table: an abbreviation. -/
def State.define (state : State) (definiens : Definiens) : Except Reason State := do
  let tables ← state.tables.define definiens
  .ok { state with tables, marks := (state.marks.push 0).push 0, refuted := false }

/-- Adds a term to the table, which `add` does. -/
@[inline] def State.addTerm (state : State) (add : Tables → Except Reason Tables) : Except Reason State := do
  let tables ← add state.tables
  .ok { state with tables, refuted := false }

/-- Adds a clause that holds. -/
@[inline] def State.push (state : State) (clause : Clause) : State :=
  { state with clauses := state.clauses.push clause, refuted := clause.size == 0 }

/-- Adds a clause that is valid by itself: `rule` says why not. -/
@[inline] def State.addValid (state : State) (rule : Tables → Clause → Option Reason) (clause : Clause) : Except Reason State := do
  literalsBelow state.tables.formulas.size clause
  rejectIf (rule state.tables clause)
  .ok (state.push clause)

/-- Adds a clause that is valid by itself: `rule` says why not, or what effort is left. -/
@[inline] def State.addChecked (state : State) (rule : Tables → Nat → Except Reason Nat) (clause : Clause) : Except Reason State := do
  literalsBelow state.tables.formulas.size clause
  let effort ← rule state.tables state.effort
  .ok { state.push clause with effort }

/-- The rule of generalization: an instance at the witness. -/
def generalizeRule (entry term : Nat) (l : Literal) (tables : Tables) (effort : Nat) : Except Reason Nat :=
  if isWitness tables entry term then instanceRule tables entry term l effort
  else .error (.notAnInstance "generalization" "the term is not the witness of the universal formula")

/-- Adds clause `number` of the truth table of `entry`. -/
def State.definition (state : State) (entry number : Nat) : Except Reason State := do
  -- entry 0 is for deleted clauses alone
  require (entry ≠ 0 ∧ entry < state.tables.formulas.size) (.noSuchEntry entry)
  let clause ← orReject (.noSuchDefinition entry number) (definitionClause entry (state.tables.shape entry) number)
  .ok (state.push clause)

/-- Names the missing or deleted clause when that is why a hint was not unit. -/
def explain (clauses : Array Clause) : Reason → Reason
  | .hintNotUnit c =>
    if c = 0 then .noSuchClause c
    else if h : c < clauses.size then
      if isDeleted clauses[c] then .deletedClause c else .hintNotUnit c
    else .hintNotUnit c
  | reason => reason

/-- Names the first entry of the clause that the table does not have. -/
def missingEntry (tables : Tables) (clause : Clause) : Reason :=
  match outOfRange tables.formulas.size clause 0 with
  | some l => .noSuchEntry l.entry
  | none => .noConflict

/-- Adds a clause that unit propagation through the hints confirms. -/
def State.rup (state : State) (clause : Clause) (hints : Array Nat) : Except Reason State := do
  let marks ← orReject (missingEntry state.tables clause) (assume state.stamp clause 0 state.marks)
  match propagate state.clauses state.stamp hints 0 state.effort marks with
  | .failure reason => .error (explain state.clauses reason)
  | .conflict effort marks => .ok { state.push clause with marks, stamp := state.stamp + 1, effort }

/-- Deletes the clauses whose numbers are listed from index `i` on. -/
def deleteClauses (numbers : Array Nat) (i : Nat) (clauses : Array Clause) : Except Reason (Array Clause) :=
  if h : i < numbers.size then
    if numbers[i] = 0 then .error (.noSuchClause 0)
    else if found : numbers[i] < clauses.size then
      deleteClauses numbers (i + 1) (clauses.set numbers[i] deleted found)
    else .error (.noSuchClause numbers[i])
  else .ok clauses
termination_by numbers.size - i

/-- Forgets clauses. -/
def State.delete (state : State) (numbers : Array Nat) : Except Reason State := do
  let clauses ← deleteClauses numbers 0 state.clauses
  .ok { state with clauses, refuted := false }

/-- What one line of the proof does. -/
def State.step (state : State) : Line → Except Reason State
  | .comment => .ok state
  | .entry definiens => state.define definiens
  | .definition entry number => state.definition entry number
  | .rup clause hints => state.rup clause hints
  | .delete numbers => state.delete numbers
  | .term shape => state.addTerm (fun tables => tables.addTerm shape)
  | .witness entry => state.addTerm (fun tables => tables.addWitness entry)
  | .arithmetic clause instructions =>
    state.addChecked (fun tables effort => arithmeticRule tables clause instructions effort) clause
  | .congruence clause => state.addValid congruenceRule clause
  | .maps number clause => state.addValid (fun tables clause => mapsRule tables number clause) clause
  | .cases number clause => state.addValid (fun tables clause => casesRule tables number clause) clause
  | .instantiate entry term l =>
    state.addChecked (fun tables effort => instanceRule tables entry term l effort) #[.negative entry, l]
  | .generalize entry term l =>
    state.addChecked (fun tables effort => generalizeRule entry term l tables effort) #[.positive entry, l.negate]
  | .assert _ => .error (.expected "a step of the proof; assertions come before 'by refutation'")
  | .by_ _ => .error (.expected "a step of the proof; there is one line 'by'")

end Plato
