module

/-!
# The loops of the runtime's benchmark

Each is also in `loops.cpp`, by the same algorithm. Every function takes the number of iterations and returns a number
that depends on all of them.
-/

@[expose] public section
namespace RuntimeBench

/-- Nat: exclusive or and addition on small values. -/
def naturalFrom : Nat → Nat → Nat
  | 0, acc => acc
  | n + 1, acc => naturalFrom n ((acc ^^^ n) + 1)

@[export bench_natural]
def natural (n : Nat) : Nat := naturalFrom n 0

/-- Int: multiplication, subtraction and remainder with both signs. -/
def integerFrom : Nat → Int → Int
  | 0, acc => acc
  | n + 1, acc => integerFrom n ((n : Int) - (acc * 7 % 1000003) * 3)

@[export bench_integer]
def integer (n : Nat) : Nat := (integerFrom n 1).natAbs

/-- The digits of n! modulo a prime: big times small. -/
def factorialFrom : Nat → Nat → Nat
  | 0, acc => acc
  | n + 1, acc => factorialFrom n (acc * (n + 1))

@[export bench_factorial]
def factorial (n : Nat) : Nat := factorialFrom n 1 % 1000000007

/-- Big times big: squaring modulo a number of 521 bits. -/
def squareFrom : Nat → Nat → Nat
  | 0, acc => acc
  | n + 1, acc => squareFrom n ((acc * acc + n) % (2 ^ 521 - 1))

@[export bench_square]
def square (n : Nat) : Nat := squareFrom n 3 % 1000000007

/-- Array: pushes n elements. -/
def fill (a : Array Nat) : Nat → Array Nat
  | 0 => a
  | n + 1 => fill (a.push n) n

@[export bench_array_fill]
def arrayFill (n : Nat) : Nat := (fill #[] n).size

/-- Array: passes over 1000 elements, each updated from its predecessor. -/
def updateFrom (a : Array Nat) (i : Nat) (last : Nat) : Nat → Array Nat
  | 0 => a
  | n + 1 =>
    if h : i < a.size then
      let v := (a[i] ^^^ last) + 1
      updateFrom (a.set i v) (i + 1) v n
    else updateFrom a 0 last n

def sumFrom (a : Array Nat) (i acc : Nat) : Nat → Nat
  | 0 => acc
  | fuel + 1 => if h : i < a.size then sumFrom a (i + 1) (acc + a[i]) fuel else acc

@[export bench_array_update]
def arrayUpdate (n : Nat) : Nat :=
  let a := updateFrom (fill #[] 1000) 0 1 n
  sumFrom a 0 0 a.size

/-- Array: passes over 1000 elements that add them up. -/
def sumPasses (a : Array Nat) (acc : Nat) : Nat → Nat
  | 0 => acc
  | n + 1 => sumPasses a (sumFrom a 0 (acc % 1000003) a.size) n

@[export bench_array_sum]
def arraySum (n : Nat) : Nat := sumPasses (fill #[] 1000) 0 (n / 1000)

/-- ByteArray: reads decimal numbers separated by spaces, as a certificate's reader does. -/
def makeBytes (b : ByteArray) : Nat → ByteArray
  | 0 => b
  | n + 1 => makeBytes (b.push (if n % 7 == 6 then 32 else 48 + (n % 10).toUInt8)) n

def scanFrom (b : ByteArray) (i number total : Nat) : Nat → Nat
  | 0 => total + number
  | fuel + 1 =>
    if h : i < b.size then
      let c := b[i]
      if c == 32 then scanFrom b (i + 1) 0 (total + number) fuel
      else scanFrom b (i + 1) (number * 10 + (c.toNat - 48)) total fuel
    else total + number

def scanPasses (b : ByteArray) (acc : Nat) : Nat → Nat
  | 0 => acc
  | n + 1 => scanPasses b (scanFrom b 0 0 (acc % 1000003) b.size) n

@[export bench_byte_scan]
def byteScan (n : Nat) : Nat := scanPasses (makeBytes ByteArray.empty 10000) 0 (n / 10000)

/-- List: builds 1000 elements, reverses them and adds them up, again and again. -/
def build : Nat → List Nat → List Nat
  | 0, l => l
  | n + 1, l => build n (n :: l)

def reversed : List Nat → List Nat → List Nat
  | [], r => r
  | x :: xs, r => reversed xs (x :: r)

def sumList : List Nat → Nat → Nat
  | [], acc => acc
  | x :: xs, acc => sumList xs (acc ^^^ x)

def listPasses (acc : Nat) : Nat → Nat
  | 0 => acc
  | n + 1 => listPasses (acc + sumList (reversed (build 1000 []) []) n) n

@[export bench_list]
def list (n : Nat) : Nat := listPasses 0 (n / 1000)

/-- A search tree of 1000 keys, built again and again. -/
inductive Tree where
  | leaf
  | node (left : Tree) (key : Nat) (right : Tree)

def Tree.insert (k : Nat) : Tree → Tree
  | leaf => node leaf k leaf
  | node l x r => if k < x then node (l.insert k) x r else if x < k then node l x (r.insert k) else node l x r

def Tree.size : Tree → Nat
  | leaf => 0
  | node l _ r => l.size + r.size + 1

def insertAll (t : Tree) (state : Nat) : Nat → Tree
  | 0 => t
  | n + 1 => insertAll (t.insert (state / 65536 % 1024)) ((state * 1103515245 + 12345) % 2147483648) n

def treePasses (acc : Nat) : Nat → Nat
  | 0 => acc
  | n + 1 => treePasses (acc + (insertAll .leaf (n + 1) 1000).size) n

@[export bench_tree]
def tree (n : Nat) : Nat := treePasses 0 (n / 1000)

/-- Closures: calls of a function that is not known. -/
@[noinline] def iterate (f : Nat → Nat → Nat) : Nat → Nat → Nat
  | 0, x => x
  | n + 1, x => iterate f n (f n x)

@[export bench_closure]
def closure (n : Nat) : Nat :=
  let k := n % 3
  iterate (if n % 2 == 0 then fun i x => (i ^^^ x) + k else fun i _ => i) n 1

end RuntimeBench
