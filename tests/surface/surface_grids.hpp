// Statements about maps of maps and local maps, for random programs.
#pragma once

#include <string>

#include "support/random_choice.hpp"

namespace plato_test::surface {

// Declarations that the statements are about; what threads, and procedures, declare for themselves.
std::string grid_declarations();
std::string own_grid(Choice& choose);
std::string own_grid_of_call(Choice& choose);

// Two indices and a value, in a thread or a call that has a map for itself.
struct GridParts {
  std::string i, j, value;
};
std::string grid_statement(Choice& choose, const GridParts& parts);

}   // namespace plato_test::surface
