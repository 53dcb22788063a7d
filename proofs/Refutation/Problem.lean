/-
# The problem is read right

While the kernel reads the problem it keeps three things in step: the table, the asserted literals and the asserted
formulas that make up the claim.

Main results: `add_right`, `problem_right`.
-/
module

public import Refutation.Check

@[expose] public section

namespace Plato

/-- A line of the problem keeps the table and the assertions in step. -/
theorem add_right {problem problem' : Kernel.Problem} (hp : problem.Right) {line : Line}
    (h : problem.add line = .ok problem') : problem'.Right := by
  cases problem
  cases line with
  | comment => injection h with h; exact h ▸ hp
  | entry d =>
    simp only [Kernel.Problem.add] at h
    split at h
    · simp at h
    · rename_i hd
      injection h with h
      subst h
      refine ⟨define_right hp.right hd, fun I hv hc => ?_⟩
      obtain ⟨rfl, _⟩ := define_eq hd
      exact hp.asserted I hv hc.of_push_formula
  | term shape =>
    simp only [Kernel.Problem.add] at h
    split at h
    · simp at h
    · rename_i hd
      injection h with h
      subst h
      refine ⟨addTerm_right hp.right hd, fun I hv hc => ?_⟩
      obtain ⟨_, rfl⟩ := addTerm_eq hd
      exact hp.asserted I hv hc.of_push_term
  | assert l =>
    simp only [Kernel.Problem.add] at h
    split at h
    · rename_i hl
      injection h with h
      subst h
      refine ⟨hp.right, fun I hv hc m hm => ?_⟩
      rcases Array.mem_push.mp hm with hm | rfl
      · exact hp.asserted I (fun f hf => hv f (Array.mem_push.mpr (.inl hf))) hc m hm
      · exact (hc.literal hl []).mpr (hv _ (Array.mem_push.mpr (.inr rfl)))
    · simp at h
  | _ => simp [Kernel.Problem.add] at h

/-- The problem that the kernel reads is right. -/
theorem problem_right {bytes : ByteArray} (i : Nat) (read : Kernel.Problem) (hr : read.Right) {result : Kernel.Problem × Nat}
    (h : Kernel.problem bytes i read = .ok result) : result.1.Right := by
  fun_induction Kernel.problem bytes i read with
  | case1 => simp at h
  | case2 => injection h with h; exact h ▸ hr
  | case3 => simp at h
  | case4 i read line next _ _ read' hadd _ ih => exact ih (add_right hr hadd) h
  | case5 => simp at h

end Plato
