/-
# Stores that are changed by terms

What the compiler's assignments, havocs and branches do to stores that are given by terms.

Main definitions: `Supplies`. Main results: `executeChanges_sound`, `executeHavoc_sound`, `mergeStores_sound`, `implied_sound`.
-/
module

public import Goal.Generator

@[expose] public section

namespace Plato

section

variable {T : Tables} {s : Setting} {I : Interpretation}

/-- The thread of a site has the identifier that is meant. -/
theorem who_value (hfit : Fits s I.model) (who : Who) : who.value I.model [] = .int (who.identifier s []) := by
  cases who <;> simp [Who.value, Who.identifier, hfit.self, hfit.other, Value.toInt]

/-- A formula that is read in one store. -/
theorem here_model (hfit : Fits s I.model) (who : Who) (source : Source) :
    (Site.here who source).model I [] = s.parameters.model (who.identifier s []) (source.value I) (source.value I) := by
  simp only [Site.model, Parameters.model]
  congr 1
  · exact hfit.atoms
  · funext version
    cases version <;> simp [sourceAt]
  · funext name
    split
    · exact who_value hfit who
    · exact hfit.logic name (by omega)

/-- An action is read in two stores. -/
theorem step_model (hfit : Fits s I.model) (who : Who) (before after : Source) :
    (Site.mk before [after] who).model I [] = s.parameters.model (who.identifier s []) (before.value I) (after.value I) := by
  simp only [Site.model, Parameters.model]
  congr 1
  · exact hfit.atoms
  · funext version
    cases version with
    | zero => rfl
    | succ version => cases version <;> simp [sourceAt]
  · funext name
    split
    · exact who_value hfit who
    · exact hfit.logic name (by omega)

variable {b b' : Builder} {n : Nat} {who : Who}

/-- A term that is copied to a store. -/
theorem copyTerm_here (hT : T.Right) {source : Source} {t : Nat} (hR : b.tables.Right) (hs : source.Ready b.tables)
    (h : copyTerm T (.here who source) 0 copyDepth t b = .ok ⟨n, b'⟩) :
    b'.tables.Right ∧ Grows b.tables b'.tables ∧ n < b'.tables.terms.size ∧ ∀ I, b'.tables.Consistent I → ∀ {s}, Fits s I.model →
      I.value [] n = (T.term t).valueIn s.parameters (who.identifier s []) (source.value I) := by
  obtain ⟨hR', hg, hn, hv⟩ := copyTerm_sound hT ⟨hR, hs, by simp⟩ h
  exact ⟨hR', hg, hn, fun I hI {s} hfit => by rw [hv I hI hfit.isInt [], here_model hfit who]; rfl⟩

/-- The value of a variable, copied. -/
theorem copyVariable_here {name : Nat} {source : Source} (hR : b.tables.Right) (hs : source.Ready b.tables)
    (h : copyVariable name source b = .ok ⟨n, b'⟩) :
    b'.tables.Right ∧ Grows b.tables b'.tables ∧ n < b'.tables.terms.size ∧
      ∀ I, b'.tables.Consistent I → I.value [] n = source.value I name := by
  obtain ⟨hb, hg, hn, hv⟩ := copyVariable_sound (at_ := .here .self source) ⟨hR, hs, by simp⟩ hs h
  exact ⟨hb.right, hg, hn, fun I hI => hv I hI []⟩

/-- A store with a value for a variable. -/
theorem changeTo_ok {name value : Nat} {after result : Source} (hR : b.tables.Right) (hv : value < b.tables.terms.size)
    (hs : after.Ready b.tables) (h : changeTo name value after b = .ok result) :
    result = .changed name value after ∧ result.Ready b.tables := by
  unfold changeTo at h
  split at h
  · rename_i hi
    injection h with h
    subst h
    exact ⟨rfl, ⟨hv, fun I hI bs => (hR I hI).termIndependent hi fun i hi => absurd hi (Nat.not_lt_zero i)⟩, hs⟩
  · simp at h

/-- A map with one element changed. -/
theorem elementTo_sound {name index value : Nat} {after : Source} (hR : b.tables.Right) (hs : after.Ready b.tables)
    (h : elementTo name index value after b = .ok ⟨n, b'⟩) :
    b'.tables.Right ∧ Grows b.tables b'.tables ∧ n < b'.tables.terms.size ∧ ∀ I, b'.tables.Consistent I →
      I.value [] n = .map (update (after.value I name).toMap (I.int [] index) (I.int [] value)) := by
  obtain ⟨⟨m, b₁⟩, h1, h2⟩ := bind_ok.mp h
  obtain ⟨hR₁, hg₁, hm, hv₁⟩ := copyVariable_here hR hs h1
  obtain ⟨hR₂, hg₂, hn, hv₂⟩ := term_built hR₁ h2
  refine ⟨hR₂, hg₁.trans hg₂, hn, fun I hI => ?_⟩
  have hv := hv₂ I hI []
  simp only [TermShape.Means, Interpretation.map] at hv
  rw [hv, hv₁ I (hg₂.consistent I hI)]

/-- What is built: right tables that have grown, and a store that can be used and differs from another only in the names. -/
structure Changed (b b' : Builder) (before after : Source) (names names' : List Nat) : Prop where
  right : b'.tables.Right
  grows : Grows b.tables b'.tables
  ready : after.Ready b'.tables
  others : ∀ x, x ∉ names' → x ∉ names ∧ ∀ I, after.value I x = before.value I x

/-- One variable is changed, and then others. -/
theorem Changed.step {b₁ : Builder} {name value : Nat} {after result : Source} {names names' : List Nat} (hg : Grows b.tables b₁.tables)
    (h : Changed b₁ b' (.changed name value after) result (name :: names) names') : Changed b b' after result names names' :=
  ⟨h.right, hg.trans h.grows, h.ready, fun x hx => by
    obtain ⟨h1, h2⟩ := h.others x hx
    simp only [List.mem_cons, not_or] at h1
    exact ⟨h1.2, fun I => by rw [h2 I]; simp [Source.value, h1.1]⟩⟩

/-- **Assignments are substituted.** -/
theorem executeChanges_sound (hT : T.Right) {before : Source} (changes : List ChangeCode) {after result : Source} {names names' : List Nat}
    (hR : b.tables.Right) (hb : before.Ready b.tables) (ha : after.Ready b.tables)
    (h : executeChanges T who before changes after names b = .ok (result, names', b')) :
    Changed b b' after result names names' ∧ ∀ I, b'.tables.Consistent I → ∀ {s}, Fits s I.model →
      result.value I = writes s.parameters (who.identifier s []) (before.value I)
        ((changesOf T changes).map fun (p, t) => (p, t.valueIn s.parameters (who.identifier s []) (before.value I))) (after.value I) := by
  induction changes generalizing b after names with
  | nil =>
    simp only [executeChanges, Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl, rfl⟩ := h
    exact ⟨⟨hR, .refl _, ha, fun x hx => ⟨hx, fun _ => rfl⟩⟩, fun I _ {s} _ => rfl⟩
  | cons change changes ih =>
    obtain ⟨⟨name, index⟩, value⟩ := change
    cases index with
    | none =>
      obtain ⟨⟨v, b₁⟩, h1, h⟩ := bind_ok.mp h
      obtain ⟨after₁, h2, h⟩ := bind_ok.mp h
      obtain ⟨hR₁, hg₁, hn₁, hv₁⟩ := copyTerm_here hT hR hb h1
      obtain ⟨rfl, hr⟩ := changeTo_ok hR₁ hn₁ (ha.grow hg₁) h2
      obtain ⟨hc, hval⟩ := ih hR₁ (hb.grow hg₁) hr h
      refine ⟨hc.step hg₁, fun I hI {s} hfit => ?_⟩
      rw [hval I hI hfit]
      simp only [changesOf, List.map_cons, writes, PlaceCode.place]
      congr 1
      funext x
      simp only [Source.value, Place.write]
      rw [hv₁ I (hc.grows.consistent I hI) hfit]
    | some index =>
      obtain ⟨⟨v, b₁⟩, h1, h⟩ := bind_ok.mp h
      obtain ⟨⟨i, b₂⟩, h2, h⟩ := bind_ok.mp h
      obtain ⟨⟨m, b₃⟩, h3, h⟩ := bind_ok.mp h
      obtain ⟨after₁, h4, h⟩ := bind_ok.mp h
      obtain ⟨hR₁, hg₁, _, hv₁⟩ := copyTerm_here hT hR hb h1
      obtain ⟨hR₂, hg₂, _, hv₂⟩ := copyTerm_here hT hR₁ (hb.grow hg₁) h2
      have hg₁₂ := hg₁.trans hg₂
      obtain ⟨hR₃, hg₃, hn₃, hv₃⟩ := elementTo_sound hR₂ (ha.grow hg₁₂) h3
      have hg := hg₁₂.trans hg₃
      obtain ⟨rfl, hr⟩ := changeTo_ok hR₃ hn₃ (ha.grow hg) h4
      obtain ⟨hc, hval⟩ := ih hR₃ (hb.grow hg) hr h
      refine ⟨hc.step hg, fun I hI {s} hfit => ?_⟩
      rw [hval I hI hfit]
      simp only [changesOf, List.map_cons, writes, PlaceCode.place]
      congr 1
      funext x
      have hI₃ := hc.grows.consistent I hI
      have hI₂ := hg₃.consistent I hI₃
      simp only [Source.value, Place.write]
      rw [hv₃ I hI₃, Interpretation.int, Interpretation.int, hv₂ I hI₂ hfit, hv₁ I (hg₂.consistent I hI₂) hfit]
      split
      · rename_i hx; rw [hx]
      · rfl

/-- The versions from `version` on have these values for the places. -/
def Supplies (M : Model) : (version : Nat) → List PlaceCode → List Value → Prop
  | _, [], _ => True
  | _, _ :: _, [] => True
  | version, ⟨name, none⟩ :: places, v :: values => M.store version name = v ∧ Supplies M (version + 1) places values
  | version, ⟨name, some _⟩ :: places, v :: values => (∀ i, (M.store version name).toMap i = v.toInt) ∧ Supplies M (version + 1) places values

/-- New versions can have any values. -/
theorem supplies_exists (places : List PlaceCode) (values : List Value) (version : Nat) (M : Model) :
    ∃ M₁, SameBelow version M M₁ ∧ ∀ M', SameBelow (version + countPlaces places) M₁ M' → Supplies M' version places values := by
  induction places generalizing values version M with
  | nil => exact ⟨M, .refl _ _, fun _ _ => by simp [Supplies]⟩
  | cons p places ih =>
    obtain ⟨name, index⟩ := p
    cases values with
    | nil => exact ⟨M, .refl _ _, fun _ _ => by simp [Supplies]⟩
    | cons v values =>
      cases index with
      | none =>
        obtain ⟨M₁, hM₁, hs⟩ := ih values (version + 1) (M.setStore version fun _ => v)
        refine ⟨M₁, (SameBelow.setStore version M _).trans hM₁ (Nat.le_succ _), fun M' hM' => ?_⟩
        simp only [countPlaces] at hM'
        have hadd : version + (countPlaces places + 1) = version + 1 + countPlaces places := by omega
        rw [hadd] at hM'
        refine ⟨?_, hs M' hM'⟩
        rw [hM'.store version (by omega), hM₁.store version (by omega), Model.setStore_same]
      | some i =>
        obtain ⟨M₁, hM₁, hs⟩ := ih values (version + 1) (M.setStore version fun _ => .map fun _ => v.toInt)
        refine ⟨M₁, (SameBelow.setStore version M _).trans hM₁ (Nat.le_succ _), fun M' hM' => ?_⟩
        simp only [countPlaces] at hM'
        have hadd : version + (countPlaces places + 1) = version + 1 + countPlaces places := by omega
        rw [hadd] at hM'
        refine ⟨fun j => ?_, hs M' hM'⟩
        rw [hM'.store version (by omega), hM₁.store version (by omega), Model.setStore_same]
        rfl

/-- **What is havocked has the values of new versions.** -/
theorem executeHavoc_sound (hT : T.Right) {before : Source} (places : List PlaceCode) {after result : Source} {names names' : List Nat}
    {version : Nat} (hR : b.tables.Right) (hb : before.Ready b.tables) (ha : after.Ready b.tables)
    (h : executeHavoc T who before places after names version b = .ok (result, names', b')) :
    Changed b b' after result names names' ∧ ∀ I, b'.tables.Consistent I → ∀ {s}, Fits s I.model → ∀ {values : List Value},
      values.length = (placesOf T places).length → Supplies I.model version places values →
      result.value I = writes s.parameters (who.identifier s []) (before.value I) ((placesOf T places).zip values) (after.value I) := by
  induction places generalizing b after names version with
  | nil =>
    simp only [executeHavoc, Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl, rfl⟩ := h
    exact ⟨⟨hR, .refl _, ha, fun x hx => ⟨hx, fun _ => rfl⟩⟩, fun I _ {s} _ {_} _ _ => rfl⟩
  | cons place places ih =>
    obtain ⟨name, index⟩ := place
    cases index with
    | none =>
      obtain ⟨⟨v, b₁⟩, h1, h⟩ := bind_ok.mp h
      obtain ⟨after₁, h2, h⟩ := bind_ok.mp h
      obtain ⟨hR₁, hg₁, hn₁, hv₁⟩ := term_built hR h1
      obtain ⟨rfl, hr⟩ := changeTo_ok hR₁ hn₁ (ha.grow hg₁) h2
      obtain ⟨hc, hval⟩ := ih hR₁ (hb.grow hg₁) hr h
      refine ⟨hc.step hg₁, fun I hI {s} hfit {values} hlen hsup => ?_⟩
      cases values with
      | nil => simp [placesOf] at hlen
      | cons value values =>
        rw [hval I hI hfit (by simpa [placesOf] using hlen) hsup.2]
        simp only [placesOf, List.zip_cons_cons, writes, PlaceCode.place]
        congr 1
        funext x
        have hv := hv₁ I (hc.grows.consistent I hI) []
        simp only [TermShape.Means] at hv
        simp only [Source.value, Place.write]
        rw [hv, hsup.1]
    | some index =>
      obtain ⟨⟨f, b₁⟩, h1, h⟩ := bind_ok.mp h
      obtain ⟨⟨i, b₂⟩, h2, h⟩ := bind_ok.mp h
      obtain ⟨⟨v, b₃⟩, h3, h⟩ := bind_ok.mp h
      obtain ⟨⟨m, b₄⟩, h4, h⟩ := bind_ok.mp h
      obtain ⟨after₁, h5, h⟩ := bind_ok.mp h
      obtain ⟨hR₁, hg₁, _, hv₁⟩ := term_built hR h1
      obtain ⟨hR₂, hg₂, _, hv₂⟩ := copyTerm_here hT hR₁ (hb.grow hg₁) h2
      obtain ⟨hR₃, hg₃, _, hv₃⟩ := term_built hR₂ h3
      have hg₁₃ := (hg₁.trans hg₂).trans hg₃
      obtain ⟨hR₄, hg₄, hn₄, hv₄⟩ := elementTo_sound hR₃ (ha.grow hg₁₃) h4
      have hg := hg₁₃.trans hg₄
      obtain ⟨rfl, hr⟩ := changeTo_ok hR₄ hn₄ (ha.grow hg) h5
      obtain ⟨hc, hval⟩ := ih hR₄ (hb.grow hg) hr h
      refine ⟨hc.step hg, fun I hI {s} hfit {values} hlen hsup => ?_⟩
      cases values with
      | nil => simp [placesOf] at hlen
      | cons value values =>
        rw [hval I hI hfit (by simpa [placesOf] using hlen) hsup.2]
        simp only [placesOf, List.zip_cons_cons, writes, PlaceCode.place]
        congr 1
        funext x
        have hI₄ := hc.grows.consistent I hI
        have hI₃ := hg₄.consistent I hI₄
        have hI₂ := hg₃.consistent I hI₃
        have hf := hv₁ I (hg₂.consistent I hI₂) []
        have hv := hv₃ I hI₃ []
        simp only [TermShape.Means, Operator.apply] at hf hv
        rw [hf, hsup.1] at hv
        simp only [Source.value, Place.write]
        rw [hv₄ I hI₄, Interpretation.int, Interpretation.int, hv, hv₂ I hI₂ hfit]
        split
        · rename_i hx; rw [hx]; rfl
        · rfl

/-- **Where branches meet, variables have conditional values.** -/
theorem mergeStores_sound {l : Literal} {first second : Source} (names : List Nat) {after result : Source} (hR : b.tables.Right)
    (ha : after.Ready b.tables) (h1 : first.Ready b.tables) (h2 : second.Ready b.tables)
    (h : mergeStores l first second names after b = .ok (result, b')) :
    b'.tables.Right ∧ Grows b.tables b'.tables ∧ result.Ready b'.tables ∧ (∀ x, x ∉ names → ∀ I, result.value I x = after.value I x) ∧
      ∀ I, b'.tables.Consistent I → ∀ x ∈ names,
        (I.literal [] l → result.value I x = first.value I x) ∧ (¬ I.literal [] l → result.value I x = second.value I x) := by
  induction names generalizing b after with
  | nil =>
    simp only [mergeStores, Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    exact ⟨hR, .refl _, ha, fun _ _ _ => rfl, fun _ _ _ hx => nomatch hx⟩
  | cons name names ih =>
    obtain ⟨⟨x, b₁⟩, h3, h⟩ := bind_ok.mp h
    obtain ⟨⟨y, b₂⟩, h4, h⟩ := bind_ok.mp h
    obtain ⟨⟨v, b₃⟩, h5, h⟩ := bind_ok.mp h
    obtain ⟨after', h6, h⟩ := bind_ok.mp h
    obtain ⟨hR₁, hg₁, _, hx⟩ := copyVariable_here hR h1 h3
    obtain ⟨hR₂, hg₂, _, hy⟩ := copyVariable_here hR₁ (h2.grow hg₁) h4
    obtain ⟨hR₃, hg₃, hn, hv⟩ := term_built hR₂ h5
    have hg := (hg₁.trans hg₂).trans hg₃
    obtain ⟨rfl, hr⟩ := changeTo_ok hR₃ hn (ha.grow hg) h6
    obtain ⟨hR', hg', hr', hothers, hsame⟩ := ih hR₃ hr (h1.grow hg) (h2.grow hg) h
    refine ⟨hR', hg.trans hg', hr', fun z hz I => ?_, fun I hI z hz => ?_⟩
    · simp only [List.mem_cons, not_or] at hz
      rw [hothers z hz.2 I]
      simp only [Source.value, hz.1, if_false]
    · by_cases hz' : z ∈ names
      · exact hsame I hI z hz'
      · have he : z = name := (List.mem_cons.mp hz).resolve_right hz'
        subst he
        rw [hothers z hz' I]
        have hI₃ := hg'.consistent I hI
        have hI₂ := hg₃.consistent I hI₃
        have hm := hv I hI₃ []
        simp only [TermShape.Means] at hm
        rw [hx I (hg₂.consistent I hI₂), hy I hI₂] at hm
        simp only [Source.value, if_true]
        exact hm

/-- The names of both lists. -/
theorem mem_joinNames {x : Nat} (xs ys : List Nat) : x ∈ joinNames xs ys ↔ x ∈ xs ∨ x ∈ ys := by
  induction xs generalizing ys with
  | nil => simp [joinNames]
  | cons y xs ih =>
    rw [joinNames, ih]
    simp only [List.mem_cons]
    exact ⟨fun h => h.elim (fun h => .inl (.inr h)) (fun h => h.elim (fun h => .inl (.inl h)) .inr),
      fun h => h.elim (fun h => h.elim (fun h => .inr (.inl h)) .inl) (fun h => .inr (.inr h))⟩

/-! ## Literals -/

theorem mem_pushLiterals {out ls : Array Literal} (i : Nat) {P : Literal → Prop} :
    (∀ l ∈ pushLiterals out ls i, P l) ↔ (∀ l ∈ out, P l) ∧ ∀ l ∈ ls.toList.drop i, P l := by
  fun_induction pushLiterals out ls i with
  | case1 out i hi ih => rw [ih, forall_mem_push, drop_toList ls i hi]; simp [and_assoc]
  | case2 out i hi => simp [drop_toList_nil ls i hi]

theorem all_pushLiterals {out ls : Array Literal} {P : Literal → Prop} :
    (∀ l ∈ pushLiterals out ls 0, P l) ↔ (∀ l ∈ out, P l) ∧ ∀ l ∈ ls, P l := by
  rw [mem_pushLiterals]
  simp

theorem conjoin_sound {ls : Array Literal} (hR : b.tables.Right) (h : conjoin ls b = .ok ⟨n, b'⟩) :
    b'.tables.Right ∧ Grows b.tables b'.tables ∧ ∀ I, b'.tables.Consistent I → (I.literal [] n ↔ ∀ l ∈ ls, I.literal [] l) := by
  unfold conjoin at h
  split at h
  · rename_i h1
    simp only [Except.ok.injEq, Built.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    refine ⟨hR, .refl _, fun I _ => ?_⟩
    obtain ⟨ls⟩ := ls
    match ls, h1 with
    | [l], _ => simp
  · obtain ⟨⟨m, b₁⟩, h1, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Built.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    obtain ⟨hR₁, hg₁, _, hm⟩ := formula_built hR h1
    exact ⟨hR₁, hg₁, fun I hI => (Literal.true_positive _ m).trans (and_holds (hm I hI []))⟩

/-- What must be shown under premises. -/
theorem implied_sound {premises conclusions out result : Array Literal} (hR : b.tables.Right)
    (h : implied premises conclusions out b = .ok (result, b')) :
    b'.tables.Right ∧ Grows b.tables b'.tables ∧ ∀ I, b'.tables.Consistent I → ((∀ l ∈ result, I.literal [] l) ↔
      (∀ l ∈ out, I.literal [] l) ∧ ((∀ l ∈ premises, I.literal [] l) → ∀ l ∈ conclusions, I.literal [] l)) := by
  unfold implied at h
  split at h
  · rename_i h0
    simp only [Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    have : conclusions = #[] := Array.eq_empty_of_size_eq_zero h0
    subst this
    exact ⟨hR, .refl _, fun I _ => by simp⟩
  split at h
  · rename_i _ h0
    simp only [Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    have : premises = #[] := Array.eq_empty_of_size_eq_zero h0
    subst this
    exact ⟨hR, .refl _, fun I _ => by rw [all_pushLiterals]; simp⟩
  · obtain ⟨⟨l, b₁⟩, h1, h⟩ := bind_ok.mp h
    obtain ⟨⟨m, b₂⟩, h2, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    obtain ⟨hR₁, hg₁, hl⟩ := conjoin_sound hR h1
    obtain ⟨hR₂, hg₂, _, hm⟩ := formula_built hR₁ h2
    refine ⟨hR₂, hg₁.trans hg₂, fun I hI => ?_⟩
    rw [forall_mem_push]
    exact and_congr_right fun _ => (Literal.true_positive _ m).trans ((or_holds (hm I hI [])).trans
      (or_negated.trans (imp_congr Iff.rfl (hl I (hg₂.consistent I hI)))))

end

end Plato
