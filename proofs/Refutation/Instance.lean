/-
# Instances of universal formulas are sound

The walk over body and instance compares values: if the quantified variable has the value of the term, the body's parts have the values of
the instance's parts.

Main results: `match_sound`, `instantiate_sound`, `generalize_sound`.
-/
module

public import Plato.Refutation.Instance
public import Refutation.Equality

@[expose] public section

namespace Plato

/-- With `k` inner variables the same, one more variable further out does not change the first `k`. -/
theorem agree_append (bs : List Int) (v : Int) : Agree bs.length (bs ++ [v]) bs := by
  intro i hi
  simp [List.getD, List.getElem?_append_left hi]

section

variable {T : Tables} {I : Interpretation} (hT : T.RightFor I) {t : Nat} (ht : T.termIndependent t 0 = true)

/-- What a successful walk from a term of the body to a term of the instance shows. -/
def TermMatch (T : Tables) (I : Interpretation) (t : Nat) (depth : Nat) : Prop :=
  ∀ k reading a r effort, 1 < matchTerm T t depth k reading a r effort → ∀ bs : List Int, bs.length = k →
    reading.Same (I.value (bs ++ [I.int [] t]) a) (I.value bs r)

/-- The same for literals. -/
def LiteralMatch (T : Tables) (I : Interpretation) (t : Nat) (depth : Nat) : Prop :=
  ∀ k l m effort, 1 < matchLiteral T t depth k l m effort → ∀ bs : List Int, bs.length = k →
    (I.literal (bs ++ [I.int [] t]) l ↔ I.literal bs m)

/-- The same for the literals of a clause. -/
def LiteralsMatch (T : Tables) (I : Interpretation) (t : Nat) (depth : Nat) : Prop :=
  ∀ k ls ms i effort, 1 < matchLiterals T t depth k ls ms i effort → ∀ bs : List Int, bs.length = k →
    ∀ j (hj : j < ls.size) (hj' : j < ms.size), i ≤ j → (I.literal (bs ++ [I.int [] t]) ls[j] ↔ I.literal bs ms[j])

/-- A walk after one that failed fails, so a walk that succeeds had effort: the walk before it succeeded, too. -/
theorem effort_pos_term {depth k : Nat} {reading : Reading} {a r effort : Nat}
    (h : 1 < matchTerm T t depth k reading a r effort) : 1 < effort := by
  cases depth with
  | zero => simp [matchTerm] at h
  | succ depth =>
    refine Nat.lt_of_not_le fun h0 => ?_
    have h2 : effort ≤ 2 := Nat.le_succ_of_le h0
    simp only [matchTerm, h2, if_true] at h
    omega

theorem effort_pos_literal {depth k l m effort : Nat} (h : 1 < matchLiteral T t depth k l m effort) : 1 < effort := by
  cases depth with
  | zero => simp [matchLiteral] at h
  | succ depth =>
    refine Nat.lt_of_not_le fun h0 => ?_
    have h2 : effort ≤ 2 := Nat.le_succ_of_le h0
    simp only [matchLiteral, h2, if_true] at h
    omega

theorem effort_pos_literals {depth k : Nat} {ls ms : Clause} {i effort : Nat}
    (h : 1 < matchLiterals T t depth k ls ms i effort) : 1 < effort := by
  cases depth with
  | zero => simp [matchLiterals] at h
  | succ depth =>
    refine Nat.lt_of_not_le fun h0 => ?_
    have h2 : effort ≤ 2 := Nat.le_succ_of_le h0
    simp only [matchLiterals, h2, if_true] at h
    omega

include hT

omit hT in
/-- The truth of a literal follows that of its entry. -/
theorem literal_iff_of_entry {bs bs' : List Int} {l m : Nat} (hp : l % 2 = m % 2)
    (h : I.holds bs (l / 2) ↔ I.holds bs' (m / 2)) : I.literal bs l ↔ I.literal bs' m := by
  unfold Interpretation.literal Literal.True
  rw [hp]
  split <;> simp [h]

include ht

theorem termMatch_succ {depth : Nat} (hterm : TermMatch T I t depth) (hlit : LiteralMatch T I t depth) :
    TermMatch T I t (depth + 1) := by
  intro k reading a r effort h bs hk
  unfold matchTerm at h
  split at h
  · omega
  · split at h
    · rename_i hsame
      obtain ⟨rfl, hi⟩ := hsame
      exact .of_eq (hT.termIndependent hi (hk ▸ agree_append bs _))
    · split at h
      · rename_i i hs
        split at h
        · split at h
          · rename_i hik
            obtain ⟨rfl, rfl⟩ := hik
            have hv : I.value (bs ++ [I.int [] r]) a = _ := hT.termMeans hs (by simp) _
            show (I.value (bs ++ [I.int [] r]) a).toInt = (I.value bs r).toInt
            rw [hv, hT.termIndependent ht (show Agree 0 bs [] from fun i hi => by omega)]
            subst hk
            show (bs ++ [I.int [] r]).getD bs.length 0 = I.int [] r
            simp [List.getD]
          · simp at h
        · simp at h
      · rename_i o x y o' x' y' hs hs'
        split at h
        · rename_i ho
          subst ho
          have h1 := hterm _ _ _ _ _ (effort_pos_term h) bs hk
          have h2 := hterm _ _ _ _ _ h bs hk
          have hv : I.value _ a = _ := hT.termMeans hs (by simp) (bs ++ [I.int [] t])
          have hv' : I.value _ r = _ := hT.termMeans hs' (by simp) bs
          refine .of_eq ?_
          rw [hv, hv', apply_same h1 h2]
        · simp at h
      · rename_i m i x m' i' x' hs hs'
        have p3 := h
        have p2 := effort_pos_term p3
        have p1 := effort_pos_term p2
        have h1 : I.map _ m = I.map _ m' := hterm _ _ _ _ _ p1 bs hk
        have h2 : I.int _ i = I.int _ i' := hterm _ _ _ _ _ p2 bs hk
        have h3 : I.int _ x = I.int _ x' := hterm _ _ _ _ _ p3 bs hk
        have hv : I.value _ a = _ := hT.termMeans hs (by simp) (bs ++ [I.int [] t])
        have hv' : I.value _ r = _ := hT.termMeans hs' (by simp) bs
        refine .of_eq ?_
        rw [hv, hv', h1, h2, h3]
      · rename_i x x' hs hs'
        have h1 : I.int _ x = I.int _ x' := hterm _ _ _ _ _ h bs hk
        have hv : I.value _ a = _ := hT.termMeans hs (by simp) (bs ++ [I.int [] t])
        have hv' : I.value _ r = _ := hT.termMeans hs' (by simp) bs
        refine .of_eq ?_
        rw [hv, hv', h1]
      · rename_i c x y c' x' y' hs hs'
        have p3 := h
        have p2 := effort_pos_term p3
        have p1 := effort_pos_term p2
        have h1 := hlit _ _ _ _ p1 bs hk
        have h2 := hterm _ _ _ _ _ p2 bs hk
        have h3 := hterm _ _ _ _ _ p3 bs hk
        have hv : (_ → I.value _ a = _) ∧ (_ → I.value _ a = _) := hT.termMeans hs (by simp) (bs ++ [I.int [] t])
        have hv' : (_ → I.value _ r = _) ∧ (_ → I.value _ r = _) := hT.termMeans hs' (by simp) bs
        by_cases hc : I.literal (bs ++ [I.int [] t]) c
        · rw [hv.1 hc, hv'.1 (h1.mp hc)]; exact h2
        · rw [hv.2 hc, hv'.2 fun h => hc (h1.mpr h)]; exact h3
      · rename_i body body' hs hs'
        have hb : ∀ x, I.literal (x :: (bs ++ [I.int [] t])) body ↔ I.literal (x :: bs) body' :=
          fun x => hlit _ _ _ _ h (x :: bs) (by simp [hk])
        have hv : I.value _ a = _ := hT.termMeans hs (by simp) (bs ++ [I.int [] t])
        have hv' : I.value _ r = _ := hT.termMeans hs' (by simp) bs
        refine .of_eq ?_
        rw [hv, hv']
        simp only [hb]
      · simp at h

omit ht in
theorem literalMatch_succ {depth : Nat} (hterm : TermMatch T I t depth) (hlit : LiteralMatch T I t depth)
    (hlits : LiteralsMatch T I t depth) : LiteralMatch T I t (depth + 1) := by
  intro k l m effort h bs hk
  unfold matchLiteral at h
  split at h
  · omega
  · split at h
    · simp at h
    · rename_i hp
      have hp : l % 2 = m % 2 := Classical.not_not.mp hp
      split at h
      · rename_i hsame
        obtain ⟨rfl, hi⟩ := hsame
        exact literal_iff_of_entry rfl (hT.independent hi (hk ▸ agree_append bs _))
      · refine literal_iff_of_entry hp ?_
        split at h
        · rename_i long long' hs hs'
          split at h
          · rename_i hpos
            split at h
            · rename_i hcond
              obtain ⟨hsize, hpar, he, he'⟩ := hcond
              simp only [Literal.sameSign, Literal.entry] at hpar he he'
              obtain ⟨_, _, hg⟩ := hT.means hs (bs ++ [I.int [] t])
              obtain ⟨_, _, hg'⟩ := hT.means hs' bs
              have hall := hlits _ _ _ _ _ h bs hk
              have hex : (∃ k, ∃ hk : k < long.size, 0 < k ∧ I.literal (bs ++ [I.int [] t]) long[k]) ↔
                  ∃ k, ∃ hk : k < long'.size, 0 < k ∧ I.literal bs long'[k] :=
                ⟨fun ⟨j, hj, h0, hl⟩ => ⟨j, by omega, h0, (hall j hj (by omega) h0).mp hl⟩,
                 fun ⟨j, hj, h0, hl⟩ => ⟨j, by omega, h0, (hall j (by omega) hj h0).mpr hl⟩⟩
              have hfirst : ¬ I.literal (bs ++ [I.int [] t]) long[0] ↔ ¬ I.literal bs long'[0] :=
                hg.trans (hex.trans hg'.symm)
              simp only [Interpretation.literal, Literal.True, he, he', hpar] at hfirst
              split at hfirst
              · exact ⟨fun h => Classical.byContradiction fun hn => hfirst.mpr hn h,
                  fun h => Classical.byContradiction fun hn => hfirst.mp hn h⟩
              · exact ⟨fun h => Classical.not_not.mp (hfirst.mp (Classical.not_not.mpr h)),
                  fun h => Classical.not_not.mp (hfirst.mpr (Classical.not_not.mpr h))⟩
            · simp at h
          · simp at h
        · rename_i a b a' b' hs hs'
          have h1 := hlit _ _ _ _ (effort_pos_literal h) bs hk
          have h2 := hlit _ _ _ _ h bs hk
          have hm : I.holds _ _ ↔ _ := hT.means hs (bs ++ [I.int [] t])
          have hm' : I.holds _ _ ↔ _ := hT.means hs' bs
          rw [hm, hm', h1, h2]
        · rename_i c a b c' a' b' hs hs'
          have p3 := h
          have p2 := effort_pos_literal p3
          have p1 := effort_pos_literal p2
          have h1 := hlit _ _ _ _ p1 bs hk
          have h2 := hlit _ _ _ _ p2 bs hk
          have h3 := hlit _ _ _ _ p3 bs hk
          have hm : I.holds _ _ ↔ _ := hT.means hs (bs ++ [I.int [] t])
          have hm' : I.holds _ _ ↔ _ := hT.means hs' bs
          rw [hm, hm', h1, h2, h3]
        · rename_i a b a' b' hs hs'
          have h1 : I.int _ a = I.int _ a' := hterm _ _ _ _ _ (effort_pos_term h) bs hk
          have h2 : I.int _ b = I.int _ b' := hterm _ _ _ _ _ h bs hk
          have hm : I.holds _ _ ↔ _ := hT.means hs (bs ++ [I.int [] t])
          have hm' : I.holds _ _ ↔ _ := hT.means hs' bs
          rw [hm, hm', h1, h2]
        · rename_i a b a' b' hs hs'
          have h1 : I.int _ a = I.int _ a' := hterm _ _ _ _ _ (effort_pos_term h) bs hk
          have h2 : I.int _ b = I.int _ b' := hterm _ _ _ _ _ h bs hk
          have hm : I.holds _ _ ↔ _ := hT.means hs (bs ++ [I.int [] t])
          have hm' : I.holds _ _ ↔ _ := hT.means hs' bs
          rw [hm, hm', h1, h2]
        · rename_i a b a' b' hs hs'
          have h1 : I.map _ a = I.map _ a' := hterm _ _ _ _ _ (effort_pos_term h) bs hk
          have h2 : I.map _ b = I.map _ b' := hterm _ _ _ _ _ h bs hk
          have hm : I.holds _ _ ↔ _ := hT.means hs (bs ++ [I.int [] t])
          have hm' : I.holds _ _ ↔ _ := hT.means hs' bs
          rw [hm, hm', h1, h2]
        · rename_i body body' hs hs'
          have hb : ∀ x, I.literal (x :: (bs ++ [I.int [] t])) body ↔ I.literal (x :: bs) body' :=
            fun x => hlit _ _ _ _ h (x :: bs) (by simp [hk])
          have hm : I.holds _ _ ↔ _ := hT.means hs (bs ++ [I.int [] t])
          have hm' : I.holds _ _ ↔ _ := hT.means hs' bs
          rw [hm, hm']
          exact forall_congr' hb
        · simp at h

omit hT ht in
theorem literalsMatch_succ {depth : Nat} (hlit : LiteralMatch T I t depth) (hlits : LiteralsMatch T I t depth) :
    LiteralsMatch T I t (depth + 1) := by
  intro k ls ms i effort h bs hk j hj hj' hij
  unfold matchLiterals at h
  split at h
  · omega
  · split at h
    · split at h
      · by_cases heq : i = j
        · subst heq; exact hlit _ _ _ _ (effort_pos_literals h) bs hk
        · exact hlits _ _ _ _ _ h bs hk j hj hj' (by omega)
      · simp at h
    · omega

/-- A successful walk shows that the parts have the same values. -/
theorem match_sound (depth : Nat) : TermMatch T I t depth ∧ LiteralMatch T I t depth ∧ LiteralsMatch T I t depth := by
  induction depth with
  | zero =>
    refine ⟨fun k reading a r effort h => ?_, fun k l m effort h => ?_, fun k ls ms i effort h => ?_⟩
    · simp [matchTerm] at h
    · simp [matchLiteral] at h
    · simp [matchLiterals] at h
  | succ depth ih =>
    exact ⟨termMatch_succ hT ht ih.1 ih.2.1, literalMatch_succ hT ih.1 ih.2.1 ih.2.2, literalsMatch_succ ih.2.1 ih.2.2⟩

omit ht in
/-- An accepted instance: the entry is universal, and the literal is true exactly if its body is at the term's value. -/
theorem instance_sound {entry : Nat} {l : Nat} {effort left : Nat} (h : instanceRule T entry t l effort = .ok left) :
    ∃ body, T.shape entry = .all body ∧ (I.literal [I.int [] t] body ↔ I.literal [] l) := by
  unfold instanceRule at h
  split at h
  · rename_i body hs
    split at h
    · rename_i ht
      split at h
      · simp at h
      · simp at h
      · rename_i left' hleft
        refine ⟨body, hs, ?_⟩
        exact (match_sound hT ht instanceDepth).2.1 0 body l (effort + 2) (by omega) [] rfl
    · simp at h
  · simp at h

omit ht in
/-- Instantiation: a universal entry implies its instances. -/
theorem instantiate_sound {entry : Nat} {l : Nat} {effort left : Nat} (h : instanceRule T entry t l effort = .ok left) :
    Clause.True (I.holds []) #[2 * entry + 1, l] := by
  obtain ⟨body, hs, hl⟩ := instance_sound hT h
  have hm : I.holds [] entry ↔ ∀ x, I.literal [x] body := hT.means hs []
  by_cases he : I.holds [] entry
  · exact ⟨l, by simp, hl.mp (hm.mp he _)⟩
  · exact ⟨2 * entry + 1, by simp, (Literal.true_negative _ _).mpr he⟩

omit ht in
/-- Generalization: if the body is true at the witness of its being false, it is true everywhere. -/
theorem generalize_sound {entry : Nat} {l : Nat} {effort left : Nat} (hw : isWitness T entry t = true)
    (h : instanceRule T entry t l effort = .ok left) : Clause.True (I.holds []) #[2 * entry, Literal.negate l] := by
  obtain ⟨body, hs, hl⟩ := instance_sound hT h
  have hm : I.holds [] entry ↔ ∀ x, I.literal [x] body := hT.means hs []
  unfold isWitness at hw
  split at hw
  · rename_i body1 body2 hs1 hs2
    rw [hs] at hs1
    simp only [beq_iff_eq] at hw
    cases hs1
    subst hw
    have hv : I.value [] t = .int (Classical.epsilon fun x => ¬ I.literal [x] body) := hT.termMeans hs2 (by simp) []
    by_cases he : I.holds [] entry
    · exact ⟨2 * entry, by simp, (Literal.true_positive _ _).mpr he⟩
    · refine ⟨Literal.negate l, by simp, (Literal.true_negate _ _).mpr fun ht => he ?_⟩
      have hbody := hl.mpr ht
      rw [Interpretation.int, hv] at hbody
      refine hm.mpr fun x => Classical.byContradiction fun hx => ?_
      exact Classical.epsilon_spec (p := fun x => ¬ I.literal [x] body) ⟨x, hx⟩ hbody
  · simp at hw

end

end Plato
