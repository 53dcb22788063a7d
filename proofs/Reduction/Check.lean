/-
# Proofs by reduction are sound

The program as written is simulated by the one with assertions, which is reduced to the one with atomic blocks; that one satisfies its specification by
its outline.

Main results: `satisfies_of_ensures`, `reduction_sound`.
-/
module

public import Plato.Reduction.Check
public import Reduction.Merge
public import Reduction.Movers
public import ThreadModular.Check

@[expose] public section

namespace Plato

open Reduction

/-- Without an environment all steps are the program's own. -/
theorem closed_of_open {Thread Store Control : Type} {step : Thread → Steps Store Control} {rely : Action Store} (h : ∀ σ σ', ¬ rely σ σ')
    {s t : ParState Thread Store Control} (hm : Many (OpenStep step rely) s t) : Many (ParStep step) s t := by
  induction hm with
  | refl => exact .refl
  | tail _ hs ih =>
    cases hs with
    | component hs => exact .tail ih hs
    | environment hr => exact absurd hr (h _ _)

/-- A specification that states nothing but what holds at the end. -/
theorem satisfies_of_ensures {p : ProgramText} {s : SpecificationText} (hrely : ∀ E σ σ', ¬ s.rely.action E 0 σ σ')
    (hguarantee : ∀ E σ σ', s.guarantee.action E 0 σ σ') (hinvariant : ∀ E σ, s.invariant.predicate E 0 σ) (hsafe : p.Safe) (hensures : p.Ensures s.post) :
    p.Satisfies s := by
  intro E σ hi
  refine ⟨⟨fun {τ} hτ hw => ?_, fun _ _ _ => hguarantee E _ _, fun {τ σ' P'} hτ hm he => ?_⟩, fun σ' _ _ => hinvariant E σ'⟩
  · cases (show τ = σ from hτ)
    exact hsafe E σ hi (closed_of_open (hrely E) hw)
  · cases (show τ = σ from hτ)
    exact hensures E σ σ' P' hi (closed_of_open (hrely E) hm) he

theorem ensures_of_satisfies {p : ProgramText} {s : SpecificationText} (h : p.Satisfies s) : p.Ensures s.post :=
  fun E σ _ _ hi hm he => (h E σ hi).1.post rfl (open_of_closed hm) he

/-- The tables stay as they are to be. -/
theorem reductionPlan_sound {bytes : ByteArray} (i : Nat) (read : ReadReduction) (hr : read.tables.Sound) {result : ReadReduction × Nat}
    (h : Kernel.reductionPlan bytes i read = .ok result) : result.1.tables.Sound := by
  fun_induction Kernel.reductionPlan bytes i read with
  | case1 i read ih =>
    obtain ⟨⟨line, next⟩, _, h⟩ := bind_ok.mp h
    dsimp only at h
    split at h
    · injection h with h; exact h ▸ hr
    · simp at h
    obtain ⟨read', hadd, h⟩ := bind_ok.mp h
    rw [atOffset_ok] at hadd
    split at h
    · refine ih _ _ ‹_› ?_ h
      unfold ReadReduction.add at hadd
      split at hadd
      · injection hadd with hadd; exact hadd ▸ hr
      · obtain ⟨tables, ht, hadd⟩ := bind_ok.mp hadd
        injection hadd with hadd
        exact hadd ▸ hr.addTerm ht
      · obtain ⟨tables, ht, hadd⟩ := bind_ok.mp hadd
        injection hadd with hadd
        exact hadd ▸ hr.define ht
      · simp at hadd
      · obtain ⟨_, _, hadd⟩ := bind_ok.mp hadd
        split at hadd
        · injection hadd with hadd; exact hadd ▸ hr
        · simp at hadd
      · obtain ⟨_, _, hadd⟩ := bind_ok.mp hadd
        injection hadd with hadd; exact hadd ▸ hr
      · obtain ⟨_, _, hadd⟩ := bind_ok.mp hadd
        injection hadd with hadd; exact hadd ▸ hr
      · obtain ⟨_, _, hadd⟩ := bind_ok.mp hadd
        injection hadd with hadd; exact hadd ▸ hr
    · simp at h

/-- What a procedure of the program does. -/
theorem bodiesOf_text (p : ProgramTables) (ρ : Nat) : bodiesOf p.text ρ =
    if h : ρ < p.procedures.size then ((codes p.statements).getD p.procedures[ρ] .skip).core p.tables else .skip := by
  have heq := bodyTexts_eq p.tables (codes p.statements) p.procedures 0 #[]
  simp only [List.drop_zero, List.nil_append] at heq
  have hsize : p.text.procedures.size = p.procedures.size := by
    have := congrArg List.length heq
    simpa [ProgramTables.text] using this
  unfold bodiesOf
  by_cases h : ρ < p.procedures.size
  · rw [dif_pos h, Array.getD, dif_pos (by omega)]
    show p.text.procedures[ρ]'(by omega) = _
    rw [← Array.getElem_toList]
    simp [ProgramTables.text, heq]
  · rw [dif_neg h, Array.getD, dif_neg (by omega)]

theorem plain_mono {P Q : Command → Prop} (h : ∀ {C}, P C → Q C) {S : Core} (hS : Plain P S) : Plain Q S := by
  induction S with
  | skip | exit | call => trivial
  | atomic => exact h hS
  | choice S T ih ih' | seq S T ih ih' => exact ⟨ih hS.1, ih' hS.2⟩
  | loop S ih | block S ih => exact ih hS
  | _ => exact hS.elim

section

variable {p : ProgramTables} {plan : ReductionPlan} {asserted merged : Array StatementEntry} {families : List FamilyAtoms}

/-- The commands of a family, by its number. -/
def InFamily (families : List FamilyAtoms) (T : Tables) (f : Nat) (C : Command) : Prop := ∃ F ∈ families, F.number = f ∧ F.Has T C
def RightIn (families : List FamilyAtoms) (T : Tables) (f : Nat) (C : Command) : Prop := ∃ F ∈ families, F.number = f ∧ F.HasRight T C
def LeftIn (families : List FamilyAtoms) (T : Tables) (f : Nat) (C : Command) : Prop := ∃ F ∈ families, F.number = f ∧ F.HasLeft T C

/-- The program with assertions and the one with atomic blocks are before and after a step of reduction. -/
theorem merges_of_tables (hfamilies : familyAtoms plan asserted p.procedures p.families p.families.size [] = .ok families)
    (hmerged : mergeStatements plan.merges
      (blocksFrom (consistsFrom plan.rights asserted 0 #[]) (consistsFrom plan.lefts asserted 0 #[]) asserted 0 #[]) (codes asserted) asserted 0 #[] = .ok merged)
    (hinside : bodiesInside (codes asserted) p.procedures 0 = .ok ()) :
    Merges (ProgramTables.text { p with statements := asserted }) (ProgramTables.text { p with statements := merged })
      (InFamily families p.tables) (RightIn families p.tables) (LeftIn families p.tables) := by
  obtain ⟨_, hright, hall⟩ := familyAtoms_sound _ (fun F hF => by cases hF) hfamilies
  obtain ⟨hsize, hlines⟩ := mergeStatements_sound 0 #[] rfl (Nat.zero_le _) (fun k _ hk => absurd hk (Nat.not_lt_zero k)) hmerged
  have hsizes (st : Array StatementEntry) : (ProgramTables.text { p with statements := st }).families.size = p.families.size := families_size _
  have find (i : Nat) (hi : i < p.families.size) : ∃ F ∈ families, F.number = i ∧ F.Right plan asserted p.procedures p.families := by
    obtain ⟨F, hF, hn⟩ := hall i hi
    exact ⟨F, hF, hn, hright F hF⟩
  -- what is reached in a family, before and after
  have parts (F : FamilyAtoms) (hF : F ∈ families) {reached : Array Bool} {body : Nat} (_ : reached.getD body false = true)
      (hr : ∀ k (hk : k < asserted.size), reached.getD k false = true → partsReached reached asserted[k].shape = .ok () ∧
        ∀ c, asserted[k].shape = .atomic c → ⟨k, c, plan.rights.getD k false, plan.lefts.getD k false⟩ ∈ F.atoms) (k : Nat)
      (hk : reached.getD k false = true) :
      Merged (Block (RightIn families p.tables F.number) (LeftIn families p.tables F.number)) (((codes asserted).getD k .skip).core p.tables)
        (((codes merged).getD k .skip).core p.tables) ∧ Plain (InFamily families p.tables F.number) (((codes asserted).getD k .skip).core p.tables) := by
    refine ⟨reached_merged hsize hlines (fun k hk hkr => (hr k hk hkr).1) (fun k hk hb => ?_) _ hk,
      plain_mono (fun hC => ⟨F, hF, rfl, hC⟩) (reached_plain hr _ hk)⟩
    refine (reached_typed (rights := plan.rights) (lefts := plan.lefts) (fun k hk hkr => (hr k hk hkr).1) (fun k hk hkr hf c hc => ?_)
      (fun k hk hkr hf c hc => ?_) k hk).2.2 hb
    · exact ⟨F, hF, rfl, _, (hr k hk hkr).2 c hc, hf, rfl⟩
    · exact ⟨F, hF, rfl, _, (hr k hk hkr).2 c hc, hf, rfl⟩
  refine ⟨rfl, rfl, (hsizes _).trans (hsizes _).symm, fun i h h' => ?_, fun i h h' => ?_, fun i h => ?_, ?_, ?_, fun i h ρ => ?_, fun ρ => ?_⟩
  · have hi : i < p.families.size := by rw [hsizes] at h; exact h
    rw [families_getElem { p with statements := asserted } i hi, families_getElem { p with statements := merged } i hi]
  · have hi : i < p.families.size := by rw [hsizes] at h; exact h
    rw [families_getElem { p with statements := asserted } i hi, families_getElem { p with statements := merged } i hi]
    obtain ⟨F, hF, rfl, hFR⟩ := find i hi
    obtain ⟨reached, hbody, _, hr⟩ := hFR.reached
    exact (parts F hF hbody hr _ hbody).1
  · have hi : i < p.families.size := by rw [hsizes] at h; exact h
    rw [families_getElem { p with statements := asserted } i hi]
    obtain ⟨F, hF, rfl, hFR⟩ := find i hi
    obtain ⟨reached, hbody, _, hr⟩ := hFR.reached
    exact (parts F hF hbody hr _ hbody).2
  · rintro i C ⟨F, hF, hn, a, ha, _, hC⟩
    exact ⟨F, hF, hn, a, ha, hC⟩
  · rintro i C ⟨F, hF, hn, a, ha, _, hC⟩
    exact ⟨F, hF, hn, a, ha, hC⟩
  · have hi : i < p.families.size := by rw [hsizes] at h; exact h
    obtain ⟨F, hF, rfl, hFR⟩ := find i hi
    obtain ⟨reached, hbody, hbodies, hr⟩ := hFR.reached
    rw [bodiesOf_text, bodiesOf_text]
    dsimp only
    split
    · rename_i hρ
      exact parts F hF hbody hr _ (hbodies ρ hρ)
    · exact ⟨.skip, trivial⟩
  · rw [bodiesOf_text]
    dsimp only
    split
    · rename_i hρ
      exact inside_sound (bodiesInside_sound 0 hinside ρ hρ (Nat.zero_le _))
    · trivial

/-- The conditions of the movers are those of the step. -/
theorem mergeable_of_atoms (hfamilies : familyAtoms plan asserted p.procedures p.families p.families.size [] = .ok families)
    (hatoms : ∀ F ∈ families, ∀ a ∈ F.atoms, AtomRight p.tables (orTrue p.assumption) families F a) :
    Mergeable (ProgramTables.text { p with statements := asserted }) (InFamily families p.tables) (RightIn families p.tables) (LeftIn families p.tables) := by
  obtain ⟨_, hright, _⟩ := familyAtoms_sound _ (fun F hF => by cases hF) hfamilies
  intro E σ hinit
  have member {F : FamilyAtoms} (hF : F ∈ families) {i : Int} (h : F.number < (ProgramTables.text { p with statements := asserted }).families.size)
      (hm : (ProgramTables.text { p with statements := asserted }).families[F.number].members.predicate E i σ) :
      (p.tables.literal F.members).predicate E i σ := by
    have hi : F.number < p.families.size := (hright F hF).lt
    rw [families_getElem { p with statements := asserted } F.number hi] at hm
    rw [(hright F hF).members]
    exact hm
  have both {F G : FamilyAtoms} (hF : F ∈ families) (hG : G ∈ families) {i j : Int}
      (h : F.number < (ProgramTables.text { p with statements := asserted }).families.size)
      (h' : G.number < (ProgramTables.text { p with statements := asserted }).families.size)
      (hi : (ProgramTables.text { p with statements := asserted }).families[F.number].members.predicate E i σ)
      (hj : (ProgramTables.text { p with statements := asserted }).families[G.number].members.predicate E j σ) (hne : (F.number, i) ≠ (G.number, j)) :
      ∀ f ∈ F.givenBoth G (orTrue p.assumption), f.Holds p.tables ⟨E, i, j⟩ (fun _ => σ) [] := by
    intro f hf
    simp only [FamilyAtoms.givenBoth, List.mem_cons] at hf
    rcases hf with rfl | rfl | rfl | hf
    · exact is_here.mpr hinit.1
    · exact is_here.mpr (member hF h hi)
    · exact is_here.mpr (member hG h' hj)
    · split at hf
      · rename_i heq
        simp only [List.mem_singleton] at hf
        subst hf
        exact fun hij => hne (Prod.ext heq hij)
      · simp at hf
  refine ⟨fun _ => True, trivial, fun _ _ _ _ _ _ _ _ => trivial, ?_, ?_, ?_⟩
  · rintro f g i j C D h h' hi hj hne ⟨F, hF, rfl, a, ha, hr, rfl⟩ ⟨G, hG, rfl, d, hd, rfl⟩
    exact ((hatoms F hF a ha).pairs G hG d hd (both hF hG h h' hi hj hne)).1 hr
  · rintro f g i j C D h h' hi hj hne ⟨F, hF, rfl, a, ha, hl, rfl⟩ ⟨G, hG, rfl, d, hd, rfl⟩
    exact ((hatoms F hF a ha).pairs G hG d hd (both hF hG h h' hi hj hne)).2 hl
  · rintro f i C h hi ⟨F, hF, rfl, a, ha, hl, rfl⟩
    refine (hatoms F hF a ha).enabled hl (s := ⟨E, i, 0⟩) (σ₀ := σ) fun f hf => ?_
    simp only [FamilyAtoms.given, List.mem_cons, List.not_mem_nil, or_false] at hf
    rcases hf with rfl | rfl
    · exact is_here.mpr hinit.1
    · exact is_here.mpr (member hF h hi)

/-- The program with assertions simulates the program as written. -/
theorem reduces_asserted {gates : Array (Option Literal)} {statements : Array StatementEntry} (h : assertStatements gates statements 0 #[] = .ok asserted) :
    Reduces (ProgramTables.text { p with statements := statements }) (ProgramTables.text { p with statements := asserted }) := by
  obtain ⟨hsize, hlines⟩ := assertStatements_sound 0 #[] rfl (Nat.zero_le _) (fun k _ hk => absurd hk (Nat.not_lt_zero k)) h
  have hsizes (st : Array StatementEntry) : (ProgramTables.text { p with statements := st }).families.size = p.families.size := families_size _
  refine reduces_of_abstracts fun E σ hi => ⟨hi, fun _ => True, trivial, ⟨(hsizes _).trans (hsizes _).symm, fun i h h' => ?_, fun i h h' => ?_, fun ρ => ?_⟩, ?_⟩
  · have hi : i < p.families.size := by rw [hsizes] at h; exact h
    rw [families_getElem { p with statements := asserted } i hi, families_getElem { p with statements := statements } i hi]
  · have hi : i < p.families.size := by rw [hsizes] at h; exact h
    rw [families_getElem { p with statements := asserted } i hi, families_getElem { p with statements := statements } i hi]
    exact asserted_abstracts hsize hlines E _
  · rw [bodiesOf_text, bodiesOf_text]
    dsimp only
    split
    · exact asserted_abstracts hsize hlines E _
    · exact .skip
  · have over (S : CoreStmt) : S.Over (Keeps fun _ => True) := by
      induction S with
      | skip | call | exit => trivial
      | atomic => exact fun _ _ _ _ _ => trivial
      | choice S T ih ih' | seq S T ih ih' => exact ⟨ih, ih'⟩
      | loop S ih | block S ih => exact ih
      | pick S ih => exact fun b => ih b
      | par rest ih => exact fun b => ih b
    exact ⟨over _, fun ρ => over _⟩

end

/-- **Soundness of proofs by reduction**: the program satisfies its specification. -/
theorem reduction_sound {bytes : ByteArray} {p q : ProgramTables} (hp : p.tables.Sound) {i room effort : Nat}
    (h : Kernel.reduction bytes p i room effort = .ok q) : q.text.Satisfies q.specificationText := by
  obtain ⟨r, hr, h⟩ := bind_ok.mp h
  obtain ⟨_, hnone, h⟩ := bind_ok.mp h
  obtain ⟨left, hghosts, h⟩ := bind_ok.mp h
  obtain ⟨movers, hmovers, h⟩ := bind_ok.mp h
  obtain ⟨generated, hgen, h⟩ := bind_ok.mp h
  obtain ⟨_, hall, h⟩ := bind_ok.mp h
  injection h with h
  subst h
  rw [atOffset_ok] at hnone hghosts hmovers hgen
  obtain ⟨⟨read, next⟩, hplan, hr⟩ := bind_ok.mp hr
  obtain ⟨asserted, hasserted, hr⟩ := bind_ok.mp hr
  obtain ⟨merged, hmerged, hr⟩ := bind_ok.mp hr
  obtain ⟨⟨outline, next⟩, houtline, hr⟩ := bind_ok.mp hr
  obtain ⟨outlined, houtlined, hr⟩ := bind_ok.mp hr
  obtain ⟨_, honly, hr⟩ := bind_ok.mp hr
  obtain ⟨_, hprocs, hr⟩ := bind_ok.mp hr
  obtain ⟨families, hfamilies, hr⟩ := bind_ok.mp hr
  injection hr with hr
  subst hr
  rw [atOffset_ok] at hasserted hmerged houtlined honly hprocs hfamilies
  have hread : read.tables.Sound := reductionPlan_sound _ _ hp hplan
  have houtline := outline_sound _ _ (empty_sound (p := { p with tables := read.tables, statements := merged }) hread) houtline
  have hT : outline.program.tables.Sound := houtline.tables
  have hright := outlined_right (r := ⟨{ outline.program with statements := merged }, outline.outline⟩) ⟨hT, ⟨houtline.fits.1⟩⟩ houtlined
  obtain ⟨emovers, hatoms⟩ := moverConditions_sound hT.right _ (g := Generator.start room left) (initial_right _) (by show 2 ≤ firstVersion; decide) hmovers
  obtain ⟨econditions, _⟩ := conditions_sound hright.tables.right emovers.right hgen
  have hrefuted := refuteAll_conditions econditions.right hall
  have hsat := outlined_satisfies hright hnone hghosts emovers.right hgen hrefuted
  have hatoms := hatoms econditions.grows fun x hx => hrefuted x (econditions.conditions x hx)
  have hmerges := merges_of_tables (p := outline.program) hfamilies hmerged hprocs
  have hmergeable := mergeable_of_atoms (p := outline.program) hfamilies hatoms
  have hreduces := reduces_asserted (p := outline.program) hasserted
  have hsafe := safe_of_satisfies hsat
  have hsafe₁ := safe_of_merging hmerges hmergeable hsafe
  have hens₁ := ensures_of_merging hmerges hmergeable hsafe (ensures_of_satisfies hsat)
  have hspec : outline.program.specification.rely = none ∧ outline.program.specification.guarantee = none ∧ outline.program.specification.invariant = none := by
    revert honly
    simp only [Kernel.onlyEnsures]
    split
    · rename_i h₁ h₂ h₃
      exact fun _ => ⟨h₁, h₂, h₃⟩
    all_goals exact fun h => by simp at h
  refine satisfies_of_ensures (fun E σ σ' hr => ?_) (fun E σ σ' => ?_) (fun E σ => ?_) (safe_of_preserves hreduces hsafe₁) (ensures_of_preserves hreduces hsafe₁ hens₁)
  · simp only [ProgramTables.specificationText, hspec.1, orFalse] at hr
    exact hT.startsTrue.not_literal hr
  · simp only [ProgramTables.specificationText, hspec.2.1, orTrue]
    exact hT.startsTrue.literal
  · simp only [ProgramTables.specificationText, hspec.2.2, orTrue]
    exact hT.startsTrue.literal

end Plato
