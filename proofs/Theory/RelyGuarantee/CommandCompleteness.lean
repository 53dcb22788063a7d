/-
# Completeness of the paper's rules for commands

As for core Plato (`RelyGuarantee.Completeness`): with a reflexive guarantee, what is valid for a command is derivable by the rules of
section 7 of *The Rely-Guarantee Method in Isabelle/HOL*. So the paper's rules derive for a command exactly what the rules of core Plato
derive for its translation.

Main definitions: `ComEnds` (the strongest postcondition).
Main results: `Com.complete`, `command_derivable_iff`.
-/
module

public import Theory.RelyGuarantee.CommandAgreement
public import Theory.RelyGuarantee.CommandRules
public import Theory.RelyGuarantee.Completeness

@[expose] public section

namespace Plato.RelyGuarantee

variable {Store : Type} {rely guar : Action Store} {pre : Store → Prop}

/-- What the first command of a sequence does alone, it does in the sequence. -/
theorem comReach_seq {Q : Com Store} {c c' : Option (Com Store)} {σ σ' : Store} (h : (commands Store).Reach rely c σ c' σ') :
    (commands Store).Reach rely (followedBy Q c) σ (followedBy Q c') σ' := by
  induction h with
  | refl => exact .refl
  | environment hrely _ ih => exact .environment hrely ih
  | @component c _ c₁ _ _ _ hstep _ ih =>
    refine .component ?_ ih
    cases c with
    | none => cases hstep
    | some P => cases c₁ with
      | none => exact ComStep.Seq1 hstep
      | some P' => exact ComStep.Seq2 hstep

/-- The command can come to this command and store from a store in which `pre` holds. -/
def ComComes (pre : Store → Prop) (rely : Action Store) (P : Com Store) (c : Option (Com Store)) (σ' : Store) : Prop :=
  ∃ σ, pre σ ∧ (commands Store).Reach rely (some P) σ c σ'

/-- The strongest postcondition: the stores in which the command can end. -/
def ComEnds (pre : Store → Prop) (rely : Action Store) (P : Com Store) (σ' : Store) : Prop := ComComes pre rely P none σ'

/-- A command comes to itself at once. -/
theorem comComes_start {P : Com Store} {σ : Store} (h : pre σ) : ComComes pre rely P (some P) σ := ⟨σ, h, .refl⟩

/-- What a command comes to is stable under the rely. -/
theorem comComes_stable {P : Com Store} {c : Option (Com Store)} : Stable rely (ComComes pre rely P c) :=
  fun _ _ ⟨σ, hσ, hreach⟩ hrely => ⟨σ, hσ, hreach.andEnvironment hrely⟩

/-- One more step. -/
theorem ComComes.step {P : Com Store} {c c' : Option (Com Store)} {σ σ' : Store} (h : ComComes pre rely P c σ)
    (hs : ComStep (c, σ) (c', σ')) : ComComes pre rely P c' σ' := let ⟨σ₀, hσ₀, hreach⟩ := h; ⟨σ₀, hσ₀, hreach.andComponent hs⟩

/-- And on to what is reached from there. -/
theorem ComComes.reach {P : Com Store} {c c' : Option (Com Store)} {σ σ' : Store} (h : ComComes pre rely P c σ)
    (hreach : (commands Store).Reach rely c σ c' σ') : ComComes pre rely P c' σ' :=
  let ⟨σ₀, hσ₀, hreach₀⟩ := h; ⟨σ₀, hσ₀, hreach₀.trans hreach⟩

/-- Every step of the command, whatever it has come to, is one of `guar`. -/
def Guarantees (pre : Store → Prop) (rely guar : Action Store) (P : Com Store) : Prop :=
  ∀ c σ c' σ', ComComes pre rely P c σ → ComStep (c, σ) (c', σ') → guar σ σ'

/-- A command that keeps the guarantee satisfies its strongest postcondition, derivably. -/
theorem comDerivable_ends (P : Com Store) {rely guar : Action Store} (hrefl : Reflexive guar) {pre : Store → Prop}
    (h : Guarantees pre rely guar P) : ComDerivable P ⟨pre, rely, guar, ComEnds pre rely P⟩ := by
  induction P generalizing pre rely guar with
  | Basic f =>
    refine (ComDerivable.Basic (pre := ComComes pre rely _ (some (.Basic f))) (fun s hs => hs.step .Basic) ?_ comComes_stable
      comComes_stable).assertions (fun _ => comComes_start) fun _ h => h
    rintro s t hs (rfl | rfl)
    · exact h _ _ _ _ hs .Basic
    · exact hrefl _
  | Seq P Q ihP ihQ =>
    have hsecond : ∀ {τ}, ComEnds pre rely P τ → ComComes pre rely (.Seq P Q) (some Q) τ :=
      fun ⟨σ, hσ, hreach⟩ => ⟨σ, hσ, comReach_seq hreach⟩
    refine .Seq (ihP hrefl ?_) (ComDerivable.assertions (ihQ (pre := ComEnds pre rely P) hrefl ?_) (fun _ h => h) ?_)
    · rintro c σ c' σ' ⟨σ₀, hσ₀, hreach⟩ hs
      cases c with
      | none => cases hs
      | some P' => cases c' with
        | none => exact h _ _ _ _ ⟨σ₀, hσ₀, comReach_seq hreach⟩ (.Seq1 hs)
        | some P'' => exact h _ _ _ _ ⟨σ₀, hσ₀, comReach_seq hreach⟩ (.Seq2 hs)
    · exact fun c σ c' σ' ⟨τ, hτ, hreach⟩ hs => h _ _ _ _ ((hsecond hτ).reach hreach) hs
    · exact fun υ ⟨τ, hτ, hreach⟩ => (hsecond hτ).reach hreach
  | Cond b P Q ihP ihQ =>
    have hT : ∀ {σ}, ComComes pre rely (.Cond b P Q) (some (.Cond b P Q)) σ ∧ b σ → ComComes pre rely (.Cond b P Q) (some P) σ :=
      fun h => h.1.step (.CondT h.2)
    have hF : ∀ {σ}, ComComes pre rely (.Cond b P Q) (some (.Cond b P Q)) σ ∧ ¬ b σ → ComComes pre rely (.Cond b P Q) (some Q) σ :=
      fun h => h.1.step (.CondF h.2)
    refine (ComDerivable.Cond (pre := ComComes pre rely _ (some (.Cond b P Q))) ((ihP hrefl ?_).assertions (fun _ h => h) ?_)
      ((ihQ hrefl ?_).assertions (fun _ h => h) ?_) comComes_stable hrefl).assertions (fun _ => comComes_start) fun _ h => h
    · exact fun c σ c' σ' ⟨τ, hτ, hreach⟩ hs => h _ _ _ _ ((hT hτ).reach hreach) hs
    · exact fun υ ⟨τ, hτ, hreach⟩ => (hT hτ).reach hreach
    · exact fun c σ c' σ' ⟨τ, hτ, hreach⟩ hs => h _ _ _ _ ((hF hτ).reach hreach) hs
    · exact fun υ ⟨τ, hτ, hreach⟩ => (hF hτ).reach hreach
  | While b P ih =>
    have hround : ∀ {σ}, ComComes pre rely (.While b P) (some (.While b P)) σ ∧ b σ →
        ComComes pre rely (.While b P) (some (.Seq P (.While b P))) σ := fun h => h.1.step (.WhileT h.2)
    refine (ComDerivable.While (pre := ComComes pre rely _ (some (.While b P))) ((ih hrefl ?_).assertions (fun _ h => h) ?_)
      (fun s hs => hs.1.step (.WhileF hs.2)) comComes_stable comComes_stable hrefl).assertions (fun _ => comComes_start) fun _ h => h
    · rintro c σ c' σ' ⟨τ, hτ, hreach⟩ hs
      have hcomes := (hround hτ).reach (comReach_seq hreach)
      cases c with
      | none => cases hs
      | some P' => cases c' with
        | none => exact h _ _ _ _ hcomes (.Seq1 hs)
        | some P'' => exact h _ _ _ _ hcomes (.Seq2 hs)
    · exact fun υ ⟨τ, hτ, hreach⟩ => (hround hτ).reach (comReach_seq hreach)
  | Await b P ih =>
    refine (ComDerivable.Await (pre := ComComes pre rely _ (some (.Await b P)))
      (fun V => (ih (fun _ => trivial) fun _ _ _ _ _ _ => trivial).assertions (fun _ h => h) ?_) comComes_stable
      comComes_stable).assertions (fun _ => comComes_start) fun _ h => h
    rintro υ ⟨τ, ⟨hcomes, hb, rfl⟩, hreach⟩
    have hs : ComStep (some (.Await b P), τ) (none, υ) := .Await hb (comSteps_of_reach hreach)
    exact ⟨h _ _ _ _ hcomes hs, hcomes.step hs⟩

/-- What a command satisfies is derivable by the paper's rules. -/
theorem Com.derivable_of_sat {P : Com Store} {s : Specification Store} (hrefl : Reflexive s.guarantee)
    (h : (commands Store).Sat (some P) s) : ComDerivable P s :=
  (comDerivable_ends P hrefl fun _ _ _ _ ⟨σ, hσ, hreach⟩ hs => (h σ hσ).guarantee hreach hs).assertions (fun _ h => h)
    fun _ ⟨σ, hσ, hreach⟩ => (h σ hσ).post hreach rfl

/-- **Completeness of the paper's rules for component programs**, the guarantee being reflexive. -/
theorem Com.complete {P : Com Store} {s : Specification Store} (hrefl : Reflexive s.guarantee) (h : (commands Store).Valid (some P) s) :
    ComDerivable P s := Com.derivable_of_sat hrefl (valid_iff_sat.mp h)

/-- **The paper's rules derive for a command what core Plato's derive for its translation**, the guarantee being reflexive. -/
theorem command_derivable_iff {P : Com Store} {s : Specification Store} (hrefl : Reflexive s.guarantee) :
    ComDerivable P s ↔ Derivable P.statement s :=
  ⟨fun h => derivable_of_sat hrefl ((command_sat_iff hrefl).mp (Com.sat_of_derivable h)),
    fun h => Com.derivable_of_sat hrefl (command_sat_of_statement (sat_of_derivable h))⟩

end Plato.RelyGuarantee
