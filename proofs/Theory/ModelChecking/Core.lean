/-
# Assume-guarantee model checking of programs

A program of core Plato is a concurrent system: its stores are the global stores, and the local store of a thread is what is left for it to
do (`systemOf`). So Lemma 1 of Flanagan and Qadeer, *Assume-Guarantee Model Checking*, is about programs, too: from sets R and G that are
closed, and such that no thread goes wrong where R has it (`Closure`), it follows that the program is safe, that it keeps its invariants, and
that it satisfies its specification in whatever environment it says.

Here R has whole stores. That a thread need not look at the locals of other threads is shown in `Views`.

Main definitions: `systemOf`, `Closure`, `ClosedText`.
Main results: `reached_iff`, `goesWrong_iff` (program and system agree), `Closure.closed`, `Closure.sat`, `Closure.no_race`,
`satisfies_of_closure`, `safe_of_closure`, `invariant_of_closure`.
-/
module

public import Plato.Meaning.Claim
public import Theory.Secure
public import Theory.ModelChecking.Races

@[expose] public section

namespace Plato.ModelChecking

variable {Thread Store Control : Type}

/-- The threads of a program, started in a store, as a concurrent system. -/
def systemOf (step : Thread → Steps Store Control) (P : Program Thread Control) (σ : Store) : System Thread Store Control where
  init g ls := g = σ ∧ ls = P
  T t g l g' l' := step t (.run g l) (.run g' l')

/-- The thread can go wrong by its next step. -/
def canGoWrong (step : Thread → Steps Store Control) (t : Thread) (σ : Store) (S : Control) : Prop := step t (.run σ S) .wrong

section

variable {step : Thread → Steps Store Control} {P P' : Program Thread Control} {σ σ' : Store}

/-- The system reaches what the program does. -/
theorem reached_iff : (systemOf step P σ).Reached σ' P' ↔ Many (ParStep step) (.run σ P) (.run σ' P') := by
  constructor
  · intro h
    induction h with
    | init h => obtain ⟨rfl, rfl⟩ := h; exact .refl
    | step _ hT ih => exact .tail ih (.parallel hT)
  · intro h
    generalize hs : ParState.run σ' P' = s at h
    induction h generalizing σ' P' with
    | refl => cases hs; exact .init ⟨rfl, rfl⟩
    | tail _ hstep ih =>
      subst hs
      cases hstep with | parallel hT => exact .step (ih rfl) hT

/-- The program goes wrong exactly if the system comes to where a thread can. -/
theorem goesWrong_iff : GoesWrong step P σ ↔ ¬ (systemOf step P σ).Correct (canGoWrong step) := by
  constructor
  · intro h hc
    cases h with
    | tail h hstep => cases hstep with | @parallelWrong _ _ t hw => exact hc (reached_iff.mpr h) ⟨t, hw⟩
  · intro h
    refine Classical.byContradiction fun hn => h ?_
    rintro τ P₁ hr ⟨t, ht⟩
    exact hn (.tail (reached_iff.mp hr) (.parallelWrong ht))

end

/-- Sets R and G that are closed, in an environment that changes the store as `rely` allows; V has all stores that are reached. -/
structure Closure (step : Thread → Steps Store Control) (P : Program Thread Control) (σ : Store) (rely : Action Store) (V : Store → Prop)
    (R : Thread → Store → Control → Prop) (G : Thread → Action Store) : Prop where
  start : V σ
  init : ∀ t, R t σ (P t)
  env : ∀ {t e τ τ' S}, R t τ S → G e τ τ' → t ≠ e → R t τ' S
  own : ∀ {t τ τ' S S'}, R t τ S → step t (.run τ S) (.run τ' S') → R t τ' S'
  guarantee : ∀ {t τ τ' S S'}, R t τ S → step t (.run τ S) (.run τ' S') → G t τ τ'
  /-- No thread goes wrong. -/
  safe : ∀ {t τ S}, R t τ S → ¬ canGoWrong step t τ S
  /-- The environment of the program. -/
  outside : ∀ {t τ τ' S}, R t τ S → rely τ τ' → R t τ' S
  stores : ∀ {t τ S}, R t τ S → V τ
  outsideStores : ∀ {τ τ'}, V τ → rely τ τ' → V τ'

section

variable {step : Thread → Steps Store Control} {P P' : Program Thread Control} {σ σ' : Store} {rely : Action Store} {V : Store → Prop}
  {R : Thread → Store → Control → Prop} {G : Thread → Action Store}

/-- They are closed under the paper's rules. -/
theorem Closure.closed (h : Closure step P σ rely V R G) : Closed (systemOf step P σ) R G where
  init := by rintro t g ls ⟨rfl, rfl⟩; exact h.init t
  env := h.env
  step := h.own
  guarantee := h.guarantee

/-- No interleaving goes wrong, … -/
theorem Closure.not_wrong (h : Closure step P σ rely V R G) : ¬ GoesWrong step P σ :=
  fun hw => goesWrong_iff.mp hw (correct_of_closed h.closed fun _ _ _ => h.safe)

/-- … and every store that is reached is in V. -/
theorem Closure.reached (h : Closure step P σ rely V R G) (hr : Reachable step P σ σ') : V σ' :=
  let ⟨_, hr⟩ := hr
  invariant_of_closed h.closed (fun _ _ _ => h.stores) (fun _ _ hi => hi.1 ▸ h.start) (reached_iff.mpr hr)

/-- No store is reached in which two threads are about to access x, one of them to write it, if R has no such two. -/
theorem Closure.no_race (h : Closure step P σ rely V R G) {Place : Type} {A : Accesses Thread Store Control Place} {x : Place}
    (hR : ∀ t u τ S S', R t τ S → R u τ S' → ¬ A.Conflict x t u τ S S') (hr : Many (ParStep step) (.run σ P) (.run σ' P')) :
    ¬ Race A x σ' P' := raceFree_of_pairs h.closed hR (reached_iff.mpr hr)

/-- What the environment of a thread does: other threads make steps of G, and the program's environment those of the rely. -/
def around (rely : Action Store) (G : Thread → Action Store) (t : Thread) : Action Store := fun τ τ' => rely τ τ' ∨ ∃ e, e ≠ t ∧ G e τ τ'

/-- Every thread is secure, and is where R has it. -/
theorem Closure.secure (h : Closure step P σ rely V R G) (t : Thread) :
    Secure (step t) (around rely G t) (G t) (fun S τ => R t τ S) (P t) σ := fun _ =>
  ⟨fun _ S τ => R t τ S, ⟨fun hR hA => hA.elim (h.outside hR) fun ⟨_, hne, hG⟩ => h.env hR hG (Ne.symm hne),
    fun hR hs => ⟨_, rfl, h.guarantee hR hs, h.own hR hs⟩, fun hR => h.safe hR, fun hR => hR⟩, h.init t⟩

/-- In the environment of the program, too, every store that is reached is in V, and every thread is where R has it. -/
theorem Closure.open_reached (h : Closure step P σ rely V R G) (hr : Many (OpenStep step rely) (.run σ P) (.run σ' P')) :
    V σ' ∧ ∀ t, R t σ' (P' t) := by
  have himplies : ∀ i j, i ≠ j → ∀ τ τ', G i τ τ' → around rely G j τ τ' := fun i _ hij _ _ hG => .inr ⟨i, hij, hG⟩
  have henv : ∀ i τ τ', rely τ τ' → around rely G i τ τ' := fun _ _ _ hrely => .inl hrely
  have key (τ : Store) (Q : Program Thread Control) (hr : Many (OpenStep step rely) (.run σ P) (.run τ Q)) (t : Thread) : R t τ (Q t) := by
    obtain ⟨_, _, he, hs⟩ := secure_open_steps himplies henv h.secure hr
    cases he
    exact (hs t).here
  refine ⟨?_, key _ _ hr⟩
  generalize hs : ParState.run σ' P' = s at hr
  induction hr generalizing σ' P' with
  | refl => cases hs; exact h.start
  | @tail s _ hr hstep ih =>
    subst hs
    cases hstep with
    | environment hrely => exact h.outsideStores (ih rfl) hrely
    | component hp => cases hp with
      | @parallel _ _ _ i _ hp => exact h.stores (h.own (key _ _ hr i) hp)

/-- **The program satisfies its specification**, if each step from R satisfies the guarantee and each store in which R has all threads at their
end satisfies the postcondition. -/
theorem Closure.sat (h : Closure step P σ rely V R G) {done : Control} {guarantee : Action Store} {post : Store → Prop}
    (hguarantee : ∀ t τ τ' S S', R t τ S → step t (.run τ S) (.run τ' S') → guarantee τ τ')
    (hpost : ∀ τ, V τ → (∀ t, R t τ done) → post τ) : P.Sat step done ⟨fun τ => τ = σ, rely, guarantee, post⟩ where
  safe := fun hσ hw => by
    cases hσ
    cases hw with
    | @tail s _ hr hstep => cases s with
      | wrong => cases hstep with | component hp => cases hp
      | run τ Q => cases hstep with
        | component hp => cases hp with
          | @parallelWrong _ _ t hw => exact h.safe ((h.open_reached hr).2 t) hw
  guarantee := fun hσ hr hstep => by
    cases hσ
    cases hstep with | @parallel _ _ _ t _ hs => exact hguarantee t _ _ _ _ ((h.open_reached hr).2 t) hs
  post := fun hσ hr hended => by
    cases hσ
    exact hpost _ (h.open_reached hr).1 fun t => hended t ▸ (h.open_reached hr).2 t

end

/-! Programs as certificates have them. -/

/-- R and G for a program, its parameters and an initial store. -/
abbrev ClosedText (p : ProgramText) (E : Parameters) (σ : Plato.Store) (rely : Action Plato.Store) (V : Plato.Store → Prop)
    (R : p.Thread E σ → Plato.Store → Core → Prop) (G : p.Thread E σ → Action Plato.Store) : Prop :=
  Closure (p.step E σ) (p.program E σ) σ rely V R G

/-- No thread of a program with closed R and G goes wrong: **the claim `safe`**. -/
theorem safe_of_closure {p : ProgramText} (h : ∀ E σ, p.Initial E σ → ∃ rely V R G, ClosedText p E σ rely V R G) : p.Safe :=
  fun E σ hi => let ⟨_, _, _, _, h⟩ := h E σ hi; h.not_wrong

/-- What is true of all stores in V is an invariant: **the claim `invariant`**. -/
theorem invariant_of_closure {p : ProgramText} {f : Formula}
    (h : ∀ E σ, p.Initial E σ → ∃ rely V R G, ClosedText p E σ rely V R G ∧ ∀ τ, V τ → f.predicate E 0 τ) : p.Invariant f :=
  fun E σ σ' hi hr => let ⟨_, _, _, _, h, hV⟩ := h E σ hi; hV σ' (h.reached hr)

/-- **The claim `triple`**: the program satisfies its specification. -/
theorem satisfies_of_closure {p : ProgramText} {s : SpecificationText}
    (h : ∀ E σ, p.Initial E σ → ∃ V R G, ClosedText p E σ (s.rely.action E 0) V R G ∧ (∀ τ, V τ → s.invariant.predicate E 0 τ) ∧
      (∀ t τ τ' S S', R t τ S → p.step E σ t (.run τ S) (.run τ' S') → s.guarantee.action E 0 τ τ') ∧
      ∀ τ, V τ → (∀ t, R t τ .skip) → s.post.predicate E 0 τ) : p.Satisfies s := fun E σ hi =>
  let ⟨_, _, _, h, hinvariant, hguarantee, hpost⟩ := h E σ hi
  ⟨h.sat hguarantee hpost, fun _ _ hr => hinvariant _ (h.open_reached hr).1⟩

end Plato.ModelChecking
