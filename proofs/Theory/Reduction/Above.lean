/-
# Statements that can do all that others can

Main definitions: `Above`.
Main results: `Above.edge`, `Above.leaves`, `Above.of_covers`, `Above.trans`, `Above.seq`, `Above.block`, `Above.par`.
-/
module

public import Theory.Reduction.Contexts

@[expose] public section

namespace Plato.Reduction

variable {Tid Br Proc Store : Type} {body : Proc → Stmt Tid Br Proc Store} {S S' T : Stmt Tid Br Proc Store}

/-- The first statement of a pair in the relation can do what the second one can, and what is left is in the relation again. -/
structure Simulating (body : Proc → Stmt Tid Br Proc Store) (R : Stmt Tid Br Proc Store → Stmt Tid Br Proc Store → Prop) : Prop where
  edge : ∀ {T T' p α U'}, R T T' → Stmt.Edge body p T' α U' → ∃ U, Stmt.Edge body p T α U ∧ R U U'
  leaves : ∀ {T T' k}, R T T' → Stmt.Leaves body k T' → Stmt.Leaves body k T

/-- The first statement can do all that the second one can, now and later. -/
def Above (body : Proc → Stmt Tid Br Proc Store) (S S' : Stmt Tid Br Proc Store) : Prop := ∃ R, Simulating body R ∧ R S S'

namespace Above

theorem edge (h : Above body S S') {p : List Br} {α : Gated Tid Store} {U' : Stmt Tid Br Proc Store} (he : Stmt.Edge body p S' α U') :
    ∃ U, Stmt.Edge body p S α U ∧ Above body U U' := by
  obtain ⟨R, hR, h⟩ := h
  obtain ⟨U, hU, h'⟩ := hR.edge h he
  exact ⟨U, hU, R, hR, h'⟩

theorem leaves (h : Above body S S') {k : Option Nat} (hl : Stmt.Leaves body k S') : Stmt.Leaves body k S := by
  obtain ⟨R, hR, h⟩ := h
  exact hR.leaves h hl

theorem of_covers (h : Covers body S S') : Above body S S' :=
  ⟨Covers body, ⟨fun h he => ⟨_, h.edge he, .refl⟩, fun h hl => h.ends hl⟩, h⟩

theorem refl : Above body S S := of_covers .refl

theorem trans (h : Above body S S') (h' : Above body S' T) : Above body S T := by
  refine ⟨fun T U => ∃ M, Above body T M ∧ Above body M U, ⟨?_, ?_⟩, S', h, h'⟩
  · rintro T T' p α U' ⟨M, h, h'⟩ he
    obtain ⟨V, hV, h'⟩ := h'.edge he
    obtain ⟨U, hU, h⟩ := h.edge hV
    exact ⟨U, hU, V, h, h'⟩
  · rintro T T' k ⟨M, h, h'⟩ hl
    exact h.leaves (h'.leaves hl)

theorem seq (h : Above body S S') : Above body (.seq S T) (.seq S' T) := by
  refine ⟨fun X X' => X = X' ∨ ∃ A A', Above body A A' ∧ X = .seq A T ∧ X' = .seq A' T, ⟨?_, ?_⟩, .inr ⟨S, S', h, rfl, rfl⟩⟩
  · rintro X X' p α U' (rfl | ⟨A, A', h, rfl, rfl⟩) he
    · exact ⟨U', he, .inl rfl⟩
    · cases he with
      | seq he => obtain ⟨U, hU, h⟩ := h.edge he; exact ⟨_, .seq hU, .inr ⟨_, _, h, rfl, rfl⟩⟩
      | next hl he => exact ⟨U', .next (h.leaves hl) he, .inl rfl⟩
  · rintro X X' k (rfl | ⟨A, A', h, rfl, rfl⟩) hl
    · exact hl
    · cases hl with
      | seq hl hT => exact .seq (h.leaves hl) hT
      | seqExit hl => exact .seqExit (h.leaves hl)

theorem block (h : Above body S S') : Above body (.block S) (.block S') := by
  refine ⟨fun X X' => ∃ A A', Above body A A' ∧ X = .block A ∧ X' = .block A', ⟨?_, ?_⟩, S, S', h, rfl, rfl⟩
  · rintro X X' p α U' ⟨A, A', h, rfl, rfl⟩ he
    cases he with
    | block he => obtain ⟨U, hU, h⟩ := h.edge he; exact ⟨_, .block hU, _, _, h, rfl, rfl⟩
  · rintro X X' k ⟨A, A', h, rfl, rfl⟩ hl
    cases hl with
    | block hl => exact .block (h.leaves hl)
    | blockExit hl => exact .blockExit (h.leaves hl)
    | blockOut hl => exact .blockOut (h.leaves hl)

/-- Branch by branch, if all but finitely many are the same. -/
theorem par {f g : Br → Stmt Tid Br Proc Store} (l : List Br) (hl : ∀ b, b ∉ l → f b = g b) (h : ∀ b, Above body (f b) (g b)) :
    Above body (.par f) (.par g) := by
  refine ⟨fun X X' => ∃ f g, ∃ l : List Br, (∀ b, b ∉ l → f b = g b) ∧ (∀ b, Above body (f b) (g b)) ∧ X = .par f ∧ X' = .par g, ⟨?_, ?_⟩,
    f, g, l, hl, h, rfl, rfl⟩
  · rintro X X' p α U' ⟨f, g, l, hl, h, rfl, rfl⟩ he
    cases he with
    | @par p b _ _ V' he =>
      obtain ⟨V, hV, hV'⟩ := (h b).edge he
      refine ⟨_, .par hV, _, _, b :: l, fun c hc => ?_, fun c => ?_, rfl, rfl⟩
      · have hcb : c ≠ b := fun h => hc (by simp [h])
        rw [Plato.Program.update_other _ hcb, Plato.Program.update_other _ hcb]
        exact hl c fun h => hc (List.mem_cons_of_mem _ h)
      · by_cases hcb : c = b
        · subst hcb; rw [Plato.Program.update_same, Plato.Program.update_same]; exact hV'
        · rw [Plato.Program.update_other _ hcb, Plato.Program.update_other _ hcb]; exact h c
  · rintro X X' k ⟨f, g, l, hl, h, rfl, rfl⟩ hlv
    cases hlv with
    | par busy hskip hends =>
      refine .par (busy ++ l) (fun b hb => ?_) fun b => (h b).leaves (hends b)
      simp only [List.mem_append, not_or] at hb
      rw [hl b hb.2, hskip b hb.1]

end Above

end Plato.Reduction
