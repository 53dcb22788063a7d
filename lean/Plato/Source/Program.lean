/-
# The program of a claim as source

Prints the program that an accepted certificate is about, from the certificate alone, in the language of Plato programs. Reading the text again
gives the same program: what a claim says can be read without trusting the front end that made it. A certificate may carry that a variable is a `bool`, or call it
like a local variable of a family, and nothing rests on that: if it is used in a way that the language has no words for, it is printed as an integer that is
0 or 1, or as the map that it is. Variables of procedures and branches are printed as maps.

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

/-- The variable is printed as a local one. -/
def isLocal (c : SourceContext) (number : Nat) : Bool := (c.own number).isSome

/-- Appends the declarations of variables or parameters, from index `i` on, with first values. -/
def writeDeclared (c : SourceContext) (word letter : String) (names : Array SourceName) (declared : Array (VariableCode × String))
    (values : Array (Option Nat)) (i : Nat) (out : Written) : Written :=
  if h : i < declared.size then
    let ⟨number, isMap⟩ := declared[i].1
    if word == "var" && isLocal c number then writeDeclared c word letter names declared values (i + 1) out
    else
      let out := (out.put (word ++ " ")).putFound (calledBy names letter number isMap)
      let isTruth := c.isTruth names number
      let out := out.put ((if isTruth then ": bool" else ": int") ++ (if isMap then "[]" else ""))
      let use := c.useAt ⟨number, none⟩
      writeDeclared c word letter names declared values (i + 1) ((c.firstValue (values.getD i none) use out).put "\n")
  else out
termination_by declared.size - i

/-- The value that the map has everywhere, if the term says so. -/
def everywhere (T : Tables) (t : Nat) : Option Nat :=
  match T.termShape t with
  | .const x => some x
  | _ => none

/-- Appends the declarations of the family's local variables, from index `i` on. -/
def writeLocals (c : SourceContext) (family : Nat) (declared : Array (VariableCode × String)) (values : Array (Option Nat)) (i : Nat) (out : Written) :
    Written :=
  if h : i < declared.size then
    let number := declared[i].1.name
    match c.own number with
    | some (owner, name) =>
      if owner = family then
        -- a map that is declared twice is not printed
        let out := match calledBy c.names.variables "v" number true with
          | some _ => out.put ("  var " ++ name ++ (if c.isTruth c.names.variables number then ": bool" else ": int"))
          | none => out.fail
        let value := match values.getD i none with
          | some t => everywhere c.tables t
          | none => none
        writeLocals c family declared values (i + 1) ((c.firstValue value (c.useAt ⟨number, none⟩).element out).put "\n")
      else writeLocals c family declared values (i + 1) out
    | none => writeLocals c family declared values (i + 1) out
  else out
termination_by declared.size - i

/-- Appends a formula after a word, if it is stated. -/
def SourceContext.clause (c : SourceContext) (word : String) (stated : Option Literal) (out : Written) : Written :=
  match stated with
  | none => out
  | some l => (c.formula l (out.put (word ++ " "))).put "\n"

/-- Appends the families from number `i` on. -/
def writeFamilies (c : SourceContext) (declared : Array (VariableCode × String)) (values : Array (Option Nat)) (codes : Array Code)
    (families : Array Family) (i : Nat) (out : Written) : Written :=
  if h : i < families.size then
    if out.budget = 0 then out.fail
    else
      let out := c.formula families[i].members (out.put ("\nthread " ++ numbered (c.names.families.getD i "") "t" i ++ "[tid] for "))
      let out := writeLocals c i declared values 0 (out.put " {\n")
      let out := (codes.getD families[i].body .skip).write { c with inside := some i } 0 1 out
      writeFamilies c declared values codes families (i + 1) (out.put "}\n")
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

/-- Appends the variables on which there must be no race, with commas in between. -/
def SourceContext.raced (c : SourceContext) : List Nat → (separator : String) → (out : Written) → Written
  | [], _, out => out
  | x :: rest, separator, out => c.raced rest ", " (c.place ⟨x, none⟩ (out.put separator))

/-- Appends on which variables there must be no race, if it is on some. -/
def SourceContext.races (c : SourceContext) (variables : List Nat) (out : Written) : Written :=
  match variables with
  | [] => out
  | variables => (c.raced variables "race-free " out).put ";\n"

/-- The program with these statements as source, of about so many bytes at most. -/
def ProgramTables.sourceIn (p : ProgramTables) (c : SourceContext) (codes : Array Code) (budget : Nat) : Written :=
  let out := writeDeclared c "const" "c" c.names.parameters p.names.parameters #[] 0 ⟨"", budget, true, []⟩
  let out := c.clause "assume" p.assumption out
  let ⟨values, rest⟩ := firstValues p.tables p.names.variables p.init
  let out := writeDeclared c "var" "v" c.names.variables p.names.variables values 0 out
  let out := c.races p.specification.races (c.clause "invariant" p.specification.invariant (c.clause "init" rest out))
  writeFamilies c p.names.variables values codes p.families 0 (writeProcedures c codes p.procedures 1 (c.specification p.specification out))

/-- The program with these statements as source, all in integers. -/
def ProgramTables.sourceOf (p : ProgramTables) (codes : Array Code) (budget : Nat) : Written := p.sourceIn ⟨p.tables, p.names.choose, false, none⟩ codes budget

/-- The variable or parameter is an integer, or a map to integers. -/
def asInteger (names : Array SourceName) (number : Nat) : Array SourceName :=
  if h : number < names.size then names.set number { names[number] with isTruth := false } else names

/-- The variable is no local one. -/
def asShared (names : Array SourceName) (number : Nat) : Array SourceName :=
  if h : number < names.size then names.set number { names[number] with own := none } else names

/-- The names without what cannot be used. -/
def SourceNames.without (names : SourceNames) : List Nat → SourceNames
  | [] => names
  | code :: rest =>
    let changed := match code % 3 with
      | 0 => { names with variables := asInteger names.variables (code / 3) }
      | 1 => { names with parameters := asInteger names.parameters (code / 3) }
      | _ => { names with variables := asShared names.variables (code / 3) }
    changed.without rest

/-- Local variables are printed as such only if they are the last ones, and in the order of their families, as the language numbers them. These
are the variables before index `i`; the ones after it are local variables of families from number `first` on, or some are not. -/
def lastLocals (declared : Array (VariableCode × String)) : (i : Nat) → (first : Option Nat) → Array SourceName → Array SourceName
  | 0, _, names => names
  | i + 1, first, names =>
    if h : i < declared.size then
      let number := declared[i].1.name
      if hn : number < names.size then
        match names[number].own, first with
        | some (family, _), some later =>
          if family ≤ later then lastLocals declared i (some family) names else lastLocals declared i none (asShared names number)
        | _, _ => lastLocals declared i none (asShared names number)
      else lastLocals declared i none names
    else names

/-- What the program calls its variables, without local ones if there is an environment: it leaves these alone, and the claim says so of maps. -/
def ProgramTables.settle (p : ProgramTables) (names : SourceNames) : SourceNames :=
  let first := if isStated p.specification.rely then none else some p.families.size
  { names with variables := lastLocals p.names.variables p.names.variables.size first names.variables }

/-- The program as source, with types and local variables as far as it can be printed with them. What cannot be used is found by printing it, at most
so often: one variable that is an integer can make another one so, to which it is assigned. -/
def ProgramTables.typedSource (p : ProgramTables) (codes : Array Code) (budget : Nat) : (times : Nat) → (names : SourceNames) → Written
  | 0, names => p.sourceIn ⟨p.tables, names, false, none⟩ codes budget
  | times + 1, names =>
    let settled := p.settle names
    let out := p.sourceIn ⟨p.tables, settled, true, none⟩ codes budget
    match out.refused with
    | [] => out
    | refused => p.typedSource codes budget times (settled.without refused)

/-- The program as source, of about so many bytes at most. -/
def ProgramTables.source (p : ProgramTables) (budget : Nat) : Written := p.typedSource (codes p.statements) budget 8 p.names.choose

/-- What of the specification a claim is about. -/
def claimed (s : SpecificationCode) : Reader.ProgramClaim → SpecificationCode
  | .safe => ⟨none, none, none, none, []⟩
  | .goesWrong => ⟨none, none, none, none, []⟩
  | .invariant => ⟨none, none, s.invariant, none, []⟩
  | .breaksInvariant => ⟨none, none, s.invariant, none, []⟩
  | .breaksGuarantee => ⟨none, s.guarantee, none, none, []⟩
  | .breaksPost => ⟨none, none, none, s.post, []⟩
  | .hasRace => ⟨none, none, none, none, s.races⟩
  | .triple => { s with races := [] }
  | .raceFree => s

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
