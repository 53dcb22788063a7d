/-
# Unfolding calls to a depth

What a program with procedures does in small steps is what its unfoldings do, where calls are replaced by bodies up to some depth and a
call beyond it blocks (`assume false`). So what is known of statements without calls carries over to procedures.

The paper's sequences (*Modular Verification of Multithreaded Programs*, Calvin, figure 3) give a call beyond the depth no sequence at
all. Then a body that never ends has no sequence, either, and all that it does on the way is lost: `m() { assert false; m(); }` goes wrong
in small steps and has no path (`endless_wrong`, `endless_no_path`). An unfolding has no calls, so its paths and its small steps agree.

Main definitions: `blocked`, `unfold`, `Unfolds`, `endless`. Main results: `leads_iff_unfolding`, `leads_iff_unfolding_paths`,
`endless_no_path`, `endless_right`, `endless_wrong`.
-/
module

public import Theory.Procedures.SmallSteps

@[expose] public section

namespace Plato.Procedures

variable {Thread Store Proc : Type}

/-- `assume false`: a step that no thread can make. -/
def blocked : Atomic Thread Store := fun _ _ _ => False

/-- Calls unfolded to a depth; those beyond it block. -/
noncomputable def unfold (B : Proc → Stmt (Atomic Thread Store) Proc) :
    Nat → Stmt (Atomic Thread Store) Proc → Stmt (Atomic Thread Store) Proc
  | 0, S => S.inlineAbs fun _ => .atomic blocked
  | d + 1, S => S.inlineAbs fun m => unfold B d (B m)

/-- The second statement is the first with calls unfolded, each at least so deep. -/
inductive Unfolds (B : Proc → Stmt (Atomic Thread Store) Proc) :
    Nat → Stmt (Atomic Thread Store) Proc → Stmt (Atomic Thread Store) Proc → Prop where
  | skip {n} : Unfolds B n .skip .skip
  | atomic {n a} : Unfolds B n (.atomic a) (.atomic a)
  | seq {n S T S' T'} : Unfolds B n S S' → Unfolds B n T T' → Unfolds B n (.seq S T) (.seq S' T')
  | choice {n S T S' T'} : Unfolds B n S S' → Unfolds B n T T' → Unfolds B n (.choice S T) (.choice S' T')
  | loop {n S S'} : Unfolds B n S S' → Unfolds B n (.loop S) (.loop S')
  | call {n k m S} : Unfolds B n (B m) S → k ≤ n + 1 → Unfolds B k (.call m) S
  | cut {m} : Unfolds B 0 (.call m) (.atomic blocked)

section

variable {B B' : Proc → Stmt (Atomic Thread Store) Proc}

theorem Unfolds.inline {n : Nat} {abs : Proc → Stmt (Atomic Thread Store) Proc} (h : ∀ m, Unfolds B n (.call m) (abs m))
    (S : Stmt (Atomic Thread Store) Proc) : Unfolds B n S (S.inlineAbs abs) := by
  induction S with
  | skip => exact .skip
  | atomic => exact .atomic
  | seq _ _ ihS ihT => exact .seq ihS ihT
  | choice _ _ ihS ihT => exact .choice ihS ihT
  | loop _ ih => exact .loop ih
  | call m => exact h m

theorem unfolds_unfold (d : Nat) (S : Stmt (Atomic Thread Store) Proc) : Unfolds B d S (unfold B d S) := by
  induction d generalizing S with
  | zero => exact .inline (fun _ => .cut) S
  | succ d ih => exact .inline (fun m => .call (ih (B m)) (Nat.le_refl _)) S

theorem Unfolds.mono {n k : Nat} {S U : Stmt (Atomic Thread Store) Proc} (h : Unfolds B n S U) (hk : k ≤ n) : Unfolds B k S U := by
  induction h with
  | skip => exact .skip
  | atomic => exact .atomic
  | seq _ _ ihS ihT => exact .seq (ihS hk) (ihT hk)
  | choice _ _ ihS ihT => exact .choice (ihS hk) (ihT hk)
  | loop _ ih => exact .loop (ih hk)
  | call h hn _ => exact .call h (Nat.le_trans hk hn)
  | cut => obtain rfl := Nat.le_zero.mp hk; exact .cut

/-- A step of the statement is one of an unfolding that is deep enough; the step into a body is none. -/
theorem Unfolds.move {n : Nat} {S S' U : Stmt (Atomic Thread Store) Proc} {x : Option (Atomic Thread Store)} (h : Moves B S x S')
    (hU : Unfolds B (n + 1) S U) : ∃ U', Unfolds B n S' U' ∧ (Moves B' U x U' ∨ (x = none ∧ U' = U)) := by
  have hn : n ≤ n + 1 := Nat.le_succ n
  induction h generalizing U with
  | atomic => cases hU; exact ⟨.skip, .skip, .inl .atomic⟩
  | choiceLeft => cases hU with | choice h1 h2 => exact ⟨_, h1.mono hn, .inl .choiceLeft⟩
  | choiceRight => cases hU with | choice h1 h2 => exact ⟨_, h2.mono hn, .inl .choiceRight⟩
  | loopDone => cases hU with | loop h => exact ⟨.skip, .skip, .inl .loopDone⟩
  | loopUnroll => cases hU with | loop h => exact ⟨_, .seq (h.mono hn) (.loop (h.mono hn)), .inl .loopUnroll⟩
  | assoc =>
    cases hU with
    | seq h1 h3 => cases h1 with
      | seq h1 h2 => exact ⟨_, .seq (h1.mono hn) (.seq (h2.mono hn) (h3.mono hn)), .inl .assoc⟩
  | seqStep _ ih =>
    cases hU with
    | seq h1 h2 =>
      obtain ⟨U', hU', h | ⟨hx, rfl⟩⟩ := ih h1
      · exact ⟨_, .seq hU' (h2.mono hn), .inl (.seqStep h)⟩
      · exact ⟨_, .seq hU' (h2.mono hn), .inr ⟨hx, rfl⟩⟩
  | seqSkip =>
    cases hU with
    | seq h1 h2 => cases h1; exact ⟨_, h2.mono hn, .inl .seqSkip⟩
  | call => cases hU with | call h hk => exact ⟨U, h.mono (Nat.le_of_succ_le_succ hk), .inr ⟨rfl, rfl⟩⟩

/-- What is unfolded to the end ends, after the calls that were unfolded. -/
theorem Unfolds.skip_inv {n : Nat} {S U : Stmt (Atomic Thread Store) Proc} (h : Unfolds B n S U) (hU : U = .skip) : Silent B S .skip := by
  induction h with
  | skip => exact .refl
  | call _ _ ih => exact .head .call (ih hU)
  | _ => cases hU

theorem Unfolds.seq_inv {n : Nat} {S U U₁ U₂ : Stmt (Atomic Thread Store) Proc} (h : Unfolds B n S U) (hU : U = .seq U₁ U₂) :
    ∃ S₁ S₂, Silent B S (.seq S₁ S₂) ∧ Unfolds B 0 S₁ U₁ ∧ Unfolds B 0 S₂ U₂ := by
  induction h with
  | seq h1 h2 => cases hU; exact ⟨_, _, .refl, h1.mono (Nat.zero_le _), h2.mono (Nat.zero_le _)⟩
  | call _ _ ih =>
    obtain ⟨S₁, S₂, h, h1, h2⟩ := ih hU
    exact ⟨S₁, S₂, .head .call h, h1, h2⟩
  | _ => cases hU

/-- A step of an unfolding is blocked or is one of the statement, after some calls. -/
theorem Unfolds.back {n : Nat} {S U U' : Stmt (Atomic Thread Store) Proc} {x : Option (Atomic Thread Store)} (hU : Unfolds B n S U)
    (h : Moves B' U x U') : x = some blocked ∨ ∃ T S', Silent B S T ∧ Moves B T x S' ∧ Unfolds B 0 S' U' := by
  have hz : 0 ≤ n := Nat.zero_le n
  induction hU generalizing U' x with
  | skip => cases h
  | atomic => cases h; exact .inr ⟨_, _, .refl, .atomic, .skip⟩
  | @seq n S T V W h1 h2 ih1 _ =>
    cases h with
    | assoc =>
      obtain ⟨S₁, S₂, hs, h3, h4⟩ := h1.seq_inv rfl
      exact .inr ⟨_, _, hs.seq T, .assoc, .seq h3 (.seq h4 (h2.mono hz))⟩
    | seqStep h =>
      rcases ih1 h hz with hx | ⟨T', S', hs, hm, hu⟩
      · exact .inl hx
      · exact .inr ⟨_, _, hs.seq T, .seqStep hm, .seq hu (h2.mono hz)⟩
    | seqSkip => exact .inr ⟨_, _, (h1.skip_inv rfl).seq T, .seqSkip, h2.mono hz⟩
  | choice h1 h2 =>
    cases h with
    | choiceLeft => exact .inr ⟨_, _, .refl, .choiceLeft, h1.mono hz⟩
    | choiceRight => exact .inr ⟨_, _, .refl, .choiceRight, h2.mono hz⟩
  | loop h1 =>
    cases h with
    | loopDone => exact .inr ⟨_, _, .refl, .loopDone, .skip⟩
    | loopUnroll => exact .inr ⟨_, _, .refl, .loopUnroll, .seq (h1.mono hz) (.loop (h1.mono hz))⟩
  | call _ _ ih =>
    rcases ih h (Nat.zero_le _) with hx | ⟨T', S', hs, hm, hu⟩
    · exact .inl hx
    · exact .inr ⟨T', S', .head .call hs, hm, hu⟩
  | cut => cases h; exact .inl rfl

end

section

variable {B B' : Proc → Stmt (Atomic Thread Store) Proc} {P Q : Thread → Stmt (Atomic Thread Store) Proc} {σ : Store} {r : Outcome Store}

/-- The one configuration is the other with calls unfolded. -/
def UnfoldsAll (B : Proc → Stmt (Atomic Thread Store) Proc) (n : Nat) : Config Thread Store Proc → Config Thread Store Proc → Prop
  | .run σ P, .run σ' Q => σ = σ' ∧ ∀ t, Unfolds B n (P t) (Q t)
  | .wrong, .wrong => True
  | _, _ => False

theorem unfoldsAll_replaced {n k : Nat} (hk : k ≤ n) (h : ∀ t, Unfolds B n (P t) (Q t)) (i : Thread) {S U : Stmt (Atomic Thread Store) Proc}
    (hi : Unfolds B k S U) (t : Thread) : Unfolds B k (replaced P i S t) (replaced Q i U t) := by
  by_cases ht : t = i
  · subst ht; rwa [replaced_same, replaced_same]
  · rw [replaced_other _ _ ht, replaced_other _ _ ht]; exact (h t).mono hk

theorem UnfoldsAll.step {n : Nat} {c c' e : Config Thread Store Proc} (h : ProgramStep B c c') (he : UnfoldsAll B (n + 1) c e) :
    ∃ e', Many (ProgramStep B') e e' ∧ UnfoldsAll B n c' e' := by
  have hn : n ≤ n + 1 := Nat.le_succ n
  cases h <;> (cases e with | wrong => exact he.elim | run σ' Q => ?_) <;> obtain ⟨rfl, hQ⟩ := he
  · rename_i i S hm
    obtain ⟨U, hU, h | ⟨_, rfl⟩⟩ := Unfolds.move (B' := B') hm (hQ i)
    · exact ⟨_, .single (.silent h), rfl, unfoldsAll_replaced hn hQ i hU⟩
    · refine ⟨_, .refl, rfl, fun t => ?_⟩
      by_cases ht : t = i
      · subst ht; rwa [replaced_same]
      · rw [replaced_other _ _ ht]; exact (hQ t).mono hn
  · rename_i i a S hm h1
    obtain ⟨U, hU, h | ⟨hx, _⟩⟩ := Unfolds.move (B' := B') hm (hQ i)
    · exact ⟨_, .single (.step h h1), rfl, unfoldsAll_replaced hn hQ i hU⟩
    · cases hx
  · rename_i i a S hm h1
    obtain ⟨U, hU, h | ⟨hx, _⟩⟩ := Unfolds.move (B' := B') hm (hQ i)
    · exact ⟨.wrong, .single (.wrong h h1), trivial⟩
    · cases hx

theorem UnfoldsAll.many {c c' : Config Thread Store Proc} (h : Many (ProgramStep B) c c') :
    ∃ k, ∀ n e, UnfoldsAll B (n + k) c e → ∃ e', Many (ProgramStep B') e e' ∧ UnfoldsAll B n c' e' := by
  induction h with
  | refl => exact ⟨0, fun n e he => ⟨e, .refl, he⟩⟩
  | tail _ hstep ih =>
    obtain ⟨k, ih⟩ := ih
    refine ⟨k + 1, fun n e he => ?_⟩
    obtain ⟨e', he', hu⟩ := ih (n + 1) e (by rwa [Nat.add_right_comm] at *)
    obtain ⟨e'', he'', hu'⟩ := UnfoldsAll.step hstep hu
    exact ⟨e'', he'.trans he'', hu'⟩

theorem UnfoldsAll.outcome {n : Nat} {c e : Config Thread Store Proc} (h : UnfoldsAll B n c e) : c.outcome = e.outcome := by
  cases c <;> cases e
  · exact congrArg Outcome.store h.1
  · exact h.elim
  · exact h.elim
  · rfl

/-- What an unfolding does in a step, the program does in some. -/
theorem UnfoldsAll.back {c e e' : Config Thread Store Proc} (he : UnfoldsAll B 0 c e) (h : ProgramStep B' e e') :
    ∃ c', Many (ProgramStep B) c c' ∧ UnfoldsAll B 0 c' e' := by
  cases h <;> (cases c with | wrong => exact he.elim | run σ' P => ?_) <;> obtain ⟨rfl, hQ⟩ := he
  · rename_i i S hm
    obtain hx | ⟨T, S', hT, hS', hu⟩ := (hQ i).back hm
    · cases hx
    · refine ⟨_, (program_silent hT).trans (.single (.silent (by rwa [replaced_same]))), rfl, ?_⟩
      rw [replaced_twice]
      exact unfoldsAll_replaced (Nat.le_refl 0) hQ i hu
  · rename_i i a S hm h1
    obtain hx | ⟨T, S', hT, hS', hu⟩ := (hQ i).back hm
    · cases hx; exact h1.elim
    · refine ⟨_, (program_silent hT).trans (.single (.step (by rwa [replaced_same]) h1)), rfl, ?_⟩
      rw [replaced_twice]
      exact unfoldsAll_replaced (Nat.le_refl 0) hQ i hu
  · rename_i i a S hm h1
    obtain hx | ⟨T, S', hT, hS', hu⟩ := (hQ i).back hm
    · cases hx; exact h1.elim
    · exact ⟨.wrong, (program_silent hT).trans (.single (.wrong (by rwa [replaced_same]) h1)), trivial⟩

/-- **The unfolding theorem**: a program goes wrong (comes to a store) if and only if its unfolding to some depth does. The unfolding has
no calls, so its table of bodies is any. -/
theorem leads_iff_unfolding : Leads B P σ r ↔ ∃ d, Leads B' (fun t => unfold B d (P t)) σ r := by
  constructor
  · rintro ⟨c, hc, rfl⟩
    obtain ⟨k, hk⟩ := UnfoldsAll.many (B' := B') hc
    obtain ⟨e, he, hu⟩ := hk 0 (.run σ fun t => unfold B (0 + k) (P t)) ⟨rfl, fun t => unfolds_unfold _ _⟩
    exact ⟨_, e, he, hu.outcome.symm⟩
  · rintro ⟨d, e, he, rfl⟩
    have : ∃ c, Many (ProgramStep B) (.run σ P) c ∧ UnfoldsAll B 0 c e := by
      induction he with
      | refl => exact ⟨_, .refl, rfl, fun t => (unfolds_unfold d (P t)).mono (Nat.zero_le d)⟩
      | tail _ h ih =>
        obtain ⟨c, hc, hu⟩ := ih
        obtain ⟨c', hc', hu'⟩ := hu.back h
        exact ⟨c', hc.trans hc', hu'⟩
    obtain ⟨c, hc, hu⟩ := this
    exact ⟨c, hc, hu.outcome⟩

theorem unfold_callFree (d : Nat) (S : Stmt (Atomic Thread Store) Proc) : (unfold B d S).CallFree := by
  induction d generalizing S with
  | zero => exact inlineAbs_callFree (fun _ _ => id) S
  | succ d ih => exact inlineAbs_callFree (fun m => ih (B m)) S

/-- The unfolding theorem with the paper's paths of the unfoldings. -/
theorem leads_iff_unfolding_paths :
    Leads B P σ r ↔ ∃ d τ, TraceOf (parallelPaths B fun t => unfold B d (P t)) false σ τ ∧ τ.final σ = r := by
  have htable : ∀ d u, parallelPaths (fun _ => .skip) (fun t => unfold B d (P t)) u ↔ parallelPaths B (fun t => unfold B d (P t)) u :=
    fun d u => by simp only [parallel_iff, interleavings, sequences_table (B := B) (B' := fun _ => .skip) (unfold_callFree d _)]
  rw [leads_iff_unfolding (B' := fun _ => .skip)]
  refine exists_congr fun d => ?_
  rw [leads_iff_trace fun m => ⟨[], sequences_call.mpr (sequences_skip.mpr rfl)⟩]
  simp only [TraceOf, htable]

end

/-- `m() { assert false; m(); }`. -/
noncomputable def endless : Unit → Stmt (Atomic Thread Store) Unit := fun _ => .seq (.atomic fun _ _ r => r = .wrong) (.call ())

/-- The paper's semantics gives it no sequence. -/
theorem endless_no_path (a : List (Atomic Thread Store)) : ¬ sequences endless (.call ()) a := by
  rintro ⟨d, h⟩
  induction d generalizing a with
  | zero => exact h
  | succ d ih =>
    rw [upTo] at h
    change upTo endless d (endless ()) a at h
    rw [upTo_eq] at h
    obtain ⟨_, b, _, hb, _⟩ := h
    exact ih b (by rw [upTo_eq]; exact hb)

/-- So no program of threads that call it goes wrong in the paper's semantics … -/
theorem endless_right (σ : Store) : ¬ GoesWrongFrom (parallelPaths endless fun _ : Thread => .call ()) σ := by
  rintro ⟨τ, ⟨u, hu, hr⟩, hw⟩
  have hempty : ∀ t, own t u = [] := fun t => (parallel_iff.mp hu t).resolve_right (endless_no_path _)
  cases hr with
  | stop => cases hw
  | @step _ _ t => exact absurd (hempty t) (by simp [own_same])
  | @wrong _ t => exact absurd (hempty t) (by simp [own_same])

/-- … but in small steps it does. -/
theorem endless_wrong (t : Thread) (σ : Store) : Leads endless (fun _ : Thread => .call ()) σ .wrong :=
  ⟨.wrong, .head (.silent (i := t) .call) (.single (.wrong (i := t) (by rw [replaced_same]; exact .seqStep .atomic) rfl)), rfl⟩

end Plato.Procedures
