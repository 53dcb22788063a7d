/-
# Formulas of a program, put into a condition

A program's formulas speak of two stores and a thread. A verification condition speaks of many stores and of two threads: here a
formula is copied into it, for two versions of the store and the term that stands for the thread. The program's parameters
(variables of the logic from 1 on) become the variables from 2 on, because 0 and 1 are the condition's two threads. Where a condition
speaks of all threads, the thread is the variable of a quantifier that stands `under` quantifiers of the formula further out.

The copy recurses: it is limited in depth, and in effort because shared parts are copied (and found) again.

Main definitions: `Place`, `copyTerm`, `copyLiteral`.
-/
module

public import Plato.Table.Builder

@[expose] public section

namespace Plato

/-- Where a formula is put: the versions of the stores before and after, and the term that is the thread. -/
structure Place where
  before : Nat
  after : Nat
  thread : Nat

/-- Inside one more quantifier of the formula. -/
def inside : Option Nat → Option Nat
  | none => none
  | some k => some (k + 1)

/-- No quantifier of the formula binds the variable, and the quantifier over threads would. -/
def isOutside (under : Option Nat) (index : Nat) : Bool :=
  match under with
  | none => false
  | some k => decide (k ≤ index)

mutual

/-- Copies term `t` of the table `T` into the builder. -/
def copyTerm (T : Tables) (at_ : Place) : (under : Option Nat) → (depth : Nat) → (t : Nat) → Builder → Except Reason Built
  | _, 0, _, _ => .error .formulaTooDeep
  | under, depth + 1, t, b =>
    match T.termShape t with
    | .num n => b.term (.num n)
    | .var name version => b.term (.var name (if version = 0 then at_.before else at_.after))
    | .logic name =>
      if name = 0 then
        match under with
        | none => .ok ⟨at_.thread, b⟩
        | some k => b.term (.bound k)
      else b.term (.logic (name + 1))
    | .bound index => if isOutside under index then .error .looseVariable else b.term (.bound index)
    | .binary o x y =>
      match copyTerm T at_ under depth x b with
      | .error reason => .error reason
      | .ok ⟨x, b⟩ => match copyTerm T at_ under depth y b with
        | .error reason => .error reason
        | .ok ⟨y, b⟩ => b.term (.binary o x y)
    | .store m i x =>
      match copyTerm T at_ under depth m b with
      | .error reason => .error reason
      | .ok ⟨m, b⟩ => match copyTerm T at_ under depth i b with
        | .error reason => .error reason
        | .ok ⟨i, b⟩ => match copyTerm T at_ under depth x b with
          | .error reason => .error reason
          | .ok ⟨x, b⟩ => b.term (.store m i x)
    | .const x =>
      match copyTerm T at_ under depth x b with
      | .error reason => .error reason
      | .ok ⟨x, b⟩ => b.term (.const x)
    | .ite c x y =>
      match copyLiteral T at_ under depth c b with
      | .error reason => .error reason
      | .ok ⟨c, b⟩ => match copyTerm T at_ under depth x b with
        | .error reason => .error reason
        | .ok ⟨x, b⟩ => match copyTerm T at_ under depth y b with
          | .error reason => .error reason
          | .ok ⟨y, b⟩ => b.term (.ite c x y)
    | .witness body =>
      match copyLiteral T at_ (inside under) depth body b with
      | .error reason => .error reason
      | .ok ⟨body, b⟩ => b.term (.witness body)

/-- Copies a literal. -/
def copyLiteral (T : Tables) (at_ : Place) : (under : Option Nat) → (depth : Nat) → (l : Literal) → Builder → Except Reason Built
  | _, 0, _, _ => .error .formulaTooDeep
  | under, depth + 1, l, b =>
    match copyFormula T at_ under depth (l / 2) b with
    | .error reason => .error reason
    | .ok ⟨n, b⟩ => .ok ⟨2 * n + l % 2, b⟩

/-- Copies entry `e`. -/
def copyFormula (T : Tables) (at_ : Place) : (under : Option Nat) → (depth : Nat) → (e : Nat) → Builder → Except Reason Built
  | _, 0, _, _ => .error .formulaTooDeep
  | under, depth + 1, e, b =>
    match T.shape e with
    | .atom => .error .atomInProgram
    | .gate long =>
      match copyLiterals T at_ under depth long 1 b #[] with
      | .error reason => .error reason
      | .ok (ls, b) =>
        -- the first literal is the entry itself, if it is a disjunction, negated
        if h : 0 < long.size then
          if long[0] % 2 = 0 then b.formula (.and (pushNegated #[] ls 0)) else b.formula (.or ls)
        else .error .atomInProgram
    | .iff x y =>
      match copyLiteral T at_ under depth x b with
      | .error reason => .error reason
      | .ok ⟨x, b⟩ => match copyLiteral T at_ under depth y b with
        | .error reason => .error reason
        | .ok ⟨y, b⟩ => b.formula (.iff x y)
    | .ite c x y =>
      match copyLiteral T at_ under depth c b with
      | .error reason => .error reason
      | .ok ⟨c, b⟩ => match copyLiteral T at_ under depth x b with
        | .error reason => .error reason
        | .ok ⟨x, b⟩ => match copyLiteral T at_ under depth y b with
          | .error reason => .error reason
          | .ok ⟨y, b⟩ => b.formula (.ite c x y)
    | .le x y =>
      match copyTerm T at_ under depth x b with
      | .error reason => .error reason
      | .ok ⟨x, b⟩ => match copyTerm T at_ under depth y b with
        | .error reason => .error reason
        | .ok ⟨y, b⟩ => b.formula (.le x y)
    | .eq x y =>
      match copyTerm T at_ under depth x b with
      | .error reason => .error reason
      | .ok ⟨x, b⟩ => match copyTerm T at_ under depth y b with
        | .error reason => .error reason
        | .ok ⟨y, b⟩ => b.formula (.eq x y)
    | .mapEq x y =>
      match copyTerm T at_ under depth x b with
      | .error reason => .error reason
      | .ok ⟨x, b⟩ => match copyTerm T at_ under depth y b with
        | .error reason => .error reason
        | .ok ⟨y, b⟩ => b.formula (.mapEq x y)
    | .all body =>
      match copyLiteral T at_ (inside under) depth body b with
      | .error reason => .error reason
      | .ok ⟨body, b⟩ => b.formula (.all body)

/-- Copies the literals from index `i` on. -/
def copyLiterals (T : Tables) (at_ : Place) : (under : Option Nat) → (depth : Nat) → (ls : Array Literal) → (i : Nat) → Builder →
    (out : Array Literal) → Except Reason (Array Literal × Builder)
  | _, 0, _, _, _, _ => .error .formulaTooDeep
  | under, depth + 1, ls, i, b, out =>
    if h : i < ls.size then
      match copyLiteral T at_ under depth ls[i] b with
      | .error reason => .error reason
      | .ok ⟨l, b⟩ => copyLiterals T at_ under depth ls (i + 1) b (out.push l)
    else .ok (out, b)

end

/-- How deep a formula may be nested, and how many parts a conjunction in it may have. -/
def copyDepth : Nat := 4096

end Plato
