/-
# The rules of reduction

REDUCE-SEQUENTIAL, REDUCE-CHOICE, REDUCE-LOOP and REDUCE-RECURSIVE of Elmas, Qadeer and Tasiran, *A Calculus of Atomic Actions*, as instances of the
reduction of blocks: what their statement does alone, and its type.

Main definitions: `BlockRule`.
Main results: `Summary.atomic`, `Summary.seq`, `Summary.choice`, `Summary.loop`, `Summary.call` (sequential reasoning); `BlockRule.typed`.
-/
module

public import Theory.Reduction.Finalizable

@[expose] public section

namespace Plato.Reduction

variable {Tid Br Proc Store : Type} {body : Proc → Stmt Tid Br Proc Store} {I : Store → Prop} {α β γ : Gated Tid Store}
  {S T : Stmt Tid Br Proc Store} {t : Tid} {σ σ' : Store}

theorem no_edge_skip {p : List Br} {S' : Stmt Tid Br Proc Store} : ¬ Stmt.Edge body p .skip α S' := fun h => by cases h

theorem alone_skip {y : Store × Stmt Tid Br Proc Store} (h : Many (Alone body t) (σ, .skip) y) : y = (σ, .skip) := by
  rcases many_cases h with rfl | ⟨z, ⟨α, he, _⟩, _⟩
  · rfl
  · exact absurd he no_edge_skip

/-- An action summarises itself. -/
theorem Summary.atomic : Summary body I α (.atomic α) := by
  intro t σ σ' S' _ hg hm
  rcases many_cases hm with heq | ⟨⟨_, _⟩, ⟨β, he, hr⟩, hm⟩
  · cases heq
    exact ⟨fun _ _ he => by cases he; exact hg, fun h => by cases h⟩
  · cases he
    cases alone_skip hm
    exact ⟨fun _ _ he => absurd he no_edge_skip, fun _ => hr.2⟩

/-- A run of a sequence is one of its first part, or of both. -/
theorem alone_seq {y : Store × Stmt Tid Br Proc Store} (h : Many (Alone body t) (σ, .seq S T) y) :
    (∃ S', Many (Alone body t) (σ, S) (y.1, S') ∧ y.2 = .seq S' T) ∨
      ∃ m S', Many (Alone body t) (σ, S) (m, S') ∧ Stmt.Ends body S' ∧ Many (Alone body t) (m, T) y := by
  induction h with
  | refl => exact .inl ⟨S, .refl, rfl⟩
  | @tail x y _ hs ih =>
    obtain ⟨x₁, x₂⟩ := x
    obtain ⟨y₁, y₂⟩ := y
    obtain ⟨α, he, hr⟩ := hs
    rcases ih with ⟨S', hm, rfl⟩ | ⟨m, S', hm, hends, hT⟩
    · cases he with
      | seq he => exact .inl ⟨_, .tail hm ⟨α, he, hr⟩, rfl⟩
      | next hends he => exact .inr ⟨_, S', hm, hends, .single ⟨α, he, hr⟩⟩
    · exact .inr ⟨m, S', hm, hends, .tail hT ⟨α, he, hr⟩⟩

/-- α ∘ β summarises a sequence. -/
theorem Summary.seq (hS : Summary body I α S) (hT : Summary body I β T) (hk : Keeps I α) : Summary body I (α.comp β) (.seq S T) := by
  intro t σ σ' U hI hg hm
  rcases alone_seq hm with ⟨S', hm, rfl⟩ | ⟨m, S', hm, hends, hmT⟩
  · have h := hS hI hg.1 hm
    constructor
    · intro δ U' he
      cases he with
      | seq he => exact h.1 he
      | next hends he => exact (hT (hk hI ⟨hg.1, h.2 hends⟩) (hg.2 _ (h.2 hends)) .refl).1 he
    · intro he
      cases he with
      | seq hends hends' =>
        have h' := hT (hk hI ⟨hg.1, h.2 hends⟩) (hg.2 _ (h.2 hends)) .refl
        exact ⟨_, h.2 hends, h'.2 hends'⟩
  · have h := (hS hI hg.1 hm).2 hends
    have h' := hT (hk hI ⟨hg.1, h⟩) (hg.2 _ h) hmT
    exact ⟨h'.1, fun hends' => ⟨m, h, h'.2 hends'⟩⟩

/-- α ⊕ β summarises a choice. -/
theorem Summary.choice (hS : Summary body I α S) (hT : Summary body I β T) : Summary body I (α.join β) (.choice S T) := by
  intro t σ σ' U hI hg hm
  rcases many_cases hm with heq | ⟨⟨_, _⟩, ⟨δ, he, hr⟩, hm⟩
  · cases heq
    refine ⟨fun δ U' he => ?_, fun he => ?_⟩
    · cases he with
      | left he => exact (hS hI hg.1 .refl).1 he
      | right he => exact (hT hI hg.2 .refl).1 he
    · cases he with
      | left he => exact .inl ((hS hI hg.1 .refl).2 he)
      | right he => exact .inr ((hT hI hg.2 .refl).2 he)
  · cases he with
    | left he =>
      have h := hS hI hg.1 (.head ⟨δ, he, hr⟩ hm)
      exact ⟨h.1, fun hends => .inl (h.2 hends)⟩
    | right he =>
      have h := hT hI hg.2 (.head ⟨δ, he, hr⟩ hm)
      exact ⟨h.1, fun hends => .inr (h.2 hends)⟩

theorem Summary.call {ρ : Proc} (h : Summary body I γ (body ρ)) : Summary body I γ (.call ρ) := by
  intro t σ σ' U hI hg hm
  rcases many_cases hm with heq | ⟨⟨_, _⟩, ⟨δ, he, hr⟩, hm⟩
  · cases heq
    exact ⟨fun δ U' he => by cases he with | call he => exact (h hI hg .refl).1 he,
      fun he => by cases he with | call he => exact (h hI hg .refl).2 he⟩
  · cases he with
    | call he => exact h hI hg (.head ⟨δ, he, hr⟩ hm)

/-- γ simulates zero or more iterations of an action that summarises the body of the loop. -/
structure Iterates (I : Store → Prop) (α γ : Gated Tid Store) : Prop where
  zero : ∀ {t σ}, I σ → γ.gate t σ → γ.trans t σ σ
  gate : ∀ {t σ m}, I σ → γ.Run t σ m → α.gate t m
  more : ∀ {t σ m σ'}, I σ → γ.Run t σ m → α.trans t m σ' → γ.trans t σ σ'

/-- A loop is summarised by an action that simulates zero or more iterations. -/
theorem Summary.loop (hS : Summary body I α S) (h : Iterates I α γ) (hk : Keeps I γ) : Summary body I γ (.loop S) := by
  intro t σ σ' U hI hg hm
  have inv : (σ' = σ ∧ U = .loop S) ∨ ∃ m S', U = .seq S' (.loop S) ∧ γ.trans t σ m ∧ Many (Alone body t) (m, S) (σ', S') := by
    generalize hy : (σ', U) = y at hm
    induction hm generalizing σ' U with
    | refl => cases hy; exact .inl ⟨rfl, rfl⟩
    | @tail x _ _ hs ih =>
      cases hy
      obtain ⟨x₁, x₂⟩ := x
      obtain ⟨δ, he, hr⟩ := hs
      rcases ih rfl with ⟨rfl, rfl⟩ | ⟨m, S', rfl, htr, hmS⟩
      · cases he with
        | loop he => exact .inr ⟨x₁, _, rfl, h.zero hI hg, .single ⟨δ, he, hr⟩⟩
      · cases he with
        | seq he => exact .inr ⟨m, _, rfl, htr, .tail hmS ⟨δ, he, hr⟩⟩
        | next hends he =>
          have hm := hk hI ⟨hg, htr⟩
          have := (hS hm (h.gate hI ⟨hg, htr⟩) hmS).2 hends
          cases he with
          | loop he => exact .inr ⟨x₁, _, rfl, h.more hI ⟨hg, htr⟩ this, .single ⟨δ, he, hr⟩⟩
  have first : ∀ {τ}, γ.trans t σ τ → ∀ {δ U}, Stmt.Edge body [] (.loop S) δ U → δ.gate t τ := by
    intro τ htr δ U he
    cases he with
    | loop he => exact (hS (hk hI ⟨hg, htr⟩) (h.gate hI ⟨hg, htr⟩) .refl).1 he
  rcases inv with ⟨rfl, rfl⟩ | ⟨m, S', rfl, htr, hmS⟩
  · exact ⟨fun _ _ he => first (h.zero hI hg) he, fun _ => h.zero hI hg⟩
  · have hs := hS (hk hI ⟨hg, htr⟩) (h.gate hI ⟨hg, htr⟩) hmS
    refine ⟨fun δ U' he => ?_, fun he => ?_⟩
    · cases he with
      | seq he => exact hs.1 he
      | next hends he => exact first (h.more hI ⟨hg, htr⟩ (hs.2 hends)) he
    · cases he with
      | seq hends _ => exact h.more hI ⟨hg, htr⟩ (hs.2 hends)

/-- The rules that make an action of a statement, with their conditions. -/
inductive BlockRule (body : Proc → Stmt Tid Br Proc Store) (Atom : Gated Tid Store → Prop) (I : Store → Prop) (annot : Proc → Option Mover) :
    Gated Tid Store → Stmt Tid Br Proc Store → Prop where
  /-- REDUCE-SEQUENTIAL -/
  | sequential {α β} : Atom α → Atom β → RightMover Atom I α ∨ LeftMover Atom I β → BlockRule body Atom I annot (α.comp β) (.seq (.atomic α) (.atomic β))
  /-- REDUCE-CHOICE -/
  | choice {α β} : Atom α → Atom β → BlockRule body Atom I annot (α.join β) (.choice (.atomic α) (.atomic β))
  /-- REDUCE-LOOP -/
  | loop {α γ} : Atom α → RightMover Atom I α ∨ LeftMover Atom I α → Iterates I α γ → Keeps I γ → BlockRule body Atom I annot γ (.loop (.atomic α))
  /-- REDUCE-RECURSIVE, for the body of each procedure in ℳ: its type, {φ, τ} ρ, and, in `Annotated`, that it is finalizable. -/
  | recursive {γ S} : S ≠ .skip → Atomic Atom I annot S → Within 0 S → Summary body I γ S → BlockRule body Atom I annot γ S

/-- What the rules rewrite is of type A and is summarised by the action. -/
theorem BlockRule.typed {Atom : Gated Tid Store → Prop} {annot : Proc → Option Mover} (h : BlockRule body Atom I annot γ S)
    (hk : ∀ {α}, Atom α → Keeps I α) : S ≠ .skip ∧ (Atomic Atom I annot S ∧ Within 0 S) ∧ Summary body I γ S := by
  cases h with
  | sequential hα hβ hm =>
    refine ⟨by simp, ⟨?_, trivial, trivial⟩, Summary.seq .atomic .atomic (hk hα)⟩
    exact hm.imp (fun h => ⟨⟨hα, h⟩, hβ⟩) fun h => ⟨hα, hβ, h⟩
  | choice hα hβ => exact ⟨by simp, ⟨⟨hα, hβ⟩, trivial, trivial⟩, Summary.choice .atomic .atomic⟩
  | loop hα hm hi hγ => exact ⟨by simp, ⟨hm.imp (fun h => ⟨hα, h⟩) fun h => ⟨hα, h⟩, trivial⟩, Summary.loop .atomic hi hγ⟩
  | recursive hs ht hw hsum => exact ⟨hs, ⟨ht, hw⟩, hsum⟩

end Plato.Reduction
