/-
# Procedures that are called, and what their callers know of them

The method of Flanagan, Freund, Qadeer and Seshia, *Modular Verification of Multithreaded Programs* (sections 4 and 5), for threads that run
statements with blocks, scopes and calls. A procedure has an *abstraction*: callers show `pre`, and then know that each step is an idle one or
the next of the actions, and that at the end all actions were done and `post` holds. A body *acts* as its abstraction if, in an environment that
keeps to the procedure's rely, that is so (`Acts`). If the bodies act so, a call is secure where it is secure with the abstraction in its place
(`call_secure`, Lemma 3's case of calls). The body's check uses a *witness*, a part of the store that only this proof sees and may adjust after
each step: it says which action comes next (`acts_of_secure`, section 5).

Both are for a number of steps, and a call takes one, so procedures may be recursive.

Unlike the paper's, an abstraction has no steps of its own where it starts and where it ends, so both run in step with each other.

Main definitions: `Abstract`, `Acts`, `Follows`. Main results: `call_secure`, `acts_of_secure`.
-/
module

public import Theory.Erasure
public import Theory.SecureStatements

@[expose] public section

namespace Plato

/-- An abstraction of a procedure, for one thread that runs it. -/
structure Abstract where
  /-- What the environment does while it runs. -/
  rely : Action Store
  pre : Store → Prop
  /-- What holds in the store at the end, given the one at the start. -/
  post : (last first : Store) → Prop
  /-- What it may do at any time. -/
  idle : Action Store
  /-- What it does besides, in this order. -/
  steps : List (Action Store)

/-- What lasts while a statement runs as the abstraction, with these actions still to come. It does not depend on what `B` hides. -/
structure ActsLasting (step : Steps Store Core) (B : Store → Store → Prop) (a : Abstract) (first : Store)
    (I : Nat → List (Action Store) → Core → Store → Prop) : Prop where
  blind : ∀ {n rest S σ σ'}, I n rest S σ → B σ σ' → I n rest S σ'
  environment : ∀ {n rest S σ σ'}, I n rest S σ → a.rely σ σ' → I n rest S σ'
  own : ∀ {n rest S σ S' σ'}, I (n + 1) rest S σ → step (.run σ S) (.run σ' S') →
    (a.idle σ σ' ∧ I n rest S' σ') ∨ ∃ y later, rest = y :: later ∧ y σ σ' ∧ I n later S' σ'
  safe : ∀ {n rest S σ}, I (n + 1) rest S σ → ¬ step (.run σ S) .wrong
  ended : ∀ {n rest σ}, I (n + 1) rest .skip σ → rest = [] ∧ a.post σ first
  inside : ∀ {n rest level σ}, ¬ I (n + 1) rest (.exit level) σ

/-- For so many steps the statement runs as the abstraction, with these actions still to come. -/
def Acts (step : Steps Store Core) (B : Store → Store → Prop) (a : Abstract) (first : Store) (n : Nat) (rest : List (Action Store)) (S : Core)
    (σ : Store) : Prop :=
  ∃ I, ActsLasting step B a first I ∧ I n rest S σ

section

variable {step : Steps Store Core} {B : Store → Store → Prop} {a : Abstract} {first σ σ' : Store} {n : Nat} {rest : List (Action Store)} {S S' : Core}

theorem Acts.blind (h : Acts step B a first n rest S σ) (hB : B σ σ') : Acts step B a first n rest S σ' :=
  let ⟨I, hI, h⟩ := h; ⟨I, hI, hI.blind h hB⟩

theorem Acts.environment (h : Acts step B a first n rest S σ) (hA : a.rely σ σ') : Acts step B a first n rest S σ' :=
  let ⟨I, hI, h⟩ := h; ⟨I, hI, hI.environment h hA⟩

theorem Acts.own (h : Acts step B a first (n + 1) rest S σ) (hs : step (.run σ S) (.run σ' S')) :
    (a.idle σ σ' ∧ Acts step B a first n rest S' σ') ∨ ∃ y later, rest = y :: later ∧ y σ σ' ∧ Acts step B a first n later S' σ' := by
  obtain ⟨I, hI, h⟩ := h
  rcases hI.own h hs with ⟨hidle, h⟩ | ⟨y, later, rfl, hy, h⟩
  · exact .inl ⟨hidle, I, hI, h⟩
  · exact .inr ⟨y, later, rfl, hy, I, hI, h⟩

theorem Acts.safe (h : Acts step B a first (n + 1) rest S σ) : ¬ step (.run σ S) .wrong :=
  let ⟨_, hI, h⟩ := h; hI.safe h

theorem Acts.ended (h : Acts step B a first (n + 1) rest .skip σ) : rest = [] ∧ a.post σ first :=
  let ⟨_, hI, h⟩ := h; hI.ended h

theorem Acts.inside {level : Nat} (h : Acts step B a first (n + 1) rest (.exit level) σ) : False :=
  let ⟨_, hI, h⟩ := h; hI.inside h

end

/-! ## Callers -/

/-- What the caller has to show once the procedure has started, with these actions still to come: whatever happens through the call, each
action keeps the caller's guarantee, perhaps after an adjustment, and at the end `Q` holds. `Same` compares what the caller may adjust. -/
def Follows (c : Company) (N : Action Store) (Same : Store → Store → Prop) (post : Store → Store → Prop) (Q : Store → Prop) (first : Store) :
    List (Action Store) → Store → Prop
  | [], σ => ∀ τ, N σ τ → post τ first → Q τ
  | y :: later, σ => ∀ τ υ, N σ τ → y τ υ → Same τ υ → ∃ υ', c.R υ υ' ∧ c.G τ υ' ∧ Follows c N Same post Q first later υ'

/-- What a caller must have to do with a procedure. -/
structure CallRight (c : Company) (N : Action Store) (Same B : Store → Store → Prop) (a : Abstract) : Prop where
  /-- The environment keeps to what the procedure relies on. -/
  relies : ∀ {σ σ'}, c.A σ σ' → a.rely σ σ'
  /-- What happens through the call: nothing, one thing after another, steps of the environment, idle steps of the procedure. -/
  nothing : ∀ σ, N σ σ
  one_after_another : ∀ {σ τ υ}, N σ τ → N τ υ → N σ υ
  others : ∀ {σ σ'}, c.A σ σ' → N σ σ'
  idle : ∀ {σ σ'}, a.idle σ σ' → Same σ σ' → N σ σ'
  /-- Idle steps keep the caller's guarantee. -/
  kept : ∀ {σ σ'}, a.idle σ σ' → Same σ σ' → c.G σ σ'
  /-- The abstraction does not depend on what `B` hides. -/
  idle_blind : ∀ {σ σ₁ σ'}, a.idle σ σ₁ → B σ₁ σ' → a.idle σ σ'
  step_blind : ∀ {y σ σ₁ σ'}, y ∈ a.steps → y σ σ₁ → B σ₁ σ' → y σ σ'
  /-- What the caller may adjust is hidden, and can be put back. -/
  hidden : ∀ {σ σ'}, c.R σ σ' → B σ σ'
  adjusts : ∀ {σ τ υ}, c.R σ τ → c.R τ υ → c.R σ υ
  put_back : ∀ σ σ₁, ∃ σ', c.R σ₁ σ' ∧ Same σ σ'

theorem Follows.through {c : Company} {N : Action Store} {Same : Store → Store → Prop} {post : Store → Store → Prop} {Q : Store → Prop}
    {first σ τ : Store} {rest : List (Action Store)} (hN : ∀ {σ τ υ}, N σ τ → N τ υ → N σ υ)
    (h : Follows c N Same post Q first rest σ) (hστ : N σ τ) : Follows c N Same post Q first rest τ := by
  cases rest with
  | nil => exact fun υ hυ hp => h υ (hN hστ hυ) hp
  | cons y later => exact fun υ ω hυ hy hs => h υ ω (hN hστ hυ) hy hs

/-- **A call is secure** where its abstraction is, if the body acts as the abstraction for any fewer steps. -/
theorem call_secure {c : Company} {N : Action Store} {Same B : Store → Store → Prop} {a : Abstract} (hc : CallRight c N Same B a)
    (hA : ∀ σ, c.A σ σ) (htrans : ∀ σ τ υ, c.A σ τ → c.A τ υ → c.A σ υ) {procedure n : Nat}
    (hbody : ∀ j, j < n → ∀ first, a.pre first → Acts (Core.Step c.bodies c.E c.t) B a first j a.steps (c.bodies procedure) first)
    {Q : Store → Prop} {X : Nat → Store → Prop} {σ : Store}
    (h : ∀ τ, c.A σ τ → a.pre τ ∧ Follows c N Same a.post Q τ a.steps τ) : c.Secure Q X n (.call procedure) σ := by
  refine ⟨fun k U τ => (U = .call procedure ∧ k ≤ n ∧ c.A σ τ) ∨ ∃ first rest, Acts (Core.Step c.bodies c.E c.t) B a first k rest U τ ∧
    (∀ y ∈ rest, y ∈ a.steps) ∧ Follows c N Same a.post Q first rest τ, ⟨?_, ?_, ?_, ?_⟩, .inl ⟨rfl, Nat.le_refl _, hA σ⟩⟩
  · rintro k U τ τ' (⟨rfl, hk, hτ⟩ | ⟨first, rest, hacts, hmem, hfollows⟩) hττ'
    · exact .inl ⟨rfl, hk, htrans _ _ _ hτ hττ'⟩
    · exact .inr ⟨first, rest, hacts.environment (hc.relies hττ'), hmem, hfollows.through hc.one_after_another (hc.others hττ')⟩
  · rintro k U τ U' τ₁ (⟨rfl, hk, hτ⟩ | ⟨first, rest, hacts, hmem, hfollows⟩) hs
    · cases hs with
      | call =>
        obtain ⟨hpre, hfollows⟩ := h τ hτ
        exact c.goes (.inr ⟨τ, a.steps, hbody k (by omega) τ hpre, fun _ h => h, hfollows⟩)
    · obtain ⟨τ', hR, hsame⟩ := hc.put_back τ τ₁
      rcases hacts.own hs with ⟨hidle, hacts⟩ | ⟨y, later, rfl, hy, hacts⟩
      · have hidle := hc.idle_blind hidle (hc.hidden hR)
        exact ⟨τ', hR, hc.kept hidle hsame, .inr ⟨first, rest, hacts.blind (hc.hidden hR), hmem,
          hfollows.through hc.one_after_another (hc.idle hidle hsame)⟩⟩
      · have hy := hc.step_blind (hmem y (by simp)) hy (hc.hidden hR)
        obtain ⟨τ'', hR', hG, hfollows⟩ := hfollows τ τ' (hc.nothing τ) hy hsame
        have hR := hc.adjusts hR hR'
        exact ⟨τ'', hR, hG, .inr ⟨first, later, hacts.blind (hc.hidden hR), fun z hz => hmem z (by simp [hz]), hfollows⟩⟩
  · rintro k U τ (⟨rfl, hk, hτ⟩ | ⟨first, rest, hacts, hmem, hfollows⟩) hs
    · cases hs
    · exact hacts.safe hs
  · rintro k U τ (⟨rfl, hk, hτ⟩ | ⟨first, rest, hacts, hmem, hfollows⟩)
    · exact True.intro
    · cases U with
      | skip =>
        obtain ⟨rfl, hpost⟩ := hacts.ended
        exact hfollows τ (hc.nothing τ) hpost
      | exit level => exact hacts.inside.elim
      | _ => exact True.intro

/-! ## Bodies -/

/-- What the check of a body must have to do with its abstraction. The witness in the store says which actions are still to come (`Phase`), and
`B` hides it. -/
structure BodyRight (c : Company) (B : Store → Store → Prop) (a : Abstract) (first : Store) (Phase : List (Action Store) → Store → Prop)
    (Q : Store → Prop) (F : Action Store) : Prop where
  symm : ∀ {σ τ}, B σ τ → B τ σ
  trans : ∀ {σ τ υ}, B σ τ → B τ υ → B σ υ
  hidden : ∀ {σ σ'}, c.R σ σ' → B σ σ'
  /-- The environment leaves the witness as it is. -/
  relies : ∀ {σ σ' τ}, a.rely σ σ' → B σ τ → ∃ τ', B σ' τ' ∧ c.A τ τ' ∧ ∀ rest, Phase rest τ → Phase rest τ'
  /-- Every step, which is also one of `F`, is an idle one or the next action. -/
  matched : ∀ {rest σ τ σ' τ'}, rest <:+ a.steps → c.G τ τ' → F σ σ' → Phase rest τ → B σ τ → B σ' τ' →
    (a.idle σ σ' ∧ Phase rest τ') ∨ ∃ y later, rest = y :: later ∧ y σ σ' ∧ Phase later τ'
  /-- At the end all actions were done. -/
  done : ∀ {rest σ τ}, rest <:+ a.steps → Q τ → Phase rest τ → B σ τ → rest = [] ∧ a.post σ first

/-- **A body acts as its abstraction** if it is secure with the witness, which says at each step whether it is the next action (section 5). That its
steps are also ones of `F` may be known from what it has to run. -/
theorem acts_of_secure {c : Company} {B : Store → Store → Prop} {a : Abstract} {first : Store} {Phase : List (Action Store) → Store → Prop}
    {Q : Store → Prop} {F : Action Store} (hb : BodyRight c B a first Phase Q F) {Runs : Core → Prop}
    (hruns : ∀ {S S' : Core} {σ σ' : Store}, Runs S → Core.Step c.bodies c.E c.t (.run σ S) (.run σ' S') → F σ σ' ∧ Runs S') {called : Nat → Prop}
    (hbodies : ∀ t p, called p → Simulates B c.bodies called c.E t (c.bodies p) (c.bodies p)) {n : Nat} {rest : List (Action Store)}
    (hrest : rest <:+ a.steps) {S U : Core} {σ τ : Store} (hB : B σ τ) (hS : Simulates B c.bodies called c.E c.t S U)
    (h : c.Secure Q (fun _ _ => False) n U τ) (hphase : Phase rest τ) (hRuns : Runs S) : Acts (Core.Step c.bodies c.E c.t) B a first n rest S σ := by
  refine ⟨fun k rest S σ => rest <:+ a.steps ∧ Runs S ∧ ∃ U τ, B σ τ ∧ Simulates B c.bodies called c.E c.t S U ∧ c.Secure Q (fun _ _ => False) k U τ ∧
    Phase rest τ, ⟨?_, ?_, ?_, ?_, ?_, ?_⟩, hrest, hRuns, U, τ, hB, hS, h, hphase⟩
  · exact fun ⟨hrest, hRuns, U, τ, hB, h⟩ hσ => ⟨hrest, hRuns, U, τ, hb.trans (hb.symm hσ) hB, h⟩
  · rintro k rest S σ σ' ⟨hrest, hRuns, U, τ, hB, hS, h, hphase⟩ hσ
    obtain ⟨τ', hB', hA, hstays⟩ := hb.relies hσ hB
    exact ⟨hrest, hRuns, U, τ', hB', hS, h.environment hA, hstays rest hphase⟩
  · rintro k rest S σ S' σ' ⟨hrest, hRuns, U, τ, hB, hS, h, hphase⟩ hs
    obtain ⟨hF, hRuns'⟩ := hruns hRuns hs
    obtain ⟨τ₁, U', hs', hB₁, hS'⟩ := hS.step hbodies hB hs
    obtain ⟨τ', hR, hG, h'⟩ := h.own hs'
    have hB' := hb.trans hB₁ (hb.hidden hR)
    rcases hb.matched hrest hG hF hphase hB hB' with ⟨hidle, hphase'⟩ | ⟨y, later, rfl, hy, hphase'⟩
    · exact .inl ⟨hidle, hrest, hRuns', U', τ', hB', hS', h', hphase'⟩
    · exact .inr ⟨y, later, rfl, hy, (List.suffix_cons y later).trans hrest, hRuns', U', τ', hB', hS', h', hphase'⟩
  · rintro k rest S σ ⟨hrest, _, U, τ, hB, hS, h, hphase⟩ hs
    exact h.safe (hS.wrong hB hs)
  · rintro k rest σ ⟨hrest, _, U, τ, hB, hS, h, hphase⟩
    cases hS.of_skip
    exact hb.done hrest h.here hphase hB
  · rintro k rest level σ ⟨hrest, _, U, τ, hB, hS, h, hphase⟩
    cases hS
    exact h.here

end Plato
