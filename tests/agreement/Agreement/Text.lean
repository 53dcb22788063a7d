module
public import Agreement.Cases

/-!
# String and UTF-8

Every position of every sample, valid or not, and positions beyond the end. Results that are strings are shown as code
points.
-/

@[expose] public section
namespace Agreement

def codes (s : String) : String := "\"" ++ joined (fun (c : Char) => toString c.toNat) s.toList ++ "\"" ++ toString s.length ++ "/" ++ toString s.utf8ByteSize

def byteCodes (a : ByteArray) : String := joined (fun (n : UInt8) => toString n.toNat) a.data.toList

/-- Characters of every width and at the ends of the ranges of each width. -/
def samples : List String :=
  ["", "a", "abc", "λ", "aλb", "→", "x→y", "𝔸", "𝔸λ→a", "a\u0000z", "\u0000", "\u007f", "\u0080", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\uffff",
   "\"\\\n\t\r?", "trigraphs ??= ??/", "abd", "ab", "b", "éa", "e\u0301",
   String.ofList [Char.ofNat 0x10000, Char.ofNat 0x10ffff, Char.ofNat 0x7ff, Char.ofNat 0xffff]]

/-- The numbers below `n`, in increasing order after `n`. -/
def below : Nat → List Nat → List Nat
  | 0, rest => rest
  | n + 1, rest => below n (n :: rest)

/-- Characters with the code points `i`, `i` + `step`, … -/
def characters (i step : Nat) : Nat → List Char
  | 0 => []
  | n + 1 => Char.ofNat i :: characters (i + step) step n

def positionLine (s : String) (i : Nat) : String :=
  let p : String.Pos.Raw := ⟨i⟩
  "at " ++ toString i ++ " " ++ toString (p.get s).toNat ++ " " ++ toString (p.next s).byteIdx ++ " " ++ toString (p.prev s).byteIdx ++ " " ++ bit (p.atEnd s)
    ++ " " ++ (match p.get? s with | some c => toString c.toNat | none => "none") ++ " " ++ bit (String.Pos.Raw.isValid s p)
    ++ " " ++ codes (p.set s 'z') ++ codes (p.set s 'λ') ++ codes (p.set s '𝔸') ++ codes (p.extract s ⟨i + 2⟩) ++ codes (p.extract s ⟨1000⟩)
    ++ codes (String.Pos.Raw.extract s ⟨0⟩ p)
    ++ (if String.Pos.Raw.isValid s p && !p.atEnd s then "! " ++ toString (String.Pos.Raw.get! s p).toNat else "")
    ++ (if h : p < s.rawEndPos then " byte " ++ toString (s.getUTF8Byte p h).toNat else "")

/-- Steps through the string by valid positions. -/
def walk (s : String) (p : String.Pos.Raw) : Nat → String
  | 0 => ""
  | fuel + 1 =>
    if h : p.atEnd s then ""
    else toString (String.Pos.Raw.get' s p h).toNat ++ "@" ++ toString p.byteIdx ++ " " ++ walk s (String.Pos.Raw.next' s p h) fuel

def stringLine (s : String) : String :=
  codes s ++ " " ++ byteCodes s.toUTF8 ++ " " ++ codes (s.push 'a') ++ codes (s.push 'λ') ++ codes (s.push '→')
    ++ codes (s.push '𝔸') ++ walk s ⟨0⟩ 100 ++ bit (s == "") ++ bit (s.isEmpty) ++ codes (s ++ s ++ s)

def stringPairLine (s t : String) : String := codes (s ++ t) ++ bit (s == t) ++ bit (s < t) ++ bit (decide (s = t)) ++ bit (t < s ++ t)

/-- Positions of a string, up to two beyond its end, and far beyond. -/
def positionLines (s : String) : String :=
  addLines (positionLine s) (below (s.utf8ByteSize + 3) [1000]) ""

/-- Byte sequences of which some are UTF-8: overlong forms, surrogates, truncated and stray bytes, values too large. -/
def byteSamples : List ByteArray :=
  [⟨#[]⟩, ⟨#[0]⟩, ⟨#[0x7f]⟩, ⟨#[0x80]⟩, ⟨#[0xbf]⟩, ⟨#[0xc0, 0x80]⟩, ⟨#[0xc1, 0xbf]⟩, ⟨#[0xc2, 0x80]⟩, ⟨#[0xc2]⟩, ⟨#[0xc2, 0x41]⟩, ⟨#[0xdf, 0xbf]⟩,
   ⟨#[0xe0, 0x80, 0x80]⟩, ⟨#[0xe0, 0x9f, 0xbf]⟩, ⟨#[0xe0, 0xa0, 0x80]⟩, ⟨#[0xe2, 0x86]⟩, ⟨#[0xe2, 0x86, 0x92]⟩, ⟨#[0xe2, 0x86, 0x41]⟩, ⟨#[0xed, 0x9f, 0xbf]⟩,
   ⟨#[0xed, 0xa0, 0x80]⟩, ⟨#[0xed, 0xbf, 0xbf]⟩, ⟨#[0xee, 0x80, 0x80]⟩, ⟨#[0xef, 0xbf, 0xbf]⟩, ⟨#[0xf0, 0x80, 0x80, 0x80]⟩, ⟨#[0xf0, 0x8f, 0xbf, 0xbf]⟩,
   ⟨#[0xf0, 0x90, 0x80, 0x80]⟩, ⟨#[0xf0, 0x9d, 0x94]⟩, ⟨#[0xf0, 0x9d, 0x94, 0xb8]⟩, ⟨#[0xf4, 0x8f, 0xbf, 0xbf]⟩, ⟨#[0xf4, 0x90, 0x80, 0x80]⟩, ⟨#[0xf5, 0x80, 0x80, 0x80]⟩,
   ⟨#[0xf8, 0x88, 0x80, 0x80, 0x80]⟩, ⟨#[0xff]⟩, ⟨#[0xfe, 0x41]⟩, ⟨#[0x41, 0xce, 0xbb, 0x42]⟩, ⟨#[0x41, 0xce, 0xbb, 0x80]⟩, ⟨#[0xf0, 0x9d, 0x41, 0xb8]⟩, ⟨#[0xf0, 0x41, 0x94, 0xb8]⟩]

def validated (a : ByteArray) : String :=
  byteCodes a ++ (if h : a.validateUTF8 then codes (String.ofByteArray a (ByteArray.validateUTF8_eq_true_iff.mp h)) else " invalid")

@[export plato_agreement_text]
def textReport (seed : Nat) : String :=
  -- Made from numbers: the 32-bit Lean crashes on `String.ofList` of a list that `String.toList` made.
  let random := String.ofList (characters (next seed % 256) (next (seed + 1) % 65536) 40)
  let report := addLines stringLine (random :: samples) ""
  let report := addLines positionLines (random :: samples) report
  let report := addPairs stringPairLine (random :: samples) samples report
  let report := addLines (fun n => codes (String.ofList (characters 0 n 60))) [0, 1, 2, 3, 34, 1093, 18571] report
  addLines validated byteSamples report

end Agreement
