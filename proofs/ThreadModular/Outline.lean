/-
# What a program with its proof outline denotes

Main definitions: `OutlinedCode.outline`, `Inductive`.
-/
module

public import Program.Read
public import ThreadModular.Annotate
public import Theory.ThreadModular.Rules

@[expose] public section

namespace Plato

/-- The proof outline of an operation. -/
noncomputable def OutlinedOperation.outline (T : Tables) (E : Parameters) (thread : Int) (o : OutlinedOperation) : Outline Store :=
  match o.assertion with
  | none => .atomic ((o.proofCommand.command T).Runs E thread)
  | some J => .guarded ((T.literal J).predicate E thread) ((o.proofCommand.command T).Runs E thread)

/-- The proof outline that a code denotes for a thread. -/
noncomputable def OutlinedCode.outline (T : Tables) (E : Parameters) (thread : Int) : OutlinedCode → Outline Store
  | .skip => .skip
  | .atomic _ o => o.outline T E thread
  | .choice S S' => .choice (S.outline T E thread) (S'.outline T E thread)
  | .seq S S' => .seq (S.outline T E thread) (S'.outline T E thread)
  | .loop _ J S => .loop ((T.literal J).predicate E thread) (S.outline T E thread)
  | .cut _ J => .cut ((T.literal J).predicate E thread)

/-- The invariant and the proof's own one hold of a store. -/
structure Inductive (T : Tables) (contract : Contract) (E : Parameters) (σ : Store) : Prop where
  invariant : (T.literal contract.invariant).predicate E 0 σ
  lemma_ : (T.literal (orTrue contract.lemma_)).predicate E 0 σ

end Plato
