/-
# What is not so in the paper

Counterexamples to statements of *Modular Verification of Multithreaded Programs* (Calvin) as printed. (That its paths lose what a body does
that never ends is shown in `Depth`.)

A run is said to have at least one step (section 2.1; the appendix begins its inductions with none). Then a body that can only end at once
has no run, is simulated by an abstraction that blocks, and Lemma 3 fails (`idle_no_steps`, `client_wrong`, `client_inlined`).

An abstraction of section 5 performs `pre?` and `post`, which the body does not, and subsumption counts steps: a body of one step is not
simulated, whatever the environment (`ends_are_steps`).

Theorem 1 asks that A(l) be simulated by true* from every store. An abstraction that asserts a precondition is not
(`precondition_not_safe`).

Section 6.4 postpones conjuncts that do not mention what "the atomic operation" accesses. If that is the step of the body, it is too little:
the abstraction's invariant is read, too (`postponed_check`, `postponed_not_simulated`).
-/
module

public import Theory.Procedures.Depth
public import Theory.Procedures.Modular
public import Theory.Procedures.Conjuncts

@[expose] public section

namespace Plato.Procedures

section

/-- `(assume false)*`: it ends at once or never. -/
noncomputable def idle : Unit → Stmt (Atomic Unit Unit) Unit := fun _ => .loop (.atomic blocked)

/-- `m(); assert false`. -/
noncomputable def client : Stmt (Atomic Unit Unit) Unit := .seq (.call ()) (.atomic fun _ _ r => r = .wrong)

/-- In an environment that does nothing, the body has no trace with a step, so all such traces are subsumed by traces of `assume false`. -/
theorem idle_no_steps {full : Bool} {τ : Trace Unit Unit}
    (h : TraceOf (inEnvironment (sequences idle (idle ())) (fun _ _ _ => False) ()) full () τ) : τ = .stop := by
  obtain ⟨a, ha, hr⟩ := trace_amid.mp h
  have ha := star_single.mp (Star.mono (fun _ => sequences_atomic.mp) (sequences_loop.mp ha))
  cases hr with
  | stop => rfl
  | own h1 => rw [(List.forall_mem_cons.mp ha).1] at h1; exact h1.elim
  | other _ h1 => exact h1.elim
  | wrong h1 => rw [(List.forall_mem_cons.mp ha).1] at h1; exact h1.elim

/-- The client goes wrong … -/
theorem client_wrong : GoesWrongFrom (parallelPaths idle fun _ : Unit => client) () := by
  refine ⟨.wrong (), ⟨[((), fun _ _ r => r = .wrong)], parallel_iff.mpr fun _ => .inr ?_, .wrong rfl⟩, rfl⟩
  exact sequences_seq.mpr ⟨[], _, sequences_call.mpr (sequences_loop.mpr .nil), sequences_atomic.mpr rfl, own_same ..⟩

/-- … and with the abstraction inlined it does not. -/
theorem client_inlined : ¬ GoesWrongFrom (parallelPaths idle fun _ : Unit => client.inlineAbs fun _ => .atomic blocked) () := by
  rintro ⟨τ, ⟨u, hu, hr⟩, hw⟩
  have hfirst : ∀ (x : Atomic Unit Unit) w, own () u = x :: w → x = blocked := by
    intro x w h
    have hseq : sequences idle (client.inlineAbs fun _ => .atomic blocked) (own () u) :=
      (parallel_iff.mp hu ()).resolve_left (by rw [h]; simp)
    obtain ⟨_, _, ha, _, hc⟩ := sequences_seq.mp hseq
    obtain rfl := sequences_atomic.mp ha
    rw [h] at hc
    exact (List.cons.inj hc).1
  cases hr with
  | stop => cases hw
  | step h1 => rw [hfirst _ _ (own_same ..)] at h1; exact h1.elim
  | wrong h1 => rw [hfirst _ _ (own_same ..)] at h1; exact h1.elim

end

section

variable {Thread Store Proc : Type} {B : Proc → Stmt (Atomic Thread Store) Proc} {E : Thread → Action Store} {j : Thread}

theorem Amid.ended {F : Action Store} {σ : Store} {a : List (Atomic Thread Store)} (h : Amid true j F σ a .stop) : a = [] := by
  cases h with | stop h => exact h rfl

/-- A body of one step that does nothing is not simulated by `pre?⟨true⟩; K*; ⟨post⟩`, though all of these do nothing, too. -/
theorem ends_are_steps (σ : Store) :
    ¬ SimulatedIn (fun _ => True) E j (sequences B (.atomic stay)) (sequences B (abstraction stay stay stay [])) := by
  intro h
  obtain ⟨b, τ', hb, hr, hs⟩ := simulatedIn_iff.mp h true σ (.step j σ .stop) [stay] trivial (sequences_atomic.mpr rfl)
    (.own rfl (.stop fun _ => rfl))
  obtain ⟨_, c, hf, hc, rfl⟩ := sequences_seq.mp hb
  obtain rfl := sequences_atomic.mp hf
  obtain ⟨d, _, _, hl, rfl⟩ := sequences_seq.mp hc
  obtain rfl := sequences_atomic.mp hl
  cases hr with
  | stop => cases hs
  | own _ hr =>
    cases hs with
    | step hs =>
      cases hs
      have h := hr.ended
      simp at h
  | other hj => cases hs; exact hj rfl
  | wrong h1 => exact h1

/-- An abstraction that goes wrong at its first step somewhere is not simulated by true* from every store. -/
theorem precondition_not_safe {first k last : Atomic Thread Store} {ys : List (Atomic Thread Store)} {σ : Store} (hpre : first j σ .wrong) :
    ¬ SimulatedIn (fun _ => True) E j (sequences B (abstraction first k last ys)) (sequences B (anything Thread Store Proc)) := by
  rw [simulated_anything]
  intro h
  obtain ⟨b, hb⟩ := remaining_nonempty (B := B) (k := k) (last := last) ys
  have hA : sequences B (abstraction first k last ys) (first :: b) := sequences_seq.mpr ⟨[first], b, sequences_atomic.mpr rfl, hb, rfl⟩
  exact h σ trivial ⟨.wrong j, trace_amid.mpr ⟨first :: b, hA, .wrong hpre⟩, rfl⟩

end

section

/-- Two variables: `false` is x, `true` is y. The environment leaves x alone; of y nothing is assumed. -/
def leavesX : Bool → Action (Bool → Bool) := fun i σ σ' => i = false → σ' false = σ false

/-- The body: `x := ¬x`, which accesses x alone. -/
def flipX : Witnessed Bool (Bool → Bool) := ⟨fun _ => transition fun σ σ' => σ' true = σ true ∧ σ' false = !σ false, fun _ _ _ n => n⟩

theorem flipX_accesses (t : Bool) : Accesses (fun v => v = false) (flipX.both t) where
  frame h v hv := by cases v with
    | false => exact absurd rfl hv
    | true => exact h.1.1
  step heq h hin hout := by
    obtain ⟨⟨hy, hx⟩, hn⟩ := h
    exact ⟨⟨hout true (by simp), by rw [hin false rfl, hx, heq false rfl]⟩, hn⟩
  wrong _ h := h.elim

/-- The abstraction's precondition: y is false. -/
def yFalse : Atomic Bool (Bool → Bool) := fun _ => operation (fun σ => σ true = false) (fun σ σ' => σ' = σ) fun _ _ => True

/-- The abstraction's stuttering: if y is true, nothing may be done; if not, its invariant does not hold. -/
def never : Atomic Bool (Bool → Bool) := fun _ => operation (fun σ => σ true = true) (fun _ _ => False) fun _ _ => True

/-- The check with only x's conjunct before the step does not go wrong … -/
theorem postponed_check (σ : Bool → Bool) : ¬ GoesWrongFrom (alone (fun _ : Unit => .skip) true
    (checkProgram (fun _ => .atomic (around fun _ => part id leavesX (· = false))) (.atomic (around fun _ => conjunction leavesX))
      yFalse never stay [] (.atomic flipX))) (σ, 0) := by
  rintro ⟨τ, ⟨_, ⟨c, hc, rfl⟩, hr⟩, hw⟩
  have hbad := bad_iff.mpr ⟨τ, hr, hw⟩
  obtain ⟨_, _, h1, hrest, rfl⟩ := sequences_seq.mp hc
  obtain rfl := sequences_atomic.mp h1
  obtain ⟨_, _, h2, -, rfl⟩ := sequences_seq.mp hrest
  obtain ⟨_, _, h3, h4, rfl⟩ := sequences_seq.mp h2
  obtain rfl := sequences_atomic.mp h3
  obtain rfl := sequences_atomic.mp h4
  cases hbad with
  | here h => cases ((first_step _ _ _ _).mp h).1
  | later h hbad =>
    obtain ⟨heq, hpre⟩ := (first_step _ _ _ _).mp h
    cases heq
    cases hbad with
    | here h => exact h
    | @later _ s' _ _ h hbad =>
      obtain ⟨ρ, n⟩ := s'
      have hy : ρ true = false := (h.1.2 true (by simp)).trans hpre
      have hgate : witness never [] true (ρ, n) .wrong := .inl (.inl (by simp [hy]))
      cases hbad with
      | here h => exact h (.inl hgate)
      | later h => exact h.2.1 hgate

/-- … and yet the body is not simulated: the environment makes y true, and then x changes. -/
theorem postponed_not_simulated : ¬ SimulatedIn (fun _ => True) (fun _ : Bool => conjunction leavesX) true
    (sequences (fun _ : Unit => .skip) (Body (.atomic flipX.step)))
    (sequences (fun _ : Unit => .skip) (abstraction yFalse never stay [])) := by
  intro h
  obtain ⟨b, τ', hb, hr, hs⟩ := simulatedIn_iff.mp h false (fun _ => false)
    (.step true (fun _ => false) (.step false id (.step true (fun _ => true) .stop))) [stay, flipX.step, stay] trivial
    (sequences_seq.mpr ⟨[_], _, sequences_atomic.mpr rfl,
      sequences_seq.mpr ⟨[_], _, sequences_atomic.mpr rfl, sequences_atomic.mpr rfl, rfl⟩, rfl⟩)
    (.own rfl (.other (by simp) (fun _ _ => rfl) (.own ⟨rfl, rfl⟩ (.stop fun h => by cases h))))
  obtain ⟨_, c, hf, hc, rfl⟩ := sequences_seq.mp hb
  obtain rfl := sequences_atomic.mp hf
  obtain ⟨d, _, hd, hl, rfl⟩ := sequences_seq.mp hc
  obtain rfl := sequences_atomic.mp hl
  have hd := star_single.mp (Star.mono (fun _ => sequences_atomic.mp) (sequences_loop.mp hd))
  have hnext : ∀ x w, d ++ [stay] = x :: w → ¬ x true id .wrong ∧ ¬ x true id (.store fun _ => true) := by
    intro x w heq
    cases d with
    | nil =>
      cases heq
      exact ⟨id, fun h => by have := congrFun h false; cases this⟩
    | cons y d =>
      cases heq
      obtain rfl := (List.forall_mem_cons.mp hd).1
      exact ⟨fun h => by simp [never, operation] at h, fun h => h.2.1⟩
  generalize d ++ [stay] = c at hr hnext
  cases hs with
  | early => cases hr with | wrong h1 => simp [yFalse, operation] at h1
  | step hs => cases hr with
    | other hj => exact hj rfl
    | own _ hr => cases hs with
      | early => cases hr
      | step hs =>
        cases hr with
        | other _ _ hr =>
          cases hs with
          | early => cases hr with | wrong h1 => exact (hnext _ _ rfl).1 h1
          | step hs => cases hr with
            | own h1 => exact (hnext _ _ rfl).2 h1
            | other hj => exact hj rfl

end

end Plato.Procedures
