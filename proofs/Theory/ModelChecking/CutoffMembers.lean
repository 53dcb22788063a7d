/-
# Which members are enough for every number

What the theorem of `Cutoff` asks for, and where it comes from. There are enough members if each kind has k + 2h + 2 of them, or as many as in
the large system (`enough_of_kinds`): so a thread that there is once needs no copies. An R that does not change if members are exchanged is the
least one (`correct_of_few`), or the one that a representative makes (`correct_of_few_representatives`).

The bound is the best for k = 1 and h = 0: a program with one shared variable that holds an identifier is correct for two threads, and so the
method says, but not for three (`two_not_enough`).

Main definitions: `renamingOf`, `KindRenamings`, `gossip`.
Main results: `enough_of_kinds`, `correct_of_few`, `correct_of_few_representatives`, `two_not_enough`.
-/
module

public import Theory.ModelChecking.Cutoff

@[expose] public section

namespace Plato.ModelChecking

variable {Family Data Control Kind N M : Type} {n k h : Nat}

section

variable {kind : N → Kind} {kind' : M → Kind}

/-- There are enough members of a kind for so many identifiers of that kind. -/
def EnoughOf (kind : N → Kind) (kind' : M → Kind) (n : Nat) (κ : Kind) : Prop :=
  ∀ xs : List N, xs.length ≤ n → (∀ x ∈ xs, kind x = κ) → ∃ F : N → M, Apart kind kind' F xs

/-- Different identifiers become different members of a list that is long enough. -/
theorem exists_injective (a₀ : M) : ∀ (xs : List N) {members : List M}, members.Nodup → xs.length ≤ members.length →
    ∃ F : N → M, (∀ x ∈ xs, F x ∈ members) ∧ ∀ x y, x ∈ xs → y ∈ xs → F x = F y → x = y
  | [], _, _, _ => ⟨fun _ => a₀, nofun, nofun⟩
  | z :: xs, a :: members, hnodup, hlength => by
    classical
    obtain ⟨ha, hnodup⟩ := List.nodup_cons.mp hnodup
    obtain ⟨F, hmem, hF⟩ := exists_injective a₀ xs hnodup (by simpa using hlength)
    have mem {x : N} (hx : x ∈ z :: xs) (hz : x ≠ z) : x ∈ xs := (List.mem_cons.mp hx).resolve_left hz
    refine ⟨fun x => if x = z then a else F x, fun x hx => ?_, fun x y hx hy heq => ?_⟩
    · by_cases hz : x = z
      · simp [hz]
      · simp [hz, hmem x (mem hx hz)]
    · by_cases hxz : x = z <;> by_cases hyz : y = z <;> simp only [hxz, hyz, if_true, if_false] at heq
      · rw [hxz, hyz]
      · exact absurd (heq ▸ hmem y (mem hy hyz)) ha
      · exact absurd (heq ▸ hmem x (mem hx hxz)) ha
      · exact hF x y (mem hx hxz) (mem hy hyz) heq

/-- So many different members of a kind are enough. -/
theorem enough_of_members {κ : Kind} {members : List M} (hn : 0 < n) (hnodup : members.Nodup) (hkind : ∀ a ∈ members, kind' a = κ)
    (hlength : n ≤ members.length) : EnoughOf kind kind' n κ := fun xs hxs hκ =>
  have ⟨F, hmem, hF⟩ := exists_injective (members[0]'(by omega)) xs hnodup (Nat.le_trans hxs hlength)
  ⟨F, hF _ _, fun hx => by rw [hkind _ (hmem _ hx), hκ _ hx]⟩

/-- As many members of a kind as there are in the large system are enough. -/
theorem enough_of_embedding {κ : Kind} {F : N → M} (hF : ∀ x y, kind x = κ → kind y = κ → F x = F y → x = y)
    (hkind : ∀ x, kind x = κ → kind' (F x) = κ) : EnoughOf kind kind' n κ :=
  fun _ _ hκ => ⟨F, fun hx hy => hF _ _ (hκ _ hx) (hκ _ hy), fun hx => by rw [hkind _ (hκ _ hx), hκ _ hx]⟩

/-- **Enough members of each kind are enough.** -/
theorem enough_of_kinds (h : ∀ κ, EnoughOf kind kind' n κ) : Enough kind kind' n := by
  classical
  intro xs hxs
  obtain ⟨f, hf⟩ : ∃ f : Kind → N → M, ∀ κ, Apart kind kind' (f κ) (xs.filter fun x => kind x = κ) := Classical.skolem.mp fun κ =>
    h κ _ (Nat.le_trans (List.length_filter_le _ _) hxs) fun x hx => by simpa using (List.mem_filter.mp hx).2
  have mem {x : N} (hx : x ∈ xs) : x ∈ xs.filter fun y => kind y = kind x := by simp [hx]
  have hk {x : N} (hx : x ∈ xs) : kind' (f (kind x) x) = kind x := (hf (kind x)).kinds (mem hx)
  refine ⟨fun x => f (kind x) x, fun {x y} hx hy heq => ?_, hk⟩
  have hxy : kind x = kind y := by rw [← hk hx, ← hk hy]; exact congrArg kind' heq
  have hmem := mem hx
  simp only [hxy] at heq hmem
  exact (hf (kind y)).injective hmem (mem hy) heq

end

section

/-- A permutation of identifiers, for stores … -/
noncomputable def onHolder (π : Permutation M) : Permutation (Holder Data n M) where
  to := Holder.rename π.to
  back := Holder.rename π.back
  to_back s := by rw [Holder.rename_rename]; simp [π.to_back, Holder.rename]
  back_to s := by rw [Holder.rename_rename]; simp [π.back_to, Holder.rename]

/-- … for threads, … -/
noncomputable def onThread (π : Permutation M) : Permutation (Family × M) where
  to := renameThread π.to
  back := renameThread π.back
  to_back t := by simp [renameThread, π.to_back]
  back_to t := by simp [renameThread, π.back_to]

/-- … and for all of a system. -/
noncomputable def renamingOf (π : Permutation M) : Renaming (Family × M) (Holder Data k M) (Holder Control h M) :=
  ⟨onThread π, onHolder π, onHolder π⟩

/-- The renamings that leave each identifier in its kind. -/
def KindRenamings (kind' : M → Kind) (ρ : Renaming (Family × M) (Holder Data k M) (Holder Control h M)) : Prop :=
  ∃ π : Permutation M, (∀ a, kind' (π.to a) = kind' a) ∧ ρ = renamingOf π

theorem onHolder_after (π ρ : Permutation M) : onHolder (Data := Data) (n := n) (π.after ρ) = (onHolder π).after (onHolder ρ) := by
  simp only [onHolder, Permutation.after, Permutation.mk.injEq]
  exact ⟨funext fun s => (Holder.rename_rename _ _ s).symm, funext fun s => (Holder.rename_rename _ _ s).symm⟩

theorem kindRenamings_group (kind' : M → Kind) :
    Group (KindRenamings (Family := Family) (Data := Data) (Control := Control) (k := k) (h := h) kind') where
  same := by
    refine ⟨.same M, fun _ => rfl, ?_⟩
    simp only [renamingOf, onThread, onHolder, Renaming.same, Permutation.same, Renaming.mk.injEq, Permutation.mk.injEq]
    refine ⟨⟨rfl, rfl⟩, ⟨?_, ?_⟩, ?_, ?_⟩ <;> funext s <;> simp [Holder.rename]
  inverse := by
    rintro _ ⟨π, hπ, rfl⟩
    exact ⟨π.inverse, fun a => by rw [← hπ, Permutation.inverse, π.to_back], rfl⟩
  after := by
    rintro _ _ ⟨π, hπ, rfl⟩ ⟨ρ, hρ, rfl⟩
    refine ⟨π.after ρ, fun a => by simp [Permutation.after, hπ, hρ], ?_⟩
    simp only [renamingOf, onHolder_after]
    rfl

/-- The permutation that exchanges two identifiers. -/
noncomputable def exchanging (a b : M) : Permutation M := ⟨exchange a b, exchange a b, exchange_exchange a b, exchange_exchange a b⟩

/-- What is symmetric does not change if members are exchanged. -/
theorem exchangeable_of_symmetric {kind' : M → Kind} {R : Family × M → Holder Data k M → Holder Control h M → Prop}
    (hR : ∀ ρ t g l, KindRenamings kind' ρ → R t g l → R (ρ.tid.to t) (ρ.global.to g) (ρ.locals.to l)) : Exchangeable kind' R := by
  intro a b t g l hab h
  refine hR (renamingOf (exchanging a b)) t g l ⟨_, fun x => ?_, rfl⟩ h
  show kind' (exchange a b x) = kind' x
  unfold exchange
  split
  · next h => rw [h, hab]
  · split
    · next h => rw [h, hab]
    · rfl

variable {kind : N → Kind} {kind' : M → Kind} {S : System (Family × N) (Holder Data k N) (Holder Control h N)}
  {S' : System (Family × M) (Holder Data k M) (Holder Control h M)} {E : Family × N → Holder Data k N → Holder Control h N → Prop}
  {E' : Family × M → Holder Data k M → Holder Control h M → Prop}

/-- **If the method proves a few members correct, any number is correct.** -/
theorem correct_of_few (hS : OnlyCompared kind kind' S S') (henough : Enough kind kind' (k + 2 * h + 2)) (hsym : Symmetric S' (KindRenamings kind'))
    (hE : ∀ t g l, Reach S' t g l → ¬ E' t g l)
    (hcompared : ∀ F t g l, Apart kind kind' F (known t g l) → E t g l → E' (renameThread F t) (g.rename F) (l.rename F)) : S.Correct E :=
  cutoff_correct hS henough (exchangeable_of_symmetric fun _ _ _ _ hρ => reach_symmetric hsym hρ) (reach_closed S') hE hcompared

/-- **If the method proves it with a representative of a few members, any number is correct.** -/
theorem correct_of_few_representatives {rep : Family × M → Prop} {R : Family × M → Holder Data k M → Holder Control h M → Prop}
    {G : Family × M → Holder Data k M → Holder Data k M → Prop} (hS : OnlyCompared kind kind' S S')
    (henough : Enough kind kind' (k + 2 * h + 2)) (hsym : Symmetric S' (KindRenamings kind'))
    (hR : ClosedRepresentatives S' (KindRenamings kind') rep R G) (hE : ∀ r g l, rep r → R r g l → ¬ E' r g l)
    (herror : ∀ π t g l, KindRenamings kind' π → E' t g l → E' (π.tid.to t) (π.global.to g) (π.locals.to l))
    (hcompared : ∀ F t g l, Apart kind kind' F (known t g l) → E t g l → E' (renameThread F t) (g.rename F) (l.rename F)) : S.Correct E :=
  cutoff_correct hS henough (exchangeable_of_symmetric fun _ _ _ _ hρ => renamedR_symmetric hsym.group hρ) (representatives_closed hsym hR)
    (renamedR_no_error hsym.group hE herror) hcompared

end

section

/-- A thread takes the shared variable, if nobody has; or it sees that another one has, and raises a flag; or it sees that another one has
and that the flag is up, and goes to the control point 2. Then it ends. -/
inductive GossipStep (t : Unit × N) : Holder Bool 1 N → Holder Nat 0 N → Holder Bool 1 N → Holder Nat 0 N → Prop where
  | take {d l} : l.data = 0 → GossipStep t ⟨d, fun _ => none⟩ l ⟨d, fun _ => some t.2⟩ ⟨1, l.ids⟩
  | raise {x l} : l.data = 0 → x ≠ t.2 → GossipStep t ⟨false, fun _ => some x⟩ l ⟨true, fun _ => some x⟩ ⟨1, l.ids⟩
  | hear {x l} : l.data = 0 → x ≠ t.2 → GossipStep t ⟨true, fun _ => some x⟩ l ⟨true, fun _ => some x⟩ ⟨2, l.ids⟩

/-- Such threads. -/
def gossip (N : Type) : System (Unit × N) (Holder Bool 1 N) (Holder Nat 0 N) where
  init g ls := g = ⟨false, fun _ => none⟩ ∧ ∀ t, (ls t).data = 0
  T := GossipStep

/-- An error: the control point 2. -/
def heard : Unit × N → Holder Bool 1 N → Holder Nat 0 N → Prop := fun _ _ l => l.data = 2

theorem gossip_onlyCompared : OnlyCompared (fun _ : N => ()) (fun _ : M => ()) (gossip N) (gossip M) where
  init := by
    rintro F g ls t ⟨rfl, hls⟩ _
    refine ⟨fun _ => (ls t).rename F, ⟨by simp [Holder.rename], fun _ => hls t⟩, rfl⟩
  step := by
    intro F t g l g' l' hT hF
    have hne {x : N} (hx : x ∈ g.names) (h : x ≠ t.2) : F x ≠ F t.2 :=
      fun he => h (hF.injective (by simp [known, hx]) (by simp [known]) he)
    cases hT with
    | take h => exact .take h
    | raise h hx => exact .raise h (hne (Holder.mem_names.mpr ⟨0, rfl⟩) hx)
    | hear h hx => exact .hear h (hne (Holder.mem_names.mpr ⟨0, rfl⟩) hx)
  stored := by
    intro t g l g' l' hT x hx
    simp only [known, List.mem_cons, List.mem_append, Holder.mem_names] at hx ⊢
    cases hT <;> simp_all [eq_comm]

/-- **Two members are not enough** where k = 1 and h = 0: all else that is asked for is there, and the method proves two threads correct,
but three are not. -/
theorem two_not_enough : OnlyCompared (fun _ : Fin 3 => ()) (fun _ : Bool => ()) (gossip (Fin 3)) (gossip Bool) ∧
    Enough (fun _ : Fin 3 => ()) (fun _ : Bool => ()) 2 ∧
    (∃ R G, Closed (gossip Bool) R G ∧ Exchangeable (fun _ => ()) R ∧ ∀ t g l, R t g l → ¬ heard t g l) ∧ ¬ (gossip (Fin 3)).Correct heard := by
  refine ⟨gossip_onlyCompared, enough_of_kinds fun _ => enough_of_members (members := [false, true]) (by decide) (by decide) (by simp) (by simp),
    ⟨fun t g l => (l.data = 0 ∧ g.data = false ∧ g.ids 0 ≠ some t.2) ∨ (l.data = 1 ∧ g.ids 0 ≠ none),
      fun e g g' => (g.ids 0 = none ∧ g'.ids 0 = some e.2 ∧ g'.data = g.data) ∨ (∃ x, x ≠ e.2 ∧ g.ids 0 = some x ∧ g'.ids 0 = some x),
      ⟨?_, ?_, ?_, ?_⟩, ?_, ?_⟩, ?_⟩
  · rintro t g ls ⟨rfl, h⟩
    exact .inl ⟨h t, rfl, by simp⟩
  · rintro ⟨_, t⟩ ⟨_, e⟩ g g' l (⟨h0, hd, ht⟩ | ⟨h1, hids⟩) (⟨hn, he, hd'⟩ | ⟨x, hx, hg, hg'⟩) hne
    · exact .inl ⟨h0, hd'.trans hd, fun h => hne (by rw [he] at h; cases h; rfl)⟩
    · rw [hg] at ht
      cases t <;> cases e <;> cases x <;> simp_all
    · exact absurd hn hids
    · exact .inr ⟨h1, by simp [hg']⟩
  · rintro t g l g' l' hR hT
    cases hT <;> simp_all
  · rintro t g l g' l' hR hT
    cases hT <;> simp_all
  · rintro a b t g l _ (⟨h0, hd, ht⟩ | ⟨h1, hids⟩)
    · refine .inl ⟨h0, hd, fun h => ht ?_⟩
      obtain ⟨x, hx, he⟩ := Option.map_eq_some_iff.mp h
      have := congrArg (exchange a b) he
      rw [renameThread, exchange_exchange, exchange_exchange] at this
      rw [hx, this]
    · exact .inr ⟨h1, by simpa [Holder.rename] using hids⟩
  · rintro t g l (h | h) herr <;> simp [heard, h.1] at herr
  · intro h
    have r0 : (gossip (Fin 3)).Reached ⟨false, fun _ => none⟩ fun _ => ⟨0, nofun⟩ := .init ⟨rfl, fun _ => rfl⟩
    have r1 := System.Reached.step (t := ((), 0)) r0 (.take rfl)
    have r2 := System.Reached.step (t := ((), 1)) r1 (.raise (by simp [setLocal, Program.update]) (by decide))
    have r3 := System.Reached.step (t := ((), 2)) r2
      (.hear (by simp [setLocal, Program.update]) (by decide))
    exact h r3 ⟨((), 2), by simp [heard, Program.update_same]⟩

end

end Plato.ModelChecking
