/-
# A program of which a few members have been run satisfies its specification

Main results: `known_start`, `fewServe_right`, `fewServe_enough`, `satisfies_of_few`.
-/
module

public import Closure.FewServe

@[expose] public section

namespace Plato

open ModelChecking

section

variable {k : Modular} {S : Sorts} {all : Array (List Frame)} {I : Identifiers} {R : Nat → Array Sight}

/-! ## What the kernel has found -/

/-- The shared variables that hold identifiers, … -/
noncomputable def Identifiers.sharedNames (I : Identifiers) : List Nat := I.names.filter fun x => !I.sorts.isOwn x

/-- … and the local ones. -/
noncomputable def Identifiers.ownNames (I : Identifiers) : List Nat := I.names.filter fun x => I.sorts.isOwn x

theorem sharedNames_all (x : Nat) (hx : I.sorting.sort x = .identifier) : x ∈ I.sharedNames := by
  simp only [Identifiers.sorting] at hx
  split at hx
  · split at hx <;> simp at hx
  · split at hx
    · exact List.mem_filter.mpr ⟨List.elem_iff.mp ‹_›, by simp [*]⟩
    · simp at hx

theorem ownNames_all (x : Nat) (hx : I.sorting.sort x = .ownIdentifier) : x ∈ I.ownNames := by
  simp only [Identifiers.sorting] at hx
  split at hx
  · split at hx
    · exact List.mem_filter.mpr ⟨List.elem_iff.mp ‹_›, by simp [*]⟩
    · simp at hx
  · split at hx <;> simp at hx

theorem countNamed_eq (names : List Nat) (count : Nat) : countNamed I names count =
    count + (names.filter fun x => !I.sorts.isOwn x).length + 2 * (names.filter fun x => I.sorts.isOwn x).length := by
  induction names generalizing count with
  | nil => simp [countNamed]
  | cons x rest ih =>
    rw [countNamed, ih]
    cases h : I.sorts.isOwn x <;> simp [h] <;> omega

theorem areIntegers_sound {S : Sorts} {names : List Nat} (h : areIntegers S names = true) :
    ∀ x ∈ names, S.kind x = some .integer ∨ S.kind x = none ∧ S.ownKind x = some .integer := by
  induction names with
  | nil => simp
  | cons name rest ih =>
    simp only [areIntegers, Bool.and_eq_true] at h
    intro x hx
    rcases List.mem_cons.mp hx with rfl | hx
    · have := h.1
      split at this
      · exact .inl ‹_›
      · exact .inr ⟨‹_›, ‹_›⟩
      · simp at this
    · exact ih h.2 x hx

theorem namesEdges_sound {T : Tables} {edges : List Edge} {effort left : Nat} (h : namesEdges T I edges effort = .ok left) :
    ∀ edge ∈ edges, ∃ effort left, namesCommand T I edge.command effort = .ok left := by
  induction edges generalizing effort with
  | nil => simp
  | cons edge rest ih =>
    obtain ⟨_, hedge, h⟩ := bind_ok.mp h
    intro other ho
    rcases List.mem_cons.mp ho with rfl | ho
    · exact ⟨_, _, hedge⟩
    · exact ih h other ho

theorem namesControls_sound {T : Tables} {controls : Array Control} (i effort : Nat) {left : Nat} (h : namesControls T I controls i effort = .ok left) :
    ∀ j (hj : j < controls.size), i ≤ j → ∀ edge ∈ controls[j].edges, ∃ effort left, namesCommand T I edge.command effort = .ok left := by
  fun_induction namesControls T I controls i effort with
  | case1 i effort hi ih =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, hedges, h⟩ := bind_ok.mp h
    intro j hj hij
    by_cases he : i = j
    · subst he; exact namesEdges_sound hedges
    · exact ih _ h j hj (by omega)
  | case2 i effort hi => intro j hj hij; exact absurd (Nat.lt_of_le_of_lt hij hj) hi

/-- What is held at first is a constant. -/
structure NamesNobody (I : Identifiers) (locals : List Nat) (store : Array StoreValue) : Prop where
  shared : ∀ x ∈ I.names, I.sorts.isOwn x = false → ∃ n, storeValue store x = .finite (.int n) ∧ I.sorting.literal n
  own : ∀ x ∈ I.names, I.sorts.isOwn x = true → ∃ n weight, storeValue store x = .finite (.map n [] weight) ∧ I.sorting.literal n
  uniform : ∀ x ∈ locals, ∃ n weight, storeValue store x = .finite (.map n [] weight)

theorem holdConstants_sound {store : Array StoreValue} {names : List Nat} (h : holdConstants I store names = true) : ∀ x ∈ names,
    (I.sorts.isOwn x = false ∧ ∃ n, storeValue store x = .finite (.int n) ∧ I.sorting.literal n) ∨
      I.sorts.isOwn x = true ∧ ∃ n weight, storeValue store x = .finite (.map n [] weight) ∧ I.sorting.literal n := by
  induction names with
  | nil => simp
  | cons name rest ih =>
    simp only [holdConstants, Bool.and_eq_true] at h
    intro x hx
    rcases List.mem_cons.mp hx with rfl | hx
    · have := h.1
      unfold holdsConstant at this
      split at this
      · rename_i n hn
        simp only [Bool.and_eq_true, Bool.not_eq_true'] at this
        exact .inl ⟨this.1, n, hn, this.2⟩
      · rename_i n weight hn
        simp only [Bool.and_eq_true] at this
        exact .inr ⟨this.1, n, weight, hn, this.2⟩
      · simp at this
    · exact ih h.2 x hx

theorem areUniform_sound {store : Array StoreValue} {locals : List Nat} (h : areUniform store locals = true) :
    ∀ x ∈ locals, ∃ n weight, storeValue store x = .finite (.map n [] weight) := by
  induction locals with
  | nil => simp
  | cons name rest ih =>
    simp only [areUniform, Bool.and_eq_true] at h
    intro x hx
    rcases List.mem_cons.mp hx with rfl | hx
    · have := h.1
      split at this
      · exact ⟨_, _, ‹_›⟩
      · simp at this
    · exact ih h.2 x hx

theorem nameNobody_sound {locals : List Nat} {starts : List (Array StoreValue)} (h : nameNobody I locals starts = true) :
    ∀ store ∈ starts, NamesNobody I locals store := by
  induction starts with
  | nil => simp
  | cons store rest ih =>
    simp only [nameNobody, Bool.and_eq_true] at h
    intro other ho
    rcases List.mem_cons.mp ho with rfl | ho
    · have hconstants := holdConstants_sound h.1.1
      refine ⟨fun x hx hs => ?_, fun x hx hs => ?_, areUniform_sound h.1.2⟩
      · rcases hconstants x hx with ⟨_, h⟩ | ⟨hn, _⟩
        · exact h
        · rw [hs] at hn; simp at hn
      · rcases hconstants x hx with ⟨hn, _⟩ | ⟨_, h⟩
        · rw [hs] at hn; simp at hn
        · exact h
    · exact ih h.2 other ho

/-- All that the kernel has found, if the few serve. -/
structure FewFound (k : Modular) (scene : Scene) (starts : List (Array StoreValue)) (I : Identifiers) (family : Nat) : Prop where
  constants : ∃ h : family < k.program.families.size, ∃ effort left,
    areNobody k.program scene (k.program.families[family]).members I.constants effort = .ok left
  others : ∃ h : family < k.program.families.size, ∃ effort left,
    areNobody k.program scene (k.program.families[family]).members (othersThan family k.threads 0 []) effort = .ok left
  count : I.sharedNames.length + 2 * I.ownNames.length + 2 ≤ countOf family k.threads 0 0
  start : ∀ store ∈ starts, NamesNobody I k.locals store
  integers : ∀ x ∈ I.names, I.sorts.kind x = some .integer ∨ I.sorts.kind x = none ∧ I.sorts.ownKind x = some .integer

theorem fewServe_sound {scene : Scene} {starts : List (Array StoreValue)} {family effort left : Nat}
    (h : k.fewServe scene starts I family effort = .ok left) (hS : I.sorts = k.sorts) (hzero : I.constants.elem 0 = true) :
    FewFound k scene starts I family ∧ k.FewRight k.sorts I := by
  unfold Modular.fewServe at h
  dsimp only at h
  obtain ⟨_, hflat, h⟩ := bind_ok.mp h
  split at h
  · rename_i hf
    obtain ⟨_, hconstants, h⟩ := bind_ok.mp h
    obtain ⟨_, hothers, h⟩ := bind_ok.mp h
    obtain ⟨_, hcount, h⟩ := bind_ok.mp h
    obtain ⟨_, hintegers, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, hstart, h⟩ := bind_ok.mp h
    obtain ⟨_, hcontrols, h⟩ := bind_ok.mp h
    obtain ⟨_, hinvariant, h⟩ := bind_ok.mp h
    obtain ⟨_, hguarantee, h⟩ := bind_ok.mp h
    obtain ⟨_, hpost, h⟩ := bind_ok.mp h
    have hflat (control : Control) (hin : control ∈ k.controls) : control.entrances = [] := by
      obtain ⟨n, hn, rfl⟩ := Array.mem_iff_getElem.mp hin
      exact haveNoEntrances_sound 0 (require_ok.mp hflat) n _ (Array.getElem?_eq_getElem hn) (Nat.zero_le _)
    have hcount := require_ok.mp hcount
    rw [countNamed_eq] at hcount
    have hintegers := areIntegers_sound (require_ok.mp hintegers)
    refine ⟨⟨⟨hf, _, _, hconstants⟩, ⟨hf, _, _, hothers⟩, ?_, nameNobody_sound (require_ok.mp hstart), hintegers⟩,
      ⟨hS, hzero, ⟨fun g hg => (exactFrom_sound 0 _ h g hg (Nat.zero_le _)).1, fun g hg => (exactFrom_sound 0 _ h g hg (Nat.zero_le _)).2⟩,
        hflat, fun {x} hx {kind} hs => ?_, fun control hin edge hedge => ?_, ⟨_, _, hinvariant⟩, ⟨_, _, hguarantee⟩, ⟨_, _, hpost⟩⟩⟩
    · simp only [Identifiers.sharedNames, Identifiers.ownNames]
      omega
    · have hin := (List.mem_filter.mp (sharedNames_all x hx)).1
      obtain ⟨known, hknown, hfits⟩ := Sorts.has_iff.mp hs
      rcases hintegers x hin with h1 | ⟨h1, _⟩
      · rw [hS, hknown] at h1
        cases h1
        cases kind <;> simp [ValueKind.fits] at hfits <;> simp
      · rw [hS, hknown] at h1
        simp at h1
    · obtain ⟨j, hj, rfl⟩ := Array.mem_iff_getElem.mp hin
      exact namesControls_sound 0 _ hcontrols j hj (Nat.zero_le _) edge hedge
  · simp at h

/-! ## There are enough of them -/

/-- Threads have different identifiers, and for each that is not listed so many are that do the same. -/
theorem few_enough {w : Beginning} {start : Kernel.Start} {family : Nat} (hT : k.program.tables.Right)
    (hw : w.Right k.program start k.threads k.locals [family])
    (hapart : ∀ i j (hi : i < k.threads.size) (hj : j < k.threads.size), k.threads[i].2 = k.threads[j].2 → i = j)
    {starts : List (Array StoreValue)} (h : FewFound k start.alone starts I family) {E : Parameters} {σ₀ : Store} (hi : k.program.text.Initial E σ₀) :
    EnoughFew I.sorting (fun t : k.program.text.Thread E σ₀ => t.1.2) (k.program.text.program E σ₀) k.few
      (I.sharedNames.length + 2 * I.ownNames.length + 2) := by
  obtain ⟨hf, _, _, hconstants⟩ := h.constants
  obtain ⟨_, _, _, hothers⟩ := h.others
  have hnobody {numbers : List Int} {effort left : Nat} (hn : areNobody k.program start.alone (k.program.families[family]).members numbers effort = .ok left)
      {n : Int} (hin : n ∈ numbers) (t : k.program.text.Thread E σ₀) (ht : t.1.1 = family) : t.1.2 ≠ n := fun he => by
    refine areNobody_sound hT hn n hin ((hw.membership E σ₀ hi family hf n).mp ?_)
    have := thread_member t
    simp only [ht, he] at this
    exact this
  have hlisted (t : k.program.text.Thread E σ₀) (ht : t.1.1 ≠ family) : k.few t :=
    hw.listed E σ₀ hi t (Bool.eq_false_iff.mpr fun h => ht (by simpa using List.elem_iff.mp h))
  have hmany (t : k.program.text.Thread E σ₀) (ht : ¬ k.few t) : t.1.1 = family := Classical.byContradiction fun hn => ht (hlisted t hn)
  have hother (t e : k.program.text.Thread E σ₀) (ht : t.1.1 = family) (he : e.1.1 ≠ family) : t.1.2 ≠ e.1.2 := by
    obtain ⟨j, hj, hthread⟩ := hlisted e he
    refine hnobody hothers ?_ t ht
    have := (othersThan_sound (family := family) (threads := k.threads) 0 []).2 j hj (Nat.zero_le _) (by rw [hthread]; exact he)
    rwa [hthread] at this
  refine ⟨fun t e hne he => ?_, fun t ht => ⟨fun hl => ?_, ?_⟩⟩
  · by_cases hte : t.1.1 = family <;> by_cases hee : e.1.1 = family
    · exact hne (Subtype.ext (Prod.ext (hee.trans hte.symm) he))
    · exact hother t e hte hee he.symm
    · exact hother e t hee hte he
    · obtain ⟨i, hii, hthread⟩ := hlisted t hte
      obtain ⟨j, hj, hthread'⟩ := hlisted e hee
      obtain rfl := hapart i j hii hj (by rw [hthread, hthread', he])
      exact hne (Subtype.ext (by rw [← hthread, ← hthread']))
  · exact hnobody hconstants (List.elem_iff.mp hl) t (hmany t ht) rfl
  · obtain ⟨places, hnodup, hcount, hplaces⟩ := countOf_sound (family := family) (threads := k.threads) 0 0
    have hthread (j : Nat) : ∃ z : k.program.text.Thread E σ₀, ∀ hj : j < k.threads.size, z.1 = k.threads[j] := by
      by_cases hj : j < k.threads.size
      · obtain ⟨z, hz⟩ := hw.members E σ₀ hi j hj
        exact ⟨z, fun _ => hz⟩
      · exact ⟨t, fun h => absurd h hj⟩
    let member (j : Nat) := Classical.choose (hthread j)
    have hmember (j : Nat) (hj : j < k.threads.size) : (member j).1 = k.threads[j] := Classical.choose_spec (hthread j) hj
    refine ⟨places.map member, ?_, ?_, fun z hz => ?_⟩
    · refine List.pairwise_map.mpr (hnodup.imp_of_mem fun {i j} hin hjn hne he => hne ?_)
      obtain ⟨_, hii, _⟩ := hplaces i hin
      obtain ⟨_, hj, _⟩ := hplaces j hjn
      exact hapart i j hii hj (by rw [← hmember i hii, ← hmember j hj, he])
    · have := h.count
      rw [hcount] at this
      simpa using this
    · obtain ⟨j, hin, rfl⟩ := List.mem_map.mp hz
      obtain ⟨_, hj, hjf⟩ := hplaces j hin
      have hzf : (member j).1.1 = family := by rw [hmember j hj]; exact hjf
      refine ⟨⟨j, hj, (hmember j hj).symm⟩, ?_, fun hl => hnobody hconstants (List.elem_iff.mp hl) (member j) hzf rfl⟩
      simp only [ProgramText.program, hzf, hmany t ht]

/-! ## From the start -/

/-- What is known of the start. -/
theorem known_start {w : Beginning} {start : Kernel.Start} (hk : k.Right S all) (hfew : k.FewRight S I) {few : List Nat} (hS : w.sorts = S) (hall : w.all = all)
    (hw : w.Right k.program start k.threads k.locals few) {starts : List (Array StoreValue)} {first : Array Nat} (hstarts : w.starts = starts)
    (hfirst : w.first = first) {family : Nat} (hfound : FewFound k start.alone starts I family)
    (hR : ∀ i, i < k.threads.size → k.Seen starts first i (R i))
    (hfind : ∀ store ∈ starts, ∃ effort r, k.find (sharedStore k.locals store) effort = .ok r) {E : Parameters} {σ : Store}
    (hi : k.program.text.Initial E σ) : k.Known S all I R σ (k.program.text.program E σ) := by
  subst hS hall hstarts hfirst
  obtain ⟨store, hstore, hlike⟩ := hw.like E σ hi (baseValue k.program.tables noParameters)
  obtain ⟨_, ⟨g, _⟩, hg⟩ := hfind store hstore
  obtain ⟨hlt, hsame⟩ := find_sound hg
  dsimp only at hlt hsame
  have hnobody := hfound.start store hstore
  -- constants are what they are
  have hshared {x : Nat} (hx : I.sorting.sort x = .identifier) : I.sorting.literal (σ x).toInt := by
    have hin := List.mem_filter.mp (sharedNames_all x hx)
    have hown : I.sorts.isOwn x = false := by simpa using hin.2
    obtain ⟨n, hn, hliteral⟩ := hnobody.shared x hin.1 hown
    have hkind : w.sorts.kind x = some .integer := by
      rcases hfound.integers x hin.1 with h | ⟨_, h⟩
      · rw [← hfew.sorts]; exact h
      · rw [Sorts.isOwn_of h] at hown; simp at hown
    have : (σ x).toInt = (storeOf _ store x).toInt := (hlike 0).shared (name := x) (kind := .integer) (Sorts.has_iff.mpr ⟨_, hkind, rfl⟩)
    rw [this]
    simpa [storeOf, hn, StoreValue.value, FiniteValue.value, Value.toInt] using hliteral
  have hentry {x : Nat} (hx : I.sorting.sort x = .ownIdentifier) (id : Int) : I.sorting.literal ((σ x).toMap id) := by
    have hin := List.mem_filter.mp (ownNames_all x hx)
    obtain ⟨n, weight, hn, hliteral⟩ := hnobody.own x hin.1 hin.2
    have hkind : w.sorts.ownKind x = some .integer := by
      rcases hfound.integers x hin.1 with h | ⟨_, h⟩
      · have := Sorts.not_own (S := I.sorts) (name := x) (kind := .integer) (Sorts.has_iff.mpr ⟨_, h, rfl⟩)
        rw [this] at hin; simp at hin
      · rw [← hfew.sorts]; exact h
    have : (σ x).toMap id = (storeOf _ store x).toMap id := (hlike id).own hkind
    rw [this]
    simpa [storeOf, hn, StoreValue.value, FiniteValue.value, Value.toMap, lookup] using hliteral
  intro π tid hmoves _
  have hrenaming : I.Renaming π.to σ (renamedStore I.sorting π σ) := renamedStore_rel I.sorting π σ
  have hρ {υ : Store} (h : w.sorts.shared.Like 0 σ υ) : w.sorts.shared.Like 0 (renamedStore I.sorting π σ) υ :=
    shared_alike hfew (π' := fun n => n) (storeRel_same I.sorting _ σ) hrenaming (fun hx => (hmoves.literal (hshared hx)).symm) h
  refine ⟨g, find_found hg, hρ ?_, fun t hinside => ?_⟩
  · rw [hsame]
    refine ⟨fun {x kind} hs => ?_, fun hs => by rw [shared_ownKind] at hs; simp at hs⟩
    rw [has_shared] at hs
    have hx : x ∉ k.locals := fun hx => by
      have := (hk.own x).mpr hx
      rw [Sorts.not_own hs] at this
      simp at this
    rw [Modular.meant, sharedStore_meant hx]
    exact (hlike 0).shared hs
  · have hid : (tid.to t).1.2 = π.to t.1.2 := hmoves.identifier t
    obtain ⟨j, hj, hthread⟩ : k.few (tid.to t) := Classical.byContradiction fun hn => hinside.self ⟨_, hn, hid⟩
    obtain ⟨_, _, hsights⟩ := (hR j hj).start
    obtain ⟨_, sight, _, hsight, hmem⟩ := hsights store hstore
    have hthreadId : k.threads[j].2 = π.to t.1.2 := by rw [hthread]; exact hid
    have hlooks : w.sorts.Like k.threads[j].2 (renamedStore I.sorting π σ) (k.meant store) := by
      refine ⟨fun hs => (hρ (hlike 0).shared_part).shared (has_shared.trans hs), fun {x kind} hs => ?_⟩
      have hown : I.sorts.isOwn x = true := hfew.sorts ▸ Sorts.isOwn_of hs
      obtain ⟨n, weight, hn⟩ := hnobody.uniform x ((hk.own x).mp (Sorts.isOwn_of hs))
      have huniform (i j : Int) : (k.meant store x).toMap i = (k.meant store x).toMap j := by
        simp [Modular.meant, storeOf, hn, StoreValue.value, FiniteValue.value, Value.toMap, lookup]
      rw [hthreadId, huniform _ t.1.2]
      have hold := (hlike t.1.2).own hs
      have hcell := hrenaming x
      cases hname : I.isName x with
      | false =>
        have hsort : I.sorting.sort x = .ownData := by simp [Identifiers.sorting, hown, hname]
        rw [hsort] at hcell
        rw [show (renamedStore I.sorting π σ x).toMap (π.to t.1.2) = _ from hcell t.1.2 trivial]
        exact hold
      | true =>
        have hsort : I.sorting.sort x = .ownIdentifier := by simp [Identifiers.sorting, hown, hname]
        have hconstant := hmoves.literal (hentry hsort t.1.2)
        rw [hsort] at hcell
        rw [show (renamedStore I.sorting π σ x).toMap (π.to t.1.2) = _ from hcell t.1.2 trivial, hconstant]
        exact hold
    obtain ⟨hcontrol, hactivation, _, _, hown⟩ := sightOf_sound hk hsight hlooks
    obtain ⟨hn, hbody⟩ := hw.first j hj
    obtain ⟨control, hc, hseen, hright'⟩ := hk.controls _ _ hbody
    have hP := hmoves.program t
    refine ⟨j, hj, hthread, sight, hmem, sightOf_store hsight hg, ?_, control, by rw [hcontrol]; exact hc, hright', [], by rw [hactivation]; exact .body, .inl ⟨_, hseen, ?_⟩⟩
    · rw [show k.threads[j].2 = (tid.to t).1.2 from congrArg Prod.snd hthread] at hown
      exact hown
    · rw [← hP]; exact body_frames (tid.to t) hj hthread

/-- Where all threads have ended, each of the few is seen to have ended, in the shared store that looks like what is there, renamed. -/
theorem few_ended (hk : k.Right S all) (hfew : k.FewRight S I) {E : Parameters} {σ : Store}
    (henough : EnoughFew I.sorting (fun t : k.program.text.Thread E σ => t.1.2) (k.program.text.program E σ) k.few
      (I.sharedNames.length + 2 * I.ownNames.length + 2)) {ends : Array Bool}
    (hends : ∀ g, g < k.stores.size → (∀ i, i < k.threads.size → ∃ sight ∈ R i, sight.store = g ∧ (k.control sight.control).ends = true ∧ sight.activation = 0) →
      isNoted ends g = true)
    (hmembers : ∀ j (hj : j < k.threads.size), ∃ t : k.program.text.Thread E σ, t.1 = k.threads[j]) {τ : Store}
    {P : Program (k.program.text.Thread E σ) Core} (hknown : k.Known S all I R τ P) (hended : P.Ended .skip) :
    ∃ π : Permutation Int, (∀ {n}, I.sorting.literal n → π.to n = n) ∧ ∃ g, g < k.stores.size ∧
      S.shared.Like 0 (renamedStore I.sorting π τ) (k.meant (k.store g)) ∧ isNoted ends g = true := by
  have hshared {x : Nat} (hx : I.sorting.sort x = .identifier) : (τ x).toInt ∈ I.sharedNames.map fun x => (τ x).toInt :=
    List.mem_map.mpr ⟨x, sharedNames_all x hx, rfl⟩
  obtain ⟨π, tid, hmoves, hinside⟩ := into_few henough (names := I.sharedNames.map fun x => (τ x).toInt) (by simp; omega)
  obtain ⟨g, hfound, hlike, _⟩ := hknown π tid hmoves fun {x} hx => hinside _ (hshared hx)
  refine ⟨π, hmoves.literal, g, hfound.listed, hlike, hends g hfound.listed fun j hj => ?_⟩
  obtain ⟨z, hz⟩ := hmembers j hj
  -- the thread that gets this one's identifier, with what it holds itself renamed into the few, too
  let t := tid.back z
  have htz : tid.to t = z := tid.to_back z
  have hid : π.to t.1.2 = z.1.2 := by rw [← hmoves.identifier t, htz]
  obtain ⟨π', tid', hmoves', hinside', hsame⟩ := into_few_from henough hmoves
    (names := t.1.2 :: (I.sharedNames.map (fun x => (τ x).toInt) ++ I.ownNames.map fun x => (τ x).toMap t.1.2)) (by simp; omega)
  have hid' : π'.to t.1.2 = π.to t.1.2 := hsame _ List.mem_cons_self (by
    rw [hid]
    rintro ⟨u, hu, he⟩
    exact hu ⟨j, hj, by rw [← hz, show u = z from Classical.byContradiction fun hne => henough.apart z u hne he]⟩)
  have htid : tid'.to t = z := Classical.byContradiction fun hne =>
    henough.apart z (tid'.to t) hne (by rw [hmoves'.identifier, hid', hid])
  have hmem {n : Int} (hn : n ∈ I.sharedNames.map fun x => (τ x).toInt) :
      n ∈ t.1.2 :: (I.sharedNames.map (fun x => (τ x).toInt) ++ I.ownNames.map fun x => (τ x).toMap t.1.2) :=
    List.mem_cons_of_mem _ (List.mem_append_left _ hn)
  obtain ⟨g', hfound', hlike', hhas⟩ := hknown π' tid' hmoves' fun {x} hx => hinside' _ (hmem (hshared hx))
  have hlike' := shared_alike hfew (renamedStore_rel I.sorting π' τ) (renamedStore_rel I.sorting π τ)
    (fun {x} hx => hsame _ (hmem (hshared hx)) (hinside _ (hshared hx))) hlike'
  obtain rfl := found_unique hk.sorts hfew.exact hfound hfound' hlike hlike'
  obtain ⟨i, hii, hthread, sight, hsight, hstore, hshows⟩ := hhas t ⟨hinside' _ List.mem_cons_self, fun {x} hx =>
    hinside' _ (List.mem_cons_of_mem _ (List.mem_append_right _ (List.mem_map.mpr ⟨x, ownNames_all x hx, rfl⟩)))⟩
  obtain rfl := hk.apart i j hii hj (by rw [hthread, htid, hz])
  obtain ⟨hactivation, control, hcontrol, hcright, frames, hframes, hP⟩ := hshows.flat hfew.flat
  obtain ⟨e, he, hin⟩ := hcright frames hframes
  rw [hended t] at hP
  rw [expand_ended he hP.symm] at hin
  exact ⟨sight, hsight, hstore, by rw [modular_control hcontrol]; exact hin, hactivation⟩

/-- **The program satisfies its specification**, however many members the family has. -/
theorem satisfies_of_few (hk : k.Right S all) (hfew : k.FewRight S I) (htrue : k.program.tables.StartsTrue)
    (hrely : k.program.specification.rely = none) {starts : List (Array StoreValue)} {first : Array Nat}
    {ends : Array Bool} (hR : ∀ i, i < k.threads.size → k.Seen starts first i (R i)) (hright : ∀ g, g < k.stores.size → StoreRight k ends g)
    (henough : ∀ E σ, k.program.text.Initial E σ → EnoughFew I.sorting (fun t : k.program.text.Thread E σ => t.1.2) (k.program.text.program E σ) k.few
      (I.sharedNames.length + 2 * I.ownNames.length + 2))
    (hends : ∀ g, g < k.stores.size → (∀ i, i < k.threads.size → ∃ sight ∈ R i, sight.store = g ∧ (k.control sight.control).ends = true ∧ sight.activation = 0) →
      isNoted ends g = true)
    (hmembers : ∀ E σ, k.program.text.Initial E σ → ∀ j (hj : j < k.threads.size), ∃ t : k.program.text.Thread E σ, t.1 = k.threads[j])
    (hstart : ∀ E σ, k.program.text.Initial E σ → k.Known S all I R σ (k.program.text.program E σ)) :
    k.program.text.Satisfies k.program.specificationText := by
  intro E σ hi
  have hno {τ τ' : Store} : ¬ k.program.specificationText.rely.action E 0 τ τ' := by
    simp only [ProgramTables.specificationText, hrely, orFalse]
    exact htrue.not_literal
  have hstep {τ : Store} {P : Program (k.program.text.Thread E σ) Core} (hknown : k.Known S all I R τ P)
      {s : ParState (k.program.text.Thread E σ) Store Core} (h : ParStep (k.program.text.step E σ) (.run τ P) s) :=
    known_step hk hfew sharedNames_all ownNames_all (henough E σ hi) hR hright hknown h
  have key {s : ParState (k.program.text.Thread E σ) Store Core}
      (h : Many (OpenStep (k.program.text.step E σ) (k.program.specificationText.rely.action E 0)) (.run σ (k.program.text.program E σ)) s) :
      ∃ τ P, s = .run τ P ∧ k.Known S all I R τ P := by
    induction h with
    | refl => exact ⟨_, _, rfl, hstart E σ hi⟩
    | tail _ hs ih =>
      obtain ⟨τ, P, rfl, hknown⟩ := ih
      cases hs with
      | environment hr => exact absurd hr hno
      | component hp =>
        obtain ⟨τ', P', rfl, hnext, _⟩ := hstep hknown hp
        exact ⟨τ', P', rfl, hnext⟩
  refine ⟨⟨fun hσ h => ?_, fun hσ h hs => ?_, fun hσ h hended => ?_⟩, fun τ P h => ?_⟩
  · cases hσ
    obtain ⟨_, _, he, _⟩ := key h
    cases he
  · cases hσ
    obtain ⟨_, _, he, hknown⟩ := key h
    cases he
    obtain ⟨_, _, he, _, hG⟩ := hstep hknown hs
    cases he
    exact hG
  · rename_i τ _
    cases hσ
    obtain ⟨_, _, he, hknown⟩ := key h
    cases he
    obtain ⟨π, hπ, g, hg, hlike, hmark⟩ := few_ended hk hfew (henough E σ hi) hends (hmembers E σ hi) hknown hended
    obtain ⟨_, _, _, h⟩ := (hright g hg).post hmark
    obtain ⟨_, _, hnames⟩ := hfew.post
    have hrenaming : I.Renaming π.to τ (renamedStore I.sorting π τ) := renamedStore_rel I.sorting π τ
    have := (namesLiteral_sound (E := E) (id := 0) hk.tables ⟨π.to_injective, hπ⟩ hnames hrenaming hrenaming).mpr
    rw [hπ hfew.zero] at this
    exact this (shared_sound hk hk.post h hlike hlike)
  · obtain ⟨_, _, he, hknown⟩ := key h
    cases he
    obtain ⟨π, tid, hmoves, hinside⟩ := into_few (henough E σ hi) (names := I.sharedNames.map fun x => (τ x).toInt) (by simp; omega)
    obtain ⟨g, hfound, hlike, _⟩ := hknown π tid hmoves fun {x} hx => hinside _ (List.mem_map.mpr ⟨x, sharedNames_all x hx, rfl⟩)
    obtain ⟨_, _, _, h⟩ := (hright g hfound.listed).invariant
    obtain ⟨_, _, hnames⟩ := hfew.invariant
    have hrenaming : I.Renaming π.to τ (renamedStore I.sorting π τ) := renamedStore_rel I.sorting π τ
    have := (namesLiteral_sound (E := E) (id := 0) hk.tables ⟨π.to_injective, hmoves.literal⟩ hnames hrenaming hrenaming).mpr
    rw [hmoves.literal hfew.zero] at this
    exact this (shared_sound hk hk.invariant h hlike hlike)

end

end Plato
