/-
# From bytes to lines

Reads one line of a certificate at a time, in one pass over its bytes and without backtracking, so that reading takes
time and memory proportional to the line. Nothing here bears on soundness: whatever is read, `Plato.Kernel` justifies.
That it reads what `certificates/FORMAT.md` specifies is tested, not proved.

Numbers are kept below 10^15: no certificate needs more, and arithmetic on them stays within one machine word.

Main definitions: `Reader.header`, `Reader.line`.
-/
module

public import Plato.Certificate
public import Plato.Error

@[expose] public section

namespace Plato.Reader

/-- Numbers read from a line, and the offset of the first byte after them. -/
structure Numbers where
  values : Array Nat
  next : Nat

/-- Where the reader stands in a list of numbers: between two, after a minus sign, or inside a number. -/
abbrev Mode := UInt8

/-- Between two numbers. -/
abbrev between : Mode := 0

/-- Inside a number without a sign; `negative`, one more, is inside a number with a minus sign. -/
abbrev positive : Mode := 2

/-- A completed number as it is stored: a literal's code if signs are allowed, else the number itself. -/
@[inline] def encode (signed : Bool) (mode : Mode) (number : UInt64) : Nat :=
  if signed then (number * 2 + (mode - positive).toUInt64).toNat else number.toNat

/-- Reads numbers separated by spaces, up to the first byte that cannot belong to them. With `signed` they are
literals: a minus sign is allowed and zero is not. -/
def numbers (bytes : ByteArray) (signed : Bool) (i : Nat) (mode : Mode) (number : UInt64) (values : Array Nat) :
    Except Error Numbers :=
  if h : i < bytes.size then
    let byte := bytes.get i h
    if 48 ≤ byte && byte ≤ 57 then
      if number ≥ 100000000000000 then .error ⟨i, .numberTooLarge⟩
      -- 0 and 1 (outside a number) become 2 and 3 (inside one)
      else numbers bytes signed (i + 1) (if mode < positive then mode + positive else mode)
        (number * 10 + (byte - 48).toUInt64) values
    else if mode == 1 then .error ⟨i, .expected "a digit after the minus sign"⟩
    else if positive ≤ mode && signed && number == 0 then
      .error ⟨i, .expected "a literal: the number of an entry, or its negative; 0 is neither"⟩
    else if byte == 32 then
      if mode == between then numbers bytes signed (i + 1) between 0 values
      else numbers bytes signed (i + 1) between 0 (values.push (encode signed mode number))
    else if byte == 45 && signed && mode == between then numbers bytes signed (i + 1) 1 0 values
    else if mode == between then .ok ⟨values, i⟩
    else .ok ⟨values.push (encode signed mode number), i⟩
  else .error ⟨i, .expected "the end of the line; the file ends in the middle of one"⟩
termination_by bytes.size - i

/-- The literals that start at `i`. -/
@[inline] def literals (bytes : ByteArray) (i : Nat) : Except Error Numbers :=
  numbers bytes true i between 0 #[]

/-- The clause, entry or atom numbers that start at `i`. -/
@[inline] def naturals (bytes : ByteArray) (i : Nat) : Except Error Numbers :=
  numbers bytes false i between 0 #[]

/-- The byte at `i` is `byte`. -/
@[inline] def isAt (bytes : ByteArray) (i : Nat) (byte : UInt8) : Bool :=
  if h : i < bytes.size then bytes.get i h == byte else false

/-- A line and the offset of the next one. -/
structure Read where
  line : Line
  next : Nat

/-- Ends a line at `i`: the byte there must be a line feed. -/
@[inline] def endLine (bytes : ByteArray) (i : Nat) (line : Line) : Except Error Read :=
  if isAt bytes i 10 then .ok ⟨line, i + 1⟩
  else .error ⟨i, .expected "a number, a space or the end of the line"⟩

/-- A line of literals only, given to `make` (which may refuse their number). -/
@[inline] def literalLine (bytes : ByteArray) (i : Nat) (make : Array Literal → Except Reason Line) : Except Error Read :=
  match literals bytes (i + 1) with
  | .error e => .error e
  | .ok ⟨values, next⟩ =>
    match make values with
    | .error reason => .error ⟨i, reason⟩
    | .ok line => endLine bytes next line

/-- A line of clause, entry or atom numbers only, given to `make`. -/
@[inline] def naturalLine (bytes : ByteArray) (i : Nat) (make : Array Nat → Except Reason Line) : Except Error Read :=
  match naturals bytes (i + 1) with
  | .error e => .error e
  | .ok ⟨values, next⟩ =>
    match make values with
    | .error reason => .error ⟨i, reason⟩
    | .ok line => endLine bytes next line

/-- Exactly one number. -/
@[inline] def one (make : Nat → Line) (values : Array Nat) : Except Reason Line :=
  if h : values.size = 1 then .ok (make values[0]) else .error (.wrongArity 1 values.size)

/-- Exactly two numbers. -/
@[inline] def two (make : Nat → Nat → Line) (values : Array Nat) : Except Reason Line :=
  if h : values.size = 2 then .ok (make values[0] values[1]) else .error (.wrongArity 2 values.size)

/-- Exactly three numbers. -/
@[inline] def three (make : Nat → Nat → Nat → Line) (values : Array Nat) : Except Reason Line :=
  if h : values.size = 3 then .ok (make values[0] values[1] values[2]) else .error (.wrongArity 3 values.size)

/-- `r LITERALS : HINTS`. -/
def rup (bytes : ByteArray) (i : Nat) : Except Error Read :=
  match literals bytes (i + 1) with
  | .error e => .error e
  | .ok ⟨clause, colon⟩ =>
    if isAt bytes colon 58 then
      match naturals bytes (colon + 1) with
      | .error e => .error e
      | .ok ⟨hints, next⟩ => endLine bytes next (.rup clause hints)
    else .error ⟨colon, .expected "a literal, or ':' before the hints"⟩

/-- The offset of the next line feed at or after `i`, or the end of the file. -/
def skipLine (bytes : ByteArray) (i : Nat) : Nat :=
  if h : i < bytes.size then
    if bytes.get i h == 10 then i else skipLine bytes (i + 1)
  else i
termination_by bytes.size - i

/-- The bytes of `text` from its `k`-th stand at `i`; gives the offset after them. -/
def keyword (bytes text : ByteArray) (i k : Nat) : Option Nat :=
  if h : k < text.size then
    if isAt bytes i (text.get k h) then keyword bytes text (i + 1) (k + 1) else none
  else some i
termination_by text.size - k

/-- The first two lines: version and kind of claim. Gives the offset of the third. -/
def header (bytes : ByteArray) : Except Error Nat :=
  match keyword bytes "plato certificate 1\n".toUTF8 0 0 with
  | none => .error ⟨0, .expected "the line 'plato certificate 1' (the only version this kernel reads)"⟩
  | some second =>
    match keyword bytes "claim unsatisfiable\n".toUTF8 second 0 with
    | none => .error ⟨second, .expected "the line 'claim unsatisfiable' (the only kind of claim this kernel checks)"⟩
    | some third => .ok third

/-- A letter that opens a line is followed by a space or the end of the line. -/
@[inline] def letterEnds (bytes : ByteArray) (i : Nat) : Bool :=
  isAt bytes (i + 1) 32 || isAt bytes (i + 1) 10

/-- The line that starts at `i`. -/
def line (bytes : ByteArray) (i : Nat) : Except Error Read :=
  if h : i < bytes.size then
    let letter := bytes.get i h
    if letter == 35 then endLine bytes (skipLine bytes i) .comment                                                -- #
    else if letter == 112 then                                                                                    -- p
      match keyword bytes "proof".toUTF8 i 0 with
      | none => .error ⟨i, .expected "the line 'proof'"⟩
      | some next => endLine bytes next .proof
    else if !letterEnds bytes i then .error ⟨i, .expected "a line that starts with one of a t & | > = ? ! d r x # and a space, or 'proof'"⟩
    else if letter == 114 then rup bytes i                                                                        -- r
    else if letter == 120 then naturalLine bytes i (fun values => .ok (.delete values))                           -- x
    else if letter == 100 then naturalLine bytes i (two .definition)                                              -- d
    else if letter == 33 then literalLine bytes i (one .assert)                                                   -- !
    else if letter == 97 then naturalLine bytes i (one (fun name => .entry (.atom name)))                         -- a
    else if letter == 124 then literalLine bytes i (fun values => .ok (.entry (.or values)))                      -- |
    else if letter == 38 then literalLine bytes i (fun values => .ok (.entry (.and values)))                      -- &
    else if letter == 62 then literalLine bytes i (two (fun a b => .entry (.implies a b)))                        -- >
    else if letter == 61 then literalLine bytes i (two (fun a b => .entry (.iff a b)))                            -- =
    else if letter == 63 then literalLine bytes i (three (fun c a b => .entry (.ite c a b)))                      -- ?
    else if letter == 116 then endLine bytes (i + 1) (.entry .true)                                               -- t
    else .error ⟨i, .expected "a line that starts with one of a t & | > = ? ! d r x # and a space, or 'proof'"⟩
  else .error ⟨i, .expected "another line; the file ends here"⟩

end Plato.Reader
