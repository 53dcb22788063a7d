/-
# The initial store and the threads are as the certificate says

Main definitions: `Beginning.Right`. Main results: `onlyThreads_sound`, `withOwn_sound`, `beginning_sound`.
-/
module

public import Closure.Initial
public import Closure.Control
public import Program.Read

@[expose] public section

namespace Plato

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

/-- Every thread of the program is listed, but for some of families of which only a few are. -/
theorem onlyThreads_sound {p : ProgramTables} (hT : p.tables.Right) {S : Sorts} {scene : Scene} {threads : Array (Nat × Int)} {few : List Nat} {σ : Store} {E : Parameters}
    (hparameters : scene.parameters = .empty) (hlike : ∀ id, S.Like id σ (storeOf (scene.bases p.tables) scene.before))
    (hafter : scene.after = scene.before) (i effort : Nat) {left : Nat} (h : onlyThreads p S scene threads few i effort = .ok left) :
    ∀ f (hf : f < p.families.size), i ≤ f →
      (∃ effort left, sortsLiteral p.tables S p.families[f].members effort = .ok left) ∧
      (few.elem f = false → ∀ id, (p.tables.literal p.families[f].members).predicate E id σ → ∃ j, ∃ hj : j < threads.size, threads[j] = (f, id)) := by
  fun_induction onlyThreads p S scene threads few i effort with
  | case1 i effort hi ih =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, hsorts, h⟩ := bind_ok.mp h
    intro f hf hif
    split at h
    · rename_i hfew
      by_cases he : i = f
      · subst he
        exact ⟨⟨_, _, hsorts⟩, fun hn => by rw [hfew] at hn; simp at hn⟩
      · exact ih _ h f hf (by omega)
    · obtain ⟨⟨alone, _⟩, hnone, h⟩ := bind_ok.mp h
      obtain ⟨_, halone, h⟩ := bind_ok.mp h
      by_cases he : i = f
      · subst he
        refine ⟨⟨_, _, hsorts⟩, fun _ id hmember => ?_⟩
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

/-- Nothing else becomes known, and what is said to be local is: of a map that matters as a whole, the entries do. -/
theorem withOwn_sound {S S' : Sorts} {locals : List Nat} (h : S.withOwn locals = .ok S') :
    (∀ x kind, S'.kind x = some kind → S.kind x = some kind) ∧
      (∀ x kind, S'.ownKind x = some kind → S.ownKind x = some kind ∨
        x ∈ locals ∧ (kind = .integer ∧ S.kind x = some .map ∨ kind = .truth ∧ S.kind x = some .truths)) ∧
      (∀ x, S.isOwn x = true → S'.isOwn x = true) ∧ ∀ x ∈ locals, S'.isOwn x = true := by
  induction locals generalizing S with
  | nil =>
    injection h with h
    subst h
    exact ⟨fun _ _ h => h, fun _ _ h => .inl h, fun _ h => h, by simp⟩
  | cons name rest ih =>
    unfold Sorts.withOwn at h
    split at h
    · rename_i hlt
      have key (kind₀ kind₁ : ValueKind) (hwas : S[name] = some (.whole kind₀))
          (hkinds : kind₁ = .integer ∧ kind₀ = .map ∨ kind₁ = .truth ∧ kind₀ = .truths)
          (h : Sorts.withOwn (S.set name (some (.own kind₁)) hlt) rest = .ok S') :
          (∀ x kind, S'.kind x = some kind → S.kind x = some kind) ∧
            (∀ x kind, S'.ownKind x = some kind → S.ownKind x = some kind ∨
              x ∈ name :: rest ∧ (kind = .integer ∧ S.kind x = some .map ∨ kind = .truth ∧ S.kind x = some .truths)) ∧
            (∀ x, S.isOwn x = true → S'.isOwn x = true) ∧ ∀ x ∈ name :: rest, S'.isOwn x = true := by
        have hkind : S.kind name = some kind₀ := by simp [Sorts.kind, hlt, hwas]
        have hself : Sorts.isOwn (S.set name (some (.own kind₁)) hlt) name = true := by simp [Sorts.isOwn, ownKind_set hlt]
        obtain ⟨h1, h2, h3, h4⟩ := ih h
        refine ⟨fun x kind hx => ?_, fun x kind hx => ?_, fun x hx => ?_, fun x hx => ?_⟩
        · have := h1 x kind hx
          rw [kind_set hlt] at this
          split at this
          · simp at this
          · exact this
        · rcases h2 x kind hx with ho | ⟨hin, ho⟩
          · rw [ownKind_set hlt] at ho
            by_cases he : x = name
            · subst he
              simp only [if_true, Option.some.injEq] at ho
              subst ho
              refine .inr ⟨by simp, ?_⟩
              rcases hkinds with ⟨rfl, rfl⟩ | ⟨rfl, rfl⟩
              · exact .inl ⟨rfl, hkind⟩
              · exact .inr ⟨rfl, hkind⟩
            · rw [if_neg he] at ho
              exact .inl ho
          · refine .inr ⟨by simp [hin], ?_⟩
            simp only [kind_set hlt] at ho
            by_cases he : x = name
            · simp [he] at ho
            · simpa [he] using ho
        · refine h3 x ?_
          unfold Sorts.isOwn at hx ⊢
          rw [ownKind_set hlt]
          split
          · rfl
          · exact hx
        · rcases List.mem_cons.mp hx with rfl | hx
          · exact h3 _ hself
          · exact h4 x hx
      split at h
      · rename_i hwas; exact key _ _ hwas (.inl ⟨rfl, rfl⟩) h
      · rename_i hwas; exact key _ _ hwas (.inr ⟨rfl, rfl⟩) h
      · simp at h
    · simp at h

theorem sharedFrom_kind (S : Sorts) (i x : Nat) : (S.sharedFrom i).kind x = S.kind x := by
  fun_induction Sorts.sharedFrom S i with
  | case1 S i hi kind hown ih =>
    rw [ih, kind_set hi]
    split
    · rename_i he
      subst he
      simp [Sorts.kind, hi, hown]
    · rfl
  | case2 S i hi hother ih => exact ih
  | case3 => rfl

theorem sharedFrom_ownKind (S : Sorts) (i x : Nat) : (S.sharedFrom i).ownKind x = if i ≤ x then none else S.ownKind x := by
  fun_induction Sorts.sharedFrom S i with
  | case1 S i hi kind hown ih =>
    rw [ih, ownKind_set hi]
    by_cases he : x = i
    · subst he; simp
    · by_cases hle : i + 1 ≤ x
      · simp [hle, show i ≤ x by omega]
      · simp [hle, show ¬ i ≤ x by omega, he]
  | case2 S i hi hother ih =>
    rw [ih]
    by_cases he : x = i
    · subst he
      simp only [Nat.le_refl, if_true, show ¬ x + 1 ≤ x by omega, if_false]
      unfold Sorts.ownKind
      rw [dif_pos hi]
      split
      · rename_i kind hk; exact absurd hk (hother kind)
      · rfl
    · by_cases hle : i + 1 ≤ x
      · simp [hle, show i ≤ x by omega]
      · simp [hle, show ¬ i ≤ x by omega]
  | case3 S i hi =>
    split
    · simp [Sorts.ownKind, show ¬ x < S.size by omega]
    · rfl

theorem has_shared {S : Sorts} {x : Nat} {kind : ValueKind} : S.shared.has x kind = S.has x kind := by
  unfold Sorts.has Sorts.shared
  rw [sharedFrom_kind]

theorem shared_ownKind {S : Sorts} {x : Nat} : S.shared.ownKind x = none := by
  unfold Sorts.shared
  rw [sharedFrom_ownKind]
  simp

/-- What all threads share looks the same if all that a thread sees does. -/
theorem Sorts.Like.shared_part {S : Sorts} {id id' : Int} {σ τ : Store} (h : S.Like id σ τ) : S.shared.Like id' σ τ :=
  ⟨fun hs => h.shared (has_shared ▸ hs), fun hs => by rw [shared_ownKind] at hs; simp at hs⟩

/-- At first, no entries are threads' own. -/
theorem replicate_shared {n : Nat} (x : Nat) : Sorts.ownKind (Array.replicate n none) x = none :=
  (replicate_known (P := fun _ => False) (σ := fun _ => .int 0) (τ := fun _ => .int 0)).shared x

theorem noteFacts_shared {T : Tables} {store : Array StoreValue} {truths : Array Bool} {parts : List Literal} {S : Sorts} (hS : ∀ x, S.ownKind x = none) (x : Nat) :
    (noteFacts T store truths parts S).ownKind x = none := by
  induction parts generalizing S with
  | nil => exact hS x
  | cons l rest ih =>
    unfold noteFacts
    split
    · refine ih fun y => ?_
      split
      · rename_i hlt
        rw [ownKind_set hlt]
        split
        · rfl
        · exact hS y
      · exact hS y
    · exact ih hS

theorem noteOpen_shared {T : Tables} {parts : List Literal} {truths : Array Bool} {cost : Nat} {opens : List OpenValue} {S : Sorts} {effort left : Nat} {S' : Sorts}
    (h : noteOpen T parts truths cost opens S effort = .ok ⟨S', left⟩) (hS : ∀ x, S.ownKind x = none) (x : Nat) : S'.ownKind x = none := by
  induction opens generalizing S effort with
  | nil =>
    injection h with h
    injection h with h _
    subst h
    exact hS x
  | cons o rest ih =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    split at h
    · rename_i hlt
      have hset (kind : ValueKind) (y : Nat) : Sorts.ownKind (S.set o.name (some (.whole kind)) hlt) y = none := by
        rw [ownKind_set hlt]
        split
        · rfl
        · exact hS y
      split at h
      · simp at h
      · split at h
        · obtain ⟨_, _, h⟩ := bind_ok.mp h
          exact ih h (hset _)
        · obtain ⟨_, _, h⟩ := bind_ok.mp h
          exact ih h (hset _)
    · simp at h

/-! ## All together -/

/-- The program has these initial stores, as far as it can tell, and these threads, which start where the controls say. -/
structure Beginning.Right (w : Beginning) (p : ProgramTables) (start : Kernel.Start) (threads : Array (Nat × Int)) (locals few : List Nat) : Prop where
  rely : p.specification.rely = none
  controls : ∀ (n : Nat) (frames : List Frame), w.all[n]? = some frames →
    ∃ control : Control, w.controls[n]? = some control ∧ frames ∈ control.seen ∧ control.Right p w.sorts w.all
  invariant : ∃ effort left, sortsLiteral p.tables w.sorts.shared (orTrue p.specification.invariant) effort = .ok left
  guarantee : ∃ effort left, sortsLiteral p.tables w.sorts.shared (orTrue p.specification.guarantee) effort = .ok left
  post : ∃ effort left, sortsLiteral p.tables w.sorts.shared (orTrue p.specification.post) effort = .ok left
  like : ∀ E σ, p.text.Initial E σ → ∀ B, ∃ start ∈ w.starts, ∀ id, w.sorts.Like id σ (storeOf B start)
  listed : ∀ E σ, p.text.Initial E σ → ∀ t : p.text.Thread E σ, few.elem t.1.1 = false → ∃ j, ∃ hj : j < threads.size, threads[j] = t.1
  /-- Who is a member is as the store says that is written down. -/
  membership : ∀ E σ, p.text.Initial E σ → ∀ f (hf : f < p.families.size) id, (p.tables.literal p.families[f].members).predicate E id σ ↔
    (p.tables.literal p.families[f].members).action (parametersOf start.alone.parameters) id (storeOf (start.alone.bases p.tables) start.store)
      (storeOf (start.alone.bases p.tables) start.store)
  members : ∀ E σ, p.text.Initial E σ → ∀ j (hj : j < threads.size), ∃ t : p.text.Thread E σ, t.1 = threads[j]
  distinct : ∀ i j (hi : i < threads.size) (hj : j < threads.size), threads[i] = threads[j] → i = j
  first : ∀ j (hj : j < threads.size), ∃ hn : j < w.first.size, w.all[w.first[j]]? = some (p.bodyOf threads[j].1)
  own : ∀ x, w.sorts.isOwn x = true ↔ x ∈ locals

theorem beginning_sound {p : ProgramTables} (hT : p.tables.Right) {start : Kernel.Start} {threads : Array (Nat × Int)} {values : ValueLines} {locals few : List Nat}
    {effort left : Nat} {w : Beginning} (h : Kernel.beginning p start threads values locals few effort = .ok ⟨w, left⟩) :
    w.Right p start threads locals few := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  split at h
  · simp at h
  rename_i hrely
  obtain ⟨⟨parts, _⟩, hconjuncts, h⟩ := bind_ok.mp h
  obtain ⟨⟨initial, _⟩, hopen, h⟩ := bind_ok.mp h
  obtain ⟨⟨starts, _⟩, hstarts, h⟩ := bind_ok.mp h
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
  obtain ⟨h1, h2, _, h4⟩ := withOwn_sound hown
  have hparts {E : Parameters} {σ : Store} (hi : p.text.Initial E σ) : ∀ l ∈ parts, (p.tables.interpretation (E.model 0 σ σ)).literal [] l :=
    (conjuncts_sound (M := E.model 0 σ σ) hT _).1 _ _ _ _ hconjuncts ((literal_iff _ _ _).mpr hi.2) (by simp)
  have hfixed {E : Parameters} {σ : Store} (hi : p.text.Initial E σ) (B : Nat → Int → Int) :=
    noteFacts_sound (B := B) (store := start.store) (truths := markNames values.truths (Array.replicate start.store.size false)) hT (hparts hi)
      (replicate_known (n := start.store.size))
  have hlisted {E : Parameters} {σ : Store} (hi : p.text.Initial E σ) := onlyThreads_sound (E := E) hT rfl (hfixed hi _).like rfl 0 _ hthreads
  refine ⟨hrely, controlsFrom_right 0 #[] _ rfl (fun n _ hn => absurd hn (Nat.not_lt_zero n)) hcontrols, ⟨_, _, hinvariant⟩, ⟨_, _, hguarantee⟩, ⟨_, _, hpost⟩,
    fun E σ hi B => ?_, fun E σ hi t hmany => ?_, fun E σ hi f hf id => ?_, fun E σ hi j hj => ?_, fun i j hi hj he => ?_,
    startControls_sound 0 #[] rfl (Nat.zero_le _) (fun j _ ho => absurd ho (Nat.not_lt_zero j)) hnumbers, fun x => ⟨fun hx => ?_, h4 x⟩⟩
  · obtain ⟨hknown, hopens, _⟩ := noteOpen_sound hT (hparts hi) (hfixed hi B) hopen
    obtain ⟨first, hfirst, hsame⟩ := startStores_sound hopens hstarts
      ⟨fun x kind hx hn => hknown.same x kind hx (by simpa using hn), hknown.shared⟩
    refine ⟨first, hfirst, fun id => ⟨fun hs => ?_, fun {x kind} hs => ?_⟩⟩
    · obtain ⟨known, hk, hfits⟩ := Sorts.has_iff.mp hs
      exact (hsame.same _ _ (h1 _ _ hk) (fun h => h)).fits hfits
    · rcases h2 x kind hs with h | ⟨_, ⟨rfl, h⟩ | ⟨rfl, h⟩⟩
      · rw [hsame.shared x] at h; simp at h
      · exact congrFun (hsame.same _ _ h (fun h => h)).map id
      · exact hsame.same _ _ h (fun h => h) id
  · obtain ⟨j, hj, hthread⟩ := (hlisted hi t.1.1 (families_size p ▸ t.2.1) (Nat.zero_le _)).2 hmany t.1.2 (thread_member t)
    exact ⟨j, hj, hthread⟩
  · obtain ⟨⟨_, _, hsorts⟩, _⟩ := hlisted hi f hf (Nat.zero_le _)
    exact sortsLiteral_sound hT hsorts ((hfixed hi _).like _) ((hfixed hi _).like _)
  · obtain ⟨hf, hmember⟩ := areMembers_sound hT 0 _ hmembers j hj (Nat.zero_le _)
    obtain ⟨⟨_, _, hsorts⟩, _⟩ := hlisted hi _ hf (Nat.zero_le _)
    refine ⟨⟨threads[j], families_size p ▸ hf, ?_⟩, rfl⟩
    rw [families_getElem p _ hf]
    exact (sortsLiteral_sound hT hsorts ((hfixed hi _).like _) ((hfixed hi _).like _)).mpr hmember
  · have hd := areDistinct_sound 0 (require_ok.mp hdistinct)
    rcases Nat.lt_trichotomy i j with hlt | heq | hgt
    · exact absurd he.symm (hd i j hi hj (Nat.zero_le _) hlt)
    · exact heq
    · exact absurd he (hd j i hj hi (Nat.zero_le _) hgt)
  · obtain ⟨kind, hk⟩ := Option.isSome_iff_exists.mp hx
    rcases h2 x kind hk with h | ⟨h, _⟩
    · exact absurd h (by rw [noteOpen_shared hopen (noteFacts_shared replicate_shared) x]; simp)
    · exact h

/-- What is left for a thread at first is where its control says. -/
theorem body_frames {p : ProgramTables} {threads : Array (Nat × Int)} {E : Parameters} {σ : Store} (t : p.text.Thread E σ) {j : Nat} (hj : j < threads.size) (hthread : threads[j] = t.1) :
    p.text.program E σ t = framesCore p (p.bodyOf threads[j].1) := by
  have hf : t.1.1 < p.families.size := families_size p ▸ t.2.1
  have hgetElem := families_getElem p t.1.1 hf
  simp only [ProgramText.program, hgetElem, hthread, ProgramTables.bodyOf, hf, dif_pos, framesCore, before, Frame.core, statementOf]

end Plato
