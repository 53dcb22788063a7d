/-
# Blocks with loops and exits

A block may commit in a loop that it then leaves by an exit: a failed attempt consists of right movers and goes round again, and the one that succeeds commits. So a type says by
which ways a statement may be left after the commit. A way is the end (`none`), or an exit of so many levels. What comes after a way by which the statement is left before the commit may commit.

Main definitions: `After` and `Before` (the commit), `WaysTyping`, `SummaryOf` (what a statement does, by the way that it is left).
Main results: `After.step`, `After.final`, `Before.step`, `WaysTyping.valid`; `SummaryOf.seq`, `.choice`, `.loop`, `.block`.
-/
module

public import Theory.Reduction.Rules

@[expose] public section

namespace Plato.Reduction

variable {Tid Br Proc Store : Type}

/-- A set of ways to leave a statement. -/
abbrev Ways := Option Nat → Prop

/-- The same exits, and the end if that is so. -/
def Ways.with (K : Ways) (c : Prop) : Ways
  | none => c
  | some n => K (some n)

/-- The ways to leave the body of a block: its nearest exits are the block's end. -/
def Ways.inner (K : Ways) : Ways
  | none => K none
  | some 0 => K none
  | some (n + 1) => K (some n)

section

variable (Atom : Gated Tid Store → Prop) (I : Store → Prop)

/-- The statement consists of left movers, and is left by these ways only. -/
def After : Ways → Stmt Tid Br Proc Store → Prop
  | K, .skip => K none
  | K, .atomic α => (Atom α ∧ LeftMover Atom I α) ∧ K none
  | K, .choice S T => After K S ∧ After K T
  | K, .seq S T => After (K.with False) S ∨ After (K.with True) S ∧ After K T
  | K, .loop S => K none ∧ After (K.with True) S
  | K, .block S => After K.inner S
  | K, .exit n => K (some n)
  | _, .call _ | _, .pick _ | _, .par _ => False

/-- The statement is right movers, a commit, and left movers, and where it is left after the commit, it is by these ways. -/
def Before : Ways → Stmt Tid Br Proc Store → Prop
  | _, .skip => True
  | K, .atomic α => Atom α ∧ (RightMover Atom I α ∨ K none)
  | K, .choice S T => Before K S ∧ Before K T
  | K, .seq S T => Before (K.with False) S ∧ Before K T ∨ Before (K.with True) S ∧ After Atom I K T
  | K, .loop S => Before (K.with False) S ∨ K none ∧ After Atom I (K.with True) S
  | K, .block S => Before K.inner S
  | _, .exit _ => True
  | _, .call _ | _, .pick _ | _, .par _ => False

end

variable {body : Proc → Stmt Tid Br Proc Store} {Atom : Gated Tid Store → Prop} {I : Store → Prop}

theorem Ways.with_mono {K K' : Ways} (h : ∀ k, K k → K' k) {c c' : Prop} (hc : c → c') : ∀ k, (K.with c) k → (K'.with c') k
  | none => hc
  | some n => h (some n)

theorem Ways.inner_mono {K K' : Ways} (h : ∀ k, K k → K' k) : ∀ k, K.inner k → K'.inner k
  | none => h none
  | some 0 => h none
  | some (n + 1) => h (some n)

theorem After.mono {S : Stmt Tid Br Proc Store} {K K' : Ways} (h : ∀ k, K k → K' k) (hS : After Atom I K S) : After Atom I K' S := by
  induction S generalizing K K' with
  | skip => exact h _ hS
  | atomic => exact ⟨hS.1, h _ hS.2⟩
  | choice S T ih ih' => exact ⟨ih h hS.1, ih' h hS.2⟩
  | seq S T ih ih' => exact hS.imp (ih (Ways.with_mono h id)) fun hS => ⟨ih (Ways.with_mono h id) hS.1, ih' h hS.2⟩
  | loop S ih => exact ⟨h _ hS.1, ih (Ways.with_mono h id) hS.2⟩
  | block S ih => exact ih (Ways.inner_mono h) hS
  | exit => exact h _ hS
  | call | pick | par => exact hS.elim

theorem Before.mono {S : Stmt Tid Br Proc Store} {K K' : Ways} (h : ∀ k, K k → K' k) (hS : Before Atom I K S) : Before Atom I K' S := by
  induction S generalizing K K' with
  | skip | exit => trivial
  | atomic => exact ⟨hS.1, hS.2.imp id (h _)⟩
  | choice S T ih ih' => exact ⟨ih h hS.1, ih' h hS.2⟩
  | seq S T ih ih' =>
    exact hS.imp (fun hS => ⟨ih (Ways.with_mono h id) hS.1, ih' h hS.2⟩) fun hS => ⟨ih (Ways.with_mono h id) hS.1, hS.2.mono h⟩
  | loop S ih => exact hS.imp (ih (Ways.with_mono h id)) fun hS => ⟨h _ hS.1, hS.2.mono (Ways.with_mono h id)⟩
  | block S ih => exact ih (Ways.inner_mono h) hS
  | call | pick | par => exact hS.elim

/-- A statement of left movers is left by its ways. -/
theorem After.leaves {S : Stmt Tid Br Proc Store} {k : Option Nat} (h : Stmt.Leaves body k S) {K : Ways} (hS : After Atom I K S) : K k := by
  induction h generalizing K with
  | skip | exit => exact hS
  | left _ ih => exact ih hS.1
  | right _ ih => exact ih hS.2
  | seq _ _ ih ih' => exact hS.elim (fun hS => (ih hS).elim) fun hS => ih' hS.2
  | seqExit _ ih => exact hS.elim (fun hS => ih (K := K.with False) hS) fun hS => ih (K := K.with True) hS.1
  | loop => exact hS.1
  | loopExit _ ih => exact ih (K := K.with True) hS.2
  | block _ ih => exact ih (K := K.inner) hS
  | blockExit _ ih => exact ih (K := K.inner) hS
  | blockOut _ ih => exact ih (K := K.inner) hS
  | call | pick | par => exact hS.elim

/-- What is left of a statement of left movers is one. -/
theorem After.step {p : List Br} {S S' : Stmt Tid Br Proc Store} {α : Gated Tid Store} (he : Stmt.Edge body p S α S') {K : Ways}
    (hS : After Atom I K S) : p = [] ∧ Atom α ∧ LeftMover Atom I α ∧ After Atom I K S' := by
  induction he generalizing K with
  | atomic => exact ⟨rfl, hS.1.1, hS.1.2, hS.2⟩
  | left _ ih => exact ih hS.1
  | right _ ih => exact ih hS.2
  | seq _ ih =>
    rcases hS with hS | hS
    · obtain ⟨h₁, h₂, h₃, h₄⟩ := ih hS
      exact ⟨h₁, h₂, h₃, .inl h₄⟩
    · obtain ⟨h₁, h₂, h₃, h₄⟩ := ih hS.1
      exact ⟨h₁, h₂, h₃, .inr ⟨h₄, hS.2⟩⟩
  | next hends _ ih =>
    rcases hS with hS | hS
    · exact (hS.leaves hends).elim
    · exact ih hS.2
  | loop _ ih =>
    obtain ⟨h₁, h₂, h₃, h₄⟩ := ih hS.2
    exact ⟨h₁, h₂, h₃, .inr ⟨h₄, hS⟩⟩
  | block _ ih => exact ih (K := K.inner) hS
  | call | pick | par => exact hS.elim

/-- What is left of a statement goes on by a right mover, or consists of left movers. -/
theorem Before.step {p : List Br} {S S' : Stmt Tid Br Proc Store} {α : Gated Tid Store} (he : Stmt.Edge body p S α S') {K : Ways}
    (hS : Before Atom I K S) : p = [] ∧ Atom α ∧ (RightMover Atom I α ∧ Before Atom I K S' ∨ After Atom I K S') := by
  induction he generalizing K with
  | atomic => exact ⟨rfl, hS.1, hS.2.imp (fun h => ⟨h, trivial⟩) id⟩
  | left _ ih => exact ih hS.1
  | right _ ih => exact ih hS.2
  | seq _ ih =>
    rcases hS with hS | hS
    · obtain ⟨h₁, h₂, h₃⟩ := ih hS.1
      exact ⟨h₁, h₂, h₃.imp (fun h => ⟨h.1, .inl ⟨h.2, hS.2⟩⟩) .inl⟩
    · obtain ⟨h₁, h₂, h₃⟩ := ih hS.1
      exact ⟨h₁, h₂, h₃.imp (fun h => ⟨h.1, .inr ⟨h.2, hS.2⟩⟩) fun h => .inr ⟨h, hS.2⟩⟩
  | next hends he ih =>
    rcases hS with hS | hS
    · exact ih hS.2
    · obtain ⟨h₁, h₂, _, h₄⟩ := hS.2.step he
      exact ⟨h₁, h₂, .inr h₄⟩
  | loop he ih =>
    rcases hS with hS | hS
    · obtain ⟨h₁, h₂, h₃⟩ := ih hS
      exact ⟨h₁, h₂, h₃.imp (fun h => ⟨h.1, .inl ⟨h.2, .inl hS⟩⟩) .inl⟩
    · obtain ⟨h₁, h₂, _, h₄⟩ := hS.2.step he
      exact ⟨h₁, h₂, .inr (.inr ⟨h₄, hS⟩)⟩
  | block _ ih => exact ih (K := K.inner) hS
  | call | pick | par => exact hS.elim

/-- A statement that is not left by its end can be finalized if its first part can. -/
theorem Final.first {t : Tid} {S T : Stmt Tid Br Proc Store} {σ : Store} {K : Ways} (h : Final body Atom I t S σ) (hS : After Atom I (K.with False) S) :
    Final body Atom I t (.seq S T) σ := by
  induction h with
  | @ends k _ _ h =>
    cases k with
    | none => exact (hS.leaves h).elim
    | some n => exact .ends (.seqExit h)
  | choose E hE hk _ ih =>
    refine .choose (fun α S' => ∃ S₁, E α S₁ ∧ S' = .seq S₁ T) ?_ ?_ ?_
    · rintro α S' ⟨S₁, h, rfl⟩; exact .seq (hE h)
    · intro u β hne hβ hg
      obtain ⟨α, ⟨S', h⟩, hα⟩ := hk hne hβ hg
      exact ⟨α, ⟨_, S', h, rfl⟩, hα⟩
    · rintro α S' σ' ⟨S₁, h, rfl⟩ hr hI'; exact ih h hr hI' (hS.step (hE h)).2.2.2

/-- *Finalizable*: each loop is left at once, and all else is left movers. -/
theorem After.final {t : Tid} {S : Stmt Tid Br Proc Store} {σ : Store} {K : Ways} (hS : After Atom I K S) (hI : I σ) : Final body Atom I t S σ := by
  induction S generalizing K σ with
  | skip => exact .ends .skip
  | exit => exact .ends .exit
  | atomic α => exact final_of_way (.atomic hS.1.2) hI
  | choice S T ih _ => exact (ih hS.1 hI).covers .left
  | seq S T ih ih' => exact hS.elim (fun hS => (ih hS hI).first hS) fun hS => (ih hS.1 hI).seq (fun _ hI => ih' hS.2 hI) hI
  | loop => exact .ends .loop
  | block S ih => exact (ih hS hI).block
  | call | pick | par => exact hS.elim

/-- As `WellMarked`, for statements that are left in several ways. -/
def WellLeft (D : Reduction Tid Br Proc Store) : Marked Tid Br Proc Store → Prop
  | .skip | .call _ | .exit _ => True
  | .atomic α => D.Atom α
  | .choice S T | .seq S T => WellLeft D S ∧ WellLeft D T
  | .loop S | .block S => WellLeft D S
  | .pick S => ∀ b, WellLeft D (S b)
  | .par rest => ∀ b, WellLeft D (rest b)
  | .mark γ ph S => (ph = .out ∧ S ≠ .skip) ∧ (Before D.Atom D.I (fun _ => True) S ∧ Within 0 S) ∧ Summary D.source.body D.I γ S

/-- The conditions of a reduction by such types. -/
structure WaysTyping (D : Reduction Tid Br Proc Store) : Prop where
  distinct : ∀ {p q}, actor D.child D.root p = actor D.child D.root q → p = q
  keeps : ∀ {α}, D.Atom α → Keeps D.I α
  within : ∀ ρ, Within 0 (D.source.body ρ)
  main : WellLeft D D.main
  body : ∀ ρ, WellLeft D (D.body ρ)
  pre : D.Pre = fun S => Before D.Atom D.I (fun _ => True) S ∧ Within 0 S
  post : D.Post = fun S => After D.Atom D.I (fun _ => True) S ∧ Within 0 S

/-- Such types make a reduction valid. -/
theorem WaysTyping.valid {D : Reduction Tid Br Proc Store} (h : WaysTyping D) : D.Valid := by
  have fresh : ∀ {M}, WellLeft D M → D.Fresh M := by
    intro M hM
    induction M with
    | skip | call | exit => trivial
    | atomic => exact hM
    | choice S T ihS ihT => exact ⟨ihS hM.1, ihT hM.2⟩
    | seq S T ihS ihT => exact ⟨ihS hM.1, ihT hM.2⟩
    | loop S ih | block S ih => exact ih hM
    | pick S ih => exact fun b => ih b (hM b)
    | par rest ih => exact fun b => ih b (hM b)
    | mark => exact ⟨hM.1, h.pre ▸ hM.2.1, hM.2.2⟩
  refine ⟨h.distinct, h.keeps, fresh h.main, fun ρ => fresh (h.body ρ), fun hS he => ?_, fun hS he => ?_, fun hS hl => ?_, fun hS hI => ?_⟩
  · rw [h.pre] at hS ⊢
    rw [h.post]
    obtain ⟨h₁, h₂, h₃⟩ := hS.1.step he
    have hw := hS.2.step h.within he
    exact ⟨h₁, h₂, h₃.imp (fun h => ⟨h.1, h.2, hw⟩) fun h => ⟨h, hw⟩⟩
  · rw [h.post] at hS ⊢
    obtain ⟨h₁, h₂, h₃, h₄⟩ := hS.1.step he
    exact ⟨h₁, h₂, (leftMover_iff.1 h₃).1, h₄, hS.2.step h.within he⟩
  · rw [h.pre, h.post] at hS
    exact absurd ((hS.elim And.right And.right).leaves h.within hl rfl) (by omega)
  · rw [h.post] at hS
    exact hS.1.final hI

/-! ## What a statement does, by the way that it is left -/

/-- Actions, one for each way of leaving a statement, do what the statement does when it runs alone: where none of them fails it does not fail, and where it is left by a way, that way's
action has this step. The invariant is kept. -/
def SummaryOf (body : Proc → Stmt Tid Br Proc Store) (I : Store → Prop) (t : Tid) (A : Option Nat → Gated Tid Store → Prop) (S : Stmt Tid Br Proc Store) : Prop :=
  ∀ ⦃σ σ' S'⦄, I σ → (∀ k γ, A k γ → γ.gate t σ) → Many (Alone body t) (σ, S) (σ', S') →
    I σ' ∧ (∀ ⦃α S''⦄, Stmt.Edge body [] S' α S'' → α.gate t σ') ∧ ∀ ⦃k⦄, Stmt.Leaves body k S' → ∃ γ, A k γ ∧ γ.trans t σ σ'

variable {t : Tid} {A B C : Option Nat → Gated Tid Store → Prop} {S T : Stmt Tid Br Proc Store}

theorem SummaryOf.skip (h : ∃ γ, A none γ ∧ ∀ σ, γ.trans t σ σ) : SummaryOf body I t A .skip := by
  intro σ σ' S' hI _ hm
  cases alone_skip hm
  obtain ⟨γ, hγ, h⟩ := h
  exact ⟨hI, fun _ _ he => absurd he no_edge_skip, fun k hk => by cases hk; exact ⟨γ, hγ, h σ⟩⟩

theorem SummaryOf.exit {n : Nat} (h : ∃ γ, A (some n) γ ∧ ∀ σ, γ.trans t σ σ) : SummaryOf body I t A (.exit n) := by
  intro σ σ' S' hI _ hm
  rcases many_cases hm with heq | ⟨⟨_, _⟩, ⟨β, he, _⟩, _⟩
  · cases heq
    obtain ⟨γ, hγ, h⟩ := h
    exact ⟨hI, (fun _ _ he => by cases he), fun k hk => by cases hk; exact ⟨γ, hγ, h σ⟩⟩
  · cases he

theorem SummaryOf.atomic {α : Gated Tid Store} (hk : Keeps I α) (h : A none α) : SummaryOf body I t A (.atomic α) := by
  intro σ σ' S' hI hg hm
  rcases many_cases hm with heq | ⟨⟨_, _⟩, ⟨β, he, hr⟩, hm⟩
  · cases heq
    exact ⟨hI, (fun _ _ he => by cases he; exact hg _ _ h), fun k hk => by cases hk⟩
  · cases he
    cases alone_skip hm
    exact ⟨hk hI hr, fun _ _ he => absurd he no_edge_skip, fun k hk => by cases hk; exact ⟨α, h, hr.2⟩⟩

theorem SummaryOf.choice (hS : SummaryOf body I t A S) (hT : SummaryOf body I t B T) (hA : ∀ {σ}, (∀ k γ, C k γ → γ.gate t σ) →
    (∀ k γ, A k γ → γ.gate t σ) ∧ ∀ k γ, B k γ → γ.gate t σ) (hC : ∀ {σ σ' k γ}, A k γ ∨ B k γ → γ.trans t σ σ' → ∃ δ, C k δ ∧ δ.trans t σ σ') :
    SummaryOf body I t C (.choice S T) := by
  intro σ σ' U hI hg hm
  obtain ⟨hgS, hgT⟩ := hA hg
  rcases many_cases hm with heq | ⟨⟨_, _⟩, ⟨δ, he, hr⟩, hm⟩
  · cases heq
    obtain ⟨_, hS₂, hS₃⟩ := hS hI hgS .refl
    obtain ⟨_, hT₂, hT₃⟩ := hT hI hgT .refl
    refine ⟨hI, fun δ U' he => ?_, fun k hk => ?_⟩
    · cases he with
      | left he => exact hS₂ he
      | right he => exact hT₂ he
    · cases hk with
      | left hk => obtain ⟨γ, hγ, h⟩ := hS₃ hk; exact hC (.inl hγ) h
      | right hk => obtain ⟨γ, hγ, h⟩ := hT₃ hk; exact hC (.inr hγ) h
  · cases he with
    | left he =>
      obtain ⟨h₁, h₂, h₃⟩ := hS hI hgS (.head ⟨δ, he, hr⟩ hm)
      exact ⟨h₁, h₂, fun k hk => by obtain ⟨γ, hγ, h⟩ := h₃ hk; exact hC (.inl hγ) h⟩
    | right he =>
      obtain ⟨h₁, h₂, h₃⟩ := hT hI hgT (.head ⟨δ, he, hr⟩ hm)
      exact ⟨h₁, h₂, fun k hk => by obtain ⟨γ, hγ, h⟩ := h₃ hk; exact hC (.inr hγ) h⟩

/-- In sequence: the exits of the first part, and the first part to its end and the second one. -/
theorem SummaryOf.seq (hS : SummaryOf body I t A S) (hT : SummaryOf body I t B T) (hA : ∀ {σ}, (∀ k γ, C k γ → γ.gate t σ) →
    (∀ k γ, A k γ → γ.gate t σ) ∧ ∀ {γ m}, A none γ → γ.trans t σ m → ∀ k δ, B k δ → δ.gate t m)
    (hC : ∀ {σ m σ' k γ δ}, A none γ → γ.trans t σ m → B k δ → δ.trans t m σ' → ∃ ε, C k ε ∧ ε.trans t σ σ')
    (hE : ∀ {σ σ' n γ}, A (some n) γ → γ.trans t σ σ' → ∃ ε, C (some n) ε ∧ ε.trans t σ σ') : SummaryOf body I t C (.seq S T) := by
  intro σ σ' U hI hg hm
  obtain ⟨hgS, hgT⟩ := hA hg
  rcases alone_seq hm with ⟨S', hm, rfl⟩ | ⟨m, S', hm, hends, hmT⟩
  · obtain ⟨h₁, h₂, h₃⟩ := hS hI hgS hm
    refine ⟨h₁, fun δ U' he => ?_, fun k hk => ?_⟩
    · cases he with
      | seq he => exact h₂ he
      | next hends he =>
        obtain ⟨γ, hγ, h⟩ := h₃ hends
        exact (hT h₁ (hgT hγ h) .refl).2.1 he
    · cases hk with
      | seq hends hk =>
        obtain ⟨γ, hγ, h⟩ := h₃ hends
        obtain ⟨δ, hδ, h'⟩ := (hT h₁ (hgT hγ h) .refl).2.2 hk
        exact hC hγ h hδ h'
      | seqExit hk => obtain ⟨γ, hγ, h⟩ := h₃ hk; exact hE hγ h
  · obtain ⟨h₁, _, h₃⟩ := hS hI hgS hm
    obtain ⟨γ, hγ, h⟩ := h₃ hends
    obtain ⟨h₁', h₂', h₃'⟩ := hT h₁ (hgT hγ h) hmT
    exact ⟨h₁', h₂', fun k hk => by obtain ⟨δ, hδ, h'⟩ := h₃' hk; exact hC hγ h hδ h'⟩

/-- A loop: the action γ does what any number of iterations do that come to their end, and then the loop ends or the body is left by an exit. -/
theorem SummaryOf.loop {γ : Gated Tid Store} (hS : SummaryOf body I t A S) (hg : ∀ {σ}, (∀ k δ, C k δ → δ.gate t σ) → γ.gate t σ)
    (zero : ∀ {σ}, I σ → γ.gate t σ → γ.trans t σ σ) (next : ∀ {σ m}, I σ → γ.gate t σ → γ.trans t σ m → ∀ k δ, A k δ → δ.gate t m)
    (more : ∀ {σ m σ' δ}, I σ → γ.gate t σ → γ.trans t σ m → A none δ → δ.trans t m σ' → γ.trans t σ σ') (hC : C none γ)
    (hE : ∀ {σ m σ' n δ}, γ.trans t σ m → A (some n) δ → δ.trans t m σ' → ∃ ε, C (some n) ε ∧ ε.trans t σ σ') : SummaryOf body I t C (.loop S) := by
  intro σ σ' U hI hgate hm
  have hγ := hg hgate
  have inv : (I σ' ∧ γ.trans t σ σ' ∧ U = .loop S) ∨
      ∃ m S', I m ∧ U = .seq S' (.loop S) ∧ γ.trans t σ m ∧ Many (Alone body t) (m, S) (σ', S') := by
    generalize hy : (σ', U) = y at hm
    induction hm generalizing σ' U with
    | refl => cases hy; exact .inl ⟨hI, zero hI hγ, rfl⟩
    | @tail x _ _ hs ih =>
      cases hy
      obtain ⟨x₁, x₂⟩ := x
      obtain ⟨δ, he, hr⟩ := hs
      rcases ih rfl with ⟨hIx, htr, rfl⟩ | ⟨m, S', hIm, rfl, htr, hmS⟩
      · cases he with
        | loop he => exact .inr ⟨x₁, _, hIx, rfl, htr, .single ⟨δ, he, hr⟩⟩
      · cases he with
        | seq he => exact .inr ⟨m, _, hIm, rfl, htr, .tail hmS ⟨δ, he, hr⟩⟩
        | next hends he =>
          obtain ⟨hIx, _, h⟩ := hS hIm (next hI hγ htr) hmS
          obtain ⟨δ', hδ', h⟩ := h hends
          have htr := more hI hγ htr hδ' h
          cases he with
          | loop he => exact .inr ⟨x₁, _, hIx, rfl, htr, .single ⟨δ, he, hr⟩⟩
  -- where the loop may begin an iteration, or end
  have first : ∀ {τ}, I τ → γ.trans t σ τ → (∀ {δ U}, Stmt.Edge body [] (.loop S) δ U → δ.gate t τ) ∧
      ∀ {k}, Stmt.Leaves body k (.loop S) → ∃ ε, C k ε ∧ ε.trans t σ τ := by
    intro τ hIτ htr
    obtain ⟨_, h₂, h₃⟩ := hS hIτ (next hI hγ htr) .refl
    refine ⟨fun he => ?_, fun hk => ?_⟩
    · cases he with
      | loop he => exact h₂ he
    · cases hk with
      | loop => exact ⟨γ, hC, htr⟩
      | loopExit hk => obtain ⟨δ, hδ, h⟩ := h₃ hk; exact hE htr hδ h
  rcases inv with ⟨hI', htr, rfl⟩ | ⟨m, S', hIm, rfl, htr, hmS⟩
  · obtain ⟨h₁, h₂⟩ := first hI' htr
    exact ⟨hI', fun _ _ he => h₁ he, fun _ hk => h₂ hk⟩
  · obtain ⟨hI', h₂, h₃⟩ := hS hIm (next hI hγ htr) hmS
    refine ⟨hI', fun δ U' he => ?_, fun k hk => ?_⟩
    · cases he with
      | seq he => exact h₂ he
      | next hends he =>
        obtain ⟨δ', hδ', h⟩ := h₃ hends
        exact (first hI' (more hI hγ htr hδ' h)).1 he
    · cases hk with
      | seq hends hk =>
        obtain ⟨δ', hδ', h⟩ := h₃ hends
        exact (first hI' (more hI hγ htr hδ' h)).2 hk
      | seqExit hk => obtain ⟨δ, hδ, h⟩ := h₃ hk; exact hE htr hδ h

theorem alone_block {σ : Store} {y : Store × Stmt Tid Br Proc Store} (h : Many (Alone body t) (σ, .block S) y) :
    ∃ S', Many (Alone body t) (σ, S) (y.1, S') ∧ y.2 = .block S' := by
  induction h with
  | refl => exact ⟨S, .refl, rfl⟩
  | @tail x y _ hs ih =>
    obtain ⟨x₁, x₂⟩ := x
    obtain ⟨y₁, y₂⟩ := y
    obtain ⟨α, he, hr⟩ := hs
    obtain ⟨S', hm, rfl⟩ := ih
    cases he with
    | block he => exact ⟨_, .tail hm ⟨α, he, hr⟩, rfl⟩

/-- A block: its nearest exits are its end. -/
theorem SummaryOf.block (hS : SummaryOf body I t A S) (hg : ∀ {σ}, (∀ k γ, C k γ → γ.gate t σ) → ∀ k γ, A k γ → γ.gate t σ)
    (hN : ∀ {σ σ' γ}, A none γ ∨ A (some 0) γ → γ.trans t σ σ' → ∃ ε, C none ε ∧ ε.trans t σ σ')
    (hE : ∀ {σ σ' n γ}, A (some (n + 1)) γ → γ.trans t σ σ' → ∃ ε, C (some n) ε ∧ ε.trans t σ σ') : SummaryOf body I t C (.block S) := by
  intro σ σ' U hI hgate hm
  obtain ⟨S', hm, rfl⟩ := alone_block hm
  obtain ⟨h₁, h₂, h₃⟩ := hS hI (hg hgate) hm
  refine ⟨h₁, fun δ U' he => ?_, fun k hk => ?_⟩
  · cases he with
    | block he => exact h₂ he
  · cases hk with
    | block hk => obtain ⟨γ, hγ, h⟩ := h₃ hk; exact hN (.inl hγ) h
    | blockExit hk => obtain ⟨γ, hγ, h⟩ := h₃ hk; exact hN (.inr hγ) h
    | blockOut hk => obtain ⟨γ, hγ, h⟩ := h₃ hk; exact hE hγ h

/-- A statement that is left by its end alone. -/
theorem SummaryOf.closed {γ : Gated Tid Store} (h : ∀ t σ, γ.gate t σ → SummaryOf body I t A S ∧ (∀ k δ, A k δ → δ.gate t σ) ∧
    ∀ δ, A none δ → ∀ σ', δ.trans t σ σ' → γ.trans t σ σ') : Summary body I γ S := by
  intro t σ σ' S' hI hg hm
  obtain ⟨hS, hgate, htrans⟩ := h t σ hg
  obtain ⟨_, h₂, h₃⟩ := hS hI hgate hm
  refine ⟨h₂, fun hends => ?_⟩
  obtain ⟨δ, hδ, h⟩ := h₃ hends
  exact htrans δ hδ _ h

end Plato.Reduction
