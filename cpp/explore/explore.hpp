// Breadth-first search of the real interleavings of a program, on bounded values.
//
// A mistake that it finds is real: the schedule is one of the program's own (where an assertion has no existential
// quantifier). There may be further mistakes outside the bounds.
#pragma once

#include "core/specification.hpp"
#include "explore/schedule.hpp"

namespace plato {

// What is wrong with the program by itself, or by what its specification claims.
Exploration explore(const Program& program, const Specification& specification, const ExploreOptions& options);

}   // namespace plato
