/-
# Conditions as text

The table of the conditions, line by line as in a certificate, what its literals are, and the conditions as lists of literals with their
origins. Soundness does not depend on this: the kernel computes the conditions again when it checks a certificate.

Main definitions: `Generator.text`.
-/
module

public import Plato.Goal.Scopes

@[expose] public section

namespace Plato

/-- A number after a space. -/
def spaced (n : Nat) : String := " " ++ toString n

/-- A literal after a space. -/
def spacedLiteral (l : Literal) : String := (if l % 2 = 0 then " " else " -") ++ toString (l / 2)

/-- Literals, each after a space, from index `i` on. -/
def spacedLiterals (ls : Array Literal) (i : Nat) (out : String) : String :=
  if h : i < ls.size then spacedLiterals ls (i + 1) (out ++ spacedLiteral ls[i]) else out
termination_by ls.size - i

/-- The letter of an operator. -/
def Operator.letter : Operator → String
  | .add => "+" | .sub => "-" | .mul => "*" | .div => "/" | .mod => "%" | .pair => "P" | .branch => "B" | .select => "s" | .difference => "D"

/-- A term's line. -/
def TermShape.line : TermShape → String
  | .num n => "n " ++ (if n < 0 then "-" else "") ++ toString n.natAbs
  | .var name version => "v" ++ spaced name ++ spaced version
  | .logic name => "y" ++ spaced name
  | .bound index => "b" ++ spaced index
  | .binary o a b => o.letter ++ spaced a ++ spaced b
  | .store m i x => "u" ++ spaced m ++ spaced i ++ spaced x
  | .const x => "k" ++ spaced x
  | .ite c a b => "I" ++ spacedLiteral c ++ spaced a ++ spaced b
  | .witness body => "w" ++ spacedLiteral body

/-- A formula's line. -/
def Shape.line : Shape → String
  | .atom => "a 0"
  | .gate long =>
    if h : 0 < long.size then
      if long[0] % 2 = 0 then spacedLiterals (pushNegated #[] long 1) 0 "&" else spacedLiterals long 1 "|"
    else "t"
  | .iff a b => "=" ++ spacedLiteral a ++ spacedLiteral b
  | .ite c a b => "?" ++ spacedLiteral c ++ spacedLiteral a ++ spacedLiteral b
  | .le a b => "l" ++ spaced a ++ spaced b
  | .eq a b => "e" ++ spaced a ++ spaced b
  | .mapEq m n => "m" ++ spaced m ++ spaced n
  | .all body => "A" ++ spacedLiteral body

/-- The table's lines in the order they were made, from place `i` on; there are `t` terms and `e` formulas before it. -/
def tableLines (T : Tables) (order : Array Bool) (i t e : Nat) (out : String) : String :=
  if h : i < order.size then
    if order[i] then
      tableLines T order (i + 1) t (e + 1) (out ++ (T.shape e).line ++ "\n")
    else tableLines T order (i + 1) (t + 1) e (out ++ (T.termShape t).line ++ "\n")
  else out
termination_by order.size - i

/-- Where a condition comes from: a word, a family, and another family or a statement. -/
def Origin.text (o : Origin) : String := o.rule ++ spaced o.family ++ spaced o.other

/-- The conditions from number `i` on. -/
def conditionLines (conditions : Array Condition) (i : Nat) (out : String) : String :=
  if h : i < conditions.size then
    conditionLines conditions (i + 1)
      (spacedLiterals conditions[i].literals 0 (out ++ "condition " ++ conditions[i].origin.text ++ " :") ++ "\n")
  else out
termination_by conditions.size - i

/-- What the literals are, from number `i` on. -/
def labelLines (labels : Array PartLabel) (i : Nat) (out : String) : String :=
  if h : i < labels.size then
    labelLines labels (i + 1) (out ++ "label" ++ spacedLiteral labels[i].literal ++ spaced labels[i].mark.label ++ spaced labels[i].mark.part.code ++ "\n")
  else out
termination_by labels.size - i

/-- Where commands were run, from number `i` on. -/
def runLines (runs : Array RunLabel) (i : Nat) (out : String) : String :=
  if h : i < runs.size then
    runLines runs (i + 1) (out ++ "run" ++ spaced runs[i].label ++ spaced runs[i].before ++ spaced runs[i].inputs ++ spaced runs[i].obligation ++ "\n")
  else out
termination_by runs.size - i

/-- With which conditions obligations begin, from number `i` on. -/
def obligationLines (obligations : Array Nat) (i : Nat) (out : String) : String :=
  if h : i < obligations.size then obligationLines obligations (i + 1) (out ++ "obligation" ++ spaced obligations[i] ++ "\n") else out
termination_by obligations.size - i

/-- The generator's table, labels and conditions as text. -/
def Generator.text (g : Generator) : String :=
  conditionLines g.conditions 0 (obligationLines g.labels.obligations 0 (runLines g.labels.runs 0
    (labelLines g.labels.parts 0 (tableLines g.builder.tables g.builder.order 0 1 1 ""))))

end Plato
