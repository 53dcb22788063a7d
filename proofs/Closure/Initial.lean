/-
# Every initial store is one of those that the kernel starts from

Main definitions: `Sorts.Known`, `OpenValue.Has`. Main results: `factOf_sound`, `noteFacts_sound`, `noteOpen_sound`, `startStores_sound`.
-/
module

public import Plato.Closure.Start
public import Closure.Command

@[expose] public section

namespace Plato

/-! ## The initial store -/

section

variable {T : Tables} (hT : T.Right) {store : Array StoreValue} {E : Parameters} {σ : Store} {B : Nat → Int → Int}
include hT

theorem numberFact_sound {a b name : Nat} (h : numberFact T store a b = some name)
    (he : (T.interpretation (E.model 0 σ σ)).int [] a = (T.interpretation (E.model 0 σ σ)).int [] b) :
    Value.Same .integer (σ name) (storeOf B store name) := by
  unfold numberFact at h
  split at h
  · rename_i x hx
    split at h
    · rename_i n hn
      split at h
      · rename_i m hm
        split at h
        · rename_i hmn
          injection h with h
          subst h hmn
          have h1 := interpretation_termMeans hT (E.model 0 σ σ) hx []
          have h2 := interpretation_termMeans hT (E.model 0 σ σ) hn []
          simp only [TermShape.Means] at h1 h2
          unfold Interpretation.int at he
          rw [h1, h2] at he
          simp only [Value.Same, storeOf, hm]
          exact he
        · simp at h
      · simp at h
    · simp at h
  · simp at h

theorem mapFact_sound {a b name : Nat} (h : mapFact T store a b = some name)
    (he : (T.interpretation (E.model 0 σ σ)).map [] a = (T.interpretation (E.model 0 σ σ)).map [] b) :
    Value.Same .map (σ name) (storeOf B store name) := by
  unfold mapFact at h
  split at h
  · rename_i y hy
    split at h
    · rename_i x hx
      split at h
      · rename_i n hn
        split at h
        · rename_i m w hm
          split at h
          · rename_i hmn
            injection h with h
            subst h hmn
            have h1 := interpretation_termMeans hT (E.model 0 σ σ) hy []
            have h2 := interpretation_termMeans hT (E.model 0 σ σ) hx []
            have h3 := interpretation_termMeans hT (E.model 0 σ σ) hn []
            simp only [TermShape.Means, Interpretation.int] at h1 h2 h3
            unfold Interpretation.map at he
            rw [h1, h2, h3] at he
            simp only [Value.Same, storeOf, hm]
            exact he
          · simp at h
        · simp at h
      · simp at h
    · simp at h
  · simp at h

theorem truthFact_sound {a b name : Nat} (h : truthFact T store a b = some name)
    (he : (T.interpretation (E.model 0 σ σ)).int [] a ≠ (T.interpretation (E.model 0 σ σ)).int [] b) :
    Value.Same .truth (σ name) (storeOf B store name) := by
  unfold truthFact at h
  split at h
  · rename_i x hx
    split at h
    · rename_i hzero
      split at h
      · rename_i m hm
        split at h
        · simp at h
        · rename_i hmn
          injection h with h
          subst h
          have h1 := interpretation_termMeans hT (E.model 0 σ σ) hx []
          have h2 := isZero_value hT hzero (E.model 0 σ σ) []
          simp only [TermShape.Means] at h1
          unfold Interpretation.int at he
          rw [h1, h2] at he
          simp only [Value.Same, storeOf, hm]
          exact ⟨fun h => absurd h he, fun h => absurd h hmn⟩
      · simp at h
    · simp at h
  · simp at h

omit hT in
theorem eitherFact_some {a b : Option Nat} {name : Nat} (h : eitherFact a b = some name) : a = some name ∨ b = some name := by
  cases a with
  | none => exact .inr h
  | some _ => exact .inl h

/-- What a literal says of the initial store is true. -/
theorem factOf_sound {truths : Array Bool} {l : Literal} {name : Nat} {kind : ValueKind} (h : factOf T store truths l = some (name, kind))
    (hl : (T.interpretation (E.model 0 σ σ)).literal [] l) : Value.Same kind (σ name) (storeOf B store name) := by
  unfold factOf at h
  split at h
  · rename_i hpositive
    have hentry : (T.interpretation (E.model 0 σ σ)).holds [] l.entry := by simpa [Interpretation.literal, Literal.True, hpositive] using hl
    split at h
    · rename_i a b hs
      have hm := interpretation_means hT (E.model 0 σ σ) hs []
      simp only [Shape.Means] at hm
      have heq := hm.mp hentry
      split at h
      · rename_i x hx
        simp only [Option.some.injEq, Prod.mk.injEq] at h
        obtain ⟨rfl, rfl⟩ := h
        have : Value.Same .integer (σ x) (storeOf B store x) :=
          (eitherFact_some hx).elim (fun hf => numberFact_sound hT hf heq) (fun hf => numberFact_sound hT hf heq.symm)
        split
        · exact this.fits rfl
        · exact this
      · simp at h
    · rename_i a b hs
      have hm := interpretation_means hT (E.model 0 σ σ) hs []
      simp only [Shape.Means] at hm
      have heq := hm.mp hentry
      split at h
      · rename_i x hx
        simp only [Option.some.injEq, Prod.mk.injEq] at h
        obtain ⟨rfl, rfl⟩ := h
        have : Value.Same .map (σ x) (storeOf B store x) :=
          (eitherFact_some hx).elim (fun hf => mapFact_sound hT hf heq) (fun hf => mapFact_sound hT hf heq.symm)
        split
        · exact this.fits rfl
        · exact this
      · simp at h
    · simp at h
  · rename_i hnegative
    have hentry : ¬ (T.interpretation (E.model 0 σ σ)).holds [] l.entry := by simpa [Interpretation.literal, Literal.True, hnegative] using hl
    split at h
    · rename_i a b hs
      have hm := interpretation_means hT (E.model 0 σ σ) hs []
      simp only [Shape.Means] at hm
      split at h
      · rename_i x hx
        split at h
        · simp only [Option.some.injEq, Prod.mk.injEq] at h
          obtain ⟨rfl, rfl⟩ := h
          exact truthFact_sound hT hx fun he => hentry (hm.mpr he)
        · simp at h
      · simp at h
    · simp at h

end

theorem kind_set {S : Sorts} {name : Nat} (h : name < S.size) {sort : Option VariableSort} (x : Nat) :
    Sorts.kind (S.set name sort h) x = if x = name then (match sort with | some (.whole kind) => some kind | _ => none) else S.kind x := by
  unfold Sorts.kind
  by_cases he : x = name
  · subst he
    simp [h]
    rcases sort with _ | _ | _ <;> rfl
  · by_cases hx : x < S.size
    · simp [hx, Ne.symm he, he]
    · simp [hx, he]

theorem ownKind_set {S : Sorts} {name : Nat} (h : name < S.size) {sort : Option VariableSort} (x : Nat) :
    Sorts.ownKind (S.set name sort h) x = if x = name then (match sort with | some (.own kind) => some kind | _ => none) else S.ownKind x := by
  unfold Sorts.ownKind
  by_cases he : x = name
  · subst he
    simp [h]
    rcases sort with _ | _ | _ <;> rfl
  · by_cases hx : x < S.size
    · simp [hx, Ne.symm he, he]
    · simp [hx, he]

/-- What is known of the store is true, as far as it matters, but for the variables of which `P` is true; and no entries are threads' own. -/
structure Sorts.Known (S : Sorts) (P : Nat → Prop) (σ τ : Store) : Prop where
  same : ∀ x kind, S.kind x = some kind → ¬ P x → Value.Same kind (σ x) (τ x)
  shared : ∀ x, S.ownKind x = none

theorem Sorts.Known.like {S : Sorts} {σ τ : Store} (h : S.Known (fun _ => False) σ τ) (id : Int) : S.Like id σ τ where
  shared hs := let ⟨_, hknown, hfits⟩ := Sorts.has_iff.mp hs; (h.same _ _ hknown (fun h => h)).fits hfits
  own hs := by rw [h.shared] at hs; simp at hs

theorem replicate_known {n : Nat} {P : Nat → Prop} {σ τ : Store} : Sorts.Known (Array.replicate n none) P σ τ where
  same x kind h := by
    unfold Sorts.kind at h
    split at h
    · simp at h
    · simp at h
  shared x := by
    unfold Sorts.ownKind
    split
    · simp
    · rfl

/-- Every initial store looks like the one that is written down, as far as that is said. -/
theorem noteFacts_sound {T : Tables} (hT : T.Right) {store : Array StoreValue} {truths : Array Bool} {E : Parameters} {σ : Store} {B : Nat → Int → Int}
    {parts : List Literal} (hparts : ∀ l ∈ parts, (T.interpretation (E.model 0 σ σ)).literal [] l) {S : Sorts}
    (hS : S.Known (fun _ => False) σ (storeOf B store)) : (noteFacts T store truths parts S).Known (fun _ => False) σ (storeOf B store) := by
  induction parts generalizing S with
  | nil => exact hS
  | cons l rest ih =>
    have hrest : ∀ p ∈ rest, (T.interpretation (E.model 0 σ σ)).literal [] p := fun p hp => hparts p (by simp [hp])
    unfold noteFacts
    split
    · rename_i name kind hfact
      have hsame := factOf_sound (B := B) hT hfact (hparts l (by simp))
      refine ih hrest ?_
      split
      · rename_i hlt
        refine ⟨fun x kind' hx hn => ?_, fun x => ?_⟩
        · rw [kind_set hlt] at hx
          split at hx
          · rename_i he
            subst he
            simp only [Option.some.injEq] at hx
            subst hx
            exact hsame
          · exact hS.same x kind' hx hn
        · rw [ownKind_set hlt]
          split
          · rfl
          · exact hS.shared x
      · exact hS
    · exact ih hrest hS

/-! ## Initial values that are left open -/

/-- The variable has one of the values, as far as it matters. -/
def OpenValue.Has (o : OpenValue) (S : Sorts) (σ : Store) : Prop :=
  ∃ kind n, S.kind o.name = some kind ∧ o.low ≤ n ∧ n ≤ o.high ∧ Value.Same kind (σ o.name) (.int n)

theorem isVariable_value {T : Tables} (hT : T.Right) {E : Parameters} {σ : Store} {name t : Nat} (h : isVariable T name t = true) :
    (T.interpretation (E.model 0 σ σ)).int [] t = (σ name).toInt := by
  unfold isVariable at h
  split at h
  · rename_i x version hs
    simp only [beq_iff_eq] at h
    subst h
    have := interpretation_termMeans hT (E.model 0 σ σ) hs []
    simp only [TermShape.Means] at this
    rw [Interpretation.int, this]
    simp [Tables.interpretation, Parameters.model]
  · simp at h

/-- Variables that are left open have one of their values, and of others is known what was known before. -/
theorem noteOpen_sound {T : Tables} (hT : T.Right) {truths : Array Bool} {E : Parameters} {σ τ : Store} {parts : List Literal}
    (hparts : ∀ l ∈ parts, (T.interpretation (E.model 0 σ σ)).literal [] l) {cost : Nat} {opens : List OpenValue} {S : Sorts} {effort left : Nat} {S' : Sorts}
    {P : Nat → Prop} (hS : S.Known P σ τ) (h : noteOpen T parts truths cost opens S effort = .ok ⟨S', left⟩) :
    S'.Known (fun x => P x ∨ ∃ o ∈ opens, o.name = x) σ τ ∧ (∀ o ∈ opens, o.Has S' σ) ∧ ∀ x kind, S.kind x = some kind → S'.kind x = some kind := by
  induction opens generalizing S effort P with
  | nil =>
    injection h with h
    injection h with h _
    subst h
    exact ⟨⟨fun x kind hx hn => hS.same x kind hx fun hp => hn (.inl hp), hS.shared⟩, by simp, fun _ _ hx => hx⟩
  | cons o rest ih =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    split at h
    · rename_i hlt
      split at h
      · simp at h
      · rename_i hnone
        have hunknown : S.kind o.name = none := by simp [Sorts.kind, hlt, hnone]
        -- the variable becomes known by its kind
        have key (kind : ValueKind) (n : Int) (hlow : o.low ≤ n) (hhigh : n ≤ o.high) (hsame : Value.Same kind (σ o.name) (.int n)) {effort : Nat}
            (h : noteOpen T parts truths cost rest (S.set o.name (some (.whole kind)) hlt) effort = .ok ⟨S', left⟩) :
            S'.Known (fun x => P x ∨ ∃ o' ∈ o :: rest, o'.name = x) σ τ ∧ (∀ o' ∈ o :: rest, o'.Has S' σ) ∧
              ∀ x kind, S.kind x = some kind → S'.kind x = some kind := by
          obtain ⟨h1, h2, h3⟩ := ih (P := fun x => P x ∨ x = o.name) ⟨fun x kind' hx hn => by
            rw [kind_set hlt] at hx
            split at hx
            · rename_i he; exact absurd (.inr he) hn
            · exact hS.same x kind' hx fun hp => hn (.inl hp), fun x => by
            rw [ownKind_set hlt]
            split
            · rfl
            · exact hS.shared x⟩ h
          refine ⟨⟨fun x kind' hx hn => h1.same x kind' hx fun hp => hn ?_, h1.shared⟩, fun o' ho' => ?_, fun x kind' hx => h3 x kind' ?_⟩
          · rcases hp with (hp | rfl) | ⟨o', ho', he⟩
            · exact .inl hp
            · exact .inr ⟨o, by simp, rfl⟩
            · exact .inr ⟨o', by simp [ho'], he⟩
          · rcases List.mem_cons.mp ho' with rfl | ho'
            · exact ⟨kind, n, h3 _ _ (by simp [kind_set hlt]), hlow, hhigh, hsame⟩
            · exact h2 o' ho'
          · rw [kind_set hlt]
            split
            · rename_i he
              subst he
              rw [hunknown] at hx
              simp at hx
            · exact hx
        split at h
        · obtain ⟨_, hrange, h⟩ := bind_ok.mp h
          have hrange := require_ok.mp hrange
          by_cases hz : (σ o.name).toInt = 0
          · exact key .truth 0 hrange.1 (by omega) ⟨fun _ => rfl, fun _ => hz⟩ h
          · exact key .truth 1 (by omega) hrange.2 ⟨fun h => absurd h hz, fun h => absurd h (by simp [Value.toInt])⟩ h
        · obtain ⟨_, hwithin, h⟩ := bind_ok.mp h
          have hwithin := require_ok.mp hwithin
          have hbounds := allBounds_sound (M := E.model 0 σ σ) hT (isIt := isVariable T o.name) (fun t ht => isVariable_value hT ht) hparts (known := ⟨none, none⟩) ⟨by simp, by simp⟩
          unfold isWithin at hwithin
          split at hwithin
          · rename_i low high hlow hhigh
            simp only [Bool.and_eq_true, decide_eq_true_eq] at hwithin
            have h1 := hbounds.1 _ hlow
            have h2 := hbounds.2 _ hhigh
            exact key .integer (σ o.name).toInt (by omega) (by omega) rfl h
          · simp at hwithin
    · simp at h

/-- One of the initial stores looks the same. -/
theorem startStores_sound {S : Sorts} {σ : Store} {B : Nat → Int → Int} {opens : List OpenValue} (hopens : ∀ o ∈ opens, o.Has S σ) {store : Array StoreValue}
    {effort : Nat} {out : List (Array StoreValue)} {r : Evaluated (List (Array StoreValue))} (h : startStores opens store effort out = .ok r)
    (hS : S.Known (fun x => ∃ o ∈ opens, o.name = x) σ (storeOf B store)) :
    ∃ start ∈ r.known, S.Known (fun _ => False) σ (storeOf B start) := by
  suffices hs : (∀ s ∈ out, s ∈ r.known) ∧ (S.Known (fun x => ∃ o ∈ opens, o.name = x) σ (storeOf B store) →
      ∃ start ∈ r.known, S.Known (fun _ => False) σ (storeOf B start)) from hs.2 hS
  clear hS
  induction opens generalizing store effort out r with
  | nil =>
    injection h with h
    subst h
    exact ⟨fun s hs => List.mem_cons_of_mem _ hs, fun hS => ⟨store, by simp, fun x kind hx _ => hS.same x kind hx (by simp), hS.shared⟩⟩
  | cons o rest ih =>
    obtain ⟨hkeep, hall⟩ := eachValue_sound
      (P := fun s known => S.Known (fun x => ∃ o ∈ rest, o.name = x) σ (storeOf B s) → ∃ start ∈ known, S.Known (fun _ => False) σ (storeOf B start))
      (fun hsub hP hS => let ⟨s, hs, hk⟩ := hP hS; ⟨s, hsub s hs, hk⟩) (fun h => ih (fun o' ho' => hopens o' (by simp [ho'])) h) h
    refine ⟨hkeep, fun hS => ?_⟩
    obtain ⟨kind, n, hkind, h1, h2, hsame⟩ := hopens o (by simp)
    obtain ⟨after, hwrite, hP⟩ := hall n h1 (by omega)
    refine hP ⟨fun x kind' hx hn => ?_, hS.shared⟩
    unfold writePlace at hwrite
    split at hwrite
    · injection hwrite with hwrite
      subst hwrite
      rw [storeOf_set]
      dsimp only
      split
      · rename_i he
        subst he
        rw [hkind] at hx
        injection hx with hx
        subst hx
        exact hsame
      · rename_i he
        refine hS.same x kind' hx fun ⟨o', ho', hname⟩ => ?_
        rcases List.mem_cons.mp ho' with rfl | ho'
        · exact he hname.symm
        · exact hn ⟨o', ho', hname⟩
    · simp at hwrite

end Plato
