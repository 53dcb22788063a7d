/-
# A command that is shown to simulate another one does

Main definitions: `Simulated`. Main results: `towards_exact`, `simulateCondition_sound`.
-/
module

public import Plato.Reduction.Simulate
public import Reduction.Movers

@[expose] public section

namespace Plato

open Reduction

section

variable {T : Tables} {who : Who} {b b' : Builder}

/-- The values of the other store are values that havoc can give. -/
theorem followHavoc_exact (hT : T.Right) {before target : Source} (places : List PlaceCode) {after result : Source} {names names' : List Nat}
    (hR : b.tables.Right) (hb : before.Ready b.tables) (ht : target.Ready b.tables) (ha : after.Ready b.tables)
    (h : followHavoc T who before target places after names b = .ok (result, names', b')) :
    Changed b b' after result names names' ∧ ∀ {I : Interpretation}, b'.tables.Consistent I → ∀ {s : Setting}, Fits s I.model →
      ∃ values : List Value, values.length = (placesOf T places).length ∧
        result.value I = writes s.parameters (who.identifier s []) (before.value I) ((placesOf T places).zip values) (after.value I) := by
  induction places generalizing b after names with
  | nil =>
    simp only [followHavoc, Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl, rfl⟩ := h
    exact ⟨⟨hR, .refl _, ha, fun x hx => ⟨hx, fun _ => rfl⟩⟩, fun {_} _ {_} _ => ⟨[], rfl, rfl⟩⟩
  | cons place places ih =>
    obtain ⟨name, index⟩ := place
    cases index with
    | none =>
      obtain ⟨⟨v, b₁⟩, h1, h⟩ := bind_ok.mp h
      obtain ⟨after₁, h2, h⟩ := bind_ok.mp h
      obtain ⟨hR₁, hg₁, hn₁, hv₁⟩ := copyVariable_here hR ht h1
      obtain ⟨rfl, hr⟩ := changeTo_ok hR₁ hn₁ (ha.grow hg₁) h2
      obtain ⟨hc, hval⟩ := ih hR₁ (hb.grow hg₁) (ht.grow hg₁) hr h
      refine ⟨hc.step hg₁, fun {I} hI {s} hfit => ?_⟩
      obtain ⟨values, hlen, hval⟩ := hval hI hfit
      refine ⟨target.value I name :: values, by simp [placesOf, hlen], ?_⟩
      rw [hval]
      simp only [placesOf, List.zip_cons_cons, writes, PlaceCode.place]
      congr 1
      funext x
      simp only [Source.value, Place.write]
      rw [hv₁ I (hc.grows.consistent I hI)]
    | some index =>
      obtain ⟨⟨i, b₁⟩, h1, h⟩ := bind_ok.mp h
      obtain ⟨⟨f, b₂⟩, h2, h⟩ := bind_ok.mp h
      obtain ⟨⟨v, b₃⟩, h3, h⟩ := bind_ok.mp h
      obtain ⟨⟨m, b₄⟩, h4, h⟩ := bind_ok.mp h
      obtain ⟨after₁, h5, h⟩ := bind_ok.mp h
      obtain ⟨hR₁, hg₁, _, hv₁⟩ := copyTerm_here hT hR hb h1
      obtain ⟨hR₂, hg₂, _, _⟩ := copyVariable_here hR₁ (ht.grow hg₁) h2
      obtain ⟨hR₃, hg₃, _, _⟩ := term_built hR₂ h3
      have hg₁₃ := (hg₁.trans hg₂).trans hg₃
      obtain ⟨hR₄, hg₄, hn₄, hv₄⟩ := elementTo_sound hR₃ (ha.grow hg₁₃) h4
      have hg := hg₁₃.trans hg₄
      obtain ⟨rfl, hr⟩ := changeTo_ok hR₄ hn₄ (ha.grow hg) h5
      obtain ⟨hc, hval⟩ := ih hR₄ (hb.grow hg) (ht.grow hg) hr h
      refine ⟨hc.step hg, fun {I} hI {s} hfit => ?_⟩
      obtain ⟨values, hlen, hval⟩ := hval hI hfit
      have hI₄ := hc.grows.consistent I hI
      have hI₁ := hg₂.consistent I (hg₃.consistent I (hg₄.consistent I hI₄))
      refine ⟨.int (I.int [] v) :: values, by simp [placesOf, hlen], ?_⟩
      rw [hval]
      simp only [placesOf, List.zip_cons_cons, writes, PlaceCode.place]
      congr 1
      funext x
      simp only [Source.value, Place.write]
      rw [hv₄ I hI₄, Interpretation.int, Interpretation.int, hv₁ I hI₁ hfit]
      split
      · rename_i hx; rw [hx]; rfl
      · rfl

/-- What is computed of a command that is followed: right tables that have grown, a store, and that the command can do it. -/
structure Towards (T : Tables) (who : Who) (c : CommandCode) (before : Source) (b b' : Builder) (ran : Computed) : Prop where
  right : b'.tables.Right
  grows : Grows b.tables b'.tables
  ready : ran.after.Ready b'.tables
  others : ∀ x, x ∉ ran.names → ∀ I, ran.after.value I x = before.value I x
  exact : ∀ {T'}, Grows b'.tables T' → ∀ {s M}, Fits s M → ran.Exact T' s M who (c.command T) (before.value (T'.interpretation M))

/-- A predicate, copied to a store. -/
theorem copyLiteral_here (hT : T.Right) {source : Source} {l m : Nat} (hR : b.tables.Right) (hs : source.Ready b.tables)
    (h : copyLiteral T (.here who source) 0 copyDepth l b = .ok ⟨m, b'⟩) :
    b'.tables.Right ∧ Grows b.tables b'.tables ∧ ∀ {T'}, Grows b'.tables T' → ∀ {s M}, Fits s M →
      (truth T' M m ↔ (T.literal l).predicate s.parameters (who.identifier s []) (source.value (T'.interpretation M))) := by
  obtain ⟨hR', hg, hl⟩ := copyLiteral_sound hT ⟨hR, hs, by simp⟩ h
  refine ⟨hR', hg, fun {T'} hT' {s M} hfit => ?_⟩
  refine (hl _ (hT'.consistent _ (interpretation_consistent T' M)) hfit.isInt []).trans ?_
  rw [here_model (I := T'.interpretation M) hfit who]
  rfl

/-- An action, copied to two stores. -/
theorem copyLiteral_step (hT : T.Right) {before after : Source} {l m : Nat} (hR : b.tables.Right) (hb : before.Ready b.tables) (ha : after.Ready b.tables)
    (h : copyLiteral T ⟨before, [after], who⟩ 0 copyDepth l b = .ok ⟨m, b'⟩) :
    b'.tables.Right ∧ Grows b.tables b'.tables ∧ ∀ {T'}, Grows b'.tables T' → ∀ {s M}, Fits s M → (truth T' M m ↔
      (T.literal l).action s.parameters (who.identifier s []) (before.value (T'.interpretation M)) (after.value (T'.interpretation M))) := by
  obtain ⟨hR', hg, hl⟩ := copyLiteral_sound hT ⟨hR, hb, fun x hx => by simp only [List.mem_singleton] at hx; exact hx ▸ ha⟩ h
  refine ⟨hR', hg, fun {T'} hT' {s M} hfit => ?_⟩
  refine (hl _ (hT'.consistent _ (interpretation_consistent T' M)) hfit.isInt []).trans ?_
  rw [step_model (I := T'.interpretation M) hfit who]
  rfl

/-- Of two branches the one is followed that a literal says. -/
theorem join_towards {l : Literal} {before : Source} {first second ran : Computed} (hR : b.tables.Right) (hb : before.Ready b.tables)
    (h1 : first.after.Ready b.tables) (h2 : second.after.Ready b.tables) (hn1 : ∀ x, x ∉ first.names → ∀ I, first.after.value I x = before.value I x)
    (hn2 : ∀ x, x ∉ second.names → ∀ I, second.after.value I x = before.value I x) (h : joinComputed l before first second b = .ok (ran, b'))
    {C : CommandCode} (hx : ∀ {T'}, Grows b'.tables T' → ∀ {s M}, Fits s M → (truth T' M l → (∀ {D : Computed}, D = first →
      ((∀ x ∈ D.assumed, truth T' M x) → (C.command T).Runs s.parameters (who.identifier s []) (before.value (T'.interpretation M)) (.store (D.after.value (T'.interpretation M)))) ∧
      (¬ (∀ x ∈ D.shown, truth T' M x) → (C.command T).Runs s.parameters (who.identifier s []) (before.value (T'.interpretation M)) .wrong))) ∧
      (¬ truth T' M l → (∀ {D : Computed}, D = second →
      ((∀ x ∈ D.assumed, truth T' M x) → (C.command T).Runs s.parameters (who.identifier s []) (before.value (T'.interpretation M)) (.store (D.after.value (T'.interpretation M)))) ∧
      (¬ (∀ x ∈ D.shown, truth T' M x) → (C.command T).Runs s.parameters (who.identifier s []) (before.value (T'.interpretation M)) .wrong)))) :
    Towards T who C before b b' ran := by
  obtain ⟨hR', hg, hr, hn, _⟩ := joinComputed_sound hR hb h1 h2 hn1 hn2 h
  refine ⟨hR', hg, hr, hn, fun {T'} hT' {s M} hfit => ?_⟩
  obtain ⟨jt, jf⟩ := joinComputed_exact hR hb h1 h2 hn1 hn2 h hT' M
  obtain ⟨xt, xf⟩ := hx hT' hfit
  by_cases hl : truth T' M l
  · obtain ⟨j₁, j₂, j₃⟩ := jt hl
    obtain ⟨x₁, x₂⟩ := xt hl rfl
    exact ⟨fun h => j₃ ▸ x₁ (j₁ h), fun h => x₂ (not_shown j₂ h)⟩
  · obtain ⟨j₁, j₂, j₃⟩ := jf hl
    obtain ⟨x₁, x₂⟩ := xf hl rfl
    exact ⟨fun h => j₃ ▸ x₁ (j₁ h), fun h => x₂ (not_shown j₂ h)⟩

/-- **What is followed of a command, it can do.** -/
theorem towards_exact (hT : T.Right) {target : Source} (c : CommandCode) {before : Source} {ran : Computed} (hR : b.tables.Right)
    (hb : before.Ready b.tables) (ht : target.Ready b.tables) (h : c.towards T who target before b = .ok (ran, b')) : Towards T who c before b b' ran := by
  induction c generalizing before ran b b' with
  | assign changes =>
    obtain ⟨b₁, hpay, h⟩ := bind_ok.mp h
    have hp := pay_tables hpay
    obtain ⟨⟨after, names, b₂⟩, h1, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    have hb₁ : before.Ready b₁.tables := hp ▸ hb
    obtain ⟨hc, hval⟩ := executeChanges_sound hT changes (hp ▸ hR) hb₁ hb₁ h1
    refine ⟨hc.right, hp ▸ hc.grows, hc.ready, fun x hx => (hc.others x hx).2, fun {T'} hT' {s M} hfit => ⟨fun _ => ?_, fun h => absurd (by simp) h⟩⟩
    rw [hval _ (hT'.consistent _ (interpretation_consistent T' M)) hfit]
    exact .assign
  | havoc places =>
    obtain ⟨b₁, hpay, h⟩ := bind_ok.mp h
    have hp := pay_tables hpay
    obtain ⟨⟨after, names, b₂⟩, h1, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    have hb₁ : before.Ready b₁.tables := hp ▸ hb
    obtain ⟨hc, hval⟩ := followHavoc_exact hT places (hp ▸ hR) hb₁ (hp ▸ ht) hb₁ h1
    refine ⟨hc.right, hp ▸ hc.grows, hc.ready, fun x hx => (hc.others x hx).2, fun {T'} hT' {s M} hfit => ⟨fun _ => ?_, fun h => absurd (by simp) h⟩⟩
    obtain ⟨values, hlen, hval⟩ := hval (hT'.consistent _ (interpretation_consistent T' M)) hfit
    exact .havoc ⟨values, hlen, hval⟩
  | assume l =>
    obtain ⟨⟨m, b₁⟩, h1, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    obtain ⟨hR₁, hg₁, says⟩ := copyLiteral_here hT hR hb h1
    exact ⟨hR₁, hg₁, hb.grow hg₁, fun _ _ _ => rfl, fun {_} hT' {s M} hfit =>
      ⟨fun h => .assume ((says hT' hfit).1 (h m (by simp))), fun h => absurd (by simp) h⟩⟩
  | assert l =>
    obtain ⟨⟨m, b₁⟩, h1, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    obtain ⟨hR₁, hg₁, says⟩ := copyLiteral_here hT hR hb h1
    refine ⟨hR₁, hg₁, hb.grow hg₁, fun _ _ _ => rfl, fun {_} hT' {s M} hfit => ⟨fun h => .assert ((says hT' hfit).1 (h m (by simp))),
      fun h => .assertWrong fun hp => h ?_⟩⟩
    simp only [List.mem_toArray, List.mem_singleton, forall_eq]
    exact (says hT' hfit).2 hp
  | ite l C D ihC ihD =>
    obtain ⟨⟨m, b₁⟩, h1, h⟩ := bind_ok.mp h
    obtain ⟨⟨first, b₂⟩, h2, h⟩ := bind_ok.mp h
    obtain ⟨⟨second, b₃⟩, h3, h⟩ := bind_ok.mp h
    obtain ⟨hR₁, hg₁, says⟩ := copyLiteral_here hT hR hb h1
    have f₂ := ihC hR₁ (hb.grow hg₁) (ht.grow hg₁) h2
    have hg₂ := hg₁.trans f₂.grows
    have f₃ := ihD f₂.right (hb.grow hg₂) (ht.grow hg₂) h3
    have hg₃ := hg₂.trans f₃.grows
    have j := join_towards (T := T) (who := who) (C := .ite l C D) f₃.right (hb.grow hg₃) (f₂.ready.grow f₃.grows) f₃.ready f₂.others f₃.others h
      fun {T'} hT' {s M} hfit => ?_
    · exact ⟨j.right, hg₃.trans j.grows, j.ready, j.others, j.exact⟩
    · have G₃ : Grows b₃.tables T' := (joinComputed_sound f₃.right (hb.grow hg₃) (f₂.ready.grow f₃.grows) f₃.ready f₂.others f₃.others h).2.1.trans hT'
      have hm := says ((f₂.grows.trans f₃.grows).trans G₃) hfit
      exact ⟨fun hl {_} hD => hD ▸ ⟨fun h => .ifTrue (hm.1 hl) ((f₂.exact (f₃.grows.trans G₃) hfit).store h),
          fun h => .ifTrue (hm.1 hl) ((f₂.exact (f₃.grows.trans G₃) hfit).wrong h)⟩,
        fun hl {_} hD => hD ▸ ⟨fun h => .ifFalse (fun hp => hl (hm.2 hp)) ((f₃.exact G₃ hfit).store h),
          fun h => .ifFalse (fun hp => hl (hm.2 hp)) ((f₃.exact G₃ hfit).wrong h)⟩⟩
  | choice C D ihC ihD =>
    obtain ⟨⟨first, b₁⟩, h1, h⟩ := bind_ok.mp h
    obtain ⟨⟨second, b₂⟩, h2, h⟩ := bind_ok.mp h
    obtain ⟨⟨same, b₄⟩, h4, h⟩ := bind_ok.mp h
    obtain ⟨⟨l, b₃⟩, h3, h⟩ := bind_ok.mp h
    have f₁ := ihC hR hb ht h1
    have f₂ := ihD f₁.right (hb.grow f₁.grows) (ht.grow f₁.grows) h2
    obtain ⟨hR₄, hg₄, _⟩ := compileIdenticals_sound _ f₂.right (f₁.ready.grow f₂.grows) (ht.grow (f₁.grows.trans f₂.grows)) h4
    obtain ⟨hR₃, hg₅, _⟩ := conjoin_sound hR₄ h3
    have hg₃ := hg₄.trans hg₅
    have hg := (f₁.grows.trans f₂.grows).trans hg₃
    have g₁₃ := f₂.grows.trans hg₃
    have j := join_towards (T := T) (who := who) (C := .choice C D) hR₃ (hb.grow hg) (f₁.ready.grow g₁₃) (f₂.ready.grow hg₃) f₁.others f₂.others h
      fun {T'} hT' {s M} hfit => ?_
    · exact ⟨j.right, hg.trans j.grows, j.ready, j.others, j.exact⟩
    · have G₃ : Grows b₃.tables T' := (joinComputed_sound hR₃ (hb.grow hg) (f₁.ready.grow g₁₃) (f₂.ready.grow hg₃) f₁.others f₂.others h).2.1.trans hT'
      exact ⟨fun _ {_} hD => hD ▸ ⟨fun h => .choiceLeft ((f₁.exact (g₁₃.trans G₃) hfit).store h),
          fun h => .choiceLeft ((f₁.exact (g₁₃.trans G₃) hfit).wrong h)⟩,
        fun _ {_} hD => hD ▸ ⟨fun h => .choiceRight ((f₂.exact (hg₃.trans G₃) hfit).store h),
          fun h => .choiceRight ((f₂.exact (hg₃.trans G₃) hfit).wrong h)⟩⟩
  | seq C D ihC ihD =>
    obtain ⟨⟨first, b₁⟩, h1, h⟩ := bind_ok.mp h
    obtain ⟨⟨second, b₂⟩, h2, h⟩ := bind_ok.mp h
    obtain ⟨b₃, hpay, h⟩ := bind_ok.mp h
    have hp := pay_tables hpay
    obtain ⟨⟨shown, b₄⟩, h3, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    have f₁ := ihC hR hb ht h1
    have f₂ := ihD f₁.right f₁.ready (ht.grow f₁.grows) h2
    obtain ⟨hR₃, hg₃, hshown⟩ := implied_sound (hp ▸ f₂.right) h3
    rw [hp] at hg₃
    refine ⟨hR₃, (f₁.grows.trans f₂.grows).trans hg₃, f₂.ready.grow hg₃, fun x hx I => ?_, fun {T'} hT' {s M} hfit => ?_⟩
    · simp only [mem_joinNames, not_or] at hx
      rw [f₂.others x hx.1, f₁.others x hx.2]
    have G₂ : Grows b₂.tables T' := hg₃.trans hT'
    have x := f₁.exact (f₂.grows.trans G₂) hfit
    have y := f₂.exact G₂ hfit
    have hsh := hshown _ (hT'.consistent _ (interpretation_consistent T' M))
    refine ⟨fun h => ?_, fun h => ?_⟩
    · obtain ⟨hf, hs⟩ := all_pushLiterals.mp h
      exact .seq (x.store hf) (y.store hs)
    · by_cases hf : ∀ l ∈ first.shown, truth T' M l
      · by_cases ha : ∀ l ∈ first.assumed, truth T' M l
        · exact .seq (x.store ha) (y.wrong fun hs => h (hsh.2 ⟨hf, fun _ => hs⟩))
        · exact absurd (hsh.2 ⟨hf, fun h' => absurd h' ha⟩) h
      · exact .seqWrong (x.wrong hf)
  | operation places gate action post =>
    obtain ⟨⟨gate', b₁⟩, h1, h⟩ := bind_ok.mp h
    obtain ⟨b₂, hpay, h⟩ := bind_ok.mp h
    have hp := pay_tables hpay
    obtain ⟨⟨after, names, b₃⟩, h2, h⟩ := bind_ok.mp h
    obtain ⟨⟨action', b₄⟩, h3, h⟩ := bind_ok.mp h
    obtain ⟨⟨post', b₅⟩, h4, h⟩ := bind_ok.mp h
    obtain ⟨⟨shown, b₆⟩, h5, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    obtain ⟨hR₁, hg₁, saysGate⟩ := copyLiteral_here hT hR hb h1
    have hb₂ : before.Ready b₂.tables := hp ▸ hb.grow hg₁
    obtain ⟨hc, hval⟩ := followHavoc_exact hT places (hp ▸ hR₁) hb₂ (hp ▸ ht.grow hg₁) hb₂ h2
    have hg₃ : Grows b₁.tables b₃.tables := hp ▸ hc.grows
    have hb₃ := hb₂.grow hc.grows
    obtain ⟨hR₄, hg₄, saysAction⟩ := copyLiteral_step hT hc.right hb₃ hc.ready h3
    obtain ⟨hR₅, hg₅, saysPost⟩ := copyLiteral_step hT hR₄ (hb₃.grow hg₄) (hc.ready.grow hg₄) h4
    obtain ⟨hR₆, hg₆, hshown⟩ := implied_sound hR₅ h5
    have hg := (hg₄.trans hg₅).trans hg₆
    refine ⟨hR₆, (hg₁.trans hg₃).trans hg, hc.ready.grow hg, fun x hx => (hc.others x hx).2, fun {T'} hT' {s M} hfit => ?_⟩
    have G₅ : Grows b₅.tables T' := hg₆.trans hT'
    have G₄ := hg₅.trans G₅
    have G₃ := hg₄.trans G₄
    have hgate := saysGate (hg₃.trans G₃) hfit
    have haction := saysAction G₄ hfit
    have hpost := saysPost G₅ hfit
    obtain ⟨values, hlen, hval⟩ := hval (I := T'.interpretation M) (G₃.consistent _ (interpretation_consistent T' M)) hfit
    have hend : Havocs s.parameters (who.identifier s []) (placesOf T places) (before.value (T'.interpretation M)) (after.value (T'.interpretation M)) :=
      ⟨values, hlen, hval⟩
    refine ⟨fun h => .operation (hgate.1 (h gate' (by simp))) hend (haction.1 (h action' (by simp))) (hpost.1 (h post' (by simp))), fun h => ?_⟩
    by_cases hg : truth T' M gate'
    · have : truth T' M action' ∧ ¬ truth T' M post' := by
        refine Classical.byContradiction fun hn => h ?_
        refine (hshown _ (hT'.consistent _ (interpretation_consistent T' M))).mpr ⟨by simpa using hg, fun ha => ?_⟩
        simp only [List.mem_toArray, List.mem_singleton, forall_eq] at ha ⊢
        exact Classical.byContradiction fun hp => hn ⟨ha, hp⟩
      exact .postWrong hend (haction.1 this.1) fun hp => this.2 (hpost.2 hp)
    · exact .gateWrong fun hp => hg (hgate.2 hp)

end

section

variable {T : Tables} {given : List Property} {invariant : Option Literal} {origin : Origin} {g g' : Generator}

/-- Where the new command does not go wrong, the old one does not, and each of its steps is one of the new one. -/
def Simulated (E : Parameters) (I : Store → Prop) (i : Int) (C D : Command) : Prop :=
  ∀ ⦃σ⦄, I σ → Sure E i D σ → Sure E i C σ ∧ ∀ ⦃σ'⦄, C.Runs E i σ (.store σ') → D.Runs E i σ (.store σ')

/-- **The condition of a simulation.** -/
theorem simulateCondition_sound (hT : T.Right) (hR : g.builder.tables.Right) (hv : 2 ≤ g.nextVersion) {statement : Nat} {old new : CommandCode}
    (h : simulateCondition T given invariant origin statement old new g = .ok g') :
    Extends g g' ∧ ∀ {T'}, Grows g'.builder.tables T' → (∀ x ∈ g'.conditions, x.Refuted T') → ∀ {s : Setting} {σ₀ : Store},
      (∀ f ∈ given, f.Holds T s (fun _ => σ₀) []) → Simulated s.parameters (invariantAt T invariant s.parameters) s.self (old.command T) (new.command T) := by
  obtain ⟨⟨known, g₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨⟨O, g₂⟩, h2, h⟩ := bind_ok.mp h
  obtain ⟨⟨N, g₃⟩, h3, h⟩ := bind_ok.mp h
  obtain ⟨⟨same, g₄⟩, h4, h⟩ := bind_ok.mp h
  obtain ⟨⟨l₁, g₅⟩, h5, h⟩ := bind_ok.mp h
  obtain ⟨⟨l₂, g₆⟩, h6, h⟩ := bind_ok.mp h
  obtain ⟨⟨l, g₇⟩, h7, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq] at h
  subst h
  obtain ⟨st₁, says₁⟩ := knownAt_says hT hR h1
  have e₁ := st₁.toExtends
  obtain ⟨e₂, r₂, n₂, reach₂⟩ := execute_sound hT old e₁.right (start_ready _) h2
  obtain ⟨builder, next, conditions, labels⟩ := g₂
  obtain ⟨⟨N', b₃⟩, h3', h3⟩ := bind_ok.mp h3
  simp only [Except.ok.injEq, Prod.mk.injEq] at h3
  obtain ⟨rfl, rfl⟩ := h3
  have f₃ := towards_exact hT new e₂.right (start_ready _) r₂ h3'
  obtain ⟨st₄, says₄⟩ := identicals_sound (g := ⟨b₃, next, conditions, labels⟩) f₃.right f₃.ready (r₂.grow f₃.grows) h4
  have st₅ := (make_says st₄.toExtends.right h5).1
  have says₅ {T'} (hT') (M) := make_and_says (T' := T') st₄.toExtends.right h5 hT' M
  obtain ⟨st₆, says₆⟩ := under_says st₅.toExtends.right h6
  obtain ⟨st₇, says₇⟩ := together_says st₆.toExtends.right h7
  have e₇ := ((st₄.trans st₅).trans (st₆.trans st₇)).toExtends
  have er := Extends.require e₇.right origin ((pushLiterals known N'.shown 0).push (Literal.negate l))
  have v₁ : 2 ≤ g₁.nextVersion := st₁.sameVersion ▸ hv
  refine ⟨⟨er.right, (e₁.trans e₂).grows.trans (f₃.grows.trans (e₇.trans er).grows), Nat.le_trans (e₁.trans e₂).version (e₇.trans er).version,
    fun x hx => er.conditions x (e₇.conditions x ((e₁.trans e₂).conditions x hx))⟩, fun {T'} hT' hall {s σ₀} hgiven σ hI hD => ?_⟩
  have hrefuted : Condition.Refuted T' ⟨origin, (pushLiterals known N'.shown 0).push (Literal.negate l)⟩ := hall _ (by simp [Generator.require])
  have G₇ : Grows g₇.builder.tables T' := er.grows.trans hT'
  have G₆ := st₇.toExtends.grows.trans G₇
  have G₅ := st₆.toExtends.grows.trans G₆
  have G₄ := st₅.toExtends.grows.trans G₅
  have G₃ : Grows b₃.tables T' := st₄.toExtends.grows.trans G₄
  have G₂ := f₃.grows.trans G₃
  have G₁ := e₂.grows.trans G₂
  have start : ∀ M', SameBelow g₁.nextVersion (s.from σ₀ σ) M' → startStore.value (T'.interpretation M') = σ := fun M' hM' =>
    (hM'.store 1 (by omega)).trans from_start
  -- what holds in every model that starts so
  have key {M : Model} (hM : SameBelow g₁.nextVersion (s.from σ₀ σ) M) : (∀ l ∈ O.shown, truth T' M l) ∧ ((∀ l ∈ O.assumed, truth T' M l) →
      (∀ l ∈ N'.assumed, truth T' M l) ∧ N'.after.value (T'.interpretation M) = O.after.value (T'.interpretation M)) := by
    have hfit : Fits s M := (from_fits (σ₀ := σ₀) (σ := σ)).same hM
    have hknown : ∀ l ∈ known, truth T' M l := says₁ G₁ hfit ((hM.store 0 (by omega)).trans from_initial) (start M hM) hgiven hI
    have hl := hrefuted.conclude (all_pushLiterals.mpr ⟨hknown, (f₃.exact G₃ hfit).sure (by rw [start M hM]; exact hD)⟩)
    obtain ⟨hsh, hl⟩ := (says₇ G₇ M).1 hl
    refine ⟨hsh, fun ha => ?_⟩
    obtain ⟨h₁, h₂⟩ := all_pushLiterals.mp ((says₅ G₅ M).1 ((says₆ G₆ M).1 hl ha))
    refine ⟨h₁, funext fun x => ?_⟩
    by_cases hx : x ∈ joinNames O.names N'.names
    · exact says₄ G₄ hfit h₂ x hx
    · simp only [mem_joinNames, not_or] at hx
      rw [n₂ x hx.1, f₃.others x hx.2]
  refine ⟨fun hw => ?_, fun σ' hr => ?_⟩
  · obtain ⟨M₁, hM₁, f₁⟩ := reach₂ G₂ from_fits start _ hw
    exact f₁ M₁ (.refl _ _) (key hM₁).1
  · obtain ⟨M₁, hM₁, f₁⟩ := reach₂ G₂ from_fits start _ hr
    obtain ⟨ha, hv⟩ := f₁ M₁ (.refl _ _)
    obtain ⟨k₁, k₂⟩ := (key hM₁).2 ha
    have hrun := (f₃.exact G₃ ((from_fits (σ₀ := σ₀) (σ := σ)).same hM₁)).store k₁
    rw [start M₁ hM₁, k₂, hv] at hrun
    exact hrun

end

end Plato
