/-
# Sequences of proof steps

Theorem 1 (Soundness) of Elmas, Qadeer and Tasiran, *A Calculus of Atomic Actions*: if the last program of a sequence of proof steps does not go wrong from its
invariant, the first one does not, and its succeeding executions are those of the last one. What follows for a program with an initial condition:
it is safe, and its postcondition holds. Invariants of the last program say nothing of the first one's stores on the way; an invariant of the first
program is one by itself (`invariant_of_first`).

Main definitions: `Context`, `ProofStep`, `Derives`, `Program.Validated`.
Main results: `lemma1` (Preservation), `theorem1` (Soundness), `lemma1_bad` and `lemma1_good` (as printed), `safe_of_derives`, `ensures_of_derives`,
`invariant_of_first`, `guarantee_of_first`.
-/
module

public import Theory.Reduction.Finalizable
public import Theory.Reduction.Parallel
public import Theory.Reduction.Hoist

@[expose] public section

namespace Plato.Reduction

variable {Tid Br Proc : Type}

/-- A proof context: the current program and invariant. -/
structure Context (Tid Br Proc : Type) where
  Store : Type
  P : Program Tid Br Proc Store
  I : Store → Prop

/-- P₁, I₁ ⇢ P₂, I₂: one proof step. Stores of the new program may have more variables; the function forgets them. -/
inductive ProofStep : (C C' : Context Tid Br Proc) → (C'.Store → C.Store) → Prop where
  /-- INVARIANT -/
  | invariant {Store : Type} {P : Program Tid Br Proc Store} {I I' : Store → Prop} : (∀ {σ}, I' σ → I σ) → P.Keeps I' →
    ProofStep ⟨Store, P, I⟩ ⟨Store, P, I'⟩ id
  /-- SIMULATE, RELAX, AUX-ANNOTATE and INLINE-CALL, at any number of places -/
  | rewrite {Store₁ Store₂ : Type} {P₁ : Program Tid Br Proc Store₁} {P₂ : Program Tid Br Proc Store₂} {I₁ : Store₁ → Prop} {I₂ : Store₂ → Prop}
    {π : Store₂ → Store₁} : (∀ {σ}, I₂ σ → I₁ (π σ)) → P₁.root = P₂.root → P₁.child = P₂.child →
    Cong π I₂ P₁.body (fun _ _ => False) P₁.main P₂.main → (∀ ρ, Cong π I₂ P₁.body (fun _ _ => False) (P₁.body ρ) (P₂.body ρ)) → P₂.Keeps I₂ →
    ProofStep ⟨Store₁, P₁, I₁⟩ ⟨Store₂, P₂, I₂⟩ π
  /-- EXPAND-PARALLEL and the last step of REDUCE-PARALLEL-I/II -/
  | parallel {Store : Type} {P₁ P₂ : Program Tid Br Proc Store} {I : Store → Prop} : P₁.root = P₂.root → P₁.child = P₂.child →
    Cong id I P₁.body (ParallelRule P₂.child I) P₁.main P₂.main → (∀ ρ, Cong id I P₁.body (ParallelRule P₂.child I) (P₁.body ρ) (P₂.body ρ)) →
    P₂.Keeps I → ProofStep ⟨Store, P₁, I⟩ ⟨Store, P₂, I⟩ id
  /-- HOIST, at any number of places -/
  | hoist {Store : Type} {P₁ P₂ : Program Tid Br Proc Store} {I : Store → Prop} : P₁.root = P₂.root → P₁.child = P₂.child →
    Hoists P₁.body P₁.main P₂.main → (∀ ρ, Hoists P₁.body (P₁.body ρ) (P₂.body ρ)) → P₂.Keeps I → ProofStep ⟨Store, P₁, I⟩ ⟨Store, P₂, I⟩ id
  /-- REDUCE-SEQUENTIAL, -CHOICE, -LOOP and -RECURSIVE: blocks become actions -/
  | reduce {Store : Type} {D : Reduction Tid Br Proc Store} : D.Valid → D.target.Keeps D.I →
    ProofStep ⟨Store, D.source, D.I⟩ ⟨Store, D.target, D.I⟩ id

/-- **Lemma 1** (Preservation), for every rule; and I₂ ⇒ I₁. -/
theorem lemma1 {C C' : Context Tid Br Proc} {π : C'.Store → C.Store} (h : ProofStep C C' π) :
    Preserves C.P C'.P π C'.I ∧ ∀ {σ}, C'.I σ → C.I (π σ) := by
  cases h with
  | invariant hI _ => exact ⟨⟨fun h hb => ⟨h, hb.2⟩, fun h hg => .inr ⟨_, rfl, h, hg.2⟩⟩, hI⟩
  | rewrite hI hroot hchild hmain hbody hk =>
    exact ⟨preserves_of_cong hroot hchild hmain hbody (fun h => h) (fun h => h.elim) (fun h => h.elim) hk, hI⟩
  | parallel hroot hchild hmain hbody hk => exact ⟨ParallelRule.preserves hroot hchild hmain hbody hk, fun h => h⟩
  | hoist hroot hchild hmain hbody _ => exact ⟨Hoists.preserves hroot hchild hmain hbody, fun h => h⟩
  | reduce V _ =>
    exact ⟨⟨fun h hb => V.bad ⟨h, hb.2⟩, fun h hg => (V.good ⟨h, hg.2⟩).imp id fun hg => ⟨_, rfl, hg⟩⟩, fun h => h⟩

/-- Lemma 1, part 1, as printed: Bad(P₁, ∃X. I₂) ⊆ Bad|V(P₂, I₂). -/
theorem lemma1_bad {C C' : Context Tid Br Proc} {π : C'.Store → C.Store} (h : ProofStep C C' π) {σ : C.Store}
    (hb : C.P.Bad (fun σ => ∃ τ, π τ = σ ∧ C'.I τ) σ) : ∃ τ, π τ = σ ∧ C'.P.Bad C'.I τ := by
  obtain ⟨⟨τ, rfl, hI⟩, hw⟩ := hb
  exact ⟨τ, rfl, (lemma1 h).1.bad hI ⟨trivial, hw⟩⟩

/-- Lemma 1, part 2, as printed. -/
theorem lemma1_good {C C' : Context Tid Br Proc} {π : C'.Store → C.Store} (h : ProofStep C C' π) {σ σ' : C.Store}
    (hg : C.P.Good (fun σ => ∃ τ, π τ = σ ∧ C'.I τ) σ σ') :
    (∃ τ, π τ = σ ∧ C'.P.Bad C'.I τ) ∨ ∃ τ τ', π τ = σ ∧ π τ' = σ' ∧ C'.P.Good C'.I τ τ' := by
  obtain ⟨⟨τ, rfl, hI⟩, hw⟩ := hg
  exact ((lemma1 h).1.good hI ⟨trivial, hw⟩).imp (fun hb => ⟨τ, rfl, hb⟩) fun ⟨τ', hτ', hg⟩ => ⟨τ, τ', rfl, hτ', hg⟩

/-- A sequence of proof steps. -/
inductive Derives (C : Context Tid Br Proc) : (C' : Context Tid Br Proc) → (C'.Store → C.Store) → Prop where
  | refl : Derives C C id
  | step {C' C'' π π'} : Derives C C' π → ProofStep C' C'' π' → Derives C C'' (π ∘ π')

theorem Derives.preserves {C C' : Context Tid Br Proc} {π : C'.Store → C.Store} (h : Derives C C' π) :
    Preserves C.P C'.P π C'.I ∧ ∀ {σ}, C'.I σ → C.I (π σ) := by
  induction h with
  | refl => exact ⟨⟨fun h hb => ⟨h, hb.2⟩, fun h hg => .inr ⟨_, rfl, h, hg.2⟩⟩, fun h => h⟩
  | step _ hs ih =>
    obtain ⟨hp, hI⟩ := ih
    obtain ⟨hp', hI'⟩ := lemma1 hs
    refine ⟨⟨fun h hb => hp'.bad h ⟨trivial, (hp.bad (hI' h) hb).2⟩, fun h hg => ?_⟩, fun h => hI (hI' h)⟩
    rcases hp.good (hI' h) hg with hb | ⟨τ, hτ, hg'⟩
    · exact .inl (hp'.bad h ⟨trivial, hb.2⟩)
    · exact (hp'.good h ⟨trivial, hg'.2⟩).imp id fun ⟨τ', hτ', hg⟩ => ⟨τ', by rw [← hτ, ← hτ']; rfl, hg⟩

/-- **Theorem 1** (Soundness), both halves. -/
theorem theorem1 {C C' : Context Tid Br Proc} {π : C'.Store → C.Store} (h : Derives C C' π) (hsafe : ∀ {σ}, ¬ C'.P.Bad C'.I σ) {σ : C'.Store} (hI : C'.I σ) :
    ¬ C.P.Bad (fun _ => True) (π σ) ∧
    ∀ {σ'}, C.P.Good (fun _ => True) (π σ) σ' → ∃ τ, π τ = σ' ∧ C'.P.Good C'.I σ τ :=
  ⟨fun hb => hsafe (h.preserves.1.bad hI hb), fun hg => (h.preserves.1.good hI hg).resolve_left hsafe⟩

/-- All gates follow from the invariant. -/
def Program.Validated {Store : Type} (P : Program Tid Br Proc Store) (I : Store → Prop) : Prop := P.Over fun α => ∀ {t σ}, I σ → α.gate t σ

/-- A program whose gates are validated does not go wrong. -/
theorem Program.Validated.safe {Store : Type} {P : Program Tid Br Proc Store} {I : Store → Prop} (h : P.Validated I) (hk : P.Keeps I) {σ : Store} :
    ¬ P.Bad I σ := by
  rintro ⟨hI, y, hm, p, α, S, he, hg⟩
  have hy := many_keeps hk.2 hm hI hk.1
  have over : y.2.Over fun α => ∀ {t σ}, I σ → α.gate t σ := by
    clear he hg hy
    induction hm with
    | refl => exact h.1
    | tail _ hs ih =>
      obtain ⟨p, α, he, _⟩ := hs
      exact (he.over h.2 ih).2
  exact hg ((he.over h.2 over).1 hy.1)

/-- `safe`: the initial condition implies the last invariant, for some values of the variables that have been added. -/
theorem safe_of_derives {C C' : Context Tid Br Proc} {π : C'.Store → C.Store} (h : Derives C C' π) (hsafe : ∀ {σ}, ¬ C'.P.Bad C'.I σ)
    {init : C.Store → Prop} (hinit : ∀ {σ}, init σ → ∃ τ, π τ = σ ∧ C'.I τ) {σ : C.Store} : ¬ C.P.Bad init σ := by
  rintro ⟨hi, hw⟩
  obtain ⟨τ, rfl, hI⟩ := hinit hi
  exact (theorem1 h hsafe hI).1 ⟨trivial, hw⟩

/-- `ensures`: what holds where the last program ends holds where the first one does. -/
theorem ensures_of_derives {C C' : Context Tid Br Proc} {π : C'.Store → C.Store} (h : Derives C C' π) (hsafe : ∀ {σ}, ¬ C'.P.Bad C'.I σ)
    {init : C.Store → Prop} (hinit : ∀ {σ}, init σ → ∃ τ, π τ = σ ∧ C'.I τ) {post : C.Store → Prop}
    (hpost : ∀ {τ τ'}, C'.P.Good C'.I τ τ' → post (π τ')) {σ σ' : C.Store} (hg : C.P.Good init σ σ') : post σ' := by
  obtain ⟨hi, hg⟩ := hg
  obtain ⟨τ, rfl, hI⟩ := hinit hi
  obtain ⟨τ', rfl, hg'⟩ := (theorem1 h hsafe hI).2 ⟨trivial, hg⟩
  exact hpost hg'

/-- An invariant of the first program: every action of that program keeps it. -/
theorem invariant_of_first {Store : Type} {P : Program Tid Br Proc Store} {J : Store → Prop} (hk : P.Keeps J) {σ : Store} {y : Store × Stmt Tid Br Proc Store}
    (hJ : J σ) (hm : Many P.Step (σ, P.main) y) : J y.1 := (many_keeps hk.2 hm hJ hk.1).1

/-- A guarantee of the first program: every action of that program keeps to it. -/
theorem guarantee_of_first {Store : Type} {P : Program Tid Br Proc Store} {G : Store → Store → Prop}
    (hG : P.Over fun α => ∀ {t σ σ'}, α.Run t σ σ' → G σ σ') {σ : Store} {x y : Store × Stmt Tid Br Proc Store}
    (hm : Many P.Step (σ, P.main) x) (hs : P.Step x y) : G x.1 y.1 := by
  have over : x.2.Over fun α => ∀ {t σ σ'}, α.Run t σ σ' → G σ σ' := by
    clear hs
    induction hm with
    | refl => exact hG.1
    | tail _ hs ih =>
      obtain ⟨p, α, he, _⟩ := hs
      exact (he.over hG.2 ih).2
  obtain ⟨p, α, he, hr⟩ := hs
  exact (he.over hG.2 over).1 hr

end Plato.Reduction
