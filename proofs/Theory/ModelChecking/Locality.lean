/-
# Sorted statements only look at their own entries

What a thread does depends on its view alone (`Views`), if its statement is sorted (`SortedSteps`), with shared variables and variables of
which each thread has an entry of its own. So a certificate may have one store for each view, and nothing of other threads' locals.

Main definitions: `entriesOf`.
Main results: `determines_of_sorted`.
-/
module

public import Theory.ModelChecking.SortedSteps
public import Theory.ModelChecking.Views

@[expose] public section

namespace Plato.ModelChecking

variable {Thread : Type}

/-- The view in which the variables with entries are local. -/
noncomputable abbrev entriesOf (s : Sorting) (identifier : Thread → Int) : View Thread Store Store (Nat → Int) :=
  entries identifier fun x => s.sort x = .ownData

section

variable {s : Sorting} {identifier : Thread → Int}

/-- Stores look the same to a thread exactly if they are related, with nothing renamed. -/
theorem looks_same (hs : ∀ x, s.sort x = .data ∨ s.sort x = .ownData) {t : Thread} {τ ρ : Store} :
    StoreRel s (fun j => j) (fun j => j = identifier t) τ ρ ↔
      (entriesOf s identifier).global ρ = (entriesOf s identifier).global τ ∧
      (entriesOf s identifier).locals t ρ = (entriesOf s identifier).locals t τ := by
  constructor
  · intro h
    refine ⟨funext fun x => ?_, funext fun x => ?_⟩
    all_goals
      have hx := h x
      rcases hs x with hd | hd <;> rw [hd] at hx <;> simp [entries, hd]
    · exact hx
    · exact hx _ rfl
  · rintro ⟨hg, hl⟩ x
    have hg := congrFun hg x
    have hl := congrFun hl x
    rcases hs x with hd | hd <;> simp only [hd, CellRel] <;> simp [entries, hd] at hg hl
    · exact hg
    · rintro j rfl; exact hl

/-- **What a thread does depends on its view alone**, if its statement and the procedures are sorted and no other thread has its identifier. -/
theorem determines_of_sorted (hs : ∀ x, s.sort x = .data ∨ s.sort x = .ownData) {t : Thread}
    (hne : ∀ e, e ≠ t → identifier e ≠ identifier t) {bodies : Nat → Core} (hbodies : ∀ q, SortedCore s (bodies q)) {E : Parameters} {S : Core}
    (hS : SortedCore s S) : (entriesOf s identifier).Determines (fun t => Core.Step bodies E (identifier t)) t S where
  moves := by
    intro τ τ₀ τ' S' hg hl hstep
    obtain ⟨_, hstep, hrel⟩ := sorted_step (π := fun j => j) (J := fun j => j = identifier t) ⟨id, fun _ => rfl⟩ rfl hbodies hS
      ((looks_same hs).mpr ⟨hg, hl⟩) hstep
    cases hrel with
    | run _ hσ hkeeps =>
      refine ⟨fun e he => funext fun x => ?_, _, hstep, (looks_same hs).mp hσ⟩
      simp only [entries]
      split
      · next hx => exact hkeeps x _ (.inl hx) (hne e he)
      · rfl
  wrong := by
    intro τ τ₀ hg hl hstep
    obtain ⟨_, hstep, hrel⟩ := sorted_step (π := fun j => j) (J := fun j => j = identifier t) ⟨id, fun _ => rfl⟩ rfl hbodies hS
      ((looks_same hs).mpr ⟨hg, hl⟩) hstep
    cases hrel with | wrong => exact hstep

end

end Plato.ModelChecking
