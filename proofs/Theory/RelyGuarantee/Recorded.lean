/-
# A program that records what each thread has left to do

The ghost that makes the Parallel rule complete (section 9 of *The Rely-Guarantee Method in Isabelle/HOL*; `RelyGuarantee.Parameterized`).
Only atomic commands can update it, but entering a choice or a loop is also a step. So the ghost records what each thread had left when
its last atomic command had ended; the thread may have unfolded that since.

Main definitions: `Left` (the ghost), `recorded`, `recordedPieces`, `recordedProgram`.
Main results: `recorded_erases` (erasing it gives the statement back), `pieces_recorded`, `recorded_pieceStep`, `recorded_pieceWrong`
(recorded pieces do what the pieces do).
-/
module

public import Theory.RelyGuarantee.Auxiliary
public import Theory.RelyGuarantee.Pieces

@[expose] public section

namespace Plato.RelyGuarantee

variable {Thread Store : Type}

/-- The ghost: the pieces each thread had left when its last atomic command had ended. -/
abbrev Left (Thread Store : Type) := Thread → List (Statement Store)

/-- The statement of thread i, when `rest` comes after it, with atomic commands that record what is left after them. -/
noncomputable def recorded (i : Thread) : Statement Store → List (Statement Store) → Statement (Store × Left Thread Store)
  | .skip, _ => .skip
  | .atomic command, rest => .atomic (updating command fun _ left _ => replace left i rest)
  | .choice S T, rest => .choice (recorded i S rest) (recorded i T rest)
  | .seq S T, rest => .seq (recorded i S (pieces T ++ rest)) (recorded i T rest)
  | .loop S, rest => .loop (recorded i S (.loop S :: rest))

/-- Pieces of thread i, one after another, recorded. -/
noncomputable def recordedPieces (i : Thread) : List (Statement Store) → List (Statement (Store × Left Thread Store))
  | [] => []
  | x :: rest => recorded i x rest :: recordedPieces i rest

/-- The program with its ghost. -/
noncomputable def recordedProgram (P : Program Thread (Statement Store)) : Program Thread (Statement (Store × Left Thread Store)) := fun i => recorded i (P i) []

/-- Erasing the ghost gives the statement back. -/
theorem recorded_erases (i : Thread) (S : Statement Store) (rest : List (Statement Store)) : Erases (recorded i S rest) S := by
  induction S generalizing rest with
  | skip => exact .skip
  | atomic command => exact .atomic fun _ left _ => replace left i rest
  | choice S T ihS ihT => exact .choice (ihS rest) (ihT rest)
  | seq S T ihS ihT => exact .seq (ihS _) (ihT rest)
  | loop S ih => exact .loop (ih _)

/-- The pieces of what is recorded are the recorded pieces. -/
theorem pieces_recorded (i : Thread) (S : Statement Store) (rest : List (Statement Store)) :
    pieces (recorded i S rest) ++ recordedPieces i rest = recordedPieces i (pieces S ++ rest) := by
  induction S generalizing rest with
  | seq S T ihS ihT => simp [recorded, pieces, ihT, ihS, List.append_assoc]
  | _ => simp [recorded, pieces, recordedPieces]

/-- A step of recorded pieces unfolds the first, or is an atomic command of it that records the others. -/
theorem recorded_pieceStep {i : Thread} {x : Statement Store} {rest : List (Statement Store)} {a b : Store × Left Thread Store}
    {ys : List (Statement (Store × Left Thread Store))} (h : PieceStep (recorded i x rest) a ys b) :
    (b = a ∧ ∃ xs, Unfolds x xs ∧ ys ++ recordedPieces i rest = recordedPieces i (xs ++ rest)) ∨
      (PieceStep x a.1 [] b.1 ∧ b.2 = replace a.2 i rest ∧ ys = []) := by
  cases x with
  | skip => cases h with | silent hu => cases hu
  | seq => cases h with | silent hu => cases hu
  | atomic => cases h with
    | action hc => exact .inr ⟨.action hc.1, hc.2, rfl⟩
    | silent hu => cases hu
  | choice => cases h with
    | silent hu => cases hu with
      | choiceLeft => exact .inl ⟨rfl, _, .choiceLeft, pieces_recorded ..⟩
      | choiceRight => exact .inl ⟨rfl, _, .choiceRight, pieces_recorded ..⟩
  | loop S => cases h with
    | silent hu => cases hu with
      | loopDone => exact .inl ⟨rfl, _, .loopDone, rfl⟩
      | loopUnroll =>
        refine .inl ⟨rfl, _, .loopUnroll, ?_⟩
        simpa [recordedPieces, recorded] using pieces_recorded i S (.loop S :: rest)

/-- A recorded piece goes wrong only where the piece does. -/
theorem recorded_pieceWrong {i : Thread} {x : Statement Store} {rest : List (Statement Store)} {a : Store × Left Thread Store}
    (h : PieceWrong (recorded i x rest) a) : PieceWrong x a.1 := by
  cases x <;> cases h
  case action hc => exact .action hc

end Plato.RelyGuarantee
