// Failures that say what another one has said.
#pragma once

#include <vector>

#include "conditions/prove_conditions.hpp"
#include "core/core_program.hpp"
#include "thread_modular/condition_failure.hpp"

namespace plato {

// A clause of the program that is not transitive, say, is not so for every procedure and during every call. It is told
// of once for these.
bool is_repeated(const std::vector<ConditionFailure>& failures, const ConditionFailure& failure,
                 const CoreProgram& core, const ProvedConditions& proved);

}   // namespace plato
