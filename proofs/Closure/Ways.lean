/-
# No race is overlooked

What a command accesses on a way through it is found, and so what a thread is about to access in a store; and touches that do not clash make no race.

Main results: `ways_sound`, `edgesTouch_sound`, `expand_next`, `apartTouches_sound`, `no_clash`.
-/
module

public import Closure.Races

@[expose] public section

namespace Plato

section

variable {k : Runner} (hT : k.tables.Right) {S : Sorts} {names : List Nat} {E : Parameters}

/-- A way leads to a store that looks like the one that is reached, and has all that was touched before. -/
def Way.LeadsTo (k : Runner) (S : Sorts) (way : Way) (before : List Touch) (τ : Store) : Prop :=
  S.Like k.id τ (k.meant way.store) ∧ ∀ t ∈ before, t ∈ way.touches

theorem waysTo_sound {command : CommandCode} {way : Way} {stores : List (Array StoreValue)} {effort : Nat} {out : List Way} {r : Evaluated (List Way)}
    (h : waysTo k S names command way stores effort out = .ok r) :
    (∀ w ∈ out, w ∈ r.known) ∧ ∀ s ∈ stores, ∃ effort touches left,
      command.touches k.tables S k.id names way.store s effort way.touches = .ok ⟨touches, left⟩ ∧ ⟨s, touches⟩ ∈ r.known := by
  induction stores generalizing effort out with
  | nil =>
    injection h with h
    subst h
    exact ⟨fun _ hw => hw, by simp⟩
  | cons after rest ih =>
    obtain ⟨⟨touches, _⟩, htouches, h⟩ := bind_ok.mp h
    obtain ⟨hkeep, hrest⟩ := ih h
    refine ⟨fun w hw => hkeep w (List.mem_cons_of_mem _ hw), fun s hs => ?_⟩
    rcases List.mem_cons.mp hs with rfl | hs
    · exact ⟨_, _, _, htouches, hkeep _ List.mem_cons_self⟩
    · exact hrest s hs

theorem eachWay_sound {goOn : Way → Nat → List Way → Except Reason (Evaluated (List Way))} {P : Way → List Way → Prop}
    (hmono : ∀ {s a b}, (∀ x ∈ a, x ∈ b) → P s a → P s b) (hgo : ∀ {s effort out r}, goOn s effort out = .ok r → (∀ x ∈ out, x ∈ r.known) ∧ P s r.known)
    {ways : List Way} {effort : Nat} {out : List Way} {r : Evaluated (List Way)} (h : eachWay goOn ways effort out = .ok r) :
    (∀ x ∈ out, x ∈ r.known) ∧ ∀ s ∈ ways, P s r.known := by
  induction ways generalizing effort out with
  | nil =>
    injection h with h
    subst h
    exact ⟨fun _ hx => hx, by simp⟩
  | cons way rest ih =>
    obtain ⟨⟨out', _⟩, hfirst, h⟩ := bind_ok.mp h
    obtain ⟨hkeep, hP⟩ := hgo hfirst
    obtain ⟨hkeep', hrest⟩ := ih h
    refine ⟨fun x hx => hkeep' x (hkeep x hx), fun s hs => ?_⟩
    rcases List.mem_cons.mp hs with rfl | hs
    · exact hmono hkeep' hP
    · exact hrest s hs

/-- What is said of the ways that are found: whatever the command can do is done on one of them, and whatever it accesses is touched on one. -/
structure WaysFound (k : Runner) (S : Sorts) (E : Parameters) (x : Nat) (command : CommandCode) (way : Way) (known : List Way) : Prop where
  runs : ∀ {σ τ}, S.Like k.id σ (k.meant way.store) → (command.command k.tables).Runs E k.id σ (.store τ) →
    ∃ w ∈ known, w.LeadsTo k S way.touches τ
  accesses : ∀ {σ τ i writes}, S.Like k.id σ (k.meant way.store) → (command.command k.tables).Accesses E k.id x i writes σ τ →
    ∃ w ∈ known, w.LeadsTo k S way.touches τ ∧ Covers w.touches x i writes

theorem WaysFound.mono {x : Nat} {command : CommandCode} {way : Way} {known known' : List Way} (hsub : ∀ w ∈ known, w ∈ known')
    (h : WaysFound k S E x command way known) : WaysFound k S E x command way known' where
  runs hσ hr := let ⟨w, hw, hl⟩ := h.runs hσ hr; ⟨w, hsub w hw, hl⟩
  accesses hσ ha := let ⟨w, hw, hl⟩ := h.accesses hσ ha; ⟨w, hsub w hw, hl⟩

/-- A simple command runs where it accesses something. -/
theorem accesses_runs {command : Command} {x : Nat} {i : Int} {writes : Bool} {σ τ : Store} {id : Int} (h : command.Accesses E id x i writes σ τ) :
    command.Runs E id σ (.store τ) := by
  induction command generalizing σ τ with
  | ite f C D ihC ihD =>
    rcases h with h | ⟨hf, h⟩ | ⟨hf, h⟩
    · exact h.1
    · exact .ifTrue hf (ihC h)
    · exact .ifFalse hf (ihD h)
  | choice C D ihC ihD => exact h.elim (fun h => .choiceLeft (ihC h)) fun h => .choiceRight (ihD h)
  | seq C D ihC ihD =>
    obtain ⟨ρ, ⟨h, hr⟩ | ⟨hr, h⟩⟩ := h
    · exact .seq (ihC h) hr
    · exact .seq hr (ihD h)
  | _ => exact h.1

variable {x : Nat} (hx : x ∈ names)
include hT hx

theorem simpleWays_sound {command : CommandCode} (hsimple : command.IsSimple) {way : Way} {effort : Nat} {out : List Way} {r : Evaluated (List Way)}
    (h : simpleWays k S names command way effort out = .ok r) (hsorts : ∃ effort left, sortsCommand k.tables S command effort = .ok left) :
    (∀ w ∈ out, w ∈ r.known) ∧ WaysFound k S E x command way r.known := by
  obtain ⟨⟨stores, _⟩, houtcomes, h⟩ := bind_ok.mp h
  obtain ⟨hkeep, hways⟩ := waysTo_sound h
  have hall := (outcomes_sound (E := E) hT houtcomes hsorts).2
  have key {σ τ : Store} (hσ : S.Like k.id σ (k.meant way.store)) (hr : (command.command k.tables).Runs E k.id σ (.store τ)) :
      ∃ w ∈ r.known, w.LeadsTo k S way.touches τ ∧ ∃ effort touches left, w.touches = touches ∧
        command.touches k.tables S k.id names way.store w.store effort way.touches = .ok ⟨touches, left⟩ := by
    obtain ⟨s, hs, σ', ho, hl⟩ := hall σ _ hσ hr
    injection ho with ho
    subst ho
    obtain ⟨effort, touches, left, htouches, hmem⟩ := hways s hs
    exact ⟨_, hmem, ⟨hl, touches_keeps hx hσ htouches hl⟩, effort, touches, left, rfl, htouches⟩
  refine ⟨hkeep, fun hσ hr => let ⟨w, hw, hl, _⟩ := key hσ hr; ⟨w, hw, hl⟩, fun hσ ha => ?_⟩
  obtain ⟨w, hw, hl, _, _, _, he, htouches⟩ := key hσ (accesses_runs ha)
  exact ⟨w, hw, hl, by rw [he]; exact touches_found hx hσ htouches hl.1 hsimple ha⟩

/-- **All ways through a command are found**, and what it accesses on them. -/
theorem ways_sound {c : CommandCode} {way : Way} {effort : Nat} {out : List Way} {r : Evaluated (List Way)} (h : c.ways k S names way effort out = .ok r)
    (hsorts : ∃ effort left, sortsCommand k.tables S c effort = .ok left) : (∀ w ∈ out, w ∈ r.known) ∧ WaysFound k S E x c way r.known := by
  induction c generalizing way effort out r with
  | ite l C D ihC ihD =>
    obtain ⟨_, _, hsorts⟩ := hsorts
    obtain ⟨_, hl, hsorts⟩ := bind_ok.mp hsorts
    obtain ⟨_, hC, hD⟩ := bind_ok.mp hsorts
    obtain ⟨⟨truth, _⟩, hdecide, h⟩ := bind_ok.mp h
    obtain ⟨⟨touches, _⟩, htouches, h⟩ := bind_ok.mp h
    have hdecide := decide_predicate hT hdecide
    have htruth {σ : Store} (hσ : S.Like k.id σ (k.meant way.store)) : truth = true ↔ (k.tables.literal l).predicate E k.id σ :=
      hdecide.trans (sortsLiteral_sound hT hl hσ hσ).symm
    have hbefore {σ : Store} (hσ : S.Like k.id σ (k.meant way.store)) : ∀ t ∈ way.touches, t ∈ touches := touches_keeps hx hσ htouches hσ
    have hread {σ : Store} {i : Int} (hσ : S.Like k.id σ (k.meant way.store)) (hr : (k.tables.literal l).Reads (E.model k.id σ σ) x i []) : Covers touches x i false :=
      (((reads_found (watch_sees (E := E) (names := names) hσ hσ) hx readsDepth).2 _ []).run htouches).2 hr
    -- what is found in the part that is taken is found in the whole
    have key {part : CommandCode} {known : List Way} (hpart : WaysFound k S E x part ⟨way.store, touches⟩ known)
        (hruns : ∀ {σ τ}, S.Like k.id σ (k.meant way.store) → ((CommandCode.ite l C D).command k.tables).Runs E k.id σ (.store τ) →
          (part.command k.tables).Runs E k.id σ (.store τ))
        (haccesses : ∀ {σ τ i writes}, S.Like k.id σ (k.meant way.store) → ((CommandCode.ite l C D).command k.tables).Accesses E k.id x i writes σ τ →
          (writes = false ∧ (k.tables.literal l).Reads (E.model k.id σ σ) x i []) ∨ (part.command k.tables).Accesses E k.id x i writes σ τ) :
        WaysFound k S E x (.ite l C D) way known := by
      refine ⟨fun hσ hr => let ⟨w, hw, hl⟩ := hpart.runs hσ (hruns hσ hr); ⟨w, hw, hl.1, fun t ht => hl.2 t (hbefore hσ t ht)⟩, fun hσ ha => ?_⟩
      rcases haccesses hσ ha with ⟨rfl, hr⟩ | ha'
      · obtain ⟨w, hw, hl⟩ := hpart.runs hσ (hruns hσ (accesses_runs ha))
        exact ⟨w, hw, ⟨hl.1, fun t ht => hl.2 t (hbefore hσ t ht)⟩, (hread hσ hr).mono hl.2⟩
      · obtain ⟨w, hw, hl, hc⟩ := hpart.accesses hσ ha'
        exact ⟨w, hw, ⟨hl.1, fun t ht => hl.2 t (hbefore hσ t ht)⟩, hc⟩
    dsimp only at h
    split at h
    · rename_i htrue
      refine ⟨(ihC h ⟨_, _, hC⟩).1, key (ihC h ⟨_, _, hC⟩).2 (fun hσ hr => ?_) fun hσ ha => ?_⟩
      · cases hr with
        | ifTrue _ hr => exact hr
        | ifFalse hf _ => exact absurd ((htruth hσ).mp htrue) hf
      · rcases ha with ha | ⟨_, ha⟩ | ⟨hf, _⟩
        · exact .inl ha.2
        · exact .inr ha
        · exact absurd ((htruth hσ).mp htrue) hf
    · rename_i hfalse
      refine ⟨(ihD h ⟨_, _, hD⟩).1, key (ihD h ⟨_, _, hD⟩).2 (fun hσ hr => ?_) fun hσ ha => ?_⟩
      · cases hr with
        | ifTrue hf _ => exact absurd ((htruth hσ).mpr hf) hfalse
        | ifFalse _ hr => exact hr
      · rcases ha with ha | ⟨hf, _⟩ | ⟨_, ha⟩
        · exact .inl ha.2
        · exact absurd ((htruth hσ).mpr hf) hfalse
        · exact .inr ha
  | choice C D ihC ihD =>
    obtain ⟨_, _, hsorts⟩ := hsorts
    obtain ⟨_, hC, hD⟩ := bind_ok.mp hsorts
    obtain ⟨⟨out', _⟩, hfirst, h⟩ := bind_ok.mp h
    obtain ⟨hkeepC, hfoundC⟩ := ihC hfirst ⟨_, _, hC⟩
    obtain ⟨hkeepD, hfoundD⟩ := ihD h ⟨_, _, hD⟩
    have hfoundC := hfoundC.mono hkeepD
    refine ⟨fun w hw => hkeepD w (hkeepC w hw), fun hσ hr => ?_, fun hσ ha => ?_⟩
    · cases hr with
      | choiceLeft hr => exact hfoundC.runs hσ hr
      | choiceRight hr => exact hfoundD.runs hσ hr
    · exact ha.elim (hfoundC.accesses hσ) (hfoundD.accesses hσ)
  | seq C D ihC ihD =>
    obtain ⟨_, _, hsorts⟩ := hsorts
    obtain ⟨_, hC, hD⟩ := bind_ok.mp hsorts
    obtain ⟨⟨ways, _⟩, hfirst, h⟩ := bind_ok.mp h
    obtain ⟨hkeep, hall⟩ := eachWay_sound (P := fun w known => WaysFound k S E x D w known) (fun hsub hP => hP.mono hsub) (fun h => ihD h ⟨_, _, hD⟩) h
    have hfound := (ihC hfirst ⟨_, _, hC⟩).2
    refine ⟨hkeep, fun hσ hr => ?_, fun hσ ha => ?_⟩
    · cases hr with | seq hr hr' =>
      obtain ⟨w, hw, hl⟩ := hfound.runs hσ hr
      obtain ⟨w', hw', hl'⟩ := (hall w hw).runs hl.1 hr'
      exact ⟨w', hw', hl'.1, fun t ht => hl'.2 t (hl.2 t ht)⟩
    · obtain ⟨ρ, ⟨ha, hr⟩ | ⟨hr, ha⟩⟩ := ha
      · obtain ⟨w, hw, hl, hc⟩ := hfound.accesses hσ ha
        obtain ⟨w', hw', hl'⟩ := (hall w hw).runs hl.1 hr
        exact ⟨w', hw', ⟨hl'.1, fun t ht => hl'.2 t (hl.2 t ht)⟩, hc.mono hl'.2⟩
      · obtain ⟨w, hw, hl⟩ := hfound.runs hσ hr
        obtain ⟨w', hw', hl', hc⟩ := (hall w hw).accesses hl.1 ha
        exact ⟨w', hw', ⟨hl'.1, fun t ht => hl'.2 t (hl.2 t ht)⟩, hc⟩
  | _ =>
    refine simpleWays_sound hT hx ?_ h hsorts
    trivial

end

/-! ## Threads -/

theorem Touch.same_eq {a b : Touch} (h : a.same b = true) : a = b := by
  obtain ⟨x, i, v⟩ := a
  obtain ⟨y, j, w⟩ := b
  simp only [Touch.same, Bool.and_eq_true, beq_iff_eq] at h
  obtain ⟨⟨rfl, rfl⟩, h⟩ := h
  cases i <;> cases j <;> simp_all

theorem isTouchIn_mem {t : Touch} {l : List Touch} (h : isTouchIn t l = true) : t ∈ l := by
  induction l with
  | nil => simp [isTouchIn] at h
  | cons other rest ih =>
    simp only [isTouchIn, Bool.or_eq_true] at h
    rcases h with h | h
    · rw [Touch.same_eq h]; exact List.mem_cons_self
    · exact List.mem_cons_of_mem _ (ih h)

theorem addTouches_sound {l : List Touch} {effort : Nat} {out : List Touch} {r : Evaluated (List Touch)} (h : addTouches l effort out = .ok r) :
    (∀ t ∈ out, t ∈ r.known) ∧ ∀ t ∈ l, t ∈ r.known := by
  induction l generalizing effort out with
  | nil =>
    injection h with h
    subst h
    exact ⟨fun _ ht => ht, by simp⟩
  | cons touch rest ih =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨hkeep, hrest⟩ := ih h
    refine ⟨fun t ht => hkeep t (by split <;> simp [ht]), fun t ht => ?_⟩
    rcases List.mem_cons.mp ht with rfl | ht
    · refine hkeep _ ?_
      split
      · exact isTouchIn_mem ‹_›
      · exact List.mem_cons_self
    · exact hrest t ht

theorem addWays_sound {ways : List Way} {effort : Nat} {out : List Touch} {r : Evaluated (List Touch)} (h : addWays ways effort out = .ok r) :
    (∀ t ∈ out, t ∈ r.known) ∧ ∀ w ∈ ways, ∀ t ∈ w.touches, t ∈ r.known := by
  induction ways generalizing effort out with
  | nil =>
    injection h with h
    subst h
    exact ⟨fun _ ht => ht, by simp⟩
  | cons way rest ih =>
    obtain ⟨⟨out', _⟩, h1, h⟩ := bind_ok.mp h
    obtain ⟨hkeep, hfirst⟩ := addTouches_sound h1
    obtain ⟨hkeep', hrest⟩ := ih h
    refine ⟨fun t ht => hkeep' t (hkeep t ht), fun w hw => ?_⟩
    rcases List.mem_cons.mp hw with rfl | hw
    · exact fun t ht => hkeep' t (hfirst t ht)
    · exact hrest w hw

/-- **What the commands that can be next access is found.** -/
theorem edgesTouch_sound {k : Runner} (hT : k.tables.Right) {S : Sorts} {names : List Nat} {E : Parameters} {x : Nat} (hx : x ∈ names)
    {store : Array StoreValue} {edges : List Edge} {effort : Nat} {out : List Touch} {r : Evaluated (List Touch)}
    (h : edgesTouch k S names store edges effort out = .ok r) : (∀ t ∈ out, t ∈ r.known) ∧
      ∀ edge ∈ edges, (∃ effort left, sortsCommand k.tables S edge.command effort = .ok left) → ∀ {σ τ i writes}, S.Like k.id σ (k.meant store) →
        (edge.command.command k.tables).Accesses E k.id x i writes σ τ → Covers r.known x i writes := by
  induction edges generalizing effort out with
  | nil =>
    injection h with h
    subst h
    exact ⟨fun _ ht => ht, by simp⟩
  | cons edge rest ih =>
    obtain ⟨⟨ways, _⟩, hways, h⟩ := bind_ok.mp h
    obtain ⟨⟨out', _⟩, hadd, h⟩ := bind_ok.mp h
    obtain ⟨hkeep, hfirst⟩ := addWays_sound hadd
    obtain ⟨hkeep', hrest⟩ := ih h
    refine ⟨fun t ht => hkeep' t (hkeep t ht), fun other ho hsorts σ τ i writes hσ ha => ?_⟩
    rcases List.mem_cons.mp ho with rfl | ho
    · obtain ⟨w, hw, _, hc⟩ := (ways_sound hT hx hways hsorts).2.accesses hσ ha
      exact hc.mono fun t ht => hkeep' t (hfirst w hw t ht)
    · exact hrest other ho hsorts hσ ha

/-! ## Races -/

/-- The touches make no race. -/
def Apart (a b : List Touch) : Prop := ∀ t ∈ a, ∀ u ∈ b, t.clashes u = false

theorem isApart_sound {t : Touch} {l : List Touch} (h : isApart t l = true) : ∀ u ∈ l, t.clashes u = false := by
  induction l with
  | nil => simp
  | cons other rest ih =>
    simp only [isApart, Bool.and_eq_true, Bool.not_eq_true'] at h
    intro u hu
    rcases List.mem_cons.mp hu with rfl | hu
    · exact h.1
    · exact ih h.2 u hu

theorem areApartTouches_sound {a b : List Touch} (h : areApartTouches a b = true) : Apart a b := by
  induction a with
  | nil => intro t ht; simp at ht
  | cons touch rest ih =>
    simp only [areApartTouches, Bool.and_eq_true] at h
    intro t ht
    rcases List.mem_cons.mp ht with rfl | ht
    · exact isApart_sound h.1
    · exact ih h.2 t ht

theorem apartTouches_sound {mine others : List Touch} {effort : Nat} {r : Evaluated (List Touch)} (h : apartTouches mine others effort = .ok r) :
    Apart mine others ∧ (∀ t ∈ mine, t ∈ r.known) ∧ ∀ t ∈ others, t ∈ r.known := by
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  obtain ⟨_, hapart, h⟩ := bind_ok.mp h
  obtain ⟨hothers, hmine⟩ := addTouches_sound h
  exact ⟨areApartTouches_sound (require_ok.mp hapart), hmine, hothers⟩

/-- Threads whose touches do not clash do not access the same, one of them by writing. -/
theorem no_clash {a b : List Touch} (h : Apart a b) {x : Nat} {i : Int} {v w : Bool} (hwrites : v = true ∨ w = true) (ha : Covers a x i v) (hb : Covers b x i w) : False := by
  obtain ⟨t, ht, htx, htw, hti⟩ := ha
  obtain ⟨u, hu, hux, huw, hui⟩ := hb
  have hclash := h t ht u hu
  obtain ⟨tx, tindex, _⟩ := t
  obtain ⟨ux, uindex, _⟩ := u
  dsimp only at *
  subst htx htw hux huw
  cases tindex <;> cases uindex <;> simp only [Touch.clashes] at hclash
  case some.some m n =>
    rw [hti m rfl, hui n rfl] at hclash
    rcases hwrites with h | h <;> simp [h] at hclash
  all_goals rcases hwrites with h | h <;> simp [h] at hclash

/-! ## What is next -/

/-- What is next for a statement with frames after it is next for the statement. -/
theorem before_next {p : ProgramTables} {id runner : Int} {rest : List Frame} {S : Core} {path : List Int} {command : Command}
    (h : (before p S rest).Next id path runner command) : S.Next id path runner command := by
  induction rest generalizing S with
  | nil => exact h
  | cons frame rest ih =>
    cases frame with
    | block =>
      have := ih h
      cases this with | block h => exact h
    | _ =>
      have := ih h
      cases this with | seq h => exact h

/-- **Where a thread has a command next, the expansion says so.** -/
theorem expand_next {p : ProgramTables} {depth : Nat} {frames : List Frame} {e : Expansion} (h : expand p depth frames = .ok e) {id runner : Int}
    {path : List Int} {command : Command} (hnext : (framesCore p frames).Next id path runner command) :
    path = [] ∧ runner = id ∧ ∃ code after, e = .act code after ∧ code.command p.tables = command := by
  induction depth generalizing frames with
  | zero => simp [expand] at h
  | succ depth ih =>
    unfold expand at h
    split at h
    · cases hnext
    · cases before_next hnext
    · cases before_next hnext with | block h => cases h
    · cases before_next hnext
    · rename_i S rest
      obtain ⟨_, habove, h⟩ := bind_ok.mp h
      have habove := require_ok.mp habove
      have hcore {shape : StatementShape} (hs : p.shapeOf S = shape) (hpar : ∀ first last T, shape ≠ .par first last T) : (shape.core p).Next id path runner command := by
        rw [hs] at habove
        have := before_next hnext
        rwa [code_core hs habove hpar] at this
      split at h
      · cases hcore ‹_› (by simp)
      · injection h with h
        subst h
        cases hcore ‹_› (by simp)
        exact ⟨rfl, rfl, _, _, rfl, rfl⟩
      · cases hcore ‹_› (by simp)
      · rename_i hs
        rw [hs] at habove
        refine ih h ?_
        rw [framesCore, code_core hs habove (by simp)] at hnext
        exact hnext
      · cases hcore ‹_› (by simp)
      · rename_i hs
        rw [hs] at habove
        refine ih h ?_
        rw [framesCore, code_core hs habove (by simp)] at hnext
        exact hnext
      · cases hcore ‹_› (by simp)
      · cases hcore ‹_› (by simp)
      · cases hcore ‹_› (by simp)
      · simp at h

end Plato
