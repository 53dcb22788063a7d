module
public import Agreement.Cases

/-! # Int: every operation with all signs -/

@[expose] public section
namespace Agreement

/-- What one integer gives. -/
def integerLine (a : Int) : String :=
  shownInt a ++ " neg " ++ shownInt (-a) ++ " abs " ++ shown a.natAbs ++ " toNat " ++ shown a.toNat ++ " sign " ++ shownInt a.sign
    ++ " negSucc " ++ shownInt (Int.negSucc a.natAbs) ++ " match " ++ (match a with | .ofNat n => shown n | .negSucc n => "-" ++ shown n)
    ++ " powers " ++ shownInt (a ^ 0) ++ " " ++ shownInt (a ^ 1) ++ " " ++ shownInt (a ^ 2) ++ " " ++ shownInt (a ^ 5)
    ++ " zero " ++ shownInt (a / 0) ++ " " ++ shownInt (a % 0) ++ " " ++ shownInt (a.tdiv 0) ++ " " ++ shownInt (a.tmod 0)
    ++ " " ++ shownInt (0 / a) ++ " " ++ shownInt (0 % a) ++ " text " ++ (if a.natAbs.log2 < 1200 then a.repr ++ " " ++ toString a else "")

/-- What two integers give. -/
def integerPairLine (a b : Int) : String :=
  shownInt a ++ " " ++ shownInt b ++ " + " ++ shownInt (a + b) ++ " - " ++ shownInt (a - b) ++ " * " ++ shownInt (a * b)
    ++ " / " ++ shownInt (a / b) ++ " % " ++ shownInt (a % b) ++ " tdiv " ++ shownInt (a.tdiv b) ++ " tmod " ++ shownInt (a.tmod b)
    ++ " exact " ++ shownInt (Int.divExact (a * b) b (Int.dvd_mul_left a b))
    ++ " order " ++ bit (a == b) ++ bit (a < b) ++ bit (a ≤ b) ++ bit (decide (a = b))

/-- Integer literals, which emitted C builds from natural ones. -/
def integerLiterals : List Int :=
  [0, -1, -2147483648, 2147483648, -2147483649, -4611686018427387904, -4611686018427387905, 4611686018427387903, 4611686018427387904,
   -9223372036854775808, -9223372036854775809, 9223372036854775807, 9223372036854775808, -340282366920938463463374607431768211456]

@[export plato_agreement_integer]
def integerReport (seed : Nat) : String :=
  let small := withNegations (naturals seed)
  let some := withNegations (prependReversed (aroundPowers [0, 61, 62, 63, 64]) (7 :: randomNaturals [1, 2, 3, 8] (seed + 3)))
  let huge := withNegations (hugeNaturals (seed + 1))
  let report := addLines toString integerLiterals ""
  let report := addLines integerLine small report
  let report := addLines integerLine huge report
  let report := addPairs integerPairLine some small report
  let report := addPairs integerPairLine huge huge report
  let report := addPairs integerPairLine huge [0, 1, -1, 3, -3, -9223372036854775808] report
  addPairs integerPairLine [0, 1, -1, 3, -3, -9223372036854775808] huge report

end Agreement
