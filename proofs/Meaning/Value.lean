/-
# Different pairs of integers have different codes

The SMT-LIB front end codes a function of several arguments as a map over pairs. That is faithful because different pairs have
different codes.

Main results: `zigzag_injective`, `pairing_injective`.
-/
module

public import Plato.Meaning.Value

@[expose] public section

namespace Plato

/-- Different integers have different natural numbers. -/
theorem zigzag_injective {a b : Int} (h : zigzag a = zigzag b) : a = b := by
  cases a <;> cases b <;> simp only [zigzag] at h <;> first | (congr 1; omega) | omega

/-- `s² + m` with `m ≤ s` determines both. -/
theorem square_add_injective {s m s' m' : Nat} (hm : m ≤ s) (hm' : m' ≤ s') (h : s * s + m = s' * s' + m') : s = s' ∧ m = m' := by
  have key : ∀ {x y k l : Nat}, k ≤ x → x * x + k = y * y + l → ¬ x < y := by
    intro x y k l hk he hlt
    have h1 : (x + 1) * (x + 1) ≤ y * y := Nat.mul_le_mul hlt hlt
    have h2 : (x + 1) * (x + 1) = x * x + x + x + 1 := by rw [Nat.add_mul, Nat.mul_add]; omega
    omega
  have hs : s = s' := by
    have h1 := key hm h
    have h2 := key hm' h.symm
    omega
  subst hs
  exact ⟨rfl, by omega⟩

/-- Different pairs have different codes. -/
theorem pairing_injective {a b a' b' : Int} (h : pairing a b = pairing a' b') : a = a' ∧ b = b' := by
  simp only [pairing] at h
  have h := Int.ofNat.inj h
  obtain ⟨hs, hm⟩ := square_add_injective (Nat.le_add_right _ _) (Nat.le_add_right _ _) h
  exact ⟨zigzag_injective hm, zigzag_injective (by omega)⟩

end Plato
