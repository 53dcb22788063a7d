// Deciding a problem: our own search and Z3 take turns, because each is quick where the other is not.
#pragma once

#include <functional>

#include "certifying_search.hpp"
#include "z3_session.hpp"

namespace plato {

struct Decision {
  Z3Answer z3{};                     // its last answer; unknown if it was not asked
  std::vector<std::size_t> needed;   // the assertions that the search was given
  std::optional<FoundRefutation> refutation{};
  NoRefutation none{};               // if there is no refutation and no model: why
  bool is_hopeless = false;          // given up, because there can be no refutation
  double z3_seconds = 0, search_seconds = 0;   // of processor time
};

// The search for a few rounds, Z3 for a short time; if it does not know, the search for a short time; then Z3 with the rest, and the
// search with its core. `is_hopeless`, if it is given, is asked as soon as Z3 does not know at once: if it says that there is no
// refutation, the answer is unknown.
Decision decide(Z3Context& z3, SmtProblem& problem, double seconds, const std::function<bool()>& is_hopeless = {});

}   // namespace plato
