/-
# Stores that look the same to a program

What uses each variable as an integer, or as a map, means the same in stores that agree on them as such, whatever parameters and other variables are.

Main definitions: `Value.Same`, `Sorts.Like`. Main results: `sorts_sound`.
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

end Plato
