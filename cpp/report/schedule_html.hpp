// The schedule of an exploration as a picture: a lane for each thread, its steps in the order in which they happen.
#pragma once

#include <string>

#include "core/core_program.hpp"
#include "explore/explore.hpp"

namespace plato {

// An inline SVG, and below it the same as a foldable table. Empty if the exploration found nothing wrong.
std::string schedule_html(const CoreProgram& core, const Exploration& exploration);

}   // namespace plato
