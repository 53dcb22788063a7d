// Core Plato: what a program is after desugaring, and what a certificate says of it (lean/Plato/Program).
//
// Formulas speak of one or two stores: program variable X in version 0 is its value before a step, in version 1 after
// it; a predicate uses version 0 alone. Logic variable 0 is the identifier of the thread that a formula is about; other
// logic variables are the program's symbolic parameters. Every formula is a literal of the one table.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "logic/formula_table.hpp"
#include "source/source_range.hpp"
#include "types/variable_type.hpp"

namespace plato {

struct CoreVariable {
  std::string name;
  VariableType type = VariableType::integer;   // for people: the kernel knows integers and maps
  bool is_local = false;                       // a map from thread identifiers to their own values
  SourceRange where;
  bool is_ghost = false;   // for the proof alone: nothing that the program does depends on it
};

struct CoreParameter {
  std::string name;
  VariableType type = VariableType::integer;
};

// An annotation as it was written, so that what fails can be told of the one that is to blame.
struct CoreClause {
  Literal formula = 0;
  SourceRange where{};
};

// Statements are numbered from 1; parts come before wholes.
using StatementId = std::uint32_t;

struct CoreStatement {
  enum class Kind : std::uint8_t { skip, atomic, choice, seq, loop, cut };
  Kind kind = Kind::skip;
  Literal gate = 0, step = 0, post = 0;   // atomic: gate ? step ↓ post
  Literal proof_step = 0;                 // atomic: the step and what it does to ghosts; 0 if there are none
  Literal assertion =
      0;   // loop: its invariant; cut: what holds here; atomic: what holds before it, 0 if nothing is said
  StatementId first = 0, second = 0;   // choice, seq: both; loop: first is the body
  SourceRange where;
  std::string text;                       // as written, for messages: "x := x + 1"
  SourceRange assertion_place{};          // atomic: of the assertion before it
  std::string assertion_text{};           // as written: "cut x == 0"
  std::vector<CoreClause> invariants{};   // loop: its own, as stated
};

// Threads that run the same statement: one for each identifier (logic variable 0) that `members` is true of.
struct CoreFamily {
  std::string name;
  Literal members = 0;
  Literal stated_members = 0;   // as written, before given threads are taken out; 0 if nothing is
  StatementId body = 0;
  Literal rely = 0;          // an action of the environment, reflexive and transitive unless `is_outline`
  Literal guarantee = 0;     // an action
  Literal post = 0;          // what holds when a thread has ended; 0 if nothing is said
  bool is_outline = false;   // every operation has an assertion that holds before it
  SourceRange where;
  std::vector<CoreClause> relies{}, guarantees{},
      ensures{};   // as stated; without `guarantees` it keeps what the others rely on
};

struct CoreProgram {
  FormulaTable table;
  std::vector<CoreVariable> variables;     // the variable's number is its index
  std::vector<CoreParameter> parameters;   // logic variable 1 + index
  std::vector<CoreStatement> statements;   // statement s is statements[s - 1]
  std::vector<CoreFamily> families;
  Literal assumption = 0;   // about the parameters
  Literal init = 0;         // the initial stores
  Literal initially = 0;    // the same with the first values of ghosts; 0 if there are no ghosts
  Literal invariant = 0;    // of every reachable store; `true` if none is stated
  Literal lemma = 0;        // a further invariant that mentions ghosts; 0 if none is stated
  // What is wanted of all threads together, in an environment; each 0 if it is not stated.
  Literal rely = 0;             // what the environment does; unstated, it does nothing
  Literal annotated_rely = 0;   // the same, and that it does not change ghosts; 0 if there are none
  Literal guarantee = 0;
  Literal post = 0;                     // holds when all threads have ended
  std::vector<CoreClause> invariants;   // those of ghosts, too
  std::vector<CoreClause> relies, guarantees, ensures;
  // For people: formulas that stand in many others, and are told by a name there.
  Literal whole_invariant = 0;   // I: invariant and lemma
  Literal kept_invariant = 0;    // I ==> I'
};

// Whether it is claimed as [init, rely, guarantee, post] in an environment, rather than by its invariant alone.
inline bool is_triple(const CoreProgram& p) {
  bool found = p.rely != 0 || p.guarantee != 0 || p.post != 0 || p.lemma != 0;
  for (const CoreVariable& v : p.variables) found = found || v.is_ghost;
  for (const CoreFamily& f : p.families) found = found || f.post != 0 || f.is_outline;
  return found;
}

// One thread, which has an identifier of its own.
inline bool is_given_thread(const CoreProgram& p, const CoreFamily& f) {
  return f.members > 0 && p.table[formula_of(f.members)].kind == FormulaKind::eq;
}

// Where the first of them stands; nowhere if there is none.
inline SourceRange place_of(const std::vector<CoreClause>& clauses) {
  return clauses.empty() ? SourceRange{} : clauses.front().where;
}

}   // namespace plato
