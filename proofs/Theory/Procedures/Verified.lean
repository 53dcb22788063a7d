/-
# Programs whose procedures and threads are checked

The parts put together: sections 4 and 5 of *Modular Verification of Multithreaded Programs* (Calvin), for small steps. A procedure has a
body, an invariant, an environment assumption and an abstraction of the form of section 5. Its body is checked once, by a sequential
program in which the callees' derived abstractions stand for calls. These assert the callees' invariants, so a callee's invariant is shown
at the call; only the procedure's own is assumed. A thread has a statement; its steps are checked to keep the program's invariant and to
satisfy the assumption of every other thread. Then the program, in small steps, does not go wrong and keeps the invariant.

Main definitions: `Procedure`, `bodies`, `specs`, `abstractions`, `steady`.
Main results: `procedures_of_simulations`, `procedures_checked`, `program_verified`, `program_verified_bodies`.
-/
module

public import Theory.Procedures.Padding
public import Theory.Procedures.CheckingSound

@[expose] public section

namespace Plato.Procedures

variable {Thread Store Proc : Type}

/-- A procedure with its specification: the abstraction is `first; k*; y₁; …; k*; yₙ; k*; last`. -/
structure Procedure (Thread Store Proc : Type) where
  body : Stmt (Atomic Thread Store) Proc
  invariant : Store → Prop
  rely : Thread → Action Store
  first : Atomic Thread Store
  stutter : Atomic Thread Store
  actions : List (Atomic Thread Store)
  last : Atomic Thread Store

/-- The table of bodies: each is entered and left. -/
noncomputable def bodies (procs : Proc → Procedure Thread Store Proc) : Proc → Stmt (Atomic Thread Store) Proc :=
  fun m => Body (procs m).body

/-- The specifications. -/
noncomputable def specs (procs : Proc → Procedure Thread Store Proc) : Proc → Spec Thread Store Proc := fun m =>
  ⟨(procs m).invariant, (procs m).rely, abstraction (procs m).first (procs m).stutter (procs m).last (procs m).actions⟩

/-- The derived abstractions. -/
noncomputable def abstractions (G : Proc → Thread → Action Store) (procs : Proc → Procedure Thread Store Proc) :
    Proc → Stmt (Atomic Thread Store) Proc := fun m => derivedAbstraction (G m) (specs procs m)

theorem remaining_map (f : Atomic Thread Store → Atomic Thread Store) (k last : Atomic Thread Store) (ys : List (Atomic Thread Store)) :
    (remaining k last ys : Stmt (Atomic Thread Store) Proc).map f = remaining (f k) (f last) (ys.map f) := by
  induction ys with
  | nil => rfl
  | cons y ys ih => simp only [remaining, Stmt.map, ih, List.map_cons]

theorem remaining_callFree (k last : Atomic Thread Store) (ys : List (Atomic Thread Store)) :
    (remaining k last ys : Stmt (Atomic Thread Store) Proc).CallFree := by
  induction ys with
  | nil => exact fun _ h => h.elim id id
  | cons y ys ih => exact fun m h => h.elim id fun h => h.elim id (ih m)

theorem specs_callFree (procs : Proc → Procedure Thread Store Proc) (m : Proc) : (specs procs m).abstraction.CallFree :=
  fun l h => h.elim id (remaining_callFree _ _ _ l)

theorem abstractions_callFree (G : Proc → Thread → Action Store) (procs : Proc → Procedure Thread Store Proc) (m : Proc) :
    (abstractions G procs m).CallFree := Stmt.map_calls _ (specs_callFree procs m)

/-- The derived abstraction has the form of section 5, too. -/
theorem abstractions_form (G : Proc → Thread → Action Store) (procs : Proc → Procedure Thread Store Proc) (m : Proc) :
    abstractions G procs m =
      abstraction (constrained (procs m).invariant (G m) (procs m).first) (constrained (procs m).invariant (G m) (procs m).stutter)
        (constrained (procs m).invariant (G m) (procs m).last)
        ((procs m).actions.map (constrained (procs m).invariant (G m))) := by
  simp only [abstractions, derivedAbstraction, specs, abstraction, Stmt.map, remaining_map]

theorem calls_map {Atom Atom' : Type} (f : Atom → Atom') (S : Stmt Atom Proc) (m : Proc) : (S.map f).Calls m ↔ S.Calls m := by
  induction S <;> simp_all [Stmt.map, Stmt.Calls]

section

variable {G : Proc → Thread → Action Store} {procs : Proc → Procedure Thread Store Proc} {members : Thread → Prop}

/-- What Theorem 1 supposes of procedures, from a simulation for each. -/
theorem procedures_of_simulations
    (h : ∀ m j, members j → SimulatedIn (fun _ => True) (derivedRely (bodies procs) (specs procs) m) j
      (sequences (bodies procs) (Body ((procs m).body.inlineAbs (abstractions G procs))))
      (sequences (bodies procs)
        (abstraction (constrained (procs m).invariant (G m) (procs m).first) (constrained (procs m).invariant (G m) (procs m).stutter)
          (constrained (procs m).invariant (G m) (procs m).last) ((procs m).actions.map (constrained (procs m).invariant (G m)))))) :
    Procedures (bodies procs) (abstractions G procs) (specs procs) members := by
  intro m j hj
  rw [abstractions_form]
  exact h m j hj

/-- **What Theorem 1 supposes of procedures, checked**: for each procedure and each thread that may run it, the sequential program of
section 5 does not go wrong. `W m` is the body with its callees' derived abstractions inlined and with a witness. -/
theorem procedures_checked {B' : Proc → Stmt (Atomic Thread (Store × Nat)) Proc} {W : Proc → Stmt (Witnessed Thread Store) Proc}
    (hW : ∀ m, (W m).map Witnessed.step = (procs m).body.inlineAbs (abstractions G procs))
    (hcheck : ∀ m j, members j → ∀ σ, ¬ GoesWrongFrom (alone B' j
      (checkProgram (fun _ => .loop (.atomic (around (derivedRely (bodies procs) (specs procs) m))))
        (.loop (.atomic (around (derivedRely (bodies procs) (specs procs) m))))
        (constrained (procs m).invariant (G m) (procs m).first) (constrained (procs m).invariant (G m) (procs m).stutter)
        (constrained (procs m).invariant (G m) (procs m).last) ((procs m).actions.map (constrained (procs m).invariant (G m))) (W m)))
      (σ, 0)) :
    Procedures (bodies procs) (abstractions G procs) (specs procs) members := by
  refine procedures_of_simulations fun m j hj => ?_
  rw [← hW m]
  refine check_sound_star (fun l hl => ?_) (hcheck m j hj)
  have hfree := inlineAbs_callFree (abstractions_callFree G procs) (procs m).body
  rw [← hW m] at hfree
  exact hfree l ((calls_map _ _ _).mpr hl)

/-- A step that keeps the invariant and satisfies the assumption of every other thread. -/
def steady (I : Store → Prop) (E : Thread → Action Store) : Atomic Thread Store :=
  constrained I (peers E) fun _ => transition fun _ _ => True

/-- **A program whose procedures and threads are checked** does not go wrong in small steps, and keeps its invariant. -/
theorem program_verified {B abs : Proc → Stmt (Atomic Thread Store) Proc} {spec : Proc → Spec Thread Store Proc}
    (hB : Procedures B abs spec fun _ => True) (habs : ∀ m, (abs m).CallFree) {S : Thread → Stmt (Atomic Thread Store) Proc}
    {I J : Store → Prop} {E : Thread → Action Store} (hE : ∀ t m, (S t).Calls m → ∀ σ σ', E t σ σ' → derivedRely B spec m t σ σ')
    (hS : ∀ t, SimulatedIn J E t (sequences B ((S t).inlineAbs abs)) (sequences B (.loop (.atomic (steady I E)))))
    (hJ : ∀ σ, J σ → I σ) {σ : Store} (hσ : J σ) {r : Outcome Store} (h : Leads B S σ r) (t : Thread) :
    ∃ σ', r = .store σ' ∧ I σ' :=
  threads_safe_steps (threads := fun _ => ⟨I, E, anything Thread Store Proc⟩) (G := fun _ => peers E) hB habs (fun _ _ => id) hE hS
    (fun _ _ _ h => h) (fun _ _ _ _ _ _ h _ => h) (fun _ => Simulated.refl) hσ (fun _ => hJ σ hσ) h t

/-- The same for the procedures' own bodies, which need not have the steps of entering and leaving. -/
theorem program_verified_bodies (hB : Procedures (bodies procs) (abstractions G procs) (specs procs) fun _ => True)
    {S : Thread → Stmt (Atomic Thread Store) Proc} {I J : Store → Prop} {E : Thread → Action Store}
    (hE : ∀ t m, (S t).Calls m → ∀ σ σ', E t σ σ' → derivedRely (bodies procs) (specs procs) m t σ σ')
    (hS : ∀ t, SimulatedIn J E t (sequences (bodies procs) ((S t).inlineAbs (abstractions G procs)))
      (sequences (bodies procs) (.loop (.atomic (steady I E)))))
    (hJ : ∀ σ, J σ → I σ) {σ : Store} (hσ : J σ) {r : Outcome Store} (h : Leads (fun m => (procs m).body) S σ r) (t : Thread) :
    ∃ σ', r = .store σ' ∧ I σ' := by
  obtain ⟨τ, hτ, rfl⟩ := (leads_iff_trace mayBlock_nonempty).mp (leads_mayBlock h)
  obtain ⟨τ', hτ', hfin⟩ := padded_trace hτ
  rw [← hfin]
  exact threads_safe_mayBlock (threads := fun _ => ⟨I, E, anything Thread Store Proc⟩) (G := fun _ => peers E) hB
    (abstractions_callFree G procs) (fun _ _ => id) hE hS (fun _ _ _ h => h) (fun _ _ _ _ _ _ h _ => h) (fun _ => Simulated.refl) hσ
    (fun _ => hJ σ hσ) hτ' t

end

end Plato.Procedures
