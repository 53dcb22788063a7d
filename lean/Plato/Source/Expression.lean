/-
# Terms and formulas as source

Prints terms and formulas of the tables in the language of Plato programs, with parentheses where they are needed. What cannot be said there (witnesses,
differences, atoms, later versions of the store) and what is too long or too deep is noted, so that nobody takes the text for the whole.

Main definitions: `Written`, `writeTerm`, `writeLiteral`.
-/
module

public import Plato.Source.Names

@[expose] public section

namespace Plato

/-- Text, how much more may be printed (bytes, and one for every part), and whether everything could be printed. Parts that are used several
times are printed as often, and names and numbers may be long: only a count of bytes keeps the text as short as the certificate allows. -/
structure Written where
  text : String
  budget : Nat
  complete : Bool

namespace Written

/-- Appends text. -/
def put (out : Written) (text : String) : Written :=
  match out with
  | ⟨before, budget, complete⟩ => ⟨before ++ text, budget - text.utf8ByteSize, complete⟩

/-- One part more has been printed. -/
def spend (out : Written) : Written :=
  match out with
  | ⟨text, budget, complete⟩ => ⟨text, budget - 1, complete⟩

/-- Something could not be printed. -/
def fail (out : Written) : Written :=
  match out with
  | ⟨text, budget, _⟩ => ⟨text ++ "…", budget, false⟩

/-- Appends text, if there is any. -/
def putFound (out : Written) (text : Option String) : Written :=
  match text with
  | none => out.fail
  | some text => out.put text

/-- Appends text if the condition holds. -/
def putIf (out : Written) (condition : Bool) (text : String) : Written := if condition then out.put text else out

end Written

/-- How tightly parts are bound, from loose to tight: equivalence, implication, or, and, comparison, sum, product, operand. -/
abbrev Level := Nat

/-- Terms and formulas are printed up to this depth, and with at most so many parts. -/
def writeDepth : Nat := 4096

/-- What is printed with: the tables and the names. -/
structure SourceContext where
  tables : Tables
  names : SourceNames

/-- How an operator is written, and how tightly it binds; none of the rest has words in the language. -/
def Operator.words : Operator → Option (String × Level)
  | .add => some (" + ", 6)
  | .sub => some (" - ", 6)
  | .mul => some (" * ", 7)
  | .div => some (" div ", 7)
  | .mod => some (" mod ", 7)
  | _ => none

/-- Which connective an entry is. -/
inductive Connective where
  | and | or | implies

/-- The connective that the long clause of an entry defines: the sign of the entry in it tells conjunctions from disjunctions, and only the
formula tells implications from other disjunctions of two parts. -/
def connectiveOf (long : Clause) (f : Formula) : Connective :=
  if h : 0 < long.size then
    if long[0].isPositive then .and
    else match f with
      | .implies _ _ => if long.size = 3 then .implies else .or
      | _ => .or
  else .and

/-- The literal is `true`, or is `false`, if it is one of these. -/
def truthOf (T : Tables) (l : Literal) : Option Bool :=
  match T.formula l.entry with
  | .true => some (l.isPositive)
  | _ => none

mutual

/-- Appends a term that is a map, or an integer; it is in parentheses if it is bound less tightly than `level`. There are `bound` quantifiers
around it. The language tells integers and maps apart, and means different things by `==`; a term that is not what it is used as is not printed. -/
def writeTerm (c : SourceContext) : (depth bound t : Nat) → (isMap : Bool) → (level : Level) → Written → Written
  | 0, _, _, _, _, out => out.fail
  | depth + 1, bound, t, isMap, level, out =>
    if out.budget = 0 then out.fail
    else
      let out := out.spend
      match c.tables.termShape t with
      | .num n => if isMap then out.fail else if n < 0 then out.put ("(-" ++ toString n.natAbs ++ ")") else out.put (toString n.natAbs)
      | .var name version =>
        let out := out.putFound (calledBy c.names.variables "v" name isMap)
        if version = 0 then out else if version = 1 then out.put "'" else out.fail
      | .logic name => if name = 0 then (if isMap then out.fail else out.put "tid") else out.putFound (calledBy c.names.parameters "c" name isMap)
      | .bound index => if index < bound && !isMap then out.put ("_i" ++ toString (bound - 1 - index)) else out.fail
      | .binary .select m i =>
        if isMap then out.fail else (writeTerm c depth bound i false 1 ((writeTerm c depth bound m true 9 out).put "[")).put "]"
      | .binary .branch a b =>
        if isMap then out.fail
        else match c.tables.termShape b with
          | .num 0 => (writeTerm c depth bound a false 1 (out.put "parent_of(")).put ")"
          | .num 1 => (writeTerm c depth bound a false 1 (out.put "number_of(")).put ")"
          | _ => out.fail
      | .binary .pair a b =>
        if isMap then out.fail
        else (writeTerm c depth bound b false 1 ((writeTerm c depth bound a false 1 (out.put "pair(")).put ", ")).put ")"
      | .binary o a b =>
        match o.words with
        | none => out.fail
        | some (word, own) =>
          if isMap then out.fail
          else
            let out := writeTerm c depth bound a false own (out.putIf (own < level) "(")
            (writeTerm c depth bound b false (own + 1) (out.put word)).putIf (own < level) ")"
      | .store m i x =>
        if isMap then
          let out := writeTerm c depth bound i false 1 ((writeTerm c depth bound m true 9 out).put "[")
          (writeTerm c depth bound x false 1 (out.put " := ")).put "]"
        else out.fail
      | .const x => if isMap then (writeTerm c depth bound x false 1 (out.put "map(")).put ")" else out.fail
      | .ite l a b =>
        let out := writeTerm c depth bound a isMap 1 ((writeLiteral c depth bound l 1 (out.put "(if ")).put " then ")
        (writeTerm c depth bound b isMap 1 (out.put " else ")).put ")"
      | .witness _ => out.fail

/-- Appends two terms with a comparison in between. -/
def writeComparison (c : SourceContext) :
    (depth bound a : Nat) → (word : String) → (b : Nat) → (areMaps : Bool) → (level : Level) → Written → Written
  | 0, _, _, _, _, _, _, out => out.fail
  | depth + 1, bound, a, word, b, areMaps, level, out =>
    let out := writeTerm c depth bound a areMaps 6 (out.putIf (5 < level) "(")
    (writeTerm c depth bound b areMaps 6 (out.put word)).putIf (5 < level) ")"

/-- Appends a formula likewise. -/
def writeLiteral (c : SourceContext) : (depth bound : Nat) → (l : Literal) → (level : Level) → Written → Written
  | 0, _, _, _, out => out.fail
  | depth + 1, bound, l, level, out =>
    if out.budget = 0 then out.fail
    else
      let out := out.spend
      match truthOf c.tables l with
      | some true => out.put "true"
      | some false => out.put "false"
      | none =>
        match c.tables.shape l.entry with
        | .le a b =>
          if l.isPositive then writeComparison c depth bound a " <= " b false level out
          else writeComparison c depth bound b " < " a false level out
        | .eq a b => writeComparison c depth bound a (if l.isPositive then " == " else " != ") b false level out
        | .mapEq a b => writeComparison c depth bound a (if l.isPositive then " == " else " != ") b true level out
        | shape => if l.isPositive then writeShape c depth bound shape (c.tables.formula l.entry) level out
          else writeShape c depth bound shape (c.tables.formula l.entry) 9 (out.put "!")

/-- Appends a formula of that shape; the formula itself tells which connective it is. -/
def writeShape (c : SourceContext) : (depth bound : Nat) → Shape → Formula → (level : Level) → Written → Written
  | 0, _, _, _, _, out => out.fail
  | depth + 1, bound, shape, f, level, out =>
    match shape with
    | .gate long =>
      match connectiveOf long f with
      | .and => (writeParts c depth bound (pushNegated #[] long 1) 0 " && " 5 (out.putIf (4 < level) "(")).putIf (4 < level) ")"
      | .or => (writeParts c depth bound long 1 " || " 4 (out.putIf (3 < level) "(")).putIf (3 < level) ")"
      | .implies =>
        if h : long.size = 3 then
          let out := writeLiteral c depth bound long[1].negate 3 (out.putIf (2 < level) "(")
          (writeLiteral c depth bound long[2] 2 (out.put " ==> ")).putIf (2 < level) ")"
        else out.fail
    | .iff a b =>
      let out := writeLiteral c depth bound a 2 (out.putIf (1 < level) "(")
      (writeLiteral c depth bound b 2 (out.put " <==> ")).putIf (1 < level) ")"
    | .ite l a b =>
      let out := writeLiteral c depth bound a 1 ((writeLiteral c depth bound l 1 (out.put "(if ")).put " then ")
      (writeLiteral c depth bound b 1 (out.put " else ")).put ")"
    | .all body => (writeLiteral c depth (bound + 1) body 1 (out.put ("(forall _i" ++ toString bound ++ " :: "))).put ")"
    | _ => out.fail

/-- Appends the literals from index `i` on, with the word in between. -/
def writeParts (c : SourceContext) : (depth bound : Nat) → (ls : Array Literal) → (i : Nat) → (word : String) → (level : Level) → Written → Written
  | 0, _, _, _, _, _, out => out.fail
  | depth + 1, bound, ls, i, word, level, out =>
    if h : i < ls.size then
      let out := writeLiteral c depth bound ls[i] level out
      if i + 1 < ls.size then writeParts c depth bound ls (i + 1) word level (out.put word) else out
    else out.fail

end

end Plato
