/-
# Values that lines assign

Models and schedules give values by the same lines: an integer, or a map's value almost everywhere with its exceptions.

Main definitions: `assignedValue`, `Named.extend`, `Valuation.assign`.
-/
module

public import Plato.Certificate.ModelReader
public import Plato.Evaluation.Values

@[expose] public section

namespace Plato

/-- The map with the exceptions from index `i` on. -/
def exceptionsFrom (values : Array Int) (i : Nat) (map : FiniteValue) : FiniteValue :=
  if h : i + 1 < values.size then exceptionsFrom values (i + 2) (map.write values[i] values[i + 1]) else map
termination_by values.size - i

/-- The value on a line of a model or schedule: 1 for an atom, a map for a capital letter, else an integer. -/
def assignedValue (line : Reader.ReadAssignment) : Except Reason FiniteValue :=
  let values := line.values
  if line.letter == 'a' then
    if values.size = 0 then .ok (.int 1) else .error (.wrongArity 1 (values.size + 1))
  else if h : 0 < values.size then
    if line.letter == 'Y' || line.letter == 'V' then
      if values.size % 2 = 1 then .ok (exceptionsFrom values 1 (.constant values[0]))
      else .error (.expected "an index and a value for each exception of the map")
    else if values.size = 1 then .ok (.int values[0])
    else .error (.expected "one value")
  else .error (.expected "a value")

/-- Appends a value whose name must be larger than all before it. -/
def Named.extend (named : Named) (name : Nat) (value : FiniteValue) : Except Reason Named := do
  require (named.ascends name) .notAscending
  .ok (named.push name value)

/-- The model before its first line. -/
def Valuation.empty : Valuation := ⟨.empty, .empty, .empty⟩

/-- What a line adds to the model. -/
def Valuation.assign (v : Valuation) (line : Reader.ReadAssignment) : Except Reason Valuation :=
  if line.letter == '#' then .ok v
  else do
    let value ← assignedValue line
    if line.letter == 'a' then
      let atoms ← v.atoms.extend line.name value
      .ok { v with atoms }
    else if line.letter == 'y' || line.letter == 'Y' then
      let logic ← v.logic.extend line.name value
      .ok { v with logic }
    else
      let store ← v.store.extend (storeName line.name line.version) value
      .ok { v with store }

end Plato
