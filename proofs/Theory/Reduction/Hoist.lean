/-
# HOIST: the last iteration out of a loop

A loop with `break` is a procedure W that calls itself at the end of an iteration: W = s; (e □ c; W). Each iteration but the last is s; c, the last one is
s; e. HOIST makes of a call of W the statement (s; c)^↺; s; e. While an iteration is under way it is not known whether it is the last one, so what
is left to do in the old program stands for a set of what is left to do in the new one, all of which can be reached. An iteration that fails may
stay in the loop, and one that neither ends nor fails leaves nothing to be shown.

Main definitions: `Hoists` (the programs), `Tracks` (what is left to do).
Main results: `Hoists.preserves` (Lemma 1).
-/
module

public import Theory.Reduction.Simulation

@[expose] public section

namespace Plato.Reduction

variable {Tid Br Proc Store : Type}

/-- (s; c)^↺; s; e. -/
def hoisted (s c e : Stmt Tid Br Proc Store) : Stmt Tid Br Proc Store := .seq (.loop (.seq s c)) (.seq s e)

section

variable (body : Proc → Stmt Tid Br Proc Store)

/-- Calls of loops with `break` are rewritten in a statement. -/
inductive Hoists : Stmt Tid Br Proc Store → Stmt Tid Br Proc Store → Prop where
  | skip : Hoists .skip .skip
  | atomic {α} : Hoists (.atomic α) (.atomic α)
  | choice {S T S' T'} : Hoists S S' → Hoists T T' → Hoists (.choice S T) (.choice S' T')
  | seq {S T S' T'} : Hoists S S' → Hoists T T' → Hoists (.seq S T) (.seq S' T')
  | loop {S S'} : Hoists S S' → Hoists (.loop S) (.loop S')
  | call {ρ} : Hoists (.call ρ) (.call ρ)
  | block {S S'} : Hoists S S' → Hoists (.block S) (.block S')
  | exit {n} : Hoists (.exit n) (.exit n)
  | pick {S S'} : (∀ b, Hoists (S b) (S' b)) → Hoists (.pick S) (.pick S')
  | par {rest rest'} : (∀ b, Hoists (rest b) (rest' b)) → Hoists (.par rest) (.par rest')
  /-- HOIST -/
  | hoist {W s c e s' c' e'} : body W = .seq s (.choice e (.seq c (.call W))) → Hoists s s' → Hoists c c' → Hoists e e' →
    Hoists (.call W) (hoisted s' c' e')

/-- What is left to do in the old program, and all that may be left to do in the new one. -/
inductive Tracks : Stmt Tid Br Proc Store → (Stmt Tid Br Proc Store → Prop) → Prop where
  | single {S T} : Hoists body S T → Tracks S (· = T)
  | seq {S 𝒯 U U'} : Tracks S 𝒯 → Hoists body U U' → Tracks (.seq S U) (fun X => ∃ T, 𝒯 T ∧ X = .seq T U')
  | block {S 𝒯} : Tracks S 𝒯 → Tracks (.block S) (fun X => ∃ T, 𝒯 T ∧ X = .block T)
  | par {rest} {𝒯 : Br → Stmt Tid Br Proc Store → Prop} : (∀ b, Tracks (rest b) (𝒯 b)) → Tracks (.par rest) (fun X => ∃ f, X = .par f ∧ ∀ b, 𝒯 b (f b))
  /-- In an iteration: it may be the last one, or not. -/
  | iteration {W s c e s' c' e' S 𝒯} : body W = .seq s (.choice e (.seq c (.call W))) → Hoists body s s' → Hoists body c c' → Hoists body e e' →
    Tracks S 𝒯 → Tracks (.seq S (.choice e (.seq c (.call W))))
      (fun X => ∃ T, 𝒯 T ∧ (X = .seq (.seq (.seq T c') (.loop (.seq s' c'))) (.seq s' e') ∨ X = .seq T e'))
  /-- Where it turns out. -/
  | turn {W s c e s' c' e'} : body W = .seq s (.choice e (.seq c (.call W))) → Hoists body s s' → Hoists body c c' → Hoists body e e' →
    Tracks (.choice e (.seq c (.call W))) (fun X => X = .seq (.seq c' (.loop (.seq s' c'))) (.seq s' e') ∨ X = e')
  /-- After that, in an iteration that is not the last one. -/
  | again {W s c e s' c' e' S 𝒯} : body W = .seq s (.choice e (.seq c (.call W))) → Hoists body s s' → Hoists body c c' → Hoists body e e' →
    Tracks S 𝒯 → Tracks (.seq S (.call W)) (fun X => ∃ T, 𝒯 T ∧ X = .seq (.seq T (.loop (.seq s' c'))) (.seq s' e'))

end

variable {body₁ body₂ : Proc → Stmt Tid Br Proc Store}

theorem Tracks.nonempty {S : Stmt Tid Br Proc Store} {𝒯 : Stmt Tid Br Proc Store → Prop} (h : Tracks body₁ S 𝒯) : ∃ T, 𝒯 T := by
  induction h with
  | single => exact ⟨_, rfl⟩
  | seq _ _ ih => obtain ⟨T, hT⟩ := ih; exact ⟨_, T, hT, rfl⟩
  | block _ ih => obtain ⟨T, hT⟩ := ih; exact ⟨_, T, hT, rfl⟩
  | par _ ih => exact ⟨_, fun b => (ih b).choose, rfl, fun b => (ih b).choose_spec⟩
  | iteration _ _ _ _ _ ih => obtain ⟨T, hT⟩ := ih; exact ⟨_, T, hT, .inr rfl⟩
  | turn => exact ⟨_, .inr rfl⟩
  | again _ _ _ _ _ ih => obtain ⟨T, hT⟩ := ih; exact ⟨_, T, hT, rfl⟩

theorem Tracks.skip {𝒯 : Stmt Tid Br Proc Store → Prop} (h : Tracks body₁ .skip 𝒯) {T : Stmt Tid Br Proc Store} (hT : 𝒯 T) : T = .skip := by
  cases h with
  | single h => cases h; exact hT

section

variable {s c e T : Stmt Tid Br Proc Store}

/-- The hoisted loop can do what its first iteration can do, … -/
theorem covers_inside : Covers body₂ (hoisted s c e) (.seq (.seq (.seq s c) (.loop (.seq s c))) (.seq s e)) where
  edge he := by
    cases he with
    | seq he =>
      cases he with
      | seq he => exact .seq (.loop he)
      | next _ he => exact .seq he
    | next _ he => exact .next .loop he
  ends he := by
    cases he with
    | seq _ he => exact .seq .loop he
    | seqExit he =>
      cases he with
      | seq _ he => exact .seqExit he
      | seqExit he => exact .seqExit (.loopExit he)

/-- … what its last one can do, … -/
theorem covers_last : Covers body₂ (hoisted s c e) (.seq s e) := .next .loop

/-- … and all of it comes again after an iteration. -/
theorem covers_again (h : Stmt.Ends body₂ T) : Covers body₂ (.seq (.seq T (.loop (.seq s c))) (.seq s e)) (hoisted s c e) where
  edge he := by
    cases he with
    | seq he => exact .seq (.next h he)
    | next _ he => exact .next (.seq h .loop) he
  ends he := by
    cases he with
    | seq _ he => exact .seq (.seq h .loop) he
    | seqExit he => exact .seqExit (.seq h he)

end

/-- Where the old program can be left, the new one can. -/
theorem Tracks.ends (hbody : ∀ ρ, Hoists body₁ (body₁ ρ) (body₂ ρ)) {k : Option Nat} {S : Stmt Tid Br Proc Store} {𝒯 : Stmt Tid Br Proc Store → Prop}
    (he : Stmt.Leaves body₁ k S) (h : Tracks body₁ S 𝒯) : ∃ T, 𝒯 T ∧ Stmt.Leaves body₂ k T := by
  induction he generalizing 𝒯 with
  | skip => obtain ⟨T, hT⟩ := h.nonempty; exact ⟨T, hT, h.skip hT ▸ .skip⟩
  | left _ ih =>
    cases h with
    | single h =>
      cases h with
      | choice h _ => obtain ⟨_, rfl, hT⟩ := ih (.single h); exact ⟨_, rfl, .left hT⟩
    | turn _ _ _ h => obtain ⟨_, rfl, hT⟩ := ih (.single h); exact ⟨_, .inr rfl, hT⟩
  | right _ ih =>
    cases h with
    | single h =>
      cases h with
      | choice _ h => obtain ⟨_, rfl, hT⟩ := ih (.single h); exact ⟨_, rfl, .right hT⟩
    | turn hb hs hc he =>
      obtain ⟨_, ⟨_, rfl, rfl⟩, hT⟩ := ih (.again hb hs hc he (.single hc))
      exact ⟨_, .inl rfl, hT⟩
  | seq _ _ ih ih' =>
    cases h with
    | single h =>
      cases h with
      | seq h h' =>
        obtain ⟨_, rfl, hT⟩ := ih (.single h)
        obtain ⟨_, rfl, hT'⟩ := ih' (.single h')
        exact ⟨_, rfl, .seq hT hT'⟩
    | seq h h' =>
      obtain ⟨T, h𝒯, hT⟩ := ih h
      obtain ⟨_, rfl, hT'⟩ := ih' (.single h')
      exact ⟨_, ⟨T, h𝒯, rfl⟩, .seq hT hT'⟩
    | iteration hb hs hc he h =>
      obtain ⟨T, h𝒯, hT⟩ := ih h
      obtain ⟨X, rfl | rfl, hX⟩ := ih' (.turn hb hs hc he)
      · refine ⟨_, ⟨T, h𝒯, .inl rfl⟩, ?_⟩
        cases hX with
        | seq hX hX' =>
          cases hX with
          | seq hX hl => exact .seq (.seq (.seq hT hX) hl) hX'
        | seqExit hX =>
          cases hX with
          | seq hX hl => exact .seqExit (.seq (.seq hT hX) hl)
          | seqExit hX => exact .seqExit (.seqExit (.seq hT hX))
      · exact ⟨_, ⟨T, h𝒯, .inr rfl⟩, .seq hT hX⟩
    | again hb hs hc he h =>
      obtain ⟨T, h𝒯, hT⟩ := ih h
      obtain ⟨_, rfl, hX⟩ := ih' (.single (.hoist hb hs hc he))
      exact ⟨_, ⟨T, h𝒯, rfl⟩, (covers_again hT).ends hX⟩
  | seqExit _ ih =>
    cases h with
    | single h =>
      cases h with
      | seq h h' =>
        obtain ⟨_, rfl, hT⟩ := ih (.single h)
        exact ⟨_, rfl, .seqExit hT⟩
    | seq h h' =>
      obtain ⟨T, h𝒯, hT⟩ := ih h
      exact ⟨_, ⟨T, h𝒯, rfl⟩, .seqExit hT⟩
    | iteration hb hs hc he h =>
      obtain ⟨T, h𝒯, hT⟩ := ih h
      exact ⟨_, ⟨T, h𝒯, .inr rfl⟩, .seqExit hT⟩
    | again hb hs hc he h =>
      obtain ⟨T, h𝒯, hT⟩ := ih h
      exact ⟨_, ⟨T, h𝒯, rfl⟩, .seqExit (.seqExit hT)⟩
  | loop =>
    cases h with
    | single h =>
      cases h with
      | loop h => exact ⟨_, rfl, .loop⟩
  | loopExit _ ih =>
    cases h with
    | single h =>
      cases h with
      | loop h => obtain ⟨_, rfl, hT⟩ := ih (.single h); exact ⟨_, rfl, .loopExit hT⟩
  | exit =>
    cases h with
    | single h =>
      cases h with
      | exit => exact ⟨_, rfl, .exit⟩
  | block _ ih =>
    cases h with
    | single h =>
      cases h with
      | block h => obtain ⟨_, rfl, hT⟩ := ih (.single h); exact ⟨_, rfl, .block hT⟩
    | block h => obtain ⟨T, h𝒯, hT⟩ := ih h; exact ⟨_, ⟨T, h𝒯, rfl⟩, .block hT⟩
  | blockExit _ ih =>
    cases h with
    | single h =>
      cases h with
      | block h => obtain ⟨_, rfl, hT⟩ := ih (.single h); exact ⟨_, rfl, .blockExit hT⟩
    | block h => obtain ⟨T, h𝒯, hT⟩ := ih h; exact ⟨_, ⟨T, h𝒯, rfl⟩, .blockExit hT⟩
  | blockOut _ ih =>
    cases h with
    | single h =>
      cases h with
      | block h => obtain ⟨_, rfl, hT⟩ := ih (.single h); exact ⟨_, rfl, .blockOut hT⟩
    | block h => obtain ⟨T, h𝒯, hT⟩ := ih h; exact ⟨_, ⟨T, h𝒯, rfl⟩, .blockOut hT⟩
  | pick b _ ih =>
    cases h with
    | single h =>
      cases h with
      | pick h => obtain ⟨_, rfl, hT⟩ := ih (.single (h b)); exact ⟨_, rfl, .pick b hT⟩
  | @call k ρ _ ih =>
    cases h with
    | single h =>
      cases h with
      | call => obtain ⟨_, rfl, hT⟩ := ih (.single (hbody ρ)); exact ⟨_, rfl, .call hT⟩
      | hoist hb hs hc he =>
        obtain ⟨X, ⟨_, rfl, rfl | rfl⟩, hX⟩ := ih (by rw [hb]; exact .iteration hb hs hc he (.single hs))
        · exact ⟨_, rfl, covers_inside.ends hX⟩
        · exact ⟨_, rfl, covers_last.ends hX⟩
  | par busy hb _ ih =>
    cases h with
    | single h =>
      cases h with
      | @par _ rest' h =>
        refine ⟨_, rfl, .par busy (fun b hn => ?_) fun b => ?_⟩
        · have hs := Tracks.single (h b)
          rw [hb b hn] at hs
          exact hs.skip rfl
        · obtain ⟨_, rfl, hT⟩ := ih b (.single (h b)); exact hT
    | par h =>
      have hc := fun b => ih b (h b)
      exact ⟨_, ⟨fun b => (hc b).choose, rfl, fun b => (hc b).choose_spec.1⟩,
        .par busy (fun b hn => Tracks.skip (body₁ := body₁) (hb b hn ▸ h b) (hc b).choose_spec.1) fun b => (hc b).choose_spec.2⟩

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
