// Which versions of the store the kernel gives to the stores in which operations start, so that a counterexample to a
// condition can be read as stores of the program.
//
// The numbers are those of lean/Plato/ThreadModular/Obligations.lean; tests compare them with the kernel's conditions.
// Messages rest on them, and nothing else.
#pragma once

#include <cstdint>
#include <vector>

#include "core/outline.hpp"

namespace plato {

struct OperationVersions {
  std::int32_t before = 0;   // the store in which it starts; 0 if it is no operation
  std::int32_t inputs = 0;   // the first version for what its command leaves open, in the order of the command's text
};

// One for each statement of the program.
std::vector<OperationVersions> store_versions(const Program& program, const Outline& outline);

}   // namespace plato
