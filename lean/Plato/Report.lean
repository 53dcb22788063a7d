/-
# Reports: the kernel's answer for people and for C++

`report` is the function that is exported to C: it turns the outcome of `Kernel.check` into a verdict, a line number and
a sentence. It says `certified` or `refuted` exactly if `check` accepts (`proofs/Report.lean`).

Main definitions: `Verdict`, `Report`, `report`, `Claim.describe`.
-/
module

public import Plato.Kernel

@[expose] public section

namespace Plato

/-- The answers of the kernel. C++ sees their numbers: 0, the value of memory that was never written, is a rejection. -/
inductive Verdict where
  /-- The certificate is malformed or a step of it is wrong. -/
  | rejected
  /-- A limit was reached before an answer. -/
  | limit
  /-- The certificate is accepted: its claim holds. -/
  | certified
  /-- The certificate is accepted: its claim holds, and is that a program is wrong. -/
  | refuted
  deriving DecidableEq

/-- The kernel's answer. -/
structure Report where
  verdict : Verdict
  /-- The line of a rejection, counted from 1; 0 for an accepted certificate. -/
  line : Nat
  /-- The column of a rejection in bytes, counted from 1. -/
  column : Nat
  /-- The claim, or the reason of the rejection. -/
  message : String
  /-- The length in bytes of the certificate that is accepted, 0 if none is: a second witness of the verdict. -/
  accepted : Nat

/-- Text, and how many more formulas may be printed. -/
structure Printed where
  text : String
  budget : Nat

/-- Appends text. -/
def Printed.append (out : Printed) (text : String) : Printed := { out with text := out.text ++ text }

/-- One formula more has been printed. -/
def Printed.spend (out : Printed) : Printed := { out with budget := out.budget - 1 }

mutual

/-- Appends a term in infix notation, or an ellipsis once the budget is spent (which also bounds the recursion). -/
def Term.print (t : Term) (out : Printed) : Printed :=
  if out.budget = 0 then out.append "…"
  else
    let out := out.spend
    match t with
    | .num n => out.append (if n < 0 then "-" ++ toString n.natAbs else toString n.natAbs)
    | .var name version => out.append ("x" ++ toString name ++ (if version = 0 then "" else "'" ++ toString version))
    | .logic name => out.append ("c" ++ toString name)
    | .bound index => out.append ("b" ++ toString index)
    | .add a b => (b.print ((a.print (out.append "(")).append " + ")).append ")"
    | .sub a b => (b.print ((a.print (out.append "(")).append " - ")).append ")"
    | .mul a b => (b.print ((a.print (out.append "(")).append " * ")).append ")"
    | .div a b => (b.print ((a.print (out.append "(")).append " div ")).append ")"
    | .mod a b => (b.print ((a.print (out.append "(")).append " mod ")).append ")"
    | .branch a b => (b.print ((a.print (out.append "branch(")).append ", ")).append ")"
    | .pair a b => (b.print ((a.print (out.append "⟨")).append ", ")).append "⟩"
    | .select m i => (i.print ((m.print out).append "[")).append "]"
    | .store m i x => (x.print ((i.print ((m.print out).append "[")).append " := ")).append "]"
    | .const x => (x.print (out.append "const(")).append ")"
    | .ite c a b => (b.print ((a.print ((c.print (out.append "(if ")).append " then ")).append " else ")).append ")"
    | .witness body => (body.print (out.append "(witness ")).append ")"
    | .difference m n => (n.print ((m.print (out.append "difference(")).append ", ")).append ")"

/-- Appends a formula in infix notation, or an ellipsis once the budget is spent. -/
def Formula.print (f : Formula) (out : Printed) : Printed :=
  if out.budget = 0 then out.append "…"
  else
    let out := out.spend
    match f with
    | .true => out.append "true"
    | .atom name => out.append ("p" ++ toString name)
    | .le a b => b.print ((a.print out).append " ≤ ")
    | .eq a b => b.print ((a.print out).append " = ")
    | .mapEq a b => b.print ((a.print out).append " = ")
    | .not (.le a b) => a.print ((b.print out).append " < ")
    | .not (.eq a b) => b.print ((a.print out).append " ≠ ")
    | .not (.mapEq a b) => b.print ((a.print out).append " ≠ ")
    | .not f => f.print (out.append "¬")
    | .and f g => (g.print ((f.print (out.append "(")).append " ∧ ")).append ")"
    | .or f g => (g.print ((f.print (out.append "(")).append " ∨ ")).append ")"
    | .implies f g => (g.print ((f.print (out.append "(")).append " → ")).append ")"
    | .iff f g => (g.print ((f.print (out.append "(")).append " ↔ ")).append ")"
    | .ite c f g => (g.print ((f.print ((c.print (out.append "(if ")).append " then ")).append " else ")).append ")"
    | .all body => (body.print (out.append "(∀ ")).append ")"

end

/-- Appends the formulas from index `i` on, each on a line of its own, until the budget is spent. -/
def printFormulas (formulas : Array Formula) (i : Nat) (out : Printed) : Printed :=
  if h : i < formulas.size then
    if out.budget = 0 then out.append "\n  …"
    else printFormulas formulas (i + 1) (formulas[i].print (out.append "\n  "))
  else out
termination_by formulas.size - i

/-- Appends a place. -/
def Place.print (p : Place) (out : Printed) : Printed :=
  let out := out.append ("x" ++ toString p.name)
  match p.index with
  | none => out
  | some i => (i.print (out.append "[")).append "]"

/-- Appends places, each but the first after a comma. -/
def printPlaces : List Place → (separator : String) → Printed → Printed
  | [], _, out => out
  | p :: rest, separator, out =>
    if out.budget = 0 then out.append "…" else printPlaces rest ", " (p.print (out.append separator))

/-- Appends the changes of an assignment, each but the first after a comma. -/
def printChanges : List (Place × Term) → (separator : String) → Printed → Printed
  | [], _, out => out
  | (p, t) :: rest, separator, out =>
    if out.budget = 0 then out.append "…"
    else printChanges rest ", " (t.print ((p.print (out.append separator)).append " := "))

/-- Appends a command, or an ellipsis once the budget is spent. -/
def Command.print (c : Command) (out : Printed) : Printed :=
  if out.budget = 0 then out.append "…"
  else
    let out := out.spend
    match c with
    | .assign [] => out.append "skip"
    | .assign changes => printChanges changes "" out
    | .havoc places => printPlaces places "" (out.append "havoc ")
    | .assume f => f.print (out.append "assume ")
    | .assert f => f.print (out.append "assert ")
    | .ite f C D => (D.print ((C.print ((f.print (out.append "(if ")).append " then ")).append " else ")).append ")"
    | .choice C D => (D.print ((C.print (out.append "(")).append " or ")).append ")"
    | .seq C D => D.print ((C.print out).append "; ")
    | .operation places gate action post =>
      let out := printPlaces places "" (out.append "modify ")
      post.print ((action.print ((gate.print (out.append " by ")).append " ? ")).append " ↓ ")

/-- Appends the names of variables. -/
def printNames : List Nat → Printed → Printed
  | [], out => out
  | x :: rest, out => if out.budget = 0 then out.append "…" else printNames rest (out.spend.append (" x" ++ toString x))

/-- Appends a statement, or an ellipsis once the budget is spent. -/
def Core.print (c : Core) (out : Printed) : Printed :=
  if out.budget = 0 then out.append "…"
  else
    let out := out.spend
    match c with
    | .skip => out.append "skip"
    | .atomic command => (command.print (out.append "⟨")).append "⟩"
    | .choice S T => (T.print ((S.print (out.append "(")).append " □ ")).append ")"
    | .seq S T => T.print ((S.print out).append "; ")
    | .loop S => (S.print (out.append "(")).append ")*"
    | .block S => (S.print (out.append "{")).append "}"
    | .exit level => out.append ("exit " ++ toString level)
    | .call procedure => out.append ("call " ++ toString procedure)
    | .par first last S => (S.print ((last.print ((first.print (out.append "(par ")).append " .. ")).append ": ")).append ")"
    | .branches _ => out.append "(branches)"
    | .scope locals S => (S.print ((printNames locals (out.append "(scope")).append ": ")).append ")"

/-- Appends the procedures from number `i` on. -/
def printProcedures (procedures : Array Core) (i : Nat) (out : Printed) : Printed :=
  if h : i < procedures.size then
    if out.budget = 0 then out.append "\n  …"
    else printProcedures procedures (i + 1) (procedures[i].print (out.append ("\n  procedure " ++ toString i ++ " is ")))
  else out
termination_by procedures.size - i

/-- Appends the families from number `i` on. -/
def printFamilies (families : Array FamilyText) (i : Nat) (out : Printed) : Printed :=
  if h : i < families.size then
    if out.budget = 0 then out.append "\n  …"
    else
      let out := families[i].members.print (out.append "\n  every thread c0 with ")
      printFamilies families (i + 1) (families[i].body.print (out.append " runs "))
  else out
termination_by families.size - i

/-- Appends a program. -/
def ProgramText.print (p : ProgramText) (out : Printed) : Printed :=
  let out := p.assumption.print (out.append "\n  parameters with ")
  printProcedures p.procedures 1 (printFamilies p.families 0 (p.init.print (out.append "\n  initially ")))

/-- The claim as a sentence, followed by the beginning of what it is about. -/
def Claim.describe : Claim → String
  | .unsatisfiable assertions =>
    let head := "unsatisfiable: no model makes all " ++ toString assertions.size ++ " assertions true"
    (printFormulas assertions 0 ⟨head, 64⟩).text
  | .satisfiable assertions =>
    let head := "satisfiable: a model makes all " ++ toString assertions.size ++ " assertions true"
    (printFormulas assertions 0 ⟨head, 64⟩).text
  | .safe program => (program.print ⟨"safe: no interleaving of the program goes wrong", 200⟩).text
  | .triple program s =>
    let out := s.rely.print ⟨"triple: the program satisfies its specification\n  in an environment that does ", 300⟩
    let out := s.guarantee.print (out.append "\n  doing itself ")
    let out := s.invariant.print (out.append "\n  always ")
    (program.print (s.post.print (out.append "\n  and where all threads have ended "))).text
  | .raceFree program s variables =>
    let out := printNames variables ⟨"race-free: the program satisfies its specification, and has no race on", 300⟩
    let out := s.guarantee.print (out.append "\n  doing itself ")
    let out := s.invariant.print (out.append "\n  always ")
    (program.print (s.post.print (out.append "\n  and where all threads have ended "))).text
  | .goesWrong program => (program.print ⟨"goes wrong: an interleaving of the program does, from an initial store", 200⟩).text
  | .breaksInvariant program formula =>
    (program.print (formula.print ⟨"breaks invariant: the program reaches a store that does not satisfy ", 200⟩)).text
  | .breaksGuarantee program formula =>
    (program.print (formula.print ⟨"breaks guarantee: a transition of the program does not satisfy ", 200⟩)).text
  | .breaksPost program formula =>
    (program.print (formula.print ⟨"breaks post: all threads of the program can end in a store that does not satisfy ", 200⟩)).text
  | .hasRace program name => (program.print ⟨"has race: the program reaches a state with a race on x" ++ toString name, 200⟩).text
  | .invariant program formula =>
    (program.print (formula.print ⟨"invariant: the program never goes wrong, and every store that it reaches satisfies ", 200⟩)).text

/-- Checks a certificate and says so. This is the function that C++ calls. -/
@[export plato_kernel_report]
def report (bytes : ByteArray) : Report :=
  match Kernel.check bytes with
  | .ok claim => ⟨if claim.isRefutation then .refuted else .certified, 0, 0, claim.describe, bytes.size⟩
  | .error ⟨offset, reason⟩ =>
    let (line, column) := position bytes offset 0 1 1
    ⟨if reason.isLimit then .limit else .rejected, line, column, reason.message, 0⟩

end Plato
