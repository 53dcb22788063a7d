/-
# A few members show that there are no races

What a thread is about to access as a whole, another one is about to access whose identifier it gets, in the renamed store. So if no two of the few are about to access a variable
at once, no two of all threads are. At which index something is accessed may be different after renaming; so it must be accessed as a whole.

Main results: `reads_somewhere`, `accesses_renamed`, `raceFree_of_few`.
-/
module

public import Closure.FewServe
public import Closure.Ways

@[expose] public section

namespace Plato

open ModelChecking

mutual

/-- A term that reads a variable does so in any model, perhaps at another index. -/
theorem Term.reads_somewhere {M M' : Model} {x : Nat} : (t : Term) → ∀ {i bs}, t.Reads M x i bs → ∀ bs', ∃ i', t.Reads M' x i' bs'
  | .num _, _, _, h, _ => False.elim h
  | .var _ _, _, _, h, _ => ⟨0, h⟩
  | .logic _, _, _, h, _ => False.elim h
  | .bound _, _, _, h, _ => False.elim h
  | .add a b, _, _, h, bs' => h.elim (fun h => (a.reads_somewhere h bs').imp fun _ => .inl) fun h => (b.reads_somewhere h bs').imp fun _ => .inr
  | .sub a b, _, _, h, bs' => h.elim (fun h => (a.reads_somewhere h bs').imp fun _ => .inl) fun h => (b.reads_somewhere h bs').imp fun _ => .inr
  | .mul a b, _, _, h, bs' => h.elim (fun h => (a.reads_somewhere h bs').imp fun _ => .inl) fun h => (b.reads_somewhere h bs').imp fun _ => .inr
  | .div a b, _, _, h, bs' => h.elim (fun h => (a.reads_somewhere h bs').imp fun _ => .inl) fun h => (b.reads_somewhere h bs').imp fun _ => .inr
  | .mod a b, _, _, h, bs' => h.elim (fun h => (a.reads_somewhere h bs').imp fun _ => .inl) fun h => (b.reads_somewhere h bs').imp fun _ => .inr
  | .pair a b, _, _, h, bs' => h.elim (fun h => (a.reads_somewhere h bs').imp fun _ => .inl) fun h => (b.reads_somewhere h bs').imp fun _ => .inr
  | .branch a b, _, _, h, bs' => h.elim (fun h => (a.reads_somewhere h bs').imp fun _ => .inl) fun h => (b.reads_somewhere h bs').imp fun _ => .inr
  | .select m j, _, _, h, bs' => by
    rcases h with ⟨hm, _⟩ | hj
    · by_cases hvar : ∃ name version, m = .var name version
      · obtain ⟨name, version, rfl⟩ := hvar
        exact ⟨(j.eval M' bs').toInt, .inl ⟨hm, fun _ _ _ => rfl⟩⟩
      · obtain ⟨i', hi⟩ := m.reads_somewhere hm bs'
        exact ⟨i', .inl ⟨hi, fun name version he => absurd ⟨name, version, he⟩ hvar⟩⟩
    · exact (j.reads_somewhere hj bs').imp fun _ => .inr
  | .store m j y, _, _, h, bs' => by
    rcases h with h | h | h
    · exact (m.reads_somewhere h bs').imp fun _ => .inl
    · exact (j.reads_somewhere h bs').imp fun _ h => .inr (.inl h)
    · exact (y.reads_somewhere h bs').imp fun _ h => .inr (.inr h)
  | .const y, _, _, h, bs' => y.reads_somewhere h bs'
  | .ite c a b, _, _, h, bs' => by
    rcases h with h | h | h
    · exact (c.reads_somewhere h bs').imp fun _ => .inl
    · exact (a.reads_somewhere h bs').imp fun _ h => .inr (.inl h)
    · exact (b.reads_somewhere h bs').imp fun _ h => .inr (.inr h)
  | .witness body, _, _, ⟨_, h⟩, bs' => (body.reads_somewhere h (0 :: bs')).imp fun _ h => ⟨0, h⟩
  | .difference m n, _, _, h, bs' => h.elim (fun h => (m.reads_somewhere h bs').imp fun _ => .inl) fun h => (n.reads_somewhere h bs').imp fun _ => .inr

/-- So does a formula. -/
theorem Formula.reads_somewhere {M M' : Model} {x : Nat} : (f : Formula) → ∀ {i bs}, f.Reads M x i bs → ∀ bs', ∃ i', f.Reads M' x i' bs'
  | .true, _, _, h, _ => False.elim h
  | .atom _, _, _, h, _ => False.elim h
  | .le a b, _, _, h, bs' => h.elim (fun h => (a.reads_somewhere h bs').imp fun _ => .inl) fun h => (b.reads_somewhere h bs').imp fun _ => .inr
  | .eq a b, _, _, h, bs' => h.elim (fun h => (a.reads_somewhere h bs').imp fun _ => .inl) fun h => (b.reads_somewhere h bs').imp fun _ => .inr
  | .mapEq a b, _, _, h, bs' => h.elim (fun h => (a.reads_somewhere h bs').imp fun _ => .inl) fun h => (b.reads_somewhere h bs').imp fun _ => .inr
  | .not f, _, _, h, bs' => f.reads_somewhere h bs'
  | .and f g, _, _, h, bs' => h.elim (fun h => (f.reads_somewhere h bs').imp fun _ => .inl) fun h => (g.reads_somewhere h bs').imp fun _ => .inr
  | .or f g, _, _, h, bs' => h.elim (fun h => (f.reads_somewhere h bs').imp fun _ => .inl) fun h => (g.reads_somewhere h bs').imp fun _ => .inr
  | .implies f g, _, _, h, bs' => h.elim (fun h => (f.reads_somewhere h bs').imp fun _ => .inl) fun h => (g.reads_somewhere h bs').imp fun _ => .inr
  | .iff f g, _, _, h, bs' => h.elim (fun h => (f.reads_somewhere h bs').imp fun _ => .inl) fun h => (g.reads_somewhere h bs').imp fun _ => .inr
  | .ite c f g, _, _, h, bs' => by
    rcases h with h | h | h
    · exact (c.reads_somewhere h bs').imp fun _ => .inl
    · exact (f.reads_somewhere h bs').imp fun _ h => .inr (.inl h)
    · exact (g.reads_somewhere h bs').imp fun _ h => .inr (.inr h)
  | .all body, _, _, ⟨_, h⟩, bs' => (body.reads_somewhere h (0 :: bs')).imp fun _ h => ⟨0, h⟩

end

/-- A place that is accessed is accessed in any store, perhaps at another index. -/
theorem Place.accesses_somewhere {p : Place} {E : Parameters} {id id' : Int} {σ ρ : Store} {x : Nat} {i : Int} {writes : Bool}
    (h : p.Accesses E id σ x i writes) : ∃ i', p.Accesses E id' ρ x i' writes := by
  cases writes with
  | true =>
    obtain ⟨hname, _⟩ := h
    cases hindex : p.index with
    | none => exact ⟨0, hname, fun j hj => by rw [hindex] at hj; simp at hj⟩
    | some t => exact ⟨(t.valueIn E id' ρ).toInt, hname, fun j hj => by rw [hindex] at hj; cases hj; rfl⟩
  | false =>
    obtain ⟨j, hj, hreads⟩ := h
    exact (j.reads_somewhere hreads []).imp fun _ h => ⟨j, hj, h⟩

section

variable {T : Tables} (hT : T.Right) {I : Identifiers} {π : Int → Int} (hπ : Renames I.sorting π) {E : Parameters} {id : Int} {x : Nat}
include hT hπ

/-- A command that ends does so for the other thread. -/
theorem runs_renamed {c : CommandCode} {effort r : Nat} (h : namesCommand T I c effort = .ok r) {σ ρ τ : Store} (hσ : I.Renaming π σ ρ)
    (hr : (c.command T).Runs E id σ (.store τ)) : ∃ τ', (c.command T).Runs E (π id) ρ (.store τ') ∧ I.Renaming π τ τ' := by
  obtain ⟨o, hr, hrel⟩ := namesCommand_sound hT hπ h hσ hr
  cases o with
  | wrong => exact False.elim hrel
  | store τ' => exact ⟨τ', hr, hrel⟩

/-- **What a thread accesses, the other one accesses**, perhaps at another index. -/
theorem accesses_renamed {c : CommandCode} {effort r : Nat} (h : namesCommand T I c effort = .ok r) {σ ρ τ : Store} (hσ : I.Renaming π σ ρ) {i : Int}
    {writes : Bool} (ha : (c.command T).Accesses E id x i writes σ τ) :
    ∃ i' τ', (c.command T).Accesses E (π id) x i' writes ρ τ' ∧ I.Renaming π τ τ' := by
  induction c generalizing effort r σ ρ τ with
  | assign changes =>
    obtain ⟨hr, change, hin, ha⟩ := ha
    obtain ⟨τ', hr', hτ⟩ := runs_renamed hT hπ h hσ hr
    rcases ha with ha | ⟨hw, ha⟩
    · obtain ⟨i', ha⟩ := Place.accesses_somewhere (id' := π id) (ρ := ρ) ha
      exact ⟨i', τ', ⟨hr', change, hin, .inl ha⟩, hτ⟩
    · obtain ⟨i', ha⟩ := change.2.reads_somewhere (M' := E.model (π id) ρ ρ) ha []
      exact ⟨i', τ', ⟨hr', change, hin, .inr ⟨hw, ha⟩⟩, hτ⟩
  | havoc places =>
    obtain ⟨hr, p, hin, ha⟩ := ha
    obtain ⟨τ', hr', hτ⟩ := runs_renamed hT hπ h hσ hr
    obtain ⟨i', ha⟩ := Place.accesses_somewhere (id' := π id) (ρ := ρ) ha
    exact ⟨i', τ', ⟨hr', p, hin, ha⟩, hτ⟩
  | assume l =>
    obtain ⟨hr, hw, ha⟩ := ha
    obtain ⟨τ', hr', hτ⟩ := runs_renamed hT hπ h hσ hr
    obtain ⟨i', ha⟩ := Formula.reads_somewhere (M' := E.model (π id) ρ ρ) _ ha []
    exact ⟨i', τ', ⟨hr', hw, ha⟩, hτ⟩
  | assert l =>
    obtain ⟨hr, hw, ha⟩ := ha
    obtain ⟨τ', hr', hτ⟩ := runs_renamed hT hπ h hσ hr
    obtain ⟨i', ha⟩ := Formula.reads_somewhere (M' := E.model (π id) ρ ρ) _ ha []
    exact ⟨i', τ', ⟨hr', hw, ha⟩, hτ⟩
  | ite l C D ihC ihD =>
    rcases ha with ⟨hr, hw, ha⟩ | ⟨hf, ha⟩ | ⟨hf, ha⟩
    · obtain ⟨τ', hr', hτ⟩ := runs_renamed hT hπ h hσ hr
      obtain ⟨i', ha⟩ := Formula.reads_somewhere (M' := E.model (π id) ρ ρ) _ ha []
      exact ⟨i', τ', .inl ⟨hr', hw, ha⟩, hτ⟩
    · obtain ⟨_, hl, h⟩ := bind_ok.mp h
      obtain ⟨_, hC, _⟩ := bind_ok.mp h
      obtain ⟨i', τ', ha, hτ⟩ := ihC hC hσ ha
      exact ⟨i', τ', .inr (.inl ⟨(namesLiteral_sound hT hπ hl hσ hσ).mp hf, ha⟩), hτ⟩
    · obtain ⟨_, hl, h⟩ := bind_ok.mp h
      obtain ⟨_, _, hD⟩ := bind_ok.mp h
      obtain ⟨i', τ', ha, hτ⟩ := ihD hD hσ ha
      exact ⟨i', τ', .inr (.inr ⟨fun hn => hf ((namesLiteral_sound hT hπ hl hσ hσ).mpr hn), ha⟩), hτ⟩
  | choice C D ihC ihD =>
    obtain ⟨_, hC, hD⟩ := bind_ok.mp h
    rcases ha with ha | ha
    · obtain ⟨i', τ', ha, hτ⟩ := ihC hC hσ ha
      exact ⟨i', τ', .inl ha, hτ⟩
    · obtain ⟨i', τ', ha, hτ⟩ := ihD hD hσ ha
      exact ⟨i', τ', .inr ha, hτ⟩
  | seq C D ihC ihD =>
    obtain ⟨_, hC, hD⟩ := bind_ok.mp h
    obtain ⟨υ, ⟨ha, hr⟩ | ⟨hr, ha⟩⟩ := ha
    · obtain ⟨i', υ', ha, hυ⟩ := ihC hC hσ ha
      obtain ⟨τ', hr', hτ⟩ := runs_renamed hT hπ hD hυ hr
      exact ⟨i', τ', ⟨υ', .inl ⟨ha, hr'⟩⟩, hτ⟩
    · obtain ⟨υ', hr', hυ⟩ := runs_renamed hT hπ hC hσ hr
      obtain ⟨i', τ', ha, hτ⟩ := ihD hD hυ ha
      exact ⟨i', τ', ⟨υ', .inr ⟨hr', ha⟩⟩, hτ⟩
  | operation places gate action post =>
    obtain ⟨hr, ha⟩ := ha
    obtain ⟨τ', hr', hτ⟩ := runs_renamed hT hπ h hσ hr
    rcases ha with ⟨p, hin, ha⟩ | ⟨hw, ha | ha | ha⟩
    · obtain ⟨i', ha⟩ := Place.accesses_somewhere (id' := π id) (ρ := ρ) ha
      exact ⟨i', τ', ⟨hr', .inl ⟨p, hin, ha⟩⟩, hτ⟩
    · obtain ⟨i', ha⟩ := Formula.reads_somewhere (M' := E.model (π id) ρ ρ) _ ha []
      exact ⟨i', τ', ⟨hr', .inr ⟨hw, .inl ha⟩⟩, hτ⟩
    · obtain ⟨i', ha⟩ := Formula.reads_somewhere (M' := E.model (π id) ρ τ') _ ha []
      exact ⟨i', τ', ⟨hr', .inr ⟨hw, .inr (.inl ha)⟩⟩, hτ⟩
    · obtain ⟨i', ha⟩ := Formula.reads_somewhere (M' := E.model (π id) ρ τ') _ ha []
      exact ⟨i', τ', ⟨hr', .inr ⟨hw, .inr (.inr ha)⟩⟩, hτ⟩

end

/-- **There are no races**, however many members the family has, if no two of the few are about to access a variable at once. -/
theorem raceFree_of_few {k : Modular} {S : Sorts} {all : Array (List Frame)} {I : Identifiers} {R : Nat → Array Sight} (hk : k.Right S all)
    (hfew : k.FewRight S I) {shared own : List Nat} (hshared : ∀ x, I.sorting.sort x = .identifier → x ∈ shared)
    (hown : ∀ x, I.sorting.sort x = .ownIdentifier → x ∈ own)
    (henough : ∀ E σ, k.program.text.Initial E σ → EnoughFew I.sorting (fun t : k.program.text.Thread E σ => t.1.2) (k.program.text.program E σ) k.few
      (shared.length + 2 * own.length + 2))
    {starts : List (Array StoreValue)} {first : Array Nat} {ends : Array Bool} (hR : ∀ i, i < k.threads.size → k.Seen starts first i (R i))
    (hright : ∀ g, g < k.stores.size → StoreRight k ends g)
    (hstart : ∀ E σ, k.program.text.Initial E σ → k.Known S all I R σ (k.program.text.program E σ)) {touches : Nat → Nat → List Touch}
    (htouches : ∀ i (hi : i < k.threads.size), ∀ sight ∈ R i, sight.TouchesIn k k.program.specification.races k.threads[i].2 (touches i sight.store))
    (hwhole : ∀ i, i < k.threads.size → ∀ g, ∀ t ∈ touches i g, t.index = none)
    (hpairs : ∀ i i' g, i < k.threads.size → i' < k.threads.size → i < i' → g < k.stores.size → Apart (touches i' g) (touches i g)) :
    ∀ x ∈ k.program.specification.races, k.program.text.RaceFree x := by
  intro x hx E σ σ' P' hi h
  have key {s : ParState (k.program.text.Thread E σ) Store Core}
      (h : Many (ParStep (k.program.text.step E σ)) (.run σ (k.program.text.program E σ)) s) : ∃ τ P, s = .run τ P ∧ k.Known S all I R τ P := by
    induction h with
    | refl => exact ⟨_, _, rfl, hstart E σ hi⟩
    | tail _ hstep ih =>
      obtain ⟨τ, P, rfl, hknown⟩ := ih
      obtain ⟨τ', P', rfl, hnext, _⟩ := known_step hk hfew hshared hown (henough E σ hi) hR hright hknown hstep
      exact ⟨τ', P', rfl, hnext⟩
  obtain ⟨_, _, he, hknown⟩ := key h
  cases he
  -- what a thread is about to access has been found for the one whose identifier it gets
  have found {t : k.program.text.Thread E σ} {path : List Int} {i : Int} {writes : Bool} (h : (P' t).AboutTo E t.1.2 σ' path x i writes) :
      path = [] ∧ ∀ (π : Permutation Int) (tid : Permutation (k.program.text.Thread E σ)) (g : Nat), k.Moves E σ I π tid →
        S.shared.Like 0 (renamedStore I.sorting π σ') (k.meant (k.store g)) → k.Has S all R g (renamedStore I.sorting π σ') (tid.to t).1 (P' t) →
        ∃ j, ∃ hj : j < k.threads.size, k.threads[j] = (tid.to t).1 ∧ Covers (touches j g) x 0 writes := by
    obtain ⟨runner, command, τ, hnext, ha⟩ := h
    have hpath {frames : List Frame} {control : Control} (hP : P' t = framesCore k.program frames) (hright : control.Right k.program S all)
        (hin : frames ∈ control.seen) : path = [] ∧ runner = t.1.2 ∧ ∃ edge ∈ control.edges, edge.command.command k.program.tables = command ∧
          ∃ effort left, sortsCommand k.program.tables S edge.command effort = .ok left := by
      rw [hP] at hnext
      obtain ⟨e, he, hin⟩ := hright frames hin
      obtain ⟨hpath, hrunner, code, after, rfl, hcode⟩ := expand_next he hnext
      obtain ⟨edge, hedge, rfl, _, _, _, hsorts⟩ := hin
      exact ⟨hpath, hrunner, edge, hedge, hcode, _, _, hsorts⟩
    refine ⟨?_, fun π tid g hmoves hlike hhas => ?_⟩
    · -- some renaming shows where the thread is
      obtain ⟨π, tid, hmoves, hinside⟩ := into_few (henough E σ hi)
        (names := t.1.2 :: (shared.map (fun x => (σ' x).toInt) ++ own.map fun x => (σ' x).toMap t.1.2)) (by simp; omega)
      obtain ⟨g, _, _, hhas⟩ := hknown π tid hmoves fun {y} hy =>
        hinside _ (List.mem_cons_of_mem _ (List.mem_append_left _ (List.mem_map.mpr ⟨y, hshared y hy, rfl⟩)))
      obtain ⟨_, _, _, _, _, _, hshows⟩ := hhas t ⟨hinside _ List.mem_cons_self, fun {y} hy =>
        hinside _ (List.mem_cons_of_mem _ (List.mem_append_right _ (List.mem_map.mpr ⟨y, hown y hy, rfl⟩)))⟩
      obtain ⟨_, _, _, hcright, _, hframes, hP⟩ := hshows.flat hfew.flat
      exact (hpath hP hcright hframes).1
    · obtain ⟨j, hj, hthread, sight, hsight, rfl, hshows⟩ := hhas
      obtain ⟨_, control, hcontrol, hcright, frames, hframes, hP⟩ := hshows.flat hfew.flat
      obtain ⟨_, rfl, edge, hedge, rfl, _, _, hsorts⟩ := hpath hP hcright hframes
      obtain ⟨_, _, hnames⟩ := hfew.commands control (Array.mem_of_getElem? hcontrol) edge hedge
      obtain ⟨i', _, ha, _⟩ := accesses_renamed hk.tables ⟨π.to_injective, hmoves.literal⟩ hnames (renamedStore_rel I.sorting π σ') ha
      obtain ⟨_, store, _, hrestore, _, _, r, htouch, hsub⟩ := htouches j hj sight hsight
      have hid : (tid.to t).1.2 = π.to t.1.2 := hmoves.identifier t
      rw [hthread] at hrestore htouch
      rw [modular_control hcontrol, hk.sorts] at htouch
      rw [← hid] at ha
      have hcovers := ((edgesTouch_sound (k := k.runner (tid.to t).1.2) hk.tables hx htouch).2 edge hedge ⟨_, _, hsorts⟩
        (chosen_like hlike hshows.own hrestore) ha).mono hsub
      obtain ⟨touch, hin, hname, hwrites, _⟩ := hcovers
      exact ⟨j, hj, hthread, touch, hin, hname, hwrites, fun n hn => by rw [hwhole j hj _ touch hin] at hn; simp at hn⟩
  rintro ⟨t, u, path, path', i, writes, hne, ht, hu⟩
  obtain ⟨rfl, hfoundT⟩ := found ht
  obtain ⟨rfl, hfoundU⟩ := found hu
  have htu : t ≠ u := fun he => hne (by rw [he])
  obtain ⟨π, tid, hmoves, hinside⟩ := into_few (henough E σ hi)
    (names := t.1.2 :: u.1.2 :: (shared.map (fun x => (σ' x).toInt) ++ (own.map (fun x => (σ' x).toMap t.1.2) ++ own.map fun x => (σ' x).toMap u.1.2)))
    (by simp; omega)
  have hin {n : Int} (hn : n ∈ shared.map (fun x => (σ' x).toInt) ++ (own.map (fun x => (σ' x).toMap t.1.2) ++ own.map fun x => (σ' x).toMap u.1.2)) :
      k.Inside E σ (π.to n) := hinside n (List.mem_cons_of_mem _ (List.mem_cons_of_mem _ hn))
  obtain ⟨g, hfound, hlike, hhas⟩ := hknown π tid hmoves fun {y} hy => hin (List.mem_append_left _ (List.mem_map.mpr ⟨y, hshared y hy, rfl⟩))
  obtain ⟨j, hj, hthread, hc⟩ := hfoundT π tid g hmoves hlike (hhas t ⟨hinside _ List.mem_cons_self, fun {y} hy =>
    hin (List.mem_append_right _ (List.mem_append_left _ (List.mem_map.mpr ⟨y, hown y hy, rfl⟩)))⟩)
  obtain ⟨j', hj', hthread', hc'⟩ := hfoundU π tid g hmoves hlike (hhas u ⟨hinside _ (List.mem_cons_of_mem _ List.mem_cons_self), fun {y} hy =>
    hin (List.mem_append_right _ (List.mem_append_right _ (List.mem_map.mpr ⟨y, hown y hy, rfl⟩)))⟩)
  rcases Nat.lt_trichotomy j j' with hlt | heq | hgt
  · exact no_clash (hpairs j j' g hj hj' hlt hfound.listed) (.inr rfl) hc' hc
  · subst heq
    exact htu (tid.to_injective (Subtype.ext (by rw [← hthread, ← hthread'])))
  · exact no_clash (hpairs j' j g hj' hj hgt hfound.listed) (.inl rfl) hc hc'

end Plato
