// A counterexample to a condition that takes universal formulas for what they say of a few integers: the condition's
// threads, and witnesses of what is false. At most one universal formula is false that need not be, so that the
// counterexample is about one thing. It may be spurious, but whoever looks at these few integers sees no difference.
#pragma once

#include <optional>
#include <vector>

#include "conditions/prove_conditions.hpp"

namespace plato {

struct InstanceModel {
  ProblemModel model;
  std::vector<Integer> integers;   // that universal formulas were tried with
};

// None if there is none, or too much would have to be looked at: so many `questions` are left to be asked. Of products
// of variables nothing is asked.
std::optional<InstanceModel> find_instance_model(const ProvedConditions& proved, const Condition& condition,
                                                 std::size_t& questions, const Deadline& deadline);

}   // namespace plato
