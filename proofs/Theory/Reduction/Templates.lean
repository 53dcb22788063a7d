/-
# The rules as rewriting

P[s ↦ s'], for programs with a statement at any number of places: a template has holes, in its body and in its procedures, and is filled with the
statement before and after the step. The rules of reduction of Elmas, Qadeer and Tasiran, *A Calculus of Atomic Actions*, in this form: REDUCE-SEQUENTIAL,
-CHOICE, -LOOP and -RECURSIVE are `Template.reduce`, with a `BlockRule`; REDUCE-PARALLEL-I and -II are `Template.reduceParallel`, which is derived from
EXPAND-PARALLEL and REDUCE-SEQUENTIAL.

Main definitions: `Template`, `Template.fill`.
Main results: `Template.reduce`, `Template.reduceParallel`.
-/
module

public import Theory.Reduction.Rules
public import Theory.Reduction.Soundness

@[expose] public section

namespace Plato.Reduction

variable {Tid Br Proc Store : Type}

/-- Fills the holes, which are the calls of no procedure. -/
def Stmt.fill : Stmt Tid Br (Option Proc) Store → Stmt Tid Br Proc Store → Stmt Tid Br Proc Store
  | .skip, _ => .skip
  | .atomic α, _ => .atomic α
  | .choice S T, X => .choice (S.fill X) (T.fill X)
  | .seq S T, X => .seq (S.fill X) (T.fill X)
  | .loop S, X => .loop (S.fill X)
  | .call none, X => X
  | .call (some ρ), _ => .call ρ
  | .block S, X => .block (S.fill X)
  | .exit n, _ => .exit n
  | .pick S, X => .pick fun b => (S b).fill X
  | .par rest, X => .par fun b => (rest b).fill X

/-- Fills the holes with templates. -/
def Stmt.plug : Stmt Tid Br (Option Proc) Store → Stmt Tid Br (Option Proc) Store → Stmt Tid Br (Option Proc) Store
  | .skip, _ => .skip
  | .atomic α, _ => .atomic α
  | .choice S T, X => .choice (S.plug X) (T.plug X)
  | .seq S T, X => .seq (S.plug X) (T.plug X)
  | .loop S, X => .loop (S.plug X)
  | .call none, X => X
  | .call (some ρ), _ => .call (some ρ)
  | .block S, X => .block (S.plug X)
  | .exit n, _ => .exit n
  | .pick S, X => .pick fun b => (S b).plug X
  | .par rest, X => .par fun b => (rest b).plug X

/-- Fills the holes with a marked statement. -/
def Stmt.fillMark : Stmt Tid Br (Option Proc) Store → Gated Tid Store → Stmt Tid Br Proc Store → Marked Tid Br Proc Store
  | .skip, _, _ => .skip
  | .atomic α, _, _ => .atomic α
  | .choice S T, γ, X => .choice (S.fillMark γ X) (T.fillMark γ X)
  | .seq S T, γ, X => .seq (S.fillMark γ X) (T.fillMark γ X)
  | .loop S, γ, X => .loop (S.fillMark γ X)
  | .call none, γ, X => .mark γ .out X
  | .call (some ρ), _, _ => .call ρ
  | .block S, γ, X => .block (S.fillMark γ X)
  | .exit n, _, _ => .exit n
  | .pick S, γ, X => .pick fun b => (S b).fillMark γ X
  | .par rest, γ, X => .par fun b => (rest b).fillMark γ X

section

variable {γ : Gated Tid Store} {X : Stmt Tid Br Proc Store} {S : Stmt Tid Br (Option Proc) Store}

theorem fillMark_erase : (S.fillMark γ X).erase = S.fill X := by
  induction S with
  | call ρ => cases ρ <;> rfl
  | _ => simp_all [Stmt.fillMark, Stmt.fill, Marked.erase]

theorem fillMark_contract : (S.fillMark γ X).contract = S.fill (.atomic γ) := by
  induction S with
  | call ρ => cases ρ <;> rfl
  | _ => simp_all [Stmt.fillMark, Stmt.fill, Marked.contract]

theorem plug_fill {Y : Stmt Tid Br (Option Proc) Store} : (S.plug Y).fill X = S.fill (Y.fill X) := by
  induction S with
  | call ρ => cases ρ <;> rfl
  | _ => simp_all [Stmt.plug, Stmt.fill]

theorem fill_over {A : Gated Tid Store → Prop} (hS : S.Over A) (hX : X.Over A) : (S.fill X).Over A := by
  induction S with
  | skip | exit => trivial
  | atomic => exact hS
  | choice _ _ ih ih' | seq _ _ ih ih' => exact ⟨ih hS.1, ih' hS.2⟩
  | loop _ ih | block _ ih => exact ih hS
  | pick _ ih | par _ ih => exact fun b => ih b (hS b)
  | call ρ =>
    cases ρ with
    | none => exact hX
    | some ρ => trivial

theorem fill_cong {I : Store → Prop} {body : Proc → Stmt Tid Br Proc Store} {base : Stmt Tid Br Proc Store → Stmt Tid Br Proc Store → Prop}
    {Y : Stmt Tid Br Proc Store} (h : Cong id I body base X Y) : Cong id I body base (S.fill X) (S.fill Y) := by
  induction S with
  | skip => exact .skip
  | exit => exact .exit
  | atomic => exact .atomic fun t σ _ hg => ⟨hg, fun σ' htr => ⟨σ', htr, rfl⟩⟩
  | choice _ _ ih ih' => exact .choice ih ih'
  | seq _ _ ih ih' => exact .seq ih ih'
  | loop _ ih => exact .loop ih
  | block _ ih => exact .block ih
  | pick _ ih => exact .pick ih
  | par _ ih => exact .par ih
  | call ρ =>
    cases ρ with
    | none => exact h
    | some ρ => exact .call

theorem fillMark_wellMarked {D : Reduction Tid Br Proc Store} {annot : Proc → Option Mover} (hS : S.Over D.Atom)
    (hX : WellMarked D annot (.mark γ .out X)) : WellMarked D annot (S.fillMark γ X) := by
  induction S with
  | skip | exit => trivial
  | atomic => exact hS
  | choice _ _ ih ih' | seq _ _ ih ih' => exact ⟨ih hS.1, ih' hS.2⟩
  | loop _ ih | block _ ih => exact ih hS
  | pick _ ih | par _ ih => exact fun b => ih b (hS b)
  | call ρ =>
    cases ρ with
    | none => exact hX
    | some ρ => trivial

end

/-- A program with holes. -/
structure Template (Tid Br Proc Store : Type) where
  root : Tid
  child : Tid → Br → Tid
  main : Stmt Tid Br (Option Proc) Store
  body : Proc → Stmt Tid Br (Option Proc) Store

namespace Template

variable (T : Template Tid Br Proc Store)

/-- The program with the statement in the holes. -/
def fill (X : Stmt Tid Br Proc Store) : Program Tid Br Proc Store := ⟨T.root, T.child, T.main.fill X, fun ρ => (T.body ρ).fill X⟩

/-- The template with a template in the holes. -/
def plug (X : Stmt Tid Br (Option Proc) Store) : Template Tid Br Proc Store := ⟨T.root, T.child, T.main.plug X, fun ρ => (T.body ρ).plug X⟩

/-- All actions outside of the holes satisfy the predicate. -/
def Over (A : Gated Tid Store → Prop) : Prop := T.main.Over A ∧ ∀ ρ, (T.body ρ).Over A

/-- What all reductions ask for: threads have different identifiers, the atoms keep the invariant, and the annotations of procedures are right. -/
structure Ready (X : Stmt Tid Br Proc Store) (Atom : Gated Tid Store → Prop) (I : Store → Prop) (annot : Proc → Option Mover) : Prop where
  distinct : ∀ {p q}, actor T.child T.root p = actor T.child T.root q → p = q
  atoms : T.Over Atom
  keeps : ∀ {α}, Atom α → Keeps I α
  annotated : Annotated (T.fill X).body Atom I annot

variable {T} {X : Stmt Tid Br Proc Store} {Atom : Gated Tid Store → Prop} {I : Store → Prop} {annot : Proc → Option Mover}

theorem plug_fill {Y : Stmt Tid Br (Option Proc) Store} : (T.plug Y).fill X = T.fill (Y.fill X) := by
  simp only [plug, fill, Reduction.plug_fill]

theorem over_keeps {S : Stmt Tid Br (Option Proc) Store} (hk : ∀ {α}, Atom α → Keeps I α) (hS : S.Over Atom) : S.Over (Keeps I) := by
  induction S with
  | skip | exit | call => trivial
  | atomic => exact hk hS
  | choice _ _ ih ih' | seq _ _ ih ih' => exact ⟨ih hS.1, ih' hS.2⟩
  | loop _ ih | block _ ih => exact ih hS
  | pick _ ih | par _ ih => exact fun b => ih b (hS b)

/-- REDUCE-SEQUENTIAL, -CHOICE, -LOOP and -RECURSIVE: P[s ↦ γ]. -/
theorem reduce {γ : Gated Tid Store} (h : T.Ready X Atom I annot) (hrule : BlockRule (T.fill X).body Atom I annot γ X) (hγ : Keeps I γ) :
    ProofStep ⟨Store, T.fill X, I⟩ ⟨Store, T.fill (.atomic γ), I⟩ id := by
  let D : Reduction Tid Br Proc Store := ⟨T.root, T.child, T.main.fillMark γ X, fun ρ => (T.body ρ).fillMark γ X, Atom, I,
    fun S => Atomic Atom I annot S ∧ Within 0 S, fun S => Lefts Atom I annot S ∧ Within 0 S⟩
  have source : D.source = T.fill X := by simp only [D, Reduction.source, fill, fillMark_erase]
  have target : D.target = T.fill (.atomic γ) := by simp only [D, Reduction.target, fill, fillMark_contract]
  obtain ⟨hs, ht, hsum⟩ := hrule.typed h.keeps
  have mark : WellMarked D annot (.mark γ .out X) := ⟨⟨rfl, hs⟩, ht, by rw [source]; exact hsum⟩
  have V : D.Valid := Typing.valid ⟨h.distinct, h.keeps, by rw [source]; exact h.annotated, fillMark_wellMarked h.atoms.1 mark,
    fun ρ => fillMark_wellMarked (h.atoms.2 ρ) mark, rfl, rfl⟩
  have keeps : D.target.Keeps I := by
    rw [target]
    exact ⟨fill_over (over_keeps h.keeps h.atoms.1) hγ, fun ρ => fill_over (over_keeps h.keeps (h.atoms.2 ρ)) hγ⟩
  rw [← source, ← target]
  exact .reduce V keeps

/-- REDUCE-PARALLEL-I: P[α₁ ∥ α₂ ↦ α₁; α₂], where the first action is a left mover or the second one a right mover, and the order that is kept
simulates the other one (`ordered_of_left`, `ordered_of_right`). -II is the same with the branches swapped. -/
theorem reduceParallel {b c : Br} {rest : Br → Stmt Tid Br Proc Store} {α₁ α₂ : Gated Tid Store} (hbc : b ≠ c) (hb : rest b = .atomic α₁)
    (hc : rest c = .atomic α₂) (hrest : ∀ d, d ≠ b → d ≠ c → rest d = .skip) (hT : T.Over Atom)
    (h : (T.plug (.choice (.seq (.atomic (α₁.under T.child b)) (.atomic (α₂.under T.child c))) (.call none))).Ready
      (.seq (.atomic (α₂.under T.child c)) (.atomic (α₁.under T.child b))) Atom I annot)
    (h₁ : Atom (α₁.under T.child b)) (h₂ : Atom (α₂.under T.child c))
    (hm : RightMover Atom I (α₂.under T.child c) ∨ LeftMover Atom I (α₁.under T.child b))
    (hsim : ∀ t, Simulates I (((α₂.under T.child c).comp (α₁.under T.child b)).at t) (((α₁.under T.child b).at t).comp ((α₂.under T.child c).at t))) :
    Derives ⟨Store, T.fill (.par rest), I⟩ ⟨Store, T.fill (.seq (.atomic (α₁.under T.child b)) (.atomic (α₂.under T.child c))), I⟩ id := by
  have keeps : ∀ {X : Stmt Tid Br Proc Store}, X.Over (Keeps I) → (T.fill X).Keeps I := fun hX =>
    ⟨fill_over (over_keeps h.keeps hT.1) hX, fun ρ => fill_over (over_keeps h.keeps (hT.2 ρ)) hX⟩
  have k₁ := h.keeps h₁
  have k₂ := h.keeps h₂
  have kc : Keeps I ((α₂.under T.child c).comp (α₁.under T.child b)) := by
    rintro t σ σ' hI ⟨hg, m, hm, hm'⟩
    exact k₁ (k₂ hI ⟨hg.1, hm⟩) ⟨hg.2 m hm, hm'⟩
  have expand : ProofStep ⟨Store, T.fill (.par rest), I⟩ ⟨Store, T.fill (.choice (.seq (.atomic (α₁.under T.child b)) (.atomic (α₂.under T.child c)))
      (.seq (.atomic (α₂.under T.child c)) (.atomic (α₁.under T.child b)))), I⟩ id :=
    .parallel rfl rfl (fill_cong (.base (.expand hbc hb hc hrest))) (fun ρ => fill_cong (.base (.expand hbc hb hc hrest))) (keeps ⟨⟨k₁, k₂⟩, k₂, k₁⟩)
  have reduced := reduce h (.sequential h₂ h₁ hm) kc
  rw [plug_fill, plug_fill] at reduced
  have order : ProofStep ⟨Store, T.fill (.choice (.seq (.atomic (α₁.under T.child b)) (.atomic (α₂.under T.child c)))
      (.atomic ((α₂.under T.child c).comp (α₁.under T.child b)))), I⟩
      ⟨Store, T.fill (.seq (.atomic (α₁.under T.child b)) (.atomic (α₂.under T.child c))), I⟩ id :=
    .parallel rfl rfl (fill_cong (.base (.ordered hsim))) (fun ρ => fill_cong (.base (.ordered hsim))) (keeps ⟨k₁, k₂⟩)
  exact .step (.step (.step .refl expand) reduced) order

end Template

end Plato.Reduction
