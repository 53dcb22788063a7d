/-
# Rules that rewrite parts of a program

SIMULATE, AUX-ANNOTATE, INLINE-CALL and EXPAND-PARALLEL of Elmas, Qadeer and Tasiran, *A Calculus of Atomic Actions*: the new program does what the old one
does, step by step, or goes wrong. The stores of the new program may have more variables: `π` forgets them.

Main definitions: `Preserves` (what Lemma 1 says of two programs), `Answers`, `Cong` (parts of a program are rewritten).
Main results: `preserves_of_simulation`, `Cong.simulation`, `preserves_of_cong`.
-/
module

public import Theory.Reduction.Contexts

@[expose] public section

namespace Plato.Reduction

variable {Tid Br Proc Store₁ Store₂ : Type}

/-- What **Lemma 1** (Preservation) says, for stores whose new variables have the given values: failing executions of P₁ are P₂'s, and succeeding ones are,
or P₂ goes wrong. -/
structure Preserves {Br₂ Proc₂ : Type} (P₁ : Program Tid Br Proc Store₁) (P₂ : Program Tid Br₂ Proc₂ Store₂) (π : Store₂ → Store₁)
    (I₂ : Store₂ → Prop) : Prop where
  bad : ∀ {σ}, I₂ σ → P₁.Bad (fun _ => True) (π σ) → P₂.Bad I₂ σ
  good : ∀ {σ σ'}, I₂ σ → P₁.Good (fun _ => True) (π σ) σ' → P₂.Bad I₂ σ ∨ ∃ τ, π τ = σ' ∧ P₂.Good I₂ σ τ

/-- All actions of a statement satisfy the predicate. -/
def Stmt.Over {Store : Type} (A : Gated Tid Store → Prop) : Stmt Tid Br Proc Store → Prop
  | .skip | .call _ | .exit _ => True
  | .atomic α => A α
  | .choice S T | .seq S T => S.Over A ∧ T.Over A
  | .loop S | .block S => S.Over A
  | .pick S => ∀ b, (S b).Over A
  | .par rest => ∀ b, (rest b).Over A

/-- All actions of a program, Atoms(P), satisfy the predicate. -/
def Program.Over {Store : Type} (P : Program Tid Br Proc Store) (A : Gated Tid Store → Prop) : Prop := P.main.Over A ∧ ∀ ρ, (P.body ρ).Over A

/-- P ⊢ I: the predicate is an invariant of the program. -/
def Program.Keeps {Store : Type} (P : Program Tid Br Proc Store) (I : Store → Prop) : Prop := P.Over (Reduction.Keeps I)

theorem Stmt.Edge.over {Store : Type} {A : Gated Tid Store → Prop} {body : Proc → Stmt Tid Br Proc Store} (hb : ∀ ρ, (body ρ).Over A) {p : List Br}
    {S S' : Stmt Tid Br Proc Store} {α : Gated Tid Store} (he : Stmt.Edge body p S α S') (h : S.Over A) : A α ∧ S'.Over A := by
  induction he with
  | atomic => exact ⟨h, trivial⟩
  | left _ ih => exact ih h.1
  | right _ ih => exact ih h.2
  | seq _ ih => exact ⟨(ih h.1).1, (ih h.1).2, h.2⟩
  | next _ _ ih => exact ih h.2
  | loop _ ih => exact ⟨(ih h).1, (ih h).2, h⟩
  | call _ ih => exact ih (hb _)
  | block _ ih => exact ih h
  | pick b _ ih => exact ih (h b)
  | @par p b rest _ _ _ ih =>
    refine ⟨(ih (h b)).1, fun c => ?_⟩
    by_cases hc : c = b
    · subst hc; rw [Plato.Program.update_same]; exact (ih (h c)).2
    · rw [Plato.Program.update_other _ hc]; exact h c

theorem many_keeps {Store : Type} {I : Store → Prop} {body : Proc → Stmt Tid Br Proc Store} {child : Tid → Br → Tid} {t : Tid}
    (hb : ∀ ρ, (body ρ).Over (Keeps I)) {x y : Store × Stmt Tid Br Proc Store} (hm : Many (StepOf body child t) x y) (hI : I x.1)
    (h : x.2.Over (Keeps I)) : I y.1 ∧ y.2.Over (Keeps I) := by
  induction hm with
  | refl => exact ⟨hI, h⟩
  | tail _ hs ih =>
    obtain ⟨p, α, he, hr⟩ := hs
    have := he.over hb ih.2
    exact ⟨this.1 ih.1 hr, this.2⟩

section

variable (body₂ : Proc → Stmt Tid Br Proc Store₂) (child : Tid → Br → Tid) (π : Store₂ → Store₁) (I : Store₂ → Prop)

/-- Where the new statement does not go wrong, the action of the old one does not fail, and each of its steps has an answer: one step or more. -/
def Answers (R : Stmt Tid Br Proc Store₁ → Stmt Tid Br Proc Store₂ → Prop) (p : List Br) (α : Gated Tid Store₁) (S' : Stmt Tid Br Proc Store₁)
    (T : Stmt Tid Br Proc Store₂) : Prop :=
  ∀ t σ, I σ → ¬ WrongOf body₂ child t (σ, T) → α.gate (actor child t p) (π σ) ∧
    ∀ σ', α.trans (actor child t p) (π σ) σ' →
      ∃ y τ T', StepOf body₂ child t (σ, T) y ∧ Many (StepOf body₂ child t) y (τ, T') ∧ π τ = σ' ∧ R S' T'

/-- The second action does what the first one does, whatever the new variables are, or fails; it does not block where the first one does not. -/
def Refines (α : Gated Tid Store₁) (β : Gated Tid Store₂) : Prop :=
  ∀ t σ, I σ → β.gate t σ → α.gate t (π σ) ∧ ∀ σ', α.trans t (π σ) σ' → ∃ τ, β.trans t σ τ ∧ π τ = σ'

/-- Parts of a statement are rewritten: actions by actions that do as much, calls by bodies, and others as given. -/
inductive Cong (body₁ : Proc → Stmt Tid Br Proc Store₁) (base : Stmt Tid Br Proc Store₁ → Stmt Tid Br Proc Store₂ → Prop) :
    Stmt Tid Br Proc Store₁ → Stmt Tid Br Proc Store₂ → Prop where
  | skip : Cong body₁ base .skip .skip
  /-- SIMULATE, RELAX and AUX-ANNOTATE -/
  | atomic {α β} : Refines π I α β → Cong body₁ base (.atomic α) (.atomic β)
  | choice {S T S' T'} : Cong body₁ base S S' → Cong body₁ base T T' → Cong body₁ base (.choice S T) (.choice S' T')
  | seq {S T S' T'} : Cong body₁ base S S' → Cong body₁ base T T' → Cong body₁ base (.seq S T) (.seq S' T')
  | loop {S S'} : Cong body₁ base S S' → Cong body₁ base (.loop S) (.loop S')
  | call {ρ} : Cong body₁ base (.call ρ) (.call ρ)
  /-- INLINE-CALL -/
  | inline {ρ T} : T ≠ .skip → Cong body₁ base (body₁ ρ) T → Cong body₁ base (.call ρ) T
  | block {S S'} : Cong body₁ base S S' → Cong body₁ base (.block S) (.block S')
  | exit {n} : Cong body₁ base (.exit n) (.exit n)
  | pick {S S'} : (∀ b, Cong body₁ base (S b) (S' b)) → Cong body₁ base (.pick S) (.pick S')
  | par {rest rest'} : (∀ b, Cong body₁ base (rest b) (rest' b)) → Cong body₁ base (.par rest) (.par rest')
  | base {S T} : base S T → Cong body₁ base S T

end

section

variable {body₁ : Proc → Stmt Tid Br Proc Store₁} {body₂ : Proc → Stmt Tid Br Proc Store₂} {child : Tid → Br → Tid} {π : Store₂ → Store₁}
  {I : Store₂ → Prop} {base : Stmt Tid Br Proc Store₁ → Stmt Tid Br Proc Store₂ → Prop}

/-- A relation that answers all actions preserves executions. -/
theorem preserves_of_simulation {P₁ : Program Tid Br Proc Store₁} {P₂ : Program Tid Br Proc Store₂} (hroot : P₁.root = P₂.root)
    (hchild : P₁.child = P₂.child) (R : Stmt Tid Br Proc Store₁ → Stmt Tid Br Proc Store₂ → Prop) (hmain : R P₁.main P₂.main)
    (hedge : ∀ {p S α S' T}, R S T → Stmt.Edge P₁.body p S α S' → Answers P₂.body P₂.child π I R p α S' T)
    (hends : ∀ {S T}, R S T → Stmt.Ends P₁.body S → Stmt.Ends P₂.body T) (hk : P₂.Keeps I) : Preserves P₁ P₂ π I := by
  have run : ∀ {σ y}, I σ → ¬ P₂.Bad I σ → Many P₁.Step (π σ, P₁.main) y →
      ∃ τ T, Many P₂.Step (σ, P₂.main) (τ, T) ∧ π τ = y.1 ∧ R y.2 T ∧ I τ := by
    intro σ y hI hbad hm
    induction hm with
    | refl => exact ⟨σ, P₂.main, .refl, rfl, hmain, hI⟩
    | @tail x y _ hs ih =>
      obtain ⟨τ, T, hm, hπ, hR, hIτ⟩ := ih
      obtain ⟨p, α, he, hr⟩ := hs
      obtain ⟨_, h⟩ := hedge hR he P₂.root τ hIτ fun hw => hbad ⟨hI, wrong_of_many hm hw⟩
      rw [hroot, hchild, ← hπ] at hr
      obtain ⟨z, τ', T', hz, hmz, hπ', hR'⟩ := h _ hr.2
      have hm' := hm.trans (.head hz hmz)
      exact ⟨τ', T', hm', hπ', hR', (many_keeps hk.2 hm' hI hk.1).1⟩
  refine ⟨fun hI h => Classical.byContradiction fun hbad => ?_, fun hI h => Classical.or_iff_not_imp_left.2 fun hbad => ?_⟩
  · obtain ⟨_, y, hm, p, α, S, he, hg⟩ := h
    obtain ⟨τ, T, hm, hπ, hR, hIτ⟩ := run hI hbad hm
    obtain ⟨h, _⟩ := hedge hR he P₂.root τ hIτ fun hw => hbad ⟨hI, wrong_of_many hm hw⟩
    rw [hroot, hchild, ← hπ] at hg
    exact hg h
  · obtain ⟨_, S, hm, hS⟩ := h
    obtain ⟨τ, T, hm, hπ, hR, _⟩ := run hI hbad hm
    exact ⟨τ, hπ, hI, T, hm, hends hR hS⟩

theorem Cong.of_skip {T : Stmt Tid Br Proc Store₂} (hbase : ∀ {T}, ¬ base .skip T) (h : Cong π I body₁ base .skip T) : T = .skip := by
  cases h with
  | skip => rfl
  | base h => exact absurd h hbase

theorem Cong.ends (hbody : ∀ ρ, Cong π I body₁ base (body₁ ρ) (body₂ ρ)) (hskip : ∀ {T}, ¬ base .skip T)
    (hbase : ∀ {k S T}, base S T → Stmt.Leaves body₁ k S → Stmt.Leaves body₂ k T) {k : Option Nat} {S : Stmt Tid Br Proc Store₁} {T : Stmt Tid Br Proc Store₂}
    (h : Cong π I body₁ base S T) (he : Stmt.Leaves body₁ k S) : Stmt.Leaves body₂ k T := by
  induction he generalizing T with
  | skip => cases h.of_skip hskip; exact .skip
  | left he ih =>
    cases h with
    | choice h _ => exact .left (ih h)
    | base h => exact hbase h (.left he)
  | right he ih =>
    cases h with
    | choice _ h => exact .right (ih h)
    | base h => exact hbase h (.right he)
  | seq he he' ih ih' =>
    cases h with
    | seq h h' => exact .seq (ih h) (ih' h')
    | base h => exact hbase h (.seq he he')
  | seqExit he ih =>
    cases h with
    | seq h _ => exact .seqExit (ih h)
    | base h => exact hbase h (.seqExit he)
  | loop =>
    cases h with
    | loop _ => exact .loop
    | base h => exact hbase h .loop
  | loopExit he ih =>
    cases h with
    | loop h => exact .loopExit (ih h)
    | base h => exact hbase h (.loopExit he)
  | exit =>
    cases h with
    | exit => exact .exit
    | base h => exact hbase h .exit
  | block he ih =>
    cases h with
    | block h => exact .block (ih h)
    | base h => exact hbase h (.block he)
  | blockExit he ih =>
    cases h with
    | block h => exact .blockExit (ih h)
    | base h => exact hbase h (.blockExit he)
  | blockOut he ih =>
    cases h with
    | block h => exact .blockOut (ih h)
    | base h => exact hbase h (.blockOut he)
  | pick b he ih =>
    cases h with
    | pick h => exact .pick b (ih (h b))
    | base h => exact hbase h (.pick b he)
  | call he ih =>
    cases h with
    | call => exact .call (ih (hbody _))
    | inline _ h => exact ih h
    | base h => exact hbase h (.call he)
  | par busy hb he ih =>
    cases h with
    | par h => exact .par busy (fun b hn => Cong.of_skip hskip (hb b hn ▸ h b)) fun b => ih b (h b)
    | base h => exact hbase h (.par busy hb he)

theorem Answers.covers {R : Stmt Tid Br Proc Store₁ → Stmt Tid Br Proc Store₂ → Prop} {p : List Br} {α : Gated Tid Store₁}
    {S' : Stmt Tid Br Proc Store₁} {T U : Stmt Tid Br Proc Store₂} (hc : Covers body₂ U T) (h : Answers body₂ child π I R p α S' T) :
    Answers body₂ child π I R p α S' U := by
  intro t σ hI hw
  obtain ⟨hg, h⟩ := h t σ hI fun hw' => hw (hc.wrong hw')
  refine ⟨hg, fun σ' htr => ?_⟩
  obtain ⟨y, τ, T', hs, hm, hπ, hR⟩ := h σ' htr
  exact ⟨y, τ, T', hc.step hs, hm, hπ, hR⟩

/-- Rewriting answers all actions, if what is rewritten as given does. -/
theorem Cong.simulation (hbody : ∀ ρ, Cong π I body₁ base (body₁ ρ) (body₂ ρ)) (hskip : ∀ {T}, ¬ base .skip T)
    (hends : ∀ {k S T}, base S T → Stmt.Leaves body₁ k S → Stmt.Leaves body₂ k T)
    (hbase : ∀ {p S α S' T}, base S T → Stmt.Edge body₁ p S α S' → Answers body₂ child π I (Cong π I body₁ base) p α S' T)
    {p : List Br} {S S' : Stmt Tid Br Proc Store₁} {α : Gated Tid Store₁} {T : Stmt Tid Br Proc Store₂} (h : Cong π I body₁ base S T)
    (he : Stmt.Edge body₁ p S α S') : Answers body₂ child π I (Cong π I body₁ base) p α S' T := by
  induction he generalizing T with
  | atomic =>
    cases h with
    | @atomic α β hr =>
      intro t σ hI hw
      by_cases hg : β.gate t σ
      · obtain ⟨hα, h⟩ := hr t σ hI hg
        refine ⟨hα, fun σ' htr => ?_⟩
        obtain ⟨τ, hτ, hπ⟩ := h σ' htr
        exact ⟨(τ, .skip), τ, .skip, ⟨[], β, .atomic, hg, hτ⟩, .refl, hπ, .skip⟩
      · exact absurd ⟨_, .refl, [], β, _, .atomic, hg⟩ hw
    | base h => exact hbase h .atomic
  | left he ih =>
    cases h with
    | choice h _ => exact (ih h).covers .left
    | base h => exact hbase h (.left he)
  | right he ih =>
    cases h with
    | choice _ h => exact (ih h).covers .right
    | base h => exact hbase h (.right he)
  | seq he ih =>
    cases h with
    | seq h h' =>
      intro t σ hI hw
      obtain ⟨hg, ha⟩ := ih h t σ hI fun hw' => hw (wrong_seq hw')
      refine ⟨hg, fun σ' htr => ?_⟩
      obtain ⟨y, τ, T', ⟨q, β, hq, hr⟩, hm, hπ, hR⟩ := ha σ' htr
      exact ⟨(y.1, .seq y.2 _), τ, _, ⟨q, β, .seq hq, hr⟩, many_seq hm, hπ, .seq hR h'⟩
    | base h => exact hbase h (.seq he)
  | next hS he ih =>
    cases h with
    | seq h h' => exact (ih h').covers (.next (h.ends hbody hskip hends hS))
    | base h => exact hbase h (.next hS he)
  | loop he ih =>
    cases h with
    | @loop _ T hT =>
      intro t σ hI hw
      obtain ⟨hg, ha⟩ := ih hT t σ hI fun hw' => hw (wrong_loop hw')
      refine ⟨hg, fun σ' htr => ?_⟩
      obtain ⟨y, τ, T', ⟨q, β, hq, hr⟩, hm, hπ, hR⟩ := ha σ' htr
      exact ⟨(y.1, .seq y.2 (.loop T)), τ, _, ⟨q, β, .loop hq, hr⟩, many_seq hm, hπ, .seq hR (.loop hT)⟩
    | base h => exact hbase h (.loop he)
  | call he ih =>
    cases h with
    | call => exact (ih (hbody _)).covers .call
    | inline _ h => exact ih h
    | base h => exact hbase h (.call he)
  | block he ih =>
    cases h with
    | block h =>
      intro t σ hI hw
      obtain ⟨hg, ha⟩ := ih h t σ hI fun hw' => hw (wrong_block hw')
      refine ⟨hg, fun σ' htr => ?_⟩
      obtain ⟨y, τ, T', ⟨q, β, hq, hr⟩, hm, hπ, hR⟩ := ha σ' htr
      exact ⟨(y.1, .block y.2), τ, _, ⟨q, β, .block hq, hr⟩, many_block hm, hπ, .block hR⟩
    | base h => exact hbase h (.block he)
  | pick b he ih =>
    cases h with
    | pick h => exact (ih (h b)).covers (.pick b)
    | base h => exact hbase h (.pick b he)
  | @par p b rest α S' he ih =>
    cases h with
    | @par _ rest' h =>
      intro t σ hI hw
      have hself := Plato.Program.update_self rest' b
      obtain ⟨hg, ha⟩ := ih (h b) (child t b) σ hI fun hw' => hw (hself ▸ wrong_par hw')
      refine ⟨hg, fun σ' htr => ?_⟩
      obtain ⟨y, τ, T', ⟨q, β, hq, hr⟩, hm, hπ, hR⟩ := ha σ' htr
      refine ⟨(y.1, .par (Plato.Program.update rest' b y.2)), τ, _, ⟨b :: q, β, .par hq, hr⟩, many_par hm, hπ, .par fun c => ?_⟩
      by_cases hc : c = b
      · subst hc; rw [Plato.Program.update_same, Plato.Program.update_same]; exact hR
      · rw [Plato.Program.update_other _ hc, Plato.Program.update_other _ hc]; exact h c
    | base h => exact hbase h (.par he)

/-- **Lemma 1** for rules that rewrite parts of a program. -/
theorem preserves_of_cong {P₁ : Program Tid Br Proc Store₁} {P₂ : Program Tid Br Proc Store₂} (hroot : P₁.root = P₂.root)
    (hchild : P₁.child = P₂.child) (hmain : Cong π I P₁.body base P₁.main P₂.main) (hbody : ∀ ρ, Cong π I P₁.body base (P₁.body ρ) (P₂.body ρ))
    (hskip : ∀ {T}, ¬ base .skip T) (hends : ∀ {k S T}, base S T → Stmt.Leaves P₁.body k S → Stmt.Leaves P₂.body k T)
    (hbase : ∀ {p S α S' T}, base S T → Stmt.Edge P₁.body p S α S' → Answers P₂.body P₂.child π I (Cong π I P₁.body base) p α S' T)
    (hk : P₂.Keeps I) : Preserves P₁ P₂ π I :=
  preserves_of_simulation hroot hchild _ hmain (fun h he => h.simulation hbody hskip hends hbase he)
    (fun h he => h.ends hbody hskip hends he) hk

end

end Plato.Reduction
