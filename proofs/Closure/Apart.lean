/-
# Threads that are run apart show what the program does

These are Lemmas 1 and 2 of Flanagan and Qadeer, *Assume-Guarantee Model Checking*, for the stores of a program: in every state that is reached, what each thread sees has been
met when it was run by itself, in its latest activation, and so has what each of its callers goes on with. All threads see the same shared store; a step of one is listed, and so
the others have reckoned with it.

Main definitions: `Modular.Right`, `Sight.Shows`, `Modular.Stands`. Main results: `modular_step`, `satisfies_of_sights`.
-/
module

public import Closure.Stack

@[expose] public section

namespace Plato

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

/-- At the end of a scope only what is given back is accessed. -/
theorem restoring_accesses {kept : List Nat} {id thread : Int} {E : Parameters} {before σ τ : Store} {x : Nat} {i : Int} {writes : Bool} (hx : x ∉ kept) :
    ¬ (restoring kept id before).Accesses E thread x i writes σ τ := by
  rintro ⟨_, change, hchange, ha⟩
  obtain ⟨y, hy, rfl⟩ := List.mem_map.mp hchange
  rcases ha with ha | ⟨_, ha⟩
  · cases writes with
    | true => exact hx (ha.1 ▸ hy)
    | false =>
      obtain ⟨j, hj, ha⟩ := ha
      injection hj with hj
      subst hj
      exact ha
  · exact ha

section

variable {k : Modular} {S : Sorts} {all : Array (List Frame)} {E : Parameters} {σ₀ : Store} {R : Nat → Array Sight}

/-- The sight is what the thread sees: its own entries, and what is left for it to do, in its latest activation and after that. Where that has ended, the thread may be about to get
entries back. -/
structure Sight.Shows (sight : Sight) (k : Modular) (S : Sorts) (all : Array (List Frame)) (thread : Nat) (id : Int) (seen : Array Sight) (σ : Store)
    (C : Core) : Prop where
  own : OwnIs S id sight.own σ
  control : ∃ control : Control, k.controls[sight.control]? = some control ∧ control.Right k.program S all ∧
    ∃ ws, k.Waits S all thread id seen sight.activation ws ∧
      ((∃ frames ∈ control.seen, C = stacked k.program ws (framesCore k.program frames)) ∨
        (control.ends = true ∧ ∃ w rest command, ws = w :: rest ∧ w.giving = some command ∧
          C = stacked k.program rest (before k.program (.atomic command) w.rest)))

/-- The thread is known to see that shared store, with what is left for it to do. -/
def Modular.Has (k : Modular) (S : Sorts) (all : Array (List Frame)) (R : Nat → Array Sight) (g : Nat) (σ : Store) (thread : Nat × Int) (C : Core) : Prop :=
  ∃ j, ∃ hj : j < k.threads.size, k.threads[j] = thread ∧ ∃ sight ∈ R j, sight.store = g ∧ sight.Shows k S all j thread.2 (R j) σ C

/-- The shared store of that number, and what the threads are known to see, stand for a store and what is left for the threads. -/
structure Modular.Stands (k : Modular) (S : Sorts) (all : Array (List Frame)) (R : Nat → Array Sight) (g : Nat) (σ : Store)
    (P : Program (k.program.text.Thread E σ₀) Core) : Prop where
  listed : g < k.stores.size
  store : S.shared.Like 0 σ (k.meant (k.store g))
  threads : ∀ t, k.Has S all R g σ t.1 (P t)

omit σ₀ in
/-- The store in which the thread's commands are run looks to it like the real one. -/
theorem chosen_like {sight : Sight} {id : Int} {σ : Store} (hshared : S.shared.Like 0 σ (k.meant (k.store sight.store)))
    (hown : OwnIs S id sight.own σ) {effort left : Nat} {store : Array StoreValue}
    (h : restoreEntries id sight.own (k.store sight.store) effort = .ok ⟨store, left⟩) : S.Like id σ (k.meant store) := by
  have := restoreEntries_sound (E := noParameters) (B := baseValue k.program.tables noParameters) h σ
  simp only [Modular.meant] at *
  rw [this]
  exact writes_own_like hown.entries (fun x kind hs => hshared.shared (has_shared.trans hs)) (fun x kind hs => .inl (hown.all x (Sorts.isOwn_of hs)))

/-- What is seen in a store that looks like the real one is what the thread sees. -/
theorem sightOf_sound (hk : k.Right S all) {id : Int} {store : Array StoreValue} {control activation effort left : Nat} {sight : Sight}
    (h : k.sightOf id store control activation effort = .ok ⟨sight, left⟩) {σ : Store} (hσ : S.Like id σ (k.meant store)) :
    sight.control = control ∧ sight.activation = activation ∧ sight.store < k.stores.size ∧ S.shared.Like 0 σ (k.meant (k.store sight.store)) ∧ OwnIs S id sight.own σ := by
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
  refine ⟨rfl, rfl, hlt, ⟨fun {x kind} hs => ?_, fun hs => by rw [shared_ownKind] at hs; simp at hs⟩, fun x n hn => ?_, fun x hx => ?_⟩
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
theorem sightOf_store {id : Int} {store : Array StoreValue} {control activation effort effort' left : Nat} {sight : Sight} {r : Evaluated Nat}
    (h : k.sightOf id store control activation effort = .ok ⟨sight, left⟩) (h' : k.find (sharedStore k.locals store) effort' = .ok r) : sight.store = r.known := by
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

/-- Where a thread leads from one store to another that it is listed to lead to, and sees what is known of it, the others see what is known of them. The step satisfies the guarantee. -/
theorem Modular.Stands.next (hk : k.Right S all) {starts : List (Array StoreValue)} {first : Array Nat} {ends : Array Bool}
    (hR : ∀ i, i < k.threads.size → k.Seen starts first i (R i)) (hright : ∀ g, g < k.stores.size → StoreRight k ends g) {g : Nat} {σ σ' : Store}
    {P : Program (k.program.text.Thread E σ₀) Core} (hstands : k.Stands S all R g σ P) {t : k.program.text.Thread E σ₀} {j : Nat}
    (hj : j < k.threads.size) (hthread : k.threads[j] = t.1) {next : Sight} {C : Core} (hmem : next ∈ R j) (hlt : next.store < k.stores.size)
    (hshared : S.shared.Like 0 σ' (k.meant (k.store next.store))) (hkeeps : S.KeepsOthers t.1.2 σ σ') (hshows : next.Shows k S all j t.1.2 (R j) σ' C)
    (hlisted : next.store = g ∨ ∃ step ∈ k.stepsFrom g, step.thread = j ∧ step.target = next.store) :
    k.Stands S all R next.store σ' (P.update t C) ∧ k.program.specificationText.guarantee.action E 0 σ σ' := by
  refine ⟨⟨hlt, hshared, fun u => ?_⟩, ?_⟩
  · by_cases hu : u = t
    · subst hu
      exact ⟨j, hj, hthread, next, hmem, rfl, by simpa [Program.update] using hshows⟩
    · obtain ⟨i, hi, hthread', other, hother, hstore', hshows'⟩ := hstands.threads u
      have hij : j ≠ i := fun he => hu (Subtype.ext (by subst he; rw [← hthread, ← hthread']))
      have hid : u.1.2 ≠ t.1.2 := fun he => hij (hk.apart j i hj hi (by rw [hthread, hthread', he]))
      have hown : OwnIs S u.1.2 other.own σ' :=
        ⟨fun x n hn => let ⟨kind, h1, h2⟩ := hshows'.own.entries x n hn; ⟨kind, h1, by rw [hkeeps (Sorts.isOwn_of h1) hid]; exact h2⟩, hshows'.own.all⟩
      have hPu : P.update t C u = P u := by simp [Program.update, hu]
      rcases hlisted with hsame | ⟨step, hlisted, rfl, htarget⟩
      · exact ⟨i, hi, hthread', other, hother, by rw [hstore', hsame], hown, by rw [hPu]; exact hshows'.control⟩
      · obtain ⟨_, hgood'⟩ := (hR i hi).good
        have := (hgood' other hother).others step (by rw [hstore']; exact hlisted) hij
        rw [htarget] at this
        exact ⟨i, hi, hthread', _, this, rfl, hown, by rw [hPu]; exact hshows'.control⟩
  · have hguaranteed (step : SharedStep) (hin : step ∈ (⟨0, g, none⟩ :: k.stepsFrom g : List SharedStep)) (htarget : step.target = next.store) :
        k.program.specificationText.guarantee.action E 0 σ σ' := by
      obtain ⟨_, _, _, h⟩ := (hright g hstands.listed).guarantee step hin
      rw [htarget] at h
      exact shared_sound hk hk.guarantee h hstands.store hshared
    rcases hlisted with hsame | ⟨step, hlisted, _, htarget⟩
    · exact hguaranteed ⟨0, g, none⟩ (by simp) hsame.symm
    · exact hguaranteed step (List.mem_cons_of_mem _ hlisted) htarget

/-- A step of an activation that has not ended. -/
theorem activation_step (hk : k.Right S all) {starts : List (Array StoreValue)} {first : Array Nat} {ends : Array Bool}
    (hR : ∀ i, i < k.threads.size → k.Seen starts first i (R i)) (hright : ∀ g, g < k.stores.size → StoreRight k ends g) {σ : Store}
    {P : Program (k.program.text.Thread E σ₀) Core} {t : k.program.text.Thread E σ₀} {j : Nat} (hj : j < k.threads.size) (hthread : k.threads[j] = t.1)
    {sight : Sight} (hsight : sight ∈ R j) (hstands : k.Stands S all R sight.store σ P) (hown : OwnIs S t.1.2 sight.own σ) {control : Control}
    (hcontrol : k.controls[sight.control]? = some control) (hcright : control.Right k.program S all) {ws : List Waiter}
    (hws : k.Waits S all j t.1.2 (R j) sight.activation ws) {frames : List Frame} (hframes : frames ∈ control.seen)
    (hover : ¬ (framesCore k.program frames).IsOver) {r : SeqState Store Core}
    (h : k.program.text.step E σ₀ t (.run σ (stacked k.program ws (framesCore k.program frames))) r) :
    ∃ σ' C, r = .run σ' C ∧ (∃ g', k.Stands S all R g' σ' (P.update t C)) ∧ k.program.specificationText.guarantee.action E 0 σ σ' := by
  obtain ⟨_, hgood⟩ := (hR j hj).good
  have hgood := hgood sight hsight
  rw [hthread] at hgood
  obtain ⟨r₀, h₀, rfl⟩ := stacked_step hover h
  obtain ⟨e, he, hin⟩ := hcright frames hframes
  have hhas := expand_sound he h₀
  cases e with
  | ended => exact False.elim hhas
  | silent next =>
    obtain ⟨frames', hframes', rfl⟩ := hhas
    obtain ⟨hnext, hG⟩ := hstands.next (C := stacked k.program ws (framesCore k.program frames')) hk hR hright hj hthread hsight hstands.listed hstands.store
      (fun _ _ => rfl) ⟨hown, control, hcontrol, hcright, ws, hws, .inl ⟨frames', hin.2 _ hframes', rfl⟩⟩ (.inl rfl)
    exact ⟨σ, _, rfl, ⟨_, hnext⟩, hG⟩
  | enter statement body kept rest =>
    obtain ⟨rfl, hrest⟩ := hhas
    obtain ⟨entrance, hentrance, _, hkept, hfirst, hafter, hnames⟩ := hin
    obtain ⟨activation, number, hne, hsummary, hstay, hmem, hreturns⟩ := hgood.entrances entrance (by rw [modular_control hcontrol]; exact hentrance)
    obtain ⟨hlt, hsame, hlisted⟩ := staying_sound hk.firsts hstay
    obtain ⟨control', hc, hseen', hright'⟩ := hk.controls _ _ hfirst
    have hwaits : k.Waits S all j t.1.2 (R j) activation (⟨kept.map fun locals => restoring locals t.1.2 σ, rest⟩ :: ws) := by
      refine .call hne ⟨control, Array.mem_of_getElem? hcontrol, hentrance⟩ hsummary hafter hreturns hown hnames ?_ hws
      cases kept with
      | none => exact .inl ⟨rfl, hkept, hrest rfl⟩
      | some locals => exact .inr (by rw [hkept]; rfl)
    obtain ⟨hnext, hG⟩ := hstands.next (C := stacked k.program ws (Waiter.core k.program ⟨kept.map fun locals => restoring locals t.1.2 σ, rest⟩ (body.core k.program)))
      hk hR hright hj hthread hmem hlt (by rw [hsame]; exact hstands.store) (fun _ _ => rfl)
      ⟨hown, control', hc, hright', _, hwaits, .inl ⟨_, hseen', rfl⟩⟩ hlisted
    exact ⟨σ, _, rfl, ⟨_, hnext⟩, hG⟩
  | act command after =>
    obtain ⟨edge, hedge, rfl, hafter, _, _, hsorts⟩ := hin
    obtain ⟨_, store, _, hrestore, hedges⟩ := hgood.own
    rw [modular_control hcontrol] at hedges
    obtain ⟨_, stores, _, houtcomes, hseen⟩ := hedges edge hedge
    rw [hk.sorts] at houtcomes
    have hall := (outcomes_sound (E := E) (k := k.runner t.1.2) hk.tables houtcomes ⟨_, _, hsorts⟩).2
    have hlike := chosen_like hstands.store hown hrestore
    rcases hhas with ⟨σ', hrun, rfl⟩ | ⟨hrun, rfl⟩
    · have hkeeps : S.KeepsOthers t.1.2 σ σ' := fun hs hi => sortsCommand_keeps hk.tables hsorts hrun hs hi
      obtain ⟨after', hstore, _, ho, hlike⟩ := hall σ _ hlike hrun
      injection ho with ho
      subst ho
      obtain ⟨_, next, _, number, hnext, hmem, hnumber, hlisted⟩ := hseen after' hstore
      obtain ⟨hcontrol', hactivation, _, hshared', hown'⟩ := sightOf_sound hk hnext (σ := σ') hlike
      obtain ⟨hlt, hsame⟩ := hk.firsts _ _ (isOf_iff.mp hnumber)
      rw [← hsame] at hshared'
      obtain ⟨control', hc, hseen', hright'⟩ := hk.controls _ _ hafter
      obtain ⟨hnext, hG⟩ := hstands.next (C := stacked k.program ws (framesCore k.program after)) (next := { next with store := number })
        hk hR hright hj hthread hmem hlt hshared' hkeeps
        ⟨hown', control', by dsimp only; rw [hcontrol']; exact hc, hright', ws, by dsimp only; rw [hactivation]; exact hws, .inl ⟨after, hseen', rfl⟩⟩ hlisted
      exact ⟨σ', _, rfl, ⟨_, hnext⟩, hG⟩
    · obtain ⟨_, _, _, ho, _⟩ := hall σ _ hlike hrun
      cases ho

/-- What a caller goes on with where an activation of the thread has ended. -/
theorem Modular.Waits.returned (hk : k.Right S all) {thread activation : Nat} {id : Int} {seen : Array Sight} {w : Waiter} {ws : List Waiter}
    (hws : k.Waits S all thread id seen activation (w :: ws)) {sight : Sight} (hactivation : sight.activation = activation) (hended : sight.EndListed k)
    (hends : (k.control sight.control).ends = true) :
    ∃ number kept own caller before, number < k.stores.size ∧ k.store number = k.store sight.store ∧
      (number = sight.store ∨ ∃ step ∈ k.stepsFrom sight.store, step.thread = thread ∧ step.target = number) ∧ ∃ after : Nat,
      ⟨number, givenBack kept own sight.own, after, caller⟩ ∈ seen ∧ all[after]? = some (.skip :: w.rest) ∧ OwnIs S id own before ∧
      (∀ x ∈ kept, S.isOwn x = true) ∧ (w.giving = none ∧ kept = [] ∧ w.rest ≠ [] ∨ w.giving = some (restoring kept id before)) ∧
      k.Waits S all thread id seen caller ws := by
  cases hws with
  | @call _ caller entrance _ _ before hne _ hsummary hafter hreturns hown hnames hw hws =>
    obtain ⟨listed, hlisted, hstore, hentries⟩ := hended hends (by rw [hactivation]; exact hne)
    rw [hactivation] at hlisted hentries
    rw [hsummary] at hentries
    obtain ⟨number, hstay, hmem⟩ := hreturns listed hlisted
    rw [hstore] at hstay
    rw [hentries] at hmem
    obtain ⟨hlt, hsame, hstep⟩ := staying_sound hk.firsts hstay
    exact ⟨number, entrance.kept, caller.own, caller.activation, before, hlt, hsame, hstep, entrance.after, hmem, hafter, hown, fun x hx => (hnames x hx).1, hw, hws⟩

/-- **A step.** It leads to what is known to be seen, and satisfies the guarantee. It does not go wrong. -/
theorem modular_step (hk : k.Right S all) {starts : List (Array StoreValue)} {first : Array Nat} {ends : Array Bool}
    (hR : ∀ i, i < k.threads.size → k.Seen starts first i (R i)) (hright : ∀ g, g < k.stores.size → StoreRight k ends g) {g : Nat} {σ : Store}
    {P : Program (k.program.text.Thread E σ₀) Core} (hstands : k.Stands S all R g σ P)
    {s : ParState (k.program.text.Thread E σ₀) Store Core} (hstep : ParStep (k.program.text.step E σ₀) (.run σ P) s) :
    ∃ σ' P', s = .run σ' P' ∧ (∃ g', k.Stands S all R g' σ' P') ∧ k.program.specificationText.guarantee.action E 0 σ σ' := by
  -- what a step of one thread can be
  have key (t : k.program.text.Thread E σ₀) (r : SeqState Store Core) (h : k.program.text.step E σ₀ t (.run σ (P t)) r) :
      ∃ σ' C, r = .run σ' C ∧ (∃ g', k.Stands S all R g' σ' (P.update t C)) ∧ k.program.specificationText.guarantee.action E 0 σ σ' := by
    obtain ⟨j, hj, hthread, sight, hsight, rfl, hown, control, hcontrol, hcright, ws, hws, hleft⟩ := hstands.threads t
    obtain ⟨_, hgood⟩ := (hR j hj).good
    have hended := (hgood sight hsight).ended
    rcases hleft with ⟨frames, hframes, hP⟩ | ⟨hends, w, rest, command, rfl, hw, hP⟩
    · rw [hP] at h
      by_cases hover : (framesCore k.program frames).IsOver
      · obtain ⟨e, he, hin⟩ := hcright frames hframes
        rcases hover with hskip | ⟨level, hexit⟩
        · rw [expand_ended he hskip] at hin
          have hends : (k.control sight.control).ends = true := by rw [modular_control hcontrol]; exact hin
          rw [hskip] at h hP
          cases ws with
          | nil => cases h
          | cons w rest =>
            obtain ⟨number, kept, own, caller, before, hlt, hsame, hlisted, after, hmem, hafter, hbefore, hkept, hw, hws'⟩ := hws.returned hk rfl hended hends
            rcases hw with ⟨hw, rfl, hrest⟩ | hw
            · -- the caller has no scope, and is already where it goes on
              have hcore : stacked k.program (w :: rest) .skip = stacked k.program rest (framesCore k.program (.skip :: w.rest)) := by
                simp only [stacked, Waiter.core, hw]
                rfl
              obtain ⟨control', hc, hseen', hright'⟩ := hk.controls _ _ hafter
              have hown' := givenBack_own .nothing hbefore hown
              obtain ⟨hnext, _⟩ := hstands.next (C := P t) hk hR hright hj hthread hmem hlt (by rw [hsame]; exact hstands.store) (fun _ _ => rfl)
                ⟨hown', control', hc, hright', rest, hws', .inl ⟨_, hseen', by rw [hP, hcore]⟩⟩ hlisted
              have hupdate : P.update t (P t) = P := by
                funext u
                by_cases hu : u = t
                · subst hu; simp [Program.update]
                · simp [Program.update, hu]
              rw [hupdate] at hnext
              rw [hcore] at h
              exact activation_step hk hR hright hj hthread hmem hnext hown' hc hright' hws' hseen' (fun ho => hrest (before_over ho).1) h
            · obtain rfl := ended_step hw h
              obtain ⟨hnext, hG⟩ := hstands.next (C := stacked k.program rest (Plato.before k.program (.atomic (restoring kept t.1.2 before)) w.rest)) hk hR hright hj hthread hsight
                hstands.listed hstands.store (fun _ _ => rfl) ⟨hown, control, hcontrol, hcright, _, hws, .inr ⟨hin, w, rest, _, rfl, hw, rfl⟩⟩ (.inl rfl)
              exact ⟨σ, _, rfl, ⟨_, hnext⟩, hG⟩
        · rw [expand_exit he hexit] at hin
          exact absurd rfl hin.1
      · exact activation_step hk hR hright hj hthread hsight hstands hown hcontrol hcright hws hframes hover h
    · rw [hP] at h
      obtain ⟨number, kept, own, caller, before, hlt, hsame, hlisted, after, hmem, hafter, hbefore, hkept, hw', hws'⟩ :=
        hws.returned hk rfl hended (by rw [modular_control hcontrol]; exact hends)
      rcases hw' with ⟨hw', _⟩ | hw'
      · rw [hw] at hw'; cases hw'
      rw [hw] at hw'
      injection hw' with hw'
      subst hw'
      rcases giving_step h with ⟨σ', hrun, rfl⟩ | ⟨hrun, rfl⟩
      · obtain ⟨_, ho, hback⟩ := restoring_runs hrun
        injection ho with ho
        subst ho
        obtain ⟨control', hc, hseen', hright'⟩ := hk.controls _ _ hafter
        obtain ⟨hnext, hG⟩ := hstands.next (C := stacked k.program rest (framesCore k.program (.skip :: w.rest))) hk hR hright hj hthread hmem hlt
          (by rw [hsame]; exact hback.shared hkept hstands.store) hback.keeps
          ⟨givenBack_own hback hbefore hown, control', hc, hright', rest, hws', .inl ⟨_, hseen', rfl⟩⟩ hlisted
        exact ⟨σ', _, rfl, ⟨_, hnext⟩, hG⟩
      · obtain ⟨_, ho, _⟩ := restoring_runs hrun
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
    obtain ⟨j, hj, hthread, sight, hsight, rfl, hown, control, hcontrol, hcright, ws, hws, hleft⟩ := hstands.threads t
    rcases hleft with ⟨frames, hframes, hP⟩ | ⟨_, w, rest, _, rfl, hw, hP⟩
    case inr =>
      -- of what is given back it is not asked whether there are races
      rw [hP] at hnext
      cases before_next (stacked_next hnext)
      obtain ⟨kept, before, rfl, hnames⟩ := hws.gives hw
      exact absurd ha (restoring_accesses fun h => hnames x h hx)
    rw [hP] at hnext
    have hnext := stacked_next hnext
    obtain ⟨e, he, hin⟩ := hcright frames hframes
    obtain ⟨rfl, rfl, code, after, rfl, rfl⟩ := expand_next he hnext
    obtain ⟨edge, hedge, rfl, _, _, _, hsorts⟩ := hin
    obtain ⟨_, store, _, hrestore, _, _, r, htouch, hsub⟩ := htouches j hj sight hsight
    rw [hthread] at hrestore htouch
    rw [modular_control hcontrol, hk.sorts] at htouch
    have hlike := chosen_like hstands.store hown hrestore
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
    (hends : ∀ g, g < k.stores.size → (∀ i, i < k.threads.size → ∃ sight ∈ R i, sight.store = g ∧ (k.control sight.control).ends = true ∧ sight.activation = 0) →
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
      obtain ⟨i, hii, hthread, sight, hsight, hstore, _, control, hcontrol, hcright, ws, hws, hleft⟩ := hstands.threads t
      obtain rfl := hk.apart i j hii hj (by rw [hthread, ht])
      rw [hended t] at hleft
      rcases hleft with ⟨frames, hframes, hP⟩ | ⟨_, w, rest, _, rfl, _, hP⟩
      · obtain ⟨rfl, hskip⟩ := stacked_skip hws.rests hP.symm
        obtain ⟨e, he, hin⟩ := hcright frames hframes
        rw [expand_ended he hskip] at hin
        exact ⟨sight, hsight, hstore, by rw [modular_control hcontrol]; exact hin, hws.nobody⟩
      · obtain ⟨_, hskip⟩ := stacked_skip (fun w hw => hws.rests w (List.mem_cons_of_mem _ hw)) hP.symm
        cases (before_skip hskip).2
    obtain ⟨_, _, _, h⟩ := (hright g hstands.listed).post hmark
    exact shared_sound hk hk.post h hstands.store hstands.store
  · obtain ⟨_, _, he, g, hstands⟩ := key h
    cases he
    obtain ⟨_, _, _, h⟩ := (hright g hstands.listed).invariant
    exact shared_sound hk hk.invariant h hstands.store hstands.store

end

end Plato
