/-
# Schedules that lead to a race

A schedule leads to a state. Then two threads are named, each with the inputs that its next command takes, a variable and an index. The kernel runs both commands from the present
store, each by itself, and checks that each comes to its end and accesses the variable there on its way, the first one by writing. An index that is not easy to see is not taken for the one that is named.

Main definitions: `Aim`, `seeksTerm`, `CommandCode.follow`, `Kernel.replayRace`.
-/
module

public import Plato.Closure.Races
public import Plato.Replay.Check

@[expose] public section

namespace Plato

/-- An access that is looked for: to the variable at the index. -/
structure Aim where
  name : Nat
  index : Int
  writes : Bool

/-- Looks for something; gives the effort that is left. What is not found for want of effort is not found. -/
abbrev Seeker := (effort : Nat) → Evaluated Bool

/-- One of both finds it. -/
def either (f g : Seeker) : Seeker := fun effort =>
  let ⟨found, effort⟩ := f effort
  if found then ⟨true, effort⟩ else g effort

/-- There is nothing to be found. -/
def nowhere : Seeker := fun effort => ⟨false, effort⟩

/-- The number is the one that is looked for. -/
def isNumber (i : Int) : Option Int → Bool
  | some n => n == i
  | none => false

/-- The variable is the one that is looked for, and the term has the value of the index. -/
def seeksAt (w : Watch) (x : Nat) (i : Int) (name : Nat) (j : Term) : Seeker := fun effort =>
  let ⟨index, effort⟩ := indexOf w indexDepth j effort
  ⟨name == x && isNumber i index, effort⟩

mutual

/-- The term reads the variable at the index. -/
def seeksTerm (w : Watch) (x : Nat) (i : Int) : (depth : Nat) → Term → Seeker
  | 0, _, effort => ⟨false, effort⟩
  | depth + 1, t, effort =>
    match effort with
    | 0 => ⟨false, 0⟩
    | effort + 1 =>
      match t with
      | .var name _ => ⟨name == x, effort⟩
      | .add a b => either (seeksTerm w x i depth a) (seeksTerm w x i depth b) effort
      | .sub a b => either (seeksTerm w x i depth a) (seeksTerm w x i depth b) effort
      | .mul a b => either (seeksTerm w x i depth a) (seeksTerm w x i depth b) effort
      | .div a b => either (seeksTerm w x i depth a) (seeksTerm w x i depth b) effort
      | .mod a b => either (seeksTerm w x i depth a) (seeksTerm w x i depth b) effort
      | .pair a b => either (seeksTerm w x i depth a) (seeksTerm w x i depth b) effort
      | .branch a b => either (seeksTerm w x i depth a) (seeksTerm w x i depth b) effort
      | .select (.var name _) j => either (seeksAt w x i name j) (seeksTerm w x i depth j) effort
      | .store m j y => either (seeksTerm w x i depth m) (either (seeksTerm w x i depth j) (seeksTerm w x i depth y)) effort
      | .const y => seeksTerm w x i depth y effort
      | .ite c a b => either (seeksFormula w x i depth c) (either (seeksTerm w x i depth a) (seeksTerm w x i depth b)) effort
      | _ => ⟨false, effort⟩

/-- The formula reads the variable at the index. -/
def seeksFormula (w : Watch) (x : Nat) (i : Int) : (depth : Nat) → Formula → Seeker
  | 0, _, effort => ⟨false, effort⟩
  | depth + 1, f, effort =>
    match effort with
    | 0 => ⟨false, 0⟩
    | effort + 1 =>
      match f with
      | .le a b => either (seeksTerm w x i depth a) (seeksTerm w x i depth b) effort
      | .eq a b => either (seeksTerm w x i depth a) (seeksTerm w x i depth b) effort
      | .mapEq m n => either (seeksTerm w x i depth m) (seeksTerm w x i depth n) effort
      | .not f => seeksFormula w x i depth f effort
      | .and f g => either (seeksFormula w x i depth f) (seeksFormula w x i depth g) effort
      | .or f g => either (seeksFormula w x i depth f) (seeksFormula w x i depth g) effort
      | .implies f g => either (seeksFormula w x i depth f) (seeksFormula w x i depth g) effort
      | .iff f g => either (seeksFormula w x i depth f) (seeksFormula w x i depth g) effort
      | .ite c f g => either (seeksFormula w x i depth c) (either (seeksFormula w x i depth f) (seeksFormula w x i depth g)) effort
      | _ => ⟨false, effort⟩

end

/-- The place is written at the index, or its index reads. -/
def seeksPlace (T : Tables) (w : Watch) (a : Aim) (place : PlaceCode) : Seeker :=
  match place.index, a.writes with
  | none, true => fun effort => ⟨place.name == a.name, effort⟩
  | none, false => nowhere
  | some j, true => seeksAt w a.name a.index place.name (T.term j)
  | some j, false => seeksTerm w a.name a.index readsDepth (T.term j)

/-- One of the places is accessed. -/
def seeksPlaces (T : Tables) (w : Watch) (a : Aim) : List PlaceCode → Seeker
  | [], effort => ⟨false, effort⟩
  | place :: rest, effort =>
    let ⟨found, effort⟩ := seeksPlace T w a place effort
    if found then ⟨true, effort⟩ else seeksPlaces T w a rest effort

/-- Reading counts, if that is looked for. -/
def whereRead (a : Aim) (f : Seeker) : Seeker := if a.writes then nowhere else f

/-- One of the changes accesses it. -/
def seeksChanges (T : Tables) (w : Watch) (a : Aim) : List ChangeCode → Seeker
  | [], effort => ⟨false, effort⟩
  | change :: rest, effort =>
    let ⟨found, effort⟩ := either (seeksPlace T w a change.place) (whereRead a (seeksTerm w a.name a.index readsDepth (T.term change.value))) effort
    if found then ⟨true, effort⟩ else seeksChanges T w a rest effort

/-- The command itself accesses it, on its way from the one store to the other; not its parts. -/
def CommandCode.seeks (T : Tables) (S : Sorts) (id : Int) (before after : Array StoreValue) (a : Aim) : CommandCode → Seeker
  | .assign changes => seeksChanges T ⟨S, id, before, before, []⟩ a changes
  | .havoc places => seeksPlaces T ⟨S, id, before, before, []⟩ a places
  | .assume l => whereRead a (seeksFormula ⟨S, id, before, before, []⟩ a.name a.index readsDepth (T.literal l))
  | .assert l => whereRead a (seeksFormula ⟨S, id, before, before, []⟩ a.name a.index readsDepth (T.literal l))
  | .ite l _ _ => whereRead a (seeksFormula ⟨S, id, before, before, []⟩ a.name a.index readsDepth (T.literal l))
  | .choice _ _ => nowhere
  | .seq _ _ => nowhere
  | .operation places gate action post =>
    either (seeksPlaces T ⟨S, id, before, before, []⟩ a places)
      (whereRead a (either (seeksFormula ⟨S, id, before, before, []⟩ a.name a.index readsDepth (T.literal gate))
        (either (seeksFormula ⟨S, id, before, after, []⟩ a.name a.index readsDepth (T.literal action))
          (seeksFormula ⟨S, id, before, after, []⟩ a.name a.index readsDepth (T.literal post)))))

/-- Where a command has come to, how many inputs were taken, the effort that is left, and whether it was accessed on the way. -/
structure Followed where
  store : Array StoreValue
  taken : Nat
  effort : Nat
  found : Bool

/-- Runs a command that is not made of others. -/
def followSimple (k : Runner) (S : Sorts) (a : Aim) (command : CommandCode) (store : Array StoreValue) (taken effort : Nat) : Except Reason Followed := do
  let ⟨outcome, taken, effort⟩ ← command.run k store taken effort
  match outcome with
  | .wrong => .error (.badEvent "the command goes wrong, and does not come to its end")
  | .store after =>
    let ⟨found, effort⟩ := command.seeks k.tables S k.id store after a effort
    .ok ⟨after, taken, effort, found⟩

/-- Runs the command to its end, and sees whether it is accessed on the way. -/
def CommandCode.follow (k : Runner) (S : Sorts) (a : Aim) : CommandCode → (store : Array StoreValue) → (taken effort : Nat) → Except Reason Followed
  | .assign changes, store, taken, effort => followSimple k S a (.assign changes) store taken effort
  | .havoc places, store, taken, effort => followSimple k S a (.havoc places) store taken effort
  | .assume l, store, taken, effort => followSimple k S a (.assume l) store taken effort
  | .assert l, store, taken, effort => followSimple k S a (.assert l) store taken effort
  | .ite l C D, store, taken, effort => do
    let ⟨truth, effort⟩ ← decideLiteral k.tables (k.between store store) l effort
    let ⟨here, effort⟩ := (CommandCode.ite l C D).seeks k.tables S k.id store store a effort
    if truth then do
      let ⟨after, taken, effort, found⟩ ← C.follow k S a store taken effort
      .ok ⟨after, taken, effort, here || found⟩
    else do
      let ⟨after, taken, effort, found⟩ ← D.follow k S a store taken effort
      .ok ⟨after, taken, effort, here || found⟩
  | .choice C D, store, taken, effort => do
    match ← k.input taken with
    | .first => C.follow k S a store (taken + 1) effort
    | .second => D.follow k S a store (taken + 1) effort
    | _ => .error (.badEvent "the command comes to a choice before it takes a value")
  | .seq C D, store, taken, effort => do
    let ⟨between, taken, effort, early⟩ ← C.follow k S a store taken effort
    let ⟨after, taken, effort, found⟩ ← D.follow k S a between taken effort
    .ok ⟨after, taken, effort, early || found⟩
  | .operation places gate action post, store, taken, effort => followSimple k S a (.operation places gate action post) store taken effort

/-! ## Threads -/

/-- An atomic step is next. -/
def goAtomic : Stack → Option Stack
  | .cons (.code (.atomic command)) rest => some (.cons (.code (.atomic command)) rest)
  | _ => none

/-- The thread goes on to its next atomic step, without taking it. -/
def Replay.goToNext (p : Runnable) (r : Replay) (family : Nat) (id : Int) : Except Reason Replay := do
  let r ← r.select p family id
  r.go p "the thread is not at an atomic step" goAtomic

/-- What matters of the variables, which are all known, from index `i` on. -/
def knownSorts (store : Array StoreValue) (i : Nat) (out : Sorts) : Sorts :=
  if h : i < store.size then
    knownSorts store (i + 1) (out.push (some (.whole (match store[i] with
      | .finite (.int _) => .integer
      | _ => .map))))
  else out
termination_by store.size - i

/-- A thread, and what its next command takes. -/
structure Party where
  family : Nat
  id : Int
  inputs : Array Input

/-- The thread's next command accesses it; gives the effort that is left. -/
def Replay.isAbout (p : Runnable) (r : Replay) (party : Party) (a : Aim) (effort : Nat) : Except Reason Nat := do
  let ⟨found, effort⟩ ← orReject .effort (findThread r.threads party.family party.id 0 effort)
  match found with
  | none => .error (.noSuchFamily party.family)
  | some place =>
    if h : place < r.threads.size then
      match r.threads[place].stack with
      | .cons (.code (.atomic command)) _ => do
        require (r.store.size < effort) .effort
        let ⟨_, taken, effort, found⟩ ← command.follow ⟨p.tables, r.range, r.parameters, party.id, party.inputs⟩ (knownSorts r.store 0 #[]) a r.store 0
          (effort - r.store.size)
        require (taken = party.inputs.size) (.badEvent "the command takes fewer values, or ways at a choice, than the schedule gives it")
        require (found = true) (.badEvent "the thread is not about to access the variable there")
        .ok effort
      | _ => .error (.badEvent "the thread is not at an atomic step")
    else .error (.noSuchFamily party.family)

namespace Kernel

/-- Follows the events up to the line `race`; gives the offset after that word. -/
def eventsToRace (p : Runnable) (bytes : ByteArray) (i : Nat) (r : Replay) : Except Error (Replay × Nat) :=
  if _hi : i < bytes.size then
    match Reader.word bytes "race".toUTF8 i with
    | some next => .ok (r, next)
    | none => do
      let ⟨event, next⟩ ← Reader.event bytes i
      let r ← atOffset i (r.event p event)
      if _h : i < next then eventsToRace p bytes next r else .error ⟨i, .expected "another line"⟩
  else .error ⟨i, .expected "the line 'race' after the events"⟩
termination_by bytes.size - i

/-- The inputs from `i` on, and the offset of the line that is none. -/
def partyInputs (bytes : ByteArray) (i : Nat) (inputs : Array Input) : Except Error (Array Input × Nat) :=
  if _hi : i < bytes.size then do
    let ⟨event, next⟩ ← Reader.event bytes i
    match event with
    | .input input => if _h : i < next then partyInputs bytes next (inputs.push input) else .error ⟨i, .expected "another line"⟩
    | _ => .ok (inputs, i)
  else .ok (inputs, i)
termination_by bytes.size - i

/-- A thread, and what its next command takes; the offset of the next line. -/
def party (bytes : ByteArray) (i : Nat) : Except Error (Party × Nat) := do
  let ⟨event, next⟩ ← Reader.event bytes i
  match event with
  | .thread family id =>
    let (inputs, next) ← partyInputs bytes next #[]
    .ok (⟨family, id, inputs⟩, next)
  | _ => .error ⟨i, .expected "the line 'thread' of a thread that is in the race"⟩

/-- Two threads that are in different places, the first of which writes, are about to access the variable. -/
def inRace (p : Runnable) (r : Replay) (first second : Party) (x : Nat) (index : Int) (writes : Bool) : Except Reason Unit := do
  require (first.family ≠ second.family ∨ first.id ≠ second.id) (.badEvent "a race is one of two threads")
  let r ← r.goToNext p first.family first.id
  let r ← r.goToNext p second.family second.id
  let effort ← r.isAbout p first ⟨x, index, true⟩ r.effort
  let _ ← r.isAbout p second ⟨x, index, writes⟩ effort
  .ok ()

/-- Checks a schedule that leads to a race; gives the variable. -/
def replayRace (p : Runnable) (bytes : ByteArray) (i effort : Nat) : Except Error Nat := do
  let (range, first) ← Reader.range bytes i
  let (start, next) ← initialValues bytes p.tables.terms.size first ⟨range, .empty, #[]⟩
  let effort ← atOffset i (isInitial p start effort)
  let (r, next) ← eventsToRace p bytes next (start.replay effort)
  let ⟨values, after⟩ ← Reader.integers bytes next #[]
  if h : values.size = 3 then
    require (Reader.isAt bytes after '\n') ⟨after, Reader.notANumber⟩
    require (0 ≤ values[0] ∧ 0 ≤ values[2] ∧ values[2] ≤ 1) ⟨next, .expected "the number of a variable, an index, and 0 or 1"⟩
    let x := values[0].toNat
    require (isIn x p.program.specification.races = true) ⟨next, .badEvent "nothing is claimed of races on this variable"⟩
    let (one, next) ← party bytes (after + 1)
    let (two, last) ← party bytes next
    require (last = bytes.size) ⟨last, .expected "the end of the file"⟩
    atOffset next (inRace p r one two x values[1] (values[2] == 1))
    .ok x
  else .error ⟨next, .wrongArity 3 values.size⟩

end Kernel

end Plato
