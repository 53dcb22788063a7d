/-
# A schedule that leads to a race shows one

What is found to be read or written is, and the commands are run as they can be. The two threads are brought to their next steps, which changes no store; there both are about to access the
variable.

Main results: `seeks_sound`, `followed_sound`, `replayRace_sound`.
-/
module

public import Plato.Closure.RaceSchedule
public import Replay.Check
public import Closure.Races

@[expose] public section

namespace Plato

/-- If it is found, it is so. -/
structure Seeker.Shows (f : Seeker) (P : Prop) : Prop where
  run : ∀ {effort}, (f effort).known = true → P

theorem Seeker.Shows.weaken {f : Seeker} {P Q : Prop} (h : Seeker.Shows f P) (hQ : P → Q) : Seeker.Shows f Q := ⟨fun he => hQ (h.run he)⟩

theorem either_shows {f g : Seeker} {P Q : Prop} (hf : Seeker.Shows f P) (hg : Seeker.Shows g Q) : Seeker.Shows (either f g) (P ∨ Q) := by
  refine ⟨fun {effort} h => ?_⟩
  have key {e : Evaluated Bool} (he : f effort = e) (h : (if e.known then (⟨true, e.effort⟩ : Evaluated Bool) else g e.effort).known = true) : P ∨ Q := by
    split at h
    · exact .inl (hf.run (by rw [he]; assumption))
    · exact .inr (hg.run h)
  exact key rfl h

theorem nowhere_shows {P : Prop} : Seeker.Shows nowhere P := ⟨fun h => by simp [nowhere] at h⟩

section

variable {w : Watch} {B : Nat → Int → Int} {M : Model} (hw : w.Sees B M) {x : Nat} {i : Int}
include hw

theorem seeksAt_shows {name : Nat} {j : Term} (bs : List Int) : Seeker.Shows (seeksAt w x i name j) (name = x ∧ (j.eval M bs).toInt = i) := by
  refine ⟨fun {effort} h => ?_⟩
  have key {e : Evaluated (Option Int)} (he : indexOf w indexDepth j effort = e) (h : (name == x && isNumber i e.known) = true) :
      name = x ∧ (j.eval M bs).toInt = i := by
    simp only [Bool.and_eq_true, beq_iff_eq] at h
    refine ⟨h.1, ?_⟩
    have hn := h.2
    cases hk : e.known with
    | none => simp [hk, isNumber] at hn
    | some n =>
      simp only [hk, isNumber, beq_iff_eq] at hn
      exact (indexOf_sound hw (by rw [he]; exact hk) bs).trans hn
  exact key rfl h

/-- **What is found to be read is read.** -/
theorem seeks_sound (depth : Nat) : (∀ t bs, Seeker.Shows (seeksTerm w x i depth t) (t.Reads M x i bs)) ∧
    ∀ f bs, Seeker.Shows (seeksFormula w x i depth f) (f.Reads M x i bs) := by
  induction depth with
  | zero => exact ⟨fun t bs => ⟨fun h => by simp [seeksTerm] at h⟩, fun f bs => ⟨fun h => by simp [seeksFormula] at h⟩⟩
  | succ depth ih =>
    have two {a b : Term} {bs : List Int} := either_shows (ih.1 a bs) (ih.1 b bs)
    have both {f g : Formula} {bs : List Int} := either_shows (ih.2 f bs) (ih.2 g bs)
    refine ⟨fun t bs => ⟨fun {effort} h => ?_⟩, fun f bs => ⟨fun {effort} h => ?_⟩⟩
    · cases effort with
      | zero => simp [seeksTerm] at h
      | succ effort =>
        cases t with
        | num => simp [seeksTerm] at h
        | logic => simp [seeksTerm] at h
        | bound => simp [seeksTerm] at h
        | witness => simp [seeksTerm] at h
        | difference => simp [seeksTerm] at h
        | var name version =>
          show name = x
          simpa [seeksTerm] using h
        | select m j =>
          cases m with
          | var name version =>
            exact ((either_shows (seeksAt_shows hw bs) (ih.1 j bs)).weaken fun hr => hr.imp_left fun ⟨he, hi⟩ => ⟨he, fun _ _ _ => hi⟩).run h
          | _ => simp [seeksTerm] at h
        | store m j y => exact (either_shows (ih.1 m bs) two).run h
        | const y => exact (ih.1 y bs).run h
        | ite c a b => exact (either_shows (ih.2 c bs) two).run h
        | _ => exact two.run h
    · cases effort with
      | zero => simp [seeksFormula] at h
      | succ effort =>
        cases f with
        | true => simp [seeksFormula] at h
        | atom => simp [seeksFormula] at h
        | all => simp [seeksFormula] at h
        | le a b => exact two.run h
        | eq a b => exact two.run h
        | mapEq m n => exact two.run h
        | not f => exact (ih.2 f bs).run h
        | ite c f g => exact (either_shows (ih.2 c bs) both).run h
        | _ => exact both.run h

end

/-! ## Commands -/

section

variable {T : Tables} {S : Sorts} {id : Int} {before after : Array StoreValue} {B : Nat → Int → Int} {E : Parameters} {a : Aim}

theorem whereRead_shows {f : Seeker} {P : Prop} (h : Seeker.Shows f P) : Seeker.Shows (whereRead a f) (a.writes = false ∧ P) := by
  unfold whereRead
  split
  · exact nowhere_shows
  · rename_i hw
    exact h.weaken fun hp => ⟨by simpa using hw, hp⟩

theorem model_sees : Watch.Sees ⟨S, id, before, after, []⟩ B (E.model id (storeOf B before) (storeOf B after)) := watch_sees .rfl .rfl

theorem seeksPlace_shows (place : PlaceCode) : Seeker.Shows (seeksPlace T ⟨S, id, before, before, []⟩ a place)
    ((place.place T).Accesses E id (storeOf B before) a.name a.index a.writes) := by
  obtain ⟨name, index⟩ := place
  obtain ⟨x, i, writes⟩ := a
  cases index with
  | none =>
    cases writes with
    | true => exact ⟨fun h => ⟨of_decide_eq_true (by simpa [seeksPlace] using h), by simp [PlaceCode.place]⟩⟩
    | false => exact nowhere_shows
  | some j =>
    cases writes with
    | true =>
      refine (seeksAt_shows (M := E.model id (storeOf B before) (storeOf B before)) model_sees []).weaken fun h => ⟨h.1, fun j' hj => ?_⟩
      simp only [PlaceCode.place, Option.some.injEq] at hj
      rw [← hj]
      exact h.2
    | false => exact ((seeks_sound (M := E.model id (storeOf B before) (storeOf B before)) model_sees readsDepth).1 (T.term j) []).weaken fun h => ⟨_, rfl, h⟩

theorem seeksPlaces_shows (places : List PlaceCode) : Seeker.Shows (seeksPlaces T ⟨S, id, before, before, []⟩ a places)
    (∃ p ∈ placesOf T places, p.Accesses E id (storeOf B before) a.name a.index a.writes) := by
  induction places with
  | nil => exact ⟨fun h => by simp [seeksPlaces] at h⟩
  | cons place rest ih =>
    refine (either_shows (seeksPlace_shows (E := E) (B := B) place) ih).weaken fun h => ?_
    rcases h with h | ⟨p, hp, h⟩
    · exact ⟨_, List.mem_cons_self, h⟩
    · exact ⟨p, List.mem_cons_of_mem _ hp, h⟩

theorem seeksChanges_shows (changes : List ChangeCode) : Seeker.Shows (seeksChanges T ⟨S, id, before, before, []⟩ a changes)
    (∃ c ∈ changesOf T changes, c.1.Accesses E id (storeOf B before) a.name a.index a.writes ∨
      (a.writes = false ∧ c.2.Reads (E.model id (storeOf B before) (storeOf B before)) a.name a.index [])) := by
  induction changes with
  | nil => exact ⟨fun h => by simp [seeksChanges] at h⟩
  | cons change rest ih =>
    refine (either_shows (either_shows (seeksPlace_shows (E := E) (B := B) change.place)
      (whereRead_shows ((seeks_sound (M := E.model id (storeOf B before) (storeOf B before)) model_sees readsDepth).1 (T.term change.value) []))) ih).weaken fun h => ?_
    rcases h with h | ⟨c, hc, h⟩
    · exact ⟨_, List.mem_cons_self, h⟩
    · exact ⟨c, List.mem_cons_of_mem _ hc, h⟩

/-- What a command that is not made of others is found to access, it accesses. -/
theorem command_seeks {command : CommandCode} (hsimple : command.IsSimple) {effort : Nat} (h : (command.seeks T S id before after a effort).known = true)
    (hruns : (command.command T).Runs E id (storeOf B before) (.store (storeOf B after))) :
    (command.command T).Accesses E id a.name a.index a.writes (storeOf B before) (storeOf B after) := by
  have hhere := seeks_sound (x := a.name) (i := a.index) (model_sees (S := S) (before := before) (after := before) (B := B) (E := E) (id := id)) readsDepth
  have hstep := seeks_sound (x := a.name) (i := a.index) (model_sees (S := S) (before := before) (after := after) (B := B) (E := E) (id := id)) readsDepth
  cases command with
  | assign changes => exact ⟨hruns, (seeksChanges_shows changes).run h⟩
  | havoc places => exact ⟨hruns, (seeksPlaces_shows places).run h⟩
  | assume l => exact ⟨hruns, (whereRead_shows (hhere.2 _ [])).run h⟩
  | assert l => exact ⟨hruns, (whereRead_shows (hhere.2 _ [])).run h⟩
  | ite l C D => exact hsimple.elim
  | choice => exact hsimple.elim
  | seq => exact hsimple.elim
  | operation places gate action post =>
    exact ⟨hruns, (either_shows (seeksPlaces_shows places) (whereRead_shows (either_shows (hhere.2 _ []) (either_shows (hstep.2 _ []) (hstep.2 _ []))))).run h⟩

end

section

variable {k : Runner} (hT : k.tables.Right) {S : Sorts} {a : Aim}

/-- What is said of a command that is followed. -/
def Followed.Right (k : Runner) (a : Aim) (command : CommandCode) (store : Array StoreValue) (r : Followed) : Prop :=
  (command.command k.tables).Runs k.environment k.id (k.meant store) (.store (k.meant r.store)) ∧
    (r.found = true → (command.command k.tables).Accesses k.environment k.id a.name a.index a.writes (k.meant store) (k.meant r.store))

include hT

theorem followSimple_sound {command : CommandCode} (hsimple : command.IsSimple) {store : Array StoreValue} {taken effort : Nat} {r : Followed}
    (h : followSimple k S a command store taken effort = .ok r) : r.Right k a command store := by
  obtain ⟨⟨outcome, _, _⟩, hrun, h⟩ := bind_ok.mp h
  have hrun := run_sound hT hrun
  cases outcome with
  | wrong => simp at h
  | store after =>
    injection h with h
    subst h
    exact ⟨hrun, fun hfound => command_seeks hsimple hfound hrun⟩

/-- **A command that is followed runs so**, and accesses what it is found to access. -/
theorem followed_sound {c : CommandCode} {store : Array StoreValue} {taken effort : Nat} {r : Followed} (h : c.follow k S a store taken effort = .ok r) :
    r.Right k a c store := by
  induction c generalizing store taken effort r with
  | ite l C D ihC ihD =>
    obtain ⟨⟨truth, _⟩, hdecide, h⟩ := bind_ok.mp h
    have hdecide := decide_predicate hT hdecide
    have hread {effort : Nat} (hhere : ((CommandCode.ite l C D).seeks k.tables S k.id store store a effort).known = true) :
        a.writes = false ∧ (k.tables.literal l).Reads (k.environment.model k.id (k.meant store) (k.meant store)) a.name a.index [] :=
      (whereRead_shows ((seeks_sound model_sees readsDepth).2 _ [])).run hhere
    dsimp only at h
    split at h
    · rename_i htrue
      obtain ⟨⟨after, _, _, found⟩, hpart, h⟩ := bind_ok.mp h
      injection h with h
      subst h
      obtain ⟨hruns, haccess⟩ := ihC hpart
      have hwhole : ((CommandCode.ite l C D).command k.tables).Runs k.environment k.id (k.meant store) (.store (k.meant after)) := .ifTrue (hdecide.mp htrue) hruns
      refine ⟨hwhole, fun hfound => ?_⟩
      simp only [Bool.or_eq_true] at hfound
      exact hfound.elim (fun hf => .inl ⟨hwhole, hread hf⟩) fun hf => .inr (.inl ⟨hdecide.mp htrue, haccess hf⟩)
    · rename_i hfalse
      obtain ⟨⟨after, _, _, found⟩, hpart, h⟩ := bind_ok.mp h
      injection h with h
      subst h
      have hf : ¬ (k.tables.literal l).predicate k.environment k.id (k.meant store) := fun hp => hfalse (hdecide.mpr hp)
      obtain ⟨hruns, haccess⟩ := ihD hpart
      have hwhole : ((CommandCode.ite l C D).command k.tables).Runs k.environment k.id (k.meant store) (.store (k.meant after)) := .ifFalse hf hruns
      refine ⟨hwhole, fun hfound => ?_⟩
      simp only [Bool.or_eq_true] at hfound
      exact hfound.elim (fun h => .inl ⟨hwhole, hread h⟩) fun h => .inr (.inr ⟨hf, haccess h⟩)
  | choice C D ihC ihD =>
    obtain ⟨input, _, h⟩ := bind_ok.mp h
    split at h
    · exact ⟨.choiceLeft (ihC h).1, fun hf => .inl ((ihC h).2 hf)⟩
    · exact ⟨.choiceRight (ihD h).1, fun hf => .inr ((ihD h).2 hf)⟩
    · simp at h
  | seq C D ihC ihD =>
    obtain ⟨⟨between, _, _, early⟩, hfirst, h⟩ := bind_ok.mp h
    obtain ⟨⟨after, _, _, found⟩, hsecond, h⟩ := bind_ok.mp h
    injection h with h
    subst h
    have hC := ihC hfirst
    have hD := ihD hsecond
    refine ⟨.seq hC.1 hD.1, fun hfound => ⟨k.meant between, ?_⟩⟩
    simp only [Bool.or_eq_true] at hfound
    exact hfound.elim (fun hf => .inl ⟨hC.2 hf, hD.1⟩) fun hf => .inr ⟨hC.1, hD.2 hf⟩
  | _ =>
    refine followSimple_sound hT ?_ h
    trivial

end

/-! ## Threads -/

/-- What is next at the top of a stack is next for the whole. -/
theorem under_next {T : Tables} {id : Int} {S : Core} {path : List Int} {runner : Int} {command : Command} (rest : Stack) (h : S.Next id path runner command) :
    (under T S rest).Next id path runner command := by
  induction rest using Stack.induct generalizing S with
  | nil => exact h
  | cons top below ih =>
    cases top with
    | block => exact ih (.block h)
    | code => exact ih (.seq h)
    | restore => exact ih (.seq h)
    | branches => exact ih (.seq h)

section

variable {p : ProgramTables} {E : Parameters} {σ₀ : Store}

theorem goToNext_right (hT : p.tables.Right) {r r' : Replay} (hr : r.Right p E σ₀) {family : Nat} {id : Int} (h : r.goToNext p.runnable family id = .ok r') :
    r'.Right p E σ₀ := by
  obtain ⟨r₁, hselect, h⟩ := bind_ok.mp h
  refine go_right (select_right hT hr hselect) rfl (fun {stack stack'} hmove id σ => ?_) h
  unfold goAtomic at hmove
  split at hmove
  · injection hmove with hmove
    subst hmove
    exact .refl
  · simp at hmove

/-- A thread that is found to be about to access the variable is. -/
theorem isAbout_sound (hT : p.tables.Right) {r : Replay} (hr : r.Right p E σ₀) {party : Party} {a : Aim} {effort left : Nat}
    (h : r.isAbout p.runnable party a effort = .ok left) : ∃ t : p.text.Thread E σ₀, t.1 = (party.family, party.id) ∧
      (replayed p E σ₀ r.threads t).AboutTo E t.1.2 (storeOf (baseValue p.tables E) r.store) [] a.name a.index a.writes := by
  obtain ⟨⟨found, _⟩, hfind, h⟩ := bind_ok.mp h
  cases found with
  | none => simp at h
  | some place =>
    dsimp only at h
    split at h
    · split at h
      · rename_i hp _ command rest hstack
        obtain ⟨_, _, h⟩ := bind_ok.mp h
        obtain ⟨⟨after, taken, _, found⟩, hfollow, h⟩ := bind_ok.mp h
        obtain ⟨_, _, h⟩ := bind_ok.mp h
        obtain ⟨_, hfound, _⟩ := bind_ok.mp h
        have hfind := orReject_ok.mp hfind
        obtain ⟨_, _, hat⟩ := (findThread_sound 0 _ hfind).1 place rfl
        have hlookup := hat.lookup
        simp only [List.drop_zero] at hlookup
        obtain ⟨t, ht⟩ := hr.known hlookup
        refine ⟨t, ht, t.1.2, command.command p.tables, storeOf (baseValue p.tables E) after, ?_, ?_⟩
        · simp only [replayed, ht, hlookup, hstack, stackStatement]
          exact under_next rest (by simp only [Pending.core, Code.core]; exact .atomic)
        · have := (followed_sound (k := ⟨p.tables, r.range, r.parameters, party.id, party.inputs⟩) hT hfollow).2 (require_ok.mp hfound)
          rw [ht, hr.parameters]
          exact this
      · simp at h
    · simp at h

theorem eventsToRace_right (hT : p.tables.Right) {bytes : ByteArray} (i : Nat) (r : Replay) (hr : r.Right p E σ₀) {r' : Replay × Nat}
    (h : Kernel.eventsToRace p.runnable bytes i r = .ok r') : r'.1.Right p E σ₀ := by
  fun_induction Kernel.eventsToRace p.runnable bytes i r with
  | case1 i r _ next hword =>
    injection h with h
    exact h ▸ hr
  | case2 i r _ hword ih =>
    obtain ⟨⟨event, next⟩, _, h⟩ := bind_ok.mp h
    obtain ⟨r₁, he, h⟩ := bind_ok.mp h
    split at h
    · exact ih _ _ ‹_› (event_sound hT hr (atOffset_ok.mp he)) h
    · simp at h
  | case3 => simp at h

end

/-- **Soundness of races.** If the kernel follows a schedule to a race on a variable, the program is not free of races on it. -/
theorem replayRace_sound {p : ProgramTables} (hT : p.tables.Right) {bytes : ByteArray} {i effort x : Nat}
    (h : Kernel.replayRace p.runnable bytes i effort = .ok x) : ¬ p.text.RaceFree x := by
  obtain ⟨⟨range, first⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨⟨start, next⟩, _, h⟩ := bind_ok.mp h
  obtain ⟨effort', hinit, h⟩ := bind_ok.mp h
  obtain ⟨_, hassume, hstart⟩ := bind_ok.mp (atOffset_ok.mp hinit)
  have hinitial : p.text.Initial (parametersOf start.parameters)
      (storeOf (baseValue p.tables (parametersOf start.parameters)) start.store) :=
    ⟨requireTrue_sound hT hassume rfl, requireTrue_sound hT hstart rfl⟩
  have hfirst : (start.replay effort').Right p (parametersOf start.parameters) (storeOf (baseValue p.tables (parametersOf start.parameters)) start.store) :=
    ⟨rfl, rfl, .refl, fun {key stack} hk => by simp [Kernel.Start.replay, lookupThread] at hk, .inl rfl,
      fun hw => by simp [Kernel.Start.replay] at hw⟩
  obtain ⟨⟨r, _⟩, hevents, h⟩ := bind_ok.mp h
  have hr := eventsToRace_right hT _ _ hfirst hevents
  obtain ⟨⟨values, _⟩, _, h⟩ := bind_ok.mp h
  dsimp only at h
  split at h
  · obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨⟨one, _⟩, _, h⟩ := bind_ok.mp h
    obtain ⟨⟨two, _⟩, _, h⟩ := bind_ok.mp h
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨_, hrace, h⟩ := bind_ok.mp h
    injection h with h
    subst h
    have hrace := atOffset_ok.mp hrace
    obtain ⟨_, hdifferent, hrace⟩ := bind_ok.mp hrace
    obtain ⟨r₁, hone, hrace⟩ := bind_ok.mp hrace
    obtain ⟨r₂, htwo, hrace⟩ := bind_ok.mp hrace
    obtain ⟨_, habout, hrace⟩ := bind_ok.mp hrace
    obtain ⟨_, habout', _⟩ := bind_ok.mp hrace
    have hr₂ := goToNext_right hT (goToNext_right hT hr hone) htwo
    obtain ⟨t, ht, hat⟩ := isAbout_sound hT hr₂ habout
    obtain ⟨u, hu, hau⟩ := isAbout_sound hT hr₂ habout'
    intro hfree
    refine hfree _ _ _ _ hinitial hr₂.reachable ⟨t, u, [], [], _, _, fun he => ?_, hat, hau⟩
    have htu : t.1 = u.1 := congrArg (fun pair => pair.1.1) he
    rw [ht, hu] at htu
    rcases require_ok.mp hdifferent with hne | hne
    · exact hne (congrArg Prod.fst htu)
    · exact hne (congrArg Prod.snd htu)
  · simp at h

end Plato
