// Maps that are local to a procedure: every call has its own, which is told by counting the thread's calls.
#pragma once

#include "types/expression_checker.hpp"

namespace plato {

// Declares what counts the calls of each procedure with local maps. A recursive procedure cannot have any: the number
// says which call is the last one, not which of those that are under way. Nor do maps have first values where a
// specification is proved.
void count_calls(CheckedProgram& program, ExpressionChecker& expressions);

}   // namespace plato
