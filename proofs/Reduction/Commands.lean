/-
# Commands for the ways of leaving a statement

The command for a way of leaving a statement does what the statement does until then.

Main definitions: `commandFor`, `ActionFor`, `MoverCode.Summarised`. Main results: `MoverCode.merged_sound`, `merged_summary`.
-/
module

public import Reduction.Block

@[expose] public section

namespace Plato

open Reduction

section

/-- The command for a way of leaving. -/
noncomputable def commandFor (cs : List (Option CommandEntry)) : Option Nat → Option CommandEntry
  | none => cs.getD 0 none
  | some n => cs.getD (n + 1) none

/-- The actions of a thread for the ways of leaving. -/
def ActionFor (T : Tables) (E : Parameters) (t : List Index) (cs : List (Option CommandEntry)) (k : Option Nat) (γ : Gated (List Index) Store) : Prop :=
  ∃ c, commandFor cs k = some c ∧ γ = gated E t (c.command.command T)

theorem getD_joinCommands (cs ds : List (Option CommandEntry)) (i : Nat) : (joinCommands cs ds).getD i none = eitherCommand (cs.getD i none) (ds.getD i none) := by
  induction cs generalizing ds i with
  | nil => simp only [joinCommands, List.getD_nil]; rfl
  | cons c cs ih =>
    cases ds with
    | nil =>
      simp only [joinCommands, List.getD_nil]
      cases (c :: cs).getD i none <;> rfl
    | cons d ds =>
      cases i with
      | zero => simp [joinCommands]
      | succ i => simpa [joinCommands] using ih ds i

theorem commandFor_join (cs ds : List (Option CommandEntry)) (k : Option Nat) :
    commandFor (joinCommands cs ds) k = eitherCommand (commandFor cs k) (commandFor ds k) := by
  cases k <;> exact getD_joinCommands cs ds _

theorem getD_thenCommands (c : CommandEntry) (ds : List (Option CommandEntry)) (i : Nat) : (thenCommands c ds).getD i none = (ds.getD i none).map c.then := by
  induction ds generalizing i with
  | nil => simp [thenCommands]
  | cons d ds ih =>
    cases i with
    | zero => cases d <;> simp [thenCommands]
    | succ i => cases d <;> simpa [thenCommands] using ih i

theorem commandFor_then (c : CommandEntry) (ds : List (Option CommandEntry)) (k : Option Nat) :
    commandFor (thenCommands c ds) k = (commandFor ds k).map c.then := by
  cases k <;> exact getD_thenCommands c ds _

theorem getD_exitCommands (level i : Nat) : (exitCommands level).getD i none = if i = level then some nothingCommand else none := by
  induction level generalizing i with
  | zero =>
    cases i with
    | zero => rfl
    | succ i => simp [exitCommands]
  | succ level ih =>
    cases i with
    | zero => simp [exitCommands]
    | succ i => simpa [exitCommands] using ih i

theorem commandFor_exit (level : Nat) : commandFor (none :: exitCommands level) (some level) = some nothingCommand :=
  (getD_exitCommands level level).trans (if_pos rfl)

theorem commandFor_outer (cs : List (Option CommandEntry)) : commandFor (outerCommands cs) none = eitherCommand (commandFor cs none) (commandFor cs (some 0)) ∧
    ∀ n, commandFor (outerCommands cs) (some n) = commandFor cs (some (n + 1)) := by
  match cs with
  | [] => exact ⟨by simp [commandFor, outerCommands, eitherCommand], fun n => by simp [commandFor, outerCommands]⟩
  | [c] =>
    refine ⟨?_, fun n => by simp [commandFor, outerCommands]⟩
    cases c <;> simp [commandFor, outerCommands, eitherCommand]
  | c :: d :: rest => exact ⟨rfl, fun n => rfl⟩

variable {T : Tables} {E : Parameters} {I : Store → Prop} {t : List Index} {body : Nat × List Index → CoreStmt}

theorem gated_either {c d : Option CommandEntry} {σ σ' : Store} {e : CommandEntry} (h : c = some e ∨ d = some e)
    (hr : (gated E t (e.command.command T)).trans t σ σ') : ∃ x, eitherCommand c d = some x ∧ (gated E t (x.command.command T)).trans t σ σ' := by
  cases c with
  | none =>
    cases d with
    | none => simp at h
    | some d => simp only [reduceCtorEq, Option.some.injEq, false_or] at h; subst h; exact ⟨d, rfl, hr⟩
  | some c =>
    cases d with
    | none => simp only [reduceCtorEq, Option.some.injEq, or_false] at h; subst h; exact ⟨c, rfl, hr⟩
    | some d =>
      rcases h with h | h
      · cases h; exact ⟨_, rfl, hr.1, .choiceLeft hr.2⟩
      · cases h; exact ⟨_, rfl, hr.1, .choiceRight hr.2⟩

theorem gate_either {c d : Option CommandEntry} {σ : Store} {e : CommandEntry} (h : c = some e ∨ d = some e)
    (hg : ∀ x, eitherCommand c d = some x → (gated E t (x.command.command T)).gate t σ) : (gated E t (e.command.command T)).gate t σ := by
  cases c with
  | none =>
    cases d with
    | none => simp at h
    | some d => simp only [reduceCtorEq, Option.some.injEq, false_or] at h; subst h; exact hg _ rfl
  | some c =>
    cases d with
    | none => simp only [reduceCtorEq, Option.some.injEq, or_false] at h; subst h; exact hg _ rfl
    | some d =>
      have := hg _ rfl
      rcases h with h | h
      · cases h; exact ⟨this.1, fun hw => this.2 (.choiceLeft hw)⟩
      · cases h; exact ⟨this.1, fun hw => this.2 (.choiceRight hw)⟩

theorem gate_then {c d : CommandEntry} {σ : Store} (hg : (gated E t ((c.then d).command.command T)).gate t σ) :
    (gated E t (c.command.command T)).gate t σ ∧ ∀ {m}, (gated E t (c.command.command T)).trans t σ m → (gated E t (d.command.command T)).gate t m :=
  ⟨⟨hg.1, fun hw => hg.2 (.seqWrong hw)⟩, fun hr => ⟨hg.1, fun hw => hg.2 (.seq hr.2 hw)⟩⟩

/-- What must be known of the summaries in a statement. -/
def MoverCode.Summarised (Sim : CommandCode → CommandCode → Prop) : MoverCode → Prop
  | .choice S S' | .seq S S' => S.Summarised Sim ∧ S'.Summarised Sim
  | .loop _ summary S => S.Summarised Sim ∧ ∀ c cs, summary = some c → S.merged = some cs →
      Sim (.assign []) c.command ∧ (∀ b, commandFor cs none = some b → Sim (.seq c.command b.command) c.command) ∧
      ∀ n e, commandFor cs (some n) = some e → Sim (CommandCode.seq c.command e.command).only c.command
  | .block S => S.Summarised Sim
  | _ => True

theorem some_way {M : MoverCode} {cs : List (Option CommandEntry)} (h : M.merged = some cs) : ∃ k c, commandFor cs k = some c := by
  induction M generalizing cs with
  | skip => cases h; exact ⟨none, _, rfl⟩
  | atomic => cases h; exact ⟨none, _, rfl⟩
  | choice S S' ih _ =>
    simp only [MoverCode.merged] at h
    split at h
    · rename_i a b ha hb
      cases h
      obtain ⟨k, c, hc⟩ := ih ha
      refine ⟨k, ?_⟩
      rw [commandFor_join, hc]
      cases commandFor b k <;> exact ⟨_, rfl⟩
    · cases h
  | seq S S' ih ih' =>
    simp only [MoverCode.merged] at h
    split at h
    · rename_i c a b ha hb
      cases h
      obtain ⟨k, d, hd⟩ := ih' hb
      refine ⟨k, ?_⟩
      rw [commandFor_join, commandFor_then, hd]
      cases commandFor (none :: a) k <;> exact ⟨_, rfl⟩
    · rename_i ha hb
      cases h
      exact ih ha
    · cases h
  | loop number summary S ih =>
    simp only [MoverCode.merged] at h
    split at h
    · cases h; exact ⟨none, _, rfl⟩
    · cases h; exact ⟨none, _, rfl⟩
    · cases h
  | block S ih =>
    simp only [MoverCode.merged] at h
    split at h
    · rename_i a ha
      cases h
      obtain ⟨h₁, h₂⟩ := commandFor_outer a
      obtain ⟨k, c, hc⟩ := ih ha
      match k with
      | none =>
        refine ⟨none, ?_⟩
        rw [h₁, hc]
        cases commandFor a (some 0) <;> exact ⟨_, rfl⟩
      | some 0 =>
        refine ⟨none, ?_⟩
        rw [h₁, hc]
        cases commandFor a none <;> exact ⟨_, rfl⟩
      | some (n + 1) => exact ⟨some n, c, by rw [h₂, hc]⟩
    · cases h
  | exit level => cases h; exact ⟨some level, nothingCommand, commandFor_exit level⟩
  | other => cases h

/-- **A merged statement**: the commands for its ways of leaving do what it does. -/
theorem MoverCode.merged_sound {P : Command → Prop} (hP : ∀ {C}, P C → KeepsOf E I (ident t) C) {Sim : CommandCode → CommandCode → Prop}
    (hsim : ∀ {C D}, Sim C D → Simulated E I (ident t) (C.command T) (D.command T))
    {M : MoverCode} {cs : List (Option CommandEntry)} (hp : Plain P (M.core T)) (hM : M.Summarised Sim) (h : M.merged = some cs) :
    SummaryOf body I t (ActionFor T E t cs) (ofCore E t (M.core T)) := by
  induction M generalizing cs with
  | skip => cases h; exact .skip ⟨_, ⟨_, rfl, rfl⟩, fun σ => ⟨rfl, .assign⟩⟩
  | atomic c => cases h; exact .atomic (gated_keeps (hP hp)) ⟨c, rfl, rfl⟩
  | choice S S' ih ih' =>
    simp only [MoverCode.merged] at h
    split at h
    · rename_i a b ha hb
      cases h
      refine .choice (ih hp.1 hM.1 ha) (ih' hp.2 hM.2 hb) (fun {σ} hg => ⟨?_, ?_⟩) ?_
      · rintro k _ ⟨c, hc, rfl⟩
        exact gate_either (.inl hc) fun x hx => hg k _ ⟨x, by rw [commandFor_join]; exact hx, rfl⟩
      · rintro k _ ⟨c, hc, rfl⟩
        exact gate_either (.inr hc) fun x hx => hg k _ ⟨x, by rw [commandFor_join]; exact hx, rfl⟩
      · rintro σ σ' k _ hc ht
        have hc : ∃ c, (commandFor a k = some c ∨ commandFor b k = some c) ∧ (gated E t (c.command.command T)).trans t σ σ' := by
          rcases hc with ⟨c, hc, rfl⟩ | ⟨c, hc, rfl⟩
          · exact ⟨c, .inl hc, ht⟩
          · exact ⟨c, .inr hc, ht⟩
        obtain ⟨c, hc, ht⟩ := hc
        obtain ⟨x, hx, ht⟩ := gated_either hc ht
        exact ⟨_, ⟨x, by rw [commandFor_join]; exact hx, rfl⟩, ht⟩
    · cases h
  | seq S S' ih ih' =>
    simp only [MoverCode.merged] at h
    split at h
    · rename_i c a b ha hb
      cases h
      have exits (k) : commandFor (none :: a) k = match k with | none => none | some n => commandFor (some c :: a) (some n) := by cases k <;> rfl
      refine .seq (ih hp.1 hM.1 ha) (ih' hp.2 hM.2 hb) (fun {σ} hg => ⟨?_, ?_⟩) ?_ ?_
      · -- the first part does not go wrong: some way of the second one begins with it
        rintro k _ ⟨d, hd, rfl⟩
        match k with
        | none =>
          cases (show some c = some d from hd)
          obtain ⟨k', e, he⟩ := some_way hb
          have := gate_either (T := T) (E := E) (t := t) (σ := σ) (c := commandFor (none :: a) k') (d := some (c.then e)) (e := c.then e) (.inr rfl) fun x hx =>
            hg k' _ ⟨x, by rw [commandFor_join, commandFor_then, he]; exact hx, rfl⟩
          exact (gate_then this).1
        | some n => exact gate_either (.inl (show commandFor (none :: a) (some n) = some d from hd)) fun x hx => hg (some n) _ ⟨x, by rw [commandFor_join]; exact hx, rfl⟩
      · rintro _ m ⟨d, hd, rfl⟩ ht k _ ⟨e, he, rfl⟩
        cases (show some c = some d from hd)
        have := gate_either (T := T) (E := E) (t := t) (σ := σ) (c := commandFor (none :: a) k) (d := some (c.then e)) (e := c.then e) (.inr rfl) fun x hx =>
          hg k _ ⟨x, by rw [commandFor_join, commandFor_then, he]; exact hx, rfl⟩
        exact (gate_then this).2 ht
      · rintro σ m σ' k _ _ ⟨d, hd, rfl⟩ ht ⟨e, he, rfl⟩ ht'
        cases (show some c = some d from hd)
        obtain ⟨x, hx, hr⟩ := gated_either (T := T) (E := E) (t := t) (c := commandFor (none :: a) k) (d := some (c.then e)) (e := c.then e) (σ := σ) (σ' := σ') (.inr rfl)
          ⟨rfl, .seq ht.2 ht'.2⟩
        exact ⟨_, ⟨x, by rw [commandFor_join, commandFor_then, he]; exact hx, rfl⟩, hr⟩
      · rintro σ σ' n _ ⟨d, hd, rfl⟩ ht
        obtain ⟨x, hx, hr⟩ := gated_either (c := commandFor (none :: a) (some n)) (d := commandFor (thenCommands c b) (some n)) (.inl hd) ht
        exact ⟨_, ⟨x, by rw [commandFor_join]; exact hx, rfl⟩, hr⟩
    · rename_i a b hn ha hb
      cases h
      have none_ (d) : commandFor cs none ≠ some d := by
        intro hd
        match cs with
        | [] => cases hd
        | none :: a => cases hd
        | some c :: a => exact hn c a rfl
      refine .seq (ih hp.1 hM.1 ha) (ih' hp.2 hM.2 hb) (fun {σ} hg => ⟨hg, ?_⟩) ?_ ?_
      · rintro _ m ⟨d, hd, rfl⟩; exact absurd hd (none_ d)
      · rintro σ m σ' k _ _ ⟨d, hd, rfl⟩; exact absurd hd (none_ d)
      · rintro σ σ' n _ hd ht; exact ⟨_, hd, ht⟩
    · cases h
  | loop number summary S ih =>
    have key {c : CommandEntry} {bs : List (Option CommandEntry)} (hs : summary = some c) (hb : S.merged = some bs) (hcs : cs = some c :: thenCommands c bs.tail) :
        SummaryOf body I t (ActionFor T E t cs) (ofCore E t (.loop (S.core T))) := by
      subst hcs
      obtain ⟨z, m, e⟩ := hM.2 c bs hs hb
      have exit (n) : commandFor (some c :: thenCommands c bs.tail) (some n) = (commandFor bs (some n)).map c.then := by
        have := getD_thenCommands c bs.tail n
        cases bs with
        | nil => simpa [commandFor] using this
        | cons b bs => simpa [commandFor] using this
      refine .loop (γ := gated E t (c.command.command T)) (ih hp hM.1 hb) (fun {σ} hg => hg none _ ⟨c, rfl, rfl⟩) ?_ ?_ ?_ ⟨c, rfl, rfl⟩ ?_
      · intro σ hI hg
        exact ⟨rfl, (hsim z hI hg.2).2 .assign⟩
      · rintro σ m' hI hg ht k _ ⟨d, hd, rfl⟩
        refine ⟨rfl, fun hw => ?_⟩
        match k with
        | none => exact (hsim (m d hd) hI hg.2).1 (.seq ht.2 hw)
        | some n => exact (hsim (e n d hd) hI hg.2).1 (.seqWrong (.seq ht.2 hw))
      · rintro σ m' σ' _ hI hg ht ⟨d, hd, rfl⟩ ht'
        exact ⟨rfl, (hsim (m d hd) hI hg.2).2 (.seq ht.2 ht'.2)⟩
      · rintro σ m' σ' n _ ht ⟨d, hd, rfl⟩ ht'
        exact ⟨_, ⟨c.then d, by rw [exit, hd]; rfl, rfl⟩, rfl, .seq ht.2 ht'.2⟩
    simp only [MoverCode.merged] at h
    split at h
    · rename_i c b a hb
      cases h
      exact key rfl hb rfl
    · rename_i c hb
      cases h
      exact key rfl hb rfl
    · cases h
  | block S ih =>
    simp only [MoverCode.merged] at h
    split at h
    · rename_i a ha
      cases h
      obtain ⟨h₁, h₂⟩ := commandFor_outer a
      refine .block (ih hp hM ha) (fun {σ} hg => ?_) ?_ ?_
      · rintro k _ ⟨c, hc, rfl⟩
        match k with
        | none => exact gate_either (.inl hc) fun x hx => hg none _ ⟨x, h₁.trans hx, rfl⟩
        | some 0 => exact gate_either (.inr hc) fun x hx => hg none _ ⟨x, h₁.trans hx, rfl⟩
        | some (n + 1) => exact hg (some n) _ ⟨c, (h₂ n).trans hc, rfl⟩
      · rintro σ σ' _ hc ht
        have hc : ∃ c, (commandFor a none = some c ∨ commandFor a (some 0) = some c) ∧ (gated E t (c.command.command T)).trans t σ σ' := by
          rcases hc with ⟨c, hc, rfl⟩ | ⟨c, hc, rfl⟩
          · exact ⟨c, .inl hc, ht⟩
          · exact ⟨c, .inr hc, ht⟩
        obtain ⟨c, hc, ht⟩ := hc
        obtain ⟨x, hx, ht⟩ := gated_either hc ht
        exact ⟨_, ⟨x, h₁.trans hx, rfl⟩, ht⟩
      · rintro σ σ' n _ ⟨c, hc, rfl⟩ ht
        exact ⟨_, ⟨c, (h₂ n).trans hc, rfl⟩, ht⟩
    · cases h
  | exit level =>
    cases h
    exact .exit ⟨_, ⟨nothingCommand, commandFor_exit level, rfl⟩, fun σ => ⟨rfl, .assign⟩⟩
  | other => cases h

/-- A statement that is left at its end alone. -/
theorem endCommand_sound {cs : List (Option CommandEntry)} {c : CommandEntry} (h : endCommand cs = some c) :
    commandFor cs none = some c ∧ ∀ n, commandFor cs (some n) = none := by
  have empty {cs : List (Option CommandEntry)} (h : noCommands cs = true) (i : Nat) : cs.getD i none = none := by
    induction cs generalizing i with
    | nil => simp
    | cons c cs ih =>
      cases c with
      | some => cases h
      | none =>
        cases i with
        | zero => rfl
        | succ i => simpa using ih h i
  match cs with
  | [] => cases h
  | none :: _ => cases h
  | some d :: rest =>
    simp only [endCommand] at h
    split at h
    · rename_i hn
      cases h
      exact ⟨rfl, fun n => empty hn n⟩
    · cases h

/-- What a merged statement does, its command does. -/
theorem merged_summary {P : Command → Prop} (hP : ∀ {C}, P C → KeepsOf E I (ident t) C) {Sim : CommandCode → CommandCode → Prop}
    (hsim : ∀ {C D}, Sim C D → Simulated E I (ident t) (C.command T) (D.command T)) {M : MoverCode} {cs : List (Option CommandEntry)} {c : CommandEntry}
    (hp : Plain P (M.core T)) (hM : M.Summarised Sim) (h : M.merged = some cs) (hc : endCommand cs = some c) :
    Summary body I (gated E t (c.command.command T)) (ofCore E t (M.core T)) := by
  obtain ⟨h₁, h₂⟩ := endCommand_sound hc
  refine SummaryOf.closed (A := ActionFor T E t cs) fun u σ hg => ?_
  have hut : u = t := hg.1
  subst hut
  refine ⟨M.merged_sound hP hsim hp hM h, ?_, ?_⟩
  · rintro k _ ⟨d, hd, rfl⟩
    cases k with
    | none => rw [h₁] at hd; cases hd; exact hg
    | some n => rw [h₂] at hd; cases hd
  · rintro _ ⟨d, hd, rfl⟩ σ' hr
    rw [h₁] at hd
    cases hd
    exact hr

end

end Plato
