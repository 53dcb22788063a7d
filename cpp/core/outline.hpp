// What the thread-modular proof of a program adds to it: assertions, relies and guarantees of the threads, and what its
// steps do to ghosts. Formulas are literals of the program's table.
#pragma once

#include <optional>
#include <vector>

#include "core/program.hpp"

namespace plato {

struct StatementOutline {
  // What holds where the statement is reached: a loop's invariant, which every loop has; what a cut says, which is a
  // `skip` of the program; what an explicit outline asserts before an operation.
  std::optional<Literal> assertion{};
  std::optional<CommandId> ghost_command{};   // atomic: the command with its assignments to ghosts, if it has any
};

struct FamilyOutline {
  Literal rely = 0;                // an action of the environment, reflexive and transitive unless `is_explicit`
  Literal guarantee = 0;           // an action
  std::optional<Literal> post{};   // what holds when a thread has ended
  bool is_explicit = false;        // every operation has an assertion that holds before it
};

struct Outline {
  std::vector<StatementOutline> statements;   // one for each statement of the program
  std::vector<FamilyOutline> families;        // one for each family
  std::optional<Literal> initially{};         // the initial stores with the first values of ghosts
  std::optional<Literal> lemma{};             // a further invariant, which mentions ghosts
  std::optional<Literal> rely{};              // the specification's, and that the environment does not change ghosts
};

// A `skip` where something is asserted.
inline bool is_cut(const Program& program, const Outline& outline, StatementId s) {
  return statement_of(program, s).kind == CoreStatement::Kind::skip && outline.statements[s - 1].assertion.has_value();
}

// The command of an atomic statement as the proof sees it, with what it does to ghosts.
inline CommandId proof_command(const Program& program, const Outline& outline, StatementId s) {
  return outline.statements[s - 1].ghost_command.value_or(statement_of(program, s).command);
}

// The initial stores as the proof sees them.
inline Literal initial_stores(const Program& program, const Outline& outline) {
  return outline.initially.value_or(program.init);
}

}   // namespace plato
