/-
# What a program with its proof outline denotes

The statement of an outline with what it does to ghosts, and its weakest precondition for a thread in an environment that makes steps of A.
There are two ways. If A is reflexive and transitive, the environment makes one step of A before every command (the optimisation of
*Thread-Modular Verification for Shared-Memory Programs*). If the outline is *explicit*, every command has an assertion before it that
steps of A do not make false, and A may be any action: that is the way of Prensa Nieto's *The Rely-Guarantee Method in Isabelle/HOL*
(section 7, rules Basic and Await). Every step must satisfy the guarantee G. Where blocks are left, `X` says what must hold.

Main definitions: `OutlinedCode.annotated`, `Ways`, `OutlinedCode.weakest`, `Inductive`.
Main results: `weakest_mono` and `weakest_forall` (what holds at the end may be weakened, and be shown case by case), `weakest_secure`: the
weakest precondition is sound.
-/
module

public import Plato.ThreadModular.Weakest
public import Program.Read
public import Theory.Procedures.Activation
public import Theory.SecureBranches
public import ThreadModular.Annotate

@[expose] public section

namespace Plato

/-- The statement with what it does to ghosts, and with bodies in the place of calls of procedures without abstractions. What the method refuses
does not matter. -/
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
  | .invoke _ procedure _ _ => .call procedure
  | .scope _ locals _ S => .scope locals (S.annotated T)
  | .par _ first last _ _ S => .par (T.term first) (T.term last) (S.annotated T)

/-- The invariant and the proof's own one hold of a store. -/
structure Inductive (T : Tables) (contract : Contract) (E : Parameters) (σ : Store) : Prop where
  invariant : (T.literal contract.invariant).predicate E 0 σ
  lemma_ : (T.literal (orTrue contract.lemma_)).predicate E 0 σ

/-- What the procedure's steps do not write stays. -/
def Abstraction.Frame (x : Abstraction) (σ τ : Store) : Prop :=
  match x.writes with
  | none => True
  | some names => ∀ y, y ∉ names → τ y = σ y

/-- What a weakest precondition depends on. -/
structure Ways where
  T : Tables
  E : Parameters
  t : Int
  /-- Every operation has an assertion before it. -/
  explicit : Bool
  A : Action Store
  G : Action Store
  /-- Where the thread or procedure started. -/
  first : Store
  /-- What happens through calls of each procedure. -/
  N : Nat → Action Store
  /-- The procedures with abstractions that may be called. -/
  Calls : Nat → Prop
  /-- The statement is in the body of a procedure, and the proof sees its witness. -/
  witnessed : Bool
  /-- The witness is the same in both stores. -/
  Same : Store → Store → Prop

namespace Ways

/-- The assertion, in the present store. -/
def holds (w : Ways) (J : Literal) : Store → Prop := fun σ => (w.T.literal J).action w.E w.t σ w.first

/-- The command of an operation as the proof sees it. -/
def command (w : Ways) (o : OutlinedOperation) : Command :=
  (match w.witnessed with | false => o.proofCommand | true => o.witnessCommand).command w.T

/-- After an action: the step is as it is to be, once the witness was changed by the command, if there is one. -/
def Commits (w : Ways) (commits : List CommandCode) (Q : Store → Prop) (τ υ : Store) : Prop :=
  match w.witnessed, commits with
  | true, C :: _ => ¬ (C.command w.T).Runs w.E w.t υ .wrong ∧ ∀ υ', (C.command w.T).Runs w.E w.t υ (.store υ') → w.G τ υ' ∧ Q υ'
  | _, _ => w.G τ υ ∧ Q υ

/-- While a procedure runs that started in a store, with these actions still to come. -/
def Follow (w : Ways) (procedure : Nat) (x : Abstraction) (Q : Store → Prop) (first : Store) :
    List AbstractStep → (commits : List CommandCode) → Store → Prop
  | [], _, σ => ∀ τ, w.N procedure σ τ → (w.T.literal x.post).action w.E w.t τ first → Q τ
  | s :: later, commits, σ => ∀ τ, w.N procedure σ τ → ∀ υ, (w.T.literal s.action).action w.E w.t τ υ ∧ x.Frame τ υ → w.Same τ υ →
    w.Commits commits (w.Follow procedure x Q first later (ThreadRules.follow.rest commits)) τ υ

end Ways

/-- The number is that of a branch that starts in the store. -/
def Ways.InRange (w : Ways) (first last : Nat) : Store → Int → Prop := Plato.InRange w.E w.t (w.T.term first) (w.T.term last)

/-- Branches start where all their preconditions hold; where all of them have ended, after what happens while they run, `Q` holds. -/
def BranchContract.weakest (x : BranchContract) (w : Ways) (first last : Nat) (Q : Store → Prop) (τ : Store) : Prop :=
  (∀ i, w.InRange first last τ i → (w.T.literal x.pre).predicate w.E (branchOf w.t i) τ) ∧
  ∀ υ, (w.T.literal x.through).action w.E w.t τ υ → (∀ i, w.InRange first last τ i → (w.T.literal x.post).predicate w.E (branchOf w.t i) υ) → Q υ

/-- An operation, with its assertion if it has one. -/
def OutlinedOperation.weakest (w : Ways) (o : OutlinedOperation) (Q : Store → Prop) (σ : Store) : Prop :=
  match o.assertion with
  | none => w.explicit = false ∧ ∀ τ, w.A σ τ → Does w.G ((w.command o).Runs w.E w.t) Q τ
  | some J => Enters w.explicit w.A (w.holds J) σ ∧ Stable w.A (w.holds J) ∧ ∀ τ, w.holds J τ → Does w.G ((w.command o).Runs w.E w.t) Q τ

/-- From here the outline runs without going wrong; if it ends, it ends where `Q` holds, and if it leaves a block, it does so where `X` holds. -/
def OutlinedCode.weakest (w : Ways) : OutlinedCode → (Q : Store → Prop) → (X : Nat → Store → Prop) → Store → Prop
  | .skip, Q, _, σ => w.explicit = false ∧ ∀ τ, w.A σ τ → Q τ
  | .atomic _ o, Q, _, σ => o.weakest w Q σ
  | .choice S S', Q, X, σ => S.weakest w Q X σ ∧ S'.weakest w Q X σ
  | .seq S S', Q, X, σ => S.weakest w (S'.weakest w Q X) X σ
  | .loop _ J S, Q, X, σ => Enters w.explicit w.A (w.holds J) σ ∧ Stable w.A (w.holds J) ∧
    (∀ τ, w.holds J τ → S.weakest w (w.holds J) X τ) ∧ ∀ τ, w.holds J τ → Q τ
  | .cut _ J, Q, _, σ => Enters w.explicit w.A (w.holds J) σ ∧ Stable w.A (w.holds J) ∧ ∀ τ, w.holds J τ → Q τ
  | .block S, Q, X, σ => S.weakest w Q (outward Q X) σ
  | .exit level, _, X, σ => X level σ
  | .call _ S, Q, X, σ => S.weakest w Q X σ
  | .recursion _, _, _, _ => False
  | .invoke _ procedure x commits, Q, _, σ => w.explicit = false ∧ w.Calls procedure ∧ ∀ τ, w.A σ τ →
    (w.T.literal x.pre).predicate w.E w.t τ ∧ w.Follow procedure x Q τ x.steps commits τ
  | .scope _ locals _ S, Q, _, σ => w.explicit = false ∧ ∀ τ, w.A σ τ →
    S.weakest w (fun υ => ∀ ω, w.A υ ω → Does w.G ((restoring locals w.t τ).Runs w.E w.t) Q ω) (fun _ _ => False) τ
  | .par _ first last contract _ _, Q, _, σ => w.explicit = false ∧ w.witnessed = false ∧
    ∃ x, contract = some x ∧ ∀ τ, w.A σ τ → x.weakest w first last Q τ

section

variable {w : Ways}

theorem outward_mono {Q R : Store → Prop} {X Y : Nat → Store → Prop} (hQR : ∀ τ, Q τ → R τ) (hXY : ∀ n τ, X n τ → Y n τ) (n : Nat) (τ : Store)
    (h : outward Q X n τ) : outward R Y n τ := by
  cases n with
  | zero => exact hQR τ h
  | succ n => exact hXY n τ h

theorem Ways.Commits.mono {commits : List CommandCode} {Q R : Store → Prop} {τ υ : Store} (hQR : ∀ σ, Q σ → R σ) (h : w.Commits commits Q τ υ) :
    w.Commits commits R τ υ := by
  unfold Ways.Commits at h ⊢
  split at h
  · exact ⟨h.1, fun υ' hυ' => ⟨(h.2 υ' hυ').1, hQR _ (h.2 υ' hυ').2⟩⟩
  · exact ⟨h.1, hQR _ h.2⟩

theorem Ways.follow_mono {procedure : Nat} {x : Abstraction} {Q R : Store → Prop} {first : Store} (hQR : ∀ τ, Q τ → R τ) (steps : List AbstractStep)
    {commits : List CommandCode} {σ : Store} (h : w.Follow procedure x Q first steps commits σ) : w.Follow procedure x R first steps commits σ := by
  induction steps generalizing commits σ with
  | nil => exact fun τ hN hp => hQR τ (h τ hN hp)
  | cons s later ih => exact fun τ hN υ hs hsame => (h τ hN υ hs hsame).mono fun _ => ih

theorem Ways.Commits.forall {ι : Sort _} (i : ι) {commits : List CommandCode} {P : ι → Store → Prop} {τ υ : Store}
    (h : ∀ i, w.Commits commits (P i) τ υ) : w.Commits commits (fun σ => ∀ i, P i σ) τ υ := by
  unfold Ways.Commits at h ⊢
  split at h
  · exact ⟨(h i).1, fun υ' hυ' => ⟨((h i).2 υ' hυ').1, fun j => ((h j).2 υ' hυ').2⟩⟩
  · exact ⟨(h i).1, fun j => (h j).2⟩

theorem Ways.follow_forall {ι : Sort _} (i : ι) {procedure : Nat} {x : Abstraction} {P : ι → Store → Prop} {first : Store} (steps : List AbstractStep)
    {commits : List CommandCode} {σ : Store} (h : ∀ i, w.Follow procedure x (P i) first steps commits σ) :
    w.Follow procedure x (fun σ => ∀ i, P i σ) first steps commits σ := by
  induction steps generalizing commits σ with
  | nil => exact fun τ hN hp j => h j τ hN hp
  | cons s later ih => exact fun τ hN υ hs hsame => (Ways.Commits.forall i fun j => h j τ hN υ hs hsame).mono fun _ => ih

/-- What holds at the end, and where blocks are left, may be weakened. -/
theorem OutlinedCode.weakest_mono (S : OutlinedCode) {Q R : Store → Prop} {X Y : Nat → Store → Prop} (hQR : ∀ τ, Q τ → R τ) (hXY : ∀ n τ, X n τ → Y n τ)
    {σ : Store} (h : S.weakest w Q X σ) : S.weakest w R Y σ := by
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
  | invoke _ _ x => exact ⟨h.1, h.2.1, fun τ hτ => ⟨(h.2.2 τ hτ).1, w.follow_mono hQR x.steps (h.2.2 τ hτ).2⟩⟩
  | scope _ _ _ S ih => exact ⟨h.1, fun τ hτ => ih (fun υ hυ ω hω => (hυ ω hω).mono hQR) (fun _ _ h => h) (h.2 τ hτ)⟩
  | par =>
    obtain ⟨h1, h2, x, hx, h⟩ := h
    exact ⟨h1, h2, x, hx, fun τ hτ => ⟨(h τ hτ).1, fun υ hN hp => hQR υ ((h τ hτ).2 υ hN hp)⟩⟩

/-- What holds in each of several cases holds in all of them. -/
theorem OutlinedCode.weakest_forall {ι : Sort _} (i : ι) (S : OutlinedCode) {P : ι → Store → Prop} {X : ι → Nat → Store → Prop} {σ : Store}
    (h : ∀ i, S.weakest w (P i) (X i) σ) : S.weakest w (fun σ' => ∀ i, P i σ') (fun n σ' => ∀ i, X i n σ') σ := by
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
  | invoke _ _ x =>
    exact ⟨(h i).1, (h i).2.1, fun τ hτ => ⟨((h i).2.2 τ hτ).1, w.follow_forall i x.steps fun j => ((h j).2.2 τ hτ).2⟩⟩
  | scope _ _ _ S ih =>
    refine ⟨(h i).1, fun τ hτ => ?_⟩
    exact S.weakest_mono (fun υ hυ ω hω => does_forall i fun j => hυ j ω hω) (fun _ _ h => h i) (ih fun j => (h j).2 τ hτ)
  | par =>
    obtain ⟨h1, h2, x, hx, hi⟩ := h i
    refine ⟨h1, h2, x, hx, fun τ hτ => ⟨(hi τ hτ).1, fun υ hN hp j => ?_⟩⟩
    obtain ⟨_, _, y, hy, hj⟩ := h j
    rw [hx] at hy
    injection hy with hy
    subst hy
    exact (hj τ hτ).2 υ hN hp

/-- An assertion that is entered holds here, if the environment may do nothing. -/
theorem Enters.here {explicit : Bool} {A : Action Store} {J : Store → Prop} (hA : explicit = false → ∀ τ, A τ τ) {σ : Store}
    (h : Enters explicit A J σ) : J σ := by
  cases explicit with
  | true => exact h
  | false => exact h σ (hA rfl σ)

/-! ## The weakest precondition is sound -/

/-- The outcomes are the same up to an adjustment. -/
def Adjusted (R : Store → Store → Prop) : Outcome Store → Outcome Store → Prop
  | .store σ, .store σ' => R σ σ'
  | .wrong, .wrong => True
  | _, _ => False

/-- The abstraction, for the thread. -/
noncomputable def Abstraction.abstract (x : Abstraction) (T : Tables) (E : Parameters) (t : Int) : Abstract where
  rely := (T.literal x.rely).action E t
  pre := (T.literal x.pre).predicate E t
  post := (T.literal x.post).action E t
  idle := fun σ τ => (T.literal x.idle).action E t σ τ ∧ x.Frame σ τ
  steps := x.steps.map fun s σ τ => (T.literal s.action).action E t σ τ ∧ x.Frame σ τ

/-- The thread keeps to what the weakest precondition is about. -/
structure Ways.Fits (w : Ways) (c : Company) : Prop where
  E : c.E = w.E
  t : c.t = w.t
  A : c.A = w.A
  G : c.G = w.G
  reflexive : w.explicit = false → ∀ σ, w.A σ σ
  transitive : w.explicit = false → ∀ σ τ υ, w.A σ τ → w.A τ υ → w.A σ υ

/-- The branches of a thread with this contract: what they owe each other and the thread, and that each is secure from where its precondition
holds. -/
structure BranchContract.Right (x : BranchContract) (w : Ways) (c : Company) (n : Nat) (S : Core) : Prop where
  branching : Branching c (fun i => (w.T.literal x.rely).action w.E (branchOf w.t i)) (fun i => (w.T.literal x.guarantee).action w.E (branchOf w.t i))
    ((w.T.literal x.through).action w.E w.t)
  secure : ∀ i τ, (w.T.literal x.pre).predicate w.E (branchOf w.t i) τ → c.BranchSecure
    (fun i => (w.T.literal x.rely).action w.E (branchOf w.t i)) (fun i => (w.T.literal x.guarantee).action w.E (branchOf w.t i))
    (fun i => (w.T.literal x.post).predicate w.E (branchOf w.t i)) n i S τ

/-- What the parts of a statement must be for it to be secure: what the proof's commands do is what the program's do, up to an adjustment, and
the bodies of procedures act as their abstractions for fewer steps than `n`. Abstractions do not depend on what is `hidden`. -/
def OutlinedCode.Fits (w : Ways) (c : Company) (hidden : Store → Store → Prop) (n : Nat) : OutlinedCode → Prop
  | .atomic _ o => ∀ τ r, (o.proofCommand.command w.T).Runs w.E w.t τ r → ∃ r', (w.command o).Runs w.E w.t τ r' ∧ Adjusted c.R r r'
  | .choice S S' => S.Fits w c hidden n ∧ S'.Fits w c hidden n
  | .seq S S' => S.Fits w c hidden n ∧ S'.Fits w c hidden n
  | .loop _ _ S => S.Fits w c hidden n
  | .block S => S.Fits w c hidden n
  | .call _ S => S.Fits w c hidden n
  | .invoke _ procedure x commits => (w.Calls procedure → CallRight c (w.N procedure) w.Same hidden (x.abstract w.T w.E w.t) ∧
      ∀ j, j < n → ∀ first, (x.abstract w.T w.E w.t).pre first →
        Acts (Core.Step c.bodies w.E w.t) hidden (x.abstract w.T w.E w.t) first j (x.abstract w.T w.E w.t).steps (c.bodies procedure) first) ∧
    (w.witnessed = true → ∀ C ∈ commits, ∀ υ, ∃ υ', (C.command w.T).Runs w.E w.t υ (.store υ') ∧ c.R υ υ')
  | .scope _ _ _ S => S.Fits w c hidden n
  | .par _ _ _ contract _ S => w.witnessed = false → ∀ x, contract = some x → x.Right w c n (S.annotated w.T)
  | _ => True

/-- After an action the store can be adjusted so that the step is as it is to be. -/
theorem Ways.Commits.adjusted {c : Company} {commits : List CommandCode}
    (hcommits : w.witnessed = true → ∀ C ∈ commits, ∀ υ, ∃ υ', (C.command w.T).Runs w.E w.t υ (.store υ') ∧ c.R υ υ') {Q : Store → Prop}
    {τ υ : Store} (h : w.Commits commits Q τ υ) : ∃ υ', c.R υ υ' ∧ w.G τ υ' ∧ Q υ' := by
  unfold Ways.Commits at h
  cases hwitnessed : w.witnessed with
  | false =>
    simp only [hwitnessed] at h
    exact ⟨υ, c.keeps υ, h⟩
  | true =>
    cases commits with
    | nil =>
      simp only [hwitnessed] at h
      exact ⟨υ, c.keeps υ, h⟩
    | cons C rest =>
      simp only [hwitnessed] at h
      obtain ⟨υ', hC, hR⟩ := hcommits hwitnessed C (by simp) υ
      exact ⟨υ', hR, h.2 υ' hC⟩

theorem mem_of_mem_rest {commits : List CommandCode} {C : CommandCode} (h : C ∈ ThreadRules.follow.rest commits) : C ∈ commits := by
  cases commits with
  | nil => exact h
  | cons D rest => exact List.mem_cons_of_mem _ h

/-- The caller's goal while a procedure runs. -/
theorem follows_of_follow {c : Company} (hG : c.G = w.G) {procedure : Nat} {x : Abstraction} {Q : Store → Prop} {first : Store} (steps : List AbstractStep)
    {commits : List CommandCode}
    (hcommits : w.witnessed = true → ∀ C ∈ commits, ∀ υ, ∃ υ', (C.command w.T).Runs w.E w.t υ (.store υ') ∧ c.R υ υ') {σ : Store}
    (h : w.Follow procedure x Q first steps commits σ) :
    Follows c (w.N procedure) w.Same ((w.T.literal x.post).action w.E w.t) Q first
      (steps.map fun s σ τ => (w.T.literal s.action).action w.E w.t σ τ ∧ x.Frame σ τ) σ := by
  induction steps generalizing commits σ with
  | nil => exact h
  | cons s later ih =>
    intro τ υ hN hs hsame
    obtain ⟨υ', hR, hGτ, h⟩ := (h τ hN υ hs hsame).adjusted hcommits
    exact ⟨υ', hR, hG ▸ hGτ, ih (fun hx C hC => hcommits hx C (mem_of_mem_rest hC)) h⟩

/-- **The weakest precondition is sound**: a thread for which it holds is secure. -/
theorem weakest_secure {c : Company} {hidden : Store → Store → Prop} {n : Nat} (hw : w.Fits c) (S : OutlinedCode)
    (hS : S.Fits w c hidden n) {Q : Store → Prop} {X : Nat → Store → Prop} (hQ : Stable w.A Q) (hX : ∀ n, Stable w.A (X n)) {σ : Store}
    (h : S.weakest w Q X σ) : c.Secure Q X n (S.annotated w.T) σ := by
  have hrefl := hw.reflexive
  obtain ⟨hE, ht, hA, hG⟩ : c.E = w.E ∧ c.t = w.t ∧ c.A = w.A ∧ c.G = w.G := ⟨hw.E, hw.t, hw.A, hw.G⟩
  have hdoes : ∀ {o : OutlinedOperation} {Q : Store → Prop} {τ : Store},
      (∀ τ r, (o.proofCommand.command w.T).Runs w.E w.t τ r → ∃ r', (w.command o).Runs w.E w.t τ r' ∧ Adjusted c.R r r') →
      Does w.G ((w.command o).Runs w.E w.t) Q τ → c.Does ((o.proofCommand.command w.T).Runs c.E c.t) Q τ := by
    intro o Q τ ho hd
    rw [hE, ht]
    refine ⟨fun hwrong => ?_, fun σ₁ hr => ?_⟩
    · obtain ⟨r', hr', ha⟩ := ho τ _ hwrong
      cases r' with
      | store => exact ha
      | wrong => exact hd.1 hr'
    · obtain ⟨r', hr', ha⟩ := ho τ _ hr
      cases r' with
      | store σ' => exact ⟨σ', ha, hG ▸ (hd.2 σ' hr').1, (hd.2 σ' hr').2⟩
      | wrong => exact ha.elim
  rw [← hA] at hQ hX
  induction S generalizing Q X σ with
  | skip => exact skip_secure hQ (h.2 σ (hrefl h.1 σ))
  | atomic label o =>
    simp only [OutlinedCode.weakest, OutlinedOperation.weakest] at h
    split at h
    · refine atomic_secure (P := fun τ => w.A σ τ) (fun τ υ hτ hυ => ?_) (fun τ hτ => hdoes hS (h.2 τ hτ)) hQ (hrefl h.1 σ)
      rw [hA] at hυ
      exact hw.transitive h.1 _ _ _ hτ hυ
    · exact atomic_secure (hA ▸ h.2.1) (fun τ hτ => hdoes hS (h.2.2 τ hτ)) hQ (h.1.here hrefl)
  | choice S S' ihS ihS' => exact choice_secure (ihS hS.1 hQ hX h.1) (ihS' hS.2 hQ hX h.2)
  | seq S S' ihS ihS' =>
    exact seq_secure hX (ihS hS.1 secure_stable hX (S.weakest_mono (fun τ hτ => ihS' hS.2 hQ hX hτ) (fun _ _ h => h) h))
  | loop _ J S ih =>
    have hJ : Stable c.A (w.holds J) := hA ▸ h.2.1
    exact loop_secure hX hJ hQ (fun τ hτ => ih hS hJ hX (h.2.2.1 τ hτ)) h.2.2.2 (h.1.here hrefl)
  | cut _ J => exact skip_secure hQ (h.2.2 σ (h.1.here hrefl))
  | block S ih => exact block_secure hX hQ (ih hS hQ (outward_stable hQ hX) h)
  | exit level => exact exit_secure (hX level) h
  | call _ S ih => exact seq_secure hX (skip_secure secure_stable (ih hS hQ hX h))
  | recursion => exact h.elim
  | invoke _ procedure x commits =>
    obtain ⟨hcall, hbody⟩ := hS.1 h.2.1
    refine call_secure hcall (hA ▸ hrefl h.1) (hA ▸ hw.transitive h.1) (by rw [hE, ht]; exact hbody) fun τ hτ => ?_
    rw [hA] at hτ
    exact ⟨(h.2.2 τ hτ).1, follows_of_follow hG x.steps hS.2 (h.2.2 τ hτ).2⟩
  | scope _ locals _ S ih =>
    refine scope_secure (P := fun τ => w.A σ τ) (fun τ υ hτ hυ => ?_) (fun τ hτ => ?_) (hrefl h.1 σ)
    · rw [hA] at hυ
      exact hw.transitive h.1 _ _ _ hτ hυ
    · refine seq_secure hX ((ih (Q := c.Secure Q X n (.atomic (restoring locals c.t τ))) (X := fun _ _ => False) hS secure_stable
        (fun _ _ _ h _ => h.elim) ((S.weakest_mono (fun υ hυ => ?_) (fun _ _ h => h) (h.2 τ hτ)))).weaken fun U υ hU => ?_)
      · refine atomic_secure (P := fun ω => w.A υ ω) (fun ω ω' hω hω' => ?_) (fun ω hω => ?_) hQ (hrefl h.1 υ)
        · rw [hA] at hω'
          exact hw.transitive h.1 _ _ _ hω hω'
        · have hd := hυ ω hω
          rw [hE, ht]
          exact ⟨hd.1, fun ω' hr => ⟨ω', c.keeps _, hG ▸ (hd.2 ω' hr).1, (hd.2 ω' hr).2⟩⟩
      · cases U with
        | exit => exact hU.elim
        | _ => exact hU
  | par _ first last contract _ S =>
    obtain ⟨h1, h2, x, hx, h⟩ := h
    obtain ⟨hbranching, hsecure⟩ := hS h2 x hx
    refine par_secure hbranching (P := fun τ => w.A σ τ) (fun τ υ hτ hυ => ?_) hQ hsecure (fun τ hτ => ?_) (hrefl h1 σ)
    · rw [hA] at hυ
      exact hw.transitive h1 _ _ _ hτ hυ
    · rw [hE, ht]
      exact h τ hτ

end

end Plato
