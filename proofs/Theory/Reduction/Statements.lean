/-
# Statements made of gated actions

The language of figure 6 of Elmas, Qadeer and Tasiran, *A Calculus of Atomic Actions*. Every step is a step of an action: what only goes on with the
statement, such as a choice or the unrolling of a loop, is part of the next action (`Theory/Reduction/Core` relates this to steps as in figure
7). So where a branch is guarded by `assume`, a thread does not commit itself to the branch before the guard holds.

Parallel composition has a branch for each element of a type, so that two branches and any number of threads are both instances; the identifier of
a branch is given by `child`, as the paper's *left* and *right* do. A position is the list of branches that lead to a thread.

Main definitions: `Stmt`, `Stmt.Leaves`, `Stmt.Ends`, `Stmt.Edge`, `StepOf`, `FailsOf`, `WrongOf`, `Program.Good`, `Program.Bad`.
Main results: `actor_cons`.
-/
module

public import Theory.Reduction.Actions
public import Theory.Update

@[expose] public section

namespace Plato.Reduction

/-- Statements. -/
inductive Stmt (Tid Br Proc Store : Type) where
  | skip
  | atomic (α : Gated Tid Store)
  /-- s₁ □ s₂ -/
  | choice (S T : Stmt Tid Br Proc Store)
  | seq (S T : Stmt Tid Br Proc Store)
  /-- Any number of times. -/
  | loop (S : Stmt Tid Br Proc Store)
  | call (ρ : Proc)
  /-- A statement that `exit 0` leaves. -/
  | block (S : Stmt Tid Br Proc Store)
  /-- Leaves the block that is so many further out than the nearest one. -/
  | exit (level : Nat)
  /-- Any of these. -/
  | pick (S : Br → Stmt Tid Br Proc Store)
  /-- In parallel, what is left to do for each branch. -/
  | par (rest : Br → Stmt Tid Br Proc Store)

variable {Tid Br Proc Store : Type}

namespace Stmt

/-- The statement can be left without any action: at its end, or by an exit of so many levels. Branches that have something left to do, if only to leave a
loop, are finite in number. -/
inductive Leaves (body : Proc → Stmt Tid Br Proc Store) : Option Nat → Stmt Tid Br Proc Store → Prop where
  | skip : Leaves body none .skip
  | exit {n} : Leaves body (some n) (.exit n)
  | left {k S T} : Leaves body k S → Leaves body k (.choice S T)
  | right {k S T} : Leaves body k T → Leaves body k (.choice S T)
  | seq {k S T} : Leaves body none S → Leaves body k T → Leaves body k (.seq S T)
  | seqExit {n S T} : Leaves body (some n) S → Leaves body (some n) (.seq S T)
  | loop {S} : Leaves body none (.loop S)
  | loopExit {n S} : Leaves body (some n) S → Leaves body (some n) (.loop S)
  | call {k ρ} : Leaves body k (body ρ) → Leaves body k (.call ρ)
  | block {S} : Leaves body none S → Leaves body none (.block S)
  | blockExit {S} : Leaves body (some 0) S → Leaves body none (.block S)
  | blockOut {n S} : Leaves body (some (n + 1)) S → Leaves body (some n) (.block S)
  | pick {k S} (b : Br) : Leaves body k (S b) → Leaves body k (.pick S)
  | par {rest} (busy : List Br) : (∀ b, b ∉ busy → rest b = .skip) → (∀ b, Leaves body none (rest b)) → Leaves body none (.par rest)

/-- The statement can end without any action. -/
abbrev Ends (body : Proc → Stmt Tid Br Proc Store) (S : Stmt Tid Br Proc Store) : Prop := Leaves body none S

/-- The thread at a position can take an action next; what is then left to do. -/
inductive Edge (body : Proc → Stmt Tid Br Proc Store) :
    List Br → Stmt Tid Br Proc Store → Gated Tid Store → Stmt Tid Br Proc Store → Prop where
  | atomic {α} : Edge body [] (.atomic α) α .skip
  | left {p S T α S'} : Edge body p S α S' → Edge body p (.choice S T) α S'
  | right {p S T α T'} : Edge body p T α T' → Edge body p (.choice S T) α T'
  | seq {p S T α S'} : Edge body p S α S' → Edge body p (.seq S T) α (.seq S' T)
  | next {p S T α T'} : Ends body S → Edge body p T α T' → Edge body p (.seq S T) α T'
  | loop {p S α S'} : Edge body p S α S' → Edge body p (.loop S) α (.seq S' (.loop S))
  | call {p ρ α S'} : Edge body p (body ρ) α S' → Edge body p (.call ρ) α S'
  | block {p S α S'} : Edge body p S α S' → Edge body p (.block S) α (.block S')
  | pick {p S α S'} (b : Br) : Edge body p (S b) α S' → Edge body p (.pick S) α S'
  | par {p b rest α S'} : Edge body p (rest b) α S' → Edge body (b :: p) (.par rest) α (.par (Plato.Program.update rest b S'))

end Stmt

/-- The identifier of the thread at a position. -/
noncomputable def actor (child : Tid → Br → Tid) (t : Tid) (p : List Br) : Tid := p.foldl child t

/-- Identifiers that are positions are different at different positions. -/
theorem actor_cons {Br : Type} (t p : List Br) : actor (fun t b => b :: t) t p = p.reverse ++ t := by
  induction p generalizing t with
  | nil => rfl
  | cons b p ih => rw [show actor _ t (b :: p) = actor _ (b :: t) p from rfl, ih]; simp

/-- A step of a statement run by a thread: rule ATOMIC of figure 7. -/
def StepOf (body : Proc → Stmt Tid Br Proc Store) (child : Tid → Br → Tid) (t : Tid) (x y : Store × Stmt Tid Br Proc Store) : Prop :=
  ∃ p α, Stmt.Edge body p x.2 α y.2 ∧ α.Run (actor child t p) x.1 y.1

/-- The statement goes wrong: rule ERROR of figure 7. -/
def FailsOf (body : Proc → Stmt Tid Br Proc Store) (child : Tid → Br → Tid) (t : Tid) (x : Store × Stmt Tid Br Proc Store) : Prop :=
  ∃ p α S, Stmt.Edge body p x.2 α S ∧ ¬ α.gate (actor child t p) x.1

/-- Some execution of the statement goes wrong. -/
def WrongOf (body : Proc → Stmt Tid Br Proc Store) (child : Tid → Br → Tid) (t : Tid) (x : Store × Stmt Tid Br Proc Store) : Prop :=
  ∃ y, Many (StepOf body child t) x y ∧ FailsOf body child t y

/-- A program: its body, run by the thread `root`, the bodies of its procedures, and the identifiers of branches. -/
structure Program (Tid Br Proc Store : Type) where
  root : Tid
  child : Tid → Br → Tid
  main : Stmt Tid Br Proc Store
  body : Proc → Stmt Tid Br Proc Store

namespace Program

variable (P : Program Tid Br Proc Store)

/-- A step of the program. -/
abbrev Step := StepOf P.body P.child P.root

/-- Good(P, φ): the stores at the beginning and the end of executions that succeed. -/
def Good (φ : Store → Prop) (σ σ' : Store) : Prop :=
  φ σ ∧ ∃ S, Many P.Step (σ, P.main) (σ', S) ∧ Stmt.Ends P.body S

/-- Bad(P, φ): the stores at the beginning of executions that fail. -/
def Bad (φ : Store → Prop) (σ : Store) : Prop := φ σ ∧ WrongOf P.body P.child P.root (σ, P.main)

end Program

end Plato.Reduction
