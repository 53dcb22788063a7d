module
public import Agreement.Cases

/-!
# Array, ByteArray and List

A walk applies pseudo-random operations to an array, keeps older versions alive on the way (so that updates have to copy)
and shows everything at the end.
-/

@[expose] public section
namespace Agreement

/-- The elements from `i` on, with the first `fuel` of them. -/
def elementsFrom (a : Array Nat) (i : Nat) : Nat → String
  | 0 => ""
  | fuel + 1 => if h : i < a.size then toString a[i] ++ "," ++ elementsFrom a (i + 1) fuel else ""

def shownArray (a : Array Nat) : String := "[" ++ toString a.size ++ ":" ++ elementsFrom a 0 a.size ++ "]"

def bytesFrom (a : ByteArray) (i : Nat) : Nat → String
  | 0 => ""
  | fuel + 1 => if h : i < a.size then toString a[i].toNat ++ "," ++ bytesFrom a (i + 1) fuel else ""

def shownBytes (a : ByteArray) : String := "<" ++ toString a.size ++ ":" ++ bytesFrom a 0 a.size ++ ">"

/-- One step of the walk: an operation chosen by `choice` on index `i` with value `v`. -/
def arrayStep (a : Array Nat) (choice i v : Nat) : Array Nat :=
  match choice % 12 with
  | 0 => a.pop
  | 1 => a.setIfInBounds i v
  | 2 => if h : i < a.size then a.set i v else a
  | 3 => a.swapIfInBounds i (v % 20)
  | 4 => if h : i < a.size then if k : v % 20 < a.size then a.swap i (v % 20) else a else a
  | 5 => a.modify i (· * 3 + v)
  | 6 => a.push (a.getD i v)
  | 7 => match a[i]? with
    | some x => a.push (x + 1)
    | none => a.push v
  | 8 => if i < a.size then a.set! i (a[i]! + v) else a
  | 9 => if h : i.toUSize.toNat < a.size then a.uset i.toUSize (a.uget i.toUSize h + 1) h else a
  | _ => a.push v

/-- A walk of many steps; every 17th version of the array is kept. -/
def arrayWalk (a : Array Nat) (kept : List (Array Nat)) (state : Nat) : Nat → Array Nat × List (Array Nat)
  | 0 => (a, kept)
  | steps + 1 =>
    let (choice, state) := randomNatural 1 state
    let (index, state) := randomNatural 1 state
    let (words, state) := (1 + choice / 16 % 3, state)
    let (value, state) := randomNatural words state
    let kept := if steps % 17 == 0 then a :: kept else kept
    arrayWalk (arrayStep a choice (index % 24) value) kept state steps

def byteStep (a : ByteArray) (choice i v : Nat) : ByteArray :=
  match choice % 10 with
  | 0 => a.set! i v.toUInt8
  | 1 => if h : i < a.size then a.set i v.toUInt8 h else a
  | 2 => a.push (a.get! i)
  | 3 => if h : i.toUSize.toNat < a.size then a.uset i.toUSize (a.uget i.toUSize h + 1) h else a
  | 4 => a.copySlice i a (v % 30) (choice / 16 % 8)
  | 5 => ByteArray.copySlice ⟨#[1, 2, 3, 4, 5]⟩ (i % 7) a (v % 40) (choice / 16 % 8) false
  | _ => a.push v.toUInt8

def byteWalk (a : ByteArray) (kept : List ByteArray) (state : Nat) : Nat → ByteArray × List ByteArray
  | 0 => (a, kept)
  | steps + 1 =>
    let (choice, state) := randomNatural 1 state
    let (index, state) := randomNatural 1 state
    let (value, state) := randomNatural 1 state
    let kept := if steps % 17 == 0 then a :: kept else kept
    byteWalk (byteStep a choice (index % 24) value) kept state steps

/-- Integers have an instance of their own that `a[i]!` needs. -/
def integerAt (a : Array Int) (i : Nat) : Int := if i < a.size then a[i]! * 2 else -1

/-- Pairs that hold an array of arrays, so that elements are shared and released. -/
def nested : Nat → Array (Array Nat) → Array (Array Nat)
  | 0, a => a
  | n + 1, a => nested n ((a.push #[n, n * n]).modify (n / 2) (·.push n))

def nestedText (a : Array (Array Nat)) (i : Nat) : Nat → String
  | 0 => ""
  | fuel + 1 => shownArray (a.getD i #[]) ++ nestedText a (i + 1) fuel

def reversed : List Nat → List Nat → List Nat
  | [], ys => ys
  | x :: xs, ys => reversed xs (x :: ys)

def upTo : Nat → List Nat
  | 0 => []
  | n + 1 => n :: upTo n

def byteEquality (a b : ByteArray) : String := bit (a == b) ++ bit (decide (a = b))

@[export plato_agreement_sequence]
def sequenceReport (seed : Nat) : String :=
  let (last, kept) := arrayWalk #[] [] seed 900
  let (lastBytes, keptBytes) := byteWalk ByteArray.empty [] (seed + 1) 900
  let report := addLines shownArray (last :: kept) ""
  let report := addLines shownBytes (lastBytes :: keptBytes) report
  let report := addLines (fun (a : ByteArray) => joined (fun (n : UInt8) => toString n.toNat) a.data.toList) keptBytes report
  let report := addLines (fun (a : Array Nat) => joined toString a.toList ++ bit (a == a.pop) ++ bit (a == a.push 1)) kept report
  let report := addLines (fun n => shownArray (Array.replicate n (n * 1000000007)) ++ shownArray (upTo n).toArray ++ shownArray (Array.mk (upTo n)))
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 31, 600] report
  let report := addLines (fun n => shownArray ((Array.mkEmpty n).push n) ++ shownBytes ((ByteArray.emptyWithCapacity n).push n.toUInt8)) [0, 1, 4, 5, 1000] report
  let report := addPairs byteEquality keptBytes (lastBytes :: keptBytes) report
  let report := addLines (fun n => nestedText (nested n Array.empty) 0 n) [0, 1, 5, 40] report
  let report := addLines (fun n => shownBytes ⟨#[1, 255, n.toUInt8]⟩ ++ toString (#[1, 2, n].usize.toNat) ++ toString (ByteArray.mk #[1, 2]).usize.toNat) [0, 7] report
  let report := addLines (fun i => toString (integerAt #[5, -7, 18446744073709551616] i)) [0, 1, 2, 3] report
  report ++ joined toString (reversed (upTo 1000) []) ++ "\n"

end Agreement
