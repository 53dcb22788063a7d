/-
# A few members serve every number of threads of a program

`Few` for core Plato. Statements are sorted (`SortedSteps`), so that identifiers are only compared and stored; k shared variables hold
identifiers, and each thread has h entries that do. Then a fixpoint for some threads, the *few*, serves the program with all its threads,
however many there are, if for each thread that is not among the few these have k + 2h + 2 threads with the same statement.

What a variable holds may be the identifier of a thread, or something else, such as 0; what else it may be is not renamed where the
statements name it (`Sorting.literal`), and need not be one of few values. So it does not matter here whether a command can make up an
identifier: `havoc` can, and then R has it.

Main definitions: `EnoughFew`, `Outside`, `FewView`.
Main results: `into_few_from`, `few_pair`, `closure_of_few`, `safe_of_few`.
-/
module

public import Theory.ModelChecking.CoreSymmetry
public import Theory.ModelChecking.CutoffMembers
public import Theory.ModelChecking.Few

@[expose] public section

namespace Plato.ModelChecking

variable {Thread : Type}

/-- The few are enough: for each other thread so many of them have the same statement. Other threads' identifiers, and those of these, are
not named. -/
structure EnoughFew (s : Sorting) (identifier : Thread → Int) (P : Program Thread Core) (few : Thread → Prop) (bound : Nat) : Prop where
  apart : ∀ t e, e ≠ t → identifier e ≠ identifier t
  enough : ∀ t, ¬ few t → ¬ s.literal (identifier t) ∧ ∃ members : List Thread, members.Nodup ∧ bound ≤ members.length ∧
    ∀ z ∈ members, few z ∧ P z = P t ∧ ¬ s.literal (identifier z)

/-- The number is the identifier of a thread that is not among the few. -/
def Outside (identifier : Thread → Int) (few : Thread → Prop) (n : Int) : Prop := ∃ t, ¬ few t ∧ identifier t = n

/-- A view of one of the few, in which no other thread is named. -/
structure FewView (s : Sorting) (identifier : Thread → Int) (few : Thread → Prop) (t : Thread) (g : Store) (l : (Nat → Int) × Core) : Prop where
  thread : few t
  shared : ∀ {x n}, s.sort x = .identifier → g x = .int n → ¬ Outside identifier few n
  own : ∀ {x}, s.sort x = .ownIdentifier → ¬ Outside identifier few (l.1 x)

/-- In a longer list without repetitions there is something that is not in a shorter one. -/
theorem exists_unused {α : Type} : ∀ (used : List α) {members : List α}, members.Nodup → used.length < members.length → ∃ z ∈ members, z ∉ used
  | [], z :: _, _, _ => ⟨z, List.mem_cons_self, List.not_mem_nil⟩
  | a :: used, members, hnodup, hlength => by
    classical
    obtain ⟨z, hz, hu⟩ := exists_unused used (hnodup.erase a) (by
      rw [List.length_erase]
      simp only [List.length_cons] at hlength
      split <;> omega)
    have ⟨hne, hz⟩ := hnodup.mem_erase_iff.mp hz
    exact ⟨z, hz, by simp [hne, hu]⟩

section

variable {s : Sorting} {identifier : Thread → Int} {P : Program Thread Core} {few : Thread → Prop} {bound : Nat}

/-- Two threads with the same statement can be exchanged. -/
theorem exchange_moves (hapart : ∀ t e, e ≠ t → identifier e ≠ identifier t) {y z : Thread} (hP : P z = P y) (hy : ¬ s.literal (identifier y))
    (hz : ¬ s.literal (identifier z)) : Moves s identifier P (exchanging (identifier y) (identifier z)) (exchanging y z) where
  literal {n} hn := exchange_other (fun h => hy (h ▸ hn)) (fun h => hz (h ▸ hn))
  identifier t := by
    show identifier (exchange y z t) = exchange (identifier y) (identifier z) (identifier t)
    by_cases hty : t = y
    · rw [hty, exchange_left, exchange_left]
    · by_cases htz : t = z
      · have right {α : Type} (a b : α) : exchange a b b = a := by unfold exchange; split <;> simp_all
        rw [htz, right, right]
      · rw [exchange_other hty htz, exchange_other (hapart _ _ hty) (hapart _ _ htz)]
  program t := by
    show P (exchange y z t) = P t
    unfold exchange
    split
    · next h => rw [h, hP]
    · split
      · next h => rw [h, hP]
      · rfl

/-- **Whatever is named can be renamed into the few**, if it is not too much, and what is renamed into them already can stay as it is: one after the other,
each thread that is not among the few is exchanged with one of them that is not in use yet. -/
theorem into_few_from (h : EnoughFew s identifier P few bound) {π : Permutation Int} {tid : Permutation Thread} (hmoves : Moves s identifier P π tid)
    {names : List Int} (hlength : names.length ≤ bound) : ∃ π' tid', Moves s identifier P π' tid' ∧
      (∀ n ∈ names, ¬ Outside identifier few (π'.to n)) ∧ ∀ n ∈ names, ¬ Outside identifier few (π.to n) → π'.to n = π.to n := by
  suffices key : ∀ todo : List Int, (∀ n ∈ todo, n ∈ names) → ∃ π' tid', Moves s identifier P π' tid' ∧
      (∀ n ∈ todo, ¬ Outside identifier few (π'.to n)) ∧ ∀ n ∈ names, ¬ Outside identifier few (π.to n) → π'.to n = π.to n from
    key names fun _ hn => hn
  intro todo
  induction todo with
  | nil => exact fun _ => ⟨π, tid, hmoves, nofun, fun _ _ _ => rfl⟩
  | cons n todo ih =>
    intro htodo
    have hnames := htodo n List.mem_cons_self
    obtain ⟨π', tid', hmoves', hinside, hsame⟩ := ih fun m hm => htodo m (List.mem_cons_of_mem _ hm)
    by_cases hn : Outside identifier few (π'.to n)
    · obtain ⟨y, hy, hyn⟩ := hn
      obtain ⟨hliteral, members, hnodup, hbound, hmembers⟩ := h.enough y hy
      have hinjective : ∀ a b, identifier a = identifier b → a = b := fun a b hab =>
        Classical.byContradiction fun hne => h.apart b a hne hab
      obtain ⟨_, hmap, hunused⟩ := exists_unused ((names.erase n).map π'.to) (members := members.map identifier)
        (List.Pairwise.map _ (fun a b hab heq => hab (hinjective a b heq)) hnodup)
        (by
          have := List.length_pos_of_mem hnames
          simp only [List.length_map, List.length_erase_of_mem hnames]
          omega)
      obtain ⟨z, hz, rfl⟩ := List.mem_map.mp hmap
      obtain ⟨hfew, hP, hzliteral⟩ := hmembers z hz
      have stays {m : Int} (hm : m ∈ names) (hin : ¬ Outside identifier few (π'.to m)) :
          exchange (identifier y) (identifier z) (π'.to m) = π'.to m := by
        have hmn : m ≠ n := fun he => hin ⟨y, hy, by rw [he]; exact hyn⟩
        exact exchange_other (fun he => hin ⟨y, hy, he.symm⟩) fun he =>
          hunused (List.mem_map.mpr ⟨m, (List.mem_erase_of_ne hmn).mpr hm, he⟩)
      refine ⟨_, _, (exchange_moves h.apart hP hliteral hzliteral).after hmoves', fun m hm => ?_, fun m hm hin => ?_⟩
      · show ¬ Outside identifier few (exchange (identifier y) (identifier z) (π'.to m))
        by_cases he : m = n
        · rw [he, ← hyn, exchange_left]
          rintro ⟨t, ht, htz⟩
          exact ht (hinjective t z htz ▸ hfew)
        · have hm := (List.mem_cons.mp hm).resolve_left he
          rw [stays (htodo m (List.mem_cons_of_mem _ hm)) (hinside m hm)]
          exact hinside m hm
      · show exchange (identifier y) (identifier z) (π'.to m) = π.to m
        rw [stays hm (by rw [hsame m hm hin]; exact hin)]
        exact hsame m hm hin
    · refine ⟨π', tid', hmoves', fun m hm => ?_, hsame⟩
      rcases List.mem_cons.mp hm with rfl | hm
      · exact hn
      · exact hinside m hm

/-- So it is from the beginning. -/
theorem into_few (h : EnoughFew s identifier P few bound) {names : List Int} (hlength : names.length ≤ bound) :
    ∃ π tid, Moves s identifier P π tid ∧ ∀ n ∈ names, ¬ Outside identifier few (π.to n) :=
  let ⟨π, tid, hmoves, hinside, _⟩ := into_few_from h Moves.same hlength
  ⟨π, tid, hmoves, hinside⟩

/-- What two threads see names at most k + 2h + 2 threads: so it can be renamed into what is small. -/
theorem few_pair {shared own : List Nat} (hshared : ∀ x, s.sort x = .identifier → x ∈ shared) (hown : ∀ x, s.sort x = .ownIdentifier → x ∈ own)
    (h : EnoughFew s identifier P few (shared.length + 2 * own.length + 2)) (t e : Thread) (g : Store) (l m : (Nat → Int) × Core) :
    ∃ π : Renaming Thread Store ((Nat → Int) × Core), moves s identifier P π ∧
      FewView s identifier few (π.tid.to t) (π.global.to g) (π.locals.to l) ∧
      FewView s identifier few (π.tid.to e) (π.global.to g) (π.locals.to m) := by
  obtain ⟨π, tid, hmoves, hinside⟩ := into_few h
    (names := identifier t :: identifier e :: (shared.map (fun x => (g x).toInt) ++ (own.map l.1 ++ own.map m.1)))
    (by simp only [List.length_cons, List.length_append, List.length_map]; omega)
  have hthread (u : Thread) (hu : identifier u = identifier t ∨ identifier u = identifier e) : few (tid.to u) :=
    Classical.byContradiction fun hn => hinside (identifier u) (by rcases hu with hu | hu <;> simp [hu]) ⟨_, hn, hmoves.identifier u⟩
  have hg {x : Nat} {n : Int} (hx : s.sort x = .identifier) (hn : onShared s π.to g x = .int n) : ¬ Outside identifier few n := by
    simp only [onShared, hx] at hn
    cases hv : g x with
    | int k =>
      rw [hv] at hn
      cases hn
      refine hinside k (List.mem_cons_of_mem _ (List.mem_cons_of_mem _ (List.mem_append_left _ (List.mem_map.mpr ⟨x, hshared x hx, ?_⟩))))
      rw [hv, Value.toInt]
    | map f => rw [hv] at hn; cases hn
  refine ⟨renamingBy s π tid, ⟨π, tid, hmoves, rfl⟩, ⟨hthread t (.inl rfl), hg, fun {x} hx => ?_⟩, hthread e (.inr rfl), hg, fun {x} hx => ?_⟩
  · simp only [renamingBy, onOwn, hx]
    exact hinside _ (by simp only [List.mem_cons, List.mem_append, List.mem_map]; exact .inr (.inr (.inr (.inl ⟨x, hown x hx, rfl⟩))))
  · simp only [renamingBy, onOwn, hx]
    exact hinside _ (by simp only [List.mem_cons, List.mem_append, List.mem_map]; exact .inr (.inr (.inr (.inr ⟨x, hown x hx, rfl⟩))))

/-- **A fixpoint for the few is one for the program**, whose threads may be any number. (`FewClosed.pair` is `few_pair`.) -/
theorem closure_of_few {bodies : Nat → Core} {E : Parameters} (hbodies : ∀ q, SortedCore s (bodies q)) (hP : ∀ t, SortedCore s (P t))
    (hapart : ∀ t e, e ≠ t → identifier e ≠ identifier t) {σ : Store} {R : Thread → Store → (Nat → Int) × Core → Prop}
    (h : FewClosed (sortedSystem s identifier P bodies E σ) (moves s identifier P) (FewView s identifier few) R)
    (hsafe : ∀ t g l, R t g l →
      ¬ viewWrong (fun t => Core.Step bodies E (identifier t)) (sortedView s identifier) (SortedCore s) t g l) :
    ClosedView (fun t => Core.Step bodies E (identifier t)) P σ (fun _ _ => False) (sortedView s identifier)
      (fun g => g = sharedPart s σ ∨ ∃ t l, fewR (moves s identifier P) (FewView s identifier few) R t g l)
      (fun t g l S => fewR (moves s identifier P) (FewView s identifier few) R t g (l, S) ∧ SortedCore s S)
      (fun t g g' => ∃ l l', fewR (moves s identifier P) (FewView s identifier few) R t g l ∧
        (sortedSystem s identifier P bodies E σ).T t g l g' l') :=
  closedView_of_system (sorted_keeps hbodies hapart) hP (few_closed (sorted_symmetric hbodies σ) h) (h.no_error hsafe (wrong_symmetric hbodies))
    (orbit_self s identifier P σ)

end

/-- **The claim `safe` for every number of threads**, from a fixpoint for a few. -/
theorem safe_of_few {s : Sorting} {p : ProgramText} (hp : SortedText s p)
    (h : ∀ E σ, p.Initial E σ → ∃ few R, FewClosed (textSystem s p E σ) (moves s identifierOf (p.program E σ)) (FewView s identifierOf few) R ∧
      ∀ t g l, R t g l → ¬ textWrong s p E σ t g l) : p.Safe := fun E σ hi =>
  let ⟨_, _, h, hsafe⟩ := h E σ hi
  (closure_of_few hp.bodies (fun t => hp.families t.2.1) (hp.apart hi) h hsafe).closure.not_wrong

end Plato.ModelChecking
