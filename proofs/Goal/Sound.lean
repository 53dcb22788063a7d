/-
# The compiler of goals is sound

If all conditions are refuted, the goals hold. The stores that a goal introduces become versions in one literal; the proof chooses for them
a counterexample to the goal, if there is one (`Forces`). So a literal that branches share is about one choice of stores, and it is enough
if it is true for that choice.

Main results: `compile_sound` (goals), `batch_sound` (batches).
-/
module

public import Goal.Command

@[expose] public section

namespace Plato

/-- What must be proved about a goal. -/
def Goal.Compiles (T : Tables) (goal : Goal) : Prop :=
  ∀ {scope : Scope} {g g' : Generator} {l : Nat}, g.builder.tables.Right → SourcesReady g.builder.tables scope.sources →
    goal.compile T scope g = .ok ⟨l, g'⟩ →
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {s M ρ exits}, Fits s M →
      scope.Sees T' g.nextVersion M ρ exits → Forces T' g.nextVersion g'.nextVersion M l (goal.Holds T s ρ exits)

section

variable {T : Tables}

theorem shows_compiles (hT : T.Right) (f : Shown) : (Goal.shows f).Compiles T := by
  intro scope g g' l hR hs h
  obtain ⟨st, says⟩ := shown_says hT hR hs h
  refine ⟨st.toExtends, fun {T'} hT' _ {s M ρ exits} hfit hsees => ⟨M, .refl _ _, fun M' hM' hl => ?_⟩⟩
  rw [st.sameVersion] at hM'
  exact (says hT' (hfit.same hM') (hsees.reads M' hM')).mp hl

theorem showing_compiles (hT : T.Right) (fs : List Shown) {goal : Goal} (ih : goal.Compiles T) : (Goal.showing fs goal).Compiles T := by
  intro scope g g' l hR hs h
  obtain ⟨⟨ls, g₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨⟨l₂, g₂⟩, h2, h⟩ := bind_ok.mp h
  obtain ⟨⟨l₃, g₃⟩, h3, h4⟩ := bind_ok.mp h
  obtain ⟨st₁, says₁⟩ := allShown_says hT fs hR hs h1
  obtain ⟨e₂, force₂⟩ := ih st₁.toExtends.right (hs.grow st₁.toExtends.grows) h2
  have st₃ := (make_says e₂.right h3).1
  have st₄ := (make_says st₃.toExtends.right h4).1
  refine ⟨((st₁.toExtends.trans e₂).trans st₃.toExtends).trans st₄.toExtends, fun {T'} hT' hall {s M ρ exits} hfit hsees => ?_⟩
  have G₃ := st₄.toExtends.grows.trans hT'
  have G₂ := st₃.toExtends.grows.trans G₃
  have hall₂ : ∀ x ∈ g₂.conditions, x.Refuted T' := fun x hx => hall x (st₄.toExtends.conditions x (st₃.toExtends.conditions x hx))
  obtain ⟨M₁, hM₁, hforce⟩ := force₂ G₂ hall₂ hfit (by rw [st₁.sameVersion]; exact hsees)
  rw [st₁.sameVersion] at hM₁
  refine ⟨M₁, hM₁, fun M' hM' hl => ?_⟩
  rw [st₄.sameVersion, st₃.sameVersion] at hM'
  have hM := hM₁.trans hM' (by rw [← st₁.sameVersion]; exact e₂.version)
  have hlit := (make_and_says st₃.toExtends.right h4 hT' M').mp hl
  obtain ⟨hls, hrest⟩ := forall_mem_push.mp hlit
  have hproperties := ((says₁ (e₂.grows.trans G₂) (hfit.same hM) (hsees.reads M' hM)).mp hls).2
  refine .intro hproperties (hforce M' hM' ?_)
  obtain ⟨x, hx, hxt⟩ := (make_or_says e₂.right h3 G₃ M').mp hrest
  rcases Array.mem_push.mp hx with hx | rfl
  · rw [← Array.mem_toList_iff, pushNegated_toList] at hx
    simp only [List.drop_zero, List.nil_append, List.mem_map] at hx
    obtain ⟨y, hy, rfl⟩ := hx
    exact absurd (hls y (Array.mem_toList_iff.mp hy)) ((truth_negate T' M' y).mp hxt)
  · exact hxt

theorem and_compiles {a b : Goal} (iha : a.Compiles T) (ihb : b.Compiles T) : (Goal.and a b).Compiles T := by
  intro scope g g' l hR hs h
  obtain ⟨⟨l₁, g₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨⟨l₂, g₂⟩, h2, h3⟩ := bind_ok.mp h
  obtain ⟨e₁, force₁⟩ := iha hR hs h1
  obtain ⟨e₂, force₂⟩ := ihb e₁.right (hs.grow e₁.grows) h2
  have st₃ := (make_says e₂.right h3).1
  refine ⟨(e₁.trans e₂).trans st₃.toExtends, fun {T'} hT' hall {s M ρ exits} hfit hsees => ?_⟩
  have G₂ := st₃.toExtends.grows.trans hT'
  have hall₂ : ∀ x ∈ g₂.conditions, x.Refuted T' := fun x hx => hall x (st₃.toExtends.conditions x hx)
  obtain ⟨M₁, hM₁, hforce₁⟩ := force₁ (e₂.grows.trans G₂) (fun x hx => hall₂ x (e₂.conditions x hx)) hfit hsees
  obtain ⟨M₂, hM₂, hforce₂⟩ := force₂ G₂ hall₂ (hfit.same hM₁) (hsees.later hM₁ e₁.version)
  refine ⟨M₂, hM₁.trans hM₂ e₁.version, fun M' hM' hl => ?_⟩
  rw [st₃.sameVersion] at hM'
  have hlit := (make_and_says e₂.right h3 hT' M').mp hl
  exact ⟨hforce₁ M' (hM₂.trans hM' e₂.version) (hlit _ (by simp)), hforce₂ M' hM' (hlit _ (by simp))⟩

theorem assuming_compiles (hT : T.Right) (f : Property) {goal : Goal} (ih : goal.Compiles T) : (Goal.assuming f goal).Compiles T := by
  intro scope g g' l hR hs h
  obtain ⟨⟨l₁, g₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨⟨l₂, g₂⟩, h2, h3⟩ := bind_ok.mp h
  obtain ⟨st₁, says₁⟩ := property_says hT hR hs h1
  obtain ⟨e₂, force₂⟩ := ih st₁.toExtends.right (hs.grow st₁.toExtends.grows) h2
  have st₃ := (make_says e₂.right h3).1
  refine ⟨(st₁.toExtends.trans e₂).trans st₃.toExtends, fun {T'} hT' hall {s M ρ exits} hfit hsees => ?_⟩
  have G₂ := st₃.toExtends.grows.trans hT'
  obtain ⟨M₁, hM₁, hforce⟩ := force₂ G₂ (fun x hx => hall x (st₃.toExtends.conditions x hx)) hfit (by rw [st₁.sameVersion]; exact hsees)
  rw [st₁.sameVersion] at hM₁
  refine ⟨M₁, hM₁, fun M' hM' hl hf => ?_⟩
  rw [st₃.sameVersion] at hM'
  have hM := hM₁.trans hM' (by rw [← st₁.sameVersion]; exact e₂.version)
  exact hforce M' hM' ((make_implies_says e₂.right h3 hT' M').mp hl
    ((says₁ (e₂.grows.trans G₂) (hfit.same hM) (hsees.reads M' hM)).mpr hf))

theorem each_compiles {goal : Goal} (ih : goal.Compiles T) : (Goal.each goal).Compiles T := by
  intro scope g g' l hR hs h
  obtain ⟨sources, exitLiterals, hypotheses⟩ := scope
  obtain ⟨builder, n, conditions, labels⟩ := g
  obtain ⟨e, force⟩ := ih (g := ⟨builder, n + 1, conditions, labels⟩) hR (hs.cons (source := .version n) trivial) h
  refine ⟨⟨e.right, e.grows, Nat.le_of_succ_le e.version, e.conditions⟩, fun {T'} hT' hall {s M ρ exits} hfit hsees => ?_⟩
  by_cases hholds : ∀ σ, goal.Holds T s (cons σ ρ) exits
  · exact ⟨M, .refl _ _, fun _ _ _ => hholds⟩
  · obtain ⟨σ, hσ⟩ := Classical.not_forall.mp hholds
    have hset := SameBelow.setStore n M σ
    have hsees' : Scope.Sees ⟨.version n :: sources, exitLiterals, hypotheses⟩ T' (n + 1) (M.setStore n σ) (cons σ ρ) exits :=
      ⟨fun M' hM' => (hsees.reads M' (hset.trans hM' (Nat.le_succ n))).cons
          ((hM'.store n (Nat.lt_succ_self n)).trans (M.setStore_same n σ)),
        (hsees.later hset (Nat.le_succ n)).exits, (hsees.later hset (Nat.le_succ n)).hypotheses⟩
    obtain ⟨M₁, hM₁, hforce⟩ := force hT' hall (hfit.same hset) hsees'
    exact ⟨M₁, hset.trans hM₁ (Nat.le_succ n), fun M' hM' hl => absurd (hforce M' hM' hl) hσ⟩

theorem given_compiles (hT : T.Right) (w : Witness) {goal : Goal} (ih : goal.Compiles T) : (Goal.given w goal).Compiles T := by
  intro scope g g' l hR hs h
  obtain ⟨sources, exitLiterals, hypotheses⟩ := scope
  obtain ⟨⟨source, g₁⟩, h1, h2⟩ := bind_ok.mp h
  obtain ⟨st₁, hready, hvalue⟩ := witness_says hT hR hs h1
  obtain ⟨e₂, force⟩ := ih st₁.toExtends.right ((hs.grow st₁.toExtends.grows).cons hready) h2
  refine ⟨st₁.toExtends.trans e₂, fun {T'} hT' hall {s M ρ exits} hfit hsees => ?_⟩
  have hsees' : Scope.Sees ⟨source :: sources, exitLiterals, hypotheses⟩ T' g₁.nextVersion M (cons (w.store T s ρ) ρ) exits := by
    rw [st₁.sameVersion]
    exact ⟨fun M' hM' => (hsees.reads M' hM').cons (hvalue (e₂.grows.trans hT') (hfit.same hM') (hsees.reads M' hM')),
      hsees.exits, hsees.hypotheses⟩
  obtain ⟨M₁, hM₁, hforce⟩ := force hT' hall hfit hsees'
  rw [st₁.sameVersion] at hM₁
  exact ⟨M₁, hM₁, hforce⟩

theorem run_compiles (hT : T.Right) (command : CommandCode) (store label : Nat) {goal : Goal} (ih : goal.Compiles T) :
    (Goal.run command store label goal).Compiles T := by
  intro scope g g' l hR hs h
  obtain ⟨sources, exitLiterals, hypotheses⟩ := scope
  obtain ⟨builder, n, conditions, labels⟩ := g
  obtain ⟨b₁, hpay, h⟩ := bind_ok.mp h
  have ht := pay_tables hpay
  obtain ⟨⟨ran, g₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨⟨l₂, g₂⟩, h2, h⟩ := bind_ok.mp h
  obtain ⟨⟨l₃, g₃⟩, h3, h4⟩ := bind_ok.mp h
  have hs₁ : SourcesReady b₁.tables sources := ht ▸ hs
  obtain ⟨e₁, ready, _, reach⟩ := execute_sound hT command (g := ⟨b₁, n, conditions, labels.run label (sourceOf sources store) n⟩)
    (ht ▸ hR) (hs₁.sourceOf store) h1
  obtain ⟨e₂, force⟩ := ih e₁.right ((hs₁.grow e₁.grows).cons ready) h2
  obtain ⟨st₃, says₃⟩ := under_says e₂.right h3
  obtain ⟨st₄, says₄⟩ := together_says st₃.toExtends.right h4
  have e₀ : Extends ⟨builder, n, conditions, labels⟩ ⟨b₁, n, conditions, labels.run label (sourceOf sources store) n⟩ := ⟨ht ▸ hR, ht ▸ .refl _, Nat.le_refl _, fun _ hx => hx⟩
  refine ⟨(((e₀.trans e₁).trans e₂).trans st₃.toExtends).trans st₄.toExtends, fun {T'} hT' hall {s M ρ exits} hfit hsees => ?_⟩
  have G₃ := st₄.toExtends.grows.trans hT'
  have G₂ := st₃.toExtends.grows.trans G₃
  have hall₂ : ∀ x ∈ g₂.conditions, x.Refuted T' := fun x hx => hall x (st₄.toExtends.conditions x (st₃.toExtends.conditions x hx))
  have v : g'.nextVersion = g₂.nextVersion := st₄.sameVersion.trans st₃.sameVersion
  have v₁ : n ≤ g₁.nextVersion := e₁.version
  have reach := reach (e₂.grows.trans G₂) hfit fun M' hM' => hsees.reads M' hM' store
  -- a run that goes wrong, or ends where the goal is false, is a counterexample
  by_cases hwrong : (command.command T).Runs s.parameters s.self (ρ store) .wrong
  · obtain ⟨M₁, hM₁, hfollow⟩ := reach _ hwrong
    refine ⟨M₁, hM₁, fun M' hM' hl => absurd ?_ (hfollow M' ((SameBelow.refl _ _).trans hM' (v ▸ e₂.version)))⟩
    exact ((says₄ hT' M').mp hl).1
  by_cases hgoal : ∀ τ, (command.command T).Runs s.parameters s.self (ρ store) (.store τ) → goal.Holds T s (cons τ ρ) exits
  · exact ⟨M, .refl _ _, fun _ _ _ => ⟨hwrong, hgoal⟩⟩
  obtain ⟨τ, hτ⟩ := Classical.not_forall.mp hgoal
  obtain ⟨hrun, hτ⟩ := Classical.not_imp.mp hτ
  obtain ⟨M₁, hM₁, hfollow⟩ := reach _ hrun
  have hlater := hsees.later hM₁ v₁
  have hsees' : Scope.Sees ⟨ran.after :: sources, exitLiterals, hypotheses⟩ T' g₁.nextVersion M₁ (cons τ ρ) exits :=
    ⟨fun M' hM' => (hlater.reads M' hM').cons (hfollow M' hM').2, hlater.exits, hlater.hypotheses⟩
  obtain ⟨M₂, hM₂, hforce⟩ := force G₂ hall₂ (hfit.same hM₁) hsees'
  refine ⟨M₂, hM₁.trans hM₂ v₁, fun M' hM' hl => absurd (hforce M' (v ▸ hM') ?_) hτ⟩
  exact (says₃ G₃ M').mp ((says₄ hT' M').mp hl).2 (hfollow M' (hM₂.trans (v ▸ hM') e₂.version)).1

/-- Other stores in scope. -/
theorem pick_reads {I : Interpretation} {sources : List Source} {ρ : Nat → Store} (hρ : Reads I sources ρ) (chosen : List Nat) (dropped : Nat) :
    Reads I (joinSources (sourcesOf sources chosen) (dropSources dropped sources)) (pickStores chosen dropped ρ) := by
  induction chosen with
  | nil =>
    simp only [sourcesOf, joinSources, pickStores]
    induction dropped generalizing sources ρ with
    | zero => exact hρ
    | succ dropped ih =>
      cases sources with
      | nil => exact fun i => hρ (i + (dropped + 1))
      | cons x xs => exact ih (sources := xs) (ρ := fun i => ρ (i + 1)) fun i => hρ (i + 1)
  | cons k rest ih => exact ih.cons (hρ k)

theorem pick_ready {T : Tables} {sources : List Source} (h : SourcesReady T sources) (chosen : List Nat) (dropped : Nat) :
    SourcesReady T (joinSources (sourcesOf sources chosen) (dropSources dropped sources)) := by
  induction chosen with
  | nil =>
    simp only [sourcesOf, joinSources]
    induction dropped generalizing sources with
    | zero => exact h
    | succ dropped ih =>
      cases sources with
      | nil => exact h
      | cons x xs => exact ih fun y hy => h y (by simp [hy])
  | cons k rest ih => exact ih.cons (h.sourceOf k)

theorem pick_compiles (chosen : List Nat) (dropped : Nat) {goal : Goal} (ih : goal.Compiles T) : (Goal.pick chosen dropped goal).Compiles T := by
  intro scope g g' l hR hs h
  obtain ⟨sources, exitLiterals, hypotheses⟩ := scope
  obtain ⟨builder, n, conditions, labels⟩ := g
  obtain ⟨b₁, hpay, h⟩ := bind_ok.mp h
  have ht := pay_tables hpay
  have hs₁ : SourcesReady b₁.tables sources := ht ▸ hs
  obtain ⟨e, force⟩ := ih (g := ⟨b₁, n, conditions, labels⟩) (ht ▸ hR) (pick_ready hs₁ chosen dropped) h
  refine ⟨⟨e.right, ht ▸ e.grows, e.version, e.conditions⟩, fun {T'} hT' hall {s M ρ exits} hfit hsees => ?_⟩
  exact force hT' hall hfit ⟨fun M' hM' => pick_reads (hsees.reads M' hM') chosen dropped, hsees.exits, hsees.hypotheses⟩

theorem share_compiles {rest body : Goal} (ihr : rest.Compiles T) (ihb : body.Compiles T) : (Goal.share rest body).Compiles T := by
  intro scope g g' l hR hs h
  obtain ⟨⟨l₁, g₁⟩, h1, h2⟩ := bind_ok.mp h
  obtain ⟨e₁, force₁⟩ := ihr hR hs h1
  obtain ⟨e₂, force₂⟩ := ihb (scope := ⟨scope.sources, l₁ :: scope.exits, scope.hypotheses⟩) e₁.right (hs.grow e₁.grows) h2
  refine ⟨e₁.trans e₂, fun {T'} hT' hall {s M ρ exits} hfit hsees => ?_⟩
  obtain ⟨M₁, hM₁, hforce₁⟩ := force₁ (e₂.grows.trans hT') (fun x hx => hall x (e₂.conditions x hx)) hfit hsees
  have hlater := hsees.later hM₁ e₁.version
  have hsees' : Scope.Sees ⟨scope.sources, l₁ :: scope.exits, scope.hypotheses⟩ T' g₁.nextVersion M₁ ρ
      (cons (rest.Holds T s ρ exits) exits) := by
    refine ⟨hlater.reads, fun M' hM' i m hm hl => ?_, hlater.hypotheses⟩
    cases i with
    | zero =>
      simp only [exitOf, Option.some.injEq] at hm
      subst hm
      exact hforce₁ M' hM' hl
    | succ i => exact hlater.exits M' hM' i m hm hl
  obtain ⟨M₂, hM₂, hforce₂⟩ := force₂ hT' hall (hfit.same hM₁) hsees'
  exact ⟨M₂, hM₁.trans hM₂ e₁.version, hforce₂⟩

theorem exit_compiles (index : Nat) : (Goal.exit index).Compiles T := by
  intro scope g g' l hR hs h
  simp only [Goal.compile] at h
  split at h
  · rename_i m hm
    simp only [Except.ok.injEq, Generated.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    exact ⟨.refl hR, fun {T'} _ _ {s M ρ exits} _ hsees => ⟨M, .refl _ _, fun M' hM' hl => hsees.exits M' hM' index m hm hl⟩⟩
  · have st := (make_says hR h).1
    refine ⟨st.toExtends, fun {T'} hT' _ {s M ρ exits} _ _ => ⟨M, .refl _ _, fun M' _ hl => ?_⟩⟩
    obtain ⟨x, hx, _⟩ := (make_or_says hR h hT' M').mp hl
    simp at hx

theorem aside_compiles (hT : T.Right) (origin : Origin) (fs : List Property) {goal rest : Goal} (ih : goal.Compiles T) (ihr : rest.Compiles T) :
    (Goal.aside origin fs goal rest).Compiles T := by
  intro scope g g' l hR hs h
  obtain ⟨⟨ls, g₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨⟨l₂, g₂⟩, h2, h3⟩ := bind_ok.mp h
  obtain ⟨st₁, says₁⟩ := properties_says hT fs hR hs h1
  obtain ⟨e₂, force₂⟩ := ih st₁.toExtends.right (hs.grow st₁.toExtends.grows) h2
  have er := Extends.require e₂.right origin (ls.push (Literal.negate l₂))
  have e₁₂ := st₁.toExtends.trans (e₂.trans er)
  obtain ⟨e₃, force₃⟩ := ihr er.right (hs.grow e₁₂.grows) h3
  refine ⟨e₁₂.trans e₃, fun {T'} hT' hall {s M ρ exits} hfit hsees => ?_⟩
  have G₂ : Grows g₂.builder.tables T' := er.grows.trans (e₃.grows.trans hT')
  have hall₂ : ∀ x ∈ g₂.conditions, x.Refuted T' := fun x hx => hall x (e₃.conditions x (er.conditions x hx))
  obtain ⟨M₁, hM₁, hforce₁⟩ := force₂ G₂ hall₂ hfit (by rw [st₁.sameVersion]; exact hsees)
  rw [st₁.sameVersion] at hM₁
  have hcondition : Condition.Refuted T' ⟨origin, ls.push (Literal.negate l₂)⟩ :=
    hall _ (e₃.conditions _ (by simp [Generator.require]))
  have hgoal : Under T s ρ fs (goal.Holds T s ρ exits) := .intro fun hfs => by
    refine hforce₁ M₁ (.refl _ _) (hcondition.conclude ?_)
    exact (says₁ (e₂.grows.trans G₂) (hfit.same hM₁) (hsees.reads M₁ hM₁)).mpr ⟨hsees.hypotheses M₁ hM₁, hfs⟩
  obtain ⟨M₂, hM₂, hforce₂⟩ := force₃ hT' hall (hfit.same hM₁) (hsees.later hM₁ e₁₂.version)
  exact ⟨M₂, hM₁.trans hM₂ e₁₂.version, fun M' hM' hl => ⟨hgoal, hforce₂ M' hM' hl⟩⟩

/-- **The compiler of goals is sound.** -/
theorem compile_sound (hT : T.Right) (goal : Goal) : goal.Compiles T := by
  induction goal with
  | shows f => exact shows_compiles hT f
  | showing fs g ih => exact showing_compiles hT fs ih
  | and a b iha ihb => exact and_compiles iha ihb
  | assuming f g ih => exact assuming_compiles hT f ih
  | each g ih => exact each_compiles ih
  | given w g ih => exact given_compiles hT w ih
  | run command store label g ih => exact run_compiles hT command store label ih
  | pick chosen dropped g ih => exact pick_compiles chosen dropped ih
  | share rest body ihr ihb => exact share_compiles ihr ihb
  | exit index => exact exit_compiles index
  | aside origin fs g rest ih ihr => exact aside_compiles hT origin fs ih ihr
  | impossible reason => intro scope g g' l _ _ h; simp [Goal.compile] at h

/-! ## Obligations and batches -/

/-- Fresh versions can be any stores. -/
theorem freshSources_sound {T' : Tables} {s : Setting} {P : (Nat → Store) → Prop} (count version : Nat) {sources : List Source}
    {ls : Array Literal} {M : Model} {ρ : Nat → Store} (hfit : Fits s M)
    (hρ : ∀ M', SameBelow version M M' → Reads (T'.interpretation M') sources ρ)
    (hls : ∀ M', SameBelow version M M' → ∀ l ∈ ls, truth T' M' l)
    (h : ∀ M ρ, Fits s M → (∀ M', SameBelow (version + count) M M' → Reads (T'.interpretation M') (freshSources count version sources) ρ) →
      (∀ M', SameBelow (version + count) M M' → ∀ l ∈ ls, truth T' M' l) → P ρ) :
    EachStore count ρ P := by
  induction count generalizing version sources M ρ with
  | zero => exact h M ρ hfit hρ hls
  | succ count ih =>
    intro σ
    have hset := SameBelow.setStore version M σ
    have hadd : version + (count + 1) = version + 1 + count := by omega
    rw [hadd] at h
    exact ih (version + 1) (hfit.same hset)
      (fun M' hM' => (hρ M' (hset.trans hM' (Nat.le_succ _))).cons (source := .version version)
        ((hM'.store version (Nat.lt_succ_self _)).trans (M.setStore_same version σ)))
      (fun M' hM' => hls M' (hset.trans hM' (Nat.le_succ _))) h

theorem freshSources_ready (T : Tables) (count version : Nat) {sources : List Source} (h : SourcesReady T sources) :
    SourcesReady T (freshSources count version sources) := by
  induction count generalizing version sources with
  | zero => exact h
  | succ count ih => exact ih _ (h.cons (source := .version version) trivial)

/-- An obligation whose condition is refuted holds, whatever the stores are that its batch shares. -/
theorem obligation_sound (hT : T.Right) {o : Obligation} {shared : Nat} {hypotheses : Array Literal} {g g' : Generator}
    (hR : g.builder.tables.Right) (h : o.compile T shared hypotheses g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {s M ρ}, Fits s M →
      (∀ M', SameBelow (shared + 1) M M' → Reads (T'.interpretation M') (freshSources shared 1 []) ρ) →
      (∀ M', SameBelow (shared + 1) M M' → ∀ l ∈ hypotheses, truth T' M' l) → o.Holds T s ρ := by
  obtain ⟨builder, next, conditions, labels⟩ := g
  obtain ⟨⟨ls, g₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨⟨l, g₂⟩, h2, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq] at h
  subst h
  have hs : SourcesReady builder.tables (freshSources o.stores (shared + 1) (freshSources shared 1 [])) :=
    freshSources_ready _ _ _ (freshSources_ready _ _ _ fun _ hx => nomatch hx)
  obtain ⟨st₁, says₁⟩ := properties_says hT o.given hR hs h1
  have e₁ := st₁.toExtends
  obtain ⟨builder₁, _, conditions₁, ⟨parts, runs, obligations⟩⟩ := g₁
  obtain ⟨e₂, force⟩ := compile_sound hT o.goal (scope := ⟨freshSources o.stores (shared + 1) (freshSources shared 1 []), [], hypotheses⟩)
    (g := ⟨builder₁, max firstVersion (shared + 1 + o.stores), conditions₁, ⟨parts, runs, obligations.push conditions₁.size⟩⟩) e₁.right (hs.grow e₁.grows) h2
  have er := Extends.require e₂.right o.origin (ls.push (Literal.negate l))
  refine ⟨⟨er.right, e₁.grows.trans e₂.grows, Nat.le_refl _, fun x hx => er.conditions x (e₂.conditions x (e₁.conditions x hx))⟩,
    fun {T'} hT' hall {s M ρ} hfit hρ hhyps => ?_⟩
  have G₂ : Grows g₂.builder.tables T' := er.grows.trans hT'
  refine freshSources_sound o.stores (shared + 1) (T' := T') (M := M) hfit hρ hhyps fun M ρ hfit hρ hhyps => .intro fun hfs => ?_
  have hle := Nat.le_max_right firstVersion (shared + 1 + o.stores)
  obtain ⟨M₁, hM₁, hforce⟩ := force (exits := fun _ => False) G₂ (fun x hx => hall x (er.conditions x hx)) hfit
    ⟨fun M' hM' => hρ M' ((SameBelow.refl _ _).trans hM' hle), fun M' _ i l hl => by simp [exitOf] at hl,
      fun M' hM' => hhyps M' ((SameBelow.refl _ _).trans hM' hle)⟩
  have hM := (SameBelow.refl _ _).trans hM₁ hle
  have hcondition : Condition.Refuted T' ⟨o.origin, ls.push (Literal.negate l)⟩ := hall _ (by simp [Generator.require, Generator.at])
  refine hforce M₁ (.refl _ _) (hcondition.conclude ?_)
  exact (says₁ (e₂.grows.trans G₂) (hfit.same hM) (hρ M₁ hM)).mpr ⟨hhyps M₁ hM, hfs⟩

theorem obligations_sound (hT : T.Right) (os : List Obligation) {shared : Nat} {hypotheses : Array Literal} {g g' : Generator}
    (hR : g.builder.tables.Right) (h : compileObligations T shared hypotheses os g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {s M ρ}, Fits s M →
      (∀ M', SameBelow (shared + 1) M M' → Reads (T'.interpretation M') (freshSources shared 1 []) ρ) →
      (∀ M', SameBelow (shared + 1) M M' → ∀ l ∈ hypotheses, truth T' M' l) → ∀ o ∈ os, o.Holds T s ρ := by
  induction os generalizing g with
  | nil =>
    simp only [compileObligations, Except.ok.injEq] at h
    subst h
    exact ⟨.refl hR, fun {_} _ _ {_ _ _} _ _ _ o ho => nomatch ho⟩
  | cons o os ih =>
    obtain ⟨g₁, h1, h2⟩ := bind_ok.mp h
    obtain ⟨e₁, s₁⟩ := obligation_sound hT hR h1
    obtain ⟨e₂, s₂⟩ := ih e₁.right h2
    refine ⟨e₁.trans e₂, fun {T'} hT' hall {s M ρ} hfit hρ hhyps p hp => ?_⟩
    rcases List.mem_cons.mp hp with rfl | hp
    · exact s₁ (e₂.grows.trans hT') (fun x hx => hall x (e₂.conditions x hx)) hfit hρ hhyps
    · exact s₂ hT' hall hfit hρ hhyps p hp

/-- A model with this setting and this initial store. -/
noncomputable def Setting.model (s : Setting) (initial : Store) : Model where
  atoms := s.parameters.atoms
  store _ := initial
  logic name := if name = 0 then .int s.self else if name = 1 then .int s.other else s.parameters.logic (name - 1)

theorem Setting.model_fits (s : Setting) (initial : Store) : Fits s (s.model initial) :=
  ⟨rfl, rfl, rfl, fun i hi => by
    have h1 : ¬ i = 0 := by omega
    simp [Setting.model, h1]⟩

/-- **A batch whose conditions are all refuted holds.** -/
theorem batch_sound (hT : T.Right) {batch : Batch} {g g' : Generator} (hR : g.builder.tables.Right) (h : batch.compile T g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → batch.Holds T := by
  obtain ⟨⟨hypotheses, g₁⟩, h1, h2⟩ := bind_ok.mp h
  obtain ⟨st₁, says₁⟩ := properties_says hT batch.throughout hR (freshSources_ready (sources := []) _ batch.stores 1 fun _ hx => nomatch hx) h1
  obtain ⟨e₂, s₂⟩ := obligations_sound hT batch.obligations st₁.toExtends.right h2
  refine ⟨st₁.toExtends.trans e₂, fun {T'} hT' hall s initial => ?_⟩
  refine freshSources_sound batch.stores 1 (T' := T') (sources := []) (ls := #[]) (s.model_fits initial)
    (fun M' hM' _ => hM'.store 0 Nat.one_pos) (fun _ _ _ hx => by simp at hx) fun M ρ hfit hρ _ => .intro fun hfs => ?_
  rw [Nat.add_comm] at hρ
  exact s₂ hT' hall hfit hρ fun M' hM' => (says₁ (e₂.grows.trans hT') (hfit.same hM') (hρ M' hM')).mpr ⟨fun _ hx => by simp at hx, hfs⟩

end

end Plato
