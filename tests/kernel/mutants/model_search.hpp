// Looks for a model of a problem about integers and maps by trying small values.
#pragma once

#include <vector>

#include "oracle/lines.hpp"

namespace plato_test {

// Some choice of small values makes all assertions true. The lines are those of a problem, all in order; false also if
// they make no sense. Quantifiers, differences of maps and large numbers are never found true nor false.
bool has_small_model(const std::vector<oracle::Line>& lines, unsigned attempts);

}   // namespace plato_test
