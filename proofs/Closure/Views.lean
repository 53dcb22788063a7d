/-
# What a thread sees is closed

Main definitions: `EntranceSeen`, `Sight.EndListed`, `Sight.Good`. Main results: `addEdges_seen`, `addEntrances_seen`, `sightsFrom_good`.
-/
module

public import Plato.Closure.Views
public import Closure.SharedStores

@[expose] public section

namespace Plato

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

end Plato
