/-
# Different pairs of integers have different codes

The SMT-LIB front end codes a function of several arguments as a map over pairs. That is faithful because different pairs have
different codes.

The identifier of a branch tells its parent and its number, so different branches have different identifiers; and it is below 0.

Main results: `zigzag_injective`, `pairing_injective`, `parentOf_branchOf`, `numberOf_branchOf`, `branchOf_parentOf`, `branchOf_negative`.
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

/-! ## Branches -/

theorem square_succ (x : Nat) : (x + 1) * (x + 1) = x * x + x + x + 1 := by rw [Nat.add_mul, Nat.mul_add]; omega

/-- The root is the largest number whose square is no larger. -/
theorem root_spec (n : Nat) : root n * root n ≤ n ∧ n < (root n + 1) * (root n + 1) := by
  fun_induction root n with
  | case1 => decide
  | case2 n hn r hr ih =>
    refine ⟨hr, ?_⟩
    have h1 := square_succ (root (n / 4))
    have h2 : (r + 1 + 1) * (r + 1 + 1) = 4 * ((root (n / 4) + 1) * (root (n / 4) + 1)) := by
      rw [show r + 1 + 1 = 2 * (root (n / 4) + 1) by omega, Nat.mul_mul_mul_comm]
    omega
  | case3 n hn r hr ih =>
    refine ⟨?_, by omega⟩
    have h2 : r * r = 4 * (root (n / 4) * root (n / 4)) := by
      rw [show r = 2 * root (n / 4) by rfl, Nat.mul_mul_mul_comm]
    omega

theorem unzigzag_zigzag (a : Int) : unzigzag (zigzag a) = a := by
  cases a with
  | ofNat n => simp only [zigzag, unzigzag]; rw [if_pos (by omega)]; congr 1; omega
  | negSucc n => simp only [zigzag, unzigzag]; rw [if_neg (by omega)]; congr 1; omega

/-- The identifier of a branch tells its parts. -/
theorem partsOf_branchOf (parent number : Int) : partsOf (branchOf parent number) = (parent, number) := by
  generalize hv : (-1 - branchOf parent number).toNat = n
  have hn : n = (zigzag parent + zigzag number) * (zigzag parent + zigzag number) + zigzag parent := by
    rw [← hv]
    simp only [branchOf, pairing, Int.ofNat_eq_natCast]
    omega
  obtain ⟨h1, h2⟩ := root_spec n
  have h3 := square_succ (root n)
  have hs : root n = zigzag parent + zigzag number := by
    have below : ∀ {x y : Nat}, x < y → (x + 1) * (x + 1) ≤ y * y := fun h => Nat.mul_le_mul h h
    have h4 := square_succ (zigzag parent + zigzag number)
    rcases Nat.lt_trichotomy (root n) (zigzag parent + zigzag number) with h | h | h
    · have := below h; omega
    · exact h
    · have := below h; omega
  have hm : n - root n * root n = zigzag parent := by rw [hs]; omega
  simp only [partsOf, hv, hm]
  rw [hs, show zigzag parent + zigzag number - zigzag parent = zigzag number by omega, unzigzag_zigzag, unzigzag_zigzag]

theorem isBranch_branchOf (parent number : Int) : isBranch (branchOf parent number) = true := by
  simp [isBranch, partsOf_branchOf]

/-- The identifier of a branch tells its parent. -/
theorem parentOf_branchOf (parent number : Int) : parentOf (branchOf parent number) = parent := by
  simp [parentOf, isBranch_branchOf, partsOf_branchOf]

/-- It tells its number. -/
theorem numberOf_branchOf (parent number : Int) : numberOf (branchOf parent number) = number := by
  simp [numberOf, isBranch_branchOf, partsOf_branchOf]

/-- What has another parent than itself is a branch of it. -/
theorem branchOf_parentOf {id : Int} (h : id ≠ parentOf id) : branchOf (parentOf id) (numberOf id) = id := by
  unfold parentOf at h
  split at h
  · rename_i hb
    simp only [parentOf, numberOf, hb, if_true]
    simpa [isBranch] using hb
  · exact absurd rfl h

/-- It is below 0. -/
theorem branchOf_negative (parent number : Int) : branchOf parent number < 0 := by
  simp only [branchOf, pairing, Int.ofNat_eq_natCast]
  omega

/-- Different branches have different identifiers, whatever their parents. -/
theorem branchOf_injective {a b a' b' : Int} (h : branchOf a b = branchOf a' b') : a = a' ∧ b = b' := by
  refine ⟨?_, ?_⟩
  · rw [← parentOf_branchOf a b, h, parentOf_branchOf]
  · rw [← numberOf_branchOf a b, h, numberOf_branchOf]

/-- A branch of a branch is another thread than the one that it belongs to. -/
theorem branchOf_ne (parent number : Int) : branchOf parent number ≠ parent := by
  simp only [branchOf, pairing, Int.ofNat_eq_natCast]
  have h : zigzag parent ≤ (zigzag parent + zigzag number) * (zigzag parent + zigzag number) + zigzag parent := Nat.le_add_left _ _
  cases parent with
  | ofNat n => simp only [Int.ofNat_eq_natCast]; omega
  | negSucc n =>
    simp only [zigzag] at h ⊢
    omega

end Plato
