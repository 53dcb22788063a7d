/-
# Soundness of the proof system

Section 8 of *The Rely-Guarantee Method in Isabelle/HOL*: what is derivable is valid, rule by rule. The rely need not be reflexive or
transitive, and the guarantee must satisfy only what the rules say.

For sequences and loops the paper uses computations that keep the structure of the program (mcptn). Here the same is done by a chain:
a statement that is correct up to a middle assertion, from which on there is a chain again (`Chain`, `chain_correct`).

Main results: `skip_sound`, `atomic_sound`, `choice_sound`, `seq_sound`, `loop_sound`, `conseq_sound`, `sound`; `parallel_sound`,
`par_sound`.
-/
module

public import Theory.RelyGuarantee.ProofSystem

@[expose] public section

namespace Plato.RelyGuarantee

variable {Thread Store : Type} {rely guar : Action Store} {pre mid post : Store → Prop} {S T : Statement Store}

/-- Statements of components, correct from a store on. -/
abbrev Correct (rely guar : Action Store) (post : Store → Prop) (S : Statement Store) (σ : Store) : Prop :=
  (component Store).Correct rely guar post S σ

/-- Rule skip. -/
theorem skip_sound (hstable : Stable rely pre) : (component Store).Sat .skip ⟨pre, rely, guar, pre⟩ := fun _ hpre =>
  correct_of_invariant (I := fun S σ => S = .skip ∧ pre σ) (fun h hrely => ⟨h.1, hstable _ _ h.2 hrely⟩)
    (fun h hstep => by rw [h.1] at hstep; cases hstep) (fun h hwrong => by rw [h.1] at hwrong; cases hwrong) (fun h _ => h.2) ⟨rfl, hpre⟩

/-- Rule atomic. -/
theorem atomic_sound {command : Transition Store} (hdoes : ∀ σ, pre σ → Does guar command post σ) (hpre : Stable rely pre)
    (hpost : Stable rely post) : (component Store).Sat (.atomic command) ⟨pre, rely, guar, post⟩ := by
  intro σ hσ
  refine correct_of_invariant (I := fun S σ => (S = .atomic command ∧ pre σ) ∨ (S = .skip ∧ post σ)) ?_ ?_ ?_ ?_
    (.inl ⟨rfl, hσ⟩)
  · rintro S σ σ' (⟨rfl, h⟩ | ⟨rfl, h⟩) hrely
    · exact .inl ⟨rfl, hpre _ _ h hrely⟩
    · exact .inr ⟨rfl, hpost _ _ h hrely⟩
  · rintro S σ S' σ' (⟨rfl, h⟩ | ⟨rfl, h⟩) hs
    · cases hs with | actionOk hc => exact ⟨((hdoes _ h).2 _ hc).1, .inr ⟨rfl, ((hdoes _ h).2 _ hc).2⟩⟩
    · cases hs
  · rintro S σ (⟨rfl, h⟩ | ⟨rfl, h⟩) hwrong
    · cases hwrong with | actionWrong hc => exact (hdoes _ h).1 hc
    · cases hwrong
  · rintro S σ (⟨rfl, h⟩ | ⟨rfl, h⟩) hended
    · cases hended
    · exact h

/-- Rule choice. -/
theorem choice_sound (hS : (component Store).Sat S ⟨pre, rely, guar, post⟩) (hT : (component Store).Sat T ⟨pre, rely, guar, post⟩)
    (hrefl : Reflexive guar) : (component Store).Sat (.choice S T) ⟨pre, rely, guar, post⟩ := by
  intro σ hσ
  refine correct_of_invariant (I := fun U σ => (U = .choice S T ∧ Correct rely guar post S σ ∧ Correct rely guar post T σ) ∨
    Correct rely guar post U σ) ?_ ?_ ?_ ?_ (.inl ⟨rfl, hS σ hσ, hT σ hσ⟩)
  · rintro U σ σ' (⟨rfl, h, h'⟩ | h) hrely
    · exact .inl ⟨rfl, h.environment hrely, h'.environment hrely⟩
    · exact .inr (h.environment hrely)
  · rintro U σ U' σ' (⟨rfl, h, h'⟩ | h) hs
    · cases hs with
      | choiceLeft => exact ⟨hrefl _, .inr h⟩
      | choiceRight => exact ⟨hrefl _, .inr h'⟩
    · exact ⟨h.guarantee .refl hs, .inr (h.step hs)⟩
  · rintro U σ (⟨rfl, h, h'⟩ | h) hwrong
    · cases hwrong
    · exact h.safe .refl hwrong
  · rintro U σ (⟨rfl, h, h'⟩ | h) hended
    · cases hended
    · exact h.post .refl hended

/-- The first of two statements does alone whatever it does in their sequence. -/
theorem reach_seq {S' : Statement Store} {σ σ' : Store} (h : (component Store).Reach rely S σ S' σ') :
    (component Store).Reach rely (.seq S T) σ (.seq S' T) σ' := by
  induction h with
  | refl => exact .refl
  | component hs _ ih => exact .component (.seqStep hs) ih
  | environment hr _ ih => exact .environment hr ih

/-- A correct sequence is correct up to where its second statement starts, and that is correct from there. -/
theorem correct_first {σ : Store} (h : Correct rely guar post (.seq S T) σ) : Correct rely guar (Correct rely guar post T) S σ where
  safe hreach hwrong := h.safe (reach_seq hreach) (.seqWrong hwrong)
  guarantee hreach hs := h.guarantee (reach_seq hreach) (.seqStep hs)
  post hreach hended := by
    cases (hended : _ = Statement.skip)
    exact h.reach ((reach_seq hreach).andComponent .seqSkip)

/-- `Base`, or a statement that is correct up to a middle assertion, from which on there is a chain. -/
inductive Chain (rely guar : Action Store) (Base : Statement Store → Store → Prop) : Statement Store → Store → Prop where
  | base {S σ} : Base S σ → Chain rely guar Base S σ
  | link {S T σ mid} : Correct rely guar mid S σ → (∀ τ, mid τ → Chain rely guar Base T τ) → Chain rely guar Base (.seq S T) σ

/-- A chain is correct if its base lasts and keeps the commitments. The sequence may be regrouped on the way, which a chain endures. -/
theorem chain_correct {Base : Statement Store → Store → Prop} (hrefl : Reflexive guar)
    (henvironment : ∀ {S σ σ'}, Base S σ → rely σ σ' → Base S σ')
    (hstep : ∀ {S σ S' σ'}, Base S σ → SeqStep (.run σ S) (.run σ' S') → guar σ σ' ∧ Chain rely guar Base S' σ')
    (hsafe : ∀ {S σ}, Base S σ → ¬ SeqStep (.run σ S) .wrong) (hpost : ∀ {σ}, Base .skip σ → post σ) {σ : Store}
    (h : Chain rely guar Base S σ) : Correct rely guar post S σ := by
  refine correct_of_invariant (I := Chain rely guar Base) ?_ ?_ ?_ ?_ h
  · rintro S σ σ' (h | ⟨h, hrest⟩) hrely
    · exact .base (henvironment h hrely)
    · exact .link (h.environment hrely) hrest
  · rintro S σ S' σ' (h | ⟨h, hrest⟩) hs
    · exact hstep h hs
    · cases hs with
      | assoc => exact ⟨hrefl _, .link (correct_first h) fun τ hτ => .link hτ hrest⟩
      | seqStep hs => exact ⟨h.guarantee .refl hs, .link (h.step hs) hrest⟩
      | seqSkip => exact ⟨hrefl _, hrest _ (h.post .refl rfl)⟩
  · rintro S σ (h | ⟨h, hrest⟩) hwrong
    · exact hsafe h hwrong
    · cases hwrong with | seqWrong hwrong => exact h.safe .refl hwrong
  · rintro S σ (h | ⟨h, hrest⟩) hended
    · cases (hended : _ = Statement.skip); exact hpost h
    · cases hended

/-- A statement correct up to where another is correct makes a correct sequence. -/
theorem correct_seq (hrefl : Reflexive guar) {σ : Store} (h : Correct rely guar (Correct rely guar post T) S σ) :
    Correct rely guar post (.seq S T) σ :=
  chain_correct (Base := Correct rely guar post) hrefl (fun h hrely => h.environment hrely)
    (fun h hs => ⟨h.guarantee .refl hs, .base (h.step hs)⟩) (fun h => h.safe .refl) (fun h => h.post .refl rfl) (.link h fun _ => .base)

/-- Rule seq. -/
theorem seq_sound (hS : (component Store).Sat S ⟨pre, rely, guar, mid⟩) (hT : (component Store).Sat T ⟨mid, rely, guar, post⟩)
    (hrefl : Reflexive guar) : (component Store).Sat (.seq S T) ⟨pre, rely, guar, post⟩ := fun σ hσ =>
  correct_seq hrefl ((hS σ hσ).weaken hT)

/-- Rule loop. -/
theorem loop_sound (hS : (component Store).Sat S ⟨pre, rely, guar, pre⟩) (hstable : Stable rely pre) (hrefl : Reflexive guar) :
    (component Store).Sat (.loop S) ⟨pre, rely, guar, pre⟩ := by
  intro σ hσ
  refine chain_correct (Base := fun U σ => (U = .loop S ∨ U = .skip) ∧ pre σ) hrefl (fun h hrely => ⟨h.1, hstable _ _ h.2 hrely⟩) ?_ ?_
    (fun h => h.2) (.base ⟨.inl rfl, hσ⟩)
  · rintro U σ U' σ' ⟨rfl | rfl, h⟩ hs
    · cases hs with
      | loopDone => exact ⟨hrefl _, .base ⟨.inr rfl, h⟩⟩
      | loopUnroll => exact ⟨hrefl _, .link (hS _ h) fun τ hτ => .base ⟨.inl rfl, hτ⟩⟩
    · cases hs
  · rintro U σ ⟨rfl | rfl, h⟩ hwrong <;> cases hwrong

/-- Rule conseq, for any code. -/
theorem conseq_sound {Code : Type} {L : Language Code Store} {c : Code} {s s' : Specification Store} (hpre : ∀ σ, s.pre σ → s'.pre σ)
    (hrely : ∀ σ τ, s.rely σ τ → s'.rely σ τ) (hguar : ∀ σ τ, s'.guarantee σ τ → s.guarantee σ τ) (hpost : ∀ σ, s'.post σ → s.post σ)
    (h : L.Sat c s') : L.Sat c s := fun σ hσ => (h σ (hpre σ hσ)).consequence hrely hguar hpost

/-- What is derivable satisfies its specification. -/
theorem sat_of_derivable {s : Specification Store} (h : Derivable S s) : (component Store).Sat S s := by
  induction h with
  | skip hstable => exact skip_sound hstable
  | atomic hdoes hpre hpost => exact atomic_sound hdoes hpre hpost
  | choice _ _ hrefl ihS ihT => exact choice_sound ihS ihT hrefl
  | seq _ _ hrefl ihS ihT => exact seq_sound ihS ihT hrefl
  | loop _ hstable hrefl ih => exact loop_sound ih hstable hrefl
  | conseq hpre hrely hguar hpost _ ih => exact conseq_sound hpre hrely hguar hpost ih

/-- **Soundness**: `⊢ S sat [pre, rely, guar, post] ⟹ ⊨ S sat [pre, rely, guar, post]`. -/
theorem sound {s : Specification Store} (h : Derivable S s) : (component Store).Valid S s := valid_iff_sat.mpr (sat_of_derivable h)

/-- Rule Parallel, for threads of any code that satisfy their specifications for whatever reason. Every transition of a component is a
transition of the environment for all others, so all stay correct. -/
theorem parallel_sound {Code : Type} {L : Language Code Store} {P : Thread → Code} {s : Specification Store}
    (h : ParallelRule L.Sat P s) : (L.parallel Thread).Sat P s := by
  obtain ⟨spec, hcomponents, hrely, hguar, hpre, hpost⟩ := h
  intro σ hσ
  refine correct_of_invariant (I := fun P σ => ∀ i, L.Correct (spec i).rely (spec i).guarantee (spec i).post (P i) σ) ?_ ?_ ?_ ?_
    fun i => hcomponents i σ (hpre σ hσ i)
  · exact fun h hr i => (h i).environment (hrely i _ _ (.inl hr))
  · rintro P σ _ σ' h ⟨i, c, hs, rfl⟩
    have hG := (h i).guarantee .refl hs
    refine ⟨hguar i _ _ hG, fun j => ?_⟩
    by_cases hij : j = i
    · subst hij
      simpa [replace_same] using (h j).step hs
    · simpa [replace_other P hij] using (h j).environment (hrely j _ _ (.inr ⟨i, Ne.symm hij, hG⟩))
  · exact fun h ⟨i, hwrong⟩ => (h i).safe .refl hwrong
  · exact fun h hended => hpost _ fun i => (h i).post .refl (hended i)

/-- Rules that derive more derive more by the Parallel rule. -/
theorem ParallelRule.mono {Code : Type} {D D' : Code → Specification Store → Prop} (hD : ∀ {c s}, D c s → D' c s) {P : Thread → Code}
    {s : Specification Store} (h : ParallelRule D P s) : ParallelRule D' P s :=
  let ⟨spec, hcomponents, hrely, hguar, hpre, hpost⟩ := h
  .parallel spec (fun i => hD (hcomponents i)) hrely hguar hpre hpost

/-- What is derivable for a program is what the kernel's claims say. -/
theorem program_sat_of_derivable {P : Program Thread (Statement Store)} {s : Specification Store} (h : ParDerivable P s) : P.ThreadsSat s :=
  program_sat_iff.mp (parallel_sound (h.mono sat_of_derivable))

/-- **Soundness for programs**: `⊢ P sat [pre, rely, guar, post] ⟹ ⊨ P sat [pre, rely, guar, post]`. -/
theorem par_sound {P : Program Thread (Statement Store)} {s : Specification Store} (h : ParDerivable P s) : (program Thread Store).Valid P s :=
  program_valid_iff.mpr (program_sat_of_derivable h)

end Plato.RelyGuarantee
