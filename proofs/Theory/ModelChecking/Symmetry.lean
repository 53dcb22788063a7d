/-
# Threads that differ in their identifier alone

A *renaming* permutes the threads and, along with them, what global and local stores say about them. Where steps and initial states commute
with the renamings of a group, threads that are renamed into each other need not all be looked at: it is enough to have R and G for one
*representative* of each kind (`ClosedRepresentatives`), if its environment makes all renamings of the representatives' steps. (Section 4 of
Flanagan and Qadeer, *Assume-Guarantee Model Checking*, hopes for this: thread identifiers are a scalarset.)

Of all renamings that send a representative to the same thread, one will do if its G does not change under renamings that leave it
where it is (`closedRepresentatives_of_transversal`): that is as many as there are threads. The least R and G of a symmetric system are
symmetric (`reach_symmetric`), so nothing is lost (`representatives_complete`).

Main definitions: `Renaming`, `Group`, `Symmetric`, `ClosedRepresentatives`.
Main results: `representatives_closed`, `correct_of_representatives`, `invariant_of_representatives`, `raceFree_of_representatives`,
`closedRepresentatives_of_transversal`, `representatives_complete`.
-/
module

public import Theory.ModelChecking.Races

@[expose] public section

namespace Plato.ModelChecking

variable {Tid Global Local : Type}

/-- A function that has an inverse. -/
structure Permutation (α : Type) where
  to : α → α
  back : α → α
  to_back : ∀ a, to (back a) = a
  back_to : ∀ a, back (to a) = a

namespace Permutation

variable {α : Type}

def inverse (π : Permutation α) : Permutation α := ⟨π.back, π.to, π.back_to, π.to_back⟩

/-- First `ρ`, then `π`. -/
def after (π ρ : Permutation α) : Permutation α :=
  ⟨fun a => π.to (ρ.to a), fun a => ρ.back (π.back a), fun a => by simp [ρ.to_back, π.to_back], fun a => by simp [π.back_to, ρ.back_to]⟩

def same (α : Type) : Permutation α := ⟨id, id, fun _ => rfl, fun _ => rfl⟩

theorem to_injective (π : Permutation α) {a b : α} (h : π.to a = π.to b) : a = b := by
  rw [← π.back_to a, h, π.back_to]

end Permutation

/-- A permutation of the threads, and what it does to global and local stores. -/
structure Renaming (Tid Global Local : Type) where
  tid : Permutation Tid
  global : Permutation Global
  locals : Permutation Local

namespace Renaming

def inverse (π : Renaming Tid Global Local) : Renaming Tid Global Local := ⟨π.tid.inverse, π.global.inverse, π.locals.inverse⟩

def after (π ρ : Renaming Tid Global Local) : Renaming Tid Global Local :=
  ⟨π.tid.after ρ.tid, π.global.after ρ.global, π.locals.after ρ.locals⟩

def same (Tid Global Local : Type) : Renaming Tid Global Local := ⟨.same _, .same _, .same _⟩

end Renaming

/-- A set of renamings that is a group. -/
structure Group (Γ : Renaming Tid Global Local → Prop) : Prop where
  same : Γ (.same ..)
  inverse : ∀ {π}, Γ π → Γ π.inverse
  after : ∀ {π ρ}, Γ π → Γ ρ → Γ (π.after ρ)

/-- Steps and initial states commute with the renamings. -/
structure Symmetric (S : System Tid Global Local) (Γ : Renaming Tid Global Local → Prop) : Prop where
  group : Group Γ
  init : ∀ {π g ls}, Γ π → S.init g ls → S.init (π.global.to g) fun t => π.locals.to (ls (π.tid.back t))
  step : ∀ {π t g l g' l'}, Γ π → S.T t g l g' l' →
    S.T (π.tid.to t) (π.global.to g) (π.locals.to l) (π.global.to g') (π.locals.to l')

/-- R and G for the representatives are closed, if the environment of each makes the renamings of all of their steps. -/
structure ClosedRepresentatives (S : System Tid Global Local) (Γ : Renaming Tid Global Local → Prop) (rep : Tid → Prop)
    (R : Tid → Global → Local → Prop) (G : Tid → Global → Global → Prop) : Prop where
  /-- Every thread is a representative, renamed. -/
  all : ∀ t, ∃ r π, rep r ∧ Γ π ∧ π.tid.to r = t
  init : ∀ {r g ls}, rep r → S.init g ls → R r g (ls r)
  step : ∀ {r g l g' l'}, rep r → R r g l → S.T r g l g' l' → R r g' l'
  guarantee : ∀ {r g l g' l'}, rep r → R r g l → S.T r g l g' l' → G r g g'
  env : ∀ {r e g g' l π}, rep r → rep e → Γ π → π.tid.to e ≠ r → R r (π.global.to g) l → G e g g' → R r (π.global.to g') l

/-- The R of all threads: the representatives', renamed. -/
def renamedR (Γ : Renaming Tid Global Local → Prop) (rep : Tid → Prop) (R : Tid → Global → Local → Prop) (t : Tid) (g : Global) (l : Local) :
    Prop :=
  ∃ r π, rep r ∧ Γ π ∧ π.tid.to r = t ∧ R r (π.global.back g) (π.locals.back l)

/-- The G of all threads: the representatives', renamed. -/
def renamedG (Γ : Renaming Tid Global Local → Prop) (rep : Tid → Prop) (G : Tid → Global → Global → Prop) (t : Tid) (g g' : Global) : Prop :=
  ∃ r π, rep r ∧ Γ π ∧ π.tid.to r = t ∧ G r (π.global.back g) (π.global.back g')

section

variable {S : System Tid Global Local} {Γ : Renaming Tid Global Local → Prop} {rep : Tid → Prop} {R : Tid → Global → Local → Prop}
  {G : Tid → Global → Global → Prop}

/-- **One representative suffices**: what is closed for the representatives gives sets that are closed for all threads. For the rule AG ENV,
thread t = π(r) is looked at from its representative r, and from there the step of another thread ρ(e) is one of e, renamed by π⁻¹ρ. -/
theorem representatives_closed (hS : Symmetric S Γ) (h : ClosedRepresentatives S Γ rep R G) :
    Closed S (renamedR Γ rep R) (renamedG Γ rep G) where
  init := by
    intro t g ls hi
    obtain ⟨r, π, hr, hπ, rfl⟩ := h.all t
    exact ⟨r, π, hr, hπ, rfl, h.init hr (hS.init (hS.group.inverse hπ) hi)⟩
  env := by
    rintro t u g g' l ⟨r, π, hr, hπ, rfl, hR⟩ ⟨e, ρ, he, hρ, rfl, hG⟩ hne
    refine ⟨r, π, hr, hπ, rfl, ?_⟩
    have := h.env hr he (hS.group.after (hS.group.inverse hπ) hρ) (fun heq => hne ?_) (g := ρ.global.back g) (l := π.locals.back l) ?_ hG
    · simpa [Renaming.after, Renaming.inverse, Permutation.after, Permutation.inverse, ρ.global.to_back] using this
    · rw [← heq]; simp [Renaming.after, Renaming.inverse, Permutation.after, Permutation.inverse, π.tid.to_back]
    · simpa [Renaming.after, Renaming.inverse, Permutation.after, Permutation.inverse, ρ.global.to_back] using hR
  step := by
    rintro t g l g' l' ⟨r, π, hr, hπ, rfl, hR⟩ hT
    have hT := hS.step (hS.group.inverse hπ) hT
    simp only [Renaming.inverse, Permutation.inverse, π.tid.back_to] at hT
    exact ⟨r, π, hr, hπ, rfl, h.step hr hR hT⟩
  guarantee := by
    rintro t g l g' l' ⟨r, π, hr, hπ, rfl, hR⟩ hT
    have hT := hS.step (hS.group.inverse hπ) hT
    simp only [Renaming.inverse, Permutation.inverse, π.tid.back_to] at hT
    exact ⟨r, π, hr, hπ, rfl, h.guarantee hr hR hT⟩

/-- If the representatives' R has no error, and errors are renamed along with threads, the R of all threads has none … -/
theorem renamedR_no_error (hΓ : Group Γ) {E : Tid → Global → Local → Prop} (hE : ∀ r g l, rep r → R r g l → ¬ E r g l)
    (hsym : ∀ π t g l, Γ π → E t g l → E (π.tid.to t) (π.global.to g) (π.locals.to l)) (t : Tid) (g : Global) (l : Local)
    (h : renamedR Γ rep R t g l) : ¬ E t g l := by
  obtain ⟨r, π, hr, hπ, rfl, hR⟩ := h
  intro herr
  have herr := hsym _ _ _ _ (hΓ.inverse hπ) herr
  simp only [Renaming.inverse, Permutation.inverse, π.tid.back_to] at herr
  exact hE r _ _ hr hR herr

/-- … and the system has none. -/
theorem correct_of_representatives (hS : Symmetric S Γ) (h : ClosedRepresentatives S Γ rep R G) {E : Tid → Global → Local → Prop}
    (hE : ∀ r g l, rep r → R r g l → ¬ E r g l)
    (hsym : ∀ π t g l, Γ π → E t g l → E (π.tid.to t) (π.global.to g) (π.locals.to l)) : S.Correct E :=
  correct_of_closed (representatives_closed hS h) (renamedR_no_error hS.group hE hsym)

/-- The R of all threads is symmetric. -/
theorem renamedR_symmetric (hΓ : Group Γ) {π : Renaming Tid Global Local} (hπ : Γ π) {t : Tid} {g : Global} {l : Local}
    (h : renamedR Γ rep R t g l) : renamedR Γ rep R (π.tid.to t) (π.global.to g) (π.locals.to l) := by
  obtain ⟨r, ρ, hr, hρ, rfl, hR⟩ := h
  exact ⟨r, π.after ρ, hr, hΓ.after hπ hρ, rfl,
    by simpa [Renaming.after, Permutation.after, π.global.back_to, π.locals.back_to] using hR⟩

/-- What is true of all global stores in the representatives' R, and stays true under renamings, is true of all that are reached. -/
theorem invariant_of_representatives (hS : Symmetric S Γ) (h : ClosedRepresentatives S Γ rep R G) {I : Global → Prop}
    (hI : ∀ r g l, rep r → R r g l → I g) (hsym : ∀ π g, Γ π → I g → I (π.global.to g)) (hinit : ∀ g ls, S.init g ls → I g) {g : Global}
    {ls : Tid → Local} (hr : S.Reached g ls) : I g :=
  invariant_of_closed (representatives_closed hS h) (fun _ g l ⟨r, π, hr, hπ, _, hR⟩ => by
    have := hsym π _ hπ (hI r _ _ hr hR)
    rwa [π.global.to_back] at this) hinit hr

/-- If a representative never conflicts with a representative, renamed, there is no race. Places that are accessed may be renamed, too: there
is no race on any of `X`. -/
theorem raceFree_of_representatives {Place : Type} {A : Accesses Tid Global Local Place} {X : Place → Prop} (hS : Symmetric S Γ)
    (h : ClosedRepresentatives S Γ rep R G) (hsym : ∀ π x t u g l m, Γ π → X x → A.Conflict x t u g l m →
      ∃ y, X y ∧ A.Conflict y (π.tid.to t) (π.tid.to u) (π.global.to g) (π.locals.to l) (π.locals.to m))
    (hR : ∀ x r e π g l m, X x → rep r → rep e → Γ π → R r (π.global.to g) l → R e g m →
      ¬ A.Conflict x r (π.tid.to e) (π.global.to g) l (π.locals.to m)) {x : Place} (hx : X x) : S.RaceFree A x := by
  refine raceFree_of_pairs (representatives_closed hS h) ?_
  rintro t u g l m ⟨r, π, hr, hπ, rfl, hRr⟩ ⟨e, ρ, he, hρ, rfl, hRe⟩ hc
  obtain ⟨y, hy, hc⟩ := hsym _ _ _ _ _ _ _ (hS.group.inverse hπ) hx hc
  refine hR y r e (π.inverse.after ρ) (ρ.global.back g) (π.locals.back l) (ρ.locals.back m) hy hr he
    (hS.group.after (hS.group.inverse hπ) hρ) ?_ hRe ?_
  · simpa [Renaming.after, Renaming.inverse, Permutation.after, Permutation.inverse, ρ.global.to_back] using hRr
  · simpa [Renaming.after, Renaming.inverse, Permutation.after, Permutation.inverse, ρ.global.to_back, ρ.locals.to_back, π.tid.back_to] using hc

/-- One renaming for each thread is enough for the rule of the environment, if a representative's G does not change under the renamings that
leave it where it is: any other one that sends it to the same thread differs from it by such a renaming. -/
theorem closedRepresentatives_of_transversal (hS : Symmetric S Γ) (all : ∀ t, ∃ r π, rep r ∧ Γ π ∧ π.tid.to r = t)
    (init : ∀ {r g ls}, rep r → S.init g ls → R r g (ls r)) (step : ∀ {r g l g' l'}, rep r → R r g l → S.T r g l g' l' → R r g' l' ∧ G r g g')
    (stabiliser : ∀ {e g g' π}, rep e → Γ π → π.tid.to e = e → G e g g' → G e (π.global.to g) (π.global.to g'))
    (env : ∀ {r e u}, rep r → rep e → u ≠ r → (∃ π, Γ π ∧ π.tid.to e = u) → ∃ π, Γ π ∧ π.tid.to e = u ∧
      ∀ {g g' l}, R r (π.global.to g) l → G e g g' → R r (π.global.to g') l) : ClosedRepresentatives S Γ rep R G where
  all := all
  init := init
  step := fun hr hR hT => (step hr hR hT).1
  guarantee := fun hr hR hT => (step hr hR hT).2
  env := by
    intro r e g g' l π hr he hπ hne hR hG
    obtain ⟨ρ, hρ, hρe, henv⟩ := env hr he hne ⟨π, hπ, rfl⟩
    have hG := stabiliser he (hS.group.after (hS.group.inverse hρ) hπ)
      (by simp [Renaming.after, Renaming.inverse, Permutation.after, Permutation.inverse, ← hρe, ρ.tid.back_to]) hG
    have := henv (l := l) (g := ρ.global.back (π.global.to g)) (by rwa [ρ.global.to_back]) hG
    simpa [Renaming.after, Renaming.inverse, Permutation.after, Permutation.inverse, ρ.global.to_back] using this

/-- The least sets of a symmetric system are symmetric: R … -/
theorem reach_symmetric (hS : Symmetric S Γ) {π : Renaming Tid Global Local} (hπ : Γ π) {t : Tid} {g : Global} {l : Local} (h : Reach S t g l) :
    Reach S (π.tid.to t) (π.global.to g) (π.locals.to l) := by
  have closed : Closed S (fun t g l => Reach S (π.tid.to t) (π.global.to g) (π.locals.to l))
      fun t g g' => Guarantee S (π.tid.to t) (π.global.to g) (π.global.to g') :=
    ⟨fun {t g ls} hi => by
        have := Reach.init (t := π.tid.to t) (hS.init hπ hi)
        rwa [π.tid.back_to] at this,
      fun hR hG hne => .env hR hG fun h => hne (π.tid.to_injective h), fun hR hT => .step hR (hS.step hπ hT),
      fun hR hT => .step hR (hS.step hπ hT)⟩
  exact closed.reach h

/-- … and G. -/
theorem guarantee_symmetric (hS : Symmetric S Γ) {π : Renaming Tid Global Local} (hπ : Γ π) {t : Tid} {g g' : Global} (h : Guarantee S t g g') :
    Guarantee S (π.tid.to t) (π.global.to g) (π.global.to g') := by
  cases h with | step hR hT => exact .step (reach_symmetric hS hπ hR) (hS.step hπ hT)

/-- So nothing is lost: the least sets are closed for the representatives, too. -/
theorem representatives_complete (hS : Symmetric S Γ) (all : ∀ t, ∃ r π, rep r ∧ Γ π ∧ π.tid.to r = t) :
    ClosedRepresentatives S Γ rep (Reach S) (Guarantee S) :=
  ⟨all, fun _ => .init, fun _ => .step, fun _ => .step, fun _ _ hπ hne hR hG => .env hR (guarantee_symmetric hS hπ hG) (Ne.symm hne)⟩

end

end Plato.ModelChecking
