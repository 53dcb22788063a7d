/-
# All that a command can do

From a store that is written down a command leads to finitely many stores, if it leaves nothing open but which way it goes at a choice. They are listed here.
A command that can go wrong is rejected at once, and so is one of which something is not known.

Main definitions: `CommandCode.outcomes`.
-/
module

public import Plato.Replay.Command

@[expose] public section

namespace Plato

/-- Goes on from each of the stores, and collects what comes of them. -/
def eachStore (goOn : Array StoreValue → Nat → List (Array StoreValue) → Except Reason (Evaluated (List (Array StoreValue)))) :
    List (Array StoreValue) → (effort : Nat) → (out : List (Array StoreValue)) → Except Reason (Evaluated (List (Array StoreValue)))
  | [], effort, out => .ok ⟨out, effort⟩
  | store :: rest, effort, out => do
    let ⟨out, effort⟩ ← goOn store effort out
    eachStore goOn rest effort out

/-- All stores that the command leads to from this one, and those that were there before; and the effort that is left. -/
def CommandCode.outcomes (k : Runner) : CommandCode → (store : Array StoreValue) → (effort : Nat) → (out : List (Array StoreValue)) →
    Except Reason (Evaluated (List (Array StoreValue)))
  | .assign changes, store, effort, out => do
    let effort ← payCopy store effort
    let ⟨after, effort⟩ ← k.assign store changes store effort
    .ok ⟨after :: out, effort⟩
  | .havoc _, _, _, _ => .error (.notClosed "a variable gets any value")
  | .assume l, store, effort, out => do
    let ⟨truth, effort⟩ ← decideLiteral k.tables (k.between store store) l effort
    .ok ⟨if truth then store :: out else out, effort⟩
  | .assert l, store, effort, out => do
    let ⟨truth, effort⟩ ← decideLiteral k.tables (k.between store store) l effort
    require (truth = true) (.notClosed "an assertion is false in a state that is reached")
    .ok ⟨store :: out, effort⟩
  | .ite l C D, store, effort, out => do
    let ⟨truth, effort⟩ ← decideLiteral k.tables (k.between store store) l effort
    if truth then C.outcomes k store effort out else D.outcomes k store effort out
  | .choice C D, store, effort, out => do
    let ⟨out, effort⟩ ← C.outcomes k store effort out
    D.outcomes k store effort out
  | .seq C D, store, effort, out => do
    let ⟨stores, effort⟩ ← C.outcomes k store effort []
    eachStore (fun store effort out => D.outcomes k store effort out) stores effort out
  | .operation _ _ _ _, _, _, _ => .error (.notClosed "an operation may lead to any store that its action allows")

end Plato
