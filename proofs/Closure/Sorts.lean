/-
# Stores that look the same to a program

What uses each variable as an integer, or as a map, means the same in stores that agree on them as such, whatever parameters and other variables are.

Main definitions: `Value.Same`, `Sorts.Like`. Main results: `sortsLiteral_sound`, `sortsTerm_sound`,
`sortsCommand_sound`, `sortsCommand_keeps`.
-/
module

public import Plato.Closure.Sorts
public import Table.Avoids

@[expose] public section

namespace Plato

/-- The values are the same as far as this matters. -/
def Value.Same : ValueKind → Value → Value → Prop
  | .integer, a, b => a.toInt = b.toInt
  | .truth, a, b => a.toInt = 0 ↔ b.toInt = 0
  | .map, a, b => a.toMap = b.toMap
  | .truths, a, b => ∀ i, a.toMap i = 0 ↔ b.toMap i = 0

theorem Value.Same.rfl {kind : ValueKind} {a : Value} : Value.Same kind a a := by cases kind <;> simp [Value.Same]

theorem Value.Same.int {a b : Value} (h : Value.Same .integer a b) : a.toInt = b.toInt := h

theorem Value.Same.map {a b : Value} (h : Value.Same .map a b) : a.toMap = b.toMap := h

theorem Value.Same.trans {kind : ValueKind} {a b c : Value} (h : Value.Same kind a b) (h' : Value.Same kind b c) : Value.Same kind a c := by
  cases kind with
  | integer => exact Eq.trans h h'
  | truth => exact Iff.trans h h'
  | map => exact Eq.trans h h'
  | truths => exact fun i => (h i).trans (h' i)

/-- Where less matters, less must be the same. -/
theorem Value.Same.fits {kind kind' : ValueKind} (hk : kind.fits kind' = true) {a b : Value} (h : Value.Same kind a b) : Value.Same kind' a b := by
  cases kind <;> cases kind' <;> simp [ValueKind.fits] at hk <;> simp only [Value.Same] at h ⊢
  · exact h
  · rw [h]
  · exact h
  · exact h
  · exact fun i => by rw [h]
  · exact h

/-- The entries of maps are the same as far as this matters. -/
def SameEntry (kind : ValueKind) (m n : Int) : Prop := Value.Same kind.element (.int m) (.int n)

theorem SameEntry.rfl {kind : ValueKind} {n : Int} : SameEntry kind n n := Value.Same.rfl

/-- The stores agree on the variables, as far as it matters, and on the thread's own entries. -/
structure Sorts.Like (S : Sorts) (id : Int) (σ τ : Store) : Prop where
  shared : ∀ {name kind}, S.has name kind = true → Value.Same kind (σ name) (τ name)
  own : ∀ {name kind}, S.ownKind name = some kind → SameEntry kind ((σ name).toMap id) ((τ name).toMap id)

theorem Sorts.Like.rfl {S : Sorts} {id : Int} {σ : Store} : S.Like id σ σ := ⟨fun _ => .rfl, fun _ => .rfl⟩

theorem Sorts.Like.trans {S : Sorts} {id : Int} {σ τ υ : Store} (h : S.Like id σ τ) (h' : S.Like id τ υ) : S.Like id σ υ :=
  ⟨fun hs => (h.shared hs).trans (h'.shared hs), fun hs => Value.Same.trans (h.own hs) (h'.own hs)⟩

theorem Sorts.isOwn_of {S : Sorts} {name : Nat} {kind : ValueKind} (h : S.ownKind name = some kind) : S.isOwn name = true := by simp [Sorts.isOwn, h]

/-- Where there are no entries of threads' own, it does not matter which thread looks. -/
theorem Sorts.Like.anyone {S : Sorts} (hS : ∀ x, S.isOwn x = false) {id id' : Int} {σ τ : Store} (h : S.Like id σ τ) : S.Like id' σ τ :=
  ⟨h.shared, fun {x} _ hs => by have := Sorts.isOwn_of hs; simp [hS x] at this⟩

theorem Sorts.has_iff {S : Sorts} {name : Nat} {kind : ValueKind} : S.has name kind = true ↔ ∃ known, S.kind name = some known ∧ known.fits kind = true := by
  unfold Sorts.has
  split <;> simp_all

/-- A variable with entries of threads' own is not known as a whole. -/
theorem Sorts.not_own {S : Sorts} {name : Nat} {kind : ValueKind} (h : S.has name kind = true) : S.isOwn name = false := by
  obtain ⟨known, h, _⟩ := Sorts.has_iff.mp h
  unfold Sorts.kind at h
  unfold Sorts.isOwn Sorts.ownKind
  split at h
  · rw [dif_pos ‹_›]
    generalize S[name] = sort at h ⊢
    rcases sort with _ | _ | _ <;> simp_all
  · simp at h

/-- The models are about the same thread, and stores that agree. -/
structure Sorts.Alike (S : Sorts) (M M' : Model) : Prop where
  thread : M.logic 0 = M'.logic 0
  store : ∀ {version name kind}, S.has name kind = true → Value.Same kind (M.store version name) (M'.store version name)
  own : ∀ {version name kind}, S.ownKind name = some kind →
    SameEntry kind ((M.store version name).toMap (M.logic 0).toInt) ((M'.store version name).toMap (M'.logic 0).toInt)

/-- A term of its sort has the same value in both models. -/
def SortsTerm (T : Tables) (S : Sorts) (M M' : Model) (depth t : Nat) : Prop :=
  ∀ kind effort r, sortsTerm T S depth kind t effort = .ok r → ∀ bs,
    Value.Same kind ((T.interpretation M).value bs t) ((T.interpretation M').value bs t)

/-- An entry has the same truth in both models. -/
def SortsEntry (T : Tables) (S : Sorts) (M M' : Model) (depth e : Nat) : Prop :=
  ∀ effort r, sortsEntry T S depth e effort = .ok r → ∀ bs, (T.interpretation M).holds bs e ↔ (T.interpretation M').holds bs e

/-- Literals have the same truth in both models. -/
def SortsEntries (T : Tables) (S : Sorts) (M M' : Model) (depth : Nat) (ls : Array Literal) (i : Nat) : Prop :=
  ∀ effort r, sortsEntries T S depth ls i effort = .ok r → ∀ bs,
    ∀ k (hk : k < ls.size), i ≤ k → ((T.interpretation M).literal bs ls[k] ↔ (T.interpretation M').literal bs ls[k])

section

variable {T : Tables} (hT : T.Right) {S : Sorts} {M M' : Model}

/-- What has been shown at a depth. -/
abbrev Sorted (T : Tables) (S : Sorts) (M M' : Model) (depth : Nat) : Prop :=
  Traversed (SortsTerm T S M M') (fun _ _ => True) (SortsEntry T S M M') (SortsEntries T S M M') depth

theorem Sorted.ofLiteral {d : Nat} (ih : Sorted T S M M' d) {l : Literal} {effort r : Nat}
    (h : sortsEntry T S d l.entry effort = .ok r) (bs : List Int) :
    (T.interpretation M).literal bs l ↔ (T.interpretation M').literal bs l := literal_congr (ih.entry _ _ _ h bs)

include hT

/-- Terms of the same shape, whose parts are the same, are the same. -/
theorem termMeans_same {t : Nat} {shape : TermShape} (hs : T.termShape t = shape) {kind : ValueKind} {bs : List Int}
    (h : ∀ v v', shape.Means (T.interpretation M) bs v → shape.Means (T.interpretation M') bs v' → Value.Same kind v v') :
    Value.Same kind ((T.interpretation M).value bs t) ((T.interpretation M').value bs t) :=
  h _ _ (interpretation_termMeans hT M hs bs) (interpretation_termMeans hT M' hs bs)

theorem isThread_value {b : Nat} (h : isThread T b = true) (M : Model) (bs : List Int) : (T.interpretation M).value bs b = M.logic 0 := by
  unfold isThread at h
  split at h
  · rename_i name hs
    have := interpretation_termMeans hT M hs bs
    simp only [TermShape.Means, Tables.interpretation, beq_iff_eq] at this h
    rw [h] at this
    exact this
  · simp at h

/-- A thread's own entry is the same. -/
theorem ownEntry_same (hM : S.Alike M M') {a b : Nat} {bs : List Int} {kind : ValueKind} (hkind : kind.isMap = false)
    (ha : S.ownFits T a kind = true) (hb : isThread T b = true) :
    Value.Same kind (.int (((T.interpretation M).value bs a).toMap ((T.interpretation M).value bs b).toInt))
      (.int (((T.interpretation M').value bs a).toMap ((T.interpretation M').value bs b).toInt)) := by
  rw [isThread_value hT hb, isThread_value hT hb]
  unfold Sorts.ownFits at ha
  split at ha
  · rename_i name version hs
    split at ha
    · rename_i known hknown
      have h1 := interpretation_termMeans hT M hs bs
      have h2 := interpretation_termMeans hT M' hs bs
      simp only [TermShape.Means, Tables.interpretation] at h1 h2
      simp only [Tables.interpretation] at h1 h2 ⊢
      rw [h1, h2]
      have := hM.own (version := version) hknown
      unfold SameEntry at this
      refine this.fits ?_
      cases known <;> cases kind <;> simp_all [ValueKind.fits, ValueKind.element, ValueKind.isMap]
    · simp at ha
  · simp at ha

section

variable {d t e : Nat} (ih : Sorted T S M M' d)
include ih

theorem sorts_binary (hM : S.Alike M M') {o : Operator} {a b : Nat} (hs : T.termShape t = .binary o a b) : SortsTerm T S M M' (d + 1) t := by
  intro kind effort r h bs
  unfold sortsTerm at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  refine termMeans_same hT hs fun v v' hv hv' => ?_
  rw [show v = _ from hv, show v' = _ from hv']
  cases o <;> dsimp only at h
  case difference => simp at h
  all_goals
    obtain ⟨_, hm, h⟩ := bind_ok.mp h
    have hm := require_ok.mp hm
  case select =>
    split at h
    · rename_i hown
      simp only [Bool.and_eq_true] at hown
      exact ownEntry_same hT hM hm hown.1 hown.2
    · obtain ⟨_, h1, h⟩ := bind_ok.mp h
      have h1 := ih.term _ _ _ _ h1 bs
      have h2 := (ih.term _ _ _ _ h bs).int
      cases kind <;> simp [ValueKind.isMap] at hm <;> simp only [ValueKind.ofElements, Value.Same] at h1
      · simp only [Operator.apply, h1, h2]; exact .rfl
      · simp only [Operator.apply, h2]; exact h1 _
  all_goals
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    simp only [Operator.apply, (ih.term _ _ _ _ h1 bs).int, (ih.term _ _ _ _ h bs).int]
    exact .rfl

theorem sorts_store {m i x : Nat} (hs : T.termShape t = .store m i x) : SortsTerm T S M M' (d + 1) t := by
  intro kind effort r h bs
  unfold sortsTerm at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, hm, h⟩ := bind_ok.mp h
  obtain ⟨_, h1, h⟩ := bind_ok.mp h
  obtain ⟨_, h2, h⟩ := bind_ok.mp h
  have hm := require_ok.mp hm
  have h1 := ih.term _ _ _ _ h1 bs
  have h2 := (ih.term _ _ _ _ h2 bs).int
  have h3 := ih.term _ _ _ _ h bs
  refine termMeans_same hT hs fun v v' hv hv' => ?_
  simp only [TermShape.Means, Interpretation.map, Interpretation.int] at hv hv'
  rw [hv, hv', h2]
  cases kind <;> simp [ValueKind.isMap] at hm <;> simp only [ValueKind.element, Value.Same] at h1 h3
  · rw [h1, h3]; exact .rfl
  · intro j
    show update _ _ _ j = 0 ↔ update _ _ _ j = 0
    simp only [update]
    split
    · exact h3
    · exact h1 j

theorem sorts_const {x : Nat} (hs : T.termShape t = .const x) : SortsTerm T S M M' (d + 1) t := by
  intro kind effort r h bs
  unfold sortsTerm at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, hm, h⟩ := bind_ok.mp h
  have hm := require_ok.mp hm
  have h1 := ih.term _ _ _ _ h bs
  refine termMeans_same hT hs fun v v' hv hv' => ?_
  simp only [TermShape.Means, Interpretation.int] at hv hv'
  rw [hv, hv']
  cases kind <;> simp [ValueKind.isMap] at hm <;> simp only [ValueKind.element, Value.Same] at h1
  · rw [h1]; exact .rfl
  · exact fun _ => h1

theorem sorts_iteTerm {c : Literal} {a b : Nat} (hs : T.termShape t = .ite c a b) : SortsTerm T S M M' (d + 1) t := by
  intro kind effort r h bs
  unfold sortsTerm at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, h1, h⟩ := bind_ok.mp h
  obtain ⟨_, h2, h⟩ := bind_ok.mp h
  refine termMeans_same hT hs fun v v' hv hv' => ?_
  simp only [TermShape.Means] at hv hv'
  rw [← ih.ofLiteral h1] at hv'
  by_cases hc : (T.interpretation M).literal bs c
  · rw [hv.1 hc, hv'.1 hc]; exact ih.term _ _ _ _ h2 bs
  · rw [hv.2 hc, hv'.2 hc]; exact ih.term _ _ _ _ h bs

theorem sorts_gate {long : Clause} (hs : T.shape e = .gate long) : SortsEntry T S M M' (d + 1) e := by
  intro effort r h bs
  unfold sortsEntry at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  have hlong := ih.literals _ _ _ _ h bs
  obtain ⟨h0, he, hiff⟩ := interpretation_means hT M hs bs
  obtain ⟨_, _, hiff'⟩ := interpretation_means hT M' hs bs
  have hfirst : (¬ (T.interpretation M).literal bs long[0]) ↔ ¬ (T.interpretation M').literal bs long[0] := by
    rw [hiff, hiff']
    exact ⟨fun ⟨k, hk, hpos, hl⟩ => ⟨k, hk, hpos, (hlong k hk hpos).mp hl⟩, fun ⟨k, hk, hpos, hl⟩ => ⟨k, hk, hpos, (hlong k hk hpos).mpr hl⟩⟩
  unfold Interpretation.literal Literal.True at hfirst
  rw [he] at hfirst
  split at hfirst
  · exact ⟨fun h => Classical.byContradiction fun hn => hfirst.mpr hn h, fun h => Classical.byContradiction fun hn => hfirst.mp hn h⟩
  · simpa using hfirst

theorem sorts_iff {a b : Literal} (hs : T.shape e = .iff a b) : SortsEntry T S M M' (d + 1) e := by
  intro effort r h bs
  unfold sortsEntry at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, h1, h⟩ := bind_ok.mp h
  have hm := interpretation_means hT M hs bs
  have hm' := interpretation_means hT M' hs bs
  simp only [Shape.Means] at hm hm'
  rw [hm, hm', ih.ofLiteral h1, ih.ofLiteral h]

theorem sorts_ite {c a b : Literal} (hs : T.shape e = .ite c a b) : SortsEntry T S M M' (d + 1) e := by
  intro effort r h bs
  unfold sortsEntry at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, h1, h⟩ := bind_ok.mp h
  obtain ⟨_, h2, h⟩ := bind_ok.mp h
  have hm := interpretation_means hT M hs bs
  have hm' := interpretation_means hT M' hs bs
  simp only [Shape.Means] at hm hm'
  rw [hm, hm', ih.ofLiteral h1, ih.ofLiteral h2, ih.ofLiteral h]

theorem sorts_le {a b : Nat} (hs : T.shape e = .le a b) : SortsEntry T S M M' (d + 1) e := by
  intro effort r h bs
  unfold sortsEntry at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, h1, h⟩ := bind_ok.mp h
  have hm := interpretation_means hT M hs bs
  have hm' := interpretation_means hT M' hs bs
  simp only [Shape.Means, Interpretation.int] at hm hm'
  rw [hm, hm', (ih.term _ _ _ _ h1 bs).int, (ih.term _ _ _ _ h bs).int]

omit ih in
theorem isZero_value {b : Nat} (h : isZero T b = true) (M : Model) (bs : List Int) : ((T.interpretation M).value bs b).toInt = 0 := by
  unfold isZero at h
  split at h
  · rename_i n hs
    have := interpretation_termMeans hT M hs bs
    simp only [TermShape.Means, beq_iff_eq] at this h
    rw [this, h]
    rfl
  · simp at h

theorem sorts_eq {a b : Nat} (hs : T.shape e = .eq a b) : SortsEntry T S M M' (d + 1) e := by
  intro effort r h bs
  unfold sortsEntry at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  have hm := interpretation_means hT M hs bs
  have hm' := interpretation_means hT M' hs bs
  simp only [Shape.Means, Interpretation.int] at hm hm'
  split at h
  · rename_i hzero
    rw [hm, hm', isZero_value hT hzero, isZero_value hT hzero]
    exact ih.term _ _ _ _ h bs
  · obtain ⟨_, h1, h⟩ := bind_ok.mp h
    rw [hm, hm', (ih.term _ _ _ _ h1 bs).int, (ih.term _ _ _ _ h bs).int]

theorem sorts_mapEq {m n : Nat} (hs : T.shape e = .mapEq m n) : SortsEntry T S M M' (d + 1) e := by
  intro effort r h bs
  unfold sortsEntry at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, h1, h⟩ := bind_ok.mp h
  have hm := interpretation_means hT M hs bs
  have hm' := interpretation_means hT M' hs bs
  simp only [Shape.Means, Interpretation.map] at hm hm'
  rw [hm, hm', (ih.term _ _ _ _ h1 bs).map, (ih.term _ _ _ _ h bs).map]

theorem sorts_all {body : Literal} (hs : T.shape e = .all body) : SortsEntry T S M M' (d + 1) e := by
  intro effort r h bs
  unfold sortsEntry at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  have hm := interpretation_means hT M hs bs
  have hm' := interpretation_means hT M' hs bs
  simp only [Shape.Means] at hm hm'
  rw [hm, hm']
  simp only [fun x => ih.ofLiteral h (x :: bs)]

omit hT in
theorem sorts_literals {ls : Array Literal} {i : Nat} : SortsEntries T S M M' (d + 1) ls i := by
  intro effort r h bs k hk hik
  unfold sortsEntries at h
  split at h
  · obtain ⟨_, h1, h⟩ := bind_ok.mp h
    by_cases he : i = k
    · subst he; exact ih.ofLiteral h1 bs
    · exact ih.literals _ _ _ _ h bs k hk (by omega)
  · omega

end

variable (hM : S.Alike M M')
include hM

theorem sorts_var {d t name version : Nat} (hs : T.termShape t = .var name version) : SortsTerm T S M M' (d + 1) t := by
  intro kind effort r h bs
  unfold sortsTerm at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, hf, _⟩ := bind_ok.mp h
  refine termMeans_same hT hs fun v v' hv hv' => ?_
  simp only [TermShape.Means, Tables.interpretation] at hv hv'
  rw [hv, hv']
  exact hM.store (require_ok.mp hf)

theorem sorts_logic {d t name : Nat} (hs : T.termShape t = .logic name) : SortsTerm T S M M' (d + 1) t := by
  intro kind effort r h bs
  unfold sortsTerm at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, hf, _⟩ := bind_ok.mp h
  refine termMeans_same hT hs fun v v' hv hv' => ?_
  simp only [TermShape.Means, Tables.interpretation] at hv hv'
  rw [hv, hv', (require_ok.mp hf).1, hM.thread]
  exact .rfl

/-- Everything that is sorted means the same in both models. -/
theorem sorts_sound (depth : Nat) : Sorted T S M M' depth :=
  traverse T
    (zero := ⟨fun _ _ _ _ h => by simp [sortsTerm] at h, fun _ => trivial, fun _ _ _ h => by simp [sortsEntry] at h,
      fun _ _ _ _ h => by simp [sortsEntries] at h⟩)
    (num := fun _ hs _ _ _ _ _ => termMeans_same hT hs fun _ _ hv hv' => by rw [show _ = _ from hv, show _ = _ from hv']; exact .rfl)
    (var := fun _ hs => sorts_var hT hM hs)
    (logic := fun _ hs => sorts_logic hT hM hs)
    (bound := fun _ hs _ _ _ _ _ => termMeans_same hT hs fun _ _ hv hv' => by rw [show _ = _ from hv, show _ = _ from hv']; exact .rfl)
    (binary := fun ih hs => sorts_binary hT ih hM hs)
    (store := fun ih hs => sorts_store hT ih hs)
    (const := fun ih hs => sorts_const hT ih hs)
    (iteTerm := fun ih hs => sorts_iteTerm hT ih hs)
    (witness := fun _ hs _ _ _ h => by
      unfold sortsTerm at h
      obtain ⟨_, _, h⟩ := bind_ok.mp h
      simp [hs] at h)
    (literal := fun _ => trivial)
    (atom := fun _ hs effort r h => by
      unfold sortsEntry at h
      obtain ⟨_, _, h⟩ := bind_ok.mp h
      simp [hs] at h)
    (gate := fun ih hs => sorts_gate hT ih hs)
    (iff := fun ih hs => sorts_iff hT ih hs)
    (ite := fun ih hs => sorts_ite hT ih hs)
    (le := fun ih hs => sorts_le hT ih hs)
    (eq := fun ih hs => sorts_eq hT ih hs)
    (mapEq := fun ih hs => sorts_mapEq hT ih hs)
    (all := fun ih hs => sorts_all hT ih hs)
    (literals := fun ih => sorts_literals ih)
    depth

end

/-! ## Terms, formulas and commands of a thread -/

section

variable {T : Tables} (hT : T.Right) {S : Sorts} {E E' : Parameters} {id : Int}

theorem model_alike {σ σ' τ τ' : Store} (h : S.Like id σ τ) (h' : S.Like id σ' τ') : S.Alike (E.model id σ σ') (E'.model id τ τ') where
  thread := by simp [Parameters.model]
  store := fun {version _ _} hs => by
    simp only [Parameters.model]
    split
    · exact h.shared hs
    · exact h'.shared hs
  own := fun {version _ _} hs => by
    simp only [Parameters.model]
    split
    · exact h.own hs
    · exact h'.own hs

include hT

/-- A formula has the same truth. -/
theorem sortsLiteral_sound {l : Literal} {effort r : Nat} (h : sortsLiteral T S l effort = .ok r) {σ σ' τ τ' : Store} (hσ : S.Like id σ τ)
    (hσ' : S.Like id σ' τ') : (T.literal l).action E id σ σ' ↔ (T.literal l).action E' id τ τ' := by
  have := (sorts_sound hT (model_alike (E := E) (E' := E') (id := id) hσ hσ') sortsDepth).ofLiteral h []
  rwa [literal_iff, literal_iff] at this

/-- A term has the same value, as an integer or as a map. -/
theorem sortsTerm_sound {t effort r : Nat} {kind : ValueKind} (h : sortsTerm T S sortsDepth kind t effort = .ok r) {σ τ : Store} (hσ : S.Like id σ τ) :
    Value.Same kind ((T.term t).valueIn E id σ) ((T.term t).valueIn E' id τ) :=
  (sorts_sound hT (model_alike (E := E) (E' := E') (id := id) hσ hσ) sortsDepth).term _ _ _ _ h []

/-- A value that is the same, as far as it matters there, at a place leads to stores that look the same. -/
theorem place_like {place : PlaceCode} {effort r : Nat} (h : sortsPlace T S place effort = .ok r) {σ₀ τ₀ σ τ : Store}
    (h₀ : S.Like id σ₀ τ₀) (hσ : S.Like id σ τ) {v v' : Value} (hv : Value.Same (S.placeKind place) v v') :
    S.Like id ((place.place T).write E id σ₀ v σ) ((place.place T).write E' id τ₀ v' τ) := by
  obtain ⟨name, index⟩ := place
  cases index with
  | none =>
    obtain ⟨_, hown, _⟩ := bind_ok.mp h
    have hown := require_ok.mp hown
    constructor
    · intro x kind hs
      simp only [PlaceCode.place, Place.write]
      split
      · rename_i hx
        subst hx
        obtain ⟨known, hknown, hfits⟩ := Sorts.has_iff.mp hs
        simp only [Sorts.placeKind, hknown, Option.getD] at hv
        exact hv.fits hfits
      · exact hσ.shared hs
    · intro x kind hs
      simp only [PlaceCode.place, Place.write]
      split
      · rename_i hx
        subst hx
        rw [Sorts.isOwn_of hs] at hown
        simp at hown
      · exact hσ.own hs
  | some i =>
    obtain ⟨_, hown, hindex⟩ := bind_ok.mp h
    have hindex := (sortsTerm_sound (E := E) (E' := E') (id := id) hT hindex h₀).int
    constructor
    · intro x kind hs
      simp only [PlaceCode.place, Place.write]
      split
      · rename_i hx
        subst hx
        have hnone : S.ownKind x = none := by simpa [Sorts.isOwn] using Sorts.not_own hs
        obtain ⟨known, hknown, hfits⟩ := Sorts.has_iff.mp hs
        have hmaps := hσ.shared hs
        simp only [Sorts.placeKind, hnone, hknown, Option.getD] at hv
        cases kind <;> simp only [Value.Same, hindex] at hmaps ⊢
        · rfl
        · rfl
        · have hk : known = .map := by cases known <;> simp_all [ValueKind.fits]
          rw [hk] at hv
          simp only [ValueKind.element, Value.Same] at hv
          rw [hv, hmaps]
        · intro j
          show update _ _ _ j = 0 ↔ update _ _ _ j = 0
          simp only [update]
          split
          · have hk : known = .map ∨ known = .truths := by cases known <;> simp_all [ValueKind.fits]
            rcases hk with hk | hk <;> rw [hk] at hv <;> simp only [ValueKind.element, Value.Same] at hv
            · rw [hv]
            · exact hv
          · exact hmaps j
      · exact hσ.shared hs
    · intro x kind hs
      simp only [PlaceCode.place, Place.write]
      split
      · rename_i hx
        subst hx
        simp only [Sorts.placeKind, hs] at hv
        simp only [hindex]
        show SameEntry kind (update _ _ _ _) (update _ _ _ _)
        simp only [update]
        split
        · unfold SameEntry
          cases kind <;> exact hv
        · exact hσ.own hs
      · exact hσ.own hs

/-- Other threads' own entries are the same. -/
def Sorts.KeepsOthers (S : Sorts) (id : Int) (σ τ : Store) : Prop := ∀ {name i}, S.isOwn name = true → i ≠ id → (τ name).toMap i = (σ name).toMap i

/-- A place is no entry of another thread. -/
theorem place_keeps {place : PlaceCode} {effort r : Nat} (h : sortsPlace T S place effort = .ok r) {σ₀ σ : Store} {v : Value} :
    S.KeepsOthers id σ ((place.place T).write E id σ₀ v σ) := by
  intro x i hs hi
  obtain ⟨name, index⟩ := place
  by_cases hx : x = name
  · subst hx
    cases index with
    | none =>
      obtain ⟨_, hown, _⟩ := bind_ok.mp h
      have hown := require_ok.mp hown
      simp [hs] at hown
    | some t =>
      obtain ⟨_, hown, _⟩ := bind_ok.mp h
      have hthread := (require_ok.mp hown).resolve_left (by simp [hs])
      have hid : ((T.term t).valueIn E id σ₀).toInt = id := by
        have := isThread_value hT hthread (E.model id σ₀ σ₀) []
        exact congrArg Value.toInt this
      simp only [PlaceCode.place, Place.write, if_true, hid]
      show update _ _ _ _ = _
      simp [update, hi]
  · cases index <;> simp [PlaceCode.place, Place.write, hx]

/-- Assignments lead to stores that look the same. -/
theorem sortsChanges_sound {changes : List ChangeCode} {effort r : Nat} (h : sortsChanges T S changes effort = .ok r) {σ₀ τ₀ σ τ : Store}
    (h₀ : S.Like id σ₀ τ₀) (hσ : S.Like id σ τ) :
    S.Like id (writes E id σ₀ ((changesOf T changes).map fun (p, t) => (p, t.valueIn E id σ₀)) σ)
      (writes E' id τ₀ ((changesOf T changes).map fun (p, t) => (p, t.valueIn E' id τ₀)) τ) := by
  induction changes generalizing effort σ τ with
  | nil => exact hσ
  | cons c rest ih =>
    obtain ⟨place, value⟩ := c
    obtain ⟨_, hplace, h⟩ := bind_ok.mp h
    obtain ⟨_, hvalue, h⟩ := bind_ok.mp h
    exact ih h (place_like hT hplace h₀ hσ (sortsTerm_sound hT hvalue h₀))

/-- Assignments change no entry of another thread. -/
theorem sortsChanges_keeps {changes : List ChangeCode} {effort r : Nat} (h : sortsChanges T S changes effort = .ok r) {σ₀ σ : Store} :
    S.KeepsOthers id σ (writes E id σ₀ ((changesOf T changes).map fun (p, t) => (p, t.valueIn E id σ₀)) σ) := by
  induction changes generalizing effort σ with
  | nil => exact fun _ _ => rfl
  | cons c rest ih =>
    obtain ⟨place, value⟩ := c
    obtain ⟨_, hplace, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    exact fun hs hi => (ih h hs hi).trans (place_keeps hT hplace hs hi)

/-- The same values at places lead to stores that look the same. -/
theorem places_like {places : List PlaceCode} {effort r : Nat} (h : sortsPlaces T S places effort = .ok r) {σ₀ τ₀ σ τ : Store}
    (h₀ : S.Like id σ₀ τ₀) (hσ : S.Like id σ τ) (values : List Value) :
    S.Like id (writes E id σ₀ ((placesOf T places).zip values) σ) (writes E' id τ₀ ((placesOf T places).zip values) τ) := by
  induction places generalizing effort σ τ values with
  | nil => exact hσ
  | cons place rest ih =>
    obtain ⟨_, hplace, h⟩ := bind_ok.mp h
    cases values with
    | nil => exact hσ
    | cons value values => exact ih h (place_like hT hplace h₀ hσ .rfl) values

/-- No places are entries of another thread. -/
theorem places_keep {places : List PlaceCode} {effort r : Nat} (h : sortsPlaces T S places effort = .ok r) {σ₀ σ : Store} (values : List Value) :
    S.KeepsOthers id σ (writes E id σ₀ ((placesOf T places).zip values) σ) := by
  induction places generalizing effort σ values with
  | nil => exact fun _ _ => rfl
  | cons place rest ih =>
    obtain ⟨_, hplace, h⟩ := bind_ok.mp h
    cases values with
    | nil => exact fun _ _ => rfl
    | cons value values => exact fun hs hi => (ih h values hs hi).trans (place_keeps hT hplace hs hi)

/-- Both go wrong, or lead to stores that look the same. -/
def Outcome.Like (S : Sorts) (id : Int) : Outcome Store → Outcome Store → Prop
  | .store σ, .store τ => S.Like id σ τ
  | .wrong, .wrong => True
  | _, _ => False

/-- What a command does, it does from every store that looks the same, whatever the parameters are. -/
theorem sortsCommand_sound {c : CommandCode} {effort r : Nat} (h : sortsCommand T S c effort = .ok r) {σ τ : Store} (hσ : S.Like id σ τ)
    {o : Outcome Store} (hr : (c.command T).Runs E id σ o) : ∃ o', (c.command T).Runs E' id τ o' ∧ o.Like S id o' := by
  induction c generalizing effort r σ τ o with
  | assign changes =>
    cases hr
    exact ⟨_, .assign, sortsChanges_sound hT h hσ hσ⟩
  | havoc places =>
    cases hr with | havoc hh =>
    obtain ⟨values, hlength, rfl⟩ := hh
    exact ⟨_, .havoc ⟨values, hlength, rfl⟩, places_like hT h hσ hσ values⟩
  | assume l =>
    cases hr with | assume hf => exact ⟨_, .assume ((sortsLiteral_sound hT h hσ hσ).mp hf), hσ⟩
  | assert l =>
    cases hr with
    | assert hf => exact ⟨_, .assert ((sortsLiteral_sound hT h hσ hσ).mp hf), hσ⟩
    | assertWrong hf => exact ⟨_, .assertWrong fun hn => hf ((sortsLiteral_sound hT h hσ hσ).mpr hn), trivial⟩
  | ite l C D ihC ihD =>
    obtain ⟨_, hl, h⟩ := bind_ok.mp h
    obtain ⟨_, hC, hD⟩ := bind_ok.mp h
    cases hr with
    | ifTrue hf hr =>
      obtain ⟨o', hr, ho⟩ := ihC hC hσ hr
      exact ⟨o', .ifTrue ((sortsLiteral_sound hT hl hσ hσ).mp hf) hr, ho⟩
    | ifFalse hf hr =>
      obtain ⟨o', hr, ho⟩ := ihD hD hσ hr
      exact ⟨o', .ifFalse (fun hn => hf ((sortsLiteral_sound hT hl hσ hσ).mpr hn)) hr, ho⟩
  | choice C D ihC ihD =>
    obtain ⟨_, hC, hD⟩ := bind_ok.mp h
    cases hr with
    | choiceLeft hr =>
      obtain ⟨o', hr, ho⟩ := ihC hC hσ hr
      exact ⟨o', .choiceLeft hr, ho⟩
    | choiceRight hr =>
      obtain ⟨o', hr, ho⟩ := ihD hD hσ hr
      exact ⟨o', .choiceRight hr, ho⟩
  | seq C D ihC ihD =>
    obtain ⟨_, hC, hD⟩ := bind_ok.mp h
    cases hr with
    | seq hr hr' =>
      obtain ⟨o', hr, ho⟩ := ihC hC hσ hr
      cases o' with
      | wrong => exact False.elim ho
      | store τ' =>
        obtain ⟨o', hr', ho'⟩ := ihD hD ho hr'
        exact ⟨o', .seq hr hr', ho'⟩
    | seqWrong hr =>
      obtain ⟨o', hr, ho⟩ := ihC hC hσ hr
      cases o' with
      | wrong => exact ⟨_, .seqWrong hr, trivial⟩
      | store τ' => exact False.elim ho
  | operation places gate action post =>
    obtain ⟨_, hplaces, h⟩ := bind_ok.mp h
    obtain ⟨_, hgate, h⟩ := bind_ok.mp h
    obtain ⟨_, haction, hpost⟩ := bind_ok.mp h
    cases hr with
    | operation hg hh ha hp =>
      obtain ⟨values, hlength, rfl⟩ := hh
      have hlike := places_like (E := E) (E' := E') hT hplaces hσ hσ values
      exact ⟨_, .operation ((sortsLiteral_sound hT hgate hσ hσ).mp hg) ⟨values, hlength, rfl⟩ ((sortsLiteral_sound hT haction hσ hlike).mp ha)
        ((sortsLiteral_sound hT hpost hσ hlike).mp hp), hlike⟩
    | gateWrong hg => exact ⟨_, .gateWrong fun hn => hg ((sortsLiteral_sound hT hgate hσ hσ).mpr hn), trivial⟩
    | postWrong hh ha hp =>
      obtain ⟨values, hlength, rfl⟩ := hh
      have hlike := places_like (E := E) (E' := E') hT hplaces hσ hσ values
      exact ⟨_, .postWrong ⟨values, hlength, rfl⟩ ((sortsLiteral_sound hT haction hσ hlike).mp ha)
        (fun hn => hp ((sortsLiteral_sound hT hpost hσ hlike).mpr hn)), trivial⟩

/-- A command changes no entry of another thread. -/
theorem sortsCommand_keeps {c : CommandCode} {effort r : Nat} (h : sortsCommand T S c effort = .ok r) {σ σ' : Store}
    (hr : (c.command T).Runs E id σ (.store σ')) : S.KeepsOthers id σ σ' := by
  induction c generalizing effort r σ σ' with
  | assign changes =>
    cases hr
    exact sortsChanges_keeps hT h
  | havoc places =>
    cases hr with | havoc hh =>
    obtain ⟨values, _, rfl⟩ := hh
    exact places_keep hT h values
  | assume l => cases hr with | assume => exact fun _ _ => rfl
  | assert l => cases hr with | assert => exact fun _ _ => rfl
  | ite l C D ihC ihD =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, hC, hD⟩ := bind_ok.mp h
    cases hr with
    | ifTrue _ hr => exact ihC hC hr
    | ifFalse _ hr => exact ihD hD hr
  | choice C D ihC ihD =>
    obtain ⟨_, hC, hD⟩ := bind_ok.mp h
    cases hr with
    | choiceLeft hr => exact ihC hC hr
    | choiceRight hr => exact ihD hD hr
  | seq C D ihC ihD =>
    obtain ⟨_, hC, hD⟩ := bind_ok.mp h
    cases hr with
    | seq hr hr' => exact fun hs hi => (ihD hD hr' hs hi).trans (ihC hC hr hs hi)
  | operation places gate action post =>
    obtain ⟨_, hplaces, _⟩ := bind_ok.mp h
    cases hr with | operation _ hh =>
    obtain ⟨values, _, rfl⟩ := hh
    exact places_keep hT hplaces values

end

end Plato
