// Where a counterexample to a condition about statements goes wrong.
#pragma once

#include <set>

#include "conditions/counterexample.hpp"
#include "conditions/prove_conditions.hpp"

namespace plato {

struct ViolatedPart {
  const PartLabel* label = nullptr;   // null if it is not known
  StatementId last = 0;               // the operation that was done last on the way there; 0 if it is not known
};

// The part of an operation or the assertion that is false on the path that the counterexample takes through the weakest
// precondition; if none is known to be false, the last one that may be, since the truth of a quantified part is not
// known and the path goes on behind it.
ViolatedPart violated_part(const ProvedConditions& proved, const Condition& condition, const Counterexample& model);

// The versions of the store that a literal mentions, except the initial one.
std::set<std::int32_t> versions_in(const FormulaTable& table, Literal literal);

// The operation that starts in a store which a literal of the condition mentions; 0 if there is none.
StatementId operation_in(const ProvedConditions& proved, const Condition& condition, Literal literal);

}   // namespace plato
