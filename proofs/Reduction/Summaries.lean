/-
# The conditions of summaries of loops are sound

Main definitions: `SimulatedFor`, `Yields`. Main results: `summaryConditions_sound`.
-/
module

public import Reduction.Commands

@[expose] public section

namespace Plato

open Reduction

section

variable {T : Tables} {given : List Property} {invariant : Option Literal} {g g' : Generator}

/-- The one command simulates the other one, for all threads of which the properties hold. -/
def SimulatedFor (T : Tables) (given : List Property) (invariant : Option Literal) (C D : CommandCode) : Prop := ∀ (s : Setting) (σ₀ : Store), (∀ f ∈ given, f.Holds T s (fun _ => σ₀) []) →
  Simulated s.parameters (invariantAt T invariant s.parameters) s.self (C.command T) (D.command T)

/-- What conditions give where all of them are refuted. -/
def Yields (g g' : Generator) (P : Prop) : Prop :=
  Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → P

theorem Yields.refl (hR : g.builder.tables.Right) {P : Prop} (h : P) : Yields g g P := ⟨.refl hR, fun {_} _ _ => h⟩

theorem Yields.and {g₁ : Generator} {P Q : Prop} (h : Yields g g₁ P) (h' : Yields g₁ g' Q) : Yields g g' (P ∧ Q) :=
  ⟨h.1.trans h'.1, fun {_} hT' hall => ⟨h.2 (h'.1.grows.trans hT') fun x hx => hall x (h'.1.conditions x hx), h'.2 hT' hall⟩⟩

theorem Yields.imp {P Q : Prop} (h : Yields g g' P) (f : P → Q) : Yields g g' Q := ⟨h.1, fun {_} hT' hall => f (h.2 hT' hall)⟩

theorem simulate_yields (hT : T.Right) (hR : g.builder.tables.Right) (hv : 2 ≤ g.nextVersion) {origin : Origin} {statement : Nat} {old new : CommandCode}
    (h : simulateCondition T given invariant origin statement old new g = .ok g') : Yields g g' (SimulatedFor T given invariant old new) := by
  obtain ⟨e, r⟩ := simulateCondition_sound hT hR hv h
  exact ⟨e, fun {_} hT' hall _ _ hgiven => r hT' hall hgiven⟩

theorem exitConditions_yields (hT : T.Right) {number : Nat} {summary : CommandCode} {cs : List (Option CommandEntry)} (hR : g.builder.tables.Right)
    (hv : 2 ≤ g.nextVersion) (h : exitConditions T given invariant number summary cs g = .ok g') :
    Yields g g' (∀ n e, cs.getD n none = some e → SimulatedFor T given invariant (CommandCode.seq summary e.command).only summary) := by
  induction cs generalizing g with
  | nil => cases h; exact .refl hR fun n e he => by simp at he
  | cons c cs ih =>
    cases c with
    | none =>
      refine (ih hR hv h).imp fun hP n e he => ?_
      cases n with
      | zero => simp at he
      | succ n => exact hP n e (by simpa using he)
    | some d =>
      obtain ⟨g₁, h1, h⟩ := bind_ok.mp h
      have x := simulate_yields hT hR hv h1
      refine (x.and (ih x.1.right (Nat.le_trans hv x.1.version) h)).imp fun ⟨hP, hQ⟩ n e he => ?_
      cases n with
      | zero => cases (show some d = some e from he); exact hP
      | succ n => exact hQ n e (by simpa using he)

theorem loopConditions_yields (hT : T.Right) {number : Nat} {summary : CommandCode} {cs : List (Option CommandEntry)} (hR : g.builder.tables.Right)
    (hv : 2 ≤ g.nextVersion) (h : loopConditions T given invariant number summary cs g = .ok g') :
    Yields g g' (SimulatedFor T given invariant (.assign []) summary ∧ (∀ b, commandFor cs none = some b → SimulatedFor T given invariant (.seq summary b.command) summary) ∧
      ∀ n e, commandFor cs (some n) = some e → SimulatedFor T given invariant (CommandCode.seq summary e.command).only summary) := by
  obtain ⟨g₁, h1, h⟩ := bind_ok.mp h
  have x := simulate_yields hT hR hv h1
  have hv₁ := Nat.le_trans hv x.1.version
  split at h
  · cases h
    exact x.imp fun hP => ⟨hP, (fun b hb => by cases hb), fun n e he => by cases he⟩
  · exact (x.and (exitConditions_yields hT x.1.right hv₁ h)).imp fun ⟨hP, hQ⟩ => ⟨hP, (fun b hb => by cases hb), fun n e he => hQ n e he⟩
  · obtain ⟨g₂, h2, h⟩ := bind_ok.mp h
    have y := simulate_yields hT x.1.right hv₁ h2
    refine (x.and (y.and (exitConditions_yields hT y.1.right (Nat.le_trans hv₁ y.1.version) h))).imp fun ⟨hP, hQ, hE⟩ => ⟨hP, fun b hb => ?_, fun n e he => hE n e he⟩
    cases hb
    exact hQ

/-- **The conditions of summaries.** -/
theorem summaryConditions_sound (hT : T.Right) (M : MoverCode) (hR : g.builder.tables.Right) (hv : 2 ≤ g.nextVersion)
    (h : summaryConditions T given invariant M g = .ok g') : Yields g g' (M.Summarised (SimulatedFor T given invariant)) := by
  induction M generalizing g g' with
  | skip | atomic | exit | other => cases h; exact .refl hR trivial
  | choice S S' ih ih' | seq S S' ih ih' =>
    obtain ⟨g₁, h1, h⟩ := bind_ok.mp h
    have x := ih hR hv h1
    exact x.and (ih' x.1.right (Nat.le_trans hv x.1.version) h)
  | block S ih => exact ih hR hv h
  | loop number summary S ih =>
    obtain ⟨g₁, h1, h⟩ := bind_ok.mp h
    have x := ih hR hv h1
    split at h
    · rename_i body hb _
      refine (x.and (loopConditions_yields hT x.1.right (Nat.le_trans hv x.1.version) h)).imp fun ⟨hP, hQ⟩ => ⟨hP, fun c' cs hc hcs => ?_⟩
      cases hc
      rw [hb] at hcs
      cases hcs
      exact hQ
    · rename_i hn
      cases h
      exact x.imp fun hP => ⟨hP, fun c cs hc hcs => absurd hcs fun hcs => hn c cs hc hcs⟩

end

end Plato
