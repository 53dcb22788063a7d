/-
# What the sites mean that formulas are copied to

Main definitions: `Tables.interpretation`, `Source.value`, `Site.model`, `Builder.Ready`.
-/
module

public import Plato.Meaning.Program
public import Plato.Table.Copy
public import Table.Builder

@[expose] public section

namespace Plato

/-- What the table's own trees mean in a model. -/
noncomputable def Tables.interpretation (T : Tables) (M : Model) : Interpretation where
  model := M
  value bs t := (T.term t).eval M bs
  holds bs e := (T.formula e).Holds M bs

theorem interpretation_consistent (T : Tables) (M : Model) : T.Consistent (T.interpretation M) :=
  ⟨fun t ht bs => by simp [Tables.interpretation, Tables.term, ht], fun e he bs => by simp [Tables.interpretation, Tables.formula, he]⟩

/-- The store that a source is. -/
noncomputable def Source.value (I : Interpretation) : Source → Store
  | .version number => I.model.store number
  | .changed name term rest => fun x => if x = name then I.value [] term else rest.value I x

/-- The terms of a source are in the table and depend on no quantifier. -/
def Source.Ready (T : Tables) : Source → Prop
  | .version _ => True
  | .changed _ term rest => (term < T.terms.size ∧ ∀ I, T.Consistent I → ∀ bs, I.value bs term = I.value [] term) ∧ rest.Ready T

theorem Source.Ready.grow {T T' : Tables} (hg : Grows T T') {s : Source} (h : s.Ready T) : s.Ready T' := by
  induction s with
  | version => trivial
  | changed name term rest ih =>
    exact ⟨⟨Nat.lt_of_lt_of_le h.1.1 hg.terms, fun I hI => h.1.2 I (hg.consistent I hI)⟩, ih h.2⟩

/-- The thread's identifier, if these are the values of the quantified variables around the formula. -/
noncomputable def Who.value (M : Model) (outer : List Int) : Who → Value
  | .nobody => .int 0
  | .self => M.logic 0
  | .other => M.logic 1
  | .bound index => .int (outer.getD index 0)
  | .branch index => .int (branchOf (M.logic 0).toInt (outer.getD index 0))

/-- The model in which the program's formula is read if it is copied to this place. -/
noncomputable def Site.model (at_ : Site) (I : Interpretation) (outer : List Int) : Model where
  atoms := I.model.atoms
  store version := (sourceAt at_.first at_.later version).value I
  logic name := if name = 0 then at_.thread.value I.model outer else I.model.logic (name + 1)

/-- The sources of the place can be used. -/
structure Site.Ready (at_ : Site) (T : Tables) : Prop where
  first : at_.first.Ready T
  later : ∀ s ∈ at_.later, s.Ready T

theorem sourceAt_ready {T : Tables} {first : Source} {later : List Source} (version : Nat) (h : first.Ready T) (hl : ∀ s ∈ later, s.Ready T) :
    (sourceAt first later version).Ready T := by
  fun_induction sourceAt first later version with
  | case1 => exact h
  | case2 => exact h
  | case3 _ second later version ih => exact ih (hl _ (by simp)) fun s hs => hl s (by simp [hs])

/-- The builder's tables are right, and the place's sources can be used. -/
structure Builder.Ready (b : Builder) (at_ : Site) : Prop where
  right : b.tables.Right
  place : at_.Ready b.tables

theorem Builder.Ready.grow {b b' : Builder} {at_ : Site} (h : b.Ready at_) (hR : b'.tables.Right) (hg : Grows b.tables b'.tables) :
    b'.Ready at_ := ⟨hR, h.place.first.grow hg, fun s hs => (h.place.later s hs).grow hg⟩

end Plato
