/-
# Programs with marked blocks

For the proof of the reduction rules, the statements that are to become one action are marked: with that action, and with where a run of the
statement is. The source of a marked program has no marks, its target has the actions in place of the marked statements.

Main definitions: `Marked`, `Marked.erase`, `Marked.contract`, `Final` (the check of *finalizable*), `Summary`, `Reduction`, `Reduction.Valid`.
-/
module

public import Theory.Reduction.Statements
public import Theory.Reduction.Serialized

@[expose] public section

namespace Plato.Reduction

/-- Statements with marks. -/
inductive Marked (Tid Br Proc Store : Type) where
  | skip
  | atomic (α : Gated Tid Store)
  | choice (S T : Marked Tid Br Proc Store)
  | seq (S T : Marked Tid Br Proc Store)
  | loop (S : Marked Tid Br Proc Store)
  | call (ρ : Proc)
  | block (S : Marked Tid Br Proc Store)
  | exit (level : Nat)
  | pick (S : Br → Marked Tid Br Proc Store)
  | par (rest : Br → Marked Tid Br Proc Store)
  /-- The statement is to become the action γ. -/
  | mark (γ : Gated Tid Store) (phase : Phase) (S : Stmt Tid Br Proc Store)

variable {Tid Br Proc Store : Type}

/-- Without marks. -/
def Marked.erase : Marked Tid Br Proc Store → Stmt Tid Br Proc Store
  | .skip => .skip
  | .atomic α => .atomic α
  | .choice S T => .choice S.erase T.erase
  | .seq S T => .seq S.erase T.erase
  | .loop S => .loop S.erase
  | .call ρ => .call ρ
  | .block S => .block S.erase
  | .exit n => .exit n
  | .pick S => .pick fun b => (S b).erase
  | .par rest => .par fun b => (rest b).erase
  | .mark _ _ S => S

/-- With an action for each marked statement. -/
def Marked.contract : Marked Tid Br Proc Store → Stmt Tid Br Proc Store
  | .skip => .skip
  | .atomic α => .atomic α
  | .choice S T => .choice S.contract T.contract
  | .seq S T => .seq S.contract T.contract
  | .loop S => .loop S.contract
  | .call ρ => .call ρ
  | .block S => .block S.contract
  | .exit n => .exit n
  | .pick S => .pick fun b => (S b).contract
  | .par rest => .par fun b => (rest b).contract
  | .mark γ _ _ => .atomic γ

/-- *Finalizable*, checked: a thread by itself comes to the end of the statement on some way through it, whatever the actions of this way choose,
and they keep other threads' failures. Where all ways are taken this is termination; where one way is taken, its guards are among the actions. -/
inductive Final (body : Proc → Stmt Tid Br Proc Store) (Atom : Gated Tid Store → Prop) (I : Store → Prop) (t : Tid) :
    Stmt Tid Br Proc Store → Store → Prop where
  | ends {k S σ} : Stmt.Leaves body k S → Final body Atom I t S σ
  | choose {S σ} (E : Gated Tid Store → Stmt Tid Br Proc Store → Prop) : (∀ {α S'}, E α S' → Stmt.Edge body [] S α S') →
    KeepsFailures Atom (fun α => ∃ S', E α S') t σ → (∀ {α S' σ'}, E α S' → α.Run t σ σ' → I σ' → Final body Atom I t S' σ') →
    Final body Atom I t S σ

/-- A step of a thread that runs the statement alone. -/
def Alone (body : Proc → Stmt Tid Br Proc Store) (t : Tid) (x y : Store × Stmt Tid Br Proc Store) : Prop :=
  ∃ α, Stmt.Edge body [] x.2 α y.2 ∧ α.Run t x.1 y.1

/-- The action does what the statement does when it runs alone: {φ, τ} S of section 4.5. It also allows what the statement does not. -/
def Summary (body : Proc → Stmt Tid Br Proc Store) (I : Store → Prop) (γ : Gated Tid Store) (S : Stmt Tid Br Proc Store) : Prop :=
  ∀ ⦃t σ σ' S'⦄, I σ → γ.gate t σ → Many (Alone body t) (σ, S) (σ', S') →
    (∀ ⦃α S''⦄, Stmt.Edge body [] S' α S'' → α.gate t σ') ∧ (Stmt.Ends body S' → γ.trans t σ σ')

/-- A program with marks, and what is needed to reduce it: its atoms, its invariant, and the statements that may be left of a marked one before its
commit and after it. -/
structure Reduction (Tid Br Proc Store : Type) where
  root : Tid
  child : Tid → Br → Tid
  main : Marked Tid Br Proc Store
  body : Proc → Marked Tid Br Proc Store
  Atom : Gated Tid Store → Prop
  I : Store → Prop
  Pre : Stmt Tid Br Proc Store → Prop
  Post : Stmt Tid Br Proc Store → Prop

namespace Reduction

variable (D : Reduction Tid Br Proc Store)

/-- The program before the reduction. -/
def source : Program Tid Br Proc Store := ⟨D.root, D.child, D.main.erase, fun ρ => (D.body ρ).erase⟩

/-- The program after the reduction. -/
def target : Program Tid Br Proc Store := ⟨D.root, D.child, D.main.contract, fun ρ => (D.body ρ).contract⟩

/-- All actions outside of marks are atoms; no mark has been entered; and what is marked is summarised by its action. -/
def Fresh : Marked Tid Br Proc Store → Prop
  | .skip | .call _ | .exit _ => True
  | .atomic α => D.Atom α
  | .choice S T | .seq S T => Fresh S ∧ Fresh T
  | .loop S | .block S => Fresh S
  | .pick S => ∀ b, Fresh (S b)
  | .par rest => ∀ b, Fresh (rest b)
  | .mark γ ph S => (ph = .out ∧ S ≠ .skip) ∧ D.Pre S ∧ Summary D.source.body D.I γ S

/-- The conditions of a reduction. What is left of a block before its commit goes on by right movers, or commits; what is left after it goes on by
actions that commute to the left, and is finalizable. A block is not left by an exit. All threads run different identifiers. -/
structure Valid : Prop where
  distinct : ∀ {p q}, actor D.child D.root p = actor D.child D.root q → p = q
  keeps : ∀ {α}, D.Atom α → Keeps D.I α
  main : D.Fresh D.main
  body : ∀ ρ, D.Fresh (D.body ρ)
  pre : ∀ {p S α S'}, D.Pre S → Stmt.Edge D.source.body p S α S' →
    p = [] ∧ D.Atom α ∧ (RightMover D.Atom D.I α ∧ D.Pre S' ∨ D.Post S')
  post : ∀ {p S α S'}, D.Post S → Stmt.Edge D.source.body p S α S' → p = [] ∧ D.Atom α ∧ LeftCommutes D.Atom D.I α ∧ D.Post S'
  closed : ∀ {n S}, D.Pre S ∨ D.Post S → ¬ Stmt.Leaves D.source.body (some n) S
  final : ∀ {t S σ}, D.Post S → D.I σ → Final D.source.body D.Atom D.I t S σ

/-- As `Fresh`, but where the program is under way marks may have been entered. -/
def Wf : Marked Tid Br Proc Store → Prop
  | .skip | .call _ | .exit _ => True
  | .atomic α => D.Atom α
  | .choice S T => D.Fresh S ∧ D.Fresh T
  | .seq S T => Wf S ∧ D.Fresh T
  | .loop S => D.Fresh S
  | .block S => Wf S
  | .pick S => ∀ b, D.Fresh (S b)
  | .par rest => ∀ b, Wf (rest b)
  | .mark γ .out S => D.Fresh (.mark γ .out S)
  | .mark _ .pre S => D.Pre S
  | .mark _ .post S => D.Post S

/-- The marked statement can be left without any action and without leaving a mark. -/
inductive Leaves : Option Nat → Marked Tid Br Proc Store → Prop where
  | skip : Leaves none .skip
  | exit {n} : Leaves (some n) (.exit n)
  | left {k S T} : Leaves k S → Leaves k (.choice S T)
  | right {k S T} : Leaves k T → Leaves k (.choice S T)
  | seq {k S T} : Leaves none S → Leaves k T → Leaves k (.seq S T)
  | seqExit {n S T} : Leaves (some n) S → Leaves (some n) (.seq S T)
  | loop {S} : Leaves none (.loop S)
  | loopExit {n S} : Leaves (some n) S → Leaves (some n) (.loop S)
  | call {k ρ} : Leaves k (D.body ρ) → Leaves k (.call ρ)
  | block {S} : Leaves none S → Leaves none (.block S)
  | blockExit {S} : Leaves (some 0) S → Leaves none (.block S)
  | blockOut {n S} : Leaves (some (n + 1)) S → Leaves (some n) (.block S)
  | pick {k S} (b : Br) : Leaves k (S b) → Leaves k (.pick S)
  | par {rest} (busy : List Br) : (∀ b, b ∉ busy → rest b = .skip) → (∀ b, Leaves none (rest b)) → Leaves none (.par rest)
  | mark {γ S} : Stmt.Ends D.source.body S → Leaves none (.mark γ .out S)

/-- The thread at a position can take an action next, or leave a mark. -/
inductive Edge : List Br → Marked Tid Br Proc Store → Option (Gated Tid Store) → Marked Tid Br Proc Store → Prop where
  | atomic {α} : Edge [] (.atomic α) (some α) .skip
  | left {p S T ℓ S'} : Edge p S ℓ S' → Edge p (.choice S T) ℓ S'
  | right {p S T ℓ T'} : Edge p T ℓ T' → Edge p (.choice S T) ℓ T'
  | seq {p S T ℓ S'} : Edge p S ℓ S' → Edge p (.seq S T) ℓ (.seq S' T)
  | next {p S T ℓ T'} : Leaves D none S → Edge p T ℓ T' → Edge p (.seq S T) ℓ T'
  | loop {p S ℓ S'} : Edge p S ℓ S' → Edge p (.loop S) ℓ (.seq S' (.loop S))
  | call {p ρ ℓ S'} : Edge p (D.body ρ) ℓ S' → Edge p (.call ρ) ℓ S'
  | block {p S ℓ S'} : Edge p S ℓ S' → Edge p (.block S) ℓ (.block S')
  | pick {p S ℓ S'} (b : Br) : Edge p (S b) ℓ S' → Edge p (.pick S) ℓ S'
  | par {p b rest ℓ S'} : Edge p (rest b) ℓ S' → Edge (b :: p) (.par rest) ℓ (.par (Plato.Program.update rest b S'))
  | pre {γ ph S α S'} : ph ≠ .post → Stmt.Edge D.source.body [] S α S' → RightMover D.Atom D.I α → D.Pre S' →
    Edge [] (.mark γ ph S) (some α) (.mark γ .pre S')
  | post {γ ph S α S'} : Stmt.Edge D.source.body [] S α S' → D.Post S' → Edge [] (.mark γ ph S) (some α) (.mark γ .post S')
  | leave {γ ph S} : ph ≠ .out → Stmt.Ends D.source.body S → Edge [] (.mark γ ph S) none .skip

end Reduction

/-- Where the thread at a position is. -/
def Marked.phase : List Br → Marked Tid Br Proc Store → Phase
  | p, .seq S _ => S.phase p
  | p, .block S => S.phase p
  | [], .mark _ ph _ => ph
  | b :: p, .par rest => (rest b).phase p
  | _, _ => .out

/-- What a step does to the store: leaving a mark does nothing. -/
def Does (t : Tid) : Option (Gated Tid Store) → Store → Store → Prop
  | none, σ, σ' => σ' = σ
  | some α, σ, σ' => α.Run t σ σ'

/-- The marked program as threads that take steps in phases. -/
def Reduction.system (D : Reduction Tid Br Proc Store) : Phased (List Br) (Store × Marked Tid Br Proc Store) where
  phase p x := x.2.phase p
  step p x y := D.I x.1 ∧ D.Wf x.2 ∧ ∃ ℓ, D.Edge p x.2 ℓ y.2 ∧ Does (actor D.child D.root p) ℓ x.1 y.1
  fails p x := D.I x.1 ∧ D.Wf x.2 ∧ ∃ α M, D.Edge p x.2 (some α) M ∧ ¬ α.gate (actor D.child D.root p) x.1

end Plato.Reduction
