/-
# What the goals of a program and of its families say

Main definitions: `CalleesRight`, `FamilyRight`. Main results: `callees_right`, `family_right`, `initially_right`, `environment_right`, `posts_right`.
-/
module

public import ThreadModular.Weakest

@[expose] public section

namespace Plato

/-! ## Which obligations there are -/

theorem mem_obligeIf {isStated : Bool} {o x : Obligation} {rest : List Obligation} :
    x ∈ obligeIf isStated o rest ↔ isStated = true ∧ x = o ∨ x ∈ rest := by
  cases isStated <;> simp [obligeIf]

theorem mem_obligeFor {stated : Option Literal} {o : Literal → Obligation} {x : Obligation} {rest : List Obligation} :
    x ∈ obligeFor stated o rest ↔ (∃ l, stated = some l ∧ x = o l) ∨ x ∈ rest := by
  cases stated <;> simp [obligeFor]

theorem mem_impliesAll {i : Nat} {families : Array OutlinedFamily} {x : Obligation} (n : Nat) {rest : List Obligation} :
    x ∈ OutlinedFamily.impliesAll i families n rest ↔ (∃ j, ∃ h : j < families.size, j < n ∧ x = OutlinedFamily.implies i j families[j]) ∨ x ∈ rest := by
  induction n generalizing rest with
  | zero => simp [OutlinedFamily.impliesAll]
  | succ n ih =>
    rw [OutlinedFamily.impliesAll, ih]
    constructor
    · rintro (⟨j, hj, hn, he⟩ | hx)
      · exact .inl ⟨j, hj, by omega, he⟩
      · split at hx
        · rcases List.mem_cons.mp hx with rfl | hx
          · exact .inl ⟨n, ‹_›, by omega, rfl⟩
          · exact .inr hx
        · exact .inr hx
    · rintro (⟨j, hj, hn, he⟩ | hx)
      · by_cases hjn : j = n
        · subst hjn
          exact .inr (by simp [hj, he])
        · exact .inl ⟨j, hj, by omega, he⟩
      · exact .inr (by split <;> simp [hx])

theorem mem_endedAll {families : Array OutlinedFamily} {x : Property} (n : Nat) {rest : List Property} (h : x ∈ endedAll families n rest) :
    (∃ j, ∃ h : j < families.size, ∃ post, families[j].post = some post ∧ x = families[j].ended post) ∨ x ∈ rest := by
  induction n generalizing rest with
  | zero => exact .inr h
  | succ n ih =>
    rcases ih h with he | hx
    · exact .inl he
    · split at hx
      · unfold OutlinedFamily.endedIf at hx
        split at hx
        · exact .inr hx
        · rcases List.mem_cons.mp hx with rfl | hx
          · exact .inl ⟨n, ‹_›, _, ‹_›, rfl⟩
          · exact .inr hx
      · exact .inr hx

theorem invariantProperty_iff {T : Tables} (h0 : T.StartsTrue) {contract : Contract} {s : Setting} {ρ : Nat → Store} {k : Nat} {outer : List Int} :
    (contract.invariantProperty k).Holds T s ρ outer ↔ Inductive T contract s.parameters (ρ k) := by
  unfold Contract.invariantProperty Property.ofProgram
  split
  · rename_i hl
    exact is_here.trans ⟨fun h => ⟨h, by rw [hl]; exact h0.literal⟩, fun h => h.1⟩
  · rename_i l hl
    refine (and_congr is_here is_here).trans ⟨fun h => ⟨h.1, by rw [hl]; exact h.2⟩, fun h => ⟨h.1, ?_⟩⟩
    have := h.lemma_
    rw [hl] at this
    exact this

/-! ## Calls -/

theorem mem_calleeObligations {c : ThreadRules} {p : OutlinedProgram} {N : Literal} {procedure : Nat} {x : Abstraction}
    (hx : p.abstractionOf procedure = some x) (procedures : List Nat) {rest : List Obligation} (h : procedure ∈ procedures) :
    c.relyCalls procedure x ∈ c.calleeObligations p.procedures N procedures rest ∧
    c.idleThrough N procedure x ∈ c.calleeObligations p.procedures N procedures rest ∧
    c.idleKept procedure x ∈ c.calleeObligations p.procedures N procedures rest := by
  induction procedures with
  | nil => simp at h
  | cons q others ih =>
    unfold ThreadRules.calleeObligations
    rcases List.mem_cons.mp h with rfl | h
    · unfold OutlinedProgram.abstractionOf at hx
      cases hq : p.procedures[procedure]? with
      | none => simp [hq] at hx
      | some q =>
        simp only [hq] at hx ⊢
        simp [hx]
    · have ih := ih h
      split
      · exact ih
      · split
        · exact ih
        · exact ⟨by simp [ih.1], by simp [ih.2.1], by simp [ih.2.2]⟩

theorem mem_calleeObligations_rest {c : ThreadRules} {procedures : Array OutlinedProcedure} {N : Literal} (qs : List Nat) {rest : List Obligation}
    {o : Obligation} (h : o ∈ rest) : o ∈ c.calleeObligations procedures N qs rest := by
  induction qs with
  | nil => exact h
  | cons q qs ih =>
    unfold ThreadRules.calleeObligations
    split
    · exact ih
    · split
      · exact ih
      · simp [ih]

/-- For the line that a call is found in, all obligations are there. -/
theorem mem_callObligations {c : ThreadRules} {p : OutlinedProgram} {procedure : Nat} {N : Literal} {x : Abstraction}
    (hx : p.abstractionOf procedure = some x) (groups : List Callees) {rest : List Obligation} (h : ThreadRules.throughOf procedure groups = some N) :
    ∀ o ∈ [c.throughReflexive N, c.throughTransitive N, c.relyThrough N, c.relyCalls procedure x, c.idleThrough N procedure x,
      c.idleKept procedure x], o ∈ c.callObligations p.procedures groups rest := by
  induction groups with
  | nil => simp [ThreadRules.throughOf] at h
  | cons group groups ih =>
    unfold ThreadRules.throughOf at h
    split at h
    · rename_i hin
      injection h with h
      subst h
      obtain ⟨h4, h5, h6⟩ := mem_calleeObligations (c := c) (N := group.through) hx group.procedures
        (rest := c.callObligations p.procedures groups rest) (isIn_iff.mp hin)
      intro o ho
      simp only [List.mem_cons, List.not_mem_nil, or_false] at ho
      unfold ThreadRules.callObligations
      rcases ho with rfl | rfl | rfl | rfl | rfl | rfl <;> simp [h4, h5, h6]
    · intro o ho
      unfold ThreadRules.callObligations
      simp [mem_calleeObligations_rest group.procedures (ih h o ho)]

/-- What the obligations about calls give for each procedure with an abstraction that may be called. -/
structure CalleesRight (c : ThreadRules) (p : OutlinedProgram) (s : Setting) (procedure : Nat) (x : Abstraction) : Prop where
  nothing : ∀ σ, c.happens p.tables s procedure σ σ
  one_after_another : ∀ {σ τ υ}, c.happens p.tables s procedure σ τ → c.happens p.tables s procedure τ υ → c.happens p.tables s procedure σ υ
  others : ∀ {σ τ}, c.assumes p.tables s σ τ → c.happens p.tables s procedure σ τ
  relies : ∀ {σ τ}, c.assumes p.tables s σ τ → (p.tables.literal x.rely).action s.parameters s.self σ τ
  idle : ∀ {σ τ}, (p.tables.literal x.idle).action s.parameters s.self σ τ ∧ x.Frame σ τ → c.Same σ τ → c.happens p.tables s procedure σ τ
  kept : ∀ {σ τ}, (p.tables.literal x.idle).action s.parameters s.self σ τ ∧ x.Frame σ τ → c.Same σ τ → c.guarantees p.tables s σ τ

theorem ThreadRules.same_refl (c : ThreadRules) (σ : Store) : c.Same σ σ := by
  unfold ThreadRules.Same
  split <;> simp

theorem ThreadRules.same_trans {c : ThreadRules} {σ τ υ : Store} (h : c.Same σ τ) (h' : c.Same τ υ) : c.Same σ υ := by
  unfold ThreadRules.Same at h h' ⊢
  split <;> simp_all

/-- **What the obligations about calls say.** -/
theorem callees_right {c : ThreadRules} {p : OutlinedProgram} {s : Setting} {initial : Store} {rest : List Obligation}
    (ho : ∀ o ∈ c.callObligations p.procedures c.calls rest, o.Holds p.tables s fun _ => initial) {procedure : Nat} (hcalls : c.Calls procedure)
    {x : Abstraction} (hx : p.abstractionOf procedure = some x) : CalleesRight c p s procedure x := by
  obtain ⟨N, hthrough⟩ := hcalls
  have hmem := mem_callObligations (c := c) hx c.calls (rest := rest) hthrough
  have h1 := ho _ (hmem (c.throughReflexive N) (by simp))
  have h2 := ho _ (hmem (c.throughTransitive N) (by simp))
  have h3 := ho _ (hmem (c.relyThrough N) (by simp))
  have h4 := ho _ (hmem (c.relyCalls procedure x) (by simp))
  have h5 := ho _ (hmem (c.idleThrough N procedure x) (by simp))
  have h6 := ho _ (hmem (c.idleKept procedure x) (by simp))
  have hN : ∀ {σ τ}, c.happens p.tables s procedure σ τ ↔ (p.tables.literal N).action s.parameters s.self σ τ ∧ c.Same σ τ := by
    intro σ τ
    simp only [ThreadRules.happens, hthrough]
  constructor
  case nothing => exact fun σ => hN.mpr ⟨is_step.mp (h1 σ), c.same_refl σ⟩
  case one_after_another =>
    intro σ τ υ hστ hτυ
    obtain ⟨a, b⟩ := hN.mp hστ
    obtain ⟨a', b'⟩ := hN.mp hτυ
    exact hN.mpr ⟨is_step.mp (h2 σ τ υ (is_step.mpr a) (is_step.mpr a')), ThreadRules.same_trans b b'⟩
  case others => exact fun {σ τ} hA => hN.mpr ⟨is_step.mp (h3 σ τ (is_step.mpr hA.1)), hA.2⟩
  case relies => exact fun {σ τ} hA => is_step.mp (h4 σ τ (is_step.mpr hA.1))
  case idle => exact fun {σ τ} hK hsame => hN.mpr ⟨is_step.mp (h5 σ τ (stepOf_intro (is_step.mpr hK.1) hK.2 hsame)), hsame⟩
  case kept => exact fun {σ τ} hK hsame => (promises_iff.mp (h6 σ τ (stepOf_intro (is_step.mpr hK.1) hK.2 hsame))).1

/-! ## One family -/

/-- What the conditions of one family give for each of its threads. -/
structure FamilyRight (p : OutlinedProgram) (i : Nat) (family : OutlinedFamily) (E : Parameters) (σ : Store) (t : Int) : Prop where
  rely : family.explicit = false → (∀ τ, (p.tables.literal family.rely).action E t τ τ) ∧
    ∀ τ υ ω, (p.tables.literal family.rely).action E t τ υ → (p.tables.literal family.rely).action E t υ ω →
      (p.tables.literal family.rely).action E t τ ω
  guarantee : ∀ τ, (p.tables.literal family.guarantee).action E t τ τ
  implies : ∀ u j (hj : j < p.families.size), (p.tables.literal p.families[j].members).predicate E u σ → (i = j → t ≠ u) → ∀ τ τ',
    (p.tables.literal family.guarantee).action E t τ τ' → (p.tables.literal p.families[j].rely).action E u τ τ'
  preserves : ∀ τ τ', (p.tables.literal family.guarantee).action E t τ τ' → Inductive p.tables p.contract E τ →
    Inductive p.tables p.contract E τ'
  environment : ∀ τ τ', (p.tables.literal (orFalse p.contract.annotatedRely)).action E 0 τ τ' → (p.tables.literal family.rely).action E t τ τ'
  kept : ∀ τ τ', (p.tables.literal family.guarantee).action E t τ τ' → (p.tables.literal (orTrue p.contract.guarantee)).action E 0 τ τ'
  stable : Stable ((p.tables.literal family.rely).action E t) ((p.tables.literal (orTrue family.post)).predicate E t)
  weakest : (p.tables.literal p.contract.annotatedInit).predicate E 0 σ →
    family.code.weakest ((family.rules i p.variables).ways p.tables ⟨E, t, 0⟩ σ) ((p.tables.literal (orTrue family.post)).predicate E t)
      (fun _ _ => False) σ
  callees : ∀ procedure, (family.rules i p.variables).Calls procedure → ∀ x, p.abstractionOf procedure = some x →
    CalleesRight (family.rules i p.variables) p ⟨E, t, 0⟩ procedure x

section

variable {p : OutlinedProgram} (h0 : p.tables.StartsTrue) {E : Parameters} {σ : Store}

/-- An obligation of the family, for one of its threads and any other one. -/
theorem family_obligation {i : Nat} {f : OutlinedFamily} (h : (familyBatch p i f).Holds p.tables)
    (hassume : (p.tables.literal p.contract.assumption).predicate E 0 σ) {t : Int} (ht : (p.tables.literal f.members).predicate E t σ) (u : Int)
    {o : Obligation} (ho : o ∈ (familyBatch p i f).obligations) : o.Holds p.tables ⟨E, t, u⟩ fun _ => σ :=
  h ⟨E, t, u⟩ σ (is_here.mpr hassume) (is_here.mpr ht) o ho

/-- The stores that what is said of a step is about. -/
noncomputable abbrev stepStores (σ τ τ' : Store) : Nat → Store := cons τ' (cons τ fun _ => σ)

/-- What is said of a step that the family guarantees, for one of its threads and any other one. -/
theorem step_obligation {i : Nat} {f : OutlinedFamily} (h : (stepBatch p i f).Holds p.tables)
    (hassume : (p.tables.literal p.contract.assumption).predicate E 0 σ) {t : Int} (ht : (p.tables.literal f.members).predicate E t σ) (u : Int)
    {τ τ' : Store} (hG : (p.tables.literal f.guarantee).action E t τ τ') {o : Obligation} (ho : o ∈ (stepBatch p i f).obligations) :
    o.Holds p.tables ⟨E, t, u⟩ (stepStores σ τ τ') :=
  h ⟨E, t, u⟩ σ τ τ' (is_here.mpr hassume) (is_here.mpr ht) (is_step.mpr hG) o ho

include h0

/-- **What the goals of a family say.** -/
theorem family_right (hT : p.tables.Right) {i : Nat} {f : OutlinedFamily} (hcode : f.code.Restores p.tables) (h : (familyBatch p i f).Holds p.tables)
    (hstep : (stepBatch p i f).Holds p.tables) (hassume : (p.tables.literal p.contract.assumption).predicate E 0 σ) {t : Int}
    (ht : (p.tables.literal f.members).predicate E t σ) : FamilyRight p i f E σ t := by
  have ho := family_obligation h hassume ht
  have hs : ∀ u {τ τ'}, (p.tables.literal f.guarantee).action E t τ τ' → ∀ {o : Obligation}, o ∈ (stepBatch p i f).obligations →
      o.Holds p.tables ⟨E, t, u⟩ (stepStores σ τ τ') := fun u _ _ hG _ => step_obligation hstep hassume ht u hG
  simp only [familyBatch, mem_obligeIf, mem_obligeFor, List.mem_cons] at ho
  simp only [stepBatch, mem_obligeFor, mem_impliesAll, List.mem_cons] at hs
  constructor
  case rely =>
    intro hexplicit
    have h1 := ho 0 (o := f.relyReflexive i) (by simp [hexplicit])
    have h2 := ho 0 (o := f.relyTransitive i) (by simp [hexplicit])
    exact ⟨fun τ => is_step.mp (h1 τ), fun τ υ ω h h' => is_step.mp (h2 τ υ ω (is_step.mpr h) (is_step.mpr h'))⟩
  case guarantee => exact fun τ => is_step.mp (ho 0 (o := f.guaranteeReflexive i) (by simp) τ)
  case implies =>
    intro u j hj hu hne τ τ' hG
    have h1 := hs u hG (.inl ⟨j, hj, hj, rfl⟩) (is_here.mpr hu)
    by_cases he : i = j
    · simp only [he, if_true] at h1
      exact is_step.mp (h1 (hne he))
    · simp only [he, if_false] at h1
      exact is_step.mp h1
  case preserves =>
    exact fun τ τ' hG hI => (invariantProperty_iff h0).mp
      (hs 0 hG (o := OutlinedFamily.preserves i p.contract) (by simp) ((invariantProperty_iff h0).mpr hI))
  case environment =>
    intro τ τ' hR
    cases hn : p.contract.annotatedRely with
    | none =>
      rw [hn] at hR
      exact absurd hR h0.not_literal
    | some l =>
      rw [hn] at hR
      exact is_step.mp (ho 0 (o := f.environment i l) (by simp [hn]) τ τ' (is_step.mpr hR))
  case kept =>
    intro τ τ' hG
    cases hn : p.contract.guarantee with
    | none => exact h0.literal
    | some l => exact is_step.mp (hs 0 hG (o := OutlinedFamily.kept i l) (by simp [hn]))
  case stable =>
    intro τ τ' hJ hA
    cases hn : f.post with
    | none => exact h0.literal
    | some l =>
      rw [hn] at hJ
      exact is_here.mp (ho 0 (o := f.postStable i l) (by simp [hn]) τ τ' (is_here.mpr hJ) (is_step.mpr hA))
  case weakest =>
    intro hinit
    have h1 := ho 0 (o := f.thread i p.contract p.variables) (by simp) σ (is_here.mpr hinit)
    exact weakestGoal_sound hT (c := f.rules i p.variables) (ρ := fun _ => σ) True.intro f.code hcode rfl
      (g := .shows ⟨some ⟨0, .threadPost⟩, .is (orTrue f.post) (.here 0 .self)⟩)
      (blocks := []) (fun τ h => (is_here (a := 0)).mp h) (fun _ _ h => False.elim h) h1
  case callees =>
    intro procedure hmem x hx
    refine callees_right (initial := σ) (rest := []) (fun o ho' => family_obligation h hassume ht 0 ?_) hmem hx
    have ho' : o ∈ (f.rules i p.variables).callObligations p.procedures f.calls [] := ho'
    simp only [familyBatch, mem_obligeIf, mem_obligeFor, List.mem_cons]
    simp [ho']

/-! ## The program as a whole -/

omit h0 in
/-- An obligation of the program. -/
theorem program_obligation (h : (programBatch p).Holds p.tables) (hassume : (p.tables.literal p.contract.assumption).predicate E 0 σ)
    {o : Obligation} (ho : o ∈ (programBatch p).obligations) : o.Holds p.tables ⟨E, 0, 0⟩ fun _ => σ :=
  h ⟨E, 0, 0⟩ σ (is_here.mpr hassume) o ho

/-- The invariant holds initially. -/
theorem initially_right (h : (programBatch p).Holds p.tables) (hassume : (p.tables.literal p.contract.assumption).predicate E 0 σ)
    (hinit : (p.tables.literal p.contract.annotatedInit).predicate E 0 σ) : Inductive p.tables p.contract E σ := by
  have ho := program_obligation h hassume (o := p.initially) (by simp [programBatch])
  exact (invariantProperty_iff h0).mp (ho σ (is_here.mpr hinit))

/-- The environment preserves it. -/
theorem environment_right (h : (programBatch p).Holds p.tables) (hassume : (p.tables.literal p.contract.assumption).predicate E 0 σ) {τ τ' : Store}
    (hR : (p.tables.literal (orFalse p.contract.annotatedRely)).action E 0 τ τ') (hI : Inductive p.tables p.contract E τ) :
    Inductive p.tables p.contract E τ' := by
  cases hn : p.contract.annotatedRely with
  | none =>
    rw [hn] at hR
    exact absurd hR h0.not_literal
  | some l =>
    rw [hn] at hR
    have ho := program_obligation h hassume (o := p.environmentPreserves l) (by simp [programBatch, mem_obligeFor, hn])
    exact (invariantProperty_iff h0).mp (ho τ τ' (is_step.mpr hR) ((invariantProperty_iff h0).mpr hI))

/-- Where all threads' postconditions hold, so does the program's. -/
theorem posts_right (h : (programBatch p).Holds p.tables) (hassume : (p.tables.literal p.contract.assumption).predicate E 0 σ) {τ : Store}
    (hI : Inductive p.tables p.contract E τ)
    (hposts : ∀ j (hj : j < p.families.size) t, (p.tables.literal p.families[j].members).predicate E t σ →
      (p.tables.literal (orTrue p.families[j].post)).predicate E t τ) : (p.tables.literal (orTrue p.contract.post)).predicate E 0 τ := by
  cases hn : p.contract.post with
  | none => exact h0.literal
  | some l =>
    have ho := program_obligation h hassume (o := p.postconditions l) (by simp [programBatch, mem_obligeFor, hn])
    refine is_here.mp (Under.elim (ho τ ((invariantProperty_iff h0).mpr hI)) fun f hf => ?_)
    rcases mem_endedAll _ hf with ⟨j, hj, post, hpost, rfl⟩ | hf
    · refine fun t hmem => is_here.mpr ?_
      have := hposts j hj t (is_here.mp hmem)
      rw [hpost] at this
      exact this
    · exact nomatch hf

end

end Plato
