// A condition that is neither proved nor refuted shows many things at once. Which of them is it?
#pragma once

#include "conditions/prove_conditions.hpp"

namespace plato {

// Asks for each thing that the condition shows, as if the others were known, and then for each of its conjuncts. What
// cannot be shown even so is suspected, with a candidate for a store in which it is false; a counterexample to one of
// them is one to the condition, which then fails. Spends little on each, and nothing after
// the deadline. What is known of the condition otherwise stays.
ConditionResult narrow_down(const ProvedConditions& proved, const Condition& condition, ConditionResult result,
                            const ProveConditionsOptions& options);

}   // namespace plato
