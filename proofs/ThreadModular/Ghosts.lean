/-
# The program without its ghost variables

If the kernel finds that no ghost influences a program, the program with ghosts simulates the program without them. So what has been proved
about the program with ghosts holds of the program without them.

Main results: `operation_runs`, `code_simulated`, `ghosts_sound`.
-/
module

public import ThreadModular.Commands
public import Theory.Erasure
public import ThreadModular.Sound

@[expose] public section

namespace Plato

section

variable {T : Tables} (hT : T.Right) {names : List Nat} {bodies : Nat → Core} {called : Nat → Prop} {E : Parameters} {thread : Int}

/-- A command that can do what another can, up to these variables, simulates it. -/
theorem atomic_simulated {C D : Command}
    (hruns : ∀ {σ τ : Store} {r : Outcome Store}, AgreeOff names σ τ → C.Runs E thread σ r → ∃ r', D.Runs E thread τ r' ∧ AgreeOutcome names r r') :
    Simulates (AgreeOff names) bodies called E thread (.atomic C) (.atomic D) := by
  refine .atomic (fun {σ τ σ'} hσ hr => ?_) fun {σ τ} hσ hr => ?_
  · obtain ⟨r', hr', ha⟩ := hruns hσ hr
    cases r' with
    | store τ' => exact ⟨τ', ha, hr'⟩
    | wrong => exact ha.elim
  · obtain ⟨r', hr', ha⟩ := hruns hσ hr
    cases r' with
    | store τ' => exact ha.elim
    | wrong => exact hr'

/-- Giving entries back leaves stores alike. -/
theorem restored_agree (locals : List Nat) (υ σ τ : Store) {κ κ' : Store} (h : AgreeOff names κ κ') :
    AgreeOff names
      (writes E thread σ ((locals.map fun x => ((⟨x, some (.logic 0)⟩ : Place), Term.num ((υ x).toMap thread))).map
        fun (p, t) => (p, t.valueIn E thread σ)) κ)
      (writes E thread τ ((locals.map fun x => ((⟨x, some (.logic 0)⟩ : Place), Term.num ((υ x).toMap thread))).map
        fun (p, t) => (p, t.valueIn E thread τ)) κ') := by
  induction locals generalizing κ κ' with
  | nil => exact h
  | cons x locals ih =>
    refine ih fun y hy => ?_
    by_cases hyx : y = x
    · subst hyx
      simp only [Place.write, if_true, h y hy]
      rfl
    · simp only [Place.write, hyx, if_false, h y hy]

/-- A scope of variables that are none of these. -/
theorem scope_simulated {locals : List Nat} {S S' : Core} (hlocals : ∀ x ∈ locals, x ∉ names)
    (h : Simulates (AgreeOff names) bodies called E thread S S') :
    Simulates (AgreeOff names) bodies called E thread (.scope locals S) (.scope locals S') := by
  refine .scope (fun {σ τ} hσ => ?_) (fun {υ σ τ σ'} hσ hr => ?_) h
  · unfold restoring
    congr 1
    exact List.map_congr_left fun x hx => by rw [hσ x (hlocals x hx)]
  · cases hr
    exact ⟨_, restored_agree locals υ σ τ hσ, .assign⟩

/-- None of the variables is a ghost. -/
theorem avoidsNames_sound {place : String} (variables : List Nat) {effort r : Nat} (h : Kernel.avoidsNames names place variables effort = .ok r) :
    ∀ x ∈ variables, x ∉ names := by
  induction variables generalizing effort with
  | nil => exact fun x hx => absurd hx (by simp)
  | cons y rest ih =>
    obtain ⟨⟨ghost, _⟩, h1, h⟩ := bind_ok.mp h
    obtain ⟨_, h2, h⟩ := bind_ok.mp h
    intro x hx
    rcases List.mem_cons.mp hx with rfl | hx
    · obtain ⟨_, _, h1⟩ := bind_ok.mp h1
      simp only [Except.ok.injEq, Prod.mk.injEq] at h1
      intro hmem
      have := require_ok.mp h2
      rw [← h1.1, isIn_iff.mpr hmem] at this
      exact absurd this (by simp)
    · exact ih h x hx

include hT

/-- The command as the proof sees it can do what the program's can. -/
theorem operation_runs {o : OutlinedOperation} {effort r : Nat} (h : Kernel.ghostsOfOperation T names o effort = .ok r) {σ τ : Store}
    {r : Outcome Store} (hσ : AgreeOff names σ τ) (hr : (o.command.command T).Runs E thread σ r) :
    ∃ r', (o.proofCommand.command T).Runs E thread τ r' ∧ AgreeOutcome names r r' := by
  unfold Kernel.ghostsOfOperation at h
  split at h
  · rename_i hn
    have he : σ = τ := funext fun x => hσ x (by simp)
    subst he
    simp only [OutlinedOperation.proofCommand, hn]
    exact ⟨r, hr, by cases r <;> simp [AgreeOutcome, AgreeOff.refl]⟩
  · rename_i hn
    simp only [OutlinedOperation.proofCommand, hn]
    exact runs_avoiding hT _ h hσ hr
  · rename_i annotated hn
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    obtain ⟨⟨erased, _⟩, h2, h⟩ := bind_ok.mp h
    obtain ⟨_, h3, _⟩ := bind_ok.mp h
    simp only [OutlinedOperation.proofCommand, hn]
    have he := CommandCode.eq_of_same (require_ok.mp h3)
    subst he
    exact runs_annotated hT _ h2 h1 hσ hr

/-- The annotated statement can do what the plain one can. -/
theorem code_simulated (code : OutlinedCode) (hcalls : code.CallsRight T bodies) {abstractions : Nat → Option Abstraction}
    (hinvokes : code.InvokesRight abstractions) (hcalled : ∀ p x, abstractions p = some x → called p) {effort r : Nat}
    (h : Kernel.ghostsOfCode T names code effort = .ok r) :
    Simulates (AgreeOff names) bodies called E thread (code.core T) (code.annotated T) := by
  induction code generalizing effort r thread with
  | skip => exact .skip
  | cut => exact .skip
  | atomic label o =>
    unfold Kernel.ghostsOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    exact atomic_simulated (operation_runs hT h)
  | choice S S' ihS ihS' =>
    unfold Kernel.ghostsOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    exact .choice (ihS hcalls.1 hinvokes.1 h1) (ihS' hcalls.2 hinvokes.2 h)
  | seq S S' ihS ihS' =>
    unfold Kernel.ghostsOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    exact .seq (ihS hcalls.1 hinvokes.1 h1) (ihS' hcalls.2 hinvokes.2 h)
  | loop _ _ S ih =>
    unfold Kernel.ghostsOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    exact .loop (ih hcalls hinvokes h)
  | block S ih =>
    unfold Kernel.ghostsOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    exact .block (ih hcalls hinvokes h)
  | exit => exact .exit
  | call _ S ih =>
    unfold Kernel.ghostsOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    exact .call (hcalls.1 ▸ ih hcalls.2 hinvokes h)
  | recursion =>
    unfold Kernel.ghostsOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    simp at h
  | invoke _ procedure x => exact .invoke (hcalled procedure x hinvokes)
  | scope _ locals terms S ih =>
    unfold Kernel.ghostsOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    exact scope_simulated (avoidsNames_sound locals h1) (ih hcalls hinvokes h)
  | par _ first last _ _ S ih =>
    unfold Kernel.ghostsOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    obtain ⟨_, h2, h⟩ := bind_ok.mp h
    exact .par (fun hσ => congrArg Value.toInt (avoids_value hT h1 hσ)) (fun hσ => congrArg Value.toInt (avoids_value hT h2 hσ)) fun i => ih hcalls hinvokes h

omit hT in
/-- Scopes give their variables back. -/
theorem code_restores (code : OutlinedCode) {effort r : Nat} (h : Kernel.ghostsOfCode T names code effort = .ok r) : code.Restores T := by
  induction code generalizing effort r with
  | choice S S' ihS ihS' =>
    unfold Kernel.ghostsOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    exact ⟨ihS h1, ihS' h⟩
  | seq S S' ihS ihS' =>
    unfold Kernel.ghostsOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    exact ⟨ihS h1, ihS' h⟩
  | loop _ _ S ih =>
    unfold Kernel.ghostsOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    exact ih h
  | block S ih =>
    unfold Kernel.ghostsOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    exact ih h
  | call _ S ih =>
    unfold Kernel.ghostsOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    exact ih h
  | scope _ locals terms S ih =>
    unfold Kernel.ghostsOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    exact ⟨h1, ih h⟩
  | par _ _ _ _ _ S ih =>
    unfold Kernel.ghostsOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    exact ih h
  | _ => exact True.intro

omit hT in
/-- What the check of the procedures says about each one with an abstraction. -/
theorem procedures_avoid {procedures : Array OutlinedProcedure} (i effort : Nat) {r : Nat}
    (h : Kernel.ghostsOfProcedures T names procedures i effort = .ok r) :
    ∀ j (hj : j < procedures.size), i ≤ j → ∀ x, procedures[j].abstraction = some x → ∃ e r', Kernel.ghostsOfCode T names procedures[j].code e = .ok r' := by
  fun_induction Kernel.ghostsOfProcedures T names procedures i effort with
  | case1 i effort hi hn ih =>
    intro j hj hij x hx
    by_cases he : i = j
    · subst he; simp [hn] at hx
    · exact ih h j hj (by omega) x hx
  | case2 i effort hi x hx ih =>
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    intro j hj hij y hy
    by_cases he : i = j
    · subst he; exact ⟨_, _, h1⟩
    · exact ih _ h j hj (by omega) y hy
  | case3 => intro j hj hij; omega

omit hT in
/-- What the check of the families says about each one. -/
theorem families_avoid {families : Array OutlinedFamily} (i effort : Nat) {r : Nat} (h : Kernel.ghostsOfFamilies T names families i effort = .ok r) :
    ∀ j (hj : j < families.size), i ≤ j →
      (∃ e r', avoidsLiteral T ⟨names, false, "the members of a family"⟩ families[j].members e = .ok r') ∧
      ∃ e r', Kernel.ghostsOfCode T names families[j].code e = .ok r' := by
  fun_induction Kernel.ghostsOfFamilies T names families i effort with
  | case1 i effort hi ih =>
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    obtain ⟨_, h2, h⟩ := bind_ok.mp h
    intro j hj hij
    by_cases he : i = j
    · subst he; exact ⟨⟨_, _, h1⟩, _, _, h2⟩
    · exact ih _ h j hj (by omega)
  | case2 => intro j hj hij; omega

end

/-- **What is shown of the program with ghost variables holds of the program without them.** -/
theorem ghosts_sound {p : OutlinedProgram} (hT : p.tables.Right) {effort r : Nat} (h : Kernel.ghosts p effort = .ok r)
    (hcalls : ∀ j (hj : j < p.families.size), p.families[j].code.CallsRight p.tables fun procedure => p.text.procedures.getD procedure .skip)
    (hbodies : ∀ j (hj : j < p.procedures.size), p.procedures[j].code.CallsRight p.tables fun procedure => p.text.procedures.getD procedure .skip)
    (hinvokes : (∀ j (hj : j < p.families.size), p.families[j].code.InvokesRight p.abstractionOf) ∧
      ∀ j (hj : j < p.procedures.size), p.procedures[j].code.InvokesRight p.abstractionOf)
    (hsat : ∀ {E σ τ}, (p.tables.literal p.contract.assumption).predicate E 0 τ → (p.tables.literal p.contract.annotatedInit).predicate E 0 τ →
      (∀ j (hj : j < p.families.size) t, (p.tables.literal p.families[j].members).predicate E t τ ↔
        (p.tables.literal p.families[j].members).predicate E t σ) →
      (p.annotated E σ).Sat (p.steps E σ) .skip ⟨fun υ => υ = τ, (p.tables.literal (orFalse p.contract.annotatedRely)).action E 0,
        (p.tables.literal (orTrue p.contract.guarantee)).action E 0, (p.tables.literal (orTrue p.contract.post)).predicate E 0⟩ ∧
      ∀ τ' P', Many (OpenStep (p.steps E σ) ((p.tables.literal (orFalse p.contract.annotatedRely)).action E 0)) (.run τ (p.annotated E σ)) (.run τ' P') →
        Inductive p.tables p.contract E τ') :
    p.text.Satisfies p.specification := by
  obtain ⟨_, hassume, h⟩ := bind_ok.mp h
  obtain ⟨_, hinit, h⟩ := bind_ok.mp h
  obtain ⟨_, hinvariant, h⟩ := bind_ok.mp h
  obtain ⟨_, hrely, h⟩ := bind_ok.mp h
  obtain ⟨_, hguarantee, h⟩ := bind_ok.mp h
  obtain ⟨_, hpost, h⟩ := bind_ok.mp h
  obtain ⟨_, hannotatedInit, h⟩ := bind_ok.mp h
  obtain ⟨_, hannotatedRely, h⟩ := bind_ok.mp h
  obtain ⟨_, hghosts, h⟩ := bind_ok.mp h
  have hfamilies := families_avoid 0 _ hghosts
  have hprocedures := procedures_avoid 0 _ h
  intro E σ hinitial
  obtain ⟨τ, hστ, hτ⟩ := ghost_init hT hinit hannotatedInit hinitial.2
  have hmembers : ∀ j (hj : j < p.families.size) t, (p.tables.literal p.families[j].members).predicate E t τ ↔
      (p.tables.literal p.families[j].members).predicate E t σ := by
    intro j hj t
    obtain ⟨_, _, havoid⟩ := (hfamilies j hj (Nat.zero_le _)).1
    exact avoids_action hT havoid hστ.symm hστ.symm
  obtain ⟨hsat, hinv⟩ := hsat ((avoids_action hT hassume hστ hστ).mp hinitial.1) hτ hmembers
  let called : Nat → Prop := fun procedure => ∃ x, p.abstractionOf procedure = some x
  have hbodies : ∀ (t : Int) procedure, called procedure → Simulates (AgreeOff p.contract.ghosts)
      (fun procedure => p.text.procedures.getD procedure .skip) called E t (p.text.procedures.getD procedure .skip) (p.bodies procedure) := by
    rintro t procedure ⟨x, hx⟩
    unfold OutlinedProgram.abstractionOf at hx
    cases hq : p.procedures[procedure]? with
    | none => simp [hq] at hx
    | some q =>
      simp only [hq] at hx
      obtain ⟨hlt, rfl⟩ := Array.getElem?_eq_some_iff.mp hq
      obtain ⟨_, _, hcode⟩ := hprocedures procedure hlt (Nat.zero_le _) x hx
      have := code_simulated hT (E := E) (thread := t) (called := called) _ (hbodies procedure hlt) (hinvokes.2 procedure hlt)
        (fun p x h => ⟨x, h⟩) hcode
      simpa only [OutlinedProgram.bodies, hq, OutlinedProgram.text, Array.getD_eq_getD_getElem?, Array.getElem?_map, Option.map_some,
        Option.getD_some] using this
  have hsimulated : (p.text.program E σ).Simulated (AgreeOff p.contract.ghosts) (fun procedure => p.text.procedures.getD procedure .skip) called E
      (fun t => t.1.2) (p.annotated E σ) := by
    intro t
    have ht : t.1.1 < p.families.size := outlined_size p ▸ t.2.1
    obtain ⟨_, _, hcode⟩ := (hfamilies t.1.1 ht (Nat.zero_le _)).2
    have := code_simulated hT (E := E) (thread := t.1.2) (called := called) _ (hcalls t.1.1 ht) (hinvokes.1 t.1.1 ht) (fun p x h => ⟨x, h⟩) hcode
    simp only [ProgramText.program, outlined_getElem p t.1.1 ht]
    exact this
  have henv : ∀ σ τ σ', AgreeOff p.contract.ghosts σ τ → (p.tables.literal (orFalse p.contract.rely)).action E 0 σ σ' →
      ∃ τ', AgreeOff p.contract.ghosts σ' τ' ∧ (p.tables.literal (orFalse p.contract.annotatedRely)).action E 0 τ τ' :=
    fun _ _ _ hσ hstep => ghost_step hT hrely hannotatedRely hσ hstep
  refine ⟨erasure hbodies henv hsimulated hsat (fun hσ => ⟨τ, hσ ▸ hστ, rfl⟩) (fun hσ hσ' => (avoids_action hT hguarantee hσ hσ').mpr)
    (fun hσ => (avoids_action hT hpost hσ hσ).mpr), fun σ' P' hmany => ?_⟩
  obtain ⟨τ', Q', hmany', hσ', _⟩ := open_simulated hbodies henv hsimulated hστ hmany
  exact (avoids_action hT hinvariant hσ' hσ').mpr (hinv τ' Q' hmany').invariant

/-- A program that satisfies a specification never goes wrong. -/
theorem safe_of_satisfies {p : ProgramText} {s : SpecificationText} (h : p.Satisfies s) : p.Safe :=
  fun E σ hinit hwrong => (h E σ hinit).1.safe rfl (open_of_closed hwrong)

/-- Every store that it reaches satisfies the specification's invariant. -/
theorem invariant_of_satisfies {p : ProgramText} {s : SpecificationText} (h : p.Satisfies s) : p.Invariant s.invariant :=
  fun E σ σ' hinit ⟨P', hmany⟩ => (h E σ hinit).2 σ' P' (open_of_closed hmany)

end Plato
