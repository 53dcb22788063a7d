/-
# From bytes to lines

Reads one line of a certificate at a time, in one pass over its bytes and without backtracking, so that reading takes
time and memory proportional to the line. Nothing here bears on soundness: whatever is read, `Plato.Kernel` justifies.
That it reads what `certificates/FORMAT.md` specifies is tested, not proved.

Numbers are kept below 10^15: no certificate needs more, and arithmetic on them stays within one machine word. There is one way to write
a number: without leading zeros, and 0 without a sign.

Main definitions: `Reader.header`, `Reader.line`, `Reader.assignment`.
-/
module

public import Plato.Certificate.Line
public import Plato.Certificate.Error

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
      else if number == 0 && positive ≤ mode then .error ⟨i, .leadingZero⟩
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

/-- An integer of up to 4000 digits and the offset of the first byte after it: the reader's way for numbers of any size. -/
structure Integer where
  value : Int
  next : Nat

/-- The digits from `i` on; `count` of them were read before. -/
def digits (bytes : ByteArray) (i : Nat) (count value : Nat) : Except Error Integer :=
  if h : i < bytes.size then
    let byte := bytes.get i h
    if 48 ≤ byte && byte ≤ 57 then
      if count ≥ 4000 then .error ⟨i, .numberTooLarge⟩
      else if value = 0 ∧ count ≠ 0 then .error ⟨i, .leadingZero⟩
      else digits bytes (i + 1) (count + 1) (value * 10 + (byte - 48).toNat)
    else if count = 0 then .error ⟨i, .expected "a digit"⟩
    else .ok ⟨Int.ofNat value, i⟩
  else .error ⟨i, .expected "the end of the line; the file ends in the middle of one"⟩
termination_by bytes.size - i

/-- The byte at `i` is `byte`. -/
@[inline] def isAt (bytes : ByteArray) (i : Nat) (byte : UInt8) : Bool :=
  if h : i < bytes.size then bytes.get i h == byte else false

/-- The integer that starts at `i`, with an optional minus sign. -/
def integer (bytes : ByteArray) (i : Nat) : Except Error Integer :=
  if isAt bytes i 45 then
    match digits bytes (i + 1) 0 0 with
    | .error e => .error e
    | .ok ⟨value, next⟩ => if value = 0 then .error ⟨i, .leadingZero⟩ else .ok ⟨-value, next⟩
  else digits bytes i 0 0

/-- Integers separated by spaces, up to the first byte that cannot belong to them, and the offset of that byte. -/
structure Integers where
  values : Array Int
  next : Nat

/-- Reads integers from `i` on. -/
def integers (bytes : ByteArray) (i : Nat) (values : Array Int) : Except Error Integers :=
  if h : i < bytes.size then
    let byte := bytes.get i h
    if byte == 32 then integers bytes (i + 1) values
    else if byte == 45 || (48 ≤ byte && byte ≤ 57) then
      match integer bytes i with
      | .error e => .error e
      | .ok ⟨value, next⟩ =>
        if _h : i < next then integers bytes next (values.push value)
        else .error ⟨i, .expected "an integer"⟩
    else .ok ⟨values, i⟩
  else .error ⟨i, .expected "the end of the line; the file ends in the middle of one"⟩
termination_by bytes.size - i

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

/-- The elements from index `i` on. -/
def dropFirst (values : Array Nat) (i : Nat) (out : Array Nat) : Array Nat :=
  if h : i < values.size then dropFirst values (i + 1) (out.push values[i]) else out
termination_by values.size - i

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

/-- `n INTEGER`. -/
def numeral (bytes : ByteArray) (i : Nat) : Except Error Read :=
  match integers bytes (i + 1) #[] with
  | .error e => .error e
  | .ok ⟨values, next⟩ =>
    if h : values.size = 1 then endLine bytes next (.term (.num values[0])) else .error ⟨i, .wrongArity 1 values.size⟩

/-- The instructions of an arithmetic lemma: letters with their numbers, up to the end of the line. -/
def instructions (bytes : ByteArray) (i : Nat) (read : Array Instruction) : Except Error (Array Instruction × Nat) :=
  if h : i < bytes.size then
    let byte := bytes.get i h
    if byte == 32 then instructions bytes (i + 1) read
    else if 97 ≤ byte && byte ≤ 122 then
      match integers bytes (i + 1) #[] with
      | .error e => .error e
      | .ok ⟨values, next⟩ =>
        if _h : i < next then instructions bytes next (read.push ⟨byte, values⟩)
        else .error ⟨i, .expected "an instruction"⟩
    else .ok (read, i)
  else .error ⟨i, .expected "the end of the line; the file ends in the middle of one"⟩
termination_by bytes.size - i

/-- `f LITERALS : INSTRUCTIONS`. -/
def arithmetic (bytes : ByteArray) (i : Nat) : Except Error Read :=
  match literals bytes (i + 1) with
  | .error e => .error e
  | .ok ⟨clause, colon⟩ =>
    if isAt bytes colon 58 then
      match instructions bytes (colon + 1) #[] with
      | .error e => .error e
      | .ok (read, next) => endLine bytes next (.arithmetic clause read)
    else .error ⟨colon, .expected "a literal, or ':' before the instructions"⟩

/-- The offset of the first byte at or after `i` that is no space. -/
def skipSpaces (bytes : ByteArray) (i : Nat) : Nat :=
  if h : i < bytes.size then
    if bytes.get i h == 32 then skipSpaces bytes (i + 1) else i
  else i
termination_by bytes.size - i

/-- The number that starts at `i`, and the offset of the space or line feed after it; `some` digit of it was read before. -/
def natural (bytes : ByteArray) (i : Nat) (some : Bool) (number : UInt64) : Except Error (Nat × Nat) :=
  if h : i < bytes.size then
    let byte := bytes.get i h
    if 48 ≤ byte && byte ≤ 57 then
      if number ≥ 100000000000000 then .error ⟨i, .numberTooLarge⟩
      else if number == 0 && some then .error ⟨i, .leadingZero⟩
      else natural bytes (i + 1) true (number * 10 + (byte - 48).toUInt64)
    else if some && (byte == 32 || byte == 10) then .ok (number.toNat, i)
    else .error ⟨i, .expected "the number of an axiom or case, and then literals"⟩
  else .error ⟨i, .expected "the end of the line; the file ends in the middle of one"⟩
termination_by bytes.size - i

/-- `q K LITERALS` and `j K LITERALS`: the number of an axiom or case, which may be 0, and then literals. -/
@[inline] def numbered (bytes : ByteArray) (i : Nat) (make : Nat → Array Literal → Line) : Except Error Read :=
  match natural bytes (skipSpaces bytes (i + 1)) false 0 with
  | .error e => .error e
  | .ok (number, next) =>
    match literals bytes next with
    | .error e => .error e
    | .ok ⟨values, next⟩ => endLine bytes next (make number values)

/-- Terms are written as positive numbers; where literals and terms stand in one line, both are read as literals. -/
def termOf (code : Literal) : Except Reason Nat :=
  if code % 2 = 0 then .ok (code / 2) else .error (.expected "the number of a term, which is not negative")

/-- `I L T U`. -/
def conditional (values : Array Literal) : Except Reason Line :=
  if h : values.size = 3 then
    match termOf values[1] with
    | .error reason => .error reason
    | .ok a => match termOf values[2] with
      | .error reason => .error reason
      | .ok b => .ok (.term (.ite values[0] a b))
  else .error (.wrongArity 3 values.size)

/-- `i E T L` and `o E T L`. -/
def atTerm (make : Nat → Nat → Literal → Line) (values : Array Literal) : Except Reason Line :=
  if h : values.size = 3 then
    match termOf values[0] with
    | .error reason => .error reason
    | .ok entry => match termOf values[1] with
      | .error reason => .error reason
      | .ok term => .ok (make entry term values[2])
  else .error (.wrongArity 3 values.size)

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

/-- The kinds of claim. -/
inductive ClaimKind where
  | unsatisfiable | satisfiable | safe | invariant | triple | goesWrong | breaksInvariant | breaksGuarantee | breaksPost

/-- What the header says, and the offset of the third line. -/
structure Header where
  kind : ClaimKind
  next : Nat

/-- The second line: the kind of claim. -/
def claimKind (bytes : ByteArray) (second : Nat) : Except Error Header :=
  match keyword bytes "claim unsatisfiable\n".toUTF8 second 0 with
  | some third => .ok ⟨.unsatisfiable, third⟩
  | none => match keyword bytes "claim satisfiable\n".toUTF8 second 0 with
  | some third => .ok ⟨.satisfiable, third⟩
  | none => match keyword bytes "claim safe\n".toUTF8 second 0 with
  | some third => .ok ⟨.safe, third⟩
  | none => match keyword bytes "claim invariant\n".toUTF8 second 0 with
  | some third => .ok ⟨.invariant, third⟩
  | none => match keyword bytes "claim triple\n".toUTF8 second 0 with
  | some third => .ok ⟨.triple, third⟩
  | none => match keyword bytes "claim goes wrong\n".toUTF8 second 0 with
  | some third => .ok ⟨.goesWrong, third⟩
  | none => match keyword bytes "claim breaks invariant\n".toUTF8 second 0 with
  | some third => .ok ⟨.breaksInvariant, third⟩
  | none => match keyword bytes "claim breaks guarantee\n".toUTF8 second 0 with
  | some third => .ok ⟨.breaksGuarantee, third⟩
  | none => match keyword bytes "claim breaks post\n".toUTF8 second 0 with
  | some third => .ok ⟨.breaksPost, third⟩
  | none => .error ⟨second,
    .expected "a line 'claim' with unsatisfiable, satisfiable, safe, invariant, triple, goes wrong, breaks invariant, breaks guarantee or breaks post"⟩

/-- The first two lines: version and kind of claim. -/
def header (bytes : ByteArray) : Except Error Header :=
  match keyword bytes "plato certificate ".toUTF8 0 0 with
  | none => .error ⟨0, .expected "the line 'plato certificate 1'"⟩
  | some first => match digits bytes first 0 0 with
    | .error e => .error e
    | .ok ⟨version, next⟩ =>
      if !isAt bytes next 10 then .error ⟨next, .expected "the end of the line after the version"⟩
      else if version = 1 then claimKind bytes (next + 1)
      else .error ⟨first, .unknownVersion version.toNat⟩

/-- A letter that opens a line is followed by a space or the end of the line. -/
@[inline] def letterEnds (bytes : ByteArray) (i : Nat) : Bool :=
  isAt bytes (i + 1) 32 || isAt bytes (i + 1) 10

/-- The rejection of a line whose first word is none of the format's. -/
def unknownKeyword : Reason :=
  .expected "a line that starts with a keyword of the format (one letter or sign, then a space), or 'proof' or 'model'"

/-- The line that starts at `i`. -/
def line (bytes : ByteArray) (i : Nat) : Except Error Read :=
  if h : i < bytes.size then
    let letter := bytes.get i h
    if letter == 35 then endLine bytes (skipLine bytes i) .comment                                                -- #
    else if letter == 112 then                                                                                    -- p
      match keyword bytes "proof".toUTF8 i 0 with
      | none => .error ⟨i, .expected "the line 'proof'"⟩
      | some next => endLine bytes next .proof
    else if letter == 109 && !letterEnds bytes i then                                                              -- m
      match keyword bytes "model".toUTF8 i 0 with
      | none => .error ⟨i, .expected "the line 'model', or 'm' and two terms"⟩
      | some next => endLine bytes next .model
    else if !letterEnds bytes i then .error ⟨i, unknownKeyword⟩
    else if letter == 114 then rup bytes i                                                                            -- r
    else if letter == 102 then arithmetic bytes i                                                                     -- f
    else if letter == 120 then naturalLine bytes i (fun values => .ok (.delete values))                               -- x
    else if letter == 100 then naturalLine bytes i (two .definition)                                                  -- d
    else if letter == 99 then literalLine bytes i (fun values => .ok (.congruence values))                            -- c
    else if letter == 113 then numbered bytes i .maps                                                             -- q
    else if letter == 106 then numbered bytes i .cases                                                            -- j
    else if letter == 105 then literalLine bytes i (atTerm .instantiate)                                              -- i
    else if letter == 111 then literalLine bytes i (atTerm .generalize)                                               -- o
    else if letter == 33 then literalLine bytes i (one .assert)                                                       -- !
    else if letter == 110 then numeral bytes i                                                                        -- n
    else if letter == 118 then naturalLine bytes i (two (fun name version => .term (.var name version)))              -- v
    else if letter == 121 then naturalLine bytes i (one (fun name => .term (.logic name)))                            -- y
    else if letter == 98 then naturalLine bytes i (one (fun index => .term (.bound index)))                           -- b
    else if letter == 43 then naturalLine bytes i (two (fun a b => .term (.binary .add a b)))                         -- +
    else if letter == 45 then naturalLine bytes i (two (fun a b => .term (.binary .sub a b)))                         -- -
    else if letter == 42 then naturalLine bytes i (two (fun a b => .term (.binary .mul a b)))                         -- *
    else if letter == 47 then naturalLine bytes i (two (fun a b => .term (.binary .div a b)))                         -- /
    else if letter == 37 then naturalLine bytes i (two (fun a b => .term (.binary .mod a b)))                         -- %
    else if letter == 80 then naturalLine bytes i (two (fun a b => .term (.binary .pair a b)))                        -- P
    else if letter == 115 then naturalLine bytes i (two (fun a b => .term (.binary .select a b)))                     -- s
    else if letter == 68 then naturalLine bytes i (two (fun a b => .term (.binary .difference a b)))                  -- D
    else if letter == 117 then naturalLine bytes i (three (fun m i x => .term (.store m i x)))                        -- u
    else if letter == 107 then naturalLine bytes i (one (fun x => .term (.const x)))                                  -- k
    else if letter == 73 then literalLine bytes i conditional                                                         -- I
    else if letter == 119 then naturalLine bytes i (one .witness)                                                     -- w
    else if letter == 97 then naturalLine bytes i (one (fun name => .entry (.atom name)))                             -- a
    else if letter == 108 then naturalLine bytes i (two (fun a b => .entry (.le a b)))                                -- l
    else if letter == 101 then naturalLine bytes i (two (fun a b => .entry (.eq a b)))                                -- e
    else if letter == 109 then naturalLine bytes i (two (fun a b => .entry (.mapEq a b)))                             -- m
    else if letter == 124 then literalLine bytes i (fun values => .ok (.entry (.or values)))                          -- |
    else if letter == 38 then literalLine bytes i (fun values => .ok (.entry (.and values)))                          -- &
    else if letter == 62 then literalLine bytes i (two (fun a b => .entry (.implies a b)))                            -- >
    else if letter == 61 then literalLine bytes i (two (fun a b => .entry (.iff a b)))                                -- =
    else if letter == 63 then literalLine bytes i (three (fun c a b => .entry (.ite c a b)))                          -- ?
    else if letter == 65 then literalLine bytes i (one (fun body => .entry (.all body)))                              -- A
    else if letter == 116 then endLine bytes (i + 1) (.entry .true)                                                   -- t
    else .error ⟨i, unknownKeyword⟩
  else .error ⟨i, .expected "another line; the file ends here"⟩

/-! ## Models -/

/-- A line of a model, and the offset of the next line. -/
structure ReadAssignment where
  letter : UInt8
  /-- The name; of a program variable, the version, too. -/
  name : Nat
  version : Nat
  /-- The value, or a map's value almost everywhere, then its exceptions: index, value, index, value, …. -/
  values : Array Int
  next : Nat

/-- The elements from index `i` on. -/
def dropIntegers (values : Array Int) (i : Nat) (out : Array Int) : Array Int :=
  if h : i < values.size then dropIntegers values (i + 1) (out.push values[i]) else out
termination_by values.size - i

/-- The numbers of a model's line: `names` of them name something, and are not negative. -/
def assigned (bytes : ByteArray) (i : Nat) (letter : UInt8) (names : Nat) : Except Error ReadAssignment :=
  match integers bytes (i + 1) #[] with
  | .error e => .error e
  | .ok ⟨values, next⟩ =>
    if !isAt bytes next 10 then .error ⟨next, .expected "a number, a space or the end of the line"⟩
    else if h : names ≤ values.size ∧ 0 < names then
      let name := values[0]'(by omega)
      let version := if h' : 1 < names then values[1]'(by omega) else 0
      if name < 0 || version < 0 then .error ⟨i, .expected "names and versions, which are not negative"⟩
      else .ok ⟨letter, name.toNat, version.toNat, dropIntegers values names #[], next + 1⟩
    else .error ⟨i, .wrongArity (names + 1) values.size⟩

/-- The line of a model that starts at `i`; a remark has the letter 35 and says nothing. -/
def assignment (bytes : ByteArray) (i : Nat) : Except Error ReadAssignment :=
  if h : i < bytes.size then
    let letter := bytes.get i h
    if letter == 35 then                                                                                          -- #
      match endLine bytes (skipLine bytes i) .comment with
      | .error e => .error e
      | .ok ⟨_, next⟩ => .ok ⟨letter, 0, 0, #[], next⟩
    else if !letterEnds bytes i then .error ⟨i, .expected "a line of the model: a, y, Y, v or V and its numbers"⟩
    else if letter == 97 || letter == 121 || letter == 89 then assigned bytes i letter 1                           -- a y Y
    else if letter == 118 || letter == 86 then assigned bytes i letter 2                                           -- v V
    else .error ⟨i, .expected "a line of the model: a, y, Y, v or V and its numbers"⟩
  else .error ⟨i, .expected "another line; the file ends here"⟩

end Plato.Reader
