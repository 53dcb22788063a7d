/-
# Finite sets for unbounded recursion

A procedure that calls itself any number of times, `p: if * { p(); }`, run by any threads. What is left to do grows without bound, but the parts of
activations are three statements: P and Q are finite (`Calls`).

Main definitions: `again`, `recursiveParts`, `recursiveCalls`. Main results: `recursion_grows`, `recursion_closed`.
-/
module

public import Theory.ModelChecking.Calls

@[expose] public section

namespace Plato.ModelChecking

/-- The call, with something to come after it. -/
def again : Core := .seq (.call 0) .skip

/-- The body: nothing, or the call. -/
def recursiveBody : Core := .choice .skip again

/-- A view of nothing: the program does not access the store. -/
def blind (Thread : Type) : View Thread Store Unit Unit := ⟨fun _ => (), fun _ _ => ()⟩

/-- P: the statements of an activation. -/
def recursiveParts (Thread : Type) : Parts Thread Unit Unit := fun _ _ _ S₁ _ _ S =>
  (S₁ = again ∨ S₁ = recursiveBody) ∧ (S = again ∨ S = recursiveBody ∨ S = .skip)

/-- Q: the call waits for the body. -/
def recursiveCalls (Thread : Type) : CallParts Thread Unit Unit := fun _ _ _ S₁ C _ _ S₂ =>
  (S₁ = again ∨ S₁ = recursiveBody) ∧ C = .seq .skip ∧ S₂ = recursiveBody

/-- What is left to do can be as deep as one likes, … -/
theorem recursion_grows (E : Parameters) (thread : Int) (σ : Store) : ∀ depth : Nat,
    Many (Core.Step (fun _ => recursiveBody) E thread) (.run σ again) (.run σ (plugAll (List.replicate depth (.seq .skip)) again))
  | 0 => .refl
  | depth + 1 => by
    have deeper {S S' : Core} (h : Core.Step (fun _ => recursiveBody) E thread (.run σ S) (.run σ S')) : ∀ n,
        Core.Step (fun _ => recursiveBody) E thread (.run σ (plugAll (List.replicate n (.seq .skip)) S))
          (.run σ (plugAll (List.replicate n (.seq .skip)) S')) := fun n => by
      induction n generalizing S S' with
      | zero => exact h
      | succ n ih => exact ih (.seqStep h)
    refine .tail (.tail (recursion_grows E thread σ depth) (deeper (S' := .seq recursiveBody .skip) (.seqStep .call) depth)) ?_
    exact deeper (.seqStep .choiceRight) depth

/-- … **and yet the sets are finite**, and closed. -/
theorem recursion_closed (Thread : Type) (identifier : Thread → Int) (E : Parameters) (σ : Store) :
    Calls (fun _ => recursiveBody) E identifier (fun _ => again) σ (fun _ _ => False) (blind Thread) (fun _ => True) (recursiveParts Thread)
      (recursiveCalls Thread) (fun _ _ _ => True) where
  start := trivial
  init _ := ⟨.inl rfl, .inl rfl⟩
  env h _ _ := h
  own := by
    rintro t _ _ S₁ τ τ' S S' ⟨h₁, rfl | rfl | rfl⟩ hcall hs
    · exact absurd rfl (hcall (.seq .skip) 0)
    · unfold recursiveBody at hs
      cases hs with
      | choiceLeft => exact ⟨⟨h₁, .inr (.inr rfl)⟩, trivial, fun _ _ => rfl⟩
      | choiceRight => exact ⟨⟨h₁, .inl rfl⟩, trivial, fun _ _ => rfl⟩
    · cases hs
  call := by
    rintro t _ _ S₁ _ _ C q ⟨h₁, h | h | h⟩
    · refine ⟨⟨h₁, ?_, rfl⟩, .inr rfl, .inr (.inl rfl)⟩
      cases C with
      | seq T => unfold again Context.plug at h; cases h; rfl
      | block => unfold again Context.plug at h; cases h
      | inSeq C T => unfold again Context.plug at h; cases C <;> cases h
      | inBlock C => unfold again Context.plug at h; cases h
    · cases C <;> cases h
    · cases C <;> cases h
  ret := by
    rintro t _ _ S₁ C _ _ S₂ τ S S' ⟨h₁, rfl, _⟩ ⟨_, hS⟩ hf hs
    cases hf with
    | skip => cases hs with
      | seqStep h => cases h
      | seqSkip => exact ⟨h₁, .inr (.inr rfl)⟩
    | exit => simp [again, recursiveBody] at hS
  safe := by
    rintro t _ _ S₁ τ S ⟨_, rfl | rfl | rfl⟩ hs
    · unfold again at hs; cases hs with | seqWrong h => cases h
    · unfold recursiveBody at hs; cases hs
    · cases hs
  outside _ h := h.elim
  stores _ := trivial
  outsideStores _ h := h.elim

end Plato.ModelChecking
