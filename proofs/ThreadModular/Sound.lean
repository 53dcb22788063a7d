/-
# The verification conditions are sound

The goals of a program make its families an assume-guarantee decomposition whose threads are secure in each other's company; verification
thread by thread (`secure_sat`, in `Theory/Secure`) does the rest. The result is about the program with its ghosts; `ThreadModular/Ghosts` removes them.

Main definitions: `OutlinedProgram.annotated`.
Main results: `conditions_sound`: if all conditions are refuted, the goals hold. `vcgen_sound`: if all conditions of a program are refuted, it satisfies its specification in its environment, and its
invariant is one.
-/
module

public import Goal.Sound
public import ThreadModular.Branches
public import Theory.Erasure

@[expose] public section

namespace Plato

/-- The families of a program's text. -/
theorem outlinedTexts_eq (T : Tables) (families : Array OutlinedFamily) (i : Nat) (out : Array FamilyText) :
    (outlinedTexts T families i out).toList =
      out.toList ++ (families.toList.drop i).map fun f => ⟨T.literal f.members, f.code.core T⟩ := by
  fun_induction outlinedTexts T families i out with
  | case1 i out hi ih => rw [ih, drop_toList families i hi]; simp
  | case2 i out hi => simp [drop_toList_nil families i hi]

theorem outlined_size (p : OutlinedProgram) : p.text.families.size = p.families.size := by
  have := congrArg List.length (outlinedTexts_eq p.tables p.families 0 #[])
  simpa [OutlinedProgram.text] using this

theorem outlined_getElem (p : OutlinedProgram) (i : Nat) (h : i < p.families.size) :
    p.text.families[i]'(by rw [outlined_size]; exact h) = ⟨p.tables.literal p.families[i].members, p.families[i].code.core p.tables⟩ := by
  have := outlinedTexts_eq p.tables p.families 0 #[]
  simp only [List.drop_zero, List.nil_append] at this
  rw [← Array.getElem_toList]
  simp [OutlinedProgram.text, this]

/-- The program with its ghosts: the statements of the proof outlines. -/
noncomputable def OutlinedProgram.annotated (p : OutlinedProgram) (E : Parameters) (σ : Store) : Program (p.text.Thread E σ) Core :=
  fun t => (p.families[t.1.1]'(outlined_size p ▸ t.2.1)).code.annotated p.tables

/-- How its threads run. -/
abbrev OutlinedProgram.steps (p : OutlinedProgram) (E : Parameters) (σ : Store) : p.text.Thread E σ → Steps Store Core :=
  coreSteps p.bodies E fun t => t.1.2

/-- The members of the thread's family. -/
theorem outlined_member {p : OutlinedProgram} {E : Parameters} {σ : Store} (t : p.text.Thread E σ) :
    (p.tables.literal (p.families[t.1.1]'(outlined_size p ▸ t.2.1)).members).predicate E t.1.2 σ := by
  obtain ⟨⟨i, id⟩, hi, hmem⟩ := t
  have hi' : i < p.families.size := by rw [← outlined_size]; exact hi
  have heq := outlined_getElem p i hi'
  simp only [heq] at hmem
  exact hmem

/-- The goals of batches hold if their conditions are refuted. -/
theorem batches_sound {T : Tables} (hT : T.Right) (batches : List Batch) {g g' : Generator} (hR : g.builder.tables.Right)
    (h : compileBatches T batches g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ b ∈ batches, b.Holds T := by
  induction batches generalizing g with
  | nil =>
    injection h with h
    subst h
    exact ⟨.refl hR, fun {_} _ _ b hb => nomatch hb⟩
  | cons batch rest ih =>
    obtain ⟨g₁, h1, h2⟩ := bind_ok.mp h
    obtain ⟨e₁, s₁⟩ := batch_sound hT hR h1
    obtain ⟨e₂, s₂⟩ := ih e₁.right h2
    refine ⟨e₁.trans e₂, fun {T'} hT' hall b hb => ?_⟩
    rcases List.mem_cons.mp hb with rfl | hb
    · exact s₁ (e₂.grows.trans hT') fun x hx => hall x (e₂.conditions x hx)
    · exact s₂ hT' hall b hb

/-- The goals of the families from number `i` on, and of the branches in them, hold if their conditions are refuted. -/
theorem familyConditions_sound {p : OutlinedProgram} (hT : p.tables.Right) (i : Nat) {g g' : Generator} (hR : g.builder.tables.Right)
    (h : familyConditions p i g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') →
      ∀ j (hj : j < p.families.size), i ≤ j → (familyBatch p j p.families[j]).Holds p.tables ∧
        (stepBatch p j p.families[j]).Holds p.tables ∧ ∀ b ∈ p.families[j].branchBatches p j, b.Holds p.tables := by
  fun_induction familyConditions p i g with
  | case1 i g hi ih =>
    obtain ⟨g₁, h1, h2⟩ := bind_ok.mp h
    obtain ⟨g₂, h2, h3⟩ := bind_ok.mp h2
    obtain ⟨g₃, h3, h4⟩ := bind_ok.mp h3
    obtain ⟨e₁, s₁⟩ := batch_sound hT hR h1
    obtain ⟨e₂, s₂⟩ := batch_sound hT e₁.right h2
    obtain ⟨e₃, s₃⟩ := batches_sound hT _ e₂.right h3
    obtain ⟨e₄, s₄⟩ := ih g₃ e₃.right h4
    refine ⟨((e₁.trans e₂).trans e₃).trans e₄, fun {T'} hT' hall j hj hij => ?_⟩
    by_cases he : i = j
    · subst he
      have G₃ := e₄.grows.trans hT'
      have hall₃ : ∀ x ∈ g₃.conditions, x.Refuted T' := fun x hx => hall x (e₄.conditions x hx)
      have hall₂ : ∀ x ∈ g₂.conditions, x.Refuted T' := fun x hx => hall₃ x (e₃.conditions x hx)
      exact ⟨s₁ (e₂.grows.trans (e₃.grows.trans G₃)) fun x hx => hall₂ x (e₂.conditions x hx), s₂ (e₃.grows.trans G₃) hall₂, s₃ G₃ hall₃⟩
    · exact s₄ hT' hall j hj (by omega)
  | case2 i g hi =>
    injection h with h
    subst h
    exact ⟨.refl hR, fun {_} _ _ j hj hij => by omega⟩

/-- The goals of a program hold if all its conditions are refuted. -/
theorem conditions_sound {p : OutlinedProgram} (hT : p.tables.Right) {g₀ g : Generator} (hR₀ : g₀.builder.tables.Right) (h : conditionsAfter p g₀ = .ok g) :
    Extends g₀ g ∧
    (∀ {T'}, Grows g.builder.tables T' → (∀ x ∈ g.conditions, x.Refuted T') → (programBatch p).Holds p.tables) ∧
    ∀ {T'}, Grows g.builder.tables T' → (∀ x ∈ g.conditions, x.Refuted T') →
      ∀ j (hj : j < p.families.size), (familyBatch p j p.families[j]).Holds p.tables ∧
        (stepBatch p j p.families[j]).Holds p.tables ∧ ∀ b ∈ p.families[j].branchBatches p j, b.Holds p.tables := by
  obtain ⟨g₁, h1, h2⟩ := bind_ok.mp h
  obtain ⟨e₁, s₁⟩ := batch_sound hT hR₀ h1
  obtain ⟨e₂, s₂⟩ := familyConditions_sound hT 0 e₁.right h2
  exact ⟨e₁.trans e₂, fun {T'} hT' hall => s₁ (e₂.grows.trans hT') fun x hx => hall x (e₂.conditions x hx),
    fun {T'} hT' hall j hj => s₂ hT' hall j hj (Nat.zero_le _)⟩

/-- **Soundness of the verification conditions.** If all conditions of a program are refuted, the program with its ghosts, started in a
store τ as the proof allows, satisfies its specification, and every reachable store satisfies its invariant. (Its threads are those of a
store σ with the same members.) -/
theorem vcgen_sound {p : OutlinedProgram} (hT : p.tables.Right) (h0 : p.tables.StartsTrue) {g₀ g : Generator}
    (hR₀ : g₀.builder.tables.Right) (h : conditionsAfter p g₀ = .ok g) {T' : Tables} (hgrows : Grows g.builder.tables T') (hall : ∀ x ∈ g.conditions, x.Refuted T')
    (hrestores : ∀ j (hj : j < p.families.size), p.families[j].code.Restores p.tables)
    (hinvokes : ∀ j (hj : j < p.families.size), p.families[j].code.InvokesRight p.abstractionOf) {E : Parameters}
    {hidden : Store → Store → Prop} {σ τ : Store} (hbodies : BodiesRight p E hidden)
    (hassume : (p.tables.literal p.contract.assumption).predicate E 0 τ) (hinit : (p.tables.literal p.contract.annotatedInit).predicate E 0 τ)
    (hmembers : ∀ j (hj : j < p.families.size) t, (p.tables.literal p.families[j].members).predicate E t τ ↔
      (p.tables.literal p.families[j].members).predicate E t σ) :
    (p.annotated E σ).Sat (p.steps E σ) .skip ⟨fun υ => υ = τ, (p.tables.literal (orFalse p.contract.annotatedRely)).action E 0,
      (p.tables.literal (orTrue p.contract.guarantee)).action E 0, (p.tables.literal (orTrue p.contract.post)).predicate E 0⟩ ∧
    ∀ τ' P', Many (OpenStep (p.steps E σ) ((p.tables.literal (orFalse p.contract.annotatedRely)).action E 0)) (.run τ (p.annotated E σ)) (.run τ' P') →
      Inductive p.tables p.contract E τ' := by
  obtain ⟨_, hprogram, hfamilies⟩ := conditions_sound hT hR₀ h
  have hprogram := hprogram hgrows hall
  have s₁ := initially_right h0 hprogram hassume hinit
  have s₂ := fun υ υ' => environment_right h0 hprogram hassume (τ := υ) (τ' := υ')
  have hsize : ∀ t : p.text.Thread E σ, t.1.1 < p.families.size := fun t => outlined_size p ▸ t.2.1
  have hmem : ∀ t : p.text.Thread E σ, (p.tables.literal (p.families[t.1.1]'(hsize t)).members).predicate E t.1.2 τ :=
    fun t => (hmembers _ (hsize t) _).mpr (outlined_member t)
  have hright : ∀ t : p.text.Thread E σ, FamilyRight p t.1.1 (p.families[t.1.1]'(hsize t)) E τ t.1.2 :=
    fun t => family_right h0 hT (hrestores _ (hsize t)) (hfamilies hgrows hall _ (hsize t)).1 (hfamilies hgrows hall _ (hsize t)).2.1 hassume (hmem t)
  let c : p.text.Thread E σ → ThreadRules := fun t => (p.families[t.1.1]'(hsize t)).rules t.1.1 p.variables
  let A : p.text.Thread E σ → Action Store := fun t => (c t).assumes p.tables ⟨E, t.1.2, 0⟩
  let G : p.text.Thread E σ → Action Store := fun t => (c t).guarantees p.tables ⟨E, t.1.2, 0⟩
  have himplies : ∀ t u, t ≠ u → ∀ υ υ', G t υ υ' → A u υ υ' :=
    fun t u htu υ υ' hG => ⟨(hright t).implies _ _ (hsize u) (hmem u) (fun he hid => htu (Subtype.ext (Prod.ext he hid))) υ υ' hG, True.intro⟩
  have henv : ∀ t υ υ', (p.tables.literal (orFalse p.contract.annotatedRely)).action E 0 υ υ' → A t υ υ' :=
    fun t υ υ' hR => ⟨(hright t).environment υ υ' hR, True.intro⟩
  have hsecure : ∀ t : p.text.Thread E σ, Secure (p.steps E σ t) (A t) (G t)
      (Ends ((p.tables.literal (orTrue (p.families[t.1.1]'(hsize t)).post)).predicate E t.1.2) fun _ _ => False) (p.annotated E σ t) τ := by
    intro t n
    let company : Company := ⟨p.bodies, E, t.1.2, Eq, A t, G t, fun _ => rfl, (hright t).guarantee⟩
    have hfits : ((c t).ways p.tables ⟨E, t.1.2, 0⟩ τ).Fits company :=
      ⟨rfl, rfl, rfl, rfl, fun he υ => ⟨((hright t).rely he).1 υ, True.intro⟩,
        fun he _ _ _ h h' => ⟨((hright t).rely he).2 _ _ _ h.1 h'.1, True.intro⟩⟩
    exact weakest_secure (c := company) (hidden := hidden) hfits _
      (code_fits hT hbodies hassume _ (c := c t) (known := [.is (p.families[t.1.1]'(hsize t)).members (.here 0 .other)]) rfl rfl rfl rfl rfl rfl rfl
        (hright t).callees (hinvokes _ (hsize t)) (hrestores _ (hsize t)) (hfamilies hgrows hall _ (hsize t)).2.2
        fun i f hf => by cases List.mem_singleton.mp hf; exact is_here.mpr (hmem t))
      (fun υ υ' hQ hA => (hright t).stable υ υ' hQ hA.1) (fun _ _ _ h _ => h) ((hright t).weakest hinit)
  have hinvariant : ∀ τ' P', Many (OpenStep (p.steps E σ) ((p.tables.literal (orFalse p.contract.annotatedRely)).action E 0))
      (.run τ (p.annotated E σ)) (.run τ' P') → Inductive p.tables p.contract E τ' :=
    fun τ' P' hmany => secure_invariant himplies henv hsecure s₁ (fun t => (hright t).preserves) s₂ hmany
  refine ⟨secure_sat himplies henv hsecure (fun t => (hright t).kept) fun τ' P' hmany hpost => ?_, hinvariant⟩
  refine posts_right h0 hprogram hassume (hinvariant τ' P' hmany) fun j hj t ht => ?_
  have hj' : j < p.text.families.size := by rw [outlined_size]; exact hj
  have hthread : ∃ hj' : (j, t).1 < p.text.families.size, p.text.families[(j, t).1].members.predicate E (j, t).2 σ :=
    ⟨hj', by rw [outlined_getElem p j hj]; exact (hmembers j hj t).mp ht⟩
  exact hpost ⟨(j, t), hthread⟩

/-- The tables of the conditions are right. -/
theorem conditions_right {p : OutlinedProgram} (hT : p.tables.Right) {room effort : Nat} {g : Generator}
    (h : conditions p room effort = .ok g) : g.builder.tables.Right := (conditions_sound hT (initial_right _) h).1.right

end Plato
