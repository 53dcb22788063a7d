/-
# What the literals of properties are about

Main definitions: `Fits`, `Reads`, `SourcesReady`, `Says`.
-/
module

public import Plato.Goal.Compile
public import Goal.Meaning
public import Table.Copy

@[expose] public section

namespace Plato

/-- The model has the setting's parameters and threads; the stores are free. -/
structure Fits (s : Setting) (M : Model) : Prop where
  atoms : M.atoms = s.parameters.atoms
  self : M.logic 0 = .int s.self
  other : M.logic 1 = .int s.other
  logic : ∀ i, 1 ≤ i → M.logic (i + 1) = s.parameters.logic i

/-- The thread of the condition is an integer. -/
theorem Fits.isInt {s : Setting} {M : Model} (h : Fits s M) : ∃ t, M.logic 0 = .int t := ⟨_, h.self⟩

/-- The stores in scope are the ones that the sources give. -/
def Reads (I : Interpretation) (sources : List Source) (ρ : Nat → Store) : Prop := ∀ i, (sourceOf sources i).value I = ρ i

theorem Reads.cons {I : Interpretation} {sources : List Source} {ρ : Nat → Store} (h : Reads I sources ρ) {source : Source} {σ : Store}
    (hσ : source.value I = σ) : Reads I (source :: sources) (Plato.cons σ ρ)
  | 0 => hσ
  | i + 1 => h i

section

variable {s : Setting} {I : Interpretation} {sources : List Source} {ρ : Nat → Store}

theorem sourceAt_value (hρ : Reads I sources ρ) (first : Nat) (later : List Nat) (version : Nat) :
    (sourceAt (sourceOf sources first) (sourcesOf sources later) version).value I = storeAt (ρ first) (later.map ρ) version := by
  induction later generalizing first version with
  | nil => cases version <;> exact hρ first
  | cons second later ih =>
    cases version with
    | zero => exact hρ first
    | succ version => exact ih second version

/-- A formula is copied to the place where it is to be read. -/
theorem site_model (hs : Fits s I.model) (hρ : Reads I sources ρ) (r : View) (outer : List Int) :
    (r.site sources).model I outer = r.model s ρ outer := by
  simp only [Site.model, View.model, View.site]
  congr 1
  · exact hs.atoms
  · funext version
    exact sourceAt_value hρ _ _ _
  · funext name
    split
    · cases r.thread with
      | nobody => rfl
      | self => exact hs.self
      | other => exact hs.other
      | bound => rfl
      | branch => simp only [Who.value, Who.identifier, hs.self]; rfl
    · exact hs.logic name (by omega)

end

/-- All sources can be used. -/
def SourcesReady (T : Tables) (sources : List Source) : Prop := ∀ x ∈ sources, x.Ready T

theorem SourcesReady.grow {T T' : Tables} {sources : List Source} (h : SourcesReady T sources) (hg : Grows T T') : SourcesReady T' sources :=
  fun x hx => (h x hx).grow hg

theorem SourcesReady.cons {T : Tables} {source : Source} {sources : List Source} (hx : source.Ready T) (h : SourcesReady T sources) :
    SourcesReady T (source :: sources) := fun x hm => (List.mem_cons.mp hm).elim (fun e => e ▸ hx) (h x)

theorem SourcesReady.sourceOf {T : Tables} {sources : List Source} (h : SourcesReady T sources) (i : Nat) : (sourceOf sources i).Ready T := by
  induction sources generalizing i with
  | nil => trivial
  | cons x xs ih =>
    cases i with
    | zero => exact h x (by simp)
    | succ i => exact ih (fun y hy => h y (by simp [hy])) i

theorem SourcesReady.site {T : Tables} {sources : List Source} (h : SourcesReady T sources) (r : View) : (r.site sources).Ready T := by
  refine ⟨h.sourceOf _, ?_⟩
  show ∀ x ∈ sourcesOf sources r.later, x.Ready T
  generalize r.later = later
  induction later with
  | nil => exact fun _ hx => nomatch hx
  | cons i is ih => exact fun x hx => (List.mem_cons.mp hx).elim (fun e => e ▸ h.sourceOf i) (ih x)

/-- What is built: right tables that have grown, and a literal with that meaning. -/
def Says (T : Tables) (sources : List Source) (b b' : Builder) (l : Nat) (f : Property) : Prop :=
  b'.tables.Right ∧ Grows b.tables b'.tables ∧ ∀ I, b'.tables.Consistent I → ∀ {s ρ}, Fits s I.model → Reads I sources ρ → ∀ outer,
    (I.literal outer l ↔ f.Holds T s ρ outer)

end Plato
