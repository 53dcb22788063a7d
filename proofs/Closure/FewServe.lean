/-
# A few members serve every number

Of a family only a few members have been run. In every state of the program, which may have any number of them, this is known: wherever identifiers are
renamed so that those of the few stand for all that are held in what is shared, there is a shared store that looks like it; and each thread, if with it all
that it holds itself is renamed into the few, sees what the thread has seen whose identifier it gets (`Modular.Known`). A step of a thread keeps this: what two
threads see of a state names no more than so many threads, and so can be renamed into the few without changing what is renamed into them already
(`into_few_from`). No induction over renamings is needed, and what the kernel has found need not be symmetric.

Main definitions: `Modular.FewRight`, `Modular.Known`. Main results: `few_step`, `known_step`, `satisfies_of_few`.
-/
module

public import Closure.Few
public import Theory.ModelChecking.CoreCutoff

@[expose] public section

namespace Plato

open ModelChecking

/-- What the kernel has found of the program and its shared stores. -/
structure Modular.FewRight (k : Modular) (S : Sorts) (I : Identifiers) : Prop where
  sorts : I.sorts = S
  zero : I.sorting.literal 0
  exact : k.Exact
  flat : ∀ control ∈ k.controls, control.entrances = []
  integers : ∀ {x}, I.sorting.sort x = .identifier → ∀ {kind}, S.has x kind = true → kind = .integer ∨ kind = .truth
  commands : ∀ control ∈ k.controls, ∀ edge ∈ control.edges, ∃ effort left, namesCommand k.program.tables I edge.command effort = .ok left
  invariant : ∃ effort left, namesLiteral k.program.tables I (orTrue k.program.specification.invariant) effort = .ok left
  guarantee : ∃ effort left, namesLiteral k.program.tables I (orTrue k.program.specification.guarantee) effort = .ok left
  post : ∃ effort left, namesLiteral k.program.tables I (orTrue k.program.specification.post) effort = .ok left

section

variable {k : Modular} {S : Sorts} {all : Array (List Frame)} {I : Identifiers} {E : Parameters} {σ₀ : Store} {R : Nat → Array Sight} {π : Int → Int}

/-- What a thread has seen does not depend on others' entries. -/
theorem Modular.Has.own {g : Nat} {σ τ : Store} {thread : Nat × Int} {C : Core} (h : k.Has S all R g σ thread C)
    (hown : ∀ x, S.isOwn x = true → (τ x).toMap thread.2 = (σ x).toMap thread.2) : k.Has S all R g τ thread C := by
  obtain ⟨j, hj, hthread, sight, hsight, hstore, hshows⟩ := h
  refine ⟨j, hj, hthread, sight, hsight, hstore, ⟨fun x n hn => ?_, hshows.own.all⟩, hshows.control⟩
  obtain ⟨kind, hkind, hsame⟩ := hshows.own.entries x n hn
  exact ⟨kind, hkind, by rw [hown x (Sorts.isOwn_of hkind)]; exact hsame⟩

/-- Where no activations begin, what a thread sees is what is left for it to do. -/
theorem Sight.Shows.flat (hflat : ∀ control ∈ k.controls, control.entrances = []) {sight : Sight} {j : Nat} {id : Int} {seen : Array Sight} {σ : Store} {C : Core}
    (h : sight.Shows k S all j id seen σ C) : sight.activation = 0 ∧ ∃ control : Control, k.controls[sight.control]? = some control ∧
      control.Right k.program S all ∧ ∃ frames ∈ control.seen, C = framesCore k.program frames := by
  obtain ⟨control, hcontrol, hright, ws, hws, hleft⟩ := h.control
  obtain rfl := hws.flat hflat
  refine ⟨?_, control, hcontrol, hright, hleft.resolve_right fun ⟨_, _, _, _, he, _⟩ => by simp at he⟩
  generalize sight.activation = n at hws
  cases hws
  rfl

/-- What the kernel has found of a thread with the new identifier shows what a thread with the old one does: the thread with the new identifier does the same,
from the renamed store. -/
theorem few_step (hk : k.Right S all) (hfew : k.FewRight S I) (hπ : Renames I.sorting π) {starts : List (Array StoreValue)} {first : Array Nat}
    {ends : Array Bool} (hR : ∀ i, i < k.threads.size → k.Seen starts first i (R i)) (hright : ∀ g, g < k.stores.size → StoreRight k ends g) {g : Nat}
    (hfound : k.Found g) {family : Nat} {id : Int} {σ ρ : Store} (hσ : I.Renaming π σ ρ) (hρ : S.shared.Like 0 ρ (k.meant (k.store g))) {C : Core}
    (hhas : k.Has S all R g ρ (family, π id) C) {r : SeqState Store Core} (hstep : Core.Step k.program.bodies E id (.run σ C) r) :
    ∃ σ' C', r = .run σ' C' ∧ S.KeepsOthers id σ σ' ∧ HoldsHeld I id σ σ' ∧ ∃ ρ' g', I.Renaming π σ' ρ' ∧ S.KeepsOthers (π id) ρ ρ' ∧ k.Found g' ∧
      S.shared.Like 0 ρ' (k.meant (k.store g')) ∧ k.Has S all R g' ρ' (family, π id) C' ∧
      k.program.specificationText.guarantee.action E 0 ρ ρ' ∧
      ∃ j, ∃ hj : j < k.threads.size, k.threads[j] = (family, π id) ∧ (g' = g ∨ ∃ step ∈ k.stepsFrom g, step.thread = j ∧ step.target = g') := by
  have hguaranteed {g' : Nat} {ρ' : Store} (hin : g' = g ∨ ∃ step ∈ k.stepsFrom g, step.target = g')
      (hρ' : S.shared.Like 0 ρ' (k.meant (k.store g'))) : k.program.specificationText.guarantee.action E 0 ρ ρ' := by
    rcases hin with rfl | ⟨step, hin, rfl⟩
    · obtain ⟨_, _, _, h⟩ := (hright g' hfound.listed).guarantee ⟨0, g', none⟩ List.mem_cons_self
      exact shared_sound hk hk.guarantee h hρ hρ'
    · obtain ⟨_, _, _, h⟩ := (hright g hfound.listed).guarantee step (List.mem_cons_of_mem _ hin)
      exact shared_sound hk hk.guarantee h hρ hρ'
  obtain ⟨j, hj, hthread, sight, hsight, rfl, hshows⟩ := hhas
  obtain ⟨control, hcontrol, hcright, ws, hws, hleft⟩ := hshows.control
  obtain rfl := hws.flat hfew.flat
  obtain ⟨frames, hframes, rfl⟩ : ∃ frames ∈ control.seen, C = framesCore k.program frames :=
    hleft.resolve_right fun ⟨_, _, _, _, he, _⟩ => by simp at he
  obtain ⟨e, he, hin⟩ := hcright frames hframes
  have hexpand := expand_sound he hstep
  cases e with
  | ended => exact False.elim hexpand
  | silent next =>
    obtain ⟨frames', hframes', rfl⟩ := hexpand
    exact ⟨σ, _, rfl, fun _ _ => rfl, .rfl, ρ, sight.store, hσ, fun _ _ => rfl, hfound, hρ,
      ⟨j, hj, hthread, sight, hsight, rfl, hshows.own, control, hcontrol, hcright, [], hws, .inl ⟨frames', hin.2 _ hframes', rfl⟩⟩, hguaranteed (.inl rfl) hρ, j, hj, hthread, .inl rfl⟩
  | enter =>
    obtain ⟨entrance, hentrance, _⟩ := hin
    rw [hfew.flat control (Array.mem_of_getElem? hcontrol)] at hentrance
    simp at hentrance
  | act command after =>
    obtain ⟨edge, hedge, rfl, hafter, _, _, hsorts⟩ := hin
    obtain ⟨_, _, hnames⟩ := hfew.commands control (Array.mem_of_getElem? hcontrol) edge hedge
    obtain ⟨_, hgood⟩ := (hR j hj).good
    obtain ⟨⟨_, store, _, hrestore, hedges⟩, _⟩ := hgood sight hsight
    rw [hthread] at hrestore hedges
    rw [modular_control hcontrol] at hedges
    obtain ⟨_, stores, _, houtcomes, hseen⟩ := hedges edge hedge
    rw [hk.sorts] at houtcomes
    have hall := (outcomes_sound (E := E) (k := k.runner (π id)) hk.tables houtcomes ⟨_, _, hsorts⟩).2
    have hlike := chosen_like hρ hshows.own hrestore
    rcases hexpand with ⟨σ', hrun, rfl⟩ | ⟨hrun, rfl⟩
    · obtain ⟨o, hrun', hrel⟩ := namesCommand_sound hk.tables hπ hnames hσ hrun
      cases o with
      | wrong => exact False.elim hrel
      | store ρ' =>
        obtain ⟨after', hstore, _, ho, hlike'⟩ := hall ρ _ hlike hrun'
        injection ho with ho
        subst ho
        obtain ⟨_, next, _, number, hnext, hmem, hnumber, hlisted⟩ := hseen after' hstore
        obtain ⟨hcontrol', hactivation, hlt, hshared', hown'⟩ := sightOf_sound hk hnext (σ := ρ') hlike'
        obtain rfl : number = next.store := by
          have h1 := isOf_iff.mp hnumber
          have h2 := isOf_iff.mp (hfew.exact.first number (hk.firsts _ _ h1).1)
          rw [h1] at h2
          exact (Option.some.inj h2).symm
        obtain ⟨control', hc, hseen', hright'⟩ := hk.controls _ _ hafter
        refine ⟨σ', _, rfl, fun hs hi => sortsCommand_keeps hk.tables hsorts hrun hs hi, namesCommand_held hk.tables hnames hrun, ρ', next.store, hrel,
          fun hs hi => sortsCommand_keeps hk.tables hsorts hrun' hs hi, sightOf_found hnext, hshared',
          ⟨j, hj, hthread, next, hmem, rfl, hown', control', by rw [hcontrol']; exact hc, hright', [], by rw [hactivation]; exact hws, .inl ⟨after, hseen', rfl⟩⟩,
          hguaranteed (hlisted.imp_right fun ⟨step, h, _, ht⟩ => ⟨step, h, ht⟩) hshared', j, hj, hthread, hlisted⟩
    · obtain ⟨o, hrun', hrel⟩ := namesCommand_sound hk.tables hπ hnames hσ hrun
      cases o with
      | store ρ' => exact False.elim hrel
      | wrong =>
        obtain ⟨_, _, _, ho, _⟩ := hall ρ _ hlike hrun'
        cases ho

/-- A thread that sees a shared store sees the one to which a step of another thread leads. -/
theorem Modular.Has.other {starts : List (Array StoreValue)} {first : Array Nat}
    (hseen : ∀ i, i < k.threads.size → k.Seen starts first i (R i)) {g g' : Nat} {ρ ρ' : Store} {thread : Nat × Int} {C : Core}
    (h : k.Has S all R g ρ thread C) {j : Nat} (hj : j < k.threads.size) (hne : k.threads[j].2 ≠ thread.2)
    (hlisted : g' = g ∨ ∃ step ∈ k.stepsFrom g, step.thread = j ∧ step.target = g') (hkeeps : S.KeepsOthers k.threads[j].2 ρ ρ') :
    k.Has S all R g' ρ' thread C := by
  refine Modular.Has.own (σ := ρ) ?_ fun x hx => hkeeps hx (Ne.symm hne)
  obtain ⟨i, hi, hthread, sight, hsight, rfl, hshows⟩ := h
  rcases hlisted with rfl | ⟨step, hlisted, rfl, rfl⟩
  · exact ⟨i, hi, hthread, sight, hsight, rfl, hshows⟩
  · obtain ⟨_, hgood⟩ := (hseen i hi).good
    have hij : step.thread ≠ i := fun he => hne (by subst he; rw [hthread])
    exact ⟨i, hi, hthread, _, (hgood sight hsight).others step hlisted hij, rfl, ⟨hshows.own.entries, hshows.own.all⟩, hshows.control⟩

end

/-! ## What is known of all threads -/

section

variable {k : Modular} {S : Sorts} {all : Array (List Frame)} {I : Identifiers} {E : Parameters} {σ₀ : Store} {R : Nat → Array Sight}

/-- The thread is listed. -/
def Modular.few (k : Modular) (t : k.program.text.Thread E σ₀) : Prop := ∃ j, ∃ hj : j < k.threads.size, k.threads[j] = t.1

/-- The number is no identifier of a thread that is not listed. -/
abbrev Modular.Inside (k : Modular) (E : Parameters) (σ₀ : Store) (n : Int) : Prop :=
  ¬ Outside (fun t : k.program.text.Thread E σ₀ => t.1.2) k.few n

/-- All that is held in what is shared is renamed into the few. -/
def SharedInside (k : Modular) (E : Parameters) (σ₀ : Store) (I : Identifiers) (π : Int → Int) (σ : Store) : Prop :=
  ∀ {x}, I.sorting.sort x = .identifier → k.Inside E σ₀ (π (σ x).toInt)

/-- So are the thread and what it holds itself. -/
structure OwnInside (k : Modular) (E : Parameters) (σ₀ : Store) (I : Identifiers) (π : Int → Int) (id : Int) (σ : Store) : Prop where
  self : k.Inside E σ₀ (π id)
  entries : ∀ {x}, I.sorting.sort x = .ownIdentifier → k.Inside E σ₀ (π ((σ x).toMap id))

/-- Identifiers of members are exchanged, and threads with them. -/
abbrev Modular.Moves (k : Modular) (E : Parameters) (σ₀ : Store) (I : Identifiers) (π : Permutation Int) (tid : Permutation (k.program.text.Thread E σ₀)) : Prop :=
  ModelChecking.Moves I.sorting (fun t : k.program.text.Thread E σ₀ => t.1.2) (k.program.text.program E σ₀) π tid

/-- **What is known of a state**, wherever what is shared is renamed into the few. -/
def Modular.Known (k : Modular) (S : Sorts) (all : Array (List Frame)) (I : Identifiers) (R : Nat → Array Sight) (σ : Store)
    (P : Program (k.program.text.Thread E σ₀) Core) : Prop :=
  ∀ (π : Permutation Int) (tid : Permutation (k.program.text.Thread E σ₀)), k.Moves E σ₀ I π tid → SharedInside k E σ₀ I π.to σ →
    ∃ g, k.Found g ∧ S.shared.Like 0 (renamedStore I.sorting π σ) (k.meant (k.store g)) ∧
      ∀ t : k.program.text.Thread E σ₀, OwnInside k E σ₀ I π.to t.1.2 σ → k.Has S all R g (renamedStore I.sorting π σ) (tid.to t).1 (P t)

/-- What is shared looks the same if it is renamed alike. -/
theorem shared_alike (hfew : k.FewRight S I) {σ ρ : Store} {π π' : Int → Int} (hρ : I.Renaming π' σ ρ) {τ : Store} (hτ : I.Renaming π σ τ)
    (hsame : ∀ {x}, I.sorting.sort x = .identifier → π' (σ x).toInt = π (σ x).toInt) {υ : Store} (h : S.shared.Like 0 ρ υ) : S.shared.Like 0 τ υ := by
  refine ⟨fun {x kind} hs => ?_, fun hs => by rw [shared_ownKind] at hs; simp at hs⟩
  have hlike := h.shared hs
  have hown : I.sorts.isOwn x = false := hfew.sorts ▸ Sorts.not_own (has_shared.symm.trans hs)
  have h1 := hρ x
  have h2 := hτ x
  cases hname : I.isName x with
  | false =>
    have hsort : I.sorting.sort x = .data := by simp [Identifiers.sorting, hown, hname]
    rw [hsort] at h1 h2
    rw [show τ x = ρ x from (show τ x = σ x from h2).trans (show ρ x = σ x from h1).symm]
    exact hlike
  | true =>
    have hsort : I.sorting.sort x = .identifier := by simp [Identifiers.sorting, hown, hname]
    have heq := hsame hsort
    rw [hsort] at h1 h2
    have hint : (τ x).toInt = (ρ x).toInt := by
      rw [show (τ x).toInt = _ from h2, show (ρ x).toInt = _ from h1, heq]
    rcases hfew.integers hsort (has_shared.symm.trans hs) with rfl | rfl
    · exact hint.trans hlike
    · exact (show (τ x).toInt = 0 ↔ _ by rw [hint]; exact hlike)

/-- A thread's own entries are the same if they are renamed alike. -/
theorem own_alike (hfew : k.FewRight S I) {σ ρ τ : Store} {π π' : Int → Int} {id : Int} (hρ : I.Renaming π' σ ρ) (hτ : I.Renaming π σ τ)
    (hid : π' id = π id) (hsame : ∀ {x}, I.sorting.sort x = .ownIdentifier → π' ((σ x).toMap id) = π ((σ x).toMap id)) (x : Nat) (hx : S.isOwn x = true) :
    (τ x).toMap (π id) = (ρ x).toMap (π id) := by
  have h1 := hρ x
  have h2 := hτ x
  have hown : I.sorts.isOwn x = true := hfew.sorts ▸ hx
  cases hname : I.isName x with
  | false =>
    have hsort : I.sorting.sort x = .ownData := by simp [Identifiers.sorting, hown, hname]
    rw [hsort] at h1 h2
    have h1 := h1 id trivial
    rw [hid] at h1
    exact (h2 id trivial).trans h1.symm
  | true =>
    have hsort : I.sorting.sort x = .ownIdentifier := by simp [Identifiers.sorting, hown, hname]
    have heq := hsame hsort
    rw [hsort] at h1 h2
    have h1 := h1 id trivial
    rw [hid, heq] at h1
    exact (h2 id trivial).trans h1.symm

/-- What is named by a thread's step is renamed alike by two renamings that are the same where one of them leads into the few. -/
theorem held_alike {π π' : Permutation Int} (hπ : ∀ {n}, I.sorting.literal n → π.to n = n) (hπ' : ∀ {n}, I.sorting.literal n → π'.to n = n)
    {shared own : List Nat} (hshared : ∀ x, I.sorting.sort x = .identifier → x ∈ shared) (hown : ∀ x, I.sorting.sort x = .ownIdentifier → x ∈ own)
    {id : Int} {σ : Store} {names : List Int}
    (hnames : ∀ n ∈ id :: (shared.map (fun x => (σ x).toInt) ++ own.map fun x => (σ x).toMap id), n ∈ names)
    (hsame : ∀ n ∈ names, k.Inside E σ₀ (π.to n) → π'.to n = π.to n) {n : Int} (hn : Held I id σ n) (hin : k.Inside E σ₀ (π.to n)) : π'.to n = π.to n := by
  rcases hn with hn | rfl | ⟨x, hx, rfl⟩ | ⟨x, hx, rfl⟩
  · rw [hπ hn, hπ' hn]
  · exact hsame _ (hnames _ (by simp)) hin
  · refine hsame _ (hnames _ (List.mem_cons_of_mem _ (List.mem_append_left _ ?_))) hin
    exact List.mem_map.mpr ⟨x, hshared x hx, rfl⟩
  · refine hsame _ (hnames _ (List.mem_cons_of_mem _ (List.mem_append_right _ ?_))) hin
    exact List.mem_map.mpr ⟨x, hown x hx, rfl⟩

/-- **A step keeps what is known**, and satisfies the guarantee. It does not go wrong. -/
theorem known_step (hk : k.Right S all) (hfew : k.FewRight S I) {shared own : List Nat} (hshared : ∀ x, I.sorting.sort x = .identifier → x ∈ shared)
    (hown : ∀ x, I.sorting.sort x = .ownIdentifier → x ∈ own)
    (henough : EnoughFew I.sorting (fun t : k.program.text.Thread E σ₀ => t.1.2) (k.program.text.program E σ₀) k.few (shared.length + 2 * own.length + 2))
    {starts : List (Array StoreValue)} {first : Array Nat} {ends : Array Bool} (hR : ∀ i, i < k.threads.size → k.Seen starts first i (R i))
    (hright : ∀ g, g < k.stores.size → StoreRight k ends g) {σ : Store} {P : Program (k.program.text.Thread E σ₀) Core}
    (hknown : k.Known S all I R σ P) {s : ParState (k.program.text.Thread E σ₀) Store Core} (hstep : ParStep (k.program.text.step E σ₀) (.run σ P) s) :
    ∃ σ' P', s = .run σ' P' ∧ k.Known S all I R σ' P' ∧ k.program.specificationText.guarantee.action E 0 σ σ' := by
  have hinjective {a b : k.program.text.Thread E σ₀} (h : a.1.2 = b.1.2) : a = b :=
    Classical.byContradiction fun hne => henough.apart b a hne h
  -- what a thread holds, and what is shared
  let named (id : Int) : List Int := id :: (shared.map (fun x => (σ x).toInt) ++ own.map fun x => (σ x).toMap id)
  have hlength (id : Int) : (named id).length = shared.length + own.length + 1 := by simp [named]
  have key (e : k.program.text.Thread E σ₀) (r : SeqState Store Core) (h : k.program.text.step E σ₀ e (.run σ (P e)) r) :
      ∃ σ' C', r = .run σ' C' ∧ k.Known S all I R σ' (P.update e C') ∧ k.program.specificationText.guarantee.action E 0 σ σ' := by
    -- the step, wherever identifiers are renamed so that all that it names, and what is named besides, stays among the few
    have renamed {π : Permutation Int} {tid : Permutation (k.program.text.Thread E σ₀)} (hmoves : k.Moves E σ₀ I π tid) (more : List Int)
        (hmore : more.length ≤ own.length + 1) : ∃ π' tid', k.Moves E σ₀ I π' tid' ∧
          (∀ n ∈ named e.1.2 ++ more, k.Inside E σ₀ (π'.to n)) ∧ (∀ n ∈ named e.1.2 ++ more, k.Inside E σ₀ (π.to n) → π'.to n = π.to n) ∧
          ∃ g₀, k.Found g₀ ∧ (∀ t : k.program.text.Thread E σ₀, OwnInside k E σ₀ I π'.to t.1.2 σ →
            k.Has S all R g₀ (renamedStore I.sorting π' σ) (tid'.to t).1 (P t)) ∧
          ∃ σ' C', r = .run σ' C' ∧ S.KeepsOthers e.1.2 σ σ' ∧ HoldsHeld I e.1.2 σ σ' ∧ ∃ ρ' g', I.Renaming π'.to σ' ρ' ∧
            S.KeepsOthers (π'.to e.1.2) (renamedStore I.sorting π' σ) ρ' ∧ k.Found g' ∧ S.shared.Like 0 ρ' (k.meant (k.store g')) ∧
            k.Has S all R g' ρ' (tid'.to e).1 C' ∧ k.program.specificationText.guarantee.action E 0 (renamedStore I.sorting π' σ) ρ' ∧
            ∃ j, ∃ hj : j < k.threads.size, k.threads[j] = (tid'.to e).1 ∧ (g' = g₀ ∨ ∃ step ∈ k.stepsFrom g₀, step.thread = j ∧ step.target = g') := by
      obtain ⟨π', tid', hmoves', hinside, hsame⟩ := into_few_from henough hmoves (names := named e.1.2 ++ more)
        (by rw [List.length_append, hlength]; omega)
      have hheld {n : Int} (hn : n ∈ named e.1.2) : k.Inside E σ₀ (π'.to n) := hinside n (List.mem_append_left _ hn)
      obtain ⟨g₀, hfound, hlike, hhas⟩ := hknown π' tid' hmoves' fun {x} hx =>
        hheld (List.mem_cons_of_mem _ (List.mem_append_left _ (List.mem_map.mpr ⟨x, hshared x hx, rfl⟩)))
      have he := hhas e ⟨hheld List.mem_cons_self, fun {x} hx =>
        hheld (List.mem_cons_of_mem _ (List.mem_append_right _ (List.mem_map.mpr ⟨x, hown x hx, rfl⟩)))⟩
      have hid : (tid'.to e).1.2 = π'.to e.1.2 := hmoves'.identifier e
      have hpair : (tid'.to e).1 = ((tid'.to e).1.1, π'.to e.1.2) := Prod.ext rfl hid
      rw [hpair] at he
      have hstep' := few_step hk hfew ⟨π'.to_injective, hmoves'.literal⟩ hR hright hfound (renamedStore_rel I.sorting π' σ) hlike he h
      rw [← hpair] at hstep'
      obtain ⟨σ', C', hr, hkeeps, hholds, ρ', g', hrest⟩ := hstep'
      exact ⟨π', tid', hmoves', hinside, hsame, g₀, hfound, hhas, σ', C', hr, hkeeps, hholds, ρ', g', hrest⟩
    obtain ⟨π₀, _, hmoves₀, -, -, _, -, -, σ', C', rfl, hkeeps, hholds, ρ₀, _, hρ₀, -, -, -, -, hguarantee, -⟩ := renamed .same [] (by simp)
    refine ⟨σ', C', rfl, fun π tid hmoves hshared' => ?_, ?_⟩
    · -- what is shared after the step
      have after (more : List Int) (hmore : more.length ≤ own.length + 1) : ∃ π' tid', k.Moves E σ₀ I π' tid' ∧
          (∀ n ∈ named e.1.2 ++ more, k.Inside E σ₀ (π'.to n)) ∧ (∀ n ∈ named e.1.2 ++ more, k.Inside E σ₀ (π.to n) → π'.to n = π.to n) ∧
          ∃ g₀, k.Found g₀ ∧ (∀ t : k.program.text.Thread E σ₀, OwnInside k E σ₀ I π'.to t.1.2 σ →
            k.Has S all R g₀ (renamedStore I.sorting π' σ) (tid'.to t).1 (P t)) ∧
          ∃ ρ' g', I.Renaming π'.to σ' ρ' ∧ S.KeepsOthers (π'.to e.1.2) (renamedStore I.sorting π' σ) ρ' ∧ k.Found g' ∧
            S.shared.Like 0 (renamedStore I.sorting π σ') (k.meant (k.store g')) ∧ k.Has S all R g' ρ' (tid'.to e).1 C' ∧
            ∃ j, ∃ hj : j < k.threads.size, k.threads[j] = (tid'.to e).1 ∧ (g' = g₀ ∨ ∃ step ∈ k.stepsFrom g₀, step.thread = j ∧ step.target = g') := by
        obtain ⟨π', tid', hmoves', hinside, hsame, g₀, hfound, hhas, _, _, hr, _, _, ρ', g', hρ', hkeeps', hfound', hlike', hhas', _, hlisted⟩ :=
          renamed hmoves more hmore
        cases hr
        refine ⟨π', tid', hmoves', hinside, hsame, g₀, hfound, hhas, ρ', g', hρ', hkeeps', hfound', ?_, hhas', hlisted⟩
        exact shared_alike hfew hρ' (renamedStore_rel I.sorting π σ') (fun {x} hx => held_alike (names := named e.1.2 ++ more) hmoves.literal hmoves'.literal
          hshared hown (fun n hn => List.mem_append_left _ hn) hsame (hholds.shared hx) (hshared' hx)) hlike'
      obtain ⟨π₁, tid₁, hmoves₁, -, hsame₁, -, -, -, ρ₁, g', hρ₁, -, hfound', hlike', hhas₁, -⟩ := after [] (by simp)
      refine ⟨g', hfound', hlike', fun t hinside => ?_⟩
      by_cases hte : t = e
      · -- the thread itself
        subst hte
        have hid : π₁.to t.1.2 = π.to t.1.2 := hsame₁ _ (by simp [named]) hinside.self
        have htid : tid₁.to t = tid.to t := hinjective (by rw [hmoves₁.identifier, hmoves.identifier, hid])
        rw [htid] at hhas₁
        simp only [Program.update, if_true]
        refine hhas₁.own fun x hx => ?_
        rw [show (tid.to t).1.2 = π.to t.1.2 from hmoves.identifier t]
        exact own_alike hfew hρ₁ (renamedStore_rel I.sorting π σ') hid (fun {x} hx => held_alike (names := named t.1.2 ++ []) hmoves.literal hmoves₁.literal
          hshared hown (fun n hn => List.mem_append_left _ hn) hsame₁ (hholds.own hx) (hinside.entries hx)) x hx
      · -- another one
        have hids : t.1.2 ≠ e.1.2 := henough.apart e t hte
        have hentry {x : Nat} (hx : S.isOwn x = true) : (σ' x).toMap t.1.2 = (σ x).toMap t.1.2 := hkeeps hx hids
        have hisOwn {x : Nat} (hx : I.sorting.sort x = .ownIdentifier) : S.isOwn x = true := by
          rw [← hfew.sorts]
          simp only [Identifiers.sorting] at hx
          split at hx
          · assumption
          · split at hx <;> simp at hx
        obtain ⟨π₂, tid₂, hmoves₂, hinside₂, hsame₂, g₂, hfound₂, hhas₂, ρ₂, g'', hρ₂, hkeeps₂, hfound'', hlike'', -, j, hj, hthread, hlisted⟩ :=
          after (t.1.2 :: own.map fun x => (σ x).toMap t.1.2) (by simp)
        obtain rfl := found_unique hk.sorts hfew.exact hfound' hfound'' hlike' hlike''
        have hmine {n : Int} (hn : n ∈ t.1.2 :: own.map fun x => (σ x).toMap t.1.2) : n ∈ named e.1.2 ++ (t.1.2 :: own.map fun x => (σ x).toMap t.1.2) :=
          List.mem_append_right _ hn
        have hmem {x : Nat} (hx : I.sorting.sort x = .ownIdentifier) : (σ x).toMap t.1.2 ∈ t.1.2 :: own.map fun x => (σ x).toMap t.1.2 :=
          List.mem_cons_of_mem _ (List.mem_map.mpr ⟨x, hown x hx, rfl⟩)
        have hid : π₂.to t.1.2 = π.to t.1.2 := hsame₂ _ (hmine List.mem_cons_self) hinside.self
        have htid : tid₂.to t = tid.to t := hinjective (by rw [hmoves₂.identifier, hmoves.identifier, hid])
        have ht := hhas₂ t ⟨hinside₂ _ (hmine List.mem_cons_self), fun {x} hx => hinside₂ _ (hmine (hmem hx))⟩
        have hne : k.threads[j].2 ≠ (tid₂.to t).1.2 := by
          rw [hthread]
          exact fun he => hte (tid₂.to_injective (hinjective he)).symm
        have ht := ht.other hR hj hne hlisted (by rw [hthread, hmoves₂.identifier]; exact hkeeps₂)
        rw [htid] at ht
        simp only [Program.update, if_neg hte]
        refine ht.own fun x hx => ?_
        rw [show (tid.to t).1.2 = π.to t.1.2 from hmoves.identifier t]
        refine own_alike hfew hρ₂ (renamedStore_rel I.sorting π σ') hid (fun {x} hx => ?_) x hx
        have hx' := hentry (hisOwn hx)
        have hin := hinside.entries hx
        rw [hx'] at hin ⊢
        exact hsame₂ _ (hmine (hmem hx)) hin
    · -- the guarantee does not tell who is who
      obtain ⟨_, _, hnames⟩ := hfew.guarantee
      have := (namesLiteral_sound (E := E) (id := 0) hk.tables ⟨π₀.to_injective, hmoves₀.literal⟩ hnames (renamedStore_rel I.sorting π₀ σ) hρ₀).mpr
      rw [hmoves₀.literal hfew.zero] at this
      exact this hguarantee
  cases hstep with
  | @parallel _ σ' _ e C' h =>
    obtain ⟨_, _, hr, hknown', hG⟩ := key e _ h
    cases hr
    exact ⟨_, _, rfl, hknown', hG⟩
  | @parallelWrong _ _ e h =>
    obtain ⟨_, _, hr, _⟩ := key e _ h
    cases hr

end

end Plato
