/-
# The sequential check of simulation is sound

Section 5 of *Modular Verification of Multithreaded Programs* (Calvin): if the sequential program does not go wrong from any store, the
body, entered and left, is simulated by the abstraction in the environment. What precedes each step of the body may be E*, as in section 5
(`check_sound_star`); E itself, if E is reflexive and transitive, so that E* is E (`check_sound_once`, the first optimisation of section
6.4); or a part of E after which the rest can be postponed until after the step (`check_sound`; the second optimisation, see `Conjuncts`).

Main definitions: `Realises`, `Postpones`. Main results: `check_sound`, `check_sound_star`, `check_sound_once`,
`check_thread_sound`, `check_thread_star`, `check_thread_once`, `many_eq` (E* is E).
-/
module

public import Theory.Procedures.Checked

@[expose] public section

namespace Plato.Procedures

variable {Thread Store Proc : Type} {B : Proc → Stmt (Atomic Thread Store) Proc} {j : Thread} {k last : Atomic Thread Store}
  {ys : List (Atomic Thread Store)}

section

variable {B' : Proc → Stmt (Atomic Thread (Store × Nat)) Proc} {before : Witnessed Thread Store → Stmt (Atomic Thread (Store × Nat)) Proc}
  {atEnd : Stmt (Atomic Thread (Store × Nat)) Proc}

/-- What ⟦B⟧ performs for a sequence of the body. -/
inductive Checks (B' : Proc → Stmt (Atomic Thread (Store × Nat)) Proc)
    (before : Witnessed Thread Store → Stmt (Atomic Thread (Store × Nat)) Proc) (k : Atomic Thread Store)
    (ys : List (Atomic Thread Store)) : List (Witnessed Thread Store) → List (Atomic Thread (Store × Nat)) → Prop where
  | nil : Checks B' before k ys [] []
  | cons {x as e c} : sequences B' (before x) e → Checks B' before k ys as c →
      Checks B' before k ys (x :: as) (e ++ sim x.both (witness k ys) :: c)

theorem Checks.split {a b : List (Witnessed Thread Store)} {c : List (Atomic Thread (Store × Nat))} (h : Checks B' before k ys (a ++ b) c) :
    ∃ c₁ c₂, Checks B' before k ys a c₁ ∧ Checks B' before k ys b c₂ ∧ c = c₁ ++ c₂ := by
  induction a generalizing c with
  | nil => exact ⟨[], c, .nil, h, rfl⟩
  | cons x a ih =>
    cases h with
    | cons he h =>
      obtain ⟨c₁, c₂, h1, h2, rfl⟩ := ih h
      exact ⟨_, c₂, .cons he h1, h2, by simp⟩

theorem Checks.sequences {Bw : Proc → Stmt (Witnessed Thread Store) Proc} {S : Stmt (Witnessed Thread Store) Proc} (hS : S.CallFree)
    {a : List (Witnessed Thread Store)} (ha : sequences Bw S a) {c : List (Atomic Thread (Store × Nat))} (hc : Checks B' before k ys a c) :
    sequences B' (checkBody before k ys S) c := by
  induction S generalizing a c with
  | skip => obtain rfl := sequences_skip.mp ha; cases hc; exact sequences_skip.mpr rfl
  | atomic x =>
    obtain rfl := sequences_atomic.mp ha
    cases hc with
    | cons he hc => cases hc; exact sequences_seq.mpr ⟨_, _, he, sequences_atomic.mpr rfl, rfl⟩
  | seq S T ihS ihT =>
    obtain ⟨a₁, a₂, h1, h2, rfl⟩ := sequences_seq.mp ha
    obtain ⟨c₁, c₂, hc1, hc2, rfl⟩ := hc.split
    exact sequences_seq.mpr ⟨c₁, c₂, ihS (fun m h => hS m (.inl h)) h1 hc1, ihT (fun m h => hS m (.inr h)) h2 hc2, rfl⟩
  | choice S T ihS ihT =>
    rcases sequences_choice.mp ha with ha | ha
    · exact sequences_choice.mpr (.inl (ihS (fun m h => hS m (.inl h)) ha hc))
    · exact sequences_choice.mpr (.inr (ihT (fun m h => hS m (.inr h)) ha hc))
  | loop S ih =>
    refine sequences_loop.mpr ?_
    replace ha := sequences_loop.mp ha
    induction ha generalizing c with
    | nil => cases hc; exact .nil
    | cons h1 _ ih2 =>
      obtain ⟨c₁, c₂, hc1, hc2, rfl⟩ := hc.split
      exact .cons (ih hS h1 hc1) (ih2 hc2)
  | call m => exact absurd rfl (hS m)

/-- The statement can do what the environment's action does: what goes wrong after the action goes wrong after the statement. -/
def Realises (B' : Proc → Stmt (Atomic Thread (Store × Nat)) Proc) (j : Thread) (S : Stmt (Atomic Thread (Store × Nat)) Proc)
    (F : Action Store) : Prop := ∀ σ ρ n c, F σ ρ → Bad j (ρ, n) c → ∃ e, sequences B' S e ∧ Bad j (σ, n) (e ++ c)

theorem Realises.nonempty {S : Stmt (Atomic Thread (Store × Nat)) Proc} {F : Action Store} (h : Realises B' j S F) {σ ρ : Store}
    (hF : F σ ρ) : ∃ e, sequences B' S e :=
  let ⟨e, he, _⟩ := h σ ρ 0 [fun _ _ _ => True] hF (.here trivial)
  ⟨e, he⟩

theorem checks_nonempty (a : List (Witnessed Thread Store)) (h : ∀ x ∈ a, ∃ e, sequences B' (before x) e) :
    ∃ c, Checks B' before k ys a c := by
  induction a with
  | nil => exact ⟨[], .nil⟩
  | cons x a ih =>
    obtain ⟨e, he⟩ := h x (by simp)
    obtain ⟨c, hc⟩ := ih fun y hy => h y (by simp [hy])
    exact ⟨_, .cons he hc⟩

/-- Before the step, only F of E is needed: the rest R can be postponed until after it. -/
structure Postpones (j : Thread) (k : Atomic Thread Store) (ys : List (Atomic Thread Store)) (E F R : Action Store)
    (x : Witnessed Thread Store) : Prop where
  split : ∀ σ σ', E σ σ' → ∃ ρ, F σ ρ ∧ R ρ σ'
  rest : ∀ σ σ', R σ σ' → E σ σ'
  wrong : ∀ ρ σ n, R ρ σ → sim x.both (witness k ys) j (σ, n) .wrong → sim x.both (witness k ys) j (ρ, n) .wrong
  step : ∀ ρ σ σ' n n', R ρ σ → sim x.both (witness k ys) j (σ, n) (.store (σ', n')) →
    ∃ ρ', sim x.both (witness k ys) j (ρ, n) (.store (ρ', n')) ∧ R ρ' σ'

/-- No check of what remains, followed by one of these, goes wrong from a store from which D leads here. -/
def Unfailing (B' : Proc → Stmt (Atomic Thread (Store × Nat)) Proc)
    (before : Witnessed Thread Store → Stmt (Atomic Thread (Store × Nat)) Proc) (k : Atomic Thread Store) (ys : List (Atomic Thread Store))
    (j : Thread) (D : Action Store) (F R : Witnessed Thread Store → Action Store) (ends : List (Atomic Thread (Store × Nat)) → Prop)
    (a : List (Witnessed Thread Store)) (s : Store × Nat) : Prop :=
  (∀ x ∈ a, Realises B' j (before x) (F x) ∧ Postpones j k ys D (F x) (R x) x) ∧
    ∃ σ₀, D σ₀ s.1 ∧ ∀ c e, Checks B' before k ys a c → ends e → ¬ Bad j (σ₀, s.2) (c ++ e)

section

variable {E : Thread → Action Store} {D : Action Store} {F R : Witnessed Thread Store → Action Store}
  {ends : List (Atomic Thread (Store × Nat)) → Prop}

theorem Unfailing.env (hD : ∀ σ σ', E j σ σ' → D σ σ') (htrans : ∀ σ ρ σ', D σ ρ → D ρ σ' → D σ σ') {a : List (Witnessed Thread Store)}
    {σ σ' : Store} {n : Nat} (h : Unfailing B' before k ys j D F R ends a (σ, n)) (hE : E j σ σ') :
    Unfailing B' before k ys j D F R ends a (σ', n) :=
  let ⟨hx, σ₀, hσ₀, h⟩ := h
  ⟨hx, σ₀, htrans _ _ _ hσ₀ (hD _ _ hE), h⟩

/-- The check can be completed. -/
theorem checks_exist (hrefl : ∀ σ, D σ σ) {a : List (Witnessed Thread Store)}
    (h : ∀ x ∈ a, Realises B' j (before x) (F x) ∧ Postpones j k ys D (F x) (R x) x) (σ : Store) : ∃ c, Checks B' before k ys a c :=
  checks_nonempty a fun x hx => let ⟨_, hρ, _⟩ := (h x hx).2.split σ σ (hrefl σ); (h x hx).1.nonempty hρ

theorem Unfailing.step (hrefl : ∀ σ, D σ σ) (hends : ∃ e, ends e) {x : Witnessed Thread Store} {as : List (Witnessed Thread Store)}
    {s : Store × Nat} (h : Unfailing B' before k ys j D F R ends (x :: as) s) :
    ¬ sim x.both (witness k ys) j s .wrong ∧
      ∀ s', sim x.both (witness k ys) j s (.store s') → Unfailing B' before k ys j D F R ends as s' := by
  obtain ⟨σ, n⟩ := s
  obtain ⟨hx, σ₀, hσ₀, h⟩ := h
  obtain ⟨hreal, hpost⟩ := hx x (by simp)
  have hx' : ∀ y ∈ as, Realises B' j (before y) (F y) ∧ Postpones j k ys D (F y) (R y) y := fun y hy => hx y (by simp [hy])
  obtain ⟨ρ, hFρ, hRρ⟩ := hpost.split _ _ hσ₀
  have hbad : ∀ c e, Checks B' before k ys as c → ends e → ¬ Bad j (ρ, n) (sim x.both (witness k ys) :: (c ++ e)) := by
    intro c e hc he hb
    obtain ⟨e', he', hb'⟩ := hreal σ₀ ρ n _ hFρ hb
    exact h _ e (.cons he' hc) he (by simpa using hb')
  refine ⟨fun hw => ?_, ?_⟩
  · obtain ⟨c, hc⟩ := checks_exist hrefl hx' σ
    obtain ⟨e, he⟩ := hends
    exact hbad c e hc he (.here (hpost.wrong ρ σ n hRρ hw))
  · rintro ⟨σ', n'⟩ hs
    obtain ⟨ρ', hs', hR'⟩ := hpost.step ρ σ σ' n n' hRρ hs
    exact ⟨hx', ρ', hpost.rest _ _ hR', fun c e hc he hb => hbad c e hc he (.later hs' hb)⟩

/-- **The check is sound** (section 5): if the sequential program does not go wrong, the body is simulated by the abstraction. The action D
is what the environment can do in any number of steps; before a step it is enough to have a part of D after which the rest can be
postponed. -/
theorem check_sound (hD : ∀ σ σ', E j σ σ' → D σ σ') (hrefl : ∀ σ, D σ σ) (htrans : ∀ σ ρ σ', D σ ρ → D ρ σ' → D σ σ')
    {Bw : Proc → Stmt (Witnessed Thread Store) Proc} {S : Stmt (Witnessed Thread Store) Proc} (hS : S.CallFree)
    (hF : ∀ a, sequences Bw S a → ∀ x ∈ a, Realises B' j (before x) (F x) ∧ Postpones j k ys D (F x) (R x) x)
    (hEnd : Realises B' j atEnd D) {first : Atomic Thread Store}
    (hsafe : ∀ σ, ¬ GoesWrongFrom (alone B' j (checkProgram before atEnd first k last ys S)) (σ, 0)) :
    SimulatedIn (fun _ => True) E j (sequences B (Body (S.map Witnessed.step))) (sequences B (abstraction first k last ys)) := by
  let finish : Atomic Thread (Store × Nat) := sim stay (whenAt last ys.length)
  let ends : List (Atomic Thread (Store × Nat)) → Prop := fun c => ∃ e, sequences B' atEnd e ∧ c = e ++ [finish]
  have hends : Store → ∃ e, ends e := fun σ => let ⟨e, he⟩ := hEnd.nonempty (hrefl σ); ⟨_, e, he, rfl⟩
  have hH : Checked j (E j) k last ys (Unfailing B' before k ys j D F R ends) := by
    refine ⟨fun h => h.env hD htrans, fun {_ _ s} h => h.step hrefl (hends s.1), ?_⟩
    rintro ⟨σ, n⟩ ⟨-, σ₀, hσ₀, h⟩ hw
    obtain ⟨e, he, hb⟩ := hEnd σ₀ σ n [finish] hσ₀ (.here hw)
    exact h [] _ .nil ⟨e, he, rfl⟩ hb
  refine checked_simulated (Bw := Bw) hH hS fun a ha σ => ?_
  have hbad : ∀ c e, Checks B' before k ys a c → ends e → ¬ Bad j (σ, 0) (sim stay (whenAt first 0) :: (c ++ e)) := by
    rintro c _ hc ⟨e, he, rfl⟩ hb
    obtain ⟨τ, hr, hw⟩ := bad_iff.mp hb
    refine hsafe σ ⟨τ, ⟨_, ⟨_, sequences_seq.mpr ⟨[_], _, sequences_atomic.mpr rfl, ?_, rfl⟩, rfl⟩, hr⟩, hw⟩
    exact sequences_seq.mpr ⟨c, _, hc.sequences hS ha, sequences_seq.mpr ⟨e, _, he, sequences_atomic.mpr rfl, rfl⟩, rfl⟩
  refine ⟨fun hw => ?_, fun hs => ⟨hF a ha, σ, hrefl σ, fun c e hc he hb => hbad c e hc he (.later hs hb)⟩⟩
  obtain ⟨c, hc⟩ := checks_exist hrefl (hF a ha) σ
  obtain ⟨e, he⟩ := hends σ
  exact hbad c e hc he (.here hw)

/-- **The check of a thread** that is to be simulated by `k*`, from the stores in which the program starts: there is no first and last step,
and nothing for a witness to count. -/
theorem check_thread_sound {J : Store → Prop} (hD : ∀ σ σ', E j σ σ' → D σ σ') (hrefl : ∀ σ, D σ σ)
    (htrans : ∀ σ ρ σ', D σ ρ → D ρ σ' → D σ σ') {Bw : Proc → Stmt (Witnessed Thread Store) Proc}
    {S : Stmt (Witnessed Thread Store) Proc} (hS : S.CallFree)
    (hF : ∀ a, sequences Bw S a → ∀ x ∈ a, Realises B' j (before x) (F x) ∧ Postpones j k [] D (F x) (R x) x)
    (hsafe : ∀ σ, J σ → ¬ GoesWrongFrom (alone B' j (checkBody before k [] S)) (σ, 0)) :
    SimulatedIn J E j (sequences B (S.map Witnessed.step)) (sequences B (.loop (.atomic k))) := by
  rw [simulatedIn_iff]
  intro full σ τ c hσ hc hr
  obtain ⟨a, ha, rfl⟩ := (sequences_map (B := Bw) _ hS).mp hc
  have hH : Unfailing B' before k [] j D F R (· = []) a (σ, 0) := by
    refine ⟨hF a ha, σ, hrefl σ, ?_⟩
    rintro c _ hc rfl hb
    obtain ⟨τ, hr, hw⟩ := bad_iff.mp hb
    exact hsafe σ hσ ⟨τ, ⟨_, ⟨c, hc.sequences hS ha, by rw [List.append_nil]⟩, hr⟩, hw⟩
  obtain ⟨b, τ', hb, hr', hs⟩ := checked_stutters (H := Unfailing B' before k [] j D F R (· = [])) (fun h hE => h.env hD htrans hE)
    (fun h => Unfailing.step (ends := (· = [])) hrefl ⟨[], rfl⟩ h) hH hr
  exact ⟨b, τ', sequences_loop.mpr (hb.mono fun _ => sequences_atomic.mpr), hr', hs⟩

end

/-- A step of the environment realises its action. -/
theorem realises_once (F : Thread → Action Store) : Realises B' j (.atomic (around F)) (F j) := fun σ ρ n _ hF hb =>
  ⟨[around F], sequences_atomic.mpr rfl, .later (show around F j (σ, n) (.store (ρ, n)) from ⟨hF, rfl⟩) hb⟩

/-- Any number of steps of the environment realise E*. -/
theorem realises_star (E : Thread → Action Store) : Realises B' j (.loop (.atomic (around E))) (Many (E j)) := by
  intro σ ρ n c h
  induction h generalizing c with
  | refl => exact fun hb => ⟨[], sequences_loop.mpr .nil, hb⟩
  | @tail ρ ρ' _ hE ih =>
    intro hb
    obtain ⟨e, he, hb⟩ := ih (around E :: c) (.later (show around E j (ρ, n) (.store (ρ', n)) from ⟨hE, rfl⟩) hb)
    refine ⟨e ++ [around E], sequences_loop.mpr ?_, by simpa using hb⟩
    refine Star.mono (φ := (· = [around E])) (fun _ => sequences_atomic.mpr) (star_single.mpr fun x hx => ?_)
    have he := star_single.mp (Star.mono (fun _ => sequences_atomic.mp) (sequences_loop.mp he))
    rcases List.mem_append.mp hx with hx | hx
    · exact he x hx
    · simpa using hx

theorem postpones_nothing {D : Action Store} (hrefl : ∀ σ, D σ σ) (x : Witnessed Thread Store) :
    Postpones j k ys D D (fun σ σ' => σ = σ') x where
  split _ σ' h := ⟨σ', h, rfl⟩
  rest _ _ h := h ▸ hrefl _
  wrong _ _ _ h hw := h ▸ hw
  step _ _ σ' _ _ h hs := ⟨σ', h ▸ hs, rfl⟩

variable {E : Thread → Action Store} {S : Stmt (Witnessed Thread Store) Proc} {first : Atomic Thread Store}

/-- **Section 5**: E* before each step of the body, and at its end. -/
theorem check_sound_star (hS : S.CallFree) (hsafe : ∀ σ, ¬ GoesWrongFrom (alone B' j (checkProgram (fun _ => .loop (.atomic (around E)))
      (.loop (.atomic (around E))) first k last ys S)) (σ, 0)) :
    SimulatedIn (fun _ => True) E j (sequences B (Body (S.map Witnessed.step))) (sequences B (abstraction first k last ys)) :=
  check_sound (Bw := fun _ => .skip) (D := Many (E j)) (fun _ _ => .single) (fun _ => .refl) (fun _ _ _ => .trans) hS
    (fun _ _ x _ => ⟨realises_star E, postpones_nothing (fun _ => .refl) x⟩) (realises_star E) hsafe

/-- **Section 6.4, the first optimisation**: E once, if it is reflexive and transitive. -/
theorem check_sound_once (hrefl : ∀ σ, E j σ σ) (htrans : ∀ σ ρ σ', E j σ ρ → E j ρ σ' → E j σ σ') (hS : S.CallFree)
    (hsafe : ∀ σ, ¬ GoesWrongFrom (alone B' j (checkProgram (fun _ => .atomic (around E)) (.atomic (around E)) first k last ys S)) (σ, 0)) :
    SimulatedIn (fun _ => True) E j (sequences B (Body (S.map Witnessed.step))) (sequences B (abstraction first k last ys)) :=
  check_sound (Bw := fun _ => .skip) (D := E j) (fun _ _ => id) hrefl htrans hS
    (fun _ _ x _ => ⟨realises_once E, postpones_nothing hrefl x⟩) (realises_once E) hsafe

/-- A thread, with E* before each step. -/
theorem check_thread_star {J : Store → Prop} (hS : S.CallFree)
    (hsafe : ∀ σ, J σ → ¬ GoesWrongFrom (alone B' j (checkBody (fun _ => .loop (.atomic (around E))) k [] S)) (σ, 0)) :
    SimulatedIn J E j (sequences B (S.map Witnessed.step)) (sequences B (.loop (.atomic k))) :=
  check_thread_sound (Bw := fun _ => .skip) (D := Many (E j)) (fun _ _ => .single) (fun _ => .refl) (fun _ _ _ => .trans) hS
    (fun _ _ x _ => ⟨realises_star E, postpones_nothing (fun _ => .refl) x⟩) hsafe

/-- A thread, with E once before each step, if it is reflexive and transitive. -/
theorem check_thread_once {J : Store → Prop} (hrefl : ∀ σ, E j σ σ) (htrans : ∀ σ ρ σ', E j σ ρ → E j ρ σ' → E j σ σ') (hS : S.CallFree)
    (hsafe : ∀ σ, J σ → ¬ GoesWrongFrom (alone B' j (checkBody (fun _ => .atomic (around E)) k [] S)) (σ, 0)) :
    SimulatedIn J E j (sequences B (S.map Witnessed.step)) (sequences B (.loop (.atomic k))) :=
  check_thread_sound (Bw := fun _ => .skip) (D := E j) (fun _ _ => id) hrefl htrans hS
    (fun _ _ x _ => ⟨realises_once E, postpones_nothing hrefl x⟩) hsafe

/-- E* is E if E is reflexive and transitive. -/
theorem many_eq {D : Action Store} (hrefl : ∀ σ, D σ σ) (htrans : ∀ σ ρ σ', D σ ρ → D ρ σ' → D σ σ') (σ σ' : Store) :
    Many D σ σ' ↔ D σ σ' := by
  refine ⟨fun h => ?_, .single⟩
  induction h with
  | refl => exact hrefl _
  | tail _ h ih => exact htrans _ _ _ ih h

end

end Plato.Procedures
