/-
# Bodies of procedures in a proof

Procedures with abstractions are called in the program with its ghosts, too; that their bodies act as the abstractions say is shown in `Procedures/`.

Main definitions: `OutlinedProgram.bodies`, `BodiesRight`.
-/
module

public import ThreadModular.Outline

@[expose] public section

namespace Plato

/-- The bodies of its procedures, with their ghosts. -/
def OutlinedProgram.bodies (p : OutlinedProgram) (procedure : Nat) : Core :=
  match p.procedures[procedure]? with
  | none => .skip
  | some q => q.code.annotated p.tables

/-- The bodies of procedures with abstractions act as these say, whatever thread runs them, and the abstractions do not depend on what is
`hidden`. -/
structure BodiesRight (p : OutlinedProgram) (E : Parameters) (hidden : Store → Store → Prop) : Prop where
  refl : ∀ σ, hidden σ σ
  idle : ∀ {procedure x}, p.abstractionOf procedure = some x → ∀ {t σ σ₁ σ'}, (x.abstract p.tables E t).idle σ σ₁ → hidden σ₁ σ' →
    (x.abstract p.tables E t).idle σ σ'
  step : ∀ {procedure x}, p.abstractionOf procedure = some x → ∀ {t y σ σ₁ σ'}, y ∈ (x.abstract p.tables E t).steps → y σ σ₁ → hidden σ₁ σ' →
    y σ σ'
  acts : ∀ {procedure x}, p.abstractionOf procedure = some x → ∀ {t n first}, (x.abstract p.tables E t).pre first →
    Acts (Core.Step p.bodies E t) hidden (x.abstract p.tables E t) first n (x.abstract p.tables E t).steps (p.bodies procedure) first

end Plato
