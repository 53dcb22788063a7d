// The kinds of conditions of thread-modular verification, in one table: the kernel's word for each, what it says, what
// it is for in a proof, where it is shown, and what to say when it fails. All texts about conditions are made of it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "conditions/conditions.hpp"
#include "core/program.hpp"
#include "messages/message_code.hpp"

namespace plato {

// In the order of lean/Plato/ThreadModular/Kinds.lean, and after that those of lean/Plato/Reduction, under the
// same names; tests/project/conditions.test.js compares them.
enum class ConditionKind : std::uint8_t {
  rely_reflexive,
  rely_transitive,
  guarantee_reflexive,
  guarantee_implies,
  thread,
  after,
  body,
  stable,
  step,
  invariant_initially,
  invariant_preserved,
  environment_implies,
  environment_preserves,
  guarantee_kept,
  post_stable,
  postconditions,
  idle_reflexive,
  through_reflexive,
  through_transitive,
  rely_through,
  rely_calls,
  idle_through,
  idle_kept,
  procedure,
  branch_rely,
  branch_guarantee,
  branch_through,
  branch_siblings,
  branch,
  members_apart,
  right_mover,
  left_mover,
  enabled,
  keeps,
  begins,
  simulates,
  summary,
};
inline constexpr std::size_t condition_kinds = 37;

// Annotations as they were written: of the condition's thread or procedure, of the other thread, of the procedure that
// is called, or of the program.
enum class Stated : std::uint8_t {
  nothing,
  unit_relies,
  unit_guarantees,
  unit_ensures,
  other_relies,
  callee_relies,
  program_relies,
  program_guarantees,
  program_ensures,
  program_invariants,
};

// Annotations read in two stores of the condition, which are numbered as the kernel numbers them.
struct Reading {
  Stated clauses = Stated::nothing;
  std::int32_t before = 0, after = 0;
};

struct ConditionRow {
  // What a condition is about besides the program: a thread or procedure, two threads, a statement of a thread or
  // procedure, or what it calls.
  enum class About : std::uint8_t { program, thread, two_threads, statement, call };

  ConditionKind kind;
  std::string_view word;   // the kernel's
  MessageCode code;        // of the message if it fails, unless the counterexample shows a part that has its own
  About about = About::thread;
  std::string_view role;   // in a proof, in a word or two
  // Sentences without a full stop. In braces: `unit` is the thread or procedure with what it is, `other` the name of a
  // thread, `callee` of a procedure, `label` is the statement with its line, `the` says whether that is a loop or an
  // assertion, `step` is an operation with its line, `end` says what holds when the thread ends.
  std::string_view says;
  std::string_view fails;
  // The same of the branches of a `par`, where they say something else.
  std::string_view branches_say{}, branches_fail{};
  std::string_view help{};
  Stated shown_at = Stated::nothing;   // the place of the condition is the first of these; else its statement or thread
  // Where the failure is: at the clause that the counterexample breaks, or at the first one if none is found. Versions
  // 0 mean that the first one is meant.
  Reading blamed{};
  Reading related{};             // another clause that it breaks, to be shown besides
  std::string_view relation{};   // what to say of that
};

// The row of a kind, or of a condition's.
const ConditionRow& row_of(ConditionKind kind);
const ConditionRow& row_of(const ConditionOrigin& origin);
inline ConditionKind kind_of(const ConditionOrigin& origin) { return row_of(origin).kind; }

// Whether it is about the whole program, so that its family means nothing.
inline bool is_about_program(const ConditionOrigin& origin) {
  return row_of(origin).about == ConditionRow::About::program;
}

// The loop, assertion or operation that it is about; the other of two families. None if it is about something else.
std::optional<StatementId> statement_of(const ConditionOrigin& origin);
std::optional<std::size_t> other_family_of(const ConditionOrigin& origin);
// The procedure that is called, if it is about one.
std::optional<ProcedureId> callee_of(const ConditionOrigin& origin);

}   // namespace plato
