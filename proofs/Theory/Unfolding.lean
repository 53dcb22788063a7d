/-
# Programs with calls, and their unfoldings

A call becomes the body of its procedure, and procedures may be recursive. An execution is finite, so it enters calls only so deep: a program goes
wrong, or comes to a store, exactly if its unfolding to some depth does, in which calls beyond that depth are in the place of a command that
blocks. So what is proved of statements without calls carries over.

Main definitions: `unfold`. Main results: `goesWrong_iff_unfolding`, `reachable_iff_unfolding`.
-/
module

public import Plato.Meaning.Statement
public import Theory.Many

@[expose] public section

namespace Plato

/-- The statement with something else in the place of each call. -/
def Core.replaceCalls (instead : Nat → Core) : Core → Core
  | .skip => .skip
  | .atomic c => .atomic c
  | .choice S T => .choice (S.replaceCalls instead) (T.replaceCalls instead)
  | .seq S T => .seq (S.replaceCalls instead) (T.replaceCalls instead)
  | .loop S => .loop (S.replaceCalls instead)
  | .block S => .block (S.replaceCalls instead)
  | .exit level => .exit level
  | .call p => instead p
  | .scope locals S => .scope locals (S.replaceCalls instead)
  | .par first last S => .par first last (S.replaceCalls instead)
  | .branches rest => .branches fun i => (rest i).replaceCalls instead

/-- The statement with calls unfolded to a depth; those beyond it block. Where a call is a step, so is what stands for it. -/
def unfold (bodies : Nat → Core) : (depth : Nat) → Core → Core
  | 0 => Core.replaceCalls fun _ => .atomic (.assume (.not .true))
  | d + 1 => Core.replaceCalls fun p => .seq .skip (unfold bodies d (bodies p))

/-- The statement has no calls. -/
def Core.CallFree : Core → Prop
  | .choice S T => S.CallFree ∧ T.CallFree
  | .seq S T => S.CallFree ∧ T.CallFree
  | .loop S => S.CallFree
  | .block S => S.CallFree
  | .call _ => False
  | .scope _ S => S.CallFree
  | .par _ _ S => S.CallFree
  | .branches rest => ∀ i, (rest i).CallFree
  | _ => True

theorem replaceCalls_callFree {instead : Nat → Core} (h : ∀ p, (instead p).CallFree) (S : Core) : (S.replaceCalls instead).CallFree := by
  induction S with
  | call p => exact h p
  | choice _ _ ihS ihT => exact ⟨ihS, ihT⟩
  | seq _ _ ihS ihT => exact ⟨ihS, ihT⟩
  | loop _ ih => exact ih
  | block _ ih => exact ih
  | scope _ _ ih => exact ih
  | par _ _ _ ih => exact ih
  | branches _ ih => exact ih
  | _ => exact True.intro

/-- An unfolding has no calls. -/
theorem unfold_callFree (bodies : Nat → Core) (d : Nat) (S : Core) : (unfold bodies d S).CallFree := by
  induction d generalizing S with
  | zero => exact replaceCalls_callFree (instead := fun _ => .atomic (.assume (.not .true))) (fun _ => True.intro) S
  | succ d ih => exact replaceCalls_callFree (instead := fun p => .seq .skip (unfold bodies d (bodies p))) (fun p => ⟨True.intro, ih _⟩) S

/-- The second statement is the first one with calls unfolded, each to some depth, or blocked. -/
inductive Unfolds (bodies : Nat → Core) : Core → Core → Prop where
  | skip : Unfolds bodies .skip .skip
  | atomic {c} : Unfolds bodies (.atomic c) (.atomic c)
  | choice {S T S' T'} : Unfolds bodies S S' → Unfolds bodies T T' → Unfolds bodies (.choice S T) (.choice S' T')
  | seq {S T S' T'} : Unfolds bodies S S' → Unfolds bodies T T' → Unfolds bodies (.seq S T) (.seq S' T')
  | loop {S S'} : Unfolds bodies S S' → Unfolds bodies (.loop S) (.loop S')
  | block {S S'} : Unfolds bodies S S' → Unfolds bodies (.block S) (.block S')
  | exit {level} : Unfolds bodies (.exit level) (.exit level)
  | call {p S'} : Unfolds bodies (bodies p) S' → Unfolds bodies (.call p) (.seq .skip S')
  | cut {p} : Unfolds bodies (.call p) (.atomic (.assume (.not .true)))
  | scope {locals S S'} : Unfolds bodies S S' → Unfolds bodies (.scope locals S) (.scope locals S')
  | par {first last S S'} : Unfolds bodies S S' → Unfolds bodies (.par first last S) (.par first last S')
  | branches {rest rest'} : (∀ i, Unfolds bodies (rest i) (rest' i)) → Unfolds bodies (.branches rest) (.branches rest')

/-- The same, where calls are unfolded so deep that so many steps can be followed. -/
inductive UnfoldsFor (bodies : Nat → Core) : (steps : Nat) → Core → Core → Prop where
  | skip {n} : UnfoldsFor bodies n .skip .skip
  | atomic {n c} : UnfoldsFor bodies n (.atomic c) (.atomic c)
  | choice {n S T S' T'} : UnfoldsFor bodies n S S' → UnfoldsFor bodies n T T' → UnfoldsFor bodies n (.choice S T) (.choice S' T')
  | seq {n S T S' T'} : UnfoldsFor bodies n S S' → UnfoldsFor bodies n T T' → UnfoldsFor bodies n (.seq S T) (.seq S' T')
  | loop {n S S'} : UnfoldsFor bodies n S S' → UnfoldsFor bodies n (.loop S) (.loop S')
  | block {n S S'} : UnfoldsFor bodies n S S' → UnfoldsFor bodies n (.block S) (.block S')
  | exit {n level} : UnfoldsFor bodies n (.exit level) (.exit level)
  | call {n p S'} : UnfoldsFor bodies n (bodies p) S' → UnfoldsFor bodies (n + 1) (.call p) (.seq .skip S')
  | done {p S'} : UnfoldsFor bodies 0 (.call p) S'
  | scope {n locals S S'} : UnfoldsFor bodies n S S' → UnfoldsFor bodies n (.scope locals S) (.scope locals S')
  | par {n first last S S'} : UnfoldsFor bodies n S S' → UnfoldsFor bodies n (.par first last S) (.par first last S')
  | branches {n rest rest'} : (∀ i, UnfoldsFor bodies n (rest i) (rest' i)) → UnfoldsFor bodies n (.branches rest) (.branches rest')

section

variable {bodies bodies' : Nat → Core} {E : Parameters} {t : Int}

theorem unfolds_replaceCalls {instead : Nat → Core} (h : ∀ p, Unfolds bodies (.call p) (instead p)) (S : Core) :
    Unfolds bodies S (S.replaceCalls instead) := by
  induction S with
  | call p => exact h p
  | _ => constructor <;> assumption

theorem unfoldsFor_replaceCalls {n : Nat} {instead : Nat → Core} (h : ∀ p, UnfoldsFor bodies n (.call p) (instead p)) (S : Core) :
    UnfoldsFor bodies n S (S.replaceCalls instead) := by
  induction S with
  | call p => exact h p
  | _ => constructor <;> assumption

theorem unfolds_unfold (d : Nat) (S : Core) : Unfolds bodies S (unfold bodies d S) := by
  induction d generalizing S with
  | zero => exact unfolds_replaceCalls (fun _ => .cut) S
  | succ d ih => exact unfolds_replaceCalls (fun p => .call (ih _)) S

theorem unfoldsFor_unfold (d : Nat) (S : Core) : UnfoldsFor bodies d S (unfold bodies d S) := by
  induction d generalizing S with
  | zero => exact unfoldsFor_replaceCalls (fun _ => .done) S
  | succ d ih => exact unfoldsFor_replaceCalls (fun p => .call (ih _)) S

theorem UnfoldsFor.fewer {n : Nat} {S S' : Core} (h : UnfoldsFor bodies (n + 1) S S') : UnfoldsFor bodies n S S' := by
  generalize hm : n + 1 = m at h
  induction h generalizing n with
  | @call k _ _ h ih =>
    obtain rfl : n = k := by omega
    cases n with
    | zero => exact .done
    | succ n => exact .call (ih rfl)
  | done => cases hm
  | skip => exact .skip
  | atomic => exact .atomic
  | exit => exact .exit
  | choice _ _ ih ih' => exact .choice (ih hm) (ih' hm)
  | seq _ _ ih ih' => exact .seq (ih hm) (ih' hm)
  | loop _ ih => exact .loop (ih hm)
  | block _ ih => exact .block (ih hm)
  | scope _ ih => exact .scope (ih hm)
  | par _ ih => exact .par (ih hm)
  | branches _ ih => exact .branches fun i => ih i hm

theorem update_related {Thread : Type} {P Q : Program Thread Core} {related : Core → Core → Prop} (h : ∀ i, related (P i) (Q i)) (i : Thread)
    {S U : Core} (hS : related S U) (j : Thread) : related (P.update i S j) (Q.update i U j) := by
  by_cases hj : j = i <;> simp only [Program.update, hj, if_true, if_false]
  · exact hS
  · exact h j

theorem unfolds_forked {first last : Term} {S S' : Core} {σ : Store} {i : Int} (h : Unfolds bodies S S') :
    Unfolds bodies (forked E t first last S σ i) (forked E t first last S' σ i) := by
  unfold forked
  split
  · exact h
  · exact .skip

theorem unfoldsFor_forked {n : Nat} {first last : Term} {S S' : Core} {σ : Store} {i : Int} (h : UnfoldsFor bodies n S S') :
    UnfoldsFor bodies n (forked E t first last S σ i) (forked E t first last S' σ i) := by
  unfold forked
  split
  · exact h
  · exact .skip

theorem unfolds_of_skip {S : Core} (h : Unfolds bodies S .skip) : S = .skip := by cases h; rfl

theorem unfoldsFor_of_skip {n : Nat} {U : Core} (h : UnfoldsFor bodies n .skip U) : U = .skip := by cases h; rfl

/-- A step of the unfolding is one of the statement. -/
theorem Unfolds.step {S U U' : Core} {σ σ' : Store} (h : Unfolds bodies S U) (hs : Core.Step bodies' E t (.run σ U) (.run σ' U')) :
    ∃ S', Core.Step bodies E t (.run σ S) (.run σ' S') ∧ Unfolds bodies S' U' := by
  induction h generalizing U' σ' t with
  | skip => cases hs
  | exit => cases hs
  | cut => cases hs with | actionOk hc => cases hc with | assume hf => exact absurd trivial hf
  | atomic => cases hs with | actionOk hc => exact ⟨_, .actionOk hc, .skip⟩
  | choice h h' => cases hs with
    | choiceLeft => exact ⟨_, .choiceLeft, h⟩
    | choiceRight => exact ⟨_, .choiceRight, h'⟩
  | loop h => cases hs with
    | loopDone => exact ⟨_, .loopDone, .skip⟩
    | loopUnroll => exact ⟨_, .loopUnroll, .seq h (.loop h)⟩
  | seq h h' ih => cases hs with
    | seqStep hs => obtain ⟨S', hs', h1⟩ := ih hs; exact ⟨_, .seqStep hs', .seq h1 h'⟩
    | seqSkip => cases h; exact ⟨_, .seqSkip, h'⟩
    | seqExit => cases h; exact ⟨_, .seqExit, .exit⟩
  | block h ih => cases hs with
    | blockStep hs => obtain ⟨S', hs', h1⟩ := ih hs; exact ⟨_, .blockStep hs', .block h1⟩
    | blockSkip => cases h; exact ⟨_, .blockSkip, .skip⟩
    | blockExit => cases h; exact ⟨_, .blockExit, .skip⟩
    | blockOut => cases h; exact ⟨_, .blockOut, .exit⟩
  | call h => cases hs with
    | seqStep hs => cases hs
    | seqSkip => exact ⟨_, .call, h⟩
  | scope h => cases hs with | scope => exact ⟨_, .scope, .seq h .atomic⟩
  | par h => cases hs with | fork => exact ⟨_, .fork, .branches fun i => unfolds_forked h⟩
  | branches h ih => cases hs with
    | branchStep hs => obtain ⟨S', hs', h1⟩ := ih _ hs; exact ⟨_, .branchStep hs', .branches (update_related h _ h1)⟩
    | join hended => exact ⟨_, .join fun i => unfolds_of_skip (hended i ▸ h i), .skip⟩

theorem Unfolds.wrong {S U : Core} {σ : Store} (h : Unfolds bodies S U) (hs : Core.Step bodies' E t (.run σ U) .wrong) :
    Core.Step bodies E t (.run σ S) .wrong := by
  induction h generalizing t with
  | atomic => cases hs with | actionWrong hc => exact .actionWrong hc
  | cut => cases hs with | actionWrong hc => cases hc
  | seq _ _ ih => cases hs with | seqWrong hs => exact .seqWrong (ih hs)
  | block _ ih => cases hs with | blockWrong hs => exact .blockWrong (ih hs)
  | call => cases hs with | seqWrong hs => cases hs
  | branches _ ih => cases hs with | branchWrong hs => exact .branchWrong (ih _ hs)
  | _ => cases hs

/-- A step of the statement is one of an unfolding that is deep enough. -/
theorem UnfoldsFor.step {n : Nat} {S S' U : Core} {σ σ' : Store} (h : UnfoldsFor bodies (n + 1) S U)
    (hs : Core.Step bodies E t (.run σ S) (.run σ' S')) : ∃ U', Core.Step bodies' E t (.run σ U) (.run σ' U') ∧ UnfoldsFor bodies n S' U' := by
  generalize hm : n + 1 = m at h
  induction h generalizing S' σ' t with
  | skip => cases hs
  | exit => cases hs
  | done => cases hm
  | atomic => cases hs with | actionOk hc => exact ⟨_, .actionOk hc, .skip⟩
  | choice h h' => cases hm; cases hs with
    | choiceLeft => exact ⟨_, .choiceLeft, h.fewer⟩
    | choiceRight => exact ⟨_, .choiceRight, h'.fewer⟩
  | loop h => cases hm; cases hs with
    | loopDone => exact ⟨_, .loopDone, .skip⟩
    | loopUnroll => exact ⟨_, .loopUnroll, .seq h.fewer (.loop h.fewer)⟩
  | seq h h' ih => cases hm; cases hs with
    | seqStep hs => obtain ⟨U', hs', h1⟩ := ih hs rfl; exact ⟨_, .seqStep hs', .seq h1 h'.fewer⟩
    | seqSkip => cases h; exact ⟨_, .seqSkip, h'.fewer⟩
    | seqExit => cases h; exact ⟨_, .seqExit, .exit⟩
  | block h ih => cases hm; cases hs with
    | blockStep hs => obtain ⟨U', hs', h1⟩ := ih hs rfl; exact ⟨_, .blockStep hs', .block h1⟩
    | blockSkip => cases h; exact ⟨_, .blockSkip, .skip⟩
    | blockExit => cases h; exact ⟨_, .blockExit, .skip⟩
    | blockOut => cases h; exact ⟨_, .blockOut, .exit⟩
  | call h => cases hm; cases hs with | call => exact ⟨_, .seqSkip, h⟩
  | scope h => cases hm; cases hs with | scope => exact ⟨_, .scope, .seq h.fewer .atomic⟩
  | par h => cases hm; cases hs with | fork => exact ⟨_, .fork, .branches fun i => unfoldsFor_forked h.fewer⟩
  | branches h ih => cases hm; cases hs with
    | branchStep hs => obtain ⟨U', hs', h1⟩ := ih _ hs rfl; exact ⟨_, .branchStep hs', .branches (update_related (fun i => (h i).fewer) _ h1)⟩
    | join hended => exact ⟨_, .join fun i => unfoldsFor_of_skip (hended i ▸ h i), .skip⟩

theorem UnfoldsFor.wrong {n : Nat} {S U : Core} {σ : Store} (h : UnfoldsFor bodies n S U) (hs : Core.Step bodies E t (.run σ S) .wrong) :
    Core.Step bodies' E t (.run σ U) .wrong := by
  induction h generalizing t with
  | atomic => cases hs with | actionWrong hc => exact .actionWrong hc
  | seq _ _ ih => cases hs with | seqWrong hs => exact .seqWrong (ih hs)
  | block _ ih => cases hs with | blockWrong hs => exact .blockWrong (ih hs)
  | branches _ ih => cases hs with | branchWrong hs => exact .branchWrong (ih _ hs)
  | _ => cases hs

end

section

variable {Thread : Type} {bodies bodies' : Nat → Core} {E : Parameters} {id : Thread → Int} {P Q : Program Thread Core} {σ σ' : Store}

/-- Whatever an unfolding does, the program does. -/
theorem unfolding_many (h : ∀ i, Unfolds bodies (P i) (Q i)) {Q' : Program Thread Core}
    (hmany : Many (ParStep fun i => Core.Step bodies' E (id i)) (.run σ Q) (.run σ' Q')) :
    ∃ P', Many (ParStep fun i => Core.Step bodies E (id i)) (.run σ P) (.run σ' P') ∧ ∀ i, Unfolds bodies (P' i) (Q' i) := by
  generalize hs : ParState.run σ' Q' = s at hmany
  induction hmany generalizing σ' Q' with
  | refl => cases hs; exact ⟨P, .refl, h⟩
  | @tail u _ _ hstep ih =>
    subst hs
    cases hstep with
    | @parallel _ _ _ i _ hstep =>
      obtain ⟨P₁, hmany, h₁⟩ := ih rfl
      obtain ⟨S', hstep', h'⟩ := (h₁ i).step hstep
      exact ⟨_, .tail hmany (.parallel hstep'), update_related h₁ i h'⟩

/-- Whatever the program does, an unfolding does that is deep enough. -/
theorem many_unfolding {P' : Program Thread Core} (hmany : Many (ParStep fun i => Core.Step bodies E (id i)) (.run σ P) (.run σ' P')) :
    ∃ n, ∀ k Q, (∀ i, UnfoldsFor bodies (n + k) (P i) (Q i)) →
      ∃ Q', Many (ParStep fun i => Core.Step bodies' E (id i)) (.run σ Q) (.run σ' Q') ∧ ∀ i, UnfoldsFor bodies k (P' i) (Q' i) := by
  generalize hs : ParState.run σ' P' = s at hmany
  induction hmany generalizing σ' P' with
  | refl => cases hs; exact ⟨0, fun k Q h => ⟨Q, .refl, by simpa using h⟩⟩
  | @tail u _ _ hstep ih =>
    subst hs
    cases hstep with
    | @parallel _ _ _ i _ hstep =>
      obtain ⟨n, hn⟩ := ih rfl
      refine ⟨n + 1, fun k Q h => ?_⟩
      obtain ⟨Q₁, hmany, h₁⟩ := hn (k + 1) Q fun i => by rw [show n + (k + 1) = n + 1 + k by omega]; exact h i
      obtain ⟨U', hstep', h'⟩ := (h₁ i).step (bodies' := bodies') hstep
      exact ⟨_, .tail hmany (.parallel hstep'), update_related (fun j => (h₁ j).fewer) i h'⟩

/-- **A program with procedures goes wrong** if and only if its unfolding to some depth does. -/
theorem goesWrong_iff_unfolding : GoesWrong (fun i => Core.Step bodies E (id i)) P σ ↔
    ∃ d, GoesWrong (fun i => Core.Step bodies' E (id i)) (fun i => unfold bodies d (P i)) σ := by
  constructor
  · intro h
    cases h with
    | tail hmany hstep =>
      cases hstep with
      | @parallelWrong σ₁ P₁ i hstep =>
        obtain ⟨n, hn⟩ := many_unfolding (bodies' := bodies') hmany
        obtain ⟨Q₁, hmany', h₁⟩ := hn 0 _ fun i => unfoldsFor_unfold (n + 0) (P i)
        exact ⟨_, .tail hmany' (.parallelWrong ((h₁ i).wrong hstep))⟩
  · rintro ⟨d, h⟩
    cases h with
    | tail hmany hstep =>
      cases hstep with
      | @parallelWrong σ₁ Q₁ i hstep =>
        obtain ⟨P₁, hmany', h₁⟩ := unfolding_many (bodies := bodies) (P := P) (fun i => unfolds_unfold d (P i)) hmany
        exact .tail hmany' (.parallelWrong ((h₁ i).wrong hstep))

/-- **A program with procedures comes to a store** if and only if its unfolding to some depth does. -/
theorem reachable_iff_unfolding : Reachable (fun i => Core.Step bodies E (id i)) P σ σ' ↔
    ∃ d, Reachable (fun i => Core.Step bodies' E (id i)) (fun i => unfold bodies d (P i)) σ σ' := by
  constructor
  · rintro ⟨P', h⟩
    obtain ⟨n, hn⟩ := many_unfolding (bodies' := bodies') h
    obtain ⟨Q', hmany, _⟩ := hn 0 _ fun i => unfoldsFor_unfold (n + 0) (P i)
    exact ⟨_, Q', hmany⟩
  · rintro ⟨d, Q', h⟩
    obtain ⟨P', hmany, _⟩ := unfolding_many (bodies := bodies) (P := P) (fun i => unfolds_unfold d (P i)) h
    exact ⟨P', hmany⟩

end

end Plato
