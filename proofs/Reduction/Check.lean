/-
# Proofs by reduction are sound

In each step the program is simulated by the one with assertions and replacements, which is reduced to the one with atomic blocks; the last one satisfies its specification by
its outline.

Main results: `satisfies_of_ensures`, `step_keeps`, `reduction_sound`.
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

theorem reductionLine_sound {read result : ReadReduction} {limit : Nat} {line : ReductionLine} (hr : read.program.tables.Sound)
    (h : read.add limit line = .ok result) : result.program.tables.Sound := by
  unfold ReadReduction.add at h
  split at h
  · cases h; exact hr
  · obtain ⟨tables, ht, h⟩ := bind_ok.mp h; cases h; exact hr.addTerm ht
  · obtain ⟨tables, ht, h⟩ := bind_ok.mp h; cases h; exact hr.define ht
  · obtain ⟨program, hp, h⟩ := bind_ok.mp h; cases h; exact addCommandLine_tables hp ▸ hr
  · obtain ⟨program, hp, h⟩ := bind_ok.mp h; cases h; exact addCommandLine_tables hp ▸ hr
  · obtain ⟨_, _, h⟩ := bind_ok.mp h; cases h; exact hr
  · obtain ⟨_, _, h⟩ := bind_ok.mp h; cases h; exact hr

/-- The tables stay as they are to be. -/
theorem reductionPlans_sound {bytes : ByteArray} (i : Nat) (read : ReadReduction) (hr : read.program.tables.Sound) {result : ReadReduction × Nat}
    (h : Kernel.reductionPlans bytes i read = .ok result) : result.1.program.tables.Sound := by
  fun_induction Kernel.reductionPlans bytes i read with
  | case1 i read ih =>
    obtain ⟨⟨line, next⟩, _, h⟩ := bind_ok.mp h
    dsimp only at h
    split at h
    · injection h with h; exact h ▸ hr
    · simp at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨read', hadd, h⟩ := bind_ok.mp h
    rw [atOffset_ok] at hadd
    split at h
    · exact ih _ _ ‹_› (reductionLine_sound hr hadd) h
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

variable {p : ProgramTables} {plan : ReductionPlan} {changed merged : Array StatementEntry} {families : List FamilyAtoms}

/-- The commands of a family, by its number. -/
def InFamily (families : List FamilyAtoms) (T : Tables) (f : Nat) (C : Command) : Prop := ∃ F ∈ families, F.number = f ∧ F.Has T C
def RightIn (families : List FamilyAtoms) (T : Tables) (f : Nat) (C : Command) : Prop := ∃ F ∈ families, F.number = f ∧ F.HasRight T C
def LeftIn (families : List FamilyAtoms) (T : Tables) (f : Nat) (C : Command) : Prop := ∃ F ∈ families, F.number = f ∧ F.HasLeft T C

/-- The program with other statements. -/
abbrev ProgramTables.textWith (p : ProgramTables) (statements : Array StatementEntry) : ProgramText := ProgramTables.text { p with statements }

theorem textWith_size (p : ProgramTables) (statements : Array StatementEntry) : (p.textWith statements).families.size = p.families.size := families_size _

theorem textWith_member {statements : Array StatementEntry} {f : Nat} (h : f < (p.textWith statements).families.size) (hf : f < p.families.size) :
    (p.textWith statements).families[f].members = p.tables.literal p.families[f].members := by
  rw [families_getElem { p with statements := statements } f hf]

/-- The program with assertions and replacements and the one with atomic blocks are before and after a step of reduction. -/
theorem merges_of_tables {limit : Nat} (hfamilies : familyAtoms plan changed p.procedures p.families p.families.size [] = .ok families)
    (hmerged : mergeStatements plan limit (codes changed) changed 0 #[] = .ok merged) (hinside : bodiesInside (codes changed) p.procedures 0 = .ok ()) :
    Merges (p.textWith changed) (p.textWith merged) (InFamily families p.tables) (RightIn families p.tables) (LeftIn families p.tables)
      (SumOf p.tables plan changed) := by
  obtain ⟨_, hright, hall⟩ := familyAtoms_sound _ (fun F hF => by cases hF) hfamilies
  obtain ⟨hsize, hlines⟩ := mergeStatements_sound 0 #[] rfl (Nat.zero_le _) (fun k _ hk => absurd hk (Nat.not_lt_zero k)) hmerged
  have find (i : Nat) (hi : i < p.families.size) : ∃ F ∈ families, F.number = i ∧ F.Right plan changed p.procedures p.families := by
    obtain ⟨F, hF, hn⟩ := hall i hi
    exact ⟨F, hF, hn, hright F hF⟩
  -- what is reached in a family, before and after
  have parts (F : FamilyAtoms) (hF : F ∈ families) {reached : Array Bool}
      (hr : ∀ k (hk : k < changed.size), reached.getD k false = true → partsReached reached changed[k].shape = .ok () ∧
        ∀ c, changed[k].shape = .atomic c → ⟨k, c, plan.rights.getD k false, plan.lefts.getD k false⟩ ∈ F.atoms) (k : Nat)
      (hk : reached.getD k false = true) :
      Merged (Mergeable.Part (RightIn families p.tables F.number) (LeftIn families p.tables F.number) (SumOf p.tables plan changed))
        (((codes changed).getD k .skip).core p.tables) (((codes merged).getD k .skip).core p.tables) ∧
      Plain (InFamily families p.tables F.number) (((codes changed).getD k .skip).core p.tables) := by
    refine ⟨reached_merged hsize hlines (fun k hk hkr => (hr k hk hkr).1) (fun k hk => ?_) _ hk, plain_mono (fun hC => ⟨F, hF, rfl, hC⟩) (reached_plain hr _ hk)⟩
    refine reached_typed (fun k hk hkr => (hr k hk hkr).1) (fun k hk hkr hf c hc => ?_) (fun k hk hkr hf c hc => ?_) _ k hk
    · exact ⟨F, hF, rfl, _, (hr k hk hkr).2 c hc, hf, rfl⟩
    · exact ⟨F, hF, rfl, _, (hr k hk hkr).2 c hc, hf, rfl⟩
  refine ⟨rfl, rfl, (textWith_size p _).trans (textWith_size p _).symm, fun i h h' => ?_, fun i h h' => ?_, fun i h => ?_, ?_, ?_, fun i h ρ => ?_, fun ρ => ?_⟩
  · have hi : i < p.families.size := textWith_size p _ ▸ h
    rw [textWith_member h hi, textWith_member h' hi]
  · have hi : i < p.families.size := textWith_size p _ ▸ h
    rw [families_getElem { p with statements := changed } i hi, families_getElem { p with statements := merged } i hi]
    obtain ⟨F, hF, rfl, hFR⟩ := find i hi
    obtain ⟨reached, hbody, _, hr⟩ := hFR.reached
    exact (parts F hF hr _ hbody).1
  · have hi : i < p.families.size := textWith_size p _ ▸ h
    rw [families_getElem { p with statements := changed } i hi]
    obtain ⟨F, hF, rfl, hFR⟩ := find i hi
    obtain ⟨reached, hbody, _, hr⟩ := hFR.reached
    exact (parts F hF hr _ hbody).2
  · rintro i C ⟨F, hF, hn, a, ha, _, hC⟩
    exact ⟨F, hF, hn, a, ha, hC⟩
  · rintro i C ⟨F, hF, hn, a, ha, _, hC⟩
    exact ⟨F, hF, hn, a, ha, hC⟩
  · have hi : i < p.families.size := textWith_size p _ ▸ h
    obtain ⟨F, hF, rfl, hFR⟩ := find i hi
    obtain ⟨reached, hbody, hbodies, hr⟩ := hFR.reached
    rw [bodiesOf_text, bodiesOf_text]
    dsimp only
    split
    · rename_i hρ
      exact parts F hF hr _ (hbodies ρ hρ)
    · exact ⟨.skip, trivial⟩
  · rw [bodiesOf_text]
    dsimp only
    split
    · rename_i hρ
      exact inside_sound (bodiesInside_sound 0 hinside ρ hρ (Nat.zero_le _))
    · trivial

/-- What is known where only the parameters are. -/
abbrev onlyAssumed (p : ProgramTables) : List Property := [.is (orTrue p.assumption) (.here 0 .nobody)]

theorem assumed_of_initial {statements : Array StatementEntry} {E : Parameters} {σ : Store} (h : (p.textWith statements).Initial E σ) (i : Int) :
    ∀ f ∈ onlyAssumed p, f.Holds p.tables ⟨E, i, 0⟩ (fun _ => σ) [] := by
  intro f hf
  simp only [List.mem_singleton] at hf
  subst hf
  exact is_here.mpr h.1

/-- The conditions of the movers and of summaries are those of the step. -/
theorem mergeable_of_atoms (hfamilies : familyAtoms plan changed p.procedures p.families p.families.size [] = .ok families)
    (hatoms : ∀ F ∈ families, ∀ a ∈ F.atoms, AtomRight p.tables (orTrue p.assumption) plan.invariant families F a)
    (hbegins : ∀ E σ, (p.textWith changed).Initial E σ → invariantAt p.tables plan.invariant E σ)
    (hsums : ∀ k, k < changed.size → plan.merges.getD k false = true →
      (moverCode plan changed (codes changed) k).Summarised (SimulatedFor p.tables (onlyAssumed p) plan.invariant)) :
    Mergeable (p.textWith changed) (InFamily families p.tables) (RightIn families p.tables) (LeftIn families p.tables) (SumOf p.tables plan changed) := by
  obtain ⟨_, hright, _⟩ := familyAtoms_sound _ (fun F hF => by cases hF) hfamilies
  intro E σ hinit
  have member {F : FamilyAtoms} (hF : F ∈ families) {i : Int} (h : F.number < (p.textWith changed).families.size)
      (hm : (p.textWith changed).families[F.number].members.predicate E i σ) : (p.tables.literal F.members).predicate E i σ := by
    rw [textWith_member h (hright F hF).lt] at hm
    rw [(hright F hF).members]
    exact hm
  have both {F G : FamilyAtoms} (hF : F ∈ families) (hG : G ∈ families) {i j : Int}
      (h : F.number < (p.textWith changed).families.size) (h' : G.number < (p.textWith changed).families.size)
      (hi : (p.textWith changed).families[F.number].members.predicate E i σ)
      (hj : (p.textWith changed).families[G.number].members.predicate E j σ) (hne : (F.number, i) ≠ (G.number, j)) :
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
  have one {F : FamilyAtoms} (hF : F ∈ families) {i : Int} (h : F.number < (p.textWith changed).families.size)
      (hi : (p.textWith changed).families[F.number].members.predicate E i σ) :
      ∀ f ∈ F.given (orTrue p.assumption), f.Holds p.tables ⟨E, i, 0⟩ (fun _ => σ) [] := by
    intro f hf
    simp only [FamilyAtoms.given, List.mem_cons, List.not_mem_nil, or_false] at hf
    rcases hf with rfl | rfl
    · exact is_here.mpr hinit.1
    · exact is_here.mpr (member hF h hi)
  have keeps {f : Nat} {i : Int} {C : Command} (h : f < (p.textWith changed).families.size)
      (hi : (p.textWith changed).families[f].members.predicate E i σ) (hC : InFamily families p.tables f C) :
      KeepsOf E (invariantAt p.tables plan.invariant E) i C := by
    obtain ⟨F, hF, rfl, a, ha, rfl⟩ := hC
    exact (hatoms F hF a ha).keeps (s := ⟨E, i, 0⟩) (one hF h hi)
  refine ⟨invariantAt p.tables plan.invariant E, hbegins E σ hinit, keeps, ?_, ?_, ?_, ?_⟩
  · rintro f g i j C D h h' hi hj hne ⟨F, hF, rfl, a, ha, hr, rfl⟩ ⟨G, hG, rfl, d, hd, rfl⟩
    exact ((hatoms F hF a ha).pairs G hG d hd (both hF hG h h' hi hj hne)).1 hr
  · rintro f g i j C D h h' hi hj hne ⟨F, hF, rfl, a, ha, hl, rfl⟩ ⟨G, hG, rfl, d, hd, rfl⟩
    exact ((hatoms F hF a ha).pairs G hG d hd (both hF hG h h' hi hj hne)).2 hl
  · rintro f i C h hi ⟨F, hF, rfl, a, ha, hl, rfl⟩
    exact (hatoms F hF a ha).enabled hl (s := ⟨E, i, 0⟩) (one hF h hi)
  · rintro f t S C h hi ⟨k, cs, c, hk, hm, rfl, rfl, hcs, hc⟩ hp body
    exact merged_summary (fun hC => keeps h hi hC) (fun hs => hs ⟨E, ident t, 0⟩ σ (assumed_of_initial hinit _)) hp (hsums k hk hm) hcs hc

/-- The program with assertions and replacements simulates the program before it. -/
theorem reduces_changed {limit : Nat} {statements : Array StatementEntry} (h : changeStatements plan limit statements 0 #[] = .ok changed)
    (hs : ∀ k (hk : k < statements.size) c d, statements[k].shape = .atomic c → plan.replacements.getD k none = some d →
      SimulatedFor p.tables (onlyAssumed p) none c d.command) : Reduces (p.textWith statements) (p.textWith changed) := by
  obtain ⟨hsize, hlines⟩ := changeStatements_sound 0 #[] rfl (Nat.zero_le _) (fun k _ hk => absurd hk (Nat.not_lt_zero k)) h
  refine reduces_of_abstracts fun E σ hi => ?_
  have abstracts := changed_abstracts hsize hlines (E := E) fun k hk c d hc hd i => fun _ _ => hs k hk c d hc hd ⟨E, i, 0⟩ σ (assumed_of_initial hi i) invariantAt_none
  refine ⟨hi, fun _ => True, trivial, ⟨(textWith_size p _).trans (textWith_size p _).symm, fun i h h' => ?_, fun i h h' => ?_, fun ρ => ?_⟩, ?_⟩
  · have hi : i < p.families.size := textWith_size p _ ▸ h
    rw [textWith_member h hi, textWith_member h' hi]
  · have hi : i < p.families.size := textWith_size p _ ▸ h
    rw [families_getElem { p with statements := changed } i hi, families_getElem { p with statements := statements } i hi]
    exact abstracts _
  · rw [bodiesOf_text, bodiesOf_text]
    dsimp only
    split
    · exact abstracts _
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

/-! ## The steps -/

variable {g g' : Generator}

theorem replacementConditions_sound (hT : p.tables.Right) {given : List Property} {stage : Kernel.Stage} (i : Nat) (hR : g.builder.tables.Right)
    (hv : 2 ≤ g.nextVersion) (h : Kernel.replacementConditions p.tables given stage i g = .ok g') :
    Yields g g' (∀ k (hk : k < stage.before.size), i ≤ k → ∀ c d, stage.before[k].shape = .atomic c → stage.plan.replacements.getD k none = some d →
      SimulatedFor p.tables given none c d.command) := by
  fun_induction Kernel.replacementConditions p.tables given stage i g with
  | case1 i g hlt d old hold hd ih =>
    obtain ⟨g₁, h1, h⟩ := bind_ok.mp h
    have x := simulate_yields hT hR hv h1
    refine (x.and (ih g₁ x.1.right (Nat.le_trans hv x.1.version) h)).imp fun ⟨hP, hQ⟩ k hk hik c d' hc hd' => ?_
    by_cases he : i = k
    · subst he
      rw [hold] at hc
      rw [hd] at hd'
      cases hc
      cases hd'
      exact hP
    · exact hQ k hk (by omega) c d' hc hd'
  | case2 i g hlt hn ih =>
    refine (ih hR hv h).imp fun hQ k hk hik c d hc hd => ?_
    by_cases he : i = k
    · subst he; exact absurd hc fun hc => hn d c hd hc
    · exact hQ k hk (by omega) c d hc hd
  | case3 i g hlt =>
    cases h
    exact .refl hR fun k hk hik => by omega

theorem mergeConditions_sound (hT : p.tables.Right) {given : List Property} {stage : Kernel.Stage} (i : Nat) (hR : g.builder.tables.Right)
    (hv : 2 ≤ g.nextVersion) (h : Kernel.mergeConditions p.tables given stage i g = .ok g') :
    Yields g g' (∀ k, k < stage.changed.size → i ≤ k → stage.plan.merges.getD k false = true →
      (moverCode stage.plan stage.changed (codes stage.changed) k).Summarised (SimulatedFor p.tables given stage.plan.invariant)) := by
  fun_induction Kernel.mergeConditions p.tables given stage i g with
  | case1 i g hlt hm ih =>
    obtain ⟨g₁, h1, h⟩ := bind_ok.mp h
    have x := summaryConditions_sound hT _ hR hv h1
    refine (x.and (ih g₁ x.1.right (Nat.le_trans hv x.1.version) h)).imp fun ⟨hP, hQ⟩ k hk hik hm' => ?_
    by_cases he : i = k
    · subst he; exact hP
    · exact hQ k hk (by omega) hm'
  | case2 i g hlt hm ih =>
    refine (ih hR hv h).imp fun hQ k hk hik hm' => ?_
    by_cases he : i = k
    · subst he; exact absurd hm' hm
    · exact hQ k hk (by omega) hm'
  | case3 i g hlt =>
    cases h
    exact .refl hR fun k hk hik => by omega

/-- The invariant of a step holds in the initial stores. -/
theorem beginsCondition_sound (hT : p.tables.Right) {invariant : Option Literal} (hR : g.builder.tables.Right)
    (h : Kernel.beginsCondition p.tables (orTrue p.assumption) (orTrue p.init) invariant g = .ok g') :
    Yields g g' (∀ (statements : Array StatementEntry) (E : Parameters) (σ : Store), (p.textWith statements).Initial E σ → invariantAt p.tables invariant E σ) := by
  cases invariant with
  | none => cases h; exact .refl hR fun _ _ _ _ => invariantAt_none
  | some f =>
    obtain ⟨⟨known, g₁⟩, h1, h⟩ := bind_ok.mp h
    obtain ⟨⟨ls, g₂⟩, h2, h⟩ := bind_ok.mp h
    obtain ⟨⟨l, g₃⟩, h3, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq] at h
    subst h
    obtain ⟨st₁, says₁⟩ := properties_says hT _ hR (sources := []) (fun _ hx => nomatch hx) h1
    obtain ⟨st₂, says₂⟩ := properties_says hT _ st₁.toExtends.right (sources := []) (fun _ hx => nomatch hx) h2
    have st₃ := (make_says st₂.toExtends.right h3).1
    have says₃ {T'} (hT') (M) := make_and_says (T' := T') st₂.toExtends.right h3 hT' M
    have er := Extends.require st₃.toExtends.right .begins (known.push (Literal.negate l))
    refine ⟨((st₁.trans st₂).trans st₃).toExtends.trans er, fun {T'} hT' hall statements E σ hi l' hl' => ?_⟩
    cases hl'
    have hrefuted : Condition.Refuted T' ⟨.begins, known.push (Literal.negate l)⟩ := hall _ (by simp [Generator.require])
    have G₃ : Grows g₃.builder.tables T' := er.grows.trans hT'
    have G₂ := st₃.toExtends.grows.trans G₃
    have hfit : Fits ⟨E, 0, 0⟩ (Setting.from ⟨E, 0, 0⟩ σ σ) := from_fits
    have hknown := (says₁ (st₂.toExtends.grows.trans G₂) hfit (ρ := fun _ => σ) fun _ => from_initial).mpr ⟨fun _ hx => by simp at hx, fun f' hf' => by
      simp only [List.mem_cons, List.not_mem_nil, or_false] at hf'
      rcases hf' with rfl | rfl
      · exact is_here.mpr hi.1
      · exact is_here.mpr hi.2⟩
    have hls := ((says₂ G₂ hfit (ρ := fun _ => σ) fun _ => from_initial).mp ((says₃ G₃ _).1 (hrefuted.conclude hknown))).2
    exact is_here.mp (hls _ (List.mem_singleton.mpr rfl))

/-- What is shown of a step: what is proved of the program after it holds of the program before it. -/
def StepKeeps (p : ProgramTables) (before after : Array StatementEntry) : Prop := ∀ f : Formula, (p.textWith after).Safe → (p.textWith after).Ensures f →
  (p.textWith before).Safe ∧ (p.textWith before).Ensures f

/-- **One step.** -/
theorem step_keeps (hT : p.tables.Right) {limit : Nat} {stage : Kernel.Stage} (hchanged : changeStatements stage.plan limit stage.before 0 #[] = .ok stage.changed)
    (hmerged : mergeStatements stage.plan limit (codes stage.changed) stage.changed 0 #[] = .ok stage.after)
    (hinside : bodiesInside (codes stage.changed) p.procedures 0 = .ok ())
    (hfamilies : familyAtoms stage.plan stage.changed p.procedures p.families p.families.size [] = .ok families) (hR : g.builder.tables.Right)
    (hv : 2 ≤ g.nextVersion) (h : Kernel.ReductionStep.conditions p.tables (orTrue p.assumption) (orTrue p.init) ⟨stage, families⟩ g = .ok g') :
    Yields g g' (StepKeeps p stage.before stage.after) := by
  obtain ⟨g₀, h0, h⟩ := bind_ok.mp h
  obtain ⟨g₁, h1, h⟩ := bind_ok.mp h
  obtain ⟨g₂, h2, h⟩ := bind_ok.mp h
  have w := beginsCondition_sound hT hR h0
  have hv₀ := Nat.le_trans hv w.1.version
  have x := replacementConditions_sound hT 0 w.1.right hv₀ h1
  have hv₁ := Nat.le_trans hv₀ x.1.version
  have y := mergeConditions_sound hT 0 x.1.right hv₁ h2
  obtain ⟨e, r⟩ := moverConditions_sound hT _ y.1.right (Nat.le_trans hv₁ y.1.version) h
  have z : Yields g₂ g' (∀ F ∈ families, ∀ a ∈ F.atoms, AtomRight p.tables (orTrue p.assumption) stage.plan.invariant families F a) := ⟨e, fun {_} hT' hall => r hT' hall⟩
  refine (w.and (x.and (y.and z))).imp fun ⟨hbegins, hP, hQ, hatoms⟩ f hsafe hens => ?_
  have hmerges := merges_of_tables (p := p) hfamilies hmerged hinside
  have hmergeable := mergeable_of_atoms hfamilies hatoms (hbegins _) fun k hk hm => hQ k hk (Nat.zero_le _) hm
  have hreduces := reduces_changed (p := p) hchanged fun k hk c d hc hd => hP k hk (Nat.zero_le _) c d hc hd
  have hsafe₁ := safe_of_merging hmerges hmergeable hsafe
  exact ⟨safe_of_preserves hreduces hsafe₁, ensures_of_preserves hreduces hsafe₁ (ensures_of_merging hmerges hmergeable hsafe hens)⟩

/-- All steps. -/
theorem steps_keep (hT : p.tables.Right) {limit : Nat} {plans : Array ReductionPlan} (i : Nat) {statements last : Array StatementEntry}
    {stages : List Kernel.Stage} {steps : List Kernel.ReductionStep} (hstages : Kernel.stagesOf limit plans i statements = .ok (stages, last))
    (hsteps : Kernel.stepsOf p stages = .ok steps) (hR : g.builder.tables.Right) (hv : 2 ≤ g.nextVersion)
    (h : Kernel.stepConditions p.tables (orTrue p.assumption) (orTrue p.init) steps g = .ok g') : Yields g g' (StepKeeps p statements last) := by
  fun_induction Kernel.stagesOf limit plans i statements generalizing stages steps g with
  | case1 i statements hlt ih =>
    obtain ⟨changed, hchanged, hstages⟩ := bind_ok.mp hstages
    obtain ⟨after, hafter, hstages⟩ := bind_ok.mp hstages
    obtain ⟨⟨stages', last'⟩, hrest, hstages⟩ := bind_ok.mp hstages
    simp only [Except.ok.injEq, Prod.mk.injEq] at hstages
    obtain ⟨rfl, rfl⟩ := hstages
    obtain ⟨_, hinside, hsteps⟩ := bind_ok.mp hsteps
    obtain ⟨families, hfamilies, hsteps⟩ := bind_ok.mp hsteps
    obtain ⟨steps', hsteps', hsteps⟩ := bind_ok.mp hsteps
    injection hsteps with hsteps
    subst hsteps
    obtain ⟨g₁, h1, h⟩ := bind_ok.mp h
    have x := step_keeps hT (stage := ⟨_, statements, changed, after⟩) hchanged hafter hinside hfamilies hR hv h1
    have y := ih after hrest hsteps' x.1.right (Nat.le_trans hv x.1.version) h
    refine (x.and y).imp fun ⟨hP, hQ⟩ f hsafe hens => ?_
    obtain ⟨hsafe', hens'⟩ := hQ f hsafe hens
    exact hP f hsafe' hens'
  | case2 i statements hlt =>
    simp only [Except.ok.injEq, Prod.mk.injEq] at hstages
    obtain ⟨rfl, rfl⟩ := hstages
    cases hsteps
    cases h
    exact .refl hR fun _ hsafe hens => ⟨hsafe, hens⟩

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
  obtain ⟨⟨stages, merged⟩, hstages, hr⟩ := bind_ok.mp hr
  obtain ⟨⟨outline, next⟩, houtline, hr⟩ := bind_ok.mp hr
  obtain ⟨outlined, houtlined, hr⟩ := bind_ok.mp hr
  obtain ⟨_, honly, hr⟩ := bind_ok.mp hr
  obtain ⟨steps, hsteps, hr⟩ := bind_ok.mp hr
  injection hr with hr
  subst hr
  rw [atOffset_ok] at hstages houtlined honly hsteps
  have hread : read.program.tables.Sound := reductionPlans_sound _ _ hp hplan
  have houtline := outline_sound _ _ (empty_sound (p := { read.program with statements := merged }) hread) houtline
  have hT : outline.program.tables.Sound := houtline.tables
  have hright := outlined_right (r := ⟨{ outline.program with statements := merged }, outline.outline⟩) ⟨hT, ⟨houtline.fits.1⟩⟩ houtlined
  obtain ⟨emovers, hkeeps⟩ := steps_keep (p := { outline.program with statements := p.statements }) hT.right 0 hstages hsteps (g := Generator.start room left) (initial_right _)
    (by show 2 ≤ firstVersion; decide) hmovers
  obtain ⟨econditions, _⟩ := conditions_sound hright.tables.right emovers.right hgen
  have hrefuted := refuteAll_conditions econditions.right hall
  have hsat := outlined_satisfies hright hnone hghosts emovers.right hgen hrefuted
  have hkeeps := hkeeps econditions.grows fun x hx => hrefuted x (econditions.conditions x hx)
  obtain ⟨hsafe, hens⟩ := hkeeps _ (safe_of_satisfies hsat) (ensures_of_satisfies hsat)
  have hspec : outline.program.specification.rely = none ∧ outline.program.specification.guarantee = none ∧ outline.program.specification.invariant = none := by
    revert honly
    simp only [Kernel.onlyEnsures]
    split
    · rename_i h₁ h₂ h₃
      exact fun _ => ⟨h₁, h₂, h₃⟩
    all_goals exact fun h => by simp at h
  refine satisfies_of_ensures (fun E σ σ' hr => ?_) (fun E σ σ' => ?_) (fun E σ => ?_) hsafe hens
  · simp only [ProgramTables.specificationText, hspec.1, orFalse] at hr
    exact hT.startsTrue.not_literal hr
  · simp only [ProgramTables.specificationText, hspec.2.1, orTrue]
    exact hT.startsTrue.literal
  · simp only [ProgramTables.specificationText, hspec.2.2, orTrue]
    exact hT.startsTrue.literal

end Plato
