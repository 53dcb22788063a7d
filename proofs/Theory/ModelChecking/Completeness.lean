/-
# Refinement: what is exposed, and that exposing all is complete

Section 4 of Flanagan and Qadeer, *Assume-Guarantee Model Checking*: the abstraction might be too coarse, and is refined by "explicating some
aspect of the program counters of the other threads". Here such an aspect is a ghost in the global store. The system with it makes the same
steps (`reached_withGhost`), so whatever the method proves of it holds of the system without it, whatever the ghost (`correct_withGhost`).

Some function of each thread's local store is exposed by a ghost that has its value for every thread (`expose`). If the local stores themselves
are exposed, the method is complete (`complete`): its least R has no error if the system has none; so exposing "all local states" makes the
method decide the question for finite-state systems. Any set of states of the full product that is closed under the rules of standard model
checking is then such a pair of R and G (`product_closed`).

Without exposing anything the method is not complete (`incomplete`): with a lock that is one bit, two threads may both hold it, for all that
each of them knows. The paper says so of its example.

Main definitions: `withGhost`, `expose`, `exposed`.
Main results: `correct_withGhost`, `invariant_withGhost`, `product_closed`, `reach_exposed`, `complete`, `complete_invariant`, `incomplete`.
-/
module

public import Theory.ModelChecking.Races

@[expose] public section

namespace Plato.ModelChecking

variable {Tid Global Local Ghost : Type}

/-- The system with a ghost in its global store: its values in initial states, and how a step changes it. -/
structure GhostOf (Tid Global Local Ghost : Type) where
  start : Global → (Tid → Local) → Ghost
  next : Tid → Global → Local → Global → Local → Ghost → Ghost

/-- The system with the ghost. -/
def withGhost (S : System Tid Global Local) (γ : GhostOf Tid Global Local Ghost) : System Tid (Global × Ghost) Local where
  init g ls := S.init g.1 ls ∧ g.2 = γ.start g.1 ls
  T t g l g' l' := S.T t g.1 l g'.1 l' ∧ g'.2 = γ.next t g.1 l g'.1 l' g.2

section

variable {S : System Tid Global Local} {γ : GhostOf Tid Global Local Ghost} {R : Tid → Global × Ghost → Local → Prop}
  {G : Tid → Global × Ghost → Global × Ghost → Prop} {g : Global} {ls : Tid → Local}

/-- With the ghost the same states are reached. -/
theorem reached_withGhost : S.Reached g ls ↔ ∃ c, (withGhost S γ).Reached (g, c) ls := by
  constructor
  · intro h
    induction h with
    | @init g ls hi => exact ⟨γ.start g ls, .init ⟨hi, rfl⟩⟩
    | @step t g ls g' l' _ hT ih =>
      obtain ⟨c, ih⟩ := ih
      exact ⟨γ.next t g (ls t) g' l' c, .step ih ⟨hT, rfl⟩⟩
  · rintro ⟨c, h⟩
    generalize hp : (g, c) = p at h
    have : S.Reached p.1 ls := by
      clear hp
      induction h with
      | init hi => exact .init hi.1
      | step _ hT ih => exact .step ih hT.1
    rw [← hp] at this
    exact this

/-- Whatever is exposed, the method stays sound for the system as it is: for errors, … -/
theorem correct_withGhost (h : Closed (withGhost S γ) R G) {E : Tid → Global → Local → Prop} (hE : ∀ t g c l, R t (g, c) l → ¬ E t g l) :
    S.Correct E := fun hr ⟨t, ht⟩ =>
  let ⟨_, hr⟩ := (reached_withGhost (γ := γ)).mp hr; hE t _ _ _ (lemma1 h hr t) ht

/-- … for invariants, … -/
theorem invariant_withGhost (h : Closed (withGhost S γ) R G) {I : Global → Prop} (hI : ∀ t g c l, R t (g, c) l → I g)
    (hinit : ∀ g ls, S.init g ls → I g) (hr : S.Reached g ls) : I g :=
  let ⟨_, hr⟩ := (reached_withGhost (γ := γ)).mp hr
  invariant_of_closed h (I := fun g => I g.1) (fun t g l => hI t g.1 g.2 l) (fun _ _ hi => hinit _ _ hi.1) hr

/-- … and for races. -/
theorem raceFree_withGhost {Place : Type} {A : Accesses Tid Global Local Place} {x : Place} (h : Closed (withGhost S γ) R G)
    (hR : ∀ t u g c l m, R t (g, c) l → R u (g, c) m → ¬ A.Conflict x t u g l m) : S.RaceFree A x := fun hr ⟨t, u, hc⟩ =>
  let ⟨_, hr⟩ := (reached_withGhost (γ := γ)).mp hr; hR t u _ _ _ _ (lemma1 h hr t) (lemma1 h hr u) hc

end

/-- The ghost that exposes a function of the local store of every thread. -/
noncomputable def expose {Seen : Type} (view : Tid → Local → Seen) : GhostOf Tid Global Local (Tid → Seen) where
  start _ ls t := view t (ls t)
  next t _ _ _ l' c := setLocal c t (view t l')

/-- That ghost has the value of the function. -/
theorem expose_value {Seen : Type} {view : Tid → Local → Seen} {S : System Tid Global Local} {p : Global × (Tid → Seen)} {ls : Tid → Local}
    (h : (withGhost S (expose view)).Reached p ls) : p.2 = fun t => view t (ls t) := by
  induction h with
  | init hi => exact hi.2
  | @step t g ls g' l' _ hT ih =>
    rw [hT.2, ih]
    funext u
    by_cases hu : u = t
    · subst hu; simp [expose, setLocal, Program.update_same]
    · simp [expose, setLocal, Program.update_other _ hu]

/-- The system with all local stores exposed. -/
noncomputable def exposed (S : System Tid Global Local) : System Tid (Global × (Tid → Local)) Local := withGhost S (expose fun _ l => l)

section

variable {S : System Tid Global Local}

/-- The R of a set of states of the full product … -/
def productR (V : Global → (Tid → Local) → Prop) (t : Tid) (p : Global × (Tid → Local)) (l : Local) : Prop := V p.1 p.2 ∧ l = p.2 t

/-- … and its G: the steps from these states. -/
def productG (S : System Tid Global Local) (V : Global → (Tid → Local) → Prop) (t : Tid) (p q : Global × (Tid → Local)) : Prop :=
  V p.1 p.2 ∧ ∃ l', S.T t p.1 (p.2 t) q.1 l' ∧ q.2 = setLocal p.2 t l'

/-- **The closure of the full product is a special case**: where all is exposed, a set that is closed under the rules of standard model
checking is closed under those of assume-guarantee model checking. -/
theorem product_closed {V : Global → (Tid → Local) → Prop} (h : S.ClosedStates V) : Closed (exposed S) (productR V) (productG S V) where
  init := by
    rintro t ⟨g, c⟩ ls ⟨hi, hc⟩
    obtain rfl : c = ls := hc
    exact ⟨h.init hi, rfl⟩
  env := by
    rintro t e ⟨g, c⟩ ⟨g', c'⟩ l ⟨_, rfl⟩ ⟨hV, l', hT, rfl⟩ hte
    exact ⟨h.step hV hT, (Program.update_other _ hte _).symm⟩
  step := by
    rintro t ⟨g, c⟩ l ⟨g', c'⟩ l' ⟨hV, rfl⟩ ⟨hT, hc⟩
    obtain rfl : c' = setLocal c t l' := hc
    exact ⟨h.step hV hT, (Program.update_same _ _ _).symm⟩
  guarantee := by
    rintro t ⟨g, c⟩ l ⟨g', c'⟩ l' ⟨hV, rfl⟩ ⟨hT, hc⟩
    obtain rfl : c' = setLocal c t l' := hc
    exact ⟨hV, l', hT, rfl⟩

/-- Where all is exposed, the least R has the reachable states and no others. -/
theorem reach_exposed {t : Tid} {g : Global} {ls : Tid → Local} {l : Local} : Reach (exposed S) t (g, ls) l ↔ S.Reached g ls ∧ l = ls t := by
  refine ⟨fun h => (product_closed S.reached_closed).reach h, ?_⟩
  rintro ⟨hr, rfl⟩
  obtain ⟨c, hr⟩ := (reached_withGhost (γ := expose fun _ l => l)).mp hr
  obtain rfl : c = ls := expose_value hr
  exact lemma1 (reach_closed _) hr t

/-- **Completeness of refinement**: the system has no error exactly if, with all local stores exposed, some closed sets have none. -/
theorem complete {E : Tid → Global → Local → Prop} : S.Correct E ↔ ∃ R G, Closed (exposed S) R G ∧ ∀ t g c l, R t (g, c) l → ¬ E t g l := by
  refine ⟨fun h => ⟨_, _, reach_closed _, fun t g c l hr hE => ?_⟩, fun ⟨R, G, h, hE⟩ => correct_withGhost h hE⟩
  obtain ⟨hr', rfl⟩ := reach_exposed.mp hr
  exact h hr' ⟨t, hE⟩

/-- The same for invariants, … -/
theorem complete_invariant {I : Global → Prop} : (∀ g ls, S.Reached g ls → I g) ↔
    (∀ g ls, S.init g ls → I g) ∧ ∃ R G, Closed (exposed S) R G ∧ ∀ t g c l, R t (g, c) l → I g :=
  ⟨fun h => ⟨fun g ls hi => h g ls (.init hi), _, _, reach_closed _, fun _ g c _ hr => h g c (reach_exposed.mp hr).1⟩,
    fun ⟨hinit, _, _, h, hI⟩ _ _ hr => invariant_withGhost h hI hinit hr⟩

/-- … and for races. -/
theorem complete_races {Place : Type} {A : Accesses Tid Global Local Place} {x : Place} : S.RaceFree A x ↔
    ∃ R G, Closed (exposed S) R G ∧ ∀ t u g c l m, R t (g, c) l → R u (g, c) m → ¬ A.Conflict x t u g l m := by
  refine ⟨fun h => ⟨_, _, reach_closed _, fun t u g c l m ht hu hc => ?_⟩, fun ⟨R, G, h, hR⟩ => raceFree_withGhost h hR⟩
  obtain ⟨hr, rfl⟩ := reach_exposed.mp ht
  obtain ⟨_, rfl⟩ := reach_exposed.mp hu
  exact h hr ⟨t, u, hc⟩

end

section

/-- Two threads and a lock that is one bit: a thread acquires it, and releases it. -/
def bitLock : System Bool Bool Bool where
  init g ls := g = false ∧ ∀ t, ls t = false
  T _ g l g' l' := (g = false ∧ l = false ∧ g' = true ∧ l' = true) ∨ (l = true ∧ g' = false ∧ l' = false)

/-- An error: a thread holds the lock, and the lock is free. -/
def freeYetHeld : Bool → Bool → Bool → Prop := fun _ g l => l = true ∧ g = false

/-- It never happens … -/
theorem bitLock_correct : bitLock.Correct freeYetHeld := by
  have closed : bitLock.ClosedStates fun g ls => (g = false → ∀ t, ls t = false) ∧ ∀ t u, ls t = true → ls u = true → t = u := by
    constructor
    · rintro g ls ⟨rfl, h⟩
      exact ⟨fun _ => h, fun t u ht => by rw [h t] at ht; cases ht⟩
    · rintro t g ls g' l' ⟨hfree, hone⟩ (⟨rfl, _, rfl, rfl⟩ | ⟨hl, rfl, rfl⟩)
      · refine ⟨nofun, fun u v hu hv => ?_⟩
        have key : ∀ u, setLocal ls t true u = true → u = t := fun u hu => by
          by_cases h : u = t
          · exact h
          · rw [setLocal, Program.update_other _ h, hfree rfl u] at hu; cases hu
        rw [key u hu, key v hv]
      · have key : ∀ u, setLocal ls t false u = false := fun u => by
          by_cases h : u = t
          · rw [h, setLocal, Program.update_same]
          · rw [setLocal, Program.update_other _ h]
            cases hu : ls u with
            | false => rfl
            | true => exact absurd (hone u t hu hl) h
        exact ⟨fun _ => key, fun u v hu => by rw [key u] at hu; cases hu⟩
  rintro g ls hr ⟨t, ht, hg⟩
  rw [(closed.reached hr).1 hg t] at ht
  cases ht

/-- … but without exposing anything the method cannot tell: **it is not complete by itself.** -/
theorem incomplete : ¬ ∃ R G, Closed bitLock R G ∧ ∀ t g l, R t g l → ¬ freeYetHeld t g l := by
  rintro ⟨R, G, h, hE⟩
  have start (t : Bool) : R t false false := h.init (ls := fun _ => false) ⟨rfl, fun _ => rfl⟩
  have held (t : Bool) : R t true true := h.step (start t) (.inl ⟨rfl, rfl, rfl, rfl⟩)
  have release : G true true false := h.guarantee (held true) (.inr ⟨rfl, rfl, rfl⟩)
  exact hE false false true (h.env (held false) release (by decide)) ⟨rfl, rfl⟩

end

end Plato.ModelChecking
