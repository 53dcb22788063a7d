/-
# The witness does not influence what runs

Main results: `isCount_sound`, `counts_sound`, `code_blind` (a body does the same whatever the witness is), `commits_sound`,
`witnessed_sound` (what the check of all procedures says of each).
-/
module

public import Plato.Procedures.Witness
public import ThreadModular.Ghosts

@[expose] public section

namespace Plato

section

variable {T : Tables} (hT : T.Right) {name : Nat} {E : Parameters} {t : Int}

/-- The literal says that the witness has that value. -/
theorem isCount_sound (hT : T.Right) {value : Nat} {l : Literal} (h : isCount T name value l = true) {σ : Store} :
    (T.literal l).predicate E t σ ↔ (σ name).toInt = value := by
  unfold isCount at h
  split at h
  · rename_i hpos
    split at h
    · rename_i a b hs
      split at h
      · rename_i x n ha hb
        simp only [Bool.and_eq_true, beq_iff_eq] at h
        obtain ⟨rfl, rfl⟩ := h
        unfold Formula.predicate Formula.action
        rw [← literal_iff, Interpretation.literal, Literal.true_of_isPositive hpos]
        have h1 := interpretation_means hT (E.model t σ σ) hs []
        have h2 := interpretation_termMeans hT (E.model t σ σ) ha []
        have h3 := interpretation_termMeans hT (E.model t σ σ) hb []
        simp only [Shape.Means, TermShape.Means, Interpretation.int] at h1 h2 h3
        rw [h1, h2, h3]
        exact Iff.rfl
      · simp at h
    · simp at h
  · simp at h

/-- The literals of the actions count those from each one on. -/
theorem counts_sound (steps : List AbstractStep) {n : Nat} (h : areCounts T name steps = .ok n) : n = steps.length ∧
    ∀ s later, s :: later <:+ steps → isCount T name (later.length + 1) s.left = true := by
  induction steps generalizing n with
  | nil =>
    injection h with h
    exact ⟨h.symm, fun s later hsuffix => by simp at hsuffix⟩
  | cons x rest ih =>
    obtain ⟨count, h1, h⟩ := bind_ok.mp h
    obtain ⟨_, h2, h⟩ := bind_ok.mp h
    injection h with h
    obtain ⟨rfl, hrest⟩ := ih h1
    refine ⟨by simp [← h], fun s later hsuffix => ?_⟩
    rcases List.suffix_cons_iff.mp hsuffix with he | hsuffix
    · injection he with he1 he2
      subst he1 he2
      exact require_ok.mp h2
    · exact hrest s later hsuffix

include hT

/-- A body does the same whatever the witness is. -/
theorem code_blind {bodies : Nat → Core} {called : Nat → Prop} (code : OutlinedCode) {abstractions : Nat → Option Abstraction}
    (hinvokes : code.InvokesRight abstractions) (hcalled : ∀ p x, abstractions p = some x → called p) {effort r : Nat}
    (h : Kernel.witnessOfCode T name code effort = .ok r) :
    Simulates (AgreeOff [name]) bodies called E t (code.annotated T) (code.annotated T) := by
  induction code generalizing effort r with
  | skip => exact .skip
  | cut => exact .skip
  | atomic label o =>
    unfold Kernel.witnessOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    refine atomic_simulated fun {σ τ r} hσ hr => ?_
    change Kernel.ghostsOfOperation T [name] o.forWitness _ = _ at h
    unfold Kernel.ghostsOfOperation at h
    split at h
    · rename_i hn _; cases hn
    · exact runs_avoiding hT _ h hσ hr
    · obtain ⟨_, h, _⟩ := bind_ok.mp h
      exact runs_avoiding hT _ h hσ hr
  | choice S S' ihS ihS' =>
    unfold Kernel.witnessOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    exact .choice (ihS hinvokes.1 h1) (ihS' hinvokes.2 h)
  | seq S S' ihS ihS' =>
    unfold Kernel.witnessOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    exact .seq (ihS hinvokes.1 h1) (ihS' hinvokes.2 h)
  | loop _ _ S ih =>
    unfold Kernel.witnessOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    exact .loop (ih hinvokes h)
  | block S ih =>
    unfold Kernel.witnessOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    exact .block (ih hinvokes h)
  | exit => exact .exit
  | call _ S ih =>
    unfold Kernel.witnessOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    exact .seq .skip (ih hinvokes h)
  | recursion => exact .skip
  | invoke _ procedure x => exact .invoke (hcalled procedure x hinvokes)
  | scope _ locals _ S ih =>
    unfold Kernel.witnessOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    exact scope_simulated (avoidsNames_sound locals h1) (ih hinvokes h)
  | par =>
    unfold Kernel.witnessOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    simp at h

/-- A command after an action of a call can run, and changes nothing but the witness. -/
theorem commits_sound (commits : List CommandCode) {effort r : Nat} (h : areCommits name commits effort = .ok r) :
    ∀ C ∈ commits, ∀ υ, ∃ υ', (C.command T).Runs E t υ (.store υ') ∧ AgreeOff [name] υ υ' := by
  induction commits generalizing effort with
  | nil => exact fun C hC => absurd hC (by simp)
  | cons D rest ih =>
    obtain ⟨⟨erased, _⟩, h1, h⟩ := bind_ok.mp h
    obtain ⟨_, h2, h⟩ := bind_ok.mp h
    intro C hC υ
    rcases List.mem_cons.mp hC with rfl | hC
    · have h2 := require_ok.mp h2
      match erased, h1, h2 with
      | .assign [], h1, _ =>
        obtain ⟨r', hr', ha⟩ := runs_annotated hT (place := "") (E := E) (thread := t) _ h1 (effort' := 0) (e := 0) rfl (.refl [name] υ)
          (r := .store υ) .assign
        cases r' with
        | store υ' => exact ⟨υ', hr', ha⟩
        | wrong => exact ha.elim
    · exact ih h C hC υ

end

/-- What the check of the witness says of a procedure with an abstraction. -/
structure Witnessed (T : Tables) (name : Nat) (x : Abstraction) (code : OutlinedCode) : Prop where
  counts : ∀ s later, s :: later <:+ x.steps → isCount T name (later.length + 1) s.left = true
  done : isCount T name 0 x.done = true
  rely : ∃ place e r, avoidsLiteral T ⟨[name], false, place⟩ x.rely e = .ok r
  idle : ∃ place e r, avoidsLiteral T ⟨[name], false, place⟩ x.idle e = .ok r
  pre : ∃ place e r, avoidsLiteral T ⟨[name], false, place⟩ x.pre e = .ok r
  post : ∃ place e r, avoidsLiteral T ⟨[name], false, place⟩ x.post e = .ok r
  steps : ∀ s ∈ x.steps, ∃ place e r, avoidsLiteral T ⟨[name], false, place⟩ s.action e = .ok r
  code : ∃ e r, Kernel.witnessOfCode T name code e = .ok r

theorem steps_avoid {T : Tables} {name : Nat} (steps : List AbstractStep) {effort r : Nat} (h : Kernel.witnessOfSteps T name steps effort = .ok r) :
    ∀ s ∈ steps, ∃ place e r, avoidsLiteral T ⟨[name], false, place⟩ s.action e = .ok r := by
  induction steps generalizing effort with
  | nil => exact fun s hs => absurd hs (by simp)
  | cons x later ih =>
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    intro s hs
    rcases List.mem_cons.mp hs with rfl | hs
    · exact ⟨_, _, _, h1⟩
    · exact ih h s hs

/-- What the check of the witness says. -/
theorem witnessed_sound {T : Tables} {name : Nat} {procedures : Array OutlinedProcedure} (i effort : Nat) {r : Nat}
    (h : Kernel.witnessOfProcedures T name procedures i effort = .ok r) :
    ∀ j (hj : j < procedures.size), i ≤ j → ∀ x, procedures[j].abstraction = some x → Witnessed T name x procedures[j].code := by
  fun_induction Kernel.witnessOfProcedures T name procedures i effort with
  | case1 i effort hi hn ih =>
    intro j hj hij x hx
    by_cases he : i = j
    · subst he; simp [hn] at hx
    · exact ih h j hj (by omega) x hx
  | case2 i effort hi x hx ih =>
    obtain ⟨_, habstraction, h⟩ := bind_ok.mp h
    obtain ⟨_, hcode, h⟩ := bind_ok.mp h
    intro j hj hij y hy
    by_cases he : i = j
    · subst he
      rw [hx] at hy
      injection hy with hy
      subst hy
      obtain ⟨_, h0, habstraction⟩ := bind_ok.mp habstraction
      obtain ⟨_, h1, habstraction⟩ := bind_ok.mp habstraction
      obtain ⟨_, h2, habstraction⟩ := bind_ok.mp habstraction
      obtain ⟨_, h3, habstraction⟩ := bind_ok.mp habstraction
      obtain ⟨_, h4, habstraction⟩ := bind_ok.mp habstraction
      obtain ⟨_, h5, habstraction⟩ := bind_ok.mp habstraction
      exact ⟨(counts_sound _ h0).2, require_ok.mp h1, ⟨_, _, _, h2⟩, ⟨_, _, _, h3⟩, ⟨_, _, _, h4⟩, ⟨_, _, _, h5⟩, steps_avoid _ habstraction,
        _, _, hcode⟩
    · exact ih _ h j hj (by omega) y hy
  | case3 => intro j hj hij; omega

end Plato
