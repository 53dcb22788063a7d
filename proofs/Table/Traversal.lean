/-
# Going through the tables

Several functions of the kernel go through a term or formula of the tables: they look at its shape and then at its parts, and every call
lowers a depth, which bounds them. This file gives the induction on the depth once for all such functions, with one case for each shape:
whatever holds of all parts at one depth holds of the whole at the next.

Each of the four properties is indexed by the depth. A function has a statement of its own for terms, literals, formulas (entries) and for the
literals of a clause from some index on.

Main definitions: `Traversed`. Main results: `traverse`, `interpretation_termMeans`, `interpretation_means`, `literal_congr`.
-/
module

public import Table.Site

@[expose] public section

namespace Plato

/-- What has been shown at a depth: of all terms, literals, entries and lists of literals. -/
structure Traversed (onTerm : Nat → Nat → Prop) (onLiteral : Nat → Literal → Prop) (onEntry : Nat → Nat → Prop)
    (onLiterals : Nat → Array Literal → Nat → Prop) (depth : Nat) : Prop where
  term : ∀ t, onTerm depth t
  literal : ∀ l, onLiteral depth l
  entry : ∀ e, onEntry depth e
  literals : ∀ ls i, onLiterals depth ls i

/-- The recursion principle of the tables: at depth 0, and for each shape from all parts at the depth below. -/
theorem traverse (T : Tables) {onTerm : Nat → Nat → Prop} {onLiteral : Nat → Literal → Prop} {onEntry : Nat → Nat → Prop}
    {onLiterals : Nat → Array Literal → Nat → Prop}
    (zero : Traversed onTerm onLiteral onEntry onLiterals 0)
    (num : ∀ {d t n}, Traversed onTerm onLiteral onEntry onLiterals d → T.termShape t = .num n → onTerm (d + 1) t)
    (var : ∀ {d t name version}, Traversed onTerm onLiteral onEntry onLiterals d → T.termShape t = .var name version → onTerm (d + 1) t)
    (logic : ∀ {d t name}, Traversed onTerm onLiteral onEntry onLiterals d → T.termShape t = .logic name → onTerm (d + 1) t)
    (bound : ∀ {d t index}, Traversed onTerm onLiteral onEntry onLiterals d → T.termShape t = .bound index → onTerm (d + 1) t)
    (binary : ∀ {d t o a b}, Traversed onTerm onLiteral onEntry onLiterals d → T.termShape t = .binary o a b → onTerm (d + 1) t)
    (store : ∀ {d t m i x}, Traversed onTerm onLiteral onEntry onLiterals d → T.termShape t = .store m i x → onTerm (d + 1) t)
    (const : ∀ {d t x}, Traversed onTerm onLiteral onEntry onLiterals d → T.termShape t = .const x → onTerm (d + 1) t)
    (iteTerm : ∀ {d t c a b}, Traversed onTerm onLiteral onEntry onLiterals d → T.termShape t = .ite c a b → onTerm (d + 1) t)
    (witness : ∀ {d t body}, Traversed onTerm onLiteral onEntry onLiterals d → T.termShape t = .witness body → onTerm (d + 1) t)
    (literal : ∀ {d l}, Traversed onTerm onLiteral onEntry onLiterals d → onLiteral (d + 1) l)
    (atom : ∀ {d e}, Traversed onTerm onLiteral onEntry onLiterals d → T.shape e = .atom → onEntry (d + 1) e)
    (gate : ∀ {d e long}, Traversed onTerm onLiteral onEntry onLiterals d → T.shape e = .gate long → onEntry (d + 1) e)
    (iff : ∀ {d e a b}, Traversed onTerm onLiteral onEntry onLiterals d → T.shape e = .iff a b → onEntry (d + 1) e)
    (ite : ∀ {d e c a b}, Traversed onTerm onLiteral onEntry onLiterals d → T.shape e = .ite c a b → onEntry (d + 1) e)
    (le : ∀ {d e a b}, Traversed onTerm onLiteral onEntry onLiterals d → T.shape e = .le a b → onEntry (d + 1) e)
    (eq : ∀ {d e a b}, Traversed onTerm onLiteral onEntry onLiterals d → T.shape e = .eq a b → onEntry (d + 1) e)
    (mapEq : ∀ {d e m n}, Traversed onTerm onLiteral onEntry onLiterals d → T.shape e = .mapEq m n → onEntry (d + 1) e)
    (all : ∀ {d e body}, Traversed onTerm onLiteral onEntry onLiterals d → T.shape e = .all body → onEntry (d + 1) e)
    (literals : ∀ {d ls i}, Traversed onTerm onLiteral onEntry onLiterals d → onLiterals (d + 1) ls i) :
    ∀ depth, Traversed onTerm onLiteral onEntry onLiterals depth := by
  intro depth
  induction depth with
  | zero => exact zero
  | succ depth ih =>
    refine ⟨fun t => ?_, fun l => literal ih, fun e => ?_, fun ls i => literals ih⟩
    · cases hs : T.termShape t with
      | num => exact num ih hs
      | var => exact var ih hs
      | logic => exact logic ih hs
      | bound => exact bound ih hs
      | binary => exact binary ih hs
      | store => exact store ih hs
      | const => exact const ih hs
      | ite => exact iteTerm ih hs
      | witness => exact witness ih hs
    · cases hs : T.shape e with
      | atom => exact atom ih hs
      | gate => exact gate ih hs
      | iff => exact iff ih hs
      | ite => exact ite ih hs
      | le => exact le ih hs
      | eq => exact eq ih hs
      | mapEq => exact mapEq ih hs
      | all => exact all ih hs

/-- A term has the value that its shape says, in the table's own interpretation; one that is not in the table, too. -/
theorem interpretation_termMeans {T : Tables} (hT : T.Right) (M : Model) {t : Nat} {shape : TermShape} (hs : T.termShape t = shape)
    (bs : List Int) : shape.Means (T.interpretation M) bs ((T.interpretation M).value bs t) := by
  unfold Tables.termShape at hs
  split at hs
  · subst hs
    exact ((hT _ (interpretation_consistent T M)).terms t ‹_›).means bs
  · rename_i ht
    subst hs
    simp [TermShape.Means, Tables.interpretation, Tables.term, ht, Term.eval]

/-- An entry has the truth that its shape says, in the table's own interpretation. -/
theorem interpretation_means {T : Tables} (hT : T.Right) (M : Model) {e : Nat} {shape : Shape} (hs : T.shape e = shape)
    (bs : List Int) : shape.Means (T.interpretation M) bs e :=
  (hT _ (interpretation_consistent T M)).means hs bs

/-- A literal depends on its entry alone. -/
theorem literal_congr {I I' : Interpretation} {bs bs' : List Int} {l : Literal} (h : I.holds bs l.entry ↔ I'.holds bs' l.entry) :
    I.literal bs l ↔ I'.literal bs' l := by
  unfold Interpretation.literal Literal.True
  split <;> simp [h]

end Plato
