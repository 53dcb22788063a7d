/-
# Shared stores are found

Main definitions: `Modular.FirstsRight`. Main results: `find_sound`, `landing_sound`, `staying_sound`.
-/
module

public import Plato.Closure.SharedStores
public import Closure.Search
public import Closure.Ways
public import Closure.Start
public import Replay.Stack

@[expose] public section

namespace Plato

/-! ## Shared stores -/

theorem findStore_sound {stores : Array (Array StoreValue)} {store : Array StoreValue} {indices : List Nat} {n : Nat}
    (h : findStore stores store indices = some n) : stores[n]? = some store := by
  induction indices with
  | nil => simp [findStore] at h
  | cons i rest ih =>
    unfold findStore at h
    split at h
    · split at h
      · rename_i hi hsame
        injection h with h
        subst h
        obtain ⟨hsize, hsame⟩ := sameStores_eq 0 hsame
        have : store = stores[i] := Array.ext hsize fun j ha hb => hsame j ha hb (Nat.zero_le _)
        rw [Array.getElem?_eq_getElem hi, this]
      · exact ih h
    · exact ih h

/-- The store that is found is that one. -/
theorem find_sound {k : Modular} {store : Array StoreValue} {effort : Nat} {r : Evaluated Nat} (h : k.find store effort = .ok r) :
    r.known < k.stores.size ∧ k.store r.known = store := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨number, hfind, h⟩ := bind_ok.mp h
  injection h with h
  subst h
  obtain ⟨hlt, he⟩ := Array.getElem?_eq_some_iff.mp (findStore_sound (orReject_ok.mp hfind))
  exact ⟨hlt, by simp [Modular.store, hlt, he]⟩

/-- There is no other that could be found. -/
theorem find_unique {k : Modular} {store : Array StoreValue} {effort effort' : Nat} {r r' : Evaluated Nat} (h : k.find store effort = .ok r)
    (h' : k.find store effort' = .ok r') : r.known = r'.known := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, hfind, h⟩ := bind_ok.mp h
  injection h with h
  subst h
  obtain ⟨_, _, h'⟩ := bind_ok.mp h'
  obtain ⟨_, hfind', h'⟩ := bind_ok.mp h'
  injection h' with h'
  subst h'
  exact Option.some.inj ((orReject_ok.mp hfind).symm.trans (orReject_ok.mp hfind'))

theorem withoutOwn_meant {B : Nat → Int → Int} {locals : List Nat} {store : Array StoreValue} {x : Nat} (hx : x ∉ locals) :
    storeOf B (withoutOwn locals store) x = storeOf B store x := by
  induction locals generalizing store with
  | nil => rfl
  | cons name rest ih =>
    simp only [List.mem_cons, not_or] at hx
    rw [withoutOwn, ih hx.2]
    split
    · rw [storeOf_set]; simp [hx.1]
    · rfl

/-- What is shared of a store is all but the local variables. -/
theorem sharedStore_meant {B : Nat → Int → Int} {locals : List Nat} {store : Array StoreValue} {x : Nat} (hx : x ∉ locals) :
    storeOf B (sharedStore locals store) x = storeOf B store x := by
  rw [sharedStore, normalStore_meant, withoutOwn_meant hx]

/-- For each shared store the first number is one of the same store. -/
def Modular.FirstsRight (k : Modular) : Prop := ∀ g n, k.firsts[g]? = some n → g < k.stores.size ∧ k.store g = k.store n

theorem numberStores_sound {k : Modular} (i : Nat) (firsts : Array Nat) (buckets : Array (List Nat)) (effort : Nat)
    {r : Evaluated (Array Nat × Array (List Nat))} (h : numberStores k.stores i firsts buckets effort = .ok r) (hsize : firsts.size = i)
    (hfirsts : ∀ g n, firsts[g]? = some n → g < k.stores.size ∧ k.store g = k.store n) :
    ∀ g n, r.known.1[g]? = some n → g < k.stores.size ∧ k.store g = k.store n := by
  generalize hstores : k.stores = stores at h
  have pushed {firsts : Array Nat} {i m : Nat} (hsize : firsts.size = i) (hi : i < k.stores.size) (hm : k.store i = k.store m)
      (hfirsts : ∀ g n, firsts[g]? = some n → g < k.stores.size ∧ k.store g = k.store n) :
      ∀ g n, (firsts.push m)[g]? = some n → g < k.stores.size ∧ k.store g = k.store n := fun g n hg => by
    rw [Array.getElem?_push] at hg
    split at hg
    · rename_i hlast
      injection hg with hg
      subst hg
      rw [hlast, hsize]
      exact ⟨hi, hm⟩
    · exact hfirsts g n hg
  fun_induction numberStores stores i firsts buckets effort with
  | case1 => simp at h
  | case2 i firsts buckets effort hi slot hs bucket cost he first hfound ih =>
    refine ih (by simp [hsize]) (pushed hsize (hstores ▸ hi) ?_ hfirsts) h
    have := findStore_sound hfound
    subst hstores
    obtain ⟨hlt, he⟩ := Array.getElem?_eq_some_iff.mp this
    simp [Modular.store, hi, hlt, he]
  | case3 i firsts buckets effort hi slot hs bucket cost he hnone ih =>
    exact ih (by simp [hsize]) (pushed hsize (hstores ▸ hi) rfl hfirsts) h
  | case4 => simp at h
  | case5 =>
    injection h with h
    subst h
    exact hstores ▸ hfirsts

theorem isOf_iff {k : Modular} {first number : Nat} : k.isOf first number = true ↔ k.firsts[number]? = some first := by
  unfold Modular.isOf
  by_cases h : number < k.firsts.size <;> simp [h]

/-- Where a step leads is a number of the store, and the step is listed. -/
theorem stepTo_sound {k : Modular} {thread first control n : Nat} {steps : List SharedStep} (h : k.stepTo thread first control steps = some n) :
    k.isOf first n = true ∧ ∃ step ∈ steps, step.thread = thread ∧ step.target = n := by
  induction steps with
  | nil => simp [Modular.stepTo] at h
  | cons step rest ih =>
    unfold Modular.stepTo at h
    split at h
    · rename_i hstep
      simp only [Bool.and_eq_true, beq_iff_eq] at hstep
      injection h with h
      subst h
      exact ⟨hstep.1.2, step, List.mem_cons_self, hstep.1.1, rfl⟩
    · obtain ⟨ho, other, hm, hother⟩ := ih h
      exact ⟨ho, other, List.mem_cons_of_mem _ hm, hother⟩

theorem landing_sound {k : Modular} {thread source first control n : Nat} (h : k.landing thread source first control = some n) :
    k.isOf first n = true ∧ (n = source ∨ ∃ step ∈ k.stepsFrom source, step.thread = thread ∧ step.target = n) := by
  unfold Modular.landing at h
  split at h
  · rename_i hstep
    injection h with h
    subst h
    exact (stepTo_sound hstep).imp_right .inr
  · split at h
    · injection h with h
      subst h
      exact ⟨by assumption, .inl rfl⟩
    · simp at h

/-- Where a thread goes on and leaves what is shared as it is, the number is one of the same store. -/
theorem staying_sound {k : Modular} (hk : k.FirstsRight) {thread source control n : Nat} (h : k.staying thread source control = some n) :
    n < k.stores.size ∧ k.store n = k.store source ∧ (n = source ∨ ∃ step ∈ k.stepsFrom source, step.thread = thread ∧ step.target = n) := by
  unfold Modular.staying at h
  split at h
  · rename_i hsource
    obtain ⟨hof, hlisted⟩ := landing_sound h
    obtain ⟨hlt, hsame⟩ := hk _ _ (isOf_iff.mp hof)
    exact ⟨hlt, hsame.trans (hk source _ (Array.getElem?_eq_getElem hsource)).2.symm, hlisted⟩
  · simp at h

end Plato
