// Evaluating a problem under a model.

#include "check_model.hpp"

#include <algorithm>
#include <cstdlib>

namespace plato {

bool satisfies(const Model& model, const Cnf& cnf) {
  if (model.values.size() != cnf.variable_names.size()) return false;
  const auto is_true = [&](Literal literal) {
    return model.values[static_cast<std::size_t>(std::abs(literal)) - 1] == (literal > 0);
  };
  for (std::size_t clause = 0; clause < cnf.clauses.size(); ++clause)
    if (std::ranges::none_of(cnf.clauses[clause], is_true)) return false;
  return true;
}

}   // namespace plato
