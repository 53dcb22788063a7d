/-
# Commands that only compare and store identifiers do not tell threads apart

If thread i leads from a store to another one, thread π(i) leads from the renamed store to the renamed other one, for each permutation π of identifiers that
leaves the constants alone. No identifier comes out of nowhere: what variables hold afterwards is the thread's own identifier, a constant, or what was held before.

Main definitions: `Identifiers.sorting`, `Identifiers.Renamed`. Main results: `names_sound`.
-/
module

public import Plato.Closure.Identifiers
public import Closure.Changes
public import Theory.ModelChecking.SortedSteps

@[expose] public section

namespace Plato

open ModelChecking

/-- What the variables hold, in the words of the theory. -/
def Identifiers.sorting (I : Identifiers) : Sorting where
  sort x := if I.sorts.isOwn x then (if I.isName x then .ownIdentifier else .ownData) else (if I.isName x then .identifier else .data)
  literal n := I.constants.elem n = true

section

variable {I : Identifiers} {π : Int → Int}

theorem sort_shared {x : Nat} {b : Bool} (h : I.isShared x b = true) : I.sorting.sort x = if b then .identifier else .data := by
  simp only [Identifiers.isShared, Bool.and_eq_true, Bool.not_eq_true', beq_iff_eq] at h
  simp [Identifiers.sorting, h.1, h.2]

theorem sort_own {x : Nat} {b : Bool} (h : I.isOwn x b = true) : I.sorting.sort x = if b then .ownIdentifier else .ownData := by
  simp only [Identifiers.isOwn, Bool.and_eq_true, beq_iff_eq] at h
  simp [Identifiers.sorting, h.1, h.2]

/-- Values of a variable that is shared are renamed … -/
theorem cell_shared {x : Nat} {b : Bool} {J : Int → Prop} {v w : Value} (h : I.isShared x b = true) :
    CellRel π J (I.sorting.sort x) v w ↔ ValueRel π b v w := by
  rw [sort_shared h]; cases b <;> simp [CellRel, ValueRel]

/-- … and so are threads' own entries. -/
theorem cell_own {x : Nat} {b : Bool} {J : Int → Prop} {v w : Value} (h : I.isOwn x b = true) :
    CellRel π J (I.sorting.sort x) v w ↔ ∀ j, J j → ValueRel π b (.int (v.toMap j)) (.int (w.toMap (π j))) := by
  rw [sort_own h]; cases b <;> simp [CellRel, ValueRel, Value.toInt]

/-- The models are about thread i and thread π(i), in stores that are renamed. -/
structure Identifiers.Renamed (I : Identifiers) (π : Int → Int) (M M' : Model) : Prop where
  thread : (M'.logic 0).toInt = π (M.logic 0).toInt
  store : ∀ version x, CellRel π (fun _ => True) (I.sorting.sort x) (M.store version x) (M'.store version x)

/-- The term is renamed if it is an identifier, and otherwise has the same value in both models. -/
def NamesTerm (T : Tables) (I : Identifiers) (π : Int → Int) (M M' : Model) (depth t : Nat) : Prop :=
  ∀ b effort r, namesTerm T I depth b t effort = .ok r → ∀ bs, ValueRel π b ((T.interpretation M).value bs t) ((T.interpretation M').value bs t)

/-- The entry has the same truth in both models. -/
def NamesEntry (T : Tables) (I : Identifiers) (M M' : Model) (depth e : Nat) : Prop :=
  ∀ effort r, namesEntry T I depth e effort = .ok r → ∀ bs, (T.interpretation M).holds bs e ↔ (T.interpretation M').holds bs e

/-- Literals have the same truth in both models. -/
def NamesEntries (T : Tables) (I : Identifiers) (M M' : Model) (depth : Nat) (ls : Array Literal) (i : Nat) : Prop :=
  ∀ effort r, namesEntries T I depth ls i effort = .ok r → ∀ bs,
    ∀ k (hk : k < ls.size), i ≤ k → ((T.interpretation M).literal bs ls[k] ↔ (T.interpretation M').literal bs ls[k])

/-- What has been shown at a depth. -/
abbrev NamesSame (T : Tables) (I : Identifiers) (π : Int → Int) (M M' : Model) (depth : Nat) : Prop :=
  Traversed (NamesTerm T I π M M') (fun _ _ => True) (NamesEntry T I M M') (NamesEntries T I M M') depth

variable {T : Tables} (hT : T.Right) {M M' : Model}

theorem NamesSame.ofLiteral {d : Nat} (ih : NamesSame T I π M M' d) {l : Literal} {effort r : Nat} (h : namesEntry T I d l.entry effort = .ok r) (bs : List Int) :
    (T.interpretation M).literal bs l ↔ (T.interpretation M').literal bs l := literal_congr (ih.entry _ _ _ h bs)

/-- Data have the same value. -/
theorem NamesSame.data {d : Nat} (ih : NamesSame T I π M M' d) {t effort r : Nat} (h : namesTerm T I d false t effort = .ok r) (bs : List Int) :
    (T.interpretation M').value bs t = (T.interpretation M).value bs t := ih.term _ _ _ _ h bs

include hT

theorem names_means {t : Nat} {shape : TermShape} (hs : T.termShape t = shape) {b : Bool} {bs : List Int}
    (h : ∀ v v', shape.Means (T.interpretation M) bs v → shape.Means (T.interpretation M') bs v' → ValueRel π b v v') :
    ValueRel π b ((T.interpretation M).value bs t) ((T.interpretation M').value bs t) :=
  h _ _ (interpretation_termMeans hT M hs bs) (interpretation_termMeans hT M' hs bs)

/-- A thread's own entry of the one thread is that of the other, renamed. -/
theorem ownTerm_named (hM : I.Renamed π M M') {a b : Nat} {isIdentifier : Bool} {bs : List Int} (ha : I.isOwnTerm T a isIdentifier = true)
    (hb : isThread T b = true) : ValueRel π isIdentifier (.int (((T.interpretation M).value bs a).toMap ((T.interpretation M).value bs b).toInt))
      (.int (((T.interpretation M').value bs a).toMap ((T.interpretation M').value bs b).toInt)) := by
  rw [isThread_value hT hb, isThread_value hT hb]
  unfold Identifiers.isOwnTerm at ha
  split at ha
  · rename_i name version hs
    have h1 := interpretation_termMeans hT M hs bs
    have h2 := interpretation_termMeans hT M' hs bs
    simp only [TermShape.Means] at h1 h2
    rw [h1, h2, hM.thread]
    exact (cell_own ha).mp (hM.store version name) _ trivial
  · simp at ha

section

variable {d t e : Nat} (ih : NamesSame T I π M M' d)
include ih

theorem names_binary (hM : I.Renamed π M M') {o : Operator} {a b : Nat} (hs : T.termShape t = .binary o a b) : NamesTerm T I π M M' (d + 1) t := by
  intro isIdentifier effort r h bs
  unfold namesTerm at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  refine names_means hT hs fun v v' hv hv' => ?_
  rw [show v = _ from hv, show v' = _ from hv']
  cases o <;> dsimp only at h
  case select =>
    split at h
    · rename_i hown
      simp only [Bool.and_eq_true] at hown
      exact ownTerm_named hT hM hown.1 hown.2
    · obtain ⟨_, hd, h⟩ := bind_ok.mp h
      obtain ⟨_, h1, h⟩ := bind_ok.mp h
      rw [require_ok.mp hd]
      show Value.int _ = Value.int _
      rw [ih.data h1 bs, ih.data h bs]
  all_goals
    obtain ⟨_, hd, h⟩ := bind_ok.mp h
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    rw [require_ok.mp hd]
    show Value.int _ = Value.int _
    rw [ih.data h1 bs, ih.data h bs]

theorem names_store {m i x : Nat} (hs : T.termShape t = .store m i x) : NamesTerm T I π M M' (d + 1) t := by
  intro isIdentifier effort r h bs
  unfold namesTerm at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, hd, h⟩ := bind_ok.mp h
  obtain ⟨_, h1, h⟩ := bind_ok.mp h
  obtain ⟨_, h2, h⟩ := bind_ok.mp h
  refine names_means hT hs fun v v' hv hv' => ?_
  rw [require_ok.mp hd, show v = _ from hv, show v' = _ from hv']
  show Value.map _ = Value.map _
  simp only [Interpretation.map, Interpretation.int, ih.data h1 bs, ih.data h2 bs, ih.data h bs]

theorem names_const {x : Nat} (hs : T.termShape t = .const x) : NamesTerm T I π M M' (d + 1) t := by
  intro isIdentifier effort r h bs
  unfold namesTerm at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, hd, h⟩ := bind_ok.mp h
  refine names_means hT hs fun v v' hv hv' => ?_
  rw [require_ok.mp hd, show v = _ from hv, show v' = _ from hv']
  show Value.map _ = Value.map _
  simp only [Interpretation.int, ih.data h bs]

theorem names_iteTerm {c : Literal} {a b : Nat} (hs : T.termShape t = .ite c a b) : NamesTerm T I π M M' (d + 1) t := by
  intro isIdentifier effort r h bs
  unfold namesTerm at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, h1, h⟩ := bind_ok.mp h
  obtain ⟨_, h2, h⟩ := bind_ok.mp h
  refine names_means hT hs fun v v' hv hv' => ?_
  simp only [TermShape.Means] at hv hv'
  rw [← ih.ofLiteral h1] at hv'
  by_cases hc : (T.interpretation M).literal bs c
  · rw [hv.1 hc, hv'.1 hc]; exact ih.term _ _ _ _ h2 bs
  · rw [hv.2 hc, hv'.2 hc]; exact ih.term _ _ _ _ h bs

theorem names_gate {long : Clause} (hs : T.shape e = .gate long) : NamesEntry T I M M' (d + 1) e := by
  intro effort r h bs
  unfold namesEntry at h
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

theorem names_iff {a b : Literal} (hs : T.shape e = .iff a b) : NamesEntry T I M M' (d + 1) e := by
  intro effort r h bs
  unfold namesEntry at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, h1, h⟩ := bind_ok.mp h
  have hm := interpretation_means hT M hs bs
  have hm' := interpretation_means hT M' hs bs
  simp only [Shape.Means] at hm hm'
  rw [hm, hm', ih.ofLiteral h1, ih.ofLiteral h]

theorem names_ite {c a b : Literal} (hs : T.shape e = .ite c a b) : NamesEntry T I M M' (d + 1) e := by
  intro effort r h bs
  unfold namesEntry at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, h1, h⟩ := bind_ok.mp h
  obtain ⟨_, h2, h⟩ := bind_ok.mp h
  have hm := interpretation_means hT M hs bs
  have hm' := interpretation_means hT M' hs bs
  simp only [Shape.Means] at hm hm'
  rw [hm, hm', ih.ofLiteral h1, ih.ofLiteral h2, ih.ofLiteral h]

theorem names_le {a b : Nat} (hs : T.shape e = .le a b) : NamesEntry T I M M' (d + 1) e := by
  intro effort r h bs
  unfold namesEntry at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, h1, h⟩ := bind_ok.mp h
  have hm := interpretation_means hT M hs bs
  have hm' := interpretation_means hT M' hs bs
  simp only [Shape.Means, Interpretation.int] at hm hm'
  rw [hm, hm', ih.data h1 bs, ih.data h bs]

theorem names_eq (hπ : ∀ {a b}, π a = π b → a = b) {a b : Nat} (hs : T.shape e = .eq a b) : NamesEntry T I M M' (d + 1) e := by
  intro effort r h bs
  unfold namesEntry at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, h1, h⟩ := bind_ok.mp h
  have hm := interpretation_means hT M hs bs
  have hm' := interpretation_means hT M' hs bs
  have h1 := ih.term _ _ _ _ h1 bs
  have h2 := ih.term _ _ _ _ h bs
  simp only [Shape.Means, Interpretation.int] at hm hm'
  rw [hm, hm']
  cases hb : (I.isHeld T a || I.isHeld T b)
  · rw [hb] at h1 h2
    rw [show _ = _ from h1, show _ = _ from h2]
  · rw [hb] at h1 h2
    have h1 : _ = π _ := h1
    have h2 : _ = π _ := h2
    rw [h1, h2]
    exact ⟨fun h => by rw [h], hπ⟩

theorem names_mapEq {m n : Nat} (hs : T.shape e = .mapEq m n) : NamesEntry T I M M' (d + 1) e := by
  intro effort r h bs
  unfold namesEntry at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, h1, h⟩ := bind_ok.mp h
  have hm := interpretation_means hT M hs bs
  have hm' := interpretation_means hT M' hs bs
  simp only [Shape.Means, Interpretation.map] at hm hm'
  rw [hm, hm', ih.data h1 bs, ih.data h bs]

theorem names_all {body : Literal} (hs : T.shape e = .all body) : NamesEntry T I M M' (d + 1) e := by
  intro effort r h bs
  unfold namesEntry at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  have hm := interpretation_means hT M hs bs
  have hm' := interpretation_means hT M' hs bs
  simp only [Shape.Means] at hm hm'
  rw [hm, hm']
  simp only [fun x => ih.ofLiteral h (x :: bs)]

omit hT in
theorem names_literals {ls : Array Literal} {i : Nat} : NamesEntries T I M M' (d + 1) ls i := by
  intro effort r h bs k hk hik
  unfold namesEntries at h
  split at h
  · obtain ⟨_, h1, h⟩ := bind_ok.mp h
    by_cases he : i = k
    · subst he; exact ih.ofLiteral h1 bs
    · exact ih.literals _ _ _ _ h bs k hk (by omega)
  · omega

end

variable (hπ : Renames I.sorting π) (hM : I.Renamed π M M')
include hπ hM

/-- **What only compares identifiers does not tell threads apart.** -/
theorem names_sound (depth : Nat) : NamesSame T I π M M' depth :=
  traverse T
    (zero := ⟨fun _ _ _ _ h => by simp [namesTerm] at h, fun _ => trivial, fun _ _ _ h => by simp [namesEntry] at h,
      fun _ _ _ _ h => by simp [namesEntries] at h⟩)
    (num := fun _ hs b effort r h bs => by
      unfold namesTerm at h
      obtain ⟨_, _, h⟩ := bind_ok.mp h
      simp only [hs] at h
      obtain ⟨_, hn, _⟩ := bind_ok.mp h
      refine names_means hT hs fun v v' hv hv' => ?_
      rw [show v = _ from hv, show v' = _ from hv']
      rcases require_ok.mp hn with rfl | hconstant
      · exact rfl
      · cases b
        · exact rfl
        · exact (hπ.literal hconstant).symm)
    (var := fun _ hs b effort r h bs => by
      unfold namesTerm at h
      obtain ⟨_, _, h⟩ := bind_ok.mp h
      simp only [hs] at h
      obtain ⟨_, hx, _⟩ := bind_ok.mp h
      refine names_means hT hs fun v v' hv hv' => ?_
      rw [show v = _ from hv, show v' = _ from hv']
      exact (cell_shared (require_ok.mp hx)).mp (hM.store _ _))
    (logic := fun _ hs b effort r h bs => by
      unfold namesTerm at h
      obtain ⟨_, _, h⟩ := bind_ok.mp h
      simp only [hs] at h
      obtain ⟨_, hx, _⟩ := bind_ok.mp h
      obtain ⟨rfl, rfl⟩ := require_ok.mp hx
      refine names_means hT hs fun v v' hv hv' => ?_
      rw [show v = _ from hv, show v' = _ from hv']
      exact hM.thread)
    (bound := fun _ hs b effort r h bs => by
      unfold namesTerm at h
      obtain ⟨_, _, h⟩ := bind_ok.mp h
      simp only [hs] at h
      obtain ⟨_, hb, _⟩ := bind_ok.mp h
      refine names_means hT hs fun v v' hv hv' => ?_
      rw [show v = _ from hv, show v' = _ from hv', require_ok.mp hb]
      exact rfl)
    (binary := fun ih hs => names_binary hT ih hM hs)
    (store := fun ih hs => names_store hT ih hs)
    (const := fun ih hs => names_const hT ih hs)
    (iteTerm := fun ih hs => names_iteTerm hT ih hs)
    (witness := fun _ hs _ _ _ h => by
      unfold namesTerm at h
      obtain ⟨_, _, h⟩ := bind_ok.mp h
      simp [hs] at h)
    (literal := fun _ => trivial)
    (atom := fun _ hs effort r h => by
      unfold namesEntry at h
      obtain ⟨_, _, h⟩ := bind_ok.mp h
      simp [hs] at h)
    (gate := fun ih hs => names_gate hT ih hs)
    (iff := fun ih hs => names_iff hT ih hs)
    (ite := fun ih hs => names_ite hT ih hs)
    (le := fun ih hs => names_le hT ih hs)
    (eq := fun ih hs => names_eq hT ih hπ.injective hs)
    (mapEq := fun ih hs => names_mapEq hT ih hs)
    (all := fun ih hs => names_all hT ih hs)
    (literals := fun ih => names_literals ih)
    depth

end

end Plato
