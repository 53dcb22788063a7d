/-
# Races

There is a race on a variable in a state in which two threads are about to access it, and one of them to write it. A thread is about to access a
variable if some way through its next command, which leads from the present store to its end, reads or writes it. Of a map the index counts: two threads
race if they access it at the same index. To read or write a variable as a whole is to access it at every index.

A formula or term reads what occurs in it, whatever comes of that. Atomic steps count like all others: `x := x + 1` reads and writes x, although nobody comes
between. So one asks for races on data, and not on the locks that protect them.

Main definitions: `Term.Reads`, `Formula.Reads`, `Command.Accesses`, `Core.Next`, `Race`, `ProgramText.RaceFree`.
-/
module

public import Plato.Meaning.Program

@[expose] public section

namespace Plato

mutual

/-- The variable occurs in the term, as a whole or at the index. -/
def Term.Reads (M : Model) (x : Nat) (i : Int) : Term → (bs : List Int) → Prop
  | .num _, _ => False
  | .var name _, _ => name = x
  | .logic _, _ => False
  | .bound _, _ => False
  | .add a b, bs => a.Reads M x i bs ∨ b.Reads M x i bs
  | .sub a b, bs => a.Reads M x i bs ∨ b.Reads M x i bs
  | .mul a b, bs => a.Reads M x i bs ∨ b.Reads M x i bs
  | .div a b, bs => a.Reads M x i bs ∨ b.Reads M x i bs
  | .mod a b, bs => a.Reads M x i bs ∨ b.Reads M x i bs
  | .pair a b, bs => a.Reads M x i bs ∨ b.Reads M x i bs
  | .branch a b, bs => a.Reads M x i bs ∨ b.Reads M x i bs
  /- A variable is read at the value of the index alone. -/
  | .select m j, bs => (m.Reads M x i bs ∧ ∀ name version, m = .var name version → (j.eval M bs).toInt = i) ∨ j.Reads M x i bs
  | .store m j y, bs => m.Reads M x i bs ∨ j.Reads M x i bs ∨ y.Reads M x i bs
  | .const y, bs => y.Reads M x i bs
  | .ite c a b, bs => c.Reads M x i bs ∨ a.Reads M x i bs ∨ b.Reads M x i bs
  | .witness body, bs => ∃ y, body.Reads M x i (y :: bs)
  | .difference m n, bs => m.Reads M x i bs ∨ n.Reads M x i bs

/-- The variable occurs in the formula, as a whole or at the index. -/
def Formula.Reads (M : Model) (x : Nat) (i : Int) : Formula → (bs : List Int) → Prop
  | .true, _ => False
  | .atom _, _ => False
  | .le a b, bs => a.Reads M x i bs ∨ b.Reads M x i bs
  | .eq a b, bs => a.Reads M x i bs ∨ b.Reads M x i bs
  | .mapEq m n, bs => m.Reads M x i bs ∨ n.Reads M x i bs
  | .not f, bs => f.Reads M x i bs
  | .and f g, bs => f.Reads M x i bs ∨ g.Reads M x i bs
  | .or f g, bs => f.Reads M x i bs ∨ g.Reads M x i bs
  | .implies f g, bs => f.Reads M x i bs ∨ g.Reads M x i bs
  | .iff f g, bs => f.Reads M x i bs ∨ g.Reads M x i bs
  | .ite c f g, bs => c.Reads M x i bs ∨ f.Reads M x i bs ∨ g.Reads M x i bs
  | .all body, bs => ∃ y, body.Reads M x i (y :: bs)

end

/-- What is written: the variable as a whole, or at the value of the index. -/
def Place.Writes (p : Place) (E : Parameters) (thread : Int) (σ : Store) (x : Nat) (i : Int) : Prop :=
  p.name = x ∧ ∀ j, p.index = some j → (j.valueIn E thread σ).toInt = i

/-- What the index of a place reads. -/
def Place.Reads (p : Place) (E : Parameters) (thread : Int) (σ : Store) (x : Nat) (i : Int) : Prop :=
  ∃ j, p.index = some j ∧ j.Reads (E.model thread σ σ) x i []

/-- A place is written, or what its index reads is read. -/
def Place.Accesses (p : Place) (E : Parameters) (thread : Int) (σ : Store) (x : Nat) (i : Int) : (writes : Bool) → Prop
  | true => p.Writes E thread σ x i
  | false => p.Reads E thread σ x i

/-- A way through the command from the store σ to the store τ reads the variable at the index, or writes it there. -/
def Command.Accesses (E : Parameters) (thread : Int) (x : Nat) (i : Int) (writes : Bool) : Command → (σ τ : Store) → Prop
  | .assign changes, σ, τ => (Command.assign changes).Runs E thread σ (.store τ) ∧
    ∃ change ∈ changes, change.1.Accesses E thread σ x i writes ∨ (writes = false ∧ change.2.Reads (E.model thread σ σ) x i [])
  | .havoc places, σ, τ => (Command.havoc places).Runs E thread σ (.store τ) ∧ ∃ p ∈ places, p.Accesses E thread σ x i writes
  | .assume f, σ, τ => (Command.assume f).Runs E thread σ (.store τ) ∧ writes = false ∧ f.Reads (E.model thread σ σ) x i []
  | .assert f, σ, τ => (Command.assert f).Runs E thread σ (.store τ) ∧ writes = false ∧ f.Reads (E.model thread σ σ) x i []
  | .ite f C D, σ, τ => ((Command.ite f C D).Runs E thread σ (.store τ) ∧ writes = false ∧ f.Reads (E.model thread σ σ) x i []) ∨
    (f.predicate E thread σ ∧ C.Accesses E thread x i writes σ τ) ∨ (¬ f.predicate E thread σ ∧ D.Accesses E thread x i writes σ τ)
  | .choice C D, σ, τ => C.Accesses E thread x i writes σ τ ∨ D.Accesses E thread x i writes σ τ
  | .seq C D, σ, τ => ∃ ρ, (C.Accesses E thread x i writes σ ρ ∧ D.Runs E thread ρ (.store τ)) ∨
    (C.Runs E thread σ (.store ρ) ∧ D.Accesses E thread x i writes ρ τ)
  | .operation places gate action post, σ, τ => (Command.operation places gate action post).Runs E thread σ (.store τ) ∧
    ((∃ p ∈ places, p.Accesses E thread σ x i writes) ∨ (writes = false ∧ (gate.Reads (E.model thread σ σ) x i [] ∨
      action.Reads (E.model thread σ τ) x i [] ∨ post.Reads (E.model thread σ τ) x i [])))

/-- The command is next for the thread, or for the branch that the numbers lead to, whose identifier is `runner`. -/
inductive Core.Next : (thread : Int) → Core → (path : List Int) → (runner : Int) → Command → Prop where
  | atomic {thread command} : Next thread (.atomic command) [] thread command
  | seq {thread S T path runner command} : Next thread S path runner command → Next thread (.seq S T) path runner command
  | block {thread S path runner command} : Next thread S path runner command → Next thread (.block S) path runner command
  | branch {thread rest number path runner command} : Next (branchOf thread number) (rest number) path runner command →
    Next thread (.branches rest) (number :: path) runner command

/-- What is left to do for a thread is about to access the variable at the index: so does the branch that the numbers lead to. -/
def Core.AboutTo (E : Parameters) (thread : Int) (S : Core) (σ : Store) (path : List Int) (x : Nat) (i : Int) (writes : Bool) : Prop :=
  ∃ runner command τ, S.Next thread path runner command ∧ command.Accesses E runner x i writes σ τ

namespace ProgramText

/-- Two threads, or branches, are about to access the variable at the same index, and one of them to write it. -/
def Race (p : ProgramText) (E : Parameters) (σ₀ : Store) (x : Nat) (σ : Store) (P : Program (p.Thread E σ₀) Core) : Prop :=
  ∃ (t u : p.Thread E σ₀) (path path' : List Int) (i : Int) (writes : Bool), (t, path) ≠ (u, path') ∧
    (P t).AboutTo E t.1.2 σ path x i true ∧ (P u).AboutTo E u.1.2 σ path' x i writes

/-- No state that the program reaches has a race on the variable. -/
def RaceFree (p : ProgramText) (x : Nat) : Prop :=
  ∀ E σ σ' P', p.Initial E σ → Many (ParStep (p.step E σ)) (.run σ (p.program E σ)) (.run σ' P') → ¬ p.Race E σ x σ' P'

end ProgramText

end Plato
