// What the thread-modular proof of a program adds to it: assertions, relies and guarantees of the threads, what its
// steps do to ghosts, and what callers know of procedures. Formulas are literals of the program's table.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "core/program.hpp"

namespace plato {

// What the proof says of the branches of a `par`: about one branch, but for `through`, which is about its thread.
struct BranchOutline {
  Literal rely = 0;            // an action of the thread's environment and of the other branches
  Literal guarantee = 0;       // an action
  Literal through = 0;         // an action: what happens while the branches run
  Literal pre = 0, post = 0;   // where each starts, and where it has ended
};

struct StatementOutline {
  // What holds where the statement is reached: a loop's invariant, which every loop has; what a cut says, which is a
  // `skip` of the program; what an explicit outline asserts before an operation.
  std::optional<Literal> assertion{};
  std::optional<CommandId> ghost_command{};   // atomic: the command with its assignments to ghosts, if it has any
  // In the body of a procedure with a specification.
  std::optional<CommandId> witness_command{};   // atomic: the same, and it commits an action
  std::vector<CommandId> commits{};             // call: what each step of the callee's abstraction commits
  std::vector<TermId> restored{};               // scope: its variables after it; version 0 is now, 1 is before it
  std::optional<BranchOutline> branches{};      // par
};

// What the kernel takes of one caller.
inline constexpr std::size_t most_callees_on_a_line = 255, most_lines_of_callees = 16;

// Procedures that are called by their abstractions, and what may happen while one of them runs, by other threads and by
// its idle steps.
struct CallOutline {
  Literal through = 0;   // an action, reflexive and transitive
  std::vector<ProcedureId> callees{};
};

struct FamilyOutline {
  Literal rely = 0;                // an action of the environment, reflexive and transitive unless `is_explicit`
  Literal guarantee = 0;           // an action
  std::optional<Literal> post{};   // what holds when a thread has ended
  bool is_explicit = false;        // every operation has an assertion that holds before it
  std::vector<CallOutline> calls{};
};

// What callers know of a procedure with a specification: pre; then idle steps, and between them the steps in their
// order; then post. In `post` and in assertions of the body, version 0 is now and version 1 the store at entry.
struct ProcedureOutline {
  Literal rely = 0;   // an action of the environment, reflexive and transitive
  Literal idle = 0;   // an action: what its other steps do
  Literal pre = 0, post = 0;
  std::vector<Literal> steps{};     // actions
  std::set<std::size_t> writes{};   // the only variables that its steps change, so that actions say nothing of others
  std::vector<CallOutline> calls{};
};

struct Outline {
  std::vector<StatementOutline> statements;   // one for each statement of the program
  std::vector<FamilyOutline> families;        // one for each family
  std::optional<Literal> initially{};         // the initial stores with the first values of ghosts
  std::optional<Literal> lemma{};             // a further invariant, which mentions ghosts
  std::optional<Literal> rely{};              // the specification's, and that the environment does not change ghosts
  std::vector<std::optional<ProcedureOutline>> procedures{};   // of the program's procedures; none if it is no border
  // With procedures that have a specification: the variable that counts the actions still to come, and that it is 0, 1,
  // ….
  std::optional<std::size_t> witness{};
  std::vector<Literal> phases{};
};

// A `skip` where something is asserted.
inline bool is_cut(const Program& program, const Outline& outline, StatementId s) {
  return statement_of(program, s).kind == CoreStatement::Kind::skip && outline.statements[s - 1].assertion.has_value();
}

// The command of an atomic statement as the proof sees it, with what it does to ghosts.
inline CommandId proof_command(const Program& program, const Outline& outline, StatementId s) {
  return outline.statements[s - 1].ghost_command.value_or(statement_of(program, s).command);
}

// The same, with what it does to the witness where the body of a procedure with a specification is proved.
inline CommandId witness_command(const Program& program, const Outline& outline, StatementId s) {
  return outline.statements[s - 1].witness_command.value_or(proof_command(program, outline, s));
}

// Whether a call of the procedure is its abstraction, rather than its body.
inline bool is_abstracted(const Outline& outline, ProcedureId p) {
  return p <= outline.procedures.size() && outline.procedures[p - 1].has_value();
}

// The initial stores as the proof sees them.
inline Literal initial_stores(const Program& program, const Outline& outline) {
  return outline.initially.value_or(program.init);
}

}   // namespace plato
