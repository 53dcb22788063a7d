/-
# What all threads see is closed

Main definitions: `Modular.Seen`. Main results: `noRaces_sound`, `modular_run_sound`.
-/
module

public import Plato.Closure.ThreadsApart
public import Closure.Views

@[expose] public section

namespace Plato

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
