/-
# The program of a claim as source

Prints the program that an accepted certificate is about, from the certificate alone, in the language of Plato programs. Reading the text again
gives the same program: what a claim says can be read without trusting the front end that made it. Local variables are printed as the maps that
they are, and truth values as the integers 0 and 1.

Main definitions: `ProgramTables.source`, `sourceReport`.
-/
module

public import Plato.Source.Statement
public import Plato.Conditions

@[expose] public section

namespace Plato

/-- Appends the declarations of variables or parameters, from index `i` on. -/
def writeDeclared (word letter : String) (names : Array SourceName) (declared : Array (VariableCode × String)) (i : Nat) (out : Written) : Written :=
  if h : i < declared.size then
    let ⟨number, isMap⟩ := declared[i].1
    writeDeclared word letter names declared (i + 1)
      (((out.put (word ++ " ")).putFound (calledBy names letter number isMap)).put (if isMap then ": int[]\n" else ": int\n"))
  else out
termination_by declared.size - i

/-- Appends a formula after a word, if it is stated. -/
def SourceContext.clause (c : SourceContext) (word : String) (stated : Option Literal) (out : Written) : Written :=
  match stated with
  | none => out
  | some l => (c.formula l (out.put (word ++ " "))).put "\n"

/-- Appends the families from number `i` on. -/
def writeFamilies (c : SourceContext) (codes : Array Code) (families : Array Family) (i : Nat) (out : Written) : Written :=
  if h : i < families.size then
    if out.budget = 0 then out.fail
    else
      let out := c.formula families[i].members (out.put ("\nthread " ++ numbered (c.names.families.getD i "") "t" i ++ "[tid] for "))
      let out := (codes.getD families[i].body .skip).write c 0 1 (out.put " {\n")
      writeFamilies c codes families (i + 1) (out.put "}\n")
  else out
termination_by families.size - i

/-- Appends the procedures from number `i` on. -/
def writeProcedures (c : SourceContext) (codes : Array Code) (procedures : Array Nat) (i : Nat) (out : Written) : Written :=
  if h : i < procedures.size then
    if out.budget = 0 then out.fail
    else
      let out := (codes.getD procedures[i] .skip).write c 0 1 (out.put ("\nprocedure " ++ c.procedure i ++ "() {\n"))
      writeProcedures c codes procedures (i + 1) (out.put "}\n")
  else out
termination_by procedures.size - i

/-- Something is stated. -/
def isStated : Option Literal → Bool
  | none => false
  | some _ => true

/-- Appends the program's specification in its environment, if one is stated. -/
def SourceContext.specification (c : SourceContext) (s : SpecificationCode) (out : Written) : Written :=
  if isStated s.rely || isStated s.guarantee || isStated s.post then
    let out := c.clause "  rely" s.rely (out.put "program {\n")
    (c.clause "  ensures" s.post (c.clause "  guarantee" s.guarantee out)).put "}\n"
  else out

/-- The program with these statements as source, of about so many bytes at most. -/
def ProgramTables.sourceOf (p : ProgramTables) (codes : Array Code) (budget : Nat) : Written :=
  let c : SourceContext := ⟨p.tables, p.names.choose⟩
  let out := writeDeclared "const" "c" c.names.parameters p.names.parameters 0 ⟨"", budget, true⟩
  let out := c.clause "assume" p.assumption out
  let out := writeDeclared "var" "v" c.names.variables p.names.variables 0 out
  let out := c.clause "invariant" p.specification.invariant (c.clause "init" p.init out)
  writeFamilies c codes p.families 0 (writeProcedures c codes p.procedures 1 (c.specification p.specification out))

/-- The program as source, of about so many bytes at most. -/
def ProgramTables.source (p : ProgramTables) (budget : Nat) : Written := p.sourceOf (codes p.statements) budget

/-- What of the specification a claim is about. -/
def claimed (s : SpecificationCode) : Reader.ProgramClaim → SpecificationCode
  | .safe => ⟨none, none, none, none⟩
  | .goesWrong => ⟨none, none, none, none⟩
  | .invariant => ⟨none, none, s.invariant, none⟩
  | .breaksInvariant => ⟨none, none, s.invariant, none⟩
  | .breaksGuarantee => ⟨none, s.guarantee, none, none⟩
  | .breaksPost => ⟨none, none, none, s.post⟩
  | .triple => s

/-- The claim, if it is about a program. -/
def programClaim (kind : Reader.ClaimKind) : Option Reader.ProgramClaim :=
  match kind with
  | .program claim => some claim
  | .problem _ => none

/-- The program of the certificate's claim as source. -/
def Kernel.sourceOf (bytes : ByteArray) : Except Error String := do
  let ⟨kind, start⟩ ← Reader.header bytes
  let claim ← orReject ⟨start, .expected "a claim about a program"⟩ (programClaim kind)
  let ⟨p, _, named, _⟩ ← program bytes start (ProgramTables.empty (room bytes))
  let out := { p with specification := claimed p.specification claim }.source (64 * bytes.size + 65536)
  require (out.complete = true) ⟨named, .notSource⟩
  .ok out.text

/-- The program of an accepted certificate as source, or why there is none. This is the function that C++ asks. -/
@[export plato_kernel_source]
def sourceReport (bytes : ByteArray) : TextReport := .of bytes (Kernel.sourceOf bytes)

end Plato
