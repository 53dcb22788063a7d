// A schedule that the exploration found, as a certificate for the kernel to replay.
#pragma once

#include <optional>
#include <string>

#include "core/core_program.hpp"
#include "explore/explore.hpp"

namespace plato {

// Whether the kernel needs a range of integers: to try quantified variables for, or to see that a family has no other
// members.
bool needs_range(const Program& program, const Exploration& exploration);

// The range reaches from the least to the greatest integer of the schedule, and `margin` further at both ends. None if
// the schedule cannot be written down (a way through choices and loops to each of its operations is not found).
std::optional<std::string> write_schedule_certificate(const CoreProgram& core, const Exploration& exploration,
                                                      std::int64_t margin);

}   // namespace plato
