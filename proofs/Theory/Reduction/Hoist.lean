/-
# HOIST: the last iteration out of a loop

Each step of the old program is one of the new one, from one of the places where that may be (`Theory/Reduction/Tracks`).

Main results: `Tracks.edge`, `Hoists.preserves` (Lemma 1).
-/
module

public import Theory.Reduction.Tracks

@[expose] public section

namespace Plato.Reduction

variable {Tid Br Proc Store : Type} {body₁ body₂ : Proc → Stmt Tid Br Proc Store}

/-- What the old program does next, the new one does from one of the places where it may be; and all that may then be left to do is reached so. -/
theorem Tracks.edge (hbody : ∀ ρ, Hoists body₁ (body₁ ρ) (body₂ ρ)) {p : List Br} {S S' : Stmt Tid Br Proc Store} {α : Gated Tid Store}
    {𝒯 : Stmt Tid Br Proc Store → Prop} (he : Stmt.Edge body₁ p S α S') (h : Tracks body₁ S 𝒯) :
    ∃ 𝒯', Tracks body₁ S' 𝒯' ∧ ∀ {T'}, 𝒯' T' → ∃ T, 𝒯 T ∧ Stmt.Edge body₂ p T α T' := by
  induction he generalizing 𝒯 with
  | atomic =>
    cases h with
    | single h =>
      cases h with
      | atomic => exact ⟨_, .single .skip, fun hT => ⟨_, rfl, hT ▸ .atomic⟩⟩
  | left _ ih =>
    cases h with
    | single h =>
      cases h with
      | choice h _ =>
        obtain ⟨𝒯', h', hs⟩ := ih (.single h)
        exact ⟨𝒯', h', fun hT => by obtain ⟨_, rfl, he⟩ := hs hT; exact ⟨_, rfl, .left he⟩⟩
    | turn _ _ _ h =>
      obtain ⟨𝒯', h', hs⟩ := ih (.single h)
      exact ⟨𝒯', h', fun hT => by obtain ⟨_, rfl, he⟩ := hs hT; exact ⟨_, .inr rfl, he⟩⟩
  | right _ ih =>
    cases h with
    | single h =>
      cases h with
      | choice _ h =>
        obtain ⟨𝒯', h', hs⟩ := ih (.single h)
        exact ⟨𝒯', h', fun hT => by obtain ⟨_, rfl, he⟩ := hs hT; exact ⟨_, rfl, .right he⟩⟩
    | turn hb hs hc he =>
      obtain ⟨𝒯', h', hs⟩ := ih (.again hb hs hc he (.single hc))
      exact ⟨𝒯', h', fun hT => by obtain ⟨_, ⟨_, rfl, rfl⟩, he⟩ := hs hT; exact ⟨_, .inl rfl, he⟩⟩
  | seq _ ih =>
    cases h with
    | single h =>
      cases h with
      | seq h hU =>
        obtain ⟨𝒯', h', hs⟩ := ih (.single h)
        exact ⟨_, .seq h' hU, fun ⟨T, hT, hX⟩ => by obtain ⟨_, rfl, he⟩ := hs hT; exact ⟨_, rfl, hX ▸ .seq he⟩⟩
    | seq h hU =>
      obtain ⟨𝒯', h', hs⟩ := ih h
      exact ⟨_, .seq h' hU, fun ⟨T, hT, hX⟩ => by obtain ⟨U, hU, he⟩ := hs hT; exact ⟨_, ⟨U, hU, rfl⟩, hX ▸ .seq he⟩⟩
    | iteration hb hs hc he h =>
      obtain ⟨𝒯', h', hst⟩ := ih h
      refine ⟨_, .iteration hb hs hc he h', fun ⟨T, hT, hX⟩ => ?_⟩
      obtain ⟨U, hU, he⟩ := hst hT
      rcases hX with rfl | rfl
      · exact ⟨_, ⟨U, hU, .inl rfl⟩, .seq (.seq (.seq he))⟩
      · exact ⟨_, ⟨U, hU, .inr rfl⟩, .seq he⟩
    | again hb hs hc he h =>
      obtain ⟨𝒯', h', hst⟩ := ih h
      exact ⟨_, .again hb hs hc he h', fun ⟨T, hT, hX⟩ => by
        obtain ⟨U, hU, he⟩ := hst hT; exact ⟨_, ⟨U, hU, rfl⟩, hX ▸ .seq (.seq he)⟩⟩
  | next hends _ ih =>
    cases h with
    | single h =>
      cases h with
      | seq h hU =>
        obtain ⟨_, rfl, hT⟩ := Tracks.ends hbody hends (.single h)
        obtain ⟨𝒯', h', hs⟩ := ih (.single hU)
        exact ⟨𝒯', h', fun hT' => by obtain ⟨_, rfl, he⟩ := hs hT'; exact ⟨_, rfl, .next hT he⟩⟩
    | seq h hU =>
      obtain ⟨T, h𝒯, hT⟩ := h.ends hbody hends
      obtain ⟨𝒯', h', hs⟩ := ih (.single hU)
      exact ⟨𝒯', h', fun hT' => by obtain ⟨_, rfl, he⟩ := hs hT'; exact ⟨_, ⟨T, h𝒯, rfl⟩, .next hT he⟩⟩
    | iteration hb hs hc he h =>
      obtain ⟨T, h𝒯, hT⟩ := h.ends hbody hends
      obtain ⟨𝒯', h', hst⟩ := ih (.turn hb hs hc he)
      refine ⟨𝒯', h', fun hT' => ?_⟩
      obtain ⟨X, hX, hX'⟩ := hst hT'
      rcases hX with rfl | rfl
      · refine ⟨_, ⟨T, h𝒯, .inl rfl⟩, ?_⟩
        cases hX' with
        | seq he =>
          cases he with
          | seq he => exact .seq (.seq (.next hT he))
          | next hX he => exact .seq (.next (.seq hT hX) he)
        | next hX he =>
          cases hX with
          | seq hX hl => exact .next (.seq (.seq hT hX) hl) he
      · exact ⟨_, ⟨T, h𝒯, .inr rfl⟩, .next hT hX'⟩
    | again hb hs hc he h =>
      obtain ⟨T, h𝒯, hT⟩ := h.ends hbody hends
      obtain ⟨𝒯', h', hst⟩ := ih (.single (.hoist hb hs hc he))
      exact ⟨𝒯', h', fun hT' => by obtain ⟨_, rfl, he⟩ := hst hT'; exact ⟨_, ⟨T, h𝒯, rfl⟩, (covers_again hT).edge he⟩⟩
  | loop _ ih =>
    cases h with
    | single h =>
      cases h with
      | loop h =>
        obtain ⟨𝒯', h', hs⟩ := ih (.single h)
        exact ⟨_, .seq h' (.loop h), fun ⟨T, hT, hX⟩ => by obtain ⟨_, rfl, he⟩ := hs hT; exact ⟨_, rfl, hX ▸ .loop he⟩⟩
  | @call p ρ α S' _ ih =>
    cases h with
    | single h =>
      cases h with
      | call =>
        obtain ⟨𝒯', h', hs⟩ := ih (.single (hbody ρ))
        exact ⟨𝒯', h', fun hT => by obtain ⟨_, rfl, he⟩ := hs hT; exact ⟨_, rfl, .call he⟩⟩
      | hoist hb hs hc he =>
        obtain ⟨𝒯', h', hst⟩ := ih (by rw [hb]; exact .iteration hb hs hc he (.single hs))
        refine ⟨𝒯', h', fun hT => ?_⟩
        obtain ⟨X, ⟨_, rfl, rfl | rfl⟩, he⟩ := hst hT
        · exact ⟨_, rfl, covers_inside.edge he⟩
        · exact ⟨_, rfl, covers_last.edge he⟩
  | block _ ih =>
    cases h with
    | single h =>
      cases h with
      | block h =>
        obtain ⟨𝒯', h', hs⟩ := ih (.single h)
        exact ⟨_, .block h', fun ⟨T, hT, hX⟩ => by obtain ⟨_, rfl, he⟩ := hs hT; exact ⟨_, rfl, hX ▸ .block he⟩⟩
    | block h =>
      obtain ⟨𝒯', h', hs⟩ := ih h
      exact ⟨_, .block h', fun ⟨T, hT, hX⟩ => by obtain ⟨U, hU, he⟩ := hs hT; exact ⟨_, ⟨U, hU, rfl⟩, hX ▸ .block he⟩⟩
  | pick b _ ih =>
    cases h with
    | single h =>
      cases h with
      | pick h =>
        obtain ⟨𝒯', h', hs⟩ := ih (.single (h b))
        exact ⟨𝒯', h', fun hT => by obtain ⟨_, rfl, he⟩ := hs hT; exact ⟨_, rfl, .pick b he⟩⟩
  | @par p b rest α S' _ ih =>
    have step : ∀ {𝒰 : Br → Stmt Tid Br Proc Store → Prop}, (∀ c, Tracks body₁ (rest c) (𝒰 c)) →
        ∃ 𝒯', Tracks body₁ (.par (Plato.Program.update rest b S')) 𝒯' ∧
          ∀ {T'}, 𝒯' T' → ∃ f : Br → Stmt Tid Br Proc Store, (∀ c, 𝒰 c (f c)) ∧ Stmt.Edge body₂ (b :: p) (.par f) α T' := by
      intro 𝒰 h
      obtain ⟨𝒯', h', hs⟩ := ih (h b)
      refine ⟨_, .par (𝒯 := Plato.Program.update 𝒰 b 𝒯') fun c => ?_, ?_⟩
      · by_cases hc : c = b
        · subst hc; rw [Plato.Program.update_same, Plato.Program.update_same]; exact h'
        · rw [Plato.Program.update_other _ hc, Plato.Program.update_other _ hc]; exact h c
      · rintro _ ⟨f, rfl, hf⟩
        have hb := hf b
        rw [Plato.Program.update_same] at hb
        obtain ⟨T, hT, he⟩ := hs hb
        refine ⟨Plato.Program.update f b T, fun c => ?_, ?_⟩
        · by_cases hc : c = b
          · subst hc; rw [Plato.Program.update_same]; exact hT
          · rw [Plato.Program.update_other _ hc]
            have := hf c
            rwa [Plato.Program.update_other _ hc] at this
        · have := edge_par (b := b) (rest := f) he
          rwa [Plato.Program.update_self] at this
    cases h with
    | single h =>
      cases h with
      | @par _ rest' h =>
        obtain ⟨𝒯', h', hs⟩ := step fun c => .single (h c)
        refine ⟨𝒯', h', fun hT => ?_⟩
        obtain ⟨f, hf, he⟩ := hs hT
        have : f = rest' := funext hf
        exact ⟨_, rfl, this ▸ he⟩
    | par h =>
      obtain ⟨𝒯', h', hs⟩ := step h
      refine ⟨𝒯', h', fun hT => ?_⟩
      obtain ⟨f, hf, he⟩ := hs hT
      exact ⟨_, ⟨f, rfl, hf⟩, he⟩

/-- **Lemma 1** for HOIST. -/
theorem Hoists.preserves {P₁ P₂ : Program Tid Br Proc Store} {I : Store → Prop} (hroot : P₁.root = P₂.root) (hchild : P₁.child = P₂.child)
    (hmain : Hoists P₁.body P₁.main P₂.main) (hbody : ∀ ρ, Hoists P₁.body (P₁.body ρ) (P₂.body ρ)) : Preserves P₁ P₂ id I := by
  have run : ∀ {σ y}, Many P₁.Step (σ, P₁.main) y → ∃ 𝒯, Tracks P₁.body y.2 𝒯 ∧ ∀ {T}, 𝒯 T → Many P₂.Step (σ, P₂.main) (y.1, T) := by
    intro σ y hm
    induction hm with
    | refl => exact ⟨_, .single hmain, fun h => h ▸ .refl⟩
    | tail _ hs ih =>
      obtain ⟨𝒯, h, hm⟩ := ih
      obtain ⟨p, α, he, hr⟩ := hs
      obtain ⟨𝒯', h', hs⟩ := h.edge hbody he
      refine ⟨𝒯', h', fun hT => ?_⟩
      obtain ⟨T, hT, he'⟩ := hs hT
      exact .tail (hm hT) ⟨p, α, he', by rw [← hroot, ← hchild]; exact hr⟩
  refine ⟨fun hI ⟨_, y, hm, p, α, S, he, hg⟩ => ?_, fun hI ⟨_, S, hm, hS⟩ => ?_⟩
  · obtain ⟨𝒯, h, hm⟩ := run hm
    obtain ⟨𝒯', h', hs⟩ := h.edge hbody he
    obtain ⟨T', hT'⟩ := h'.nonempty
    obtain ⟨T, hT, he'⟩ := hs hT'
    exact ⟨hI, _, hm hT, p, α, T', he', by rw [← hroot, ← hchild]; exact hg⟩
  · obtain ⟨𝒯, h, hm⟩ := run hm
    obtain ⟨T, hT, hends⟩ := h.ends hbody hS
    exact .inr ⟨_, rfl, hI, T, hm hT, hends⟩

end Plato.Reduction
