/-
# A statement as a list of pieces

The grouping of sequences in a statement does not change what it does, but it changes its steps: `(S; T); U` becomes `S; (T; U)` on the way.
The list of pieces forgets the grouping: it holds the atomic commands, choices and loops that a statement makes one after another. A step
of a statement is a step of its first piece, or no step of the list at all, and conversely.

Main definitions: `pieces`, `Unfolds` (a choice or a loop becomes other pieces), `PieceStep`, `PieceWrong`, `ListStep`.
Main results: `pieces_of_step`, `pieces_of_wrong` (what a statement does, its first piece does), `front_of_pieces`, `steps_of_pieces`
(what the pieces do, the statement does after silent steps).
-/
module

public import Theory.ThreadModular.Translation

@[expose] public section

namespace Plato.RelyGuarantee

variable {Store : Type}

/-- What a statement makes one after another. -/
noncomputable def pieces : Statement Store → List (Statement Store)
  | .skip => []
  | .atomic command => [.atomic command]
  | .choice S T => [.choice S T]
  | .seq S T => pieces S ++ pieces T
  | .loop S => [.loop S]

/-- A choice or a loop becomes other pieces, whatever the store is. -/
inductive Unfolds : Statement Store → List (Statement Store) → Prop where
  | choiceLeft {S T} : Unfolds (.choice S T) (pieces S)
  | choiceRight {S T} : Unfolds (.choice S T) (pieces T)
  | loopDone {S} : Unfolds (.loop S) []
  | loopUnroll {S} : Unfolds (.loop S) (pieces S ++ [.loop S])

/-- A piece makes a step and leaves pieces in its place. -/
inductive PieceStep : Statement Store → Store → List (Statement Store) → Store → Prop where
  | action {command σ σ'} : command σ (.store σ') → PieceStep (.atomic command) σ [] σ'
  | silent {x xs σ} : Unfolds x xs → PieceStep x σ xs σ

/-- A piece goes wrong. -/
inductive PieceWrong : Statement Store → Store → Prop where
  | action {command σ} : command σ .wrong → PieceWrong (.atomic command) σ

/-- The first piece of a list makes a step. -/
inductive ListStep : Store × List (Statement Store) → Store × List (Statement Store) → Prop where
  | first {x rest σ xs σ'} : PieceStep x σ xs σ' → ListStep (σ, x :: rest) (σ', xs ++ rest)

/-- The first piece of a list unfolds. -/
inductive ListUnfolds : List (Statement Store) → List (Statement Store) → Prop where
  | first {x rest xs} : Unfolds x xs → ListUnfolds (x :: rest) (xs ++ rest)

/-- Unfolding is a step in any store. -/
theorem listSteps_of_unfolds {σ : Store} {K L : List (Statement Store)} (h : Many ListUnfolds K L) : Many ListStep (σ, K) (σ, L) := by
  induction h with
  | refl => exact .refl
  | tail _ hu ih => cases hu with | first hu => exact .tail ih (.first (.silent hu))

/-- A step of a statement regroups it, or is a step of its first piece. -/
theorem pieces_of_step {σ σ' : Store} {S S' : Statement Store} (h : SeqStep (.run σ S) (.run σ' S')) :
    (σ' = σ ∧ pieces S' = pieces S) ∨
      ∃ x rest xs, pieces S = x :: rest ∧ PieceStep x σ xs σ' ∧ pieces S' = xs ++ rest := by
  generalize hs : SeqState.run σ S = s at h
  generalize hs' : SeqState.run σ' S' = s' at h
  induction h generalizing S S' <;> cases hs <;> cases hs'
  case actionOk hc => exact .inr ⟨_, [], [], rfl, .action hc, rfl⟩
  case choiceLeft => exact .inr ⟨_, [], _, rfl, .silent .choiceLeft, by simp⟩
  case choiceRight => exact .inr ⟨_, [], _, rfl, .silent .choiceRight, by simp⟩
  case loopDone => exact .inr ⟨_, [], _, rfl, .silent .loopDone, rfl⟩
  case loopUnroll => exact .inr ⟨_, [], _, rfl, .silent .loopUnroll, by simp [pieces]⟩
  case assoc => exact .inl ⟨rfl, by simp [pieces]⟩
  case seqSkip => exact .inl ⟨rfl, by simp [pieces]⟩
  case seqStep T _ ih =>
    rcases ih rfl rfl with ⟨rfl, heq⟩ | ⟨x, rest, xs, hx, hstep, heq⟩
    · exact .inl ⟨rfl, by simp [pieces, heq]⟩
    · exact .inr ⟨x, rest ++ pieces T, xs, by simp [pieces, hx], hstep, by simp [pieces, heq]⟩

/-- If a statement goes wrong, its first piece does. -/
theorem pieces_of_wrong {σ : Store} {S : Statement Store} (h : SeqStep (.run σ S) .wrong) :
    ∃ x rest, pieces S = x :: rest ∧ PieceWrong x σ := by
  generalize hs : SeqState.run σ S = s at h
  generalize hs' : SeqState.wrong = s' at h
  induction h generalizing S with
  | actionWrong hc => cases hs; exact ⟨_, [], rfl, .action hc⟩
  | @seqWrong _ _ T _ ih =>
    cases hs
    obtain ⟨x, rest, hx, hwrong⟩ := ih rfl rfl
    exact ⟨x, rest ++ pieces T, by simp [pieces, hx], hwrong⟩
  | _ => cases hs'

/-- A statement without pieces comes to its end by itself. -/
theorem ends_of_no_pieces {σ : Store} {S : Statement Store} (h : pieces S = []) : Many SeqStep (.run σ S) (.run σ .skip) := by
  induction S with
  | skip => exact .refl
  | seq S T ihS ihT =>
    simp only [pieces, List.append_eq_nil_iff] at h
    exact (seqStep_many (ihS h.1)).trans (.head .seqSkip (ihT h.2))
  | _ => cases h

/-- A piece that goes wrong is a statement that does. -/
theorem wrong_of_piece {σ : Store} {x : Statement Store} (h : PieceWrong x σ) : SeqStep (.run σ x) .wrong := by
  cases h with | action hc => exact .actionWrong hc

/-- A piece that makes a step is a statement that does. -/
theorem step_of_piece {σ σ' : Store} {x : Statement Store} {xs : List (Statement Store)} (h : PieceStep x σ xs σ') :
    ∃ S', SeqStep (.run σ x) (.run σ' S') ∧ pieces S' = xs := by
  cases h with
  | action hc => exact ⟨.skip, .actionOk hc, rfl⟩
  | silent hu => cases hu with
    | choiceLeft => exact ⟨_, .choiceLeft, rfl⟩
    | choiceRight => exact ⟨_, .choiceRight, rfl⟩
    | loopDone => exact ⟨_, .loopDone, rfl⟩
    | loopUnroll => exact ⟨_, .loopUnroll, by simp [pieces]⟩

/-- Silent steps bring the first piece to the front; then the statement does what the piece does. -/
theorem front_of_pieces (σ : Store) {S x : Statement Store} {rest : List (Statement Store)} (h : pieces S = x :: rest) :
    ∃ S₁, Many SeqStep (.run σ S) (.run σ S₁) ∧ (PieceWrong x σ → SeqStep (.run σ S₁) .wrong) ∧
      ∀ {xs σ'}, PieceStep x σ xs σ' → ∃ S', SeqStep (.run σ S₁) (.run σ' S') ∧ pieces S' = xs ++ rest := by
  induction S generalizing rest with
  | skip => cases h
  | atomic | choice | loop => cases h; exact ⟨_, .refl, wrong_of_piece, fun hs => by simpa using step_of_piece hs⟩
  | seq S T ihS ihT =>
    cases hS : pieces S with
    | nil =>
      obtain ⟨S₁, hmany, hrest⟩ := ihT (by simpa [pieces, hS] using h)
      exact ⟨S₁, (seqStep_many (ends_of_no_pieces hS)).trans (.head .seqSkip hmany), hrest⟩
    | cons y ys =>
      obtain ⟨rfl, rfl⟩ : y = x ∧ ys ++ pieces T = rest := by simpa [pieces, hS] using h
      obtain ⟨S₁, hmany, hwrong, hstep⟩ := ihS hS
      refine ⟨.seq S₁ T, seqStep_many hmany, fun hw => .seqWrong (hwrong hw), fun hs => ?_⟩
      obtain ⟨S', hs', heq⟩ := hstep hs
      exact ⟨.seq S' T, .seqStep hs', by simp [pieces, heq]⟩

/-- The statement does whatever its pieces do in any number of steps. -/
theorem steps_of_pieces {σ σ' : Store} {S : Statement Store} {K : List (Statement Store)} (h : Many ListStep (σ, pieces S) (σ', K)) :
    ∃ S', Many SeqStep (.run σ S) (.run σ' S') ∧ pieces S' = K := by
  generalize ht : (σ', K) = t at h
  induction h generalizing σ' K with
  | refl => cases ht; exact ⟨S, .refl, rfl⟩
  | tail _ hstep ih =>
    cases hstep with
    | @first _ _ σ₁ _ _ hstep =>
      cases ht
      obtain ⟨S₁, hmany, heq⟩ := ih rfl
      obtain ⟨S₂, hmany', _, hfront⟩ := front_of_pieces σ₁ heq
      obtain ⟨S', hs, heq'⟩ := hfront hstep
      exact ⟨S', (hmany.trans hmany').trans (.single hs), heq'⟩

end Plato.RelyGuarantee
