module
public import Agreement.Cases

/-! # Nat: every operation on boundary values, random and huge numbers -/

@[expose] public section
namespace Agreement

/-- What one number gives. -/
def naturalLine (a : Nat) : String :=
  shown a ++ " pred " ++ shown a.pred ++ " succ " ++ shown (a + 1) ++ " log2 " ++ toString a.log2
    ++ " shifts " ++ shown (a <<< 1) ++ " " ++ shown (a <<< 62) ++ " " ++ shown (a <<< 63) ++ " " ++ shown (a <<< 64) ++ " "
    ++ shown (a <<< 129) ++ " " ++ shown (a >>> 1) ++ " " ++ shown (a >>> 62) ++ " " ++ shown (a >>> 63) ++ " " ++ shown (a >>> 64) ++ " "
    ++ shown (a >>> 65) ++ " powers " ++ shown (a ^ 0) ++ " " ++ shown (a ^ 1) ++ " " ++ shown (a ^ 2) ++ " " ++ shown (a ^ 5)
    ++ " words " ++ toString a.toUInt8.toNat ++ " " ++ toString a.toUInt16.toNat ++ " " ++ toString a.toUInt32.toNat ++ " " ++ toString a.toUInt64.toNat
    ++ " zero " ++ shown (a / 0) ++ " " ++ shown (a % 0) ++ " " ++ shown (0 / a) ++ " " ++ shown (0 % a) ++ " " ++ shown (0 - a) ++ " " ++ shown (a - 0)
    ++ " " ++ shown (0 <<< a) ++ " " ++ shown (1 >>> a) ++ " " ++ shown (a >>> (a + 1)) ++ " " ++ shown (0 ^ (a % 1000)) ++ " " ++ shown (1 ^ (a % 1000))

/-- What two numbers give. -/
def naturalPairLine (a b : Nat) : String :=
  shown a ++ " " ++ shown b ++ " + " ++ shown (a + b) ++ " - " ++ shown (a - b) ++ " * " ++ shown (a * b)
    ++ " / " ++ shown (a / b) ++ " % " ++ shown (a % b) ++ " gcd " ++ shown (a.gcd b) ++ " lcm " ++ shown (a.lcm b)
    ++ " &&& " ++ shown (a &&& b) ++ " ||| " ++ shown (a ||| b) ++ " ^^^ " ++ shown (a ^^^ b)
    ++ " order " ++ bit (a == b) ++ bit (a < b) ++ bit (a ≤ b) ++ bit (decide (a = b)) ++ bit (Nat.beq a b) ++ bit (Nat.ble a b)
    ++ " exact " ++ shown (Nat.divExact (a * b) b (Nat.dvd_mul_left b a))
    ++ " <<< " ++ shown (a <<< (b % 200)) ++ " >>> " ++ shown (a >>> (b % 200)) ++ " ^ " ++ shown (a ^ (b % 7))

/-- Digits in full, of numbers of up to 2,600 digits. -/
def digitsLine (a : Nat) : String := toString a

/-- Literals of all sizes. -/
def literals : List Nat :=
  [0, 1, 2147483647, 2147483648, 4294967295, 4294967296, 4611686018427387903, 4611686018427387904, 9223372036854775807,
   9223372036854775808, 18446744073709551615, 18446744073709551616, 340282366920938463463374607431768211455,
   340282366920938463463374607431768211456, 1000000000000000000000000000000000000000000000000000000000000000000000000000001]

/-- A number that is matched against literals. -/
def matched : Nat → Nat
  | 0 => 10
  | 1 => 11
  | 2147483648 => 12
  | 9223372036854775808 => 13
  | 18446744073709551616 => 14
  | n + 1 => n

@[export plato_agreement_natural]
def naturalReport (seed : Nat) : String :=
  let small := naturals seed
  let huge := hugeNaturals (seed + 1)
  let report := addLines digitsLine literals ""
  let report := addLines (fun n => toString (matched n)) literals report
  let report := addLines digitsLine (randomNaturals [1, 2, 3, 100, 270] (seed + 2)) report
  let report := addLines naturalLine small report
  let report := addLines naturalLine huge report
  let report := addPairs naturalPairLine small small report
  let report := addPairs naturalPairLine huge huge report
  let report := addPairs naturalPairLine huge [0, 1, 2, 9223372036854775808, 18446744073709551616] report
  addPairs naturalPairLine [0, 1, 2, 9223372036854775808, 18446744073709551616] huge report

end Agreement
