/-
# What the goals of branches say

The goals of the branches inside of a thread's statement make them secure in the company of each other and of their thread (`par_secure`, in
`Theory/SecureBranches`).

Main definitions: `BranchRight`. Main results: `branch_right`, `siblings_right`, `code_fits`; `members_apart`: no declared thread has the identifier
of a branch.
-/
module

public import Plato.ThreadModular.Branches
public import ThreadModular.Families
public import ThreadModular.Bodies

@[expose] public section

namespace Plato

/-- What the conditions of branches give for the branch `u` of the thread `t`, whose rules are `c`. -/
structure BranchRight (p : OutlinedProgram) (x : BranchContract) (c : ThreadRules) (unit : Nat) (calls : List Callees) (code : OutlinedCode)
    (E : Parameters) (t u : Int) : Prop where
  reflexive : ∀ τ, (p.tables.literal x.rely).action E u τ τ
  transitive : ∀ {τ υ ω}, (p.tables.literal x.rely).action E u τ υ → (p.tables.literal x.rely).action E u υ ω →
    (p.tables.literal x.rely).action E u τ ω
  guarantee : ∀ τ, (p.tables.literal x.guarantee).action E u τ τ
  relies : ∀ {τ υ}, (p.tables.literal c.rely).action E t τ υ → (p.tables.literal x.rely).action E u τ υ
  kept : ∀ {τ υ}, (p.tables.literal x.guarantee).action E u τ υ → (p.tables.literal c.guarantee).action E t τ υ
  nothing : ∀ τ, (p.tables.literal x.through).action E t τ τ
  one_after_another : ∀ {τ υ ω}, (p.tables.literal x.through).action E t τ υ → (p.tables.literal x.through).action E t υ ω →
    (p.tables.literal x.through).action E t τ ω
  others : ∀ {τ υ}, (p.tables.literal c.rely).action E t τ υ → (p.tables.literal x.through).action E t τ υ
  steps : ∀ {τ υ}, (p.tables.literal x.guarantee).action E u τ υ → (p.tables.literal x.through).action E t τ υ
  stable : ∀ {τ υ}, (p.tables.literal x.post).predicate E u τ → (p.tables.literal x.rely).action E u τ υ → (p.tables.literal x.post).predicate E u υ
  weakest : ∀ τ, (p.tables.literal x.pre).predicate E u τ → code.weakest ((x.rules unit p.variables calls).ways p.tables ⟨E, u, 0⟩ τ)
    ((p.tables.literal x.post).predicate E u) (fun _ _ => False) τ
  callees : ∀ procedure, (x.rules unit p.variables calls).Calls procedure → ∀ y, p.abstractionOf procedure = some y →
    CalleesRight (x.rules unit p.variables calls) p ⟨E, u, 0⟩ procedure y

section

variable {p : OutlinedProgram} {E : Parameters} {σ : Store}

/-- **What the goals of branches say.** -/
theorem branch_right (hT : p.tables.Right) {x : BranchContract} {c : ThreadRules} {known : List Property} {unit : Nat} {calls : List Callees}
    {code : OutlinedCode} (hcode : code.Restores p.tables) (h : (x.batch p c known unit calls code).Holds p.tables)
    (hassume : (p.tables.literal p.contract.assumption).predicate E 0 σ) {t : Int} (i : Int)
    (hknown : ∀ f ∈ known, f.Holds p.tables ⟨E, branchOf t i, t⟩ (fun _ => σ) []) :
    BranchRight p x c unit calls code E t (branchOf t i) := by
  have ho : ∀ o ∈ (x.batch p c known unit calls code).obligations, o.Holds p.tables ⟨E, branchOf t i, t⟩ fun _ => σ :=
    Under.elim (h ⟨E, branchOf t i, t⟩ σ) fun f hf => by
      rcases List.mem_cons.mp hf with rfl | hf
      · exact is_here.mpr hassume
      rcases List.mem_cons.mp hf with rfl | hf
      · exact ⟨parentOf_branchOf _ _, branchOf_ne _ _, branchOf_negative _ _⟩
      · exact hknown f hf
  simp only [BranchContract.batch, List.mem_cons] at ho
  constructor
  case reflexive => exact fun τ => is_step.mp (ho (x.relyReflexive unit) (by simp) τ)
  case transitive => exact fun h h' => is_step.mp (ho (x.relyTransitive unit) (by simp) _ _ _ (is_step.mpr h) (is_step.mpr h'))
  case guarantee => exact fun τ => is_step.mp (ho (x.guaranteeReflexive unit) (by simp) τ)
  case relies => exact fun h => is_step.mp (ho (x.branchRely c unit) (by simp) _ _ (is_step.mpr h))
  case kept => exact fun h => is_step.mp (ho (x.branchGuarantee c unit) (by simp) _ _ (is_step.mpr h))
  case nothing => exact fun τ => is_step.mp (ho (x.throughReflexive unit) (by simp) τ)
  case one_after_another => exact fun h h' => is_step.mp (ho (x.throughTransitive unit) (by simp) _ _ _ (is_step.mpr h) (is_step.mpr h'))
  case others => exact fun h => is_step.mp (ho (x.relyThrough c unit) (by simp) _ _ (is_step.mpr h))
  case steps => exact fun h => is_step.mp (ho (x.branchThrough unit) (by simp) _ _ (is_step.mpr h))
  case stable => exact fun h h' => is_here.mp (ho (x.postStable unit) (by simp) _ _ (is_here.mpr h) (is_step.mpr h'))
  case weakest =>
    intro τ hpre
    have h1 := ho (x.body (x.rules unit p.variables calls) code) (by simp) τ (is_here.mpr hpre)
    exact weakestGoal_sound hT (c := x.rules unit p.variables calls) (s := ⟨E, branchOf t i, t⟩) (ρ := cons τ fun _ => σ) (e := τ) True.intro code
      hcode (first := 0) rfl (g := .shows ⟨some ⟨0, .threadPost⟩, .is x.post (.here 0 .self)⟩) (blocks := [])
      (fun υ h => (is_here (a := 0)).mp h) (fun _ _ h => False.elim h) h1
  case callees =>
    intro procedure hmem y hy
    have := callees_right (s := ⟨E, branchOf t i, t⟩) (initial := σ) (rest := []) (c := x.rules unit p.variables calls)
      (fun o ho' => ho o (by simp [show o ∈ (x.rules unit p.variables calls).callObligations p.procedures calls [] from ho'])) hmem hy
    exact ⟨this.nothing, this.one_after_another, this.others, this.relies, this.idle, this.kept⟩

/-- What two branches of a thread owe each other. -/
theorem siblings_right {x : BranchContract} {unit : Nat} (h : (x.siblingBatch p unit).Holds p.tables)
    (hassume : (p.tables.literal p.contract.assumption).predicate E 0 σ) {t i j : Int} (hij : i ≠ j) {τ υ : Store}
    (hG : (p.tables.literal x.guarantee).action E (branchOf t i) τ υ) : (p.tables.literal x.rely).action E (branchOf t j) τ υ := by
  refine is_step.mp (h ⟨E, branchOf t i, branchOf t j⟩ σ (is_here.mpr hassume) ?_ (x.siblings unit) (by simp [BranchContract.siblingBatch]) τ υ
    (is_step.mpr hG))
  refine ⟨?_, ?_, branchOf_negative _ _, branchOf_negative _ _⟩
  · simp only [parentOf_branchOf]
  · simpa only [numberOf_branchOf] using hij

theorem mem_branchBatches {c : ThreadRules} {known : List Property} {b : Batch} (code : OutlinedCode) {rest : List Batch} :
    b ∈ branchBatches p c known code rest ↔ b ∈ branchBatches p c known code [] ∨ b ∈ rest := by
  induction code generalizing c known rest with
  | choice S S' ihS ihS' =>
    simp only [branchBatches]
    rw [ihS, ihS', ihS (rest := branchBatches p c known S' []), or_assoc]
  | seq S S' ihS ihS' =>
    simp only [branchBatches]
    rw [ihS, ihS', ihS (rest := branchBatches p c known S' []), or_assoc]
  | loop _ _ S ih => exact ih
  | block S ih => exact ih
  | call _ S ih => exact ih
  | scope _ _ _ S ih => exact ih
  | par label first last contract calls S ih =>
    cases contract with
    | none => simp [branchBatches]
    | some x =>
      simp only [branchBatches, List.mem_cons]
      rw [ih, or_assoc, or_assoc]
  | _ => simp [branchBatches]

/-- **The parts of a statement are what they are to be**, for the thread `t` with the rules `c`, if the goals of all branches inside of it hold. -/
theorem code_fits {hidden : Store → Store → Prop} (hT : p.tables.Right) (hbodies : BodiesRight p E hidden)
    (hassume : (p.tables.literal p.contract.assumption).predicate E 0 σ) {n : Nat} (code : OutlinedCode) {c : ThreadRules}
    (hc : c.activation = none) {t : Int} {first : Store} {known : List Property} {company : Company} (hsteps : company.bodies = p.bodies)
    (hE : company.E = E) (ht : company.t = t) (hR : company.R = Eq) (hA : company.A = c.assumes p.tables ⟨E, t, 0⟩)
    (hG : company.G = c.guarantees p.tables ⟨E, t, 0⟩)
    (hcallees : ∀ procedure, c.Calls procedure → ∀ x, p.abstractionOf procedure = some x → CalleesRight c p ⟨E, t, 0⟩ procedure x)
    (hcode : code.InvokesRight p.abstractionOf) (hrestores : code.Restores p.tables)
    (hbatches : ∀ b ∈ branchBatches p c known code [], b.Holds p.tables)
    (hknown : ∀ i, ∀ f ∈ known, f.Holds p.tables ⟨E, branchOf t i, t⟩ (fun _ => σ) []) :
    code.Fits (c.ways p.tables ⟨E, t, 0⟩ first) company hidden n := by
  have hwitnessed : (c.ways p.tables ⟨E, t, 0⟩ first).witnessed = false := by simp [ThreadRules.ways, hc]
  induction code generalizing c t first known company with
  | atomic label o =>
    intro τ r hr
    refine ⟨r, ?_, ?_⟩
    · simpa only [Ways.command, hwitnessed] using hr
    · cases r with
      | store => exact hR ▸ rfl
      | wrong => exact True.intro
  | choice S S' ihS ihS' =>
    have hb := fun b => (mem_branchBatches (p := p) (c := c) (known := known) (b := b) S (rest := branchBatches p c known S' [])).mpr
    exact ⟨ihS hc hsteps hE ht hR hA hG hcallees hcode.1 hrestores.1 (fun b h => hbatches b (hb b (.inl h))) hknown hwitnessed,
      ihS' hc hsteps hE ht hR hA hG hcallees hcode.2 hrestores.2 (fun b h => hbatches b (hb b (.inr h))) hknown hwitnessed⟩
  | seq S S' ihS ihS' =>
    have hb := fun b => (mem_branchBatches (p := p) (c := c) (known := known) (b := b) S (rest := branchBatches p c known S' [])).mpr
    exact ⟨ihS hc hsteps hE ht hR hA hG hcallees hcode.1 hrestores.1 (fun b h => hbatches b (hb b (.inl h))) hknown hwitnessed,
      ihS' hc hsteps hE ht hR hA hG hcallees hcode.2 hrestores.2 (fun b h => hbatches b (hb b (.inr h))) hknown hwitnessed⟩
  | loop _ _ S ih => exact ih hc hsteps hE ht hR hA hG hcallees hcode hrestores hbatches hknown hwitnessed
  | block S ih => exact ih hc hsteps hE ht hR hA hG hcallees hcode hrestores hbatches hknown hwitnessed
  | call _ S ih => exact ih hc hsteps hE ht hR hA hG hcallees hcode hrestores hbatches hknown hwitnessed
  | invoke label procedure x commits =>
    refine ⟨fun hmem => ?_, fun h => by simp [hwitnessed] at h⟩
    have hr := hcallees procedure hmem x hcode
    rw [hsteps]
    refine ⟨?_, fun j _ first hpre => hbodies.acts hcode hpre⟩
    exact ⟨fun h => hr.relies (hA ▸ h), hr.nothing, hr.one_after_another, fun h => hr.others (hA ▸ h), hr.idle, fun h h' => hG ▸ hr.kept h h',
      hbodies.idle hcode, hbodies.step hcode, fun h => by rw [hR] at h; exact h ▸ hbodies.refl _, fun h h' => by rw [hR] at h h' ⊢; exact h.trans h',
      fun _ σ₁ => ⟨σ₁, hR ▸ rfl, by simp [ThreadRules.ways, ThreadRules.Same, hc]⟩⟩
  | scope _ _ _ S ih => exact ih hc hsteps hE ht hR hA hG hcallees hcode hrestores.2 hbatches hknown hwitnessed
  | par label _ _ contract calls S ih =>
    rintro _ x rfl
    simp only [branchBatches, List.mem_cons] at hbatches
    have hright := fun i => branch_right hT (code := S) hrestores (hbatches _ (.inl rfl)) hassume i (hknown i)
    have hsiblings := hbatches _ (.inr (.inl rfl))
    have hassumes : ∀ {τ υ}, company.A τ υ → (p.tables.literal c.rely).action E t τ υ := fun h => by rw [hA] at h; exact h.1
    have hguarantees : ∀ {τ υ}, (p.tables.literal c.guarantee).action E t τ υ → company.G τ υ := fun h => by
      rw [hG]
      simpa only [ThreadRules.guarantees, hc] using h
    refine ⟨⟨hR, fun {i _ _} h => (hright i).relies (hassumes h), fun {i _ _} h => hguarantees ((hright i).kept h),
      fun hij h => siblings_right hsiblings hassume hij h, fun τ => (hright 0).nothing τ, fun h h' => (hright 0).one_after_another h h',
      fun h => (hright 0).others (hassumes h), fun {i _ _} h => (hright i).steps h⟩, fun i τ hpre => ?_⟩
    let b := x.rules (p.branchUnit label) p.variables calls
    let branch : Company := ⟨p.bodies, E, branchOf t i, Eq, b.assumes p.tables ⟨E, branchOf t i, 0⟩, b.guarantees p.tables ⟨E, branchOf t i, 0⟩,
      fun _ => rfl, (hright i).guarantee⟩
    have hfits : (b.ways p.tables ⟨E, branchOf t i, 0⟩ τ).Fits branch :=
      ⟨rfl, rfl, rfl, rfl, fun _ υ => ⟨(hright i).reflexive υ, True.intro⟩, fun _ _ _ _ h h' => ⟨(hright i).transitive h.1 h'.1, True.intro⟩⟩
    have hassumed : b.assumes p.tables ⟨E, branchOf t i, 0⟩ = (p.tables.literal x.rely).action E (branchOf t i) :=
      funext fun σ => funext fun τ => propext ⟨fun h => h.1, fun h => ⟨h, True.intro⟩⟩
    have hsecure : SecureFor (Core.Step p.bodies E (branchOf t i)) Eq (b.assumes p.tables ⟨E, branchOf t i, 0⟩)
        ((p.tables.literal x.guarantee).action E (branchOf t i)) (Ends ((p.tables.literal x.post).predicate E (branchOf t i)) fun _ _ => False) n
        (S.annotated p.tables) τ := weakest_secure (c := branch) (hidden := hidden) (n := n) hfits S
      (ih (c := b) (company := branch) rfl rfl rfl rfl rfl rfl rfl (hright i).callees hcode hrestores
        (fun b h => hbatches b (.inr (.inr h))) (fun j f hf => by
          cases List.mem_singleton.mp hf
          exact fun h0 => absurd (branchOf_negative t i) (Int.not_lt.mpr h0)) rfl)
      (fun υ ω h hA => (hright i).stable h hA.1) (fun _ _ _ h _ => h) ((hright i).weakest τ hpre)
    rw [hassumed] at hsecure
    simp only [Company.BranchSecure, hsteps, hE, ht]
    exact hsecure
  | _ => exact True.intro

/-- No member of a family has the identifier of a branch, if the program has branches. -/
theorem members_apart {i : Nat} {f : OutlinedFamily} (h : (familyBatch p i f).Holds p.tables) (hforks : p.forks = true)
    (hassume : (p.tables.literal p.contract.assumption).predicate E 0 σ) {t : Int} (ht : (p.tables.literal f.members).predicate E t σ)
    (parent number : Int) : t ≠ branchOf parent number := by
  have h0 := family_obligation h hassume ht 0 (o := OutlinedFamily.apart i) (by
    simp [familyBatch, mem_obligeIf, mem_obligeFor, hforks])
  have h0 : (0 : Int) ≤ t := h0
  have := branchOf_negative parent number
  omega

end

end Plato
