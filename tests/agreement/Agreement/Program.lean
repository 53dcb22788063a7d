module
public import Agreement.Cases

/-!
# Programs: closures, inductive types, Option, Except, state and thunks

What emitted code does with objects beyond single primitives: application with too few and too many arguments, functions
of more than sixteen parameters, constructors reused in place, fields of all kinds, constants shared by all calls.
-/

@[expose] public section
namespace Agreement

/-- Seventeen and more parameters are passed in another way. -/
def sum5 (a b c d e : Nat) : Nat := a + 2 * b + 3 * c + 4 * d + 5 * e
def sum16 (a b c d e f g h i j k l m n o p : Nat) : Nat := sum5 a b c d e + 6 * sum5 f g h i j + 7 * sum5 k l m n o + p
def sum17 (a b c d e f g h i j k l m n o p q : Nat) : Nat := sum16 a b c d e f g h i j k l m n o p + 17 * q
def sum20 (a b c d e f g h i j k l m n o p q r s t : Nat) : Nat := sum17 a b c d e f g h i j k l m n o p q + 18 * r + 19 * s + 20 * t

/-- Applies a function to one argument; kept from being inlined, so that it really is an application. -/
@[noinline] def apply1 {β : Type} (f : Nat → β) (a : Nat) : β := f a
@[noinline] def apply2 {β : Type} (f : Nat → Nat → β) (a b : Nat) : β := f a b
@[noinline] def apply5 {β : Type} (f : Nat → Nat → Nat → Nat → Nat → β) (a : Nat) : β := f a (a + 1) (a + 2) (a + 3) (a + 4)
@[noinline] def apply16 {β : Type} (f : Nat → Nat → Nat → Nat → Nat → Nat → Nat → Nat → Nat → Nat → Nat → Nat → Nat → Nat → Nat → Nat → β) (a : Nat) : β :=
  f a 2 3 4 5 6 7 8 9 10 11 12 13 14 15 (a * a)
@[noinline] def apply18 {β : Type}
    (f : Nat → Nat → Nat → Nat → Nat → Nat → Nat → Nat → Nat → Nat → Nat → Nat → Nat → Nat → Nat → Nat → Nat → Nat → β) (a : Nat) : β :=
  f a 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 (a * a)

/-- A function that returns a function, applied to all arguments at once. -/
@[noinline] def chooser (n : Nat) : Nat → Nat → Nat := if n % 2 == 0 then sum5 n n n else fun a b => a * b + n

/-- Takes two of the five arguments it is given, and returns a function that takes the others. -/
@[noinline] def overfed (a b : Nat) : Nat → Nat → Nat → Nat → Nat :=
  if a > b then fun c d e f => c + d + e + f + a else fun c => if b > c then fun d e f => d * e + f else fun _ _ _ => b

/-- The same function applied in many ways. -/
def applications (n : Nat) : List Nat :=
  let big := n + 9223372036854775808
  [apply1 (sum5 n 1 2 3) big, apply2 (sum5 n 1 big) n 4, apply5 sum5 n, apply1 (apply1 (apply1 (sum5 1 2) n) big) n,
   apply16 sum16 n, apply1 (apply16 sum17 n) big, apply2 (apply2 (apply16 sum20 n) 1 2) 3 n, apply18 sum20 n 19 20, apply2 (apply18 sum20 n) 5 big,
   apply1 (apply2 chooser n n) big, apply2 (apply1 chooser (n + 1)) big n, apply5 overfed n 7]

/-- Closures that capture values and are called many times. -/
@[noinline] def iterate (f : Nat → Nat) : Nat → Nat → Nat
  | 0, x => x
  | n + 1, x => iterate f n (f x)

inductive Tree where
  | leaf
  | node (left : Tree) (key : Nat) (right : Tree)
deriving BEq, DecidableEq, Inhabited

def Tree.insert (k : Nat) : Tree → Tree
  | leaf => node leaf k leaf
  | node l x r => if k < x then node (l.insert k) x r else if x < k then node l x (r.insert k) else node l x r

def Tree.text : Tree → String
  | leaf => "."
  | node l x r => "(" ++ l.text ++ toString x ++ r.text ++ ")"

def Tree.build (state : Nat) : Nat → Tree → Tree
  | 0, t => t
  | n + 1, t => Tree.build (next state) n (t.insert (next state / 4294967296 % 500))

/-- Constructors without fields, with scalar fields and with many fields. -/
inductive Shape where
  | empty
  | flag (b : Bool) (n : UInt16)
  | box (width height : UInt32) (name : String)
  | word (w : UInt64)
  | pointer (p : USize) (next : Shape)
  | many (a b c d e f g h : Nat) (i : Shape)
deriving BEq, DecidableEq

def Shape.grow : Shape → Shape
  | empty => flag true 65535
  | flag b n => box n.toUInt32 (if b then 1 else 0) "box"
  | box w h name => pointer (w + h).toUSize (word (w.toUInt64 * h.toUInt64 + name.utf8ByteSize.toUInt64))
  | word w => word (w * w + 1)
  | pointer p s => many p.toNat 1 2 3 4 5 6 7 s.grow
  | many a b c d e f g h i => many (b + 1) c d e f g h a i.grow

def Shape.text : Shape → String
  | empty => "empty"
  | flag b n => "flag " ++ bit b ++ toString n.toNat
  | box w h name => "box " ++ toString w.toNat ++ " " ++ toString h.toNat ++ name
  | word w => "word " ++ toString w.toNat
  | pointer p s => "pointer " ++ toString p.toNat ++ s.text
  | many a b c d e f g h i => joined toString [a, b, c, d, e, f, g, h] ++ i.text

inductive Colour where | red | green | blue
deriving BEq, DecidableEq, Inhabited, Ord

def Colour.turn : Colour → Colour
  | red => green
  | green => blue
  | blue => red

/-- Errors as values, with messages built from numbers. -/
def checkedDiv (a b : Nat) : Except String Nat :=
  if b == 0 then throw ("division of " ++ toString a ++ " by zero") else return a / b

def quotients (ns : List Nat) (d : Nat) : Except String Nat := do
  let mut total := 0
  for n in ns do
    total := total + (← checkedDiv n d)
    if total > 1000000000000 then throw s!"too large: {total}"
  return total

abbrev Machine := StateT (List Nat) (Except String)

def push (n : Nat) : Machine Unit := modify (n :: ·)

def pop : Machine Nat := do
  match ← get with
  | [] => throw "empty stack"
  | n :: rest => set rest; return n

/-- A stack machine: 0 adds, 1 multiplies, 2 duplicates, 3 recovers from an error, any other number is pushed. -/
def run : List Nat → Machine Nat
  | [] => pop
  | 0 :: rest => do push ((← pop) + (← pop)); run rest
  | 1 :: rest => do push ((← pop) * (← pop)); run rest
  | 2 :: rest => do let n ← pop; push n; push n; run rest
  | 3 :: rest => try run rest catch message => push message.utf8ByteSize; pop
  | n :: rest => do push n; run rest

def runText (program : List Nat) : String :=
  match (run program).run [] with
  | .ok (n, stack) => toString n ++ " " ++ joined toString stack
  | .error message => "error: " ++ message

def firstLarge (limit : Nat) (a b : Option Nat) : Option Nat := do
  let x ← a <|> b
  guard (x > limit)
  return x + (b.getD 5)

def counter (n : Nat) : StateM Nat Nat := do
  modify (· + n)
  let s ← get
  set (s * s)
  return s

/-- Thunks: evaluated once or not at all, nested, constant. -/
def constantThunk : Thunk Nat := Thunk.mk fun _ => 3 ^ 200

def thunks (n : Nat) : List Nat :=
  let t := Thunk.mk fun _ => n * n + 18446744073709551616
  let u := t.map (· + 1)
  let v := u.bind fun x => Thunk.pure (x + t.get)
  [t.get, u.get, t.get, v.get, v.get, constantThunk.get, (Thunk.pure n).get]

/-- Mutual recursion over nested types. -/
inductive Rose where
  | node (label : Int) (children : List Rose)

mutual
def Rose.total : Rose → Int
  | .node label children => label - totals children
def totals : List Rose → Int
  | [] => 0
  | r :: rs => r.total + 2 * totals rs
end

def roses : Nat → Rose
  | 0 => .node (-7) []
  | n + 1 => .node (n * 1000000000000000000) [roses n, .node (-(n : Int)) [], roses (n / 2)]

/-- Strings, characters and integers as keys of a match. -/
def named : String → Nat
  | "red" => 1
  | "" => 2
  | "λx" => 3
  | _ => 4

def signed : Int → Nat
  | 5 => 1
  | -3 => 2
  | .ofNat n => n
  | .negSucc n => n + 1000

def lettered : Char → Nat
  | 'a' => 1
  | '𝔸' => 2
  | _ => 3

@[export plato_agreement_program]
def programReport (seed : Nat) : String :=
  let report := addLines (fun n => joined toString (applications n)) [0, 1, 2, 3, 1000, 9223372036854775807] ""
  let report := addLines (fun n => toString (iterate (fun x => x * 3 + n) 60 n)) [0, 1, 7] report
  let tree := Tree.build seed 200 .leaf
  let report := addLines Tree.text [tree, tree.insert 3, tree.insert 1000, Tree.build (seed + 1) 50 tree] report
  let report := report ++ bit (tree == tree) ++ bit (tree == tree.insert 1000) ++ bit (decide (tree = tree.insert 500)) ++ "\n"
  let report := addLines (fun n => (iterateShape n .empty).text) [0, 1, 2, 3, 4, 5, 6, 7, 8, 20] report
  let report := report ++ bit (iterateShape 5 .empty == iterateShape 5 .empty) ++ bit (iterateShape 5 .empty == iterateShape 6 .empty) ++ "\n"
  let report := addPairs (fun (a b : Colour) => bit (a == b) ++ bit (a.turn == b) ++ (match compare a b with | .lt => "<" | .eq => "=" | .gt => ">") ++ bit (decide (a = b.turn)))
    [.red, .green, .blue] [.red, .green, .blue] report
  let report := addPairs (fun ns d => match quotients ns d with | .ok n => toString n | .error e => e)
    [0, 1, 2, 1000000000000] [[], [1, 2, 3], [1000000000000000000000, 5]] report
  let report := addLines runText [[], [5], [4, 5, 0], [4, 5, 1, 2, 1], [0], [3, 0], [7, 3, 0], [9, 8, 3, 1, 2, 0, 0, 0], [18446744073709551616, 2, 1]] report
  let report := addPairs (fun a b => match firstLarge 10 a b with | some n => toString n | none => "none") [none, some 3, some 11] [none, some 12] report
  let report := addLines (fun n => let (a, s) := (do let x ← counter n; let y ← counter x; return x + y : StateM Nat Nat).run 3; toString a ++ " " ++ toString s)
    [0, 1, 100] report
  let report := addLines (fun n => joined toString (thunks n)) [0, 5, 4294967296] report
  let report := addLines (fun n => toString (roses n).total) [0, 1, 2, 3, 9] report
  let report := addLines (fun s => toString (named s)) ["red", "", "λx", "λ", "re"] report
  let report := addLines (fun i => toString (signed i)) [5, -3, 0, 6, -1, -4] report
  addLines (fun c => toString (lettered c)) ['a', '𝔸', 'b'] report
where
  iterateShape : Nat → Shape → Shape
    | 0, s => s
    | n + 1, s => iterateShape n s.grow

end Agreement
