/-
# Terms and formulas as source

Prints terms and formulas of the tables in the language of Plato programs, with parentheses where they are needed. What cannot be said there (witnesses,
differences, atoms, later versions of the store) and what is too long or too deep is noted, so that nobody takes the text for the whole.

Main definitions: `writeTerm`, `writeLiteral`.
-/
module

public import Plato.Source.Use

@[expose] public section

namespace Plato

/-- How tightly parts are bound, from loose to tight: equivalence, implication, or, and, comparison, sum, product, operand. -/
abbrev Level := Nat

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

/-- Appends a term that is used so; it is in parentheses if it is bound less tightly than `level`. There are `bound` quantifiers
around it. The language tells refused and maps apart, and means different things by `==`; a term that is not what it is used as is not printed. -/
def writeTerm (c : SourceContext) : (depth bound t : Nat) → (use : Use) → (level : Level) → Written → Written
  | 0, _, _, _, _, out => out.fail
  | depth + 1, bound, t, use, level, out =>
    if out.budget = 0 then out.fail
    else
      let out := out.spend
      match c.tables.termShape t with
      | .num n =>
        match use with
        | .int => if n < 0 then out.put ("(-" ++ toString n.natAbs ++ ")") else out.put (toString n.natAbs)
        | .truth of => if n = 0 then out.put "false" else if n = 1 then out.put "true" else out.refuse of
        | _ => out.misused use
      | .var name version =>
        let out := c.whole name (c.name c.names.variables "v" name (typeOfVariable name) use out)
        if version = 0 then out else if version = 1 then out.put "'" else out.fail
      | .logic name =>
        match use with
        | .truth of => out.refuse of
        | _ =>
          if name = 0 then (if use.isMap then out.misused use else out.put "tid")
          else c.name c.names.parameters "c" name (typeOfParameter name) use out
      | .bound index =>
        match use with
        | .int => if index < bound then out.put ("_i" ++ toString (bound - 1 - index)) else out.fail
        | _ => out.misused use
      | .binary .select m i =>
        if use.isMap then out.misused use
        else match c.ownMap m i with
        | some (number, version, name) =>
          let out := (c.used number use out).put name
          if version = 0 then out else if version = 1 then out.put "'" else out.fail
        | none => (writeTerm c depth bound i .int 1 ((writeTerm c depth bound m use.whole 9 out).put "[")).put "]"
      | .binary .branch a b =>
        match use with
        | .int =>
          match c.tables.termShape b with
          | .num 0 => (writeTerm c depth bound a .int 1 (out.put "parent_of(")).put ")"
          | .num 1 => (writeTerm c depth bound a .int 1 (out.put "number_of(")).put ")"
          | _ => out.fail
        | _ => out.misused use
      | .binary .pair a b =>
        match use with
        | .int => (writeTerm c depth bound b .int 1 ((writeTerm c depth bound a .int 1 (out.put "pair(")).put ", ")).put ")"
        | _ => out.misused use
      | .binary o a b =>
        match use, o.words with
        | .int, some (word, own) =>
          let out := writeTerm c depth bound a .int own (out.putIf (own < level) "(")
          (writeTerm c depth bound b .int (own + 1) (out.put word)).putIf (own < level) ")"
        | _, _ => out.misused use
      | .store m i x =>
        if use.isMap then
          let out := writeTerm c depth bound i .int 1 ((writeTerm c depth bound m use 9 out).put "[")
          (writeTerm c depth bound x use.element 1 (out.put " := ")).put "]"
        else out.misused use
      | .const x => if use.isMap then (writeTerm c depth bound x use.element 1 (out.put "map(")).put ")" else out.misused use
      | .ite l a b =>
        match use with
        | .truth of =>
          if isNumeral c.tables a 1 && isNumeral c.tables b 0 && (truthOf c.tables l).isNone then
            if isMereTruth c l then writeLiteral c depth bound l 9 (out.put "!!") else writeLiteral c depth bound l 1 out
          else out.refuse of
        | _ =>
          let out := writeTerm c depth bound a use 1 ((writeLiteral c depth bound l 1 (out.put "(if ")).put " then ")
          (writeTerm c depth bound b use 1 (out.put " else ")).put ")"
      | .witness _ => out.fail

/-- Appends two terms with a comparison in between. -/
def writeComparison (c : SourceContext) :
    (depth bound a : Nat) → (word : String) → (b : Nat) → (use : Use) → (level : Level) → Written → Written
  | 0, _, _, _, _, _, _, out => out.fail
  | depth + 1, bound, a, word, b, use, level, out =>
    let out := writeTerm c depth bound a use 6 (out.putIf (5 < level) "(")
    (writeTerm c depth bound b use 6 (out.put word)).putIf (5 < level) ")"

/-- Appends that two refused are equal, or that they are not. -/
def writeEquality (c : SourceContext) : (depth bound a b : Nat) → (isEqual : Bool) → (level : Level) → Written → Written
  | 0, _, _, _, _, _, out => out.fail
  | depth + 1, bound, a, b, isEqual, level, out =>
    match keptTruth c a b, keptElement c a b, (if isNumeral c.tables b 0 then truthRoot c a else none) with
    | some name, _, _ => (c.name c.names.variables "v" name (typeOfVariable name) (.truth (typeOfVariable name)) (out.put (if isEqual then "unchanged(" else "!unchanged("))).put ")"
    | _, some (name, i), _ =>
      match c.ownElement name i with
      | some own => out.put ((if isEqual then "unchanged(" else "!unchanged(") ++ own ++ ")")
      | none =>
      let out := c.whole name <| c.name c.names.variables "v" name (typeOfVariable name) (.truths (typeOfVariable name)) (out.put (if isEqual then "unchanged(" else "!unchanged("))
      (writeTerm c depth bound i .int 1 (out.put "[")).put "])"
    | _, _, some of =>
      let out := out.putIf isEqual "!"
      match c.tables.termShape a with
      | .logic name => c.name c.names.parameters "c" name of (.truth of) out
      | _ => writeTerm c depth bound a (.truth of) 9 out
    | _, _, _ => writeComparison c depth bound a (if isEqual then " == " else " != ") b .int level out

/-- Appends that two maps are equal, or that they are not. -/
def writeMapEquality (c : SourceContext) : (depth bound a b : Nat) → (isEqual : Bool) → (level : Level) → Written → Written
  | 0, _, _, _, _, _, out => out.fail
  | depth + 1, bound, a, b, isEqual, level, out =>
    match keptTruth c a b with
    | some name => (c.whole name <| c.name c.names.variables "v" name (typeOfVariable name) (.truths (typeOfVariable name)) (out.put (if isEqual then "unchanged(" else "!unchanged("))).put ")"
    | none => writeComparison c depth bound a (if isEqual then " == " else " != ") b .map level out

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
          if l.isPositive then writeComparison c depth bound a " <= " b .int level out
          else writeComparison c depth bound b " < " a .int level out
        | .eq a b => writeEquality c depth bound a b l.isPositive level out
        | .mapEq a b => writeMapEquality c depth bound a b l.isPositive level out
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
