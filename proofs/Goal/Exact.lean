/-
# What is computed of a command, it can do

The other direction of `execute_sound`: in every model in which what is assumed is true, the command runs to the computed store; and if something that must be
shown is false, it goes wrong. So a model gives a step, and the same model gives the same choices from another store.

Main definitions: `Computed.Exact`. Main results: `execute_exact`.
-/
module

public import Goal.Command

@[expose] public section

namespace Plato

/-- In the model, what was computed is what the command can do. -/
structure Computed.Exact (ran : Computed) (T' : Tables) (s : Setting) (M : Model) (who : Who) (command : Command) (σ : Store) : Prop where
  store : (∀ l ∈ ran.assumed, truth T' M l) →
    command.Runs s.parameters (who.identifier s []) σ (.store (ran.after.value (T'.interpretation M)))
  wrong : ¬ (∀ l ∈ ran.shown, truth T' M l) → command.Runs s.parameters (who.identifier s []) σ .wrong

/-- What must be proved about a command. -/
def CommandCode.Possible (T : Tables) (label : Nat) (who : Who) (c : CommandCode) : Prop :=
  ∀ {before : Source} {ran : Computed} {g g' : Generator}, g.builder.tables.Right → before.Ready g.builder.tables →
    c.execute T label who before g = .ok (ran, g') →
    ∀ {T'}, Grows g'.builder.tables T' → ∀ {s M}, Fits s M → ran.Exact T' s M who (c.command T) (before.value (T'.interpretation M))

section

variable {T : Tables} {label : Nat} {who : Who} {b b' : Builder}

/-- Whatever the new versions are, havoc can give these values. -/
theorem executeHavoc_exact (hT : T.Right) {before : Source} (places : List PlaceCode) {after result : Source} {names names' : List Nat} {version : Nat}
    (hR : b.tables.Right) (hb : before.Ready b.tables) (ha : after.Ready b.tables)
    (h : executeHavoc T who before places after names version b = .ok (result, names', b')) {I : Interpretation} (hI : b'.tables.Consistent I)
    {s : Setting} (hfit : Fits s I.model) : ∃ values : List Value, values.length = (placesOf T places).length ∧
      result.value I = writes s.parameters (who.identifier s []) (before.value I) ((placesOf T places).zip values) (after.value I) := by
  induction places generalizing b after names version with
  | nil =>
    simp only [executeHavoc, Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl, rfl⟩ := h
    exact ⟨[], rfl, rfl⟩
  | cons place places ih =>
    obtain ⟨name, index⟩ := place
    cases index with
    | none =>
      obtain ⟨⟨v, b₁⟩, h1, h⟩ := bind_ok.mp h
      obtain ⟨after₁, h2, h⟩ := bind_ok.mp h
      obtain ⟨hR₁, hg₁, hn₁, hv₁⟩ := term_built hR h1
      obtain ⟨rfl, hr⟩ := changeTo_ok hR₁ hn₁ (ha.grow hg₁) h2
      have hc := (executeHavoc_sound hT places hR₁ (hb.grow hg₁) hr h).1
      obtain ⟨values, hlen, hval⟩ := ih hR₁ (hb.grow hg₁) hr h
      refine ⟨I.model.store version name :: values, by simp [placesOf, hlen], ?_⟩
      rw [hval]
      simp only [placesOf, List.zip_cons_cons, writes, PlaceCode.place]
      congr 1
      funext x
      have hv := hv₁ I (hc.grows.consistent I hI) []
      simp only [TermShape.Means] at hv
      simp only [Source.value, Place.write]
      rw [hv]
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
      have hc := (executeHavoc_sound hT places hR₄ (hb.grow hg) hr h).1
      obtain ⟨values, hlen, hval⟩ := ih hR₄ (hb.grow hg) hr h
      have hI₄ := hc.grows.consistent I hI
      have hI₂ := hg₃.consistent I (hg₄.consistent I hI₄)
      refine ⟨.int (I.int [] v) :: values, by simp [placesOf, hlen], ?_⟩
      rw [hval]
      simp only [placesOf, List.zip_cons_cons, writes, PlaceCode.place]
      congr 1
      funext x
      simp only [Source.value, Place.write]
      rw [hv₄ I hI₄, Interpretation.int, Interpretation.int, hv₂ I hI₂ hfit]
      split
      · rename_i hx; rw [hx]; rfl
      · rfl

theorem joinComputed_exact {l : Literal} {before : Source} {first second ran : Computed} {b b' : Builder} (hR : b.tables.Right)
    (hb : before.Ready b.tables) (h1 : first.after.Ready b.tables) (h2 : second.after.Ready b.tables)
    (hn1 : ∀ x, x ∉ first.names → ∀ I, first.after.value I x = before.value I x)
    (hn2 : ∀ x, x ∉ second.names → ∀ I, second.after.value I x = before.value I x) (h : joinComputed l before first second b = .ok (ran, b'))
    {T' : Tables} (hT' : Grows b'.tables T') (M : Model) :
    (truth T' M l → ((∀ x ∈ ran.assumed, truth T' M x) → ∀ x ∈ first.assumed, truth T' M x) ∧
      ((∀ x ∈ first.shown, truth T' M x) → ∀ x ∈ ran.shown, truth T' M x) ∧
      ran.after.value (T'.interpretation M) = first.after.value (T'.interpretation M)) ∧
    (¬ truth T' M l → ((∀ x ∈ ran.assumed, truth T' M x) → ∀ x ∈ second.assumed, truth T' M x) ∧
      ((∀ x ∈ second.shown, truth T' M x) → ∀ x ∈ ran.shown, truth T' M x) ∧
      ran.after.value (T'.interpretation M) = second.after.value (T'.interpretation M)) := by
  obtain ⟨⟨shown₁, b₁⟩, e1, h⟩ := bind_ok.mp h
  obtain ⟨⟨shown₂, b₂⟩, e2, h⟩ := bind_ok.mp h
  obtain ⟨⟨assumed₁, b₃⟩, e3, h⟩ := bind_ok.mp h
  obtain ⟨⟨assumed₂, b₄⟩, e4, h⟩ := bind_ok.mp h
  obtain ⟨⟨after, b₅⟩, e5, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Prod.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨hR₁, hg₁, s₁⟩ := implied_sound hR e1
  obtain ⟨hR₂, hg₂, s₂⟩ := implied_sound hR₁ e2
  obtain ⟨hR₃, hg₃, s₃⟩ := implied_sound hR₂ e3
  obtain ⟨hR₄, hg₄, s₄⟩ := implied_sound hR₃ e4
  have hg := ((hg₁.trans hg₂).trans hg₃).trans hg₄
  obtain ⟨hR₅, hg₅, hr, hothers, hsame⟩ := mergeStores_sound _ hR₄ (hb.grow hg) (h1.grow hg) (h2.grow hg) e5
  have hmem : ∀ x, x ∈ joinNames first.names second.names ↔ x ∈ first.names ∨ x ∈ second.names := fun x => mem_joinNames _ _
  have hI₅ := hT'.consistent _ (interpretation_consistent T' M)
  have hI₄ := hg₅.consistent _ hI₅
  have hI₃ := hg₄.consistent _ hI₄
  have hI₂ := hg₃.consistent _ hI₃
  have hI₁ := hg₂.consistent _ hI₂
  have hshown : (∀ x ∈ shown₂, truth T' M x) ↔ (truth T' M l → ∀ x ∈ first.shown, truth T' M x) ∧
      (¬ truth T' M l → ∀ x ∈ second.shown, truth T' M x) := by
    have := s₂ _ hI₂
    rw [s₁ _ hI₁] at this
    simp only [List.mem_toArray, List.mem_singleton, forall_eq, Literal.true_negate, List.not_mem_nil, false_implies, implies_true,
      true_and] at this
    exact this
  have hassumed : (∀ x ∈ assumed₂, truth T' M x) ↔ (truth T' M l → ∀ x ∈ first.assumed, truth T' M x) ∧
      (¬ truth T' M l → ∀ x ∈ second.assumed, truth T' M x) := by
    have := s₄ _ hI₄
    rw [s₃ _ hI₃] at this
    simp only [List.mem_toArray, List.mem_singleton, forall_eq, Literal.true_negate, List.not_mem_nil, false_implies, implies_true,
      true_and] at this
    exact this
  refine ⟨fun hl => ⟨fun h => (hassumed.1 h).1 hl, fun h => hshown.2 ⟨fun _ => h, fun hn => absurd hl hn⟩, ?_⟩,
    fun hl => ⟨fun h => (hassumed.1 h).2 hl, fun h => hshown.2 ⟨fun hn => absurd hn hl, fun _ => h⟩, ?_⟩⟩
  · funext x
    by_cases hx : x ∈ joinNames first.names second.names
    · exact (hsame _ hI₅ x hx).1 hl
    · rw [hothers x hx, hn1 x fun h => hx ((hmem x).mpr (.inl h))]
  · funext x
    by_cases hx : x ∈ joinNames first.names second.names
    · exact (hsame _ hI₅ x hx).2 hl
    · rw [hothers x hx, hn2 x fun h => hx ((hmem x).mpr (.inr h))]

theorem not_shown {ls ms : Array Literal} {P : Literal → Prop} (h : (∀ x ∈ ls, P x) → ∀ x ∈ ms, P x) (hn : ¬ ∀ x ∈ ms, P x) : ¬ ∀ x ∈ ls, P x :=
  fun h' => hn (h h')

/-- **What is computed of a command, it can do.** -/
theorem execute_exact (hT : T.Right) (c : CommandCode) : c.Possible T label who := by
  induction c with
  | assign changes =>
    intro before ran g g' hR hb h T' hT' s M hfit
    obtain ⟨builder, next, conditions, labels⟩ := g
    obtain ⟨b₁, hpay, h⟩ := bind_ok.mp h
    have ht := pay_tables hpay
    obtain ⟨⟨after, names, b₂⟩, h1, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    have hb₁ : before.Ready b₁.tables := ht ▸ hb
    obtain ⟨hc, hval⟩ := executeChanges_sound hT changes (ht ▸ hR) hb₁ hb₁ h1
    refine ⟨fun _ => ?_, fun h => absurd (by simp) h⟩
    rw [hval _ (hT'.consistent _ (interpretation_consistent T' M)) hfit]
    exact .assign
  | havoc places =>
    intro before ran g g' hR hb h T' hT' s M hfit
    obtain ⟨builder, next, conditions, labels⟩ := g
    obtain ⟨b₁, hpay, h⟩ := bind_ok.mp h
    have ht := pay_tables hpay
    obtain ⟨⟨after, names, b₂⟩, h1, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    have hb₁ : before.Ready b₁.tables := ht ▸ hb
    obtain ⟨values, hlen, hval⟩ := executeHavoc_exact hT places (ht ▸ hR) hb₁ hb₁ h1 (hT'.consistent _ (interpretation_consistent T' M)) hfit
    exact ⟨fun _ => .havoc ⟨values, hlen, hval⟩, fun h => absurd (by simp) h⟩
  | assume l =>
    intro before ran g g' hR hb h T' hT' s M hfit
    obtain ⟨⟨m, g₁⟩, h1, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    obtain ⟨st, says⟩ := copy_here hT hR hb h1
    exact ⟨fun h => .assume ((says hT' hfit).1 (h m (by simp))), fun h => absurd (by simp) h⟩
  | assert l =>
    intro before ran g g' hR hb h T' hT' s M hfit
    obtain ⟨⟨m, g₁⟩, h1, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    obtain ⟨st, says⟩ := copy_here hT hR hb h1
    have hm := says (T' := T') hT' hfit
    refine ⟨fun h => .assert (hm.1 (h m (by simp))), fun h => .assertWrong fun hp => h ?_⟩
    simp only [List.mem_toArray, List.mem_singleton, forall_eq]
    exact hm.2 hp
  | ite l C D ihC ihD =>
    intro before ran g g' hR hb h T' hT' s M hfit
    obtain ⟨⟨m, g₁⟩, h1, h⟩ := bind_ok.mp h
    obtain ⟨⟨first, g₂⟩, h2, h⟩ := bind_ok.mp h
    obtain ⟨⟨second, builder, next, conditions, labels⟩, h3, h⟩ := bind_ok.mp h
    obtain ⟨⟨joined, b⟩, h4, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    obtain ⟨st₁, says⟩ := copy_here hT hR hb h1
    have hb₁ := hb.grow st₁.toExtends.grows
    obtain ⟨e₂, r₂, n₂, _⟩ := execute_sound hT C st₁.toExtends.right hb₁ h2
    have hb₂ := hb₁.grow e₂.grows
    obtain ⟨e₃, r₃, n₃, _⟩ := execute_sound hT D e₂.right hb₂ h3
    obtain ⟨_, hg₄, _⟩ := joinComputed_sound e₃.right (hb₂.grow e₃.grows) (r₂.grow e₃.grows) r₃ n₂ n₃ h4
    have G₃ : Grows _ T' := hg₄.trans hT'
    have G₂ := e₃.grows.trans G₃
    obtain ⟨jt, jf⟩ := joinComputed_exact e₃.right (hb₂.grow e₃.grows) (r₂.grow e₃.grows) r₃ n₂ n₃ h4 hT' M
    have hm := says (e₂.grows.trans G₂) hfit
    by_cases hl : truth T' M m
    · have x := ihC st₁.toExtends.right hb₁ h2 G₂ hfit
      obtain ⟨j₁, j₂, j₃⟩ := jt hl
      exact ⟨fun h => .ifTrue (hm.1 hl) (j₃ ▸ x.store (j₁ h)), fun h => .ifTrue (hm.1 hl) (x.wrong (not_shown j₂ h))⟩
    · have x := ihD e₂.right hb₂ h3 G₃ hfit
      obtain ⟨j₁, j₂, j₃⟩ := jf hl
      exact ⟨fun h => .ifFalse (fun hp => hl (hm.2 hp)) (j₃ ▸ x.store (j₁ h)), fun h => .ifFalse (fun hp => hl (hm.2 hp)) (x.wrong (not_shown j₂ h))⟩
  | choice C D ihC ihD =>
    intro before ran g g' hR hb h T' hT' s M hfit
    obtain ⟨builder₀, n, conditions₀, labels₀⟩ := g
    obtain ⟨⟨m, b₁⟩, h1, h⟩ := bind_ok.mp h
    obtain ⟨⟨first, g₂⟩, h2, h⟩ := bind_ok.mp h
    obtain ⟨⟨second, builder, next, conditions, labels⟩, h3, h⟩ := bind_ok.mp h
    obtain ⟨⟨joined, b⟩, h4, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    obtain ⟨hR₁, hg₁, _⟩ := unknownLiteral_sound hR h1
    have hb₁ := hb.grow hg₁
    obtain ⟨e₂, r₂, n₂, _⟩ := execute_sound hT C (g := ⟨b₁, n + 1, conditions₀, labels₀⟩) hR₁ hb₁ h2
    have hb₂ := hb₁.grow e₂.grows
    obtain ⟨e₃, r₃, n₃, _⟩ := execute_sound hT D e₂.right hb₂ h3
    obtain ⟨_, hg₄, _⟩ := joinComputed_sound e₃.right (hb₂.grow e₃.grows) (r₂.grow e₃.grows) r₃ n₂ n₃ h4
    have G₃ : Grows _ T' := hg₄.trans hT'
    obtain ⟨jt, jf⟩ := joinComputed_exact e₃.right (hb₂.grow e₃.grows) (r₂.grow e₃.grows) r₃ n₂ n₃ h4 hT' M
    by_cases hl : truth T' M m
    · have x := ihC (g := ⟨b₁, n + 1, conditions₀, labels₀⟩) hR₁ hb₁ h2 (e₃.grows.trans G₃) hfit
      obtain ⟨j₁, j₂, j₃⟩ := jt hl
      exact ⟨fun h => .choiceLeft (j₃ ▸ x.store (j₁ h)), fun h => .choiceLeft (x.wrong (not_shown j₂ h))⟩
    · have x := ihD e₂.right hb₂ h3 G₃ hfit
      obtain ⟨j₁, j₂, j₃⟩ := jf hl
      exact ⟨fun h => .choiceRight (j₃ ▸ x.store (j₁ h)), fun h => .choiceRight (x.wrong (not_shown j₂ h))⟩
  | seq C D ihC ihD =>
    intro before ran g g' hR hb h T' hT' s M hfit
    obtain ⟨⟨first, g₁⟩, h1, h⟩ := bind_ok.mp h
    obtain ⟨⟨second, builder, next, conditions, labels⟩, h2, h⟩ := bind_ok.mp h
    obtain ⟨b₁, hpay, h⟩ := bind_ok.mp h
    have ht := pay_tables hpay
    obtain ⟨⟨shown, b⟩, h3, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    obtain ⟨e₁, r₁, _, _⟩ := execute_sound hT C hR hb h1
    obtain ⟨e₂, r₂, _, _⟩ := execute_sound hT D e₁.right r₁ h2
    obtain ⟨hR₃, hg₃, hshown⟩ := implied_sound (ht ▸ e₂.right) h3
    rw [ht] at hg₃
    have G₂ : Grows _ T' := hg₃.trans hT'
    have x := ihC hR hb h1 (e₂.grows.trans G₂) hfit
    have y := ihD e₁.right r₁ h2 G₂ hfit
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
    intro before ran g g' hR hb h T' hT' s M hfit
    obtain ⟨⟨gate', g₀⟩, h1, h⟩ := bind_ok.mp h
    obtain ⟨st₁, saysGate⟩ := copy_here hT hR hb h1
    have st₁ := st₁.trans (note_steady g₀ st₁.toExtends.right gate' (some ⟨label, .gate⟩))
    simp only at h
    have hbuilder₀ : (g₀.note gate' (some ⟨label, .gate⟩)).builder = g₀.builder := rfl
    generalize g₀.note gate' (some ⟨label, .gate⟩) = g₁ at h st₁ hbuilder₀
    obtain ⟨builder, next, conditions, labels⟩ := g₁
    obtain ⟨⟨after, names, b₂⟩, h2, h⟩ := bind_ok.mp h
    have hb₁ := hb.grow st₁.toExtends.grows
    obtain ⟨hc, _⟩ := executeHavoc_sound hT places st₁.toExtends.right hb₁ hb₁ h2
    have hsite : (Site.mk before [after] who).Ready b₂.tables := ⟨hb₁.grow hc.grows, fun x hx => by
      simp only [List.mem_singleton] at hx; exact hx ▸ hc.ready⟩
    obtain ⟨⟨action', g₃⟩, h3, h⟩ := bind_ok.mp h
    obtain ⟨⟨post', g₄⟩, h4, h⟩ := bind_ok.mp h
    obtain ⟨st₃, saysAction⟩ := copy_says (g := ⟨b₂, next + countPlaces places, conditions, labels⟩) hT hc.right hsite h3
    have hsite₃ : (Site.mk before [after] who).Ready g₃.builder.tables :=
      ⟨hsite.first.grow st₃.toExtends.grows, fun x hx => (hsite.later x hx).grow st₃.toExtends.grows⟩
    obtain ⟨st₄, saysPost⟩ := copy_says hT st₃.toExtends.right hsite₃ h4
    have st₄' := st₄.trans (note_steady g₄ st₄.toExtends.right post' (some ⟨label, .postAssertion⟩))
    simp only at h
    have hbuilder : (g₄.note post' (some ⟨label, .postAssertion⟩)).builder = g₄.builder := rfl
    generalize g₄.note post' (some ⟨label, .postAssertion⟩) = g₅ at h st₄' hbuilder
    obtain ⟨builder₅, next₅, conditions₅, labels₅⟩ := g₅
    obtain ⟨⟨shown, b₆⟩, h5, h⟩ := bind_ok.mp h
    simp only [Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    obtain ⟨hR₆, hg₆, hshown⟩ := implied_sound st₄'.toExtends.right h5
    have G₄ : Grows g₄.builder.tables T' := hbuilder ▸ hg₆.trans hT'
    have G₃ := st₄.toExtends.grows.trans G₄
    have G₂ : Grows b₂.tables T' := st₃.toExtends.grows.trans G₃
    have G₁ : Grows g₀.builder.tables T' := hbuilder₀ ▸ hc.grows.trans G₂
    have hgate := saysGate G₁ hfit
    have haction := saysAction G₃ M hfit.isInt
    have hpost := saysPost G₄ M hfit.isInt
    rw [step_model hfit who] at haction hpost
    have hend : Havocs s.parameters (who.identifier s []) (placesOf T places) (before.value (T'.interpretation M)) (after.value (T'.interpretation M)) := by
      obtain ⟨values, hlen, hval⟩ := executeHavoc_exact hT places st₁.toExtends.right hb₁ hb₁ h2 (G₂.consistent _ (interpretation_consistent T' M)) hfit
      exact ⟨values, hlen, hval⟩
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

end Plato
