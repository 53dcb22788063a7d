/-
# A formula that is copied means the same, at its place

One lemma for each constructor of terms and formulas, put together by `traverse`; `CopiesRight` is what they assume about all parts.

Main definitions: `TermCopy`, `LiteralCopy`, `CopiesRight`. Main results: `copyTerm_sound`, `copyLiteral_sound`.
-/
module

public import Meaning.Value
public import Result
public import Table.Traversal

@[expose] public section

namespace Plato

/-! ## What it means that something is a copy -/

/-- The formula has so many quantified variables around the place, and the thread of the condition is an integer. -/
structure Inside (I : Interpretation) (cs : List Int) (inner : Nat) : Prop where
  length : cs.length = inner
  self : ∃ t, I.model.logic 0 = .int t

/-- One more quantified variable. -/
theorem Inside.more {I : Interpretation} {cs : List Int} {inner : Nat} (h : Inside I cs inner) (x : Int) : Inside I (x :: cs) (inner + 1) :=
  ⟨by simp [h.length], h.self⟩

/-- The second number is a copy of the first; `cs` are the variables of the formula's own quantifiers, `outer` those around it. -/
def TermCopy (T : Tables) (at_ : Site) (inner : Nat) (b b' : Builder) (t n : Nat) : Prop :=
  b'.Ready at_ ∧ Grows b.tables b'.tables ∧ n < b'.tables.terms.size ∧
    ∀ I, b'.tables.Consistent I → ∀ cs outer, Inside I cs inner →
      I.value (cs ++ outer) n = (T.interpretation (at_.model I outer)).value cs t

/-- The same for literals. -/
def LiteralCopy (T : Tables) (at_ : Site) (inner : Nat) (b b' : Builder) (l m : Literal) : Prop :=
  b'.Ready at_ ∧ Grows b.tables b'.tables ∧ m / 2 < b'.tables.formulas.size ∧
    ∀ I, b'.tables.Consistent I → ∀ cs outer, Inside I cs inner →
      (I.literal (cs ++ outer) m ↔ (T.interpretation (at_.model I outer)).literal cs l)

/-- The same for formulas. -/
def FormulaCopy (T : Tables) (at_ : Site) (inner : Nat) (b b' : Builder) (e n : Nat) : Prop :=
  b'.Ready at_ ∧ Grows b.tables b'.tables ∧ n < b'.tables.formulas.size ∧
    ∀ I, b'.tables.Consistent I → ∀ cs outer, Inside I cs inner →
      (I.holds (cs ++ outer) n ↔ (T.interpretation (at_.model I outer)).holds cs e)

/-- The literals from index `i` on have copies, which follow those in `out`. -/
def LiteralsCopy (T : Tables) (at_ : Site) (inner : Nat) (b b' : Builder) (ls : Array Nat) (i : Nat) (out ms : Array Nat) : Prop :=
  b'.Ready at_ ∧ Grows b.tables b'.tables ∧ ∃ more : List Nat, ms.toList = out.toList ++ more ∧
    ∀ I, b'.tables.Consistent I → ∀ cs outer, Inside I cs inner →
      ((∃ m ∈ more, I.literal (cs ++ outer) m) ↔ ∃ l ∈ ls.toList.drop i, (T.interpretation (at_.model I outer)).literal cs l)

/-- Everything of that depth is copied as it should be. -/
structure CopiesRight (T : Tables) (at_ : Site) (depth : Nat) : Prop where
  term : ∀ {inner t b n b'}, b.Ready at_ → copyTerm T at_ inner depth t b = .ok ⟨n, b'⟩ → TermCopy T at_ inner b b' t n
  literal : ∀ {inner} {l : Nat} {b} {m : Nat} {b'}, b.Ready at_ → copyLiteral T at_ inner depth l b = .ok ⟨m, b'⟩ →
    LiteralCopy T at_ inner b b' l m
  formula : ∀ {inner e b n b'}, b.Ready at_ → copyFormula T at_ inner depth e b = .ok ⟨n, b'⟩ → FormulaCopy T at_ inner b b' e n
  literals : ∀ {inner ls i b out ms b'}, b.Ready at_ → copyLiterals T at_ inner depth ls i b out = .ok (ms, b') →
    LiteralsCopy T at_ inner b b' ls i out ms

section

variable {T : Tables} {at_ : Site} {inner depth : Nat} {b b₁ b₂ b' : Builder}

/-- A new term whose shape means what the copied one's does. -/
theorem TermCopy.of_term {shape : TermShape} {t n : Nat} (hb : b₁.Ready at_) (hg : Grows b.tables b₁.tables) (h : b₁.term shape = .ok ⟨n, b'⟩)
    (hm : ∀ I, b₁.tables.Consistent I → ∀ cs outer, Inside I cs inner → ∀ v, shape.Means I (cs ++ outer) v →
      v = (T.interpretation (at_.model I outer)).value cs t) : TermCopy T at_ inner b b' t n := by
  obtain ⟨hR, hg', hn, hmeans⟩ := term_built hb.right h
  exact ⟨hb.grow hR hg', hg.trans hg', hn, fun I hI cs outer hc => hm I (hg'.consistent I hI) cs outer hc _ (hmeans I hI _)⟩

/-- A new formula whose shape means what the copied one's does. -/
theorem FormulaCopy.of_formula {d : Definiens} {e n : Nat} (hb : b₁.Ready at_) (hg : Grows b.tables b₁.tables)
    (h : b₁.formula d = .ok ⟨n, b'⟩)
    (hm : ∀ I, b₁.tables.Consistent I → ∀ cs outer, Inside I cs inner → (d.shape n).Means I (cs ++ outer) n →
      (I.holds (cs ++ outer) n ↔ (T.interpretation (at_.model I outer)).holds cs e)) : FormulaCopy T at_ inner b b' e n := by
  obtain ⟨hR, hg', hn, hmeans⟩ := formula_built hb.right h
  exact ⟨hb.grow hR hg', hg.trans hg', hn, fun I hI cs outer hc => hm I (hg'.consistent I hI) cs outer hc (hmeans I hI _)⟩

/-! ## Several parts, one after the other -/

/-- Two terms are copied, one after the other. -/
theorem two_terms (ih : CopiesRight T at_ depth) (hb : b.Ready at_) {x y x' y' : Nat}
    (hx : copyTerm T at_ inner depth x b = .ok ⟨x', b₁⟩) (hy : copyTerm T at_ inner depth y b₁ = .ok ⟨y', b₂⟩) :
    b₂.Ready at_ ∧ Grows b.tables b₂.tables ∧
      ∀ I, b₂.tables.Consistent I → ∀ cs outer, Inside I cs inner →
        I.value (cs ++ outer) x' = (T.interpretation (at_.model I outer)).value cs x ∧
        I.value (cs ++ outer) y' = (T.interpretation (at_.model I outer)).value cs y := by
  obtain ⟨hb₁, hg₁, _, hx⟩ := ih.term hb hx
  obtain ⟨hb₂, hg₂, _, hy⟩ := ih.term hb₁ hy
  exact ⟨hb₂, hg₁.trans hg₂, fun I hI cs outer hc => ⟨hx I (hg₂.consistent I hI) cs outer hc, hy I hI cs outer hc⟩⟩

/-- Two literals are copied, one after the other. -/
theorem two_literals (ih : CopiesRight T at_ depth) (hb : b.Ready at_) {x y x' y' : Nat}
    (hx : copyLiteral T at_ inner depth x b = .ok ⟨x', b₁⟩) (hy : copyLiteral T at_ inner depth y b₁ = .ok ⟨y', b₂⟩) :
    b₂.Ready at_ ∧ Grows b.tables b₂.tables ∧
      ∀ I, b₂.tables.Consistent I → ∀ cs outer, Inside I cs inner →
        (I.literal (cs ++ outer) x' ↔ (T.interpretation (at_.model I outer)).literal cs x) ∧
        (I.literal (cs ++ outer) y' ↔ (T.interpretation (at_.model I outer)).literal cs y) := by
  obtain ⟨hb₁, hg₁, _, hx⟩ := ih.literal hb hx
  obtain ⟨hb₂, hg₂, _, hy⟩ := ih.literal hb₁ hy
  exact ⟨hb₂, hg₁.trans hg₂, fun I hI cs outer hc => ⟨hx I (hg₂.consistent I hI) cs outer hc, hy I hI cs outer hc⟩⟩

/-! ## Terms -/

section

variable {t n : Nat} (hb : b.Ready at_)
include hb

/-- A variable is copied from its store. -/
theorem copyVariable_sound {name : Nat} {s : Source} (hs : s.Ready b.tables) (h : copyVariable name s b = .ok ⟨n, b'⟩) :
    b'.Ready at_ ∧ Grows b.tables b'.tables ∧ n < b'.tables.terms.size ∧
      ∀ I, b'.tables.Consistent I → ∀ bs, I.value bs n = s.value I name := by
  induction s generalizing b with
  | version number =>
    obtain ⟨hR, hg, hn, hm⟩ := term_built hb.right h
    exact ⟨hb.grow hR hg, hg, hn, hm⟩
  | changed changed term rest ih =>
    obtain ⟨b₁, hpay, h⟩ := bind_ok.mp h
    have ht := pay_tables hpay
    have hg : Grows b.tables b₁.tables := ht ▸ .refl _
    have hb₁ := hb.grow (ht ▸ hb.right) hg
    have hs₁ := hs.grow hg
    split at h
    · rename_i he
      simp only [Except.ok.injEq, Built.mk.injEq] at h
      obtain ⟨rfl, rfl⟩ := h
      exact ⟨hb₁, hg, hs₁.1.1, fun I hI bs => by simp only [Source.value, he, if_true]; exact hs₁.1.2 I hI bs⟩
    · rename_i he
      obtain ⟨hb', hg', hn, hv⟩ := ih hb₁ hs₁.2 h
      exact ⟨hb', hg.trans hg', hn, fun I hI bs => by simp only [Source.value, he, if_false]; exact hv I hI bs⟩

/-- The thread is copied. -/
theorem who_copy {who : Who} (h : who.copy inner b = .ok ⟨n, b'⟩) :
    b'.Ready at_ ∧ Grows b.tables b'.tables ∧ n < b'.tables.terms.size ∧
      ∀ I, b'.tables.Consistent I → ∀ cs outer, cs.length = inner → I.value (cs ++ outer) n = who.value I.model outer := by
  cases who with
  | bound index =>
    obtain ⟨hR, hg, hn, hm⟩ := term_built hb.right h
    refine ⟨hb.grow hR hg, hg, hn, fun I hI cs outer hc => (hm I hI _).trans ?_⟩
    simp only [Who.value, ← hc, List.getD_eq_getElem?_getD]
    rw [List.getElem?_append_right (by omega)]
    simp
  | branch index =>
    obtain ⟨⟨self, b₁⟩, h1, h⟩ := bind_ok.mp h
    obtain ⟨⟨number, b₂⟩, h2, h⟩ := bind_ok.mp h
    obtain ⟨⟨code, b₃⟩, h3, h⟩ := bind_ok.mp h
    obtain ⟨⟨most, b₄⟩, h4, h⟩ := bind_ok.mp h
    obtain ⟨hR₁, hg₁, _, m₁⟩ := term_built hb.right h1
    obtain ⟨hR₂, hg₂, _, m₂⟩ := term_built hR₁ h2
    obtain ⟨hR₃, hg₃, _, m₃⟩ := term_built hR₂ h3
    obtain ⟨hR₄, hg₄, _, m₄⟩ := term_built hR₃ h4
    obtain ⟨hR₅, hg₅, hn, m₅⟩ := term_built hR₄ h
    have hg := (((hg₁.trans hg₂).trans hg₃).trans hg₄).trans hg₅
    refine ⟨hb.grow hR₅ hg, hg, hn, fun I hI cs outer hc => (m₅ I hI _).trans ?_⟩
    have hI₄ := hg₅.consistent I hI
    have hI₃ := hg₄.consistent I hI₄
    have hI₂ := hg₃.consistent I hI₃
    have e₁ : I.value (cs ++ outer) self = I.model.logic 0 := m₁ I (hg₂.consistent I hI₂) _
    have e₂ : I.value (cs ++ outer) number = .int ((cs ++ outer).getD (inner + index) 0) := m₂ I hI₂ _
    have e₃ : I.value (cs ++ outer) code = .int (pairing (I.value (cs ++ outer) self).toInt (I.value (cs ++ outer) number).toInt) := m₃ I hI₃ _
    have e₄ : I.value (cs ++ outer) most = .int (-1) := m₄ I hI₄ _
    have hnumber : (cs ++ outer).getD (inner + index) 0 = outer.getD index 0 := by
      simp only [← hc, List.getD_eq_getElem?_getD]
      rw [List.getElem?_append_right (by omega)]
      simp
    rw [e₄, e₃, e₁, e₂, hnumber]
    rfl
  | _ =>
    obtain ⟨hR, hg, hn, hm⟩ := term_built hb.right h
    exact ⟨hb.grow hR hg, hg, hn, fun I hI cs outer _ => hm I hI _⟩

omit hb in
/-- What is known of a branch is so. -/
theorem known_value (hT : T.Right) {o : Operator} {x y : Nat} (hs : T.termShape t = .binary o x y) {who : Who}
    (hknown : at_.thread.known T o x y = some who) {I : Interpretation} (hself : ∃ t, I.model.logic 0 = .int t) (cs : List Int) {outer : List Int} :
    (T.interpretation (at_.model I outer)).value cs t = who.value I.model outer := by
  obtain ⟨self, hself⟩ := hself
  have hm := interpretation_termMeans hT (at_.model I outer) hs cs
  unfold Who.known at hknown
  split at hknown
  · rename_i index hthread
    split at hknown
    · rename_i hx hy
      injection hknown with hknown
      subst hknown
      have ex := interpretation_termMeans hT (at_.model I outer) hx cs
      have ey := interpretation_termMeans hT (at_.model I outer) hy cs
      simp only [TermShape.Means, Operator.apply] at hm ex ey
      have hself' : (T.interpretation (at_.model I outer)).model.logic 0 = .int (branchOf self (outer.getD index 0)) := by
        simp [Tables.interpretation, Site.model, hthread, Who.value, hself, Value.toInt]
      rw [hm, ex, ey, hself']
      simp [Value.toInt, aboutBranch, parentOf_branchOf, Who.value, hself]
    · rename_i hx hy
      injection hknown with hknown
      subst hknown
      have ex := interpretation_termMeans hT (at_.model I outer) hx cs
      have ey := interpretation_termMeans hT (at_.model I outer) hy cs
      simp only [TermShape.Means, Operator.apply] at hm ex ey
      have hself' : (T.interpretation (at_.model I outer)).model.logic 0 = .int (branchOf self (outer.getD index 0)) := by
        simp [Tables.interpretation, Site.model, hthread, Who.value, hself, Value.toInt]
      rw [hm, ex, ey, hself']
      simp [Value.toInt, aboutBranch, numberOf_branchOf, Who.value]
    · simp at hknown
  · simp at hknown

variable (hT : T.Right)
include hT

theorem copy_num {k : Int} (hs : T.termShape t = .num k) (h : copyTerm T at_ inner (depth + 1) t b = .ok ⟨n, b'⟩) :
    TermCopy T at_ inner b b' t n := by
  simp only [copyTerm, hs] at h
  refine .of_term hb (.refl _) h fun I hI cs outer hc v hv => ?_
  exact hv.trans (interpretation_termMeans hT _ hs cs).symm

theorem copy_var {name version : Nat} (hs : T.termShape t = .var name version)
    (h : copyTerm T at_ inner (depth + 1) t b = .ok ⟨n, b'⟩) : TermCopy T at_ inner b b' t n := by
  simp only [copyTerm, hs] at h
  obtain ⟨hb', hg, hn, hv⟩ := copyVariable_sound hb (sourceAt_ready version hb.place.first hb.place.later) h
  exact ⟨hb', hg, hn, fun I hI cs outer _ => (hv I hI _).trans (interpretation_termMeans hT (at_.model I outer) hs cs).symm⟩

theorem copy_logic {name : Nat} (hs : T.termShape t = .logic name) (h : copyTerm T at_ inner (depth + 1) t b = .ok ⟨n, b'⟩) :
    TermCopy T at_ inner b b' t n := by
  simp only [copyTerm, hs] at h
  have hm : ∀ I cs outer, (T.interpretation (at_.model I outer)).value cs t = (at_.model I outer).logic name :=
    fun I cs outer => interpretation_termMeans hT (at_.model I outer) hs cs
  split at h
  · rename_i h0
    obtain ⟨hb', hg, hn, hv⟩ := who_copy hb h
    refine ⟨hb', hg, hn, fun I hI cs outer hc => ?_⟩
    rw [hm, hv I hI cs outer hc.length]
    simp [Site.model, h0]
  · rename_i h0
    refine .of_term hb (.refl _) h fun I hI cs outer _ v hv => ?_
    rw [hm, hv]
    simp [Site.model, h0]

theorem copy_bound {index : Nat} (hs : T.termShape t = .bound index) (h : copyTerm T at_ inner (depth + 1) t b = .ok ⟨n, b'⟩) :
    TermCopy T at_ inner b b' t n := by
  simp only [copyTerm, hs] at h
  split at h
  · rename_i hi
    refine .of_term hb (.refl _) h fun I hI cs outer hc v hv => ?_
    rw [interpretation_termMeans hT (at_.model I outer) hs cs, hv]
    simp [List.getD_eq_getElem?_getD, List.getElem?_append_left (hc.length ▸ hi)]
  · simp at h

variable (ih : CopiesRight T at_ depth)
include ih

theorem copy_binary {o : Operator} {x y : Nat} (hs : T.termShape t = .binary o x y)
    (h : copyTerm T at_ inner (depth + 1) t b = .ok ⟨n, b'⟩) : TermCopy T at_ inner b b' t n := by
  simp only [copyTerm, hs] at h
  split at h
  · rename_i who hknown
    obtain ⟨hb', hg, hn, hv⟩ := who_copy hb h
    exact ⟨hb', hg, hn, fun I hI cs outer hc => (hv I hI cs outer hc.length).trans (known_value hT hs hknown hc.self cs).symm⟩
  · obtain ⟨⟨x', b₃⟩, hx, h⟩ := bind_ok.mp h
    obtain ⟨⟨y', b₂⟩, hy, h⟩ := bind_ok.mp h
    obtain ⟨hb₂, hg, hv⟩ := two_terms ih hb hx hy
    refine .of_term hb₂ hg h fun I hI cs outer hc v hv' => hv'.trans ?_
    rw [(hv I hI cs outer hc).1, (hv I hI cs outer hc).2]
    exact (interpretation_termMeans hT (at_.model I outer) hs cs).symm

theorem copy_store {m i x : Nat} (hs : T.termShape t = .store m i x) (h : copyTerm T at_ inner (depth + 1) t b = .ok ⟨n, b'⟩) :
    TermCopy T at_ inner b b' t n := by
  simp only [copyTerm, hs] at h
  obtain ⟨⟨m', b₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨hb₁, hg₁, _, h1⟩ := ih.term hb h1
  obtain ⟨⟨i', b₃⟩, hx, h⟩ := bind_ok.mp h
  obtain ⟨⟨x', b₂⟩, hy, h⟩ := bind_ok.mp h
  obtain ⟨hb₂, hg₂, hv⟩ := two_terms ih hb₁ hx hy
  refine .of_term hb₂ (hg₁.trans hg₂) h fun I hI cs outer hc v hv' => hv'.trans ?_
  rw [Interpretation.map, Interpretation.int, Interpretation.int, h1 I (hg₂.consistent I hI) cs outer hc, (hv I hI cs outer hc).1,
    (hv I hI cs outer hc).2]
  exact (interpretation_termMeans hT (at_.model I outer) hs cs).symm

theorem copy_const {x : Nat} (hs : T.termShape t = .const x) (h : copyTerm T at_ inner (depth + 1) t b = .ok ⟨n, b'⟩) :
    TermCopy T at_ inner b b' t n := by
  simp only [copyTerm, hs] at h
  obtain ⟨⟨x', b₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨hb₁, hg₁, _, h1⟩ := ih.term hb h1
  refine .of_term hb₁ hg₁ h fun I hI cs outer hc v hv => hv.trans ?_
  rw [Interpretation.int, h1 I hI cs outer hc]
  exact (interpretation_termMeans hT (at_.model I outer) hs cs).symm

theorem copy_iteTerm {c x y : Nat} (hs : T.termShape t = .ite c x y) (h : copyTerm T at_ inner (depth + 1) t b = .ok ⟨n, b'⟩) :
    TermCopy T at_ inner b b' t n := by
  simp only [copyTerm, hs] at h
  obtain ⟨⟨c', b₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨hb₁, hg₁, _, h1⟩ := ih.literal hb h1
  obtain ⟨⟨x', b₃⟩, hx, h⟩ := bind_ok.mp h
  obtain ⟨⟨y', b₂⟩, hy, h⟩ := bind_ok.mp h
  obtain ⟨hb₂, hg₂, hv⟩ := two_terms ih hb₁ hx hy
  refine .of_term hb₂ (hg₁.trans hg₂) h fun I hI cs outer hc v hv' => ?_
  have hm := interpretation_termMeans hT (at_.model I outer) hs cs
  simp only [TermShape.Means, h1 I (hg₂.consistent I hI) cs outer hc, (hv I hI cs outer hc).1, (hv I hI cs outer hc).2] at hv' hm
  by_cases hl : (T.interpretation (at_.model I outer)).literal cs c
  · rw [hv'.1 hl, hm.1 hl]
  · rw [hv'.2 hl, hm.2 hl]

theorem copy_witness {body : Nat} (hs : T.termShape t = .witness body) (h : copyTerm T at_ inner (depth + 1) t b = .ok ⟨n, b'⟩) :
    TermCopy T at_ inner b b' t n := by
  simp only [copyTerm, hs] at h
  obtain ⟨⟨body', b₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨hb₁, hg₁, _, h1⟩ := ih.literal hb h1
  refine .of_term hb₁ hg₁ h fun I hI cs outer hc v hv => hv.trans ?_
  have hm := interpretation_termMeans hT (at_.model I outer) hs cs
  simp only [TermShape.Means] at hm
  rw [hm]
  simp only [fun x => h1 I hI (x :: cs) outer (hc.more x), ← List.cons_append]

end

/-! ## Formulas -/

section

variable {e n : Nat} (hb : b.Ready at_) (hT : T.Right) (ih : CopiesRight T at_ depth)
include hb ih

omit hT in
theorem copy_literal {l m : Nat} (h : copyLiteral T at_ inner (depth + 1) l b = .ok ⟨m, b'⟩) : LiteralCopy T at_ inner b b' l m := by
  simp only [copyLiteral] at h
  obtain ⟨⟨n, b₁⟩, h1, h⟩ := bind_ok.mp h
  simp only [Except.ok.injEq, Built.mk.injEq] at h
  obtain ⟨rfl, rfl⟩ := h
  obtain ⟨hb₁, hg₁, hn, h1⟩ := ih.formula hb h1
  have h2 : (2 * n + l % 2) / 2 = n := by omega
  refine ⟨hb₁, hg₁, Nat.lt_of_le_of_lt (Nat.le_of_eq h2) hn, fun I hI cs outer hc => ?_⟩
  have h3 : (2 * n + l % 2) % 2 = l % 2 := by omega
  unfold Interpretation.literal Literal.True
  rw [h2, h3]
  split
  · exact h1 I hI cs outer hc
  · rw [h1 I hI cs outer hc]

omit hT in
theorem copy_literals {ls : Array Nat} {i : Nat} {out ms : Array Nat}
    (h : copyLiterals T at_ inner (depth + 1) ls i b out = .ok (ms, b')) : LiteralsCopy T at_ inner b b' ls i out ms := by
  simp only [copyLiterals] at h
  split at h
  · rename_i hi
    obtain ⟨⟨m, b₁⟩, h1, h⟩ := bind_ok.mp h
    obtain ⟨hb₁, hg₁, _, h1⟩ := ih.literal hb h1
    obtain ⟨hb', hg', more, hmore, h2⟩ := ih.literals hb₁ h
    refine ⟨hb', hg₁.trans hg', m :: more, by simp [hmore], fun I hI cs outer hc => ?_⟩
    rw [drop_toList ls i hi]
    simp only [List.mem_cons, exists_eq_or_imp]
    rw [h1 I (hg'.consistent I hI) cs outer hc, h2 I hI cs outer hc]
  · rename_i hi
    simp only [Except.ok.injEq, Prod.mk.injEq] at h
    obtain ⟨rfl, rfl⟩ := h
    refine ⟨hb, .refl _, [], by simp, fun I hI cs outer hc => ?_⟩
    rw [drop_toList_nil ls i hi]
    simp

include hT

theorem copy_gate {long : Clause} (hs : T.shape e = .gate long) (h : copyFormula T at_ inner (depth + 1) e b = .ok ⟨n, b'⟩) :
    FormulaCopy T at_ inner b b' e n := by
  simp only [copyFormula, hs] at h
  obtain ⟨⟨ms, b₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨hb₁, hg₁, more, hmore, h1⟩ := ih.literals hb h1
  simp only [List.nil_append] at hmore
  have hm := fun M cs => interpretation_means hT M hs cs
  simp only at h
  split at h
  · rename_i h0
    have hgate : ∀ M cs, ¬ (T.interpretation M).literal cs long[0] ↔ ∃ l ∈ long.toList.drop 1, (T.interpretation M).literal cs l := by
      intro M cs
      refine gate_holds (n := e) ?_ (hm M cs)
      have : long.toList ≠ [] := by intro hnil; simp [← Array.length_toList, hnil] at h0
      obtain ⟨x, xs, hx⟩ := List.exists_cons_of_ne_nil this
      have : long[0] = x := by simp [← Array.getElem_toList, hx]
      rw [this, hx]
      rfl
    have he : long[0] / 2 = e := (hm ⟨fun _ => True, fun _ _ => .int 0, fun _ => .int 0⟩ []).2.1
    split at h
    · rename_i hpos
      refine .of_formula hb₁ hg₁ h fun I hI cs outer hc hmeans => ?_
      have hlit : (T.interpretation (at_.model I outer)).literal cs long[0] ↔ (T.interpretation (at_.model I outer)).holds cs e := by
        simp [Interpretation.literal, Literal.True, hpos, he]
      rw [and_holds hmeans, ← hlit, ← Classical.not_not (a := (T.interpretation (at_.model I outer)).literal cs long[0]),
        hgate, ← h1 I hI cs outer hc]
      have hmem : ∀ l, l ∈ pushNegated #[] ms 0 ↔ ∃ m ∈ more, Literal.negate m = l := by
        intro l
        rw [← Array.mem_toList_iff, pushNegated_toList]
        simp [hmore]
      constructor
      · rintro hall ⟨m, hm, hl⟩
        exact (Literal.true_negate _ m).mp (hall _ ((hmem _).mpr ⟨m, hm, rfl⟩)) hl
      · intro hnone l hl
        obtain ⟨m, hm, rfl⟩ := (hmem l).mp hl
        exact (Literal.true_negate _ m).mpr fun hl => hnone ⟨m, hm, hl⟩
    · rename_i hneg
      refine .of_formula hb₁ hg₁ h fun I hI cs outer hc hmeans => ?_
      have hlit : ¬ (T.interpretation (at_.model I outer)).literal cs long[0] ↔ (T.interpretation (at_.model I outer)).holds cs e := by
        simp [Interpretation.literal, Literal.True, hneg, he]
      rw [or_holds hmeans, ← hlit, hgate, ← h1 I hI cs outer hc]
      simp only [← Array.mem_toList_iff, hmore]
  · simp at h

theorem copy_iff {x y : Nat} (hs : T.shape e = .iff x y) (h : copyFormula T at_ inner (depth + 1) e b = .ok ⟨n, b'⟩) :
    FormulaCopy T at_ inner b b' e n := by
  simp only [copyFormula, hs] at h
  obtain ⟨⟨x', b₃⟩, hx, h⟩ := bind_ok.mp h
  obtain ⟨⟨y', b₂⟩, hy, h⟩ := bind_ok.mp h
  obtain ⟨hb₂, hg, hv⟩ := two_literals ih hb hx hy
  refine .of_formula hb₂ hg h fun I hI cs outer hc hmeans => ?_
  have hm := interpretation_means hT (at_.model I outer) hs cs
  simp only [Definiens.shape, Shape.Means] at hmeans hm
  rw [hmeans, hm, (hv I hI cs outer hc).1, (hv I hI cs outer hc).2]

theorem copy_ite {c x y : Nat} (hs : T.shape e = .ite c x y) (h : copyFormula T at_ inner (depth + 1) e b = .ok ⟨n, b'⟩) :
    FormulaCopy T at_ inner b b' e n := by
  simp only [copyFormula, hs] at h
  obtain ⟨⟨c', b₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨hb₁, hg₁, _, h1⟩ := ih.literal hb h1
  obtain ⟨⟨x', b₃⟩, hx, h⟩ := bind_ok.mp h
  obtain ⟨⟨y', b₂⟩, hy, h⟩ := bind_ok.mp h
  obtain ⟨hb₂, hg₂, hv⟩ := two_literals ih hb₁ hx hy
  refine .of_formula hb₂ (hg₁.trans hg₂) h fun I hI cs outer hc hmeans => ?_
  have hm := interpretation_means hT (at_.model I outer) hs cs
  simp only [Definiens.shape, Shape.Means] at hmeans hm
  rw [hmeans, hm, h1 I (hg₂.consistent I hI) cs outer hc, (hv I hI cs outer hc).1, (hv I hI cs outer hc).2]

theorem copy_le {x y : Nat} (hs : T.shape e = .le x y) (h : copyFormula T at_ inner (depth + 1) e b = .ok ⟨n, b'⟩) :
    FormulaCopy T at_ inner b b' e n := by
  simp only [copyFormula, hs] at h
  obtain ⟨⟨x', b₃⟩, hx, h⟩ := bind_ok.mp h
  obtain ⟨⟨y', b₂⟩, hy, h⟩ := bind_ok.mp h
  obtain ⟨hb₂, hg, hv⟩ := two_terms ih hb hx hy
  refine .of_formula hb₂ hg h fun I hI cs outer hc hmeans => ?_
  have hm := interpretation_means hT (at_.model I outer) hs cs
  simp only [Definiens.shape, Shape.Means, Interpretation.int] at hmeans hm
  rw [hmeans, hm, (hv I hI cs outer hc).1, (hv I hI cs outer hc).2]

theorem copy_eq {x y : Nat} (hs : T.shape e = .eq x y) (h : copyFormula T at_ inner (depth + 1) e b = .ok ⟨n, b'⟩) :
    FormulaCopy T at_ inner b b' e n := by
  simp only [copyFormula, hs] at h
  obtain ⟨⟨x', b₃⟩, hx, h⟩ := bind_ok.mp h
  obtain ⟨⟨y', b₂⟩, hy, h⟩ := bind_ok.mp h
  obtain ⟨hb₂, hg, hv⟩ := two_terms ih hb hx hy
  refine .of_formula hb₂ hg h fun I hI cs outer hc hmeans => ?_
  have hm := interpretation_means hT (at_.model I outer) hs cs
  simp only [Definiens.shape, Shape.Means, Interpretation.int] at hmeans hm
  rw [hmeans, hm, (hv I hI cs outer hc).1, (hv I hI cs outer hc).2]

theorem copy_mapEq {x y : Nat} (hs : T.shape e = .mapEq x y) (h : copyFormula T at_ inner (depth + 1) e b = .ok ⟨n, b'⟩) :
    FormulaCopy T at_ inner b b' e n := by
  simp only [copyFormula, hs] at h
  obtain ⟨⟨x', b₃⟩, hx, h⟩ := bind_ok.mp h
  obtain ⟨⟨y', b₂⟩, hy, h⟩ := bind_ok.mp h
  obtain ⟨hb₂, hg, hv⟩ := two_terms ih hb hx hy
  refine .of_formula hb₂ hg h fun I hI cs outer hc hmeans => ?_
  have hm := interpretation_means hT (at_.model I outer) hs cs
  simp only [Definiens.shape, Shape.Means, Interpretation.map] at hmeans hm
  rw [hmeans, hm, (hv I hI cs outer hc).1, (hv I hI cs outer hc).2]

theorem copy_all {body : Nat} (hs : T.shape e = .all body) (h : copyFormula T at_ inner (depth + 1) e b = .ok ⟨n, b'⟩) :
    FormulaCopy T at_ inner b b' e n := by
  simp only [copyFormula, hs] at h
  obtain ⟨⟨body', b₁⟩, h1, h⟩ := bind_ok.mp h
  obtain ⟨hb₁, hg₁, _, h1⟩ := ih.literal hb h1
  refine .of_formula hb₁ hg₁ h fun I hI cs outer hc hmeans => ?_
  have hm := interpretation_means hT (at_.model I outer) hs cs
  simp only [Definiens.shape, Shape.Means] at hmeans hm
  rw [hmeans, hm]
  simp only [fun x => h1 I hI (x :: cs) outer (hc.more x), ← List.cons_append]

end

/-- What `traverse` shows at a depth: everything of that depth is copied as it should be. -/
abbrev CopyTraversed (T : Tables) (at_ : Site) (depth : Nat) : Prop :=
  Traversed (fun d t => ∀ inner b n b', b.Ready at_ → copyTerm T at_ inner d t b = .ok ⟨n, b'⟩ → TermCopy T at_ inner b b' t n)
    (fun d l => ∀ inner b m b', b.Ready at_ → copyLiteral T at_ inner d l b = .ok ⟨m, b'⟩ → LiteralCopy T at_ inner b b' l m)
    (fun d e => ∀ inner b n b', b.Ready at_ → copyFormula T at_ inner d e b = .ok ⟨n, b'⟩ → FormulaCopy T at_ inner b b' e n)
    (fun d ls i => ∀ inner b out ms b', b.Ready at_ → copyLiterals T at_ inner d ls i b out = .ok (ms, b') →
      LiteralsCopy T at_ inner b b' ls i out ms) depth

theorem CopiesRight.of (h : CopyTraversed T at_ depth) : CopiesRight T at_ depth :=
  ⟨fun hb hc => h.term _ _ _ _ _ hb hc, fun hb hc => h.literal _ _ _ _ _ hb hc, fun hb hc => h.entry _ _ _ _ _ hb hc,
    fun hb hc => h.literals _ _ _ _ _ _ _ hb hc⟩

/-- Everything that is copied means the same at its place. -/
theorem copies_right (hT : T.Right) (at_ : Site) (depth : Nat) : CopiesRight T at_ depth := by
  refine .of (traverse T ⟨?_, ?_, ?_, ?_⟩
    (fun _ hs _ _ _ _ hb h => copy_num hb hT hs h)
    (fun _ hs _ _ _ _ hb h => copy_var hb hT hs h)
    (fun _ hs _ _ _ _ hb h => copy_logic hb hT hs h)
    (fun _ hs _ _ _ _ hb h => copy_bound hb hT hs h)
    (fun ih hs _ _ _ _ hb h => copy_binary hb hT (.of ih) hs h)
    (fun ih hs _ _ _ _ hb h => copy_store hb hT (.of ih) hs h)
    (fun ih hs _ _ _ _ hb h => copy_const hb hT (.of ih) hs h)
    (fun ih hs _ _ _ _ hb h => copy_iteTerm hb hT (.of ih) hs h)
    (fun ih hs _ _ _ _ hb h => copy_witness hb hT (.of ih) hs h)
    (fun ih _ _ _ _ hb h => copy_literal hb (.of ih) h)
    (fun _ hs _ _ _ _ _ h => by simp [copyFormula, hs] at h)
    (fun ih hs _ _ _ _ hb h => copy_gate hb hT (.of ih) hs h)
    (fun ih hs _ _ _ _ hb h => copy_iff hb hT (.of ih) hs h)
    (fun ih hs _ _ _ _ hb h => copy_ite hb hT (.of ih) hs h)
    (fun ih hs _ _ _ _ hb h => copy_le hb hT (.of ih) hs h)
    (fun ih hs _ _ _ _ hb h => copy_eq hb hT (.of ih) hs h)
    (fun ih hs _ _ _ _ hb h => copy_mapEq hb hT (.of ih) hs h)
    (fun ih hs _ _ _ _ hb h => copy_all hb hT (.of ih) hs h)
    (fun ih _ _ _ _ _ hb h => copy_literals hb (.of ih) h) depth)
  all_goals intros; simp_all [copyTerm, copyLiteral, copyFormula, copyLiterals]

/-- What is copied is in the program's table. -/
theorem inRange_of_copy {l : Nat} {r : Built} (h : copyLiteral T at_ inner depth l b = .ok r) : l / 2 < T.formulas.size := by
  refine Classical.byContradiction fun hl => ?_
  have hs : T.shape (l / 2) = .atom := by simp [Tables.shape, hl]
  cases depth with
  | zero => simp [copyLiteral] at h
  | succ depth =>
    cases depth with
    | zero => simp [copyLiteral, copyFormula, bind, Except.bind] at h
    | succ depth => simp [copyLiteral, copyFormula, hs, bind, Except.bind] at h

/-- A literal that is copied is true exactly if the program's formula holds at the place. -/
theorem copyLiteral_sound (hT : T.Right) {l m : Literal} (hb : b.Ready at_) (h : copyLiteral T at_ 0 depth l b = .ok ⟨m, b'⟩) :
    b'.tables.Right ∧ Grows b.tables b'.tables ∧
      ∀ I, b'.tables.Consistent I → (∃ t, I.model.logic 0 = .int t) → ∀ outer, (I.literal outer m ↔ (T.literal l).Holds (at_.model I outer) []) := by
  obtain ⟨hb', hg, _, hsem⟩ := (copies_right hT at_ depth).literal hb h
  exact ⟨hb'.right, hg, fun I hI hself outer => (hsem I hI [] outer ⟨rfl, hself⟩).trans
    ((interpretation_consistent T _).literal (inRange_of_copy h) [])⟩

/-- A term that is copied has the value that the program's term has at the place. -/
theorem copyTerm_sound (hT : T.Right) {t n : Nat} (hb : b.Ready at_) (h : copyTerm T at_ 0 depth t b = .ok ⟨n, b'⟩) :
    b'.tables.Right ∧ Grows b.tables b'.tables ∧ n < b'.tables.terms.size ∧
      ∀ I, b'.tables.Consistent I → (∃ t, I.model.logic 0 = .int t) → ∀ outer, I.value outer n = (T.term t).eval (at_.model I outer) [] := by
  obtain ⟨hb', hg, hn, hsem⟩ := (copies_right hT at_ depth).term hb h
  exact ⟨hb'.right, hg, hn, fun I hI hself outer => hsem I hI [] outer ⟨rfl, hself⟩⟩

end

end Plato
