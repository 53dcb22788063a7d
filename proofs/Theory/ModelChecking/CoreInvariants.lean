/-
# Invariants from representatives, and from a few

What `CoreSymmetry` and `CoreCutoff` say of `safe`, for the claim `invariant`: a formula that only compares identifiers is true of a store
exactly if it is true of the store renamed. So it need only be looked at where the representatives' R, or that of the few, has the shared
part of the store.

Main results: `invariant_of_text_representatives`, `invariant_of_few`.
-/
module

public import Theory.ModelChecking.CoreCutoff

@[expose] public section

namespace Plato.ModelChecking

section

variable {Thread : Type} {s : Sorting} {identifier : Thread → Int} {P : Program Thread Core} {π : Permutation Int} {tid : Permutation Thread}
  {E : Parameters} {f : Formula}

/-- A sorted formula is true of a renamed store exactly if it is true of the store. It is read for thread 0, which is not renamed. -/
theorem predicate_renamed (hf : Sorted s (.formula f)) (h0 : s.literal 0) (hm : Moves s identifier P π tid) (τ : Store) :
    f.predicate E 0 (renamedStore s π τ) ↔ f.predicate E 0 τ := by
  have := sorted_predicate (E := E) (i := 0) ⟨π.to_injective, hm.literal⟩ trivial (renamedStore_rel s π τ) hf
  rwa [hm.literal h0] at this

/-- What is true wherever the representatives' R has the shared part is true wherever the R of all threads has it. -/
theorem predicate_of_renamedR (hf : Sorted s (.formula f)) (h0 : s.literal 0) {rep : Thread → Prop} {R : Thread → Store → (Nat → Int) × Core → Prop}
    (hR : ∀ r l τ, rep r → R r (sharedPart s τ) l → f.predicate E 0 τ) {t : Thread} {l : (Nat → Int) × Core} {τ : Store}
    (h : renamedR (moves s identifier P) rep R t (sharedPart s τ) l) : f.predicate E 0 τ := by
  obtain ⟨r, _, hr, ⟨π, tid, hm, rfl⟩, _, hRr⟩ := h
  refine (predicate_renamed hf h0 hm.inverse τ).mp (hR r ((renamingBy s π tid).locals.back l) _ hr ?_)
  rw [shared_of_rel (renamedStore_rel s π.inverse τ)]
  exact hRr

/-- What is true wherever the R of the few has the shared part is true wherever the R of all threads has it. -/
theorem predicate_of_fewR (hf : Sorted s (.formula f)) (h0 : s.literal 0) {few : Thread → Prop} {R : Thread → Store → (Nat → Int) × Core → Prop}
    {S : System Thread Store ((Nat → Int) × Core)} (hfew : FewClosed S (moves s identifier P) (FewView s identifier few) R)
    (hR : ∀ t l τ, R t (sharedPart s τ) l → f.predicate E 0 τ) {t : Thread} {l : (Nat → Int) × Core} {τ : Store}
    (h : fewR (moves s identifier P) (FewView s identifier few) R t (sharedPart s τ) l) : f.predicate E 0 τ := by
  obtain ⟨_, ⟨π, tid, hm, rfl⟩, hsmall, _⟩ := hfew.pair t t (sharedPart s τ) l l
  refine (predicate_renamed hf h0 hm τ).mp (hR (tid.to t) (onOwn s π.to l) _ ?_)
  rw [shared_of_rel (renamedStore_rel s π τ)]
  exact h _ ⟨π, tid, hm, rfl⟩ hsmall

end

variable {s : Sorting} {p : ProgramText} {f : Formula}

/-- **The claim `invariant` from representatives.** -/
theorem invariant_of_text_representatives (hp : SortedText s p) (hf : Sorted s (.formula f)) (h0 : s.literal 0)
    (h : ∀ E σ, p.Initial E σ → (∀ τ, sharedPart s τ = sharedPart s σ →
        f.predicate E 0 τ) ∧
      ∃ rep R G, ClosedRepresentatives (textSystem s p E σ) (moves s identifierOf (p.program E σ)) rep R G ∧
        (∀ r g l, rep r → R r g l → ¬ textWrong s p E σ r g l) ∧
        ∀ r l τ, rep r → R r (sharedPart s τ) l → f.predicate E 0 τ) : p.Invariant f := fun E σ σ' hi hr => by
  obtain ⟨hinit, rep, R, G, h, hsafe, hR⟩ := h E σ hi
  rcases (closure_of_representatives hp.bodies (fun t => hp.families t.2.1) (hp.apart hi) h hsafe).closure.reached hr with hg | ⟨t, l, hl⟩
  · exact hinit σ' hg
  · exact predicate_of_renamedR hf h0 hR hl

/-- **The claim `invariant` for every number of threads**, from a fixpoint for a few. -/
theorem invariant_of_few (hp : SortedText s p) (hf : Sorted s (.formula f)) (h0 : s.literal 0)
    (h : ∀ E σ, p.Initial E σ → (∀ τ, sharedPart s τ = sharedPart s σ →
        f.predicate E 0 τ) ∧
      ∃ few R, FewClosed (textSystem s p E σ) (moves s identifierOf (p.program E σ)) (FewView s identifierOf few) R ∧
        (∀ t g l, R t g l → ¬ textWrong s p E σ t g l) ∧
        ∀ t l τ, R t (sharedPart s τ) l → f.predicate E 0 τ) : p.Invariant f := fun E σ σ' hi hr => by
  obtain ⟨hinit, few, R, h, hsafe, hR⟩ := h E σ hi
  rcases (closure_of_few hp.bodies (fun t => hp.families t.2.1) (hp.apart hi) h hsafe).closure.reached hr with hg | ⟨t, l, hl⟩
  · exact hinit σ' hg
  · exact predicate_of_fewR hf h0 h hR hl

end Plato.ModelChecking
