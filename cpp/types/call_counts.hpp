// Maps that are local to a procedure: every call has its own, which is told by counting the thread's calls.
#pragma once

#include "types/expression_checker.hpp"

namespace plato {

// Declares what counts the calls of each procedure with local maps, and what says which call is under way. Of a
// recursive procedure the last call need not be that one, so it has a variable of its own, which a call gives back as
// it does with the other variables. Maps have no first values where a specification is proved.
void count_calls(CheckedProgram& program, ExpressionChecker& expressions);

}   // namespace plato
