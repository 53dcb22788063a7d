/-
# A program that is seen whole satisfies its specification

Main results: `closed_sound`, `apart_sound`, `closure_sound`.
-/
module

public import Plato.Closure.Check
public import Closure.Apart

@[expose] public section

namespace Plato

/-- **A program that is seen whole satisfies its specification.** -/
theorem closed_sound {p : ProgramTables} (hT : p.tables.Sound) {start : Kernel.Start} {threads : Array (Nat × Int)} {most effort : Nat}
    (h : Kernel.closed p start threads most effort = .ok ()) : p.text.Satisfies p.specificationText := by
  obtain ⟨⟨⟨S, all, controls, numbers⟩, _⟩, hbeginning, h⟩ := bind_ok.mp h
  have hw := beginning_sound hT.right hbeginning
  obtain ⟨s, hinsert, h⟩ := bind_ok.mp h
  obtain ⟨r, hsearch, _⟩ := bind_ok.mp h
  let k : Product := ⟨p, start.range, threads, controls, most⟩
  have hshared (x : Nat) : S.isOwn x = false := Bool.eq_false_iff.mpr fun hx => by simpa using (hw.own x).mp hx
  have hk : k.Right S all := ⟨hT.right, hshared, hw.controls, hw.invariant, hw.guarantee, hw.post⟩
  obtain ⟨hfirst, hgrown⟩ := insert_grown hinsert
  obtain ⟨hsub, hgood⟩ := search_good (k := k) (fun n hn => (hgrown.fresh n hn).elim (fun hn => by simp at hn) .inl) hsearch
  refine satisfies_of_states (k := k) hk hT.startsTrue hw.rely hgood (fun E σ hi => ⟨_, hsub _ hfirst, ?_, fun t => ?_⟩) hw.members hw.distinct
  · simp only [Product.meant, normalStore_meant]
    exact hw.like E σ hi 0 _
  · obtain ⟨j, hj, hthread⟩ := hw.listed E σ hi t
    obtain ⟨hn, hbody⟩ := hw.first j hj
    obtain ⟨control, hcontrol, hseen, hright⟩ := hk.controls _ _ hbody
    exact ⟨j, hj, hthread, hn, control, hcontrol, hright, _, hseen, body_frames t hj hthread⟩

/-- **A program whose threads have been run apart satisfies its specification.** -/
theorem apart_sound {p : ProgramTables} (hT : p.tables.Sound) {start : Kernel.Start} {threads : Array (Nat × Int)} {locals : List Nat}
    {stores : Array (Array StoreValue)} {steps : Array (List SharedStep)} {most : Array Nat} {effort : Nat}
    (h : Kernel.apart p start threads locals stores steps most effort = .ok ()) : p.text.Satisfies p.specificationText := by
  obtain ⟨⟨⟨S, all, controls, first⟩, _⟩, hbeginning, h⟩ := bind_ok.mp h
  have hw := beginning_sound hT.right hbeginning
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, hapart, h⟩ := bind_ok.mp h
  obtain ⟨⟨g, _⟩, hfind, h⟩ := bind_ok.mp h
  obtain ⟨⟨ends, _⟩, hrun, h⟩ := bind_ok.mp h
  obtain ⟨_, hright, _⟩ := bind_ok.mp h
  have happly := areApart_sound 0 (require_ok.mp hapart)
  let k : Modular := ⟨p, start.range, threads, locals, controls, stores, Kernel.storeBuckets stores 0 (Array.replicate (stores.size + 1) []), steps⟩
  have hk : k.Right S all := ⟨hT.right, hw.controls, hw.invariant, hw.guarantee, hw.post, hw.own, fun i j hi hj he => by
    rcases Nat.lt_trichotomy i j with hlt | heq | hgt
    · exact absurd he.symm (happly i j hi hj (Nat.zero_le _) hlt)
    · exact heq
    · exact absurd he (happly j i hj hi (Nat.zero_le _) hgt)⟩
  obtain ⟨R, hR, hends⟩ := modular_run_sound (k := k) 0 _ _ hrun
  refine satisfies_of_sights (k := k) hk hT.startsTrue hw.rely (fun i hi => hR i hi (Nat.zero_le _))
    (fun g hg hall => hends g hg (by simp [isNoted, show g < stores.size from hg]) fun i hi _ => hall i hi)
    (fun g hg => storesRight_sound 0 _ hright g hg (Nat.zero_le _)) (fun E σ hi => ?_) hw.members
  have hlike (id : Int) := hw.like E σ hi id (baseValue k.program.tables noParameters)
  obtain ⟨hlt, hstore⟩ := find_sound (k := k) hfind
  refine ⟨g, hlt, ?_, fun t => ?_⟩
  · dsimp only at hstore
    rw [hstore]
    refine ⟨fun {x isMap} hs => ?_, fun {x} hs => ?_⟩
    · have hs' := (sharedFrom_sound S 0).1 _ _ hs
      have hx : x ∉ locals := fun hx => by
        have := (hw.own x).mpr hx
        rw [Sorts.not_own hs'] at this
        simp at this
      rw [Modular.meant, sharedStore_meant hx]
      exact (hlike 0).shared hs'
    · rw [Sorts.shared, (sharedFrom_sound S 0).2 x (Nat.zero_le _)] at hs
      simp at hs
  · obtain ⟨j, hj, hthread⟩ := hw.listed E σ hi t
    obtain ⟨_, hf, _, sight, _, hsight, hmem⟩ := (hR j hj (Nat.zero_le _)).start
    obtain ⟨hcontrol, _, _, hown⟩ := sightOf_sound hk hsight (hlike _)
    obtain ⟨hn, hbody⟩ := hw.first j hj
    obtain ⟨control, hc, hseen, hright'⟩ := hk.controls _ _ hbody
    refine ⟨j, hj, hthread, sight, hmem, sightOf_store hsight hfind, ?_, control, by rw [hcontrol]; exact hc, hright', _, hseen, body_frames t hj hthread⟩
    rw [show k.threads[j].2 = t.1.2 from congrArg Prod.snd hthread] at hown
    exact hown

/-- What the lines say of threads that are run apart is sound. -/
theorem closureApart_sound {bytes : ByteArray} {p : ProgramTables} (hT : p.tables.Sound) {start : Kernel.Start} {threads : Array (Nat × Int)}
    {first next effort : Nat} (h : Kernel.closureApart bytes p start threads first next effort = .ok ()) : p.text.Satisfies p.specificationText := by
  obtain ⟨⟨locals, _⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨⟨stores, _, _⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨⟨steps, _⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨⟨most, _⟩, _, h⟩ := bind_ok.mp h
  exact apart_sound hT (atOffset_ok.mp h)


/-- **The method `closure` is sound.** -/
theorem closure_sound {bytes : ByteArray} {p q : ProgramTables} (hT : p.tables.Sound) {first effort : Nat}
    (h : Kernel.closure bytes p first effort = .ok q) : q.text.Satisfies q.specificationText := by
  obtain ⟨⟨range, _⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨⟨start, _⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨⟨threads, _⟩, _, h⟩ := bind_ok.mp h
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
