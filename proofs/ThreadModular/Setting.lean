/-
# What literals of conditions say

A condition's literals are read in models that suit a setting: parameters, a thread, an initial store. Here is what the
literals say that are copied from the program or made of others, and on which stores they depend.

Main definitions: `Setting`, `Setting.Suits`, `Setting.truth`, `Independent`, `Code.outline`, `Extends`.
Main results: `copy_says`, `copyOfAny_says`, `make_and_says`, `make_implies_says`.
-/
module

public import Plato.ThreadModular.Generate
public import Table.Copy
public import Theory.ThreadModular.Rules

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

/-- The generator's tables are right, and the term that is the thread has that value. -/
structure Generator.Ready (g : Generator) (thread : Nat) (value : Model → Value) : Prop where
  right : g.builder.tables.Right
  inTable : thread < g.builder.tables.terms.size
  means : ∀ I, g.builder.tables.Consistent I → ∀ bs, I.value bs thread = value I.model

/-- The value of variable 0 of the logic: the thread that a condition is about. -/
def ofThread (M : Model) : Value := M.logic 0

theorem Generator.Ready.place {g : Generator} {thread : Nat} {value : Model → Value} (h : g.Ready thread value) (a b : Nat) :
    g.builder.Ready ⟨a, b, thread⟩ :=
  ⟨h.right, h.inTable, fun I hI bs => by rw [h.means I hI bs, h.means I hI []]⟩

theorem Generator.Ready.grow {g g' : Generator} {thread : Nat} {value : Model → Value} (h : g.Ready thread value) (hR : g'.builder.tables.Right)
    (hg : Grows g.builder.tables g'.builder.tables) : g'.Ready thread value :=
  ⟨hR, Nat.lt_of_lt_of_le h.inTable hg.terms, fun I hI => h.means I (hg.consistent I hI)⟩

/-- What is copied is in the program's table. -/
theorem inRange_of_copy {T : Tables} {at_ : Place} {under : Option Nat} {depth l : Nat} {b : Builder} {r : Built}
    (h : copyLiteral T at_ under depth l b = .ok r) :
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

/-- The model has these parameters. -/
structure Fits (E : Parameters) (M : Model) : Prop where
  atoms : M.atoms = E.atoms
  logic : ∀ i, 1 ≤ i → M.logic (i + 1) = E.logic i

/-- The model in which a copied formula is read. -/
theorem Fits.place_model {E : Parameters} {M : Model} (hM : Fits E M) {T : Tables} {a b thread : Nat} {t : Int} :
    (Place.mk a b thread).model (T.interpretation M) (.int t) = E.model t (M.store a) (M.store b) := by
  simp only [Place.model, Parameters.model, Tables.interpretation, hM.atoms]
  congr 1
  funext i
  by_cases hi : i = 0
  · simp [hi]
  · simp only [hi, if_false]
    exact hM.logic i (by omega)

/-- The second generator has all that the first has. -/
structure Extends (g g' : Generator) : Prop where
  right : g'.builder.tables.Right
  grows : Grows g.builder.tables g'.builder.tables
  version : g.nextVersion ≤ g'.nextVersion
  conditions : ∀ x ∈ g.conditions, x ∈ g'.conditions

theorem Extends.refl {g : Generator} (h : g.builder.tables.Right) : Extends g g := ⟨h, .refl _, Nat.le_refl _, fun _ hx => hx⟩

theorem Extends.trans {g g' g'' : Generator} (h : Extends g g') (h' : Extends g' g'') : Extends g g'' :=
  ⟨h'.right, h.grows.trans h'.grows, Nat.le_trans h.version h'.version, fun x hx => h'.conditions x (h.conditions x hx)⟩

theorem Generator.Ready.extend {g g' : Generator} {thread : Nat} {value : Model → Value} (h : g.Ready thread value) (he : Extends g g') :
    g'.Ready thread value := h.grow he.right he.grows

theorem Extends.of_same {g g' : Generator} (hR : g'.builder.tables.Right) (hg : Grows g.builder.tables g'.builder.tables) (hs : g.Same g') :
    Extends g g' := ⟨hR, hg, by rw [hs.version]; exact Nat.le_refl _, by rw [hs.conditions]; exact fun x hx => hx⟩

/-- Adding conditions and nothing else. -/
theorem Extends.require {g : Generator} (hR : g.builder.tables.Right) (origin : Origin) (literals : Array Literal) :
    Extends g (g.require origin literals) :=
  ⟨hR, .refl _, Nat.le_refl _, fun x hx => by simp [Generator.require, hx]⟩

/-- Using up a version of the store, or noting what a literal is. -/
theorem Extends.useVersion {g : Generator} (hR : g.builder.tables.Right) : Extends g g.useVersion :=
  ⟨hR, .refl _, Nat.le_succ _, fun _ hx => hx⟩

theorem Extends.mark {g : Generator} (hR : g.builder.tables.Right) (literal label part : Nat) : Extends g (g.mark literal label part) :=
  ⟨hR, .refl _, Nat.le_refl _, fun _ hx => hx⟩

theorem Setting.Suits.fits {s : Setting} {M : Model} (h : s.Suits M) : Fits s.parameters M := ⟨h.atoms, h.logic⟩

/-- A copied literal says what the program's formula says of the two stores and the thread. -/
theorem copy_says_of {T : Tables} (hT : T.Right) {g g' : Generator} {thread : Nat} {value : Model → Value} (hg : g.Ready thread value)
    {l m : Literal} {a b : Nat} (h : g.copy T l ⟨a, b, thread⟩ = .ok ⟨m, g'⟩) :
    g'.Ready thread value ∧ Grows g.builder.tables g'.builder.tables ∧ g.Same g' ∧
      ∀ {T'}, Grows g'.builder.tables T' → ∀ {E : Parameters} {M : Model} {t : Int}, Fits E M → value M = .int t →
        (truth T' M m ↔ (T.literal l).action E t (M.store a) (M.store b)) := by
  obtain ⟨builder, next, conditions, labels⟩ := g
  simp only [Generator.copy] at h
  split at h
  · simp at h
  rename_i m' builder' hcopy
  simp only [Except.ok.injEq, Generated.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨hR, hgrow, hm, hsem⟩ := copyLiteral_sound hT (hg.place a b) (inRange_of_copy hcopy) hcopy
  have hready : Generator.Ready ⟨builder', next, conditions, labels⟩ thread value := hg.grow hR hgrow
  refine ⟨hready, hgrow, ⟨rfl, rfl⟩, fun {T'} hT' {E M t} hM ht => ?_⟩
  have hI : builder'.tables.Consistent (T'.interpretation M) := hT'.consistent _ (interpretation_consistent T' M)
  refine (hsem _ hI).trans ?_
  have hthread : (T'.interpretation M).value [] thread = .int t := (hready.means _ hI []).trans ht
  dsimp only
  rw [hthread, hM.place_model]
  rfl

/-- A literal that is copied for any thread says of each one what the program's formula says. -/
theorem copyOfAny_says {T : Tables} (hT : T.Right) {g g' : Generator} {thread : Nat} {value : Model → Value} (hg : g.Ready thread value)
    {l m : Literal} {a b : Nat} (h : g.copyOfAny T l ⟨a, b, thread⟩ = .ok ⟨m, g'⟩) :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → ∀ {E : Parameters} {M : Model}, Fits E M → ∀ t,
      ((T'.interpretation M).literal [t] m ↔ (T.literal l).action E t (M.store a) (M.store b)) := by
  obtain ⟨builder, next, conditions, labels⟩ := g
  simp only [Generator.copyOfAny] at h
  split at h
  · simp at h
  rename_i m' builder' hcopy
  simp only [Except.ok.injEq, Generated.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨hR, hgrow, hm, hsem⟩ := copyOfAny_sound hT (hg.place a b) (inRange_of_copy hcopy) hcopy
  refine ⟨⟨hR, hgrow, Nat.le_refl _, fun x hx => hx⟩, fun {T'} hT' {E M} hM t => ?_⟩
  have hI : builder'.tables.Consistent (T'.interpretation M) := hT'.consistent _ (interpretation_consistent T' M)
  refine (hsem _ hI t).trans ?_
  rw [hM.place_model]
  rfl

/-- The same for the thread of a setting. -/
theorem copy_says {T : Tables} (hT : T.Right) {g g' : Generator} {thread : Nat} (hg : g.Ready thread ofThread) {l m : Literal} {a b : Nat}
    (h : g.copy T l ⟨a, b, thread⟩ = .ok ⟨m, g'⟩) :
    g'.Ready thread ofThread ∧ Grows g.builder.tables g'.builder.tables ∧ g.Same g' ∧
      ∀ {T'}, Grows g'.builder.tables T' → ∀ {s : Setting} {M}, s.Suits M →
        (truth T' M m ↔ (T.literal l).action s.parameters s.thread (M.store a) (M.store b)) := by
  obtain ⟨h1, h2, h3, h4⟩ := copy_says_of hT hg h
  exact ⟨h1, h2, h3, fun {T'} hT' {s M} hM => h4 hT' hM.fits hM.thread⟩

/-- A copied literal depends on its two stores alone. -/
theorem copy_independent {T : Tables} {s : Setting} {T' : Tables} {l m : Literal} {a b v : Nat}
    (h : ∀ M, s.Suits M → (truth T' M m ↔ (T.literal l).action s.parameters s.thread (M.store a) (M.store b)))
    (ha : v ≠ a) (hb : v ≠ b) (h0 : v ≠ 0) : Independent T' s m v := by
  intro M σ hM
  rw [h M hM, h _ (hM.setStore h0 σ), M.setStore_other (Ne.symm ha), M.setStore_other (Ne.symm hb)]

/-- What making a formula does, and what its shape says then. -/
theorem make_says {g g' : Generator} {thread : Nat} {value : Model → Value} (hg : g.Ready thread value) {d : Definiens} {m : Literal} (h : g.make d = .ok ⟨m, g'⟩) :
    g'.Ready thread value ∧ Grows g.builder.tables g'.builder.tables ∧ g.Same g' ∧
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

/-- What the shape of a formula that is made says, inside quantifiers, too. -/
theorem make_means {g g' : Generator} {thread : Nat} {value : Model → Value} (hg : g.Ready thread value) {d : Definiens} {m : Literal}
    (h : g.make d = .ok ⟨m, g'⟩) {T' : Tables} (hT' : Grows g'.builder.tables T') (M : Model) :
    ∃ n, m = 2 * n ∧ ∀ bs, (d.shape n).Means (T'.interpretation M) bs n := by
  obtain ⟨builder, next, conditions, labels⟩ := g
  simp only [Generator.make] at h
  split at h
  · simp at h
  rename_i n builder' hmake
  simp only [Except.ok.injEq, Generated.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨_, _, _, hmeans⟩ := formula_built hg.right hmake
  exact ⟨n, rfl, hmeans _ (hT'.consistent _ (interpretation_consistent T' M))⟩

theorem truth_positive (T : Tables) (M : Model) (n : Nat) : truth T M (2 * n) ↔ (T.interpretation M).holds [] n :=
  Literal.true_positive _ n

/-- A conjunction. -/
theorem make_and_says {g g' : Generator} {thread : Nat} {value : Model → Value} (hg : g.Ready thread value) {ls : Array Literal} {m : Literal}
    (h : g.make (.and ls) = .ok ⟨m, g'⟩) {T' : Tables} (hT' : Grows g'.builder.tables T') (M : Model) :
    truth T' M m ↔ ∀ l ∈ ls, truth T' M l := by
  obtain ⟨n, rfl, hm⟩ := (make_says hg h).2.2.2 hT' M
  rw [truth_positive, and_holds hm]
  rfl

/-- A disjunction. -/
theorem make_or_says {g g' : Generator} {thread : Nat} {value : Model → Value} (hg : g.Ready thread value) {ls : Array Literal} {m : Literal}
    (h : g.make (.or ls) = .ok ⟨m, g'⟩) {T' : Tables} (hT' : Grows g'.builder.tables T') (M : Model) :
    truth T' M m ↔ ∃ l ∈ ls, truth T' M l := by
  obtain ⟨n, rfl, hm⟩ := (make_says hg h).2.2.2 hT' M
  rw [truth_positive, or_holds hm]
  rfl

/-- An implication. -/
theorem make_implies_says {g g' : Generator} {thread : Nat} {value : Model → Value} (hg : g.Ready thread value) {a b m : Literal}
    (h : g.make (.implies a b) = .ok ⟨m, g'⟩) {T' : Tables} (hT' : Grows g'.builder.tables T') (M : Model) :
    truth T' M m ↔ (truth T' M a → truth T' M b) := by
  obtain ⟨n, rfl, hm⟩ := (make_says hg h).2.2.2 hT' M
  rw [truth_positive, implies_holds hm]
  rfl

end Plato
