/-
# The program after a step of reduction is what the theory says

Main results: `changed_abstracts`, `atomsBelow_sound`, `familyAtoms_sound`, `reached_typed`, `reached_merged`.
-/
module

public import Plato.Reduction.Check
public import Theory.Reduction.CoreReduction
public import Theory.Reduction.CoreSimulation
public import Reduction.Summaries
public import Program.Read

@[expose] public section

namespace Plato

open Reduction

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

/-! ## Assertions and replacements -/

/-- A line with what is said of its command, or as it was. -/
def Changes (gate : Option Literal) (replacement : Option CommandEntry) (shape shape' : StatementShape) : Prop :=
  (∃ c depth size, shape = .atomic c ∧ shape' = .atomic (guarded gate (replaced replacement ⟨c, depth, size⟩)).command) ∨
    shape' = shape ∧ ∀ c, shape ≠ .atomic c

theorem changedEntry_sound {gate : Option Literal} {replacement : Option CommandEntry} {limit : Nat} {entry entry' : StatementEntry}
    (h : changedEntry gate replacement limit entry = .ok entry') : Changes gate replacement entry.shape entry'.shape := by
  unfold changedEntry at h
  split at h
  · rename_i c hc
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    subst h
    exact .inl ⟨c, entry.depth, entry.size, hc, rfl⟩
  · rename_i hn
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    injection h with h
    subst h
    exact .inr ⟨rfl, hn⟩

theorem changeStatements_sound {plan : ReductionPlan} {limit : Nat} {statements result : Array StatementEntry} (i : Nat) (out : Array StatementEntry)
    (hi : out.size = i) (hle : i ≤ statements.size) (hout : ∀ k (hk : k < statements.size) (hk' : k < out.size),
      Changes (plan.gates.getD k none) (plan.replacements.getD k none) statements[k].shape out[k].shape)
    (h : changeStatements plan limit statements i out = .ok result) :
    result.size = statements.size ∧ ∀ k (hk : k < statements.size) (hk' : k < result.size),
      Changes (plan.gates.getD k none) (plan.replacements.getD k none) statements[k].shape result[k].shape := by
  fun_induction changeStatements plan limit statements i out with
  | case1 i out hlt ih =>
    obtain ⟨entry, hentry, h⟩ := bind_ok.mp h
    refine ih entry (by simp [hi]) (by omega) (fun k hk hk' => ?_) h
    rw [Array.getElem_push]
    split
    · exact hout k hk _
    · obtain rfl : k = i := by simp at hk'; omega
      exact changedEntry_sound hentry
  | case2 i out hlt =>
    injection h with h
    subst h
    exact ⟨by omega, hout⟩

/-- A command that simulates another one is more abstract, and so is one with an assertion before it. -/
theorem refines_changed {T : Tables} {E : Parameters} {gate : Option Literal} {replacement : Option CommandEntry} {c : CommandEntry}
    (h : ∀ d, replacement = some d → ∀ i, Simulated E (fun _ => True) i (c.command.command T) (d.command.command T)) (t : List Index) :
    Refines id (fun _ => True) (gated E t (c.command.command T)) (gated E t ((guarded gate (replaced replacement c)).command.command T)) := by
  have first {σ : Store} (hs : Sure E (ident t) ((replaced replacement c).command.command T) σ) : Sure E (ident t) (c.command.command T) σ ∧
      ∀ ⦃σ'⦄, (c.command.command T).Runs E (ident t) σ (.store σ') → ((replaced replacement c).command.command T).Runs E (ident t) σ (.store σ') := by
    cases replacement with
    | none => exact ⟨hs, fun _ hr => hr⟩
    | some d => exact h d rfl (ident t) trivial hs
  intro u σ _ hg
  cases gate with
  | none =>
    obtain ⟨h₁, h₂⟩ := first hg.2
    exact ⟨⟨hg.1, h₁⟩, fun σ' hr => ⟨σ', ⟨hr.1, h₂ hr.2⟩, rfl⟩⟩
  | some l =>
    have hf : (T.literal l).predicate E (ident t) σ := Classical.byContradiction fun hn => hg.2 (.seqWrong (.assertWrong hn))
    obtain ⟨h₁, h₂⟩ := first fun hw => hg.2 (.seq (.assert hf) hw)
    exact ⟨⟨hg.1, h₁⟩, fun σ' hr => ⟨σ', ⟨hr.1, .seq (.assert hf) (h₂ hr.2)⟩, rfl⟩⟩

/-- The statements with assertions and replacements are more abstract, if the replacements simulate what they replace. -/
theorem changed_abstracts {T : Tables} {plan : ReductionPlan} {statements statements' : Array StatementEntry} (hsize : statements'.size = statements.size)
    (h : ∀ k (hk : k < statements.size) (hk' : k < statements'.size),
      Changes (plan.gates.getD k none) (plan.replacements.getD k none) statements[k].shape statements'[k].shape) {E : Parameters}
    (hs : ∀ k (hk : k < statements.size) c d, statements[k].shape = .atomic c → plan.replacements.getD k none = some d → ∀ i,
      Simulated E (fun _ => True) i (c.command T) (d.command.command T)) (k : Nat) :
    Abstracts E (fun _ => True) (((codes statements).getD k .skip).core T) (((codes statements').getD k .skip).core T) := by
  refine codes_induction hsize (P := fun _ S S' => Abstracts E (fun _ => True) (S.core T) (S'.core T)) (fun _ _ => .skip)
    (fun k hk hk' earlier earlier' he he' _ hP => ?_) k
  have part (j : Nat) : Abstracts E (fun _ => True) ((earlier.getD j .skip).core T) ((earlier'.getD j .skip).core T) := by
    by_cases hj : j < k
    · exact hP j hj
    · rw [getD_beyond he hj, getD_beyond he' hj]; exact .skip
  rcases h k hk hk' with ⟨c, depth, size, hc, hc'⟩ | ⟨hs', hn⟩
  · rw [hc, hc']
    exact .atomic (refines_changed (c := ⟨c, depth, size⟩) fun d hd i => hs k hk c d hc hd i)
  · rw [hs']
    cases hs' : statements[k].shape with
    | skip => exact .skip
    | atomic c => exact absurd hs' (hn c)
    | choice S S' => exact .choice (part S) (part S')
    | seq S S' => exact .seq (part S) (part S')
    | loop S => exact .loop (part S)
    | block S => exact .block (part S)
    | exit => exact .exit
    | call => exact .call
    | scope locals S => exact .scope (part S)
    | par first last S => exact .par (part S)

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
        obtain ⟨⟨⟩, hparts, h⟩ := bind_ok.mp h
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

/-! ## Merging -/

/-- Commands of a statement of the family are movers if that is said of them. -/
theorem reached_typed {reached : Array Bool} {R L : Command → Prop} (hr : ∀ k (hk : k < statements.size), reached.getD k false = true →
      partsReached reached statements[k].shape = .ok ()) (hR : ∀ k (hk : k < statements.size), reached.getD k false = true → plan.rights.getD k false = true →
      ∀ c, statements[k].shape = .atomic c → R (c.command T)) (hL : ∀ k (hk : k < statements.size), reached.getD k false = true →
      plan.lefts.getD k false = true → ∀ c, statements[k].shape = .atomic c → L (c.command T)) (trees : Array Code) (k : Nat)
    (hk : reached.getD k false = true) : (moverCode plan statements trees k).Typed T R L := by
  induction k using Nat.strongRecOn with
  | _ k ih =>
    rw [moverCode]
    split
    · rename_i hlt
      have h₁ := parts_reached (hr k hlt hk)
      have part (j : Nat) (hj : reached.getD j false = true) : (if j < k then moverCode plan statements trees j else .skip).Typed T R L := by
        split
        · rename_i hlt; exact ih j hlt hj
        · trivial
      split
      · trivial
      · rename_i c hs; exact ⟨fun h => hR k hlt hk h c hs, fun h => hL k hlt hk h c hs⟩
      · rename_i hs; rw [hs] at h₁; exact ⟨part _ h₁.1, part _ h₁.2⟩
      · rename_i hs; rw [hs] at h₁; exact ⟨part _ h₁.1, part _ h₁.2⟩
      · rename_i hs; rw [hs] at h₁; exact part _ h₁
      · rename_i hs; rw [hs] at h₁; exact part _ h₁
      · trivial
      · trivial
    · trivial

/-- A line that is merged, or as it was. -/
def MergesLine (plan : ReductionPlan) (trees : Array Code) (statements : Array StatementEntry) (k : Nat) (shape shape' : StatementShape) : Prop :=
  shape' = shape ∨ ∃ c, shape' = .atomic c.command ∧ plan.merges.getD k false = true ∧
    mergedCommand (trees.getD k .skip) (moverCode plan statements trees k) = .ok c

theorem mergeStatements_sound {limit : Nat} {trees : Array Code} {result : Array StatementEntry} (i : Nat) (out : Array StatementEntry)
    (hi : out.size = i) (hle : i ≤ statements.size)
    (hout : ∀ k (hk : k < statements.size) (hk' : k < out.size), MergesLine plan trees statements k statements[k].shape out[k].shape)
    (h : mergeStatements plan limit trees statements i out = .ok result) :
    result.size = statements.size ∧ ∀ k (hk : k < statements.size) (hk' : k < result.size), MergesLine plan trees statements k statements[k].shape result[k].shape := by
  fun_induction mergeStatements plan limit trees statements i out with
  | case1 i out hlt hm ih =>
    obtain ⟨c, hc, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    refine ih c (by simp [hi]) (by omega) (fun k hk hk' => ?_) h
    rw [Array.getElem_push]
    split
    · exact hout k hk _
    · obtain rfl : k = i := by simp at hk'; omega
      exact .inr ⟨c, rfl, hm, hc⟩
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

/-- The command that a statement of some number becomes. -/
def SumOf (T : Tables) (plan : ReductionPlan) (statements : Array StatementEntry) (S : Core) (C : Command) : Prop :=
  ∃ k cs c, k < statements.size ∧ plan.merges.getD k false = true ∧ S = (moverCode plan statements (codes statements) k).core T ∧ C = c.command.command T ∧
    (moverCode plan statements (codes statements) k).merged = some cs ∧ endCommand cs = some c

/-- The statements of a family after merging. -/
theorem reached_merged {reached : Array Bool} {R L : Command → Prop} {result : Array StatementEntry} (hsize : result.size = statements.size)
    (hlines : ∀ k (hk : k < statements.size) (hk' : k < result.size), MergesLine plan (codes statements) statements k statements[k].shape result[k].shape)
    (hr : ∀ k (hk : k < statements.size), reached.getD k false = true → partsReached reached statements[k].shape = .ok ())
    (ht : ∀ k, reached.getD k false = true → (moverCode plan statements (codes statements) k).Typed T R L) (k : Nat)
    (hk : reached.getD k false = true) :
    Merged (Mergeable.Part R L (SumOf T plan statements)) (((codes statements).getD k .skip).core T) (((codes result).getD k .skip).core T) := by
  refine codes_induction hsize (P := fun k S S' => reached.getD k false = true → Merged (Mergeable.Part R L (SumOf T plan statements)) (S.core T) (S'.core T))
    (fun _ _ _ => .skip) (fun k hlt hlt' earlier earlier' he he' heq ih hk => ?_) k hk
  have part (j : Nat) (hj : reached.getD j false = true) :
      Merged (Mergeable.Part R L (SumOf T plan statements)) ((earlier.getD j .skip).core T) ((earlier'.getD j .skip).core T) := by
    by_cases hlt : j < k
    · exact ih j hlt hj
    · rw [getD_beyond he hlt, getD_beyond he' hlt]; exact .skip
  have h₁ := parts_reached (hr k hlt hk)
  rcases hlines k hlt hlt' with hs | ⟨c, hs, hm, hc⟩
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
  · obtain ⟨_, hin, hc⟩ := bind_ok.mp hc
    obtain ⟨_, hb, hc⟩ := bind_ok.mp hc
    obtain ⟨_, hn, hc⟩ := bind_ok.mp hc
    obtain ⟨cs, hcs, hc⟩ := bind_ok.mp hc
    have hin := require_ok.mp hin
    have hb := require_ok.mp hb
    have hn := require_ok.mp hn
    have hcs := orReject_ok.mp hcs
    have hc := orReject_ok.mp hc
    obtain ⟨as, has⟩ := Option.isSome_iff_exists.mp hb
    have hcore := moverCode_core (T := T) (plan := plan) (statements := statements) k
    rw [heq] at hin hn hcore
    rw [hs]
    refine .mark (fun h => ?_) ⟨?_, inside_sound hin, k, cs, c, hlt, hm, hcore.symm, rfl, hcs, hc⟩
    · cases hcode : statements[k].shape.code earlier with
      | skip => rw [hcode] at hn; cases hn
      | _ => rw [hcode] at h; cases h
    · rw [← hcore]
      exact core_before_mono (fun _ _ => trivial) (MoverCode.before_sound (ht k hk) has)

end

end Plato
