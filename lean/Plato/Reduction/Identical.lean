/-
# When two stores given by terms are the same

Two terms have the same value if they are the same term, or if both are integers or both are maps and equal as such. A variable may hold either, and an
integer is not a map, so nothing is known of terms that are not known to be of one kind. Conditional terms are compared case by case.

Main definitions: `isMapTerm`, `compileIdentical`, `compileIdenticals`.
-/
module

public import Plato.Goal.Compile

@[expose] public section

namespace Plato

/-- Whether the value of a term of that shape is a map; nothing if that is not known. -/
def TermShape.isMap : TermShape → Option Bool
  | .num _ => some false
  | .bound _ => some false
  | .binary _ _ _ => some false
  | .witness _ => some false
  | .store _ _ _ => some true
  | .const _ => some true
  | .logic 0 => some false
  | .logic 1 => some false
  | _ => none

/-- The equation of two terms that are both integers or both maps; false for others. -/
def compileEquation (x y : Nat) (b : Builder) : Except Reason Built :=
  match (b.tables.termShape x).isMap, (b.tables.termShape y).isMap with
  | some false, some false => b.formula (.eq x y)
  | some true, some true => b.formula (.mapEq x y)
  | _, _ => b.formula (.or #[])

/-- A literal that implies that the terms have the same value; conditional terms are taken apart so many times. (Their parts are
in the table; that is looked up, which needs no proof.) -/
def compileIdentical : (most : Nat) → (x y : Nat) → Builder → Except Reason Built
  | 0, _, _, b => do
    let ⟨n, b⟩ ← b.formula (.or #[])
    .ok ⟨2 * n, b⟩
  | most + 1, x, y, b =>
    if x = y then do
      let ⟨n, b⟩ ← b.formula (.and #[])
      .ok ⟨2 * n, b⟩
    else
      match b.tables.termShape x, b.tables.termShape y with
      | .ite c x₁ x₂, _ =>
        if x₁ < b.tables.terms.size ∧ x₂ < b.tables.terms.size then do
          let ⟨l, b⟩ ← compileIdentical most x₁ y b
          let ⟨m, b⟩ ← compileIdentical most x₂ y b
          let ⟨n, b⟩ ← b.formula (.ite c l m)
          .ok ⟨2 * n, b⟩
        else .error .looseVariable
      | _, .ite c y₁ y₂ =>
        if y₁ < b.tables.terms.size ∧ y₂ < b.tables.terms.size then do
          let ⟨l, b⟩ ← compileIdentical most x y₁ b
          let ⟨m, b⟩ ← compileIdentical most x y₂ b
          let ⟨n, b⟩ ← b.formula (.ite c l m)
          .ok ⟨2 * n, b⟩
        else .error .looseVariable
      | _, _ => do
        let ⟨n, b⟩ ← compileEquation x y b
        .ok ⟨2 * n, b⟩

/-- How many conditional terms are taken apart, one inside of the other. -/
def mostCases : Nat := 12

/-- Literals that together imply that the variables have the same values in two stores, after those in `out`. -/
def compileIdenticals (first second : Source) : (names : List Nat) → (out : Array Literal) → Builder → Except Reason (Array Literal × Builder)
  | [], out, b => .ok (out, b)
  | name :: names, out, b => do
    let ⟨x, b⟩ ← copyVariable name first b
    let ⟨y, b⟩ ← copyVariable name second b
    let ⟨l, b⟩ ← compileIdentical mostCases x y b
    compileIdenticals first second names (out.push l) b

end Plato
