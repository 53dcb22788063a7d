/-
# Marked programs: what is left to do

Steps of different threads change different parts of what is left to do, so they can be swapped there; a thread inside of a mark stays where it is
when others take steps.

Main results: `Edge.facts`, `Edge.swap`, `Edge.keep`, `Focus.of_phase`.
-/
module

public import Theory.Reduction.Marked

@[expose] public section

namespace Plato.Reduction

variable {Tid Br Proc Store : Type} {D : Reduction Tid Br Proc Store}

theorem update_comm {Control : Type} (f : Br → Control) {b c : Br} (h : b ≠ c) (S T : Control) :
    Plato.Program.update (Plato.Program.update f b S) c T = Plato.Program.update (Plato.Program.update f c T) b S := by
  funext i
  by_cases hb : i = b <;> by_cases hc : i = c <;> simp_all [Plato.Program.update]

namespace Reduction

theorem Fresh.wf {M : Marked Tid Br Proc Store} (h : D.Fresh M) : D.Wf M := by
  induction M with
  | skip | call | exit => trivial
  | atomic | choice | loop | pick => exact h
  | block S ih => exact ih h
  | seq S T ih => exact ⟨ih h.1, h.2⟩
  | par rest ih => exact fun b => ih b (h b)
  | mark γ ph S =>
    obtain ⟨⟨rfl, hn⟩, h⟩ := h
    exact ⟨⟨rfl, hn⟩, h⟩

theorem Fresh.phase {M : Marked Tid Br Proc Store} (h : D.Fresh M) (p : List Br) : M.phase p = .out := by
  induction M generalizing p with
  | skip | call | atomic | choice | loop | exit | pick => cases p <;> rfl
  | seq S T ih => rw [Marked.phase]; exact ih h.1 p
  | block S ih => rw [Marked.phase]; exact ih h p
  | par rest ih =>
    cases p with
    | nil => rfl
    | cons b p => exact ih b (h b) p
  | mark γ ph S =>
    obtain ⟨⟨rfl, _⟩, _⟩ := h
    cases p <;> rfl

theorem Leaves.phase {k : Option Nat} {M : Marked Tid Br Proc Store} (h : D.Leaves k M) (p : List Br) : M.phase p = .out := by
  induction h generalizing p with
  | skip | exit | left | right | loop | loopExit | call | pick | mark => cases p <;> rfl
  | seq _ _ ih => rw [Marked.phase]; exact ih p
  | seqExit _ ih | block _ ih | blockExit _ ih | blockOut _ ih => rw [Marked.phase]; exact ih p
  | par _ _ _ ih =>
    cases p with
    | nil => rfl
    | cons b p => exact ih b p

/-- What a step is, by where its thread is before and after it, and that the other threads stay where they are. -/
structure Facts (D : Reduction Tid Br Proc Store) (p : List Br) (M : Marked Tid Br Proc Store) (ℓ : Option (Gated Tid Store))
    (M' : Marked Tid Br Proc Store) : Prop where
  wf : D.Wf M'
  atom : ∀ {α}, ℓ = some α → D.Atom α
  pre : M'.phase p = .pre → ∃ α, ℓ = some α ∧ RightMover D.Atom D.I α
  post : ∀ {α}, M.phase p = .post → ℓ = some α → LeftCommutes D.Atom D.I α
  committed : M.phase p = .post → M'.phase p ≠ .pre
  frame : ∀ {q}, q ≠ p → M'.phase q = M.phase q

theorem Edge.facts (V : D.Valid) {p : List Br} {M M' : Marked Tid Br Proc Store} {ℓ : Option (Gated Tid Store)} (he : D.Edge p M ℓ M')
    (hw : D.Wf M) : Facts D p M ℓ M' := by
  -- A statement that has just been begun is fresh: its threads are out of marks.
  have begin {p : List Br} {S S' M : Marked Tid Br Proc Store} {ℓ : Option (Gated Tid Store)} (f : Facts D p S ℓ S') (hS : D.Fresh S)
      (hM : ∀ q, M.phase q = .out) : Facts D p M ℓ S' :=
    ⟨f.wf, f.atom, f.pre, (fun h => by rw [hM] at h; cases h), (fun h => by rw [hM] at h; cases h),
      fun hq => by rw [hM, f.frame hq, hS.phase]⟩
  induction he with
  | atomic => exact ⟨trivial, (fun h => by cases h; exact hw), (fun h => by cases h), (fun h => by cases h), (fun h => by cases h),
      fun {q} _ => by cases q <;> rfl⟩
  | left _ ih => exact begin (ih hw.1.wf) hw.1 fun q => by cases q <;> rfl
  | right _ ih => exact begin (ih hw.2.wf) hw.2 fun q => by cases q <;> rfl
  | seq _ ih =>
    have f := ih hw.1
    exact ⟨⟨f.wf, hw.2⟩, f.atom, by simpa only [Marked.phase] using f.pre, fun h => f.post (by simpa only [Marked.phase] using h),
      by simpa only [Marked.phase] using f.committed, fun h => by simpa only [Marked.phase] using f.frame h⟩
  | next hends _ ih => exact begin (ih hw.2.wf) hw.2 fun q => by rw [Marked.phase]; exact hends.phase q
  | @loop p S ℓ S' _ ih =>
    have hS : D.Fresh S := hw
    have f := begin (M := .loop S) (ih hS.wf) hS fun q => by cases q <;> rfl
    exact ⟨⟨f.wf, hw⟩, f.atom, by simpa only [Marked.phase] using f.pre, f.post, by simpa only [Marked.phase] using f.committed,
      fun h => by simpa only [Marked.phase] using f.frame h⟩
  | @call p ρ ℓ S' _ ih => exact begin (ih (V.body ρ).wf) (V.body ρ) fun q => by cases q <;> rfl
  | block _ ih =>
    have f := ih hw
    exact ⟨f.wf, f.atom, by simpa only [Marked.phase] using f.pre, fun h => f.post (by simpa only [Marked.phase] using h),
      by simpa only [Marked.phase] using f.committed, fun h => by simpa only [Marked.phase] using f.frame h⟩
  | @pick p S ℓ S' b _ ih =>
    have hS : D.Fresh (S b) := hw b
    exact begin (ih hS.wf) hS fun q => by cases q <;> rfl
  | @par p b rest ℓ S' _ ih =>
    have f := ih (hw b)
    refine ⟨fun c => ?_, f.atom, ?_, ?_, ?_, fun {q} hq => ?_⟩
    · by_cases hc : c = b
      · subst hc; rw [Plato.Program.update_same]; exact f.wf
      · rw [Plato.Program.update_other _ hc]; exact hw c
    · simpa only [Marked.phase, Plato.Program.update_same] using f.pre
    · exact fun h => f.post (by simpa only [Marked.phase] using h)
    · simpa only [Marked.phase, Plato.Program.update_same] using f.committed
    · cases q with
      | nil => rfl
      | cons c q =>
        simp only [Marked.phase]
        by_cases hc : c = b
        · subst hc; rw [Plato.Program.update_same]; exact f.frame fun h => hq (by rw [h])
        · rw [Plato.Program.update_other _ hc]
  | @pre γ ph S α S' hph hS hR hpre =>
    have : D.Pre S := by
      cases ph with
      | out => exact hw.2.1
      | pre => exact hw
      | post => contradiction
    exact ⟨hpre, (fun h => by cases h; exact (V.pre this hS).2.1), fun _ => ⟨α, rfl, hR⟩, fun h => absurd h hph, fun h => absurd h hph,
      fun {q} hq => by cases q with | nil => contradiction | cons => rfl⟩
  | @post γ ph S α S' hS hpost =>
    have atom : D.Atom α := by
      cases ph with
      | out => exact (V.pre hw.2.1 hS).2.1
      | pre => exact (V.pre hw hS).2.1
      | post => exact (V.post hw hS).2.1
    refine ⟨hpost, (fun h => by cases h; exact atom), (fun h => by cases h), fun h hα => ?_, (fun _ h => by cases h),
      fun {q} hq => by cases q with | nil => contradiction | cons => rfl⟩
    cases (show ph = .post from h)
    cases hα
    exact (V.post hw hS).2.2.1
  | @leave γ ph S hph hS =>
    exact ⟨trivial, (fun h => by cases h), (fun h => by cases h), (fun _ h => by cases h), (fun _ h => by cases h),
      fun {q} hq => by cases q with | nil => contradiction | cons => rfl⟩

theorem Edge.under {p : List Br} {b : Br} {rest : Br → Marked Tid Br Proc Store} {S S' : Marked Tid Br Proc Store}
    {ℓ : Option (Gated Tid Store)} (h : D.Edge p S ℓ S') :
    D.Edge (b :: p) (.par (Plato.Program.update rest b S)) ℓ (.par (Plato.Program.update rest b S')) := by
  rw [← Plato.Program.update_update rest b S S']
  exact .par (by rw [Plato.Program.update_same]; exact h)

/-- Steps of two threads, one of which is in a mark between them, can be swapped in what is left to do. -/
theorem Edge.swap {p q : List Br} {M M₁ M₂ : Marked Tid Br Proc Store} {ℓ m : Option (Gated Tid Store)} (hp : D.Edge p M ℓ M₁)
    (hq : D.Edge q M₁ m M₂) (hne : p ≠ q) (hin : M₁.phase p ≠ .out ∨ M₁.phase q ≠ .out) :
    ∃ M₁', D.Edge q M m M₁' ∧ D.Edge p M₁' ℓ M₂ := by
  induction hp generalizing q M₂ with
  | atomic | leave => cases hq
  | left _ ih =>
    obtain ⟨M', h₁, h₂⟩ := ih hq hne hin
    exact ⟨M', .left h₁, h₂⟩
  | right _ ih =>
    obtain ⟨M', h₁, h₂⟩ := ih hq hne hin
    exact ⟨M', .right h₁, h₂⟩
  | seq hp ih =>
    simp only [Marked.phase] at hin
    cases hq with
    | seq hq =>
      obtain ⟨M', h₁, h₂⟩ := ih hq hne hin
      exact ⟨_, .seq h₁, .seq h₂⟩
    | next hends => exact absurd hin (by simp [hends.phase])
  | next hends _ ih =>
    obtain ⟨M', h₁, h₂⟩ := ih hq hne hin
    exact ⟨M', .next hends h₁, h₂⟩
  | loop hp ih =>
    simp only [Marked.phase] at hin
    cases hq with
    | seq hq =>
      obtain ⟨M', h₁, h₂⟩ := ih hq hne hin
      exact ⟨_, .loop h₁, .seq h₂⟩
    | next hends => exact absurd hin (by simp [hends.phase])
  | call _ ih =>
    obtain ⟨M', h₁, h₂⟩ := ih hq hne hin
    exact ⟨M', .call h₁, h₂⟩
  | block _ ih =>
    simp only [Marked.phase] at hin
    cases hq with
    | block hq =>
      obtain ⟨M', h₁, h₂⟩ := ih hq hne hin
      exact ⟨_, .block h₁, .block h₂⟩
  | pick b _ ih =>
    obtain ⟨M', h₁, h₂⟩ := ih hq hne hin
    exact ⟨M', .pick b h₁, h₂⟩
  | @par p b rest ℓ S' hp ih =>
    cases hq with
    | @par q c _ _ S'' hq =>
      simp only [Marked.phase, Plato.Program.update_same] at hin
      by_cases hc : c = b
      · subst hc
        rw [Plato.Program.update_same] at hq hin
        obtain ⟨M', h₁, h₂⟩ := ih hq (fun h => hne (by rw [h])) hin
        refine ⟨_, .par h₁, ?_⟩
        rw [Plato.Program.update_update]
        exact h₂.under
      · rw [Plato.Program.update_other _ hc] at hq
        refine ⟨_, .par hq, ?_⟩
        rw [update_comm rest (Ne.symm hc)]
        exact .par (by rw [Plato.Program.update_other _ (Ne.symm hc)]; exact hp)
  | pre | post => cases hq <;> contradiction

/-- What a thread can do next stays so when a thread inside of a mark takes a step. -/
theorem Edge.keep {p q : List Br} {M M₁ M₂ : Marked Tid Br Proc Store} {ℓ m : Option (Gated Tid Store)} (hp : D.Edge p M ℓ M₁)
    (hq : D.Edge q M m M₂) (hne : p ≠ q) (hin : M.phase q ≠ .out) : ∃ M₃, D.Edge p M₂ ℓ M₃ := by
  induction hq generalizing p M₁ with
  | atomic | left | right | loop | call | pick => exact absurd (by simp [Marked.phase]) hin
  | block _ ih =>
    simp only [Marked.phase] at hin
    cases hp with
    | block hp =>
      obtain ⟨M₃, h⟩ := ih hp hne hin
      exact ⟨_, .block h⟩
  | next hends => exact absurd (by simp [Marked.phase, hends.phase]) hin
  | seq _ ih =>
    simp only [Marked.phase] at hin
    cases hp with
    | seq hp =>
      obtain ⟨M₃, h⟩ := ih hp hne hin
      exact ⟨_, .seq h⟩
    | next hends => exact absurd (hends.phase _) hin
  | @par q b rest m S' hq ih =>
    cases hp with
    | @par p c _ _ S'' hp =>
      by_cases hc : c = b
      · subst hc
        obtain ⟨M₃, h⟩ := ih hp (fun h => hne (by rw [h])) hin
        exact ⟨_, .par (by rw [Plato.Program.update_same]; exact h)⟩
      · exact ⟨_, .par (by rw [Plato.Program.update_other _ hc]; exact hp)⟩
  | pre | post | leave => cases hp <;> contradiction

end Reduction

/-- What is left to do around the thread at a position. -/
inductive Focus : List Br → (Marked Tid Br Proc Store → Marked Tid Br Proc Store) → Prop where
  | hole : Focus [] fun N => N
  | seq {p K T} : Focus p K → Focus p fun N => .seq (K N) T
  | block {p K} : Focus p K → Focus p fun N => .block (K N)
  | par {p K rest b} : Focus p K → Focus (b :: p) fun N => .par (Plato.Program.update rest b (K N))

namespace Focus

variable {p : List Br} {K : Marked Tid Br Proc Store → Marked Tid Br Proc Store}

theorem of_phase {M : Marked Tid Br Proc Store} (h : M.phase p ≠ .out) : ∃ K γ S, Focus p K ∧ M = K (.mark γ (M.phase p) S) := by
  induction M generalizing p with
  | skip | atomic | choice | loop | call | exit | pick => exact absurd (by cases p <;> rfl) h
  | block S ih =>
    simp only [Marked.phase] at h ⊢
    obtain ⟨K, γ, S', hK, hS⟩ := ih h
    exact ⟨_, γ, S', .block hK, by rw [← hS]⟩
  | seq S T ih =>
    simp only [Marked.phase] at h ⊢
    obtain ⟨K, γ, S', hK, hS⟩ := ih h
    exact ⟨_, γ, S', .seq (T := T) hK, by rw [← hS]⟩
  | par rest ih =>
    cases p with
    | nil => exact absurd rfl h
    | cons b p =>
      obtain ⟨K, γ, S', hK, hS⟩ := ih b h
      refine ⟨_, γ, S', .par (rest := rest) (b := b) hK, ?_⟩
      simp only [Marked.phase]
      rw [← hS, Plato.Program.update_self]
  | mark γ ph S =>
    cases p with
    | nil => exact ⟨_, γ, S, .hole, rfl⟩
    | cons => exact absurd rfl h

theorem phase (h : Focus p K) (N : Marked Tid Br Proc Store) : (K N).phase p = N.phase [] := by
  induction h with
  | hole => rfl
  | seq _ ih | block _ ih => rw [Marked.phase]; exact ih
  | par _ ih => simp only [Marked.phase, Plato.Program.update_same]; exact ih

theorem edge (h : Focus p K) {N N' : Marked Tid Br Proc Store} {ℓ : Option (Gated Tid Store)} (he : D.Edge [] N ℓ N') :
    D.Edge p (K N) ℓ (K N') := by
  induction h with
  | hole => exact he
  | seq _ ih => exact .seq ih
  | block _ ih => exact .block ih
  | @par p K rest b _ ih =>
    exact ih.under

/-- A thread inside of a mark takes steps of the mark. -/
theorem inside (h : Focus p K) {γ : Gated Tid Store} {ph : Phase} {S : Stmt Tid Br Proc Store} {M' : Marked Tid Br Proc Store}
    {ℓ : Option (Gated Tid Store)} (hph : ph ≠ .out) (he : D.Edge p (K (.mark γ ph S)) ℓ M') :
    ∃ N, D.Edge [] (.mark γ ph S) ℓ N ∧ M' = K N := by
  induction h generalizing M' with
  | hole => exact ⟨M', he, rfl⟩
  | @seq p K T hK ih =>
    cases he with
    | seq he =>
      obtain ⟨N, hN, rfl⟩ := ih he
      exact ⟨N, hN, rfl⟩
    | next hends => exact absurd ((hK.phase (.mark γ ph S)).symm.trans (hends.phase _)) hph
  | block _ ih =>
    cases he with
    | block he =>
      obtain ⟨N, hN, rfl⟩ := ih he
      exact ⟨N, hN, rfl⟩
  | par _ ih =>
    cases he with
    | par he =>
      rw [Plato.Program.update_same] at he
      obtain ⟨N, hN, rfl⟩ := ih he
      exact ⟨N, hN, by rw [Plato.Program.update_update]⟩

end Focus

end Plato.Reduction
