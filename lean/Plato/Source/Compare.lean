/-
# Whether a certificate is about a program

Compares the claim of a certificate with a program that somebody has written, which is given as the first lines of a certificate. The two programs are
compared as they are printed in integers (`ProgramTables.sourceOf`), so variable numbers and the grouping of sequences do not matter. If they differ only in steps that do nothing,
such as those of a proof, the answer says so: with and without them a program satisfies the same specifications (`sat_of_thin` and `thin_sat` in
`proofs/Theory/Idle.lean`). The certificate may claim more than the program asks for.

Main definitions: `Code.thin`, `Comparison`, `compareReport`.
-/
module

public import Plato.Source.Program

@[expose] public section

namespace Plato

/-- One statement after the other; a second one that does nothing is left out. -/
def Code.link (S rest : Code) : Code :=
  match rest with
  | .skip => S
  | rest => .seq S rest

/-- The statement without steps that do nothing, and the rest after it. -/
def Code.onto : Code → (rest : Code) → Code
  | .seq S T, rest => S.onto (T.onto rest)
  | .skip, rest => rest
  | .atomic c, rest => if c.isNothing then rest else (Code.atomic c).link rest
  | .choice S T, rest => (Code.choice (S.onto .skip) (T.onto .skip)).link rest
  | .loop S, rest => (Code.loop (S.onto .skip)).link rest
  | .block S, rest => (Code.block (S.onto .skip)).link rest
  | .exit level, rest => (Code.exit level).link rest
  | .call procedure, rest => (Code.call procedure).link rest
  | .scope locals S, rest => (Code.scope locals (S.onto .skip)).link rest
  | .par first last S, rest => (Code.par first last (S.onto .skip)).link rest

/-- The statement without steps that do nothing, unless that leaves nothing: threads that take steps have not ended from the start. -/
def Code.thin (S : Code) : Code :=
  match S.onto .skip with
  | .skip => S
  | U => U

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
    Plato.asFarAs wanted.post claimed.post,
    match wanted.races with
    | [] => []
    | _ => claimed.races⟩

/-- How two programs compare. -/
inductive Comparison where
  | same
  /-- They are the same but for steps that do nothing. -/
  | thinlySame
  | different

namespace Kernel

/-- Steps that do nothing make no difference to the claim: not to all, since such a step can break a guarantee, and races are about the next steps. -/
def isAboutStores : Reader.ProgramClaim → Bool
  | .raceFree => false
  | .hasRace => false
  | .breaksGuarantee => false
  | _ => true

/-- The program that a certificate is about, as far as its claim speaks of it; the offset of the line that names the method; and the claim. -/
def claimedProgram (bytes : ByteArray) : Except Error (ProgramTables × Nat × Reader.ProgramClaim) := do
  let ⟨kind, start⟩ ← Reader.header bytes
  let claim ← orReject ⟨start, .expected "a claim about a program"⟩ (programClaim kind)
  let ⟨p, _, named, _⟩ ← program bytes start (ProgramTables.empty (room bytes))
  .ok ({ p with specification := claimed p.specification claim }, named, claim)

/-- The program as source, if all of it can be printed. -/
def printed (bytes : ByteArray) (p : ProgramTables) (named : Nat) (thin : Bool) : Except Error String := do
  let statements := codes p.statements
  let out := p.sourceOf (if thin then thinFrom statements 0 #[] else statements) (64 * bytes.size + 65536)
  require (out.complete = true) ⟨named, .notSource⟩
  .ok out.text

/-- Compares the program of the certificate's claim with another one. -/
def compare (certificate other : ByteArray) : Except Error Comparison := do
  let (claimed, named, claim) ← claimedProgram certificate
  let (wanted, otherNamed, _) ← claimedProgram other
  let claimed := { claimed with specification := wanted.specification.asFarAs claimed.specification }
  let a ← printed certificate claimed named false
  let b ← printed other wanted otherNamed false
  if a == b then .ok .same
  else if !isAboutStores claim then .ok .different
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
