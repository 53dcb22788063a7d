/-
# What literals of conditions say

A condition's literals are read in models that suit a setting: parameters, a thread, an initial store. Here is what the
literals say that are copied from the program or made of others, and on which stores they depend.

Main definitions: `Setting`, `Setting.Suits`, `Setting.truth`, `Independent`, `Code.outline`.
Main results: `copy_says`, `make_and_says`, `make_implies_says`.
-/
module

public import Plato.Conditions.Generate
public import Conditions.Instance
public import ThreadModular.Rules

@[expose] public section

namespace Plato

/-- A thread of a family in a program with these parameters, started in this store. -/
structure Setting where
  parameters : Parameters
  thread : Int
  initial : Store

/-- The model has the setting's parameters, thread and initial store; all other stores, and the other thread, are free. -/
structure Setting.Suits (s : Setting) (M : Model) : Prop where
  atoms : M.atoms = s.parameters.atoms
  initial : M.store 0 = s.initial
  thread : M.logic 0 = .int s.thread
  logic : ∀ i, 1 ≤ i → M.logic (i + 1) = s.parameters.logic i

/-- The model with one store replaced. -/
def Model.setStore (M : Model) (version : Nat) (σ : Store) : Model :=
  { M with store := fun k => if k = version then σ else M.store k }

theorem Model.setStore_same (M : Model) (k : Nat) (σ : Store) : (M.setStore k σ).store k = σ := by simp [Model.setStore]

theorem Model.setStore_other (M : Model) {k j : Nat} (h : j ≠ k) (σ : Store) : (M.setStore k σ).store j = M.store j := by
  simp [Model.setStore, h]

theorem Setting.Suits.setStore {s : Setting} {M : Model} (h : s.Suits M) {k : Nat} (hk : k ≠ 0) (σ : Store) : s.Suits (M.setStore k σ) :=
  ⟨h.atoms, by rw [Model.setStore_other M (Ne.symm hk)]; exact h.initial, h.thread, h.logic⟩

/-- Some model suits. -/
theorem Setting.exists_suits (s : Setting) : ∃ M, s.Suits M :=
  ⟨⟨s.parameters.atoms, fun _ => s.initial, fun i => if i = 0 then .int s.thread else s.parameters.logic (i - 1)⟩,
    rfl, rfl, rfl, fun i hi => by simp⟩

/-- The literal is true in the model, as an entry of the table. -/
def truth (T : Tables) (M : Model) (l : Literal) : Prop := (T.interpretation M).literal [] l

theorem truth_negate (T : Tables) (M : Model) (l : Nat) : truth T M (Literal.negate l) ↔ ¬ truth T M l := Literal.true_negate _ l

/-- In suitable models the literal's truth does not depend on the store of that version. -/
def Independent (T : Tables) (s : Setting) (l : Literal) (version : Nat) : Prop :=
  ∀ M σ, s.Suits M → (truth T (M.setStore version σ) l ↔ truth T M l)

/-- Whatever the stores of other versions are, the literal is true if version `k` is σ. -/
def Den (T : Tables) (s : Setting) (l : Literal) (k : Nat) (σ : Store) : Prop :=
  ∀ M, s.Suits M → M.store k = σ → truth T M l

/-- The proof outline that a code denotes for a thread. -/
noncomputable def Code.outline (T : Tables) (E : Parameters) (thread : Int) : Code → Outline Store
  | .skip => .skip
  | .atomic _ gate step post =>
    .atomic ((T.literal gate).predicate E thread) ((T.literal step).action E thread) ((T.literal post).action E thread)
  | .choice S S' => .choice (S.outline T E thread) (S'.outline T E thread)
  | .seq S S' => .seq (S.outline T E thread) (S'.outline T E thread)
  | .loop _ J S => .loop ((T.literal J).predicate E thread) (S.outline T E thread)
  | .cut _ J => .cut ((T.literal J).predicate E thread)

/-- Its statement is that of the claim. -/
theorem outline_statement (T : Tables) (E : Parameters) (thread : Int) (code : Code) :
    (code.outline T E thread).statement = (code.core T).denote E thread := by
  induction code <;> simp_all [Code.outline, Outline.statement, Code.core, Core.denote]

/-- The generator's tables are right, and its thread is variable 0 of the logic. -/
structure Generator.Ready (g : Generator) (thread : Nat) (name : Nat) : Prop where
  right : g.builder.tables.Right
  inTable : thread < g.builder.tables.terms.size
  means : ∀ I, g.builder.tables.Consistent I → ∀ bs, I.value bs thread = I.model.logic name

theorem Generator.Ready.place {g : Generator} {thread name : Nat} (h : g.Ready thread name) (a b : Nat) :
    g.builder.Ready ⟨a, b, thread⟩ :=
  ⟨h.right, h.inTable, fun I hI bs => by rw [h.means I hI bs, h.means I hI []]⟩

theorem Generator.Ready.grow {g g' : Generator} {thread name : Nat} (h : g.Ready thread name) (hR : g'.builder.tables.Right)
    (hg : Grows g.builder.tables g'.builder.tables) : g'.Ready thread name :=
  ⟨hR, Nat.lt_of_lt_of_le h.inTable hg.terms, fun I hI => h.means I (hg.consistent I hI)⟩

/-- What is copied is in the program's table. -/
theorem inRange_of_copy {T : Tables} {at_ : Place} {depth l : Nat} {b : Builder} {r : Built} (h : copyLiteral T at_ depth l b = .ok r) :
    l / 2 < T.formulas.size := by
  refine Classical.byContradiction fun hl => ?_
  have hs : T.shape (l / 2) = .atom := by simp [Tables.shape, hl]
  cases depth with
  | zero => simp [copyLiteral] at h
  | succ depth =>
    cases depth with
    | zero => simp [copyLiteral, copyFormula] at h
    | succ depth => simp [copyLiteral, copyFormula, hs] at h

/-- The rest of the generator is not touched by copying. -/
structure Generator.Same (g g' : Generator) : Prop where
  version : g'.nextVersion = g.nextVersion
  conditions : g'.conditions = g.conditions

/-- A copied literal says what the program's formula says of the two stores. -/
theorem copy_says {T : Tables} (hT : T.Right) {g g' : Generator} {thread : Nat} (hg : g.Ready thread 0) {l m : Literal} {a b : Nat}
    (h : g.copy T l ⟨a, b, thread⟩ = .ok ⟨m, g'⟩) :
    g'.Ready thread 0 ∧ Grows g.builder.tables g'.builder.tables ∧ g.Same g' ∧
      ∀ {T'}, Grows g'.builder.tables T' → ∀ {s : Setting} {M}, s.Suits M →
        (truth T' M m ↔ (T.literal l).action s.parameters s.thread (M.store a) (M.store b)) := by
  obtain ⟨builder, next, conditions, labels⟩ := g
  simp only [Generator.copy] at h
  split at h
  · simp at h
  rename_i m' builder' hcopy
  simp only [Except.ok.injEq, Generated.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨hR, hgrow, hm, hsem⟩ := copyLiteral_sound hT (hg.place a b) (inRange_of_copy hcopy) hcopy
  have hready : Generator.Ready ⟨builder', next, conditions, labels⟩ thread 0 := hg.grow hR hgrow
  refine ⟨hready, hgrow, ⟨rfl, rfl⟩, fun {T'} hT' {s M} hM => ?_⟩
  have hI : builder'.tables.Consistent (T'.interpretation M) := hT'.consistent _ (interpretation_consistent T' M)
  refine (hsem _ hI).trans ?_
  have hmodel : (Place.mk a b thread).model (T'.interpretation M) = s.parameters.model s.thread (M.store a) (M.store b) := by
    have hthread := hready.means _ hI []
    simp only [Place.model, Parameters.model, hthread]
    simp only [Tables.interpretation, hM.atoms, hM.thread]
    congr 1
    funext i
    by_cases hi : i = 0
    · simp [hi]
    · simp only [hi, if_false]
      exact hM.logic i (by omega)
  rw [hmodel]
  rfl

/-- A copied literal depends on its two stores alone. -/
theorem copy_independent {T : Tables} {s : Setting} {T' : Tables} {l m : Literal} {a b v : Nat}
    (h : ∀ M, s.Suits M → (truth T' M m ↔ (T.literal l).action s.parameters s.thread (M.store a) (M.store b)))
    (ha : v ≠ a) (hb : v ≠ b) (h0 : v ≠ 0) : Independent T' s m v := by
  intro M σ hM
  rw [h M hM, h _ (hM.setStore h0 σ), M.setStore_other (Ne.symm ha), M.setStore_other (Ne.symm hb)]

/-- What making a formula does, and what its shape says then. -/
theorem make_says {g g' : Generator} {thread name : Nat} (hg : g.Ready thread name) {d : Definiens} {m : Literal} (h : g.make d = .ok ⟨m, g'⟩) :
    g'.Ready thread name ∧ Grows g.builder.tables g'.builder.tables ∧ g.Same g' ∧
      ∀ {T'}, Grows g'.builder.tables T' → ∀ M, ∃ n, m = 2 * n ∧ (d.shape n).Means (T'.interpretation M) [] n := by
  obtain ⟨builder, next, conditions, labels⟩ := g
  simp only [Generator.make] at h
  split at h
  · simp at h
  rename_i n builder' hmake
  simp only [Except.ok.injEq, Generated.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨hR, hgrow, hn, hmeans⟩ := formula_built hg.right hmake
  exact ⟨hg.grow hR hgrow, hgrow, ⟨rfl, rfl⟩, fun {T'} hT' M => ⟨n, rfl, hmeans _ (hT'.consistent _ (interpretation_consistent T' M)) []⟩⟩

theorem truth_positive (T : Tables) (M : Model) (n : Nat) : truth T M (2 * n) ↔ (T.interpretation M).holds [] n :=
  Literal.true_positive _ n

/-- A conjunction. -/
theorem make_and_says {g g' : Generator} {thread name : Nat} (hg : g.Ready thread name) {ls : Array Literal} {m : Literal}
    (h : g.make (.and ls) = .ok ⟨m, g'⟩) {T' : Tables} (hT' : Grows g'.builder.tables T') (M : Model) :
    truth T' M m ↔ ∀ l ∈ ls, truth T' M l := by
  obtain ⟨n, rfl, hm⟩ := (make_says hg h).2.2.2 hT' M
  rw [truth_positive, and_holds hm]
  rfl

/-- A disjunction. -/
theorem make_or_says {g g' : Generator} {thread name : Nat} (hg : g.Ready thread name) {ls : Array Literal} {m : Literal}
    (h : g.make (.or ls) = .ok ⟨m, g'⟩) {T' : Tables} (hT' : Grows g'.builder.tables T') (M : Model) :
    truth T' M m ↔ ∃ l ∈ ls, truth T' M l := by
  obtain ⟨n, rfl, hm⟩ := (make_says hg h).2.2.2 hT' M
  rw [truth_positive, or_holds hm]
  rfl

/-- An implication. -/
theorem make_implies_says {g g' : Generator} {thread name : Nat} (hg : g.Ready thread name) {a b m : Literal}
    (h : g.make (.implies a b) = .ok ⟨m, g'⟩) {T' : Tables} (hT' : Grows g'.builder.tables T') (M : Model) :
    truth T' M m ↔ (truth T' M a → truth T' M b) := by
  obtain ⟨n, rfl, hm⟩ := (make_says hg h).2.2.2 hT' M
  rw [truth_positive, implies_holds hm]
  rfl

end Plato
