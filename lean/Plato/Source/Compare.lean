/-
# Whether a certificate is about a program

Compares the claim of a certificate with a program that somebody has written, which is given as the first lines of a certificate. The two programs are
compared as they are printed (`ProgramTables.source`), so variable numbers do not matter. If they differ only in steps that do nothing, such as those of
a proof, the answer says so. The certificate may claim more than the program asks for.

Main definitions: `Code.thin`, `Comparison`, `compareReport`.
-/
module

public import Plato.Source.Program

@[expose] public section

namespace Plato

/-- The statement does nothing, and ends. -/
def Code.isIdle : Code → Bool
  | .skip => true
  | .atomic command => command.isNothing
  | _ => false

/-- One statement after the other; what does nothing is left out. -/
def Code.andThen (S T : Code) : Code :=
  if S.isIdle then T else if T.isIdle then S else .seq S T

/-- The statement without steps that do nothing. -/
def Code.thin : Code → Code
  | .seq S T => S.thin.andThen T.thin
  | .choice S T => .choice S.thin T.thin
  | .loop S => .loop S.thin
  | .block S => .block S.thin
  | .scope locals S => .scope locals S.thin
  | .atomic command => if command.isNothing then .skip else .atomic command
  | S => S

/-- The statements without steps that do nothing, from index `i` on. -/
def thinFrom (statements : Array Code) (i : Nat) (out : Array Code) : Array Code :=
  if h : i < statements.size then thinFrom statements (i + 1) (out.push statements[i].thin) else out
termination_by statements.size - i

/-- What is stated of the one, as far as it is stated of the other. -/
def asFarAs (wanted claimed : Option Literal) : Option Literal :=
  match wanted with
  | none => none
  | some _ => claimed

/-- What is claimed, as far as it is wanted. -/
def SpecificationCode.asFarAs (wanted claimed : SpecificationCode) : SpecificationCode :=
  ⟨Plato.asFarAs wanted.rely claimed.rely, Plato.asFarAs wanted.guarantee claimed.guarantee, Plato.asFarAs wanted.invariant claimed.invariant,
    Plato.asFarAs wanted.post claimed.post⟩

/-- How two programs compare. -/
inductive Comparison where
  | same
  /-- They are the same but for steps that do nothing. -/
  | thinlySame
  | different

namespace Kernel

/-- The program that a certificate is about, as far as its claim speaks of it; and the offset of the line that names the method. -/
def claimedProgram (bytes : ByteArray) : Except Error (ProgramTables × Nat) := do
  let ⟨kind, start⟩ ← Reader.header bytes
  let claim ← orReject ⟨start, .expected "a claim about a program"⟩ (programClaim kind)
  let ⟨p, _, named, _⟩ ← program bytes start (ProgramTables.empty (room bytes))
  .ok ({ p with specification := claimed p.specification claim }, named)

/-- The program as source, if all of it can be printed. -/
def printed (bytes : ByteArray) (p : ProgramTables) (named : Nat) (thin : Bool) : Except Error String := do
  let statements := codes p.statements
  let out := p.sourceOf (if thin then thinFrom statements 0 #[] else statements) (64 * bytes.size + 65536)
  require (out.complete = true) ⟨named, .notSource⟩
  .ok out.text

/-- Compares the program of the certificate's claim with another one. -/
def compare (certificate other : ByteArray) : Except Error Comparison := do
  let (claimed, named) ← claimedProgram certificate
  let (wanted, otherNamed) ← claimedProgram other
  let claimed := { claimed with specification := wanted.specification.asFarAs claimed.specification }
  let a ← printed certificate claimed named false
  let b ← printed other wanted otherNamed false
  if a == b then .ok .same
  else do
    let a ← printed certificate claimed named true
    let b ← printed other wanted otherNamed true
    .ok (if a == b then .thinlySame else .different)

end Kernel

/-- The word for a comparison. -/
def Comparison.word : Comparison → String
  | .same => "same"
  | .thinlySame => "thinly same"
  | .different => "different"

/-- How the program of an accepted certificate compares with the other one, in a word, or why they cannot be compared; a position is one in the
certificate. This is the function that C++ asks. -/
@[export plato_kernel_compare]
def compareReport (certificate other : ByteArray) : TextReport :=
  .of certificate (do
    let result ← Kernel.compare certificate other
    .ok result.word)

end Plato
