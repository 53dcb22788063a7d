/-
# Verification conditions and derivations

The kernel checks the verification conditions of a proof outline (`weakest`, in `ThreadModular.Rules`). If they hold, there is a derivation
in the proof system of *The Rely-Guarantee Method in Isabelle/HOL* (section 7), and so the program satisfies its specification. Conversely,
every derivation can be written as an explicit outline whose conditions hold, whatever the rely is. With completeness (section 9) it follows
that whatever is valid for a component has such an outline.

Main results: `derivable_of_weakest`, `outline_of_derivable`, `valid_iff_outline` (valid is: some explicit outline's conditions hold);
`sat_of_weakest` (conditions of all threads make the program satisfy its specification).
-/
module

public import Theory.RelyGuarantee.ThreadModular

@[expose] public section

namespace Plato.RelyGuarantee

variable {Thread Store : Type} {A A' G G' : Action Store} {Q Q' Init : Store → Prop} {S : Statement Store} {explicit : Bool}

/-- Verification conditions of a thread give a derivation. -/
theorem derivable_of_weakest (hA : explicit = false → (∀ σ, A σ σ) ∧ ∀ σ τ υ, A σ τ → A τ υ → A σ υ) (hG : Reflexive G)
    (O : Outline Store) (hQ : Stable A Q) (h : ∀ σ, Init σ → weakest explicit A G O Q σ) : Derivable O.statement ⟨Init, A, G, Q⟩ :=
  derivable_of_sat hG fun σ hσ => (right_iff_correct hG).mp (weakest_sound hA O hQ (h σ hσ))

/-- Conditions of an explicit outline still hold for a stronger rely, a weaker guarantee and a weaker postcondition. -/
theorem weakest_explicit_mono (hA : ∀ σ τ, A σ τ → A' σ τ) (hG : ∀ σ τ, G' σ τ → G σ τ) (O : Outline Store) (hQ : ∀ σ, Q' σ → Q σ)
    {σ : Store} (h : weakest true A' G' O Q' σ) : weakest true A G O Q σ := by
  have hstable : ∀ {J : Store → Prop}, Stable A' J → Stable A J := fun hJ σ τ hσ hτ => hJ σ τ hσ (hA σ τ hτ)
  induction O generalizing Q Q' σ with
  | skip => cases h.1
  | atomic command => cases h.1
  | guarded J command =>
    refine ⟨h.1, hstable h.2.1, fun τ hτ => ⟨(h.2.2 τ hτ).1, fun σ' hs => ?_⟩⟩
    obtain ⟨hg, hq⟩ := (h.2.2 τ hτ).2 σ' hs
    exact ⟨hG _ _ hg, hQ _ hq⟩
  | choice S T ihS ihT => exact ⟨ihS hQ h.1, ihT hQ h.2⟩
  | seq S T ihS ihT => exact ihS (fun _ => ihT hQ) h
  | loop J S ih => exact ⟨h.1, hstable h.2.1, fun τ hτ => ih (fun _ h => h) (h.2.2.1 τ hτ), fun τ hτ => hQ τ (h.2.2.2 τ hτ)⟩
  | cut J => exact ⟨h.1, hstable h.2.1, fun τ hτ => hQ τ (h.2.2 τ hτ)⟩

/-- **Every derivation can be written as an explicit outline** whose conditions hold. -/
theorem outline_of_derivable {s : Specification Store} (h : Derivable S s) :
    ∃ O : Outline Store, O.statement = S ∧ ∀ σ, s.pre σ → weakest true s.rely s.guarantee O s.post σ := by
  induction h with
  | @skip pre _ _ hstable => exact ⟨.cut pre, rfl, fun _ hσ => ⟨hσ, hstable, fun _ h => h⟩⟩
  | @atomic command pre _ _ _ hdoes hpre _ => exact ⟨.guarded pre command, rfl, fun _ hσ => ⟨hσ, hpre, hdoes⟩⟩
  | choice _ _ _ ihS ihT =>
    obtain ⟨O, rfl, hO⟩ := ihS
    obtain ⟨O', rfl, hO'⟩ := ihT
    exact ⟨.choice O O', rfl, fun σ hσ => ⟨hO σ hσ, hO' σ hσ⟩⟩
  | seq _ _ _ ihS ihT =>
    obtain ⟨O, rfl, hO⟩ := ihS
    obtain ⟨O', rfl, hO'⟩ := ihT
    exact ⟨.seq O O', rfl, fun σ hσ => weakest_mono O hO' (hO σ hσ)⟩
  | @loop _ pre _ _ _ hstable _ ih =>
    obtain ⟨O, rfl, hO⟩ := ih
    exact ⟨.loop pre O, rfl, fun σ hσ => ⟨hσ, hstable, hO, fun _ h => h⟩⟩
  | conseq hpre hrely hguar hpost _ ih =>
    obtain ⟨O, rfl, hO⟩ := ih
    exact ⟨O, rfl, fun σ hσ => weakest_explicit_mono hrely hguar O hpost (hO σ (hpre σ hσ))⟩

/-- **What is valid for a component has an explicit outline whose conditions hold**, and nothing else has: for a reflexive guarantee
and a postcondition that the rely does not make false. -/
theorem valid_iff_outline (hG : Reflexive G) (hQ : Stable A Q) :
    (component Store).Valid S ⟨Init, A, G, Q⟩ ↔ ∃ O : Outline Store, O.statement = S ∧ ∀ σ, Init σ → weakest true A G O Q σ := by
  refine (derivable_iff_valid hG).symm.trans ⟨outline_of_derivable, ?_⟩
  rintro ⟨O, rfl, hO⟩
  exact derivable_of_weakest (explicit := true) (fun h => nomatch h) hG O hQ hO

/-- **Verification conditions of all threads give what the kernel's claims say**, with a postcondition and an environment. -/
theorem sat_of_weakest {A G : Thread → Action Store} {post : Thread → Store → Prop} (hd : Decomposition A G)
    (hA : ∀ i, explicit = false → (∀ σ, A i σ σ) ∧ ∀ σ τ υ, A i σ τ → A i τ υ → A i σ υ) (O : Thread → Outline Store)
    (hstable : ∀ i, Stable (A i) (post i)) (h : ∀ i σ, Init σ → weakest explicit (A i) (G i) (O i) (post i) σ) {rely : Action Store}
    (hrely : ∀ i σ τ, rely σ τ → A i σ τ) (hpost : ∀ σ, (∀ i, post i σ) → Q σ) :
    Program.ThreadsSat (fun i => (O i).statement) ⟨Init, rely, fun σ τ => ∃ i, G i σ τ, Q⟩ :=
  program_sat_of_derivable (parallel_of_decomposition hd
    (fun i => derivable_of_weakest (hA i) (hd.guarantee i) (O i) (hstable i) (h i)) hrely hpost)

end Plato.RelyGuarantee
