/-
# Core Plato: blocks become atomic

The step that a method for reduction makes: some statements of a core program, in its threads and its procedures, become commands. It is a reduction of
its calculus; so, if the conditions hold, what is proved of the new program holds of the old one.

Main definitions: `replaceCore`, `markCore`, `Merges`, `merging`, `Mergeable`.
Main results: `merging_source`, `merging_target`, `safe_of_merging`, `ensures_of_merging`, `refines_of_merging`.
-/
module

public import Theory.Reduction.CorePrograms

@[expose] public section

namespace Plato.Reduction

section

variable (find : Core → Option Command)

/-- The command for the statement, if there is one; else what is given. -/
def orElse (S T : Core) : Core :=
  match find S with
  | some c => .atomic c
  | none => T

/-- The statement with commands in the place of the statements for which there are some, the outermost ones first. -/
def replaceCore : Core → Core
  | .skip => orElse find .skip .skip
  | .atomic C => orElse find (.atomic C) (.atomic C)
  | .choice S T => orElse find (.choice S T) (.choice (replaceCore S) (replaceCore T))
  | .seq S T => orElse find (.seq S T) (.seq (replaceCore S) (replaceCore T))
  | .loop S => orElse find (.loop S) (.loop (replaceCore S))
  | .block S => orElse find (.block S) (.block (replaceCore S))
  | .exit n => orElse find (.exit n) (.exit n)
  | .call ρ => orElse find (.call ρ) (.call ρ)
  | .scope locals S => orElse find (.scope locals S) (.scope locals (replaceCore S))
  | .par first last S => orElse find (.par first last S) (.par first last (replaceCore S))
  | .branches rest => orElse find (.branches rest) (.branches fun n => replaceCore (rest n))

variable (E : Parameters)

abbrev MarkedCore := Marked (List Index) Index (Nat × Int) Store

/-- The statement, marked with its command if there is one; else what is given. -/
noncomputable def orMark (t : Int) (S : Core) (M : MarkedCore) : MarkedCore :=
  match find S with
  | some c => .mark (gated E c) .out (ofCore E t S)
  | none => M

/-- The statement of the calculus with marks for the statements that become commands. -/
noncomputable def markCore (t : Int) : Core → MarkedCore
  | .skip => orMark find E t .skip .skip
  | .atomic C => orMark find E t (.atomic C) (.atomic (gated E C))
  | .choice S T => orMark find E t (.choice S T) (.choice (markCore t S) (markCore t T))
  | .seq S T => orMark find E t (.seq S T) (.seq (markCore t S) (markCore t T))
  | .loop S => orMark find E t (.loop S) (.loop (markCore t S))
  | .block S => orMark find E t (.block S) (.block (markCore t S))
  | .exit n => orMark find E t (.exit n) (.exit n)
  | .call ρ => orMark find E t (.call ρ) (.call (ρ, t))
  | .scope locals S => orMark find E t (.scope locals S) (.pick fun v => .seq (.atomic (remember locals t v.2))
      (.seq (markCore t S) (.atomic (gated E (restoring locals t v.2)))))
  | .par first last S => orMark find E t (.par first last S) (.pick fun v => .seq (.atomic (bounds E first last t v.2)) (.par (branching .skip fun n =>
      open Classical in
      if (first.valueIn E t v.2).toInt ≤ n ∧ n ≤ (last.valueIn E t v.2).toInt then markCore (branchOf t n) S else .skip)))
  | .branches rest => orMark find E t (.branches rest) (.par (branching .skip fun n => markCore (branchOf t n) (rest n)))

end

section

variable {find : Core → Option Command} {E : Parameters}

theorem orMark_erase {t : Int} {S : Core} {M : MarkedCore} (h : M.erase = ofCore E t S) : (orMark find E t S M).erase = ofCore E t S := by
  unfold orMark
  cases find S with
  | some c => rfl
  | none => exact h

theorem orMark_contract {t : Int} {S T : Core} {M : MarkedCore} (h : M.contract = ofCore E t T) :
    (orMark find E t S M).contract = ofCore E t (orElse find S T) := by
  unfold orMark orElse
  cases find S with
  | some c => rfl
  | none => exact h

theorem branching_map {Control Control' : Type} {skip : Control} {f : Int → Control} {g : Control → Control'} :
    (fun b => g (branching skip f b)) = branching (g skip) fun n => g (f n) := by
  funext b
  unfold branching
  split <;> rfl

theorem markCore_erase {S : Core} {t : Int} : (markCore find E t S).erase = ofCore E t S := by
  induction S generalizing t with
  | skip | atomic | exit | call => exact orMark_erase rfl
  | choice S T ih ih' => exact orMark_erase (by rw [Marked.erase, ih, ih', ofCore])
  | seq S T ih ih' => exact orMark_erase (by rw [Marked.erase, ih, ih', ofCore])
  | loop S ih => exact orMark_erase (by rw [Marked.erase, ih, ofCore])
  | block S ih => exact orMark_erase (by rw [Marked.erase, ih, ofCore])
  | scope locals S ih => exact orMark_erase (by simp only [Marked.erase, ih, ofCore])
  | par first last S ih =>
    refine orMark_erase ?_
    simp only [Marked.erase, branching_map (g := Marked.erase), ofCore]
    congr 1
    funext v
    congr 3
    funext n
    split
    · exact ih
    · rfl
  | branches rest ih => exact orMark_erase (by simp only [Marked.erase, branching_map (g := Marked.erase), ih, ofCore])

theorem markCore_contract {S : Core} {t : Int} : (markCore find E t S).contract = ofCore E t (replaceCore find S) := by
  induction S generalizing t with
  | skip | atomic | exit | call => exact orMark_contract rfl
  | choice S T ih ih' => exact orMark_contract (by rw [Marked.contract, ih, ih', ofCore])
  | seq S T ih ih' => exact orMark_contract (by rw [Marked.contract, ih, ih', ofCore])
  | loop S ih => exact orMark_contract (by rw [Marked.contract, ih, ofCore])
  | block S ih => exact orMark_contract (by rw [Marked.contract, ih, ofCore])
  | scope locals S ih => exact orMark_contract (by simp only [Marked.contract, ih, ofCore])
  | par first last S ih =>
    refine orMark_contract ?_
    simp only [Marked.contract, branching_map (g := Marked.contract), ofCore]
    congr 1
    funext v
    congr 3
    funext n
    split
    · exact ih
    · rfl
  | branches rest ih => exact orMark_contract (by simp only [Marked.contract, branching_map (g := Marked.contract), ih, ofCore])

end

/-- The second program is the first one with commands for some statements. -/
structure Merges (p p' : ProgramText) (find : Core → Option Command) : Prop where
  assumption : p'.assumption = p.assumption
  init : p'.init = p.init
  size : p'.families.size = p.families.size
  members : ∀ i (h : i < p.families.size) (h' : i < p'.families.size), p'.families[i].members = p.families[i].members
  family : ∀ i (h : i < p.families.size) (h' : i < p'.families.size), p'.families[i].body = replaceCore find p.families[i].body
  procedure : ∀ ρ, bodiesOf p' ρ = replaceCore find (bodiesOf p ρ)

/-- The calculus of the program with marks for the statements that become commands. -/
noncomputable def merging (p : ProgramText) (find : Core → Option Command) (E : Parameters) (σ : Store) (Atom : Gated (List Index) Store → Prop)
    (I : Store → Prop) (Pre Post : CoreStmt → Prop) : Reduction (List Index) Index (Nat × Int) Store where
  root := []
  child t b := b :: t
  main := .par fun b => open Classical in
    if h : b.2 = σ ∧ ∃ h : b.1.1 < p.families.size, p.families[b.1.1].members.predicate E b.1.2 σ then
      markCore find E b.1.2 (p.families[b.1.1]'h.2.1).body
    else .skip
  body ρ := markCore find E ρ.2 (bodiesOf p ρ.1)
  Atom := Atom
  I := I
  Pre := Pre
  Post := Post

variable {p p' : ProgramText} {find : Core → Option Command} {E : Parameters} {σ : Store} {Atom : Gated (List Index) Store → Prop} {I : Store → Prop}
  {Pre Post : CoreStmt → Prop}

theorem merging_source : (merging p find E σ Atom I Pre Post).source = calculus p E σ := by
  have hmain : (merging p find E σ Atom I Pre Post).main.erase = (calculus p E σ).main := by
    simp only [merging, calculus, Marked.erase]
    congr 1
    funext b
    split
    · exact markCore_erase
    · rfl
  have hbody : (fun ρ : Nat × Int => ((merging p find E σ Atom I Pre Post).body ρ).erase) = (calculus p E σ).body := funext fun _ => markCore_erase
  show (⟨[], fun t b => b :: t, (merging p find E σ Atom I Pre Post).main.erase, fun ρ => ((merging p find E σ Atom I Pre Post).body ρ).erase⟩ :
    Program _ _ _ _) = _
  rw [hmain, hbody]
  rfl

theorem merging_target (h : Merges p p' find) : (merging p find E σ Atom I Pre Post).target = calculus p' E σ := by
  have hmain : (merging p find E σ Atom I Pre Post).main.contract = (calculus p' E σ).main := by
    simp only [merging, calculus, Marked.contract]
    congr 1
    funext b
    by_cases hb : b.2 = σ ∧ ∃ h : b.1.1 < p.families.size, p.families[b.1.1].members.predicate E b.1.2 σ
    · obtain ⟨h₁, h₂, h₃⟩ := hb
      have h₂' : b.1.1 < p'.families.size := by rw [h.size]; exact h₂
      rw [dif_pos ⟨h₁, h₂, h₃⟩, dif_pos ⟨h₁, h₂', by rw [h.members _ h₂ h₂']; exact h₃⟩, markCore_contract, h.family _ h₂ h₂']
    · rw [dif_neg hb, dif_neg]
      · rfl
      · rintro ⟨h₁, h₂, h₃⟩
        have h₂' : b.1.1 < p.families.size := by rw [← h.size]; exact h₂
        exact hb ⟨h₁, h₂', by rw [← h.members _ h₂' h₂]; exact h₃⟩
  have hbody : (fun ρ : Nat × Int => ((merging p find E σ Atom I Pre Post).body ρ).contract) = (calculus p' E σ).body := by
    funext ρ
    simp only [merging, calculus, markCore_contract, h.procedure]
  show (⟨[], fun t b => b :: t, (merging p find E σ Atom I Pre Post).main.contract, fun ρ => ((merging p find E σ Atom I Pre Post).body ρ).contract⟩ :
    Program _ _ _ _) = _
  rw [hmain, hbody]
  rfl

/-- The conditions of the step, from every initial store. -/
def Mergeable (p : ProgramText) (find : Core → Option Command) : Prop :=
  ∀ E σ, p.Initial E σ → ∃ Atom I Pre Post, I σ ∧ (merging p find E σ Atom I Pre Post).Valid

theorem reduces_of_merging (h : Merges p p' find) (hm : Mergeable p find) : Reduces p p' := by
  intro E σ hi
  obtain ⟨Atom, I, Pre, Post, hI, V⟩ := hm E σ hi
  refine ⟨?_, I, hI, fun hI' hb => ?_, fun hI' hg => ?_⟩
  · obtain ⟨ha, hn⟩ := hi
    exact ⟨by rw [h.assumption]; exact ha, by rw [h.init]; exact hn⟩
  · have := V.bad (σ := _) ⟨hI', by rw [merging_source]; exact hb.2⟩
    rwa [merging_target h] at this
  · have := V.good (σ := _) (σ' := _) ⟨hI', by rw [merging_source]; exact hg.2⟩
    rw [merging_target h] at this
    exact this.imp id fun hg' => ⟨_, rfl, hg'⟩

/-- `safe`: if the program with atomic blocks is safe, so is the program as written. -/
theorem safe_of_merging (h : Merges p p' find) (hm : Mergeable p find) (hsafe : p'.Safe) : p.Safe := safe_of_preserves (reduces_of_merging h hm) hsafe

/-- `ensures`: the same for what holds where all threads have ended. -/
theorem ensures_of_merging {f : Formula} (h : Merges p p' find) (hm : Mergeable p find) (hsafe : p'.Safe) (hens : p'.Ensures f) : p.Ensures f :=
  ensures_of_preserves (reduces_of_merging h hm) hsafe hens

/-- `refines`: where no thread is in a merged block, the program with atomic blocks can come to the same store. -/
theorem refines_of_merging (h : Merges p p' find) (V : (merging p find E σ Atom I Pre Post).Valid) (hI : I σ) {σ' : Store}
    {P' : Plato.Program (p.Thread E σ) Core} (hm : Many (ParStep (p.step E σ)) (.run σ (p.program E σ)) (.run σ' P')) :
    GoesWrong (p'.step E σ) (p'.program E σ) σ ∨ ∃ rest, ∃ M : Marked (List Index) Index (Nat × Int) Store, M.erase = .par rest ∧ Follows p E σ P' rest ∧
      ((∀ q, M.phase q = .out) → GoesWrong (p'.step E σ) (p'.program E σ) σ ∨ ∃ Q' rest', M.contract = .par rest' ∧ Leads p' E σ Q' rest' ∧
        Many (ParStep (p'.step E σ)) (.run σ (p'.program E σ)) (.run σ' Q')) :=
  refines_core V merging_source (merging_target h) hI hm

end Plato.Reduction
