// Breadth-first search of the real interleavings of a program, on bounded values.
//
// What it finds wrong is wrong: the schedule is one of the program's own (where an assertion has no existential
// quantifier). What it does not find may still be wrong outside of the bounds.
#pragma once

#include "core/specification.hpp"
#include "explore/schedule.hpp"

namespace plato {

// What is wrong with the program by itself, or by what its specification claims.
Exploration explore(const Program& program, const Specification& specification, const ExploreOptions& options);

}   // namespace plato
