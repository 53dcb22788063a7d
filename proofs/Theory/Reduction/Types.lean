/-
# Mover types of statements

Figure 11 of Elmas, Qadeer and Tasiran, *A Calculus of Atomic Actions*, reconstructed: B ⊑ L, R ⊑ A, and the judgments P, I ⊢ s : R, s : L and s : A
for statements, with annotations of procedures for CALL-MOVER. A statement of type B has the types R and L, so B needs no judgment of its own.
Parallel composition has no type.

*Finalizable* is checked here in its syntactic form: each procedure of type L has a way to its end (`Way`).

Main definitions: `Mover`, `Rights`, `Lefts`, `Atomic`, `HasType`, `Within`, `Way`, `Annotated`.
Main results: `Rights.step`, `Lefts.step`, `Atomic.step`, `Within.leaves`, `Within.step`.
-/
module

public import Theory.Reduction.Reduce

@[expose] public section

namespace Plato.Reduction

/-- The types of movers. -/
inductive Mover where
  /-- both mover -/
  | B
  /-- left mover -/
  | L
  /-- right mover -/
  | R
  /-- atomic non-mover -/
  | A
deriving DecidableEq

/-- The lattice of types: B ⊑ L ⊑ A and B ⊑ R ⊑ A. -/
def Mover.le (m n : Mover) : Prop := m = n ∨ m = .B ∨ n = .A

variable {Tid Br Proc Store : Type}

section

variable (Atom : Gated Tid Store → Prop) (I : Store → Prop) (annot : Proc → Option Mover)

/-- CALL-MOVER: the annotation of the procedure, if it has one, is at most the type. -/
def CallMover (m : Mover) (ρ : Proc) : Prop := ∃ n, annot ρ = some n ∧ n.le m

/-- P, I ⊢ s : R. -/
def Rights : Stmt Tid Br Proc Store → Prop
  | .skip => True
  | .atomic α => Atom α ∧ RightMover Atom I α
  | .choice S T | .seq S T => Rights S ∧ Rights T
  | .loop S | .block S => Rights S
  | .pick S => ∀ b, Rights (S b)
  | .exit _ => True
  | .call ρ => CallMover annot .R ρ
  | .par _ => False

/-- P, I ⊢ s : L. -/
def Lefts : Stmt Tid Br Proc Store → Prop
  | .skip => True
  | .atomic α => Atom α ∧ LeftMover Atom I α
  | .choice S T | .seq S T => Lefts S ∧ Lefts T
  | .loop S | .block S => Lefts S
  | .pick S => Nonempty Br ∧ ∀ b, Lefts (S b)
  | .exit _ => True
  | .call ρ => CallMover annot .L ρ
  | .par _ => False

/-- P, I ⊢ s : A. -/
def Atomic : Stmt Tid Br Proc Store → Prop
  | .skip => True
  | .atomic α => Atom α
  | .choice S T => Atomic S ∧ Atomic T
  | .seq S T => Rights Atom I annot S ∧ Atomic T ∨ Atomic S ∧ Lefts Atom I annot T
  | .loop S => Rights Atom I annot S ∨ Lefts Atom I annot S
  | .block S => Atomic S
  | .pick S => ∀ b, Atomic (S b)
  | .exit _ => True
  | .call ρ => CallMover annot .A ρ
  | .par _ => False

/-- Exits of the statement leave fewer blocks around it than these. -/
def Within : Nat → Stmt Tid Br Proc Store → Prop
  | _, .skip | _, .atomic _ | _, .call _ | _, .par _ => True
  | m, .choice S T | m, .seq S T => Within m S ∧ Within m T
  | m, .loop S => Within m S
  | m, .block S => Within (m + 1) S
  | m, .pick S => ∀ b, Within m (S b)
  | m, .exit n => n < m

/-- The statement has the type. -/
def HasType : Mover → Stmt Tid Br Proc Store → Prop
  | .B, S => Rights Atom I annot S ∧ Lefts Atom I annot S
  | .L, S => Lefts Atom I annot S
  | .R, S => Rights Atom I annot S
  | .A, S => Atomic Atom I annot S

end

/-- Some way to the end of the statement has only left movers, its guards included; on the way each loop is left at once. A recursive procedure has a
way where some branch ends without a call of itself. -/
inductive Way (body : Proc → Stmt Tid Br Proc Store) (Atom : Gated Tid Store → Prop) (I : Store → Prop) : Stmt Tid Br Proc Store → Prop where
  | skip : Way body Atom I .skip
  | atomic {α} : LeftMover Atom I α → Way body Atom I (.atomic α)
  | left {S T} : Way body Atom I S → Way body Atom I (.choice S T)
  | right {S T} : Way body Atom I T → Way body Atom I (.choice S T)
  | seq {S T} : Way body Atom I S → Way body Atom I T → Way body Atom I (.seq S T)
  | loop {S} : Way body Atom I (.loop S)
  | call {ρ} : Way body Atom I (body ρ) → Way body Atom I (.call ρ)
  | block {S} : Way body Atom I S → Way body Atom I (.block S)
  | exit {n} : Way body Atom I (.exit n)
  | pick {S} (b : Br) : Way body Atom I (S b) → Way body Atom I (.pick S)

section

variable {body : Proc → Stmt Tid Br Proc Store} {Atom : Gated Tid Store → Prop} {I : Store → Prop} {annot : Proc → Option Mover}

/-- The annotations of procedures are right. -/
structure Annotated (body : Proc → Stmt Tid Br Proc Store) (Atom : Gated Tid Store → Prop) (I : Store → Prop) (annot : Proc → Option Mover) : Prop where
  typed : ∀ {ρ m}, annot ρ = some m → HasType Atom I annot m (body ρ)
  way : ∀ {ρ}, CallMover annot .L ρ → Way body Atom I (body ρ)
  within : ∀ ρ, Within 0 (body ρ)

theorem Rights.atomic {S : Stmt Tid Br Proc Store} (h : Rights Atom I annot S) : Atomic Atom I annot S := by
  induction S with
  | skip => trivial
  | atomic => exact h.1
  | choice S T ihS ihT => exact ⟨ihS h.1, ihT h.2⟩
  | seq S T _ ihT => exact .inl ⟨h.1, ihT h.2⟩
  | loop => exact .inl h
  | block S ih => exact ih h
  | pick S ih => exact fun b => ih b (h b)
  | exit => trivial
  | call => obtain ⟨m, hm, _⟩ := h; exact ⟨m, hm, .inr (.inr rfl)⟩
  | par => exact h.elim

theorem Lefts.atomic {S : Stmt Tid Br Proc Store} (h : Lefts Atom I annot S) : Atomic Atom I annot S := by
  induction S with
  | skip => trivial
  | atomic => exact h.1
  | choice S T ihS ihT => exact ⟨ihS h.1, ihT h.2⟩
  | seq S T ihS _ => exact .inr ⟨ihS h.1, h.2⟩
  | loop => exact .inr h
  | block S ih => exact ih h
  | pick S ih => exact fun b => ih b (h.2 b)
  | exit => trivial
  | call => obtain ⟨m, hm, _⟩ := h; exact ⟨m, hm, .inr (.inr rfl)⟩
  | par => exact h.elim

theorem Annotated.right (hA : Annotated body Atom I annot) {ρ : Proc} (h : CallMover annot .R ρ) : Rights Atom I annot (body ρ) := by
  obtain ⟨m, hm, hle⟩ := h
  have := hA.typed hm
  rcases hle with rfl | rfl | h
  · exact this
  · exact this.1
  · cases h

theorem Annotated.left (hA : Annotated body Atom I annot) {ρ : Proc} (h : CallMover annot .L ρ) : Lefts Atom I annot (body ρ) := by
  obtain ⟨m, hm, hle⟩ := h
  have := hA.typed hm
  rcases hle with rfl | rfl | h
  · exact this
  · exact this.2
  · cases h

theorem Annotated.atomic (hA : Annotated body Atom I annot) {ρ : Proc} (h : CallMover annot .A ρ) : Atomic Atom I annot (body ρ) := by
  obtain ⟨m, hm, _⟩ := h
  have := hA.typed hm
  cases m with
  | B => exact this.1.atomic
  | L => exact Lefts.atomic this
  | R => exact Rights.atomic this
  | A => exact this

/-- What is left of a statement of type R has type R. -/
theorem Rights.step (hA : Annotated body Atom I annot) {p : List Br} {S S' : Stmt Tid Br Proc Store} {α : Gated Tid Store}
    (he : Stmt.Edge body p S α S') (h : Rights Atom I annot S) : p = [] ∧ Atom α ∧ RightMover Atom I α ∧ Rights Atom I annot S' := by
  induction he with
  | atomic => exact ⟨rfl, h.1, h.2, trivial⟩
  | left _ ih => exact ih h.1
  | right _ ih => exact ih h.2
  | seq _ ih => obtain ⟨h₁, h₂, h₃, h₄⟩ := ih h.1; exact ⟨h₁, h₂, h₃, h₄, h.2⟩
  | next _ _ ih => exact ih h.2
  | loop _ ih => obtain ⟨h₁, h₂, h₃, h₄⟩ := ih h; exact ⟨h₁, h₂, h₃, h₄, h⟩
  | call _ ih => exact ih (hA.right h)
  | block _ ih => exact ih h
  | pick b _ ih => exact ih (h b)
  | par => exact h.elim

/-- What is left of a statement of type L has type L. -/
theorem Lefts.step (hA : Annotated body Atom I annot) {p : List Br} {S S' : Stmt Tid Br Proc Store} {α : Gated Tid Store}
    (he : Stmt.Edge body p S α S') (h : Lefts Atom I annot S) : p = [] ∧ Atom α ∧ LeftMover Atom I α ∧ Lefts Atom I annot S' := by
  induction he with
  | atomic => exact ⟨rfl, h.1, h.2, trivial⟩
  | left _ ih => exact ih h.1
  | right _ ih => exact ih h.2
  | seq _ ih => obtain ⟨h₁, h₂, h₃, h₄⟩ := ih h.1; exact ⟨h₁, h₂, h₃, h₄, h.2⟩
  | next _ _ ih => exact ih h.2
  | loop _ ih => obtain ⟨h₁, h₂, h₃, h₄⟩ := ih h; exact ⟨h₁, h₂, h₃, h₄, h⟩
  | call _ ih => exact ih (hA.left h)
  | block _ ih => exact ih h
  | pick b _ ih => exact ih (h.2 b)
  | par => exact h.elim

/-- A statement of type A goes on by a right mover, or what is left of it has type L. -/
theorem Atomic.step (hA : Annotated body Atom I annot) {p : List Br} {S S' : Stmt Tid Br Proc Store} {α : Gated Tid Store}
    (he : Stmt.Edge body p S α S') (h : Atomic Atom I annot S) :
    p = [] ∧ Atom α ∧ (RightMover Atom I α ∧ Atomic Atom I annot S' ∨ Lefts Atom I annot S') := by
  induction he with
  | atomic => exact ⟨rfl, h, .inr trivial⟩
  | left _ ih => exact ih h.1
  | right _ ih => exact ih h.2
  | @seq p S T α S' he ih =>
    rcases h with ⟨hS, hT⟩ | ⟨hS, hT⟩
    · obtain ⟨h₁, h₂, h₃, h₄⟩ := hS.step hA he
      exact ⟨h₁, h₂, .inl ⟨h₃, .inl ⟨h₄, hT⟩⟩⟩
    · obtain ⟨h₁, h₂, h₃⟩ := ih hS
      exact ⟨h₁, h₂, h₃.imp (fun h => ⟨h.1, .inr ⟨h.2, hT⟩⟩) fun h => ⟨h, hT⟩⟩
  | next _ he ih =>
    rcases h with ⟨_, hT⟩ | ⟨_, hT⟩
    · exact ih hT
    · obtain ⟨h₁, h₂, _, h₄⟩ := hT.step hA he
      exact ⟨h₁, h₂, .inr h₄⟩
  | loop he _ =>
    rcases h with h | h
    · obtain ⟨h₁, h₂, h₃, h₄⟩ := Rights.step hA he h
      exact ⟨h₁, h₂, .inl ⟨h₃, .inl ⟨h₄, .inl h⟩⟩⟩
    · obtain ⟨h₁, h₂, _, h₄⟩ := Lefts.step hA he h
      exact ⟨h₁, h₂, .inr ⟨h₄, h⟩⟩
  | call _ ih => exact ih (hA.atomic h)
  | block _ ih => exact ih h
  | pick b _ ih => exact ih (h b)
  | par => exact h.elim

end

section

variable {body : Proc → Stmt Tid Br Proc Store}

/-- Exits of a statement stay within the blocks around it. -/
theorem Within.leaves (hb : ∀ ρ, Within 0 (body ρ)) {k : Option Nat} {S : Stmt Tid Br Proc Store} (h : Stmt.Leaves body k S) {n m : Nat} (hk : k = some n)
    (hS : Within m S) : n < m := by
  induction h generalizing n m with
  | skip | loop | block | blockExit | par => cases hk
  | exit => cases hk; exact hS
  | left _ ih => exact ih hk hS.1
  | right _ ih => exact ih hk hS.2
  | seq _ _ _ ih => exact ih hk hS.2
  | seqExit _ ih => exact ih hk hS.1
  | loopExit _ ih => exact ih hk hS
  | call _ ih => exact absurd (ih hk (hb _)) (by omega)
  | blockOut _ ih =>
    cases hk
    have := ih rfl (show Within (m + 1) _ from hS)
    omega
  | pick b _ ih => exact ih hk (hS b)

theorem Within.mono {S : Stmt Tid Br Proc Store} {m n : Nat} (h : Within m S) (hmn : m ≤ n) : Within n S := by
  induction S generalizing m n with
  | skip | atomic | call | par => trivial
  | choice _ _ ih ih' | seq _ _ ih ih' => exact ⟨ih h.1 hmn, ih' h.2 hmn⟩
  | loop _ ih => exact ih h hmn
  | block _ ih => exact ih h (by omega)
  | pick _ ih => exact fun b => ih b (h b) hmn
  | exit => exact Nat.lt_of_lt_of_le h hmn

theorem Within.step (hb : ∀ ρ, Within 0 (body ρ)) {p : List Br} {S S' : Stmt Tid Br Proc Store} {α : Gated Tid Store}
    (he : Stmt.Edge body p S α S') {m : Nat} (h : Within m S) : Within m S' := by
  induction he generalizing m with
  | atomic => trivial
  | left _ ih => exact ih h.1
  | right _ ih => exact ih h.2
  | seq _ ih => exact ⟨ih h.1, h.2⟩
  | next _ _ ih => exact ih h.2
  | loop _ ih => exact ⟨ih h, h⟩
  | call _ ih => exact ih ((hb _).mono (Nat.zero_le _))
  | block _ ih => exact ih (m := m + 1) h
  | pick b _ ih => exact ih (h b)
  | par => trivial

end

end Plato.Reduction
