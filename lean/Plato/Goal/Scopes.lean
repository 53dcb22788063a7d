/-
# Which condition shows what

A condition shows the marked properties of its goal, and those of every shared rest that it exits to. This says so for each condition, in the
order in which `Batch.compile` makes them, with a line for each shared rest: what several conditions share is listed once.

Nothing rests on this: it is for people who ask which conditions a statement rests on.

Main definitions: `Scopes`, `Goal.scopes`, `Batch.scopes`.
-/
module

public import Plato.Goal.Compile

@[expose] public section

namespace Plato

/-- The lines so far, and the numbers of the next condition and of the next rest. -/
structure Scopes where
  conditions : Nat
  rests : Nat
  text : String

/-- A number for each part. -/
def Part.code : Part → Nat
  | .gate => 0 | .postAssertion => 1 | .guarantee => 2 | .assertion => 3 | .threadPost => 4 | .requires => 5 | .abstraction => 6 | .done => 7 | .fork => 8

namespace Scopes

/-- The line of the next condition. -/
def condition (s : Scopes) (contents : String) : Scopes :=
  { s with conditions := s.conditions + 1, text := s.text ++ "shows " ++ toString s.conditions ++ " :" ++ contents ++ "\n" }

/-- The line of the rest of that number. -/
def rest (s : Scopes) (number : Nat) (contents : String) : Scopes :=
  { s with text := s.text ++ "rest " ++ toString number ++ " :" ++ contents ++ "\n" }

end Scopes

/-- A mark, after what a scope contains already. -/
def markText (contents : String) : Option Mark → String
  | none => contents
  | some mark => contents ++ " " ++ toString mark.label ++ " " ++ toString mark.part.code

/-- The marks of several properties. -/
def marksText (contents : String) : List Shown → String
  | [] => contents
  | s :: rest => marksText (markText contents s.mark) rest

/-- The marks of what a command shows, after what a scope contains already. -/
def CommandCode.marks (label : Nat) : CommandCode → (contents : String) → String
  | .assert _, contents => markText contents (some ⟨label, .gate⟩)
  | .ite _ C D, contents => D.marks label (C.marks label contents)
  | .choice C D, contents => D.marks label (C.marks label contents)
  | .seq C D, contents => D.marks label (C.marks label contents)
  | .operation _ _ _ _, contents => markText (markText contents (some ⟨label, .gate⟩)) (some ⟨label, .postAssertion⟩)
  | _, contents => contents

/-- A shared rest, after what a scope contains already. -/
def exitText (contents : String) : (exits : List Nat) → (index : Nat) → String
  | [], _ => contents
  | number :: _, 0 => contents ++ " rest " ++ toString number
  | _ :: exits, index + 1 => exitText contents exits index

/-- What the goal adds to the contents of its scope, and the lines of the scopes inside it. -/
def Goal.scopes : Goal → (exits : List Nat) → (contents : String) → Scopes → String × Scopes
  | .shows s, _, contents, scopes => (markText contents s.mark, scopes)
  | .showing ss goal, exits, contents, scopes => goal.scopes exits (marksText contents ss) scopes
  | .and a b, exits, contents, scopes =>
    let (contents, scopes) := a.scopes exits contents scopes
    b.scopes exits contents scopes
  | .assuming _ goal, exits, contents, scopes => goal.scopes exits contents scopes
  | .each goal, exits, contents, scopes => goal.scopes exits contents scopes
  | .given _ goal, exits, contents, scopes => goal.scopes exits contents scopes
  | .run command _ label goal, exits, contents, scopes => goal.scopes exits (command.marks label contents) scopes
  | .pick _ _ goal, exits, contents, scopes => goal.scopes exits contents scopes
  | .share rest body, exits, contents, scopes =>
    let number := scopes.rests
    let (shared, scopes) := rest.scopes exits "" { scopes with rests := number + 1 }
    body.scopes (number :: exits) contents (scopes.rest number shared)
  | .exit index, exits, contents, scopes => (exitText contents exits index, scopes)
  | .aside _ _ goal rest, exits, contents, scopes =>
    let (own, scopes) := goal.scopes exits "" scopes
    rest.scopes exits contents (scopes.condition own)
  | .impossible _, _, contents, scopes => (contents, scopes)

/-- The scopes of obligations. -/
def obligationScopes : List Obligation → Scopes → Scopes
  | [], scopes => scopes
  | o :: rest, scopes =>
    let (contents, scopes) := o.goal.scopes [] "" scopes
    obligationScopes rest (scopes.condition contents)

/-- The scopes of a batch. -/
def Batch.scopes (batch : Batch) (scopes : Scopes) : Scopes := obligationScopes batch.obligations scopes

end Plato
