/-
# When statements are secure

For each kind of statement, what makes a thread secure that has it to run. A thread may end where `Q` holds, and may leave the block at level `n`
where `X n` holds. Steps that do nothing to the store satisfy a reflexive guarantee.

Main definitions: `Ends`, `outward`. Main results: `skip_secure`, `exit_secure`, `atomic_secure`, `choice_secure`, `seq_secure`, `loop_secure`,
`block_secure`, `scope_secure`; calls are in `Theory/Procedures/Activation`.
-/
module

public import Plato.Meaning.Statement
public import Theory.Secure
public import Theory.ThreadModular.Rules

@[expose] public section

namespace Plato

/-- A thread that has ended is where `Q` holds, and one that leaves the block at level `n` is where `X n` holds. -/
def Ends (Q : Store → Prop) (X : Nat → Store → Prop) : Core → Store → Prop
  | .skip, σ => Q σ
  | .exit level, σ => X level σ
  | _, _ => True

/-- What holds where blocks are left, inside of one more, which ends where `Q` holds. -/
def outward (Q : Store → Prop) (X : Nat → Store → Prop) : Nat → Store → Prop
  | 0 => Q
  | level + 1 => X level

/-- What a thread is to keep to: the bodies of the procedures, its identifier, its rely and its guarantee, and how the proof may adjust the
store after a step. -/
structure Company where
  bodies : Nat → Core
  E : Parameters
  t : Int
  R : Store → Store → Prop
  A : Action Store
  G : Action Store
  /-- Nothing needs to be adjusted. -/
  keeps : ∀ σ, R σ σ
  /-- Nothing needs to happen. -/
  idles : ∀ σ, G σ σ

section

variable {c : Company} {Q : Store → Prop} {X : Nat → Store → Prop} {n : Nat} {S T : Core} {σ : Store}

/-- For so many steps the thread is secure with this statement to run. -/
abbrev Company.Secure (c : Company) (Q : Store → Prop) (X : Nat → Store → Prop) (n : Nat) (S : Core) (σ : Store) : Prop :=
  SecureFor (Core.Step c.bodies c.E c.t) c.R c.A c.G (Ends Q X) n S σ

/-- A step that does nothing to the store needs no adjustment. -/
theorem Company.goes {P : Store → Prop} (h : P σ) : ∃ σ', c.R σ σ' ∧ c.G σ σ' ∧ P σ' := ⟨σ, c.keeps σ, c.idles σ, h⟩

/-- Where a secure thread may be is where it stays. -/
theorem secure_stable : Stable c.A (c.Secure Q X n S) := fun _ _ h hA => h.environment hA

theorem outward_stable {A : Action Store} (hQ : Stable A Q) (hX : ∀ n, Stable A (X n)) (n : Nat) : Stable A (outward Q X n) := by
  cases n with
  | zero => exact hQ
  | succ n => exact hX n

theorem skip_secure (hQ : Stable c.A Q) (h : Q σ) : c.Secure Q X n .skip σ :=
  ⟨fun _ S σ => S = .skip ∧ Q σ, ⟨fun h hA => ⟨h.1, hQ _ _ h.2 hA⟩, fun ⟨h, _⟩ hs => (by subst h; cases hs),
    fun ⟨h, _⟩ hs => (by subst h; cases hs), fun ⟨h, hQ⟩ => (by subst h; exact hQ)⟩, rfl, h⟩

theorem exit_secure {level : Nat} (hX : Stable c.A (X level)) (h : X level σ) : c.Secure Q X n (.exit level) σ :=
  ⟨fun _ S σ => S = .exit level ∧ X level σ, ⟨fun h hA => ⟨h.1, hX _ _ h.2 hA⟩, fun ⟨h, _⟩ hs => (by subst h; cases hs),
    fun ⟨h, _⟩ hs => (by subst h; cases hs), fun ⟨h, hX⟩ => (by subst h; exact hX)⟩, rfl, h⟩

/-- The command does not go wrong here, and wherever it leads, the store can be adjusted to one where the guarantee and `Q` hold. -/
def Company.Does (c : Company) (command : Transition Store) (Q : Store → Prop) (τ : Store) : Prop :=
  ¬ command τ .wrong ∧ ∀ σ₁, command τ (.store σ₁) → ∃ σ', c.R σ₁ σ' ∧ c.G τ σ' ∧ Q σ'

/-- A command: `P` holds before it, whatever the environment does. -/
theorem atomic_secure {P : Store → Prop} {C : Command} (hP : Stable c.A P) (hdoes : ∀ τ, P τ → c.Does (C.Runs c.E c.t) Q τ)
    (hQ : Stable c.A Q) (h : P σ) : c.Secure Q X n (.atomic C) σ := by
  refine ⟨fun k S σ => (S = .atomic C ∧ P σ) ∨ c.Secure Q X k S σ, ⟨?_, ?_, ?_, ?_⟩, .inl ⟨rfl, h⟩⟩
  · rintro k S σ σ' (⟨rfl, h⟩ | h) hA
    · exact .inl ⟨rfl, hP _ _ h hA⟩
    · exact .inr (h.environment hA)
  · rintro k S σ S' σ₁ (⟨rfl, h⟩ | h) hs
    · cases hs with
      | actionOk hc =>
        obtain ⟨σ', hR, hG, hQ'⟩ := (hdoes _ h).2 _ hc
        exact ⟨σ', hR, hG, .inr (skip_secure hQ hQ')⟩
    · obtain ⟨σ', hR, hG, h⟩ := h.own hs
      exact ⟨σ', hR, hG, .inr h⟩
  · rintro k S σ (⟨rfl, h⟩ | h) hs
    · cases hs with | actionWrong hc => exact (hdoes _ h).1 hc
    · exact h.safe hs
  · rintro k S σ (⟨rfl, h⟩ | h)
    · exact True.intro
    · exact h.here

theorem choice_secure (hS : c.Secure Q X n S σ) (hT : c.Secure Q X n T σ) : c.Secure Q X n (.choice S T) σ := by
  refine ⟨fun k U σ => (U = .choice S T ∧ c.Secure Q X k S σ ∧ c.Secure Q X k T σ) ∨ c.Secure Q X k U σ, ⟨?_, ?_, ?_, ?_⟩,
    .inl ⟨rfl, hS, hT⟩⟩
  · rintro k U σ σ' (⟨rfl, h, h'⟩ | h) hA
    · exact .inl ⟨rfl, h.environment hA, h'.environment hA⟩
    · exact .inr (h.environment hA)
  · rintro k U σ U' σ₁ (⟨rfl, h, h'⟩ | h) hs
    · cases hs with
      | choiceLeft => exact c.goes (.inr (h.fewer (Nat.le_succ _)))
      | choiceRight => exact c.goes (.inr (h'.fewer (Nat.le_succ _)))
    · obtain ⟨σ', hR, hG, h⟩ := h.own hs
      exact ⟨σ', hR, hG, .inr h⟩
  · rintro k U σ (⟨rfl, h, h'⟩ | h) hs
    · cases hs
    · exact h.safe hs
  · rintro k U σ (⟨rfl, h, h'⟩ | h)
    · exact True.intro
    · exact h.here

/-- A statement in sequence: it is secure up to where the next one is. -/
theorem seq_secure (hX : ∀ n, Stable c.A (X n)) (h : c.Secure (c.Secure Q X n T) X n S σ) : c.Secure Q X n (.seq S T) σ := by
  refine ⟨fun k U σ => (∃ S, U = .seq S T ∧ k ≤ n ∧ c.Secure (c.Secure Q X n T) X k S σ) ∨ c.Secure Q X k U σ, ⟨?_, ?_, ?_, ?_⟩,
    .inl ⟨S, rfl, Nat.le_refl _, h⟩⟩
  · rintro k U σ σ' (⟨S, rfl, hk, h⟩ | h) hA
    · exact .inl ⟨S, rfl, hk, h.environment hA⟩
    · exact .inr (h.environment hA)
  · rintro k U σ U' σ₁ (⟨S, rfl, hk, h⟩ | h) hs
    · cases hs with
      | seqStep hs =>
        obtain ⟨σ', hR, hG, h⟩ := h.own hs
        exact ⟨σ', hR, hG, .inl ⟨_, rfl, by omega, h⟩⟩
      | seqSkip => exact c.goes (.inr (SecureFor.fewer h.here (by omega)))
      | seqExit => exact c.goes (.inr (exit_secure (hX _) h.here))
    · obtain ⟨σ', hR, hG, h⟩ := h.own hs
      exact ⟨σ', hR, hG, .inr h⟩
  · rintro k U σ (⟨S, rfl, hk, h⟩ | h) hs
    · cases hs with | seqWrong hs => exact h.safe hs
    · exact h.safe hs
  · rintro k U σ (⟨S, rfl, hk, h⟩ | h)
    · exact True.intro
    · exact h.here

/-- A loop with an invariant. -/
theorem loop_secure {J : Store → Prop} (hX : ∀ n, Stable c.A (X n)) (hJ : Stable c.A J) (hQ : Stable c.A Q)
    (hbody : ∀ τ, J τ → c.Secure J X n S τ) (hpost : ∀ τ, J τ → Q τ) (h : J σ) : c.Secure Q X n (.loop S) σ := by
  refine ⟨fun k U σ => (U = .loop S ∧ k ≤ n ∧ J σ) ∨ (∃ S', U = .seq S' (.loop S) ∧ k ≤ n ∧ c.Secure J X k S' σ) ∨ c.Secure Q X k U σ,
    ⟨?_, ?_, ?_, ?_⟩, .inl ⟨rfl, Nat.le_refl _, h⟩⟩
  · rintro k U σ σ' (⟨rfl, hk, h⟩ | ⟨S', rfl, hk, h⟩ | h) hA
    · exact .inl ⟨rfl, hk, hJ _ _ h hA⟩
    · exact .inr (.inl ⟨S', rfl, hk, h.environment hA⟩)
    · exact .inr (.inr (h.environment hA))
  · rintro k U σ U' σ₁ (⟨rfl, hk, h⟩ | ⟨S', rfl, hk, h⟩ | h) hs
    · cases hs with
      | loopDone => exact c.goes (.inr (.inr (skip_secure hQ (hpost _ h))))
      | loopUnroll => exact c.goes (.inr (.inl ⟨S, rfl, by omega, (hbody _ h).fewer (by omega)⟩))
    · cases hs with
      | seqStep hs =>
        obtain ⟨σ', hR, hG, h⟩ := h.own hs
        exact ⟨σ', hR, hG, .inr (.inl ⟨_, rfl, by omega, h⟩)⟩
      | seqSkip => exact c.goes (.inl ⟨rfl, by omega, h.here⟩)
      | seqExit => exact c.goes (.inr (.inr (exit_secure (hX _) h.here)))
    · obtain ⟨σ', hR, hG, h⟩ := h.own hs
      exact ⟨σ', hR, hG, .inr (.inr h)⟩
  · rintro k U σ (⟨rfl, hk, h⟩ | ⟨S', rfl, hk, h⟩ | h) hs
    · cases hs
    · cases hs with | seqWrong hs => exact h.safe hs
    · exact h.safe hs
  · rintro k U σ (⟨rfl, hk, h⟩ | ⟨S', rfl, hk, h⟩ | h)
    · exact True.intro
    · exact True.intro
    · exact h.here

/-- A block: `exit 0` in it goes where its end goes. -/
theorem block_secure (hX : ∀ n, Stable c.A (X n)) (hQ : Stable c.A Q) (h : c.Secure Q (outward Q X) n S σ) : c.Secure Q X n (.block S) σ := by
  refine ⟨fun k U σ => (∃ S, U = .block S ∧ c.Secure Q (outward Q X) k S σ) ∨ c.Secure Q X k U σ, ⟨?_, ?_, ?_, ?_⟩, .inl ⟨S, rfl, h⟩⟩
  · rintro k U σ σ' (⟨S, rfl, h⟩ | h) hA
    · exact .inl ⟨S, rfl, h.environment hA⟩
    · exact .inr (h.environment hA)
  · rintro k U σ U' σ₁ (⟨S, rfl, h⟩ | h) hs
    · cases hs with
      | blockStep hs =>
        obtain ⟨σ', hR, hG, h⟩ := h.own hs
        exact ⟨σ', hR, hG, .inl ⟨_, rfl, h⟩⟩
      | blockSkip => exact c.goes (.inr (skip_secure hQ h.here))
      | blockExit => exact c.goes (.inr (skip_secure hQ h.here))
      | blockOut => exact c.goes (.inr (exit_secure (hX _) h.here))
    · obtain ⟨σ', hR, hG, h⟩ := h.own hs
      exact ⟨σ', hR, hG, .inr h⟩
  · rintro k U σ (⟨S, rfl, h⟩ | h) hs
    · cases hs with | blockWrong hs => exact h.safe hs
    · exact h.safe hs
  · rintro k U σ (⟨S, rfl, h⟩ | h)
    · exact True.intro
    · exact h.here

/-- A scope: in every store in which it may start, the statement is secure with what gives this thread's entries back. -/
theorem scope_secure {P : Store → Prop} {locals : List Nat} (hP : Stable c.A P)
    (hS : ∀ τ, P τ → c.Secure Q X n (.seq S (.atomic (restoring locals c.t τ))) τ) (h : P σ) : c.Secure Q X n (.scope locals S) σ := by
  refine ⟨fun k U σ => (U = .scope locals S ∧ k ≤ n ∧ P σ) ∨ c.Secure Q X k U σ, ⟨?_, ?_, ?_, ?_⟩, .inl ⟨rfl, Nat.le_refl _, h⟩⟩
  · rintro k U σ σ' (⟨rfl, hk, h⟩ | h) hA
    · exact .inl ⟨rfl, hk, hP _ _ h hA⟩
    · exact .inr (h.environment hA)
  · rintro k U σ U' σ₁ (⟨rfl, hk, h⟩ | h) hs
    · cases hs with | scope => exact c.goes (.inr ((hS _ h).fewer (by omega)))
    · obtain ⟨σ', hR, hG, h⟩ := h.own hs
      exact ⟨σ', hR, hG, .inr h⟩
  · rintro k U σ (⟨rfl, hk, h⟩ | h) hs
    · cases hs
    · exact h.safe hs
  · rintro k U σ (⟨rfl, hk, h⟩ | h)
    · exact True.intro
    · exact h.here

end

end Plato
