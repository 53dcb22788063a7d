// What reduction makes of a program, for people: `plato show atomicity FILE` and `plato show steps FILE`.
#pragma once

#include <string>

#include "pipeline/reduce_program.hpp"

namespace plato {

// Each step of each thread with its mover type in the margin: R and L for right and left movers, B for both, N for
// neither; steps that become one are marked. Of a step that is neither, the step of another thread that it does not
// commute with.
std::string atomicity_text(const KnownMovers& known);

// The program as written, with what is asserted for the movers, and with atomic blocks.
std::string reduction_steps_text(const CoreProgram& core, const KnownMovers& known);

}   // namespace plato
