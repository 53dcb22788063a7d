/-
# The program of a claim as source

Prints the program that an accepted certificate is about, from the certificate alone, in the language of Plato programs. Reading the text again
gives the same program: what a claim says can be read without trusting the front end that made it. Local variables are printed as the maps that
they are. A certificate may carry that a variable is a `bool`, and nothing rests on that: if it is used in a way that the language has no words for, it is printed
as an integer that is 0 or 1.

Main definitions: `ProgramTables.source`, `sourceReport`.
-/
module

public import Plato.Source.First
public import Plato.Source.Statement
public import Plato.Conditions

@[expose] public section

namespace Plato

/-- Appends the first value of a variable, if there is one. -/
def SourceContext.firstValue (c : SourceContext) (value : Option Nat) (use : Use) (out : Written) : Written :=
  match value with
  | none => out
  | some t => c.term t use (out.put " = ")

/-- Appends the declarations of variables or parameters, from index `i` on, with first values. -/
def writeDeclared (c : SourceContext) (word letter : String) (names : Array SourceName) (declared : Array (VariableCode × String))
    (values : Array (Option Nat)) (i : Nat) (out : Written) : Written :=
  if h : i < declared.size then
    let ⟨number, isMap⟩ := declared[i].1
    let out := (out.put (word ++ " ")).putFound (calledBy names letter number isMap)
    let isTruth := c.isTruth names number
    let out := out.put ((if isTruth then ": bool" else ": int") ++ (if isMap then "[]" else ""))
    let use := c.useAt ⟨number, none⟩
    writeDeclared c word letter names declared values (i + 1) ((c.firstValue (values.getD i none) use out).put "\n")
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
def ProgramTables.sourceIn (p : ProgramTables) (c : SourceContext) (codes : Array Code) (budget : Nat) : Written :=
  let out := writeDeclared c "const" "c" c.names.parameters p.names.parameters #[] 0 ⟨"", budget, true, []⟩
  let out := c.clause "assume" p.assumption out
  let ⟨values, rest⟩ := firstValues p.tables p.names.variables p.init
  let out := writeDeclared c "var" "v" c.names.variables p.names.variables values 0 out
  let out := c.clause "invariant" p.specification.invariant (c.clause "init" rest out)
  writeFamilies c codes p.families 0 (writeProcedures c codes p.procedures 1 (c.specification p.specification out))

/-- The program with these statements as source, all in integers. -/
def ProgramTables.sourceOf (p : ProgramTables) (codes : Array Code) (budget : Nat) : Written := p.sourceIn ⟨p.tables, p.names.choose, false⟩ codes budget

/-- The variable or parameter is an integer, or a map to integers. -/
def asInteger (names : Array SourceName) (number : Nat) : Array SourceName :=
  if h : number < names.size then names.set number { names[number] with isTruth := false } else names

/-- These variables and parameters are integers. -/
def SourceNames.integers (names : SourceNames) : List Nat → SourceNames
  | [] => names
  | code :: rest =>
    let changed := if code % 2 = 0 then { names with variables := asInteger names.variables (code / 2) }
      else { names with parameters := asInteger names.parameters (code / 2) }
    changed.integers rest

/-- The program as source, with types as far as it can be printed with them. What must be an integer is found by printing it, at most so often:
one variable that is an integer can make another one so, to which it is assigned. -/
def ProgramTables.typedSource (p : ProgramTables) (codes : Array Code) (budget : Nat) : (times : Nat) → (names : SourceNames) → Written
  | 0, names => p.sourceIn ⟨p.tables, names, false⟩ codes budget
  | times + 1, names =>
    let out := p.sourceIn ⟨p.tables, names, true⟩ codes budget
    match out.integers with
    | [] => out
    | integers => p.typedSource codes budget times (names.integers integers)

/-- The program as source, of about so many bytes at most. -/
def ProgramTables.source (p : ProgramTables) (budget : Nat) : Written := p.typedSource (codes p.statements) budget 8 p.names.choose

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
