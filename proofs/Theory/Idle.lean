/-
# Steps that do nothing

A program with steps that do nothing, such as a proof adds, behaves as the program without them: each does what the other does, up to such
steps. So both satisfy the same specifications, if the guarantee allows that nothing happens. How sequences are grouped does not matter, either.

Main definitions: `Core.onto`, `Core.thin`, `Thin`. Main results: `thin_step` and `thin_follows` (each follows the other), `sat_of_thin` and `thin_sat`.
-/
module

public import Plato.Meaning.Open
public import Plato.Meaning.Statement
public import Theory.Update

@[expose] public section

namespace Plato

/-- The command does nothing. -/
def Command.isNothing : Command → Bool
  | .assign [] => true
  | _ => false

/-- One statement after the other; a second one that does nothing is left out. -/
def Core.link (S rest : Core) : Core :=
  match rest with
  | .skip => S
  | rest => .seq S rest

/-- The statement without steps that do nothing, and the rest after it. -/
def Core.onto : Core → (rest : Core) → Core
  | .seq S T, rest => S.onto (T.onto rest)
  | .skip, rest => rest
  | .atomic c, rest => if c.isNothing then rest else (Core.atomic c).link rest
  | .choice S T, rest => (Core.choice (S.onto .skip) (T.onto .skip)).link rest
  | .loop S, rest => (Core.loop (S.onto .skip)).link rest
  | .block S, rest => (Core.block (S.onto .skip)).link rest
  | .exit level, rest => (Core.exit level).link rest
  | .call procedure, rest => (Core.call procedure).link rest
  | .scope locals S, rest => (Core.scope locals (S.onto .skip)).link rest
  | .par first last S, rest => (Core.par first last (S.onto .skip)).link rest
  | .branches under, rest => (Core.branches under).link rest

/-- The statement without steps that do nothing. -/
def Core.thin (S : Core) : Core := S.onto .skip

/-- The second statement is the first one without some steps that do nothing; either may be under way. -/
inductive Thin : Core → Core → Prop where
  | skip : Thin .skip .skip
  | nothing {c} : c.isNothing = true → Thin (.atomic c) .skip
  | atomic {c} : Thin (.atomic c) (.atomic c)
  | choice {S T S' T'} : Thin S S' → Thin T T' → Thin (.choice S T) (.choice S' T')
  | seq {S T S' T'} : Thin S S' → Thin T T' → Thin (.seq S T) (.seq S' T')
  | before {S T T'} : Thin S .skip → Thin T T' → Thin (.seq S T) T'
  | after {S T S'} : Thin S S' → Thin T .skip → Thin (.seq S T) S'
  | regroup {S T U V} : Thin (.seq S (.seq T U)) V → Thin (.seq (.seq S T) U) V
  | loop {S S'} : Thin S S' → Thin (.loop S) (.loop S')
  | block {S S'} : Thin S S' → Thin (.block S) (.block S')
  | exit {level} : Thin (.exit level) (.exit level)
  | left {level T} : Thin (.seq (.exit level) T) (.exit level)
  | call {procedure} : Thin (.call procedure) (.call procedure)
  | scope {locals S S'} : Thin S S' → Thin (.scope locals S) (.scope locals S')
  | par {first last S S'} : Thin S S' → Thin (.par first last S) (.par first last S')
  /-- Only finitely many branches have nothing to do but such steps. -/
  | branches {rest rest' : Int → Core} (numbers : List Int) : (∀ i, i ∉ numbers → rest' i = .skip → rest i = .skip) →
    (∀ i, Thin (rest i) (rest' i)) → Thin (.branches rest) (.branches rest')

theorem thin_link {S S' T R : Core} (hS : Thin S S') (hT : Thin T R) : Thin (.seq S T) (S'.link R) := by
  unfold Core.link
  split
  · exact .after hS hT
  · exact .seq hS hT

theorem thin_refl_link {S S' : Core} (hS : Thin S S') : Thin S (S'.link .skip) := hS

theorem thin_refl (S : Core) : Thin S S := by
  induction S with
  | branches rest ih => exact .branches [] (fun _ _ h => h) ih
  | _ => constructor <;> assumption

/-- A statement in sequence is thinned onto what is thin. -/
theorem thin_onto (S : Core) : (Thin S (S.onto .skip)) ∧ ∀ {T R : Core}, Thin T R → Thin (.seq S T) (S.onto R) := by
  induction S with
  | skip => exact ⟨.skip, fun h => .before .skip h⟩
  | atomic c =>
    simp only [Core.onto]
    split
    · rename_i hc; exact ⟨.nothing hc, fun h => .before (.nothing hc) h⟩
    · exact ⟨.atomic, thin_link .atomic⟩
  | choice S T ihS ihT => exact ⟨.choice ihS.1 ihT.1, thin_link (.choice ihS.1 ihT.1)⟩
  | seq S T ihS ihT => exact ⟨ihS.2 ihT.1, fun h => .regroup (ihS.2 (ihT.2 h))⟩
  | loop S ih => exact ⟨.loop ih.1, thin_link (.loop ih.1)⟩
  | block S ih => exact ⟨.block ih.1, thin_link (.block ih.1)⟩
  | exit level => exact ⟨.exit, thin_link .exit⟩
  | call p => exact ⟨.call, thin_link .call⟩
  | scope locals S ih => exact ⟨.scope ih.1, thin_link (.scope ih.1)⟩
  | par first last S ih => exact ⟨.par ih.1, thin_link (.par ih.1)⟩
  | branches rest => exact ⟨thin_refl _, thin_link (thin_refl _)⟩

theorem thin_thin (S : Core) : Thin S S.thin := (thin_onto S).1

section

variable {bodies bodies' : Nat → Core} {E : Parameters} {t : Int} {σ σ' : Store}

theorem nothing_runs {c : Command} (hc : c.isNothing = true) {r : Outcome Store} : c.Runs E t σ r ↔ r = .store σ := by
  cases c <;> simp only [Command.isNothing, Bool.false_eq_true] at hc
  rename_i changes
  cases changes with
  | cons => simp at hc
  | nil =>
    constructor
    · intro h; cases h; rfl
    · rintro rfl; exact .assign

theorem thin_of_skip {U : Core} (h : Thin .skip U) : U = .skip := by cases h; rfl

theorem thin_of_exit {n : Nat} {U : Core} (h : Thin (.exit n) U) : U = .exit n := by cases h; rfl

/-- Where branches start, they are thinner if their statement is. -/
theorem thin_forked {first last : Term} {S S' : Core} (h : Thin S S') :
    Thin (.branches (forked E t first last S σ)) (.branches (forked E t first last S' σ)) := by
  refine .branches ((List.range ((last.valueIn E t σ).toInt - (first.valueIn E t σ).toInt + 1).toNat).map fun k =>
    (first.valueIn E t σ).toInt + Int.ofNat k) (fun i hi _ => ?_) fun i => ?_
  · refine if_neg fun ⟨h1, h2⟩ => hi (List.mem_map.mpr ⟨(i - (first.valueIn E t σ).toInt).toNat, List.mem_range.mpr (by omega), ?_⟩)
    simp only [Int.ofNat_eq_natCast]
    omega
  · unfold forked
    split
    · exact h
    · exact .skip

/-- A branch that moves stays thinner. -/
theorem thin_branches {rest rest' : Int → Core} {numbers : List Int} (hn : ∀ i, i ∉ numbers → rest' i = .skip → rest i = .skip)
    (h : ∀ i, Thin (rest i) (rest' i)) (i : Int) {S U : Core} (hS : Thin S U) :
    Thin (.branches (Program.update rest i S)) (.branches (Program.update rest' i U)) := by
  refine .branches (i :: numbers) (fun j hj => ?_) fun j => ?_
  · have hne : j ≠ i := fun e => hj (e ▸ List.mem_cons_self)
    rw [Program.update_other _ hne, Program.update_other _ hne]
    exact hn j fun hm => hj (List.mem_cons_of_mem _ hm)
  · by_cases hj : j = i
    · subst hj; rw [Program.update_same, Program.update_same]; exact hS
    · rw [Program.update_other _ hj, Program.update_other _ hj]; exact h j

/-! ## What the statement does, it does without idle steps -/

/-- **A step of the statement** is one of the thinner one, or does nothing. -/
theorem thin_step (hbodies : ∀ p, Thin (bodies p) (bodies' p)) {S S' U : Core} (h : Thin S U)
    (hs : Core.Step bodies E t (.run σ S) (.run σ' S')) :
    (σ' = σ ∧ Thin S' U) ∨ ∃ U', Core.Step bodies' E t (.run σ U) (.run σ' U') ∧ Thin S' U' := by
  induction h generalizing S' σ' t with
  | skip => cases hs
  | exit => cases hs
  | nothing hc => cases hs with | actionOk hr => obtain h := (nothing_runs hc).mp hr; cases h; exact .inl ⟨rfl, .skip⟩
  | atomic => cases hs with | actionOk hr => exact .inr ⟨_, .actionOk hr, .skip⟩
  | choice h h' => cases hs with
    | choiceLeft => exact .inr ⟨_, .choiceLeft, h⟩
    | choiceRight => exact .inr ⟨_, .choiceRight, h'⟩
  | loop h => cases hs with
    | loopDone => exact .inr ⟨_, .loopDone, .skip⟩
    | loopUnroll => exact .inr ⟨_, .loopUnroll, .seq h (.loop h)⟩
  | call => cases hs with | call => exact .inr ⟨_, .call, hbodies _⟩
  | scope h => cases hs with | scope => exact .inr ⟨_, .scope, .seq h .atomic⟩
  | par h => cases hs with | fork => exact .inr ⟨_, .fork, thin_forked h⟩
  | @branches rest rest' numbers hn h ih => cases hs with
    | @branchStep _ _ _ _ i _ hs =>
      rcases ih i hs with ⟨hσ, h'⟩ | ⟨U', hs', h'⟩
      · refine .inl ⟨hσ, ?_⟩
        rw [← Program.update_self rest' i]
        exact thin_branches hn h i h'
      · exact .inr ⟨_, .branchStep hs', thin_branches hn h i h'⟩
    | join hended => exact .inr ⟨_, .join fun i => thin_of_skip (hended i ▸ h i), .skip⟩
  | left => cases hs with
    | seqStep hs => cases hs
    | seqExit => exact .inl ⟨rfl, .exit⟩
  | block h ih => cases hs with
    | blockStep hs =>
      rcases ih hs with ⟨hσ, h'⟩ | ⟨U', hs', h'⟩
      · exact .inl ⟨hσ, .block h'⟩
      · exact .inr ⟨_, .blockStep hs', .block h'⟩
    | blockSkip => cases thin_of_skip h; exact .inr ⟨_, .blockSkip, .skip⟩
    | blockExit => cases thin_of_exit h; exact .inr ⟨_, .blockExit, .skip⟩
    | blockOut => cases thin_of_exit h; exact .inr ⟨_, .blockOut, .exit⟩
  | seq h h' ih => cases hs with
    | seqStep hs =>
      rcases ih hs with ⟨hσ, h1⟩ | ⟨U', hs', h1⟩
      · exact .inl ⟨hσ, .seq h1 h'⟩
      · exact .inr ⟨_, .seqStep hs', .seq h1 h'⟩
    | seqSkip => cases thin_of_skip h; exact .inr ⟨_, .seqSkip, h'⟩
    | seqExit => cases thin_of_exit h; exact .inr ⟨_, .seqExit, .exit⟩
  | before h h' ih => cases hs with
    | seqStep hs =>
      rcases ih hs with ⟨hσ, h1⟩ | ⟨U', hs', _⟩
      · exact .inl ⟨hσ, .before h1 h'⟩
      · cases hs'
    | seqSkip => exact .inl ⟨rfl, h'⟩
    | seqExit => cases thin_of_exit h
  | after h h' ih => cases hs with
    | seqStep hs =>
      rcases ih hs with ⟨hσ, h1⟩ | ⟨U', hs', h1⟩
      · exact .inl ⟨hσ, .after h1 h'⟩
      · exact .inr ⟨_, hs', .after h1 h'⟩
    | seqSkip => cases thin_of_skip h; exact .inl ⟨rfl, h'⟩
    | seqExit => cases thin_of_exit h; exact .inl ⟨rfl, .exit⟩
  | regroup _ ih => cases hs with
    | seqStep hs => cases hs with
      | seqStep hs => rcases ih (.seqStep hs) with ⟨hσ, h1⟩ | ⟨U', hs', h1⟩
                      · exact .inl ⟨hσ, .regroup h1⟩
                      · exact .inr ⟨_, hs', .regroup h1⟩
      | seqSkip => exact ih .seqSkip
      | seqExit => rcases ih .seqExit with ⟨hσ, h1⟩ | ⟨U', hs', h1⟩
                   · cases thin_of_exit h1; exact .inl ⟨hσ, .left⟩
                   · cases thin_of_exit h1; exact .inr ⟨_, hs', .left⟩

theorem thin_wrong {S U : Core} (h : Thin S U) (hs : Core.Step bodies E t (.run σ S) .wrong) : Core.Step bodies' E t (.run σ U) .wrong := by
  induction h generalizing t with
  | atomic => cases hs with | actionWrong hr => exact .actionWrong hr
  | nothing hc => cases hs with | actionWrong hr => cases (nothing_runs hc).mp hr
  | block _ ih => cases hs with | blockWrong hs => exact .blockWrong (ih hs)
  | seq _ _ ih => cases hs with | seqWrong hs => exact .seqWrong (ih hs)
  | before _ _ ih => cases hs with | seqWrong hs => cases ih hs
  | after _ _ ih => cases hs with | seqWrong hs => exact ih hs
  | regroup _ ih => cases hs with | seqWrong hs => cases hs with | seqWrong hs => exact ih (.seqWrong hs)
  | left => cases hs with | seqWrong hs => cases hs
  | branches _ _ _ ih => cases hs with | branchWrong hs => exact .branchWrong (ih _ hs)
  | _ => cases hs

/-! ## What it does without idle steps, the statement does -/

/-- Any number of steps that leave the store as it is. -/
abbrev Quietly (bodies : Nat → Core) (E : Parameters) (t : Int) (σ : Store) (S S' : Core) : Prop :=
  Many (Core.Step bodies E t) (.run σ S) (.run σ S')

theorem lift_many {context : Core → Core}
    (hstep : ∀ {σ σ' S S'}, Core.Step bodies E t (.run σ S) (.run σ' S') → Core.Step bodies E t (.run σ (context S)) (.run σ' (context S')))
    {S S' : Core} (h : Many (Core.Step bodies E t) (.run σ S) (.run σ' S')) :
    Many (Core.Step bodies E t) (.run σ (context S)) (.run σ' (context S')) := by
  generalize hs : SeqState.run σ' S' = s at h
  induction h generalizing σ' S' with
  | refl => cases hs; exact .refl
  | @tail u _ _ hu ih =>
    subst hs
    cases u with
    | wrong => cases hu
    | run σ₁ S₁ => exact .tail (ih rfl) (hstep hu)

theorem seq_quietly {S S' : Core} (T : Core) (h : Quietly bodies E t σ S S') : Quietly bodies E t σ (.seq S T) (.seq S' T) :=
  lift_many (context := fun S => .seq S T) .seqStep h

theorem block_quietly {S S' : Core} (h : Quietly bodies E t σ S S') : Quietly bodies E t σ (.block S) (.block S') :=
  lift_many (context := .block) .blockStep h

/-- The second statement is the first one, or a sequence that is grouped in another way. -/
inductive Regrouped : Core → Core → Prop where
  | refl {S} : Regrouped S S
  | group {S T U} : Regrouped (.seq S (.seq T U)) (.seq (.seq S T) U)
  | left {level U} : Regrouped (.exit level) (.seq (.exit level) U)

theorem Regrouped.step {X X' Y : Core} (h : Regrouped X Y) (hs : Core.Step bodies E t (.run σ X) (.run σ' X')) :
    ∃ Y', Core.Step bodies E t (.run σ Y) (.run σ' Y') ∧ Regrouped X' Y' := by
  cases h with
  | refl => exact ⟨_, hs, .refl⟩
  | left => cases hs
  | group => cases hs with
    | seqStep hs => exact ⟨_, .seqStep (.seqStep hs), .group⟩
    | seqSkip => exact ⟨_, .seqStep .seqSkip, .refl⟩
    | seqExit => exact ⟨_, .seqStep .seqExit, .left⟩

theorem Regrouped.many {X X' Y : Core} (h : Regrouped X Y) (hm : Many (Core.Step bodies E t) (.run σ X) (.run σ' X')) :
    ∃ Y', Many (Core.Step bodies E t) (.run σ Y) (.run σ' Y') ∧ Regrouped X' Y' := by
  generalize hs : SeqState.run σ' X' = s at hm
  induction hm generalizing σ' X' with
  | refl => cases hs; exact ⟨Y, .refl, h⟩
  | @tail u _ _ hu ih =>
    subst hs
    cases u with
    | wrong => cases hu
    | run σ₁ X₁ =>
      obtain ⟨Y₁, hm₁, h₁⟩ := ih rfl
      obtain ⟨Y', hs', h'⟩ := h₁.step hu
      exact ⟨Y', .tail hm₁ hs', h'⟩

theorem Regrouped.thin {X Y V : Core} (h : Regrouped X Y) (hX : Thin X V) : Thin Y V := by
  cases h with
  | refl => exact hX
  | group => exact .regroup hX
  | left => cases thin_of_exit hX; exact .left

/-- What is thinned to nothing ends without doing anything. -/
theorem thin_ends {S U : Core} (h : Thin S U) (hU : U = .skip) : Quietly bodies E t σ S .skip := by
  induction h with
  | skip => exact .refl
  | nothing hc => exact .single (.actionOk ((nothing_runs hc).mpr rfl))
  | before _ _ ih ih' => exact ((seq_quietly _ (ih rfl)).trans (.single .seqSkip)).trans (ih' hU)
  | after _ _ ih ih' => exact ((seq_quietly _ (ih hU)).trans (.single .seqSkip)).trans (ih' rfl)
  | regroup _ ih =>
    obtain ⟨Y', hm, hr⟩ := Regrouped.group.many (ih hU)
    cases hr
    exact hm
  | _ => cases hU

/-- Branches that have nothing to do but idle steps end without doing anything. -/
theorem branches_end (numbers : List Int) {rest : Int → Core} (hn : ∀ i, i ∉ numbers → rest i = .skip) (h : ∀ i, Thin (rest i) .skip) :
    ∃ rest', Quietly bodies E t σ (.branches rest) (.branches rest') ∧ ∀ i, rest' i = .skip := by
  induction numbers generalizing rest with
  | nil => exact ⟨rest, .refl, fun i => hn i (List.not_mem_nil)⟩
  | cons i numbers ih =>
    have hq : Quietly bodies E t σ (.branches rest) (.branches (Program.update rest i .skip)) := branch_many (thin_ends (h i) rfl)
    have hn' : ∀ j, j ∉ numbers → Program.update rest i .skip j = .skip := fun j hj => by
      by_cases hji : j = i
      · subst hji; exact Program.update_same _ _ _
      · rw [Program.update_other _ hji]; exact hn j fun hm => (List.mem_cons.mp hm).elim hji hj
    have h' : ∀ j, Thin (Program.update rest i .skip j) .skip := fun j => by
      by_cases hji : j = i
      · subst hji; rw [Program.update_same]; exact .skip
      · rw [Program.update_other _ hji]; exact h j
    obtain ⟨rest', hq', hended⟩ := ih hn' h'
    exact ⟨rest', hq.trans hq', hended⟩

/-- What is thinned to an exit leaves without doing anything. -/
theorem thin_leaves {S U : Core} {n : Nat} (h : Thin S U) (hU : U = .exit n) : Quietly bodies E t σ S (.exit n) := by
  induction h with
  | exit => cases hU; exact .refl
  | left => cases hU; exact .single .seqExit
  | before h _ _ ih' => exact ((seq_quietly _ (thin_ends h rfl)).trans (.single .seqSkip)).trans (ih' hU)
  | after _ _ ih _ => exact (seq_quietly _ (ih hU)).trans (.single .seqExit)
  | regroup _ ih =>
    obtain ⟨Y', hm, hr⟩ := Regrouped.group.many (ih hU)
    cases hr with
    | refl => exact hm
    | left => exact hm.trans (.single .seqExit)
  | _ => cases hU

/-- **A step of the thinner statement** is one of the statement, after some that do nothing. -/
theorem thin_follows (hbodies : ∀ p, Thin (bodies p) (bodies' p)) {S U U' : Core} (h : Thin S U)
    (hs : Core.Step bodies' E t (.run σ U) (.run σ' U')) :
    ∃ S₁ S', Quietly bodies E t σ S S₁ ∧ Core.Step bodies E t (.run σ S₁) (.run σ' S') ∧ Thin S' U' := by
  induction h generalizing U' σ' t with
  | skip => cases hs
  | nothing => cases hs
  | exit => cases hs
  | left => cases hs
  | atomic => cases hs with | actionOk hr => exact ⟨_, _, .refl, .actionOk hr, .skip⟩
  | choice h h' => cases hs with
    | choiceLeft => exact ⟨_, _, .refl, .choiceLeft, h⟩
    | choiceRight => exact ⟨_, _, .refl, .choiceRight, h'⟩
  | loop h => cases hs with
    | loopDone => exact ⟨_, _, .refl, .loopDone, .skip⟩
    | loopUnroll => exact ⟨_, _, .refl, .loopUnroll, .seq h (.loop h)⟩
  | call => cases hs with | call => exact ⟨_, _, .refl, .call, hbodies _⟩
  | scope h => cases hs with | scope => exact ⟨_, _, .refl, .scope, .seq h .atomic⟩
  | par h => cases hs with | fork => exact ⟨_, _, .refl, .fork, thin_forked h⟩
  | @branches rest rest' numbers hn h ih => cases hs with
    | @branchStep _ _ _ _ i _ hs =>
      obtain ⟨S₁, S', hq, hs', h'⟩ := ih i hs
      refine ⟨_, _, branch_many hq, .branchStep (by rw [Program.update_same]; exact hs'), ?_⟩
      rw [Program.update_update]
      exact thin_branches hn h i h'
    | join hended =>
      obtain ⟨ended, hq, hskip⟩ := branches_end (bodies := bodies) (E := E) (t := t) (σ := σ) numbers (fun i hi => hn i hi (hended i))
        fun i => hended i ▸ h i
      exact ⟨_, _, hq, .join hskip, .skip⟩
  | block h ih => cases hs with
    | blockStep hs =>
      obtain ⟨S₁, S', hq, hs', h'⟩ := ih hs
      exact ⟨_, _, block_quietly hq, .blockStep hs', .block h'⟩
    | blockSkip => exact ⟨_, _, block_quietly (thin_ends h rfl), .blockSkip, .skip⟩
    | blockExit => exact ⟨_, _, block_quietly (thin_leaves h rfl), .blockExit, .skip⟩
    | blockOut => exact ⟨_, _, block_quietly (thin_leaves h rfl), .blockOut, .exit⟩
  | seq h h' ih => cases hs with
    | seqStep hs =>
      obtain ⟨S₁, S', hq, hs', h1⟩ := ih hs
      exact ⟨_, _, seq_quietly _ hq, .seqStep hs', .seq h1 h'⟩
    | seqSkip => exact ⟨_, _, seq_quietly _ (thin_ends h rfl), .seqSkip, h'⟩
    | seqExit => exact ⟨_, _, seq_quietly _ (thin_leaves h rfl), .seqExit, .exit⟩
  | before h _ _ ih' =>
    obtain ⟨S₁, S', hq, hs', h1⟩ := ih' hs
    exact ⟨_, _, ((seq_quietly _ (thin_ends h rfl)).trans (.single .seqSkip)).trans hq, hs', h1⟩
  | after _ h' ih _ =>
    obtain ⟨S₁, S', hq, hs', h1⟩ := ih hs
    exact ⟨_, _, seq_quietly _ hq, .seqStep hs', .after h1 h'⟩
  | regroup _ ih =>
    obtain ⟨S₁, S', hq, hs', h1⟩ := ih hs
    obtain ⟨Y₁, hm, hr⟩ := Regrouped.group.many hq
    obtain ⟨Y', hs'', hr'⟩ := hr.step hs'
    exact ⟨_, _, hm, hs'', hr'.thin h1⟩

theorem Regrouped.wrong {X Y : Core} (h : Regrouped X Y) (hs : Core.Step bodies E t (.run σ X) .wrong) : Core.Step bodies E t (.run σ Y) .wrong := by
  cases h with
  | refl => exact hs
  | left => cases hs
  | group => cases hs with | seqWrong hs => exact .seqWrong (.seqWrong hs)

theorem thin_follows_wrong {S U : Core} (h : Thin S U) (hs : Core.Step bodies' E t (.run σ U) .wrong) :
    ∃ S₁, Quietly bodies E t σ S S₁ ∧ Core.Step bodies E t (.run σ S₁) .wrong := by
  induction h generalizing t with
  | atomic => cases hs with | actionWrong hr => exact ⟨_, .refl, .actionWrong hr⟩
  | block _ ih => cases hs with
    | blockWrong hs => obtain ⟨S₁, hq, hs'⟩ := ih hs; exact ⟨_, block_quietly hq, .blockWrong hs'⟩
  | seq _ _ ih => cases hs with
    | seqWrong hs => obtain ⟨S₁, hq, hs'⟩ := ih hs; exact ⟨_, seq_quietly _ hq, .seqWrong hs'⟩
  | before h _ _ ih' =>
    obtain ⟨S₁, hq, hs'⟩ := ih' hs
    exact ⟨_, ((seq_quietly _ (thin_ends h rfl)).trans (.single .seqSkip)).trans hq, hs'⟩
  | after _ _ ih _ => obtain ⟨S₁, hq, hs'⟩ := ih hs; exact ⟨_, seq_quietly _ hq, .seqWrong hs'⟩
  | regroup _ ih =>
    obtain ⟨S₁, hq, hs'⟩ := ih hs
    obtain ⟨Y₁, hm, hr⟩ := Regrouped.group.many hq
    exact ⟨_, hm, hr.wrong hs'⟩
  | branches _ _ _ ih => cases hs with
    | branchWrong hs =>
      obtain ⟨S₁, hq, hs'⟩ := ih _ hs
      exact ⟨_, branch_many hq, .branchWrong (by rw [Program.update_same]; exact hs')⟩
  | _ => cases hs

end

/-! ## Programs -/

section

variable {Thread : Type} {bodies bodies' : Nat → Core} {E : Parameters} {id : Thread → Int} {P Q : Program Thread Core} {rely : Action Store}
  (hbodies : ∀ p, Thin (bodies p) (bodies' p)) (h : ∀ i, Thin (P i) (Q i))

theorem update_thin {P Q : Program Thread Core} (h : ∀ i, Thin (P i) (Q i)) (i : Thread) {S U : Core} (hS : Thin S U) (j : Thread) :
    Thin (P.update i S j) (Q.update i U j) := by
  by_cases hj : j = i <;> simp only [Program.update, hj, if_true, if_false]
  · exact hS
  · exact h j

theorem update_thin_left {P Q : Program Thread Core} (h : ∀ i, Thin (P i) (Q i)) (i : Thread) {S : Core} (hS : Thin S (Q i)) (j : Thread) :
    Thin (P.update i S j) (Q j) := by
  by_cases hj : j = i
  · subst hj; simpa only [Program.update, if_true] using hS
  · simpa only [Program.update, hj, if_false] using h j

include hbodies h

/-- The thinner program follows the program. -/
theorem thin_many {σ σ' : Store} {P' : Program Thread Core}
    (hmany : Many (OpenStep (fun i => Core.Step bodies E (id i)) rely) (.run σ P) (.run σ' P')) :
    ∃ Q', Many (OpenStep (fun i => Core.Step bodies' E (id i)) rely) (.run σ Q) (.run σ' Q') ∧ ∀ i, Thin (P' i) (Q' i) := by
  generalize hs : ParState.run σ' P' = s at hmany
  induction hmany generalizing σ' P' with
  | refl => cases hs; exact ⟨Q, .refl, h⟩
  | @tail u _ _ hstep ih =>
    subst hs
    cases hstep with
    | environment hr =>
      obtain ⟨Q₁, hm, h₁⟩ := ih rfl
      exact ⟨Q₁, .tail hm (.environment hr), h₁⟩
    | component hstep =>
      cases hstep with
      | @parallel _ _ _ i _ hstep =>
        obtain ⟨Q₁, hm, h₁⟩ := ih rfl
        rcases thin_step hbodies (h₁ i) hstep with ⟨rfl, h'⟩ | ⟨U', hs', h'⟩
        · exact ⟨Q₁, hm, update_thin_left h₁ i h'⟩
        · exact ⟨_, .tail hm (.component (.parallel hs')), update_thin h₁ i h'⟩

/-- **A program satisfies what it satisfies without steps that do nothing**, if the guarantee allows that nothing happens. -/
theorem sat_of_thin {s : Specification Store} (hrefl : ∀ σ, s.guarantee σ σ) (hQ : Q.Sat (fun i => Core.Step bodies' E (id i)) .skip s) :
    P.Sat (fun i => Core.Step bodies E (id i)) .skip s where
  safe := fun hσ hwrong => by
    cases hwrong with
    | tail hmany hstep =>
      cases hstep with
      | component hstep =>
        cases hstep with
        | @parallelWrong σ₁ P₁ i hstep =>
          obtain ⟨Q₁, hm, h₁⟩ := thin_many hbodies h hmany
          exact hQ.safe hσ (.tail hm (.component (.parallelWrong (thin_wrong (h₁ i) hstep))))
  guarantee := fun hσ hmany hstep => by
    obtain ⟨Q₁, hm, h₁⟩ := thin_many hbodies h hmany
    cases hstep with
    | @parallel _ _ _ i _ hstep =>
      rcases thin_step hbodies (h₁ i) hstep with ⟨rfl, _⟩ | ⟨U', hs', _⟩
      · exact hrefl _
      · exact hQ.guarantee hσ hm (.parallel hs')
  post := fun hσ hmany hended => by
    obtain ⟨Q₁, hm, h₁⟩ := thin_many hbodies h hmany
    exact hQ.post hσ hm fun i => thin_of_skip (hended i ▸ h₁ i)

omit hbodies h in
/-- Quiet steps of one thread are steps of the program. -/
theorem quietly_many {P : Program Thread Core} {i : Thread} {S : Core} {σ : Store} (hq : Quietly bodies E (id i) σ (P i) S) :
    ∃ P', Many (OpenStep (fun i => Core.Step bodies E (id i)) rely) (.run σ P) (.run σ P') ∧ P' i = S ∧ ∀ j, j ≠ i → P' j = P j := by
  suffices hmany : ∀ {σ' S}, Many (Core.Step bodies E (id i)) (.run σ (P i)) (.run σ' S) →
      ∃ P', Many (OpenStep (fun i => Core.Step bodies E (id i)) rely) (.run σ P) (.run σ' P') ∧ P' i = S ∧ ∀ j, j ≠ i → P' j = P j from hmany hq
  intro σ' S hm
  generalize hs : SeqState.run σ' S = s at hm
  induction hm generalizing σ' S with
  | refl => cases hs; exact ⟨P, .refl, rfl, fun _ _ => rfl⟩
  | @tail u _ _ hu ih =>
    subst hs
    cases u with
    | wrong => cases hu
    | run σ₁ S₁ =>
      obtain ⟨P₁, hm₁, rfl, hother⟩ := ih rfl
      refine ⟨P₁.update i S, .tail hm₁ (.component (.parallel hu)), by simp [Program.update], fun j hj => ?_⟩
      simp only [Program.update, hj, if_false]
      exact hother j hj

/-- The program follows the thinner one. Only finitely many threads have moved then. -/
theorem many_thin {σ σ' : Store} {Q' : Program Thread Core}
    (hmany : Many (OpenStep (fun i => Core.Step bodies' E (id i)) rely) (.run σ Q) (.run σ' Q')) :
    ∃ P', Many (OpenStep (fun i => Core.Step bodies E (id i)) rely) (.run σ P) (.run σ' P') ∧ (∀ i, Thin (P' i) (Q' i)) ∧
      ∃ moved : List Thread, ∀ i, i ∉ moved → P' i = P i ∧ Q' i = Q i := by
  generalize hs : ParState.run σ' Q' = s at hmany
  induction hmany generalizing σ' Q' with
  | refl => cases hs; exact ⟨P, .refl, h, [], fun _ _ => ⟨rfl, rfl⟩⟩
  | @tail u _ _ hstep ih =>
    subst hs
    cases hstep with
    | environment hr =>
      obtain ⟨P₁, hm, h₁, hmoved⟩ := ih rfl
      exact ⟨P₁, .tail hm (.environment hr), h₁, hmoved⟩
    | component hstep =>
      cases hstep with
      | @parallel σ₁ _ Q₁ i _ hstep =>
        obtain ⟨P₁, hm, h₁, moved, hmoved⟩ := ih rfl
        obtain ⟨S₁, S', hq, hs', h'⟩ := thin_follows hbodies (h₁ i) hstep
        obtain ⟨P₂, hm₂, rfl, hother⟩ := quietly_many (rely := rely) hq
        refine ⟨P₂.update i S', (hm.trans hm₂).tail (.component (.parallel hs')), fun j => ?_, i :: moved, fun j hj => ?_⟩
        · by_cases hj : j = i
          · subst hj; simpa only [Program.update, if_true] using h'
          · simpa only [Program.update, hj, if_false, hother j hj] using h₁ j
        · have hne : j ≠ i := fun he => hj (he ▸ List.mem_cons_self)
          simp only [Program.update, hne, if_false, hother j hne]
          exact hmoved j fun hm => hj (List.mem_cons_of_mem _ hm)

omit hbodies h in
/-- Threads that have nothing to do but idle steps come to their ends. -/
theorem finish {σ : Store} (threads : List Thread) {P : Program Thread Core} (h : ∀ i ∈ threads, Thin (P i) .skip) :
    ∃ P', Many (OpenStep (fun i => Core.Step bodies E (id i)) rely) (.run σ P) (.run σ P') ∧
      (∀ i ∈ threads, P' i = .skip) ∧ ∀ i, i ∉ threads → P' i = P i := by
  induction threads with
  | nil => exact ⟨P, .refl, fun _ hi => (List.not_mem_nil hi).elim, fun _ _ => rfl⟩
  | cons i threads ih =>
    obtain ⟨P₁, hm, hended, hother⟩ := ih fun j hj => h j (List.mem_cons_of_mem _ hj)
    have hi : Thin (P₁ i) .skip := by
      by_cases hmem : i ∈ threads
      · rw [hended i hmem]; exact .skip
      · rw [hother i hmem]; exact h i List.mem_cons_self
    obtain ⟨P₂, hm₂, he, hrest⟩ := quietly_many (rely := rely) (thin_ends (bodies := bodies) (E := E) (t := id i) (σ := σ) hi rfl)
    refine ⟨P₂, hm.trans hm₂, fun j hj => ?_, fun j hj => ?_⟩
    · by_cases hji : j = i
      · rw [hji]; exact he
      · rw [hrest j hji]; exact hended j ((List.mem_cons.mp hj).resolve_left hji)
    · rw [hrest j fun hji => hj (hji ▸ List.mem_cons_self)]
      exact hother j fun hmem => hj (List.mem_cons_of_mem _ hmem)

/-- **Without steps that do nothing a program satisfies what it satisfies with them**, if no thread has nothing else to do. (Infinitely many threads that
take an idle step never all end; without it they have ended from the start.) -/
theorem thin_sat {s : Specification Store} (hidle : ∀ i, Q i = .skip → P i = .skip) (hP : P.Sat (fun i => Core.Step bodies E (id i)) .skip s) :
    Q.Sat (fun i => Core.Step bodies' E (id i)) .skip s where
  safe := fun hσ hwrong => by
    cases hwrong with
    | tail hmany hstep =>
      cases hstep with
      | component hstep =>
        cases hstep with
        | @parallelWrong σ₁ Q₁ i hstep =>
          obtain ⟨P₁, hm, h₁, _⟩ := many_thin hbodies h hmany
          obtain ⟨S₁, hq, hs'⟩ := thin_follows_wrong (h₁ i) hstep
          obtain ⟨P₂, hm₂, rfl, _⟩ := quietly_many (rely := s.rely) hq
          exact hP.safe hσ ((hm.trans hm₂).tail (.component (.parallelWrong hs')))
  guarantee := fun hσ hmany hstep => by
    obtain ⟨P₁, hm, h₁, _⟩ := many_thin hbodies h hmany
    cases hstep with
    | @parallel _ _ _ i _ hstep =>
      obtain ⟨S₁, S', hq, hs', _⟩ := thin_follows hbodies (h₁ i) hstep
      obtain ⟨P₂, hm₂, rfl, _⟩ := quietly_many (rely := s.rely) hq
      exact hP.guarantee hσ (hm.trans hm₂) (.parallel hs')
  post := fun {σ σ' Q'} hσ hmany hended => by
    obtain ⟨P₁, hm, h₁, moved, hmoved⟩ := many_thin hbodies h hmany
    obtain ⟨P₂, hm₂, hends, hother⟩ := finish (bodies := bodies) (E := E) (id := id) (rely := s.rely) (σ := σ') moved
      fun i _ => hended i ▸ h₁ i
    refine hP.post hσ (hm.trans hm₂) fun i => ?_
    by_cases hi : i ∈ moved
    · exact hends i hi
    · rw [hother i hi, (hmoved i hi).1]
      exact hidle i ((hmoved i hi).2 ▸ hended i)

end

end Plato
