/-
# Serial executions are executions of the target

Where marked blocks run one after the other, each of them is one step of its action in the target, or that action fails.

Main results: `Reduction.serial_target`, `Reduction.serialWrong_target`, `Reduction.finish_contract`.
-/
module

public import Theory.Reduction.Lift

@[expose] public section

namespace Plato.Reduction.Reduction

variable {Tid Br Proc Store : Type} {D : Reduction Tid Br Proc Store} {t : Tid} {σ τ : Store} {M M' : Marked Tid Br Proc Store} {p : List Br}

/-- Some execution of what the target makes of the statement goes wrong. -/
abbrev TargetWrong (D : Reduction Tid Br Proc Store) (t : Tid) (σ : Store) (M : Marked Tid Br Proc Store) : Prop :=
  WrongOf D.target.body D.child t (σ, M.contract)

theorem contract_update {rest : Br → Marked Tid Br Proc Store} {b : Br} :
    (fun c => (Plato.Program.update rest b M c).contract) = Plato.Program.update (fun c => (rest c).contract) b M.contract := by
  funext c
  by_cases hc : c = b <;> simp [Plato.Program.update, hc]

theorem contract_self {rest : Br → Marked Tid Br Proc Store} (b : Br) :
    (Marked.par rest).contract = .par (Plato.Program.update (fun c => (rest c).contract) b (rest b).contract) := by
  rw [Marked.contract, ← contract_update, Plato.Program.update_self]

/-- A statement that ends without any action: in the target, marked blocks of it take a step without effect. -/
theorem finish_contract (V : D.Valid) (hI : D.I σ) {k : Option Nat} (h : D.Leaves k M) (hw : D.Wf M) :
    D.TargetWrong t σ M ∨ Finish D.target.body D.child t σ k M.contract := by
  induction h generalizing t with
  | skip => exact .inr ⟨_, .refl, .skip⟩
  | left _ ih => exact (ih hw.1.wf).imp Covers.left.wrong Covers.left.finish
  | right _ ih => exact (ih hw.2.wf).imp Covers.right.wrong Covers.right.finish
  | seq _ _ ihS ihT =>
    rcases ihS (t := t) hw.1 with hf | ⟨N, hm, hN⟩
    · exact .inl (wrong_seq hf)
    · rcases ihT (t := t) hw.2.wf with hf | hf
      · exact .inl (wrong_of_many (many_seq hm) ((Covers.next hN).wrong hf))
      · exact .inr (finish_of_many (many_seq hm) ((Covers.next hN).finish hf))
  | exit => exact .inr ⟨_, .refl, .exit⟩
  | seqExit _ ih =>
    rcases ih (t := t) hw.1 with hf | ⟨N, hm, hN⟩
    · exact .inl (wrong_seq hf)
    · exact .inr ⟨_, many_seq hm, .seqExit hN⟩
  | loop => exact .inr ⟨_, .refl, .loop⟩
  | @loopExit n S _ ih =>
    rcases ih (t := t) (Fresh.wf (show D.Fresh S from hw)) with hf | ⟨N, hm, hN⟩
    · exact .inl (wrong_loop hf)
    · rcases many_cases hm with heq | ⟨z, ⟨r, δ, hr, hδ⟩, hm⟩
      · cases heq; exact .inr ⟨_, .refl, .loopExit hN⟩
      · have first : StepOf D.target.body D.child t (σ, .loop S.contract) (z.1, .seq z.2 (.loop S.contract)) := ⟨r, δ, .loop hr, hδ⟩
        exact .inr ⟨_, .head first (many_seq hm), .seqExit hN⟩
  | block _ ih =>
    rcases ih (t := t) hw with hf | ⟨N, hm, hN⟩
    · exact .inl (wrong_block hf)
    · exact .inr ⟨_, many_block hm, .block hN⟩
  | blockExit _ ih =>
    rcases ih (t := t) hw with hf | ⟨N, hm, hN⟩
    · exact .inl (wrong_block hf)
    · exact .inr ⟨_, many_block hm, .blockExit hN⟩
  | blockOut _ ih =>
    rcases ih (t := t) hw with hf | ⟨N, hm, hN⟩
    · exact .inl (wrong_block hf)
    · exact .inr ⟨_, many_block hm, .blockOut hN⟩
  | @pick k S b _ ih =>
    have := ih (t := t) (Fresh.wf (hw b))
    exact this.imp (Covers.pick (f := fun b => (S b).contract) b).wrong (Covers.pick (f := fun b => (S b).contract) b).finish
  | @call k ρ _ ih =>
    have := ih (t := t) (V.body ρ).wf
    exact this.imp (Covers.call (body := D.target.body) (ρ := ρ)).wrong (Covers.call (body := D.target.body) (ρ := ρ)).finish
  | par busy hskip _ ih => exact finish_par busy (fun b hb => by rw [hskip b hb]; rfl) fun b => ih b (hw b)
  | @mark γ S hS =>
    by_cases hg : γ.gate t σ
    · exact .inr ⟨.skip, .single ⟨[], γ, .atomic, hg, (hw.2.2 hI hg .refl).2 hS⟩, .skip⟩
    · exact .inl ⟨_, .refl, [], γ, _, .atomic, hg⟩

/-- What the target does for a first step: the same action, or, where the step enters a mark, the mark's action, which leads to its end. -/
def Via (D : Reduction Tid Br Proc Store) (p : List Br) (α : Gated Tid Store) (M' : Marked Tid Br Proc Store) (δ : Gated Tid Store)
    (M'' : Marked Tid Br Proc Store) : Prop :=
  (δ = α ∧ M'' = M' ∧ M'.phase p = .out) ∨
  ∃ K S S' ph, Focus p K ∧ M'' = K .skip ∧ M' = K (.mark δ ph S') ∧ ph ≠ .out ∧ Summary D.source.body D.I δ S ∧
    Stmt.Edge D.source.body [] S α S'

/-- The target can come to where the thread at a position can take an action, without a change of the store. -/
def Offers (D : Reduction Tid Br Proc Store) (t : Tid) (σ : Store) (S : Stmt Tid Br Proc Store) (p : List Br) (δ : Gated Tid Store)
    (S' : Stmt Tid Br Proc Store) : Prop :=
  ∃ N, Many (StepOf D.target.body D.child t) (σ, S) (σ, N) ∧ Stmt.Edge D.target.body p N δ S'

theorem offers_covers {S T S' : Stmt Tid Br Proc Store} {δ : Gated Tid Store} (h : Covers D.target.body T S) (ho : D.Offers t σ S p δ S') :
    D.Offers t σ T p δ S' := by
  obtain ⟨N, hm, he⟩ := ho
  rcases h.many hm with heq | hm
  · cases heq; exact ⟨T, .refl, h.edge he⟩
  · exact ⟨N, hm, he⟩

theorem first_step (V : D.Valid) {α : Gated Tid Store} {ℓ : Option (Gated Tid Store)} (hℓ : ℓ = some α) (hI : D.I σ) (he : D.Edge p M ℓ M')
    (hw : D.Wf M) (hout : M.phase p = .out) :
    D.TargetWrong t σ M ∨ ∃ δ M'', D.Offers t σ M.contract p δ M''.contract ∧ D.Via p α M' δ M'' := by
  induction he generalizing t with
  | atomic => cases hℓ; exact .inr ⟨α, .skip, ⟨_, .refl, .atomic⟩, .inl ⟨rfl, rfl, rfl⟩⟩
  | left _ ih =>
    exact (ih (t := t) hℓ hw.1.wf (hw.1.phase _)).imp Covers.left.wrong fun ⟨δ, M'', ho, hv⟩ => ⟨δ, M'', offers_covers .left ho, hv⟩
  | right _ ih =>
    exact (ih (t := t) hℓ hw.2.wf (hw.2.phase _)).imp Covers.right.wrong fun ⟨δ, M'', ho, hv⟩ => ⟨δ, M'', offers_covers .right ho, hv⟩
  | @seq p S T ℓ S' _ ih =>
    refine (ih (t := t) hℓ hw.1 (by simpa only [Marked.phase] using hout)).imp wrong_seq ?_
    rintro ⟨δ, M'', ⟨N, hm, he⟩, hv⟩
    refine ⟨δ, .seq M'' T, ⟨_, many_seq hm, .seq he⟩, ?_⟩
    rcases hv with ⟨rfl, rfl, hp⟩ | ⟨K, S₁, S₁', ph, hK, rfl, rfl, h⟩
    · exact .inl ⟨rfl, rfl, by simpa only [Marked.phase] using hp⟩
    · exact .inr ⟨_, S₁, S₁', ph, .seq hK, rfl, rfl, h⟩
  | @next p S T ℓ T' hends _ ih =>
    rcases finish_contract (t := t) V hI hends hw.1 with hf | ⟨N, hm, hN⟩
    · exact .inl (wrong_seq hf)
    refine (ih (t := t) hℓ hw.2.wf (hw.2.phase _)).imp (fun hf => wrong_of_many (many_seq hm) ((Covers.next hN).wrong hf)) ?_
    rintro ⟨δ, M'', ho, hv⟩
    obtain ⟨N', hm', he⟩ := offers_covers (.next hN) ho
    exact ⟨δ, M'', ⟨N', (many_seq hm).trans hm', he⟩, hv⟩
  | @loop p S ℓ S' _ ih =>
    have hS : D.Fresh S := hw
    have unroll : ∀ {y}, StepOf D.target.body D.child t (σ, S.contract) y →
        StepOf D.target.body D.child t (σ, .loop S.contract) (y.1, .seq y.2 (.loop S.contract)) :=
      fun ⟨q, β, he, hr⟩ => ⟨q, β, .loop he, hr⟩
    rcases ih (t := t) hℓ hS.wf (hS.phase _) with ⟨y, hm, q, β, S'', he, hg⟩ | ⟨δ, M'', ⟨N, hm, he⟩, hv⟩
    · refine .inl ?_
      rcases many_cases hm with rfl | ⟨z, hz, hm⟩
      · exact ⟨_, .refl, q, β, _, .loop he, hg⟩
      · exact ⟨_, .head (unroll hz) (many_seq hm), q, β, _, .seq he, hg⟩
    · refine .inr ⟨δ, .seq M'' (.loop S), ?_, ?_⟩
      · rcases many_cases hm with heq | ⟨z, hz, hm⟩
        · cases heq; exact ⟨_, .refl, .loop he⟩
        · exact ⟨_, .head (unroll hz) (many_seq hm), .seq he⟩
      · rcases hv with ⟨rfl, rfl, hp⟩ | ⟨K, S₁, S₁', ph, hK, rfl, rfl, h⟩
        · exact .inl ⟨rfl, rfl, by simpa only [Marked.phase] using hp⟩
        · exact .inr ⟨_, S₁, S₁', ph, .seq hK, rfl, rfl, h⟩
  | @call p ρ ℓ S' _ ih =>
    have := ih (t := t) hℓ (V.body ρ).wf ((V.body ρ).phase _)
    exact this.imp (Covers.call (body := D.target.body) (ρ := ρ)).wrong fun ⟨δ, M'', ho, hv⟩ =>
      ⟨δ, M'', offers_covers (Covers.call (body := D.target.body) (ρ := ρ)) ho, hv⟩
  | block _ ih =>
    refine (ih (t := t) hℓ hw (by simpa only [Marked.phase] using hout)).imp wrong_block ?_
    rintro ⟨δ, M'', ⟨N, hm, he⟩, hv⟩
    refine ⟨δ, .block M'', ⟨_, many_block hm, .block he⟩, ?_⟩
    rcases hv with ⟨rfl, rfl, hp⟩ | ⟨K, S₁, S₁', ph, hK, rfl, rfl, h⟩
    · exact .inl ⟨rfl, rfl, by simpa only [Marked.phase] using hp⟩
    · exact .inr ⟨_, S₁, S₁', ph, .block hK, rfl, rfl, h⟩
  | @pick p S ℓ S' b _ ih =>
    have := ih (t := t) hℓ (Fresh.wf (hw b)) (Fresh.phase (hw b) _)
    exact this.imp (Covers.pick (f := fun b => (S b).contract) b).wrong fun ⟨δ, M'', ho, hv⟩ =>
      ⟨δ, M'', offers_covers (Covers.pick (f := fun b => (S b).contract) b) ho, hv⟩
  | @par p b rest ℓ S' _ ih =>
    rw [TargetWrong, contract_self b]
    refine (ih (t := D.child t b) hℓ (hw b) hout).imp wrong_par ?_
    rintro ⟨δ, M'', ⟨N, hm, he⟩, hv⟩
    refine ⟨δ, .par (Plato.Program.update rest b M''), ?_, ?_⟩
    · rw [Marked.contract, contract_update]
      exact ⟨_, many_par hm, edge_par he⟩
    · rcases hv with ⟨rfl, rfl, hp⟩ | ⟨K, S₁, S₁', ph, hK, rfl, rfl, h⟩
      · exact .inl ⟨rfl, rfl, by simpa only [Marked.phase, Plato.Program.update_same] using hp⟩
      · exact .inr ⟨_, S₁, S₁', ph, .par hK, rfl, rfl, h⟩
  | @pre γ ph S β S' _ hS _ hpre =>
    cases hℓ
    have hph : ph = .out := hout
    subst hph
    exact .inr ⟨γ, .skip, ⟨_, .refl, .atomic⟩, .inr ⟨_, S, S', .pre, .hole, rfl, rfl, by simp, hw.2.2, hS⟩⟩
  | @post γ ph S β S' hS hpost =>
    cases hℓ
    have hph : ph = .out := hout
    subst hph
    exact .inr ⟨γ, .skip, ⟨_, .refl, .atomic⟩, .inr ⟨_, S, S', .post, .hole, rfl, rfl, by simp, hw.2.2, hS⟩⟩
  | leave hph => exact absurd hout hph

/-- Where a run of a thread is in the target: at the same place, or, inside of a mark, at its beginning. -/
theorem run_target (V : D.Valid) {n : Nat} {x z : Store × Marked Tid Br Proc Store} (hr : D.system.Run p (n + 1) x z) :
    D.TargetWrong D.root x.1 x.2 ∨
    (z.2.phase p = .out ∧ Many D.target.Step (x.1, x.2.contract) (z.1, z.2.contract)) ∨
    ∃ K γ S S' ph, Focus p K ∧ z.2 = K (.mark γ ph S') ∧ ph ≠ .out ∧ Summary D.source.body D.I γ S ∧ D.I x.1 ∧
      Many (Alone D.source.body (actor D.child D.root p)) (x.1, S) (z.1, S') ∧
      D.Offers D.root x.1 x.2.contract p γ (K .skip).contract := by
  induction n generalizing z with
  | zero =>
    cases hr with
    | cons hr _ hs =>
      cases hr with
      | nil hout =>
        obtain ⟨hI, hw, ℓ, he, hd⟩ := hs
        cases ℓ with
        | none => exact absurd hout (leave_phase V he rfl hw)
        | some α =>
          rcases first_step V rfl hI he hw hout (t := D.root) with hf | ⟨δ, M'', ⟨N, hm, heN⟩, hv⟩
          · exact .inl hf
          rcases hv with ⟨rfl, rfl, hp⟩ | ⟨K, S, S', ph, hK, rfl, hz, hph, hsum, hS⟩
          · exact .inr (.inl ⟨hp, .tail hm ⟨p, δ, heN, hd⟩⟩)
          · exact .inr (.inr ⟨K, δ, S, S', ph, hK, hz, hph, hsum, hI, .single ⟨α, hS, hd⟩, N, hm, heN⟩)
  | succ n ih =>
    cases hr with
    | @cons _ _ y _ hr hin hs =>
      rcases ih hr with hf | ⟨hp, _⟩ | ⟨K, γ, S, S', ph, hK, hy, hph, hsum, hI, hm, ho⟩
      · exact .inl hf
      · exact absurd hp (hin (by simp))
      obtain ⟨_, _, ℓ, he, hd⟩ := hs
      rw [hy] at he
      obtain ⟨N, hN, hz⟩ := hK.inside hph he
      cases hN with
      | pre _ hS => exact .inr (.inr ⟨K, γ, S, _, .pre, hK, hz, by simp, hsum, hI, .tail hm ⟨_, hS, hd⟩, ho⟩)
      | post hS => exact .inr (.inr ⟨K, γ, S, _, .post, hK, hz, by simp, hsum, hI, .tail hm ⟨_, hS, hd⟩, ho⟩)
      | leave _ hends =>
        obtain ⟨N, hmN, heN⟩ := ho
        by_cases hg : γ.gate (actor D.child D.root p) x.1
        · refine .inr (.inl ⟨by rw [hz, hK.phase]; rfl, .tail hmN ⟨p, γ, by rw [hz]; exact heN, hg, ?_⟩⟩)
          rw [show z.1 = y.1 from hd]
          exact (hsum hI hg hm).2 hends
        · exact .inl ⟨_, hmN, p, γ, _, heN, hg⟩

/-- A serial execution is one of the target, or the target goes wrong. -/
theorem serial_target (V : D.Valid) {x z : Store × Marked Tid Br Proc Store} (h : Many D.system.Serial x z) :
    D.TargetWrong D.root x.1 x.2 ∨ Many D.target.Step (x.1, x.2.contract) (z.1, z.2.contract) := by
  induction h with
  | refl => exact .inr .refl
  | tail _ hs ih =>
    rcases ih with hf | hm
    · exact .inl hf
    obtain ⟨_, hq, p, n, hr⟩ := hs
    rcases run_target V hr with hf | ⟨_, hm'⟩ | ⟨K, γ, S, S', ph, hK, hz, hph, _⟩
    · exact .inl (wrong_of_many hm hf)
    · exact .inr (hm.trans hm')
    · exact absurd (show (K (.mark γ ph S')).phase p = .out from hz ▸ hq p) (by rw [hK.phase]; exact hph)

/-- A serial execution that fails is one of the target. -/
theorem serialWrong_target (V : D.Valid) {x : Store × Marked Tid Br Proc Store} (h : D.system.SerialWrong x) :
    D.TargetWrong D.root x.1 x.2 := by
  obtain ⟨y, z, p, n, hm, hq, hr, hf⟩ := h
  rcases serial_target V hm with hw | hm
  · exact hw
  have start : ∀ {y : Store × Marked Tid Br Proc Store}, D.system.fails p y → y.2.phase p = .out → D.TargetWrong D.root y.1 y.2 := by
    intro y hf hout
    obtain ⟨hI, hw, α, M, he, hg⟩ := hf
    rcases first_step V rfl hI he hw hout (t := D.root) with hf | ⟨δ, M'', ⟨N, hm, heN⟩, hv⟩
    · exact hf
    refine ⟨_, hm, p, δ, _, heN, fun hgδ => hg ?_⟩
    rcases hv with ⟨rfl, _⟩ | ⟨K, S, S', ph, _, _, _, _, hsum, hS⟩
    · exact hgδ
    · exact (hsum hI hgδ .refl).1 hS
  refine wrong_of_many hm ?_
  cases n with
  | zero => cases hr; exact start hf (hq p)
  | succ n =>
    rcases run_target V hr with hw | ⟨hout, hm'⟩ | ⟨K, γ, S, S', ph, hK, hz, hph, hsum, hI, hm', N, hmN, heN⟩
    · exact hw
    · exact wrong_of_many hm' (start hf hout)
    · refine ⟨_, hmN, p, γ, _, heN, fun hg => ?_⟩
      obtain ⟨_, _, α, M, he, hgα⟩ := hf
      rw [hz] at he
      obtain ⟨_, hN, _⟩ := hK.inside hph he
      cases hN with
      | pre _ hS => exact hgα ((hsum hI hg hm').1 hS)
      | post hS => exact hgα ((hsum hI hg hm').1 hS)

end Plato.Reduction.Reduction
