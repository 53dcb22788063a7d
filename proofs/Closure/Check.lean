/-
# A program that is seen whole satisfies its specification, and has no races where it must have none

Main results: `closed_sound`, `apart_sound`, `closure_sound`.
-/
module

public import Plato.Closure.Check
public import Closure.FewStart
public import Closure.FewRaces

@[expose] public section

namespace Plato

/-- The program satisfies its specification, and no state that it reaches has a race on a variable that must be free of them. -/
def ProgramTables.Right (p : ProgramTables) : Prop := p.text.Satisfies p.specificationText ∧ ∀ x ∈ p.specification.races, p.text.RaceFree x

/-- **A program that is seen whole satisfies its specification.** -/
theorem closed_sound {p : ProgramTables} (hT : p.tables.Sound) {start : Kernel.Start} {threads : Array (Nat × Int)} {values : ValueLines} {most effort : Nat}
    (h : Kernel.closed p start threads values most effort = .ok ()) : p.Right := by
  obtain ⟨⟨⟨S, starts, all, controls, first⟩, _⟩, hbeginning, h⟩ := bind_ok.mp h
  have hw := beginning_sound hT.right hbeginning
  obtain ⟨_, hnone, h⟩ := bind_ok.mp h
  have hnone := haveNoEntrances_sound 0 (require_ok.mp hnone)
  obtain ⟨s, hstarts, h⟩ := bind_ok.mp h
  obtain ⟨r, hsearch, _⟩ := bind_ok.mp h
  let k : Product := ⟨p, S, start.range, threads, controls, most⟩
  have hshared (x : Nat) : S.isOwn x = false := Bool.eq_false_iff.mpr fun hx => by simpa using (hw.own x).mp hx
  have hk : k.Right S all := ⟨hT.right, rfl, hshared, hw.controls, hw.invariant, hw.guarantee, hw.post, fun n control hn => hnone n control hn (Nat.zero_le _)⟩
  obtain ⟨hgrown, hfirst⟩ := addStarts_grown hstarts
  obtain ⟨hsub, hgood⟩ := search_good (k := k) (fun n hn => (hgrown.fresh n hn).elim (fun hn => by simp at hn) .inl) hsearch
  have hstart (E : Parameters) (σ : Store) (hi : p.text.Initial E σ) : ∃ node ∈ r.nodes, node.Stands k S all σ (p.text.program E σ) := by
    obtain ⟨store, hstore, hlike⟩ := hw.like E σ hi (baseValue k.program.tables noParameters)
    refine ⟨_, hsub _ (hfirst store hstore), ?_, fun t => ?_⟩
    · simp only [Product.meant, normalStore_meant]
      exact hlike 0
    · obtain ⟨j, hj, hthread⟩ := hw.listed E σ hi t rfl
      obtain ⟨hn, hbody⟩ := hw.first j hj
      obtain ⟨control, hcontrol, hseen, hright⟩ := hk.controls _ _ hbody
      exact ⟨j, hj, hthread, hn, control, hcontrol, hright, _, hseen, body_frames t hj hthread⟩
  exact ⟨satisfies_of_states (k := k) hk hT.startsTrue hw.rely hgood hstart hw.members hw.distinct, raceFree_of_states (k := k) hk hgood hstart⟩

theorem sharedStarts_sound {k : Modular} {starts : List (Array StoreValue)} {effort left : Nat} (h : Kernel.sharedStarts k starts effort = .ok left) :
    ∀ store ∈ starts, ∃ effort r, k.find (sharedStore k.locals store) effort = .ok r := by
  induction starts generalizing effort with
  | nil => simp
  | cons store rest ih =>
    obtain ⟨⟨g, _⟩, hfind, h⟩ := bind_ok.mp h
    intro other ho
    rcases List.mem_cons.mp ho with rfl | ho
    · exact ⟨_, _, hfind⟩
    · exact ih h other ho

/-- **A program whose threads have been run apart satisfies its specification.** -/
theorem apart_sound {p : ProgramTables} (hT : p.tables.Sound) {start : Kernel.Start} {threads : Array (Nat × Int)} {values : ValueLines} {locals : List Nat}
    {few : FewLines} {stores : Array (Array StoreValue)} {steps : Array (List SharedStep)} {calls : Array (List ListedCall)} {summaries : Array Summary} {most : Array Nat}
    {effort : Nat}
    (h : Kernel.apart p start threads values locals few stores steps calls summaries most effort = .ok ()) : p.Right := by
  obtain ⟨⟨⟨S, starts, all, controls, first⟩, _⟩, hbeginning, h⟩ := bind_ok.mp h
  have hw := beginning_sound hT.right hbeginning
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, hapart, h⟩ := bind_ok.mp h
  obtain ⟨⟨nexts, _⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨⟨⟨firsts, buckets⟩, _⟩, hfirsts, h⟩ := bind_ok.mp h
  obtain ⟨_, hshared, h⟩ := bind_ok.mp h
  obtain ⟨⟨marks, _⟩, hrun, h⟩ := bind_ok.mp h
  obtain ⟨_, hright, h⟩ := bind_ok.mp h
  obtain ⟨_, hserve, _⟩ := bind_ok.mp h
  have happly := areApart_sound 0 (require_ok.mp hapart)
  let k : Modular := ⟨p, S, start.range, threads, locals, controls, nexts, stores, buckets, firsts, steps, calls, summaries, Kernel.hasMembersBesides few⟩
  have hk : k.Right S all := ⟨hT.right, rfl, hw.controls, hw.invariant, hw.guarantee, hw.post, hw.own, numberStores_sound (k := k) 0 _ _ _ hfirsts rfl (by simp), fun i j hi hj he => by
    rcases Nat.lt_trichotomy i j with hlt | heq | hgt
    · exact absurd he.symm (happly i j hi hj (Nat.zero_le _) hlt)
    · exact heq
    · exact absurd he (happly j i hj hi (Nat.zero_le _) hgt)⟩
  obtain ⟨R, hR, hraces, hends⟩ := modular_run_sound (k := k) hT.right 0 _ _ _ hrun (by simp [k])
  have hR' (i : Nat) (hi : i < k.threads.size) := hR i hi (Nat.zero_le _)
  have hright' (g : Nat) (hg : g < k.stores.size) := storesRight_sound 0 _ hright g hg (Nat.zero_le _)
  unfold Kernel.serve at hserve
  split at hserve
  · rename_i hnone
    have hstart (E : Parameters) (σ : Store) (hi : p.text.Initial E σ) : ∃ g, k.Stands S all R g σ (p.text.program E σ) := by
      obtain ⟨store, hstore, hlike⟩ := hw.like E σ hi (baseValue k.program.tables noParameters)
      obtain ⟨_, ⟨g, _⟩, hfind⟩ := sharedStarts_sound hshared store hstore
      obtain ⟨hlt, hfound⟩ := find_sound hfind
      refine ⟨g, hlt, ?_, fun t => ?_⟩
      · dsimp only at hfound
        rw [hfound]
        refine ⟨fun {x kind} hs => ?_, fun hs => by rw [shared_ownKind] at hs; simp at hs⟩
        rw [has_shared] at hs
        have hx : x ∉ k.locals := fun hx => by
          have := (hw.own x).mpr hx
          rw [Sorts.not_own hs] at this
          simp at this
        rw [Modular.meant, sharedStore_meant hx]
        exact (hlike 0).shared hs
      · obtain ⟨j, hj, hthread⟩ := hw.listed E σ hi t (by rw [hnone]; rfl)
        obtain ⟨_, hf, hsights⟩ := (hR' j hj).start
        obtain ⟨_, sight, _, hsight, hmem⟩ := hsights store hstore
        obtain ⟨hcontrol, hactivation, _, _, hown⟩ := sightOf_sound hk hsight (hlike _)
        obtain ⟨hn, hbody⟩ := hw.first j hj
        obtain ⟨control, hc, hseen, hright'⟩ := hk.controls _ _ hbody
        refine ⟨j, hj, hthread, sight, hmem, sightOf_store hsight hfind, ?_, control, by rw [hcontrol]; exact hc, hright', [], ?_,
          .inl ⟨_, hseen, body_frames t hj hthread⟩⟩
        · rw [show k.threads[j].2 = t.1.2 from congrArg Prod.snd hthread] at hown
          exact hown
        · rw [hactivation]
          exact .body
    refine ⟨satisfies_of_sights (k := k) hk hT.startsTrue hw.rely hR'
      (fun g hg hall => hends g hg (by simp [isNoted, show g < stores.size from hg]) fun i hi _ => hall i hi) hright' hstart hw.members, fun x hx => ?_⟩
    obtain ⟨touches, htouches, hpairs⟩ := hraces fun hnone => by
      rw [show p.specification.races = [] from hnone] at hx
      simp at hx
    exact raceFree_of_sights (k := k) hk hR' hright' hstart (fun i hi => (htouches i hi (Nat.zero_le _)).1)
      (fun i i' g hi hi' hii hg => hpairs i i' g hi hi' (Nat.zero_le _) hii hg) x hx
  · rename_i family hfamily
    rw [hfamily] at hw
    obtain ⟨hfound, hfew⟩ := fewServe_sound (k := k) hserve rfl (List.elem_iff.mpr List.mem_cons_self)
    have henough (E : Parameters) (σ : Store) (hi : p.text.Initial E σ) := few_enough (k := k) hT.right hw hk.apart hfound hi
    have hstart (E : Parameters) (σ : Store) (hi : p.text.Initial E σ) :=
      known_start (k := k) hk hfew rfl rfl hw rfl rfl hfound hR' (sharedStarts_sound hshared) hi
    refine ⟨satisfies_of_few (k := k) hk hfew hT.startsTrue hw.rely hR' hright' henough
      (fun g hg hall => hends g hg (by simp [isNoted, show g < stores.size from hg]) fun i hi _ => hall i hi) hw.members hstart, fun x hx => ?_⟩
    obtain ⟨touches, htouches, hpairs⟩ := hraces fun hnone => by
      rw [show p.specification.races = [] from hnone] at hx
      simp at hx
    have hmore : k.hasMore = true := by simp [k, Kernel.hasMembersBesides, hfamily]
    exact raceFree_of_few (k := k) hk hfew sharedNames_all ownNames_all henough hR' hright' hstart (fun i hi => (htouches i hi (Nat.zero_le _)).1)
      (fun i hi => (htouches i hi (Nat.zero_le _)).2.1 hmore) (fun i i' g hi hi' hii hg => hpairs i i' g hi hi' (Nat.zero_le _) hii hg) x hx
  · simp at hserve

/-- What the lines say of threads that are run apart is sound. -/
theorem closureApart_sound {bytes : ByteArray} {p : ProgramTables} (hT : p.tables.Sound) {start : Kernel.Start} {threads : Array (Nat × Int)} {values : ValueLines}
    {first next effort : Nat} (h : Kernel.closureApart bytes p start threads values first next effort = .ok ()) : p.Right := by
  obtain ⟨⟨locals, _⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨⟨few, _⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨⟨stores, _, _⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨⟨steps, _⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨⟨calls, _, summaries, _⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨⟨most, _⟩, _, h⟩ := bind_ok.mp h
  exact apart_sound hT (atOffset_ok.mp h)


/-- **The method `closure` is sound.** -/
theorem closure_sound {bytes : ByteArray} {p q : ProgramTables} (hT : p.tables.Sound) {first effort : Nat}
    (h : Kernel.closure bytes p first effort = .ok q) : q.Right := by
  obtain ⟨⟨range, _⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨⟨start, _⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨⟨threads, _⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨⟨values, _⟩, _, h⟩ := bind_ok.mp h
  dsimp only at h
  split at h
  · obtain ⟨most, _, h⟩ := bind_ok.mp h
    obtain ⟨_, hclosed, h⟩ := bind_ok.mp h
    injection h with h
    subst h
    exact closed_sound hT (atOffset_ok.mp hclosed)
  · obtain ⟨_, happly, h⟩ := bind_ok.mp h
    injection h with h
    subst h
    exact closureApart_sound hT happly

end Plato
