/-
# What a statement tells apart

The steps of sorted commands and statements (`Sorts`). If thread i takes a step from a store, then thread π(i) takes a step from a related
store, to the same remaining statement and to a related store, and leaves the entries of other threads alone (`sorted_step`).

Statements have no `par`: a branch has an identifier of its own. A `scope` remembers the values of its locals in the remaining statement, so
these are data, or identifiers that are not renamed.

Main definitions: `SortedPlace`, `SortedCommand`, `SortedCore`, `KeepsEntries`, `StateRel`.
Main results: `sorted_runs`, `runs_keeps`, `sorted_step`.
-/
module

public import Theory.ModelChecking.Sorts

@[expose] public section

namespace Plato.ModelChecking

/-- A place for data or, if it says so, for an identifier. -/
inductive SortedPlace (s : Sorting) : Place → (isIdentifier : Bool) → Prop where
  | var {x} : s.sort x = .data → SortedPlace s ⟨x, none⟩ false
  | element {x i} : s.sort x = .data → Sorted s (.data i) → SortedPlace s ⟨x, some i⟩ false
  | identifier {x} : s.sort x = .identifier → SortedPlace s ⟨x, none⟩ true
  | entry {x} : s.sort x = .ownData → SortedPlace s ⟨x, some (.logic 0)⟩ false
  | identifierEntry {x} : s.sort x = .ownIdentifier → SortedPlace s ⟨x, some (.logic 0)⟩ true

/-- A value for such a place, renamed. -/
def ValueRel (π : Int → Int) (isIdentifier : Bool) (value value' : Value) : Prop :=
  if isIdentifier then value'.toInt = π value.toInt else value' = value

/-- What is assigned to a place is of its sort. -/
def SortedChange (s : Sorting) (c : Place × Term) : Prop :=
  (SortedPlace s c.1 false ∧ Sorted s (.data c.2)) ∨ (SortedPlace s c.1 true ∧ Sorted s (.identifier c.2))

/-- Commands that only compare and store identifiers, and access only their own thread's entries. -/
inductive SortedCommand (s : Sorting) : Command → Prop where
  | assign {changes} : (∀ c ∈ changes, SortedChange s c) → SortedCommand s (.assign changes)
  | havoc {places} : (∀ p ∈ places, ∃ b, SortedPlace s p b) → SortedCommand s (.havoc places)
  | assume {f} : Sorted s (.formula f) → SortedCommand s (.assume f)
  | assert {f} : Sorted s (.formula f) → SortedCommand s (.assert f)
  | ite {f C D} : Sorted s (.formula f) → SortedCommand s C → SortedCommand s D → SortedCommand s (.ite f C D)
  | choice {C D} : SortedCommand s C → SortedCommand s D → SortedCommand s (.choice C D)
  | seq {C D} : SortedCommand s C → SortedCommand s D → SortedCommand s (.seq C D)
  | operation {places gate action post} : (∀ p ∈ places, ∃ b, SortedPlace s p b) → Sorted s (.formula gate) → Sorted s (.formula action) →
    Sorted s (.formula post) → SortedCommand s (.operation places gate action post)

/-- Statements of such commands. -/
inductive SortedCore (s : Sorting) : Core → Prop where
  | skip : SortedCore s .skip
  | atomic {C} : SortedCommand s C → SortedCore s (.atomic C)
  | choice {S T} : SortedCore s S → SortedCore s T → SortedCore s (.choice S T)
  | seq {S T} : SortedCore s S → SortedCore s T → SortedCore s (.seq S T)
  | loop {S} : SortedCore s S → SortedCore s (.loop S)
  | block {S} : SortedCore s S → SortedCore s (.block S)
  | exit {level} : SortedCore s (.exit level)
  | call {q} : SortedCore s (.call q)
  | scope {locals S} : (∀ x ∈ locals, s.sort x = .ownData ∨ s.sort x = .ownIdentifier ∧ ∀ n, s.literal n) → SortedCore s S →
    SortedCore s (.scope locals S)

/-- Entries of other threads are the same. -/
def KeepsEntries (s : Sorting) (i : Int) : Action Store :=
  fun σ σ' => ∀ x j, s.sort x = .ownData ∨ s.sort x = .ownIdentifier → j ≠ i → (σ' x).toMap j = (σ x).toMap j

section

variable {s : Sorting} {π : Int → Int} {J : Int → Prop} {E : Parameters} {i : Int} {σ σ' ρ ρ' τ υ : Store}

/-- One place is written, with related values, in related stores. -/
theorem write_rel (hπ : Renames s π) (hJ : J i) (hσ : StoreRel s π J σ ρ) (h : StoreRel s π J τ υ) {p : Place} {b : Bool} (hp : SortedPlace s p b)
    {value value' : Value} (hv : ValueRel π b value value') :
    StoreRel s π J (p.write E i σ value τ) (p.write E (π i) ρ value' υ) := by
  have self (t : Int) (α : Store) : ((Term.logic 0).valueIn E t α).toInt = t := by simp [Term.valueIn, Term.eval, Parameters.model, Value.toInt]
  intro y
  simp only [Place.write]
  split
  · next he =>
    have hy := h y
    subst he
    cases hp with
    | var hx => simp only [hx]; exact hv
    | element hx ht =>
      simp only [hx] at hy ⊢
      obtain rfl : value' = value := hv
      simp only [CellRel] at hy ⊢
      rw [sorted_value hπ hJ hσ ht, hy]
    | identifier hx => simp only [hx]; exact hv
    | entry hx =>
      simp only [hx] at hy ⊢
      obtain rfl : value' = value := hv
      intro j hj
      simp only [Value.toMap, self, update]
      by_cases hji : j = i
      · simp [hji]
      · rw [if_neg hji, if_neg fun he => hji (hπ.injective he)]; exact hy j hj
    | identifierEntry hx =>
      simp only [hx] at hy ⊢
      replace hv : value'.toInt = π value.toInt := hv
      intro j hj
      simp only [Value.toMap, self, update]
      by_cases hji : j = i
      · simp [hji, hv]
      · rw [if_neg hji, if_neg fun he => hji (hπ.injective he)]; exact hy j hj
  · exact h y

/-- One place is written: entries of other threads are left alone. -/
theorem write_keeps {p : Place} {b : Bool} (hp : SortedPlace s p b) {value : Value} : KeepsEntries s i τ (p.write E i σ value τ) := by
  have self (α : Store) : ((Term.logic 0).valueIn E i α).toInt = i := by simp [Term.valueIn, Term.eval, Parameters.model, Value.toInt]
  intro y j hy hji
  simp only [Place.write]
  split
  · next he =>
    subst he
    cases hp with
    | var hx => rw [hx] at hy; simp at hy
    | element hx => rw [hx] at hy; simp at hy
    | identifier hx => rw [hx] at hy; simp at hy
    | entry => simp [Value.toMap, self, update, hji]
    | identifierEntry => simp [Value.toMap, self, update, hji]
  · rfl

theorem KeepsEntries.trans (h : KeepsEntries s i σ σ') (h' : KeepsEntries s i σ' τ) : KeepsEntries s i σ τ :=
  fun x j hx hj => (h' x j hx hj).trans (h x j hx hj)

/-- Places are assigned to, one after the other. -/
theorem assigned_rel (hπ : Renames s π) (hJ : J i) (hσ : StoreRel s π J σ ρ) : ∀ {changes : List (Place × Term)},
    (∀ c ∈ changes, SortedChange s c) → ∀ {τ υ}, StoreRel s π J τ υ →
    StoreRel s π J (writes E i σ (changes.map fun (p, t) => (p, t.valueIn E i σ)) τ)
      (writes E (π i) ρ (changes.map fun (p, t) => (p, t.valueIn E (π i) ρ)) υ)
  | [], _, _, _, h => h
  | (p, t) :: changes, hchanges, _, _, h => by
    refine assigned_rel hπ hJ hσ (fun c hc => hchanges c (List.mem_cons_of_mem _ hc)) ?_
    rcases hchanges _ List.mem_cons_self with ⟨hp, ht⟩ | ⟨hp, ht⟩
    · exact write_rel hπ hJ hσ h hp (sorted_value hπ hJ hσ ht)
    · exact write_rel hπ hJ hσ h hp (sorted_identifier hπ hJ hσ ht)

/-- Places get any values, one after the other: for each list of values there is one that does the same, renamed. -/
theorem havocs_rel (hπ : Renames s π) (hJ : J i) (hσ : StoreRel s π J σ ρ) : ∀ {places : List Place} {values : List Value},
    (∀ p ∈ places, ∃ b, SortedPlace s p b) → values.length = places.length → ∀ {τ υ}, StoreRel s π J τ υ →
    ∃ values' : List Value, values'.length = places.length ∧
      StoreRel s π J (writes E i σ (places.zip values) τ) (writes E (π i) ρ (places.zip values') υ)
  | [], [], _, _, _, _, h => ⟨[], rfl, h⟩
  | p :: places, v :: values, hplaces, hlength, τ, υ, h => by
    obtain ⟨b, hp⟩ := hplaces p List.mem_cons_self
    obtain ⟨v', hv⟩ : ∃ v', ValueRel π b v v' := by
      cases b with
      | false => exact ⟨v, rfl⟩
      | true => exact ⟨.int (π v.toInt), rfl⟩
    obtain ⟨values', hlength', hr⟩ := havocs_rel hπ hJ hσ (places := places) (values := values)
      (fun p hp => hplaces p (List.mem_cons_of_mem _ hp)) (by simpa using hlength) (write_rel (E := E) hπ hJ hσ h hp hv)
    exact ⟨v' :: values', by simp [hlength'], hr⟩

theorem writes_keeps : ∀ {list : List (Place × Value)}, (∀ c ∈ list, ∃ b, SortedPlace s c.1 b) → ∀ {τ}, KeepsEntries s i τ (writes E i σ list τ)
  | [], _, _ => fun _ _ _ _ => rfl
  | _ :: _, h, _ =>
    have ⟨_, hp⟩ := h _ List.mem_cons_self
    KeepsEntries.trans (write_keeps hp) (writes_keeps fun c hc => h c (List.mem_cons_of_mem _ hc))

/-- What has become of related stores is related. -/
def OutcomeRel (s : Sorting) (π : Int → Int) (J : Int → Prop) : Outcome Store → Outcome Store → Prop
  | .store σ, .store ρ => StoreRel s π J σ ρ
  | .wrong, .wrong => True
  | _, _ => False

/-- **A sorted command runs alike** for thread i and for thread π(i), from related stores. -/
theorem sorted_runs (hπ : Renames s π) (hJ : J i) {C : Command} (hC : SortedCommand s C) {r : Outcome Store} (h : C.Runs E i σ r) :
    ∀ {ρ}, StoreRel s π J σ ρ → ∃ r', C.Runs E (π i) ρ r' ∧ OutcomeRel s π J r r' := by
  induction h with
  | assign =>
    intro ρ hσ
    cases hC with | assign hc => exact ⟨_, .assign, assigned_rel hπ hJ hσ hc hσ⟩
  | havoc h =>
    intro ρ hσ
    cases hC with
    | havoc hp =>
      obtain ⟨values, hlength, rfl⟩ := h
      obtain ⟨values', hlength', hr⟩ := havocs_rel hπ hJ hσ hp hlength hσ
      exact ⟨_, .havoc ⟨values', hlength', rfl⟩, hr⟩
  | assume h =>
    intro ρ hσ
    cases hC with | assume hf => exact ⟨_, .assume ((sorted_predicate hπ hJ hσ hf).mpr h), hσ⟩
  | assert h =>
    intro ρ hσ
    cases hC with | assert hf => exact ⟨_, .assert ((sorted_predicate hπ hJ hσ hf).mpr h), hσ⟩
  | assertWrong h =>
    intro ρ hσ
    cases hC with | assert hf => exact ⟨_, .assertWrong (mt (sorted_predicate hπ hJ hσ hf).mp h), trivial⟩
  | ifTrue h _ ih =>
    intro ρ hσ
    cases hC with
    | ite hf hC _ =>
      obtain ⟨r', hr, hrel⟩ := ih hC hσ
      exact ⟨r', .ifTrue ((sorted_predicate hπ hJ hσ hf).mpr h) hr, hrel⟩
  | ifFalse h _ ih =>
    intro ρ hσ
    cases hC with
    | ite hf _ hD =>
      obtain ⟨r', hr, hrel⟩ := ih hD hσ
      exact ⟨r', .ifFalse (mt (sorted_predicate hπ hJ hσ hf).mp h) hr, hrel⟩
  | choiceLeft _ ih =>
    intro ρ hσ
    cases hC with
    | choice hC _ =>
      obtain ⟨r', hr, hrel⟩ := ih hC hσ
      exact ⟨r', .choiceLeft hr, hrel⟩
  | choiceRight _ ih =>
    intro ρ hσ
    cases hC with
    | choice _ hD =>
      obtain ⟨r', hr, hrel⟩ := ih hD hσ
      exact ⟨r', .choiceRight hr, hrel⟩
  | seq _ _ ih ih' =>
    intro ρ hσ
    cases hC with
    | seq hC hD =>
      obtain ⟨r₁, hr₁, hrel₁⟩ := ih hC hσ
      cases r₁ with
      | wrong => exact hrel₁.elim
      | store τ =>
        obtain ⟨r', hr, hrel⟩ := ih' hD hrel₁
        exact ⟨r', .seq hr₁ hr, hrel⟩
  | seqWrong _ ih =>
    intro ρ hσ
    cases hC with
    | seq hC _ =>
      obtain ⟨r₁, hr₁, hrel₁⟩ := ih hC hσ
      cases r₁ with
      | wrong => exact ⟨.wrong, .seqWrong hr₁, trivial⟩
      | store τ => exact hrel₁.elim
  | operation hgate h haction hpost =>
    intro ρ hσ
    cases hC with
    | operation hp hg ha hq =>
      obtain ⟨values, hlength, rfl⟩ := h
      obtain ⟨values', hlength', hr⟩ := havocs_rel hπ hJ hσ hp hlength hσ
      exact ⟨_, .operation ((sorted_predicate hπ hJ hσ hg).mpr hgate) ⟨values', hlength', rfl⟩ ((sorted_action hπ hJ hσ hr ha).mpr haction)
        ((sorted_action hπ hJ hσ hr hq).mpr hpost), hr⟩
  | gateWrong hgate =>
    intro ρ hσ
    cases hC with | operation _ hg _ _ => exact ⟨_, .gateWrong (mt (sorted_predicate hπ hJ hσ hg).mp hgate), trivial⟩
  | postWrong h haction hpost =>
    intro ρ hσ
    cases hC with
    | operation hp _ ha hq =>
      obtain ⟨values, hlength, rfl⟩ := h
      obtain ⟨values', hlength', hr⟩ := havocs_rel hπ hJ hσ hp hlength hσ
      exact ⟨_, .postWrong ⟨values', hlength', rfl⟩ ((sorted_action hπ hJ hσ hr ha).mpr haction) (mt (sorted_action hπ hJ hσ hr hq).mp hpost),
        trivial⟩

/-- A sorted command leaves the entries of other threads alone. -/
theorem runs_keeps {C : Command} (hC : SortedCommand s C) {r : Outcome Store} (h : C.Runs E i σ r) :
    ∀ {τ}, r = .store τ → KeepsEntries s i σ τ := by
  induction h with
  | assign =>
    rintro τ ⟨⟩
    cases hC with
    | assign hc =>
      refine writes_keeps fun c hcm => ?_
      obtain ⟨d, hd, rfl⟩ := List.mem_map.mp hcm
      rcases hc d hd with h | h
      · exact ⟨_, h.1⟩
      · exact ⟨_, h.1⟩
  | havoc h =>
    rintro τ ⟨⟩
    cases hC with
    | havoc hp =>
      obtain ⟨values, _, rfl⟩ := h
      exact writes_keeps fun c hcm => hp _ (List.of_mem_zip hcm).1
  | assume => rintro τ ⟨⟩; exact fun _ _ _ _ => rfl
  | assert => rintro τ ⟨⟩; exact fun _ _ _ _ => rfl
  | assertWrong => rintro τ ⟨⟩
  | ifTrue _ _ ih => cases hC with | ite _ hC _ => exact ih hC
  | ifFalse _ _ ih => cases hC with | ite _ _ hD => exact ih hD
  | choiceLeft _ ih => cases hC with | choice hC _ => exact ih hC
  | choiceRight _ ih => cases hC with | choice _ hD => exact ih hD
  | seq _ _ ih ih' => cases hC with | seq hC hD => exact fun he => KeepsEntries.trans (ih hC rfl) (ih' hD he)
  | seqWrong => rintro τ ⟨⟩
  | operation _ h =>
    rintro τ ⟨⟩
    cases hC with
    | operation hp =>
      obtain ⟨values, _, rfl⟩ := h
      exact writes_keeps fun c hcm => hp _ (List.of_mem_zip hcm).1
  | gateWrong => rintro τ ⟨⟩
  | postWrong => rintro τ ⟨⟩

end

section

variable {s : Sorting} {π : Int → Int} {J : Int → Prop} {bodies : Nat → Core} {E : Parameters} {i : Int}

/-- What a scope has to restore is the same command in related stores. -/
theorem restoring_rel (hπ : Renames s π) (hJ : J i) {σ ρ : Store} (hσ : StoreRel s π J σ ρ) {locals : List Nat}
    (h : ∀ x ∈ locals, s.sort x = .ownData ∨ s.sort x = .ownIdentifier ∧ ∀ n, s.literal n) :
    restoring locals (π i) ρ = restoring locals i σ ∧ SortedCommand s (restoring locals i σ) := by
  constructor
  · simp only [restoring, Command.assign.injEq]
    refine List.map_congr_left fun x hx => ?_
    have hcell := hσ x
    rcases h x hx with hs | ⟨hs, hl⟩
    · rw [hs] at hcell; rw [hcell i hJ]
    · rw [hs] at hcell; rw [hcell i hJ, hπ.literal (hl _)]
  · refine .assign fun c hc => ?_
    obtain ⟨x, hx, rfl⟩ := List.mem_map.mp hc
    rcases h x hx with hs | ⟨hs, hl⟩
    · exact .inl ⟨.entry hs, .num⟩
    · exact .inr ⟨.identifierEntry hs, .literal (hl _)⟩

/-- What a step from the store σ and a renamed one lead to: both go wrong, or related stores with the same sorted statement left to do. -/
inductive StateRel (s : Sorting) (π : Int → Int) (J : Int → Prop) (i : Int) (σ : Store) : SeqState Store Core → SeqState Store Core → Prop where
  | run {τ υ S} : SortedCore s S → StoreRel s π J τ υ → KeepsEntries s i σ τ → StateRel s π J i σ (.run τ S) (.run υ S)
  | wrong : StateRel s π J i σ .wrong .wrong

/-- **A sorted statement takes the same steps** for thread i and for thread π(i), from related stores, and leaves the entries of other threads
alone. -/
theorem sorted_step (hπ : Renames s π) (hJ : J i) (hbodies : ∀ q, SortedCore s (bodies q)) {S : Core} (hS : SortedCore s S) {σ ρ : Store}
    (hσ : StoreRel s π J σ ρ) {r : SeqState Store Core} (h : Core.Step bodies E i (.run σ S) r) :
    ∃ r', Core.Step bodies E (π i) (.run ρ S) r' ∧ StateRel s π J i σ r r' := by
  have stay : KeepsEntries s i σ σ := fun _ _ _ _ => rfl
  induction hS generalizing r with
  | skip => cases h
  | exit => cases h
  | atomic hC =>
    cases h with
    | actionOk h =>
      obtain ⟨r', hr, hrel⟩ := sorted_runs hπ hJ hC h hσ
      cases r' with
      | store υ => exact ⟨_, .actionOk hr, .run .skip hrel (runs_keeps hC h rfl)⟩
      | wrong => exact hrel.elim
    | actionWrong h =>
      obtain ⟨r', hr, hrel⟩ := sorted_runs hπ hJ hC h hσ
      cases r' with
      | store υ => exact hrel.elim
      | wrong => exact ⟨_, .actionWrong hr, .wrong⟩
  | choice hS hT =>
    cases h with
    | choiceLeft => exact ⟨_, .choiceLeft, .run hS hσ stay⟩
    | choiceRight => exact ⟨_, .choiceRight, .run hT hσ stay⟩
  | loop hS =>
    cases h with
    | loopDone => exact ⟨_, .loopDone, .run .skip hσ stay⟩
    | loopUnroll => exact ⟨_, .loopUnroll, .run (.seq hS (.loop hS)) hσ stay⟩
  | seq hS hT ih =>
    cases h with
    | seqStep h =>
      obtain ⟨_, hr, hrel⟩ := ih h
      cases hrel with | run hS' hστ hk => exact ⟨_, .seqStep hr, .run (.seq hS' hT) hστ hk⟩
    | seqSkip => exact ⟨_, .seqSkip, .run hT hσ stay⟩
    | seqExit => exact ⟨_, .seqExit, .run .exit hσ stay⟩
    | seqWrong h =>
      obtain ⟨_, hr, hrel⟩ := ih h
      cases hrel with | wrong => exact ⟨_, .seqWrong hr, .wrong⟩
  | block hS ih =>
    cases h with
    | blockStep h =>
      obtain ⟨_, hr, hrel⟩ := ih h
      cases hrel with | run hS' hστ hk => exact ⟨_, .blockStep hr, .run (.block hS') hστ hk⟩
    | blockSkip => exact ⟨_, .blockSkip, .run .skip hσ stay⟩
    | blockExit => exact ⟨_, .blockExit, .run .skip hσ stay⟩
    | blockOut => exact ⟨_, .blockOut, .run .exit hσ stay⟩
    | blockWrong h =>
      obtain ⟨_, hr, hrel⟩ := ih h
      cases hrel with | wrong => exact ⟨_, .blockWrong hr, .wrong⟩
  | call => cases h with | call => exact ⟨_, .call, .run (hbodies _) hσ stay⟩
  | scope hlocals hS =>
    cases h with
    | scope =>
      obtain ⟨heq, hC⟩ := restoring_rel hπ hJ hσ hlocals
      refine ⟨_, .scope, ?_⟩
      rw [heq]
      exact .run (.seq hS (.atomic hC)) hσ stay

end

end Plato.ModelChecking
