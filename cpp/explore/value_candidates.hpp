// Which values are tried where nothing determines them.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/concrete_evaluation.hpp"

namespace plato {

struct ValueBounds {
  std::vector<std::int64_t> values;        // of integers, ascending
  std::vector<std::int64_t> identifiers;   // of the threads that run, ascending
};

// Values of a variable, or of an element of it.
std::vector<std::int64_t> candidates_for(const CoreVariable& variable, bool is_element, const ValueBounds& bounds,
                                         MapPool& maps);

// Whether there are others that matter: not for truth values.
bool has_other_values(const CoreVariable& variable, bool is_element);

}   // namespace plato
