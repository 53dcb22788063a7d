/-
# A thread's own entries

What a thread sees of the local variables are its own entries. Where a scope ends it gets some of them back.

Main definitions: `OwnIs`. Main results: `writes_own_like`, `saveEntries_entries`, `restoring_runs`, `givenBack_own`.
-/
module

public import Closure.Sound
public import Closure.ThreadsApart

@[expose] public section

namespace Plato

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

/-! ## Entries that are given back -/

/-- Of the kept variables the thread has the entries that it has had in the store before, and all else is as it is. -/
structure GivesBack (kept : List Nat) (id : Int) (before σ σ' : Store) : Prop where
  other : ∀ x, x ∉ kept → σ' x = σ x
  kept : ∀ x, x ∈ kept → ∀ i, (σ' x).toMap i = if i = id then (before x).toMap id else (σ x).toMap i

theorem writes_back {kept : List Nat} {id : Int} {E : Parameters} {before σ₀ τ : Store} :
    GivesBack kept id before τ (writes E id σ₀ (kept.map fun x => ((⟨x, some (.logic 0)⟩ : Place), Value.int ((before x).toMap id))) τ) := by
  induction kept generalizing τ with
  | nil => exact ⟨fun _ _ => rfl, fun x hx => by simp at hx⟩
  | cons y rest ih =>
    have hid : ((Term.logic 0).valueIn E id σ₀).toInt = id := rfl
    simp only [List.map_cons, writes]
    generalize hτ : Place.write (⟨y, some (.logic 0)⟩ : Place) E id σ₀ (.int ((before y).toMap id)) τ = τ₁
    have hat (x : Nat) (i : Int) : (τ₁ x).toMap i = if x = y ∧ i = id then (before x).toMap id else (τ x).toMap i := by
      subst hτ
      by_cases hx : x = y
      · subst hx
        simp only [Place.write, if_true, hid]
        show update _ _ _ _ = _
        by_cases hi : i = id <;> simp [update, Value.toInt, hi]
      · simp [Place.write, hx]
    have hne (x : Nat) (hx : x ≠ y) : τ₁ x = τ x := by subst hτ; simp [Place.write, hx]
    obtain ⟨hother, hkept⟩ := ih (τ := τ₁)
    refine ⟨fun x hx => ?_, fun x hx i => ?_⟩
    · simp only [List.mem_cons, not_or] at hx
      rw [hother x hx.2, hne x hx.1]
    · by_cases hr : x ∈ rest
      · rw [hkept x hr i, hat]
        by_cases hi : i = id <;> simp [hi]
      · have hxy : x = y := (List.mem_cons.mp hx).resolve_right hr
        rw [hother x hr, hat]
        by_cases hi : i = id <;> simp [hxy, hi]

/-- The command at the end of a scope does not go wrong, and gives entries back. -/
theorem restoring_runs {kept : List Nat} {id : Int} {E : Parameters} {before σ : Store} {o : Outcome Store}
    (h : (restoring kept id before).Runs E id σ o) : ∃ σ', o = .store σ' ∧ GivesBack kept id before σ σ' := by
  unfold restoring at h
  cases h with
  | assign =>
    refine ⟨_, rfl, ?_⟩
    simp only [assigned, List.map_map]
    exact writes_back

theorem GivesBack.nothing {id : Int} {before σ : Store} : GivesBack [] id before σ σ := ⟨fun _ _ => rfl, fun x hx => by simp at hx⟩

theorem GivesBack.keeps {S : Sorts} {kept : List Nat} {id : Int} {before σ σ' : Store} (h : GivesBack kept id before σ σ') : S.KeepsOthers id σ σ' := by
  intro x i _ hi
  by_cases hx : x ∈ kept
  · rw [h.kept x hx, if_neg hi]
  · rw [h.other x hx]

theorem GivesBack.shared {S : Sorts} {kept : List Nat} {id : Int} {before σ σ' τ : Store} (h : GivesBack kept id before σ σ')
    (hown : ∀ x ∈ kept, S.isOwn x = true) (hσ : S.shared.Like 0 σ τ) : S.shared.Like 0 σ' τ := by
  refine ⟨fun {x kind} hs => ?_, fun hs => by rw [shared_ownKind] at hs; simp at hs⟩
  have hx : x ∉ kept := fun hx => by
    have := hown x hx
    rw [has_shared] at hs
    simp [Sorts.not_own hs] at this
  rw [h.other x hx]
  exact hσ.shared hs

theorem entryOf_mem {x : Nat} {n : Int} {entries : List (Nat × Int)} (h : (x, n) ∈ entries) : (x, entryOf x entries) ∈ entries := by
  induction entries with
  | nil => simp at h
  | cons entry rest ih =>
    obtain ⟨y, m⟩ := entry
    unfold entryOf
    by_cases he : y = x
    · simp [he]
    · have : (x, n) ∈ rest := by
        rcases List.mem_cons.mp h with h | h
        · injection h with h _; exact absurd h.symm he
        · exact h
      simp [he, ih this]

theorem givenBack_mem {kept : List Nat} {before after : List (Nat × Int)} {x : Nat} {v : Int} (h : (x, v) ∈ givenBack kept before after) :
    ∃ n, (x, n) ∈ after ∧ v = if kept.elem x then entryOf x before else n := by
  induction after with
  | nil => simp [givenBack] at h
  | cons entry rest ih =>
    obtain ⟨y, m⟩ := entry
    rcases List.mem_cons.mp h with h | h
    · injection h with h1 h2
      subst h1
      exact ⟨m, List.mem_cons_self, h2⟩
    · obtain ⟨n, hn, hv⟩ := ih h
      exact ⟨n, List.mem_cons_of_mem _ hn, hv⟩

theorem mem_givenBack {kept : List Nat} {before after : List (Nat × Int)} {x : Nat} {n : Int} (h : (x, n) ∈ after) :
    ∃ v, (x, v) ∈ givenBack kept before after := by
  induction after with
  | nil => simp at h
  | cons entry rest ih =>
    obtain ⟨y, m⟩ := entry
    rcases List.mem_cons.mp h with h | h
    · injection h with h1 h2
      subst h1 h2
      exact ⟨_, List.mem_cons_self⟩
    · obtain ⟨v, hv⟩ := ih h
      exact ⟨v, List.mem_cons_of_mem _ hv⟩

/-- What the thread's entries are when some have been given back. -/
theorem givenBack_own {S : Sorts} {kept : List Nat} {id : Int} {before σ σ' : Store} {own own' : List (Nat × Int)} (h : GivesBack kept id before σ σ')
    (hbefore : OwnIs S id own before) (hσ : OwnIs S id own' σ) : OwnIs S id (givenBack kept own own') σ' := by
  refine ⟨fun x v hv => ?_, fun x hx => ?_⟩
  · obtain ⟨n, hn, rfl⟩ := givenBack_mem hv
    obtain ⟨kind, hkind, hsame⟩ := hσ.entries x n hn
    by_cases hx : x ∈ kept
    · obtain ⟨m, hm⟩ := hbefore.all x (Sorts.isOwn_of hkind)
      obtain ⟨kind', hkind', hsame'⟩ := hbefore.entries x _ (entryOf_mem hm)
      refine ⟨kind', hkind', ?_⟩
      rw [h.kept x hx, if_pos rfl, if_pos (by simpa using hx)]
      exact hsame'
    · refine ⟨kind, hkind, ?_⟩
      rw [h.other x hx, if_neg (by simpa using hx)]
      exact hsame
  · obtain ⟨n, hn⟩ := hσ.all x hx
    exact mem_givenBack hn

end Plato
