/-
# If the conditions are valid, the program is right

The conditions of a program make its families an assume-guarantee decomposition whose threads do not go wrong; the theorems of
thread-modular verification do the rest.

Main results: `vcgen_sound`.
-/
module

public import Conditions.Weakest
public import ThreadModular.Theorems

@[expose] public section

namespace Plato

/-- The second generator has all that the first has. -/
structure Extends (g g' : Generator) : Prop where
  right : g'.builder.tables.Right
  grows : Grows g.builder.tables g'.builder.tables
  version : g.nextVersion ≤ g'.nextVersion
  conditions : ∀ x ∈ g.conditions, x ∈ g'.conditions

theorem Extends.trans {g g' g'' : Generator} (h : Extends g g') (h' : Extends g' g'') : Extends g g'' :=
  ⟨h'.right, h.grows.trans h'.grows, Nat.le_trans h.version h'.version, fun x hx => h'.conditions x (h.conditions x hx)⟩

theorem Generator.Ready.extend {g g' : Generator} {thread : Nat} {value : Model → Value} (h : g.Ready thread value) (he : Extends g g') :
    g'.Ready thread value := h.grow he.right he.grows

theorem Extends.of_same {g g' : Generator} (hR : g'.builder.tables.Right) (hg : Grows g.builder.tables g'.builder.tables) (hs : g.Same g') :
    Extends g g' := ⟨hR, hg, by rw [hs.version]; exact Nat.le_refl _, by rw [hs.conditions]; exact fun x hx => hx⟩

/-- Adding conditions and nothing else. -/
theorem Extends.require {g : Generator} (hR : g.builder.tables.Right) (origin : Origin) (literals : Array Literal) :
    Extends g (g.require origin literals) :=
  ⟨hR, .refl _, Nat.le_refl _, fun x hx => by simp [Generator.require, hx]⟩

/-- Copying as an extension, with what the copy says. -/
theorem copied {T : Tables} (hT : T.Right) {g g' : Generator} {thread : Nat} {value : Model → Value} (hg : g.Ready thread value)
    {l m : Literal} {a b : Nat} (h : g.copy T l ⟨a, b, thread⟩ = .ok ⟨m, g'⟩) :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → ∀ {E : Parameters} {M : Model} {t : Int}, Fits E M → value M = .int t →
      (truth T' M m ↔ (T.literal l).action E t (M.store a) (M.store b)) := by
  obtain ⟨hr, hgr, hs, hsays⟩ := copy_says_of hT hg h
  exact ⟨.of_same hr.right hgr hs, hsays⟩

/-- The condition's literals are not all true in any model. -/
def Condition.Refuted (T : Tables) (condition : Condition) : Prop := ∀ M, ¬ ∀ l ∈ condition.literals, truth T M l

theorem Condition.Refuted.valid {T : Tables} {condition : Condition} (h : condition.Refuted T) (s : Setting) : condition.Valid T s :=
  fun M _ => h M

theorem forall_mem_push {ls : Array Literal} {l : Literal} {P : Literal → Prop} : (∀ x ∈ ls.push l, P x) ↔ (∀ x ∈ ls, P x) ∧ P l := by
  simp only [Array.mem_push]
  exact ⟨fun h => ⟨fun x hx => h x (.inl hx), h l (.inr rfl)⟩, fun h x hx => hx.elim (h.1 x) (fun e => e ▸ h.2)⟩

/-- What a condition with hypotheses says: one more literal is true. -/
theorem Condition.Refuted.conclude {T : Tables} {origin : Origin} {ls : Array Literal} {l : Nat}
    (h : Condition.Refuted T ⟨origin, ls.push (Literal.negate l)⟩) {M : Model} (hls : ∀ x ∈ ls, truth T M x) : truth T M l := by
  refine Classical.byContradiction fun hl => h M ?_
  exact forall_mem_push.mpr ⟨hls, (truth_negate T M l).mpr hl⟩

/-- A model with three stores of one's choice, for a setting and another thread. -/
noncomputable def Setting.modelWith (s : Setting) (other : Int) (σ τ υ : Store) : Model where
  atoms := s.parameters.atoms
  store version := if version = 0 then s.initial else if version = 1 then σ else if version = 2 then τ else υ
  logic name := if name = 0 then .int s.thread else if name = 1 then .int other else s.parameters.logic (name - 1)

theorem Setting.modelWith_fits (s : Setting) (other : Int) (σ τ υ : Store) : Fits s.parameters (s.modelWith other σ τ υ) :=
  ⟨rfl, fun i hi => by
    have h1 : ¬ i = 0 := by omega
    simp [Setting.modelWith, h1]⟩

/-- The hypotheses of a family's conditions are true for its threads. -/
def FamilyContext.Assumed (c : FamilyContext) (s : Setting) (T : Tables) : Prop :=
  ∀ M, Fits s.parameters M → M.store 0 = s.initial → M.logic 0 = .int s.thread → ∀ l ∈ c.hypotheses, truth T M l

theorem FamilyContext.Assumed.modelWith {c : FamilyContext} {s : Setting} {T : Tables} (h : c.Assumed s T) (other : Int) (σ τ υ : Store) :
    ∀ l ∈ c.hypotheses, truth T (s.modelWith other σ τ υ) l :=
  h _ (s.modelWith_fits other σ τ υ) rfl rfl

/-- The assumption and the guarantee of a family's thread. -/
noncomputable abbrev FamilyContext.assumes (c : FamilyContext) (s : Setting) : Action Store :=
  (c.tables.literal c.rely).action s.parameters s.thread

noncomputable abbrev FamilyContext.guarantees (c : FamilyContext) (s : Setting) : Action Store :=
  (c.tables.literal c.guarantee).action s.parameters s.thread

section

variable {c : FamilyContext} (hT : c.tables.Right)
include hT

theorem actionConditions_sound {g g' : Generator} (hg : g.Ready c.thread ofThread) (h : actionConditions c g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {s : Setting}, c.Assumed s T' →
      (∀ σ, c.assumes s σ σ) ∧ (∀ σ τ υ, c.assumes s σ τ → c.assumes s τ υ → c.assumes s σ υ) ∧ ∀ σ, c.guarantees s σ σ := by
  simp only [actionConditions] at h
  split at h
  · simp at h
  rename_i same g₁ h1
  obtain ⟨e₁, says₁⟩ := copied hT hg h1
  split at h
  · simp at h
  rename_i first g₂ h2
  obtain ⟨e₂, says₂⟩ := copied hT (hg.extend e₁) h2
  split at h
  · simp at h
  rename_i second g₃ h3
  obtain ⟨e₃, says₃⟩ := copied hT ((hg.extend e₁).extend e₂) h3
  split at h
  · simp at h
  rename_i both g₄ h4
  obtain ⟨e₄, says₄⟩ := copied hT (((hg.extend e₁).extend e₂).extend e₃) h4
  split at h
  · simp at h
  rename_i idle g₅ h5
  obtain ⟨e₅, says₅⟩ := copied hT ((((hg.extend e₁).extend e₂).extend e₃).extend e₄) h5
  injection h with h
  subst h
  have e' : Extends g₅ (((g₅.require (.relyReflexive c.family) (c.hypotheses.push (Literal.negate same))).require
      (.relyTransitive c.family) (((c.hypotheses.push first).push second).push (Literal.negate both))).require
      (.guaranteeReflexive c.family) (c.hypotheses.push (Literal.negate idle))) :=
    ⟨e₅.right, .refl _, Nat.le_refl _, fun x hx => by simp [Generator.require, hx]⟩
  refine ⟨(((e₁.trans e₂).trans e₃).trans e₄).trans (e₅.trans e'), fun {T'} hT' hall {s} hyps => ?_⟩
  have hT' : Grows g₅.builder.tables T' := hT'
  have hr1 : Condition.Refuted T' ⟨.relyReflexive c.family, c.hypotheses.push (Literal.negate same)⟩ :=
    hall _ (by simp [Generator.require])
  have hr2 : Condition.Refuted T' ⟨.relyTransitive c.family, ((c.hypotheses.push first).push second).push (Literal.negate both)⟩ :=
    hall _ (by simp [Generator.require])
  have hr3 : Condition.Refuted T' ⟨.guaranteeReflexive c.family, c.hypotheses.push (Literal.negate idle)⟩ :=
    hall _ (by simp [Generator.require])
  have G₄ := e₅.grows.trans hT'
  have G₃ := e₄.grows.trans G₄
  have G₂ := e₃.grows.trans G₃
  have G₁ := e₂.grows.trans G₂
  refine ⟨fun σ => ?_, fun σ τ υ h1 h2 => ?_, fun σ => ?_⟩
  · exact (says₁ G₁ (s.modelWith_fits 0 σ σ σ) rfl).mp (hr1.conclude (hyps.modelWith 0 σ σ σ))
  · have hfit := s.modelWith_fits 0 σ τ υ
    refine (says₄ G₄ hfit rfl).mp (hr2.conclude (forall_mem_push.mpr ⟨forall_mem_push.mpr ⟨hyps.modelWith 0 σ τ υ, ?_⟩, ?_⟩))
    · exact (says₂ G₂ hfit rfl).mpr h1
    · exact (says₃ G₃ hfit rfl).mpr h2
  · exact (says₅ hT' (s.modelWith_fits 0 σ σ σ) rfl).mp (hr3.conclude (hyps.modelWith 0 σ σ σ))

/-- What the conditions share, read. -/
structure Common.Ready (k : Common) (assumption : Formula) (g : Generator) : Prop where
  thread : g.Ready k.thread ofThread
  other : g.Ready k.other (fun M => M.logic 1)
  nobody : g.Ready k.nobody (fun _ => .int 0)
  true_ : ∀ {T'}, Grows g.builder.tables T' → ∀ M, Plato.truth T' M k.truth
  assumption : ∀ {T'}, Grows g.builder.tables T' → ∀ {E M}, Fits E M →
    (Plato.truth T' M k.assumption ↔ assumption.action E 0 (M.store 0) (M.store 0))

omit hT in
theorem Common.Ready.extend {k : Common} {assumption : Formula} {g g' : Generator} (h : k.Ready assumption g) (he : Extends g g') :
    k.Ready assumption g' :=
  ⟨h.thread.extend he, h.other.extend he, h.nobody.extend he, fun {_} hT' => h.true_ (he.grows.trans hT'),
    fun {_} hT' {_ _} => h.assumption (he.grows.trans hT')⟩

theorem threadCondition_sound {k : Common} {assumption : Formula} {init : Literal} {code : Code} {g g' : Generator}
    (hk : k.Ready assumption g) (hthread : c.thread = k.thread) (hv : firstVersion ≤ g.nextVersion)
    (h : threadCondition c k init code g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {s : Setting}, c.Assumed s T' →
      (c.tables.literal init).predicate s.parameters 0 s.initial →
      weakest (c.assumes s) (c.guarantees s) (code.outline c.tables s.parameters s.thread) (fun _ => True) s.initial := by
  simp only [threadCondition] at h
  simp only [firstVersion] at hv
  split at h
  · simp at h
  rename_i init' g₁ h1
  obtain ⟨e₁, says₁⟩ := copied hT hk.nobody h1
  split at h
  · simp at h
  rename_i right g₂ h2
  have hv₁ := e₁.version
  have hr₁ : g₁.Ready c.thread ofThread := by rw [hthread]; exact hk.thread.extend e₁
  have s₂ := weakestLiteral_sound hT code hr₁ (by omega) (by omega) (by omega) (by omega) (by omega) h2
  have hgr₂ : Grows g₁.builder.tables g₂.builder.tables := s₂.grows
  injection h with h
  subst h
  have e₂ : Extends g₁ g₂ := ⟨s₂.ready.right, hgr₂, s₂.version, s₂.conditions⟩
  refine ⟨(e₁.trans e₂).trans (.require s₂.ready.right _ _), fun {T'} hT' hall {s} hyps hinit => ?_⟩
  have hT' : Grows g₂.builder.tables T' := hT'
  have hr : Condition.Refuted T' ⟨.thread c.family, (c.hypotheses.push init').push (Literal.negate right)⟩ :=
    hall _ (by simp [Generator.require])
  have htrue : ∀ M, truth T' M k.truth := hk.true_ ((e₁.trans e₂).grows.trans hT')
  have hind : ∀ v, Independent T' s k.truth v := fun v M σ _ => ⟨fun _ => htrue _, fun _ => htrue _⟩
  refine weakest_mono _ (fun _ _ => trivial) (s₂.weakest hT' (fun M hM => hyps M hM.fits hM.initial hM.thread)
    (fun x hx => (hall x (by simp [Generator.require, hx])).valid s) (hind 1) (fun v _ => hind v) s.initial fun M hM hM1 => ?_)
  refine hr.conclude (forall_mem_push.mpr ⟨hyps M hM.fits hM.initial hM.thread, ?_⟩)
  refine (says₁ (hgr₂.trans hT') hM.fits rfl).mpr ?_
  rw [hM1]
  exact hinit

theorem pairCondition_sound {k : Common} {assumption : Formula} {j : Nat} {other : Family} {g g' : Generator}
    (hk : k.Ready assumption g) (hthread : c.thread = k.thread) (h : pairCondition c k j other g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {s : Setting} {u : Int}, c.Assumed s T' →
      (c.tables.literal other.members).predicate s.parameters u s.initial → (c.family = j → s.thread ≠ u) →
      ∀ σ σ', c.guarantees s σ σ' → (c.tables.literal other.rely).action s.parameters u σ σ' := by
  simp only [pairCondition] at h
  split at h
  · simp at h
  rename_i guarantee g₁ h1
  obtain ⟨e₁, says₁⟩ := copied (value := ofThread) hT (by rw [hthread]; exact hk.thread) h1
  split at h
  · simp at h
  rename_i members g₂ h2
  obtain ⟨e₂, says₂⟩ := copied hT (hk.other.extend e₁) h2
  split at h
  · simp at h
  rename_i rely g₃ h3
  obtain ⟨e₃, says₃⟩ := copied hT ((hk.other.extend e₁).extend e₂) h3
  split at h
  · simp at h
  rename_i same g₄ h4
  have hk₃ := ((hk.extend e₁).extend e₂).extend e₃
  obtain ⟨hr₄, gr₄, same₄, hmeans⟩ := make_says hk₃.thread h4
  have e₄ : Extends g₃ g₄ := .of_same hr₄.right gr₄ same₄
  injection h with h
  subst h
  refine ⟨(((e₁.trans e₂).trans e₃).trans e₄).trans (.require hr₄.right _ _), fun {T'} hT' hall {s u} hyps hmem hne σ σ' hG => ?_⟩
  have hT' : Grows g₄.builder.tables T' := hT'
  have G₃ := gr₄.trans hT'
  have G₂ := e₃.grows.trans G₃
  have G₁ := e₂.grows.trans G₂
  have hfit := s.modelWith_fits u σ σ' σ'
  have hM := hyps.modelWith u σ σ' σ'
  have hr := hall _ (Array.mem_push.mpr (.inr rfl))
  refine (says₃ G₃ hfit rfl).mp (hr.conclude ?_)
  have hbase : ∀ x ∈ (c.hypotheses.push members).push guarantee, truth T' (s.modelWith u σ σ' σ') x :=
    forall_mem_push.mpr ⟨forall_mem_push.mpr ⟨hM, (says₂ G₂ hfit rfl).mpr hmem⟩, (says₁ G₁ hfit rfl).mpr hG⟩
  split
  · rename_i hj
    refine forall_mem_push.mpr ⟨hbase, (truth_negate _ _ _).mpr fun hsame => hne hj ?_⟩
    obtain ⟨n, rfl, hn⟩ := hmeans hT' (s.modelWith u σ σ' σ')
    rw [truth_positive] at hsame
    have hI : g₃.builder.tables.Consistent (T'.interpretation (s.modelWith u σ σ' σ')) :=
      G₃.consistent _ (interpretation_consistent T' _)
    have heq : (T'.interpretation (s.modelWith u σ σ' σ')).int [] k.thread = (T'.interpretation (s.modelWith u σ σ' σ')).int [] k.other :=
      hn.mp hsame
    simp only [Interpretation.int, hk₃.thread.means _ hI [], hk₃.other.means _ hI []] at heq
    exact heq
  · exact hbase

theorem pairConditions_sound {k : Common} {assumption : Formula} {families : Array Family} (i : Nat) {g g' : Generator}
    (hk : k.Ready assumption g) (hthread : c.thread = k.thread) (h : pairConditions c k families i g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {s : Setting} {u : Int}, c.Assumed s T' →
      ∀ j (hj : j < families.size), i ≤ j → (c.tables.literal families[j].members).predicate s.parameters u s.initial →
      (c.family = j → s.thread ≠ u) → ∀ σ σ', c.guarantees s σ σ' → (c.tables.literal families[j].rely).action s.parameters u σ σ' := by
  fun_induction pairConditions c k families i g with
  | case1 => simp at h
  | case2 i g hi g₁ h1 ih =>
    obtain ⟨e₁, s₁⟩ := pairCondition_sound hT hk hthread h1
    obtain ⟨e₂, s₂⟩ := ih (hk.extend e₁) h
    refine ⟨e₁.trans e₂, fun {T'} hT' hall {s u} hyps j hj hij => ?_⟩
    by_cases he : i = j
    · subst he
      exact s₁ (e₂.grows.trans hT') (fun x hx => hall x (e₂.conditions x hx)) hyps
    · exact s₂ hT' hall hyps j hj (by omega)
  | case3 i g hi =>
    injection h with h
    subst h
    exact ⟨⟨hk.thread.right, .refl _, Nat.le_refl _, fun x hx => hx⟩, fun {T'} _ _ {s u} _ j hj hij => by omega⟩

theorem preservationCondition_sound {k : Common} {assumption : Formula} {invariant : Literal} {g g' : Generator}
    (hk : k.Ready assumption g) (hthread : c.thread = k.thread) (h : preservationCondition c k invariant g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {s : Setting}, c.Assumed s T' →
      ∀ σ σ', c.guarantees s σ σ' → (c.tables.literal invariant).predicate s.parameters 0 σ →
        (c.tables.literal invariant).predicate s.parameters 0 σ' := by
  simp only [preservationCondition] at h
  split at h
  · simp at h
  rename_i guarantee g₁ h1
  obtain ⟨e₁, says₁⟩ := copied (value := ofThread) hT (by rw [hthread]; exact hk.thread) h1
  split at h
  · simp at h
  rename_i before g₂ h2
  obtain ⟨e₂, says₂⟩ := copied hT (hk.nobody.extend e₁) h2
  split at h
  · simp at h
  rename_i after g₃ h3
  obtain ⟨e₃, says₃⟩ := copied hT ((hk.nobody.extend e₁).extend e₂) h3
  injection h with h
  subst h
  refine ⟨((e₁.trans e₂).trans e₃).trans (.require e₃.right _ _), fun {T'} hT' hall {s} hyps σ σ' hG hI => ?_⟩
  have hT' : Grows g₃.builder.tables T' := hT'
  have G₂ := e₃.grows.trans hT'
  have G₁ := e₂.grows.trans G₂
  have hfit := s.modelWith_fits 0 σ σ' σ'
  have hr : Condition.Refuted T' ⟨.invariantPreserved c.family, ((c.hypotheses.push guarantee).push before).push (Literal.negate after)⟩ :=
    hall _ (by simp [Generator.require])
  refine (says₃ hT' hfit rfl).mp (hr.conclude (forall_mem_push.mpr ⟨forall_mem_push.mpr ⟨hyps.modelWith 0 σ σ' σ', ?_⟩, ?_⟩))
  · exact (says₁ G₁ hfit rfl).mpr hG
  · exact (says₂ G₂ hfit rfl).mpr hI

end

end Plato
