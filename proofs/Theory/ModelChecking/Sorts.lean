/-
# What a command tells apart

Two stores may differ, and a command do the same in both: in what it does not read, or by a renaming of the thread identifiers that it only
compares and stores. Both are shown at once. Program variables have *sorts* (`VarSort`): data, an identifier, or, for each thread, an entry
of its own that is data or an identifier. Terms and formulas are sorted (`Sorted`): identifiers are compared with identifiers, and the maps
of entries are only read at the thread's own. Then thread π(i) in a store that is related by π to another one sees what thread i sees in
that one (`StoreRel`, `sorted_agrees`).

With π the identity, and only thread i's entries related, this says that a thread's steps do not depend on others' locals (`Locality`). With
any permutation π, and all entries related, it says that threads are symmetric (`CoreSymmetry`).

Main definitions: `VarSort`, `Sorting`, `Judgment`, `Sorted`, `CellRel`, `StoreRel`.
Main results: `sorted_agrees`.
-/
module

public import Plato.Meaning.Statement

@[expose] public section

namespace Plato.ModelChecking

/-- What a program variable holds. -/
inductive VarSort where
  | data
  | identifier
  /-- A map, of which each thread only accesses the entry at its own identifier: data. -/
  | ownData
  /-- The same, with identifiers. -/
  | ownIdentifier

/-- The sorts of the variables, and which literals may stand where an identifier is meant: those that are no thread's to rename, such as 0. -/
structure Sorting where
  sort : Nat → VarSort
  literal : Int → Prop

/-- What is said of a term or formula: it denotes data, an identifier, or a truth value. -/
inductive Judgment where
  | data (t : Term)
  | identifier (t : Term)
  | formula (f : Formula)

/-- Terms and formulas that only compare identifiers, and read only their own thread's entries. -/
inductive Sorted (s : Sorting) : Judgment → Prop where
  | num {n} : Sorted s (.data (.num n))
  | var {x version} : s.sort x = .data → Sorted s (.data (.var x version))
  | parameter {n} : n ≠ 0 → Sorted s (.data (.logic n))
  | bound {index} : Sorted s (.data (.bound index))
  | add {a b} : Sorted s (.data a) → Sorted s (.data b) → Sorted s (.data (.add a b))
  | sub {a b} : Sorted s (.data a) → Sorted s (.data b) → Sorted s (.data (.sub a b))
  | mul {a b} : Sorted s (.data a) → Sorted s (.data b) → Sorted s (.data (.mul a b))
  | div {a b} : Sorted s (.data a) → Sorted s (.data b) → Sorted s (.data (.div a b))
  | mod {a b} : Sorted s (.data a) → Sorted s (.data b) → Sorted s (.data (.mod a b))
  | pair {a b} : Sorted s (.data a) → Sorted s (.data b) → Sorted s (.data (.pair a b))
  | branch {a b} : Sorted s (.data a) → Sorted s (.data b) → Sorted s (.data (.branch a b))
  | select {m i} : Sorted s (.data m) → Sorted s (.data i) → Sorted s (.data (.select m i))
  | entry {x version} : s.sort x = .ownData → Sorted s (.data (.select (.var x version) (.logic 0)))
  | store {m i x} : Sorted s (.data m) → Sorted s (.data i) → Sorted s (.data x) → Sorted s (.data (.store m i x))
  | const {x} : Sorted s (.data x) → Sorted s (.data (.const x))
  | ite {c a b} : Sorted s (.formula c) → Sorted s (.data a) → Sorted s (.data b) → Sorted s (.data (.ite c a b))
  | witness {body} : Sorted s (.formula body) → Sorted s (.data (.witness body))
  | difference {m n} : Sorted s (.data m) → Sorted s (.data n) → Sorted s (.data (.difference m n))
  | literal {n} : s.literal n → Sorted s (.identifier (.num n))
  | self : Sorted s (.identifier (.logic 0))
  | identifierVar {x version} : s.sort x = .identifier → Sorted s (.identifier (.var x version))
  | identifierEntry {x version} : s.sort x = .ownIdentifier → Sorted s (.identifier (.select (.var x version) (.logic 0)))
  | identifierIte {c a b} : Sorted s (.formula c) → Sorted s (.identifier a) → Sorted s (.identifier b) → Sorted s (.identifier (.ite c a b))
  | true : Sorted s (.formula .true)
  | atom {name} : Sorted s (.formula (.atom name))
  | le {a b} : Sorted s (.data a) → Sorted s (.data b) → Sorted s (.formula (.le a b))
  | eq {a b} : Sorted s (.data a) → Sorted s (.data b) → Sorted s (.formula (.eq a b))
  | same {a b} : Sorted s (.identifier a) → Sorted s (.identifier b) → Sorted s (.formula (.eq a b))
  | mapEq {a b} : Sorted s (.data a) → Sorted s (.data b) → Sorted s (.formula (.mapEq a b))
  | not {f} : Sorted s (.formula f) → Sorted s (.formula (.not f))
  | and {f g} : Sorted s (.formula f) → Sorted s (.formula g) → Sorted s (.formula (.and f g))
  | or {f g} : Sorted s (.formula f) → Sorted s (.formula g) → Sorted s (.formula (.or f g))
  | implies {f g} : Sorted s (.formula f) → Sorted s (.formula g) → Sorted s (.formula (.implies f g))
  | iff {f g} : Sorted s (.formula f) → Sorted s (.formula g) → Sorted s (.formula (.iff f g))
  | choose {c f g} : Sorted s (.formula c) → Sorted s (.formula f) → Sorted s (.formula g) → Sorted s (.formula (.ite c f g))
  | all {body} : Sorted s (.formula body) → Sorted s (.formula (.all body))

/-- The second value of a variable is the first one, with identifiers renamed by π; of entries, only those of the threads in `J` count. -/
def CellRel (π : Int → Int) (J : Int → Prop) : VarSort → Value → Value → Prop
  | .data, v, w => w = v
  | .identifier, v, w => w.toInt = π v.toInt
  | .ownData, v, w => ∀ j, J j → w.toMap (π j) = v.toMap j
  | .ownIdentifier, v, w => ∀ j, J j → w.toMap (π j) = π (v.toMap j)

/-- The second store is the first one, renamed. -/
def StoreRel (s : Sorting) (π : Int → Int) (J : Int → Prop) (σ ρ : Store) : Prop := ∀ x, CellRel π J (s.sort x) (σ x) (ρ x)

/-- The renaming is one: different identifiers stay different, and literals stay what they are. -/
structure Renames (s : Sorting) (π : Int → Int) : Prop where
  injective : ∀ {a b}, π a = π b → a = b
  literal : ∀ {n}, s.literal n → π n = n

/-- What is said of a term or formula is the same in two models, up to the renaming. -/
def Judgment.Agrees (π : Int → Int) (M N : Model) (bs : List Int) : Judgment → Prop
  | .data t => t.eval N bs = t.eval M bs
  | .identifier t => (t.eval N bs).toInt = π (t.eval M bs).toInt
  | .formula f => f.Holds N bs ↔ f.Holds M bs

section

variable {s : Sorting} {π : Int → Int} {J : Int → Prop} {E : Parameters} {i : Int} {σ σ' ρ ρ' : Store}

/-- **What is sorted is seen alike** by thread i and by thread π(i) in related stores. -/
theorem sorted_agrees (hπ : Renames s π) (hJ : J i) (hσ : StoreRel s π J σ ρ) (hσ' : StoreRel s π J σ' ρ') {j : Judgment} (h : Sorted s j)
    (bs : List Int) : j.Agrees π (E.model i σ σ') (E.model (π i) ρ ρ') bs := by
  have hself : ∀ (t : Int) (τ τ' : Store), (E.model t τ τ').logic 0 = .int t := fun t τ τ' => by simp [Parameters.model]
  have cell (x version : Nat) : CellRel π J (s.sort x) ((E.model i σ σ').store version x) ((E.model (π i) ρ ρ').store version x) := by
    simp only [Parameters.model]; split
    · exact hσ x
    · exact hσ' x
  induction h generalizing bs with
  | num => simp only [Judgment.Agrees, Term.eval]
  | @var x version hx => have h := cell x version; rw [hx] at h; simp only [Judgment.Agrees, Term.eval]; exact h
  | parameter hn => simp [Judgment.Agrees, Term.eval, Parameters.model, hn]
  | bound => simp only [Judgment.Agrees, Term.eval]
  | add _ _ iha ihb | sub _ _ iha ihb | mul _ _ iha ihb | div _ _ iha ihb | mod _ _ iha ihb | pair _ _ iha ihb | branch _ _ iha ihb
  | select _ _ iha ihb =>
    have ha := iha bs
    have hb := ihb bs
    simp only [Judgment.Agrees] at ha hb
    simp only [Judgment.Agrees, Term.eval, ha, hb]
  | @entry x version hx => have h := cell x version; rw [hx] at h; simp only [Judgment.Agrees, Term.eval, hself, Value.toInt, h i hJ]
  | store _ _ _ iha ihb ihc =>
    have ha := iha bs
    have hb := ihb bs
    have hc := ihc bs
    simp only [Judgment.Agrees] at ha hb hc
    simp only [Judgment.Agrees, Term.eval, ha, hb, hc]
  | const _ iha =>
    have ha := iha bs
    simp only [Judgment.Agrees] at ha
    simp only [Judgment.Agrees, Term.eval, ha]
  | @ite c _ _ _ _ _ ihc iha ihb =>
    have hc := ihc bs
    have ha := iha bs
    have hb := ihb bs
    simp only [Judgment.Agrees] at hc ha hb
    simp only [Judgment.Agrees, Term.eval, ha, hb]
    by_cases h : c.Holds (E.model i σ σ') bs
    · rw [if_pos h, if_pos (hc.mpr h)]
    · rw [if_neg h, if_neg (mt hc.mp h)]
  | witness _ ih =>
    have h := fun x => ih (x :: bs)
    simp only [Judgment.Agrees] at h
    simp only [Judgment.Agrees, Term.eval, h]
  | difference _ _ iha ihb =>
    have ha := iha bs
    have hb := ihb bs
    simp only [Judgment.Agrees] at ha hb
    simp only [Judgment.Agrees, Term.eval, ha, hb]
  | literal hn => simp only [Judgment.Agrees, Term.eval, Value.toInt, hπ.literal hn]
  | self => simp only [Judgment.Agrees, Term.eval, hself, Value.toInt]
  | @identifierVar x version hx => have h := cell x version; rw [hx] at h; simp only [Judgment.Agrees, Term.eval]; exact h
  | @identifierEntry x version hx =>
    have h := cell x version
    rw [hx] at h
    simp only [Judgment.Agrees, Term.eval, hself, Value.toInt, h i hJ]
  | @identifierIte c _ _ _ _ _ ihc iha ihb =>
    have hc := ihc bs
    have ha := iha bs
    have hb := ihb bs
    simp only [Judgment.Agrees] at hc ha hb
    simp only [Judgment.Agrees, Term.eval]
    by_cases h : c.Holds (E.model i σ σ') bs
    · rw [if_pos h, if_pos (hc.mpr h), ha]
    · rw [if_neg h, if_neg (mt hc.mp h), hb]
  | true => simp only [Judgment.Agrees, Formula.Holds]
  | atom => simp only [Judgment.Agrees, Formula.Holds, Parameters.model]
  | le _ _ iha ihb | eq _ _ iha ihb | mapEq _ _ iha ihb | and _ _ iha ihb | or _ _ iha ihb | implies _ _ iha ihb | iff _ _ iha ihb =>
    have ha := iha bs
    have hb := ihb bs
    simp only [Judgment.Agrees] at ha hb
    simp only [Judgment.Agrees, Formula.Holds, ha, hb]
  | same _ _ iha ihb =>
    have ha := iha bs
    have hb := ihb bs
    simp only [Judgment.Agrees] at ha hb
    simp only [Judgment.Agrees, Formula.Holds, ha, hb]
    exact ⟨hπ.injective, fun h => by rw [h]⟩
  | not _ ih =>
    have h := ih bs
    simp only [Judgment.Agrees] at h
    simp only [Judgment.Agrees, Formula.Holds, h]
  | choose _ _ _ ihc iha ihb =>
    have hc := ihc bs
    have ha := iha bs
    have hb := ihb bs
    simp only [Judgment.Agrees] at hc ha hb
    simp only [Judgment.Agrees, Formula.Holds, ha, hb, hc]
  | all _ ih =>
    have h := fun x => ih (x :: bs)
    simp only [Judgment.Agrees] at h
    simp only [Judgment.Agrees, Formula.Holds, h]

theorem sorted_value (hπ : Renames s π) (hJ : J i) (hσ : StoreRel s π J σ ρ) {t : Term} (h : Sorted s (.data t)) :
    t.valueIn E (π i) ρ = t.valueIn E i σ := sorted_agrees hπ hJ hσ hσ h []

theorem sorted_identifier (hπ : Renames s π) (hJ : J i) (hσ : StoreRel s π J σ ρ) {t : Term} (h : Sorted s (.identifier t)) :
    (t.valueIn E (π i) ρ).toInt = π (t.valueIn E i σ).toInt := sorted_agrees hπ hJ hσ hσ h []

theorem sorted_action (hπ : Renames s π) (hJ : J i) (hσ : StoreRel s π J σ ρ) (hσ' : StoreRel s π J σ' ρ') {f : Formula}
    (h : Sorted s (.formula f)) : f.action E (π i) ρ ρ' ↔ f.action E i σ σ' := sorted_agrees hπ hJ hσ hσ' h []

theorem sorted_predicate (hπ : Renames s π) (hJ : J i) (hσ : StoreRel s π J σ ρ) {f : Formula} (h : Sorted s (.formula f)) :
    f.predicate E (π i) ρ ↔ f.predicate E i σ := sorted_action hπ hJ hσ hσ h

end

end Plato.ModelChecking
