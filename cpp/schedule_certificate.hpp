// A schedule that the exploration found, as a certificate for the kernel to replay.
#pragma once

#include <optional>
#include <string>

#include "explore.hpp"

namespace plato {

// Whether a formula of the program has a quantifier, so that the kernel needs a range to try its variables for.
bool has_quantifiers(const CoreProgram& program);

// The range reaches from the least to the greatest integer of the schedule, and `margin` further at both ends. None if
// the schedule cannot be written down (a way through choices and loops to each of its operations is not found).
std::optional<std::string> write_schedule_certificate(const CoreProgram& program, const Exploration& exploration, std::int64_t margin);

}   // namespace plato
