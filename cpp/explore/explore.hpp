// Breadth-first search of the real interleavings of a program, on bounded values.
//
// What it finds wrong is wrong: the schedule is one of the program's own (where an assertion has no existential
// quantifier). What it does not find may still be wrong outside of the bounds.
#pragma once

#include "explore/schedule.hpp"

namespace plato {

Exploration explore(const CoreProgram& program, const ExploreOptions& options);

}   // namespace plato
