/-
# The initial store and the threads are as the certificate says

Main definitions: `Beginning.Right`. Main results: `initialSorts_sound`, `onlyThreads_sound`, `beginning_sound`.
-/
module

public import Plato.Closure.Start
public import Closure.Control
public import Program.Read

@[expose] public section

namespace Plato

/-! ## The initial store -/

/-- The variable has its initial value in the store, as an integer or as a map. -/
def Initially (store : Array StoreValue) (σ : Store) (name : Nat) : Prop :=
  (∃ n, storeValue store name = .finite (.int n) ∧ (σ name).toInt = n) ∨
    ∃ n w, storeValue store name = .finite (.map n [] w) ∧ (σ name).toMap = fun _ => n

section

variable {T : Tables} (hT : T.Right) {store : Array StoreValue} {E : Parameters} {σ : Store}
include hT

theorem numberFact_sound {a b name : Nat} (h : numberFact T store a b = some name)
    (he : (T.interpretation (E.model 0 σ σ)).int [] a = (T.interpretation (E.model 0 σ σ)).int [] b) : Initially store σ name := by
  unfold numberFact at h
  split at h
  · rename_i x hx
    split at h
    · rename_i n hn
      split at h
      · rename_i m hm
        split at h
        · rename_i hmn
          injection h with h
          subst h hmn
          have h1 := interpretation_termMeans hT (E.model 0 σ σ) hx []
          have h2 := interpretation_termMeans hT (E.model 0 σ σ) hn []
          simp only [TermShape.Means] at h1 h2
          unfold Interpretation.int at he
          rw [h1, h2] at he
          exact .inl ⟨_, hm, he⟩
        · simp at h
      · simp at h
    · simp at h
  · simp at h

theorem mapFact_sound {a b name : Nat} (h : mapFact T store a b = some name)
    (he : (T.interpretation (E.model 0 σ σ)).map [] a = (T.interpretation (E.model 0 σ σ)).map [] b) : Initially store σ name := by
  unfold mapFact at h
  split at h
  · rename_i y hy
    split at h
    · rename_i x hx
      split at h
      · rename_i n hn
        split at h
        · rename_i m w hm
          split at h
          · rename_i hmn
            injection h with h
            subst h hmn
            have h1 := interpretation_termMeans hT (E.model 0 σ σ) hy []
            have h2 := interpretation_termMeans hT (E.model 0 σ σ) hx []
            have h3 := interpretation_termMeans hT (E.model 0 σ σ) hn []
            simp only [TermShape.Means, Interpretation.int] at h1 h2 h3
            unfold Interpretation.map at he
            rw [h1, h2, h3] at he
            exact .inr ⟨_, _, hm, he⟩
          · simp at h
        · simp at h
      · simp at h
    · simp at h
  · simp at h

omit hT in
theorem noteFact_sound {known : Array Bool} {found : Option Nat} (hknown : ∀ x, known[x]? = some true → Initially store σ x)
    (hfound : ∀ name, found = some name → Initially store σ name) :
    (noteFact known found).size = known.size ∧ ∀ x, (noteFact known found)[x]? = some true → Initially store σ x := by
  cases found with
  | none => exact ⟨rfl, hknown⟩
  | some name =>
    simp only [noteFact]
    split
    · refine ⟨by simp, fun x hx => ?_⟩
      by_cases he : x = name
      · exact he ▸ hfound name rfl
      · exact hknown x (by simpa [Array.getElem?_set, Ne.symm he] using hx)
    · exact ⟨rfl, hknown⟩

/-- What is noted is said by the initial condition. -/
theorem initialFacts_sound (depth : Nat) :
    (∀ l known effort r, initialFacts T store depth l known effort = .ok r → (T.interpretation (E.model 0 σ σ)).literal [] l →
      (∀ x : Nat, known[x]? = some true → Initially store σ x) → r.known.size = known.size ∧ ∀ x : Nat, r.known[x]? = some true → Initially store σ x) ∧
    ∀ ls i known effort r, partsFacts T store depth ls i known effort = .ok r →
      (∀ n (hn : n < ls.size), i ≤ n → (T.interpretation (E.model 0 σ σ)).literal [] (Literal.negate ls[n])) →
      (∀ x : Nat, known[x]? = some true → Initially store σ x) → r.known.size = known.size ∧ ∀ x : Nat, r.known[x]? = some true → Initially store σ x := by
  induction depth with
  | zero => exact ⟨fun _ _ _ _ h => by simp [initialFacts] at h, fun _ _ _ _ _ h => by simp [partsFacts] at h⟩
  | succ depth ih =>
    refine ⟨fun l known effort r h hl hknown => ?_, fun ls i known effort r h hls hknown => ?_⟩
    · unfold initialFacts at h
      split at h
      · simp at h
      split at h
      · rename_i hpositive
        have hentry : (T.interpretation (E.model 0 σ σ)).holds [] l.entry := by
          simpa [Interpretation.literal, Literal.True, hpositive] using hl
        split at h
        · rename_i long hs
          obtain ⟨h0, he, hiff⟩ := interpretation_means hT (E.model 0 σ σ) hs []
          split at h
          · split at h
            · rename_i hfirst
              have hlong : (T.interpretation (E.model 0 σ σ)).literal [] long[0] := by
                unfold Interpretation.literal Literal.True
                rw [if_pos hfirst, he]
                exact hentry
              exact ih.2 _ _ _ _ _ h (fun n hn hpos => (Literal.true_negate _ _).mpr fun ht => hiff.mpr ⟨n, hn, hpos, ht⟩ hlong) hknown
            · injection h with h; subst h; exact ⟨rfl, hknown⟩
          · exact absurd h0 ‹_›
        · rename_i a b hs
          have hm := interpretation_means hT (E.model 0 σ σ) hs []
          simp only [Shape.Means] at hm
          have heq := hm.mp hentry
          injection h with h
          subst h
          obtain ⟨h1, h2⟩ := noteFact_sound hknown fun name hn => numberFact_sound hT hn heq
          obtain ⟨h3, h4⟩ := noteFact_sound h2 fun name hn => numberFact_sound hT hn heq.symm
          exact ⟨h3.trans h1, h4⟩
        · rename_i a b hs
          have hm := interpretation_means hT (E.model 0 σ σ) hs []
          simp only [Shape.Means] at hm
          have heq := hm.mp hentry
          injection h with h
          subst h
          obtain ⟨h1, h2⟩ := noteFact_sound hknown fun name hn => mapFact_sound hT hn heq
          obtain ⟨h3, h4⟩ := noteFact_sound h2 fun name hn => mapFact_sound hT hn heq.symm
          exact ⟨h3.trans h1, h4⟩
        · injection h with h; subst h; exact ⟨rfl, hknown⟩
      · injection h with h; subst h; exact ⟨rfl, hknown⟩
    · unfold partsFacts at h
      split at h
      · rename_i hi
        obtain ⟨⟨known', _⟩, h1, h⟩ := bind_ok.mp h
        obtain ⟨hsize, hknown'⟩ := ih.1 _ _ _ _ h1 (hls i hi (Nat.le_refl _)) hknown
        obtain ⟨hsize', hr⟩ := ih.2 _ _ _ _ _ h (fun n hn hin => hls n hn (by omega)) hknown'
        exact ⟨hsize'.trans hsize, hr⟩
      · injection h with h; subst h; exact ⟨rfl, hknown⟩

end

theorem isNoted_sound {known : Array Bool} {name : Nat} (h : isNoted known name = true) : known[name]? = some true := by
  unfold isNoted at h
  split at h
  · rw [Array.getElem?_eq_getElem ‹_›, h]
  · simp at h

/-- What is known of a variable that has a sort. -/
def HasSort (store : Array StoreValue) (known : Array Bool) (x : Nat) (isMap : Bool) : Prop :=
  known[x]? = some true ∧ (isMap = true → ∀ n, storeValue store x ≠ .finite (.int n)) ∧
    (isMap = false → ∀ e xs w, storeValue store x ≠ .finite (.map e xs w))

theorem has_push {out : Sorts} {sort : Option VariableSort} {x : Nat} {isMap : Bool} (h : Sorts.has (out.push sort) x isMap = true) :
    (x = out.size ∧ (sort = some .integer ∧ isMap = false ∨ sort = some .map ∧ isMap = true)) ∨ out.has x isMap = true := by
  unfold Sorts.has at *
  split at h
  · rename_i hx
    by_cases he : x = out.size
    · subst he
      simp only [Array.getElem_push_eq] at h
      rcases sort with _ | _ | _ | _ <;> simp_all
    · have hlt : x < out.size := by simp at hx; omega
      right
      rw [dif_pos hlt]
      rw [Array.getElem_push_lt hlt] at h
      exact h
  · simp at h

theorem isOwn_push {out : Sorts} {sort : Option VariableSort} {x : Nat} (hsort : sort ≠ some .own) (hout : ∀ x, out.isOwn x = false) :
    Sorts.isOwn (out.push sort) x = false := by
  have := hout x
  unfold Sorts.isOwn at *
  by_cases hlt : x < out.size
  · rw [dif_pos hlt] at this
    rw [dif_pos (by simp; omega)]
    simpa only [Array.getElem_push_lt hlt] using this
  · by_cases he : x = out.size
    · subst he
      rcases sort with _ | _ | _ | _ <;> simp_all
    · rw [dif_neg (by simp; omega)]

/-- At first all that is known is shared. -/
theorem sortsOf_shared {store : Array StoreValue} {known : Array Bool} (i : Nat) (out : Sorts) (hout : ∀ x, out.isOwn x = false) (x : Nat) :
    (sortsOf store known i out).isOwn x = false := by
  fun_induction sortsOf store known i out with
  | case1 _ _ _ _ _ _ ih => exact ih fun _ => isOwn_push (by simp) hout
  | case2 _ _ _ _ _ _ _ _ ih => exact ih fun _ => isOwn_push (by simp) hout
  | case3 _ _ _ _ _ _ _ _ ih => exact ih fun _ => isOwn_push (by simp) hout
  | case4 _ _ _ _ ih => exact ih fun _ => isOwn_push (by simp) hout
  | case5 => exact hout x

/-- Sorts are those of the values. -/
theorem sortsOf_sound {store : Array StoreValue} {known : Array Bool} (i : Nat) (out : Sorts) (hsize : out.size = i)
    (hout : ∀ x isMap, out.has x isMap = true → HasSort store known x isMap) :
    ∀ x isMap, (sortsOf store known i out).has x isMap = true → HasSort store known x isMap := by
  fun_induction sortsOf store known i out with
  | case1 i out hi hnoted n hvalue ih =>
    refine ih (by simp [hsize]) fun x isMap hx => ?_
    rcases has_push hx with ⟨rfl, he⟩ | hx
    · obtain rfl : isMap = false := by simpa using he
      subst hsize
      have : storeValue store out.size = .finite (.int n) := by simp [storeValue, hi, hvalue]
      exact ⟨isNoted_sound hnoted, by simp, fun _ e xs w => by simp [this]⟩
    · exact hout x isMap hx
  | case2 i out hi hnoted e xs w hvalue ih =>
    refine ih (by simp [hsize]) fun x isMap hx => ?_
    rcases has_push hx with ⟨rfl, he⟩ | hx
    · obtain rfl : isMap = true := by simpa using he
      subst hsize
      have : storeValue store out.size = .finite (.map e xs w) := by simp [storeValue, hi, hvalue]
      exact ⟨isNoted_sound hnoted, fun _ n => by simp [this], by simp⟩
    · exact hout x isMap hx
  | case3 i out hi hnoted _ _ _ hvalue ih =>
    refine ih (by simp [hsize]) fun x isMap hx => ?_
    rcases has_push hx with ⟨_, he⟩ | hx
    · simp at he
    · exact hout x isMap hx
  | case4 i out hi hnoted ih =>
    refine ih (by simp [hsize]) fun x isMap hx => ?_
    rcases has_push hx with ⟨_, he⟩ | hx
    · simp at he
    · exact hout x isMap hx
  | case5 => exact hout

/-- At first, no entries are threads' own. -/
theorem initialSorts_shared {p : ProgramTables} {store : Array StoreValue} {effort left : Nat} {S : Sorts}
    (h : initialSorts p store effort = .ok ⟨S, left⟩) (x : Nat) : S.isOwn x = false := by
  obtain ⟨⟨known, _⟩, _, h⟩ := bind_ok.mp h
  injection h with h
  injection h with h _
  subst h
  exact sortsOf_shared 0 #[] (fun x => by simp [Sorts.isOwn]) x

/-- Every initial store looks like the one that is written down. -/
theorem initialSorts_sound {p : ProgramTables} (hT : p.tables.Right) {store : Array StoreValue} {effort left : Nat} {S : Sorts}
    (h : initialSorts p store effort = .ok ⟨S, left⟩) {E : Parameters} {σ : Store} (hi : p.text.Initial E σ) {B : Nat → Int → Int} :
    (∀ x, S.isOwn x = false) ∧ ∀ id, S.Like id σ (storeOf B store) := by
  obtain ⟨⟨known, _⟩, hfacts, h⟩ := bind_ok.mp h
  injection h with h
  injection h with h _
  subst h
  have hinit : (p.tables.interpretation (E.model 0 σ σ)).literal [] (orTrue p.init) := (literal_iff _ _ _).mpr hi.2
  have hknown := ((initialFacts_sound (E := E) hT sceneDepth).1 _ _ _ _ hfacts hinit (fun x hx => by
    by_cases hlt : x < store.size <;> simp [hlt] at hx)).2
  have hshared := sortsOf_shared (store := store) (known := known) 0 #[] (fun x => by simp [Sorts.isOwn])
  refine ⟨hshared, fun id => ⟨fun {x isMap} hx => ?_, fun {x} hx => by simp [hshared x] at hx⟩⟩
  obtain ⟨hnoted, hmap, hint⟩ := sortsOf_sound 0 #[] rfl (fun x isMap h => by simp [Sorts.has] at h) x isMap hx
  rcases hknown x hnoted with ⟨n, hvalue, hn⟩ | ⟨n, w, hvalue, hn⟩
  · cases isMap with
    | true => exact absurd hvalue (hmap rfl n)
    | false =>
      simp only [Value.Same, storeOf, hvalue, StoreValue.value, FiniteValue.value, hn]
      rfl
  · cases isMap with
    | true =>
      simp only [Value.Same, if_true, storeOf, hvalue, StoreValue.value, FiniteValue.value, hn]
      rfl
    | false => exact absurd hvalue (hint rfl _ _ _)

/-! ## The threads -/

theorem identifiersOf_sound {family : Nat} {threads : Array (Nat × Int)} (i : Nat) (out : Array Int) {id : Int} (h : id ∈ identifiersOf family threads i out) :
    id ∈ out ∨ ∃ j, ∃ hj : j < threads.size, threads[j] = (family, id) := by
  fun_induction identifiersOf family threads i out with
  | case1 i out hi ih =>
    rcases ih h with h | h
    · split at h
      · rename_i hf
        rcases Array.mem_push.mp h with h | h
        · exact .inl h
        · exact .inr ⟨i, hi, by rw [h, ← hf]⟩
      · exact .inl h
    · exact .inr h
  | case2 => exact .inl h

/-- Every thread of the program is listed. -/
theorem onlyThreads_sound {p : ProgramTables} (hT : p.tables.Right) {S : Sorts} {scene : Scene} {threads : Array (Nat × Int)} {σ : Store} {E : Parameters}
    (hparameters : scene.parameters = .empty) (hlike : ∀ id, S.Like id σ (storeOf (scene.bases p.tables) scene.before))
    (hafter : scene.after = scene.before) (i effort : Nat) {left : Nat} (h : onlyThreads p S scene threads i effort = .ok left) :
    ∀ f (hf : f < p.families.size), i ≤ f →
      (∃ effort left, sortsLiteral p.tables S p.families[f].members effort = .ok left) ∧
      ∀ id, (p.tables.literal p.families[f].members).predicate E id σ → ∃ j, ∃ hj : j < threads.size, threads[j] = (f, id) := by
  fun_induction onlyThreads p S scene threads i effort with
  | case1 i effort hi ih =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, hsorts, h⟩ := bind_ok.mp h
    obtain ⟨⟨alone, _⟩, hnone, h⟩ := bind_ok.mp h
    obtain ⟨_, halone, h⟩ := bind_ok.mp h
    intro f hf hif
    by_cases he : i = f
    · subst he
      refine ⟨⟨_, _, hsorts⟩, fun id hmember => ?_⟩
      have hin : id ∈ identifiersOf i threads 0 #[] := Classical.byContradiction fun hn => by
        refine noneOutside_sound hT hnone (require_ok.mp halone) hn ?_
        rw [hafter, hparameters]
        exact (sortsLiteral_sound hT hsorts (hlike _) (hlike _)).mp hmember
      exact (identifiersOf_sound 0 #[] hin).resolve_left (by simp)
    · exact ih _ h f hf (by omega)
  | case2 i effort hi => intro f hf hif; exact absurd (Nat.lt_of_le_of_lt hif hf) hi

/-- Every thread that is listed is a member of its family. -/
theorem areMembers_sound {p : ProgramTables} (hT : p.tables.Right) {scene : Scene} {threads : Array (Nat × Int)} (i effort : Nat) {left : Nat}
    (h : areMembers p scene threads i effort = .ok left) : ∀ j (hj : j < threads.size), i ≤ j → ∃ hf : threads[j].1 < p.families.size,
      (p.tables.literal (p.families[threads[j].1]).members).action (parametersOf scene.parameters) threads[j].2
        (storeOf (scene.bases p.tables) scene.before) (storeOf (scene.bases p.tables) scene.after) := by
  fun_induction areMembers p scene threads i effort with
  | case1 i effort hi hf ih =>
    obtain ⟨_, hmember, h⟩ := bind_ok.mp h
    intro j hj hij
    by_cases he : i = j
    · subst he; exact ⟨hf, requireTrue_sound hT hmember rfl⟩
    · exact ih _ h j hj (by omega)
  | case2 => simp at h
  | case3 i effort hi => intro j hj hij; exact absurd (Nat.lt_of_le_of_lt hij hj) hi

theorem isNoneOf_sound {thread : Nat × Int} {threads : Array (Nat × Int)} (i : Nat) (h : isNoneOf thread threads i = true) :
    ∀ j (hj : j < threads.size), i ≤ j → threads[j] ≠ thread := by
  fun_induction isNoneOf thread threads i with
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

theorem areDistinct_sound {threads : Array (Nat × Int)} (i : Nat) (h : areDistinct threads i = true) :
    ∀ m n (_ : m < threads.size) (_ : n < threads.size), i ≤ m → m < n → threads[n] ≠ threads[m] := by
  fun_induction areDistinct threads i with
  | case1 i hi ih =>
    simp only [Bool.and_eq_true] at h
    intro m n hm hn him hmn
    by_cases he : i = m
    · subst he; exact isNoneOf_sound _ h.1 n hn (by omega)
    · exact ih h.2 m n hm hn (by omega) hmn
  | case2 i hi => intro m n hm hn him; exact absurd (Nat.lt_of_le_of_lt him hm) hi

/-- Every thread starts where its control says. -/
theorem startControls_sound {p : ProgramTables} {all : Array (List Frame)} {threads : Array (Nat × Int)} (i : Nat) (out : Array Nat) {numbers : Array Nat}
    (hsize : out.size = i) (hle : i ≤ threads.size)
    (hout : ∀ j (hj : j < threads.size) (ho : j < out.size), all[out[j]]? = some (p.bodyOf threads[j].1))
    (h : startControls p all threads i out = .ok numbers) :
    ∀ j (hj : j < threads.size), ∃ hn : j < numbers.size, all[numbers[j]]? = some (p.bodyOf threads[j].1) := by
  fun_induction startControls p all threads i out with
  | case1 i out hi ih =>
    obtain ⟨number, hfind, h⟩ := bind_ok.mp h
    refine ih _ (by simp [hsize]) hi (fun j hj ho => ?_) h
    by_cases he : j < out.size
    · simpa [Array.getElem_push, he] using hout j hj he
    · obtain rfl : j = i := by simp at ho; omega
      have := findFrames_sound 0 (orReject_ok.mp hfind)
      simpa [Array.getElem_push, he] using this
  | case2 i out hi =>
    injection h with h
    subst h
    intro j hj
    have ho : j < out.size := by omega
    exact ⟨ho, hout j hj ho⟩

/-! ## Entries of threads' own -/

theorem has_set {S : Sorts} {name : Nat} (h : name < S.size) {sort : Option VariableSort} {x : Nat} {isMap : Bool} (hne : x ≠ name) :
    Sorts.has (S.set name sort h) x isMap = S.has x isMap := by
  unfold Sorts.has
  by_cases hx : x < S.size
  · simp [hx, Ne.symm hne]
  · simp [hx]

theorem isOwn_set {S : Sorts} {name : Nat} (h : name < S.size) {sort : Option VariableSort} {x : Nat} (hne : x ≠ name) :
    Sorts.isOwn (S.set name sort h) x = S.isOwn x := by
  unfold Sorts.isOwn
  by_cases hx : x < S.size
  · simp [hx, Ne.symm hne]
  · simp [hx]

/-- Nothing else becomes known, and what is said to be local is. -/
theorem withOwn_sound {S S' : Sorts} {locals : List Nat} (h : S.withOwn locals = .ok S') :
    (∀ x isMap, S'.has x isMap = true → S.has x isMap = true) ∧ (∀ x, S.isOwn x = true → S'.isOwn x = true) ∧
      (∀ x, S'.isOwn x = true → S.isOwn x = true ∨ S.has x true = true ∧ x ∈ locals) ∧ ∀ x ∈ locals, S'.isOwn x = true := by
  induction locals generalizing S with
  | nil =>
    injection h with h
    subst h
    exact ⟨fun _ _ h => h, fun _ h => h, fun _ h => .inl h, by simp⟩
  | cons name rest ih =>
    unfold Sorts.withOwn at h
    split at h
    · rename_i hname
      obtain ⟨_, hmap, h⟩ := bind_ok.mp h
      have hmap := require_ok.mp hmap
      obtain ⟨h1, h2, h3, h4⟩ := ih h
      have hown : Sorts.isOwn (S.set name (some .own) hname) name = true := by simp [Sorts.isOwn, hname]
      refine ⟨fun x isMap hx => ?_, fun x hx => ?_, fun x hx => ?_, fun x hx => ?_⟩
      · by_cases he : x = name
        · subst he
          have := h1 _ _ hx
          simp [Sorts.has, hname] at this
        · rw [← has_set hname he]; exact h1 _ _ hx
      · by_cases he : x = name
        · subst he; exact h2 _ hown
        · exact h2 _ (by rw [isOwn_set hname he]; exact hx)
      · by_cases he : x = name
        · subst he; exact .inr ⟨hmap, by simp⟩
        · rcases h3 x hx with h | ⟨h, hin⟩
          · exact .inl (by rwa [isOwn_set hname he] at h)
          · exact .inr ⟨by rwa [has_set hname he] at h, by simp [hin]⟩
      · rcases List.mem_cons.mp hx with rfl | hx
        · exact h2 _ hown
        · exact h4 x hx
    · simp at h

theorem sharedFrom_sound (S : Sorts) (i : Nat) : (∀ x isMap, (S.sharedFrom i).has x isMap = true → S.has x isMap = true) ∧
    ∀ x, i ≤ x → (S.sharedFrom i).isOwn x = false := by
  fun_induction Sorts.sharedFrom S i with
  | case1 S i hi hown ih =>
    refine ⟨fun x isMap hx => ?_, fun x hx => ?_⟩
    · have hx := ih.1 _ _ hx
      by_cases he : x = i
      · subst he; simp [Sorts.has, hi] at hx
      · rwa [has_set hi he] at hx
    · by_cases he : x = i
      · subst he
        exact Bool.eq_false_iff.mpr fun h => by
          have := sharedFrom_own _ _ h
          simp [Sorts.isOwn, hi] at this
      · exact ih.2 x (by omega)
  | case2 S i hi hother ih =>
    refine ⟨ih.1, fun x hx => ?_⟩
    by_cases he : x = i
    · subst he
      refine Bool.eq_false_iff.mpr fun h => ?_
      have := sharedFrom_own _ _ h
      unfold Sorts.isOwn at this
      rw [dif_pos hi] at this
      split at this
      · exact hother ‹_›
      · simp at this
    · exact ih.2 x (by omega)
  | case3 S i hi => exact ⟨fun _ _ h => h, fun x hx => by simp [Sorts.isOwn, show ¬ x < S.size by omega]⟩
where
  sharedFrom_own (S : Sorts) (i : Nat) {x : Nat} (h : (S.sharedFrom i).isOwn x = true) : S.isOwn x = true := by
    fun_induction Sorts.sharedFrom S i with
    | case1 S i hi hown ih =>
      have := ih h
      by_cases he : x = i
      · subst he; simp [Sorts.isOwn, hi] at this
      · rwa [isOwn_set hi he] at this
    | case2 S i hi hother ih => exact ih h
    | case3 => exact h

theorem has_shared {S : Sorts} {x : Nat} {isMap : Bool} (h : S.has x isMap = true) : S.shared.has x isMap = true := by
  suffices hs : ∀ i, (S.sharedFrom i).has x isMap = true from hs 0
  intro i
  fun_induction Sorts.sharedFrom S i with
  | case1 S i hi hown ih =>
    refine ih ?_
    by_cases he : x = i
    · subst he; simp [Sorts.has, hi, hown] at h
    · rwa [has_set hi he]
  | case2 S i hi hother ih => exact ih h
  | case3 => exact h

/-- What all threads share looks the same if all that a thread sees does. -/
theorem Sorts.Like.shared_part {S : Sorts} {id id' : Int} {σ τ : Store} (h : S.Like id σ τ) : S.shared.Like id' σ τ :=
  ⟨fun hs => h.shared ((sharedFrom_sound S 0).1 _ _ hs), fun {x} hs => by rw [Sorts.shared, (sharedFrom_sound S 0).2 x (Nat.zero_le _)] at hs; simp at hs⟩

/-! ## All together -/

/-- The program has one initial store, as far as it can tell, and these threads, which start where the controls say. -/
structure Beginning.Right (w : Beginning) (p : ProgramTables) (store : Array StoreValue) (threads : Array (Nat × Int)) (locals : List Nat) : Prop where
  rely : p.specification.rely = none
  controls : ∀ (n : Nat) (frames : List Frame), w.all[n]? = some frames →
    ∃ control : Control, w.controls[n]? = some control ∧ frames ∈ control.seen ∧ control.Right p w.sorts w.all
  invariant : ∃ effort left, sortsLiteral p.tables w.sorts.shared (orTrue p.specification.invariant) effort = .ok left
  guarantee : ∃ effort left, sortsLiteral p.tables w.sorts.shared (orTrue p.specification.guarantee) effort = .ok left
  post : ∃ effort left, sortsLiteral p.tables w.sorts.shared (orTrue p.specification.post) effort = .ok left
  like : ∀ E σ, p.text.Initial E σ → ∀ id B, w.sorts.Like id σ (storeOf B store)
  listed : ∀ E σ, p.text.Initial E σ → ∀ t : p.text.Thread E σ, ∃ j, ∃ hj : j < threads.size, threads[j] = t.1
  members : ∀ E σ, p.text.Initial E σ → ∀ j (hj : j < threads.size), ∃ t : p.text.Thread E σ, t.1 = threads[j]
  distinct : ∀ i j (hi : i < threads.size) (hj : j < threads.size), threads[i] = threads[j] → i = j
  first : ∀ j (hj : j < threads.size), ∃ hn : j < w.first.size, w.all[w.first[j]]? = some (p.bodyOf threads[j].1)
  own : ∀ x, w.sorts.isOwn x = true ↔ x ∈ locals

theorem beginning_sound {p : ProgramTables} (hT : p.tables.Right) {start : Kernel.Start} {threads : Array (Nat × Int)} {locals : List Nat} {effort left : Nat}
    {w : Beginning} (h : Kernel.beginning p start threads locals effort = .ok ⟨w, left⟩) : w.Right p start.store threads locals := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  split at h
  · simp at h
  rename_i hrely
  obtain ⟨⟨S, _⟩, hinitial, h⟩ := bind_ok.mp h
  obtain ⟨sorts, hown, h⟩ := bind_ok.mp h
  obtain ⟨_, hspecification, h⟩ := bind_ok.mp h
  obtain ⟨_, hthreads, h⟩ := bind_ok.mp h
  obtain ⟨_, hmembers, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, hdistinct, h⟩ := bind_ok.mp h
  obtain ⟨⟨all, _⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨⟨controls, _⟩, hcontrols, h⟩ := bind_ok.mp h
  obtain ⟨numbers, hnumbers, h⟩ := bind_ok.mp h
  injection h with h
  injection h with h _
  subst h
  obtain ⟨_, hinvariant, hspecification⟩ := bind_ok.mp hspecification
  obtain ⟨_, hguarantee, hpost⟩ := bind_ok.mp hspecification
  obtain ⟨h1, _, h3, h4⟩ := withOwn_sound hown
  have hlike {E : Parameters} {σ : Store} (hi : p.text.Initial E σ) (B : Nat → Int → Int) := initialSorts_sound hT hinitial hi (B := B)
  have hlisted {E : Parameters} {σ : Store} (hi : p.text.Initial E σ) := onlyThreads_sound (E := E) hT rfl (hlike hi _).2 rfl 0 _ hthreads
  refine ⟨hrely, controlsFrom_right 0 #[] _ rfl (fun n _ hn => absurd hn (Nat.not_lt_zero n)) hcontrols, ⟨_, _, hinvariant⟩, ⟨_, _, hguarantee⟩, ⟨_, _, hpost⟩,
    fun E σ hi id B => ?_, fun E σ hi t => ?_, fun E σ hi j hj => ?_, fun i j hi hj he => ?_,
    startControls_sound 0 #[] rfl (Nat.zero_le _) (fun j _ ho => absurd ho (Nat.not_lt_zero j)) hnumbers, fun x => ⟨fun hx => ?_, h4 x⟩⟩
  · obtain ⟨hshared, hlike⟩ := hlike hi B
    refine ⟨fun hs => (hlike id).shared (h1 _ _ hs), fun {x} hs => ?_⟩
    rcases h3 x hs with h | ⟨h, _⟩
    · simp [hshared x] at h
    · exact congrFun ((hlike id).shared h).map id
  · obtain ⟨j, hj, hthread⟩ := (hlisted hi t.1.1 (families_size p ▸ t.2.1) (Nat.zero_le _)).2 t.1.2 (thread_member t)
    exact ⟨j, hj, hthread⟩
  · obtain ⟨hf, hmember⟩ := areMembers_sound hT 0 _ hmembers j hj (Nat.zero_le _)
    obtain ⟨⟨_, _, hsorts⟩, _⟩ := hlisted hi _ hf (Nat.zero_le _)
    refine ⟨⟨threads[j], families_size p ▸ hf, ?_⟩, rfl⟩
    rw [families_getElem p _ hf]
    exact (sortsLiteral_sound hT hsorts ((hlike hi _).2 _) ((hlike hi _).2 _)).mpr hmember
  · have hd := areDistinct_sound 0 (require_ok.mp hdistinct)
    rcases Nat.lt_trichotomy i j with hlt | heq | hgt
    · exact absurd he.symm (hd i j hi hj (Nat.zero_le _) hlt)
    · exact heq
    · exact absurd he (hd j i hj hi (Nat.zero_le _) hgt)
  · rcases h3 x hx with h | ⟨_, h⟩
    · exact absurd h (by simp [initialSorts_shared hinitial x])
    · exact h

/-- What is left for a thread at first is where its control says. -/
theorem body_frames {p : ProgramTables} {threads : Array (Nat × Int)} {E : Parameters} {σ : Store} (t : p.text.Thread E σ) {j : Nat} (hj : j < threads.size) (hthread : threads[j] = t.1) :
    p.text.program E σ t = framesCore p (p.bodyOf threads[j].1) := by
  have hf : t.1.1 < p.families.size := families_size p ▸ t.2.1
  have hgetElem := families_getElem p t.1.1 hf
  simp only [ProgramText.program, hgetElem, hthread, ProgramTables.bodyOf, hf, dif_pos, framesCore, before, Frame.core, statementOf]

end Plato
