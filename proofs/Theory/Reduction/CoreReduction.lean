/-
# Core Plato: procedures become atomic

The step that a method for reduction makes: the bodies of some procedures of a core program become commands. It is a reduction of its calculus; so, if the
conditions hold, what is proved of the new program holds of the old one. A statement inside of a thread is such a body after it has been put into a
procedure of its own.

Main definitions: `Merges`, `merging`.
Main results: `merging_source`, `merging_target`, `safe_of_merging`, `ensures_of_merging`, `refines_of_merging`.
-/
module

public import Theory.Reduction.CorePrograms

@[expose] public section

namespace Plato.Reduction

/-- The statement without any mark. -/
def Stmt.toMarked {Tid Br Proc Store : Type} : Stmt Tid Br Proc Store → Marked Tid Br Proc Store
  | .skip => .skip
  | .atomic α => .atomic α
  | .choice S T => .choice S.toMarked T.toMarked
  | .seq S T => .seq S.toMarked T.toMarked
  | .loop S => .loop S.toMarked
  | .call ρ => .call ρ
  | .block S => .block S.toMarked
  | .exit n => .exit n
  | .pick S => .pick fun b => (S b).toMarked
  | .par rest => .par fun b => (rest b).toMarked

theorem toMarked_erase {Tid Br Proc Store : Type} {S : Stmt Tid Br Proc Store} : S.toMarked.erase = S := by
  induction S <;> simp_all [Stmt.toMarked, Marked.erase]

theorem toMarked_contract {Tid Br Proc Store : Type} {S : Stmt Tid Br Proc Store} : S.toMarked.contract = S := by
  induction S <;> simp_all [Stmt.toMarked, Marked.contract]

/-- The second program is the first one with commands for the bodies of some procedures. -/
structure Merges (p p' : ProgramText) (C : Nat → Option Command) : Prop where
  assumption : p'.assumption = p.assumption
  init : p'.init = p.init
  families : p'.families = p.families
  bodies : ∀ ρ, bodiesOf p' ρ = match C ρ with
    | some c => .atomic c
    | none => bodiesOf p ρ

/-- The calculus of the program with marks for the procedures that become commands. -/
noncomputable def merging (p : ProgramText) (C : Nat → Option Command) (E : Parameters) (σ : Store) (Atom : Gated (List Index) Store → Prop) (I : Store → Prop)
    (Pre Post : CoreStmt → Prop) : Reduction (List Index) Index (Nat × Int) Store where
  root := []
  child t b := b :: t
  main := (calculus p E σ).main.toMarked
  body ρ := match C ρ.1 with
    | some c => .mark (gated E c) .out (ofCore E ρ.2 (bodiesOf p ρ.1))
    | none => (ofCore E ρ.2 (bodiesOf p ρ.1)).toMarked
  Atom := Atom
  I := I
  Pre := Pre
  Post := Post

variable {p p' : ProgramText} {C : Nat → Option Command} {E : Parameters} {σ : Store} {Atom : Gated (List Index) Store → Prop} {I : Store → Prop}
  {Pre Post : CoreStmt → Prop}

theorem merging_source : (merging p C E σ Atom I Pre Post).source = calculus p E σ := by
  have hbody : (fun ρ : Nat × Int => ((merging p C E σ Atom I Pre Post).body ρ).erase) = (calculus p E σ).body := by
    funext ρ
    simp only [merging]
    cases C ρ.1 with
    | none => exact toMarked_erase
    | some c => rfl
  show (⟨[], fun t b => b :: t, (calculus p E σ).main.toMarked.erase, fun ρ => ((merging p C E σ Atom I Pre Post).body ρ).erase⟩ : Program _ _ _ _) = _
  rw [hbody, toMarked_erase]
  rfl

/-- The threads of a program in the calculus depend on its families only. -/
theorem main_families (h : p'.families = p.families) : (calculus p' E σ).main = (calculus p E σ).main := by
  obtain ⟨_, _, _, families⟩ := p
  obtain ⟨_, _, _, families'⟩ := p'
  cases (show families' = families from h)
  rfl

theorem merging_target (h : Merges p p' C) : (merging p C E σ Atom I Pre Post).target = calculus p' E σ := by
  have hbody : (fun ρ : Nat × Int => ((merging p C E σ Atom I Pre Post).body ρ).contract) = (calculus p' E σ).body := by
    funext ρ
    have hb := h.bodies ρ.1
    simp only [merging, calculus, hb]
    cases C ρ.1 with
    | none => exact toMarked_contract
    | some c => rfl
  show (⟨[], fun t b => b :: t, (calculus p E σ).main.toMarked.contract, fun ρ => ((merging p C E σ Atom I Pre Post).body ρ).contract⟩ :
    Program _ _ _ _) = _
  rw [hbody, toMarked_contract, ← main_families h.families]
  rfl

/-- The conditions of the step, from every initial store. -/
def Mergeable (p : ProgramText) (C : Nat → Option Command) : Prop :=
  ∀ E σ, p.Initial E σ → ∃ Atom I Pre Post, I σ ∧ (merging p C E σ Atom I Pre Post).Valid

theorem reduces_of_merging (h : Merges p p' C) (hm : Mergeable p C) : Reduces p p' := by
  intro E σ hi
  obtain ⟨Atom, I, Pre, Post, hI, V⟩ := hm E σ hi
  refine ⟨?_, I, hI, fun hI' hb => ?_, fun hI' hg => ?_⟩
  · obtain ⟨ha, hn⟩ := hi
    exact ⟨by rw [h.assumption]; exact ha, by rw [h.init]; exact hn⟩
  · have := V.bad (σ := _) ⟨hI', by rw [merging_source]; exact hb.2⟩
    rwa [merging_target h] at this
  · have := V.good (σ := _) (σ' := _) ⟨hI', by rw [merging_source]; exact hg.2⟩
    rw [merging_target h] at this
    exact this.imp id fun hg' => ⟨_, rfl, hg'⟩

/-- `safe`: if the program with atomic procedures is safe, so is the program as written. -/
theorem safe_of_merging (h : Merges p p' C) (hm : Mergeable p C) (hsafe : p'.Safe) : p.Safe := safe_of_preserves (reduces_of_merging h hm) hsafe

/-- `ensures`: the same for what holds where all threads have ended. -/
theorem ensures_of_merging {f : Formula} (h : Merges p p' C) (hm : Mergeable p C) (hsafe : p'.Safe) (hens : p'.Ensures f) : p.Ensures f :=
  ensures_of_preserves (reduces_of_merging h hm) hsafe hens

/-- `refines`: where no thread is in a merged procedure, the program with atomic procedures can come to the same store. -/
theorem refines_of_merging (h : Merges p p' C) (V : (merging p C E σ Atom I Pre Post).Valid) (hI : I σ) {σ' : Store}
    {P' : Plato.Program (p.Thread E σ) Core} (hm : Many (ParStep (p.step E σ)) (.run σ (p.program E σ)) (.run σ' P')) :
    GoesWrong (p'.step E σ) (p'.program E σ) σ ∨ ∃ rest, ∃ M : Marked (List Index) Index (Nat × Int) Store, M.erase = .par rest ∧ Follows p E σ P' rest ∧
      ((∀ q, M.phase q = .out) → GoesWrong (p'.step E σ) (p'.program E σ) σ ∨ ∃ Q' rest', M.contract = .par rest' ∧ Leads p' E σ Q' rest' ∧
        Many (ParStep (p'.step E σ)) (.run σ (p'.program E σ)) (.run σ' Q')) :=
  refines_core V merging_source (merging_target h) hI hm

end Plato.Reduction
