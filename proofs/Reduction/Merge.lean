/-
# The program after a step of reduction is what the theory says

Main results: `asserted_abstracts`, `merged_merges`, `atomsBelow_sound`, `familyAtoms_sound`.
-/
module

public import Plato.Reduction.Check
public import Theory.Reduction.CoreReduction
public import Theory.Reduction.CoreSimulation
public import Program.Text
public import Program.Read

@[expose] public section

namespace Plato

open Reduction

theorem flag_lt {flags : Array Bool} {i : Nat} (h : flags.getD i false = true) : i < flags.size := by
  refine Classical.byContradiction fun hn => ?_
  simp [Array.getD, hn] at h

theorem flag_push {flags : Array Bool} {i : Nat} {x : Bool} (h : flags.getD i false = true) : (flags.push x).getD i false = true := by
  have hi := flag_lt h
  have hi' : i < flags.size + 1 := by omega
  simp only [Array.getD, hi, dif_pos] at h
  simpa [Array.getD, hi', Array.getElem_push, hi] using h

theorem push_old {flags : Array Bool} {i : Nat} {x : Bool} (h : i < flags.size) : (flags.push x).getD i false = flags.getD i false := by
  have h' : i < flags.size + 1 := by omega
  simp [Array.getD, h, h', Array.getElem_push]

theorem push_new {flags : Array Bool} {i : Nat} {x : Bool} (h : i = flags.size) : (flags.push x).getD i false = x := by
  simp [Array.getD, h, Array.getElem_push]

/-! ## Statements by number -/

/-- What holds of every statement if it holds of a line whenever it holds of the lines before. -/
theorem codes_induction {statements statements' : Array StatementEntry} (hsize : statements'.size = statements.size) {P : Nat → Code → Code → Prop}
    (skip : ∀ k, statements.size ≤ k → P k .skip .skip)
    (step : ∀ k (hk : k < statements.size) (hk' : k < statements'.size) (earlier earlier' : Array Code), earlier.size = k → earlier'.size = k →
      (codes statements).getD k .skip = statements[k].shape.code earlier →
      (∀ j, j < k → P j (earlier.getD j .skip) (earlier'.getD j .skip)) → P k (statements[k].shape.code earlier) (statements'[k].shape.code earlier'))
    (k : Nat) : P k ((codes statements).getD k .skip) ((codes statements').getD k .skip) := by
  induction k using Nat.strongRecOn with
  | _ k ih =>
    by_cases hk : k < statements.size
    · obtain ⟨before, h₁, h₂, h₃⟩ := codesFrom_line (statements := statements) 0 #[] rfl k hk (Nat.zero_le _)
      obtain ⟨before', h₁', h₂', h₃'⟩ := codesFrom_line (statements := statements') 0 #[] rfl k (by omega) (Nat.zero_le _)
      have := step k hk (by omega) before before' h₁ h₁' h₂ fun j hj => by
        rw [h₃ j hj, h₃' j hj]
        exact ih j hj
      rw [← h₂, ← h₂'] at this
      exact this
    · have h₁ : (codes statements).getD k .skip = .skip := codesFrom_beyond 0 #[] rfl (Nat.zero_le _) k (by omega)
      have h₂ : (codes statements').getD k .skip = .skip := codesFrom_beyond 0 #[] rfl (Nat.zero_le _) k (by omega)
      rw [h₁, h₂]
      exact skip k (by omega)

theorem getD_beyond {earlier : Array Code} {k j : Nat} (h : earlier.size = k) (hj : ¬ j < k) : earlier.getD j .skip = .skip := by
  simp [Array.getD, h, hj]

/-! ## Assertions -/

/-- A line with an assertion, or as it was. -/
def Asserts (shape shape' : StatementShape) : Prop :=
  shape' = shape ∨ ∃ c l, shape = .atomic c ∧ shape' = .atomic (.seq (.assert l) c)

theorem assertStatements_sound {gates : Array (Option Literal)} {statements result : Array StatementEntry} (i : Nat) (out : Array StatementEntry)
    (hi : out.size = i) (hle : i ≤ statements.size)
    (hout : ∀ k (hk : k < statements.size) (hk' : k < out.size), Asserts statements[k].shape out[k].shape)
    (h : assertStatements gates statements i out = .ok result) :
    result.size = statements.size ∧ ∀ k (hk : k < statements.size) (hk' : k < result.size), Asserts statements[k].shape result[k].shape := by
  fun_induction assertStatements gates statements i out with
  | case1 i out hlt _ ih =>
    refine ih (by simp [hi]) (by omega) (fun k hk hk' => ?_) h
    rw [Array.getElem_push]
    split
    · exact hout k hk _
    · obtain rfl : k = i := by simp at hk'; omega
      exact .inl rfl
  | case2 i out hlt l _ ih =>
    obtain ⟨shape, hshape, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    refine ih shape (by simp [hi]) (by omega) (fun k hk hk' => ?_) h
    rw [Array.getElem_push]
    split
    · exact hout k hk _
    · obtain rfl : k = i := by simp at hk'; omega
      cases hs : statements[k].shape with
      | atomic c =>
        rw [hs] at hshape
        injection hshape with hshape
        exact .inr ⟨c, l, rfl, hshape.symm⟩
      | _ => rw [hs] at hshape; simp [assertShape] at hshape
  | case3 i out hlt =>
    injection h with h
    subst h
    exact ⟨by omega, hout⟩

/-- The statements with assertions are more abstract: they fail where an assertion does. -/
theorem asserted_abstracts {T : Tables} {statements statements' : Array StatementEntry} (hsize : statements'.size = statements.size)
    (h : ∀ k (hk : k < statements.size) (hk' : k < statements'.size), Asserts statements[k].shape statements'[k].shape) (E : Parameters) (k : Nat) :
    Abstracts E (fun _ => True) (((codes statements).getD k .skip).core T) (((codes statements').getD k .skip).core T) := by
  refine codes_induction hsize (P := fun _ S S' => Abstracts E (fun _ => True) (S.core T) (S'.core T)) (fun _ _ => .skip)
    (fun k hk hk' earlier earlier' he he' _ hP => ?_) k
  have part (j : Nat) : Abstracts E (fun _ => True) ((earlier.getD j .skip).core T) ((earlier'.getD j .skip).core T) := by
    by_cases hj : j < k
    · exact hP j hj
    · rw [getD_beyond he hj, getD_beyond he' hj]; exact .skip
  rcases h k hk hk' with hs | ⟨c, l, hs, hs'⟩
  · rw [hs]
    cases statements[k].shape with
    | skip => exact .skip
    | atomic c => exact .atomic fun _ => refines_refl
    | choice S S' => exact .choice (part S) (part S')
    | seq S S' => exact .seq (part S) (part S')
    | loop S => exact .loop (part S)
    | block S => exact .block (part S)
    | exit => exact .exit
    | call => exact .call
    | scope locals S => exact .scope (part S)
    | par first last S => exact .par (part S)
  · rw [hs, hs']
    refine .atomic fun t u σ _ hg => ?_
    have hf : (T.literal l).predicate E (ident t) σ := Classical.byContradiction fun hn => hg.2 (.seqWrong (.assertWrong hn))
    exact ⟨⟨hg.1, fun hw => hg.2 (.seq (.assert hf) hw)⟩, fun σ' hr => ⟨σ', ⟨hr.1, .seq (.assert hf) hr.2⟩, rfl⟩⟩

/-! ## Commands of a family -/

/-- All parts of the statements that are reached are reached, and there are no scopes and no `par`. -/
def Closed (statements : Array StatementEntry) (reached : Array Bool) : Prop :=
  ∀ k (hk : k < statements.size), reached.getD k false = true → partsReached reached statements[k].shape = .ok ()

theorem atomsBelow_sound {plan : ReductionPlan} {statements : Array StatementEntry} {reached : Array Bool} (i : Nat) {out result : List AtomCode}
    (h : atomsBelow plan statements reached i out = .ok result) :
    (∀ a ∈ out, a ∈ result) ∧ ∀ k (hk : k < statements.size), k < i → reached.getD k false = true →
      partsReached reached statements[k].shape = .ok () ∧
      ∀ c, statements[k].shape = .atomic c → ⟨k, c, plan.rights.getD k false, plan.lefts.getD k false⟩ ∈ result := by
  induction i generalizing out with
  | zero =>
    simp only [atomsBelow, Except.ok.injEq] at h
    subst h
    exact ⟨fun _ h => h, fun k _ hk => absurd hk (Nat.not_lt_zero k)⟩
  | succ i ih =>
    rw [atomsBelow] at h
    split at h
    · rename_i hlt
      split at h
      · rename_i hreached
        split at h
        · simp at h
        · rename_i hparts
          split at h
          · rename_i c hc
            obtain ⟨h₁, h₂⟩ := ih h
            refine ⟨fun a ha => h₁ a (List.mem_cons_of_mem _ ha), fun k hk hki hr => ?_⟩
            by_cases hk' : k = i
            · subst hk'
              refine ⟨hparts, fun c' hc' => ?_⟩
              rw [hc] at hc'
              cases hc'
              exact h₁ _ (List.mem_cons_self ..)
            · exact h₂ k hk (by omega) hr
          · rename_i hnot
            obtain ⟨h₁, h₂⟩ := ih h
            refine ⟨h₁, fun k hk hki hr => ?_⟩
            by_cases hk' : k = i
            · subst hk'
              exact ⟨hparts, fun c hc => absurd hc (hnot c)⟩
            · exact h₂ k hk (by omega) hr
      · rename_i hreached
        obtain ⟨h₁, h₂⟩ := ih h
        refine ⟨h₁, fun k hk hki hr => ?_⟩
        by_cases hk' : k = i
        · subst hk'; exact absurd hr hreached
        · exact h₂ k hk (by omega) hr
    · rename_i hlt
      obtain ⟨h₁, h₂⟩ := ih h
      exact ⟨h₁, fun k hk hki hr => h₂ k hk (by omega) hr⟩

/-- What is known of a family with its commands. -/
structure FamilyAtoms.Right (F : FamilyAtoms) (plan : ReductionPlan) (statements : Array StatementEntry) (procedures : Array Nat) (families : Array Family) :
    Prop where
  lt : F.number < families.size
  members : F.members = families[F.number].members
  reached : ∃ reached : Array Bool, reached.getD families[F.number].body false = true ∧
    (∀ ρ (h : ρ < procedures.size), reached.getD procedures[ρ] false = true) ∧ ∀ k (hk : k < statements.size), reached.getD k false = true →
    partsReached reached statements[k].shape = .ok () ∧
    ∀ c, statements[k].shape = .atomic c → ⟨k, c, plan.rights.getD k false, plan.lefts.getD k false⟩ ∈ F.atoms

theorem bodiesReached_sound {reached : Array Bool} {procedures : Array Nat} (i : Nat) (h : bodiesReached reached procedures i = .ok ()) :
    ∀ ρ (hρ : ρ < procedures.size), i ≤ ρ → reached.getD procedures[ρ] false = true := by
  fun_induction bodiesReached reached procedures i with
  | case1 i hi hr ih =>
    intro ρ hρ hiρ
    by_cases he : i = ρ
    · subst he; exact hr
    · exact ih h ρ hρ (by omega)
  | case2 => simp at h
  | case3 i hi => intro ρ hρ hiρ; omega

theorem inside_sound {T : Tables} {S : Code} {m : Nat} (h : S.inside m = true) : ExitsInside m (S.core T) := by
  induction S generalizing m with
  | skip | atomic | call => trivial
  | choice S S' ih ih' | seq S S' ih ih' =>
    simp only [Code.inside, Bool.and_eq_true] at h
    exact ⟨ih h.1, ih' h.2⟩
  | loop S ih => exact ih (m := m) h
  | block S ih => exact ih (m := m + 1) h
  | exit level => simpa [Code.inside, Code.core, ExitsInside] using h
  | scope | par => simp [Code.inside] at h

theorem bodiesInside_sound {trees : Array Code} {procedures : Array Nat} (i : Nat) (h : bodiesInside trees procedures i = .ok ()) :
    ∀ ρ (hρ : ρ < procedures.size), i ≤ ρ → (trees.getD procedures[ρ] .skip).inside 0 = true := by
  fun_induction bodiesInside trees procedures i with
  | case1 i hi hr ih =>
    intro ρ hρ hiρ
    by_cases he : i = ρ
    · subst he; exact hr
    · exact ih h ρ hρ (by omega)
  | case2 => simp at h
  | case3 i hi => intro ρ hρ hiρ; omega

theorem familyAtoms_sound {plan : ReductionPlan} {statements : Array StatementEntry} {procedures : Array Nat} {families : Array Family} (i : Nat) {out result : List FamilyAtoms}
    (hout : ∀ F ∈ out, F.Right plan statements procedures families) (h : familyAtoms plan statements procedures families i out = .ok result) :
    (∀ F ∈ out, F ∈ result) ∧ (∀ F ∈ result, F.Right plan statements procedures families) ∧ ∀ j, j < i → ∃ F ∈ result, F.number = j := by
  induction i generalizing out with
  | zero =>
    simp only [familyAtoms, Except.ok.injEq] at h
    subst h
    exact ⟨fun _ h => h, hout, fun j hj => absurd hj (Nat.not_lt_zero j)⟩
  | succ i ih =>
    rw [familyAtoms] at h
    split at h
    · rename_i hlt
      obtain ⟨_, hbody, h⟩ := bind_ok.mp h
      obtain ⟨_, hbodies, h⟩ := bind_ok.mp h
      obtain ⟨atoms, hatoms, h⟩ := bind_ok.mp h
      have hright : FamilyAtoms.Right ⟨i, families[i].members, atoms⟩ plan statements procedures families :=
        ⟨hlt, rfl, _, require_ok.mp hbody, fun ρ hρ => bodiesReached_sound 0 hbodies ρ hρ (Nat.zero_le _), fun k hk hr => (atomsBelow_sound _ hatoms).2 k hk hk hr⟩
      obtain ⟨h₁, h₂, h₃⟩ := ih (fun F hF => by
        rcases List.mem_cons.mp hF with rfl | hF
        · exact hright
        · exact hout F hF) h
      refine ⟨fun F hF => h₁ F (List.mem_cons_of_mem _ hF), h₂, fun j hj => ?_⟩
      by_cases hji : j = i
      · exact ⟨_, h₁ _ (List.mem_cons_self ..), hji.symm⟩
      · exact h₃ j (by omega)
    · simp at h

section

variable {T : Tables} {plan : ReductionPlan} {statements : Array StatementEntry} {families : Array Family} {F : FamilyAtoms}

/-- The command is one of the family's. -/
def FamilyAtoms.Has (F : FamilyAtoms) (T : Tables) (C : Command) : Prop := ∃ a ∈ F.atoms, C = a.command.command T

/-- The command is one of the family's that are said to be right movers. -/
def FamilyAtoms.HasRight (F : FamilyAtoms) (T : Tables) (C : Command) : Prop := ∃ a ∈ F.atoms, a.isRight = true ∧ C = a.command.command T

/-- The command is one of the family's that are said to be left movers. -/
def FamilyAtoms.HasLeft (F : FamilyAtoms) (T : Tables) (C : Command) : Prop := ∃ a ∈ F.atoms, a.isLeft = true ∧ C = a.command.command T

/-- The parts that a statement has are reached. -/
def PartsReached (reached : Array Bool) : StatementShape → Prop
  | .choice S S' | .seq S S' => reached.getD S false = true ∧ reached.getD S' false = true
  | .loop S | .block S => reached.getD S false = true
  | .scope _ _ | .par _ _ _ => False
  | _ => True

theorem parts_reached {reached : Array Bool} {shape : StatementShape} (h : partsReached reached shape = .ok ()) : PartsReached reached shape := by
  cases shape with
  | choice S S' => exact (require_ok (p := reached.getD S false = true ∧ reached.getD S' false = true)).mp h
  | seq S S' => exact (require_ok (p := reached.getD S false = true ∧ reached.getD S' false = true)).mp h
  | loop S => exact (require_ok (p := reached.getD S false = true)).mp h
  | block S => exact (require_ok (p := reached.getD S false = true)).mp h
  | scope | par => simp [partsReached] at h
  | _ => trivial

/-- The body of a family has the family's commands, and no scopes and no `par`. -/
theorem reached_plain {reached : Array Bool} (hr : ∀ k (hk : k < statements.size), reached.getD k false = true →
      partsReached reached statements[k].shape = .ok () ∧
      ∀ c, statements[k].shape = .atomic c → ⟨k, c, plan.rights.getD k false, plan.lefts.getD k false⟩ ∈ F.atoms) (k : Nat)
    (hk : reached.getD k false = true) : Plain (F.Has T) (((codes statements).getD k .skip).core T) := by
  refine codes_induction rfl (statements := statements) (P := fun k S _ => reached.getD k false = true → Plain (F.Has T) (S.core T))
    (fun _ _ _ => trivial) (fun k hlt _ earlier _ he _ _ hP hk => ?_) k hk
  have part (j : Nat) (hj : reached.getD j false = true) : Plain (F.Has T) ((earlier.getD j .skip).core T) := by
    by_cases hlt : j < k
    · exact hP j hlt hj
    · rw [getD_beyond he hlt]; trivial
  obtain ⟨h₁, h₂⟩ := hr k hlt hk
  have h₁ := parts_reached h₁
  cases hs : statements[k].shape with
  | atomic c => exact ⟨_, h₂ c hs, rfl⟩
  | skip | exit | call => trivial
  | choice S S' => rw [hs] at h₁; exact ⟨part S h₁.1, part S' h₁.2⟩
  | seq S S' => rw [hs] at h₁; exact ⟨part S h₁.1, part S' h₁.2⟩
  | loop S => rw [hs] at h₁; exact part S h₁
  | block S => rw [hs] at h₁; exact part S h₁
  | scope => rw [hs] at h₁; exact h₁
  | par => rw [hs] at h₁; exact h₁

/-! ## Mover types -/

/-- What a flag of `consistsFrom` says. -/
def ConsistsFlag (claimed flags : Array Bool) (k : Nat) : StatementShape → Prop
  | .skip => True
  | .atomic _ => claimed.getD k false = true
  | .choice S S' | .seq S S' => flags.getD S false = true ∧ flags.getD S' false = true
  | _ => False

theorem ConsistsFlag.push {claimed flags : Array Bool} {k : Nat} {shape : StatementShape} {x : Bool} (h : ConsistsFlag claimed flags k shape) :
    ConsistsFlag claimed (flags.push x) k shape := by
  cases shape with
  | choice | seq => exact ⟨flag_push h.1, flag_push h.2⟩
  | _ => exact h

theorem consistsFrom_sound {claimed : Array Bool} (i : Nat) (out : Array Bool) (hi : out.size = i)
    (hout : ∀ k (hk : k < statements.size), out.getD k false = true → ConsistsFlag claimed out k statements[k].shape) :
    ∀ k (hk : k < statements.size), (consistsFrom claimed statements i out).getD k false = true →
      ConsistsFlag claimed (consistsFrom claimed statements i out) k statements[k].shape := by
  fun_induction consistsFrom claimed statements i out with
  | case1 i out hlt ih =>
    refine ih (by simp [hi]) fun k hk hflag => ?_
    by_cases hki : k < out.size
    · rw [push_old hki] at hflag
      exact ConsistsFlag.push (hout k hk hflag)
    · have := flag_lt hflag
      obtain rfl : k = i := by simp at this; omega
      rw [push_new hi.symm] at hflag
      refine ConsistsFlag.push ?_
      revert hflag
      cases statements[k].shape with
      | _ => simp [ConsistsFlag, consistsAt]
  | case2 i out hlt => exact hout

/-- What a flag of `blocksFrom` says. -/
def BlockFlag (right left flags : Array Bool) : StatementShape → Prop
  | .skip | .atomic _ => True
  | .choice S S' => flags.getD S false = true ∧ flags.getD S' false = true
  | .seq S S' => right.getD S false = true ∧ flags.getD S' false = true ∨ flags.getD S false = true ∧ left.getD S' false = true
  | _ => False

theorem BlockFlag.push {right left flags : Array Bool} {shape : StatementShape} {x : Bool} (h : BlockFlag right left flags shape) :
    BlockFlag right left (flags.push x) shape := by
  cases shape with
  | choice => exact ⟨flag_push h.1, flag_push h.2⟩
  | seq => exact h.imp (fun h => ⟨h.1, flag_push h.2⟩) fun h => ⟨flag_push h.1, h.2⟩
  | _ => exact h

theorem blocksFrom_sound {right left : Array Bool} (i : Nat) (out : Array Bool) (hi : out.size = i)
    (hout : ∀ k (hk : k < statements.size), out.getD k false = true → BlockFlag right left out statements[k].shape) :
    ∀ k (hk : k < statements.size), (blocksFrom right left statements i out).getD k false = true →
      BlockFlag right left (blocksFrom right left statements i out) statements[k].shape := by
  fun_induction blocksFrom right left statements i out with
  | case1 i out hlt ih =>
    refine ih (by simp [hi]) fun k hk hflag => ?_
    by_cases hki : k < out.size
    · rw [push_old hki] at hflag
      exact BlockFlag.push (hout k hk hflag)
    · have := flag_lt hflag
      obtain rfl : k = i := by simp at this; omega
      rw [push_new hi.symm] at hflag
      refine BlockFlag.push ?_
      revert hflag
      cases statements[k].shape with
      | _ => simp [BlockFlag, blockAt]
  | case2 i out hlt => exact hout

/-- What the flags say of a statement of the family: it consists of commands that are claimed to be movers, or is right movers, one command, and left
movers. -/
theorem reached_typed {reached rights lefts : Array Bool} {R L : Command → Prop} (hr : ∀ k (hk : k < statements.size), reached.getD k false = true →
      partsReached reached statements[k].shape = .ok ()) (hR : ∀ k (hk : k < statements.size), reached.getD k false = true → rights.getD k false = true →
      ∀ c, statements[k].shape = .atomic c → R (c.command T)) (hL : ∀ k (hk : k < statements.size), reached.getD k false = true →
      lefts.getD k false = true → ∀ c, statements[k].shape = .atomic c → L (c.command T)) (k : Nat) (hk : reached.getD k false = true) :
    ((consistsFrom rights statements 0 #[]).getD k false = true → Consists R (((codes statements).getD k .skip).core T)) ∧
    ((consistsFrom lefts statements 0 #[]).getD k false = true → Consists L (((codes statements).getD k .skip).core T)) ∧
    ((blocksFrom (consistsFrom rights statements 0 #[]) (consistsFrom lefts statements 0 #[]) statements 0 #[]).getD k false = true →
      Block R L (((codes statements).getD k .skip).core T)) := by
  have fR := consistsFrom_sound (statements := statements) (claimed := rights) 0 #[] rfl (fun k _ h => by simp at h)
  have fL := consistsFrom_sound (statements := statements) (claimed := lefts) 0 #[] rfl (fun k _ h => by simp at h)
  have fB := blocksFrom_sound (statements := statements) (right := consistsFrom rights statements 0 #[]) (left := consistsFrom lefts statements 0 #[])
    0 #[] rfl (fun k _ h => by simp at h)
  generalize blocksFrom (consistsFrom rights statements 0 #[]) (consistsFrom lefts statements 0 #[]) statements 0 #[] = blocks at *
  generalize consistsFrom rights statements 0 #[] = right at *
  generalize consistsFrom lefts statements 0 #[] = left at *
  refine codes_induction rfl (statements := statements) (P := fun k S _ => reached.getD k false = true →
      (right.getD k false = true → Consists R (S.core T)) ∧ (left.getD k false = true → Consists L (S.core T)) ∧
      (blocks.getD k false = true → Block R L (S.core T))) (fun _ _ _ => ⟨fun _ => trivial, fun _ => trivial, fun _ => trivial⟩)
    (fun k hlt _ earlier _ he _ _ ih hk => ?_) k hk
  have part (j : Nat) (hj : reached.getD j false = true) : (right.getD j false = true → Consists R ((earlier.getD j .skip).core T)) ∧
      (left.getD j false = true → Consists L ((earlier.getD j .skip).core T)) ∧
      (blocks.getD j false = true → Block R L ((earlier.getD j .skip).core T)) := by
    by_cases hlt : j < k
    · exact ih j hlt hj
    · rw [getD_beyond he hlt]; exact ⟨fun _ => trivial, fun _ => trivial, fun _ => trivial⟩
  have h₁ := parts_reached (hr k hlt hk)
  refine ⟨fun hf => ?_, fun hf => ?_, fun hf => ?_⟩
  · have h₂ := fR k hlt hf
    cases hs : statements[k].shape with
    | skip => trivial
    | atomic c => rw [hs] at h₂; exact hR k hlt hk h₂ c hs
    | choice S S' => rw [hs] at h₁ h₂; exact ⟨(part S h₁.1).1 h₂.1, (part S' h₁.2).1 h₂.2⟩
    | seq S S' => rw [hs] at h₁ h₂; exact ⟨(part S h₁.1).1 h₂.1, (part S' h₁.2).1 h₂.2⟩
    | _ => rw [hs] at h₂; exact h₂.elim
  · have h₂ := fL k hlt hf
    cases hs : statements[k].shape with
    | skip => trivial
    | atomic c => rw [hs] at h₂; exact hL k hlt hk h₂ c hs
    | choice S S' => rw [hs] at h₁ h₂; exact ⟨(part S h₁.1).2.1 h₂.1, (part S' h₁.2).2.1 h₂.2⟩
    | seq S S' => rw [hs] at h₁ h₂; exact ⟨(part S h₁.1).2.1 h₂.1, (part S' h₁.2).2.1 h₂.2⟩
    | _ => rw [hs] at h₂; exact h₂.elim
  · have h₂ := fB k hlt hf
    cases hs : statements[k].shape with
    | skip | atomic => trivial
    | choice S S' => rw [hs] at h₁ h₂; exact ⟨(part S h₁.1).2.2 h₂.1, (part S' h₁.2).2.2 h₂.2⟩
    | seq S S' =>
      rw [hs] at h₁ h₂
      exact h₂.imp (fun h => ⟨(part S h₁.1).1 h.1, (part S' h₁.2).2.2 h.2⟩) fun h => ⟨(part S h₁.1).2.2 h.1, (part S' h₁.2).2.1 h.2⟩
    | _ => rw [hs] at h₂; exact h₂.elim

/-! ## Merging -/

theorem merged_command {S : Code} {c : CommandCode} (h : S.merged = some c) : commandOf (S.core T) = some (c.command T) := by
  induction S generalizing c with
  | skip => cases h; rfl
  | atomic => cases h; rfl
  | seq S S' ih ih' =>
    rw [Code.merged] at h
    split at h
    · rename_i d d' hd hd'
      cases h
      rw [Code.core, commandOf, ih hd, ih' hd']
      rfl
    · cases h
  | choice S S' ih ih' =>
    rw [Code.merged] at h
    split at h
    · rename_i d d' hd hd'
      cases h
      rw [Code.core, commandOf, ih hd, ih' hd']
      rfl
    · cases h
  | _ => cases h

/-- A line that is merged, or as it was. -/
def MergesLine (blocks : Array Bool) (trees : Array Code) (k : Nat) (shape shape' : StatementShape) : Prop :=
  shape' = shape ∨ ∃ c, shape' = .atomic c ∧ mergedCommand (blocks.getD k false) (trees.getD k .skip) = .ok c

theorem mergeStatements_sound {merges blocks : Array Bool} {trees : Array Code} {result : Array StatementEntry} (i : Nat) (out : Array StatementEntry)
    (hi : out.size = i) (hle : i ≤ statements.size)
    (hout : ∀ k (hk : k < statements.size) (hk' : k < out.size), MergesLine blocks trees k statements[k].shape out[k].shape)
    (h : mergeStatements merges blocks trees statements i out = .ok result) :
    result.size = statements.size ∧ ∀ k (hk : k < statements.size) (hk' : k < result.size), MergesLine blocks trees k statements[k].shape result[k].shape := by
  fun_induction mergeStatements merges blocks trees statements i out with
  | case1 i out hlt _ ih =>
    obtain ⟨c, hc, h⟩ := bind_ok.mp h
    refine ih c (by simp [hi]) (by omega) (fun k hk hk' => ?_) h
    rw [Array.getElem_push]
    split
    · exact hout k hk _
    · obtain rfl : k = i := by simp at hk'; omega
      exact .inr ⟨c, rfl, hc⟩
  | case2 i out hlt _ ih =>
    refine ih (by simp [hi]) (by omega) (fun k hk hk' => ?_) h
    rw [Array.getElem_push]
    split
    · exact hout k hk _
    · obtain rfl : k = i := by simp at hk'; omega
      exact .inl rfl
  | case3 i out hlt =>
    injection h with h
    subst h
    exact ⟨by omega, hout⟩

/-- The statements of a family after merging. -/
theorem reached_merged {reached blocks : Array Bool} {Ok : Core → Prop} {result : Array StatementEntry} (hsize : result.size = statements.size)
    (hlines : ∀ k (hk : k < statements.size) (hk' : k < result.size), MergesLine blocks (codes statements) k statements[k].shape result[k].shape)
    (hr : ∀ k (hk : k < statements.size), reached.getD k false = true → partsReached reached statements[k].shape = .ok ())
    (hok : ∀ k, reached.getD k false = true → blocks.getD k false = true → Ok (((codes statements).getD k .skip).core T)) (k : Nat)
    (hk : reached.getD k false = true) : Merged Ok (((codes statements).getD k .skip).core T) (((codes result).getD k .skip).core T) := by
  refine codes_induction hsize (P := fun k S S' => reached.getD k false = true → Merged Ok (S.core T) (S'.core T))
    (fun _ _ _ => .skip) (fun k hlt hlt' earlier earlier' he he' heq ih hk => ?_) k hk
  have part (j : Nat) (hj : reached.getD j false = true) : Merged Ok ((earlier.getD j .skip).core T) ((earlier'.getD j .skip).core T) := by
    by_cases hlt : j < k
    · exact ih j hlt hj
    · rw [getD_beyond he hlt, getD_beyond he' hlt]; exact .skip
  have h₁ := parts_reached (hr k hlt hk)
  rcases hlines k hlt hlt' with hs | ⟨c, hs, hc⟩
  · rw [hs]
    cases hs : statements[k].shape with
    | skip => exact .skip
    | atomic c => exact .atomic
    | exit => exact .exit
    | call => exact .call
    | choice S S' => rw [hs] at h₁; exact .choice (part S h₁.1) (part S' h₁.2)
    | seq S S' => rw [hs] at h₁; exact .seq (part S h₁.1) (part S' h₁.2)
    | loop S => rw [hs] at h₁; exact .loop (part S h₁)
    | block S => rw [hs] at h₁; exact .block (part S h₁)
    | scope => rw [hs] at h₁; exact h₁.elim
    | par => rw [hs] at h₁; exact h₁.elim
  · obtain ⟨_, hb, hc⟩ := bind_ok.mp hc
    obtain ⟨_, hn, hc⟩ := bind_ok.mp hc
    have hok := hok k hk (require_ok.mp hb)
    have hn := require_ok.mp hn
    have hc := orReject_ok.mp hc
    rw [heq] at hok hn hc
    rw [hs]
    refine .mark (merged_command hc) (fun h => ?_) hok
    cases hcode : statements[k].shape.code earlier with
    | skip => rw [hcode] at hn; cases hn
    | _ => rw [hcode] at h; cases h

end

end Plato
