module
public import Agreement.Cases

/-!
# UInt8 to UInt64, USize, Bool and Char

The Lean that gives the expected results has 32-bit words, so USize is compared where both word sizes agree; what is
particular to 64 bits is in the unit tests.
-/

@[expose] public section
namespace Agreement

def uint8Line (x y : Nat) : String :=
  let a := UInt8.ofNat x
  let b := UInt8.ofNat y
  let numbers := [a + b, a - b, a * b, a / b, a % b, a &&& b, a ||| b, a ^^^ b, a <<< b, a >>> b, ~~~a, -a, a.log2, UInt8.ofBitVec a.toBitVec]
  "u8 " ++ toString x ++ " " ++ toString y ++ " " ++ joined (fun (n : UInt8) => toString n.toNat) numbers
    ++ bit (a == b) ++ bit (a < b) ++ bit (a ≤ b) ++ bit (decide (a = b)) ++ " " ++ toString a.toUInt16.toNat ++ " " ++ toString a.toUInt32.toNat
    ++ " " ++ toString a.toUInt64.toNat ++ " " ++ toString a.toUSize.toNat

def uint16Line (x y : Nat) : String :=
  let a := UInt16.ofNat x
  let b := UInt16.ofNat y
  let numbers := [a + b, a - b, a * b, a / b, a % b, a &&& b, a ||| b, a ^^^ b, a <<< b, a >>> b, ~~~a, -a, a.log2, UInt16.ofBitVec a.toBitVec]
  "u16 " ++ toString x ++ " " ++ toString y ++ " " ++ joined (fun (n : UInt16) => toString n.toNat) numbers
    ++ bit (a == b) ++ bit (a < b) ++ bit (a ≤ b) ++ bit (decide (a = b)) ++ " " ++ toString a.toUInt8.toNat ++ " " ++ toString a.toUInt32.toNat
    ++ " " ++ toString a.toUInt64.toNat ++ " " ++ toString a.toUSize.toNat

def uint32Line (x y : Nat) : String :=
  let a := UInt32.ofNat x
  let b := UInt32.ofNat y
  let numbers := [a + b, a - b, a * b, a / b, a % b, a &&& b, a ||| b, a ^^^ b, a <<< b, a >>> b, ~~~a, -a, a.log2, UInt32.ofBitVec a.toBitVec]
  "u32 " ++ toString x ++ " " ++ toString y ++ " " ++ joined (fun (n : UInt32) => toString n.toNat) numbers
    ++ bit (a == b) ++ bit (a < b) ++ bit (a ≤ b) ++ bit (decide (a = b)) ++ " " ++ toString a.toUInt8.toNat ++ " " ++ toString a.toUInt16.toNat
    ++ " " ++ toString a.toUInt64.toNat ++ " " ++ toString a.toUSize.toNat

def uint64Line (x y : Nat) : String :=
  let a := UInt64.ofNat x
  let b := UInt64.ofNat y
  let numbers := [a + b, a - b, a * b, a / b, a % b, a &&& b, a ||| b, a ^^^ b, a <<< b, a >>> b, ~~~a, -a, a.log2, UInt64.ofBitVec a.toBitVec]
  "u64 " ++ toString x ++ " " ++ toString y ++ " " ++ joined (fun (n : UInt64) => toString n.toNat) numbers
    ++ bit (a == b) ++ bit (a < b) ++ bit (a ≤ b) ++ bit (decide (a = b)) ++ " " ++ toString a.toUInt8.toNat ++ " " ++ toString a.toUInt16.toNat
    ++ " " ++ toString a.toUInt32.toNat ++ " " ++ toString (a &&& 0xffffffff).toUSize.toNat

/-- Operands below 2^16, so that nothing depends on the word size. -/
def usizeLine (x y : Nat) : String :=
  let a := USize.ofNat (x % 65536)
  let b := USize.ofNat (y % 65536)
  let numbers := [a + b, (a + b) - b, a * b, a / b, a % b, a &&& b, a ||| b, a ^^^ b, a <<< (b &&& 15), a >>> (b &&& 31), ~~~(~~~a), -(-a), a.log2,
    USize.ofBitVec a.toBitVec]
  "usize " ++ toString x ++ " " ++ toString y ++ " " ++ joined (fun (n : USize) => toString n.toNat) numbers
    ++ bit (a == b) ++ bit (a < b) ++ bit (a ≤ b) ++ bit (decide (a = b)) ++ " " ++ toString a.toUInt8.toNat ++ " " ++ toString a.toUInt16.toNat
    ++ " " ++ toString a.toUInt32.toNat ++ " " ++ toString a.toUInt64.toNat

def boolLine (a b : Bool) : String :=
  bit a ++ bit b ++ " " ++ bit (a && b) ++ bit (a || b) ++ bit (!a) ++ bit (a ^^ b) ++ bit (a == b) ++ bit (strictAnd a b) ++ bit (strictOr a b)
    ++ toString a.toNat ++ toString a.toUInt8.toNat ++ toString a.toUInt16.toNat ++ toString a.toUInt32.toNat ++ toString a.toUInt64.toNat
    ++ toString a.toUSize.toNat

def charLine (n : Nat) : String :=
  let c := Char.ofNat n
  "char " ++ toString n ++ " " ++ toString c.toNat ++ bit (c == 'a') ++ bit (c < 'λ') ++ bit c.isDigit ++ bit c.isAlpha ++ bit c.isWhitespace
    ++ " " ++ toString c.toUpper.toNat ++ " " ++ toString c.toUInt8.toNat ++ " " ++ toString (c.val + 1).toNat

/-- Literals of every width, in a structure so that they are also scalar fields. -/
structure Scalars where
  a : UInt8
  b : Nat
  c : UInt64
  d : Bool
  e : USize
  f : UInt32
  g : UInt16
  h : Char
deriving DecidableEq

def scalars : List Scalars :=
  [⟨0, 0, 0, false, 0, 0, 0, 'a'⟩, ⟨255, 4294967296, 18446744073709551615, true, 4294967295, 4294967295, 65535, '𝔸'⟩,
   ⟨128, 18446744073709551616, 9223372036854775808, true, 2147483648, 2147483648, 32768, 'λ'⟩]

/-- Updates every field in turn, so that objects are reused in place and copied. -/
def scalarsLine (s : Scalars) : String :=
  let t := { s with a := s.a + 1, c := s.c * 3, e := s.e / 2 }
  let u := { t with b := t.b + 1, d := !t.d, f := t.f - 1, g := t.g + 7, h := 'z' }
  let text (v : Scalars) := toString v.a.toNat ++ " " ++ toString v.b ++ " " ++ toString v.c.toNat ++ " " ++ bit v.d ++ " " ++ toString v.e.toNat ++ " "
    ++ toString v.f.toNat ++ " " ++ toString v.g.toNat ++ " " ++ toString v.h.toNat
  "scalars " ++ text s ++ " | " ++ text t ++ " | " ++ text u ++ " " ++ bit (s == t) ++ bit (t == u) ++ bit (u == u)

/-- Scalars whose type is given by a type variable are boxed. -/
def boxed {α : Type} (x : α) : List α → List α
  | [] => [x]
  | y :: ys => y :: boxed x ys

@[export plato_agreement_fixed_width]
def fixedWidthReport (seed : Nat) : String :=
  let operands := prependReversed (aroundPowers [0, 3, 4, 5, 6, 7, 8, 15, 16, 31, 32, 63, 64, 128]) (randomNaturals [1, 1, 1, 2, 2, 2, 3] seed)
  let report := addPairs uint8Line operands operands ""
  let report := addPairs uint16Line operands operands report
  let report := addPairs uint32Line operands operands report
  let report := addPairs uint64Line operands operands report
  let report := addPairs usizeLine operands operands report
  let report := addPairs boolLine [false, true] [false, true] report
  let report := addLines charLine [0, 9, 32, 48, 57, 65, 97, 122, 127, 128, 955, 55295, 55296, 57343, 57344, 65535, 65536, 1114111, 1114112,
    4294967296, 4294967393, 18446744073709551713] report
  let report := addLines scalarsLine scalars report
  report ++ joined (fun (n : UInt64) => toString n.toNat) (boxed 18446744073709551615 [0, 9223372036854775808])
    ++ joined (fun (n : USize) => toString n.toNat) (boxed 4294967295 [0, 2147483648])
    ++ joined (fun (n : UInt32) => toString n.toNat) (boxed 4294967295 [0, 2147483648])
    ++ joined (fun (n : UInt16) => toString n.toNat) (boxed 65535 [0, 32768])
    ++ joined (fun (n : UInt8) => toString n.toNat) (boxed 255 [0, 128])
    ++ joined (fun (n : Char) => toString n.toNat) (boxed '𝔸' ['a', 'λ']) ++ joined bit (boxed true [false]) ++ "\n"

end Agreement
