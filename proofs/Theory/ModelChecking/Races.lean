/-
# Races

There is a race on x in a state in which two different threads are about to access x, and one of them to write it (section 1.1 of Flanagan
and Qadeer, *Assume-Guarantee Model Checking*). What a thread is about to access depends on the global store and on its local store, so R
tells: if R has no two threads with the same global store that are about to do so, there is no race. The places that are accessed are of any
type: variables, or variables with an index.

The paper's own argument is the special case in which whoever accesses x owns it, and no two threads own it in the same global store.

Main definitions: `Accesses`, `Race`, `RaceFree`.
Main results: `raceFree_of_pairs`, `raceFree_of_owner`, and with stacks `ClosedSummaries.no_race`.
-/
module

public import Theory.ModelChecking.Pushdown

@[expose] public section

namespace Plato.ModelChecking

variable {Tid Global Local Place : Type}

/-- What threads are about to read and to write, in a global store and with a local store. -/
structure Accesses (Tid Global Local Place : Type) where
  reads : Tid → Global → Local → Place → Prop
  writes : Tid → Global → Local → Place → Prop

/-- The thread is about to access the place. -/
def Accesses.touches (A : Accesses Tid Global Local Place) (t : Tid) (g : Global) (l : Local) (x : Place) : Prop :=
  A.reads t g l x ∨ A.writes t g l x

/-- Thread t is about to write x, and thread u to access it. -/
def Accesses.Conflict (A : Accesses Tid Global Local Place) (x : Place) (t u : Tid) (g : Global) (l m : Local) : Prop :=
  t ≠ u ∧ A.writes t g l x ∧ A.touches u g m x

/-- Two different threads are about to access x, one of them to write it. -/
def Race (A : Accesses Tid Global Local Place) (x : Place) (g : Global) (ls : Tid → Local) : Prop :=
  ∃ t u, A.Conflict x t u g (ls t) (ls u)

/-- No reachable state has a race on x. -/
def System.RaceFree (S : System Tid Global Local) (A : Accesses Tid Global Local Place) (x : Place) : Prop :=
  ∀ {g ls}, S.Reached g ls → ¬ Race A x g ls

section

variable {S : System Tid Global Local} {R : Tid → Global → Local → Prop} {G : Tid → Global → Global → Prop}
  {A : Accesses Tid Global Local Place} {x : Place}

/-- If R has no two threads that conflict in the same global store, there is no race. -/
theorem raceFree_of_pairs (h : Closed S R G) (hR : ∀ t u g l m, R t g l → R u g m → ¬ A.Conflict x t u g l m) : S.RaceFree A x :=
  fun hr ⟨t, u, hc⟩ => hR t u _ _ _ (lemma1 h hr t) (lemma1 h hr u) hc

/-- **Section 1.1**: if by R whoever accesses x owns it, and no two threads own it at once, there is no race. -/
theorem raceFree_of_owner (h : Closed S R G) {owns : Tid → Global → Prop} (hone : ∀ t u g, owns t g → owns u g → t = u)
    (hR : ∀ t g l, R t g l → A.touches t g l x → owns t g) : S.RaceFree A x :=
  raceFree_of_pairs h fun t u _ _ _ ht hu hc => hc.1 (hone t u _ (hR t _ _ ht (.inr hc.2.1)) (hR u _ _ hu hc.2.2))

end

section

variable {Frame : Type} {S : Pushdown Tid Global Local Frame} {P : Summaries Tid Global Local} {Q : FrameSummaries Tid Global Local Frame}
  {G : Tid → Global → Global → Prop} {A : Accesses Tid Global Local Place} {x : Place}

/-- With stacks: if P has no two threads that conflict in the same global store, there is no race. -/
theorem ClosedSummaries.no_race (h : ClosedSummaries S P Q G)
    (hP : ∀ t u g l m g₁ l₁ g₂ l₂, P t g₁ l₁ g l → P u g₂ l₂ g m → ¬ A.Conflict x t u g l m) {g : Global} {ls : Tid → Local}
    {ss : Tid → List Frame} (hr : S.Reached g ls ss) : ¬ Race A x g ls := fun ⟨t, u, hc⟩ =>
  let ⟨_, _, ht, _⟩ := h.reached hr t
  let ⟨_, _, hu, _⟩ := h.reached hr u
  hP t u _ _ _ _ _ _ _ ht hu hc

end

end Plato.ModelChecking
