/-
# What does not mention a variable does not depend on it

Main definitions: `Forbidden.Same`. Main results: `avoidsLiteral_sound`, `avoidsTerm_sound`.
-/
module

public import Plato.Table.Avoids
public import Table.Traversal

@[expose] public section

namespace Plato

/-- The models differ only in forbidden variables. -/
structure Forbidden.Same (f : Forbidden) (M M' : Model) : Prop where
  atoms : M.atoms = M'.atoms
  logic : M.logic = M'.logic
  store : ∀ version name, f.has name version = false → M.store version name = M'.store version name

theorem isIn_iff {n : Nat} {l : List Nat} : isIn n l = true ↔ n ∈ l := by
  induction l with
  | nil => simp [isIn]
  | cons m rest ih =>
    simp only [isIn, List.mem_cons]
    split
    · simp [*]
    · simp [*]

/-- A term that avoids the forbidden variables has the same value in both models. -/
def AvoidsTerm (T : Tables) (f : Forbidden) (M M' : Model) (depth t : Nat) : Prop :=
  ∀ effort r, avoidsTerm T f depth t effort = .ok r → ∀ bs, (T.interpretation M).value bs t = (T.interpretation M').value bs t

/-- An entry that avoids the forbidden variables has the same truth in both models. -/
def AvoidsEntry (T : Tables) (f : Forbidden) (M M' : Model) (depth e : Nat) : Prop :=
  ∀ effort r, avoidsEntry T f depth e effort = .ok r → ∀ bs, (T.interpretation M).holds bs e ↔ (T.interpretation M').holds bs e

/-- Literals that avoid the forbidden variables have the same truth in both models. -/
def AvoidsEntries (T : Tables) (f : Forbidden) (M M' : Model) (depth : Nat) (ls : Array Literal) (i : Nat) : Prop :=
  ∀ effort r, avoidsEntries T f depth ls i effort = .ok r → ∀ bs,
    ∀ k (hk : k < ls.size), i ≤ k → ((T.interpretation M).literal bs ls[k] ↔ (T.interpretation M').literal bs ls[k])

section

variable {T : Tables} (hT : T.Right) {f : Forbidden} {M M' : Model}

/-- What has been shown at a depth. The walk has no function of its own for literals. -/
abbrev Avoided (T : Tables) (f : Forbidden) (M M' : Model) (depth : Nat) : Prop :=
  Traversed (AvoidsTerm T f M M') (fun _ _ => True) (AvoidsEntry T f M M') (AvoidsEntries T f M M') depth

/-- A literal whose entry has the same truth has the same truth. -/
theorem Avoided.ofLiteral {d : Nat} (ih : Avoided T f M M' d) {l : Literal} {effort r : Nat}
    (h : avoidsEntry T f d l.entry effort = .ok r) (bs : List Int) :
    (T.interpretation M).literal bs l ↔ (T.interpretation M').literal bs l := literal_congr (ih.entry _ _ _ h bs)

include hT

/-- Two terms of the same shape, whose parts have the same values, have the same value. -/
theorem termMeans_congr {t : Nat} {shape : TermShape} (hs : T.termShape t = shape) {bs : List Int}
    (h : ∀ v v', shape.Means (T.interpretation M) bs v → shape.Means (T.interpretation M') bs v' → v = v') :
    (T.interpretation M).value bs t = (T.interpretation M').value bs t :=
  h _ _ (interpretation_termMeans hT M hs bs) (interpretation_termMeans hT M' hs bs)

section

variable {d t e : Nat} (ih : Avoided T f M M' d)
include ih

theorem avoids_binary {o : Operator} {a b : Nat} (hs : T.termShape t = .binary o a b) : AvoidsTerm T f M M' (d + 1) t := by
  intro effort r h bs
  unfold avoidsTerm at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, h1, h⟩ := bind_ok.mp h
  refine termMeans_congr hT hs fun v v' hv hv' => ?_
  rw [show v = _ from hv, show v' = _ from hv', ih.term _ _ _ h1, ih.term _ _ _ h]

theorem avoids_store {m i x : Nat} (hs : T.termShape t = .store m i x) : AvoidsTerm T f M M' (d + 1) t := by
  intro effort r h bs
  unfold avoidsTerm at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, h1, h⟩ := bind_ok.mp h
  obtain ⟨_, h2, h⟩ := bind_ok.mp h
  refine termMeans_congr hT hs fun v v' hv hv' => ?_
  simp only [TermShape.Means, Interpretation.map, Interpretation.int] at hv hv'
  rw [hv, hv', ih.term _ _ _ h1, ih.term _ _ _ h2, ih.term _ _ _ h]

theorem avoids_const {x : Nat} (hs : T.termShape t = .const x) : AvoidsTerm T f M M' (d + 1) t := by
  intro effort r h bs
  unfold avoidsTerm at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  refine termMeans_congr hT hs fun v v' hv hv' => ?_
  simp only [TermShape.Means, Interpretation.int] at hv hv'
  rw [hv, hv', ih.term _ _ _ h]

theorem avoids_iteTerm {c : Literal} {a b : Nat} (hs : T.termShape t = .ite c a b) : AvoidsTerm T f M M' (d + 1) t := by
  intro effort r h bs
  unfold avoidsTerm at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, h1, h⟩ := bind_ok.mp h
  obtain ⟨_, h2, h⟩ := bind_ok.mp h
  refine termMeans_congr hT hs fun v v' hv hv' => ?_
  simp only [TermShape.Means] at hv hv'
  rw [← ih.ofLiteral h1, ← ih.term _ _ _ h2, ← ih.term _ _ _ h] at hv'
  by_cases hc : (T.interpretation M).literal bs c
  · rw [hv.1 hc, hv'.1 hc]
  · rw [hv.2 hc, hv'.2 hc]

theorem avoids_witness {body : Literal} (hs : T.termShape t = .witness body) : AvoidsTerm T f M M' (d + 1) t := by
  intro effort r h bs
  unfold avoidsTerm at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  refine termMeans_congr hT hs fun v v' hv hv' => ?_
  simp only [TermShape.Means] at hv hv'
  rw [hv, hv']
  simp only [fun x => ih.ofLiteral h (x :: bs)]

theorem avoids_gate {long : Clause} (hs : T.shape e = .gate long) : AvoidsEntry T f M M' (d + 1) e := by
  intro effort r h bs
  unfold avoidsEntry at h
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

theorem avoids_iff {a b : Literal} (hs : T.shape e = .iff a b) : AvoidsEntry T f M M' (d + 1) e := by
  intro effort r h bs
  unfold avoidsEntry at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, h1, h⟩ := bind_ok.mp h
  have hm := interpretation_means hT M hs bs
  have hm' := interpretation_means hT M' hs bs
  simp only [Shape.Means] at hm hm'
  rw [hm, hm', ih.ofLiteral h1, ih.ofLiteral h]

theorem avoids_ite {c a b : Literal} (hs : T.shape e = .ite c a b) : AvoidsEntry T f M M' (d + 1) e := by
  intro effort r h bs
  unfold avoidsEntry at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, h1, h⟩ := bind_ok.mp h
  obtain ⟨_, h2, h⟩ := bind_ok.mp h
  have hm := interpretation_means hT M hs bs
  have hm' := interpretation_means hT M' hs bs
  simp only [Shape.Means] at hm hm'
  rw [hm, hm', ih.ofLiteral h1, ih.ofLiteral h2, ih.ofLiteral h]

theorem avoids_le {a b : Nat} (hs : T.shape e = .le a b) : AvoidsEntry T f M M' (d + 1) e := by
  intro effort r h bs
  unfold avoidsEntry at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, h1, h⟩ := bind_ok.mp h
  have hm := interpretation_means hT M hs bs
  have hm' := interpretation_means hT M' hs bs
  simp only [Shape.Means, Interpretation.int] at hm hm'
  rw [hm, hm', ih.term _ _ _ h1, ih.term _ _ _ h]

theorem avoids_eq {a b : Nat} (hs : T.shape e = .eq a b) : AvoidsEntry T f M M' (d + 1) e := by
  intro effort r h bs
  unfold avoidsEntry at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, h1, h⟩ := bind_ok.mp h
  have hm := interpretation_means hT M hs bs
  have hm' := interpretation_means hT M' hs bs
  simp only [Shape.Means, Interpretation.int] at hm hm'
  rw [hm, hm', ih.term _ _ _ h1, ih.term _ _ _ h]

theorem avoids_mapEq {m n : Nat} (hs : T.shape e = .mapEq m n) : AvoidsEntry T f M M' (d + 1) e := by
  intro effort r h bs
  unfold avoidsEntry at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, h1, h⟩ := bind_ok.mp h
  have hm := interpretation_means hT M hs bs
  have hm' := interpretation_means hT M' hs bs
  simp only [Shape.Means, Interpretation.map] at hm hm'
  rw [hm, hm', ih.term _ _ _ h1, ih.term _ _ _ h]

theorem avoids_all {body : Literal} (hs : T.shape e = .all body) : AvoidsEntry T f M M' (d + 1) e := by
  intro effort r h bs
  unfold avoidsEntry at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  have hm := interpretation_means hT M hs bs
  have hm' := interpretation_means hT M' hs bs
  simp only [Shape.Means] at hm hm'
  rw [hm, hm']
  simp only [fun x => ih.ofLiteral h (x :: bs)]

omit hT in
theorem avoids_literals {ls : Array Literal} {i : Nat} : AvoidsEntries T f M M' (d + 1) ls i := by
  intro effort r h bs k hk hik
  unfold avoidsEntries at h
  split at h
  · obtain ⟨_, h1, h⟩ := bind_ok.mp h
    by_cases he : i = k
    · subst he; exact ih.ofLiteral h1 bs
    · exact ih.literals _ _ _ _ h bs k hk (by omega)
  · omega

end

variable (hM : f.Same M M')
include hM

theorem avoids_var {d t name version : Nat} (hs : T.termShape t = .var name version) : AvoidsTerm T f M M' (d + 1) t := by
  intro effort r h bs
  unfold avoidsTerm at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  simp only [hs] at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, hf, _⟩ := bind_ok.mp h
  refine termMeans_congr hT hs fun v v' hv hv' => ?_
  simp only [TermShape.Means, Tables.interpretation] at hv hv'
  rw [hv, hv', hM.store version name (require_ok.mp hf)]

theorem avoids_logic {d t name : Nat} (hs : T.termShape t = .logic name) : AvoidsTerm T f M M' (d + 1) t := by
  intro effort r _ bs
  refine termMeans_congr hT hs fun v v' hv hv' => ?_
  simp only [TermShape.Means, Tables.interpretation] at hv hv'
  rw [hv, hv', hM.logic]

/-- Everything that avoids the forbidden variables means the same in both models. -/
theorem avoids_sound (depth : Nat) : Avoided T f M M' depth :=
  traverse T
    (zero := ⟨fun _ _ _ h => by simp [avoidsTerm] at h, fun _ => trivial, fun _ _ _ h => by simp [avoidsEntry] at h,
      fun _ _ _ _ h => by simp [avoidsEntries] at h⟩)
    (num := fun _ hs _ _ _ _ => termMeans_congr hT hs fun _ _ hv hv' => hv.trans hv'.symm)
    (var := fun _ hs => avoids_var hT hM hs)
    (logic := fun _ hs => avoids_logic hT hM hs)
    (bound := fun _ hs _ _ _ _ => termMeans_congr hT hs fun _ _ hv hv' => hv.trans hv'.symm)
    (binary := fun ih hs => avoids_binary hT ih hs)
    (store := fun ih hs => avoids_store hT ih hs)
    (const := fun ih hs => avoids_const hT ih hs)
    (iteTerm := fun ih hs => avoids_iteTerm hT ih hs)
    (witness := fun ih hs => avoids_witness hT ih hs)
    (literal := fun _ => trivial)
    (atom := fun _ hs effort r h => by
      unfold avoidsEntry at h
      obtain ⟨_, _, h⟩ := bind_ok.mp h
      simp [hs] at h)
    (gate := fun ih hs => avoids_gate hT ih hs)
    (iff := fun ih hs => avoids_iff hT ih hs)
    (ite := fun ih hs => avoids_ite hT ih hs)
    (le := fun ih hs => avoids_le hT ih hs)
    (eq := fun ih hs => avoids_eq hT ih hs)
    (mapEq := fun ih hs => avoids_mapEq hT ih hs)
    (all := fun ih hs => avoids_all hT ih hs)
    (literals := fun ih => avoids_literals ih)
    depth

/-- A literal that avoids the forbidden variables has the same truth. -/
theorem avoidsLiteral_sound {l : Literal} {effort r : Nat} (h : avoidsLiteral T f l effort = .ok r) (bs : List Int) :
    (T.interpretation M).literal bs l ↔ (T.interpretation M').literal bs l := by
  unfold avoidsLiteral at h
  split at h
  · rename_i hnames
    have hsame : M = M' := by
      obtain ⟨atoms, store, logic⟩ := M
      obtain ⟨atoms', store', logic'⟩ := M'
      have h1 : atoms = atoms' := hM.atoms
      have h2 : logic = logic' := hM.logic
      have h3 : store = store' := funext fun version => funext fun name => hM.store version name (by simp [Forbidden.has, hnames, isIn])
      rw [h1, h2, h3]
    rw [hsame]
  · exact (avoids_sound hT hM avoidsDepth).ofLiteral h bs

/-- A term that avoids the forbidden variables has the same value. -/
theorem avoidsTerm_sound {t effort r : Nat} (h : avoidsTerm T f avoidsDepth t effort = .ok r) (bs : List Int) :
    (T.interpretation M).value bs t = (T.interpretation M').value bs t := (avoids_sound hT hM avoidsDepth).term _ _ _ h bs

end

/-- The table's literal means the formula of that name. -/
theorem literal_iff (T : Tables) (M : Model) (l : Nat) : (T.interpretation M).literal [] l ↔ (T.literal l).Holds M [] := by
  unfold Interpretation.literal Literal.True Tables.literal
  split <;> simp [*, Tables.interpretation, Formula.Holds]

end Plato
