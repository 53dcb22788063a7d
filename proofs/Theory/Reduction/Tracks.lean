/-
# HOIST: the last iteration out of a loop, what is left to do

A loop with `break` is a procedure W that calls itself at the end of an iteration: W = s; (e □ c; W). Each iteration but the last is s; c, the last one is
s; e. HOIST makes of a call of W the statement (s; c)^↺; s; e. While an iteration is under way it is not known whether it is the last one, so what
is left to do in the old program stands for a set of what is left to do in the new one, all of which can be reached. An iteration that fails may
stay in the loop, and one that neither ends nor fails leaves nothing to be shown.

Main definitions: `Hoists` (the programs), `Tracks` (what is left to do).
Main results: `Tracks.ends`; Lemma 1 is in `Theory/Reduction/Hoist`.
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

end Plato.Reduction
