// Deciding a problem: our own search and Z3 take turns, because each is quick where the other is not.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/certifying_search.hpp"
#include "search/z3_session.hpp"
#include "system/deadline.hpp"

namespace plato {

// Counted effort: what was spent, and what the attempts that were made were allowed to spend.
struct CountedEffort {
  std::uint64_t spent = 0, allowed = 0;
};

struct DecisionBudget {
  CountedEffort rounds, entries;   // of the search
  CountedEffort resources;         // of Z3
};

struct Decision {
  Z3Answer z3{};                     // its last answer; unknown if it was not asked
  std::vector<std::size_t> needed;   // the assertions that the search was given
  std::optional<FoundRefutation> refutation{};
  NoRefutation none{};                         // if there is no refutation and no model: why
  bool is_wall = false;                        // given up at the deadline
  double z3_seconds = 0, search_seconds = 0;   // of processor time
  DecisionBudget budget{};
};

struct DecisionLimits {
  double effort = 1;     // times the usual budgets, which are counted
  Deadline deadline{};   // for what they do not stop
};

// The search for a few rounds, Z3 with a small budget; if it does not know, the search with a small budget; then Z3
// with a large one, and the search with its core. The answer depends on the problem and the effort alone, unless the
// deadline cuts it short.
Decision decide(Problem& problem, const DecisionLimits& limits);

// The same in two parts, so that the caller can look at all brief answers before much time is spent. First the search
// for a few rounds and Z3 with a tiny budget; then, for the same problem, the rest.
Decision decide_briefly(Problem& problem, const DecisionLimits& limits);
Decision decide_at_length(Problem& problem, Decision brief, const DecisionLimits& limits);

// Whether the rest could still answer the question, or find the refutation that Z3 says there is.
bool is_open(const Decision& decision);

}   // namespace plato
