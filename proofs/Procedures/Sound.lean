/-
# Bodies act as their abstractions

The goals of each procedure with an abstraction say that its body is secure with the witness, if the procedures that it calls act as their
abstractions. By induction on the number of steps all bodies act as theirs, recursive ones too: this is Lemma 3 of Flanagan, Freund, Qadeer and
Seshia, *Modular Verification of Multithreaded Programs*, where the induction is on the depth of the stack.

Main definitions: `ProcedureRight`. Main results: `procedure_right`, `bodies_right`, `procedureConditions_sound`.
-/
module

public import Plato.Procedures.Obligations
public import Procedures.Witness
public import Procedures.Writes

@[expose] public section

namespace Plato

/-- What the goals of a procedure give for each thread that runs it. -/
structure ProcedureRight (p : OutlinedProgram) (c : ThreadRules) (x : Abstraction) (code : OutlinedCode) (E : Parameters) (t : Int) : Prop where
  reflexive : ∀ σ, (p.tables.literal x.rely).action E t σ σ
  transitive : ∀ σ τ υ, (p.tables.literal x.rely).action E t σ τ → (p.tables.literal x.rely).action E t τ υ →
    (p.tables.literal x.rely).action E t σ υ
  idle : ∀ σ, (p.tables.literal x.idle).action E t σ σ
  weakest : ∀ first, (p.tables.literal x.pre).predicate E t first →
    (p.tables.literal (ThreadRules.actions.nextLeft x.done x.steps)).predicate E t first →
    code.weakest (c.ways p.tables ⟨E, t, 0⟩ first)
      (fun σ => ∀ τ, c.assumes p.tables ⟨E, t, 0⟩ σ τ →
        (p.tables.literal x.done).predicate E t τ ∧ (p.tables.literal x.post).action E t τ first) (fun _ _ => False) first
  callees : ∀ procedure, c.Calls procedure → ∀ y, p.abstractionOf procedure = some y → CalleesRight c p ⟨E, t, 0⟩ procedure y

/-- **What the goals of a procedure say.** -/
theorem procedure_right {p : OutlinedProgram} (hT : p.tables.Right) {unit witness : Nat} {q : OutlinedProcedure} {x : Abstraction}
    (hcode : q.code.Restores p.tables) (h : (procedureBatch p unit witness q x).Holds p.tables) {E : Parameters} {initial : Store}
    (hassume : (p.tables.literal p.contract.assumption).predicate E 0 initial) (t : Int) :
    ProcedureRight p (x.rules unit witness p.variables q) x q.code E t := by
  have ho : ∀ o ∈ (procedureBatch p unit witness q x).obligations, o.Holds p.tables ⟨E, t, 0⟩ (fun _ => initial) := h ⟨E, t, 0⟩ initial (is_here.mpr hassume)
  have h1 := ho (x.relyReflexive unit) (by simp [procedureBatch])
  have h2 := ho (x.relyTransitive unit) (by simp [procedureBatch])
  have h3 := ho (x.idleReflexive unit) (by simp [procedureBatch])
  have h4 := ho (x.body (x.rules unit witness p.variables q) q.code) (by simp [procedureBatch])
  constructor
  case reflexive => exact fun σ => is_step.mp (h1 σ)
  case transitive => exact fun σ τ υ h h' => is_step.mp (h2 σ τ υ (is_step.mpr h) (is_step.mpr h'))
  case idle => exact fun σ => is_step.mp (h3 σ)
  case weakest =>
    intro first hpre hleft
    have h := h4 first (is_here.mpr hpre) (is_here.mpr hleft)
    refine weakestGoal_sound hT (c := x.rules unit witness p.variables q) (s := ⟨E, t, 0⟩) (e := first)
      (ρ := cons first fun _ => initial) (first := 0) hpre q.code hcode rfl (g := x.ends (x.rules unit witness p.variables q)) (blocks := [])
      (fun σ h τ hA => ?_) (fun _ _ h => False.elim h) h
    obtain ⟨hdone, hpost⟩ := h τ (others_iff.mpr hA)
    exact ⟨is_here.mp hdone, (is_step (a := 0) (b := 2)).mp hpost⟩
  case callees =>
    intro procedure hmem y hy
    refine callees_right (initial := initial) (rest := []) (fun o h => ho o ?_) hmem hy
    have h : o ∈ (x.rules unit witness p.variables q).callObligations p.procedures q.calls [] := h
    simp [procedureBatch, h]

section

variable {T : Tables} {s : Setting} {idle done : Literal}

/-- What a step is with all actions to come, it is with the last of them to come. -/
theorem acted_suffix {steps rest : List AbstractStep} {σ τ : Store} (h : ActedAs T s idle done steps σ τ) (hrest : rest <:+ steps) :
    ActedAs T s idle done rest σ τ := by
  induction steps with
  | nil =>
    rw [List.suffix_nil.mp hrest]
    exact h
  | cons x later ih =>
    rcases List.suffix_cons_iff.mp hrest with he | hrest
    · rw [he]
      exact h
    · exact ih h.2.2 hrest

/-- A suffix of a list of images is one of images of a suffix. -/
theorem suffix_map {α β : Type} {f : α → β} {l : List α} {rest : List β} (h : rest <:+ l.map f) : ∃ l', l' <:+ l ∧ rest = l'.map f := by
  induction l with
  | nil => exact ⟨[], List.suffix_refl _, List.suffix_nil.mp h⟩
  | cons x l ih =>
    rcases List.suffix_cons_iff.mp h with he | h
    · exact ⟨x :: l, List.suffix_refl _, he⟩
    · obtain ⟨l', hl', he⟩ := ih h
      exact ⟨l', hl'.trans (List.suffix_cons x l), he⟩

/-- Doing nothing is an idle step. -/
theorem acted_idle (hidle : ∀ σ, (T.literal idle).action s.parameters s.self σ σ) (steps : List AbstractStep) (σ : Store) :
    ActedAs T s idle done steps σ σ := by
  induction steps with
  | nil => exact fun h => ⟨h, hidle σ⟩
  | cons x later ih => exact ⟨fun _ _ => hidle σ, fun h h' => absurd h h', ih⟩

end

/-- The store with another value for the witness. -/
def withWitness (name : Nat) (value : Value) (σ : Store) : Store := fun y => if y = name then value else σ y

theorem withWitness_agrees {name : Nat} {value : Value} {σ : Store} : AgreeOff [name] σ (withWitness name value σ) := by
  intro y hy
  have : y ≠ name := by simpa using hy
  simp [withWitness, this]

/-- The procedure with an abstraction. -/
theorem procedure_of_abstraction {p : OutlinedProgram} {procedure : Nat} {x : Abstraction} (hx : p.abstractionOf procedure = some x) :
    ∃ q, p.procedures[procedure]? = some q ∧ q.abstraction = some x := by
  unfold OutlinedProgram.abstractionOf at hx
  cases hq : p.procedures[procedure]? with
  | none => simp [hq] at hx
  | some q =>
    simp only [hq] at hx
    exact ⟨q, rfl, hx⟩

section

variable {p : OutlinedProgram} (hT : p.tables.Right) {name : Nat} {E : Parameters}
  (hwitnessed : ∀ {procedure x}, p.abstractionOf procedure = some x → ∀ q, p.procedures[procedure]? = some q → Witnessed p.tables name x q.code)
  (hwritten : ∀ {procedure x names}, p.abstractionOf procedure = some x → x.writes = some names → name ∈ names ∧
    ∀ q, p.procedures[procedure]? = some q → ∃ e r, Kernel.writesOfCode names q.code e = .ok r)
include hT hwitnessed hwritten

omit hT hwitnessed in
/-- What a procedure does not write does not depend on the witness. -/
theorem frame_blind {procedure : Nat} {x : Abstraction} (hx : p.abstractionOf procedure = some x) {σ σ₁ σ' : Store} (h : x.Frame σ σ₁)
    (hB : AgreeOff [name] σ₁ σ') : x.Frame σ σ' := by
  unfold Abstraction.Frame at h ⊢
  cases hw : x.writes with
  | none => exact True.intro
  | some names =>
    simp only [hw] at h
    intro y hy
    have hne : y ∉ [name] := by
      simp only [List.mem_singleton]
      exact fun he => hy (he ▸ (hwritten hx hw).1)
    exact (hB y hne).symm.trans (h y hy)

/-- Idle steps do not depend on the witness. -/
theorem idle_blind {procedure : Nat} {x : Abstraction} (hx : p.abstractionOf procedure = some x) {t : Int} {σ σ₁ σ' : Store}
    (h : (x.abstract p.tables E t).idle σ σ₁) (hB : AgreeOff [name] σ₁ σ') : (x.abstract p.tables E t).idle σ σ' := by
  obtain ⟨q, hq, _⟩ := procedure_of_abstraction hx
  obtain ⟨_, _, _, havoid⟩ := (hwitnessed hx q hq).idle
  exact ⟨(avoids_action hT havoid (.refl _ _) hB).mp h.1, frame_blind hwritten hx h.2 hB⟩

/-- Nor do actions. -/
theorem step_blind {procedure : Nat} {x : Abstraction} (hx : p.abstractionOf procedure = some x) {t : Int} {y : Action Store} {σ σ₁ σ' : Store}
    (hy : y ∈ (x.abstract p.tables E t).steps) (h : y σ σ₁) (hB : AgreeOff [name] σ₁ σ') : y σ σ' := by
  obtain ⟨q, hq, _⟩ := procedure_of_abstraction hx
  obtain ⟨s, hs, rfl⟩ := List.mem_map.mp hy
  obtain ⟨_, _, _, havoid⟩ := (hwitnessed hx q hq).steps s hs
  exact ⟨(avoids_action hT havoid (.refl _ _) hB).mp h.1, frame_blind hwritten hx h.2 hB⟩

omit hwitnessed hwritten in
/-- The parts of a body are what they are to be. -/
theorem body_fits {w : Ways} {c : Company} (hwT : w.T = p.tables) (hE : w.E = E) (hw : w.witnessed = true) (hR : c.R = AgreeOff [name])
    (hsteps : c.bodies = p.bodies) {n : Nat}
    (hcalls : ∀ procedure, w.Calls procedure → ∀ x, p.abstractionOf procedure = some x →
      CallRight c (w.N procedure) w.Same (AgreeOff [name]) (x.abstract p.tables E w.t))
    (hacts : ∀ j, j < n → ∀ {procedure x}, p.abstractionOf procedure = some x → ∀ first, (x.abstract p.tables E w.t).pre first →
      Acts (Core.Step p.bodies E w.t) (AgreeOff [name]) (x.abstract p.tables E w.t) first j (x.abstract p.tables E w.t).steps (p.bodies procedure) first)
    (code : OutlinedCode) (hinvokes : code.InvokesRight p.abstractionOf) {effort r : Nat}
    (h : Kernel.witnessOfCode p.tables name code effort = .ok r) : code.Fits w c (AgreeOff [name]) n := by
  induction code generalizing effort r with
  | atomic label o =>
    unfold Kernel.witnessOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    change Kernel.ghostsOfOperation p.tables [name] o.forWitness _ = _ at h
    intro τ r hr
    rw [hwT, hE] at hr
    obtain ⟨r', hr', ha⟩ := operation_runs hT h (.refl _ τ) hr
    refine ⟨r', ?_, ?_⟩
    · have hcommand : w.command o = (o.forWitness.proofCommand).command p.tables := by
        simp only [Ways.command, hw, hwT]
        rfl
      rw [hcommand, hE]
      exact hr'
    · rw [hR]
      cases r <;> cases r' <;> exact ha
  | choice S S' ihS ihS' =>
    unfold Kernel.witnessOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    exact ⟨ihS hinvokes.1 h1, ihS' hinvokes.2 h⟩
  | seq S S' ihS ihS' =>
    unfold Kernel.witnessOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    exact ⟨ihS hinvokes.1 h1, ihS' hinvokes.2 h⟩
  | loop _ _ S ih =>
    unfold Kernel.witnessOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    exact ih hinvokes h
  | block S ih =>
    unfold Kernel.witnessOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    exact ih hinvokes h
  | call _ S ih =>
    unfold Kernel.witnessOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    exact ih hinvokes h
  | invoke label procedure x commits =>
    unfold Kernel.witnessOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    refine ⟨fun hmem => ?_, fun _ => ?_⟩
    · rw [hwT, hE, hsteps]
      exact ⟨hcalls procedure hmem x hinvokes, fun j hj first hpre => hacts j hj hinvokes first hpre⟩
    · rw [hwT, hE, hR]
      exact commits_sound hT commits h
  | scope _ _ _ S ih =>
    unfold Kernel.witnessOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    exact ih hinvokes h
  | par =>
    unfold Kernel.witnessOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    simp at h
  | _ => exact True.intro

/-- **Bodies act as their abstractions**, if the goals of each hold. -/
theorem bodies_right (hinvokes : ∀ j (hj : j < p.procedures.size), p.procedures[j].code.InvokesRight p.abstractionOf)
    (hright : ∀ {procedure x}, p.abstractionOf procedure = some x → ∀ q, p.procedures[procedure]? = some q → ∀ t, ∃ unit,
      ProcedureRight p (x.rules unit name p.variables q) x q.code E t) : BodiesRight p E (AgreeOff [name]) := by
  have hinvoked : ∀ {procedure : Nat} {q : OutlinedProcedure}, p.procedures[procedure]? = some q → q.code.InvokesRight p.abstractionOf := by
    intro procedure q hq
    obtain ⟨hlt, rfl⟩ := Array.getElem?_eq_some_iff.mp hq
    exact hinvokes procedure hlt
  let called : Nat → Prop := fun procedure => ∃ x, p.abstractionOf procedure = some x
  have hblind : ∀ t procedure, called procedure →
      Simulates (AgreeOff [name]) p.bodies called E t (p.bodies procedure) (p.bodies procedure) := by
    rintro t procedure ⟨x, hx⟩
    obtain ⟨q, hq, _⟩ := procedure_of_abstraction hx
    obtain ⟨_, _, hcode⟩ := (hwitnessed hx q hq).code
    simp only [OutlinedProgram.bodies, hq]
    exact code_blind hT q.code (hinvoked hq) (fun p x h => ⟨x, h⟩) hcode
  -- what a body has left to run writes only what the abstraction says
  have hwrites : ∀ {procedure x}, p.abstractionOf procedure = some x → ∃ Runs : Core → Prop, Runs (p.bodies procedure) ∧
      ∀ {t S S' σ σ'}, Runs S → Core.Step p.bodies E t (.run σ S) (.run σ' S') → x.Frame σ σ' ∧ Runs S' := by
    intro procedure x hx
    cases hw : x.writes with
    | none => exact ⟨fun _ => True, True.intro, fun _ _ => ⟨by simp only [Abstraction.Frame, hw], True.intro⟩⟩
    | some names =>
      let called : Nat → Prop := fun r => ∃ y more, p.abstractionOf r = some y ∧ y.writes = some more ∧ ∀ z ∈ more, z ∈ names
      have hcode : ∀ r, called r → (p.bodies r).Writes names called := by
        rintro r ⟨y, more, hy, hmore, hsub⟩
        obtain ⟨q, hq, _⟩ := procedure_of_abstraction hy
        obtain ⟨_, _, hq'⟩ := (hwritten hy hmore).2 q hq
        simp only [OutlinedProgram.bodies, hq]
        refine (code_writes p.tables q.code (hinvoked hq) hq').mono hsub ?_
        rintro r' ⟨z, more', hz, hmore', hsub'⟩
        exact ⟨z, more', hz, hmore', fun w hw => hsub w (hsub' w hw)⟩
      refine ⟨fun S => S.Writes names called, hcode procedure ⟨x, names, hx, hw, fun _ h => h⟩, fun hS hs => ?_⟩
      obtain ⟨h1, h2⟩ := writes_step hcode hS hs
      exact ⟨by simp only [Abstraction.Frame, hw]; exact h1, h2⟩
  refine ⟨fun σ => .refl _ σ, fun hx => idle_blind hT hwitnessed hwritten hx, fun hx => step_blind hT hwitnessed hwritten hx, fun {procedure x} hx {t n first} hpre => ?_⟩
  induction n using Nat.strongRecOn generalizing procedure x first with
  | ind n ih =>
    obtain ⟨q, hq, _⟩ := procedure_of_abstraction hx
    obtain ⟨unit, hr⟩ := hright hx q hq t
    have hwx := hwitnessed hx q hq
    let c := x.rules unit name p.variables q
    let s : Setting := ⟨E, t, 0⟩
    let first' := withWitness name (.int x.steps.length) first
    have hfirst : AgreeOff [name] first first' := withWitness_agrees
    obtain ⟨_, _, _, hpreAvoids⟩ := hwx.pre
    obtain ⟨_, _, _, hpostAvoids⟩ := hwx.post
    obtain ⟨_, _, _, hrelyAvoids⟩ := hwx.rely
    obtain ⟨_, _, _, hidleAvoids⟩ := hwx.idle
    obtain ⟨_, _, hcodeAvoids⟩ := hwx.code
    have hpre' : (p.tables.literal x.pre).predicate E t first' := (avoids_action hT hpreAvoids hfirst hfirst).mp hpre
    have hvalue : (first' name).toInt = (x.steps.length : Int) := by simp [first', withWitness, Value.toInt]
    have hleft : (p.tables.literal (ThreadRules.actions.nextLeft x.done x.steps)).predicate E t first' := by
      cases hs : x.steps with
      | nil =>
        simp only [ThreadRules.actions.nextLeft]
        rw [isCount_sound hT hwx.done, hvalue, hs]
        rfl
      | cons y later =>
        simp only [ThreadRules.actions.nextLeft]
        rw [isCount_sound hT (hwx.counts y later (hs ▸ List.suffix_refl _)), hvalue, hs]
        rfl
    let company : Company := ⟨p.bodies, E, t, AgreeOff [name], c.assumes p.tables s, c.guarantees p.tables s, .refl _,
      acted_idle hr.idle x.steps⟩
    have hfits : (c.ways p.tables s first').Fits company :=
      ⟨rfl, rfl, rfl, rfl, fun _ σ => ⟨hr.reflexive σ, rfl⟩,
        fun _ _ _ _ h h' => ⟨hr.transitive _ _ _ h.1 h'.1, ThreadRules.same_trans h.2 h'.2⟩⟩
    let Q : Store → Prop := fun σ => ∀ τ, c.assumes p.tables s σ τ →
      (p.tables.literal x.done).predicate E t τ ∧ (p.tables.literal x.post).action E t τ first'
    have hsecure : company.Secure Q (fun _ _ => False) n (q.code.annotated p.tables) first' := by
      refine weakest_secure (c := company) (hidden := AgreeOff [name]) (Q := Q) (X := fun _ _ => False) hfits _
        (body_fits hT rfl rfl rfl rfl rfl (fun procedure hmem y hy => ?_) (fun j hj {procedure y} hy first hpre => ih j hj hy hpre) _ (hinvoked hq) hcodeAvoids)
        (fun σ σ' hQ hA τ hτ => hQ τ (hfits.transitive rfl _ _ _ hA hτ)) (fun _ _ _ h _ => h) (hr.weakest first' hpre' hleft)
      have hc := hr.callees procedure hmem y hy
      exact ⟨hc.relies, hc.nothing, hc.one_after_another, hc.others, hc.idle, hc.kept, idle_blind hT hwitnessed hwritten hy, step_blind hT hwitnessed hwritten hy,
        fun h => h, fun h h' => h.trans h', fun σ σ₁ => ⟨withWitness name (σ name) σ₁, withWitness_agrees, by simp [ThreadRules.ways, ThreadRules.Same, c, Abstraction.rules, withWitness]⟩⟩
    have hbody : BodyRight company (AgreeOff [name]) (x.abstract p.tables E t) first (fun rest σ => (σ name).toInt = (rest.length : Int)) Q x.Frame := by
      constructor
      case symm => exact fun h => h.symm
      case trans => exact fun h h' => h.trans h'
      case hidden => exact fun h => h
      case relies =>
        intro σ σ' τ hσ hB
        refine ⟨withWitness name (τ name) σ', withWitness_agrees, ⟨?_, ?_⟩, fun rest h => ?_⟩
        · exact (avoids_action hT hrelyAvoids hB withWitness_agrees).mp hσ
        · simp [ThreadRules.Same, c, Abstraction.rules, withWitness]
        · simpa [withWitness] using h
      case matched =>
        intro rest σ τ σ' τ' hrest hG hF hphase hB hB'
        obtain ⟨l, hl, rfl⟩ := suffix_map hrest
        have hG : ActedAs p.tables s x.idle x.done l τ τ' := acted_suffix hG hl
        cases l with
        | nil =>
          obtain ⟨hdone, hidle⟩ := hG ((isCount_sound hT hwx.done).mpr (by simpa using hphase))
          exact .inl ⟨⟨(avoids_action hT hidleAvoids hB hB').mpr hidle, hF⟩, by simpa using (isCount_sound hT hwx.done).mp hdone⟩
        | cons y later =>
          have hcount := hwx.counts y later hl
          have hτ : (p.tables.literal y.left).predicate E t τ := (isCount_sound hT hcount).mpr (by simpa using hphase)
          by_cases hτ' : (p.tables.literal y.left).predicate E t τ'
          · exact .inl ⟨⟨(avoids_action hT hidleAvoids hB hB').mpr (hG.1 hτ hτ'), hF⟩, by simpa using (isCount_sound hT hcount).mp hτ'⟩
          · obtain ⟨hnext, haction⟩ := hG.2.1 hτ hτ'
            obtain ⟨_, _, _, havoid⟩ := hwx.steps y (hl.subset (by simp))
            refine .inr ⟨_, _, rfl, ⟨(avoids_action hT havoid hB hB').mpr haction, hF⟩, ?_⟩
            cases later with
            | nil => simpa using (isCount_sound hT hwx.done).mp hnext
            | cons z later =>
              have := (isCount_sound hT (hwx.counts z later ((List.suffix_cons y _).trans hl))).mp hnext
              simpa using this
      case done =>
        intro rest σ τ hrest hQ hphase hB
        obtain ⟨hdone, hpost⟩ := hQ τ (hfits.reflexive rfl τ)
        have hzero := (isCount_sound hT hwx.done).mp hdone
        rw [hphase] at hzero
        refine ⟨List.length_eq_zero_iff.mp (by simpa using hzero), ?_⟩
        exact (avoids_action hT hpostAvoids hB hfirst).mpr hpost
    have hbodyCode : p.bodies procedure = q.code.annotated p.tables := by simp only [OutlinedProgram.bodies, hq]
    obtain ⟨Runs, hRuns, hruns⟩ := hwrites hx
    refine acts_of_secure hbody (Runs := Runs) hruns (called := called) hblind (List.suffix_refl _) (U := q.code.annotated p.tables) hfirst ?_
      hsecure ?_ hRuns
    · rw [← hbodyCode]
      exact hblind t procedure ⟨x, hx⟩
    · rw [hvalue]
      simp [Abstraction.abstract]

end

/-! ## The conditions -/

/-- The goals of the procedures from number `i` on hold if their conditions are refuted. -/
theorem procedureConditions_sound {p : OutlinedProgram} (hT : p.tables.Right) (witness i : Nat) {g g' : Generator} (hR : g.builder.tables.Right)
    (h : procedureConditions p witness i g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') →
      ∀ j (hj : j < p.procedures.size), i ≤ j → ∀ x, p.procedures[j].abstraction = some x →
        (procedureBatch p (p.families.size + j - 1) witness p.procedures[j] x).Holds p.tables := by
  fun_induction procedureConditions p witness i g with
  | case1 i g hi hn ih =>
    obtain ⟨e, s⟩ := ih hR h
    refine ⟨e, fun {T'} hT' hall j hj hij x hx => ?_⟩
    by_cases he : i = j
    · subst he; simp [hn] at hx
    · exact s hT' hall j hj (by omega) x hx
  | case2 i g hi x hx ih =>
    obtain ⟨g₁, h1, h2⟩ := bind_ok.mp h
    obtain ⟨e₁, s₁⟩ := batch_sound hT hR h1
    obtain ⟨e₂, s₂⟩ := ih g₁ e₁.right h2
    refine ⟨e₁.trans e₂, fun {T'} hT' hall j hj hij y hy => ?_⟩
    by_cases he : i = j
    · subst he
      rw [hx] at hy
      injection hy with hy
      subst hy
      exact s₁ (e₂.grows.trans hT') fun x hx => hall x (e₂.conditions x hx)
    · exact s₂ hT' hall j hj (by omega) y hy
  | case3 i g hi =>
    injection h with h
    subst h
    exact ⟨.refl hR, fun {_} _ _ j hj hij => by omega⟩

end Plato
