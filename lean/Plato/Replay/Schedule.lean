/-
# Reading schedules

The last part of a certificate that a program goes wrong: the range that quantified variables are tried for, values of the parameters and of
the variables initially, the line `run`, and events.

Main definitions: `Reader.range`, `Kernel.initialValues`, `Kernel.events`.
-/
module

public import Plato.ThreadModular.Check
public import Plato.Replay.Replay

@[expose] public section

namespace Plato

namespace Reader

/-- `thread F T`: a family and an identifier. -/
def threadEvent (bytes : ByteArray) (i next : Nat) : Except Error (Event × Nat) :=
  match integers bytes next #[] with
  | .error e => .error e
  | .ok ⟨values, next⟩ =>
    if h : values.size = 2 then
      if values[0] < 0 then .error ⟨i, .expected "the number of a family, which is not negative"⟩
      else if isAt bytes next 10 then .ok (.thread values[0].toNat values[1], next + 1)
      else .error ⟨next, .expected "a number, a space or the end of the line"⟩
    else .error ⟨i, .wrongArity 2 values.size⟩

/-- The line `range LOW HIGH` if there is one at `i`, and the offset of the next line. -/
def range (bytes : ByteArray) (i : Nat) : Except Error (Option Range × Nat) :=
  match word bytes "range".toUTF8 i with
  | none => .ok (none, i)
  | some next => match integers bytes next #[] with
    | .error e => .error e
    | .ok ⟨values, next⟩ =>
      if h : values.size = 2 then
        if isAt bytes next 10 then .ok (some ⟨values[0], values[1]⟩, next + 1)
        else .error ⟨next, .expected "a number, a space or the end of the line"⟩
      else .error ⟨i, .wrongArity 2 values.size⟩

/-- An event that is a word. -/
def wordEvent (bytes : ByteArray) (event : Event) (next : Nat) : Except Error (Event × Nat) :=
  if isAt bytes next 10 then .ok (event, next + 1) else .error ⟨next, .expected "the end of the line"⟩

end Reader

namespace Kernel

/-- The map with the exceptions from index `i` on. -/
def exceptions (values : Array Int) (i : Nat) (map : FiniteValue) : FiniteValue :=
  if h : i + 1 < values.size then exceptions values (i + 2) (map.write values[i] values[i + 1]) else map
termination_by values.size - i

/-- The value on a line of a model or schedule. -/
def assignedValue (line : Reader.ReadAssignment) : Except Reason FiniteValue :=
  match line with
  | ⟨letter, _, _, values, _⟩ =>
    if letter == 97 then if values.size = 0 then .ok (.int 1) else .error (.wrongArity 1 (values.size + 1))       -- a
    else if h : 0 < values.size then
      if letter == 89 || letter == 86 then                                                                        -- Y V
        if values.size % 2 = 1 then .ok (exceptions values 1 (.constant values[0]))
        else .error (.expected "an index and a value for each exception of the map")
      else if values.size = 1 then .ok (.int values[0])
      else .error (.expected "one value")
    else .error (.expected "a value")

/-- Appends a value whose name must be larger than all before it. -/
def extend (named : Named) (name : Nat) (value : FiniteValue) : Except Reason Named :=
  if named.ascends name then .ok (named.push name value) else .error .notAscending

/-- The event that starts at `i`, and the offset of the next line. -/
def event (bytes : ByteArray) (i : Nat) : Except Error (Event × Nat) :=
  match Reader.word bytes "thread".toUTF8 i with
  | some next => Reader.threadEvent bytes i next
  | none => match Reader.word bytes "left".toUTF8 i with
  | some next => Reader.wordEvent bytes .left next
  | none => match Reader.word bytes "right".toUTF8 i with
  | some next => Reader.wordEvent bytes .right next
  | none => match Reader.word bytes "again".toUTF8 i with
  | some next => Reader.wordEvent bytes .again next
  | none => match Reader.word bytes "leave".toUTF8 i with
  | some next => Reader.wordEvent bytes .leave next
  | none => match Reader.word bytes "step".toUTF8 i with
  | some next => Reader.wordEvent bytes .step next
  | none => match Reader.word bytes "ended".toUTF8 i with
  | some next => Reader.wordEvent bytes .ended next
  | none => match Reader.word bytes "wrong".toUTF8 i with
  | some next => Reader.wordEvent bytes .wrong next
  | none =>
    if (Reader.isAt bytes i 118 || Reader.isAt bytes i 86) && Reader.letterEnds bytes i then                      -- v V
      match Reader.assigned bytes i (if Reader.isAt bytes i 118 then 118 else 86) 1 with
      | .error e => .error e
      | .ok line => match assignedValue line with
        | .error reason => .error ⟨i, reason⟩
        | .ok value => .ok (.value line.name value, line.next)
    else if Reader.isAt bytes i 87 && Reader.letterEnds bytes i then                                              -- W
      match Reader.assigned bytes i 87 1 with
      | .error e => .error e
      | .ok line =>
        if line.values.size % 2 = 0 then .ok (.write line.name line.values, line.next)
        else .error ⟨i, .expected "an index and a value for each place that is written to"⟩
    else .error ⟨i, .expected "an event: thread, left, right, again, leave, v, V, W, step, ended or wrong"⟩

/-- The integers that quantified variables are tried for, and values of the parameters and of the variables initially. -/
structure Start where
  range : Option Range
  parameters : Named
  store : Array StoreValue

/-- The scene of a formula about the start. -/
def Start.scene (start : Start) : Scene := ⟨start.range, start.parameters, .exact (.int 0), start.store, start.store⟩

/-- Adds the value of the next variable. -/
def Start.addVariable (start : Start) (name : Nat) (value : StoreValue) : Except Reason Start :=
  match start with
  | ⟨range, parameters, store⟩ =>
    if name = store.size then .ok ⟨range, parameters, store.push value⟩
    else .error (.expected "the variables in their order, all of them")

/-- The map that the line gives by a term, and exceptions. -/
def basedValue (terms : Nat) (line : Reader.ReadAssignment) : Except Reason StoreValue :=
  if h : line.values.size % 2 = 1 then
    let term := line.values[0]'(by omega)
    if 0 ≤ term ∧ term.toNat < terms then .ok (writeFrom line.values 1 (.based term.toNat [] 1))
    else .error (.noSuchTerm term.toNat)
  else .error (.expected "a term, and an index and a value for each exception of the map")

/-- Adds a line to the values at the start, of a program with that many terms. -/
def Start.add (start : Start) (terms : Nat) (line : Reader.ReadAssignment) : Except Reason Start :=
  if line.letter == 70 then                                                                                       -- F
    match basedValue terms line with
    | .error reason => .error reason
    | .ok value => start.addVariable line.name value
  else match assignedValue line with
    | .error reason => .error reason
    | .ok value =>
      if line.letter == 121 || line.letter == 89 then                                                             -- y Y
        match start with
        | ⟨range, parameters, store⟩ =>
          match extend parameters line.name value with
          | .error reason => .error reason
          | .ok parameters => .ok ⟨range, parameters, store⟩
      else start.addVariable line.name (.finite value)

/-- Reads the values at the start, up to the line `run`. -/
def initialValues (bytes : ByteArray) (terms i : Nat) (start : Start) : Except Error (Start × Nat) :=
  if _hi : i < bytes.size then
    match Reader.keyword bytes "run\n".toUTF8 i 0 with
    | some next => .ok (start, next)
    | none =>
      if Reader.letterEnds bytes i &&
          (Reader.isAt bytes i 121 || Reader.isAt bytes i 89 || Reader.isAt bytes i 118 || Reader.isAt bytes i 86 ||
            Reader.isAt bytes i 70) then                                                                          -- y Y v V F
        match Reader.assigned bytes i (bytes.get i _hi) 1 with
        | .error e => .error e
        | .ok line => match start.add terms line with
          | .error reason => .error ⟨i, reason⟩
          | .ok start =>
            if _h : i < line.next then initialValues bytes terms line.next start else .error ⟨i, .expected "another line"⟩
      else .error ⟨i, .expected "a value at the start (y, Y, v, V or F), or the line 'run'"⟩
  else .error ⟨i, .expected "another line; the file ends here"⟩
termination_by bytes.size - i

/-- Follows the events to the end of the file. -/
def events (p : ProgramTables) (bytes : ByteArray) (i : Nat) (r : Replay) : Except Error Replay :=
  if _hi : i < bytes.size then
    if r.isWrong then .error ⟨i, .expected "the end of the file after 'wrong'"⟩
    else match event bytes i with
      | .error e => .error e
      | .ok (e, next) => match r.event p e with
        | .error reason => .error ⟨i, reason⟩
        | .ok r => if _h : i < next then events p bytes next r else .error ⟨i, .expected "another line"⟩
  else .ok r
termination_by bytes.size - i

/-- The store satisfies what is assumed of the parameters, and is an initial one. -/
def isInitial (p : ProgramTables) (start : Start) (effort : Nat) : Except Reason Nat :=
  match decideLiteral p.tables start.scene p.assumption effort with
  | .error reason => .error reason
  | .ok ⟨false, _⟩ => .error (.badEvent "the parameters are not as assumed")
  | .ok ⟨true, effort⟩ =>
    match decideLiteral p.tables start.scene p.init effort with
    | .error reason => .error reason
    | .ok ⟨false, _⟩ => .error (.badEvent "the store is not an initial one")
    | .ok ⟨true, effort⟩ => .ok effort

/-- Follows a schedule from the line after `proof` on. -/
def replay (p : ProgramTables) (bytes : ByteArray) (i effort : Nat) : Except Error Replay :=
  match Reader.range bytes i with
  | .error e => .error e
  | .ok (range, first) =>
    match initialValues bytes p.tables.terms.size first ⟨range, ⟨#[], #[]⟩, #[]⟩ with
    | .error e => .error e
    | .ok (start, next) =>
      match isInitial p start effort with
      | .error reason => .error ⟨i, reason⟩
      | .ok effort =>
        events p bytes next ⟨start.range, start.parameters, start.store, start.store, start.store, #[], 0, 0, 0, [], effort, false⟩

/-- Checks a schedule that goes wrong. -/
def replayWrong (p : ProgramTables) (bytes : ByteArray) (i effort : Nat) : Except Error Unit :=
  match replay p bytes i effort with
  | .error e => .error e
  | .ok r => if r.isWrong then .ok () else .error ⟨bytes.size, .notWrong⟩

/-- Checks a schedule that ends in a store that does not satisfy the invariant. -/
def replayBroken (p : ProgramTables) (bytes : ByteArray) (i effort : Nat) : Except Error Unit :=
  match replay p bytes i effort with
  | .error e => .error e
  | .ok r =>
    match decideLiteral p.tables ⟨r.range, r.parameters, .exact (.int 0), r.store, r.store⟩ p.invariant r.effort with
    | .error reason => .error ⟨bytes.size, reason⟩
    | .ok ⟨true, _⟩ => .error ⟨bytes.size, .notBroken⟩
    | .ok ⟨false, _⟩ => .ok ()

/-- Checks a schedule that ends just before a step which does not satisfy the guarantee. -/
def replayBrokenGuarantee (p : ProgramTables) (bytes : ByteArray) (i effort : Nat) : Except Error Unit :=
  match replay p bytes i effort with
  | .error e => .error e
  | .ok r => match r.step p with
    | .error reason => .error ⟨bytes.size, reason⟩
    | .ok after =>
      match decideLiteral p.tables ⟨r.range, r.parameters, .exact (.int 0), r.store, r.next⟩ p.contract.guarantee after.effort with
      | .error reason => .error ⟨bytes.size, reason⟩
      | .ok ⟨true, _⟩ => .error ⟨bytes.size, .notBrokenGuarantee⟩
      | .ok ⟨false, _⟩ => .ok ()

/-- The identifiers of a family's threads from index `i` on. -/
def selectedThreads (family : Nat) (threads : Threads) (i : Nat) (out : Array Int) : Array Int :=
  if h : i < threads.size then
    selectedThreads family threads (i + 1) (if threads[i].family = family then out.push threads[i].id else out)
  else out
termination_by threads.size - i

/-- The threads from index `i` on stand at their ends. -/
def haveEnded (threads : Threads) (i : Nat) : Bool :=
  if h : i < threads.size then
    match threads[i].stack with
    | [.skip] => haveEnded threads (i + 1)
    | _ => false
  else true
termination_by threads.size - i

/-- All members of the families from number `i` on have been selected. -/
def haveMoved (p : ProgramTables) (r : Replay) (i effort : Nat) : Except Reason Nat :=
  if h : i < p.families.size then
    if effort < r.threads.size then .error .effort
    else match noneOutside p.tables ⟨r.range, r.parameters, .exact (.int 0), r.initial, r.initial⟩ (selectedThreads i r.threads 0 #[])
        p.families[i].members (effort - r.threads.size) with
    | .error reason => .error reason
    | .ok ⟨false, _⟩ => .error (.notEnded "a family may have other members than those that the schedule brings to their end")
    | .ok ⟨true, effort⟩ => haveMoved p r (i + 1) effort
  else .ok effort
termination_by p.families.size - i

/-- All threads have ended. -/
def allEnded (p : ProgramTables) (r : Replay) : Except Reason Nat :=
  if r.effort < r.threads.size then .error .effort
  else if haveEnded r.threads 0 then haveMoved p r 0 (r.effort - r.threads.size)
  else .error (.notEnded "a thread has moved and is not said to have ended")

/-- Checks a schedule after which all threads have ended, in a store that does not satisfy the postcondition. -/
def replayBrokenPost (p : ProgramTables) (bytes : ByteArray) (i effort : Nat) : Except Error Unit :=
  match replay p bytes i effort with
  | .error e => .error e
  | .ok r => match allEnded p r with
    | .error reason => .error ⟨bytes.size, reason⟩
    | .ok effort =>
      match decideLiteral p.tables ⟨r.range, r.parameters, .exact (.int 0), r.store, r.store⟩ p.contract.post effort with
      | .error reason => .error ⟨bytes.size, reason⟩
      | .ok ⟨true, _⟩ => .error ⟨bytes.size, .notBrokenPost⟩
      | .ok ⟨false, _⟩ => .ok ()

end Kernel

end Plato
