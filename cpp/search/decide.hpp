// Deciding a problem: our own search and Z3 take turns, because each is quick where the other is not.
#pragma once

#include <functional>

#include "search/certifying_search.hpp"
#include "search/z3_session.hpp"
#include "system/deadline.hpp"

namespace plato {

struct Decision {
  Z3Answer z3{};                     // its last answer; unknown if it was not asked
  std::vector<std::size_t> needed;   // the assertions that the search was given
  std::optional<FoundRefutation> refutation{};
  NoRefutation none{};                         // if there is no refutation and no model: why
  bool is_hopeless = false;                    // given up, because there can be no refutation
  bool is_wall = false;                        // given up at the deadline
  double z3_seconds = 0, search_seconds = 0;   // of processor time
};

struct DecisionLimits {
  double effort = 1;     // times the usual budgets, which are counted
  Deadline deadline{};   // for what they do not stop
  // If it is given, asked as soon as Z3 does not know at once: if it says that there is no refutation, the answer is
  // unknown.
  std::function<bool()> is_hopeless{};
};

// The search for a few rounds, Z3 with a small budget; if it does not know, the search with a small budget; then Z3
// with a large one, and the search with its core. The answer depends on the problem and the effort alone, unless the
// deadline cuts it short.
Decision decide(Problem& problem, const DecisionLimits& limits);

}   // namespace plato
