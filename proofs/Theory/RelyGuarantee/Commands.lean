/-
# The paper's commands

The programming language of *The Rely-Guarantee Method in Isabelle/HOL* (section 4) and its transitions (section 5.1), to the letter:
boolean conditions are predicates, `none` is the empty program, and the body of an Await runs in one step, as far as its own steps lead. The
file also has its translation into core Plato, in which Cond, While and Await are derived forms: tests become actions that wait
until the condition holds, and Await is an action whose step is a whole execution of its body.

Main definitions: `Com`, `ComStep`, `ComSteps`, `commands` (as a `Language`), `Com.statement` (the translation).
Main results: `command_step` (a step of a command is made by its translation, with silent steps before and after it).
-/
module

public import Theory.RelyGuarantee.Transitions
public import Theory.ThreadModular.Translation

@[expose] public section

namespace Plato.RelyGuarantee

variable {Store : Type}

/-- Component programs. -/
inductive Com (Store : Type) where
  | Basic (f : Store → Store)
  | Seq (P Q : Com Store)
  | Cond (b : Store → Prop) (P Q : Com Store)
  | While (b : Store → Prop) (P : Com Store)
  | Await (b : Store → Prop) (P : Com Store)

mutual

/-- The paper's -c→, rule by rule. -/
inductive ComStep : Option (Com Store) × Store → Option (Com Store) × Store → Prop where
  | Basic {f s} : ComStep (some (.Basic f), s) (none, f s)
  | Await {b P s t} : b s → ComSteps (some P, s) (none, t) → ComStep (some (.Await b P), s) (none, t)
  | Seq1 {P₀ P₁ s t} : ComStep (some P₀, s) (none, t) → ComStep (some (.Seq P₀ P₁), s) (some P₁, t)
  | Seq2 {P₀ P₁ P₂ s t} : ComStep (some P₀, s) (some P₂, t) → ComStep (some (.Seq P₀ P₁), s) (some (.Seq P₂ P₁), t)
  | CondT {b P₁ P₂ s} : b s → ComStep (some (.Cond b P₁ P₂), s) (some P₁, s)
  | CondF {b P₁ P₂ s} : ¬ b s → ComStep (some (.Cond b P₁ P₂), s) (some P₂, s)
  | WhileF {b P s} : ¬ b s → ComStep (some (.While b P), s) (none, s)
  | WhileT {b P s} : b s → ComStep (some (.While b P), s) (some (.Seq P (.While b P)), s)

/-- The paper's -c*→: any number of steps. -/
inductive ComSteps : Option (Com Store) × Store → Option (Com Store) × Store → Prop where
  | refl {x} : ComSteps x x
  | tail {x y z} : ComSteps x y → ComStep y z → ComSteps x z

end

/-- Any number of steps are many steps. -/
theorem ComSteps.many {x y : Option (Com Store) × Store} : ComSteps x y → Many ComStep x y
  | .refl => .refl
  | .tail h hstep => .tail h.many hstep

/-- The closure is the reflexive transitive closure of the steps. -/
theorem comSteps_iff {x y : Option (Com Store) × Store} : ComSteps x y ↔ Many ComStep x y := by
  refine ⟨ComSteps.many, fun h => ?_⟩
  induction h with
  | refl => exact .refl
  | tail _ hstep ih => exact .tail ih hstep

/-- A step changes the command. -/
theorem comStep_changes {C : Com Store} {c' : Option (Com Store)} {s t : Store} (h : ComStep (some C, s) (c', t)) : c' ≠ some C := by
  induction C generalizing c' with
  | Seq P Q ihP _ =>
    intro heq
    cases h with
    | Seq1 h => cases heq
    | Seq2 h => cases heq; exact ihP h rfl
  | _ => intro heq; cases h <;> cases heq

/-- What is left of a sequence, by what is left of its first command. -/
noncomputable def followedBy (Q : Com Store) : Option (Com Store) → Option (Com Store)
  | none => some Q
  | some P => some (.Seq P Q)

/-- Commands cannot go wrong. -/
def commands (Store : Type) : Language (Option (Com Store)) Store where
  step c s c' t := ComStep (c, s) (c', t)
  wrong _ _ := False
  ended c := c = none
  changes {c s c' t} h := by
    cases c with
    | none => cases h
    | some C => exact comStep_changes h

/-- Waits until the condition holds. -/
noncomputable def await (b : Store → Prop) : Statement Store := action fun s t => b s ∧ t = s

/-- The translation into core Plato. -/
noncomputable def Com.statement : Com Store → Statement Store
  | .Basic f => action fun s t => t = f s
  | .Seq P Q => .seq P.statement Q.statement
  | .Cond b P Q => .choice (.seq (await b) P.statement) (.seq (await fun s => ¬ b s) Q.statement)
  | .While b P => .seq (.loop (.seq (await b) P.statement)) (await fun s => ¬ b s)
  | .Await b P => action fun s t => b s ∧ Many SeqStep (.run s P.statement) (.run t .skip)

/-- The translation of a command or of the empty program. -/
noncomputable def statementOf : Option (Com Store) → Statement Store
  | none => .skip
  | some C => C.statement

/-- The translation makes the step, with silent steps before and after it. -/
def Makes (x y : Option (Com Store) × Store) : Prop :=
  ∃ S T, Many SeqStep (.run x.2 (statementOf x.1)) (.run x.2 S) ∧ SeqStep (.run x.2 S) (.run y.2 T) ∧
    Many SeqStep (.run y.2 T) (.run y.2 (statementOf y.1))

/-- What makes a step comes from the one to the other. -/
theorem Makes.many {x y : Option (Com Store) × Store} (h : Makes x y) :
    Many SeqStep (.run x.2 (statementOf x.1)) (.run y.2 (statementOf y.1)) :=
  let ⟨_, _, hbefore, hstep, hafter⟩ := h
  hbefore.trans (.head hstep hafter)

/-- An action makes its step at once. -/
theorem action_step {A : Action Store} {s t : Store} (h : A s t) : SeqStep (.run s (action A)) (.run t .skip) := .actionOk h

mutual

/-- **A step of a command is made by its translation.** -/
theorem command_step {x y : Option (Com Store) × Store} : ComStep x y → Makes x y
  | .Basic => ⟨_, _, .refl, action_step rfl, .refl⟩
  | .Await hb h => ⟨_, _, .refl, action_step ⟨hb, command_steps h⟩, .refl⟩
  | .Seq1 h =>
    let ⟨_, _, hbefore, hstep, hafter⟩ := command_step h
    ⟨_, _, seqStep_many hbefore, .seqStep hstep, (seqStep_many hafter).trans (.single .seqSkip)⟩
  | .Seq2 h =>
    let ⟨_, _, hbefore, hstep, hafter⟩ := command_step h
    ⟨_, _, seqStep_many hbefore, .seqStep hstep, seqStep_many hafter⟩
  | .CondT hb => ⟨_, _, .single .choiceLeft, .seqStep (action_step ⟨hb, rfl⟩), .single .seqSkip⟩
  | .CondF hb => ⟨_, _, .single .choiceRight, .seqStep (action_step ⟨hb, rfl⟩), .single .seqSkip⟩
  | .WhileF hb => ⟨_, _, .head (.seqStep .loopDone) (.single .seqSkip), action_step ⟨hb, rfl⟩, .refl⟩
  | .WhileT hb =>
    ⟨_, _, .head (.seqStep .loopUnroll) (.head .assoc (.single .assoc)), .seqStep (action_step ⟨hb, rfl⟩), .single .seqSkip⟩

/-- So are any number of steps. -/
theorem command_steps {x y : Option (Com Store) × Store} :
    ComSteps x y → Many SeqStep (.run x.2 (statementOf x.1)) (.run y.2 (statementOf y.1))
  | .refl => .refl
  | .tail h hstep => (command_steps h).trans (command_step hstep).many

end

end Plato.RelyGuarantee
