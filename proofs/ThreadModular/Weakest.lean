/-
# The goal of a statement is its weakest precondition

Main results: `weakestGoal_sound` (the goal implies the weakest precondition).
-/
module

public import Plato.ThreadModular.Ghosts
public import Plato.ThreadModular.Obligations
public import Goal.Meaning
public import Table.Avoids
public import Meaning.Value
public import ThreadModular.Outline

@[expose] public section

namespace Plato

open ThreadRules

/-! ## What the rules of a thread or procedure mean -/

/-- The witness is the same, if there is one. -/
def ThreadRules.Same (c : ThreadRules) (σ τ : Store) : Prop :=
  match c.activation with
  | none => True
  | some x => (σ x.witness).toInt = (τ x.witness).toInt

/-- What the thread relies on. -/
noncomputable def ThreadRules.assumes (c : ThreadRules) (T : Tables) (s : Setting) : Action Store :=
  fun σ τ => (T.literal c.rely).action s.parameters s.self σ τ ∧ c.Same σ τ

/-- With these actions still to come: the step is the next of them, and the witness counts one less, or it is idle. -/
def ActedAs (T : Tables) (s : Setting) (idle done : Literal) : List AbstractStep → Action Store
  | [], σ, τ => (T.literal done).predicate s.parameters s.self σ →
    (T.literal done).predicate s.parameters s.self τ ∧ (T.literal idle).action s.parameters s.self σ τ
  | x :: later, σ, τ =>
    ((T.literal x.left).predicate s.parameters s.self σ → (T.literal x.left).predicate s.parameters s.self τ →
      (T.literal idle).action s.parameters s.self σ τ) ∧
    ((T.literal x.left).predicate s.parameters s.self σ → ¬ (T.literal x.left).predicate s.parameters s.self τ →
      (T.literal (actions.nextLeft done later)).predicate s.parameters s.self τ ∧ (T.literal x.action).action s.parameters s.self σ τ) ∧
    ActedAs T s idle done later σ τ

/-- What each step is to be. -/
def ThreadRules.guarantees (c : ThreadRules) (T : Tables) (s : Setting) : Action Store :=
  match c.activation with
  | none => (T.literal c.guarantee).action s.parameters s.self
  | some x => ActedAs T s x.abstraction.idle x.abstraction.done x.abstraction.steps

/-- What happens through calls of a procedure. -/
def ThreadRules.happens (c : ThreadRules) (T : Tables) (s : Setting) (procedure : Nat) : Action Store :=
  match throughOf procedure c.calls with
  | none => fun _ _ => False
  | some N => fun σ τ => (T.literal N).action s.parameters s.self σ τ ∧ c.Same σ τ

/-- The procedure may be called. -/
def ThreadRules.Calls (c : ThreadRules) (procedure : Nat) : Prop := ∃ N, throughOf procedure c.calls = some N

/-- What is known of the store in which the statement started. -/
def ThreadRules.Known (c : ThreadRules) (T : Tables) (s : Setting) (first : Store) : Prop :=
  match c.activation with
  | none => True
  | some x => (T.literal x.abstraction.pre).predicate s.parameters s.self first

/-- What the weakest precondition depends on. -/
noncomputable def ThreadRules.ways (c : ThreadRules) (T : Tables) (s : Setting) (first : Store) : Ways where
  T := T
  E := s.parameters
  t := s.self
  explicit := c.explicit
  A := c.assumes T s
  G := c.guarantees T s
  first := first
  N := c.happens T s
  Calls := c.Calls
  witnessed := c.activation.isSome
  Same := c.Same

/-- The scopes of the statement have terms that give their variables back. -/
def OutlinedCode.Restores (T : Tables) : OutlinedCode → Prop
  | .choice S S' => S.Restores T ∧ S'.Restores T
  | .seq S S' => S.Restores T ∧ S'.Restores T
  | .loop _ _ S => S.Restores T
  | .block S => S.Restores T
  | .call _ S => S.Restores T
  | .scope _ locals terms S => Kernel.areRestoring T locals terms = .ok () ∧ S.Restores T
  | .par _ _ _ _ _ S => S.Restores T
  | _ => True

section

variable {T : Tables} {s : Setting} {c : ThreadRules} {ρ : Nat → Store} {exits : Nat → Prop}

theorem holds_iff {l : Literal} {k first : Nat} :
    (holds l k first).Holds T s ρ [] ↔ (T.literal l).action s.parameters s.self (ρ k) (ρ first) := is_step (a := k) (b := first)

theorem unwitnessed_iff {a b : Nat} {f : Property} : (c.unwitnessed a b f).Holds T s ρ [] ↔ f.Holds T s ρ [] ∧ c.Same (ρ a) (ρ b) := by
  unfold unwitnessed ThreadRules.Same
  cases c.activation with
  | none => simp
  | some x => simp [Property.Holds]

theorem not_mem_of_mem_without {names : List Nat} (variables : List VariableCode) {out : List VariableCode} (hout : ∀ v ∈ out, v.name ∉ names)
    {v : VariableCode} (h : v ∈ without names variables out) : v.name ∉ names := by
  induction variables generalizing out with
  | nil => exact hout v h
  | cons u rest ih =>
    refine ih (fun w hw => ?_) h
    split at hw
    · exact hout w hw
    · rename_i hn
      rcases List.mem_cons.mp hw with rfl | hw
      · exact fun hmem => hn (isIn_iff.mpr hmem)
      · exact hout w hw

/-- A step of a procedure. -/
theorem stepOf_intro {x : Abstraction} {a b : Nat} {f : Property} (h : f.Holds T s ρ []) (hframe : x.Frame (ρ a) (ρ b)) (hsame : c.Same (ρ a) (ρ b)) :
    (c.stepOf x a b f).Holds T s ρ [] := by
  unfold stepOf
  unfold Abstraction.Frame at hframe
  split
  · exact unwitnessed_iff.mpr ⟨h, hsame⟩
  · rename_i names hn
    simp only [hn] at hframe
    refine ⟨unwitnessed_iff.mpr ⟨h, hsame⟩, fun v hv => ?_⟩
    rw [hframe v.name (not_mem_of_mem_without _ (by simp) hv)]
    split <;> rfl

theorem others_iff {a b : Nat} : (c.others a b).Holds T s ρ [] ↔ c.assumes T s (ρ a) (ρ b) :=
  unwitnessed_iff.trans (and_congr_left' is_step)

/-- What is known may be used. -/
theorem known_elim {first : Nat} {fs : List Property} {P : Prop} (hknown : c.Known T s (ρ first)) (h : Under T s ρ (c.known first fs) P) :
    Under T s ρ fs P := by
  unfold ThreadRules.known at h
  unfold ThreadRules.Known at hknown
  split at h
  · exact h
  · rename_i x hx
    rw [hx] at hknown
    exact h (is_here.mpr hknown)

/-- The complement of a literal. -/
theorem negate_predicate {T : Tables} {l : Literal} {E : Parameters} {t : Int} {σ : Store} :
    (T.literal l.negate).predicate E t σ ↔ ¬ (T.literal l).predicate E t σ := by
  unfold Formula.predicate Formula.action
  rw [← literal_iff, ← literal_iff]
  exact Literal.true_negate _ _

theorem actions_iff {label a b : Nat} {idle done : Literal} (steps : List AbstractStep) {P : Prop} :
    Together T s ρ (actions label idle done a b steps) P ↔ ActedAs T s idle done steps (ρ a) (ρ b) ∧ P := by
  induction steps with
  | nil => simp only [actions, Together, Property.Holds, ActedAs, model_here, model_step]; exact Iff.rfl
  | cons x later ih =>
    simp only [actions, Together, ActedAs, ih, and_assoc]
    refine and_congr ?_ (and_congr ?_ Iff.rfl)
    · simp only [Property.Holds, model_here, model_step]; exact Iff.rfl
    · simp only [Property.Holds]
      refine ⟨fun h h1 h2 => ?_, fun h h1 h2 => ?_⟩
      · exact ⟨is_here.mp (h (is_here.mpr h1) (is_here.mpr (negate_predicate.mpr h2))).1,
          is_step.mp (h (is_here.mpr h1) (is_here.mpr (negate_predicate.mpr h2))).2⟩
      · exact ⟨is_here.mpr (h (is_here.mp h1) (negate_predicate.mp (is_here.mp h2))).1,
          is_step.mpr (h (is_here.mp h1) (negate_predicate.mp (is_here.mp h2))).2⟩

/-- What a step is to be. -/
theorem promises_iff {label a b : Nat} {P : Prop} : Together T s ρ (c.promises label a b) P ↔ c.guarantees T s (ρ a) (ρ b) ∧ P := by
  unfold promises ThreadRules.guarantees
  cases c.activation with
  | none => exact and_congr_left' is_step
  | some x => exact actions_iff _

/-- The assertion holds in the second store, whatever the environment has done since the first; if the outline is explicit, in the first. -/
def EntersAt (explicit : Bool) (A : Action Store) (J : Store → Prop) (σ τ : Store) : Prop :=
  match explicit with
  | true => J σ
  | false => A σ τ → J τ

/-- What is entered at every store is entered. -/
theorem enters_of_entersAt {explicit : Bool} {A : Action Store} {J : Store → Prop} {σ : Store} (h : ∀ τ, EntersAt explicit A J σ τ) :
    Enters explicit A J σ := by
  cases explicit with
  | true => exact h σ
  | false => exact h

/-- An assertion on entry. -/
theorem enters_iff {label : Nat} {J : Literal} {k a first : Nat} : (c.enters label J k a first).Holds T s ρ exits ↔
    EntersAt c.explicit (c.assumes T s) ((c.ways T s (ρ first)).holds J) (ρ k) (ρ a) := by
  unfold enters
  cases c.explicit with
  | true => exact holds_iff
  | false =>
    simp only [Bool.false_eq_true, if_false, Goal.Holds, asserts, EntersAt, holds_iff, others_iff]
    exact Iff.rfl

/-- A stable assertion, and the rest. -/
theorem stable_elim {label : Nat} {J : Literal} {first : Nat} {rest : Goal} (hknown : c.Known T s (ρ first))
    (h : (c.stable label J first rest).Holds T s ρ exits) :
    ((c.ways T s (ρ first)).holds J (ρ 1) → c.assumes T s (ρ 1) (ρ 0) → (c.ways T s (ρ first)).holds J (ρ 0)) ∧ rest.Holds T s ρ exits := by
  refine ⟨fun hJ hA => ?_, h.2⟩
  have := known_elim hknown h.1 (holds_iff.mpr hJ) (others_iff.mpr hA)
  exact holds_iff.mp this

/-- A command, what its step is to be, and what follows. -/
theorem operation_does {label : Nat} {o : OutlinedOperation} {a k : Nat} {g : Goal} {Q : Store → Prop} {first : Store}
    (hg : ∀ τ, g.Holds T s (cons τ fun n => ρ (n + (k + 1))) exits → Q τ) (h : (c.operation label o a k g).Holds T s ρ exits) :
    Does (c.guarantees T s) (((c.ways T s first).command o).Runs s.parameters s.self) Q (ρ a) := by
  have hcommand : (c.ways T s first).command o = (c.command o).command T := by
    simp only [Ways.command, ThreadRules.ways, ThreadRules.command]
    cases c.activation <;> rfl
  rw [hcommand]
  refine ⟨h.1, fun τ hτ => ?_⟩
  obtain ⟨h1, h2⟩ := promises_iff.mp (h.2 τ hτ)
  exact ⟨h1, hg τ h2⟩

/-! ## Calls -/

/-- What is to be shown while a procedure runs. -/
theorem follow_sound {label procedure : Nat} {N : Literal} (hcalls : throughOf procedure c.calls = some N) {x : Abstraction} {g : Goal} {Q : Store → Prop} {first e : Store}
    (hg : ∀ τ, g.Holds T s (cons τ ρ) exits → Q τ) (steps : List AbstractStep) {commits : List CommandCode} {σ : Store}
    (h : (c.follow label N x g steps commits).Holds T s (cons σ (cons e ρ)) exits) :
    (c.ways T s first).Follow procedure x Q e steps commits σ := by
  have hN : ∀ {υ τ : Store}, (c.ways T s first).N procedure υ τ → (T.literal N).action s.parameters s.self υ τ ∧ c.Same υ τ := by
    intro υ τ h
    simp only [ThreadRules.ways, ThreadRules.happens, hcalls] at h
    exact h
  induction steps generalizing commits σ with
  | nil =>
    intro τ hτ hp
    obtain ⟨h1, h2⟩ := hN hτ
    exact hg τ (h τ (unwitnessed_iff.mpr ⟨is_step.mpr h1, h2⟩) ((is_step (a := 0) (b := 2)).mpr hp))
  | cons y later ih =>
    intro τ hτ υ hy hsame
    obtain ⟨h1, h2⟩ := hN hτ
    have h := h τ (unwitnessed_iff.mpr ⟨is_step.mpr h1, h2⟩) υ (stepOf_intro (is_step.mpr hy.1) hy.2 hsame)
    unfold committed at h
    cases ha : c.activation with
    | none =>
      have hwitnessed : (c.ways T s first).witnessed = false := by simp [ThreadRules.ways, ha]
      simp only [ha] at h
      simp only [Ways.Commits, hwitnessed]
      obtain ⟨hG, h⟩ := promises_iff.mp h
      exact ⟨hG, ih h⟩
    | some y =>
      have hwitnessed : (c.ways T s first).witnessed = true := by simp [ThreadRules.ways, ha]
      cases commits with
      | nil =>
        simp only [ha] at h
        simp only [Ways.Commits, hwitnessed]
        obtain ⟨hG, h⟩ := promises_iff.mp h
        exact ⟨hG, ih h⟩
      | cons C rest =>
        simp only [ha] at h
        simp only [Ways.Commits, hwitnessed]
        refine ⟨h.1, fun υ' hυ' => ?_⟩
        obtain ⟨hG, h⟩ := promises_iff.mp (h.2 υ' hυ')
        exact ⟨hG, ih h⟩

/-! ## Scopes -/

/-- The term that gives a variable back. -/
theorem isRestoring_sound (hT : T.Right) {x t : Nat} (h : Kernel.isRestoring T x t = true) (M : Model) :
    (T.term t).eval M [] = .map (update (M.store 0 x).toMap (M.logic 0).toInt ((M.store 1 x).toMap (M.logic 0).toInt)) := by
  unfold Kernel.isRestoring at h
  split at h
  · rename_i m i v ht
    split at h
    · rename_i y m' i' hm hi hv
      split at h
      · rename_i z hm' hi'
        simp only [Bool.and_eq_true, beq_iff_eq] at h
        obtain ⟨rfl, rfl⟩ := h
        have h1 := interpretation_termMeans hT M ht []
        have h2 := interpretation_termMeans hT M hm []
        have h3 := interpretation_termMeans hT M hi []
        have h4 := interpretation_termMeans hT M hv []
        have h5 := interpretation_termMeans hT M hm' []
        have h6 := interpretation_termMeans hT M hi' []
        simp only [TermShape.Means, Interpretation.int, Interpretation.map, Operator.apply] at h1 h2 h3 h4 h5 h6
        rw [h2, h3, h4, h5, h6] at h1
        exact h1
      · simp at h
    · simp at h
  · simp at h

/-- The changes give back what the command gives back. -/
theorem restored_store (hT : T.Right) {τ ω : Store} (h0 : ρ 0 = ω) (h2 : ρ 2 = τ) (locals terms : List Nat)
    (h : Kernel.areRestoring T locals terms = .ok ()) (κ : Store) (hκ : ∀ x j, j ≠ s.self → (κ x).toMap j = (ω x).toMap j) :
    writes s.parameters s.self ω ((locals.map fun x => ((⟨x, some (.logic 0)⟩ : Place), Term.num ((τ x).toMap s.self))).map
      fun (p, t) => (p, t.valueIn s.parameters s.self ω)) κ = changedStore T s ρ (changesBack locals terms) κ := by
  induction locals generalizing terms κ with
  | nil =>
    cases terms with
    | nil => rfl
    | cons => simp [Kernel.areRestoring] at h
  | cons x locals ih =>
    cases terms with
    | nil => simp [Kernel.areRestoring] at h
    | cons t terms =>
      obtain ⟨_, h1, h⟩ := bind_ok.mp h
      have hterm := isRestoring_sound hT (require_ok.mp h1) (View.model ⟨0, [2], .self⟩ s ρ [])
      have hnew : ∀ y, Place.write ⟨x, some (.logic 0)⟩ s.parameters s.self ω ((Term.num ((τ x).toMap s.self)).valueIn s.parameters s.self ω) κ y =
          if y = x then (T.term t).eval (View.model ⟨0, [2], .self⟩ s ρ []) [] else κ y := by
        intro y
        by_cases hy : y = x
        · subst hy
          simp only [Place.write, if_true, hterm, Value.map.injEq]
          funext j
          simp only [update, View.model, storeAt, List.map, h0, h2, Who.identifier, if_true, Value.toInt, Term.valueIn, Term.eval,
            Parameters.model]
          by_cases hj : j = s.self
          · simp [hj]
          · simp [hj, hκ y j hj]
        · simp [Place.write, hy]
      simp only [List.map_cons, writes, changesBack, changedStore]
      rw [show Place.write ⟨x, some (.logic 0)⟩ s.parameters s.self ω ((Term.num ((τ x).toMap s.self)).valueIn s.parameters s.self ω) κ =
        fun y => if y = x then (T.term t).eval (View.model ⟨0, [2], .self⟩ s ρ []) [] else κ y from funext hnew]
      refine ih terms h _ fun y j hj => ?_
      by_cases hy : y = x
      · subst hy
        rw [if_pos rfl, hterm]
        simp [Value.toMap, update, View.model, storeAt, h0, Who.identifier, hj, Value.toInt]
      · simp only [hy, if_false]
        exact hκ y j hj

/-- The end of a scope. -/
theorem restores_sound (hT : T.Right) {label : Nat} {locals terms : List Nat} (hterms : Kernel.areRestoring T locals terms = .ok ()) {g : Goal}
    {Q : Store → Prop} (hg : ∀ τ, g.Holds T s (cons τ ρ) exits → Q τ) {υ τ : Store}
    (h : (c.restores label locals terms g).Holds T s (cons υ (cons τ ρ)) exits) (ω : Store) (hω : c.assumes T s υ ω) :
    Does (c.guarantees T s) ((restoring locals s.self τ).Runs s.parameters s.self) Q ω := by
  refine ⟨restoring_safe, fun ω' hr => ?_⟩
  obtain ⟨hG, h⟩ := promises_iff.mp (h ω (others_iff.mpr hω))
  have hstore : ω' = changedStore T s (cons ω (cons υ (cons τ ρ))) (changesBack locals terms) ω := by
    cases hr
    exact restored_store hT (ρ := cons ω (cons υ (cons τ ρ))) (τ := τ) (ω := ω) rfl rfl locals terms hterms ω fun _ _ _ => rfl
  subst hstore
  exact ⟨hG, hg _ h⟩

/-! ## Joins -/

/-- Where a statement ends in the store of the shared rest, what the rest implies holds. -/
theorem meets_sound {P : Prop} {Q : Store → Prop} {υ : Store} (hP : P → Q υ) (τ : Store)
    (h : c.meets.Holds T s (cons τ (cons υ ρ)) (cons P exits)) : τ = υ → Q υ := by
  intro he
  subst he
  exact hP (h fun v _ => by cases v.isMap <;> simp [cons])

/-- What is meant where blocks are left is the same inside of one more shared rest. -/
theorem leaves_shared {blocks : Blocks} {level : Nat} {τ υ : Store} {P : Prop}
    (h : (c.leaves blocks.shared level).Holds T s (cons τ (cons υ ρ)) (cons P exits)) : (c.leaves blocks level).Holds T s (cons τ ρ) exits := by
  have hrest : blocks.shared.rest level = (blocks.rest level).map (· + 1) := by
    cases blocks with
    | nil => rfl
    | cons between outer =>
      cases level with
      | zero => rfl
      | succ level =>
        simp only [Blocks.shared, Blocks.rest]
        cases Blocks.rest outer level with
        | none => rfl
        | some index => simp; omega
  simp only [leaves, hrest] at h ⊢
  cases hr : blocks.rest level with
  | none => simp [hr, Goal.Holds] at h
  | some index =>
    simp only [hr, Option.map_some] at h
    exact h

/-- What is meant where blocks are left, inside of one more. -/
theorem leaves_inside {blocks : Blocks} {level : Nat} {τ υ : Store} {P : Prop} {Q : Store → Prop} {X : Nat → Store → Prop} (hP : P → Q υ)
    (hX : ∀ n τ, (c.leaves blocks n).Holds T s (cons τ ρ) exits → X n τ)
    (h : (c.leaves (0 :: blocks) level).Holds T s (cons τ (cons υ ρ)) (cons P exits)) : outward (fun τ => τ = υ → Q υ) X level τ := by
  cases level with
  | zero => exact meets_sound hP τ h
  | succ level =>
    refine hX level τ ?_
    simp only [leaves, Blocks.rest] at h ⊢
    cases hr : Blocks.rest blocks level with
    | none => simp [hr, Goal.Holds] at h
    | some index =>
      simp only [hr] at h
      rw [show 0 + 1 + index = index + 1 by omega] at h
      exact h

/-- What holds for every store in which a statement may end holds where it ends. -/
theorem weakest_meets {w : Ways} {S : OutlinedCode} {Q : Store → Prop} {X : Nat → Store → Prop} {σ : Store}
    (h : ∀ υ, S.weakest w (fun τ => τ = υ → Q υ) X σ) : S.weakest w Q X σ :=
  S.weakest_mono (fun τ h => h τ rfl) (fun _ _ h => h σ) (S.weakest_forall σ h)

/-- The same where blocks are left for the store. -/
theorem weakest_leaves {w : Ways} {S : OutlinedCode} {Q : Store → Prop} {X : Nat → Store → Prop} {σ : Store}
    (h : ∀ υ, S.weakest w (fun τ => τ = υ → Q υ) (outward (fun τ => τ = υ → Q υ) X) σ) : S.weakest w Q (outward Q X) σ := by
  refine S.weakest_mono (fun τ h => h τ rfl) (fun n τ h => ?_) (S.weakest_forall σ h)
  cases n with
  | zero => exact h τ rfl
  | succ n => exact h σ

/-- What is to be shown or known of all branches. -/
theorem forBranches_iff {first last k : Nat} {f : Property} : (forBranches first last k f).Holds T s ρ [] ↔
    ∀ i, InRange s.parameters s.self (T.term first) (T.term last) (ρ k) i → f.Holds T s ρ [i] := by
  simp only [forBranches, Property.Holds, model_here, InRange, Term.valueIn, Who.identifier, List.getD_cons_zero]

/-- What is known and the assertion may be used in a condition of its own. -/
theorem aside_elim {J : Literal} {first : Nat} {σ τ : Store} {P : Prop} (hknown : c.Known T s (ρ first))
    (h : Under T s (cons τ (cons τ (cons σ ρ))) (c.known (first + 3) [holds J 1 (first + 3)]) P) (hJ : (c.ways T s (ρ first)).holds J τ) : P :=
  known_elim (ρ := cons τ (cons τ (cons σ ρ))) (first := first + 3) hknown h (holds_iff.mpr hJ)

/-- **The goal of a statement implies its weakest precondition**, if the goal that follows implies what is to hold where it ends, and the goals
where blocks are left what is to hold there. -/
theorem weakestGoal_sound (hT : T.Right) {e : Store} (hknown : c.Known T s e) (code : OutlinedCode) (hcode : code.Restores T) {first : Nat}
    (hfirst : ρ first = e) {blocks : Blocks} {g : Goal} {Q : Store → Prop} {X : Nat → Store → Prop}
    (hg : ∀ τ, g.Holds T s (cons τ ρ) exits → Q τ) (hX : ∀ n τ, (c.leaves blocks n).Holds T s (cons τ ρ) exits → X n τ) {σ : Store}
    (h : (weakestGoal c code first blocks g).Holds T s (cons σ ρ) exits) : code.weakest (c.ways T s e) Q X σ := by
  induction code generalizing blocks g Q X σ ρ exits first with
  | skip =>
    simp only [weakestGoal] at h
    cases hx : c.explicit with
    | true => simp [hx, Goal.Holds] at h
    | false =>
      simp only [hx, Bool.false_eq_true, if_false] at h
      exact ⟨hx, fun τ hA => hg τ (h τ (others_iff.mpr hA))⟩
  | atomic label o =>
    cases hJ : o.assertion with
    | none =>
      simp only [weakestGoal, hJ] at h
      simp only [OutlinedCode.weakest, OutlinedOperation.weakest, hJ]
      cases hx : c.explicit with
      | true => simp [hx, Goal.Holds] at h
      | false =>
        simp only [hx, Bool.false_eq_true, if_false] at h
        exact ⟨hx, fun τ hA => operation_does (ρ := cons τ (cons σ ρ)) hg (h τ (others_iff.mpr hA))⟩
    | some J =>
      simp only [weakestGoal, hJ] at h
      simp only [OutlinedCode.weakest, OutlinedOperation.weakest, hJ]
      subst hfirst
      have h := fun τ υ => stable_elim (ρ := cons τ (cons υ (cons σ ρ))) hknown (h υ τ)
      exact ⟨enters_of_entersAt fun τ => enters_iff.mp (h τ τ).2.2, fun τ υ hJτ hA => (h υ τ).1 hJτ hA,
        fun τ hJτ => operation_does (ρ := cons τ (cons τ (cons σ ρ))) hg (aside_elim hknown (h τ τ).2.1 hJτ)⟩
  | choice S S' ihS ihS' =>
    have hS := fun υ => ihS hcode.1 (ρ := cons υ ρ) (first := first + 1) hfirst (meets_sound (hg υ)) (fun n τ h' => hX n τ (leaves_shared h')) (h υ).1
    have hS' := fun υ => ihS' hcode.2 (ρ := cons υ ρ) (first := first + 1) hfirst (meets_sound (hg υ)) (fun n τ h' => hX n τ (leaves_shared h')) (h υ).2
    exact ⟨weakest_meets hS, weakest_meets hS'⟩
  | seq S S' ihS ihS' =>
    simp only [weakestGoal] at h
    split at h
    · exact ihS hcode.1 hfirst (fun τ h => ihS' hcode.2 hfirst hg hX h) hX h
    · refine weakest_meets (Q := S'.weakest (c.ways T s e) Q X) fun υ => ?_
      exact ihS hcode.1 (ρ := cons υ ρ) (first := first + 1) hfirst (meets_sound fun h' => ihS' hcode.2 hfirst hg hX h')
        (fun n τ h' => hX n τ (leaves_shared h')) (h υ)
  | loop label J S ih =>
    subst hfirst
    have h := fun τ υ => stable_elim (ρ := cons τ (cons υ (cons σ ρ))) hknown (h υ τ)
    refine ⟨enters_of_entersAt fun τ => enters_iff.mp (h τ τ).2.2.2, fun τ υ hJ hA => (h υ τ).1 hJ hA, fun τ hJ => ?_, fun τ hJ => ?_⟩
    · exact ih hcode (ρ := ρ) rfl (g := asserts label J 0 (first + 1)) (fun υ h => (holds_iff (k := 0)).mp h) hX
        (aside_elim hknown (h τ τ).2.1 hJ)
    · exact hg τ (aside_elim hknown (h τ τ).2.2.1 hJ)
  | cut label J =>
    subst hfirst
    have h := fun τ υ => stable_elim (ρ := cons τ (cons υ (cons σ ρ))) hknown (h υ τ)
    exact ⟨enters_of_entersAt fun τ => enters_iff.mp (h τ τ).2.2, fun τ υ hJ hA => (h υ τ).1 hJ hA,
      fun τ hJ => hg τ (aside_elim hknown (h τ τ).2.1 hJ)⟩
  | block S ih =>
    exact weakest_leaves fun υ => ih hcode (ρ := cons υ ρ) (first := first + 1) hfirst (meets_sound (hg υ)) (fun n τ h' => leaves_inside (hg υ) hX h') (h υ)
  | exit level => exact hX level σ h
  | call _ S ih => exact ih hcode hfirst hg hX h
  | recursion => exact h.elim
  | invoke label procedure x commits =>
    simp only [weakestGoal, invokes] at h
    cases hcalls : throughOf procedure c.calls with
    | none => simp [hcalls, Goal.Holds] at h
    | some N =>
      simp only [hcalls] at h
      split at h
      · exact h.elim
      · rename_i hn
        refine ⟨by simpa using hn, ⟨N, hcalls⟩, fun τ hA => ?_⟩
        obtain ⟨hpre, h⟩ := h τ (others_iff.mpr hA)
        exact ⟨is_here.mp hpre, follow_sound hcalls hg x.steps h⟩
  | scope label locals terms S ih =>
    simp only [weakestGoal] at h
    cases hx : c.explicit with
    | true => simp [hx, Goal.Holds] at h
    | false =>
      simp only [hx, Bool.false_eq_true, if_false] at h
      refine ⟨hx, fun τ hA => ?_⟩
      exact ih hcode.2 (ρ := cons τ ρ) (first := first + 1) hfirst (blocks := []) (fun υ h' ω hω => restores_sound hT hcode.1 hg h' ω hω)
        (fun _ _ h' => False.elim h') (h τ (others_iff.mpr hA))
  | par label first last contract calls S =>
    simp only [weakestGoal, forksIf] at h
    cases contract with
    | none => simp [Goal.Holds] at h
    | some x =>
      cases ha : c.activation with
      | some => simp [ha, Goal.Holds] at h
      | none =>
        cases hx : c.explicit with
        | true => simp [ha, hx, Goal.Holds] at h
        | false =>
          simp only [ha, hx, Bool.false_eq_true, if_false] at h
          refine ⟨hx, by simp [ThreadRules.ways, ha], x, rfl, fun τ hA => ?_⟩
          obtain ⟨hpre, h⟩ := h τ (others_iff.mpr hA)
          exact ⟨fun i hi => is_here.mp (forBranches_iff.mp hpre i hi),
            fun υ hN hp => hg υ (h υ (is_step.mpr hN) (forBranches_iff.mpr fun i hi => is_here.mpr (hp i hi)))⟩

end

end Plato
