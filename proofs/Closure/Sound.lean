/-
# States that are closed show what the program does

Main definitions: `Node.Stands`, `Product.Right`. Main results: `step_stands`, `satisfies_of_states`, `raceFree_of_states`.
-/
module

public import Closure.Search
public import Closure.Start
public import Closure.Ways

@[expose] public section

namespace Plato

/-- The parameters with which the kernel evaluates formulas; nothing depends on them. -/
noncomputable abbrev noParameters : Parameters := parametersOf .empty

/-- The store that the values describe. -/
noncomputable abbrev Product.meant (k : Product) (store : Array StoreValue) : Store := storeOf (baseValue k.program.tables noParameters) store

/-- What is known before the search: controls have all that can happen, and formulas use variables as what they are. -/
structure Product.Right (k : Product) (S : Sorts) (all : Array (List Frame)) : Prop where
  tables : k.program.tables.Right
  sorts : k.sorts = S
  shared : ∀ x, S.isOwn x = false
  controls : ∀ (n : Nat) (frames : List Frame), all[n]? = some frames →
    ∃ control : Control, k.controls[n]? = some control ∧ frames ∈ control.seen ∧ control.Right k.program S all
  invariant : ∃ effort left, sortsLiteral k.program.tables S.shared (orTrue k.program.specification.invariant) effort = .ok left
  guarantee : ∃ effort left, sortsLiteral k.program.tables S.shared (orTrue k.program.specification.guarantee) effort = .ok left
  post : ∃ effort left, sortsLiteral k.program.tables S.shared (orTrue k.program.specification.post) effort = .ok left
  noEntrances : ∀ (n : Nat) (control : Control), k.controls[n]? = some control → control.entrances = []

section

variable {k : Product} {S : Sorts} {all : Array (List Frame)} {E : Parameters} {σ₀ : Store}

/-- The thread of that number is where its control says. -/
def Node.Has (node : Node) (k : Product) (S : Sorts) (all : Array (List Frame)) (thread : Nat × Int) (C : Core) : Prop :=
  ∃ j, ∃ hj : j < k.threads.size, k.threads[j] = thread ∧ ∃ hc : j < node.controls.size, ∃ control : Control,
    k.controls[node.controls[j]]? = some control ∧ control.Right k.program S all ∧ ∃ frames ∈ control.seen, C = framesCore k.program frames

/-- The state stands for a store and what is left for the threads. -/
structure Node.Stands (node : Node) (k : Product) (S : Sorts) (all : Array (List Frame)) (σ : Store)
    (P : Program (k.program.text.Thread E σ₀) Core) : Prop where
  store : S.Like 0 σ (k.meant node.store)
  threads : ∀ t, node.Has k S all t.1 (P t)

theorem controlOf_eq {node : Node} {j : Nat} (hc : j < node.controls.size) {control : Control}
    (h : k.controls[node.controls[j]]? = some control) : node.controlOf k j = control := by
  obtain ⟨hlt, he⟩ := Array.getElem?_eq_some_iff.mp h
  simp [Node.controlOf, hc, Product.control, hlt, he]

theorem guaranteed_sound (hk : k.Right S all) {before after : Array StoreValue} {effort left : Nat} (h : k.guaranteed before after effort = .ok left)
    {σ σ' : Store} (hσ : S.Like 0 σ (k.meant before)) (hσ' : S.Like 0 σ' (k.meant after)) :
    k.program.specificationText.guarantee.action E 0 σ σ' := by
  obtain ⟨_, _, hsorts⟩ := hk.guarantee
  exact (sortsLiteral_sound hk.tables hsorts hσ.shared_part hσ'.shared_part).mpr (requireTrue_sound hk.tables h rfl)

theorem isRight_sound (hk : k.Right S all) {node : Node} {effort left : Nat} (h : k.isRight node effort = .ok left) {σ : Store}
    (hσ : S.Like 0 σ (k.meant node.store)) :
    k.program.specificationText.invariant.predicate E 0 σ ∧ k.program.specificationText.guarantee.action E 0 σ σ ∧
      (k.allEnd node 0 = true → k.program.specificationText.post.predicate E 0 σ) := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, hinvariant, h⟩ := bind_ok.mp h
  obtain ⟨_, hguarantee, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, hi⟩ := hk.invariant
  obtain ⟨_, _, hp⟩ := hk.post
  refine ⟨(sortsLiteral_sound hk.tables hi hσ.shared_part hσ.shared_part).mpr (requireTrue_sound hk.tables hinvariant rfl), guaranteed_sound hk hguarantee hσ hσ, fun hend => ?_⟩
  rw [if_pos hend] at h
  exact (sortsLiteral_sound hk.tables hp hσ.shared_part hσ.shared_part).mpr (requireTrue_sound hk.tables h rfl)

/-- **A step.** From what a good state stands for, a step leads to what a state stands for, and satisfies the guarantee. It does not go wrong. -/
theorem step_stands (hk : k.Right S all) {nodes : Array Node} {node : Node} (hgood : node.Good k nodes) (hmem : node ∈ nodes) {σ : Store}
    {P : Program (k.program.text.Thread E σ₀) Core} (hstands : node.Stands k S all σ P)
    {s : ParState (k.program.text.Thread E σ₀) Store Core} (hstep : ParStep (k.program.text.step E σ₀) (.run σ P) s) :
    ∃ σ' P', s = .run σ' P' ∧ (∃ node' ∈ nodes, node'.Stands k S all σ' P') ∧ k.program.specificationText.guarantee.action E 0 σ σ' := by
  obtain ⟨_, _, hright⟩ := hgood.right
  have hkeep := (isRight_sound (E := E) hk hright hstands.store).2.1
  -- what a step of one thread can be
  have key (t : k.program.text.Thread E σ₀) (r : SeqState Store Core) (h : k.program.text.step E σ₀ t (.run σ (P t)) r) :
      ∃ σ' C, r = .run σ' C ∧ (∃ node' ∈ nodes, node'.Stands k S all σ' (P.update t C)) ∧ k.program.specificationText.guarantee.action E 0 σ σ' := by
    obtain ⟨j, hj, hthread, hc, control, hcontrol, hcright, frames, hframes, hP⟩ := hstands.threads t
    rw [hP] at h
    obtain ⟨e, he, hin⟩ := hcright frames hframes
    have hhas := expand_sound he h
    cases e with
    | ended => exact False.elim hhas
    | silent next =>
      obtain ⟨frames', hframes', rfl⟩ := hhas
      refine ⟨σ, _, rfl, ⟨node, hmem, hstands.store, fun u => ?_⟩, hkeep⟩
      by_cases hu : u = t
      · subst hu
        refine ⟨j, hj, hthread, hc, control, hcontrol, hcright, frames', hin.2 _ hframes', ?_⟩
        simp [Program.update]
      · simpa [Program.update, hu] using hstands.threads u
    | enter =>
      obtain ⟨entrance, hentrance, _⟩ := hin
      simp [hk.noEntrances _ _ hcontrol] at hentrance
    | act command after =>
      obtain ⟨edge, hedge, rfl, hafter, _, _, hsorts⟩ := hin
      have hedges := hgood.next j hj
      rw [controlOf_eq hc hcontrol] at hedges
      obtain ⟨_, stores, _, houtcomes, hin⟩ := hedges edge hedge
      rw [hk.sorts] at houtcomes
      have hall := (outcomes_sound (E := E) (k := k.runner k.threads[j].2) hk.tables houtcomes ⟨_, _, hsorts⟩).2
      have hid : t.1.2 = k.threads[j].2 := by rw [hthread]
      rcases hhas with ⟨σ', hrun, rfl⟩ | ⟨hrun, rfl⟩
      · rw [hid] at hrun
        obtain ⟨store, hstore, _, ho, hlike⟩ := hall σ _ (hstands.store.anyone hk.shared) hrun
        injection ho with ho
        subst ho
        have hlike : S.Like 0 σ' (k.meant store) := Sorts.Like.anyone hk.shared hlike
        obtain ⟨hnext, _, _, hguarantee⟩ := hin store hstore
        refine ⟨σ', _, rfl, ⟨_, hnext, ?_, fun u => ?_⟩, guaranteed_sound hk hguarantee hstands.store hlike⟩
        · simp only [Node.next, Product.meant, normalStore_meant]
          exact hlike
        · by_cases hu : u = t
          · subst hu
            obtain ⟨control', hcontrol', hseen', hright'⟩ := hk.controls _ _ hafter
            refine ⟨j, hj, hthread, by simp [Node.next, hc], control', by simpa [Node.next, hc] using hcontrol', hright', after, hseen', ?_⟩
            simp [Program.update]
          · obtain ⟨i, hi, hthread', hci, control', hcontrol', hright', frames', hframes', hP'⟩ := hstands.threads u
            have hij : j ≠ i := fun he => hu (Subtype.ext (by subst he; rw [← hthread, ← hthread']))
            refine ⟨i, hi, hthread', by simp [Node.next, hc, hci], control', ?_, hright', frames', hframes', by simpa [Program.update, hu] using hP'⟩
            simpa [Node.next, hc, Array.getElem_set, hij] using hcontrol'
      · rw [hid] at hrun
        obtain ⟨_, _, _, ho, _⟩ := hall σ _ (hstands.store.anyone hk.shared) hrun
        cases ho
  cases hstep with
  | @parallel _ σ' _ t S' h =>
    obtain ⟨_, _, hr, hnode, hG⟩ := key t _ h
    cases hr
    exact ⟨_, _, rfl, hnode, hG⟩
  | @parallelWrong _ _ t h =>
    obtain ⟨_, _, hr, _⟩ := key t _ h
    cases hr

theorem allEnd_of_all {node : Node} (h : ∀ j, j < k.threads.size → (node.controlOf k j).ends = true) (j : Nat) : k.allEnd node j = true := by
  fun_induction Product.allEnd k node j with
  | case1 j hj ih => simp [h j hj, ih]
  | case2 => rfl

/-- Where all threads have ended, the state says so. -/
theorem allEnd_of_ended {node : Node} {σ : Store} {P : Program (k.program.text.Thread E σ₀) Core} (hstands : node.Stands k S all σ P)
    (hmembers : ∀ j (hj : j < k.threads.size), ∃ t : k.program.text.Thread E σ₀, t.1 = k.threads[j])
    (hdistinct : ∀ i j (hi : i < k.threads.size) (hj : j < k.threads.size), k.threads[i] = k.threads[j] → i = j) (hended : P.Ended .skip) :
    k.allEnd node 0 = true := by
  refine allEnd_of_all (fun j hj => ?_) 0
  obtain ⟨t, ht⟩ := hmembers j hj
  obtain ⟨i, hi, hthread, hc, control, hcontrol, hright, frames, hframes, hP⟩ := hstands.threads t
  obtain rfl := hdistinct i j hi hj (hthread.trans ht)
  rw [controlOf_eq hc hcontrol]
  obtain ⟨e, he, hin⟩ := hright frames hframes
  rw [hended t] at hP
  rw [expand_ended he hP.symm] at hin
  exact hin

/-! ## Races -/

/-- Threads whose touches have been compared. -/
theorem raceFree_apart {node : Node} {names : List Nat} (j : Nat) (others : List Touch) (effort : Nat) {left : Nat}
    (h : k.raceFree node names j others effort = .ok left) :
    ∃ M : Nat → List Touch, (∀ i (hi : i < k.threads.size), j ≤ i → (∃ effort left, edgesTouch (k.runner k.threads[i].2) k.sorts names node.store
      (node.controlOf k i).edges effort [] = .ok ⟨M i, left⟩) ∧ Apart (M i) others) ∧
      ∀ i i', i < k.threads.size → i' < k.threads.size → j ≤ i → i < i' → Apart (M i') (M i) := by
  fun_induction Product.raceFree k node names j others effort with
  | case1 j others effort hj ih =>
    obtain ⟨⟨mine, _⟩, hmine, h⟩ := bind_ok.mp h
    obtain ⟨⟨others', _⟩, hapart, h⟩ := bind_ok.mp h
    obtain ⟨hapart, hsub, hsub'⟩ := apartTouches_sound hapart
    obtain ⟨M, hM, hpairs⟩ := ih _ _ h
    refine ⟨fun i => if i = j then mine else M i, fun i hi hji => ?_, fun i i' hi hi' hji hii => ?_⟩
    · by_cases he : i = j
      · subst he
        simp only [if_true]
        exact ⟨⟨_, _, hmine⟩, hapart⟩
      · simp only [if_neg he]
        exact ⟨(hM i hi (by omega)).1, fun t ht u hu => (hM i hi (by omega)).2 t ht u (hsub' u hu)⟩
    · have hne : i' ≠ j := by omega
      simp only [if_neg hne]
      by_cases he : i = j
      · subst he
        simp only [if_true]
        exact fun t ht u hu => (hM i' hi' (by omega)).2 t ht u (hsub u hu)
      · simp only [if_neg he]
        exact hpairs i i' hi hi' (by omega) hii
  | case2 j others effort hj => exact ⟨fun _ => [], fun i hi hji => absurd (Nat.lt_of_le_of_lt hji hi) hj, fun i _ hi _ hji => absurd (Nat.lt_of_le_of_lt hji hi) hj⟩

/-- What a thread is about to access has been found. -/
theorem aboutTo_found (hk : k.Right S all) {node : Node} {σ : Store} {P : Program (k.program.text.Thread E σ₀) Core} (hstands : node.Stands k S all σ P)
    {names : List Nat} {x : Nat} (hx : x ∈ names) {t : k.program.text.Thread E σ₀} {path : List Int} {i : Int} {writes : Bool}
    (h : (P t).AboutTo E t.1.2 σ path x i writes) :
    path = [] ∧ ∃ j, ∃ hj : j < k.threads.size, k.threads[j] = t.1 ∧ ∀ effort touches left,
      edgesTouch (k.runner k.threads[j].2) k.sorts names node.store (node.controlOf k j).edges effort [] = .ok ⟨touches, left⟩ → Covers touches x i writes := by
  obtain ⟨runner, command, τ, hnext, ha⟩ := h
  obtain ⟨j, hj, hthread, hc, control, hcontrol, hcright, frames, hframes, hP⟩ := hstands.threads t
  rw [hP] at hnext
  obtain ⟨e, he, hin⟩ := hcright frames hframes
  obtain ⟨rfl, rfl, code, after, rfl, rfl⟩ := expand_next he hnext
  obtain ⟨edge, hedge, rfl, _, _, _, hsorts⟩ := hin
  refine ⟨rfl, j, hj, hthread, fun effort touches left htouch => ?_⟩
  rw [controlOf_eq hc hcontrol, hk.sorts] at htouch
  have hid : t.1.2 = k.threads[j].2 := by rw [hthread]
  rw [hid] at ha
  exact (edgesTouch_sound (k := k.runner k.threads[j].2) hk.tables hx htouch).2 edge hedge ⟨_, _, hsorts⟩ (hstands.store.anyone hk.shared) ha

/-- In a state that is as the specification says, there is no race. -/
theorem isRight_noRace (hk : k.Right S all) {node : Node} {effort left : Nat} (h : k.isRight node effort = .ok left) {σ : Store}
    {P : Program (k.program.text.Thread E σ₀) Core} (hstands : node.Stands k S all σ P) {x : Nat} (hx : x ∈ k.program.specification.races) :
    ¬ k.program.text.Race E σ₀ x σ P := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, hraces, _⟩ := bind_ok.mp h
  unfold Product.noRaces at hraces
  split at hraces
  · rename_i hnone
    rw [hnone] at hx
    simp at hx
  · obtain ⟨M, hM, hpairs⟩ := raceFree_apart 0 _ _ hraces
    rintro ⟨t, u, path, path', i, writes, hne, ht, hu⟩
    obtain ⟨rfl, j, hj, hthread, htouch⟩ := aboutTo_found hk hstands hx ht
    obtain ⟨rfl, j', hj', hthread', htouch'⟩ := aboutTo_found hk hstands hx hu
    obtain ⟨⟨⟨_, _, hm⟩, _⟩, ⟨⟨_, _, hm'⟩, _⟩⟩ := And.intro (hM j hj (Nat.zero_le _)) (hM j' hj' (Nat.zero_le _))
    have hc := htouch _ _ _ hm
    have hc' := htouch' _ _ _ hm'
    rcases Nat.lt_trichotomy j j' with hlt | heq | hgt
    · exact no_clash (hpairs j j' hj hj' (Nat.zero_le _) hlt) (.inr rfl) hc' hc
    · subst heq
      exact hne (by rw [show t = u from Subtype.ext (by rw [← hthread, ← hthread'])])
    · exact no_clash (hpairs j' j hj' hj (Nat.zero_le _) hgt) (.inl rfl) hc hc'

/-- **The program has no races** if all states are good and one of them stands for the start, for each initial store. -/
theorem raceFree_of_states (hk : k.Right S all) {nodes : Array Node} (hgood : ∀ node ∈ nodes, node.Good k nodes)
    (hstart : ∀ E σ, k.program.text.Initial E σ → ∃ node ∈ nodes, node.Stands k S all σ (k.program.text.program E σ)) :
    ∀ x ∈ k.program.specification.races, k.program.text.RaceFree x := by
  intro x hx E σ σ' P' hi h
  have key {s : ParState (k.program.text.Thread E σ) Store Core}
      (h : Many (ParStep (k.program.text.step E σ)) (.run σ (k.program.text.program E σ)) s) : ∃ τ P, s = .run τ P ∧ ∃ node ∈ nodes, node.Stands k S all τ P := by
    induction h with
    | refl => exact ⟨_, _, rfl, hstart E σ hi⟩
    | tail _ hstep ih =>
      obtain ⟨τ, P, rfl, node, hmem, hstands⟩ := ih
      obtain ⟨τ', P', rfl, hnode, _⟩ := step_stands hk (hgood node hmem) hmem hstands hstep
      exact ⟨τ', P', rfl, hnode⟩
  obtain ⟨_, _, he, node, hmem, hstands⟩ := key h
  cases he
  obtain ⟨_, _, hright⟩ := (hgood node hmem).right
  exact isRight_noRace hk hright hstands hx

/-- **The program satisfies its specification** if all states are good and one of them stands for the start, for each initial store. -/
theorem satisfies_of_states (hk : k.Right S all) (htrue : k.program.tables.StartsTrue) (hrely : k.program.specification.rely = none) {nodes : Array Node}
    (hgood : ∀ node ∈ nodes, node.Good k nodes)
    (hstart : ∀ E σ, k.program.text.Initial E σ → ∃ node ∈ nodes, node.Stands k S all σ (k.program.text.program E σ))
    (hmembers : ∀ E σ, k.program.text.Initial E σ → ∀ j (hj : j < k.threads.size), ∃ t : k.program.text.Thread E σ, t.1 = k.threads[j])
    (hdistinct : ∀ i j (hi : i < k.threads.size) (hj : j < k.threads.size), k.threads[i] = k.threads[j] → i = j) :
    k.program.text.Satisfies k.program.specificationText := by
  intro E σ hi
  have hno {τ τ' : Store} : ¬ k.program.specificationText.rely.action E 0 τ τ' := by
    simp only [ProgramTables.specificationText, hrely, orFalse]
    exact htrue.not_literal
  -- every state that is reached is one that a node stands for
  have key {s : ParState (k.program.text.Thread E σ) Store Core}
      (h : Many (OpenStep (k.program.text.step E σ) (k.program.specificationText.rely.action E 0)) (.run σ (k.program.text.program E σ)) s) :
      ∃ τ P, s = .run τ P ∧ ∃ node ∈ nodes, node.Stands k S all τ P := by
    induction h with
    | refl => exact ⟨_, _, rfl, hstart E σ hi⟩
    | tail _ hstep ih =>
      obtain ⟨τ, P, rfl, node, hmem, hstands⟩ := ih
      cases hstep with
      | environment hr => exact absurd hr hno
      | component hp =>
        obtain ⟨τ', P', rfl, hnode, _⟩ := step_stands hk (hgood node hmem) hmem hstands hp
        exact ⟨τ', P', rfl, hnode⟩
  refine ⟨⟨fun hσ h => ?_, fun hσ h hstep => ?_, fun hσ h hended => ?_⟩, fun τ P h => ?_⟩
  · cases hσ
    obtain ⟨_, _, he, _⟩ := key h
    cases he
  · cases hσ
    obtain ⟨_, _, he, node, hmem, hstands⟩ := key h
    cases he
    obtain ⟨_, _, he, _, hG⟩ := step_stands hk (hgood node hmem) hmem hstands hstep
    cases he
    exact hG
  · cases hσ
    obtain ⟨_, _, he, node, hmem, hstands⟩ := key h
    cases he
    obtain ⟨_, _, hright⟩ := (hgood node hmem).right
    exact (isRight_sound hk hright hstands.store).2.2 (allEnd_of_ended hstands (hmembers E σ hi) hdistinct hended)
  · obtain ⟨_, _, he, node, hmem, hstands⟩ := key h
    cases he
    obtain ⟨_, _, hright⟩ := (hgood node hmem).right
    exact (isRight_sound hk hright hstands.store).1

end

end Plato
