/-
# The states that are found are closed

Main definitions: `Grown`, `Node.Good`. Main results: `normalStore_meant`, `search_good`.
-/
module

public import Plato.Closure.Search
public import Closure.Command

@[expose] public section

namespace Plato

/-! ## Values -/

theorem lookup_withoutIndex {e i : Int} {l : List (Int × Int)} (j : Int) : lookup e (withoutIndex i l) j = if j = i then e else lookup e l j := by
  induction l with
  | nil => simp [withoutIndex, lookup]
  | cons entry rest ih =>
    obtain ⟨m, y⟩ := entry
    simp only [withoutIndex]
    split
    · rename_i hm
      subst hm
      rw [ih]
      simp only [lookup]
      split <;> rfl
    · rename_i hm
      simp only [lookup]
      split
      · rename_i hj
        subst hj
        rw [if_neg hm]
      · exact ih

theorem lookup_insertException {e i x : Int} {l : List (Int × Int)} (j : Int) :
    lookup e (insertException i x l) j = if j = i then x else lookup e l j := by
  induction l with
  | nil => simp [insertException, lookup]
  | cons entry rest ih =>
    obtain ⟨m, y⟩ := entry
    simp only [insertException]
    split
    · rename_i hm
      simp only [lookup]
      split
      · rename_i hj
        subst hj
        rw [if_neg (by omega)]
      · exact ih
    · simp only [lookup]

theorem lookup_sortedExceptions {e : Int} {l : List (Int × Int)} (j : Int) : lookup e (sortedExceptions e l) j = lookup e l j := by
  induction l with
  | nil => rfl
  | cons entry rest ih =>
    obtain ⟨i, x⟩ := entry
    simp only [sortedExceptions, lookup]
    split
    · rename_i hx
      rw [lookup_withoutIndex, ih, hx]
    · rw [lookup_insertException, lookup_withoutIndex, ih]
      split <;> rfl

theorem StoreValue.normal_value {B : Nat → Int → Int} (v : StoreValue) : v.normal.value B = v.value B := by
  cases v with
  | based => rfl
  | finite v =>
    cases v with
    | int => rfl
    | map e xs w =>
      simp only [StoreValue.normal, StoreValue.value, FiniteValue.normal, FiniteValue.value]
      exact congrArg Value.map (funext fun j => lookup_sortedExceptions j)

/-- A store that is written down in the one way is the same store. -/
theorem normalStore_meant {B : Nat → Int → Int} (store : Array StoreValue) (i : Nat) : storeOf B (normalStore store i) = storeOf B store := by
  fun_induction normalStore store i with
  | case1 store i h ih =>
    rw [ih, storeOf_set, StoreValue.normal_value]
    funext x
    split
    · rename_i hx
      subst hx
      simp [storeOf, storeValue, h]
    · rfl
  | case2 => rfl

/-! ## Comparing -/

theorem sameExceptions_eq {a b : List (Int × Int)} (h : sameExceptions a b = true) : a = b := by
  fun_induction sameExceptions a b with
  | case1 => rfl
  | case2 i x rest j y others ih =>
    simp only [Bool.and_eq_true, beq_iff_eq] at h
    rw [h.1.1, h.1.2, ih h.2]
  | case3 => simp at h

theorem StoreValue.same_eq {a b : StoreValue} (h : a.same b = true) : a = b := by
  unfold StoreValue.same at h
  split at h
  · simp only [beq_iff_eq] at h; rw [h]
  · simp only [Bool.and_eq_true, beq_iff_eq] at h
    rw [h.1.1, h.1.2, sameExceptions_eq h.2]
  · simp at h

theorem sameStores_eq {a b : Array StoreValue} (i : Nat) (h : sameStores a b i = true) :
    a.size = b.size ∧ ∀ j (ha : j < a.size) (hb : j < b.size), i ≤ j → a[j] = b[j] := by
  fun_induction sameStores a b i with
  | case1 i hi ih =>
    simp only [Bool.and_eq_true] at h
    obtain ⟨hsize, hrest⟩ := ih h.2
    refine ⟨hsize, fun j ha hb hij => ?_⟩
    by_cases he : i = j
    · subst he; exact StoreValue.same_eq h.1
    · exact hrest j ha hb (by omega)
  | case2 i hi =>
    have hsize : a.size = b.size := by simpa using h
    exact ⟨hsize, fun j ha hb hij => absurd ⟨by omega, by omega⟩ hi⟩

theorem sameNumbers_eq {a b : Array Nat} (i : Nat) (h : sameNumbers a b i = true) :
    a.size = b.size ∧ ∀ j (ha : j < a.size) (hb : j < b.size), i ≤ j → a[j] = b[j] := by
  fun_induction sameNumbers a b i with
  | case1 i hi ih =>
    simp only [Bool.and_eq_true, beq_iff_eq] at h
    obtain ⟨hsize, hrest⟩ := ih h.2
    refine ⟨hsize, fun j ha hb hij => ?_⟩
    by_cases he : i = j
    · subst he; exact h.1
    · exact hrest j ha hb (by omega)
  | case2 i hi =>
    have hsize : a.size = b.size := by simpa using h
    exact ⟨hsize, fun j ha hb hij => absurd ⟨by omega, by omega⟩ hi⟩

theorem Node.same_eq {a b : Node} (h : a.same b = true) : a = b := by
  simp only [Node.same, Bool.and_eq_true] at h
  obtain ⟨s, c⟩ := a
  obtain ⟨s', c'⟩ := b
  obtain ⟨hc, hc'⟩ := sameNumbers_eq 0 h.1
  obtain ⟨hs, hs'⟩ := sameStores_eq 0 h.2
  have h1 : c = c' := Array.ext hc fun j ha hb => hc' j ha hb (Nat.zero_le _)
  have h2 : s = s' := Array.ext hs fun j ha hb => hs' j ha hb (Nat.zero_le _)
  rw [h1, h2]

theorem isKnown_mem {nodes : Array Node} {node : Node} {indices : List Nat} (h : isKnown nodes node indices = true) : node ∈ nodes := by
  induction indices with
  | nil => simp [isKnown] at h
  | cons i rest ih =>
    simp only [isKnown, Bool.or_eq_true] at h
    rcases h with h | h
    · split at h
      · rw [Node.same_eq h]; exact Array.getElem_mem _
      · simp at h
    · exact ih h

/-! ## The search -/

/-- States have been added, all of which are still to be looked at. -/
structure Grown (s s' : Search) : Prop where
  nodes : ∀ n ∈ s.nodes, n ∈ s'.nodes
  todo : ∀ n ∈ s.todo, n ∈ s'.todo
  fresh : ∀ n ∈ s'.nodes, n ∈ s.nodes ∨ n ∈ s'.todo

theorem Grown.refl {s : Search} : Grown s s := ⟨fun _ h => h, fun _ h => h, fun _ h => .inl h⟩

theorem Grown.trans {s s' s'' : Search} (h : Grown s s') (h' : Grown s' s'') : Grown s s'' where
  nodes n hn := h'.nodes n (h.nodes n hn)
  todo n hn := h'.todo n (h.todo n hn)
  fresh n hn := (h'.fresh n hn).elim (fun hn => (h.fresh n hn).imp_right (h'.todo n)) .inr

theorem insert_grown {s s' : Search} {most : Nat} {node : Node} (h : s.insert most node = .ok s') : node ∈ s'.nodes ∧ Grown s s' := by
  obtain ⟨nodes, buckets, todo, effort⟩ := s
  unfold Search.insert at h
  dsimp only at h
  split at h
  · split at h
    · simp at h
    split at h
    · rename_i hknown
      injection h with h
      subst h
      exact ⟨isKnown_mem hknown, fun _ h => h, fun _ h => h, fun _ h => .inl h⟩
    split at h
    · simp at h
    · injection h with h
      subst h
      refine ⟨by simp, fun n hn => by simp [hn], fun n hn => by simp [hn], fun n hn => ?_⟩
      rcases Array.mem_push.mp hn with hn | hn
      · exact .inl hn
      · exact .inr (by simp [hn])
  · simp at h

/-- The states in which the program starts are there. -/
theorem addStarts_grown {most : Nat} {controls : Array Nat} {stores : List (Array StoreValue)} {s s' : Search}
    (h : Search.addStarts most controls stores s = .ok s') : Grown s s' ∧ ∀ store ∈ stores, ⟨normalStore store 0, controls⟩ ∈ s'.nodes := by
  induction stores generalizing s with
  | nil =>
    injection h with h
    subst h
    exact ⟨.refl, by simp⟩
  | cons store rest ih =>
    obtain ⟨s₁, hinsert, h⟩ := bind_ok.mp h
    obtain ⟨hmem, hgrown⟩ := insert_grown hinsert
    obtain ⟨hgrown', hrest⟩ := ih h
    refine ⟨hgrown.trans hgrown', fun other ho => ?_⟩
    rcases List.mem_cons.mp ho with rfl | ho
    · exact hgrown'.nodes _ hmem
    · exact hrest other ho

/-- The states in which the thread's command ends are all there, and the steps to them satisfy the guarantee. -/
def StoresIn (k : Product) (node : Node) (j target : Nat) (stores : List (Array StoreValue)) (nodes : Array Node) : Prop :=
  ∀ store ∈ stores, node.next j store target ∈ nodes ∧ ∃ effort left, k.guaranteed node.store store effort = .ok left

theorem addStores_grown {k : Product} {node : Node} {j target : Nat} {stores : List (Array StoreValue)} {s s' : Search}
    (h : Search.addStores k node j target stores s = .ok s') : Grown s s' ∧ StoresIn k node j target stores s'.nodes := by
  induction stores generalizing s with
  | nil =>
    injection h with h
    subst h
    exact ⟨.refl, by simp [StoresIn]⟩
  | cons store rest ih =>
    obtain ⟨left, hguarantee, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨s₁, hinsert, h⟩ := bind_ok.mp h
    obtain ⟨hmem, hgrown⟩ := insert_grown hinsert
    obtain ⟨hgrown', hrest⟩ := ih h
    have hfirst : Grown s s₁ := ⟨hgrown.nodes, hgrown.todo, hgrown.fresh⟩
    refine ⟨hfirst.trans hgrown', fun other ho => ?_⟩
    rcases List.mem_cons.mp ho with rfl | ho
    · exact ⟨hgrown'.nodes _ hmem, _, _, hguarantee⟩
    · exact hrest other ho

/-- All that the commands lead to is there. -/
def EdgesIn (k : Product) (node : Node) (j : Nat) (id : Int) (edges : List Edge) (nodes : Array Node) : Prop :=
  ∀ edge ∈ edges, ∃ effort stores left, edge.command.outcomes (k.runner id) k.sorts node.store effort [] = .ok ⟨stores, left⟩ ∧
    StoresIn k node j edge.target stores nodes

theorem EdgesIn.mono {k : Product} {node : Node} {j : Nat} {id : Int} {edges : List Edge} {nodes nodes' : Array Node}
    (hsub : ∀ n ∈ nodes, n ∈ nodes') (h : EdgesIn k node j id edges nodes) : EdgesIn k node j id edges nodes' := fun edge he =>
  let ⟨effort, stores, left, ho, hin⟩ := h edge he
  ⟨effort, stores, left, ho, fun store hs => ⟨hsub _ (hin store hs).1, (hin store hs).2⟩⟩

theorem addEdges_grown {k : Product} {node : Node} {j : Nat} {id : Int} {edges : List Edge} {s s' : Search}
    (h : Search.addEdges k node j id edges s = .ok s') : Grown s s' ∧ EdgesIn k node j id edges s'.nodes := by
  induction edges generalizing s with
  | nil =>
    injection h with h
    subst h
    exact ⟨.refl, by simp [EdgesIn]⟩
  | cons edge rest ih =>
    obtain ⟨⟨stores, left⟩, houtcomes, h⟩ := bind_ok.mp h
    obtain ⟨s₁, hstores, h⟩ := bind_ok.mp h
    obtain ⟨hgrown, hin⟩ := addStores_grown hstores
    obtain ⟨hgrown', hrest⟩ := ih h
    have hfirst : Grown s s₁ := ⟨hgrown.nodes, hgrown.todo, hgrown.fresh⟩
    refine ⟨hfirst.trans hgrown', fun other ho => ?_⟩
    rcases List.mem_cons.mp ho with rfl | ho
    · exact ⟨_, _, _, houtcomes, fun store hs => ⟨hgrown'.nodes _ (hin store hs).1, (hin store hs).2⟩⟩
    · exact hrest other ho

theorem addThreads_grown {k : Product} {node : Node} (j : Nat) (s : Search) {s' : Search} (h : Search.addThreads k node j s = .ok s') :
    Grown s s' ∧ ∀ i (hi : i < k.threads.size), j ≤ i → EdgesIn k node i k.threads[i].2 (node.controlOf k i).edges s'.nodes := by
  fun_induction Search.addThreads k node j s with
  | case1 j s hj ih =>
    obtain ⟨s₁, hedges, h⟩ := bind_ok.mp h
    obtain ⟨hgrown, hin⟩ := addEdges_grown hedges
    obtain ⟨hgrown', hrest⟩ := ih _ h
    refine ⟨hgrown.trans hgrown', fun i hi hji => ?_⟩
    by_cases he : j = i
    · subst he; exact hin.mono hgrown'.nodes
    · exact hrest i hi (by omega)
  | case2 j s hj =>
    injection h with h
    subst h
    exact ⟨.refl, fun i hi hji => absurd (Nat.lt_of_le_of_lt hji hi) hj⟩

/-- The state is as the specification says, and all that its threads can do next leads to states that are there. -/
structure Node.Good (k : Product) (node : Node) (nodes : Array Node) : Prop where
  right : ∃ effort left, k.isRight node effort = .ok left
  next : ∀ j (hj : j < k.threads.size), EdgesIn k node j k.threads[j].2 (node.controlOf k j).edges nodes

/-- **Closure.** When the search has ended, all states that are there are good. -/
theorem search_good {k : Product} {fuel : Nat} {s r : Search} (hs : ∀ n ∈ s.nodes, n ∈ s.todo ∨ Node.Good k n s.nodes)
    (h : search k fuel s = .ok r) : (∀ n ∈ s.nodes, n ∈ r.nodes) ∧ ∀ n ∈ r.nodes, Node.Good k n r.nodes := by
  induction fuel generalizing s with
  | zero => simp [search] at h
  | succ fuel ih =>
    obtain ⟨nodes, buckets, todo, effort⟩ := s
    cases todo with
    | nil =>
      simp only [search] at h
      injection h with h
      subst h
      exact ⟨fun _ hn => hn, fun n hn => (hs n hn).resolve_left (by simp)⟩
    | cons node todo =>
      simp only [search] at h
      obtain ⟨left, hright, h⟩ := bind_ok.mp h
      obtain ⟨s₁, hthreads, h⟩ := bind_ok.mp h
      obtain ⟨hgrown, hedges⟩ := addThreads_grown 0 _ hthreads
      have hmono (n : Node) (hg : Node.Good k n nodes) : Node.Good k n s₁.nodes := ⟨hg.right, fun j hj => (hg.next j hj).mono hgrown.nodes⟩
      obtain ⟨hsub, hgood⟩ := ih (s := s₁) (fun n hn => by
        rcases hgrown.fresh n hn with hn | hn
        · rcases hs n hn with ht | hg
          · rcases List.mem_cons.mp ht with rfl | ht
            · exact .inr ⟨⟨_, _, hright⟩, fun j hj => hedges j hj (Nat.zero_le _)⟩
            · exact .inl (hgrown.todo n ht)
          · exact .inr (hmono n hg)
        · exact .inl hn) h
      exact ⟨fun n hn => hsub n (hgrown.nodes n hn), hgood⟩

end Plato
