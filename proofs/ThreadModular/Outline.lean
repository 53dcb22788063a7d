/-
# What a program with its proof outline denotes

The statement of an outline with what it does to ghosts, and its weakest precondition for a thread in an environment that makes steps of A.
There are two ways. If A is reflexive and transitive, the environment makes one step of A before every command (the optimisation of
*Thread-Modular Verification for Shared-Memory Programs*). If the outline is *explicit*, every command has an assertion before it that
steps of A do not make false, and A may be any action: that is the way of Prensa Nieto's *The Rely-Guarantee Method in Isabelle/HOL*
(section 7, rules Basic and Await). Every command must satisfy the guarantee G. Where blocks are left, `X` says what must hold.

Main definitions: `OutlinedCode.annotated`, `OutlinedCode.weakest`, `Inductive`.
Main results: `weakest_mono` and `weakest_forall` (what holds at the end may be weakened, and be shown case by case), `weakest_secure`: the
weakest precondition is sound.
-/
module

public import Program.Read
public import Theory.SecureStatements
public import ThreadModular.Annotate

@[expose] public section

namespace Plato

/-- The statement with what it does to ghosts, and with bodies in the place of calls. What the method refuses does not matter. -/
def OutlinedCode.annotated (T : Tables) : OutlinedCode → Core
  | .skip => .skip
  | .atomic _ o => .atomic (o.proofCommand.command T)
  | .choice S S' => .choice (S.annotated T) (S'.annotated T)
  | .seq S S' => .seq (S.annotated T) (S'.annotated T)
  | .loop _ _ S => .loop (S.annotated T)
  | .cut _ _ => .skip
  | .block S => .block (S.annotated T)
  | .exit level => .exit level
  | .call _ S => .seq .skip (S.annotated T)
  | .recursion _ => .skip
  | .scope _ _ => .skip

/-- The invariant and the proof's own one hold of a store. -/
structure Inductive (T : Tables) (contract : Contract) (E : Parameters) (σ : Store) : Prop where
  invariant : (T.literal contract.invariant).predicate E 0 σ
  lemma_ : (T.literal (orTrue contract.lemma_)).predicate E 0 σ

/-- An operation, with its assertion if it has one. -/
def OutlinedOperation.weakest (explicit : Bool) (A G : Action Store) (T : Tables) (E : Parameters) (t : Int) (o : OutlinedOperation)
    (Q : Store → Prop) (σ : Store) : Prop :=
  match o.assertion with
  | none => explicit = false ∧ ∀ τ, A σ τ → Does G ((o.proofCommand.command T).Runs E t) Q τ
  | some J => Enters explicit A ((T.literal J).predicate E t) σ ∧ Stable A ((T.literal J).predicate E t) ∧
    ∀ τ, (T.literal J).predicate E t τ → Does G ((o.proofCommand.command T).Runs E t) Q τ

/-- From here the outline runs without going wrong; if it ends, it ends where `Q` holds, and if it leaves a block, it does so where `X` holds. -/
def OutlinedCode.weakest (explicit : Bool) (A G : Action Store) (T : Tables) (E : Parameters) (t : Int) :
    OutlinedCode → (Q : Store → Prop) → (X : Nat → Store → Prop) → Store → Prop
  | .skip, Q, _, σ => explicit = false ∧ ∀ τ, A σ τ → Q τ
  | .atomic _ o, Q, _, σ => o.weakest explicit A G T E t Q σ
  | .choice S S', Q, X, σ => S.weakest explicit A G T E t Q X σ ∧ S'.weakest explicit A G T E t Q X σ
  | .seq S S', Q, X, σ => S.weakest explicit A G T E t (S'.weakest explicit A G T E t Q X) X σ
  | .loop _ J S, Q, X, σ => Enters explicit A ((T.literal J).predicate E t) σ ∧ Stable A ((T.literal J).predicate E t) ∧
    (∀ τ, (T.literal J).predicate E t τ → S.weakest explicit A G T E t ((T.literal J).predicate E t) X τ) ∧
    ∀ τ, (T.literal J).predicate E t τ → Q τ
  | .cut _ J, Q, _, σ => Enters explicit A ((T.literal J).predicate E t) σ ∧ Stable A ((T.literal J).predicate E t) ∧
    ∀ τ, (T.literal J).predicate E t τ → Q τ
  | .block S, Q, X, σ => S.weakest explicit A G T E t Q (outward Q X) σ
  | .exit level, _, X, σ => X level σ
  | .call _ S, Q, X, σ => S.weakest explicit A G T E t Q X σ
  | .recursion _, _, _, _ => False
  | .scope _ _, _, _, _ => False

section

variable {explicit : Bool} {A G : Action Store} {T : Tables} {E : Parameters} {t : Int}

theorem outward_mono {Q R : Store → Prop} {X Y : Nat → Store → Prop} (hQR : ∀ τ, Q τ → R τ) (hXY : ∀ n τ, X n τ → Y n τ) (n : Nat) (τ : Store)
    (h : outward Q X n τ) : outward R Y n τ := by
  cases n with
  | zero => exact hQR τ h
  | succ n => exact hXY n τ h

/-- What holds at the end, and where blocks are left, may be weakened. -/
theorem OutlinedCode.weakest_mono (S : OutlinedCode) {Q R : Store → Prop} {X Y : Nat → Store → Prop} (hQR : ∀ τ, Q τ → R τ) (hXY : ∀ n τ, X n τ → Y n τ)
    {σ : Store} (h : S.weakest explicit A G T E t Q X σ) : S.weakest explicit A G T E t R Y σ := by
  induction S generalizing Q R X Y σ with
  | skip => exact ⟨h.1, fun τ hτ => hQR τ (h.2 τ hτ)⟩
  | atomic label o =>
    simp only [OutlinedCode.weakest, OutlinedOperation.weakest] at h ⊢
    split at h
    · exact ⟨h.1, fun τ hτ => (h.2 τ hτ).mono hQR⟩
    · exact ⟨h.1, h.2.1, fun τ hτ => (h.2.2 τ hτ).mono hQR⟩
  | choice S S' ihS ihS' => exact ⟨ihS hQR hXY h.1, ihS' hQR hXY h.2⟩
  | seq S S' ihS ihS' => exact ihS (fun _ => ihS' hQR hXY) hXY h
  | loop _ J S ih => exact ⟨h.1, h.2.1, fun τ hτ => ih (fun _ h => h) hXY (h.2.2.1 τ hτ), fun τ hτ => hQR τ (h.2.2.2 τ hτ)⟩
  | cut _ J => exact ⟨h.1, h.2.1, fun τ hτ => hQR τ (h.2.2 τ hτ)⟩
  | block S ih => exact ih hQR (outward_mono hQR hXY) h
  | exit level => exact hXY level σ h
  | call _ S ih => exact ih hQR hXY h
  | recursion => exact h
  | scope => exact h

/-- What holds in each of several cases holds in all of them. -/
theorem OutlinedCode.weakest_forall {ι : Sort _} (i : ι) (S : OutlinedCode) {P : ι → Store → Prop} {X : ι → Nat → Store → Prop} {σ : Store}
    (h : ∀ i, S.weakest explicit A G T E t (P i) (X i) σ) :
    S.weakest explicit A G T E t (fun σ' => ∀ i, P i σ') (fun n σ' => ∀ i, X i n σ') σ := by
  induction S generalizing P X σ with
  | skip => exact ⟨(h i).1, fun τ hτ j => (h j).2 τ hτ⟩
  | atomic label o =>
    simp only [OutlinedCode.weakest, OutlinedOperation.weakest] at h ⊢
    split
    · rename_i hn
      simp only [hn] at h
      exact ⟨(h i).1, fun τ hτ => does_forall i fun j => (h j).2 τ hτ⟩
    · rename_i J hn
      simp only [hn] at h
      exact ⟨(h i).1, (h i).2.1, fun τ hτ => does_forall i fun j => (h j).2.2 τ hτ⟩
  | choice S S' ihS ihS' => exact ⟨ihS fun j => (h j).1, ihS' fun j => (h j).2⟩
  | seq S S' ihS ihS' => exact S.weakest_mono (fun τ hτ => ihS' hτ) (fun _ _ h => h) (ihS h)
  | loop _ J S ih =>
    refine ⟨(h i).1, (h i).2.1, fun τ hτ => ?_, fun τ hτ j => (h j).2.2.2 τ hτ⟩
    exact S.weakest_mono (fun _ h => h i) (fun _ _ h => h) (ih fun j => (h j).2.2.1 τ hτ)
  | cut _ J => exact ⟨(h i).1, (h i).2.1, fun τ hτ j => (h j).2.2 τ hτ⟩
  | block S ih =>
    refine S.weakest_mono (fun _ h => h) (fun n τ h => ?_) (ih h)
    cases n with
    | zero => exact h
    | succ n => exact h
  | exit level => exact fun j => h j
  | call _ S ih => exact ih h
  | recursion => exact (h i).elim
  | scope => exact (h i).elim

/-- An assertion that is entered holds here, if the environment may do nothing. -/
theorem Enters.here {J : Store → Prop} (hA : explicit = false → ∀ τ, A τ τ) {σ : Store} (h : Enters explicit A J σ) : J σ := by
  cases explicit with
  | true => exact h
  | false => exact h σ (hA rfl σ)

/-- **The weakest precondition is sound**: a thread for which it holds is secure. -/
theorem weakest_secure {bodies : Nat → Core} (hA : explicit = false → (∀ σ, A σ σ) ∧ ∀ σ τ υ, A σ τ → A τ υ → A σ υ) (hG : ∀ σ, G σ σ)
    (S : OutlinedCode) {Q : Store → Prop} {X : Nat → Store → Prop} (hQ : Stable A Q) (hX : ∀ n, Stable A (X n)) {σ : Store}
    (h : S.weakest explicit A G T E t Q X σ) : SecureIn bodies E t A G Q X (S.annotated T) σ := by
  have hrefl : explicit = false → ∀ τ, A τ τ := fun he => (hA he).1
  induction S generalizing Q X σ with
  | skip => exact skip_secure hQ (h.2 σ (hrefl h.1 σ))
  | atomic label o =>
    simp only [OutlinedCode.weakest, OutlinedOperation.weakest] at h
    split at h
    · exact atomic_secure (P := fun τ => A σ τ) (fun τ υ hτ hυ => (hA h.1).2 _ _ _ hτ hυ) h.2 hQ (hrefl h.1 σ)
    · exact atomic_secure h.2.1 h.2.2 hQ (h.1.here hrefl)
  | choice S S' ihS ihS' => exact choice_secure hG (ihS hQ hX h.1) (ihS' hQ hX h.2)
  | seq S S' ihS ihS' =>
    exact seq_secure hG hX (ihS secure_stable hX (S.weakest_mono (fun τ hτ => ihS' hQ hX hτ) (fun _ _ h => h) h))
  | loop _ J S ih => exact loop_secure hG hX h.2.1 hQ (fun τ hτ => ih h.2.1 hX (h.2.2.1 τ hτ)) h.2.2.2 (h.1.here hrefl)
  | cut _ J => exact skip_secure hQ (h.2.2 σ (h.1.here hrefl))
  | block S ih => exact block_secure hG hX hQ (ih hQ (outward_stable hQ hX) h)
  | exit level => exact exit_secure (hX level) h
  | call _ S ih => exact seq_secure hG hX (skip_secure secure_stable (ih hQ hX h))
  | recursion => exact h.elim
  | scope => exact h.elim

end

end Plato
