/-
# What a program with its proof outline denotes

Main definitions: `Code.outline`, `Inductive`, `Tables.StartsTrue`.
-/
module

public import Plato.ThreadModular.Outline
public import Theory.ThreadModular.Rules

@[expose] public section

namespace Plato

/-- The proof outline of an operation. -/
noncomputable def Operation.outline (T : Tables) (E : Parameters) (thread : Int) (o : Operation) : Outline Store :=
  match o.assertion with
  | none => .atomic ((T.literal o.gate).predicate E thread) ((T.literal o.annotated).action E thread) ((T.literal o.post).action E thread)
  | some J => .guarded ((T.literal J).predicate E thread) ((T.literal o.gate).predicate E thread)
      ((T.literal o.annotated).action E thread) ((T.literal o.post).action E thread)

/-- The proof outline that a code denotes for a thread. -/
noncomputable def Code.outline (T : Tables) (E : Parameters) (thread : Int) : Code → Outline Store
  | .skip => .skip
  | .atomic _ o => o.outline T E thread
  | .choice S S' => .choice (S.outline T E thread) (S'.outline T E thread)
  | .seq S S' => .seq (S.outline T E thread) (S'.outline T E thread)
  | .loop _ J S => .loop ((T.literal J).predicate E thread) (S.outline T E thread)
  | .cut _ J => .cut ((T.literal J).predicate E thread)

/-- The invariant and the proof's own one hold of a store. -/
structure Inductive (T : Tables) (contract : Contract) (E : Parameters) (σ : Store) : Prop where
  invariant : (T.literal contract.invariant).predicate E 0 σ
  lemma_ : (T.literal contract.lemma_).predicate E 0 σ

/-- Formula 0, which no line can name, is true. -/
def Tables.StartsTrue (T : Tables) : Prop := ∃ h : 0 < T.formulas.size, T.formulas[0].formula = .true

theorem Tables.StartsTrue.literal {T : Tables} (h : T.StartsTrue) {E : Parameters} {t : Int} {σ τ : Store} :
    (T.literal 0).action E t σ τ := by
  obtain ⟨h, hf⟩ := h
  simp [Tables.literal, Tables.formula, h, hf, Formula.action, Formula.Holds]

theorem Tables.StartsTrue.not_literal {T : Tables} (h : T.StartsTrue) {E : Parameters} {t : Int} {σ τ : Store} :
    ¬ (T.literal 1).action E t σ τ := by
  obtain ⟨h, hf⟩ := h
  simp [Tables.literal, Tables.formula, h, hf, Formula.action, Formula.Holds]

end Plato
