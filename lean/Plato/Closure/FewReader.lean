/-
# Reading which families have a few members that stand for all

The lines `few F`, `identifier X` and `constant N` of a certificate by closure.

Main definitions: `Reader.few`.
-/
module

public import Plato.Closure.Few
public import Plato.Closure.Reader

@[expose] public section

namespace Plato

namespace Kernel

/-- No more lines of a kind than this say what holds identifiers: they are gone through for each term. -/
def mostNamed : Nat := 64

end Kernel

namespace Reader

/-- Numbers, and the offset of the next line. -/
structure ReadNumbers where
  numbers : List Int
  next : Nat

/-- The numbers of the lines from `i` on that begin with the word; so many came before. -/
def numberLines (bytes first : ByteArray) (i count : Nat) (out : List Int) : Except Error ReadNumbers :=
  match word bytes first i with
  | none => .ok ⟨out, i⟩
  | some start => do
    require (count < Kernel.mostNamed) ⟨i, .notClosed "there are more than 64 lines 'few', 'identifier' or 'constant'"⟩
    let ⟨values, next⟩ ← integers bytes start #[]
    require (isAt bytes next '\n') ⟨next, notANumber⟩
    if h : values.size = 1 then
      if _h : i < next + 1 ∧ i < bytes.size then numberLines bytes first (next + 1) (count + 1) (values[0] :: out) else .error ⟨i, .expected "another line"⟩
    else .error ⟨i, .wrongArity 1 values.size⟩
termination_by bytes.size - i

/-- The numbers, which are not negative, before those that are there. -/
def notNegative : List Int → (out : List Nat) → Option (List Nat)
  | [], out => some out
  | n :: rest, out => if n < 0 then none else notNegative rest (n.toNat :: out)

/-- What is said of families of which only a few members are listed, and the offset of the next line. -/
structure ReadFew where
  few : FewLines
  next : Nat

/-- The lines `few F`, `identifier X` and `constant N` from `i` on. -/
def few (bytes : ByteArray) (i : Nat) : Except Error ReadFew := do
  let ⟨families, next⟩ ← numberLines bytes "few".toUTF8 i 0 []
  let ⟨names, next⟩ ← numberLines bytes "identifier".toUTF8 next 0 []
  let ⟨constants, next⟩ ← numberLines bytes "constant".toUTF8 next 0 []
  let families ← orReject ⟨i, .expected "the number of a family, which is not negative"⟩ (notNegative families [])
  let names ← orReject ⟨i, .expected "the number of a variable, which is not negative"⟩ (notNegative names [])
  .ok ⟨⟨families, names, constants⟩, next⟩

end Reader

end Plato
