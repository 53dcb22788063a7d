/-
# Steps inside of statements

What a part of a statement does, the statement does.

Main results: `Covers.many`, `Covers.wrong`, `many_seq`, `wrong_seq`, `many_block`, `wrong_block`, `wrong_loop`, `many_par`, `wrong_par`, `finish_par`.
-/
module

public import Theory.Reduction.Statements

@[expose] public section

namespace Plato.Reduction

variable {Tid Br Proc Store : Type} {body : Proc → Stmt Tid Br Proc Store} {child : Tid → Br → Tid} {t : Tid} {σ σ' : Store}
  {S S' T : Stmt Tid Br Proc Store}

theorem many_cases {State : Type} {R : State → State → Prop} {x z : State} (h : Many R x z) : x = z ∨ ∃ y, R x y ∧ Many R y z := by
  induction h with
  | refl => exact .inl rfl
  | tail _ hs ih =>
    rcases ih with rfl | ⟨y, hy, hm⟩
    · exact .inr ⟨_, hs, .refl⟩
    · exact .inr ⟨y, hy, .tail hm hs⟩

/-- Whatever S can do next, T can do. -/
structure Covers (body : Proc → Stmt Tid Br Proc Store) (T S : Stmt Tid Br Proc Store) : Prop where
  edge : ∀ {p α S'}, Stmt.Edge body p S α S' → Stmt.Edge body p T α S'
  ends : ∀ {k}, Stmt.Leaves body k S → Stmt.Leaves body k T

namespace Covers

theorem left : Covers body (.choice S T) S := ⟨.left, .left⟩

theorem right : Covers body (.choice S T) T := ⟨.right, .right⟩

theorem next (h : Stmt.Ends body S) : Covers body (.seq S T) T := ⟨.next h, .seq h⟩

theorem call {ρ : Proc} : Covers body (.call ρ) (body ρ) := ⟨.call, .call⟩

theorem pick {f : Br → Stmt Tid Br Proc Store} (b : Br) : Covers body (.pick f) (f b) := ⟨.pick b, .pick b⟩

theorem refl : Covers body S S := ⟨id, id⟩

theorem trans {U : Stmt Tid Br Proc Store} (h : Covers body S T) (h' : Covers body T U) : Covers body S U :=
  ⟨fun he => h.edge (h'.edge he), fun he => h.ends (h'.ends he)⟩

theorem seq (h : Covers body S S') : Covers body (.seq S T) (.seq S' T) where
  edge he := by
    cases he with
    | seq he => exact .seq (h.edge he)
    | next hS he => exact .next (h.ends hS) he
  ends he := by
    cases he with
    | seq hS hT => exact .seq (h.ends hS) hT
    | seqExit hS => exact .seqExit (h.ends hS)

theorem block (h : Covers body S S') : Covers body (.block S) (.block S') where
  edge he := by
    cases he with
    | block he => exact .block (h.edge he)
  ends he := by
    cases he with
    | block he => exact .block (h.ends he)
    | blockExit he => exact .blockExit (h.ends he)
    | blockOut he => exact .blockOut (h.ends he)

/-- A loop can do what its first iteration can do. -/
theorem unroll : Covers body (.loop S) (.seq S (.loop S)) where
  edge he := by
    cases he with
    | seq he => exact .loop he
    | next _ he => exact he
  ends he := by
    cases he with
    | seq _ he => exact he
    | seqExit he => exact .loopExit he

theorem step (h : Covers body T S) {y : Store × Stmt Tid Br Proc Store} (hs : StepOf body child t (σ, S) y) :
    StepOf body child t (σ, T) y := by
  obtain ⟨p, α, he, hr⟩ := hs
  exact ⟨p, α, h.edge he, hr⟩

/-- An execution of S is one of T, if it has any step. -/
theorem many (h : Covers body T S) {y : Store × Stmt Tid Br Proc Store} (hm : Many (StepOf body child t) (σ, S) y) :
    y = (σ, S) ∨ Many (StepOf body child t) (σ, T) y := by
  rcases many_cases hm with rfl | ⟨z, hz, hm⟩
  · exact .inl rfl
  · exact .inr (.head (h.step hz) hm)

theorem wrong (h : Covers body T S) (hw : WrongOf body child t (σ, S)) : WrongOf body child t (σ, T) := by
  obtain ⟨y, hm, hf⟩ := hw
  rcases h.many hm with rfl | hm
  · obtain ⟨p, α, S', he, hg⟩ := hf
    exact ⟨_, .refl, p, α, S', h.edge he, hg⟩
  · exact ⟨y, hm, hf⟩

end Covers

theorem wrong_of_many {x y : Store × Stmt Tid Br Proc Store} (hm : Many (StepOf body child t) x y) (hw : WrongOf body child t y) :
    WrongOf body child t x := by
  obtain ⟨z, hz, hf⟩ := hw
  exact ⟨z, hm.trans hz, hf⟩

theorem many_map {R Q : Store × Stmt Tid Br Proc Store → Store × Stmt Tid Br Proc Store → Prop} {f : Stmt Tid Br Proc Store → Stmt Tid Br Proc Store}
    (h : ∀ {x y}, R x y → Q (x.1, f x.2) (y.1, f y.2)) {x y : Store × Stmt Tid Br Proc Store} (hm : Many R x y) :
    Many Q (x.1, f x.2) (y.1, f y.2) := by
  induction hm with
  | refl => exact .refl
  | tail _ hs ih => exact .tail ih (h hs)

theorem many_seq (hm : Many (StepOf body child t) (σ, S) (σ', S')) : Many (StepOf body child t) (σ, .seq S T) (σ', .seq S' T) :=
  many_map (f := fun S => .seq S T) (fun ⟨p, α, he, hr⟩ => ⟨p, α, .seq he, hr⟩) hm

theorem wrong_seq (h : WrongOf body child t (σ, S)) : WrongOf body child t (σ, .seq S T) := by
  obtain ⟨y, hm, p, α, S', he, hg⟩ := h
  exact ⟨_, many_seq hm, p, α, _, .seq he, hg⟩

theorem edge_par {p : List Br} {b : Br} {rest : Br → Stmt Tid Br Proc Store} {α : Gated Tid Store} (he : Stmt.Edge body p S α S') :
    Stmt.Edge body (b :: p) (.par (Plato.Program.update rest b S)) α (.par (Plato.Program.update rest b S')) := by
  rw [← Plato.Program.update_update rest b S S']
  exact .par (by rw [Plato.Program.update_same]; exact he)

theorem many_block (hm : Many (StepOf body child t) (σ, S) (σ', S')) : Many (StepOf body child t) (σ, .block S) (σ', .block S') :=
  many_map (f := .block) (fun ⟨p, α, he, hr⟩ => ⟨p, α, .block he, hr⟩) hm

theorem wrong_block (h : WrongOf body child t (σ, S)) : WrongOf body child t (σ, .block S) := by
  obtain ⟨y, hm, p, α, S', he, hg⟩ := h
  exact ⟨_, many_block hm, p, α, _, .block he, hg⟩

theorem wrong_loop (h : WrongOf body child t (σ, S)) : WrongOf body child t (σ, .loop S) := by
  obtain ⟨y, hm, q, β, U, hq, hg⟩ := h
  rcases many_cases hm with rfl | ⟨z, ⟨r, δ, hr, hδ⟩, hm⟩
  · exact ⟨_, .refl, q, β, _, .loop hq, hg⟩
  · exact ⟨(y.1, .seq y.2 (.loop S)), .head (t := (z.1, .seq z.2 (.loop S))) ⟨r, δ, .loop hr, hδ⟩ (many_seq hm), q, β, _, .seq hq, hg⟩

theorem many_par {b : Br} {rest : Br → Stmt Tid Br Proc Store} (hm : Many (StepOf body child (child t b)) (σ, S) (σ', S')) :
    Many (StepOf body child t) (σ, .par (Plato.Program.update rest b S)) (σ', .par (Plato.Program.update rest b S')) :=
  many_map (f := fun S => .par (Plato.Program.update rest b S)) (fun ⟨p, α, he, hr⟩ => ⟨b :: p, α, edge_par he, hr⟩) hm

theorem wrong_par {b : Br} {rest : Br → Stmt Tid Br Proc Store} (h : WrongOf body child (child t b) (σ, S)) :
    WrongOf body child t (σ, .par (Plato.Program.update rest b S)) := by
  obtain ⟨y, hm, p, α, S', he, hg⟩ := h
  exact ⟨_, many_par hm, b :: p, α, _, edge_par he, hg⟩

/-- The statement can be left without a change of the store. -/
def Finish (body : Proc → Stmt Tid Br Proc Store) (child : Tid → Br → Tid) (t : Tid) (σ : Store) (k : Option Nat) (S : Stmt Tid Br Proc Store) : Prop :=
  ∃ N, Many (StepOf body child t) (σ, S) (σ, N) ∧ Stmt.Leaves body k N

theorem Covers.finish (h : Covers body T S) {k : Option Nat} (hf : Finish body child t σ k S) : Finish body child t σ k T := by
  obtain ⟨N, hm, hN⟩ := hf
  rcases h.many hm with heq | hm
  · cases heq; exact ⟨T, .refl, h.ends hN⟩
  · exact ⟨N, hm, hN⟩

theorem finish_of_many {k : Option Nat} {N : Stmt Tid Br Proc Store} (hm : Many (StepOf body child t) (σ, S) (σ, N)) (h : Finish body child t σ k N) :
    Finish body child t σ k S := by
  obtain ⟨N', hm', hN'⟩ := h
  exact ⟨N', hm.trans hm', hN'⟩

/-- Branches end one after the other. -/
theorem finish_par {rest : Br → Stmt Tid Br Proc Store} (busy : List Br) (hskip : ∀ b, b ∉ busy → rest b = .skip)
    (h : ∀ b, WrongOf body child (child t b) (σ, rest b) ∨ Finish body child (child t b) σ none (rest b)) :
    WrongOf body child t (σ, .par rest) ∨ Finish body child t σ none (.par rest) := by
  suffices ∀ l : List Br, WrongOf body child t (σ, .par rest) ∨ ∃ rest', Many (StepOf body child t) (σ, .par rest) (σ, .par rest') ∧
      (∀ b, b ∈ l → Stmt.Ends body (rest' b)) ∧ ∀ b, b ∉ l → rest' b = rest b by
    rcases this busy with hw | ⟨rest', hm, hin, hout⟩
    · exact .inl hw
    · refine .inr ⟨_, hm, .par busy (fun b hb => by rw [hout b hb, hskip b hb]) fun b => ?_⟩
      by_cases hb : b ∈ busy
      · exact hin b hb
      · rw [hout b hb, hskip b hb]; exact .skip
  intro l
  induction l with
  | nil => exact .inr ⟨rest, .refl, (fun _ hb => by cases hb), fun _ _ => rfl⟩
  | cons b l ih =>
    rcases ih with hw | ⟨rest', hm, hin, hout⟩
    · exact .inl hw
    by_cases hb : b ∈ l
    · refine .inr ⟨rest', hm, fun c hc => ?_, fun c hc => hout c fun h => hc (List.mem_cons_of_mem _ h)⟩
      rcases List.mem_cons.1 hc with rfl | hc
      · exact hin c hb
      · exact hin c hc
    have hself : rest' = Plato.Program.update rest' b (rest b) := by rw [← hout b hb, Plato.Program.update_self]
    rcases h b with hw | ⟨N, hN, hends⟩
    · refine .inl (wrong_of_many hm ?_)
      rw [hself]
      exact wrong_par hw
    · refine .inr ⟨Plato.Program.update rest' b N, hm.trans ?_, fun c hc => ?_, fun c hc => ?_⟩
      · have := many_par (rest := rest') hN
        rwa [← hself] at this
      · by_cases hcb : c = b
        · subst hcb; rw [Plato.Program.update_same]; exact hends
        · rw [Plato.Program.update_other _ hcb]
          exact hin c ((List.mem_cons.1 hc).resolve_left hcb)
      · have hcb : c ≠ b := fun h => hc (by simp [h])
        rw [Plato.Program.update_other _ hcb]
        exact hout c fun h => hc (List.mem_cons_of_mem _ h)

end Plato.Reduction
