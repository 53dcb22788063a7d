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

/-- The values are the same map, or the same integer. -/
def Value.Same (isMap : Bool) (a b : Value) : Prop := if isMap = true then a.toMap = b.toMap else a.toInt = b.toInt

theorem Value.Same.rfl {isMap : Bool} {a : Value} : Value.Same isMap a a := by unfold Value.Same; split <;> trivial

theorem Value.Same.int {a b : Value} (h : Value.Same false a b) : a.toInt = b.toInt := by simpa [Value.Same] using h

theorem Value.Same.map {a b : Value} (h : Value.Same true a b) : a.toMap = b.toMap := by simpa [Value.Same] using h

theorem Value.Same.trans {isMap : Bool} {a b c : Value} (h : Value.Same isMap a b) (h' : Value.Same isMap b c) : Value.Same isMap a c := by
  unfold Value.Same at *
  split at h
  · rw [if_pos ‹_›] at h' ⊢; exact Eq.trans h h'
  · rw [if_neg ‹_›] at h' ⊢; exact Eq.trans h h'

/-- The stores agree on the variables, as the integers or maps that they are, and on the thread's own entries. -/
structure Sorts.Like (S : Sorts) (id : Int) (σ τ : Store) : Prop where
  shared : ∀ {name isMap}, S.has name isMap = true → Value.Same isMap (σ name) (τ name)
  own : ∀ {name}, S.isOwn name = true → (σ name).toMap id = (τ name).toMap id

theorem Sorts.Like.rfl {S : Sorts} {id : Int} {σ : Store} : S.Like id σ σ := ⟨fun _ => .rfl, fun _ => Eq.refl _⟩

theorem Sorts.Like.trans {S : Sorts} {id : Int} {σ τ υ : Store} (h : S.Like id σ τ) (h' : S.Like id τ υ) : S.Like id σ υ :=
  ⟨fun hs => (h.shared hs).trans (h'.shared hs), fun hs => Eq.trans (h.own hs) (h'.own hs)⟩

/-- Where there are no entries of threads' own, it does not matter which thread looks. -/
theorem Sorts.Like.anyone {S : Sorts} (hS : ∀ x, S.isOwn x = false) {id id' : Int} {σ τ : Store} (h : S.Like id σ τ) : S.Like id' σ τ :=
  ⟨h.shared, fun {x} hs => by simp [hS x] at hs⟩

/-- A variable with entries of threads' own is neither an integer nor a map as a whole. -/
theorem Sorts.not_own {S : Sorts} {name : Nat} {isMap : Bool} (h : S.has name isMap = true) : S.isOwn name = false := by
  unfold Sorts.has at h
  unfold Sorts.isOwn
  split at h
  · rw [dif_pos ‹_›]
    generalize S[name] = sort at h ⊢
    rcases sort with _ | _ | _ | _ <;> simp_all
  · simp at h

theorem Sorts.has_eq {S : Sorts} {name : Nat} {isMap : Bool} (h : S.has name isMap = true) : S.has name true = isMap := by
  unfold Sorts.has at *
  split at h
  · rw [dif_pos ‹_›]
    generalize S[name] = sort at h ⊢
    rcases sort with _ | _ | _ | _ <;> cases isMap <;> simp_all
  · simp at h

/-- The models are about the same thread, and stores that agree. -/
structure Sorts.Alike (S : Sorts) (M M' : Model) : Prop where
  thread : M.logic 0 = M'.logic 0
  store : ∀ {version name isMap}, S.has name isMap = true → Value.Same isMap (M.store version name) (M'.store version name)
  own : ∀ {version name}, S.isOwn name = true →
    (M.store version name).toMap (M.logic 0).toInt = (M'.store version name).toMap (M'.logic 0).toInt

/-- A term of its sort has the same value in both models. -/
def SortsTerm (T : Tables) (S : Sorts) (M M' : Model) (depth t : Nat) : Prop :=
  ∀ isMap effort r, sortsTerm T S depth isMap t effort = .ok r → ∀ bs,
    Value.Same isMap ((T.interpretation M).value bs t) ((T.interpretation M').value bs t)

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
theorem termMeans_same {t : Nat} {shape : TermShape} (hs : T.termShape t = shape) {isMap : Bool} {bs : List Int}
    (h : ∀ v v', shape.Means (T.interpretation M) bs v → shape.Means (T.interpretation M') bs v' → Value.Same isMap v v') :
    Value.Same isMap ((T.interpretation M).value bs t) ((T.interpretation M').value bs t) :=
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
theorem ownEntry_same (hM : S.Alike M M') {a b : Nat} {bs : List Int} (ha : S.ownMap T a = true) (hb : isThread T b = true) :
    ((T.interpretation M).value bs a).toMap ((T.interpretation M).value bs b).toInt =
      ((T.interpretation M').value bs a).toMap ((T.interpretation M').value bs b).toInt := by
  rw [isThread_value hT hb, isThread_value hT hb]
  unfold Sorts.ownMap at ha
  split at ha
  · rename_i name version hs
    have h1 := interpretation_termMeans hT M hs bs
    have h2 := interpretation_termMeans hT M' hs bs
    simp only [TermShape.Means, Tables.interpretation] at h1 h2
    simp only [Tables.interpretation] at h1 h2 ⊢
    rw [h1, h2]
    exact hM.own ha
  · simp at ha

section

variable {d t e : Nat} (ih : Sorted T S M M' d)
include ih

theorem sorts_binary (hM : S.Alike M M') {o : Operator} {a b : Nat} (hs : T.termShape t = .binary o a b) : SortsTerm T S M M' (d + 1) t := by
  intro isMap effort r h bs
  unfold sortsTerm at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  refine termMeans_same hT hs fun v v' hv hv' => ?_
  rw [show v = _ from hv, show v' = _ from hv']
  cases o <;> dsimp only at h
  case difference => simp at h
  all_goals
    obtain ⟨_, hm, h⟩ := bind_ok.mp h
    rw [require_ok.mp hm]
  case select =>
    split at h
    · rename_i hown
      simp only [Bool.and_eq_true] at hown
      simp only [Operator.apply, ownEntry_same hT hM hown.1 hown.2]
      exact .rfl
    · obtain ⟨_, h1, h⟩ := bind_ok.mp h
      simp only [Operator.apply, (ih.term _ _ _ _ h1 bs).map, (ih.term _ _ _ _ h bs).int]
      exact .rfl
  all_goals
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    simp only [Operator.apply, (ih.term _ _ _ _ h1 bs).int, (ih.term _ _ _ _ h bs).int]
    exact .rfl

theorem sorts_store {m i x : Nat} (hs : T.termShape t = .store m i x) : SortsTerm T S M M' (d + 1) t := by
  intro isMap effort r h bs
  unfold sortsTerm at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, h1, h⟩ := bind_ok.mp h
  obtain ⟨_, h2, h⟩ := bind_ok.mp h
  refine termMeans_same hT hs fun v v' hv hv' => ?_
  simp only [TermShape.Means, Interpretation.map, Interpretation.int] at hv hv'
  rw [hv, hv', (ih.term _ _ _ _ h1 bs).map, (ih.term _ _ _ _ h2 bs).int, (ih.term _ _ _ _ h bs).int]
  exact .rfl

theorem sorts_const {x : Nat} (hs : T.termShape t = .const x) : SortsTerm T S M M' (d + 1) t := by
  intro isMap effort r h bs
  unfold sortsTerm at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  refine termMeans_same hT hs fun v v' hv hv' => ?_
  simp only [TermShape.Means, Interpretation.int] at hv hv'
  rw [hv, hv', (ih.term _ _ _ _ h bs).int]
  exact .rfl

theorem sorts_iteTerm {c : Literal} {a b : Nat} (hs : T.termShape t = .ite c a b) : SortsTerm T S M M' (d + 1) t := by
  intro isMap effort r h bs
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

theorem sorts_eq {a b : Nat} (hs : T.shape e = .eq a b) : SortsEntry T S M M' (d + 1) e := by
  intro effort r h bs
  unfold sortsEntry at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, h1, h⟩ := bind_ok.mp h
  have hm := interpretation_means hT M hs bs
  have hm' := interpretation_means hT M' hs bs
  simp only [Shape.Means, Interpretation.int] at hm hm'
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
  intro isMap effort r h bs
  unfold sortsTerm at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, hf, _⟩ := bind_ok.mp h
  refine termMeans_same hT hs fun v v' hv hv' => ?_
  simp only [TermShape.Means, Tables.interpretation] at hv hv'
  rw [hv, hv']
  exact hM.store (require_ok.mp hf)

theorem sorts_logic {d t name : Nat} (hs : T.termShape t = .logic name) : SortsTerm T S M M' (d + 1) t := by
  intro isMap effort r h bs
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
  own := fun {version _} hs => by
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
theorem sortsTerm_sound {t effort r : Nat} {isMap : Bool} (h : sortsTerm T S sortsDepth isMap t effort = .ok r) {σ τ : Store} (hσ : S.Like id σ τ) :
    Value.Same isMap ((T.term t).valueIn E id σ) ((T.term t).valueIn E' id τ) :=
  (sorts_sound hT (model_alike (E := E) (E' := E') (id := id) hσ hσ) sortsDepth).term _ _ _ _ h []

/-- A value of the same sort at a place leads to stores that look the same. -/
theorem place_like {place : PlaceCode} {effort r : Nat} (h : sortsPlace T S place effort = .ok r) {σ₀ τ₀ σ τ : Store}
    (h₀ : S.Like id σ₀ τ₀) (hσ : S.Like id σ τ) {v v' : Value} (hv : Value.Same (S.getsMap place) v v') :
    S.Like id ((place.place T).write E id σ₀ v σ) ((place.place T).write E' id τ₀ v' τ) := by
  obtain ⟨name, index⟩ := place
  cases index with
  | none =>
    obtain ⟨_, hown, _⟩ := bind_ok.mp h
    have hown := require_ok.mp hown
    constructor
    · intro x isMap hs
      simp only [PlaceCode.place, Place.write]
      split
      · rename_i hx
        subst hx
        rwa [Sorts.getsMap, Sorts.has_eq hs] at hv
      · exact hσ.shared hs
    · intro x hs
      simp only [PlaceCode.place, Place.write]
      split
      · rename_i hx
        subst hx
        simp [hown] at hs
      · exact hσ.own hs
  | some i =>
    obtain ⟨_, hown, hindex⟩ := bind_ok.mp h
    have hown := require_ok.mp hown
    have hindex := (sortsTerm_sound (E := E) (E' := E') (id := id) hT hindex h₀).int
    have hv' : v.toInt = v'.toInt := Value.Same.int hv
    constructor
    · intro x isMap hs
      simp only [PlaceCode.place, Place.write]
      split
      · rename_i hx
        subst hx
        cases isMap with
        | false => simp [Value.Same, Value.toInt]
        | true =>
          rw [hindex, hv', (hσ.shared hs).map]
          exact .rfl
      · exact hσ.shared hs
    · intro x hs
      simp only [PlaceCode.place, Place.write]
      split
      · rename_i hx
        subst hx
        simp only [hindex]
        show update _ _ _ _ = update _ _ _ _
        simp only [update]
        split
        · exact hv'
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
  | havoc => simp [sortsCommand] at h
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
  | operation => simp [sortsCommand] at h

/-- A command changes no entry of another thread. -/
theorem sortsCommand_keeps {c : CommandCode} {effort r : Nat} (h : sortsCommand T S c effort = .ok r) {σ σ' : Store}
    (hr : (c.command T).Runs E id σ (.store σ')) : S.KeepsOthers id σ σ' := by
  induction c generalizing effort r σ σ' with
  | assign changes =>
    cases hr
    exact sortsChanges_keeps hT h
  | havoc => simp [sortsCommand] at h
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
  | operation => simp [sortsCommand] at h

end

end Plato
