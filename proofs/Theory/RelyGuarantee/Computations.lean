/-
# Computations, assumptions and commitments

Validity as sections 5.2 and 6 of *The Rely-Guarantee Method in Isabelle/HOL* define it: a computation is a list of configurations, each
coming from the one before by a transition of the code or of the environment; a specification is valid if every computation that satisfies
the assumptions satisfies the commitments. Unlike the paper's programs, code may go wrong here; that is a failed commitment.

Main definitions: `Configuration`, `Environment`, `Component` (-e→ and -c→), `Computation` (cptn, and for programs par-cptn),
`Assumptions` (assum), `Commitments` (comm), `Valid` (`⊨ P sat [pre, rely, guar, post]`).
Main results: `valid_iff_sat` (validity is `Sat`, which is about what can be reached), `program_valid_iff` (for programs it is
`Program.Sat`, which the kernel's claims are stated with).
-/
module

public import Theory.RelyGuarantee.Parallel

@[expose] public section

namespace Plato.RelyGuarantee

variable {Code Store Thread : Type}

/-- Code in a store, or an execution that has gone wrong. -/
inductive Configuration (Code Store : Type) where
  | run (c : Code) (σ : Store)
  | wrong

/-- A transition of the environment may change the store, not the code. -/
inductive Environment : Configuration Code Store → Configuration Code Store → Prop where
  | change {c σ τ} : Environment (.run c σ) (.run c τ)

/-- A transition of the code. -/
inductive Language.Component (L : Language Code Store) : Configuration Code Store → Configuration Code Store → Prop where
  | step {c σ c' σ'} : L.step c σ c' σ' → L.Component (.run c σ) (.run c' σ')
  | wrong {c σ} : L.wrong c σ → L.Component (.run c σ) .wrong

/-- The paper's cptn: every configuration comes from the one before by a transition of either kind. -/
inductive Language.Computation (L : Language Code Store) : List (Configuration Code Store) → Prop where
  | one {x} : L.Computation [x]
  | environment {x y xs} : Environment x y → L.Computation (y :: xs) → L.Computation (x :: y :: xs)
  | component {x y xs} : L.Component x y → L.Computation (y :: xs) → L.Computation (x :: y :: xs)

/-- Every transition of the environment satisfies `rely`. -/
def Relies (rely : Action Store) (xs : List (Configuration Code Store)) : Prop :=
  ∀ i c σ d τ, xs[i]? = some (.run c σ) → xs[i + 1]? = some (.run d τ) → Environment (.run c σ) (.run d τ) → rely σ τ

/-- The paper's assum: it starts where `pre` holds, and transitions of the environment satisfy `rely`. -/
structure Assumptions (s : Specification Store) (xs : List (Configuration Code Store)) : Prop where
  pre : ∀ c σ, xs[0]? = some (.run c σ) → s.pre σ
  rely : Relies s.rely xs

/-- The paper's comm: transitions of the code satisfy `guar`, and if it ends, it ends where `post` holds; it does not go wrong. -/
structure Commitments (L : Language Code Store) (s : Specification Store) (xs : List (Configuration Code Store)) : Prop where
  safe : ∀ i : Nat, xs[i]? ≠ some .wrong
  guarantee : ∀ i c σ d τ, xs[i]? = some (.run c σ) → xs[i + 1]? = some (.run d τ) →
    L.Component (.run c σ) (.run d τ) → s.guarantee σ τ
  post : ∀ c σ, xs.getLast? = some (.run c σ) → L.ended c → s.post σ

/-- `⊨ c sat [pre, rely, guar, post]`: every computation that satisfies the assumptions satisfies the commitments. -/
def Language.Valid (L : Language Code Store) (c : Code) (s : Specification Store) : Prop :=
  ∀ σ xs, xs[0]? = some (.run c σ) → L.Computation xs → Assumptions s xs → Commitments L s xs

variable {L : Language Code Store} {s : Specification Store}

/-- Commitments of a computation from those of its rest. -/
theorem commitments_cons {c : Code} {σ : Store} {y : Configuration Code Store} {xs : List (Configuration Code Store)}
    (h : Commitments L s (y :: xs)) (hfirst : ∀ d τ, y = .run d τ → L.Component (.run c σ) y → s.guarantee σ τ) :
    Commitments L s (.run c σ :: y :: xs) where
  safe i := by
    cases i with
    | zero => simp
    | succ i => simpa using h.safe i
  guarantee i c₁ σ₁ d τ hi hi' hstep := by
    cases i with
    | zero =>
      simp only [List.getElem?_cons_zero, Option.some.injEq, Configuration.run.injEq, Nat.zero_add, List.getElem?_cons_succ] at hi hi'
      obtain ⟨rfl, rfl⟩ := hi
      exact hfirst _ _ hi' (hi' ▸ hstep)
    | succ i => exact h.guarantee i _ _ _ _ hi hi' hstep
  post c σ hlast := h.post c σ (by simpa using hlast)

/-- A computation that starts where the code is correct, among transitions of `rely`, satisfies the commitments. -/
theorem commitments_of_correct {xs : List (Configuration Code Store)} (hxs : L.Computation xs) (hrely : Relies s.rely xs) {c : Code}
    {σ : Store} (hfirst : xs[0]? = some (.run c σ)) (h : L.Correct s.rely s.guarantee s.post c σ) : Commitments L s xs := by
  induction hxs generalizing c σ with
  | one =>
    cases hfirst
    refine ⟨fun i => ?_, fun i => ?_, fun d τ hlast he => ?_⟩
    · cases i <;> simp
    · cases i <;> simp
    · cases hlast
      exact h.post .refl he
  | environment hstep _ ih =>
    cases hfirst
    cases hstep with
    | change =>
      have hr := hrely 0 _ _ _ _ rfl rfl .change
      refine commitments_cons (ih (fun i _ _ _ _ hi hi' => hrely (i + 1) _ _ _ _ hi hi') rfl (h.environment hr)) ?_
      intro d υ _ hstep
      cases hstep with | step hs => exact absurd rfl (L.changes hs)
  | component hstep _ ih =>
    cases hfirst
    cases hstep with
    | step hs =>
      refine commitments_cons (ih (fun i _ _ _ _ hi hi' => hrely (i + 1) _ _ _ _ hi hi') rfl (h.step hs)) ?_
      intro d υ hy _
      cases hy
      exact h.guarantee .refl hs
    | wrong hw => exact absurd hw (h.safe .refl)

/-- One more configuration in front. -/
theorem relies_cons {rely : Action Store} {c d : Code} {σ τ : Store} {xs : List (Configuration Code Store)}
    (h : Relies rely (.run d τ :: xs)) (hfirst : c = d → rely σ τ) : Relies rely (.run c σ :: .run d τ :: xs) := by
  intro i _ _ _ _ hi hi' henv
  cases i with
  | zero => cases hi; cases hi'; cases henv; exact hfirst rfl
  | succ i => exact h i _ _ _ _ hi hi' henv

/-- What is reached lies on a computation among transitions of `rely`, and whatever computation starts there may follow. -/
theorem computation_of_reach {rely : Action Store} {c c' : Code} {σ σ' : Store} (h : L.Reach rely c σ c' σ')
    {ys : List (Configuration Code Store)} (hys : L.Computation (.run c' σ' :: ys)) (hrely : Relies rely (.run c' σ' :: ys)) :
    ∃ before, (before ++ .run c' σ' :: ys)[0]? = some (.run c σ) ∧ L.Computation (before ++ .run c' σ' :: ys) ∧
      Relies rely (before ++ .run c' σ' :: ys) := by
  induction h with
  | refl => exact ⟨[], rfl, hys, hrely⟩
  | @component c σ c₁ σ₁ _ _ hstep _ ih =>
    obtain ⟨before, hfirst, hxs, hr⟩ := ih hys hrely
    refine ⟨.run c σ :: before, rfl, ?_⟩
    rw [List.cons_append]
    generalize before ++ _ = xs at hfirst hxs hr
    cases xs with
    | nil => cases hfirst
    | cons x xs => cases hfirst; exact ⟨.component (.step hstep) hxs, relies_cons hr fun h => absurd h.symm (L.changes hstep)⟩
  | @environment c σ σ₁ _ _ hstep _ ih =>
    obtain ⟨before, hfirst, hxs, hr⟩ := ih hys hrely
    refine ⟨.run c σ :: before, rfl, ?_⟩
    rw [List.cons_append]
    generalize before ++ _ = xs at hfirst hxs hr
    cases xs with
    | nil => cases hfirst
    | cons x xs => cases hfirst; exact ⟨.environment .change hxs, relies_cons hr fun _ => hstep⟩

/-- **Validity by computations is validity by what can be reached.** -/
theorem valid_iff_sat {c : Code} : L.Valid c s ↔ L.Sat c s := by
  constructor
  · intro h σ hpre
    have hcommit : ∀ {c' σ' ys}, L.Reach s.rely c σ c' σ' → L.Computation (.run c' σ' :: ys) → Relies s.rely (.run c' σ' :: ys) →
        ∃ before, Commitments L s (before ++ .run c' σ' :: ys) := by
      intro c' σ' ys hreach hys hrely
      obtain ⟨before, hfirst, hxs, hr⟩ := computation_of_reach hreach hys hrely
      exact ⟨before, h σ _ hfirst hxs ⟨fun d τ hd => by rw [hfirst] at hd; cases hd; exact hpre, hr⟩⟩
    have hone : ∀ x, Relies (Code := Code) s.rely [x] := fun x i _ _ _ _ _ hi' => by cases i <;> simp at hi'
    refine ⟨fun {c' σ'} hreach hwrong => ?_, fun {c₁ σ₁ c₂ σ₂} hreach hstep => ?_, fun {c' σ'} hreach hended => ?_⟩
    · obtain ⟨before, hc⟩ := hcommit (ys := [.wrong]) hreach (.component (.wrong hwrong) .one)
        (fun i _ _ _ _ _ hi' => by cases i <;> simp at hi')
      exact hc.safe (before.length + 1) (by simp)
    · obtain ⟨before, hc⟩ := hcommit (ys := [.run c₂ σ₂]) hreach (.component (.step hstep) .one)
        (relies_cons (hone _) fun h => absurd h.symm (L.changes hstep))
      exact hc.guarantee before.length c₁ σ₁ c₂ σ₂ (by simp) (by simp) (.step hstep)
    · obtain ⟨before, hc⟩ := hcommit (ys := []) hreach .one (hone _)
      exact hc.post c' σ' (by simp) hended
  · intro h σ xs hfirst hxs hassum
    exact commitments_of_correct hxs hassum.rely hfirst (h σ (hassum.pre c σ hfirst))

/-- **For programs it is `Program.Sat`**, which the kernel's claims are stated with. -/
theorem program_valid_iff {P : Program Thread (Statement Store)} {s : Specification Store} : (program Thread Store).Valid P s ↔ P.ThreadsSat s :=
  valid_iff_sat.trans program_sat_iff

end Plato.RelyGuarantee
