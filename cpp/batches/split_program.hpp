// Dividing the conditions of a program among batches.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "batches/batch.hpp"
#include "pipeline/check_program.hpp"

namespace plato {

// At most so many, with about the same number of conditions each. Neighbours are alike, and in different batches, so
// that hard ones do not come together. `path` is the program's, for people.
std::vector<Batch> split_conditions(const std::string& path, const CoreProgram& core, const Asked& asked,
                                    std::size_t most);

}   // namespace plato
