/-
# Unit propagation through hints

A clause follows from earlier ones if assuming all its literals false leads, by unit propagation through the named
clauses in the given order, to a clause whose literals are all false (the RUP rule of DRAT, with the hints of LRAT).

The literals that are false are remembered as *marks*: literal `l` is false if `marks[l]` is the step's own *stamp*.
A new step has a new stamp, so nothing needs to be undone. A literal costs one array access and no negation.

Main definitions: `assume`, `firstOpen`, `propagate`, `Propagation`.
-/
module

public import Plato.Certificate.Line
public import Plato.Certificate.Error

@[expose] public section

namespace Plato

/-- For each literal the stamp of the last step in which it was false. -/
abbrev Marks := Array Nat

/-- The step's assumptions so far make the literal false. -/
@[inline] def Marks.isFalse (marks : Marks) (stamp : Nat) (l : Literal) : Bool :=
  if h : l < marks.size then marks[l] == stamp else false

/-- Makes the literals from index `i` on false; `none` if one of them is not in the table. -/
def assume (stamp : Nat) (clause : Clause) (i : Nat) (marks : Marks) : Option Marks :=
  if h : i < clause.size then
    let l := clause[i]
    if bound : l < marks.size then assume stamp clause (i + 1) (marks.set l stamp bound) else none
  else some marks
termination_by clause.size - i

/-- The index of the first literal at or after `i` that is not false, or the size of the clause. -/
def firstOpen (marks : Marks) (stamp : Nat) (clause : Clause) (i : Nat) : Nat :=
  if h : i < clause.size then
    if marks.isFalse stamp clause[i] then firstOpen marks stamp clause (i + 1) else i
  else i
termination_by clause.size - i

/-- How propagation ends. -/
inductive Propagation where
  /-- A hint is falsified: the clause follows. The effort that is left, and the marks for later steps. -/
  | conflict (effort : Nat) (marks : Marks)
  | failure (reason : Reason)

/-- Goes through the hints from index `i` on. `effort` is the number of literals that may still be visited. -/
def propagate (clauses : Array Clause) (stamp : Nat) (hints : Array Nat) (i : Nat) (effort : Nat) (marks : Marks) :
    Propagation :=
  if h : i < hints.size then
    if found : hints[i] < clauses.size then
      let clause := clauses[hints[i]]
      if effort < clause.size then .failure .effort
      else
        let first := firstOpen marks stamp clause 0
        if open_ : first < clause.size then
          let unit := clause[first]
          if firstOpen marks stamp clause (first + 1) < clause.size then .failure (.hintNotUnit hints[i])
          else
            let complement := unit.negate
            if bound : complement < marks.size then
              propagate clauses stamp hints (i + 1) (effort - clause.size) (marks.set complement stamp bound)
            else .failure (.noSuchEntry unit.entry)
        else .conflict (effort - clause.size) marks
    else .failure (.noSuchClause hints[i])
  else .failure .noConflict
termination_by hints.size - i

end Plato
