/-
# Symmetry of programs

A program whose statements are sorted (`SortedSteps`) is symmetric: its threads may be renamed, along with the identifiers that variables
hold, if renamed threads have the same statement, and the identifiers that the statements name stay what they are. So one representative of
each family suffices (`Symmetry`) for core Plato.

The system is that of the views: global are the shared variables, local are a thread's own entries and what is left for it to do (`viewSystem`).
Whatever is closed for it is closed for the program (`closedView_of_system`).

Main definitions: `viewSystem`, `sortedView`, `renamedStore`, `Moves`, `moves`, `orbit`.
Main results: `closedView_of_system`, `sorted_symmetric`, `closure_of_representatives`, `safe_of_representatives`.
-/
module

public import Theory.ModelChecking.Locality
public import Theory.ModelChecking.Symmetry

@[expose] public section

namespace Plato.ModelChecking

section

variable {Thread Store Control Global Local : Type}

/-- The views of a program as a concurrent system, from any of some initial stores. Only statements with W are looked at. -/
def viewSystem (step : Thread → Steps Store Control) (P : Program Thread Control) (Init : Store → Prop) (v : View Thread Store Global Local)
    (W : Control → Prop) : System Thread Global (Local × Control) where
  init g ls := ∃ σ, Init σ ∧ g = v.global σ ∧ ∀ t, ls t = (v.locals t σ, P t)
  T t g l g' l' := W l.2 ∧ ∃ τ τ', g = v.global τ ∧ l.1 = v.locals t τ ∧ step t (.run τ l.2) (.run τ' l'.2) ∧ g' = v.global τ' ∧
    l'.1 = v.locals t τ'

/-- A thread can go wrong from some store with that view. -/
def viewWrong (step : Thread → Steps Store Control) (v : View Thread Store Global Local) (W : Control → Prop) (t : Thread) (g : Global)
    (l : Local × Control) : Prop :=
  W l.2 ∧ ∃ τ, g = v.global τ ∧ l.1 = v.locals t τ ∧ canGoWrong step t τ l.2

/-- **What is closed for the views is closed for the program**, if W lasts and threads leave each other's local parts alone. -/
theorem closedView_of_system {step : Thread → Steps Store Control} {P : Program Thread Control} {Init : Store → Prop}
    {v : View Thread Store Global Local} {W : Control → Prop} {R : Thread → Global → Local × Control → Prop} {G : Thread → Global → Global → Prop}
    (hW : ∀ t τ τ' S S', W S → step t (.run τ S) (.run τ' S') → W S' ∧ v.KeepsOthers t τ τ') (hP : ∀ t, W (P t))
    (h : Closed (viewSystem step P Init v W) R G) (hsafe : ∀ t g l, R t g l → ¬ viewWrong step v W t g l) {σ : Store} (hσ : Init σ) :
    ClosedView step P σ (fun _ _ => False) v (fun g => g = v.global σ ∨ ∃ t l, R t g l) (fun t g l S => R t g (l, S) ∧ W S) G where
  start := .inl rfl
  init t := ⟨h.init (ls := fun t => (v.locals t σ, P t)) ⟨σ, hσ, rfl, fun _ => rfl⟩, hP t⟩
  env hR hG hne := ⟨h.env hR.1 hG hne, hR.2⟩
  own {t τ τ' S S'} hR hs :=
    have hT : (viewSystem step P Init v W).T t (v.global τ) (v.locals t τ, S) (v.global τ') (v.locals t τ', S') :=
      ⟨hR.2, τ, τ', rfl, rfl, hs, rfl, rfl⟩
    have ⟨hS', hkeeps⟩ := hW t τ τ' S S' hR.2 hs
    ⟨⟨h.step hR.1 hT, hS'⟩, h.guarantee hR.1 hT, hkeeps⟩
  safe {t τ _} hR hw := hsafe t _ _ hR.1 ⟨hR.2, τ, rfl, rfl, hw⟩
  outside _ hr := hr.elim
  stores {t _ l S} hR := .inr ⟨t, (l, S), hR.1⟩
  outsideStores _ hr := hr.elim

end

variable {Thread : Type}

/-- The shared part of a store. -/
def sharedPart (s : Sorting) (σ : Store) : Store := fun x => match s.sort x with
  | .data => σ x
  | .identifier => .int (σ x).toInt
  | _ => .int 0

/-- The view of sorted variables: what is shared, and a thread's own entries. -/
def sortedView (s : Sorting) (identifier : Thread → Int) : View Thread Store Store (Nat → Int) where
  global := sharedPart s
  locals t σ x := match s.sort x with
    | .ownData => (σ x).toMap (identifier t)
    | .ownIdentifier => (σ x).toMap (identifier t)
    | _ => 0

/-- A store with its identifiers renamed. -/
def renamedStore (s : Sorting) (π : Permutation Int) (σ : Store) : Store := fun x => match s.sort x with
  | .data => σ x
  | .identifier => .int (π.to (σ x).toInt)
  | .ownData => .map fun j => (σ x).toMap (π.back j)
  | .ownIdentifier => .map fun j => π.to ((σ x).toMap (π.back j))

/-- What a renaming of identifiers does to the shared part … -/
def onShared (s : Sorting) (f : Int → Int) (g : Store) : Store := fun x => match s.sort x, g x with
  | .identifier, .int n => .int (f n)
  | _, value => value

/-- … and to a thread's own part. -/
def onOwn (s : Sorting) (f : Int → Int) (l : (Nat → Int) × Core) : (Nat → Int) × Core :=
  (fun x => match s.sort x with
    | .ownIdentifier => f (l.1 x)
    | _ => l.1 x, l.2)

theorem onShared_onShared (s : Sorting) (f f' : Int → Int) (g : Store) : onShared s f (onShared s f' g) = onShared s (fun n => f (f' n)) g := by
  funext x
  simp only [onShared]
  cases s.sort x <;> cases g x <;> rfl

theorem onOwn_onOwn (s : Sorting) (f f' : Int → Int) (l : (Nat → Int) × Core) : onOwn s f (onOwn s f' l) = onOwn s (fun n => f (f' n)) l := by
  refine Prod.ext (funext fun x => ?_) rfl
  simp only [onOwn]
  cases s.sort x <;> rfl

theorem onShared_id (s : Sorting) (g : Store) : onShared s (fun n => n) g = g := by
  funext x
  simp only [onShared]
  cases s.sort x <;> cases g x <;> rfl

theorem onOwn_id (s : Sorting) (l : (Nat → Int) × Core) : onOwn s (fun n => n) l = l := by
  refine Prod.ext (funext fun x => ?_) rfl
  simp only [onOwn]
  cases s.sort x <;> rfl

/-- Identifiers are renamed, and threads with them: to threads with the same statement. -/
structure Moves (s : Sorting) (identifier : Thread → Int) (P : Program Thread Core) (π : Permutation Int) (tid : Permutation Thread) : Prop where
  literal : ∀ {n}, s.literal n → π.to n = n
  identifier : ∀ t, identifier (tid.to t) = π.to (identifier t)
  program : ∀ t, P (tid.to t) = P t

/-- The renaming of a system of views. -/
def renamingBy (s : Sorting) (π : Permutation Int) (tid : Permutation Thread) : Renaming Thread Store ((Nat → Int) × Core) where
  tid := tid
  global := ⟨onShared s π.to, onShared s π.back, fun g => by rw [onShared_onShared]; simp only [π.to_back]; exact onShared_id s g,
    fun g => by rw [onShared_onShared]; simp only [π.back_to]; exact onShared_id s g⟩
  locals := ⟨onOwn s π.to, onOwn s π.back, fun l => by rw [onOwn_onOwn]; simp only [π.to_back]; exact onOwn_id s l,
    fun l => by rw [onOwn_onOwn]; simp only [π.back_to]; exact onOwn_id s l⟩

/-- All such renamings. -/
def moves (s : Sorting) (identifier : Thread → Int) (P : Program Thread Core) (ρ : Renaming Thread Store ((Nat → Int) × Core)) : Prop :=
  ∃ π tid, Moves s identifier P π tid ∧ ρ = renamingBy s π tid

section

variable {s : Sorting} {identifier : Thread → Int} {P : Program Thread Core} {π : Permutation Int} {tid : Permutation Thread}

theorem Moves.same : Moves s identifier P (.same _) (.same _) := ⟨fun _ => rfl, fun _ => rfl, fun _ => rfl⟩

theorem Moves.inverse (h : Moves s identifier P π tid) : Moves s identifier P π.inverse tid.inverse where
  literal {n} hn := by
    have := h.literal hn
    simp only [Permutation.inverse]
    rw [← this, π.back_to, this]
  identifier t := by
    have := h.identifier (tid.back t)
    rw [tid.to_back] at this
    simp only [Permutation.inverse, this, π.back_to]
  program t := by
    have := h.program (tid.back t)
    rw [tid.to_back] at this
    exact this.symm

theorem Moves.after {π' : Permutation Int} {tid' : Permutation Thread} (h : Moves s identifier P π tid) (h' : Moves s identifier P π' tid') :
    Moves s identifier P (π.after π') (tid.after tid') where
  literal hn := by simp only [Permutation.after, h'.literal hn, h.literal hn]
  identifier t := by simp only [Permutation.after, h.identifier, h'.identifier]
  program t := by simp only [Permutation.after, h.program, h'.program]

theorem moves_group (s : Sorting) (identifier : Thread → Int) (P : Program Thread Core) : Group (moves s identifier P) where
  same := by
    refine ⟨.same _, .same _, .same, ?_⟩
    simp only [renamingBy, Renaming.same, Renaming.mk.injEq, true_and]
    simp only [Permutation.same, Permutation.mk.injEq]
    exact ⟨⟨funext fun g => (onShared_id s g).symm, funext fun g => (onShared_id s g).symm⟩,
      funext fun l => (onOwn_id s l).symm, funext fun l => (onOwn_id s l).symm⟩
  inverse := by
    rintro _ ⟨π, tid, h, rfl⟩
    exact ⟨π.inverse, tid.inverse, h.inverse, rfl⟩
  after := by
    rintro _ _ ⟨π, tid, h, rfl⟩ ⟨π', tid', h', rfl⟩
    refine ⟨π.after π', tid.after tid', h.after h', ?_⟩
    simp only [renamingBy, Renaming.after, Renaming.mk.injEq, true_and]
    simp only [Permutation.after, Permutation.mk.injEq]
    exact ⟨⟨funext fun g => onShared_onShared .., funext fun g => onShared_onShared ..⟩,
      funext fun l => onOwn_onOwn .., funext fun l => onOwn_onOwn ..⟩

/-- A renamed store is related to the store, for all threads. -/
theorem renamedStore_rel (s : Sorting) (π : Permutation Int) (σ : Store) : StoreRel s π.to (fun _ => True) σ (renamedStore s π σ) := by
  intro x
  simp only [renamedStore]
  cases s.sort x <;> simp [CellRel, Value.toInt, Value.toMap, π.back_to]

/-- The views of related stores are renamed: the shared part … -/
theorem shared_of_rel {σ ρ : Store} (h : StoreRel s π.to (fun _ => True) σ ρ) :
    sharedPart s ρ = onShared s π.to (sharedPart s σ) := by
  funext x
  have hx := h x
  simp only [sharedPart, onShared]
  cases hs : s.sort x <;> rw [hs] at hx <;> simp only [CellRel] at hx ⊢
  · exact hx
  · rw [hx]

/-- … and the own part of each thread. -/
theorem own_of_rel {σ ρ : Store} (h : StoreRel s π.to (fun _ => True) σ ρ) (hmoves : Moves s identifier P π tid) (t : Thread) (S : Core) :
    ((sortedView s identifier).locals (tid.to t) ρ, S) = onOwn s π.to ((sortedView s identifier).locals t σ, S) := by
  refine Prod.ext (funext fun x => ?_) rfl
  have hx := h x
  simp only [sortedView, onOwn, hmoves.identifier]
  cases hs : s.sort x <;> rw [hs] at hx <;> simp only [CellRel] at hx ⊢
  · exact hx _ trivial
  · exact hx _ trivial

/-- The stores that are renamings of a store: those from which a symmetric system must start, if it starts from that one. -/
def orbit (s : Sorting) (identifier : Thread → Int) (P : Program Thread Core) (σ τ : Store) : Prop :=
  ∃ π tid, Moves s identifier P π tid ∧ StoreRel s π.to (fun _ => True) σ τ

/-- A store is related to itself, with nothing renamed. -/
theorem storeRel_same (s : Sorting) (J : Int → Prop) (σ : Store) : StoreRel s (fun j => j) J σ σ :=
  fun x => by cases s.sort x <;> simp [CellRel]

theorem orbit_self (s : Sorting) (identifier : Thread → Int) (P : Program Thread Core) (σ : Store) : orbit s identifier P σ σ :=
  ⟨.same _, .same _, .same, storeRel_same s _ σ⟩

theorem orbit_renamed {σ τ : Store} (h : orbit s identifier P σ τ) (hmoves : Moves s identifier P π tid) :
    orbit s identifier P σ (renamedStore s π τ) := by
  obtain ⟨π', tid', h', hr⟩ := h
  refine ⟨π.after π', tid.after tid', hmoves.after h', fun x => ?_⟩
  have hx := hr x
  have hy := renamedStore_rel s π τ x
  cases hs : s.sort x <;> rw [hs] at hx hy <;> simp only [CellRel, Permutation.after] at hx hy ⊢
  · rw [hy, hx]
  · rw [hy, hx]
  · exact fun j hj => (hy _ trivial).trans (hx j hj)
  · exact fun j hj => by rw [hy _ trivial, hx j hj]

variable {bodies : Nat → Core} {E : Parameters}

/-- The views of a program of sorted statements, started from any renaming of a store. -/
abbrev sortedSystem (s : Sorting) (identifier : Thread → Int) (P : Program Thread Core) (bodies : Nat → Core) (E : Parameters) (σ : Store) :
    System Thread Store ((Nat → Int) × Core) :=
  viewSystem (fun t => Core.Step bodies E (identifier t)) P (orbit s identifier P σ) (sortedView s identifier) (SortedCore s)

/-- **A program of sorted statements is symmetric.** -/
theorem sorted_symmetric (hbodies : ∀ q, SortedCore s (bodies q)) (σ : Store) :
    Symmetric (sortedSystem s identifier P bodies E σ) (moves s identifier P) where
  group := moves_group s identifier P
  init := by
    rintro _ g ls ⟨π, tid, hmoves, rfl⟩ ⟨τ, hτ, rfl, hls⟩
    refine ⟨renamedStore s π τ, orbit_renamed hτ hmoves, (shared_of_rel (renamedStore_rel s π τ)).symm, fun t => ?_⟩
    have := own_of_rel (renamedStore_rel s π τ) hmoves (tid.back t) (P (tid.back t))
    rw [tid.to_back] at this
    have hP := hmoves.program (tid.back t)
    rw [tid.to_back] at hP
    simp only [renamingBy, hls, ← this, hP]
  step := by
    rintro _ t g ⟨l, S⟩ g' ⟨l', S'⟩ ⟨π, tid, hmoves, rfl⟩ ⟨hS, τ, τ', rfl, rfl, hstep, rfl, rfl⟩
    have hrel := renamedStore_rel s π τ
    obtain ⟨_, hstep, hrel'⟩ := sorted_step (π := π.to) (J := fun _ => True) ⟨π.to_injective, hmoves.literal⟩ trivial hbodies hS hrel hstep
    rw [← hmoves.identifier] at hstep
    cases hrel' with
    | @run _ υ _ _ hrel' _ =>
      exact ⟨hS, renamedStore s π τ, υ, (shared_of_rel hrel).symm, congrArg Prod.fst (own_of_rel hrel hmoves t S).symm, hstep,
        (shared_of_rel hrel').symm, congrArg Prod.fst (own_of_rel hrel' hmoves t S').symm⟩

/-- What goes wrong goes wrong renamed. -/
theorem wrong_symmetric (hbodies : ∀ q, SortedCore s (bodies q)) (ρ : Renaming Thread Store ((Nat → Int) × Core)) (t : Thread) (g : Store)
    (l : (Nat → Int) × Core) (hρ : moves s identifier P ρ)
    (h : viewWrong (fun t => Core.Step bodies E (identifier t)) (sortedView s identifier) (SortedCore s) t g l) :
    viewWrong (fun t => Core.Step bodies E (identifier t)) (sortedView s identifier) (SortedCore s) (ρ.tid.to t) (ρ.global.to g) (ρ.locals.to l) := by
  obtain ⟨π, tid, hmoves, rfl⟩ := hρ
  obtain ⟨l, S⟩ := l
  obtain ⟨hS, τ, rfl, rfl, hw⟩ := h
  have hrel := renamedStore_rel s π τ
  obtain ⟨_, hw, hrel'⟩ := sorted_step (π := π.to) (J := fun _ => True) ⟨π.to_injective, hmoves.literal⟩ trivial hbodies hS hrel hw
  rw [← hmoves.identifier] at hw
  cases hrel' with
  | wrong => exact ⟨hS, renamedStore s π τ, (shared_of_rel hrel).symm, congrArg Prod.fst (own_of_rel hrel hmoves t S).symm, hw⟩

/-- A step of a sorted statement leaves other threads' own parts alone. -/
theorem sorted_keeps (hbodies : ∀ q, SortedCore s (bodies q)) (hne : ∀ t e, e ≠ t → identifier e ≠ identifier t) (t : Thread) (τ τ' : Store)
    (S S' : Core) (hS : SortedCore s S) (hstep : Core.Step bodies E (identifier t) (.run τ S) (.run τ' S')) :
    SortedCore s S' ∧ (sortedView s identifier).KeepsOthers t τ τ' := by
  obtain ⟨_, _, hrel⟩ := sorted_step (π := fun j => j) (J := fun _ => True) ⟨id, fun _ => rfl⟩ trivial hbodies hS
    (storeRel_same s _ τ) hstep
  cases hrel with
  | run hS' _ hkeeps =>
    refine ⟨hS', fun e he => funext fun x => ?_⟩
    simp only [sortedView]
    split
    · next hx => exact hkeeps x _ (.inl hx) (hne t e he)
    · next hx => exact hkeeps x _ (.inr hx) (hne t e he)
    · rfl

/-- **One representative of each family suffices for a program**: if sets are closed for the representatives, and none of these goes wrong there,
no thread of the program does. -/
theorem closure_of_representatives (hbodies : ∀ q, SortedCore s (bodies q)) (hP : ∀ t, SortedCore s (P t))
    (hne : ∀ t e, e ≠ t → identifier e ≠ identifier t) {σ : Store} {rep : Thread → Prop} {R : Thread → Store → (Nat → Int) × Core → Prop}
    {G : Thread → Store → Store → Prop}
    (h : ClosedRepresentatives (sortedSystem s identifier P bodies E σ) (moves s identifier P) rep R G)
    (hsafe : ∀ r g l, rep r → R r g l →
      ¬ viewWrong (fun t => Core.Step bodies E (identifier t)) (sortedView s identifier) (SortedCore s) r g l) :
    ClosedView (fun t => Core.Step bodies E (identifier t)) P σ (fun _ _ => False) (sortedView s identifier)
      (fun g => g = sharedPart s σ ∨ ∃ t l, renamedR (moves s identifier P) rep R t g l)
      (fun t g l S => renamedR (moves s identifier P) rep R t g (l, S) ∧ SortedCore s S) (renamedG (moves s identifier P) rep G) :=
  closedView_of_system (sorted_keeps hbodies hne) hP (representatives_closed (sorted_symmetric hbodies σ) h)
    (renamedR_no_error (moves_group s identifier P) hsafe (wrong_symmetric hbodies)) (orbit_self s identifier P σ)

end

/-- The identifier of a thread. -/
def identifierOf {p : ProgramText} {E : Parameters} {σ : Store} (t : p.Thread E σ) : Int := t.1.2

/-- The views of a program, with its parameters, started from any renaming of a store. -/
abbrev textSystem (s : Sorting) (p : ProgramText) (E : Parameters) (σ : Store) : System (p.Thread E σ) Store ((Nat → Int) × Core) :=
  sortedSystem s identifierOf (p.program E σ) (fun q => p.procedures.getD q .skip) E σ

/-- A thread of the program can go wrong from some store with that view. -/
abbrev textWrong (s : Sorting) (p : ProgramText) (E : Parameters) (σ : Store) : p.Thread E σ → Store → (Nat → Int) × Core → Prop :=
  viewWrong (p.step E σ) (sortedView s identifierOf) (SortedCore s)

/-- The statements of a program are sorted, and two families never share an identifier. -/
structure SortedText (s : Sorting) (p : ProgramText) : Prop where
  bodies : ∀ q, SortedCore s (p.procedures.getD q .skip)
  families : ∀ {i : Nat} (h : i < p.families.size), SortedCore s (p.families[i]).body
  apart : ∀ {E σ}, p.Initial E σ → ∀ t e : p.Thread E σ, e ≠ t → identifierOf e ≠ identifierOf t

/-- **The claim `safe` from representatives.** -/
theorem safe_of_representatives {s : Sorting} {p : ProgramText} (hp : SortedText s p)
    (h : ∀ E σ, p.Initial E σ → ∃ rep R G, ClosedRepresentatives (textSystem s p E σ) (moves s identifierOf (p.program E σ)) rep R G ∧
      ∀ r g l, rep r → R r g l → ¬ textWrong s p E σ r g l) : p.Safe := fun E σ hi =>
  let ⟨_, _, _, h, hsafe⟩ := h E σ hi
  (closure_of_representatives hp.bodies (fun t => hp.families t.2.1) (hp.apart hi) h hsafe).closure.not_wrong

end Plato.ModelChecking
