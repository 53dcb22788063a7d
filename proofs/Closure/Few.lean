/-
# Of each shared store it is known which other stores look like it

Shared stores that are known exactly, each written down in the one way and found at its own number, are different if their numbers are. So a store looks like
at most one of them.

Main definitions: `Modular.Found`, `Modular.Exact`. Main results: `ordered_unique`, `exact_unique`, `exactFrom_sound`, `found_unique`, `countOf_sound`.
-/
module

public import Plato.Closure.Few
public import Closure.Apart
public import Closure.IdentifierCommands

@[expose] public section

namespace Plato

/-! ## Maps -/

theorem lookup_below {e : Int} {xs : List (Int × Int)} {j : Int} (h : areOrdered e (some j) xs = true) {i : Int} (hi : i ≤ j) : lookup e xs i = e := by
  induction xs generalizing j with
  | nil => rfl
  | cons head rest ih =>
    obtain ⟨m, x⟩ := head
    simp only [areOrdered, Bool.and_eq_true, decide_eq_true_eq] at h
    rw [lookup, if_neg (by omega)]
    exact ih h.2 (by omega)

theorem lookup_far (e : Int) : ∀ xs : List (Int × Int), ∃ n : Int, ∀ i, n ≤ i → lookup e xs i = e
  | [] => ⟨0, fun _ _ => rfl⟩
  | (m, x) :: rest => by
    obtain ⟨n, hn⟩ := lookup_far e rest
    refine ⟨max n (m + 1), fun i hi => ?_⟩
    rw [lookup, if_neg (by omega)]
    exact hn i (by omega)

/-- Exceptions in order are the same if the maps are. -/
theorem ordered_same {e : Int} {xs ys : List (Int × Int)} {a b : Option Int} (hx : areOrdered e a xs = true) (hy : areOrdered e b ys = true)
    (h : ∀ i, lookup e xs i = lookup e ys i) : xs = ys := by
  induction xs generalizing ys a b with
  | nil =>
    cases ys with
    | nil => rfl
    | cons head rest =>
      have := h head.1
      simp only [areOrdered, Bool.and_eq_true, Bool.not_eq_true', beq_eq_false_iff_ne] at hy
      simp only [lookup, if_true] at this
      exact absurd this.symm hy.1.2
  | cons head rest ih =>
    obtain ⟨i, x⟩ := head
    simp only [areOrdered, Bool.and_eq_true, Bool.not_eq_true', beq_eq_false_iff_ne] at hx
    cases ys with
    | nil =>
      have := h i
      simp only [lookup, if_true] at this
      exact absurd this hx.1.2
    | cons head' rest' =>
      obtain ⟨j, y⟩ := head'
      simp only [areOrdered, Bool.and_eq_true, Bool.not_eq_true', beq_eq_false_iff_ne] at hy
      rcases Int.lt_trichotomy i j with hlt | rfl | hgt
      · have := h i
        rw [lookup, if_pos rfl, lookup, if_neg (by omega), lookup_below hy.2 (by omega)] at this
        exact absurd this hx.1.2
      · have hhead := h i
        rw [lookup, if_pos rfl, lookup, if_pos rfl] at hhead
        subst hhead
        rw [ih hx.2 hy.2 fun m => ?_]
        by_cases hm : m = i
        · rw [hm, lookup_below hx.2 (Int.le_refl _), lookup_below hy.2 (Int.le_refl _)]
        · have := h m
          rwa [lookup, if_neg hm, lookup, if_neg hm] at this
      · have := h j
        rw [lookup, if_neg (by omega), lookup, if_pos rfl, lookup_below hx.2 (by omega)] at this
        exact absurd this.symm hy.1.2

theorem ordered_unique {e e' : Int} {xs ys : List (Int × Int)} (hx : areOrdered e none xs = true) (hy : areOrdered e' none ys = true)
    (h : lookup e xs = lookup e' ys) : e = e' ∧ xs = ys := by
  obtain ⟨n, hn⟩ := lookup_far e xs
  obtain ⟨m, hm⟩ := lookup_far e' ys
  have he : e = e' := by rw [← hn (max n m) (by omega), ← hm (max n m) (by omega), h]
  subst he
  exact ⟨rfl, ordered_same hx hy fun i => congrFun h i⟩

/-! ## Stores -/

theorem Value.Same.symm {kind : ValueKind} {a b : Value} (h : Value.Same kind a b) : Value.Same kind b a := by
  cases kind with
  | integer => exact Eq.symm h
  | truth => exact Iff.symm h
  | map => exact Eq.symm h
  | truths => exact fun i => (h i).symm

theorem isTruth_iff {n : Int} : isTruth n = true ↔ n = 0 ∨ n = 1 := by simp [isTruth]

theorem truth_unique {m n : Int} (hm : isTruth m = true) (hn : isTruth n = true) (h : m = 0 ↔ n = 0) : m = n := by
  rw [isTruth_iff] at hm hn
  omega

theorem lookup_truth {e : Int} (he : isTruth e = true) {xs : List (Int × Int)} (h : areTruths xs = true) (i : Int) : isTruth (lookup e xs i) = true := by
  induction xs with
  | nil => exact he
  | cons head rest ih =>
    obtain ⟨j, x⟩ := head
    simp only [areTruths, Bool.and_eq_true] at h
    rw [lookup]
    split
    · exact h.1
    · exact ih h.2

theorem exact_value {v w : StoreValue} {sort : Option VariableSort} (hv : v.isExact sort = true) (hw : w.isExact sort = true) {B : Nat → Int → Int}
    (h : ∀ kind, sort = some (.whole kind) → Value.Same kind (v.value B) (w.value B)) : v = w := by
  unfold StoreValue.isExact at hv
  split at hv
  · rename_i n
    unfold StoreValue.isExact at hw
    split at hw <;> simp_all
    exact h
  · rename_i e xs weight
    unfold StoreValue.isExact at hw
    split at hw <;> simp_all
    obtain ⟨rfl, rfl⟩ := ordered_unique hv.1 hw.1 h
    simp
  · rename_i n
    unfold StoreValue.isExact at hw
    split at hw <;> simp_all
    exact truth_unique hv hw h
  · rename_i e xs weight
    unfold StoreValue.isExact at hw
    split at hw <;> simp_all
    obtain ⟨rfl, rfl⟩ := ordered_unique hv.1.1.1 hw.1.1.1 (funext fun i =>
      truth_unique (lookup_truth hv.1.1.2 hv.1.2 i) (lookup_truth hw.1.1.2 hw.1.2 i) (h i))
    simp
  · rename_i e weight kind
    unfold StoreValue.isExact at hw
    split at hw <;> simp_all
  · simp at hv

theorem isExactStore_sound {S : Sorts} {store : Array StoreValue} (i : Nat) (h : isExactStore S store i = true) :
    store.size = S.size ∧ ∀ j (hj : j < store.size) (hs : j < S.size), i ≤ j → store[j].isExact S[j] = true := by
  fun_induction isExactStore S store i with
  | case1 i hi ih =>
    simp only [Bool.and_eq_true] at h
    obtain ⟨hsize, hrest⟩ := ih h.2
    refine ⟨hsize, fun j hj hs hij => ?_⟩
    by_cases he : i = j
    · subst he; exact h.1
    · exact hrest j hj hs (by omega)
  | case2 i hi => exact ⟨by simpa using h, fun j hj hs hij => absurd ⟨by omega, by omega⟩ hi⟩

/-- Stores that are known exactly are the same if they look the same. -/
theorem exact_unique {S : Sorts} {a b : Array StoreValue} (ha : isExactStore S a 0 = true) (hb : isExactStore S b 0 = true) {B : Nat → Int → Int}
    (h : ∀ x kind, S.has x kind = true → Value.Same kind (storeOf B a x) (storeOf B b x)) : a = b := by
  obtain ⟨hsa, ha⟩ := isExactStore_sound 0 ha
  obtain ⟨hsb, hb⟩ := isExactStore_sound 0 hb
  refine Array.ext (hsa.trans hsb.symm) fun x hx hx' => ?_
  have hxS : x < S.size := hsa ▸ hx
  refine exact_value (B := B) (ha x hx hxS (Nat.zero_le _)) (hb x hx' hxS (Nat.zero_le _)) fun kind hk => ?_
  have := h x kind (Sorts.has_iff.mpr ⟨kind, by simp [Sorts.kind, hxS, hk], by cases kind <;> rfl⟩)
  simpa [storeOf, storeValue, hx, hx'] using this

/-- The store of that number is found, and under this number. -/
def Modular.Found (k : Modular) (g : Nat) : Prop := ∃ effort r, k.find (k.store g) effort = .ok r ∧ r.known = g

theorem Modular.Found.listed {k : Modular} {g : Nat} (h : k.Found g) : g < k.stores.size := by
  obtain ⟨_, _, hfind, rfl⟩ := h
  exact (find_sound hfind).1

theorem find_found {k : Modular} {store : Array StoreValue} {effort : Nat} {r : Evaluated Nat} (h : k.find store effort = .ok r) : k.Found r.known :=
  ⟨effort, r, by rw [(find_sound h).2]; exact h, rfl⟩

theorem sightOf_found {k : Modular} {id : Int} {store : Array StoreValue} {control activation effort left : Nat} {sight : Sight}
    (h : k.sightOf id store control activation effort = .ok ⟨sight, left⟩) : k.Found sight.store := by
  obtain ⟨⟨own, _⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨⟨number, _⟩, hfind, h⟩ := bind_ok.mp h
  injection h with h
  injection h with h _
  subst h
  exact find_found hfind

/-- All shared stores are known exactly, and the first of their kind. -/
structure Modular.Exact (k : Modular) : Prop where
  stores : ∀ g, g < k.stores.size → isExactStore k.sorts (k.store g) 0 = true
  first : ∀ g, g < k.stores.size → k.isOf g g = true

theorem exactFrom_sound {k : Modular} (i effort : Nat) {left : Nat} (h : k.exactFrom i effort = .ok left) :
    ∀ g, g < k.stores.size → i ≤ g → isExactStore k.sorts (k.store g) 0 = true ∧ k.isOf g g = true := by
  fun_induction Modular.exactFrom k i effort with
  | case1 i effort hi cost ih =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, hexact, h⟩ := bind_ok.mp h
    obtain ⟨_, hfirst, h⟩ := bind_ok.mp h
    intro g hg hig
    by_cases he : i = g
    · subst he
      exact ⟨by simpa [Modular.store, hi] using require_ok.mp hexact, require_ok.mp hfirst⟩
    · exact ih h g hg (by omega)
  | case2 i effort hi => intro g hg hig; exact absurd (Nat.lt_of_le_of_lt hig hg) hi

/-- A store looks like at most one shared store. -/
theorem found_unique {k : Modular} {S : Sorts} (hS : k.sorts = S) (hexact : k.Exact) {g g' : Nat} (hg : k.Found g) (hg' : k.Found g') {σ : Store}
    (h : S.shared.Like 0 σ (k.meant (k.store g))) (h' : S.shared.Like 0 σ (k.meant (k.store g'))) : g = g' := by
  have hsame : k.store g = k.store g' := by
    refine exact_unique (B := baseValue k.program.tables noParameters) (hexact.stores g hg.listed) (hexact.stores g' hg'.listed) fun x kind hs => ?_
    rw [hS] at hs
    exact Value.Same.trans (Value.Same.symm (h.shared (has_shared.trans hs))) (h'.shared (has_shared.trans hs))
  obtain ⟨_, _, hf, rfl⟩ := hg
  obtain ⟨_, _, hf', rfl⟩ := hg'
  rw [hsame] at hf
  exact find_unique hf hf'

/-! ## Threads -/

/-- So many places of the list have threads of the family. -/
theorem countOf_sound {family : Nat} {threads : Array (Nat × Int)} (i count : Nat) : ∃ places : List Nat, places.Nodup ∧
    countOf family threads i count = count + places.length ∧ ∀ j ∈ places, i ≤ j ∧ ∃ hj : j < threads.size, threads[j].1 = family := by
  fun_induction countOf family threads i count with
  | case1 i count hi ih =>
    obtain ⟨places, hnodup, hcount, hplaces⟩ := ih
    by_cases hf : threads[i].1 = family
    · refine ⟨i :: places, List.nodup_cons.mpr ⟨fun hin => absurd (hplaces i hin).1 (by omega), hnodup⟩, ?_, fun j hj => ?_⟩
      · simp only [hf, dite_true, if_true] at hcount ⊢
        rw [hcount, List.length_cons]
        omega
      · rcases List.mem_cons.mp hj with rfl | hj
        · exact ⟨Nat.le_refl _, hi, hf⟩
        · exact ⟨by have := (hplaces j hj).1; omega, (hplaces j hj).2⟩
    · simp only [hf, dite_false, if_false] at hcount ⊢
      exact ⟨places, hnodup, hcount, fun j hj => ⟨by have := (hplaces j hj).1; omega, (hplaces j hj).2⟩⟩
  | case2 i count hi => exact ⟨[], List.nodup_nil, rfl, by simp⟩

theorem othersThan_sound {family : Nat} {threads : Array (Nat × Int)} (i : Nat) (out : List Int) :
    (∀ n ∈ out, n ∈ othersThan family threads i out) ∧
      ∀ j (hj : j < threads.size), i ≤ j → threads[j].1 ≠ family → threads[j].2 ∈ othersThan family threads i out := by
  fun_induction othersThan family threads i out with
  | case1 i out hi ih =>
    obtain ⟨hkeep, hrest⟩ := ih
    refine ⟨fun n hn => hkeep n ?_, fun j hj hij hne => ?_⟩
    · split
      · exact hn
      · exact List.mem_cons_of_mem _ hn
    · by_cases he : i = j
      · subst he
        exact hkeep _ (by simp [hne])
      · exact hrest j hj (by omega) hne
  | case2 i out hi => exact ⟨fun _ hn => hn, fun j hj hij => absurd (Nat.lt_of_le_of_lt hij hj) hi⟩

/-- None of the numbers is an identifier of the family's. -/
theorem areNobody_sound {p : ProgramTables} (hT : p.tables.Right) {scene : Scene} {members : Literal} {numbers : List Int} {effort left : Nat}
    (h : areNobody p scene members numbers effort = .ok left) : ∀ n ∈ numbers,
      ¬ (p.tables.literal members).action (parametersOf scene.parameters) n (storeOf (scene.bases p.tables) scene.before)
        (storeOf (scene.bases p.tables) scene.after) := by
  induction numbers generalizing effort with
  | nil => simp
  | cons n rest ih =>
    obtain ⟨⟨isMember, _⟩, hdecide, h⟩ := bind_ok.mp h
    obtain ⟨_, hno, h⟩ := bind_ok.mp h
    intro m hm
    rcases List.mem_cons.mp hm with rfl | hm
    · intro hmember
      have := (decideLiteral_sound hT hdecide rfl).mpr hmember
      simp [require_ok.mp hno] at this
    · exact ih h m hm

end Plato
