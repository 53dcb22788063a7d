/-
# A procedure changes only what it is said to write

Main definitions: `Core.Writes`. Main results: `writes_step` (a statement that writes only these variables stays one, and its step leaves the others
alone), `code_writes`, `written_sound`.
-/
module

public import Plato.Procedures.Writes
public import ThreadModular.Ghosts

@[expose] public section

namespace Plato

/-- The statement changes these variables alone; procedures that it calls are ones of `called`. -/
def Core.Writes (names : List Nat) (called : Nat → Prop) : Core → Prop
  | .skip => True
  | .atomic C => ∀ E t σ τ, C.Runs E t σ (.store τ) → ∀ y, y ∉ names → τ y = σ y
  | .choice S T => S.Writes names called ∧ T.Writes names called
  | .seq S T => S.Writes names called ∧ T.Writes names called
  | .loop S => S.Writes names called
  | .block S => S.Writes names called
  | .exit _ => True
  | .call procedure => called procedure
  | .scope locals S => (∀ x ∈ locals, x ∈ names) ∧ S.Writes names called
  | .par _ _ S => S.Writes names called
  | .branches rest => ∀ i, (rest i).Writes names called

theorem Core.Writes.mono {names names' : List Nat} {called called' : Nat → Prop} (hnames : ∀ x ∈ names, x ∈ names') (hcalled : ∀ p, called p → called' p)
    {S : Core} (h : S.Writes names called) : S.Writes names' called' := by
  induction S with
  | skip => exact h
  | atomic C => exact fun E t σ τ hr y hy => h E t σ τ hr y fun hm => hy (hnames y hm)
  | choice S T ihS ihT => exact ⟨ihS h.1, ihT h.2⟩
  | seq S T ihS ihT => exact ⟨ihS h.1, ihT h.2⟩
  | loop S ih => exact ih h
  | block S ih => exact ih h
  | exit => exact h
  | call p => exact hcalled p h
  | scope locals S ih => exact ⟨fun x hx => hnames x (h.1 x hx), ih h.2⟩
  | par _ _ S ih => exact ih h
  | branches rest ih => exact fun i => ih i (h i)

/-! ## Commands -/

section

variable {names : List Nat} {E : Parameters} {t : Int}

/-- Writing to places of these variables leaves the others alone. -/
theorem writes_other {σ : Store} (list : List (Place × Value)) (h : ∀ p ∈ list, p.1.name ∈ names) {y : Nat} (hy : y ∉ names) (τ : Store) :
    writes E t σ list τ y = τ y := by
  induction list generalizing τ with
  | nil => rfl
  | cons p rest ih =>
    obtain ⟨place, value⟩ := p
    have hne : y ≠ place.name := fun he => hy (he ▸ h (place, value) (by simp))
    rw [writes, ih (fun q hq => h q (by simp [hq]))]
    simp [Place.write, hne]

theorem havocs_other {places : List Place} (h : ∀ p ∈ places, p.name ∈ names) {σ τ : Store} (hh : Havocs E t places σ τ) {y : Nat} (hy : y ∉ names) :
    τ y = σ y := by
  obtain ⟨values, _, rfl⟩ := hh
  exact writes_other _ (fun p hp => h p.1 (List.of_mem_zip hp).1) hy σ

/-- What gives entries back writes only these variables. -/
theorem restoring_writes {locals : List Nat} {υ : Store} (h : ∀ x ∈ locals, x ∈ names) {called : Nat → Prop} :
    (Core.atomic (restoring locals t υ)).Writes names called := by
  intro E t' σ τ hr y hy
  cases hr
  refine writes_other _ (fun p hp => ?_) hy σ
  obtain ⟨q, hq, rfl⟩ := List.mem_map.mp hp
  obtain ⟨x, hx, rfl⟩ := List.mem_map.mp hq
  exact h x hx

/-- **A step of a statement that writes only these variables leaves the others alone**, and what is left writes only these, too. -/
theorem writes_step {bodies : Nat → Core} {called : Nat → Prop} (hbodies : ∀ p, called p → (bodies p).Writes names called) {S S' : Core}
    {σ σ' : Store} (h : S.Writes names called) (hs : Core.Step bodies E t (.run σ S) (.run σ' S')) :
    (∀ y, y ∉ names → σ' y = σ y) ∧ S'.Writes names called := by
  induction S generalizing S' t with
  | skip => cases hs
  | exit => cases hs
  | atomic C => cases hs with | actionOk hc => exact ⟨h E t _ _ hc, True.intro⟩
  | choice S T _ _ =>
    cases hs with
    | choiceLeft => exact ⟨fun _ _ => rfl, h.1⟩
    | choiceRight => exact ⟨fun _ _ => rfl, h.2⟩
  | loop S _ =>
    cases hs with
    | loopDone => exact ⟨fun _ _ => rfl, True.intro⟩
    | loopUnroll => exact ⟨fun _ _ => rfl, h, h⟩
  | seq S T ihS _ =>
    cases hs with
    | seqStep hs => exact ⟨(ihS h.1 hs).1, (ihS h.1 hs).2, h.2⟩
    | seqSkip => exact ⟨fun _ _ => rfl, h.2⟩
    | seqExit => exact ⟨fun _ _ => rfl, True.intro⟩
  | block S ih =>
    cases hs with
    | blockStep hs => exact ⟨(ih h hs).1, (ih h hs).2⟩
    | blockSkip => exact ⟨fun _ _ => rfl, True.intro⟩
    | blockExit => exact ⟨fun _ _ => rfl, True.intro⟩
    | blockOut => exact ⟨fun _ _ => rfl, True.intro⟩
  | call p => cases hs with | call => exact ⟨fun _ _ => rfl, hbodies p h⟩
  | scope locals S _ => cases hs with | scope => exact ⟨fun _ _ => rfl, h.2, restoring_writes h.1⟩
  | par first last S _ =>
    cases hs with
    | fork =>
      refine ⟨fun _ _ => rfl, fun i => ?_⟩
      unfold forked
      split
      · exact h
      · exact True.intro
  | branches rest ih =>
    cases hs with
    | @branchStep _ _ _ _ i _ hs =>
      refine ⟨(ih i (h i) hs).1, fun j => ?_⟩
      by_cases hj : j = i
      · subst hj; rw [Program.update_same]; exact (ih j (h j) hs).2
      · rw [Program.update_other _ hj]; exact h j
    | join => exact ⟨fun _ _ => rfl, True.intro⟩

end

/-! ## The kernel's check -/

section

variable {names : List Nat}

theorem areAmong_sound (list : List Nat) {effort r : Nat} (h : Kernel.areAmong names list effort = .ok r) : ∀ x ∈ list, x ∈ names := by
  induction list generalizing effort with
  | nil => exact fun x hx => absurd hx (by simp)
  | cons y rest ih =>
    obtain ⟨⟨isOne, _⟩, h1, h⟩ := bind_ok.mp h
    obtain ⟨_, h2, h⟩ := bind_ok.mp h
    intro x hx
    rcases List.mem_cons.mp hx with rfl | hx
    · obtain ⟨_, _, h1⟩ := bind_ok.mp h1
      simp only [Except.ok.injEq, Prod.mk.injEq] at h1
      exact isIn_iff.mp (h1.1.trans (require_ok.mp h2))
    · exact ih h x hx

theorem mem_changeNames (changes : List ChangeCode) {out : List Nat} {x : Nat} (h : x ∈ out ∨ ∃ c ∈ changes, c.place.name = x) :
    x ∈ changeNames changes out := by
  induction changes generalizing out with
  | nil => simpa [changeNames] using h
  | cons c rest ih =>
    refine ih ?_
    rcases h with h | ⟨d, hd, rfl⟩
    · exact .inl (by simp [h])
    · rcases List.mem_cons.mp hd with rfl | hd
      · exact .inl (by simp)
      · exact .inr ⟨d, hd, rfl⟩

theorem mem_placeNames (places : List PlaceCode) {out : List Nat} {x : Nat} (h : x ∈ out ∨ ∃ p ∈ places, p.name = x) :
    x ∈ placeNames places out := by
  induction places generalizing out with
  | nil => simpa [placeNames] using h
  | cons c rest ih =>
    refine ih ?_
    rcases h with h | ⟨d, hd, rfl⟩
    · exact .inl (by simp [h])
    · rcases List.mem_cons.mp hd with rfl | hd
      · exact .inl (by simp)
      · exact .inr ⟨d, hd, rfl⟩

theorem place_name (T : Tables) (p : PlaceCode) : (p.place T).name = p.name := by
  unfold PlaceCode.place
  split <;> rfl

theorem changesOf_names (T : Tables) (changes : List ChangeCode) {p : Place} {t : Term} (h : (p, t) ∈ changesOf T changes) :
    ∃ c ∈ changes, c.place.name = p.name := by
  induction changes with
  | nil => simp [changesOf] at h
  | cons c rest ih =>
    rcases List.mem_cons.mp h with h | h
    · injection h with h _
      exact ⟨c, by simp, by rw [h, place_name]⟩
    · obtain ⟨d, hd, he⟩ := ih h
      exact ⟨d, by simp [hd], he⟩

theorem placesOf_names (T : Tables) (places : List PlaceCode) {p : Place} (h : p ∈ placesOf T places) : ∃ c ∈ places, c.name = p.name := by
  induction places with
  | nil => simp [placesOf] at h
  | cons c rest ih =>
    rcases List.mem_cons.mp h with h | h
    · exact ⟨c, by simp, by rw [h, place_name]⟩
    · obtain ⟨d, hd, he⟩ := ih h
      exact ⟨d, by simp [hd], he⟩

/-- The command changes these variables alone. -/
theorem command_writes (T : Tables) (C : CommandCode) {effort r : Nat} (h : Kernel.writesOfCommand names C effort = .ok r) {E : Parameters} {t : Int}
    {σ τ : Store} (hr : (C.command T).Runs E t σ (.store τ)) {y : Nat} (hy : y ∉ names) : τ y = σ y := by
  induction C generalizing effort r σ τ with
  | assign changes =>
    cases hr
    refine writes_other _ (fun p hp => ?_) hy σ
    obtain ⟨⟨place, term⟩, hq, rfl⟩ := List.mem_map.mp hp
    obtain ⟨c, hc, he⟩ := changesOf_names T changes hq
    exact areAmong_sound _ h _ (mem_changeNames changes (.inr ⟨c, hc, he⟩))
  | havoc places =>
    cases hr with
    | havoc hh =>
      refine havocs_other (fun p hp => ?_) hh hy
      obtain ⟨c, hc, he⟩ := placesOf_names T places hp
      exact areAmong_sound _ h _ (mem_placeNames places (.inr ⟨c, hc, he⟩))
  | assume => cases hr; rfl
  | assert => cases hr; rfl
  | ite l C D ihC ihD =>
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    cases hr with
    | ifTrue _ hr => exact ihC h1 hr
    | ifFalse _ hr => exact ihD h hr
  | choice C D ihC ihD =>
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    cases hr with
    | choiceLeft hr => exact ihC h1 hr
    | choiceRight hr => exact ihD h hr
  | seq C D ihC ihD =>
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    cases hr with
    | seq hr hr' => exact (ihD h hr').trans (ihC h1 hr)
  | operation places gate action post =>
    cases hr with
    | operation _ hh _ _ =>
      refine havocs_other (fun p hp => ?_) hh hy
      obtain ⟨c, hc, he⟩ := placesOf_names T places hp
      exact areAmong_sound _ h _ (mem_placeNames places (.inr ⟨c, hc, he⟩))

/-- The statement changes these variables alone. -/
theorem code_writes (T : Tables) (code : OutlinedCode) {abstractions : Nat → Option Abstraction} (hinvokes : code.InvokesRight abstractions)
    {effort r : Nat} (h : Kernel.writesOfCode names code effort = .ok r) :
    (code.annotated T).Writes names fun p => ∃ x more, abstractions p = some x ∧ x.writes = some more ∧ ∀ y ∈ more, y ∈ names := by
  induction code generalizing effort r with
  | atomic label o =>
    unfold Kernel.writesOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    exact fun E t σ τ hr y hy => command_writes T _ h hr hy
  | choice S S' ihS ihS' =>
    unfold Kernel.writesOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    exact ⟨ihS hinvokes.1 h1, ihS' hinvokes.2 h⟩
  | seq S S' ihS ihS' =>
    unfold Kernel.writesOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    exact ⟨ihS hinvokes.1 h1, ihS' hinvokes.2 h⟩
  | loop _ _ S ih =>
    unfold Kernel.writesOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    exact ih hinvokes h
  | block S ih =>
    unfold Kernel.writesOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    exact ih hinvokes h
  | call _ S ih =>
    unfold Kernel.writesOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    exact ⟨True.intro, ih hinvokes h⟩
  | invoke label procedure x commits =>
    unfold Kernel.writesOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    change (match x.writes with | none => _ | some more => _) = _ at h
    cases hw : x.writes with
    | none => simp [hw] at h
    | some more =>
      simp only [hw] at h
      exact ⟨x, more, hinvokes, hw, areAmong_sound more h⟩
  | scope _ locals _ S ih =>
    unfold Kernel.writesOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    exact ⟨areAmong_sound locals h1, ih hinvokes h⟩
  | par =>
    unfold Kernel.writesOfCode at h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    simp at h
  | _ => exact True.intro

/-- What the check of all procedures says of each. -/
theorem written_sound {witness : Nat} {procedures : Array OutlinedProcedure} (i effort : Nat) {r : Nat}
    (h : Kernel.writesOfProcedures witness procedures i effort = .ok r) :
    ∀ j (hj : j < procedures.size), i ≤ j → ∀ x names, procedures[j].abstraction = some x → x.writes = some names →
      witness ∈ names ∧ ∃ e r, Kernel.writesOfCode names procedures[j].code e = .ok r := by
  fun_induction Kernel.writesOfProcedures witness procedures i effort with
  | case1 i effort hi hn ih =>
    intro j hj hij x names hx hnames
    by_cases he : i = j
    · subst he; simp [hn] at hx
    · exact ih h j hj (by omega) x names hx hnames
  | case2 i effort hi x hx hn ih =>
    intro j hj hij y names hy hnames
    by_cases he : i = j
    · subst he
      rw [hx] at hy
      injection hy with hy
      subst hy
      simp [hn] at hnames
    · exact ih h j hj (by omega) y names hy hnames
  | case3 i effort hi x hx names' hn ih =>
    obtain ⟨_, h1, h⟩ := bind_ok.mp h
    obtain ⟨_, h2, h⟩ := bind_ok.mp h
    intro j hj hij y names hy hnames
    by_cases he : i = j
    · subst he
      rw [hx] at hy
      injection hy with hy
      subst hy
      rw [hn] at hnames
      injection hnames with hnames
      subst hnames
      exact ⟨areAmong_sound _ h1 witness (by simp), _, _, h2⟩
    · exact ih _ h j hj (by omega) y names hy hnames
  | case4 => intro j hj hij; omega

end

end Plato
