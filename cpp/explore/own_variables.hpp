// Local variables of which every thread uses its own entry alone, and of which nothing is claimed.
#pragma once

#include <cstddef>
#include <vector>

#include "core/program.hpp"
#include "core/specification.hpp"

namespace plato {

// The maps that are read and written at the identifier of the thread alone, and that the specification does not
// mention. What others read, or an invariant speaks of, is not among them. Ghosts are not, either.
std::vector<std::size_t> own_variables(const Program& program, const Specification& specification);

}   // namespace plato
