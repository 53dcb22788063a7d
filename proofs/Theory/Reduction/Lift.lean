/-
# Executions of the source are executions of the marked program

The marked program does what the source does, and leaves marks in between.

Main results: `Reduction.lift_many`, `Reduction.lift_leaves`, `Reduction.lift_edge`.
-/
module

public import Theory.Reduction.Blocks
public import Theory.Reduction.Contexts

@[expose] public section

namespace Plato.Reduction.Reduction

variable {Tid Br Proc Store : Type} {D : Reduction Tid Br Proc Store} {M M' : Marked Tid Br Proc Store} {p : List Br}

/-- A thread leaves a mark. -/
def Leave (D : Reduction Tid Br Proc Store) (M M' : Marked Tid Br Proc Store) : Prop := ∃ p, D.Edge p M none M'

/-- Threads in marks are finite in number. -/
def Few (M : Marked Tid Br Proc Store) : Prop := ∃ l : List (List Br), ∀ p, M.phase p ≠ .out → p ∈ l

theorem Fresh.few (h : D.Fresh M) : Few M := ⟨[], fun p hp => absurd (h.phase p) hp⟩

theorem Few.branch {rest : Br → Marked Tid Br Proc Store} (h : Few (.par rest)) (b : Br) : Few (rest b) := by
  obtain ⟨l, hl⟩ := h
  exact ⟨l.map List.tail, fun p hp => List.mem_map.2 ⟨b :: p, hl (b :: p) hp, rfl⟩⟩

theorem Few.edge (V : D.Valid) {ℓ : Option (Gated Tid Store)} (h : Few M) (hw : D.Wf M) (he : D.Edge p M ℓ M') : Few M' := by
  obtain ⟨l, hl⟩ := h
  refine ⟨p :: l, fun q hq => ?_⟩
  by_cases hqp : q = p
  · simp [hqp]
  · exact List.mem_cons_of_mem _ (hl q (by rw [← (he.facts V hw).frame hqp]; exact hq))

theorem leave_wf (V : D.Valid) (hm : Many D.Leave M M') (hw : D.Wf M) (hf : Few M) : D.Wf M' ∧ Few M' := by
  induction hm with
  | refl => exact ⟨hw, hf⟩
  | tail _ hs ih =>
    obtain ⟨p, he⟩ := hs
    exact ⟨(he.facts V ih.1).wf, ih.2.edge V ih.1 he⟩

/-- Only threads in marks leave them. -/
theorem leave_phase (V : D.Valid) {ℓ : Option (Gated Tid Store)} (he : D.Edge p M ℓ M') (hℓ : ℓ = none) (hw : D.Wf M) :
    M.phase p ≠ .out := by
  induction he with
  | atomic | pre | post => cases hℓ
  | left _ ih => exact absurd (hw.1.phase _) (ih hℓ hw.1.wf)
  | right _ ih => exact absurd (hw.2.phase _) (ih hℓ hw.2.wf)
  | seq _ ih => simpa only [Marked.phase] using ih hℓ hw.1
  | block _ ih => simpa only [Marked.phase] using ih hℓ hw
  | pick b _ ih => exact absurd (Fresh.phase (hw b) _) (ih hℓ (Fresh.wf (hw b)))
  | next _ _ ih => exact absurd (hw.2.phase _) (ih hℓ hw.2.wf)
  | @loop _ S _ _ _ ih => exact absurd (Fresh.phase (show D.Fresh S from hw) _) (ih hℓ (Fresh.wf (show D.Fresh S from hw)))
  | call _ ih => exact absurd ((V.body _).phase _) (ih hℓ (V.body _).wf)
  | par _ ih => exact ih hℓ (hw _)
  | leave hph => exact hph

theorem Fresh.stays (V : D.Valid) (h : D.Fresh M) (hm : Many D.Leave M M') : M' = M := by
  rcases many_cases hm with rfl | ⟨y, ⟨p, he⟩, _⟩
  · rfl
  · exact absurd (h.phase p) (leave_phase V he rfl h.wf)

theorem leave_seq {T : Marked Tid Br Proc Store} (hm : Many D.Leave M M') : Many D.Leave (.seq M T) (.seq M' T) := by
  induction hm with
  | refl => exact .refl
  | tail _ hs ih =>
    obtain ⟨p, he⟩ := hs
    exact .tail ih ⟨p, .seq he⟩

theorem leave_block (hm : Many D.Leave M M') : Many D.Leave (.block M) (.block M') := by
  induction hm with
  | refl => exact .refl
  | tail _ hs ih =>
    obtain ⟨p, he⟩ := hs
    exact .tail ih ⟨p, .block he⟩

theorem leave_par {rest : Br → Marked Tid Br Proc Store} {b : Br} (hm : Many D.Leave M M') :
    Many D.Leave (.par (Plato.Program.update rest b M)) (.par (Plato.Program.update rest b M')) := by
  induction hm with
  | refl => exact .refl
  | tail _ hs ih =>
    obtain ⟨p, he⟩ := hs
    exact .tail ih ⟨b :: p, he.under⟩

theorem leave_branches (l : List Br) {rest : Br → Marked Tid Br Proc Store} (h : ∀ b, ∃ M', Many D.Leave (rest b) M' ∧ D.Leaves none M') :
    ∃ rest', Many D.Leave (.par rest) (.par rest') ∧ (∀ b, b ∈ l → D.Leaves none (rest' b)) ∧ ∀ b, b ∉ l → rest' b = rest b := by
  induction l with
  | nil => exact ⟨rest, .refl, (fun _ hb => by cases hb), fun _ _ => rfl⟩
  | cons b l ih =>
    obtain ⟨rest', hm, hin, hout⟩ := ih
    by_cases hb : b ∈ l
    · refine ⟨rest', hm, fun c hc => ?_, fun c hc => hout c fun h => hc (List.mem_cons_of_mem _ h)⟩
      rcases List.mem_cons.1 hc with rfl | hc
      · exact hin c hb
      · exact hin c hc
    have hself : rest' = Plato.Program.update rest' b (rest b) := by rw [← hout b hb, Plato.Program.update_self]
    obtain ⟨N, hN, hends⟩ := h b
    refine ⟨Plato.Program.update rest' b N, hm.trans ?_, fun c hc => ?_, fun c hc => ?_⟩
    · have := leave_par (rest := rest') (b := b) hN
      rwa [← hself] at this
    · by_cases hcb : c = b
      · subst hcb; rw [Plato.Program.update_same]; exact hends
      · rw [Plato.Program.update_other _ hcb]
        exact hin c ((List.mem_cons.1 hc).resolve_left hcb)
    · have hcb : c ≠ b := fun h => hc (by simp [h])
      rw [Plato.Program.update_other _ hcb]
      exact hout c fun h => hc (List.mem_cons_of_mem _ h)

theorem lift_leaves_mark (V : D.Valid) {k : Option Nat} {γ : Gated Tid Store} {ph : Phase} {S : Stmt Tid Br Proc Store}
    (hw : D.Wf (.mark γ ph S)) (h : Stmt.Leaves D.source.body k S) : ∃ M', Many D.Leave (.mark γ ph S) M' ∧ D.Leaves k M' := by
  have hS : D.Pre S ∨ D.Post S := by
    cases ph with
    | out => exact .inl hw.2.1
    | pre => exact .inl hw
    | post => exact .inr hw
  cases k with
  | some n => exact absurd h (V.closed hS)
  | none =>
    by_cases hph : ph = .out
    · exact ⟨_, .refl, hph ▸ .mark h⟩
    · exact ⟨.skip, .single ⟨[], .leave hph h⟩, .skip⟩

/-- Where the source can be left, the marked program can when it has left its marks. -/
theorem lift_leaves (V : D.Valid) {k : Option Nat} {S : Stmt Tid Br Proc Store} (h : Stmt.Leaves D.source.body k S) (hM : M.erase = S) (hw : D.Wf M)
    (hfew : Few M) : ∃ M', Many D.Leave M M' ∧ D.Leaves k M' := by
  induction h generalizing M with
  | skip =>
    cases M with
    | skip => exact ⟨_, .refl, .skip⟩
    | mark => rw [Marked.erase] at hM; subst hM; exact lift_leaves_mark V hw .skip
    | _ => cases hM
  | exit =>
    cases M with
    | exit => cases hM; exact ⟨_, .refl, .exit⟩
    | mark => rw [Marked.erase] at hM; subst hM; exact lift_leaves_mark V hw .exit
    | _ => cases hM
  | left h ih =>
    cases M with
    | choice M N =>
      cases hM
      obtain ⟨M', hm, he⟩ := ih rfl hw.1.wf hw.1.few
      exact ⟨_, .refl, .left (hw.1.stays V hm ▸ he)⟩
    | mark => rw [Marked.erase] at hM; subst hM; exact lift_leaves_mark V hw (.left h)
    | _ => cases hM
  | right h ih =>
    cases M with
    | choice M N =>
      cases hM
      obtain ⟨M', hm, he⟩ := ih rfl hw.2.wf hw.2.few
      exact ⟨_, .refl, .right (hw.2.stays V hm ▸ he)⟩
    | mark => rw [Marked.erase] at hM; subst hM; exact lift_leaves_mark V hw (.right h)
    | _ => cases hM
  | seq h h' ih ih' =>
    cases M with
    | seq M N =>
      cases hM
      obtain ⟨M', hm, he⟩ := ih rfl hw.1 (by simpa only [Few, Marked.phase] using hfew)
      obtain ⟨N', hm', he'⟩ := ih' rfl hw.2.wf hw.2.few
      exact ⟨_, leave_seq hm, .seq he (hw.2.stays V hm' ▸ he')⟩
    | mark => rw [Marked.erase] at hM; subst hM; exact lift_leaves_mark V hw (.seq h h')
    | _ => cases hM
  | seqExit h ih =>
    cases M with
    | seq M N =>
      cases hM
      obtain ⟨M', hm, he⟩ := ih rfl hw.1 (by simpa only [Few, Marked.phase] using hfew)
      exact ⟨_, leave_seq hm, .seqExit he⟩
    | mark => rw [Marked.erase] at hM; subst hM; exact lift_leaves_mark V hw (.seqExit h)
    | _ => cases hM
  | loop =>
    cases M with
    | loop M => exact ⟨_, .refl, .loop⟩
    | mark => rw [Marked.erase] at hM; subst hM; exact lift_leaves_mark V hw .loop
    | _ => cases hM
  | loopExit h ih =>
    cases M with
    | loop M =>
      cases hM
      have hF : D.Fresh M := hw
      obtain ⟨M', hm, he⟩ := ih rfl hF.wf hF.few
      exact ⟨_, .refl, .loopExit (hF.stays V hm ▸ he)⟩
    | mark => rw [Marked.erase] at hM; subst hM; exact lift_leaves_mark V hw (.loopExit h)
    | _ => cases hM
  | call h ih =>
    cases M with
    | call ρ =>
      cases hM
      obtain ⟨M', hm, he⟩ := ih rfl (V.body _).wf (V.body _).few
      exact ⟨_, .refl, .call ((V.body _).stays V hm ▸ he)⟩
    | mark => rw [Marked.erase] at hM; subst hM; exact lift_leaves_mark V hw (.call h)
    | _ => cases hM
  | block h ih =>
    cases M with
    | block M =>
      cases hM
      obtain ⟨M', hm, he⟩ := ih rfl hw (by simpa only [Few, Marked.phase] using hfew)
      exact ⟨_, leave_block hm, .block he⟩
    | mark => rw [Marked.erase] at hM; subst hM; exact lift_leaves_mark V hw (.block h)
    | _ => cases hM
  | blockExit h ih =>
    cases M with
    | block M =>
      cases hM
      obtain ⟨M', hm, he⟩ := ih rfl hw (by simpa only [Few, Marked.phase] using hfew)
      exact ⟨_, leave_block hm, .blockExit he⟩
    | mark => rw [Marked.erase] at hM; subst hM; exact lift_leaves_mark V hw (.blockExit h)
    | _ => cases hM
  | blockOut h ih =>
    cases M with
    | block M =>
      cases hM
      obtain ⟨M', hm, he⟩ := ih rfl hw (by simpa only [Few, Marked.phase] using hfew)
      exact ⟨_, leave_block hm, .blockOut he⟩
    | mark => rw [Marked.erase] at hM; subst hM; exact lift_leaves_mark V hw (.blockOut h)
    | _ => cases hM
  | pick b h ih =>
    cases M with
    | pick f =>
      cases hM
      have hF : D.Fresh (f b) := hw b
      obtain ⟨M', hm, he⟩ := ih rfl hF.wf hF.few
      exact ⟨_, .refl, .pick b (hF.stays V hm ▸ he)⟩
    | mark => rw [Marked.erase] at hM; subst hM; exact lift_leaves_mark V hw (.pick b h)
    | _ => cases hM
  | par busy hskip h ih =>
    cases M with
    | par rest =>
      cases hM
      obtain ⟨l, hl⟩ := hfew
      have heads : ∀ b, b ∉ busy ++ l.filterMap List.head? → rest b = .skip := by
        intro b hb
        simp only [List.mem_append, not_or] at hb
        have hout : (rest b).phase [] = .out := Classical.byContradiction fun hne =>
          hb.2 (List.mem_filterMap.2 ⟨[b], hl [b] hne, rfl⟩)
        have hs : (rest b).erase = .skip := hskip b hb.1
        have hwb := hw b
        revert hs hout hwb
        cases rest b with
        | skip => exact fun _ _ _ => rfl
        | mark γ ph S =>
          intro hout hs hwb
          cases (show ph = .out from hout)
          exact absurd hs hwb.1.2
        | _ => intro _ hs; cases hs
      obtain ⟨rest', hm, hin, hout⟩ := leave_branches (busy ++ l.filterMap List.head?) fun b =>
        ih b rfl (hw b) (Few.branch ⟨l, hl⟩ b)
      refine ⟨_, hm, .par (busy ++ l.filterMap List.head?) (fun b hb => by rw [hout b hb, heads b hb]) fun b => ?_⟩
      by_cases hb : b ∈ busy ++ l.filterMap List.head?
      · exact hin b hb
      · rw [hout b hb, heads b hb]; exact .skip
    | mark => rw [Marked.erase] at hM; subst hM; exact lift_leaves_mark V hw (.par busy hskip h)
    | _ => cases hM

theorem lift_edge_mark (V : D.Valid) {γ : Gated Tid Store} {ph : Phase} {S S' : Stmt Tid Br Proc Store} {α : Gated Tid Store}
    (h : Stmt.Edge D.source.body p S α S') (hw : D.Wf (.mark γ ph S)) :
    ∃ M₁ M', Many D.Leave (.mark γ ph S) M₁ ∧ D.Edge p M₁ (some α) M' ∧ M'.erase = S' := by
  have before : D.Pre S → ph ≠ .post → ∃ M₁ M', Many D.Leave (.mark γ ph S) M₁ ∧ D.Edge p M₁ (some α) M' ∧ M'.erase = S' := by
    intro hpre hph
    obtain ⟨rfl, _, ⟨hR, hpre'⟩ | hpost⟩ := V.pre hpre h
    · exact ⟨_, _, .refl, .pre hph h hR hpre', rfl⟩
    · exact ⟨_, _, .refl, .post h hpost, rfl⟩
  cases ph with
  | out => exact before hw.2.1 (by simp)
  | pre => exact before hw (by simp)
  | post =>
    obtain ⟨rfl, _, _, hpost⟩ := V.post hw h
    exact ⟨_, _, .refl, .post h hpost, rfl⟩

/-- An action of the source is one of the marked program when it has left marks. -/
theorem lift_edge (V : D.Valid) {S S' : Stmt Tid Br Proc Store} {α : Gated Tid Store} (h : Stmt.Edge D.source.body p S α S') (hM : M.erase = S)
    (hw : D.Wf M) (hfew : Few M) : ∃ M₁ M', Many D.Leave M M₁ ∧ D.Edge p M₁ (some α) M' ∧ M'.erase = S' := by
  induction h generalizing M with
  | atomic =>
    cases M with
    | atomic => cases hM; exact ⟨_, _, .refl, .atomic, rfl⟩
    | mark => rw [Marked.erase] at hM; subst hM; exact lift_edge_mark V .atomic hw
    | _ => cases hM
  | left h ih =>
    cases M with
    | choice M N =>
      cases hM
      obtain ⟨M₁, M', hm, he, hS⟩ := ih rfl hw.1.wf hw.1.few
      exact ⟨_, M', .refl, .left (hw.1.stays V hm ▸ he), hS⟩
    | mark => rw [Marked.erase] at hM; subst hM; exact lift_edge_mark V (.left h) hw
    | _ => cases hM
  | right h ih =>
    cases M with
    | choice M N =>
      cases hM
      obtain ⟨M₁, M', hm, he, hS⟩ := ih rfl hw.2.wf hw.2.few
      exact ⟨_, M', .refl, .right (hw.2.stays V hm ▸ he), hS⟩
    | mark => rw [Marked.erase] at hM; subst hM; exact lift_edge_mark V (.right h) hw
    | _ => cases hM
  | seq h ih =>
    cases M with
    | seq M N =>
      cases hM
      obtain ⟨M₁, M', hm, he, rfl⟩ := ih rfl hw.1 (by simpa only [Few, Marked.phase] using hfew)
      exact ⟨_, _, leave_seq hm, .seq he, rfl⟩
    | mark => rw [Marked.erase] at hM; subst hM; exact lift_edge_mark V (.seq h) hw
    | _ => cases hM
  | next hends h ih =>
    cases M with
    | seq M N =>
      cases hM
      obtain ⟨M', hm, he⟩ := lift_leaves V hends rfl hw.1 (by simpa only [Few, Marked.phase] using hfew)
      obtain ⟨N₁, N', hm', he', hS⟩ := ih rfl hw.2.wf hw.2.few
      exact ⟨_, N', leave_seq hm, .next he (hw.2.stays V hm' ▸ he'), hS⟩
    | mark => rw [Marked.erase] at hM; subst hM; exact lift_edge_mark V (.next hends h) hw
    | _ => cases hM
  | loop h ih =>
    cases M with
    | loop M =>
      cases hM
      have hF : D.Fresh M := hw
      obtain ⟨M₁, M', hm, he, rfl⟩ := ih rfl hF.wf hF.few
      exact ⟨_, _, .refl, .loop (hF.stays V hm ▸ he), rfl⟩
    | mark => rw [Marked.erase] at hM; subst hM; exact lift_edge_mark V (.loop h) hw
    | _ => cases hM
  | call h ih =>
    cases M with
    | call ρ =>
      cases hM
      obtain ⟨M₁, M', hm, he, hS⟩ := ih rfl (V.body _).wf (V.body _).few
      exact ⟨_, M', .refl, .call ((V.body _).stays V hm ▸ he), hS⟩
    | mark => rw [Marked.erase] at hM; subst hM; exact lift_edge_mark V (.call h) hw
    | _ => cases hM
  | block h ih =>
    cases M with
    | block M =>
      cases hM
      obtain ⟨M₁, M', hm, he, rfl⟩ := ih rfl hw (by simpa only [Few, Marked.phase] using hfew)
      exact ⟨_, _, leave_block hm, .block he, rfl⟩
    | mark => rw [Marked.erase] at hM; subst hM; exact lift_edge_mark V (.block h) hw
    | _ => cases hM
  | pick b h ih =>
    cases M with
    | pick f =>
      cases hM
      have hF : D.Fresh (f b) := hw b
      obtain ⟨M₁, M', hm, he, hS⟩ := ih rfl hF.wf hF.few
      exact ⟨_, M', .refl, .pick b (hF.stays V hm ▸ he), hS⟩
    | mark => rw [Marked.erase] at hM; subst hM; exact lift_edge_mark V (.pick b h) hw
    | _ => cases hM
  | @par p b _ α S' h ih =>
    cases M with
    | par rest =>
      cases hM
      obtain ⟨M₁, M', hm, he, rfl⟩ := ih rfl (hw b) (hfew.branch b)
      refine ⟨_, .par (Plato.Program.update rest b M'), ?_, he.under, ?_⟩
      · have := leave_par (rest := rest) (b := b) hm
        rwa [Plato.Program.update_self] at this
      · rw [Marked.erase]
        congr 1
        funext c
        by_cases hc : c = b <;> simp [Plato.Program.update, hc]
    | mark => rw [Marked.erase] at hM; subst hM; exact lift_edge_mark V (.par h) hw
    | _ => cases hM

/-- Leaving marks is an execution. -/
theorem leave_any (V : D.Valid) {σ : Store} (hI : D.I σ) (hw : D.Wf M) (hm : Many D.Leave M M') :
    Many D.system.Any (σ, M) (σ, M') ∧ D.Wf M' := by
  induction hm with
  | refl => exact ⟨.refl, hw⟩
  | tail _ hs ih =>
    obtain ⟨p, he⟩ := hs
    exact ⟨.tail ih.1 ⟨p, hI, ih.2, none, he, rfl⟩, (he.facts V ih.2).wf⟩

/-- An execution of the source is one of the marked program. -/
theorem lift_many (V : D.Valid) {σ : Store} {y : Store × Stmt Tid Br Proc Store} (hI : D.I σ) (hm : Many D.source.Step (σ, D.source.main) y) :
    ∃ M, Many D.system.Any (σ, D.main) (y.1, M) ∧ M.erase = y.2 ∧ D.I y.1 ∧ D.Wf M ∧ Few M := by
  induction hm with
  | refl => exact ⟨D.main, .refl, rfl, hI, V.main.wf, V.main.few⟩
  | tail _ hs ih =>
    obtain ⟨M, hm, hM, hI, hw, hfew⟩ := ih
    obtain ⟨p, α, he, hr⟩ := hs
    obtain ⟨M₁, M', hl, he', hS⟩ := lift_edge V he hM hw hfew
    obtain ⟨hany, hw₁⟩ := leave_any V hI hw hl
    have f := he'.facts V hw₁
    exact ⟨M', .tail (hm.trans hany) ⟨p, hI, hw₁, some α, he', hr⟩, hS, V.keeps (f.atom rfl) hI hr, f.wf,
      (leave_wf V hl hw hfew).2.edge V hw₁ he'⟩

end Plato.Reduction.Reduction
