/-
# A thread does not look at the locals of others

In core Plato the locals of threads are in the store, as maps from thread identifiers: a thread has its own entries. R would be as large as
the full product if it had whole stores. So what is global in a store, and what is local to each thread, is told by a *view*: R has the
global part, the local part and what is left to do, and G has global parts alone. That is sound if a thread leaves the local parts of the
others alone. What it does depends on its own view only where it reads nothing else; then one store for each view is enough to look at
(`closedView_of_chosen`).

Which variables are local is for the certificate to say; what two threads share, or an invariant speaks of, must be in the global part.
Entries of maps are the view that is meant (`entries`), but any other will do.

Main definitions: `View`, `ClosedView`, `entries`.
Main results: `ClosedView.closure`, `closedView_of_chosen`.
-/
module

public import Theory.ModelChecking.Core

@[expose] public section

namespace Plato.ModelChecking

variable {Thread Store Control Global Local : Type}

/-- What is global in a store, and what is local to each thread. -/
structure View (Thread Store Global Local : Type) where
  global : Store → Global
  locals : Thread → Store → Local

/-- Other threads' local parts are the same. -/
def View.KeepsOthers (v : View Thread Store Global Local) (t : Thread) : Action Store := fun τ τ' => ∀ e, e ≠ t → v.locals e τ' = v.locals e τ

/-- Sets R and G of views that are closed; V has all global parts that are reached. -/
structure ClosedView (step : Thread → Steps Store Control) (P : Program Thread Control) (σ : Store) (rely : Action Store)
    (v : View Thread Store Global Local) (V : Global → Prop) (R : Thread → Global → Local → Control → Prop)
    (G : Thread → Global → Global → Prop) : Prop where
  start : V (v.global σ)
  init : ∀ t, R t (v.global σ) (v.locals t σ) (P t)
  env : ∀ {t e g g' l S}, R t g l S → G e g g' → t ≠ e → R t g' l S
  own : ∀ {t τ τ' S S'}, R t (v.global τ) (v.locals t τ) S → step t (.run τ S) (.run τ' S') →
    R t (v.global τ') (v.locals t τ') S' ∧ G t (v.global τ) (v.global τ') ∧ v.KeepsOthers t τ τ'
  safe : ∀ {t τ S}, R t (v.global τ) (v.locals t τ) S → ¬ canGoWrong step t τ S
  outside : ∀ {t τ τ' S}, R t (v.global τ) (v.locals t τ) S → rely τ τ' → R t (v.global τ') (v.locals t τ') S
  stores : ∀ {t g l S}, R t g l S → V g
  outsideStores : ∀ {τ τ'}, V (v.global τ) → rely τ τ' → V (v.global τ')

section

variable {step : Thread → Steps Store Control} {P : Program Thread Control} {σ : Store} {rely : Action Store} {v : View Thread Store Global Local}
  {V : Global → Prop} {R : Thread → Global → Local → Control → Prop} {G : Thread → Global → Global → Prop}

/-- **Views are enough**: they make sets of whole stores that are closed. -/
theorem ClosedView.closure (h : ClosedView step P σ rely v V R G) :
    Closure step P σ rely (fun τ => V (v.global τ)) (fun t τ S => R t (v.global τ) (v.locals t τ) S)
      fun t τ τ' => G t (v.global τ) (v.global τ') ∧ v.KeepsOthers t τ τ' where
  start := h.start
  init := h.init
  env := fun hR hG hne => by rw [hG.2 _ hne]; exact h.env hR hG.1 hne
  own := fun hR hs => (h.own hR hs).1
  guarantee := fun hR hs => (h.own hR hs).2
  safe := h.safe
  outside := h.outside
  stores := h.stores
  outsideStores := h.outsideStores

/-- What a thread does depends on its view alone: from two stores that look the same to it, it makes steps that look the same. -/
structure View.Determines (v : View Thread Store Global Local) (step : Thread → Steps Store Control) (t : Thread) (S : Control) : Prop where
  moves : ∀ {τ τ₀ τ' S'}, v.global τ₀ = v.global τ → v.locals t τ₀ = v.locals t τ → step t (.run τ S) (.run τ' S') →
    v.KeepsOthers t τ τ' ∧ ∃ τ₀', step t (.run τ₀ S) (.run τ₀' S') ∧ v.global τ₀' = v.global τ' ∧ v.locals t τ₀' = v.locals t τ'
  wrong : ∀ {τ τ₀}, v.global τ₀ = v.global τ → v.locals t τ₀ = v.locals t τ → step t (.run τ S) .wrong → step t (.run τ₀ S) .wrong

/-- If so, one store for each view is enough to look at. -/
theorem closedView_of_chosen {chosen : Thread → Global → Local → Store}
    (hchosen : ∀ t g l S, R t g l S → v.global (chosen t g l) = g ∧ v.locals t (chosen t g l) = l)
    (hv : ∀ t g l S, R t g l S → v.Determines step t S) (start : V (v.global σ)) (init : ∀ t, R t (v.global σ) (v.locals t σ) (P t))
    (env : ∀ {t e g g' l S}, R t g l S → G e g g' → t ≠ e → R t g' l S)
    (own : ∀ {t g l τ' S S'}, R t g l S → step t (.run (chosen t g l) S) (.run τ' S') → R t (v.global τ') (v.locals t τ') S' ∧ G t g (v.global τ'))
    (safe : ∀ {t g l S}, R t g l S → ¬ canGoWrong step t (chosen t g l) S)
    (outside : ∀ {t τ τ' S}, R t (v.global τ) (v.locals t τ) S → rely τ τ' → R t (v.global τ') (v.locals t τ') S)
    (stores : ∀ {t g l S}, R t g l S → V g) (outsideStores : ∀ {τ τ'}, V (v.global τ) → rely τ τ' → V (v.global τ')) :
    ClosedView step P σ rely v V R G where
  start := start
  init := init
  env := env
  own := fun {t τ τ' S S'} hR hs => by
    obtain ⟨hg, hl⟩ := hchosen _ _ _ _ hR
    obtain ⟨hkeeps, τ₀', hs, hg', hl'⟩ := (hv _ _ _ _ hR).moves hg hl hs
    obtain ⟨hR', hG⟩ := own hR hs
    rw [hg', hl'] at hR'
    rw [hg'] at hG
    exact ⟨hR', hG, hkeeps⟩
  safe := fun hR hw =>
    have ⟨hg, hl⟩ := hchosen _ _ _ _ hR
    safe hR ((hv _ _ _ _ hR).wrong hg hl hw)
  outside := outside
  stores := stores
  outsideStores := outsideStores

end

/-- The view in which the entries of some map variables are local: a thread has those at its own identifier. -/
noncomputable def entries (identifier : Thread → Int) (isLocal : Nat → Prop) : View Thread Plato.Store Plato.Store (Nat → Int) where
  global σ x := open Classical in if isLocal x then .int 0 else σ x
  locals t σ x := open Classical in if isLocal x then (σ x).toMap (identifier t) else 0

end Plato.ModelChecking
