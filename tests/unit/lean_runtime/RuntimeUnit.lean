module

/-!
# Emitted code for the unit tests of the runtime

Functions that panic, that update in place, that recurse deeply, and that call a closure from inside emitted frames.
-/

@[expose] public section
namespace RuntimeUnit

@[export unit_panic]
def panics (n : Nat) (message : String) : Nat := if n > 3 then panic! message else n

@[export unit_get]
def get (a : Array String) (i : Nat) : Nat := a[i]!.utf8ByteSize

/-- The array is borrowed, so the result of the access is too, even when it is the default value. -/
@[noinline] def getOr (a : Array String) (i : Nat) (fallback : String) : String := @getElem! _ _ _ _ _ ⟨fallback⟩ a i

@[export unit_get_default]
def getDefault (a : Array String) (i : Nat) (fallback : String) : String := getOr a i (fallback ++ "!")

@[export unit_get_and_keep]
def getAndKeep (a : Array String) (i : Nat) : String × Array String := (a[i]!, a)

@[export unit_set]
def set (a : Array String) (i : Nat) (s : String) : Array String := a.set! i s

@[export unit_get_character]
def getCharacter (s : String) (i : Nat) : Nat := (String.Pos.Raw.get! s ⟨i⟩).toNat

/-- Calls `f` with live objects in the frame. -/
@[export unit_call]
def call (f : Nat → Nat) (n : Nat) : Array Nat :=
  let a := #[n, n + 1, n + 2]
  let s := toString n
  a.push (f n + s.utf8ByteSize)

/-- A list as long as wanted. -/
@[export unit_list]
def list : Nat → List Nat → List Nat
  | 0, l => l
  | n + 1, l => list n (n :: l)

inductive Nested where
  | leaf
  | left (inner : Nested) (n : Nat)
  | right (n : Nat) (inner : Nested)
  | array (inner : Array Nested)
  | thunk (inner : Thunk Nested)

/-- A structure of that depth, through every kind of object that can hold another. -/
@[export unit_nested]
def nested : Nat → Nested → Nested
  | 0, x => x
  | n + 1, x => nested n (match n % 4 with
    | 0 => .left x n
    | 1 => .right n x
    | 2 => .array #[x, .leaf]
    | _ => .thunk (Thunk.mk fun _ => x))

/-- Doubles a number again and again: its memory has no bound. -/
@[export unit_double]
def double : Nat → Nat → Nat
  | 0, x => x
  | n + 1, x => double n (x * x)

/-- Sorts by insertion, in place where the array is not shared. -/
def insertAt (a : Array Nat) (i : Nat) : Nat → Array Nat
  | 0 => a
  | fuel + 1 =>
    if h : 0 < i ∧ i < a.size then
      if a[i] < a[i - 1]'(by omega) then insertAt (a.swap i (i - 1)) (i - 1) fuel else a
    else a

def sortFrom (a : Array Nat) (i : Nat) : Nat → Array Nat
  | 0 => a
  | fuel + 1 => sortFrom (insertAt a i a.size) (i + 1) fuel

@[export unit_sort]
def sort (a : Array Nat) : Array Nat := sortFrom a 1 a.size

/-- Constants, shared by all calls. -/
def constants : List (Array String) := [#["a", "b"], #[], #["λ"]]

@[export unit_constants]
def theConstants (_ : Unit) : List (Array String) := constants

@[export unit_constant_thunk]
def constantThunk : Thunk Nat := Thunk.mk fun _ => 3 ^ 100

end RuntimeUnit
