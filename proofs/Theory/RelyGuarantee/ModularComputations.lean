/-
# The modular definition of computation

Section 5.2 of *The Rely-Guarantee Method in Isabelle/HOL*: computations of commands, defined a second time in a way that keeps the
structure of the program. A computation of a sequence is one of its first command, possibly followed by one of its second; a computation of
a loop is made of computations of its body. The paper uses it to prove soundness; here it is included for its own sake (see `Chain` in
`RelyGuarantee.Soundness`).

Main definitions: `seqWith` (seq-with), `ModularComputation` (mcptn).
Main results: `modular_seq` (what a computation of a sequence is made of), `computation_iff_modular` (cptn-iff-mcptn).
-/
module

public import Theory.RelyGuarantee.Commands
public import Theory.RelyGuarantee.Computations

@[expose] public section

namespace Plato.RelyGuarantee

variable {Store : Type}

/-- A configuration of a command, or an impossible one that has gone wrong. -/
abbrev ComConfiguration (Store : Type) := Configuration (Option (Com Store)) Store

/-- The paper's seq-with: a configuration of the first command of a sequence as one of the sequence. -/
noncomputable def seqWith (Q : Com Store) : ComConfiguration Store → ComConfiguration Store
  | .run c s => .run (followedBy Q c) s
  | .wrong => .wrong

/-- The paper's mcptn, rule by rule. -/
inductive ModularComputation : List (ComConfiguration Store) → Prop where
  | MOne {x} : ModularComputation [x]
  | MEnv {c s t xs} : ModularComputation (.run c t :: xs) → ModularComputation (.run c s :: .run c t :: xs)
  | MNone {P s t xs} : ComStep (some P, s) (none, t) → ModularComputation (.run none t :: xs) →
    ModularComputation (.run (some P) s :: .run none t :: xs)
  | MCondT {b P₀ P₁ s ys} : ModularComputation (.run (some P₀) s :: ys) → b s →
    ModularComputation (.run (some (.Cond b P₀ P₁)) s :: .run (some P₀) s :: ys)
  | MCondF {b P₀ P₁ s ys} : ModularComputation (.run (some P₁) s :: ys) → ¬ b s →
    ModularComputation (.run (some (.Cond b P₀ P₁)) s :: .run (some P₁) s :: ys)
  | MSeq1 {P₀ P₁ s xs} : ModularComputation (.run (some P₀) s :: xs) →
    ModularComputation (.run (some (.Seq P₀ P₁)) s :: xs.map (seqWith P₁))
  | MSeq2 {P₀ P₁ s t xs ys} : ModularComputation (.run (some P₀) s :: xs) → (.run (some P₀) s :: xs).getLast? = some (.run none t) →
    ModularComputation (.run (some P₁) t :: ys) → ModularComputation (.run (some (.Seq P₀ P₁)) s :: (xs.map (seqWith P₁) ++ ys))
  | MWhile1 {b P s xs} : ModularComputation (.run (some P) s :: xs) → b s →
    ModularComputation (.run (some (.While b P)) s :: .run (some (.Seq P (.While b P))) s :: xs.map (seqWith (.While b P)))
  | MWhile2 {b P s t xs ys} : ModularComputation (.run (some P) s :: xs) → (.run (some P) s :: xs).getLast? = some (.run none t) → b s →
    ModularComputation (.run (some (.While b P)) t :: ys) →
    ModularComputation (.run (some (.While b P)) s :: .run (some (.Seq P (.While b P))) s :: (xs.map (seqWith (.While b P)) ++ ys))

/-- What a computation of a sequence is made of: one of the first command, and, if that ends, perhaps one of the second. -/
theorem modular_seq {P Q : Com Store} {s : Store} {zs : List (ComConfiguration Store)}
    (h : ModularComputation (.run (some (.Seq P Q)) s :: zs)) :
    ∃ xs, ModularComputation (.run (some P) s :: xs) ∧ (zs = xs.map (seqWith Q) ∨
      ∃ t ys, (.run (some P) s :: xs).getLast? = some (.run none t) ∧ ModularComputation (.run (some Q) t :: ys) ∧
        zs = xs.map (seqWith Q) ++ ys) := by
  generalize hl : Configuration.run (some (Com.Seq P Q)) s :: zs = l at h
  induction h generalizing s zs with
  | MOne => cases hl; exact ⟨[], .MOne, .inl rfl⟩
  | @MEnv _ _ t _ _ ih =>
    cases hl
    obtain ⟨xs, hxs, hrest⟩ := ih rfl
    refine ⟨.run (some P) t :: xs, .MEnv hxs, ?_⟩
    rcases hrest with rfl | ⟨u, ys, hlast, hys, rfl⟩
    · exact .inl rfl
    · exact .inr ⟨u, ys, by simpa using hlast, hys, rfl⟩
  | MNone hstep => cases hl; cases hstep
  | MSeq1 hxs => cases hl; exact ⟨_, hxs, .inl rfl⟩
  | MSeq2 hxs hlast hys => cases hl; exact ⟨_, hxs, .inr ⟨_, _, hlast, hys, rfl⟩⟩
  | _ => cases hl

/-- A transition of a command may be put in front of a modular computation. -/
theorem modular_component {P : Com Store} {c : Option (Com Store)} {s t : Store} {xs : List (ComConfiguration Store)}
    (hstep : ComStep (some P, s) (c, t)) (h : ModularComputation (.run c t :: xs)) :
    ModularComputation (.run (some P) s :: .run c t :: xs) := by
  induction P generalizing c xs with
  | Basic f => cases hstep; exact .MNone .Basic h
  | Await b P => cases hstep with | Await hb hsteps => exact .MNone (.Await hb hsteps) h
  | Cond b P Q => cases hstep with
    | CondT hb => exact .MCondT h hb
    | CondF hb => exact .MCondF h hb
  | While b P => cases hstep with
    | WhileF hb => exact .MNone (.WhileF hb) h
    | WhileT hb =>
      obtain ⟨ys, hys, rfl | ⟨u, zs, hlast, hzs, rfl⟩⟩ := modular_seq h
      · exact .MWhile1 hys hb
      · exact .MWhile2 hys hlast hb hzs
  | Seq P Q ihP _ => cases hstep with
    | Seq1 hstep => exact .MSeq2 (.MNone hstep .MOne) rfl h
    | Seq2 hstep =>
      obtain ⟨ys, hys, rfl | ⟨u, zs, hlast, hzs, rfl⟩⟩ := modular_seq h
      · exact .MSeq1 (ihP hstep hys)
      · exact .MSeq2 (ihP hstep hys) (by simpa using hlast) hzs

/-- What the first command of a sequence does, the sequence does. -/
theorem computation_seqWith {Q : Com Store} {xs : List (ComConfiguration Store)} (h : (commands Store).Computation xs) :
    (commands Store).Computation (xs.map (seqWith Q)) := by
  induction h with
  | one => exact .one
  | environment henv _ ih => cases henv; exact .environment .change ih
  | component hstep _ ih =>
    refine .component ?_ ih
    cases hstep with
    | wrong hwrong => exact hwrong.elim
    | @step c _ c' _ hstep =>
      refine Language.Component.step (L := commands Store) (show ComStep _ _ from ?_)
      cases c with
      | none => cases hstep
      | some P => cases c' with
        | none => exact .Seq1 hstep
        | some P' => exact .Seq2 hstep

/-- A computation goes on with one that starts where it ends. -/
theorem computation_append {xs ys : List (ComConfiguration Store)} {x : ComConfiguration Store} (h : (commands Store).Computation xs)
    (hlast : xs.getLast? = some x) (hys : (commands Store).Computation (x :: ys)) : (commands Store).Computation (xs ++ ys) := by
  induction h with
  | one => cases hlast; exact hys
  | environment henv _ ih => exact .environment henv (ih (by simpa using hlast))
  | component hstep _ ih => exact .component hstep (ih (by simpa using hlast))

/-- **The two definitions agree** (the paper's cptn-iff-mcptn). -/
theorem computation_iff_modular {xs : List (ComConfiguration Store)} : (commands Store).Computation xs ↔ ModularComputation xs := by
  have hlast : ∀ {Q : Com Store} {xs : List (ComConfiguration Store)} {t : Store}, xs.getLast? = some (.run none t) →
      (xs.map (seqWith Q)).getLast? = some (.run (some Q) t) := by
    intro Q xs t h
    simp [List.getLast?_map, h, seqWith, followedBy]
  constructor
  · intro h
    induction h with
    | one => exact .MOne
    | environment henv _ ih => cases henv; exact .MEnv ih
    | component hstep _ ih => cases hstep with
      | wrong hwrong => exact hwrong.elim
      | @step c _ _ _ hstep => cases c with
        | none => cases hstep
        | some P => exact modular_component hstep ih
  · intro h
    induction h with
    | MOne => exact .one
    | MEnv _ ih => exact .environment .change ih
    | MNone hstep _ ih => exact .component (.step hstep) ih
    | MCondT _ hb ih => exact .component (.step (ComStep.CondT hb)) ih
    | MCondF _ hb ih => exact .component (.step (ComStep.CondF hb)) ih
    | MSeq1 _ ih => exact computation_seqWith ih
    | MSeq2 _ hend _ ih ih' => exact computation_append (computation_seqWith ih) (hlast hend) ih'
    | MWhile1 _ hb ih => exact .component (.step (ComStep.WhileT hb)) (computation_seqWith ih)
    | MWhile2 _ hend hb _ ih ih' =>
      exact .component (.step (ComStep.WhileT hb)) (computation_append (computation_seqWith ih) (hlast hend) ih')

end Plato.RelyGuarantee
