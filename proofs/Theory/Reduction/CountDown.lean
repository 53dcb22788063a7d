/-
# A loop with a guard after the commit

Any number of threads run `x := 1; while (i > 0) { i := i - 1; } assert x = 1`, each with an i of its own. The assignment is the commit; the loop comes after
it, though its guards block. They commute to the left, one of them can always be taken, and i falls. So the assignment and the loop are one action.

Main results: `countDown_valid`, `countDown_safe`.
-/
module

public import Theory.Reduction.Increment

@[expose] public section

namespace Plato.Reduction.CountDown

variable {Br : Type}

/-- x, and each thread's i. -/
structure Memory (Br : Type) where
  x : Int
  i : List Br → Nat

abbrev Action (Br : Type) := Gated (List Br) (Memory Br)

/-- x := 1 -/
def set : Action Br := ⟨fun _ _ => True, fun _ σ σ' => σ' = { σ with x := 1 }⟩

/-- assume i > 0 -/
def more : Action Br := ⟨fun _ _ => True, fun t σ σ' => 0 < σ.i t ∧ σ' = σ⟩

/-- assume i = 0 -/
def done : Action Br := ⟨fun _ _ => True, fun t σ σ' => σ.i t = 0 ∧ σ' = σ⟩

/-- i := i - 1 -/
noncomputable def dec : Action Br := ⟨fun _ _ => True, fun t σ σ' => σ' = { σ with i := Plato.Program.update σ.i t (σ.i t - 1) }⟩

/-- assert x = 1 -/
def check : Action Br := ⟨fun _ σ => σ.x = 1, fun _ σ σ' => σ' = σ⟩

def Atom (α : Action Br) : Prop := α = set ∨ α = more ∨ α = done ∨ α = dec ∨ α = check

def always : Memory Br → Prop := fun _ => True

theorem keeps {α : Action Br} : Keeps always α := fun _ _ _ _ _ => trivial

abbrev Code (Br : Type) := Stmt (List Br) Br Empty (Memory Br)

/-- The loop without its exit. -/
noncomputable def iterations : Code Br := .loop (.seq (.atomic more) (.atomic dec))

/-- The assignment and the loop. -/
noncomputable def block : Code Br := .seq (.atomic set) (.seq iterations (.atomic done))

/-- After the assignment, at the head of the loop. -/
noncomputable def head : Code Br := .seq .skip (.seq iterations (.atomic done))

/-- In an iteration, after the guard. -/
noncomputable def inside : Code Br := .seq (.seq (.seq .skip (.atomic dec)) iterations) (.atomic done)

/-- After an iteration. -/
noncomputable def again : Code Br := .seq (.seq .skip iterations) (.atomic done)

/-- What may be left after the commit. -/
def Post (S : Code Br) : Prop := S = head ∨ S = inside ∨ S = again ∨ S = .skip

def noBody (ρ : Empty) : Code Br := ρ.elim

theorem iterations_edge {p : List Br} {α : Action Br} {S : Code Br} (h : Stmt.Edge noBody p iterations α S) :
    p = [] ∧ α = more ∧ S = .seq (.seq .skip (.atomic dec)) iterations := by
  cases h with
  | loop h =>
    cases h with
    | seq h => cases h; exact ⟨rfl, rfl, rfl⟩
    | next h => cases h

/-- What comes next at the head of the loop. -/
theorem head_edge {p : List Br} {α : Action Br} {S' : Code Br} {S : Code Br} (hS : S = head ∨ S = again) (h : Stmt.Edge noBody p S α S') :
    p = [] ∧ (α = more ∧ S' = inside ∨ α = done ∧ S' = .skip) := by
  rcases hS with rfl | rfl
  · cases h with
    | seq h => cases h
    | next _ h =>
      cases h with
      | seq h => obtain ⟨h₁, h₂, rfl⟩ := iterations_edge h; exact ⟨h₁, .inl ⟨h₂, rfl⟩⟩
      | next _ h => cases h; exact ⟨rfl, .inr ⟨rfl, rfl⟩⟩
  · cases h with
    | seq h =>
      cases h with
      | seq h => cases h
      | next _ h => obtain ⟨h₁, h₂, rfl⟩ := iterations_edge h; exact ⟨h₁, .inl ⟨h₂, rfl⟩⟩
    | next _ h => cases h; exact ⟨rfl, .inr ⟨rfl, rfl⟩⟩

theorem inside_edge {p : List Br} {α : Action Br} {S' : Code Br} (h : Stmt.Edge noBody p inside α S') : p = [] ∧ α = dec ∧ S' = again := by
  cases h with
  | seq h =>
    cases h with
    | seq h =>
      cases h with
      | seq h => cases h
      | next _ h => cases h; exact ⟨rfl, rfl, rfl⟩
    | next h => cases h with | seq _ h => cases h
  | next h => cases h with | seq h _ => cases h with | seq _ h => cases h

theorem head_edges {S : Code Br} (hS : S = head ∨ S = again) : Stmt.Edge noBody [] S more inside ∧ Stmt.Edge noBody [] S done .skip := by
  rcases hS with rfl | rfl
  · exact ⟨.next .skip (.seq (.loop (.seq .atomic))), .next .skip (.next .loop .atomic)⟩
  · exact ⟨.seq (.next .skip (.loop (.seq .atomic))), .next (.seq .skip .loop) .atomic⟩

/-- Other threads leave i alone. -/
theorem other {t u : List Br} (hne : t ≠ u) {β : Action Br} (hβ : Atom β) {σ σ' : Memory Br} (h : β.trans u σ σ') : σ'.i t = σ.i t := by
  rcases hβ with rfl | rfl | rfl | rfl | rfl
  · rw [show σ' = _ from h]
  · rw [h.2]
  · rw [h.2]
  · rw [show σ' = _ from h]; simp [Plato.Program.update, hne]
  · rw [show σ' = _ from h]

theorem more_left : LeftCommutes Atom always (more : Action Br) := fun _ _ _ σ hne hβ _ _ =>
  ⟨fun _ _ => trivial, fun _ _ h h' => ⟨σ, ⟨other hne hβ h.2 ▸ h'.1, rfl⟩, h'.2 ▸ h.2⟩⟩

theorem done_left : LeftCommutes Atom always (done : Action Br) := fun _ _ _ σ hne hβ _ _ =>
  ⟨fun _ _ => trivial, fun _ _ h h' => ⟨σ, ⟨(other hne hβ h.2).symm.trans h'.1, rfl⟩, h'.2 ▸ h.2⟩⟩

theorem dec_left : LeftCommutes Atom always (dec : Action Br) := by
  intro t u β σ hne hβ _ _
  refine ⟨fun _ _ => trivial, fun σ' σ'' h h' => ⟨_, rfl, ?_⟩⟩
  rw [show σ'' = _ from h']
  rcases hβ with rfl | rfl | rfl | rfl | rfl
  · rw [show σ' = _ from h.2]; rfl
  · rw [h.2.2]; exact ⟨by simpa [Plato.Program.update, Ne.symm hne] using h.2.1, rfl⟩
  · rw [h.2.2]; exact ⟨by simpa [Plato.Program.update, Ne.symm hne] using h.2.1, rfl⟩
  · rw [show σ' = _ from h.2]
    simp only [dec, Plato.Program.update_other _ hne, Plato.Program.update_other _ (Ne.symm hne), update_comm σ.i hne]
  · rw [show σ' = _ from h.2]; rfl

open Classical in
/-- The measure: four times i, and one more outside of an iteration. -/
noncomputable def measure (t : List Br) (S : Code Br) (σ : Memory Br) : Nat :=
  if S = .skip then 0 else if S = inside then max 2 (4 * σ.i t) else 4 * σ.i t + 1

/-- Gates are about x. -/
theorem gate_x {u : List Br} {β : Action Br} (hβ : Atom β) {σ σ' : Memory Br} (hx : σ'.x = σ.x) (hg : ¬ β.gate u σ) : ¬ β.gate u σ' := by
  rcases hβ with rfl | rfl | rfl | rfl | rfl
  · exact absurd trivial hg
  · exact absurd trivial hg
  · exact absurd trivial hg
  · exact absurd trivial hg
  · exact fun h => hg (hx.symm.trans h)

theorem measure_head {t : List Br} {σ : Memory Br} {S : Code Br} (hS : S = head ∨ S = again) : measure t S σ = 4 * σ.i t + 1 := by
  rcases hS with rfl | rfl <;> simp [measure, head, again, inside]

theorem measure_inside {t : List Br} {σ : Memory Br} : measure t inside σ = max 2 (4 * σ.i t) := by simp [measure, inside]

/-- After the commit the block ends. -/
theorem final {t : List Br} {S : Code Br} {σ : Memory Br} (h : Post S) : Final noBody Atom always t S σ := by
  refine final_of_measure (Post := Post) (measure t) ?_ ?_ h trivial
  · rintro S α S' (rfl | rfl | rfl | rfl) he
    · rcases (head_edge (.inl rfl) he).2 with ⟨_, rfl⟩ | ⟨_, rfl⟩
      · exact .inr (.inl rfl)
      · exact .inr (.inr (.inr rfl))
    · obtain ⟨_, _, rfl⟩ := inside_edge he; exact .inr (.inr (.inl rfl))
    · rcases (head_edge (.inr rfl) he).2 with ⟨_, rfl⟩ | ⟨_, rfl⟩
      · exact .inr (.inl rfl)
      · exact .inr (.inr (.inr rfl))
    · cases he
  · intro S σ hS _
    have atHead : (S = head ∨ S = again) → KeepsFailures Atom (fun α => ∃ S', Stmt.Edge noBody [] S α S') t σ ∧
        ∀ {α S' σ'}, Stmt.Edge noBody [] S α S' → α.Run t σ σ' → measure t S' σ' < measure t S σ := by
      intro hS
      refine ⟨fun u β hne hβ hg => ?_, fun {α S' σ'} he hr => ?_⟩
      · by_cases hi : 0 < σ.i t
        · exact ⟨more, ⟨_, (head_edges hS).1⟩, .inr ⟨σ, ⟨hi, rfl⟩, hg⟩⟩
        · exact ⟨done, ⟨_, (head_edges hS).2⟩, .inr ⟨σ, ⟨by omega, rfl⟩, hg⟩⟩
      · rw [measure_head hS]
        rcases (head_edge hS he).2 with ⟨rfl, rfl⟩ | ⟨rfl, rfl⟩
        · obtain ⟨hi, rfl⟩ := hr.2
          rw [measure_inside]
          omega
        · simp [measure]
    rcases hS with rfl | rfl | rfl | rfl
    · exact .inr (atHead (.inl rfl))
    · refine .inr ⟨fun u β hne hβ hg => ?_, fun {α S' σ'} he hr => ?_⟩
      · exact ⟨dec, ⟨again, .seq (.seq (.next .skip .atomic))⟩, .inr ⟨_, rfl, gate_x (σ := σ) hβ rfl hg⟩⟩
      · obtain ⟨_, rfl, rfl⟩ := inside_edge he
        rw [measure_head (.inr rfl), measure_inside, show σ' = _ from hr.2]
        simp only [Plato.Program.update_same]
        omega
    · exact .inr (atHead (.inr rfl))
    · exact .inl .skip

/-- What the iterations leave of x. -/
def anyI : Action Br := ⟨fun _ _ => True, fun _ σ σ' => σ'.x = σ.x⟩

/-- The assignment and the loop, as one action. -/
noncomputable def whole : Action Br := set.comp (anyI.comp done)

theorem summary : Summary noBody always whole (block : Code Br) := by
  refine Summary.seq .atomic (Summary.seq (Summary.loop (Summary.seq .atomic .atomic keeps) ⟨fun _ _ => rfl, ?_, ?_⟩ keeps) .atomic keeps) keeps
  · exact fun _ _ => ⟨trivial, fun _ _ => trivial⟩
  · rintro t σ m σ' _ ⟨_, h⟩ ⟨m', ⟨_, rfl⟩, h'⟩
    rw [show σ' = _ from h']; exact h

/-- The program. -/
noncomputable def reduction (Br : Type) : Reduction (List Br) Br Empty (Memory Br) where
  root := []
  child t b := b :: t
  main := .par fun _ => .seq (.mark whole .out block) (.atomic check)
  body ρ := ρ.elim
  Atom := Atom
  I := always
  Pre S := S = block
  Post := Post

/-- All conditions of the reduction hold. -/
theorem countDown_valid (Br : Type) : (reduction Br).Valid := by
  have hbody : (reduction Br).source.body = noBody := funext fun ρ => ρ.elim
  refine ⟨?_, fun _ => keeps, fun b => ⟨⟨⟨rfl, by simp [block]⟩, rfl, ?_⟩, .inr (.inr (.inr (.inr rfl)))⟩, fun ρ => ρ.elim, ?_, ?_, ?_, ?_⟩
  · intro p q h
    have := (actor_cons [] p).symm.trans (h.trans (actor_cons [] q))
    simpa using this
  · rw [hbody]; exact summary
  · rw [hbody]
    rintro p S α S' rfl he
    cases he with
    | seq he => cases he; exact ⟨rfl, .inl rfl, .inr (.inl rfl)⟩
    | next h => cases h
  · rw [hbody]
    have atHead : ∀ {p : List Br} {S α S'}, (S = head ∨ S = again) → Stmt.Edge noBody p S α S' → p = [] ∧ Atom α ∧ LeftCommutes Atom always α ∧ Post S' := by
      intro p S α S' hS he
      obtain ⟨hp, ⟨rfl, rfl⟩ | ⟨rfl, rfl⟩⟩ := head_edge (Br := Br) hS he
      · exact ⟨hp, .inr (.inl rfl), more_left, .inr (.inl rfl)⟩
      · exact ⟨hp, .inr (.inr (.inl rfl)), done_left, .inr (.inr (.inr rfl))⟩
    rintro p S α S' (rfl | rfl | rfl | rfl) he
    · exact atHead (.inl rfl) he
    · obtain ⟨hp, rfl, rfl⟩ := inside_edge he
      exact ⟨hp, .inr (.inr (.inr (.inl rfl))), dec_left, .inr (.inr (.inl rfl))⟩
    · exact atHead (.inr rfl) he
    · cases he
  · rw [hbody]
    intro n S hS hl
    have hw : Within 0 S := by
      rcases hS with rfl | rfl | rfl | rfl | rfl
      · exact ⟨trivial, ⟨trivial, trivial⟩, trivial⟩
      · exact ⟨trivial, ⟨trivial, trivial⟩, trivial⟩
      · exact ⟨⟨⟨trivial, trivial⟩, trivial, trivial⟩, trivial⟩
      · exact ⟨⟨trivial, trivial, trivial⟩, trivial⟩
      · trivial
    exact absurd (hw.leaves (fun ρ => ρ.elim) hl rfl) (by omega)
  · rw [hbody]
    exact fun hS _ => final hS

/-- After its action a thread finds x = 1. -/
theorem target_safe (Br : Type) {σ : Memory Br} : ¬ (reduction Br).target.Bad always σ := by
  rintro ⟨_, y, hm, p, α, S, he, hg⟩
  have edges : ∀ {rest : Br → Code Br} {σ : Memory Br} {p α S}, (∀ b, rest b = .seq (.atomic whole) (.atomic check) ∨ σ.x = 1 ∧ (rest b = .seq .skip (.atomic check) ∨ rest b = .skip)) →
      Stmt.Edge (reduction Br).target.body p (.par rest) α S → ∃ b S', S = .par (Plato.Program.update rest b S') ∧
        (α = whole ∧ S' = .seq .skip (.atomic check) ∨ α = check ∧ σ.x = 1 ∧ S' = .skip) := by
    intro rest σ p α S h he
    cases he with
    | @par q b _ _ S' he =>
      refine ⟨b, S', rfl, ?_⟩
      rcases h b with h | ⟨hx, h | h⟩
      · rw [h] at he
        cases he with
        | seq he => cases he; exact .inl ⟨rfl, rfl⟩
        | next h => cases h
      · rw [h] at he
        cases he with
        | seq he => cases he
        | next _ he => cases he; exact .inr ⟨rfl, hx, rfl⟩
      · rw [h] at he; cases he
  have inv : ∃ rest, y.2 = .par rest ∧ ∀ b, rest b = .seq (.atomic whole) (.atomic check) ∨ y.1.x = 1 ∧ (rest b = .seq .skip (.atomic check) ∨ rest b = .skip) := by
    clear he hg
    induction hm with
    | refl => exact ⟨_, rfl, fun b => .inl rfl⟩
    | @tail x y _ hs ih =>
      obtain ⟨rest, hx, hrest⟩ := ih
      obtain ⟨p, α, he, hr⟩ := hs
      rw [hx] at he
      obtain ⟨b, S', hy, h⟩ := edges hrest he
      refine ⟨_, hy, fun c => ?_⟩
      have x1 : y.1.x = 1 := by
        rcases h with ⟨rfl, _⟩ | ⟨rfl, hx, _⟩
        · obtain ⟨m, hm, m', hm', _, h⟩ := hr.2
          rw [h, show m'.x = m.x from hm', show m = _ from hm]
        · rw [show y.1 = x.1 from hr.2]; exact hx
      by_cases hc : c = b
      · subst hc
        rw [Plato.Program.update_same]
        rcases h with ⟨_, rfl⟩ | ⟨_, _, rfl⟩
        · exact .inr ⟨x1, .inl rfl⟩
        · exact .inr ⟨x1, .inr rfl⟩
      · rw [Plato.Program.update_other _ hc]
        exact (hrest c).imp id fun h => ⟨x1, h.2⟩
  obtain ⟨rest, hy, hrest⟩ := inv
  rw [hy] at he
  obtain ⟨b, S', _, ⟨rfl, _⟩ | ⟨rfl, hx, _⟩⟩ := edges hrest he
  · exact hg ⟨trivial, fun _ _ => ⟨trivial, fun _ _ => trivial⟩⟩
  · exact hg hx

/-- No thread's assertion fails. -/
theorem countDown_safe (Br : Type) {σ : Memory Br} : ¬ (reduction Br).source.Bad always σ := fun h => target_safe Br ((countDown_valid Br).bad h)

end Plato.Reduction.CountDown
