/-
# Proofs procedure by procedure are sound

Main results: `procedures_sound`.
-/
module

public import Plato.Procedures.Check
public import Procedures.Sound
public import ThreadModular.Check

@[expose] public section

namespace Plato

/-- **Soundness of proofs procedure by procedure**: the program satisfies its specification. -/
theorem procedures_sound {bytes : ByteArray} {p q : ProgramTables} (hp : p.tables.Sound) {i room effort : Nat}
    (h : Kernel.procedures bytes p i room effort = .ok q) : q.text.Satisfies q.specificationText := by
  obtain ⟨⟨read, outlined, next⟩, hread, h⟩ := bind_ok.mp h
  obtain ⟨left, hghosts, h⟩ := bind_ok.mp h
  obtain ⟨witness, _, h⟩ := bind_ok.mp h
  obtain ⟨left', hwitness, h⟩ := bind_ok.mp h
  obtain ⟨_, hwrites, h⟩ := bind_ok.mp h
  obtain ⟨left'', _, h⟩ := bind_ok.mp h
  obtain ⟨generated, hgen, h⟩ := bind_ok.mp h
  obtain ⟨_, hall, h⟩ := bind_ok.mp h
  injection h with h
  subst h
  have hright := outlinedProgram_right hp hread
  rw [atOffset_ok] at hghosts hgen hwitness hwrites
  rw [← hright.text, ← hright.specification]
  have hT := hright.tables
  obtain ⟨g₁, h1, h2⟩ := bind_ok.mp hgen
  obtain ⟨e, hprocedures⟩ := procedureConditions_sound hT.right witness 0 (conditions_right hT.right h1) h2
  have hrefuted := refuteAll_conditions e.right hall
  obtain ⟨hrestores, hrestoresBodies⟩ := ghosts_restore hghosts
  have hwitnessed : ∀ {procedure x}, outlined.abstractionOf procedure = some x → ∀ q, outlined.procedures[procedure]? = some q →
      Witnessed outlined.tables witness x q.code := by
    intro procedure x hx q hq
    obtain ⟨q', hq', hx'⟩ := procedure_of_abstraction hx
    rw [hq] at hq'
    injection hq' with hq'
    subst hq'
    obtain ⟨hlt, rfl⟩ := Array.getElem?_eq_some_iff.mp hq
    exact witnessed_sound 0 _ hwitness procedure hlt (Nat.zero_le _) x hx'
  have hwritten : ∀ {procedure x names}, outlined.abstractionOf procedure = some x → x.writes = some names → witness ∈ names ∧
      ∀ q, outlined.procedures[procedure]? = some q → ∃ e r, Kernel.writesOfCode names q.code e = .ok r := by
    intro procedure x names hx hnames
    obtain ⟨q, hq, hx'⟩ := procedure_of_abstraction hx
    obtain ⟨hlt, rfl⟩ := Array.getElem?_eq_some_iff.mp hq
    obtain ⟨hmem, hcode⟩ := written_sound 0 _ hwrites procedure hlt (Nat.zero_le _) x names hx' hnames
    refine ⟨hmem, fun q' hq' => ?_⟩
    rw [hq] at hq'
    injection hq' with hq'
    exact hq' ▸ hcode
  refine ghosts_sound hT.right hghosts hright.calls hright.bodies hright.invokes fun {E σ τ} hassume hinit hmembers => ?_
  refine vcgen_sound hT.right hT.startsTrue (g₀ := Generator.start room left'') (initial_right _) h1 e.grows (fun x hx => hrefuted x (e.conditions x hx)) hrestores hright.invokes.1 (hidden := AgreeOff [witness])
    (bodies_right hT.right hwitnessed hwritten hright.invokes.2 fun {procedure x} hx q hq t => ?_) hassume hinit hmembers
  obtain ⟨q', hq', hx'⟩ := procedure_of_abstraction hx
  rw [hq] at hq'
  injection hq' with hq'
  subst hq'
  obtain ⟨hlt, rfl⟩ := Array.getElem?_eq_some_iff.mp hq
  exact ⟨_, procedure_right hT.right (hrestoresBodies procedure hlt x hx')
    (hprocedures (.refl _) hrefuted procedure hlt (Nat.zero_le _) x hx') hassume t⟩

end Plato
