// Numbers of terms.
#pragma once

#include <cstdint>

namespace plato {

// The number of a term in its table, from 1; 0 is none.
using TermId = std::uint32_t;

}   // namespace plato
