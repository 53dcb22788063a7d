/-
# Core Plato: blocks become atomic

The step that a method for reduction makes: some statements of a core program's threads become commands. It is a reduction of the program's calculus;
so, if the conditions hold, what is proved of the new program holds of the old one. Statements are merged that are right movers, one command of any kind, and left movers, with loops and exits, and
are left at their end alone. The conditions are about pairs of commands and about the identifiers that run them, and about what a merged statement does alone.

Main definitions: `CoreAfter`, `CoreBefore`, `Merged`, `RightOf`, `LeftOf`, `Movers`, `Merges`, `Mergeable`.
Main results: `valid_of_merging`, `reduces_of_merging`, `safe_of_merging`, `ensures_of_merging`, `refines_of_merging`.
-/
module

public import Theory.Reduction.CorePrograms
public import Theory.Reduction.Leaving

@[expose] public section

namespace Plato.Reduction

abbrev MarkedCore := Marked (List Index) Index (Nat × List Index) Store

/-- All commands of the statement satisfy the predicate; there is no scope and no `par`. -/
def Plain (P : Command → Prop) : Core → Prop
  | .skip | .exit _ | .call _ => True
  | .atomic C => P C
  | .choice S T | .seq S T => Plain P S ∧ Plain P T
  | .loop S | .block S => Plain P S
  | .scope _ _ | .par _ _ _ | .branches _ => False

/-- Exits of the statement leave fewer blocks around it than these; there is no scope and no `par`. -/
def ExitsInside : Nat → Core → Prop
  | m, .choice S T | m, .seq S T => ExitsInside m S ∧ ExitsInside m T
  | m, .loop S => ExitsInside m S
  | m, .block S => ExitsInside (m + 1) S
  | m, .exit n => n < m
  | _, .scope _ _ | _, .par _ _ _ | _, .branches _ => False
  | _, _ => True

/-- The statement consists of commands that satisfy the predicate, and is left by these ways only. -/
def CoreAfter (L : Command → Prop) : Ways → Core → Prop
  | K, .skip => K none
  | K, .atomic C => L C ∧ K none
  | K, .choice S T => CoreAfter L K S ∧ CoreAfter L K T
  | K, .seq S T => CoreAfter L (K.with False) S ∨ CoreAfter L (K.with True) S ∧ CoreAfter L K T
  | K, .loop S => K none ∧ CoreAfter L (K.with True) S
  | K, .block S => CoreAfter L K.inner S
  | K, .exit n => K (some n)
  | _, .call _ | _, .scope _ _ | _, .par _ _ _ | _, .branches _ => False

/-- The statement is right movers, one command of any kind, and left movers; where it is left after the command of any kind, it is by these ways. -/
def CoreBefore (R L : Command → Prop) : Ways → Core → Prop
  | _, .skip => True
  | K, .atomic C => R C ∨ K none
  | K, .choice S T => CoreBefore R L K S ∧ CoreBefore R L K T
  | K, .seq S T => CoreBefore R L (K.with False) S ∧ CoreBefore R L K T ∨ CoreBefore R L (K.with True) S ∧ CoreAfter L K T
  | K, .loop S => CoreBefore R L (K.with False) S ∨ K none ∧ CoreAfter L (K.with True) S
  | K, .block S => CoreBefore R L K.inner S
  | _, .exit _ => True
  | _, .call _ | _, .scope _ _ | _, .par _ _ _ | _, .branches _ => False

/-- The second statement is the first one with commands in the place of some parts, which satisfy the predicate. -/
inductive Merged (Ok : Core → Command → Prop) : Core → Core → Prop where
  | mark {S c} : S ≠ .skip → Ok S c → Merged Ok S (.atomic c)
  | skip : Merged Ok .skip .skip
  | atomic {C} : Merged Ok (.atomic C) (.atomic C)
  | choice {S T S' T'} : Merged Ok S S' → Merged Ok T T' → Merged Ok (.choice S T) (.choice S' T')
  | seq {S T S' T'} : Merged Ok S S' → Merged Ok T T' → Merged Ok (.seq S T) (.seq S' T')
  | loop {S S'} : Merged Ok S S' → Merged Ok (.loop S) (.loop S')
  | block {S S'} : Merged Ok S S' → Merged Ok (.block S) (.block S')
  | exit {n} : Merged Ok (.exit n) (.exit n)
  | call {ρ} : Merged Ok (.call ρ) (.call ρ)
  | scope {locals S S'} : Merged Ok S S' → Merged Ok (.scope locals S) (.scope locals S')
  | par {first last S S'} : Merged Ok S S' → Merged Ok (.par first last S) (.par first last S')

section

variable (E : Parameters) (I : Store → Prop)

/-- The command of the identifier does not go wrong from the store. -/
abbrev Sure (i : Int) (C : Command) (σ : Store) : Prop := ¬ C.Runs E i σ .wrong

/-- The command of the one identifier moves to the right of the command of the other one: RIGHT-MOVER of figure 9. -/
def RightOf (i j : Int) (C D : Command) : Prop :=
  ∀ ⦃σ σ'⦄, I σ → Sure E j D σ → Sure E i C σ → C.Runs E i σ (.store σ') →
    Sure E j D σ' ∧ ∀ ⦃σ''⦄, D.Runs E j σ' (.store σ'') → ∃ m, D.Runs E j σ (.store m) ∧ Sure E i C m ∧ C.Runs E i m (.store σ'')

/-- The command of the one identifier moves to the left of the command of the other one: LEFT-MOVER of figure 9. -/
def LeftOf (i j : Int) (C D : Command) : Prop :=
  ∀ ⦃σ⦄, I σ → Sure E i C σ → (∀ ⦃σ'⦄, C.Runs E i σ (.store σ') → Sure E j D σ') →
    Sure E j D σ ∧ ∀ ⦃m⦄, D.Runs E j σ (.store m) →
      Sure E i C m ∧ ∀ ⦃σ''⦄, C.Runs E i m (.store σ'') → ∃ m', C.Runs E i σ (.store m') ∧ D.Runs E j m' (.store σ'')

/-- The command does not block. -/
def Enabled (i : Int) (C : Command) : Prop := ∀ ⦃σ⦄, I σ → Sure E i C σ → ∃ σ', C.Runs E i σ (.store σ')

/-- The command goes wrong or keeps the invariant. -/
def KeepsOf (i : Int) (C : Command) : Prop := ∀ ⦃σ σ'⦄, I σ → Sure E i C σ → C.Runs E i σ (.store σ') → I σ'

end

/-- What must be shown of a program from an initial store on, for an invariant: `In`, `Right` and `Left` say of which commands a family is made, and which of
them are right and left movers, and `Sum` which command does what a statement does alone. -/
structure Movers (p : ProgramText) (E : Parameters) (σ : Store) (I : Store → Prop) (In Right Left : Nat → Command → Prop) (Sum : Core → Command → Prop) :
    Prop where
  start : I σ
  keeps : ∀ {f i C} (h : f < p.families.size), p.families[f].members.predicate E i σ → In f C → KeepsOf E I i C
  right : ∀ {f g i j C D} (h : f < p.families.size) (h' : g < p.families.size), p.families[f].members.predicate E i σ →
    p.families[g].members.predicate E j σ → (f, i) ≠ (g, j) → Right f C → In g D → RightOf E I i j C D
  left : ∀ {f g i j C D} (h : f < p.families.size) (h' : g < p.families.size), p.families[f].members.predicate E i σ →
    p.families[g].members.predicate E j σ → (f, i) ≠ (g, j) → Left f C → In g D → LeftOf E I i j C D
  enabled : ∀ {f i C} (h : f < p.families.size), p.families[f].members.predicate E i σ → Left f C → Enabled E I i C
  sum : ∀ {f t S c} (h : f < p.families.size), p.families[f].members.predicate E (ident t) σ → Sum S c → Plain (In f) S → ∀ body,
    Summary body I (gated E t c) (ofCore E t S)

section

variable {E : Parameters} {I : Store → Prop} {body : Nat × List Index → CoreStmt} {t : List Index}

theorem Summary.weaken {γ γ' : Gated (List Index) Store} {S : CoreStmt} (h : Summary body I γ S) (hg : ∀ {t σ}, γ'.gate t σ → γ.gate t σ)
    (ht : ∀ {t σ σ'}, γ'.gate t σ → γ.trans t σ σ' → γ'.trans t σ σ') : Summary body I γ' S := by
  intro t σ σ' S' hI hγ hm
  obtain ⟨h₁, h₂⟩ := h hI (hg hγ) hm
  exact ⟨h₁, fun he => ht hγ (h₂ he)⟩

theorem gated_keeps {C : Command} (h : KeepsOf E I (ident t) C) : Keeps I (gated E t C) :=
  fun _ _ _ hI hr => h hI hr.1.2 hr.2.2

variable {Atom : Gated (List Index) Store → Prop} {R L : Command → Prop}

theorem core_after (h : ∀ {C}, L C → Atom (gated E t C) ∧ LeftMover Atom I (gated E t C)) {S : Core} {K : Ways} (hS : CoreAfter L K S) :
    After Atom I K (ofCore E t S) := by
  induction S generalizing K with
  | skip | exit => exact hS
  | atomic C => exact ⟨h hS.1, hS.2⟩
  | choice S T ih ih' => exact ⟨ih hS.1, ih' hS.2⟩
  | seq S T ih ih' => exact hS.imp (fun hS => ih hS) fun hS => ⟨ih hS.1, ih' hS.2⟩
  | loop S ih => exact ⟨hS.1, ih hS.2⟩
  | block S ih => exact ih (K := K.inner) hS
  | _ => exact hS.elim

theorem core_before {P : Command → Prop} (hP : ∀ {C}, P C → Atom (gated E t C)) (hR : ∀ {C}, R C → RightMover Atom I (gated E t C))
    (hL : ∀ {C}, L C → Atom (gated E t C) ∧ LeftMover Atom I (gated E t C)) {S : Core} {K : Ways} (hp : Plain P S) (hS : CoreBefore R L K S) :
    Before Atom I K (ofCore E t S) := by
  induction S generalizing K with
  | skip | exit => trivial
  | atomic C => exact ⟨hP hp, hS.imp hR id⟩
  | choice S T ih ih' => exact ⟨ih hp.1 hS.1, ih' hp.2 hS.2⟩
  | seq S T ih ih' => exact hS.imp (fun hS => ⟨ih hp.1 hS.1, ih' hp.2 hS.2⟩) fun hS => ⟨ih hp.1 hS.1, core_after hL hS.2⟩
  | loop S ih => exact hS.imp (fun hS => ih hp hS) fun hS => ⟨hS.1, core_after hL hS.2⟩
  | block S ih => exact ih (K := K.inner) hp hS
  | _ => exact hS.elim

/-- All actions outside of marks are atoms, and what is marked is as it is to be. -/
def Each (Atom : Gated (List Index) Store → Prop) (Ok : Gated (List Index) Store → CoreStmt → Prop) : MarkedCore → Prop
  | .skip | .call _ | .exit _ => True
  | .atomic α => Atom α
  | .choice S T | .seq S T => Each Atom Ok S ∧ Each Atom Ok T
  | .loop S | .block S => Each Atom Ok S
  | .pick S => ∀ b, Each Atom Ok (S b)
  | .par rest => ∀ b, Each Atom Ok (rest b)
  | .mark γ ph S => ph = .out ∧ Ok γ S

/-- The statement with marks for the parts that become commands. -/
theorem exists_marked {P : Command → Prop} {Ok : Core → Command → Prop} {Ok' : Gated (List Index) Store → CoreStmt → Prop} (hP : ∀ {C}, P C → Atom (gated E t C))
    (hOk : ∀ {S c}, S ≠ .skip → Ok S c → Plain P S → Ok' (gated E t c) (ofCore E t S)) {S S' : Core} (h : Merged Ok S S')
    (hp : Plain P S) : ∃ M : MarkedCore, M.erase = ofCore E t S ∧ M.contract = ofCore E t S' ∧ Each Atom Ok' M := by
  induction h with
  | @mark S c hn hok => exact ⟨.mark (gated E t c) .out (ofCore E t S), rfl, rfl, rfl, hOk hn hok hp⟩
  | skip => exact ⟨.skip, rfl, rfl, trivial⟩
  | @atomic C => exact ⟨.atomic (gated E t C), rfl, rfl, hP hp⟩
  | choice _ _ ih ih' =>
    obtain ⟨M, h₁, h₂, h₃⟩ := ih hp.1
    obtain ⟨N, h₁', h₂', h₃'⟩ := ih' hp.2
    exact ⟨.choice M N, by rw [Marked.erase, h₁, h₁', ofCore], by rw [Marked.contract, h₂, h₂', ofCore], h₃, h₃'⟩
  | seq _ _ ih ih' =>
    obtain ⟨M, h₁, h₂, h₃⟩ := ih hp.1
    obtain ⟨N, h₁', h₂', h₃'⟩ := ih' hp.2
    exact ⟨.seq M N, by rw [Marked.erase, h₁, h₁', ofCore], by rw [Marked.contract, h₂, h₂', ofCore], h₃, h₃'⟩
  | loop _ ih =>
    obtain ⟨M, h₁, h₂, h₃⟩ := ih hp
    exact ⟨.loop M, by rw [Marked.erase, h₁, ofCore], by rw [Marked.contract, h₂, ofCore], h₃⟩
  | block _ ih =>
    obtain ⟨M, h₁, h₂, h₃⟩ := ih hp
    exact ⟨.block M, by rw [Marked.erase, h₁, ofCore], by rw [Marked.contract, h₂, ofCore], h₃⟩
  | @exit n => exact ⟨.exit n, rfl, rfl, trivial⟩
  | @call ρ => exact ⟨.call (ρ, t), rfl, rfl, trivial⟩
  | scope => exact hp.elim
  | par => exact hp.elim

end

theorem plain_noPar {P : Command → Prop} {S : Core} (h : Plain P S) : NoPar S := by
  induction S with
  | skip | atomic | exit | call => trivial
  | choice S T ih ih' | seq S T ih ih' => exact ⟨ih h.1, ih' h.2⟩
  | loop S ih | block S ih => exact ih h
  | _ => exact h.elim

theorem merged_noPar {Ok : Core → Command → Prop} {S S' : Core} (h : Merged Ok S S') (hS : NoPar S) : NoPar S' := by
  induction h with
  | mark | skip | atomic | exit | call => trivial
  | choice _ _ ih ih' | seq _ _ ih ih' => exact ⟨ih hS.1, ih' hS.2⟩
  | loop _ ih | block _ ih | scope _ ih => exact ih hS
  | par => exact hS.elim

theorem inside_within {E : Parameters} {t : List Index} {S : Core} {m : Nat} (h : ExitsInside m S) : Within m (ofCore E t S) := by
  induction S generalizing m with
  | skip | atomic | call => trivial
  | choice S T ih ih' | seq S T ih ih' => exact ⟨ih h.1, ih' h.2⟩
  | loop S ih => exact ih h
  | block S ih => exact ih (m := m + 1) h
  | exit => exact h
  | _ => exact h.elim

/-- A statement that may become the command. -/
def Mergeable.Part (R L : Command → Prop) (Sum : Core → Command → Prop) (S : Core) (c : Command) : Prop :=
  CoreBefore R L (fun _ => True) S ∧ ExitsInside 0 S ∧ Sum S c

/-- The second program is the first one with commands for some parts of its threads and procedures. Any thread may call a procedure. -/
structure Merges (p p' : ProgramText) (In Right Left : Nat → Command → Prop) (Sum : Core → Command → Prop) : Prop where
  assumption : p'.assumption = p.assumption
  init : p'.init = p.init
  size : p'.families.size = p.families.size
  members : ∀ i (h : i < p.families.size) (h' : i < p'.families.size), p'.families[i].members = p.families[i].members
  family : ∀ i (h : i < p.families.size) (h' : i < p'.families.size), Merged (Mergeable.Part (Right i) (Left i) Sum) p.families[i].body p'.families[i].body
  plain : ∀ i (h : i < p.families.size), Plain (In i) p.families[i].body
  rights : ∀ {i C}, Right i C → In i C
  lefts : ∀ {i C}, Left i C → In i C
  procedure : ∀ i, i < p.families.size → ∀ ρ, Merged (Mergeable.Part (Right i) (Left i) Sum) (bodiesOf p ρ) (bodiesOf p' ρ) ∧ Plain (In i) (bodiesOf p ρ)
  inside : ∀ ρ, ExitsInside 0 (bodiesOf p ρ)

section

variable {p p' : ProgramText} {E : Parameters} {σ : Store} {I : Store → Prop} {In Right Left : Nat → Command → Prop} {Sum : Core → Command → Prop}

/-- The actions of the program's threads. -/
def AtomOf (p : ProgramText) (E : Parameters) (σ : Store) (In : Nat → Command → Prop) (α : Gated (List Index) Store) : Prop :=
  ∃ b C, Member p E σ b ∧ In b.1.1 C ∧ α = gated E [b] C

theorem member_ne {b b' : Index} (hb : Member p E σ b) (hb' : Member p E σ b') (h : [b] ≠ [b']) : (b.1.1, b.1.2) ≠ (b'.1.1, b'.1.2) := fun he =>
  h (by rw [show b = b' from Prod.ext he (hb.1.trans hb'.1.symm)])

theorem gated_right (h : Movers p E σ I In Right Left Sum) {b : Index} (hb : Member p E σ b) {C : Command} (hC : Right b.1.1 C) :
    RightMover (AtomOf p E σ In) I (gated E [b] C) := by
  rw [rightMover_iff]
  rintro t u _ σ₁ σ' hne ⟨b', D, hb', hD, rfl⟩ hI ⟨rfl, hg⟩ ⟨⟨rfl, hs⟩, _, hr⟩
  obtain ⟨h₁, h₂⟩ := h.right hb.2.1 hb'.2.1 hb.2.2 hb'.2.2 (member_ne hb hb' hne) hC hD hI hg hs hr
  refine ⟨⟨rfl, h₁⟩, fun σ'' hr' => ?_⟩
  obtain ⟨m, h₃, h₄, h₅⟩ := h₂ hr'.2
  exact ⟨m, ⟨rfl, h₃⟩, ⟨rfl, h₄⟩, rfl, h₅⟩

theorem gated_left (h : Movers p E σ I In Right Left Sum) {b : Index} (hb : Member p E σ b) {C : Command} (hC : Left b.1.1 C) :
    LeftMover (AtomOf p E σ In) I (gated E [b] C) := by
  rintro t u _ hne ⟨b', D, hb', hD, rfl⟩
  have key {σ₁ : Store} (hI : I σ₁) (hg : (((gated E [b] C).at t).comp ((gated E [b'] D).at u)).gate σ₁) : t = [b] ∧ u = [b'] ∧
      Sure E b'.1.2 D σ₁ ∧ ∀ ⦃m⦄, D.Runs E b'.1.2 σ₁ (.store m) → Sure E b.1.2 C m ∧
        ∀ ⦃σ''⦄, C.Runs E b.1.2 m (.store σ'') → ∃ m', C.Runs E b.1.2 σ₁ (.store m') ∧ D.Runs E b'.1.2 m' (.store σ'') := by
    obtain ⟨⟨rfl, hs⟩, hall⟩ := hg
    obtain ⟨σ', hr⟩ := h.enabled hb.2.1 hb.2.2 hC hI hs
    obtain ⟨rfl, _⟩ := hall σ' ⟨rfl, hr⟩
    exact ⟨rfl, rfl, h.left hb.2.1 hb'.2.1 hb.2.2 hb'.2.2 (member_ne hb hb' hne) hC hD hI hs fun σ' hr => (hall σ' ⟨rfl, hr⟩).2⟩
  refine ⟨fun σ₁ hI hg => ?_, fun σ₁ σ'' hI hg ht => ?_⟩
  · obtain ⟨rfl, rfl, h₁, h₂⟩ := key hI hg
    exact ⟨⟨rfl, h₁⟩, fun m hm => ⟨rfl, (h₂ hm.2).1⟩⟩
  · obtain ⟨rfl, rfl, h₁, h₂⟩ := key hI hg
    obtain ⟨m, ⟨_, hD⟩, _, hC⟩ := ht
    obtain ⟨m', h₃, h₄⟩ := (h₂ hD).2 hC
    exact ⟨m', ⟨rfl, h₃⟩, rfl, h₄⟩

/-- Without `par` only threads are at live positions. -/
theorem live_thread {q : ProgramText} (hq : ∀ i, i < q.families.size → ¬ Forks q) {t : List Index} (h : Live q E σ t) : ∃ b, t = [b] ∧ Member q E σ b := by
  have some_family {t : List Index} (h : Live q E σ t) : ∃ i, i < q.families.size := by
    induction t with
    | nil => exact h.elim
    | cons b t ih =>
      cases t with
      | nil => exact ⟨_, h.2.1⟩
      | cons => exact ih h.2
  match t, h with
  | [b], h => exact ⟨b, rfl, h⟩
  | _ :: b :: t, h =>
    obtain ⟨i, hi⟩ := some_family h
    exact absurd h.1 (hq i hi)

/-- The conditions of the step, from every initial store. -/
def Mergeable (p : ProgramText) (In Right Left : Nat → Command → Prop) (Sum : Core → Command → Prop) : Prop := ∀ E σ, p.Initial E σ → ∃ I, Movers p E σ I In Right Left Sum

/-- A program and the one with commands for some parts are before and after a valid reduction. -/
theorem valid_of_merging (h : Merges p p' In Right Left Sum) (hmov : Movers p E σ I In Right Left Sum) :
    ∃ D : Reduction (List Index) Index (Nat × List Index) Store, D.Valid ∧ D.source = calculus p E σ ∧ D.target = calculus p' E σ ∧ D.I = I := by
  have member {b : Index} : Member p' E σ b ↔ Member p E σ b := by
    constructor
    · rintro ⟨h₁, h₂, h₃⟩
      have h₂' : b.1.1 < p.families.size := by rw [← h.size]; exact h₂
      exact ⟨h₁, h₂', by rw [← h.members _ h₂' h₂]; exact h₃⟩
    · rintro ⟨h₁, h₂, h₃⟩
      have h₂' : b.1.1 < p'.families.size := by rw [h.size]; exact h₂
      exact ⟨h₁, h₂', by rw [h.members _ h₂ h₂']; exact h₃⟩
  let Atom := AtomOf p E σ In
  let Ok (γ : Gated (List Index) Store) (S : CoreStmt) : Prop :=
    S ≠ .skip ∧ (Before Atom I (fun _ => True) S ∧ Within 0 S) ∧ Summary (calculus p E σ).body I γ S
  have ok {b : Index} (hb : Member p E σ b) {S : Core} {c : Command} (hn : S ≠ .skip) (hok : Mergeable.Part (Right b.1.1) (Left b.1.1) Sum S c)
      (hp : Plain (In b.1.1) S) : Ok (gated E [b] c) (ofCore E [b] S) := by
    have atom {C : Command} (hC : In b.1.1 C) : Atom (gated E [b] C) := ⟨b, C, hb, hC, rfl⟩
    refine ⟨fun hs => hn (skip_of_ofCore hs), ⟨?_, inside_within hok.2.1⟩, ?_⟩
    · exact core_before (P := In b.1.1) (R := Right b.1.1) (L := Left b.1.1) atom (fun hC => gated_right hmov hb hC)
        (fun hC => ⟨atom (h.lefts hC), gated_left hmov hb hC⟩) hp hok.1
    · exact hmov.sum (t := [b]) hb.2.1 hb.2.2 hok.2.2 hp _
  -- Each thread's statement with its marks.
  have marked (b : Index) : open Classical in ∃ M : MarkedCore,
      M.erase = (if hb : Member p E σ b then ofCore E [b] (p.families[b.1.1]'hb.2.1).body else .skip) ∧
      M.contract = (if hb : Member p' E σ b then ofCore E [b] (p'.families[b.1.1]'hb.2.1).body else .skip) ∧ Each Atom Ok M := by
    by_cases hb : Member p E σ b
    · rw [dif_pos hb, dif_pos (member.2 hb)]
      exact exists_marked (P := In b.1.1) (fun hC => ⟨b, _, hb, hC, rfl⟩) (ok hb) (h.family _ hb.2.1 (member.2 hb).2.1) (h.plain _ hb.2.1)
    · rw [dif_neg hb, dif_neg fun h => hb (member.1 h)]
      exact ⟨.skip, rfl, rfl, trivial⟩
  -- And each procedure's, for each thread that may call it.
  have shallow : ∀ i, i < p.families.size → ¬ Forks p := fun i hi hf => hf
    ⟨fun j hj => plain_noPar (h.plain j hj), fun ρ => plain_noPar (h.procedure i hi ρ).2⟩
  have shallow' : ∀ i, i < p'.families.size → ¬ Forks p' := fun i hi hf => by
    have hi' : i < p.families.size := h.size ▸ hi
    refine hf ⟨fun j hj => ?_, fun ρ => merged_noPar (h.procedure i hi' ρ).1 (plain_noPar (h.procedure i hi' ρ).2)⟩
    have hj' : j < p.families.size := h.size ▸ hj
    exact merged_noPar (h.family j hj' hj) (plain_noPar (h.plain j hj'))
  have markedBody (ρ : Nat × List Index) : ∃ M : MarkedCore, M.erase = (calculus p E σ).body ρ ∧ M.contract = (calculus p' E σ).body ρ ∧ Each Atom Ok M := by
    obtain ⟨ρ, t⟩ := ρ
    by_cases hl : Live p E σ t
    · obtain ⟨b, rfl, hb⟩ := live_thread shallow hl
      rw [calculus_body hl, calculus_body (show Live p' E σ [b] from member.2 hb)]
      exact exists_marked (P := In b.1.1) (fun hC => ⟨b, _, hb, hC, rfl⟩) (ok hb) (h.procedure _ hb.2.1 ρ).1 (h.procedure _ hb.2.1 ρ).2
    · rw [calculus_body_other hl, calculus_body_other fun hl' => ?_]
      · exact ⟨.skip, rfl, rfl, trivial⟩
      · obtain ⟨b, rfl, hb⟩ := live_thread shallow' hl'
        exact hl (member.1 hb)
  obtain ⟨M, hM⟩ := Classical.axiomOfChoice marked
  obtain ⟨B, hB⟩ := Classical.axiomOfChoice markedBody
  let D : Reduction (List Index) Index (Nat × List Index) Store := {
    root := [], child := fun t b => b :: t, main := .par M, body := B, Atom := Atom, I := I
    Pre := fun S => Before Atom I (fun _ => True) S ∧ Within 0 S, Post := fun S => After Atom I (fun _ => True) S ∧ Within 0 S }
  have hsource : D.source = calculus p E σ := by
    have h₁ : (Marked.par M).erase = (calculus p E σ).main := congrArg Stmt.par (funext fun b => (hM b).1)
    have h₂ : (fun ρ => (B ρ).erase) = (calculus p E σ).body := funext fun ρ => (hB ρ).1
    show (⟨[], fun t b => b :: t, (Marked.par M).erase, fun ρ => (B ρ).erase⟩ : Program _ _ _ _) = _
    rw [h₁, h₂]; rfl
  have htarget : D.target = calculus p' E σ := by
    have h₁ : (Marked.par M).contract = (calculus p' E σ).main := congrArg Stmt.par (funext fun b => (hM b).2.1)
    have h₂ : (fun ρ => (B ρ).contract) = (calculus p' E σ).body := funext fun ρ => (hB ρ).2.1
    show (⟨[], fun t b => b :: t, (Marked.par M).contract, fun ρ => (B ρ).contract⟩ : Program _ _ _ _) = _
    rw [h₁, h₂]; rfl
  have hbody : D.source.body = (calculus p E σ).body := by rw [hsource]
  have within (ρ : Nat × List Index) : Within 0 (D.source.body ρ) := by
    rw [hbody]
    obtain ⟨ρ, t⟩ := ρ
    by_cases hl : Live p E σ t
    · rw [calculus_body hl]; exact inside_within (h.inside ρ)
    · rw [calculus_body_other hl]; trivial
  have well {N : MarkedCore} (hN : Each Atom Ok N) : WellLeft D N := by
    induction N with
    | skip | call | exit => trivial
    | atomic => exact hN
    | choice S T ih ih' | seq S T ih ih' => exact ⟨ih hN.1, ih' hN.2⟩
    | loop S ih | block S ih => exact ih hN
    | pick S ih => exact fun b => ih b (hN b)
    | par rest ih => exact fun b => ih b (hN b)
    | mark γ ph S =>
      obtain ⟨h₁, h₂, h₃, h₄⟩ := hN
      exact ⟨⟨h₁, h₂⟩, h₃, hbody ▸ h₄⟩
  have V : D.Valid := by
    refine WaysTyping.valid ⟨?_, ?_, within, fun b => well (hM b).2.2, fun ρ => well (hB ρ).2.2, rfl, rfl⟩
    · intro q r hqr
      have := (actor_cons [] q).symm.trans (hqr.trans (actor_cons [] r))
      simpa using this
    · rintro α ⟨b, C, hb, hC, rfl⟩
      exact gated_keeps (t := [b]) (hmov.keeps hb.2.1 hb.2.2 hC)
  exact ⟨D, V, hsource, htarget, rfl⟩

theorem reduces_of_merging (h : Merges p p' In Right Left Sum) (hm : Mergeable p In Right Left Sum) : Reduces p p' := by
  intro E σ hi
  obtain ⟨I, hmov⟩ := hm E σ hi
  obtain ⟨D, V, hsource, htarget, rfl⟩ := valid_of_merging h hmov
  refine ⟨⟨by rw [h.assumption]; exact hi.1, by rw [h.init]; exact hi.2⟩, D.I, hmov.start, fun hI' hb => ?_, fun hI' hg => ?_⟩
  · have := V.bad (σ := _) ⟨hI', by rw [hsource]; exact hb.2⟩
    rwa [htarget] at this
  · have := V.good (σ := _) (σ' := _) ⟨hI', by rw [hsource]; exact hg.2⟩
    rw [htarget] at this
    exact this.imp id fun hg' => ⟨_, rfl, hg'⟩

/-- `safe`: if the program with atomic blocks is safe, so is the program as written. -/
theorem safe_of_merging (h : Merges p p' In Right Left Sum) (hm : Mergeable p In Right Left Sum) (hsafe : p'.Safe) : p.Safe :=
  safe_of_preserves (reduces_of_merging h hm) hsafe

/-- `ensures`: the same for what holds where all threads have ended. -/
theorem ensures_of_merging {f : Formula} (h : Merges p p' In Right Left Sum) (hm : Mergeable p In Right Left Sum) (hsafe : p'.Safe) (hens : p'.Ensures f) :
    p.Ensures f := ensures_of_preserves (reduces_of_merging h hm) hsafe hens

/-- `refines`: where no thread is in a merged block, the program with atomic blocks can come to the same store. -/
theorem refines_of_merging (h : Merges p p' In Right Left Sum) (hmov : Movers p E σ I In Right Left Sum) {σ' : Store}
    {P' : Plato.Program (p.Thread E σ) Core} (hm : Many (ParStep (p.step E σ)) (.run σ (p.program E σ)) (.run σ' P')) :
    GoesWrong (p'.step E σ) (p'.program E σ) σ ∨ ∃ rest, ∃ M : MarkedCore, M.erase = .par rest ∧ Follows p E σ P' rest ∧
      ((∀ q, M.phase q = .out) → GoesWrong (p'.step E σ) (p'.program E σ) σ ∨ ∃ Q' rest', M.contract = .par rest' ∧ Leads p' E σ Q' rest' ∧
        Many (ParStep (p'.step E σ)) (.run σ (p'.program E σ)) (.run σ' Q')) := by
  obtain ⟨D, V, hsource, htarget, rfl⟩ := valid_of_merging h hmov
  exact refines_core V hsource htarget hmov.start hm

end

end Plato.Reduction
