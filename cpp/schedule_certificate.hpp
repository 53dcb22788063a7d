// A schedule that the exploration found, as a certificate for the kernel to replay.
#pragma once

#include <optional>
#include <string>

#include "explore.hpp"

namespace plato {

// None if the schedule cannot be written down (a way through choices and loops to each of its operations is not found).
std::optional<std::string> write_schedule_certificate(const CoreProgram& program, const Exploration& exploration);

}   // namespace plato
