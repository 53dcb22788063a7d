/-
# The paper's example in core Plato, for every number of threads

Simple(n) of section 1.1 of Flanagan and Qadeer, *Assume-Guarantee Model Checking*, as a program of core Plato: a family with a thread for every
identifier but 0. One shared variable holds identifiers, the lock, so three threads are enough (`CoreCutoff`): the paper's R for
the threads 1, 2 and 3 shows that no thread of the infinitely many goes wrong, and that the invariant holds.

Main definitions: `simpleText`, `simpleFew`. Main results: `simpleFew_closed`, `simpleText_safe`, `simpleText_invariant`.
-/
module

public import Theory.ModelChecking.CoreInvariants

@[expose] public section

namespace Plato.ModelChecking

namespace CoreSimple

/-- The lock is variable 0, x is variable 1. -/
def lock : Term := .var 0 0
def x : Term := .var 1 0

def acquire : Command := .seq (.assume (.eq lock (.num 0))) (.assign [(⟨0, none⟩, .logic 0)])
def reset : Command := .assign [(⟨1, none⟩, .num 0)]
def increment : Command := .assign [(⟨1, none⟩, .add x (.num 1))]
def check : Command := .assert (.not (.le x (.num 0)))
def release : Command := .assign [(⟨0, none⟩, .num 0)]

/-- What is left from a location on. -/
def from5 : Core := .atomic release
def from4 : Core := .seq (.atomic check) from5
def from3 : Core := .seq (.atomic increment) from4
def from2 : Core := .seq (.atomic reset) from3
def from1 : Core := .seq (.atomic acquire) from2

/-- The program, with a thread for every identifier but 0. -/
def simpleText : ProgramText where
  assumption := .true
  init := .and (.eq lock (.num 0)) (.eq x (.num 1))
  procedures := #[]
  families := #[⟨.not (.eq (.logic 0) (.num 0)), from1⟩]

/-- The lock holds an identifier, all else is data; 0 is no thread's identifier. -/
def sorting : Sorting where
  sort y := if y = 0 then .identifier else .data
  literal n := n = 0

theorem sorted_from5 : SortedCore sorting from5 :=
  .atomic (.assign (by simp [SortedChange]; exact .inr ⟨.identifier rfl, .literal rfl⟩))

theorem sorted_x : Sorted sorting (.data x) := .var rfl

theorem sorted_from4 : SortedCore sorting from4 := .seq (.atomic (.assert (.not (.le sorted_x .num)))) sorted_from5

theorem sorted_from3 : SortedCore sorting from3 :=
  .seq (.atomic (.assign (by simp [SortedChange]; exact .inl ⟨.var rfl, .add sorted_x .num⟩))) sorted_from4

theorem sorted_from2 : SortedCore sorting from2 :=
  .seq (.atomic (.assign (by simp [SortedChange]; exact .inl ⟨.var rfl, .num⟩))) sorted_from3

theorem sorted_from1 : SortedCore sorting from1 :=
  .seq (.atomic (.seq (.assume (.same (.identifierVar rfl) (.literal rfl)))
    (.assign (by simp [SortedChange]; exact .inr ⟨.identifier rfl, .self⟩)))) sorted_from2

section

variable {bodies : Nat → Core} {E : Parameters} {i : Int} {τ τ' : Store} {S' : Core}

/-- The store with another lock and another x. -/
def set (σ : Store) (m n : Int) : Store := fun y => if y = 0 then .int m else if y = 1 then .int n else σ y

/-- The locations; `before` a location, the step is left that goes on after a command. -/
inductive Location where
  | at1 | before2 | at2 | before3 | at3 | before4 | at4 | before5 | at5 | ended

/-- What is left to do at a location. -/
def Location.code : Location → Core
  | .at1 => from1
  | .before2 => .seq .skip from2
  | .at2 => from2
  | .before3 => .seq .skip from3
  | .at3 => from3
  | .before4 => .seq .skip from4
  | .at4 => from4
  | .before5 => .seq .skip from5
  | .at5 => from5
  | .ended => .skip

/-- A step of thread i from a location, where the lock is m and x is n: to the next location, and to another lock and x. -/
inductive Goes (i m n : Int) : Location → Location → Int → Int → Prop where
  | acquire : m = 0 → Goes i m n .at1 .before2 i n
  | next2 : Goes i m n .before2 .at2 m n
  | reset : Goes i m n .at2 .before3 m 0
  | next3 : Goes i m n .before3 .at3 m n
  | increment : Goes i m n .at3 .before4 m (n + 1)
  | next4 : Goes i m n .before4 .at4 m n
  | check : Goes i m n .at4 .before5 m n
  | next5 : Goes i m n .before5 .at5 m n
  | release : Goes i m n .at5 .ended 0 n

/-- What the program's steps do to the shared part of the store. -/
theorem step_moves {σ : Store} {m n : Int} (L : Location)
    (hτ : sharedPart sorting τ = set σ m n) (h : Core.Step bodies E i (.run τ L.code) (.run τ' S')) :
    ∃ L' m' n', S' = L'.code ∧ Goes i m n L L' m' n' ∧ sharedPart sorting τ' = set σ m' n' := by
  have h0 : (τ 0).toInt = m := by have := congrFun hτ 0; simpa [sharedPart, sorting, set] using this
  have h1 : τ 1 = .int n := by have := congrFun hτ 1; simpa [sharedPart, sorting, set] using this
  have hy (y : Nat) (hy0 : y ≠ 0) (hy1 : y ≠ 1) : τ y = σ y := by
    have := congrFun hτ y; simpa [sharedPart, sorting, set, hy0, hy1] using this
  have assigned0 (t : Term) (m' : Int) (ht : (t.valueIn E i τ).toInt = m') :
      sharedPart sorting (assigned E i [(⟨0, none⟩, t)] τ) = set σ m' n := by
    funext y
    by_cases hy0 : y = 0
    · simp [sharedPart, sorting, set, assigned, writes, Place.write, hy0, ht]
    · by_cases hy1 : y = 1
      · simp [sharedPart, sorting, set, assigned, writes, Place.write, hy1, h1]
      · simp [sharedPart, sorting, set, assigned, writes, Place.write, hy0, hy1, hy]
  have assigned1 (t : Term) (n' : Int) (ht : t.valueIn E i τ = .int n') :
      sharedPart sorting (assigned E i [(⟨1, none⟩, t)] τ) = set σ m n' := by
    funext y
    by_cases hy0 : y = 0
    · simp [sharedPart, sorting, set, assigned, writes, Place.write, hy0, h0]
    · by_cases hy1 : y = 1
      · simp [sharedPart, sorting, set, assigned, writes, Place.write, hy1, ht]
      · simp [sharedPart, sorting, set, assigned, writes, Place.write, hy0, hy1, hy]
  cases L with
  | at1 =>
    unfold Location.code from1 at h
    cases h with | seqStep h => cases h with | actionOk h => cases h with | seq ha hb => cases ha with | assume hp => cases hb with
    | assign =>
      have hm : m = 0 := by
        rw [← h0]; simpa [Formula.predicate, Formula.action, Formula.Holds, Term.eval, Parameters.model, lock, Value.toInt] using hp
      exact ⟨.before2, _, _, rfl, .acquire hm, assigned0 _ i (by simp [Term.valueIn, Term.eval, Parameters.model, Value.toInt])⟩
  | at2 =>
    unfold Location.code from2 at h
    cases h with | seqStep h => cases h with | actionOk h => cases h with
    | assign => exact ⟨.before3, _, _, rfl, .reset, assigned1 _ 0 (by simp [Term.valueIn, Term.eval])⟩
  | at3 =>
    unfold Location.code from3 at h
    cases h with | seqStep h => cases h with | actionOk h => cases h with
    | assign => exact ⟨.before4, _, _, rfl, .increment, assigned1 _ (n + 1) (by simp [Term.valueIn, Term.eval, Parameters.model, x, h1, Value.toInt])⟩
  | at4 =>
    unfold Location.code from4 at h
    cases h with | seqStep h => cases h with | actionOk h => cases h with
    | assert => exact ⟨.before5, _, _, rfl, .check, hτ⟩
  | at5 =>
    unfold Location.code from5 at h
    cases h with | actionOk h => cases h with
    | assign => exact ⟨.ended, _, _, rfl, .release, assigned0 _ 0 (by simp [Term.valueIn, Term.eval, Value.toInt])⟩
  | before2 => unfold Location.code at h; cases h with
    | seqStep h => cases h
    | seqSkip => exact ⟨.at2, _, _, rfl, .next2, hτ⟩
  | before3 => unfold Location.code at h; cases h with
    | seqStep h => cases h
    | seqSkip => exact ⟨.at3, _, _, rfl, .next3, hτ⟩
  | before4 => unfold Location.code at h; cases h with
    | seqStep h => cases h
    | seqSkip => exact ⟨.at4, _, _, rfl, .next4, hτ⟩
  | before5 => unfold Location.code at h; cases h with
    | seqStep h => cases h
    | seqSkip => exact ⟨.at5, _, _, rfl, .next5, hτ⟩
  | ended => unfold Location.code at h; cases h

/-- Only the assertion can go wrong, and only if x is not positive. -/
theorem wrong_moves {σ : Store} {m n : Int} (L : Location)
    (hτ : sharedPart sorting τ = set σ m n) (h : Core.Step bodies E i (.run τ L.code) .wrong) : L = .at4 ∧ ¬ 0 < n := by
  have h1 : τ 1 = .int n := by have := congrFun hτ 1; simpa [sharedPart, sorting, set] using this
  cases L with
  | at1 => unfold Location.code from1 at h; cases h with | seqWrong h => cases h with | actionWrong h => cases h with
    | seq _ h => cases h
    | seqWrong h => cases h
  | at2 => unfold Location.code from2 at h; cases h with | seqWrong h => cases h with | actionWrong h => cases h
  | at3 => unfold Location.code from3 at h; cases h with | seqWrong h => cases h with | actionWrong h => cases h
  | at4 =>
    unfold Location.code from4 at h
    cases h with | seqWrong h => cases h with | actionWrong h => cases h with
    | assertWrong hp =>
      exact ⟨rfl, by simpa [Formula.predicate, Formula.action, Formula.Holds, Term.eval, Parameters.model, x, h1, Value.toInt] using hp⟩
  | at5 => unfold Location.code from5 at h; cases h with | actionWrong h => cases h
  | before2 | before3 | before4 | before5 => unfold Location.code at h; cases h with | seqWrong h => cases h
  | ended => unfold Location.code at h; cases h

/-- The paper's R for thread i, one of 1, 2 and 3: where the lock is m and x is n. -/
def At (i m n : Int) : Location → Prop
  | .at1 | .ended => m = 0 ∧ n = 1 ∨ m ≠ i ∧ 1 ≤ m ∧ m ≤ 3 ∧ (n = 0 ∨ n = 1)
  | .before3 | .at3 => m = i ∧ n = 0
  | _ => m = i ∧ n = 1

theorem at_step {i m n m' n' : Int} {L L' : Location} (hi : 1 ≤ i) (h : At i m n L) (hs : Goes i m n L L' m' n') : At i m' n' L' := by
  cases hs <;> dsimp only [At] at h ⊢ <;> omega

theorem at_env {i j m n m' n' : Int} {L K K' : Location} (hi : 1 ≤ i) (hj : 1 ≤ j ∧ j ≤ 3) (hij : i ≠ j) (h : At i m n L) (hK : At j m n K)
    (hs : Goes j m n K K' m' n') : At i m' n' L := by
  cases hs <;> first | exact h | (cases L <;> dsimp only [At] at h hK ⊢ <;> omega)

end

section

variable {E : Parameters} {σ : Store}

/-- The three threads that are enough. -/
def three (t : simpleText.Thread E σ) : Prop := 1 ≤ identifierOf t ∧ identifierOf t ≤ 3

/-- R for them. -/
def simpleFew (E : Parameters) (σ : Store) (t : simpleText.Thread E σ) (g : Store) (l : (Nat → Int) × Core) : Prop :=
  three t ∧ ∃ m n L, g = set σ m n ∧ l.2 = Location.code L ∧ At (identifierOf t) m n L

/-- Every number but 0 is the identifier of a thread … -/
def threadOf (i : Int) (hi : i ≠ 0) : simpleText.Thread E σ :=
  ⟨(0, i), by simp [simpleText], by
    simpa [simpleText, Formula.predicate, Formula.action, Formula.Holds, Term.eval, Parameters.model, Value.toInt] using hi⟩

/-- … and of no other one; 0 is none. -/
theorem thread_eq (t e : simpleText.Thread E σ) (h : identifierOf e = identifierOf t) : e = t := by
  obtain ⟨⟨f, i⟩, hf, _⟩ := t
  obtain ⟨⟨f', i'⟩, hf', _⟩ := e
  simp only [simpleText] at hf hf'
  obtain rfl : f = 0 := by simpa using hf
  obtain rfl : f' = 0 := by simpa using hf'
  simp only [identifierOf] at h
  simp [h]

theorem identifier_ne_zero (t : simpleText.Thread E σ) : identifierOf t ≠ 0 := by
  obtain ⟨⟨f, i⟩, hf, h⟩ := t
  simp only [simpleText] at hf
  obtain rfl : f = 0 := by simpa using hf
  simpa [simpleText, Formula.predicate, Formula.action, Formula.Holds, Term.eval, Parameters.model, Value.toInt, identifierOf] using h

theorem program_eq (t : simpleText.Thread E σ) : simpleText.program E σ t = from1 := by
  obtain ⟨⟨f, i⟩, hf, h⟩ := t
  simp only [simpleText] at hf
  obtain rfl : f = 0 := by simpa using hf
  rfl

theorem simpleText_sorted : SortedText sorting simpleText where
  bodies q := by simp [simpleText]; exact .skip
  families {i} h := by
    obtain rfl : i = 0 := by simpa [simpleText] using h
    exact sorted_from1
  apart _ t e hne h := hne (thread_eq t e h)

theorem three_enough : EnoughFew sorting identifierOf (simpleText.program E σ) three ([0].length + 2 * ([] : List Nat).length + 2) where
  apart t e hne h := hne (thread_eq t e h)
  enough t _ := by
    refine ⟨identifier_ne_zero t, [threadOf 1 (by decide), threadOf 2 (by decide), threadOf 3 (by decide)], ?_, by simp, ?_⟩
    · have hne {i j : Int} {hi : i ≠ 0} {hj : j ≠ 0} (hij : i ≠ j) : (threadOf i hi : simpleText.Thread E σ) ≠ threadOf j hj :=
        fun h => hij (congrArg identifierOf h)
      simp [hne]
    · intro z hz
      refine ⟨?_, by rw [program_eq, program_eq], identifier_ne_zero z⟩
      simp only [List.mem_cons, List.not_mem_nil, or_false] at hz
      rcases hz with rfl | rfl | rfl <;> simp [three, identifierOf, threadOf]

theorem set_injective {m n m' n' : Int} (h : set σ m n = set σ m' n') : m = m' ∧ n = n' := by
  have h0 := congrFun h 0
  have h1 := congrFun h 1
  simp [set] at h0 h1
  exact ⟨h0, h1⟩

/-- The paper's R is closed for the three threads. -/
theorem simpleFew_closed (hi : simpleText.Initial E σ) : FewClosed (textSystem sorting simpleText E σ)
    (moves sorting identifierOf (simpleText.program E σ)) (FewView sorting identifierOf three) (simpleFew E σ) where
  pair := few_pair (shared := [0]) (own := []) (by intro x hx; simp only [sorting] at hx; split at hx <;> simp_all)
    (by intro x hx; simp only [sorting] at hx; split at hx <;> cases hx) three_enough
  symmetric := by
    rintro _ t g l ⟨π, tid, hm, rfl⟩ ⟨_, m, n, L, rfl, hL, hat⟩ hsmall
    have h0 : π.to 0 = 0 := hm.literal rfl
    have hset : onShared sorting π.to (set σ m n) = set σ (π.to m) n := by
      funext y
      by_cases hy0 : y = 0
      · simp [onShared, sorting, set, hy0]
      · simp [onShared, sorting, set, hy0]
    refine ⟨hsmall.thread, π.to m, n, L, hset, hL, ?_⟩
    show At (identifierOf (tid.to t)) (π.to m) n L
    rw [hm.identifier]
    have hfree : (m = 0 ∧ n = 1 ∨ m ≠ identifierOf t ∧ 1 ≤ m ∧ m ≤ 3 ∧ (n = 0 ∨ n = 1)) →
        (π.to m = 0 ∧ n = 1 ∨ π.to m ≠ π.to (identifierOf t) ∧ 1 ≤ π.to m ∧ π.to m ≤ 3 ∧ (n = 0 ∨ n = 1)) := by
      rintro (⟨rfl, hn⟩ | ⟨hne, h1, h3, hn⟩)
      · exact .inl ⟨h0, hn⟩
      · have hinside := hsmall.shared (x := 0) (n := π.to m) rfl (by simp [renamingBy, hset, set])
        have hid := hm.identifier (threadOf m (by omega))
        have hthree : three (tid.to (threadOf m (by omega))) := Classical.byContradiction fun h => hinside ⟨_, h, hid⟩
        unfold three at hthree
        rw [hid] at hthree
        exact .inr ⟨fun h => hne (π.to_injective h), hthree.1, hthree.2, hn⟩
    cases L <;> dsimp only [At] at hat ⊢ <;> first | exact hfree hat | exact ⟨congrArg π.to hat.1, hat.2⟩
  init := by
    rintro t g ls ⟨τ, ⟨π, tid, hm, hrel⟩, rfl, hls⟩ hsmall
    obtain ⟨_, hinit⟩ := hi
    have hinit : (σ 0).toInt = 0 ∧ (σ 1).toInt = 1 := by
      simpa [simpleText, Formula.predicate, Formula.action, Formula.Holds, Term.eval, Parameters.model, Value.toInt, lock, x] using hinit
    refine ⟨hsmall.thread, 0, 1, .at1, funext fun y => ?_, by rw [hls]; exact program_eq t, .inl ⟨rfl, rfl⟩⟩
    have hy := hrel y
    show sharedPart sorting τ y = _
    by_cases hy0 : y = 0
    · simp only [sorting, hy0, if_true, CellRel, hinit.1] at hy
      simp [sharedPart, sorting, set, hy0, hy, hm.literal (n := 0) rfl]
    · simp only [sorting, if_neg hy0, CellRel] at hy
      simp only [sharedPart, sorting, set, if_neg hy0, hy]
      split
      · next h1 =>
        subst h1
        cases h1 : σ 1 with
        | int k => rw [h1] at hinit; exact congrArg Value.int hinit.2
        | map f => rw [h1] at hinit; simp [Value.toInt] at hinit
      · rfl
  step := by
    rintro t g ⟨l, S⟩ g' ⟨l', S'⟩ ⟨hthree, m, n, L, rfl, hL, hat⟩ ⟨_, τ, τ', hg, _, hs, rfl, _⟩
    obtain rfl : S = L.code := hL
    obtain ⟨L', m', n', hL', hmove, hg'⟩ := step_moves L hg.symm hs
    exact ⟨hthree, m', n', L', hg', hL', at_step hthree.1 hat hmove⟩
  env := by
    rintro t e g g' l ⟨k, S⟩ ⟨k', S'⟩ ⟨hthree, m, n, L, rfl, hL, hat⟩ ⟨hthree', m₁, n₁, K, hset, hK, hat'⟩ ⟨_, τ, τ', hg, _, hs, rfl, _⟩ hne
    obtain ⟨rfl, rfl⟩ := set_injective hset
    obtain rfl : S = K.code := hK
    obtain ⟨K', m', n', _, hmove, hg'⟩ := step_moves K hg.symm hs
    exact ⟨hthree, m', n', L, hg', hL, at_env hthree.1 hthree' (fun h => hne (thread_eq _ _ h)) hat hat' hmove⟩

/-- R has no thread where it can go wrong. -/
theorem simpleFew_safe (t : simpleText.Thread E σ) (g : Store) (l : (Nat → Int) × Core) (h : simpleFew E σ t g l) :
    ¬ textWrong sorting simpleText E σ t g l := by
  obtain ⟨l, S⟩ := l
  obtain ⟨_, m, n, L, hg, hL, hat⟩ := h
  rintro ⟨_, τ, hτ, _, hw⟩
  obtain rfl : S = L.code := hL
  obtain ⟨rfl, hn⟩ := wrong_moves L (hτ.symm.trans hg) hw
  dsimp only [At] at hat
  omega

end

/-- **No assertion fails, for every number of threads**, by the fixpoint for three: the paper's second property. -/
theorem simpleText_safe : simpleText.Safe :=
  safe_of_few simpleText_sorted fun E σ hi => ⟨three, simpleFew E σ, simpleFew_closed hi, simpleFew_safe⟩

/-- Where the lock is free, x is 1. -/
def freeOne : Formula := .implies (.eq lock (.num 0)) (.eq x (.num 1))

theorem freeOne_iff {E : Parameters} {τ : Store} : freeOne.predicate E 0 τ ↔ ((τ 0).toInt = 0 → (τ 1).toInt = 1) := by
  simp [freeOne, Formula.predicate, Formula.action, Formula.Holds, Term.eval, Parameters.model, Value.toInt, lock, x]

/-- **The invariant, for every number of threads**: the paper's third property. -/
theorem simpleText_invariant : simpleText.Invariant freeOne := by
  refine invariant_of_few simpleText_sorted (.implies (.same (.identifierVar rfl) (.literal rfl)) (.eq sorted_x .num)) rfl fun E σ hi => ?_
  have hx (τ υ : Store) (h : sharedPart sorting τ = sharedPart sorting υ) : τ 1 = υ 1 := by
    have := congrFun h 1; simpa [sharedPart, sorting] using this
  refine ⟨fun τ hτ => freeOne_iff.mpr fun _ => ?_, three, simpleFew E σ, simpleFew_closed hi, simpleFew_safe, fun t l τ hR => ?_⟩
  · rw [hx τ σ hτ]
    exact (show (σ 0).toInt = 0 ∧ (σ 1).toInt = 1 by
      simpa [simpleText, Formula.predicate, Formula.action, Formula.Holds, Term.eval, Parameters.model, Value.toInt, lock, x] using hi.2).2
  · obtain ⟨hthree, m, n, L, hg, _, hat⟩ := hR
    have h0 : (τ 0).toInt = m := by have := congrFun hg 0; simpa [sharedPart, sorting, set] using this
    have h1 : τ 1 = .int n := by have := congrFun hg 1; simpa [sharedPart, sorting, set] using this
    rw [freeOne_iff, h0, h1, Value.toInt]
    have := hthree.1
    cases L <;> dsimp only [At] at hat <;> omega

end CoreSimple

end Plato.ModelChecking
