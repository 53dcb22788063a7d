/-
# Core Plato: actions of the calculus are steps of threads

Main results: `leaves_core`, `edge_core`.
-/
module

public import Theory.Reduction.Core

@[expose] public section

namespace Plato.Reduction

variable {p : ProgramText} {E : Parameters} {σ₀ : Store}

/-- The statement with another one after it. -/
def followed (T : Core) : SeqState Store Core → SeqState Store Core
  | .run σ S => .run σ (.seq S T)
  | .wrong => .wrong

/-- The statement in a block. -/
def blocked : SeqState Store Core → SeqState Store Core
  | .run σ S => .run σ (.block S)
  | .wrong => .wrong

theorem core_seq {bodies : Nat → Core} {t : Int} {σ : Store} {S : Core} {r : SeqState Store Core} (T : Core)
    (h : Many (Core.Step bodies E t) (.run σ S) r) :
    Many (Core.Step bodies E t) (.run σ (.seq S T)) (followed T r) := by
  induction h with
  | refl => exact .refl
  | @tail u r _ hs ih =>
    cases u with
    | wrong => cases hs
    | run σ₁ S₁ =>
      cases r with
      | run => exact .tail ih (.seqStep hs)
      | wrong => exact .tail ih (.seqWrong hs)

theorem core_block {bodies : Nat → Core} {t : Int} {σ : Store} {S : Core} {r : SeqState Store Core}
    (h : Many (Core.Step bodies E t) (.run σ S) r) : Many (Core.Step bodies E t) (.run σ (.block S)) (blocked r) := by
  induction h with
  | refl => exact .refl
  | @tail u r _ hs ih =>
    cases u with
    | wrong => cases hs
    | run σ₁ S₁ =>
      cases r with
      | run => exact .tail ih (.blockStep hs)
      | wrong => exact .tail ih (.blockWrong hs)

/-- What is left of a statement that is left without any action. -/
def left : Option Nat → Core
  | none => .skip
  | some n => .exit n

theorem skip_of_ofCore {t : List Index} {S : Core} (h : ofCore E t S = .skip) : S = .skip := by
  cases S with
  | skip => rfl
  | _ => cases h

/-- A statement that can be left without any action is left by steps that leave the store as it is. -/
theorem leaves_core {k : Option Nat} {X : CoreStmt} (h : Stmt.Leaves (calculus p E σ₀).body k X) {S : Core} {t : List Index} (hl : Live p E σ₀ t)
    (hS : Parless p S) (hX : X = ofCore E t S) (σ : Store) : Many (Core.Step (bodiesOf p) E (ident t)) (.run σ S) (.run σ (left k)) := by
  induction h generalizing S t with
  | skip =>
    cases S with
    | skip => exact .refl
    | _ => cases hX
  | exit =>
    cases S with
    | exit => cases hX; exact .refl
    | _ => cases hX
  | left _ ih =>
    cases S with
    | choice S T => cases hX; exact .head .choiceLeft (ih hl (hS.imp id And.left) rfl)
    | _ => cases hX
  | right _ ih =>
    cases S with
    | choice S T => cases hX; exact .head .choiceRight (ih hl (hS.imp id And.right) rfl)
    | _ => cases hX
  | seq _ _ ih ih' =>
    cases S with
    | seq S T => cases hX; exact (core_seq T (ih hl (hS.imp id And.left) rfl)).trans (.head .seqSkip (ih' hl (hS.imp id And.right) rfl))
    | _ => cases hX
  | seqExit _ ih =>
    cases S with
    | seq S T => cases hX; exact (core_seq T (ih hl (hS.imp id And.left) rfl)).trans (.single .seqExit)
    | _ => cases hX
  | loop =>
    cases S with
    | loop S => exact .single .loopDone
    | _ => cases hX
  | loopExit _ ih =>
    cases S with
    | loop S => cases hX; exact .head .loopUnroll ((core_seq (.loop S) (ih (S := S) hl hS rfl)).trans (.single .seqExit))
    | _ => cases hX
  | call _ ih =>
    cases S with
    | call ρ => cases hX; exact .head .call (ih hl (parless_body ρ) (calculus_body hl ρ))
    | _ => cases hX
  | block _ ih =>
    cases S with
    | block S => cases hX; exact (core_block (ih (S := S) hl hS rfl)).trans (.single .blockSkip)
    | _ => cases hX
  | blockExit _ ih =>
    cases S with
    | block S => cases hX; exact (core_block (ih (S := S) hl hS rfl)).trans (.single .blockExit)
    | _ => cases hX
  | blockOut _ ih =>
    cases S with
    | block S => cases hX; exact (core_block (ih (S := S) hl hS rfl)).trans (.single .blockOut)
    | _ => cases hX
  | pick b h _ =>
    cases S with
    | scope locals S =>
      cases hX
      cases h with
      | seq h => cases h
      | seqExit h => cases h
    | par first last S =>
      cases hX
      cases h with
      | seq h => cases h
      | seqExit h => cases h
    | _ => cases hX
  | par busy hskip _ ih =>
    cases S with
    | branches rest =>
      cases hX
      suffices ∀ l : List Index, ∃ rest', Many (Core.Step (bodiesOf p) E (ident t)) (.run σ (.branches rest)) (.run σ (.branches rest')) ∧
          ∀ n, (numbered n ∈ l → rest' n = .skip) ∧ (numbered n ∉ l → rest' n = rest n) by
        obtain ⟨rest', hm, h⟩ := this busy
        refine .tail hm (.join fun n => ?_)
        by_cases hn : numbered n ∈ busy
        · exact (h n).1 hn
        · rw [(h n).2 hn]
          have := hskip _ hn
          rw [branching_numbered] at this
          exact skip_of_ofCore this
      intro l
      induction l with
      | nil => exact ⟨rest, .refl, fun n => ⟨(fun h => by cases h), fun _ => rfl⟩⟩
      | cons b l ihl =>
        obtain ⟨rest', hm, h⟩ := ihl
        by_cases hb : b ∉ l ∧ ∃ n, numbered n = b
        · obtain ⟨hbl, n, rfl⟩ := hb
          have hn : Many (Core.Step (bodiesOf p) E (branchOf (ident t) n)) (.run σ (rest' n)) (.run σ .skip) := by
            rw [(h n).2 hbl, ← show ident (numbered n :: t) = branchOf (ident t) n from ident_branch hl.nonempty]
            exact ih (numbered n) (hl.branch (hS.resolve_right id) _) (.inl (hS.resolve_right id)) branching_numbered
          refine ⟨Plato.Program.update rest' n .skip, hm.trans (branch_many hn), fun m => ?_⟩
          by_cases hmn : m = n
          · subst hmn
            exact ⟨fun _ => Plato.Program.update_same .., fun h => absurd (List.mem_cons_self ..) h⟩
          · rw [Plato.Program.update_other _ hmn]
            exact ⟨fun hmem => (h m).1 ((List.mem_cons.1 hmem).resolve_left fun h => hmn (congrArg (fun b : Index => b.1.2) h)),
              fun hmem => (h m).2 fun h' => hmem (List.mem_cons_of_mem _ h')⟩
        · refine ⟨rest', hm, fun m => ⟨fun hmem => ?_, fun hmem => (h m).2 fun h' => hmem (List.mem_cons_of_mem _ h')⟩⟩
          rcases List.mem_cons.1 hmem with heq | hmem
          · exact (h m).1 (Classical.byContradiction fun hn => hb ⟨heq ▸ hn, m, heq⟩)
          · exact (h m).1 hmem
    | _ => cases hX

theorem branch_wrong {bodies : Nat → Core} {t : Int} {rest : Int → Core} {n : Int} {σ : Store}
    (h : Many (Core.Step bodies E (branchOf t n)) (.run σ (rest n)) .wrong) : Many (Core.Step bodies E t) (.run σ (.branches rest)) .wrong := by
  cases h with
  | @tail u _ hm hs =>
    cases u with
    | wrong => cases hs
    | run σ' S' => exact .tail (branch_many hm) (.branchWrong (by rw [Plato.Program.update_same]; exact hs))

/-- What an action of the calculus does, the thread does: it goes wrong, or comes to where it can do all that is left in the calculus. -/
structure Meets (p : ProgramText) (E : Parameters) (σ₀ : Store) (t : List Index) (S : Core) (q : List Index) (α : Gated (List Index) Store) (U : CoreStmt) :
    Prop where
  wrong : ∀ {σ}, ¬ α.gate (actor (fun t b => b :: t) t q) σ → Many (Core.Step (bodiesOf p) E (ident t)) (.run σ S) .wrong
  run : ∀ {σ σ'}, α.Run (actor (fun t b => b :: t) t q) σ σ' →
    ∃ S', Many (Core.Step (bodiesOf p) E (ident t)) (.run σ S) (.run σ' S') ∧ Above (calculus p E σ₀).body (ofCore E t S') U

theorem Meets.before {t : List Index} {S T : Core} {q : List Index} {α : Gated (List Index) Store} {U : CoreStmt} (h : Meets p E σ₀ t T q α U)
    (hm : ∀ σ, Many (Core.Step (bodiesOf p) E (ident t)) (.run σ S) (.run σ T)) : Meets p E σ₀ t S q α U :=
  ⟨fun hg => (hm _).trans (h.wrong hg), fun hr => by
    obtain ⟨S', hm', hc⟩ := h.run hr
    exact ⟨S', (hm _).trans hm', hc⟩⟩

theorem Meets.seq {t : List Index} {S T : Core} {q : List Index} {α : Gated (List Index) Store} {U : CoreStmt} (h : Meets p E σ₀ t S q α U) :
    Meets p E σ₀ t (.seq S T) q α (.seq U (ofCore E t T)) :=
  ⟨fun hg => core_seq T (h.wrong hg), fun hr => by
    obtain ⟨S', hm', hc⟩ := h.run hr
    exact ⟨.seq S' T, core_seq T hm', hc.seq⟩⟩

theorem edge_core {q : List Index} {X U : CoreStmt} {α : Gated (List Index) Store} (h : Stmt.Edge (calculus p E σ₀).body q X α U) {S : Core} {t : List Index}
    (hl : Live p E σ₀ t) (hS : Parless p S) (hX : X = ofCore E t S) : Meets p E σ₀ t S q α U := by
  induction h generalizing S t with
  | atomic =>
    cases S with
    | atomic C =>
      cases hX
      exact ⟨fun hg => .single (.actionWrong (Classical.not_not.1 fun hn => hg ⟨rfl, hn⟩)), fun hr => ⟨.skip, .single (.actionOk hr.2.2), .refl⟩⟩
    | _ => cases hX
  | left _ ih =>
    cases S with
    | choice S T => cases hX; exact (ih hl (hS.imp id And.left) rfl).before fun _ => .single .choiceLeft
    | _ => cases hX
  | right _ ih =>
    cases S with
    | choice S T => cases hX; exact (ih hl (hS.imp id And.right) rfl).before fun _ => .single .choiceRight
    | _ => cases hX
  | seq _ ih =>
    cases S with
    | seq S T => cases hX; exact (ih hl (hS.imp id And.left) rfl).seq
    | _ => cases hX
  | next hends _ ih =>
    cases S with
    | seq S T => cases hX; exact (ih hl (hS.imp id And.right) rfl).before fun σ => (core_seq T (leaves_core hends hl (hS.imp id And.left) rfl σ)).trans (.single .seqSkip)
    | _ => cases hX
  | loop _ ih =>
    cases S with
    | loop S => cases hX; exact ((ih (S := S) hl hS rfl).seq (T := .loop S)).before fun _ => .single .loopUnroll
    | _ => cases hX
  | call _ ih =>
    cases S with
    | call ρ => cases hX; exact (ih hl (parless_body ρ) (calculus_body hl ρ)).before fun _ => .single .call
    | _ => cases hX
  | block _ ih =>
    cases S with
    | block S =>
      cases hX
      have h := ih (S := S) hl hS rfl
      refine ⟨fun hg => core_block (h.wrong hg), fun hr => ?_⟩
      obtain ⟨S', hm', hc⟩ := h.run hr
      exact ⟨.block S', core_block hm', hc.block⟩
    | _ => cases hX
  | pick b h _ =>
    have first : ∀ {T : CoreStmt}, Covers (calculus p E σ₀).body T (.seq .skip T) := by
      intro T
      refine ⟨fun he => ?_, fun he => ?_⟩
      · cases he with
        | seq he => cases he
        | next _ he => exact he
      · cases he with
        | seq _ he => exact he
        | seqExit he => cases he
    cases S with
    | scope locals S =>
      cases hX
      cases h with
      | seq h =>
        cases h
        refine ⟨fun hg => absurd rfl hg, fun {σ σ'} hr => ?_⟩
        obtain ⟨_, _, rfl, hx⟩ := hr
        refine ⟨.seq S (.atomic (restoring locals (ident t) σ')), .single .scope, ?_⟩
        have same : restoring locals (ident t) σ' = restoring locals (ident t) b.2 := by
          unfold restoring
          congr 1
          exact List.map_congr_left fun x hx' => by rw [hx x hx']
        rw [ofCore, ofCore, same]
        exact .of_covers first
      | next h => cases h
    | par low high S =>
      cases hX
      cases h with
      | seq h =>
        cases h
        refine ⟨fun hg => absurd rfl hg, fun {σ σ'} hr => ?_⟩
        obtain ⟨_, _, rfl, hlow, hhigh⟩ := hr
        refine ⟨.branches (forked E (ident t) low high S σ'), .single .fork, ?_⟩
        rw [ofCore, ofCore_forked, hlow, hhigh]
        exact .of_covers first
      | next h => cases h
    | _ => cases hX
  | @par q b _ α U he ih =>
    cases S with
    | branches rest =>
      cases hX
      by_cases hb : ∃ n, numbered n = b
      · obtain ⟨n, rfl⟩ := hb
        have h := ih (hl.branch (hS.resolve_right id) (numbered n)) (.inl (hS.resolve_right id)) (branching_numbered (skip := .skip) (f := fun n => ofCore E (numbered n :: t) (rest n)))
        have name : ident (numbered n :: t) = branchOf (ident t) n := ident_branch hl.nonempty
        refine ⟨fun {σ} hg => branch_wrong (name ▸ h.wrong hg), fun {σ σ'} hr => ?_⟩
        obtain ⟨S', hm', hc⟩ := h.run hr
        rw [name] at hm'
        refine ⟨_, branch_many hm', ?_⟩
        rw [ofCore_update]
        refine .par [numbered n] (fun b hb => ?_) fun b => ?_
        · have hbn : b ≠ numbered n := fun h => hb (by simp [h])
          rw [Plato.Program.update_other _ hbn, Plato.Program.update_other _ hbn]
        · by_cases hbn : b = numbered n
          · subst hbn; rw [Plato.Program.update_same, Plato.Program.update_same]; exact hc
          · rw [Plato.Program.update_other _ hbn, Plato.Program.update_other _ hbn]; exact .refl
      · rw [branching, if_neg fun h => hb ⟨_, h.symm⟩] at he
        cases he
    | _ => cases hX

end Plato.Reduction
