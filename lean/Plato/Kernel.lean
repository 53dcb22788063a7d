/-
# The kernel: bytes in, claim or rejection out

Reads the claim and the problem or program that it is about, and then shows the claim by the method that the certificate names. Its theorem is
`check_sound` in `proofs/Soundness.lean`: an accepted certificate's claim holds.

Main definitions: `Kernel.check`.
-/
module

public import Plato.Meaning.Claim
public import Plato.Certificate.Reader
public import Plato.Refutation.Check
public import Plato.Evaluation.Check
public import Plato.Procedures.Check
public import Plato.Replay.Check
public import Plato.Closure.RaceSchedule
public import Plato.Closure.Check
public import Plato.Reduction.Check

@[expose] public section

namespace Plato.Kernel

/-- How much work the whole file may ask for: proportional to its length, so that checking is, too. -/
def effort (bytes : ByteArray) : Nat := 256 * bytes.size + 4096

/-- How much normal forms may weigh together: proportional to the file, so that memory is, too. -/
def room (bytes : ByteArray) : Nat := 16 * bytes.size + 4096

/-- Checks a certificate about a problem from its third line on. -/
def checkProblem (bytes : ByteArray) (start : Nat) : Reader.ProblemClaim → Except Error Claim
  | .unsatisfiable => do
    let (read, first) ← problem bytes start (Problem.empty (room bytes))
    refute bytes first (State.start read.tables read.asserted (effort bytes))
    .ok (.unsatisfiable read.assertions)
  | .satisfiable => do
    let first ← skipProblem bytes start
    let v ← valuation bytes first Valuation.empty
    let read ← evaluate bytes v start (effort bytes) (Problem.empty (room bytes)) Values.initial
    .ok (.satisfiable read.assertions)

/-- Shows by a method, whose lines start at `first`, that the program satisfies its specification: gives the program, with what the method's
lines added to its tables. A method that is not for that is refused, where it was named. -/
def satisfies (bytes : ByteArray) (p : ProgramTables) (method : Method) (named first : Nat) : Except Error ProgramTables :=
  match method with
  | .threadModular => threadModular bytes p first (room bytes) (effort bytes)
  | .procedures => procedures bytes p first (room bytes) (effort bytes)
  | .closure => closure bytes p first (effort bytes)
  | .reduction => reduction bytes p first (room bytes) (effort bytes)
  | _ => .error ⟨named, .otherMethod "by thread-modular"⟩

/-- Running the program shows that there are no races; any other method is refused at the line that names it. -/
def isClosure (method : Method) (named : Nat) : Except Error Unit :=
  match method with
  | .closure => .ok ()
  | _ => .error ⟨named, .otherMethod "by closure"⟩

/-- A schedule shows that a program is wrong; any other method is refused at the line that names it. -/
def isSchedule (method : Method) (named : Nat) : Except Error Unit :=
  match method with
  | .schedule => .ok ()
  | _ => .error ⟨named, .otherMethod "by schedule"⟩

/-- Checks a certificate about a program from its third line on. -/
def checkProgram (bytes : ByteArray) (start : Nat) (claim : Reader.ProgramClaim) : Except Error Claim := do
  let ⟨p, method, named, first⟩ ← program bytes start (ProgramTables.empty (room bytes))
  match claim with
  | .safe =>
    let p ← satisfies bytes p method named first
    .ok (.safe p.text)
  | .invariant =>
    let p ← satisfies bytes p method named first
    .ok (.invariant p.text p.specificationText.invariant)
  | .triple =>
    let p ← satisfies bytes p method named first
    .ok (.triple p.text p.specificationText)
  | .raceFree =>
    isClosure method named
    let p ← closure bytes p first (effort bytes)
    .ok (.raceFree p.text p.specificationText p.specification.races)
  | .goesWrong =>
    isSchedule method named
    replayWrong p.runnable bytes first (effort bytes)
    .ok (.goesWrong p.text)
  | .breaksInvariant =>
    isSchedule method named
    replayBroken p.runnable bytes first (effort bytes)
    .ok (.breaksInvariant p.text p.specificationText.invariant)
  | .breaksGuarantee =>
    isSchedule method named
    replayBrokenGuarantee p.runnable bytes first (effort bytes)
    .ok (.breaksGuarantee p.text p.specificationText.guarantee)
  | .breaksPost =>
    isSchedule method named
    replayBrokenPost p.runnable bytes first (effort bytes)
    .ok (.breaksPost p.text p.specificationText.post)
  | .hasRace =>
    isSchedule method named
    let name ← replayRace p.runnable bytes first (effort bytes)
    .ok (.hasRace p.text name)

/-- Checks a certificate: the claim that it proves, or why it is rejected. -/
def check (bytes : ByteArray) : Except Error Claim := do
  let ⟨kind, start⟩ ← Reader.header bytes
  match kind with
  | .problem claim => checkProblem bytes start claim
  | .program claim => checkProgram bytes start claim

end Plato.Kernel
