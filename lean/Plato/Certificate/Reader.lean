/-
# From bytes to lines

Reads one line of a certificate at a time, in one pass over its bytes and without backtracking, so that reading takes time and memory
proportional to the line. Soundness does not depend on this file: whatever is read, `Plato.Kernel` justifies. Tests, not proofs, check that
it reads what `certificates/FORMAT.md` specifies.

Numbers are kept below 10^15: no certificate needs more, and arithmetic on them stays within one machine word. There is one way to write
a number: without leading zeros, and 0 without a sign.

A line starts with a letter, a sign or a word; that line's own reader, listed in `stepReaders` and `tableReaders`, reads the rest.

Main definitions: `Reader.header`, `Reader.line`, `Reader.stepReaders`, `Reader.tableReaders`, `Reader.word`.
-/
module

public import Plato.Certificate.Line
public import Plato.Certificate.Error

@[expose] public section

namespace Plato.Reader

/-! ## Bytes -/

/-- The byte at `i` is this one. -/
@[inline] def hasByte (bytes : ByteArray) (i : Nat) (byte : UInt8) : Bool :=
  if h : i < bytes.size then bytes.get i h == byte else false

/-- The byte at `i` is this letter or sign. -/
@[inline] def isAt (bytes : ByteArray) (i : Nat) (letter : Char) : Bool := hasByte bytes i letter.toUInt8

/-- The byte is a digit. -/
@[inline] def isDigit (byte : UInt8) : Bool := '0'.toUInt8 ≤ byte && byte ≤ '9'.toUInt8

/-- The value of a digit. -/
@[inline] def digitValue (byte : UInt8) : UInt8 := byte - '0'.toUInt8

/-- The rejection of a file that ends within a line. -/
def unfinished : Reason := .expected "the end of the line; the file ends in the middle of one"

/-! ## Numbers -/

/-- Numbers read from a line, and the offset of the first byte after them. -/
structure Numbers where
  values : Array Nat
  next : Nat

/-- Where the reader is in a list of numbers: between two, after a minus sign, or inside a number. -/
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
    if isDigit byte then
      if number ≥ 100000000000000 then .error ⟨i, .numberTooLarge⟩
      else if number == 0 && positive ≤ mode then .error ⟨i, .leadingZero⟩
      -- 0 and 1 (outside a number) become 2 and 3 (inside one)
      else numbers bytes signed (i + 1) (if mode < positive then mode + positive else mode)
        (number * 10 + (digitValue byte).toUInt64) values
    else if mode == 1 then .error ⟨i, .expected "a digit after the minus sign"⟩
    else if positive ≤ mode && signed && number == 0 then
      .error ⟨i, .expected "a literal: the number of an entry, or its negative; 0 is neither"⟩
    else if byte == ' '.toUInt8 then
      if mode == between then numbers bytes signed (i + 1) between 0 values
      else numbers bytes signed (i + 1) between 0 (values.push (encode signed mode number))
    else if byte == '-'.toUInt8 && signed && mode == between then numbers bytes signed (i + 1) 1 0 values
    else if mode == between then .ok ⟨values, i⟩
    else .ok ⟨values.push (encode signed mode number), i⟩
  else .error ⟨i, unfinished⟩
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
    if isDigit byte then
      if count ≥ 4000 then .error ⟨i, .numberTooLarge⟩
      else if value = 0 ∧ count ≠ 0 then .error ⟨i, .leadingZero⟩
      else digits bytes (i + 1) (count + 1) (value * 10 + (digitValue byte).toNat)
    else if count = 0 then .error ⟨i, .expected "a digit"⟩
    else .ok ⟨Int.ofNat value, i⟩
  else .error ⟨i, unfinished⟩
termination_by bytes.size - i

/-- The integer that starts at `i`, with an optional minus sign. -/
def integer (bytes : ByteArray) (i : Nat) : Except Error Integer :=
  if isAt bytes i '-' then do
    let ⟨value, next⟩ ← digits bytes (i + 1) 0 0
    require (value ≠ 0) ⟨i, .leadingZero⟩
    .ok ⟨-value, next⟩
  else digits bytes i 0 0

/-- Integers separated by spaces, up to the first byte that cannot belong to them, and the offset of that byte. -/
structure Integers where
  values : Array Int
  next : Nat

/-- Reads integers from `i` on. -/
def integers (bytes : ByteArray) (i : Nat) (values : Array Int) : Except Error Integers :=
  if h : i < bytes.size then
    let byte := bytes.get i h
    if byte == ' '.toUInt8 then integers bytes (i + 1) values
    else if byte == '-'.toUInt8 || isDigit byte then do
      let ⟨value, next⟩ ← integer bytes i
      if _h : i < next then integers bytes next (values.push value)
      else .error ⟨i, .expected "an integer"⟩
    else .ok ⟨values, i⟩
  else .error ⟨i, unfinished⟩
termination_by bytes.size - i

/-! ## Lines -/

/-- A line and the offset of the next one. -/
structure Read where
  line : Line
  next : Nat

/-- The rejection of a line that goes on after its numbers. -/
def notANumber : Reason := .expected "a number, a space or the end of the line"

/-- Ends a line at `i`: the byte there must be a line feed. -/
@[inline] def endLine (bytes : ByteArray) (i : Nat) (line : Line) : Except Error Read :=
  if isAt bytes i '\n' then .ok ⟨line, i + 1⟩
  else .error ⟨i, notANumber⟩

/-- A line of literals only, given to `make` (which may refuse their number). -/
@[inline] def literalLine (bytes : ByteArray) (i : Nat) (make : Array Literal → Except Reason Line) : Except Error Read := do
  let ⟨values, next⟩ ← literals bytes (i + 1)
  let line ← atOffset i (make values)
  endLine bytes next line

/-- A line of clause, entry or atom numbers only, given to `make`. -/
@[inline] def naturalLine (bytes : ByteArray) (i : Nat) (make : Array Nat → Except Reason Line) : Except Error Read := do
  let ⟨values, next⟩ ← naturals bytes (i + 1)
  let line ← atOffset i (make values)
  endLine bytes next line

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
def rup (bytes : ByteArray) (i : Nat) : Except Error Read := do
  let ⟨clause, colon⟩ ← literals bytes (i + 1)
  require (isAt bytes colon ':') ⟨colon, .expected "a literal, or ':' before the hints"⟩
  let ⟨hints, next⟩ ← naturals bytes (colon + 1)
  endLine bytes next (.rup clause hints)

/-- `n INTEGER`. -/
def numeral (bytes : ByteArray) (i : Nat) : Except Error Read := do
  let ⟨values, next⟩ ← integers bytes (i + 1) #[]
  if h : values.size = 1 then endLine bytes next (.term (.num values[0])) else .error ⟨i, .wrongArity 1 values.size⟩

/-- The instructions of an arithmetic lemma: letters with their numbers, up to the end of the line. -/
def instructions (bytes : ByteArray) (i : Nat) (read : Array Instruction) : Except Error (Array Instruction × Nat) :=
  if h : i < bytes.size then
    let byte := bytes.get i h
    if byte == ' '.toUInt8 then instructions bytes (i + 1) read
    else if 'a'.toUInt8 ≤ byte && byte ≤ 'z'.toUInt8 then do
      let ⟨values, next⟩ ← integers bytes (i + 1) #[]
      if _h : i < next then instructions bytes next (read.push ⟨byte, values⟩)
      else .error ⟨i, .expected "an instruction"⟩
    else .ok (read, i)
  else .error ⟨i, unfinished⟩
termination_by bytes.size - i

/-- `f LITERALS : INSTRUCTIONS`. -/
def arithmetic (bytes : ByteArray) (i : Nat) : Except Error Read := do
  let ⟨clause, colon⟩ ← literals bytes (i + 1)
  require (isAt bytes colon ':') ⟨colon, .expected "a literal, or ':' before the instructions"⟩
  let (read, next) ← instructions bytes (colon + 1) #[]
  endLine bytes next (.arithmetic clause read)

/-- The offset of the first byte at or after `i` that is not a space. -/
def skipSpaces (bytes : ByteArray) (i : Nat) : Nat :=
  if h : i < bytes.size then
    if bytes.get i h == ' '.toUInt8 then skipSpaces bytes (i + 1) else i
  else i
termination_by bytes.size - i

/-- The number that starts at `i`, and the offset of the space or line feed after it; `some` digit of it was read before. -/
def natural (bytes : ByteArray) (i : Nat) (some : Bool) (number : UInt64) : Except Error (Nat × Nat) :=
  if h : i < bytes.size then
    let byte := bytes.get i h
    if isDigit byte then
      if number ≥ 100000000000000 then .error ⟨i, .numberTooLarge⟩
      else if number == 0 && some then .error ⟨i, .leadingZero⟩
      else natural bytes (i + 1) true (number * 10 + (digitValue byte).toUInt64)
    else if some && (byte == ' '.toUInt8 || byte == '\n'.toUInt8) then .ok (number.toNat, i)
    else .error ⟨i, .expected "the number of an axiom or case, and then literals"⟩
  else .error ⟨i, unfinished⟩
termination_by bytes.size - i

/-- `q K LITERALS` and `j K LITERALS`: the number of an axiom or case, which may be 0, and then literals. -/
@[inline] def numbered (bytes : ByteArray) (i : Nat) (make : Nat → Array Literal → Line) : Except Error Read := do
  let (number, next) ← natural bytes (skipSpaces bytes (i + 1)) false 0
  let ⟨values, next⟩ ← literals bytes next
  endLine bytes next (make number values)

/-- Terms are written as positive numbers; where literals and terms are in one line, both are read as literals. -/
def termOf (code : Literal) : Except Reason Nat :=
  if code.isPositive then .ok code.entry else .error (.expected "the number of a term, which is not negative")

/-- `I L T U`. -/
def conditional (values : Array Literal) : Except Reason Line :=
  if h : values.size = 3 then do
    let a ← termOf values[1]
    let b ← termOf values[2]
    .ok (.term (.ite values[0] a b))
  else .error (.wrongArity 3 values.size)

/-- `i E T L` and `o E T L`. -/
def atTerm (make : Nat → Nat → Literal → Line) (values : Array Literal) : Except Reason Line :=
  if h : values.size = 3 then do
    let entry ← termOf values[0]
    let term ← termOf values[1]
    .ok (make entry term values[2])
  else .error (.wrongArity 3 values.size)

/-- The offset of the next line feed at or after `i`, or the end of the file. -/
def skipLine (bytes : ByteArray) (i : Nat) : Nat :=
  if h : i < bytes.size then
    if bytes.get i h == '\n'.toUInt8 then i else skipLine bytes (i + 1)
  else i
termination_by bytes.size - i

/-- The bytes of `text` from its `k`-th on are at `i`; gives the offset after them. -/
def keyword (bytes text : ByteArray) (i k : Nat) : Option Nat :=
  if h : k < text.size then
    if hasByte bytes i (text.get k h) then keyword bytes text (i + 1) (k + 1) else none
  else some i
termination_by text.size - k

/-- The word is at `i`, followed by a space or the end of the line; gives the offset after it. -/
def word (bytes text : ByteArray) (i : Nat) : Option Nat := do
  let next ← keyword bytes text i 0
  if isAt bytes next ' ' || isAt bytes next '\n' then some next else none

/-! ## The header -/

/-- The claims about problems. -/
inductive ProblemClaim where
  | unsatisfiable | satisfiable

/-- The claims about programs. -/
inductive ProgramClaim where
  | safe | invariant | triple | raceFree | goesWrong | breaksInvariant | breaksGuarantee | breaksPost | hasRace

/-- The kinds of claim. -/
inductive ClaimKind where
  | problem (claim : ProblemClaim)
  | program (claim : ProgramClaim)

/-- What the header says, and the offset of the third line. -/
structure Header where
  kind : ClaimKind
  next : Nat

/-- The lines that state a claim. -/
def claimLines : List (ByteArray × ClaimKind) := [
  ("claim unsatisfiable\n".toUTF8, .problem .unsatisfiable),
  ("claim satisfiable\n".toUTF8, .problem .satisfiable),
  ("claim safe\n".toUTF8, .program .safe),
  ("claim invariant\n".toUTF8, .program .invariant),
  ("claim triple\n".toUTF8, .program .triple),
  ("claim race-free\n".toUTF8, .program .raceFree),
  ("claim goes wrong\n".toUTF8, .program .goesWrong),
  ("claim breaks invariant\n".toUTF8, .program .breaksInvariant),
  ("claim breaks guarantee\n".toUTF8, .program .breaksGuarantee),
  ("claim breaks post\n".toUTF8, .program .breaksPost),
  ("claim has race\n".toUTF8, .program .hasRace)]

/-- The lines that name a method. -/
def methodLines : List (ByteArray × Method) := [
  ("by refutation\n".toUTF8, .refutation),
  ("by model\n".toUTF8, .model),
  ("by thread-modular\n".toUTF8, .threadModular),
  ("by procedures\n".toUTF8, .procedures),
  ("by schedule\n".toUTF8, .schedule),
  ("by closure\n".toUTF8, .closure),
  ("by reduction\n".toUTF8, .reduction)]

/-- The rejection of a second line that states none of the claims. -/
def unknownClaim : Reason := .expected
  "a line 'claim' with unsatisfiable, satisfiable, safe, invariant, triple, race-free, goes wrong, breaks invariant, breaks guarantee, breaks post or has race"

/-- The rejection of a line that names none of the methods. -/
def unknownMethod : Reason := .expected "a line 'by' with refutation, model, thread-modular, procedures, schedule, closure or reduction, or 'b' and a number"

/-- The second line: the kind of claim, among those listed. -/
def claimKind (bytes : ByteArray) (second : Nat) : List (ByteArray × ClaimKind) → Except Error Header
  | [] => .error ⟨second, unknownClaim⟩
  | (text, kind) :: rest =>
    match keyword bytes text second 0 with
    | some next => .ok ⟨kind, next⟩
    | none => claimKind bytes second rest

/-- The first two lines: version and kind of claim. -/
def header (bytes : ByteArray) : Except Error Header :=
  match keyword bytes "plato certificate ".toUTF8 0 0 with
  | none => .error ⟨0, .expected "the line 'plato certificate 2'"⟩
  | some first => do
    let ⟨version, next⟩ ← digits bytes first 0 0
    require (isAt bytes next '\n') ⟨next, .expected "the end of the line after the version"⟩
    require (version = 2) ⟨first, .unknownVersion version.toNat⟩
    claimKind bytes (next + 1) claimLines

/-! ## The lines of problems and proofs -/

/-- What reads the line that starts at an offset. -/
abbrev LineReader := ByteArray → Nat → Except Error Read

/-- The steps of a proof by their letters. -/
def stepReaders : List (Char × LineReader) := [
  ('r', rup),
  ('f', arithmetic),
  ('x', fun bytes i => naturalLine bytes i fun values => .ok (.delete values)),
  ('d', fun bytes i => naturalLine bytes i (two .definition)),
  ('c', fun bytes i => literalLine bytes i fun values => .ok (.congruence values)),
  ('q', fun bytes i => numbered bytes i .maps),
  ('j', fun bytes i => numbered bytes i .cases),
  ('i', fun bytes i => literalLine bytes i (atTerm .instantiate)),
  ('o', fun bytes i => literalLine bytes i (atTerm .generalize))]

/-- The line of a term with two arguments. -/
@[inline] def binaryLine (operator : Operator) : LineReader :=
  fun bytes i => naturalLine bytes i (two fun a b => .term (.binary operator a b))

/-- Assertions, terms and formulas by their letters and signs. -/
def tableReaders : List (Char × LineReader) := [
  ('!', fun bytes i => literalLine bytes i (one .assert)),
  ('n', numeral),
  ('v', fun bytes i => naturalLine bytes i (two fun name version => .term (.var name version))),
  ('y', fun bytes i => naturalLine bytes i (one fun name => .term (.logic name))),
  ('b', fun bytes i => naturalLine bytes i (one fun index => .term (.bound index))),
  ('+', binaryLine .add),
  ('-', binaryLine .sub),
  ('*', binaryLine .mul),
  ('/', binaryLine .div),
  ('%', binaryLine .mod),
  ('P', binaryLine .pair),
  ('B', binaryLine .branch),
  ('s', binaryLine .select),
  ('D', binaryLine .difference),
  ('u', fun bytes i => naturalLine bytes i (three fun m i x => .term (.store m i x))),
  ('k', fun bytes i => naturalLine bytes i (one fun x => .term (.const x))),
  ('I', fun bytes i => literalLine bytes i conditional),
  ('w', fun bytes i => naturalLine bytes i (one .witness)),
  ('a', fun bytes i => naturalLine bytes i (one fun name => .entry (.atom name))),
  ('l', fun bytes i => naturalLine bytes i (two fun a b => .entry (.le a b))),
  ('e', fun bytes i => naturalLine bytes i (two fun a b => .entry (.eq a b))),
  ('m', fun bytes i => naturalLine bytes i (two fun a b => .entry (.mapEq a b))),
  ('|', fun bytes i => literalLine bytes i fun values => .ok (.entry (.or values))),
  ('&', fun bytes i => literalLine bytes i fun values => .ok (.entry (.and values))),
  ('>', fun bytes i => literalLine bytes i (two fun a b => .entry (.implies a b))),
  ('=', fun bytes i => literalLine bytes i (two fun a b => .entry (.iff a b))),
  ('?', fun bytes i => literalLine bytes i (three fun c a b => .entry (.ite c a b))),
  ('A', fun bytes i => literalLine bytes i (one fun body => .entry (.all body))),
  ('t', fun bytes i => endLine bytes (i + 1) (.entry .true))]

/-- The rejection of a line whose first word is none of the format's. -/
def unknownKeyword : Reason :=
  .expected "a line that starts with a keyword of the format (one letter or sign, then a space), or 'by' and a method"

/-- Puts each reader at the place of its letter. -/
def placeReaders (places : Array LineReader) : List (Char × LineReader) → Array LineReader
  | [] => places
  | (letter, reader) :: rest =>
    let place := letter.toUInt8.toNat
    placeReaders (if h : place < places.size then places.set place reader h else places) rest

/-- The readers by the first byte of their lines: made once, so that a line finds its own at once. -/
def lineReaders : Array LineReader :=
  placeReaders (placeReaders (Array.replicate 256 fun _ i => .error ⟨i, unknownKeyword⟩) stepReaders) tableReaders

/-- A letter that opens a line is followed by a space or the end of the line. -/
@[inline] def letterEnds (bytes : ByteArray) (i : Nat) : Bool :=
  isAt bytes (i + 1) ' ' || isAt bytes (i + 1) '\n'

/-- `by METHOD`, among those listed. -/
def methodLine (bytes : ByteArray) (i : Nat) : List (ByteArray × Method) → Except Error Read
  | [] => .error ⟨i, unknownMethod⟩
  | (text, method) :: rest =>
    match keyword bytes text i 0 with
    | some next => .ok ⟨.by_ method, next⟩
    | none => methodLine bytes i rest

/-- The line that starts at `i`. -/
def line (bytes : ByteArray) (i : Nat) : Except Error Read :=
  if h : i < bytes.size then
    let letter := bytes.get i h
    if letter == '#'.toUInt8 then endLine bytes (skipLine bytes i) .comment
    else if letterEnds bytes i then
      if found : letter.toNat < lineReaders.size then lineReaders[letter.toNat] bytes i else .error ⟨i, unknownKeyword⟩
    else if letter == 'b'.toUInt8 then methodLine bytes i methodLines
    else .error ⟨i, unknownKeyword⟩
  else .error ⟨i, .expected "another line; the file ends here"⟩

end Plato.Reader
