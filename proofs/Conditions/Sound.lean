/-
# The verification conditions are sound

Main results: `vcgen_sound`: if all conditions of a program are refuted, it never goes wrong, and its invariant is one.
-/
module

public import Conditions.Program

@[expose] public section

namespace Plato

/-- The families of a program's text. -/
theorem familyTexts_eq (T : Tables) (families : Array Family) (i : Nat) (out : Array FamilyText) :
    (familyTexts T families i out).toList =
      out.toList ++ (families.toList.drop i).map fun f => ⟨T.literal f.members, f.code.core T⟩ := by
  fun_induction familyTexts T families i out with
  | case1 i out hi ih => rw [ih, drop_toList families i hi]; simp
  | case2 i out hi => simp [drop_toList_nil families i hi]

theorem families_size (p : ProgramTables) : p.text.families.size = p.families.size := by
  have := congrArg List.length (familyTexts_eq p.tables p.families 0 #[])
  simpa [ProgramTables.text] using this

theorem families_getElem (p : ProgramTables) (i : Nat) (h : i < p.families.size) :
    p.text.families[i]'(by rw [families_size]; exact h) = ⟨p.tables.literal p.families[i].members, p.families[i].code.core p.tables⟩ := by
  have := familyTexts_eq p.tables p.families 0 #[]
  simp only [List.drop_zero, List.nil_append] at this
  rw [← Array.getElem_toList]
  simp [ProgramTables.text, this]

/-- What all conditions of a program share. -/
theorem common_sound {p : ProgramTables} (hT : p.tables.Right) {room effort : Nat} {k : Common} {g : Generator}
    (h : common p (Builder.start room effort) = .ok (k, g)) :
    k.Ready (p.tables.literal p.assumption) g ∧ firstVersion ≤ g.nextVersion := by
  simp only [common] at h
  have hR₀ : (Builder.start room effort).tables.Right := initial_right _
  split at h
  · simp at h
  rename_i thread b₁ h1
  obtain ⟨hR₁, gr₁, hn₁, means₁⟩ := term_built hR₀ h1
  split at h
  · simp at h
  rename_i other b₂ h2
  obtain ⟨hR₂, gr₂, hn₂, means₂⟩ := term_built hR₁ h2
  split at h
  · simp at h
  rename_i nobody b₃ h3
  obtain ⟨hR₃, gr₃, hn₃, means₃⟩ := term_built hR₂ h3
  have hthread : Generator.Ready ⟨b₃, firstVersion, #[], #[]⟩ thread ofThread :=
    ⟨hR₃, Nat.lt_of_lt_of_le hn₁ (gr₂.trans gr₃).terms, fun I hI bs => means₁ I ((gr₂.trans gr₃).consistent I hI) bs⟩
  have hother : Generator.Ready ⟨b₃, firstVersion, #[], #[]⟩ other (fun M => M.logic 1) :=
    ⟨hR₃, Nat.lt_of_lt_of_le hn₂ gr₃.terms, fun I hI bs => means₂ I (gr₃.consistent I hI) bs⟩
  have hnobody : Generator.Ready ⟨b₃, firstVersion, #[], #[]⟩ nobody (fun _ => .int 0) := ⟨hR₃, hn₃, fun I hI bs => means₃ I hI bs⟩
  split at h
  · simp at h
  rename_i truth' g₄ h4
  obtain ⟨hr₄, gr₄, same₄, means₄⟩ := make_says hthread h4
  have e₄ : Extends _ g₄ := .of_same hr₄.right gr₄ same₄
  split at h
  · simp at h
  rename_i assumption g₅ h5
  obtain ⟨e₅, says₅⟩ := copied hT (hnobody.extend e₄) h5
  simp only [Except.ok.injEq, Prod.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  have e := e₄.trans e₅
  refine ⟨⟨hthread.extend e, hother.extend e, hnobody.extend e, fun {T'} hT' M => ?_, fun {T'} hT' {E M} hM => says₅ hT' hM rfl⟩, e.version⟩
  obtain ⟨n, rfl, hn⟩ := means₄ (e₅.grows.trans hT') M
  exact (truth_positive T' M n).mpr (true_holds hn)

/-- What the conditions of one family give for each of its threads. -/
structure FamilyRight (p : ProgramTables) (i : Nat) (family : Family) (E : Parameters) (σ : Store) : Prop where
  relyReflexive : ∀ t, (p.tables.literal family.members).predicate E t σ → ∀ τ, (p.tables.literal family.rely).action E t τ τ
  relyTransitive : ∀ t, (p.tables.literal family.members).predicate E t σ → ∀ τ υ ω, (p.tables.literal family.rely).action E t τ υ →
    (p.tables.literal family.rely).action E t υ ω → (p.tables.literal family.rely).action E t τ ω
  guaranteeReflexive : ∀ t, (p.tables.literal family.members).predicate E t σ → ∀ τ, (p.tables.literal family.guarantee).action E t τ τ
  implies : ∀ t u j (hj : j < p.families.size), (p.tables.literal family.members).predicate E t σ →
    (p.tables.literal p.families[j].members).predicate E u σ → (i = j → t ≠ u) → ∀ τ τ',
    (p.tables.literal family.guarantee).action E t τ τ' → (p.tables.literal p.families[j].rely).action E u τ τ'
  preserves : ∀ t, (p.tables.literal family.members).predicate E t σ → ∀ τ τ', (p.tables.literal family.guarantee).action E t τ τ' →
    (p.tables.literal p.invariant).predicate E 0 τ → (p.tables.literal p.invariant).predicate E 0 τ'
  weakest : ∀ t, (p.tables.literal family.members).predicate E t σ → (p.tables.literal p.init).predicate E 0 σ →
    Plato.weakest ((p.tables.literal family.rely).action E t) ((p.tables.literal family.guarantee).action E t)
      (family.code.outline p.tables E t) (fun _ => True) σ

theorem familyConditions_sound {p : ProgramTables} (hT : p.tables.Right) {k : Common} {i : Nat} {family : Family} {g g' : Generator}
    (hk : k.Ready (p.tables.literal p.assumption) g) (hv : firstVersion ≤ g.nextVersion)
    (h : familyConditions p k i family g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {E σ},
      (p.tables.literal p.assumption).predicate E 0 σ → FamilyRight p i family E σ := by
  simp only [familyConditions] at h
  split at h
  · simp at h
  rename_i members g₁ h1
  obtain ⟨e₁, says₁⟩ := copied hT hk.thread h1
  have hk₁ := hk.extend e₁
  split at h
  · simp at h
  rename_i g₂ h2
  obtain ⟨e₂, s₂⟩ := actionConditions_sound (c := ⟨p.tables, i, k.thread, family.rely, family.guarantee, #[k.assumption, members]⟩)
    hT hk₁.thread h2
  have hk₂ := hk₁.extend e₂
  split at h
  · simp at h
  rename_i g₃ h3
  obtain ⟨e₃, s₃⟩ := pairConditions_sound (c := ⟨p.tables, i, k.thread, family.rely, family.guarantee, #[k.assumption, members]⟩)
    hT 0 hk₂ rfl h3
  have hk₃ := hk₂.extend e₃
  split at h
  · simp at h
  rename_i g₄ h4
  obtain ⟨e₄, s₄⟩ := preservationCondition_sound (c := ⟨p.tables, i, k.thread, family.rely, family.guarantee, #[k.assumption, members]⟩)
    hT hk₃ rfl h4
  have hk₄ := hk₃.extend e₄
  have hv₄ : firstVersion ≤ g₄.nextVersion :=
    Nat.le_trans hv (Nat.le_trans e₁.version (Nat.le_trans e₂.version (Nat.le_trans e₃.version e₄.version)))
  obtain ⟨e₅, s₅⟩ := threadCondition_sound (c := ⟨p.tables, i, k.thread, family.rely, family.guarantee, #[k.assumption, members]⟩)
    hT hk₄ rfl hv₄ h
  refine ⟨(((e₁.trans e₂).trans e₃).trans e₄).trans e₅, fun {T'} hT' hall {E σ} hassume => ?_⟩
  have G₄ := e₅.grows.trans hT'
  have G₃ := e₄.grows.trans G₄
  have G₂ := e₃.grows.trans G₃
  have G₁ := e₂.grows.trans G₂
  have all₄ : ∀ x ∈ g₄.conditions, x.Refuted T' := fun x hx => hall x (e₅.conditions x hx)
  have all₃ : ∀ x ∈ g₃.conditions, x.Refuted T' := fun x hx => all₄ x (e₄.conditions x hx)
  have all₂ : ∀ x ∈ g₂.conditions, x.Refuted T' := fun x hx => all₃ x (e₃.conditions x hx)
  have hyps : ∀ t, (p.tables.literal family.members).predicate E t σ →
      FamilyContext.Assumed ⟨p.tables, i, k.thread, family.rely, family.guarantee, #[k.assumption, members]⟩ ⟨E, t, σ⟩ T' := by
    intro t ht M hM h0 hthread l hl
    simp only [List.mem_toArray, List.mem_cons, List.not_mem_nil, or_false] at hl
    rcases hl with rfl | rfl
    · refine (hk₁.assumption G₁ hM).mpr ?_
      rw [h0]
      exact hassume
    · refine (says₁ G₁ hM hthread).mpr ?_
      rw [h0]
      exact ht
  exact {
    relyReflexive := fun t ht => (s₂ G₂ all₂ (hyps t ht)).1
    relyTransitive := fun t ht => (s₂ G₂ all₂ (hyps t ht)).2.1
    guaranteeReflexive := fun t ht => (s₂ G₂ all₂ (hyps t ht)).2.2
    implies := fun t u j hj ht hu hne => s₃ G₃ all₃ (hyps t ht) j hj (Nat.zero_le _) hu hne
    preserves := fun t ht => s₄ G₄ all₄ (hyps t ht)
    weakest := fun t ht hinit => s₅ hT' hall (hyps t ht) hinit }

theorem allFamilies_sound {p : ProgramTables} (hT : p.tables.Right) {k : Common} (i : Nat) {g g' : Generator}
    (hk : k.Ready (p.tables.literal p.assumption) g) (hv : firstVersion ≤ g.nextVersion) (h : allFamilies p k i g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {E σ},
      (p.tables.literal p.assumption).predicate E 0 σ → ∀ j (hj : j < p.families.size), i ≤ j → FamilyRight p j p.families[j] E σ := by
  fun_induction allFamilies p k i g with
  | case1 => simp at h
  | case2 i g hi g₁ h1 ih =>
    obtain ⟨e₁, s₁⟩ := familyConditions_sound hT hk hv h1
    obtain ⟨e₂, s₂⟩ := ih (hk.extend e₁) (Nat.le_trans hv e₁.version) h
    refine ⟨e₁.trans e₂, fun {T'} hT' hall {E σ} hassume j hj hij => ?_⟩
    by_cases he : i = j
    · subst he
      exact s₁ (e₂.grows.trans hT') (fun x hx => hall x (e₂.conditions x hx)) hassume
    · exact s₂ hT' hall hassume j hj (by omega)
  | case3 i g hi =>
    injection h with h
    subst h
    exact ⟨⟨hk.thread.right, .refl _, Nat.le_refl _, fun x hx => hx⟩, fun {T'} _ _ {E σ} _ j hj hij => by omega⟩

theorem initialCondition_sound {p : ProgramTables} (hT : p.tables.Right) {k : Common} {g g' : Generator}
    (hk : k.Ready (p.tables.literal p.assumption) g) (h : initialCondition p k g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {E σ}, p.text.Initial E σ →
      (p.tables.literal p.invariant).predicate E 0 σ := by
  simp only [initialCondition] at h
  split at h
  · simp at h
  rename_i init g₁ h1
  obtain ⟨e₁, says₁⟩ := copied hT hk.nobody h1
  split at h
  · simp at h
  rename_i invariant g₂ h2
  obtain ⟨e₂, says₂⟩ := copied hT (hk.nobody.extend e₁) h2
  injection h with h
  subst h
  refine ⟨(e₁.trans e₂).trans (.require e₂.right _ _), fun {T'} hT' hall {E σ} hinit => ?_⟩
  have hT' : Grows g₂.builder.tables T' := hT'
  have hr : Condition.Refuted T' ⟨.invariantInitially, #[k.assumption, init].push (Literal.negate invariant)⟩ :=
    hall _ (by simp [Generator.require])
  have hfit := Setting.modelWith_fits ⟨E, 0, σ⟩ 0 σ σ σ
  refine (says₂ hT' hfit rfl).mp (hr.conclude fun l hl => ?_)
  simp only [List.mem_toArray, List.mem_cons, List.not_mem_nil, or_false] at hl
  rcases hl with rfl | rfl
  · exact (hk.assumption ((e₁.trans e₂).grows.trans hT') hfit).mpr hinit.1
  · exact (says₁ (e₂.grows.trans hT') hfit rfl).mpr hinit.2

/-- **Soundness of the verification conditions.** If all conditions of a program are refuted, no interleaving of it goes wrong,
and every reachable store satisfies its invariant. -/
theorem vcgen_sound {p : ProgramTables} (hT : p.tables.Right) {room effort : Nat} {g : Generator} (h : conditions p room effort = .ok g)
    (hall : ∀ x ∈ g.conditions, x.Refuted g.builder.tables) :
    p.text.Safe ∧ p.text.Invariant (p.tables.literal p.invariant) := by
  simp only [conditions] at h
  split at h
  · simp at h
  rename_i k g₁ h1
  obtain ⟨hk, hv⟩ := common_sound hT h1
  split at h
  · simp at h
  rename_i g₂ h2
  obtain ⟨e₂, s₂⟩ := initialCondition_sound hT hk h2
  obtain ⟨e₃, s₃⟩ := allFamilies_sound hT 0 (hk.extend e₂) (Nat.le_trans hv e₂.version) h
  -- the families' texts are those of the tables
  have hfamily : ∀ {E σ} (t : p.text.Thread E σ), ∃ hi : t.1.1 < p.families.size,
      (p.tables.literal (p.families[t.1.1]'hi).members).predicate E t.1.2 σ ∧
        p.text.program E σ t = ((p.families[t.1.1]'hi).code.core p.tables).denote E t.1.2 := by
    intro E σ t
    obtain ⟨⟨i, id⟩, hi, hmem⟩ := t
    have hi' : i < p.families.size := by rw [← families_size]; exact hi
    have heq := families_getElem p i hi'
    refine ⟨hi', ?_, ?_⟩
    · simp only [heq] at hmem
      exact hmem
    · simp only [ProgramText.program, heq]
  -- the decomposition of a program started in an initial store
  have key : ∀ {E σ}, p.text.Initial E σ →
      ∃ A G : p.text.Thread E σ → Action Store, Decomposition A G ∧
        (∀ t, ¬ Many SeqStep (.run σ (translate (A t) (G t) (p.text.program E σ t))) .wrong) ∧
        ∀ t τ τ', G t τ τ' → (p.tables.literal p.invariant).predicate E 0 τ → (p.tables.literal p.invariant).predicate E 0 τ' := by
    intro E σ hinit
    have hright : ∀ j (hj : j < p.families.size), FamilyRight p j p.families[j] E σ :=
      fun j hj => s₃ (.refl _) hall hinit.1 j hj (Nat.zero_le _)
    refine ⟨fun t => (p.tables.literal (p.families[t.1.1]'(hfamily t).1).rely).action E t.1.2,
      fun t => (p.tables.literal (p.families[t.1.1]'(hfamily t).1).guarantee).action E t.1.2, ⟨?_, ?_, ?_⟩, ?_, ?_⟩
    · intro t
      obtain ⟨hi, hmem, _⟩ := hfamily t
      exact (hright _ hi).relyReflexive _ hmem
    · intro t
      obtain ⟨hi, hmem, _⟩ := hfamily t
      exact (hright _ hi).guaranteeReflexive _ hmem
    · intro t u htu
      obtain ⟨hi, hmem, _⟩ := hfamily t
      obtain ⟨hj, hmem', _⟩ := hfamily u
      refine (hright _ hi).implies _ _ _ hj hmem hmem' fun he hid => htu (Subtype.ext (Prod.ext he hid))
    · intro t
      obtain ⟨hi, hmem, hprogram⟩ := hfamily t
      rw [hprogram, ← outline_statement]
      exact weakest_safe ((hright _ hi).relyReflexive _ hmem) ((hright _ hi).relyTransitive _ hmem) _ ((hright _ hi).weakest _ hmem hinit.2)
    · intro t
      obtain ⟨hi, hmem, _⟩ := hfamily t
      exact (hright _ hi).preserves _ hmem
  refine ⟨fun E σ hinit => ?_, fun E σ σ' hinit hreach => ?_⟩
  · obtain ⟨A, G, hd, hsafe, _⟩ := key hinit
    exact thread_modular_verification hd hsafe
  · obtain ⟨A, G, hd, hsafe, hpres⟩ := key hinit
    refine invariant_verification hd (Init := fun τ => τ = σ) (fun τ hτ => ?_) hpres (fun t τ hτ => ?_) rfl hreach
    · subst hτ
      exact s₂ e₃.grows (fun x hx => hall x (e₃.conditions x hx)) hinit
    · subst hτ
      exact hsafe t

/-- The tables of the conditions are right. -/
theorem conditions_right {p : ProgramTables} (hT : p.tables.Right) {room effort : Nat} {g : Generator}
    (h : conditions p room effort = .ok g) : g.builder.tables.Right := by
  simp only [conditions] at h
  split at h
  · simp at h
  rename_i k g₁ h1
  obtain ⟨hk, hv⟩ := common_sound hT h1
  split at h
  · simp at h
  rename_i g₂ h2
  obtain ⟨e₂, _⟩ := initialCondition_sound hT hk h2
  obtain ⟨e₃, _⟩ := allFamilies_sound hT 0 (hk.extend e₂) (Nat.le_trans hv e₂.version) h
  exact e₃.right

end Plato
