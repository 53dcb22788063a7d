module
@[expose] public section

/-! Programs of the kind that Plato's kernel is made of, compiled to C: a reader of bytes, arrays, polynomials over Int, results with
named errors. Only run, never imported: what it exercises goes into the code cache. -/

inductive Error where
  | endOfInput (position : Nat)
  | badTag (position : Nat) (tag : UInt8)
  | badIndex (index : Nat)
  deriving DecidableEq, Inhabited

inductive Term where
  | literal (value : Int)
  | variable (index : Nat)
  | add (left right : Term)
  | mul (left right : Term)
  deriving DecidableEq, Inhabited

structure Cursor where
  bytes : ByteArray
  position : Nat

abbrev Read (α : Type) := StateT Cursor (Except Error) α

def readByte : Read UInt8 := do
  let cursor ← get
  if cursor.position < cursor.bytes.size then
    set { cursor with position := cursor.position + 1 }
    return cursor.bytes.get! cursor.position
  else throw (.endOfInput cursor.position)

def readNat : Nat → Read Nat
  | 0 => do throw (.endOfInput (← get).position)
  | fuel + 1 => do
    let byte ← readByte
    if byte < 128 then return byte.toNat
    else return (byte.toNat - 128) + 128 * (← readNat fuel)

def readTerm : Nat → Read Term
  | 0 => do throw (.endOfInput (← get).position)
  | fuel + 1 => do
    let tag ← readByte
    match tag with
    | 0 => return .literal (Int.ofNat (← readNat 10))
    | 1 => return .literal (Int.negSucc (← readNat 10))
    | 2 => return .variable (← readNat 10)
    | 3 => return .add (← readTerm fuel) (← readTerm fuel)
    | 4 => return .mul (← readTerm fuel) (← readTerm fuel)
    | tag => throw (.badTag (← get).position tag)

def Term.eval (values : Array Int) : Term → Except Error Int
  | .literal value => .ok value
  | .variable index => if h : index < values.size then .ok values[index] else .error (.badIndex index)
  | .add left right => do return (← left.eval values) + (← right.eval values)
  | .mul left right => do return (← left.eval values) * (← right.eval values)

/-- A monomial is a coefficient with the exponents of the variables. -/
structure Monomial where
  coefficient : Int
  exponents : List Nat
  deriving Inhabited

def addExponents : List Nat → List Nat → List Nat
  | [], ys => ys
  | xs, [] => xs
  | x :: xs, y :: ys => (x + y) :: addExponents xs ys

def sameExponents : List Nat → List Nat → Bool
  | [], [] => true
  | x :: xs, y :: ys => x == y && sameExponents xs ys
  | _, _ => false

def insertMonomial (m : Monomial) : List Monomial → List Monomial
  | [] => [m]
  | n :: rest =>
    if sameExponents m.exponents n.exponents then { n with coefficient := m.coefficient + n.coefficient } :: rest
    else n :: insertMonomial m rest

def addPolynomials : List Monomial → List Monomial → List Monomial
  | [], q => q
  | m :: p, q => insertMonomial m (addPolynomials p q)

def scale (m : Monomial) : List Monomial → List Monomial
  | [] => []
  | n :: rest => ⟨m.coefficient * n.coefficient, addExponents m.exponents n.exponents⟩ :: scale m rest

def mulPolynomials : List Monomial → List Monomial → List Monomial
  | [], _ => []
  | m :: p, q => addPolynomials (scale m q) (mulPolynomials p q)

def unitExponents : Nat → List Nat
  | 0 => [1]
  | n + 1 => 0 :: unitExponents n

def Term.normalize : Term → List Monomial
  | .literal value => [⟨value, []⟩]
  | .variable index => [⟨1, unitExponents index⟩]
  | .add left right => addPolynomials left.normalize right.normalize
  | .mul left right => mulPolynomials left.normalize right.normalize

def sumFrom (values : Array Int) (i : Nat) (total : Int) : Int :=
  if h : i < values.size then sumFrom values (i + 1) (total + values[i]) else total
termination_by values.size - i

theorem addExponents_comm (xs ys : List Nat) : addExponents xs ys = addExponents ys xs := by
  induction xs generalizing ys with
  | nil => cases ys <;> simp [addExponents]
  | cons x xs ih =>
    cases ys with
    | nil => simp [addExponents]
    | cons y ys => simp [addExponents, ih ys, Nat.add_comm]

def message : Error → String
  | .endOfInput position => "the input ends at byte " ++ toString position
  | .badTag position tag => "unknown tag " ++ toString tag.toNat ++ " before byte " ++ toString position
  | .badIndex index => "no variable has number " ++ toString index

structure Statistics where
  terms : Nat := 0
  bytes : UInt32 := 0
  wide : UInt64 := 0
  closed : Bool := true
  deriving Inhabited

def statistics (s : Statistics) : Term → Statistics
  | .literal value => { s with terms := s.terms + 1, wide := s.wide + UInt64.ofNat value.natAbs }
  | .variable _ => { s with terms := s.terms + 1, closed := false }
  | .add left right => statistics (statistics { s with bytes := s.bytes + 1 } left) right
  | .mul left right => statistics (statistics { s with bytes := s.bytes + 1 } left) right

@[export plato_warmup]
def run (input : ByteArray) : String :=
  match (readTerm 1000).run ⟨input, 0⟩ with
  | .error error => message error
  | .ok (term, _) =>
    match term.eval #[1, 2, 3] with
    | .error error => message error
    | .ok value =>
      let counted := statistics {} term
      if sumFrom #[value, 1] 0 0 == value + 1 && counted.closed then toString value.toNat else toString counted.terms
