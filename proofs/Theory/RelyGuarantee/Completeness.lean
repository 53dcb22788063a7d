/-
# Completeness for components

The first half of section 9 of *The Rely-Guarantee Method in Isabelle/HOL*: for a component the proof system is complete. Assertions are
predicates on stores, so they can always be expressed: the strongest postcondition of a statement is the set of stores in which it can end,
and the invariant of a loop the set of stores in which it can begin a round, in both cases among steps of the rely.

Main definitions: `Ends` (the strongest postcondition).
Main results: `component_complete` (what is valid is derivable, the guarantee being reflexive), `derivable_iff_valid`. For programs, ghosts
are needed: see `RelyGuarantee.Parameterized`.
-/
module

public import Theory.RelyGuarantee.Soundness

@[expose] public section

namespace Plato.RelyGuarantee

variable {Store : Type} {rely guar : Action Store} {pre : Store → Prop}

/-- The statement can come to this statement and store from a store in which `pre` holds. -/
def Comes (pre : Store → Prop) (rely : Action Store) (S S' : Statement Store) (σ' : Store) : Prop :=
  ∃ σ, pre σ ∧ (component Store).Reach rely S σ S' σ'

/-- The strongest postcondition: the stores in which the statement can end. -/
def Ends (pre : Store → Prop) (rely : Action Store) (S : Statement Store) (σ' : Store) : Prop := Comes pre rely S .skip σ'

/-- A statement comes to itself at once. -/
theorem comes_start {S : Statement Store} {σ : Store} (h : pre σ) : Comes pre rely S S σ := ⟨σ, h, .refl⟩

/-- What a statement comes to is stable under the rely. -/
theorem comes_stable {S S' : Statement Store} : Stable rely (Comes pre rely S S') :=
  fun _ _ ⟨σ, hσ, hreach⟩ hrely => ⟨σ, hσ, hreach.andEnvironment hrely⟩

/-- One more step. -/
theorem Comes.step {S S₁ S₂ : Statement Store} {σ₁ σ₂ : Store} (h : Comes pre rely S S₁ σ₁) (hs : SeqStep (.run σ₁ S₁) (.run σ₂ S₂)) :
    Comes pre rely S S₂ σ₂ := let ⟨σ, hσ, hreach⟩ := h; ⟨σ, hσ, hreach.andComponent hs⟩

/-- A statement that neither goes wrong nor breaks the guarantee satisfies its strongest postcondition, derivably. -/
theorem derivable_ends (hrefl : Reflexive guar) (S : Statement Store) {pre : Store → Prop}
    (h : ∀ σ, pre σ → Correct rely guar (fun _ => True) S σ) : Derivable S ⟨pre, rely, guar, Ends pre rely S⟩ := by
  induction S generalizing pre with
  | skip => exact (Derivable.skip comes_stable).assertions (fun _ => comes_start) fun _ h => h
  | atomic command =>
    refine (Derivable.atomic (pre := Comes pre rely _ (.atomic command)) ?_ comes_stable comes_stable).assertions
      (fun _ => comes_start) fun _ h => h
    rintro σ ⟨σ₀, hσ₀, hreach⟩
    exact ⟨fun hc => (h σ₀ hσ₀).safe hreach (.actionWrong hc), fun σ' hc =>
      ⟨(h σ₀ hσ₀).guarantee hreach (.actionOk hc), σ₀, hσ₀, hreach.andComponent (.actionOk hc)⟩⟩
  | choice S T ihS ihT =>
    refine .choice ((ihS fun σ hσ => (h σ hσ).step .choiceLeft).assertions (fun _ h => h) ?_)
      ((ihT fun σ hσ => (h σ hσ).step .choiceRight).assertions (fun _ h => h) ?_) hrefl
    · exact fun _ ⟨σ, hσ, hreach⟩ => ⟨σ, hσ, .component .choiceLeft hreach⟩
    · exact fun _ ⟨σ, hσ, hreach⟩ => ⟨σ, hσ, .component .choiceRight hreach⟩
  | seq S T ihS ihT =>
    have hsecond : ∀ {τ}, Ends pre rely S τ → Comes pre rely (.seq S T) T τ :=
      fun ⟨σ, hσ, hreach⟩ => ⟨σ, hσ, (reach_seq hreach).andComponent .seqSkip⟩
    refine .seq (ihS fun σ hσ => (correct_first (h σ hσ)).weaken fun _ _ => trivial)
      (Derivable.assertions (ihT (pre := Ends pre rely S) fun τ hτ => ?_) (fun _ h => h) ?_) hrefl
    · obtain ⟨σ, hσ, hreach⟩ := hsecond hτ
      exact (h σ hσ).reach hreach
    · rintro υ ⟨τ, hτ, hreach⟩
      obtain ⟨σ, hσ, hreach'⟩ := hsecond hτ
      exact ⟨σ, hσ, hreach'.trans hreach⟩
  | loop S ih =>
    have hround : ∀ {τ}, Comes pre rely (.loop S) (.loop S) τ → Comes pre rely (.loop S) (.seq S (.loop S)) τ :=
      fun h => h.step .loopUnroll
    refine (Derivable.loop ((ih (pre := Comes pre rely (.loop S) (.loop S)) fun τ hτ => ?_).assertions (fun _ h => h) ?_)
      comes_stable hrefl).assertions (fun _ => comes_start) fun _ h => h.step .loopDone
    · obtain ⟨σ, hσ, hreach⟩ := hround hτ
      exact (correct_first ((h σ hσ).reach hreach)).weaken fun _ _ => trivial
    · rintro υ ⟨τ, hτ, hreach⟩
      obtain ⟨σ, hσ, hreach'⟩ := hround hτ
      exact ⟨σ, hσ, (hreach'.trans (reach_seq hreach)).andComponent .seqSkip⟩

/-- What satisfies its specification is derivable. -/
theorem derivable_of_sat {S : Statement Store} {s : Specification Store} (hrefl : Reflexive s.guarantee) (h : (component Store).Sat S s) :
    Derivable S s :=
  (derivable_ends hrefl S fun σ hσ => (h σ hσ).weaken fun _ _ => trivial).assertions (fun _ h => h)
    fun _ ⟨_, hσ, hreach⟩ => (h _ hσ).post hreach rfl

/-- **Completeness for components**: what is valid is derivable, the guarantee being reflexive. -/
theorem component_complete {S : Statement Store} {s : Specification Store} (hrefl : Reflexive s.guarantee)
    (h : (component Store).Valid S s) : Derivable S s := derivable_of_sat hrefl (valid_iff_sat.mp h)

/-- For a reflexive guarantee, derivable is valid. -/
theorem derivable_iff_valid {S : Statement Store} {s : Specification Store} (hrefl : Reflexive s.guarantee) :
    Derivable S s ↔ (component Store).Valid S s := ⟨sound, component_complete hrefl⟩

end Plato.RelyGuarantee
