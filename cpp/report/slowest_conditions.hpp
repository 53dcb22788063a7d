// Where the time of a proof goes.
#pragma once

#include <string>

#include "conditions/prove_conditions.hpp"
#include "core/core_program.hpp"

namespace plato {

// The conditions that took longest, a line each: seconds of processor time, what became of it, the line of the source,
// and what it says.
std::string slowest_conditions(const CoreProgram& core, const ProvedConditions& proved);

}   // namespace plato
