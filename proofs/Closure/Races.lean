/-
# All that a thread is about to access is found

A finder adds to what is there, and finds what it is to find. Finders one after the other find what each of them does. So whatever a term or formula reads is found, by induction
on how deep the search may go; and then whatever a command touches that is not made of others.

Main definitions: `Covers`, `Finder.Finds`, `Watch.Sees`. Main results: `indexOf_sound`, `reads_found`, `touches_found`.
-/
module

public import Plato.Closure.Races
public import Plato.Meaning.Race
public import Closure.Command
public import Closure.Control

@[expose] public section

namespace Plato

/-- Among the touches is one of the variable at the index, by reading or by writing. -/
def Covers (l : List Touch) (x : Nat) (i : Int) (writes : Bool) : Prop :=
  ∃ t ∈ l, t.name = x ∧ t.writes = writes ∧ ∀ n, t.index = some n → n = i

theorem Covers.mono {l l' : List Touch} {x : Nat} {i : Int} {writes : Bool} (h : ∀ t ∈ l, t ∈ l') (hc : Covers l x i writes) : Covers l' x i writes :=
  let ⟨t, ht, hc⟩ := hc
  ⟨t, h t ht, hc⟩

/-- What is there stays there, and the access is found if the condition holds. -/
structure Finder.Finds (f : Finder) (x : Nat) (i : Int) (writes : Bool) (P : Prop) : Prop where
  run : ∀ {effort out r}, f effort out = .ok r → (∀ t ∈ out, t ∈ r.known) ∧ (P → Covers r.known x i writes)

theorem Finder.Finds.weaken {f : Finder} {x : Nat} {i : Int} {writes : Bool} {P Q : Prop} (h : Finder.Finds f x i writes P) (hQ : Q → P) :
    Finder.Finds f x i writes Q := ⟨fun he => ⟨(h.run he).1, fun q => (h.run he).2 (hQ q)⟩⟩

theorem inTurn_finds {f g : Finder} {x : Nat} {i : Int} {writes : Bool} {P Q : Prop} (hf : Finder.Finds f x i writes P) (hg : Finder.Finds g x i writes Q) :
    Finder.Finds (inTurn f g) x i writes (P ∨ Q) := by
  refine ⟨fun h => ?_⟩
  obtain ⟨⟨out', left⟩, h1, h2⟩ := bind_ok.mp h
  exact ⟨fun t ht => (hg.run h2).1 t ((hf.run h1).1 t ht), fun hp => hp.elim (fun hp => ((hf.run h1).2 hp).mono (hg.run h2).1) (hg.run h2).2⟩

theorem nothing_finds {x : Nat} {i : Int} {writes : Bool} : Finder.Finds nothing x i writes False := by
  refine ⟨fun h => ?_⟩
  injection h with h
  subst h
  exact ⟨fun _ ht => ht, False.elim⟩

/-- A finder of what is read keeps what is there, and finds nothing that is written. -/
theorem reads_only {f : Finder} {x : Nat} {i : Int} {writes : Bool} {P : Prop} (h : Finder.Finds f x i false P) :
    Finder.Finds f x i writes (writes = false ∧ P) :=
  ⟨fun he => ⟨(h.run he).1, fun ⟨hwrites, hp⟩ => by subst hwrites; exact (h.run he).2 hp⟩⟩

/-! ## Indices -/

/-- The model is about the thread, and stores that look to it like those that are written down. -/
structure Watch.Sees (w : Watch) (B : Nat → Int → Int) (M : Model) : Prop where
  thread : M.logic 0 = .int w.id
  store : ∀ version, w.sorts.Like w.id (M.store version) (storeOf B (if version = 0 then w.before else w.after))

section

variable {w : Watch} {B : Nat → Int → Int} {M : Model} (hw : w.Sees B M)

theorem knownBoth_sound {o : Operator} {a b : Option Int} {effort : Nat} {n : Int} (h : (knownBoth o a b effort).known = some n) :
    ∃ m k, a = some m ∧ b = some k ∧ integerOf o m k = some n := by
  unfold knownBoth at h
  split at h
  · dsimp only at h
    split at h
    · exact ⟨_, _, rfl, rfl, h⟩
    · simp at h
  · simp at h

include hw

theorem element_sound {name version : Nat} {i n : Int} (h : w.elementOf name version i = some n) : (M.store version name).toMap i = n := by
  unfold Watch.elementOf at h
  split at h
  · rename_i hs
    have := ((hw.store version).shared hs).map
    rw [this]
    unfold Watch.valueOf at h
    show ((storeValue _ name).value B).toMap i = n
    generalize storeValue _ name = v at h
    cases v with
    | based => simp [Watch.element] at h
    | finite v =>
      simp only [Watch.element, Option.some.injEq] at h
      rw [← h, FiniteValue.at_eq]
      rfl
  · simp at h

theorem ownOf_sound {name version : Nat} {n : Int} (h : w.ownOf name version = some n) : (M.store version name).toMap w.id = n := by
  have key {kind : ValueKind} (hs : w.sorts.ownKind name = some kind) (hk : kind.element = .integer)
      (h : Watch.element w.id (w.valueOf name version) = some n) : (M.store version name).toMap w.id = n := by
    have hsame := (hw.store version).own hs
    unfold SameEntry at hsame
    rw [hk] at hsame
    rw [show (M.store version name).toMap w.id = _ from hsame.int]
    unfold Watch.valueOf at h
    show ((storeValue _ name).value B).toMap w.id = n
    generalize storeValue _ name = v at h
    cases v with
    | based => simp [Watch.element] at h
    | finite v =>
      simp only [Watch.element, Option.some.injEq] at h
      rw [← h, FiniteValue.at_eq]
      rfl
  unfold Watch.ownOf at h
  split at h
  · exact key ‹_› rfl h
  · exact key ‹_› rfl h
  · simp at h

/-- The value that is worked out is that of the term. -/
theorem indexOf_sound {depth : Nat} {t : Term} {effort : Nat} {n : Int} (h : (indexOf w depth t effort).known = some n) (bs : List Int) :
    (t.eval M bs).toInt = n := by
  induction depth generalizing t effort n with
  | zero => simp [indexOf] at h
  | succ depth ih =>
    unfold indexOf at h
    cases effort with
    | zero => simp at h
    | succ effort =>
      dsimp only at h
      split at h
      · simpa [Term.eval] using h
      · simp only [Option.some.injEq] at h
        simp [Term.eval, hw.thread, h, Value.toInt]
      · rename_i name version
        dsimp only at h
        split at h
        · rename_i hs
          have := ((hw.store version).shared hs).int
          rw [Term.eval, this]
          unfold Watch.valueOf at h
          show ((storeValue _ name).value B).toInt = n
          generalize storeValue _ name = v at h
          cases v with
          | based => simp [Watch.known] at h
          | finite v =>
            simp only [Watch.known, Option.some.injEq] at h
            rw [← h, ← FiniteValue.toInt_value]
            rfl
        · simp at h
      all_goals first
        | (obtain ⟨m, k, hm, hk, ho⟩ := knownBoth_sound h
           simp only [integerOf, Option.some.injEq] at ho
           simp only [Term.eval, ih hm, ih hk]
           exact ho)
        | skip
      · rename_i name version j
        split at h
        · simp at h
        · split at h
          · rename_i own hown
            unfold isOwnElement at hown
            split at hown
            · rename_i hvar
              cases hvar
              simp only [Term.eval, hw.thread]
              exact ownOf_sound hw h
            · simp at hown
          · split at h
            · rename_i i hi
              simp only [Term.eval, ih hi]
              exact element_sound hw h
            · simp at h
      · simp at h

/-! ## Reading -/

variable {x : Nat} {i : Int} (hx : x ∈ w.names)

omit hw in
include hx in
theorem touched_finds {name : Nat} {index : Option Int} {writes : Bool} :
    Finder.Finds (touched w name index writes) x i writes (name = x ∧ ∀ n, index = some n → n = i) := by
  refine ⟨fun h => ?_⟩
  obtain ⟨_, _, h⟩ := bind_ok.mp h
  injection h with h
  subst h
  refine ⟨fun t ht => by dsimp only; split <;> simp [ht], fun ⟨he, hi⟩ => ?_⟩
  subst he
  rw [if_pos (isIn_iff.mpr hx)]
  exact ⟨_, List.mem_cons_self, rfl, rfl, hi⟩

include hx in
theorem touchedAt_finds {name : Nat} {j : Term} {writes : Bool} (bs : List Int) :
    Finder.Finds (touchedAt w name j writes) x i writes (name = x ∧ (j.eval M bs).toInt = i) := by
  refine ⟨fun {effort out r} h => ?_⟩
  have key {e : Evaluated (Option Int)} (he : indexOf w indexDepth j effort = e) (h : touched w name e.known writes e.effort out = .ok r) :
      (∀ t ∈ out, t ∈ r.known) ∧ (name = x ∧ (j.eval M bs).toInt = i → Covers r.known x i writes) := by
    have := (touched_finds (i := i) hx).run h
    exact ⟨this.1, fun ⟨hname, hi⟩ => this.2 ⟨hname, fun n hn => (indexOf_sound hw (by rw [he]; exact hn) bs).symm.trans hi⟩⟩
  exact key rfl h

include hx in
/-- **Whatever a term or formula reads is found.** -/
theorem reads_found (depth : Nat) :
    (∀ t bs, Finder.Finds (readsTerm w depth t) x i false (t.Reads M x i bs)) ∧
      ∀ f bs, Finder.Finds (readsFormula w depth f) x i false (f.Reads M x i bs) := by
  induction depth with
  | zero => exact ⟨fun t bs => ⟨fun h => by simp [readsTerm] at h⟩, fun f bs => ⟨fun h => by simp [readsFormula] at h⟩⟩
  | succ depth ih =>
    have two {a b : Term} {bs : List Int} := inTurn_finds (ih.1 a bs) (ih.1 b bs)
    have both {f g : Formula} {bs : List Int} := inTurn_finds (ih.2 f bs) (ih.2 g bs)
    have none' {effort : Nat} {out : List Touch} {r : Evaluated (List Touch)} (h : (Except.ok ⟨out, effort⟩ : Except Reason _) = .ok r) :
        (∀ t ∈ out, t ∈ r.known) ∧ (False → Covers r.known x i false) := nothing_finds.run h
    refine ⟨fun t bs => ⟨fun {effort out r} h => ?_⟩, fun f bs => ⟨fun {effort out r} h => ?_⟩⟩
    · cases effort with
      | zero => simp [readsTerm] at h
      | succ effort =>
        cases t with
        | num n => exact none' h
        | var name version => exact ((touched_finds hx).weaken fun he => ⟨he, by simp⟩).run h
        | logic name => exact none' h
        | bound index => exact none' h
        | select m j =>
          cases m with
          | var name version =>
            exact ((inTurn_finds (touchedAt_finds hw hx bs) (ih.1 j bs)).weaken
              fun hr => hr.imp_left fun ⟨he, hi⟩ => ⟨he, hi name version rfl⟩).run h
          | _ => exact ((inTurn_finds (ih.1 _ bs) (ih.1 j bs)).weaken fun hr => hr.imp_left And.left).run h
        | store m j y => exact (inTurn_finds (ih.1 m bs) two).run h
        | const y => exact (ih.1 y bs).run h
        | ite c a b => exact (inTurn_finds (ih.2 c bs) two).run h
        | witness body => exact ⟨((ih.2 body bs).run h).1, fun ⟨y, hy⟩ => ((ih.2 body (y :: bs)).run h).2 hy⟩
        | _ => exact two.run h
    · cases effort with
      | zero => simp [readsFormula] at h
      | succ effort =>
        cases f with
        | true => exact none' h
        | atom name => exact none' h
        | le a b => exact two.run h
        | eq a b => exact two.run h
        | mapEq m n => exact two.run h
        | not f => exact (ih.2 f bs).run h
        | ite c f g => exact (inTurn_finds (ih.2 c bs) both).run h
        | all body => exact ⟨((ih.2 body bs).run h).1, fun ⟨y, hy⟩ => ((ih.2 body (y :: bs)).run h).2 hy⟩
        | _ => exact both.run h

end

/-! ## Commands -/

/-- The command is not made of others. -/
def CommandCode.IsSimple : CommandCode → Prop
  | .ite _ _ _ => False
  | .choice _ _ => False
  | .seq _ _ => False
  | _ => True

section

variable {T : Tables} {S : Sorts} {id : Int} {names : List Nat} {before after : Array StoreValue} {B : Nat → Int → Int} {E : Parameters} {σ τ : Store}
  {x : Nat} {i : Int} {writes : Bool} (hx : x ∈ names) (hσ : S.Like id σ (storeOf B before))
include hx hσ

omit hx in
theorem watch_sees (hτ : S.Like id τ (storeOf B after)) : Watch.Sees ⟨S, id, before, after, names⟩ B (E.model id σ τ) where
  thread := rfl
  store version := by
    show S.Like id (if version = 0 then σ else τ) (storeOf B (if version = 0 then before else after))
    split
    · exact hσ
    · exact hτ

theorem touchesPlace_finds (place : PlaceCode) :
    Finder.Finds (touchesPlace T ⟨S, id, before, before, names⟩ place) x i writes ((place.place T).Accesses E id σ x i writes) := by
  have hw := watch_sees (E := E) (names := names) hσ hσ
  obtain ⟨name, index⟩ := place
  cases index with
  | none =>
    cases writes with
    | true => exact (touched_finds (w := ⟨S, id, before, before, names⟩) hx).weaken fun h => ⟨h.1, by simp⟩
    | false =>
      refine ⟨fun h => ⟨((touched_finds (w := ⟨S, id, before, before, names⟩) (i := i) hx).run h).1, fun ⟨j, hj, _⟩ => ?_⟩⟩
      simp [PlaceCode.place] at hj
  | some t =>
    cases writes with
    | true =>
      refine ⟨fun h => ?_⟩
      obtain ⟨⟨out, left⟩, h1, h2⟩ := bind_ok.mp h
      have hkeep := (((reads_found (i := i) hw hx readsDepth).1 (T.term t) []).run h2).1
      exact ⟨fun t ht => hkeep t (((touchedAt_finds (i := i) hw hx []).run h1).1 t ht),
        fun hp => (((touchedAt_finds hw hx []).run h1).2 ⟨hp.1, hp.2 _ rfl⟩).mono hkeep⟩
    | false =>
      refine ⟨fun h => ?_⟩
      obtain ⟨⟨out, left⟩, h1, h2⟩ := bind_ok.mp h
      have hfound := ((reads_found (i := i) hw hx readsDepth).1 (T.term t) []).run h2
      refine ⟨fun t ht => hfound.1 t (((touchedAt_finds (i := i) hw hx []).run h1).1 t ht), fun ⟨j, hj, hr⟩ => hfound.2 ?_⟩
      simp only [PlaceCode.place, Option.some.injEq] at hj
      rw [hj]
      exact hr

theorem touchesPlaces_finds (places : List PlaceCode) :
    Finder.Finds (touchesPlaces T ⟨S, id, before, before, names⟩ places) x i writes (∃ p ∈ placesOf T places, p.Accesses E id σ x i writes) := by
  induction places with
  | nil => exact nothing_finds.weaken (by simp [placesOf])
  | cons place rest ih =>
    refine (inTurn_finds (touchesPlace_finds (E := E) hx hσ place) ih).weaken fun ⟨p, hp, ha⟩ => ?_
    rcases List.mem_cons.mp hp with rfl | hp
    · exact .inl ha
    · exact .inr ⟨p, hp, ha⟩

theorem touchesChanges_finds (changes : List ChangeCode) :
    Finder.Finds (touchesChanges T ⟨S, id, before, before, names⟩ changes) x i writes
      (∃ c ∈ changesOf T changes, c.1.Accesses E id σ x i writes ∨ (writes = false ∧ c.2.Reads (E.model id σ σ) x i [])) := by
  have hw := watch_sees (E := E) (names := names) hσ hσ
  induction changes with
  | nil => exact nothing_finds.weaken (by simp [changesOf])
  | cons change rest ih =>
    refine (inTurn_finds (touchesPlace_finds (E := E) hx hσ change.place)
      (inTurn_finds (reads_only ((reads_found hw hx readsDepth).1 (T.term change.value) [])) ih)).weaken fun ⟨c, hc, ha⟩ => ?_
    rcases List.mem_cons.mp hc with rfl | hc
    · exact ha.elim .inl fun ha => .inr (.inl ha)
    · exact .inr (.inr ⟨c, hc, ha⟩)

/-- What a command itself touches is found, and what is there stays there. -/
theorem touches_keeps {command : CommandCode} {effort : Nat} {out : List Touch} {r : Evaluated (List Touch)}
    (h : command.touches T S id names before after effort out = .ok r) (hτ : S.Like id τ (storeOf B after)) : ∀ t ∈ out, t ∈ r.known := by
  let E : Parameters := ⟨fun _ => False, fun _ => .int 0⟩
  have hw := watch_sees (E := E) (names := names) hσ hσ
  have hw' := watch_sees (E := E) (names := names) hσ hτ
  cases command with
  | assign changes => exact ((touchesChanges_finds (E := E) (i := 0) (writes := true) hx hσ changes).run h).1
  | havoc places => exact ((touchesPlaces_finds (E := E) (i := 0) (writes := true) hx hσ places).run h).1
  | assume l => exact (((reads_found (i := 0) hw hx readsDepth).2 _ []).run h).1
  | assert l => exact (((reads_found (i := 0) hw hx readsDepth).2 _ []).run h).1
  | ite l C D => exact (((reads_found (i := 0) hw hx readsDepth).2 _ []).run h).1
  | choice => exact ((nothing_finds (x := x) (i := 0) (writes := true)).run h).1
  | seq => exact ((nothing_finds (x := x) (i := 0) (writes := true)).run h).1
  | operation places gate action post =>
    exact ((inTurn_finds (touchesPlaces_finds (E := E) (i := 0) (writes := false) hx hσ places) (inTurn_finds ((reads_found hw hx readsDepth).2 _ [])
      (inTurn_finds ((reads_found hw' hx readsDepth).2 _ []) ((reads_found hw' hx readsDepth).2 _ [])))).run h).1

theorem touches_found {command : CommandCode} {effort : Nat} {out : List Touch} {r : Evaluated (List Touch)}
    (h : command.touches T S id names before after effort out = .ok r) (hτ : S.Like id τ (storeOf B after))
    (hsimple : command.IsSimple)
    (ha : (command.command T).Accesses E id x i writes σ τ) : Covers r.known x i writes := by
  have hw := watch_sees (E := E) (names := names) hσ hσ
  have hw' := watch_sees (E := E) (names := names) hσ hτ
  cases command with
  | assign changes => exact ((touchesChanges_finds hx hσ changes).run h).2 ha.2
  | havoc places => exact ((touchesPlaces_finds hx hσ places).run h).2 ha.2
  | assume l => exact ((reads_only ((reads_found hw hx readsDepth).2 _ [])).run h).2 ha.2
  | assert l => exact ((reads_only ((reads_found hw hx readsDepth).2 _ [])).run h).2 ha.2
  | ite l C D => exact hsimple.elim
  | choice => exact hsimple.elim
  | seq => exact hsimple.elim
  | operation places gate action post =>
    refine ((inTurn_finds (touchesPlaces_finds (E := E) hx hσ places) (inTurn_finds (reads_only ((reads_found hw hx readsDepth).2 _ []))
      (inTurn_finds (reads_only ((reads_found hw' hx readsDepth).2 _ [])) (reads_only ((reads_found hw' hx readsDepth).2 _ []))))).run h).2 ?_
    rcases ha.2 with ha | ⟨hf, ha | ha | ha⟩
    · exact .inl ha
    · exact .inr (.inl ⟨hf, ha⟩)
    · exact .inr (.inr (.inl ⟨hf, ha⟩))
    · exact .inr (.inr (.inr ⟨hf, ha⟩))

end

end Plato
