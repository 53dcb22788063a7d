/-
# What is compared is the program without steps that do nothing

Main results: `onto_core`, `thin_core`: the statement that is printed for a comparison is one of those that `sat_of_thin` and `thin_sat` are about.
-/
module

public import Plato.Source.Compare
public import Theory.Idle

@[expose] public section

namespace Plato

theorem nothing_iff (T : Tables) (c : CommandCode) : (c.command T).isNothing = c.isNothing := by
  cases c <;> try rfl
  rename_i changes
  cases changes <;> rfl

theorem core_skip_iff {T : Tables} {S : Code} : S.core T = .skip ↔ S = .skip := by cases S <;> simp [Code.core]

theorem link_core {T : Tables} (S R : Code) : (S.link R).core T = (S.core T).link (R.core T) := by
  by_cases h : R = .skip
  · subst h; rfl
  · have h' : R.core T ≠ .skip := fun he => h (core_skip_iff.mp he)
    unfold Code.link Core.link
    split
    · exact absurd rfl h
    · split
      · rename_i he; exact absurd he h'
      · rfl

/-- A statement is thinned before or after its formulas are looked up. -/
theorem onto_core {T : Tables} (S R : Code) : (S.onto R).core T = (S.core T).onto (R.core T) := by
  induction S generalizing R with
  | skip => rfl
  | atomic c =>
    simp only [Code.onto, Code.core, Core.onto, nothing_iff]
    split
    · rfl
    · exact link_core _ _
  | seq S S' ih ih' => simp only [Code.onto, Code.core, Core.onto, ih, ih']
  | choice S S' ih ih' => simp only [Code.onto, Code.core, Core.onto, link_core, ih, ih']
  | loop S ih => simp only [Code.onto, Code.core, Core.onto, link_core, ih]
  | block S ih => simp only [Code.onto, Code.core, Core.onto, link_core, ih]
  | exit => simp only [Code.onto, Code.core, Core.onto, link_core]
  | call => simp only [Code.onto, Code.core, Core.onto, link_core]
  | scope locals S ih => simp only [Code.onto, Code.core, Core.onto, link_core, ih]
  | par first last S ih => simp only [Code.onto, Code.core, Core.onto, link_core, ih]

/-- **The statement that is compared is thinner**, or the statement itself. -/
theorem thin_core {T : Tables} (S : Code) : Thin (S.core T) (S.thin.core T) ∨ S.thin = S := by
  unfold Code.thin
  split
  · exact .inr rfl
  · left
    rw [onto_core]
    exact thin_thin (S.core T)

end Plato
