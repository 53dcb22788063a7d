/-
# The problem is read right

While the kernel reads the problem it keeps three things in step: the tables, the asserted literals and the asserted
formulas that make up the claim.

Main definitions: `Kernel.Problem.Right`. Main results: `add_right`, `problem_right`.
-/
module

public import Plato.Table.Problem
public import Table.Definition

@[expose] public section

namespace Plato

/-- The asserted literals are in the table, and the assertions are their formulas. -/
structure Kernel.Problem.Right (problem : Kernel.Problem) : Prop where
  right : problem.tables.Right
  /-- wherever the assertions hold, the asserted literals are true -/
  asserted : ∀ I, (∀ f ∈ problem.assertions, f.Holds I.model []) → problem.tables.Consistent I →
    ∀ l ∈ problem.asserted, Literal.True (I.holds []) l

/-- The empty problem is right. -/
theorem empty_right (room : Nat) : (Kernel.Problem.empty room).Right :=
  ⟨initial_right room, fun _ _ _ l hl => by simp [Kernel.Problem.empty] at hl⟩

/-- A line of the problem keeps the table and the assertions in step. -/
theorem add_right {problem problem' : Kernel.Problem} (hp : problem.Right) {line : Line}
    (h : problem.add line = .ok problem') : problem'.Right := by
  cases line with
  | comment => injection h with h; exact h ▸ hp
  | entry d =>
    obtain ⟨tables, hd, h⟩ := bind_ok.mp h
    injection h with h
    subst h
    refine ⟨define_right hp.right hd, fun I hv hc => ?_⟩
    obtain ⟨rfl, _⟩ := define_eq hd
    exact hp.asserted I hv hc.of_push_formula
  | term shape =>
    obtain ⟨tables, hd, h⟩ := bind_ok.mp h
    injection h with h
    subst h
    refine ⟨addTerm_right hp.right hd, fun I hv hc => ?_⟩
    obtain ⟨_, rfl⟩ := addTerm_eq hd
    exact hp.asserted I hv hc.of_push_term
  | assert l =>
    obtain ⟨_, hl, h⟩ := bind_ok.mp h
    injection h with h
    subst h
    refine ⟨hp.right, fun I hv hc m hm => ?_⟩
    rcases Array.mem_push.mp hm with hm | rfl
    · exact hp.asserted I (fun f hf => hv f (Array.mem_push.mpr (.inl hf))) hc m hm
    · exact (hc.literal (require_ok.mp hl) []).mpr (hv _ (Array.mem_push.mpr (.inr rfl)))
  | _ => simp [Kernel.Problem.add] at h

/-- The problem that the kernel reads is right. -/
theorem problem_right {bytes : ByteArray} (i : Nat) (read : Kernel.Problem) (hr : read.Right) {result : Kernel.Problem × Nat}
    (h : Kernel.problem bytes i read = .ok result) : result.1.Right := by
  fun_induction Kernel.problem bytes i read with
  | case1 i read ih =>
    obtain ⟨⟨line, next⟩, _, h⟩ := bind_ok.mp h
    dsimp only at h
    split at h
    · injection h with h; exact h ▸ hr
    · simp at h
    obtain ⟨read', hadd, h⟩ := bind_ok.mp h
    split at h
    · exact ih _ _ ‹_› (add_right hr (atOffset_ok.mp hadd)) h
    · simp at h

end Plato
