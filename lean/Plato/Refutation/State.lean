/-
# The state of a refutation and its steps

A refutation starts with one unit clause for each assertion and adds clauses, each true in every model in which the
assertions are, until it adds the empty clause. This file says what each step does to the state; `Soundness.Steps` proves
that each keeps that invariant.

Main definitions: `State`, `State.step`.
-/
module

public import Plato.Table
public import Plato.Refutation.Rup

@[expose] public section

namespace Plato

/-- What the kernel remembers between two lines of a proof. -/
structure State where
  table : Table
  /-- The clauses by their numbers; there is no clause 0, and `deleted` stands in its place. -/
  clauses : Array Clause
  marks : Marks
  /-- Larger than every mark. -/
  stamp : Nat
  /-- How many literals the hints may still visit. -/
  effort : Nat
  /-- The last step added the empty clause. -/
  refuted : Bool

/-- What a deleted clause is replaced by: the tautology over entry 0, which no line can name. -/
def deleted : Clause := #[0, 1]

/-- The clause is the one that stands for a deleted clause. -/
def isDeleted (clause : Clause) : Bool :=
  if h : clause.size = 2 then clause[0] == 0 && clause[1] == 1 else false

/-- Appends unit clauses for the literals from index `i` on. -/
def unitClauses (ls : Array Literal) (i : Nat) (clauses : Array Clause) : Array Clause :=
  if h : i < ls.size then unitClauses ls (i + 1) (clauses.push #[ls[i]]) else clauses
termination_by ls.size - i

/-- Two marks, for the entry and its negation, for each of `entries` entries. -/
def freshMarks (entries : Nat) : Marks := Array.replicate (2 * entries) 0

/-- The state in which the proof starts: a unit clause for each asserted literal. -/
def State.start (table : Table) (asserted : Array Literal) (effort : Nat) : State where
  table := table
  clauses := unitClauses asserted 0 #[deleted]
  marks := freshMarks table.size
  stamp := 1
  effort := effort
  refuted := false

/-- Adds an entry to the table: an abbreviation. -/
def State.define (state : State) (definiens : Definiens) : Except Reason State :=
  match state with
  | ⟨table, clauses, marks, stamp, effort, _⟩ =>
    match table.define definiens with
    | .error reason => .error reason
    | .ok table => .ok ⟨table, clauses, (marks.push 0).push 0, stamp, effort, false⟩

/-- Adds clause `number` of the truth table of `entry`. -/
def State.definition (state : State) (entry number : Nat) : Except Reason State :=
  match state with
  | ⟨table, clauses, marks, stamp, effort, _⟩ =>
    -- entry 0 is for deleted clauses alone
    if entry = 0 then .error (.noSuchEntry entry)
    else if h : entry < table.size then
      match definitionClause entry table[entry].shape number with
      | none => .error (.noSuchDefinition entry number)
      | some clause => .ok ⟨table, clauses.push clause, marks, stamp, effort, clause.size == 0⟩
    else .error (.noSuchEntry entry)

/-- Names the missing or deleted clause when that is why a hint was not unit. -/
def explain (clauses : Array Clause) : Reason → Reason
  | .hintNotUnit c =>
    if c = 0 then .noSuchClause c
    else if h : c < clauses.size then
      if isDeleted clauses[c] then .deletedClause c else .hintNotUnit c
    else .hintNotUnit c
  | reason => reason

/-- Names the first entry of the clause that the table does not have. -/
def missingEntry (table : Table) (clause : Clause) : Reason :=
  match outOfRange table.size clause 0 with
  | some l => .noSuchEntry (l / 2)
  | none => .noConflict

/-- Adds a clause that unit propagation through the hints confirms. -/
def State.rup (state : State) (clause : Clause) (hints : Array Nat) : Except Reason State :=
  match state with
  | ⟨table, clauses, marks, stamp, effort, _⟩ =>
    match assume stamp clause 0 marks with
    | none => .error (missingEntry table clause)
    | some marks =>
      match propagate clauses stamp hints 0 effort marks with
      | .failure reason => .error (explain clauses reason)
      | .conflict effort marks => .ok ⟨table, clauses.push clause, marks, stamp + 1, effort, clause.size == 0⟩

/-- Deletes the clauses whose numbers stand at index `i` and after. -/
def deleteClauses (numbers : Array Nat) (i : Nat) (clauses : Array Clause) : Except Reason (Array Clause) :=
  if h : i < numbers.size then
    if numbers[i] = 0 then .error (.noSuchClause 0)
    else if found : numbers[i] < clauses.size then
      deleteClauses numbers (i + 1) (clauses.set numbers[i] deleted found)
    else .error (.noSuchClause numbers[i])
  else .ok clauses
termination_by numbers.size - i

/-- Forgets clauses. -/
def State.delete (state : State) (numbers : Array Nat) : Except Reason State :=
  match state with
  | ⟨table, clauses, marks, stamp, effort, _⟩ =>
    match deleteClauses numbers 0 clauses with
    | .error reason => .error reason
    | .ok clauses => .ok ⟨table, clauses, marks, stamp, effort, false⟩

/-- What one line of the proof does. -/
def State.step (state : State) : Line → Except Reason State
  | .comment => .ok state
  | .entry definiens => state.define definiens
  | .definition entry number => state.definition entry number
  | .rup clause hints => state.rup clause hints
  | .delete numbers => state.delete numbers
  | .assert _ => .error (.expected "a step of the proof; assertions stand before 'proof'")
  | .proof => .error (.expected "a step of the proof; 'proof' stands once")

end Plato
