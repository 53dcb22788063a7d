/-
# What threads see is closed

Main definitions: `EntranceSeen`, `Sight.EndListed`, `Sight.Good`, `Modular.Seen`. Main results: `find_sound`, `sightsFrom_good`, `noRaces_sound`, `modular_run_sound`.
-/
module

public import Plato.Closure.Views
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

theorem sameEntries_eq {a b : List (Nat × Int)} (h : sameEntries a b = true) : a = b := by
  fun_induction sameEntries a b with
  | case1 => rfl
  | case2 x n rest y m others ih =>
    simp only [Bool.and_eq_true, beq_iff_eq] at h
    rw [h.1.1, h.1.2, ih h.2]
  | case3 => simp at h

theorem Sight.same_eq {a b : Sight} (h : a.same b = true) : a = b := by
  obtain ⟨s, o, c, n⟩ := a
  obtain ⟨s', o', c', n'⟩ := b
  simp only [Sight.same, Bool.and_eq_true, beq_iff_eq] at h
  rw [h.1.1.1, h.1.1.2, h.1.2, sameEntries_eq h.2]

theorem isSeen_mem {seen : Array Sight} {sight : Sight} {indices : List Nat} (h : isSeen seen sight indices = true) : sight ∈ seen := by
  induction indices with
  | nil => simp [isSeen] at h
  | cons i rest ih =>
    simp only [isSeen, Bool.or_eq_true] at h
    rcases h with h | h
    · split at h
      · rw [Sight.same_eq h]; exact Array.getElem_mem _
      · simp at h
    · exact ih h

/-- Sights have been added, all of which are still to be looked at. -/
structure Sights.Grown (s s' : Sights) : Prop where
  seen : ∀ n ∈ s.seen, n ∈ s'.seen
  todo : ∀ n ∈ s.todo, n ∈ s'.todo
  fresh : ∀ n ∈ s'.seen, n ∈ s.seen ∨ n ∈ s'.todo

theorem Sights.Grown.refl {s : Sights} : s.Grown s := ⟨fun _ h => h, fun _ h => h, fun _ h => .inl h⟩

theorem Sights.Grown.trans {s s' s'' : Sights} (h : s.Grown s') (h' : s'.Grown s'') : s.Grown s'' where
  seen n hn := h'.seen n (h.seen n hn)
  todo n hn := h'.todo n (h.todo n hn)
  fresh n hn := (h'.fresh n hn).elim (fun hn => (h.fresh n hn).imp_right (h'.todo n)) .inr

theorem Sights.insert_grown {s s' : Sights} {most : Nat} {sight : Sight} (h : s.insert most sight = .ok s') : sight ∈ s'.seen ∧ s.Grown s' := by
  obtain ⟨seen, buckets, todo, effort⟩ := s
  unfold Sights.insert at h
  dsimp only at h
  split at h
  · split at h
    · simp at h
    split at h
    · rename_i hseen
      injection h with h
      subst h
      exact ⟨isSeen_mem hseen, fun _ h => h, fun _ h => h, fun _ h => .inl h⟩
    split at h
    · simp at h
    · injection h with h
      subst h
      refine ⟨by simp, fun n hn => by simp [hn], fun n hn => by simp [hn], fun n hn => ?_⟩
      rcases Array.mem_push.mp hn with hn | hn
      · exact .inl hn
      · exact .inr (by simp [hn])
  · simp at h

/-! ## Running a thread -/

theorem addOthers_grown {most thread : Nat} {sight : Sight} {steps : List SharedStep} {s s' : Sights}
    (h : Sights.addOthers most thread sight steps s = .ok s') :
    s.Grown s' ∧ ∀ step ∈ steps, step.thread ≠ thread → { sight with store := step.target } ∈ s'.seen := by
  induction steps generalizing s with
  | nil =>
    injection h with h
    subst h
    exact ⟨.refl, by simp⟩
  | cons step rest ih =>
    unfold Sights.addOthers at h
    split at h
    · rename_i he
      obtain ⟨hgrown, hrest⟩ := ih h
      refine ⟨hgrown, fun other ho hne => ?_⟩
      rcases List.mem_cons.mp ho with rfl | ho
      · exact absurd he hne
      · exact hrest other ho hne
    · obtain ⟨s₁, hinsert, h⟩ := bind_ok.mp h
      obtain ⟨hmem, hgrown⟩ := Sights.insert_grown hinsert
      obtain ⟨hgrown', hrest⟩ := ih h
      refine ⟨hgrown.trans hgrown', fun other ho hne => ?_⟩
      rcases List.mem_cons.mp ho with rfl | ho
      · exact hgrown'.seen _ hmem
      · exact hrest other ho hne

/-- The sight after a step of the thread's own that ends in the store is there, with a number of what is shared of the store, and the step is listed. -/
def StoreSeen (k : Modular) (thread : Nat) (id : Int) (sight : Sight) (target : Nat) (seen : Array Sight) (store : Array StoreValue) : Prop :=
  ∃ effort after left number, k.sightOf id store target sight.activation effort = .ok ⟨after, left⟩ ∧ { after with store := number } ∈ seen ∧
    k.isOf after.store number = true ∧ (number = sight.store ∨ ∃ step ∈ k.stepsFrom sight.store, step.thread = thread ∧ step.target = number)

theorem StoreSeen.mono {k : Modular} {thread : Nat} {id : Int} {sight : Sight} {target : Nat} {seen seen' : Array Sight} {store : Array StoreValue}
    (hsub : ∀ n ∈ seen, n ∈ seen') (h : StoreSeen k thread id sight target seen store) : StoreSeen k thread id sight target seen' store :=
  let ⟨effort, after, left, number, ha, hin, hstep⟩ := h
  ⟨effort, after, left, number, ha, hsub _ hin, hstep⟩

theorem addStores_seen {k : Modular} {most thread : Nat} {id : Int} {sight : Sight} {target : Nat} {stores : List (Array StoreValue)} {s s' : Sights}
    (h : Sights.addStores k most thread id sight target stores s = .ok s') :
    s.Grown s' ∧ ∀ store ∈ stores, StoreSeen k thread id sight target s'.seen store := by
  induction stores generalizing s with
  | nil =>
    injection h with h
    subst h
    exact ⟨.refl, by simp⟩
  | cons store rest ih =>
    obtain ⟨⟨after, _⟩, hsight, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, hlanding, h⟩ := bind_ok.mp h
    obtain ⟨s₁, hinsert, h⟩ := bind_ok.mp h
    obtain ⟨hmem, hgrown⟩ := Sights.insert_grown hinsert
    obtain ⟨hgrown', hrest⟩ := ih h
    have hfirst : s.Grown s₁ := ⟨hgrown.seen, hgrown.todo, hgrown.fresh⟩
    refine ⟨hfirst.trans hgrown', fun other ho => ?_⟩
    rcases List.mem_cons.mp ho with rfl | ho
    · exact ⟨_, _, _, _, hsight, hgrown'.seen _ hmem, landing_sound (orReject_ok.mp hlanding)⟩
    · exact hrest other ho

/-- All that the commands lead to is there. -/
def EdgesSeen (k : Modular) (thread : Nat) (id : Int) (sight : Sight) (store : Array StoreValue) (edges : List Edge) (seen : Array Sight) : Prop :=
  ∀ edge ∈ edges, ∃ effort stores left, edge.command.outcomes (k.runner id) k.sorts store effort [] = .ok ⟨stores, left⟩ ∧
    ∀ after ∈ stores, StoreSeen k thread id sight edge.target seen after

theorem EdgesSeen.mono {k : Modular} {thread : Nat} {id : Int} {sight : Sight} {store : Array StoreValue} {edges : List Edge} {seen seen' : Array Sight}
    (hsub : ∀ n ∈ seen, n ∈ seen') (h : EdgesSeen k thread id sight store edges seen) : EdgesSeen k thread id sight store edges seen' := fun edge he =>
  let ⟨effort, stores, left, ho, hin⟩ := h edge he
  ⟨effort, stores, left, ho, fun after ha => (hin after ha).mono hsub⟩

theorem addEdges_seen {k : Modular} {most thread : Nat} {id : Int} {sight : Sight} {store : Array StoreValue} {edges : List Edge} {s s' : Sights}
    (h : Sights.addEdges k most thread id sight store edges s = .ok s') : s.Grown s' ∧ EdgesSeen k thread id sight store edges s'.seen := by
  induction edges generalizing s with
  | nil =>
    injection h with h
    subst h
    exact ⟨.refl, by simp [EdgesSeen]⟩
  | cons edge rest ih =>
    obtain ⟨⟨stores, left⟩, houtcomes, h⟩ := bind_ok.mp h
    obtain ⟨s₁, hstores, h⟩ := bind_ok.mp h
    obtain ⟨hgrown, hin⟩ := addStores_seen hstores
    obtain ⟨hgrown', hrest⟩ := ih h
    have hfirst : s.Grown s₁ := ⟨hgrown.seen, hgrown.todo, hgrown.fresh⟩
    refine ⟨hfirst.trans hgrown', fun other ho => ?_⟩
    rcases List.mem_cons.mp ho with rfl | ho
    · exact ⟨_, _, _, houtcomes, fun after ha => (hin after ha).mono hgrown'.seen⟩
    · exact hrest other ho

/-! ## Activations -/

theorem findCall_sound {thread statement store : Nat} {own : List (Nat × Int)} {calls : List ListedCall} {activation : Nat}
    (h : findCall thread statement store own calls = some activation) : activation ≠ 0 := by
  induction calls with
  | nil => simp [findCall] at h
  | cons call rest ih =>
    unfold findCall at h
    split at h
    · rename_i hcall
      injection h with h
      subst h
      simp only [Bool.and_eq_true, Bool.not_eq_true', beq_eq_false_iff_ne] at hcall
      exact hcall.2
    · exact ih h

/-- It does not matter which entries are given back. -/
theorem sameBut_givenBack {kept : List Nat} {a b before : List (Nat × Int)} (h : sameBut kept a b = true) : givenBack kept before a = givenBack kept before b := by
  fun_induction sameBut kept a b with
  | case1 => rfl
  | case2 x n rest y m others ih =>
    simp only [Bool.and_eq_true, Bool.or_eq_true, beq_iff_eq] at h
    obtain ⟨⟨rfl, hn⟩, hrest⟩ := h
    rw [givenBack, givenBack, ih hrest]
    rcases hn with hn | rfl
    · rw [if_pos hn, if_pos hn]
    · rfl
  | case3 => simp at h

theorem isListedEnd_sound {kept : List Nat} {store : Nat} {own : List (Nat × Int)} {listed : List ListedEnd} (h : isListedEnd kept store own listed = true) :
    ∃ e ∈ listed, e.store = store ∧ ∀ before, givenBack kept before e.own = givenBack kept before own := by
  induction listed with
  | nil => simp [isListedEnd] at h
  | cons e rest ih =>
    simp only [isListedEnd, Bool.or_eq_true, Bool.and_eq_true, beq_iff_eq] at h
    rcases h with ⟨hs, ho⟩ | h
    · exact ⟨e, List.mem_cons_self, hs, fun _ => sameBut_givenBack ho⟩
    · obtain ⟨e', he, h⟩ := ih h
      exact ⟨e', List.mem_cons_of_mem _ he, h⟩

/-- Where the activation ends, the thread goes on, and what it sees then is there. -/
def ReturnsSeen (k : Modular) (thread : Nat) (sight : Sight) (entrance : Entrance) (ends : List ListedEnd) (seen : Array Sight) : Prop :=
  ∀ listed ∈ ends, ∃ number, k.staying thread listed.store entrance.after = some number ∧
    ⟨number, givenBack entrance.kept sight.own listed.own, entrance.after, sight.activation⟩ ∈ seen

theorem addReturns_seen {k : Modular} {most thread : Nat} {sight : Sight} {entrance : Entrance} {cost : Nat} {ends : List ListedEnd} {s s' : Sights}
    (h : Sights.addReturns k most thread sight entrance cost ends s = .ok s') : s.Grown s' ∧ ReturnsSeen k thread sight entrance ends s'.seen := by
  induction ends generalizing s with
  | nil =>
    injection h with h
    subst h
    exact ⟨.refl, by simp [ReturnsSeen]⟩
  | cons listed rest ih =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨number, hstay, h⟩ := bind_ok.mp h
    obtain ⟨s₁, hinsert, h⟩ := bind_ok.mp h
    obtain ⟨hmem, hgrown⟩ := Sights.insert_grown hinsert
    obtain ⟨hgrown', hrest⟩ := ih h
    have hfirst : s.Grown s₁ := ⟨hgrown.seen, hgrown.todo, hgrown.fresh⟩
    refine ⟨hfirst.trans hgrown', fun other ho => ?_⟩
    rcases List.mem_cons.mp ho with rfl | ho
    · exact ⟨number, orReject_ok.mp hstay, hgrown'.seen _ hmem⟩
    · exact hrest other ho

/-- The activation that begins is there, and what the thread sees after it. -/
def EntranceSeen (k : Modular) (thread : Nat) (sight : Sight) (seen : Array Sight) (entrance : Entrance) : Prop :=
  ∃ activation number, activation ≠ 0 ∧ (k.summary activation).kept = entrance.kept ∧ k.staying thread sight.store entrance.first = some number ∧ ⟨number, sight.own, entrance.first, activation⟩ ∈ seen ∧
    ReturnsSeen k thread sight entrance (k.summary activation).ends seen

theorem EntranceSeen.mono {k : Modular} {thread : Nat} {sight : Sight} {seen seen' : Array Sight} {entrance : Entrance} (hsub : ∀ n ∈ seen, n ∈ seen')
    (h : EntranceSeen k thread sight seen entrance) : EntranceSeen k thread sight seen' entrance :=
  let ⟨activation, number, hne, hkept, hstay, hmem, hreturns⟩ := h
  ⟨activation, number, hne, hkept, hstay, hsub _ hmem, fun listed hl => let ⟨n, h1, h2⟩ := hreturns listed hl; ⟨n, h1, hsub _ h2⟩⟩

theorem addEntrances_seen {k : Modular} {most thread : Nat} {sight : Sight} {entrances : List Entrance} {s s' : Sights}
    (h : Sights.addEntrances k most thread sight entrances s = .ok s') : s.Grown s' ∧ ∀ entrance ∈ entrances, EntranceSeen k thread sight s'.seen entrance := by
  induction entrances generalizing s with
  | nil =>
    injection h with h
    subst h
    exact ⟨.refl, by simp⟩
  | cons entrance rest ih =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨activation, hfind, h⟩ := bind_ok.mp h
    obtain ⟨_, hkept, h⟩ := bind_ok.mp h
    obtain ⟨number, hstay, h⟩ := bind_ok.mp h
    obtain ⟨s₁, hinsert, h⟩ := bind_ok.mp h
    obtain ⟨s₂, hreturns, h⟩ := bind_ok.mp h
    obtain ⟨hmem, hgrown⟩ := Sights.insert_grown hinsert
    obtain ⟨hgrown₂, hreturns⟩ := addReturns_seen hreturns
    obtain ⟨hgrown', hrest⟩ := ih h
    have hfirst : s.Grown s₁ := ⟨hgrown.seen, hgrown.todo, hgrown.fresh⟩
    refine ⟨(hfirst.trans hgrown₂).trans hgrown', fun other ho => ?_⟩
    rcases List.mem_cons.mp ho with rfl | ho
    · exact .mono hgrown'.seen ⟨activation, number, findCall_sound (orReject_ok.mp hfind), by simpa using require_ok.mp hkept, orReject_ok.mp hstay, hgrown₂.seen _ hmem, hreturns⟩
    · exact hrest other ho

/-- Where the activation has ended, that is listed. -/
def Sight.EndListed (k : Modular) (sight : Sight) : Prop :=
  (k.control sight.control).ends = true → sight.activation ≠ 0 → ∃ listed ∈ (k.summary sight.activation).ends, listed.store = sight.store ∧
    ∀ before, givenBack (k.summary sight.activation).kept before listed.own = givenBack (k.summary sight.activation).kept before sight.own

theorem endIsListed_sound {k : Modular} {sight : Sight} {effort left : Nat} (h : k.endIsListed sight effort = .ok left) : sight.EndListed k := by
  intro hends hne
  unfold Modular.endIsListed at h
  rw [if_pos (by simp [hends, hne])] at h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, hlisted, _⟩ := bind_ok.mp h
  exact isListedEnd_sound (require_ok.mp hlisted)

/-- What the thread can do next, and what others are listed to do, leads to what it is known to see. -/
structure Sight.Good (k : Modular) (thread : Nat) (id : Int) (sight : Sight) (seen : Array Sight) : Prop where
  own : ∃ effort store left, restoreEntries id sight.own (k.store sight.store) effort = .ok ⟨store, left⟩ ∧
    EdgesSeen k thread id sight store (k.control sight.control).edges seen
  entrances : ∀ entrance ∈ (k.control sight.control).entrances, EntranceSeen k thread sight seen entrance
  ended : sight.EndListed k
  others : ∀ step ∈ k.stepsFrom sight.store, step.thread ≠ thread → { sight with store := step.target } ∈ seen

/-- **Closure.** When the thread has been run, all that it is known to see is good. -/
theorem sightsFrom_good {k : Modular} {most thread : Nat} {id : Int} {fuel : Nat} {s r : Sights}
    (hs : ∀ n ∈ s.seen, n ∈ s.todo ∨ Sight.Good k thread id n s.seen) (h : sightsFrom k most thread id fuel s = .ok r) :
    (∀ n ∈ s.seen, n ∈ r.seen) ∧ ∀ n ∈ r.seen, Sight.Good k thread id n r.seen := by
  induction fuel generalizing s with
  | zero => simp [sightsFrom] at h
  | succ fuel ih =>
    obtain ⟨seen, buckets, todo, effort⟩ := s
    cases todo with
    | nil =>
      simp only [sightsFrom] at h
      injection h with h
      subst h
      exact ⟨fun _ hn => hn, fun n hn => (hs n hn).resolve_left (by simp)⟩
    | cons sight todo =>
      simp only [sightsFrom] at h
      obtain ⟨⟨store, _⟩, hrestore, h⟩ := bind_ok.mp h
      obtain ⟨s₁, hedges, h⟩ := bind_ok.mp h
      obtain ⟨s', hentrances, h⟩ := bind_ok.mp h
      obtain ⟨_, hended, h⟩ := bind_ok.mp h
      obtain ⟨s₂, hothers, h⟩ := bind_ok.mp h
      obtain ⟨hgrown₁, hin⟩ := addEdges_seen hedges
      obtain ⟨hgrown', hentrances⟩ := addEntrances_seen hentrances
      obtain ⟨hgrown₂, hsteps⟩ := addOthers_grown hothers
      have hgrown₂ : s'.Grown s₂ := ⟨hgrown₂.seen, hgrown₂.todo, hgrown₂.fresh⟩
      have hgrown := hgrown₁.trans (hgrown'.trans hgrown₂)
      have hmono (n : Sight) (hg : Sight.Good k thread id n seen) : Sight.Good k thread id n s₂.seen :=
        ⟨let ⟨e, st, l, h1, h2⟩ := hg.own; ⟨e, st, l, h1, h2.mono hgrown.seen⟩, fun entrance he => (hg.entrances entrance he).mono hgrown.seen, hg.ended,
          fun step hstep hne => hgrown.seen _ (hg.others step hstep hne)⟩
      obtain ⟨hsub, hgood⟩ := ih (s := s₂) (fun n hn => by
        rcases hgrown.fresh n hn with hn | hn
        · rcases hs n hn with ht | hg
          · rcases List.mem_cons.mp ht with rfl | ht
            · exact .inr ⟨⟨_, _, _, hrestore, hin.mono (hgrown'.trans hgrown₂).seen⟩, fun entrance he => (hentrances entrance he).mono hgrown₂.seen,
                endIsListed_sound hended, hsteps⟩
            · exact .inl (hgrown.todo n ht)
          · exact .inr (hmono n hg)
        · exact .inl hn) h
      exact ⟨fun n hn => hsub n (hgrown.seen n hn), hgood⟩

/-! ## All threads -/

/-- What the thread sees in the initial stores is there. -/
theorem addStarts_seen {k : Modular} {most : Nat} {id : Int} {control : Nat} {stores : List (Array StoreValue)} {s s' : Sights}
    (h : Sights.addStarts k most id control stores s = .ok s') :
    s.Grown s' ∧ ∀ store ∈ stores, ∃ effort sight left, k.sightOf id store control 0 effort = .ok ⟨sight, left⟩ ∧ sight ∈ s'.seen := by
  induction stores generalizing s with
  | nil =>
    injection h with h
    subst h
    exact ⟨.refl, by simp⟩
  | cons store rest ih =>
    obtain ⟨⟨sight, _⟩, hsight, h⟩ := bind_ok.mp h
    obtain ⟨s₁, hinsert, h⟩ := bind_ok.mp h
    obtain ⟨hmem, hgrown⟩ := Sights.insert_grown hinsert
    obtain ⟨hgrown', hrest⟩ := ih h
    have hfirst : s.Grown s₁ := ⟨hgrown.seen, hgrown.todo, hgrown.fresh⟩
    refine ⟨hfirst.trans hgrown', fun other ho => ?_⟩
    rcases List.mem_cons.mp ho with rfl | ho
    · exact ⟨_, _, _, hsight, hgrown'.seen _ hmem⟩
    · exact hrest other ho

theorem isNobodys_sound {id : Int} {threads : Array (Nat × Int)} (i : Nat) (h : isNobodys id threads i = true) :
    ∀ j (hj : j < threads.size), i ≤ j → threads[j].2 ≠ id := by
  fun_induction isNobodys id threads i with
  | case1 i hi ih =>
    simp only [Bool.and_eq_true] at h
    intro j hj hij
    by_cases he : i = j
    · subst he
      intro heq
      rw [heq] at h
      simp at h
    · exact ih h.2 j hj (by omega)
  | case2 i hi => intro j hj hij; exact absurd (Nat.lt_of_le_of_lt hij hj) hi

theorem areApart_sound {threads : Array (Nat × Int)} (i : Nat) (h : areApart threads i = true) :
    ∀ m n (_ : m < threads.size) (_ : n < threads.size), i ≤ m → m < n → threads[n].2 ≠ threads[m].2 := by
  fun_induction areApart threads i with
  | case1 i hi ih =>
    simp only [Bool.and_eq_true] at h
    intro m n hm hn him hmn
    by_cases he : i = m
    · subst he; exact isNobodys_sound _ h.1 n hn (by omega)
    · exact ih h.2 m n hm hn (by omega) hmn
  | case2 i hi => intro m n hm hn him; exact absurd (Nat.lt_of_le_of_lt him hm) hi

theorem isNoted_iff {marks : Array Bool} {g : Nat} : isNoted marks g = true ↔ marks[g]? = some true := by
  unfold isNoted
  by_cases h : g < marks.size <;> simp [h]

/-- Marks are not taken back, and each store in which the thread can have ended is marked. -/
theorem markEnds_sound {k : Modular} {seen : Array Sight} (i : Nat) (marks : Array Bool) :
    (∀ g, isNoted marks g = true → isNoted (markEnds k seen i marks) g = true) ∧
      ∀ n (hn : n < seen.size), i ≤ n → seen[n].store < marks.size → (k.control seen[n].control).ends = true → seen[n].activation = 0 →
        isNoted (markEnds k seen i marks) seen[n].store = true := by
  fun_induction markEnds k seen i marks with
  | case1 i marks hi sight ih =>
    have hkeep (g : Nat) (hg : isNoted marks g = true) : isNoted (if hs : sight.store < marks.size then
        if ((k.control sight.control).ends && sight.activation == 0) = true then marks.set sight.store true hs else marks else marks) g = true := by
      split
      · split
        · rw [isNoted_iff] at *
          by_cases he : sight.store = g
          · subst he; simp [*]
          · simpa [Array.getElem?_set, he] using hg
        · exact hg
      · exact hg
    refine ⟨fun g hg => ih.1 g (hkeep g hg), fun n hn hin hsize hends hown => ?_⟩
    by_cases he : i = n
    · subst he
      refine ih.1 _ ?_
      rw [dif_pos hsize, dif_pos (by simp [sight, hends, hown]), isNoted_iff]
      simp [sight, hsize]
    · refine ih.2 n hn (by omega) ?_ hends hown
      split
      · split
        · simpa using hsize
        · exact hsize
      · exact hsize
  | case2 i marks hi => exact ⟨fun _ h => h, fun n hn hin => absurd (Nat.lt_of_le_of_lt hin hn) hi⟩

/-- What both have marked is marked. -/
theorem bothMarks_sound {a b : Array Bool} (i : Nat) {g : Nat} (ha : isNoted a g = true) (hb : isNoted b g = true) : isNoted (bothMarks a b i) g = true := by
  fun_induction bothMarks a b i with
  | case1 a i hi ih =>
    refine ih ?_
    rw [isNoted_iff] at *
    by_cases he : i = g
    · subst he
      have : isNoted b i = true := isNoted_iff.mpr hb
      obtain ⟨hlt, hv⟩ := Array.getElem?_eq_some_iff.mp ha
      simp [this, hlt, hv]
    · simpa [Array.getElem?_set, he] using ha
  | case2 => exact ha

/-- What a thread sees at first is there, and all that it sees is good. -/
structure Modular.Seen (k : Modular) (starts : List (Array StoreValue)) (first : Array Nat) (j : Nat) (seen : Array Sight) : Prop where
  start : ∃ hj : j < k.threads.size, ∃ hf : j < first.size, ∀ start ∈ starts, ∃ effort sight left,
    k.sightOf k.threads[j].2 start first[j] 0 effort = .ok ⟨sight, left⟩ ∧ sight ∈ seen
  good : ∃ hj : j < k.threads.size, ∀ sight ∈ seen, Sight.Good k j k.threads[j].2 sight seen

/-! ## Races -/

/-- What a thread that sees this is about to touch is among the touches. -/
def Sight.TouchesIn (k : Modular) (names : List Nat) (id : Int) (sight : Sight) (touches : List Touch) : Prop :=
  ∃ effort store left, restoreEntries id sight.own (k.store sight.store) effort = .ok ⟨store, left⟩ ∧ ∃ effort out r,
    edgesTouch (k.runner id) k.sorts names store (k.control sight.control).edges effort out = .ok r ∧ ∀ t ∈ r.known, t ∈ touches

/-- The touches in the shared store of that number. -/
def touchesAt (touches : Array (List Touch)) (g : Nat) : List Touch := touches.getD g []

theorem touchesAt_set {touches : Array (List Touch)} {g n : Nat} {here : List Touch} (h : g < touches.size) :
    touchesAt (touches.set g here h) n = if n = g then here else touchesAt touches n := by
  unfold touchesAt
  by_cases hn : n = g
  · subst hn
    simp [Array.getD_eq_getD_getElem?, h]
  · have : g ≠ n := fun he => hn he.symm
    simp [Array.getD_eq_getD_getElem?, this, hn]

/-- A finder keeps what is there; what it finds does not matter. -/
theorem edgesTouch_keeps {k : Runner} (hT : k.tables.Right) {S : Sorts} {names : List Nat} (hnames : names ≠ []) {store : Array StoreValue} {edges : List Edge} {effort : Nat}
    {out : List Touch} {r : Evaluated (List Touch)} (h : edgesTouch k S names store edges effort out = .ok r) : ∀ t ∈ out, t ∈ r.known := by
  obtain ⟨x, hx⟩ := List.exists_mem_of_ne_nil names hnames
  exact (edgesTouch_sound (E := ⟨fun _ => False, fun _ => .int 0⟩) hT hx h).1

theorem modular_touched {k : Modular} (hT : k.program.tables.Right) {names : List Nat} (hnames : names ≠ []) {id : Int} {seen : Array Sight} (i : Nat) (mine : Array (List Touch))
    (effort : Nat) {r : Evaluated (Array (List Touch))} (h : k.touched names id seen i mine effort = .ok r) :
    (∀ g, ∀ t ∈ touchesAt mine g, t ∈ touchesAt r.known g) ∧
      ∀ n (hn : n < seen.size), i ≤ n → seen[n].TouchesIn k names id (touchesAt r.known seen[n].store) := by
  fun_induction Modular.touched k names id seen i mine effort with
  | case1 i mine effort hi sight hs ih =>
    obtain ⟨⟨store, _⟩, hrestore, h⟩ := bind_ok.mp h
    obtain ⟨⟨here, _⟩, htouch, h⟩ := bind_ok.mp h
    obtain ⟨hkeep, hrest⟩ := ih _ _ h
    have hhere : ∀ t ∈ here, t ∈ touchesAt r.known sight.store := fun t ht => hkeep _ t (by rw [touchesAt_set, if_pos rfl]; exact ht)
    refine ⟨fun g t ht => hkeep g t ?_, fun n hn hin => ?_⟩
    · rw [touchesAt_set]
      split
      · rename_i he
        subst he
        exact edgesTouch_keeps hT hnames htouch t (by simpa [touchesAt, Array.getD_eq_getD_getElem?, hs] using ht)
      · exact ht
    · by_cases he : i = n
      · subst he
        exact ⟨_, _, _, hrestore, _, _, _, htouch, hhere⟩
      · exact hrest n hn (by omega)
  | case2 => simp at h
  | case3 i mine effort hi =>
    injection h with h
    subst h
    exact ⟨fun _ _ ht => ht, fun n hn hin => absurd (Nat.lt_of_le_of_lt hin hn) hi⟩

theorem apartStores_sound {mine : Array (List Touch)} (g : Nat) (others : Array (List Touch)) (effort : Nat) {r : Evaluated (Array (List Touch))}
    (h : apartStores mine g others effort = .ok r) : r.known.size = others.size ∧ (∀ n, ∀ t ∈ touchesAt others n, t ∈ touchesAt r.known n) ∧
      ∀ n, n < others.size → g ≤ n → Apart (touchesAt mine n) (touchesAt others n) ∧ ∀ t ∈ touchesAt mine n, t ∈ touchesAt r.known n := by
  fun_induction apartStores mine g others effort with
  | case1 g others effort hg hm ih =>
    obtain ⟨⟨here, _⟩, hapart, h⟩ := bind_ok.mp h
    obtain ⟨hapart, hmine, hothers⟩ := apartTouches_sound hapart
    obtain ⟨hsize, hkeep, hrest⟩ := ih _ _ h
    have hat : touchesAt others g = others[g] := by simp [touchesAt, Array.getD_eq_getD_getElem?, hg]
    have hat' : touchesAt mine g = mine[g] := by simp [touchesAt, Array.getD_eq_getD_getElem?, hm]
    have hhere : ∀ t ∈ here, t ∈ touchesAt r.known g := fun t ht => hkeep g t (by rw [touchesAt_set, if_pos rfl]; exact ht)
    refine ⟨by simpa using hsize, fun n t ht => ?_, fun n hn hgn => ?_⟩
    · by_cases he : n = g
      · subst he
        rw [hat] at ht
        exact hhere t (hothers t ht)
      · exact hkeep n t (by rw [touchesAt_set, if_neg he]; exact ht)
    · by_cases he : n = g
      · subst he
        rw [hat, hat']
        exact ⟨hapart, fun t ht => hhere t (hmine t ht)⟩
      · have := hrest n (by simpa using hn) (by omega)
        rw [touchesAt_set, if_neg he] at this
        exact this
  | case2 => simp at h
  | case3 g others effort hg =>
    injection h with h
    subst h
    exact ⟨rfl, fun _ _ ht => ht, fun n hn hgn => absurd (Nat.lt_of_le_of_lt hgn hn) hg⟩

theorem areWhole_sound {touches : List Touch} (h : areWhole touches = true) : ∀ t ∈ touches, t.index = none := by
  induction touches with
  | nil => simp
  | cons touch rest ih =>
    simp only [areWhole, Bool.and_eq_true] at h
    intro t ht
    rcases List.mem_cons.mp ht with rfl | ht
    · exact Option.isNone_iff_eq_none.mp h.1
    · exact ih h.2 t ht

theorem areAllWhole_sound {mine : Array (List Touch)} (g : Nat) (h : areAllWhole mine g = true) :
    ∀ n, g ≤ n → ∀ t ∈ touchesAt mine n, t.index = none := by
  fun_induction areAllWhole mine g with
  | case1 g hg ih =>
    simp only [Bool.and_eq_true] at h
    intro n hn t ht
    by_cases he : g = n
    · subst he
      exact areWhole_sound h.1 t (by simpa [touchesAt, Array.getD_eq_getD_getElem?, hg] using ht)
    · exact ih h.2 n (by omega) t ht
  | case2 g hg =>
    intro n hn t ht
    simp [touchesAt, Array.getD_eq_getD_getElem?, show ¬ n < mine.size by omega] at ht

/-- What the thread touches has been found, and compared with what the others touch. -/
theorem noRaces_sound {k : Modular} (hT : k.program.tables.Right) {id : Int} {seen : Array Sight} {others : Array (List Touch)} {effort : Nat}
    {r : Evaluated (Array (List Touch))} (h : k.noRaces id seen others effort = .ok r) (hsize : others.size = k.stores.size) :
    r.known.size = k.stores.size ∧ (k.program.specification.races ≠ [] → (∀ g, ∀ t ∈ touchesAt others g, t ∈ touchesAt r.known g) ∧
      ∃ mine : Nat → List Touch, (k.hasMore = true → ∀ g, ∀ t ∈ mine g, t.index = none) ∧
        (∀ sight ∈ seen, sight.TouchesIn k k.program.specification.races id (mine sight.store)) ∧
        ∀ g, g < k.stores.size → Apart (mine g) (touchesAt others g) ∧ ∀ t ∈ mine g, t ∈ touchesAt r.known g) := by
  unfold Modular.noRaces at h
  split at h
  · rename_i hnone
    injection h with h
    subst h
    exact ⟨hsize, fun hne => absurd hnone hne⟩
  · obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨⟨mine, _⟩, hmine, h⟩ := bind_ok.mp h
    obtain ⟨_, hwhole, h⟩ := bind_ok.mp h
    obtain ⟨hsize', hkeep, hall⟩ := apartStores_sound 0 _ _ h
    refine ⟨hsize'.trans hsize, fun hne => ⟨hkeep, touchesAt mine, fun hmore g t ht => ?_, fun sight hs => ?_, fun g hg => hall g (by omega) (Nat.zero_le _)⟩⟩
    · exact areAllWhole_sound 0 ((require_ok.mp hwhole).resolve_left (by simp [hmore])) g (Nat.zero_le _) t ht
    · obtain ⟨n, hn, rfl⟩ := Array.mem_iff_getElem.mp hs
      exact (modular_touched hT hne 0 _ _ hmine).2 n hn (Nat.zero_le _)

/-- **All threads have been run**, and the stores in which all of them can have ended are marked; what they touch in a store does not clash. -/
theorem modular_run_sound {k : Modular} (hT : k.program.tables.Right) {starts : List (Array StoreValue)} {first most : Array Nat} (j : Nat) (marks : Array Bool)
    (others : Array (List Touch)) (effort : Nat) {r : Evaluated (Array Bool)} (h : k.run starts first most j marks others effort = .ok r)
    (hsize : others.size = k.stores.size) :
    ∃ R : Nat → Array Sight, (∀ i, i < k.threads.size → j ≤ i → k.Seen starts first i (R i)) ∧
      (k.program.specification.races ≠ [] → ∃ touches : Nat → Nat → List Touch,
        (∀ i (hi : i < k.threads.size), j ≤ i → (∀ sight ∈ R i, sight.TouchesIn k k.program.specification.races k.threads[i].2 (touches i sight.store)) ∧
          (k.hasMore = true → ∀ g, ∀ t ∈ touches i g, t.index = none) ∧ ∀ g, g < k.stores.size → Apart (touches i g) (touchesAt others g)) ∧
        ∀ i i' g, i < k.threads.size → i' < k.threads.size → j ≤ i → i < i' → g < k.stores.size → Apart (touches i' g) (touches i g)) ∧
      ∀ g, g < k.stores.size → isNoted marks g = true →
        (∀ i, i < k.threads.size → j ≤ i → ∃ sight ∈ R i, sight.store = g ∧ (k.control sight.control).ends = true ∧ sight.activation = 0) → isNoted r.known g = true := by
  fun_induction Modular.run k starts first most j marks others effort with
  | case1 j marks others effort hj hn id ih =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨s, hstarts, h⟩ := bind_ok.mp h
    obtain ⟨⟨seen, _, _, _⟩, hrun, h⟩ := bind_ok.mp h
    obtain ⟨⟨others', _⟩, hraces, h⟩ := bind_ok.mp h
    obtain ⟨hsize', hraces⟩ := noRaces_sound hT hraces hsize
    obtain ⟨hgrown, hfirst⟩ := addStarts_seen hstarts
    obtain ⟨hsub, hgood⟩ := sightsFrom_good (fun n hn => (hgrown.fresh n hn).elim (fun hn => by simp at hn) .inl) hrun
    obtain ⟨R, hR, hapart, hends⟩ := ih _ _ _ h hsize'
    refine ⟨fun i => if i = j then seen else R i, fun i hi hji => ?_, fun hne => ?_, fun g hg hmark hall => hends g hg ?_ fun i hi hji => ?_⟩
    · by_cases he : i = j
      · subst he
        simp only [if_true]
        exact ⟨⟨hi, hn.1, fun start hs => let ⟨e, sight, l, h1, h2⟩ := hfirst start hs; ⟨e, sight, l, h1, hsub _ h2⟩⟩, hi, hgood⟩
      · simp only [if_neg he]
        exact hR i hi (by omega)
    · obtain ⟨hkeep, mine, hwhole, hmine, hothers⟩ := hraces hne
      obtain ⟨touches, htouches, hpairs⟩ := hapart hne
      refine ⟨fun i => if i = j then mine else touches i, fun i hi hji => ?_, fun i i' g hi hi' hji hii hg => ?_⟩
      · by_cases he : i = j
        · subst he
          simp only [if_true]
          exact ⟨hmine, hwhole, fun g hg => (hothers g hg).1⟩
        · simp only [if_neg he]
          obtain ⟨h1, h2, h3⟩ := htouches i hi (by omega)
          exact ⟨h1, h2, fun g hg t ht u hu => h3 g hg t ht u (hkeep g u hu)⟩
      · have hne' : i' ≠ j := by omega
        simp only [if_neg hne']
        by_cases he : i = j
        · subst he
          simp only [if_true]
          exact fun t ht u hu => (htouches i' hi' (by omega)).2.2 g hg t ht u ((hothers g hg).2 u hu)
        · simp only [if_neg he]
          exact hpairs i i' g hi hi' (by omega) hii hg
    · obtain ⟨sight, hin, hstore, hend, hown⟩ := hall j hj (Nat.le_refl _)
      simp only [if_true] at hin
      obtain ⟨n, hn, rfl⟩ := Array.mem_iff_getElem.mp hin
      refine bothMarks_sound 0 hmark ?_
      subst hstore
      exact (markEnds_sound 0 _).2 n hn (Nat.zero_le _) (by simpa using hg) hend hown
    · have hne : i ≠ j := by omega
      have := hall i hi (by omega)
      simpa only [if_neg hne] using this
  | case2 => simp at h
  | case3 j marks others effort hj =>
    injection h with h
    subst h
    exact ⟨fun _ => #[], fun i hi hji => absurd (Nat.lt_of_le_of_lt hji hi) hj, fun _ => ⟨fun _ _ => [],
      fun i hi hji => absurd (Nat.lt_of_le_of_lt hji hi) hj, fun i _ _ hi _ hji => absurd (Nat.lt_of_le_of_lt hji hi) hj⟩, fun _ _ hmark _ => hmark⟩

end Plato
