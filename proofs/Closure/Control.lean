/-
# A thread goes where its control says, and nowhere else

Main definitions: `statementOf`, `framesCore`, `Waiter`, `Expansion.Has`, `Control.Right`. Main results: `expand_sound`, `expand_ended`, `expand_exit`, `controlsFrom_right`.
-/
module

public import Plato.Closure.Control
public import Closure.Sorts
public import Replay.Stack

@[expose] public section

namespace Plato

/-! ## Statements by number -/

/-- The statement of that number, as a claim has it. -/
noncomputable def statementOf (p : ProgramTables) (statement : Nat) : Core := ((codes p.statements).getD statement .skip).core p.tables

/-- The statement, as a line and the statements before it make it. -/
noncomputable def StatementShape.core (p : ProgramTables) : StatementShape → Core
  | .skip => .skip
  | .atomic c => .atomic (c.command p.tables)
  | .choice S T => .choice (statementOf p S) (statementOf p T)
  | .seq S T => .seq (statementOf p S) (statementOf p T)
  | .loop S => .loop (statementOf p S)
  | .block S => .block (statementOf p S)
  | .exit level => .exit level
  | .call procedure => .call procedure
  | .scope locals S => .scope locals (statementOf p S)
  | .par first last S => .par (p.tables.term first) (p.tables.term last) (statementOf p S)

theorem statementOf_eq {p : ProgramTables} {S : Nat} (h : (p.shapeOf S).isAbove S = true)
    (hpar : ∀ first last T, p.shapeOf S ≠ .par first last T) : statementOf p S = (p.shapeOf S).core p := by
  by_cases hS : S < p.statements.size
  · obtain ⟨before, hcode, hbefore⟩ := codesFrom_shape p.statements 0 #[] rfl S hS (Nat.zero_le _)
    have hshape : p.shapeOf S = p.statements[S].shape := by simp [ProgramTables.shapeOf, hS]
    rw [hshape] at h hpar ⊢
    unfold statementOf codes
    rw [hcode]
    cases hs : p.statements[S].shape with
    | par first last T => exact absurd hs (hpar first last T)
    | _ =>
      rw [hs] at h
      simp only [StatementShape.isAbove, Bool.and_eq_true, decide_eq_true_eq] at h
      simp [StatementShape.code, StatementShape.core, Code.core, statementOf, codes, h, hbefore]
  · have hsize : (codes p.statements).size = p.statements.size := codesFrom_size _ 0 #[] rfl (Nat.zero_le _)
    have : ¬ S < (codes p.statements).size := by omega
    simp [statementOf, ProgramTables.shapeOf, hS, StatementShape.core, Array.getD, this, Code.core]

/-! ## Frames -/

/-- What a frame means by itself. -/
noncomputable def Frame.core (p : ProgramTables) : Frame → Core
  | .skip => .skip
  | .code S => statementOf p S
  | .block => .block .skip
  | .exit level => .exit level

/-- A statement with frames after it. -/
noncomputable def before (p : ProgramTables) (S : Core) : List Frame → Core
  | [] => S
  | .block :: rest => before p (.block S) rest
  | frame :: rest => before p (.seq S (frame.core p)) rest

/-- The statement that frames mean. -/
noncomputable def framesCore (p : ProgramTables) : List Frame → Core
  | [] => .skip
  | frame :: rest => before p (frame.core p) rest

/-- What is left to do, with frames after it. -/
noncomputable def beforeState (p : ProgramTables) (rest : List Frame) : SeqState Store Core → SeqState Store Core
  | .run σ S => .run σ (before p S rest)
  | .wrong => .wrong

section

variable {p : ProgramTables} {bodies : Nat → Core} {E : Parameters} {id : Int}

/-- The statement is done, or leaves blocks. -/
def Core.IsOver (S : Core) : Prop := S = .skip ∨ ∃ level, S = .exit level

/-- A step of a statement with frames after it is one of the statement, unless it is over. -/
theorem before_step {σ : Store} {rest : List Frame} {S : Core} {r : SeqState Store Core} (hS : ¬ S.IsOver)
    (h : Core.Step bodies E id (.run σ (before p S rest)) r) : ∃ r₀, Core.Step bodies E id (.run σ S) r₀ ∧ r = beforeState p rest r₀ := by
  induction rest generalizing S with
  | nil => exact ⟨r, h, by cases r <;> rfl⟩
  | cons frame rest ih =>
    have hseq (F : Core) (h : Core.Step bodies E id (.run σ (before p (.seq S F) rest)) r) :
        ∃ r₀, Core.Step bodies E id (.run σ S) r₀ ∧ r = (match r₀ with | .run σ' S' => .run σ' (before p (.seq S' F) rest) | .wrong => .wrong) := by
      obtain ⟨r₀, h₀, hr⟩ := ih (by simp [Core.IsOver]) h
      cases h₀ with
      | seqStep h₀ => exact ⟨_, h₀, hr⟩
      | seqSkip => exact absurd (.inl rfl) hS
      | seqExit => exact absurd (.inr ⟨_, rfl⟩) hS
      | seqWrong h₀ => exact ⟨_, h₀, hr⟩
    cases frame with
    | block =>
      obtain ⟨r₀, h₀, hr⟩ := ih (S := .block S) (by simp [Core.IsOver]) h
      cases h₀ with
      | blockStep h₀ => exact ⟨_, h₀, hr⟩
      | blockSkip => exact absurd (.inl rfl) hS
      | blockExit => exact absurd (.inr ⟨_, rfl⟩) hS
      | blockOut => exact absurd (.inr ⟨_, rfl⟩) hS
      | blockWrong h₀ => exact ⟨_, h₀, hr⟩
    | skip =>
      obtain ⟨r₀, h₀, hr⟩ := hseq _ h
      exact ⟨r₀, h₀, by cases r₀ <;> exact hr⟩
    | code =>
      obtain ⟨r₀, h₀, hr⟩ := hseq _ h
      exact ⟨r₀, h₀, by cases r₀ <;> exact hr⟩
    | exit =>
      obtain ⟨r₀, h₀, hr⟩ := hseq _ h
      exact ⟨r₀, h₀, by cases r₀ <;> exact hr⟩

theorem before_skip {S : Core} {rest : List Frame} (h : before p S rest = .skip) : rest = [] ∧ S = .skip := by
  induction rest generalizing S with
  | nil => exact ⟨rfl, h⟩
  | cons frame rest ih => cases frame <;> exact absurd (ih h).2 (by simp)

/-- What waits for an activation to end: the command that gives entries back, if it is that of a scope, and frames. -/
structure Waiter where
  giving : Option Command
  rest : List Frame

/-- What is left to do in an activation, with what waits for its end. -/
noncomputable def Waiter.core (p : ProgramTables) (w : Waiter) (S : Core) : Core :=
  match w.giving with
  | none => before p S w.rest
  | some command => before p (.seq S (.atomic command)) w.rest

/-- The step is one that the expansion has. -/
def Expansion.Has (p : ProgramTables) (E : Parameters) (id : Int) (σ : Store) (r : SeqState Store Core) : Expansion → Prop
  | .ended => False
  | .silent next => ∃ frames ∈ next, r = .run σ (framesCore p frames)
  | .act command after =>
    (∃ σ', (command.command p.tables).Runs E id σ (.store σ') ∧ r = .run σ' (framesCore p after)) ∨
      ((command.command p.tables).Runs E id σ .wrong ∧ r = .wrong)
  | .enter _ body kept rest => r = .run σ (Waiter.core p ⟨kept.map fun locals => restoring locals id σ, rest⟩ (body.core p)) ∧ (kept = none → rest ≠ [])

theorem expandSkip_sound {σ : Store} {rest : List Frame} {r : SeqState Store Core}
    (h : Core.Step bodies E id (.run σ (before p .skip rest)) r) : (expandSkip rest).Has p E id σ r := by
  cases rest with
  | nil => cases h
  | cons frame rest =>
    have hseq (F : Core) (h : Core.Step bodies E id (.run σ (before p (.seq .skip F) rest)) r) : r = .run σ (before p F rest) := by
      obtain ⟨r₀, h₀, hr⟩ := before_step (by simp [Core.IsOver]) h
      cases h₀ with
      | seqStep h₀ => cases h₀
      | seqSkip => exact hr
      | seqWrong h₀ => cases h₀
    cases frame with
    | block =>
      obtain ⟨r₀, h₀, hr⟩ := before_step (S := .block .skip) (by simp [Core.IsOver]) h
      cases h₀ with
      | blockStep h₀ => cases h₀
      | blockSkip => exact ⟨_, List.mem_singleton.mpr rfl, hr⟩
      | blockWrong h₀ => cases h₀
    | skip => exact ⟨_, List.mem_singleton.mpr rfl, hseq _ h⟩
    | code => exact ⟨_, List.mem_singleton.mpr rfl, hseq _ h⟩
    | exit => exact ⟨_, List.mem_singleton.mpr rfl, hseq _ h⟩

theorem expandExit_sound {σ : Store} {rest : List Frame} {level : Nat} {r : SeqState Store Core}
    (h : Core.Step bodies E id (.run σ (before p (.exit level) rest)) r) : (expandExit level rest).Has p E id σ r := by
  cases rest with
  | nil => cases h
  | cons frame rest =>
    have hseq (F : Core) (h : Core.Step bodies E id (.run σ (before p (.seq (.exit level) F) rest)) r) : r = .run σ (before p (.exit level) rest) := by
      obtain ⟨r₀, h₀, hr⟩ := before_step (by simp [Core.IsOver]) h
      cases h₀ with
      | seqStep h₀ => cases h₀
      | seqExit => exact hr
      | seqWrong h₀ => cases h₀
    cases frame with
    | block =>
      obtain ⟨r₀, h₀, hr⟩ := before_step (S := .block (.exit level)) (by simp [Core.IsOver]) h
      cases h₀ with
      | blockStep h₀ => cases h₀
      | blockExit => exact ⟨_, List.mem_singleton.mpr rfl, hr⟩
      | blockOut => exact ⟨_, List.mem_singleton.mpr rfl, hr⟩
      | blockWrong h₀ => cases h₀
    | skip => exact ⟨_, List.mem_singleton.mpr rfl, hseq _ h⟩
    | code => exact ⟨_, List.mem_singleton.mpr rfl, hseq _ h⟩
    | exit => exact ⟨_, List.mem_singleton.mpr rfl, hseq _ h⟩

theorem bodyFrame_core (procedure : Nat) : (p.bodyFrame procedure).core p = p.bodies procedure := by
  rw [← body_core]
  simp only [ProgramTables.bodyFrame, Runnable.body]
  cases p.procedures[procedure]? <;> rfl

/-- The frames mean the statement of the shape, where it is one that is expanded. -/
theorem code_core {S : Nat} {shape : StatementShape} (hs : p.shapeOf S = shape) (h : shape.isAbove S = true)
    (hpar : ∀ first last T, shape ≠ .par first last T) : (Frame.code S).core p = shape.core p := by
  subst hs
  exact statementOf_eq h hpar

/-- **Steps.** What a thread can do next is in the expansion. -/
theorem expand_sound {depth : Nat} {frames : List Frame} {e : Expansion} (h : expand p depth frames = .ok e) {σ : Store} {r : SeqState Store Core}
    (hstep : Core.Step p.bodies E id (.run σ (framesCore p frames)) r) : e.Has p E id σ r := by
  induction depth generalizing frames with
  | zero => simp [expand] at h
  | succ depth ih =>
    unfold expand at h
    split at h
    · cases hstep
    · injection h with h; subst h; exact expandSkip_sound hstep
    · injection h with h
      subst h
      obtain ⟨r₀, h₀, hr⟩ := before_step (S := .block .skip) (by simp [Core.IsOver]) hstep
      cases h₀ with
      | blockStep h₀ => cases h₀
      | blockSkip => exact ⟨_, List.mem_singleton.mpr rfl, hr⟩
      | blockWrong h₀ => cases h₀
    · injection h with h; subst h; exact expandExit_sound hstep
    · rename_i S rest
      obtain ⟨_, habove, h⟩ := bind_ok.mp h
      have habove := require_ok.mp habove
      simp only [framesCore] at hstep
      split at h
      · rename_i hs
        rw [hs] at habove
        rw [code_core hs habove (by simp)] at hstep
        injection h with h; subst h; exact expandSkip_sound hstep
      · rename_i command hs
        rw [hs] at habove
        rw [code_core hs habove (by simp)] at hstep
        injection h with h
        subst h
        obtain ⟨r₀, h₀, hr⟩ := before_step (by simp [Core.IsOver, StatementShape.core]) hstep
        cases h₀ with
        | actionOk h₀ => exact .inl ⟨_, h₀, hr⟩
        | actionWrong h₀ => exact .inr ⟨h₀, hr⟩
      · rename_i T U hs
        rw [hs] at habove
        rw [code_core hs habove (by simp)] at hstep
        injection h with h
        subst h
        obtain ⟨r₀, h₀, hr⟩ := before_step (by simp [Core.IsOver, StatementShape.core]) hstep
        cases h₀ with
        | choiceLeft => exact ⟨.code T :: rest, by simp, hr⟩
        | choiceRight => exact ⟨.code U :: rest, by simp, hr⟩
      · rename_i T U hs
        rw [hs] at habove
        rw [code_core hs habove (by simp)] at hstep
        exact ih h hstep
      · rename_i T hs
        rw [hs] at habove
        have hcore := code_core (p := p) hs habove (by simp)
        rw [hcore] at hstep
        injection h with h
        subst h
        obtain ⟨r₀, h₀, hr⟩ := before_step (by simp [Core.IsOver, StatementShape.core]) hstep
        cases h₀ with
        | loopDone => exact ⟨.skip :: rest, by simp, hr⟩
        | loopUnroll =>
          refine ⟨.code T :: .code S :: rest, by simp, ?_⟩
          simp only [framesCore, before, hcore]
          exact hr
      · rename_i T hs
        rw [hs] at habove
        rw [code_core hs habove (by simp)] at hstep
        exact ih h hstep
      · rename_i level hs
        rw [hs] at habove
        rw [code_core hs habove (by simp)] at hstep
        injection h with h; subst h; exact expandExit_sound hstep
      · rename_i procedure hs
        rw [hs] at habove
        rw [code_core hs habove (by simp)] at hstep
        obtain ⟨r₀, h₀, hr⟩ := before_step (by simp [Core.IsOver, StatementShape.core]) hstep
        cases h₀ with | call =>
        split at h
        · injection h with h
          subst h
          refine ⟨_, List.mem_singleton.mpr rfl, ?_⟩
          simp only [framesCore, bodyFrame_core]
          exact hr
        split at h
        · injection h with h
          subst h
          refine ⟨?_, by simp⟩
          simp only [Option.map_none, Waiter.core, bodyFrame_core]
          exact hr
        · injection h with h
          subst h
          refine ⟨_, List.mem_singleton.mpr rfl, ?_⟩
          simp only [framesCore, bodyFrame_core]
          exact hr
      · rename_i locals T hs
        rw [hs] at habove
        rw [code_core hs habove (by simp)] at hstep
        injection h with h
        subst h
        obtain ⟨r₀, h₀, hr⟩ := before_step (by simp [Core.IsOver, StatementShape.core]) hstep
        cases h₀ with | scope => exact ⟨hr, by simp⟩
      · simp at h

/-- Where a thread has ended, the expansion says so. -/
theorem expand_ended {depth : Nat} {frames : List Frame} {e : Expansion} (h : expand p depth frames = .ok e) (hskip : framesCore p frames = .skip) :
    e = .ended := by
  induction depth generalizing frames with
  | zero => simp [expand] at h
  | succ depth ih =>
    unfold expand at h
    split at h
    · injection h with h; exact h.symm
    · injection h with h
      obtain ⟨rfl, _⟩ := before_skip hskip
      exact h.symm
    · exact absurd (before_skip hskip).2 (by simp [Frame.core])
    · exact absurd (before_skip hskip).2 (by simp [Frame.core])
    · rename_i S rest
      obtain ⟨_, habove, h⟩ := bind_ok.mp h
      have habove := require_ok.mp habove
      obtain ⟨rfl, hS⟩ := before_skip hskip
      split at h
      case h_1 => injection h with h; exact h.symm
      all_goals
        rename_i hs
        try rw [hs] at habove
        first
          | (simp at h; done)
          | (rw [code_core hs habove (by simp)] at hS; simp [StatementShape.core] at hS)

theorem before_exit {S : Core} {rest : List Frame} {level : Nat} (h : before p S rest = .exit level) : rest = [] ∧ S = .exit level := by
  induction rest generalizing S with
  | nil => exact ⟨rfl, h⟩
  | cons frame rest ih => cases frame <;> exact absurd (ih h).2 (by simp)

/-- Where an exit has left all blocks, it leads nowhere. -/
theorem expand_exit {depth : Nat} {frames : List Frame} {e : Expansion} (h : expand p depth frames = .ok e) {level : Nat}
    (hexit : framesCore p frames = .exit level) : e = .silent [] := by
  induction depth generalizing frames with
  | zero => simp [expand] at h
  | succ depth ih =>
    unfold expand at h
    split at h
    · simp [framesCore] at hexit
    · exact absurd (before_exit hexit).2 (by simp [Frame.core])
    · exact absurd (before_exit hexit).2 (by simp [Frame.core])
    · injection h with h
      obtain ⟨rfl, _⟩ := before_exit hexit
      exact h.symm
    · rename_i S rest
      obtain ⟨_, habove, h⟩ := bind_ok.mp h
      have habove := require_ok.mp habove
      obtain ⟨rfl, hS⟩ := before_exit hexit
      split at h
      case h_7 => injection h with h; exact h.symm
      all_goals
        rename_i hs
        try rw [hs] at habove
        first
          | (simp at h; done)
          | (rw [code_core hs habove (by simp)] at hS; simp [StatementShape.core] at hS)

end

/-! ## Controls -/

theorem Frame.same_eq {a b : Frame} (h : a.same b = true) : a = b := by
  unfold Frame.same at h
  split at h <;> simp_all

theorem sameFrames_eq {a b : List Frame} (h : sameFrames a b = true) : a = b := by
  fun_induction sameFrames a b with
  | case1 => rfl
  | case2 a as b bs ih =>
    simp only [Bool.and_eq_true] at h
    rw [Frame.same_eq h.1, ih h.2]
  | case3 => simp at h

theorem isAmongFrames_mem {frames : List Frame} {all : List (List Frame)} (h : isAmongFrames frames all = true) : frames ∈ all := by
  induction all with
  | nil => simp [isAmongFrames] at h
  | cons other rest ih =>
    simp only [isAmongFrames, Bool.or_eq_true] at h
    rcases h with h | h
    · rw [sameFrames_eq h]; exact List.mem_cons_self
    · exact List.mem_cons_of_mem _ (ih h)

theorem areAmongFrames_mem {some all : List (List Frame)} (h : areAmongFrames some all = true) : ∀ frames ∈ some, frames ∈ all := by
  induction some with
  | nil => simp
  | cons frames rest ih =>
    simp only [areAmongFrames, Bool.and_eq_true] at h
    intro other ho
    rcases List.mem_cons.mp ho with rfl | ho
    · exact isAmongFrames_mem h.1
    · exact ih h.2 other ho

theorem findFrames_sound {frames : List Frame} {all : Array (List Frame)} (i : Nat) {n : Nat} (h : findFrames frames all i = some n) :
    all[n]? = some frames := by
  fun_induction findFrames frames all i with
  | case1 i hi hs =>
    injection h with h
    subst h
    rw [sameFrames_eq hs]
    simp [hi]
  | case2 i hi _ ih => exact ih h
  | case3 => simp at h

/-- What the expansion of a list of frames says is in the control. -/
def Expansion.In (p : ProgramTables) (S : Sorts) (all : Array (List Frame)) (control : Control) : Expansion → Prop
  | .ended => control.ends = true
  | .silent next => next ≠ [] ∧ ∀ frames ∈ next, frames ∈ control.seen
  | .act command after => ∃ edge ∈ control.edges, edge.command = command ∧ all[edge.target]? = some after ∧
      ∃ effort left, sortsCommand p.tables S command effort = .ok left
  | .enter statement body kept rest => ∃ entrance ∈ control.entrances, entrance.statement = statement ∧ entrance.kept = kept.getD [] ∧ all[entrance.first]? = some [body] ∧
      all[entrance.after]? = some (.skip :: rest) ∧ ∀ x ∈ entrance.kept, S.isOwn x = true ∧ x ∉ p.specification.races

theorem areKept_sound {S : Sorts} {races names : List Nat} (h : areKept S races names = true) : ∀ x ∈ names, S.isOwn x = true ∧ x ∉ races := by
  induction names with
  | nil => simp
  | cons name rest ih =>
    simp only [areKept, Bool.and_eq_true, Bool.not_eq_true'] at h
    intro x hx
    rcases List.mem_cons.mp hx with rfl | hx
    · exact ⟨h.1.1, by simpa using h.1.2⟩
    · exact ih h.2 x hx

/-- All that can happen where a thread has one of the lists of frames to do is in the control. -/
def Control.Right (p : ProgramTables) (S : Sorts) (all : Array (List Frame)) (control : Control) : Prop :=
  ∀ frames ∈ control.seen, ∃ e, expand p expandDepth frames = .ok e ∧ e.In p S all control

/-- What is in a control stays in it when edges are added. -/
theorem edgesFrom_sound {p : ProgramTables} {S : Sorts} {all : Array (List Frame)} {cost : Nat} {todo : List (List Frame)} {control : Control} {effort : Nat}
    {r : Evaluated Control} (h : edgesFrom p S all cost todo control effort = .ok r) :
    r.known.seen = control.seen ∧ (control.ends = true → r.known.ends = true) ∧ (∀ edge ∈ control.edges, edge ∈ r.known.edges) ∧
      (∀ entrance ∈ control.entrances, entrance ∈ r.known.entrances) ∧ ∀ frames ∈ todo, ∃ e, expand p expandDepth frames = .ok e ∧ e.In p S all r.known := by
  induction todo generalizing control effort with
  | nil =>
    injection h with h
    subst h
    exact ⟨rfl, id, fun _ he => he, fun _ he => he, by simp⟩
  | cons frames rest ih =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨e, he, h⟩ := bind_ok.mp h
    cases e with
    | ended =>
      obtain ⟨hseen, hends, hedges, hentries, hrest⟩ := ih h
      refine ⟨hseen, fun _ => hends rfl, hedges, hentries, fun other ho => ?_⟩
      rcases List.mem_cons.mp ho with rfl | ho
      · exact ⟨_, he, hends rfl⟩
      · exact hrest other ho
    | silent next =>
      cases next with
      | nil => simp at h
      | cons first others =>
        obtain ⟨_, hin, h⟩ := bind_ok.mp h
        obtain ⟨hseen, hends, hedges, hentries, hrest⟩ := ih h
        refine ⟨hseen, hends, hedges, hentries, fun other ho => ?_⟩
        rcases List.mem_cons.mp ho with rfl | ho
        · exact ⟨_, he, by simp, fun k hk => hseen ▸ areAmongFrames_mem (require_ok.mp hin) k hk⟩
        · exact hrest other ho
    | act command after =>
      obtain ⟨target, hfind, h⟩ := bind_ok.mp h
      obtain ⟨left, hsorts, h⟩ := bind_ok.mp h
      obtain ⟨hseen, hends, hedges, hentries, hrest⟩ := ih h
      refine ⟨hseen, hends, fun edge hedge => hedges edge (List.mem_cons_of_mem _ hedge), hentries, fun other ho => ?_⟩
      rcases List.mem_cons.mp ho with rfl | ho
      · exact ⟨_, he, ⟨command, target⟩, hedges _ List.mem_cons_self, rfl, findFrames_sound 0 (orReject_ok.mp hfind), _, _, hsorts⟩
      · exact hrest other ho
    | enter statement body kept later =>
      obtain ⟨_, hkept, h⟩ := bind_ok.mp h
      obtain ⟨first, hfirst, h⟩ := bind_ok.mp h
      obtain ⟨after, hafter, h⟩ := bind_ok.mp h
      obtain ⟨hseen, hends, hedges, hentries, hrest⟩ := ih h
      refine ⟨hseen, hends, hedges, fun entrance hentrance => hentries entrance (List.mem_cons_of_mem _ hentrance), fun other ho => ?_⟩
      rcases List.mem_cons.mp ho with rfl | ho
      · exact ⟨_, he, ⟨statement, kept.getD [], first, after⟩, hentries _ List.mem_cons_self, rfl, rfl, findFrames_sound 0 (orReject_ok.mp hfirst),
          findFrames_sound 0 (orReject_ok.mp hafter), areKept_sound (require_ok.mp hkept)⟩
      · exact hrest other ho

/-- The control of a list of frames has it, and all that can happen there. -/
theorem controlOf_right {p : ProgramTables} {S : Sorts} {all : Array (List Frame)} {frames : List Frame} {effort : Nat} {r : Evaluated Control}
    (h : controlOf p S all frames effort = .ok r) : frames ∈ r.known.seen ∧ r.known.Right p S all := by
  obtain ⟨⟨seen, _⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨_, hmem, h⟩ := bind_ok.mp h
  obtain ⟨hseen, _, _, _, hall⟩ := edgesFrom_sound h
  refine ⟨hseen ▸ isAmongFrames_mem (require_ok.mp hmem), fun k hk => hall k ?_⟩
  rw [hseen] at hk
  exact hk

/-- Each list of frames has its control. -/
theorem controlsFrom_right {p : ProgramTables} {S : Sorts} {all : Array (List Frame)} (i : Nat) (out : Array Control) (effort : Nat)
    {r : Evaluated (Array Control)} (hsize : out.size = i)
    (hout : ∀ (n : Nat) (frames : List Frame), n < i → all[n]? = some frames → ∃ control : Control, out[n]? = some control ∧ frames ∈ control.seen ∧ control.Right p S all)
    (h : controlsFrom p S all i out effort = .ok r) :
    ∀ (n : Nat) (frames : List Frame), all[n]? = some frames →
      ∃ control : Control, r.known[n]? = some control ∧ frames ∈ control.seen ∧ control.Right p S all := by
  fun_induction controlsFrom p S all i out effort with
  | case1 i out effort hi ih =>
    obtain ⟨⟨control, left⟩, hcontrol, h⟩ := bind_ok.mp h
    refine ih control left (by simp [hsize]) (fun n frames hn hframes => ?_) h
    by_cases he : n = i
    · subst he
      obtain ⟨hmem, hright⟩ := controlOf_right hcontrol
      rw [Array.getElem?_eq_getElem hi] at hframes
      injection hframes with hframes
      subst hframes
      exact ⟨control, by rw [Array.getElem?_push, if_pos hsize.symm], hmem, hright⟩
    · obtain ⟨c, hc, hmem, hright⟩ := hout n frames (by omega) hframes
      exact ⟨c, by rw [Array.getElem?_push, if_neg (by omega)]; exact hc, hmem, hright⟩
  | case2 i out effort hi =>
    injection h with h
    subst h
    intro n frames hframes
    refine hout n frames ?_ hframes
    have : n < all.size := (Array.getElem?_eq_some_iff.mp hframes).1
    omega

theorem haveNoEntrances_sound {controls : Array Control} (i : Nat) (h : haveNoEntrances controls i = true) :
    ∀ (n : Nat) (control : Control), controls[n]? = some control → i ≤ n → control.entrances = [] := by
  fun_induction haveNoEntrances controls i with
  | case1 i hi hnone ih =>
    intro n control hn hin
    by_cases he : i = n
    · subst he
      rw [Array.getElem?_eq_getElem hi] at hn
      injection hn with hn
      rw [← hn, hnone]
    · exact ih h n control hn (by omega)
  | case2 => simp at h
  | case3 i hi =>
    intro n control hn hin
    exact absurd (Nat.lt_of_le_of_lt hin (Array.getElem?_eq_some_iff.mp hn).1) hi

end Plato
