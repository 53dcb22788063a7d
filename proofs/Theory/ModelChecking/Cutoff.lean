/-
# A few members serve every number

Where thread identifiers are only compared and stored, the fixpoint for k + 2h + 2 members serves every number of them, if k shared
variables and h variables of each thread hold identifiers. For Simple(n) that is three. (Section 4 of Flanagan and Qadeer, *Assume-Guarantee
Model Checking*, leaves unbounded numbers of threads to future work.)

The reason is the rule AG ENV, the only one that is about two threads. These two, the identifiers that the global store holds, and those that
the two local stores hold, are at most k + 2h + 2. So whatever happens to them can be told about k + 2h + 2 members.

What is assumed, exactly:
* A global store is data and k variables, a local store is data and h variables, each of which holds an identifier or none (`Holder`). Data
  has no identifiers in it; so there is no shared map that is indexed by them, and no set of them.
* Identifiers are only compared (`OnlyCompared.step`): a step of a thread is still one, if those that it knows are replaced by others,
  different ones by different ones. So there is no order on them, and none is special. They are of kinds, and each is replaced by one of its
  kind: a member of one family by a member of that family.
* Identifiers are only stored (`OnlyCompared.stored`): after its step a thread knows none that it did not know before.
* Initial states are told by what each thread sees in them (`OnlyCompared.init`).
* There are enough members: k + 2h + 2 of each kind (`enough_of_members`), or as many as in the large system (`enough_of_embedding`).
* R does not change if two members of a kind are exchanged. The least R does not, and neither does what comes from a representative.

A thread is a member of a family: several families may use the same identifiers. The bound cannot be lowered for k = 1 and h = 0
(`two_not_enough`).

Main definitions: `Holder`, `Apart`, `OnlyCompared`, `Exchangeable`, `cutoffR`.
Main results: `cutoff_closed`, `cutoff`, `cutoff_correct`, `cutoff_invariant`, `cutoff_raceFree`; `two_not_enough`.
-/
module

public import Theory.ModelChecking.Symmetry

@[expose] public section

namespace Plato.ModelChecking

/-- Data, and so many variables that hold an identifier or none. -/
structure Holder (Data : Type) (n : Nat) (Id : Type) where
  data : Data
  ids : Fin n → Option Id

variable {Family Data Control Kind N M L : Type} {n k h : Nat}

/-- The store with other identifiers. -/
def Holder.rename (F : N → M) (s : Holder Data n N) : Holder Data n M := ⟨s.data, fun i => (s.ids i).map F⟩

/-- The thread with another identifier. -/
def renameThread (F : N → M) (t : Family × N) : Family × M := (t.1, F t.2)

/-- The identifiers in a store. -/
noncomputable def Holder.names (s : Holder Data n N) : List N := (List.ofFn s.ids).filterMap id

/-- The identifiers that a thread knows: its own, and those in the global store and in its local store. -/
noncomputable def known (t : Family × N) (g : Holder Data k N) (l : Holder Control h N) : List N := t.2 :: (g.names ++ l.names)

section

theorem Holder.mem_names {s : Holder Data n N} {x : N} : x ∈ s.names ↔ ∃ i, s.ids i = some x := by
  simp [Holder.names, List.mem_filterMap, List.mem_ofFn]

theorem Holder.names_length (s : Holder Data n N) : s.names.length ≤ n := by
  have := List.length_filterMap_le id (List.ofFn s.ids)
  rwa [List.length_ofFn] at this

theorem Holder.rename_rename (F : N → M) (F' : M → L) (s : Holder Data n N) : (s.rename F).rename F' = s.rename fun x => F' (F x) := by
  simp only [Holder.rename, Option.map_map, Function.comp_def]

theorem Holder.rename_congr {F F' : N → M} {s : Holder Data n N} (hs : ∀ x ∈ s.names, F x = F' x) : s.rename F = s.rename F' := by
  simp only [Holder.rename, Holder.mk.injEq, true_and]
  funext i
  cases hi : s.ids i with
  | none => rfl
  | some x => simp [hs x (Holder.mem_names.mpr ⟨i, hi⟩)]

end

/-- Two identifiers are exchanged. -/
noncomputable def exchange (a b : N) (x : N) : N := open Classical in if x = a then b else if x = b then a else x

theorem exchange_left (a b : N) : exchange a b a = b := by simp [exchange]

theorem exchange_other {a b x : N} (ha : x ≠ a) (hb : x ≠ b) : exchange a b x = x := by simp [exchange, ha, hb]

theorem exchange_exchange (a b x : N) : exchange a b (exchange a b x) = x := by
  unfold exchange
  by_cases ha : x = a <;> by_cases hb : x = b <;> by_cases hab : b = a <;> simp_all

/-- The function sends the identifiers of a list to different ones of the same kinds. -/
structure Apart (kind : N → Kind) (kind' : M → Kind) (F : N → M) (xs : List N) : Prop where
  injective : ∀ {x y}, x ∈ xs → y ∈ xs → F x = F y → x = y
  kinds : ∀ {x}, x ∈ xs → kind' (F x) = kind x

theorem Apart.fewer {kind : N → Kind} {kind' : M → Kind} {F : N → M} {xs ys : List N} (hF : Apart kind kind' F xs) (h : ∀ x ∈ ys, x ∈ xs) :
    Apart kind kind' F ys :=
  ⟨fun hx hy => hF.injective (h _ hx) (h _ hy), fun hx => hF.kinds (h _ hx)⟩

/-- A system of any number of threads and one of a few: identifiers are only compared and stored. -/
structure OnlyCompared (kind : N → Kind) (kind' : M → Kind) (S : System (Family × N) (Holder Data k N) (Holder Control h N))
    (S' : System (Family × M) (Holder Data k M) (Holder Control h M)) : Prop where
  init : ∀ {F g ls} t, S.init g ls → Apart kind kind' F (known t g (ls t)) →
    ∃ ls', S'.init (g.rename F) ls' ∧ ls' (renameThread F t) = (ls t).rename F
  step : ∀ {F t g l g' l'}, S.T t g l g' l' → Apart kind kind' F (known t g l) →
    S'.T (renameThread F t) (g.rename F) (l.rename F) (g'.rename F) (l'.rename F)
  stored : ∀ {t g l g' l'}, S.T t g l g' l' → ∀ x ∈ known t g' l', x ∈ known t g l

/-- The set does not change if two members of a kind are exchanged. -/
def Exchangeable (kind' : M → Kind) (R : Family × M → Holder Data k M → Holder Control h M → Prop) : Prop :=
  ∀ {a b t g l}, kind' a = kind' b → R t g l → R (renameThread (exchange a b) t) (g.rename (exchange a b)) (l.rename (exchange a b))

/-- There are enough members: any k + 2h + 2 identifiers can be told about them. -/
def Enough (kind : N → Kind) (kind' : M → Kind) (n : Nat) : Prop := ∀ xs : List N, xs.length ≤ n → ∃ F : N → M, Apart kind kind' F xs

/-- The R for every number: what R has, told about a few members in whatever way. -/
def cutoffR (kind : N → Kind) (kind' : M → Kind) (R : Family × M → Holder Data k M → Holder Control h M → Prop) (t : Family × N) (g : Holder Data k N)
    (l : Holder Control h N) : Prop :=
  ∀ F, Apart kind kind' F (known t g l) → R (renameThread F t) (g.rename F) (l.rename F)

section

variable {kind : N → Kind} {kind' : M → Kind}

/-- What is not changed by exchanges does not depend on how it is told: one way is turned into the other by exchanging members, one at a time. -/
theorem transfer {C : (N → M) → Prop} {xs : List N} (hexchange : ∀ F a b, kind' a = kind' b → C F → C fun x => exchange a b (F x))
    (hcongr : ∀ F F', (∀ x ∈ xs, F x = F' x) → C F → C F') {F F' : N → M} (hF : Apart kind kind' F xs) (hF' : Apart kind kind' F' xs) (hC : C F) :
    C F' := by
  suffices h : ∀ ys : List N, (∀ y ∈ ys, y ∈ xs) → ∃ F₁, C F₁ ∧ Apart kind kind' F₁ xs ∧ ∀ y ∈ ys, F₁ y = F' y by
    obtain ⟨F₁, hC, _, hF₁⟩ := h xs fun _ => id
    exact hcongr F₁ F' hF₁ hC
  intro ys
  induction ys with
  | nil => exact fun _ => ⟨F, hC, hF, nofun⟩
  | cons y ys ih =>
    intro hys
    obtain ⟨F₁, hC, hF₁, heq⟩ := ih fun z hz => hys z (List.mem_cons_of_mem _ hz)
    have hy := hys y List.mem_cons_self
    have hkind : kind' (F₁ y) = kind' (F' y) := (hF₁.kinds hy).trans (hF'.kinds hy).symm
    refine ⟨fun x => exchange (F₁ y) (F' y) (F₁ x), hexchange _ _ _ hkind hC, ⟨fun hx hz he => ?_, fun {x} hx => ?_⟩, fun z hz => ?_⟩
    · have := congrArg (exchange (F₁ y) (F' y)) he
      rw [exchange_exchange, exchange_exchange] at this
      exact hF₁.injective hx hz this
    · rw [← hF₁.kinds hx]
      unfold exchange
      split
      · next h => rw [h, hkind]
      · split
        · next h => rw [h, hkind]
        · rfl
    · show exchange _ _ (F₁ z) = F' z
      by_cases hzy : z = y
      · rw [hzy, exchange_left]
      · have hz : z ∈ ys := (List.mem_cons.mp hz).resolve_left hzy
        have hzx := hys z (List.mem_cons_of_mem _ hz)
        rw [exchange_other (fun h => hzy (hF₁.injective hzx hy h)) (fun h => hzy (hF'.injective hzx hy ((heq z hz).symm.trans h))), heq z hz]

variable {S : System (Family × N) (Holder Data k N) (Holder Control h N)} {S' : System (Family × M) (Holder Data k M) (Holder Control h M)}
  {R : Family × M → Holder Data k M → Holder Control h M → Prop} {G : Family × M → Holder Data k M → Holder Data k M → Prop}

/-- R has a state told in one way, if it has it told in another. -/
theorem Exchangeable.transfer (hR : Exchangeable kind' R) {t : Family × N} {g : Holder Data k N} {l : Holder Control h N} {F F' : N → M}
    (hF : Apart kind kind' F (known t g l)) (hF' : Apart kind kind' F' (known t g l))
    (h : R (renameThread F t) (g.rename F) (l.rename F)) : R (renameThread F' t) (g.rename F') (l.rename F') := by
  refine ModelChecking.transfer (C := fun F => R (renameThread F t) (g.rename F) (l.rename F)) (fun F a b hab h => ?_)
    (fun F F' heq h => ?_) hF hF' h
  · have := hR hab h
    rwa [Holder.rename_rename, Holder.rename_rename] at this
  · have ht : renameThread F t = renameThread F' t := by simp [renameThread, heq t.2 (by simp [known])]
    have hg : g.rename F = g.rename F' := Holder.rename_congr fun x hx => heq x (by simp [known, hx])
    have hl : l.rename F = l.rename F' := Holder.rename_congr fun x hx => heq x (by simp [known, hx])
    simpa only [ht, hg, hl] using h

theorem known_length (t : Family × N) (g : Holder Data k N) (l : Holder Control h N) : (known t g l).length ≤ k + h + 1 := by
  have := g.names_length
  have := l.names_length
  simp [known]
  omega

/-- The identifiers that two threads know are at most k + 2h + 2. -/
theorem known_by_two (t u : Family × N) (g : Holder Data k N) (l m : Holder Control h N) :
    ∃ xs : List N, xs.length ≤ k + 2 * h + 2 ∧ (∀ x ∈ known t g l, x ∈ xs) ∧ ∀ x ∈ known u g m, x ∈ xs := by
  refine ⟨known t g l ++ u.2 :: m.names, ?_, fun x hx => by simp [hx], fun x hx => ?_⟩
  · have := known_length t g l
    have := m.names_length
    simp only [List.length_append, List.length_cons]
    omega
  · simp only [known, List.mem_cons, List.mem_append] at hx ⊢
    rcases hx with h | h | h <;> simp [h]

theorem renameThread_ne {F : N → M} {xs : List N} (hF : Apart kind kind' F xs) {t u : Family × N} (ht : t.2 ∈ xs) (hu : u.2 ∈ xs) (hne : t ≠ u) :
    renameThread F t ≠ renameThread F u := fun heq => hne (by
  obtain ⟨a, x⟩ := t
  obtain ⟨b, y⟩ := u
  simp only [renameThread, Prod.mk.injEq] at heq
  exact Prod.ext heq.1 (hF.injective ht hu heq.2))

/-- **The fixpoint for a few members is one for every number**, if there are k + 2h + 2 of them. For the rule AG ENV, all that the two
threads know is told about a few members at once. -/
theorem cutoff_closed (hS : OnlyCompared kind kind' S S') (henough : Enough kind kind' (k + 2 * h + 2)) (hsym : Exchangeable kind' R)
    (hR : Closed S' R G) :
    Closed S (cutoffR kind kind' R) fun t g g' => ∃ l l', cutoffR kind kind' R t g l ∧ S.T t g l g' l' where
  init := by
    intro t g ls hi F hF
    obtain ⟨ls', hi, hls⟩ := hS.init t hi hF
    rw [← hls]
    exact hR.init hi
  env := by
    rintro t e g g' l ht ⟨m, m', he, hT⟩ hne F' hF'
    obtain ⟨xs, hlength, hxt, hxe⟩ := known_by_two t e g l m
    obtain ⟨F, hF⟩ := henough xs hlength
    have hG := hR.guarantee (he F (hF.fewer hxe)) (hS.step hT (hF.fewer hxe))
    have := hR.env (ht F (hF.fewer hxt)) hG (renameThread_ne hF (hxt _ (by simp [known])) (hxe _ (by simp [known])) hne)
    refine hsym.transfer (hF.fewer fun x hx => ?_) hF' this
    simp only [known, List.mem_cons, List.mem_append] at hx
    rcases hx with h | h | h
    · exact hxt x (by simp [known, h])
    · exact hxe x (hS.stored hT x (by simp [known, h]))
    · exact hxt x (by simp [known, h])
  step := by
    intro t g l g' l' h hT F' hF'
    obtain ⟨F, hF⟩ := henough (known t g l) (Nat.le_trans (known_length t g l) (by omega))
    exact hsym.transfer (hF.fewer (hS.stored hT)) hF' (hR.step (h F hF) (hS.step hT hF))
  guarantee := fun h hT => ⟨_, _, h, hT⟩

variable (hS : OnlyCompared kind kind' S S') (henough : Enough kind kind' (k + 2 * h + 2)) (hsym : Exchangeable kind' R) (hR : Closed S' R G)
  {g : Holder Data k N} {ls : Family × N → Holder Control h N}
include hS henough hsym hR

/-- Lemma 1 for every number: what the large system reaches, as one of its threads sees it, R has, told about a few members. -/
theorem cutoff (hr : S.Reached g ls) (t : Family × N) {F : N → M} (hF : Apart kind kind' F (known t g (ls t))) :
    R (renameThread F t) (g.rename F) ((ls t).rename F) :=
  lemma1 (cutoff_closed hS henough hsym hR) hr t F hF

/-- If R has no error, the large system has none. -/
theorem cutoff_correct {E : Family × N → Holder Data k N → Holder Control h N → Prop} {E' : Family × M → Holder Data k M → Holder Control h M → Prop}
    (hE : ∀ t g l, R t g l → ¬ E' t g l)
    (hcompared : ∀ F t g l, Apart kind kind' F (known t g l) → E t g l → E' (renameThread F t) (g.rename F) (l.rename F)) : S.Correct E :=
  correct_of_closed (cutoff_closed hS henough hsym hR) fun t g l h herr =>
    let ⟨F, hF⟩ := henough (known t g l) (Nat.le_trans (known_length t g l) (by omega))
    hE _ _ _ (h F hF) (hcompared F t g l hF herr)

/-- What is true of all global stores in R is true of all that the large system reaches, if it only compares identifiers. -/
theorem cutoff_invariant {I : Holder Data k N → Prop} {I' : Holder Data k M → Prop} (hI : ∀ t g l, R t g l → I' g)
    (hcompared : ∀ F g, Apart kind kind' F g.names → I' (g.rename F) → I g) (hinit : ∀ g ls, S.init g ls → I g) (hr : S.Reached g ls) : I g :=
  invariant_of_closed (cutoff_closed hS henough hsym hR) (fun t g l h =>
    let ⟨F, hF⟩ := henough (known t g l) (Nat.le_trans (known_length t g l) (by omega))
    hcompared F g (hF.fewer fun x hx => by simp [known, hx]) (hI _ _ _ (h F hF))) hinit hr

/-- If R has no two threads that conflict in the same global store, the large system has no race. -/
theorem cutoff_raceFree {Place : Type} {x : Place} {A : Accesses (Family × N) (Holder Data k N) (Holder Control h N) Place}
    {A' : Accesses (Family × M) (Holder Data k M) (Holder Control h M) Place}
    (hpairs : ∀ t u g l m, R t g l → R u g m → ¬ A'.Conflict x t u g l m)
    (hcompared : ∀ F t u g l m, Apart kind kind' F (known t g l) → Apart kind kind' F (known u g m) →
      renameThread F t ≠ renameThread F u → A.Conflict x t u g l m →
      A'.Conflict x (renameThread F t) (renameThread F u) (g.rename F) (l.rename F) (m.rename F)) : S.RaceFree A x :=
  raceFree_of_pairs (cutoff_closed hS henough hsym hR) fun t u g l m ht hu hc =>
    let ⟨_, hlength, hxt, hxu⟩ := known_by_two t u g l m
    let ⟨F, hF⟩ := henough _ hlength
    hpairs _ _ _ _ _ (ht F (hF.fewer hxt)) (hu F (hF.fewer hxu)) (hcompared F t u g l m (hF.fewer hxt) (hF.fewer hxu)
      (renameThread_ne hF (hxt _ (by simp [known])) (hxu _ (by simp [known])) hc.1) hc)

end

end Plato.ModelChecking
