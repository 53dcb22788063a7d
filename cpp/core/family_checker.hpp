// Families of threads that cannot be meant: two that share identifiers, and one that a given thread leaves without
// members.
#pragma once

#include "core/core_program.hpp"
#include "source/diagnostic.hpp"

namespace plato {

void check_families(const CoreProgram& program, Diagnostics& diagnostics);

}   // namespace plato
