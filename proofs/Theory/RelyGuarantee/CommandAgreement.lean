/-
# Commands and their translation agree

A command of the paper and its translation into core Plato reach the same stores, end in the same stores, and satisfy the same
specifications, under any rely. Steps do not match one by one: a test is a silent step of the command (section 5.1 of *The Rely-Guarantee
Method in Isabelle/HOL*), while the translation first chooses a branch, which is a silent step too, and then waits for its condition,
whatever the environment does meanwhile. Until it has waited, the command has not moved; so a list of pieces represents a command
(`Represents`), and each step of the pieces either leaves the command and the store as they are, or is a step of the command.

The choices are steps only of the translation: they require a reflexive guarantee (in one direction only, `command_sat_iff`).

Main definitions: `Represents`.
Main results: `represents_step`, `command_ends_iff`, `command_reaches_iff`, `command_sat_of_statement`, `command_sat_iff`.
-/
module

public import Theory.RelyGuarantee.CommandRuns
public import Theory.RelyGuarantee.Pieces
public import Theory.RelyGuarantee.Soundness

@[expose] public section

namespace Plato.RelyGuarantee

variable {Store : Type} {rely guar : Action Store} {post : Store → Prop}

/-- The translation reaches whatever the command reaches. -/
theorem statement_reach {c c' : Option (Com Store)} {σ σ' : Store} (h : (commands Store).Reach rely c σ c' σ') :
    (component Store).Reach rely (statementOf c) σ (statementOf c') σ' := by
  induction h with
  | refl => exact .refl
  | component hstep _ ih => exact (reach_of_many (command_step hstep).many).trans ih
  | environment hrely _ ih => exact .environment hrely ih

/-- If the translation of a command is correct, the command is. -/
theorem command_correct {c : Option (Com Store)} {σ : Store} (h : Correct rely guar post (statementOf c) σ) :
    (commands Store).Correct rely guar post c σ := by
  refine correct_of_invariant (I := fun c σ => Correct rely guar post (statementOf c) σ) (fun h hrely => h.environment hrely) ?_
    (fun _ hwrong => hwrong) ?_ h
  · intro c σ c' σ' h hstep
    obtain ⟨S, T, hbefore, hstep', hafter⟩ := command_step hstep
    exact ⟨h.guarantee (reach_of_many hbefore) hstep', h.reach (reach_of_many (command_step hstep).many)⟩
  · intro c σ h hended
    cases (hended : c = none)
    exact h.post .refl rfl

/-- Pieces that represent a command: its own, or those it has once a branch is chosen and before the condition has been met. -/
inductive Represents : Option (Com Store) → List (Statement Store) → Prop where
  | ended : Represents none []
  | basic {f} : Represents (some (.Basic f)) (pieces (Com.Basic f).statement)
  | await {b P} : Represents (some (.Await b P)) (pieces (Com.Await b P).statement)
  | seq {P Q xs} : Represents (some P) xs → Represents (some (.Seq P Q)) (xs ++ pieces Q.statement)
  | cond {b P Q} : Represents (some (.Cond b P Q)) (pieces (Com.Cond b P Q).statement)
  | condT {b P Q} : Represents (some (.Cond b P Q)) (await b :: pieces P.statement)
  | condF {b P Q} : Represents (some (.Cond b P Q)) ((await fun s => ¬ b s) :: pieces Q.statement)
  | while {b P} : Represents (some (.While b P)) (pieces (Com.While b P).statement)
  | whileT {b P} : Represents (some (.While b P)) (await b :: (pieces P.statement ++ pieces (Com.While b P).statement))
  | whileF {b P} : Represents (some (.While b P)) [await fun s => ¬ b s]

/-- The pieces of a command represent it. -/
theorem represents_pieces (C : Com Store) : Represents (some C) (pieces C.statement) := by
  induction C with
  | Basic f => exact .basic
  | Seq P Q ihP _ => exact .seq ihP
  | Cond b P Q => exact .cond
  | While b P => exact .while
  | Await b P => exact .await

/-- Only the empty program is represented by no pieces. -/
theorem represents_nil {c : Option (Com Store)} (h : Represents c []) : c = none := by
  cases c with
  | none => rfl
  | some C =>
    exfalso
    generalize hxs : [] = xs at h
    induction C generalizing xs with
    | Seq P Q ihP _ => cases h with | seq h => exact ihP _ (List.append_eq_nil_iff.mp hxs.symm).1.symm h
    | _ => cases h <;> simp [pieces, Com.statement, action] at hxs

/-- A step of the first piece leaves the command and the store as they are, or is a step of the command. -/
theorem represents_step {C : Com Store} {x : Statement Store} {rest ys : List (Statement Store)} {σ σ' : Store}
    (h : Represents (some C) (x :: rest)) (hstep : PieceStep x σ ys σ') :
    (σ' = σ ∧ Represents (some C) (ys ++ rest)) ∨ ∃ c, ComStep (some C, σ) (c, σ') ∧ Represents c (ys ++ rest) := by
  generalize hxs : x :: rest = xs at h
  induction C generalizing xs rest with
  | Basic f => cases h with
    | basic =>
      cases hxs
      cases hstep with
      | action hs => exact .inr ⟨none, hs ▸ .Basic, .ended⟩
      | silent hu => cases hu
  | Await b P => cases h with
    | await =>
      cases hxs
      cases hstep with
      | action hs =>
        obtain ⟨τ, hτ, hmany⟩ := comSteps_of_exec P (exec_of_steps hs.2 .skip)
        cases hτ
        exact .inr ⟨none, .Await hs.1 (comSteps_iff.mpr hmany), .ended⟩
      | silent hu => cases hu
  | Seq P Q ihP _ => cases h with
    | @seq _ _ zs hP => cases zs with
      | nil => cases represents_nil hP
      | cons z zs =>
        cases hxs
        rcases ihP _ rfl hP with ⟨rfl, hP'⟩ | ⟨c, hstep', hP'⟩
        · exact .inl ⟨rfl, by simpa using hP'.seq (Q := Q)⟩
        · cases c with
          | some P' => exact .inr ⟨_, .Seq2 hstep', by simpa using hP'.seq (Q := Q)⟩
          | none =>
            refine .inr ⟨_, .Seq1 hstep', ?_⟩
            generalize hnil : ys ++ zs = ws at hP'
            cases hP'
            obtain ⟨rfl, rfl⟩ := List.append_eq_nil_iff.mp hnil
            exact represents_pieces Q
  | Cond b P Q => cases h with
    | cond =>
      cases hxs
      cases hstep with
      | silent hu => cases hu with
        | choiceLeft => exact .inl ⟨rfl, by simpa [pieces, await, action] using Represents.condT⟩
        | choiceRight => exact .inl ⟨rfl, by simpa [pieces, await, action] using Represents.condF⟩
    | condT =>
      cases hxs
      cases hstep with
      | action hs => cases hs.2; exact .inr ⟨_, .CondT hs.1, represents_pieces P⟩
      | silent hu => cases hu
    | condF =>
      cases hxs
      cases hstep with
      | action hs => cases hs.2; exact .inr ⟨_, .CondF hs.1, represents_pieces Q⟩
      | silent hu => cases hu
  | While b P => cases h with
    | «while» =>
      cases hxs
      cases hstep with
      | silent hu => cases hu with
        | loopDone => exact .inl ⟨rfl, .whileF⟩
        | loopUnroll => exact .inl ⟨rfl, by simpa [pieces, await, action, Com.statement] using Represents.whileT (b := b) (P := P)⟩
    | whileT =>
      cases hxs
      cases hstep with
      | action hs => cases hs.2; exact .inr ⟨_, .WhileT hs.1, .seq (represents_pieces P)⟩
      | silent hu => cases hu
    | whileF =>
      cases hxs
      cases hstep with
      | action hs => cases hs.2; exact .inr ⟨_, .WhileF hs.1, .ended⟩
      | silent hu => cases hu

/-- Pieces that represent a command do not go wrong. -/
theorem represents_safe {C : Com Store} {x : Statement Store} {rest : List (Statement Store)} {σ : Store}
    (h : Represents (some C) (x :: rest)) : ¬ PieceWrong x σ := by
  have haction : ∀ {A : Action Store}, ¬ PieceWrong (action A) σ := by
    intro A h
    cases h with | action hc => exact hc
  generalize hxs : x :: rest = xs at h
  induction C generalizing xs rest with
  | Seq P Q ihP _ => cases h with
    | @seq _ _ zs hP => cases zs with
      | nil => cases represents_nil hP
      | cons z zs => cases hxs; exact ihP _ rfl hP
  | _ => cases h <;> cases hxs <;> first | exact haction | (intro h; cases h)

/-- A step of a statement leaves the command that its pieces represent, or is a step of the command. -/
theorem represented_step {c : Option (Com Store)} {S S' : Statement Store} {σ σ' : Store} (h : Represents c (pieces S))
    (hstep : SeqStep (.run σ S) (.run σ' S')) :
    (σ' = σ ∧ Represents c (pieces S')) ∨ ∃ c', ComStep (c, σ) (c', σ') ∧ Represents c' (pieces S') := by
  rcases pieces_of_step hstep with ⟨hσ, hsame⟩ | ⟨x, rest, ys, hx, hpiece, hys⟩
  · exact .inl ⟨hσ, hsame ▸ h⟩
  · rw [hys]
    rw [hx] at h
    cases c with
    | none => cases h
    | some C => exact represents_step h hpiece

/-- A statement whose pieces represent a command does not go wrong. -/
theorem represented_safe {c : Option (Com Store)} {S : Statement Store} {σ : Store} (h : Represents c (pieces S)) :
    ¬ SeqStep (.run σ S) .wrong := by
  intro hwrong
  obtain ⟨x, rest, hx, hpiece⟩ := pieces_of_wrong hwrong
  rw [hx] at h
  cases c with
  | none => cases h
  | some C => exact represents_safe h hpiece

/-- Pieces that represent a command reach only pieces that represent something that the command reaches. -/
theorem represented_reach {c : Option (Com Store)} {S S' : Statement Store} {σ σ' : Store} (h : Represents c (pieces S))
    (hreach : (component Store).Reach rely S σ S' σ') : ∃ c', (commands Store).Reach rely c σ c' σ' ∧ Represents c' (pieces S') := by
  induction hreach generalizing c with
  | refl => exact ⟨c, .refl, h⟩
  | component hstep _ ih =>
    rcases represented_step h hstep with ⟨rfl, h'⟩ | ⟨c₁, hstep', h'⟩
    · exact ih h'
    · obtain ⟨c', hreach, h''⟩ := ih h'
      exact ⟨c', .component hstep' hreach, h''⟩
  | environment hrely _ ih =>
    obtain ⟨c', hreach, h'⟩ := ih h
    exact ⟨c', .environment hrely hreach, h'⟩

/-- **A command and its translation reach the same stores.** -/
theorem command_reaches_iff {C : Com Store} {σ σ' : Store} :
    (∃ c, (commands Store).Reach rely (some C) σ c σ') ↔ ∃ S, (component Store).Reach rely C.statement σ S σ' :=
  ⟨fun ⟨_, h⟩ => ⟨_, statement_reach h⟩, fun ⟨_, h⟩ => let ⟨c, hreach, _⟩ := represented_reach (represents_pieces C) h; ⟨c, hreach⟩⟩

/-- **A command and its translation end in the same stores.** -/
theorem command_ends_iff {C : Com Store} {σ σ' : Store} :
    (commands Store).Reach rely (some C) σ none σ' ↔ (component Store).Reach rely C.statement σ .skip σ' := by
  refine ⟨statement_reach, fun h => ?_⟩
  obtain ⟨c, hreach, hc⟩ := represented_reach (represents_pieces C) h
  exact represents_nil hc ▸ hreach

/-- If a command is correct, its translation is, the guarantee being reflexive. -/
theorem statement_correct (hrefl : Reflexive guar) {c : Option (Com Store)} {S : Statement Store} {σ : Store}
    (hc : Represents c (pieces S)) (h : (commands Store).Correct rely guar post c σ) : Correct rely guar post S σ := by
  refine correct_of_invariant (I := fun S σ => ∃ c, Represents c (pieces S) ∧ (commands Store).Correct rely guar post c σ) ?_ ?_ ?_ ?_
    ⟨c, hc, h⟩
  · exact fun ⟨c, hc, h⟩ hrely => ⟨c, hc, h.environment hrely⟩
  · rintro S σ S' σ' ⟨c, hc, h⟩ hstep
    rcases represented_step hc hstep with ⟨rfl, hc'⟩ | ⟨c', hstep', hc'⟩
    · exact ⟨hrefl _, c, hc', h⟩
    · exact ⟨h.guarantee .refl hstep', c', hc', h.step hstep'⟩
  · rintro S σ ⟨c, hc, h⟩ hwrong
    exact represented_safe hc hwrong
  · rintro S σ ⟨c, hc, h⟩ hended
    cases (hended : S = .skip)
    exact h.post .refl (represents_nil hc)

/-- The command satisfies whatever its translation satisfies. -/
theorem command_sat_of_statement {C : Com Store} {s : Specification Store} (h : (component Store).Sat C.statement s) :
    (commands Store).Sat (some C) s := fun σ hσ => command_correct (c := some C) (h σ hσ)

/-- **A command and its translation satisfy the same specifications**, the guarantee being reflexive. -/
theorem command_sat_iff {C : Com Store} {s : Specification Store} (hrefl : Reflexive s.guarantee) :
    (commands Store).Sat (some C) s ↔ (component Store).Sat C.statement s :=
  ⟨fun h σ hσ => statement_correct hrefl (represents_pieces C) (h σ hσ), command_sat_of_statement⟩

end Plato.RelyGuarantee
