// Proving the verification conditions of a program: the search finds refutations for the kernel, and Z3 decides the
// conditions that the search does not refute quickly.
//
// There are two passes. The first one spends a little time on every condition. Before the second one, which may take
// long, the caller can find out whether the program itself is wrong; if it is, there is no point in going on.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "conditions/conditions.hpp"
#include "core/program.hpp"
#include "logic/problem_model.hpp"
#include "search/certifying_search.hpp"
#include "search/decide.hpp"
#include "system/deadline.hpp"

namespace plato {

struct ProveConditionsOptions {
  double effort = 1;               // for each condition, times the usual budgets
  Deadline deadline{};             // for all conditions together: what is not proved by then is not tried
  std::size_t most_failures = 8;   // after so many no more conditions are looked at
  std::size_t most_open = std::numeric_limits<std::size_t>::max();   // the same for what the first pass leaves open
  bool explains = true;                                              // what is unknown is narrowed down, for a message
  std::size_t jobs = 1;                                              // so many at a time, with the same results
  std::function<void(std::size_t done, std::size_t all)> progress{};   // of a pass
};

// How far the prover came with one condition.
struct ConditionResult {
  enum class Status : std::uint8_t {
    proved,        // there is a refutation, which the kernel has still to see
    fails,         // Z3 found a counterexample
    uncertified,   // Z3 finds none, and the search finds no refutation
    unknown,       // Z3 does not know
    not_tried,     // too many others failed, or the deadline had passed
  };
  Status status = Status::not_tried;
  std::optional<ProblemModel> counterexample{};
  std::optional<FoundRefutation> refutation{};
  std::string reason{};                // uncertified and unknown: why
  std::vector<ShownPart> suspects{};   // unknown: what it shows that could not be shown by itself
  // unknown: where the first of them would be false if nothing were known that is said of all …; it may be spurious.
  std::optional<ProblemModel> candidate{};
  bool is_limit = false;                       // a budget was used up, or the deadline had passed
  bool is_wall = false;                        // the deadline had passed
  double z3_seconds = 0, search_seconds = 0;   // of processor time
  DecisionBudget budget{};
};

// A condition that the first pass has left open, as a problem with a table of its own.
struct OpenCondition {
  std::size_t condition = 0;   // its index
  Problem problem;
  Decision brief;
};

struct ProvedConditions {
  Problem problem;   // its table is that of the conditions, and what the search added to it
  CertificateNumbers numbers;
  std::vector<PartLabel> labels;
  std::vector<RunLabel> runs;
  std::vector<Condition> conditions;
  std::vector<ConditionResult> results;   // one for each condition
  std::vector<OpenCondition> open{};      // between the two passes
};

// All conditions as one problem, whose table is theirs and which asserts nothing.
Problem problem_of_conditions(const Program& program, FormulaTable table);

// The first pass.
ProvedConditions prove_briefly(const Program& program, Conditions conditions, const ProveConditionsOptions& options);

// Whether Z3 failed to answer a question of the first pass: then it is worth exploring the program.
bool has_unknown(const ProvedConditions& proved);

// Whether a condition is known not to be proved.
bool has_failure(const ProvedConditions& proved);

// The second pass: nothing is open afterwards. If the program is wrong, questions that Z3 could not answer are not
// asked again.
ProvedConditions prove_at_length(ProvedConditions proved, bool is_program_wrong, const ProveConditionsOptions& options);

// Both passes, for a program about which nothing else is known.
ProvedConditions prove_conditions(const Program& program, Conditions conditions, const ProveConditionsOptions& options);

// The whole certificate, if all conditions are proved; `program` is what `write_program` wrote.
std::string write_program_certificate(const std::string& program, const ProvedConditions& proved);

}   // namespace plato
