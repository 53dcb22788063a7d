/-
# A checked body is simulated

What the check of section 5 of *Modular Verification of Multithreaded Programs* (Calvin) says of a body, step by step, and why it is enough:
as the body runs amid its environment, the abstraction follows, at the place that the witness tells.

Main definitions: `Checked`. Main results: `checked_matched`, `checked_simulated`, `checked_stutters`.
-/
module

public import Theory.Procedures.Checking
public import Theory.Procedures.Lemmas

@[expose] public section

namespace Plato.Procedures

variable {Thread Store Proc : Type} {B : Proc → Stmt (Atomic Thread Store) Proc} {j : Thread} {k last : Atomic Thread Store}
  {ys : List (Atomic Thread Store)}

/-- What is known of what remains of the body, in a store with a witness, when its check does not go wrong. -/
structure Checked (j : Thread) (E : Action Store) (k last : Atomic Thread Store) (ys : List (Atomic Thread Store))
    (H : List (Witnessed Thread Store) → Store × Nat → Prop) : Prop where
  env : ∀ {a σ σ' n}, H a (σ, n) → E σ σ' → H a (σ', n)
  step : ∀ {x as s}, H (x :: as) s → ¬ sim x.both (witness k ys) j s .wrong ∧
    ∀ s', sim x.both (witness k ys) j s (.store s') → H as s'
  last : ∀ {s}, H [] s → ¬ sim stay (whenAt last ys.length) j s .wrong

theorem remaining_stutter {b : List (Atomic Thread Store)} (h : sequences B (remaining k last ys) b) :
    sequences B (remaining k last ys) (k :: b) := by
  have hseq : ∀ S : Stmt (Atomic Thread Store) Proc, sequences B (.seq (.loop (.atomic k)) S) b →
      sequences B (.seq (.loop (.atomic k)) S) (k :: b) := by
    intro S h
    obtain ⟨a, c, ha, hc, rfl⟩ := sequences_seq.mp h
    exact sequences_seq.mpr ⟨k :: a, c, sequences_loop.mpr (.cons (sequences_atomic.mpr rfl) (sequences_loop.mp ha)), hc, rfl⟩
  cases ys <;> exact hseq _ h

theorem remaining_next {y : Atomic Thread Store} {b : List (Atomic Thread Store)} (h : sequences B (remaining k last ys) b) :
    sequences B (remaining k last (y :: ys)) (y :: b) :=
  sequences_seq.mpr ⟨[], y :: b, sequences_loop.mpr .nil, sequences_seq.mpr ⟨[y], b, sequences_atomic.mpr rfl, h, rfl⟩, rfl⟩

theorem remaining_last : sequences B (remaining k last []) [last] :=
  sequences_seq.mpr ⟨[], [last], sequences_loop.mpr .nil, sequences_atomic.mpr rfl, rfl⟩

theorem remaining_nonempty (ys : List (Atomic Thread Store)) : ∃ b, sequences B (remaining k last ys) b := by
  induction ys with
  | nil => exact ⟨_, remaining_last⟩
  | cons y ys ih => obtain ⟨b, hb⟩ := ih; exact ⟨_, remaining_next hb⟩

theorem drop_at {n : Nat} {y : Atomic Thread Store} (h : ys[n]? = some y) : ys.drop n = y :: ys.drop (n + 1) := by
  obtain ⟨hn, rfl⟩ := List.getElem?_eq_some_iff.mp h
  exact List.drop_eq_getElem_cons hn

section

variable {E : Action Store} {full : Bool} {σ : Store} {τ : Trace Thread Store}

/-- Where W goes wrong, so does what remains of the abstraction. -/
theorem remaining_wrong {n : Nat} (h : witness k ys j (σ, n) .wrong) :
    ∃ b, sequences B (remaining k last (ys.drop n)) b ∧ Amid full j E σ b (.wrong j) := by
  rcases h with h | ⟨y, hy, h⟩
  · obtain ⟨b, hb⟩ := remaining_nonempty (B := B) (k := k) (last := last) (ys.drop n)
    exact ⟨_, remaining_stutter hb, .wrong h⟩
  · obtain ⟨b, hb⟩ := remaining_nonempty (B := B) (k := k) (last := last) (ys.drop (n + 1))
    exact ⟨y :: b, by rw [drop_at hy]; exact remaining_next hb, .wrong h⟩

/-- What remains of a checked body is matched by what remains of the abstraction. -/
theorem checked_matched {H : List (Witnessed Thread Store) → Store × Nat → Prop} (hH : Checked j E k last ys H)
    {a : List (Witnessed Thread Store)} {n : Nat} (ha : H a (σ, n)) (hr : Amid full j E σ (a.map Witnessed.step ++ [stay]) τ) :
    ∃ b τ', sequences B (remaining k last (ys.drop n)) b ∧ Amid full j E σ b τ' ∧ Subsumed τ τ' := by
  generalize hc : a.map Witnessed.step ++ [stay] = c at hr
  induction hr generalizing a n with
  | stop hf =>
    obtain ⟨b, hb⟩ := remaining_nonempty (B := B) (k := k) (last := last) (ys.drop n)
    exact ⟨b, .stop, hb, .stop fun h => by have := hf h; subst this; simp at hc, .stop⟩
  | other hs h1 _ ih =>
    obtain ⟨b, τ', hb, hr', hsub⟩ := ih (hH.env ha h1) hc
    exact ⟨b, _, hb, .other hs h1 hr', .step hsub⟩
  | @own σ σ' x c τ h1 hr ih =>
    cases a with
    | cons y as =>
      cases hc
      obtain ⟨hsafe, hnext⟩ := hH.step ha
      rcases Classical.not_not.mp hsafe with hw | ⟨-, hsim⟩
      · obtain ⟨b, hb, hbr⟩ := remaining_wrong hw
        exact ⟨b, _, hb, hbr, .early⟩
      · by_cases hw : witness k ys j (σ, n) .wrong
        · obtain ⟨b, hb, hbr⟩ := remaining_wrong hw
          exact ⟨b, _, hb, hbr, .early⟩
        · have hstep : y.both j (σ, n) (.store (σ', y.next j σ σ' n)) := ⟨h1, rfl⟩
          obtain ⟨b, τ', hb, hr', hsub⟩ := ih (hnext _ ⟨Classical.not_not.mp hsafe, hw, hstep⟩) rfl
          rcases hsim _ hstep with ⟨hn, hk⟩ | ⟨hn, z, hz, hstep'⟩ <;> rw [hn] at hb
          · exact ⟨k :: b, _, remaining_stutter hb, .own hk hr', .step hsub⟩
          · exact ⟨z :: b, _, by rw [drop_at hz]; exact remaining_next hb, .own hstep' hr', .step hsub⟩
    | nil =>
      cases hc
      obtain rfl : σ' = σ := h1
      rcases Classical.not_not.mp (hH.last ha) with ⟨hw, rfl⟩ | ⟨-, hsim⟩
      · exact ⟨[last], .wrong j, by rw [List.drop_length]; exact remaining_last, .wrong hw, .early⟩
      · obtain ⟨hl, rfl, -⟩ := hsim (σ', n) rfl
        exact ⟨[last], _, by rw [List.drop_length]; exact remaining_last, .own hl hr, .refl _⟩
  | @wrong σ x c h1 =>
    cases a with
    | cons y as =>
      cases hc
      rcases Classical.not_not.mp (hH.step ha).1 with hw | ⟨hsafe, -⟩
      · obtain ⟨b, hb, hbr⟩ := remaining_wrong hw
        exact ⟨b, _, hb, hbr, .wrong⟩
      · exact absurd h1 hsafe
    | nil => cases hc; exact h1.elim

end

/-- If all that the body performs is checked, the body, entered and left, is simulated by the abstraction. -/
theorem checked_simulated {E : Thread → Action Store} {H : List (Witnessed Thread Store) → Store × Nat → Prop}
    (hH : Checked j (E j) k last ys H) {first : Atomic Thread Store} {Bw : Proc → Stmt (Witnessed Thread Store) Proc}
    {S : Stmt (Witnessed Thread Store) Proc} (hS : S.CallFree)
    (hfirst : ∀ a, sequences Bw S a → ∀ σ, ¬ sim stay (whenAt first 0) j (σ, 0) .wrong ∧
      (sim stay (whenAt first 0) j (σ, 0) (.store (σ, 0)) → H a (σ, 0))) :
    SimulatedIn (fun _ => True) E j (sequences B (Body (S.map Witnessed.step))) (sequences B (abstraction first k last ys)) := by
  rw [simulatedIn_all]
  intro c hc full σ τ hr
  obtain ⟨_, _, henter, hrest, rfl⟩ := sequences_seq.mp hc
  obtain rfl := sequences_atomic.mp henter
  obtain ⟨_, _, hbody, hleave, rfl⟩ := sequences_seq.mp hrest
  obtain rfl := sequences_atomic.mp hleave
  obtain ⟨a, ha, rfl⟩ := (sequences_map (B := Bw) _ hS).mp hbody
  have hA : ∀ b, sequences B (remaining k last ys) b → sequences B (abstraction first k last ys) (first :: b) := fun b hb =>
    sequences_seq.mpr ⟨[first], b, sequences_atomic.mpr rfl, hb, rfl⟩
  obtain ⟨b₀, hb₀⟩ := remaining_nonempty (B := B) (k := k) (last := last) ys
  generalize hc' : [stay] ++ (a.map Witnessed.step ++ [stay]) = c at hr
  induction hr with
  | stop hf => exact ⟨_, .stop, hA b₀ hb₀, .stop fun h => by have := hf h; subst this; simp at hc', .stop⟩
  | other hs h1 _ ih =>
    obtain ⟨b, τ', hb, hr', hsub⟩ := ih hc'
    exact ⟨b, _, hb, .other hs h1 hr', .step hsub⟩
  | @own σ σ' x c τ h1 hr _ =>
    cases hc'
    obtain rfl : σ' = σ := h1
    obtain ⟨hsafe, hnext⟩ := hfirst a ha σ'
    have hat := Classical.not_not.mp hsafe
    by_cases hw : whenAt first 0 j (σ', 0) .wrong
    · exact ⟨_, .wrong j, hA b₀ hb₀, .wrong hw.1, .early⟩
    · obtain ⟨b, τ', hb, hr', hsub⟩ := checked_matched (B := B) hH (hnext ⟨hat, hw, rfl⟩) hr
      exact ⟨_, _, hA b hb, .own ((hat.resolve_left hw).2 (σ', 0) rfl).1 hr', .step hsub⟩
  | wrong h1 => cases hc'; exact h1.elim

/-- What remains of a checked body that is to stutter only is matched by stuttering. -/
theorem checked_stutters {E : Action Store} {H : List (Witnessed Thread Store) → Store × Nat → Prop}
    (henv : ∀ {a σ σ' n}, H a (σ, n) → E σ σ' → H a (σ', n))
    (hstep : ∀ {x as s}, H (x :: as) s → ¬ sim x.both (witness k []) j s .wrong ∧
      ∀ s', sim x.both (witness k []) j s (.store s') → H as s')
    {full : Bool} {σ : Store} {τ : Trace Thread Store} {a : List (Witnessed Thread Store)} {n : Nat} (ha : H a (σ, n))
    (hr : Amid full j E σ (a.map Witnessed.step) τ) : ∃ b τ', Star (· = [k]) b ∧ Amid full j E σ b τ' ∧ Subsumed τ τ' := by
  have hw : ∀ {σ n}, witness k [] j (σ, n) .wrong → k j σ .wrong := by
    rintro σ n (h | ⟨y, hy, -⟩)
    · exact h
    · simp at hy
  generalize hc : a.map Witnessed.step = c at hr
  induction hr generalizing a n with
  | stop hf => exact ⟨[], .stop, .nil, .stop fun _ => rfl, .stop⟩
  | other hs h1 _ ih =>
    obtain ⟨b, τ', hb, hr', hsub⟩ := ih (henv ha h1) hc
    exact ⟨b, _, hb, .other hs h1 hr', .step hsub⟩
  | @own σ σ' x c τ h1 hr ih =>
    cases a with
    | nil => cases hc
    | cons y as =>
      cases hc
      obtain ⟨hsafe, hnext⟩ := hstep ha
      have hat := Classical.not_not.mp hsafe
      by_cases hwrong : witness k [] j (σ, n) .wrong
      · exact ⟨[k], _, .cons (a := [k]) rfl .nil, .wrong (hw hwrong), .early⟩
      · have hboth : y.both j (σ, n) (.store (σ', y.next j σ σ' n)) := ⟨h1, rfl⟩
        obtain ⟨b, τ', hb, hr', hsub⟩ := ih (hnext _ ⟨hat, hwrong, hboth⟩) rfl
        rcases (hat.resolve_left hwrong).2 _ hboth with ⟨-, hk⟩ | ⟨-, z, hz, -⟩
        · exact ⟨k :: b, _, .cons (a := [k]) rfl hb, .own hk hr', .step hsub⟩
        · simp at hz
  | @wrong σ x c h1 =>
    cases a with
    | nil => cases hc
    | cons y as =>
      cases hc
      rcases Classical.not_not.mp (hstep ha).1 with hwrong | ⟨hsafe, -⟩
      · exact ⟨[k], _, .cons (a := [k]) rfl .nil, .wrong (hw hwrong), .wrong⟩
      · exact absurd h1 hsafe

end Plato.Procedures
