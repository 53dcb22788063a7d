/-
# Formulas of a program, put into a condition

A program's formulas are about stores and a thread. A verification condition is about many stores and two threads: here a formula is
copied into it, to a *place* that says which store each version in the formula means and who its thread is. The program's parameters
(variables of the logic from 1 on) become the variables from 2 on, because 0 and 1 are the condition's two threads.

A store of a condition is a version of the store, or another one in which some variables have the values of terms: where the formula
mentions such a variable, the copy has the term.

The copy recurses: it is limited in depth, and in effort because shared parts are copied (and found) again.

Main definitions: `Who`, `Source`, `Site`, `copyTerm`, `copyLiteral`.
-/
module

public import Plato.Table.Builder

@[expose] public section

namespace Plato

/-- The thread that a formula is about. -/
inductive Who where
  /-- No thread is meant; the identifier is 0. -/
  | nobody
  /-- The thread of the condition: variable 0 of the logic. -/
  | self
  /-- The other thread of the condition: variable 1 of the logic. -/
  | other
  /-- The variable of a quantifier around the formula, so many further out than the nearest one. -/
  | bound (index : Nat)
  /-- The branch of the thread of the condition whose number is the variable of a quantifier around the formula. -/
  | branch (index : Nat)

/-- A store of a condition. -/
inductive Source where
  | version (number : Nat)
  /-- The store `rest`, but the variable has the value of the term, which depends on no quantifier. -/
  | changed (name term : Nat) (rest : Source)

/-- Where a formula is put: the stores that its versions mean (0 the first one, 1 and so on the later ones, and beyond their end the last
one), and its thread. -/
structure Site where
  first : Source
  later : List Source
  thread : Who

/-- The store that a version means. -/
def sourceAt : (first : Source) → (later : List Source) → (version : Nat) → Source
  | first, _, 0 => first
  | first, [], _ + 1 => first
  | _, second :: later, version + 1 => sourceAt second later version

/-- The value of a variable in a store. -/
def copyVariable (name : Nat) : Source → Builder → Except Reason Built
  | .version number, b => b.term (.var name number)
  | .changed changed term rest, b => do
    let b ← b.pay 1
    if name = changed then .ok ⟨term, b⟩ else copyVariable name rest b

/-- The thread's identifier, inside so many quantifiers of the formula. -/
def Who.copy (inner : Nat) : Who → Builder → Except Reason Built
  | .nobody, b => b.term (.num 0)
  | .self, b => b.term (.logic 0)
  | .other, b => b.term (.logic 1)
  | .bound index, b => b.term (.bound (inner + index))
  | .branch index, b => do
    let ⟨parent, b⟩ ← b.term (.logic 0)
    let ⟨number, b⟩ ← b.term (.bound (inner + index))
    let ⟨code, b⟩ ← b.term (.binary .pair parent number)
    let ⟨most, b⟩ ← b.term (.num (-1))
    b.term (.binary .sub most code)

/-- What is known of a term about the thread of a formula: the parent of a branch and its number. -/
def Who.known (T : Tables) (o : Operator) (x y : Nat) : Who → Option Who
  | .branch index =>
    match o, T.termShape x, T.termShape y with
    | .branch, .logic 0, .num 0 => some .self
    | .branch, .logic 0, .num 1 => some (.bound index)
    | _, _, _ => none
  | _ => none

mutual

/-- Copies term `t` of the table `T` into the builder; `inner` quantifiers of the formula are around it. -/
def copyTerm (T : Tables) (at_ : Site) : (inner depth t : Nat) → Builder → Except Reason Built
  | _, 0, _, _ => .error .formulaTooDeep
  | inner, depth + 1, t, b =>
    match T.termShape t with
    | .num n => b.term (.num n)
    | .var name version => copyVariable name (sourceAt at_.first at_.later version) b
    | .logic name => if name = 0 then at_.thread.copy inner b else b.term (.logic (name + 1))
    | .bound index => if index < inner then b.term (.bound index) else .error .looseVariable
    | .binary o x y =>
      match at_.thread.known T o x y with
      | some who => who.copy inner b
      | none => do
        let ⟨x, b⟩ ← copyTerm T at_ inner depth x b
        let ⟨y, b⟩ ← copyTerm T at_ inner depth y b
        b.term (.binary o x y)
    | .store m i x => do
      let ⟨m, b⟩ ← copyTerm T at_ inner depth m b
      let ⟨i, b⟩ ← copyTerm T at_ inner depth i b
      let ⟨x, b⟩ ← copyTerm T at_ inner depth x b
      b.term (.store m i x)
    | .const x => do
      let ⟨x, b⟩ ← copyTerm T at_ inner depth x b
      b.term (.const x)
    | .ite c x y => do
      let ⟨c, b⟩ ← copyLiteral T at_ inner depth c b
      let ⟨x, b⟩ ← copyTerm T at_ inner depth x b
      let ⟨y, b⟩ ← copyTerm T at_ inner depth y b
      b.term (.ite c x y)
    | .witness body => do
      let ⟨body, b⟩ ← copyLiteral T at_ (inner + 1) depth body b
      b.term (.witness body)

/-- Copies a literal. -/
def copyLiteral (T : Tables) (at_ : Site) : (inner depth : Nat) → (l : Literal) → Builder → Except Reason Built
  | _, 0, _, _ => .error .formulaTooDeep
  | inner, depth + 1, l, b => do
    let ⟨n, b⟩ ← copyFormula T at_ inner depth (l / 2) b
    .ok ⟨2 * n + l % 2, b⟩

/-- Copies entry `e`. -/
def copyFormula (T : Tables) (at_ : Site) : (inner depth e : Nat) → Builder → Except Reason Built
  | _, 0, _, _ => .error .formulaTooDeep
  | inner, depth + 1, e, b =>
    match T.shape e with
    | .atom => .error .atomInProgram
    | .gate long => do
      let (ls, b) ← copyLiterals T at_ inner depth long 1 b #[]
      -- the first literal is the entry itself, if it is a disjunction, negated
      if h : 0 < long.size then
        if long[0] % 2 = 0 then b.formula (.and (pushNegated #[] ls 0)) else b.formula (.or ls)
      else .error .atomInProgram
    | .iff x y => do
      let ⟨x, b⟩ ← copyLiteral T at_ inner depth x b
      let ⟨y, b⟩ ← copyLiteral T at_ inner depth y b
      b.formula (.iff x y)
    | .ite c x y => do
      let ⟨c, b⟩ ← copyLiteral T at_ inner depth c b
      let ⟨x, b⟩ ← copyLiteral T at_ inner depth x b
      let ⟨y, b⟩ ← copyLiteral T at_ inner depth y b
      b.formula (.ite c x y)
    | .le x y => do
      let ⟨x, b⟩ ← copyTerm T at_ inner depth x b
      let ⟨y, b⟩ ← copyTerm T at_ inner depth y b
      b.formula (.le x y)
    | .eq x y => do
      let ⟨x, b⟩ ← copyTerm T at_ inner depth x b
      let ⟨y, b⟩ ← copyTerm T at_ inner depth y b
      b.formula (.eq x y)
    | .mapEq x y => do
      let ⟨x, b⟩ ← copyTerm T at_ inner depth x b
      let ⟨y, b⟩ ← copyTerm T at_ inner depth y b
      b.formula (.mapEq x y)
    | .all body => do
      let ⟨body, b⟩ ← copyLiteral T at_ (inner + 1) depth body b
      b.formula (.all body)

/-- Copies the literals from index `i` on. -/
def copyLiterals (T : Tables) (at_ : Site) : (inner depth : Nat) → (ls : Array Literal) → (i : Nat) → Builder →
    (out : Array Literal) → Except Reason (Array Literal × Builder)
  | _, 0, _, _, _, _ => .error .formulaTooDeep
  | inner, depth + 1, ls, i, b, out =>
    if h : i < ls.size then do
      let ⟨l, b⟩ ← copyLiteral T at_ inner depth ls[i] b
      copyLiterals T at_ inner depth ls (i + 1) b (out.push l)
    else .ok (out, b)

end

/-- How deep a formula may be nested, and how many parts a conjunction in it may have. -/
def copyDepth : Nat := 4096

end Plato
