/-
# When statements are secure

For each kind of statement, what makes a thread secure that has it to run. A thread may end where `Q` holds, and may leave the block at level `n`
where `X n` holds. Steps that do nothing to the store satisfy a reflexive guarantee.

Main definitions: `Ends`, `outward`. Main results: `skip_secure`, `exit_secure`, `atomic_secure`, `choice_secure`, `seq_secure`, `loop_secure`,
`block_secure`, `call_secure`, `scope_secure`.
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

section

variable {bodies : Nat → Core} {E : Parameters} {t : Int} {A G : Action Store} {Q : Store → Prop} {X : Nat → Store → Prop} {S T : Core}
  {σ : Store}

/-- The thread is secure with this statement to run. -/
abbrev SecureIn (bodies : Nat → Core) (E : Parameters) (t : Int) (A G : Action Store) (Q : Store → Prop) (X : Nat → Store → Prop) (S : Core)
    (σ : Store) : Prop := Secure (Core.Step bodies E t) A G (Ends Q X) S σ

/-- Where a secure thread may be is where it stays. -/
theorem secure_stable : Stable A (SecureIn bodies E t A G Q X S) := fun _ _ h hA => h.environment hA

theorem outward_stable (hQ : Stable A Q) (hX : ∀ n, Stable A (X n)) (n : Nat) : Stable A (outward Q X n) := by
  cases n with
  | zero => exact hQ
  | succ n => exact hX n

theorem skip_secure (hQ : Stable A Q) (h : Q σ) : SecureIn bodies E t A G Q X .skip σ :=
  ⟨fun S σ => S = .skip ∧ Q σ, ⟨fun h hA => ⟨h.1, hQ _ _ h.2 hA⟩, fun ⟨h, _⟩ hs => (by subst h; cases hs),
    fun ⟨h, _⟩ hs => (by subst h; cases hs), fun ⟨h, hQ⟩ => (by subst h; exact hQ)⟩, rfl, h⟩

theorem exit_secure {n : Nat} (hX : Stable A (X n)) (h : X n σ) : SecureIn bodies E t A G Q X (.exit n) σ :=
  ⟨fun S σ => S = .exit n ∧ X n σ, ⟨fun h hA => ⟨h.1, hX _ _ h.2 hA⟩, fun ⟨h, _⟩ hs => (by subst h; cases hs),
    fun ⟨h, _⟩ hs => (by subst h; cases hs), fun ⟨h, hX⟩ => (by subst h; exact hX)⟩, rfl, h⟩

/-- A command: `P` holds before it, whatever the environment does. -/
theorem atomic_secure {P : Store → Prop} {c : Command} (hP : Stable A P) (hdoes : ∀ τ, P τ → Does G (c.Runs E t) Q τ) (hQ : Stable A Q)
    (h : P σ) : SecureIn bodies E t A G Q X (.atomic c) σ := by
  refine ⟨fun S σ => (S = .atomic c ∧ P σ) ∨ SecureIn bodies E t A G Q X S σ, ⟨?_, ?_, ?_, ?_⟩, .inl ⟨rfl, h⟩⟩
  · rintro S σ σ' (⟨rfl, h⟩ | h) hA
    · exact .inl ⟨rfl, hP _ _ h hA⟩
    · exact .inr (h.environment hA)
  · rintro S σ S' σ' (⟨rfl, h⟩ | h) hs
    · cases hs with
      | actionOk hc => exact ⟨((hdoes _ h).2 _ hc).1, .inr (skip_secure hQ ((hdoes _ h).2 _ hc).2)⟩
    · exact ⟨h.guarantee hs, .inr (h.own hs)⟩
  · rintro S σ (⟨rfl, h⟩ | h) hs
    · cases hs with | actionWrong hc => exact (hdoes _ h).1 hc
    · exact h.safe hs
  · rintro S σ (⟨rfl, h⟩ | h)
    · exact True.intro
    · exact h.here

variable (hG : ∀ σ, G σ σ)
include hG

theorem choice_secure (hS : SecureIn bodies E t A G Q X S σ) (hT : SecureIn bodies E t A G Q X T σ) :
    SecureIn bodies E t A G Q X (.choice S T) σ := by
  refine ⟨fun U σ => (U = .choice S T ∧ SecureIn bodies E t A G Q X S σ ∧ SecureIn bodies E t A G Q X T σ) ∨
    SecureIn bodies E t A G Q X U σ, ⟨?_, ?_, ?_, ?_⟩, .inl ⟨rfl, hS, hT⟩⟩
  · rintro U σ σ' (⟨rfl, h, h'⟩ | h) hA
    · exact .inl ⟨rfl, h.environment hA, h'.environment hA⟩
    · exact .inr (h.environment hA)
  · rintro U σ U' σ' (⟨rfl, h, h'⟩ | h) hs
    · cases hs with
      | choiceLeft => exact ⟨hG _, .inr h⟩
      | choiceRight => exact ⟨hG _, .inr h'⟩
    · exact ⟨h.guarantee hs, .inr (h.own hs)⟩
  · rintro U σ (⟨rfl, h, h'⟩ | h) hs
    · cases hs
    · exact h.safe hs
  · rintro U σ (⟨rfl, h, h'⟩ | h)
    · exact True.intro
    · exact h.here

/-- A statement in sequence: it is secure up to where the next one is. -/
theorem seq_secure (hX : ∀ n, Stable A (X n)) (h : SecureIn bodies E t A G (SecureIn bodies E t A G Q X T) X S σ) :
    SecureIn bodies E t A G Q X (.seq S T) σ := by
  refine ⟨fun U σ => (∃ S, U = .seq S T ∧ SecureIn bodies E t A G (SecureIn bodies E t A G Q X T) X S σ) ∨
    SecureIn bodies E t A G Q X U σ, ⟨?_, ?_, ?_, ?_⟩, .inl ⟨S, rfl, h⟩⟩
  · rintro U σ σ' (⟨S, rfl, h⟩ | h) hA
    · exact .inl ⟨S, rfl, h.environment hA⟩
    · exact .inr (h.environment hA)
  · rintro U σ U' σ' (⟨S, rfl, h⟩ | h) hs
    · cases hs with
      | seqStep hs => exact ⟨h.guarantee hs, .inl ⟨_, rfl, h.own hs⟩⟩
      | seqSkip => exact ⟨hG _, .inr h.here⟩
      | seqExit => exact ⟨hG _, .inr (exit_secure (hX _) h.here)⟩
    · exact ⟨h.guarantee hs, .inr (h.own hs)⟩
  · rintro U σ (⟨S, rfl, h⟩ | h) hs
    · cases hs with | seqWrong hs => exact h.safe hs
    · exact h.safe hs
  · rintro U σ (⟨S, rfl, h⟩ | h)
    · exact True.intro
    · exact h.here

/-- A loop with an invariant. -/
theorem loop_secure {J : Store → Prop} (hX : ∀ n, Stable A (X n)) (hJ : Stable A J) (hQ : Stable A Q)
    (hbody : ∀ τ, J τ → SecureIn bodies E t A G J X S τ) (hpost : ∀ τ, J τ → Q τ) (h : J σ) :
    SecureIn bodies E t A G Q X (.loop S) σ := by
  refine ⟨fun U σ => (U = .loop S ∧ J σ) ∨ (∃ S', U = .seq S' (.loop S) ∧ SecureIn bodies E t A G J X S' σ) ∨
    SecureIn bodies E t A G Q X U σ, ⟨?_, ?_, ?_, ?_⟩, .inl ⟨rfl, h⟩⟩
  · rintro U σ σ' (⟨rfl, h⟩ | ⟨S', rfl, h⟩ | h) hA
    · exact .inl ⟨rfl, hJ _ _ h hA⟩
    · exact .inr (.inl ⟨S', rfl, h.environment hA⟩)
    · exact .inr (.inr (h.environment hA))
  · rintro U σ U' σ' (⟨rfl, h⟩ | ⟨S', rfl, h⟩ | h) hs
    · cases hs with
      | loopDone => exact ⟨hG _, .inr (.inr (skip_secure hQ (hpost _ h)))⟩
      | loopUnroll => exact ⟨hG _, .inr (.inl ⟨S, rfl, hbody _ h⟩)⟩
    · cases hs with
      | seqStep hs => exact ⟨h.guarantee hs, .inr (.inl ⟨_, rfl, h.own hs⟩)⟩
      | seqSkip => exact ⟨hG _, .inl ⟨rfl, h.here⟩⟩
      | seqExit => exact ⟨hG _, .inr (.inr (exit_secure (hX _) h.here))⟩
    · exact ⟨h.guarantee hs, .inr (.inr (h.own hs))⟩
  · rintro U σ (⟨rfl, h⟩ | ⟨S', rfl, h⟩ | h) hs
    · cases hs
    · cases hs with | seqWrong hs => exact h.safe hs
    · exact h.safe hs
  · rintro U σ (⟨rfl, h⟩ | ⟨S', rfl, h⟩ | h)
    · exact True.intro
    · exact True.intro
    · exact h.here

/-- A block: `exit 0` in it goes where its end goes. -/
theorem block_secure (hX : ∀ n, Stable A (X n)) (hQ : Stable A Q) (h : SecureIn bodies E t A G Q (outward Q X) S σ) :
    SecureIn bodies E t A G Q X (.block S) σ := by
  refine ⟨fun U σ => (∃ S, U = .block S ∧ SecureIn bodies E t A G Q (outward Q X) S σ) ∨ SecureIn bodies E t A G Q X U σ, ⟨?_, ?_, ?_, ?_⟩,
    .inl ⟨S, rfl, h⟩⟩
  · rintro U σ σ' (⟨S, rfl, h⟩ | h) hA
    · exact .inl ⟨S, rfl, h.environment hA⟩
    · exact .inr (h.environment hA)
  · rintro U σ U' σ' (⟨S, rfl, h⟩ | h) hs
    · cases hs with
      | blockStep hs => exact ⟨h.guarantee hs, .inl ⟨_, rfl, h.own hs⟩⟩
      | blockSkip => exact ⟨hG _, .inr (skip_secure hQ h.here)⟩
      | blockExit => exact ⟨hG _, .inr (skip_secure hQ h.here)⟩
      | blockOut => exact ⟨hG _, .inr (exit_secure (hX _) h.here)⟩
    · exact ⟨h.guarantee hs, .inr (h.own hs)⟩
  · rintro U σ (⟨S, rfl, h⟩ | h) hs
    · cases hs with | blockWrong hs => exact h.safe hs
    · exact h.safe hs
  · rintro U σ (⟨S, rfl, h⟩ | h)
    · exact True.intro
    · exact h.here

/-- A call is secure if the body is. -/
theorem call_secure {procedure : Nat} (h : SecureIn bodies E t A G Q X (bodies procedure) σ) :
    SecureIn bodies E t A G Q X (.call procedure) σ := by
  refine ⟨fun U σ => (U = .call procedure ∧ SecureIn bodies E t A G Q X (bodies procedure) σ) ∨ SecureIn bodies E t A G Q X U σ,
    ⟨?_, ?_, ?_, ?_⟩, .inl ⟨rfl, h⟩⟩
  · rintro U σ σ' (⟨rfl, h⟩ | h) hA
    · exact .inl ⟨rfl, h.environment hA⟩
    · exact .inr (h.environment hA)
  · rintro U σ U' σ' (⟨rfl, h⟩ | h) hs
    · cases hs with | call => exact ⟨hG _, .inr h⟩
    · exact ⟨h.guarantee hs, .inr (h.own hs)⟩
  · rintro U σ (⟨rfl, h⟩ | h) hs
    · cases hs
    · exact h.safe hs
  · rintro U σ (⟨rfl, h⟩ | h)
    · exact True.intro
    · exact h.here

/-- A scope: in every store in which it may start, the statement is secure with what gives this thread's entries back. -/
theorem scope_secure {P : Store → Prop} {locals : List Nat} (hP : Stable A P)
    (hS : ∀ τ, P τ → SecureIn bodies E t A G Q X (.seq S (.atomic (restoring locals t τ))) τ) (h : P σ) :
    SecureIn bodies E t A G Q X (.scope locals S) σ := by
  refine ⟨fun U σ => (U = .scope locals S ∧ P σ) ∨ SecureIn bodies E t A G Q X U σ, ⟨?_, ?_, ?_, ?_⟩, .inl ⟨rfl, h⟩⟩
  · rintro U σ σ' (⟨rfl, h⟩ | h) hA
    · exact .inl ⟨rfl, hP _ _ h hA⟩
    · exact .inr (h.environment hA)
  · rintro U σ U' σ' (⟨rfl, h⟩ | h) hs
    · cases hs with | scope => exact ⟨hG _, .inr (hS _ h)⟩
    · exact ⟨h.guarantee hs, .inr (h.own hs)⟩
  · rintro U σ (⟨rfl, h⟩ | h) hs
    · cases hs
    · exact h.safe hs
  · rintro U σ (⟨rfl, h⟩ | h)
    · exact True.intro
    · exact h.here

end

end Plato
