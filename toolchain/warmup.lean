module
@[expose] public section

/-!
# What Lean is warmed up with

Lean checks and compiles this file once, when the toolchain is prepared (record_code.js); the machine code of all
that this uses goes into the code cache. So it should use what Plato's own modules use, and need not mean
anything. Nothing imports it.
-/

/-! ## Proofs of the everyday kinds -/

inductive Tree (α : Type) where
  | leaf : Tree α
  | node : Tree α → α → Tree α → Tree α

namespace Tree

def size : Tree α → Nat
  | leaf => 0
  | node l _ r => l.size + 1 + r.size

def mirror : Tree α → Tree α
  | leaf => leaf
  | node l x r => node r.mirror x l.mirror

noncomputable def toList : Tree α → List α
  | leaf => []
  | node l x r => l.toList ++ x :: r.toList

theorem mirror_mirror (t : Tree α) : t.mirror.mirror = t := by
  induction t with
  | leaf => rfl
  | node l x r hl hr => simp [mirror, hl, hr]

theorem size_mirror (t : Tree α) : t.mirror.size = t.size := by
  induction t with
  | leaf => rfl
  | node l x r hl hr => simp only [mirror, size, hl, hr]; omega

theorem length_toList (t : Tree α) : t.toList.length = t.size := by
  induction t with
  | leaf => rfl
  | node l x r hl hr => simp [toList, size, hl, hr]; omega

theorem toList_mirror (t : Tree α) : t.mirror.toList = t.toList.reverse := by
  induction t with
  | leaf => rfl
  | node l x r hl hr => simp [mirror, toList, hl, hr]

end Tree

theorem linear_one (x y z : Int) (h₁ : x ≤ y) (h₂ : y < z) (h₃ : 3 * z ≤ 2 * x + 7) : x ≤ 4 := by omega
theorem linear_two (a b : Nat) (h : a % 4 = 3) (h' : b = a / 2) : b % 2 = 1 := by omega
theorem linear_three (a b c : Nat) : a ≤ b → b ≤ c → (a = c → b = c) ∧ (¬ a = c → a < c) := by
  intro h₁ h₂
  constructor
  · intro h; omega
  · intro h; omega

structure Relation (σ : Type) where
  holds : σ → σ → Prop
  refl : ∀ s, holds s s
  trans : ∀ {a b c}, holds a b → holds b c → holds a c

inductive Star (r : α → α → Prop) : α → α → Prop where
  | refl : Star r a a
  | step : r a b → Star r b c → Star r a c

theorem Star.trans {r : α → α → Prop} {a b c : α} (h₁ : Star r a b) (h₂ : Star r b c) : Star r a c := by
  induction h₁ with
  | refl => exact h₂
  | step h _ ih => exact .step h (ih h₂)

theorem Star.mono {r s : α → α → Prop} (h : ∀ a b, r a b → s a b) {a b : α} (hr : Star r a b) : Star s a b := by
  induction hr with
  | refl => exact .refl
  | step hab _ ih => exact .step (h _ _ hab) ih

def Star.relation (r : α → α → Prop) : Relation α := ⟨Star r, fun _ => .refl, Star.trans⟩

theorem exists_and (p q : Nat → Prop) : (∃ x, p x ∧ q x) → (∃ x, p x) ∧ ∃ x, q x := by
  rintro ⟨x, hp, hq⟩
  refine ⟨⟨x, hp⟩, ⟨x, hq⟩⟩

theorem cases_on_sum (x y : Nat) (h : x + y = 1) : (x = 0 ∧ y = 1) ∨ (x = 1 ∧ y = 0) := by
  rcases x with _ | x
  · left; exact ⟨rfl, by omega⟩
  · right
    obtain ⟨hx, hy⟩ : x = 0 ∧ y = 0 := by omega
    subst hx hy
    exact ⟨rfl, rfl⟩

theorem rewriting (f : Nat → Nat) (h : ∀ x, f (x + 1) = f x + 2) (n : Nat) : f n = f 0 + 2 * n := by
  induction n with
  | zero => simp
  | succ n ih =>
    calc f (n + 1) = f n + 2 := h n
      _ = f 0 + 2 * n + 2 := by rw [ih]
      _ = f 0 + 2 * (n + 1) := by omega

theorem decidable_one : ∀ x : Fin 8, x.val * x.val ≤ 49 := by decide
theorem extensional (f g : Nat → Bool) (h : ∀ x, f x = g x) : f = g := by funext x; exact h x
theorem classical (p q : Prop) : ¬ (p ∧ q) ↔ ¬ p ∨ ¬ q := by
  by_cases hp : p <;> simp [hp]
theorem grinding (a b c : List Nat) (h : a = b) (h' : b = c) : a.length = c.length := by grind

/-- A total evaluator with well-founded recursion. -/
def collatzBelow (bound n : Nat) : Nat :=
  if h : n < bound then collatzBelow bound (n + 1) + 1 else 0
termination_by bound - n

theorem collatzBelow_eq (bound n : Nat) : collatzBelow bound n = bound - n := by
  fun_induction collatzBelow bound n with
  | case1 n h ih => omega
  | case2 n h => omega

/-! ## Programs of the kind that a kernel is made of

A reader of bytes, arrays, polynomials, results with named errors. -/

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
