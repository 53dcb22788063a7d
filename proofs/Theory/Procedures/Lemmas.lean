/-
# Procedures are simulated by their abstractions

Lemmas 2 and 3 of the appendix of *Modular Verification of Multithreaded Programs* (Calvin): a stronger assumption about the environment
keeps simulation, and a statement is simulated by the one with its calls replaced by abstractions, whatever the depth of its stack, if
each body is simulated by its abstraction with its own calls so replaced. The abstractions are any statements here.

The paper's proof of Lemma 3 says that a run of S₁ is one of S₁; S₂. It is if S₂ has a sequence at all, so the empty trace must be among
those that are subsumed.

Main definitions: `MatchedBy`. Main results: `simulated_strengthen` (Lemma 2), `inline_simulated` (Lemma 3), `inline_simulated_all`.
-/
module

public import Theory.Procedures.Derived

@[expose] public section

namespace Plato.Procedures

variable {Thread Store : Type} {j : Thread}

/-- One trace after another, if the first does not go wrong. -/
def Trace.andThen : Trace Thread Store → Trace Thread Store → Trace Thread Store
  | .stop, τ₂ => τ₂
  | .step t σ τ, τ₂ => .step t σ (τ.andThen τ₂)
  | .wrong t, _ => .wrong t

theorem Subsumed.andThen_wrong {τ τ' : Trace Thread Store} (h : Subsumed τ τ') {σ : Store} (hw : τ'.final σ = .wrong)
    (τ₂ : Trace Thread Store) : Subsumed (τ.andThen τ₂) τ' := by
  induction h generalizing σ with
  | stop => cases hw
  | @step t σ' _ _ _ ih => exact .step (ih (σ := σ') hw)
  | early => exact .early
  | wrong => exact .wrong

theorem Subsumed.andThen {τ₂ τ₂' : Trace Thread Store} (h : Subsumed τ₂ τ₂') (τ : Trace Thread Store) :
    Subsumed (τ.andThen τ₂) (τ.andThen τ₂') := by
  induction τ with
  | stop => exact h
  | step _ _ _ ih => exact .step ih
  | wrong => exact .wrong

section

variable {E : Action Store} {full : Bool} {σ : Store} {a b : List (Atomic Thread Store)} {τ : Trace Thread Store}

theorem Amid.partly (h : Amid true j E σ a τ) : Amid full j E σ a τ := by
  induction h with
  | stop h => exact .stop fun _ => h rfl
  | own h1 _ ih => exact .own h1 ih
  | other hs h1 _ ih => exact .other hs h1 ih
  | wrong h1 => exact .wrong h1

/-- A run that does not come to the end of a sequence is one of a longer sequence. -/
theorem Amid.append (h : Amid full j E σ a τ) (hw : full = false ∨ τ.final σ = .wrong) : Amid full j E σ (a ++ b) τ := by
  induction h with
  | stop =>
    refine .stop fun hf => ?_
    rcases hw with hw | hw
    · rw [hw] at hf; cases hf
    · cases hw
  | own h1 _ ih => exact .own h1 (ih hw)
  | other hs h1 _ ih => exact .other hs h1 (ih hw)
  | wrong h1 => exact .wrong h1

theorem Amid.andThen {σ' : Store} {τ₂ : Trace Thread Store} (h : Amid true j E σ a τ) (hσ' : τ.final σ = .store σ')
    (h2 : Amid full j E σ' b τ₂) : Amid full j E σ (a ++ b) (τ.andThen τ₂) := by
  induction h with
  | stop h => obtain rfl := h rfl; cases hσ'; exact h2
  | own h1 _ ih => exact .own h1 (ih hσ')
  | other hs h1 _ ih => exact .other hs h1 (ih hσ')
  | wrong => cases hσ'

/-- A run of one sequence after another ends in the first, or is a run of the first and a run of the second. -/
theorem Amid.split (h : Amid full j E σ (a ++ b) τ) : (Amid full j E σ a τ ∧ (full = false ∨ τ.final σ = .wrong)) ∨
    ∃ τ₁ τ₂ σ', τ = τ₁.andThen τ₂ ∧ τ₁.final σ = .store σ' ∧ Amid true j E σ a τ₁ ∧ Amid full j E σ' b τ₂ := by
  generalize hc : a ++ b = c at h
  induction h generalizing a with
  | @stop σ c h =>
    cases full with
    | false => exact .inl ⟨.stop fun h => (by cases h), .inl rfl⟩
    | true =>
      obtain ⟨rfl, rfl⟩ := List.append_eq_nil_iff.mp (hc.trans (h rfl))
      exact .inr ⟨.stop, .stop, σ, rfl, rfl, .stop fun _ => rfl, .stop fun _ => rfl⟩
  | @own σ σ' x c τ h1 h2 ih =>
    cases a with
    | nil => cases hc; exact .inr ⟨.stop, _, σ, rfl, rfl, .stop fun _ => rfl, .own h1 h2⟩
    | cons y a =>
      cases hc
      rcases ih rfl with ⟨h, hw⟩ | ⟨τ₁, τ₂, σ'', rfl, hσ, h, h'⟩
      · exact .inl ⟨.own h1 h, hw⟩
      · exact .inr ⟨.step j σ' τ₁, τ₂, σ'', rfl, hσ, .own h1 h, h'⟩
  | @other σ σ' s c τ hs h1 h2 ih =>
    rcases ih hc with ⟨h, hw⟩ | ⟨τ₁, τ₂, σ'', rfl, hσ, h, h'⟩
    · exact .inl ⟨.other hs h1 h, hw⟩
    · exact .inr ⟨.step s σ' τ₁, τ₂, σ'', rfl, hσ, .other hs h1 h, h'⟩
  | @wrong σ x c h1 =>
    cases a with
    | nil => cases hc; exact .inr ⟨.stop, _, σ, rfl, rfl, .stop fun _ => rfl, .wrong h1⟩
    | cons y a => cases hc; exact .inl ⟨.wrong h1, .inr rfl⟩

end

/-- What a run of the sequence does is done by runs of these sequences. -/
def MatchedBy (j : Thread) (E : Action Store) (a : List (Atomic Thread Store)) (ψ : List (Atomic Thread Store) → Prop) : Prop :=
  ∀ full σ τ, Amid full j E σ a τ → ∃ b τ', ψ b ∧ Amid full j E σ b τ' ∧ Subsumed τ τ'

theorem simulatedIn_all {E : Thread → Action Store} {φ ψ : List (Atomic Thread Store) → Prop} :
    SimulatedIn (fun _ => True) E j φ ψ ↔ ∀ a, φ a → MatchedBy j (E j) a ψ := by
  rw [simulatedIn_iff]
  exact ⟨fun h a ha full σ τ => h full σ τ a trivial ha, fun h full σ τ a _ ha => h a ha full σ τ⟩

section

variable {E : Action Store} {a b : List (Atomic Thread Store)} {φ ψ χ : List (Atomic Thread Store) → Prop}

theorem MatchedBy.refl (h : φ a) : MatchedBy j E a φ := fun _ _ τ hr => ⟨a, τ, h, hr, .refl τ⟩

theorem MatchedBy.trans (h1 : MatchedBy j E a ψ) (h2 : ∀ b, ψ b → MatchedBy j E b χ) : MatchedBy j E a χ := by
  intro full σ τ hr
  obtain ⟨b, τ', hb, hr', hs⟩ := h1 full σ τ hr
  obtain ⟨c, τ'', hc, hr'', hs'⟩ := h2 b hb full σ τ' hr'
  exact ⟨c, τ'', hc, hr'', hs.trans hs'⟩

theorem MatchedBy.mono (h : MatchedBy j E a φ) (hφ : ∀ b, φ b → ψ b) : MatchedBy j E a ψ := h.trans fun b hb => .refl (hφ b hb)

/-- Sequential composition, as in Lemma 3. -/
theorem MatchedBy.seq (h1 : MatchedBy j E a φ) (h2 : MatchedBy j E b ψ) :
    MatchedBy j E (a ++ b) (fun c => ∃ a b, φ a ∧ ψ b ∧ c = a ++ b) := by
  intro full σ τ hr
  obtain ⟨b₀, _, hb₀, _, _⟩ := h2 false σ .stop (.stop fun h => by cases h)
  rcases hr.split with ⟨hr, hw⟩ | ⟨τ₁, τ₂, σ', rfl, hσ', hr1, hr2⟩
  · obtain ⟨a', τ', ha', hr', hs⟩ := h1 full σ τ hr
    refine ⟨a' ++ b₀, τ', ⟨a', b₀, ha', hb₀, rfl⟩, hr'.append (hw.imp id fun hw => ?_), hs⟩
    rcases hs.final σ with h | rfl
    · exact h
    · exact hw
  · obtain ⟨a', τ', ha', hr', hs⟩ := h1 true σ τ₁ hr1
    rcases hs.final σ with hw | rfl
    · exact ⟨a' ++ b₀, τ', ⟨a', b₀, ha', hb₀, rfl⟩, hr'.partly.append (.inr hw), hs.andThen_wrong hw τ₂⟩
    · obtain ⟨b', τ₂', hb', hr2', hs2⟩ := h2 full σ' τ₂ hr2
      exact ⟨a' ++ b', _, ⟨a', b', ha', hb', rfl⟩, hr'.andThen hσ' hr2', hs2.andThen _⟩

/-- Iteration, as in Lemma 3. -/
theorem MatchedBy.star (h : ∀ a, φ a → MatchedBy j E a ψ) (ha : Star φ a) : MatchedBy j E a (Star ψ) := by
  induction ha with
  | nil => exact .refl .nil
  | cons h1 _ ih => exact ((h _ h1).seq ih).mono fun c ⟨a, b, ha, hb, hc⟩ => hc ▸ .cons ha hb

end

/-- A run that subsumes one in a better environment is in that environment, too. -/
theorem Amid.strengthen {E F : Action Store} {full full' : Bool} {σ : Store} {a b : List (Atomic Thread Store)}
    {τ τ' : Trace Thread Store} (h : Amid full j F σ a τ) (h' : Amid full' j E σ b τ') (hs : Subsumed τ τ') : Amid full' j F σ b τ' := by
  induction h' generalizing a τ with
  | stop hf => exact .stop hf
  | own h1 _ ih =>
    cases hs with
    | step hs => cases h with
      | own _ h => exact .own h1 (ih h hs)
      | other hj => exact absurd rfl hj
  | other hj _ _ ih =>
    cases hs with
    | step hs => cases h with
      | own _ h => exact absurd rfl hj
      | other _ h1 h => exact .other hj h1 (ih h hs)
  | wrong h1 => exact .wrong h1

theorem Amid.weaken {E F : Action Store} (hFE : ∀ σ σ', F σ σ' → E σ σ') {full : Bool} {σ : Store} {a : List (Atomic Thread Store)}
    {τ : Trace Thread Store} (h : Amid full j F σ a τ) : Amid full j E σ a τ := by
  induction h with
  | stop h => exact .stop h
  | own h1 _ ih => exact .own h1 ih
  | other hs h1 _ ih => exact .other hs (hFE _ _ h1) ih
  | wrong h1 => exact .wrong h1

/-- **Lemma 2**: if F implies E, what is simulated in E is simulated in F. -/
theorem simulated_strengthen {J : Store → Prop} {E F : Thread → Action Store} (hFE : ∀ σ σ', F j σ σ' → E j σ σ')
    {φ ψ : List (Atomic Thread Store) → Prop} (h : SimulatedIn J E j φ ψ) : SimulatedIn J F j φ ψ := by
  rw [simulatedIn_iff] at h ⊢
  intro full σ τ a hσ ha hr
  obtain ⟨b, τ', hb, hr', hs⟩ := h full σ τ a hσ ha (hr.weaken hFE)
  exact ⟨b, τ', hb, hr.strengthen hr' hs, hs⟩

section

variable {Proc : Type} {B abs : Proc → Stmt (Atomic Thread Store) Proc}

/-- If calls are matched by abstractions, statements are matched by what they are with abstractions inlined. -/
theorem inline_matched {E : Action Store} {calls : Proc → List (Atomic Thread Store) → Prop} (S : Stmt (Atomic Thread Store) Proc)
    (h : ∀ m, S.Calls m → ∀ a, calls m a → MatchedBy j E a (sequences B (abs m))) {a : List (Atomic Thread Store)}
    (ha : S.sequencesWith calls a) : MatchedBy j E a (sequences B (S.inlineAbs abs)) := by
  induction S generalizing a with
  | skip => exact .refl (sequences_skip.mpr ha)
  | atomic => exact .refl (sequences_atomic.mpr ha)
  | seq S T ihS ihT =>
    obtain ⟨b, c, hb, hc, rfl⟩ := ha
    exact ((ihS (fun m hm => h m (.inl hm)) hb).seq (ihT (fun m hm => h m (.inr hm)) hc)).mono fun _ => sequences_seq.mpr
  | choice S T ihS ihT =>
    rcases ha with ha | ha
    · exact (ihS (fun m hm => h m (.inl hm)) ha).mono fun _ h => sequences_choice.mpr (.inl h)
    · exact (ihT (fun m hm => h m (.inr hm)) ha).mono fun _ h => sequences_choice.mpr (.inr h)
  | loop S ih => exact (MatchedBy.star (fun b hb => ih h hb) ha).mono fun _ => sequences_loop.mpr
  | call m => exact h m rfl a ha

variable {spec : Proc → Spec Thread Store Proc}

/-- **Lemma 3**: if every body, with the abstractions inlined, is simulated by its abstraction in Ê(m), then a statement up to any depth
is simulated by what it is with the abstractions inlined, in an environment that implies Ê of all it calls. -/
theorem inline_simulated (hB : ∀ m, SimulatedIn (fun _ => True) (derivedRely B spec m) j (sequences B ((B m).inlineAbs abs))
    (sequences B (abs m))) (d : Nat) (S : Stmt (Atomic Thread Store) Proc) (E : Thread → Action Store)
    (hE : ∀ m, S.Calls m → ∀ σ σ', E j σ σ' → derivedRely B spec m j σ σ') :
    SimulatedIn (fun _ => True) E j (upTo B d S) (sequences B (S.inlineAbs abs)) := by
  rw [simulatedIn_all]
  intro a ha
  induction d generalizing S a with
  | zero => exact inline_matched S (fun _ _ _ h => h.elim) ha
  | succ d ih =>
    refine inline_matched S (fun m hm b hb => ?_) ha
    have h1 := ih (B m) (fun l hl σ σ' h => derivedRely_calls hl (hE m hm σ σ' h)) b hb
    exact h1.trans (simulatedIn_all.mp (simulated_strengthen (hE m hm) (hB m)))

/-- Lemma 3, for all depths at once. -/
theorem inline_simulated_all (hB : ∀ m, SimulatedIn (fun _ => True) (derivedRely B spec m) j (sequences B ((B m).inlineAbs abs))
    (sequences B (abs m))) (S : Stmt (Atomic Thread Store) Proc) (E : Thread → Action Store)
    (hE : ∀ m, S.Calls m → ∀ σ σ', E j σ σ' → derivedRely B spec m j σ σ') :
    SimulatedIn (fun _ => True) E j (sequences B S) (sequences B (S.inlineAbs abs)) := by
  rw [simulatedIn_all]
  rintro a ⟨d, ha⟩
  exact simulatedIn_all.mp (inline_simulated hB d S E hE) a ha

end

end Plato.Procedures
