// Threads that wait for `start`, parameters of threads, and `new`: what they are short for.
#pragma once

#include "source/diagnostic.hpp"
#include "source/syntax_tree.hpp"

namespace plato {

// Puts assignments to variables of the program in their place: T.started says which members of T were started,
// T.started_x which argument they were given for the parameter x, and `new` is the number that is handed out next.
// What cannot be started is reported.
void expand_start_and_new(SyntaxTree& tree, Diagnostics& diagnostics);

}   // namespace plato
