/-
# Evaluation in a scene is right

What is known about a term or formula agrees with the scene's model, for every thread and every choice of the quantified variables that the
estimates allow. One lemma for each shape; `Table.Traversal` puts them together.

Main definitions: `Scene.bases`, `Scene.meaning`, `Scene.Allows`. Main results: `evaluate_sound`, `decideLiteral_sound`, `requireTrue_sound`,
`requireFalse_sound`, `noneOutside_sound`.
-/
module

public import Evaluation.Scene
public import Table.Traversal

@[expose] public section

namespace Plato

open Estimate

/-- The values of the terms that maps are given by. -/
noncomputable abbrev Scene.bases (T : Tables) (s : Scene) : Nat → Int → Int := baseValue T (parametersOf s.parameters)

/-- What the table's trees mean in the scene, for a thread. -/
noncomputable abbrev Scene.meaning (T : Tables) (s : Scene) (thread : Int) : Interpretation := T.interpretation (s.model (s.bases T) thread)

/-- The thread and the quantified variables are among those that the scene and the estimates allow. -/
structure Scene.Allows (T : Tables) (s : Scene) (thread : Int) (bs : Bindings) (xs : List Int) : Prop where
  thread : s.thread.Covers (s.bases T) (.int thread)
  bindings : bs.Cover (s.bases T) xs

/-- What is known about a term is right. -/
def KnowsTerm (T : Tables) (depth t : Nat) : Prop :=
  ∀ s thread bs xs effort r, s.Allows T thread bs xs → evaluateTerm T s bs depth t effort = some r →
    r.known.Covers (s.bases T) ((s.meaning T thread).value xs t)

/-- What is known about a literal is right. -/
def KnowsLiteral (T : Tables) (depth : Nat) (l : Literal) : Prop :=
  ∀ s thread bs xs effort r, s.Allows T thread bs xs → evaluateLiteral T s bs depth l effort = some r →
    r.known.Says ((s.meaning T thread).literal xs l)

/-- What is known about an entry is right. -/
def KnowsEntry (T : Tables) (depth e : Nat) : Prop :=
  ∀ s thread bs xs effort r, s.Allows T thread bs xs → evaluateFormula T s bs depth e effort = some r →
    r.known.Says ((s.meaning T thread).holds xs e)

/-- What is known about a disjunction is right. -/
def KnowsAny (T : Tables) (depth : Nat) (ls : Array Literal) (i : Nat) : Prop :=
  ∀ s thread bs xs known effort r q, s.Allows T thread bs xs → known.Says q → evaluateAny T s bs depth ls i known effort = some r →
    r.known.Says (q ∨ ∃ l ∈ ls.toList.drop i, (s.meaning T thread).literal xs l)

/-- What has been shown at a depth. -/
abbrev Known (T : Tables) (depth : Nat) : Prop := Traversed (KnowsTerm T) (KnowsLiteral T) (KnowsEntry T) (KnowsAny T) depth

section

variable {T : Tables} (hT : T.Right) {d t e : Nat}
include hT

/-! ## Terms -/

theorem knows_num {n : Int} (hs : T.termShape t = .num n) : KnowsTerm T (d + 1) t := by
  intro s thread bs xs effort r ha h
  unfold evaluateTerm at h
  simp only [hs] at h
  rw [pay_eq h]
  exact interpretation_termMeans hT _ hs xs

theorem knows_var {name version : Nat} (hs : T.termShape t = .var name version) : KnowsTerm T (d + 1) t := by
  intro s thread bs xs effort r ha h
  unfold evaluateTerm at h
  simp only [hs] at h
  rw [pay_eq h, show (s.meaning T thread).value xs t = _ from interpretation_termMeans hT _ hs xs]
  simp only [Tables.interpretation, Scene.model, Parameters.model]
  split <;> exact estimate_covers _

theorem knows_logic {name : Nat} (hs : T.termShape t = .logic name) : KnowsTerm T (d + 1) t := by
  intro s thread bs xs effort r ha h
  unfold evaluateTerm at h
  simp only [hs] at h
  rw [pay_eq h, show (s.meaning T thread).value xs t = _ from interpretation_termMeans hT _ hs xs]
  simp only [Tables.interpretation, Scene.model, Parameters.model]
  split
  · exact ha.thread
  · rfl

theorem knows_bound {index : Nat} (hs : T.termShape t = .bound index) : KnowsTerm T (d + 1) t := by
  intro s thread bs xs effort r ha h
  unfold evaluateTerm at h
  simp only [hs] at h
  rw [pay_eq h, show (s.meaning T thread).value xs t = _ from interpretation_termMeans hT _ hs xs]
  exact ha.bindings index

omit hT in
/-- A read of a map that is given by a term: an exception, or the term's value at the index. -/
theorem knows_baseRead (ih : Known T d) {s : Scene} {o : Operator} {a b : Estimate} {term : Nat} {exceptions : List (Int × Int)} {index : Int}
    (hread : baseRead o a b = some ⟨term, exceptions, index⟩) {v w : Value} (ha : a.Covers (s.bases T) v) (hb : b.Covers (s.bases T) w) :
    (∀ x, exceptionAt exceptions index = some x → o.apply v w = x) ∧
    (exceptionAt exceptions index = none → ∀ effort r, evaluateTerm T s.ofParameters [.exact (.int index)] d term effort = some r →
      r.known.asInt.Covers (s.bases T) (.int (o.apply v w))) := by
  unfold baseRead at hread
  split at hread
  · rename_i term' exceptions' weight i
    injection hread with hread
    injection hread with h1 h2 h3
    subst h1 h2 h3
    have hmap : v.toMap = basedAt (s.bases T term') exceptions' := by
      rw [show v = Value.map _ from ha]
      rfl
    have hindex : w.toInt = i.toInt := by rw [show w = i.value from hb, FiniteValue.toInt_value]
    simp only [Operator.apply, hmap, hindex]
    refine ⟨fun x hx => basedAt_some hx, fun hx effort r hr => ?_⟩
    have hcovers := ih.term _ s.ofParameters 0 [.exact (.int i.toInt)] [i.toInt] _ _ ⟨rfl, cons_cover rfl nil_cover⟩ hr
    rw [basedAt_none hx]
    have hint := asInt_covers hcovers
    simp only [Scene.meaning, Scene.model, Scene.ofParameters, storeOf_empty] at hint
    exact hint
  · simp at hread

theorem knows_binary {o : Operator} {a b : Nat} (ih : Known T d) (hs : T.termShape t = .binary o a b) : KnowsTerm T (d + 1) t := by
  intro s thread bs xs effort r hallows h
  unfold evaluateTerm at h
  simp only [hs] at h
  obtain ⟨⟨va, _⟩, ha, h⟩ := bind_some.mp h
  obtain ⟨⟨vb, _⟩, hb, h⟩ := bind_some.mp h
  have ha := ih.term _ _ _ _ xs _ _ hallows ha
  have hb := ih.term _ _ _ _ xs _ _ hallows hb
  rw [show (s.meaning T thread).value xs t = .int (o.apply _ _) from interpretation_termMeans hT _ hs xs]
  dsimp only at h
  split at h
  · rw [pay_eq h]
    exact combine_covers ha hb
  · rename_i term exceptions index hread
    obtain ⟨hexception, hbase⟩ := knows_baseRead ih hread ha hb
    obtain ⟨⟨exception, _⟩, hpay, h⟩ := bind_some.mp h
    have hpay : exception = exceptionAt exceptions index := pay_eq hpay
    cases exception with
    | some x =>
      injection h with h
      subst h
      rw [hexception x hpay.symm]
      rfl
    | none =>
      obtain ⟨⟨value, _⟩, hvalue, h⟩ := bind_some.mp h
      injection h with h
      subst h
      exact hbase hpay.symm _ _ hvalue

theorem knows_store {m i x : Nat} (ih : Known T d) (hs : T.termShape t = .store m i x) : KnowsTerm T (d + 1) t := by
  intro s thread bs xs effort r ha h
  unfold evaluateTerm at h
  simp only [hs] at h
  obtain ⟨⟨_, _⟩, h1, h⟩ := bind_some.mp h
  obtain ⟨⟨_, _⟩, h2, h⟩ := bind_some.mp h
  obtain ⟨⟨_, _⟩, h3, h⟩ := bind_some.mp h
  rw [pay_eq h, show (s.meaning T thread).value xs t = .map (update _ _ _) from interpretation_termMeans hT _ hs xs]
  exact store_covers (ih.term _ _ _ _ _ _ _ ha h1) (ih.term _ _ _ _ _ _ _ ha h2) (ih.term _ _ _ _ _ _ _ ha h3)

theorem knows_const {x : Nat} (ih : Known T d) (hs : T.termShape t = .const x) : KnowsTerm T (d + 1) t := by
  intro s thread bs xs effort r ha h
  unfold evaluateTerm at h
  simp only [hs] at h
  obtain ⟨⟨_, _⟩, h1, h⟩ := bind_some.mp h
  rw [pay_eq h, show (s.meaning T thread).value xs t = .map _ from interpretation_termMeans hT _ hs xs]
  exact const_covers (ih.term _ _ _ _ _ _ _ ha h1)

theorem knows_iteTerm {c : Literal} {a b : Nat} (ih : Known T d) (hs : T.termShape t = .ite c a b) : KnowsTerm T (d + 1) t := by
  intro s thread bs xs effort r ha h
  unfold evaluateTerm at h
  simp only [hs] at h
  have hm := interpretation_termMeans hT (s.model (s.bases T) thread) hs xs
  simp only [TermShape.Means] at hm
  obtain ⟨⟨condition, _⟩, h1, h⟩ := bind_some.mp h
  have hc := ih.literal _ _ _ _ xs _ _ ha h1
  dsimp only at h
  split at h
  · rw [hm.1 hc]
    exact ih.term _ _ _ _ _ _ _ ha h
  · rw [hm.2 hc]
    exact ih.term _ _ _ _ _ _ _ ha h
  · injection h with h
    subst h
    exact unknown_covers _

omit hT in
theorem knows_witness {body : Literal} (hs : T.termShape t = .witness body) : KnowsTerm T (d + 1) t := by
  intro s thread bs xs effort r ha h
  unfold evaluateTerm at h
  simp only [hs] at h
  rw [pay_eq h]
  exact unknown_covers _

/-! ## Literals and formulas -/

omit hT in
theorem knows_literal {l : Literal} (ih : Known T d) : KnowsLiteral T (d + 1) l := by
  intro s thread bs xs effort r ha h
  unfold evaluateLiteral at h
  obtain ⟨⟨truth, _⟩, h1, h⟩ := bind_some.mp h
  rw [pay_eq h]
  have := ih.entry _ _ _ _ xs _ _ ha h1
  unfold Interpretation.literal Literal.True
  split
  · exact this
  · exact Truth.negate_says this

theorem knows_all {body : Literal} (ih : Known T d) (hs : T.shape e = .all body) : KnowsEntry T (d + 1) e := by
  intro s thread bs xs effort r ha h
  unfold evaluateFormula at h
  simp only [hs] at h
  split at h
  · injection h with h; subst h; trivial
  · exact Truth.says_of_iff (Iff.symm (interpretation_means hT _ hs xs))
      (evaluateAll_sound (fun x effort r hr y hy => ih.literal _ _ _ _ (y :: xs) _ _ ⟨ha.thread, cons_cover hy ha.bindings⟩ hr) h)

theorem knows_gate {long : Clause} (ih : Known T d) (hs : T.shape e = .gate long) : KnowsEntry T (d + 1) e := by
  intro s thread bs xs effort r ha h
  unfold evaluateFormula at h
  simp only [hs] at h
  obtain ⟨⟨any, _⟩, h1, h⟩ := bind_some.mp h
  dsimp only at h
  split at h
  · rename_i h0
    injection h with h
    subst h
    have hm := interpretation_means hT (s.model (s.bases T) thread) hs xs
    have hany := ih.literals _ _ s thread bs xs .no _ _ False ha (fun h => h) h1
    have hgate : ¬ (s.meaning T thread).literal xs long[0] ↔ ∃ l ∈ long.toList.drop 1, (s.meaning T thread).literal xs l := by
      refine gate_holds (n := e) ?_ hm
      have : long.toList ≠ [] := by intro hnil; simp [← Array.length_toList, hnil] at h0
      obtain ⟨x, xs, hx⟩ := List.exists_cons_of_ne_nil this
      have : long[0] = x := by simp [← Array.getElem_toList, hx]
      rw [this, hx]
      rfl
    have he : long[0] / 2 = e := hm.2.1
    simp only [false_or, ← hgate] at hany
    show Truth.Says (if long[0] % 2 = 1 then any else any.negate) _
    split
    · rename_i hp
      refine Truth.says_of_iff ?_ hany
      simp [Interpretation.literal, Literal.True, hp, he]
    · rename_i hp
      refine Truth.says_of_iff ?_ (Truth.negate_says hany)
      have hp : long[0] % 2 = 0 := (Nat.mod_two_eq_zero_or_one _).resolve_right hp
      simp [Interpretation.literal, Literal.True, hp, he]
  · simp at h

theorem knows_iff {a b : Literal} (ih : Known T d) (hs : T.shape e = .iff a b) : KnowsEntry T (d + 1) e := by
  intro s thread bs xs effort r ha h
  unfold evaluateFormula at h
  simp only [hs] at h
  obtain ⟨⟨_, _⟩, h1, h⟩ := bind_some.mp h
  obtain ⟨⟨_, _⟩, h2, h⟩ := bind_some.mp h
  injection h with h
  subst h
  exact Truth.says_of_iff (Iff.symm (interpretation_means hT _ hs xs))
    (Truth.same_says (ih.literal _ _ _ _ _ _ _ ha h1) (ih.literal _ _ _ _ _ _ _ ha h2))

theorem knows_ite {c a b : Literal} (ih : Known T d) (hs : T.shape e = .ite c a b) : KnowsEntry T (d + 1) e := by
  intro s thread bs xs effort r ha h
  unfold evaluateFormula at h
  simp only [hs] at h
  have hm := interpretation_means hT (s.model (s.bases T) thread) hs xs
  simp only [Shape.Means] at hm
  obtain ⟨⟨condition, _⟩, h1, h⟩ := bind_some.mp h
  have hc := ih.literal _ _ _ _ xs _ _ ha h1
  dsimp only at h
  split at h
  · have hc : (s.meaning T thread).literal xs c := hc
    exact Truth.says_of_iff (by simp [hm, hc]) (ih.literal _ _ _ _ _ _ _ ha h)
  · have hc : ¬ (s.meaning T thread).literal xs c := hc
    exact Truth.says_of_iff (by simp [hm, hc]) (ih.literal _ _ _ _ _ _ _ ha h)
  · injection h with h; subst h; trivial

theorem knows_le {a b : Nat} (ih : Known T d) (hs : T.shape e = .le a b) : KnowsEntry T (d + 1) e := by
  intro s thread bs xs effort r ha h
  unfold evaluateFormula at h
  simp only [hs] at h
  obtain ⟨⟨_, _⟩, h1, h⟩ := bind_some.mp h
  obtain ⟨⟨_, _⟩, h2, h⟩ := bind_some.mp h
  rw [pay_eq h]
  exact Truth.says_of_iff (Iff.symm (interpretation_means hT _ hs xs))
    (le_says (ih.term _ _ _ _ _ _ _ ha h1) (ih.term _ _ _ _ _ _ _ ha h2))

theorem knows_eq {a b : Nat} (ih : Known T d) (hs : T.shape e = .eq a b) : KnowsEntry T (d + 1) e := by
  intro s thread bs xs effort r ha h
  unfold evaluateFormula at h
  simp only [hs] at h
  obtain ⟨⟨_, _⟩, h1, h⟩ := bind_some.mp h
  obtain ⟨⟨_, _⟩, h2, h⟩ := bind_some.mp h
  obtain ⟨⟨known, _⟩, hpay, h⟩ := bind_some.mp h
  refine Truth.says_of_iff (Iff.symm (interpretation_means hT _ hs xs)) ?_
  dsimp only at h
  split at h
  · exact compareWithBase_sound hT h ha.thread ha.bindings
  · injection h with h
    subst h
    rw [show known = _ from pay_eq hpay]
    exact eq_says (ih.term _ _ _ _ _ _ _ ha h1) (ih.term _ _ _ _ _ _ _ ha h2)

theorem knows_mapEq {m n : Nat} (ih : Known T d) (hs : T.shape e = .mapEq m n) : KnowsEntry T (d + 1) e := by
  intro s thread bs xs effort r ha h
  unfold evaluateFormula at h
  simp only [hs] at h
  obtain ⟨⟨_, _⟩, h1, h⟩ := bind_some.mp h
  obtain ⟨⟨_, _⟩, h2, h⟩ := bind_some.mp h
  rw [pay_eq h]
  exact Truth.says_of_iff (Iff.symm (interpretation_means hT _ hs xs))
    (mapEq_says (ih.term _ _ _ _ _ _ _ ha h1) (ih.term _ _ _ _ _ _ _ ha h2))

omit hT in
theorem knows_any {ls : Array Literal} {i : Nat} (ih : Known T d) : KnowsAny T (d + 1) ls i := by
  intro s thread bs xs known effort r q ha hq h
  unfold evaluateAny at h
  split at h
  · rename_i hi
    rw [drop_toList ls i hi]
    obtain ⟨⟨here, _⟩, h1, h⟩ := bind_some.mp h
    have hhere := ih.literal _ _ _ _ xs _ _ ha h1
    dsimp only at h
    split at h
    · injection h with h
      subst h
      exact .inr ⟨_, List.mem_cons_self, hhere⟩
    · refine Truth.says_of_iff ?_ (ih.literals _ _ _ _ _ _ _ _ _ _ ha (Truth.either_says hq hhere) h)
      simp [or_assoc]
  · rename_i hi
    injection h with h
    subst h
    rw [drop_toList_nil ls i hi]
    simpa using hq

/-- Everything that is evaluated is what its tree is in the scene's model. -/
theorem evaluate_sound (depth : Nat) : Known T depth :=
  traverse T
    (zero := ⟨fun _ _ _ _ _ _ _ _ h => by simp [evaluateTerm] at h, fun _ _ _ _ _ _ _ _ h => by simp [evaluateLiteral] at h,
      fun _ _ _ _ _ _ _ _ h => by simp [evaluateFormula] at h, fun _ _ _ _ _ _ _ _ _ _ _ _ h => by simp [evaluateAny] at h⟩)
    (num := fun _ hs => knows_num hT hs)
    (var := fun _ hs => knows_var hT hs)
    (logic := fun _ hs => knows_logic hT hs)
    (bound := fun _ hs => knows_bound hT hs)
    (binary := fun ih hs => knows_binary hT ih hs)
    (store := fun ih hs => knows_store hT ih hs)
    (const := fun ih hs => knows_const hT ih hs)
    (iteTerm := fun ih hs => knows_iteTerm hT ih hs)
    (witness := fun _ hs => knows_witness hs)
    (literal := fun ih => knows_literal ih)
    (atom := fun _ hs s thread bs xs effort r _ h => by
      unfold evaluateFormula at h
      simp only [hs] at h
      injection h with h
      subst h
      trivial)
    (gate := fun ih hs => knows_gate hT ih hs)
    (iff := fun ih hs => knows_iff hT ih hs)
    (ite := fun ih hs => knows_ite hT ih hs)
    (le := fun ih hs => knows_le hT ih hs)
    (eq := fun ih hs => knows_eq hT ih hs)
    (mapEq := fun ih hs => knows_mapEq hT ih hs)
    (all := fun ih hs => knows_all hT ih hs)
    (literals := fun ih => knows_any ih)
    depth

/-- What is known about a literal is right for its formula. -/
theorem evaluateLiteral_sound {s : Scene} {thread : Int} (hthread : s.thread.Covers (s.bases T) (.int thread))
    {depth : Nat} {l : Literal} {effort : Nat} {r : Evaluated Truth} (h : evaluateLiteral T s [] depth l effort = some r) :
    r.known.Says ((T.literal l).action (parametersOf s.parameters) thread (storeOf (s.bases T) s.before) (storeOf (s.bases T) s.after)) :=
  Truth.says_of_iff (literal_iff T (s.model (s.bases T) thread) l)
    ((evaluate_sound hT depth).literal l s thread [] [] effort r ⟨hthread, nil_cover⟩ h)

end

/-- A literal that is decided is true exactly if its formula holds in the scene. -/
theorem decideLiteral_sound {T : Tables} (hT : T.Right) {s : Scene} {l effort : Nat} {r : Evaluated Bool} (h : decideLiteral T s l effort = .ok r)
    {thread : Int} (hthread : s.thread = .exact (.int thread)) :
    r.known = true ↔ (T.literal l).action (parametersOf s.parameters) thread (storeOf (s.bases T) s.before)
      (storeOf (s.bases T) s.after) := by
  have hcovers : s.thread.Covers (s.bases T) (.int thread) := by rw [hthread]; rfl
  obtain ⟨⟨truth, _⟩, h1, h⟩ := bind_ok.mp h
  have hsays := evaluateLiteral_sound hT hcovers (orReject_ok.mp h1)
  dsimp only at h
  split at h
  · injection h with h
    subst h
    exact ⟨fun _ => hsays, fun _ => rfl⟩
  · injection h with h
    subst h
    have : ¬ _ := hsays
    simpa using this
  · simp at h

/-- A literal that must be true, and is accepted, holds in the scene. -/
theorem requireTrue_sound {T : Tables} (hT : T.Right) {s : Scene} {l effort left : Nat} {reason : Reason}
    (h : requireTrue T s l reason effort = .ok left) {thread : Int} (hthread : s.thread = .exact (.int thread)) :
    (T.literal l).action (parametersOf s.parameters) thread (storeOf (s.bases T) s.before) (storeOf (s.bases T) s.after) := by
  obtain ⟨⟨truth, _⟩, hdecide, h⟩ := bind_ok.mp h
  obtain ⟨_, htrue, _⟩ := bind_ok.mp h
  exact (decideLiteral_sound hT hdecide hthread).mp (require_ok.mp htrue)

/-- A literal that must be false, and is accepted, does not hold in the scene. -/
theorem requireFalse_sound {T : Tables} (hT : T.Right) {s : Scene} {l effort : Nat} {reason : Reason} {u : Unit}
    (h : requireFalse T s l reason effort = .ok u) {thread : Int} (hthread : s.thread = .exact (.int thread)) :
    ¬ (T.literal l).action (parametersOf s.parameters) thread (storeOf (s.bases T) s.before) (storeOf (s.bases T) s.after) := by
  obtain ⟨⟨truth, _⟩, hdecide, h⟩ := bind_ok.mp h
  rw [← decideLiteral_sound hT hdecide hthread]
  have h : truth = false := require_ok.mp h
  simp [h]

theorem mem_of_isAmong {x : Int} {xs : Array Int} (i : Nat) (h : isAmong x xs i = true) : x ∈ xs := by
  fun_induction isAmong x xs i with
  | case1 i hi he => exact he ▸ Array.getElem_mem hi
  | case2 i hi _ ih => exact ih h
  | case3 => simp at h

theorem isListed_mem {B : Nat → Int → Int} {threads : Array Int} {e : Estimate} (h : isListed threads e = true) {x : Int} (hx : e.Covers B (.int x)) : x ∈ threads := by
  unfold isListed at h
  split at h
  · rename_i n
    have : Value.int x = Value.int n := hx
    injection this with this
    exact mem_of_isAmong 0 (this ▸ h)
  · simp at h

theorem evaluateOutside_sound {T : Tables} (hT : T.Right) {s : Scene} {threads : Array Int} {l effort : Nat} {e : Estimate} {r : Evaluated Truth}
    (h : evaluateOutside T s threads l e effort = some r) {x : Int} (hx : e.Covers (s.bases T) (.int x)) :
    r.known.Says (x ∈ threads ∨ ¬ (T.literal l).action (parametersOf s.parameters) x (storeOf (s.bases T) s.before)
      (storeOf (s.bases T) s.after)) := by
  obtain ⟨⟨listed, _⟩, hpay, h⟩ := bind_some.mp h
  have hpay : listed = isListed threads e := pay_eq hpay
  dsimp only at h
  split at h
  · rename_i hlisted
    injection h with h
    subst h
    exact .inl (isListed_mem (hpay ▸ hlisted) hx)
  obtain ⟨⟨truth, _⟩, heval, h⟩ := bind_some.mp h
  have hsays := evaluateLiteral_sound (thread := x) hT hx heval
  dsimp only at h
  split at h
  · injection h with h
    subst h
    exact .inr hsays
  · injection h with h
    subst h
    trivial

/-- If a literal is found false outside of a list of threads, its formula holds for no other thread. -/
theorem noneOutside_sound {T : Tables} (hT : T.Right) {s : Scene} {threads : Array Int} {l effort : Nat} {r : Evaluated Bool}
    (h : noneOutside T s threads l effort = .ok r) (hr : r.known = true) {thread : Int} (hthread : thread ∉ threads) :
    ¬ (T.literal l).action (parametersOf s.parameters) thread (storeOf (s.bases T) s.before)
      (storeOf (s.bases T) s.after) := by
  unfold noneOutside at h
  split at h
  · injection h with h; subst h; simp at hr
  obtain ⟨⟨truth, _⟩, heval, h⟩ := bind_ok.mp h
  have hall := evaluateAll_sound (fun e effort r h x hx => evaluateOutside_sound hT h hx) (orReject_ok.mp heval)
  dsimp only at h
  split at h
  · exact (hall thread).resolve_left hthread
  · injection h with h; subst h; simp at hr

end Plato
