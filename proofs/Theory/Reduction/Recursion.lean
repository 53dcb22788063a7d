/-
# Summaries of recursive procedures

{φ, τ} ρ of section 4.5 is about all executions of a body, calls included. It can be shown with an action in the place of each call: if each body, with the
summaries of the procedures that it calls, is summarised by its own, then so are the bodies with their calls, however deep.

While a call is under way, the body with actions is still before the call's action; `Inside` has the run of the callee's body with actions, and so
on inwards.

Main definitions: `Stmt.sub`, `Inside`.
Main results: `summary_of_sub`.
-/
module

public import Theory.Reduction.Rules
public import Theory.Reduction.Simulation

@[expose] public section

namespace Plato.Reduction

variable {Tid Br Proc Store : Type}

/-- The statement with the summaries of procedures in the place of their calls. -/
def Stmt.sub (γ : Proc → Option (Gated Tid Store)) : Stmt Tid Br Proc Store → Stmt Tid Br Proc Store
  | .skip => .skip
  | .atomic α => .atomic α
  | .choice S T => .choice (S.sub γ) (T.sub γ)
  | .seq S T => .seq (S.sub γ) (T.sub γ)
  | .loop S => .loop (S.sub γ)
  | .call ρ => match γ ρ with
    | some g => .atomic g
    | none => .call ρ
  | .block S => .block (S.sub γ)
  | .exit n => .exit n
  | .pick S => .pick fun b => (S b).sub γ
  | .par rest => .par fun b => (rest b).sub γ

/-- Without parallel composition. -/
def Sequential : Stmt Tid Br Proc Store → Prop
  | .skip | .atomic _ | .call _ | .exit _ => True
  | .choice S T | .seq S T => Sequential S ∧ Sequential T
  | .loop S | .block S => Sequential S
  | .pick S => ∀ b, Sequential (S b)
  | .par _ => False

section

variable {body : Proc → Stmt Tid Br Proc Store} {t : Tid} {σ σ₁ σ₂ : Store} {S T T' U : Stmt Tid Br Proc Store}

/-- A thread alone comes to a state in which it can do all that the other one can. -/
def Reach (body : Proc → Stmt Tid Br Proc Store) (t : Tid) (x y : Store × Stmt Tid Br Proc Store) : Prop :=
  ∃ T, Many (Alone body t) x (y.1, T) ∧ Covers body T y.2

/-- No run of the statement alone fails. -/
def SafeAlone (body : Proc → Stmt Tid Br Proc Store) (t : Tid) (σ : Store) (T : Stmt Tid Br Proc Store) : Prop :=
  ∀ ⦃σ' T' α U⦄, Many (Alone body t) (σ, T) (σ', T') → Stmt.Edge body [] T' α U → α.gate t σ'

theorem Covers.alone (h : Covers body T S) {y : Store × Stmt Tid Br Proc Store} (hm : Many (Alone body t) (σ, S) y) :
    y = (σ, S) ∨ Many (Alone body t) (σ, T) y := by
  rcases many_cases hm with rfl | ⟨z, ⟨α, he, hr⟩, hm⟩
  · exact .inl rfl
  · exact .inr (.head ⟨α, h.edge he, hr⟩ hm)

theorem Reach.refl : Reach body t (σ, T) (σ, T) := ⟨T, .refl, .refl⟩

theorem Reach.trans {x y z : Store × Stmt Tid Br Proc Store} (h : Reach body t x y) (h' : Reach body t y z) : Reach body t x z := by
  obtain ⟨T, hm, hc⟩ := h
  obtain ⟨T', hm', hc'⟩ := h'
  obtain ⟨y₁, y₂⟩ := y
  rcases hc.alone hm' with heq | hm''
  · obtain ⟨h₁, h₂⟩ := Prod.mk.inj heq
    exact ⟨T, by rw [h₁]; exact hm, hc.trans (h₂ ▸ hc')⟩
  · exact ⟨T', hm.trans hm'', hc'⟩

theorem Reach.covers (h : Covers body T U) {y : Store × Stmt Tid Br Proc Store} (hr : Reach body t (σ, U) y) : Reach body t (σ, T) y :=
  Reach.trans (y := (σ, U)) ⟨T, .refl, h⟩ hr

theorem SafeAlone.reach (h : SafeAlone body t σ T) (hr : Reach body t (σ, T) (σ₁, T')) : SafeAlone body t σ₁ T' := by
  intro σ' U α V hm he
  obtain ⟨T₁, hm₁, hc⟩ := hr
  rcases hc.alone hm with heq | hm
  · cases heq; exact h hm₁ (hc.edge he)
  · exact h (hm₁.trans hm) he

theorem SafeAlone.covers (h : SafeAlone body t σ T) (hc : Covers body T U) : SafeAlone body t σ U := h.reach ⟨T, .refl, hc⟩

theorem alone_seq_many (hm : Many (Alone body t) (σ, T) (σ₁, T')) : Many (Alone body t) (σ, .seq T U) (σ₁, .seq T' U) :=
  many_map (f := fun T => .seq T U) (fun ⟨α, he, hr⟩ => ⟨α, .seq he, hr⟩) hm

theorem alone_block_many (hm : Many (Alone body t) (σ, T) (σ₁, T')) : Many (Alone body t) (σ, .block T) (σ₁, .block T') :=
  many_map (f := .block) (fun ⟨α, he, hr⟩ => ⟨α, .block he, hr⟩) hm

theorem SafeAlone.seq (h : SafeAlone body t σ (.seq T U)) : SafeAlone body t σ T := fun _ _ _ _ hm he => h (alone_seq_many hm) (.seq he)

theorem SafeAlone.block (h : SafeAlone body t σ (.block T)) : SafeAlone body t σ T := fun _ _ _ _ hm he => h (alone_block_many hm) (.block he)

theorem Reach.seq (h : Reach body t (σ, T) (σ₁, T')) : Reach body t (σ, .seq T U) (σ₁, .seq T' U) := by
  obtain ⟨T₁, hm, hc⟩ := h
  exact ⟨_, alone_seq_many hm, hc.seq⟩

theorem Reach.block (h : Reach body t (σ, T) (σ₁, T')) : Reach body t (σ, .block T) (σ₁, .block T') := by
  obtain ⟨T₁, hm, hc⟩ := h
  exact ⟨_, alone_block_many hm, hc.block⟩

/-- A thread alone can leave the statement in a store. -/
def Leave (body : Proc → Stmt Tid Br Proc Store) (t : Tid) (k : Option Nat) (x : Store × Stmt Tid Br Proc Store) (σ : Store) : Prop :=
  ∃ T, Many (Alone body t) x (σ, T) ∧ Stmt.Leaves body k T

theorem Leave.reach {k : Option Nat} {x y : Store × Stmt Tid Br Proc Store} (hr : Reach body t x y) (h : Leave body t k y σ) : Leave body t k x σ := by
  obtain ⟨T, hm, hl⟩ := h
  obtain ⟨U, hm', hc⟩ := hr
  obtain ⟨y₁, y₂⟩ := y
  rcases hc.alone hm with heq | hm
  · cases heq; exact ⟨U, hm', hc.ends hl⟩
  · exact ⟨T, hm'.trans hm, hl⟩

theorem Leave.covers {k : Option Nat} (hc : Covers body T U) (h : Leave body t k (σ, U) σ₁) : Leave body t k (σ, T) σ₁ := h.reach ⟨T, .refl, hc⟩

theorem Leave.next (h : Leave body t none (σ, T) σ₁) : Reach body t (σ, .seq T U) (σ₁, U) := by
  obtain ⟨T', hm, hl⟩ := h
  exact ⟨_, alone_seq_many hm, .next hl⟩

end

section

variable (body : Proc → Stmt Tid Br Proc Store) (γ : Proc → Option (Gated Tid Store)) (I : Store → Prop)

/-- Where a run with calls is in a run with the summaries in their place: at the same place, or, inside of a call, before the call's action. -/
inductive Inside (t : Tid) : Store → Stmt Tid Br Proc Store → Store → Stmt Tid Br Proc Store → Prop where
  | same {σ S} : I σ → Sequential S → Inside t σ (S.sub γ) σ S
  | call {ρ g σ₁ σ₂ T σ' S} : γ ρ = some g → I σ₁ → g.gate t σ₁ → Reach (fun ρ => (body ρ).sub γ) t (σ₁, (body ρ).sub γ) (σ₂, T) → Within 0 S →
    Inside t σ₂ T σ' S → Inside t σ₁ (.atomic g) σ' S
  | seq {σ₁ T σ' S U} : Inside t σ₁ T σ' S → Sequential U → Inside t σ₁ (.seq T (U.sub γ)) σ' (.seq S U)
  | block {σ₁ T σ' S} : Inside t σ₁ T σ' S → Inside t σ₁ (.block T) σ' (.block S)

/-- What is needed of the procedures: their bodies, with summaries in the place of calls, are summarised. -/
structure Summarised : Prop where
  sequential : ∀ ρ, Sequential (body ρ)
  within : ∀ ρ, Within 0 (body ρ)
  keeps : ∀ ρ, (body ρ).Over (Keeps I)
  summary : ∀ {ρ g}, γ ρ = some g → Summary (fun ρ => (body ρ).sub γ) I g ((body ρ).sub γ)

end

namespace Summarised

variable {body : Proc → Stmt Tid Br Proc Store} {γ : Proc → Option (Gated Tid Store)} {I : Store → Prop} (h : Summarised body γ I) {t : Tid}

include h

theorem safe {ρ : Proc} {g : Gated Tid Store} {σ : Store} (hg : γ ρ = some g) (hI : I σ) (hgate : g.gate t σ) :
    SafeAlone (fun ρ => (body ρ).sub γ) t σ ((body ρ).sub γ) := fun _ _ _ _ hm he => (h.summary hg hI hgate hm).1 he

/-- A statement that is left without any action: so it is with summaries, which take steps that do nothing. -/
theorem leaves {k : Option Nat} {S : Stmt Tid Br Proc Store} (hl : Stmt.Leaves body k S) (hS : Sequential S) {σ : Store} (hI : I σ)
    (hsafe : SafeAlone (fun ρ => (body ρ).sub γ) t σ (S.sub γ)) : Leave (fun ρ => (body ρ).sub γ) t k (σ, S.sub γ) σ := by
  induction hl with
  | skip => exact ⟨_, .refl, .skip⟩
  | exit => exact ⟨_, .refl, .exit⟩
  | left _ ih => exact (ih hS.1 (hsafe.covers .left)).covers .left
  | right _ ih => exact (ih hS.2 (hsafe.covers .right)).covers .right
  | @seq k S U _ _ ih ih' =>
    have hn := (ih hS.1 hsafe.seq).next (U := U.sub γ)
    exact (ih' hS.2 (hsafe.reach hn)).reach hn
  | seqExit _ ih =>
    obtain ⟨T, hm, hl⟩ := ih hS.1 hsafe.seq
    exact ⟨_, alone_seq_many hm, .seqExit hl⟩
  | loop => exact ⟨_, .refl, .loop⟩
  | loopExit _ ih =>
    obtain ⟨T, hm, hl⟩ := ih hS (hsafe.covers .unroll).seq
    exact Leave.covers .unroll ⟨_, alone_seq_many hm, .seqExit hl⟩
  | @call k ρ hl ih =>
    cases hρ : γ ρ with
    | none =>
      simp only [Stmt.sub, hρ] at hsafe ⊢
      exact (ih (h.sequential ρ) (hsafe.covers .call)).covers .call
    | some g =>
      simp only [Stmt.sub, hρ] at hsafe ⊢
      have hgate : g.gate t σ := hsafe .refl .atomic
      obtain ⟨T, hm, hl'⟩ := ih (h.sequential ρ) (h.safe hρ hI hgate)
      cases k with
      | none => exact ⟨.skip, .single ⟨g, .atomic, hgate, (h.summary hρ hI hgate hm).2 hl'⟩, .skip⟩
      | some n => exact absurd (Within.leaves h.within hl rfl (h.within ρ)) (by omega)
  | block _ ih =>
    obtain ⟨T, hm, hl⟩ := ih hS hsafe.block
    exact ⟨_, alone_block_many hm, .block hl⟩
  | blockExit _ ih =>
    obtain ⟨T, hm, hl⟩ := ih hS hsafe.block
    exact ⟨_, alone_block_many hm, .blockExit hl⟩
  | blockOut _ ih =>
    obtain ⟨T, hm, hl⟩ := ih hS hsafe.block
    exact ⟨_, alone_block_many hm, .blockOut hl⟩
  | @pick k S b _ ih =>
    have hc : Covers (fun ρ => (body ρ).sub γ) ((Stmt.pick S).sub γ) ((S b).sub γ) := .pick b
    exact (ih (hS b) (hsafe.covers hc)).covers hc
  | par => exact hS.elim

/-- An action of a statement that has just been begun. -/
theorem first {p : List Br} {S S' : Stmt Tid Br Proc Store} {α : Gated Tid Store} (he : Stmt.Edge body p S α S') (hS : Sequential S) {σ : Store} (hI : I σ)
    (hsafe : SafeAlone (fun ρ => (body ρ).sub γ) t σ (S.sub γ)) : α.gate t σ ∧ ∀ σ', α.trans t σ σ' → I σ' →
      ∃ σ₁ T, Reach (fun ρ => (body ρ).sub γ) t (σ, S.sub γ) (σ₁, T) ∧ Inside body γ I t σ₁ T σ' S' := by
  induction he with
  | @atomic α =>
    have hgate : α.gate t σ := hsafe .refl .atomic
    exact ⟨hgate, fun σ' htr hI' => ⟨σ', .skip, ⟨.skip, .single ⟨α, .atomic, hgate, htr⟩, .refl⟩, .same (S := .skip) hI' trivial⟩⟩
  | left _ ih =>
    obtain ⟨hg, ha⟩ := ih hS.1 (hsafe.covers .left)
    exact ⟨hg, fun σ' htr hI' => by obtain ⟨σ₁, T, hr, hi⟩ := ha σ' htr hI'; exact ⟨σ₁, T, hr.covers .left, hi⟩⟩
  | right _ ih =>
    obtain ⟨hg, ha⟩ := ih hS.2 (hsafe.covers .right)
    exact ⟨hg, fun σ' htr hI' => by obtain ⟨σ₁, T, hr, hi⟩ := ha σ' htr hI'; exact ⟨σ₁, T, hr.covers .right, hi⟩⟩
  | seq _ ih =>
    obtain ⟨hg, ha⟩ := ih hS.1 hsafe.seq
    exact ⟨hg, fun σ' htr hI' => by obtain ⟨σ₁, T, hr, hi⟩ := ha σ' htr hI'; exact ⟨σ₁, _, hr.seq, .seq hi hS.2⟩⟩
  | @next p S U α U' hl _ ih =>
    have hn := (h.leaves hl hS.1 hI hsafe.seq).next (U := U.sub γ)
    obtain ⟨hg, ha⟩ := ih hS.2 (hsafe.reach hn)
    exact ⟨hg, fun σ' htr hI' => by obtain ⟨σ₁, T, hr, hi⟩ := ha σ' htr hI'; exact ⟨σ₁, T, hn.trans hr, hi⟩⟩
  | @loop p S α S' _ ih =>
    obtain ⟨hg, ha⟩ := ih hS (hsafe.covers .unroll).seq
    exact ⟨hg, fun σ' htr hI' => by
      obtain ⟨σ₁, T, hr, hi⟩ := ha σ' htr hI'
      exact ⟨σ₁, _, (hr.seq (U := (Stmt.loop S).sub γ)).covers .unroll, .seq hi hS⟩⟩
  | @call p ρ α S' he ih =>
    cases hρ : γ ρ with
    | none =>
      simp only [Stmt.sub, hρ] at hsafe ⊢
      obtain ⟨hg, ha⟩ := ih (h.sequential ρ) (hsafe.covers .call)
      exact ⟨hg, fun σ' htr hI' => by obtain ⟨σ₁, T, hr, hi⟩ := ha σ' htr hI'; exact ⟨σ₁, T, hr.covers .call, hi⟩⟩
    | some g =>
      simp only [Stmt.sub, hρ] at hsafe ⊢
      have hgate : g.gate t σ := hsafe .refl .atomic
      obtain ⟨hg, ha⟩ := ih (h.sequential ρ) (h.safe hρ hI hgate)
      exact ⟨hg, fun σ' htr hI' => by
        obtain ⟨σ₁, T, hr, hi⟩ := ha σ' htr hI'
        exact ⟨σ, .atomic g, .refl, .call hρ hI hgate hr (Within.step h.within he (h.within ρ)) hi⟩⟩
  | block _ ih =>
    obtain ⟨hg, ha⟩ := ih hS hsafe.block
    exact ⟨hg, fun σ' htr hI' => by obtain ⟨σ₁, T, hr, hi⟩ := ha σ' htr hI'; exact ⟨σ₁, _, hr.block, .block hi⟩⟩
  | @pick p S α S' b _ ih =>
    have hc : Covers (fun ρ => (body ρ).sub γ) ((Stmt.pick S).sub γ) ((S b).sub γ) := .pick b
    obtain ⟨hg, ha⟩ := ih (hS b) (hsafe.covers hc)
    exact ⟨hg, fun σ' htr hI' => by obtain ⟨σ₁, T, hr, hi⟩ := ha σ' htr hI'; exact ⟨σ₁, T, hr.covers hc, hi⟩⟩
  | par => exact hS.elim

omit h in
theorem invariant {σ₁ σ' : Store} {T S : Stmt Tid Br Proc Store} (hi : Inside body γ I t σ₁ T σ' S) : I σ' := by
  induction hi with
  | same hI => exact hI
  | call _ _ _ _ _ _ ih => exact ih
  | seq _ _ ih => exact ih
  | block _ ih => exact ih

/-- A statement under way that can be left: so it is with summaries. -/
theorem leaves_inside {k : Option Nat} {σ₁ σ' : Store} {T S : Stmt Tid Br Proc Store} (hi : Inside body γ I t σ₁ T σ' S) (hl : Stmt.Leaves body k S)
    (hsafe : SafeAlone (fun ρ => (body ρ).sub γ) t σ₁ T) : Leave (fun ρ => (body ρ).sub γ) t k (σ₁, T) σ' := by
  induction hi generalizing k with
  | same hI hS => exact h.leaves hl hS hI hsafe
  | call hρ hI hgate hr hw hi ih =>
    have hs := h.safe hρ hI hgate
    obtain ⟨T', hm, hl'⟩ := (ih hl (hs.reach hr)).reach hr
    cases k with
    | none => exact ⟨.skip, .single ⟨_, .atomic, hgate, (h.summary hρ hI hgate hm).2 hl'⟩, .skip⟩
    | some n => exact absurd (Within.leaves h.within hl rfl hw) (by omega)
  | @seq _ _ _ _ U hi hU ih =>
    cases hl with
    | seq hl hl' =>
      have hn := (ih hl hsafe.seq).next (U := U.sub γ)
      exact (h.leaves hl' hU (invariant hi) (hsafe.reach hn)).reach hn
    | seqExit hl =>
      obtain ⟨T', hm, hl'⟩ := ih hl hsafe.seq
      exact ⟨_, alone_seq_many hm, .seqExit hl'⟩
  | block _ ih =>
    cases hl with
    | block hl => obtain ⟨T', hm, hl'⟩ := ih hl hsafe.block; exact ⟨_, alone_block_many hm, .block hl'⟩
    | blockExit hl => obtain ⟨T', hm, hl'⟩ := ih hl hsafe.block; exact ⟨_, alone_block_many hm, .blockExit hl'⟩
    | blockOut hl => obtain ⟨T', hm, hl'⟩ := ih hl hsafe.block; exact ⟨_, alone_block_many hm, .blockOut hl'⟩

/-- An action of a statement under way. -/
theorem step {σ₁ σ' : Store} {T S S' : Stmt Tid Br Proc Store} {p : List Br} {α : Gated Tid Store} (hi : Inside body γ I t σ₁ T σ' S)
    (he : Stmt.Edge body p S α S') (hsafe : SafeAlone (fun ρ => (body ρ).sub γ) t σ₁ T) : α.gate t σ' ∧ ∀ σ'', α.trans t σ' σ'' → I σ'' →
      ∃ σ₂ T', Reach (fun ρ => (body ρ).sub γ) t (σ₁, T) (σ₂, T') ∧ Inside body γ I t σ₂ T' σ'' S' := by
  induction hi generalizing S' with
  | same hI hS => exact h.first he hS hI hsafe
  | call hρ hI hgate hr hw hi ih =>
    obtain ⟨hg, ha⟩ := ih he ((h.safe hρ hI hgate).reach hr)
    exact ⟨hg, fun σ'' htr hI' => by
      obtain ⟨σ₂, T', hr', hi'⟩ := ha σ'' htr hI'
      exact ⟨_, _, .refl, .call hρ hI hgate (hr.trans hr') (Within.step h.within he hw) hi'⟩⟩
  | @seq _ _ _ _ U hi hU ih =>
    cases he with
    | seq he =>
      obtain ⟨hg, ha⟩ := ih he hsafe.seq
      exact ⟨hg, fun σ'' htr hI' => by obtain ⟨σ₂, T', hr, hi'⟩ := ha σ'' htr hI'; exact ⟨σ₂, _, hr.seq, .seq hi' hU⟩⟩
    | next hl he =>
      have hn := (h.leaves_inside hi hl hsafe.seq).next (U := U.sub γ)
      obtain ⟨hg, ha⟩ := h.first he hU (invariant hi) (hsafe.reach hn)
      exact ⟨hg, fun σ'' htr hI' => by obtain ⟨σ₂, T', hr, hi'⟩ := ha σ'' htr hI'; exact ⟨σ₂, T', hn.trans hr, hi'⟩⟩
  | block _ ih =>
    cases he with
    | block he =>
      obtain ⟨hg, ha⟩ := ih he hsafe.block
      exact ⟨hg, fun σ'' htr hI' => by obtain ⟨σ₂, T', hr, hi'⟩ := ha σ'' htr hI'; exact ⟨σ₂, _, hr.block, .block hi'⟩⟩

/-- {φ, τ} ρ from the bodies with summaries in the place of calls, recursion included. -/
theorem summary_of_sub {ρ : Proc} {g : Gated Tid Store} (hρ : γ ρ = some g) : Summary body I g (body ρ) := by
  intro t σ σ' S hI hgate hm
  have hsafe := h.safe hρ hI hgate
  have run : ∃ σ₁ T, Reach (fun ρ => (body ρ).sub γ) t (σ, (body ρ).sub γ) (σ₁, T) ∧ Inside body γ I t σ₁ T σ' S ∧ S.Over (Keeps I) := by
    generalize hy : (σ', S) = y at hm
    induction hm generalizing σ' S with
    | refl => cases hy; exact ⟨_, _, .refl, .same hI (h.sequential ρ), h.keeps ρ⟩
    | @tail x _ _ hs ih =>
      cases hy
      obtain ⟨x₁, x₂⟩ := x
      obtain ⟨σ₁, T, hr, hi, ho⟩ := ih rfl
      obtain ⟨α, he, hrun⟩ := hs
      have over := he.over h.keeps ho
      obtain ⟨σ₂, T', hr', hi'⟩ := (h.step hi he (hsafe.reach hr)).2 _ hrun.2 (over.1 (invariant hi) hrun)
      exact ⟨σ₂, T', hr.trans hr', hi', over.2⟩
  obtain ⟨σ₁, T, hr, hi, _⟩ := run
  refine ⟨fun α S' he => (h.step hi he (hsafe.reach hr)).1, fun hl => ?_⟩
  obtain ⟨T', hm', hl'⟩ := (h.leaves_inside hi hl (hsafe.reach hr)).reach hr
  exact (h.summary hρ hI hgate hm').2 hl'

end Summarised

end Plato.Reduction
