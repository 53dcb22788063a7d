/-
# What table entries mean

An *interpretation* gives every number of the two tables a value or a truth value, for every choice of the quantified variables
around it. It is *consistent* with tables if it is what the entries' trees denote in its model. Longer tables have fewer
consistent interpretations, so what is true under all of them stays true when the tables grow.

Tables are *right* if under every consistent interpretation each entry means what its shape says, has the value of its
normal form, and does not depend on more quantified variables than it says. The rules are proved from this alone.

Main definitions: `Interpretation`, `Tables.Consistent`, `TermShape.Means`, `Shape.Means`, `Tables.Right`.
-/
module

public import Plato.Table.Table
public import Result
public import Table.Clause
public import Table.Polynomial

@[expose] public section

namespace Plato

/-- Values and truth values for the numbers of the tables, given those of the quantified variables, innermost first. -/
structure Interpretation where
  model : Model
  value : List Int → Nat → Value
  holds : List Int → Nat → Prop

/-- The value of a term number, read as an integer. -/
abbrev Interpretation.int (I : Interpretation) (bs : List Int) (t : Nat) : Int := (I.value bs t).toInt

/-- The value of a term number, read as a map. -/
abbrev Interpretation.map (I : Interpretation) (bs : List Int) (t : Nat) : Int → Int := (I.value bs t).toMap

/-- The truth of a literal. -/
abbrev Interpretation.literal (I : Interpretation) (bs : List Int) (l : Literal) : Prop := Literal.True (I.holds bs) l

/-- Every number denotes what its tree does. -/
structure Tables.Consistent (T : Tables) (I : Interpretation) : Prop where
  terms : ∀ (t : Nat) (h : t < T.terms.size) (bs : List Int), I.value bs t = T.terms[t].term.eval I.model bs
  formulas : ∀ (e : Nat) (h : e < T.formulas.size) (bs : List Int), I.holds bs e ↔ T.formulas[e].formula.Holds I.model bs

/-- The operator on values. -/
noncomputable def Operator.apply : Operator → Value → Value → Int
  | .add, a, b => a.toInt + b.toInt
  | .sub, a, b => a.toInt - b.toInt
  | .mul, a, b => a.toInt * b.toInt
  | .div, a, b => a.toInt / b.toInt
  | .mod, a, b => a.toInt % b.toInt
  | .pair, a, b => pairing a.toInt b.toInt
  | .branch, a, b => aboutBranch a.toInt b.toInt
  | .select, m, i => m.toMap i.toInt
  | .difference, m, n => Classical.epsilon fun i => m.toMap i ≠ n.toMap i

/-- The value is what the shape says. -/
def TermShape.Means (I : Interpretation) (bs : List Int) : TermShape → Value → Prop
  | .num n, v => v = .int n
  | .var name version, v => v = I.model.store version name
  | .logic name, v => v = I.model.logic name
  | .bound index, v => v = .int (bs.getD index 0)
  | .binary o a b, v => v = .int (o.apply (I.value bs a) (I.value bs b))
  | .store m i x, v => v = .map (update (I.map bs m) (I.int bs i) (I.int bs x))
  | .const x, v => v = .map (fun _ => I.int bs x)
  | .ite c a b, v => (I.literal bs c → v = I.value bs a) ∧ (¬ I.literal bs c → v = I.value bs b)
  | .witness body, v => v = .int (Classical.epsilon fun x => ¬ I.literal (x :: bs) body)

/-- The truth of entry `e` is what the shape says. -/
def Shape.Means (I : Interpretation) (bs : List Int) (e : Nat) : Shape → Prop
  | .atom => True
  | .gate long => ∃ h : 0 < long.size, long[0] / 2 = e ∧
      (¬ I.literal bs long[0] ↔ ∃ k, ∃ hk : k < long.size, 0 < k ∧ I.literal bs long[k])
  | .iff a b => I.holds bs e ↔ (I.literal bs a ↔ I.literal bs b)
  | .ite c a b => I.holds bs e ↔ (I.literal bs c → I.literal bs a) ∧ (¬ I.literal bs c → I.literal bs b)
  | .le a b => I.holds bs e ↔ I.int bs a ≤ I.int bs b
  | .eq a b => I.holds bs e ↔ I.int bs a = I.int bs b
  | .mapEq m n => I.holds bs e ↔ I.map bs m = I.map bs n
  | .all body => I.holds bs e ↔ ∀ x, I.literal (x :: bs) body

/-- The first `n` quantified variables have the same values. -/
def Agree (n : Nat) (bs bs' : List Int) : Prop := ∀ i, i < n → bs.getD i 0 = bs'.getD i 0

/-- What an entry of the term table promises. -/
structure TermEntry.Right (I : Interpretation) (t : Nat) (entry : TermEntry) : Prop where
  means : ∀ bs, entry.shape.Means I bs (I.value bs t)
  normalForm : ∀ bs, I.int bs t = entry.normalForm.eval (I.int bs)
  loose : ∀ bs bs', Agree entry.loose bs bs' → I.value bs t = I.value bs' t

/-- What an entry of the formula table promises. -/
structure Entry.Right (I : Interpretation) (e : Nat) (entry : Entry) : Prop where
  means : ∀ bs, entry.shape.Means I bs e
  loose : ∀ bs bs', Agree entry.loose bs bs' → (I.holds bs e ↔ I.holds bs' e)

/-- The promises of all entries, under one interpretation. -/
structure Tables.RightFor (T : Tables) (I : Interpretation) : Prop where
  terms : ∀ (t : Nat) (h : t < T.terms.size), T.terms[t].Right I t
  formulas : ∀ (e : Nat) (h : e < T.formulas.size), T.formulas[e].Right I e

/-- The promises of all entries, under every consistent interpretation. -/
def Tables.Right (T : Tables) : Prop := ∀ I, T.Consistent I → T.RightFor I

theorem Agree.mono {m n : Nat} {bs bs' : List Int} (h : Agree n bs bs') (hmn : m ≤ n) : Agree m bs bs' :=
  fun i hi => h i (Nat.lt_of_lt_of_le hi hmn)

theorem Agree.cons {n : Nat} {bs bs' : List Int} (x : Int) (h : Agree (n - 1) bs bs') : Agree n (x :: bs) (x :: bs') := by
  intro i hi
  cases i with
  | zero => rfl
  | succ i => simpa using h i (by omega)

namespace Tables.RightFor

variable {T : Tables} {I : Interpretation} (h : T.RightFor I)
include h

/-- A shape other than the default is that of a term in the table. -/
theorem termMeans {t : Nat} {shape : TermShape} (hs : T.termShape t = shape) (hn : shape ≠ .num 0) (bs : List Int) :
    shape.Means I bs (I.value bs t) := by
  unfold Tables.termShape at hs
  split at hs
  · subst hs; exact (h.terms t ‹_›).means bs
  · exact absurd hs.symm hn

/-- A shape is that of an entry in the table, or says nothing. -/
theorem means {e : Nat} {shape : Shape} (hs : T.shape e = shape) (bs : List Int) : shape.Means I bs e := by
  unfold Tables.shape at hs
  split at hs
  · subst hs; exact (h.formulas e ‹_›).means bs
  · subst hs; trivial

/-- A term has the value of its normal form. -/
theorem normalForm (t : Nat) (bs : List Int) : I.int bs t = (T.normalForm t).eval (I.int bs) := by
  unfold Tables.normalForm
  split
  · exact (h.terms t ‹_›).normalForm bs
  · rw [eval_ofAtom]

/-- A term that only the innermost `k` variables matter to. -/
theorem termIndependent {t k : Nat} (hi : T.termIndependent t k = true) {bs bs' : List Int} (ha : Agree k bs bs') :
    I.value bs t = I.value bs' t := by
  unfold Tables.termIndependent at hi
  split at hi
  · exact (h.terms t ‹_›).loose bs bs' (ha.mono (by simpa using hi))
  · simp at hi

/-- An entry that only the innermost `k` variables matter to. -/
theorem independent {e k : Nat} (hi : T.independent e k = true) {bs bs' : List Int} (ha : Agree k bs bs') :
    I.holds bs e ↔ I.holds bs' e := by
  unfold Tables.independent at hi
  split at hi
  · exact (h.formulas e ‹_›).loose bs bs' (ha.mono (by simpa using hi))
  · simp at hi

end Tables.RightFor

end Plato
