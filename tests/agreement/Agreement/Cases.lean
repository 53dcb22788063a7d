module

/-!
# Inputs and output of the agreement tests

The same inputs for every group: boundary values around the powers of two where a representation changes, and
pseudo-random ones from a fixed seed. A report is a list of lines, each with the inputs and all results on them.
Written without the library's list functions, which this build of Lean cannot compile; its importers can compile our own
polymorphic functions only if they are specialized.
-/

@[expose] public section
namespace Agreement

/-- Adds the lines that `line` makes of the elements. -/
@[specialize] def addLines {α : Type} (line : α → String) : List α → String → String
  | [], report => report
  | x :: xs, report => addLines line xs (report ++ line x ++ "\n")

/-- Adds the lines that `line` makes of all pairs of an element of `xs` and one of `ys`. -/
@[specialize] def addPairs {α β : Type} (line : α → β → String) (ys : List β) : List α → String → String
  | [], report => report
  | x :: xs, report => addPairs line ys xs (addLines (line x) ys report)

/-- `xs` in reverse order, before `ys`. -/
def prependReversed : List Nat → List Nat → List Nat
  | [], ys => ys
  | x :: xs, ys => prependReversed xs (x :: ys)

/-- The elements joined by commas. -/
@[specialize] def joined {α : Type} (text : α → String) : List α → String
  | [] => ""
  | x :: xs => text x ++ "," ++ joined text xs

/-- The next number of a linear congruential generator modulo 2^64. -/
def next (state : Nat) : Nat := (state * 6364136223846793005 + 1442695040888963407) % 18446744073709551616

/-- A number of 32 · `words` bits, and the generator's state after it. -/
def randomNatural : Nat → Nat → Nat × Nat
  | 0, state => (0, state)
  | words + 1, state =>
    let (n, state) := randomNatural words (next state)
    (n * 4294967296 + state / 4294967296, next state)

/-- Random numbers with these numbers of words. -/
def randomNaturals : List Nat → Nat → List Nat
  | [], _ => []
  | words :: rest, state =>
    let (n, state) := randomNatural words state
    n :: randomNaturals rest state

/-- The numbers 2^e - 1, 2^e and 2^e + 1 for the exponents. -/
def aroundPowers : List Nat → List Nat
  | [] => []
  | e :: es => (2 ^ e - 1) :: 2 ^ e :: (2 ^ e + 1) :: aroundPowers es

/-- Where representations change: bytes, 16, 32 and 64 bits, the unboxed values of both word sizes, two digits. -/
def boundaries : List Nat :=
  [3, 5, 7, 10, 12, 100] |>
    prependReversed (aroundPowers [0, 7, 8, 15, 16, 30, 31, 32, 33, 61, 62, 63, 64, 65, 127, 128, 129, 192, 256])

/-- Random numbers of one to eight words. -/
def randoms (seed : Nat) : List Nat := randomNaturals [1, 1, 1, 2, 2, 2, 3, 4, 5, 8] seed

/-- Boundary values and random numbers. -/
def naturals (seed : Nat) : List Nat := prependReversed boundaries (randoms seed)

/-- Random numbers of up to 30,000 bits, where multiplication and division use other algorithms. -/
def hugeNaturals (seed : Nat) : List Nat := randomNaturals [20, 79, 80, 81, 100, 161, 400, 937] seed

/-- The number and its negation, for each. -/
def withNegations : List Nat → List Int
  | [] => []
  | n :: ns => (n : Int) :: -(n : Int) :: withNegations ns

/-- A boolean as a digit. -/
def bit (b : Bool) : String := if b then "1" else "0"

/-- A number in decimal, or, if that would be long, its length and two remainders. -/
def shown (n : Nat) : String :=
  if n.log2 < 1200 then toString n
  else "#" ++ toString n.log2 ++ ":" ++ toString (n % 2305843009213693951) ++ ":" ++ toString (n % 18446744073709551557)

/-- An integer, shown in the same way. -/
def shownInt (i : Int) : String := if i < 0 then "-" ++ shown i.natAbs else shown i.natAbs

end Agreement
