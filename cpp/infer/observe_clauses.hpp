// Which annotations a program breaks in what can be seen of it.
#pragma once

#include <cstddef>
#include <set>

#include "core/core_program.hpp"

namespace plato {

// The lines of the source with clauses that are false somewhere in the executions of a few threads of each family, on
// small values: a `rely` of a thread by a step of another one, an `invariant` in a state. Of clauses about ghosts
// nothing is seen. An annotation in another line may still be false. A `rely` in the lines about states is not one: it
// is asked for every thread in every state.
std::set<std::size_t> broken_clauses(const CoreProgram& core, const std::set<std::size_t>& lines_about_states);

}   // namespace plato
