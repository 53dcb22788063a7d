/-
# A few threads of a symmetric system

`Cutoff` again, for systems whose symmetries are known (`Symmetry`): some threads and what can be said of them are *small*. If whatever two
threads see of a state can be renamed into what is small, then R need only be closed for what is small: it serves all threads, however many
there are.

Main definitions: `FewClosed`, `fewR`.
Main results: `few_closed`, `correct_of_fewClosed`, `raceFree_of_fewClosed`.
-/
module

public import Theory.ModelChecking.Symmetry

@[expose] public section

namespace Plato.ModelChecking

variable {Tid Global Local : Type}

/-- R is closed for what is small. Steps of the environment are those of threads that R has in the same global store. -/
structure FewClosed (S : System Tid Global Local) (Γ : Renaming Tid Global Local → Prop) (Small : Tid → Global → Local → Prop)
    (R : Tid → Global → Local → Prop) : Prop where
  /-- What two threads see, or one, can be renamed into what is small. -/
  pair : ∀ t e g l m, ∃ π : Renaming Tid Global Local, Γ π ∧ Small (π.tid.to t) (π.global.to g) (π.locals.to l) ∧
    Small (π.tid.to e) (π.global.to g) (π.locals.to m)
  /-- What is renamed and is small again stays in R. -/
  symmetric : ∀ {π t g l}, Γ π → R t g l → Small (π.tid.to t) (π.global.to g) (π.locals.to l) →
    R (π.tid.to t) (π.global.to g) (π.locals.to l)
  init : ∀ {t g ls}, S.init g ls → Small t g (ls t) → R t g (ls t)
  step : ∀ {t g l g' l'}, R t g l → S.T t g l g' l' → R t g' l'
  env : ∀ {t e g g' l m m'}, R t g l → R e g m → S.T e g m g' m' → t ≠ e → R t g' l

/-- The R of all threads: what is in R whenever it is renamed into what is small. -/
def fewR (Γ : Renaming Tid Global Local → Prop) (Small R : Tid → Global → Local → Prop) (t : Tid) (g : Global) (l : Local) : Prop :=
  ∀ π : Renaming Tid Global Local, Γ π → Small (π.tid.to t) (π.global.to g) (π.locals.to l) → R (π.tid.to t) (π.global.to g) (π.locals.to l)

section

variable {S : System Tid Global Local} {Γ : Renaming Tid Global Local → Prop} {Small R : Tid → Global → Local → Prop}

/-- What one small renaming shows to be in R is in the R of all threads. -/
theorem FewClosed.fewR_of (hΓ : Group Γ) (h : FewClosed S Γ Small R) {ρ : Renaming Tid Global Local} (hρ : Γ ρ) {t : Tid} {g : Global} {l : Local}
    (hR : R (ρ.tid.to t) (ρ.global.to g) (ρ.locals.to l)) : fewR Γ Small R t g l := fun π hπ hsmall => by
  have := h.symmetric (hΓ.after hπ (hΓ.inverse hρ)) hR
  simp only [Renaming.after, Renaming.inverse, Permutation.after, Permutation.inverse, ρ.tid.back_to, ρ.global.back_to, ρ.locals.back_to] at this
  exact this hsmall

/-- **A few threads serve all.** Each rule is applied where what it is about has been renamed into what is small. -/
theorem few_closed (hS : Symmetric S Γ) (h : FewClosed S Γ Small R) :
    Closed S (fewR Γ Small R) fun t g g' => ∃ l l', fewR Γ Small R t g l ∧ S.T t g l g' l' where
  init := by
    intro t g ls hi π hπ hsmall
    have := h.init (t := π.tid.to t) (hS.init hπ hi)
    simp only [π.tid.back_to] at this
    exact this hsmall
  env := by
    rintro t e g g' l ht ⟨m, m', he, hT⟩ hne
    obtain ⟨π, hπ, hst, hse⟩ := h.pair t e g l m
    exact h.fewR_of hS.group hπ (h.env (ht π hπ hst) (he π hπ hse) (hS.step hπ hT) fun heq => hne (π.tid.to_injective heq))
  step := by
    intro t g l g' l' ht hT
    obtain ⟨π, hπ, hst, _⟩ := h.pair t t g l l
    exact h.fewR_of hS.group hπ (h.step (ht π hπ hst) (hS.step hπ hT))
  guarantee := fun ht hT => ⟨_, _, ht, hT⟩

/-- If R has no error, and errors are renamed along with threads, the R of all threads has none … -/
theorem FewClosed.no_error (h : FewClosed S Γ Small R) {E : Tid → Global → Local → Prop} (hE : ∀ t g l, R t g l → ¬ E t g l)
    (hsym : ∀ π t g l, Γ π → E t g l → E (π.tid.to t) (π.global.to g) (π.locals.to l)) (t : Tid) (g : Global) (l : Local)
    (ht : fewR Γ Small R t g l) : ¬ E t g l := fun herr =>
  let ⟨π, hπ, hst, _⟩ := h.pair t t g l l
  hE _ _ _ (ht π hπ hst) (hsym π t g l hπ herr)

/-- … and the system has none. -/
theorem correct_of_fewClosed (hS : Symmetric S Γ) (h : FewClosed S Γ Small R) {E : Tid → Global → Local → Prop}
    (hE : ∀ t g l, R t g l → ¬ E t g l) (hsym : ∀ π t g l, Γ π → E t g l → E (π.tid.to t) (π.global.to g) (π.locals.to l)) : S.Correct E :=
  correct_of_closed (few_closed hS h) (h.no_error hE hsym)

/-- If R has no two threads that conflict in the same global store, there is no race. -/
theorem raceFree_of_fewClosed {Place : Type} {A : Accesses Tid Global Local Place} {x : Place} (hS : Symmetric S Γ) (h : FewClosed S Γ Small R)
    (hR : ∀ t u g l m, R t g l → R u g m → ¬ A.Conflict x t u g l m)
    (hsym : ∀ π t u g l m, Γ π → A.Conflict x t u g l m →
      A.Conflict x (π.tid.to t) (π.tid.to u) (π.global.to g) (π.locals.to l) (π.locals.to m)) : S.RaceFree A x :=
  raceFree_of_pairs (few_closed hS h) fun t u g l m ht hu hc =>
    let ⟨π, hπ, hst, hsu⟩ := h.pair t u g l m
    hR _ _ _ _ _ (ht π hπ hst) (hu π hπ hsu) (hsym π t u g l m hπ hc)

end

end Plato.ModelChecking
