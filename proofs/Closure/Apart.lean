/-
# Threads that are run apart show what the program does

This is Lemma 1 of Flanagan and Qadeer, *Assume-Guarantee Model Checking*, for the stores of a program: in every state that is reached, what each thread sees has been
met when it was run by itself. All threads see the same shared store; a step of one is listed, and so the others have reckoned with it.

Main definitions: `Modular.Right`, `Sight.Shows`, `Modular.Stands`. Main results: `modular_step`, `satisfies_of_sights`.
-/
module

public import Closure.Sound
public import Closure.Views

@[expose] public section

namespace Plato

/-! ## What a thread sees of a store -/

/-- The store that the values describe. -/
noncomputable abbrev Modular.meant (k : Modular) (store : Array StoreValue) : Store := storeOf (baseValue k.program.tables noParameters) store

/-- The thread's own entries in the store are these, as far as it matters, and these are all. -/
structure OwnIs (S : Sorts) (id : Int) (own : List (Nat × Int)) (σ : Store) : Prop where
  entries : ∀ x n, (x, n) ∈ own → ∃ kind, S.ownKind x = some kind ∧ SameEntry kind ((σ x).toMap id) n
  all : ∀ x, S.isOwn x = true → ∃ n, (x, n) ∈ own

/-- Writing the thread's own entries makes a store look like another one that has the same. -/
theorem writes_own_like {S : Sorts} {id : Int} {E : Parameters} {σ σ₀ : Store} {own : List (Nat × Int)}
    (hentries : ∀ x n, (x, n) ∈ own → ∃ kind, S.ownKind x = some kind ∧ SameEntry kind ((σ x).toMap id) n) {τ : Store}
    (hshared : ∀ x kind, S.has x kind = true → Value.Same kind (σ x) (τ x))
    (hown : ∀ x kind, S.ownKind x = some kind → (∃ n, (x, n) ∈ own) ∨ SameEntry kind ((σ x).toMap id) ((τ x).toMap id)) :
    S.Like id σ (writes E id σ₀ (own.map fun (x, entry) => ((⟨x, some (.logic 0)⟩ : Place), Value.int entry)) τ) := by
  induction own generalizing τ with
  | nil => exact ⟨fun hs => hshared _ _ hs, fun hs => (hown _ _ hs).resolve_left (by simp)⟩
  | cons entry rest ih =>
    obtain ⟨name, n⟩ := entry
    obtain ⟨kind₀, hname, hn⟩ := hentries name n (by simp)
    have hid : ((Term.logic 0).valueIn E id σ₀).toInt = id := rfl
    refine ih (fun x m hm => hentries x m (by simp [hm])) (fun x kind hs => ?_) (fun x kind hs => ?_)
    · have hne : x ≠ name := fun he => by
        subst he
        have := Sorts.isOwn_of hname
        simp [Sorts.not_own hs] at this
      simpa [Place.write, hne] using hshared x kind hs
    · by_cases he : x = name
      · subst he
        right
        rw [hname] at hs
        injection hs with hs
        subst hs
        simp only [Place.write, if_true, hid]
        show SameEntry kind₀ _ (update _ _ _ _)
        simpa [update, Value.toInt] using hn
      · rcases hown x kind hs with ⟨m, hm⟩ | hm
        · rcases List.mem_cons.mp hm with hm | hm
          · exact absurd (congrArg Prod.fst hm) he
          · exact .inl ⟨m, hm⟩
        · exact .inr (by simpa [Place.write, he] using hm)

/-- What is saved are the thread's entries of the local variables. -/
theorem saveEntries_entries {B : Nat → Int → Int} {store : Array StoreValue} {id : Int} {locals : List Nat} {effort : Nat}
    {r : Evaluated (List (Nat × Int))} (h : saveEntries store id locals effort = .ok r) :
    r.known = locals.map fun x => (x, (storeOf B store x).toMap id) := by
  induction locals generalizing effort r with
  | nil => injection h with h; subst h; rfl
  | cons name rest ih =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨entry, hentry, h⟩ := bind_ok.mp h
    obtain ⟨⟨saved, _⟩, hsaved, h⟩ := bind_ok.mp h
    injection h with h
    subst h
    simp only [List.map_cons, storeOf, entryAt_sound hentry]
    rw [show saved = _ from ih hsaved]
    rfl

/-! ## States -/

/-- What is known before threads are run. -/
structure Modular.Right (k : Modular) (S : Sorts) (all : Array (List Frame)) : Prop where
  tables : k.program.tables.Right
  sorts : k.sorts = S
  controls : ∀ (n : Nat) (frames : List Frame), all[n]? = some frames →
    ∃ control : Control, k.controls[n]? = some control ∧ frames ∈ control.seen ∧ control.Right k.program S all
  invariant : ∃ effort left, sortsLiteral k.program.tables S.shared (orTrue k.program.specification.invariant) effort = .ok left
  guarantee : ∃ effort left, sortsLiteral k.program.tables S.shared (orTrue k.program.specification.guarantee) effort = .ok left
  post : ∃ effort left, sortsLiteral k.program.tables S.shared (orTrue k.program.specification.post) effort = .ok left
  own : ∀ x, S.isOwn x = true ↔ x ∈ k.locals
  firsts : k.FirstsRight
  apart : ∀ i j (hi : i < k.threads.size) (hj : j < k.threads.size), k.threads[i].2 = k.threads[j].2 → i = j

section

variable {k : Modular} {S : Sorts} {all : Array (List Frame)} {E : Parameters} {σ₀ : Store} {R : Nat → Array Sight}

/-- The sight is what the thread sees: its own entries, and what is left for it to do. -/
structure Sight.Shows (sight : Sight) (k : Modular) (S : Sorts) (all : Array (List Frame)) (id : Int) (σ : Store) (C : Core) : Prop where
  own : OwnIs S id sight.own σ
  control : ∃ control : Control, k.controls[sight.control]? = some control ∧ control.Right k.program S all ∧
    ∃ frames ∈ control.seen, C = framesCore k.program frames

/-- The thread is known to see that shared store, with what is left for it to do. -/
def Modular.Has (k : Modular) (S : Sorts) (all : Array (List Frame)) (R : Nat → Array Sight) (g : Nat) (σ : Store) (thread : Nat × Int) (C : Core) : Prop :=
  ∃ j, ∃ hj : j < k.threads.size, k.threads[j] = thread ∧ ∃ sight ∈ R j, sight.store = g ∧ sight.Shows k S all thread.2 σ C

/-- The shared store of that number, and what the threads are known to see, stand for a store and what is left for the threads. -/
structure Modular.Stands (k : Modular) (S : Sorts) (all : Array (List Frame)) (R : Nat → Array Sight) (g : Nat) (σ : Store)
    (P : Program (k.program.text.Thread E σ₀) Core) : Prop where
  listed : g < k.stores.size
  store : S.shared.Like 0 σ (k.meant (k.store g))
  threads : ∀ t, k.Has S all R g σ t.1 (P t)

omit σ₀ in
/-- The store in which the thread's commands are run looks to it like the real one. -/
theorem chosen_like {sight : Sight} {id : Int} {σ : Store} {C : Core} (hshared : S.shared.Like 0 σ (k.meant (k.store sight.store)))
    (hshows : sight.Shows k S all id σ C) {effort left : Nat} {store : Array StoreValue}
    (h : restoreEntries id sight.own (k.store sight.store) effort = .ok ⟨store, left⟩) : S.Like id σ (k.meant store) := by
  have := restoreEntries_sound (E := noParameters) (B := baseValue k.program.tables noParameters) h σ
  simp only [Modular.meant] at *
  rw [this]
  exact writes_own_like hshows.own.entries (fun x kind hs => hshared.shared (has_shared.trans hs)) (fun x kind hs => .inl (hshows.own.all x (Sorts.isOwn_of hs)))

/-- What is seen in a store that looks like the real one is what the thread sees. -/
theorem sightOf_sound (hk : k.Right S all) {id : Int} {store : Array StoreValue} {control effort left : Nat} {sight : Sight}
    (h : k.sightOf id store control effort = .ok ⟨sight, left⟩) {σ : Store} (hσ : S.Like id σ (k.meant store)) :
    sight.control = control ∧ sight.store < k.stores.size ∧ S.shared.Like 0 σ (k.meant (k.store sight.store)) ∧ OwnIs S id sight.own σ := by
  obtain ⟨⟨own, _⟩, hsave, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨⟨number, _⟩, hfind, h⟩ := bind_ok.mp h
  injection h with h
  injection h with h _
  subst h
  obtain ⟨hlt, hstore⟩ := find_sound hfind
  have hown := saveEntries_entries (B := baseValue k.program.tables noParameters) hsave
  dsimp only at hstore hown hlt ⊢
  refine ⟨rfl, hlt, ⟨fun {x kind} hs => ?_, fun hs => by rw [shared_ownKind] at hs; simp at hs⟩, fun x n hn => ?_, fun x hx => ?_⟩
  · rw [has_shared] at hs
    have hx : x ∉ k.locals := fun hx => by
      have := (hk.own x).mpr hx
      rw [Sorts.not_own hs] at this
      simp at this
    rw [hstore, Modular.meant, sharedStore_meant hx]
    exact hσ.shared hs
  · rw [hown] at hn
    obtain ⟨y, hy, he⟩ := List.mem_map.mp hn
    injection he with h1 h2
    subst h1 h2
    obtain ⟨kind, hkind⟩ := Option.isSome_iff_exists.mp ((hk.own _).mpr hy)
    exact ⟨kind, hkind, hσ.own hkind⟩
  · exact ⟨_, by rw [hown]; exact List.mem_map.mpr ⟨x, (hk.own x).mp hx, rfl⟩⟩

/-- Whoever looks at a store sees the same shared store. -/
theorem sightOf_store {id : Int} {store : Array StoreValue} {control effort effort' left : Nat} {sight : Sight} {r : Evaluated Nat}
    (h : k.sightOf id store control effort = .ok ⟨sight, left⟩) (h' : k.find (sharedStore k.locals store) effort' = .ok r) : sight.store = r.known := by
  obtain ⟨⟨own, _⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨⟨number, _⟩, hfind, h⟩ := bind_ok.mp h
  injection h with h
  injection h with h _
  subst h
  exact find_unique hfind h'

/-- Formulas of the specification are as the kernel found them for shared stores. -/
theorem shared_sound (hk : k.Right S all) {l : Literal} (hl : ∃ effort left, sortsLiteral k.program.tables S.shared l effort = .ok left) {g g' : Nat}
    {reason : Reason} {effort left : Nat} (h : requireTrue k.program.tables (k.scene g g') l reason effort = .ok left) {σ σ' : Store}
    (hσ : S.shared.Like 0 σ (k.meant (k.store g))) (hσ' : S.shared.Like 0 σ' (k.meant (k.store g'))) :
    (k.program.tables.literal l).action E 0 σ σ' := by
  obtain ⟨_, _, hsorts⟩ := hl
  exact (sortsLiteral_sound hk.tables hsorts hσ hσ').mpr (requireTrue_sound hk.tables h rfl)

/-- What the kernel found of a shared store; `ends` marks those in which all threads can have ended. -/
structure StoreRight (k : Modular) (ends : Array Bool) (g : Nat) : Prop where
  invariant : ∃ reason effort left, requireTrue k.program.tables (k.scene g g) (orTrue k.program.specification.invariant) reason effort = .ok left
  guarantee : ∀ step ∈ (⟨0, g, none⟩ :: k.stepsFrom g : List SharedStep), ∃ reason effort left,
    requireTrue k.program.tables (k.scene g step.target) (orTrue k.program.specification.guarantee) reason effort = .ok left
  post : isNoted ends g = true → ∃ reason effort left,
    requireTrue k.program.tables (k.scene g g) (orTrue k.program.specification.post) reason effort = .ok left

theorem modular_guaranteed {before : Nat} {steps : List SharedStep} {effort left : Nat} (h : k.guaranteed before steps effort = .ok left) :
    ∀ step ∈ steps, ∃ reason effort left,
      requireTrue k.program.tables (k.scene before step.target) (orTrue k.program.specification.guarantee) reason effort = .ok left := by
  induction steps generalizing effort with
  | nil => simp
  | cons step rest ih =>
    obtain ⟨_, hstep, h⟩ := bind_ok.mp h
    intro other ho
    rcases List.mem_cons.mp ho with rfl | ho
    · exact ⟨_, _, _, hstep⟩
    · exact ih h other ho

theorem storesRight_sound {ends : Array Bool} (i effort : Nat) {left : Nat} (h : k.storesRight ends i effort = .ok left) :
    ∀ g, g < k.stores.size → i ≤ g → StoreRight k ends g := by
  fun_induction Modular.storesRight k ends i effort with
  | case1 i effort hi ih =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, hinvariant, h⟩ := bind_ok.mp h
    obtain ⟨_, hguarantee, h⟩ := bind_ok.mp h
    intro g hg hig
    split at h
    · rename_i hends
      obtain ⟨_, hpost, h⟩ := bind_ok.mp h
      by_cases he : i = g
      · subst he
        exact ⟨⟨_, _, _, hinvariant⟩, modular_guaranteed hguarantee, fun _ => ⟨_, _, _, hpost⟩⟩
      · exact ih _ h g hg (by omega)
    · rename_i hends
      by_cases he : i = g
      · subst he
        exact ⟨⟨_, _, _, hinvariant⟩, modular_guaranteed hguarantee, fun hn => absurd hn hends⟩
      · exact ih _ h g hg (by omega)
  | case2 i effort hi => intro g hg hig; exact absurd (Nat.lt_of_le_of_lt hig hg) hi

theorem modular_control {n : Nat} {control : Control} (h : k.controls[n]? = some control) : k.control n = control := by
  obtain ⟨hlt, he⟩ := Array.getElem?_eq_some_iff.mp h
  simp [Modular.control, hlt, he]

/-- **A step.** It leads to what is known to be seen, and satisfies the guarantee. It does not go wrong. -/
theorem modular_step (hk : k.Right S all) {starts : List (Array StoreValue)} {first : Array Nat} {ends : Array Bool}
    (hR : ∀ i, i < k.threads.size → k.Seen starts first i (R i)) (hright : ∀ g, g < k.stores.size → StoreRight k ends g) {g : Nat} {σ : Store}
    {P : Program (k.program.text.Thread E σ₀) Core} (hstands : k.Stands S all R g σ P)
    {s : ParState (k.program.text.Thread E σ₀) Store Core} (hstep : ParStep (k.program.text.step E σ₀) (.run σ P) s) :
    ∃ σ' P', s = .run σ' P' ∧ (∃ g', k.Stands S all R g' σ' P') ∧ k.program.specificationText.guarantee.action E 0 σ σ' := by
  have hguaranteed (step : SharedStep) (hin : step ∈ (⟨0, g, none⟩ :: k.stepsFrom g : List SharedStep)) {σ' : Store}
      (hσ' : S.shared.Like 0 σ' (k.meant (k.store step.target))) : k.program.specificationText.guarantee.action E 0 σ σ' := by
    obtain ⟨_, _, _, h⟩ := (hright g hstands.listed).guarantee step hin
    exact shared_sound hk hk.guarantee h hstands.store hσ'
  -- what a step of one thread can be
  have key (t : k.program.text.Thread E σ₀) (r : SeqState Store Core) (h : k.program.text.step E σ₀ t (.run σ (P t)) r) :
      ∃ σ' C, r = .run σ' C ∧ (∃ g', k.Stands S all R g' σ' (P.update t C)) ∧ k.program.specificationText.guarantee.action E 0 σ σ' := by
    obtain ⟨j, hj, hthread, sight, hsight, rfl, hshows⟩ := hstands.threads t
    obtain ⟨control, hcontrol, hcright, frames, hframes, hP⟩ := hshows.control
    rw [hP] at h
    obtain ⟨e, he, hin⟩ := hcright frames hframes
    have hhas := expand_sound he h
    cases e with
    | ended => exact False.elim hhas
    | silent next =>
      obtain ⟨frames', hframes', rfl⟩ := hhas
      refine ⟨σ, _, rfl, ⟨sight.store, hstands.listed, hstands.store, fun u => ?_⟩, hguaranteed ⟨0, _, none⟩ (by simp) hstands.store⟩
      by_cases hu : u = t
      · subst hu
        refine ⟨j, hj, hthread, sight, hsight, rfl, hshows.own, control, hcontrol, hcright, frames', hin _ hframes', ?_⟩
        simp [Program.update]
      · simpa [Program.update, hu] using hstands.threads u
    | act command after =>
      obtain ⟨edge, hedge, rfl, hafter, _, _, hsorts⟩ := hin
      obtain ⟨_, hgood⟩ := (hR j hj).good
      obtain ⟨⟨_, store, _, hrestore, hedges⟩, _⟩ := hgood sight hsight
      rw [hthread] at hrestore hedges
      rw [modular_control hcontrol] at hedges
      obtain ⟨_, stores, _, houtcomes, hseen⟩ := hedges edge hedge
      rw [hk.sorts] at houtcomes
      have hall := (outcomes_sound (E := E) (k := k.runner t.1.2) hk.tables houtcomes ⟨_, _, hsorts⟩).2
      have hlike := chosen_like hstands.store hshows hrestore
      rcases hhas with ⟨σ', hrun, rfl⟩ | ⟨hrun, rfl⟩
      · have hkeeps : S.KeepsOthers t.1.2 σ σ' := fun hs hi => sortsCommand_keeps hk.tables hsorts hrun hs hi
        obtain ⟨after', hstore, _, ho, hlike⟩ := hall σ _ hlike hrun
        injection ho with ho
        subst ho
        obtain ⟨_, next, _, number, hnext, hmem, hnumber, hlisted⟩ := hseen after' hstore
        obtain ⟨hcontrol', _, hshared', hown'⟩ := sightOf_sound hk hnext (σ := σ') hlike
        obtain ⟨hlt, hsame⟩ := hk.firsts _ _ (isOf_iff.mp hnumber)
        rw [← hsame] at hshared'
        refine ⟨σ', _, rfl, ⟨number, hlt, hshared', fun u => ?_⟩, ?_⟩
        · by_cases hu : u = t
          · subst hu
            obtain ⟨control', hc, hseen', hright'⟩ := hk.controls _ _ hafter
            refine ⟨j, hj, hthread, _, hmem, rfl, hown', control', by rw [hcontrol']; exact hc, hright', after, hseen', ?_⟩
            simp [Program.update]
          · obtain ⟨i, hi, hthread', other, hother, hstore', hshows'⟩ := hstands.threads u
            have hij : j ≠ i := fun he => hu (Subtype.ext (by subst he; rw [← hthread, ← hthread']))
            have hid : u.1.2 ≠ t.1.2 := fun he => hij (hk.apart j i hj hi (by rw [hthread, hthread', he]))
            have hown : OwnIs S u.1.2 other.own σ' :=
              ⟨fun x n hn => let ⟨kind, h1, h2⟩ := hshows'.own.entries x n hn; ⟨kind, h1, by rw [hkeeps (Sorts.isOwn_of h1) hid]; exact h2⟩, hshows'.own.all⟩
            have hPu : P.update t (framesCore k.program after) u = P u := by simp [Program.update, hu]
            rcases hlisted with rfl | ⟨step, hlisted, rfl, rfl⟩
            · exact ⟨i, hi, hthread', other, hother, hstore', hown, by rw [hPu]; exact hshows'.control⟩
            · obtain ⟨_, hgood'⟩ := (hR i hi).good
              have := (hgood' other hother).others step (by rw [hstore']; exact hlisted) hij
              exact ⟨i, hi, hthread', _, this, rfl, hown, by rw [hPu]; exact hshows'.control⟩
        · rcases hlisted with rfl | ⟨step, hlisted, _, rfl⟩
          · exact hguaranteed ⟨0, _, none⟩ (by simp) hshared'
          · exact hguaranteed _ (List.mem_cons_of_mem _ hlisted) hshared'
      · obtain ⟨_, _, _, ho, _⟩ := hall σ _ hlike hrun
        cases ho
  cases hstep with
  | @parallel _ σ' _ t S' h =>
    obtain ⟨_, _, hr, hg, hG⟩ := key t _ h
    cases hr
    exact ⟨_, _, rfl, hg, hG⟩
  | @parallelWrong _ _ t h =>
    obtain ⟨_, _, hr, _⟩ := key t _ h
    cases hr

/-- **The program has no races** if no two threads that see the same shared store touch what clashes. -/
theorem raceFree_of_sights (hk : k.Right S all) {starts : List (Array StoreValue)} {first : Array Nat} {ends : Array Bool}
    (hR : ∀ i, i < k.threads.size → k.Seen starts first i (R i)) (hright : ∀ g, g < k.stores.size → StoreRight k ends g)
    (hstart : ∀ E σ, k.program.text.Initial E σ → ∃ g, k.Stands S all R g σ (k.program.text.program E σ)) {touches : Nat → Nat → List Touch}
    (htouches : ∀ i (hi : i < k.threads.size), ∀ sight ∈ R i, sight.TouchesIn k k.program.specification.races k.threads[i].2 (touches i sight.store))
    (hpairs : ∀ i i' g, i < k.threads.size → i' < k.threads.size → i < i' → g < k.stores.size → Apart (touches i' g) (touches i g)) :
    ∀ x ∈ k.program.specification.races, k.program.text.RaceFree x := by
  intro x hx E σ σ' P' hi h
  have key {s : ParState (k.program.text.Thread E σ) Store Core}
      (h : Many (ParStep (k.program.text.step E σ)) (.run σ (k.program.text.program E σ)) s) : ∃ τ P, s = .run τ P ∧ ∃ g, k.Stands S all R g τ P := by
    induction h with
    | refl => exact ⟨_, _, rfl, hstart E σ hi⟩
    | tail _ hstep ih =>
      obtain ⟨τ, P, rfl, g, hstands⟩ := ih
      obtain ⟨τ', P', rfl, hnext, _⟩ := modular_step hk hR hright hstands hstep
      exact ⟨τ', P', rfl, hnext⟩
  obtain ⟨_, _, he, g, hstands⟩ := key h
  cases he
  -- what a thread is about to access has been found
  have found {t : k.program.text.Thread E σ} {path : List Int} {i : Int} {writes : Bool} (h : (P' t).AboutTo E t.1.2 σ' path x i writes) :
      path = [] ∧ ∃ j, ∃ hj : j < k.threads.size, k.threads[j] = t.1 ∧ Covers (touches j g) x i writes := by
    obtain ⟨runner, command, τ, hnext, ha⟩ := h
    obtain ⟨j, hj, hthread, sight, hsight, rfl, hshows⟩ := hstands.threads t
    obtain ⟨control, hcontrol, hcright, frames, hframes, hP⟩ := hshows.control
    rw [hP] at hnext
    obtain ⟨e, he, hin⟩ := hcright frames hframes
    obtain ⟨rfl, rfl, code, after, rfl, rfl⟩ := expand_next he hnext
    obtain ⟨edge, hedge, rfl, _, _, _, hsorts⟩ := hin
    obtain ⟨_, store, _, hrestore, _, _, r, htouch, hsub⟩ := htouches j hj sight hsight
    rw [hthread] at hrestore htouch
    rw [modular_control hcontrol, hk.sorts] at htouch
    have hlike := chosen_like hstands.store hshows hrestore
    exact ⟨rfl, j, hj, hthread, ((edgesTouch_sound (k := k.runner t.1.2) hk.tables hx htouch).2 edge hedge ⟨_, _, hsorts⟩ hlike ha).mono hsub⟩
  rintro ⟨t, u, path, path', i, writes, hne, ht, hu⟩
  obtain ⟨rfl, j, hj, hthread, hc⟩ := found ht
  obtain ⟨rfl, j', hj', hthread', hc'⟩ := found hu
  rcases Nat.lt_trichotomy j j' with hlt | heq | hgt
  · exact no_clash (hpairs j j' g hj hj' hlt hstands.listed) (.inr rfl) hc' hc
  · subst heq
    exact hne (by rw [show t = u from Subtype.ext (by rw [← hthread, ← hthread'])])
  · exact no_clash (hpairs j' j g hj' hj hgt hstands.listed) (.inl rfl) hc hc'

/-- **The program satisfies its specification** if all threads have been run, and a shared store stands for the start, for each initial store. -/
theorem satisfies_of_sights (hk : k.Right S all) (htrue : k.program.tables.StartsTrue) (hrely : k.program.specification.rely = none)
    {starts : List (Array StoreValue)} {first : Array Nat} {ends : Array Bool} (hR : ∀ i, i < k.threads.size → k.Seen starts first i (R i))
    (hends : ∀ g, g < k.stores.size → (∀ i, i < k.threads.size → ∃ sight ∈ R i, sight.store = g ∧ (k.control sight.control).ends = true) →
      isNoted ends g = true)
    (hright : ∀ g, g < k.stores.size → StoreRight k ends g)
    (hstart : ∀ E σ, k.program.text.Initial E σ → ∃ g, k.Stands S all R g σ (k.program.text.program E σ))
    (hmembers : ∀ E σ, k.program.text.Initial E σ → ∀ j (hj : j < k.threads.size), ∃ t : k.program.text.Thread E σ, t.1 = k.threads[j]) :
    k.program.text.Satisfies k.program.specificationText := by
  intro E σ hi
  have hno {τ τ' : Store} : ¬ k.program.specificationText.rely.action E 0 τ τ' := by
    simp only [ProgramTables.specificationText, hrely, orFalse]
    exact htrue.not_literal
  have key {s : ParState (k.program.text.Thread E σ) Store Core}
      (h : Many (OpenStep (k.program.text.step E σ) (k.program.specificationText.rely.action E 0)) (.run σ (k.program.text.program E σ)) s) :
      ∃ τ P, s = .run τ P ∧ ∃ g, k.Stands S all R g τ P := by
    induction h with
    | refl => exact ⟨_, _, rfl, hstart E σ hi⟩
    | tail _ hstep ih =>
      obtain ⟨τ, P, rfl, g, hstands⟩ := ih
      cases hstep with
      | environment hr => exact absurd hr hno
      | component hp =>
        obtain ⟨τ', P', rfl, hnext, _⟩ := modular_step hk hR hright hstands hp
        exact ⟨τ', P', rfl, hnext⟩
  refine ⟨⟨fun hσ h => ?_, fun hσ h hstep => ?_, fun hσ h hended => ?_⟩, fun τ P h => ?_⟩
  · cases hσ
    obtain ⟨_, _, he, _⟩ := key h
    cases he
  · cases hσ
    obtain ⟨_, _, he, g, hstands⟩ := key h
    cases he
    obtain ⟨_, _, he, _, hG⟩ := modular_step hk hR hright hstands hstep
    cases he
    exact hG
  · cases hσ
    obtain ⟨_, _, he, g, hstands⟩ := key h
    cases he
    have hmark := hends g hstands.listed fun j hj => by
      obtain ⟨t, ht⟩ := hmembers E σ hi j hj
      obtain ⟨i, hii, hthread, sight, hsight, hstore, hshows⟩ := hstands.threads t
      obtain rfl := hk.apart i j hii hj (by rw [hthread, ht])
      obtain ⟨control, hcontrol, hcright, frames, hframes, hP⟩ := hshows.control
      obtain ⟨e, he, hin⟩ := hcright frames hframes
      rw [hended t] at hP
      rw [expand_ended he hP.symm] at hin
      exact ⟨sight, hsight, hstore, by rw [modular_control hcontrol]; exact hin⟩
    obtain ⟨_, _, _, h⟩ := (hright g hstands.listed).post hmark
    exact shared_sound hk hk.post h hstands.store hstands.store
  · obtain ⟨_, _, he, g, hstands⟩ := key h
    cases he
    obtain ⟨_, _, _, h⟩ := (hright g hstands.listed).invariant
    exact shared_sound hk hk.invariant h hstands.store hstands.store

end

end Plato
