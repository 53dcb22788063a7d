/-
# Programs in an environment

An environment takes steps of its rely between those of the program. It is one more branch, which runs the rely again and again; so a program in an
environment is a program without one, and the rely takes part in all conditions about pairs of actions.

Main definitions: `environment`, `OpenStepOf`.
Main results: `environment_step`, `environment_many`, `environment_wrong`.
-/
module

public import Theory.Reduction.Control

@[expose] public section

namespace Plato.Reduction

variable {Tid Br Proc : Type}

/-- The steps of an environment, as an action. -/
def environment {Store : Type} (rely : Store → Store → Prop) : Gated Tid Store := ⟨fun _ _ => True, fun _ => rely⟩

/-- An environment is one more branch: it can always take a step, and then again. So its rely takes part in all conditions about pairs of actions. -/
theorem environment_step {Store : Type} {rely : Store → Store → Prop} {body : Proc → Stmt Tid Br Proc Store} {child : Tid → Br → Tid} {t : Tid} {σ σ' : Store}
    {rest : Br → Stmt Tid Br Proc Store} {e : Br} (h : rely σ σ')
    (he : rest e = .loop (.atomic (environment rely)) ∨ rest e = .seq .skip (.loop (.atomic (environment rely)))) :
    StepOf body child t (σ, .par rest) (σ', .par (Plato.Program.update rest e (.seq .skip (.loop (.atomic (environment rely)))))) := by
  refine ⟨[e], environment rely, .par ?_, trivial, h⟩
  rcases he with he | he <;> rw [he]
  · exact .loop .atomic
  · exact .next .skip (.loop .atomic)

section

variable {Store : Type} {rely : Store → Store → Prop} {body : Proc → Stmt Tid Br Proc Store} {child : Tid → Br → Tid} {t : Tid} {σ : Store}
  {rest : Br → Stmt Tid Br Proc Store} {e : Br}

/-- A step of a statement in an environment. -/
def OpenStepOf (body : Proc → Stmt Tid Br Proc Store) (child : Tid → Br → Tid) (t : Tid) (rely : Store → Store → Prop)
    (x y : Store × Stmt Tid Br Proc Store) : Prop := StepOf body child t x y ∨ y.2 = x.2 ∧ rely x.1 y.1

/-- What a branch that is not the environment can do, it can do beside the environment. -/
theorem edge_beside {L S' : Stmt Tid Br Proc Store} {q : List Br} {α : Gated Tid Store} (he : rest e = .skip)
    (h : Stmt.Edge body q (.par rest) α S') : ∃ rest', S' = .par rest' ∧ rest' e = .skip ∧
      Stmt.Edge body q (.par (Plato.Program.update rest e L)) α (.par (Plato.Program.update rest' e L)) := by
  cases h with
  | @par q b _ _ U h =>
    have hb : b ≠ e := by
      rintro rfl
      rw [he] at h
      cases h
    refine ⟨_, rfl, by rw [Plato.Program.update_other _ (Ne.symm hb)]; exact he, ?_⟩
    rw [← update_comm rest (Ne.symm hb)]
    exact .par (by rw [Plato.Program.update_other _ hb]; exact h)

/-- An execution in an environment is one of the program with one more branch. -/
theorem environment_many (he : rest e = .skip) {y : Store × Stmt Tid Br Proc Store} (hm : Many (OpenStepOf body child t rely) (σ, .par rest) y) :
    ∃ rest' L, y.2 = .par rest' ∧ rest' e = .skip ∧ (L = .loop (.atomic (environment rely)) ∨ L = .seq .skip (.loop (.atomic (environment rely)))) ∧
      Many (StepOf body child t) (σ, .par (Plato.Program.update rest e (.loop (.atomic (environment rely))))) (y.1, .par (Plato.Program.update rest' e L)) := by
  induction hm with
  | refl => exact ⟨rest, _, rfl, he, .inl rfl, .refl⟩
  | @tail x y _ hs ih =>
    obtain ⟨rest', L, hx, he', hL, hm⟩ := ih
    rcases hs with ⟨q, α, h, hr⟩ | ⟨hy, hr⟩
    · rw [hx] at h
      obtain ⟨rest'', hy, he'', h'⟩ := edge_beside (L := L) he' h
      exact ⟨rest'', L, hy, he'', hL, .tail hm ⟨q, α, h', hr⟩⟩
    · refine ⟨rest', _, hy.trans hx, he', .inr rfl, .tail hm ?_⟩
      have := environment_step (rest := Plato.Program.update rest' e L) (e := e) (body := body) (child := child) (t := t) hr
        (by rw [Plato.Program.update_same]; exact hL)
      rwa [Plato.Program.update_update] at this

/-- And so is one that goes wrong. -/
theorem environment_wrong (he : rest e = .skip) {y : Store × Stmt Tid Br Proc Store} (hm : Many (OpenStepOf body child t rely) (σ, .par rest) y)
    (hf : FailsOf body child t y) : WrongOf body child t (σ, .par (Plato.Program.update rest e (.loop (.atomic (environment rely))))) := by
  obtain ⟨rest', L, hy, he', _, hm'⟩ := environment_many he hm
  obtain ⟨q, α, S, h, hg⟩ := hf
  rw [hy] at h
  obtain ⟨rest'', _, _, h'⟩ := edge_beside (L := L) he' h
  exact ⟨_, hm', q, α, _, h', hg⟩

end

end Plato.Reduction
