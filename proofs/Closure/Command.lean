/-
# A command does nothing but what is listed

Main results: `outcomes_sound`.
-/
module

public import Plato.Closure.Command
public import Replay.Command

@[expose] public section

namespace Plato

section

variable {k : Runner} (hT : k.tables.Right)

/-- What comes of each store is collected. -/
theorem eachStore_sound {goOn : Array StoreValue → Nat → List (Array StoreValue) → Except Reason (Evaluated (List (Array StoreValue)))}
    {P : Array StoreValue → List (Array StoreValue) → Prop} (hmono : ∀ {s a b}, (∀ x ∈ a, x ∈ b) → P s a → P s b)
    (hgo : ∀ {s effort out r}, goOn s effort out = .ok r → (∀ x ∈ out, x ∈ r.known) ∧ P s r.known)
    {stores : List (Array StoreValue)} {effort : Nat} {out : List (Array StoreValue)} {r : Evaluated (List (Array StoreValue))}
    (h : eachStore goOn stores effort out = .ok r) : (∀ x ∈ out, x ∈ r.known) ∧ ∀ s ∈ stores, P s r.known := by
  induction stores generalizing effort out with
  | nil =>
    injection h with h
    subst h
    exact ⟨fun _ hx => hx, by simp⟩
  | cons store rest ih =>
    obtain ⟨⟨out', _⟩, hfirst, h⟩ := bind_ok.mp h
    obtain ⟨hkeep, hP⟩ := hgo hfirst
    obtain ⟨hkeep', hrest⟩ := ih h
    refine ⟨fun x hx => hkeep' x (hkeep x hx), fun s hs => ?_⟩
    rcases List.mem_cons.mp hs with rfl | hs
    · exact hmono hkeep' hP
    · exact hrest s hs

include hT

/-- **All outcomes are listed**: the command does not go wrong, and leads to stores of the list alone. -/
theorem outcomes_sound {c : CommandCode} {store : Array StoreValue} {effort : Nat} {out : List (Array StoreValue)}
    {r : Evaluated (List (Array StoreValue))} (h : c.outcomes k store effort out = .ok r) :
    (∀ s ∈ out, s ∈ r.known) ∧
      ∀ o, (c.command k.tables).Runs k.environment k.id (k.meant store) o → ∃ s ∈ r.known, o = .store (k.meant s) := by
  induction c generalizing store effort out r with
  | assign changes =>
    obtain ⟨_, _, h⟩ := bind_ok.mp h
    obtain ⟨⟨after, _⟩, hassign, h⟩ := bind_ok.mp h
    injection h with h
    subst h
    refine ⟨fun s hs => List.mem_cons_of_mem _ hs, fun o hr => ?_⟩
    cases hr
    exact ⟨after, by simp, by rw [show k.meant after = _ from assign_sound hT hassign]; rfl⟩
  | havoc => simp [CommandCode.outcomes] at h
  | assume l =>
    obtain ⟨⟨truth, _⟩, hdecide, h⟩ := bind_ok.mp h
    have hdecide := decide_predicate hT hdecide
    injection h with h
    subst h
    refine ⟨fun s hs => by dsimp only; split <;> simp [hs], fun o hr => ?_⟩
    cases hr with | assume hf =>
    have htrue : truth = true := hdecide.mpr hf
    exact ⟨store, by simp [htrue], rfl⟩
  | assert l =>
    obtain ⟨⟨truth, _⟩, hdecide, h⟩ := bind_ok.mp h
    have hdecide := decide_predicate hT hdecide
    obtain ⟨_, htrue, h⟩ := bind_ok.mp h
    injection h with h
    subst h
    refine ⟨fun s hs => List.mem_cons_of_mem _ hs, fun o hr => ?_⟩
    cases hr with
    | assert hf => exact ⟨store, by simp, rfl⟩
    | assertWrong hf => exact absurd (hdecide.mp (require_ok.mp htrue)) hf
  | ite l C D ihC ihD =>
    obtain ⟨⟨truth, _⟩, hdecide, h⟩ := bind_ok.mp h
    have hdecide := decide_predicate hT hdecide
    dsimp only at h
    split at h
    · rename_i htrue
      refine ⟨(ihC h).1, fun o hr => ?_⟩
      cases hr with
      | ifTrue _ hr => exact (ihC h).2 o hr
      | ifFalse hf _ => exact absurd (hdecide.mp htrue) hf
    · rename_i hfalse
      refine ⟨(ihD h).1, fun o hr => ?_⟩
      cases hr with
      | ifTrue hf _ => exact absurd (hdecide.mpr hf) hfalse
      | ifFalse _ hr => exact (ihD h).2 o hr
  | choice C D ihC ihD =>
    obtain ⟨⟨out', _⟩, hfirst, h⟩ := bind_ok.mp h
    refine ⟨fun s hs => (ihD h).1 s ((ihC hfirst).1 s hs), fun o hr => ?_⟩
    cases hr with
    | choiceLeft hr =>
      obtain ⟨s, hs, ho⟩ := (ihC hfirst).2 o hr
      exact ⟨s, (ihD h).1 s hs, ho⟩
    | choiceRight hr => exact (ihD h).2 o hr
  | seq C D ihC ihD =>
    obtain ⟨⟨stores, _⟩, hfirst, h⟩ := bind_ok.mp h
    obtain ⟨hkeep, hall⟩ := eachStore_sound
      (P := fun s known => ∀ o, (D.command k.tables).Runs k.environment k.id (k.meant s) o → ∃ s' ∈ known, o = .store (k.meant s'))
      (fun hsub hP o hr => let ⟨s', hs', ho⟩ := hP o hr; ⟨s', hsub s' hs', ho⟩) (fun h => ihD h) h
    refine ⟨hkeep, fun o hr => ?_⟩
    cases hr with
    | seq hC hD =>
      obtain ⟨s, hs, ho⟩ := (ihC hfirst).2 _ hC
      injection ho with ho
      rw [ho] at hD
      exact hall s hs o hD
    | seqWrong hC =>
      obtain ⟨_, _, ho⟩ := (ihC hfirst).2 _ hC
      cases ho
  | operation => simp [CommandCode.outcomes] at h

end

end Plato
