/-
# A program that is seen whole satisfies its specification

Main results: `closed_sound`, `closure_sound`.
-/
module

public import Plato.Closure.Check
public import Closure.Sound

@[expose] public section

namespace Plato

/-- **A program that is seen whole satisfies its specification.** -/
theorem closed_sound {p : ProgramTables} (hT : p.tables.Sound) {start : Kernel.Start} {threads : Array (Nat × Int)} {most effort : Nat}
    (h : Kernel.closed p start threads most effort = .ok ()) : p.text.Satisfies p.specificationText := by
  obtain ⟨⟨⟨S, all, controls, numbers⟩, _⟩, hsetting, h⟩ := bind_ok.mp h
  have hw := setting_sound hT.right hsetting
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

/-- **The method `closure` is sound.** -/
theorem closure_sound {bytes : ByteArray} {p q : ProgramTables} (hT : p.tables.Sound) {first effort : Nat}
    (h : Kernel.closure bytes p first effort = .ok q) : q.text.Satisfies q.specificationText := by
  obtain ⟨⟨range, _⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨⟨start, _⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨⟨threads, _⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨most, _, h⟩ := bind_ok.mp h
  obtain ⟨_, hclosed, h⟩ := bind_ok.mp h
  injection h with h
  subst h
  exact closed_sound hT (atOffset_ok.mp hclosed)

end Plato
