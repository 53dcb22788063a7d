/-
# Instances of universal formulas

A universal entry implies its body at every term; its body at its own witness implies it. The certificate names the
body's instance, which must already be in the tables, and the kernel compares the two trees: where the body has the
quantified variable the instance has the term, and everywhere else they are the same. Nothing is built and nothing
renamed. Only terms without loose variables are put in, so nothing can be captured.

The walk follows shapes. It is limited in depth (it recurses) and in effort (shared subtrees are walked again).

Main definitions: `matchTerm`, `matchLiteral`, `instanceRule`.
-/
module

public import Plato.Refutation.Equality

@[expose] public section

namespace Plato

mutual

/-- Below `k` quantifiers of the body, term `a` with the variable replaced by the term `t` is the term `r`, read so. Gives the effort that
is left, plus 2; 0 if they do not agree, 1 if the effort was not enough to decide; and takes the same. The variable is an integer, so it
cannot be replaced where a map is read. -/
def matchTerm (T : Tables) (t : Nat) : (depth : Nat) → (k : Nat) → (reading : Reading) → (a r effort : Nat) → Nat
  | 0, _, _, _, _, _ => 0
  | depth + 1, k, reading, a, r, effort =>
    if effort ≤ 2 then min effort 1
    else if a = r ∧ T.termIndependent a k then effort - 1
    else match T.termShape a, T.termShape r with
      | .bound i, _ => match reading with
        | .int => if i = k ∧ r = t then effort - 1 else 0
        | .map => 0
      | .binary o a b, .binary o' a' b' =>
        if o = o' then
          matchTerm T t depth k o.secondReading b b' (matchTerm T t depth k o.firstReading a a' (effort - 1))
        else 0
      | .store m i x, .store m' i' x' =>
        matchTerm T t depth k .int x x' (matchTerm T t depth k .int i i' (matchTerm T t depth k .map m m' (effort - 1)))
      | .const x, .const x' => matchTerm T t depth k .int x x' (effort - 1)
      | .ite c a b, .ite c' a' b' =>
        matchTerm T t depth k reading b b'
          (matchTerm T t depth k reading a a' (matchLiteral T t depth k c c' (effort - 1)))
      | .witness body, .witness body' => matchLiteral T t depth (k + 1) body body' (effort - 1)
      | _, _ => 0

/-- The same for literals. -/
def matchLiteral (T : Tables) (t : Nat) : (depth : Nat) → (k : Nat) → (l m : Literal) → (effort : Nat) → Nat
  | 0, _, _, _, _ => 0
  | depth + 1, k, l, m, effort =>
    if effort ≤ 2 then min effort 1
    else if ¬ l.sameSign m then 0
    else if l = m ∧ T.independent l.entry k then effort - 1
    else match T.shape l.entry, T.shape m.entry with
      | .gate long, .gate long' =>
        if h : 0 < long.size ∧ 0 < long'.size then
          if long.size = long'.size ∧ long[0].sameSign long'[0] ∧ long[0].entry = l.entry ∧ long'[0].entry = m.entry then
            matchLiterals T t depth k long long' 1 (effort - 1)
          else 0
        else 0
      | .iff a b, .iff a' b' => matchLiteral T t depth k b b' (matchLiteral T t depth k a a' (effort - 1))
      | .ite c a b, .ite c' a' b' =>
        matchLiteral T t depth k b b' (matchLiteral T t depth k a a' (matchLiteral T t depth k c c' (effort - 1)))
      | .le a b, .le a' b' => matchTerm T t depth k .int b b' (matchTerm T t depth k .int a a' (effort - 1))
      | .eq a b, .eq a' b' => matchTerm T t depth k .int b b' (matchTerm T t depth k .int a a' (effort - 1))
      | .mapEq a b, .mapEq a' b' => matchTerm T t depth k .map b b' (matchTerm T t depth k .map a a' (effort - 1))
      | .all body, .all body' => matchLiteral T t depth (k + 1) body body' (effort - 1)
      | _, _ => 0

/-- The same for the literals of two clauses of the same size, from index `i` on. -/
def matchLiterals (T : Tables) (t : Nat) : (depth : Nat) → (k : Nat) → (ls ms : Clause) → (i effort : Nat) → Nat
  | 0, _, _, _, _, _ => 0
  | depth + 1, k, ls, ms, i, effort =>
    if effort ≤ 2 then min effort 1
    else if h : i < ls.size then
      if h' : i < ms.size then
        matchLiterals T t depth k ls ms (i + 1) (matchLiteral T t depth k ls[i] ms[i] (effort - 1))
      else 0
    else effort - 1

end

/-- How deep a body may be nested, and how many parts a conjunction in it may have. -/
def instanceDepth : Nat := 4096

/-- The literal is the body of the universal entry with the variable replaced by the term; gives the effort that is left. -/
def instanceRule (T : Tables) (entry t : Nat) (l : Literal) (effort : Nat) : Except Reason Nat :=
  match T.shape entry with
  | .all body =>
    if T.termIndependent t 0 then
      match matchLiteral T t instanceDepth 0 body l (effort + 2) with
      | 0 => .error (.notAnInstance "the universal formula" "the literal is not its body at that term")
      | 1 => .error .effort
      | left + 2 => .ok left
    else .error (.notAnInstance "the universal formula" "the term has a variable of an outer quantifier in it")
  | _ => .error (.notUniversal entry)

/-- The term is the witness of the universal entry. -/
def isWitness (T : Tables) (entry t : Nat) : Bool :=
  match T.shape entry, T.termShape t with
  | .all body, .witness body' => body == body'
  | _, _ => false

end Plato
