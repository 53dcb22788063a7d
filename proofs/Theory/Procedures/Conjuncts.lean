/-
# Only the conjuncts of the environment assumption that matter

The second optimisation of section 6.4 of *Modular Verification of Multithreaded Programs* (Calvin). An environment assumption is a
conjunction of actions that mention disjoint sets of variables. If it is reflexive and transitive, so is each conjunct, and conjuncts
commute. Before a step of the body, only those conjuncts are needed that mention variables that the step accesses; the whole assumption is
needed once more at the end.

The paper counts what the step of the body accesses. That is too little: the step that is checked is sim(p?X, W), which reads whatever the
abstraction mentions, its invariant for one. If a conjunct is postponed that can make the invariant true, the step is not looked at where
it should be. What counts here is what the checked step accesses (`sim_accesses`).

Main definitions: `Mentions`, `conjunction`, `part`, `Accesses`. Main results: `conjunct_trans`, `part_commute`, `sim_accesses`,
`postpones_conjuncts`, `check_sound_conjuncts`, `check_thread_conjuncts`.
-/
module

public import Theory.Procedures.CheckingSound

@[expose] public section

namespace Plato.Procedures

variable {Var Value Group : Type}

/-- The action mentions these variables only. -/
def Mentions (V : Var → Prop) (A : Action (Var → Value)) : Prop :=
  ∀ σ σ' ρ ρ', (∀ v, V v → ρ v = σ v) → (∀ v, V v → ρ' v = σ' v) → A σ σ' → A ρ ρ'

/-- All conjuncts. -/
def conjunction (C : Group → Action (Var → Value)) : Action (Var → Value) := fun σ σ' => ∀ i, C i σ σ'

/-- Some conjuncts: variables of the others are left alone. -/
def part (group : Var → Group) (C : Group → Action (Var → Value)) (D : Group → Prop) : Action (Var → Value) := fun σ σ' =>
  (∀ i, D i → C i σ σ') ∧ ∀ v, ¬ D (group v) → σ' v = σ v

/-- The first store on these variables, the second on others. -/
noncomputable def mixed (V : Var → Prop) (σ ρ : Var → Value) : Var → Value := fun v => open Classical in if V v then σ v else ρ v

theorem mixed_in {V : Var → Prop} {σ ρ : Var → Value} {v : Var} (h : V v) : mixed V σ ρ v = σ v := if_pos h

theorem mixed_out {V : Var → Prop} {σ ρ : Var → Value} {v : Var} (h : ¬ V v) : mixed V σ ρ v = ρ v := if_neg h

section

variable {group : Var → Group} {C : Group → Action (Var → Value)} (hC : ∀ i, Mentions (fun v => group v = i) (C i))
include hC

/-- Section 6.4: if the conjunction is reflexive and transitive, each conjunct is transitive. -/
theorem conjunct_trans (hrefl : ∀ σ, conjunction C σ σ) (htrans : ∀ σ ρ σ', conjunction C σ ρ → conjunction C ρ σ' → conjunction C σ σ')
    (i : Group) (σ ρ σ' : Var → Value) (h1 : C i σ ρ) (h2 : C i ρ σ') : C i σ σ' := by
  have hother : ∀ (l : Group), l ≠ i → ∀ a b : Var → Value,
      C l (mixed (fun v => group v = i) a σ) (mixed (fun v => group v = i) b σ) := by
    intro l hl a b
    refine hC l σ σ _ _ (fun v hv => ?_) (fun v hv => ?_) (hrefl σ l) <;> exact mixed_out fun h => hl (hv ▸ h)
  have hsame : ∀ a b : Var → Value, C i a b → conjunction C (mixed (fun v => group v = i) a σ) (mixed (fun v => group v = i) b σ) := by
    intro a b h l
    by_cases hl : l = i
    · subst hl; exact hC l a b _ _ (fun v hv => mixed_in hv) (fun v hv => mixed_in hv) h
    · exact hother l hl a b
  exact hC i _ _ _ _ (fun v hv => (mixed_in (V := fun v => group v = i) hv).symm)
    (fun v hv => (mixed_in (V := fun v => group v = i) hv).symm) (htrans _ _ _ (hsame σ ρ h1) (hsame ρ σ' h2) i)

/-- Section 6.4: conjuncts over disjoint variables commute. -/
theorem part_commute {D D' : Group → Prop} (hD : ∀ i, D i → ¬ D' i) {σ ρ σ' : Var → Value} (h1 : part group C D σ ρ)
    (h2 : part group C D' ρ σ') : ∃ ρ', part group C D' σ ρ' ∧ part group C D ρ' σ' := by
  refine ⟨mixed (fun v => D' (group v)) σ' σ, ⟨fun i hi => ?_, fun v hv => mixed_out hv⟩, fun i hi => ?_, fun v hv => ?_⟩
  · refine hC i ρ σ' _ _ (fun v hv => ?_) (fun v hv => mixed_in (hv ▸ hi)) (h2.1 i hi)
    exact (h1.2 v fun h => hD _ h (hv ▸ hi)).symm
  · refine hC i σ ρ _ _ (fun v hv => mixed_out fun h => hD i hi (hv ▸ h)) (fun v hv => ?_) (h1.1 i hi)
    exact h2.2 v fun h => hD i hi (hv ▸ h)
  · by_cases h : D' (group v)
    · exact (mixed_in (V := fun v => D' (group v)) h).symm
    · rw [h2.2 v h, mixed_out (V := fun v => D' (group v)) h]; exact h1.2 v hv

theorem conjunction_split (D : Group → Prop) {σ σ' : Var → Value} (h : conjunction C σ σ') :
    ∃ ρ, part group C D σ ρ ∧ part group C (fun i => ¬ D i) ρ σ' := by
  refine ⟨mixed (fun v => D (group v)) σ' σ, ⟨fun i hi => ?_, fun v hv => mixed_out hv⟩, fun i hi => ?_, fun v hv => ?_⟩
  · exact hC i σ σ' _ _ (fun _ _ => rfl) (fun v hv => mixed_in (hv ▸ hi)) (h i)
  · exact hC i σ σ' _ _ (fun v hv => mixed_out fun h => hi (hv ▸ h)) (fun _ _ => rfl) (h i)
  · exact (mixed_in (V := fun v => D (group v)) (Classical.not_not.mp hv)).symm

theorem part_conjunction (hrefl : ∀ σ, conjunction C σ σ) {D : Group → Prop} {σ σ' : Var → Value} (h : part group C D σ σ') :
    conjunction C σ σ' := by
  intro i
  by_cases hi : D i
  · exact h.1 i hi
  · exact hC i σ σ _ _ (fun _ _ => rfl) (fun v hv => h.2 v fun hD => hi (hv ▸ hD)) (hrefl σ i)

end

/-- A step on a store with a counter accesses these variables only: it changes no others, and what it does depends on no others. -/
structure Accesses (V : Var → Prop) (s : Transition ((Var → Value) × Nat)) : Prop where
  frame : ∀ {σ σ' n n'}, s (σ, n) (.store (σ', n')) → ∀ v, ¬ V v → σ' v = σ v
  step : ∀ {σ σ' ρ ρ' n n'}, (∀ v, V v → ρ v = σ v) → s (σ, n) (.store (σ', n')) → (∀ v, V v → ρ' v = σ' v) →
    (∀ v, ¬ V v → ρ' v = ρ v) → s (ρ, n) (.store (ρ', n'))
  wrong : ∀ {σ ρ n}, (∀ v, V v → ρ v = σ v) → s (σ, n) .wrong → s (ρ, n) .wrong

/-- sim(a, b) accesses what `a` and `b` access. -/
theorem sim_accesses {Thread : Type} {V : Var → Prop} {a b : Atomic Thread ((Var → Value) × Nat)} {t : Thread} (ha : Accesses V (a t))
    (hb : Accesses V (b t)) : Accesses V (sim a b t) := by
  have hat : ∀ {σ ρ n}, (∀ v, V v → ρ v = σ v) → SimulatedAt a b t (σ, n) → SimulatedAt a b t (ρ, n) := by
    intro σ ρ n heq h
    rcases h with h | ⟨hsafe, h⟩
    · exact .inl (hb.wrong heq h)
    · refine .inr ⟨fun hw => hsafe (ha.wrong (fun v hv => (heq v hv).symm) hw), ?_⟩
      rintro ⟨ρ', n'⟩ hs
      refine hb.step heq (h (mixed V ρ' σ, n') (ha.step (fun v hv => (heq v hv).symm) hs (fun v hv => mixed_in hv)
        fun v hv => mixed_out hv)) (fun v hv => (mixed_in hv).symm) (ha.frame hs)
  refine ⟨fun h => ha.frame h.2.2, fun heq h hin hout => ⟨hat heq h.1, fun hw => h.2.1 (hb.wrong (fun v hv => (heq v hv).symm) hw), ?_⟩, ?_⟩
  · exact ha.step heq h.2.2 hin hout
  · exact fun heq h h' => h (hat (fun v hv => (heq v hv).symm) h')

section

variable {Thread Proc : Type} {B : Proc → Stmt (Atomic Thread (Var → Value)) Proc}
  {B' : Proc → Stmt (Atomic Thread ((Var → Value) × Nat)) Proc} {j : Thread} {first k last : Atomic Thread (Var → Value)}
  {ys : List (Atomic Thread (Var → Value))} {group : Var → Group} {C : Thread → Group → Action (Var → Value)}
  (hC : ∀ i, Mentions (fun v => group v = i) (C j i)) (hrefl : ∀ σ, conjunction (C j) σ σ)
include hC hrefl

/-- Conjuncts that mention nothing that the checked step accesses can be postponed until after it. -/
theorem postpones_conjuncts {D : Group → Prop} {x : Witnessed Thread (Var → Value)}
    (hacc : Accesses (fun v => D (group v)) (sim x.both (witness k ys) j)) :
    Postpones j k ys (conjunction (C j)) (part group (C j) D) (part group (C j) fun i => ¬ D i) x where
  split _ _ h := conjunction_split hC D h
  rest _ _ h := part_conjunction hC hrefl h
  wrong _ _ _ hR hw := hacc.wrong (fun v hv => (hR.2 v (not_not_intro hv)).symm) hw
  step ρ σ σ' n n' hR hs := by
    refine ⟨mixed (fun v => D (group v)) σ' ρ, hacc.step (fun v hv => (hR.2 v (not_not_intro hv)).symm) hs (fun v hv => mixed_in hv)
      fun v hv => mixed_out hv, fun i hi => ?_, fun v hv => (mixed_in (V := fun v => D (group v)) (Classical.not_not.mp hv)).symm⟩
    exact hC i ρ σ _ _ (fun v hv => mixed_out fun h => hi (hv ▸ h)) (fun v hv => hacc.frame hs v fun h => hi (hv ▸ h)) (hR.1 i hi)

variable (htrans : ∀ σ ρ σ', conjunction (C j) σ ρ → conjunction (C j) ρ σ' → conjunction (C j) σ σ')
  {Bw : Proc → Stmt (Witnessed Thread (Var → Value)) Proc} {S : Stmt (Witnessed Thread (Var → Value)) Proc} (hS : S.CallFree)
  {D : Witnessed Thread (Var → Value) → Group → Prop}
include htrans hS

/-- **Section 6.4, the second optimisation**: before each step, only the conjuncts that mention what the checked step accesses; at the end,
all of them. -/
theorem check_sound_conjuncts
    (hD : ∀ a, sequences Bw S a → ∀ x ∈ a, Accesses (fun v => D x (group v)) (sim x.both (witness k ys) j))
    (hsafe : ∀ σ, ¬ GoesWrongFrom (alone B' j (checkProgram (fun x => .atomic (around fun t => part group (C t) (D x)))
      (.atomic (around fun t => conjunction (C t))) first k last ys S)) (σ, 0)) :
    SimulatedIn (fun _ => True) (fun t => conjunction (C t)) j (sequences B (Body (S.map Witnessed.step)))
      (sequences B (abstraction first k last ys)) :=
  check_sound (Bw := Bw) (E := fun t => conjunction (C t)) (D := conjunction (C j)) (fun _ _ => id) hrefl htrans hS
    (fun a ha x hx => ⟨realises_once fun t => part group (C t) (D x), postpones_conjuncts hC hrefl (hD a ha x hx)⟩)
    (realises_once fun t => conjunction (C t)) hsafe

/-- The second optimisation for a thread. -/
theorem check_thread_conjuncts {J : (Var → Value) → Prop}
    (hD : ∀ a, sequences Bw S a → ∀ x ∈ a, Accesses (fun v => D x (group v)) (sim x.both (witness k []) j))
    (hsafe : ∀ σ, J σ →
      ¬ GoesWrongFrom (alone B' j (checkBody (fun x => .atomic (around fun t => part group (C t) (D x))) k [] S)) (σ, 0)) :
    SimulatedIn J (fun t => conjunction (C t)) j (sequences B (S.map Witnessed.step)) (sequences B (.loop (.atomic k))) :=
  check_thread_sound (Bw := Bw) (E := fun t => conjunction (C t)) (D := conjunction (C j)) (fun _ _ => id) hrefl htrans hS
    (fun a ha x hx => ⟨realises_once fun t => part group (C t) (D x), postpones_conjuncts hC hrefl (hD a ha x hx)⟩) hsafe

end

end Plato.Procedures
