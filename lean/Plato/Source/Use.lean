/-
# What variables are printed as

Truth values are stored as 0 and 1, and the language reads a stored value as true if it is not 0. A local variable of a family is stored as a map from
identifiers to the threads' own values. A variable is printed as a `bool`, or as a local variable, only if the language reads every use of it in the program as what it
is in the claim; of any other one it is noted (`Written.refuse`) that it is an integer, or a map.

Main definitions: `SourceContext`, `Use`, `truthRoot`, `SourceContext.ownElement`.
-/
module

public import Plato.Source.Names
public import Plato.Source.Written

@[expose] public section

namespace Plato

/-- Terms and formulas are printed up to this depth, and with at most so many parts. -/
def writeDepth : Nat := 4096

/-- What is printed with: the tables, the names, whether types and local variables are used, and the family whose statement is printed. -/
structure SourceContext where
  tables : Tables
  names : SourceNames
  isTyped : Bool
  inside : Option Nat

/-- What a term is used as: an integer, a map, a truth value, a map to these. `of` is the variable that is an integer, or a map to these, if
the language does not read what is printed as this very term. -/
inductive Use where
  | int
  | map
  | truth (of : Nat)
  | truths (of : Nat)

namespace Use

def isMap : Use → Bool
  | .int => false
  | .map => true
  | .truth _ => false
  | .truths _ => true

/-- How the elements of a map are used. -/
def element : Use → Use
  | .truths of => .truth of
  | .truth of => .truth of
  | _ => .int

/-- How a map is used of which an element is used so. -/
def whole : Use → Use
  | .truths of => .truths of
  | .truth of => .truths of
  | _ => .map

end Use

/-- The variable or parameter has truth values, or is a map to these. -/
def SourceContext.isTruth (c : SourceContext) (names : Array SourceName) (number : Nat) : Bool :=
  if h : number < names.size then c.isTyped && names[number].isTruth else false

/-- The family and the name of a variable that is printed as a local one. -/
def SourceContext.own (c : SourceContext) (number : Nat) : Option (Nat × String) :=
  if h : number < c.names.variables.size then (if c.isTyped then c.names.variables[number].own else none) else none

/-- The name of the variable in the family whose statement is printed, if the index is the thread's own. -/
def SourceContext.ownElement (c : SourceContext) (number index : Nat) : Option String :=
  match c.own number, c.inside, c.tables.termShape index with
  | some (family, name), some inside, .logic 0 => if family = inside then some name else none
  | _, _, _ => none

/-- Of a variable as a whole: a local one must be printed as a map then. -/
def SourceContext.whole (c : SourceContext) (number : Nat) (out : Written) : Written :=
  match c.own number with
  | some _ => out.refuse (placeOfVariable number)
  | none => out

/-- Appends the name of a variable or parameter that is used so. -/
def SourceContext.name (c : SourceContext) (names : Array SourceName) (letter : String) (number code : Nat) (use : Use) (out : Written) : Written :=
  let out := out.putFound (calledBy names letter number use.isMap)
  match use with
  | .truth of => if c.isTruth names number then out else out.refuse of
  | .truths of => if c.isTruth names number then out else out.refuse of
  | _ => if c.isTruth names number then out.refuse code else out

/-- An element of the variable is used so. -/
def SourceContext.used (c : SourceContext) (number : Nat) (use : Use) (out : Written) : Written :=
  match use with
  | .truth of => if c.isTruth c.names.variables number then out else out.refuse of
  | .truths of => out.refuse of
  | _ => if c.isTruth c.names.variables number then out.refuse (typeOfVariable number) else out

/-- The element of the map is a local variable: its number, the version of the store, and its name. -/
def SourceContext.ownMap (c : SourceContext) (m i : Nat) : Option (Nat × Nat × String) :=
  match c.tables.termShape m with
  | .var number version =>
    match c.ownElement number i with
    | some name => some (number, version, name)
    | none => none
  | _ => none

/-- What is not an integer's or a map's place in the language: of the variable it is noted, and nothing can be printed otherwise. -/
def Written.misused (out : Written) : Use → Written
  | .truth of => out.refuse of
  | .truths of => out.refuse of
  | _ => out.fail

/-- The variable or parameter that makes the term one that the language reads as a map to truth values. -/
def truthsRoot (c : SourceContext) : (depth t : Nat) → Option Nat
  | 0, _ => none
  | depth + 1, t =>
    match c.tables.termShape t with
    | .var name _ => if c.isTruth c.names.variables name then some (typeOfVariable name) else none
    | .logic name => if c.isTruth c.names.parameters name then some (typeOfParameter name) else none
    | .store m _ _ => truthsRoot c depth m
    | .ite _ m _ => truthsRoot c depth m
    | _ => none

/-- The variable or parameter that makes the term one that the language reads as a truth value. -/
def truthRoot (c : SourceContext) (t : Nat) : Option Nat :=
  match c.tables.termShape t with
  | .var name _ => if c.isTruth c.names.variables name then some (typeOfVariable name) else none
  | .logic name => if c.isTruth c.names.parameters name then some (typeOfParameter name) else none
  | .binary .select m _ => truthsRoot c writeDepth m
  | _ => none

/-- The term is that numeral. -/
def isNumeral (T : Tables) (t : Nat) (n : Int) : Bool :=
  match T.termShape t with
  | .num m => m == n
  | _ => false

/-- The variable with truth values of which the one term is the value after a step and the other the value before it. -/
def keptTruth (c : SourceContext) (a b : Nat) : Option Nat :=
  match c.tables.termShape a, c.tables.termShape b with
  | .var name 1, .var other 0 => if name = other && c.isTruth c.names.variables name then some name else none
  | _, _ => none

/-- The same of an element: the variable and the index. -/
def keptElement (c : SourceContext) (a b : Nat) : Option (Nat × Nat) :=
  match c.tables.termShape a, c.tables.termShape b with
  | .binary .select m i, .binary .select n j =>
    match keptTruth c m n with
    | some name => if i = j then some (name, i) else none
    | none => none
  | _, _ => none

/-- What would be printed as a variable alone, which is read as its value and not as the truth of that. -/
def isMereTruth (c : SourceContext) (l : Literal) : Bool :=
  match c.tables.shape l.entry with
  | .eq a b => !l.isPositive && isNumeral c.tables b 0 && (truthRoot c a).isSome
  | .gate long => long.size < 3
  | _ => false


end Plato
