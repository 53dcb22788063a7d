/-
# A model that is accepted satisfies the assertions

Evaluation keeps the values of the tables' entries in step with what their trees mean in the model that the valuation describes.

Main results: `evaluation_sound`.
-/
module

public import Plato.Evaluation.Check
public import Evaluation.Values
public import Table.Problem

@[expose] public section

namespace Plato

/-- The values are right, and the assertions of the problem read so far are true. -/
structure Kernel.Problem.TrueIn (problem : Kernel.Problem) (v : Valuation) (w : Values) : Prop where
  values : w.Right v problem.tables
  assertions : ∀ f ∈ problem.assertions, f.Holds v.model []

/-- The empty problem is true in every valuation. -/
theorem empty_trueIn (v : Valuation) (room : Nat) : (Kernel.Problem.empty room).TrueIn v Values.initial :=
  ⟨initial_values v room, fun f hf => by simp [Kernel.Problem.empty] at hf⟩

/-- A line of the problem keeps values and trees in step. -/
theorem add_values {problem problem' : Kernel.Problem} {v : Valuation} {w w' : Values} {effort left : Nat}
    (hp : problem.TrueIn v w) {line : Line} (h : problem.add line = .ok problem') (hw : w.add v effort line = .ok (w', left)) :
    problem'.TrueIn v w' := by
  cases line with
  | comment =>
    injection h with h
    simp only [Values.add, Except.ok.injEq, Prod.mk.injEq] at hw
    exact h ▸ hw.1 ▸ hp
  | term shape =>
    obtain ⟨tables, hT, h⟩ := bind_ok.mp h
    obtain ⟨_, _, hw⟩ := bind_ok.mp hw
    obtain ⟨value, hv, hw⟩ := bind_ok.mp hw
    simp only [Except.ok.injEq, Prod.mk.injEq] at h hw
    obtain ⟨hr, rfl⟩ := addTerm_eq hT
    exact h ▸ hw.1 ▸ ⟨pushTerm_right hp.values (compute_sound hp.values hr (orReject_ok.mp hv)), hp.assertions⟩
  | entry d =>
    obtain ⟨tables, hT, h⟩ := bind_ok.mp h
    obtain ⟨_, _, hw⟩ := bind_ok.mp hw
    obtain ⟨truth, hv, hw⟩ := bind_ok.mp hw
    simp only [Except.ok.injEq, Prod.mk.injEq] at h hw
    obtain ⟨rfl, ht, hr⟩ := define_eq hT
    exact h ▸ hw.1 ▸ ⟨pushFormula_right hp.values (computeFormula_sound hp.values ht hr (orReject_ok.mp hv)), hp.assertions⟩
  | assert l =>
    obtain ⟨_, hl, h⟩ := bind_ok.mp h
    injection h with h
    subst h
    simp only [Values.add] at hw
    split at hw
    · rename_i htrue
      simp only [Except.ok.injEq, Prod.mk.injEq] at hw
      obtain ⟨rfl, _⟩ := hw
      refine ⟨hp.values, fun f hf => ?_⟩
      rcases Array.mem_push.mp hf with hf | rfl
      · exact hp.assertions f hf
      · exact (hp.values.literal l (require_ok.mp hl)).mp htrue
    · simp at hw
  | _ => simp [Kernel.Problem.add] at h

/-- **Soundness of evaluation.** If the kernel accepts the lines from offset `i` on as true in a valuation, the
valuation's model makes all assertions true. -/
theorem evaluation_sound {bytes : ByteArray} {v : Valuation} (i effort : Nat) (read : Kernel.Problem) (w : Values)
    (hp : read.TrueIn v w) {result : Kernel.Problem} (h : Kernel.evaluate bytes v i effort read w = .ok result) :
    ∀ f ∈ result.assertions, f.Holds v.model [] := by
  fun_induction Kernel.evaluate bytes v i effort read w with
  | case1 i effort read w ih =>
    obtain ⟨⟨line, next⟩, _, h⟩ := bind_ok.mp h
    dsimp only at h
    split at h
    · injection h with h; exact h ▸ hp.assertions
    obtain ⟨read', hadd, h⟩ := bind_ok.mp h
    obtain ⟨⟨w', left⟩, hw, h⟩ := bind_ok.mp h
    dsimp only at h
    split at h
    · exact ih _ _ _ _ ‹_› (add_values hp (atOffset_ok.mp hadd) (atOffset_ok.mp hw)) h
    · simp at h

end Plato
