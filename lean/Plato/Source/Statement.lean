/-
# Statements as source

Prints the commands and statements of a program in the language of Plato programs. Choices between tests and loops that end with a test are
printed as `if` and `while`.

Main definitions: `CommandCode.write`, `Code.write`.
-/
module

public import Plato.Source.Expression

@[expose] public section

namespace Plato

namespace SourceContext

/-- Appends a formula. -/
def formula (c : SourceContext) (l : Literal) (out : Written) : Written := writeLiteral c writeDepth 0 l 1 out

/-- Appends a term that is used so. -/
def term (c : SourceContext) (t : Nat) (use : Use) (out : Written) : Written := writeTerm c writeDepth 0 t use 1 out

/-- The variable is declared as a map. -/
def isMap (c : SourceContext) (name : Nat) : Bool := if h : name < c.names.variables.size then c.names.variables[name].isMap else false

/-- What is written to the place, which is all of the variable or an element. -/
def useAt (c : SourceContext) (p : PlaceCode) : Use :=
  let isWhole := match p.index with
    | none => c.isMap p.name
    | some _ => false
  if c.isTruth c.names.variables p.name then (if isWhole then .truths (typeOfVariable p.name) else .truth (typeOfVariable p.name))
  else if isWhole then .map else .int

/-- Appends a place. -/
def place (c : SourceContext) (p : PlaceCode) (out : Written) : Written :=
  match p.index with
  | none => c.whole p.name (out.putFound (calledBy c.names.variables "v" p.name (c.isMap p.name)))
  | some i =>
    match c.ownElement p.name i with
    | some own => out.put own
    | none => (c.term i .int ((c.whole p.name (out.putFound (calledBy c.names.variables "v" p.name true))).put "[")).put "]"

/-- Appends the names of map variables with commas in between. -/
def maps (c : SourceContext) : List Nat → (separator : String) → Written → Written
  | [], _, out => out
  | name :: rest, separator, out => maps c rest ", " (c.whole name ((out.put separator).putFound (calledBy c.names.variables "v" name true)))

/-- What the procedure of that number is called. -/
def procedure (c : SourceContext) (number : Nat) : String := numbered (c.names.procedures.getD number "") "p" number

/-- Appends places with commas in between. -/
def places (c : SourceContext) : List PlaceCode → (separator : String) → Written → Written
  | [], _, out => out
  | p :: rest, separator, out => places c rest ", " (c.place p (out.put separator))

/-- Appends the places of changes with commas in between. -/
def targets (c : SourceContext) : List ChangeCode → (separator : String) → Written → Written
  | [], _, out => out
  | change :: rest, separator, out => targets c rest ", " (c.place change.place (out.put separator))

/-- Appends the values of changes with commas in between. -/
def values (c : SourceContext) : List ChangeCode → (separator : String) → Written → Written
  | [], _, out => out
  | change :: rest, separator, out => values c rest ", " (c.term change.value (c.useAt change.place) (out.put separator))

end SourceContext

/-- So many spaces, two for each level of nesting. -/
def spaces : Nat → (out : String) → String
  | 0, out => out
  | n + 1, out => spaces n (out ++ "  ")

/-- Appends a line. -/
def Written.line (out : Written) (nested : Nat) (text : String) : Written := (out.put (spaces nested "")).put (text ++ "\n")

/-- Appends the start of a line. -/
def Written.start (out : Written) (nested : Nat) (text : String) : Written := (out.put (spaces nested "")).put text

/-- The formula is `true`. -/
def isTrivial (c : SourceContext) (l : Literal) : Bool :=
  match truthOf c.tables l with
  | some known => known
  | none => false

/-- Appends the command as statements, each on a line of its own. -/
def CommandCode.write (c : SourceContext) (command : CommandCode) (nested : Nat) (out : Written) : Written :=
  if out.budget = 0 then out.fail
  else
    let out := out.spend
    match command with
    | .assign [] => out.line nested "skip;"
    | .assign changes => (c.values changes "" ((c.targets changes "" (out.start nested "")).put " := ")).put ";\n"
    | .havoc places => (c.places places "" (out.start nested "havoc ")).put ";\n"
    | .assume l => (c.formula l (out.start nested "assume ")).put ";\n"
    | .assert l => (c.formula l (out.start nested "assert ")).put ";\n"
    | .ite l C D =>
      let out := C.write c (nested + 1) ((c.formula l (out.start nested "if (")).put ") {\n")
      if D.isNothing then out.line nested "}"
      else (D.write c (nested + 1) (out.line nested "} else {")).line nested "}"
    | .choice C D =>
      let out := C.write c (nested + 1) (out.line nested "choose {")
      (D.write c (nested + 1) (out.line nested "} or {")).line nested "}"
    | .seq C D => D.write c nested (C.write c nested out)
    | .operation places gate action post =>
      let out := out.start nested "atomic"
      let out := if isTrivial c gate then out else c.formula gate (out.put " requires ")
      let out := match places with
        | [] => out
        | places => c.places places "" (out.put " modifies ")
      let out := c.formula action (out.put ": ")
      (if isTrivial c post then out else c.formula post (out.put " ensures ")).put ";\n"

/-- The command is one statement of the language, which is one step. -/
def isOneStatement : CommandCode → Bool
  | .assign [] => false
  | .ite _ _ _ => false
  | .choice _ _ => false
  | .seq _ _ => false
  | _ => true

/-- The statement does nothing. -/
def isSkip : Code → Bool
  | .skip => true
  | _ => false

/-- What the block with that many blocks around it is called. No name of a program starts with `_`. -/
def blockName (depth : Nat) : String := "_b" ++ toString depth

/-- Appends the statement, each part on a line of its own; `blocks` are around it. -/
def Code.write (c : SourceContext) (code : Code) (blocks nested : Nat) (out : Written) : Written :=
  if out.budget = 0 then out.fail
  else
    let out := out.spend
    match code with
    | .skip => out.line nested "skip;"
    | .atomic command =>
      if isOneStatement command then command.write c nested out
      else (command.write c (nested + 1) (out.line nested "atomic {")).line nested "}"
    | .seq (.loop (.seq (.atomic (.assume l)) S)) (.atomic (.assume m)) =>
      if m = l.negate then (S.write c blocks (nested + 1) ((c.formula l (out.start nested "while (")).put ") {\n")).line nested "}"
      else
        let out := (c.formula l (out.line nested "while (*) {" |>.start (nested + 1) "assume ")).put ";\n"
        let out := (S.write c blocks (nested + 1) out).line nested "}"
        (c.formula m (out.start nested "assume ")).put ";\n"
    | .seq S T => T.write c blocks nested (S.write c blocks nested out)
    | .loop S => (S.write c blocks (nested + 1) (out.line nested "while (*) {")).line nested "}"
    | .choice (.seq (.atomic (.assume l)) S) (.seq (.atomic (.assume m)) T) =>
      if m = l.negate then
        let out := S.write c blocks (nested + 1) ((c.formula l (out.start nested "if (")).put ") {\n")
        if isSkip T then out.line nested "}" else (T.write c blocks (nested + 1) (out.line nested "} else {")).line nested "}"
      else
        let out := (c.formula l ((out.line nested "choose {").start (nested + 1) "assume ")).put ";\n"
        let out := S.write c blocks (nested + 1) out
        let out := (c.formula m ((out.line nested "} or {").start (nested + 1) "assume ")).put ";\n"
        (T.write c blocks (nested + 1) out).line nested "}"
    | .block S => (S.write c (blocks + 1) (nested + 1) (out.line nested (blockName blocks ++ ": {"))).line nested "}"
    | .exit level => if level < blocks then out.line nested ("goto " ++ blockName (blocks - 1 - level) ++ ";") else out.fail
    | .call procedure => out.line nested (c.procedure procedure ++ "();")
    | .par first last S =>
      let out := c.term first .int (out.start nested ("par for _n" ++ toString nested ++ " in "))
      -- a branch has an identifier of its own
      (S.write { c with inside := none } blocks (nested + 1) ((c.term last .int (out.put "..")).put " {\n")).line nested "}"
    | .scope locals S => (S.write c blocks (nested + 1) ((c.maps locals "" (out.start nested "scope ")).put " {\n")).line nested "}"
    | .choice S T =>
      let out := S.write c blocks (nested + 1) (out.line nested "choose {")
      (T.write c blocks (nested + 1) (out.line nested "} or {")).line nested "}"

end Plato
