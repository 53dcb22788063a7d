/-
# Marked blocks are serializable

The conditions of a reduction, which are about pairs of actions, are those of serialization for the marked program.

Main results: `Reduction.Valid.movers`.
-/
module

public import Theory.Reduction.Control

@[expose] public section

namespace Plato.Reduction.Reduction

variable {Tid Br Proc Store : Type} {D : Reduction Tid Br Proc Store}

theorem does_keeps (V : D.Valid) {t : Tid} {ℓ : Option (Gated Tid Store)} {σ σ' : Store} (ha : ∀ {α}, ℓ = some α → D.Atom α) (hI : D.I σ)
    (hd : Does t ℓ σ σ') : D.I σ' := by
  cases ℓ with
  | none => cases (show σ' = σ from hd); exact hI
  | some α => exact V.keeps (ha rfl) hI hd

/-- The invariant holds after a step, and the marks are in order. -/
theorem step_wf (V : D.Valid) {p : List Br} {x y : Store × Marked Tid Br Proc Store} (h : D.system.step p x y) : D.I y.1 ∧ D.Wf y.2 := by
  obtain ⟨hI, hw, ℓ, he, hd⟩ := h
  have f := he.facts V hw
  exact ⟨does_keeps V f.atom hI hd, f.wf⟩

/-- After the commit a block can end, by induction on the way that `Final` gives. -/
theorem finalizes (V : D.Valid) {p q : List Br} (hne : q ≠ p) {K : Marked Tid Br Proc Store → Marked Tid Br Proc Store} (hK : Focus q K)
    {γ : Gated Tid Store} {S : Stmt Tid Br Proc Store} {σ : Store} (hfin : Final D.source.body D.Atom D.I (actor D.child D.root q) S σ)
    (hpost : D.Post S) (hf : D.system.fails p (σ, K (.mark γ .post S))) : D.system.Finalizes p q (σ, K (.mark γ .post S)) := by
  have hphase : ∀ {S : Stmt Tid Br Proc Store}, (K (.mark γ .post S)).phase q = .post := fun {S} => hK.phase _
  induction hfin with
  | @ends k S _ hends =>
    obtain ⟨hI, hw, β, M', he, hg⟩ := hf
    replace hends : Stmt.Ends D.source.body S := by
      cases k with
      | none => exact hends
      | some n => exact absurd hends (V.closed (.inr hpost))
    have hl := hK.edge (.leave (D := D) (γ := γ) (ph := .post) (by simp) hends)
    obtain ⟨M₃, he'⟩ := he.keep hl (Ne.symm hne) (by rw [hphase]; simp)
    exact .step hphase (y := (_, K .skip)) ⟨hI, hw, none, hl, rfl⟩
      (.out ⟨hI, (hl.facts V hw).wf, β, M₃, he', hg⟩ (hK.phase _))
  | @choose S σ E hE hkeep _ ih =>
    obtain ⟨hI, hw, β, M', he, hg⟩ := hf
    have hatom := (he.facts V hw).atom rfl
    obtain ⟨α, ⟨S', hα⟩, hnext⟩ := hkeep (fun h => hne (V.distinct h)) hatom hg
    have hS' := (V.post hpost (hE hα)).2.2.2
    have hs := hK.edge (.post (D := D) (γ := γ) (ph := .post) (hE hα) hS')
    by_cases hgα : α.gate (actor D.child D.root q) σ
    · rcases hnext with hn | ⟨σ', htr, hg'⟩
      · exact absurd hgα hn
      have hstep : D.system.step q (σ, K (.mark γ .post S)) (σ', K (.mark γ .post S')) := ⟨hI, hw, some α, hs, hgα, htr⟩
      have hwf := step_wf V hstep
      obtain ⟨M₃, he'⟩ := he.keep hs (Ne.symm hne) (by rw [hphase]; simp)
      exact .step hphase hstep (ih hα ⟨hgα, htr⟩ hwf.1 hS' ⟨hwf.1, hwf.2, β, M₃, he', hg'⟩)
    · exact .fails hphase ⟨hI, hw, α, _, hs, hgα⟩

/-- The conditions of serialization hold. -/
theorem Valid.movers (V : D.Valid) : D.system.Movers where
  frame := fun ⟨_, hw, _, he, _⟩ hne => (he.facts V hw).frame hne
  committed := fun ⟨_, hw, _, he, _⟩ hp => (he.facts V hw).committed hp
  right {t u x y z} hne hst hp hsu := by
    obtain ⟨hIx, hwx, ℓ, het, hdt⟩ := hst
    obtain ⟨hIy, hwy, m, heu, hdu⟩ := hsu
    have ft := het.facts V hwx
    have fu := heu.facts V hwy
    obtain ⟨M', heu', het'⟩ := het.swap heu hne (.inl (by rw [show y.2.phase t = .pre from hp]; simp))
    have hwf := (heu'.facts V hwx).wf
    obtain ⟨α, rfl, hR⟩ := ft.pre hp
    cases m with
    | none =>
      exact .inr ⟨(x.1, M'), ⟨hIx, hwx, none, heu', rfl⟩, ⟨hIx, hwf, some α, het', (show z.1 = y.1 from hdu) ▸ hdt⟩⟩
    | some β =>
      by_cases hg : β.gate (actor D.child D.root u) x.1
      · obtain ⟨m, hm, hα⟩ := (rightMover_iff.1 hR (fun h => hne (V.distinct h)) (fu.atom rfl) hIx hg hdt).2 hdu.2
        exact .inr ⟨(m, M'), ⟨hIx, hwx, some β, heu', hg, hm⟩, ⟨V.keeps (fu.atom rfl) hIx ⟨hg, hm⟩, hwf, some α, het', hα⟩⟩
      · exact .inl ⟨hIx, hwx, β, M', heu', hg⟩
  rightFails {t u x y} hne hst hp hf := by
    obtain ⟨hIx, hwx, ℓ, het, hdt⟩ := hst
    obtain ⟨hIy, hwy, β, M, heu, hg⟩ := hf
    obtain ⟨M', heu', _⟩ := het.swap heu hne (.inl (by rw [show y.2.phase t = .pre from hp]; simp))
    obtain ⟨α, rfl, hR⟩ := (het.facts V hwx).pre hp
    refine ⟨hIx, hwx, β, M', heu', fun hgx => hg ?_⟩
    exact (rightMover_iff.1 hR (fun h => hne (V.distinct h)) ((heu'.facts V hwx).atom rfl) hIx hgx hdt).1
  left {t u x y z} hne hp hsu hst := by
    obtain ⟨hIx, hwx, m, heu, hdu⟩ := hsu
    obtain ⟨hIy, hwy, ℓ, het, hdt⟩ := hst
    obtain ⟨M', het', heu'⟩ := heu.swap het (Ne.symm hne) (.inr (by rw [show y.2.phase t = .post from hp]; simp))
    have hwf := (het'.facts V hwx).wf
    cases ℓ with
    | none => exact .inr ⟨(x.1, M'), ⟨hIx, hwx, none, het', rfl⟩, ⟨hIx, hwf, m, heu', (show z.1 = y.1 from hdt) ▸ hdu⟩⟩
    | some α =>
      have hα := (het.facts V hwy).atom rfl
      cases m with
      | none =>
        have hdu : y.1 = x.1 := hdu
        rw [hdu] at hdt
        exact .inr ⟨(z.1, M'), ⟨hIx, hwx, some α, het', hdt⟩, ⟨V.keeps hα hIx hdt, hwf, none, heu', rfl⟩⟩
      | some β =>
        by_cases hgα : α.gate (actor D.child D.root t) x.1
        · by_cases hall : ∀ σ', α.trans (actor D.child D.root t) x.1 σ' → β.gate (actor D.child D.root u) σ'
          · have hL := (het.facts V hwy).post hp rfl
            obtain ⟨m, hm, hβ⟩ := (hL (fun h => hne (V.distinct h)) ((heu.facts V hwx).atom rfl) hIx ⟨hgα, hall⟩).2 hdu hdt.2
            exact .inr ⟨(m, M'), ⟨hIx, hwx, some α, het', hgα, hm⟩, ⟨V.keeps hα hIx ⟨hgα, hm⟩, hwf, some β, heu', hall m hm, hβ⟩⟩
          · obtain ⟨σ', hall⟩ := Classical.not_forall.1 hall
            obtain ⟨htr, hg⟩ := Classical.not_imp.1 hall
            exact .inl (.inr ⟨(σ', M'), ⟨hIx, hwx, some α, het', hgα, htr⟩, ⟨V.keeps hα hIx ⟨hgα, htr⟩, hwf, β, _, heu', hg⟩⟩)
        · exact .inl (.inl ⟨hIx, hwx, α, M', het', hgα⟩)
  leftFails {t u x y} hne hp hsu hf := by
    obtain ⟨hIx, hwx, m, heu, hdu⟩ := hsu
    obtain ⟨hIy, hwy, α, M, het, hg⟩ := hf
    obtain ⟨M', het', heu'⟩ := heu.swap het (Ne.symm hne) (.inr (by rw [show y.2.phase t = .post from hp]; simp))
    have hwf := (het'.facts V hwx).wf
    have hα := (het.facts V hwy).atom rfl
    cases m with
    | none => exact .inl ⟨hIx, hwx, α, M', het', (show y.1 = x.1 from hdu) ▸ hg⟩
    | some β =>
      by_cases hgα : α.gate (actor D.child D.root t) x.1
      · by_cases hall : ∀ σ', α.trans (actor D.child D.root t) x.1 σ' → β.gate (actor D.child D.root u) σ'
        · have hL := (het.facts V hwy).post hp rfl
          exact absurd ((hL (fun h => hne (V.distinct h)) ((heu.facts V hwx).atom rfl) hIx ⟨hgα, hall⟩).1 hdu) hg
        · obtain ⟨σ', hall⟩ := Classical.not_forall.1 hall
          obtain ⟨htr, hg⟩ := Classical.not_imp.1 hall
          exact .inr ⟨(σ', M'), ⟨hIx, hwx, some α, het', hgα, htr⟩, ⟨V.keeps hα hIx ⟨hgα, htr⟩, hwf, β, _, heu', hg⟩⟩
      · exact .inl ⟨hIx, hwx, α, M', het', hgα⟩
  finalizes {t u x} hne hp hf := by
    obtain ⟨σ, M⟩ := x
    replace hp : M.phase t = .post := hp
    obtain ⟨K, γ, S, hK, hM⟩ := Focus.of_phase (p := t) (M := M) (by rw [hp]; simp)
    rw [hp] at hM
    subst hM
    have hpost : D.Post S := by
      have hw := hf.2.1
      clear hf hp hne
      induction hK with
      | hole => exact hw
      | seq _ ih => exact ih hw.1
      | block _ ih => exact ih hw
      | @par p K rest b _ ih =>
        have hb := hw b
        rw [Plato.Program.update_same] at hb
        exact ih hb
    exact finalizes V hne hK (V.final hpost hf.1) hpost hf

end Plato.Reduction.Reduction
